"""Positions: a view as a JSON document that a person can write.

```json
{"viewer": 0, "ruleset": "first_hull", "decks": "manticore / standard",
 "seats": [
   {"lanes": {"1": ["bomber", "scout 1/0 exhausted"]}, "hand": ["2 laser blast+", "nuke"],
    "energy": 5},
   {"sections": ["10/0", "5/0", "5/0"],
    "lanes": {"2": [{"drone": "guardian", "hull": 3, "attack": 5}]}, "hand": 5}]}
```

Everything but `viewer` and `seats` can be left out: it is the action phase of round 1, seat 0 acts,
both ships are intact, and nobody has drones or cards in hand. A deck holds what is left of its
list, unless it is written as a number, or as a list or object of cards whose order nobody knows.
`known_to`, `content` and `unseen` are those of `kibitz.kit.position`.
"""

import re
from collections import Counter
from typing import TYPE_CHECKING, ClassVar, Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.dronewars.cards.catalogue import (
    CARD_NUMBERS,
    CARD_WORDS,
    CARDS,
    CPU_LIMIT,
    DEPLOYMENT_BUDGET,
    DRONE_WORDS,
    DRONES,
    ENEMY_UPGRADE,
    INITIAL_DEPLOYMENT,
    IS_UPGRADE,
    LANES,
    LIMIT,
    MAX_ENERGY,
    SECTIONS,
    SHIELDS_PER_ROUND,
    plain,
)
from kibitz.games.dronewars.cards.catalogue import DISCARDS as SHIP_DISCARDS
from kibitz.games.dronewars.cards.decks import (
    SEPARATOR,
    Loadout,
    near_name,
    read_loadouts,
    read_placement,
    seat_texts,
    write_placement,
)
from kibitz.games.dronewars.notation.parts import (
    FULL,
    MOST,
    USUAL_SHIP,
    read_drone,
    read_kind,
    read_ship_sections,
    write_drone,
    write_section,
)
from kibitz.games.dronewars.notation.pending import read_pending, write_pending
from kibitz.games.dronewars.rules.phases import must_decide
from kibitz.games.dronewars.rules.sections import has_lost, shield_cap, ship_stat
from kibitz.games.dronewars.rules.stats import max_shields
from kibitz.games.dronewars.rules.targets import TARGET_CODES, TARGET_WORDS
from kibitz.games.dronewars.state import (
    ACTION,
    DECK,
    DEPLOYMENT,
    LAYOUT,
    MAX_HULL,
    MOST_AGAIN,
    MOST_AGAIN_IN_PHASE,
    MOST_ROUNDS,
    NO_SEAT,
    OPTIONAL_DISCARD,
    PHASES,
    PLACEMENT,
    POOL_SIZE,
    RULESETS,
    SELECTION,
    SHIELD_ALLOCATION,
    UPGRADE_BASE,
    ZONES,
    Battle,
    Drone,
    Field,
    RuleSet,
    count_drones,
    has_passed,
)
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.position import Fields, Position
from kibitz.kit.state import TRUTH

if TYPE_CHECKING:
    from kibitz.games.dronewars.game import DroneWars

NAMES: Final = (
    *("game", "viewer", "ruleset", "reset_shields", "round_cap", "balance_patch", "decks"),
    *("round", "phase", "active", "seat", "first", "passed", "left", "again", "pending"),
    "again_in_phase",
    *("seats", "content", "unseen", "over"),
)
ZONE_NAMES: Final = [zone.id for zone in LAYOUT.zones]
ALWAYS_WRITTEN: Final = ("hand", "deck")
SIDE_FIELDS: Final = (
    *("sections", "energy", "budget", "drones", "pool", "upgrades", "lanes", *ZONE_NAMES),
    *("offered", "chosen"),
)
USUAL_ENERGY: Final = 10
LANE_NAMES: Final = [str(lane + 1) for lane in range(LANES)]
# Cards with a number, such as `2 nuke`.
COUNTED: Final = re.compile(r"(\d{1,2}) (.+)")


def write_battle(game: "DroneWars", view: Battle) -> dict[str, Json]:
    """Writes a view, or a whole state."""
    return TablePosition(game, view).write()


def read_battle(game: "DroneWars", document: object) -> Battle:
    """Reads a view.

    Raises:
        PositionError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    view = game.empty(hidden_rng())
    TablePosition(game, view).read(root)
    root.finish(PositionError, "position of dronewars")
    return view


class Words(Fields):
    """The words for cards: those of moves."""

    def card_word(self, card: int) -> str:
        """Writes a card."""
        return CARD_WORDS[card] if card != UNKNOWN else super().card_word(card)

    def find_card(self, word: str) -> int:
        """Reads a card by its name or its id."""
        found = CARD_NUMBERS.get(plain(word))
        if found is None:
            near = near_name(plain(word), CARD_WORDS[1:])
            raise ValueError(f"there is no card {word[:MOST]!r}; {near}")
        return found


class TablePosition(Position[Drone, Field]):
    """Writes a view side by side, or reads one."""

    turn_name: ClassVar[str] = "round"

    def __init__(self, game: "DroneWars", view: Battle) -> None:
        words = Words(view.layout, game.effects(), view.board.records)
        super().__init__(game, view, words)
        self.war: Final = game
        self.loadouts: list[Loadout] = game.loadouts
        # Decks of which everybody knows the cards but not their order, by pile.
        self.listed: Final[dict[int, list[int]]] = {}

    def names(self) -> tuple[str, ...]:
        """Returns the fields of the document."""
        return NAMES

    def stock(self) -> list[list[int]]:
        """Returns the two decks."""
        return [loadout.cards for loadout in self.loadouts]

    # The document.

    def write(self) -> dict[str, Json]:
        """Writes everything that is not usual."""
        view = self.view
        self.find_listed()
        decks = self.deck_text()
        self.loadouts = read_loadouts(decks, "", "", view.board.rules.balance_patch, True, True)
        found = super().write()
        found.pop("stack", None)
        seats = found.pop("seats")
        found |= {**self.write_rules(), "decks": decks}
        if view.turn and view.board.first != view.active:
            found["first"] = view.board.first
        if view.board.left != self.usual_left():
            found["left"] = view.board.left
        parts: dict[str, Json] = {
            "passed": self.write_passed(),
            "again": view.board.again,
            "again_in_phase": view.board.again_in_phase,
            "pending": write_pending(view),
        }
        found |= {name: part for name, part in parts.items() if part}
        found["seats"] = seats
        # What the kit has written comes last: it is the least readable.
        for name in ("content", "unseen", "seat", "over"):
            if name in found:
                found[name] = found.pop(name)
        return found

    def write_board(self) -> dict[str, Json]:
        """Writes nothing: what is on the board has fields of its own."""
        return {}

    def read_board(self, place: Document) -> None:
        """Reads nothing: what is on the board has fields of its own."""

    def write_table(self) -> dict[str, Json]:
        """Writes the two sides."""
        return {"seats": [self.write_side(seat) for seat in (0, 1)]}

    def read(self, root: Document) -> None:
        """Reads everything; what fits together is checked last."""
        value = root.value
        if isinstance(value, dict):
            value = {**self.usual_fields(root), **value}
            phase = value.get("phase")
            if isinstance(phase, str):
                value["phase"] = plain(phase).replace(" ", "_")
            if value["phase"] not in PHASES:
                root.field("phase").choice(PHASES)
                value["phase"] = PHASES[ACTION]
        super().read(Document(value, root.path, root.problems))
        self.check(root)

    def is_sound(self, root: Document, *names: str) -> bool:
        """Tells whether nothing is wrong with some fields so far."""
        return not any(problem.startswith(names) for problem in root.problems)

    def usual_fields(self, root: Document) -> dict[str, object]:
        """Returns the phase, the round and the active seat of a document without them."""
        early = root.has("phase") and root.field("phase").value in PHASES[: PLACEMENT + 1]
        passed = root.optional("passed", []).value
        active = 1 if passed == [0] else 0
        return {"phase": PHASES[ACTION], "round": 0 if early else 1, "active": active}

    def read_table(self, root: Document) -> None:
        """Reads the rules, the decks and the two sides."""
        self.read_rules(root)
        self.read_decks(root)
        board, view = self.view.board, self.view
        board.first = NO_SEAT
        if view.turn:
            board.first = self.read_seat(root.optional("first", view.active))
        elif root.has("first"):
            root.field("first").note("nobody is first before round 1")
        self.read_passed(root.optional("passed", []))
        board.again = root.optional("again", 0).integer(0, MOST_AGAIN)
        most = MOST_AGAIN_IN_PHASE + 1
        board.again_in_phase = root.optional("again_in_phase", board.again).integer(
            board.again, most
        )
        for seat, side in enumerate(self.by_seat(root.field("seats"))):
            side.only(SIDE_FIELDS)
            self.read_sections(side, seat)
            self.read_numbers(side, seat)
            self.read_lanes(side, seat)
            self.read_fleet(side, seat)
            self.read_secrets(side, seat)
            self.finish_lanes(side, seat)
            self.read_cards(side, root, seat)
        board.left = root.optional("left", self.usual_left()).integer(0, MOST)

    def read_waiting(self, root: Document) -> None:
        """Reads what waits for an answer."""
        if not root.has("pending"):
            return
        place = root.field("pending")
        if self.view.phase != ACTION:
            place.note("nothing waits for an answer in this phase")
            return
        # What is attacked or chosen can only be read on a board that is right.
        self.view.seat = self.view.active
        on_board = self.is_sound(root, "seats", "active", "phase")
        asked = read_pending(place, self.view, on_board)
        if asked is not None:
            self.view.stack.append(asked)

    def check(self, root: Document) -> None:
        """Notes what does not fit together, as far as it could be read."""
        view, sides = self.view, root.optional("seats", None).value
        if view.over or not isinstance(sides, list) or len(sides) != 2:
            return
        places = root.field("seats").items()
        if (view.turn == 0) != (view.phase <= PLACEMENT) and self.is_sound(root, "round", "phase"):
            text = f"there is no phase {self.phase_word()} in round {view.turn}"
            root.optional("round", view.turn).note(text)
        for seat in (0, 1):
            lost = view.board.sections[seat * LANES] and has_lost(view, seat)
            if lost and self.is_sound(root, f"seats[{seat}].sections", "ruleset"):
                hull = f"hull {view.board.rules.loss_hull} or less"
                place = places[seat].optional("sections", None)
                place.note(f"all three are lost, with {hull}: expected 'over', or more hull")
        self.check_decision(root, places[view.active])

    def check_decision(self, root: Document, side: Document) -> None:
        """Notes that the active seat has nothing to decide."""
        view = self.view
        shown = len(view.board.offered[view.active])
        if not self.is_sound(root, "active", "phase", "passed", "round"):
            return
        if view.phase >= DEPLOYMENT and has_passed(view, view.active):
            root.optional("passed", []).note(f"seat {view.active} has passed: it cannot be active")
        elif root.problems:
            return
        elif not view.stack and not must_decide(view):
            text = f"seat {view.active} has nothing to decide in phase {self.phase_word()}"
            root.optional("phase", "").note(text)
        elif view.phase == SELECTION and view.viewer == view.active and shown < 2:
            side.optional("offered", None).note("expected the two drones that are shown")

    def phase_word(self) -> str:
        """Writes the phase."""
        return PHASES[self.view.phase].replace("_", " ")

    # The rules.

    def write_rules(self) -> dict[str, Json]:
        """Writes the rules; `ruleset` always, the others where they are not the usual ones."""
        rules, usual, own = self.view.board.rules, RuleSet(), self.war.rules
        names = [name for name, hull in RULESETS.items() if hull == rules.loss_hull]
        found: dict[str, Json] = {"ruleset": names[0]}
        if rules.reset_shields or own.reset_shields:
            found["reset_shields"] = rules.reset_shields
        if rules.round_cap != usual.round_cap or own.round_cap != usual.round_cap:
            found["round_cap"] = rules.round_cap
        if rules.balance_patch or own.balance_patch:
            found["balance_patch"] = rules.balance_patch
        return found

    def read_rules(self, root: Document) -> None:
        """Reads the rules; those that are not there are those of the game."""
        own = self.war.rules
        named = root.field("ruleset").choice(RULESETS) if root.has("ruleset") else ""
        self.view.board.rules = RuleSet(
            RULESETS[named] if named else own.loss_hull,
            root.optional("reset_shields", own.reset_shields).flag(),
            root.optional("round_cap", own.round_cap).integer(0, MOST_ROUNDS),
            root.optional("balance_patch", own.balance_patch).flag(),
        )

    def deck_text(self) -> str:
        """Writes the two deck lists; those of the game if all cards of the view are in them."""
        view, names = self.view, seat_texts("decks", str(self.war.options["decks"]))
        for seat in (0, 1):
            cards = [card for zone in range(ZONES) for card in view.cards[view.index(zone, seat)]]
            cards = [card for card in cards if card != UNKNOWN]
            if view.pools:
                groups, deck = len(view.layout.pools), view.index(DECK, seat)
                cards += view.pools[view.layout.group[deck]] + view.pools[groups + deck]
            counts = Counter(cards)
            if counts - Counter(self.war.loadouts[seat].cards):
                words = [f"{counts[card]} {CARD_WORDS[card]}" for card in sorted(counts)]
                names[seat] = ", ".join(words)
        return f" {SEPARATOR} ".join(names)

    def read_decks(self, root: Document) -> None:
        """Reads the two deck lists, from which hidden cards follow."""
        place = root.optional("decks", self.war.options["decks"])
        text = place.text()
        drones = "" if root.has("decks") else str(self.war.options["drones"])
        try:
            patched = self.view.board.rules.balance_patch
            self.loadouts = read_loadouts(text, drones, "", patched, True, True)
        except ValueError as error:
            place.note(str(error).removeprefix("invalid decks: "))

    # The course of the round.

    def usual_left(self) -> int:
        """Returns how much the active seat may choose when its step of this phase begins."""
        view, seat = self.view, self.view.active
        if view.phase == OPTIONAL_DISCARD:
            return ship_stat(view, seat, SHIP_DISCARDS)
        if view.phase == SHIELD_ALLOCATION and view.turn > 1:
            return ship_stat(view, seat, SHIELDS_PER_ROUND)
        if view.phase == SELECTION:
            return POOL_SIZE - len(view.board.chosen[seat])
        return 0

    def write_passed(self) -> list[Json]:
        """Writes the seats that have passed, in that order."""
        seats = (1, 0) if self.view.board.first_passer == 1 else (0, 1)
        return [seat for seat in seats if has_passed(self.view, seat)]

    def read_passed(self, place: Document) -> None:
        """Reads the seats that have passed; in the action phase the first of them is remembered."""
        view = self.view
        seats = [self.read_seat(item) for item in place.items()]
        view.board.passed = sum([1 << seat for seat in sorted(set(seats))])
        if seats and view.phase < DEPLOYMENT:
            place.note("nobody passes in this phase: expected an empty list")
        elif len(seats) > len(set(seats)):
            place.wanted("each seat once")
        if seats and view.phase == ACTION:
            view.board.first_passer = seats[0]

    # A side.

    def write_side(self, seat: int) -> dict[str, Json]:
        """Writes what a seat has."""
        view, board, first = self.view, self.view.board, seat * LANES
        found: dict[str, Json] = {"sections": None}
        if board.sections[first]:
            found["sections"] = [
                write_section(board.sections[at], board.hull[at], board.shields[at])
                for at in range(first, first + LANES)
            ]
        found |= {"energy": board.energy[seat], "budget": board.budget[seat]}
        if board.fleets[seat] != self.loadouts[seat].fleet:
            found["drones"] = drone_words(board.fleets[seat])
        if board.pools[seat] or view.phase > SELECTION:
            found["pool"] = drone_words(board.pools[seat])
        if board.upgrades[seat]:
            words = TARGET_WORDS[ENEMY_UPGRADE]
            found["upgrades"] = [words[each] for each in board.upgrades[seat]]
        lanes = [view.rows[first + lane] for lane in range(LANES)]
        if any(lanes):
            found["lanes"] = [[write_drone(drone) for drone in lane] for lane in lanes]
        for zone, name in enumerate(ZONE_NAMES):
            pile = self.write_pile(view.index(zone, seat))
            if pile or name in ALWAYS_WRITTEN:
                found[name] = pile
        return found | self.write_secrets(seat)

    def write_secrets(self, seat: int) -> dict[str, Json]:
        """Writes what a seat was shown and has chosen in secret, if the viewer sees it."""
        board, found = self.view.board, dict[str, Json]()
        if self.view.viewer not in (seat, TRUTH):
            return found
        if board.offered[seat]:
            found["offered"] = drone_words(board.offered[seat])
        if board.chosen[seat]:
            chosen, placed = board.chosen[seat], self.view.phase == PLACEMENT
            found["chosen"] = write_placement(chosen) if placed else drone_words(chosen)
        return found

    def read_secrets(self, side: Document, seat: int) -> None:
        """Reads what a seat was shown and has chosen in secret."""
        board, view = self.view.board, self.view
        for name in ("offered", "chosen"):
            if not side.has(name):
                continue
            place = side.field(name)
            if view.phase > PLACEMENT or (name == "offered" and view.phase != SELECTION):
                place.note("it belongs in another phase")
            elif view.viewer not in (seat, TRUTH):
                self.refuse_hidden(place)
            elif name == "offered":
                board.offered[seat] = self.read_kinds(place, 2 * POOL_SIZE)
            elif view.phase == SELECTION:
                board.chosen[seat] = self.read_kinds(place, POOL_SIZE)
            else:
                board.chosen[seat] = self.read_placement(place)

    def read_placement(self, place: Document) -> tuple[int, ...]:
        """Reads a placement as one text."""
        try:
            found = read_placement(place.text())
        except ValueError as error:
            place.note(str(error))
            return ()
        return found if self.may_place(place, found) else ()

    def may_place(self, place: Document, sections: tuple[int, ...]) -> bool:
        """Tells whether the sections are in this game; notes those that are not."""
        for section in sections:
            if SECTIONS[section].patch_only and not self.view.board.rules.balance_patch:
                place.note(f"{SECTIONS[section].word} needs balance_patch")
                return False
        return True

    def read_sections(self, side: Document, seat: int) -> None:
        """Reads the ship of a seat."""
        board, first, early = self.view.board, seat * LANES, self.view.phase <= PLACEMENT
        placement = () if early else USUAL_SHIP
        place = side.optional("sections", write_placement(placement) or None)
        if place.value is None and early:
            return
        found = read_ship_sections(place)
        if not self.may_place(place, tuple([section.number for section in found])):
            found = []
        if not found and not early:
            # What cannot be read is taken as usual, so that energy and drones can be checked.
            found = read_ship_sections(Document(write_placement(USUAL_SHIP)))
        for lane, section in enumerate(found):
            at = first + lane
            board.sections[at], board.hull[at] = section.number, min(section.hull, MAX_HULL)
            board.shields[at] = section.shields
            cap = shield_cap(self.view, seat, lane)
            if section.shields > cap:
                word = SECTIONS[section.number].word
                text = f"{word} with {section.shields} shields: expected 0 to {cap}"
                section.place.note(text)

    def read_numbers(self, side: Document, seat: int) -> None:
        """Reads the energy and the budget of a seat."""
        view, board = self.view, self.view.board
        most = ship_stat(view, seat, MAX_ENERGY) if view.phase > PLACEMENT else 0
        board.energy[seat] = side.optional("energy", min(most, USUAL_ENERGY)).integer(0, most)
        stat = INITIAL_DEPLOYMENT if view.turn == 1 else DEPLOYMENT_BUDGET
        usual = ship_stat(view, seat, stat) if view.phase == DEPLOYMENT else 0
        board.budget[seat] = side.optional("budget", usual).integer(0, MOST)

    # Types of drones.

    def read_kinds(self, place: Document, most: int) -> tuple[int, ...]:
        """Reads a list of different types of drones that can be deployed."""
        items = place.items()
        found: list[int] = []
        for item in items:
            kind = read_kind(item)
            if kind in found:
                item.note(f"{DRONE_WORDS[kind]} is there twice")
            elif DRONES[kind].token:
                item.note(f"{DRONE_WORDS[kind]} is a token, which cannot be deployed")
            elif kind:
                found.append(kind)
        if len(items) > most:
            place.note(f"{len(items)} drones: expected {most} at most")
        return tuple(found)

    def read_fleet(self, side: Document, seat: int) -> None:
        """Reads the drone list, the active pool and the upgrades of a seat."""
        view, board = self.view, self.view.board
        fleet = self.loadouts[seat].fleet
        if side.has("drones"):
            fleet = self.read_kinds(side.field("drones"), 2 * POOL_SIZE)
        board.fleets = replaced(board.fleets, seat, fleet)
        usual = [] if view.phase == SELECTION else self.usual_pool(seat)
        pool = self.read_kinds(side.optional("pool", drone_words(tuple(usual))), POOL_SIZE)
        board.pools = replaced(board.pools, seat, pool)
        codes = list[int]()
        for item in side.optional("upgrades", []).items():
            code = self.read_upgrade(item)
            if not code:
                continue
            kind, card = code // UPGRADE_BASE, code % UPGRADE_BASE
            own = [each for each in codes if each // UPGRADE_BASE == kind]
            if codes.count(code) >= CARDS[card].applications:
                item.note(f"expected {CARDS[card].applications} of it at most")
            elif len(own) >= DRONES[kind].slots:
                item.note(f"{DRONE_WORDS[kind]} has {DRONES[kind].slots} upgrade slots")
            codes.append(code)
        board.upgrades = replaced(board.upgrades, seat, tuple(sorted(codes)))

    def read_upgrade(self, item: Document) -> int:
        """Reads an upgrade such as `combat enhancement on scout`; 0 if there is none."""
        text = plain(item.text())
        code = TARGET_CODES[ENEMY_UPGRADE].get(text, 0)
        if not isinstance(item.value, str) or code:
            return code
        card, _, drone = text.partition(" on ")
        upgrades = [each.word for each in CARDS[1:] if IS_UPGRADE[each.number]]
        if card not in upgrades:
            item.note(f"there is no upgrade {card[:MOST]!r}; {suggest(card[:MOST], upgrades)}")
        if not drone:
            item.note(f"expected a type, too, such as '{upgrades[0]} on scout'")
        elif drone not in DRONE_WORDS:
            item.note(f"there is no drone {drone[:MOST]!r}; {near_name(drone, DRONE_WORDS[1:])}")
        return 0

    def usual_pool(self, seat: int) -> list[int]:
        """Returns the types on the board, and then those of the drone list, five at most."""
        rows = self.view.rows[seat * LANES : seat * LANES + LANES]
        there = [drone.kind for row in rows for drone in row if not DRONES[drone.kind].token]
        return [*dict.fromkeys([*there, *self.view.board.fleets[seat]])][:POOL_SIZE]

    # Drones.

    def read_lanes(self, side: Document, seat: int) -> None:
        """Reads the drones of a seat: a list for each lane, or an object with some lanes."""
        place = side.optional("lanes", {})
        lanes: dict[int, Document] = {}
        if isinstance(place.value, dict):
            place.only(LANE_NAMES)
            for lane, name in enumerate(LANE_NAMES):
                if place.has(name):
                    lanes[lane] = place.field(name)
        else:
            items = place.items()
            lanes = dict(enumerate(items[:LANES]))
            if isinstance(place.value, list) and len(items) != LANES:
                place.wanted(f"{LANES} lists of drones, one for each lane")
        for lane, there in lanes.items():
            for item in there.items():
                drone = read_drone(item)
                if drone is not None:
                    self.view.rows[seat * LANES + lane].append(drone)
            self.check_lane(there, seat, lane)

    def check_lane(self, place: Document, seat: int, lane: int) -> None:
        """Notes that there are too many drones of a type in a lane."""
        kinds = Counter([drone.kind for drone in self.view.rows[seat * LANES + lane]])
        for kind, count in kinds.items():
            most = DRONES[kind].per_lane
            if most and count > most:
                place.note(f"{count} of {DRONE_WORDS[kind]} in a lane: expected {most} at most")

    def finish_lanes(self, side: Document, seat: int) -> None:
        """Sets max shields, which depend on the whole lane, and notes too many drones."""
        view, place = self.view, side.optional("lanes", {})
        for lane in range(LANES):
            for index, drone in enumerate(view.rows[seat * LANES + lane]):
                drone.max_shields = max_shields(view, seat, lane, drone)
                if drone.shields == FULL:
                    drone.shields = drone.max_shields
                elif drone.shields > drone.max_shields:
                    word, most = DRONE_WORDS[drone.kind], drone.max_shields
                    text = f"{word} with {drone.shields} shields: expected 0 to {most}"
                    place.note(f"lane {lane + 1}, drone {index + 1}: {text}")
        self.check_limits(place, seat)

    def check_limits(self, place: Document, seat: int) -> None:
        """Notes more drones than a seat can have on the board."""
        view = self.view
        rows = view.rows[seat * LANES : seat * LANES + LANES]
        kinds = Counter([drone.kind for row in rows for drone in row])
        extra = any(CARDS[card].stat == LIMIT for card in self.loadouts[seat].cards)
        extra = extra or any(
            CARDS[code % UPGRADE_BASE].stat == LIMIT for code in view.board.upgrades[seat]
        )
        for kind, count in kinds.items():
            # An upgrade can be gone, and the drone that it allowed is still there.
            most = DRONES[kind].limit + extra
            if not DRONES[kind].token and count > most:
                place.note(f"{count} of {DRONE_WORDS[kind]} on the board: expected {most} at most")
        made = sum([count for kind, count in kinds.items() if not DRONES[kind].token])
        if view.phase == DEPLOYMENT and count_drones(view, seat) > ship_stat(view, seat, CPU_LIMIT):
            made = count_drones(view, seat)
            limit = ship_stat(view, seat, CPU_LIMIT)
        else:
            limit = self.full_control(seat)
        if made > limit:
            place.note(f"{made} drones: the CPU limit is {limit}")

    def full_control(self, seat: int) -> int:
        """Returns the CPU limit of a ship without damage; damage lowers it only later."""
        board, first = self.view.board, seat * LANES
        hull = board.hull
        board.hull = [MAX_HULL] * (2 * LANES)
        limit = ship_stat(self.view, seat, CPU_LIMIT) if board.sections[first] else 0
        board.hull = hull
        return limit

    # Cards.

    def find_listed(self) -> None:
        """Finds the decks of which everybody knows the cards, to write them as counts."""
        view = self.view
        for seat in (0, 1):
            p = view.index(DECK, seat)
            known = view.content[p] == view.layout.everybody and not view.seen[p]
            if known and view.viewer != TRUTH:
                self.listed[p] = view.pools[len(view.layout.pools) + p]

    def write_pile(self, p: int) -> Json:
        """Writes a pile; a deck that everybody knows as counts of its cards."""
        if p in self.listed:
            counts = Counter(self.listed[p])
            return {CARD_WORDS[card]: counts[card] for card in sorted(counts)}
        return super().write_pile(p)

    def write_content(self) -> dict[str, Json]:
        """Writes who knows what is in which pile, but for what is written as counts."""
        words = [self.layout.pile_word(p) for p in self.listed]
        found = super().write_content()
        return {word: mask for word, mask in found.items() if word not in words}

    def derive(self, pool: int, count: int) -> tuple[list[int], list[str]]:
        """Returns hidden cards as they follow from the rest, such as a deck that is listed."""
        p = pool - len(self.layout.pools)
        return (self.listed[p], []) if p in self.listed else super().derive(pool, count)

    def read_cards(self, side: Document, root: Document, seat: int) -> None:
        """Reads the cards of a seat; the deck comes last, because it can follow from the rest."""
        view, before = self.view, len(side.problems)
        for zone, name in enumerate(ZONE_NAMES):
            if zone != DECK and side.has(name):
                self.read_pile(self.expanded(side.field(name)), view.index(zone, seat))
        deck = view.index(DECK, seat)
        if side.has("deck"):
            self.read_deck(side.field("deck"), deck)
        else:
            elsewhere = sum([len(view.cards[view.index(zone, seat)]) for zone in range(ZONES)])
            left = max(0, len(self.loadouts[seat].cards) - elsewhere)
            view.cards[deck] = [UNKNOWN] * left
        if len(side.problems) == before:
            self.check_cards(side, root, seat)

    def expanded(self, place: Document) -> Document:
        """Writes cards with a number, such as `2 nuke`, as so many cards."""
        if not isinstance(place.value, list):
            return place
        found: list[object] = []
        for item in place.items():
            text = COUNTED.fullmatch(plain(item.value)) if isinstance(item.value, str) else None
            if isinstance(item.value, str) and plain(item.value) not in CARD_NUMBERS:
                word = plain(item.value) if text is None else text[2]
                # Noted here, where the place is the one in the document.
                self.fields.read_card(Document(word, item.path, item.problems))
                if text is not None and word in CARD_NUMBERS:
                    found += [word] * int(text[1])
            else:
                found.append(item.value)
        return Document(found, place.path, place.problems)

    def read_deck(self, place: Document, p: int) -> None:
        """Reads a deck: as any pile, or as cards whose order nobody knows."""
        view, value = self.view, place.value
        listed = isinstance(value, dict) or (
            isinstance(value, list) and any(isinstance(item, str) for item in value)
        )
        if not listed or (view.viewer == TRUTH and isinstance(value, list)):
            self.read_pile(self.expanded(place), p)
            return
        cards: list[int] = []
        if isinstance(value, dict):
            for word in place.names():
                number = self.fields.read_card(Document(word, place.path, place.problems))
                cards += [number] * place.field(word).integer(0, MOST)
        else:
            cards = [self.fields.read_card(item) for item in self.expanded(place).items()]
        if view.viewer == TRUTH:
            view.cards[p] = cards
        else:
            view.cards[p] = [UNKNOWN] * len(cards)
            self.listed[p] = sorted(cards)
        view.content[p] = view.layout.everybody

    def check_cards(self, side: Document, root: Document, seat: int) -> None:
        """Notes cards that are not in the deck list, or more of them than it holds."""
        view, cards = self.view, self.loadouts[seat].cards
        left, hidden = Counter(cards), 0
        zones = [zone for zone in range(ZONES) if zone != DECK]
        for zone in [*zones, DECK]:
            p, place = view.index(zone, seat), side.optional(ZONE_NAMES[zone], None)
            there = self.listed.get(p, view.cards[p])
            for card, count in Counter(there).items():
                if card == UNKNOWN:
                    hidden += count
                    continue
                left[card] -= count
                if left[card] < 0:
                    place.note(surplus(card, cards.count(card), cards.count(card) - left[card]))
        rest = sum(left.values())
        unseen = root.optional("unseen", {})
        told = unseen.has(view.layout.pools[view.layout.group[view.index(DECK, seat)]])
        if hidden != rest and hidden and not told and min(left.values(), default=0) >= 0:
            seen = len(cards) - rest
            text = f"the deck list has {len(cards)} cards, {seen} of them are seen"
            wanted = f"expected {rest} hidden cards in hand and deck, got {hidden}"
            side.note(f"{text}: {wanted}; or list the cards of the deck")


def surplus(card: int, most: int, count: int) -> str:
    """Says that there are more cards than a deck list holds."""
    word = CARD_WORDS[card]
    if most:
        return f"{count} of {word}, and the deck list holds {most}"
    return f"{word} is not in the deck list: expected a card of it, or another list in 'decks'"


def drone_words(kinds: tuple[int, ...]) -> list[Json]:
    """Writes types of drones."""
    return [DRONE_WORDS[kind] for kind in kinds]


def replaced(
    entries: tuple[tuple[int, ...], ...], seat: int, entry: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Returns a pair with another entry for a seat."""
    return (entry, entries[1]) if seat == 0 else (entries[0], entry)
