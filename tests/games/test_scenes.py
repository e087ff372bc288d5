"""Every legal move of every game can be made by clicking, with the rule of the page."""

from typing import Any

import pytest

from kibitz.core import RuleEngine, seeded
from kibitz.games import load, names
from kibitz.testing.scene_laws import table_problems

# Decks with the cards that ask most: Powers, searches, and Trainers of every kind.
POWERS = (
    "4 abra, 3 kadabra, 2 alakazam, 4 squirtle, 2 wartortle, 2 blastoise, 4 bulbasaur,"
    " 2 venusaur, 3 electrode, 4 voltorb, 2 porygon, 2 clefairy, 4 pokemon breeder, 3 bill,"
    " 6 water, 6 psychic, 7 grass"
)
TRAINERS = (
    "4 porygon, 4 magikarp, 4 clefairy, 2 chansey, 2 computer search, 2 item finder,"
    " 2 pokemon trader, 2 devolution spray, 2 energy removal, 2 energy retrieval, 2 maintenance,"
    " 2 pokedex, 2 scoop up, 2 super energy removal, 2 super potion, 2 switch, 2 revive,"
    " 2 pokemon flute, 2 full heal, 4 gust of wind, 2 lass, 2 clefairy doll, 8 psychic"
)
# Options with which the positions of a game differ most; each gets its share of them.
OPTIONS: dict[str, list[dict[str, Any]]] = {  # Any: options of any game
    "pokemon": [
        {"decks": decks}
        for decks in ("overgrowth / zap", f"{POWERS} / {TRAINERS}", "zap / blackout")
    ],
    "lorcana": [{"decks": decks} for decks in ("A / B", "B / C", "C / A")],
    "gundam": [{"decks": decks} for decks in ("A / B", "C / D")],
    "dronewars": [
        {},
        {"decks": "manticore / standard", "placements": "ask"},
        {"balance_patch": True},
    ],
    "spire": [
        {"deck": deck, "encounter": pool, "potions": potions, "character": who}
        for who, deck in (("ironclad", "exhaust"), ("ironclad", "mid act"), ("silent", "shivs"))
        for pool, potions in (
            ("act 1", "fire potion, block potion"),
            ("elite", "attack potion, gambler's brew"),
        )
    ],
}
FEW = 60
MANY = 2_000


def unreachable(name: str, options: dict[str, Any], count: int) -> list[str]:
    """Plays random games and lists what is wrong with their tables, the first few of them."""
    found: list[str] = []
    seed = seen = 0
    while seen < count and len(found) < 5:
        match = RuleEngine(load(name, **options), seed=seed)
        rng = seeded(f"scenes/{seed}")
        seed += 1
        while match.outcome is None and seen < count:
            moves = match.legal_moves()
            problems = table_problems(match.game, match.view(match.seat), moves)
            found += [f"seed {seed - 1}, ply {match.ply}: {problem}" for problem in problems[:1]]
            seen += 1
            match.play(rng.pick(moves))
    return found


def check(name: str, count: int) -> None:
    sets = OPTIONS.get(name, [{}])
    for options in sets:
        assert unreachable(name, options, count // len(sets)) == []


@pytest.mark.parametrize("name", names())
def test_clicks_lead_to_every_move(name: str) -> None:
    check(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_clicks_lead_to_every_move_of_many_positions(name: str) -> None:
    check(name, MANY)
