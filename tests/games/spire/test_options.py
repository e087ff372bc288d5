"""The options of a fight of Slay the Spire, and what is wrong with bad ones."""

import json
from typing import Any

import pytest

from kibitz.core import RuleEngine, read_record, replay, seeded, write_record
from kibitz.core.errors import UnknownOption
from kibitz.games import load, load_with
from kibitz.games.spire import Spire, gear
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.monsters import BOSS, ELITE, ENCOUNTERS, MONSTER_KINDS, NORMAL, POOLS
from kibitz.games.spire.moves import card_word
from kibitz.games.spire.position.loadout import DECKS
from kibitz.games.spire.state import Fight


def start(**options: Any) -> Fight:
    return Spire(**options).setup(seeded(1))


def deck_of(fight: Fight) -> list[str]:
    return sorted(card_word(card) for card in [*fight.hand, *fight.draw])


def names_of(fight: Fight) -> list[str]:
    return [MONSTER_KINDS[monster.kind].id for monster in fight.monsters]


def test_fight_begins_with_the_starter_deck_and_full_hp() -> None:
    fight = start()
    assert deck_of(fight) == ["bash", *["defend"] * 4, *["strike"] * 5]
    assert (fight.hp, fight.max_hp, fight.ascension) == (80, 80, 0)
    assert fight.has(gear.BURNING_BLOOD)
    assert fight.potions == [gear.EMPTY_SLOT] * 3
    assert (len(fight.hand), fight.energy, fight.turn) == (5, 3, 1)
    assert all(monster.move >= 0 for monster in fight.monsters), "first moves are announced"


@pytest.mark.parametrize(
    ("encounter", "act"),
    [
        ("jaw worm, red louse", 1),
        ("centurion, mystic", 2),
        ("cultist, chosen", 2),
        ("torch head", 2),
        ("orb walker, jaw worm", 3),
        ("dagger", 3),
        ("gremlin leader", 2),
        ("gremlin leader, cultist", 2),
        ("donu and deca", 3),
        ("act 2 weak", 2),
    ],
)
def test_act_is_that_of_the_encounter_or_the_first_one_of_its_monsters(
    encounter: str, act: int
) -> None:
    assert start(encounter=encounter).act == act


def test_deck_is_a_list_with_numbers_and_upgrades() -> None:
    fight = start(deck="2 Strike, 3x DEFEND, bash+, pommel strike, searing blow+3")
    wanted = ["strike"] * 2 + ["defend"] * 3 + ["bash+", "pommel strike", "searing blow+ {+2}"]
    assert deck_of(fight) == sorted(wanted)


@pytest.mark.parametrize(
    ("character", "name"), [(character, name) for character in DECKS for name in DECKS[character]]
)
def test_named_deck_can_be_played(character: str, name: str) -> None:
    fight = start(character=character, deck=name, encounter="jaw worm")
    assert len(deck_of(fight)) >= 10


@pytest.mark.parametrize("character", DECKS)
@pytest.mark.parametrize("act", ["act 2", "act 3"])
def test_a_fight_is_fought_with_one_of_the_decks_of_an_act(character: str, act: str) -> None:
    own = [name for name in DECKS[character] if name.startswith(act)]
    known = [deck_of(start(character=character, deck=name)) for name in own]
    game = Spire(character=character, deck=act)
    found = [deck_of(game.setup(seeded(number))) for number in range(60)]
    assert all(deck in known for deck in found)
    assert all(deck in found for deck in known)
    assert min(map(len, known)) >= 18, "a run has so many cards by then"
    assert max(map(len, known)) <= 28


def test_silent_begins_with_her_own_deck_relic_and_hp() -> None:
    fight = start(character="Silent")
    wanted = [*["defend"] * 5, "neutralize", *["strike"] * 5, "survivor"]
    assert deck_of(fight) == sorted(wanted)
    assert (fight.hp, fight.max_hp, fight.character) == (70, 70, catalogue.SILENT)
    assert fight.has(gear.RING_OF_THE_SNAKE)
    assert not fight.has(gear.BURNING_BLOOD)
    assert len(fight.hand) == 7
    assert start(character="silent", ascension=14).max_hp == 66
    assert deck_of(start(character="silent", ascension=10)).count("ascender's bane") == 1


def test_starter_names_the_relic_of_the_class_in_a_list() -> None:
    fight = start(character="silent", relics="starter, vajra")
    assert fight.has(gear.RING_OF_THE_SNAKE)
    assert fight.has(gear.VAJRA)
    assert start(relics="starter, vajra").has(gear.BURNING_BLOOD)


def test_relics_have_the_counters_that_are_given() -> None:
    fight = start(relics="Pen Nib=9, nunchaku, Du-Vu Doll, vajra", deck="5 strike, decay, doubt")
    assert fight.relics[gear.PEN_NIB] == 9
    assert fight.relics[gear.NUNCHAKU] == 0
    assert fight.relics[gear.DU_VU_DOLL] == 2
    assert not fight.has(gear.BURNING_BLOOD)


def test_no_relics_are_possible() -> None:
    assert not start(relics="none").has(gear.BURNING_BLOOD)


def test_potions_fill_the_slots_from_the_left() -> None:
    fight = start(potions="fire potion, Block")
    names = [gear.POTIONS[number].id for number in fight.potions if number >= 0]
    assert names == ["Fire Potion", "Block Potion"]
    assert len(fight.potions) == 3


def test_ascension_changes_hp_deck_and_slots() -> None:
    assert deck_of(start(ascension=9)).count("ascender's bane") == 0
    assert deck_of(start(ascension=10)).count("ascender's bane") == 1
    assert deck_of(start(ascension=10, deck="5 strike")).count("ascender's bane") == 0
    assert len(start(ascension=10).potions) == 3
    assert len(start(ascension=11).potions) == 2
    assert len(start(ascension=11, relics="potion belt").potions) == 4
    assert (start(ascension=13).max_hp, start(ascension=14).max_hp) == (80, 75)
    assert start(ascension=14, max_hp=90, hp=40).hp == 40


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_encounter_can_be_named(name: str) -> None:
    fight = start(encounter=name.lower())
    assert fight.living() == len(fight.monsters) > 0


@pytest.mark.parametrize("pool", POOLS)
def test_pool_gives_fights_of_its_rooms(pool: str) -> None:
    every = {NORMAL, ELITE, BOSS}
    rooms = {Spire(encounter=pool).setup(seeded(seed)).room for seed in range(40)}
    acts = {"1": every, "2": every, "3": every, "4": {ELITE, BOSS}}
    wanted = {"elite": {ELITE}, "boss": {BOSS}, **acts}
    assert rooms == wanted.get(pool.split()[-1], {NORMAL})


@pytest.mark.parametrize("act", [2, 3, 4])
def test_pools_of_later_acts_have_the_number_in_their_names(act: int) -> None:
    for words in (f"act{act}", f"Act {act}", f"act{act} boss"):
        fight = start(encounter=words)
        assert fight.act == act
        assert "boss" not in words or fight.room == BOSS


def test_encounter_is_a_list_of_monsters() -> None:
    fight = start(encounter="jaw worm, 2 Red Louse, GremlinNob")
    assert names_of(fight) == ["JawWorm", "FuzzyLouseNormal", "FuzzyLouseNormal", "GremlinNob"]
    assert fight.room == ELITE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"character": "watcher"},
            "spire: invalid character=watcher: known: ironclad, silent",
        ),
        (
            {"deck": "poison"},
            "invalid deck=poison: this deck belongs to character=silent; the ironclad has starter,",
        ),
        (
            {"character": "silent", "deck": "strength"},
            "this deck belongs to character=ironclad; the silent has starter, mid act, poison,",
        ),
        (
            {"deck": "5 strike, dfend"},
            "unknown card 'dfend'; did you mean 'defend' or 'feed' or 'dazed'? (entry 2 of deck)",
        ),
        ({"deck": "xyzzy"}, "unknown card 'xyzzy'; kibitz games spire lists all"),
        ({"deck": "strike,,bash"}, "spire: invalid deck: nothing is named (entry 2 of deck)"),
        ({"deck": " "}, "spire: invalid deck: it has no cards"),
        ({"deck": "strike++"}, "unknown card 'strike++'"),
        ({"deck": "strike+2"}, "'strike+2' has more upgrades than the card takes"),
        ({"deck": "201 strike"}, "spire: invalid deck: expected 200 cards at most"),
        ({"relics": "pen nob"}, "unknown relic 'pen nob'; did you mean 'pen nib'"),
        ({"relics": "vajra, vajra"}, "spire: invalid relics: 'vajra' is given twice"),
        ({"relics": "pen nib=x"}, "counter 'x': expected -2 to 999 (entry 1 of relics)"),
        ({"potions": "fir potion"}, "unknown potion 'fir potion'; did you mean 'fire potion'"),
        ({"potions": "4 fire potion"}, "invalid potions: there are 3 slots"),
        ({"hp": -1}, "spire: invalid hp=-1: expected 0 to 80"),
        ({"hp": 81}, "spire: invalid hp=81: expected 0 to 80"),
        ({"max_hp": 1000}, "spire: invalid max_hp=1000: expected 0 to 999"),
        ({"ascension": 21}, "spire: invalid ascension=21: expected 0 to 20"),
        ({"ascension": -1}, "spire: invalid ascension=-1: expected 0 to 20"),
        ({"ascension": "high"}, "spire: invalid option ascension=high: expected a whole number"),
        (
            {"encounter": "jaw wrom"},
            "unknown encounter or monster 'jaw wrom'; did you mean 'jaw worm'",
        ),
        (
            {"encounter": "louse"},
            "unknown encounter or monster 'louse'; did you mean '3 louse' or '2 louse'",
        ),
        ({"encounter": "3 slime boss"}, "invalid encounter: more than 16 monsters"),
        ({"encuonter": "elite"}, "spire has no option 'encuonter'; did you mean 'encounter'?"),
    ],
)
def test_bad_option_is_refused_in_one_line(options: dict[str, object], message: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        load_with("spire", options)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_options_survive_a_record() -> None:
    options: dict[str, object] = {
        "deck": "5 strike, bash+",
        "relics": "pen nib=9",
        "potions": "fire potion",
        "hp": 33,
        "ascension": 12,
        "encounter": "jaw worm, cultist",
    }
    engine = RuleEngine(load("spire", **options), seed=5)
    engine.play("end")
    text = write_record(engine).text()
    record = read_record(text)
    assert json.loads(text.splitlines()[0])["options"] == {
        "character": "ironclad",
        "max_hp": 0,
        **options,
    }
    again = replay(record, load_with(record.game, record.options))
    assert again.state_hash == engine.state_hash
