"""The scores of deployments (3.2)."""

from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.dronewars.agents.tactical.candidates import Candidate
from kibitz.games.dronewars.agents.tactical.lanes import (
    Situation,
    fresh_drone,
    join,
    lend_stats,
)
from kibitz.games.dronewars.cards.catalogue import (
    ALWAYS_INTERCEPTS,
    DRONES,
    GUARDIAN,
    LANES,
)
from kibitz.games.dronewars.moves import Deploy
from kibitz.games.dronewars.rules.sections import is_damaged
from kibitz.games.dronewars.rules.stats import cost
from kibitz.games.dronewars.state import HAND, Battle, book, pile


def reserve_of(s: Battle, seat: int) -> int:
    """Returns the energy that is kept for the most expensive card of the hand."""
    costs = book(s).cost
    return max([costs[card] for card in pile(s, HAND, seat)], default=0)


def score_deployment(
    now: Situation, move: Move[Battle], kind: int, lane: int, rng: Rng, stats_of: int = 0
) -> Candidate:
    """Scores the deployment of a type to a lane; one that uses up the reserve is rejected.

    Args:
        now: the situation.
        move: the move.
        kind: the type.
        lane: the lane.
        rng: the dice.
        stats_of: the type whose attack and speed count instead, see `first_looked_up`.
    """
    found = Candidate(move, lane=lane)
    if not keeps_reserve(now, kind):
        reserve = reserve_of(now.s, now.seat)
        found.reject("reserve", f"less than {reserve} energy is left for cards")
        return found
    own = now.own(lane)
    before = now.scores[lane]
    drone = fresh_drone(now.s, now.seat, own, kind, now.weights)
    if stats_of:
        lend_stats(now.s, now.seat, lane, drone, stats_of, now.weights)
    after = now.score_of(lane, join(own, drone, now.weights), now.foes(lane))
    text = f"lane {lane + 1} is worth {before:.4g} now and {after:.4g} with it"
    found.add("impact", after - before, text)
    add_help(now, found, kind, before)
    add_swing(now, found, before, after, rng)
    w = now.weights
    if before > w.overkill_above and is_damaged(now.s, now.foe, lane):
        text = f"lane {lane + 1} is won and its enemy section damaged already"
        found.add("overkill", w.overkill, text)
    return found


def first_looked_up(now: Situation, moves: list[Move[Battle]]) -> list[int]:
    """Returns the type whose stats count for all types in a lane, by lane; 0 for none (TF1).

    The original kept the stats of the first drone that it tried in a lane, in the order of the
    pool, and took them for those of all others.
    """
    found = [0] * LANES
    if now.weights.shared_stats:
        for move in moves:
            if isinstance(move, Deploy) and not found[move.lane - 1]:
                found[move.lane - 1] = move.kind if keeps_reserve(now, move.kind) else 0
    return found


def keeps_reserve(now: Situation, kind: int) -> bool:
    """Tells whether enough energy is left for the most expensive card of the hand."""
    board, seat = now.s.board, now.seat
    price = cost(now.s, seat, kind)
    left = board.energy[seat] - (price - min(board.budget[seat], price))
    return left >= reserve_of(now.s, seat)


def add_help(now: Situation, found: Candidate, kind: int, before: float) -> None:
    """Adds what the type is good for in a lane that is being lost, won, or even."""
    w, printed, lane = now.weights, DRONES[kind], f"lane {found.lane + 1}"
    if before < w.losing_below:
        if printed.speed >= w.fast_speed:
            found.add("fast", w.fast_help, f"it is fast, and {lane} is being lost")
        if printed.keywords & (GUARDIAN | ALWAYS_INTERCEPTS):
            found.add("guardian", w.guardian_help, f"it defends, and {lane} is being lost")
    elif before > w.winning_above:
        if printed.attack >= w.strong_attack:
            found.add("strong", w.strong_help, f"it is strong, and {lane} is being won")
        if printed.ship_bonus:
            found.add("bomber", w.bomber_help, f"it hits sections hard, and {lane} is being won")
    elif printed.cost <= w.cheap_class:
        found.add("cheap", w.cheap_help, f"it is cheap, and {lane} is even")


def add_swing(now: Situation, found: Candidate, before: float, after: float, rng: Rng) -> None:
    """Adds a random number where the drone turns a lane."""
    w, lane = now.weights, found.lane + 1
    if before < 0.0 <= after:
        swing = rng.between(w.swing_least, w.swing_most)
        found.add("stabilises", swing, f"lane {lane} is no longer being lost")
    if before <= w.dominate_above < after:
        swing = rng.between(w.swing_least, w.swing_most)
        found.add("dominates", swing, f"lane {lane} is dominated")
