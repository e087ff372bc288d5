"""The figures of the documentation say when they were measured, at which commit, and how."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from pathlib import Path

import pytest

from benchmarks.figures import LINE, Entry, read_registry, section_of, values_of
from tests.docs.blocks import DOCS, ROOT, blocks_of, name_of

pytestmark = pytest.mark.docs

ENTRIES = read_registry()
# Commands that measure, in a sentence or a block.
MEASURING = re.compile(
    r"(?:kibitz (?:arena|tune|matrix|ladder)|make bench|python -m benchmarks\.)[^`\n]*"
)
# What a measured figure looks like.
FIGURE = re.compile(r"\d %|\d(?:\.\d+)? (?:[mµ]?s|[kM]?B|Elo|games/s|moves/s)\b")
HEADING = re.compile(r"^#+ (.+)$")
# Pages whose commands are run by the tests, and those that quote what other pages measured.
RUN_OR_QUOTED = ("docs/reference", "docs/requirements", "docs/decisions.md")
# Sections with commands and numbers that are no measured figures: goals, limits and examples.
NOT_MEASURED = {
    ("docs/performance.md", "Goals"),
    ("docs/concepts/arena.md", "The referee"),
    ("docs/guides/table.md", "Tournaments"),
    ("docs/guides/table-operation.md", "Numbers beyond one machine"),
}


def place_of(entry: Entry) -> tuple[str, str]:
    return entry["page"], entry["heading"]


def sections(page: Path) -> Iterator[tuple[str, str]]:
    """Yields the headings of a page with their text, without the blocks that the tests run."""
    run = {
        line
        for block in blocks_of(page)
        if block.runs
        for line in range(block.line, block.line + block.text.count("\n") + 1)
    }
    heading, fenced = "", False
    kept: list[str] = []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fenced ^= line.startswith("```")
        found = None if fenced else HEADING.match(line)
        if found:
            yield heading, "\n".join(kept)
            heading, kept = found[1], []
        elif number not in run:
            kept.append(line)
    yield heading, "\n".join(kept)


@pytest.mark.parametrize("place", sorted({place_of(entry) for entry in ENTRIES}), ids=str)
def test_every_entry_has_its_line_under_its_heading(place: tuple[str, str]) -> None:
    page, heading = place
    text = (ROOT / page).read_text()
    there = LINE.findall(text[slice(*section_of(text, heading))])
    assert there == [
        (entry["date"], entry["commit"]) for entry in ENTRIES if place_of(entry) == place
    ]


def test_every_line_has_its_entry() -> None:
    lines = {
        name_of(page): len(LINE.findall(page.read_text())) for page in sorted(DOCS.rglob("*.md"))
    }
    pages = sorted(entry["page"] for entry in ENTRIES)
    assert {page: count for page, count in lines.items() if count} == {
        page: len([*entries]) for page, entries in groupby(pages)
    }


def test_sections_that_show_what_a_command_measured_have_entries() -> None:
    known = {(page, heading.rpartition(" / ")[2]) for page, heading in map(place_of, ENTRIES)}
    lacking = [
        (name_of(page), heading)
        for page in sorted(DOCS.rglob("*.md"))
        if not name_of(page).startswith(RUN_OR_QUOTED)
        for heading, text in sections(page)
        if MEASURING.search(text) and FIGURE.search(text)
        if (name_of(page), heading) not in known | NOT_MEASURED
    ]
    assert lacking == []


def test_every_entry_is_dated_and_those_that_are_run_have_values() -> None:
    for entry in ENTRIES:
        assert date.fromisoformat(entry["date"]).isoformat() == entry["date"], entry
        assert entry["figure"], entry
        assert entry["commands"], entry
        if entry.get("quick"):
            assert entry["values"], entry
            assert all(entry["values"].values()), entry
            assert entry["compare"] == "exact" or float(entry["compare"]) > 1, entry
        else:
            assert not {"compare", "values"} & entry.keys(), entry


def test_commands_that_are_run_say_what_can_be_compared() -> None:
    nothing = {"pairings": [], "cells": [], "rungs": [], "games": [], "unit": ""}
    for entry in ENTRIES:
        for command in entry.get("values", {}):
            assert values_of(command, nothing) == {}
            assert "bench" in command or "--seed" in command, f"{command} repeats nothing"
            assert "ms=" not in command, f"{command} depends on the clock"


def test_every_commit_is_one_of_the_repository() -> None:
    git = ["git", "-C", str(ROOT)]
    history = subprocess.run(
        [*git, "rev-list", "--abbrev-commit", "--abbrev=7", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    shallow = subprocess.run(
        [*git, "rev-parse", "--is-shallow-repository"], capture_output=True, text=True, check=False
    )
    if history.returncode or shallow.stdout.strip() != "false":
        pytest.skip("no git history here")
    commits = {line[:7] for line in history.stdout.split()}
    unknown = {entry["commit"] for entry in ENTRIES if entry["commit"][:7] not in commits}
    assert unknown == set()
