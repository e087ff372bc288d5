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

Drones and sections are written as `scout 1/0 exhausted` and `bridge 5/0`: two numbers are hull and
shields, and a part without them is undamaged. A drone can also be an object, whose `attack`,
`speed` and `hull` may differ from what is printed.

What waits for an answer is the move that asked for it. `attack bomber 1 > section` waits for the
defender, `recalculate` for a discard, `reallocate` for a second shield, `play strategic planning`
for the choice of a card, and `play reposition > 1 > 2` for drones; after one has moved it is
`play reposition > 1 > 2, 1 moved`.
"""

import re
from collections import Counter
from typing import TYPE_CHECKING, ClassVar, Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.dronewars import cards, state
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.moves import Attack
from kibitz.games.dronewars.rules import targets
from kibitz.games.dronewars.rules.abilities import DiscardOne, MoveShields
from kibitz.games.dronewars.rules.attacks import Interception, interceptors
from kibitz.games.dronewars.rules.drones import max_shields
from kibitz.games.dronewars.rules.effects import MoveDrones, SearchDeck
from kibitz.games.dronewars.rules.phases import Ask, must_decide
from kibitz.games.dronewars.rules.sections import has_lost, shield_cap, ship_stat
from kibitz.games.dronewars.state import Battle, Drone, Field
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.position import Fields, Position
from kibitz.kit.state import TRUTH

if TYPE_CHECKING:
    from kibitz.games.dronewars.game import DroneWars


# Far more than any rule gives; positions for tests may try what the tables do not have.
MOST: Final = 99
# Shields that are not given: all that the drone can have.
FULL: Final = -1
FLAGS: Final = ("ready", "exhausted", "marked")
PART_TEXT: Final = re.compile(r"(?P<name>[a-z_ ]*?) ?(?:(?P<hull>\d{1,3})/(?P<shields>\d{1,3}))?")
DRONE_FIELDS: Final = (
    *("drone", "hull", "shields", "exhausted", "marked", "attack", "speed"),
    *("attack_boost", "speed_boost"),
)
SECTION_FIELDS: Final = ("section", "hull", "shields")
USUAL_SHIP: Final = cards.read_placement("bridge powercell hub")


# Drones.


def read_kind(place: Document) -> int:
    """Reads a type of drone; 0 if there is none."""
    word = cards.plain(place.text())
    kind = cards.DRONE_NUMBERS.get(word, 0)
    if isinstance(place.value, str) and not kind:
        place.note(f"there is no drone {word[:MOST]!r}; {near_drone(word)}")
    return kind


def near_drone(word: str) -> str:
    """Says which drone a word could mean."""
    return cards.near_name(word, cards.DRONE_WORDS[1:])


def write_drone(drone: Drone) -> Json:
    """Writes a drone: as text, or as an object if its numbers are not the printed ones."""
    printed = cards.DRONES[drone.kind]
    changes: dict[str, Json] = {
        "attack": printed.attack + drone.attack_up if drone.attack_up else 0,
        "speed": printed.speed + drone.speed_up if drone.speed_up else 0,
        "attack_boost": drone.attack_boost,
        "speed_boost": drone.speed_boost,
    }
    found: dict[str, Json] = {name: number for name, number in changes.items() if number}
    # A number that was changed to 0 must be written, too.
    found |= {"attack": 0} if drone.attack_up and not changes["attack"] else {}
    found |= {"speed": 0} if drone.speed_up and not changes["speed"] else {}
    if found or drone.hull > printed.hull:
        whole: dict[str, Json] = {"drone": printed.word, "hull": drone.hull}
        whole |= {"shields": drone.shields, **found}
        whole |= {} if drone.ready else {"exhausted": True}
        return whole | ({"marked": True} if drone.marked else {})
    words = [printed.word]
    if drone.hull < printed.hull or drone.shields < drone.max_shields:
        words.append(f"{drone.hull}/{drone.shields}")
    words += [] if drone.ready else ["exhausted"]
    return " ".join([*words, "marked"] if drone.marked else words)


def read_drone(place: Document) -> Drone | None:
    """Reads a drone, as text or as an object; None if there is no such drone.

    Shields that are not given are `FULL`, because they depend on the rest of the lane.
    """
    if not isinstance(place.value, dict):
        return read_drone_text(place)
    place.only(DRONE_FIELDS)
    kind = read_kind(place.field("drone"))
    if not kind:
        return None
    printed, made = cards.DRONES[kind], state.new_drone(kind)
    made.hull = place.optional("hull", printed.hull).integer(1, MOST)
    made.shields = place.field("shields").integer(0, MOST) if place.has("shields") else FULL
    made.ready = not place.optional("exhausted", False).flag()
    made.marked = place.optional("marked", False).flag()
    made.attack_up = place.optional("attack", printed.attack).integer(-MOST, MOST) - printed.attack
    made.speed_up = place.optional("speed", printed.speed).integer(-MOST, MOST) - printed.speed
    made.attack_boost = place.optional("attack_boost", 0).integer(-MOST, MOST)
    made.speed_boost = place.optional("speed_boost", 0).integer(-MOST, MOST)
    return made


def read_drone_text(place: Document) -> Drone | None:
    """Reads a drone such as `scout 1/0 exhausted`."""
    if not isinstance(place.value, str):
        place.wanted("a drone such as 'scout 1/0 exhausted', or an object")
        return None
    words = cards.plain(place.value).split()
    text = " ".join([word for word in words if word not in FLAGS])
    found = PART_TEXT.fullmatch(text)
    name = text if found is None else found["name"]
    kind = cards.DRONE_NUMBERS.get(name, 0)
    if found is None or not kind:
        shape = "" if found is not None else " (a drone is written as 'scout 1/0 exhausted')"
        place.note(f"there is no drone {name[:MOST]!r}; {near_drone(name)}{shape}")
        return None
    made = state.new_drone(kind)
    made.ready, made.marked = "exhausted" not in words, "marked" in words
    made.shields = FULL if found["shields"] is None else int(found["shields"])
    made.hull = made.hull if found["hull"] is None else int(found["hull"])
    most = cards.DRONES[kind].hull
    if not 1 <= made.hull <= most:
        more = f"for more, write it as an object with 'drone' and 'hull': {made.hull}"
        place.note(f"{name} with hull {made.hull}: expected 1 to {most}; {more}")
    return made


# Sections.


class ShipSection:
    """A section of a ship as it is read."""

    def __init__(self, number: int, hull: int, shields: int, place: Document) -> None:
        self.number: Final = number
        self.hull: Final = hull
        self.shields: Final = shields
        self.place: Final = place


def read_ship_sections(place: Document) -> list[ShipSection]:
    """Reads the sections in lanes 1, 2 and 3: a text with three names, or a list.

    Returns an empty list if that is not possible.
    """
    if isinstance(place.value, str):
        try:
            numbers = cards.read_placement(place.value)
        except ValueError as error:
            place.note(str(error))
            return []
        hull, shields = state.MAX_HULL, state.START_SHIELDS
        return [ShipSection(number, hull, shields, place) for number in numbers]
    before, items = len(place.problems), place.items()
    if isinstance(place.value, list) and len(items) != LANES:
        place.wanted(f"{LANES} sections, one for each lane")
    if len(place.problems) > before:
        return []
    found = [read_section(item, USUAL_SHIP[lane]) for lane, item in enumerate(items)]
    if len(place.problems) > before:
        return []
    try:
        cards.read_placement(" ".join([cards.SECTIONS[section.number].id for section in found]))
    except ValueError as error:
        place.note(str(error))
        return []
    return found


def read_section(place: Document, usual: int) -> ShipSection:
    """Reads a section; one without a name is the usual one of its lane."""
    if isinstance(place.value, dict):
        place.only(SECTION_FIELDS)
        word = cards.plain(place.optional("section", cards.SECTION_WORDS[usual]).text())
        hull = place.optional("hull", state.MAX_HULL).integer(0, state.MAX_HULL)
        shields = place.optional("shields", state.START_SHIELDS).integer(0, MOST)
    else:
        text = cards.plain(place.text())
        found = PART_TEXT.fullmatch(text)
        word = text if found is None else found["name"] or cards.SECTION_WORDS[usual]
        numbers = found is not None and found["hull"] is not None
        hull = int(found["hull"]) if found is not None and numbers else state.MAX_HULL
        shields = int(found["shields"]) if found is not None and numbers else state.START_SHIELDS
        if hull > state.MAX_HULL:
            place.note(f"{word} with hull {hull}: expected 0 to {state.MAX_HULL}")
    number = cards.SECTION_NUMBERS.get(word, 0)
    if not number:
        near = suggest(word[:MOST], cards.SECTION_WORDS[1:])
        place.note(f"there is no section {word[:MOST]!r}; {near}")
    return ShipSection(number, hull, shields, place)


# What waits for an answer.

SHOWN: Final = 40
WAITING: Final = (
    *("attack bomber 1 > section", "recalculate", "reallocate"),
    *[
        f"play {card.word} > 1 > 2" if card.effect == cards.MOVE_MANY else f"play {card.word}"
        for card in cards.CARDS[1:]
        if card.effect in (cards.SEARCH, cards.SEARCH_UPGRADES, cards.MOVE_MANY)
    ],
)
MOVED: Final = re.compile(r"(?P<card>.+) > (?P<lane>[1-3]) > (?P<to>[1-3])(?:, (?P<n>\d) moved)?")


def write_pending(view: Battle) -> str:
    """Writes what waits for an answer; empty if nothing does."""
    if not view.stack:
        return ""
    asked = view.stack[-1]
    if isinstance(asked, Interception):
        lane, foe = asked.lane, asked.seat
        attacker = targets.BOARD_WORDS[targets.code_at(view, 1 - foe, lane, asked.attacker)]
        hit, code = asked.target, targets.SECTION_CODE
        if hit != state.SECTION:
            code = targets.code_at(view, foe, lane, hit)
        return f"attack {attacker} > {targets.attacked_word(code)}"
    if isinstance(asked, SearchDeck):
        return f"play {cards.CARD_WORDS[asked.card]}"
    if isinstance(asked, MoveDrones):
        moved = f", {asked.moved} moved" if asked.moved else ""
        return f"play {cards.CARD_WORDS[asked.card]} > {asked.lane + 1} > {asked.to + 1}{moved}"
    return "reallocate" if isinstance(asked, MoveShields) else "recalculate"


def read_pending(place: Document, view: Battle, on_board: bool = True) -> Ask | None:
    """Reads what waits for an answer of a seat, after everything else is read.

    Args:
        place: where it stands.
        view: what is read so far.
        on_board: whether the board is right; else only the words are read.
    """
    text, seat = cards.plain(place.text()), view.active
    verb, _, rest = text.partition(" ")
    if text == "recalculate":
        return checked(place, view, DiscardOne(seat), on_board)
    if text == "reallocate":
        return checked(place, view, MoveShields(seat, 1), on_board)
    if verb == "attack":
        return read_attack(place, view, rest, on_board)
    found = MOVED.fullmatch(rest)
    card = cards.CARD_NUMBERS.get(rest if found is None else found["card"], 0)
    effect = cards.CARDS[card].effect if verb == "play" and card else -1
    if effect in (cards.SEARCH, cards.SEARCH_UPGRADES) and found is None:
        return checked(place, view, SearchDeck(seat, card), on_board)
    if effect == cards.MOVE_MANY and found is not None:
        lane, to, moved = int(found["lane"]) - 1, int(found["to"]) - 1, int(found["n"] or 0)
        if abs(lane - to) == 1 and moved < cards.CARDS[card].count:
            return checked(place, view, MoveDrones(seat, card, lane, to, moved), on_board)
    if isinstance(place.value, str):
        place.note(f"{text[:SHOWN]!r} cannot wait for an answer; {suggest(text[:SHOWN], WAITING)}")
    return None


def read_attack(place: Document, view: Battle, text: str, on_board: bool) -> Ask | None:
    """Reads an attack that the defender may intercept."""
    seat = view.active
    drone, _, target = text.partition(" > ")
    move = Attack(drone, target)
    problems = move.invalid()
    if on_board and not problems:
        problems = [reject.reason for reject in move.check(view, seat)]
    for problem in problems:
        place.note(problem)
    if problems or not on_board:
        return None
    lane, index, hit = (
        move.lane,
        targets.index_of(view, seat, move.code),
        move.target_index(view, seat),
    )
    if not interceptors(view, 1 - seat, lane, index, hit):
        place.note("no drone can intercept this attack, so it does not wait")
        return None
    return Interception(1 - seat, lane, index, hit)


def checked(place: Document, view: Battle, asked: Ask, on_board: bool) -> Ask | None:
    """Returns a question that can be answered; notes why it cannot."""
    if not on_board:
        return None
    if isinstance(asked, DiscardOne):
        if not state.pile(view, state.HAND, asked.seat):
            place.note("there is no card to discard")
            return None
        return asked
    if asked.optional(view):
        return asked
    options = asked.options(view)
    if not options:
        place.note("there is nothing to choose")
        return None
    if isinstance(asked, SearchDeck) and UNKNOWN in options and view.viewer == asked.seat:
        place.note("expected a deck with the cards that you have looked at")
        return None
    return asked


# The document.

NAMES: Final = (
    *("game", "viewer", "ruleset", "reset_shields", "round_cap", "balance_patch", "decks"),
    *("round", "phase", "active", "seat", "first", "passed", "left", "again", "pending"),
    "again_in_phase",
    *("seats", "content", "unseen", "over"),
)
ZONE_NAMES: Final = [zone.id for zone in state.LAYOUT.zones]
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
        return cards.CARD_WORDS[card] if card != UNKNOWN else super().card_word(card)

    def find_card(self, word: str) -> int:
        """Reads a card by its name or its id."""
        found = cards.CARD_NUMBERS.get(cards.plain(word))
        if found is None:
            near = cards.near_name(cards.plain(word), cards.CARD_WORDS[1:])
            raise ValueError(f"there is no card {word[:MOST]!r}; {near}")
        return found


class TablePosition(Position[Drone, Field]):
    """Writes a view side by side, or reads one."""

    turn_name: ClassVar[str] = "round"

    def __init__(self, game: "DroneWars", view: Battle) -> None:
        words = Words(view.layout, game.effects(), view.board.records)
        super().__init__(game, view, words)
        self.war: Final = game
        self.loadouts: list[cards.Loadout] = game.loadouts
        # Decks of which everybody knows the cards but not their order, by pile.
        self.listed: Final[dict[int, list[int]]] = {}

    def names(self) -> tuple[str, ...]:
        return NAMES

    def stock(self) -> list[list[int]]:
        return [loadout.cards for loadout in self.loadouts]

    def piles(self, seat: int) -> list[list[int]]:
        """Returns the cards of a seat, by zone."""
        return [self.view.cards[self.view.index(zone, seat)] for zone in range(state.ZONES)]

    # The document.

    def write(self) -> dict[str, Json]:
        """Writes everything that is not usual."""
        view = self.view
        self.find_listed()
        decks = self.deck_text()
        patched = view.board.rules.balance_patch
        self.loadouts = cards.read_loadouts(decks, "", "", patched, True, True)
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
        return {"seats": [self.write_side(seat) for seat in (0, 1)]}

    def read(self, root: Document) -> None:
        """Reads everything; what fits together is checked last."""
        value = root.value
        if isinstance(value, dict):
            value = {**self.usual_fields(root), **value}
            phase = value.get("phase")
            if isinstance(phase, str):
                value["phase"] = cards.plain(phase).replace(" ", "_")
            if value["phase"] not in state.PHASES:
                root.field("phase").choice(state.PHASES)
                value["phase"] = state.PHASES[state.ACTION]
        super().read(Document(value, root.path, root.problems))
        self.check(root)

    def is_sound(self, root: Document, *names: str) -> bool:
        """Tells whether nothing is wrong with some fields so far."""
        return not any(problem.startswith(names) for problem in root.problems)

    def usual_fields(self, root: Document) -> dict[str, object]:
        """Returns the phase, the round and the active seat of a document without them."""
        early = root.optional("phase", "").value in state.PHASES[: state.PLACEMENT + 1]
        passed = root.optional("passed", []).value
        active = 1 if passed == [0] else 0
        return {"phase": state.PHASES[state.ACTION], "round": 0 if early else 1, "active": active}

    def read_table(self, root: Document) -> None:
        self.read_rules(root)
        self.read_decks(root)
        board, view = self.view.board, self.view
        board.first = state.NO_SEAT
        if view.turn:
            board.first = self.read_seat(root.optional("first", view.active))
        elif root.has("first"):
            root.field("first").note("nobody is first before round 1")
        self.read_passed(root.optional("passed", []))
        board.again = root.optional("again", 0).integer(0, state.MOST_AGAIN)
        in_phase, most = root.optional("again_in_phase", board.again), state.MOST_AGAIN_IN_PHASE
        board.again_in_phase = in_phase.integer(board.again, most + 1)
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
        if not root.has("pending"):
            return
        place = root.field("pending")
        if self.view.phase != state.ACTION:
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
        early = view.phase <= state.PLACEMENT
        if (view.turn == 0) != early and self.is_sound(root, "round", "phase"):
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
        if view.phase >= state.DEPLOYMENT and state.has_passed(view, view.active):
            root.optional("passed", []).note(f"seat {view.active} has passed: it cannot be active")
        elif root.problems:
            return
        elif not view.stack and not must_decide(view):
            text = f"seat {view.active} has nothing to decide in phase {self.phase_word()}"
            root.optional("phase", "").note(text)
        elif view.phase == state.SELECTION and view.viewer == view.active and shown < 2:
            side.optional("offered", None).note("expected the two drones that are shown")

    def phase_word(self) -> str:
        return state.PHASES[self.view.phase].replace("_", " ")

    # The rules.

    def write_rules(self) -> dict[str, Json]:
        """Writes the rules; `ruleset` always, the others where they are not the usual ones."""
        rules, usual, own = self.view.board.rules, state.RuleSet(), self.war.rules
        names = [name for name, hull in state.RULESETS.items() if hull == rules.loss_hull]
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
        named = root.field("ruleset").choice(state.RULESETS) if root.has("ruleset") else ""
        self.view.board.rules = state.RuleSet(
            state.RULESETS[named] if named else own.loss_hull,
            root.optional("reset_shields", own.reset_shields).flag(),
            root.optional("round_cap", own.round_cap).integer(0, state.MOST_ROUNDS),
            root.optional("balance_patch", own.balance_patch).flag(),
        )

    def deck_text(self) -> str:
        """Writes the two deck lists; those of the game if all cards of the view are in them."""
        view, names = self.view, cards.seat_texts("decks", str(self.war.options["decks"]))
        for seat in (0, 1):
            held = [card for pile in self.piles(seat) for card in pile if card != UNKNOWN]
            if view.pools:
                groups, deck = len(view.layout.pools), view.index(state.DECK, seat)
                held += view.pools[view.layout.group[deck]] + view.pools[groups + deck]
            counts = Counter(held)
            if counts - Counter(self.war.loadouts[seat].cards):
                words = [f"{counts[card]} {cards.CARD_WORDS[card]}" for card in sorted(counts)]
                names[seat] = ", ".join(words)
        return f" {cards.SEPARATOR} ".join(names)

    def read_decks(self, root: Document) -> None:
        """Reads the two deck lists, from which hidden cards follow."""
        place = root.optional("decks", self.war.options["decks"])
        text = place.text()
        drones = "" if root.has("decks") else str(self.war.options["drones"])
        try:
            patched = self.view.board.rules.balance_patch
            self.loadouts = cards.read_loadouts(text, drones, "", patched, True, True)
        except ValueError as error:
            place.note(str(error).removeprefix("invalid decks: "))

    # The course of the round.

    def usual_left(self) -> int:
        """Returns how much the active seat may choose when its step of this phase begins."""
        view, seat = self.view, self.view.active
        if view.phase == state.OPTIONAL_DISCARD:
            return ship_stat(view, seat, cards.DISCARDS)
        if view.phase == state.SHIELD_ALLOCATION and view.turn > 1:
            return ship_stat(view, seat, cards.SHIELDS_PER_ROUND)
        if view.phase == state.SELECTION:
            return state.POOL_SIZE - len(view.board.chosen[seat])
        return 0

    def write_passed(self) -> list[Json]:
        """Writes the seats that have passed, in that order."""
        seats = (1, 0) if self.view.board.first_passer == 1 else (0, 1)
        return [seat for seat in seats if state.has_passed(self.view, seat)]

    def read_passed(self, place: Document) -> None:
        """Reads the seats that have passed; in the action phase the first of them is remembered."""
        view = self.view
        seats = [self.read_seat(item) for item in place.items()]
        view.board.passed = sum([1 << seat for seat in sorted(set(seats))])
        if seats and view.phase < state.DEPLOYMENT:
            place.note("nobody passes in this phase: expected an empty list")
        elif len(seats) > len(set(seats)):
            place.wanted("each seat once")
        if seats and view.phase == state.ACTION:
            view.board.first_passer = seats[0]

    # A side.

    def write_side(self, seat: int) -> dict[str, Json]:
        view, board, first = self.view, self.view.board, seat * LANES
        found: dict[str, Json] = {"sections": None}
        if board.sections[first]:
            found["sections"] = [
                f"{cards.SECTION_WORDS[board.sections[at]]} {board.hull[at]}/{board.shields[at]}"
                for at in range(first, first + LANES)
            ]
        found |= {"energy": board.energy[seat], "budget": board.budget[seat]}
        if board.fleets[seat] != self.loadouts[seat].fleet:
            found["drones"] = drone_words(board.fleets[seat])
        if board.pools[seat] or view.phase > state.SELECTION:
            found["pool"] = drone_words(board.pools[seat])
        if board.upgrades[seat]:
            words = targets.TARGET_WORDS[cards.ENEMY_UPGRADE]
            found["upgrades"] = [words[each] for each in board.upgrades[seat]]
        lanes = [view.rows[first + lane] for lane in range(LANES)]
        if any(lanes):
            found["lanes"] = [[write_drone(drone) for drone in lane] for lane in lanes]
        for zone, name in enumerate(ZONE_NAMES):
            written = self.write_pile(view.index(zone, seat))
            if written or name in ALWAYS_WRITTEN:
                found[name] = written
        return found | self.write_secrets(seat)

    def write_secrets(self, seat: int) -> dict[str, Json]:
        """Writes what a seat was shown and has chosen in secret, if the viewer sees it."""
        board, found = self.view.board, dict[str, Json]()
        if self.view.viewer not in (seat, TRUTH):
            return found
        if board.offered[seat]:
            found["offered"] = drone_words(board.offered[seat])
        if board.chosen[seat]:
            chosen, placed = board.chosen[seat], self.view.phase == state.PLACEMENT
            found["chosen"] = cards.write_placement(chosen) if placed else drone_words(chosen)
        return found

    def read_secrets(self, side: Document, seat: int) -> None:
        """Reads what a seat was shown and has chosen in secret."""
        board, view = self.view.board, self.view
        for name in ("offered", "chosen"):
            if not side.has(name):
                continue
            place = side.field(name)
            last = state.SELECTION if name == "offered" else state.PLACEMENT
            if view.phase > last:
                place.note("it belongs in another phase")
            elif view.viewer not in (seat, TRUTH):
                self.refuse_hidden(place)
            elif name == "offered":
                board.offered[seat] = self.read_kinds(place, 2 * state.POOL_SIZE)
            elif view.phase == state.SELECTION:
                board.chosen[seat] = self.read_kinds(place, state.POOL_SIZE)
            else:
                board.chosen[seat] = self.read_placement(place)

    def read_placement(self, place: Document) -> tuple[int, ...]:
        """Reads a placement as one text."""
        try:
            found = cards.read_placement(place.text())
        except ValueError as error:
            place.note(str(error))
            return ()
        return found if self.may_place(place, found) else ()

    def may_place(self, place: Document, sections: tuple[int, ...]) -> bool:
        """Tells whether the sections are in this game; notes those that are not."""
        for section in sections:
            if cards.SECTIONS[section].patch_only and not self.view.board.rules.balance_patch:
                place.note(f"{cards.SECTIONS[section].word} needs balance_patch")
                return False
        return True

    def read_sections(self, side: Document, seat: int) -> None:
        """Reads the ship of a seat."""
        board, first = self.view.board, seat * LANES
        early = self.view.phase <= state.PLACEMENT
        placement = () if early else USUAL_SHIP
        place = side.optional("sections", cards.write_placement(placement) or None)
        if place.value is None and early:
            return
        found = read_ship_sections(place)
        if not self.may_place(place, tuple([section.number for section in found])):
            found = []
        if not found and not early:
            # What cannot be read is taken as usual, so that energy and drones can be checked.
            found = read_ship_sections(Document(cards.write_placement(USUAL_SHIP)))
        for lane, section in enumerate(found):
            at = first + lane
            board.sections[at], board.hull[at] = section.number, min(section.hull, state.MAX_HULL)
            board.shields[at] = section.shields
            cap = shield_cap(self.view, seat, lane)
            if section.shields > cap:
                word = cards.SECTIONS[section.number].word
                text = f"{word} with {section.shields} shields: expected 0 to {cap}"
                section.place.note(text)

    def read_numbers(self, side: Document, seat: int) -> None:
        view, board = self.view, self.view.board
        most = ship_stat(view, seat, cards.MAX_ENERGY) if view.phase > state.PLACEMENT else 0
        board.energy[seat] = side.optional("energy", min(most, USUAL_ENERGY)).integer(0, most)
        stat = cards.INITIAL_DEPLOYMENT if view.turn == 1 else cards.DEPLOYMENT_BUDGET
        usual = ship_stat(view, seat, stat) if view.phase == state.DEPLOYMENT else 0
        board.budget[seat] = side.optional("budget", usual).integer(0, MOST)

    # Types of drones.

    def read_kinds(self, place: Document, most: int) -> tuple[int, ...]:
        """Reads a list of different types of drones that can be deployed."""
        items = place.items()
        found: list[int] = []
        for item in items:
            kind = read_kind(item)
            if kind in found:
                item.note(f"{cards.DRONE_WORDS[kind]} is there twice")
            elif cards.DRONES[kind].token:
                item.note(f"{cards.DRONE_WORDS[kind]} is a token, which cannot be deployed")
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
            fleet = self.read_kinds(side.field("drones"), 2 * state.POOL_SIZE)
        board.fleets = state.replaced(board.fleets, seat, fleet)
        usual = [] if view.phase == state.SELECTION else self.usual_pool(seat)
        pool = self.read_kinds(side.optional("pool", drone_words(tuple(usual))), state.POOL_SIZE)
        board.pools = state.replaced(board.pools, seat, pool)
        codes = list[int]()
        for item in side.optional("upgrades", []).items():
            code = self.read_upgrade(item)
            if not code:
                continue
            kind, card = code // state.UPGRADE_BASE, code % state.UPGRADE_BASE
            own = [each for each in codes if each // state.UPGRADE_BASE == kind]
            if codes.count(code) >= cards.CARDS[card].applications:
                item.note(f"expected {cards.CARDS[card].applications} of it at most")
            elif len(own) >= cards.DRONES[kind].slots:
                item.note(f"{cards.DRONE_WORDS[kind]} has {cards.DRONES[kind].slots} upgrade slots")
            codes.append(code)
        board.upgrades = state.replaced(board.upgrades, seat, tuple(sorted(codes)))

    def read_upgrade(self, item: Document) -> int:
        """Reads an upgrade such as `combat enhancement on scout`; 0 if there is none."""
        text = cards.plain(item.text())
        code = targets.TARGET_CODES[cards.ENEMY_UPGRADE].get(text, 0)
        if not isinstance(item.value, str) or code:
            return code
        card, _, drone = text.partition(" on ")
        upgrades = [each.word for each in cards.CARDS[1:] if cards.IS_UPGRADE[each.number]]
        if card not in upgrades:
            item.note(f"there is no upgrade {card[:MOST]!r}; {suggest(card[:MOST], upgrades)}")
        if not drone:
            item.note(f"expected a type, too, such as '{upgrades[0]} on scout'")
        elif drone not in cards.DRONE_WORDS:
            item.note(f"there is no drone {drone[:MOST]!r}; {near_drone(drone)}")
        return 0

    def usual_pool(self, seat: int) -> list[int]:
        """Returns the types on the board, and then those of the drone list, five at most."""
        rows = self.view.rows[seat * LANES : seat * LANES + LANES]
        there = [drone.kind for row in rows for drone in row if not cards.DRONES[drone.kind].token]
        return [*dict.fromkeys([*there, *self.view.board.fleets[seat]])][: state.POOL_SIZE]

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
            most, word = cards.DRONES[kind].per_lane, cards.DRONE_WORDS[kind]
            if most and count > most:
                place.note(f"{count} of {word} in a lane: expected {most} at most")

    def finish_lanes(self, side: Document, seat: int) -> None:
        """Sets max shields, which depend on the whole lane, and notes too many drones."""
        view, place = self.view, side.optional("lanes", {})
        for lane in range(LANES):
            for index, drone in enumerate(view.rows[seat * LANES + lane]):
                drone.max_shields = max_shields(view, seat, lane, drone)
                if drone.shields == FULL:
                    drone.shields = drone.max_shields
                elif drone.shields > drone.max_shields:
                    word, most = cards.DRONE_WORDS[drone.kind], drone.max_shields
                    text = f"{word} with {drone.shields} shields: expected 0 to {most}"
                    place.note(f"lane {lane + 1}, drone {index + 1}: {text}")
        self.check_limits(place, seat)

    def check_limits(self, place: Document, seat: int) -> None:
        """Notes more drones than a seat can have on the board."""
        view = self.view
        rows = view.rows[seat * LANES : seat * LANES + LANES]
        kinds = Counter([drone.kind for row in rows for drone in row])
        upgrades = [code % state.UPGRADE_BASE for code in view.board.upgrades[seat]]
        known = [*self.loadouts[seat].cards, *upgrades]
        extra = any(cards.CARDS[card].stat == cards.LIMIT for card in known)
        for kind, count in kinds.items():
            # An upgrade can be gone, and the drone that it allowed is still there.
            most, word = cards.DRONES[kind].limit + extra, cards.DRONE_WORDS[kind]
            if not cards.DRONES[kind].token and count > most:
                place.note(f"{count} of {word} on the board: expected {most} at most")
        made = sum([count for kind, count in kinds.items() if not cards.DRONES[kind].token])
        limit = self.full_control(seat)
        total, now = state.count_drones(view, seat), ship_stat(view, seat, cards.CPU_LIMIT)
        if view.phase == state.DEPLOYMENT and total > now:
            made, limit = total, now
        if made > limit:
            place.note(f"{made} drones: the CPU limit is {limit}")

    def full_control(self, seat: int) -> int:
        """Returns the CPU limit of a ship without damage; damage lowers it only later."""
        board, first = self.view.board, seat * LANES
        hull = board.hull
        board.hull = [state.MAX_HULL] * (2 * LANES)
        limit = ship_stat(self.view, seat, cards.CPU_LIMIT) if board.sections[first] else 0
        board.hull = hull
        return limit

    # Cards.

    def find_listed(self) -> None:
        """Finds the decks of which everybody knows the cards, to write them as counts."""
        view = self.view
        for seat in (0, 1):
            p = view.index(state.DECK, seat)
            known = view.content[p] == view.layout.everybody and not view.seen[p]
            if known and view.viewer != TRUTH:
                self.listed[p] = view.pools[len(view.layout.pools) + p]

    def write_pile(self, p: int) -> Json:
        """Writes a pile; a deck that everybody knows as counts of its cards."""
        if p in self.listed:
            counts = Counter(self.listed[p])
            return {cards.CARD_WORDS[card]: counts[card] for card in sorted(counts)}
        return super().write_pile(p)

    def write_content(self) -> dict[str, Json]:
        """Writes who knows which piles, except decks that are written as counts."""
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
            if zone != state.DECK and side.has(name):
                self.read_pile(self.expanded(side.field(name)), view.index(zone, seat))
        deck = view.index(state.DECK, seat)
        if side.has("deck"):
            self.read_deck(side.field("deck"), deck)
        else:
            elsewhere = sum([len(pile) for pile in self.piles(seat)])
            left = max(0, len(self.loadouts[seat].cards) - elsewhere)
            view.cards[deck] = [UNKNOWN] * left
        if len(side.problems) == before:
            self.check_cards(side, root, seat)

    def expanded(self, place: Document) -> Document:
        """Writes out cards with a number: `2 nuke` becomes two cards."""
        if not isinstance(place.value, list):
            return place
        found: list[object] = []
        for item in place.items():
            if not isinstance(item.value, str) or cards.plain(item.value) in cards.CARD_NUMBERS:
                found.append(item.value)
                continue
            text = COUNTED.fullmatch(cards.plain(item.value))
            word = cards.plain(item.value) if text is None else text[2]
            # Noted here, where the place is the one in the document.
            self.fields.read_card(Document(word, item.path, item.problems))
            if text is not None and word in cards.CARD_NUMBERS:
                found += [word] * int(text[1])
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
        held: list[int] = []
        if isinstance(value, dict):
            for word in place.names():
                number = self.fields.read_card(Document(word, place.path, place.problems))
                held += [number] * place.field(word).integer(0, MOST)
        else:
            held = [self.fields.read_card(item) for item in self.expanded(place).items()]
        if view.viewer == TRUTH:
            view.cards[p] = held
        else:
            view.cards[p] = [UNKNOWN] * len(held)
            self.listed[p] = sorted(held)
        view.content[p] = view.layout.everybody

    def check_cards(self, side: Document, root: Document, seat: int) -> None:
        """Notes cards that are not in the deck list, or more of them than it holds."""
        view, held = self.view, self.loadouts[seat].cards
        left, hidden = Counter(held), 0
        zones = [zone for zone in range(state.ZONES) if zone != state.DECK]
        for zone in [*zones, state.DECK]:
            p, place = view.index(zone, seat), side.optional(ZONE_NAMES[zone], None)
            there = self.listed.get(p, view.cards[p])
            for card, count in Counter(there).items():
                if card == UNKNOWN:
                    hidden += count
                    continue
                left[card] -= count
                if left[card] < 0:
                    place.note(surplus(card, held.count(card), held.count(card) - left[card]))
        rest = sum(left.values())
        unseen = root.optional("unseen", {})
        told = unseen.has(view.layout.pools[view.layout.group[view.index(state.DECK, seat)]])
        if hidden != rest and hidden and not told and min(left.values(), default=0) >= 0:
            seen = len(held) - rest
            text = f"the deck list has {len(held)} cards, {seen} of them are seen"
            wanted = f"expected {rest} hidden cards in hand and deck, got {hidden}"
            side.note(f"{text}: {wanted}; or list the cards of the deck")


def surplus(card: int, most: int, count: int) -> str:
    """Says that there are more cards than a deck list holds."""
    word = cards.CARD_WORDS[card]
    if most:
        return f"{count} of {word}, and the deck list holds {most}"
    return f"{word} is not in the deck list: expected a card of it, or another list in 'decks'"


def drone_words(kinds: tuple[int, ...]) -> list[Json]:
    """Writes types of drones."""
    return [cards.DRONE_WORDS[kind] for kind in kinds]
