"""What an agent can find out about the deal by trying seeds."""

from dataclasses import replace
from hashlib import blake2b
from typing import Any, ClassVar

import pytest

from kibitz.agents.random import RandomAgent
from kibitz.arena.backend import Serial
from kibitz.arena.result import fingerprint
from kibitz.arena.series import Ladder, Matrix
from kibitz.arena.setup import Setup
from kibitz.arena.tournament import play
from kibitz.core import Advice, Observation, Rng, seeded
from kibitz.core.randomness import AGENTS, SEED_BYTES
from kibitz.games.leduc.state import LeducState

WORD = 2**32


class Peeking:
    """Plays at random, and tries to find out the seed, and with it the cards of the other seat.

    It knows all that is public: how generators follow from seeds, that this is the first deal,
    and where it sits.
    """

    found: ClassVar[list[tuple[int | None, int | None]]] = []

    def __init__(self, tries: int) -> None:
        self.tries = tries
        self.done = False

    def advise(self, seen: Observation[LeducState, LeducState]) -> Advice[LeducState]:
        if not self.done:
            seed = self.find_seed(seen)
            other = None
            if seed is not None:
                other = seen.game.setup(seeded(f"{seed}/0")).cards[1 - seen.seat]
            self.found.append((seed, other))
            self.done = True
        return RandomAgent().advise(seen)

    def find_seed(self, seen: Observation[Any, Any]) -> int | None:
        """Tries the first seeds until one gives the generator of this observation."""
        start = unwound(seen.rng)
        # The first deal; its first move is the first or the second one of the game.
        place = f"/0/{seen.seat}/{seen.seat}"
        for seed in range(self.tries):
            found = blake2b(f"{seed}{place}".encode(), person=AGENTS, digest_size=SEED_BYTES)
            if found.digest() == start:
                return seed
        return None


def unwound(rng: Rng) -> bytes:
    """Turns a generator back to the hash that it was made from."""
    a, b, c, counter = rng.key()
    while counter > 1:
        counter -= 1
        before = a
        for _ in range(4):  # solves a == x ^ (x >> 9) for x
            before = a ^ (before >> 9)
        last = b * pow(9, -1, WORD) % WORD
        total = (c - ((last << 21) % WORD | last >> 11)) % WORD
        a, b, c = (total - before - counter) % WORD, before, last
    return b"".join(word.to_bytes(4, "little") for word in (a, b, c))


def peek(setup: Setup) -> list[tuple[int | None, int | None]]:
    """Plays a deal from both seats; returns the seeds and cards that were found, by game."""
    Peeking.found.clear()
    play(setup, Serial())
    return [*Peeking.found]


def against_peeking(tries: int) -> Setup:
    return Setup("leduc", (f"{__name__}:Peeking:tries={tries}", "random"), deals=1)


@pytest.mark.parametrize(
    "tries", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)], ids=["some", "a million"]
)
def test_agent_does_not_find_out_the_seed_by_trying(tries: int) -> None:
    assert peek(against_peeking(tries)) == [(None, None)] * 2


def test_agent_finds_out_a_small_seed_and_every_card() -> None:
    # Whatever repeats with a number that was given by hand can be repeated by an agent.
    setup = replace(against_peeking(1000), seed=700)
    dealt = setup.load().setup(seeded("700/0")).cards
    assert peek(setup) == [(700, dealt[1]), (700, dealt[0])]


def test_default_seed_is_another_one_each_time_and_repeats_the_tournament() -> None:
    one, other = (Setup("leduc", ("random", "random"), deals=20) for _ in range(2))
    assert one.seed != other.seed
    assert {type(one.seed), type(other.seed)} == {str}
    results = play(one, Serial())
    assert fingerprint(play(replace(other, seed=one.seed), Serial())) == fingerprint(results)
    assert fingerprint(play(other, Serial())) != fingerprint(results)


def test_default_seeds_of_ladders_and_matrices_are_random() -> None:
    for kind, arguments in (
        (Ladder, ("leduc", {}, "greedy", "worlds", 1)),
        (Matrix, ("pokemon", {}, "random", "decks", ("zap", "blackout"))),
    ):
        one, other = kind(*arguments), kind(*arguments)
        assert one.seed != other.seed
        assert len(str(one.seed)) == len(str(other.seed)) == 14
