"""Positions: a view as a small JSON document that a person could have typed.

What is left out is empty, or as at the start of a game; only `viewer` is needed: a seat,
`spectator`, or `everything` for the whole state (without dice and fields that nobody sees).

```json
{"game": "duel", "viewer": 0, "turn": 7, "active": 0, "phase": "main", "marks": ["cast"],
 "board": {"mana": [3, 5], "life": [14, 9]},
 "zones": {"hand": [["imp", "ogre", "wolf"], 4], "deck": [13, 13],
           "pile": [["imp", "wolf"], ["imp"]]},
 "rows": {"field": [["guard", {"card": "imp", "damage": 1, "spent": true}], ["guard", "wolf"]]}}
```

Zones and rows are lists by seat; a shared zone is one pile. A pile is the number of its hidden
cards, or a list from bottom to top: the top of an ordered pile is last. A hidden card is null; if
other seats know a card than those who see its zone, it is `{"card": "imp", "known_to": [0, 1]}`.
What is in play is a card, or an object with all fields that differ from a fresh part. Parts are
numbered 1, 2, ... in the order of the layout, unless they have a `serial`.

Further fields: `content` (who knows what is in a pile, though not where: `{"p0.deck": [0]}`),
`unseen` (the hidden cards, by pool or by such a pile, where they do not follow from the cards of a
deal), `stack` (bottom first), `events`, `mods`, `over`, and where they are not as expected `seat`
(who must decide) and `serial` (the number of the next part).
"""

from typing import TYPE_CHECKING, Final, Generic, TypeVar

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.game import SPECTATOR
from kibitz.core.state import plain
from kibitz.core.value import Json
from kibitz.kit.board import OWNER, SERVER, Board, copied
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.effects import Effect
from kibitz.kit.fields import Fields, optional
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import Modifier
from kibitz.kit.state import NOBODY, TRUTH, InPlay, TableState
from kibitz.kit.unseen import read_unseen, write_unseen

if TYPE_CHECKING:
    # A game writes and reads positions, so its module imports this one.
    from kibitz.kit.game import CardGame

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)

VIEWERS: Final = {"spectator": SPECTATOR, "everything": TRUTH}
FIELDS: Final = (
    *("game", "viewer", "turn", "active", "seat", "phase", "marks", "board", "zones", "rows"),
    *("content", "unseen", "stack", "events", "mods", "serial", "over"),
)
# Those who only watch, in a list of seats.
WATCHING: Final = "spectator"
# The most cards in a pile, and the highest phase of a game without words for phases.
MOST_CARDS: Final = 9999
LAST_PHASE: Final = 99


# What writing and reading share.


def decider(state: TableState[P, B]) -> int:
    """Returns the seat that must decide: who is asked, or whose turn it is."""
    asked = state.question()
    return state.active if asked is None else asked.seat


def piles_of(layout: Layout, zone: int) -> list[int]:
    """Returns the piles of a zone by seat; a shared one has one."""
    seats = 1 if layout.zones[zone].shared else layout.seats
    return [zone + seat * layout.width for seat in range(seats)]


# Writing.


def write_position(game: "CardGame[P, B]", view: TableState[P, B]) -> dict[str, Json]:
    """Writes a view, or a whole state.

    Raises:
        PositionError: if something in it has no words, such as an effect that is not declared.
    """
    return Writer(game, view).write()


class Writer(Generic[P, B]):
    """Writes one view."""

    def __init__(self, game: "CardGame[P, B]", view: TableState[P, B]) -> None:
        self.game: Final = game
        self.view: Final = view
        self.layout: Final = view.layout
        self.fields: Final = Fields(view.layout, game.effects(), view.board.records)

    def write(self) -> dict[str, Json]:
        """Writes everything that is not empty or as at the start."""
        view = self.view
        named: list[Json] = [name for name, seat in VIEWERS.items() if seat == view.viewer]
        found: dict[str, Json] = {"game": self.game.id, "viewer": [*named, view.viewer][0]}
        found["turn"], found["active"] = view.turn, view.active
        if view.seat != decider(view):
            found["seat"] = view.seat
        if self.layout.phases:
            found["phase"] = self.layout.phases[view.phase]
        elif view.phase:
            found["phase"] = view.phase
        parts: dict[str, Json] = {"marks": self.marks(), "board": self.board()}
        parts |= {"zones": self.zones(), "rows": self.rows()}
        parts |= {"content": self.content(), "unseen": write_unseen(self.game, view)}
        for name in ("stack", "events", "mods"):
            parts[name] = self.fields.write(getattr(view, name), "", name)
        found |= {name: part for name, part in parts.items() if part}
        if view.serial != 1 + max([0, *[part.serial for row in view.rows for part in row]]):
            found["serial"] = view.serial
        if view.over:
            winner = None if view.winner == NOBODY else view.winner
            found["over"] = {"winner": winner, "reason": view.reason}
        return found

    def marks(self) -> Json:
        """Writes what was done this turn; as a number if one of the bits has no word."""
        words = self.layout.marks
        if self.view.marks >> len(words):
            return self.view.marks
        return [word for bit, word in enumerate(words) if (self.view.marks >> bit) & 1]

    def board(self) -> dict[str, Json]:
        """Writes what the viewer sees of the board; others' entries of an owner's list are null."""
        board, fresh = self.view.board, self.game.board()
        found: dict[str, Json] = {}
        for name in board.__match_args__:
            who = board.visibility.get(name, SERVER)
            value: object = getattr(board, name)
            if who == SERVER or plain(value) == plain(getattr(fresh, name)):
                continue
            if who == OWNER and self.view.viewer != TRUTH:
                assert isinstance(value, list)
                value = [x if at == self.view.viewer else None for at, x in enumerate(value)]
            found[name] = self.fields.write(value, board.words.get(name, ""), f"board.{name}")
        return found

    def zones(self) -> dict[str, Json]:
        """Writes the zones that are not empty."""
        found: dict[str, Json] = {}
        for number, zone in enumerate(self.layout.zones):
            piles = piles_of(self.layout, number)
            if any(self.view.cards[p] for p in piles):
                written = [self.pile(p) for p in piles]
                found[zone.id] = written[0] if zone.shared else written
        return found

    def pile(self, p: int) -> Json:
        """Writes a pile: a number if it is hidden as its zone says, else its cards."""
        cards, masks, usual = self.view.cards[p], self.view.seen[p], self.layout.usual[p]
        if not masks and not self.layout.knows(self.view.viewer, usual):
            return len(cards)
        found: list[Json] = []
        for at, card in enumerate(cards):
            word: Json = None if card == UNKNOWN else self.layout.ids[card]
            special = len(masks) > 0 and masks[at] != usual
            found.append(
                {"card": word, "known_to": seats_of(self.layout, masks[at])} if special else word
            )
        return found

    def rows(self) -> dict[str, Json]:
        """Writes the rows that are not empty."""
        found: dict[str, Json] = {}
        number = 0
        for row, name in enumerate(self.layout.rows):
            sides: list[Json] = []
            for seat in range(self.layout.seats):
                side: list[Json] = []
                for part in self.view.row(row, seat):
                    number += 1
                    side.append(self.part(part, number))
                sides.append(side)
            if any(sides):
                found[name] = sides
        return found

    def part(self, part: P, number: int) -> Json:
        """Writes a part: its card, and what differs from a fresh part with the next number."""
        word, fresh = self.layout.ids[part.kind], self.game.part(part.kind)
        found: dict[str, Json] = {"card": word}
        for name in part.__match_args__:
            value: object = getattr(part, name)
            usual: object = number if name == "serial" else getattr(fresh, name)
            if name != "kind" and plain(value) != plain(usual):
                found[name] = self.fields.write(value, part.words.get(name, ""), f"{word}.{name}")
        return found if len(found) > 1 else word

    def content(self) -> dict[str, Json]:
        """Writes who knows what is in which pile."""
        masks = enumerate(self.view.content)
        return {self.layout.pile_word(p): seats_of(self.layout, mask) for p, mask in masks if mask}


def seats_of(layout: Layout, mask: int) -> list[Json]:
    """Writes a mask as a list of seats; spectators come last."""
    known: list[Json] = [seat for seat in range(layout.seats) if (mask >> seat) & 1]
    return [*known, WATCHING] if layout.knows(SPECTATOR, mask) else known


# Reading.


def read_position(
    game: "CardGame[P, B]", document: object, empty: TableState[P, B]
) -> TableState[P, B]:
    """Reads a view into an empty state.

    Raises:
        PositionError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    Reader(game, empty).read(root)
    root.finish(PositionError, f"position of {game.id}")
    return empty


class Reader(Generic[P, B]):
    """Reads one document into a state; every problem is noted, and none is raised."""

    def __init__(self, game: "CardGame[P, B]", state: TableState[P, B]) -> None:
        self.game: Final = game
        self.state: Final = state
        self.layout: Final = state.layout
        self.seats: Final = state.layout.seats
        self.fields: Final = Fields(state.layout, game.effects(), state.board.records)

    def read(self, root: Document) -> None:
        """Reads everything."""
        state = self.state
        root.only(FIELDS)
        if root.has("game") and root.field("game").value != self.game.id:
            root.field("game").wanted(repr(self.game.id))
        state.viewer = self.viewer(root.field("viewer"))
        state.turn = root.field("turn").integer(0) if root.has("turn") else 1
        state.active = self.seat(root.field("active")) if root.has("active") else 0
        if root.has("phase"):
            phase, words = root.field("phase"), self.layout.phases
            known = words.index(phase.choice(words)) if words else phase.integer(0, LAST_PHASE)
            state.phase = known
        if root.has("marks"):
            state.marks = self.marks(root.field("marks"))
        self.board(optional(root, "board", {}))
        self.zones(optional(root, "zones", {}))
        self.rows(optional(root, "rows", {}))
        self.content(optional(root, "content", {}))
        read_unseen(optional(root, "unseen", {}), self.game, self.fields, state)
        self.waiting(root)
        if root.has("over"):
            self.over(root.field("over"))
        if root.has("serial"):
            state.serial = root.field("serial").integer(state.serial)
        state.seat = decider(state)
        if root.has("seat"):
            seat = root.field("seat")
            if self.seat(seat) != state.seat and state.question() is not None and not state.over:
                seat.wanted(f"{state.seat}, the seat that is asked")
            state.seat = self.seat(seat)

    def viewer(self, place: Document) -> int:
        """Reads whose view it is."""
        if isinstance(place.value, str):
            if place.value not in VIEWERS:
                place.note(f"unknown {place.value!r}; a seat or {suggest(place.value, VIEWERS)}")
            return VIEWERS.get(place.value, SPECTATOR)
        return self.seat(place)

    def seat(self, place: Document) -> int:
        """Reads a seat."""
        return place.integer(0, self.seats - 1)

    def mask(self, place: Document) -> int:
        """Reads a list of seats as a mask."""
        found = 0
        for item in place.items():
            watching = item.value == WATCHING
            found |= 1 << (self.seats if watching else self.seat(item))
        return found

    def marks(self, place: Document) -> int:
        """Reads what was done this turn: words, or a number for bits without words."""
        if not isinstance(place.value, list):
            return place.integer(0)
        found = 0
        for item in place.items():
            word = item.choice(self.layout.marks)
            found |= 1 << self.layout.marks.index(word) if word else 0
        return found

    def by_seat(self, place: Document) -> list[Document]:
        """Reads a list with an item for each seat."""
        items = place.items()
        if isinstance(place.value, list) and len(items) != self.seats:
            place.wanted(f"a list with a part for each of {self.seats} seats")
            return []
        return items

    def board(self, place: Document) -> None:
        """Reads the fields of the board that the viewer sees."""
        board = self.state.board
        secret = self.state.viewer != TRUTH
        place.only([name for name, who in board.visibility.items() if who != SERVER])
        owned = [name for name, who in board.visibility.items() if who == OWNER and secret]
        found = self.fields.read_fields(place, board, board.words, owned)
        for name in owned:
            if place.has(name):
                kind = board.words.get(name, "")
                found[name] = self.entries(place.field(name), getattr(board, name), kind)
        self.state.board = self.fields.changed(place, board, found)

    def entries(self, place: Document, like: list[object], kind: str) -> list[object]:
        """Reads a list of which the viewer sees only its own entry; the others are null."""
        viewer = self.state.viewer
        entries = [copied(item) for item in like]
        for at, item in enumerate(self.by_seat(place)):
            if at == viewer:
                entries[at] = self.fields.read(item, entries[at], kind)
            elif item.value is not None:
                item.wanted(f"null ({self.who()} does not see it)")
        return entries

    def who(self) -> str:
        """Names the viewer."""
        return "a spectator" if self.state.viewer < 0 else f"seat {self.state.viewer}"

    # Cards and parts.

    def zones(self, place: Document) -> None:
        """Reads the piles of all zones."""
        place.only([zone.id for zone in self.layout.zones])
        for number, zone in enumerate(self.layout.zones):
            if place.has(zone.id):
                there = place.field(zone.id)
                piles = [there] if zone.shared else self.by_seat(there)
                for p, pile in zip(piles_of(self.layout, number), piles, strict=False):
                    self.pile(pile, p)

    def pile(self, place: Document, p: int) -> None:
        """Reads a pile: a number of hidden cards, or a list."""
        state, usual = self.state, self.layout.usual[p]
        if isinstance(place.value, int):
            count = place.integer(0, MOST_CARDS)
            if count and self.layout.knows(state.viewer, usual):
                place.wanted("the cards (their zone is not hidden)")
            state.cards[p] = [UNKNOWN] * count
        elif isinstance(place.value, list):
            found = [self.card(item, usual) for item in place.items()]
            state.cards[p] = [card for card, mask in found]
            state.mark(p, [mask for card, mask in found])
            state.arrange(p)
        else:
            place.wanted("a list of cards or their number")

    def card(self, place: Document, usual: int) -> tuple[int, int]:
        """Reads a card of a pile, and who knows it."""
        word, mask = place, usual
        if isinstance(place.value, dict):
            place.only(("card", "known_to"))
            word = place.field("card")
            if place.has("known_to"):
                mask = self.mask(place.field("known_to"))
                if mask & usual != usual:
                    place.field("known_to").wanted(
                        f"all of {seats_of(self.layout, usual)}, who see the zone"
                    )
        known = self.layout.knows(self.state.viewer, mask)
        if word.value is None:
            if known:
                word.wanted("a card (this one is not hidden)")
            return (UNKNOWN, mask)
        if not known:
            word.wanted(f"null ({self.who()} does not see it)")
        return (self.fields.read_card(word), mask)

    def rows(self, place: Document) -> None:
        """Reads what is in play, and the numbers of the parts."""
        place.only(self.layout.rows)
        serials: list[int] = []
        for row, name in enumerate(self.layout.rows):
            sides = self.by_seat(place.field(name)) if place.has(name) else []
            for seat, side in enumerate(sides):
                for item in side.items():
                    part = self.part(item, len(serials) + 1)
                    if part is not None:
                        self.state.row(row, seat).append(part)
                        if part.serial in serials:
                            item.note(f"two parts have the serial number {part.serial}")
                        serials.append(part.serial)
        self.state.serial = max([0, *serials]) + 1

    def part(self, place: Document, number: int) -> P | None:
        """Reads a part; `number` is its serial number if it has none of its own."""
        before = len(place.problems)
        words = isinstance(place.value, dict)
        card = self.fields.read_kind(place.field("card") if words else place)
        if len(place.problems) > before:
            return None
        try:
            fresh = self.game.part(card)
        except Exception as error:  # noqa: BLE001 - not every card of a game can be in play
            place.note(f"{self.layout.ids[card]} cannot be in play: {error}")
            return None
        fresh.serial = number
        if not words:
            return fresh
        place.only(["card", *[name for name in fresh.__match_args__ if name != "kind"]])
        found = self.fields.read_fields(place, fresh, fresh.words, ("kind", "serial", "mods"))
        if place.has("serial"):
            found["serial"] = place.field("serial").integer(1)
        if place.has("mods"):
            found["mods"] = self.modifiers(place.field("mods"))
        return self.fields.changed(place, fresh, found)

    def content(self, place: Document) -> None:
        """Reads who knows what is in which pile."""
        piles = {self.layout.pile_word(p): p for p in range(len(self.state.cards) - 1, -1, -1)}
        place.only(piles)
        for word in place.names():
            if word in piles:
                self.state.content[piles[word]] = self.mask(place.field(word))

    # The rest.

    def waiting(self, root: Document) -> None:
        """Reads what is still to happen, what has happened, and the modifiers."""
        state = self.state
        for item in optional(root, "stack", []).items():
            effect = self.fields.read_event(item, "effect")
            if isinstance(effect, Effect):
                state.stack.append(effect)
        for item in optional(root, "events", []).items():
            event = self.fields.read_event(item, "effect" if item.has("effect") else "event")
            if event is not None:
                state.events.append(event)
        state.mods = self.modifiers(optional(root, "mods", []))

    def modifiers(self, place: Document) -> tuple[Modifier, ...]:
        """Reads a list of modifiers."""
        return tuple([self.fields.read_modifier(item) for item in place.items()])

    def over(self, place: Document) -> None:
        """Reads how the game has ended."""
        place.only(("winner", "reason"))
        winner = place.field("winner")
        self.state.winner = NOBODY if winner.value is None else self.seat(winner)
        self.state.finish(place.field("reason").text())
