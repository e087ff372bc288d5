"""A small game for tests: a turn is several jobs of one seat, and one vein of ore is hidden.

There is also a clock, which only a test moves, and a beam player that plans turns.
"""

import time
from collections.abc import Iterator
from typing import ClassVar, Final

import pytest

from kibitz.agents import BeamAgent, Planner
from kibitz.core.agent import Advice, Observation, Reason
from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.state import State

HIDDEN = -1
JOBS = ("beg", "chop", "carve", "sell", "burn", "sing", "dig", "rest")


class WorkshopState(State):
    """What the seat to move has in hand, everybody's points, and the vein: 0 poor, 1 rich."""

    __match_args__ = (
        *("rng", "seat", "over", "reason"),
        *("steps", "turns", "wood", "tools", "cheer", "points", "vein"),
    )

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        steps: int,
        turns: int,
        wood: int,
        tools: int,
        cheer: int,
        points: list[int],
        vein: int,
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.steps = steps
        self.turns = turns
        self.wood = wood
        self.tools = tools
        self.cheer = cheer
        self.points = points
        self.vein = vein

    def clone(self) -> "WorkshopState":
        return WorkshopState(
            *(self.rng.clone(), self.seat, self.over, self.reason),
            *(self.steps, self.turns, self.wood, self.tools, self.cheer),
            *([*self.points], self.vein),
        )


class Work(Move[WorkshopState]):
    """Do one job; three jobs are a turn."""

    id: ClassVar[str] = "work"
    name: ClassVar[str] = "Work"
    __match_args__ = ("job",)

    def __init__(self, job: str) -> None:
        self.job: Final = job

    @classmethod
    def enumerate(cls, state: WorkshopState, seat: int) -> Iterator["Work"]:
        for job in JOBS:
            yield cls(job)

    def check(self, state: WorkshopState, seat: int) -> Iterator[Reject]:
        if self.job not in JOBS:
            yield Reject("NO_SUCH_JOB", f"nobody knows how to {self.job}")
        if self.job in ("carve", "burn") and not state.wood:
            yield Reject("NO_WOOD", "there is no wood")
        if self.job == "sell" and not state.tools:
            yield Reject("NO_TOOL", "there is no tool")

    def apply(self, state: WorkshopState, seat: int) -> None:
        match self.job:
            case "beg":
                state.points[seat] += 1
            case "chop":
                state.wood += 1
            case "carve":
                state.wood, state.tools = state.wood - 1, state.tools + 1
            case "sell":
                state.tools -= 1
                state.points[seat] += 10
            case "burn":
                state.wood -= 1
            case "sing":
                state.cheer += state.steps
            case "dig":
                state.points[seat] += 6 * state.vein - 3
        state.steps -= 1
        if self.job == "rest" or state.steps == 0:
            self.end_turn(state, seat)

    def end_turn(self, state: WorkshopState, seat: int) -> None:
        state.turns -= 1
        state.steps, state.wood, state.tools, state.cheer = 3, 0, 0, 0
        state.seat = 1 - seat
        if state.turns == 0:
            state.finish("the day is over")


class Workshop(Game[WorkshopState, WorkshopState]):
    """The rules; `turns` is how many turns all seats together have."""

    id: ClassVar[str] = "workshop"
    title: ClassVar[str] = "Workshop"

    def __init__(self, turns: int = 2) -> None:
        super().__init__(2)
        self.turns: Final = turns

    def kinds(self) -> list[type[Move[WorkshopState]]]:
        return [Work]

    def setup(self, rng: Rng) -> WorkshopState:
        vein = int(rng.below(2))
        return WorkshopState(rng, 0, False, "", 3, self.turns, 0, 0, 0, [0, 0], vein)

    def returns(self, state: WorkshopState) -> list[float]:
        return [float(points) for points in state.points]

    def view(self, state: WorkshopState, seat: int) -> WorkshopState:
        seen = state.clone()
        seen.rng = hidden_rng()
        seen.vein = HIDDEN
        return seen

    def sample(self, view: WorkshopState, rng: Rng) -> WorkshopState:
        world = view.clone()
        world.vein = int(rng.below(2)) if view.vein == HIDDEN else view.vein
        world.rng = rng.child("dice")
        return world


Seen = Observation[WorkshopState, WorkshopState]


def morning(seed: int = 1, deadline: float | None = None) -> Seen:
    """Makes the observation of the first seat before its first job."""
    return RuleEngine(Workshop(), seed=seed, agent_seed=seed).observe(deadline=deadline)


class Clock:
    """Stands in for the clock that agents read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


Shop = Game[WorkshopState, WorkshopState]
ALL = (99,)


class Plain(Planner[WorkshopState, WorkshopState]):
    """Looks at points alone, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.quickly: list[str] = []
        self.evaluated: list[WorkshopState] = []

    def quick(
        self, game: Shop, state: WorkshopState, moves: list[Move[WorkshopState]], seat: int
    ) -> list[float]:
        jobs = [move.job for move in moves if isinstance(move, Work)]
        self.quickly.extend(jobs)
        return [self.cheap(job) for job in jobs]

    def cheap(self, job: str) -> float:
        return 0.0

    def evaluate(
        self,
        game: Shop,
        state: WorkshopState,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        self.evaluated.append(state)
        return [Reason("points", float(state.points[seat]), "so far")]


def beam(
    planner: Planner[WorkshopState, WorkshopState] | None = None,
    width: int = 50,
    expand: tuple[int, ...] = ALL,
    depth: int = 3,
    worlds: int = 1,
    nodes: int = 10_000,
    ms: int | None = None,
) -> BeamAgent[WorkshopState, WorkshopState]:
    """Makes a beam without bounds, except for those that a test asks for."""
    return BeamAgent(
        Plain() if planner is None else planner, width, expand, depth, worlds, nodes, ms
    )


def scores(advice: Advice[WorkshopState]) -> dict[str, float]:
    return {str(option.move).removeprefix("work "): option.score for option in advice.options}


def adds_up(advice: Advice[WorkshopState]) -> bool:
    return all(
        option.score == pytest.approx(sum(reason.amount for reason in option.reasons))
        for option in advice.options
    )
