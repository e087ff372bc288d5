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

from collections import Counter
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.game import SPECTATOR
from kibitz.core.state import plain
from kibitz.core.value import Json
from kibitz.kit.board import OWNER, SERVER, Board, copied
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.effects import EFFECT, EVENT, Effect, Event
from kibitz.kit.fields import Fields, attempt
from kibitz.kit.modifiers import MODIFIER
from kibitz.kit.state import NOBODY, TRUTH, InPlay, TableState

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


def decider(state: TableState[P, B]) -> int:
    """Returns the seat that must decide: who is asked, or whose turn it is."""
    asked = state.question()
    return state.active if asked is None else asked.seat


class Position(Generic[P, B]):
    """Writes a view, or reads one into an empty state.

    While it reads, every problem is noted, and none is raised.
    """

    def __init__(self, game: "CardGame[P, B]", view: TableState[P, B]) -> None:
        self.game: Final = game
        self.view: Final = view
        self.layout: Final = view.layout
        self.fields: Final = Fields(view.layout, game.effects(), view.board.records)

    # The whole document.

    def write(self) -> dict[str, Json]:
        """Writes everything that is not empty or as at the start."""
        view, phases = self.view, self.layout.phases
        named: list[Json] = [name for name, seat in VIEWERS.items() if seat == view.viewer]
        found: dict[str, Json] = {"game": self.game.id, "viewer": [*named, view.viewer][0]}
        found |= {"turn": view.turn, "active": view.active}
        parts: dict[str, Json] = {"phase": phases[view.phase] if phases else view.phase}
        parts |= {"marks": self.write_marks(), "board": self.write_board()}
        parts |= {"zones": self.write_zones(), "rows": self.write_rows()}
        parts |= {"content": self.write_content(), "unseen": self.write_unseen()}
        for name in ("stack", "events", "mods"):
            parts[name] = self.fields.write(getattr(view, name), "", name)
        found |= {name: part for name, part in parts.items() if part}
        if view.seat != decider(view):
            found["seat"] = view.seat
        if view.serial != 1 + max([0, *[part.serial for row in view.rows for part in row]]):
            found["serial"] = view.serial
        if view.over:
            winner = None if view.winner == NOBODY else view.winner
            found["over"] = {"winner": winner, "reason": view.reason}
        return found

    def read(self, root: Document) -> None:
        """Reads everything."""
        view = self.view
        root.only(FIELDS)
        if root.optional("game", self.game.id).value != self.game.id:
            root.field("game").wanted(repr(self.game.id))
        view.viewer = self.read_viewer(root.field("viewer"))
        view.turn = root.optional("turn", 1).integer(0)
        view.active = self.read_seat(root.optional("active", 0))
        self.read_phase(root)
        view.marks = self.read_marks(root.optional("marks", []))
        self.read_board(root.optional("board", {}))
        self.read_zones(root.optional("zones", {}))
        self.read_rows(root.optional("rows", {}))
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
        asked, seat = decider(view), root.optional("seat", decider(view))
        view.seat = self.read_seat(seat)
        if view.seat != asked and view.question() is not None and not view.over:
            seat.wanted(f"{asked}, the seat that is asked")

    def read_waiting(self, root: Document) -> None:
        """Reads what is still to happen, what has happened, and the modifiers."""
        for item in root.optional("stack", []).items():
            effect = self.fields.read_event(item, EFFECT)
            if isinstance(effect, Effect):
                self.view.stack.append(effect)
        for item in root.optional("events", []).items():
            event = self.fields.read_event(item, EFFECT if item.has(EFFECT) else EVENT)
            if isinstance(event, Event):
                self.view.events.append(event)
        mods = root.optional("mods", []).items()
        self.view.mods = tuple([self.fields.read_modifier(item) for item in mods])

    # Seats, phases and marks.

    def read_viewer(self, place: Document) -> int:
        """Reads whose view it is."""
        if isinstance(place.value, str):
            if place.value not in VIEWERS:
                place.note(f"unknown {place.value!r}; a seat or {suggest(place.value, VIEWERS)}")
            return VIEWERS.get(place.value, SPECTATOR)
        return self.read_seat(place)

    def who(self) -> str:
        """Names the viewer."""
        return "a spectator" if self.view.viewer < 0 else f"seat {self.view.viewer}"

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

    def write_mask(self, mask: int) -> list[Json]:
        """Writes a mask as a list of seats; spectators come last."""
        known: list[Json] = [seat for seat in range(self.layout.seats) if (mask >> seat) & 1]
        return [*known, WATCHING] if self.layout.knows(SPECTATOR, mask) else known

    def read_mask(self, place: Document) -> int:
        """Reads a list of seats as a mask."""
        found = 0
        for item in place.items():
            watching = item.value == WATCHING
            found |= 1 << (self.layout.seats if watching else self.read_seat(item))
        return found

    def read_phase(self, root: Document) -> None:
        """Reads the phase: a word, or a number if the game has no words for phases."""
        if root.has("phase"):
            place, words = root.field("phase"), self.layout.phases
            number = words.index(place.choice(words)) if words else place.integer(0, LAST_PHASE)
            self.view.phase = number

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
        board, secret = self.view.board, self.view.viewer != TRUTH
        seen = [name for name, who in board.visibility.items() if who != SERVER]
        owned = [name for name in seen if board.visibility[name] == OWNER and secret]
        place.only(seen)
        whole = [name for name in seen if name not in owned]
        found = self.fields.read_fields(place, whole, type(board), board.words, board)
        for name in owned:
            if place.has(name):
                kind = board.words.get(name, "")
                found[name] = self.read_entries(place.field(name), getattr(board, name), kind)
        self.view.board = self.fields.changed(place, board, found)

    def read_entries(self, place: Document, like: list[object], kind: str) -> list[object]:
        """Reads a list of which the viewer sees only its own entry; the others are null."""
        entries = [copied(item) for item in like]
        for at, item in enumerate(self.by_seat(place)):
            if at == self.view.viewer:
                entries[at] = self.fields.read(item, entries[at], kind)
            elif item.value is not None:
                item.wanted(f"null ({self.who()} does not see it)")
        return entries

    # Cards in zones.

    def piles_of(self, zone: int) -> list[int]:
        """Returns the piles of a zone by seat; a shared one has one."""
        seats = 1 if self.layout.zones[zone].shared else self.layout.seats
        return [zone + seat * self.layout.width for seat in range(seats)]

    def write_zones(self) -> dict[str, Json]:
        """Writes the zones that are not empty."""
        found: dict[str, Json] = {}
        for number, zone in enumerate(self.layout.zones):
            piles = self.piles_of(number)
            if any(self.view.cards[p] for p in piles):
                written = [self.write_pile(p) for p in piles]
                found[zone.id] = written[0] if zone.shared else written
        return found

    def read_zones(self, place: Document) -> None:
        """Reads the piles of all zones."""
        place.only([zone.id for zone in self.layout.zones])
        for number, zone in enumerate(self.layout.zones):
            if place.has(zone.id):
                there = place.field(zone.id)
                piles = [there] if zone.shared else self.by_seat(there)
                for p, pile in zip(self.piles_of(number), piles, strict=False):
                    self.read_pile(pile, p)

    def write_pile(self, p: int) -> Json:
        """Writes a pile: a number if it is hidden as its zone says, else its cards."""
        cards, masks, usual = self.view.cards[p], self.view.seen[p], self.layout.usual[p]
        if not masks and not self.layout.knows(self.view.viewer, usual):
            return len(cards)
        found: list[Json] = []
        for at, card in enumerate(cards):
            word: Json = None if card == UNKNOWN else self.layout.ids[card]
            if masks and masks[at] != usual:
                found.append({"card": word, "known_to": self.write_mask(masks[at])})
            else:
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
            found = [self.read_card(item, usual) for item in place.items()]
            view.cards[p] = [card for card, mask in found]
            view.mark(p, [mask for card, mask in found])
        else:
            place.wanted("a list of cards or their number")

    def read_card(self, place: Document, usual: int) -> tuple[int, int]:
        """Reads a card of a pile, and who knows it."""
        word, mask = place, usual
        if isinstance(place.value, dict):
            place.only(("card", "known_to"))
            word = place.field("card")
            known_to = place.optional("known_to", self.write_mask(usual))
            mask = self.read_mask(known_to)
            if mask & usual != usual:
                known_to.wanted(f"all of {self.write_mask(usual)}, who see the zone")
        known = self.layout.knows(self.view.viewer, mask)
        if word.value is None:
            if known:
                word.wanted("a card (this one is not hidden)")
            return (UNKNOWN, mask)
        if not known:
            word.wanted(f"null ({self.who()} does not see it)")
        return (self.fields.read_card(word), mask)

    def write_content(self) -> dict[str, Json]:
        """Writes who knows what is in which pile."""
        masks = enumerate(self.view.content)
        return {self.layout.pile_word(p): self.write_mask(mask) for p, mask in masks if mask}

    def read_content(self, place: Document) -> None:
        """Reads who knows what is in which pile."""
        piles = {self.layout.pile_word(p): p for p in range(len(self.view.cards) - 1, -1, -1)}
        place.only(piles)
        for word in place.names():
            if word in piles:
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
        word, fresh = self.layout.ids[part.kind], self.game.part(part.kind)
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
        problem = f"{self.layout.ids[card]} cannot be in play: "
        fresh = attempt(place, lambda: self.game.part(card), problem)
        if fresh is None:
            return None
        fresh.serial = number
        if not words:
            return fresh
        # The card itself is no field of the document.
        names = fresh.__match_args__[1:]
        place.only(["card", *names])
        kinds = {**fresh.words, "mods": MODIFIER}
        found = self.fields.read_fields(place, names, type(fresh), kinds, fresh)
        if place.has("serial"):
            found["serial"] = place.field("serial").integer(1)
        return self.fields.changed(place, fresh, found)

    # Unseen cards: which can be among those that a view hides. They follow from the cards of a deal
    # and what is visible. So they are listed only where that is not so: in a game whose decks
    # differ, for a card that has changed its pool, and for a pile whose content the viewer knows.

    def pool_names(self) -> list[str]:
        """Names the lists of `pools`: the pools, then the piles whose content somebody knows."""
        pools = self.layout.pools
        words = [self.layout.pile_word(p) for p in range(len(self.view.cards))]
        return [*pools, *[f"{word}.content" if word in pools else word for word in words]]

    def hidden(self) -> dict[int, int]:
        """Counts the cards that a view hides, by the list of `pools` that they are in."""
        found: Counter[int] = Counter()
        for p, pile in enumerate(self.view.cards):
            if UNKNOWN in pile:
                inside = self.layout.knows(self.view.viewer, self.view.content[p])
                pool = len(self.layout.pools) + p if inside else self.layout.group[p]
                found[pool] += pile.count(UNKNOWN)
        return dict(sorted(found.items()))

    def left_over(self, pool: int) -> tuple[list[int], Counter[int]]:
        """Compares a pool after a deal with what the view shows of it: what is left, and extra."""
        dealt, shown = Counter(self.game.stock()[pool]), Counter(self.view.known()[pool])
        for p, group in enumerate(self.layout.group):
            if group == pool:
                shown.update(self.view.pools[len(self.layout.pools) + p])
        return (sorted((dealt - shown).elements()), shown - dealt)

    def write_unseen(self) -> dict[str, Json]:
        """Writes the cards that the viewer has not seen, where they do not follow."""
        view, names, expected = self.view, self.pool_names(), self.game.expected(self.view)
        found: dict[str, Json] = {}
        for pool in self.hidden():
            derived = pool in expected
            if not derived and pool < len(self.layout.pools):
                left, extra = self.left_over(pool)
                derived = left == view.pools[pool] and not extra
            if not derived:
                found[names[pool]] = [self.layout.ids[card] for card in view.pools[pool]]
        return found

    def read_unseen(self, place: Document) -> None:
        """Reads the unseen cards, or derives them, after all other cards are read."""
        view, names, hidden = self.view, self.pool_names(), self.hidden()
        # While something is wrong with the other cards, their number means nothing.
        sound = not place.problems
        view.pools = [] if view.viewer == TRUTH else [[] for _ in names]
        expected = self.game.expected(view) if sound else {}
        place.only([names[pool] for pool in hidden if pool not in expected])
        for pool, cards in expected.items():
            view.pools[pool] = cards
            if len(cards) < hidden.pop(pool, 0):
                place.note(f"more cards of {names[pool]} are hidden than {len(cards)}")
        # Piles whose content is known come first, because the pools follow from what they leave.
        for pool, count in reversed(hidden.items()):
            there = place.optional(names[pool], None)
            if there.value is not None:
                cards = sorted([self.fields.read_card(item) for item in there.items()])
                if len(cards) != count:
                    there.wanted(f"{count} cards, as many as are hidden")
                view.pools[pool] = cards
            elif sound and pool < len(self.layout.pools):
                view.pools[pool] = self.derive(there, pool, count)
            elif sound:
                there.wanted(f"the {count} cards whose order is hidden")

    def derive(self, place: Document, pool: int, count: int) -> list[int]:
        """Returns the hidden cards of a pool: what is left of the cards of a deal."""
        left, extra = self.left_over(pool)
        for card, number in extra.items():
            place.note(f"{number} more {self.layout.ids[card]!r} than exist")
        if len(left) != count and not extra:
            place.note(f"{count} cards are hidden, but {len(left)} of those dealt are not seen")
        return left
