"""The state of a card game: piles of numbers, parts in play, a stack of effects.

One class serves for the full state and for what a viewer sees of it; `viewer` says which.

Each card of a pile has a mask of the seats that know it. The zone gives the usual mask, and a pile
keeps masks of its own only where one differs. Moving a card is the one place where knowledge
changes, see `carry` and `swap`; it errs on the side of forgetting. Those who only watch are one
more bit of a mask. Masks of ordered piles, effects and events are public: a secret belongs in a
zone, or in a hidden field of the board. Whoever sees an unordered pile sees its masks, too, except
for the bits of those who know a card quietly, see `swap`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.game import winner_of
from kibitz.core.randomness import Rng
from kibitz.core.state import TRUTH as TRUTH
from kibitz.core.state import Part, State, plain_items
from kibitz.core.value import Value
from kibitz.kit.board import CARD, NUMBER, Board
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.errors import LayoutError
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import Modifier, lasting

if TYPE_CHECKING:
    # Effects change states, so their module imports this one.
    from kibitz.kit.effects import Effect, Question

# The winner while nobody has won, and of a game that ends in a draw.
NOBODY: Final = -1
# Where a part is that has left play.
NOWHERE: Final = -1_000_000


@mypyc_attr(allow_interpreted_subclasses=True)
class InPlay(Part):
    """Something in play: a card on top, and the fields that the game adds.

    A subclass takes the card first, and has a default for every other field.

    Attributes:
        kind: the card on top.
        serial: the number it got on entering play; no other part of the match gets it.
        mods: what changes its numbers.
    """

    # Annotated, because compiled code would expect just these three of every part.
    __match_args__: ClassVar[tuple[str, ...]] = ("kind", "serial", "mods")
    # What the numbers of each field are, as in a board; the fields above need no kind.
    words: ClassVar[Mapping[str, str]] = {}

    def __init__(self, kind: int, serial: int = 0, mods: tuple[Modifier, ...] = ()) -> None:
        """Takes the card; `state.enter` gives the serial number."""
        self.kind = kind
        self.serial = serial
        self.mods = mods

    def cards(self) -> list[int]:
        """Returns all cards that leave play with it."""
        return [self.kind]


@mypyc_attr(allow_interpreted_subclasses=True)
class Unit(InPlay):
    """A ready-made part for simple games.

    Attributes:
        damage: how much it has taken.
        spent: whether it has acted, or may not act yet.
        under: the cards under it.
    """

    __match_args__ = ("kind", "serial", "mods", "damage", "spent", "under")
    words: ClassVar[Mapping[str, str]] = {"damage": NUMBER, "under": CARD}

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[Modifier, ...] = (),
        damage: int = 0,
        spent: bool = False,
        under: tuple[int, ...] = (),
    ) -> None:
        """Takes the card, and what differs from a fresh unit."""
        super().__init__(kind, serial, mods)
        self.damage = damage
        self.spent = spent
        self.under = under

    def clone(self) -> "Unit":
        """Returns an independent copy."""
        return Unit(self.kind, self.serial, self.mods, self.damage, self.spent, self.under)

    def cards(self) -> list[int]:
        """Returns the card and those under it."""
        return [*self.under, self.kind]


P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)


@mypyc_attr(allow_interpreted_subclasses=True)
class TableState(State, Generic[P, B]):
    """A card game at one moment; zones, rows and places are small numbers.

    Attributes:
        layout: the zones and rows, the same for all states of a game.
        winner: the seat that has won; `NOBODY` while the game goes on, and after a draw.
        viewer: whose view this is (a seat, or `SPECTATOR`); `TRUTH` for the state itself.
        turn: the number of the turn, as the game's `flow` counts it.
        active: whose turn it is.
        phase: the phase, as a number of the game's own.
        marks: what was done this turn, as bits of the game's own.
        cards: the piles, by seat and then zone; read one with `pile`, and change it with the
            methods for moving cards, which also keep `seen` and `content` up to date.
        seen: for each pile who knows each card, as masks of seats; () is as the zone says.
        content: for each pile who knows what is in it, though not where, as a mask of seats.
        rows: what is in play, by seat and then row; `row` finds one.
        serial: the number that the next part gets on entering play.
        stack: what is still to happen; the last one happens first.
        events: what has happened, and triggers have not been asked about yet.
        mods: modifiers that hang on no part.
        pools: in a view, the cards that its seat has not seen: those of each pool, then those of
            each pile whose content it knows. Empty in a state.
        board: the game's own variables.
    """

    __match_args__: ClassVar[tuple[str, ...]] = (
        *("rng", "layout", "board", "seat", "over", "reason", "winner", "viewer"),
        *("turn", "active", "phase", "marks", "cards", "seen", "content", "rows", "serial"),
        *("stack", "events", "mods", "pools"),
    )

    def __init__(
        self,
        rng: Rng,
        layout: Layout,
        board: B,
        seat: int = 0,
        over: bool = False,
        reason: str = "",
        winner: int = NOBODY,
        viewer: int = TRUTH,
        turn: int = 0,
        active: int = 0,
        phase: int = 0,
        marks: int = 0,
        cards: list[list[int]] | None = None,
        seen: list[tuple[int, ...]] | None = None,
        content: list[int] | None = None,
        rows: list[list[P]] | None = None,
        serial: int = 1,
        stack: "list[Effect[P, B]] | None" = None,
        events: list[Value] | None = None,
        mods: tuple[Modifier, ...] = (),
        pools: list[list[int]] | None = None,
    ) -> None:
        """Takes everything; without more than the first three, a state before the first turn."""
        super().__init__(rng, seat, over, reason)
        piles = layout.width * layout.seats
        self.layout = layout
        self.board = board
        self.winner = winner
        self.viewer = viewer
        self.turn = turn
        self.active = active
        self.phase = phase
        self.marks = marks
        self.cards: list[list[int]] = [[] for _ in range(piles)] if cards is None else cards
        self.seen: list[tuple[int, ...]] = [()] * piles if seen is None else seen
        self.content = [0] * piles if content is None else content
        if rows is None:
            rows = [[] for _ in range(layout.depth * layout.seats)]
        self.rows = rows
        self.serial = serial
        self.stack: list[Effect[P, B]] = [] if stack is None else stack
        self.events: list[Value] = [] if events is None else events
        self.mods = mods
        self.pools: list[list[int]] = [] if pools is None else pools

    def clone(self) -> "TableState[P, B]":
        """Returns an independent copy."""
        twin = self.with_cards(
            self.rng.clone(), self.viewer, [pile[:] for pile in self.cards], self.seen[:]
        )
        if self.pools:
            twin.pools = [pool[:] for pool in self.pools]
        return twin

    def with_cards(
        self, rng: Rng, viewer: int, cards: list[list[int]], seen: list[tuple[int, ...]]
    ) -> "TableState[P, B]":
        """Returns a copy with other dice, another viewer, other cards and no pools."""
        return TableState(
            rng,
            self.layout,
            self.board.clone(),
            self.seat,
            self.over,
            self.reason,
            self.winner,
            viewer,
            self.turn,
            self.active,
            self.phase,
            self.marks,
            cards,
            seen,
            self.content[:],
            [[part.clone() for part in row] if row else [] for row in self.rows],
            self.serial,
            self.stack[:],
            self.events[:],
            self.mods,
            [],
        )

    def key(self) -> tuple[object, ...]:
        """Returns everything but the layout, which all states of a game share."""
        names = self.__match_args__
        return plain_items([getattr(self, name) for name in names if name != "layout"])

    # Where things are.

    def pile(self, zone: int, seat: int = 0) -> tuple[int, ...]:
        """Returns the cards of a zone; the top of an ordered one is the last.

        They are a tuple: only the methods for moving cards keep track of who knows which card.
        """
        return tuple(self.cards[zone + seat * self.layout.stride[zone]])

    def count(self, zone: int, seat: int = 0) -> int:
        """Returns how many cards are in a zone."""
        return len(self.cards[zone + seat * self.layout.stride[zone]])

    def row(self, row: int, seat: int = 0) -> list[P]:
        """Returns what a seat has in a row."""
        return self.rows[seat * self.layout.depth + row]

    def place(self, row: int, seat: int, index: int) -> int:
        """Returns the place at an index of a row."""
        return self.layout.place(row, seat, index)

    def places(self, row: int, seat: int = -1) -> list[int]:
        """Lists the places of a row where something is, of a seat; of all seats with -1."""
        seats = range(self.layout.seats) if seat < 0 else range(seat, seat + 1)
        found: list[int] = []
        for owner in seats:
            for index in range(len(self.row(row, owner))):
                found.append(self.place(row, owner, index))
        return found

    def owner(self, place: int) -> int:
        """Returns the seat that a place belongs to; a player's own seat."""
        return self.layout.owner(place)

    def at(self, place: int) -> P:
        """Returns what is at a place; a player is none."""
        if place < 0:
            raise LayoutError(f"{self.layout.place_word(place)} is a player, not a place in play")
        return self.rows[place % self.layout.spots][place // self.layout.spots]

    def find(self, serial: int) -> int:
        """Returns the place of a part by its serial number; `NOWHERE` if it has left play."""
        for pile, row in enumerate(self.rows):
            for index, part in enumerate(row):
                if part.serial == serial:
                    return index * self.layout.spots + pile
        return NOWHERE

    def part(self, serial: int) -> P | None:
        """Returns a part by its serial number; None if it has left play."""
        for row in self.rows:
            for part in row:
                if part.serial == serial:
                    return part
        return None

    def known(self) -> list[list[int]]:
        """Returns the cards of each pool that are not hidden, in piles and in play."""
        layout = self.layout
        found: list[list[int]] = [[] for _ in layout.pools]
        for p, pile in enumerate(self.cards):
            found[layout.group[p]] += [card for card in pile if card != UNKNOWN]
        for place, row in enumerate(self.rows):
            pool = found[layout.home(layout.owner(place))]
            pool += [card for part in row for card in part.cards() if not layout.tokens[card]]
        return found

    # In play.

    def enter(self, part: P, row: int, seat: int) -> P:
        """Puts a new part at the end of a row, with a serial number of its own."""
        part.serial = self.serial
        self.serial += 1
        self.rows[seat * self.layout.depth + row].append(part)
        return part

    def drop(self, place: int) -> P:
        """Takes what is at a place out of its row, for another row or for good."""
        part = self.at(place)
        del self.rows[place % self.layout.spots][place // self.layout.spots]
        return part

    def leave(self, place: int, zone: int) -> P:
        """Takes what is at a place out of play; all its cards go to a zone of its owner, on top."""
        part = self.drop(place)
        for card in part.cards():
            self.put(card, zone, self.owner(place))
        return part

    # Moving cards.

    def index(self, zone: int, seat: int) -> int:
        """Returns the index of a pile in `cards`, `seen` and `content`."""
        return zone + seat * self.layout.stride[zone]

    def add(self, cards: Sequence[int], zone: int, seat: int = 0) -> None:
        """Brings new cards into the game, onto the top of a zone: who sees the zone knows them."""
        p = self.index(zone, seat)
        usual = self.layout.usual[p]
        self.cards[p].extend(cards)
        if self.seen[p]:
            self.seen[p] += (usual,) * len(cards)
        self.content[p] &= usual
        self.arrange(p)

    def move(self, card: int, source: int, seat: int, target: int, whose: int = -1) -> None:
        """Moves one card of a kind between zones, onto the top; `whose` is the target's seat."""
        p = self.index(source, seat)
        self.carry(p, self.locate(card, p), self.index(target, seat if whose < 0 else whose))

    def draw(self, seat: int, source: int, target: int, count: int = 1) -> int:
        """Moves the top cards of a zone, or any of one without order; returns how many it had."""
        p, q = self.index(source, seat), self.index(target, seat)
        pile = self.cards[p]
        number = min(count, len(pile))
        for _ in range(number):
            last = len(pile) - 1
            self.carry(p, last if self.layout.ordered[p] else self.rng.below(last + 1), q)
        return number

    def take(self, card: int, zone: int, seat: int) -> int:
        """Takes a card out of a zone for all to see, usually to bring it into play; returns it."""
        p = self.index(zone, seat)
        at = self.locate(card, p)
        if self.seen[p]:
            self.remove(p, at)
        else:
            self.cards[p].pop(at)
        return card

    def put(self, card: int, zone: int, seat: int) -> None:
        """Puts a card that everybody has seen into a zone, on top; a token is gone instead."""
        if not self.layout.tokens[card]:
            p = self.index(zone, seat)
            self.insert(p, len(self.cards[p]), card, self.layout.everybody)

    def tuck(self, card: int, source: int, seat: int, target: int, whose: int = -1) -> None:
        """Moves one card of a kind between zones, under all others of the target."""
        p = self.index(source, seat)
        q = self.index(target, seat if whose < 0 else whose)
        self.carry(p, self.locate(card, p), q, 0)

    def bury(self, source: int, seat: int, target: int) -> None:
        """Moves all cards of a zone under those of another one of the seat, in random order.

        Nobody knows which of them lies where.
        """
        p, q = self.index(source, seat), self.index(target, seat)
        if self.layout.group[p] != self.layout.group[q]:
            self.between_pools(p, q, self.layout.usual[q])
        cards = self.cards[p]
        self.cards[p], self.seen[p], self.content[p] = [], (), 0
        self.rng.shuffle(cards)
        for card in cards:
            self.insert(q, 0, card, 0)

    def gather(self, zone: int, seat: int = 0) -> None:
        """Puts all cards of all zones into one and shuffles it, as before a new round.

        Only zones of its pool are gathered, and nothing that is in play.
        """
        target = self.index(zone, seat)
        group = self.layout.group[target]
        cards: list[int] = []
        for p in range(len(self.cards)):
            if self.layout.group[p] == group:
                cards += self.cards[p]
                self.cards[p], self.seen[p], self.content[p] = [], (), 0
        self.rng.shuffle(cards)
        self.add(cards, zone, seat)

    def swap(self, zone: int, seat: int, other: int, whose: int) -> None:
        """Exchanges all cards of two zones, such as two hands; both are ordered, or neither.

        Everybody sees it happen. So seats that knew a card still know it, and seats that saw one of
        the zones know all of its cards. But a seat that now sees an unordered pile for the first
        time cannot tell which of its cards the others know, unless everybody does: from now on, the
        others know it quietly.
        """
        layout = self.layout
        p, q = self.index(zone, seat), self.index(other, whose)
        if layout.ordered[p] != layout.ordered[q]:
            words = f"{layout.pile_word(p)} and {layout.pile_word(q)}"
            raise LayoutError(f"{words} cannot be swapped: only one of them is ordered")
        if p == q:
            return
        masks = [self.follow(p, q), self.follow(q, p)]
        self.cards[p], self.cards[q] = self.cards[q], self.cards[p]
        self.content[p], self.content[q] = self.content[q], self.content[p]
        self.mark(q, masks[0])
        self.mark(p, masks[1])

    def follow(self, p: int, q: int) -> list[int]:
        """Returns who knows the cards of a pile after all of them have gone to another one."""
        layout = self.layout
        usual = layout.usual[p] | layout.usual[q]
        found: list[int] = []
        for mask in self.masks(p):
            knowing = (mask | mask >> layout.quietly) & layout.everybody | usual
            if layout.group[p] != layout.group[q]:
                knowing = self.between_pools(p, q, knowing)
            if not layout.ordered[p] and knowing != layout.everybody:
                knowing = usual | (knowing & ~usual) << layout.quietly
            found.append(knowing)
        return found

    def locate(self, card: int, p: int) -> int:
        """Returns the index of a card in a pile; of equal ones the first."""
        try:
            return self.cards[p].index(card)
        except ValueError:
            layout = self.layout
            missing = f"there is no {layout.card_word(card)} in {layout.pile_word(p)}"
            raise LayoutError(missing) from None

    def carry(self, p: int, at: int, q: int, to: int = -1) -> None:
        """Moves a card between piles given by index; this is the rule for who knows what.

        Seats that see the target know a card that arrives. Everybody can follow a card out of an
        ordered pile, so seats that knew it still know it. A seat that sees neither side of a move
        out of an unordered pile forgets everything special about that pile: any of its cards may
        have left.
        """
        layout = self.layout
        usual, target = layout.usual[p], layout.usual[q]
        mask = usual
        if not self.seen[p]:
            card = self.cards[p].pop(at)
        else:
            card = self.cards[p][at]
            mask = self.remove(p, at)
            if not layout.ordered[p]:
                # Who sees neither side cannot tell which card left, whichever it was.
                follow = usual | target
                if self.seen[p]:
                    kept = follow | follow << layout.quietly
                    self.mark(p, [known & kept | usual for known in self.seen[p]])
                mask &= follow
        mask |= target
        if layout.group[p] != layout.group[q]:
            mask = self.between_pools(p, q, mask)
        if self.content[p]:
            self.content[p] &= mask
        self.insert(q, len(self.cards[q]) if to < 0 else to, card, mask)

    def between_pools(self, p: int, q: int, mask: int) -> int:
        """Returns who knows a card that goes from one pool to another: all, watchers included."""
        layout = self.layout
        # The new pools would tell a seat that does not know the card which one it was.
        if mask | 1 << layout.most != layout.everybody:
            way = f"from {layout.pile_word(p)} to {layout.pile_word(q)}"
            raise LayoutError(f"a hidden card goes {way}: give both zones one pool")
        return layout.everybody

    def insert(self, p: int, at: int, card: int, mask: int) -> None:
        """Puts a card into a pile; into an unordered one where it belongs."""
        cards, usual = self.cards[p], self.layout.usual[p]
        known = mask | usual
        if not self.layout.ordered[p]:
            at = len(cards)
            while at > 0 and cards[at - 1] > card:
                at -= 1
        if self.seen[p] or known != usual:
            masks = self.masks(p)
            masks.insert(at, known)
            cards.insert(at, card)
            self.mark(p, masks)
        else:
            cards.insert(at, card)
        if self.content[p]:
            self.content[p] &= known

    def remove(self, p: int, at: int) -> int:
        """Takes one card out of a pile with masks of its own; returns who knew it."""
        if not self.layout.ordered[p]:
            # Equal cards cannot be told apart, so it is the one that is known best.
            at = self.cards[p].index(self.cards[p][at])
        masks = self.masks(p)
        mask = masks.pop(at)
        self.cards[p].pop(at)
        self.mark(p, masks)
        return mask

    def masks(self, p: int) -> list[int]:
        """Returns who knows each card of a pile, as masks of seats."""
        cards, masks = len(self.cards[p]), self.seen[p]
        if not masks:
            return [self.layout.usual[p]] * cards
        if len(masks) != cards:
            found = (
                f"{self.layout.pile_word(p)} has masks for {len(masks)} cards, but holds {cards}"
            )
            raise LayoutError(f"{found}: change piles only with the methods of the state")
        return list(masks)

    def mark(self, p: int, masks: list[int]) -> None:
        """Keeps who knows the cards of a pile (nothing if it is as the zone says), and sorts it."""
        usual = self.layout.usual[p]
        self.seen[p] = ()
        for mask in masks:
            if mask != usual:
                self.seen[p] = tuple(masks)
                break
        self.arrange(p)

    # What is known.

    def show(self, zone: int, seat: int, to: int, count: int = -1) -> None:
        """Lets the seats of a mask know the top cards of a zone; all of them with -1."""
        p = self.index(zone, seat)
        to &= self.layout.everybody  # that of a larger table may have been given
        masks = self.masks(p)
        size = len(masks)
        for at in range(0 if count < 0 else max(0, size - count), size):
            masks[at] = masks[at] & ~(to << self.layout.quietly) | to
        self.mark(p, masks)

    def search(self, zone: int, seat: int, to: int) -> None:
        """Lets the seats of a mask know what is in a zone, but not in which order."""
        self.content[self.index(zone, seat)] |= to & self.layout.everybody

    def knows(self, seat: int, p: int, at: int) -> bool:
        """Tells whether a seat, or somebody who only watches, knows a card of a pile."""
        masks, layout = self.seen[p], self.layout
        if masks:
            return layout.knows(seat, masks[at] | masks[at] >> layout.quietly)
        return layout.knows(seat, layout.usual[p])

    def shuffle(self, zone: int, seat: int = 0) -> None:
        """Shuffles an ordered zone; seats that knew every card still know which cards are in it."""
        p = self.index(zone, seat)
        if not self.layout.ordered[p]:
            return
        if self.seen[p]:
            knew_all = self.layout.everybody
            for mask in self.seen[p]:
                knew_all &= mask
            self.content[p] |= knew_all
            self.seen[p] = ()
        self.rng.shuffle(self.cards[p])

    def arrange(self, p: int) -> None:
        """Puts an unordered pile into an order that reveals nothing: by card."""
        if self.layout.ordered[p]:
            return
        if not self.seen[p]:
            self.cards[p].sort()
            return
        pairs = sorted(zip(self.cards[p], self.masks(p), strict=True))
        self.cards[p] = [card for card, mask in pairs]
        self.seen[p] = nested(self.cards[p], [mask for card, mask in pairs], self.layout.quietly)

    # Turns.

    def next_seat(self, out: Sequence[bool] = ()) -> int:
        """Returns the seat after the active one, in order, skipping those that are `out`.

        If all others are out, it is the active one itself.
        """
        seats = self.layout.seats
        for step in range(1, seats):
            seat = (self.active + step) % seats
            if not out or not out[seat]:
                return seat
        return self.active

    def begin_turn(self, seat: int) -> None:
        """Begins the turn of a seat: counts it, in the first phase and without marks.

        Modifiers that last until the turn before end.
        """
        self.expire()
        self.turn += 1
        self.active = seat
        self.phase = 0
        self.marks = 0

    # What is to happen.

    def then(self, *effects: "Effect[P, B]") -> None:
        """Pushes effects that happen in this order, before everything that already waits."""
        for effect in reversed(effects):
            self.stack.append(effect)

    def question(self) -> "Question[P, B] | None":
        """Returns what must be answered now."""
        return self.stack[-1].question() if self.stack else None

    def win(self, seat: int, reason: str) -> None:
        """Ends the game with a winner; `NOBODY` for a draw."""
        self.winner = seat
        self.finish(reason)

    def win_by(self, points: Sequence[float], reason: str) -> None:
        """Ends the game: the seat with the most points wins; if several have them, it is a draw."""
        leader = winner_of(points)
        self.win(NOBODY if leader is None else leader, reason)

    # Computed numbers.

    def value(self, part: P, stat: int, base: int) -> int:
        """Returns a number of a part with all its modifiers."""
        value = base
        for mods in (part.mods, self.mods):
            for mod in mods:
                if mod.stat == stat:
                    value += mod.amount
        return value

    def expire(self, span: str = "") -> None:
        """Ends the modifiers of a span, or those that last until this turn or an earlier one.

        Those whose source has left play end with them.
        """
        serials = [part.serial for row in self.rows for part in row]
        self.mods = lasting(self.mods, self.turn, span, serials)
        for row in self.rows:
            for part in row:
                if part.mods:
                    part.mods = lasting(part.mods, self.turn, span, serials)


def nested(cards: list[int], masks: list[int], quietly: int) -> tuple[int, ...]:
    """Returns masks that say of equal cards how many each seat knows, the best known one first.

    Equal cards side by side cannot be told apart: what a seat knows of them is a number. Those that
    it knows quietly come after the others that it knows.
    """
    for one in range(len(cards)):
        other = one + 1
        while other < len(cards) and cards[other] == cards[one]:
            both = masks[one] & masks[other]
            masks[one] |= masks[other]
            masks[other] = both
            other += 1
    if masks and max(masks) >> quietly:
        spread(cards, masks, quietly)
    return tuple(masks)


def spread(cards: list[int], masks: list[int], quietly: int) -> None:
    """Lets each seat know other ones of equal cards quietly than those that it knows otherwise."""
    for first in range(len(cards)):
        if first and cards[first] == cards[first - 1]:
            continue
        equal = [at for at in range(first, len(cards)) if cards[at] == cards[first]]
        for bit in range(quietly):
            loud = len([at for at in equal if (masks[at] >> bit) & 1])
            quiet = 1 << (bit + quietly)
            count = len([at for at in equal if masks[at] & quiet])
            for nth, at in enumerate(equal):
                masks[at] &= ~quiet
                if loud <= nth < loud + count:
                    masks[at] |= quiet
