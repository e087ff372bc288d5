"""The sharp player: the laws, the situations in which the generator plays badly, and its words."""

import inspect

import pytest

from kibitz.agents import make_agent
from kibitz.agents.greedy import score_of
from kibitz.core import Advice, Observation, seeded
from kibitz.core.errors import UnknownOption
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.agents.sharp.player import make_sharp
from kibitz.games.pokemon.agents.sharp.rating import (
    COUNT,
    FEATURES,
    PLACE,
    TUNED,
    Judge,
    features,
    outcomes,
    prepared,
)
from kibitz.games.pokemon.cards import WORD_NUMBERS
from kibitz.games.pokemon.moves import END_MOVE, Attack
from kibitz.games.pokemon.state import CHOOSE_ACTIVE, DRAW, PokemonState, active
from kibitz.testing import check_agent
from tests.games.pokemon.table import LETTERS, Table


def ask(table: Table, spec: str = "sharp") -> Advice[PokemonState]:
    """Asks a player what the seat to move should do."""
    s, game = table.fight, table.game
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
    return make_agent(game, spec).advise(seen)


def turn_of(table: Table, spec: str = "sharp") -> list[str]:
    """Plays a turn as a player advises; returns its moves."""
    moves: list[str] = []
    turn = table.fight.turn
    while not table.fight.over and table.fight.turn == turn and table.fight.seat == 0:
        moves.append(str(ask(table, spec).move))
        table.play(moves[-1])
    return moves


# The laws.


@pytest.mark.slow
@pytest.mark.parametrize("decks", ["overgrowth / zap", "brushfire / blackout"])
def test_it_keeps_the_laws_of_agents(decks: str) -> None:
    game = PokemonTcg(decks=decks)
    assert check_agent(lambda: make_agent(game, "sharp"), game, games=1, max_plies=60) == 60


def test_it_chooses_the_first_pokemon() -> None:
    game = PokemonTcg()
    s = game.setup(seeded(5))
    assert s.phase == CHOOSE_ACTIVE
    while s.turn == 0:
        seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(1))
        move = make_agent(game, "sharp").advise(seen).move
        assert move in seen.moves
        game.play(s, move)


# Where the generator plays badly.


def test_it_does_everything_else_before_a_knockout() -> None:
    """A knockout ends the turn: the generator attacks first, and the Bench stays empty."""

    def table() -> Table:
        return Table(
            "hitmonchan [F]", hand="fighting, abra", against="rattata 10", their_bench=["onix"]
        )

    assert turn_of(table(), "generator")[0] == "attack jab"
    moves = turn_of(table())
    assert moves.index("attack jab") > max(moves.index("bench abra"), 1)


def test_it_leaves_with_a_doomed_pokemon() -> None:
    def table() -> Table:
        return Table("charmander [R] 40", bench=["charmeleon [RRR]"], against="hitmonchan [F]")

    assert turn_of(table(), "generator")[0] == "attack scratch"
    assert turn_of(table())[0] == "retreat > bench 1"


def test_it_promotes_a_pokemon_that_can_attack() -> None:
    """The generator promotes the highest score: Chansey, without Energy."""

    def table() -> Table:
        made = Table(
            "rattata 20",
            bench=["chansey", "hitmonchan [FFF]"],
            against="machop [F]",
            their_bench=["onix"],
            turn=6,
        )
        made.fight.active = made.fight.seat = 1
        return made.play("attack low kick").play("prize")

    assert str(ask(table(), "generator").move) == "promote bench 1"
    assert str(ask(table()).move) == "promote bench 2"


def test_it_uses_rain_dance() -> None:
    """With two more Water Hydro Pump does 60 instead of 40, which knocks out."""

    def table() -> Table:
        return Table(
            "blastoise [WWW]",
            bench=["abra"],
            hand="3 water",
            against="hitmonchan 10",
            their_bench=["onix"],
        )

    assert "power rain dance > active" not in turn_of(table(), "generator")
    moves = turn_of(table())
    assert "power rain dance > active" in moves
    assert "attack hydro pump" in moves


def test_it_plays_professor_oak_with_a_poor_hand() -> None:
    def table(hand: str) -> Table:
        return Table(
            "machop [F]",
            bench=["abra"],
            hand=f"professor oak, {hand}",
            deck="10 fighting, 5 machoke, 5 hitmonchan",
            against="hitmonchan [FF]",
            their_bench=["onix"],
        )

    assert "play professor oak" not in turn_of(table("charizard"), "generator")
    assert turn_of(table("charizard"))[0] == "play professor oak"


def test_it_keeps_a_deck_that_is_about_to_end() -> None:
    table = Table("onix [F]", bench=["abra", "abra"], hand="bill", deck="2 fighting")
    assert "play bill" not in turn_of(table)


def test_it_wins_the_match_where_it_can() -> None:
    table = Table(
        "hitmonchan [FFF]",
        bench=["abra"],
        hand="gust of wind, fighting",
        prizes=1,
        against="onix",
        their_bench=["rattata"],
    )
    moves = turn_of(table)
    assert "play gust of wind > foe bench 1" in moves
    assert table.fight.winner == 0


# The rating.


def test_outcomes_are_all_ways_the_coins_can_fall() -> None:
    table = Table("beedrill [GGG]", against="chansey", bench=["abra"])
    found = outcomes(table.game, table.fight, Attack("twineedle"))
    assert sum(chance for chance, _ in found) == 1.0
    assert sorted(active(s, 1).damage for _, s in found) == [0, 30, 30, 60]
    assert all(not s.board.flips for _, s in found)


def test_a_match_that_does_not_change_is_worth_the_same_to_both() -> None:
    table = Table("machop [F] 10", bench=["abra"], against="machop [F] 10", their_bench=["abra"])
    s = table.fight
    s.phase, s.active, s.seat = DRAW, 1, 1
    own = Judge(table.game, 0, TUNED).between(s)
    assert [-number for number in own] == Judge(table.game, 1, TUNED).between(s)
    assert len(own) == COUNT
    level = ("prize", "active_hp", "bench_hp", "evolved", "ready", "energy", "bench_one")
    assert all(own[PLACE[name]] == 0.0 for name in level)


def test_features_see_the_danger() -> None:
    table = Table("machop 40", bench=["abra"], against="machop [F]", their_bench=["abra"])
    s = table.fight
    s.phase, s.active, s.seat = DRAW, 1, 1
    found = features(s, 0)
    assert found[PLACE["lost"]] == 1.0
    assert found[PLACE["lost_match"]] == 0.0
    del s.rows[1][0]
    assert features(s, 0)[PLACE["lost_match"]] == 1.0


def test_energy_counts_where_an_attack_needs_it() -> None:
    fighting, fire = LETTERS["F"], LETTERS["R"]
    machop, onix = WORD_NUMBERS["machop"], WORD_NUMBERS["onix"]
    assert prepared(machop, (fighting,))[1] == 1
    assert prepared(machop, (fighting, fighting, fire))[1] == 3, "Machoke needs them"
    assert prepared(onix, (fire,))[1] == 0
    assert prepared(machop, (fighting,))[0] > prepared(machop, ())[0]


# Reasons and options.


def test_reasons_are_what_a_player_would_say() -> None:
    table = Table(
        "hitmonchan [F]",
        bench=["abra"],
        prizes=2,
        against="rattata 10",
        their_bench=["onix [FF]"],
    )
    advice = ask(table)
    assert str(advice.move) == "attack jab"
    for option in advice.options:
        assert option.score == pytest.approx(score_of(list(option.reasons)))
        assert all(reason.text for reason in option.reasons)
    texts = {reason.term: reason.text for reason in advice.options[0].reasons}
    prizes = "knocks out Rattata, then only one Prize is left (the opponent has 6)"
    assert texts["Prizes"] == prizes
    assert texts["danger"] == "Onix can hit back for 10 on average"


def test_the_plan_goes_on_to_the_end_of_the_turn() -> None:
    table = Table("hitmonchan [FF]", hand="fighting, abra", against="onix", their_bench=["onix"])
    advice = ask(table)
    assert str(advice.plan[-1]) == "attack special punch"


def test_every_weight_is_an_option() -> None:
    options = inspect.signature(make_sharp).parameters
    assert {feature.name for feature in FEATURES} <= set(options)
    game = PokemonTcg()
    assert make_sharp(prize=3.0).weights[PLACE["prize"]] == 3.0
    assert make_sharp(tuned=False).weights != make_sharp().weights
    with pytest.raises(UnknownOption, match="prize"):
        make_agent(game, "sharp:prise=3")
    assert list(game.agent_weights()["sharp"]) == [feature.name for feature in FEATURES]
    assert set(game.tunable()["sharp"]) <= set(options)


def test_more_weight_on_prizes_changes_the_score_and_nothing_else() -> None:
    table = Table("hitmonchan [F]", bench=["abra"], prizes=2, against="onix", their_bench=["onix"])
    usual, greedy = ask(table), ask(table, "sharp:prize=100")
    first = {option.move: option for option in usual.options}
    for option in greedy.options:
        gain = option.score - first[option.move].score
        assert gain == pytest.approx(4 * (100.0 - TUNED[PLACE["prize"]]))
    assert END_MOVE in first
