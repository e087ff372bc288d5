"""The course of a round: phases, turns and passing (1.5 to 1.7).

Seats decide one after the other, the first player first. A step that nobody has to decide happens
at once, so `proceed` goes on until somebody must.
"""

from typing import Final

from kibitz.games.dronewars.cards.catalogue import (
    CPU_LIMIT,
    DEPLOYMENT_BUDGET,
    DISCARDS,
    ENERGY,
    HAND_LIMIT,
    INITIAL_DEPLOYMENT,
    LANES,
    SHIELDS_PER_ROUND,
)
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat
from kibitz.games.dronewars.rules.setup import (
    draw_pair,
    must_place,
    must_select,
    reveal_drones,
    reveal_ships,
)
from kibitz.games.dronewars.rules.winning import check_win, end_in_draw
from kibitz.games.dronewars.state import (
    ACTION,
    ASIDE,
    DECK,
    DEPLOYMENT,
    DISCARD,
    DRONE_REMOVAL,
    HAND,
    MANDATORY_DISCARD,
    MOST_AGAIN,
    MOST_AGAIN_IN_PHASE,
    NO_SEAT,
    OPTIONAL_DISCARD,
    PLACEMENT,
    SELECTION,
    SHIELD_ALLOCATION,
    ZONES,
    Battle,
    count_drones,
    has_passed,
    pile,
)

BOTH_PASSED: Final = 3


def proceed(s: Battle) -> None:
    """Goes on until the active seat must decide, or the battle is over."""
    while not s.over and not must_decide(s):
        if s.phase < DEPLOYMENT and s.active == first_seat(s):
            s.active = 1 - s.active
            open_step(s)
        else:
            close_phase(s)


def first_seat(s: Battle) -> int:
    """Returns the seat that decides first in this phase."""
    return max(0, s.board.first)


def must_decide(s: Battle) -> bool:
    """Tells whether the active seat has something to decide in this phase."""
    seat, phase = s.active, s.phase
    if phase >= DEPLOYMENT:
        return s.board.passed != BOTH_PASSED
    if phase == OPTIONAL_DISCARD:
        return s.board.left > 0 and len(pile(s, HAND, seat)) > 0
    if phase == SHIELD_ALLOCATION:
        return s.board.left > 0 and has_room(s, seat)
    if phase == MANDATORY_DISCARD:
        return len(pile(s, HAND, seat)) > ship_stat(s, seat, HAND_LIMIT)
    if phase == DRONE_REMOVAL:
        return count_drones(s, seat) > ship_stat(s, seat, CPU_LIMIT)
    return must_select(s, seat) if phase == SELECTION else must_place(s, seat)


def open_phase(s: Battle, phase: int) -> None:
    """Begins a phase with the seat that decides first."""
    s.phase = phase
    s.active = first_seat(s)
    s.board.passed = 0
    s.board.again = 0
    s.board.again_in_phase = 0
    if phase == SHIELD_ALLOCATION and s.board.rules.reset_shields and s.turn > 1:
        s.board.shields = [0] * (2 * LANES)
    open_step(s)


def open_step(s: Battle) -> None:
    """Prepares the decisions of the active seat in this phase."""
    seat = s.active
    s.board.left = 0
    if s.phase == OPTIONAL_DISCARD:
        s.board.left = ship_stat(s, seat, DISCARDS)
    elif s.phase == SHIELD_ALLOCATION and s.turn > 1:
        s.board.left = ship_stat(s, seat, SHIELDS_PER_ROUND)
    elif s.phase == SELECTION and must_select(s, seat):
        draw_pair(s, seat)


def close_phase(s: Battle) -> None:
    """Ends a phase that both seats are done with, and begins the next."""
    phase = s.phase
    if phase == ACTION:
        end_round(s)
        return
    if phase == PLACEMENT:
        reveal_ships(s)
        begin_round(s)
        return
    if phase == SELECTION:
        reveal_drones(s)
    elif phase == MANDATORY_DISCARD:
        reveal_discards(s)
    elif phase == OPTIONAL_DISCARD:
        draw_hands(s)
    open_phase(s, phase + 1)


# The round.


def begin_round(s: Battle) -> None:
    """Begins a round: the first player, then the energy reset."""
    field = s.board
    s.turn += 1
    if field.first_passer != NO_SEAT:
        field.first = field.first_passer
    elif s.turn == 1:
        field.first = s.rng.below(2)
    field.first_passer = NO_SEAT
    for seat in (0, 1):
        reset_energy(s, seat)
    open_phase(s, MANDATORY_DISCARD)


def reset_energy(s: Battle, seat: int) -> None:
    """Readies the drones of a seat, ends temporary changes, and sets energy and budget."""
    for lane in range(LANES):
        for drone in s.rows[seat * LANES + lane]:
            drone.ready = True
            drone.attack_boost = 0
            drone.speed_boost = 0
            drone.shields = drone.max_shields
    s.board.energy[seat] = ship_stat(s, seat, ENERGY)
    budget = INITIAL_DEPLOYMENT if s.turn == 1 else DEPLOYMENT_BUDGET
    s.board.budget[seat] = ship_stat(s, seat, budget)


def end_round(s: Battle) -> None:
    """Ends a round; after the last one the battle is a draw."""
    cap = s.board.rules.round_cap
    if cap and s.turn >= cap:
        end_in_draw(s)
    else:
        begin_round(s)


# Cards.


def discard_card(s: Battle, seat: int, card: int) -> None:
    """Discards a card, in secret where the hand is above its limit."""
    if s.phase == MANDATORY_DISCARD:
        s.move(card, HAND, seat, ASIDE)
    else:
        s.move(card, HAND, seat, DISCARD)
        s.board.left -= 1


def reveal_discards(s: Battle) -> None:
    """Puts what was discarded in secret on the discard piles."""
    for seat in (0, 1):
        for card in s.cards[ASIDE + seat * ZONES][:]:
            s.move(card, ASIDE, seat, DISCARD)


def draw_hands(s: Battle) -> None:
    """Lets both seats draw up to their hand limits, the first player first."""
    for seat in (s.board.first, 1 - s.board.first):
        draw_cards(s, seat, ship_stat(s, seat, HAND_LIMIT) - len(pile(s, HAND, seat)))


def draw_cards(s: Battle, seat: int, count: int) -> None:
    """Draws cards; an empty deck is refilled with the discard pile, while there is one."""
    while count > 0:
        count -= s.draw(seat, DECK, HAND, count)
        if count > 0 and not refill(s, seat):
            return


def refill(s: Battle, seat: int) -> bool:
    """Shuffles the discard pile into an empty deck; tells whether there were cards."""
    deck, gone = s.index(DECK, seat), s.index(DISCARD, seat)
    if not s.cards[gone]:
        return False
    s.cards[deck], s.cards[gone] = s.cards[gone], []
    # Everybody has seen these cards; the order is new.
    s.seen[deck] = ()
    s.content[deck] = s.layout.everybody
    s.rng.shuffle(s.cards[deck])
    return True


# Shields.


def can_shield(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether the section in a lane has room for a shield."""
    return s.board.shields[seat * LANES + lane] < shield_cap(s, seat, lane)


def has_room(s: Battle, seat: int) -> bool:
    """Tells whether any section of a seat has room for a shield."""
    return can_shield(s, seat, 0) or can_shield(s, seat, 1) or can_shield(s, seat, 2)


def place_shield(s: Battle, seat: int, lane: int) -> None:
    """Places one of the new shields."""
    s.board.shields[seat * LANES + lane] += 1
    s.board.left -= 1


# Turns.


def end_turn(s: Battle, go_again: bool = False) -> None:
    """Ends a turn: the other seat is next, unless it has passed or the card said Go Again."""
    if check_win(s):
        return
    if not go_again:
        give_turn(s)
        return
    field = s.board
    field.again += 1
    field.again_in_phase += 1
    too_many = field.again >= MOST_AGAIN
    if field.again_in_phase >= MOST_AGAIN_IN_PHASE or (too_many and has_passed(s, 1 - s.active)):
        pass_turn(s, s.active)
    elif too_many:
        give_turn(s)


def give_turn(s: Battle) -> None:
    """Gives the turn to the other seat, unless it has passed."""
    s.board.again = 0
    if not has_passed(s, 1 - s.active):
        s.active = 1 - s.active


def pass_turn(s: Battle, seat: int) -> None:
    """Passes for the rest of the phase."""
    field = s.board
    field.passed |= 1 << seat
    field.again = 0
    if s.phase == ACTION and field.first_passer == NO_SEAT:
        field.first_passer = seat
    s.active = 1 - seat
    proceed(s)
