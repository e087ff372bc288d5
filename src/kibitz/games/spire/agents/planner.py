"""The players that plan: the planner as described, a stronger one, and one without a search."""

import time
from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.agents.beam import CLOCK, BeamAgent, Line, check_bounds, forced
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.ranges import Range, Real
from kibitz.core.value import Json
from kibitz.games.spire.agents.danger import danger
from kibitz.games.spire.agents.plan import (
    DEATH,
    EXPAND,
    MOST_CARDS,
    TWO_TARGETS_UNTIL,
    TurnPlan,
    aimed_plays,
    has_drawn,
    quick_score,
    signature,
)
from kibitz.games.spire.agents.playing_on import Outlook
from kibitz.games.spire.agents.potions import (
    PotionScorer,
    fallback_wanted,
    net_score,
    penalty,
    potion_uses,
    use_next_potion,
)
from kibitz.games.spire.agents.weights import DESCRIBED, TINY, TUNED_RATING, Rating, Weights
from kibitz.games.spire.cards.monsters import BOSS, ELITE
from kibitz.games.spire.cards.potions import POTIONS
from kibitz.games.spire.moves import Play, UsePotion
from kibitz.games.spire.state import Fight

# The width of the beam in the acts, as described.
WIDTHS: Final = (15, 18, 25)
WIDTH: Final = 15
# What a card asks for comes on top of the cards of a line.
ANSWERS: Final = 4

# What there is to tune: the weights that decide most between attack, block and potions.
PLANNER_RANGES: Final[dict[str, Range]] = {
    "kill": Real(10.0, 200.0, log=True),
    "damage": Real(0.5, 8.0, log=True),
    "block": Real(0.0, 4.0),
    "next_loss": Real(2.0, 16.0, log=True),
    "drawn": Real(0.0, 12.0),
    "gain": Real(0.0, 60.0),
}
# What a search that fails can raise; the player then goes on without a plan.
FAILURES: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)

USED: Final = "used"
KEPT: Final = "kept"


# The players.


def potion_ratio(s: Fight, weights: Weights = DESCRIBED) -> float:
    """Returns how much of a potion's gain counts in this room."""
    if s.room == BOSS:
        return weights.ratio_boss
    if s.room == ELITE:
        return weights.ratio_elite
    risky = danger(s, weights) > weights.dangerous + TINY
    return weights.ratio_dangerous if risky else weights.ratio_normal


def dies(line: Line[Fight], weights: Weights) -> bool:
    """Tells whether the player dies after a line, in half of the worlds or more."""
    for reason in line.reasons:
        if reason.term == DEATH:
            return reason.amount <= -weights.death / 2
    return False


def potion_verdict(
    s: Fight, net: float, without: Line[Fight], used: Line[Fight], weights: Weights = DESCRIBED
) -> Reason:
    """Says whether the line that opens with a potion is worth it: above 0 if it is, and why."""
    if dies(used, weights):
        return Reason(KEPT, -1.0, "kept: you die even with it")
    if dies(without, weights):
        return Reason(USED, 1.0, "used: without it you die")
    if net < weights.gain - TINY:
        text = f"kept: its net score of {net:.4g} is below {weights.gain:.4g}"
        return Reason(KEPT, -1.0, text)
    gain = potion_ratio(s, weights) * (used.score - without.score) - penalty(s, weights)
    if gain > weights.gain + TINY:
        return Reason(USED, gain, f"used: the plan gains {gain:.4g} by it, more than it costs")
    text = f"kept: the plan gains {gain:.4g} by it, not more than {weights.gain:.4g}"
    return Reason(KEPT, -1.0, text)


def potion_notes(
    s: Fight, weights: Weights = DESCRIBED, scorer: PotionScorer | None = None
) -> dict[str, Json]:
    """Says of each potion in the belt why it is not tried, or what its net score is."""
    notes: dict[str, Json] = {}
    for number in s.potions:
        if number >= 0:
            notes[POTIONS[number].name.lower()] = "kept: it cannot be used now"
    score = net_score if scorer is None else scorer
    for use in potion_uses(s, weights):
        notes[use.potion] = f"kept: net score {score(s, use, weights):.4g}, and another is better"
        if s.potions_used >= weights.potions_a_turn:
            notes[use.potion] = "kept: one potion a turn is enough"
    return notes


@mypyc_attr(allow_interpreted_subclasses=True)
class OptimizedAgent:
    """Plans the rest of the turn and plays its first move; keeps nothing between decisions."""

    def __init__(
        self,
        worlds: int = 4,
        nodes: int = 1500,
        ms: int = 0,
        weights: Weights = DESCRIBED,
        scorer: PotionScorer | None = None,
        follow: int = 0,
        lines: int = 4,
        price: float = 0.0,
        mix: float = 0.0,
        rating: Rating = TUNED_RATING,
    ) -> None:
        """Sets the bounds of the search.

        Args:
            worlds: how many worlds are sampled.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.
            weights: the weights.
            scorer: scores potions; by default by their net score.

        Raises:
            ValueError: if one of the bounds is out of range.
        """
        check_bounds(WIDTH, EXPAND, MOST_CARDS, worlds, nodes, ms)
        self.worlds: Final = worlds
        self.nodes: Final = nodes
        self.ms: Final = ms
        self.weights: Final = weights
        self.scorer: Final = scorer
        self.simple: Final = SimpleAgent(weights)
        self.follow: Final = follow
        self.lines: Final = lines
        self.price: Final = price
        self.mix: Final = mix
        self.rating: Final = rating

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Plans; where that fails, uses a potion if one is called for, or plays as `simple`."""
        if len(seen.moves) == 1:
            return forced(seen.moves[0])
        try:
            return self.plan(seen)
        except FAILURES as error:
            found = self.simple.advise(seen)
            found.trace["failed"] = f"{type(error).__name__}: {error}"
            return found

    def plan(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Plans in sampled worlds and decides whether the potion is worth its line."""
        began = time.perf_counter()
        planner = TurnPlan(seen.view, self.weights, self.scorer)
        depth = planner.longest + 1 + ANSWERS
        expand = [count + 1 for count in EXPAND]  # the end of the turn is no card
        if seen.view.choice:
            expand[0] = len(seen.moves)
        search = BeamAgent(planner, WIDTH, expand, depth, self.worlds, self.nodes, self.ms).search(
            seen
        )
        lines = search.run()
        trace = search.trace()
        if search.stopped == CLOCK and search.depth <= 1:
            use = self.simple.potion(first_world(seen))
            if use is not None:
                return plain_advice(use, Reason("fallback", 0.0, "out of time"), trace)
        if self.follow and len(lines) > 1:
            keep = lines[: self.lines]
            keep += [line for line in lines[self.lines :] if isinstance(line.move, UsePotion)]
            look = Outlook(seen, keep, self.rating, self.price, None)
            look.run(self.follow)
            order = sorted(range(len(keep)), key=lambda i: -(look.value(i) + self.mix * keep[i].score) - 10.0*len(look.results[i]))
            lines = [keep[i] for i in order]
            trace["fights"] = look.fights
        else:
            lines = self.settle_potion(seen, planner, lines, trace)
        best = lines[0]
        states, draws_at = certain_part(seen, best)
        trace["signature"] = signature(states[0])
        trace["replan_after"] = draws_at
        options = [Option(line.move, line.score, tuple(line.reasons)) for line in lines]
        plan = best.plan[: len(states) - 1]
        spent = time.perf_counter() - began
        return Advice(best.move, best.score, tuple(options), plan, trace, spent)

    def settle_potion(
        self,
        seen: Observation[Fight, Fight],
        planner: TurnPlan,
        lines: list[Line[Fight]],
        trace: dict[str, Json],
    ) -> list[Line[Fight]]:
        """Puts the line with the potion first or last, and notes why, for each potion."""
        world = first_world(seen)
        notes = potion_notes(world, self.weights, planner.scorer)
        trace["potions"] = notes
        used = [line for line in lines if isinstance(line.move, UsePotion)]
        others = [line for line in lines if not isinstance(line.move, UsePotion)]
        potion = planner.potion(world)
        if potion is None or not used or not others:
            return lines
        verdict = potion_verdict(seen.view, potion[1], others[0], used[0], self.weights)
        notes[potion[0].potion] = verdict.text
        return used + others if verdict.amount > 0 else others + used


def first_world(seen: Observation[Fight, Fight]) -> Fight:
    """Returns the first of the worlds that the search samples."""
    return seen.game.sample(seen.view, seen.rng.child("world 0"))


def certain_part(
    seen: Observation[Fight, Fight], line: Line[Fight]
) -> tuple[list[Fight], int | None]:
    """Plays a line in the first world up to the first draw.

    Returns:
        The fights after its moves, and the number of the move that draws; None for no draw.
    """
    state = first_world(seen)
    found: list[Fight] = []
    for move in [line.move, *line.plan]:
        if move not in seen.game.legal(state):  # planned in another world
            break
        state = state.clone()
        seen.game.play(state, move)
        found.append(state)
        if state.over or state.turn != seen.view.turn:
            return found, None
        if has_drawn(seen.view, state):
            return found, len(found)
    return found, None


class SimpleAgent:
    """Searches nothing: uses a potion in a dangerous fight, and else plays the best card."""

    def __init__(self, weights: Weights = DESCRIBED) -> None:
        self.weights: Final = weights

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Picks a potion, or the card with the best quick score, or ends the turn."""
        state = first_world(seen)
        if state.choice:
            return plain_advice(seen.moves[0], Reason("choice", 0.0, "the first in the list"), {})
        use = self.potion(state)
        if use is not None:
            rank = POTIONS[use.number].priority
            return plain_advice(use, Reason("potion", rank, "a dangerous fight"), {})
        best, most = seen.moves[-1], 0.0
        for move in aimed_plays(state, TWO_TARGETS_UNTIL + 1, self.weights):
            if isinstance(move, Play):
                score = quick_score(state, move.number, self.weights, eager=True)
                if score > most:
                    best, most = move, score
        text = "nothing worth playing" if most == 0.0 else "by what is printed on it"
        return plain_advice(best, Reason("quick score", most, text), {})

    def potion(self, state: Fight) -> UsePotion | None:
        """Picks a potion where one is called for."""
        if not fallback_wanted(state, self.weights):
            return None
        return use_next_potion(state, self.weights)


def plain_advice(move: Move[Fight], reason: Reason, trace: dict[str, Json]) -> Advice[Fight]:
    """Advises one move for one reason."""
    return Advice(move, reason.amount, (Option(move, reason.amount, (reason,)),), trace=trace)


def make_expert(follow: int = 8, lines: int = 4, price: float = 0.0, mix: float = 0.0, next_loss: float = 4.0, drawn: float = 8.0, block: float = 0.0, damage: float = 2.0, kill: float = 100.0, stop: bool = False, worlds: int = 4) -> OptimizedAgent:
    w = Weights(next_loss=next_loss, healed=next_loss, drawn=drawn, block=block, damage=damage, kill=kill, stop_at_draw=stop)
    return OptimizedAgent(worlds, 1500, 0, w, None, follow, lines, price, mix)


def make_planner(
    worlds: int = 4,
    nodes: int = 1500,
    ms: int = 0,
    kill: float = DESCRIBED.kill,
    damage: float = DESCRIBED.damage,
    block: float = DESCRIBED.block,
    next_loss: float = DESCRIBED.next_loss,
    drawn: float = DESCRIBED.drawn,
    gain: float = DESCRIBED.gain,
) -> OptimizedAgent:
    """Makes the player that plans its turn and uses potions.

    Args:
        worlds: how many worlds are sampled.
        nodes: how many moves are simulated at most, in all worlds together.
        ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.
        kill: what a killed monster counts.
        damage: what each HP counts that a monster loses.
        block: what each point of block counts that meets an attack.
        next_loss: what each HP costs that is lost until the next turn; healing counts as much.
        drawn: what each card counts that is drawn.
        gain: by how much a potion must improve the plan.

    Raises:
        ValueError: if one of the bounds is out of range.
    """
    weights = Weights(
        kill=kill,
        damage=damage,
        block=block,
        next_loss=next_loss,
        healed=next_loss,
        drawn=drawn,
        gain=gain,
    )
    return OptimizedAgent(worlds, nodes, ms, weights)


def make_simple() -> SimpleAgent:
    """Makes the player that plays by rules of thumb."""
    return SimpleAgent()
