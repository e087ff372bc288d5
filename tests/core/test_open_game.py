"""Games in which nothing is hidden, states that copy themselves, and how far a seat leads."""

import pytest

from examples.coin_game import Coins, Pot
from kibitz.core import SPECTATOR, TRUTH, OpenGame, Rng, State, hidden_rng, leads, seeded
from kibitz.core.move import Move
from kibitz.core.state import Streams


class Deal(State):
    """Numbers by seat, streams of chance, and whose view it is."""

    __match_args__ = ("rng", "seat", "over", "reason", "numbers", "streams", "viewer")

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        numbers: dict[str, list[int]],
        streams: Streams,
        viewer: int = TRUTH,
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.numbers = numbers
        self.streams = streams
        self.viewer = viewer


class Dealt(OpenGame[Deal]):
    id = "dealt"

    def kinds(self) -> list[type[Move[Deal]]]:
        return []


def deal() -> Deal:
    streams = Streams(seeded(2))
    streams.get("coin").word()
    return Deal(seeded(1), 0, False, "", {"a": [1, 2]}, streams)


def test_state_without_a_clone_of_its_own_is_copied_with_all_that_can_change() -> None:
    state = deal()
    twin = state.clone()
    assert (type(twin), twin) == (Deal, state)
    twin.numbers["a"].append(3)
    twin.rng.word()
    twin.streams.get("coin").word()
    assert state == deal()


def test_open_view_hides_all_dice_and_says_whose_it_is() -> None:
    state = deal()
    view = Dealt().view(state, 1)
    assert view.viewer == 1
    assert view.numbers == state.numbers
    assert view.numbers is not state.numbers
    assert {rng.key() for rng in (view.rng, view.streams.base)} == {hidden_rng().key()}
    assert Dealt().view(state, SPECTATOR).viewer == SPECTATOR


def test_world_of_an_open_game_has_dice_of_its_own() -> None:
    game, state = Dealt(), deal()
    rng = seeded(3)
    worlds = [game.sample(game.view(state, 1), rng) for _ in range(2)]
    assert [world.viewer for world in worlds] == [TRUTH, TRUTH]
    assert len({state.rng.key(), hidden_rng().key(), *[world.rng.key() for world in worlds]}) == 4
    assert game.view(worlds[0], 1) == game.view(state, 1)


def test_state_without_a_viewer_gets_none() -> None:
    game = Coins()
    view = game.view(Pot(seeded(1), 0, False, "", 9), 1)
    assert not hasattr(view, "viewer")


@pytest.mark.parametrize(
    ("points", "scale", "expected"),
    [
        ([12, 9], 5.0, [0.54, -0.54]),
        ([3, 1, 1], 2.0, [0.76, -0.76, -0.76]),
        ([2.5, 2.5], 1.0, [0.0, 0.0]),
        ([4], 4.0, [0.76]),
    ],
)
def test_leads_compare_each_seat_with_the_best_other_one(
    points: list[float], scale: float, expected: list[float]
) -> None:
    assert [round(value, 2) for value in leads(points, scale)] == expected
