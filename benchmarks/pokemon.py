"""Measures the Pokémon TCG, and compares the share of mulligans with what it must be.

Run by `make bench WHAT=pokemon`, which makes the compiled build first. The figures are random games
and actions a second with two theme decks, the time of lists and copies, of a decision of `greedy`,
and the iterations of `ismcts` in the middle of a match.

The second part is a check of the rules. The share of opening hands without a Basic Pokémon follows
from the number of Basic Pokémon in a deck; the deals of each theme deck are counted and compared
with it. Random matches give the number of turns, and how matches end.

The results are saved in `benchmarks/results/pokemon.json`, and `docs/performance.md` quotes them.
"""

import json
import math
from collections import Counter
from typing import NamedTuple

from benchmarks.one_game import figures, read_arguments
from benchmarks.report import RESULTS, machine, progress, save, show, use_one_core
from kibitz.core.agent import play_out
from kibitz.core.randomness import seeded
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import DECKS, IS_BASIC

MATCHES = 10_000
QUICK_MATCHES = 20
OPENING_HAND = 7
# How many standard errors count as chance.
ERRORS = 3.0


class Row(NamedTuple):
    """The results of random matches of a deck against itself."""

    name: str
    basics: int
    hands: int
    mulligans: int
    turns: int
    endings: Counter[str]

    @property
    def share(self) -> float:
        """The share of opening hands without a Basic Pokémon."""
        return self.mulligans / self.hands

    @property
    def expected(self) -> float:
        """The share that it must be, from the number of Basic Pokémon in the deck."""
        return math.comb(60 - self.basics, OPENING_HAND) / math.comb(60, OPENING_HAND)

    @property
    def agrees(self) -> bool:
        """Whether the difference can be chance."""
        error = math.sqrt(self.expected * (1 - self.expected) / self.hands)
        return abs(self.share - self.expected) <= ERRORS * error

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.endings.total()

    def cells(self) -> list[str]:
        """Writes one line of the table."""
        return [
            self.name,
            str(self.basics),
            f"{self.share:.1%}",
            f"{self.expected:.1%}",
            "agrees" if self.agrees else "DIFFERS",
            f"{self.turns / self.matches:.1f}",
            *[
                f"{self.endings[reason] / self.matches:.0%}"
                for reason in ("prizes", "no pokemon", "deck out")
            ],
        ]

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "matches": self.matches,
            "basics": self.basics,
            "hands": self.hands,
            "mulligans": self.share,
            "expected": self.expected,
            "agrees": self.agrees,
            "turns": self.turns / self.matches,
            "endings": dict(self.endings),
        }


def random_matches(name: str, count: int) -> Row:
    """Plays matches of a deck against itself; sudden deaths are not dealt again here."""
    game = PokemonTcg(decks=name, sudden_death=False)
    rng = seeded(f"policy of {name}")
    mulligans = turns = 0
    endings: Counter[str] = Counter()
    for seed in range(count):
        s = game.setup(seeded(f"{name} {seed}"))
        mulligans += len(s.board.mulligans)
        play_out(game, s, rng)
        turns += s.turn
        endings[s.reason] += 1
    basics = sum(IS_BASIC[card] for card in game.decks[0])
    return Row(name, basics, 2 * count + mulligans, mulligans, turns, endings)


def main() -> None:
    given = read_arguments("pokemon", "matches", MATCHES, __doc__)
    use_one_core()
    table, results = figures("pokemon", given)
    rows = []
    for index, name in enumerate(DECKS, start=1):
        progress(index, len(DECKS), name)
        rows.append(random_matches(name, QUICK_MATCHES if given.quick else given.count))
    repeats = 1 if given.quick else given.repeats
    document: dict[str, object] = {
        "command": "make bench WHAT=pokemon",
        **machine(),
        "repeats": repeats,
        "quick": given.quick,
        "results": results,
        "random matches": [row.to_json() for row in rows],
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        show(f"Medians of {repeats}, one core", table[0], table[1:])
        titles = ["deck", "Basics", "mulligans", "expected", "", "turns"]
        titles += ["by Prizes", "no Pokémon", "deck out"]
        show(f"Random matches, {rows[0].matches:,} each", titles, [row.cells() for row in rows])
    output = given.output or (None if given.quick else RESULTS / "pokemon.json")
    if output is not None:
        save(document, output)


if __name__ == "__main__":
    main()
