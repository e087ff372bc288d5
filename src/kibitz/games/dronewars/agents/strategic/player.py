"""The strategic AI as a player: five layers from scratch at every turn, without a memory."""

import time
from typing import Final

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.randomness import Rng, seeded
from kibitz.core.value import Json
from kibitz.games.dronewars.agents.strategic import report
from kibitz.games.dronewars.agents.strategic.combat import Combat, Fighter, best_attacker
from kibitz.games.dronewars.agents.strategic.execution import (
    Plan,
    choose_path,
    executable,
    options_of,
)
from kibitz.games.dronewars.agents.strategic.goal import Offence
from kibitz.games.dronewars.agents.strategic.passing import pass_path
from kibitz.games.dronewars.agents.strategic.path import Path
from kibitz.games.dronewars.agents.strategic.settings import Weights, base_values
from kibitz.games.dronewars.agents.strategic.tactics import (
    add_tactics,
    consider_all,
    lone_path,
    place_shield,
    single_path,
)
from kibitz.games.dronewars.agents.tactical import TacticalAgent
from kibitz.games.dronewars.agents.tactical.choice import left_out, score_anyway, with_options
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.cards.catalogue import LANES
from kibitz.games.dronewars.moves import Choose, Pass
from kibitz.games.dronewars.rules.effects import MoveDrones
from kibitz.games.dronewars.rules.questions import asked_of
from kibitz.games.dronewars.rules.targets import movable
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, SHIELD_ALLOCATION, Battle


class StrategicAgent:
    """Plans with paths and plays the first step of one; keeps nothing between decisions.

    Attributes:
        weights: the weights.
        tactical: who decides where no plan does; it intercepts by impact.
    """

    def __init__(self, weights: Weights, tactical: TacticalAgent) -> None:
        self.weights: Final = weights
        self.tactical: Final = tactical

    def advise(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Says what to play and why."""
        seen.check_turn()
        began = time.perf_counter()
        advice = self.decide(seen)
        # Where a plan decides; elsewhere the tactical AI has answered already.
        asked = left_out(advice, seen.wanted)
        if asked:
            plan = Plan(seen.view, seen.seat, self.weights)
            advice = with_options(advice, [self.judge(plan, seen, move) for move in asked])
        advice.seconds = time.perf_counter() - began
        return advice

    def judge(
        self, plan: Plan, seen: Observation[Battle, Battle], move: Move[Battle]
    ) -> Option[Battle]:
        """Scores a move that belongs to no plan."""
        w = self.weights
        if w.tactics and seen.view.phase == ACTION and not isinstance(move, Pass):
            now = Situation(seen.view, seen.seat, self.tactical.weights)
            path = single_path(plan.combat, score_anyway(now, seen.moves, move), w)
        else:
            path = lone_path(plan, move, w)
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
            return place_shield(seen)
        advice = self.ask_tactical(seen, seen.wanted)
        advice.trace["fallback"] = report.OTHER_PHASE
        return advice

    def plan(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Plays the first step of a path, or what the tactical AI says where none will do."""
        w = self.weights
        plan = Plan(seen.view, seen.seat, w)
        if w.tactics and seen.view.phase == ACTION:
            add_tactics(plan, consider_all(seen, self.tactical.weights), w)
        if w.passing:
            self.add_pass(plan, seen)
        paths = executable(plan.paths, seen.moves)
        chosen = choose_path(paths)
        why = self.why_not(plan, chosen)
        if why or chosen is None:
            advice = self.ask_tactical(seen, seen.wanted)
            advice.trace.update(report.trace_of(plan, None, why))
            return advice
        options = options_of(paths, chosen)
        later = [step.move for step in chosen.steps[1:]]
        follow = tuple([move for move in later if move is not None])
        trace = report.trace_of(plan, chosen, "")
        return Advice(options[0].move, options[0].score, tuple(options), follow, trace)

    def add_pass(self, plan: Plan, seen: Observation[Battle, Battle]) -> None:
        """Lets a pass compete with the other paths."""
        best = self.ask_tactical(seen, ()).options[0].score
        path = pass_path(plan, max(0.0, best), self.weights)
        if path is not None:
            better = [each for each in plan.paths if each.score >= path.score]
            plan.paths = [*better, path, *plan.paths[len(better) :]]

    def why_not(self, plan: Plan, chosen: Path | None) -> str:
        """Says why the tactical AI decides instead; empty if it does not (X3)."""
        w = self.weights
        if chosen is None:
            if plan.goal is None:
                return report.NO_GOAL
            return report.NOT_EXECUTABLE if plan.paths else report.NO_PATH
        if w.tactics and chosen.score <= 0.0:
            return report.NOT_STRONG
        if w.tactical_support and base_values(w)[chosen.value] <= w.support_base:
            return report.NOT_STRONG
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
        plan = Plan(seen.view, seen.seat, self.weights)
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
        return Advice(best.move, best.score, tuple(options), trace=trace)


def best_mover(combat: Combat, asked: MoveDrones, goal: Offence) -> Fighter | None:
    """Returns the drone that helps the plan most: a killer of a Guardian, or the best attacker."""
    row = combat.own(asked.lane)
    able_to_move = movable(combat.s, combat.seat, asked.lane, asked.to)
    movers = [combat.moved(row[at], asked.to) for at in able_to_move]
    able = [each for each in movers if each.can_attack()]
    if goal.guardians:
        able = [each for each in able if each.kills(goal.guardians[0])]
    return best_attacker(able) if able else None


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
