"""Acceptance scenarios 32 to 40: the engine, on duels and on small games of their own."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, TypeAlias

import pytest

from kibitz.core import (
    SPECTATOR,
    GameDefinitionError,
    Move,
    RecordError,
    RuleEngine,
    read_record,
    reject,
    replay,
    seeded,
    state_hash,
    write_record,
)
from kibitz.games.duel import Duel
from kibitz.games.duel.game import (
    CATALOGUE,
    DECK,
    FIELD,
    HAND,
    LAYOUT,
    PILE,
    Answer,
    DuelState,
    Forfeit,
    PassTurn,
    PlayCard,
)
from kibitz.kit import Board, CardGame, Layout, TableMove, TableState, Unit, Zone, make_layout
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, WRONG_PHASE
from kibitz.testing import assert_conserved, expect_refusal, play_random
from tests.scenarios.variants import Collapse, DarkRitual, card, codes_of, duel, with_hands


def full_duel(seed: int = 1) -> RuleEngine[DuelState, DuelState]:
    return RuleEngine(Duel(), seed=seed, checked=True)


def test_32_given_an_ended_game_when_executing_then_unknown_move_comes_before_game_ended() -> None:
    engine = with_hands().engine()
    engine.execute(next(e for e in engine.iter_moves(0) if e.move_id == "concede"))
    unknown = engine.execute(DarkRitual((card("imp"),)))
    assert unknown.error is not None
    assert unknown.error.error_code == reject.MOVE_NOT_FOUND
    illegal = engine.execute(PlayCard(card("thief"), "calm"))
    assert illegal.error is not None
    assert illegal.error.error_code == reject.GAME_ENDED


@pytest.mark.expects_errors
def test_33_given_an_effect_that_breaks_halfway_when_executed_then_the_state_is_as_before() -> None:
    engine = with_hands(Collapse).engine()
    before = engine.state_hash
    result = engine.execute(Collapse())
    assert result.error is not None
    assert result.error.error_code == reject.EXECUTION_ERROR
    assert engine.state_hash == before
    assert engine.state.marks == 0
    assert engine.state.pile(HAND, 0) == (card("imp"), card("guard"), card("ogre"))
    assert engine.state.row(FIELD, 0) == []


def test_34_given_fifty_moves_when_undone_and_redone_then_every_state_matches() -> None:
    engine = full_duel()
    rng = seeded(8)
    hashes = [engine.state_hash]
    while engine.ply < 50:
        engine.play(engine.game.random_move(engine.state, rng))
        hashes.append(engine.state_hash)
    assert len(set(hashes)) == 51
    for expected in reversed(hashes[:-1]):
        assert engine.undo()
        assert engine.state_hash == expected
    for expected in hashes[1:]:
        assert engine.redo()
        assert engine.state_hash == expected
    engine.undo()
    engine.play(engine.legal_moves()[-1])
    assert not engine.redo()


def test_35_given_a_finished_duel_when_replayed_elsewhere_then_every_hash_matches(
    tmp_path: Path,
) -> None:
    engine = play_random(Duel(), 11)
    text = write_record(engine).text()
    path = tmp_path / "duel.jsonl"
    path.write_text(text)
    script = (
        "import sys, pathlib; from kibitz.core import *; from kibitz.games.duel import Duel;"
        "e = replay(read_record(pathlib.Path(sys.argv[1]).read_text()), Duel());"
        "print(e.state_hash, e.ply)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [engine.state_hash, str(engine.ply)]
    again = replay(read_record(text), Duel())
    assert again.history == engine.history


def test_35_given_one_altered_action_when_replayed_then_it_is_named() -> None:
    lines = write_record(play_random(Duel(), 11)).lines()
    for index, line in enumerate(lines):
        if '"pass_turn"' in line and index > 5:
            document = json.loads(line)
            document["move"] = {"move": "discard", "count": 1}
            lines[index] = json.dumps(document)
            break
    with pytest.raises(RecordError, match=rf"^move {index} \(pass_turn\)"):
        replay(read_record("\n".join(lines)), Duel())


def test_36_given_a_clone_when_either_moves_then_the_other_is_unchanged() -> None:
    game = Duel()
    state = game.setup(seeded(1))
    twin = state.clone()
    for mover, still in ((state, twin), (twin, state)):
        before = state_hash(still)
        game.play(mover, game.random_move(mover, seeded(1)))
        assert state_hash(still) == before
        assert_conserved(still, mover)


def test_37_given_cards_in_hand_when_the_other_looks_then_a_count_and_no_names() -> None:
    engine = duel().put("hand", 0, "thief", "thief").put("deck", 0, "thief").engine()
    thief = card("thief")
    for viewer in (1, SPECTATOR):
        view = engine.view(viewer)
        assert view.pile(HAND, 0) == (0, 0)
        assert view.pile(DECK, 0) == (0,)
        drawn = engine.game.render(view)
        assert "Thief" not in drawn
        assert "2 cards" in drawn
    assert engine.view(0).pile(HAND, 0) == (thief, thief)
    # What seat 1 is told of its own candidates names no card of seat 0.
    assert "thief" not in str(engine.enumerate_moves(1))
    # The cards are in the pool of what seat 1 has not seen, and in no place.
    assert engine.view(1).pools[LAYOUT.group[engine.state.index(HAND, 0)]] == [thief] * 3


def test_37_given_a_card_that_goes_through_a_hidden_zone_then_it_cannot_be_followed() -> None:
    state = duel().put("field", 0, "ogre").put("deck", 0, "imp", "imp").state()
    game = Duel()
    part = state.drop(state.place(FIELD, 0, 0))
    state.put(part.kind, DECK, 0)
    assert game.view(state, 1).pile(DECK, 0) == (0, 0, card("ogre"))
    state.shuffle(DECK, 0)
    assert game.view(state, 1).pile(DECK, 0) == (0, 0, 0)
    state.draw(0, DECK, HAND, 3)
    assert game.view(state, 1).pile(HAND, 0) == (0, 0, 0)
    again = state.enter(Unit(state.take(card("ogre"), HAND, 0)), FIELD, 0)
    assert again.serial != part.serial


def test_38_given_a_view_when_sampling_worlds_then_all_agree_and_hands_vary() -> None:
    engine = full_duel(4)
    for text in ("pass_turn", "pass_turn"):
        engine.play(text)
    game, view = engine.game, engine.view(0)
    rng = seeded(2)
    hands: set[tuple[int, ...]] = set()
    for _ in range(1000):
        world = game.sample(view, rng)
        assert game.view(world, 0) == view
        hands.add(tuple(sorted(world.pile(HAND, 1))))
        assert world.rng.key() != engine.state.rng.key()
    assert len(hands) > 20


def test_38_given_a_revealed_card_when_sampling_then_it_is_kept() -> None:
    start = duel().put("hand", 1, "ogre", "imp", "imp", "wolf").put("deck", 1, "guard", "thief")
    state = start.state()
    state.show(HAND, 1, to=0b01, count=1)
    shown = state.pile(HAND, 1)[-1]
    game = Duel()
    worlds = [game.sample(game.view(state, 0), seeded(seed)) for seed in range(40)]
    assert {world.pile(HAND, 1)[-1] for world in worlds} == {shown}
    assert len({world.pile(HAND, 1)[0] for world in worlds}) > 2


# Scenario 39: a game with the phases a, b and c, of which b is over at once.

A, B, C, OVER = range(4)
PHASES = make_layout(
    CATALOGUE,
    [Zone("hand", "owner")],
    phases=("a", "b", "c", "over"),
    marks=("acted",),
)


class Log(Board):
    __match_args__ = ("steps",)
    visibility: ClassVar[Mapping[str, str]] = {"steps": "public"}

    def __init__(self, steps: list[str]) -> None:
        self.steps = steps


PhasesState: TypeAlias = TableState[Unit, Log]


class Done(TableMove[Unit, Log]):
    """End the phase."""

    id: ClassVar[str] = "done"

    def apply(self, state: PhasesState, seat: int) -> None:
        state.board.steps.append(f"{'abc'[state.phase]}.end")
        state.marks = 1
        state.phase += 1


class OnlyFirst(Done):
    """A move of phase a."""

    id: ClassVar[str] = "only_first"
    phases: ClassVar[int] = 1 << A


class Phases(CardGame[Unit, Log]):
    """Each turn has the phases a, b and c."""

    id: ClassVar[str] = "phases"

    def kinds(self) -> list[type[Move[PhasesState]]]:
        return [Done, OnlyFirst]

    def layout(self) -> Layout:
        return PHASES

    def board(self) -> Log:
        return Log([])

    def deal(self, state: PhasesState) -> None:
        state.turn = 1

    def flow(self, state: PhasesState) -> bool:
        if state.phase == B:
            state.board.steps += ["b.begin", "b.end", "c.begin"]
            state.phase = C
            return True
        if state.phase == OVER:
            state.board.steps += ["turn.end", "turn.begin", "a.begin"]
            state.phase, state.marks = A, 0
            state.turn += 1
            state.active = 1 - state.active
            return True
        return False


def test_39_given_a_phase_that_is_over_at_once_when_the_one_before_ends_then_all_in_order() -> None:
    engine = RuleEngine(Phases(), seed=1, checked=True)
    engine.play("done")
    assert engine.state.board.steps == ["a.end", "b.begin", "b.end", "c.begin"]
    assert (engine.seat, engine.state.phase, engine.state.marks) == (0, C, 1)
    error = expect_refusal(engine, "only_first", WRONG_PHASE)
    assert error.reason == "Only first belongs in phase a; this is phase c"
    engine.play("done")
    assert engine.state.board.steps[4:] == ["c.end", "turn.end", "turn.begin", "a.begin"]
    assert (engine.seat, engine.state.turn, engine.state.phase, engine.state.marks) == (1, 2, A, 0)


def test_37_given_a_new_field_without_visibility_then_the_game_is_refused() -> None:
    class Plans(Log):
        __match_args__ = ("steps", "plans")

        def __init__(self, steps: list[str], plans: list[int]) -> None:
            super().__init__(steps)
            self.plans = plans

    class Leaky(Phases):
        def board(self) -> Log:
            return Plans([], [0, 0])

    with pytest.raises(GameDefinitionError, match=r"Plans\.plans: who sees it is not declared"):
        RuleEngine(Leaky())


def test_40_given_a_thief_when_played_then_only_the_other_may_answer() -> None:
    hand = ("imp", "wolf", "wolf", "ogre")
    engine = duel().put("hand", 0, "thief", "imp").put("hand", 1, *hand).engine()
    engine.play("play_card thief calm")
    assert engine.seat == 1
    answers = engine.enumerate_moves(1, valid_only=True)
    assert [str(e.params) for e in answers] == [
        "answer forfeit [imp]",
        "answer forfeit [wolf]",
        "answer forfeit [ogre]",
        "concede 1",
    ]
    assert set(codes_of(engine, player=0)) == {DECISION_PENDING}
    expect_refusal(engine, PassTurn(), DECISION_PENDING, player=0)
    expect_refusal(engine, PassTurn(), DECISION_PENDING, player=1)
    engine.play("answer forfeit [wolf]")
    assert engine.seat == 0
    assert engine.state.pile(PILE, 1) == (card("wolf"),)
    assert "play_card imp calm" in [str(move) for move in engine.legal_moves()]
    expect_refusal(engine, Answer("forfeit", (card("imp"),)), NO_DECISION)


def test_40_given_a_question_of_a_scenario_then_its_seat_must_answer() -> None:
    engine = duel().put("hand", 1, "imp").ask(Forfeit(1)).engine()
    assert engine.seat == 1
    assert [str(move) for move in engine.legal_moves()] == ["answer forfeit [imp]"]


def test_everything_of_a_match_travels() -> None:
    engine = full_duel()
    state, view, move = engine.state, engine.view(1), engine.legal_moves()[0]
    for thing in (state, view, move):
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_what_is_not_offered_is_refused_without_telling_what_it_is() -> None:
    for theirs in ("ogre", "imp"):
        engine = duel().put("hand", 0, "imp").put("hand", 1, theirs).set(mana=[0, 5]).engine()
        reasons = engine.explain(PlayCard(card("ogre"), "calm"))
        assert [reason.reason for reason in reasons] == ["card: ogre is not offered; offered: imp"]
