"""Cards in positions: how zones are written down, and read back.

A zone is a list of cards from the top, or just their number where the viewer sees none of them; a
zone with a part for each seat is a list of such parts. A card is the id of its definition, `"?"` if
the viewer does not know it, or an object with more: `card`, `flags`, `counters`, `meta`, `owner`,
`controller`, `stock`, `shown`. Ids are not written; cards are numbered `c1`, `c2`, ... in reading
order: zones as the game declares them, then seats, then from the top.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import suggest
from kibitz.core.game import SPECTATOR
from kibitz.core.value import Json, decode, encode
from kibitz.kit.cards import CardId
from kibitz.kit.instances import Card
from kibitz.kit.knowledge import Reveal, sees, shows_marks, watchers
from kibitz.kit.table import CardTable
from kibitz.kit.zones import SHARED, Layout, Zone

UNKNOWN: Final = "?"
EVERYBODY: Final = "all"
FIELDS: Final = ("card", "flags", "counters", "meta", "owner", "controller", "stock", "shown")


# Writing.


def write_zones(table: CardTable, viewer: int) -> dict[str, Json]:
    """Writes the zones that hold cards."""
    parts: dict[str, list[Json]] = {}
    filled: list[str] = []
    for (zone, seat), pile in zip(table.layout.places, table.piles, strict=True):
        cards = [write_card(table, table.instances[card_id], viewer) for card_id in pile]
        if pile:
            filled.append(zone.id)
        hidden = all(card == UNKNOWN for card in cards) and not is_seen(zone, seat, viewer)
        parts.setdefault(zone.id, []).append(len(cards) if hidden else cards)
    return {
        name: found if table.zones[name].per_player else found[0]
        for name, found in parts.items()
        if name in filled
    }


def write_card(table: CardTable, card: Card, viewer: int) -> Json:
    """Writes one card: a text if its definition says it all, else an object."""
    fields: dict[str, Json] = {"card": card.definition_id or UNKNOWN}
    if card.flags:
        fields["flags"] = list(card.flags)
    if card.counters:
        fields["counters"] = dict(card.counters)
    if card.meta:
        fields["meta"] = {name: encode(value) for name, value in card.meta}
    if card.owner != card.seat:
        fields["owner"] = card.owner
    if card.controller != card.owner:
        fields["controller"] = card.controller
    if card.stock != table.zones[card.zone].stock:
        fields["stock"] = card.stock
    shown = table.reveals.get(card.id, ())
    if shown != expected_reveals(table.zones[card.zone], card, viewer):
        fields["shown"] = [write_reveal(reveal, table.seats) for reveal in shown]
    return fields if len(fields) > 1 else fields["card"]


def write_reveal(reveal: Reveal, seats: int) -> Json:
    """Writes to whom a card was shown, and until when."""
    everybody = list(reveal.seats) == watchers(seats)
    to: Json = EVERYBODY if everybody else list(reveal.seats)
    return {"to": to, "until": reveal.until} if reveal.until else {"to": to}


def expected_reveals(zone: Zone, card: Card, viewer: int) -> tuple[Reveal, ...]:
    """Returns the reveals that need not be written: a known card in a hidden place was shown."""
    if not card.definition_id or viewer < SPECTATOR or sees(zone, card, viewer):
        return ()
    return (Reveal(card.id, (viewer,)),)


def is_seen(zone: Zone, seat: int, viewer: int) -> bool:
    """Tells whether a viewer sees the cards in a part of a zone, or sees everything."""
    return viewer < SPECTATOR or sees(zone, Card(CardId(""), "", seat, seat, zone.id, seat), viewer)


# Reading.


class CardReader:
    """Reads the zones of a position; problems are noted in the document.

    Attributes:
        cards: the cards by id, numbered in reading order.
        piles: their ids by slot.
        reveals: who was shown what.
    """

    def __init__(self, layout: Layout, viewer: int) -> None:
        """Takes the layout of the table and whose view it is."""
        self.layout: Final = layout
        self.viewer: Final = viewer
        self.cards: Final[dict[CardId, Card]] = {}
        self.piles: Final[list[list[CardId]]] = []
        self.reveals: Final[dict[CardId, tuple[Reveal, ...]]] = {}

    def read(self, place: Document) -> None:
        """Reads all zones, in the order in which the game declares them."""
        place.only(self.layout.zones)
        for zone in self.layout.zones.values():
            parts = self.parts(zone, place)
            for seat, part in zip(self.seats(zone), parts, strict=True):
                self.read_part(zone, seat, part)

    def seats(self, zone: Zone) -> Sequence[int]:
        """Returns the seats that have a part of a zone."""
        return range(self.layout.seats) if zone.per_player else (SHARED,)

    def parts(self, zone: Zone, place: Document) -> list[Document | None]:
        """Returns the parts of a zone in the document; None for those that are not there."""
        nothing: list[Document | None] = [None for _ in self.seats(zone)]
        if not place.has(zone.id):
            return nothing
        found = place.field(zone.id)
        if not zone.per_player:
            return [found]
        items = found.items()
        if len(items) == self.layout.seats:
            return [*items]
        if isinstance(found.value, list):
            found.wanted(f"a list with a part for each of {self.layout.seats} seats")
        return nothing

    def read_part(self, zone: Zone, seat: int, part: Document | None) -> None:
        """Reads one pile of cards."""
        self.piles.append([])
        if part is None:
            return
        if isinstance(part.value, int) and not isinstance(part.value, bool):
            count = part.integer(0, 1000)
            if count and is_seen(zone, seat, self.viewer):
                part.wanted("the cards (their zone is not hidden)")
            for _ in range(count):
                self.add(zone, seat, UNKNOWN)
        elif isinstance(part.value, list):
            for item in part.items():
                self.read_card(zone, seat, item)
        else:
            part.wanted("a list of cards or their number")
        held = len(self.piles[-1])
        if zone.capacity and held > zone.capacity:
            part.note(f"{held} cards in a zone for {zone.capacity}")

    def read_card(self, zone: Zone, seat: int, place: Document) -> None:
        """Reads one card of a pile."""
        if isinstance(place.value, dict):
            place.only(FIELDS)
            definition = self.read_definition(place.field("card"))
        else:
            definition = self.read_definition(place)
        known = definition != UNKNOWN
        owner = self.read_seat(place, "owner", seat)
        controller = self.read_seat(place, "controller", owner)
        card = self.add(
            zone,
            seat,
            definition,
            owner,
            controller,
            read_flags(place, known or shows_marks(zone)),
            read_counters(place, known or shows_marks(zone)),
            read_meta(place, known),
            self.read_stock(place, zone),
        )
        if not known and (self.viewer < SPECTATOR or sees(zone, card, self.viewer)):
            place.wanted("a card (this one is not hidden)")
        if place.has("shown"):
            self.read_reveals(place.field("shown"), card)

    def add(
        self,
        zone: Zone,
        seat: int,
        definition: str,
        owner: int | None = None,
        controller: int | None = None,
        flags: tuple[str, ...] = (),
        counters: tuple[tuple[str, int], ...] = (),
        meta: tuple[tuple[str, object], ...] = (),
        stock: str | None = None,
    ) -> Card:
        """Puts a card under the last pile."""
        whose = seat if owner is None else owner
        card = Card(
            CardId(f"c{len(self.cards) + 1}"),
            "" if definition == UNKNOWN else definition,
            whose,
            whose if controller is None else controller,
            zone.id,
            seat,
            flags,
            counters,
            meta,
            zone.stock if stock is None else stock,
        )
        self.cards[card.id] = card
        self.piles[-1].append(card.id)
        expected = expected_reveals(zone, card, self.viewer)
        if expected:
            self.reveals[card.id] = expected
        return card

    def read_definition(self, place: Document) -> str:
        """Reads the id of a definition, or the mark of an unknown card."""
        name = place.text()
        if isinstance(place.value, str) and name != UNKNOWN and name not in self.layout.registry:
            place.note(f"no card {name!r}; {suggest(name, self.layout.registry.ids())}")
        return name

    def read_seat(self, place: Document, name: str, default: int) -> int:
        """Reads whose a card is; where it is not said, whose zone it lies in."""
        if not place.has(name):
            return default
        return place.field(name).integer(SHARED, self.layout.seats - 1)

    def read_stock(self, place: Document, zone: Zone) -> str:
        """Reads the stock of a card; where it is not said, that of its zone."""
        if not place.has("stock"):
            return zone.stock
        return place.field("stock").choice([known.stock for known in self.layout.zones.values()])

    def read_reveals(self, place: Document, card: Card) -> None:
        """Reads to whom a card was shown."""
        found: list[Reveal] = []
        everybody = watchers(self.layout.seats)
        for item in place.items():
            item.only(("to", "until"))
            to = item.field("to")
            if to.value == EVERYBODY:
                seats = everybody
            else:
                seats = [seat.integer(SPECTATOR, self.layout.seats - 1) for seat in to.items()]
            until = item.field("until").text() if item.has("until") else ""
            found.append(Reveal(card.id, tuple(sorted(dict.fromkeys(seats))), until))
        if not card.definition_id:
            place.note("an unknown card was shown to nobody that this viewer could name")
        elif expected_reveals(self.layout.zones[card.zone], card, self.viewer) and not any(
            self.viewer in reveal.seats for reveal in found
        ):
            place.note(f"seat {self.viewer} knows this hidden card, so it was shown to it as well")
        self.reveals[card.id] = tuple(found)


def read_flags(place: Document, visible: bool) -> tuple[str, ...]:
    """Reads the flags of a card."""
    if not place.has("flags"):
        return ()
    field = place.field("flags")
    if not visible:
        field.note("flags of a hidden card cannot be seen")
    return tuple(sorted(dict.fromkeys([item.text() for item in field.items()])))


def read_counters(place: Document, visible: bool) -> tuple[tuple[str, int], ...]:
    """Reads the counters of a card."""
    if not place.has("counters"):
        return ()
    field = place.field("counters")
    if not visible:
        field.note("counters of a hidden card cannot be seen")
    return tuple([(name, field.field(name).integer(1)) for name in sorted(field.names())])


def read_meta(place: Document, visible: bool) -> tuple[tuple[str, object], ...]:
    """Reads the values that rules keep with a card."""
    if not place.has("meta"):
        return ()
    field = place.field("meta")
    if not visible:
        field.note("meta of a hidden card cannot be seen")
    values: list[tuple[str, object]] = []
    for name in sorted(field.names()):
        value = field.field(name)
        try:
            values.append((name, decode(value.value, {})))
        except ValueError:
            value.wanted("a number, a text, true, false, null or a list of these")
    return tuple(values)
