import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from kibitz import __version__
from kibitz.arena import ray_cluster
from kibitz.arena.backend import BatchResult, ProcessPool, Serial
from kibitz.arena.ray_cluster import (
    ENVIRONMENT,
    LOCAL_ENVIRONMENT,
    RayCluster,
    check_address,
    node_pool,
    run_batch_on_node,
)
from kibitz.arena.result import fingerprint
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.tournament import play
from tests.arena.stage import ROOT, is_running, offer_stage, wait_until

LEDUC = Setup("leduc", ("random", "random:seed=1"), deals=100, seed=0)
FIRST = Fixture(0, 0, "0/0", (0, 1))


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Installs the game of these tests, and gives Ray a home that is thrown away."""
    found = offer_stage(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    # Not below `tmp_path`: Ray opens sockets there, whose names must be short.
    with TemporaryDirectory(prefix="ray") as home:
        # Nothing leaves this machine, and the tests share it with other tests: no tokens.
        yield {**found, "HOME": home, "RAY_TMPDIR": home, "RAY_AUTH_MODE": "disabled"}


def on_ray(environment: dict[str, str], *arguments: str) -> dict[str, object]:
    """Runs the script; returns all that it said, which must be said without any noise."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.arena.on_ray", *arguments],
        capture_output=True,
        cwd=ROOT,
        env=environment,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    said: dict[str, object] = {}
    for line in done.stdout.splitlines():
        said.update(json.loads(line))
    return said


def ray_processes(environment: dict[str, str]) -> Iterator[int]:
    """Finds the processes that were started with an environment and are still there."""
    home = f"HOME={environment['HOME']}".encode()
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            theirs = (place / "environ").read_bytes().split(b"\0")
            if home in theirs and is_running(int(place.name)):
                yield int(place.name)


def quick(deals: int) -> Setup:
    """Sets up what the script plays, but nobody dawdles: all these players choose alike."""
    return Setup("stage", ("slow:ms=0", "slow:ms=1"), deals=deals, seed=0)


# On clusters of this machine.


@pytest.mark.needs("ray")
@pytest.mark.slow
def test_two_nodes_play_and_lose_nothing_with_a_worker_or_a_node(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    said = on_ray(environment, "two_nodes", str(tmp_path))
    with closing(ProcessPool(2)) as pool:
        assert said["both"] == fingerprint(play(quick(10), pool))
    nodes = said["nodes"]
    assert isinstance(nodes, list)
    assert len(nodes) == 2
    assert said["died"] is True
    assert said["worker"] == said["both"]
    assert re.fullmatch(
        r"stage, seed 0/\d, ply \d, seat \d \(clumsy\): bug in game 'stage'"
        r" \(tests/arena/stage\.py, line \d+, in prepare\): LookupError: dropped the cards",
        str(said["error"]),
    )
    assert said["node"] == fingerprint(play(quick(40), Serial()))
    assert said["seen"] == [*range(80)]
    wait_until(lambda: not [*ray_processes(environment)])


@pytest.mark.needs("ray")
@pytest.mark.slow
def test_cluster_is_started_here_and_leaves_nothing_behind(environment: dict[str, str]) -> None:
    said = on_ray(environment, "local")
    others = {
        game: fingerprint(
            play(Setup(game, ("random", "greedy:worlds=2"), deals=5, seed=0), Serial())
        )
        for game in ("patience", "trio")
    }
    played = fingerprint(play(quick(5), Serial()))
    # Nobody else can reach it.
    here = {"interrupted": True, "host": "127.0.0.1"}
    assert said == {"local": played, **others, "after": played, **here}
    wait_until(lambda: not [*ray_processes(environment)])
    assert not [*Path(environment["RAY_TMPDIR"]).glob("kibitz-*")]
    assert not [*Path(environment["RAY_TMPDIR"]).rglob("session_*")]


# With a stand-in for Ray, which plays nothing before it is asked for the result.


class Lost(Exception):
    """Stands for all errors of Ray."""


class Failed(Lost):
    """Stands for an error in a task."""

    cause = ModuleNotFoundError("No module named 'kibitz'. Searched everywhere.\nLong story.")


class FakeRay:
    """A cluster of some cores, some of whose tasks are lost."""

    exceptions = SimpleNamespace(RayError=Lost, RayTaskError=Failed)

    def __init__(self, cores: int = 8, lose: int = 0, error: BaseException | None = None) -> None:
        self.cores = cores
        self.lose = lose
        self.error = error
        self.flying = 0
        self.most = 0
        self.closed = 0
        self.cancelled: list[object] = []
        self.options: dict[str, object] = {}

    def init(self, **options: object) -> None:
        self.options = options
        if self.error is not None:
            raise self.error

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def remote(self, **options: object) -> Callable[[Callable[..., BatchResult]], SimpleNamespace]:
        def fly(played: Callable[..., BatchResult], *given: object) -> Callable[[], BatchResult]:
            self.flying += 1
            self.most = max(self.most, self.flying)
            return partial(played, *given)

        return lambda played: SimpleNamespace(remote=partial(fly, played))

    def wait(self, waiting: list[object], **options: object) -> tuple[list[object], list[object]]:
        ended = [task for task in waiting if task in self.cancelled]
        if ended:
            return ended, [task for task in waiting if task not in self.cancelled]
        return waiting[-1:], waiting[:-1]

    def get(self, task: Callable[[], BatchResult]) -> BatchResult:
        self.flying -= 1
        if self.lose:
            self.lose -= 1
            raise Lost
        return task()

    def cancel(self, task: object, *, force: bool) -> None:
        assert not force  # a task that ends when it is asked to is not ended by force
        self.cancelled.append(task)

    def shutdown(self) -> None:
        self.closed += 1


@pytest.fixture(scope="module", autouse=True)
def node() -> Iterator[None]:
    """Ends the worker that stands for those of a node."""
    yield
    node_pool().close()


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[FakeRay], FakeRay]:
    """Puts a stand-in where Ray is imported; what belongs to it is below `tmp_path`."""
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))

    def put(fake: FakeRay) -> FakeRay:
        monkeypatch.setattr(ray_cluster, "import_optional", lambda *_: fake)
        for name in {**ENVIRONMENT, **LOCAL_ENVIRONMENT}:
            monkeypatch.setenv(name, "")
        return fake

    return put


@pytest.mark.parametrize(("workers", "most"), [(None, 16), (3, 3), (8, 16), (20, 16)])
def test_no_more_is_sent_than_the_cluster_or_the_user_allows(
    stand_in: Callable[[FakeRay], FakeRay], workers: int | None, most: int
) -> None:
    fake = stand_in(FakeRay(cores=8))
    results = play(LEDUC, RayCluster(workers=workers))
    assert fake.most == most
    assert fingerprint(results) == fingerprint(play(LEDUC, Serial()))


def test_batches_are_cancelled_at_an_early_stop(stand_in: Callable[[FakeRay], FakeRay]) -> None:
    fake = stand_in(FakeRay(cores=3))
    with closing(RayCluster()) as cluster, closing(cluster.play(LEDUC, LEDUC.schedule())) as stream:
        assert next(stream)
        pending = fake.flying
        assert pending
        assert not fake.cancelled
    assert len(fake.cancelled) == pending


def test_batches_that_have_ended_are_not_cancelled(
    stand_in: Callable[[FakeRay], FakeRay],
) -> None:
    fake = stand_in(FakeRay())
    play(LEDUC, RayCluster())
    assert not fake.cancelled


def test_lost_batches_are_sent_again(stand_in: Callable[[FakeRay], FakeRay]) -> None:
    stand_in(FakeRay(lose=2))
    assert fingerprint(play(LEDUC, RayCluster())) == fingerprint(play(LEDUC, Serial()))


def test_game_that_is_lost_again_and_again_is_named(
    stand_in: Callable[[FakeRay], FakeRay],
) -> None:
    stand_in(FakeRay(lose=1000))
    with pytest.raises(
        ArenaError, match=r"^leduc, seed 0/\d+, .*: killed 3 workers in a row \(Lost\)$"
    ):
        play(LEDUC, RayCluster())


def test_node_that_cannot_play_is_reported(
    stand_in: Callable[[FakeRay], FakeRay], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> BatchResult:
        raise Failed

    monkeypatch.setattr(ray_cluster, "run_batch_on_node", fail)
    stand_in(FakeRay())
    with pytest.raises(ArenaError, match=r"installed there\? No module named 'kibitz'$"):
        play(LEDUC, RayCluster())


def test_cluster_that_cannot_be_started_is_reported(
    stand_in: Callable[[FakeRay], FakeRay],
) -> None:
    stand_in(FakeRay(error=OSError("no room. Make some.\nLike this.")))
    with pytest.raises(ArenaError, match=r"^cannot start Ray: no room$"):
        RayCluster()


def test_cluster_without_cores_is_refused(stand_in: Callable[[FakeRay], FakeRay]) -> None:
    fake = stand_in(FakeRay(cores=0))
    with pytest.raises(ArenaError, match=r"^the Ray cluster started on this machine has no cores"):
        RayCluster()
    assert fake.closed


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError("no room")])
def test_cluster_that_does_not_come_up_is_cleared_away(
    stand_in: Callable[[FakeRay], FakeRay], tmp_path: Path, error: BaseException
) -> None:
    fake = stand_in(FakeRay(error=error))
    with pytest.raises((KeyboardInterrupt, ArenaError)):
        RayCluster()
    assert fake.closed
    assert not [*tmp_path.iterdir()]


def test_cluster_removes_what_it_wrote(
    stand_in: Callable[[FakeRay], FakeRay], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_cluster, "MAX_FOLDER_LENGTH", 1000)
    fake = stand_in(FakeRay())
    with closing(RayCluster()):
        (folder,) = tmp_path.iterdir()
        assert fake.options["_temp_dir"] == str(folder)
        (folder / "session").mkdir()
    assert not [*tmp_path.iterdir()]


def test_folder_whose_name_is_too_long_for_sockets_is_not_used(
    stand_in: Callable[[FakeRay], FakeRay], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_cluster, "MAX_FOLDER_LENGTH", 1)
    fake = stand_in(FakeRay())
    with closing(RayCluster()):
        assert fake.options["_temp_dir"] is None
    assert not [*tmp_path.iterdir()]


# Refusals.


def test_missing_ray_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"needs Ray: pip install 'kibitz\[ray\]'"):
        RayCluster()


def test_workers_must_be_one_or_more() -> None:
    with pytest.raises(ArenaError, match="invalid workers=0: expected 1 or more"):
        RayCluster(workers=0)


@pytest.mark.parametrize(
    "address",
    ["", "6379", ":6379", "host", "host:", "host:http", "ray://host:10001", "h:-1", "h:²"],
)
def test_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ArenaError, match=r"^invalid address .*: expected HOST:PORT"):
        check_address(address)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1:1", "127.0.0.1:70000", "[::1]:1", f"{'x' * 70}.invalid:1", "no.such.invalid:6379"],
)
def test_address_where_nothing_answers_is_refused(address: str) -> None:
    with pytest.raises(ArenaError) as caught:
        check_address(address)
    assert str(caught.value).startswith(f"cannot connect to a Ray cluster at {address}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.needs("ray")
def test_something_else_that_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "STATUS_TIMEOUT", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ArenaError, match=f"the server at {address} is not a Ray cluster"):
            check_address(address)


def test_node_with_another_version_is_refused() -> None:
    setup = Setup("leduc", ("random", "random"), seed=0)
    assert run_batch_on_node(__version__, setup, [FIRST]).error is None
    refused = run_batch_on_node("0.0.7", setup, [FIRST])
    assert refused.results == []
    assert str(refused.error).endswith(f"has kibitz {__version__}: expected kibitz 0.0.7")
