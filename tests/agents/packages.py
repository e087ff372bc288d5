"""Packages that offer agents, written to a folder with the metadata of an installation."""

from pathlib import Path

# One class for each way to be made and to go wrong.
SOURCE = '''\
from kibitz.agents import RandomAgent
from kibitz.core import Advice, Whole
from kibitz.games.leduc import Raise


class Chance:
    def advise(self, seen):
        return RandomAgent().advise(seen)


class Mine(Chance):
    tunable = {"depth": Whole(1, 9)}

    def __init__(self, depth: int = 1) -> None:
        if depth < 1:
            raise ValueError(f"invalid depth={depth}: expected 1 or more")
        self.depth = depth


class Careful(Chance):
    tunable = {"depth": (1, 9)}

    def __init__(self, game, depth: int = 2) -> None:
        self.game, self.depth = game, depth


class Broken:
    def __init__(self) -> None:
        raise KeyError("pot")

    def advise(self, seen):
        return None


class Clumsy:
    def advise(self, seen):
        raise KeyError("pot")


class Silent:
    def advise(self, seen):
        return None


class Cheat:
    def advise(self, seen):
        return Advice(Raise(), 0.0, ())


class Other:
    """Has nothing to do with agents."""


def make_mine(depth: int = 1):
    return Mine(depth)


def make_other():
    return Other()
'''


def offer_agents(
    folder: Path,
    package: str = "my-agents",
    module: str = "my_agents",
    entries: str = "mine = my_agents.players:Mine",
    *,
    version: str = "1.2",
    source: str = SOURCE,
) -> None:
    """Writes an installed package: its metadata, with entry points, and a module `players`."""
    metadata = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    )
    (metadata / "entry_points.txt").write_text(f"[kibitz.agents]\n{entries}\n")
    (metadata / "RECORD").write_text(f"{module}/__init__.py,,\n{module}/players.py,,\n")
    (folder / module).mkdir(exist_ok=True)
    (folder / module / "__init__.py").touch()
    (folder / module / "players.py").write_text(source)
