"""A game whose players do what workers have to survive: dawdle, die, and fail."""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from kibitz.agents.random import RandomAgent
from kibitz.core import Advice, Agent, Observation, RuleEngine
from tests.agents.pile import Pile, PileState
from tests.games.test_catalogue import offer_game

Seen = Observation[PileState, PileState]

ROOT = Path(__file__).parents[2]


class Player:
    """Plays at random, after doing what it is here for."""

    def advise(self, seen: Seen) -> Advice[PileState]:
        self.prepare(seen)
        return RandomAgent().advise(seen)

    def prepare(self, seen: Seen) -> None: ...


class Slow(Player):
    """Thinks for some milliseconds."""

    def __init__(self, ms: int = 5) -> None:
        self.ms = ms

    def prepare(self, seen: Seen) -> None:
        time.sleep(self.ms / 1000)


class Mortal(Player):
    """Kills its process the first time that somebody of its kind has a certain charm."""

    def __init__(self, folder: str, charm: int = 2) -> None:
        self.mark = Path(folder, f"died of {charm}")
        self.charm = charm

    def prepare(self, seen: Seen) -> None:
        if seen.view.charms[seen.seat] == self.charm and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class Lethal(Player):
    """Kills its process whenever it has a certain charm."""

    def __init__(self, charm: int = 2) -> None:
        self.charm = charm

    def prepare(self, seen: Seen) -> None:
        if seen.view.charms[seen.seat] == self.charm:
            os.kill(os.getpid(), signal.SIGKILL)


class Signing(Player):
    """Leaves a file named after its process, or after the node of the cluster that it runs on."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def prepare(self, seen: Seen) -> None:
        Path(self.folder, place()).touch()


class Clumsy(Player):
    """Always fails."""

    def prepare(self, seen: Seen) -> None:
        raise LookupError("dropped the cards")


class Chatty(Player):
    """Says what it sees, on standard output."""

    def prepare(self, seen: Seen) -> None:
        sys.stdout.write(f"chatty sees {seen.view.stones}\n")


class Leaver(Player):
    """Always walks out."""

    def prepare(self, seen: Seen) -> None:
        sys.exit(0)


def place() -> str:
    """Returns where this code runs: a node of a cluster, by its main process, or else a process."""
    return os.environ.get("RAY_RAYLET_PID") or str(os.getpid())


class Stage(Pile):
    """The game of stones with these players."""

    id: ClassVar[str] = "stage"

    def agents(self) -> Mapping[str, Callable[..., Agent[PileState, PileState]]]:
        return {
            "slow": Slow,
            "mortal": Mortal,
            "lethal": Lethal,
            "signing": Signing,
            "clumsy": Clumsy,
            "chatty": Chatty,
            "leaver": Leaver,
        }


# Games for one, two and three players.
GAMES = """
patience = tests.agents.patience:Patience
stage = tests.arena.stage:Stage
trio = tests.agents.trio:Trio
"""


def offer_stage(site: Path) -> dict[str, str]:
    """Installs the games in a folder; returns the environment of processes that shall find them."""
    site.mkdir()
    offer_game(site, "stage", GAMES, {})
    path = [str(site), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


def charm_of(seed: str, seat: int) -> int:
    """Returns the charm that a seat is dealt."""
    return RuleEngine(Stage(), seed=seed).state.charms[seat]


def is_running(pid: int) -> bool:
    """Tells whether a process is there and not just waiting to be buried."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def wait_until(happened: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits for something; a guard against hanging, not a measurement."""
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
