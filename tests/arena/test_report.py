"""The report: well-formed, self-contained, and complete."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.arena.formatting import interval, percent, signed
from kibitz.arena.playing import play_batch
from kibitz.arena.report import elo_text, html_report
from kibitz.arena.result import GameResult
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Summary, summarise
from tests.arena.played import head_to_head, played

COMMAND = "kibitz arena leduc random greedy:worlds=4 --deals 5"
TWO = Setup("leduc", ("random", "greedy:worlds=4"), deals=5)
# 2-0, 1-1, 0-2 and a draw with a win for player 0; the fifth deal is yet to be played.
FOUR_DEALS = head_to_head((0, 0), (0, 1), (1, 1), (None, 0))
# Elements without an end tag.
VOID = {"meta", "wbr"}
# What could fetch something, or run.
FETCHING = ("src", "href", "srcset", "action", "data", "poster", "background")
ALONE = {"circle", "line", "polygon", "polyline", "rect"}


class Page(HTMLParser):
    """A page taken apart; complains about what is not well-formed or not safe."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert tag not in ("script", "iframe", "object", "embed", "link", "img", "base", "form")
        for name, _ in attrs:
            assert name not in FETCHING
            assert not name.startswith("on")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        assert tag in VOID | ALONE
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append((self.open[-1] if self.open else "", data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Lists the attributes of all elements of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        """All that can be read, with single spaces."""
        return " ".join("".join(text for tag, text in self.said if tag != "style").split())


def report(setup: Setup, results: list[GameResult], command: str = COMMAND) -> str:
    return html_report(summary_of(setup, results), results, command=command)


def summary_of(setup: Setup, results: list[GameResult]) -> Summary:
    return summarise(setup, results)


def spaced(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def three() -> tuple[Setup, list[GameResult]]:
    """A real tournament of three, two of them with the same name."""
    setup = Setup("leduc", ("random", "greedy:worlds=4", "random"), deals=6, seed=5)
    return setup, play_batch(setup, list(setup.schedule()))


def test_the_page_is_well_formed_and_asks_for_nothing(
    three: tuple[Setup, list[GameResult]],
) -> None:
    text = report(*three)
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert page.all("html") == [{"lang": "en"}]
    assert [len(page.all(tag)) for tag in ("head", "body", "main", "h1")] == [1, 1, 1, 1]
    assert text.count("<title>Leduc hold&#x27;em: 3 players</title>") == 1
    assert "url(" not in text
    assert "@import" not in text
    assert "http" not in text
    assert "$" not in page.text


def test_every_id_is_unique_and_every_reference_has_its_id(
    three: tuple[Setup, list[GameResult]],
) -> None:
    page = Page(report(*three))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    named = [
        name
        for _, attributes in page.tags
        for name in (attributes.get("aria-labelledby") or "").split()
    ]
    assert len(ids) == len(set(ids))
    assert set(named) <= set(ids)


def test_tables_have_captions_and_their_heads_a_scope(
    three: tuple[Setup, list[GameResult]],
) -> None:
    page = Page(report(*three))
    assert len(page.all("table")) == len(page.all("caption")) == 3
    assert {attributes.get("scope") for attributes in page.all("th")} == {"row", "col"}
    for box in [each for each in page.all("div") if each.get("class") == "scroll"]:
        assert (box.get("tabindex"), box.get("role")) == ("0", "region")


def test_every_plot_is_well_formed_and_has_a_name(three: tuple[Setup, list[GameResult]]) -> None:
    plots = re.findall(r'<svg class="plot.*?</svg>(?!<circle)', report(*three), re.DOTALL)
    # Ratings, three pairings with two plots each, times, and four about the games.
    assert len(plots) == 1 + 2 * 3 + 1 + 4
    for plot in plots:
        root = ElementTree.fromstring(plot)
        assert root.get("role") == "img"
        assert root.findtext("title")
        assert root.findtext("desc")


def test_every_figure_of_the_summary_is_on_the_page(three: tuple[Setup, list[GameResult]]) -> None:
    summary, said = summary_of(*three), Page(report(*three)).text
    for each in summary.standings:
        assert each.label in said
        assert f"{percent(each.score)}{interval(each.low, each.high)}".replace("\xa0", " ") in said
        assert each.rating is not None
        assert elo_text(each.rating) in said
        assert f"{each.games}{each.wins}{each.draws}{each.losses}" in said
    for pairing in summary.pairings:
        assert f"{pairing.labels[0]} against {pairing.labels[1]}" in said
        assert f"{100 * pairing.score:.1f}{interval(pairing.low, pairing.high)}" in said
        assert f"{100 * (1 - pairing.score):.1f}" in said
        assert pairing.rating is not None
        assert f"Elo {signed(pairing.rating.elo)}" in said
        for result in ("2-0", "1-1", "0-2"):
            assert f"{result.replace('-', chr(0x2013))}: {pairing.pairs[result]}" in said
    for ending in summary.endings:
        assert f"{ending.reason}: {ending.games} game" in said
    seat = summary.seats[0]
    assert f"{percent(seat.score)} ({interval(seat.low, seat.high)})".replace("\xa0", " ") in said
    assert f"Mean {summary.plies.mean:.2f}".rstrip("0").rstrip(".") in said
    assert f"median {summary.plies.p50:g}" in said
    assert summary.fingerprint in said
    assert "round-robin: everybody played everybody" in said


def test_the_page_says_what_was_played_and_how_to_play_it_again() -> None:
    setup = replace(TWO, seed="tea", limit=77, options={"bet": 4, "mode": "short"}, rules=1)
    said = Page(html_report(fake(setup), FOUR_DEALS, command=COMMAND)).text
    for fact in ("leduc", "tea", "77, then a draw", "bet=4, mode=short", "rules version 1"):
        assert fact in said
    assert "head-to-head" in said
    assert kibitz.__version__ in said
    assert COMMAND in said


def fake(setup: Setup) -> Summary:
    """Makes a summary of a setup whose game has no such options."""
    return replace(summarise(TWO, FOUR_DEALS), setup=setup)


def test_the_head_says_who_is_stronger_only_where_it_is_clear() -> None:
    won = Page(report(TWO, head_to_head(*[(0, 0)] * 9))).text
    assert "The interval is above 50 %: random is stronger." in won
    lost = Page(report(TWO, head_to_head(*[(1, 1)] * 9))).text
    assert "The interval is below 50 %: greedy:worlds=4 is stronger." in lost
    open_ = Page(report(TWO, FOUR_DEALS)).text
    assert "The interval contains 50 %: these games do not show who is stronger." in open_


def test_the_head_says_whether_the_best_of_many_is_clear() -> None:
    setup = Setup("leduc", ("random", "greedy", "random:seed=1"), deals=40)
    even = Page(report(setup, everybody(setup, lambda one, other: None))).text
    assert "Their intervals overlap: with more deals, the order may change." in even
    clear = Page(report(setup, everybody(setup, lambda one, other: min(one, other)))).text
    assert "random has the best rating, Elo +" in clear
    assert "Their intervals do not overlap." in clear


def everybody(setup: Setup, winner: Callable[[int, int], int | None]) -> list[GameResult]:
    """Plays a schedule; `winner` says who of two players wins."""
    found: list[GameResult] = []
    for fixture in setup.schedule():
        won = winner(*fixture.players)
        seat = None if won is None else fixture.players.index(won)
        found.append(played(fixture.number, fixture.players, seat, deal=fixture.deal))
    return found


def test_a_tournament_that_stopped_early_says_so() -> None:
    said = Page(report(TWO, FOUR_DEALS)).text
    assert "8 of 10 games were played: the tournament was interrupted." in said
    assert "Games8of 10 planned" in said
    assert "were played:" not in Page(report(TWO, head_to_head(*[(0, 1)] * 5))).text


def test_a_sequential_test_is_shown_where_there_is_one() -> None:
    setup = replace(TWO, sprt="0:1.5", deals=80)
    said = Page(report(setup, head_to_head(*[(0, 0), (0, 1)] * 30))).text
    assert "H0: random is +0 chips stronger. H1: it is +1.5 chips stronger." in said
    assert "H1 was accepted" in said
    assert "the sequential test was decided" in said
    undecided = Page(report(setup, FOUR_DEALS)).text
    assert "After 4 deals the log-likelihood ratio is" in undecided
    assert "undecided" in undecided
    assert "Sequential test" not in Page(report(TWO, FOUR_DEALS)).text


@pytest.mark.parametrize(("ms", "limited"), [("", False), (":ms=0", False), (":ms=20", True)])
def test_the_page_promises_the_same_results_only_without_a_time_limit(
    ms: str, limited: bool
) -> None:
    said = Page(report(replace(TWO, players=("random", f"ismcts{ms}")), FOUR_DEALS)).text
    assert ("The same command gives the same fingerprint" in said) is not limited
    assert ("so the same command can give other results and another fingerprint" in said) is limited


def test_the_page_claims_an_advantage_of_a_seat_only_if_deals_show_it() -> None:
    four = replace(TWO, players=("random",) * 4, deals=4)
    # Of four deals three favour the first seat in all of their twelve games.
    games = [
        played(each.number, each.players, int(each.deal == 0), deal=each.deal)
        for each in four.schedule()
    ]
    assert "these deals show no advantage for either seat" in Page(report(four, games)).text
    clear = Page(report(TWO, head_to_head(*[(0, 1)] * 20))).text
    assert "The first seat has an advantage" in clear


def test_a_gauntlet_names_the_player_who_played_all_others() -> None:
    setup = replace(TWO, players=("greedy", "random", "random"), format="gauntlet", deals=1)
    said = Page(report(setup, everybody(setup, lambda one, other: None))).text
    assert "Leduc hold'em: greedy against 2 others" in said
    assert "gauntlet: the first player played each of the others" in said
    # The two others never met.
    assert "random against random #2" not in said


def test_users_write_no_markup_into_the_page() -> None:
    evil = '<script>alert("1")</script>'
    setup = Setup("leduc", (evil, "</title><img src=x onerror=alert(1)>"), deals=5, seed=evil)
    games = [replace(game, reason=f"{evil}&amp;") for game in FOUR_DEALS]
    text = report(setup, games, command=f"kibitz arena {evil}")
    page = Page(text)
    assert "<script" not in text
    assert "<img" not in text
    assert spaced(evil) in page.text
    assert "</title><img src=x onerror=alert(1)>" in page.text


def test_a_dollar_in_a_name_is_kept() -> None:
    setup = replace(TWO, players=("a:b=$style", "c:d=${intro}$$"))
    said = Page(report(setup, FOUR_DEALS)).text
    assert "a:b=$style against c:d=${intro}$$" in said


def test_few_games_and_none_make_a_page() -> None:
    one = [played(0, choices=((1,), ()), micros=((0,), ()))]
    for results in ([], one, head_to_head((None, None))):
        Page(report(TWO, list(results)))
    assert "No game was played." in Page(report(TWO, [])).text


def test_games_that_are_all_alike_make_a_page() -> None:
    games = [played(n, (n % 2, 1 - n % 2), None, deal=n // 2, choices=((), ())) for n in range(10)]
    said = Page(report(TWO, games)).text
    assert "showdown: 10 games" in said


def test_rare_endings_share_a_bar() -> None:
    games = [replace(game, reason=f"reason {n}") for n, game in enumerate(FOUR_DEALS)]
    assert "3 other reasons: 3 games" in Page(report(TWO, games)).text


def test_the_report_does_not_depend_on_the_order_of_results(
    three: tuple[Setup, list[GameResult]],
) -> None:
    setup, results = three
    assert report(setup, results[::-1]) == report(setup, results)
