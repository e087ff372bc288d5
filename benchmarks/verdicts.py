"""Simulates tournaments, and counts how often intervals hold the truth and tests are wrong.

Run by `make bench WHAT=verdicts`. The strengths of the simulated players are known, so every
interval that the arena prints can be compared with the truth: 95 of 100 should hold it. The results
of games are drawn at random, then summarised by the arena's own functions. Sequential tests run on
pairs drawn in the same way, with a difference that is that of H0 or that of H1.

The results are saved in `benchmarks/results/verdicts.json`, and `docs/concepts/arena.md` quotes
them.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean
from typing import Literal

from benchmarks.report import RESULTS, machine, progress, save, show
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import Setup
from kibitz.arena.sprt import Sprt
from kibitz.arena.statistics import expected_score
from kibitz.arena.summary import Mean, Summary, mean_of, share_of, summarise

TOURNAMENTS, QUICK_TOURNAMENTS = 500, 1
RUNS, QUICK_RUNS = 2000, 2
# How many of 100 intervals should hold the truth, and how many tests may be wrong.
LEAST, MOST = 93.0, 97.0
MOST_ERRORS = 6.0

# An interval: its kind, its lower end, the truth, and its upper end.
Check = tuple[str, float, float, float]
# How the two games of a deal belong together: not at all, both end alike, or the same seat wins.
Link = Literal["independent", "alike", "opposed"]
# The share of deals in which they do.
LINKED = 0.7
# What the first of two equal players wins in a game, as a rule a little and sometimes a lot less;
# and how likely that is. The shape is that of Leduc between a careful player and a bold one.
CHIPS = {1.0: 0.62, 3.0: 0.12, -1.0: 0.08, -5.0: 0.1, -11.0: 0.08}
MEAN_CHIPS = sum(chips * share for chips, share in CHIPS.items())


@dataclass(frozen=True)
class World:
    """How simulated games end.

    Attributes:
        name: what is special about it.
        game: whose rules say what counts: wins in Jaipur, chips in Leduc.
        strengths: the true strengths of the players: Elo points, or chips.
        deals: how many deals a tournament has.
        link: how the two games of a deal belong together.
        draws: the share of games that are drawn, if wins count.
        skewed: whether chips are distributed as in `CHIPS`, and not normally.
    """

    name: str
    game: str
    strengths: tuple[float, ...]
    deals: int = 100
    link: Link = "independent"
    draws: float = 0.0
    skewed: bool = False

    def setup(self) -> Setup:
        """Returns a tournament of this world."""
        players = ("random",) * len(self.strengths)
        return Setup(self.game, players, deals=self.deals, seed=0).installed()

    def difference(self, one: int, other: int) -> float:
        """Returns the true difference between two players."""
        return self.strengths[one] - self.strengths[other]


WINS, EXTREME, CLOSE = (150.0, 0.0, -150.0), (400.0, -200.0, -200.0), (50.0, 0.0, -50.0)
AMOUNTS = (1.0, 0.0, -1.0)
WORLDS = (
    World("independent games", "jaipur", WINS),
    World("pairs alike", "jaipur", WINS, link="alike"),
    World("pairs opposed", "jaipur", WINS, link="opposed"),
    World("half of the games drawn", "jaipur", CLOSE, draws=0.5),
    World("scores of 97 %", "jaipur", EXTREME),
    World("scores of 97 %, alike", "jaipur", EXTREME, link="alike"),
    World("scores of 97 %, opposed", "jaipur", EXTREME, link="opposed"),
    World("25 deals", "jaipur", WINS, deals=25),
    World("25 deals, alike", "jaipur", WINS, deals=25, link="alike"),
    World("25 deals, opposed", "jaipur", WINS, deals=25, link="opposed"),
    World("chips, independent games", "leduc", AMOUNTS),
    World("chips, pairs alike", "leduc", AMOUNTS, link="alike"),
    World("chips, pairs opposed", "leduc", AMOUNTS, link="opposed"),
    World("chips, large losses", "leduc", AMOUNTS, skewed=True),
    World("chips, large losses, opposed", "leduc", AMOUNTS, link="opposed", skewed=True),
    World("chips, 25 deals", "leduc", AMOUNTS, deals=25),
    World("chips, 25 deals, large losses", "leduc", AMOUNTS, deals=25, skewed=True),
)
BY_NAME = {world.name: world for world in WORLDS}
# The tests by name: how games end, and the test.
TESTS = {
    **{
        name: (BY_NAME[name], Sprt(0, 40))
        for name in ("independent games", "pairs alike", "pairs opposed", "half of the games drawn")
    },
    "large difference": (BY_NAME["independent games"], Sprt(0, 150)),
    **{
        name: (BY_NAME[name], Sprt(560, 660))
        for name in ("scores of 97 %", "scores of 97 %, alike", "scores of 97 %, opposed")
    },
    **{
        world.name: (world, Sprt(0, 2, unit="chips"))
        for world in WORLDS
        if world.game == "leduc" and world.deals > 25
    },
    "chips, large losses, small difference": (
        BY_NAME["chips, large losses"],
        Sprt(0, 1, unit="chips"),
    ),
    "chips, large difference": (BY_NAME["chips, independent games"], Sprt(0, 6, unit="chips")),
}


# Games.


def pair_of(world: World, rng: Random, luck: float, difference: float) -> list[float]:
    """Draws the margins of the first of two players in the two games of a deal.

    Args:
        world: how games end.
        rng: the dice.
        luck: the luck of the deal, from 0 to 1.
        difference: how much stronger the first player is.
    """
    if world.link == "independent" or rng.random() >= LINKED:
        both = (rng.random(), rng.random())
    else:
        both = (luck, luck if world.link == "alike" else 1 - luck)
    return [margin_of(world, each, difference) for each in both]


def margin_of(world: World, luck: float, difference: float) -> float:
    """Returns how much more the first of two players gets in a game with this luck."""
    if world.game == "leduc":
        return difference + 2 * (skewed(luck) if world.skewed else normal(luck))
    won = expected_score(difference) - world.draws / 2
    return 2.0 if luck < won else 0.0 if luck < won + world.draws else -2.0


def normal(luck: float) -> float:
    """Returns chips that are distributed normally, with a deviation of 5 and the mean 0."""
    return 5 * NormalDist().inv_cdf(min(max(luck, 1e-12), 1 - 1e-12))


def skewed(luck: float) -> float:
    """Returns chips that are distributed as in `CHIPS`, with the mean 0."""
    for chips, share in CHIPS.items():
        luck -= share
        if luck < 0:
            return chips - MEAN_CHIPS
    return -MEAN_CHIPS + min(CHIPS)


def simulate(world: World, setup: Setup, rng: Random) -> Summary:
    """Draws the games of a tournament, and summarises them."""
    schedule, games = setup.schedule(), list[GameResult]()
    for _ in range(world.deals):
        luck = rng.random()
        for pair in combinations(range(len(world.strengths)), 2):
            for margin in pair_of(world, rng, luck, world.difference(*pair)):
                fixture = schedule.fixture(len(games))
                first = margin if fixture.players[0] == pair[0] else -margin
                games.append(game_of(fixture, first))
    return summarise(setup, games)


def game_of(fixture: Fixture, margin: float) -> GameResult:
    """Returns a game in which the first seat gets `margin` more than the second."""
    winner = 0 if margin > 0 else 1 if margin < 0 else None
    returns = (margin / 2, -margin / 2)
    number, deal, players = fixture.number, fixture.deal, fixture.players
    return GameResult(number, deal, players, winner, returns, "", 0, "", ((), ()), ((), ()))


# Intervals.


def coverage(world: World, tournaments: int) -> dict[str, float]:
    """Returns how many of 100 intervals of each kind hold the truth."""
    setup, held = world.setup(), dict[str, list[bool]]()
    for run in range(tournaments):
        rng = Random(f"{world.name} {run}")
        summary = simulate(world, setup, rng)
        found = checks_of_amounts if world.game == "leduc" else checks_of_wins
        for kind, low, truth, high in (*found(world, summary), *checks_alone(world, rng)):
            held.setdefault(kind, []).append(low <= truth <= high)
    return {kind: 100 * fmean(each) for kind, each in held.items()}


def checks_of_wins(world: World, summary: Summary) -> Iterator[Check]:
    """Yields the intervals of a tournament in which wins count, with the truth between the ends."""
    for pairing in summary.pairings:
        truth = world.difference(*pairing.players)
        yield "pairing: score", pairing.low, expected_score(truth), pairing.high
        if pairing.rating is not None:
            yield "pairing: Elo", pairing.rating.low, truth, pairing.rating.high
    for standing in summary.standings:
        own = standing.player
        others = [player for player in range(len(world.strengths)) if player != own]
        score = fmean(expected_score(world.difference(own, other)) for other in others)
        yield "score", standing.low, score, standing.high
        if standing.rating is not None:
            yield "Elo", standing.rating.low, world.strengths[own], standing.rating.high
    yield "seat", summary.seats[0].low, 0.5, summary.seats[0].high


def checks_of_amounts(world: World, summary: Summary) -> Iterator[Check]:
    """Yields the intervals of a tournament in which amounts count."""
    for pairing in summary.pairings:
        yield check_mean("pairing: chips", pairing.difference, world.difference(*pairing.players))
    for standing in summary.standings:
        own = standing.player
        if standing.margin is not None:
            yield check_mean("chips", standing.margin, world.strengths[own])
        others = [player for player in range(len(world.strengths)) if player != own]
        returns = fmean(world.difference(own, other) / 2 for other in others)
        yield check_mean("return", standing.returns, returns)


def checks_alone(world: World, rng: Random) -> Iterator[Check]:
    """Yields the intervals of players who play every deal alone."""
    for strength in world.strengths:
        luck = [(deal, rng.random()) for deal in range(world.deals)]
        if world.game == "leduc":
            returns = [(deal, margin_of(world, each, strength)) for deal, each in luck]
            yield check_mean("alone: return", mean_of(returns), strength)
        else:
            rate = expected_score(strength)
            share = share_of((deal, float(each < rate)) for deal, each in luck)
            yield "alone: wins", share.low, rate, share.high


def check_mean(kind: str, mean: Mean, truth: float) -> Check:
    """Returns the interval of a mean, which there is with two or more deals."""
    if mean.low is None or mean.high is None:
        raise ValueError("there are too few deals")
    return kind, mean.low, truth, mean.high


# Sequential tests.


@dataclass(frozen=True)
class Errors:
    """How often a sequential test was wrong, of 100 runs, and how many pairs it took.

    Attributes:
        first: how often H1 was accepted although H0 was true.
        second: how often H0 was accepted although H1 was true.
        pairs: the mean number of pairs of both.
    """

    first: float
    second: float
    pairs: float


def errors_of(world: World, test: Sprt, runs: int) -> Errors:
    """Runs a sequential test where H0 is true, and where H1 is."""
    wrong: dict[str, list[bool]] = {"H0": [], "H1": []}
    pairs: list[int] = []
    for truth, difference in (("H0", test.low), ("H1", test.high)):
        for run in range(runs):
            rng = Random(f"{world.name} {test} {truth} {run}")
            state = test.verdict(pair_means(world, rng, difference))
            wrong[truth].append(state.verdict != truth)
            pairs.append(state.pairs)
    return Errors(100 * fmean(wrong["H0"]), 100 * fmean(wrong["H1"]), fmean(pairs))


def pair_means(world: World, rng: Random, difference: float) -> Iterator[float]:
    """Yields pairs without end: the mean margin, or the mean score if wins count."""
    while True:
        mean = fmean(pair_of(world, rng, rng.random(), difference))
        yield mean if world.game == "leduc" else (2 + mean) / 4


# The table.


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdicts", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--quick", action="store_true", help="simulate a little, to try it out")
    parser.add_argument("--output", type=Path, help="write the JSON to this file")
    arguments = parser.parse_args()
    tournaments = QUICK_TOURNAMENTS if arguments.quick else TOURNAMENTS
    runs = QUICK_RUNS if arguments.quick else RUNS
    total = len(WORLDS) + len(TESTS)
    held: dict[str, dict[str, float]] = {}
    for world in WORLDS:
        progress(len(held) + 1, total, world.name)
        held[world.name] = coverage(world, tournaments)
    errors: dict[str, Errors] = {}
    for name, (world, test) in TESTS.items():
        progress(len(held) + len(errors) + 1, total, f"test, {name}")
        errors[name] = errors_of(world, test, runs)
    document: dict[str, object] = {
        "command": "make bench WHAT=verdicts",
        **machine(),
        "quick": arguments.quick,
        "tournaments": tournaments,
        "runs": runs,
        "coverage": held,
        "errors": {name: vars(each) for name, each in errors.items()},
    }
    if arguments.json:
        print(json.dumps(document, indent=2))
    else:
        show_coverage("Wins: how many of 100 intervals hold the truth", held, "jaipur")
        show_coverage("Chips: how many of 100 intervals hold the truth", held, "leduc")
        rows = [error_row(name, each) for name, each in errors.items()]
        heads = ["sequential test", "bounds", "wrong under H0", "under H1", "pairs", ""]
        show("Of 100 sequential tests, how many are wrong", heads, rows)
    output = arguments.output or (None if arguments.quick else RESULTS / "verdicts.json")
    if output is not None:
        save(document, output)


def show_coverage(title: str, held: dict[str, dict[str, float]], game: str) -> None:
    """Prints the intervals of the worlds of a game."""
    worlds = [world.name for world in WORLDS if world.game == game]
    kinds = list(held[worlds[0]])
    rows: list[list[str]] = []
    for name in worlds:
        figures = [held[name][kind] for kind in kinds]
        met = all(LEAST <= each <= MOST for each in figures)
        rows.append([name, *(f"{each:.1f}" for each in figures), "met" if met else "MISSED"])
    show(title, ["tournaments", *kinds, ""], rows)


def error_row(name: str, errors: Errors) -> list[str]:
    """Formats one row of the table."""
    test = TESTS[name][1]
    met = max(errors.first, errors.second) <= MOST_ERRORS
    figures = [f"{errors.first:.1f}", f"{errors.second:.1f}", f"{errors.pairs:,.0f}"]
    bounds = f"{test.low:g}:{test.high:g} {test.measure}"
    return [name, bounds, *figures, "met" if met else "MISSED"]


if __name__ == "__main__":
    main()
