"""The players that plan: the planner as described, a stronger one, and one without a search."""

import time
from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.agents.beam import CLOCK, BeamAgent, BeamSearch, Line, check_bounds, forced
from kibitz.agents.limits import check_at_least, check_within
from kibitz.agents.weights import changed, with_options
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.ranges import Range, Real
from kibitz.core.value import Json
from kibitz.games.spire.agents.choices import best_choice, is_ranked
from kibitz.games.spire.agents.danger import danger
from kibitz.games.spire.agents.plan import (
    DEATH,
    EXPAND,
    MORE_TARGETS_UNTIL,
    MOST_CARDS,
    TurnPlan,
    aimed_plays,
    end_of_turn,
    has_drawn,
    quick_score,
    signature,
)
from kibitz.games.spire.agents.playing_on import PLAYED_ON, Outlook, outlook_text, rescored
from kibitz.games.spire.agents.poison import dies_of_poison
from kibitz.games.spire.agents.potions import (
    PotionScorer,
    fallback_wanted,
    penalty,
    potion_uses,
    use_next_potion,
)
from kibitz.games.spire.agents.weights import DESCRIBED, TINY, Weights
from kibitz.games.spire.cards.monsters import BOSS, ELITE
from kibitz.games.spire.cards.potions import FAIRY, POTIONS
from kibitz.games.spire.moves import Play, UsePotion
from kibitz.games.spire.scene import monster_name
from kibitz.games.spire.state import WON, Fight

# The width of the beam in act 1, 2 and later, as described.
WIDTHS: Final = (15, 18, 25)
# What a card asks for comes on top of the cards of a line.
ANSWERS: Final = 4
# No decision plays on in more worlds at first.
MOST_WORLDS: Final = 10_000

# What there is to tune by default: the weights that decide most between attack, block and potions.
# All others are options, too.
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
SAVES: Final = "used: without it you die"


# Potions.


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
    """Says by how much the line that opens with a potion is worth using it up, and why.

    The potion is used if the amount is above 0.
    """
    if dies(used, weights):
        return Reason(KEPT, -1.0, "kept: you die even with it")
    if dies(without, weights):
        return Reason(USED, 1.0, SAVES)
    if net < weights.gain - TINY:
        return Reason(KEPT, -1.0, f"kept: {called_for(net, weights)}")
    gain = potion_ratio(s, weights) * (used.score - without.score) - penalty(s, weights)
    if gain > weights.gain + TINY:
        text = f"used: the plan gains {gain:.4g} by it, more than it costs"
        return Reason(USED, gain - weights.gain, text)
    text = f"it would gain {gain:.4g} points here, and it must gain more than {weights.gain:.4g}"
    return Reason(KEPT, min(0.0, gain - weights.gain), f"kept: {text}")


def outlook_verdict(s: Fight, net: float, without: float, used: float, weights: Weights) -> Reason:
    """Says whether a potion is worth it by the HP that fights played on keep, and why."""
    price = potion_price(s, weights)
    lost, gain = without < 0.0, used - without - price
    shown = f"fights played on keep {shown_hp(s, used)} with it and {shown_hp(s, without)} without"
    if gain <= 0.0:
        least = round(price * s.max_hp)
        return Reason(KEPT, gain, f"kept: {shown}, and it must save more than {least} HP")
    if net < weights.gain - TINY and not lost:
        return Reason(KEPT, -gain, f"kept: {called_for(net, weights)}")
    return Reason(USED, gain, f"used: {shown}")


def shown_hp(s: Fight, share: float) -> str:
    """Writes what fights keep on average: HP, or no HP where most of them are lost."""
    return f"{round(share * s.max_hp)} HP" if share > 0.0 else "no HP"


def called_for(net: float, weights: Weights) -> str:
    """Says that a potion scores too little."""
    return f"this fight does not call for it ({net:.4g} points, it needs {weights.gain:.4g})"


def potion_name(line: Line[Fight]) -> str:
    """Names the potion that a line opens with."""
    return line.move.potion if isinstance(line.move, UsePotion) else ""


def potion_price(s: Fight, weights: Weights) -> float:
    """Returns what a potion costs in a fight played on, as a share of all HP."""
    prices = {ELITE: weights.price_elite, BOSS: weights.price_boss}
    return prices.get(s.room, weights.price_normal)


def potion_notes(s: Fight, weights: Weights = DESCRIBED) -> dict[str, Json]:
    """Says of each potion in the belt why it is not tried; the one that is tried has a verdict."""
    notes: dict[str, Json] = {}
    for number in s.potions:
        if number >= 0:
            itself = number == FAIRY
            text = "it works by itself when you would die" if itself else "it cannot be used now"
            notes[POTIONS[number].name.lower()] = f"kept: {text}"
    for use in potion_uses(s, weights):
        notes[use.potion] = "kept: another potion fits better now"
        if s.potions_used >= weights.potions_a_turn:
            notes[use.potion] = "kept: one potion a turn is enough"
    return notes


# The planner.


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
        check_bounds(WIDTHS[0], EXPAND, MOST_CARDS, worlds, nodes, ms)
        check_within("follow", weights.follow, 0, MOST_WORLDS)
        check_within("follow_lines", weights.follow_lines, 1, MOST_WORLDS)
        check_at_least("targets", weights.targets, 1)
        if weights.damage_a_turn <= 0.0:  # it tells how many turns are to come
            raise ValueError(f"invalid damage_a_turn={weights.damage_a_turn}: expected more than 0")
        self.worlds: Final = worlds
        self.nodes: Final = nodes
        self.ms: Final = ms
        self.weights: Final = weights
        self.scorer: Final = scorer
        self.simple: Final = SimpleAgent(weights)

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Plans; where that fails, uses a potion if one is called for, or what was found so far."""
        if len(seen.moves) == 1:
            return forced(seen.moves[0])
        began = time.perf_counter()
        planner = self.planner(seen.view)
        search = self.search(seen, planner)
        try:
            lines = search.run()
        except FAILURES as error:
            return self.without_plan(seen, search, f"{type(error).__name__}: {error}")
        if search.stopped == CLOCK and search.depth <= 1:
            return self.without_plan(seen, search, "out of time")
        trace = search.trace()
        lines = self.settle(seen, planner, lines, search.deadline, trace)
        best = lines[0]
        states, draws_at = certain_part(seen, best)
        trace["signatures"] = [signature(state) for state in states]
        trace["replan_after"] = draws_at
        trace["expected"] = expectation(seen.view, states)
        options = [Option(line.move, line.score, tuple(line.reasons)) for line in lines]
        plan = best.plan[: len(states) - 1]
        spent = time.perf_counter() - began
        return Advice(best.move, best.score, tuple(options), plan, trace, spent)

    def planner(self, view: Fight) -> TurnPlan:
        """Makes the planner of one turn."""
        return TurnPlan(view, self.weights, self.scorer)

    def search(
        self, seen: Observation[Fight, Fight], planner: TurnPlan
    ) -> BeamSearch[Fight, Fight]:
        """Prepares the search."""
        width = WIDTHS[max(1, min(seen.view.act, len(WIDTHS))) - 1]
        depth = planner.longest + 1 + ANSWERS
        expand = [count + 1 for count in EXPAND]  # the end of the turn is no card
        if seen.view.choice:
            expand[0] = len(seen.moves)
        beam = BeamAgent(planner, width, expand, depth, self.worlds, self.nodes, self.ms)
        return beam.search(seen)

    def without_plan(
        self, seen: Observation[Fight, Fight], search: BeamSearch[Fight, Fight], why: str
    ) -> Advice[Fight]:
        """Uses a potion if one is called for; else plays the best move found so far, if any."""
        trace: dict[str, Json] = {**search.trace(), "failed": why}
        use = self.simple.potion(first_world(seen))
        if use is not None:
            return plain_advice(
                use, Reason("fallback", 0.0, f"a dangerous fight, and {why}"), trace
            )
        lines = [line for line in search.finish() if not isinstance(line.move, UsePotion)]
        if lines:
            options = [Option(line.move, line.score, tuple(line.reasons)) for line in lines]
            return Advice(lines[0].move, lines[0].score, tuple(options), (), trace)
        found = self.simple.advise(seen)
        found.trace.update(trace)
        return found

    def settle(
        self,
        seen: Observation[Fight, Fight],
        planner: TurnPlan,
        lines: list[Line[Fight]],
        deadline: float | None,
        trace: dict[str, Json],
    ) -> list[Line[Fight]]:
        """Plays on after the best lines, if asked to, and decides about the potion."""
        world = first_world(seen)
        notes = potion_notes(world, self.weights)
        trace["potions"] = notes
        potion = planner.potion(world)
        used = [line for line in lines if isinstance(line.move, UsePotion)]
        others = [line for line in lines if not isinstance(line.move, UsePotion)]
        net = 0.0 if potion is None else potion[1]
        if self.weights.follow and len(lines) > 1 and others:
            return self.play_on(seen, net, others, used, deadline, trace)
        if not used or not others:
            return lines
        verdict = potion_verdict(seen.view, net, others[0], used[0], self.weights)
        notes[potion_name(used[0])] = verdict.text
        rated = rescored(used[0], others[0].score + verdict.amount, "potion", "what it costs")
        return sorted([*others, rated], key=lambda line: -line.score)

    def play_on(
        self,
        seen: Observation[Fight, Fight],
        net: float,
        others: list[Line[Fight]],
        used: list[Line[Fight]],
        deadline: float | None,
        trace: dict[str, Json],
    ) -> list[Line[Fight]]:
        """Plays on after the best lines without a potion, and compares the best with the potion."""
        w = self.weights
        outlook = Outlook(seen, others[: w.follow_lines], w.follow_worth, deadline)
        order = outlook.run(w.follow)
        best = order[0]
        found = outlook.judged(order)
        worlds = len(outlook.results[best])
        kept = outlook.mean(best, worlds)
        if used and worlds:
            with_potion = outlook.kept_with(used[0], worlds)
            verdict = outlook_verdict(seen.view, net, kept, with_potion, w)
            if dies(outlook.lines[best], w) and not dies(used[0], w):
                verdict = Reason(USED, 1.0, SAVES)
            score = found[0].score + w.follow_worth * verdict.amount
            found.append(rescored(used[0], score, PLAYED_ON, outlook_text(worlds)))
            notes = trace["potions"]
            assert isinstance(notes, dict)
            notes[potion_name(used[0])] = verdict.text
            kept = with_potion if verdict.amount > 0 else kept
        trace["played on"] = {"fights": outlook.fights, "kept": kept}
        return sorted(found, key=lambda line: -line.score)


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


def expectation(view: Fight, states: list[Fight]) -> dict[str, Json]:
    """Says what a line leads to if the turn is ended after its certain part."""
    done = states[-1]
    # Where the line ends the turn, poison works between its last two fights.
    last = done if done.turn == view.turn else [view, *states][-2]
    later = done if done.over or done.turn != view.turn else end_of_turn(done)
    monsters: list[Json] = []
    for before, monster in zip(last.monsters, later.monsters[: len(view.monsters)], strict=False):
        hp: Json = monster.hp if monster.alive else None
        entry: dict[str, Json] = {"name": monster_name(later, monster), "hp": hp}
        if before.alive and not monster.alive and dies_of_poison(before):
            entry["poisoned"] = True
        monsters.append(entry)
    lost = view.hp - max(0, later.hp)
    return {"hp_lost": lost, "monsters": monsters, "won": later.reason == WON}


class PlanFollower:
    """Carries out a plan as long as the fight goes as predicted, and plans anew where it does not.

    It remembers the plan between decisions, so it is for one fight at a time: for a client of the
    real game, where it saves searches.

    Attributes:
        agent: who plans.
        searches: how often it was asked.
    """

    def __init__(self, agent: OptimizedAgent) -> None:
        self.agent: Final = agent
        self.searches = 0
        self.moves: list[Move[Fight]] = []
        self.predicted: list[Json] = []

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Goes on with the plan if the fight looks as predicted, or asks for a new one."""
        if self.moves and self.moves[0] in seen.moves and self.expects(seen.view):
            move = self.moves.pop(0)
            self.predicted.pop(0)
            reason = Reason("as planned", 0.0, "the fight is as the plan predicted")
            return plain_advice(move, reason, {"continued": True}, tuple(self.moves))
        found = self.agent.advise(seen)
        self.searches += 1
        self.moves = list(found.plan)
        after = found.trace.get("signatures")
        self.predicted = list(after) if isinstance(after, list) else []
        return found

    def expects(self, view: Fight) -> bool:
        """Tells whether the fight looks as the plan predicted after its last move."""
        return bool(self.predicted) and self.predicted[0] == signature(view)


# The player without a search.


class SimpleAgent:
    """Searches nothing: uses a potion in a dangerous fight, and else plays the best card."""

    def __init__(self, weights: Weights = DESCRIBED) -> None:
        self.weights: Final = weights

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Picks a potion, or the card with the best quick score, or ends the turn."""
        state = first_world(seen)
        if is_ranked(state):
            best = best_choice(state, seen.moves)
            return plain_advice(best, Reason("choice", 0.0, "by what the card is good for"), {})
        if state.choice:
            return plain_advice(seen.moves[0], Reason("choice", 0.0, "the first in the list"), {})
        use = self.potion(state)
        if use is not None:
            rank = POTIONS[use.number].priority
            return plain_advice(use, Reason("potion", rank, "a dangerous fight"), {})
        best, most = seen.moves[-1], 0.0
        for move in aimed_plays(state, MORE_TARGETS_UNTIL + 1, self.weights):
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


def plain_advice(
    move: Move[Fight],
    reason: Reason,
    trace: dict[str, Json],
    plan: tuple[Move[Fight], ...] = (),
) -> Advice[Fight]:
    """Advises one move for one reason."""
    options = (Option(move, reason.amount, (reason,)),)
    return Advice(move, reason.amount, options, plan, trace)


# Making players.


class PlannerMaker:
    """Makes planners; every weight is an option beside the bounds of the search.

    Attributes:
        weights: the weights where no option says otherwise.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights: Final = weights
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({"worlds": 4, "nodes": 1500, "ms": 0}, weights)

    def __call__(
        self, worlds: int = 4, nodes: int = 1500, ms: int = 0, **weights: object
    ) -> OptimizedAgent:
        """Makes a planner.

        Args:
            worlds: how many worlds are sampled.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.
            weights: the weights that differ from the usual ones.

        Raises:
            ValueError: if one of the bounds is out of range.
        """
        return OptimizedAgent(worlds, nodes, ms, changed(self.weights, weights))


def make_simple() -> SimpleAgent:
    """Makes the player that plays by rules of thumb."""
    return SimpleAgent()
