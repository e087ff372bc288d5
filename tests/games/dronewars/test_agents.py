"""The greedy player and searches of Drone Wars, and how advice is explained."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import seeded
from kibitz.core.agent import play_out
from kibitz.core.engine import RuleEngine
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.agents.policy import TERMS, rate, total
from kibitz.games.dronewars.agents.tactical.decisions import jammer_pass
from kibitz.games.dronewars.agents.tactical.lanes import CARD, DRONE_ATTACK, Candidate, Situation
from kibitz.games.dronewars.agents.tactical.settings import BUILD
from kibitz.games.dronewars.text.descriptions import move_words
from kibitz.testing import check_agent
from tests.games.dronewars.advice import advise, scores
from tests.games.dronewars.table import Table

# Greedy and searches.


def test_greedy_takes_the_last_section() -> None:
    table = Table(lane1="standard fighter", their_hull=(6, 5, 5), their_shields=(0, 0, 0))
    assert str(advise(table, "greedy").move) == "attack standard fighter 1 > section"
    assert scores(table, "greedy")["attack standard fighter 1 > section"] > 500


def test_greedy_reckons_with_the_interception_that_hurts_most() -> None:
    free = Table(lane1="bomber")
    held = Table(lane1="bomber", against1="interceptor")
    move = "attack bomber 1 > section"
    assert scores(free, "greedy")[move] > scores(held, "greedy")[move]


def test_greedy_spreads_its_drones() -> None:
    table = Table(phase="deployment", budget=6, pool="standard fighter", lane1="standard fighter")
    assert str(advise(table, "greedy").move) != "deploy standard fighter 1"


def test_ratings_of_both_seats_are_opposite() -> None:
    table = Table(lane1="bomber", against2="guardian, scout", hand="nuke", hull=(3, 10, 10))
    ratings = [rate(table.battle, seat) for seat in (0, 1)]
    assert len(ratings[0]) == len(TERMS)
    assert total(ratings[0]) == pytest.approx(-total(ratings[1]))


def test_a_playout_by_policy_ends_a_battle_sooner_than_chance() -> None:
    game = DroneWars()
    lengths = []
    for policy in (game.policy(), None):
        rng, moves = seeded("policy"), 0
        for seed in range(4):
            moves += play_out(game, game.setup(seeded(seed)), rng, policy)
        lengths.append(moves)
    assert lengths[0] < lengths[1]


def test_the_policy_weighs_actions_as_the_tactical_ai_scores_them() -> None:
    table = Table(lane1="standard fighter, bomber", against1="scout", hand="laser blast")
    moves = table.game.legal(table.battle)
    weights = table.game.policy().weigh(table.battle, moves)
    assert weights is not None
    found = dict(zip(map(str, moves), weights, strict=True))
    assert {move: found[move] for move in scores(table)} == scores(table)


@pytest.mark.parametrize("spec", ["greedy", "ismcts:iterations=10", "beam:nodes=20"])
def test_the_laws_of_agents_hold(spec: str) -> None:
    game = DroneWars()
    assert check_agent(lambda: make_agent(game, spec), game, games=1, max_plies=20) == 20


@pytest.mark.slow
def test_tactical_beats_chance() -> None:
    game = DroneWars(decks="manticore / manticore")
    agent, won = make_agent(game, "tactical"), 0
    for seed in range(6):
        engine = RuleEngine(game, seed=seed)
        rng, own = seeded(seed), seed % 2
        while engine.outcome is None:
            if engine.seat == own:
                engine.play(agent.advise(engine.observe()).move)
            else:
                engine.play(game.random_move(engine.state, rng))
        won += engine.outcome.winner == own
    assert won == 6


# The safety net against plays that a Jammer blocks.


def test_a_blocked_play_is_rejected_and_counts_for_the_removal_of_the_jammer() -> None:
    table = Table(lane1="sabot attack=3", against1="jammer, heavy fighter", against2="scout")
    now = Situation(table.battle, 0, BUILD)
    play, attack = table.game.legal(table.battle)[:2]
    blocked = Candidate(play, CARD, 0, -1, 1)
    blocked.add("worth", 40.0, "")
    other = Candidate(play, CARD, 1, -1, 0)
    other.add("worth", 25.0, "")
    removal = Candidate(attack, DRONE_ATTACK, 0, 0, 0)
    jammer_pass(now, [blocked, other, removal])
    assert (blocked.score, other.score, removal.score) == (-999.0, 25.0, 40.0)
    assert sum(reason.amount for reason in blocked.option().reasons) == -999.0


# Words.


def explained(table: Table, spec: str = "tactical") -> list[str]:
    """Returns the explanation of an agent's advice."""
    view = table.game.view(table.battle, table.battle.seat)
    return table.game.explain(view, advise(table, spec))


def test_advice_says_what_to_do_why_and_what_not_to_do() -> None:
    table = Table(lane1="bomber, standard fighter", against1="scout")
    found = explained(table)
    assert found[0] == "Attack scout 1 with standard fighter 1."
    assert found[1].startswith(
        "It scores 197: it opens the way for attacks on the section (+154), "
    )
    assert "lane 1 is worth 30 now and 77 without it (+23)" in found[1]
    assert found[2] == "Next best with 157: attack scout 1 with bomber 1."
    assert found[3].startswith("Worse than it looks: attack the bridge with standard fighter 1. ")
    assert found[3].endswith("It would score 69, but a faster enemy can intercept it (-80).")
    assert len(found) == 4


def test_advice_says_that_chance_picks() -> None:
    table = Table(against1="scout", hand="laser blast, laser blast+")
    assert "2 moves are about as good; chance picks one of them." in explained(table)


def test_advice_to_pass_says_that_nothing_is_worth_it() -> None:
    table = Table(lane1="scout exhausted", hand="overcharge")
    assert explained(table)[:2] == ["Pass.", "Nothing else is worth it."]


@pytest.mark.parametrize(
    ("hand", "extra", "words"),
    [
        ("nuke", {}, "play nuke on lane 1"),
        ("out think", {}, "play out think"),
        ("emergency patch", {"hull": (4, 10, 10)}, "play emergency patch on the bridge"),
        ("maneuver", {}, "play maneuver on scout 1.2, which goes to lane 2"),
        ("reposition", {}, "play reposition from lane 1 to lane 2"),
        ("combat enhancement", {}, "play combat enhancement on scout"),
        ("laser blast", {}, "play laser blast on guardian 1"),
        (
            "system sabotage",
            {"their_upgrades": ["piercing rounds on bomber"]},
            "play system sabotage on piercing rounds on bomber",
        ),
    ],
)
def test_moves_are_named_as_players_name_them(
    hand: str, extra: dict[str, object], words: str
) -> None:
    table = Table(lane1="scout, scout", against1="guardian", hand=hand, **extra)  # type: ignore[arg-type]
    view = table.game.view(table.battle, 0)
    assert words in [move_words(view, move) for move in table.game.legal(table.battle)]


def test_interceptions_and_deployments_are_explained() -> None:
    table = Table(lane1="scout", against1="bomber")
    table.battle.active = table.battle.seat = 1
    table.play("attack bomber 1 > section")
    assert explained(table)[0] == "Intercept with scout 1."
    deploying = Table(phase="deployment", pool="guardian", against1="heavy fighter", energy=3)
    assert explained(deploying)[0].startswith("Deploy guardian to lane ")
    greedy = explained(deploying, "greedy")
    assert greedy == []
