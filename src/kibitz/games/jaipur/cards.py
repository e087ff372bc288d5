"""The cards of Jaipur: goods and camels, how many cards and tokens there are, what they are worth.

The figures are those of the two-player game by Sébastien Pauchon (GameWorks, 2009). Goods are
always listed from the dearest to the cheapest, and a good's place in that list is its index.
"""

from typing import Final

GOODS: Final = ("diamond", "gold", "silver", "cloth", "spice", "leather")
# The camel stands after the goods wherever cards are counted by kind.
CAMEL: Final = 6
KINDS: Final = (*GOODS, "camel")

# How many cards of each kind there are: 55 in all. Every good has one card more than tokens.
CARDS: Final = (6, 6, 6, 8, 8, 10, 11)
# The tokens of each good, in the order in which they are won.
TOKENS: Final = (
    (7, 7, 5, 5, 5),
    (6, 6, 5, 5, 5),
    (5, 5, 5, 5, 5),
    (5, 3, 3, 2, 2, 1, 1),
    (5, 3, 3, 2, 2, 1, 1),
    (4, 3, 2, 1, 1, 1, 1, 1, 1),
)
# The bonus tokens for selling three, four, and five or more cards at once. No value stands in two
# classes, so a token's value tells its class.
BONUSES: Final = ((1, 1, 2, 2, 2, 3, 3), (4, 4, 5, 5, 6, 6), (8, 8, 9, 10, 10))
# How many cards the smallest sale of the first class has, and how many classes there are.
FIRST_BONUS: Final = 3
CLASSES: Final = 3
CAMEL_TOKEN: Final = 5

# Goods whose index is below this one are sold two or more at a time.
COMMON: Final = 3

MARKET_SIZE: Final = 5
HAND_LIMIT: Final = 7
CARDS_DEALT: Final = 5


def running_sums(values: tuple[int, ...]) -> list[int]:
    """Returns what the first 0, 1, 2, ... cards sold earn; cards without a token earn nothing."""
    sums = [0]
    for value in values:
        sums.append(sums[-1] + value)
    # One card has no token; a table set up by hand may ask for a whole hand of them.
    return sums + [sums[-1]] * HAND_LIMIT


# EARNED[good][n]: what the tokens of the first n cards of a good that are sold are worth.
EARNED: Final = [running_sums(values) for values in TOKENS]
# How many cards of a good must be sold before its tokens are gone.
STACK: Final = [len(values) for values in TOKENS]


def sale_minimum(good: int) -> int:
    """Returns the smallest number of cards of a good that can be sold at once."""
    return 2 if good < COMMON else 1


def bonus_class(count: int) -> int:
    """Returns the class of the bonus token for a sale of `count` cards; negative for none."""
    return min(count - FIRST_BONUS, CLASSES - 1)


def class_of(bonus: int) -> int:
    """Returns the class of a bonus token, given its value or the number for a hidden one."""
    if bonus < 0:
        return -bonus - 1
    return 0 if bonus <= 3 else 1 if bonus <= 6 else 2
