"""The report of a matrix: a heat map with intervals."""

from kibitz.arena.formatting import interval, percent
from kibitz.arena.journal import Origin
from kibitz.arena.matrix import scores_of, totals_of
from kibitz.arena.report import matrix_report
from tests.arena.report.pages import Page, plot_of
from tests.arena.test_matrix import MATRIX, played_matches


def test_the_page_shows_every_cell_with_its_interval() -> None:
    matches = played_matches()
    origin = Origin("2026-01-31T12:00:00+00:00", "0.1.0", "3.11.2", False)
    page = Page(matrix_report(MATRIX, matches, command="kibitz matrix", origin=origin))
    scores = scores_of(MATRIX, matches)
    for share in [*scores.values(), *filter(None, totals_of(MATRIX, scores))]:
        cell = f"{100 * share.score:.1f}{interval(share.low, share.high)}"
        assert cell.replace("\u00a0", " ") in page.text
    assert "Pokémon TCG Base Set: 3 decks against each other" in page.text
    assert {"href": "1-2/report.html"} in page.all("a")
    assert "kibitz matrix" in page.text


def test_better_values_come_first_and_are_coloured() -> None:
    text = matrix_report(MATRIX, played_matches(), command="kibitz matrix")
    assert text.index(">zap<") < text.index(">blackout<") < text.index(">starter<")
    assert 'class="score ahead"' in text
    assert 'class="score behind"' in text


def test_the_plot_shows_the_totals() -> None:
    matches = played_matches()
    text = matrix_report(MATRIX, matches, command="kibitz matrix")
    best = totals_of(MATRIX, scores_of(MATRIX, matches))[0]
    assert best is not None
    assert percent(best.score) in "".join(plot_of(text, "totals").itertext())


def test_matrix_without_games_has_a_page() -> None:
    page = Page(matrix_report(MATRIX, {}, command="kibitz matrix"))
    assert "No two values have played each other from both seats yet." in page.text
