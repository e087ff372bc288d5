"""Cards in play: their numbers and keywords, with all that changes them now (R-26, R-39, R-40)."""

from kibitz.games.gundam import cards
from kibitz.games.gundam.state import BASES, IN_BATTLE, CardInPlay, GundamState, base_of
from kibitz.kit.modifiers import FOREVER, Modifier


def linked(part: CardInPlay) -> bool:
    """Tells whether a Unit is a Link Unit (R-27)."""
    return cards.LINKS[part.kind][part.pilot]


def fulfilled(state: GundamState, condition: int, part: CardInPlay, seat: int) -> bool:
    """Tells whether a condition holds for a seat's card in play."""
    if condition == cards.IF_MY_TURN:
        return state.active == seat
    if condition == cards.IF_PAIRED:
        return part.pilot > 0
    if condition == cards.IF_LINKED:
        return linked(part)
    return base_of(state, seat) is not None


def all_fulfilled(
    state: GundamState, conditions: tuple[int, ...], part: CardInPlay, seat: int
) -> bool:
    """Tells whether all conditions hold for a seat's card in play."""
    # A loop: compiled, `all` over a generator takes several times as long.
    for condition in conditions:  # noqa: SIM110
        if not fulfilled(state, condition, part, seat):
            return False
    return True


def number(state: GundamState, part: CardInPlay, seat: int, stat: int) -> int:
    """Returns a number or keyword of a seat's card in play, with its Pilot and all effects."""
    value = cards.PRINTED[part.kind][stat] + cards.PRINTED[part.pilot][stat]
    for mod in part.mods:
        if mod.stat == stat:
            value += mod.amount
    gives = cards.GIVES[stat]
    if gives[part.kind]:
        value += given(state, part, part.kind, seat, part, stat)
    if gives[part.pilot]:
        value += given(state, part, part.pilot, seat, part, stat)
    # Most numbers and keywords are given by nothing but the card itself.
    return value + shared(state, part, seat, stat) if cards.SHARED[stat] else value


def shared(state: GundamState, part: CardInPlay, seat: int, stat: int) -> int:
    """Returns how much the other cards in play of a seat add to a number."""
    value, gives = 0, cards.GIVES[stat]
    for row in range(seat * 2, seat * 2 + BASES + 1):
        for source in state.rows[row]:
            if source.serial != part.serial:
                if gives[source.kind]:
                    value += given(state, source, source.kind, seat, part, stat)
                if gives[source.pilot]:
                    value += given(state, source, source.pilot, seat, part, stat)
    return value


def given(
    state: GundamState, source: CardInPlay, card: int, seat: int, part: CardInPlay, stat: int
) -> int:
    """Returns how much the static abilities of a card add to a number of a card in play.

    They are printed on the source, or on its Pilot; both cards in play are of one seat.
    """
    value = 0
    for ability in cards.STATICS[card]:
        if not ability.gives[stat] or not (ability.to_mine or source.serial == part.serial):
            continue
        if all_fulfilled(state, ability.conditions, source, seat):
            value += ability.gives[stat]
    return value


def ap(state: GundamState, part: CardInPlay, seat: int) -> int:
    """Returns the current AP of a Unit, not below 0 (R-40)."""
    return max(0, number(state, part, seat, cards.AP))


def hp_left(state: GundamState, part: CardInPlay, seat: int) -> int:
    """Returns the HP that a Unit or Base has left (R-39)."""
    return number(state, part, seat, cards.HP) - part.damage


def immune(part: CardInPlay, power: int) -> bool:
    """Tells whether a Unit takes no battle damage from one with this AP."""
    return any(mod.stat == cards.IMMUNE and power <= mod.amount for mod in part.mods)


def guarded(state: GundamState, seat: int, source: int) -> bool:
    """Tells whether a seat's Base and Shields take no damage from a card."""
    return any(
        mod.stat == cards.GUARD + seat and cards.LEVEL[source] <= mod.amount for mod in state.mods
    )


def lasting(state: GundamState, stat: int, amount: int, until: int) -> tuple[Modifier, ...]:
    """Returns the modifier that lasts for this turn, or for this battle if there is one (R-52)."""
    if until != cards.BATTLE:
        return (Modifier(stat, amount, state.turn),)
    if state.board.attacker:
        return (Modifier(stat, amount, FOREVER, IN_BATTLE),)
    return ()


def change(state: GundamState, part: CardInPlay, stat: int, amount: int, until: int) -> None:
    """Changes a number or keyword of a card in play for a while."""
    part.mods = (*part.mods, *lasting(state, stat, amount, until))
