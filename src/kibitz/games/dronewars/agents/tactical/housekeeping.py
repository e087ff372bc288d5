"""The decisions beside deployment and action (3.11): discards, shields, removal, search, set-up."""

from typing import Final

from kibitz.core.move import Move
from kibitz.games.dronewars.agents.tactical.actions import rises
from kibitz.games.dronewars.agents.tactical.candidates import Candidate
from kibitz.games.dronewars.agents.tactical.cards import Shift, best_shift
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.cards.catalogue import (
    CARDS,
    DAMAGE,
    DESTROY,
    DRAW,
    DRONES,
    GAIN_ENERGY,
    HEAL_HULL,
    LANES,
    SHIELDS_PER_ROUND,
)
from kibitz.games.dronewars.rules.effects import MoveDrones
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat
from kibitz.games.dronewars.rules.targets import code_at
from kibitz.games.dronewars.state import Battle, book

# Discards.


def score_discard(now: Situation, move: Move[Battle], card: int) -> Candidate:
    """Scores a card to discard: the cheapest first."""
    found = Candidate(move)
    cost = book(now.s).cost[card]
    found.add("cost", -cost, f"it costs {cost} energy")
    return found


# Shields.


def shield_lane(s: Battle, seat: int) -> int:
    """Returns the lane whose turn it is for a shield: round and round, full sections left out.

    The agent remembers nothing, so it works out how the shields of this round were placed.
    """
    placed = ship_stat(s, seat, SHIELDS_PER_ROUND) - s.board.left
    caps = [shield_cap(s, seat, lane) for lane in range(LANES)]
    now = s.board.shields[seat * LANES : seat * LANES + LANES]
    for first in range(placed + 1):
        for second in range(placed + 1 - first):
            before = [now[0] - first, now[1] - second, now[2] - (placed - first - second)]
            if min(before) >= 0:
                last = deal_shields(before, caps, placed)
                if before == now:
                    return next_lane(now, caps, last)
    return next_lane(now, caps, LANES - 1)


def deal_shields(shields: list[int], caps: list[int], count: int) -> int:
    """Places shields in turn, in place; returns the lane that got the last one."""
    lane = LANES - 1
    for _ in range(count):
        lane = next_lane(shields, caps, lane)
        shields[lane] += 1
    return lane


def next_lane(shields: list[int], caps: list[int], last: int) -> int:
    """Returns the next lane after another that has room for a shield; the other if none has."""
    for step in range(1, LANES + 1):
        lane = (last + step) % LANES
        if shields[lane] < caps[lane]:
            return lane
    return last


def score_shield(move: Move[Battle], lane: int, wanted: int) -> Candidate:
    """Scores a shield for a section: the lane whose turn it is, then those after it."""
    found = Candidate(move)
    turn = (lane - wanted) % LANES
    found.add("turn", float(LANES - turn), f"lane {wanted + 1} is next, then the others in turn")
    return found


# Removal.

# A class counts less than any difference in strength.
CLASS_SHARE: Final = 0.01


def score_removal(now: Situation, move: Move[Battle], lane: int, index: int) -> Candidate:
    """Scores a drone to give up: from the strongest lane, there of the lowest class."""
    found = Candidate(move)
    strength = side_strength(now, now.seat, lane) - side_strength(now, now.foe, lane)
    ahead = "ahead" if strength > 0 else "behind"
    text = f"you are {ahead} in attack and hull in lane {lane + 1}"
    found.add("lane", strength, text)
    kind = DRONES[now.own(lane)[index].kind]
    found.add("class", -CLASS_SHARE * kind.cost, f"the drone is of class {kind.cost}")
    return found


def side_strength(now: Situation, seat: int, lane: int) -> int:
    """Adds up attack and hull of one side of a lane."""
    total = 0
    at = seat * LANES + lane
    for index, drone in enumerate(now.s.rows[at]):
        total += now.attacks[at][index] + drone.hull
    return total


# Cards that ask.


def score_search(now: Situation, move: Move[Battle], card: int) -> Candidate:
    """Scores a card to take from the deck."""
    found = Candidate(move)
    effect = CARDS[card].effect
    cost, amount = book(now.s).cost[card], book(now.s).amount[card]
    worth = 5.0
    if effect == DAMAGE:
        worth = 15.0 + 3.0 * amount
    elif effect == DESTROY:
        worth = 20.0
    elif effect == DRAW:
        worth = 12.0 + 2.0 * amount
    elif effect == GAIN_ENERGY:
        worth = 8.0 + 2.0 * amount
    elif effect == HEAL_HULL:
        worth = 10.0
    found.add("effect", worth, "its effect is useful")
    found.add("cost", -float(cost), f"it costs {cost} energy")
    if cost > now.s.board.energy[now.seat]:
        found.add("too expensive", -100.0, "there is not enough energy for it")
    return found


def score_mover(
    now: Situation, move: Move[Battle], asked: MoveDrones, shift: Shift, code: int
) -> Candidate:
    """Scores a drone to move: the first of those that gain most together."""
    found = Candidate(move)
    text = (
        f"the score of both lanes {rises(shift.gain)} with the best drones in lane {asked.to + 1}"
    )
    found.add("lanes", shift.gain, text)
    if not shift.indexes or code_at(now.s, now.seat, asked.lane, shift.indexes[0]) != code:
        found.add("order", -1.0, "another drone goes first")
    return found


def shift_of(now: Situation, asked: MoveDrones) -> Shift:
    """Finds the drones whose move gains most, among those that may still move."""
    return best_shift(now, asked.lane, asked.to, CARDS[asked.card].count - asked.moved)
