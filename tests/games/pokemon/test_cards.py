"""All 102 cards of the Base Set: what is printed on them, and that each has a test."""

from pathlib import Path

import pytest

from kibitz.games.pokemon.cards import (
    CARDS,
    COUNT,
    ELEMENTS,
    IS_BASIC,
    IS_ENERGY,
    IS_EVOLUTION,
    IS_POKEMON,
    IS_TRAINER,
    WORD_NUMBERS,
    Card,
)
from tests.games.pokemon import test_rules_attacks, test_rules_powers, test_rules_trainers
from tests.games.pokemon.table import Table, name_of_test

SOURCE = Path(__file__).parents[2] / "data" / "pokemon-base-set.txt"
LINES = [line for line in SOURCE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
PRINTED = dict(line.split(": ", 1) for line in LINES)


def units(counts: list[int]) -> str:
    """Writes units of Energy as letters, in the order of the types."""
    return "".join(letter * count for letter, count in zip(ELEMENTS, counts, strict=True))


def printed(card: Card) -> str:
    """Writes what is printed on a card, as the file does."""
    parts = ["trainer"] if card.type == "trainer" else []
    if card.type == "energy":
        parts.append(f"energy {units(card.provides)}")
    if card.hp:
        parts.append(f"{card.hp} {ELEMENTS[card.element]}")
        parts += [f"weak {ELEMENTS[card.weakness]}"] if card.weakness >= 0 else []
        parts += [f"resists {ELEMENTS[card.resistance]}"] if card.resistance >= 0 else []
        parts.append(f"retreat {card.retreat}")
    if card.stage:
        parts.append(f"stage {card.stage} from {CARDS[card.evolves].word}")
    if card.type == "pokemon":
        parts += [f"power {power.word}" for power in card.powers]
    for attack in card.attacks:
        number = f" {attack.damage}" if attack.damage else ""
        parts.append(f"{attack.word} {units(attack.cost)}{number}")
    return "; ".join(parts)


@pytest.mark.parametrize("word", PRINTED)
def test_card_is_as_printed(word: str) -> None:
    assert printed(CARDS[WORD_NUMBERS[word]]) == PRINTED[word]


def test_the_set_is_complete_and_in_order() -> None:
    assert [card.word for card in CARDS[1:]] == list(PRINTED)
    assert [card.code for card in CARDS[1:]] == [f"base1-{n}" for n in range(1, COUNT)]
    counts = [sum(kinds) for kinds in (IS_POKEMON, IS_TRAINER, IS_ENERGY, IS_BASIC, IS_EVOLUTION)]
    assert counts == [69, 26, 7, 39, 30]
    assert sum(1 for card in CARDS if card.stage == 2) == 8


@pytest.mark.parametrize("name", ["fighting", "fire", "grass", "lightning", "psychic", "water"])
def test_basic_energy(name: str) -> None:
    table = Table("pikachu", hand=f"2 {name}").play(f"attach {name} > active")
    assert table.refuses(f"attach {name} > active"), "one a turn"
    assert not table.refuses("attack gnaw"), "any Energy pays for Colorless"
    assert table.refuses("attack thunder jolt")
    table.end().end().play(f"attach {name} > active")
    assert table.refuses("attack thunder jolt") == (name != "lightning")


def test_double_colorless_energy() -> None:
    table = Table("pikachu", hand="double colorless, 4 lightning")
    table.play("attach double colorless > active")
    assert not table.refuses("attack gnaw")
    assert table.refuses("attack thunder jolt"), "it has no Lightning"
    table = Table("chansey [D]")
    assert not table.refuses("attack scrunch"), "it provides two units"


def test_every_card_has_a_test_named_after_it() -> None:
    tested = {*vars(test_rules_attacks), *vars(test_rules_trainers), *globals()}
    rows = (*test_rules_attacks.PLAIN, *test_rules_attacks.CONDITIONS)
    tested |= {name_of_test(row[0]) for row in rows}
    basic_energy = [card.name for card in CARDS if card.basic_energy]
    names = [card.name for card in CARDS[1:] if card.name not in basic_energy]
    assert [name for name in names if name_of_test(name) not in tested] == []


def test_every_power_has_a_test_named_after_it() -> None:
    tested = {*vars(test_rules_powers)}
    powers = [power for card in CARDS if card.type == "pokemon" for power in card.powers]
    names = [power.name for power in powers if not power.passive]
    assert [name for name in names if name_of_test(name) not in tested] == []
