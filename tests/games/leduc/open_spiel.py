"""The tree of OpenSpiel's `leduc_poker`, counted by OpenSpiel alone.

Run as a script where `pyspiel` is installed, it prints `tests/data/leduc_tree.json`.
"""

import json
from importlib.metadata import version
from typing import Any

COMMAND = ".venv-peers/bin/python tests/games/leduc/open_spiel.py > tests/data/leduc_tree.json"


def count_tree() -> dict[str, Any]:
    """Counts nodes and adds up returns; values are numbers and lists of numbers."""
    import pyspiel

    figures: dict[str, Any] = {
        "decisions": 0,
        "chance": 0,
        "terminals": 0,
        "returns": [0.0, 0.0],
        "absolute_returns": [0.0, 0.0],
        "average_returns": [0.0, 0.0],
        "depth": 0,
    }

    # pyspiel has no types: its states are Any here.
    def walk(state: Any, probability: float) -> None:
        figures["depth"] = max(figures["depth"], len(state.history()))
        if state.is_terminal():
            figures["terminals"] += 1
            for seat, value in enumerate(state.returns()):
                figures["returns"][seat] += value
                figures["absolute_returns"][seat] += abs(value)
                figures["average_returns"][seat] += value * probability
            return
        figures["chance" if state.is_chance_node() else "decisions"] += 1
        actions = state.legal_actions()
        for action in actions:
            walk(state.child(action), probability / len(actions))

    walk(pyspiel.load_game("leduc_poker").new_initial_state(), 1.0)
    return figures


if __name__ == "__main__":
    source = {"source": f"OpenSpiel {version('open_spiel')}, leduc_poker", "command": COMMAND}
    print(json.dumps({**source, **count_tree()}, indent=2))  # noqa: T201
