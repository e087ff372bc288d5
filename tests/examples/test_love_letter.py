"""The example Love Letter: its rules, the laws, and agents that play it."""

from pathlib import Path

import pytest

import examples.love_letter as module
from examples.love_letter import HAND, PLAYED, LoveLetter, LoveState
from kibitz.agents import agent_names, make_agent
from kibitz.core import SPECTATOR, RuleEngine
from kibitz.testing import check_game, expect_refusal, scenario
from kibitz.testing.golden import play_random


def match(
    *hands: str, deck: str = "guard guard guard", **options: int
) -> RuleEngine[LoveState, LoveState]:
    """Starts a round in which seat 0 decides."""
    given = scenario(LoveLetter(len(hands), **options)).put("deck", 0, *deck.split())
    given.put("aside", 0, "priest")
    for seat, cards in enumerate(hands):
        given.put("hand", seat, *cards.split())
    return given.engine()


def names(engine: RuleEngine[LoveState, LoveState], zone: int, seat: int) -> list[str]:
    layout = engine.state.layout
    return [layout.card_word(card) for card in engine.state.pile(zone, seat)]


@pytest.mark.parametrize(
    ("seats", "tokens"),
    [(2, 1), (3, 1), (4, 1), (2, 3), pytest.param(4, 4, marks=pytest.mark.slow)],
)
def test_game_passes_all_checks(seats: int, tokens: int) -> None:
    report = check_game(LoveLetter(seats, tokens), games=4)
    assert report.notes == []


def test_example_has_fewer_than_180_lines() -> None:
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) < 180


def test_given_a_guard_that_names_the_right_card_then_the_player_is_out() -> None:
    engine = match("guard king", "baron", "countess")
    engine.play("play guard p1 baron")
    assert engine.state.board.out == [False, True, False]
    assert (names(engine, PLAYED, 1), engine.seat) == (["baron"], 2)
    engine.play("play guard p0 prince")
    assert engine.state.board.out == [False, True, False]


def test_a_guard_cannot_name_a_guard() -> None:
    engine = match("guard king", "guard")
    expect_refusal(engine, "play guard p1 guard", "NOT_OFFERED")


def test_given_a_priest_then_only_its_player_sees_the_hand() -> None:
    engine = match("priest king", "baron", "prince")
    engine.play("play priest p1")
    baron = engine.state.layout.read_card("baron")
    assert baron in engine.view(0).pile(HAND, 1)
    assert baron not in engine.view(2).pile(HAND, 1) + engine.view(SPECTATOR).pile(HAND, 1)


@pytest.mark.parametrize(
    ("own", "other", "out"),
    [
        ("king", "prince", [False, True]),
        ("priest", "king", [True, False]),
        ("king", "king", [False, False]),
    ],
)
def test_given_a_baron_then_the_lower_card_is_out(own: str, other: str, out: list[bool]) -> None:
    engine = match(f"baron {own}", other, "guard")
    engine.play("play baron p1")
    assert engine.state.board.out[:2] == out


def test_given_the_handmaid_then_its_player_is_safe_until_the_next_turn() -> None:
    engine = match("handmaid king", "baron", "princess")
    engine.play("play handmaid")
    assert engine.state.board.safe == [True, False, False]
    assert all(" p0" not in str(move) for move in engine.legal_moves())
    engine.play("play baron p2")
    assert (engine.seat, engine.state.board.safe) == (2, [True, False, False])
    engine.play("play guard - -")
    assert (engine.seat, engine.state.board.safe) == (0, [False, False, False])


def test_given_all_others_safe_then_a_card_is_played_without_effect() -> None:
    engine = match("handmaid king", "baron")
    engine.play("play handmaid")
    engine.play("play baron")
    assert engine.state.board.out == [False, False]


def test_given_a_prince_then_the_hand_is_put_down_and_another_card_is_drawn() -> None:
    engine = match("prince king", "baron", deck="countess guard")
    engine.play("play prince p1")
    assert names(engine, PLAYED, 1) == ["baron"]
    # The guard is the top of the deck; then seat 1 draws for its turn.
    assert names(engine, HAND, 1) == ["guard", "countess"]


def test_given_a_prince_and_an_empty_deck_then_the_card_aside_is_drawn() -> None:
    engine = match("prince king", "baron", deck="")
    engine.play("play prince p1")
    assert engine.outcome is not None
    assert names(engine, HAND, 1) == ["priest"]


def test_given_a_prince_at_the_princess_then_its_player_is_out() -> None:
    engine = match("prince king", "princess")
    engine.play("play prince p1")
    assert engine.outcome is not None
    assert engine.outcome.winner == 0


def test_given_the_king_then_hands_are_exchanged() -> None:
    engine = match("king guard", "countess", deck="priest")
    engine.play("play king p1")
    assert names(engine, HAND, 0) == ["countess"]
    assert names(engine, HAND, 1) == ["guard", "priest"]


def test_given_the_countess_beside_the_king_then_she_must_be_played() -> None:
    engine = match("countess king", "baron")
    expect_refusal(engine, "play king p1 -", "COUNTESS")
    assert [str(move) for move in engine.legal_moves()] == ["play countess - -"]


def test_given_the_princess_played_then_her_player_is_out() -> None:
    engine = match("princess guard", "baron")
    engine.play("play princess")
    assert engine.outcome is not None
    assert engine.outcome.winner == 1


def test_given_an_empty_deck_then_the_highest_card_wins_and_of_equal_ones_what_was_played() -> None:
    engine = match("guard king", "prince", deck="")
    engine.play("play guard p1 priest")
    assert engine.outcome is not None
    assert engine.outcome.winner == 0
    engine = match("handmaid prince", "prince", deck="")
    engine.play("play handmaid")
    assert engine.outcome is not None
    assert (engine.outcome.winner, engine.state.board.tokens) == (0, [1, 0])


def test_given_a_second_token_wanted_then_the_winner_begins_another_round() -> None:
    # A whole deal, because all cards are gathered for the next round.
    engine = RuleEngine(LoveLetter(2, 2), seed=1)
    while max(engine.state.board.tokens) == 0:
        engine.play(engine.legal_moves()[0])
    assert engine.outcome is None
    assert engine.seat == engine.state.board.tokens.index(1)
    assert sum(engine.state.count(PLAYED, seat) for seat in (0, 1)) == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_every_agent_plays_it(seats: int) -> None:
    game = LoveLetter(seats)
    specs = {"ismcts": "ismcts:iterations=20", "beam": "beam:nodes=20"}
    for name in agent_names(game):
        if name == "human":
            continue
        engine = RuleEngine(game, seed=3)
        agent = make_agent(game, specs.get(name, name))
        while engine.outcome is None:
            engine.play(agent.advise(engine.observe(engine.seat)).move)


def test_options_say_how_many_seats_and_tokens_there_are() -> None:
    game = LoveLetter()
    ranges = {name: span.ends() for name, span in game.option_ranges().items()}
    assert ranges == {"seats": ["2", "4"], "tokens": ["1", "13"]}
    assert play_random(LoveLetter(4), 1, 300).outcome is not None
