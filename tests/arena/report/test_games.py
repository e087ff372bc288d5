"""The sections about the course of games: their figures are those of the results."""

from collections import Counter
from statistics import median

import pytest

from kibitz.arena.backend import Serial
from kibitz.arena.report import html_report
from kibitz.arena.report.games import (
    Followed,
    decisions_of,
    followed,
    lead_by_ply,
    lead_changes,
    leads_of,
    sample_text,
    spread_by_ply,
    tells_scores,
)
from kibitz.arena.report.markup import percent, short
from kibitz.arena.report.plots import PLOT_HEIGHT, PLOT_TOP
from kibitz.arena.result import Course, GameResult, Ruling
from kibitz.arena.setup import Setup
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import play
from tests.arena.played import played
from tests.arena.report.pages import Page, plot_of

JAIPUR = Setup("jaipur", ("random", "utility"), {"rounds": 1}, deals=4, seed="course")
LEDUC = Setup("leduc", ("random", "random:seed=1"), deals=2, seed=0)
# Seat 1 begins, and moves twice in a row.
TURNS = Course((1, 1, 0, 1), ("draw", "play", "play", "pass"), ())


def went(*scores: tuple[float, ...]) -> Course:
    """Makes the course of a game with these scores, in which seats move in turn."""
    plies, seats = len(scores) - 1, len(scores[0])
    return Course(tuple(ply % seats for ply in range(plies)), ("play",) * plies, scores)


@pytest.fixture(scope="module")
def jaipur() -> list[GameResult]:
    return play(JAIPUR, Serial())


def page_of(setup: Setup, results: list[GameResult]) -> str:
    return html_report(summarise(setup, results), results, command="kibitz arena")


# Plies.


def test_decisions_are_put_in_the_order_of_the_game() -> None:
    result = played(
        0,
        (3, 7),
        choices=((40,), (10, 20, 30)),
        micros=((400,), (100, 200, 300)),
        course=TURNS,
    )
    (game,) = followed([result])
    first, last = [(1, 7, 10, 100), (2, 7, 20, 200)], [(3, 3, 40, 400), (4, 7, 30, 300)]
    assert decisions_of(game) == first + last


def test_plies_that_share_a_point_share_its_percentiles() -> None:
    values = [(ply, float(ply)) for ply in range(1, 101)]
    points = spread_by_ply(values, 100)
    # Five plies to a point: 1 to 5 and so on.
    assert [point[0] for point in points[:2]] == [3, 8]
    assert len(points) == 20
    assert points[0] == pytest.approx((3, 3.0, 1.4, 4.6))
    # Later plies are left out.
    assert len(spread_by_ply(values, 10)) == 10


def test_forfeited_games_and_games_without_a_course_are_left_out() -> None:
    ruling = Ruling("forfeit", 0, "it failed")
    games = [played(0, course=TURNS), played(1), played(2, course=TURNS, ruling=ruling)]
    assert [each.result.number for each in followed(games)] == [0]


def test_the_branching_and_the_times_by_ply_are_those_of_the_games(
    jaipur: list[GameResult],
) -> None:
    page = page_of(JAIPUR, jaipur)
    decisions = [each for game in followed(jaipur) for each in decisions_of(game)]
    assert len(decisions) == sum(each.plies for each in jaipur)
    text = plot_of(page, "ply-choices").findtext("desc") or ""
    plies = sorted(each.plies for each in jaipur)
    # The first point stands for as many plies as all others.
    step = 5 if plies[-1] > 48 else 2
    first = median(each.choices for each in decisions if each.ply <= step)
    assert text.startswith(f"Median {short(first)} at move {round((step + 1) / 2)}")
    for player, name in enumerate(JAIPUR.players):
        plot = plot_of(page, f"ply-time-{player}")
        assert plot.findtext("title") == f"Decision time of {name} by move of the game"


# The lead.


def test_a_lead_changes_when_another_seat_takes_it() -> None:
    # Level scores change nothing: seat 0, level, seat 0, level, seat 1, seat 0.
    course = went((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3), (5, 3))
    assert lead_changes(course) == 2
    assert lead_changes(went((0, 0), (0, 0))) == 0
    assert lead_changes(went((3, 2, 1), (3, 4, 1), (3, 4, 9))) == 2


def test_the_lead_is_over_the_best_of_the_others() -> None:
    game = Followed(played(0, (4, 5, 4), 0), went((0, 0, 0), (5, 2, 1), (5, 9, 6)))
    assert leads_of(game, 5) == [[0, -3, 3]]
    # A player with two seats has two leads.
    assert leads_of(game, 4) == [[0, 3, -4], [0, -4, -3]]
    alone = Followed(played(0, (4,), 0), went((0,), (5,)))
    assert leads_of(alone, 4) == [[0, 5]]


def test_a_game_that_is_over_keeps_its_last_lead() -> None:
    games = [
        Followed(played(0), went((0, 0), (4, 0))),
        Followed(played(1), went((0, 0), (1, 0), (2, 0))),
    ]
    assert [point[:2] for point in lead_by_ply(games, 0, 2)] == [(0, 0), (1, 2.5), (2, 3)]
    assert [point[:2] for point in lead_by_ply(games, 1, 2)] == [(0, 0), (1, -2.5), (2, -3)]


def test_a_game_tells_scores_if_they_change_before_the_end() -> None:
    assert tells_scores([Followed(played(0), went((0, 0), (1, 0), (1, 0)))])
    # Only the result.
    assert not tells_scores([Followed(played(0), went((0, 0), (0, 0), (1, -1)))])
    assert not tells_scores([Followed(played(0), TURNS)])


def test_the_page_counts_the_lead_changes_and_draws_the_leads(jaipur: list[GameResult]) -> None:
    page = page_of(JAIPUR, jaipur)
    games = followed(jaipur)
    changes = Counter(lead_changes(each.course) for each in games)
    bars = plot_of(page, "lead-changes").iter("rect")
    shown = {bar.findtext("title") for bar in bars}
    for number, count in changes.items():
        assert f"{number}: {count}\u00a0game{'' if count == 1 else 's'}" in shown
    led = [
        (each.course.scores[each.result.plies // 2], each.result.winner)
        for each in games
        if len({*each.course.scores[each.result.plies // 2]}) == 2
    ]
    won = sum(scores.index(max(scores)) == winner for scores, winner in led)
    said = Page(page).text
    share = percent(won / len(led)).replace("\u00a0", " ")
    assert f"Who led after half of the moves won {share} of {len(led)} games." in said
    # Both start level, and in the end one is ahead as far as the other is behind.
    one, other = (
        [float(each.split(",")[1]) for each in line.get("points", "").split()]
        for player in (0, 1)
        for line in plot_of(page, f"lead-{player}").iter("polyline")
    )
    assert one[0] == other[0]
    half = PLOT_TOP + PLOT_HEIGHT / 2
    assert other[-1] < half < one[-1]


def test_a_game_that_tells_no_score_says_so() -> None:
    said = Page(page_of(LEDUC, play(LEDUC, Serial()))).text
    assert "This game does not tell how the seats stand before the end." in said
    assert "Lead changes" not in said


# Kinds of moves.


def test_the_page_shows_how_often_players_play_each_kind_of_move(jaipur: list[GameResult]) -> None:
    page = Page(page_of(JAIPUR, jaipur))
    shares: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for result in jaipur:
        assert result.course is not None
        for seat, move in zip(result.course.seats, result.course.moves, strict=True):
            shares[result.players[seat]][move] += 1
    titles = {kind.id: kind.title() for kind in JAIPUR.load().kinds()}
    order = [each.player for each in summarise(JAIPUR, jaipur).standings]
    for move, name in titles.items():
        cells = [percent(shares[each][move] / shares[each].total()) for each in order]
        assert f"{name}{''.join(cells)}".replace("\u00a0", " ") in page.text
    tooltips = {each.get("title") for each in page.all("td")}
    for own in shares.values():
        assert f"{own['sell']:,} of {own.total():,}\u00a0moves" in tooltips


def test_rare_kinds_of_moves_share_a_row() -> None:
    moves = tuple(f"kind{number:02}" for number in range(20) for _ in range(20 - number))
    course = Course((0,) * len(moves), moves, ())
    shown = ((2,) * len(moves), ())
    result = played(0, choices=shown, micros=shown, course=course)
    said = Page(page_of(LEDUC, [result])).text
    # 15 kinds have rows of their own; the last five were played 5, 4, 3, 2 and 1 times.
    assert f"5 others{percent(15 / 210)}".replace("\u00a0", " ") in said
    assert "kind14" in said
    assert "kind15" not in said


# The sample.


def test_every_section_says_which_games_it_shows() -> None:
    games = followed([played(number, deal=number // 2, course=TURNS) for number in range(4)])
    assert sample_text(games, 4) == "From all 4\u00a0games."
    assert sample_text(games, 9).startswith("From the first 2\u00a0deals, with 4\u00a0games;")
    said = Page(page_of(LEDUC, [played(0), played(1, (1, 0))])).text
    assert "The course of these games was not kept." in said
