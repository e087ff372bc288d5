"""Damage, banishing, leaving play and the state check (R-6, R-7, R-28, R-31 to R-34)."""

from kibitz.games.lorcana import cards
from kibitz.games.lorcana.rules.abilities import set_off
from kibitz.games.lorcana.rules.in_play import keyword
from kibitz.games.lorcana.state import (
    BY_LORE,
    DISCARD,
    HAND,
    INKWELL,
    LOCATIONS,
    WINNING_LORE,
    CardInPlay,
    LorcanaState,
    characters,
)


def deal_damage(state: LorcanaState, part: CardInPlay, seat: int, amount: int) -> None:
    """Deals damage to a seat's card in play, less its Resist."""
    part.damage += max(0, amount - keyword(state, part, seat, cards.RESIST))


def leave(state: LorcanaState, serial: int) -> tuple[int, list[int]]:
    """Takes a card out of play; returns its seat, and all cards of its stack."""
    place = state.find(serial)
    seat = state.owner(place)
    part = state.drop(place)
    if place % state.layout.depth == LOCATIONS:
        for each in characters(state, seat):
            if each.at == serial:
                each.at = 0
    return seat, part.cards()


def to_hand(state: LorcanaState, serial: int) -> None:
    """Returns a card in play to its owner's hand."""
    seat, stack = leave(state, serial)
    for card in stack:
        state.put(card, HAND, seat)


def to_inkwell(state: LorcanaState, serial: int, exerted: bool) -> None:
    """Puts a card in play into its owner's inkwell; each card of the stack is one ink."""
    seat, stack = leave(state, serial)
    for card in stack:
        state.put(card, INKWELL, seat)
    if not exerted:
        state.board.ink[seat] += len(stack)


def banish(state: LorcanaState, serials: list[int]) -> None:
    """Banishes cards in play at the same time; each of them sees the others leave."""
    board = state.board
    for serial in serials:
        place = state.find(serial)
        seat, card = state.owner(place), state.at(place).kind
        set_off(state, cards.BANISHED, seat, card, serial)
        if serial in (board.attacker, board.defender):
            set_off(state, cards.BANISHED_IN_CHALLENGE, seat, card, serial)
            if serial == board.defender:
                set_off(state, cards.CHALLENGED_AND_BANISHED, seat, card, serial)
    if board.struck:
        for one, other in (
            (board.attacker, board.defender),
            (board.defender, board.attacker),
        ):
            part, fallen = state.part(one), state.part(other)
            if part is None or fallen is None or other not in serials:
                continue
            if (
                cards.KIND[part.kind] == cards.CHARACTER
                and cards.KIND[fallen.kind] == cards.CHARACTER
            ):
                seat = state.owner(state.find(one))
                set_off(state, cards.BANISHES_IN_CHALLENGE, seat, part.kind, one, other)
    for serial in serials:
        seat, stack = leave(state, serial)
        for card in stack:
            state.put(card, DISCARD, seat)


def check(state: LorcanaState) -> bool:
    """Does a state check (R-32); tells whether it did anything: then nothing goes on yet."""
    lore = state.board.lore
    for seat in (state.active, 1 - state.active):
        if lore[seat] >= WINNING_LORE:
            state.win(seat, BY_LORE)
            return True
    fallen: list[int] | None = None
    for row in state.rows:
        for part in row:
            if part.damage and part.damage >= cards.WILLPOWER[part.kind]:
                if fallen is None:
                    fallen = []
                fallen.append(part.serial)
    if fallen is not None:
        banish(state, fallen)
    # Only the first check after the damage tells who banished whom.
    state.board.struck = False
    return fallen is not None
