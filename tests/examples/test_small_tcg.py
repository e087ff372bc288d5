"""The example of a small trading-card game: its rules, the laws, and agents that play it."""

from pathlib import Path

import pytest

import examples.small_tcg as module
from examples.small_tcg import DISCARD, FIELD, HAND, SmallTcg, TcgState
from kibitz.agents import agent_names, make_agent
from kibitz.core import RuleEngine
from kibitz.testing import check_game, expect_refusal, scenario


def words(engine: RuleEngine[TcgState, TcgState], cards: tuple[int, ...]) -> list[str]:
    return [engine.state.layout.card_word(card) for card in cards]


def test_game_passes_all_checks() -> None:
    report = check_game(SmallTcg, games=6)
    assert report.kinds["answer"] > 0
    assert report.notes == []


def test_example_has_fewer_than_220_lines() -> None:
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) < 220


def test_given_a_spell_then_it_asks_for_a_target_and_kills_a_creature() -> None:
    given = scenario(SmallTcg()).put("hand", 0, "spark").put("field", 1, "scout", "bear")
    engine = given.set(mana=[1, 0]).engine()
    assert [str(move) for move in engine.legal_moves() if move.id == "play"] == [
        "play spark p1.field.1",
        "play spark p1.field.2",
        "play spark p0",
        "play spark p1",
    ]
    engine.play("play spark p1.field.1")
    assert [part.kind for part in engine.state.row(FIELD, 1)] == [4]
    assert words(engine, engine.state.pile(DISCARD, 1)) == ["scout"]
    assert words(engine, engine.state.pile(DISCARD, 0)) == ["spark"]


def test_given_too_little_mana_then_a_card_is_refused() -> None:
    engine = scenario(SmallTcg()).put("hand", 0, "bear").set(mana=[3, 0]).engine()
    expect_refusal(engine, "play bear -", "NOT_ENOUGH_MANA")


def test_given_an_attack_then_the_other_player_may_block_and_both_are_hurt() -> None:
    engine = scenario(SmallTcg()).put("field", 0, "bear").put("field", 1, "hawk", "drake").engine()
    engine.play("attack p0.field.1")
    assert engine.seat == 1
    assert [str(move) for move in engine.legal_moves()] == [
        "answer block []",
        "answer block [p1.field.1]",
        "answer block [p1.field.2]",
    ]
    engine.play("answer block [p1.field.2]")
    assert engine.state.row(FIELD, 0) == []
    assert words(engine, engine.state.pile(DISCARD, 1)) == ["drake"]


def test_given_no_block_then_the_player_is_hurt() -> None:
    engine = scenario(SmallTcg()).put("field", 0, "giant").engine()
    engine.play("attack p0.field.1")
    engine.play("answer block []")
    assert engine.state.board.life == [15, 9]
    expect_refusal(engine, "attack p0.field.1", "INVALID_TARGET")


def test_a_flying_creature_is_blocked_by_flying_ones_only() -> None:
    engine = scenario(SmallTcg()).put("field", 0, "hawk").put("field", 1, "bear", "drake").engine()
    engine.play("attack p0.field.1")
    assert [str(move) for move in engine.legal_moves()] == [
        "answer block []",
        "answer block [p1.field.2]",
    ]


@pytest.mark.parametrize(("card", "ready"), [("hound", True), ("scout", False)])
def test_only_a_swift_creature_attacks_at_once(card: str, ready: bool) -> None:
    engine = scenario(SmallTcg()).put("hand", 0, card).set(mana=[2, 0]).engine()
    engine.play(f"play {card}")
    assert ("attack p0.field.1" in [str(move) for move in engine.legal_moves()]) is ready


def test_given_the_end_of_a_turn_then_damage_heals_and_the_other_player_draws() -> None:
    given = scenario(SmallTcg()).put("field", 0, "bear", damage=2, spent=True)
    given.put("field", 1, "bear", damage=1, spent=True).put("deck", 1, "hawk")
    engine = given.turn(3).engine()
    engine.play("end_turn")
    parts = [engine.state.row(FIELD, seat)[0] for seat in (0, 1)]
    assert [(part.damage, part.spent) for part in parts] == [(0, True), (0, False)]
    assert (engine.seat, engine.state.board.mana[1]) == (1, 2)
    assert words(engine, engine.state.pile(HAND, 1)) == ["hawk"]


def test_given_no_card_to_draw_then_the_game_is_lost() -> None:
    engine = scenario(SmallTcg()).engine()
    engine.play("end_turn")
    assert engine.outcome is not None
    assert engine.outcome.winner == 0


def test_decks_are_an_option() -> None:
    assert SmallTcg("earth / 12 scout, 12 bear").decks[1].count(1) == 12
    with pytest.raises(ValueError, match="it has 3 cards: expected 24"):
        SmallTcg("sky / 3 bear")


def test_every_agent_plays_it() -> None:
    game = SmallTcg()
    specs = {"ismcts": "ismcts:iterations=5", "beam": "beam:nodes=5", "greedy": "greedy:worlds=1"}
    for name in agent_names(game):
        if name == "human":
            continue
        engine = RuleEngine(game, seed=3)
        agent = make_agent(game, specs.get(name, name))
        while engine.outcome is None and engine.ply < 300:
            engine.play(agent.advise(engine.observe(engine.seat)).move)
        assert engine.outcome is not None
