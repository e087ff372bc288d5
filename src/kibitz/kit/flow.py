"""The flow's position: which turn, whose, and in which segment, phase and step of it.

The position is plain data inside the state, so clone, undo, hash and save cover it like everything
else. What follows what, and which hooks run on the way, stands in `kibitz.kit.turns`.
"""

from typing import Final, TypeAlias

from kibitz.core.errors import suggest
from kibitz.core.state import Part
from kibitz.kit.errors import FlowError

STEP: Final = "step"
PHASE: Final = "phase"
TURN: Final = "turn"
SEGMENT: Final = "segment"
# Inner before outer: the order in which stages are left and requests are carried out.
LEVELS: Final = (STEP, PHASE, TURN, SEGMENT)

# The priority of nobody in particular: the active seat acts.
NOBODY: Final = -1

# One thing left to do of a transition: what, at which level, with which stage.
Task: TypeAlias = tuple[str, str, str]


class Flow(Part):
    """Where the game is in its turns.

    Attributes:
        turn: the number of the turn, counted from 1 through the whole game; 0 before the first one.
        active: the seat whose turn it is.
        first: the seat that took turn 1.
        segment: the part of the game, such as set-up; empty when none runs.
        phase: the phase of the turn; empty when none runs.
        step: the step of the phase; empty when none runs.
        requests: the levels that are to end as soon as nothing else is under way.
        agenda: what is left of a transition that a pending decision interrupted; else empty.
        priority: the seat that may act instead of the active one; `NOBODY` for the active one.
        running: whether hooks are being run right now; never true in a state at rest.
    """

    __match_args__ = (
        "turn",
        "active",
        "first",
        "segment",
        "phase",
        "step",
        "requests",
        "agenda",
        "priority",
    )

    def __init__(
        self,
        turn: int = 1,
        active: int = 0,
        first: int = 0,
        segment: str = "",
        phase: str = "",
        step: str = "",
        requests: list[str] | None = None,
        agenda: list[Task] | None = None,
        priority: int = NOBODY,
    ) -> None:
        """Takes the position; by default turn 1 of seat 0, in no segment, phase or step."""
        self.turn = turn
        self.active = active
        self.first = first
        self.segment = segment
        self.phase = phase
        self.step = step
        self.requests: list[str] = [] if requests is None else requests
        self.agenda: list[Task] = [] if agenda is None else agenda
        self.priority = priority
        self.running = False

    def clone(self) -> "Flow":
        """Copies the position."""
        return Flow(
            self.turn,
            self.active,
            self.first,
            self.segment,
            self.phase,
            self.step,
            self.requests[:],
            self.agenda[:],
            self.priority,
        )

    @property
    def is_first_turn(self) -> bool:
        """Tells whether the first turn of the game is being taken."""
        return self.turn == 1

    @property
    def acting(self) -> int:
        """The seat that acts when no decision is pending: the priority's, else the active one."""
        return self.active if self.priority == NOBODY else self.priority

    def request(self, level: str) -> None:
        """Asks to end the running step, phase, turn or segment.

        It is carried out once, after the hook or move that asks and when no decision is pending;
        of several, inner levels go first. If the stage ends before that, the request is spent.

        Raises:
            FlowError: if there is no such level, or no such stage runs.
        """
        if level not in LEVELS:
            raise FlowError(f"cannot end a {level!r}; {suggest(level, LEVELS)}")
        if (level == STEP and not self.step) or (level == PHASE and not self.phase):
            raise FlowError(f"cannot end the {level}: none is running ({self.describe()})")
        if level not in self.requests:
            self.requests.append(level)

    def describe(self) -> str:
        """Names the position in words, such as `turn 3 of seat 1, phase main`."""
        words = [f"turn {self.turn} of seat {self.active}"]
        if self.segment:
            words.insert(0, f"segment {self.segment}")
        if self.phase:
            words.append(f"phase {self.phase}")
        if self.step:
            words.append(f"step {self.step}")
        return ", ".join(words)
