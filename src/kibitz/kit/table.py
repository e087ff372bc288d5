"""The table: all cards of a match, how they move, and who knows them.

Index 0 of a zone is the top. A card is in exactly one zone. Every operation that is refused changes
nothing.

The id of a card can be shown to everybody, because it changes whenever the card could not be
followed any more: a card that goes out of sight gets a new one, and so do all cards of a zone that
is shuffled. `move` and its kin return the ids that hold from then on.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from kibitz.core.errors import suggest
from kibitz.core.randomness import Rng
from kibitz.kit.cards import CardId
from kibitz.kit.errors import ZONE_FULL, ZoneError
from kibitz.kit.instances import FACE_DOWN, Card, changed_flags
from kibitz.kit.knowledge import (
    Reveal,
    Reveals,
    Unseen,
    carried,
    fill,
    forget,
    is_open,
    is_shown,
    redact,
    sees,
    watchers,
)
from kibitz.kit.marks import MarkedCards
from kibitz.kit.zones import SHARED, Layout, Zone

__all__ = ["Card", "CardTable", "Position"]

# Where a card goes in a zone: to an end, or to an index (0 is the top).
Position: TypeAlias = int | Literal["top", "bottom"]


class CardTable(MarkedCards):
    """The cards of one match, who knows them, and the ids that were given out.

    Attributes:
        layout: the zones, seats and definitions; shared by all tables of a game, so not in `key`.
        instances: the cards by id.
        piles: their ids by slot of the layout, the top first.
        reveals: who was shown a card that is otherwise hidden from them.
        issued: how many ids were given out.
        unseen: in a view, the definitions that the viewer has not seen; else empty.
    """

    __match_args__ = ("layout", "instances", "piles", "reveals", "issued", "unseen")

    def __init__(
        self,
        layout: Layout,
        instances: dict[CardId, Card] | None = None,
        piles: list[list[CardId]] | None = None,
        reveals: Reveals | None = None,
        issued: int = 0,
        unseen: Unseen | None = None,
    ) -> None:
        """Takes the layout for an empty table; the rest for one that is in use."""
        super().__init__(layout, instances, piles)
        self.reveals: Reveals = {} if reveals is None else reveals
        self.issued = issued
        self.unseen: Unseen = {} if unseen is None else unseen

    def clone(self) -> "CardTable":
        """Copies the table; cards are immutable, so only references are copied."""
        return CardTable(
            self.layout,
            self.instances.copy(),
            [pile[:] for pile in self.piles],
            self.reveals.copy(),
            self.issued,
            self.unseen,
        )

    def key(self) -> tuple[object, ...]:
        """Returns the cards pile by pile, the reveals, the ids given out and what is unseen."""
        cards = self.instances
        return (
            tuple([tuple([cards[card_id].params() for card_id in pile]) for pile in self.piles]),
            tuple(sorted([(r.card, r.seats, r.until) for rs in self.reveals.values() for r in rs])),
            self.issued,
            tuple(sorted(self.unseen.items())),
        )

    # Bringing cards in and out of the game.

    def create(
        self,
        definition_id: str,
        zone: str,
        seat: int = SHARED,
        *,
        owner: int | None = None,
        position: Position = "bottom",
    ) -> CardId:
        """Brings a new card into the game; it belongs to the seat whose zone it is, unless told.

        Raises:
            UnknownCard: if there is no such definition.
            ZoneError: if there is no such zone, or no room in it.
        """
        self.layout.registry.get(definition_id)
        slot = self.layout.slot(zone, seat)
        target, place = self.layout.places[slot]
        whose = place if owner is None else owner
        at = self._index(slot, position)
        self._make_room(slot, definition_id, None)
        card = Card(self._issue(), definition_id, whose, whose, zone, place, stock=target.stock)
        self.instances[card.id] = card
        self.piles[slot].insert(min(at, len(self.piles[slot])), card.id)
        return card.id

    def remove(self, card_id: CardId) -> None:
        """Takes a card out of the game for good, such as a token that leaves play."""
        card = self.card(card_id)
        self.piles[self.layout.slot(card.zone, card.seat)].remove(card_id)
        del self.instances[card_id]
        self.reveals.pop(card_id, None)

    # Moving.

    def move(
        self,
        card_id: CardId,
        zone: str,
        seat: int | None = None,
        position: Position = "bottom",
        *,
        face_down: bool = False,
        replace: CardId | None = None,
    ) -> CardId:
        """Moves a card and returns the id that it has now.

        Args:
            card_id: the card; it keeps its controller, counters, meta and other flags.
            zone: where it goes.
            seat: whose part of the zone; None for the card's owner.
            position: where in the zone.
            face_down: whether it lies face down there; else a card that did is turned up.
            replace: the card of a full zone that gives way, where the zone has such a rule.

        Raises:
            ZoneError: if there is no such card, zone or position, or no room (code `ZONE_FULL`).
        """
        before = self.card(card_id)
        slot = self.layout.slot(zone, before.owner if seat is None else seat)
        source = self.layout.slot(before.zone, before.seat)
        at = self._index(slot, position)
        if slot == source:
            return self._reorder(card_id, source, at)
        self._make_room(slot, before.definition_id, replace)
        target, place = self.layout.places[slot]
        flags = changed_flags(before.flags, FACE_DOWN, face_down)
        after = before.placed(
            card_id if is_open(target, flags) else self._issue(), zone, place, flags
        )
        pile = self.piles[source]
        pile.remove(card_id)
        del self.instances[card_id]
        self.instances[after.id] = after
        self.piles[slot].insert(min(at, len(self.piles[slot])), after.id)
        self._follow(before, self.layout.places[source][0], after, target, pile)
        return after.id

    def bulk_move(
        self, source: str, target: str, count: int, seat: int, position: Position = "bottom"
    ) -> list[CardId]:
        """Moves cards from the top of one zone to another, one by one; fewer if it runs short.

        Raises:
            ZoneError: if a zone is unknown, or the target has no room for all of them.
        """
        slot = self.layout.slot(target, seat)
        taken = self.cards(source, seat)[: max(count, 0)]
        if not self.has_room(target, seat, len(taken)):
            if self.layout.places[slot][0].overflow is None:
                raise self._full(slot)
            # Rehearsed on a copy, so that a rule that lets nothing give way changes nothing.
            rehearsal = self.clone()
            for card_id in taken:
                rehearsal.move(card_id, target, seat, position)
        return [self.move(card_id, target, seat, position) for card_id in taken]

    def draw(self, source: str, target: str, count: int, seat: int) -> list[CardId]:
        """Draws cards from the top of one zone into another; fewer if it runs short."""
        return self.bulk_move(source, target, count, seat)

    def shuffle(self, zone: str, seat: int, rng: Rng) -> None:
        """Shuffles a zone; its cards get new ids, and nobody knows any longer which is which."""
        pile = self.piles[self.layout.slot(zone, seat)]
        rng.shuffle(pile)
        for at, card_id in enumerate(pile):
            card = self.instances.pop(card_id)
            self.reveals.pop(card_id, None)
            pile[at] = self._issue()
            self.instances[pile[at]] = card.placed(pile[at], card.zone, card.seat, card.flags)

    def mulligan(self, hand: str, deck: str, count: int, seat: int, rng: Rng) -> list[CardId]:
        """Puts a hand under the deck, shuffles the deck and draws; returns the new hand.

        Raises:
            ZoneError: if a zone is unknown, or so many cards do not fit in a hand.
        """
        slot = self.layout.slot(hand, seat)
        if 0 < self.layout.places[slot][0].capacity < count:
            raise self._full(slot)
        self.bulk_move(hand, deck, self.count(hand, seat), seat)
        self.shuffle(deck, seat, rng)
        return self.draw(deck, hand, count, seat)

    # Knowledge.

    def set_flag(self, card_id: CardId, name: str, value: bool = True) -> None:
        """Sets or clears a flag; an open card that is turned down is still known to all."""
        card = self.card(card_id)
        zone = self.layout.zones[card.zone]
        super().set_flag(card_id, name, value)
        if name == FACE_DOWN and value and is_open(zone, card.flags):
            self.reveal(card_id)

    def reveal(self, card_id: CardId, seats: Sequence[int] | None = None, until: str = "") -> None:
        """Shows a card to some seats, or to everybody, as long as it stays where it is.

        Args:
            card_id: the card.
            seats: who sees it; None for everybody.
            until: the label with which `expire` ends it, such as `turn`; empty for none.
        """
        self.card(card_id)
        who = tuple(sorted(watchers(self.layout.seats) if seats is None else set(seats)))
        added = Reveal(card_id, who, until)
        others = self.reveals.get(card_id, ())
        if added not in others:
            self.reveals[card_id] = (*others, added)

    def hide(self, card_id: CardId) -> None:
        """Ends every reveal of a card."""
        self.card(card_id)
        self.reveals.pop(card_id, None)

    def expire(self, until: str) -> None:
        """Ends the reveals that last until a moment.

        Raises:
            ValueError: for an empty label: reveals without one end when the card moves.
        """
        if not until:
            raise ValueError("name the label of the reveals that end; those without one stay")
        for card_id in list(self.reveals):
            kept = [reveal for reveal in self.reveals[card_id] if reveal.until != until]
            if kept:
                self.reveals[card_id] = tuple(kept)
            else:
                del self.reveals[card_id]

    def knows(self, seat: int, card_id: CardId) -> bool:
        """Tells whether a seat (or `SPECTATOR`) knows which card this is."""
        card = self.card(card_id)
        if sees(self.layout.zones[card.zone], card, seat):
            return True
        return is_shown(self.reveals.get(card_id, ()), seat)

    def redacted(self, seat: int) -> "CardTable":
        """Returns the table as a seat (or `SPECTATOR`) sees it; unknown cards stay, but blank."""
        cards, reveals, unseen = redact(
            self.layout, self.instances, self.reveals, self.unseen, seat
        )
        piles = [pile[:] for pile in self.piles]
        return CardTable(self.layout, cards, piles, reveals, self.issued, unseen)

    def filled(self, rng: Rng) -> "CardTable":
        """Returns a table that may lie behind this view: the unseen cards dealt out at random."""
        cards = fill(self.all_cards(), self.unseen, rng)
        piles = [pile[:] for pile in self.piles]
        return CardTable(self.layout, cards, piles, self.reveals.copy(), self.issued)

    # How it is done.

    def _issue(self) -> CardId:
        """Gives out the next id."""
        self.issued += 1
        return CardId(f"c{self.issued}")

    def _index(self, slot: int, position: Position) -> int:
        """Turns a position into an index of a pile; refuses one beyond its ends."""
        size = len(self.piles[slot])
        if isinstance(position, int) and 0 <= position <= size:
            return position
        if position == "top":
            return 0
        if position == "bottom":
            return size
        name = self.layout.places[slot][0].id
        raise ZoneError(
            f"no position {position!r} in {name}; it is 'top', 'bottom' or a number up to {size}"
        )

    def _reorder(self, card_id: CardId, slot: int, at: int) -> CardId:
        """Moves a card within its zone, where everybody can follow it."""
        pile = self.piles[slot]
        pile.remove(card_id)
        pile.insert(min(at, len(pile)), card_id)
        return card_id

    def _full(self, slot: int) -> ZoneError:
        """Makes the error that says that a zone is full."""
        zone, seat = self.layout.places[slot]
        whose = "" if seat == SHARED else f" of seat {seat}"
        held = len(self.piles[slot])
        hint = "; name the card to replace" if zone.overflow is not None else ""
        return ZoneError(
            f"zone {zone.id!r}{whose} is full: {held} of {zone.capacity} cards{hint}", ZONE_FULL
        )

    def _make_room(self, slot: int, arriving: str, replace: CardId | None) -> None:
        """Lets a card of a full zone give way; refuses the arriving one where none does."""
        zone, seat = self.layout.places[slot]
        if replace is not None and replace not in self.piles[slot]:
            raise ZoneError(
                f"no card {replace!r} in {zone.id} to replace; {suggest(replace, self.piles[slot])}"
            )
        if zone.capacity == 0 or len(self.piles[slot]) < zone.capacity:
            if replace is not None:
                raise ZoneError(f"zone {zone.id!r} has room; card {replace!r} need not give way")
            return
        rule = zone.overflow
        if rule is None:
            raise self._full(slot)
        victim = rule.victim(self, zone.id, seat, arriving) if replace is None else replace
        if victim is None:
            raise self._full(slot)
        to = rule.destination(self, victim)
        if to:
            self.move(victim, to)
        else:
            self.remove(victim)

    def _follow(
        self, before: Card, source: Zone, after: Card, target: Zone, left: Sequence[CardId]
    ) -> None:
        """Keeps the reveals right after a move out of a pile of which `left` is left."""
        knew = self.reveals.pop(before.id, ())
        if not is_open(target, after.flags):
            shown = carried(knew, before, source, after, target, self.layout.seats)
            if shown:
                self.reveals[after.id] = shown
        if self.reveals and source.visibility != "public" and not source.ordered:
            cards = [self.instances[card_id] for card_id in left]
            forget(self.reveals, cards, knew, after, source, target)
