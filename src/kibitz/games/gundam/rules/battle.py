"""Attacks, blocks, action steps and battle damage (R-30 to R-38)."""

from typing import Final

from kibitz.games.gundam import cards
from kibitz.games.gundam import state as table
from kibitz.games.gundam.rules.abilities import set_off, triggered_by
from kibitz.games.gundam.rules.destruction import destroy_shields
from kibitz.games.gundam.rules.in_play import ap, guarded, hp_left, immune, linked, number
from kibitz.games.gundam.state import CardInPlay, GundamState, base_of

# The steps in which the players decide in turn, beginning with the standby player.
ACTION_STEPS: Final = (1 << table.ACTION) | (1 << table.END_ACTION)
STEPS: Final = ACTION_STEPS | (1 << table.BLOCK)


# Who may attack and block.


def too_fresh(part: CardInPlay) -> bool:
    """Tells whether a Unit must wait for the next turn: a Link Unit need not (R-28)."""
    return part.fresh and not linked(part)


def attackable(state: GundamState, attacker: CardInPlay, target: CardInPlay, seat: int) -> bool:
    """Tells whether a seat's Unit may attack an enemy Unit (R-30)."""
    if target.rested:
        return True
    most = number(state, attacker, seat, cards.ATTACK_ACTIVE)
    return most > 0 and cards.LEVEL[target.kind] <= most


def unblockable(state: GundamState) -> bool:
    """Tells whether no Unit can block the attack that is going on."""
    attacker = state.part(state.board.attacker)
    return attacker is not None and number(state, attacker, state.active, cards.HIGH_MANEUVER) > 0


# The steps.


def attack(state: GundamState, seat: int, place: int, target: int) -> None:
    """Rests the attacker; what that sets off comes before the block step (R-30, R-31)."""
    attacker = state.at(place)
    attacker.rested = True
    state.board.attacker = attacker.serial
    state.board.target = 0 if target < 0 else state.at(target).serial
    state.phase = table.ATTACKING
    set_off(state, cards.ATTACK, seat, attacker)


def block(state: GundamState, place: int) -> None:
    """Rests the blocker, which becomes the target."""
    blocker = state.at(place)
    blocker.rested = True
    state.board.target = blocker.serial
    state.board.acting = table.NOBODY


def begin_step(state: GundamState, phase: int) -> None:
    """Begins a step in which the standby player decides first."""
    state.phase = phase
    state.board.acting = 1 - state.active
    state.board.passed = False


def acted(state: GundamState) -> None:
    """Lets the other player decide after an action, if this is an action step (R-33)."""
    if (ACTION_STEPS >> state.phase) & 1:
        state.board.acting = 1 - state.board.acting
        state.board.passed = False


def pass_action(state: GundamState) -> None:
    """Passes; two passes in a row end the step."""
    board = state.board
    board.acting = table.NOBODY if board.passed else 1 - board.acting
    board.passed = True


def decider(state: GundamState) -> int:
    """Returns who decides while nothing is asked."""
    in_step = (STEPS >> state.phase) & 1 and state.board.acting != table.NOBODY
    return state.board.acting if in_step else state.active


def flow(state: GundamState) -> bool:
    """Goes one step on in an attack; False where a player decides."""
    phase = state.phase
    if phase in (table.BLOCK, table.ACTION) and state.board.acting != table.NOBODY:
        return False
    if phase == table.BATTLE_END:
        state.expire(table.IN_BATTLE)
        state.board.attacker = state.board.target = 0
        state.phase = table.MAIN
    elif phase == table.DAMAGE:
        state.phase = table.BATTLE_END
        strike(state)
    elif not goes_on(state):
        state.phase = table.BATTLE_END
    elif phase == table.ACTION:
        state.phase = table.DAMAGE
    else:
        begin_step(state, table.BLOCK if phase == table.ATTACKING else table.ACTION)
    return True


def goes_on(state: GundamState) -> bool:
    """Tells whether the attacker and the Unit that it attacks are still in play (R-34)."""
    board = state.board
    if state.part(board.attacker) is None:
        return False
    return board.target == 0 or state.part(board.target) is not None


# Damage.


def strike(state: GundamState) -> None:
    """Deals the battle damage (R-35, R-36)."""
    seat = state.active
    attacker = state.part(state.board.attacker)
    assert attacker is not None
    if state.board.target:
        target = state.part(state.board.target)
        assert target is not None
        fight(state, seat, attacker, target)
    else:
        strike_player(state, seat, attacker)


def fight_damage(
    state: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay, more: int = 0
) -> tuple[int, int]:
    """Returns how much damage the target and the attacker take, if it has some more AP (R-36)."""
    dealt, received = ap(state, attacker, seat) + more, ap(state, target, 1 - seat)
    dealt = 0 if immune(target, dealt) else dealt
    first = number(state, attacker, seat, cards.FIRST_STRIKE) > 0
    if (first and dealt >= hp_left(state, target, 1 - seat)) or immune(attacker, received):
        return dealt, 0
    return dealt, received


def fight(state: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay) -> None:
    """Two Units deal damage to each other at the same time, or the attacker first."""
    dealt, received = fight_damage(state, seat, attacker, target)
    target.damage += dealt
    attacker.damage += received
    state.board.struck = True


def strike_player(state: GundamState, seat: int, attacker: CardInPlay) -> None:
    """Hits the Base, else the top Shield, else the player; excess damage is lost."""
    foe, dealt = 1 - seat, ap(state, attacker, seat)
    base = base_of(state, foe)
    if dealt == 0:
        return
    if base is None and state.count(table.SHIELDS, foe) == 0:
        state.win(seat, table.BY_DAMAGE)
    elif guarded(state, foe, attacker.kind):
        return
    elif base is not None:
        base.damage += dealt
        state.board.struck = True
    else:
        count = 2 if number(state, attacker, seat, cards.SUPPRESSION) > 0 else 1
        destroy_shields(state, foe, count, triggered_by(state, cards.HITS_SHIELD, seat, attacker))
