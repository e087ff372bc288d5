import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterable
from contextlib import closing, suppress
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.agents.registry import split_spec
from kibitz.arena.backend import ProcessPool, Serial
from kibitz.arena.comparison import pair_means
from kibitz.arena.journal import read_journal, resume_journal, start_journal
from kibitz.arena.playing import load_once, play_batch
from kibitz.arena.report import html_report
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.sprt import read_sprt
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import play
from kibitz.core import packages
from kibitz.core.errors import UnknownGame
from kibitz.core.randomness import seeded
from tests.arena.stage import is_running, offer_stage, wait_until

SETUP = Setup("leduc", ("random", "greedy:worlds=1", "random:seed=5"), deals=6, seed=2)
# A test that comes to its verdict long before the end.
TESTED = Setup("leduc", ("greedy:worlds=2", "random"), deals=200, seed=1, sprt="-1:1")


class Known:
    """Gives results that were played before: in any order, in batches of any size.

    Attributes:
        asked: the numbers of all games that it was asked to play.
    """

    def __init__(self, known: Iterable[GameResult], seed: int = 0, stop: int | None = None) -> None:
        self.known = {result.number: result for result in known}
        self.rng = seeded(seed)
        self.stop = stop
        self.asked: list[int] = []

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        waiting: list[Fixture] = []
        source = iter(fixtures)
        given = 0
        while True:
            while len(waiting) < 12 and (fixture := next(source, None)) is not None:
                self.asked.append(fixture.number)
                waiting.append(fixture)
            if not waiting:
                return
            batch = [self.known[waiting.pop(int(self.rng.below(len(waiting)))).number]]
            while waiting and self.rng.below(2):
                batch.append(self.known[waiting.pop().number])
            yield batch
            given += 1
            if given == self.stop:
                raise KeyboardInterrupt

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def every() -> list[GameResult]:
    """All games of the tested tournament, those after the verdict, too."""
    return play(replace(TESTED, sprt=None), Serial())


def test_results_come_in_the_order_of_the_schedule() -> None:
    alone = play_batch(SETUP, list(SETUP.schedule()))
    results = play(SETUP, Known(alone, seed=7))
    assert results == alone


def test_games_that_are_done_are_not_played_again() -> None:
    whole = play(SETUP, Serial())
    done = whole[3:9] + whole[20:21]
    backend = Known(whole)
    seen: list[GameResult] = []
    assert play(SETUP, backend, done=done, on_result=seen.append) == whole
    assert {*backend.asked} == {*range(36)} - {3, 4, 5, 6, 7, 8, 20}
    assert sorted(result.number for result in seen) == sorted(backend.asked)


def test_finished_tournament_plays_nothing() -> None:
    whole = play(SETUP, Serial())
    backend = Known([])
    assert play(SETUP, backend, done=reversed(whole)) == whole
    assert backend.asked == []


def test_impossible_tournament_is_refused_before_anything_is_played() -> None:
    backend = Known([])
    with pytest.raises(UnknownGame):
        play(replace(SETUP, game="leducc"), backend)
    with pytest.raises(ArenaError, match="invalid deals=0: expected 1 or more"):
        play(replace(SETUP, deals=0), backend)
    with pytest.raises(ArenaError, match="a sequential test compares two players, not 3"):
        play(replace(SETUP, sprt="0:20"), backend)
    assert backend.asked == []


# The sequential test.


def test_test_stops_at_the_first_verdict_in_the_order_of_the_schedule(
    every: list[GameResult],
) -> None:
    results = play(TESTED, Serial())
    test = read_sprt("-1:1", "chips")
    state = test.verdict(pair_means(results, margins=True))
    assert state.verdict is not None
    assert len(results) == 2 * state.pairs < len(every)
    assert fingerprint(results) == fingerprint(every[: len(results)])
    assert test.verdict(pair_means(results[:-2], margins=True)).verdict is None


def test_test_stops_at_the_same_game_for_any_number_of_workers() -> None:
    with closing(ProcessPool(2)) as pool:
        assert fingerprint(play(TESTED, pool)) == fingerprint(play(TESTED, Serial()))


@given(st.integers(0, 10**6))
def test_test_stops_at_the_same_game_in_whatever_order_games_end(
    every: list[GameResult], seed: int
) -> None:
    assert play(TESTED, Known(every, seed)) == play(TESTED, Known(every))


def test_tournament_without_a_verdict_is_played_to_its_end(every: list[GameResult]) -> None:
    short = replace(TESTED, deals=5)
    assert play(short, Known(every)) == every[:10]


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_interrupted_test_comes_to_the_same_end(
    tmp_path_factory: pytest.TempPathFactory, every: list[GameResult], seed: int, stop: int
) -> None:
    whole = play(TESTED, Known(every))
    path = tmp_path_factory.mktemp("test") / "games.jsonl"
    seen: list[GameResult] = []
    with start_journal(path, TESTED) as journal, suppress(KeyboardInterrupt):
        play(TESTED, Known(every, seed, stop), journal=journal, on_result=seen.append)
    assert {result.number for result in seen} <= {
        result.number for result in read_journal(path).results
    }
    kept, journal = resume_journal(path)
    with journal:
        assert play(kept.setup, Known(every, 1), journal=journal, done=kept.results) == whole
    # All is in the journal now, and more: what was played beyond the verdict.
    idle = Known([])
    kept = read_journal(path)
    assert {*range(len(whole))} <= {result.number for result in kept.results}
    assert play(kept.setup, idle, done=kept.results) == whole
    assert idle.asked == []


# Interruptions.


def test_journal_holds_a_result_before_the_caller_does(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def stop(result: GameResult) -> None:
        assert result in read_journal(path).results
        if result.number == 20:
            raise KeyboardInterrupt

    with start_journal(path, SETUP) as journal, pytest.raises(KeyboardInterrupt):
        play(SETUP, Serial(), journal=journal, on_result=stop)
    assert {*range(21)} <= {result.number for result in read_journal(path).results}


def test_results_that_came_with_ctrl_c_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    whole = play(SETUP, Serial())
    with start_journal(path, SETUP) as journal:
        add, calls = journal.add, []

        def interrupted(results: Iterable[GameResult]) -> None:
            calls.append(1)
            if len(calls) == 3:
                raise KeyboardInterrupt
            add(results)

        monkeypatch.setattr(journal, "add", interrupted)
        backend = Known(whole)
        with pytest.raises(KeyboardInterrupt):
            play(SETUP, backend, journal=journal)
    assert len(calls) == 4
    assert len(read_journal(path).results) >= 3


SCRIPT = """
import sys
from pathlib import Path
from kibitz.arena.journal import start_journal
from kibitz.arena.backend import ProcessPool
from kibitz.arena.setup import Setup
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import play
from kibitz.core import packages

if __name__ == "__main__":
    setup = Setup("stage", ("slow:ms=2", "slow:ms=2"), deals=100_000, seed=9)
    journal = start_journal(Path(sys.argv[1]), setup)
    pool = ProcessPool(2)
    said = []
    def say(result):
        if not said:
            said.append(print(*pool.pids(), flush=True))
    try:
        play(setup, pool, journal=journal, on_result=say)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.exit(130)
    finally:
        journal.close()
        pool.close()
"""


def feel_ctrl_c() -> None:
    """Lets a child feel Ctrl-C even where this process was started without it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_ctrl_c_keeps_the_journal_and_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = offer_stage(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    script, path = tmp_path / "script.py", tmp_path / "games.jsonl"
    script.write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, str(script), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=feel_ctrl_c,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        workers = [int(word) for word in running.stdout.readline().split()]
        wait_until(lambda: len(read_journal(path).results) >= 20)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
        assert running.wait(30) == 130
        assert running.stdout.read() == b"interrupted\n"
        assert running.stderr.read() == b""
    assert len(workers) == 2
    assert not any(is_running(pid) for pid in workers)
    kept = read_journal(path)
    assert kept.length == path.stat().st_size
    setup = replace(kept.setup, deals=len(kept.results) // 2 + 10)
    whole = play(setup, Serial())
    done = [result for result in kept.results if result.number < setup.size()]
    assert len(done) >= 20
    assert fingerprint(play(setup, Known(whole), done=done)) == fingerprint(whole)


def test_agents_are_read_once_and_packages_scanned_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    read: list[str] = []
    scans: list[object] = []

    def split(text: str) -> tuple[str, str]:
        read.append(text)
        return split_spec(text)

    def scan() -> object:
        scans.append(1)
        return entry_points()

    monkeypatch.setattr("kibitz.agents.registry.split_spec", split)
    monkeypatch.setattr("importlib.metadata.entry_points", scan)
    load_once.cache_clear()
    packages.forget()
    setup = Setup("leduc", ("greedy:worlds=1", "random", "random"), deals=1, seed=0, records="all")
    with start_journal(tmp_path / "journal.jsonl", setup) as journal:
        results = play(setup, Serial(), journal=journal)
    html_report(summarise(setup, results), results, command="")
    assert len(results) == 6
    assert read == ["greedy:worlds=1", "random", "random"]
    assert len(scans) == 1
