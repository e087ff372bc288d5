"""Planners: what a game tells the beam about the moves and states of a turn.

A game that knows better writes its own `Planner`. As it stands, it works for any game: it looks
at returns, and plays games out.
"""

import time
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.agents.limits import within
from kibitz.agents.lines import add_up
from kibitz.core.agent import Policy, Reason, play_out
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import hidden_rng
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# A playout is left after so many moves; what comes later says little about the move in question.
HORIZON: Final = 1_000
# No state is played out more often: by then the mean is off by a hundredth of the spread.
PLAYOUTS: Final = 10_000
# How many legal moves an error lists.
TOLD: Final = 8
# Stands for the dice of every state while its key is taken.
NO_DICE: Final = hidden_rng()


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner(Generic[S, V]):
    """What a game tells the beam; as it stands, it suits any game.

    All methods see sampled worlds, never the true state, and must leave them as they are.
    """

    def __init__(self, playouts: int = 0) -> None:
        """Takes how many games to play out in the default evaluation of a state.

        Raises:
            ValueError: if the number is negative, or above `PLAYOUTS`.
        """
        within("playouts", playouts, 0, PLAYOUTS)
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

    def evaluate(
        self, game: Game[S, V], state: S, seat: int, deadline: float | None = None
    ) -> list[Reason]:
        """Says what a state is worth to a seat, as terms that add up; amounts are finite.

        By default: what the seat has, and what playouts add to it on average. Where the game's
        policy can judge the state, its word counts instead.

        Args:
            game: the rules.
            state: the state, in a sampled world.
            seat: who wants to know.
            deadline: when to come to an end, on the clock of `time.monotonic`; None for no limit.
                Only an evaluation that takes long needs to look at it.

        Returns:
            The terms. Texts should hold for the mean of several worlds, too.
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
            ends = self.later(game, state, seat, deadline)
            played = "1 playout" if len(ends) == 1 else f"{len(ends)} playouts"
            text = f"on average of {played} in each world"
            found.append(Reason("later", add_up(ends) / len(ends) - now, text))
        return found

    def later(
        self, game: Game[S, V], state: S, seat: int, deadline: float | None = None
    ) -> list[float]:
        """Plays copies of a state out and returns what the seat has in the end of each.

        There is one at least; the deadline cuts the others short.
        """
        policy = self.policy(game)
        # Siblings that drew nothing meet the same chances, so that luck favours none of them.
        rng = state.rng.clone()
        ends: list[float] = []
        for _ in range(self.playouts):
            if ends and deadline is not None and time.monotonic() >= deadline:
                break
            trial = state.clone()
            trial.rng = rng.fork()
            play_out(game, trial, rng, policy, HORIZON)
            judged = None if policy is None else policy.judge(trial)
            ends.append((game.returns(trial) if judged is None else judged)[seat])
        return ends

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


def check_candidates(planner: Planner[S, V], game: Game[S, V], state: S, seat: int) -> None:
    """Makes sure that a planner lists legal moves for a state before the first move of a line.

    Raises:
        RuntimeError: if it lists another; names the planner, the move and what would do.
    """
    legal = game.legal(state)
    for move in planner.candidates(game, state, seat, 0):
        if move not in legal:
            known = ", ".join([str(other) for other in legal[:TOLD]])
            more = ", ..." if len(legal) > TOLD else ""
            raise RuntimeError(
                f"{type(planner).__name__} lists {str(move)!r}, which is not legal in {game.id}"
                f" here; legal moves: {known}{more}"
            )
