"""Named streams of chance."""

import pickle

from kibitz.core.randomness import hidden_rng, seeded
from kibitz.core.state import Streams


def streams(seed: int = 7) -> Streams:
    return Streams(seeded(seed).child("streams"))


def draws(held: Streams, name: str, count: int = 8) -> list[int]:
    return [held.get(name).below(1000) for _ in range(count)]


def test_same_seed_and_name_draw_the_same_numbers() -> None:
    assert draws(streams(), "deck:0") == draws(streams(), "deck:0")
    assert draws(streams(), "deck:0") != draws(streams(8), "deck:0")


def test_names_draw_different_numbers() -> None:
    assert draws(streams(), "deck:0") != draws(streams(), "deck:1")


def test_an_extra_draw_in_one_stream_does_not_move_another() -> None:
    plain, busy = streams(), streams()
    draws(plain, "deck:0", 3)
    draws(busy, "deck:0", 3)
    draws(busy, "coin", 5)
    assert draws(plain, "deck:0") == draws(busy, "deck:0")


def test_the_order_of_first_use_does_not_matter() -> None:
    one, two = streams(), streams()
    first = (draws(one, "coin"), draws(one, "deck:0"))
    second = (draws(two, "deck:0"), draws(two, "coin"))
    assert first == (second[1], second[0])


def test_a_stream_goes_on_where_it_was() -> None:
    held = streams()
    assert draws(held, "coin", 4) + draws(held, "coin", 4) == draws(streams(), "coin", 8)


def test_clone_draws_the_same_and_is_independent() -> None:
    held = streams()
    draws(held, "coin", 3)
    twin = held.clone()
    assert twin == held
    assert draws(twin, "coin") == draws(held.clone(), "coin")
    assert twin != held


def test_key_covers_base_and_position() -> None:
    held = streams()
    before = held.key()
    held.get("coin").word()
    assert held.key() != before
    assert streams(7).key() != streams(8).key()


def test_pickle_round_trip() -> None:
    held = streams()
    draws(held, "coin", 3)
    loaded = pickle.loads(pickle.dumps(held))
    assert loaded == held
    assert draws(loaded, "coin") == draws(held, "coin")


def test_blank_holds_no_dice_and_no_trace_of_use() -> None:
    used = streams()
    draws(used, "coin")
    assert used.blank() == streams(8).blank() == Streams(hidden_rng())


def test_filled_differs_from_the_match_and_from_call_to_call() -> None:
    view, rng = streams().blank(), seeded("agent")
    worlds = [draws(view.filled(rng), "coin") for _ in range(4)]
    assert len({tuple(world) for world in worlds}) == 4
    assert draws(streams(), "coin") not in worlds
