"""What the client adds to a deck: situations in which players agree."""

from collections.abc import Sequence
from typing import Any

from kibitz.communicationmod.client.ratings import Deck, explain, total
from kibitz.games.spire.position.message import Fields
from tests.communicationmod.client_messages import Document, card, decision, deck, player, state

SILENT_DECK = [card("Strike_G")] * 5 + [card("Defend_G", "SKILL")] * 5 + [
    card("Neutralize"),
    card("Survivor", "SKILL"),
]  # fmt: skip


def taken(
    offered: Sequence[str], *more: str, own: Sequence[Document] = (), **game: Any
) -> tuple[str, str]:
    """Returns the name of the card that is taken, or "" for none, and why."""
    detail = {"cards": [card(name) for name in offered], "skip_available": True}
    cards = [*(own or deck()), *[card(name) for name in more]]
    document = state("CARD_REWARD", detail, ["choose", "skip"], deck=cards, **game)
    found = decision(player(), document)
    if found.command == "skip":
        return "", found.why
    return offered[int(found.command.split()[1])], found.why


def worth(name: str, *more: str, floor: int = 3, own: Sequence[Document] = ()) -> float:
    """Returns what a card adds to a deck."""
    cards = [Fields(each) for each in [*(own or deck()), *[card(each) for each in more]]]
    return total(Deck(cards, floor).rate(Fields(card(name))))


def test_damage_comes_first_in_act_1() -> None:
    assert taken(["Metallicize", "Carnage", "Barricade"])[0] == "Carnage"
    assert taken(["Predator", "Well Laid Plans", "Setup"], own=SILENT_DECK)[0] == "Predator"


def test_area_damage_is_taken_before_act_2_without_any() -> None:
    name, why = taken(["Cleave", "Pommel Strike", "Armaments"], "Carnage", "Uppercut", floor=14)
    assert name == "Cleave"
    assert "three monsters" in why
    enough = ("Immolate", "Whirlwind", "Carnage", "Uppercut")
    assert taken(["Cleave", "Pommel Strike", "Armaments"], *enough, floor=14)[0] == "Pommel Strike"


def test_block_and_scaling_count_for_more_in_later_acts() -> None:
    for name in ("Shrug It Off", "Power Through", "Demon Form", "Disarm"):
        assert worth(name, floor=20) > worth(name, floor=2), name
    assert worth("Twin Strike", floor=40) < worth("Twin Strike", floor=2)


def test_a_fifth_copy_is_not_taken() -> None:
    many = ["Pommel Strike"] * 4
    assert taken(["Pommel Strike", "Clash", "Warcry"])[0] == "Pommel Strike"
    assert taken(["Pommel Strike", "Clash", "Warcry"], *many)[0] == ""
    powers = ["Barricade"]
    assert worth("Barricade", *powers) < worth("Barricade") - 30


def test_a_good_deck_skips_bad_offers() -> None:
    good = ("Immolate", "Shrug It Off", "Offering", "Demon Form", "Flame Barrier", "Carnage",
            "Pommel Strike", "Shockwave", "Impervious", "Battle Trance", "Uppercut")  # fmt: skip
    name, why = taken(["Iron Wave", "Wild Strike", "Havoc"], *good, act=2, floor=22)
    assert name == ""
    assert why.startswith("no card is worth 50: ")
    assert taken(["Iron Wave", "Wild Strike", "Havoc"])[0] != ""


def test_strength_and_many_hits_want_each_other() -> None:
    assert worth("Heavy Blade", "Inflame") > worth("Heavy Blade")
    assert worth("Limit Break", "Inflame", "Demon Form") > worth("Limit Break") + 10
    assert worth("Inflame", "Twin Strike", "Pummel") > worth("Inflame")
    assert worth("Pummel", "Inflame") > worth("Pummel")


def test_exhaust_poison_shivs_and_discards_add_up() -> None:
    silent = SILENT_DECK
    for name, with_it in (
        ("Feel No Pain", ("True Grit", "Corruption")),
        ("Catalyst", ("Deadly Poison", "Noxious Fumes")),
        ("Accuracy", ("Blade Dance", "Cloak And Dagger")),
        ("Tactician", ("Acrobatics", "Calculated Gamble")),
        ("Dropkick", ("Uppercut",)),
        ("Body Slam", ()),
    ):
        assert worth(name, *with_it, own=silent) >= worth(name, own=silent), name
    assert worth("Catalyst", "Deadly Poison", "Noxious Fumes", own=silent) > 42
    assert taken(["Catalyst"], own=silent)[0] == ""


def test_a_large_deck_takes_only_what_is_good() -> None:
    crowd = ["Anger", "Cleave", "Clothesline", "Headbutt", "Iron Wave", "Twin Strike", "Uppercut",
             "Armaments", "True Grit", "Ghostly Armor", "Rage", "Flex", "Havoc"]  # fmt: skip
    assert worth("Sword Boomerang", *crowd) < worth("Sword Boomerang")
    assert taken(["Sword Boomerang"], *crowd, floor=30, act=2)[0] == ""
    assert taken(["Offering"], *crowd, floor=30, act=2)[0] == "Offering"


def test_an_upgraded_card_is_worth_more() -> None:
    plain, better = Fields(card("Carnage")), Fields(card("Carnage", upgrades=1))
    own = Deck([Fields(each) for each in deck()], 3)
    assert total(own.rate(better)) > total(own.rate(plain))


def test_the_reason_is_what_a_player_would_say() -> None:
    reasons = Deck([Fields(each) for each in deck()], 12).rate(Fields(card("Immolate")))
    assert reasons[0].text == "the best damage to groups that there is"
    assert "three monsters" in explain(reasons)
    assert {reason.term for reason in reasons} == {"card", "attack", "area"}
