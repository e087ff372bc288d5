"""Positions of Drone Wars: documents that a person can write."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import seeded
from kibitz.core.agent import observation_of
from kibitz.core.errors import PositionError
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARD_WORDS, CARDS, DRONE_WORDS, DRONES
from kibitz.games.dronewars.rules import drones
from kibitz.games.dronewars.state import ACTION, DECK, HAND, Battle, Drone, pile
from kibitz.kit.state import TRUTH
from tests.games.dronewars.table import Table

GAME = DroneWars()
EVERY_CARD = ", ".join([card.word for card in CARDS[1:] if not card.patch_only])
EVERY_PATCHED_CARD = ", ".join([card.word for card in CARDS[1:]])
LATER_DRONES = ", ".join([drone.word for drone in DRONES[1:] if not drone.token][-10:])
WRITTEN: dict[str, object] = {
    "viewer": 0,
    "decks": "manticore / standard",
    "round": 3,
    "passed": [1],
    "seats": [
        {
            "sections": ["bridge 10/3", "powercell 7/4", "hub 4/0"],
            "lanes": [["Bomber", "standard fighter 1/0 exhausted"], [], ["scout marked"]],
            "hand": ["2 laser blast+", "CARD011"],
            "discard": ["out think"],
            "energy": 7,
        },
        {
            "sections": "powercell bridge hub",
            "lanes": {"2": [{"drone": "Guardian Drone", "hull": 7, "attack": 5, "speed": 2}]},
            "hand": 5,
            "upgrades": ["combat enhancement on guardian"],
        },
    ],
}


def changed(*path: "str | int", to: object) -> object:
    """Returns the written position with one other value."""
    document: object = copy.deepcopy(WRITTEN)
    inside: object = document
    for key in path[:-1]:
        inside = inside[key]  # type: ignore[index]  # the path fits the document
    inside[path[-1]] = to  # type: ignore[index]  # the same
    return document


def moves_of(document: object, game: DroneWars = GAME) -> list[str]:
    """Returns the legal moves of a position."""
    view = game.read_position(document)
    return [str(move) for move in observation_of(game, view, view.seat, seeded("p")).moves]


def test_written_position_is_read_with_the_rest_as_usual() -> None:
    view = GAME.read_position(WRITTEN)
    assert (view.turn, view.phase, view.active, view.seat) == (3, ACTION, 0, 0)
    assert (view.board.hull, view.board.shields) == ([10, 7, 4, 10, 10, 10], [3, 4, 0, 3, 3, 3])
    assert view.board.energy == [7, 10]
    assert (view.board.passed, view.board.first_passer, view.board.first) == (2, 1, 0)
    bomber, fighter = view.rows[0]
    assert (bomber.hull, bomber.shields, bomber.ready) == (2, 1, True)
    assert (fighter.hull, fighter.shields, fighter.ready) == (1, 0, False)
    guardian = view.rows[4][0]
    assert (guardian.hull, drones.attack(view, 1, 1, guardian)) == (7, 6)
    assert drones.speed(view, 1, 1, guardian) == 2
    # 40 cards: 3 in the hand and 1 discarded, or 5 in the hand.
    assert len(pile(view, DECK, 0)) == 36
    assert len(pile(view, DECK, 1)) == 35
    assert [CARD_WORDS[card] for card in pile(view, HAND, 0)] == [
        *("laser blast+", "laser blast+", "nuke")
    ]
    # The types on the board come first in a pool that is not given.
    assert [DRONE_WORDS[kind] for kind in view.board.pools[0]] == [
        *("bomber", "standard fighter", "scout", "heavy fighter", "kamikaze")
    ]
    assert GAME.read_position(GAME.position(view)) == view


def test_empty_position_is_the_usual_one() -> None:
    view = GAME.read_position({"viewer": 0, "seats": [{}, {}]})
    assert (view.turn, view.phase, view.active) == (1, ACTION, 0)
    assert (view.board.hull, view.board.shields) == ([10] * 6, [3] * 6)
    assert (view.board.energy, view.board.budget) == ([10, 10], [0, 0])
    assert view.board.rules == GAME.rules
    assert len(pile(view, DECK, 0)) == 40


def test_other_seat_acts_if_one_has_passed() -> None:
    view = GAME.read_position({"viewer": 0, "passed": [0], "seats": [{}, {}]})
    assert (view.active, view.seat, view.board.first_passer) == (1, 1, 0)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"decks": "manticore / test ai", "round_cap": 4},
        {"decks": EVERY_CARD, "drones": LATER_DRONES, "round_cap": 3, "unchecked": True},
        {
            "decks": EVERY_PATCHED_CARD,
            "ruleset": "first_hull",
            "reset_shields": True,
            "round_cap": 0,
            "balance_patch": True,
            "unchecked": True,
        },
        {
            "decks": "3 strategic planning, 2 equipment cache, 2 piercing rounds, 2 out think,"
            " maneuver, reposition, desperate measures",
            "drones": "manticore",
            "round_cap": 4,
            "unchecked": True,
        },
    ],
    ids=["usual", "personalities", "every card", "patched", "short decks"],
)
def test_every_view_is_read_as_it_was_written(options: dict[str, object]) -> None:
    game = DroneWars(**options)  # type: ignore[arg-type]  # options by name
    s, rng = game.setup(seeded("round trip")), seeded("round trip/moves")
    plies = 0
    while not s.over and plies < 250:
        if s.stack or plies % 4 == 0:
            check_round_trip(game, s)
        game.play(s, game.random_move(s, rng))
        plies += 1
    check_round_trip(game, s)


def check_round_trip(game: DroneWars, s: Battle) -> None:
    """Checks that all views, and the whole state, are read as they were written."""
    for viewer in (0, 1, -1):
        view = game.view(s, viewer)
        document = json.loads(json.dumps(game.position(view)))
        assert "board" not in document
        assert game.read_position(document) == view
    # A game with other options reads the same, and can write it.
    again = GAME.read_position(document)
    assert again == view
    assert GAME.read_position(GAME.position(again)) == view
    whole = game.position(game.view(s, TRUTH))
    assert game.position(game.read_position(json.loads(json.dumps(whole)))) == whole


def test_every_field_of_a_drone_is_written() -> None:
    table = Table(lane1="aegis, gladiator", against1="scout")
    odd = Drone(table.own(1, 1).kind, 9, 2, 3, False, 3, -2, 4, 2, True)
    fresh = Drone(odd.kind)
    same = [name for name in Drone.__match_args__ if getattr(odd, name) == getattr(fresh, name)]
    assert same == ["kind"], "the test sets every field"
    table.battle.rows[0][1] = odd
    back = GAME.read_position(GAME.position(GAME.view(table.battle, TRUTH)))
    for name in Drone.__match_args__:
        assert getattr(back.rows[0][1], name) == getattr(odd, name), name


def test_usual_drones_are_texts() -> None:
    table = Table(lane1="scout, bomber 1/0 exhausted", lane2="guardian attack=4")
    document = GAME.position(GAME.view(table.battle, TRUTH))
    assert document["seats"][0]["lanes"] == [  # type: ignore[index, call-overload]  # JSON
        ["scout", "bomber 1/0 exhausted"],
        [{"drone": "guardian", "hull": 5, "shields": 1, "attack": 4}],
        [],
    ]


# The scenarios of the description, written by hand.


def test_win_in_one_attack_is_written_in_a_few_lines() -> None:
    document = {
        "viewer": 0,
        "ruleset": "first_hull",
        "seats": [
            {"lanes": {"1": [{"drone": "bomber", "attack": 5, "speed": 2, "hull": 3}]}},
            {"sections": ["10/0", "5/0", "5/0"]},
        ],
    }
    view = GAME.read_position(document)
    assert view.board.rules.loss_hull == 9
    game = DroneWars(ruleset="first_hull")
    s = game.sample(view, seeded("win"))
    game.play(s, game.parse(s, "bomber section"))
    assert s.winner == 0


def test_go_again_scenario_is_written_in_a_few_lines() -> None:
    document = {
        "viewer": 0,
        "ruleset": "first_hull",
        "decks": "manticore / standard",
        "seats": [
            {
                "lanes": {"1": ["standard fighter exhausted"]},
                "hand": ["adrenaline rush+"],
                "energy": 5,
            },
            {"sections": ["10/2", "5/0", "5/0"]},
        ],
    }
    assert "play adrenaline rush+ > standard fighter 1" in moves_of(document)


def test_deployment_scenario_has_a_budget() -> None:
    document = {
        "viewer": 0,
        "phase": "deployment",
        "ruleset": "first_hull",
        "seats": [
            {"sections": ["5/0", "5/0", "10/0"], "pool": ["guardian"], "budget": 5, "deck": 0},
            {"lanes": {"3": [{"drone": "heavy fighter", "attack": 5}]}},
        ],
    }
    view = GAME.read_position(document)
    assert view.board.budget == [5, 6], "without a number it is what the ship gives"
    assert moves_of(document) == [
        *("deploy guardian 1", "deploy guardian 2", "deploy guardian 3", "pass")
    ]


def test_attack_waits_for_an_interception() -> None:
    document = {
        "viewer": 1,
        "passed": [1],
        "pending": "attack swarm 2 > section",
        "seats": [{"lanes": {"2": ["swarm"]}}, {"lanes": {"2": ["scout", "gladiator"]}}],
    }
    assert moves_of(document) == ["intercept scout 2", "decline"]


@pytest.mark.parametrize(
    ("deck", "counts"),
    [
        (["4 target lock", "16 out think"], {"target lock": 4, "out think": 16}),
        ({"target lock": 4, "out think": 16}, {"target lock": 4, "out think": 16}),
        (["target lock", "nuke"], {"target lock": 1, "nuke": 1}),
        ({}, {}),
    ],
)
def test_deck_is_listed_without_its_order(deck: object, counts: dict[str, int]) -> None:
    document = {
        "viewer": 0,
        "decks": "4 target lock, 16 out think, system reboot, nuke / standard",
        "seats": [{"hand": ["system reboot"], "deck": deck}, {"hand": 4}],
    }
    view = GAME.read_position(document)
    assert set(pile(view, DECK, 0)) <= {0}, "nobody knows the order"
    world = GAME.sample(view, seeded("deck"))
    words = [CARD_WORDS[card] for card in pile(world, DECK, 0)]
    assert {word: words.count(word) for word in words} == counts
    written = GAME.position(view)
    assert written["seats"][0]["deck"] == dict(  # type: ignore[index, call-overload]  # JSON
        sorted(counts.items(), key=lambda item: CARD_WORDS.index(item[0]))
    )
    assert GAME.read_position(written) == view


def test_every_question_is_written_as_the_move_that_asked() -> None:
    attack = Table(lane1="bomber, bomber", against1="scout, guardian, scout")
    attack.play("attack bomber 1.2 > scout 1.2")
    search = Table(hand="strategic planning", deck="2 nuke, 3 out think")
    search.play("play strategic planning")
    for table, text in (
        (attack, "attack bomber 1.2 > scout 1.2"),
        (search, "play strategic planning"),
        (Table(hand="nuke", deck="nuke").play("recalculate"), "recalculate"),
        (Table(shields=(3, 0, 0)).play("reallocate 1 > 2"), "reallocate"),
        (
            Table(lane1="scout, bomber", hand="reposition").play("play reposition > 1 > 2"),
            "play reposition > 1 > 2",
        ),
        (
            Table(lane1="scout, bomber", hand="reposition").play(
                "play reposition > 1 > 2", "choose scout 1"
            ),
            "play reposition > 1 > 2, 1 moved",
        ),
    ):
        view = GAME.view(table.battle, TRUTH)
        document = GAME.position(view)
        assert document["pending"] == text
        back = GAME.read_position(json.loads(json.dumps(document)))
        assert back.stack == view.stack


# Bad input.


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (
            changed("seats", 0, "lanes", 0, 0, to="bomer"),
            r"seats\[0\].lanes\[0\]\[0\]: there is no drone 'bomer'; did you mean 'bomber'",
        ),
        (
            changed("seats", 0, "lanes", 0, 0, to="bomber 3/1"),
            "bomber with hull 3: expected 1 to 2; for more, write it as an object",
        ),
        (
            changed("seats", 0, "lanes", 0, 0, to="bomber 2/3"),
            r"seats\[0\].lanes: lane 1, drone 1: bomber with 3 shields: expected 0 to 1",
        ),
        (changed("seats", 0, "lanes", 0, 0, to="bomber 0/0"), "hull 0: expected 1 to 2"),
        (changed("seats", 0, "lanes", 0, 0, to=7), "expected a drone such as 'scout 1/0"),
        (changed("seats", 0, "lanes", 0, 0, to={"drone": "bomber", "hul": 1}), "'hul'; did you"),
        (changed("seats", 0, "lanes", 0, to=["jammer"] * 2), "2 of jammer in a lane: expected 1"),
        (changed("seats", 0, "lanes", 0, to=["scout"] * 4), "5 of scout on the board: .* 3 at"),
        (changed("seats", 0, "lanes", to=[[], []]), "expected 3 lists of drones, one for each"),
        (changed("seats", 1, "lanes", to={"4": []}), "unknown field '4'"),
        (
            changed(
                *("seats", 0, "lanes"),
                to=[["scout"] * 3, ["bomber"] * 3, ["kamikaze"] * 4 + ["swarm"] * 3],
            ),
            r"seats\[0\].lanes: 13 drones: the CPU limit is 10",
        ),
        (changed("seats", 0, "sections", 0, to="bridge 11/3"), "bridge with hull 11: expected 0"),
        (changed("seats", 0, "sections", 0, to="bridge 10/4"), "4 shields: expected 0 to 3"),
        (changed("seats", 0, "sections", 1, to="powercell 9/5"), "5 shields: expected 0 to 4"),
        (changed("seats", 0, "sections", 0, to="brigde 9/1"), "section 'brigde'; did you mean"),
        (changed("seats", 0, "sections", 0, to="hub"), "expected a bridge, powercell and hub"),
        (changed("seats", 0, "sections", to=["10/3"]), "3 sections, one for each lane"),
        (changed("seats", 0, "sections", to=["5/0", "4/0", "0/0"]), "all three are lost, with"),
        (changed("seats", 0, "sections", 0, to="tactical bridge"), "needs balance_patch"),
        (changed("seats", 0, "energy", to=13), "energy: expected a whole number from 0 to 12"),
        (changed("seats", 0, "hand", to=["nuka"]), r"hand\[0\]: there is no card 'nuka'; did you"),
        (changed("seats", 0, "hand", to=["2 nuke"]), "hand: 2 of nuke, and the deck list holds 1"),
        (
            changed("seats", 0, "hand", to=["streamline"]),
            r"seats\[0\].hand: streamline is not in the deck list: expected a card of it, or",
        ),
        (changed("seats", 0, "hand", to=3), "hand: expected the cards"),
        (changed("seats", 1, "hand", to=["nuke"]), "null .seat 0 does not see it."),
        (changed("seats", 1, "hand", to=41), "40 cards, 0 of them are seen: expected 40 hidden"),
        (changed("seats", 0, "deck", to=20), "expected 36 hidden cards in hand and deck, got 20"),
        (changed("seats", 0, "deck", to=["12 nuke"]), "deck: 13 of nuke, and the deck list holds"),
        (changed("seats", 0, "pool", to=["jammer"]), "jammer is a token"),
        (changed("seats", 0, "pool", to=["scout", "Scout Drone"]), "scout is there twice"),
        (changed("seats", 0, "pool", to=["scout"] * 6), "6 drones: expected 5 at most"),
        (
            changed("seats", 1, "upgrades", to=["nuke on scout"]),
            "there is no upgrade 'nuke'; known: slimline",
        ),
        (
            changed("seats", 1, "upgrades", to=["piercing rounds on scout"] * 2),
            r"upgrades\[1\]: expected 1 of it at most",
        ),
        (changed("seats", 0, "hamd", to=[]), "unknown field 'hamd'; did you mean 'hand'"),
        (changed("seats", to=[{}]), "a part for each of 2 seats"),
        (changed("board", to={}), "unknown field 'board'"),
        (changed("turn", to=3), "unknown field 'turn'"),
        (changed("decks", to="manticor / standard"), "seat 0: there is no deck 'manticor'; did"),
        (changed("ruleset", to="first"), "ruleset: unknown 'first'; did you mean 'first_hull'"),
        (changed("phase", to="actoin"), "phase: unknown 'actoin'; did you mean 'action'"),
        (changed("round", to=0), "there is no phase action in round 0"),
        (changed("passed", to=[0, 1]), "seat 0 has passed: it cannot be active"),
        (changed("passed", to=[2]), r"passed\[0\]: expected a whole number from 0 to 1"),
        (changed("pending", to="attack bomber 1 > section"), "no drone can intercept this attack"),
        (changed("pending", to="attack bomber 2 > section"), "you have no bomber 2; you have"),
        (changed("pending", to="play nuke"), "'play nuke' cannot wait for an answer"),
        (changed("phase", to="shield allocation"), "nobody passes in this phase"),
        ({"viewer": 0, "phase": "mandatory_discard", "seats": [{}, {}]}, "nothing to decide in"),
        ({"viewer": 0, "phase": "selection", "seats": [{}, {}]}, "offered: expected the two"),
        ({}, "field 'viewer' is missing"),
        (7, "expected an object"),
    ],
)
def test_problem_is_named(document: object, problem: str) -> None:
    with pytest.raises(PositionError, match=problem) as caught:
        GAME.read_position(document)
    assert "\n" not in str(caught.value)


def test_all_problems_come_in_one_error() -> None:
    document = changed("seats", 0, "lanes", to={"1": ["scuot", 5]})
    document["seats"][1]["energy"] = "much"  # type: ignore[index]  # JSON
    document["round"] = "five"  # type: ignore[index]  # JSON
    with pytest.raises(PositionError) as caught:
        GAME.read_position(document)
    for place in ("round", "seats[0].lanes.1[0]", "seats[0].lanes.1[1]", "seats[1].energy"):
        assert f"{place}: " in str(caught.value)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 70)
    | st.sampled_from(["scout", "scout 1/0 exhausted", "bridge 5/0", "nuke", "2 nuke", "x", ""]),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(["drone", "section", "hull", "shields", "1", "card", "nuke", "reason"]),
            inside,
        )
    ),
    max_leaves=5,
)
SIDE = ("sections", "lanes", "hand", "deck", "discard", "aside", "energy", "budget", "pool")
PLACES = st.sampled_from(
    [
        *[("viewer",), ("round",), ("phase",), ("seats",), ("decks",), ("pending",), ("first",)],
        *[("passed",), ("left",), ("again",), ("unseen",), ("content",), ("over",), ("seat",)],
        *[("ruleset",), ("round_cap",), ("reset_shields",), ("balance_patch",), ("active",)],
        *[("seats", 0), ("seats", 0, "lanes", 0), ("seats", 0, "lanes", 0, 0)],
        *[("seats", seat, name) for seat in (0, 1) for name in SIDE],
        *[("seats", 0, name) for name in ("upgrades", "drones", "offered", "chosen")],
    ]
)


@given(place=PLACES, value=JSON)
@settings(max_examples=200, deadline=None)
def test_any_document_is_read_or_refused(place: tuple["str | int", ...], value: object) -> None:
    document = changed(*place, to=value)
    try:
        view = GAME.read_position(document)
    except PositionError:
        return
    if view.viewer != TRUTH:
        assert GAME.read_position(GAME.position(view)) == view
    if not view.over and view.viewer == view.seat:
        assert observation_of(GAME, view, view.seat, seeded("any")).moves


def problems_of(document: object) -> list[str]:
    """Returns the problems of a document, one in each text."""
    with pytest.raises(PositionError) as raised:
        DroneWars().read_position(document)
    return str(raised.value).removeprefix("position of dronewars: ").split("; ")


def test_problems_of_all_parts_come_in_one_error() -> None:
    document = {
        "viewer": 0,
        "decks": "manticor / standrd",
        "phase": "acton",
        "ruleset": "frst",
        "round": "x",
        "passed": [5],
        "pending": "attak",
        "seats": [
            {"sections": ["20/3", "10/3", "x"], "lanes": {"1": ["scuot"]}, "energy": 99},
            {"hand": ["nuk"], "upgrades": ["combat enhancment on scuot"]},
        ],
    }
    found = "; ".join(problems_of(document))
    for part in (
        "decks: seat 0: there is no deck 'manticor'; did you mean 'manticore'",
        "seat 1: there is no deck 'standrd'; did you mean 'standard'?",
        "phase: unknown 'acton'; did you mean 'action'",
        "ruleset: unknown 'frst'; did you mean 'first_hull'?",
        'round: expected a whole number from 0 up, got "x"',
        "passed[0]: expected a whole number from 0 to 1, got 5",
        "pending: 'attak' cannot wait for an answer; known: attack bomber 1 > section",
        "seats[0].sections[0]: bridge with hull 20: expected 0 to 10",
        "seats[0].sections[2]: there is no section 'x'",
        "seats[0].energy: expected a whole number from 0 to 12, got 99",
        "seats[0].lanes.1[0]: there is no drone 'scuot'; did you mean 'scout'",
        "seats[1].upgrades[0]: there is no upgrade 'combat enhancment'; did you mean 'combat",
        "seats[1].upgrades[0]: there is no drone 'scuot'; did you mean 'scout'",
    ):
        assert part in found
    # What only follows from another problem is not named.
    for part in ("nobody passes", "from 0 to 0", "in round 0", "nothing to decide"):
        assert part not in found


def test_what_does_not_fit_together_is_named_with_the_rest() -> None:
    document = {
        "viewer": 0,
        "passed": [0, 1],
        "pending": "reallocate",
        "seats": [
            {"sections": ["5/0", "5/0", "5/0"], "energy": 50},
            {"lanes": {"1": ["scout", "scout", "scout", "scout"]}},
        ],
    }
    assert problems_of(document) == [
        "seats[0].energy: expected a whole number from 0 to 12, got 50",
        "seats[1].lanes: 4 of scout on the board: expected 3 at most",
        "seats[0].sections: all three are lost, with hull 5 or less: expected 'over', or more hull",
        "passed: seat 0 has passed: it cannot be active",
    ]
    waiting = {"viewer": 0, "first": 3, "pending": "attack bomber 1 > section", "seats": [{}, {}]}
    assert problems_of(waiting)[:2] == [
        "first: expected a whole number from 0 to 1, got 3",
        "pending: you have no bomber 1",
    ]


def test_long_lists_of_names_are_not_written_out() -> None:
    found = problems_of({"viewer": 0, "seats": [{"hand": ["xyz"]}, {"lanes": {"1": ["xyz"]}}]})
    assert found == [
        "seats[0].hand[0]: there is no card 'xyz'",
        "'kibitz games dronewars' lists them all",
        "seats[1].lanes.1[0]: there is no drone 'xyz'",
        "'kibitz games dronewars' lists them all",
    ]
