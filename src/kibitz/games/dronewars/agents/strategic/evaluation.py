"""Layer 4: what each path is worth (4.6), as reasons that add up to its score."""

from typing import Final

from kibitz.core.agent import Reason
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.goal import (
    AGGRESSIVE,
    ALL_IN_OFFENSE,
    BUILD_OFFENSE,
    DEFENSIVE,
    MODE_WORDS,
    PRIORITY_WORDS,
    RACE_OFFENSE_BIAS,
    STRATEGY_WORDS,
    SURVIVE_THEN_COUNTER,
    Goal,
    Mode,
)
from kibitz.games.dronewars.agents.strategic.path import (
    AGAIN_STEP,
    ATTACK_STEP,
    CARD_STEP,
    DEPLOY_STEP,
    GO_AGAIN_COMBO,
    PROGRESS,
    SURVIVE,
    WIN,
    WIN_SETUP,
    Path,
)
from kibitz.games.dronewars.agents.strategic.settings import VALUE_WORDS, Weights

DEFENCES: Final = (settings.EFFICIENT_DEFENSE, settings.FULL_DEFENSE)


def evaluate(paths: list[Path], mode: Mode, goal: Goal, w: Weights) -> list[Path]:
    """Scores paths and returns them sorted, the best first; equal ones keep their order (E9)."""
    bases = settings.base_values(w)
    for path in paths:
        score_path(path, mode, goal, w, bases)
    return sorted(paths, key=lambda path: -path.score)


def score_path(path: Path, mode: Mode, goal: Goal, w: Weights, bases: list[float]) -> None:
    """Scores a path, in the order that 4.6 demands."""
    add(path, VALUE_WORDS[path.value], bases[path.value], path.text)
    points = complexity(path, w)
    add(path, "complexity", -w.complexity * points, f"the first step has complexity {points:.4g}")
    add(path, "cost", -w.card_cost * path.cost, f"the card costs {path.cost} energy")
    sure = path.confidence
    add(path, "confidence", (sure - 1.0) * path.score, f"it works with confidence {sure:.4g}")
    if path.special == GO_AGAIN_COMBO:
        add(path, "go again", w.go_again_combo, "you go on at once after the card")
    if goal.strategy:
        text = f"the race calls for it: {STRATEGY_WORDS[goal.strategy]}"
        add(path, "race", race_bonus(path, goal.strategy, w), text)
    else:
        text = f"you are {MODE_WORDS[mode.name]} {PRIORITY_WORDS[mode.priority]}"
        add(path, MODE_WORDS[mode.name], mode_bonus(path, mode.name, w), text)
    add(path, "damage", w.damage * path.damage, f"it does {path.damage} damage")
    later = min(len(path.steps) - 1, w.most_steps)
    text = f"{later} more {'step is' if later == 1 else 'steps are'} planned"
    if later < 0:
        text = "no step is planned"
    add(path, "steps", w.step * later, text)


def add(path: Path, term: str, amount: float, text: str) -> None:
    """Adds a term to the score of a path, unless it changes nothing."""
    if amount:
        path.score += amount
        path.reasons.append(Reason(term, amount, text))


def complexity(path: Path, w: Weights) -> float:
    """Returns the complexity of the first step (E2)."""
    if not path.steps:
        return w.complexity_missing
    kind = path.steps[0].kind
    if kind == ATTACK_STEP:
        return w.complexity_attack
    if kind == AGAIN_STEP:
        return w.complexity_go_again
    if kind == CARD_STEP:
        return w.complexity_card
    return w.complexity_deploy if kind == DEPLOY_STEP else w.complexity_unknown


def mode_bonus(path: Path, mode: str, w: Weights) -> float:
    """Returns what a mode adds to a path (E6)."""
    if mode == AGGRESSIVE:
        if path.value == settings.IMMEDIATE_WIN:
            return w.aggressive_win
        if path.value == settings.ENABLES_WIN_NEXT_TURN:
            return w.aggressive_enables
    elif mode == DEFENSIVE:
        if path.value == settings.FULL_DEFENSE:
            return w.defensive_full
        if path.value == settings.EFFICIENT_DEFENSE:
            return w.defensive_efficient
        if path.value == settings.DEPLOY_BLOCKER:
            return w.defensive_blocker
    return 0.0


def race_bonus(path: Path, strategy: str, w: Weights) -> float:
    """Returns what the strategy of a race adds to a path (E6)."""
    attacks = path.outcome in (WIN, WIN_SETUP) or path.value == settings.IMMEDIATE_WIN
    if strategy == RACE_OFFENSE_BIAS:
        return w.race_offense if attacks else 0.0
    if strategy == SURVIVE_THEN_COUNTER:
        defends = path.outcome == SURVIVE or path.value in DEFENCES
        return w.race_survive if defends else 0.0
    if strategy == ALL_IN_OFFENSE:
        if attacks:
            return w.race_all_in
        defends = path.outcome == SURVIVE or path.value == settings.EFFICIENT_DEFENSE
        return w.race_all_in_defense if defends else 0.0
    if strategy == BUILD_OFFENSE and path.outcome in (WIN, WIN_SETUP, PROGRESS):
        return w.race_build
    return 0.0
