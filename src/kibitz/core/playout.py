"""Playing games to their end by chance, as searches and benchmarks do over and over."""

from typing import Final, TypeVar

from kibitz.core.agent import Policy
from kibitz.core.game import Game
from kibitz.core.randomness import Rng
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Games that go on for ever by chance are left after so many moves.
LIMIT: Final = 100_000


def play_out(
    game: Game[S, V],
    state: S,
    rng: Rng,
    policy: Policy[S] | None = None,
    limit: int = LIMIT,
) -> int:
    """Plays a state to its end in place and returns how many moves that took.

    It stands here, and not with those who call it, so that the whole loop is compiled: driving
    Leduc move by move from interpreted code takes more than twice as long.

    Args:
        game: the rules.
        state: where to start; it is changed.
        rng: the generator that picks the moves; the state's own decides what is dealt.
        policy: picks the moves it wants to pick; chance picks the others. Where it can judge a
            state that a move led to, the game is left there.
        limit: how many moves to play at most; the state is then not over.
    """
    moves = 0
    while not state.over and moves < limit:
        move = None if policy is None else policy.choose(state, rng)
        game.play(state, game.random_move(state, rng) if move is None else move)
        moves += 1
        if policy is not None and policy.judge(state) is not None:
            break
    return moves
