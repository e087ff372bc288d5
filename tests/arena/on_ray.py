"""A script for the tests of Ray: plays on clusters of its own and prints what happened as JSON.

It is a process of its own, because Ray warns and changes signals where it is imported.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

from kibitz.arena.ray_cluster import ENVIRONMENT, RayCluster
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.tournament import play


def say(**said: object) -> None:
    """Prints one line for the test."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def two_nodes(folder: Path) -> None:
    """Plays on a cluster of two nodes, one of which is taken away in the middle."""
    os.environ.update(ENVIRONMENT)
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    second = cluster.add_node(num_cpus=1)
    on_both = RayCluster(cluster.address)
    signs = folder / "signs"
    signs.mkdir()
    results = play(Setup("stage", (f"signing:folder={signs}", "slow"), deals=10, seed=0), on_both)
    say(both=fingerprint(results), nodes=sorted(sign.name for sign in signs.iterdir()))

    mortal = Setup("stage", (f"mortal:folder={folder}", "slow"), deals=10, seed=0)
    say(worker=fingerprint(play(mortal, on_both)), died=(folder / "died of 2").exists())

    try:
        play(Setup("stage", ("random", "clumsy"), deals=2, seed=0), on_both)
    except ArenaError as error:
        say(error=str(error))

    seen: list[int] = []

    def take_away(result: GameResult) -> None:
        seen.append(result.number)
        if len(seen) == 10:
            cluster.remove_node(second, allow_graceful=False)

    results = play(
        Setup("stage", ("slow:ms=4", "slow:ms=5"), deals=40, seed=0), on_both, on_result=take_away
    )
    say(node=fingerprint(results), seen=sorted(seen))
    on_both.close()
    cluster.shutdown()


def local() -> None:
    """Plays on a cluster that the backend starts, and gives one tournament up in between."""
    backend = RayCluster(workers=2)
    say(
        local=fingerprint(
            play(Setup("stage", ("slow:ms=4", "slow:ms=5"), deals=5, seed=0), backend)
        )
    )
    for game in ("patience", "trio"):
        other = Setup(game, ("random", "greedy:worlds=2"), deals=5, seed=0)
        say(**{game: fingerprint(play(other, backend))})
    # A shell starts its background jobs with Ctrl-C ignored, and the test may be part of one.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(3.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        play(Setup("stage", ("slow:ms=600000", "slow:ms=600000"), seed=0), backend)
    except KeyboardInterrupt:
        say(interrupted=True)
    # The cores are free again, long before those players would have made up their minds.
    say(
        after=fingerprint(
            play(Setup("stage", ("slow:ms=4", "slow:ms=5"), deals=5, seed=0), backend)
        )
    )

    import ray

    say(host=ray.get_runtime_context().gcs_address.rpartition(":")[0])
    backend.close()
    backend.close()


if __name__ == "__main__":
    two_nodes(Path(sys.argv[2])) if sys.argv[1] == "two_nodes" else local()
