"""Advice for the Pokémon TCG in words: for every step the text names what decided."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import Advice, Observation, Option, Reason, seeded
from kibitz.core.value import Json
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.agents.generator.flow import STEPS
from kibitz.games.pokemon.moves import END_MOVE, Attach, Attack, PlayTrainer
from kibitz.games.pokemon.state import CHOOSE_ACTIVE, CHOOSE_BENCH, DRAW, FOE, PokemonState
from kibitz.games.pokemon.text.descriptions import name_at
from tests.cli.command import kibitz_process
from tests.games.pokemon.table import Table, knocked_out


def say(table: Table, spec: str = "generator") -> list[str]:
    """Explains what an agent advises."""
    s, game = table.fight, table.game
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
    advice = make_agent(game, spec).advise(seen)
    texts = game.explain(seen.view, advice)
    assert all(text[0].isupper() and text.endswith(".") for text in texts), texts
    return texts


# Knockouts.


def test_knockout_names_damage_and_what_is_left() -> None:
    assert say(Table("hitmonchan [FFW]", against="electabuzz", their_bench=["abra"])) == [
        "Attack with Special Punch.",
        "Special Punch does 80 damage to Electabuzz, which has 70 HP left: a sure knockout.",
    ]


@pytest.mark.parametrize(
    ("active", "against", "text"),
    [
        ("charmeleon [RRW]", "weedle", "Flamethrower would knock out, too, but discards your own"),
        ("dugtrio [FFFF]", "pikachu", "Earthquake would knock out, too, but hurts your own Bench."),
        ("gyarados [WWWW]", "charmander", "Dragon Rage would knock out, too, but does nothing"),
    ],
)
def test_knockout_is_compared_with_another(active: str, against: str, text: str) -> None:
    assert say(Table(active, bench=["machop"], against=against))[2].startswith(text)


def test_cards_that_wait_for_a_knockout_are_named() -> None:
    table = Table("hitmonchan [FFW]", hand="bill, potion", against="electabuzz")
    assert say(table)[2:] == ["A knockout comes first, so Bill must wait."]


def test_knockout_from_the_bench() -> None:
    order, why = say(Table("abra", bench=["hitmonchan [FFW]"], against="electabuzz"))
    assert order == "Retreat to Hitmonchan."
    assert why.startswith("From the front, Hitmonchan is sure to knock out Electabuzz: Special")


def test_knockout_that_is_out_of_reach_is_mentioned() -> None:
    table = Table("onix", bench=["hitmonchan [FFW]"], against="electabuzz", hand="pikachu")
    wanted = "Hitmonchan could knock out Electabuzz with Special Punch, but cannot come to the"
    assert say(table)[1].startswith(wanted)


def test_developing_first_says_that_the_knockout_stays() -> None:
    table = Table("hitmonchan [FFW]", against="electabuzz", hand="bill", their_bench=["abra"])
    texts = say(table, "generator:policy=develop_first")
    assert texts[:2] == [
        "Play Bill.",
        "Hitmonchan could knock out Electabuzz with Special Punch, and still can after this.",
    ]


# Threats.


def test_threat_that_is_answered_by_a_potion() -> None:
    assert say(Table("pikachu 20", hand="potion", against="rattata [W]")) == [
        "Play Potion on Pikachu.",
        "There is no knockout: Pikachu has too little Energy for an attack.",
        "Rattata is sure to knock out Pikachu next turn: Bite does 20 damage, and 20 HP are left.",
        "Potion: with 40 HP instead of 20, Pikachu survives 20 damage.",
    ]


def test_threat_to_the_bench_names_the_attack() -> None:
    table = Table("onix", bench=["abra 20"], hand="potion, defender", against="magneton [LLWW]")
    texts = say(table)
    assert texts[2].startswith("Magneton is sure to knock out Abra next turn: Selfdestruct does 20")
    assert texts[-1] == "Keep Defender: 20 less than 80 damage against 90 HP decides nothing."


def test_threat_by_luck_or_more_energy() -> None:
    table = Table("abra", hand="pikachu", against="hitmonchan [FF]", their_hand="water")
    assert say(table)[2:4] == [
        (
            "Hitmonchan might knock out Abra next turn, by luck or more Energy:"
            " up to 40 damage, and 30 HP are left."
        ),
        "There is no card against that.",
    ]


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (
            Table("wartortle 20", hand="defender", against="pikachu [LW]"),
            "Defender: Wartortle with 50 HP left survives 40 damage instead of 60.",
        ),
        (
            Table("onix 80", hand="energy removal", against="hitmonchan [F]"),
            "Energy Removal: the sure damage of Hitmonchan falls from 20 to 0.",
        ),
        (
            Table("onix 80", hand="switch", bench=["machop"], against="hitmonchan [F]"),
            "Switch: Machop survives in the place of the Active.",
        ),
        (
            Table("onix 80", hand="gust of wind", against="machop [F]", their_bench=["abra"]),
            "Gust of Wind: Abra in front threatens nobody.",
        ),
    ],
)
def test_what_averts_a_knockout(table: Table, text: str) -> None:
    assert text in say(table)


# Energy.


def test_energy_for_a_knockout() -> None:
    texts = say(Table("hitmonchan [FF]", hand="water", against="electabuzz 20"))
    assert texts[:2] == [
        "Attach Water Energy to Hitmonchan.",
        "There is no sure knockout: Jab does 40 damage, and Electabuzz has 50 HP left.",
    ]
    assert texts[3].startswith("With it, Hitmonchan is sure to knock out Electabuzz: Special Punch")


def test_energy_without_overflow_goes_first() -> None:
    table = Table("electabuzz [L]", hand="lightning, double colorless", against="chansey")
    assert say(table) == [
        "Attach Lightning Energy to Electabuzz.",
        "There is no sure knockout: Thundershock does 10 damage, and Chansey has 120 HP left.",
        "Nothing of yours is in danger.",
        "With it, Electabuzz does 20 more damage, by Thunderpunch.",
        "Double Colorless Energy for Electabuzz would leave a unit of Energy unused.",
    ]


def test_energy_that_is_partly_unused_says_so() -> None:
    table = Table("electabuzz [L]", hand="double colorless", against="chansey")
    assert say(table)[3].endswith("by Thunderpunch, and 1 unit of it is left over.")


def test_energy_for_later_goes_to_the_highest_score() -> None:
    table = Table("hitmonchan [F]", bench=["chansey"], hand="water", against="onix")
    assert say(table)[3:] == [
        "Chansey needs it for Scrunch.",
        (
            "Water Energy for Hitmonchan would do as much, but the higher score goes first"
            " (295 against 223.3)."
        ),
    ]


# Trainers.


def test_trainer_is_chosen_by_its_category() -> None:
    texts = say(Table("ponyta [WW]", hand="pluspower, bill", against="rattata"))
    assert texts[3:] == [
        "PlusPower: 20 + 10 damage knocks out Rattata, which has 30 HP left.",
        "Trainers for damage come first; Bill is for drawing.",
    ]


def test_trainers_that_are_kept_have_their_reasons() -> None:
    table = Table(
        "onix",
        hand="bill, gust of wind, computer search, professor oak, potion, defender",
        against="chansey",
        their_bench=["abra"],
    )
    assert say(table)[3:] == [
        "Bill: it draws 2 cards and costs nothing.",
        "Keep Professor Oak: it would discard other cards.",
        "Keep Gust of Wind: no benched Pokémon would be knocked out.",
        "Keep Computer Search: it has a cost, and no rule says when to pay it.",
        "Keep Defender: no Pokémon is threatened.",
        "Keep Potion: it cannot be played now.",
    ]


# The rest of a turn.


def test_bench_and_evolution_go_by_score() -> None:
    texts = say(Table("onix", hand="pikachu, chansey", against="machop"))
    assert texts[0] == "Put Chansey on your Bench."
    assert texts[3:] == ["Chansey has a score of 295.", "Next in line: Pikachu has a score of 125."]
    texts = say(Table("machop", hand="machoke", bench=["machop"], against="onix"))
    assert texts[0] == "Evolve Machop (Active) into Machoke."
    assert texts[3] == "The score of Machop (Active) goes from 120 to 236.7."


def test_attack_and_end_come_last() -> None:
    texts = say(Table("beedrill [GGG]", against="chansey"))
    assert texts[-1] == "Poison Sting does 40 damage, and affects the opponent in other ways."
    assert say(Table("nidoran m [G]", against="chansey"))[1] == (
        "There is no sure knockout: Horn Hazard does no damage for sure, 15 on average, and Chansey"
        " has 120 HP left."
    )
    texts = say(Table("onix paralyzed", hand="potion", against="abra", bench=["machop 10"]))
    assert texts[0] == "End the turn."
    assert texts[1] == "There is no knockout: Onix is paralyzed."
    assert texts[3] == "Nothing else is of use."


# Outside of the main phase.


def test_opening_active_and_bench_are_chosen_by_score() -> None:
    hand = "pikachu, chansey, bulbasaur, 4 water"
    table = Table("", against="", hand=hand, their_hand="pikachu", phase=CHOOSE_ACTIVE, turn=0)
    assert say(table) == [
        "Choose Chansey as your Active Pokémon.",
        "Chansey has the highest score, 295. The others: Pikachu 125, Bulbasaur 80.",
    ]
    table.fight.phase = CHOOSE_BENCH
    assert say(table)[0] == "Put Chansey on your Bench."


def test_forced_moves_are_short() -> None:
    assert say(Table("onix", against="abra", phase=DRAW)) == [
        "Draw a card.",
        "It is the only legal move.",
    ]


def test_prize_and_promotion() -> None:
    table = knocked_out()
    assert say(table)[0] == "Take a Prize."
    assert say(table.play("prize")) == [
        "Promote Chansey.",
        "Chansey has the highest score, 295. The others: Hitmonchan 223.3.",
    ]


def test_answers_in_the_middle_of_a_card() -> None:
    table = Table("hitmonchan [FFW]", bench=["chansey"], against="onix").play("retreat > bench 1")
    assert say(table) == ["Choose Water Energy.", "What counts is the damage that is left."]
    table = Table("onix", hand="computer search, water, potion, bill", against="onix")
    assert say(table.play("play computer search"))[1].startswith("No rule says what to choose")


def test_every_step_has_been_explained() -> None:
    tables = [
        Table("hitmonchan [FFW]", against="electabuzz"),
        Table("pikachu 20", hand="potion", against="rattata [W]"),
        Table("hitmonchan [FF]", hand="water", against="electabuzz 20"),
        Table("onix", hand="bill", against="onix"),
        Table("onix", hand="fighting", against="onix"),
        Table("onix", hand="abra", against="onix"),
        Table("machop", hand="machoke", against="onix"),
        Table("machop [F]", against="onix"),
        Table("onix [F]", against="abra", hand="fire"),
    ]
    found = []
    for table in tables:
        seen = Observation(
            table.game, table.game.view(table.fight, 0), 0, table.game.legal(table.fight), seeded(0)
        )
        found.append(make_agent(table.game, "generator").advise(seen).trace["step"])
        assert len(say(table)) > 1
    assert set(found) >= set(STEPS[:-1])


# Names, and advice of others.


def test_names_are_told_apart() -> None:
    table = Table("machop", bench=["machop", "abra"], against="machop", their_bench=["onix"])
    names = [name_at(table.fight, 0, spot) for spot in (0, 1, 2, FOE, FOE + 1)]
    assert names == ["Machop (Active)", "Machop (bench 1)", "Abra", "the opposing Machop", "Onix"]
    texts = say(Table("machop 40", hand="pikachu", against="machop [F]"))
    assert texts[2].startswith("The opposing Machop is sure to knock out Machop next turn")


@pytest.mark.parametrize("spec", ["greedy", "random", "beam:nodes=40", "ismcts:iterations=20"])
def test_every_agent_says_what_to_do(spec: str) -> None:
    table = Table("hitmonchan [FFW]", hand="bill, water", against="electabuzz 20")
    assert len(say(table, spec)[0]) > 5


def test_a_plan_is_told_up_to_the_end_of_the_turn() -> None:
    table = Table("hitmonchan [FF]", hand="water, bill", against="electabuzz 20")
    option = Option[PokemonState](PlayTrainer("bill", ""), 1.0, (Reason("value", 1.0),))
    plan = (Attach("water", "active"), Attack("special punch"), END_MOVE)
    advice = Advice(option.move, 1.0, (option,), plan)
    assert table.game.explain(table.fight, advice) == [
        "Play Bill.",
        "Planned after that: attach water > active, then attack special punch.",
    ]


def test_terms_of_other_agents_are_compared_with_the_next_move() -> None:
    table = Table("hitmonchan [FF]", hand="water, abra", against="electabuzz 20")
    order, why = say(table, "greedy")
    assert order == "Attach Water Energy to Hitmonchan."
    assert why.startswith("It is better than bench abra by the attack after it (+")
    assert all("better than" not in text for text in say(table, "beam:nodes=40"))


def test_strange_traces_do_no_harm() -> None:
    table = Table("hitmonchan [FF]", against="electabuzz")
    odd: dict[str, Json] = {"knockouts": [{"from": 3}, 7], "energy": "none", "threats": [{}]}
    for step in ("energy", "knockout", "question", "trainer", "dance"):
        option = Option[PokemonState](END_MOVE, 1.0, (Reason("value", 1.0),))
        advice = Advice(END_MOVE, 1.0, (option,), trace={"step": step, **odd})
        assert table.game.explain(table.fight, advice)[0] == "End the turn."
    bare = Advice[PokemonState](END_MOVE, 1.0, (), trace={"step": "energy"})
    assert PokemonTcg().explain(table.fight, bare) == ["End the turn."]


def test_hint_of_a_match_explains_too() -> None:
    asked = ["play", "pokemon", "--kibitzer", "generator", "--seed", "1", "--seat", "0"]
    out = kibitz_process(*asked, typed="hint\nquit\n").out
    hint = out[out.index("advice  generator") :].splitlines()
    assert hint[1].startswith(" Choose ")
    assert " has the highest score, " in hint[2]
    assert "actionType" not in out
