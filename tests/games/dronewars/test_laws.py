"""The laws of games with decks, drones and options that the usual battle does not have."""

import pytest

from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARDS, DRONES
from kibitz.testing import check_game

EVERY_CARD = ", ".join([card.word for card in CARDS[1:] if not card.patch_only])
EVERY_PATCHED_CARD = ", ".join([card.word for card in CARDS[1:]])
LATER_DRONES = ", ".join([drone.word for drone in DRONES[1:] if not drone.token][-10:])
# So few cards that decks run out all the time.
FEW_CARDS = (
    "3 strategic planning, 2 equipment cache, 2 piercing rounds, 2 system reboot, 2 out think,"
    " maneuver, reposition, desperate measures"
)


@pytest.mark.slow
def test_every_card_keeps_the_laws() -> None:
    game = DroneWars(EVERY_CARD, LATER_DRONES, round_cap=6, unchecked=True)
    assert check_game(game, games=3, max_plies=2000).games == 3


@pytest.mark.slow
def test_the_balance_patch_keeps_the_laws() -> None:
    game = DroneWars(
        EVERY_PATCHED_CARD,
        ruleset="first_hull",
        reset_shields=True,
        round_cap=6,
        balance_patch=True,
        unchecked=True,
    )
    assert check_game(game, games=3, max_plies=2000).games == 3


@pytest.mark.slow
def test_decks_that_run_out_keep_the_laws() -> None:
    game = DroneWars(FEW_CARDS, "manticore", round_cap=6, unchecked=True)
    assert check_game(game, games=3, max_plies=2000).games == 3
