"""What the described AI leaves out: plans and single actions on one scale, and shields by need.

With the weight `tactics`, the tactical score of a path's first step counts for the path, and every
other action with a positive tactical score is a path of one step. So a weak plan gives way to a
strong action, and among equal plans the first step decides.
"""

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.combat import Combat
from kibitz.games.dronewars.agents.strategic.evaluation import add, score_path
from kibitz.games.dronewars.agents.strategic.execution import Plan, first_move
from kibitz.games.dronewars.agents.strategic.goal import ADVANTAGE, Goal
from kibitz.games.dronewars.agents.strategic.path import (
    AGAIN_STEP,
    ATTACK_STEP,
    CARD_STEP,
    DEPLOY_STEP,
    NO_OUTCOME,
    OTHER_STEP,
    PROGRESS,
    SINGLE_ACTION,
    Path,
    Step,
)
from kibitz.games.dronewars.agents.strategic.settings import Weights
from kibitz.games.dronewars.agents.tactical import Weights as TacticalWeights
from kibitz.games.dronewars.agents.tactical.candidates import DRONE_ATTACK, Candidate
from kibitz.games.dronewars.agents.tactical.choice import consider
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.agents.tactical.wording import move_words
from kibitz.games.dronewars.cards.catalogue import CARDS, LANES
from kibitz.games.dronewars.moves import Attack, Deploy, Pass, Play, Shield
from kibitz.games.dronewars.state import Battle, book


def consider_all(seen: Observation[Battle, Battle], weights: TacticalWeights) -> list[Candidate]:
    """Scores all actions as the tactical AI does."""
    return consider(Situation(seen.view, seen.seat, weights), seen.moves)


def add_tactics(plan: Plan, actions: list[Candidate], w: Weights) -> None:
    """Adds the tactical score of first steps to the paths, and the other actions as paths."""
    scores: dict[Move[Battle], float] = {each.move: each.score for each in actions}
    begun: dict[Move[Battle], bool] = {}
    for path in plan.paths:
        move = first_move(path)
        if move is not None and move in scores:
            begun[move] = True
            add(path, "tactics", w.tactics * scores[move], "the first step counts by itself")
    paths = plan.paths[:]
    for each in actions:
        if each.score > 0.0 and each.move not in begun:
            paths.append(single_path(plan.combat, each, w))
    plan.paths = sorted(paths, key=lambda path: -path.score)


def single_path(combat: Combat, each: Candidate, w: Weights) -> Path:
    """Makes a path of one action."""
    text = move_words(combat.s, each.move)
    steps = [Step(OTHER_STEP, text, each.move)]
    path = Path(SINGLE_ACTION, settings.SINGLE_ACTION, PROGRESS, 1.0, steps, text)
    add(path, "single action", w.single_action, "it belongs to no plan")
    add(path, "tactics", w.tactics * each.score, "its tactical score counts")
    if each.kind == DRONE_ATTACK:
        target = combat.foes(each.lane)[each.target]
        if not combat.own(each.lane)[each.index].kills(target):
            add(path, "no kill", w.no_kill, f"{target.word()} survives it")
    return path


def lone_path(plan: Plan, move: Move[Battle], w: Weights) -> Path:
    """Makes a path of a move that belongs to no plan, and scores it like any other path."""
    text = "it belongs to no plan"
    steps = [] if isinstance(move, Pass) else [Step(step_kind(move), text, move)]
    cost = book(plan.combat.s).cost[move.number] if isinstance(move, Play) else 0
    path = Path(SINGLE_ACTION, settings.OTHER_VALUE, NO_OUTCOME, 1.0, steps, text, 0, cost)
    goal = Goal(ADVANTAGE) if plan.goal is None else plan.goal
    score_path(path, plan.mode, goal, w, settings.base_values(w))
    return path


def step_kind(move: Move[Battle]) -> int:
    """Returns the kind of step that a move is."""
    if isinstance(move, Attack):
        return ATTACK_STEP
    if isinstance(move, Deploy):
        return DEPLOY_STEP
    if isinstance(move, Play):
        return AGAIN_STEP if CARDS[move.number].go_again else CARD_STEP
    return OTHER_STEP


# Shields.


def place_shield(seen: Observation[Battle, Battle]) -> Advice[Battle]:
    """Places a shield on a standing section, where the enemy can do the most damage."""
    combat = Combat(seen.view, seen.seat)
    options = [
        Option(move, score, (Reason("need", score, text),))
        for move in seen.moves
        if isinstance(move, Shield)
        for score, text in [shield_need(combat, move.lane - 1)]
    ]
    options.sort(key=lambda option: -option.score)
    return Advice(options[0].move, options[0].score, tuple(options), trace={"step": "shields"})


def shield_need(combat: Combat, lane: int) -> tuple[float, str]:
    """Returns how much the section of a lane needs a shield, and why."""
    board, at = combat.s.board, combat.seat * LANES + lane
    left = board.hull[at] - board.rules.loss_hull
    if left <= 0:
        return (-1.0, "the section is lost")
    damage = 0
    for foe in combat.foes(lane):
        damage += foe.ship
    through = damage - board.shields[at]
    if through <= 0:
        enough = f"its shields are enough for {damage} damage"
        return (0.0, enough if damage else "no enemy can damage it")
    return (float(through), f"{through} of {damage} damage gets through its shields")
