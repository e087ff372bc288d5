"""Moves that somebody asks about: every agent of the game scores them, and plays the same."""

import math

import pytest

from kibitz.agents import make_agent
from kibitz.core import Observation, seeded
from tests.games.dronewars.advice import advise
from tests.games.dronewars.battles import every_card, random_battles, shaken
from tests.games.dronewars.table import Table

AGENTS = (
    *("tactical", "tactical:profile=ref", "tactical:profile=plus", "strategic", "commander"),
    *("strategic:passing=true", "strategic:tactical_support=true"),
    *("manticore", "manticore-strategic", "test-ai", "greedy:worlds=1"),
)


@pytest.mark.parametrize("spec", AGENTS)
def test_every_wanted_move_is_an_option_and_the_choice_stays(spec: str) -> None:
    game, steps = every_card(), set()
    for number, battle in enumerate(random_battles(game, "wanted", games=4, plies=140)):
        if number % 3 or battle.over:
            continue
        state = shaken(battle, f"wanted/{number}") if battle.turn else battle
        seat, moves = state.seat, game.legal(state)
        view = game.view(state, seat)
        plain = make_agent(game, spec).advise(Observation(game, view, seat, moves, seeded(number)))
        seen = Observation(game, view, seat, moves, seeded(number), None, tuple(moves))
        asked = make_agent(game, spec).advise(seen)
        assert (asked.move, asked.value, asked.plan) == (plain.move, plain.value, plain.plan)
        assert {option.move for option in asked.options} == set(moves)
        scores = [option.score for option in asked.options]
        assert scores == sorted(scores, reverse=True)
        before = {option.move: option for option in plain.options}
        for option in asked.options:
            assert before.get(option.move, option) == option
            assert option.reasons
            assert all(reason.text for reason in option.reasons)
            added_up = math.fsum(reason.amount for reason in option.reasons)
            assert added_up == pytest.approx(option.score)
        assert game.explain(view, asked) == game.explain(view, plain)
        steps.add(type(state.stack[-1]).__name__ if state.stack else state.phase)
    assert len(steps) >= 8


def reasons(table: Table, text: str, spec: str) -> list[tuple[str, float]]:
    """Returns the reasons of a move that somebody asks about."""
    move = table.game.parse(table.battle, text)
    seat, moves = table.battle.seat, table.game.legal(table.battle)
    view = table.game.view(table.battle, seat)
    seen = Observation(table.game, view, seat, moves, seeded(0), None, (move,))
    found = make_agent(table.game, spec).advise(seen)
    assert found.move == advise(table, spec).move
    return [
        (reason.text, reason.amount)
        for option in found.options
        if option.move == move
        for reason in option.reasons
    ]


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("use sniper 1 > scout 1", "the tactical AI never does that"),
        ("attack repair 1 > scout 1", "the drone does no damage"),
        ("attack jammer 1 > section", "Jammers stay ready instead of attacking"),
        ("play laser blast > own sniper 1", "it hits an own drone"),
        ("play emergency patch > 1", "there is nothing to repair"),
    ],
)
def test_what_the_tactical_ai_does_not_consider_is_rejected(move: str, text: str) -> None:
    table = Table(
        lane1="sniper, repair, jammer", against1="scout", hand="laser blast, emergency patch"
    )
    assert reasons(table, move, "tactical") == [(text, -999.0)]


def test_a_move_without_a_plan_is_scored_like_a_path() -> None:
    table = Table(lane1="standard fighter", hand="energy surge, nuke")
    # A base of 50, 10 for each point of complexity, 5 for each energy.
    energy = reasons(table, "play energy surge", "strategic")
    assert [amount for _, amount in energy] == [50, -20]
    nuke = reasons(table, "play nuke > 3", "strategic")
    assert [amount for _, amount in nuke] == [50, -30, -35]
    assert [amount for _, amount in reasons(table, "pass", "strategic")] == [50, -50, -25]
    # The commander adds 0.7 of the tactical score, -28 + 0 with a cost of 2 each.
    assert [amount for _, amount in reasons(table, "play nuke > 3", "commander")] == [
        270,
        pytest.approx(0.7 * -14),
    ]
