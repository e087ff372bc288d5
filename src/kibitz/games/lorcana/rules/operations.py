"""The operations that effects are made of, one function each, and the questions they ask."""

from collections.abc import Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.lorcana.cards import CARDS, HEALED, LORE, ME, STRENGTH
from kibitz.games.lorcana.rules import in_play, leaving
from kibitz.games.lorcana.rules.abilities import (
    OPERATION_RULES,
    AbilityQuestion,
    Resolution,
    add_needs,
    go_on,
)
from kibitz.games.lorcana.state import (
    DECK,
    DISCARD,
    HAND,
    INKWELL,
    LAYOUT,
    LOOKED,
    CardInPlay,
    LorcanaState,
    Table,
)


def distinct(cards: tuple[int, ...]) -> list[int]:
    """Lists the kinds of some cards, each once, in order."""
    return sorted(set(cards))


def parts_of(state: LorcanaState, run: Resolution) -> list[CardInPlay]:
    """Lists the cards that an operation is about, as far as they are still in play."""
    found: list[CardInPlay] = []
    for serial in run.same:
        part = state.part(serial)
        if part is not None:
            found.append(part)
    return found


def player(run: Resolution) -> int:
    """Returns the seat of the player that an operation names."""
    return run.seat if run.operation().who == ME else 1 - run.seat


# Cards in play.


def damage(state: LorcanaState, run: Resolution) -> bool:
    """Deals damage."""
    operation = run.operation()
    for part in parts_of(state, run):
        leaving.deal_damage(state, part, state.owner(state.find(part.serial)), operation.amount)
    return True


def heal(state: LorcanaState, run: Resolution) -> bool:
    """Removes damage, as much as the owner of the effect says, from one card after the other."""
    return heal_next(state, run, tuple([part.serial for part in parts_of(state, run)]))


def heal_next(state: LorcanaState, run: Resolution, waiting: tuple[int, ...]) -> bool:
    """Asks about the first of some cards with damage; tells whether there was none."""
    for at, serial in enumerate(waiting):
        part = state.part(serial)
        if part is not None and part.damage:
            state.then(Amount(run.seat, run, waiting[at:]))
            return False
    return True


class Amount(AbilityQuestion):
    """How much damage do you remove?"""

    id: ClassVar[str] = "amount"
    kind: ClassVar[str] = "number"
    words: ClassVar[Mapping[str, str]] = {"run": "effect", "waiting": "number"}
    __match_args__ = ("seat", "run", "waiting")

    def __init__(self, seat: int, run: Resolution, waiting: tuple[int, ...]) -> None:
        super().__init__(seat, run)
        self.waiting: Final = waiting

    def most_healed(self, state: LorcanaState) -> int:
        """Returns how much damage can be removed."""
        part = state.part(self.waiting[0])
        return 0 if part is None else min(part.damage, self.run.operation().up_to)

    def options(self, state: LorcanaState) -> range:
        return range(self.most_healed(state) + 1)

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        part = state.part(self.waiting[0])
        assert part is not None
        part.damage -= picks[0]
        run = self.run.at_step(self.run.step, self.run.same, self.run.count + picks[0])
        if heal_next(state, run, self.waiting[1:]):
            go_on(state, run.next())


def exert(state: LorcanaState, run: Resolution) -> bool:
    """Exerts; with `or_stop`, the rest happens only if something was exerted."""
    operation = run.operation()
    done = False
    for part in parts_of(state, run):
        done = done or not part.exerted
        part.exerted = True
    return done or not operation.or_stop


def ready(state: LorcanaState, run: Resolution) -> bool:
    """Readies."""
    for part in parts_of(state, run):
        part.exerted = False
    return True


def change_all(state: LorcanaState, run: Resolution, stat: int, amount: int) -> bool:
    """Changes a number, a keyword or a ban of all cards that an operation is about."""
    until = run.operation().until
    for part in parts_of(state, run):
        in_play.change(
            state, part, stat, amount, until, state.owner(state.find(part.serial)), run.seat
        )
    return True


def cannot(state: LorcanaState, run: Resolution) -> bool:
    """Forbids to quest or to challenge for a while."""
    return change_all(state, run, run.operation().ban, run.card)


def strength(state: LorcanaState, run: Resolution) -> bool:
    """Changes strength for a while."""
    operation = run.operation()
    given = operation.amount
    if operation.own_strength:
        source = state.part(run.serial)
        given = run.count if source is None else in_play.strength(state, source)
    for part in parts_of(state, run):
        amount, instead = given, operation.instead
        if instead is not None and CARDS[part.kind].name_key == instead.name_key:
            amount = instead.amount
        whose = state.owner(state.find(part.serial))
        in_play.change(state, part, STRENGTH, amount, operation.until, whose, run.seat)
    return True


def lore_value(state: LorcanaState, run: Resolution) -> bool:
    """Changes lore values for a while."""
    return change_all(state, run, LORE, run.operation().amount)


def gain(state: LorcanaState, run: Resolution) -> bool:
    """Gives keywords for a while."""
    for word, amount in enumerate(run.operation().keywords):
        if amount:
            change_all(state, run, word, amount)
    return True


def banish(state: LorcanaState, run: Resolution) -> bool:
    """Banishes."""
    leaving.banish(state, [part.serial for part in parts_of(state, run)])
    return True


def to_hand(state: LorcanaState, run: Resolution) -> bool:
    """Returns cards in play to the hands of their owners."""
    for part in parts_of(state, run):
        leaving.to_hand(state, part.serial)
    return True


def to_inkwell(state: LorcanaState, run: Resolution) -> bool:
    """Puts cards in play into the inkwells of their owners."""
    operation = run.operation()
    for part in parts_of(state, run):
        leaving.to_inkwell(state, part.serial, operation.exerted)
    return True


# Cards in zones.


def draw(state: LorcanaState, run: Resolution) -> bool:
    """Draws cards."""
    operation = run.operation()
    state.draw(run.seat, DECK, HAND, run.count if operation.count == HEALED else operation.count)
    return True


def has_deck(state: LorcanaState, run: Resolution) -> bool:
    """Tells whether the owner has a card to draw."""
    return state.count(DECK, run.seat) > 0


def this_card_to_hand(state: LorcanaState, run: Resolution) -> bool:
    """Returns this card from the discard to the hand, for all to see (R-42)."""
    run.operation()
    if in_discard(state, run):
        state.put(state.take(run.card, DISCARD, run.seat), HAND, run.seat)
    return True


def this_card_to_inkwell(state: LorcanaState, run: Resolution) -> bool:
    """Puts this card from the discard into the inkwell, for all to see (R-42)."""
    operation = run.operation()
    if in_discard(state, run):
        state.put(state.take(run.card, DISCARD, run.seat), INKWELL, run.seat)
        new_ink(state, run.seat, operation.exerted)
    return True


def in_discard(state: LorcanaState, run: Resolution) -> bool:
    """Tells whether this card is still in the discard."""
    return run.card in state.pile(DISCARD, run.seat)


def new_ink(state: LorcanaState, seat: int, exerted: bool) -> None:
    """Counts a card that has come into an inkwell."""
    if not exerted:
        state.board.ink[seat] += 1


def top_to_inkwell(state: LorcanaState, run: Resolution) -> bool:
    """Puts the top card of the deck into the inkwell; nobody sees it."""
    operation = run.operation()
    if state.draw(run.seat, DECK, INKWELL):
        new_ink(state, run.seat, operation.exerted)
    return True


def hand_to_inkwell(state: LorcanaState, run: Resolution) -> bool:
    """Puts a card of the hand into the inkwell; only its owner sees it."""
    hand = state.pile(HAND, run.seat)
    if len(hand) > 1:
        state.then(InkCard(run.seat), run.next())
        return False
    if hand:
        InkCard(run.seat).answer(state, hand)
    return True


def has_hand(state: LorcanaState, run: Resolution) -> bool:
    """Tells whether the player that is meant has a card in hand."""
    run.operation()
    return state.count(HAND, player(run)) > 0


class HandQuestion(kit.Question[CardInPlay, Table]):
    """Asks for a card of the hand."""

    def options(self, state: LorcanaState) -> list[int]:
        return distinct(state.pile(HAND, self.seat))


class InkCard(HandQuestion):
    """Which card of your hand goes into your inkwell?"""

    id: ClassVar[str] = "ink_card"

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        state.move(picks[0], HAND, self.seat, INKWELL)
        new_ink(state, self.seat, False)


def discard(state: LorcanaState, run: Resolution) -> bool:
    """Lets a player discard cards of their choice."""
    operation = run.operation()
    seat = player(run)
    hand = state.pile(HAND, seat)
    if operation.count < len(hand):
        state.then(*[Discard(seat)] * operation.count, run.next())
        return False
    for card in hand:
        state.move(card, HAND, seat, DISCARD)
    return True


class Discard(HandQuestion):
    """Which card of your hand do you discard?"""

    id: ClassVar[str] = "discard"

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        state.move(picks[0], HAND, self.seat, DISCARD)


def shuffle_from_discard(state: LorcanaState, run: Resolution) -> bool:
    """Shuffles a card of any discard into its owner's deck."""
    if not any(state.count(DISCARD, seat) for seat in (0, 1)):
        return True
    state.then(Discarded(run.seat, run))
    return False


class Discarded(AbilityQuestion):
    """Which card of a discard goes back into its owner's deck?"""

    id: ClassVar[str] = "discarded"
    kind: ClassVar[str] = "owned"

    def options(self, state: LorcanaState) -> list[int]:
        return [
            LAYOUT.owned(card, seat)
            for seat in (self.seat, 1 - self.seat)
            for card in distinct(state.pile(DISCARD, seat))
        ]

    def bounds(self, count: int) -> tuple[int, int]:
        return (0 if self.run.declinable() else min(1, count), min(1, count))

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        if not picks:
            return
        card, seat = LAYOUT.owned_card(picks[0])
        state.move(card, DISCARD, seat, DECK)
        state.shuffle(DECK, seat)
        go_on(state, self.run.next())


def look(state: LorcanaState, run: Resolution) -> bool:
    """Looks at the top cards of the deck, takes some, and puts the others under the deck."""
    operation = run.operation()
    count = state.draw(run.seat, DECK, LOOKED, operation.count)
    take = operation.take
    assert take is not None
    if count > take.least:
        state.then(TakeCards(run.seat, run))
    else:
        TakeCards(run.seat, run).answer(state, state.pile(LOOKED, run.seat))
    return False


class TakeCards(AbilityQuestion):
    """Which of the cards that you look at do you take?"""

    id: ClassVar[str] = "take"

    def options(self, state: LorcanaState) -> list[int]:
        take = self.run.operation().take
        assert take is not None
        cards = state.pile(LOOKED, self.seat)
        return [card for card in cards if not take.trait or take.trait in CARDS[card].traits]

    def bounds(self, count: int) -> tuple[int, int]:
        take = self.run.operation().take
        assert take is not None
        return (min(take.least, count), min(take.most, count))

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        take = self.run.operation().take
        assert take is not None
        for card in picks:
            if take.show:
                state.put(state.take(card, LOOKED, self.seat), HAND, self.seat)
            else:
                state.move(card, LOOKED, self.seat, HAND)
        put_under(state, self.run)


def put_under(state: LorcanaState, run: Resolution) -> None:
    """Puts what was looked at under the deck, in an order of choice; then goes on."""
    cards = state.pile(LOOKED, run.seat)
    if len(cards) > 1:
        state.then(Bottom(run.seat, run))
        return
    for card in cards:
        state.tuck(card, LOOKED, run.seat, DECK)
    go_on(state, run.next())


class Bottom(AbilityQuestion):
    """Which card goes under the deck next?"""

    id: ClassVar[str] = "bottom"

    def options(self, state: LorcanaState) -> list[int]:
        return distinct(state.pile(LOOKED, self.seat))

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        state.tuck(picks[0], LOOKED, self.seat, DECK)
        put_under(state, self.run)


# Lore.


def gain_lore(state: LorcanaState, run: Resolution) -> bool:
    """Gives a player lore."""
    operation = run.operation()
    state.board.lore[player(run)] += operation.count
    return True


def lose_lore(state: LorcanaState, run: Resolution) -> bool:
    """Takes lore from a player, not below 0."""
    operation = run.operation()
    seat = player(run)
    state.board.lore[seat] = max(0, state.board.lore[seat] - operation.count)
    return True


def has_lore(state: LorcanaState, run: Resolution) -> bool:
    """Tells whether the player that is meant has lore to lose."""
    run.operation()
    return state.board.lore[player(run)] > 0


def is_ready(state: LorcanaState, run: Resolution) -> bool:
    """Tells whether something can be exerted."""
    return any(not part.exerted for part in parts_of(state, run))


OPERATION_RULES.add(
    *(damage, heal, exert, ready, cannot, strength, lore_value, gain, banish, to_hand),
    *(to_inkwell, draw, this_card_to_hand, this_card_to_inkwell, top_to_inkwell),
    *(hand_to_inkwell, discard, shuffle_from_discard, look, gain_lore, lose_lore),
)
add_needs(
    {
        "draw": has_deck,
        "look": has_deck,
        "top_to_inkwell": has_deck,
        "this_card_to_hand": in_discard,
        "this_card_to_inkwell": in_discard,
        "hand_to_inkwell": has_hand,
        "discard": has_hand,
        "lose_lore": has_lore,
        "exert": is_ready,
    }
)
# Everything that operations ask.
QUESTIONS: Final = (Amount, InkCard, Discard, Discarded, TakeCards, Bottom)
