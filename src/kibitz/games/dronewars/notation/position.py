"""Positions: a view as a JSON document that a person can write.

```json
{"viewer": 0, "decks": "manticore / standard", "turn": 2, "phase": "action",
 "seats": [
   {"placement": "bridge powercell hub", "hull": [10, 10, 5], "shields": [3, 3, 0],
    "energy": 7, "lanes": [["bomber", "scout 1/0 exhausted"], [], []],
    "hand": ["laser blast+", "nuke"]},
   {"lanes": [[{"drone": "guardian", "hull": 3, "attack": 5}], [], []], "hand": 5}]}
```

Everything but `viewer` and `seats` can be left out. A drone is its name, then perhaps its hull and
shields, `exhausted` and `marked`; or an object, whose `attack`, `speed` and `hull` may differ from
what is printed. The rest is as in `kibitz.kit.position`: a number stands for so many hidden cards,
`known_to` says who knows one.
"""

import re
from typing import TYPE_CHECKING, Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.dronewars.cards.catalogue import (
    CARD_NUMBERS,
    CARD_WORDS,
    DRONE_NUMBERS,
    DRONE_WORDS,
    DRONES,
    ENEMY_UPGRADE,
    LANES,
    MAX_ENERGY,
    MOST_EQUAL,
    plain,
)
from kibitz.games.dronewars.cards.decks import (
    Loadout,
    read_loadouts,
    read_placement,
    write_placement,
)
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat
from kibitz.games.dronewars.rules.stats import max_shields
from kibitz.games.dronewars.rules.targets import TARGET_CODES, TARGET_WORDS
from kibitz.games.dronewars.state import (
    ACTION,
    DECK,
    LAYOUT,
    MAX_HULL,
    PHASES,
    SELECTION,
    START_SHIELDS,
    ZONES,
    Battle,
    Drone,
    Field,
    new_drone,
)
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.position import FIELDS, Fields, Position

if TYPE_CHECKING:
    from kibitz.games.dronewars.game import DroneWars

SEATS: Final = "seats"
NAMES: Final = (
    *[name for name in FIELDS if name not in ("zones", "rows")],
    *("decks", SEATS),
)
ZONE_NAMES: Final = [zone.id for zone in LAYOUT.zones]
ALWAYS_WRITTEN: Final = ("hand", "deck")
# Fields of the board that are written side by side, or follow from the options.
BY_SIDE: Final = (
    *("sections", "hull", "shields", "energy", "budget", "fleets", "pools", "upgrades"),
)
SIDE_FIELDS: Final = (
    *("placement", "hull", "shields", "energy", "budget", "drones", "pool", "upgrades", "lanes"),
    *ZONE_NAMES,
)
DRONE_FIELDS: Final = (
    *("drone", "hull", "shields", "exhausted", "marked", "attack", "speed"),
    *("attack_boost", "speed_boost"),
)
USUAL_PLACEMENT: Final = "bridge powercell hub"
USUAL_ENERGY: Final = 10
# Far more than any rule gives; positions for tests may try what the tables do not have.
MOST: Final = 99
DRONE_TEXT: Final = re.compile(r"(?P<name>[a-z_ ]+?)(?: (?P<hull>\d{1,2})/(?P<shields>\d{1,2}))?")
FLAGS: Final = ("exhausted", "marked")


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
            raise ValueError(f"there is no card {word!r}; {suggest(plain(word), CARD_NUMBERS)}")
        return found


class TablePosition(Position[Drone, Field]):
    """Writes a view side by side, or reads one."""

    def __init__(self, game: "DroneWars", view: Battle) -> None:
        words = Words(view.layout, game.effects(), view.board.records)
        super().__init__(game, view, words)
        self.war: Final = game
        self.loadouts: list[Loadout] = game.loadouts

    def names(self) -> tuple[str, ...]:
        """Returns the fields of the document."""
        return NAMES

    def stock(self) -> list[list[int]]:
        """Returns the two decks."""
        return [loadout.cards for loadout in self.loadouts]

    # The document.

    def write_board(self) -> dict[str, Json]:
        """Writes the board without what is written side by side."""
        found = super().write_board()
        return {name: value for name, value in found.items() if name not in BY_SIDE}

    def write_table(self) -> dict[str, Json]:
        """Writes the decks and the two sides."""
        return {
            "decks": str(self.war.options["decks"]),
            SEATS: [self.write_side(seat) for seat in (0, 1)],
        }

    def read_table(self, root: Document) -> None:
        """Reads the decks and the two sides."""
        if root.has("decks"):
            self.read_decks(root.field("decks"))
        board = self.view.board
        board.fleets = tuple([loadout.fleet for loadout in self.loadouts])
        sides = self.by_seat(root.field(SEATS))
        for seat, side in enumerate(sides):
            side.only(SIDE_FIELDS)
            self.read_ship(side, seat)
            self.read_fleet(side, seat)
            self.read_lanes(side.optional("lanes", [[], [], []]), seat)
            self.read_cards(side, seat)
        for seat, side in enumerate(sides):
            self.finish_lanes(side, seat)

    def read(self, root: Document) -> None:
        """Reads everything; a battle is in its action phase."""
        value = root.value
        usual = {"phase": PHASES[ACTION], **value} if isinstance(value, dict) else value
        super().read(Document(usual, root.path, root.problems))
        if self.view.board.first < 0 and self.view.turn > 0:
            self.view.board.first = self.view.active

    def read_decks(self, place: Document) -> None:
        """Reads the two deck lists, from which hidden cards follow."""
        text = place.text()
        if not text or text == self.war.options["decks"]:
            return
        try:
            rules = self.view.board.rules
            self.loadouts = read_loadouts(text, "", "", rules.balance_patch, True, True)
        except ValueError as error:
            place.note(str(error))

    # The ship.

    def write_side(self, seat: int) -> dict[str, Json]:
        """Writes what a seat has."""
        board, first = self.view.board, seat * LANES
        lanes = slice(first, first + LANES)
        found: dict[str, Json] = {}
        placement = tuple(board.sections[lanes])
        found["placement"] = write_placement(placement) if placement[0] else None
        found["hull"] = [*board.hull[lanes]]
        found["shields"] = [*board.shields[lanes]]
        found["energy"] = board.energy[seat]
        found["budget"] = board.budget[seat]
        if board.fleets[seat] != self.loadouts[seat].fleet:
            found["drones"] = [DRONE_WORDS[kind] for kind in board.fleets[seat]]
        found["pool"] = [DRONE_WORDS[kind] for kind in board.pools[seat]]
        upgrades = [TARGET_WORDS[ENEMY_UPGRADE][each] for each in board.upgrades[seat]]
        if upgrades:
            found["upgrades"] = [*upgrades]
        found["lanes"] = [self.write_lane(seat, lane) for lane in range(LANES)]
        for zone, name in enumerate(ZONE_NAMES):
            pile = self.write_pile(self.view.index(zone, seat))
            if pile or name in ALWAYS_WRITTEN:
                found[name] = pile
        return found

    def read_ship(self, side: Document, seat: int) -> None:
        """Reads the sections, energy and budget of a seat."""
        board, first = self.view.board, seat * LANES
        place = side.optional("placement", USUAL_PLACEMENT)
        if place.value is not None:
            try:
                board.sections[first : first + LANES] = read_placement(place.text())
            except ValueError as error:
                place.note(str(error))
        hull = self.read_numbers(side.optional("hull", [MAX_HULL] * LANES), MAX_HULL)
        shields = self.read_numbers(side.optional("shields", [START_SHIELDS] * LANES), MOST)
        board.hull[first : first + LANES] = hull
        board.shields[first : first + LANES] = shields
        for lane in range(LANES):
            cap = shield_cap(self.view, seat, lane)
            if board.shields[first + lane] > cap:
                place = side.field("shields").items()[lane]
                place.wanted(f"a whole number from 0 to {cap}")
        most = ship_stat(self.view, seat, MAX_ENERGY)
        usual = min(most, USUAL_ENERGY) if self.view.turn else 0
        board.energy[seat] = side.optional("energy", usual).integer(0, most)
        board.budget[seat] = side.optional("budget", 0).integer(0, MOST)

    def read_numbers(self, place: Document, most: int) -> list[int]:
        """Reads one number for each lane."""
        numbers = [item.integer(0, most) for item in place.items()]
        if len(numbers) != LANES:
            place.wanted(f"{LANES} numbers, one for each lane")
            return [0] * LANES
        return numbers

    def read_fleet(self, side: Document, seat: int) -> None:
        """Reads the drone list, the active pool and the upgrades of a seat."""
        board = self.view.board
        if side.has("drones"):
            self.set_fleet(seat, self.read_kinds(side.field("drones")))
        chosen = self.view.phase > SELECTION
        usual = [DRONE_WORDS[kind] for kind in board.fleets[seat][:5]] if chosen else []
        pool = self.read_kinds(side.optional("pool", usual))
        upgrades = sorted(
            [self.read_upgrade(item) for item in side.optional("upgrades", []).items()]
        )
        board.pools = replaced(board.pools, seat, pool)
        board.upgrades = replaced(board.upgrades, seat, tuple(upgrades))

    def set_fleet(self, seat: int, fleet: tuple[int, ...]) -> None:
        """Sets the drone list of a seat."""
        self.view.board.fleets = replaced(self.view.board.fleets, seat, fleet)

    def read_kinds(self, place: Document) -> tuple[int, ...]:
        """Reads a list of types of drones."""
        return tuple([self.read_kind(item) for item in place.items()])

    def read_kind(self, place: Document) -> int:
        """Reads a type of drone; 0 if there is none."""
        word = plain(place.text())
        kind = DRONE_NUMBERS.get(word, 0)
        if word and not kind:
            place.note(f"there is no drone {word!r}; {suggest(word, DRONE_NUMBERS)}")
        return kind

    def read_upgrade(self, place: Document) -> int:
        """Reads an upgrade of a type."""
        known = TARGET_CODES[ENEMY_UPGRADE]
        return known[place.choice(known)]

    # Drones.

    def write_lane(self, seat: int, lane: int) -> list[Json]:
        """Writes the drones of a lane."""
        row = self.view.rows[seat * LANES + lane]
        return [self.write_drone(drone, max_shields(self.view, seat, lane, drone)) for drone in row]

    def write_drone(self, drone: Drone, most: int) -> Json:
        """Writes a drone: its name alone if there is nothing special about it."""
        printed = DRONES[drone.kind]
        found: dict[str, Json] = {"drone": printed.word}
        if drone.hull != printed.hull:
            found["hull"] = drone.hull
        if drone.shields != most:
            found["shields"] = drone.shields
        if drone.attack_up:
            found["attack"] = printed.attack + drone.attack_up
        if drone.speed_up:
            found["speed"] = printed.speed + drone.speed_up
        parts: dict[str, Json] = {
            "exhausted": not drone.ready,
            "marked": drone.marked,
            "attack_boost": drone.attack_boost,
            "speed_boost": drone.speed_boost,
        }
        found |= {name: part for name, part in parts.items() if part}
        return found if len(found) > 1 else printed.word

    def read_lanes(self, place: Document, seat: int) -> None:
        """Reads the drones of a seat, lane by lane."""
        lanes = place.items()
        if isinstance(place.value, list) and len(lanes) != LANES:
            place.wanted(f"{LANES} lists of drones, one for each lane")
            return
        for lane, items in enumerate(lanes):
            for item in items.items():
                drone = self.read_drone(item)
                if drone is not None:
                    self.view.rows[seat * LANES + lane].append(drone)
            self.check_lane(items, seat, lane)

    def check_lane(self, place: Document, seat: int, lane: int) -> None:
        """Notes that there are too many equal drones in a lane."""
        kinds = [drone.kind for drone in self.view.rows[seat * LANES + lane]]
        for kind in dict.fromkeys(kinds):
            most = DRONES[kind].per_lane or MOST_EQUAL
            if kinds.count(kind) > most:
                word = DRONE_WORDS[kind]
                place.note(f"{kinds.count(kind)} of {word} in one lane: expected {most} at most")

    def read_drone(self, place: Document) -> Drone | None:
        """Reads a drone, as text or as an object; None if there is no such drone."""
        if not isinstance(place.value, dict):
            return self.read_short(place)
        place.only(DRONE_FIELDS)
        kind = self.read_kind(place.field("drone"))
        if not kind:
            return None
        printed, made = DRONES[kind], new_drone(kind)
        made.hull = place.optional("hull", printed.hull).integer(1, MOST)
        made.shields = place.optional("shields", -1).integer(-1, MOST)
        made.ready = not place.optional("exhausted", False).flag()
        made.marked = place.optional("marked", False).flag()
        made.attack_up = place.optional("attack", printed.attack).integer() - printed.attack
        made.speed_up = place.optional("speed", printed.speed).integer() - printed.speed
        made.attack_boost = place.optional("attack_boost", 0).integer(-MOST, MOST)
        made.speed_boost = place.optional("speed_boost", 0).integer(-MOST, MOST)
        return made

    def read_short(self, place: Document) -> Drone | None:
        """Reads a drone such as `scout 1/0 exhausted`."""
        words = plain(place.text()).split()
        flags = [word for word in words if word in FLAGS]
        text = " ".join([word for word in words if word not in FLAGS])
        found = DRONE_TEXT.fullmatch(text)
        kind = 0 if found is None else DRONE_NUMBERS.get(found["name"], 0)
        if found is None or not kind:
            if words:
                place.note(f"there is no drone {text!r}; {suggest(text, DRONE_NUMBERS)}")
            return None
        made = new_drone(kind)
        made.shields = -1 if found["shields"] is None else int(found["shields"])
        made.hull = made.hull if found["hull"] is None else int(found["hull"])
        if not 1 <= made.hull <= DRONES[kind].hull:
            place.wanted(f"a hull from 1 to {DRONES[kind].hull}")
        made.ready = "exhausted" not in flags
        made.marked = "marked" in flags
        return made

    def finish_lanes(self, side: Document, seat: int) -> None:
        """Sets max shields, which depend on the whole lane; notes drones with more shields."""
        for lane in range(LANES):
            for index, drone in enumerate(self.view.rows[seat * LANES + lane]):
                drone.max_shields = max_shields(self.view, seat, lane, drone)
                if drone.shields < 0:
                    drone.shields = drone.max_shields
                elif drone.shields > drone.max_shields:
                    place = side.field("lanes").items()[lane].items()[index]
                    place.wanted(f"shields from 0 to {drone.max_shields}")

    # Cards.

    def read_cards(self, side: Document, seat: int) -> None:
        """Reads the cards of a seat; the deck comes last, because it can follow from the rest."""
        view = self.view
        for zone, name in enumerate(ZONE_NAMES):
            if zone != DECK and side.has(name):
                self.read_pile(side.field(name), view.index(zone, seat))
        deck = view.index(DECK, seat)
        if side.has("deck"):
            self.read_pile(side.field("deck"), deck)
        else:
            elsewhere = sum([len(view.cards[view.index(zone, seat)]) for zone in range(ZONES)])
            left = max(0, len(self.loadouts[seat].cards) - elsewhere)
            view.cards[deck] = [UNKNOWN] * left


def replaced(
    entries: tuple[tuple[int, ...], ...], seat: int, entry: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Returns a pair with another entry for a seat."""
    return (entry, entries[1]) if seat == 0 else (entries[0], entry)
