"""The acts of a run: their maps, bosses and encounters.

Encounters and their odds come from the table of the game, by act and pool, so an act can be played
as soon as the table has its boss. `acts.json` has what is left of an act: how many of the first
fights are weak ones, how likely a card of a reward is upgraded, in percent, and which encounters
are not the first strong one after which weak one.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from kibitz.communicationmod.host.map import draw_last_map, draw_map
from kibitz.core.randomness import Rng
from kibitz.games.spire.monsters import pick_encounter, pool_of

# Any: JSON, one object for each act.
ACTS: Final[list[dict[str, Any]]] = json.loads(
    files("kibitz.communicationmod.host").joinpath("acts.json").read_text(encoding="utf-8")
)
# The act of the Heart, and the last one that needs no keys.
HEART: Final = len(ACTS)
LAST_PLAIN: Final = HEART - 1

# The same encounter comes back after two others at the earliest, an elite after one other.
NO_REPEAT: Final = 2
NO_ELITE_REPEAT: Final = 1
# From this ascension on, the last plain act has two bosses.
TWO_BOSSES_FROM: Final = 20
# From this ascension on, half as many cards of rewards are upgraded.
FEWER_UPGRADED_FROM: Final = 12


def encounters_of(act: int, pool: str) -> dict[str, float]:
    """Returns the encounters of a pool with their weights."""
    return pool_of(pool if act == 1 else f"act {act} {pool}")


# How many acts can be played: those of which the table has a boss.
PLAYABLE: Final = max(act for act in range(1, HEART + 1) if encounters_of(act, "boss"))


class Act:
    """One act of a run.

    Attributes:
        number: its number, from 1.
        map: its map.
        bosses: the bosses at its end, one after the other.
        met: the encounters that were met, but for elites.
        met_elites: the elites that were met.
        unknown: the chances of what a question mark is but for an event, as far as they have grown.
        upgraded: how likely a card of a reward is upgraded, in percent.
        marks: how many question marks were entered.
        seen: the ids of the events and shrines that were met in this act.
    """

    def __init__(self, number: int, dice: Rng, ascension: int, burning: bool) -> None:
        self.number: Final = number
        self.map: Final = draw_last_map() if number == HEART else draw_map(dice, ascension, burning)
        bosses = sorted(encounters_of(number, "boss"))
        dice.shuffle(bosses)
        double = number == LAST_PLAIN and ascension >= TWO_BOSSES_FROM
        self.bosses: Final = bosses[: 2 if double else 1]
        rarer = 2 if ascension >= FEWER_UPGRADED_FROM else 1
        self.upgraded: Final[float] = ACTS[number - 1]["upgraded"] / rarer
        self.met: Final[list[str]] = []
        self.met_elites: Final[list[str]] = []
        self.unknown: Final[dict[str, int]] = {}
        self.marks = 0
        self.seen: Final[list[str]] = []

    def next_encounter(self, dice: Rng) -> str:
        """Picks the next encounter of monsters: some weak ones, then strong ones."""
        own = ACTS[self.number - 1]
        fights = len(self.met)
        pool = encounters_of(self.number, "weak" if fights < own["weak"] else "strong")
        barred = self.met[-NO_REPEAT:]
        if 0 < fights == own["weak"]:
            barred = [*barred, *own["not after"].get(self.met[-1], [])]
        return pick_new(pool, self.met, barred, dice)

    def next_elite(self, dice: Rng) -> str:
        """Picks the next elite."""
        pool = encounters_of(self.number, "elite")
        return pick_new(pool, self.met_elites, self.met_elites[-NO_ELITE_REPEAT:], dice)


def pick_new(pool: Mapping[str, float], met: list[str], barred: list[str], dice: Rng) -> str:
    """Picks an encounter that is not barred, if the pool has one, and notes it as met."""
    left = {name: weight for name, weight in pool.items() if name not in barred}
    met.append(pick_encounter(left or pool, dice))
    return met[-1]
