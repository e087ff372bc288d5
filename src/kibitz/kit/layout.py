"""The layout: which zones and rows a game has, their numbers inside and their words outside.

A zone holds cards, a row holds what is in play. Both are numbers inside; so is a *place*, which is
a row of a seat and an index in it, and a player, which is a place below 0. The words for all of
them (`p1.bench.2`, `p0`) exist only here. Seats in words are absolute: a word that depends on the
reader would mean two things in one record.

A layout may serve several numbers of players. A number means the same at all of its tables, because
places and masks are counted as at the largest one; so domains belong to a class of moves, and
serve games for two and for four in one process.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from kibitz.core.domains import Chosen, Domain
from kibitz.core.errors import suggest
from kibitz.core.game import SPECTATOR
from kibitz.core.state import State
from kibitz.core.value import Json, Value
from kibitz.kit.catalogue import Card, Catalogue
from kibitz.kit.errors import DUPLICATE_TARGETS, INVALID_TARGET, WRONG_TARGET_COUNT, LayoutError

if TYPE_CHECKING:
    # A state has a layout, so its module imports this one.
    from kibitz.kit.state import TableState

# Whose cards or parts: those of the seat that moves, those of the others, or all.
YOU: Final = 0
FOE: Final = 1
ANY: Final = 2
# Who sees the cards of a zone.
SEES: Final = ("all", "owner", "none")
# Any: the state is the game's own, and what is asked about is a card, a part or a player's seat.
Where: TypeAlias = Callable[[Any, int, Chosen, Any], bool] | None
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
PLACE: Final = re.compile(r"p(\d{1,3})(?:\.([a-z0-9_]+)\.(\d{1,4}))?")
OWNED: Final = re.compile(r"p(\d{1,3})\.(.+)")
# What has a word of its own: a kind of card, a place or player, a kind of card of a player.
NAMED: Final = ("card", "place", "owned")


class Zone(Value):
    """A zone of cards."""

    __match_args__ = ("id", "sees", "ordered", "pool", "shared")

    def __init__(
        self,
        id: str,
        sees: str = "all",
        ordered: bool = False,
        pool: str = "",
        shared: bool = False,
    ) -> None:
        """Declares a zone.

        Args:
            id: its word.
            sees: who sees its cards: `all`, `owner` or `none`.
            ordered: whether the order of its cards means something; the top is the last card. The
                cards of any other zone are kept sorted.
            pool: zones with one pool hide each other's cards, such as a shared deck and all hands.
                Empty: those of one seat do, and all shared zones. No card may go from one pool to
                another while a seat does not know it.
            shared: whether there is one for all, instead of one for each seat. It is addressed
                as the zone of seat 0.
        """
        self.id: Final = id
        self.sees: Final = sees
        self.ordered: Final = ordered
        self.pool: Final = pool
        self.shared: Final = shared


class Layout(Value):
    """What all states of a game share: zones, rows, seats, and the words for their numbers.

    Attributes:
        zones: the zones; a zone's number is its index.
        rows: the ids of the rows.
        seats: how many players there are; at the largest table, until `for_seats` says how many.
        least: the smallest number of players that `for_seats` takes.
        most: the largest number of players that `for_seats` takes.
        phases: the words for `state.phase`; a game without phases has none.
        marks: the words for the bits of `state.marks`.
        stats: the words for the numbers that modifiers change.
        tokens: which kinds of cards are gone when they leave play, by number.
        usual: who knows the cards of each pile if nothing special happened, as a mask of seats.
        everybody: the mask of all seats and of those who only watch.
        quietly: how far the bits of a mask are shifted for those who know a card without the
            knowledge of all who see its pile.
        group: which pool each pile belongs to.
        printed: the cards of the catalogue by number; they are not part of what makes two layouts
            equal, and do not travel with one.
    """

    __match_args__ = (
        *("ids", "titles", "tokens"),
        *("zones", "rows", "seats", "phases", "marks", "stats", "least", "most"),
    )

    def __init__(
        self,
        ids: Sequence[str],
        titles: Sequence[str],
        tokens: Sequence[bool],
        zones: Sequence[Zone],
        rows: Sequence[str],
        seats: int,
        phases: Sequence[str],
        marks: Sequence[str],
        stats: Sequence[str],
        least: int,
        most: int,
    ) -> None:
        """Takes everything; `make_layout` takes the catalogue, and has defaults."""
        self.ids: Final = tuple(ids)
        self.titles: Final = tuple(titles)
        self.tokens: Final = tuple(tokens)
        self.zones: Final = tuple(zones)
        self.rows: Final = tuple(rows)
        self.seats: Final = seats
        self.phases: Final = tuple(phases)
        self.marks: Final = tuple(marks)
        self.stats: Final = tuple(stats)
        self.least: Final = least
        self.most: Final = most
        self._check()
        self.printed: Sequence[Card] = ()
        self.numbers: Final = {word: number for number, word in enumerate(ids) if number}
        self.width: Final = len(self.zones)
        self.depth: Final = len(self.rows)
        # From the pile of a zone to that of the next seat; a shared zone has only one.
        self.stride: Final = [0 if zone.shared else self.width for zone in self.zones]
        # The places of one index, as many as at the largest table.
        self.spots: Final = self.depth * most
        # All seats, and above those of the largest table one bit for those who only watch.
        self.everybody: Final = (1 << seats) - 1 | 1 << most
        self.quietly: Final = most + 1
        # Where a list for all tables and seats, see `all_tables`, has the entry of seat 0.
        self.table: Final = seats * most
        # The layouts for other numbers of players that were asked for.
        self._tables: Final[dict[int, Layout]] = {}
        self.usual: Final[list[int]] = []
        self.ordered: Final[list[bool]] = []
        self.group: Final[list[int]] = []
        self.pools: Final[list[str]] = []
        for seat in range(seats):
            for zone in self.zones:
                owner = 0 if zone.shared or zone.sees == "none" else 1 << seat
                self.usual.append(self.everybody if zone.sees == "all" else owner)
                self.ordered.append(zone.ordered)
                pool = zone.pool or ("shared" if zone.shared else f"p{seat}")
                if pool not in self.pools:
                    self.pools.append(pool)
                self.group.append(self.pools.index(pool))

    def _check(self) -> None:
        """Refuses a wrong declaration, with all problems at once."""
        problems: list[str] = []
        words = {"zone": [zone.id for zone in self.zones], "row": self.rows, "phase": self.phases}
        for what, names in (words | {"mark": self.marks, "stat": self.stats}).items():
            for name in dict.fromkeys(names):
                if names.count(name) > 1:
                    problems.append(f"two {what}s have the id {name!r}")
                if NAME.fullmatch(name) is None:
                    problems.append(f"{what} {name!r}: expected lower-case letters, digits and _")
        for zone in self.zones:
            if zone.sees not in SEES:
                hint = suggest(zone.sees, SEES)
                problems.append(f"zone {zone.id}: unknown visibility {zone.sees!r}; {hint}")
            if zone.shared and zone.sees == "owner":
                problems.append(f"zone {zone.id}: a shared zone has no owner who could see it")
        if not 1 <= self.least <= self.seats <= self.most:
            problems.append(f"a game has 1 seat or more, not {self.seats_text()}")
        if problems:
            raise LayoutError("layout: " + "; ".join(problems))

    def for_seats(self, seats: int) -> "Layout":
        """Returns the layout for a number of players; a game calls it with its own number.

        Raises:
            LayoutError: if it is not made for that number.
        """
        if seats == self.seats:
            return self
        if not self.least <= seats <= self.most:
            raise LayoutError(f"the layout is for {self.seats_text()}, not for {seats}")
        if seats not in self._tables:
            self._tables[seats] = Layout(
                self.ids,
                self.titles,
                self.tokens,
                self.zones,
                self.rows,
                seats,
                self.phases,
                self.marks,
                self.stats,
                self.least,
                self.most,
            )
        return self._tables[seats]

    def seats_text(self) -> str:
        """Says how many players it is for: `2 to 4 seats`."""
        if self.least != self.most:
            return f"{self.least} to {self.most} seats"
        return f"{self.most} seat{'' if self.most == 1 else 's'}"

    # Numbers.

    def place(self, row: int, seat: int, index: int) -> int:
        """Returns the place at an index of a row."""
        return index * self.spots + seat * self.depth + row

    def owner(self, place: int) -> int:
        """Returns the seat that a place belongs to; a player's own seat."""
        return -1 - place if place < 0 else place % self.spots // self.depth

    def piles_of(self, zone: int) -> range:
        """Returns the piles of a zone by seat; a shared one has one."""
        return range(zone, zone + 1 if self.zones[zone].shared else len(self.usual), self.width)

    def home(self, seat: int) -> int:
        """Returns the pool of what a seat has in play: that of its first zone of its own."""
        own = [number for number, zone in enumerate(self.zones) if not zone.shared]
        return self.group[seat * self.width + (own[0] if own else 0)]

    def bit(self, seat: int) -> int:
        """Returns which bit of a mask stands for a seat; those who only watch share one."""
        return seat if seat >= 0 else self.most

    def knows(self, viewer: int, mask: int) -> bool:
        """Tells whether a seat or a spectator is in a mask; the viewer of a whole state is."""
        return viewer < SPECTATOR or (mask >> self.bit(viewer)) & 1 == 1

    # Words.

    def card_word(self, card: int) -> str:
        """Writes a kind of card."""
        return self.ids[card]

    def read_card(self, word: str) -> int:
        """Reads a kind of card; raises `ValueError` with near matches if there is none."""
        number = self.numbers.get(word)
        if number is None:
            raise ValueError(f"there is no card {word!r}; {suggest(word, self.numbers)}")
        return number

    def place_word(self, place: int) -> str:
        """Writes a place, counted from 1: `p1.bench.2`; a player: `p1`."""
        if place < 0:
            return f"p{-1 - place}"
        pile, index = place % self.spots, place // self.spots
        return f"p{pile // self.depth}.{self.rows[pile % self.depth]}.{index + 1}"

    def read_place(self, word: str) -> int:
        """Reads a place or player; raises `ValueError` if no such place can exist."""
        found = PLACE.fullmatch(word)
        if found is None:
            example = self.place_word(0) if self.rows else "p0"
            raise ValueError(f"{word!r} is no place; expected one such as {example!r}")
        seat, name = int(found.group(1)), found.group(2)
        if seat >= self.seats:
            raise ValueError(f"{word!r}: there are seats 0 to {self.seats - 1}")
        if name is None:
            return -1 - seat
        index = int(found.group(3))
        if name not in self.rows or index < 1:
            hint = suggest(name, self.rows) if name not in self.rows else "places count from 1"
            raise ValueError(f"{word!r}: there is no such place; {hint}")
        return self.place(self.rows.index(name), seat, index - 1)

    def pile_word(self, pile: int) -> str:
        """Writes a pile: `p0.deck`; a shared one without a seat."""
        zone = self.zones[pile % self.width]
        return zone.id if zone.shared else f"p{pile // self.width}.{zone.id}"

    def owned(self, card: int, seat: int) -> int:
        """Returns the number for a kind of card of a player, such as one in either discard pile."""
        return card * self.most + seat

    def owned_card(self, number: int) -> tuple[int, int]:
        """Returns the kind of card and the seat that `owned` was given."""
        return number // self.most, number % self.most

    def owned_word(self, number: int) -> str:
        """Writes a kind of card of a player: `p1.wolf`."""
        card, seat = self.owned_card(number)
        return f"p{seat}.{self.card_word(card)}"

    def read_owned(self, word: str) -> int:
        """Reads a kind of card of a player; raises `ValueError` for any other text."""
        found = OWNED.fullmatch(word)
        if found is None or int(found.group(1)) >= self.seats:
            example = self.owned_word(self.owned(min(1, len(self.ids) - 1), 0))
            raise ValueError(f"{word!r} is no card of a player; expected one such as {example!r}")
        return self.owned(self.read_card(found.group(2)), int(found.group(1)))

    def word(self, kind: str, number: int) -> str:
        """Writes a number that stands for a card, a place or a card of a player."""
        if kind == "owned":
            return self.owned_word(number)
        return self.place_word(number) if kind == "place" else self.card_word(number)

    def has_word(self, kind: str, number: int) -> bool:
        """Tells whether a number stands for a card or place; one such as -1 for none does not."""
        if kind == "place":
            return number >= -self.seats
        card = self.owned_card(number)[0] if kind == "owned" else number
        return kind in NAMED and 0 <= card < len(self.ids)

    def read(self, kind: str, word: str) -> int:
        """Reads what `word` wrote; raises `ValueError` for any other text."""
        if kind == "owned":
            return self.read_owned(word)
        return self.read_place(word) if kind == "place" else self.read_card(word)

    # Domains.

    @property
    def card(self) -> "Named":
        """The words for a kind of card, for parameters that depend on others."""
        return Named(self, "card")

    @property
    def target(self) -> "Named":
        """The words for a place or player, for parameters that depend on others."""
        return Named(self, "place")

    def cards_in(
        self, zone: int, only: list[bool] | None = None, owner: int = YOU, where: Where = None
    ) -> Domain:
        """Declares a kind of card that lies in a zone; equal cards are offered once.

        Args:
            zone: the zone.
            only: a table of the catalogue, for what is printed.
            owner: whose zone: `YOU`, `FOE` or `ANY`; seats come in order from the one that moves.
            where: is asked with state, seat, earlier choices and card.
        """
        number = checked("zone", zone, [known.id for known in self.zones])
        return Cards(self, number, only, owner, where)

    def places(
        self, *rows: int, owner: int = YOU, players: bool = False, where: Where = None
    ) -> Domain:
        """Declares a place in play, of the seat that moves and then of the others in order.

        Args:
            rows: the rows.
            owner: whose: `YOU`, `FOE` or `ANY`.
            players: whether the players themselves are offered, too, after their rows.
            where: is asked with state, seat, earlier choices and the part at the place; about a
                player with the player's seat instead of a part.
        """
        numbers = tuple([checked("row", row, self.rows) for row in rows])
        return Places(self, numbers, owner, players, where)

    def players(self, owner: int = ANY, where: Where = None) -> Domain:
        """Declares a player as a place below 0: the one that moves, then the others in order.

        Args:
            owner: which: `YOU`, `FOE` or `ANY`.
            where: is asked with state, seat, earlier choices and the seat of the player.
        """
        return Places(self, (), owner, True, where)


def make_layout(
    catalogue: "Catalogue[Any]",  # Any: a card may be of any class
    zones: Sequence[Zone],
    rows: Sequence[str] = (),
    *,
    seats: int | tuple[int, int] = 2,
    phases: Sequence[str] = (),
    marks: Sequence[str] = (),
    stats: Sequence[str] = (),
) -> Layout:
    """Makes the layout of a game; see `Layout` for what the words are for.

    `seats` is the number of players, or the smallest and the largest number: `(2, 4)`.
    """
    ids = [catalogue.word(card.number) for card in catalogue.cards]
    titles = [card.name or ids[0] for card in catalogue.cards]
    tokens = [card.token for card in catalogue.cards]
    least, most = (seats, seats) if isinstance(seats, int) else seats
    layout = Layout(ids, titles, tokens, zones, rows, most, phases, marks, stats, least, most)
    layout.printed = catalogue.cards
    return layout


def checked(what: str, number: int, names: Sequence[str]) -> int:
    """Returns a number that must be the index of a name."""
    if not 0 <= number < len(names):
        known = ", ".join([f"{at} {name}" for at, name in enumerate(names)]) or "none"
        raise LayoutError(f"there is no {what} {number}; known: {known}")
    return number


def all_tables(layout: Layout, owner: int) -> list[list[int]]:
    """Lists the seats that are meant for each seat that moves, at tables of every size.

    The seats come in order from the one that moves. Those for a seat of a table are at the index
    `layout.table + seat`, with the layout of that table.
    """
    found: list[list[int]] = []
    for seats in range(layout.most + 1):
        steps = range(1 if owner == FOE else 0, 1 if owner == YOU else seats)
        for seat in range(layout.most):
            found.append([(seat + step) % seats for step in steps] if seat < seats else [])
    return found


class Named(Domain):
    """A number with a word: a card, a place or one of some choices. Offers nothing by itself."""

    def __init__(self, layout: Layout, kind: str, choices: tuple[str, ...] = ()) -> None:
        self.layout: Final = layout
        self.kind = kind
        self.choices: Final = choices
        self.distinct = True
        self.ends = True
        if kind == "place":
            self.refused_code = INVALID_TARGET
            self.count_code = WRONG_TARGET_COUNT
            self.double_code = DUPLICATE_TARGETS

    def encode(self, value: object) -> Json:
        """Writes a number as its word; None, tuples of numbers, and numbers without words, too."""
        if isinstance(value, tuple):
            return [self.encode(item) for item in value]
        if isinstance(value, int) and self.kind in NAMED:
            return self.layout.word(self.kind, value)
        if isinstance(value, int) and 0 <= value < len(self.choices):
            return self.choices[value]
        return super().encode(value)

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Reads what `encode` wrote."""
        if isinstance(document, list):
            return tuple([self.decode(item, records) for item in document])
        if self.kind in NAMED and document is not None:
            if isinstance(document, str):
                return self.layout.read(self.kind, document)
            what = "card of a player" if self.kind == "owned" else self.kind
            raise ValueError(f"expected the word for a {what}, got {document!r}")
        if not self.choices:
            return super().decode(document, records)
        if isinstance(document, bool):
            document = "yes" if document else "no"  # so the notation reads these words
        if document not in self.choices:
            raise ValueError(f"unknown {document!r}; {suggest(str(document), self.choices)}")
        return self.choices.index(str(document))


class Cards(Named):
    """A kind of card in a zone."""

    def __init__(
        self, layout: Layout, zone: int, only: list[bool] | None, owner: int, where: Where
    ) -> None:
        super().__init__(layout, "card")
        self.free = where is None
        self.only: Final = only
        self.where: Final = where
        whose = all_tables(layout, YOU if layout.zones[zone].shared else owner)
        stride = layout.stride[zone]
        self.piles: Final = [[zone + seat * stride for seat in seats] for seats in whose]

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Lists the kinds in the order of the pile."""
        table, only, where = cast("TableState[Any, Any]", state), self.only, self.where
        found: list[int] = []
        for p in self.piles[table.layout.table + seat]:
            last = -1
            for card in table.cards[p]:
                # Cards of an unordered pile lie beside their equals; the list is asked last.
                if card == last or (only is not None and not only[card]) or card in found:
                    continue
                last = card
                if where is None or where(table, seat, chosen, card):
                    found.append(card)
        return found


class Places(Named):
    """A place in play, or a player."""

    def __init__(
        self, layout: Layout, rows: tuple[int, ...], owner: int, players: bool, where: Where
    ) -> None:
        super().__init__(layout, "place")
        self.free = where is None
        self.where: Final = where
        # The first places of the rows, and players, in listing order.
        self.firsts: Final[list[list[int]]] = []
        for seats in all_tables(layout, owner):
            firsts: list[int] = []
            for whose in seats:
                firsts += [layout.place(row, whose, 0) for row in rows]
                firsts += [-1 - whose] if players else []
            self.firsts.append(firsts)

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Lists the places seat by seat, row by row."""
        table = cast("TableState[Any, Any]", state)
        spots, where = self.layout.spots, self.where
        found: list[int] = []
        for place in self.firsts[table.layout.table + seat]:
            if place < 0:
                if where is None or where(table, seat, chosen, -1 - place):
                    found.append(place)
                continue
            # The first place of a row has the number of the row itself.
            at = place
            for part in table.rows[place]:
                if where is None or where(table, seat, chosen, part):
                    found.append(at)
                at += spots
        return found
