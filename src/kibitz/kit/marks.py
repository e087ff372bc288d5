"""Cards in their zones: how a table is read, and what rules mark on its cards.

Flags are truths (`tapped`), counters are numbers above 0 (`damage`), meta is anything else that a
rule wants to keep with a card. How cards move, and who knows them, stands in `kibitz.kit.table`.
"""

from collections.abc import Callable, Mapping

from kibitz.core.errors import suggest
from kibitz.core.state import Part
from kibitz.kit.cards import CardDefinition, CardId, CardRegistry, UnknownCard
from kibitz.kit.errors import ZoneError
from kibitz.kit.instances import FACE_DOWN, Card
from kibitz.kit.zones import SHARED, Layout, Zone


class MarkedCards(Part):
    """All cards of a match, zone by zone, with what is marked on them.

    Attributes:
        layout: the zones, seats and definitions; shared by all tables of a game.
        instances: the cards by id.
        piles: their ids by slot of the layout, the top first.
    """

    __match_args__ = ("layout", "instances", "piles")

    def __init__(
        self,
        layout: Layout,
        instances: dict[CardId, Card] | None = None,
        piles: list[list[CardId]] | None = None,
    ) -> None:
        """Takes the layout for an empty table; the rest for one that is in use."""
        self.layout = layout
        self.instances: dict[CardId, Card] = {} if instances is None else instances
        self.piles: list[list[CardId]] = [[] for _ in layout.places] if piles is None else piles

    # Reading.

    @property
    def registry(self) -> CardRegistry:
        """The card definitions of the game."""
        return self.layout.registry

    @property
    def zones(self) -> Mapping[str, Zone]:
        """The zones by id, in the order in which they were declared."""
        return self.layout.zones

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.layout.seats

    def has(self, card_id: str) -> bool:
        """Tells whether a card of this id is on the table."""
        return card_id in self.instances

    def card(self, card_id: CardId) -> Card:
        """Returns a card by its id on this table.

        Raises:
            ZoneError: if there is none; names near matches.
        """
        found = self.instances.get(card_id)
        if found is None:
            raise ZoneError(f"no card {card_id!r} on the table; {suggest(card_id, self.instances)}")
        return found

    def definition(self, card_id: CardId) -> CardDefinition:
        """Returns what is printed on a card.

        Raises:
            UnknownCard: if the card is hidden in this view.
        """
        found = self.card(card_id)
        if not found.definition_id:
            raise UnknownCard(f"card {card_id!r} in {found.zone} is hidden in this view")
        return self.layout.registry.get(found.definition_id)

    def cards(self, zone: str, seat: int = SHARED) -> list[CardId]:
        """Returns the cards in a zone, the top first; the list is a copy."""
        return self.piles[self.layout.slot(zone, seat)][:]

    def count(self, zone: str, seat: int = SHARED) -> int:
        """Returns how many cards lie in a zone, hidden ones included."""
        return len(self.piles[self.layout.slot(zone, seat)])

    def has_room(self, zone: str, seat: int = SHARED, count: int = 1) -> bool:
        """Tells whether so many more cards fit in a zone without any giving way."""
        slot = self.layout.slot(zone, seat)
        capacity = self.layout.places[slot][0].capacity
        return capacity == 0 or len(self.piles[slot]) + count <= capacity

    def index(self, card_id: CardId) -> int:
        """Returns how many cards lie above a card in its zone."""
        card = self.card(card_id)
        return self.piles[self.layout.slot(card.zone, card.seat)].index(card_id)

    def all_cards(self) -> list[Card]:
        """Returns all cards: zones as declared, then seats, then from the top."""
        return [self.instances[card_id] for pile in self.piles for card_id in pile]

    def query(self, predicate: Callable[[Card], bool]) -> list[CardId]:
        """Returns the cards that fit, in the order of `all_cards`."""
        return [card.id for card in self.all_cards() if predicate(card)]

    # Flags, counters, meta, control.

    def flag(self, card_id: CardId, name: str) -> bool:
        """Tells whether a flag is set on a card."""
        return self.card(card_id).flag(name)

    def set_flag(self, card_id: CardId, name: str, value: bool = True) -> None:
        """Sets or clears a flag."""
        self.instances[card_id] = self.card(card_id).with_flag(name, value)

    def cards_with_flag(self, name: str, value: bool = True) -> list[CardId]:
        """Returns the cards on which a flag is set, or is not."""
        return [card.id for card in self.all_cards() if card.flag(name) == value]

    def counter(self, card_id: CardId, name: str) -> int:
        """Returns how many counters of a name lie on a card."""
        return self.card(card_id).counter(name)

    def add_counter(self, card_id: CardId, name: str, amount: int = 1) -> None:
        """Adds counters; an amount below 1 changes nothing."""
        card = self.card(card_id)
        if amount > 0:
            self.instances[card_id] = card.with_counter(name, card.counter(name) + amount)

    def remove_counter(self, card_id: CardId, name: str, amount: int = 1) -> None:
        """Takes counters off, as many as there are; an amount below 1 changes nothing."""
        card = self.card(card_id)
        if amount > 0:
            self.instances[card_id] = card.with_counter(name, card.counter(name) - amount)

    def clear_counter(self, card_id: CardId, name: str) -> None:
        """Takes all counters of a name off."""
        self.instances[card_id] = self.card(card_id).with_counter(name, 0)

    def clear_all_counters(self, card_id: CardId) -> None:
        """Takes all counters and flags off; only a card that lies face down stays so."""
        card = self.card(card_id)
        flags = (FACE_DOWN,) if card.flag(FACE_DOWN) else ()
        self.instances[card_id] = card.marked(flags, (), card.meta)

    def cards_with_counter(self, name: str, least: int = 1) -> list[CardId]:
        """Returns the cards with at least so many counters of a name; 0 returns all cards."""
        return [card.id for card in self.all_cards() if card.counter(name) >= least]

    def meta(self, card_id: CardId) -> dict[str, object]:
        """Returns a copy of the values that rules keep with a card; empty if there are none."""
        return dict(self.card(card_id).meta)

    def update_meta(self, card_id: CardId, **values: object) -> None:
        """Sets some of the values kept with a card, and leaves the others."""
        self.set_meta(card_id, {**self.meta(card_id), **values})

    def set_meta(self, card_id: CardId, values: Mapping[str, object]) -> None:
        """Replaces all values kept with a card; they must be immutable, as a card is.

        Raises:
            TypeError: if a value is not a number, a text, a truth value, None or a tuple of these.
        """
        card = self.card(card_id)
        for name, value in values.items():
            check_plain(name, value)
        self.instances[card_id] = card.marked(
            card.flags, card.counters, tuple([(name, values[name]) for name in sorted(values)])
        )

    def set_controller(self, card_id: CardId, seat: int) -> None:
        """Gives a card under the control of a seat; it stays where it lies."""
        self.instances[card_id] = self.card(card_id).with_controller(seat)


def check_plain(name: str, value: object) -> None:
    """Refuses a value that could change behind a card's back."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return
    if not isinstance(value, tuple):
        raise TypeError(
            f"meta {name!r} is a number, a text, a truth value, None or a tuple of these,"
            f" not a {type(value).__name__}: {value!r}"
        )
    for item in value:
        check_plain(name, item)
