"""The report of a ladder, strength against budget, and of a matrix, a heat map."""

import math
from dataclasses import replace

import pytest

from kibitz.agents.registry import read_spec
from kibitz.arena.journal import Origin
from kibitz.arena.report import series_report
from kibitz.arena.report.markup import interval, percent, signed
from kibitz.arena.report.series import Gain, gain_of, strengths_of, verdict
from kibitz.arena.series import Ladder
from kibitz.arena.summary import Summary, summarise
from tests.arena.played import head_to_head
from tests.arena.report.pages import Page, plot_of
from tests.arena.test_series import MATRIX, played_matches

LADDER = Ladder("duel", {}, read_spec("ismcts"), "iterations", 10, 2, 6, 0, read_spec("random"))
# What the larger budget makes of six deals, by match; it is player 0 in each.
WON: dict[str, tuple[int, int]] = {
    "10-against": (4, 2),
    "20-10": (5, 1),
    "20-against": (6, 0),
    "40-20": (3, 3),
    "40-against": (6, 0),
}


def ladder_matches(ladder: Ladder = LADDER) -> dict[str, Summary]:
    found: dict[str, Summary] = {}
    for name, setup in ladder.matches().items():
        won, lost = WON[name]
        found[name] = summarise(setup, head_to_head(*[(0, 0)] * won, *[(1, 1)] * lost))
    return found


def test_the_gains_add_up_and_their_errors_as_squares() -> None:
    matches = ladder_matches()
    rungs = LADDER.rungs(matches)
    strengths = [gain for _, gain in strengths_of(rungs, "")]
    one, two = (gain_of(matches[name].pairings[0], "") for name in ("20-10", "40-20"))
    assert strengths[0] == Gain(0.0, 0.0, 0.0, "Elo")
    assert strengths[1] == pytest.approx(one)
    assert strengths[2].value == pytest.approx(one.value + two.value)
    error = math.hypot(one.high - one.value, two.high - two.value)
    assert strengths[2].high == pytest.approx(strengths[2].value + error)


def test_the_page_shows_every_match_and_links_its_report() -> None:
    matches = ladder_matches()
    origin = Origin("2026-01-31T12:00:00+00:00", "0.1.0", "3.11.2", False)
    text = series_report(LADDER, matches, command="kibitz ladder", origin=origin)
    page = Page(text)
    for name, summary in matches.items():
        pairing = summary.pairings[0]
        cell = f"{percent(pairing.score)}{interval(pairing.low, pairing.high)}"
        assert cell.replace("\u00a0", " ") in page.text
        assert {"href": f"{name}/report.html"} in page.all("a")
    step = matches["20-10"].pairings[0].rating
    assert step is not None
    elo = f"{signed(step.elo)} ({signed(step.low)} to {signed(step.high)})"
    assert f"20: {elo}" in (plot_of(text, "gain").findtext("desc") or "")
    assert "31 January 2026" in page.text
    assert "kibitz ladder" in page.text


def test_the_budgets_are_on_a_logarithmic_axis() -> None:
    text = series_report(LADDER, ladder_matches(), command="")
    dots = [dot.get("cx") for dot in plot_of(text, "strength").iter("circle")]
    assert dots == ["0.0%", "50.0%", "100.0%"]
    scores = [float(dot.get("cy", "")) for dot in plot_of(text, "against").iter("circle")]
    # 4 of 6 deals, then all of them, at the top.
    assert scores[0] > scores[1] == scores[2]


def test_the_page_says_what_the_last_doubling_is_worth() -> None:
    said = Page(series_report(LADDER, ladder_matches(), command="")).text
    assert "ismcts gains +" in said
    assert "Elo from 10 to 40 iterations. The last doubling scored 50.0 % in 12 games" in said
    assert "these games do not show that it still helps" in said
    assert verdict(Gain(30, 10, 50, "Elo")) == "it still helps"
    assert verdict(Gain(-30, -50, -10, "Elo")) == "it does harm"


def test_a_ladder_just_begun_makes_a_page() -> None:
    said = Page(series_report(LADDER, {}, command="")).text
    assert "No step has been played yet." in said
    alone = replace(LADDER, against=None)
    first = {"20-10": ladder_matches()["20-10"]}
    page = Page(series_report(alone, first, command=""))
    assert "Score against random" not in page.text
    assert [each["href"] for each in page.all("a") if "/" in str(each["href"])] == [
        "20-10/report.html"
    ]


def test_a_game_with_a_unit_is_measured_in_it() -> None:
    chips = replace(LADDER, game="leduc")
    matches = ladder_matches(chips)
    text = series_report(chips, matches, command="")
    pairing = matches["20-10"].pairings[0]
    assert gain_of(pairing, "chips")[::3] == (pairing.margin, "chips")
    # Five deals with two chips each way, and one the other way round.
    assert pairing.margin == pytest.approx(4 / 3)
    said = Page(text).text
    assert "chips from 10 to 40 iterations" in said
    assert "Gain (chips)" in said
    assert "Elo" not in said
    assert "20: +1.33 (" in (plot_of(text, "gain").findtext("desc") or "")


def test_the_page_shows_every_cell_with_its_interval() -> None:
    matches = played_matches()
    origin = Origin("2026-01-31T12:00:00+00:00", "0.1.0", "3.11.2", False)
    page = Page(series_report(MATRIX, matches, command="kibitz matrix", origin=origin))
    scores = MATRIX.scores(matches)
    for share in [*scores.values(), *filter(None, MATRIX.totals(scores))]:
        cell = f"{100 * share.score:.1f}{interval(share.low, share.high)}"
        assert cell.replace("\u00a0", " ") in page.text
    assert "Pokémon TCG Base Set: 3 decks against each other" in page.text
    assert {"href": "1-2/report.html"} in page.all("a")
    assert "kibitz matrix" in page.text


def test_better_values_come_first_and_are_coloured() -> None:
    text = series_report(MATRIX, played_matches(), command="kibitz matrix")
    assert text.index(">zap<") < text.index(">blackout<") < text.index(">starter<")
    assert 'class="score ahead"' in text
    assert 'class="score behind"' in text


def test_the_plot_shows_the_totals() -> None:
    matches = played_matches()
    text = series_report(MATRIX, matches, command="kibitz matrix")
    best = MATRIX.totals(MATRIX.scores(matches))[0]
    assert best is not None
    assert percent(best.score) in "".join(plot_of(text, "totals").itertext())


def test_matrix_without_games_has_a_page() -> None:
    page = Page(series_report(MATRIX, {}, command="kibitz matrix"))
    assert "No two values have played each other from both seats yet." in page.text
