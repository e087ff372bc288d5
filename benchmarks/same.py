"""Writes down what all games and agents do, to show that a rebuilding changed nothing.

    python -m benchmarks.same --write FILE       before the change
    python -m benchmarks.same --compare FILE     after it; names the first position that differs

In 300 positions of random play of each game, it takes the legal moves, how they are typed, read
again and described, the refusals of other seats, the drawings, the position document, and the
advice of every agent (of slow ones in every tenth position); then the journal of a small
tournament. A file holds a hash for each, so interpreted and compiled builds can be compared too.
With `--quick`, 20 positions of each game are enough to find most mistakes.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import kibitz
from kibitz import games
from kibitz.agents.registry import agent_names, make_agent
from kibitz.arena import Serial, Setup, play
from kibitz.core.errors import KibitzError
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import seeded
from kibitz.core.value import Json

POSITIONS, QUICK_POSITIONS = 300, 20
# A slow agent is asked in one of this many positions.
RARELY = 10
# The moves between two positions: a few matches then reach all phases.
STRIDE = 3
LONGEST_MATCH = 400

# Options under which each game is played in turn.
SETTINGS: dict[str, list[dict[str, Json]]] = {
    "dronewars": [
        {},
        {"decks": "manticore / standard", "placements": "ask"},
        {"decks": "test ai / manticore strategic", "ruleset": "first_hull"},
    ],
    "gundam": [{}, {"decks": "C / D"}, {"decks": "D / A", "first": "1"}],
    "jaipur": [{}, {"rounds": 1}],
    "lorcana": [{}, {"decks": "B / C"}, {"decks": "C / A"}],
    "pokemon": [
        {"decks": "brushfire / blackout"},
        {"decks": "overgrowth / zap"},
        {"decks": "starter / blackout"},
    ],
    "spire": [
        {},
        {"deck": "exhaust", "encounter": "elite", "potions": "fire potion, block potion"},
        {"deck": "strength", "encounter": "boss", "ascension": 20},
        {"character": "silent", "deck": "shivs", "encounter": "strong"},
        {"character": "silent", "deck": "poison", "encounter": "boss"},
    ],
}
# Budgets for agents that would take long; an agent that is not named plays with its defaults.
BUDGETS = {
    "ismcts": "ismcts:iterations=40",
    "beam": "beam:nodes=40",
    "expert": "expert:worlds=1,follow=2,nodes=200",
    "planner": "planner:worlds=1,nodes=200",
}
SLOW = frozenset(("beam", "expert", "ismcts", "planner", "sharp", "generator"))


def hashed(document: object) -> str:
    """Returns a short fingerprint of a JSON document."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def matches(name: str) -> Iterator[Any]:  # Any: games are known by name only
    """Plays matches at random, one for each setting in turn, and yields each after some moves."""
    for number in range(10**6):
        settings = SETTINGS.get(name, [{}])
        game = games.load_with(name, settings[number % len(settings)])
        match = kibitz.RuleEngine(game, seed=f"same/{number}", agent_seed=f"agents/{number}")
        rng = seeded(f"moves/{name}/{number}")
        while match.outcome is None and match.ply < LONGEST_MATCH:
            if match.ply % STRIDE == number % STRIDE:
                yield match
            match.play(rng.pick(match.legal_moves()))


def facts_of(match: Any, number: int) -> dict[str, object]:  # Any: as above
    """Returns everything that the game and its agents say about one position, by name."""
    game, state, seen = match.game, match.state, match.observe()
    facts: dict[str, object] = {
        "state": match.state_hash,
        "moves": [str(move) for move in seen.moves],
        "json": [move.to_json() for move in seen.moves],
        "read": [game.parse(state, str(move)).to_json() for move in seen.moves],
        "described": [game.describe(seen.view, move) for move in seen.moves],
        "drawn": [game.render(match.view(seat)) for seat in (*range(game.seats), SPECTATOR)],
        "standing": [game.standing(state), game.score(state)],
    }
    for seat in range(game.seats):
        entries = match.enumerate_moves(seat, include_metadata=True, max_per_move=5)
        facts[f"entries {seat}"] = [
            [str(entry.move), None if entry.is_valid else entry.validation_error.reason]
            for entry in entries
        ]
    try:
        document = game.position(seen.view)
        facts["position"] = document
        facts["position again"] = game.position(game.read_position(document))
    except KibitzError as error:
        facts["position"] = str(error)
    for name in agent_names(game):
        if name != "human" and (name not in SLOW or number % RARELY == 0):
            advice = make_agent(game, BUDGETS.get(name, name)).advise(match.observe())
            written = advice.to_json()
            del written["seconds"]
            facts[f"agent {name}"] = [written, game.explain(seen.view, advice)]
    return facts


def journal_of(name: str) -> list[object]:
    """Plays a small tournament and returns its results, without the times."""
    options = SETTINGS.get(name, [{}])[0]
    players = ("greedy", "random", "random:seed=1")
    setup = Setup(name, players, options, deals=2, seed="same", records="all")
    rows: list[object] = []
    for result in play(setup.installed(), Serial()):
        row = result.to_json()
        rows.append({key: value for key, value in row.items() if key != "micros"})
    return rows


def collect(names: list[str], count: int) -> dict[str, list[dict[str, str]]]:
    """Returns the hashes of all facts: for each game, one row for each position."""
    found: dict[str, list[dict[str, str]]] = {}
    for name in names:
        start = time.perf_counter()
        rows: list[dict[str, str]] = []
        for number, match in zip(range(count), matches(name), strict=False):
            rows.append({fact: hashed(held) for fact, held in facts_of(match, number).items()})
        rows.append({"journal": hashed(journal_of(name))})
        found[name] = rows
        seconds = time.perf_counter() - start
        print(f"{name}: {count} positions in {seconds:.0f} s", file=sys.stderr)
    return found


def differences(
    before: dict[str, list[dict[str, str]]], now: dict[str, list[dict[str, str]]]
) -> list[str]:
    """Lists what differs, each kind of fact once for each game, at its first position."""
    found: list[str] = []
    for name, rows in now.items():
        seen: set[str] = set()
        for number, (old, new) in enumerate(zip(before.get(name, []), rows, strict=False)):
            for fact in {**old, **new}:
                if fact not in seen and old.get(fact) != new.get(fact):
                    seen.add(fact)
                    found.append(f"{name}: {fact!r} differs, first in position {number}")
    return found


def main() -> int:
    """Writes or compares the hashes; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--compare", type=Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("games", nargs="*", help="all games by default")
    args = parser.parse_args()
    now = collect(args.games or games.names(), QUICK_POSITIONS if args.quick else POSITIONS)
    if args.write is not None:
        args.write.write_text(json.dumps(now, indent=0) + "\n")
    if args.compare is None:
        return 0
    found = differences(json.loads(args.compare.read_text()), now)
    print("\n".join(found) or "nothing differs")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
