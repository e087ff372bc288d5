"""The generator's view of single cards: scores, side effects, categories (S-, T- and P-3 rules)."""

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.core import Json
from kibitz.games.pokemon.agents.generator.scoring import (
    CATEGORY,
    DAMAGE,
    EFFECT_TYPES,
    FOE_EFFECT,
    HP_SHARE,
    SCORES,
    SELF_EFFECT,
    Settings,
    attack_points,
    attack_score,
    category_of,
    score_card,
)
from kibitz.games.pokemon.agents.generator.situation import copied_attacks
from kibitz.games.pokemon.cards import ATTACKS, CARDS, STEPS, WORD_NUMBERS, Card
from kibitz.games.pokemon.rules.attacks import base_damage
from kibitz.kit.catalogue import Row
from tests.games.pokemon.table import Table

# Any: the file is JSON of known shape.
EXPECTED: dict[str, Any] = json.loads(Path(__file__).with_name("expected.json").read_text())
BY_CODE = {card.code: card for card in CARDS[1:]}


def made(**facts: Json) -> Card:
    """Makes a card that no set has, and leaves the lists of all attacks and steps as they were."""
    row: dict[str, Json] = {"id": "made", "code": "x-1", "name": "Made", "type": "pokemon"}
    problems: list[str] = []
    attacks, steps = len(ATTACKS), len(STEPS)
    card = Card(Row("", {**row, "element": "G", **facts}, {"made": 1}, problems))
    del ATTACKS[attacks:], STEPS[steps:]
    assert not problems
    return card


@pytest.mark.parametrize("code", EXPECTED["pokemon"])
def test_b_04_scores(code: str) -> None:
    card, expected = BY_CODE[code], EXPECTED["pokemon"][code]
    assert score_card(card) == pytest.approx(expected["score"], abs=0.001)
    assert SCORES[HP_SHARE][card.number] == score_card(card)
    assert SCORES[DAMAGE][card.number] == pytest.approx(expected["by_damage"], abs=0.001)
    assert len(card.attacks) == len(expected["attacks"])
    for attack, facts in zip(card.attacks, expected["attacks"], strict=True):
        name, cost, coin, poison, points, score, harms_self, harms_foe, sure, heads = facts
        assert (attack.name, attack.size, attack.coins > 0) == (name, cost, coin)
        assert attack_points(attack) == points
        assert attack_score(attack, card.hp) == pytest.approx(score, abs=0.001)
        assert SELF_EFFECT[attack.number] == harms_self, name
        assert FOE_EFFECT[attack.number] == harms_foe, name
        assert FOE_EFFECT[attack.number] or not poison
        if sure is not None:
            s = Table(card.word, against="machop").fight
            found = [max(0, base_damage(s, 0, attack, attack, n)) for n in range(attack.coins + 1)]
            assert (min(found), max(found)) == (sure, heads), name


def test_all_69_pokemon_and_26_trainers_are_expected() -> None:
    assert len(EXPECTED["pokemon"]) == 70  # with Clefairy Doll
    assert len(EXPECTED["trainers"]) == len(EFFECT_TYPES) == 26


def test_poison_without_a_number_counts_20() -> None:
    poison: dict[str, Json] = {"do": "poisoned", "amount": 10}
    sure = made(hp=40, attacks=[{"name": "A", "cost": "GC", "does": [poison]}])
    coin = made(hp=40, attacks=[{"name": "A", "cost": "GC", "coins": 1, "does": [poison]}])
    assert score_card(sure) == 80
    assert score_card(coin) == 70


def test_attack_without_a_cost_divides_by_1() -> None:
    assert score_card(made(hp=50, attacks=[{"name": "A", "damage": 20}])) == 120


def test_metronome_can_be_any_attack_but_itself() -> None:
    s = Table("clefairy [WWW]", against="hitmonchan").fight
    metronome = CARDS[WORD_NUMBERS["clefairy"]].attacks[1]
    assert [attack.name for attack in copied_attacks(s, 0, metronome)] == ["Jab", "Special Punch"]
    mirrored = Table("clefairy", against="clefairy").fight
    assert [attack.name for attack in copied_attacks(mirrored, 0, metronome)] == ["Sing"]


@pytest.mark.parametrize("code", EXPECTED["trainers"])
def test_b_05_categories(code: str) -> None:
    card, expected = BY_CODE[code], EXPECTED["trainers"][code]
    assert sorted(EFFECT_TYPES[card.word]) == sorted(expected["types"])
    assert CATEGORY[card.number] == expected["category"]


@pytest.mark.parametrize(
    ("types", "category"),
    [
        (["DISCARD_ENERGY"], 7),
        (["OPPONENT_DISCARDS"], 5),
        (["DISCARD_HAND", "OPPONENT_DISCARDS", "DISCARD_ENERGY"], 5),
        (["SHUFFLE_DECK"], 8),
        (["DEVOLVE_POKEMON"], 8),
        (["RETURN_TO_DECK"], 6),
        (["ATTACH_TO_POKEMON", "HEAL", "DRAW_CARDS"], 1),
    ],
)
def test_categories_of_other_cards(types: list[str], category: int) -> None:
    assert category_of(types) == category


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="invalid policy=greedy: expected strict or develop_first"):
        Settings(policy="greedy")
    with pytest.raises(ValueError, match="invalid efficiency=price: expected hp or damage"):
        Settings(efficiency="price")
