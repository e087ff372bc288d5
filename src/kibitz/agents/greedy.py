"""The greedy player: scores every legal move and plays the best one.

A `Scorer` says what a move is worth to a seat, as a list of named reasons. A game that knows better
writes its own. `Outlook` works for any game: it looks one move ahead in worlds that the seat cannot
rule out.
"""

import time
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.agents.limits import check_at_least
from kibitz.core.agent import Advice, Observation, Option, Reason, play_out, seat_values
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Scores are rounded to this many decimal places.
PLACES: Final = 9


# Scorers.


@mypyc_attr(allow_interpreted_subclasses=True)
class Scorer(Generic[S, V]):
    """Lists the reasons for and against a move; their amounts add up to its score."""

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Lists the terms of one legal move's score; higher is better for `seen.seat`."""
        raise TypeError(f"{type(self).__name__} does not define reasons()")

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Outlook(Scorer[S, V]):
    """Plays a move in sampled worlds and averages the change in what the seat has.

    That is its return at the end of the game, and its standing before.

    All moves of one decision are tried in the same worlds, so that luck favours none of them.
    """

    def __init__(self, worlds: int = 8, horizon: int = 0) -> None:
        """Sets the number of worlds, and of random moves to play after the move in each.

        Raises:
            ValueError: if there is no world, or the horizon is negative.
        """
        check_at_least("worlds", worlds, 1)
        check_at_least("horizon", horizon, 0)
        self.worlds: Final = worlds
        self.horizon: Final = horizon

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Averages the change over the worlds; ending the game is a term of its own."""
        game, seat = seen.game, seen.seat
        ended = 0
        end, gain, later = 0.0, 0.0, 0.0
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            rng = seen.rng.child(f"world {index}")
            state = game.sample(seen.view, rng)
            before = seat_values(game, state)[seat]
            game.play(state, move)
            after = seat_values(game, state)[seat]
            if state.over:
                ended += 1
                end += after - before
            else:
                gain += after - before
                if self.horizon:
                    play_out(game, state, rng, None, self.horizon)
                    later += seat_values(game, state)[seat] - after
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

    def __repr__(self) -> str:
        return f"Outlook(worlds={self.worlds}, horizon={self.horizon})"


# The player.


class GreedyAgent(Generic[S, V]):
    """Scores every legal move and plays the best; among equals, the one listed first."""

    def __init__(self, scorer: Scorer[S, V]) -> None:
        self.scorer: Final = scorer

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Ranks the legal moves; moves that are left at the deadline stay unscored."""
        start = time.perf_counter()
        options: list[Option[S]] = []
        for move in seen.moves:
            if options and seen.expired():
                break
            reasons = self.scorer.reasons(seen, move)
            options.append(Option(move, score_of(reasons), tuple(reasons)))
        ranked = tuple(sorted(options, key=lambda option: -option.score))
        best = ranked[0]
        return Advice(
            best.move,
            best.score,
            ranked,
            trace={"scored": len(options), "unscored": len(seen.moves) - len(options)},
            seconds=time.perf_counter() - start,
        )

    def __repr__(self) -> str:
        return f"GreedyAgent({self.scorer!r})"


def score_of(reasons: list[Reason]) -> float:
    """Adds reasons up, rounded so that sums that should be equal are equal.

    Fractions such as 0.1 are not exact, so equal sums can differ in their last bits. Rounding
    removes that difference, and nine places are far finer than any weight.
    """
    score = 0.0
    for reason in reasons:
        score += reason.amount
    return round(score, PLACES)


def make_greedy(worlds: int = 8, horizon: int = 0) -> GreedyAgent[S, V]:
    """Makes the greedy player for a game that has no scorer of its own."""
    scorer: Scorer[S, V] = Outlook(worlds, horizon)
    return GreedyAgent(scorer)
