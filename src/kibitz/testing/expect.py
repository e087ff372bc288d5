"""Assertions about a match: moves are accepted or refused, it is over, no card is lost."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import EnumeratedMove
from kibitz.core.game import Outcome
from kibitz.core.move import Move
from kibitz.core.reject import Reject
from kibitz.core.state import State
from kibitz.kit.state import TableState

S = TypeVar("S", bound=State)
V = TypeVar("V")


def expect_success(
    engine: RuleEngine[S, V], move: Move[S] | EnumeratedMove[S] | str, player: int | None = None
) -> None:
    """Plays a move that the rules must accept.

    Raises:
        AssertionError: if they refuse it; gives every reason.
    """
    found = engine.parse(move, player) if isinstance(move, str) else move
    reasons = engine.explain(found, player)
    result = engine.execute(found, player)
    if result.error is not None:
        text = "; ".join(f"{reason.error_code}: {reason.reason}" for reason in reasons)
        raise AssertionError(f"{write_move(found)} was refused: {text}")


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
        code: the expected code of the refusal; None for any.
        player: the seat that moves; None for the seat to move.

    Returns:
        The refusal.

    Raises:
        AssertionError: if the move is accepted, or refused with another code.
    """
    found = engine.parse(move, player) if isinstance(move, str) else move
    before = engine.state_hash
    error = engine.execute(found, player).error
    if error is None:
        raise AssertionError(f"{write_move(found)} was accepted: expected {code or 'a refusal'}")
    if engine.state_hash != before:
        raise AssertionError(f"{write_move(found)} was refused, but changed the state")
    if code is not None and error.error_code != code:
        raise AssertionError(
            f"{write_move(found)} was refused with {error.error_code} ({error.reason}):"
            f" expected {code}"
        )
    return error


def expect_over(
    engine: RuleEngine[S, V], winner: int | None = None, reason: str | None = None
) -> Outcome:
    """Asserts that the match is over, and its winner and reason if they are given.

    Raises:
        AssertionError: if the match goes on, or has another winner or reason.
    """
    outcome = engine.outcome
    if outcome is None:
        raise AssertionError(f"the match is not over: seat {engine.seat} is to move")
    if winner is not None and outcome.winner != winner:
        raise AssertionError(f"the outcome is {outcome}: expected seat {winner} to win")
    if reason is not None and outcome.reason != reason:
        raise AssertionError(f"the outcome is {outcome}: expected the reason {reason!r}")
    return outcome


def write_move(move: Move[S] | EnumeratedMove[S]) -> str:
    """Writes a move for a message."""
    return str(move.params) if isinstance(move, EnumeratedMove) else str(move)


# Conservation: no card is lost, and none is added.


def census(state: State) -> dict[str, int] | None:
    """Counts the cards of a card game by id, in piles and in play; None for any other game.

    Tokens come and go by the rules, so they are not counted.
    """
    if not isinstance(state, TableState):
        return None
    counted: Counter[int] = Counter()
    for pile in state.cards:
        counted.update(pile)
    for row in state.rows:
        for part in row:
            counted.update(part.cards())
    layout = state.layout
    return {
        layout.card_word(card): counted[card] for card in sorted(counted) if not layout.tokens[card]
    }


def describe_changes(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Lists what was lost and what was added between two counts; empty if nothing."""
    found: list[str] = []
    for name in dict.fromkeys([*before, *after]):
        change = after.get(name, 0) - before.get(name, 0)
        if change:
            found.append(f"{'lost' if change < 0 else 'added'} {abs(change)} {name}")
    return ", ".join(found)


# Any: states of games with any parts and board.
def assert_conserved(before: TableState[Any, Any], after: TableState[Any, Any]) -> None:
    """Asserts that two states of a match hold the same cards.

    Raises:
        AssertionError: if a card was lost or added; names them.
    """
    found = describe_changes(census(before) or {}, census(after) or {})
    if found:
        raise AssertionError(f"cards are not conserved: {found}")
