"""Planners: what a game tells the beam about the moves and states of a turn.

A game that knows better writes its own `Planner`. As it stands, it works for any game: it looks
at returns, and plays games out.
"""

from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.advice import Reason
from kibitz.core.agent import Policy
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.playout import play_out
from kibitz.core.randomness import no_dice
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# A playout is left after so many moves; what comes later says little about the move in question.
HORIZON: Final = 1_000
# Stands for the dice of every state while its key is taken.
NO_DICE: Final = no_dice()


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner(Generic[S, V]):
    """What a game tells the beam; as it stands, it suits any game.

    All methods see sampled worlds, never the true state, and must leave them as they are.
    """

    def __init__(self, playouts: int = 0) -> None:
        """Takes how many games to play out in the default evaluation of a state.

        Raises:
            ValueError: if the number is negative.
        """
        at_least("playouts", playouts, 0)
        self.playouts: Final = playouts
        self._game: Game[S, V] | None = None
        self._policy: Policy[S] | None = None

    def candidates(self, game: Game[S, V], state: S, seat: int, depth: int) -> list[Move[S]]:
        """Lists the legal moves worth a look after `depth` moves of a line, at least one."""
        moves = game.legal(state)
        policy = self.policy(game)
        return moves if policy is None else policy.shortlist(state, moves)

    def quick(self, game: Game[S, V], state: S, move: Move[S], seat: int) -> float:
        """Scores a move without simulating it; equal scores keep the listing order."""
        return 0.0

    def evaluate(self, game: Game[S, V], state: S, seat: int) -> list[Reason]:
        """Says what a state is worth to a seat, as terms that add up; amounts are finite.

        By default: what the seat has, and what playouts add to it on average. Where the game's
        policy can judge the state, its word counts instead.
        """
        policy = self.policy(game)
        judged = None if policy is None else policy.judge(state)
        if judged is not None:
            return [Reason("judged", judged[seat], "by the game's own policy")]
        now = game.returns(state)[seat]
        if state.over:
            return [Reason("end", now, "the result")]
        found = [Reason("now", now, "so far")]
        if self.playouts:
            later = self.later(game, state, seat) - now
            found.append(Reason("later", later, f"on average of {self.playouts} playouts"))
        return found

    def later(self, game: Game[S, V], state: S, seat: int) -> float:
        """Plays copies of a state out and returns what the seat has in the end, on average."""
        policy = self.policy(game)
        # Siblings that drew nothing meet the same chances, so that luck favours none of them.
        rng = state.rng.clone()
        total = 0.0
        for _ in range(self.playouts):
            trial = state.clone()
            trial.rng = rng.fork()
            play_out(game, trial, rng, policy, HORIZON)
            judged = None if policy is None else policy.judge(trial)
            total += (game.returns(trial) if judged is None else judged)[seat]
        return total / self.playouts

    def key(self, state: S) -> object:
        """Names what makes two states the same to the planner; by default all but the dice."""
        dice = state.rng
        state.rng = NO_DICE
        found = state.key()
        state.rng = dice
        return found

    def stops(self, game: Game[S, V], state: S, seat: int) -> bool:
        """Tells whether a line must end here, though the seat is to move again."""
        policy = self.policy(game)
        return policy is not None and policy.judge(state) is not None

    def rests(self, game: Game[S, V], state: S, seat: int) -> bool:
        """Tells whether a plan may end here, so that the state counts as it is.

        False, the default, makes a state worth what the best move tried from it leads to. True
        suits a turn that can be ended at any time, if `evaluate` looks at it as ended.
        """
        return False

    def policy(self, game: Game[S, V]) -> Policy[S] | None:
        """Returns what the game tells a search about itself; asks only once."""
        if game is not self._game:
            self._game = game
            self._policy = game.policy()
        return self._policy


def at_least(name: str, value: int, least: int) -> None:
    """Refuses a setting that is too small.

    Raises:
        ValueError: if it is; names the setting.
    """
    if value < least:
        raise ValueError(f"{name} is {least} or more, not {value}")
