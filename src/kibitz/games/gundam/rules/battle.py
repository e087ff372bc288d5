"""Attacks, blocks, action steps and battle damage (section 7)."""

from typing import Final

from kibitz.games.gundam.cards import (
    ATTACK,
    ATTACK_ACTIVE,
    FIRST_STRIKE,
    HIGH_MANEUVER,
    HITS_SHIELD,
    LEVEL,
    SUPPRESSION,
)
from kibitz.games.gundam.rules.abilities import set_off, triggered_by
from kibitz.games.gundam.rules.destruction import destroy_shields
from kibitz.games.gundam.rules.in_play import ap, guarded, hp_left, immune, linked, number
from kibitz.games.gundam.state import (
    ACTION,
    ATTACKING,
    BATTLE_END,
    BLOCK,
    BY_DAMAGE,
    DAMAGE,
    END_ACTION,
    IN_BATTLE,
    MAIN,
    NOBODY,
    SHIELDS,
    CardInPlay,
    GundamState,
    base_of,
)

# The steps in which the players decide in turn, beginning with the standby player.
ACTION_STEPS: Final = (1 << ACTION) | (1 << END_ACTION)
STEPS: Final = ACTION_STEPS | (1 << BLOCK)


# Who may attack and block.


def too_fresh(part: CardInPlay) -> bool:
    """Tells whether a Unit must wait for the next turn: a Link Unit need not (R-28)."""
    return part.fresh and not linked(part)


def attackable(state: GundamState, attacker: CardInPlay, target: CardInPlay, seat: int) -> bool:
    """Tells whether a seat's Unit may attack an enemy Unit (R-30)."""
    if target.rested:
        return True
    most = number(state, attacker, seat, ATTACK_ACTIVE)
    return most > 0 and LEVEL[target.kind] <= most


def unblockable(state: GundamState) -> bool:
    """Tells whether no Unit can block the attack that is going on."""
    attacker = state.part(state.board.attacker)
    return attacker is not None and number(state, attacker, state.active, HIGH_MANEUVER) > 0


# The steps.


def attack(state: GundamState, seat: int, place: int, target: int) -> None:
    """Rests the attacker; what that sets off comes before the block step (R-30, R-31)."""
    attacker = state.at(place)
    attacker.rested = True
    state.board.attacker = attacker.serial
    state.board.target = 0 if target < 0 else state.at(target).serial
    state.phase = ATTACKING
    set_off(state, ATTACK, seat, attacker)


def block(state: GundamState, place: int) -> None:
    """Rests the blocker, which becomes the target."""
    blocker = state.at(place)
    blocker.rested = True
    state.board.target = blocker.serial
    state.board.acting = NOBODY


def pass_block(state: GundamState) -> None:
    """Ends the block step without a block."""
    state.board.acting = NOBODY


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
    board.acting = NOBODY if board.passed else 1 - board.acting
    board.passed = True


def decider(state: GundamState) -> int:
    """Returns who decides while nothing is asked."""
    in_step = (STEPS >> state.phase) & 1 and state.board.acting != NOBODY
    return state.board.acting if in_step else state.active


def flow(state: GundamState) -> bool:
    """Goes one step on in an attack; False where a player decides."""
    phase = state.phase
    if phase in (BLOCK, ACTION) and state.board.acting != NOBODY:
        return False
    if phase == BATTLE_END:
        state.expire(IN_BATTLE)
        state.board.attacker = state.board.target = 0
        state.phase = MAIN
    elif phase == DAMAGE:
        state.phase = BATTLE_END
        strike(state)
    elif not goes_on(state):
        state.phase = BATTLE_END
    elif phase == ACTION:
        state.phase = DAMAGE
    else:
        begin_step(state, BLOCK if phase == ATTACKING else ACTION)
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


def fight(state: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay) -> None:
    """Two Units deal damage to each other at the same time, or the attacker first."""
    dealt, received = ap(state, attacker, seat), ap(state, target, 1 - seat)
    if not immune(target, dealt):
        target.damage += dealt
    first = number(state, attacker, seat, FIRST_STRIKE) > 0
    if first and hp_left(state, target, 1 - seat) <= 0:
        received = 0
    if not immune(attacker, received):
        attacker.damage += received
    state.board.struck = True


def strike_player(state: GundamState, seat: int, attacker: CardInPlay) -> None:
    """Hits the Base, else the top Shield, else the player; excess damage is lost."""
    foe, dealt = 1 - seat, ap(state, attacker, seat)
    base = base_of(state, foe)
    if dealt == 0:
        return
    if base is None and state.count(SHIELDS, foe) == 0:
        state.win(seat, BY_DAMAGE)
    elif guarded(state, foe, attacker.kind):
        return
    elif base is not None:
        base.damage += dealt
        state.board.struck = True
    else:
        count = 2 if number(state, attacker, seat, SUPPRESSION) > 0 else 1
        destroy_shields(state, foe, count, triggered_by(state, HITS_SHIELD, seat, attacker))
