"""The rules of a duel, one by one; enumeration in duels stands in tests/scenarios."""

from importlib.resources import files
from pathlib import Path

import pytest

from kibitz.core import IllegalMoveError, RuleEngine
from kibitz.games.duel import Duel
from kibitz.games.duel.game import (
    DECK,
    DISCARDED,
    FIELD,
    HAND,
    PILE,
)
from tests.games.duel.table import creatures, duel, names, play


def test_given_a_new_duel_then_three_cards_each_and_the_first_turn_draws_none() -> None:
    match = RuleEngine(Duel(), seed=1)
    assert [len(match.state.pile(HAND, seat)) for seat in (0, 1)] == [3, 3]
    assert [len(match.state.pile(DECK, seat)) for seat in (0, 1)] == [17, 17]
    assert (match.state.turn, match.seat) == (1, 0)
    assert (match.state.board.mana, match.state.board.life) == ([5, 5], [20, 20])


def test_given_the_turn_passes_then_mana_is_full_a_card_is_drawn_and_creatures_are_fresh() -> None:
    match = (
        duel().put("field", 1, "imp", spent=True).put("deck", 1, "ogre").set(mana=[1, 0]).engine()
    )
    play(match, "pass_turn")
    assert match.seat == 1
    assert match.state.board.mana == [1, 5]
    assert names(match, HAND, 1) == ["ogre"]
    assert not match.state.row(FIELD, 1)[0].spent


def test_given_an_eager_wolf_when_played_then_it_costs_two_more_and_attacks_at_once() -> None:
    match = duel().put("hand", 0, "wolf", "wolf").engine()
    play(match, "play_card wolf eager", "attack p0.field.1 p1")
    assert (match.state.board.mana[0], match.state.board.life[1]) == (1, 18)
    with pytest.raises(IllegalMoveError, match="cannot attack any more"):
        match.play("attack p0.field.1 p1")
    with pytest.raises(IllegalMoveError, match="it costs 2 mana, you have 1"):
        match.play("play_card wolf calm")


def test_given_a_calm_creature_when_played_then_it_waits_for_the_next_turn() -> None:
    match = duel().put("hand", 0, "imp").engine()
    play(match, "play_card imp calm")
    with pytest.raises(IllegalMoveError, match="cannot attack any more"):
        match.play("attack p0.field.1 p1")


def test_given_an_imp_when_asked_to_be_eager_then_it_is_not_offered() -> None:
    match = duel().put("hand", 0, "imp").engine()
    with pytest.raises(IllegalMoveError, match="mode: eager is not offered; offered: calm"):
        match.play("play_card imp eager")


def test_given_two_creatures_when_they_fight_then_both_take_damage_and_the_weaker_dies() -> None:
    match = duel().put("field", 0, "ogre").put("field", 1, "wolf").engine()
    play(match, "attack p0.field.1 p1.field.1")
    assert names(match, PILE, 1) == ["wolf"]
    assert match.state.row(FIELD, 0)[0].damage == 2


def test_given_equal_creatures_when_they_fight_then_both_die() -> None:
    match = duel().put("field", 0, "wolf").put("field", 1, "wolf").engine()
    play(match, "attack p0.field.1 p1.field.1")
    assert (names(match, PILE, 0), names(match, PILE, 1)) == (["wolf"], ["wolf"])
    assert (creatures(match, 0), creatures(match, 1)) == ([], [])


def test_given_a_creature_dies_then_those_behind_it_move_up() -> None:
    match = duel().put("field", 0, "ogre", "ogre").put("field", 1, "imp", "wolf").engine()
    play(match, "attack p0.field.1 p1.field.1", "attack p0.field.2 p1.field.1")
    assert creatures(match, 1) == []


def test_given_a_guard_then_it_must_be_attacked_first() -> None:
    match = duel().put("field", 0, "imp").put("field", 1, "wolf", "guard").engine()
    for target in ("p1", "p1.field.1"):
        with pytest.raises(IllegalMoveError, match="the Guard must be attacked first"):
            match.play(f"attack p0.field.1 {target}")
    play(match, "attack p0.field.1 p1.field.2")


def test_given_an_exchange_then_the_oldest_cards_go_and_as_many_come_once_a_turn() -> None:
    match = duel().put("hand", 0, "imp", "wolf", "imp").put("deck", 0, "ogre", "ogre").engine()
    play(match, "discard 2")
    assert names(match, HAND, 0) == ["imp", "ogre", "ogre"]
    assert names(match, PILE, 0) == ["imp", "wolf"]
    assert match.state.marks == DISCARDED
    with pytest.raises(IllegalMoveError, match="you may discard once a turn"):
        match.play("discard 1")


@pytest.mark.parametrize(
    ("spell", "life", "damage", "hand"),
    [
        ("draw -", 20, 1, 1),
        ("damage p1.field.1", 20, 1, 0),
        ("heal p0.field.1", 20, 0, 0),
        ("heal -", 21, 1, 0),
    ],
)
def test_given_a_spell_when_cast_then_it_does_what_it_says(
    spell: str, life: int, damage: int, hand: int
) -> None:
    start = duel().put("field", 0, "ogre", damage=1).put("field", 1, "imp").put("deck", 0, "imp")
    match = play(start.engine(), f"cast {spell}")
    board = match.state.board
    assert (board.life[0], board.mana[0], len(names(match, HAND, 0))) == (life, 3, hand)
    assert match.state.row(FIELD, 0)[0].damage == damage
    assert creatures(match, 1) == ([] if spell.startswith("damage") else ["imp"])
    with pytest.raises(IllegalMoveError, match="you may cast once a turn"):
        match.play("cast draw -")


def test_given_a_ritual_then_a_card_and_mana_are_paid_and_both_victims_suffer() -> None:
    match = duel().put("hand", 0, "ogre").put("field", 1, "imp", "wolf").engine()
    play(match, "ritual Payment{discard=ogre,x=2} [p1.field.1,p1.field.2]")
    assert names(match, PILE, 1) == ["imp", "wolf"]
    assert names(match, PILE, 0) == ["ogre"]
    assert match.state.board.mana[0] == 3


def test_given_a_thief_and_an_empty_hand_when_played_then_nothing_is_asked() -> None:
    match = play(duel().put("hand", 0, "thief").engine(), "play_card thief calm")
    assert match.state.question() is None
    assert match.seat == 0


def test_given_an_empty_deck_when_drawing_then_it_costs_life_and_can_kill() -> None:
    match = play(duel().set(life=[20, 2]).engine(), "pass_turn")
    assert match.outcome is not None
    assert (match.outcome.winner, match.state.board.life) == (0, [20, 0])


@pytest.mark.parametrize(
    "moves",
    [
        ["play_card imp calm"],
        ["play_card thief calm", "answer forfeit [guard]"],
        ["discard 1"],
        ["cast draw -"],
        ["ritual Payment{discard=imp,x=1} [p1.field.1]"],
        ["pass_turn"],
    ],
)
def test_given_a_move_that_showed_a_card_when_a_player_undoes_then_it_stays(
    moves: list[str],
) -> None:
    start = duel().put("hand", 0, "imp", "thief").put("field", 0, "wolf").put("field", 1, "ogre")
    start.put("deck", 0, "imp", "ogre", "wolf").put("deck", 1, "imp", "wolf", "ogre")
    start.put("hand", 1, "imp", "guard")
    match = play(start.engine(), *moves)
    played = match.state_hash
    assert not match.undo(player_facing=True)
    assert (match.state_hash, match.ply) == (played, len(moves))
    assert match.undo()


def test_given_a_card_that_had_to_come_when_a_player_undoes_then_it_is_taken_back() -> None:
    match = play(duel().put("deck", 0, "ogre", "ogre").engine(), "cast draw -")
    assert match.undo(player_facing=True)


def test_given_an_attack_when_a_player_undoes_then_it_is_taken_back() -> None:
    match = duel().put("field", 0, "wolf").put("field", 1, "guard").engine()
    before = match.state_hash
    match.play("attack p0.field.1 p1.field.1")
    assert match.undo(player_facing=True)
    assert match.state_hash == before


def test_the_tutorial_game_stays_under_350_lines() -> None:
    folder = Path(str(files("kibitz.games.duel")))
    rules = [path for path in folder.glob("*.py") if path.name != "agents.py"]
    lines = [line for path in rules for line in path.read_text().splitlines() if line.strip()]
    assert len(lines) < 350
