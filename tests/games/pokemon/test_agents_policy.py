"""The greedy player, and what searches are told about the Pokémon TCG."""

import math

import pytest

from kibitz.agents.greedy import score_of
from kibitz.agents.registry import make_agent
from kibitz.core import seeded
from kibitz.core.agent import Advice, Agent, Observation, play_out
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.agents.policy import (
    TERMS,
    Instinct,
    best_attack,
    expectation,
    make_greedy,
    rate,
)
from kibitz.games.pokemon.cards import ATTACKS
from kibitz.games.pokemon.moves import Bench
from kibitz.games.pokemon.state import CHOOSE_ACTIVE, PokemonState
from tests.games.pokemon.random_decks import random_decks
from tests.games.pokemon.table import Table


def advice_of(table: Table) -> Advice[PokemonState]:
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
        agents: list[Agent[PokemonState, PokemonState]] = [
            make_greedy(),
            make_agent(game, "random"),
        ]
        won += 1 if play(game, f"greedy/{seed}", agents, seed % 2) == seed % 2 else 0
    assert won >= 10


def play(
    game: PokemonTcg, seed: str, agents: list[Agent[PokemonState, PokemonState]], first: int
) -> int:
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


# Before the first turn.


@pytest.mark.parametrize("decks", ["overgrowth / zap", "brushfire / blackout", "starter"])
def test_greedy_has_an_opinion_before_the_first_turn_and_fills_its_bench(decks: str) -> None:
    game, agent = PokemonTcg(decks=decks), make_greedy()
    for seed in range(15):
        s = game.setup(seeded(f"opening/{decks}/{seed}"))
        while s.turn == 0:
            seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
            advice = agent.advise(seen)
            if len(seen.moves) > 1:
                assert any(option.score for option in advice.options)
            if any(isinstance(move, Bench) for move in seen.moves):
                assert isinstance(advice.move, Bench)
            game.play(s, advice.move)


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("abra, hitmonchan, 3 fighting", "active hitmonchan"),
        ("hitmonchan, machop, 3 psychic", "active hitmonchan"),
        ("pikachu, diglett, 3 lightning", "active pikachu"),
        ("pikachu, diglett, 3 fighting", "active diglett"),
        ("abra, clefairy doll, water", "active abra"),
    ],
)
def test_greedy_chooses_an_active_that_lasts_and_can_attack(hand: str, move: str) -> None:
    table = Table("", against="", hand=hand, phase=CHOOSE_ACTIVE)
    table.fight.turn = 0
    advice = advice_of(table)
    assert str(advice.move) == move
    for option in advice.options:
        assert option.score == score_of(list(option.reasons))
        assert all(reason.text for reason in option.reasons)


# Moves that somebody asks about.


@pytest.mark.parametrize("spec", ["generator", "generator:policy=develop_first", "sharp", "greedy"])
@pytest.mark.parametrize("number", range(3))
def test_every_wanted_move_is_scored_and_changes_nothing(spec: str, number: int) -> None:
    rng = seeded(f"wanted/{spec}/{number}")
    game = PokemonTcg(random_decks(rng))
    check_wanted(game, make_agent(game, spec), rng, 4 if spec == "sharp" else 2)


def test_wanted_move_is_scored_though_the_search_had_no_time_for_it() -> None:
    for number in range(3):
        rng = seeded(f"hurry/{number}")
        game = PokemonTcg(random_decks(rng))
        check_wanted(game, make_agent(game, "sharp:nodes=1"), rng, 2)


def check_wanted(
    game: PokemonTcg, agent: Agent[PokemonState, PokemonState], rng: Rng, every: int
) -> None:
    """Plays at random and asks an agent about all legal moves, one by one and all together."""
    s = game.setup(rng.fork())
    asked = 0
    for ply in range(150):
        if s.over:
            break
        moves = game.legal(s)
        if ply % every == 0 and len(moves) > 1:
            asked += 1
            view = game.view(s, s.seat)
            plain = agent.advise(Observation(game, view, s.seat, moves, seeded(ply)))
            for wanted in (tuple(moves), (moves[ply % len(moves)],)):
                seen = Observation(game, view, s.seat, moves, seeded(ply), None, wanted)
                advice = agent.advise(seen)
                check_same(plain, advice, wanted)
        game.play(s, moves[rng.below(len(moves))])
    assert asked > 10


def check_same(
    plain: Advice[PokemonState], asked: Advice[PokemonState], wanted: tuple[Move[PokemonState], ...]
) -> None:
    """Checks that asking adds options in the same terms, and changes nothing else."""
    assert (asked.move, asked.value, asked.plan) == (plain.move, plain.value, plain.plan)
    found = {option.move: option for option in asked.options}
    assert len(found) == len(asked.options)
    assert set(found) == {*[option.move for option in plain.options], *wanted}
    scores = [option.score for option in asked.options]
    assert scores == sorted(scores, reverse=True)
    for option in plain.options:
        assert found[option.move].score == option.score
    for option in asked.options:
        assert option.reasons
        assert all(reason.text for reason in option.reasons)
        total = math.fsum(reason.amount for reason in option.reasons)
        assert math.isclose(option.score, total, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("table", "move", "reason"),
    [
        (
            Table("charmeleon [RRW]", against="chansey"),
            "attack slash",
            ("attack", 199.0, "Slash does 30 damage; another attack comes first"),
        ),
        (
            Table("machop [F]", hand="fighting", bench=["abra"]),
            "attach fighting > active",
            ("no step", 0.0, "no attack of Machop needs it"),
        ),
        (
            Table("onix 10", hand="potion", bench=["abra"]),
            "play potion > active",
            ("no step", 0.0, "no Pokémon is threatened"),
        ),
        (
            Table("pikachu 30", hand="potion", against="machop [F]"),
            "play potion > active",
            ("no step", 0.0, "it saves no Pokémon from a sure knockout"),
        ),
        (
            Table("seel 40", bench=["abra 20"], hand="potion", against="rattata [W]"),
            "play potion > bench 1",
            (
                "no step",
                0.0,
                "it is of more use on Seel: with 40 HP instead of 20, Seel survives 20 damage",
            ),
        ),
        (
            Table("onix", hand="computer search, 2 fire"),
            "play computer search",
            ("no step", 0.0, "it has a cost, and no rule says when to pay it"),
        ),
        (
            Table("rattata", bench=["onix"]),
            "retreat > bench 1",
            ("no step", 0.0, "a retreat is proposed only to a Pokémon that is sure to knock out"),
        ),
        (
            Table("magnemite [LW] 10"),
            "attack selfdestruct",
            ("no step", 0.0, "it could lose the match by what it does to its own side"),
        ),
        (
            Table("squirtle [W]", bench=["blastoise"], hand="water"),
            "power rain dance > active",
            (
                *("no step", 0.0),
                "no Power is used but Energy Burn, right before an attack that needs it",
            ),
        ),
    ],
)
def test_generator_says_why_no_step_proposes_a_move(
    table: Table, move: str, reason: tuple[str, float, str]
) -> None:
    game, s = table.game, table.fight
    wanted = game.parse(s, move)
    moves = game.legal(s)
    seen = Observation(game, game.view(s, 0), 0, moves, seeded(0), None, (wanted,))
    found = make_agent(game, "generator").advise(seen).options
    option = next(each for each in found if each.move == wanted)
    assert [(each.term, each.amount, each.text) for each in option.reasons] == [reason]


def test_evolution_that_lowers_the_score_is_explained() -> None:
    table = Table("machoke", bench=["abra"], hand="machamp")
    game, s = table.game, table.fight
    wanted = game.parse(s, "evolve machamp > active")
    moves = game.legal(s)
    seen = Observation(game, game.view(s, 0), 0, moves, seeded(0), None, (wanted,))
    advice = make_agent(game, "generator:evolve_if_better=true").advise(seen)
    option = next(each for each in advice.options if each.move == wanted)
    assert option.reasons[0].text == "the score of Machoke would go from 236.7 to 185"
