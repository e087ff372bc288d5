"""Short sentences for tests of a match: what must be accepted, refused, or over."""

from typing import TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import EnumeratedMove
from kibitz.core.game import Outcome
from kibitz.core.move import Move
from kibitz.core.reject import Reject
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")


def expect_success(
    engine: RuleEngine[S, V], move: Move[S] | EnumeratedMove[S] | str, player: int | None = None
) -> None:
    """Plays a move that the rules must accept.

    Raises:
        AssertionError: if they refuse it; gives every reason.
    """
    found = engine.game.parse(engine.state, move, player) if isinstance(move, str) else move
    reasons = engine.explain(found, player)
    result = engine.execute(found, player)
    if result.error is not None:
        told = "; ".join(f"{reason.error_code}: {reason.reason}" for reason in reasons)
        raise AssertionError(f"{shown(found)} was refused: {told}")


def expect_refusal(
    engine: RuleEngine[S, V],
    move: Move[S] | EnumeratedMove[S] | str,
    code: str | None = None,
    player: int | None = None,
) -> Reject:
    """Tries a move that the rules must refuse, and that must change nothing.

    Args:
        engine: the match.
        move: the move, or its notation.
        code: the code of the refusal; any if None.
        player: the seat that moves; who must decide now if None.

    Returns:
        The refusal.

    Raises:
        AssertionError: if the move is accepted, or refused with another code.
    """
    found = engine.game.parse(engine.state, move, player) if isinstance(move, str) else move
    before = engine.state_hash
    error = engine.execute(found, player).error
    if error is None:
        raise AssertionError(f"{shown(found)} was accepted, {code or 'a refusal'} was expected")
    if engine.state_hash != before:
        raise AssertionError(f"{shown(found)} was refused, but changed the state")
    if code is not None and error.error_code != code:
        raise AssertionError(
            f"{shown(found)} was refused with {error.error_code} ({error.reason}), not with {code}"
        )
    return error


def expect_over(
    engine: RuleEngine[S, V], winner: int | None = None, reason: str | None = None
) -> Outcome:
    """Asserts that the match is over, and how, where that is given.

    Raises:
        AssertionError: if it goes on, somebody else won, or it ended for another reason.
    """
    outcome = engine.outcome
    if outcome is None:
        raise AssertionError(f"the match goes on: seat {engine.seat} must decide")
    if winner is not None and outcome.winner != winner:
        raise AssertionError(f"seat {winner} was to win, the outcome is {outcome}")
    if reason is not None and outcome.reason != reason:
        raise AssertionError(f"{reason!r} was to end the match, the outcome is {outcome}")
    return outcome


def shown(move: Move[S] | EnumeratedMove[S]) -> str:
    """Writes a move for a message."""
    return str(move.params) if isinstance(move, EnumeratedMove) else str(move)
