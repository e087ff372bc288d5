"""The Ray cluster: the cores of many machines.

Kibitz must be installed on every node, in the same version. To play on a running cluster, the
arena is started on one of its nodes, because Ray's own programs reach it only from there.
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
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Final

from kibitz import __version__
from kibitz.arena.backend import Answer, Batch, Batches, answer, cores
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Fixture, Setup

# Seconds in which an address has to be reached, and then to answer as a cluster would. Ray itself
# goes on trying for minutes.
REACH: Final = 3.0
ANSWER: Final = 15.0
# Seconds between two looks at how many cores the cluster has.
LOOK: Final = 5.0
# Results are small; without this, Ray takes a third of the memory for them.
STORE_BYTES: Final = 100_000_000
# Letters of a folder below which Ray's sockets, about 65 letters deeper, can still be opened.
LONGEST_FOLDER: Final = 38
# The address by which Ray looks for a cluster on this machine.
AUTO: Final = "auto"
QUIET: Final = {
    # No report of its use to the makers of Ray.
    "RAY_USAGE_STATS_ENABLED": "0",
    # Spares a warning about graphics cards that nobody here asks for.
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    # Ray prints the death of a worker on standard output, with advice; here it is no news.
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",
}


class RayCluster:
    """Plays on a Ray cluster: one that is running, or one started on this machine."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """Joins the cluster, or starts one.

        Args:
            address: host and port of a running cluster, or `auto` for the one on this machine;
                None starts one here, which ends with `close`.
            workers: how many batches are played at a time; None for as many as there are cores.

        Raises:
            ArenaError: if Ray is not installed, or there is no cluster to play on.
        """
        if workers is not None and workers < 1:
            raise ArenaError(f"workers is 1 or more, not {workers}")
        for name, value in QUIET.items():
            os.environ.setdefault(name, value)
        self._ray: Final = import_ray()
        self._workers: Final = workers
        if address is not None:
            check_address(address)
        self._folder: str | None = None
        self._looked = -math.inf
        self._cores = 0
        try:
            self._connect(address)
            if self._look() < 1:
                where = f"at {address}" if address else "started here"
                raise ArenaError(f"the Ray cluster {where} has no cores to play on")
            # Lost batches come back to `Batches`, which counts; Ray must not repeat them itself.
            self._task: Final = self._ray.remote(num_cpus=1, max_retries=0)(answer_on_node)
        except BaseException:
            # Also at Ctrl-C: what Ray has started by then would stay.
            self.close()
            raise

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures; what is lost with a worker or a node is played again elsewhere."""
        batches = Batches(fixtures)
        flying: dict[object, Batch] = {}
        while self._send(setup, batches, flying):
            ready, _ = self._ray.wait(list(flying), num_returns=1, timeout=LOOK)
            for each in ready:
                results = self._receive(each, flying.pop(each), batches)
                self._send(setup, batches, flying)
                if results:
                    yield results
        # Given up, the batches on their way are played to their end, or to `close`: to cancel one
        # that ends at the same moment crashes Ray 2.60, and this process with it.

    def close(self) -> None:
        """Leaves the cluster, or ends it if it was started here and removes what it wrote."""
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
                **({} if address else self._here()),
            )
        except Exception as error:
            where = f"join the Ray cluster at {address}" if address else "start Ray"
            raise ArenaError(f"cannot {where}: {first_sentence(error)}") from error

    def _here(self) -> dict[str, object]:
        """Says what a cluster that is started on this machine is like."""
        # Ray never removes what it writes, so it gets a folder that can be removed as a whole.
        asked = os.environ.get("RAY_TMPDIR") or None
        if asked is not None:
            Path(asked).mkdir(parents=True, exist_ok=True)
        self._folder = mkdtemp(prefix="kibitz-", dir=asked)
        return {
            "num_cpus": self._workers or cores(),
            "object_store_memory": STORE_BYTES,
            # Ray opens sockets in it, whose names must be short. Without it, Ray takes its own.
            "_temp_dir": self._folder if len(self._folder) <= LONGEST_FOLDER else None,
        }

    def _look(self) -> int:
        """Returns how many cores there are; a cluster may grow and shrink."""
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            self._cores = int(self._ray.cluster_resources().get("CPU", 0))
        return self._cores

    def _room(self, batches: Batches) -> int:
        """Returns how many batches may be on their way."""
        found = max(1, self._look())
        # Ray plays at once what finds a core; batches sent ahead wait only where all are in use.
        if self._workers is not None and self._workers < found:
            return self._workers
        return found * batches.ahead()

    def _send(self, setup: Setup, batches: Batches, flying: dict[object, Batch]) -> bool:
        """Sends as many batches as there is room for; tells whether any is on its way."""
        while len(flying) < self._room(batches):
            batch = batches.draw()
            if batch is None:
                break
            flying[self._task.remote(__version__, setup, batch.fixtures)] = batch
        return bool(flying)

    def _receive(self, each: object, batch: Batch, batches: Batches) -> list[GameResult]:
        ray = self._ray
        try:
            got: Answer = ray.get(each)
        except ray.exceptions.RayTaskError as error:
            # Errors of games are part of the answer; what is left is that there is no Kibitz.
            raise ArenaError(
                "a node of the Ray cluster cannot play; is Kibitz installed there?"
                f" {first_sentence(error.cause or error)}"
            ) from error
        except ray.exceptions.RayError as error:
            batches.lost(batch, type(error).__name__)
            return []
        return batches.played(batch, got)


def answer_on_node(version: str, setup: Setup, fixtures: list[Fixture]) -> Answer:
    """Plays a batch on a node, which must have the version that the others have."""
    if version == __version__:
        return answer(setup, fixtures)
    host = socket.gethostname()
    return Answer([], 0.0, ArenaError(f"{host} has kibitz {__version__}, and this is {version}"))


def import_ray() -> ModuleType:
    """Imports Ray, which is an extra.

    Raises:
        ArenaError: if it is not installed.
    """
    try:
        import ray
    except ImportError:
        raise ArenaError("Ray is not installed; get it with: pip install kibitz[ray]") from None
    found: ModuleType = ray
    return found


def check_address(address: str) -> None:
    """Makes sure within seconds that a cluster can be reached.

    Raises:
        ArenaError: if nothing answers there, or not as a cluster does.
    """
    if address != AUTO:
        reach(address)
    # The only way to be sure: Ray's own program, which can be stopped if it does not come back.
    asked = [sys.executable, "-m", "ray.scripts.scripts", "status", "--address", address]
    try:
        found = subprocess.run(asked, capture_output=True, timeout=ANSWER, check=False)
    except subprocess.TimeoutExpired:
        raise ArenaError(f"what answers at {address} is not a Ray cluster") from None
    if found.returncode:
        said = found.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise ArenaError(f"no Ray cluster at {address}: {said[-1]}")


def reach(address: str) -> None:
    """Makes sure that something listens at an address."""
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal()) or "/" in host:
        raise ArenaError(
            f"{address!r} is not the address of a Ray cluster; write HOST:PORT, or auto for the"
            " one on this machine"
        )
    try:
        socket.create_connection((host, int(port)), timeout=REACH).close()
    except TimeoutError:
        raise ArenaError(f"no Ray cluster can be reached at {address}: no answer") from None
    except (OSError, OverflowError, UnicodeError) as error:
        what = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ArenaError(f"no Ray cluster can be reached at {address}: {what}") from None


def first_sentence(error: BaseException) -> str:
    """Returns what an error says, without its explanations."""
    line = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return line.partition(". ")[0].removesuffix(".")
