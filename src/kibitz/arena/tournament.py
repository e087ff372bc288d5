"""Playing a whole tournament: the results are the same for any backend."""

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
    """Plays the rest of a tournament and returns the results that count, in schedule order.

    A sequential test ends the tournament at the first pair, in schedule order, that decides it.
    Games after that pair do not count, even if they have been played.

    Args:
        setup: the tournament.
        backend: plays the games.
        journal: gets every result as soon as there is one, whether it will count or not.
        done: the results so far, such as those in a journal.
        on_result: called with every new result, in the order in which games end.

    Raises:
        GameFailed: if an agent or the game fails. The results so far are in the journal, also
            after `KeyboardInterrupt`.
        KibitzError: if the tournament cannot be played as it is set up.
    """
    setup.check()
    setup = setup.installed()
    tally = Tally(setup)
    for result in done:
        tally.add(result)
    if tally.end is None:
        rest = (each for each in setup.schedule() if each.number not in tally.results)
        with closing(backend.play(setup, rest)) as stream:
            for result in write_ahead(journal, stream):
                tally.add(result)
                if on_result is not None:
                    on_result(result)
                if tally.end is not None:
                    break
    return tally.counted()


def write_ahead(
    journal: Journal | None, stream: Iterable[list[GameResult]]
) -> Iterator[GameResult]:
    """Yields results one by one, each batch after it was written to the journal."""
    unwritten: list[GameResult] = []
    try:
        for unwritten in stream:
            if journal is not None:
                journal.add(unwritten)
            written, unwritten = unwritten, []
            yield from written
    finally:
        # Interrupted while writing; a result that is written twice does no harm.
        if journal is not None and unwritten:
            journal.add(unwritten)


class Tally:
    """Counts the results so far, and finds where a sequential test ends the tournament.

    Attributes:
        results: all results by number, whether they count or not.
        end: the number of the first game that does not count; None before the test is decided.
    """

    def __init__(self, setup: Setup) -> None:
        """Starts without results.

        Raises:
            ArenaError: if the sequential test of the setup is invalid.
        """
        self._run = None if setup.sprt is None else SprtRun(read_sprt(setup.sprt))
        self.results: dict[int, GameResult] = {}
        self.end: int | None = None

    def add(self, result: GameResult) -> None:
        """Adds a result; the test then covers all pairs up to the first incomplete one."""
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
        """Returns the results that count, in schedule order."""
        numbers = sorted(self.results)
        return [self.results[each] for each in numbers if self.end is None or each < self.end]
