"""The strategic AI as a player: five layers from scratch at every turn, without a memory.

The report of a decision (X2) is data for `Advice.trace`, and text for players.
"""

import time
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from kibitz.agents.weights import changed, list_weights, with_options
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.randomness import Rng, seeded
from kibitz.core.value import Json
from kibitz.games.dronewars.agents.strategic import assessment, evaluation
from kibitz.games.dronewars.agents.strategic.assessment import (
    Assessment,
    Combat,
    Fighter,
    Goal,
    Mode,
    Offence,
)
from kibitz.games.dronewars.agents.strategic.paths import KIND_WORDS, Path
from kibitz.games.dronewars.agents.strategic.settings import (
    DESCRIBED,
    DESCRIBED_TACTICS,
    Weights,
    base_values,
)
from kibitz.games.dronewars.agents.tactical import TacticalAgent
from kibitz.games.dronewars.agents.tactical import Weights as TacticalWeights
from kibitz.games.dronewars.agents.tactical.decisions import extended, left_out, score_anyway
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.cards import LANES, counted
from kibitz.games.dronewars.moves import Choose, Pass
from kibitz.games.dronewars.rules.effects import MoveDrones
from kibitz.games.dronewars.rules.phases import asked_of
from kibitz.games.dronewars.rules.targets import movable
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, SHIELD_ALLOCATION, Battle
from kibitz.games.dronewars.text.descriptions import sentence

# The report of a decision.

# How many paths are reported with their reasons.
TOP: Final = 3
# Why the tactical AI decides (X3).
NO_GOAL: Final = "there is no goal"
NO_PATH: Final = "no plan leads to the goal"
NOT_EXECUTABLE: Final = "no plan can begin now"
NOT_STRONG: Final = "no plan is worth more than a good single action"
OTHER_PHASE: Final = "this is no decision about the goal"
LANE_NAMES: Final = ("left", "middle", "right")


# As data.


def trace_of(plan: evaluation.Plan, chosen: Path | None, fallback: str) -> dict[str, Json]:
    """Writes what each layer found, the path that was chosen, and whether tactics decide."""
    top: list[Json] = [path_report(path) for path in plan.paths[:TOP]]
    return {
        "assessment": assessment_report(plan.assessment),
        "mode": mode_report(plan.mode),
        "goal": None if plan.goal is None else goal_report(plan.goal, plan.mode),
        "paths": {
            "found": len(plan.generated),
            "types": [*plan.generated],
            "evaluated": len(plan.paths),
            "dropped": [
                {
                    "type": each.path.kind,
                    "text": each.path.text,
                    "handler": each.handler,
                    "reason": each.reason,
                    "drone": each.blocker,
                }
                for each in plan.dropped
            ],
        },
        "top": top,
        "chosen": None if chosen is None else chosen_report(chosen),
        "fallback": fallback or None,
    }


def assessment_report(found: Assessment) -> dict[str, Json]:
    """Writes layer 1."""
    return {
        "own": len(found.own),
        "enemy": len(found.enemy),
        "own_shields": found.own_shields,
        "enemy_shields": found.enemy_shields,
        "own_rounds": None if found.own_rounds == assessment.NEVER else found.own_rounds,
        "enemy_rounds": None if found.enemy_rounds == assessment.NEVER else found.enemy_rounds,
        "tempo": found.tempo(),
        "threatened": [each.lane + 1 for each in found.own if each.under_threat],
    }


def mode_report(mode: Mode) -> dict[str, Json]:
    """Writes the mode for the trace."""
    return {
        "mode": mode.name,
        "priority": mode.priority,
        "text": mode.text,
        "emergency": mode.emergency or None,
        "focus": [each.lane + 1 for each in mode.focus],
        "protect": [each.lane + 1 for each in mode.protect],
    }


def goal_report(goal: Goal, mode: Mode) -> dict[str, Json]:
    """Writes the goal for the trace."""
    found: dict[str, Json] = {"type": goal.kind, "outcome": assessment.OUTCOMES[goal.kind]}
    if goal.sections:
        found["approach"] = assessment.APPROACH
        found["lanes"] = [each.target.lane + 1 for each in goal.sections]
    if goal.offence is not None:
        offence = goal.offence
        found["lane"] = offence.target.lane + 1
        found["need"] = offence.target.need
        found["avail"] = offence.avail
        found["can_win_this_turn"] = offence.can_win
        found["guardians"] = len(offence.guardians)
        found["jammers"] = len(offence.jammers)
    if goal.defence is not None:
        section = goal.defence.section
        found["protect"] = section.lane + 1
        found["potential"] = section.potential
        found["emergency"] = mode.emergency or None
        found["threats"] = [each.word() for each in goal.defence.threats]
    if goal.strategy:
        found["strategy"] = goal.strategy
        found["confidence"] = assessment.CONFIDENCES[goal.strategy]
    return found


def path_report(path: Path) -> dict[str, Json]:
    """Writes a path with the reasons of its score."""
    return {
        "type": path.kind,
        "score": path.score,
        "value": path.value,
        "outcome": path.outcome,
        "text": path.text,
        "reasons": [reason.to_json() for reason in path.reasons],
    }


def chosen_report(path: Path) -> dict[str, Json]:
    """Writes the path that was chosen: its step, and the others as future context."""
    steps: list[Json] = [
        {"text": step.text, "when": note}
        for step, note in zip(path.steps, path.notes(), strict=True)
    ]
    return {
        "type": path.kind,
        "score": path.score,
        "value": path.value,
        "step": steps[0] if steps else None,
        "future": steps[1:],
    }


# In words.


def explain_plan(advice: Advice[Battle]) -> list[str]:
    """Explains strategic advice, one thought in each text; other advice gets none."""
    trace = advice.trace
    mode, goal, chosen = part(trace, "mode"), part(trace, "goal"), part(trace, "chosen")
    if not mode:
        return []
    found = [mode_text(mode), goal_text(goal), tempo_text(part(trace, "assessment"))]
    fallback = trace.get("fallback")
    if fallback is not None:
        found.append(f"The tactical AI decides: {fallback}.")
    else:
        found.append(step_text(chosen))
        found.append(others_text(trace.get("top"), chosen))
    found.extend(dropped_texts(part(trace, "paths")))
    return [text for text in found if text]


def part(trace: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """Returns a part of the trace; empty if it is missing."""
    value = trace.get(name)
    return value if isinstance(value, dict) else {}


def lane_name(lane: Json) -> str:
    """Names the section of a lane."""
    return f"the {LANE_NAMES[lane - 1]} section" if isinstance(lane, int) else "a section"


def mode_text(mode: Mapping[str, Json]) -> str:
    """Says what the plan is about, and why."""
    name, priority = str(mode.get("mode")), str(mode.get("priority"))
    words = f"{assessment.MODE_WORDS[name]} {assessment.PRIORITY_WORDS[priority]}"
    return f"{sentence(words)}: {mode.get('text')}."


def goal_text(goal: Mapping[str, Json]) -> str:
    """Says what the plan is for; a race has two goals, the first one first."""
    if not goal:
        return ""
    parts: list[str] = []
    if "lane" in goal:
        figures = f"{goal.get('need')} damage needed, {goal.get('avail')} ready"
        parts.append(f"damage {lane_name(goal.get('lane'))} of the enemy ({figures})")
    if "protect" in goal:
        danger = f"{goal.get('potential')} damage can reach its hull"
        parts.append(f"protect {lane_name(goal.get('protect'))} of your ship ({danger})")
    if goal.get("type") == assessment.PREVENT_DAMAGE:
        parts.reverse()
    lanes = goal.get("lanes")
    if isinstance(lanes, list):
        parts.append(f"press on {counted(len(lanes), 'section')} of the enemy")
    text = f"Goal: {', then '.join(parts)}"
    strategy = goal.get("strategy")
    return f"{text}; {assessment.STRATEGY_WORDS[str(strategy)]}." if strategy else f"{text}."


def tempo_text(found: Mapping[str, Json]) -> str:
    """Says how many rounds both sides need as the lanes stand."""
    own, enemy = found.get("own_rounds"), found.get("enemy_rounds")
    if own is None and enemy is None:
        return ""
    yours = f"you win in {counted(own, 'round')}" if isinstance(own, int) else "you cannot win"
    theirs = "cannot"
    if isinstance(enemy, int):
        theirs = f"{'wins ' if own is None else ''}in {counted(enemy, 'round')}"
    return f"As the lanes stand, {yours}, the enemy {theirs}."


def step_text(chosen: Mapping[str, Json]) -> str:
    """Says the plan, its first step and those that follow."""
    if not chosen:
        return ""
    plan = f"Plan: {KIND_WORDS[str(chosen.get('type'))]}."
    first = part(chosen, "step").get("text")
    if first is None:
        return plan
    future = chosen.get("future")
    later = [
        str(step.get("text"))
        for step in (future if isinstance(future, list) else [])
        if isinstance(step, dict)
    ]
    then = f"; then {', then '.join(later)}" if later else ""
    return f"{plan} First step: {first}{then}."


def others_text(top: Json, chosen: Mapping[str, Json]) -> str:
    """Names the other plans with the highest scores."""
    others = [
        f"{each.get('text')} ({score(each)})"
        for each in (top if isinstance(top, list) else [])
        if isinstance(each, dict) and not same_plan(each, chosen)
    ]
    return f"Other plans: {'; '.join(others)}." if others else ""


def same_plan(each: Mapping[str, Json], chosen: Mapping[str, Json]) -> bool:
    """Tells whether a plan of the top three is the chosen one."""
    return each.get("type") == chosen.get("type") and each.get("score") == chosen.get("score")


def score(each: Mapping[str, Json]) -> str:
    """Writes the score of a plan."""
    value = each.get("score")
    return f"{value:.0f} points" if isinstance(value, (int, float)) else ""


def dropped_texts(paths: Mapping[str, Json]) -> list[str]:
    """Says which plans are not possible, and why; each reason once."""
    dropped = paths.get("dropped")
    texts = [
        f"Not possible: {each.get('reason')} ({each.get('drone')})."
        for each in (dropped if isinstance(dropped, list) else [])
        if isinstance(each, dict)
    ]
    return list(dict.fromkeys(texts))


# The player.


class StrategicAgent:
    """Plans with paths and plays the first step of one; keeps nothing between decisions.

    Attributes:
        weights: the weights.
        tactical: who decides where no plan does; it intercepts by impact.
        unit: what the scores of plans count.
    """

    def __init__(self, weights: Weights, tactical: TacticalAgent) -> None:
        self.weights: Final = weights
        self.tactical: Final = tactical
        self.unit: Final = f"points (a win at once is {weights.immediate_win:g})"

    def advise(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Says what to play and why."""
        seen.check_turn()
        began = time.perf_counter()
        advice = self.decide(seen)
        # Where a plan decides; elsewhere the tactical AI has answered already.
        asked = left_out(advice, seen.wanted)
        if asked:
            plan = evaluation.Plan(seen.view, seen.seat, self.weights)
            advice = extended(advice, [self.judge(plan, seen, move) for move in asked])
        advice.seconds = time.perf_counter() - began
        return advice

    def judge(
        self, plan: evaluation.Plan, seen: Observation[Battle, Battle], move: Move[Battle]
    ) -> Option[Battle]:
        """Scores a move that belongs to no plan."""
        w = self.weights
        if w.tactics and seen.view.phase == ACTION and not isinstance(move, Pass):
            now = Situation(seen.view, seen.seat, self.tactical.weights)
            path = evaluation.single_path(plan.combat, score_anyway(now, seen.moves, move), w)
        else:
            path = evaluation.lone_path(plan, move, w)
        return Option(move, path.score, tuple(path.reasons))

    def decide(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Plans actions and deployments; everything else is a tactical decision."""
        s = seen.view
        asked = asked_of(s, seen.seat)
        if isinstance(asked, MoveDrones):
            return self.shift(seen, asked)
        if asked is None and (s.phase == ACTION or s.phase == DEPLOYMENT):
            return self.plan(seen)
        if s.phase == SHIELD_ALLOCATION and self.weights.shields_by_need:
            return evaluation.place_shield(seen)
        advice = self.ask_tactical(seen, seen.wanted)
        advice.trace["fallback"] = OTHER_PHASE
        return advice

    def plan(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Plays the first step of a path, or what the tactical AI says where none will do."""
        w = self.weights
        plan = evaluation.Plan(seen.view, seen.seat, w)
        if w.tactics and seen.view.phase == ACTION:
            evaluation.add_tactics(plan, evaluation.consider_all(seen, self.tactical.weights), w)
        if w.passing:
            self.add_pass(plan, seen)
        paths = evaluation.executable(plan.paths, seen.moves)
        chosen = evaluation.choose_path(paths)
        why = self.why_not(plan, chosen)
        if why or chosen is None:
            advice = self.ask_tactical(seen, seen.wanted)
            advice.trace.update(trace_of(plan, None, why))
            return advice
        options = evaluation.options_of(paths, chosen)
        later = [step.move for step in chosen.steps[1:]]
        follow = tuple([move for move in later if move is not None])
        trace = trace_of(plan, chosen, "")
        best = options[0]
        return Advice(best.move, best.score, tuple(options), follow, trace, unit=self.unit)

    def add_pass(self, plan: evaluation.Plan, seen: Observation[Battle, Battle]) -> None:
        """Lets a pass compete with the other paths."""
        best = self.ask_tactical(seen, ()).options[0].score
        path = evaluation.pass_path(plan, max(0.0, best), self.weights)
        if path is not None:
            better = [each for each in plan.paths if each.score >= path.score]
            plan.paths = [*better, path, *plan.paths[len(better) :]]

    def why_not(self, plan: evaluation.Plan, chosen: Path | None) -> str:
        """Says why the tactical AI decides instead; empty if it does not (X3)."""
        w = self.weights
        if chosen is None:
            if plan.goal is None:
                return NO_GOAL
            return NOT_EXECUTABLE if plan.paths else NO_PATH
        if w.tactics and chosen.score <= 0.0:
            return NOT_STRONG
        if w.tactical_support and base_values(w)[chosen.value] <= w.support_base:
            return NOT_STRONG
        return ""

    def ask_tactical(
        self, seen: Observation[Battle, Battle], wanted: tuple[Move[Battle], ...]
    ) -> Advice[Battle]:
        """Asks the tactical AI, with dice that follow from what the seat sees."""
        rng = dice_of(seen.view)
        return self.tactical.advise(
            Observation(seen.game, seen.view, seen.seat, seen.moves, rng, seen.deadline, wanted)
        )

    # A card that moves several drones: only the one that the plan needs goes.

    def shift(self, seen: Observation[Battle, Battle], asked: MoveDrones) -> Advice[Battle]:
        """Chooses the drone that moves into the lane of the goal; else the tactical AI decides."""
        plan = evaluation.Plan(seen.view, seen.seat, self.weights)
        offence = None if plan.goal is None else plan.goal.offence
        if offence is None or offence.target.lane != asked.to:
            return self.ask_tactical(seen, seen.wanted)
        mover = None if asked.moved else best_mover(plan.combat, asked, offence)
        if mover is None and not asked.moved:
            return self.ask_tactical(seen, seen.wanted)
        options = [mover_option(asked, mover, move) for move in seen.moves]
        options.sort(key=lambda option: -option.score)
        best = options[0]
        trace: dict[str, Json] = {"step": "reposition"}
        return Advice(best.move, best.score, tuple(options), trace=trace, unit=evaluation.DAMAGE)


def best_mover(combat: Combat, asked: MoveDrones, goal: Offence) -> Fighter | None:
    """Returns the drone that helps the plan most: a killer of a Guardian, or the best attacker."""
    row = combat.own(asked.lane)
    able_to_move = movable(combat.s, combat.seat, asked.lane, asked.to)
    movers = [combat.moved(row[at], asked.to) for at in able_to_move]
    able = [each for each in movers if each.can_attack()]
    if goal.guardians:
        able = [each for each in able if each.kills(goal.guardians[0])]
    return assessment.best_attacker(able) if able else None


def mover_option(asked: MoveDrones, mover: Fighter | None, move: Move[Battle]) -> Option[Battle]:
    """Scores an answer to a card that moves drones: only the one goes that the plan needs."""
    score, text = 0.0, "the plan needs another drone"
    if mover is None:
        text = "the drone that the plan needs has moved"
        if isinstance(move, Choose):
            score, text = -1.0, "the plan needs no other drone"
    elif not isinstance(move, Choose):
        score, text = -1.0, "the plan needs a drone in the lane"
    elif move.drone == mover.code:
        score = float(mover.ship)
        text = f"it does {mover.ship} damage to the section in lane {asked.to + 1}"
    return Option(move, score, (Reason("plan", score, text),))


def dice_of(s: Battle) -> Rng:
    """Makes a generator that is the same for the same view."""
    board = s.board
    drones = [
        (at // LANES, at % LANES, drone.kind, drone.hull, drone.shields, drone.ready)
        for at, row in enumerate(s.rows)
        for drone in row
    ]
    seen = (s.turn, s.phase, s.seat, board.energy, board.budget, board.hull, board.shields)
    return seeded(f"{seen} {drones} {s.cards}")


# How strategic players are made: every weight is an option, those of the tactical AI included.

# Before the weights of the tactical AI that decides where no plan does.
FALLBACK: Final = "fallback_"


class StrategicMaker:
    """Makes strategic players.

    Attributes:
        personality: the personality that they set up the game with; empty for none.
        weights: the weights where no option says otherwise.
        tactics: those of the tactical AI that decides where no plan does.
    """

    def __init__(
        self,
        personality: str = "",
        weights: Weights = DESCRIBED,
        tactics: TacticalWeights = DESCRIBED_TACTICS,
    ) -> None:
        self.personality: Final = personality
        self.weights: Final = weights
        self.tactics: Final = tactics
        others = {f"{FALLBACK}{each.name}": getattr(tactics, each.name) for each in fields(tactics)}
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options(others, weights)

    def __call__(self, **weights: object) -> StrategicAgent:
        """Makes a player.

        Args:
            weights: the weights that differ from the usual ones; `fallback_` stands before those
                of the tactical AI.
        """
        own = {name: value for name, value in weights.items() if not name.startswith(FALLBACK)}
        others = {
            name.removeprefix(FALLBACK): value
            for name, value in weights.items()
            if name.startswith(FALLBACK)
        }
        tactical = TacticalAgent(changed(self.tactics, others), self.personality)
        return StrategicAgent(changed(self.weights, own), tactical)

    def list_weights(self) -> dict[str, tuple[float, str]]:
        """Lists all weights with what they mean."""
        found = list_weights(self.weights)
        for name, (value, text) in list_weights(self.tactics).items():
            found[f"{FALLBACK}{name}"] = (value, f"tactical AI, {text}")
        return found
