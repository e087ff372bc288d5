"""What the players of Slay the Spire say about potions, and about moves that they are asked for."""

import re
from collections.abc import Iterator

import pytest

from kibitz.agents.registry import make_agent
from kibitz.core import RuleEngine, seeded
from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.move import Move
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.danger import TUNED
from kibitz.games.spire.agents.planner import compared_fights, outlook_verdict
from kibitz.games.spire.gear import POTIONS
from kibitz.games.spire.moves import Play, UsePotion
from kibitz.games.spire.state import Fight
from tests.games.spire.table import GAME, Table, dummy, real

SPECS = ["expert:follow=1,nodes=60,worlds=2", "planner:nodes=120,worlds=2", "simple", "greedy"]
HELD = "fire potion, block potion, weak potion"
FIGHTS = [
    Spire(encounter="gremlin nob", potions=HELD, hp=40, deck="mid act"),
    Spire(encounter="gremlin gang", potions="blood potion, fear potion", hp=30),
    Spire(encounter="the guardian", potions=HELD, deck="exhaust"),
    Spire("silent", "discard", potions="poison potion, explosive potion", encounter="3 sentries"),
    Spire("silent", "shivs", potions="fairy in a bottle, fire potion", encounter="2 louse", hp=20),
    Spire("silent", "poison", relics="starter, runic dome", encounter="large slime"),
]


def decisions(game: Spire, moves: int) -> Iterator[RuleEngine[Fight, Fight]]:
    """Plays at random and stops at every decision with a choice."""
    engine = RuleEngine(game, seed=7)
    rng = seeded("asked")
    while not engine.state.over and engine.ply < moves:
        if len(engine.legal_moves()) > 1:
            yield engine
        engine.play(game.random_move(engine.state, rng))


def asked(
    agent: Agent[Fight, Fight], engine: RuleEngine[Fight, Fight], *wanted: Move[Fight]
) -> Advice[Fight]:
    return agent.advise(engine.observe(wanted=wanted))


# Moves that somebody asks about.


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.options["encounter"])
@pytest.mark.parametrize("spec", SPECS)
def test_every_move_that_is_asked_for_is_an_option_in_the_same_terms(
    game: Spire, spec: str
) -> None:
    agent = make_agent(game, spec)
    count = 0
    for engine in decisions(game, 14):
        plain = asked(agent, engine)
        legal = engine.legal_moves()
        advice = asked(agent, engine, *legal)
        assert advice.move == plain.move
        assert advice.value == plain.value
        assert advice.plan == plain.plan
        assert advice.trace == plain.trace
        assert sorted(str(option.move) for option in advice.options) == sorted(map(str, legal))
        scores = [option.score for option in advice.options]
        assert scores == sorted(scores, reverse=True)
        assert advice.options[scores.index(advice.value)].move == advice.move
        assert scores[0] == advice.value
        for option in advice.options:
            total = sum(reason.amount for reason in option.reasons)
            assert option.score == pytest.approx(total, abs=1e-6)
            assert option.reasons
            assert "untried" not in [reason.term for reason in option.reasons]
        known = {option.move: option for option in plain.options}
        for option in advice.options:
            if option.move in known:
                assert option == known[option.move]
        count += 1
    assert count >= 3


def test_one_move_is_asked_for() -> None:
    game = FIGHTS[0]
    engine = next(decisions(game, 5))
    agent = make_agent(game, SPECS[0])
    listed = [option.move for option in asked(agent, engine).options]
    others = [move for move in engine.legal_moves() if move not in listed]
    assert others
    advice = asked(agent, engine, others[0], others[0], listed[0])
    assert sorted(str(option.move) for option in advice.options) == sorted(
        map(str, [*listed, others[0]])
    )
    found = next(option for option in advice.options if option.move == others[0])
    assert "played on" in {reason.term for reason in found.reasons}


def test_a_second_potion_of_a_turn_is_no_better_than_the_advice() -> None:
    table = Table("strike", dummy(30, attack=9), potions=["fire potion", "block potion"], hp=9)
    table.play("fire potion > 1")
    for spec in SPECS[:3]:
        seen = Observation(
            GAME,
            GAME.view(table.fight, 0),
            0,
            GAME.legal(table.fight),
            seeded(1),
            wanted=(UsePotion("block potion"),),
        )
        advice = make_agent(GAME, spec).advise(seen)
        found = {str(option.move): option for option in advice.options}
        assert str(advice.move) != "block potion"
        assert found["block potion"].score <= advice.value


def test_without_time_the_moves_that_are_asked_for_are_listed_as_untried() -> None:
    table = Table("strike, defend, bash", dummy(attack=9), draw="5 strike")
    view, moves = GAME.view(table.fight, 0), GAME.legal(table.fight)
    agent = make_agent(GAME, "expert")
    plain = agent.advise(Observation(GAME, view, 0, moves, seeded(1), 0.0))
    seen = Observation(GAME, view, 0, moves, seeded(1), 0.0, tuple(moves))
    advice = agent.advise(seen)
    assert advice.move == plain.move
    assert {option.move for option in advice.options} == set(moves)


# Potions.


@pytest.mark.parametrize("spec", ["expert:follow=1,nodes=300,worlds=2", "planner:nodes=500"])
def test_potions_are_used_or_kept_as_sums_ranking_and_words_say(spec: str) -> None:
    used = kept = 0
    for game in FIGHTS[:4]:
        agent = make_agent(game, spec)
        engine = RuleEngine(game, seed=1)
        while not engine.state.over and engine.ply < 30:
            advice = asked(agent, engine)
            notes = advice.trace.get("potions", {})
            assert isinstance(notes, dict)
            for option in advice.options:
                if isinstance(option.move, UsePotion):
                    check_potion(engine, advice, option.move, str(notes[option.move.potion]))
                    used += option.move == advice.move
                    kept += option.move != advice.move
            engine.play(advice.move)
    assert used >= 3
    assert kept >= 3


def check_potion(
    engine: RuleEngine[Fight, Fight], advice: Advice[Fight], move: UsePotion, note: str
) -> None:
    """Checks that what is said about a potion agrees with its option and with the advice."""
    view = engine.view(0)
    amounts = {
        str(option.move): {reason.term: reason.amount for reason in option.reasons}
        for option in advice.options
    }
    own = amounts[str(move)]
    assert own.get("potion", -1.0) < 0.0  # using it up always costs something
    texts = GAME.explain(view, advice)
    verdict = "Use" if move == advice.move else "Keep"
    assert note.startswith("used: " if verdict == "Use" else "kept: ")
    name = POTIONS[move.number].name
    assert f"{verdict} the {name}: {note.partition(': ')[2]}." in texts
    if verdict == "Use":
        compared = [text for text in texts if text.startswith(("Without the potion", "Ending"))]
        best = next(each for each in advice.options if not isinstance(each.move, UsePotion))
        other = amounts[str(best.move)]
        if "played on" in own and "without it you die" not in note:
            assert other["played on"] + -own["potion"] <= own["played on"] + 1e-6
            assert not any("keeps more HP in the end" in text for text in compared)


def test_a_potion_that_is_used_is_explained_in_one_voice() -> None:
    game = Spire(encounter="gremlin nob", potions=HELD, hp=35, deck="mid act")
    engine = RuleEngine(game, seed=32)
    agent = make_agent(game, "expert:follow=2")
    advice = asked(agent, engine)
    while str(advice.move) != "fire potion > 1":
        engine.play(advice.move)
        advice = asked(agent, engine)
    text = " ".join(game.explain(engine.view(0), advice))
    assert re.search(r"fights played on keep 3[0-9.]+ HP with it and 2[0-9.]+ HP without", text)
    assert "and it must save more than 9.6 HP" in text
    assert "Ending the turn at once keeps fewer HP in the end" in text
    own = {reason.term: reason for reason in advice.options[0].reasons}
    assert own["potion"].text == "using it up counts as 9.6 HP"
    assert own["potion"].amount == pytest.approx(-120.0)


@pytest.mark.parametrize(
    ("without", "used", "text"),
    [
        ([0.5, 0.25], [0.75, 0.5], "fights played on keep 50 HP with it and 30 HP without"),
        (
            [-1.0, 0.25],
            [0.25, 0.25],
            "2 of 2 fights played on are won with it and 1 without, which counts as 50 HP saved",
        ),
        (
            [-1.0, 0.5],
            [-1.0, 0.25],
            (
                "1 of 2 fights played on are won with it or without, with fewer HP left,"
                " which counts as 10 HP lost"
            ),
        ),
        (
            [-0.8, -0.8],
            [-0.7, -0.7],
            (
                "all fights played on are lost, but the monsters lose more HP with it,"
                " which counts as 8 HP saved"
            ),
        ),
        (
            [-0.8, -0.8],
            [-0.8, -0.9],
            "all fights played on are lost, and the monsters lose no more HP with it",
        ),
    ],
)
def test_fights_with_a_potion_and_without_are_compared_in_words(
    without: list[float], used: list[float], text: str
) -> None:
    s = Table("strike", dummy()).fight
    assert compared_fights(s, without, used) == text
    verdict = outlook_verdict(s, 20.0, without, used, TUNED)
    assert text in verdict.text
    gain = (sum(used) - sum(without)) / 2 - TUNED.price_normal
    assert (verdict.amount > 0) is (gain > 0)
    assert verdict.text.startswith("used: " if gain > 0 else "kept: ")


def test_simple_rates_targets_below_the_best_one() -> None:
    table = Table("bash", dummy(20, attack=3), dummy(20, attack=12))
    seen = Observation(
        GAME,
        GAME.view(table.fight, 0),
        0,
        GAME.legal(table.fight),
        seeded(1),
        wanted=(Play("bash", 0), real_end()),
    )
    advice = make_agent(GAME, "simple").advise(seen)
    assert [str(option.move) for option in advice.options] == ["bash > 2", "bash > 1", "end"]
    assert advice.options[1].reasons[-1].text == "another monster is the better target"


def real_end() -> Move[Fight]:
    return GAME.legal(Table("", real("JawWorm", 40, "CHOMP")).fight)[-1]
