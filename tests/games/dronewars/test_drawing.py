"""The drawing of a battle, and moves in words."""

import pytest

from kibitz.core import seeded
from kibitz.core.game import SPECTATOR
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARDS, DRONES
from kibitz.games.dronewars.text.descriptions import card_text, drone_text
from tests.games.dronewars.table import Table

WIDTH = 79
EVERY_CARD = ", ".join([card.word for card in CARDS[1:]])
LATER_DRONES = ", ".join([drone.word for drone in DRONES[1:] if not drone.token][-10:])


def drawn(table: Table, seat: int = 0) -> str:
    """Draws what a seat sees."""
    return table.game.render(table.game.view(table.battle, seat))


def described(table: Table, text: str, seat: int = 0) -> str:
    """Describes a move for a seat."""
    move = table.game.parse(table.battle, text)
    return table.game.describe(table.game.view(table.battle, seat), move)


def test_table_shows_three_lanes_side_by_side() -> None:
    table = Table(
        lane1="bomber, scout 1/0 exhausted",
        lane2="standard fighter, standard fighter exhausted",
        against1="guardian, gladiator attack=4",
        against3="jammer",
        hand="2 laser blast, nuke",
        their_hand="3 nuke",
        hull=(10, 8, 5),
        shields=(3, 1, 0),
        passed=(1,),
        energy=7,
        upgrades=["combat enhancement on scout"],
        unchecked=True,
    )
    assert drawn(table).splitlines() == [
        "Round 2, action: you to act",
        "",
        "the enemy: PASSED, energy 10/12, drones 3/10, hand 3, deck 0, discard 0",
        "lane 1                   | lane 2                   | lane 3",
        "BRIDGE        ##### 10/3 | POWERCELL     ##### 10/3 | HUB           ##### 10/3",
        "*guardian 1      1 1 5/1 |                          | *jammer 3        0 1 1/0",
        "*gladiator 1     4 3 2/2 |                          |",
        "-------------------------+--------------------------+-------------------------",
        "*bomber 1      1+4 1 2/1 | *std fighter 2   3 4 2/1 |",
        "(scout 1)        2 5 1/0 | (std fighter 2.2)        |",
        "                         |                  3 4 2/1 |",
        "BRIDGE        ##### 10/3 | POWERCELL     ###..  8/1 | HUB            LOST  5/0",
        "you (first player): energy 7/12, drones 4/10, hand 3, deck 0, discard 0",
        "upgrades   scout combat enhancement",
        "hand       2 laser blast (3), nuke (7)",
        "* ready, ( ) exhausted; attack + bonus against sections, speed, hull/shields",
    ]


def test_first_hull_shows_the_one_hull_that_counts() -> None:
    table = Table(ruleset="first_hull", hull=(10, 9, 10))
    assert "BRIDGE            # 10/3 | POWERCELL      LOST  9/3" in drawn(table)


def test_hands_of_others_are_hidden() -> None:
    table = Table(hand="nuke", their_hand="2 target lock")
    assert "nuke" not in drawn(table, 1)
    assert "target lock" not in drawn(table)
    assert "nuke" not in drawn(table, SPECTATOR)
    assert "seat 0 (first player): energy 10/12" in drawn(table, SPECTATOR)


def test_interception_is_asked_in_words() -> None:
    table = Table(lane1="bomber", against1="scout, interceptor")
    table.play("attack bomber 1 > section")
    assert drawn(table, 1).splitlines()[:3] == [
        "Round 2, action: you to answer",
        "Bomber 1 attacks your bridge for 5: intercept with scout 1 or interceptor 1, or",
        "  decline.",
    ]
    assert described(table, "decline", 1) == "decline (your bridge 10/3 to 8/0)"
    assert described(table, "scout", 1) == (
        "intercept scout 1 (your scout 1: 1/1 to 1/0, exhausted)"
    )
    assert described(table, "interceptor", 1) == (
        "intercept interceptor 1 (your interceptor 1: 4/0 to 3/0)"
    )
    table = Table(lane2="heavy fighter", against2="scout, bomber, bomber")
    table.play("attack heavy fighter 2 > bomber 2.2")
    assert "attacks your bomber 2.2 for 4: intercept with scout 2, or" in drawn(table, 1)
    assert "attacks their bomber 2.2 for 4" in drawn(table, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("attack bomber 1 > section", "their bridge 10/3 to 8/0; scout 1 can intercept"),
        ("attack bomber 1 > scout 1", "their scout 1: 1/1 to 1/0"),
        ("attack kamikaze 2 > bomber 2", "destroys their bomber 2, your kamikaze 2"),
        ("attack gladiator 3 > section", "their hub 6/0 to 4/0, lost; your gladiator 3: attack"),
        ("move phase jumper 1 > 2", "exhausts it; your phase jumper 1: attack 1 to 2, speed 1 to"),
        ("play laser blast > scout 1", "3 energy; destroys their scout 1"),
        ("play overcharge > bomber 1", "0 energy; your bomber 1: attack 1 to 3"),
        ("play nuke > 2", "7 energy; destroys their bomber 2, your kamikaze 2"),
        ("play energy surge", "0 energy; your energy 9 to 11; go again"),
        ("play system reboot", "1 energy; draws 2; go again"),
        ("play desperate measures", "1 energy; draws 2 and +2 energy; go again"),
        ("play emergency patch > 1", "3 energy; your bridge 5/3 to 9/3, stands again"),
        ("play deploy jammers", "3 energy; jammer in lane 1; jammer in lane 2; jammer in lane 3"),
        ("play combat enhancement > scout", "5 energy; +1 attack for every scout"),
        ("play reposition > 1 > 2", "1 energy; moves up to 3 drones, which stay ready"),
        ("play strategic planning", "2 energy; takes one of the top 5 cards"),
        ("play static field > bomber 2", "1 energy; their bomber 2: attack 1 to 0; go again"),
        ("play nanobot repair > bomber 1", "1 energy; no effect; go again"),
        ("use sniper 3 > scout 1", "destroys their scout 1; your energy 9 to 8"),
        ("reallocate 1 > 3", "your bridge 5/3 to 5/2; your hub 10/0 to 10/1"),
        ("recalculate", "1 energy; draws a card of 4, then discards one"),
        ("recall bomber 1", "1 energy; takes it off the board, to be deployed again"),
        ("pass", "for the rest of this phase"),
    ],
)
def test_move_is_described_with_its_numbers(text: str, words: str) -> None:
    table = Table(
        lane1="bomber, phase jumper",
        lane2="kamikaze",
        lane3="gladiator, sniper",
        against1="scout",
        against2="bomber",
        hull=(5, 10, 10),
        shields=(3, 3, 0),
        their_hull=(10, 10, 6),
        their_shields=(3, 3, 0),
        hand="laser blast, overcharge, nuke, energy surge, system reboot, desperate measures,"
        " emergency patch, deploy jammers, combat enhancement, reposition, strategic planning,"
        " static field, nanobot repair",
        deck="4 nuke",
        energy=9,
    )
    assert described(table, text).startswith(f"{text} ({words}")


def test_win_is_announced() -> None:
    table = Table(lane1="bomber", their_hull=(6, 5, 5), their_shields=(0, 0, 0))
    assert described(table, "bomber section").endswith("6/0 to 1/0, lost; wins the battle)")


def test_decisions_before_the_battle_are_described() -> None:
    game = DroneWars()
    s = game.setup(seeded("scene"))
    view = game.view(s, 0)
    assert "5 of 5 still to choose" in game.render(view)
    move = game.legal(s)[0]
    assert ", hull " in game.describe(view, move)
    assert game.describe(game.view(s, 1), move) == "keep: in secret"
    assert game.describe(game.view(s, SPECTATOR), move) == "keep: in secret"
    while str(game.legal(s)[0]).startswith("keep"):
        game.play(s, game.legal(s)[0])
    place = game.parse(s, "place bridge powercell hub")
    assert game.describe(game.view(s, s.seat), place) == (
        "place bridge powercell hub (hand 5, discards 3, energy 12, shields 4, deployment 6,"
        " then 3, drones 10)"
    )
    assert game.describe(game.view(s, 1 - s.seat), place) == "place: in secret"


def test_card_that_is_taken_from_the_deck_is_not_told() -> None:
    table = Table(hand="strategic planning", deck="2 nuke, 3 out think")
    table.play("play strategic planning")
    assert described(table, "nuke") == "choose nuke"
    assert described(table, "nuke", 1) == "choose: in secret"


def test_phases_say_how_much_is_left() -> None:
    table = Table(phase="shield_allocation", shields=(0, 0, 0))
    table.battle.board.left = 2
    assert "you are placing shields" in drawn(table)
    assert "2 shields left to place." in drawn(table)
    assert described(table, "shield 1") == "shield 1 (your bridge 10/0 to 10/1)"
    deploying = Table(phase="deployment", budget=2, lane1="scout")
    assert "budget 2" in drawn(deploying)
    assert "pool       2 scout (1), 3 standard fighter (2)," in drawn(deploying)
    assert described(deploying, "deploy bomber 1").startswith(
        "deploy bomber 1 (2 budget and 1 energy; attack 1, speed 1, 2/1; +4 damage to sections"
    )


@pytest.mark.parametrize("patched", [False, True])
def test_every_drone_and_card_is_told_in_words(patched: bool) -> None:
    for drone in DRONES[1:]:
        special = drone.keywords or drone.ability or drone.per_lane or drone.ship_bonus
        assert ("; " in drone_text(drone)) >= bool(special), drone.word
    texts = [card_text(card.number, patched) for card in CARDS[1:]]
    assert not any("{" in text for text in texts)
    assert card_text(1, patched).startswith(f"3 energy, {2 if patched else 3} damage (any drone)")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"decks": "manticore", "ruleset": "first_hull"},
        {"decks": EVERY_CARD, "drones": LATER_DRONES, "balance_patch": True, "unchecked": True},
    ],
    ids=["usual", "manticore", "patched"],
)
def test_every_line_fits_a_terminal(options: dict[str, object]) -> None:
    game = DroneWars(round_cap=3, **options)  # type: ignore[arg-type]  # options by name
    s, rng = game.setup(seeded("lines")), seeded("lines/moves")
    while not s.over:
        for viewer in (0, 1, SPECTATOR):
            view = game.view(s, viewer)
            before = view.key()
            assert max(len(line) for line in game.render(view).splitlines()) <= WIDTH
            for move in game.legal(s):
                assert game.describe(view, move)
            assert view.key() == before, "describing changes nothing"
        game.play(s, game.random_move(s, rng))
    assert "The battle is over in round" in game.render(game.view(s, 0))
