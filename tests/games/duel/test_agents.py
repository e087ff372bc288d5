"""The players made for Duel."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import RuleEngine
from kibitz.games.duel import Duel
from kibitz.games.duel.agents import Material
from tests.games.duel.table import duel


def test_material_counts_life_creatures_and_cards() -> None:
    match = duel().put("field", 0, "ogre").set(life=[20, 4]).engine()
    seen = match.observe()
    best = max(seen.moves, key=lambda move: sum(r.amount for r in Material().reasons(seen, move)))
    assert str(best) == "attack p0.field.1 p1"
    terms = {reason.term: reason.amount for reason in Material().reasons(seen, best)}
    assert terms == {"victory": 100.0, "foe's life": 4.0}
    with pytest.raises(ValueError, match=r"^invalid worlds=0: expected 1 or more$"):
        Material(0)


def test_the_policy_weighs_moves_as_the_greedy_duellist_does() -> None:
    game = Duel()
    policy, agent = game.policy(), make_agent(game, "greedy:worlds=4")
    match = RuleEngine(game, seed=3)
    looked = 0
    while match.outcome is None:
        seen = match.observe()
        total = [0.0] * len(seen.moves)
        for number in range(4):
            world = game.sample(seen.view, seen.rng.child(f"world {number}"))
            before = world.key()
            weights = policy.weigh(world, seen.moves)
            assert weights is not None
            assert world.key() == before
            total = [sum(pair) for pair in zip(total, weights, strict=True)]
        weight_of = {move: value / 4 for move, value in zip(seen.moves, total, strict=True)}
        advice = agent.advise(seen)
        for option in advice.options:
            assert option.score == pytest.approx(weight_of[option.move])
        assert weight_of[advice.move] == pytest.approx(max(weight_of.values()))
        looked += len(seen.moves)
        match.play(advice.move)
    assert looked > 200


def test_the_beam_plans_a_turn_that_greed_does_not_see() -> None:
    """A guard stands before a foe with one life left: it is worth more than it can be hit for."""
    match = (
        duel()
        .put("field", 0, "ogre", "imp")
        .put("field", 1, "guard")
        .set(life=[20, 1], mana=[0, 0])
        .engine()
    )
    advice = make_agent(match.game, "beam").advise(match.observe())
    assert [str(move) for move in (advice.move, *advice.plan)] == [
        "attack p0.field.1 p1.field.1",
        "attack p0.field.2 p1",
    ]
    assert [reason.term for reason in advice.options[0].reasons] == ["gain", "end"]


def test_the_beam_beats_the_greedy_duellist() -> None:
    """A few duels only: the arena measures by how much."""
    game = Duel()
    players = [make_agent(game, "beam:worlds=4"), make_agent(game, "greedy")]
    won = 0
    for number in range(16):
        match = RuleEngine(game, seed=number // 2, agent_seed=number // 2)
        while match.outcome is None:
            seen = match.observe()
            match.play(players[(seen.seat + number) % 2].advise(seen).move)
        won += match.outcome.winner == number % 2
    assert won > 8
