"""Moves of a table game: their timing, answers by choosing, and the ready-made ones."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from kibitz.core.engine import RuleEngine
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.kit.board import Board
from kibitz.kit.cards import CardDefinition, CardRegistry
from kibitz.kit.game import TableGame
from kibitz.kit.moves import (
    AlterHand,
    Choose,
    Concede,
    EndTurn,
    Mulligan,
    TableMove,
    timing_gate,
)
from kibitz.kit.pending import Decision
from kibitz.kit.state import TableState
from kibitz.kit.trackers import Trackers
from kibitz.kit.turns import Phase, Segment, Turn, TurnStep, TurnStructure, at_once
from kibitz.kit.zones import Zone


class Score(Board):
    """How often each seat was pinged, and who is out."""

    __match_args__ = ("pings", "out")
    visibility: ClassVar[Mapping[str, str]] = {"pings": "public", "out": "public"}

    def __init__(self, pings: int = 0, out: list[int] | None = None) -> None:
        self.pings = pings
        self.out: list[int] = [] if out is None else out


Table = TableState[Score]


class Ping(TableMove[Score]):
    """Adds one in the open step of the main phase."""

    id = "ping"
    name = "Ping"
    phases = ("main",)
    steps = ("open",)

    def apply(self, state: Table, seat: int) -> None:
        state.board.pings += 1
        state.trackers.mark("pinged", seat)


class EndMain(EndTurn[Score]):
    """Ends the main phase; the end phase follows."""

    id = "end_main"
    name = "End the main phase"
    ends = "phase"
    phases = ("main",)


class Pick(Choose[Score]):
    """Counts what was picked."""

    id = "pick"
    answers = "pick"

    def apply(self, state: Table, seat: int) -> None:
        state.board.pings += len(self.picked())


class Retire(Concede[Score]):
    """Leaves the game to the others."""

    def leave(self, state: Table) -> None:
        state.board.out.append(self.seat)
        if len(state.board.out) == state.table.seats - 1:
            rest = [seat for seat in range(state.table.seats) if seat not in state.board.out]
            state.win(rest[0], "concession")


def opening(state: Table) -> None:
    for seat in range(state.table.seats):
        cards = tuple(state.table.cards("hand", seat))
        state.ask(Decision("opening", seat, "alter_hand", cards, 0, len(cards)))
    for seat in range(state.table.seats):
        state.ask(Decision("opening", seat, "mulligan"))


class Pings(TableGame[Score]):
    """Seven cards, a main phase with two steps, an end phase that passes by itself."""

    id = "pings"
    title = "Pings"

    def __init__(self, seats: int = 2, concede: type[Move[Table]] = Concede) -> None:
        super().__init__(seats)
        self.concede = concede

    def zones(self) -> list[Zone]:
        return [
            Zone("deck", visibility="secret", per_player=True, ordered=True),
            Zone("hand", visibility="private", per_player=True),
        ]

    def cards(self) -> CardRegistry:
        return CardRegistry([CardDefinition(f"n{n}", f"N{n}", "number", {}) for n in range(20)])

    def board(self) -> Score:
        return Score()

    def trackers(self) -> Trackers:
        return Trackers(per_turn=("pinged",))

    def kinds(self) -> list[type[Move[Table]]]:
        return [Ping, EndMain, EndTurn, Pick, AlterHand, Mulligan, self.concede]

    def turns(self) -> TurnStructure[Score]:
        main = Phase[Score]("main", steps=[TurnStep("open"), TurnStep("late")])
        return TurnStructure(
            [
                Segment("setup", on_begin=opening),
                Segment("main", Turn([main, Phase("end", end_if=at_once)])),
            ]
        )

    def deal(self, state: Table) -> None:
        for seat in range(self.seats):
            for n in range(20):
                state.table.create(f"n{n}", "deck", seat)
            state.table.draw("deck", "hand", 7, seat)


def names(state: Table, zone: str, seat: int) -> list[str]:
    return [state.table.definition(card).id for card in state.table.cards(zone, seat)]


def dealt(seats: int = 2) -> Table:
    return Pings(seats).setup(seeded(1))


def playing(seats: int = 2, concede: type[Move[Table]] = Concede) -> RuleEngine[Table, Table]:
    """A match past its set-up, in which everybody kept their hands."""
    match = RuleEngine(Pings(seats, concede), seed=1, checked=True)
    for seat in range(seats):
        match.play(AlterHand(()), seat)
    for seat in range(seats):
        match.play(Mulligan(False), seat)
    return match


# Timing.


def test_a_kind_is_refused_outside_its_phase_and_step() -> None:
    match = playing()
    assert match.execute(Ping()).success
    state = match.state.clone()
    state.flow.step = "late"
    refusal = timing_gate(state, Ping)
    assert refusal is not None
    assert (refusal.error_code, refusal.reason) == (
        "WRONG_STEP",
        "Ping belongs in step open; this is step late",
    )
    assert refusal.context == {"wanted": ("open",), "now": "late"}
    state.flow.phase, state.flow.step = "", ""
    refusal = timing_gate(state, Ping)
    assert refusal is not None
    assert (refusal.error_code, refusal.reason) == (
        "WRONG_PHASE",
        "Ping belongs in phase main; no phase is running",
    )


def test_the_game_refuses_a_mistimed_move() -> None:
    game = Pings()
    state = playing().state.clone()
    game.turns().end_step(state)
    refused = RuleEngine(game, state=state).execute(Ping())
    assert refused.error is not None
    assert refused.error.error_code == "WRONG_STEP"


def test_kinds_without_timing_are_never_mistimed() -> None:
    class Plain(Move[Table]):
        id = "plain"

    state = dealt()
    assert timing_gate(state, EndTurn) is None
    assert timing_gate(state, Plain) is None


# Dossier, scenario 25.


def test_given_seat_0_is_active_when_listing_seat_1_then_all_but_concede_is_not_your_turn() -> None:
    match = playing()
    mine = match.enumerate_moves(0)
    theirs = match.enumerate_moves(1)
    assert [(e.move_id, e.validation_error and e.validation_error.error_code) for e in theirs] == [
        ("ping", "NOT_YOUR_TURN"),
        ("end_main", "NOT_YOUR_TURN"),
        ("end_turn", "NOT_YOUR_TURN"),
        ("mulligan", "NO_DECISION"),
        ("mulligan", "NO_DECISION"),
        ("concede", None),
    ]
    assert match.enumerate_moves(0) == mine


# Choosing.


def choosing(least: int, most: int, options: tuple[object, ...] = ("x", "y", "z")) -> Table:
    state = playing().state.clone()
    state.ask(Decision("d", 1, "pick", options, least, most))
    return state


def picks(state: Table) -> list[object]:
    return [move.choice for move in Pings().legal(state) if isinstance(move, Pick)]


def test_one_option_is_picked_as_it_is() -> None:
    assert picks(choosing(1, 1)) == ["x", "y", "z"]


def test_several_options_are_picked_as_tuples_by_size() -> None:
    assert picks(choosing(0, 1)) == [(), ("x",), ("y",), ("z",)]
    assert picks(choosing(2, 2)) == [("x", "y"), ("x", "z"), ("y", "z")]
    assert len(picks(choosing(0, 3))) == 8


def test_options_may_be_tuples_numbers_and_truth_values() -> None:
    assert picks(choosing(1, 1, (("a", 1), ("b", 2)))) == [("a", 1), ("b", 2)]
    assert picks(choosing(1, 1, (False, True))) == [False, True]


def test_only_who_is_asked_is_offered_anything() -> None:
    state = choosing(1, 1)
    assert list(Pick.enumerate(state, 0)) == []
    state.pending.clear()
    assert list(Pick.enumerate(state, 1)) == []


def test_the_decision_is_gone_after_the_answer() -> None:
    state = choosing(0, 2)
    Pings().play(state, Pick(("x", "z")))
    assert state.board.pings == 2
    assert state.pending == []
    assert state.seat == 0


@pytest.mark.parametrize(
    ("choice", "reasons"),
    [
        ("x", ["choice: expected a tuple, got 'x'"]),
        ((), ["choice: expected 1 to 2 of 3, got 0"]),
        (("x", "x"), ["choice: expected each item once, in the order in which they are offered"]),
        (("x", "w"), ["choice: w is not offered; offered: x, y, z"]),
        (("z", "x"), ["choice: expected each item once, in the order in which they are offered"]),
        (
            ("x", "w", "x"),
            ["choice: expected 1 to 2 of 3, got 3", "choice: w is not offered; offered: x, y, z"],
        ),
        (("x", "z"), []),
    ],
)
def test_a_selection_is_refused_with_every_reason(choice: object, reasons: list[str]) -> None:
    engine = RuleEngine(Pings(), seed=1, state=choosing(1, 2), checked=True)
    found = engine.explain(Pick(choice))
    assert [refusal.reason for refusal in found] == reasons
    assert {refusal.error_code for refusal in found} <= {"NOT_OFFERED"}


def test_a_single_answer_is_refused_if_it_is_not_offered() -> None:
    engine = RuleEngine(Pings(), seed=1, state=choosing(1, 1), checked=True)
    (refusal,) = engine.explain(Pick("w"))
    assert (refusal.error_code, refusal.reason) == (
        "NOT_OFFERED",
        "choice: w is not offered; offered: x, y, z",
    )
    assert engine.can_execute(Pick("x"))


def test_choices_can_be_asked_step_by_step_without_listing_them() -> None:
    match = RuleEngine(Pings(), state=choosing(0, 2))
    step = match.next_choices(Pick)
    assert step is not None
    assert (step.field, step.options, step.min, step.max) == ("choice", ("x", "y", "z"), 0, 2)


def test_an_answer_survives_notation_and_json() -> None:
    state = choosing(0, 2)
    game = Pings()
    for move in game.legal(state):
        assert game.parse(state, str(move)) == move
        assert game.move_from_json(move.to_json()) == move


# Ready-made moves.


def test_end_turn_passes_the_turn_and_runs_no_phase_in_between() -> None:
    match = playing()
    match.play("end_turn")
    assert (match.state.flow.turn, match.state.flow.phase, match.seat) == (2, "main", 1)


def test_undo_takes_the_flow_and_the_marks_back_too() -> None:
    match = playing()
    hashes = [match.state_hash]
    for move in ("ping", "end_main", "end_turn", "ping"):
        match.play(move)
        hashes.append(match.state_hash)
    assert len(set(hashes)) == 5
    for before in reversed(hashes[:-1]):
        match.undo()
        assert match.state_hash == before
    assert (match.state.flow.turn, match.seat) == (1, 0)
    for after in hashes[1:]:
        match.redo()
        assert match.state_hash == after


def test_end_turn_can_end_a_phase_instead() -> None:
    match = playing()
    match.play("end_main")
    # The end phase passes by itself, so the other seat is next.
    assert (match.state.flow.turn, match.state.flow.phase, match.seat) == (2, "main", 1)


def test_concede_gives_the_win_to_the_only_other_player() -> None:
    for seat in range(2):
        match = playing()
        match.play(Concede(seat), seat)
        assert match.outcome is not None
        assert (match.outcome.winner, match.outcome.reason) == (1 - seat, "concession")


def test_nobody_concedes_for_another() -> None:
    match = playing()
    refused = match.execute(Concede(0), 1)
    assert refused.error is not None
    assert refused.error.error_code == "NOT_YOUR_SEAT"
    assert match.enumerate_moves(1, move_ids=["concede"], valid_only=True)[0].params == Concede(1)


def test_concede_is_no_play() -> None:
    assert not any(isinstance(move, Concede) for move in playing().legal_moves())


def test_concede_with_three_players_is_the_games_matter() -> None:
    match = playing(3, Retire)
    match.play(Retire(2), 2)
    assert match.outcome is None
    match.play(Retire(0), 0)
    assert match.outcome is not None
    assert match.outcome.winner == 1


@pytest.mark.expects_errors
def test_concede_with_three_players_fails_where_the_game_says_nothing() -> None:
    match = playing(3)
    refused = match.execute(Concede(0), 0)
    assert refused.error is not None
    assert "does not define leave(), which a game of 3 players needs" in refused.error.reason
    assert match.outcome is None


def test_alter_hand_lists_all_subsets_and_can_be_asked_without_listing() -> None:
    match = RuleEngine(Pings(), seed=1)
    assert match.count_moves(0) == 128
    step = match.next_choices("alter_hand")
    assert step is not None
    assert (len(step.options), step.min, step.max) == (7, 0, 7)


def test_alter_hand_exchanges_the_picked_cards_and_shuffles() -> None:
    match = RuleEngine(Pings(), seed=1)
    before, deck = names(match.state, "hand", 0), names(match.state, "deck", 0)
    cards = match.state.table.cards("hand", 0)
    match.play(AlterHand((cards[1], cards[4])), 0)
    after = names(match.state, "hand", 0)
    gone = [before[1], before[4]]
    assert sorted(after) == sorted([*[name for name in before if name not in gone], *deck[:2]])
    assert sorted(names(match.state, "deck", 0)) == sorted([*deck[2:], *gone])
    assert names(match.state, "deck", 0) != [*deck[2:], *gone]
    assert match.seat == 1


def test_alter_hand_of_nothing_leaves_deck_and_dice_alone() -> None:
    match = RuleEngine(Pings(), seed=1)
    deck, dice = names(match.state, "deck", 0), match.state.rng.key()
    match.play(AlterHand(()), 0)
    assert names(match.state, "deck", 0) == deck
    assert match.state.rng.key() == dice


def test_mulligan_keeps_or_exchanges_the_whole_hand_then_turn_one_begins() -> None:
    match = RuleEngine(Pings(), seed=1)
    for seat in range(2):
        match.play(AlterHand(()), seat)
    assert match.legal_moves() == [Mulligan(False), Mulligan(True)]
    hands = [names(match.state, "hand", seat) for seat in range(2)]
    deck = names(match.state, "deck", 0)
    match.play(Mulligan(True), 0)
    match.play(Mulligan(False), 1)
    assert sorted(names(match.state, "hand", 0)) == sorted(deck[:7])
    assert not set(names(match.state, "hand", 0)) & set(hands[0])
    assert names(match.state, "hand", 1) == hands[1]
    assert (match.state.flow.segment, match.state.flow.turn) == ("main", 1)
