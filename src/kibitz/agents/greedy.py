"""The greedy player: scores every legal move and plays the best one.

A `Scorer` says what a move is worth to a seat, as a list of named reasons. A game that knows better
writes its own, or gives `Changes` a rating of its states. `Outlook` works for any game: it looks
one move ahead in worlds that the seat cannot rule out.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.agents.limits import check_at_least, check_budget
from kibitz.core import agent
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.errors import check_interrupts
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import Json

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

    def unit(self, game: Game[S, V]) -> str:
        """Returns the unit of its scores, such as `rupees`; empty if there is none."""
        return ""

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
        check_budget("worlds", worlds)
        check_at_least("horizon", horizon, 0)
        self.worlds: Final = worlds
        self.horizon: Final = horizon

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Averages the change over the worlds; an end of the game is a term of its own."""
        game, seat = seen.game, seen.seat
        ended = 0
        end, gain, later = 0.0, 0.0, 0.0
        for index in range(self.worlds):
            check_interrupts()
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            rng = seen.rng.child(f"world {index}")
            state = game.sample(seen.view, rng)
            before = agent.seat_values(game, state)[seat]
            game.play(state, move)
            after = agent.seat_values(game, state)[seat]
            if state.over:
                ended += 1
                end += after - before
            else:
                gain += after - before
                if self.horizon:
                    agent.play_out(game, state, rng, None, self.horizon)
                    later += agent.seat_values(game, state)[seat] - after
        found: list[Reason] = []
        count = self.worlds
        deals = "the one possible deal" if count == 1 else f"{count} possible deals"
        if ended:
            text = f"the move ends the game in {ended} of {deals}"
            found.append(Reason("end", end / count, text))
        if ended < count:
            text = f"what the move changes at once, on average over {deals}"
            found.append(Reason("gain", gain / count, text))
            if self.horizon:
                text = f"what up to {self.horizon} random moves after it change"
                found.append(Reason("later", later / count, text))
        return found

    def unit(self, game: Game[S, V]) -> str:
        """Returns the unit of the game's results."""
        return agent.unit_of(game)

    def __repr__(self) -> str:
        return f"Outlook(worlds={self.worlds}, horizon={self.horizon})"


class Changes(Scorer[S, V]):
    """Names what a move changes in a rating of the state, on average over sampled worlds.

    The rating is a function of the game: it says what a state is worth to a seat, as a number for
    each term.
    """

    def __init__(
        self,
        rate: Callable[[S, int], Sequence[float]],
        terms: Mapping[str, tuple[str, str]],
        *,
        worlds: int = 4,
        waits: Collection[str] = (),
        unit: str = "points",
    ) -> None:
        """Takes the rating, and what it means.

        Args:
            rate: rates a state for a seat, in the order of `terms`.
            terms: the names of the terms, with what it means if one rises, and if it falls.
            worlds: how many worlds to try.
            waits: the kinds of moves that only end the turn, such as passing; they count 0.
            unit: what the rating counts.

        Raises:
            ValueError: if there is no world.
        """
        check_at_least("worlds", worlds, 1)
        self.rate: Final = rate
        self.terms: Final = terms
        self.worlds: Final = worlds
        self.waits: Final = waits
        self._unit: Final = unit

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Lists every term that the move changes."""
        if move.id in self.waits:
            return [Reason("wait", 0.0, "ends the turn")]
        changes = [0.0] * len(self.terms)
        for index in range(self.worlds):
            check_interrupts()
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            state = seen.game.sample(seen.view, seen.rng.child(f"world {index}"))
            before = self.rate(state, seen.seat)
            seen.game.play(state, move)
            for term, after in enumerate(self.rate(state, seen.seat)):
                changes[term] += (after - before[term]) / self.worlds
        changes = [round(change, PLACES) for change in changes]
        return name_changes(list(self.terms), list(self.terms.values()), changes)

    def unit(self, game: Game[S, V]) -> str:
        """Returns the unit of the rating."""
        return self._unit


# The player.


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyAgent(Generic[S, V]):
    """Scores every legal move and plays the best; among equals, the one listed first."""

    def __init__(self, scorer: Scorer[S, V]) -> None:
        self.scorer: Final = scorer

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Ranks the legal moves; what is left at the deadline stays unscored, unless it is wanted.

        The choice is among the moves that were scored in time.
        """
        seen.check_turn()
        start = time.perf_counter()
        options: list[Option[S]] = []
        for move in seen.moves:
            if options and seen.expired():
                break
            options.append(self.rate(seen, move))
        best = sorted(options, key=lambda option: -option.score)[0]
        options += [
            self.rate(seen, move) for move in seen.unanswered([each.move for each in options])
        ]
        trace: dict[str, Json] = {
            "scored": len(options),
            "unscored": len(seen.moves) - len(options),
        }
        ranked = tuple(sorted(options, key=lambda option: -option.score))
        seconds = time.perf_counter() - start
        unit = self.scorer.unit(seen.game)
        return Advice(best.move, best.score, ranked, (), trace, seconds, unit)

    def rate(self, seen: Observation[S, V], move: Move[S]) -> Option[S]:
        """Scores one move."""
        reasons = self.scorer.reasons(seen, move)
        return Option(move, score_of(reasons), tuple(reasons))

    def __repr__(self) -> str:
        return f"GreedyAgent({self.scorer!r})"


def score_of(reasons: list[Reason]) -> float:
    """Adds up reasons, rounded so that sums that should be equal are equal.

    Fractions such as 0.1 are not exact, so equal sums can differ in their last bits. Rounding
    removes that difference, and nine places are far finer than any weight.
    """
    score = 0.0
    for reason in reasons:
        score += reason.amount
    return round(score, PLACES)


def name_changes(
    terms: Sequence[str], words: Sequence[tuple[str, str]], changes: Sequence[float]
) -> list[Reason]:
    """Lists what a move changes, for scorers that compare a rating before and after it.

    Args:
        terms: the names of the parts of the rating.
        words: for each part, what it means if it rises, and if it falls.
        changes: by how much each part changes; those that stay the same are left out.
    """
    found: list[Reason] = []
    for term, (more, less), amount in zip(terms, words, changes, strict=True):
        if amount:
            found.append(Reason(term, amount, more if amount > 0 else less))
    return found


def make_greedy(worlds: int = 8, horizon: int = 0) -> GreedyAgent[S, V]:
    """Makes the greedy player for a game that has no scorer of its own."""
    scorer: Scorer[S, V] = Outlook(worlds, horizon)
    return GreedyAgent(scorer)
