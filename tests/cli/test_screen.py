import io
import math
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from kibitz import games
from kibitz.agents import make_agent
from kibitz.cli.screen import (
    arrange,
    bar,
    collapse,
    describe_move,
    describe_news,
    describe_result,
    kind_names,
    list_moves,
    no_opinion,
    set_page,
    show_advice,
    show_answer,
    show_header,
    show_line,
    show_moves,
    show_table,
    side_by_side,
    signed,
    stacked,
    wrapped,
)
from kibitz.core import Advice, Game, Move, Option, Outcome, Reason, RuleEngine, seeded
from kibitz.games import load
from tests.agents.pile import Concede, Pile, PileState, Take, seen_at


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0.0, "+0"),
        (9000.0, "+9000"),
        (-2.0, "-2"),
        (0.125, "+0.125"),
        (-1.23456, "-1.23"),
        (1234.5, "+1234"),
        (1e300, "+1e+300"),
        (float("inf"), "+inf"),
        (float("nan"), "+nan"),
    ],
)
def test_signed_writes_amounts_that_can_be_read_at_a_glance(amount: float, written: str) -> None:
    assert signed(amount) == written


class Described(Pile):
    """A pile that describes all its moves with one text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def describe(self, view: PileState, move: Move[PileState]) -> str:
        return self.text.replace("{stones}", str(view.stones))


@pytest.mark.parametrize(
    ("description", "full", "short"),
    [
        ("take 2", "take 2", "take 2"),
        ("Take: 2", "take 2", "take 2"),
        ("take 2 of 10", "take 2 of 10", "take 2 of 10"),
        ("Take: 2 stones", "take 2  2 stones", "Take: 2 stones"),
        ("TAKE", "take 2  TAKE", "TAKE"),
        ("grab a pair", "take 2  grab a pair", "take 2  grab a pair"),
    ],
)
def test_description_says_nothing_twice(description: str, full: str, short: str) -> None:
    view = seen_at(10).view
    assert describe_move(Described(description), view, Take(2)).plain == full
    assert describe_move(Described(description), view, Take(2), short=True).plain == short


def test_news_name_a_card_that_the_move_has_shown() -> None:
    before, after = seen_at(10).view, seen_at(9).view
    hidden, shown = Described("shows ? of {stones}"), Described("shows 1 of {stones}")
    assert describe_news(hidden, before, after, Take(1)).plain.endswith("of 9")
    assert describe_news(shown, before, after, Take(1)).plain.endswith("of 10")


@pytest.mark.parametrize(
    ("score", "low", "high", "drawn"),
    [
        (1.0, 0.0, 1.0, "━━━━━━━━━━━━"),
        (0.9, 0.0, 1.0, "━━━━━━━━━━━"),
        (0.5, 0.0, 1.0, "━━━━━━"),
        (0.001, 0.0, 1.0, "━"),
        (0.0, 0.0, 1.0, ""),
        (3.0, -1.0, 3.0, "   ━━━━━━━━━"),
        (-1.0, -1.0, 3.0, "━━━"),
        (-0.3, -1.0, 3.0, "  ━"),
        (-2.0, -2.0, 0.0, "━━━━━━━━━━━━"),
        (-1.0, -2.0, 0.0, "      ━━━━━━"),
        (-0.001, -0.001, 9.0, "━"),
        (0.001, -9.0, 0.001, "           ━"),
        (0.0, 0.0, 0.0, ""),
    ],
)
def test_bar_starts_at_zero(score: float, low: float, high: float, drawn: str) -> None:
    assert bar(score, low, high) == drawn


def test_bar_is_left_out_where_scores_have_no_measure() -> None:
    for low, high in ((0.0, math.inf), (-math.inf, 0.0), (math.nan, 1.0), (0.0, math.nan)):
        assert bar(1.0, low, high) == ""


def terminal(width: int) -> tuple[Console, io.StringIO]:
    """Opens a screen that is a terminal of a width, without colours."""
    file = io.StringIO()
    screen = Console(
        file=file, width=width, highlight=False, force_terminal=True, color_system=None
    )
    return screen, file


def drawn(width: int, room: int, kind: str = "") -> list[str]:
    screen, file = terminal(width)
    show_moves(screen, seen_at(10), room, kind)
    return file.getvalue().splitlines()


def test_moves_stand_below_each_other_where_there_is_room() -> None:
    assert [line.split()[0] for line in drawn(80, 3)] == ["1", "2", "3"]
    assert len(drawn(80, 0)) == 3


def test_moves_stand_side_by_side_where_there_is_little_room() -> None:
    lines = drawn(80, 1)
    assert len(lines) == 1
    assert " ".join(lines[0].split()) == (
        "1 take 1 of 10 stones 2 take 2 of 10 stones 3 take 3 of 10 stones"
    )


def test_moves_are_listed_without_their_descriptions_where_there_is_little_room() -> None:
    assert drawn(40, 1) == ["  1  take 1    2  take 2    3  take 3"]


def test_moves_of_a_kind_shrink_to_a_line_where_there_is_no_room() -> None:
    assert drawn(31, 1) == ["  1-3  take  (type moves take)"]


def test_every_item_of_a_list_begins_a_line() -> None:
    page = "## A turn\n\n1. Draw a card.\n2. Play one, or as many\n   as you like.\n\n- a\n- b\n"
    lines = [line.plain for line in set_page(terminal(30)[0], page)]
    assert lines[2:] == [
        *(" 1. Draw a card.", " 2. Play one, or as many as", "    you like.", "", " - a", " - b")
    ]


def test_moves_of_a_kind_can_be_listed_alone() -> None:
    assert [line.split()[0] for line in drawn(80, 0, "take 2")] == ["2"]


def test_collapse_starts_with_the_largest_kind_and_leaves_single_ones() -> None:
    def lines(*numbers: int) -> list[Text]:
        return [Text(f"  {number}  a move with many words") for number in numbers]

    groups = {"a": lines(1, 2), "b": lines(3, 4, 5), "c": lines(6)}
    assert [line.plain.split()[0] for line in collapse(groups, 4, 40)] == ["1", "2", "3-5", "6"]
    assert len(collapse(groups, 1, 40)) == 3


def test_moves_that_do_not_fit_side_by_side_are_not_cut() -> None:
    lines = [Text(f"  {number}  take the {what} of gold") for number, what in enumerate("abcd")]
    assert arrange(lines, 2, 60) == side_by_side(lines, 30, 2)
    assert [line.plain for line in arrange(lines, 2, 46)] == [line.plain for line in lines]


def test_kinds_are_named_as_their_moves_are_typed() -> None:
    assert kind_names([Take(1), Take(2), Concede()]) == {"take": "take", "concede": "concede"}
    jaipur = load("jaipur")
    names = kind_names(jaipur.legal(jaipur.setup(seeded(3))))
    assert names == {
        "take": "take",
        "take_camels": "take_camels",
        "sell": "sell",
        "exchange": "swap",
    }


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (40, [" one two three four"]),
        (12, [" one two", "   three", "   four"]),
        (4, [" one", "   two", "   three", "   four"]),
    ],
)
def test_line_is_broken_between_words(width: int, lines: list[str]) -> None:
    assert [line.plain for line in wrapped(Text(" one two three four"), width, 3)] == lines


def test_drawn_line_goes_on_below_its_column() -> None:
    screen, file = terminal(30)
    drawing = "hand      gold, silver, cloth, leather, 2 camels\n  open  a b"
    assert show_table(screen, drawing) == 4
    assert file.getvalue().splitlines() == [
        " hand      gold, silver,",
        "           cloth, leather, 2",
        "           camels",
        "   open  a b",
    ]


def test_columns_of_a_grid_that_is_too_wide_stand_below_each_other() -> None:
    drawing = ["one    | two", "a      | b", "-------+----", "       | c"]
    lines = [f" {line}" for line in drawing]
    assert stacked(lines, 30) == lines
    assert stacked(lines, 10) == [" one", " a", " ------", "", " two", " b", " ---", " c"]


def test_note_of_a_header_that_does_not_fit_stands_below() -> None:
    screen, file = terminal(30)
    assert show_header(screen, "Jaipur", "move 1") == 1
    assert show_header(screen, "Jaipur", "against somebody, move 1") == 2
    _, title, note = file.getvalue().splitlines()
    assert title == f"Jaipur {'─' * 23}"
    assert note == " against somebody, move 1"


def words_of(text: str) -> list[str]:
    """Returns the words of a text in any order; lines and commas between them are no words."""
    return sorted(word for word in re.split(r",?\s+", text) if not re.fullmatch(r"[|+─-]*", word))


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("name", games.names())
def test_everything_fits_the_screen_and_no_word_is_cut(name: str, width: int) -> None:
    game = games.load(name)
    engine, rng = RuleEngine(game, seed=7), seeded("widths")
    while engine.outcome is None and engine.ply < 60:
        seen, seat = engine.observe(), engine.seat
        if engine.ply % 3 == 0:
            drawing = game.render(seen.view)
            check_width(width, drawing, partial(show_table, drawing=drawing))
            lines = [line.plain for each in list_moves(seen, "", False).values() for line in each]
            check_width(width, " ".join(lines), partial(show_moves, seen=seen))
            for room in (7, 12):
                screen, file = terminal(width)
                show_moves(screen, seen, room)
                assert max(map(len, file.getvalue().splitlines())) <= width
        engine.play(game.random_move(engine.state, rng))
        for text in game.news(seen.view, engine.view(seat)):
            check_width(width, text, partial(show_line, text=Text(text)))
    page = game.rules_text()
    assert max(line.cell_len for line in set_page(terminal(width)[0], page)) <= width


def check_width(width: int, text: str, show: Callable[[Console], object]) -> None:
    """Shows something on a narrow terminal, and compares the words with those of a text."""
    screen, file = terminal(width)
    show(screen)
    assert max(map(cell_len, file.getvalue().splitlines()), default=0) <= width
    assert words_of(file.getvalue()) == words_of(text)


def test_reasons_are_listed_with_their_sum() -> None:
    file = io.StringIO()
    reasons = (Reason("gold", 3.0, "two coins"), Reason("risk", -1.5, "may be lost"))
    advice = Advice(Take(1), 1.5, (Option(Take(1), 1.5, reasons),), unit="coins")
    show_answer(screen_of(file), seen_at(10), advice, advice, "miser:deep=3", Take(1))
    lines = file.getvalue().splitlines()
    assert lines[0].startswith("why  miser:deep=3, scores in coins ─")
    assert lines[2].split() == ["gold", "+3", "two", "coins"]
    assert lines[-1].split() == ["score", "+1.5"]


def advice_of(scores: list[float], unit: str = "", text: str = "") -> Advice[PileState]:
    """Makes advice on a pile: taking 1, 2, ... stones has these scores."""
    options = [
        Option(Take(count), score, (Reason("worth", score, text),))
        for count, score in enumerate(scores, 1)
    ]
    options.sort(key=lambda option: -option.score)
    return Advice(options[0].move, options[0].score, tuple(options), unit=unit)


def screen_of(file: io.StringIO, width: int = 80) -> Console:
    return Console(file=file, width=width, highlight=False)


def advised(advice: Advice[PileState], stones: int = 10, width: int = 80) -> list[str]:
    file = io.StringIO()
    show_advice(screen_of(file, width), seen_at(stones), advice, "miser", 2, listed=True)
    return file.getvalue().splitlines()


def test_advice_names_its_unit_once() -> None:
    lines = advised(advice_of([1.0, 2.0, 3.0], "coins"))
    assert lines[0].startswith("advice  miser, scores in coins ─")
    assert lines[1].split() == ["3", "take", "3", "of", "10", "stones", "+3", "worth", "(+3)"]
    assert lines[-1] == "     and 1 more"
    assert "coins" not in "".join(lines[1:])


def test_a_unit_that_does_not_fit_into_the_title_has_a_line_of_its_own() -> None:
    lines = advised(advice_of([1.0, 2.0], "coins of the old king"), width=36)
    assert "king" not in lines[0]
    assert lines[1] == " scores in coins of the old king"


def test_scores_without_a_unit_are_points() -> None:
    assert "scores in points" in advised(advice_of([1.0, 2.0]))[0]


def test_shares_are_shown_as_percentages() -> None:
    lines = advised(advice_of([0.001, 0.999], "% of the tries"))
    assert "scores in % of the tries" in lines[0]
    assert " 100 %" in lines[1]
    assert " <1 %" in lines[2]


def test_scores_that_are_all_alike_are_no_advice() -> None:
    for score in (0.0, 2.5):
        # The pile does not say how the seats stand, so there is more to say than that.
        said = " miser has no opinion here: it scores all 3 moves alike."
        missing = "pile does not say how the seats stand before the end: define Game.standing."
        assert advised(advice_of([score, score, score]))[1:] == [f"{said} {missing}"]


class Told(Pile):
    """A pile that says how the seats stand."""

    def standing(self, state: PileState) -> list[float]:
        return [0.0, 0.0]


@pytest.mark.parametrize("game", [Told(), load("leduc")])
def test_players_of_a_finished_game_are_told_of_no_method(game: Game[Any, Any]) -> None:
    seen = RuleEngine(game, seed=1).observe(0)
    advice = Advice(seen.moves[0], 0.0, tuple([Option(move, 0.0, ()) for move in seen.moves]))
    said = no_opinion(seen, advice, "miser")
    assert said == f"miser has no opinion here: it scores all {len(seen.moves)} moves alike."


def test_the_only_legal_move_needs_no_score() -> None:
    lines = advised(advice_of([0.0]), stones=1)
    assert lines[1:] == [" take 1 of 1 stones: the only legal move"]


def test_long_reasons_stand_below_their_move_and_are_wrapped_between_words() -> None:
    text = "there are good reasons for this, and they are told at length"
    lines = advised(advice_of([1.0, 2.0], "", text), width=40)
    below = [line for line in lines if line.startswith("     ")]
    assert " ".join(" ".join(below[:2]).split()) == text
    assert max(map(len, lines)) <= 40


def answered(advice: Advice[PileState], answer: Advice[PileState], move: Move[PileState]) -> str:
    file = io.StringIO()
    show_answer(screen_of(file), seen_at(10), advice, answer, "miser", move)
    return file.getvalue()


def test_an_answer_compares_the_move_with_the_best_one() -> None:
    advice = advice_of([1.0, 2.0, 3.0])
    lines = answered(advice, advice, Take(1)).splitlines()
    assert lines[2].split() == ["worth", "+1"]
    assert lines[3].split()[:3] == ["best", "+3", "take"]
    assert "best" not in answered(advice, advice, Take(3))


def test_an_answer_says_if_the_move_is_better_than_thought() -> None:
    out = answered(advice_of([1.0, 2.0]), advice_of([1.0, 2.0, 9.0]), Take(3))
    assert "Now that miser has looked at it, it scores this move higher." in out


def test_an_agent_that_does_not_answer_is_blamed() -> None:
    advice = advice_of([1.0, 2.0])
    assert "miser gives no score for this move." in answered(advice, advice, Take(3))
    assert "It is always allowed, so no agent weighs it." in answered(advice, advice, Concede())


@pytest.mark.parametrize(
    ("winner", "seat", "words"),
    [
        (0, 0, "You win: over (Ada +1, Bob -1)"),
        (0, 1, "You lose to Ada: over (Ada +1, Bob -1)"),
        (0, None, "Ada wins: over (Ada +1, Bob -1)"),
        (None, 0, "Draw: over (Ada +1, Bob -1)"),
    ],
)
def test_result_is_described_from_the_players_side(
    winner: int | None, seat: int | None, words: str
) -> None:
    outcome = Outcome(winner, "over", (1.0, -1.0))
    assert describe_result(outcome, ["Ada", "Bob"], seat).plain == words


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("name", games.names())
def test_advice_fits_the_screen_and_no_word_is_cut(name: str, width: int) -> None:
    game = games.load(name)
    agent = make_agent(game, "greedy:worlds=2" if name == "leduc" else next(iter(game.agents())))
    engine, rng = RuleEngine(game, seed=7), seeded("advice")
    while engine.outcome is None and engine.ply < 40:
        seen = engine.observe()
        if engine.ply % 8 == 0:
            advice = agent.advise(seen)
            shown: list[str] = []
            for columns in (width, 1000):
                screen, file = terminal(columns)
                show_advice(screen, seen, advice, "greedy", 5, listed=True)
                shown.append(file.getvalue())
            assert max(map(cell_len, shown[0].splitlines())) <= width
            assert words_of(shown[0]) == words_of(shown[1])
        engine.play(game.random_move(engine.state, rng))
