"""Measures Slay the Spire, and plays at random to compare the results with those of others.

Run by `make bench WHAT=spire`, which makes the compiled build first. The figures are those of
`benchmarks.run`: both builds take turns, a process each, on one core, and the medians count.

The second part is a check of the rules. Fights at random give the share that is won, the HP left
and the number of turns; a dossier on the game has these figures from other simulators, for ten
fights at ascension 0 with the starter deck. Each step is drawn uniformly from the end of the turn
and every playable card with every living target; a card equal to its left neighbour is skipped.

The results are saved in `benchmarks/results/spire.json`, and `docs/performance.md` quotes them.
"""

import json
import math
import statistics
from typing import NamedTuple

from benchmarks.one_game import figures, read_arguments
from benchmarks.report import RESULTS, machine, progress, save, show, use_one_core
from kibitz.core.randomness import Rng, seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.cards import AIMS, AT_ENEMY, FACE_MASK
from kibitz.games.spire.gear import BURNING_BLOOD, NOT_OWNED
from kibitz.games.spire.moves import END, plays_of
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.rules.playing import can_be_played
from kibitz.games.spire.state import WON, Fight

FIGHTS = 20_000
QUICK_FIGHTS = 20
# How many fights the figures of the dossier come from.
THEIR_FIGHTS = 40_000
# How many standard errors count as chance.
ERRORS = 2.0


class Reference(NamedTuple):
    """What others have measured: percent won, mean HP when won (None: too few), mean turns."""

    won: float
    hp: float | None
    turns: float
    # How far the share may be off, besides chance; two simulators agree on the first two fights.
    near: float = 2.0


# How far the means may be off, besides chance.
NEAR_HP = 1.0
NEAR_TURNS = 0.1
REFERENCES = {
    "Cultist": Reference(54.7, 37.2, 7.45, 0.5),
    "Jaw Worm": Reference(66.0, 34.3, 9.54, 0.5),
    "2 Louse": Reference(99.6, 59.3, 5.45),
    "Small Slimes": Reference(99.0, 53.5, 7.56),
    "Blue Slaver": Reference(85.4, 30.6, 9.02),
    "2 Fungi Beasts": Reference(86.1, 35.6, 7.20),
    # 9.6 to 10.2: public simulators differ on when the Mad Gremlin gets angry.
    "Gremlin Gang": Reference(9.9, 13.7, 5.92),
    "Gremlin Nob": Reference(1.3, 13.9, 6.63),
    "Lagavulin": Reference(0.03, None, 10.0),
    "3 Sentries": Reference(0.07, None, 7.86),
}


# Random fights.


def random_step(game: Spire, s: Fight, rng: Rng) -> None:
    """Plays a card of the hand on a target, or ends the turn, each as likely as the others."""
    hand = s.hand
    choices = [(-1, 0)]
    for place, card in enumerate(hand):
        if place > 0 and hand[place - 1] == card:
            continue
        if cost_of(s, card) > s.energy or not can_be_played(s, card):
            continue
        if AIMS[card & FACE_MASK] == AT_ENEMY:
            choices += [(place, 1 + at) for at, each in enumerate(s.monsters) if each.alive]
        else:
            choices.append((place, 0))
    place, play = choices[rng.below(len(choices))]
    if place < 0:
        game.play(s, END)
        return
    # A play takes the first of equal cards: the one that was drawn goes to its place.
    card = hand.pop(place)
    hand.insert(hand.index(card) if card in hand else place, card)
    game.play(s, plays_of(card)[play])


class Row(NamedTuple):
    """The results of random fights: every final HP of those won, the turns of all."""

    name: str
    hp: list[int]
    turns: list[int]

    @property
    def won(self) -> float:
        return 100 * len(self.hp) / len(self.turns)

    def gaps(self) -> list[tuple[float, float]]:
        """Returns how far each figure is from the reference, and how far it may be."""
        known = REFERENCES[self.name]
        share = known.won / 100
        chance = math.sqrt(share * (1 - share) * (1 / len(self.turns) + 1 / THEIR_FIGHTS))
        found = [(abs(self.won - known.won), known.near + 100 * ERRORS * chance)]
        if known.hp is not None and self.hp:
            found.append((abs(statistics.fmean(self.hp) - known.hp), NEAR_HP + error(self.hp)))
        found.append(
            (abs(statistics.fmean(self.turns) - known.turns), NEAR_TURNS + error(self.turns))
        )
        return found

    @property
    def agrees(self) -> bool:
        """Whether all figures are near those of the dossier."""
        return all(gap <= most for gap, most in self.gaps())

    def cells(self) -> list[str]:
        """Writes one line of the table."""
        known = REFERENCES[self.name]
        hp = f"{statistics.fmean(self.hp):.1f}" if self.hp else "-"
        return [
            self.name,
            f"{self.won:.2f} %",
            f"{known.won:g} %",
            hp,
            "-" if known.hp is None else f"{known.hp:g}",
            f"{statistics.fmean(self.turns):.2f}",
            f"{known.turns:g}",
            "agrees" if self.agrees else "DIFFERS",
        ]

    def to_json(self) -> dict[str, object]:
        known = REFERENCES[self.name]
        return {
            "name": self.name,
            "fights": len(self.turns),
            "won": self.won,
            "hp": statistics.fmean(self.hp) if self.hp else None,
            "turns": statistics.fmean(self.turns),
            "dossier": {"won": known.won, "hp": known.hp, "turns": known.turns},
            "agrees": self.agrees,
        }


def error(values: list[int]) -> float:
    """Returns how far the mean of values may be off by chance."""
    if len(values) < 2:
        return math.inf
    return ERRORS * statistics.stdev(values) / math.sqrt(len(values))


def random_fights(name: str, fights: int) -> Row:
    """Plays fights with distinct seeds and returns their results.

    Burning Blood is taken away, because the HP before it count.
    """
    game = Spire(encounter=name)
    rng = seeded(f"policy of {name}")
    row = Row(name, [], [])
    for seed in range(fights):
        s = game.setup(seeded(f"{name} {seed}"))
        s.relics[BURNING_BLOOD] = NOT_OWNED
        while not s.over:
            random_step(game, s, rng)
        row.turns.append(s.turn)
        if s.reason == WON:
            row.hp.append(s.hp)
    return row


def main() -> None:
    given = read_arguments("spire", "fights", FIGHTS, __doc__)
    use_one_core()
    repeats = 1 if given.quick else given.repeats
    table, results = figures("spire", given)
    rows = []
    for index, name in enumerate(REFERENCES, start=1):
        progress(index, len(REFERENCES), name)
        rows.append(random_fights(name, QUICK_FIGHTS if given.quick else given.count))
    document: dict[str, object] = {
        "command": "make bench WHAT=spire",
        **machine(),
        "repeats": repeats,
        "quick": given.quick,
        "results": results,
        "random fights": [row.to_json() for row in rows],
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        show(f"Medians of {repeats}, one core", table[0], table[1:])
        titles = ["fight", "won", "theirs", "HP", "theirs", "turns", "theirs", ""]
        show(f"Random fights, {len(rows[0].turns):,} each", titles, [row.cells() for row in rows])
    output = given.output or (None if given.quick else RESULTS / "spire.json")
    if output is not None:
        save(document, output)


if __name__ == "__main__":
    main()
