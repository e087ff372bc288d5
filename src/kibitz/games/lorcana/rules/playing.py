"""Turn actions other than challenging (R-18 to R-25): ink, play, shift, sing, quest, use, move."""

from typing import Final

from kibitz import kit
from kibitz.games.lorcana import cards
from kibitz.games.lorcana.rules import leaving
from kibitz.games.lorcana.rules.abilities import Resolution, set_off, wait
from kibitz.games.lorcana.rules.in_play import keyword, lore_value, strength
from kibitz.games.lorcana.state import (
    DISCARD,
    HAND,
    INKED,
    INKWELL,
    PLAYING,
    ROW,
    CardInPlay,
    LorcanaState,
)


def ink(state: LorcanaState, seat: int, card: int) -> None:
    """Shows a card of the hand and puts it into the inkwell, ready."""
    state.put(state.take(card, HAND, seat), INKWELL, seat)
    state.board.ink[seat] += 1
    state.marks |= INKED


def play(state: LorcanaState, seat: int, card: int, exerted: bool) -> None:
    """Pays for a card of the hand and plays it."""
    state.board.ink[seat] -= cards.COST[card]
    state.take(card, HAND, seat)
    if cards.KIND[card] == cards.ACTION:
        do_action(state, seat, card)
        return
    # Only characters dry.
    part = CardInPlay(card, exerted=exerted, drying=cards.KIND[card] == cards.CHARACTER)
    state.enter(part, ROW[cards.KIND[card]], seat)
    card_played(state, seat, part)


def shift(state: LorcanaState, seat: int, card: int, place: int) -> None:
    """Pays the Shift number of a card and puts it on a character, which keeps all else (K-8)."""
    state.board.ink[seat] -= cards.CARDS[card].keywords[cards.SHIFT]
    state.take(card, HAND, seat)
    part = state.at(place)
    part.under = (*part.under, part.kind)
    part.kind = card
    card_played(state, seat, part)


def sing(state: LorcanaState, seat: int, card: int, singers: tuple[int, ...]) -> None:
    """Exerts characters to play a song."""
    for place in singers:
        state.at(place).exerted = True
    state.take(card, HAND, seat)
    do_action(state, seat, card)


def card_played(state: LorcanaState, seat: int, part: CardInPlay) -> None:
    """Sets off what a card that was played sets off."""
    set_off(state, cards.PLAYED, seat, part.kind, part.serial)
    if cards.KIND[part.kind] != cards.CHARACTER:
        return
    for row in range(seat * 3, seat * 3 + 3):
        for other in state.rows[row]:
            if other is not part and cards.SET_OFF[cards.I_PLAY_CHARACTER][other.kind]:
                on, cost = cards.I_PLAY_CHARACTER, cards.COST[part.kind]
                set_off(state, on, seat, other.kind, other.serial, part.serial, cost)


EFFECTS: Final[list[list[int]]] = [
    [at for at, each in enumerate(card.abilities) if each.kind == cards.EFFECT]
    for card in cards.CARDS
]


def do_action(state: LorcanaState, seat: int, card: int) -> None:
    """Lets the effect of an action happen; the card lies on the table meanwhile (R-23)."""
    state.put(card, PLAYING, seat)
    state.then(kit.PutAway(seat, card, PLAYING, DISCARD))
    for at in reversed(EFFECTS[card]):
        state.then(Resolution(seat, card, 0, at))


def quest(state: LorcanaState, seat: int, place: int) -> None:
    """Exerts a character and gains its lore (R-25)."""
    part = state.at(place)
    part.exerted = True
    state.board.lore[seat] += lore_value(state, part)
    set_off(state, cards.QUESTS, seat, part.kind, part.serial)
    if keyword(state, part, seat, cards.SUPPORT):
        own = strength(state, part)
        wait(state, seat, part.kind, part.serial, cards.SUPPORTS, count=own)


def use(state: LorcanaState, seat: int, place: int) -> None:
    """Pays for the activated ability of a card in play; its effect happens at once (R-19)."""
    part = state.at(place)
    number = cards.CARDS[part.kind].use
    cost = cards.CARDS[part.kind].abilities[number].cost
    if cost is not None:
        if cost.exert:
            part.exerted = True
        state.board.ink[seat] -= cost.ink
        if cost.banish_self:
            leaving.banish(state, [part.serial])
    state.then(Resolution(seat, part.kind, part.serial, number))


def move(state: LorcanaState, seat: int, place: int, to: int) -> None:
    """Pays for moving a character to a location (R-20)."""
    location = state.at(to)
    state.board.ink[seat] -= cards.CARDS[location.kind].move
    state.at(place).at = location.serial
