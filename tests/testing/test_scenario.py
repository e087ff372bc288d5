from collections.abc import Iterator

import pytest

from kibitz.core.move import Move, Reject
from kibitz.kit import Decision, UnknownCard
from kibitz.kit.errors import FlowError, ZoneError
from kibitz.testing import (
    assert_conserved,
    expect_over,
    expect_refusal,
    expect_success,
    scenario,
)
from tests.testing.raid import GiveUp, PlayCard, Raid, RaidState


def test_given_a_thief_in_hand_when_played_then_the_other_player_must_give_up_a_card() -> None:
    engine = scenario(Raid()).put("hand", 0, "thief").put("hand", 1, "cat", "dog").engine()
    before = engine.state.clone()
    expect_success(engine, "play_card c1")
    assert engine.seat == 1
    assert [str(move) for move in engine.legal_moves()] == ["give_up c2", "give_up c3"]
    expect_success(engine, "give_up c3")
    assert engine.seat == 0
    assert engine.state.table.count("field", 1) == 1
    assert_conserved(before, engine.state)


def test_given_a_card_was_played_when_playing_another_then_it_is_refused() -> None:
    engine = scenario(Raid()).put("hand", 0, "rat").mark("played", 0).engine()
    error = expect_refusal(engine, PlayCard("c1"), "ALREADY_PLAYED")
    assert error.reason == "one card a turn"


def test_cards_lie_in_the_order_put_and_are_numbered_so() -> None:
    built = (
        scenario(Raid()).put("field", 1, "rat", "dog").put("hand", 0, "cat").put("field", 1, "cat")
    )
    assert built.ids == ["c1", "c2", "c3", "c4"]
    table = built.state().table
    assert table.cards("field", 1) == ["c1", "c2", "c4"]
    assert [table.definition(card).id for card in table.cards("field", 1)] == ["rat", "dog", "cat"]


def test_put_marks_cards_with_flags_and_counters() -> None:
    table = scenario(Raid()).put("field", 0, "rat", "cat", tapped=True, damage=2).state().table
    for card in table.cards("field", 0):
        assert table.flag(card, "tapped")
        assert table.counter(card, "damage") == 2


def test_set_changes_the_board() -> None:
    state = scenario(Raid()).set(total=[3, 1]).state()
    assert state.board.total == [3, 1]


def test_a_scenario_starts_in_the_first_phase_of_turn_one() -> None:
    state = scenario(Raid()).state()
    assert (state.flow.turn, state.flow.active, state.flow.phase, state.seat) == (1, 0, "main", 0)


def test_turn_sets_the_position_in_the_flow() -> None:
    state = scenario(Raid()).turn(4, active=1, phase="end", first=1).state()
    flow = state.flow
    assert (flow.turn, flow.active, flow.first, flow.phase) == (4, 1, 1, "end")
    assert state.seat == 1


def test_a_scenario_plays_on_through_the_turns() -> None:
    engine = scenario(Raid()).put("deck", 1, "rat").turn(8, phase="end").engine()
    engine.play("end_phase")
    assert engine.state.flow.turn == 9
    assert engine.state.table.count("hand", 1) == 1
    expect_over(engine, reason="turn 8")


def test_to_move_without_a_turn_makes_it_that_seats_turn() -> None:
    state = scenario(Raid()).to_move(1).state()
    assert (state.seat, state.flow.active) == (1, 1)


def test_to_move_within_a_turn_passes_the_priority() -> None:
    state = scenario(Raid()).turn(3, active=0).to_move(1).state()
    assert (state.seat, state.flow.active) == (1, 0)


def test_ask_adds_a_pending_decision() -> None:
    built = scenario(Raid()).put("hand", 1, "rat", "cat")
    engine = built.ask(Decision("thief", 1, "robbed", tuple(built.ids))).engine()
    assert engine.seat == 1
    assert [str(move) for move in engine.legal_moves()] == ["give_up c1", "give_up c2"]


def test_the_same_seed_gives_the_same_dice() -> None:
    one, other = scenario(Raid()).seed(5).state(), scenario(Raid()).seed(5).state()
    assert one.rng == other.rng
    assert scenario(Raid()).seed(6).state().rng != one.rng
    assert scenario(Raid()).seed(5).engine().seed == 5


def test_a_built_state_is_independent_of_the_scenario() -> None:
    built = scenario(Raid())
    state = built.state()
    built.put("hand", 0, "rat")
    assert state.table.count("hand", 0) == 0


def test_engines_are_checked_unless_told_otherwise() -> None:
    class Writing(PlayCard):
        def check(self, state: RaidState, seat: int) -> Iterator[Reject]:
            state.board.total[seat] += 1
            yield from super().check(state, seat)

    class Careless(Raid):
        def kinds(self) -> list[type[Move[RaidState]]]:
            return [Writing, GiveUp]

    built = scenario(Careless()).put("hand", 0, "rat")
    (entry,) = built.engine().enumerate_moves(0, move_ids=["play_card"])
    assert entry.validation_error is not None
    assert "the check of play_card changed the state" in entry.validation_error.reason
    (entry,) = built.engine(checked=False).enumerate_moves(0, move_ids=["play_card"])
    assert entry.is_valid


def test_unknown_names_are_refused_with_suggestions() -> None:
    built = scenario(Raid())
    with pytest.raises(ZoneError, match=r"no zone 'feild'; did you mean 'field'"):
        built.put("feild", 0, "rat")
    with pytest.raises(UnknownCard, match=r"no card definition 'rot'; did you mean 'rat'"):
        built.put("hand", 0, "rot")
    with pytest.raises(ValueError, match=r"raid has no field 'totl'; did you mean 'total'"):
        built.set(totl=[1, 1])
    with pytest.raises(ValueError, match=r"raid has no phase 'man' here; did you mean 'main'"):
        built.turn(1, phase="man")
    with pytest.raises(ValueError, match=r"raid has no step 'first' here; there are none"):
        built.turn(1, phase="main", step="first")
    with pytest.raises(ValueError, match=r"raid has no segment 'setup' here"):
        built.turn(1, segment="setup")
    with pytest.raises(ValueError, match="raid has seats 0 to 1, not 2"):
        built.to_move(2)
    with pytest.raises(FlowError, match="no tracker 'plaid' is declared"):
        built.mark("plaid", 0)


def test_a_game_without_turns_has_no_phases_to_set() -> None:
    class Timeless(Raid):
        def turns(self) -> None:
            return None

        def kinds(self) -> list[type[Move[RaidState]]]:
            return [GiveUp]

    assert scenario(Timeless()).turn(2).state().flow.turn == 2
    with pytest.raises(ValueError, match="raid has no turn structure, so no phase 'main'"):
        scenario(Timeless()).turn(2, phase="main")
