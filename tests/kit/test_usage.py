"""The table "Which game uses what" of the page about the kit tells the truth about the source."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.kit.usage import GAMES, SOURCE, exported, members, used_by

PAGE: Final = Path(__file__).parents[2] / "docs" / "concepts" / "kit.md"
HEADING: Final = "## Which game uses what"
USED: Final = "✓"
# Methods that are not for authors: other parts of the kit call them, or a game that replaces one.
INTERNAL: Final = {
    "game": {"empty", "expected", "has_secrets", "put_triggers", "rest", "stock"},
    "state": {
        *("arrange", "between_pools", "carry", "clone", "follow", "index", "insert", "key"),
        *("known", "knows", "locate", "mark", "masks", "remove", "with_cards"),
    },
    "layout": {
        *("bit", "has_word", "home", "knows", "owned_word", "owner", "pile_word", "piles_of"),
        *("place", "read", "read_card", "read_owned", "read_place", "seats_text", "word"),
    },
    "row": {"make", "number_of"},
    "catalogue": {"word"},
}
# Where the class behind the first word of a method is.
CLASSES: Final = {
    "game": ("game.py", "CardGame"),
    "state": ("state.py", "TableState"),
    "layout": ("layout.py", "Layout"),
    "row": ("catalogue.py", "Row"),
    "catalogue": ("catalogue.py", "Catalogue"),
}

USAGE: Final = {title: used_by(folder) for title, folder in GAMES.items()}


def tables() -> list[list[list[str]]]:
    """Returns the cells of the two tables of the section: what games use, and what none does."""
    section = PAGE.read_text(encoding="utf-8").partition(HEADING + "\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for block in blocks
    ]


def parts_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def listed(table: list[list[str]]) -> list[str]:
    """Returns the parts of a table, from its first column."""
    return [part for row in table[2:] for part in parts_in(row[0])]


def parts_of_the_kit() -> list[str]:
    """Returns what the kit exports, and the methods and attributes for authors."""
    found = exported()
    # What every game may override is no part of the kit.
    core = members(SOURCE / "core" / "game.py", "Game")
    for word, (file, name) in CLASSES.items():
        hidden = {*INTERNAL[word], *(core if word == "game" else ())}
        names = members(SOURCE / "kit" / file, name)
        found += [f"{word}.{member}" for member in names if member not in hidden]
    return found


def test_every_part_of_the_kit_is_in_one_of_the_tables() -> None:
    used, own = tables()
    everything = listed(used) + listed(own)
    assert sorted(set(parts_of_the_kit()) - set(everything)) == []
    assert len(everything) == len(set(everything)), "a part is listed twice"


def test_the_tables_list_nothing_that_does_not_exist() -> None:
    used, own = tables()
    known = set(parts_of_the_kit())
    plain = [part for part in listed(used) + listed(own) if "(" not in part]
    assert [part for part in plain if part not in known] == []


def test_the_columns_are_the_games() -> None:
    assert tables()[0][0][1:] == list(GAMES)


@pytest.mark.parametrize("row", tables()[0][2:], ids=lambda row: str(row[0]))
def test_a_row_marks_the_games_that_use_one_of_its_parts(row: list[str]) -> None:
    parts = set(parts_in(row[0]))
    marked = [title for title, cell in zip(GAMES, row[1:], strict=True) if cell == USED]
    assert set(row[1:]) <= {USED, ""}
    assert marked == [title for title in GAMES if parts & USAGE[title]]


def test_a_game_uses_each_part_that_is_not_for_games_of_your_own() -> None:
    everywhere = set().union(*USAGE.values())
    used, own = tables()
    assert [part for part in listed(used) if part not in everywhere] == []
    assert [part for part in listed(own) if part in everywhere] == []
