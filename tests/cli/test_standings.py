import io

import pytest
from rich.console import Console

from kibitz.arena.setup import Setup
from kibitz.arena.sprt import Sprt, SprtState
from kibitz.arena.summary import summarise
from kibitz.cli.standings import RunningScore, duration, show_summary, sprt_words
from tests.arena.played import head_to_head, played

LONG = "greedy:worlds=16,horizon=200"


def shown(setup: Setup, width: int, *, pairs: tuple[tuple[int | None, int | None], ...]) -> str:
    """Returns the tables of a made-up tournament on a screen of some width."""
    paper = io.StringIO()
    screen = Console(file=paper, width=width, force_terminal=True, color_system=None)
    show_summary(screen, summarise(setup, head_to_head(*pairs)), "kibitz arena ...")
    return "".join(f"{line.rstrip()}\n" for line in paper.getvalue().splitlines())


def test_pairings_stand_on_one_line_where_there_is_room() -> None:
    setup = Setup("leduc", ("random", LONG, "random:seed=1"), deals=2)
    wide = shown(setup, 120, pairs=((0, 0), (0, 1)))
    assert f"\nrandom - {LONG}  " in wide
    assert "margin" in wide
    narrow = shown(setup, 80, pairs=((0, 0), (0, 1)))
    assert f"\n{LONG}\nrandom  " in narrow
    assert "margin" not in narrow
    assert all(len(line) <= 80 for line in narrow.splitlines())


def test_pairs_with_a_draw_are_told_where_there_are_any() -> None:
    setup = Setup("leduc", ("random", "greedy"), deals=2)
    assert "\npairs       2-0 1, 1-1 1, 0-2 0\n" in shown(setup, 100, pairs=((0, 0), (0, 1)))
    drawn = shown(setup, 100, pairs=((None, 0), (0, 1)))
    assert "\npairs       2-0 0, 1.5-0.5 1, 1-1 1, 0-2 0\n" in drawn


def test_running_score_is_that_of_the_first_of_two_or_the_best_of_many() -> None:
    two = RunningScore(Setup("leduc", ("random", "greedy")))
    assert str(two) == ""
    two.add(played(0, (0, 1), winner=1))
    two.add(played(1, (1, 0), winner=None))
    assert str(two) == "random 25.0 %"
    many = RunningScore(Setup("leduc", ("random", LONG, "random")))
    many.add(played(0, (0, 1), winner=1))
    assert str(many) == "greedy:worlds=16,horizo… 100.0 %"


@pytest.mark.parametrize(
    ("millis", "words"),
    [(0.0, "0 µs"), (0.007, "7 µs"), (1.0, "1.0 ms"), (28.94, "28.9 ms"), (1234.0, "1.23 s")],
)
def test_times_are_told_in_the_unit_that_suits_them(millis: float, words: str) -> None:
    assert duration(millis) == words


def test_sequential_test_is_told_in_words() -> None:
    test = str(Sprt(0, 20))
    found = sprt_words(test, SprtState(-2.96, -2.944, 2.944, "H0", 1200))
    assert (
        found == "H0, +0 Elo rather than +20, after 1,200 pairs (LLR -2.96, bounds -2.94 and 2.94)"
    )
    assert sprt_words(test, SprtState(3, -2, 2, "H1", 9)).startswith("H1, +20 Elo rather than +0")
    assert sprt_words(test, SprtState(0, -2, 2, None, 9)).startswith("undecided between +0 and +20")
