"""Playing a whole tournament: the same results whoever plays the games, and in whatever order."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from kibitz.arena.backend import Backend
from kibitz.arena.journal import Journal
from kibitz.arena.result import GameResult, pair_points
from kibitz.arena.setup import GAMES_IN_A_PAIR, Setup
from kibitz.arena.statistics import SprtRun, read_sprt


def play(
    setup: Setup,
    backend: Backend,
    *,
    journal: Journal | None = None,
    done: Iterable[GameResult] = (),
    on_result: Callable[[GameResult], None] | None = None,
) -> list[GameResult]:
    """Plays the games of a tournament that are not done yet; returns all that count, in order.

    The setup's sequential test ends the tournament at the first pair, in the order of the schedule,
    that gives a verdict. Games after it do not count, even if they have been played.

    Args:
        setup: the tournament.
        backend: who plays the games.
        journal: where every result is kept as soon as it is there, whether it will count or not.
        done: results that are there already, such as those of a journal.
        on_result: is called with every new result, in the order in which they come.

    Raises:
        KibitzError: if the tournament cannot be played as set up, or a game fails. What had come
            until then is in the journal; so it is after `KeyboardInterrupt`.
    """
    setup.check()
    tally = Tally(setup)
    for result in done:
        tally.add(result)
    if tally.end is None:
        rest = (each for each in setup.schedule() if each.number not in tally.results)
        with closing(backend.play(setup, rest)) as stream:
            for result in kept_in(journal, stream):
                tally.add(result)
                if on_result is not None:
                    on_result(result)
                if tally.end is not None:
                    break
    return tally.counted()


def kept_in(journal: Journal | None, stream: Iterable[list[GameResult]]) -> Iterator[GameResult]:
    """Passes results on one by one, after the journal has taken the batch."""
    unkept: list[GameResult] = []
    try:
        for unkept in stream:
            if journal is not None:
                journal.add(unkept)
            kept, unkept = unkept, []
            yield from kept
    finally:
        # Interrupted in between; a result that is written twice does no harm.
        if journal is not None and unkept:
            journal.add(unkept)


class Tally:
    """The results so far, and where a sequential test ends the tournament.

    Attributes:
        results: all results by number, counted or not.
        end: the number of the first game that does not count; None while there is no verdict.
    """

    def __init__(self, setup: Setup) -> None:
        """Starts without results.

        Raises:
            ArenaError: if the setup's test cannot be read.
        """
        self._run = None if setup.sprt is None else SprtRun(read_sprt(setup.sprt))
        self.results: dict[int, GameResult] = {}
        self.end: int | None = None

    def add(self, result: GameResult) -> None:
        """Takes a result; the test goes on as far as all pairs before are complete."""
        self.results[result.number] = result
        while self._run is not None and self.end is None:
            first = GAMES_IN_A_PAIR * self._run.state.pairs
            numbers = range(first, first + GAMES_IN_A_PAIR)
            games = [self.results[each] for each in numbers if each in self.results]
            points = [*pair_points((0, 1), games).values()]
            if not points:
                break
            state = self._run.add(points[0] / GAMES_IN_A_PAIR)
            if state.verdict is not None:
                self.end = GAMES_IN_A_PAIR * state.pairs

    def counted(self) -> list[GameResult]:
        """Returns the results that count, in the order of the schedule."""
        numbers = sorted(self.results)
        return [self.results[each] for each in numbers if self.end is None or each < self.end]
