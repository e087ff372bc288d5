"""Cards in play (R-8 to R-11, 1.13): numbers and keywords, with all that changes them now."""

from typing import Final

from kibitz.games.lorcana import cards
from kibitz.games.lorcana.cards import Ability, Condition, Target
from kibitz.games.lorcana.state import HAND, SPANS, CardInPlay, LorcanaState, characters
from kibitz.kit.modifiers import FOREVER, Modifier

# The span of an effect that holds only in the turn with which it ends.
ONE_TURN: Final = "one_turn"


def holds(state: LorcanaState, mod: Modifier) -> bool:
    """Tells whether a modifier works now."""
    return mod.span != ONE_TURN or mod.until == state.turn


def number(state: LorcanaState, part: CardInPlay, stat: int) -> int:
    """Returns a printed number or keyword with the effects on its card; no static abilities."""
    value = cards.PRINTED[part.kind][stat]
    for mod in part.mods:
        if mod.stat == stat and holds(state, mod):
            value += mod.amount
    return value


def strength(state: LorcanaState, part: CardInPlay) -> int:
    """Returns the current strength of a character, as it is used (R-10)."""
    return max(0, number(state, part, cards.STRENGTH))


def lore_value(state: LorcanaState, part: CardInPlay) -> int:
    """Returns the current lore value of a character or location (R-10)."""
    return max(0, number(state, part, cards.LORE))


def keyword(state: LorcanaState, part: CardInPlay, seat: int, word: int) -> int:
    """Returns the number of a keyword of a seat's card in play; 0 if it does not have it."""
    value = number(state, part, word)
    for row in range(len(state.rows)):
        for source in state.rows[row]:
            if cards.HAS_STATIC[source.kind]:
                for ability in cards.CARDS[source.kind].abilities:
                    if ability.gain[word] and reaches(state, source, row // 3, ability, part, seat):
                        value += ability.gain[word]
    return value


def banned(state: LorcanaState, part: CardInPlay, seat: int, ban: int) -> int:
    """Returns the card that keeps a character from questing or challenging; 0 for none."""
    if ban == cards.CANNOT_QUEST and keyword(state, part, seat, cards.RECKLESS):
        return part.kind
    for mod in part.mods:
        # The amount of a ban is the card that it comes from.
        if mod.stat == ban and holds(state, mod):
            return mod.amount
    for row in range(len(state.rows)):
        for source in state.rows[row]:
            if cards.HAS_STATIC[source.kind]:
                for ability in cards.CARDS[source.kind].abilities:
                    if ability.ban == ban and reaches(state, source, row // 3, ability, part, seat):
                        return source.kind
    return 0


def reaches(
    state: LorcanaState,
    source: CardInPlay,
    owner: int,
    ability: Ability,
    part: CardInPlay,
    seat: int,
) -> bool:
    """Tells whether a static ability of a card works on another one, or on itself."""
    target, condition = ability.affects, ability.while_
    if condition is not None and not fulfilled(state, condition, source.serial, owner):
        return False
    if target is None or target.pick == cards.SELF:
        return source is part
    return fits(target, source.serial, owner, part, seat)


def fits(target: Target, source: int, owner: int, part: CardInPlay, seat: int) -> bool:
    """Tells whether a seat's card in play is one of those that an ability is about.

    Args:
        target: what the ability says.
        source: the serial number of the card with the ability.
        owner: the seat of that card.
        part: the card in play that is asked about.
        seat: its seat.
    """
    if not target.types[cards.KIND[part.kind]]:
        return False
    if (target.side == cards.MINE and seat != owner) or (
        target.side == cards.THEIRS and seat == owner
    ):
        return False
    if target.other and part.serial == source:
        return False
    if target.exerted and not part.exerted:
        return False
    if target.trait and target.trait not in cards.CARDS[part.kind].traits:
        return False
    return not target.here or part.at == source


def fulfilled(state: LorcanaState, condition: Condition, source: int, owner: int) -> bool:
    """Tells whether a condition holds for a card in play; false where it needs one that left."""
    if condition.turn != cards.ANY_TURN and (condition.turn == cards.MY_TURN) != (
        state.active == owner
    ):
        return False
    if condition.fewer_cards and state.count(HAND, 1 - owner) <= state.count(HAND, owner):
        return False
    if condition.exerted:
        part = state.part(source)
        if part is None or not part.exerted:
            return False
    own = characters(state, owner)
    if condition.no_trait and any(
        condition.no_trait in cards.CARDS[each.kind].traits for each in own
    ):
        return False
    return not condition.visited or any(each.at == source for each in own)


def change(
    state: LorcanaState, part: CardInPlay, stat: int, amount: int, until: int, whose: int, seat: int
) -> None:
    """Changes a number, a keyword or a ban of a card in play for a while.

    Args:
        state: the state.
        part: the card in play.
        stat: what changes.
        amount: by how much; for a ban, the card that it comes from.
        until: how long, as a number of `DURATIONS`.
        whose: the seat of the card in play.
        seat: the seat whose effect it is.
    """
    if until == cards.MY_NEXT_START:
        mod = Modifier(stat, amount, FOREVER, SPANS[seat])
    elif until == cards.THEIR_NEXT_TURN:
        turn = state.turn + (2 if state.active == whose else 1)
        mod = Modifier(stat, amount, turn, ONE_TURN)
    else:
        mod = Modifier(stat, amount, state.turn)
    part.mods = (*part.mods, mod)
