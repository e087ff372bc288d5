import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kibitz.arena import backend
from kibitz.arena.backend import (
    Backend,
    Batch,
    BatchQueue,
    BatchResult,
    ProcessPool,
    Serial,
    cores,
    local_backend,
    run_batch,
)
from kibitz.arena.playing import GameFailed
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.tournament import play
from tests.arena.played import played
from tests.arena.stage import charm_of, is_running, offer_stage, wait_until

LEDUC = Setup("leduc", ("random", "greedy:worlds=2", "random"), deals=12, seed=3)


@pytest.fixture(scope="module", autouse=True)
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Installs the game whose players make trouble; gives the environment that finds it."""
    site = tmp_path_factory.mktemp("installed") / "site"
    environment = offer_stage(site)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        yield environment


@pytest.fixture(scope="module")
def pool(stage: dict[str, str]) -> Iterator[ProcessPool]:
    """A pool of two, whose workers most tests share: to start one takes longer than to use it."""
    with closing(ProcessPool(2)) as made:
        yield made


# The same results.


def test_results_are_the_same_for_any_number_of_workers() -> None:
    alone = play(LEDUC, Serial())
    assert [result.number for result in alone] == [*range(LEDUC.size())]
    for workers in (1, 3):
        with closing(ProcessPool(workers)) as pool:
            together = play(LEDUC, pool)
        assert [result.number for result in together] == [*range(LEDUC.size())]
        assert fingerprint(together) == fingerprint(alone)


def test_all_workers_play(tmp_path: Path, pool: ProcessPool) -> None:
    signs = tmp_path / "signs"
    signs.mkdir()
    play(Setup("stage", (f"signing:folder={signs}", "slow"), deals=20, seed=0), pool)
    assert sorted(int(sign.name) for sign in signs.iterdir()) == sorted(pool.pids())
    assert os.getpid() not in pool.pids()


def test_pool_plays_one_tournament_after_another(pool: ProcessPool) -> None:
    assert fingerprint(play(LEDUC, pool)) == fingerprint(play(LEDUC, Serial()))
    workers = pool.pids()
    assert len(workers) == 2
    play(Setup("stage", ("random", "random"), deals=3, seed=0), pool)
    assert pool.pids() == workers


def test_no_more_processes_are_started_than_there_are_games() -> None:
    with closing(ProcessPool(50)) as pool:
        play(Setup("leduc", ("random", "random"), deals=1, seed=0), pool)
        assert len(pool.pids()) <= 2


# Workers that die.


def test_killed_worker_loses_no_result(pool: ProcessPool) -> None:
    setup = Setup("stage", ("slow:ms=2", "slow:ms=2"), deals=25, records="all", seed=0)
    seen: list[int] = []
    killed: list[int] = []

    def kill_now_and_then(result: GameResult) -> None:
        seen.append(result.number)
        if len(seen) in (8, 20):
            killed.append(pool.pids()[0])
            os.kill(killed[-1], signal.SIGKILL)

    results = play(setup, pool, on_result=kill_now_and_then)
    assert len(set(killed)) == 2
    assert not set(killed) & set(pool.pids())
    assert sorted(seen) == [*range(50)]
    assert fingerprint(results) == fingerprint(play(setup, Serial()))


def test_game_that_kills_its_worker_once_is_played_again(tmp_path: Path, pool: ProcessPool) -> None:
    players = tuple(f"mortal:folder={tmp_path},charm={charm}" for charm in (1, 2))
    setup = Setup("stage", players, deals=25, seed=0)
    results = play(setup, pool)
    assert {path.name for path in tmp_path.glob("died*")} == {"died of 1", "died of 2"}
    assert fingerprint(results) == fingerprint(play(setup, Serial()))  # they have died before


def test_game_that_kills_every_worker_is_named_and_the_rest_kept(pool: ProcessPool) -> None:
    setup = Setup("stage", ("random", "lethal"), deals=9, seed=10)
    kept: list[GameResult] = []
    killed = (
        r"^stage, seed (\S+), ply \d, seat \d \(lethal\): killed 3 workers in a row \(signal 9\)$"
    )
    with pytest.raises(GameFailed, match=killed) as caught:
        play(setup, pool, on_result=kept.append)
    fixtures = {each.number: each for each in setup.schedule()}
    deadly = [each for each in fixtures.values() if charm_of(each.seed, each.players.index(1)) == 2]
    named = re.match(killed, str(caught.value))
    assert named is not None
    assert named[1] in {each.seed for each in deadly}
    assert kept
    assert {result.number for result in kept}.isdisjoint(each.number for each in deadly)


def test_script_without_a_guard_is_told_what_it_lacks(tmp_path: Path) -> None:
    script = tmp_path / "bare.py"
    script.write_text(
        "from kibitz.arena.backend import ProcessPool\n"
        "from kibitz.arena.setup import ArenaError, Setup\n"
        "from kibitz.arena.tournament import play\n"
        "setup, pool = Setup('leduc', ('random', 'random'), seed=0), ProcessPool(1)\n"
        "try:\n"
        "    play(setup, pool)\n"
        "except ArenaError:\n"
        "    play(setup, pool)\n"  # the same pool says it again
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "cannot start worker processes (exit code 1)" in done.stderr.splitlines()[-1]
    assert 'if __name__ == "__main__":' in done.stderr.splitlines()[-1]


# Errors.


def test_error_of_an_agent_reaches_the_caller(pool: ProcessPool) -> None:
    setup = Setup("stage", ("random", "clumsy"), deals=5, seed=0)
    failed = (
        r"^stage, seed 0/\d, ply \d, seat \d \(clumsy\): bug in game 'stage'"
        r" \(tests/arena/stage\.py, line \d+, in prepare\): LookupError: dropped the cards$"
    )
    for chosen in (pool, Serial()):
        with pytest.raises(GameFailed, match=failed):
            play(setup, chosen)


def test_agent_that_leaves_is_an_error_and_not_the_end(pool: ProcessPool) -> None:
    setup = Setup("stage", ("random", "leaver"), deals=5, seed=0)
    left = r" \(leaver\): bug in game 'stage' \(tests/arena/stage\.py, .*\): SystemExit: 0$"
    for chosen in (pool, Serial()):
        with pytest.raises(GameFailed, match=left):
            play(setup, chosen)


def test_error_of_an_agent_keeps_its_cause_in_the_same_process() -> None:
    with pytest.raises(ArenaError) as caught:
        play(Setup("stage", ("random", "clumsy"), deals=5, seed=0), Serial())
    assert isinstance(caught.value.__cause__, LookupError)


def test_what_agents_print_stays_out_of_standard_output(
    capfd: pytest.CaptureFixture[str],
) -> None:
    setup = Setup("stage", ("random", "chatty"), deals=5, seed=0)
    for chosen in (ProcessPool(1), Serial()):
        with closing(chosen):
            play(setup, chosen)
        told = capfd.readouterr()
        assert told.out == ""
        assert "chatty sees" in told.err


def test_slip_of_the_arena_itself_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(*_: object) -> list[GameResult]:
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr("kibitz.arena.playing.play_batch", slip)
    with pytest.raises(RuntimeError, match=r"(?s)a worker failed:.*in slip.*ZeroDivisionError"):
        play(LEDUC, Serial())


def test_error_that_cannot_be_sent_comes_as_its_text() -> None:
    wrong = run_batch(Setup("leduc", ("random", "nobody"), seed=0), [Fixture(0, 0, "0/0", (0, 1))])
    assert isinstance(wrong.error, ArenaError)
    assert "nobody" in str(wrong.error)


def test_workers_must_be_one_or_more() -> None:
    with pytest.raises(ArenaError, match="invalid workers=0: expected 1 or more"):
        ProcessPool(0)


@pytest.mark.parametrize("workers", [-1, 0, cores() + 1])
def test_workers_must_fit_the_machine(workers: int) -> None:
    with pytest.raises(
        ArenaError, match=f"invalid workers={workers}: expected 1 to .*, the cores of this"
    ):
        local_backend(workers)


def test_agents_always_play_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.backend.cores", lambda: 4)
    one = local_backend(1)
    assert isinstance(one, ProcessPool)
    assert one.size == 1
    chosen: Backend = local_backend()
    assert isinstance(chosen, ProcessPool)
    assert chosen.size == 4


# The end.


def test_tournament_given_up_leaves_no_process(pool: ProcessPool) -> None:
    setup = Setup("stage", ("slow:ms=50", "slow:ms=50"), deals=1_000_000, seed=0)
    stream = pool.play(setup, setup.schedule())
    assert next(stream)
    assert next(stream)
    workers = pool.pids()
    assert len(workers) == 2
    stream.close()
    assert not any(is_running(pid) for pid in workers)
    assert pool.pids() == []
    assert fingerprint(play(LEDUC, pool)) == fingerprint(play(LEDUC, Serial()))


def test_workers_end_when_their_parent_is_killed(tmp_path: Path, stage: dict[str, str]) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "from kibitz.arena.backend import ProcessPool\n"
        "from kibitz.arena.setup import Setup\n"
        "from kibitz.arena.tournament import play\n"
        "if __name__ == '__main__':\n"
        "    pool = ProcessPool(2)\n"
        "    setup = Setup('stage', ('random', 'slow:ms=0', 'slow:ms=600000'), seed=0)\n"
        "    play(setup, pool, on_result=lambda result: print(*pool.pids(), flush=True))\n"
    )
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=stage
    ) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert len(workers) == 2
        parent.kill()
        assert parent.stderr.read() == b""
    # Long before they would have made up their minds.
    wait_until(lambda: not any(is_running(pid) for pid in workers))


# Batches.


def endless() -> Iterator[Fixture]:
    number = 0
    while True:
        yield Fixture(number, number // 2, "0", (0, 1))
        number += 1


def result_of(batch: Batch, seconds: float) -> BatchResult:
    return BatchResult([played(each.number) for each in batch.fixtures], seconds)


def draw(batches: BatchQueue) -> Batch:
    batch = batches.next_batch()
    assert batch is not None
    return batch


def test_batches_grow_to_a_tenth_of_a_second_of_work() -> None:
    batches = BatchQueue(LEDUC, endless())
    sizes = []
    for _ in range(12):
        batch = draw(batches)
        sizes.append(len(batch.fixtures))
        batches.complete(batch, result_of(batch, 0.004 * len(batch.fixtures)))
    assert sizes[:5] == [1, 2, 4, 8, 16]
    assert set(sizes[5:]) == {25}


def test_batches_shrink_where_games_grow_longer() -> None:
    batches = BatchQueue(LEDUC, endless(), size=400, seconds_per_game=0.0002)
    for _ in range(12):
        batch = draw(batches)
        batches.complete(batch, result_of(batch, 0.5 * len(batch.fixtures)))
    assert len(draw(batches).fixtures) == 1


def test_batch_is_never_larger_than_can_be_sent() -> None:
    batches = BatchQueue(LEDUC, endless())
    for _ in range(20):
        batch = draw(batches)
        batches.complete(batch, result_of(batch, 0.0))
    assert len(draw(batches).fixtures) == backend.MAX_BATCH_SIZE


def test_next_batch_is_handed_out_early_only_where_batches_are_short() -> None:
    batches = BatchQueue(LEDUC, endless())
    assert batches.batches_per_worker() == 1
    batch = draw(batches)
    batches.complete(batch, result_of(batch, 0.01))
    assert batches.batches_per_worker() == 2
    batch = draw(batches)
    batches.complete(batch, result_of(batch, 60.0))
    assert batches.batches_per_worker() == 1


def test_lost_batch_comes_back_game_by_game_before_the_rest() -> None:
    batches = BatchQueue(LEDUC, endless(), size=3)
    batch = draw(batches)
    waiting = draw(batches)
    batches.retries.appendleft(waiting)
    batches.retry(batch, "signal 9")
    assert [draw(batches) for _ in range(4)] == [
        waiting,
        *(Batch([each], 1) for each in batch.fixtures),
    ]
    assert [each.number for each in draw(batches).fixtures] == [6, 7, 8]


def test_schedule_is_drawn_as_it_is_played(pool: ProcessPool) -> None:
    setup = Setup("leduc", ("random", "random"), deals=5_000_000, seed=0)
    drawn = 0

    def counted() -> Iterator[Fixture]:
        nonlocal drawn
        for fixture in setup.schedule():
            drawn += 1
            yield fixture

    received = 0
    with closing(pool.play(setup, counted())) as stream:
        for results in stream:
            received += len(results)
            if received > 100:
                break
    assert drawn <= received + 2 * 2 * backend.MAX_BATCH_SIZE
