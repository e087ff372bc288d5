"""The backend for a Ray cluster: the cores of several machines.

Every node needs the same version of Kibitz. To use a running cluster, start the arena on one of its
nodes: Ray's own programs can reach the cluster only from there.

Agents do not run in the processes of Ray. On every core, a process of Ray has a pool with a single
worker: so the same rules hold for agents that end their process or never answer, and a batch can be
cancelled at any moment.
"""

import logging
import math
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from kibitz import __version__
from kibitz.arena.backend import Batch, BatchQueue, BatchResult, ProcessPool, cores
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup, import_optional

# Seconds to open a connection to an address, and then to get a reply from a cluster. Ray itself
# keeps trying for minutes.
CONNECT_TIMEOUT: Final = 3.0
STATUS_TIMEOUT: Final = 15.0
# Seconds that cancelled batches have to end.
CANCEL_TIMEOUT: Final = 5.0
# Seconds between two requests for the number of cores in the cluster.
POLL_SECONDS: Final = 5.0
# Results are small; by default, Ray takes a third of the memory for them.
STORE_BYTES: Final = 100_000_000
# The longest path of a folder in which Ray can open its sockets, whose paths are about 65
# characters longer.
MAX_FOLDER_LENGTH: Final = 38
# The address with which Ray looks for a cluster on this machine.
AUTO: Final = "auto"
ENVIRONMENT: Final = {
    # Sends no usage statistics.
    "RAY_USAGE_STATS_ENABLED": "0",
    # Avoids a warning about graphics cards, which are not used here.
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    # Ray prints a long message to standard output when a worker dies. Here that is handled.
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",
}
# For a cluster that is started here, which nobody else should reach: on every system, Ray then
# listens where it does on macOS and Windows, at 127.0.0.1. Its option for an address does not.
LOCAL_ENVIRONMENT: Final = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}


class RayCluster:
    """Plays on a Ray cluster: a running one, or one that is started on this machine."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """Joins the cluster, or starts one.

        Args:
            address: host and port of a running cluster, or `auto` for the one on this machine;
                None starts a cluster on this machine, which ends with `close`.
            workers: how many batches are played at the same time; None for one on each core.

        Raises:
            ArenaError: if Ray is not installed, or there is no cluster to play on.
        """
        if workers is not None and workers < 1:
            raise ArenaError(f"invalid workers={workers}: expected 1 or more")
        for name, value in {**ENVIRONMENT, **({} if address else LOCAL_ENVIRONMENT)}.items():
            os.environ.setdefault(name, value)
        needed = "--backend ray needs Ray: pip install 'kibitz[ray]'"
        self._ray: Final = import_optional("ray", needed)
        self._workers: Final = workers
        if address is not None:
            check_address(address)
        self._folder: str | None = None
        self._polled = -math.inf
        self._cores = 0
        try:
            self._connect(address)
            if self._count_cores() < 1:
                where = f"at {address}" if address else "started on this machine"
                raise ArenaError(f"the Ray cluster {where} has no cores")
            # `BatchQueue` repeats lost batches and counts them, so Ray must not repeat them.
            self._task: Final = self._ray.remote(num_cpus=1, max_retries=0)(run_batch_on_node)
        except BaseException:
            # Also after Ctrl-C: the processes that Ray has started would remain.
            self.close()
            raise

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures; games lost with a worker or a node are played again elsewhere."""
        batches = BatchQueue(setup, fixtures)
        pending: dict[object, Batch] = {}
        try:
            while self._send(setup, batches, pending):
                ready, _ = self._ray.wait(list(pending), num_returns=1, timeout=POLL_SECONDS)
                for task in ready:
                    results = self._receive(task, pending.pop(task), batches)
                    self._send(setup, batches, pending)
                    if results:
                        yield results
        finally:
            # Something is still pending only if the tournament was cancelled.
            self._cancel([*pending])

    def _cancel(self, tasks: list[object]) -> None:
        """Cancels batches; by force, which crashes Ray 2.60 if a task ends just then, only last."""
        for force in (False, True):
            for task in tasks:
                with suppress(self._ray.exceptions.RayError):
                    self._ray.cancel(task, force=force)
            if tasks:
                count = len(tasks)
                _, tasks = self._ray.wait(tasks, num_returns=count, timeout=CANCEL_TIMEOUT)

    def close(self) -> None:
        """Leaves the cluster; one that was started here ends, and its files are removed."""
        self._ray.shutdown()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _connect(self, address: str | None) -> None:
        try:
            self._ray.init(
                address=address or "local",
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
                **({} if address else self._local_options()),
            )
        except Exception as error:
            where = f"join the Ray cluster at {address}" if address else "start Ray"
            raise ArenaError(f"cannot {where}: {first_sentence(error)}") from error

    def _local_options(self) -> dict[str, object]:
        """Returns the options for a cluster that is started on this machine."""
        # Ray never removes its files, so it gets a folder that can be removed as a whole.
        parent = os.environ.get("RAY_TMPDIR") or None
        if parent is not None:
            Path(parent).mkdir(parents=True, exist_ok=True)
        self._folder = mkdtemp(prefix="kibitz-", dir=parent)
        # Ray opens sockets in it, whose paths must be short. With None, Ray uses its own.
        folder = self._folder if len(self._folder) <= MAX_FOLDER_LENGTH else None
        workers = self._workers or cores()
        return {"num_cpus": workers, "object_store_memory": STORE_BYTES, "_temp_dir": folder}

    def _count_cores(self) -> int:
        """Returns the number of cores; a cluster may grow and shrink."""
        if time.monotonic() - self._polled > POLL_SECONDS:
            self._polled = time.monotonic()
            self._cores = int(self._ray.cluster_resources().get("CPU", 0))
        return self._cores

    def _send(self, setup: Setup, batches: BatchQueue, pending: dict[object, Batch]) -> bool:
        """Sends as many batches as allowed; tells whether any is pending."""
        most = max(1, self._count_cores())
        # Ray starts a task as soon as a core is free, so with fewer workers than cores a batch sent
        # in advance would start at once.
        if self._workers is not None and self._workers < most:
            most = self._workers
        else:
            most *= batches.batches_per_worker()
        while len(pending) < most:
            batch = batches.next_batch()
            if batch is None:
                break
            pending[self._task.remote(__version__, setup, batch.fixtures)] = batch
        return bool(pending)

    def _receive(self, task: object, batch: Batch, batches: BatchQueue) -> list[GameResult]:
        ray = self._ray
        try:
            played: BatchResult = ray.get(task)
        except ray.exceptions.RayTaskError as error:
            # Errors in games are part of the result, so the node could not even import Kibitz.
            raise ArenaError(
                "a node of the Ray cluster cannot play; is Kibitz installed there?"
                f" {first_sentence(error.cause or error)}"
            ) from error
        except ray.exceptions.RayError as error:
            batches.retry(batch, type(error).__name__)
            return []
        return batches.complete(batch, played)


def run_batch_on_node(version: str, setup: Setup, fixtures: list[Fixture]) -> BatchResult:
    """Plays a batch in a worker process on a node, if it has the expected version of Kibitz."""
    start = time.perf_counter()
    results: list[GameResult] = []
    try:
        if version != __version__:
            host = socket.gethostname()
            raise ArenaError(f"{host} has kibitz {__version__}: expected kibitz {version}")
        with closing(node_pool().play(setup, fixtures)) as stream:
            for played in stream:
                results += played
    except ArenaError as error:
        return BatchResult([], time.perf_counter() - start, error)
    return BatchResult(results, time.perf_counter() - start)


@cache
def node_pool() -> ProcessPool:
    """Returns the pool of this process; its worker ends with it."""
    return ProcessPool(1)


def check_address(address: str) -> None:
    """Checks within seconds that there is a cluster at an address."""
    if address != AUTO:
        check_connection(address)
    # Only Ray can tell, and only its own program can be stopped if it hangs.
    command = [sys.executable, "-m", "ray.scripts.scripts", "status", "--address", address]
    try:
        found = subprocess.run(command, capture_output=True, timeout=STATUS_TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        raise ArenaError(f"the server at {address} is not a Ray cluster") from None
    if found.returncode:
        lines = found.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise ArenaError(f"no Ray cluster at {address}: {lines[-1]}")


def check_connection(address: str) -> None:
    """Checks that a server listens at an address."""
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal()) or "/" in host:
        raise ArenaError(
            f"invalid address {address!r}: expected HOST:PORT, or auto for the cluster on this"
            " machine"
        )
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_TIMEOUT).close()
    except TimeoutError:
        raise ArenaError(f"cannot connect to a Ray cluster at {address}: no reply") from None
    except (OSError, OverflowError, UnicodeError) as error:
        what = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ArenaError(f"cannot connect to a Ray cluster at {address}: {what}") from None


def first_sentence(error: BaseException) -> str:
    """Returns the first sentence of an error message, without its explanations."""
    line = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return line.partition(". ")[0].removesuffix(".")
