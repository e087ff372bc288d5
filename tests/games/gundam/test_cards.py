"""What is printed on cards, and what those do that no scenario shows."""

import pytest

from kibitz import kit
from kibitz.games.gundam.cards import CARDS, CATALOGUE, PRINTED, Card
from kibitz.games.gundam.rules.in_play import linked
from tests.games.gundam.table import (
    USUAL_DECK,
    answers,
    asked,
    base,
    hand,
    hit,
    numbers,
    play,
    refused,
    resources,
    shields,
    table,
    trash,
    unit,
    units,
)

PASSES = ("pass_action", "pass_action")


def test_a_new_unit_is_one_line() -> None:
    line = {
        "id": "G99",
        "number": "X-001",
        "type": "unit",
        "colour": "blue",
        "level": 3,
        "cost": 2,
        "ap": 3,
        "hp": 2,
        "keywords": {"blocker": True, "breach": 2},
        "abilities": [{"id": "deploy", "kind": "deploy", "do": [{"op": "draw", "n": 2}]}],
    }
    card = kit.read_catalogue([line], Card).cards[1]
    assert (card.ap, card.hp, card.keywords) == (3, 2, [0, 2, 0, 1, 0, 0, 0])
    assert card.abilities[0].do[0].n == 2


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"type": "ship"}, "type"),
        ({"colour": "pink"}, "colour"),
        ({"abilities": [{"id": "act", "kind": "often"}]}, "kind"),
        ({"abilities": [{"id": "act", "kind": "act", "timing": ["now"]}]}, "timing"),
        ({"abilities": [{"id": "act", "kind": "act", "do": [{"op": "explode"}]}]}, "op"),
        ({"abilities": [{"id": "act", "kind": "act", "do": [{"op": "look"}]}]}, "take"),
        (
            {"abilities": [{"id": "a", "kind": "deploy", "do": [{"op": "token", "token": "T9"}]}]},
            "T9",
        ),
        ({"abilities": [{"id": f"a{at}", "kind": "deploy"} for at in range(9)]}, "8 at most"),
        ({"speed": 3}, "speed"),
    ],
)
def test_mistakes_in_card_data_are_named(change: dict[str, object], problem: str) -> None:
    line = {"id": "G99", "number": "X-001", "type": "unit", "level": 3, "cost": 2, **change}
    with pytest.raises(kit.CardDataError, match=problem):
        kit.read_catalogue([line], Card)


def test_names_are_added_to_neutral_ids() -> None:
    card = CARDS[CATALOGUE.number("G12")]
    assert (card.name, card.printed_number) == ("Thoroughly Damaged", "ST01-012")
    assert card.pilot is not None
    assert card.pilot.name == "Hayato Kobayashi"


def test_the_blank_card_adds_nothing() -> None:
    assert not any(PRINTED[0])


@pytest.mark.parametrize(
    ("pilot", "linked_units"),
    [
        ("G10", "G01 G02"),
        ("G11", "G06 G07 G41"),
        ("G12", "G04"),
        ("G13", "G03"),
        ("G26", "G17 G19"),
        ("G27", "G22"),
        ("G28", "G18 G19"),
        ("G30", "G25"),
        ("G36", "G33 G34 G35"),
        ("G37", ""),
        ("G40", "G39"),
        ("G44", "G42 G43"),
        ("G45", ""),
        ("G46", ""),
    ],
)
def test_pilots_link_with_their_units(pilot: str, linked_units: str) -> None:
    found = [
        card.id
        for card in CARDS[1:]
        if card.type == "unit" and linked(unit(table((f"{card.id}+{pilot}", "")), "p0.1"))
    ]
    assert found == linked_units.split()


def test_g04_rests_a_damaged_unit() -> None:
    match = play(table(("", "G05 G03(2) G07"), hands=("G04", "")), "deploy_unit G04")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    play(match, "answer target [p1.2]")
    assert units(match, 1) == "G05 G03r(2) G07"
    match = play(table(("", "G07"), hands=("G04", "")), "deploy_unit G04")
    assert asked(match) == ("", 0)


def test_g06_weakens_a_unit_for_the_turn() -> None:
    match = play(table(("G06", "G42 G48 T1"), hands=("G10", "")), "pair_pilot G10 p0.1")
    play(match, "answer order [0]")
    assert answers(match) == ["[p1.2]", "[p1.3]"]
    play(match, "answer target [p1.2]", "answer target [p1.1]")
    assert numbers(match, "p1.2") == (2, 4)
    play(match, "end_main", *PASSES)
    assert numbers(match, "p1.2") == (5, 4)


def test_g13_heals_and_may_choose_an_undamaged_unit() -> None:
    match = table(("G03(2) G01(3) G05", ""), hands=("G13 G13", ""))
    play(match, "play_command G13")
    assert answers(match) == ["[p0.1]", "[p0.2]", "[p0.3]"]
    play(match, "answer target [p0.1]", "play_command G13", "answer target [p0.3]")
    assert (units(match, 0), trash(match, 0)) == ("G03 G01(3) G05", "G13 G13")


def test_g14_as_a_burst_weakens_the_attacker_for_the_turn() -> None:
    match = hit(table(("G07", ""), bases=("EXB", ""), shields=("", "G14 G23")))
    play(match, "answer burst [yes]", "answer target [p0.1]")
    assert (numbers(match, "p0.1")[0], trash(match, 1)) == (0, "G14")


def test_g16_strengthens_the_link_units_of_this_moment() -> None:
    match = table(("G07+G11 G05 G07", ""), bases=("G16", "EXB"), hands=("G11", ""))
    play(match, "activate p0.base act", "pair_pilot G11 p0.3")
    assert [numbers(match, f"p0.{at}")[0] for at in (1, 2, 3)] == [5, 2, 4]
    refused(match, "activate p0.base act", "RESTED")


def test_g40_draws_for_a_kill_of_its_link_unit() -> None:
    for pair, cards in (("G39+G40", "G03"), ("G05+G40", "")):
        match = hit(table((pair, "G05r")), target="p1.1")
        assert (units(match, 1), hand(match, 0)) == ("", cards)


def test_g40_does_not_draw_in_the_turn_of_the_opponent() -> None:
    match = hit(table(("G39+G40r", "G05"), active=1), "p1.1", "p0.1")
    assert (units(match, 1), hand(match, 0)) == ("", "")


def test_g17_strikes_after_the_base_has_fallen() -> None:
    match = hit(table(("G17", "G05")))
    assert (base(match, 1), asked(match)) == ("", ("target", 0))
    play(match, "answer target [p1.1]")
    assert trash(match, 1) == "G05"


def test_g17_does_not_strike_for_a_unit() -> None:
    match = table(("G17", "G05r"), bases=("EXB", ""))
    hit(match, target="p1.1")
    assert (shields(match, 1), asked(match)) == ("G23 G23 G23", ("", 0))


def test_two_equal_bursts_move_one_card_each() -> None:
    match = hit(table(("G35", ""), bases=("EXB", ""), shields=("", "G10 G10 G23")))
    play(match, "answer burst [yes]", "answer burst [no]")
    assert (hand(match, 1), trash(match, 1), shields(match, 1)) == ("G10", "G10", "G23")


def test_an_effect_for_the_battle_ends_with_it() -> None:
    match = table(("G05 G05", "G41+G11"))
    play(match, "attack p0.1 p1", "pass_block", "activate p1.1 act", "answer target [p0.2]")
    assert numbers(match, "p0.2")[0] == 1
    play(match, *PASSES)
    assert numbers(match, "p0.2")[0] == 2
    play(match, "end_main")
    refused(match, "activate p1.1 act", "ONCE_PER_TURN")


def test_once_per_turn_begins_anew_in_the_turn_of_the_opponent() -> None:
    match = table(("G41+G11", "G05"), decks=(USUAL_DECK, USUAL_DECK))
    play(match, "end_main", "pass_action", "activate p0.1 act", "answer target [p1.1]")
    assert resources(match, 0) == (8, 2, 0)
    play(match, *PASSES, "attack p1.1 p0", "pass_block")
    play(match, "activate p0.1 act", "answer target [p1.1]")
    assert numbers(match, "p1.1")[0] == 1
