"""The players of Slay the Spire: what they see in a fight, and how well they fight."""

import pytest

from kibitz.agents import make_agent
from kibitz.arena.backend import Serial
from kibitz.arena.setup import Setup
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import play
from kibitz.core import Observation, seeded
from kibitz.games import load
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.policy import (
    TUNED_RATING,
    Instinct,
    announced,
    incoming,
    rate,
    standing,
)
from kibitz.games.spire.state import Fight
from kibitz.testing import check_agent
from tests.games.spire.table import GAME, Table, dummy, real


def seen(table: Table) -> Observation[Fight, Fight]:
    """Makes the observation of a fight."""
    view = GAME.view(table.fight, 0)
    return Observation(GAME, view, 0, GAME.legal(table.fight), seeded(0))


def advised(table: Table, spec: str = "greedy") -> str:
    """Returns the move that an agent advises."""
    return str(make_agent(GAME, spec).advise(seen(table)).move)


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        "beam:worlds=2,nodes=60",
        "ismcts:iterations=20",
        "planner:worlds=2",
        "expert:worlds=2,follow=2",
        "simple",
    ],
)
@pytest.mark.parametrize("encounter", ["gremlin gang", "lagavulin"])
def test_agents_keep_the_laws(spec: str, encounter: str) -> None:
    game = load("spire", encounter=encounter, deck="mid act", potions="fire potion, swift potion")
    assert check_agent(lambda: make_agent(game, spec), game, games=1, max_plies=8) > 0


@pytest.mark.parametrize(
    "spec", ["greedy", "beam", "ismcts:iterations=200", "planner", "expert", "simple"]
)
def test_given_a_kill_that_wins_when_asked_then_it_is_played(spec: str) -> None:
    table = Table("defend, strike, bash", dummy(6, attack=12), energy=1)
    assert advised(table, spec) == "strike > 1"


def test_given_an_attack_when_greedy_is_asked_then_it_blocks_no_more_than_is_announced() -> None:
    assert advised(Table("defend, strike", dummy(60, attack=12), energy=1)) == "defend"
    assert advised(Table("defend, strike", dummy(60), energy=1)) == "strike > 1"
    assert advised(Table("defend, strike", dummy(60, attack=5), block=5, energy=1)) == "strike > 1"


def test_given_deadly_damage_when_greedy_is_asked_then_it_drinks_what_saves_it() -> None:
    table = Table("strike", dummy(60, attack=14), hp=10, potions=["Block Potion"])
    assert advised(table) == "block potion"


def test_given_two_monsters_when_greedy_is_asked_then_it_kills_the_one_that_attacks() -> None:
    table = Table("strike", dummy(6), dummy(6, attack=9), energy=1)
    assert advised(table) == "strike > 2"


def test_reasons_of_greedy_name_what_changes() -> None:
    advice = make_agent(GAME, "greedy").advise(seen(Table("bash", dummy(40, attack=8))))
    reasons = {reason.term: reason.amount for reason in advice.options[0].reasons}
    assert str(advice.move) == "bash > 1"
    assert reasons["monsters' HP"] == pytest.approx(8 * TUNED_RATING.monster_hp)
    assert reasons["vulnerable"] == pytest.approx(2 * TUNED_RATING.vulnerable)


def test_announced_damage_counts_hits_strength_and_weakness() -> None:
    table = Table("", dummy(40, attack=5, hits=2, Strength=3), real("JawWorm", 40, "CHOMP"))
    assert announced(table.fight, table.monster(1)) == 16
    assert incoming(table.fight) == 27
    weak = Table("", dummy(40, attack=10, Weak=1), powers={"Vulnerable": 1})
    assert incoming(weak.fight) == 11


def test_standing_is_a_share_of_hp_and_falls_with_the_monsters() -> None:
    fresh = Table("", dummy(10)).fight
    worse = Table("", dummy(120, attack=30)).fight
    lost = Table("", dummy(240, attack=60), hp=5).fight
    assert 1.0 >= standing(fresh) > standing(worse) > standing(lost) == -1.0


def test_rating_knows_defeat_from_victory() -> None:
    won = Table("strike", dummy(6)).play("strike").fight
    lost = Table("", dummy(60, attack=90)).play("end").fight
    assert won.over
    assert lost.over
    assert sum(rate(won)) > sum(rate(Table("strike", dummy(6)).fight)) > sum(rate(lost))


def test_instinct_blocks_only_where_there_is_damage() -> None:
    policy = Instinct(GAME)
    calm = Table("2 defend, strike", dummy(40)).fight
    assert {str(policy.choose(calm, seeded(i))) for i in range(20)} == {"strike > 1"}
    threatened = Table("2 defend, strike", dummy(40, attack=9)).fight
    found = {str(policy.choose(threatened, seeded(i))) for i in range(20)}
    assert found == {"strike > 1", "defend"}
    assert str(policy.choose(Table("", dummy(40)).fight, seeded(0))) == "end"


def test_tournament_compares_players_on_the_same_fights() -> None:
    setup = Setup("spire", ("greedy", "random"), {"encounter": "jaw worm"}, deals=12, seed=0)
    results = play(setup, Serial())
    summary = summarise(setup, results)
    first, second = summary.standings
    assert (first.label, second.label) == ("greedy", "random")
    assert first.wins == 12
    assert first.returns.mean > second.returns.mean + 0.3
    pairing = summary.pairings[0]
    assert pairing.games == 12
    assert pairing.margin_low is not None
    assert pairing.margin_low > 0


def test_default_player_is_the_strongest() -> None:
    assert next(iter(Spire().agents())) == "expert"
