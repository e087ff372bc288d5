"""Builds positions of Jaipur as a person would write them, and takes true ones from matches."""

from collections.abc import Iterator

from kibitz.core import SPECTATOR
from kibitz.games.jaipur import Jaipur, JaipurState
from kibitz.testing import play_random

GAME = Jaipur()
SINGLE = Jaipur(rounds=1)


def position(**changes: object) -> dict[str, object]:
    """The position of the module's docstring, with changes; "absent" drops a field."""
    found: dict[str, object] = {
        "to_move": 0,
        "market": {"gold": 1, "silver": 2, "camel": 2},
        "merchants": [own(), other()],
        "sold": {"spice": 3},
        **changes,
    }
    return {name: value for name, value in found.items() if value != "absent"}


def own(**changes: object) -> dict[str, object]:
    """The merchant whose hand is shown."""
    found: dict[str, object] = {
        "hand": {"leather": 2, "cloth": 1},
        "herd": 2,
        "rupees": 11,
        "tokens": 3,
        "bonuses": [2],
        **changes,
    }
    return {name: value for name, value in found.items() if value != "absent"}


def other(**changes: object) -> dict[str, object]:
    """The merchant whose hand is hidden."""
    found = {"hidden": 4, "hand": {"cloth": 1}, "herd": 3, **changes}
    return {name: value for name, value in found.items() if value != "absent"}


def finished(**changes: object) -> dict[str, object]:
    """A match of one round that the third empty stack has ended, seen by seat 1."""
    found: dict[str, object] = {
        "to_move": 1,
        "market": {"gold": 1, "silver": 1, "camel": 3},
        "merchants": [
            {"hidden": 3, "herd": 2, "rupees": 17, "tokens": 7, "bonuses": [9]},
            {"hand": {"diamond": 1}, "herd": 5, "rupees": 32, "tokens": 16, "bonuses": [8, 5]},
        ],
        "sold": {"cloth": 7, "spice": 7, "leather": 9},
        "plies": 30,
        "over": True,
        **changes,
    }
    return {name: value for name, value in found.items() if value != "absent"}


def random_views(game: Jaipur, seed: int, every: int) -> Iterator[JaipurState]:
    """What both seats and a spectator see in some states of a random match, the last included."""
    states = play_random(game, seed, 1000).states()
    assert states[-1].over
    for state in [*states[::every], states[-1]]:
        for seat in (0, 1, SPECTATOR):
            yield game.view(state, seat)


def run_out(**changes: object) -> dict[str, object]:
    """A match of one round that ended because the deck could not fill the market."""
    found: dict[str, object] = {
        "to_move": 0,
        "market": {"camel": 3},
        "merchants": [
            {"hand": {"diamond": 3, "gold": 3, "silver": 1}, "herd": 8, "rupees": 65, "tokens": 19},
            {"hidden": 5, "rupees": 34, "tokens": 12},
        ],
        "sold": {"diamond": 3, "gold": 2, "silver": 4, "cloth": 7, "spice": 8, "leather": 8},
        "plies": 41,
        "over": True,
        **changes,
    }
    return found
