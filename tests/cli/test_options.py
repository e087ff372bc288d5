"""Options: how they are declared, those of a game, and what a game says about itself."""

import inspect
import json
from collections.abc import Callable
from dataclasses import field
from importlib import import_module
from pathlib import Path

import pytest
from typer.models import ArgumentInfo

from kibitz.cli.app import app
from kibitz.cli.options import (
    SAVED,
    UsageError,
    argument,
    check_fixed,
    fill,
    flag,
    option,
    option_group,
    signature_of,
)
from tests.cli.command import kibitz

# Declared options.


@option_group
class Oven:
    """Options that several commands share."""

    degrees: int = option("N", "How hot.", default=180, min=50)
    fan: bool = flag("--fan", "With the fan.")


@option_group
class Baking:
    """Options of a command."""

    cake: str = argument("What to bake.", default=..., fixed_by=SAVED)
    spices: list[str] = option("NAME", "Spice.", "--spice", "-s", default=list, fixed_by=SAVED)
    oven: Oven = field(default_factory=Oven)
    last_words: str | None = option("TEXT", "What to write on it.", fixed_by=("--report",))


def test_groups_of_options_stand_where_they_are_declared() -> None:
    parameters = signature_of(Baking).parameters
    assert list(parameters) == ["cake", "spices", "degrees", "fan", "last_words"]
    assert isinstance(parameters["cake"].default, ArgumentInfo)
    assert parameters["cake"].default.default is ...
    assert parameters["spices"].default.param_decls == ("--spice", "-s")
    assert parameters["degrees"].annotation is int
    assert (parameters["degrees"].default.default, parameters["degrees"].default.min) == (180, 50)


def test_options_that_are_left_out_get_their_defaults() -> None:
    typed = {"cake": "apple", "spices": None, "degrees": 200, "fan": False, "last_words": None}
    assert fill(Baking, typed) == Baking(cake="apple", oven=Oven(degrees=200))
    assert Baking(cake="apple").spices == []


def test_options_that_a_saved_run_fixes_are_named_as_they_are_typed() -> None:
    baking = Baking(cake="apple", spices=["cinnamon"], last_words="eat me", oven=Oven(degrees=99))
    with pytest.raises(UsageError, match=r"^CAKE, --spice cannot be used with --resume: kept has"):
        check_fixed(baking, Path("kept"))
    with pytest.raises(UsageError, match=r"^CAKE, --spice, --last-words cannot be used with --rep"):
        check_fixed(baking, Path("kept"), "--report")


@pytest.mark.parametrize(
    "callback",
    [pytest.param(each.callback, id=each.name) for each in app.registered_commands],
)
def test_function_of_each_command_takes_its_options(callback: Callable[..., object]) -> None:
    declared = inspect.getclosurevars(callback).nonlocals
    module, _, function = declared["target"].partition(":")
    run = getattr(import_module(f"kibitz.cli.{module}"), function)
    (only,) = inspect.signature(run).parameters.values()
    assert only.annotation is declared["args"]


# Options of a game.

FIGHT = ("spire", "--encounter", "jaw worm, cultist", "--seed", "1")


def test_options_of_the_game_are_options_of_play() -> None:
    result = kibitz("play", *FIGHT, "--deck", "9 strike, bash+", "--max-hp=70", "--hp", "33")
    assert result.code == 0
    assert " 33/70 " in result.out
    assert "Jaw Worm" in result.out
    again = "-o 'deck=9 strike, bash+' -o hp=33 -o max_hp=70 -o 'encounter=jaw worm, cultist'"
    assert f"kibitz play spire --seed 1 {again}\n" in result.out


def test_option_written_as_key_and_value_may_hold_commas() -> None:
    options = ("-o", "relics=vajra, pen nib=9,ascension=3,deck=5 strike, bash", "--potions", "fire")
    out = kibitz("play", *FIGHT, *options).out
    assert "relics    Vajra, Pen Nib 9" in out
    assert "ascension 3" in out
    assert "Fire Potion" in out


def test_options_of_the_game_work_in_other_commands() -> None:
    arguments = ("--deals", "2", "--workers", "1", "--json")
    result = kibitz("arena", "spire", "random", "--seed", "0", "--encounter", "cultist", *arguments)
    assert result.code == 0
    assert json.loads(result.out)["setup"]["options"]["encounter"] == "cultist"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["play", "spire", "--enconter", "x"],
            "no such option: --enconter; did you mean '--encounter'",
        ),
        (["play", "leduc", "--sede", "4"], "no such option: --sede; did you"),
        (["play", "spire", "--deck"], "option --deck needs a value"),
        (["play", "spirre", "--deck", "x"], "there is no game 'spirre'; did you mean 'spire'?"),
        (["play", "--deck", "x"], "no such option: --deck"),
        (["play", "spire", "--hp", "many"], "invalid option hp=many: expected a whole number"),
        (["play", "spire", "--hp", "1", "-o", "hp=2"], "option 'hp' is given twice"),
        (["replay", "x.jsonl", "--deck", "x"], "no such option: --deck"),
        (["games", "spirre"], "there is no game 'spirre'; did you mean 'spire'?"),
        (["coverage", "spirre"], "there is no game 'spirre'; did you mean 'spire'?"),
    ],
)
def test_bad_option_is_refused_in_one_line(arguments: list[str], message: str) -> None:
    result = kibitz(*arguments)
    assert result.code == 2
    assert message in result.error_line()
    assert result.out == ""


def test_help_lists_the_options_of_the_game() -> None:
    out = kibitz("play", "spire", "--help").out
    assert "options of spire" in out
    assert "--max-hp     the most HP; 0 for the usual 80" in out
    assert "options of" not in kibitz("play", "leduc", "--help").out
    assert "options of" not in kibitz("play", "--help").out


def test_games_describes_one_game() -> None:
    result = kibitz("games", "spire")
    assert result.code == 0
    assert "--encounter" in result.out
    assert "gremlin nob" in result.out
    assert "starter: 5 strike, 4 defend, bash" in result.out
    assert "decks of the silent" in result.out
    assert "starter: 5 strike, 5 defend, survivor, neutralize" in result.out
    assert all(len(line) <= 100 and line == line.rstrip() for line in result.out.splitlines())
    assert "2 players" in kibitz("games", "leduc").out


def test_games_describes_one_game_as_json() -> None:
    document = json.loads(kibitz("games", "spire", "--json").out)
    assert document["options"]["deck"]["default"] == "starter"
    assert "lagavulin" in document["lists"]["encounters"]
    rounds = json.loads(kibitz("games", "jaipur", "--json").out)["options"]["rounds"]
    assert (rounds["kind"], rounds["default"], rounds["choices"]) == ("choice", 3, [1, 3])


def test_coverage_shows_what_is_there() -> None:
    result = kibitz("coverage", "spire")
    assert result.code == 0
    assert " potions: 42 of 42 implemented\n" in result.out
    assert " cards: 210 of 210 implemented\n" in result.out
    document = json.loads(kibitz("coverage", "spire", "--json").out)
    cards = document["coverage"]["cards"]
    assert (cards["implemented"], cards["total"]) == (210, 210)
    assert "Bash" in cards["names"]
    assert "Neutralize" in cards["names"]
    powers = document["coverage"]["powers"]
    assert (powers["implemented"], powers["total"]) == (95, 95)
    assert "Time Warp" in powers["names"]
    assert powers["missing"] == []


def test_coverage_of_a_game_that_is_complete_says_so() -> None:
    assert "leduc does not list its parts" in kibitz("coverage", "leduc").out
    assert json.loads(kibitz("coverage", "leduc", "--json").out)["coverage"] == {}
