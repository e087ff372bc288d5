import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.agents import EndOfInput, HumanAgent
from kibitz.agents.human import choose
from kibitz.core import (
    Advice,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
    RuleEngine,
)
from tests.agents.pile import Concede, Pile, PileState, Take, seen_at


def ask(typed: str, stones: int = 10) -> tuple[Advice[PileState], str]:
    screen = io.StringIO()
    advice = HumanAgent(io.StringIO(typed), screen).advise(seen_at(stones))
    return advice, screen.getvalue()


def test_human_agent_shows_the_table_and_numbers_the_moves() -> None:
    _, screen = ask("1\n")
    assert screen.startswith("stones: 10")
    assert "  1  take 1 of 10 stones\n  2  take 2 of 10 stones\n" in screen
    assert screen.endswith("seat 0> ")


@pytest.mark.parametrize("typed", ["3", " 3 ", "take 3", "TAKE   3", "take 3\r"])
def test_human_agent_takes_a_number_or_notation(typed: str) -> None:
    advice, _ = ask(typed + "\n")
    assert advice.move == Take(3)
    assert [option.move for option in advice.options] == [Take(3)]
    assert advice.options[0].reasons[0].text == "chosen by hand"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0", "there is no move 0; the moves are numbered 1 to 3"),
        ("4", "there is no move 4; the moves are numbered 1 to 3"),
        ("9" * 5000, "the moves are numbered 1 to 3"),
        ("tke 1", "cannot read 'tke 1': unknown 'tke'; did you mean 'take'?"),
        ("take", "'take' fits 3 moves: take 1; take 2; take 3"),
        ("take 7", "1 to 3 stones are taken, not 7"),
        ("take two", "int"),
        ("\0\x1b[2J", "cannot read"),
    ],
)
def test_human_agent_survives_a_typo_and_explains_it(typed: str, words: str) -> None:
    advice, screen = ask(f"{typed}\ntake 2\n")
    assert advice.move == Take(2)
    assert words in screen


def test_human_agent_tells_every_reason_against_a_move() -> None:
    _, screen = ask("take 5\n1\n", stones=2)
    assert "illegal move 'take 5': 1 to 3 stones are taken, not 5; only 2 stones are left" in screen


def test_human_agent_helps_and_lists_again() -> None:
    _, screen = ask("?\n\n1\n")
    assert "its first letters are enough if only one move fits" in screen
    assert screen.count("take 1 of 10 stones") == 2


def test_human_agent_accepts_what_is_allowed_at_any_time() -> None:
    advice, _ = ask("concede\n")
    assert advice.move == Concede()


def test_human_agent_reports_the_end_of_input() -> None:
    with pytest.raises(EndOfInput, match="the input ended before a move was chosen"):
        ask("what?\n")
    assert issubclass(EndOfInput, KibitzError)


def test_human_agent_uses_the_terminal_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n"))
    assert HumanAgent().advise(seen_at(10)).move == Take(2)
    assert "seat 0> " in capsys.readouterr().out


def test_choose_reads_against_what_the_seat_sees_and_draws_nothing() -> None:
    seen = seen_at(10)
    before = seen.rng.key()
    assert choose(seen, "take 1") == Take(1)
    with pytest.raises(IllegalMoveError):
        choose(seen, "take 8")
    assert seen.rng.key() == before


@given(st.text())
def test_choose_gives_a_legal_move_or_one_of_its_errors(text: str) -> None:
    engine = RuleEngine(Pile(2), seed=3)
    try:
        move = choose(engine.observe(), text)
    except KibitzError:
        return
    assert engine.can_execute(move)


@given(st.lists(st.text(st.characters(exclude_characters="\n")), max_size=5))
def test_human_agent_survives_any_lines(lines: list[str]) -> None:
    advice, _ = ask("\n".join(["", *lines, "quit", "concede"]) + "\n")
    assert isinstance(advice.move, Take | Concede)


def test_choose_refuses_an_empty_answer() -> None:
    with pytest.raises(InvalidMoveError, match="no move was given"):
        choose(seen_at(3), "  ")
