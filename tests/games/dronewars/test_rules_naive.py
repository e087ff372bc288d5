"""Battles played twice: by the package, and by a second, naive implementation of the rules.

After every move both must have the same state, and list the same legal moves.
"""

import pytest

from kibitz.core import seeded
from kibitz.core.randomness import Rng
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARDS, DRONES
from kibitz.games.dronewars.state import DEPLOYMENT
from tests.games.dronewars.naive import Naive, picture

EVERY_CARD = [card.word for card in CARDS[1:] if not card.patch_only]
EVERY_PATCHED_CARD = [card.word for card in CARDS[1:]]
EVERY_DRONE = [drone.word for drone in DRONES[1:] if not drone.token]
OPTIONS: dict[str, dict[str, object]] = {
    "standard": {},
    "first hull": {"ruleset": "first_hull", "reset_shields": True},
    "balance patch": {"balance_patch": True},
}


def some(words: list[str], count: int, rng: Rng) -> str:
    """Returns some of the words, none twice."""
    words = words.copy()
    rng.shuffle(words)
    return ", ".join(words[:count])


def random_game(name: str, seed: int, rng: Rng) -> DroneWars:
    """Makes a game with decks, drones and ships by chance; small decks run out."""
    options = OPTIONS[name]
    cards = EVERY_PATCHED_CARD if "balance_patch" in options else EVERY_CARD
    size = (8, 16, 30)[seed % 3]
    return DroneWars(
        " / ".join([some(cards, size, rng) for _ in (0, 1)]),
        " / ".join([some(EVERY_DRONE, 6, rng) for _ in (0, 1)]),
        round_cap=8,
        unchecked=True,
        **options,  # type: ignore[arg-type]  # options by name
    )


def choose(words: list[str], rng: Rng) -> str:
    """Chooses by chance; a kind of move first, so that rare ones are played, and seldom to pass."""
    if "pass" in words and len(words) > 1 and rng.below(8):
        words = [word for word in words if word != "pass"]
    verbs = sorted({word.split()[0] for word in words})
    verb = verbs[rng.below(len(verbs))]
    words = [word for word in words if word.split()[0] == verb]
    return words[rng.below(len(words))]


def compare(name: str, seed: int) -> set[str]:
    """Plays a battle twice and compares; returns the kinds of moves and cards that were played."""
    rng = seeded(f"{name}/{seed}")
    game = random_game(name, seed, rng)
    state = game.setup(seeded(seed))
    played: set[str] = set()
    naive: Naive | None = None
    while not state.over:
        moves = {str(move): move for move in game.legal(state)}
        where = f"{name}, seed {seed}, round {state.turn}"
        if naive is not None:
            assert sorted(moves) == sorted(naive.legal()), where
            assert naive.seat() == state.seat, where
        text = choose(list(moves), rng)
        game.play(state, moves[text])
        facts = picture(state)
        if naive is not None:
            naive.play(text)
            naive.adopt(facts)
            assert naive.facts == facts, f"{where}: {text}"
            verb, _, rest = text.partition(" ")
            played.add(f"play {rest.split(' > ')[0]}" if verb == "play" else verb)
        elif state.turn == 1 and state.phase >= DEPLOYMENT:
            rules = state.board.rules
            naive = Naive(
                facts,
                loss_hull=rules.loss_hull,
                reset_shields=rules.reset_shields,
                round_cap=rules.round_cap,
                patched=rules.balance_patch,
            )
    return played


@pytest.mark.slow
@pytest.mark.parametrize("name", list(OPTIONS))
def test_a_second_implementation_plays_the_same_battles(name: str) -> None:
    played: set[str] = set()
    for seed in range(50):
        played |= compare(name, seed)
    verbs = "discard done shield deploy attack move use recalculate reallocate recall intercept"
    wanted = set(f"{verbs} decline choose pass".split())
    cards = EVERY_PATCHED_CARD if name == "balance patch" else EVERY_CARD
    wanted |= {f"play {card}" for card in cards}
    assert wanted - played == set()
