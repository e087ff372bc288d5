"""Where a command plays its games: on the cores of this machine, or on a cluster."""

import sys
from dataclasses import dataclass

from kibitz.agents.limits import write_number
from kibitz.arena.backend import Backend, cores, local_backend
from kibitz.arena.ray_cluster import RayCluster
from kibitz.cli.arguments import UsageError


@dataclass(frozen=True)
class WorkerArgs:
    """The arguments `--workers`, `--backend` and `--address`, as typed."""

    workers: int | None
    backend: str
    address: str | None

    def check(self) -> None:
        """Refuses an invalid number of workers or address, before anything is written.

        Raises:
            UsageError: says what is expected.
        """
        if self.backend != "ray" and self.address is not None:
            raise UsageError("--address needs --backend ray")
        local = self.address is None
        most = cores() if local else sys.maxsize
        if self.workers is not None and not 1 <= self.workers <= most:
            expected = f"1 to {most}, the cores of this machine" if local else "1 or more"
            raise UsageError(f"invalid --workers {write_number(self.workers)}: expected {expected}")

    def open(self) -> Backend:
        """Makes the backend that plays the games.

        Raises:
            ArenaError: if Ray is not installed, or the cluster cannot be reached.
        """
        if self.backend != "ray":
            return local_backend(self.workers)
        return RayCluster(self.address, self.workers)
