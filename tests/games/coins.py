"""A package of its own that offers a game, written to a folder, whole or with a bug in it."""

import re
from pathlib import Path

from tests.games.test_catalogue import offer_game

BUG = "1 // 0  # the bug"
ERROR = "ZeroDivisionError: integer division or modulo by zero"

FILES = {
    "__init__": """\
from coins.game import Coins

"importing"
""",
    "moves": """\
from tests.agents.pile import Take


class TakeCoins(Take):
    id = "take"

    def check(self, state, seat):
        yield from super().check(state, seat)
        "checking"

    def apply(self, state, seat):
        "applying"
        super().apply(state, seat)
""",
    "agents": """\
from kibitz.agents import RandomAgent


class Collector:
    def advise(self, seen):
        "advising"
        return RandomAgent().advise(seen)


class Silent:
    def advise(self, seen):
        return None
""",
    "game": """\
from coins.agents import Collector, Silent
from coins.moves import TakeCoins
from tests.agents.pile import Pile


class Coins(Pile):
    id = "coins"
    title = "Coins"

    def kinds(self):
        return [TakeCoins]

    def agents(self):
        return {"collector": Collector, "silent": Silent}

    def setup(self, rng):
        "dealing"
        return super().setup(rng)

    def render(self, view):
        "drawing"
        return super().render(view)

    def read_position(self, document):
        "reading"
        return super().read_position(document)
""",
}


def install_coins(folder: Path, broken: str = "") -> str:
    """Writes the package; one of its steps, named above in quotes, may be broken.

    Returns:
        The place of the bug, as error messages give it; the empty text if there is none.
    """
    offer_game(folder, "coin-games", "coins = coins:Coins", {})
    package = folder / "coins"
    package.mkdir()
    place = ""
    for name, source in FILES.items():
        step = f'"{broken}"'
        (package / f"{name}.py").write_text(source.replace(step, BUG))
        if step in source:
            before = source.partition(step)[0]
            functions = re.findall(r"def (\w+)", before)
            inside = f", in {functions[-1]}" if functions else ""
            line = before.count("\n") + 1
            place = f"coins/{name}.py, line {line}{inside}"
    return place
