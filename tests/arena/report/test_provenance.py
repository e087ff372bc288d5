"""Where results come from: date, versions, files and records."""

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.folder import claim
from kibitz.arena.journal import Origin, start_journal
from kibitz.arena.report import html_report
from kibitz.arena.result import Course, GameResult
from kibitz.arena.setup import Setup
from kibitz.arena.summary import summarise
from tests.arena.played import head_to_head, played
from tests.arena.report.pages import Page

SETUP = Setup(
    "leduc", ("random", "greedy:worlds=4"), deals=2, packages=("one 1.2", "two 3.4"), seed=0
)
RESULTS = head_to_head((0, 1), (1, None))
ORIGIN = Origin("2026-01-31T23:05:00+00:00", "0.9.1", "3.14.2", True)


def page_of(
    setup: Setup = SETUP,
    results: list[GameResult] = RESULTS,
    origin: Origin | None = ORIGIN,
    games: str | None = "games.csv",
) -> Page:
    summary = summarise(setup, results)
    return Page(html_report(summary, results, command="kibitz", origin=origin, games=games))


def links_of(page: Page) -> list[str | None]:
    return [each["href"] for each in page.all("a") if not (each["href"] or "").startswith("#")]


def test_the_page_says_when_and_with_what_it_was_played() -> None:
    said = page_of().text
    assert (
        "Started on 31 January 2026 at 23:05 UTC with Kibitz 0.9.1, compiled, Python 3.14" in said
    )
    assert "Played withKibitz 0.9.1, compiled, Python 3.14.2" in said
    assert "random, one 1.2" in said
    assert "greedy:worlds=4, two 3.4" in said
    assert summarise(SETUP, RESULTS).fingerprint in said


def test_a_time_in_another_zone_is_shown_in_utc() -> None:
    elsewhere = replace(ORIGIN, started="2026-01-31T23:05:00-05:00", compiled=False)
    said = page_of(origin=elsewhere).text
    assert "Started on 1 February 2026 at 04:05 UTC with Kibitz 0.9.1, interpreted" in said


def test_without_an_origin_the_page_claims_nothing() -> None:
    said = page_of(origin=None).text
    assert "Started" not in said
    assert "Played with" not in said


@pytest.mark.parametrize("table", ["games.csv", "games.parquet"])
def test_the_page_links_the_files_of_its_folder(table: str) -> None:
    assert links_of(page_of(games=table)) == [table, "journal.jsonl", "summary.json"]


def test_a_page_without_a_folder_links_no_files() -> None:
    assert links_of(page_of(games=None)) == []


def test_the_page_says_which_records_are_kept_and_where() -> None:
    assert "No game was recorded move by move" in page_of().text
    lost = replace(SETUP, records="lost")
    assert "There are none." in page_of(lost).text
    results = [replace(each, record="{}\n") if each.number in (1, 3) else each for each in RESULTS]
    page = page_of(lost, results)
    assert "did not win" in page.text
    assert "records/ has 2 records" in page.text
    assert "kibitz replay records/1.jsonl" in page.text
    assert "records/" in links_of(page)


def test_recorded_games_worth_a_look_are_linked() -> None:
    close = Course((0, 1, 0), ("a", "b", "c"), ((0, 0), (1, 0), (1, 2), (3, 2)))
    calm = replace(close, scores=((0, 0), (1, 0), (2, 0), (3, 0)))
    long_ = ((2,) * 9, (2,) * 9)
    results = [
        played(0, returns=(2.0, -2.0), record="{}", course=calm),
        played(1, (1, 0), deal=0, record="{}", choices=long_, micros=long_),
        played(2, deal=1, record="{}", course=close),
        # Longer, but not recorded.
        played(3, (1, 0), deal=1, choices=((2,) * 99, ()), micros=((2,) * 99, ())),
    ]
    page = page_of(replace(SETUP, records="all"), results)
    assert "Longestrecords/1.jsonl0greedy:worlds=4, random" in page.text
    assert "Largest marginrecords/0.jsonl0random, greedy:worlds=42, \u221223" in page.text
    assert "Most lead changesrecords/2.jsonl1" in page.text
    assert "records/3.jsonl" not in page.text


def test_the_folder_takes_the_origin_from_its_journal(tmp_path: Path) -> None:
    folder = claim(tmp_path / "kept")
    with folder.start(SETUP) as journal:
        journal.add(RESULTS)
        origin = journal.origin
    folder.write(summarise(SETUP, RESULTS), RESULTS, "kibitz")
    assert origin is not None
    said = Page((folder.path / "report.html").read_text()).text
    assert f"at {origin.time:%H:%M} UTC with Kibitz {origin.kibitz}" in said
    # Every file that the page links is there.
    for link in links_of(Page((folder.path / "report.html").read_text())):
        assert (folder.path / str(link)).exists()


def test_a_damaged_journal_does_not_keep_the_report_from_being_written(tmp_path: Path) -> None:
    folder = claim(tmp_path / "kept")
    with start_journal(folder.journal, SETUP):
        pass
    folder.journal.write_bytes(b"damaged\n")
    folder.write(summarise(SETUP, RESULTS), RESULTS, "kibitz")
    assert "Started" not in Page((folder.path / "report.html").read_text()).text
