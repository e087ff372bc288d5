"""Games are played to their end in place, by chance or by a policy."""

from kibitz.core import Move, Policy, Rng, seeded
from kibitz.core.agent import play_out
from tests.core.nim import Heap, Nim, Take


class TakesOne(Policy[Heap]):
    """Takes one stone from an even heap, and leaves the rest to chance."""

    def choose(self, state: Heap, rng: Rng) -> Move[Heap] | None:
        return Take(1) if state.stones % 2 == 0 else None


class TakesOneAlways(Policy[Heap]):
    """Takes one stone each time."""

    def choose(self, state: Heap, rng: Rng) -> Move[Heap] | None:
        return Take(1)


def test_play_out_ends_the_game_and_counts_its_moves() -> None:
    game = Nim(20)
    lengths = []
    for seed in range(20):
        state = game.setup(seeded(seed))
        lengths.append(play_out(game, state, seeded(seed)))
        assert state.over
        assert state.stones == 0
    assert all(7 <= length <= 20 for length in lengths)
    assert len(set(lengths)) > 1


def test_play_out_of_a_finished_game_plays_nothing() -> None:
    game = Nim(1)
    state = game.setup(seeded(1))
    game.play(state, Take(1))
    assert play_out(game, state, seeded(1)) == 0


def test_play_out_follows_a_policy_and_leaves_the_rest_to_chance() -> None:
    game = Nim(20)
    assert play_out(game, game.setup(seeded(1)), seeded(1), TakesOneAlways()) == 20
    lengths = {play_out(game, game.setup(seeded(1)), seeded(n), TakesOne()) for n in range(20)}
    assert len(lengths) > 1


def test_play_out_repeats_with_the_same_generator() -> None:
    game = Nim(30)
    one, other = game.setup(seeded(1)), game.setup(seeded(1))
    assert play_out(game, one, seeded("x")) == play_out(game, other, seeded("x"))
    assert one == other


def test_play_out_stops_at_its_limit() -> None:
    game = Nim(20)
    state = game.setup(seeded(1))
    assert play_out(game, state, seeded(1), TakesOneAlways(), limit=5) == 5
    assert not state.over
    assert state.stones == 15
