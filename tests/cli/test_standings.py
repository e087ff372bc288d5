import io
import re
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from kibitz.arena.setup import Setup
from kibitz.arena.sprt import Sprt, SprtState
from kibitz.arena.summary import Summary, summarise
from kibitz.cli.standings import (
    RunningScore,
    columns_for,
    duration,
    show_pairings,
    show_summary,
    sprt_words,
)
from tests.arena.played import head_to_head, played
from tests.arena.stage import offer_stage

LONG = "greedy:worlds=16,horizon=200"


def shown(setup: Setup, width: int, *, pairs: tuple[tuple[int | None, int | None], ...]) -> str:
    """Returns the tables of a made-up tournament on a screen of some width."""
    paper = io.StringIO()
    screen = Console(file=paper, width=width, force_terminal=True, color_system=None)
    show_summary(screen, summarise(setup, head_to_head(*pairs)), "kibitz arena ...")
    return "".join(f"{line.rstrip()}\n" for line in paper.getvalue().splitlines())


def test_pairings_stand_on_one_line_where_there_is_room() -> None:
    setup = Setup("jaipur", ("random", LONG, "random:seed=1"), deals=2, seed=0)
    wide = shown(setup, 120, pairs=((0, 0), (0, 1)))
    assert f"\nrandom - {LONG}  " in wide
    assert "margin" in wide
    narrow = shown(setup, 80, pairs=((0, 0), (0, 1)))
    assert f"\n{LONG}\nrandom  " in narrow
    assert "margin" not in narrow
    assert all(len(line) <= 80 for line in narrow.splitlines())


@pytest.mark.parametrize("game", ["patience", "trio"])
def test_tables_of_any_number_of_seats_fit_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    offer_stage(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    setup = Setup(game, ("random", LONG, "random:seed=1"), deals=2, seed=0)
    games = [
        played(
            each.number, each.players, 0, deal=each.deal, returns=(1234.5, 1.0, -1.0)[: setup.seats]
        )
        for each in setup.schedule()
    ]
    for width in (80, 120):
        paper = io.StringIO()
        screen = Console(file=paper, width=width, force_terminal=True, color_system=None)
        # The command is the one line that is never broken.
        show_summary(screen, summarise(setup, games), "kibitz arena ...")
        lines = [line.rstrip() for line in paper.getvalue().splitlines()]
        assert all(len(line) <= width for line in lines)
        name = f"random - {LONG}  " if width == 120 else "random:seed=1"
        assert any(line.startswith(name) for line in lines)


def test_running_score_counts_every_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer_stage(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    copies = RunningScore(Setup("trio", ("random", "greedy"), seed=0))
    copies.add(played(0, (0, 0, 1), winner=1))
    assert str(copies) == "random 50.0 %"
    alone = RunningScore(Setup("patience", ("random",), seed=0))
    alone.add(played(0, (0,), winner=0))
    alone.add(played(1, (0,), winner=None, deal=1))
    assert str(alone) == "random 50.0 %"


def test_pairs_with_a_draw_are_told_where_there_are_any() -> None:
    setup = Setup("jaipur", ("random", "greedy"), deals=2, seed=0)
    assert "\npairs       2-0 1, 1-1 1, 0-2 0\n" in shown(setup, 100, pairs=((0, 0), (0, 1)))
    drawn = shown(setup, 100, pairs=((None, 0), (0, 1)))
    assert "\npairs       2-0 0, 1.5-0.5 1, 1-1 1, 0-2 0\n" in drawn


def test_running_score_is_that_of_the_first_of_two_or_the_best_of_many() -> None:
    two = RunningScore(Setup("jaipur", ("random", "greedy"), seed=0))
    assert str(two) == ""
    two.add(played(0, (0, 1), winner=1))
    two.add(played(1, (1, 0), winner=None))
    assert str(two) == "random 25.0 %"
    many = RunningScore(Setup("jaipur", ("random", LONG, "random"), seed=0))
    many.add(played(0, (0, 1), winner=1))
    assert str(many) == "greedy:worlds=16,horizo… 100.0 %"


@pytest.mark.parametrize(
    ("millis", "words"),
    [(0.0, "0 ms"), (0.007, "7 µs"), (1.0, "1 ms"), (28.94, "28.9 ms"), (1234.0, "1.23 s")],
)
def test_times_are_told_in_the_unit_that_suits_them(millis: float, words: str) -> None:
    assert duration(millis) == words


def test_sequential_test_is_told_in_words() -> None:
    test = Sprt(0, 20)
    found = sprt_words(test, SprtState(-2.96, -2.944, 2.944, "H0", 1200))
    assert (
        found == "H0, +0 Elo rather than +20, after 1,200 pairs (LLR -2.96, bounds -2.94 and 2.94)"
    )
    assert sprt_words(test, SprtState(3, -2, 2, "H1", 9)).startswith("H1, +20 Elo rather than +0")
    assert sprt_words(test, SprtState(0, -2, 2, None, 9)).startswith("undecided between +0 and +20")


@pytest.mark.parametrize(
    ("width", "speed", "score"),
    [
        *((20, False, False), (32, False, False), (40, False, False), (50, True, False)),
        *((60, True, False), (70, True, True), (80, True, True), (200, True, True)),
    ],
)
def test_progress_takes_one_line_of_any_screen(width: int, speed: bool, score: bool) -> None:
    setup = Setup("jaipur", ("random", "greedy"), deals=50_000, seed=0)
    paper = io.StringIO()
    screen = Console(file=paper, width=width, force_terminal=True, color_system=None)
    running = RunningScore(setup)
    running.add(played(0, (0, 1), winner=0))
    columns = columns_for(setup, width)
    bar = Progress(*columns, console=screen, get_time=count().__next__)
    task = bar.add_task("", total=setup.size(), completed=0, score=str(running))
    for _ in range(3):
        bar.update(task, advance=30_000)
    screen.print(bar.get_renderable())
    (line,) = paper.getvalue().splitlines()
    assert len(line) <= width
    assert ("90000/100000" in line) == (width > 20)
    assert ("…" in line) == (width <= 20)
    assert ("30,000.0 games/s" in line) == speed
    assert line.endswith("random 100.0 %") == score


@pytest.mark.parametrize(
    ("encoding", "signs"), [("ascii", "+- us"), ("latin-1", "± µs"), ("utf-8", "± µs")]
)
def test_signs_are_those_that_the_encoding_has(encoding: str, signs: str) -> None:
    paper = io.TextIOWrapper(io.BytesIO(), encoding)
    setup = Setup("jaipur", ("random", "greedy"), deals=2, seed=0)
    screen = Console(file=paper, width=100, force_terminal=True, color_system=None)
    quick = [replace(each, micros=((7,), (7,))) for each in head_to_head((0, 0), (0, 1))]
    show_summary(screen, summarise(setup, quick), "kibitz arena ...")
    paper.seek(0)
    written = paper.read()
    for sign in signs.split():
        assert sign in written


def test_zero_has_no_minus() -> None:
    setup = Setup("jaipur", ("random", "greedy"), deals=2, seed=0)
    summary = summarise(setup, head_to_head((0, 1), (0, 1)))
    (pairing,) = summary.pairings
    tiny = replace(pairing, elo=-0.2, margin=-0.001, elo_low=-0.3, elo_high=-0.1)
    standings = tuple(replace(each, elo=-0.3, elo_high=-0.3) for each in summary.standings)
    paper = io.StringIO()
    screen = Console(file=paper, width=120, force_terminal=True, color_system=None)
    summary = replace(summary, standings=standings, pairings=(tiny,))
    show_summary(screen, summary, "kibitz ...")
    show_pairings(screen, summary)
    assert "+0 ±0" in paper.getvalue()
    assert "+0.00" in paper.getvalue()
    assert not re.search(r"-0(?![-.]?\d)|-0\.0+\b", paper.getvalue().replace("2-0", ""))
    words = sprt_words(Sprt(-0.0, 20), SprtState(-0.001, -2, 2, None, 9))
    assert words.startswith("undecided between +0 and +20 Elo after 9 pairs (LLR +0.00,")


# Games in which an amount counts.


def won_by(setup: Setup, *amounts: float) -> Summary:
    """Plays deals: what player 0 wins in both games of each; everybody else breaks even."""
    games = []
    for each in setup.schedule():
        amount = amounts[each.deal] if 0 in each.players else 0.0
        first = amount if each.players[0] == 0 else -amount
        winner = 0 if first > 0 else 1 if first < 0 else None
        returns = (first, -first)
        games.append(played(each.number, each.players, winner, deal=each.deal, returns=returns))
    return summarise(setup, games)


def printed(summary: Summary, width: int = 120) -> str:
    """Returns the tables of a summary without spaces at the ends of lines."""
    paper = io.StringIO()
    screen = Console(file=paper, width=width, force_terminal=True, color_system=None)
    show_summary(screen, summary, "kibitz arena ...")
    return "".join(f"{line.rstrip()}\n" for line in paper.getvalue().splitlines())


def test_amounts_come_first_and_say_their_unit() -> None:
    setup = Setup("leduc", ("random", "greedy"), deals=6, seed=0)
    said = printed(won_by(setup, -9, 1, -8, 1, -9, 1))
    lines = said.splitlines()
    assert lines[1].split() == [
        *("player", "chips", "95", "%", "won", "drawn", "lost", "score", "95", "%")
    ]
    assert lines[2].startswith("greedy  +3.83  -1.74 to +9.40    6      0     6  50.0 %")
    assert lines[3].startswith("random  -3.83")
    assert "Elo" not in said
    assert (
        "\ndifference  random -7.67 chips per game (95 %: -18.80 to +3.47), score 50.0 %\n" in said
    )
    assert "\nverdict     undecided between greedy and random\n" in said


def test_verdict_of_two_is_that_of_the_objective() -> None:
    setup = Setup("leduc", ("random", "greedy"), deals=9, seed=0)
    said = printed(won_by(setup, -9, 1, 1, -8, 1, -7, -9, 1, 1))
    assert "\nverdict     undecided between greedy and random\n" in said
    said = printed(won_by(setup, -9, 1, -9, -8, -9, -7, -9, 1, -7))
    assert "\nverdict     greedy is stronger than random\n" in said
    tested = printed(won_by(replace(setup, sprt="0:0.5"), *[1.0] * 9))
    assert "\nverdict" not in tested
    assert "\nsprt        undecided between +0 and +0.5 chips after 9 pairs" in tested


def test_verdict_of_many_quotes_the_direct_games_of_the_best_two() -> None:
    setup = Setup("leduc", ("random", "greedy", LONG), deals=9, seed=0)
    said = printed(won_by(setup, *[2.0, 3.0, 2.5] * 3))
    figures = "+5.00 chips per game (95 %: +4.33 to +5.67) in 18 games"
    assert f"\nverdict     random is stronger than greedy: {figures}\n" in said
    assert said.count("\nrandom - ") == 2
    assert "margin" not in said
    assert all(len(line) <= 80 for line in printed(won_by(setup, *[2.0] * 9), 80).splitlines())
    apart = printed(won_by(replace(setup, format="gauntlet"), *[-2.0] * 9))
    verdict = f"greedy is rated above {LONG}, but they did not play each other"
    assert f"\nverdict     {verdict}\n" in apart


def test_verdict_says_where_ratings_and_direct_games_differ() -> None:
    setup = Setup("jaipur", ("random", "greedy", "utility"), deals=40, seed=0)
    games = []
    for each in setup.schedule():
        # The first player beats the third always and loses two of three games to the second, which
        # wins one of three against the third.
        turn = (each.deal + (each.players[0] > each.players[1])) % 3
        one, other = sorted(each.players)
        best = {(0, 1): 1 if turn else 0, (0, 2): 0, (1, 2): 2 if turn else 1}[one, other]
        games.append(played(each.number, each.players, each.players.index(best), deal=each.deal))
    said = printed(summarise(setup, games))
    assert "\nverdict     random is rated first, but greedy is stronger against it: -1" in said


def test_running_score_is_the_mean_return_where_an_amount_counts() -> None:
    running = RunningScore(Setup("leduc", ("random", "greedy"), seed=0))
    running.add(played(0, (0, 1), winner=1, returns=(-5.0, 5.0)))
    running.add(played(1, (1, 0), winner=1, returns=(-2.0, 2.0)))
    assert str(running) == "random -1.50 chips"
