"""What an engine promises even for rules that break the laws, and without checked mode."""

from collections.abc import Callable, Iterator
from typing import ClassVar

import pytest

from kibitz.core import Move, Reject, RuleEngine
from kibitz.core.reject import NOT_YOUR_TURN
from kibitz.games.duel.game import Answer, Duel, DuelState, PassTurn
from kibitz.testing import LawBroken, check_game
from tests.testing.good import Duet, DuetState, Play, Swap

# Checks that write. The first is the example of the page about enumeration.


class Greedy(PassTurn):
    """Ends the turn; its check steals mana."""

    id: ClassVar[str] = "greedy"

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        state.board.mana[seat] += 1
        return iter(())


class Refusing(PassTurn):
    """Never ends the turn; its check steals mana and refuses."""

    id: ClassVar[str] = "refusing"

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        state.board.mana[seat] += 1
        yield Reject("NO", "not today")


class Careless(Duel):
    """Duel with rules that cheat."""

    def kinds(self) -> list[type[Move[DuelState]]]:
        return [Greedy, Refusing, Answer]


Match = RuleEngine[DuelState, DuelState]


@pytest.mark.parametrize(
    "ask",
    [
        lambda match: match.enumerate_moves(0),
        lambda match: list(match.iter_moves(1)),
        lambda match: match.legal_moves(),
        lambda match: match.count_moves(0),
        lambda match: match.any_move(0),
        lambda match: match.next_choices("greedy", valid_only=True),
        lambda match: match.can_execute(Greedy()),
        lambda match: match.explain(Refusing()),
        lambda match: match.game.legal(match.state),
        lambda match: match.observe(),
    ],
    ids=[
        *("enumerate_moves", "iter_moves", "legal_moves", "count_moves", "any_move"),
        *("next_choices", "can_execute", "explain", "legal", "observe"),
    ],
)
def test_a_check_that_writes_does_not_change_the_match(ask: Callable[[Match], object]) -> None:
    match: Match = RuleEngine(Careless(), seed=1)
    before = match.state_hash
    ask(match)
    assert match.state_hash == before


def test_a_refused_move_does_not_change_the_match_though_its_check_writes() -> None:
    match: Match = RuleEngine(Careless(), seed=1)
    before = match.state_hash
    refused = match.execute(Refusing())
    assert refused.error is not None
    assert refused.error.error_code == "NO"
    refused = match.execute(Greedy(), 1)
    assert refused.error is not None
    assert refused.error.error_code == NOT_YOUR_TURN
    assert (match.state_hash, match.ply) == (before, 0)


def test_what_a_check_writes_is_not_in_the_state_after_the_move() -> None:
    match: Match = RuleEngine(Careless(), seed=1)
    honest: Match = RuleEngine(Duel(), seed=1)
    assert match.execute(Greedy()).success
    assert honest.execute(PassTurn()).success
    assert match.state.board.mana == honest.state.board.mana
    assert match.state_hash == honest.state_hash


def test_check_game_names_the_check_that_writes() -> None:
    with pytest.raises(
        LawBroken, match=r"the check of greedy for seat 0 changed the state: .*mana"
    ):
        check_game(Careless)


# The seat of a move.


class Point(Move[DuetState]):
    """Takes a point at any time, for the seat that it is applied for."""

    id: ClassVar[str] = "point"
    always: ClassVar[bool] = True

    def apply(self, state: DuetState, seat: int) -> None:
        state.points[seat] += 1


class Generous(Duet):
    """Duet with the move above."""

    def kinds(self) -> list[type[Move[DuetState]]]:
        return [Play, Swap, Point]


@pytest.mark.parametrize(("seat", "points"), [(0, [1, 0]), (1, [0, 1])])
def test_execute_applies_a_move_for_the_seat_it_was_checked_for(
    seat: int, points: list[int]
) -> None:
    match = RuleEngine(Generous(), seed=0)
    assert match.seat == 0
    (entry,) = match.enumerate_moves(seat, move_ids=["point"])
    assert match.execute(entry).success
    assert match.state.points == points
    assert match.history == [(seat, Point())]
    match = RuleEngine(Generous(), seed=0)
    assert match.execute(Point(), seat).success
    assert match.state.points == points


def test_check_game_passes_a_move_that_acts_for_its_seat() -> None:
    check_game(Generous)
