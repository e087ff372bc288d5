"""Acceptance scenarios 32 to 40: the engine, on duels and on small games of their own."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

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
from kibitz.games.duel.moves import Forfeit, PassTurn, PlayCard
from kibitz.games.duel.state import DuelState
from kibitz.kit import Board, CardId, CardRegistry, EndTurn, TableGame, TableState, Zone
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION
from kibitz.testing import assert_conserved, play_random
from tests.scenarios.variants import Collapse, DarkRitual, codes_of, duel, with_hands


def full_duel(seed: int = 1) -> RuleEngine[DuelState, DuelState]:
    return RuleEngine(Duel(), seed=seed, checked=True)


def test_32_given_an_ended_game_when_executing_then_unknown_move_comes_before_game_ended() -> None:
    engine = with_hands().engine()
    engine.execute(next(e for e in engine.iter_moves(0) if e.move_id == "concede"))
    unknown = engine.execute(DarkRitual(("c1",)))
    assert unknown.error is not None
    assert unknown.error.error_code == reject.MOVE_NOT_FOUND
    illegal = engine.execute(PlayCard("c9", "calm"))
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
    assert not engine.state.trackers.check("cast", 0)
    assert engine.state.table.cards("hand", 0) == ["c1", "c2", "c3"]


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
    view = engine.view(1)
    hidden = [view.table.card(card) for card in view.table.cards("hand", 0)]
    assert [card.definition_id for card in hidden] == ["", ""]
    assert view.table.count("deck", 0) == 1
    drawn = engine.game.render(view)
    assert "Thief" not in drawn
    assert "2 cards" in drawn
    assert engine.view(0).table.card(CardId("c1")).definition_id == "thief"
    spectator = engine.view(SPECTATOR)
    assert [spectator.table.card(c).definition_id for c in spectator.table.cards("hand", 0)] == [
        "",
        "",
    ]
    # What seat 1 is told of its own candidates names no card of seat 0.
    assert "c1" not in str(engine.enumerate_moves(1))
    # The names are in the pool of what seat 1 has not seen, and nowhere with a card.
    assert view.table.unseen == {(0, ""): ("thief", "thief", "thief")}


def test_37_given_a_card_that_goes_through_a_hidden_zone_then_its_id_cannot_be_followed() -> None:
    engine = duel().put("field", 0, "ogre").put("deck", 0, "imp", "imp").engine()
    state = engine.state.clone()
    before = set(state.table.cards("field", 0))
    state.table.move(CardId("c1"), "deck", 0)
    state.table.shuffle("deck", 0, state.rng)
    drawn = state.table.draw("deck", "hand", 3, 0)
    assert before.isdisjoint(drawn)


def test_37_given_a_new_field_without_visibility_then_the_game_is_refused() -> None:
    class Plans(Board):
        __match_args__ = ("mana", "plans")
        visibility: ClassVar[Mapping[str, str]] = {"mana": "public"}

        def __init__(self, mana: list[int], plans: list[int]) -> None:
            self.mana = mana
            self.plans = plans

    class Leaky(TableGame[Plans]):
        id: ClassVar[str] = "leaky"

        def kinds(self) -> list[type[Move[TableState[Plans]]]]:
            return [EndTurn]

        def zones(self) -> list[Zone]:
            return [Zone("hand", visibility="private")]

        def cards(self) -> CardRegistry:
            return Duel().cards()

        def board(self) -> Plans:
            return Plans([5, 5], [0, 0])

    with pytest.raises(GameDefinitionError, match="plans"):
        RuleEngine(Leaky())


def test_38_given_a_view_when_sampling_worlds_then_all_agree_and_hands_vary() -> None:
    engine = full_duel(4)
    for text in ("pass_turn", "pass_turn"):
        engine.play(text)
    game, view = engine.game, engine.view(0)
    rng = seeded(2)
    hands: set[tuple[str, ...]] = set()
    for _ in range(1000):
        world = game.sample(view, rng)
        assert game.view(world, 0) == view
        cards = [world.table.card(card).definition_id for card in world.table.cards("hand", 1)]
        hands.add(tuple(sorted(cards)))
        assert world.rng.key() != engine.state.rng.key()
    assert len(hands) > 20


def test_38_given_a_revealed_card_when_sampling_then_it_is_kept() -> None:
    start = duel().put("hand", 1, "ogre", "imp", "imp", "wolf").put("deck", 1, "guard", "thief")
    state = start.state()
    state.table.reveal(CardId("c1"), [0])
    game = Duel()
    worlds = [game.sample(game.view(state, 0), seeded(seed)) for seed in range(40)]
    assert {world.table.card(CardId("c1")).definition_id for world in worlds} == {"ogre"}
    assert len({world.table.card(CardId("c2")).definition_id for world in worlds}) > 2


# Scenario 39 (phases, hooks, trackers) stands in tests/kit/test_flow.py.


def test_40_given_a_thief_when_played_then_only_the_other_may_answer() -> None:
    engine = duel().put("hand", 0, "thief", "imp").put("hand", 1, "imp", "wolf", "ogre").engine()
    engine.play("play_card c1 calm")
    assert engine.seat == 1
    answers = engine.enumerate_moves(1, valid_only=True)
    assert [e.params for e in answers if e.move_id == "forfeit"] == [
        Forfeit("c3"),
        Forfeit("c4"),
        Forfeit("c5"),
    ]
    assert {e.move_id for e in answers} == {"forfeit", "concede"}
    assert set(codes_of(engine, player=0)) == {DECISION_PENDING}
    refused = engine.execute(PassTurn(), 0)
    assert refused.error is not None
    assert refused.error.error_code == DECISION_PENDING
    engine.play("forfeit c4")
    assert engine.seat == 0
    assert engine.state.table.cards("pile", 1) == ["c4"]
    assert "play_card c2 calm" in [str(move) for move in engine.legal_moves()]
    stray = engine.execute(Forfeit("c3"), 0)
    assert stray.error is not None
    assert stray.error.error_code == NO_DECISION


def test_everything_of_a_match_travels() -> None:
    engine = full_duel()
    state, view, move = engine.state, engine.view(1), engine.legal_moves()[0]
    for thing in (state, view, move):
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_what_is_not_offered_is_refused_without_telling_what_it_is() -> None:
    for theirs in ("ogre", "imp"):
        engine = duel().put("hand", 0, "imp").put("hand", 1, theirs).set(mana=[0, 5]).engine()
        reasons = engine.explain(PlayCard("c2", "calm"))
        assert [reason.reason for reason in reasons] == ["card: c2 is not offered; offered: c1"]
