"""The cards and tokens of Jaipur are those of the rule book."""

from kibitz.games.jaipur.cards import BONUSES, CARDS, GOODS, KINDS, TOKENS


def test_cards_and_tokens_are_those_of_the_rule_book() -> None:
    assert dict(zip(KINDS, CARDS, strict=True)) == {
        "diamond": 6, "gold": 6, "silver": 6, "cloth": 8, "spice": 8, "leather": 10, "camel": 11,
    }  # fmt: skip
    assert [sum(values) for values in TOKENS] == [29, 27, 25, 17, 17, 15]
    assert TOKENS[GOODS.index("gold")] == (6, 6, 5, 5, 5)
    assert TOKENS[GOODS.index("leather")] == (4, 3, 2, 1, 1, 1, 1, 1, 1)
    assert [len(values) for values in TOKENS] == [count - 1 for count in CARDS[:-1]]
    assert [(len(values), sum(values)) for values in BONUSES] == [(7, 14), (6, 30), (5, 45)]
    assert BONUSES[-1] == (8, 8, 9, 10, 10)
