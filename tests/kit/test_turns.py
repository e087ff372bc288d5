"""Turns: segments, turn orders, and what is wrong with a declaration."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.kit.board import Board
from kibitz.kit.cards import CardRegistry
from kibitz.kit.errors import FlowError
from kibitz.kit.flow import NOBODY
from kibitz.kit.game import TableGame
from kibitz.kit.moves import EndTurn
from kibitz.kit.pending import Decision
from kibitz.kit.stages import Hook
from kibitz.kit.state import TableState
from kibitz.kit.turns import (
    Phase,
    Segment,
    Turn,
    TurnStep,
    TurnStructure,
    at_once,
    by_list,
    reverse,
    round_robin,
    skip,
)
from kibitz.kit.zones import Zone


class Diary(Board):
    """What happened, written by the hooks."""

    __match_args__ = ("lines", "passes")
    visibility: ClassVar[Mapping[str, str]] = {"lines": "public", "passes": "public"}

    def __init__(self, lines: list[str] | None = None, passes: int = 0) -> None:
        self.lines: list[str] = [] if lines is None else lines
        self.passes = passes


Table = TableState[Diary]


class Stages(TableGame[Diary]):
    """A game of nothing but stages."""

    id = "stages"

    def __init__(self, structure: TurnStructure[Diary], seats: int = 2) -> None:
        super().__init__(seats)
        self.declared = structure

    def zones(self) -> list[Zone]:
        return [Zone("hand", visibility="private", per_player=True)]

    def cards(self) -> CardRegistry:
        return CardRegistry([])

    def board(self) -> Diary:
        return Diary()

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
        state.board.lines.append(f"{line} {state.flow.active}")

    return write


def noted(name: str) -> Phase[Diary]:
    return Phase(name, on_begin=note(f"{name}.begin"), on_end=note(f"{name}.end"))


def noted_turn(name: str) -> Turn[Diary]:
    return Turn([noted(name)], on_begin=note("turn.begin"), on_end=note("turn.end"))


def answer(state: Table, structure: TurnStructure[Diary]) -> None:
    state.pending.pop(0)
    structure.settle(state)


# Segments.


def set_up(state: Table) -> None:
    note("setup.begin")(state)
    for seat in (state.flow.active, 1 - state.flow.active):
        state.ask(Decision("mulligan", seat, "mulligan"))


def test_a_set_up_segment_asks_everybody_before_turn_one() -> None:
    structure = TurnStructure[Diary](
        [
            Segment("setup", on_begin=set_up, on_end=note("setup.end")),
            Segment("main", noted_turn("a"), on_begin=note("main.begin")),
        ]
    )
    state = begun(structure, active=1)
    assert (state.flow.segment, state.flow.turn, state.seat) == ("setup", 0, 1)
    assert not state.flow.is_first_turn
    answer(state, structure)
    assert (state.flow.segment, state.seat) == ("setup", 0)
    answer(state, structure)
    assert state.board.lines == [
        "setup.begin 1",
        "setup.end 1",
        "main.begin 1",
        "turn.begin 1",
        "a.begin 1",
    ]
    assert (state.flow.segment, state.flow.turn, state.flow.first) == ("main", 1, 1)
    assert state.flow.is_first_turn


def test_turn_numbers_go_on_through_segments_and_after_the_last_nothing_runs() -> None:
    structure = TurnStructure[Diary](
        [
            Segment("early", noted_turn("a"), end_if=lambda state: state.flow.turn > 2),
            Segment("late", noted_turn("z"), on_end=note("late.end")),
        ]
    )
    state = begun(structure)
    structure.end_turn(state)
    structure.end_turn(state)
    assert (state.flow.segment, state.flow.turn, state.flow.active) == ("late", 4, 1)
    state.board.lines.clear()
    structure.end_segment(state)
    assert state.board.lines == ["z.end 1", "turn.end 1", "late.end 1"]
    assert (state.flow.segment, state.flow.phase) == ("", "")
    structure.settle(state)
    assert state.flow.segment == ""


def test_a_segment_without_turns_can_wait_for_its_own_end() -> None:
    structure = TurnStructure[Diary](
        [
            Segment("setup", end_if=lambda state: state.board.passes == 2),
            Segment("main", Turn([noted("a")])),
        ]
    )
    state = begun(structure)
    assert state.flow.segment == "setup"
    with pytest.raises(FlowError, match="no turn is running"):
        structure.end_turn(state)
    state = begun(structure)
    state.board.passes = 2
    structure.settle(state)
    assert (state.flow.segment, state.flow.phase) == ("main", "a")


# Within a turn.


def test_first_turn_is_turn_one_only() -> None:
    structure = TurnStructure(noted_turn("a"))
    state = begun(structure)
    assert state.flow.is_first_turn
    structure.end_turn(state)
    assert not state.flow.is_first_turn


def test_next_leads_back_or_over() -> None:
    attack = [
        TurnStep[Diary]("open"),
        TurnStep[Diary]("block", end_if=at_once),
        TurnStep[Diary]("damage", end_if=at_once, next="open"),
    ]
    structure = TurnStructure[Diary](
        Turn(
            [
                Phase("main", steps=attack, next="end"),
                noted("never"),
                Phase("end", on_begin=note("end.begin"), end_if=at_once),
            ]
        )
    )
    state = begun(structure)
    structure.end_step(state)
    assert (state.flow.turn, state.flow.phase, state.flow.step) == (1, "main", "open")
    structure.end_phase(state)
    assert state.board.lines == ["end.begin 0"]
    assert (state.flow.turn, state.flow.phase) == (2, "main")


def test_priority_gives_another_seat_the_move_until_the_step_ends() -> None:
    """Gundam's action step: the standby player first, alternating, over after two passes."""

    def open_step(state: Table) -> None:
        state.board.passes = 0
        state.flow.priority = 1 - state.flow.active

    action = TurnStep("action", on_begin=open_step, end_if=lambda state: state.board.passes == 2)
    structure = TurnStructure[Diary](
        Turn([Phase("main"), Phase("end", steps=[action, TurnStep("hand")])])
    )
    state = begun(structure)
    assert (state.flow.acting, state.flow.priority) == (0, NOBODY)
    structure.end_phase(state)
    acted = []
    while state.flow.step == "action":
        acted.append(state.flow.acting)
        state.board.passes += 1
        state.flow.priority = 1 - state.flow.acting
        structure.settle(state)
    assert acted == [1, 0]
    assert (state.flow.active, state.flow.acting, state.flow.step) == (0, 0, "hand")


def test_a_turn_without_phases_runs() -> None:
    structure = TurnStructure(Turn(on_begin=note("turn.begin"), on_end=note("turn.end")))
    state = begun(structure)
    assert (state.flow.turn, state.flow.phase) == (1, "")
    structure.end_turn(state)
    assert state.board.lines == ["turn.begin 0", "turn.end 0", "turn.begin 1"]


def test_settle_at_rest_changes_nothing() -> None:
    structure = TurnStructure(noted_turn("a"))
    state = begun(structure)
    before = state.key()
    structure.settle(state)
    assert state.key() == before


def test_a_phase_cannot_be_ended_where_there_is_none() -> None:
    state = begun(TurnStructure(Turn(on_begin=note("turn.begin"), on_end=note("turn.end"))))
    with pytest.raises(FlowError, match="none is running"):
        state.flow.request("phase")


def test_a_turn_like_lorcanas_can_be_declared() -> None:
    """Who begins is chosen; start steps pass by themselves; the end waits for its triggers."""

    def choose_first(state: Table) -> None:
        state.ask(Decision("coin", 0, "choose_first", (0, 1)))

    def draw(state: Table) -> None:
        if not state.flow.is_first_turn:
            note("draw")(state)

    def trigger(state: Table) -> None:
        state.ask(Decision("trigger", state.flow.active, "resolve", ("yes", "no")))

    start = [TurnStep("ready", end_if=at_once), TurnStep("draw", on_begin=draw, end_if=at_once)]
    turn = Turn[Diary](
        [
            Phase("start", steps=start),
            Phase("main"),
            Phase("end", on_begin=trigger, end_if=at_once, on_end=note("this turn ends")),
        ]
    )
    structure = TurnStructure[Diary](
        [Segment("setup", on_begin=choose_first), Segment("main", turn)]
    )
    state = begun(structure)
    state.flow.active = 1  # the answer to choose_first
    answer(state, structure)
    assert (state.flow.turn, state.flow.phase, state.seat) == (1, "main", 1)
    assert state.board.lines == []
    structure.end_phase(state)
    assert (state.flow.phase, state.seat, state.board.lines) == ("end", 1, [])
    answer(state, structure)
    assert (state.flow.turn, state.flow.phase, state.seat) == (2, "main", 0)
    assert state.board.lines == ["this turn ends 1", "draw 0"]


# Turn orders.


def order_of(structure: TurnStructure[Diary], seats: int, count: int, active: int = 0) -> list[int]:
    state = begun(structure, seats, active)
    found = []
    for _ in range(count):
        found.append(state.flow.active)
        structure.end_turn(state)
    return found


def test_round_robin_goes_up_and_reverse_goes_down() -> None:
    assert order_of(TurnStructure(Turn(order=round_robin)), 3, 4) == [0, 1, 2, 0]
    assert order_of(TurnStructure(Turn(order=reverse)), 3, 4) == [0, 2, 1, 0]


def test_by_list_follows_the_list_from_whoever_begins() -> None:
    structure = TurnStructure[Diary](Turn(order=by_list([2, 0, 1])))
    assert order_of(structure, 3, 4, active=2) == [2, 0, 1, 2]
    assert order_of(structure, 3, 4, active=1) == [1, 2, 0, 1]


def test_by_list_refuses_doubled_seats_and_strangers() -> None:
    with pytest.raises(ValueError, match="lists different seats"):
        by_list([0, 1, 0])
    with pytest.raises(ValueError, match="lists different seats"):
        by_list([])
    with pytest.raises(FlowError, match="seat 0 is not in the turn order"):
        order_of(TurnStructure[Diary](Turn(order=by_list([1, 2]))), 3, 1)


def test_skip_passes_over_who_sits_out() -> None:
    structure = TurnStructure[Diary](Turn(order=skip(round_robin, lambda state, seat: seat == 1)))
    assert order_of(structure, 3, 4) == [0, 2, 0, 2]


def test_skip_refuses_a_table_where_everybody_sits_out() -> None:
    structure = TurnStructure[Diary](Turn(order=skip(round_robin, lambda state, seat: True)))
    with pytest.raises(FlowError, match="all seats sit out the turn after turn 1"):
        order_of(structure, 3, 1)


# The declaration.


def test_a_good_structure_has_no_problems() -> None:
    structure = TurnStructure[Diary](Turn([Phase("a", steps=[TurnStep("x")]), Phase("b")]))
    assert structure.problems([EndTurn]) == []


class LateMove(EndTurn[Diary]):
    id = "late"
    phases = ("mian",)
    steps = ("blok",)


def test_problems_lists_everything_at_once() -> None:
    structure = TurnStructure[Diary](
        [
            Segment("setup", next="mane"),
            Segment(
                "main",
                Turn(
                    [
                        Phase("main", steps=[TurnStep("block"), TurnStep("block"), TurnStep("")]),
                        Phase("end", next="finish"),
                        Phase("end"),
                    ]
                ),
            ),
        ]
    )
    assert structure.problems([LateMove]) == [
        "segment 'setup': next 'mane' is not known; did you mean 'main'?",
        "a step of phase 'main' has no id",
        "2 steps of phase 'main' have the id 'block'",
        "2 phases of segment 'main' have the id 'end'",
        "phase 'end' of segment 'main': next 'finish' is not known; known: main, end, end",
        "late: phase 'mian' is not known; did you mean 'main'?",
        "late: step 'blok' is not known; did you mean 'block'?",
    ]
    assert TurnStructure[Diary]([]).problems() == ["a turn structure needs at least one segment"]


def test_a_position_with_an_unknown_stage_is_refused_by_name() -> None:
    structure = TurnStructure(noted_turn("main"))
    state = begun(structure)
    state.flow.phase = "mian"
    with pytest.raises(FlowError, match=r"there is no phase 'mian'; did you mean 'main'\?"):
        structure.settle(state)
