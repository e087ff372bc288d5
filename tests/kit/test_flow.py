"""Flow and turns: stages follow each other in order, and each hook runs once."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import pytest

from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.kit.board import Board
from kibitz.kit.cards import CardDefinition, CardRegistry
from kibitz.kit.errors import FlowError
from kibitz.kit.flow import Flow
from kibitz.kit.game import TableGame
from kibitz.kit.moves import EndTurn
from kibitz.kit.pending import Decision
from kibitz.kit.stages import Hook
from kibitz.kit.state import TableState
from kibitz.kit.trackers import Trackers
from kibitz.kit.turns import (
    Phase,
    Turn,
    TurnStep,
    TurnStructure,
    at_once,
    cycle_of,
)
from kibitz.kit.zones import Zone


class Diary(Board):
    """What happened, written by the hooks into the one state."""

    __match_args__ = ("lines", "passes")
    visibility: ClassVar[Mapping[str, str]] = {"lines": "public", "passes": "public"}

    def __init__(self, lines: list[str] | None = None, passes: int = 0) -> None:
        self.lines: list[str] = [] if lines is None else lines
        self.passes = passes

    def read(self) -> list[str]:
        """Returns the lines since the last reading."""
        lines = self.lines
        self.lines = []
        return lines


Table = TableState[Diary]


class Stages(TableGame[Diary]):
    """A game of nothing but stages."""

    id = "stages"
    title = "Stages"

    def __init__(self, structure: TurnStructure[Diary], seats: int = 2) -> None:
        super().__init__(seats)
        self.declared = structure

    def zones(self) -> list[Zone]:
        return [Zone("hand", visibility="private", per_player=True)]

    def cards(self) -> CardRegistry:
        return CardRegistry([CardDefinition("n1", "One", "number", {})])

    def board(self) -> Diary:
        return Diary()

    def trackers(self) -> Trackers:
        return Trackers(per_turn=("played",), per_phase={"a": ("used",)}, per_game=("chosen",))

    def kinds(self) -> list[type[Move[Table]]]:
        return [EndTurn]

    def turns(self) -> TurnStructure[Diary]:
        return self.declared

    def deal(self, state: Table) -> None:
        pass


def begun(structure: TurnStructure[Diary], seats: int = 2, active: int = 0) -> Table:
    state = Stages(structure, seats).blank(seeded(1))
    state.flow.active = active
    structure.begin(state)
    return state


def note(line: str) -> Hook[Diary]:
    def write(state: Table) -> None:
        state.board.lines.append(line)

    return write


def note_seat(line: str) -> Hook[Diary]:
    def write(state: Table) -> None:
        state.board.lines.append(f"{line} {state.flow.active}")

    return write


def noted_step(name: str, end_if: Callable[[Table], bool] | None = None) -> TurnStep[Diary]:
    return TurnStep(name, on_begin=note(f"{name}.begin"), on_end=note(f"{name}.end"), end_if=end_if)


def noted(
    name: str,
    end_if: Callable[[Table], bool] | None = None,
    steps: Sequence[TurnStep[Diary]] = (),
    next: str = "",
) -> Phase[Diary]:
    return Phase(
        name,
        on_begin=note(f"{name}.begin"),
        on_end=note(f"{name}.end"),
        end_if=end_if,
        steps=steps,
        next=next,
    )


def noted_turn(phases: Sequence[Phase[Diary]]) -> Turn[Diary]:
    return Turn(phases, on_begin=note_seat("turn.begin"), on_end=note_seat("turn.end"))


# Dossier, scenario 39.


def test_given_phases_with_only_order_when_one_ends_at_once_then_each_hook_runs_once() -> None:
    structure = TurnStructure(noted_turn([noted("a"), noted("b", at_once), noted("c")]))
    state = begun(structure)
    assert state.board.read() == ["turn.begin 0", "a.begin"]
    state.trackers.mark("played", 0)

    structure.end_phase(state)
    assert state.board.read() == ["a.end", "b.begin", "b.end", "c.begin"]
    assert state.flow.phase == "c"
    assert state.trackers.check("played", 0)

    structure.end_phase(state)
    assert state.board.read() == ["c.end", "turn.end 0", "turn.begin 1", "a.begin"]
    assert (state.flow.turn, state.flow.active, state.seat) == (2, 1, 1)
    assert not state.trackers.check("played", 0)


def test_given_three_players_when_turns_end_then_the_turn_goes_round() -> None:
    structure = TurnStructure(noted_turn([noted("a")]))
    state = begun(structure, seats=3, active=1)
    seats = [state.flow.active]
    for _ in range(5):
        structure.end_turn(state)
        seats.append(state.flow.active)
    assert seats == [1, 2, 0, 1, 2, 0]
    assert state.flow.first == 1
    assert state.flow.turn == 6


# Dossier, 1.9: the defects of the original.


def test_defect_a_ending_the_last_phase_runs_its_end_hook_once() -> None:
    structure = TurnStructure(noted_turn([noted("a")]))
    state = begun(structure)
    state.board.read()
    structure.end_phase(state)
    assert state.board.read().count("a.end") == 1
    structure.end_turn(state)
    assert state.board.read().count("a.end") == 1


def test_defect_b_phases_without_next_follow_each_other_in_order() -> None:
    structure = TurnStructure(noted_turn([noted("a"), noted("b"), noted("c")]))
    state = begun(structure)
    phases = []
    for _ in range(4):
        phases.append((state.flow.turn, state.flow.phase))
        structure.end_phase(state)
    assert phases == [(1, "a"), (1, "b"), (1, "c"), (2, "a")]


def test_defect_c_outer_stages_begin_before_inner_ones_at_turn_start_and_within_a_turn() -> None:
    structure = TurnStructure(
        noted_turn(
            [
                noted("a", steps=[noted_step("a1")]),
                noted("b", steps=[noted_step("b1"), noted_step("b2")]),
            ]
        )
    )
    state = begun(structure)
    assert state.board.read() == ["turn.begin 0", "a.begin", "a1.begin"]
    structure.end_phase(state)
    assert state.board.read() == ["a1.end", "a.end", "b.begin", "b1.begin"]
    structure.end_turn(state)
    assert state.board.read() == [
        "b1.end",
        "b.end",
        "turn.end 0",
        "turn.begin 1",
        "a.begin",
        "a1.begin",
    ]


def test_defect_d_a_chain_of_stages_that_end_at_once_is_walked_to_its_end() -> None:
    chain = [noted(name, at_once) for name in "abcde"]
    structure = TurnStructure(noted_turn([*chain, noted("main")]))
    state = begun(structure)
    assert state.flow.phase == "main"
    assert state.board.read()[-3:] == ["e.begin", "e.end", "main.begin"]


def test_defect_e_what_a_hook_writes_is_in_the_state() -> None:
    structure = TurnStructure(noted_turn([noted("a")]))
    game = Stages(structure)
    state = game.setup(seeded(1))
    assert state.board.lines == ["turn.begin 0", "a.begin"]
    twin = state.clone()
    game.play(twin, EndTurn())
    assert twin.board.lines[2:] == ["a.end", "turn.end 0", "turn.begin 1", "a.begin"]
    assert len(state.board.lines) == 2


# Order and ends.


def test_steps_follow_in_order_and_the_last_one_ends_its_phase() -> None:
    structure = TurnStructure(
        noted_turn([noted("a", steps=[noted_step("x"), noted_step("y")]), noted("b")])
    )
    state = begun(structure)
    structure.end_step(state)
    assert (state.flow.phase, state.flow.step) == ("a", "y")
    state.board.read()
    structure.end_step(state)
    assert state.board.read() == ["y.end", "a.end", "b.begin"]
    assert (state.flow.phase, state.flow.step) == ("b", "")


def test_end_conditions_are_asked_inner_before_outer() -> None:
    def tired(state: Table) -> bool:
        return state.board.passes > 0

    def rest(state: Table) -> None:
        state.board.passes = 0

    structure = TurnStructure[Diary](
        Turn(
            [
                Phase(
                    "a", end_if=tired, on_end=rest, steps=[noted_step("x", tired), TurnStep("y")]
                ),
                noted("b"),
            ],
            end_if=tired,
        )
    )
    state = begun(structure)
    state.board.read()
    state.board.passes = 1
    structure.settle(state)
    # The step first, then the phase, whose end hook leaves the turn no reason to end.
    assert state.board.read() == ["x.end", "b.begin"]
    assert (state.flow.turn, state.flow.phase) == (1, "b")


@pytest.mark.parametrize(
    ("names", "cycle"),
    [
        ("a", "phase a -> phase a"),
        ("ab", "phase b -> phase a -> phase b"),
        ("abc", "phase c -> phase a -> phase b -> phase c"),
    ],
)
def test_stages_that_end_each_other_for_ever_are_named(names: str, cycle: str) -> None:
    structure = TurnStructure[Diary](Turn([Phase(name, end_if=at_once) for name in names]))
    with pytest.raises(FlowError) as caught:
        begun(structure)
    assert str(caught.value) == f"the flow never comes to rest: {cycle}"


def test_stages_that_end_for_ever_without_a_pattern_are_named_too() -> None:
    assert cycle_of([f"turn {n}" for n in range(12)]).startswith("turn 2 -> turn 3")


# Requests.


def test_a_request_inside_a_hook_is_carried_out_once_after_the_transition() -> None:
    def hurry(state: Table) -> None:
        note("a.begin")(state)
        state.flow.request("phase")
        state.flow.request("phase")

    structure = TurnStructure(
        noted_turn([Phase("a", on_begin=hurry, steps=[noted_step("x")]), noted("b"), noted("c")])
    )
    state = begun(structure)
    assert state.board.read() == ["turn.begin 0", "a.begin", "x.begin", "x.end", "b.begin"]
    assert state.flow.requests == []


def test_the_structure_called_from_inside_a_hook_is_deferred_too() -> None:
    def leave(state: Table) -> None:
        note("a.begin")(state)
        structure.end_phase(state)
        note("a.begun")(state)

    structure = TurnStructure(noted_turn([Phase("a", on_begin=leave), noted("b")]))
    state = begun(structure)
    assert state.board.read() == ["turn.begin 0", "a.begin", "a.begun", "b.begin"]


def test_requests_are_carried_out_step_phase_turn() -> None:
    structure = TurnStructure(
        noted_turn([noted("a", steps=[noted_step("x"), noted_step("y")]), noted("b")])
    )
    state = begun(structure)
    state.board.read()
    state.flow.request("turn")
    state.flow.request("phase")
    state.flow.request("step")
    structure.settle(state)
    assert state.board.read() == [
        *["x.end", "y.begin"],
        *["y.end", "a.end", "b.begin"],
        *["b.end", "turn.end 0", "turn.begin 1", "a.begin", "x.begin"],
    ]


def test_a_request_of_an_end_hook_to_end_what_is_ending_is_spent() -> None:
    structure = TurnStructure[Diary](
        Turn(
            [Phase("a", on_end=lambda state: state.flow.request("phase")), noted("b")],
            on_end=lambda state: state.flow.request("turn"),
        )
    )
    state = begun(structure)
    structure.end_phase(state)
    assert (state.flow.turn, state.flow.phase) == (1, "b")
    structure.end_turn(state)
    assert (state.flow.turn, state.flow.phase) == (2, "a")


def test_a_request_survives_cloning_until_it_is_carried_out() -> None:
    structure = TurnStructure(noted_turn([noted("a"), noted("b")]))
    state = begun(structure)
    state.flow.request("phase")
    state.flow.request("phase")
    assert state.flow.requests == ["phase"]
    twin = state.clone()
    structure.settle(twin)
    assert (state.flow.phase, twin.flow.phase) == ("a", "b")


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ("phases", "cannot end a 'phases'; did you mean 'phase'?"),
        (
            "step",
            r"cannot end the step: none is running \(segment game, turn 1 of seat 0, phase a\)",
        ),
    ],
)
def test_a_request_for_nothing_that_runs_is_refused(level: str, message: str) -> None:
    state = begun(TurnStructure(noted_turn([noted("a")])))
    with pytest.raises(FlowError, match=message):
        state.flow.request(level)


# Pending decisions and the end of the game halt the flow.


def ask(seat: int, kind: str = "target") -> Callable[[Table], None]:
    def hook(state: Table) -> None:
        state.ask(Decision("hook", seat, kind, ("yes", "no")))

    return hook


def answer(state: Table, structure: TurnStructure[Diary]) -> None:
    state.pending.pop(0)
    structure.settle(state)


def test_a_hook_that_asks_halts_the_transition_there_and_the_answer_resumes_it() -> None:
    structure = TurnStructure[Diary](
        Turn(
            [
                Phase("a", on_end=ask(1)),
                Phase("b", on_begin=ask(0), steps=[noted_step("b1")]),
            ],
            on_begin=note("turn.begin"),
        )
    )
    state = begun(structure)
    state.trackers.mark("used", 0)
    structure.end_phase(state)
    assert (state.flow.phase, state.seat) == ("a", 1)
    assert state.trackers.check("used", 0), "what lasts for the phase outlives its last decision"

    twin = pickle.loads(pickle.dumps(state.clone()))
    for copy in (state, twin):
        answer(copy, structure)
        assert (copy.flow.phase, copy.flow.step, copy.seat) == ("b", "", 0)
        assert not copy.trackers.check("used", 0)
        answer(copy, structure)
        assert (copy.flow.phase, copy.flow.step) == ("b", "b1")
        assert copy.board.lines == ["turn.begin", "b1.begin"]
    assert twin == state


def test_a_pending_decision_holds_back_requests_and_end_conditions() -> None:
    structure = TurnStructure(noted_turn([noted("a", lambda s: s.board.passes > 0), noted("b")]))
    state = begun(structure)
    ask(1)(state)
    state.board.passes = 1
    structure.end_turn(state)
    assert (state.flow.turn, state.flow.phase) == (1, "a")
    state.board.passes = 0
    answer(state, structure)
    assert (state.flow.turn, state.flow.phase) == (2, "a")


def test_a_finished_game_goes_no_further() -> None:
    structure = TurnStructure[Diary](
        Turn([Phase("a", on_end=lambda state: state.win(0, "done")), noted("b")])
    )
    state = begun(structure)
    structure.end_phase(state)
    assert state.over
    assert state.board.lines == []


# Marks and reveals end with their stage.


def test_trackers_of_a_phase_clear_at_its_end_those_of_the_game_never() -> None:
    structure = TurnStructure(noted_turn([noted("a"), noted("b")]))
    state = begun(structure)
    for name in ("played", "used", "chosen"):
        state.trackers.mark(name, 0)
    structure.end_phase(state)
    assert state.trackers.marked() == [("chosen", 0), ("played", 0)]
    structure.end_turn(state)
    assert state.trackers.marked() == [("chosen", 0)]


def test_reveals_end_with_the_stage_that_they_name() -> None:
    structure = TurnStructure(noted_turn([noted("a", steps=[noted_step("x")]), noted("b")]))
    state = begun(structure)
    shown = {until: state.table.create("n1", "hand", 0) for until in ("step", "phase", "turn", "")}
    for until, card in shown.items():
        state.table.reveal(card, [1], until)

    def seen() -> list[str]:
        return [until for until, card in shown.items() if state.table.knows(1, card)]

    assert seen() == ["step", "phase", "turn", ""]
    structure.end_step(state)
    assert seen() == ["turn", ""]
    structure.end_phase(state)
    assert seen() == [""]


def test_end_hooks_still_see_the_marks_of_their_stage() -> None:
    def write(state: Table) -> None:
        state.board.lines.append(f"played {state.trackers.check('played', 0)}")

    structure = TurnStructure[Diary](Turn([noted("a")], on_end=write))
    state = begun(structure)
    state.trackers.mark("played", 0)
    structure.end_turn(state)
    assert "played True" in state.board.lines


# The position.


def test_flow_clone_key_and_pickle_cover_the_whole_position() -> None:
    flow = Flow(3, 1, 0, "game", "main", "block", ["turn"], [("enter", "step", "x")], 0)
    twin = flow.clone()
    assert twin == flow == pickle.loads(pickle.dumps(flow))
    twin.requests.append("step")
    twin.agenda.clear()
    assert flow.requests == ["turn"]
    assert flow.agenda == [("enter", "step", "x")]
    for name, value in [("turn", 4), ("active", 0), ("first", 1), ("segment", ""), ("phase", "x")]:
        other = flow.clone()
        setattr(other, name, value)
        assert other != flow
    assert flow.describe() == "segment game, turn 3 of seat 1, phase main, step block"


def test_a_game_without_a_structure_stands_in_turn_one_of_seat_zero() -> None:
    flow = Flow()
    assert (flow.turn, flow.acting, flow.is_first_turn) == (1, 0, True)
