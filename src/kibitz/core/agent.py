"""The seam between rules and players: observations in, advice out.

An agent gets an observation: what its seat knows, the legal moves, a generator of its own and a
way to imagine worlds that fit what it knows. There is no reference to the match behind it.
"""

import time
from typing import Final, Generic, Protocol, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.advice import Advice
from kibitz.core.errors import PositionError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")


class Observation(Generic[S, V]):
    """What one seat may use to decide.

    Attributes:
        game: the rules; they hold no match.
        view: what the seat knows.
        seat: who decides.
        moves: the legal moves, in listing order.
        rng: the agent's own generator; the match's dice are not in it.
        deadline: when the answer is due, on the clock of `time.monotonic`; None for no limit.
    """

    def __init__(
        self,
        game: Game[S, V],
        view: V,
        seat: int,
        moves: list[Move[S]],
        rng: Rng,
        deadline: float | None = None,
    ) -> None:
        """Takes everything the agent may use."""
        self.game: Final = game
        self.view: Final = view
        self.seat: Final = seat
        self.moves: Final = moves
        self.rng: Final = rng
        self.deadline: Final = deadline

    def sample(self) -> S:
        """Imagines a full state that this seat cannot rule out; another one on each call."""
        return self.game.sample(self.view, self.rng)

    def expired(self) -> bool:
        """Tells whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline


class Agent(Protocol[S, V]):
    """Anything that can decide: a player, a search, a person."""

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Says what to play and why; the observation has at least one legal move."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[S]):
    """What a game tells a search about itself; it sees sampled states, never the true one."""

    def choose(self, state: S, rng: Rng) -> Move[S] | None:
        """Picks a legal move quickly, to play a game out; None leaves the choice to chance."""
        return None

    def shortlist(self, state: S, moves: list[Move[S]]) -> list[Move[S]]:
        """Returns the legal moves worth searching, at least one, in listing order."""
        return moves

    def judge(self, state: S) -> list[float] | None:
        """Says what each seat can expect, where it can be said without playing on; else None.

        A search asks after every move it tries, the last of a game included. Values are on the
        scale of `Game.returns`.
        """
        return None


def observation_of(game: Game[S, V], view: V, seat: int, rng: Rng) -> Observation[S, V]:
    """Makes the observation of a view that does not come from a match, such as a position.

    The legal moves follow from what the seat knows, so they are read off one sampled world.

    Raises:
        PositionError: if the view is not the seat's own; its legal moves cannot be known then.
    """
    world = game.sample(view, rng)
    if not world.over and game.view(world, seat) != view:
        raise PositionError(f"the position does not show what seat {seat}, who is to move, sees")
    return Observation(game, view, seat, game.legal(world), rng)
