"""The greedy player, and what searches are told about the Pokémon TCG."""

import math

import pytest

from kibitz.agents.greedy import score_of
from kibitz.agents.registry import make_agent
from kibitz.core import seeded
from kibitz.core.agent import Advice, Agent, Observation, play_out
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.agents import Instinct, best_attack, expectation, make_greedy, rate
from kibitz.games.pokemon.agents.worth import TERMS
from kibitz.games.pokemon.cards.catalogue import ATTACKS
from kibitz.games.pokemon.state import Fight
from tests.games.pokemon_table import Table


def advice_of(table: Table) -> Advice[Fight]:
    """Asks the greedy player what to do."""
    game, s = table.game, table.fight
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded("advice"))
    return make_greedy().advise(seen)


def advised(table: Table) -> str:
    """Returns what the greedy player would play."""
    return str(advice_of(table).move)


@pytest.mark.parametrize(
    ("table", "move"),
    [
        (Table("charmander [RR]", hand="charmeleon", bench=["abra"]), "evolve charmeleon > active"),
        (Table("charmander [R]", hand="fire, water"), "attach fire > active"),
        (Table("charmander [RR]", hand="abra"), "bench abra"),
        (Table("charmander [RR]", against="rattata", bench=["abra"]), "attack ember"),
        (Table("charmander [RR]", against="rattata 20", bench=["abra"]), "attack scratch"),
        (Table("onix [F]", hand="2 fire", bench=["charmander [R]"]), "attach fire > bench 1"),
        (Table("machop [F]", hand="pluspower", against="machop 20"), "play pluspower > active"),
        (
            Table("onix 80", hand="potion", against="machop [F]", bench=["abra"]),
            "play potion > active",
        ),
        (Table("onix", hand="bill", bench=["abra", "abra"]), "play bill"),
        (Table("onix", hand="bill", deck="2 fire", bench=["abra", "abra"]), "end"),
        (
            Table("magikarp 20", bench=["hitmonchan [FFF]"], hand="switch", against="machop [F]"),
            "play switch > bench 1",
        ),
        (
            Table(
                "hitmonchan [F]",
                hand="gust of wind",
                against="onix",
                their_bench=["rattata 20"],
                prizes=1,
                bench=["abra"],
            ),
            "play gust of wind > foe bench 1",
        ),
    ],
)
def test_greedy_plays_what_anybody_would(table: Table, move: str) -> None:
    assert advised(table) == move


def test_reasons_add_up_and_have_words() -> None:
    table = Table("charmander [RR]", hand="fire, bill, charmeleon", bench=["abra"])
    advice = advice_of(table)
    for option in advice.options:
        assert option.score == score_of(list(option.reasons))
        assert all(reason.text for reason in option.reasons)
    attack = next(option for option in advice.options if str(option.move) == "attack ember")
    assert [(reason.term, reason.text) for reason in attack.reasons][:1] == [
        ("damage", "30 damage expected")
    ]


def test_last_prize_counts_as_victory() -> None:
    table = Table("charmander [RR]", against="rattata", their_bench=["abra"], prizes=1)
    value, number = best_attack(table.fight, 0)
    assert ATTACKS[number].word == "ember"
    assert value > 900


def test_useless_moves_are_not_repeated() -> None:
    table = Table("rattata", bench=["rattata"], against="onix")
    assert advised(table) == "end"


def test_rating_is_the_same_from_both_sides_but_for_threat_and_cards() -> None:
    table = Table("charmander [RR] 10", bench=["abra"], against="onix", their_bench=["machop [F]"])
    one, other = rate(table.fight, 0), rate(table.fight, 1)
    for term, mine, theirs in zip(TERMS, one, other, strict=True):
        if term not in ("threat", "cards"):
            assert math.isclose(mine, -theirs), term


def test_expectation_follows_prizes() -> None:
    ahead = Table(prizes=2, their_prizes=6)
    assert expectation(ahead.fight) > expectation(Table().fight)
    assert abs(expectation(Table("onix", against="onix").fight)) < 1e-9


def test_policy_keeps_its_deck_and_attacks() -> None:
    game = PokemonTcg()
    policy = Instinct(game)
    reasons: list[str] = []
    for seed in range(20):
        s = game.setup(seeded(f"policy/{seed}"))
        play_out(game, s, seeded(f"policy/{seed}/moves"), policy)
        reasons.append(s.reason)
    assert reasons.count("deck out") < 3


def test_policy_weighs_every_move() -> None:
    table = Table("charmander [RR]", hand="fire, bill, charmeleon, computer search", bench=["abra"])
    moves = table.game.legal(table.fight)
    before = table.fight.key()
    weights = Instinct(table.game).weigh(table.fight, moves)
    assert len(weights) == len(moves)
    assert str(moves[weights.index(max(weights))]) == "evolve charmeleon > active"
    assert table.fight.key() == before


def test_greedy_beats_random() -> None:
    game = PokemonTcg()
    won = 0
    for seed in range(12):
        agents: list[Agent[Fight, Fight]] = [make_greedy(), make_agent(game, "random")]
        won += 1 if play(game, f"greedy/{seed}", agents, seed % 2) == seed % 2 else 0
    assert won >= 10


def play(game: PokemonTcg, seed: str, agents: list[Agent[Fight, Fight]], first: int) -> int:
    """Plays a match with the first agent at a seat; returns who has won."""
    s = game.setup(seeded(seed))
    rng = seeded(f"{seed}/agents")
    while not s.over:
        agent = agents[0 if s.seat == first else 1]
        seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), rng)
        game.play(s, agent.advise(seen).move)
    return s.winner


def test_an_estimate_ends_the_turn_quickly_before_it_rates() -> None:
    """With Energy to attach, Charmander attacks before the match is rated, and Rattata is out."""

    def estimated(hand: str) -> list[float]:
        table = Table("charmander", hand=hand, against="rattata 20", their_bench=["onix"])
        before = table.fight.clone()
        found = Instinct(table.game).estimate(table.fight)
        assert table.fight == before
        assert found[0] == -found[1]
        return found

    assert estimated("fire")[0] > estimated("bill")[0] + 0.3
