"""The course of a battle: set-up, phases, turns, questions, winning (1.2, 1.5 to 1.7, 1.15).

Seats decide one after the other, the first player first. A step that nobody has to decide happens
at once, so `proceed` goes on until somebody must. What both seats choose before the first round is
hidden until both are done.
"""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.dronewars import cards, state
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules.sections import has_lost, shield_cap, ship_stat
from kibitz.games.dronewars.state import Battle, Drone, Field

# Questions: what a seat must decide in the middle of an action. A question names the kinds of
# moves that answer it, and waits on the stack, so a battle can be copied at any moment.


class Ask(kit.Question[Drone, Field]):
    """A question that is answered with one of some numbers, or where it is optional with none."""

    kind: ClassVar[str] = "number"
    # The ids of the kinds of moves that answer it.
    moves: ClassVar[tuple[str, ...]] = ()

    def optional(self, s: Battle) -> bool:
        """Tells whether nothing may be chosen."""
        return False

    def pick(self, s: Battle, option: int) -> None:
        """Goes on with what was chosen; the question is off the stack."""
        raise TypeError(f"{type(self).__name__} does not define pick()")

    def decline(self, s: Battle) -> None:
        """Goes on without a choice."""
        raise TypeError(f"{type(self).__name__} does not define decline()")

    def answer(self, state: Battle, picks: tuple[int, ...]) -> None:
        """Goes on with what was chosen."""
        if picks:
            self.pick(state, picks[0])
        else:
            self.decline(state)


def asked_of(s: Battle, seat: int) -> Ask | None:
    """Returns the question that a seat must answer now."""
    if not s.stack:
        return None
    top = s.stack[-1]
    return top if isinstance(top, Ask) and top.seat == seat else None


def pop_question(s: Battle) -> Ask:
    """Takes the question off the stack."""
    top = s.stack.pop()
    assert isinstance(top, Ask)
    return top


# Before the first round.

# A list this long is shown in pairs; of a shorter one the drones are taken at random.
PAIRED_FLEET: Final = 2 * state.POOL_SIZE


def deal(
    s: Battle, fleets: tuple[tuple[int, ...], ...], ships: tuple[tuple[int, ...], ...]
) -> None:
    """Shuffles the decks, which are in place, and takes drones and sections that nobody chooses."""
    field = s.board
    field.fleets = fleets
    pools: list[tuple[int, ...]] = []
    for seat in (0, 1):
        s.shuffle(state.DECK, seat)
        pools.append(pool_of(s, fleets[seat]))
        for lane, section in enumerate(ships[seat]):
            field.sections[seat * LANES + lane] = section
    field.pools = tuple(pools)


def pool_of(s: Battle, fleet: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the active pool from a short list; none if the player chooses from pairs."""
    if len(fleet) >= PAIRED_FLEET:
        return ()
    drones = list(fleet)
    if len(drones) > state.POOL_SIZE:
        s.rng.shuffle(drones)
    return in_order(fleet, drones[: state.POOL_SIZE])


def in_order(fleet: tuple[int, ...], drones: list[int]) -> tuple[int, ...]:
    """Returns drones in the order of the list they come from."""
    return tuple([kind for kind in fleet if kind in drones])


# Drones.


def must_select(s: Battle, seat: int) -> bool:
    """Tells whether a seat still has drones to choose."""
    return not s.board.pools[seat] and len(s.board.chosen[seat]) < state.POOL_SIZE


def draw_pair(s: Battle, seat: int) -> None:
    """Shows a seat the next two drones of its list."""
    shown = s.board.offered[seat]
    rest = [kind for kind in s.board.fleets[seat] if kind not in shown]
    one = rest.pop(s.rng.below(len(rest)))
    s.board.offered[seat] = (*shown, one, rest[s.rng.below(len(rest))])
    s.board.left = state.POOL_SIZE - len(s.board.chosen[seat])


def offer(s: Battle, seat: int) -> tuple[int, ...]:
    """Returns the pair of drones that a seat chooses from."""
    return s.board.offered[seat][-2:]


def keep_drone(s: Battle, seat: int, kind: int) -> None:
    """Keeps one of the pair, and shows the next pair."""
    field = s.board
    field.chosen[seat] = (*field.chosen[seat], kind)
    if must_select(s, seat):
        draw_pair(s, seat)
    else:
        field.offered[seat] = ()
        field.left = 0


def reveal_drones(s: Battle) -> None:
    """Makes the chosen drones the active pools."""
    field = s.board
    field.pools = tuple(
        [
            field.pools[seat] or in_order(field.fleets[seat], list(field.chosen[seat]))
            for seat in (0, 1)
        ]
    )
    field.chosen = [(), ()]


# Ships.


def must_place(s: Battle, seat: int) -> bool:
    """Tells whether a seat still has to place its ship."""
    return s.board.sections[seat * LANES] == 0 and not s.board.chosen[seat]


def reveal_ships(s: Battle) -> None:
    """Puts the sections where the seats have placed them."""
    field = s.board
    for seat in (0, 1):
        for lane, section in enumerate(field.chosen[seat]):
            field.sections[seat * LANES + lane] = section
    field.chosen = [(), ()]


# Winning: a player loses when all three sections are lost at the same moment.


def check_win(s: Battle) -> bool:
    """Ends the battle if a seat has lost; tells whether it is over."""
    for seat in (0, 1):
        if has_lost(s, seat):
            s.win(1 - seat, state.BY_SECTIONS)
            return True
    return s.over


def end_in_draw(s: Battle) -> None:
    """Ends the battle without a winner, after the last round."""
    s.win(kit.NOBODY, state.BY_ROUNDS)


# Phases.

BOTH_PASSED: Final = 3


def proceed(s: Battle) -> None:
    """Goes on until the active seat must decide, or the battle is over."""
    while not s.over and not must_decide(s):
        if s.phase < state.DEPLOYMENT and s.active == first_seat(s):
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
    if phase >= state.DEPLOYMENT:
        return s.board.passed != BOTH_PASSED
    if phase == state.OPTIONAL_DISCARD:
        return s.board.left > 0 and len(state.pile(s, state.HAND, seat)) > 0
    if phase == state.SHIELD_ALLOCATION:
        return s.board.left > 0 and has_room(s, seat)
    if phase == state.MANDATORY_DISCARD:
        return len(state.pile(s, state.HAND, seat)) > ship_stat(s, seat, cards.HAND_LIMIT)
    if phase == state.DRONE_REMOVAL:
        return state.count_drones(s, seat) > ship_stat(s, seat, cards.CPU_LIMIT)
    return must_select(s, seat) if phase == state.SELECTION else must_place(s, seat)


def open_phase(s: Battle, phase: int) -> None:
    """Begins a phase with the seat that decides first."""
    s.phase = phase
    s.active = first_seat(s)
    s.board.passed = 0
    s.board.again = 0
    s.board.again_in_phase = 0
    if phase == state.SHIELD_ALLOCATION and s.board.rules.reset_shields and s.turn > 1:
        s.board.shields = [0] * (2 * LANES)
    open_step(s)


def open_step(s: Battle) -> None:
    """Prepares the decisions of the active seat in this phase."""
    seat = s.active
    s.board.left = 0
    if s.phase == state.OPTIONAL_DISCARD:
        s.board.left = ship_stat(s, seat, cards.DISCARDS)
    elif s.phase == state.SHIELD_ALLOCATION and s.turn > 1:
        s.board.left = ship_stat(s, seat, cards.SHIELDS_PER_ROUND)
    elif s.phase == state.SELECTION and must_select(s, seat):
        draw_pair(s, seat)


def close_phase(s: Battle) -> None:
    """Ends a phase that both seats are done with, and begins the next."""
    phase = s.phase
    if phase == state.ACTION:
        end_round(s)
        return
    if phase == state.PLACEMENT:
        reveal_ships(s)
        begin_round(s)
        return
    if phase == state.SELECTION:
        reveal_drones(s)
    elif phase == state.MANDATORY_DISCARD:
        reveal_discards(s)
    elif phase == state.OPTIONAL_DISCARD:
        draw_hands(s)
    open_phase(s, phase + 1)


# The round.


def begin_round(s: Battle) -> None:
    """Begins a round: the first player, then the energy reset."""
    field = s.board
    s.turn += 1
    if field.first_passer != state.NO_SEAT:
        field.first = field.first_passer
    elif s.turn == 1:
        field.first = s.rng.below(2)
    field.first_passer = state.NO_SEAT
    for seat in (0, 1):
        reset_energy(s, seat)
    open_phase(s, state.MANDATORY_DISCARD)


def reset_energy(s: Battle, seat: int) -> None:
    """Readies the drones of a seat, ends temporary changes, and sets energy and budget."""
    for lane in range(LANES):
        for drone in s.rows[seat * LANES + lane]:
            drone.ready = True
            drone.attack_boost = 0
            drone.speed_boost = 0
            drone.shields = drone.max_shields
    s.board.energy[seat] = ship_stat(s, seat, cards.ENERGY)
    budget = cards.INITIAL_DEPLOYMENT if s.turn == 1 else cards.DEPLOYMENT_BUDGET
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
    if s.phase == state.MANDATORY_DISCARD:
        s.move(card, state.HAND, seat, state.ASIDE)
    else:
        s.move(card, state.HAND, seat, state.DISCARD)
        s.board.left -= 1


def reveal_discards(s: Battle) -> None:
    """Puts what was discarded in secret on the discard piles."""
    for seat in (0, 1):
        for card in s.cards[state.ASIDE + seat * state.ZONES][:]:
            s.move(card, state.ASIDE, seat, state.DISCARD)


def draw_hands(s: Battle) -> None:
    """Lets both seats draw up to their hand limits, the first player first."""
    for seat in (s.board.first, 1 - s.board.first):
        held = len(state.pile(s, state.HAND, seat))
        draw_cards(s, seat, ship_stat(s, seat, cards.HAND_LIMIT) - held)


def draw_cards(s: Battle, seat: int, count: int) -> None:
    """Draws cards; an empty deck is refilled with the discard pile, while there is one."""
    while count > 0:
        count -= s.draw(seat, state.DECK, state.HAND, count)
        if count > 0 and not refill(s, seat):
            return


def refill(s: Battle, seat: int) -> bool:
    """Shuffles the discard pile into an empty deck; tells whether there were cards."""
    deck, gone = s.index(state.DECK, seat), s.index(state.DISCARD, seat)
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
    too_many = field.again >= state.MOST_AGAIN
    alone = too_many and state.has_passed(s, 1 - s.active)
    if alone or field.again_in_phase >= state.MOST_AGAIN_IN_PHASE:
        pass_turn(s, s.active)
    elif too_many:
        give_turn(s)


def give_turn(s: Battle) -> None:
    """Gives the turn to the other seat, unless it has passed."""
    s.board.again = 0
    if not state.has_passed(s, 1 - s.active):
        s.active = 1 - s.active


def pass_turn(s: Battle, seat: int) -> None:
    """Passes for the rest of the phase."""
    field = s.board
    field.passed |= 1 << seat
    field.again = 0
    if s.phase == state.ACTION and field.first_passer == state.NO_SEAT:
        field.first_passer = seat
    s.active = 1 - seat
    proceed(s)
