"""The report: well-formed, self-contained, and complete."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import kibitz
from kibitz.arena.playing import play_batch
from kibitz.arena.report import html_report
from kibitz.arena.report.markup import difference, interval, percent, short_names, signed
from kibitz.arena.report.strength import amount_text, elo_text, mean_ends
from kibitz.arena.result import GameResult
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Summary, seat_share, summarise
from tests.arena.played import head_to_head, played
from tests.arena.report.pages import Page, plot_of, plots_of

COMMAND = "kibitz arena leduc random greedy:worlds=4 --deals 5"
TWO = Setup("leduc", ("random", "greedy:worlds=4"), deals=5, seed=0)
# Chips are what counts in Leduc, and games won in Duel.
DUEL = Setup("duel", ("random", "greedy:worlds=4"), deals=5, seed=0)
# 2-0, 1-1, 0-2 and a draw with a win for player 0; the fifth deal is yet to be played.
FOUR_DEALS = head_to_head((0, 0), (0, 1), (1, 1), (None, 0))


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
    assert len(page.all("table")) == len(page.all("caption")) == 4
    assert {attributes.get("scope") for attributes in page.all("th")} == {"row", "col"}
    for box in [each for each in page.all("div") if each.get("class") == "scroll"]:
        assert (box.get("tabindex"), box.get("role")) == ("0", "region")


def test_every_plot_is_well_formed_and_has_a_name(three: tuple[Setup, list[GameResult]]) -> None:
    plots = plots_of(report(*three))
    # Ratings, three pairings with three plots each, four about the games, the branching by ply and
    # the times of three players by ply, and all times.
    assert len(plots) == 1 + 3 * 3 + 4 + 1 + 3 + 1
    for root in plots:
        assert root.get("role") == "img"
        assert root.findtext("title")
        assert root.findtext("desc")


def test_every_figure_of_the_summary_is_on_the_page(three: tuple[Setup, list[GameResult]]) -> None:
    summary, said = summary_of(*three), Page(report(*three)).text
    for each in summary.standings:
        assert each.label in said
        assert f"{percent(each.score)}{interval(each.low, each.high)}".replace("\xa0", " ") in said
        assert each.margin is not None
        assert amount_text(each.margin, "chips") in said
        assert f"{each.games}{each.wins}{each.draws}{each.losses}" in said
    for pairing in summary.pairings:
        assert f"{pairing.labels[0]} against {pairing.labels[1]}" in said
        for mean in (pairing.difference, pairing.difference.reversed()):
            assert f"{difference(mean.mean)}{mean_ends(mean, difference)}" in said
        assert f"{difference(pairing.margin)} chips per game" in said
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


def test_every_rating_of_a_game_without_a_unit_is_on_the_page() -> None:
    setup = Setup("duel", ("random", "greedy", "random:seed=1"), deals=9, seed=0)
    games = everybody(setup, lambda one, other: (None, 0, None, 2)[one + other])
    summary, said = summary_of(setup, games), Page(report(setup, games)).text
    for each in summary.standings:
        assert each.rating is not None
        assert elo_text(each.rating) in said
    for pairing in summary.pairings:
        assert f"{100 * pairing.score:.1f}{interval(pairing.low, pairing.high)}" in said
        assert f"{100 * (1 - pairing.score):.1f}" in said
        assert pairing.rating is not None
        assert f"Elo {signed(pairing.rating.elo)}" in said


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
    won = Page(report(DUEL, head_to_head(*[(0, 0)] * 9))).text
    assert "The interval is above 50 %: random is stronger." in won
    lost = Page(report(DUEL, head_to_head(*[(1, 1)] * 9))).text
    assert "The interval is below 50 %: greedy:worlds=4 is stronger." in lost
    open_ = Page(report(DUEL, FOUR_DEALS)).text
    assert "The interval contains 50 %: these games do not show who is stronger." in open_


def test_the_verdict_on_two_players_quotes_their_games() -> None:
    said = Page(report(DUEL, FOUR_DEALS)).text
    pairing = summary_of(DUEL, FOUR_DEALS).pairings[0]
    ends = interval(pairing.low, pairing.high)
    assert (
        "random scored 56.2 % in 8 games against greedy:worlds=4 (4 won, 1 drawn, 3 lost; 95 %"
        f" interval {ends}). The interval contains 50 %"
    ) in said


def test_the_verdict_on_the_best_of_many_quotes_the_games_with_the_second() -> None:
    setup = Setup("duel", ("random", "greedy", "random:seed=1"), deals=40, seed=0)
    even = Page(report(setup, everybody(setup, lambda one, other: None))).text
    assert "random scored 50.0 % in 80 games against greedy (0 won, 80 drawn, 0 lost;" in even
    assert "The interval contains 50 %: these games do not show who is stronger." in even
    # The last player listed beats all others, and the second beats the first.
    clear = Page(report(setup, everybody(setup, lambda one, other: max(one, other)))).text
    assert "random:seed=1 has the best rating, Elo +" in clear
    assert (
        "random:seed=1 scored 100.0 % in 80 games against greedy (80 won, 0 drawn, 0 lost;" in clear
    )
    assert "The interval is above 50 %: random:seed=1 is stronger." in clear


def test_the_verdict_is_about_direct_games_even_if_the_ratings_say_otherwise() -> None:
    setup = Setup("duel", ("random", "greedy", "random:seed=1"), deals=40, seed=0)
    # The second beats the first, but loses half of its games with the last.
    winners = {(0, 1): 1, (0, 2): 0, (1, 2): None}
    games = everybody(setup, lambda one, other: winners[min(one, other), max(one, other)])
    best, second = summary_of(setup, games).standings[:2]
    assert [best.label, second.label] == ["greedy", "random"]
    assert (
        "greedy scored 100.0 % in 80 games against random (80 won"
        in Page(report(setup, games)).text
    )


def test_the_verdict_says_if_the_best_two_never_met() -> None:
    setup = Setup("duel", ("random", "greedy", "random:seed=1"), deals=4, format="gauntlet", seed=0)
    said = Page(report(setup, everybody(setup, lambda one, other: max(one, other)))).text
    assert "They did not play each other: their games with others rate them." in said


def test_in_a_game_with_a_unit_the_amount_decides() -> None:
    # The first player wins two games of three, but the second wins more.
    games = [
        replace(each, returns=(1.0, -1.0) if each.winner == 0 else (-1.0, 1.0))
        for each in head_to_head(*[(0, 0)] * 20, *[(1, 1)] * 10)
    ]
    paid = [
        replace(each, returns=tuple(9 * value for value in each.returns))
        if each.players[each.winner or 0] == 1
        else each
        for each in games
    ]
    setup = replace(TWO, deals=30)
    summary, said = summary_of(setup, paid), Page(report(setup, paid)).text
    mean = summary.pairings[0].difference
    # Two chips for a win of the first player, 18 for one of the second.
    assert mean.mean == pytest.approx((2 * 20 - 18 * 10) / 30)
    assert mean.high is not None
    assert mean.high < 0
    assert (
        f"random is {difference(mean.mean)} chips per game ahead of greedy:worlds=4 in 60 games"
        f" (40 won, 0 drawn, 20 lost; 95 % interval {mean_ends(mean, difference)})."
        " The interval is below 0: greedy:worlds=4 is stronger."
    ) in said
    best = summary.standings[0]
    assert best.margin is not None
    assert best.label == "greedy:worlds=4"
    assert amount_text(best.margin, "chips") in said
    assert "How many chips per game the row player is ahead" in said
    assert f"{difference(mean.mean)}{mean_ends(mean, difference)}" in said
    assert f"{difference(-mean.mean)}{mean_ends(mean.reversed(), difference)}" in said
    assert "Elo" not in said.partition("How to read this")[0]


def test_the_columns_of_the_cross_table_are_named() -> None:
    setup = Setup("leduc", ("random", "greedy:worlds=4", "random:seed=1"), deals=2, seed=0)
    page = Page(report(setup, everybody(setup, lambda one, other: max(one, other))))
    heads = [each for each in page.all("th") if each.get("title")]
    labels = [each.label for each in summary_of(setup, everybody(setup, max)).standings]
    # In the order of the rows, in the cross table and among the kinds of moves.
    assert [each["title"] for each in heads][:3] == labels == [*reversed(setup.labels)]
    assert "Playerrandom:seed=1greedyrandom1random:seed=1" in page.text


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["greedy:worlds=4", "random"], ["greedy", "random"]),
        (["random", "random #2"], ["random", "random #2"]),
        (["a:x=1,y=2", "a:x=1,y=3", "b:z=1"], ["a:y=2", "a:y=3", "b"]),
        (["a", "a:x=1"], ["a", "a:x=1"]),
        (["a:x=1", "a:x=1 #2", "a:x=2"], ["a:x=1", "a:x=1 #2", "a:x=2"]),
        (["a:x=1,y=2", "a:y=2,x=1"], ["a:x=1,y=2", "a:y=2,x=1"]),
    ],
)
def test_names_of_columns_are_short_and_differ(labels: list[str], names: list[str]) -> None:
    assert short_names(labels) == names


def test_the_page_shows_margins_by_how_often_they_occur() -> None:
    games = [
        replace(each, returns=(each.returns[0] * 3, each.returns[1] * 3)) if each.number else each
        for each in FOUR_DEALS
    ]
    plot = plot_of(report(TWO, games), "pairing-0-margins")
    bars = {bar.findtext("title"): bar.get("class") for bar in plot.iter("rect")}
    won, minus = "won bar", "\u2212"
    assert bars.pop("2: 1\u00a0game") == won
    assert bars.pop("6: 3\u00a0games") == won
    assert bars.pop("0: 1\u00a0game") == "split bar"
    assert bars.pop(f"{minus}6: 3\u00a0games") == "lost bar"
    assert all(title.endswith(": 0\u00a0games") for title in bars if title)


def test_the_first_seat_is_shown_by_pairing() -> None:
    setup = Setup("leduc", ("random", "greedy", "random:seed=1"), deals=40, seed=0)
    # The first seat wins between the first two players, and the better player elsewhere.
    games = [
        replace(each, winner=0, returns=(1.0, -1.0)) if {*each.players} == {0, 1} else each
        for each in everybody(setup, max)
    ]
    text = plot_of(report(setup, games), "seats").findtext("desc") or ""
    dash = "\u2013"
    shares = {each: seat_share(0, [g for g in games if {*g.players} == {*each}]) for each in PAIRS}
    for (one, other), share in shares.items():
        named = (setup.players[one], setup.players[other])
        ends = interval(share.low, share.high)
        assert f"{named[0]} {dash} {named[1]}: {percent(share.score)} ({ends})" in text
    assert [share.score for share in shares.values()] == [1.0, 0.5, 0.5]
    assert f"all games: {percent(2 / 3)}" in text


PAIRS = ((0, 1), (0, 2), (1, 2))


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


@pytest.mark.parametrize(("ms", "limited"), [("", False), (":ms=none", False), (":ms=20", True)])
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
