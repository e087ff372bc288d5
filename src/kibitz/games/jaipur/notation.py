"""Moves of Jaipur as a player types them.

`take gold`, `take camels`, `sell 3 cloth`, `swap 2 camels, leather > gold, 2 silver`: an exchange
names what is given, then what is taken. Goods may be shortened as long as only one begins so
(`dia`, `lea`), and stand in the plural. Numbers stand before or after their good (`2 silver`,
`silver x2`), a repeated good counts as often (`silver, silver`), and `and` does for a comma.
`exchange` and `trade` mean the same as `swap`; `->` and `for` the same as `>`.
"""

import re
from collections.abc import Sequence
from typing import Final

from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError
from kibitz.core.move import Move
from kibitz.core.options import offer
from kibitz.games.jaipur.goods import CAMEL, GOODS, KINDS, sale_minimum
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels
from kibitz.games.jaipur.state import JaipurState

# The first part reads `2xgold` as a number and a good.
WORDS: Final = re.compile(r"(?<=[0-9])x|[a-z_]+|[0-9]+|->|=>|\S")
TAKE: Final = "take"
SELL: Final = "sell"
EXCHANGE: Final = ("swap", "exchange", "trade")
# What a player may leave the verb out of, because nothing else can be done with it.
CAMELS: Final = ("camel", "camels")
# What stands between the two sides of an exchange, between cards, and between number and card.
SIDES: Final = (">", "->", "=>", "for")
BETWEEN: Final = (",", "and", "+", "&")
TIMES: Final = ("x", "*")
# Texts with one of these are in the general notation, which is read elsewhere.
GENERAL: Final = ("[", "{", '"', "_")
# No number of cards is written with more digits.
DIGITS: Final = 2
# In place of a number that was not given.
UNSAID: Final = -1


class Amount:
    """Some cards of one kind, as they were typed."""

    def __init__(self, kind: int, count: int) -> None:
        """Takes the index of the kind and the number, or `UNSAID`."""
        self.kind: Final = kind
        self.count: Final = count

    def said(self) -> int:
        """Returns the number; a card without one is one card."""
        return 1 if self.count == UNSAID else self.count


def read_words(text: str) -> Move[JaipurState] | None:
    """Reads a move, legal or not; None if the text is in the general notation.

    Raises:
        InvalidMoveError: if the text cannot be read, or says what no move can.
        AmbiguousMoveError: if a shortened good can be several.
    """
    words = split(text)
    if not words or any(mark in text for mark in GENERAL):
        return None
    verb, rest = words[0], words[1:]
    if verb == TAKE:
        return read_take(rest, text)
    if verb in CAMELS:
        return read_take(words, text)
    if verb == SELL:
        return read_sale(rest, text)
    if verb in EXCHANGE:
        return read_exchange(rest, text)
    known = offer(verb, (TAKE, SELL, EXCHANGE[0]))
    raise InvalidMoveError(f"cannot read {text!r} as a move of jaipur; {known}")


def split(text: str) -> list[str]:
    """Splits a text into words, numbers and marks, all in small letters."""
    found: list[str] = WORDS.findall(text.lower())
    return found


def unreadable(text: str, why: str) -> InvalidMoveError:
    """Makes the error that says what is wrong with a text."""
    return InvalidMoveError(f"cannot read {text!r}: {why}")


# The kinds of moves.


def read_take(words: list[str], text: str) -> Move[JaipurState]:
    """Reads what is taken: one good, or the camels."""
    amounts = read_amounts(words, text)
    if len(amounts) == 1:
        amount = amounts[0]
        if amount.kind == CAMEL and amount.count == UNSAID:
            return TakeCamels()
        if amount.kind == CAMEL:
            raise unreadable(text, "the camels are taken all together: 'take camels'")
        if amount.said() == 1:
            return Take(GOODS[amount.kind])
    raise unreadable(
        text,
        "one good is taken at a time; for more give cards back: 'swap 2 camels > gold, silver'",
    )


def read_sale(words: list[str], text: str) -> Move[JaipurState]:
    """Reads what is sold: a number of one good."""
    amount = read_sold(words, text)
    good = GOODS[amount.kind]
    if amount.count == UNSAID:
        raise unreadable(text, f"how many? 'sell {sale_minimum(amount.kind)} {good}'")
    return Sell(good, amount.count)


def read_sold(words: list[str], text: str) -> Amount:
    """Reads the cards of a sale, with or without a number."""
    amounts = read_amounts(words, text)
    if len(amounts) != 1:
        raise unreadable(text, "one good is sold at a time: 'sell 3 cloth'")
    if amounts[0].kind == CAMEL:
        raise unreadable(text, "camels are not sold; they can be given in an exchange")
    return amounts[0]


def read_exchange(words: list[str], text: str) -> Move[JaipurState]:
    """Reads the two sides of an exchange."""
    marks = [at for at, word in enumerate(words) if word in SIDES]
    if len(marks) != 1:
        raise unreadable(text, "an exchange is written 'swap camel, leather > gold, silver'")
    given = read_side(words[: marks[0]], text)
    taken = read_side(words[marks[0] + 1 :], text)
    if taken[CAMEL] > 0:
        raise unreadable(text, "no camel is taken in an exchange; 'take camels' takes all of them")
    both = [GOODS[good] for good in range(len(GOODS)) if given[good] > 0 and taken[good] > 0]
    if both:
        raise unreadable(
            text, f"{' and '.join(both)} on both sides; no good is both given and taken"
        )
    if sum(given) != sum(taken):
        camels = "; camels count too" if sum(given) < sum(taken) else ""
        raise unreadable(
            text,
            f"{cards(sum(given))} given and {sum(taken)} taken;"
            f" an exchange gives as many as it takes{camels}",
        )
    return Exchange(tuple([taken[good] - given[good] for good in range(len(GOODS))]))


def cards(count: int) -> str:
    """Writes a number of cards."""
    return f"{count} card" if count == 1 else f"{count} cards"


# Cards.


def read_side(words: list[str], text: str) -> list[int]:
    """Reads one side of an exchange: the cards by kind."""
    counts = [0] * len(KINDS)
    for amount in read_amounts(words, text):
        counts[amount.kind] += amount.said()
    return counts


def read_amounts(words: list[str], text: str) -> list[Amount]:
    """Reads cards with commas between them."""
    terms: list[list[str]] = [[]]
    for word in words:
        if word in BETWEEN:
            terms.append([])
        else:
            terms[-1].append(word)
    return [read_amount(term, text) for term in terms]


def read_amount(words: list[str], text: str) -> Amount:
    """Reads cards of one kind: `gold`, `2 gold`, `2x gold`, `gold x2`, `gold 2`."""
    numbers = [word for word in words if word.isdecimal()]
    names = [word for word in words if not word.isdecimal() and word not in TIMES]
    if not names:
        raise unreadable(text, f"a card is missing; {offer('', KINDS)}")
    kinds = [read_kind(name, text) for name in names]
    if len(kinds) > 1 or len(numbers) > 1:
        raise unreadable(text, f"a comma is missing in {' '.join(words)!r}")
    if not numbers:
        return Amount(kinds[0], UNSAID)
    if len(numbers[0]) > DIGITS:
        raise unreadable(text, f"nobody has {numbers[0][:8]} cards or more")
    return Amount(kinds[0], int(numbers[0]))


def read_kind(word: str, text: str) -> int:
    """Reads the name of a kind of card: whole, shortened or in the plural."""
    fits = [name for name in KINDS if name.startswith(word)]
    if not fits and len(word) > 1 and word.endswith("s"):
        fits = [name for name in KINDS if name.startswith(word[:-1])]
    if len(fits) == 1:
        return KINDS.index(fits[0])
    if fits:
        raise AmbiguousMoveError(f"{word!r} in {text!r} can be {' or '.join(fits)}")
    raise unreadable(text, f"there is no {word!r}; {offer(word, KINDS)}")


# Sales without a number.


def unnumbered_sale(text: str) -> str:
    """Returns the good of a sale without a number, as in `sell cloth`; empty if it is none."""
    words = split(text)
    if len(words) != 2 or words[0] != SELL or words[1].isdecimal():
        return ""
    return GOODS[read_sold(words[1:], text).kind]


def choose_sale(good: str, legal: Sequence[Move[JaipurState]], text: str) -> Move[JaipurState]:
    """Returns the one sale of a good that can be meant; an illegal one if no sale of it is legal.

    Raises:
        AmbiguousMoveError: if there are several.
    """
    fits = [move for move in legal if isinstance(move, Sell) and move.good == good]
    if len(fits) > 1:
        names = "; ".join([str(move) for move in fits])
        raise AmbiguousMoveError(f"{text!r} fits {len(fits)} moves: {names}")
    return fits[0] if fits else Sell(good, sale_minimum(GOODS.index(good)))
