"""What is there of the game is that of `spire_ids.json`."""

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.games.spire import Spire, cards, gear, powers
from kibitz.games.spire.cards import CARD_NUMBERS, CARDS
from kibitz.games.spire.gear import POTION_NUMBERS, POTIONS
from kibitz.games.spire.monsters import MONSTER_KINDS, MONSTER_NUMBERS, NAMES_OF_MONSTERS
from kibitz.games.spire.powers import POWER_NUMBERS, plain_id, power_name
from kibitz.games.spire.rules import coverage
from kibitz.games.spire.rules.coverage import HANDLED
from kibitz.games.spire.rules.operations import OPERATIONS

IDS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "spire_ids.json").read_text()
)
COVERAGE = Spire().coverage()
USED = coverage.names_used()


@pytest.mark.parametrize("card_id", IDS["cards"])
def test_card_is_implemented(card_id: str) -> None:
    assert COVERAGE["cards"][CARDS[CARD_NUMBERS[plain_id(card_id)]].name]


@pytest.mark.parametrize("potion_id", IDS["potions"])
def test_potion_is_implemented(potion_id: str) -> None:
    assert COVERAGE["potions"][POTIONS[POTION_NUMBERS[plain_id(potion_id)]].name]


@pytest.mark.parametrize("power_id", IDS["powers"])
def test_power_is_implemented(power_id: str) -> None:
    assert COVERAGE["powers"][power_name(POWER_NUMBERS[plain_id(power_id)])]


@pytest.mark.parametrize("relic_id", IDS["relics"])
def test_relic_is_implemented(relic_id: str) -> None:
    number = gear.RELIC_NUMBERS[plain_id(relic_id)]
    assert COVERAGE["relics"][gear.RELIC_NAMES[number]]


@pytest.mark.parametrize("monster_id", IDS["monsters"])
def test_monster_is_implemented_with_all_its_moves(monster_id: str) -> None:
    kind = MONSTER_KINDS[MONSTER_NUMBERS[plain_id(monster_id)]]
    assert [move.name for move in kind.moves] == IDS["moves"][monster_id]
    assert COVERAGE["monsters"][NAMES_OF_MONSTERS[kind.number]]


def test_lists_hold_what_was_asked_for() -> None:
    counts = {section: len(names) for section, names in IDS.items()}
    assert counts == {
        "cards": 210,
        "potions": 42,
        "relics": 110,
        "monsters": 65,
        "powers": 94,
        "moves": 65,
    }


def test_strike_and_defend_are_counted_for_each_class() -> None:
    names = ["Strike", "Strike (Silent)", "Defend", "Defend (Silent)"]
    assert [*COVERAGE["cards"]][:4] == names
    assert len(COVERAGE["cards"]) == 210


def test_card_without_steps_is_missing_if_no_rule_names_it() -> None:
    assert coverage.has_card(CARD_NUMBERS["reflex"], HANDLED, USED)
    assert not coverage.has_card(CARD_NUMBERS["reflex"], HANDLED, USED - {"cards.reflex"})


def test_everything_is_implemented() -> None:
    for section, names in COVERAGE.items():
        assert [name for name, there in names.items() if not there] == [], section


def test_power_that_no_rule_names_is_missing() -> None:
    assert coverage.is_named("powers", "Time Warp", USED)
    assert not coverage.is_named("powers", "Time Warp", USED - {"powers.timewarp"})


def test_monster_without_a_choice_of_moves_is_missing() -> None:
    darkling = MONSTER_KINDS[MONSTER_NUMBERS["darkling"]]
    assert coverage.has_monster(darkling, USED)
    assert not coverage.has_monster(darkling, USED - {"monsters.darkling"})


def test_constants_have_the_names_of_what_they_stand_for() -> None:
    constants = {plain_id(name): value for name, value in vars(gear).items()}
    for number, name in enumerate(gear.RELIC_NAMES):
        assert constants[plain_id(name)] == number
    assert len(gear.RELIC_NAMES) == gear.RELICS
    constants = {plain_id(name): value for name, value in vars(powers).items()}
    for number, power_id in enumerate(powers.POWER_IDS):
        shown = power_name(number)
        assert number in (constants.get(plain_id(power_id)), constants.get(plain_id(shown)))


def test_words_of_steps_have_the_codes_of_their_constants() -> None:
    assert cards.OPS["damage"] == cards.DAMAGE
    assert cards.OPS["apply_after"] == cards.APPLY_AFTER
    assert cards.OPS["if"] == cards.UNLESS
    assert cards.OPS["repeat_next_turn"] == cards.REPEAT
    named = "block apply draw energy lose_hp exhaust add_card move_card upgrade heal discard"
    for word in [*named.split(), "copy_in_hand", "discover", "gamble", "channel"]:
        assert cards.OPS[word] == getattr(cards, word.upper())


def test_every_word_of_a_step_has_an_operation() -> None:
    assert list(OPERATIONS) == list(cards.OP_WORDS)


def test_only_what_is_read_of_the_right_module_is_used() -> None:
    text = (
        "from spire import powers, relics, cards\n"
        "from spire.relics import ANCHOR, VAJRA\n"
        "found = powers.PEN_NIB + cards.DRAW + VAJRA\n"
    )
    used = coverage.names_in(text)
    assert {"powers.PEN_NIB", "cards.DRAW", "relics.VAJRA"} <= used
    assert not {"relics.PEN_NIB", "relics.ANCHOR", "powers.DRAW"} & used


def test_card_with_a_step_that_no_rule_carries_out_is_missing() -> None:
    headbutt = CARD_NUMBERS[plain_id("Headbutt")]
    assert coverage.has_card(headbutt, HANDLED, USED)
    assert not coverage.has_card(headbutt, HANDLED - {cards.MOVE_CARD}, USED)
    assert not coverage.has_card(CARD_NUMBERS["pain"], HANDLED, USED - {"cards.pain"})
