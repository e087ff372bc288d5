"""The tables of the client: everything has an entry with a reason, and nothing else is there."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from kibitz.communicationmod.client import tables
from kibitz.communicationmod.client.screens import is_met
from kibitz.communicationmod.host import stock
from kibitz.games.spire import cards, gear
from kibitz.games.spire.powers import plain_id
from tests.communicationmod.client_messages import read, state

TABLES: dict[str, Any] = json.loads(
    files("kibitz.communicationmod.client").joinpath("tables.json").read_text()
)
# The events of the game by their ids, as its own files name them.
EVENTS_OF_THE_GAME = {
    1: [
        "Big Fish", "The Cleric", "Dead Adventurer", "Golden Idol", "Golden Wing", "World of Goop",
        "Liars Game", "Living Wall", "Mushrooms", "Scrap Ooze", "Shining Light",
    ],
    2: [
        "Addict", "Back to Basics", "Beggar", "Colosseum", "Cursed Tome", "Drug Dealer",
        "Forgotten Altar", "Ghosts", "Masked Bandits", "Nest", "The Library", "The Mausoleum",
        "Vampires", "Designer", "Duplicator", "FaceTrader", "Knowing Skull", "N'loth", "The Joust",
    ],
    3: [
        "Falling", "MindBloom", "The Moai Head", "Mysterious Sphere", "SensoryStone",
        "Tomb of Lord Red Mask", "Winding Halls", "SecretPortal", "Match and Keep!",
        "Golden Shrine", "Transmorgrifier", "Purifier", "Upgrade Shrine", "Wheel of Change",
        "Accursed Blacksmith", "Bonfire Elementals", "Fountain of Cleansing", "Lab",
        "NoteForYourself", "WeMeetAgain", "The Woman in Blue", "Spire Heart",
    ],
}  # fmt: skip


def reasons(value: object, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Lists the objects of the file that have a number, with their places."""
    if isinstance(value, dict):
        if {"worth", "below", "option"} & {*value}:
            yield where, value
        for name, each in value.items():
            yield from reasons(each, f"{where}/{name}")
    elif isinstance(value, list):
        for each in value:
            yield from reasons(each, where)


def test_every_entry_has_a_reason_of_a_few_words() -> None:
    found = list(reasons(TABLES))
    assert len(found) > 600
    for where, entry in found:
        reason = entry.get("reason", "")
        assert 7 <= len(reason) <= 100, where
        assert not reason.endswith("."), where
        assert reason[0].islower() or reason[0].isdigit() or reason.split()[0][0].isupper(), where


def test_every_card_has_an_entry_and_no_other_id_is_there() -> None:
    known = {plain_id(card.id) for card in cards.CARDS}
    # The Silent's own ids of her first cards.
    assert {*tables.CARDS} == known | {"strikeg", "defendg"}
    assert len(tables.CARDS) == len(TABLES["cards"])


def test_what_cards_give_and_want_is_in_the_tables() -> None:
    brought = {name for facts in tables.CARDS.values() for name in facts.brings}
    for name, facts in tables.CARDS.items():
        assert {*facts.gives} <= {*tables.NEEDS}, name
        assert {*facts.wants} | {*facts.brings} <= {*tables.SYNERGIES}, name
        # What a card wants, another one brings.
        assert {*facts.wants} <= brought, name


def test_damage_and_block_are_those_of_the_cards() -> None:
    assert (tables.CARDS["strikeg"].damage, tables.CARDS["defendr"].block) == (6, 5)
    for card in cards.CARDS:
        ops = cards.EFFECTS[2 * card.number]
        blocks = [op.n for op in ops if op.code == cards.BLOCK and op.base == cards.FIXED]
        facts = tables.CARDS[plain_id(card.id)]
        if facts.block and blocks:
            assert facts.block == sum(blocks), card.id


def test_every_relic_has_an_entry() -> None:
    known = {*tables.RELICS, *tables.BOSS_RELICS}
    found = [name for tiers in stock.RELICS.values() for names in tiers.values() for name in names]
    made = [stock.make_relic(name).id for name in found]
    assert {plain_id(name) for name in [*gear.RELIC_IDS, *made]} <= known


def test_relics_of_bosses_are_in_their_own_table() -> None:
    offered = {
        plain_id(stock.make_relic(name).id)
        for tiers in stock.RELICS.values()
        for name in tiers.get(stock.BOSS, [])
    }
    assert offered <= {*tables.BOSS_RELICS}
    assert {*tables.RELICS}.isdisjoint({*tables.BOSS_RELICS} - {"violetlotus"})


def test_every_potion_has_an_entry_and_no_other_id_is_there() -> None:
    assert {*tables.POTIONS} == {plain_id(potion.id) for potion in gear.POTIONS if potion.id}


def test_every_event_of_the_game_has_an_entry_and_no_other_id_is_there() -> None:
    listed = [name for names in EVENTS_OF_THE_GAME.values() for name in names]
    assert {*tables.EVENTS} == {plain_id(name) for name in [*listed, "Neow Event"]}
    for act, names in EVENTS_OF_THE_GAME.items():
        for name in names:
            event = tables.event_of(name)
            assert event is not None
            assert act in event.acts, name
            assert event.wishes[-1].when == "", "something must always be chosen"
            assert tables.event_of(event.name) is event


@pytest.mark.parametrize("hp", [5, 50, 80])
def test_every_condition_of_the_tables_can_be_read(hp: int) -> None:
    message = read(state("EVENT", {}, current_hp=hp))
    for event in tables.EVENTS.values():
        for wish in event.wishes:
            assert all(is_met(each, message) in (True, False) for each in wish.when.split(" and "))


def test_every_act_has_its_rooms_and_rests() -> None:
    for symbol, acts in tables.ROOMS.items():
        assert {*acts} == {1, 2, 3}, symbol
    assert {*tables.RESTS} == {1, 2, 3, 4}
    for name, needs in tables.NEEDS.items():
        floors = [need.floor for need in needs]
        assert floors == sorted(floors), name
        assert floors[0] == 1, name
