"""Playing a whole tournament: the results are the same for any backend."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from kibitz.arena.backend import Backend
from kibitz.arena.comparison import pairs_from
from kibitz.arena.journal import Journal
from kibitz.arena.playing import name_game
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.setup import MAX_DEALS, ArenaError, Data, Setup, check_number, has_time_limit
from kibitz.arena.sprt import SprtRun, sprt_of


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


@dataclass(frozen=True)
class Verification(Data):
    """The result of playing games again.

    Attributes:
        games: how many were played again.
        different: the names of those that ended in another way.
    """

    games: int
    different: tuple[str, ...]


def verify(
    setup: Setup, backend: Backend, results: Sequence[GameResult], count: int
) -> Verification:
    """Plays some games of a tournament again, spread over all of it, and compares the results.

    Games that the referee stopped are left out: they may depend on the time.

    Raises:
        ArenaError: if the agents have a time limit, so that every game may be different.
        GameFailed: if an agent or the game fails.
    """
    check_verifiable(setup, count)
    setup = setup.installed()
    played = sorted((each for each in results if each.ruling is None), key=lambda each: each.number)
    some = min(count, len(played))
    chosen = {each.number: each for each in (played[i * len(played) // some] for i in range(some))}
    schedule = setup.schedule()
    fixtures = {number: schedule.fixture(number) for number in chosen}
    different: list[int] = []
    with closing(backend.play(setup, fixtures.values())) as stream:
        for batch in stream:
            for again in batch:
                before = chosen[again.number]
                same = fingerprint([again]) == fingerprint([before])
                if not same or again.record != before.record:
                    different.append(again.number)
    names = (f"game {each}: {name_game(setup, fixtures[each])}" for each in sorted(different))
    return Verification(some, tuple(names))


def check_verifiable(setup: Setup, count: int) -> None:
    """Refuses to verify a tournament whose games need not be the same again."""
    setup.check_chance()
    if has_time_limit(setup):
        raise ArenaError("games with a time limit cannot be verified: they differ from run to run")
    check_number("verify", count, MAX_DEALS, " games")


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
        """Starts without results."""
        test = sprt_of(setup)
        self._run = None if test is None else SprtRun(test)
        self._next = 0  # the first game of the next pair
        self.results: dict[int, GameResult] = {}
        self.end: int | None = None

    def add(self, result: GameResult) -> None:
        """Adds a result; the test then covers all pairs up to the first incomplete one.

        A pair with a game that was skipped is passed over.
        """
        self.results[result.number] = result
        if self._run is None or self.end is not None:
            return
        margins = bool(self._run.test.unit)
        for after, mean in pairs_from(self._next, self.results, margins=margins):
            self._next = after
            if mean is not None and self._run.add(mean).verdict is not None:
                self.end = after
                break

    def counted(self) -> list[GameResult]:
        """Returns the results that count, in schedule order."""
        numbers = sorted(self.results)
        return [self.results[each] for each in numbers if self.end is None or each < self.end]
