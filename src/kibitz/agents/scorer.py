"""Scorers: what a move is worth to a seat, as a list of named reasons.

A game that knows better writes its own `Scorer`. `Outlook` works for any game: it looks one move
ahead in worlds that the seat cannot rule out.
"""

from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.agent import Observation, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")


@mypyc_attr(allow_interpreted_subclasses=True)
class Scorer(Generic[S, V]):
    """Says what speaks for and against a move; the amounts add up to its score."""

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Lists the terms of one legal move's score; higher is better for `seen.seat`."""
        raise TypeError(f"{type(self).__name__} does not define reasons()")


class Outlook(Scorer[S, V]):
    """Plays a move in sampled worlds and averages what it changes in the seat's returns.

    All moves of one decision are tried in the same worlds, so that luck favours none of them.
    """

    def __init__(self, worlds: int = 8, horizon: int = 0) -> None:
        """Takes how many worlds to try and how many random moves to play on in each.

        Raises:
            ValueError: if there is no world, or the horizon is negative.
        """
        if worlds < 1:
            raise ValueError(f"worlds is 1 or more, not {worlds}")
        if horizon < 0:
            raise ValueError(f"horizon is 0 or more, not {horizon}")
        self.worlds: Final = worlds
        self.horizon: Final = horizon

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Averages the change over the worlds; ending the game is told apart from going on."""
        game, seat = seen.game, seen.seat
        ended = 0
        end, gain, later = 0.0, 0.0, 0.0
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            rng = seen.rng.child(f"world {index}")
            state = game.sample(seen.view, rng)
            before = game.returns(state)[seat]
            game.play(state, move)
            after = game.returns(state)[seat]
            if state.over:
                ended += 1
                end += after - before
            else:
                gain += after - before
                if self.horizon:
                    play_on(game, state, rng, self.horizon)
                    later += game.returns(state)[seat] - after
        found: list[Reason] = []
        count = self.worlds
        if ended:
            found.append(Reason("end", end / count, f"ends the game in {ended} of {count} worlds"))
        if ended < count:
            found.append(Reason("gain", gain / count, f"at once, on average of {count} worlds"))
            if self.horizon:
                text = f"after up to {self.horizon} random moves more"
                found.append(Reason("later", later / count, text))
        return found


def play_on(game: Game[S, V], state: S, rng: Rng, moves: int) -> None:
    """Plays random moves until the game ends or the number is reached."""
    for _ in range(moves):
        if state.over:
            return
        game.play(state, game.random_move(state, rng))
