"""Knowledge: who sees which card, what is hidden in a view, and what may lie behind it.

A seat knows a card by right, because of where it lies, or by a reveal, which is part of the state.
When a card moves out of sight, whoever saw it and can follow it gets a reveal. In a hidden zone
without order, such as a hand, places tell nothing: a card that leaves it unseen could be any of
them, so outsiders forget what they knew of the others. That errs on the side of forgetting: a view
never tells more than somebody at the table could know.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import Rng
from kibitz.core.value import Value
from kibitz.kit.cards import CardId
from kibitz.kit.instances import FACE_DOWN, Card
from kibitz.kit.zones import Layout, Zone


class Reveal(Value):
    """One card shown to some seats, for as long as it stays where it is or until a moment."""

    __match_args__ = ("card", "seats", "until")

    def __init__(self, card: CardId, seats: tuple[int, ...], until: str = "") -> None:
        """Takes the card, who sees it, and the label that ends it; empty for no such label."""
        self.card: Final = card
        self.seats: Final = seats
        self.until: Final = until


Reveals: TypeAlias = dict[CardId, tuple[Reveal, ...]]
# Definitions that a viewer has not seen, by owner and stock; sorted.
Unseen: TypeAlias = Mapping[tuple[int, str], tuple[str, ...]]


def sees(zone: Zone, card: Card, seat: int) -> bool:
    """Tells whether a seat sees a card by right, because of where and how it lies."""
    if zone.visibility == "secret":
        return False
    if zone.visibility == "public" and not (zone.face_down or FACE_DOWN in card.flags):
        return True
    # In a zone for all, a hidden card is seen by who decides over it.
    return seat == (card.seat if card.seat >= 0 else card.controller) and seat != SPECTATOR


def is_open(zone: Zone, flags: tuple[str, ...]) -> bool:
    """Tells whether everybody sees a card with these flags in a zone."""
    return zone.visibility == "public" and not (zone.face_down or FACE_DOWN in flags)


def shows_marks(zone: Zone) -> bool:
    """Tells whether everybody sees the flags and counters on the cards in a zone."""
    return zone.visibility == "public" or zone.face_down


def is_shown(reveals: Sequence[Reveal], seat: int) -> bool:
    """Tells whether one of some reveals is for this seat."""
    return any(seat in reveal.seats for reveal in reveals)


def watchers(seats: int) -> list[int]:
    """Returns everybody who may know a card: the seats, and those who only watch."""
    return [SPECTATOR, *range(seats)]


def carried(
    shown: Sequence[Reveal], before: Card, source: Zone, after: Card, target: Zone, seats: int
) -> tuple[Reveal, ...]:
    """Returns the reveals of a card that has moved: who saw it and could follow it knows it still.

    A reveal that ends at some moment still ends then.
    """
    followed = source.ordered or source.visibility == "public"
    until: dict[str, list[int]] = {}
    for seat in watchers(seats):
        if sees(target, after, seat):
            continue
        if sees(source, before, seat):
            until.setdefault("", []).append(seat)
        elif followed:
            for reveal in shown:
                if seat in reveal.seats:
                    until.setdefault(reveal.until, []).append(seat)
    return tuple([Reveal(after.id, tuple(who), label) for label, who in until.items()])


def forget(
    reveals: Reveals,
    left: Sequence[Card],
    knew: Sequence[Reveal],
    after: Card,
    source: Zone,
    target: Zone,
) -> None:
    """Drops what outsiders can no longer know of a hidden zone without order that a card has left.

    Who saw nothing of the card cannot tell which one it was. Who sees it only now cannot tell it
    from one of the same definition that was shown before.
    """
    for card in left:
        shown = reveals.get(card.id)
        if shown is None:
            continue
        kept: list[Reveal] = []
        for reveal in shown:
            seats: list[int] = []
            for seat in reveal.seats:
                told = sees(target, after, seat)
                twin = card.definition_id == after.definition_id and not is_shown(knew, seat)
                if sees(source, card, seat) or (told and not twin):
                    seats.append(seat)
            if seats:
                kept.append(Reveal(card.id, tuple(seats), reveal.until))
        if kept:
            reveals[card.id] = tuple(kept)
        else:
            del reveals[card.id]


def redact(
    layout: Layout, cards: Mapping[CardId, Card], reveals: Reveals, unseen: Unseen, seat: int
) -> tuple[dict[CardId, Card], Reveals, Unseen]:
    """Returns the cards as a seat sees them, the reveals it knows of, and what it has not seen."""
    visible: dict[CardId, Card] = {}
    known: Reveals = {}
    hidden: dict[tuple[int, str], list[str]] = {key: list(ids) for key, ids in unseen.items()}
    for card_id, card in cards.items():
        zone = layout.zones[card.zone]
        shown = reveals.get(card_id)
        if sees(zone, card, seat) or (shown is not None and is_shown(shown, seat)):
            visible[card_id] = card
            if shown is not None:
                known[card_id] = shown
            continue
        if card.definition_id:
            hidden.setdefault((card.owner, card.stock), []).append(card.definition_id)
        visible[card_id] = veiled(card, shows_marks(zone))
    return visible, known, {key: tuple(sorted(ids)) for key, ids in hidden.items()}


def veiled(card: Card, marks: bool) -> Card:
    """Returns a card as somebody sees it who does not know which one it is."""
    return Card(
        card.id,
        "",
        card.owner,
        card.controller,
        card.zone,
        card.seat,
        card.flags if marks else (),
        card.counters if marks else (),
        (),
        card.stock,
    )


def fill(cards: Sequence[Card], unseen: Unseen, rng: Rng) -> dict[CardId, Card]:
    """Returns cards that may lie behind a view: the unseen definitions are dealt out at random.

    Raises:
        ValueError: if there are more or fewer unseen definitions than unknown cards.
    """
    pools: dict[tuple[int, str], list[str]] = {}
    for key, ids in unseen.items():
        pool = list(ids)
        rng.shuffle(pool)
        pools[key] = pool
    filled: dict[CardId, Card] = {}
    for card in cards:
        if not card.definition_id:
            left = pools.get((card.owner, card.stock))
            if not left:
                raise ValueError(f"more unknown cards of seat {card.owner} than unseen definitions")
            card = card.with_definition(left.pop())
        filled[card.id] = card
    for (owner, _), pool in pools.items():
        if pool:
            raise ValueError(f"more unseen definitions of seat {owner} than unknown cards")
    return filled
