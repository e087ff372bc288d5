"""The 48 cards and 8 tokens: what is printed on them, and a test of each, named after it."""

import re
from pathlib import Path

import pytest

from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import (
    BASE,
    BLOCKER,
    BREACH,
    CARDS,
    CATALOGUE,
    EX_BASE,
    HIGH_MANEUVER,
    KEYWORDS,
    PRINTED,
    RESOURCE,
    SUPPRESSION,
    UNIT,
    Card,
)
from kibitz.games.gundam.rules.in_play import linked, number
from kibitz.games.gundam.state import UNITS, GundamState
from kibitz.kit.modifiers import Modifier
from kibitz.testing import expect_over
from tests.games.gundam.table import (
    PASSES,
    USUAL_DECK,
    Match,
    answers,
    asked,
    base,
    changes,
    deck,
    edited,
    hand,
    hit,
    moves,
    numbers,
    play,
    reasons,
    refused,
    resources,
    seen,
    shields,
    table,
    trash,
    unit,
    units,
)

SOURCE = Path(__file__).parents[2] / "data" / "gundam-cards.txt"
LINES = [line for line in SOURCE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
LISTED = {line.partition(";")[0]: line for line in LINES}
BACK = {"turn": "5 p0 main", "decides": "p0", "battle": ""}


def printed(card: Card) -> str:
    """Writes what is printed on a card, as the file does."""
    body = f"{card.ap}/{card.hp}" if card.kind == UNIT else "-"
    if card.kind == BASE:
        body = f"-/{card.hp}"
    traits = ", ".join(card.traits) or "-"
    if card.token or card.kind == RESOURCE:
        return "; ".join([card.id, card.name, card.type, body, traits])
    pilot = "-"
    if card.pilot is not None:
        body, pilot = f"+{card.pilot.ap}/+{card.pilot.hp}", card.pilot.name
    link = "-"
    if card.link is not None:
        link = f"[{card.link.name}]" if card.link.name else f"({card.link.trait})"
    words = [
        word if at >= BLOCKER else f"{word} {count}"
        for at, (word, count) in enumerate(zip(KEYWORDS, card.keywords, strict=True))
        if count
    ]
    decks = dict(zip("ABCD", Gundam("A / B").decks + Gundam("C / D").decks, strict=True))
    copies = [f"{name}{cards.count(card.number)}" for name, cards in decks.items()]
    parts = (
        *(card.id, card.printed_number, card.name, f"{card.type} {card.colour}"),
        *(f"{card.level}/{card.cost}", body, " ".join(card.zones) or "-", link, traits),
        *(", ".join(words) or "-", pilot),
        " ".join([word for word in copies if not word.endswith("0")]),
    )
    return "; ".join(parts)


@pytest.mark.parametrize("card", LISTED)
def test_card_is_as_printed(card: str) -> None:
    assert printed(CARDS[CATALOGUE.number(card)]) == LISTED[card]


def test_the_pool_is_complete_and_in_order() -> None:
    tokens = ["T1", "T2", "T3", "T4", "T5", "EXB", "EXR", "RES"]
    assert CATALOGUE.ids == [*(f"G{number:02}" for number in range(1, 49)), *tokens]
    assert list(LISTED) == CATALOGUE.ids
    assert [card.id for card in CARDS[1:] if card.token] == tokens[:-1]


def name_of_test(card: Card) -> str:
    """Returns how the name of a card's test begins: its id and its name."""
    name = re.sub(r"[^a-z0-9]+", "_", card.name.lower()).strip("_")
    return f"test_{card.id.lower()}_{name}_"


def test_every_card_has_a_test_named_after_it() -> None:
    missing = [
        card.name
        for card in CARDS[1:]
        if not any(name.startswith(name_of_test(card)) for name in globals())
    ]
    assert missing == []


def test_tokens_and_resources_have_no_level_colour_link_or_keyword() -> None:
    for card in CARDS[-8:]:
        facts = (card.level, card.cost, card.colour, card.link, any(card.keywords), card.abilities)
        assert facts == (0, 0, "", None, False, [])


def test_the_blank_card_adds_nothing() -> None:
    assert not any(PRINTED[0])


@pytest.mark.parametrize(
    ("pilot", "linked_units"),
    [
        *(("G10", "G01 G02"), ("G11", "G06 G07 G41"), ("G12", "G04"), ("G13", "G03")),
        *(("G26", "G17 G19"), ("G27", "G22"), ("G28", "G18 G19"), ("G30", "G25")),
        *(("G36", "G33 G34 G35"), ("G37", ""), ("G40", "G39"), ("G44", "G42 G43")),
        *(("G45", ""), ("G46", "")),
    ],
)
def test_pilots_link_with_their_units(pilot: str, linked_units: str) -> None:
    found = [
        card.id
        for card in CARDS[1:]
        if card.type == "unit" and linked(unit(table((f"{card.id}+{pilot}", "")), "p0.1"))
    ]
    assert found == linked_units.split()


# What many cards have in common.


def plain_unit(card: str, cost: int, ap: int, hp: int) -> None:
    """Deploys a Unit without abilities; nothing else happens, and it cannot attack yet."""
    match = table(("", "G05 G05r"), hands=(card, ""))
    assert changes(match, f"deploy_unit {card}") == {
        "p0 units": f"{card}n",
        "p0 hand": "",
        "p0 known": "",
        "p0 resources": f"{10 - cost}/{cost}/0",
    }
    assert numbers(match, "p0.1") == (ap, hp)
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")
    refused(match, "activate p0.1 support", "NOT_OFFERED")
    match = play(table((card, "")), "attack p0.1 p1")
    assert match.state.phase == match.state.layout.phases.index("block"), "nothing is set off"


def burst_to_hand(pilot: str) -> None:
    """Destroys a Shield with a Pilot, which goes to the hand for all to see."""
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", f"{pilot} G23")))
    assert asked(match) == ("burst", 1)
    known = {"p1 resolving": "", "p1 hand": pilot, "p1 known": pilot}
    assert changes(match, "answer burst [yes]") == {**BACK, **known}
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", f"{pilot} G23")))
    play(match, "answer burst [no]")
    assert (hand(match, 1), trash(match, 1), shields(match, 1)) == ("", pilot, "G23")


def burst_deploys(card: str) -> Match:
    """Destroys a Shield with a Base, which is deployed; its owner takes the next Shield."""
    match = hit(table(("G48", ""), bases=("EXB", ""), shields=("", f"{card} G14 G23")))
    assert asked(match) == ("burst", 1)
    play(match, "answer burst [yes]")
    assert (base(match, 1), hand(match, 1), shields(match, 1)) == (card, "G14", "G23")
    assert (seen(match, 0, 1), resources(match, 1), trash(match, 1)) == ("?", (10, 0, 0), "")
    refused_burst = hit(table(("G48", ""), bases=("EXB", ""), shields=("", f"{card} G14")))
    play(refused_burst, "answer burst [no]")
    assert (base(refused_burst, 1), trash(refused_burst, 1)) == ("", card)
    return match


def deploy_without_shields(card: str, cost: int) -> Match:
    """Deploys a Base of the hand where there is no Shield to take."""
    match = play(table(("", "G48"), shields=("", ""), hands=(card, "")), f"deploy_base {card}")
    assert (base(match, 0), hand(match, 0), trash(match, 0)) == (card, "", "")
    assert resources(match, 0) == (10 - cost, cost, 0)
    return match


def no_burst(card: str) -> None:
    """Destroys a Shield without Burst."""
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", f"{card} G23")))
    assert (asked(match), trash(match, 1)) == (("", 0), card)


def keyword(match: Match, place: str, stat: int) -> int:
    """Returns a keyword of a Unit in play."""
    return number(match.state, unit(match, place), int(place[1]), stat)


# Deck A.


def test_g01_gundam_repairs_itself_and_strengthens_all_units_while_paired() -> None:
    match = table(("G01+G11 G05 T2", "G05"))
    assert [numbers(match, f"p0.{at}")[0] for at in (1, 2, 3)] == [5, 3, 3]
    assert numbers(match, "p1.1") == (2, 2)
    match = table(("G01+G11 G01+G11 G05", ""))
    assert [numbers(match, f"p0.{at}")[0] for at in (1, 2, 3)] == [6, 6, 4], "two add up"
    match = table(("G01 G05", ""))
    assert [numbers(match, f"p0.{at}")[0] for at in (1, 2)] == [3, 2], "not unpaired"
    match = play(table(("G01(3)", "")), "end_main", *PASSES)
    assert units(match, 0) == "G01(1)"


def test_g01_gundam_strengthens_units_that_come_later_too() -> None:
    match = play(table(("G01+G11", ""), hands=("G05", "")), "deploy_unit G05")
    assert numbers(match, "p0.2") == (3, 2)


@pytest.mark.parametrize(
    ("pilot", "drawn"), [("G12", "G03"), ("G13", "G03"), ("G11", ""), ("G27", "")]
)
def test_g02_gundam_ma_form_draws_for_a_white_base_pilot(pilot: str, drawn: str) -> None:
    match = play(table(("G02", "G42(4)"), hands=(pilot, "")), f"pair_pilot {pilot} p0.1")
    assert (asked(match), hand(match, 0)) == (("", 0), drawn)


def test_g03_guncannon_has_no_ability() -> None:
    plain_unit("G03", 2, 2, 4)


def test_g04_guntank_rests_a_weak_unit() -> None:
    match = play(table(("", "G05 G03(2) G07 G05r"), hands=("G04", "")), "deploy_unit G04")
    assert answers(match) == ["[p1.1]", "[p1.2]", "[p1.4]"], "HP left, active or not"
    assert changes(match, "answer target [p1.2]") == {
        "decides": "p0",
        "p1 units": "G05 G03r(2) G07 G05r",
    }
    match = play(table(("G05", "G07"), hands=("G04", "")), "deploy_unit G04")
    assert asked(match) == ("", 0)


def test_g05_gm_has_no_ability() -> None:
    plain_unit("G05", 1, 2, 2)


def test_g06_gundam_aerial_permet_score_six_weakens_a_unit_for_the_turn() -> None:
    match = play(table(("G06", "G42 G48 T1"), hands=("G11", "")), "pair_pilot G11 p0.1")
    assert answers(match) == ["[p1.2]", "[p1.3]"], "level 5 or less"
    play(match, "answer target [p1.2]")
    assert numbers(match, "p1.2") == (2, 4)
    play(match, "end_main", *PASSES)
    assert numbers(match, "p1.2") == (5, 4)


def test_g07_gundam_aerial_bit_on_form_has_no_ability() -> None:
    plain_unit("G07", 2, 3, 4)


def test_g08_demi_trainer_blocks() -> None:
    match = play(table(("G05", "G08 G08r")), "attack p0.1 p1")
    assert moves(match) == ["block p1.1", "pass_block"]


def test_g09_zowort_blocks_and_does_not_attack_the_player() -> None:
    match = table(("G09", "G05r"), bases=("EXB", ""), shields=("", ""))
    assert moves(match, "attack") == ["attack p0.1 p1.1"]
    match = play(table(("G05", "G09")), "attack p0.1 p1", "block p1.1")
    assert units(match, 1) == "G09r"


def test_g10_amuro_ray_rests_a_unit() -> None:
    match = play(table(("G05", "G42 G42+G44 G35"), hands=("G10", "")), "pair_pilot G10 p0.1")
    assert answers(match) == ["[p1.1]", "[p1.3]"], "5 HP or less"
    assert changes(match, "answer target [p1.3]") == {
        "decides": "p0",
        "p1 units": "G42 G42+G44 G35r",
    }
    burst_to_hand("G10")


def test_g11_suletta_mercury_readies_a_resource_once_a_turn() -> None:
    match = play(table(("G05+G11", ""), ready=(5, 10), rested=(2, 0)), "attack p0.1 p1")
    assert resources(match, 0) == (6, 1, 0)
    match = table(("G39+G11", ""), ready=(10, 10))
    hit(match)
    play(match, "activate p0.1 act")
    assert resources(match, 0) == (6, 4, 0)
    hit(match)
    assert resources(match, 0) == (6, 4, 0), "used although all Resources were active"
    burst_to_hand("G11")


def test_g12_thoroughly_damaged_hurts_a_rested_unit() -> None:
    match = play(table(("G05r", "G05 G05r(1)"), hands=("G12", "")), "play_command G12")
    assert answers(match) == ["[p1.2]"]
    play(match, "answer target [p1.2]")
    assert (units(match, 1), trash(match, 1), trash(match, 0)) == ("G05", "G05", "G12")
    assert resources(match, 0) == (9, 1, 0)
    match = play(table(("G05r", "G05"), hands=("G12", "")), "end_main", "pass_action")
    refused(match, "play_command G12", "WRONG_TIMING")
    no_burst("G12")


def test_g13_kai_s_resolve_heals_and_may_choose_an_undamaged_unit() -> None:
    match = table(("G03(2) G01+G10(4) G05", "G05"), hands=("G13 G13 G13", ""))
    play(match, "play_command G13")
    assert answers(match) == ["[p0.1]", "[p0.2]", "[p0.3]"]
    play(match, "answer target [p0.1]", "play_command G13", "answer target [p0.3]")
    play(match, "play_command G13", "answer target [p0.2]")
    assert (units(match, 0), trash(match, 0)) == ("G03 G01+G10(1) G05", "G13 G13 G13")
    match = play(table(("G05", ""), hands=("G13", "")), "end_main", "pass_action")
    refused(match, "play_command G13", "WRONG_TIMING")
    no_burst("G13")


def test_g14_unforeseen_incident_weakens_a_unit_for_the_turn() -> None:
    match = play(table(("G05", "G48 G03"), hands=("G14", "")), "play_command G14")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    play(match, "answer target [p1.1]")
    assert (numbers(match, "p1.1"), trash(match, 0)) == ((2, 4), "G14")
    play(match, "end_main", *PASSES)
    assert numbers(match, "p1.1") == (5, 4)


def test_g14_unforeseen_incident_as_a_burst_weakens_the_attacker() -> None:
    match = hit(table(("G07", "G05"), bases=("EXB", ""), shields=("", "G14 G23")))
    play(match, "answer burst [yes]")
    assert (asked(match), answers(match)) == (("target", 1), ["[p0.1]"])
    play(match, "answer target [p0.1]")
    assert (numbers(match, "p0.1")[0], trash(match, 1)) == (0, "G14")
    assert resources(match, 1) == (10, 0, 0)


def test_g15_white_base_deploys_a_token() -> None:
    match = table(("G05 G05 G05 G05 G05 G05", ""), bases=("G15", "EXB"))
    play(match, "activate p0.base act")
    assert asked(match) == ("room", 0)
    play(match, "answer room [p0.1]")
    assert units(match, 0) == "G05 G05 G05 G05 G05 T3n"
    match = play(table(bases=("G15", "EXB")), "end_main", "pass_action")
    refused(match, "activate p0.base act", "WRONG_TIMING")
    deploy_without_shields("G15", 2)
    burst_deploys("G15")


def test_g16_asticassia_school_of_technology_earth_house_strengthens_link_units() -> None:
    match = table(("G07+G11 G05+G10 G07", "G07+G11"), bases=("G16", "EXB"), hands=("G11", ""))
    assert changes(match, "activate p0.base act") == {
        "p0 units": "G07+G11[ap+1] G05+G10 G07",
        "p0 base": "G16r",
    }
    play(match, "pair_pilot G11 p0.3")
    assert [numbers(match, f"p0.{at}")[0] for at in (1, 2, 3)] == [5, 4, 4]
    refused(match, "activate p0.base act", "RESTED")
    play(match, "end_main", *PASSES)
    assert numbers(match, "p0.1")[0] == 4
    play(table(bases=("G16", "EXB")), "activate p0.base act")
    deploy_without_shields("G16", 1)
    burst_deploys("G16")


# Deck B.


def test_g17_sinanju_has_high_maneuver_while_paired() -> None:
    match = table(("G17 G17+G10 G17+G26", ""))
    found = [keyword(match, f"p0.{at}", HIGH_MANEUVER) for at in (1, 2, 3)]
    assert found == [0, 1, 1]


def test_g17_sinanju_strikes_after_it_destroyed_a_base_or_a_shield() -> None:
    for bases in (("EXB", "EXB"), ("EXB", "")):
        match = hit(table(("G17", "G05 G03"), bases=bases))
        assert (base(match, 1), asked(match)) == ("", ("target", 0))
        assert answers(match) == ["[p1.1]", "[p1.2]"]
        play(match, "answer target [p1.2]")
        assert units(match, 1) == "G05 G03(2)"
    match = hit(table(("G17", "G05r"), bases=("EXB", "")), target="p1.1")
    assert (shields(match, 1), asked(match)) == ("G23 G23 G23", ("", 0)), "not for a Unit"
    match = hit(table(("G17(3)", "G05"), bases=("EXB", "G15")))
    assert (base(match, 1), asked(match)) == ("", ("target", 0))
    match = table(("G17", "G05"), bases=("EXB", "G15"), hands=("", "G14"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G14", "answer target [p0.1]", *PASSES)
    assert (base(match, 1), asked(match)) == ("G15(2)", ("", 0)), "the Base survives"
    match = hit(table(("G17", "")))
    assert (asked(match), base(match, 1)) == (("", 0), ""), "no Unit to choose"


def test_g18_angelo_s_geara_zulu_supports_with_2() -> None:
    match = table(("G18n G05", "G05"))
    play(match, "activate p0.1 support")
    assert answers(match) == ["[p0.2]"]
    assert changes(match, "answer target [p0.2]") == {
        "decides": "p0",
        "p0 units": "G18rn G05[ap+2]",
    }
    play(match, "end_main", *PASSES)
    assert numbers(match, "p0.2")[0] == 2


def test_g19_geara_zulu_has_no_ability() -> None:
    plain_unit("G19", 2, 3, 2)


def test_g20_gaza_d_sleeves_supports_with_2() -> None:
    match = play(table(("G05 G20", "")), "activate p0.2 support", "answer target [p0.1]")
    assert (numbers(match, "p0.1")[0], units(match, 0)) == (4, "G05 G20r")


def test_g21_dra_c_sleeves_has_no_ability() -> None:
    plain_unit("G21", 1, 1, 2)


def test_g22_char_s_zaku_ii_looks_for_a_zeon_unit() -> None:
    for cards, found in (
        ("G27 G32 G30 G24", ["[]"]),
        ("G17 G23 G05 G24", ["[]", "[G17]", "[G23]"]),
        ("G22 G22 G05 G24", ["[]", "[G22]"]),
    ):
        match = table(("G05", "G22"), hands=("G29", ""), decks=(USUAL_DECK, cards))
        play(match, "play_command G29", "answer target [p1.1]")
        assert (asked(match), answers(match)) == (("take", 1), found)
        play(match, "answer take []")
        assert (hand(match, 1), deck(match, 1).split()[0]) == ("", "G24")
        assert sorted(deck(match, 1).split()) == sorted(cards.split())


def test_g22_char_s_zaku_ii_is_silent_when_it_is_not_destroyed() -> None:
    match = table(("G05", "G22"), hands=("G37", ""))
    play(match, "play_command G37", "answer target [p1.1]")
    assert (asked(match), hand(match, 1)) == (("", 0), "G22")


def test_g23_zaku_i_has_no_ability() -> None:
    plain_unit("G23", 1, 1, 2)


def test_g24_zaku_ii_is_stronger_when_it_attacks() -> None:
    match = hit(table(("G24", "")))
    assert (numbers(match, "p0.1")[0], base(match, 1)) == (3, "")
    play(match, "end_main", *PASSES)
    assert numbers(match, "p0.1")[0] == 1
    match = hit(table(("G24r", "G05"), active=1), "p1.1", "p0.1")
    assert units(match, 1) == "G05r(1)", "not when it is attacked"


def test_g25_gouf_brings_a_rested_token() -> None:
    match = play(table(hands=("G25", "")), "deploy_unit G25")
    assert (units(match, 0), resources(match, 0)) == ("G25n T5rn", (7, 3, 0))


def test_g26_full_frontal_deploys_a_small_zeon_unit_for_free() -> None:
    match = table(("G05", ""), hands=("G26 G05 G17 G18 G22 G47 G48 G28 G31", ""))
    play(match, "pair_pilot G26 p0.1")
    assert answers(match) == ["[]", "[G18]", "[G22]", "[G47]"], "level 4 or less, Units only"
    play(match, "answer deploy [G47]")
    assert (units(match, 0), resources(match, 0)) == ("G05+G26 G47n", (9, 1, 0))
    burst_to_hand("G26")


def test_g26_full_frontal_makes_room() -> None:
    match = table(("G05 G05 G05 G05 G05 T1", ""), hands=("G26 G25", ""))
    play(match, "pair_pilot G26 p0.1", "answer deploy [G25]")
    assert asked(match) == ("room", 0)
    play(match, "answer room [p0.6]")
    assert asked(match) == ("room", 0), "for the token"
    play(match, "answer room [p0.2]")
    assert (units(match, 0), trash(match, 0)) == ("G05+G26 G05 G05 G05 G25n T5rn", "G05")


def test_g27_char_aznable_strengthens_its_unit_in_an_attack() -> None:
    for pair, found in (("G22+G27", (5, 1)), ("G05+G27", (4, 0))):
        match = play(table((pair, "")), "attack p0.1 p1")
        assert (numbers(match, "p0.1")[0], keyword(match, "p0.1", HIGH_MANEUVER)) == found
        play(match, "pass_block", *PASSES)
        assert keyword(match, "p0.1", HIGH_MANEUVER) == found[1], "this turn"
        play(match, "end_main", *PASSES)
        assert keyword(match, "p0.1", HIGH_MANEUVER) == 0
        assert numbers(match, "p0.1")[0] == found[0] - 1
    burst_to_hand("G27")


def test_g28_indignation_strengthens_a_unit_for_the_turn() -> None:
    match = play(table(("G05 G08r", "G05"), hands=("G28", "")), "play_command G28")
    assert answers(match) == ["[p0.1]", "[p0.2]"]
    play(match, "answer target [p0.2]")
    assert numbers(match, "p0.2") == (3, 1)
    match = table(("G05", "G05r"), hands=("", "G28"))
    play(match, "attack p0.1 p1.1", "pass_block", "play_command G28", "answer target [p1.1]")
    play(match, *PASSES)
    assert trash(match, 0) == "G05"
    refused(table(("", "G05"), hands=("G28", "")), "play_command G28", "NO_TARGET")
    no_burst("G28")


def test_g29_close_combat_deals_2_damage() -> None:
    match = play(table(("G05", "G03 G05"), hands=("G29", "")), "play_command G29")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    play(match, "answer target [p1.1]")
    assert (units(match, 1), resources(match, 0)) == ("G03(2) G05", (8, 2, 0))
    match = hit(table(("G03", "G05"), bases=("EXB", ""), shields=("", "G29 G23")))
    assert changes(match, "answer burst [no]") == {**BACK, "p1 resolving": "", "p1 trash": "G29"}


def test_g30_the_blue_giant_protects_against_weak_units() -> None:
    refused(table(("G05", ""), hands=("G30", "")), "play_command G30", "WRONG_TIMING")
    match = table(("G05", "G05r"), hands=("G30", ""))
    play(match, "attack p0.1 p1.1", "pass_block", "pass_action", "play_command G30")
    play(match, "answer target [p0.1]", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G05r", ""), "the attacker, too"
    match = table(("G05", "G05r"), hands=("G30 G28", "G28"))
    play(match, "attack p0.1 p1.1", "pass_block", "pass_action", "play_command G30")
    play(match, "answer target [p0.1]", "play_command G28", "answer target [p1.1]", *PASSES)
    assert trash(match, 0) == "G05 G30", "the AP at the time of the damage counts"
    no_burst("G30")


def test_g30_the_blue_giant_does_not_prevent_effect_damage() -> None:
    match = table(("G05", "G23r"), hands=("G29", "G30"))
    play(match, "attack p0.1 p1.1", "pass_block", "play_command G30", "answer target [p1.1]")
    play(match, "play_command G29", "answer target [p1.1]")
    assert trash(match, 1) == "G23 G30"


def test_g31_rewloola_deals_1_damage() -> None:
    match = table(("", "G48 G48+G27 G05"), hands=("G31", ""))
    play(match, "deploy_base G31")
    assert (hand(match, 0), answers(match)) == ("G23", ["[p1.1]", "[p1.3]"]), "AP 5 or less"
    play(match, "answer target [p1.1]")
    assert (units(match, 1), base(match, 0)) == ("G48(1) G48+G27 G05", "G31")
    match = deploy_without_shields("G31", 2)
    assert asked(match) == ("target", 0), "the damage does not need a Shield"
    match = play(table(hands=("G31", "")), "deploy_base G31")
    assert (asked(match), hand(match, 0)) == (("", 0), "G23")
    match = burst_deploys("G31")
    assert (asked(match), answers(match)) == (("target", 1), ["[p0.1]"])


def test_g32_falmel_deploys_a_token_in_its_owners_turn() -> None:
    match = deploy_without_shields("G32", 2)
    assert units(match, 0) == "T4rn", "also without a Shield"
    match = burst_deploys("G32")
    assert (units(match, 1), asked(match)) == ("", ("", 0))


# Extension.


def test_g33_aile_strike_gundam_blocks_and_returns_a_unit() -> None:
    match = table(("G33", "G48 G35 G35(1)"), hands=("G10", ""))
    play(match, "pair_pilot G10 p0.1", "answer order [0]")
    assert answers(match) == ["[p1.1]", "[p1.3]"], "4 HP left or less"
    play(match, "answer target [p1.3]")
    assert (hand(match, 1), seen(match, 0, 1)) == ("G35", "G35")
    match = play(table(("G33", "G05"), hands=("G27", "")), "pair_pilot G27 p0.1")
    assert asked(match) == ("", 0), "a Pilot of level 3"
    match = play(table(("G05", "G33")), "attack p0.1 p1")
    assert moves(match) == ["block p1.1", "pass_block"]


def test_g34_strike_gundam_draws_and_discards() -> None:
    match = play(table(hands=("G34 G05", "")), "deploy_unit G34")
    assert (asked(match), answers(match)) == (("discard", 0), ["[G03]", "[G05]"])
    play(match, "answer discard [G05]")
    assert (hand(match, 0), trash(match, 0), seen(match, 1, 0)) == ("G03", "G05", "?")


def test_g35_freedom_gundam_blocks_and_has_suppression_with_a_base() -> None:
    match = play(table(("G05", "G35")), "attack p0.1 p1", "block p1.1")
    assert units(match, 1) == "G35r"
    for own, found in (("EXB", 1), ("G16", 1), ("", 0)):
        assert keyword(table(("G35", ""), bases=(own, "EXB")), "p0.1", SUPPRESSION) == found
    match = hit(table(("G35", ""), bases=("EXB", "")))
    assert (shields(match, 1), trash(match, 1)) == ("G23", "G23 G23")
    match = hit(table(("G35", "")))
    assert (base(match, 1), shields(match, 1)) == ("", "G23 G23 G23"), "a Base is hit alone"


def test_g36_kira_yamato_weakens_a_unit_for_the_battle() -> None:
    match = play(table(("G05+G36", "G03 G03r")), "attack p0.1 p1", "answer target [p1.1]")
    assert numbers(match, "p1.1")[0] == 0
    play(match, "pass_block", *PASSES)
    assert numbers(match, "p1.1")[0] == 2
    match = play(table(("G05+G36", "")), "attack p0.1 p1")
    assert asked(match) == ("", 1), "no Unit to choose"
    burst_to_hand("G36")


def test_g37_hawk_of_endymion_returns_a_unit() -> None:
    match = table(("G05", "G05+G11(1) G07(1) G07 T1"), hands=("G37", ""))
    play(match, "play_command G37")
    assert answers(match) == ["[p1.1]", "[p1.2]", "[p1.4]"], "3 HP left or less"
    play(match, "answer target [p1.1]")
    assert (hand(match, 1), seen(match, 0, 1), trash(match, 1)) == ("G05 G11", "G05 G11", "")
    no_burst("G37")


def test_g38_archangel_readies_a_blocker() -> None:
    match = table(("G09r G35 G05r", ""), bases=("G38", "EXB"))
    play(match, "activate p0.base act")
    assert answers(match) == ["[p0.1]", "[p0.2]"], "an active one does no harm"
    play(match, "answer target [p0.2]")
    refused(match, "attack p0.2 p1", "CANNOT_ATTACK")
    assert resources(match, 0) == (8, 2, 0)
    refused(match, "activate p0.base act", "ONCE_PER_TURN")
    refused(table(("G05", "G08"), bases=("G38", "EXB")), "activate p0.base act", "NO_TARGET")
    deploy_without_shields("G38", 1)
    burst_deploys("G38")


def test_g39_tallgeese_becomes_active() -> None:
    match = table(("G39r", ""), ready=(4, 10))
    assert changes(match, "activate p0.1 act") == {"p0 units": "G39[used]", "p0 resources": "0/4/0"}
    play(table(("G39", "")), "activate p0.1 act")
    match = play(table(("G39r", "")), "end_main", "pass_action")
    refused(match, "activate p0.1 act", "WRONG_TIMING")


def test_g40_zechs_merquise_draws_for_a_kill_of_its_link_unit() -> None:
    for pair, cards in (("G39+G40", "G03"), ("G05+G40", "")):
        match = hit(table((pair, "G05r")), target="p1.1")
        assert (units(match, 1), hand(match, 0)) == ("", cards)
    match = hit(table(("G39+G40(4)", "G05r")), target="p1.1")
    assert (trash(match, 0), hand(match, 0)) == ("G39 G40", "G03"), "also when both die"
    match = hit(table(("G39+G40", "")))
    assert hand(match, 0) == "", "not for a Base"
    match = hit(table(("G39+G40r", "G05"), active=1), "p1.1", "p0.1")
    assert (units(match, 1), hand(match, 0)) == ("", ""), "not in the other turn"
    burst_to_hand("G40")


def test_g41_gundam_aerial_mirasoul_flight_unit_weakens_in_a_battle() -> None:
    match = table(("G05 G05", "G41+G10"))
    play(match, "attack p0.1 p1", "pass_block", "activate p1.1 act", "answer target [p0.2]")
    assert numbers(match, "p0.2")[0] == 1
    play(match, *PASSES)
    assert numbers(match, "p0.2")[0] == 2
    play(match, "end_main")
    refused(match, "activate p1.1 act", "ONCE_PER_TURN")


def test_g41_gundam_aerial_mirasoul_flight_unit_works_in_each_turn() -> None:
    match = play(table(("G41+G11", "G05")), "end_main", "pass_action")
    play(match, "activate p0.1 act", "answer target [p1.1]")
    assert (resources(match, 0), numbers(match, "p1.1")[0]) == ((8, 2, 0), 2), "no battle"
    play(match, *PASSES, "attack p1.1 p0", "pass_block")
    play(match, "activate p0.1 act", "answer target [p1.1]")
    assert numbers(match, "p1.1")[0] == 1


def test_g42_wing_gundam_attacks_active_units_and_breaks_through() -> None:
    match = table(("G42", "G05 G07 G48 T1 G48r"))
    targets = ["p1.1", "p1.2", "p1.4", "p1.5", "p1"]
    assert moves(match, "attack") == [f"attack p0.1 {target}" for target in targets]
    refused(match, "attack p0.1 p1.3", "TARGET_ACTIVE")
    match = hit(table(("G42", "G05"), bases=("EXB", "G15")), target="p1.1")
    assert (base(match, 1), shields(match, 1)) == ("", "G23 G23 G23"), "5 damage"
    match = hit(table(("G42(4)", "G05"), bases=("EXB", "")), target="p1.1")
    assert (units(match, 0), shields(match, 1)) == ("", "G23 G23"), "also when both die"
    match = hit(table(("G42", "G35r")), target="p1.1")
    assert (units(match, 1), base(match, 1)) == ("G35r(4)", "EXB"), "nothing was destroyed"
    match = hit(table(("G42r", "G05"), active=1), "p1.1", "p0.1")
    assert (units(match, 1), base(match, 1)) == ("", "EXB"), "only in its owner's turn"


def test_g43_wing_gundam_bird_mode_places_an_ex_resource() -> None:
    match = play(table(hands=("G43", ""), ready=(3, 10)), "deploy_unit G43")
    assert (units(match, 0), resources(match, 0)) == ("G43n", (0, 3, 1))


def test_g44_heero_yuy_gives_more_while_linked() -> None:
    match = table(("G42+G44 G43+G44 G05+G44", ""))
    assert [numbers(match, f"p0.{at}") for at in (1, 2, 3)] == [(7, 7), (5, 4), (4, 3)]
    burst_to_hand("G44")


def with_breach(state: GundamState) -> None:
    """Gives the first Unit of seat 0 Breach, which no Unit of a low level has."""
    state.row(UNITS, 0)[0].mods = (Modifier(BREACH, 2, state.turn),)


def test_g45_peaceful_timbre_covers_breach() -> None:
    match = table(("G07 G42", "G05r"), bases=("EXB", "G16"), hands=("", "G45"))
    refused(table(hands=("G45", "")), "play_command G45", "WRONG_TIMING")
    play(match, "attack p0.1 p1", "pass_block", "play_command G45", *PASSES)
    assert base(match, 1) == "G16"
    hit(match, "p0.2")
    assert base(match, 1) == "G16(4)", "this battle only"
    match = edited(table(("G07", "G05r"), bases=("EXB", "G16"), hands=("", "G45")), with_breach)
    play(match, "attack p0.1 p1.1", "pass_block", "play_command G45", *PASSES)
    assert (units(match, 1), base(match, 1)) == ("", "G16"), "a Unit of level 4 with Breach"
    match = table(("G07", ""), hands=("G45", ""))
    play(match, "attack p0.1 p1", "pass_block", "pass_action", "play_command G45", *PASSES)
    assert base(match, 1) == "", "it protects its owner only"
    match = play(table(hands=("G45", "")), "end_main", "pass_action", "play_command G45")
    assert (match.state.mods, trash(match, 0)) == ((), "G45")
    no_burst("G45")


def test_g46_the_magic_bullet_of_dusk_gives_first_strike() -> None:
    match = table(("G05 G03 T1 G24", ""), hands=("G46", ""))
    play(match, "play_command G46")
    assert answers(match) == ["[p0.1]", "[p0.3]", "[p0.4]"], "level 2 or less"
    match = table(("G24", "G05r G03r"), hands=("G46", ""))
    play(match, "play_command G46", "answer target [p0.1]")
    hit(match, target="p1.1")
    assert (units(match, 0), trash(match, 1)) == ("G24r", "G05")
    match = table(("G24", "G03r"), hands=("G46", ""))
    play(match, "play_command G46", "answer target [p0.1]")
    hit(match, target="p1.1")
    assert (trash(match, 0), units(match, 1)) == ("G24 G46", "G03r(3)"), "the target survives"
    no_burst("G46")


def test_g47_gyan_destroys_a_small_blocker() -> None:
    match = play(table(("G47", "G08 G09 G33 G22"), hands=("G30", "")), "pair_pilot G30 p0.1")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    play(match, "answer target [p1.2]")
    assert (units(match, 1), trash(match, 1)) == ("G08 G33 G22", "G09")
    match = play(table(("G47", "G33 G05"), hands=("G30", "")), "pair_pilot G30 p0.1")
    assert asked(match) == ("", 0)
    match = play(table(("G47", "G08"), hands=("G11", "")), "pair_pilot G11 p0.1")
    assert (asked(match), units(match, 1)) == (("", 0), "G08"), "no Zeon Pilot"


@pytest.mark.parametrize(("pilot", "works"), [("G27", True), ("G26", True), ("G28", False)])
def test_g48_kshatriya_damages_up_to_two_units(pilot: str, works: bool) -> None:
    match = play(table(("G48", "G05"), hands=(pilot, "")), f"pair_pilot {pilot} p0.1")
    if asked(match)[0] == "order":
        play(match, "answer order [0]")
    assert (asked(match)[0] == "target") == works
    if works:
        assert answers(match) == ["[p1.1]"]
        play(match, "answer target [p1.1]")
    assert units(match, 1) == ("G05(1)" if works else "G05")


# Tokens and Resources.


def token_dies(token: str) -> None:
    """Destroys a token and returns one: both leave the game."""
    match = table(("G05", f"{token} {token}"), hands=("G29 G29 G37", ""))
    play(match, "play_command G37", "answer target [p1.1]")
    assert (units(match, 1), hand(match, 1)) == (token, "")
    play(match, "play_command G29", "answer target [p1.1]")
    if units(match, 1):
        play(match, "play_command G29", "answer target [p1.1]")
    assert (units(match, 1), trash(match, 1)) == ("", "")


def test_t1_gundam_comes_without_units() -> None:
    match = play(table(bases=("G15", "EXB")), "activate p0.base act")
    assert (units(match, 0), numbers(match, "p0.1")) == ("T1n", (3, 3))
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")
    token_dies("T1")


def test_t2_guncannon_comes_with_one_unit() -> None:
    match = play(table(("T1", ""), bases=("G15", "EXB")), "activate p0.base act")
    assert (units(match, 0), numbers(match, "p0.2")) == ("T1 T2n", (2, 2))
    token_dies("T2")


def test_t3_guntank_comes_with_two_units_or_more() -> None:
    match = play(table(("T1 T2", ""), bases=("G15", "EXB")), "activate p0.base act")
    assert (units(match, 0), numbers(match, "p0.3")) == ("T1 T2 T3n", (1, 1))
    token_dies("T3")


def test_t4_char_s_zaku_ii_comes_rested_and_does_not_look_at_cards() -> None:
    match = play(table(hands=("G32", "")), "deploy_base G32")
    assert (units(match, 0), numbers(match, "p0.1")) == ("T4rn", (3, 1))
    assert reasons(match, "attack p0.1 p1") == ["RESTED", "JUST_DEPLOYED"]
    token_dies("T4")


def test_t5_zaku_ii_comes_rested_and_does_not_grow() -> None:
    match = play(table(hands=("G25", "")), "deploy_unit G25")
    assert numbers(match, "p0.2") == (1, 1)
    assert numbers(hit(table(("T5", ""))), "p0.1")[0] == 1
    token_dies("T5")


def test_exb_ex_base_has_3_hp_and_leaves_the_game() -> None:
    match = hit(table(("G05 G08", "")))
    assert (base(match, 1), CARDS[EX_BASE].hp) == ("EXB(2)", 3)
    hit(match, "p0.2")
    assert (base(match, 1), trash(match, 1), shields(match, 1)) == ("", "", "G23 G23 G23")


def test_exr_ex_resource_pays_and_leaves_the_game() -> None:
    match = play(table(hands=("G05", ""), ready=(0, 10), rested=(1, 0), ex=(1, 0)))
    play(match, "deploy_unit G05")
    assert resources(match, 0) == (0, 1, 0)


def test_res_resource_is_rested_to_pay_and_comes_back() -> None:
    match = play(table(hands=("G05", ""), left=(3, 3)), "deploy_unit G05", "end_main", *PASSES)
    assert resources(match, 0) == (9, 1, 0)
    play(match, "end_main", *PASSES)
    assert (resources(match, 0), match.state.board.left) == ((11, 0, 0), [2, 2])


# Two cards together.


def test_two_equal_bursts_move_one_card_each() -> None:
    match = hit(table(("G35", ""), bases=("EXB", ""), shields=("", "G10 G10 G23")))
    play(match, "answer burst [yes]", "answer burst [no]")
    assert (hand(match, 1), trash(match, 1), shields(match, 1)) == ("G10", "G10", "G23")


def test_two_bases_as_bursts_replace_each_other() -> None:
    match = hit(table(("G35", ""), bases=("EXB", ""), shields=("", "G15 G16 G05 G07")))
    play(match, "answer order [0]", "answer burst [yes]", "answer burst [yes]")
    assert (base(match, 1), trash(match, 1), hand(match, 1)) == ("G16", "G15", "G05 G07")
    assert shields(match, 1) == ""


def test_a_burst_that_kills_the_attacker_of_g17_does_not_stop_its_ability() -> None:
    match = hit(table(("G17(2)", "G05"), bases=("EXB", ""), shields=("", "G29 G23")))
    play(match, "answer burst [yes]", "answer target [p0.1]")
    assert (trash(match, 0), asked(match)) == ("G17", ("target", 0))
    play(match, "answer target [p1.1]")
    assert trash(match, 1) == "G05 G29"


def test_a_draw_for_a_kill_can_lose() -> None:
    match = hit(table(("G39+G40", "G05r"), decks=("G05", USUAL_DECK)), target="p1.1")
    expect_over(match, winner=1, reason="an empty deck")
