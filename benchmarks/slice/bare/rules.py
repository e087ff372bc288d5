"""What happens in the bare slice.

A place is a number: 0 is the active Pokémon, the others are those of the bench.
"""

from benchmarks.slice.bare.state import (
    ASK_PROMOTE,
    ATTACKED,
    BETWEEN,
    MAIN,
    NOBODY,
    BareMatch,
    Pokemon,
    Side,
)
from benchmarks.slice.cards import (
    ASLEEP,
    CARDS,
    CONFUSED,
    PARALYZED,
    POISONED,
    damage_to,
    energy_units,
)


def part_at(side: Side, place: int) -> Pokemon | None:
    """Returns the Pokémon at a place, if there is one."""
    if place == 0:
        return side.active
    return side.bench[place - 1] if 0 < place <= len(side.bench) else None


def can_move(part: Pokemon) -> bool:
    """Tells whether a Pokémon is awake and not paralyzed."""
    return part.status != ASLEEP and part.status != PARALYZED


def is_out(part: Pokemon) -> bool:
    """Tells whether a Pokémon is knocked out."""
    return part.damage >= CARDS[part.kind].hp


def cure(part: Pokemon) -> None:
    """Ends all conditions of a Pokémon."""
    part.status = 0
    part.poisoned = False


def add(hand: list[int], card: int) -> None:
    """Puts a card into a hand, which stays sorted."""
    at = len(hand)
    while at > 0 and hand[at - 1] > card:
        at -= 1
    hand.insert(at, card)


def kinds_in(hand: list[int]) -> list[int]:
    """Lists each kind of card in a sorted hand once."""
    kinds: list[int] = []
    last = 0
    for card in hand:
        if card != last:
            kinds.append(card)
            last = card
    return kinds


def draw(side: Side, count: int) -> None:
    """Draws cards while there are any."""
    for _ in range(count):
        if side.deck:
            add(side.hand, side.deck.pop())


def swap(side: Side, place: int) -> None:
    """Swaps the active Pokémon with one of the bench; its conditions end."""
    old = side.active
    assert old is not None
    cure(old)
    side.active = side.bench[place - 1]
    side.bench[place - 1] = old


# The turn.


def settle(state: BareMatch) -> None:
    """Goes on until somebody must decide."""
    while not state.over and not state.asked and state.phase != MAIN:
        if state.phase == ATTACKED:
            state.phase = BETWEEN
            between_turns(state)
        else:
            state.phase = MAIN
            begin_turn(state)
    if not state.over:
        state.seat = state.asked[0][1] if state.asked else state.active


def between_turns(state: BareMatch) -> None:
    """Poison hurts, sleepers may wake up, and the one who has just moved can move again."""
    for seat in (state.active, 1 - state.active):
        mine = state.sides[seat].active
        if mine is None:
            continue
        if mine.poisoned:
            mine.damage += 10
        if mine.status == ASLEEP and not is_out(mine) and state.rng.flip():
            mine.status = 0
        # It lasts until the end of the next turn of its own.
        moved = seat == state.active and state.paralyzed[seat] < state.turn
        if mine.status == PARALYZED and moved:
            mine.status = 0
    knock_outs(state)


def begin_turn(state: BareMatch) -> None:
    """Gives the turn to the next seat, which draws a card, or loses if it cannot."""
    if state.turn:
        state.active = 1 - state.active
    state.turn += 1
    state.attached = False
    state.stuck = False
    side = state.sides[state.active]
    if side.deck:
        add(side.hand, side.deck.pop())
    else:
        state.win(1 - state.active, "no card to draw")


# Attacks and retreats.


def attack(state: BareMatch, seat: int, index: int) -> None:
    """Lets the active Pokémon attack."""
    mine, foe = state.sides[seat].active, state.sides[1 - seat].active
    assert mine is not None and foe is not None  # noqa: PT018 - not a test
    state.phase = ATTACKED
    if mine.status == CONFUSED and not state.rng.flip():
        mine.damage += 20
    else:
        strike(state, seat, index, mine, foe)
    knock_outs(state)


def strike(state: BareMatch, seat: int, index: int, mine: Pokemon, foe: Pokemon) -> None:
    """Does what an attack says."""
    deed = CARDS[mine.kind].attacks[index]
    damage, own, condition = deed.damage, deed.hurt, 0
    if deed.flips:
        if state.rng.flip():
            damage += deed.plus
            condition = deed.heads
        else:
            own += deed.hurt_tails
            condition = deed.tails
    foe.damage += damage_to(foe.kind, mine.kind, damage)
    mine.damage += own
    if condition == POISONED:
        foe.poisoned = True
    elif condition:
        foe.status = condition
        if condition == PARALYZED:
            state.paralyzed[1 - seat] = state.turn


def can_retreat(state: BareMatch, seat: int) -> bool:
    """Tells whether the active Pokémon can move, and has the energy to retreat."""
    mine = state.sides[seat].active
    if mine is None or state.stuck or not can_move(mine):
        return False
    return energy_units(mine.energy) >= CARDS[mine.kind].retreat


def retreat(state: BareMatch, seat: int, place: int) -> None:
    """Pays with the oldest energy, and swaps; a confused Pokémon needs heads to do so."""
    side = state.sides[seat]
    mine = side.active
    assert mine is not None
    cost = CARDS[mine.kind].retreat
    while cost > 0:
        card = mine.energy.pop(0)
        cost -= CARDS[card].units
        side.discard.append(card)
    if mine.status == CONFUSED and not state.rng.flip():
        state.stuck = True
    else:
        swap(side, place)


# Knock-outs. Asked only where damage was dealt.


def knock_outs(state: BareMatch) -> None:
    """Discards who is knocked out; the foe takes prizes, and may have won."""
    lost = [discard_outs(state.sides[0]), discard_outs(state.sides[1])]
    if not lost[0] and not lost[1]:
        return
    points = [0, 0]
    for seat in (0, 1):
        side, foe = state.sides[seat], state.sides[1 - seat]
        if lost[1 - seat]:
            for _ in range(min(lost[1 - seat], len(side.prizes))):
                add(side.hand, side.prizes.pop())
            points[seat] += not side.prizes
        points[seat] += foe.active is None and not foe.bench
    if points[0] or points[1]:
        ahead = 0 if points[0] > points[1] else 1
        state.win(NOBODY if points[0] == points[1] else ahead, "knock-outs")
        return
    for seat in (1 - state.active, state.active):
        if state.sides[seat].active is None:
            state.asked.append((ASK_PROMOTE, seat))


def discard_outs(side: Side) -> int:
    """Discards the knocked-out Pokémon of a side with all cards on them; returns how many."""
    count = 0
    if side.active is not None and is_out(side.active):
        bury(side, side.active)
        side.active = None
        count += 1
    for at in range(len(side.bench) - 1, -1, -1):
        if is_out(side.bench[at]):
            bury(side, side.bench.pop(at))
            count += 1
    return count


def bury(side: Side, part: Pokemon) -> None:
    """Discards a Pokémon with all cards on it."""
    side.discard.extend(part.energy)
    side.discard.extend(part.under)
    side.discard.append(part.kind)
