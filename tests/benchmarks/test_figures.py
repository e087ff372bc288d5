"""`make figures` notices what moved, and writes values, dates and commits in the right place."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from benchmarks import figures
from benchmarks.figures import Entry, Found, compared, dated, moved, section_of, values_of

PAGE = """# Strength

Measured on 2026-01-01 at `aaaaaaa`.

```text
# Potions
```

## Potions

Text.

## Speed

### Potions

Measured on 2026-01-02 at `bbbbbbb` with `a`.

Measured on 2026-01-03 at `ccccccc`: the rest.

## Last
"""


def entry(**changes: Any) -> Entry:
    base = {
        "page": "page.md",
        "heading": "Speed / Potions",
        "figure": "a match",
        "commands": ["kibitz arena duel greedy random --deals 1 --seed 0"],
        "commit": "bbbbbbb",
        "date": "2026-01-02",
    }
    made: Entry = {**base, **changes}  # type: ignore[typeddict-item]  # any keys may change
    return made


@pytest.mark.parametrize(
    ("stored", "now", "compare", "wanted"),
    [
        ("50.0 %", "50.0 %", "exact", False),
        ("50.0 %", "50.1 %", "exact", True),
        (None, "50.0 %", "exact", True),
        ("50.0 %", None, "exact", True),
        (100.0, 100.1, "exact", True),
        (100.0, 199.0, 2, False),
        (100.0, 201.0, 2, True),
        (100.0, 51.0, 2, False),
        (100.0, 49.0, 2, True),
        (0.0, 1.0, 2, True),
        (0.0, 0.0, 2, False),
        (None, 1.0, 2, True),
        ("50.0 %", "50.1 %", 2, True),
    ],
)
def test_values_have_moved_if_they_differ_too_much(
    stored: str | float | None, now: str | float | None, compare: str | float, wanted: bool
) -> None:
    assert moved(stored, now, compare) is wanted


def test_values_that_came_and_went_are_listed() -> None:
    stored = entry(values={"a": {"x": "1", "y": "2"}}, compare="exact")
    assert [*compared(7, stored, {"a": {"y": "2", "z": "3"}})] == [
        Found(7, "a", "x", "1", None, moved=True),
        Found(7, "a", "y", "2", "2", moved=False),
        Found(7, "a", "z", None, "3", moved=True),
    ]


def test_reports_become_what_pages_quote() -> None:
    score = {"games": 1000, "score": 0.5, "low": 0.45, "high": 0.55}
    chips = {"margin": 1.5, "margin_low": -0.25, "margin_high": 2}
    pairing = {"labels": ["a", "b"], **score, **chips}
    text = "50.0 % (45.0 to 55.0)"
    assert values_of("kibitz arena x", {"unit": "", "pairings": [pairing]}) == {"a - b": text}
    assert values_of("kibitz arena x", {"unit": "chips", "pairings": [pairing]}) == {
        "a - b": f"{text}, +1.50 chips (-0.25 to +2.00)"
    }
    cell = {"row": "r", "column": "c", **score}
    assert values_of("kibitz matrix x", {"cells": [cell]}) == {"r - c": text}
    rungs = [{"agent": "a", "step": None}, {"agent": "b", "step": score}]
    assert values_of("kibitz ladder x", {"rungs": rungs}) == {"b": text}
    row = {"moves_per_second": 12345.6, "legal_us": 5, "clone_us": 0.01234}
    assert values_of("kibitz bench", {"games": [{"game": "duel", **row}]}) == {
        "duel: moves_per_second": 12300.0,
        "duel: clone_us": 0.0123,
    }
    with pytest.raises(ValueError, match=r"kibitz tune x: expected kibitz arena"):
        values_of("kibitz tune x", {})


def test_section_is_found_by_its_heading() -> None:
    begin, end = section_of(PAGE, "Speed / Potions")
    assert PAGE[begin:end].count("Measured") == 2
    assert PAGE[end:].startswith("## Last")
    begin, end = section_of(PAGE, "Strength / Potions")
    assert PAGE[begin:end].strip() == "Text."
    for heading, count in (("Potions", 2), ("Cards", 0)):
        with pytest.raises(ValueError, match=f"expected one heading '{heading}', found {count}"):
            section_of(PAGE, heading)


def test_date_of_one_line_changes() -> None:
    after = dated(PAGE, "Speed / Potions", 1, "2026-02-02", "ddddddd")
    assert after == PAGE.replace("2026-01-03 at `ccccccc`", "2026-02-02 at `ddddddd`")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gives the script a page and a registry with one quick entry of two."""
    (tmp_path / "page.md").write_text(PAGE)
    quick = entry(quick=True, compare="exact", commit="ccccccc", date="2026-01-03")
    quick["values"] = {quick["commands"][0]: {"greedy - random": "no score"}}
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "REGISTRY", tmp_path / "figures.json")
    monkeypatch.setattr(figures, "current_commit", lambda: "eeeeeee")
    monkeypatch.setattr(figures, "run", lambda command: report())
    figures.write_registry([entry(), quick])
    return tmp_path


def report() -> dict[str, Any]:
    score = {"games": 2, "score": 1, "low": 0.4, "high": 1}
    return {"unit": "", "pairings": [{"labels": ["greedy", "random"], **score}]}


def start(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["figures", *arguments])
    return figures.main()


def test_what_moved_is_told_and_stored_on_request(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (repository / "figures.json").read_text()
    assert start(monkeypatch, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert [(each["stored"], each["now"], each["moved"]) for each in told] == [
        ("no score", "100.0 % (40.0 to 100.0)", True)
    ]
    assert ((repository / "figures.json").read_text(), (repository / "page.md").read_text()) == (
        before,
        PAGE,
    )

    assert start(monkeypatch, "--update") == 1
    assert "moved" in capsys.readouterr().out
    first, quick = figures.read_registry()
    assert (first, quick["commit"]) == (entry(), "eeeeeee")
    assert date.fromisoformat(quick["date"]) > date(2026, 1, 3)
    assert (repository / "page.md").read_text() == PAGE.replace(
        "2026-01-03 at `ccccccc`", f"{quick['date']} at `eeeeeee`"
    )

    assert start(monkeypatch) == 0
    assert "same" in capsys.readouterr().out


def test_a_figure_that_was_run_with_fewer_deals_keeps_its_date(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = entry(quick=True, compare="exact", values={"kibitz arena duel greedy random": {}})
    figures.write_registry([short])
    assert start(monkeypatch, "--update") == 1
    stored = figures.read_registry()[0]
    assert stored["values"] == {"kibitz arena duel greedy random": values_of("a arena", report())}
    assert (stored["date"], stored["commit"]) == (short["date"], short["commit"])
    assert (repository / "page.md").read_text() == PAGE


def test_figures_that_are_not_there_are_refused(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        start(monkeypatch, "--only", "chess")
    assert "no quick figure has 'chess' in its page or command" in capsys.readouterr().err


def test_command_that_fails_is_told_with_its_last_line() -> None:
    with pytest.raises(SystemExit, match=r"kibitz arena chess: .*chess"):
        figures.run("kibitz arena chess")
