"""The options of a battle, what they can name, and what is implemented."""

import pytest

from kibitz.agents import make_agent
from kibitz.core.errors import UnknownOption
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARDS, DRONES, KEYWORDS, SECTIONS
from kibitz.games.dronewars.game import coverage_of, read_rules


@pytest.mark.parametrize("decks", ["manticore / standard", "Manticore/STANDARD"])
def test_decks_are_named(decks: str) -> None:
    game = DroneWars(decks=decks)
    assert len(game.loadouts[0].fleet) == 5
    assert game.loadouts[0].placement
    assert len(game.loadouts[1].fleet) == 10
    assert not game.loadouts[1].placement


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"decks": "standard / manticor"}, "invalid decks: seat 1: there is no deck 'manticor'; d"),
        ({"decks": "40 nuke"}, "seat 0: it has 40 copies of Nuke: expected 2 at most"),
        ({"decks": "4 nukee"}, "there is no card 'nukee'; did you mean 'nuke'"),
        ({"drones": "scout, bombr"}, "invalid drones: .* 'bombr'; did you mean 'bomber'"),
        ({"placements": "bridge hub"}, "invalid placements: .*expected a bridge, powercell and"),
        ({"placements": "tactical bridge powercell hub"}, "Tactical Bridge needs balance_patch"),
        ({"ruleset": "first"}, "invalid ruleset=first: expected standard or first_hull"),
        ({"round_cap": -1}, "invalid round_cap=-1: expected 0 to 1000"),
        ({"decks": "a / b / c"}, "invalid decks: expected one or two"),
    ],
)
def test_bad_option_is_refused_with_what_would_do(options: dict[str, str], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        DroneWars(**options)  # type: ignore[arg-type]  # options by name


def test_lists_name_everything() -> None:
    lists = DroneWars().lists()
    names = {part: [entry.partition(":")[0] for entry in lists[part]] for part in lists}
    assert names["decks"] == ["standard", "test ai", "manticore", "manticore strategic"]
    assert names["drones"] == [drone.word for drone in DRONES[1:]]
    assert names["cards"] == [card.word for card in CARDS[1:]]
    assert set(DroneWars().option_help()) == set(DroneWars().options)


def test_lists_are_those_of_the_edition() -> None:
    patched = DroneWars(balance_patch=True).lists()["cards"]
    assert "target lock: 6 energy, destroys (any drone)" in patched
    assert "target lock: 5 energy, destroys (any drone)" in DroneWars().lists()["cards"]


def test_everything_is_implemented() -> None:
    found = DroneWars().coverage()
    assert len(found["drones"]) == len(DRONES) - 1 == 19
    assert len(found["cards"]) == len(CARDS) - 1 == 39
    assert len(found["sections"]) == len(SECTIONS) - 1 == 4
    assert set(KEYWORDS) < set(found["keywords"])
    assert {name: all(part.values()) for name, part in found.items()} == dict.fromkeys(found, True)


def test_coverage_comes_from_the_code() -> None:
    code = read_rules()
    less = code.replace("SNIPE", "").replace(".aura_shields", "").replace("RECALL", "")
    found = coverage_of(less)
    missing = {part: [name for name in names if not names[name]] for part, names in found.items()}
    assert missing["drones"] == ["Aegis Drone", "Sniper Drone"]
    assert missing["sections"] == ["Drone Control Hub"]
    assert missing["abilities"] == ["snipe", "recall"]
    assert missing["cards"] == missing["keywords"] == []


def test_all_problems_of_decks_come_in_one_error() -> None:
    with pytest.raises(ValueError, match="invalid") as raised:
        DroneWars(
            decks="1 nukee, 1 lasr / standrd", drones="manticor", placements="aks", unchecked=True
        )
    found = str(raised.value)
    for part in (
        "invalid decks: seat 0: there is no card 'nukee'; did you mean 'nuke'?",
        "there is no card 'lasr'; did you mean 'laser blast'",
        "seat 1: there is no deck 'standrd'; did you mean 'standard'?",
        "invalid drones: seat 0: there is no drone list 'manticor'; did you mean 'manticore'?",
        "invalid placements: seat 0: invalid placement 'aks'",
        "did you mean 'ask'?",
    ):
        assert part in found
    # One text for both seats is wrong once.
    assert found.count("manticor'") == 1


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("tactical:windw=3", "tactical has no option 'windw'; did you mean 'window'?"),
        (
            "strategic:tactic=1",
            "strategic has no option 'tactic'; did you mean 'tactics' or 'tactical_support'?",
        ),
        ("tactical:profile=rf", "tactical: invalid profile=rf: did you mean 'ref'?"),
    ],
)
def test_a_wrong_option_of_an_agent_names_near_ones(spec: str, message: str) -> None:
    with pytest.raises(UnknownOption) as raised:
        make_agent(DroneWars(), spec)
    assert str(raised.value) == message
