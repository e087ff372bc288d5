"""Turns: how a match goes through its segments, turns, phases and steps.

The stages are declared once (`kibitz.kit.stages`) and never change; where a match is stands in
`state.flow`. Going on enters outer stages before inner ones and leaves inner ones before outer
ones, each hook once. A hook that asks for a decision halts everything; after the answer it goes on
exactly there.
"""

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.errors import suggest
from kibitz.core.move import Move
from kibitz.kit.board import Board
from kibitz.kit.errors import FlowError
from kibitz.kit.flow import LEVELS, NOBODY, PHASE, SEGMENT, STEP, TURN, Flow, Task
from kibitz.kit.moves import TableMove
from kibitz.kit.stages import (
    Hook,
    Phase,
    Segment,
    Stage,
    Turn,
    TurnStep,
    at_once,
    by_list,
    reverse,
    round_robin,
    skip,
)
from kibitz.kit.state import TableState

__all__ = [
    "Phase",
    "Segment",
    "Turn",
    "TurnStep",
    "TurnStructure",
    "at_once",
    "by_list",
    "reverse",
    "round_robin",
    "skip",
]

B = TypeVar("B", bound=Board)
# Any: stages of all games; what is returned keeps its own type.
T = TypeVar("T", bound="Stage[Any]")

# The segment of a game that declares only a turn.
WHOLE_GAME: Final = "game"

# How many stages may end by themselves before somebody must decide. Far more than a rule book has;
# more means that they end each other for ever.
LIMIT: Final = 1000

# Tasks of a transition; see `TurnStructure.advance`.
LEAVE: Final = "leave"
CLEAR: Final = "clear"
FOLLOW: Final = "follow"
ENTER: Final = "enter"


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnStructure(Generic[B]):
    """All stages of a game, and the only code that moves from one to the next.

    Attributes:
        segments: the segments in order; a game that declares only a turn has one, `WHOLE_GAME`.
    """

    def __init__(self, stages: Turn[B] | Sequence[Segment[B]]) -> None:
        """Takes the segments in order, or just the turn of a game that has no other parts."""
        if isinstance(stages, Turn):
            self.segments: tuple[Segment[B], ...] = (Segment(WHOLE_GAME, stages),)
        else:
            self.segments = tuple(stages)

    def begin(self, state: TableState[B]) -> None:
        """Enters the first segment; the first turn is that of `state.flow.active`."""
        flow = state.flow
        flow.turn = 0
        flow.segment = ""
        flow.phase = ""
        flow.step = ""
        flow.requests.clear()
        flow.agenda = [(ENTER, SEGMENT, self.segments[0].id)]
        self.settle(state)

    def end_step(self, state: TableState[B]) -> None:
        """Ends the running step; inside a hook, as soon as the hook's transition is over."""
        self.end(state, STEP)

    def end_phase(self, state: TableState[B]) -> None:
        """Ends the running phase; inside a hook, as soon as the hook's transition is over."""
        self.end(state, PHASE)

    def end_turn(self, state: TableState[B]) -> None:
        """Ends the running turn; inside a hook, as soon as the hook's transition is over."""
        self.end(state, TURN)

    def end_segment(self, state: TableState[B]) -> None:
        """Ends the running segment; inside a hook, as soon as the hook's transition is over."""
        self.end(state, SEGMENT)

    def end(self, state: TableState[B], level: str) -> None:
        """Ends the running stage of a level.

        Raises:
            FlowError: if no such stage runs, or stages end each other for ever.
        """
        state.flow.request(level)
        self.settle(state)

    def settle(self, state: TableState[B]) -> None:
        """Goes on until somebody must decide or nothing ends any more.

        Open transitions come first, then requests, then stages that end by themselves. Called by a
        hook it does nothing, because it is going on already.

        Raises:
            FlowError: if stages end each other for ever; names them.
        """
        flow = state.flow
        if flow.running:
            return
        flow.running = True
        try:
            ended: list[str] = []
            while not state.over and not state.pending:
                if flow.agenda:
                    self.advance(state)
                    continue
                level = self.due(state)
                if not level:
                    break
                ended.append(f"{level} {self.current(flow, level).id}")
                if len(ended) > LIMIT:
                    raise FlowError(f"the flow never comes to rest: {cycle_of(ended)}")
                flow.agenda = self.departure(flow, level)
        finally:
            flow.running = False
        state.refresh_seat()

    def due(self, state: TableState[B]) -> str:
        """Tells which level ends next, by request or by itself; empty if none does."""
        flow = state.flow
        if not flow.segment:
            return ""
        if flow.requests:
            level = min(flow.requests, key=LEVELS.index)
            flow.requests.remove(level)
            return level
        segment = self.segment(flow)
        if segment.turn is None:
            # Nothing but its hooks happens in it, so it is over unless it says otherwise.
            return SEGMENT if segment.end_if is None or segment.end_if(state) else ""
        if flow.phase:
            phase = find(segment.turn.phases, PHASE, flow.phase)
            if flow.step and is_over(find(phase.steps, STEP, flow.step), state):
                return STEP
            if is_over(phase, state):
                return PHASE
        if is_over(segment.turn, state):
            return TURN
        return SEGMENT if is_over(segment, state) else ""

    def departure(self, flow: Flow, level: str) -> list[Task]:
        """Plans the end of a stage: leave what is inside it, then itself, then see what follows."""
        upto = LEVELS.index(level) + 1
        tasks: list[Task] = [
            (LEAVE, inner, "") for inner in LEVELS[:upto] if self.runs(flow, inner)
        ]
        return [*tasks, (FOLLOW, level, self.current(flow, level).id)]

    def advance(self, state: TableState[B]) -> None:
        """Carries out the next task of the running transition, which runs one hook at most."""
        verb, level, name = state.flow.agenda.pop(0)
        if verb == LEAVE:
            # A task of its own: what lasts until the end of a stage outlives its last decision.
            state.flow.agenda.insert(0, (CLEAR, level, ""))
            run(self.current(state.flow, level).on_end, state)
        elif verb == CLEAR:
            self.clear(state, level)
        elif verb == FOLLOW:
            self.follow(state.flow, level, name)
        else:
            self.enter(state, level, name)

    def clear(self, state: TableState[B], level: str) -> None:
        """Ends what lasts as long as a stage: marks, reveals, modifiers, priority, requests."""
        flow = state.flow
        if level == TURN:
            state.trackers.clear_turn()
        elif level == PHASE:
            state.trackers.clear_phase(flow.phase)
        state.table.expire(level)
        for inner in LEVELS[: LEVELS.index(level) + 1]:
            if inner in flow.requests:
                flow.requests.remove(inner)
        flow.priority = NOBODY
        if level == STEP:
            flow.step = ""
        elif level == PHASE:
            flow.phase = ""
        elif level == SEGMENT:
            flow.segment = ""

    def follow(self, flow: Flow, level: str, name: str) -> None:
        """Plans what comes after a stage that was left; after the last, its outer stage ends."""
        if level == TURN:
            flow.agenda.append((ENTER, TURN, ""))
            return
        after = following(self.siblings(flow, level), name)
        if after:
            flow.agenda.append((ENTER, level, after))
        elif level != SEGMENT:
            flow.agenda = self.departure(flow, PHASE if level == STEP else TURN)

    def enter(self, state: TableState[B], level: str, name: str) -> None:
        """Enters a stage: the position, its hook, and then its first inner stage."""
        flow = state.flow
        inner: tuple[Stage[B], ...] = ()
        if level == SEGMENT:
            flow.segment = name
            if self.segment(flow).turn is not None:
                flow.agenda.append((ENTER, TURN, ""))
        elif level == TURN:
            turn = self.turn(flow)
            if flow.turn == 0:
                flow.first = flow.active
            elif turn.order is None:
                flow.active = round_robin(state, flow.active)
            else:
                flow.active = turn.order(state, flow.active)
            flow.turn += 1
            inner = turn.phases
        elif level == PHASE:
            flow.phase = name
            inner = self.phase(flow).steps
        else:
            flow.step = name
        if inner:
            flow.agenda.append((ENTER, PHASE if level == TURN else STEP, inner[0].id))
        run(self.current(flow, level).on_begin, state)

    # Looking up.

    def runs(self, flow: Flow, level: str) -> bool:
        """Tells whether a stage of a level is running."""
        if level == STEP:
            return flow.step != ""
        if level == PHASE:
            return flow.phase != ""
        return flow.segment != "" and (level == SEGMENT or self.segment(flow).turn is not None)

    def current(self, flow: Flow, level: str) -> Stage[B]:
        """Returns the running stage of a level.

        Raises:
            FlowError: if the flow names a stage that does not exist.
        """
        if level == SEGMENT:
            return self.segment(flow)
        if level == TURN:
            return self.turn(flow)
        if level == PHASE:
            return self.phase(flow)
        return find(self.phase(flow).steps, level, flow.step)

    def segment(self, flow: Flow) -> Segment[B]:
        """Returns the running segment."""
        return find(self.segments, SEGMENT, flow.segment)

    def turn(self, flow: Flow) -> Turn[B]:
        """Returns what a turn of the running segment is made of."""
        turn = self.segment(flow).turn
        if turn is None:
            raise FlowError(f"no turn is running ({flow.describe()})")
        return turn

    def phase(self, flow: Flow) -> Phase[B]:
        """Returns the running phase."""
        return find(self.turn(flow).phases, PHASE, flow.phase)

    def siblings(self, flow: Flow, level: str) -> tuple[Stage[B], ...]:
        """Returns the stages of a level among which the running one stands, in order."""
        if level == SEGMENT:
            return self.segments
        return self.turn(flow).phases if level == PHASE else self.phase(flow).steps

    # Checking the declaration.

    def problems(self, kinds: Sequence[type[Move[TableState[B]]]] = ()) -> list[str]:
        """Lists names that are missing, doubled or unknown, in the stages and in kinds of moves."""
        found = ["a turn structure needs at least one segment"] if not self.segments else []
        found += name_problems(SEGMENT, "", self.segments)
        phases: list[str] = []
        steps: list[str] = []
        for segment in self.segments:
            for phase in () if segment.turn is None else segment.turn.phases:
                phases.append(phase.id)
                steps += [step.id for step in phase.steps]
                found += name_problems(STEP, f" of phase {phase.id!r}", phase.steps)
            if segment.turn is not None:
                where = f" of segment {segment.id!r}"
                found += name_problems(PHASE, where, segment.turn.phases)
        for kind in kinds:
            if issubclass(kind, TableMove):
                found += timing_problems(kind.id, PHASE, kind.phases, phases)
                found += timing_problems(kind.id, STEP, kind.steps, steps)
        return found


def run(hook: Hook[B] | None, state: TableState[B]) -> None:
    """Runs a hook, if there is one."""
    if hook is not None:
        hook(state)


def is_over(stage: Stage[B], state: TableState[B]) -> bool:
    """Tells whether a stage ends by itself now."""
    return stage.end_if is not None and stage.end_if(state)


def find(stages: Sequence[T], level: str, name: str) -> T:
    """Returns the stage of a name among its siblings."""
    for stage in stages:
        if stage.id == name:
            return stage
    raise FlowError(f"there is no {level} {name!r}; {suggest(name, [s.id for s in stages])}")


def following(stages: Sequence[Stage[B]], name: str) -> str:
    """Returns the name of the stage after one of its siblings; empty after the last."""
    index = [stage.id for stage in stages].index(name)
    if stages[index].next:
        return stages[index].next
    return stages[index + 1].id if index + 1 < len(stages) else ""


def cycle_of(ended: list[str]) -> str:
    """Names the stages that end each other, from the shortest repeating end of a list."""
    for length in range(1, len(ended) // 2 + 1):
        tail = ended[-length:]
        if tail == ended[-2 * length : -length]:
            return " -> ".join([*tail, tail[0]])
    return " -> ".join(ended[-10:])


def name_problems(level: str, where: str, stages: Sequence[Stage[B]]) -> list[str]:
    """Lists what is wrong with the names of sibling stages."""
    names = [stage.id for stage in stages]
    found = [f"a {level}{where} has no id" for name in names if not name]
    found += [
        f"{names.count(name)} {level}s{where} have the id {name!r}"
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    return found + [
        f"{level} {stage.id!r}{where}: next {stage.next!r} is not known;"
        f" {suggest(stage.next, names)}"
        for stage in stages
        if stage.next and stage.next not in names
    ]


def timing_problems(
    move: str, level: str, wanted: Sequence[str], known: Sequence[str]
) -> list[str]:
    """Lists the phases or steps that a kind of move names and the structure does not have."""
    return [
        f"{move}: {level} {name!r} is not known; {suggest(name, dict.fromkeys(known))}"
        for name in wanted
        if name not in known
    ]
