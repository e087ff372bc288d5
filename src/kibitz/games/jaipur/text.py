"""Jaipur in words: moves as they are typed, what moves do, and the table in the terminal.

Moves are typed as `take gold`, `take camels`, `sell 3 cloth` and, for a swap, what is given
and then what is taken: `swap 2 camels, leather > gold, 2 silver`. Goods may be shortened as long
as only one begins so (`dia`, `lea`), and may stand in the plural. Numbers stand before or after
their good (`2 silver`, `silver x2`), a repeated good counts as often (`silver, silver`), and `and`
can replace a comma. `exchange` and `trade` mean the same as `swap`; `->` and `for` the same as `>`.

Descriptions and drawings are made from a view, so they show what its seat sees; `?` stands for the
rest.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError
from kibitz.core.move import Move
from kibitz.core.options import offer
from kibitz.games.jaipur import cards
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels, amount
from kibitz.games.jaipur.rules import BY_CAP, BY_DECK, BY_TOKENS, EMPTY_STACKS, PLY_CAP
from kibitz.games.jaipur.state import JaipurState, Merchant, Round

# Words of typed moves.

# The first part reads `2xgold` as a number and a good.
WORDS: Final = re.compile(r"(?<=[0-9])x|[a-z_]+|[0-9]+|->|=>|\S")
TAKE: Final = "take"
SELL: Final = "sell"
EXCHANGE: Final = ("swap", "exchange", "trade")
# Words that need no verb, because camels can only be taken.
CAMELS: Final = ("camel", "camels")
# Signs between the two sides of a swap, between cards, and between number and card.
SIDES: Final = (">", "->", "=>", "for")
BETWEEN: Final = (",", "and", "+", "&")
TIMES: Final = ("x", "*")
# Texts with one of these are in the general notation, which is read elsewhere.
GENERAL: Final = re.compile(r'[\[{"_]')
# The most digits of a number of cards.
DIGITS: Final = 2
# In place of a number that was not typed.
NO_NUMBER: Final = -1

# Words of descriptions and drawings.

UNKNOWN: Final = "?"
NOTHING: Final = "-"
# For how many cards the bonus tokens of each class are won.
CLASS_NAMES: Final = ("3 cards", "4 cards", "5 or more")
# Why a round ended, in words.
ENDS: Final = {
    BY_TOKENS: "the tokens of three goods are gone",
    BY_DECK: "the deck cannot fill the market",
    BY_CAP: f"it has seen {PLY_CAP} moves",
}
# How wide the left half is, where the goods tokens stand.
LEFT: Final = 28
# How long the words for a swap may be, so that they fit on a line of 80 with their number.
WIDTH: Final = 72


def count_of(number: int, thing: str) -> str:
    """Writes a number of things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# Moves as typed.


class Amount(NamedTuple):
    """Some cards of one kind, as they were typed; the number may be `NO_NUMBER`."""

    kind: int
    number: int

    def count_cards(self) -> int:
        """Returns the number of cards; 1 where no number was typed."""
        return 1 if self.number == NO_NUMBER else self.number


def read_words(text: str) -> Move[JaipurState] | None:
    """Reads a move, legal or not; None if the text is in the general notation.

    Raises:
        InvalidMoveError: if the text cannot be read, or no move can do what it says.
        AmbiguousMoveError: if a shortened good can be several.
    """
    words = split(text)
    if not words or GENERAL.search(text) is not None:
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
    raise InvalidMoveError(f"cannot read {text!r} as a move of jaipur; {offer_verbs(verb)}")


@lru_cache(maxsize=8)
def offer_verbs(verb: str) -> str:
    """Writes what to use instead of a verb; kept, because players shorten verbs in every move."""
    return offer(verb, (TAKE, SELL, EXCHANGE[0]))


def split(text: str) -> list[str]:
    """Splits a text into words, numbers and marks, all in small letters."""
    found: list[str] = WORDS.findall(text.lower())
    return found


def unreadable(text: str, why: str) -> InvalidMoveError:
    """Makes the error that says what is wrong with a text."""
    return InvalidMoveError(f"cannot read {text!r}: {why}")


def read_take(words: list[str], text: str) -> Move[JaipurState]:
    """Reads what is taken: one good, or the camels."""
    terms = read_amounts(words, text)
    if len(terms) == 1:
        term = terms[0]
        if term.kind == cards.CAMEL and term.number == NO_NUMBER:
            return TakeCamels()
        if term.kind == cards.CAMEL:
            raise unreadable(text, "camels are taken all at once: 'take camels'")
        if term.count_cards() == 1:
            return Take(cards.GOODS[term.kind])
    raise unreadable(
        text, "only one good is taken at a time; to take more, swap: 'swap 2 camels > gold, silver'"
    )


def read_sale(words: list[str], text: str) -> Move[JaipurState]:
    """Reads what is sold: a number of one good."""
    sold = read_sold(words, text)
    good = cards.GOODS[sold.kind]
    if sold.number == NO_NUMBER:
        raise unreadable(
            text, f"a number is missing: 'sell {cards.sale_minimum(sold.kind)} {good}'"
        )
    return Sell(good, sold.number)


def read_sold(words: list[str], text: str) -> Amount:
    """Reads the cards of a sale, with or without a number."""
    amounts = read_amounts(words, text)
    if len(amounts) != 1:
        raise unreadable(text, "only one good is sold at a time: 'sell 3 cloth'")
    if amounts[0].kind == cards.CAMEL:
        raise unreadable(text, "camels cannot be sold, only given in a swap")
    return amounts[0]


def read_exchange(words: list[str], text: str) -> Move[JaipurState]:
    """Reads the two sides of a swap."""
    marks = [at for at, word in enumerate(words) if word in SIDES]
    if len(marks) != 1:
        raise unreadable(text, "a swap is written 'swap camel, leather > gold, silver'")
    given = read_side(words[: marks[0]], text)
    taken = read_side(words[marks[0] + 1 :], text)
    if taken[cards.CAMEL] > 0:
        raise unreadable(text, "a swap cannot take camels; 'take camels' takes all of them")
    both = [
        cards.GOODS[good] for good in range(len(cards.GOODS)) if given[good] > 0 and taken[good] > 0
    ]
    if both:
        raise unreadable(
            text, f"{' and '.join(both)} on both sides; a good is either given or taken"
        )
    if sum(given) != sum(taken):
        camels = "; camels count too" if sum(given) < sum(taken) else ""
        raise unreadable(
            text,
            f"{count_of(sum(given), 'card')} given and {sum(taken)} taken;"
            f" a swap gives as many as it takes{camels}",
        )
    return Exchange(tuple([taken[good] - given[good] for good in range(len(cards.GOODS))]))


def read_side(words: list[str], text: str) -> list[int]:
    """Reads one side of a swap: the cards by kind."""
    counts = [0] * len(cards.KINDS)
    for term in read_amounts(words, text):
        counts[term.kind] += term.count_cards()
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
    numbers: list[str] = []
    kinds: list[int] = []
    for word in words:
        if word.isdecimal():
            numbers.append(word)
        elif word not in TIMES:
            kinds.append(read_kind(word, text))
    if not kinds:
        raise unreadable(text, f"a card is missing; {offer('', cards.KINDS)}")
    if len(kinds) > 1 or len(numbers) > 1:
        raise unreadable(text, f"a comma is missing in {' '.join(words)!r}")
    if not numbers:
        return Amount(kinds[0], NO_NUMBER)
    if len(numbers[0]) > DIGITS:
        raise unreadable(text, f"a number of cards has at most {DIGITS} digits")
    return Amount(kinds[0], int(numbers[0]))


def read_kind(word: str, text: str) -> int:
    """Reads the name of a kind of card: whole, shortened or in the plural."""
    if word in cards.KINDS:
        return cards.KINDS.index(word)
    fits = [name for name in cards.KINDS if name.startswith(word)]
    if not fits and len(word) > 1 and word.endswith("s"):
        fits = [name for name in cards.KINDS if name.startswith(word[:-1])]
    if len(fits) == 1:
        return cards.KINDS.index(fits[0])
    if fits:
        raise AmbiguousMoveError(f"{word!r} in {text!r} can be {' or '.join(fits)}")
    raise unreadable(text, f"unknown card {word!r}; {offer(word, cards.KINDS)}")


def unnumbered_sale(text: str) -> str:
    """Returns the good of a sale without a number, as in `sell cloth`; empty for other texts."""
    words = split(text)
    if len(words) != 2 or words[0] != SELL or words[1].isdecimal():
        return ""
    return cards.GOODS[read_sold(words[1:], text).kind]


def choose_sale(good: str, legal: Sequence[Move[JaipurState]], text: str) -> Move[JaipurState]:
    """Returns the one sale of a good that can be meant; an illegal one if no sale of it is legal.

    Raises:
        AmbiguousMoveError: if there are several.
    """
    fits = [move for move in legal if isinstance(move, Sell) and move.good == good]
    if len(fits) > 1:
        names = "; ".join([str(move) for move in fits])
        raise AmbiguousMoveError(f"{text!r} fits {len(fits)} moves: {names}")
    return fits[0] if fits else Sell(good, cards.sale_minimum(cards.GOODS.index(good)))


# The table.


def draw_table(view: JaipurState) -> str:
    """Draws what a seat sees: market and merchants, then what is left to win."""
    lines = [headline(view)]
    lines.append("        herd  rupees  cards")
    lines.append(f"market                {market_text(view.market)}")
    for seat, merchant in enumerate(view.merchants):
        lines.append(
            f"seat {seat}  {merchant.herd:>4}  {merchant.rupees:>6}  {hand_text(merchant)}"
        )
    lines.append("")
    for left, right in zip(token_lines(view), bonus_lines(view), strict=True):
        lines.append(f"{left:<{LEFT}}{right}".rstrip())
    return "\n".join(lines)


def headline(view: JaipurState) -> str:
    """Says how the match stands and whose turn it is."""
    if view.over:
        winner = view.rounds[-1].winner
        return f"The match is over: seat {winner} wins ({view.reason})"
    seals = f"seals {view.seals(0)} : {view.seals(1)}"
    return (
        f"Round {len(view.rounds) + 1}, {seals}, {count_of(view.left, 'card')} in the deck,"
        f" seat {view.seat} to move"
    )


def market_text(market: list[int]) -> str:
    """Writes the cards of the market, which may be empty at the end."""
    words = goods_words(market)
    if market[cards.CAMEL] > 0:
        words.append(amount(market[cards.CAMEL], "camel"))
    return ", ".join(words) or NOTHING


def goods_words(counts: list[int]) -> list[str]:
    """Writes the goods of a list of cards by kind, each with its number."""
    return [
        amount(counts[good], cards.GOODS[good]) for good in range(cards.CAMEL) if counts[good] > 0
    ]


def hand_text(merchant: Merchant) -> str:
    """Writes a hand: its size, the cards that are known, and a mark for each that is not."""
    words = goods_words(merchant.hand)
    if merchant.hidden() > 0:
        words.append(" ".join([UNKNOWN] * merchant.hidden()))
    return f"{merchant.size}: {', '.join(words)}" if words else NOTHING


def token_lines(view: JaipurState) -> list[str]:
    """Writes the goods tokens that are left, a line for each good, the next one first."""
    lines = ["tokens left, next first"]
    for good, name in enumerate(cards.GOODS):
        left = cards.TOKENS[good][view.sold[good] :]
        lines.append(f"{name:<9}{' '.join([str(value) for value in left]) or NOTHING}")
    return lines


def bonus_lines(view: JaipurState) -> list[str]:
    """Writes the bonus tokens by class, then the rounds that were scored."""
    won = [
        [bonus_text(merchant, kind) for merchant in view.merchants] for kind in range(cards.CLASSES)
    ]
    width = max([len(texts[0]) for texts in won] + [len("seat 0")])
    lines = [f"bonus for  left  {'seat 0':<{width}}  seat 1"]
    for kind, texts in enumerate(won):
        left = view.bonuses_left(kind)
        lines.append(f"{CLASS_NAMES[kind]:<11}{left:>4}  {texts[0]:<{width}}  {texts[1]}")
    for number, scored in enumerate(view.rounds, 1):
        lines.append(round_text(number, scored))
    return lines + [""] * (len(cards.GOODS) + 1 - len(lines))


def bonus_text(merchant: Merchant, kind: int) -> str:
    """Writes a merchant's bonus tokens of one class: values, or marks where they are hidden."""
    found = [bonus for bonus in merchant.bonuses if cards.class_of(bonus) == kind]
    return " ".join([UNKNOWN if bonus < 0 else str(bonus) for bonus in found]) or NOTHING


def round_text(number: int, scored: Round) -> str:
    """Writes the result of a round."""
    first, second = scored.scores
    capped = ", capped" if scored.end == BY_CAP else ""
    return f"round {number}  {first} : {second}, won by seat {scored.winner}{capped}"


# What follows a move.


def tell_news(before: JaipurState, after: JaipurState) -> list[str]:
    """Tells what a bonus token is worth, as far as the viewer sees it, and how a round ended."""
    if len(after.rounds) == len(before.rounds):
        return [
            f"{'your bonus token' if seat == after.viewer else f'the bonus token of seat {seat}'}"
            f" is worth {count_of(merchant.bonuses[-1], 'rupee')}"
            for seat, merchant in enumerate(after.merchants)
            if len(merchant.bonuses) > len(before.merchants[seat].bonuses)
            and merchant.bonuses[-1] > 0
        ]
    scored = after.rounds[-1]
    first, second = scored.scores
    scores = f"seat 0 has {count_of(first, 'rupee')} and seat 1 has {second}"
    seal = f"seat {scored.winner} wins the seal (seals {after.seals(0)} : {after.seals(1)})"
    return [
        f"round {len(after.rounds)} ends: {ENDS[scored.end]}",
        f"with bonus tokens and camels, {scores}; {seal}",
    ]


# What a move does.


def describe_move(view: JaipurState, move: Move[JaipurState]) -> str:
    """Says what a move of the seat to decide does: its notation, and what comes of it."""
    if isinstance(move, Sell):
        return f"{move} for {sale_text(view, move)}"
    if isinstance(move, Take):
        return f"{move} (then {take_text(view, move)})"
    if isinstance(move, TakeCamels):
        return f"{move} ({camels_text(view)})"
    if isinstance(move, Exchange):
        return f"{move}{exchange_text(view, move)}"
    return str(move)


def take_text(view: JaipurState, move: Take) -> str:
    """Says what the hand is like after a good was taken."""
    merchant = view.merchants[view.seat]
    words = [f"hand {merchant.size + 1}"]
    held = merchant.hand[move.index]
    # Of a hidden hand nobody can say how many there will be.
    if merchant.hidden() == 0 and held > 0:
        words.insert(0, f"{held + 1} {move.good}")
    if view.left == 0:
        words.append("ends the round")
    return ", ".join(words)


def camels_text(view: JaipurState) -> str:
    """Says how many camels are taken, and how big the herd is then."""
    count = view.market[cards.CAMEL]
    ends = ", ends the round" if view.left < count else ""
    return f"{count}, then herd {view.merchants[view.seat].herd + count}{ends}"


def sale_text(view: JaipurState, move: Sell) -> str:
    """Says what a sale earns: the tokens one by one, and what the bonus is worth on average."""
    sold = view.sold[move.index]
    tokens = cards.TOKENS[move.index][sold : sold + max(0, move.count)]
    words = [earned_text(tokens)]
    kind = cards.bonus_class(move.count)
    if kind >= 0 and view.bonuses_left(kind) > 0:
        words.append(f"bonus about {bonus_average(view, kind):.2g}")
    empty = [good for good in range(cards.CAMEL) if view.sold[good] >= cards.STACK[good]]
    emptied = sold < cards.STACK[move.index] <= sold + move.count
    if emptied and len(empty) == EMPTY_STACKS - 1:
        words.append("ends the round")
    return ", ".join(words)


def earned_text(tokens: tuple[int, ...]) -> str:
    """Writes the tokens of a sale and their sum: `5+3+3 = 11 rupees`."""
    if not tokens:
        return "nothing"
    total = count_of(sum(tokens), "rupee")
    return total if len(tokens) == 1 else f"{'+'.join([str(n) for n in tokens])} = {total}"


def bonus_average(view: JaipurState, kind: int) -> float:
    """Returns what a bonus token of a class is worth on average, as far as the view can tell."""
    values: list[int] = [*cards.BONUSES[kind]]
    for merchant in view.merchants:
        for bonus in merchant.bonuses:
            if bonus in values:
                values.remove(bonus)
    return sum(values) / len(values)


def exchange_text(view: JaipurState, move: Exchange) -> str:
    """Says which goods a swap adds to, and how many cards are in hand then.

    Says less where the swap itself is long.
    """
    merchant = view.merchants[view.seat]
    words: list[str] = []
    if merchant.hidden() == 0:
        for good, count in enumerate(move.counts):
            if count > 0 and merchant.hand[good] > 0:
                words.append(f"{merchant.hand[good] + count} {cards.GOODS[good]}")
    if move.camels != 0:
        words.append(f"hand {merchant.size + move.camels}")
    written = str(move)
    while words:
        text = f" (then {', '.join(words)})"
        if len(written) + len(text) <= WIDTH:
            return text
        words.pop()
    return ""
