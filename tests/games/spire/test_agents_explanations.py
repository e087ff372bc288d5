"""Advice for Slay the Spire in words, and the list of the planner's weights."""

import json
from dataclasses import fields
from typing import Any

import pytest

from kibitz.agents.beam import mean_reasons
from kibitz.core import seeded
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.spire.agents.danger import DESCRIBED
from kibitz.games.spire.agents.planner import OptimizedAgent, SimpleAgent
from kibitz.games.spire.moves import Choose, Done, End, Play, UsePotion
from kibitz.games.spire.state import Fight
from tests.cli.command import kibitz, kibitz_process
from tests.games.spire.table import GAME, Table, dummy, real
from tests.games.spire.test_position import DATA, read

NOB = str(DATA / "spire_gremlin_nob.json")


def say(
    table: Table,
    *line: Move[Fight],
    reasons: tuple[Reason, ...] = (),
    others: tuple[Option[Fight], ...] = (),
    **trace: Json,
) -> list[str]:
    """Explains advice with a line of moves."""
    trace = {"potions": {}, "replan_after": None, **trace}
    options = (Option(line[0], sum(each.amount for each in reasons), reasons), *others)
    advice = Advice(line[0], 0.0, options, line[1:], trace)
    return GAME.explain(GAME.view(table.fight, 0), advice)


def expect(lost: float, *monsters: int | None, won: bool = False) -> dict[str, Json]:
    left: list[Json] = [{"name": "a monster", "hp": hp} for hp in monsters]
    return {"hp_lost": lost, "block": 0, "monsters": left, "won": won}


# What to play.


def test_moves_are_named_in_order_and_counted() -> None:
    table = Table("bash, 2 strike, defend", real("JawWorm", 40, "CHOMP"))
    line = [Play("bash", 0), Play("strike", 0), Play("strike", 0), Play("defend")]
    (order, why) = say(table, *line)
    assert order == "Play Bash, then Strike twice, then Defend, then end the turn."
    assert why == "Bash comes before the attacks: a vulnerable monster takes half as much again."


def test_targets_are_named_among_several_monsters() -> None:
    pair = [real("Cultist", 50, "INCANTATION"), real("Cultist", 48, "INCANTATION")]
    table = Table("3 strike, headbutt", *pair, real("JawWorm", 40, "CHOMP"))
    line = [Play("headbutt", 2), Choose("bash"), Play("strike", 1), Play("strike", 1)]
    (order,) = say(table, *line)
    assert order == (
        "Play Headbutt on the Jaw Worm, then choose Bash, then play Strike on the Cultist (2)"
        " twice, then end the turn."
    )


def test_a_turn_without_a_card_is_ended() -> None:
    table = Table("strike", dummy())
    assert say(table, End()) == ["End the turn."]
    assert say(table, Done())[0] == "Choose no more, then end the turn."


def test_a_line_stops_at_cards_that_are_not_there_yet() -> None:
    table = Table("pommel strike, strike", dummy())
    line = [Play("pommel strike", 0), Play("bash", 0), Play("strike", 0)]
    assert say(table, *line)[0] == "Play Pommel Strike, then end the turn."


def test_advice_without_a_plan_is_not_explained() -> None:
    table = Table("strike", dummy())
    option = Option[Fight](Play("strike", 0), 1.0, (Reason("all", 1.0),))
    assert GAME.explain(table.fight, Advice(option.move, 1.0, (option,))) == []
    seen = Observation(GAME, GAME.view(table.fight, 0), 0, GAME.legal(table.fight), seeded(1))
    assert GAME.explain(seen.view, SimpleAgent().advise(seen)) == []


# What to expect.


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (expect(6.0, 12, 20), "You lose 6 HP (64 of 80 left) and the Jaw Worm is left with 12 HP."),
        (expect(0.0, None, 20), "You lose no HP and the Jaw Worm dies."),
        (expect(6.5, 40, None), "You lose about 6 HP (64 of 80 left) and the Cultist dies."),
        (
            expect(0, 9, None),
            "You lose no HP, the Jaw Worm is left with 9 HP and the Cultist dies.",
        ),
        (expect(-4.0), "You gain 4 HP (to 74 of 80)."),
        (expect(90.0, 40, 20), "You lose all of your 70 HP."),
        (expect(0.0, None, None, won=True), "This wins the fight and you lose no HP."),
    ],
)
def test_what_is_expected(expected: dict[str, Json], text: str) -> None:
    pair = [real("JawWorm", 40, "CHOMP"), real("Cultist", 20, "DARK_STRIKE")]
    table = Table("strike", *pair, hp=70)
    order, told = say(table, Play("strike", 0), expected=expected)
    assert told == text
    assert order.endswith("end the turn.") is (expected["won"] is not True)


def test_monsters_that_were_dead_before_are_not_mentioned() -> None:
    gone = real("Cultist", 20, "DARK_STRIKE")
    gone.alive = False
    table = Table("strike", gone, real("JawWorm", 40, "CHOMP"))
    told = say(table, Play("strike", 1), expected=expect(3.0, None, 34))[1]
    assert told == "You lose 3 HP (77 of 80 left) and the Jaw Worm is left with 34 HP."


# Why.


def test_vulnerable_is_no_reason_where_it_helps_no_attack() -> None:
    pair = [dummy(), dummy(Vulnerable=1)]
    table = Table("bash, strike, defend", *pair)
    assert len(say(table, Play("bash", 0), Play("strike", 1))) == 1  # another monster
    assert len(say(table, Play("bash", 1), Play("strike", 1))) == 1  # it has it already
    assert len(say(table, Play("strike", 0), Play("bash", 0))) == 1  # too late
    assert len(say(table, Play("bash", 0), Play("strike", 0))) == 2


def test_strength_comes_before_attacks() -> None:
    table = Table("strike", dummy(), potions=["strength potion"])
    assert say(table, UsePotion("strength potion"), Play("strike", 0)) == [
        "Use the Strength Potion, then play Strike, then end the turn.",
        "The Strength Potion comes before the attacks: Strength counts for every attack after it.",
    ]


def test_reasons_for_and_against_are_named_with_their_weight() -> None:
    reasons = (
        Reason("damage", 12.0, "damage to the monsters' HP"),
        Reason("block", 15.0, "block that meets an attack"),
        Reason("energy", 9.0, "energy spent"),
        Reason("next loss", -8.0, "HP lost until the next turn"),
    )
    told = say(Table("strike", dummy()), Play("strike", 0), reasons=reasons)[1]
    assert told == (
        "For it: block that meets an attack (+15), damage to the monsters' HP (+12)."
        " Against it: HP lost until the next turn (-8)."
    )


def test_reasons_that_differ_between_worlds_are_named_by_their_terms() -> None:
    reasons = mean_reasons(
        [
            [
                Reason("damage", 12.0, "damage to the monsters' HP"),
                Reason("death", -1e6, "you die"),
            ],
            [Reason("damage", 12.0, "damage to the monsters' HP"), Reason("drawn", 6.0, "cards")],
        ]
    )
    told = say(Table("strike", dummy()), Play("strike", 0), reasons=tuple(reasons))[1]
    assert told == "For it: damage to the monsters' HP (+12), drawn (+3). Against it: death."


@pytest.mark.parametrize(
    ("reasons", "text"),
    [
        ({"damage": 30.0, "next loss": -40.0}, "deals more damage but loses more HP"),
        ({"damage": 10.0, "next loss": -8.0, "block": -1.0}, "deals less damage and blocks less"),
        ({"damage": 30.0, "death": -1_000_000.0}, "kills you"),
    ],
)
def test_the_next_best_start_is_compared(reasons: dict[str, float], text: str) -> None:
    table = Table("strike, bash", dummy(), potions=["fire potion"])
    best = (Reason("damage", 20.0), Reason("next loss", -8.0))
    found = tuple(Reason(term, amount) for term, amount in reasons.items())
    others = (
        Option[Fight](UsePotion("fire potion", 0), 11.9, (Reason("damage", 11.9),)),
        Option[Fight](Play("defend"), 12.0, best),  # worth the same
        Option[Fight](Play("bash", 0), sum(reasons.values()), found),
    )
    told = say(table, Play("strike", 0), reasons=best, others=others)
    assert told[-1] == f"Starting with Bash instead {text}."


def test_a_potion_is_compared_with_the_best_start_without_one() -> None:
    table = Table("strike, bash", dummy(), potions=["fire potion"])
    best = (Reason("damage", 60.0), Reason("next loss", -8.0))
    less = (Reason("damage", 20.0), Reason("next loss", -8.0))
    others = (Option[Fight](Play("bash", 0), 12.0, less),)
    told = say(table, UsePotion("fire potion", 0), reasons=best, others=others)
    assert told[-1] == "Without the potion, the best start (Bash) deals less damage."


# Potions and draws.


def test_each_potion_is_used_or_kept_for_a_reason() -> None:
    notes: dict[str, Json] = {
        "fire potion": "used: without it you die",
        "fairy in a bottle": "kept: it cannot be used now",
    }
    told = say(Table("strike", dummy()), Play("strike", 0), potions=notes)
    assert told[1:] == [
        "Use the Fire Potion: without it you die.",
        "Keep the Fairy in a Bottle: it cannot be used now.",
    ]


def test_a_draw_is_a_moment_to_ask_again() -> None:
    table = Table("strike, pommel strike", dummy())
    told = say(table, Play("strike", 0), Play("pommel strike", 0), replan_after=2)
    assert told == [
        "Play Strike, then Pommel Strike.",
        "Pommel Strike draws: look at the new cards and ask again.",
    ]


def test_unknown_cards_and_monsters_have_the_names_of_the_message() -> None:
    view = read("unknown")
    seen = Observation(GAME, view, 0, GAME.legal(view), seeded(1))
    text = " ".join(GAME.explain(view, OptimizedAgent(2).advise(seen)))
    assert "Deadly Poison on the Byrd" in text
    assert "unknown" not in text


# The commands.


def test_advise_explains_above_the_ranked_moves() -> None:
    asked = ["advise", "spire", NOB, "--agent", "planner", "--seed", "1"]
    result = kibitz(*asked)
    assert result.code == 0, result.err
    lines = result.out[result.out.index("advice  planner") :].splitlines()
    assert lines[1].startswith(" Use the Fire Potion, then play Bash, then Pommel Strike.")
    assert any(line.startswith(" Keep the Block Potion: ") for line in lines)
    assert any("Pommel Strike draws" in line for line in lines)
    assert max(map(len, lines[: lines.index("")])) <= 80
    assert lines[lines.index("") + 1].split()[:2] == ["1", "fire"]
    document = json.loads(kibitz(*asked, "--json").out)
    assert document["explanation"][0] == lines[1].strip()


def test_hint_explains_too() -> None:
    asked = ["play", "spire", "--encounter", "jaw worm", "--kibitzer", "planner", "--seed", "1"]
    out = kibitz_process(*asked, typed="hint\nquit\n").out
    hint = out[out.index("advice  planner") :].splitlines()
    assert hint[1].startswith(" Play ")


def test_other_games_explain_nothing() -> None:
    position = (
        '{"to_move": 0, "cards": ["Ks", null], "public": null, "stakes": [1, 1], "raises": 0}'
    )
    document = json.loads(kibitz("advise", "leduc", position, "--json").out)
    assert document["explanation"] == []


def test_weights_are_printed_from_one_place() -> None:
    document: Any = json.loads(kibitz("games", "spire", "--weights", "planner", "--json").out)
    assert (document["game"], document["agent"]) == ("spire", "planner")
    listed = {name: row["value"] for name, row in document["weights"].items()}
    assert listed == {each.name: getattr(DESCRIBED, each.name) for each in fields(DESCRIBED)}
    result = kibitz("games", "spire", "--weights", "planner")
    rows = {line.split()[0]: line.split()[1] for line in result.out.splitlines()[1:]}
    assert (rows["next_loss"], rows["kill_ratio"], rows["death"]) == ("8", "0.45", "1,000,000")


def test_weights_of_an_agent_without_any_are_refused() -> None:
    assert kibitz("games", "spire", "--weights", "planer").error_line() == (
        "kibitz games: spire has no weights for an agent 'planer';"
        " did you mean 'planner' or 'expert'?"
    )
    assert kibitz("games", "leduc", "--weights", "greedy").error_line() == (
        "kibitz games: leduc has no weights for an agent 'greedy'; none of its agents has any"
    )
    assert "needs a game" in kibitz("games", "--weights", "planner").error_line()


# The Silent.


@pytest.mark.parametrize(
    ("hand", "line", "text"),
    [
        (
            "survivor, wound, strike",
            [Play("survivor"), Choose("wound"), Play("strike", 0)],
            "Play Survivor, then discard Wound, then play Strike, then end the turn.",
        ),
        (
            "setup, predator, strike",
            [Play("setup"), Choose("predator")],
            "Play Setup, then put Predator on top of the draw pile, then end the turn.",
        ),
        (
            "nightmare, slice, strike",
            [Play("nightmare"), Choose("slice")],
            "Play Nightmare, then copy Slice, then end the turn.",
        ),
        (
            "blade dance, strike",
            [Play("blade dance"), Play("shiv", 0), Play("shiv", 0), Play("shiv", 0)],
            "Play Blade Dance, then Shiv 3 times, then end the turn.",
        ),
        (
            "warcry, bash, strike",
            [Play("warcry"), Choose("bash")],
            "Play Warcry, then choose Bash, then end the turn.",
        ),
    ],
)
def test_what_is_chosen_is_named_by_what_happens_to_it(
    hand: str, line: list[Move[Fight]], text: str
) -> None:
    assert say(Table(hand, dummy(), character="silent"), *line)[0] == text


def test_a_choice_that_is_open_is_named_by_what_it_is_for() -> None:
    discards = Table("survivor, wound, strike", dummy(), character="silent").play("survivor")
    line: list[Move[Fight]] = [Choose("wound"), Play("strike", 0)]
    assert say(discards, *line)[0] == "Discard Wound, then play Strike, then end the turn."
    retains = Table(
        "slice, strike", dummy(), draw="5 defend", powers={"Retain Cards": 1}, character="silent"
    ).play("end")
    assert say(retains, Choose("slice"), replan_after=1)[0] == "Retain Slice."
    assert say(retains, Done(), replan_after=1)[0] == "Retain no more."


def test_who_dies_of_poison_is_said() -> None:
    table = Table("strike", real("JawWorm", 5, "CHOMP", Poison=5), dummy(), character="silent")
    advice = OptimizedAgent(worlds=2).advise(
        Observation(GAME, GAME.view(table.fight, 0), 0, GAME.legal(table.fight), seeded(0))
    )
    texts = GAME.explain(GAME.view(table.fight, 0), advice)
    assert "the Jaw Worm dies of poison" in texts[1]
    alone = Table("strike", real("JawWorm", 5, "CHOMP", Poison=5), character="silent")
    expected: dict[str, Json] = {
        "hp_lost": 0,
        "monsters": [{"name": "Jaw Worm", "hp": None, "poisoned": True}],
        "won": False,
    }
    assert say(alone, End(), expected=expected)[1] == (
        "You lose no HP and the Jaw Worm dies of poison."
    )


def test_the_card_that_draws_is_named_and_not_the_choice() -> None:
    table = Table("acrobatics, strike, reflex", dummy(), draw="4 strike", character="silent")
    drawn = say(table, Play("acrobatics"), Choose("strike"), replan_after=2)[-1]
    assert drawn == "Acrobatics draws: look at the new cards and ask again."
    table = Table("survivor, strike, reflex", dummy(), draw="4 strike", character="silent")
    drawn = say(table, Play("survivor"), Choose("reflex"), replan_after=2)[-1]
    assert drawn == "Reflex draws: look at the new cards and ask again."
