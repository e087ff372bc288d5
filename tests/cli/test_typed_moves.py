"""A typed move goes straight to the rules: few calls lie between the line and the board."""

import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest
from rich.console import Console

import kibitz as package
from kibitz.cli.app import PlayArgs
from kibitz.cli.match import new_match
from kibitz.cli.play import Session, by_notation

SOURCE = str(Path(package.__file__).parent)
# A game on the kit takes a few more: of the calls in a duel 44 copy its state, because every rule
# that reads it gets a copy.
MOST_CALLS = {"jaipur": 100, "leduc": 100, "duel": 115}


def new_session(game: str, seed: str = "3") -> Session:
    """Deals a match for a person in seat 0."""
    args = PlayArgs(game=game, opponents=["random"], seed=seed)
    return Session(new_match(args), 0, Console(file=sys.stderr))


def calls_of(session: Session, line: str) -> Counter[str]:
    """Counts the calls of Kibitz functions from a typed line until the move is on the board."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(SOURCE):
            calls[f"{code.co_filename.removeprefix(SOURCE)}:{code.co_qualname}"] += 1

    seen, ply = session.engine.observe(), session.engine.ply
    written = by_notation(seen.moves)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        move = session.play_line(seen, written, line)
    finally:
        sys.setprofile(before)
    assert session.engine.history[ply:] == [(0, move)]
    return calls


def one_of_each_kind(session: Session) -> list[str]:
    """Returns the notation of the first legal move of each kind."""
    found: dict[str, str] = {}
    for move in session.engine.legal_moves():
        found.setdefault(move.id, str(move))
    return list(found.values())


@pytest.mark.parametrize("game", MOST_CALLS)
def test_typed_move_takes_few_calls(game: str) -> None:
    session = new_session(game)
    for line in ["1", *one_of_each_kind(session)]:
        calls = calls_of(session, line)
        assert calls.total() < MOST_CALLS[game], f"{line}: {calls.most_common(12)}"
        session.engine.undo()


@pytest.mark.parametrize("game", MOST_CALLS)
def test_command_line_only_hands_a_typed_move_to_the_engine(game: str) -> None:
    session = new_session(game)
    for line in ["1", *one_of_each_kind(session)]:
        calls = calls_of(session, line)
        own = [name for name in calls.elements() if name.startswith(("/cli/", "/agents/"))]
        assert len(own) <= 4, own
        assert not any("sample" in name or "observe" in name for name in calls)
        session.engine.undo()


def test_notation_of_two_moves_is_left_to_the_engine() -> None:
    session = new_session("leduc")
    seen = session.engine.observe()
    assert [str(move) for move in seen.moves] == ["call", "raise"]
    assert str(session.play_line(seen, {"raise": seen.moves}, "raise")) == "raise"


def test_command_word_that_is_also_a_move_plays_the_move() -> None:
    session = new_session("leduc")
    seen = session.engine.observe()
    written = by_notation(seen.moves)
    session.commands["call"] = session.help
    assert str(session.play_line(seen, written, "Call")) == "call"
    session.engine.undo()
    assert session.play_line(seen, written, "/call") is None
    assert session.play_line(seen, written, "call now") is None
    assert session.play_line(seen, written, "") is None
    assert session.engine.ply == 0
