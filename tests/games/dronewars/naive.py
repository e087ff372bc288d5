"""Drone Wars once more: plain dictionaries and words, straight from the rule book, and slow.

It shares nothing with the package but the words of moves. `Naive` starts from what `picture` shows
of a battle, plays moves as they are written, and lists all that are legal. What a shuffle brings is
the one thing it cannot know: `shuffled` names the seats whose cards to take from the battle.
"""

import copy
import re
from typing import Any

from kibitz.games.dronewars.cards import CARD_WORDS, DRONE_WORDS, SECTION_WORDS
from kibitz.games.dronewars.state import DECK, DISCARD, HAND, PHASES, UPGRADE_BASE, Battle, pile
from tests.games.dronewars.book import DRONES, SECTIONS, card_table, rows

Facts = dict[str, Any]  # Any: numbers, words and lists of them, as JSON has them

WORDS = {"Power Cell": "powercell", "Drone Control Hub": "hub"}
MODIFIERS = ("attack_up", "attack_boost", "speed_up", "speed_boost")


def drone_word(name: str) -> str:
    return name.lower().removesuffix(" drone")


PRINTED: dict[str, Facts] = {}
for _name, (_numbers, *_special) in rows(DRONES).items():
    _names = ("class", "limit", "attack", "hull", "shields", "speed", "slots")
    PRINTED[drone_word(_name)] = dict(
        zip(_names, map(int, _numbers.split()), strict=True), special=_special
    )
SHIP: dict[str, list[str]] = {
    WORDS.get(name, name.lower()): parts for name, parts in rows(SECTIONS).items()
}


def special(kind: str, pattern: str) -> int:
    """Returns the number in what is special about a drone; 0 if there is no such thing."""
    for text in PRINTED[kind]["special"]:
        found = re.fullmatch(pattern, text)
        if found:
            return int(found.group(1)) if found.groups() else 1
    return 0


def picture(s: Battle) -> Facts:
    """Returns all there is to a battle, in words."""
    field = s.board
    return {
        "round": s.turn,
        "phase": PHASES[s.phase],
        "active": s.active,
        "over": s.over,
        "winner": s.winner,
        "first": field.first,
        "first_passer": field.first_passer,
        "passed": [bool(field.passed >> seat & 1) for seat in (0, 1)],
        "energy": field.energy[:],
        "budget": field.budget[:],
        "left": field.left,
        "pools": [[DRONE_WORDS[kind] for kind in pool] for pool in field.pools],
        "upgrades": [
            sorted(
                (DRONE_WORDS[each // UPGRADE_BASE], CARD_WORDS[each % UPGRADE_BASE]) for each in own
            )
            for own in field.upgrades
        ],
        "ship": [
            [
                {
                    "section": SECTION_WORDS[field.sections[at]],
                    "hull": field.hull[at],
                    "shields": field.shields[at],
                }
                for at in range(seat * 3, seat * 3 + 3)
            ]
            for seat in (0, 1)
        ],
        "lanes": [
            [
                [
                    {
                        "kind": DRONE_WORDS[drone.kind],
                        "hull": drone.hull,
                        "shields": drone.shields,
                        "max_shields": drone.max_shields,
                        "ready": drone.ready,
                        "marked": drone.marked,
                        **{name: getattr(drone, name) for name in MODIFIERS},
                    }
                    for drone in s.rows[at]
                ]
                for at in range(seat * 3, seat * 3 + 3)
            ]
            for seat in (0, 1)
        ],
        "hand": [sorted(CARD_WORDS[card] for card in pile(s, HAND, seat)) for seat in (0, 1)],
        "deck": [[CARD_WORDS[card] for card in pile(s, DECK, seat)] for seat in (0, 1)],
        "discard": [sorted(CARD_WORDS[card] for card in pile(s, DISCARD, seat)) for seat in (0, 1)],
    }


class Naive:
    """A battle by the rule book."""

    def __init__(
        self, facts: Facts, *, loss_hull: int, reset_shields: bool, round_cap: int, patched: bool
    ) -> None:
        self.facts = copy.deepcopy(facts)
        self.loss_hull, self.reset_shields = loss_hull, reset_shields
        self.round_cap, self.patched = round_cap, patched
        self.cards = {name.lower(): parts for name, parts in card_table(patched).items()}
        self.asked: Facts | None = None
        self.aside: list[list[str]] = [[], []]
        self.again = self.again_in_phase = 0
        self.shuffled: set[int] = set()

    # What the board says.

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def seat(self) -> int:
        """Returns who decides."""
        return int(self.asked["seat"]) if self.asked else int(self["active"])

    def stat(self, seat: int, name: str) -> int:
        """1.3: what a ship gives."""
        total = 0
        for lane, place in enumerate(self["ship"][seat]):
            status = 0 if place["hull"] >= 6 else 1 if place["hull"] >= 1 else 2
            for text in SHIP[place["section"]]:
                found = re.fullmatch(rf"{name} (\d+) (\d+) (\d+) (\d+)", text)
                if found:
                    total += int(found.group(1 + status)) + (
                        int(found.group(4)) if lane == 1 else 0
                    )
        return total

    def cap(self, seat: int, lane: int) -> int:
        return 4 if lane == 1 and self["ship"][seat][lane]["section"] == "powercell" else 3

    def damaged(self, seat: int) -> int:
        return len([place for place in self["ship"][seat] if place["hull"] <= 5])

    def upgraded(self, seat: int, kind: str, stat: str) -> int:
        """Returns what upgrades add to a type."""
        total = 0
        for each, card in self["upgrades"][seat]:
            found = re.fullmatch(rf"upgrade {stat} ([+-]\d+) at most \d", self.cards[card][3])
            if each == kind and found:
                total += int(found.group(1))
        return total

    def attack(self, seat: int, lane: int, drone: Facts) -> int:
        """1.4."""
        kind = drone["kind"]
        value = PRINTED[kind]["attack"] + self.upgraded(seat, kind, "attack")
        value += drone["attack_up"] + drone["attack_boost"]
        if self["ship"][seat][lane]["hull"] <= 5:
            value += special(kind, r"attack (\d+) with damaged section")
        value += special(kind, r"attack (\d+) by damaged sections") * self.damaged(seat)
        if lane != 1:
            value += special(kind, r"attack (\d+) outside")
        return max(0, int(value))

    def speed(self, seat: int, lane: int, drone: Facts) -> int:
        kind = drone["kind"]
        value = PRINTED[kind]["speed"] + self.upgraded(seat, kind, "speed")
        value += drone["speed_up"] + drone["speed_boost"]
        return int(value + (special(kind, r"speed (\d+) outside") if lane != 1 else 0))

    def refresh(self) -> None:
        """1.4, last paragraph: max shields with upgrades and auras, for everybody."""
        for seat in (0, 1):
            for row in self["lanes"][seat]:
                for drone in row:
                    kind = drone["kind"]
                    most = PRINTED[kind]["shields"] + self.upgraded(seat, kind, "shields")
                    most += sum(special(o["kind"], r"aura (\d+)") for o in row if o is not drone)
                    drone["shields"] += max(0, most - drone["max_shields"])
                    drone["shields"] = min(drone["shields"], most)
                    drone["max_shields"] = most

    def board(self, seat: int) -> list[tuple[int, Facts]]:
        """Lists the drones of a seat with their lanes."""
        return [(lane, each) for lane, row in enumerate(self["lanes"][seat]) for each in row]

    def count(self, seat: int, kind: str) -> int:
        return len([each for _, each in self.board(seat) if each["kind"] == kind])

    def has(self, seat: int, drone: Facts, keyword: str) -> bool:
        if special(drone["kind"], keyword):
            return True
        return keyword == "piercing" and self.upgraded(seat, drone["kind"], "piercing") > 0

    def ready_with(self, seat: int, lane: int, keyword: str) -> bool:
        return any(d["ready"] and self.has(seat, d, keyword) for d in self["lanes"][seat][lane])

    # Names.

    def nth(self, seat: int, lane: int, drone: Facts) -> str:
        equal = [each for each in self["lanes"][seat][lane] if each["kind"] == drone["kind"]]
        at = [each is drone for each in equal].index(True)
        return "" if at == 0 else f".{at + 1}"

    def word(self, seat: int, lane: int, drone: Facts) -> str:
        """Names a drone on the board: `scout 1.2`."""
        return f"{drone['kind']} {lane + 1}{self.nth(seat, lane, drone)}"

    def find(self, seat: int, word: str) -> tuple[int, Facts]:
        """Returns the drone with a name, and its lane."""
        for lane, drone in self.board(seat):
            if self.word(seat, lane, drone) == word:
                return lane, drone
        raise KeyError(word)

    # Legal moves.

    def legal(self) -> set[str]:
        """Lists all legal moves."""
        seat = self.seat()
        if self["over"]:
            return set()
        if self.asked:
            return set(self.asked["options"])
        phase = self["phase"]
        if phase in ("mandatory_discard", "optional_discard"):
            found = {f"discard {card}" for card in self["hand"][seat]}
            return found | ({"done"} if phase == "optional_discard" else set())
        if phase == "shield_allocation":
            return {f"shield {lane + 1}" for lane in range(3) if self.room(seat, lane)}
        if phase == "drone_removal":
            return {f"remove {self.word(seat, *each)}" for each in self.board(seat)}
        if phase == "deployment":
            return {"pass", *self.deployments(seat)}
        return {"pass", *self.actions(seat)}

    def room(self, seat: int, lane: int) -> bool:
        return bool(self["ship"][seat][lane]["shields"] < self.cap(seat, lane))

    def price(self, seat: int, kind: str) -> int:
        return max(0, int(PRINTED[kind]["class"]) + self.upgraded(seat, kind, "cost"))

    def space(self, seat: int, lane: int, kind: str) -> bool:
        most = special(kind, r"(\d+) in lane")
        there = [each for each in self["lanes"][seat][lane] if each["kind"] == kind]
        return not most or len(there) < most

    def deployments(self, seat: int) -> list[str]:
        """1.6."""
        found = []
        for kind in self["pools"][seat]:
            most = PRINTED[kind]["limit"] + self.upgraded(seat, kind, "limit")
            if (
                len(self.board(seat)) < self.stat(seat, "cpu limit")
                and self.count(seat, kind) < most
                and self.price(seat, kind) <= self["budget"][seat] + self["energy"][seat]
            ):
                found += [f"deploy {kind} {n + 1}" for n in range(3) if self.space(seat, n, kind)]
        return found

    def actions(self, seat: int) -> list[str]:
        """1.7."""
        found = []
        energy = self["energy"][seat]
        for lane, drone in self.board(seat):
            word = self.word(seat, lane, drone)
            if not drone["ready"]:
                continue
            for foe in self["lanes"][1 - seat][lane]:
                found.append(f"attack {word} > {self.word(1 - seat, lane, foe)}")
            standing = self["ship"][1 - seat][lane]["hull"] > 0
            if standing and not self.ready_with(1 - seat, lane, "guardian"):
                found.append(f"attack {word} > section")
            for to in (lane - 1, lane + 1):
                if 0 <= to <= 2 and self.space(seat, to, drone["kind"]):
                    found.append(f"move {word} > {to + 1}")
            if energy >= 1:
                found += self.uses(seat, lane, drone)
        for card in set(self["hand"][seat]):
            if int(self.cards[card][1]) <= energy:
                found += [
                    f"play {card}" if target == "" else f"play {card} > {target}"
                    for target in self.targets(seat, card)
                ]
        return found + self.ship_abilities(seat, energy)

    def uses(self, seat: int, lane: int, drone: Facts) -> list[str]:
        word = self.word(seat, lane, drone)
        if special(drone["kind"], r"heal one (\d+) for 1"):
            return [
                f"use {word} > {self.word(seat, lane, each)}"
                for each in self["lanes"][seat][lane]
                if each["hull"] < PRINTED[each["kind"]]["hull"]
            ]
        if special(drone["kind"], r"heal lane (\d+) for 1"):
            return [f"use {word}"]
        if special(drone["kind"], r"snipe (\d+) for 1"):
            return [f"use {word} > {self.word(1 - seat, *each)}" for each in self.board(1 - seat)]
        return []

    def ship_abilities(self, seat: int, energy: int) -> list[str]:
        found = []
        own = [place["section"] for place in self["ship"][seat]]
        if "bridge" in own and energy >= 1:
            found.append("recalculate")
        if "powercell" in own and energy >= 1:
            found += self.reallocations(seat)
        if "hub" in own and energy >= 1:
            found += [f"recall {self.word(seat, *each)}" for each in self.board(seat)]
        if "tactical bridge" in own and energy >= 2:
            found += [f"mark {self.word(1 - seat, *each)}" for each in self.board(1 - seat)]
        return found

    def reallocations(self, seat: int) -> list[str]:
        return [
            f"reallocate {lane + 1} > {to + 1}"
            for lane in range(3)
            for to in range(3)
            if lane != to and self["ship"][seat][lane]["shields"] > 0 and self.room(seat, to)
        ]

    def targets(self, seat: int, card: str) -> list[str]:
        """1.11 and 1.13."""
        target = self.cards[card][2]
        if target == "none":
            return [""]
        if target in ("own lane", "enemy lane", "lane", "own section"):
            return ["1", "2", "3"]
        if target == "drone type":
            return [kind for kind in self["pools"][seat] if self.upgradable(seat, card, kind)]
        if target == "enemy upgrade":
            return [f"{each} on {kind}" for kind, each in set(self["upgrades"][1 - seat])]
        own = [(lane, each, self.word(seat, lane, each)) for lane, each in self.board(seat)]
        if target == "own drone":
            return [word for _, _, word in own]
        if target == "own exhausted drone":
            return [word for _, each, word in own if not each["ready"]]
        ways = [
            (lane, to, word)
            for lane, each, word in own
            for to in (lane - 1, lane + 1)
            if each["ready"] and 0 <= to <= 2 and self.space(seat, to, each["kind"])
        ]
        if target == "own ready drone and lane":
            return [f"{word} > {to + 1}" for _, to, word in ways]
        if target == "lanes":
            return list({f"{lane + 1} > {to + 1}" for lane, to, _ in ways})
        foes = [
            self.word(1 - seat, lane, each)
            for lane, each in self.board(1 - seat)
            if self.has(1 - seat, each, "jammer") or not self.ready_with(1 - seat, lane, "jammer")
        ]
        return foes + ([f"own {word}" for _, _, word in own] if target == "any drone" else [])

    def upgradable(self, seat: int, card: str, kind: str) -> bool:
        own = [each for owner, each in self["upgrades"][seat] if owner == kind]
        most = int(self.cards[card][3][-1])
        return len(own) < PRINTED[kind]["slots"] and own.count(card) < most

    # Playing.

    def play(self, text: str) -> None:
        """Plays a move, and all that follows up to the next decision."""
        self.shuffled = set()
        verb, _, rest = text.partition(" ")
        asked, self.asked = self.asked, None
        if asked:
            self.answer(asked, verb, rest)
        else:
            getattr(self, f"do_{verb}")(self.seat(), rest)
        self.proceed()

    def proceed(self) -> None:
        """1.5: goes on until somebody must decide."""
        while not self["over"] and not self.asked and not self.must_decide():
            if self["phase"] not in ("deployment", "action") and self["active"] == self["first"]:
                self.facts["active"] = 1 - self["first"]
                self.open_step()
            else:
                self.next_phase()

    def must_decide(self) -> bool:
        seat, phase = self["active"], self["phase"]
        if phase == "mandatory_discard":
            return len(self["hand"][seat]) > self.stat(seat, "hand limit")
        if phase == "optional_discard":
            return bool(self["left"] and self["hand"][seat])
        if phase == "shield_allocation":
            return bool(self["left"]) and any(self.room(seat, lane) for lane in range(3))
        if phase == "drone_removal":
            return len(self.board(seat)) > self.stat(seat, "cpu limit")
        return not all(self["passed"])

    def open_step(self) -> None:
        seat = self["active"]
        self.facts["left"] = 0
        if self["phase"] == "optional_discard":
            self.facts["left"] = self.stat(seat, "discards")
        if self["phase"] == "shield_allocation" and self["round"] >= 2:
            self.facts["left"] = self.stat(seat, "shields")

    def next_phase(self) -> None:
        phase = self["phase"]
        if phase == "mandatory_discard":
            for seat in (0, 1):
                self.facts["discard"][seat] = sorted(self["discard"][seat] + self.aside[seat])
            self.aside = [[], []]
        if phase == "optional_discard":
            for seat in (self["first"], 1 - self["first"]):
                self.draw(seat, self.stat(seat, "hand limit") - len(self["hand"][seat]))
        if phase == "action":
            if self.round_cap and self["round"] == self.round_cap:
                self.facts["over"] = True
                return
            self.begin_round()
            phase = "energy reset"
        order = ("energy reset", *PHASES[2:])
        self.facts["phase"] = order[order.index(phase) + 1]
        self.facts["active"] = self["first"]
        self.facts["passed"] = [False, False]
        self.again = self.again_in_phase = 0
        if self["phase"] == "shield_allocation" and self.reset_shields and self["round"] >= 2:
            for place in self["ship"][0] + self["ship"][1]:
                place["shields"] = 0
        self.open_step()

    def begin_round(self) -> None:
        self.facts["round"] += 1
        self.facts["first"], self.facts["first_passer"] = self["first_passer"], -1
        for seat in (0, 1):
            for _, drone in self.board(seat):
                drone["ready"] = True
                drone["attack_boost"] = drone["speed_boost"] = 0
                drone["shields"] = drone["max_shields"]
            self.facts["energy"][seat] = self.stat(seat, "energy")
            self.facts["budget"][seat] = self.stat(seat, "deployment budget")

    def draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self["deck"][seat]:
                self["deck"][seat].extend(self["discard"][seat])
                self["discard"][seat].clear()
                self.shuffled.add(seat)
            if self["deck"][seat]:
                self["hand"][seat].append(self["deck"][seat].pop())
        self["hand"][seat].sort()

    def end_turn(self, go_again: bool = False) -> None:
        """1.7 and 1.15."""
        for seat in (0, 1):
            if all(place["hull"] <= self.loss_hull for place in self["ship"][seat]):
                self.facts["over"], self.facts["winner"] = True, 1 - seat
                return
        self.again = self.again + 1 if go_again else 0
        self.again_in_phase += go_again
        other = 1 - self["active"]
        if self.again_in_phase >= 100 and go_again:
            self.do_pass(self["active"], "")
        elif not go_again or self.again == 30:
            self.again = 0
            if not self["passed"][other]:
                self.facts["active"] = other
            elif go_again:
                self.do_pass(self["active"], "")

    # Before the action phase.

    def do_discard(self, seat: int, card: str) -> None:
        self["hand"][seat].remove(card)
        if self["phase"] == "mandatory_discard":
            self.aside[seat].append(card)
        else:
            self.put(seat, card)
            self.facts["left"] -= 1

    def put(self, seat: int, card: str) -> None:
        self["discard"][seat].append(card)
        self["discard"][seat].sort()

    def do_done(self, seat: int, rest: str) -> None:
        self.facts["left"] = 0

    def do_shield(self, seat: int, lane: str) -> None:
        self["ship"][seat][int(lane) - 1]["shields"] += 1
        self.facts["left"] -= 1

    def do_remove(self, seat: int, word: str) -> None:
        lane, drone = self.find(seat, word)
        self.take_off(seat, lane, drone)

    def take_off(self, seat: int, lane: int, drone: Facts) -> None:
        row = self["lanes"][seat][lane]
        row[:] = [each for each in row if each is not drone]
        self.refresh()

    def do_deploy(self, seat: int, rest: str) -> None:
        kind, lane = rest.rsplit(" ", 1)
        price = self.price(seat, kind)
        from_budget = min(price, self["budget"][seat])
        self.facts["budget"][seat] -= from_budget
        self.facts["energy"][seat] -= price - from_budget
        self.arrive(seat, int(lane) - 1, kind)
        self.end_turn()

    def arrive(self, seat: int, lane: int, kind: str) -> None:
        printed = PRINTED[kind]
        drone = {"kind": kind, "hull": printed["hull"], "ready": True, "marked": False}
        drone |= {"shields": 0, "max_shields": 0, **dict.fromkeys(MODIFIERS, 0)}
        self["lanes"][seat][lane].append(drone)
        self.refresh()

    def do_pass(self, seat: int, rest: str) -> None:
        self.facts["passed"][seat] = True
        self.again = 0
        if self["phase"] == "action" and self["first_passer"] < 0:
            self.facts["first_passer"] = seat
        self.facts["active"] = 1 - seat

    # Attacks and movement.

    def do_attack(self, seat: int, rest: str) -> None:
        """1.8 and 1.9."""
        word, target = rest.split(" > ")
        lane, drone = self.find(seat, word)
        defenders = self["lanes"][1 - seat][lane]
        names = {self.word(1 - seat, lane, each): each for each in defenders}
        faster = [
            name
            for name, each in names.items()
            if each["ready"]
            and name != target
            and self.speed(1 - seat, lane, each) > self.speed(seat, lane, drone)
        ]
        if faster:
            options = ["decline", *[f"intercept {name}" for name in faster]]
            self.asked = {"seat": 1 - seat, "options": options, "attack": (word, target)}
        else:
            self.resolve(seat, lane, drone, names.get(target), None)

    def resolve(
        self, seat: int, lane: int, drone: Facts, target: Facts | None, interceptor: Facts | None
    ) -> None:
        damage = self.attack(seat, lane, drone)
        piercing = self.has(seat, drone, "piercing")
        hit = target if interceptor is None else interceptor
        if hit is None:
            damage += special(drone["kind"], r"ship bonus (\d+)")
            self.hit_section(1 - seat, lane, damage, piercing)
        else:
            self.hit([hit], damage, piercing)
        drone["ready"] = False
        drone["attack_up"] += special(drone["kind"], r"attack (\d+) by attack")
        if special(drone["kind"], "destroyed by attack"):
            self.take_off(seat, lane, drone)
        if interceptor is not None and not self.has(1 - seat, interceptor, "defender"):
            interceptor["ready"] = False
        self.end_turn()

    def hit(self, drones: list[Facts], damage: int, piercing: bool) -> int:
        """Damages drones at the same time; returns the damage beyond the hull of the last."""
        excess = 0
        for drone in drones:
            absorbed = 0 if piercing else min(damage, drone["shields"])
            drone["shields"] -= absorbed
            drone["hull"] -= damage - absorbed
            excess = max(0, -drone["hull"])
        for row in self["lanes"][0] + self["lanes"][1]:
            row[:] = [each for each in row if each["hull"] > 0]
        self.refresh()
        return excess

    def hit_section(self, seat: int, lane: int, damage: int, piercing: bool) -> None:
        place = self["ship"][seat][lane]
        absorbed = 0 if piercing else min(damage, place["shields"])
        place["shields"] -= absorbed
        place["hull"] = max(0, place["hull"] - damage + absorbed)
        self.facts["energy"][seat] = min(self["energy"][seat], self.stat(seat, "max energy"))

    def do_move(self, seat: int, rest: str) -> None:
        """1.10."""
        word, to = rest.split(" > ")
        lane, drone = self.find(seat, word)
        drone["ready"] = False
        self.carry(seat, lane, drone, int(to) - 1)
        self.end_turn()

    def carry(self, seat: int, lane: int, drone: Facts, to: int) -> None:
        self.take_off(seat, lane, drone)
        self["lanes"][seat][to].append(drone)
        drone["attack_up"] += special(drone["kind"], r"attack (\d+) by move")
        drone["speed_up"] += special(drone["kind"], r"speed (\d+) by move")
        self.refresh()

    # Abilities.

    def do_use(self, seat: int, rest: str) -> None:
        """1.12."""
        word, _, target = rest.partition(" > ")
        lane, drone = self.find(seat, word)
        self.facts["energy"][seat] -= 1
        drone["ready"] = False
        for each in self["lanes"][seat][lane]:
            amount = special(drone["kind"], r"heal lane (\d+) for 1")
            if self.word(seat, lane, each) == target:
                amount += special(drone["kind"], r"heal one (\d+) for 1")
            self.heal(each, amount)
        snipes = special(drone["kind"], r"snipe (\d+) for 1")
        if snipes:
            self.hit([self.find(1 - seat, target)[1]], snipes, False)
        self.end_turn()

    def heal(self, drone: Facts, amount: int) -> None:
        drone["hull"] = max(
            drone["hull"], min(PRINTED[drone["kind"]]["hull"], drone["hull"] + amount)
        )

    def do_recalculate(self, seat: int, rest: str) -> None:
        self.facts["energy"][seat] -= 1
        self.draw(seat, 1)
        if self["hand"][seat]:
            # The engine's hand is needed if the deck was shuffled: see `Naive.adopt`.
            self.asked = {"seat": seat, "options": [], "discard": True}
            self.list_discards()
        else:
            self.end_turn()

    def list_discards(self) -> None:
        assert self.asked
        hand = self["hand"][self.asked["seat"]]
        self.asked["options"] = [f"discard {card}" for card in hand]

    def do_reallocate(self, seat: int, rest: str) -> None:
        self.facts["energy"][seat] -= 1
        self.move_shield(seat, rest)
        self.asked = {"seat": seat, "options": ["done", *self.reallocations(seat)]}

    def move_shield(self, seat: int, rest: str) -> None:
        lane, to = (int(part) - 1 for part in rest.split(" > "))
        self["ship"][seat][lane]["shields"] -= 1
        self["ship"][seat][to]["shields"] += 1

    def do_recall(self, seat: int, word: str) -> None:
        self.facts["energy"][seat] -= 1
        lane, drone = self.find(seat, word)
        self.take_off(seat, lane, drone)
        self.end_turn()

    def do_mark(self, seat: int, word: str) -> None:
        self.facts["energy"][seat] -= 2
        self.find(1 - seat, word)[1]["marked"] = True
        self.end_turn()

    # Cards.

    def do_play(self, seat: int, rest: str) -> None:
        card, _, target = rest.partition(" > ")
        _, cost, kind, effect, _, *more = self.cards[card]
        self["hand"][seat].remove(card)
        self.facts["energy"][seat] -= int(cost)
        lane = int(target) - 1 if target in ("1", "2", "3") else -1
        hit = self.chosen(seat, kind, target, lane)
        name = effect.split()[0]
        getattr(self, f"card_{name}")(seat, card, effect, target, hit)
        self.put(seat, card)
        if self.asked:
            self.asked["go_again"] = bool(more)
        else:
            self.end_turn(bool(more))

    def chosen(self, seat: int, kind: str, target: str, lane: int) -> list[tuple[int, int, Facts]]:
        """Lists the drones that a card is played on: seat, lane and drone."""
        if kind in ("own lane", "enemy lane", "lane"):
            sides = {"own lane": [seat], "enemy lane": [1 - seat], "lane": [0, 1]}[kind]
            return [(side, lane, each) for side in sides for each in self["lanes"][side][lane]]
        if kind in ("own drone", "own exhausted drone"):
            return [(seat, *self.find(seat, target))]
        if kind in ("any drone", "enemy drone"):
            side = seat if target.startswith("own ") else 1 - seat
            return [(side, *self.find(side, target.removeprefix("own ")))]
        return []

    def filtered(
        self, effect: str, hit: list[tuple[int, int, Facts]]
    ) -> list[tuple[int, int, Facts]]:
        found = re.search(r"speed (\d) (up|down)", effect)
        if not found:
            return hit
        bound, up = int(found.group(1)), found.group(2) == "up"
        return [
            each
            for each in hit
            if (self.speed(*each) >= bound if up else self.speed(*each) <= bound)
        ]

    def card_damage(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        drones = [drone for _, _, drone in self.filtered(effect, hit)]
        self.hit(drones, int(effect.split()[1]), effect.endswith("piercing"))

    def card_destroy(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        if effect == "destroy upgrade":
            upgrade, kind = target.split(" on ")
            self["upgrades"][1 - seat].remove((kind, upgrade))
            self.refresh()
        for side, lane, drone in self.filtered(effect, hit):
            self.take_off(side, lane, drone)

    def card_draw(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        if effect.startswith("draw and energy"):
            for _ in range(1 + self.damaged(seat)):
                self.draw(seat, 1)
                self.gain(seat, 1)
        else:
            self.draw(seat, int(effect.split()[1]))

    def card_energy(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        self.gain(seat, int(effect.split()[1]))

    def gain(self, seat: int, amount: int) -> None:
        most = self.stat(seat, "max energy")
        self.facts["energy"][seat] = min(most, self["energy"][seat] + amount)

    def card_ready(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        hit[0][2]["ready"] = True

    def card_heal(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        _, what, amount = effect.split()
        if what == "section":
            place = self["ship"][seat][int(target) - 1]
            place["hull"] = min(10, place["hull"] + int(amount))
        for _, _, drone in hit:
            if what == "hull":
                self.heal(drone, int(amount))
            else:
                drone["shields"] = min(drone["max_shields"], drone["shields"] + int(amount))

    def card_attack(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        stat, amount = effect.split()[:2]
        for _, _, drone in hit:
            drone[f"{stat}_{'up' if effect.endswith('for good') else 'boost'}"] += int(amount)

    card_speed = card_attack

    def card_jammers(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        for lane in range(3):
            if self.space(seat, lane, "jammer"):
                self.arrive(seat, lane, "jammer")

    def card_upgrade(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        self["upgrades"][seat].append((target, card))
        self["upgrades"][seat].sort()
        self.refresh()

    def card_railgun(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        ((side, lane, drone),) = hit
        excess = self.hit([drone], 4 if drone["marked"] else 2, True)
        self.hit_section(side, lane, excess, True)

    def card_barrage(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        ((side, lane, drone),) = hit
        row = list(self["lanes"][side][lane])
        at = [each is drone for each in row].index(True)
        amount = 2 if len(self["lanes"][seat][lane]) >= 3 else 1
        self.hit(row[max(0, at - 1) : at + 2], amount, False)

    def card_move(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        words = target.split(" > ")
        if effect == "move 1":
            lane, drone = self.find(seat, words[0])
            self.carry(seat, lane, drone, int(words[1]) - 1)
        else:
            self.ask_movers(seat, int(words[0]) - 1, int(words[1]) - 1, 0, False)

    def ask_movers(self, seat: int, lane: int, to: int, moved: int, go_again: bool) -> None:
        options = [
            f"choose {self.word(seat, lane, each)}"
            for each in self["lanes"][seat][lane]
            if each["ready"] and self.space(seat, to, each["kind"])
        ]
        if moved == 3 or not options:
            self.end_turn(go_again)
            return
        options += ["done"] if moved else []
        self.asked = {"seat": seat, "options": options, "way": (lane, to), "moved": moved}
        self.asked["go_again"] = go_again

    def card_search(self, seat: int, card: str, effect: str, target: str, hit: Any) -> None:
        deck = self["deck"][seat]
        if effect == "search 5":
            if len(deck) < 5 and self["discard"][seat]:
                deck[:0] = self["discard"][seat]
                self["discard"][seat].clear()
                self.shuffled.add(seat)
            count = 5
        else:
            count = len(deck)
        if deck:
            self.asked = {"seat": seat, "options": [], "search": card, "count": count}
            self.list_search()

    def list_search(self) -> None:
        assert self.asked
        seat = self.asked["seat"]
        found = self["deck"][seat][-self.asked["count"] :]
        if self.asked["search"] == "equipment cache":
            found = [card for card in found if self.cards[card][2] == "drone type"]
        self.asked["options"] = [f"choose {card}" for card in found] or ["done"]

    # Answers.

    def answer(self, asked: Facts, verb: str, rest: str) -> None:
        """Goes on with what was asked."""
        seat = asked["seat"]
        if "attack" in asked:
            word, target = asked["attack"]
            lane, drone = self.find(1 - seat, word)
            names = {self.word(seat, lane, each): each for each in self["lanes"][seat][lane]}
            interceptor = names[rest] if verb == "intercept" else None
            self.resolve(1 - seat, lane, drone, names.get(target), interceptor)
        elif "discard" in asked:
            self["hand"][seat].remove(rest)
            self.put(seat, rest)
            self.end_turn()
        elif "way" in asked:
            lane, to = asked["way"]
            if verb == "done":
                self.end_turn(asked["go_again"])
                return
            self.carry(seat, lane, self.find(seat, rest)[1], to)
            self.ask_movers(seat, lane, to, asked["moved"] + 1, asked["go_again"])
        elif "search" in asked:
            if verb == "choose":
                self["deck"][seat].remove(rest)
                self["hand"][seat].append(rest)
                self["hand"][seat].sort()
            self.shuffled.add(seat)
            self.end_turn(asked["go_again"])
        else:
            if verb == "reallocate":
                self.move_shield(seat, rest)
            self.end_turn()

    # Chance.

    def adopt(self, facts: Facts) -> None:
        """Takes what a shuffle brought from the battle: the same cards, as many in each zone."""
        for seat in self.shuffled:
            zones = ("hand", "deck", "discard")
            own, other = ([source[zone][seat] for zone in zones] for source in (self, facts))
            assert [len(zone) for zone in own] == [len(zone) for zone in other]
            assert sorted(own[0] + own[1]) == sorted(other[0] + other[1])
            for zone in zones[:2]:
                self.facts[zone][seat] = list(facts[zone][seat])
        if self.asked and "discard" in self.asked:
            self.list_discards()
        if self.asked and "search" in self.asked:
            self.list_search()
