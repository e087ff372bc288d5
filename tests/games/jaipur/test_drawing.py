"""The table of Jaipur as it is drawn in the terminal."""

from kibitz.core import (
    SPECTATOR,
    seeded,
)
from kibitz.games.jaipur import Jaipur, Round
from tests.games.jaipur.table import table

GAME = Jaipur()
WIDTH = 79


def test_the_table_shows_what_a_seat_sees() -> None:
    match = table(
        "gold, 2 silver, 2 camels",
        "2 leather, cloth",
        2,
        theirs="4 spice, cloth",
        known=("", "cloth"),
        sold="3 diamond, 7 spice",
        rupees=(19, 17),
        tokens=(3, 7),
        bonuses=((2,), (8, 1)),
        deck=17,
        rounds=(Round((63, 58), 0, "deck"),),
    )
    assert GAME.render(match.engine.view(0)).splitlines() == [
        "Round 2, seals 1 : 0, 17 cards in the deck, seat 0 to move",
        "        herd  rupees  cards",
        "market                gold, 2 silver, 2 camels",
        "seat 0     2      19  3: cloth, 2 leather",
        "seat 1     0      17  5: cloth, ? ? ? ?",
        "",
        "tokens left, next first     bonus for  left  seat 0  seat 1",
        "diamond  5 5                3 cards       5  2       ?",
        "gold     6 6 5 5 5          4 cards       6  -       -",
        "silver   5 5 5 5 5          5 or more     4  -       ?",
        "cloth    5 3 3 2 2 1 1      round 1  63 : 58, won by seat 0",
        "spice    -",
        "leather  4 3 2 1 1 1 1 1 1",
    ]
    theirs = GAME.render(match.engine.view(1))
    assert "seat 0     2      19  3: ? ? ?" in theirs
    assert "seat 1     0      17  5: cloth, 4 spice" in theirs
    assert "3 cards       5  ?       1" in theirs
    watched = GAME.render(match.engine.view(SPECTATOR))
    assert "3: ? ? ?" in watched
    assert "5: cloth, ? ? ? ?" in watched


def test_the_table_shows_the_end_with_all_tokens_open() -> None:
    match = table(
        "gold, 4 camels",
        "",
        1,
        theirs="cloth",
        bonuses=((2,), (10,)),
        deck=0,
        rounds=(Round((63, 58), 0, "tokens"), Round((40, 41), 1, "cap")),
    ).play("take gold")
    lines = GAME.render(match.engine.view(0)).splitlines()
    assert lines[0] == "The match is over: seat 1 wins (2 seals to 1, a round capped)"
    assert lines[2] == "market                4 camels"
    assert lines[4] == "seat 1     0       0  1: ?"
    assert lines[9].endswith("5 or more     4  -       10")
    assert lines[11].endswith("round 2  40 : 41, won by seat 1, capped")
    assert lines[12].endswith("round 3  7 : 10, won by seat 1")


def test_the_table_fits_a_screen_of_24_lines() -> None:
    rng = seeded("screen")
    state = GAME.setup(rng.child("deal"))
    while not state.over:
        for seat in (0, SPECTATOR):
            lines = GAME.render(GAME.view(state, seat)).splitlines()
            assert len(lines) == 13
            assert max(map(len, lines)) <= WIDTH
        GAME.play(state, rng.pick(GAME.legal(state)))
