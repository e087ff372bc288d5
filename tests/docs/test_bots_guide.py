"""The guide to bots: what it says about the lines is what they are, and its bots play."""

from __future__ import annotations

import json
import re
import shlex
import sys
from typing import Any

import pytest

from kibitz.agents.program_lines import (
    PROTOCOL,
    read_advice,
    read_introduction,
    write_hello,
    write_match,
    write_question,
)
from kibitz.core import RuleEngine
from kibitz.games import load
from tests.cli.command import kibitz_process
from tests.docs.blocks import DOCS, ROOT, blocks_of

pytestmark = pytest.mark.docs

GUIDE = DOCS / "guides" / "bots.md"
EXAMPLE = ROOT / "examples" / "bot_over_lines.py"


def documents() -> list[Any]:
    return [json.loads(each.text) for each in blocks_of(GUIDE) if each.language == "json"]


def told(kind: str) -> Any:
    """Returns the line of this kind that the guide shows."""
    return next(each for each in documents() if each.get("kind") == kind)


def fields(after: str) -> set[str]:
    """Returns the fields in the first table after a text."""
    rows = GUIDE.read_text().partition(after)[2].partition("\n|---|---|\n")[2]
    names = [line.split("|")[1] for line in rows.partition("\n\n")[0].splitlines()]
    return {name for each in names for name in re.findall(r"`(\w+)`", each)}


def test_lines_of_kibitz_are_as_the_guide_shows_them() -> None:
    game = load("leduc")
    assert told("hello") == write_hello()
    assert told("match") == write_match(game, {"depth": "3"})
    question = write_question(RuleEngine(game, seed=1).observe(), 5.0)
    assert told("advise") == {**question, "scene": {}}


def test_answers_of_the_guide_are_read() -> None:
    lines = [json.dumps(each).encode() for each in documents() if "kind" not in each]
    assert read_introduction(lines[0]).games == ("leduc",)
    assert json.loads(lines[0])["protocol"] == PROTOCOL
    seen = RuleEngine(load("leduc"), seed=1).observe()
    assert [str(read_advice(line, seen).move) for line in lines[1:]] == ["raise", "raise"]


def test_every_field_is_in_a_table() -> None:
    assert fields("who the bot is") == {"protocol", "name", "version", "games"}
    match, question = told("match").keys() - {"kind"}, told("advise").keys() - {"kind"}
    assert fields("**`match`**") == match
    assert fields("**`advise`**") == question
    assert fields("reasons that add up") == {"options", "score", "reasons", "unit", "move"}


def test_example_in_python_is_short_and_beats_chance() -> None:
    assert len([line for line in EXAMPLE.read_text().splitlines() if line.strip()]) <= 30
    declared = ("--bot", f"ace={shlex.join([sys.executable, str(EXAMPLE)])}")
    limits = ("--deals", "100", "--seed", "1", "--workers", "1", "--json")
    played = kibitz_process("arena", "leduc", "ace", "random", *declared, *limits)
    assert played.code == 0, played
    [row] = [each for each in json.loads(played.out)["standings"] if each["label"] == "ace"]
    assert row["package"] == "bot over-lines 1.0"
    assert row["margin"]["mean"] > 0
