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

A class says in `words` which of its numbers are cards or places, also inside lists. Effects,
questions and events are objects such as `{"effect": "fetch", "seat": 0}`, without the parameters
that are as usual; modifiers are `{"stat": "power", "amount": 1}`.

Further fields: `content` (who knows what is in a pile, though not where: `{"p0.deck": [0]}`),
`unseen` (the hidden cards, by pool or by such a pile, where they do not follow from the cards of a
deal), `stack` (bottom first), `events`, `mods`, `over`, and where they are not as expected `seat`
(who must decide) and `serial` (the number of the next part).
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.game import SPECTATOR
from kibitz.core.state import Part, plain, remade
from kibitz.core.value import DEEPEST, Json, Value, decode, encode, fits, make, parameter_hints
from kibitz.kit.board import EFFECT, EVENT, MODIFIER, NUMBER, OWNER, SERVER, Board
from kibitz.kit.catalogue import UNKNOWN, UNKNOWN_WORD
from kibitz.kit.effects import Effect, Event, Order, Triggers
from kibitz.kit.knowledge import own_masks
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import FOREVER, Modifier
from kibitz.kit.state import NOBODY, TRUTH, InPlay, TableState

if TYPE_CHECKING:
    # A game writes and reads positions, so its module imports this one.
    from kibitz.kit.game import CardGame

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)
Q = TypeVar("Q", bound=Part)
T = TypeVar("T")

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


def write_position(game: "CardGame[P, B]", view: TableState[P, B]) -> dict[str, Json]:
    """Writes a view, or a whole state.

    Raises:
        PositionError: if something in it has no words, such as an effect that is not declared.
    """
    return Position(game, view).write()


def read_position(
    game: "CardGame[P, B]", document: object, empty: TableState[P, B]
) -> TableState[P, B]:
    """Reads a view into an empty state.

    Raises:
        PositionError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    Position(game, empty).read(root)
    root.finish(PositionError, f"position of {game.id}")
    return empty


def decider(game: "CardGame[P, B]", state: TableState[P, B]) -> int:
    """Returns the seat that must decide: who is asked, or who decides in this phase."""
    asked = state.question()
    return game.decider(state) if asked is None else asked.seat


class Position(Generic[P, B]):
    """Writes a view, or reads one into an empty state; reading notes problems and never raises."""

    # What a game calls its turns.
    turn_name: ClassVar[str] = "turn"

    def __init__(
        self, game: "CardGame[P, B]", view: TableState[P, B], fields: "Fields | None" = None
    ) -> None:
        """Takes the words for cards and fields, where a game has its own."""
        self.game: Final = game
        self.view: Final = view
        self.layout: Final = view.layout
        usual = Fields(view.layout, game.effects(), view.board.records)
        self.fields: Final = usual if fields is None else fields

    # The whole document.

    def write(self) -> dict[str, Json]:
        """Writes everything that is not empty or as at the start."""
        view, phases = self.view, self.layout.phases
        named: list[Json] = [name for name, seat in VIEWERS.items() if seat == view.viewer]
        found: dict[str, Json] = {"game": self.game.id, "viewer": [*named, view.viewer][0]}
        found |= {self.turn_name: view.turn, "active": view.active}
        parts: dict[str, Json] = {"phase": phases[view.phase] if phases else view.phase}
        parts |= {"marks": self.write_marks(), "board": self.write_board()}
        parts |= self.write_table()
        parts |= {"content": self.write_content(), "unseen": self.write_unseen()}
        for name in ("stack", "events", "mods"):
            parts[name] = self.fields.write(getattr(view, name), "", name)
        found |= {name: part for name, part in parts.items() if part}
        if view.seat != decider(self.game, view):
            found["seat"] = view.seat
        if view.serial != 1 + max([0, *[part.serial for row in view.rows for part in row]]):
            found["serial"] = view.serial
        if view.over:
            winner = None if view.winner == NOBODY else view.winner
            found["over"] = {"winner": winner, "reason": view.reason}
        return found

    def read(self, root: Document) -> None:
        """Reads a whole position into the view; notes all problems."""
        view, phases = self.view, self.layout.phases
        root.only(self.names())
        if root.optional("game", self.game.id).value != self.game.id:
            root.field("game").wanted(repr(self.game.id))
        viewer = root.field("viewer")
        named = isinstance(viewer.value, str)
        view.viewer = VIEWERS[viewer.choice(VIEWERS)] if named else self.read_seat(viewer)
        view.turn = root.optional(self.turn_name, 1).integer(0)
        view.active = self.read_seat(root.optional("active", 0))
        phase = root.optional("phase", phases[0] if phases else 0)
        number = phases.index(phase.choice(phases)) if phases else phase.integer(0, LAST_PHASE)
        view.phase = number
        view.marks = self.read_marks(root.optional("marks", []))
        self.read_board(root.optional("board", {}))
        self.read_table(root)
        self.read_content(root.optional("content", {}))
        self.read_unseen(root.optional("unseen", {}))
        self.read_waiting(root)
        view.serial = root.optional("serial", view.serial).integer(view.serial)
        if root.has("over"):
            over = root.field("over")
            over.only(("winner", "reason"))
            winner = over.field("winner")
            view.winner = NOBODY if winner.value is None else self.read_seat(winner)
            view.finish(over.field("reason").text())
        asked = decider(self.game, view)
        seat = root.optional("seat", asked)
        view.seat = self.read_seat(seat)
        if view.seat != asked and view.question() is not None and not view.over:
            seat.wanted(f"{asked}, the seat that is asked")

    def names(self) -> tuple[str, ...]:
        """Returns the fields of the document."""
        return FIELDS

    def write_table(self) -> dict[str, Json]:
        """Writes the cards and what is in play; a game can arrange them in another way."""
        return {"zones": self.write_zones(), "rows": self.write_rows()}

    def read_table(self, root: Document) -> None:
        """Reads the cards and what is in play."""
        self.read_zones(root.optional("zones", {}))
        self.read_rows(root.optional("rows", {}))

    def read_waiting(self, root: Document) -> None:
        """Reads what is still to happen, what has happened, and the modifiers."""
        for item in root.optional("stack", []).items():
            effect = self.fields.read_event(item, EFFECT)
            if isinstance(effect, Effect):
                self.view.stack.append(effect)
        for item in root.optional("events", []).items():
            event = self.fields.read_event(item, EFFECT if item.has(EFFECT) else EVENT)
            if event is not None:
                self.view.events.append(event)
        mods = root.optional("mods", []).items()
        self.view.mods = tuple([self.fields.read_modifier(item) for item in mods])

    # Seats and marks.

    def read_seat(self, place: Document) -> int:
        """Reads a seat."""
        return place.integer(0, self.layout.seats - 1)

    def by_seat(self, place: Document) -> list[Document]:
        """Reads a list with an item for each seat."""
        items, seats = place.items(), self.layout.seats
        if isinstance(place.value, list) and len(items) != seats:
            place.wanted(f"a list with a part for each of {seats} seats")
            return []
        return items

    def refuse_hidden(self, place: Document) -> None:
        """Notes that the viewer cannot know this."""
        viewer = self.view.viewer
        who = "a spectator" if viewer < 0 else f"seat {viewer}"
        place.wanted(f"null ({who} does not see it)")

    def write_mask(self, mask: int) -> list[Json]:
        """Writes a mask as a list of seats; spectators come last."""
        known: list[Json] = [seat for seat in range(self.layout.seats) if (mask >> seat) & 1]
        return [*known, WATCHING] if self.layout.knows(SPECTATOR, mask) else known

    def read_mask(self, place: Document) -> int:
        """Reads a list of seats as a mask."""
        found = 0
        for item in place.items():
            watching = item.value == WATCHING
            found |= 1 << (self.layout.bit(SPECTATOR) if watching else self.read_seat(item))
        return found

    def write_marks(self) -> Json:
        """Writes what was done this turn; as a number if one of the bits has no word."""
        words, marks = self.layout.marks, self.view.marks
        if marks >> len(words):
            return marks
        return [word for bit, word in enumerate(words) if (marks >> bit) & 1]

    def read_marks(self, place: Document) -> int:
        """Reads what was done this turn."""
        if not isinstance(place.value, list):
            return place.integer(0)
        words = [item.choice(self.layout.marks) for item in place.items()]
        return sum([1 << bit for bit, word in enumerate(self.layout.marks) if word in words])

    # The board.

    def write_board(self) -> dict[str, Json]:
        """Writes what the viewer sees of the board; others' entries of an owner's list are null."""
        board, fresh, viewer = self.view.board, self.game.board(), self.view.viewer
        found: dict[str, Json] = {}
        for name in board.__match_args__:
            who = board.visibility.get(name, SERVER)
            value: object = getattr(board, name)
            if who == SERVER or plain(value) == plain(getattr(fresh, name)):
                continue
            if who == OWNER and viewer != TRUTH:
                assert isinstance(value, list)
                value = [entry if at == viewer else None for at, entry in enumerate(value)]
            found[name] = self.fields.write(value, board.words.get(name, ""), f"board.{name}")
        return found

    def read_board(self, place: Document) -> None:
        """Reads the fields of the board that the viewer sees."""
        board, viewer = self.view.board, self.view.viewer
        seen = [name for name, who in board.visibility.items() if who != SERVER]
        owned = [name for name in seen if board.visibility[name] == OWNER and viewer != TRUTH]
        place.only(seen)
        whole = [name for name in seen if name not in owned]
        found = self.fields.read_fields(place, whole, type(board), board.words, board)
        for name in [name for name in owned if place.has(name)]:
            entries: list[object] = [*getattr(board, name)]
            for at, item in enumerate(self.by_seat(place.field(name))):
                if at == viewer:
                    entries[at] = self.fields.read(item, entries[at], board.words.get(name, ""))
                elif item.value is not None:
                    self.refuse_hidden(item)
            found[name] = entries
        self.view.board = self.fields.changed(place, board, found)

    # Cards in zones.

    def write_zones(self) -> dict[str, Json]:
        """Writes the zones that are not empty."""
        found: dict[str, Json] = {}
        for number, zone in enumerate(self.layout.zones):
            piles = [self.write_pile(p) for p in self.layout.piles_of(number)]
            if any(piles):
                found[zone.id] = piles[0] if zone.shared else piles
        return found

    def read_zones(self, place: Document) -> None:
        """Reads the piles of all zones."""
        place.only([zone.id for zone in self.layout.zones])
        for number, zone in enumerate(self.layout.zones):
            if place.has(zone.id):
                there = place.field(zone.id)
                piles = [there] if zone.shared else self.by_seat(there)
                for p, pile in zip(self.layout.piles_of(number), piles, strict=False):
                    self.read_pile(pile, p)

    def write_pile(self, p: int) -> Json:
        """Writes a pile: a number if it is hidden as its zone says, else its cards."""
        cards, masks, usual = self.view.cards[p], self.view.seen[p], self.layout.usual[p]
        if not masks and not self.layout.knows(self.view.viewer, usual):
            return len(cards)
        found: list[Json] = []
        for at, card in enumerate(cards):
            word: Json = None if card == UNKNOWN else self.fields.card_word(card)
            if masks and masks[at] != usual:
                word = {"card": word, "known_to": self.write_mask(masks[at])}
                quiet = masks[at] >> self.layout.quietly
                if quiet:  # only in a whole state: nobody sees it
                    word["quietly"] = self.write_mask(quiet)
            found.append(word)
        return found

    def read_pile(self, place: Document, p: int) -> None:
        """Reads a pile: a number of hidden cards, or a list."""
        view, usual = self.view, self.layout.usual[p]
        if isinstance(place.value, int):
            count = place.integer(0, MOST_CARDS)
            if count and self.layout.knows(view.viewer, usual):
                place.wanted("the cards (their zone is not hidden)")
            view.cards[p] = [UNKNOWN] * count
        elif isinstance(place.value, list):
            items = place.items()
            found = [self.read_card(item, usual) for item in items]
            masks = [mask for card, mask in found]
            for at, own in enumerate(own_masks(self.layout, p, masks, view.viewer)):
                if masks[at] != own:
                    known_to = items[at].field("known_to")
                    known_to.wanted(f"{self.write_mask(own)} (the viewer knows no more here)")
            view.cards[p] = [card for card, mask in found]
            view.mark(p, masks)
        else:
            place.wanted("a list of cards or their number")

    def read_card(self, place: Document, usual: int) -> tuple[int, int]:
        """Reads a card of a pile, and who knows it."""
        word, mask = place, usual
        if isinstance(place.value, dict):
            place.only(("card", "known_to", "quietly"))
            word = place.field("card")
            known_to = place.optional("known_to", self.write_mask(usual))
            mask = self.read_mask(known_to)
            if mask & usual != usual:
                known_to.wanted(f"all of {self.write_mask(usual)}, who see the zone")
            mask |= self.read_quiet(place, mask)
        known = self.layout.knows(self.view.viewer, mask)
        if word.value is None and known:
            word.wanted("a card (this one is not hidden)")
        elif word.value is not None and not known:
            self.refuse_hidden(word)
        return (UNKNOWN if word.value is None else self.fields.read_card(word), mask)

    def read_quiet(self, place: Document, mask: int) -> int:
        """Reads who else knows a card quietly, as bits of its mask."""
        if not place.has("quietly"):
            return 0
        quietly = place.field("quietly")
        quiet = self.read_mask(quietly)
        if self.view.viewer != TRUTH:
            quietly.wanted("nothing (no viewer sees it)")
        elif quiet & mask:
            quietly.wanted("other seats than in `known_to`")
        return quiet << self.layout.quietly

    def write_content(self) -> dict[str, Json]:
        """Writes who knows what is in which pile."""
        masks = enumerate(self.view.content)
        return {self.layout.pile_word(p): self.write_mask(mask) for p, mask in masks if mask}

    def read_content(self, place: Document) -> None:
        """Reads who knows what is in which pile."""
        zones = range(self.layout.width)
        piles = {self.layout.pile_word(p): p for zone in zones for p in self.layout.piles_of(zone)}
        place.only(piles)
        for word in [word for word in place.names() if word in piles]:
            self.view.content[piles[word]] = self.read_mask(place.field(word))

    # Parts in rows.

    def write_rows(self) -> dict[str, Json]:
        """Writes the rows that are not empty."""
        found: dict[str, Json] = {}
        number = 0
        for row, name in enumerate(self.layout.rows):
            sides: list[list[Json]] = [[] for _ in range(self.layout.seats)]
            for seat, side in enumerate(sides):
                for part in self.view.row(row, seat):
                    number += 1
                    side.append(self.write_part(part, number))
            if any(sides):
                found[name] = [*sides]
        return found

    def read_rows(self, place: Document) -> None:
        """Reads what is in play, and the numbers of the parts."""
        place.only(self.layout.rows)
        serials: list[int] = []
        for row, name in enumerate(self.layout.rows):
            sides = self.by_seat(place.field(name)) if place.has(name) else []
            for seat, side in enumerate(sides):
                for item in side.items():
                    part = self.read_part(item, len(serials) + 1)
                    if part is not None:
                        self.view.row(row, seat).append(part)
                        if part.serial in serials:
                            item.note(f"two parts have the serial number {part.serial}")
                        serials.append(part.serial)
        self.view.serial = max([0, *serials]) + 1

    def write_part(self, part: P, number: int) -> Json:
        """Writes a part: its card, and what differs from a fresh part with the next number."""
        word, fresh = self.fields.card_word(part.kind), self.game.part(part.kind)
        fresh.serial = number
        found: dict[str, Json] = {"card": word}
        for name in part.__match_args__[1:]:
            value: object = getattr(part, name)
            if plain(value) != plain(getattr(fresh, name)):
                found[name] = self.fields.write(value, part.words.get(name, ""), f"{word}.{name}")
        return found if len(found) > 1 else word

    def read_part(self, place: Document, number: int) -> P | None:
        """Reads a part; `number` is its serial number if it has none of its own."""
        before = len(place.problems)
        words = isinstance(place.value, dict)
        card = self.fields.read_card(place.field("card") if words else place, zone=False)
        if len(place.problems) > before:
            return None
        problem = f"{self.fields.card_word(card)} cannot be in play: "
        fresh = attempt(place, lambda: self.game.part(card), problem)
        if fresh is None:
            return None
        fresh.serial = number
        if not words:
            return fresh
        names = fresh.__match_args__[1:]  # without the card itself
        place.only(["card", *names])
        kinds = {**fresh.words, "mods": MODIFIER}
        found = self.fields.read_fields(place, names, type(fresh), kinds, fresh)
        if place.has("serial"):
            found["serial"] = place.field("serial").integer(1)
        part = self.fields.changed(place, fresh, found)
        # A list that was empty in the fresh part may hold anything by now.
        attempt(place, lambda: [self.layout.ids[card] for card in part.cards()])
        return part

    # Unseen cards: which can be among those that a view hides. They follow from the cards of a deal
    # and what is visible. So they are listed only where that is not so: in a game whose decks
    # differ, for a card that has changed its pool, and for a pile whose content the viewer knows.

    def pool_names(self) -> list[str]:
        """Names the lists of `pools`: the pools, then the piles whose content somebody knows."""
        pools = self.layout.pools
        words = [self.layout.pile_word(p) for p in range(len(self.view.cards))]
        return [*pools, *[f"{word}.content" if word in pools else word for word in words]]

    def hidden(self) -> list[tuple[int, int]]:
        """Counts the cards that a view hides, by the list of `pools` that they are in.

        Piles whose content is known come first, because the pools follow from what they leave.
        """
        found: Counter[int] = Counter()
        for p, pile in enumerate(self.view.cards):
            if UNKNOWN in pile:
                inside = self.layout.knows(self.view.viewer, self.view.content[p])
                pool = len(self.layout.pools) + p if inside else self.layout.group[p]
                found[pool] += pile.count(UNKNOWN)
        return sorted(found.items(), reverse=True)

    def stock(self) -> list[list[int]]:
        """Returns the cards of each pool after a deal."""
        return self.game.stock()

    def derive(self, pool: int, count: int) -> tuple[list[int], list[str]]:
        """Returns `count` hidden cards as they follow from the rest, or why they do not."""
        groups, word = len(self.layout.pools), self.fields.card_word
        if pool >= groups:
            return ([], [f"expected the {count} cards whose order is hidden"])
        dealt, shown = Counter(self.stock()[pool]), Counter(self.view.known()[pool])
        for p, group in enumerate(self.layout.group):
            if group == pool:
                shown.update(self.view.pools[groups + p])
        left, extra = sorted((dealt - shown).elements()), shown - dealt
        problems = [f"{number} more {word(card)!r} than exist" for card, number in extra.items()]
        if len(left) != count and not extra:
            problems.append(
                f"{count} cards are hidden, but {len(left)} of those dealt are not seen"
            )
        return (left, problems)

    def write_unseen(self) -> dict[str, Json]:
        """Writes the cards that the viewer has not seen, where they do not follow."""
        names, expected = self.pool_names(), self.game.expected(self.view)
        found: dict[str, Json] = {}
        for pool, count in reversed(self.hidden()):
            cards = self.view.pools[pool]
            if pool not in expected and self.derive(pool, count) != (cards, []):
                found[names[pool]] = [self.fields.card_word(card) for card in cards]
        return found

    def read_unseen(self, place: Document) -> None:
        """Reads the unseen cards, or derives them, after all other cards are read."""
        view, names, hidden = self.view, self.pool_names(), self.hidden()
        # While something is wrong with the other cards, their number means nothing.
        sound = not place.problems
        view.pools = [] if view.viewer == TRUTH else [[] for _ in names]
        expected = self.game.expected(view) if sound else {}
        place.only([names[pool] for pool, count in hidden if pool not in expected])
        for pool, cards in expected.items():
            view.pools[pool] = cards
        for pool, count in hidden:
            there = place.optional(names[pool], None)
            if pool in expected:
                if len(expected[pool]) < count:
                    there.note(f"more cards are hidden than {len(expected[pool])}")
            elif there.value is not None:
                view.pools[pool] = sorted([self.fields.read_card(item) for item in there.items()])
                if len(view.pools[pool]) != count:
                    there.wanted(f"{count} cards, as many as are hidden")
            elif sound:
                view.pools[pool], problems = self.derive(pool, count)
                for problem in problems:
                    there.note(problem)


class Fields:
    """Writes and reads what boards, parts and effects hold, with words for cards and places.

    Where a field is read, a fresh board or part tells what it should look like; of an empty list or
    None nothing is known, and anything is read.
    """

    def __init__(
        self, layout: Layout, effects: list[type[Event]], records: tuple[type[Value], ...]
    ) -> None:
        """Takes the declared effects and events, and the classes of other values."""
        self.layout: Final = layout
        kinds: list[type[Event]] = [Triggers, Order, *effects]
        self.kinds: Final = {kind.id: kind for kind in kinds}
        self.records: Final[dict[str, type]] = {kind.__name__: kind for kind in records}

    def write(self, value: object, kind: str, where: str) -> Json:
        """Writes a value; `kind` tells whether its numbers are cards or places."""
        if isinstance(value, (list, tuple)):
            return [self.write(item, kind, where) for item in value]
        if isinstance(value, Event):
            return self.write_event(value, where)
        if isinstance(value, Modifier):
            return self.write_modifier(value)
        if isinstance(value, int) and not isinstance(value, bool) and kind:
            if not self.layout.has_word(kind, value):
                return value
            return self.card_word(value) if kind == "card" else self.layout.place_word(value)
        try:
            return encode(value)
        except TypeError as error:
            raise PositionError(f"{where} cannot be written: {error}") from None

    def read(self, place: Document, like: object, kind: str, depth: int = 0) -> object:
        """Reads a value that is of the same sort as another one."""
        value, kind = place.value, "" if kind == NUMBER else kind
        if depth > DEEPEST:
            place.note(f"more than {DEEPEST} levels of lists and objects")
            return None
        if isinstance(like, list):
            return self.read_items(place, like, kind, depth)
        if isinstance(like, tuple) or (like is None and isinstance(value, list)):
            return tuple(self.read_items(place, list(like or ()), kind, depth))
        if isinstance(like, bool):
            return place.flag()
        if isinstance(like, str):
            return place.text()
        if isinstance(like, int):
            return self.read_word(place, kind) if kind else place.integer()
        return self.read_any(place, kind, depth)

    def read_any(self, place: Document, kind: str, depth: int) -> object:
        """Reads a value of which nothing is known."""
        value = place.value
        if isinstance(value, dict) and not kind:
            kind = next((tag for tag in (EFFECT, EVENT) if tag in value), "")
            if not kind and "stat" in value and "record" not in value:
                kind = MODIFIER
        if kind in (EFFECT, EVENT):
            return self.read_event(place, kind, depth)
        if kind == MODIFIER:
            return self.read_modifier(place)
        if kind and value is not None:
            return self.read_word(place, kind)
        return attempt(place, lambda: decode(value, self.records))

    def read_items(
        self, place: Document, like: list[object], kind: str, depth: int
    ) -> list[object]:
        """Reads a list; one with an entry for each seat keeps its length."""
        items = place.items()
        if len(like) == self.layout.seats != len(items):
            if isinstance(place.value, list):
                place.wanted(f"a list of {len(like)}")
            return like
        likes = [*like, *(like[:1] or [None]) * len(items)]
        return [self.read(item, likes[at], kind, depth + 1) for at, item in enumerate(items)]

    # Cards and places.

    def card_word(self, card: int) -> str:
        """Writes a card; a game can have other words than ids."""
        return self.layout.card_word(card)

    def find_card(self, word: str) -> int:
        """Reads what `card_word` wrote; raises `ValueError` with near matches for other texts."""
        return self.layout.read_card(word)

    def read_word(self, place: Document, kind: str) -> int:
        """Reads a card or a place as its number."""
        value = place.value
        if type(value) is int and value < 0 and not self.layout.has_word(kind, value):
            return value
        if not isinstance(value, str):
            place.wanted(f"the word for a {kind}")
        elif kind == "place" or value != UNKNOWN_WORD:
            read = self.layout.read_place if kind == "place" else self.find_card
            return attempt(place, lambda: read(value)) or UNKNOWN
        return UNKNOWN

    def read_card(self, place: Document, zone: bool = True) -> int:
        """Reads the id of a card; a token does not lie in a zone."""
        value = place.value
        if not isinstance(value, str):
            place.wanted("the id of a card")
            return UNKNOWN
        card = attempt(place, lambda: self.find_card(value)) or UNKNOWN
        if zone and self.layout.tokens[card]:
            place.note(f"{value} is a token, which lies in no zone")
        return card

    # Parts and boards.

    def read_fields(
        self,
        place: Document,
        names: Iterable[str],
        kind: type,
        words: Mapping[str, str],
        like: Part | None = None,
        depth: int = 0,
    ) -> dict[str, object]:
        """Reads fields of a class; with a part like it, or with a default, those that are there."""
        hints = parameter_hints(kind)
        spare = [] if like is not None else optional_parameters(kind)
        found: dict[str, object] = {}
        for name in names:
            if place.has(name) or (like is None and name not in spare):
                field, before = place.field(name), len(place.problems)
                usual: object = None if like is None else getattr(like, name)
                found[name] = self.read(field, usual, words.get(name, ""), depth + 1)
                wrong = name in hints and not fits(found[name], hints[name])
                if wrong and len(place.problems) == before:
                    field.wanted(f"a value for {kind.__name__}.{name}")
        return found

    def changed(self, place: Document, like: Q, fields: Mapping[str, object]) -> Q:
        """Makes a part like another one, but with some other fields."""
        values = [fields.get(name, getattr(like, name)) for name in like.__match_args__]
        made = attempt(place, lambda: remade(like, values))
        return like if made is None else made

    # Effects and modifiers.

    def write_event(self, value: Event, where: str) -> dict[str, Json]:
        """Writes an effect or event with its parameters."""
        if self.kinds.get(value.id) is not type(value):
            name = type(value).__name__
            raise PositionError(f"{where} cannot be written: effects() does not list {name}")
        found: dict[str, Json] = {EFFECT if isinstance(value, Effect) else EVENT: value.id}
        for name in value.__match_args__:
            kind = value.words.get(name, "")
            found[name] = self.write(getattr(value, name), kind, f"{where}.{value.id}.{name}")
        return found

    def read_event(self, place: Document, tag: str, depth: int = 0) -> Event | None:
        """Reads an effect or event with all its parameters; None if there are problems."""
        before = len(place.problems)
        kinds = self.kinds.items()
        known = [id for id, kind in kinds if issubclass(kind, Effect) == (tag == EFFECT)]
        id = place.field(tag).choice(known)
        if len(place.problems) > before:
            return None
        kind = self.kinds[id]
        place.only((tag, *kind.__match_args__))
        params = self.read_fields(place, kind.__match_args__, kind, kind.words, None, depth)
        if len(place.problems) > before:
            return None
        found = attempt(place, lambda: make(kind, [*params.values()]))
        if isinstance(found, Effect):
            seat = found.whose()
            if not 0 <= seat < self.layout.seats:
                place.note(f"there is no seat {seat}")
            if isinstance(found, Order) and not any(e.whose() == seat for e in found.waiting):
                place.note(f"seat {seat} has no triggers to order")
        return found if isinstance(found, Event) and len(place.problems) == before else None

    def write_modifier(self, mod: Modifier) -> dict[str, Json]:
        """Writes a modifier; what is usual is left out."""
        stats = self.layout.stats
        stat: Json = stats[mod.stat] if 0 <= mod.stat < len(stats) else mod.stat
        found: dict[str, Json] = {"stat": stat, "amount": mod.amount}
        found |= {"until": mod.until} if mod.until != FOREVER else {}
        found |= {"span": mod.span} if mod.span else {}
        return found | ({"source": mod.source} if mod.source else {})

    def read_modifier(self, place: Document) -> Modifier:
        """Reads a modifier."""
        place.only(Modifier.__match_args__)
        stat, stats = place.field("stat"), self.layout.stats
        word = stat.choice(stats) if isinstance(stat.value, str) else ""
        return Modifier(
            stats.index(word) if word else stat.integer(0),
            place.field("amount").integer(),
            place.optional("until", FOREVER).integer(FOREVER),
            place.optional("span", "").text(),
            place.optional("source", 0).integer(0),
        )


def attempt(place: Document, make: Callable[[], T], problem: str = "") -> T | None:
    """Calls what may raise anything, such as an author's constructor; notes why it failed."""
    try:
        return make()
    except Exception as error:  # noqa: BLE001 - see above
        place.note(f"{problem}{error}")
        return None


def optional_parameters(kind: type) -> list[str]:
    """Lists the parameters of a constructor that have a default."""
    named = inspect.signature(kind).parameters.values()
    return [each.name for each in named if each.default is not inspect.Parameter.empty]
