"""The table of Leduc hold'em as it is drawn in the terminal."""

import pytest

from kibitz.core import SPECTATOR
from tests.games.leduc.table import table


def test_render_shows_what_a_seat_sees() -> None:
    match = table("Ks Qs", "raise")
    assert match.game.render(match.view(1)).splitlines() == [
        "Leduc hold'em, round 1; public card: not dealt yet",
        "seat 0: ??, 3 in the pot",
        "seat 1: Qs, 1 in the pot, to move",
    ]


@pytest.mark.parametrize(
    ("cards", "moves", "last"),
    [
        ("Ks Qs", "call raise fold", "over by fold: seat 1 wins 1"),
        ("Ks Qs", "raise call call call", "over by showdown: seat 0 wins 3"),
        ("Ks Kh", "raise call call call", "over by showdown: the pot is shared"),
    ],
)
def test_render_says_who_won(cards: str, moves: str, last: str) -> None:
    match = table(cards, moves)
    assert match.game.render(match.view(SPECTATOR)).splitlines()[-1] == last
