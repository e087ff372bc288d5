"""The players that plan: the planner as described, a stronger one, and one without a search."""

import time
from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from kibitz.agents.beam import CLOCK, BeamAgent, BeamSearch, Line, check_bounds, forced
from kibitz.agents.limits import check_at_least, check_within, time_before_answers
from kibitz.agents.weights import changed, with_options
from kibitz.core.agent import ORDER_ONLY, Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.spire.agents import danger
from kibitz.games.spire.agents.danger import DESCRIBED, TUNED, PotionScorer, Weights
from kibitz.games.spire.agents.plan import (
    DEATH,
    EXPAND,
    MORE_TARGETS_UNTIL,
    MOST_CARDS,
    PLAYED_ON,
    Outlook,
    TurnPlan,
    aimed_plays,
    end_of_turn,
    has_drawn,
    is_late,
    mean,
    outlook_text,
    quick_score,
    signature,
)
from kibitz.games.spire.agents.policy import best_choice, choice_worth, dies_of_poison, is_ranked
from kibitz.games.spire.gear import FAIRY, POTIONS
from kibitz.games.spire.monsters import BOSS, ELITE
from kibitz.games.spire.moves import Play, UsePotion
from kibitz.games.spire.rules.intents import is_split, places_after
from kibitz.games.spire.state import WON, Fight
from kibitz.games.spire.text import monster_name

Seen: TypeAlias = Observation[Fight, Fight]

# The width of the beam in act 1, 2 and later, as described.
WIDTHS: Final = (15, 18, 25)
# What a card asks for comes on top of the cards of a line.
ANSWERS: Final = 4
# The part of the time in which a player searches that plays fights on in the rest of it.
SEARCH_SHARE: Final = 0.5
# The part of the time that is left for the last simulation, the answer, and freeing the search.
ANSWER_SHARE: Final = 0.2
# No decision plays on in more worlds at first.
MOST_WORLDS: Final = 10_000

# What a search that fails can raise; the player then goes on without a plan.
FAILURES: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError,
    ValueError,
)  # fmt: skip

USED: Final = "used"
KEPT: Final = "kept"
SAVES: Final = "used: without it you die"
ONE_A_TURN: Final = "kept: one potion a turn is enough"


# Potions.


def potion_ratio(s: Fight, weights: Weights = danger.DESCRIBED) -> float:
    """Returns how much of a potion's gain counts in this room."""
    if s.room == BOSS:
        return weights.ratio_boss
    if s.room == ELITE:
        return weights.ratio_elite
    risky = danger.danger(s, weights) > weights.dangerous + danger.TINY
    return weights.ratio_dangerous if risky else weights.ratio_normal


def dies(line: Line[Fight], weights: Weights) -> bool:
    """Tells whether the player dies after a line, in half of the worlds or more."""
    for reason in line.reasons:
        if reason.term == DEATH:
            return reason.amount <= -weights.death / 2
    return False


def potion_verdict(
    s: Fight,
    net: float,
    without: Line[Fight],
    used: Line[Fight],
    weights: Weights = danger.DESCRIBED,
) -> Reason:
    """Says by how much the line that opens with a potion is worth using it up, and why.

    The potion is used if the amount is above 0.
    """
    if dies(used, weights):
        return Reason(KEPT, -1.0, "kept: you die even with it")
    if dies(without, weights):
        return Reason(USED, 1.0, SAVES)
    if net < weights.gain - danger.TINY:
        return Reason(KEPT, -1.0, f"kept: {called_for(net, weights)}")
    more = used.score - without.score
    gain = potion_ratio(s, weights) * more - danger.penalty(s, weights)
    is_used = gain > weights.gain + danger.TINY
    text = f"it gains {gain:.4g} points here, and it must gain more than {weights.gain:.4g}"
    if is_used:
        return Reason(USED, gain - weights.gain, f"used: {text}")
    return Reason(KEPT, min(0.0, gain - weights.gain), f"kept: {text}")


def outlook_verdict(
    s: Fight, net: float, without: list[float], used: list[float], weights: Weights
) -> Reason:
    """Says whether a potion is worth it by what fights played on keep of the HP, and why.

    Args:
        s: the fight.
        net: the net score of the potion.
        without: what the best line without it keeps, one number a world.
        used: what the line with it keeps in the same worlds.
        weights: the weights.
    """
    price = potion_price(s, weights)
    gain = mean(used) - mean(without) - price
    shown = f"{compared_fights(s, without, used)}, and it must save more than"
    if gain <= 0.0:
        return Reason(KEPT, gain, f"kept: {shown} {shown_hp(s, price)}")
    if net < weights.gain - danger.TINY and mean(without) >= 0.0:
        return Reason(KEPT, -gain, f"kept: {called_for(net, weights)}")
    return Reason(USED, gain, f"used: {shown} {shown_hp(s, price)}")


def compared_fights(s: Fight, without: list[float], used: list[float]) -> str:
    """Says what fights played on keep with a potion and without; defeats are counted."""
    count, won, won_with = len(without), wins(without), wins(used)
    if won == won_with == count:
        kept = f"fights played on keep {shown_hp(s, mean(used))} with it"
        return f"{kept} and {shown_hp(s, mean(without))} without"
    saved = mean(used) - mean(without)
    counts = f"which counts as {shown_hp(s, abs(saved))} {'saved' if saved >= 0.0 else 'lost'}"
    if won != won_with:
        return f"{won_with} of {count} fights played on are won with it and {won} without, {counts}"
    if won:
        more = "more" if saved >= 0.0 else "fewer"
        fights = f"{won} of {count} fights played on are won with it or without"
        return f"{fights}, with {more} HP left, {counts}"
    if saved <= 0.0:
        return "all fights played on are lost, and the monsters lose no more HP with it"
    return f"all fights played on are lost, but the monsters lose more HP with it, {counts}"


def wins(results: list[float]) -> int:
    """Counts the fights that were won, among those played on."""
    return len([kept for kept in results if kept > 0.0])


def shown_hp(s: Fight, share: float) -> str:
    """Writes a share of all HP as HP, with a tenth where it is not whole."""
    return f"{share * s.max_hp:.1f}".removesuffix(".0") + " HP"


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


def potion_notes(s: Fight, weights: Weights = danger.DESCRIBED) -> dict[str, Json]:
    """Says of each potion in the belt why it is not tried; the one that is tried has a verdict."""
    notes: dict[str, Json] = {}
    for number in s.potions:
        if number >= 0:
            itself = number == FAIRY
            text = "it works by itself when you would die" if itself else "it cannot be used now"
            notes[POTIONS[number].name.lower()] = f"kept: {text}"
    for use in danger.potion_uses(s, weights):
        notes[use.potion] = "kept: another potion fits better now"
        if s.potions_used >= weights.potions_a_turn:
            notes[use.potion] = ONE_A_TURN
    return notes


# How lines compare with each other.


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """Rates lines beside the best one that opens without a potion.

    Attributes:
        seen: the decision.
        weights: the weights.
        base: the best line without a potion.
    """

    def __init__(self, seen: Seen, weights: Weights, base: Line[Fight]) -> None:
        self.seen: Final = seen
        self.weights: Final = weights
        self.base: Final = base

    def rate(self, line: Line[Fight], deadline: float | None = None) -> Line[Fight]:
        """Rates a line without a potion: as the search did."""
        return line

    def rate_potion(
        self, line: Line[Fight], net: float, deadline: float | None = None
    ) -> tuple[Line[Fight], Reason]:
        """Rates a line that opens with a potion; returns it, and the verdict about the potion.

        What the potion gains counts as much as the room says, less what using it up costs.
        """
        s, w, base = self.seen.view, self.weights, self.base
        verdict = potion_verdict(s, net, base, line, w)
        if dies(line, w) or dies(base, w):
            return ruled(line, base.score, verdict), verdict
        more, ratio = line.score - base.score, potion_ratio(s, w)
        rated = with_reasons(
            line,
            Reason("room", (ratio - 1.0) * more, f"what it gains counts {ratio:.4g} times here"),
            Reason("potion", -danger.penalty(s, w) - w.gain, "what a potion must gain"),
        )
        return ruled(rated, base.score, verdict), verdict


class OutlookJudge(Judge):
    """Rates lines by the fights played on after them, in the worlds of the best line.

    Attributes:
        outlook: the fights played on.
        best: which of its lines is the best.
        worlds: in how many worlds that one was played on.
        kept: the share of HP that was kept after the line that was rated last.
    """

    def __init__(self, seen: Seen, weights: Weights, outlook: Outlook, best: int) -> None:
        super().__init__(seen, weights, outlook.lines[best])
        self.outlook: Final = outlook
        self.best: Final = best
        self.worlds: Final = len(outlook.results[best])
        self.kept = mean(outlook.results[best])

    def rate(self, line: Line[Fight], deadline: float | None = None) -> Line[Fight]:
        """Rates a line without a potion by what is kept after it."""
        kept = self.outlook.kept_with(line, self.worlds, deadline)
        self.kept = self.beside_best(kept)
        amount = self.weights.follow_worth * self.kept
        return with_reasons(line, Reason(PLAYED_ON, amount, outlook_text(len(kept))))

    def beside_best(self, kept: list[float]) -> float:
        """Returns the share of HP that a line keeps.

        Where there was no time for all worlds, it is what the best line keeps in all of them, less
        what the line fell behind in those that it met.
        """
        best = self.outlook.results[self.best]
        if len(kept) == len(best):
            return mean(kept)
        return mean(best) - (mean(best[: len(kept)]) - mean(kept))

    def rate_potion(
        self, line: Line[Fight], net: float, deadline: float | None = None
    ) -> tuple[Line[Fight], Reason]:
        """Rates a line that opens with a potion by what is kept after it, less its price.

        This turn counts as without it, unless the player would die: potions are for the fight.
        """
        s, w, base, outlook = self.seen.view, self.weights, self.base, self.outlook
        if line is outlook.beside:
            kept = outlook.kept_beside
        else:
            kept = outlook.kept_with(line, self.worlds, deadline)
        self.kept = self.beside_best(kept)
        verdict = outlook_verdict(s, net, outlook.results[self.best][: len(kept)], kept, w)
        price = potion_price(s, w)
        text = f"using it up counts as {shown_hp(s, price)}"
        reasons = [
            Reason(PLAYED_ON, w.follow_worth * self.kept, outlook_text(len(kept))),
            Reason("potion", -w.follow_worth * price, text),
        ]
        if dies(base, w) and not dies(line, w):
            verdict = Reason(USED, 1.0, SAVES)
        else:
            text = "potions are judged by the fights played on"
            reasons.append(Reason("this turn", base.score - line.score, text))
        best = self.outlook.score(self.best)
        return ruled(with_reasons(line, *reasons), best, verdict), verdict


def ruled(line: Line[Fight], best: float, verdict: Reason) -> Line[Fight]:
    """Returns a line with a potion, above or below the best line without as its verdict says.

    Where the reasons alone would put it elsewhere, the verdict is one of them.
    """
    used = verdict.amount > 0.0
    if (line.score > best) == used:
        return line
    text = verdict.text.partition(": ")[2]
    return with_reasons(line, Reason("rule", best + (1.0 if used else -1.0) - line.score, text))


def beneath(line: Line[Fight], best: float) -> Line[Fight]:
    """Returns a line that was asked about, no better than the advice.

    It was searched alone and so more closely than the others; that must not change the advice.
    """
    better = line.score - best
    if better <= 0.0:
        return line
    text = f"looked at alone, it comes out {better:.4g} points better than the advice"
    # A little more, so that rounding does not put it above the advice.
    less = better + danger.TINY * max(1.0, abs(best))
    return with_reasons(line, Reason("closer look", -less, text))


def with_reasons(line: Line[Fight], *reasons: Reason) -> Line[Fight]:
    """Returns a line with more reasons; those that count nothing are left out."""
    more = [reason for reason in reasons if reason.amount]
    return Line(line.move, line.plan, [*line.reasons, *more]) if more else line


def option_of(line: Line[Fight]) -> Option[Fight]:
    """Returns the option that a line stands for; it has one reason at least."""
    reasons = line.reasons or [Reason("nothing", 0.0, "it changes nothing that counts")]
    return Option(line.move, line.score, tuple(reasons))


# The planner.


@mypyc_attr(allow_interpreted_subclasses=True)
class OptimizedAgent:
    """Plans the rest of the turn and plays its first move; keeps nothing between decisions."""

    def __init__(
        self,
        worlds: int = 4,
        nodes: int = 1500,
        ms: int | None = None,
        weights: Weights = danger.DESCRIBED,
        scorer: PotionScorer | None = None,
    ) -> None:
        """Sets the bounds of the search.

        Args:
            worlds: how many worlds are sampled.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; none for no clock, so that advice repeats.
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
        self.unit: Final = f"points (a point of damage is {weights.damage:g})"

    def advise(self, seen: Seen) -> Advice[Fight]:
        """Plans; where that fails, uses a potion if one is called for, or what was found so far."""
        seen.check_turn()
        if len(seen.moves) == 1:
            return forced(seen.moves[0], self.unit)
        began, start = time.perf_counter(), time.monotonic()
        planner = self.planner(seen.view)
        search = self.search(seen, planner)
        end = search.end
        if end is not None:
            end -= ANSWER_SHARE * (end - start)
        deadline = time_before_answers(end, start, bool(seen.wanted))
        search.deadline = deadline
        if deadline is not None and self.weights.follow:
            search.deadline = start + SEARCH_SHARE * (deadline - start)
        try:
            lines = search.run()
        except FAILURES as error:
            return self.without_plan(seen, search, f"{type(error).__name__}: {error}")
        if search.stopped == CLOCK and search.depth <= 1 and is_late(deadline):
            return self.without_plan(seen, search, "out of time")
        trace = search.trace()
        tried = lines
        lines, judge = self.settle(seen, planner, tried, deadline, trace)
        best = lines[0]
        states, draws_at = certain_part(seen, best)
        trace["signatures"] = [signature(state) for state in states]
        trace["replan_after"] = draws_at
        trace["expected"] = expectation(seen.view, states)
        options = [option_of(line) for line in lines]
        if seen.wanted:
            options = self.add_wanted(seen, planner, tried, options, judge, end)
        plan = best.plan[: len(states) - 1]
        spent = time.perf_counter() - began
        return Advice(best.move, best.score, tuple(options), plan, trace, spent, self.unit)

    def planner(self, view: Fight) -> TurnPlan:
        """Makes the planner of one turn."""
        return TurnPlan(view, self.weights, self.scorer)

    def search(self, seen: Seen, planner: TurnPlan) -> BeamSearch[Fight, Fight]:
        """Prepares the beam search; how wide it is depends on the act."""
        width = WIDTHS[max(1, min(seen.view.act, len(WIDTHS))) - 1]
        depth = planner.longest + 1 + ANSWERS
        expand = [count + 1 for count in EXPAND]  # the end of the turn is no card
        if seen.view.choice:
            expand[0] = len(seen.moves)
        beam = BeamAgent(planner, width, expand, depth, self.worlds, self.nodes, self.ms)
        return beam.search(seen)

    def without_plan(self, seen: Seen, search: BeamSearch[Fight, Fight], why: str) -> Advice[Fight]:
        """Uses a potion if one is called for; else plays the best move found so far, if any."""
        trace: dict[str, Json] = {**search.trace(), "failed": why}
        use = self.simple.potion(first_world(seen))
        if use is not None:
            reason = Reason("fallback", 0.0, "a dangerous fight, and there is no plan")
            return with_untried(plain_advice(use, reason, trace, self.unit), seen)
        lines = [line for line in search.finish() if not isinstance(line.move, UsePotion)]
        if lines:
            options = tuple([option_of(line) for line in lines])
            advice = Advice(lines[0].move, lines[0].score, options, trace=trace, unit=self.unit)
            return with_untried(advice, seen)
        found = self.simple.advise(seen)
        found.trace.update(trace)
        return found

    def settle(
        self,
        seen: Seen,
        planner: TurnPlan,
        lines: list[Line[Fight]],
        deadline: float | None,
        trace: dict[str, Json],
    ) -> tuple[list[Line[Fight]], Judge]:
        """Plays on after the best lines, if asked to, and decides about the potion.

        Returns:
            The lines, the best first, and who can rate more of them in the same terms.
        """
        world = first_world(seen)
        notes = potion_notes(world, self.weights)
        trace["potions"] = notes
        potion = planner.potion(world)
        used = [line for line in lines if isinstance(line.move, UsePotion)]
        others = [line for line in lines if not isinstance(line.move, UsePotion)]
        net = 0.0 if potion is None else potion[1]
        if self.weights.follow and len(lines) > 1 and others:
            found = self.play_on(seen, net, others, used, deadline, trace)
            if found is not None:
                return found
        judge = Judge(seen, self.weights, (others or lines)[0])
        if not used or not others:
            return lines, judge
        rated, verdict = judge.rate_potion(used[0], net)
        notes[potion_name(used[0])] = verdict.text
        return sorted([*others, rated], key=lambda line: -line.score), judge

    def play_on(
        self,
        seen: Seen,
        net: float,
        others: list[Line[Fight]],
        used: list[Line[Fight]],
        deadline: float | None,
        trace: dict[str, Json],
    ) -> tuple[list[Line[Fight]], Judge] | None:
        """Plays on after the best lines without a potion, and compares the best with the potion.

        Returns:
            The lines, the best first, and who can rate more of them; None if there was no time.
        """
        w = self.weights
        potion = used[0] if used else None
        outlook = Outlook(seen, others[: w.follow_lines], w.follow_worth, deadline, potion)
        order = outlook.run(w.follow)
        judge = OutlookJudge(seen, w, outlook, order[0])
        if not judge.worlds:
            return None
        found = outlook.judged(order)
        kept = judge.kept
        if potion is not None:
            rated, verdict = judge.rate_potion(potion, net)
            found.append(rated)
            notes = trace["potions"]
            assert isinstance(notes, dict)
            notes[potion_name(potion)] = verdict.text
            kept = judge.kept if verdict.amount > 0 else kept
        trace["played on"] = {"fights": outlook.fights, "kept": kept}
        return sorted(found, key=lambda line: -line.score), judge

    # Moves that somebody asks about.

    def add_wanted(
        self,
        seen: Seen,
        planner: TurnPlan,
        tried: list[Line[Fight]],
        options: list[Option[Fight]],
        judge: Judge,
        end: float | None,
    ) -> list[Option[Fight]]:
        """Adds an option for each move that somebody asks about; the best one stays the best.

        Args:
            seen: the decision.
            planner: what the turn was planned with.
            tried: the lines of the search.
            options: the options so far, the best first.
            judge: rates lines in the terms of the options.
            end: when to stop; moves that there is no time for are listed as untried.
        """
        best = options[0].score
        listed = [option.move for option in options]
        lines = {str(line.move): line for line in tried}
        world = first_world(seen)
        found = options.copy()
        for move in seen.wanted:
            if move in listed:
                continue
            listed.append(move)
            line = lines.get(str(move)) or self.search_after(seen, planner, move, end)
            if line is None:
                found.append(untried(move, found[-1].score))
            elif isinstance(move, UsePotion):
                rated, _ = judge.rate_potion(line, planner.net_score(world, move), end)
                if world.potions_used >= self.weights.potions_a_turn:
                    rated = ruled(rated, best, Reason(KEPT, -1.0, ONE_A_TURN))
                found.append(option_of(beneath(rated, best)))
            else:
                found.append(option_of(beneath(judge.rate(line, end), best)))
        return sorted(found, key=lambda option: -option.score)

    def search_after(
        self, seen: Seen, planner: TurnPlan, move: Move[Fight], end: float | None
    ) -> Line[Fight] | None:
        """Returns the best line that begins with a move, in the same worlds.

        None if the search fails, or if there is no time for it.
        """
        if is_late(end):
            return None
        search = self.search(seen, TurnPlan(planner.start, self.weights, self.scorer, move))
        search.deadline = end
        try:
            lines = search.run()
        except FAILURES:
            return None
        return lines[0] if search.tried else None


def first_world(seen: Seen) -> Fight:
    """Returns the first of the worlds that the search samples."""
    return seen.game.sample(seen.view, seen.rng.child("world 0"))


def certain_part(seen: Seen, line: Line[Fight]) -> tuple[list[Fight], int | None]:
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
    for before, place in zip(
        last.monsters, places_after(last.monsters, later.monsters), strict=True
    ):
        monster = later.monsters[place]
        hp: Json = monster.hp if monster.alive else None
        entry: dict[str, Json] = {"name": monster_name(later, monster), "hp": hp}
        if not monster.alive and monster.hp > 0:
            entry["left"] = True
        elif is_split(before, later.monsters, place):
            entry["split"] = True
        elif before.alive and not monster.alive and dies_of_poison(before):
            entry["poisoned"] = True
        monsters.append(entry)
    lost = view.hp - max(0, later.hp)
    return {"hp_lost": lost, "monsters": monsters, "won": later.reason == WON}


# Why a plan goes on.
PLANNED: Final = "as planned"
PREDICTED: Final = "the fight is as the plan predicted"


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

    def advise(self, seen: Seen) -> Advice[Fight]:
        """Goes on with the plan if the fight looks as predicted, or asks for a new one.

        The plan also goes on where somebody asks about other moves; they are scored by a search.
        """
        if self.moves and self.moves[0] in seen.moves and self.expects(seen.view):
            move = self.moves.pop(0)
            self.predicted.pop(0)
            if seen.wanted:
                return self.answer(seen, move)
            reason = Reason(PLANNED, 0.0, PREDICTED)
            trace: dict[str, Json] = {"continued": True}
            return plain_advice(move, reason, trace, self.agent.unit, tuple(self.moves))
        found = self.agent.advise(seen)
        self.searches += 1
        self.moves = list(found.plan)
        after = found.trace.get("signatures")
        self.predicted = list(after) if isinstance(after, list) else []
        return found

    def answer(self, seen: Seen, move: Move[Fight]) -> Advice[Fight]:
        """Scores the planned move, which stays the best, and those that somebody asks about."""
        wanted = (move, *seen.wanted)
        found = self.agent.advise(
            Observation(
                seen.game, seen.view, seen.seat, seen.moves, seen.rng, seen.deadline, wanted
            )
        )
        self.searches += 1
        best = found.options[0].score
        planned: list[Option[Fight]] = []
        others: list[Option[Fight]] = []
        for option in found.options:
            if option.move != move:
                others.append(option)
                continue
            lift = Reason(PLANNED, best - option.score, PREDICTED)
            planned.append(Option(move, best, (*option.reasons, lift)))
        return Advice(
            move,
            best,
            (*planned, *others),
            tuple(self.moves),
            {**found.trace, "continued": True},
            found.seconds,
            found.unit,
        )

    def expects(self, view: Fight) -> bool:
        """Tells whether the fight looks as the plan predicted after its last move."""
        return bool(self.predicted) and self.predicted[0] == signature(view)


# The player without a search.

# Potions that are called for come before every card.
IN_DANGER: Final = 1000.0
# What a worse target counts against a card or potion.
OTHER_TARGET: Final = 1.0


class SimpleAgent:
    """Searches nothing: uses a potion in a dangerous fight, and else plays the best card."""

    def __init__(self, weights: Weights = danger.DESCRIBED) -> None:
        self.weights: Final = weights

    def advise(self, seen: Seen) -> Advice[Fight]:
        """Picks a potion, or the card with the best quick score, or ends the turn."""
        seen.check_turn()
        state = first_world(seen)
        best = self.rate(state, seen.moves, self.pick(state, seen.moves))
        lines = [best]
        for move in seen.wanted:
            if move not in [line.move for line in lines]:
                lines.append(beneath(self.rate(state, seen.moves, move), best.score))
        lines.sort(key=lambda line: -line.score)
        options = tuple([option_of(line) for line in lines])
        return Advice(best.move, best.score, options, unit=ORDER_ONLY)

    def pick(self, state: Fight, moves: list[Move[Fight]]) -> Move[Fight]:
        """Picks the move to play."""
        if is_ranked(state):
            return best_choice(state, moves)
        if state.choice:
            return moves[0]
        use = self.potion(state)
        if use is not None:
            return use
        best, most = moves[-1], 0.0
        for move in self.aimed(state):
            if isinstance(move, Play):
                score = quick_score(state, move.number, self.weights, eager=True)
                if score > most:
                    best, most = move, score
        return best

    def aimed(self, state: Fight) -> list[Move[Fight]]:
        """Lists the plays of cards, each on its best target."""
        return aimed_plays(state, MORE_TARGETS_UNTIL + 1, self.weights)

    def potion(self, state: Fight) -> UsePotion | None:
        """Picks a potion where one is called for."""
        if not danger.fallback_wanted(state, self.weights):
            return None
        return danger.use_next_potion(state, self.weights)

    def rate(self, state: Fight, moves: list[Move[Fight]], move: Move[Fight]) -> Line[Fight]:
        """Says what a move is worth by the rules that pick one."""
        if is_ranked(state):
            found = [Reason("choice", choice_worth(state, move), "by what the card is good for")]
        elif state.choice:
            place = moves.index(move)
            text = "the first in the list" if place == 0 else "later in the list"
            found = [Reason("choice", -float(place), text)]
        elif isinstance(move, UsePotion):
            found = self.potion_reasons(state, move)
        elif isinstance(move, Play):
            found = self.play_reasons(state, move)
        else:
            found = [Reason("quick score", 0.0, "ends the turn")]
        return Line(move, (), found)

    def play_reasons(self, state: Fight, move: Play) -> list[Reason]:
        """Rates a card by what is printed on it; another target than the best counts against it."""
        score = quick_score(state, move.number, self.weights, eager=True)
        found = [Reason("quick score", score, "by what is printed on it")]
        if move not in self.aimed(state):
            found.append(Reason("target", -OTHER_TARGET, "another monster is the better target"))
        return found

    def potion_reasons(self, state: Fight, move: UsePotion) -> list[Reason]:
        """Rates a potion by how early it is used, in a fight that calls for one."""
        if self.potion(state) is None:
            return [Reason("potion", -1.0, "no potion is called for now")]
        rank = danger.use_rank(state, move, self.weights)
        if rank is None:
            return [Reason("potion", -1.0, "it is kept for later")]
        found = [Reason("danger", IN_DANGER, "a dangerous fight: potions come first")]
        if rank[0]:
            found.append(Reason("life", IN_DANGER, "it saves your life"))
        found.append(Reason("potion", float(rank[1]), "how early it is used"))
        if move not in danger.potion_uses(state, self.weights):
            found.append(Reason("target", -OTHER_TARGET, "another monster is the better target"))
        return found


def untried(move: Move[Fight], worst: float) -> Option[Fight]:
    """Returns the option for a move that was not looked at; it comes after all others."""
    text = "there was no time to look at it"
    return Option(move, worst - 1.0, (Reason("untried", worst - 1.0, text),))


def with_untried(advice: Advice[Fight], seen: Seen) -> Advice[Fight]:
    """Adds the moves that somebody asks about to advice without a plan."""
    options = [*advice.options]
    listed = [option.move for option in options]
    for move in seen.wanted:
        if move not in listed:
            options.append(untried(move, options[-1].score))
            listed.append(move)
    return Advice(
        advice.move,
        advice.value,
        tuple(options),
        advice.plan,
        advice.trace,
        advice.seconds,
        advice.unit,
    )


def plain_advice(
    move: Move[Fight],
    reason: Reason,
    trace: dict[str, Json],
    unit: str,
    plan: tuple[Move[Fight], ...] = (),
) -> Advice[Fight]:
    """Advises one move for one reason."""
    options = (Option(move, reason.amount, (reason,)),)
    return Advice(move, reason.amount, options, plan, trace, unit=unit)


# Making players.


class PlannerMaker:
    """Makes planners; every weight is an option beside the bounds of the search.

    Attributes:
        weights: the weights where no option says otherwise.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights: Final = weights
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({"worlds": 4, "nodes": 1500, "ms": None}, weights)

    def __call__(
        self, worlds: int = 4, nodes: int = 1500, ms: int | None = None, **weights: object
    ) -> OptimizedAgent:
        """Makes a planner.

        Args:
            worlds: how many worlds are sampled.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; none for no clock, so that advice repeats.
            weights: the weights that differ from the usual ones.

        Raises:
            ValueError: if one of the bounds is out of range.
        """
        return OptimizedAgent(worlds, nodes, ms, changed(self.weights, weights))


def make_simple() -> SimpleAgent:
    """Makes the player that plays by rules of thumb."""
    return SimpleAgent()


# The planner as it is described, and the stronger one.
PLANNER: Final = PlannerMaker(DESCRIBED)
EXPERT: Final = PlannerMaker(TUNED)
