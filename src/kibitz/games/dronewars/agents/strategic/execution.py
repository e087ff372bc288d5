"""Layer 5: the whole plan of a decision, and the step that is played (4.7)."""

from typing import Final

from kibitz.core.agent import Option, Reason
from kibitz.core.move import Move
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.assessment import Assessment
from kibitz.games.dronewars.agents.strategic.combat import Combat
from kibitz.games.dronewars.agents.strategic.evaluation import evaluate
from kibitz.games.dronewars.agents.strategic.goal import Goal, Mode, choose_goal, choose_mode
from kibitz.games.dronewars.agents.strategic.handlers import HANDLERS, Dropped, Sorted
from kibitz.games.dronewars.agents.strategic.path import DIRECT_ATTACK, STRATEGIC_PASS, Path
from kibitz.games.dronewars.agents.strategic.paths import find_deployments, find_paths
from kibitz.games.dronewars.agents.strategic.settings import Weights
from kibitz.games.dronewars.moves import PASS_MOVE
from kibitz.games.dronewars.state import DEPLOYMENT, Battle

# What a direct attack is worth beyond the best path, in the ranking (E10).
AT_ONCE: Final = 1.0


class Plan:
    """What the layers found for one decision.

    Attributes:
        combat: the board.
        assessment: how things stand.
        mode: the mode.
        goal: the goal; None if there is none.
        generated: the types of all paths, in the order in which they were found.
        dropped: the paths that a handler forbids.
        paths: the others, evaluated, the best first.
    """

    def __init__(self, s: Battle, seat: int, w: Weights) -> None:
        self.combat: Final = Combat(s, seat)
        self.assessment: Final = Assessment(self.combat)
        self.mode: Final[Mode] = choose_mode(self.assessment)
        self.goal: Final[Goal | None] = choose_goal(self.combat, self.mode)
        found: list[Path] = []
        if self.goal is not None:
            if s.phase == DEPLOYMENT:
                found = find_deployments(self.combat, self.mode, self.goal, w)
            else:
                found = find_paths(self.combat, self.goal, w)
        self.generated: Final[list[str]] = [path.kind for path in found]
        sorted_paths = Sorted(self.combat, found, HANDLERS)
        self.dropped: Final[list[Dropped]] = sorted_paths.dropped
        kept = cap(sorted_paths.allowed, w)
        self.paths: list[Path] = (
            [] if self.goal is None else evaluate(kept, self.mode, self.goal, w)
        )


def cap(paths: list[Path], w: Weights) -> list[Path]:
    """Keeps the paths of the highest base value, in the order of generation (4.11)."""
    if len(paths) <= w.most_paths:
        return paths
    bases = settings.base_values(w)
    ranked = sorted(range(len(paths)), key=lambda at: -bases[paths[at].value])
    return [paths[at] for at in sorted(ranked[: w.most_paths])]


def first_move(path: Path) -> Move[Battle] | None:
    """Returns the move that a path begins with."""
    if path.kind == STRATEGIC_PASS:
        return PASS_MOVE
    return path.steps[0].move if path.steps else None


def executable(paths: list[Path], legal: list[Move[Battle]]) -> list[Path]:
    """Lists the paths whose first step is legal now, the best first (X1)."""
    found: list[Path] = []
    for path in paths:
        move = first_move(path)
        if move is not None and move in legal:
            found.append(path)
    return found


def choose_path(paths: list[Path]) -> Path | None:
    """Picks among executable paths: an attack that finishes a section at once, or the best."""
    for path in paths:
        if is_at_once(path):
            return path
    return paths[0] if paths else None


def is_at_once(path: Path) -> bool:
    """Tells whether a path is the win short-cut (E10)."""
    if path.kind != DIRECT_ATTACK:
        return False
    return path.value in (settings.IMMEDIATE_WIN, settings.SECTION_LOST)


def options_of(paths: list[Path], chosen: Path) -> list[Option[Battle]]:
    """Returns the first steps of executable paths as options, each once, the chosen one first.

    Where the short-cut chooses a path that is not the best, a reason of its own lifts it.
    """
    options: list[Option[Battle]] = []
    seen: list[Move[Battle]] = []
    lift = paths[0].score - chosen.score
    for path in [chosen, *paths]:
        move = first_move(path)
        if move is None or move in seen:
            continue
        seen.append(move)
        reasons, score = path.reasons, path.score
        if path is chosen and lift > 0.0:
            text = "an attack that finishes the section comes before any preparation"
            reasons = [*reasons, Reason("wins at once", lift + AT_ONCE, text)]
            score += lift + AT_ONCE
        options.append(Option(move, score, tuple(reasons)))
    return options
