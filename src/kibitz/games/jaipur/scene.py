"""How Jaipur is drawn: the table as lines of text, and moves in words.

Both are made from a view, so they show what its seat sees; `?` stands for the rest.
"""

from typing import Final

from kibitz.core.move import Move
from kibitz.games.jaipur.cards import (
    BONUSES,
    CAMEL,
    CLASSES,
    GOODS,
    STACK,
    TOKENS,
    bonus_class,
    class_of,
)
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels, amount
from kibitz.games.jaipur.rules import BY_CAP, BY_DECK, BY_TOKENS, EMPTY_STACKS, PLY_CAP
from kibitz.games.jaipur.state import JaipurState, Merchant, Round

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
        f"Round {len(view.rounds) + 1}, {seals}, {view.left} cards in the deck,"
        f" seat {view.seat} to move"
    )


def market_text(market: list[int]) -> str:
    """Writes the cards of the market, which may be empty at the end."""
    words = goods_words(market)
    if market[CAMEL] > 0:
        words.append(camels(market[CAMEL]))
    return ", ".join(words) or NOTHING


def goods_words(counts: list[int]) -> list[str]:
    """Writes the goods of a list of cards by kind, each with its number."""
    return [amount(counts[good], GOODS[good]) for good in range(CAMEL) if counts[good] > 0]


def camels(count: int) -> str:
    """Writes a number of camels."""
    return "camel" if count == 1 else f"{count} camels"


def hand_text(merchant: Merchant) -> str:
    """Writes a hand: its size, the cards that are known, and a mark for each that is not."""
    words = goods_words(merchant.hand)
    if merchant.hidden() > 0:
        words.append(" ".join([UNKNOWN] * merchant.hidden()))
    return f"{merchant.size}: {', '.join(words)}" if words else NOTHING


def token_lines(view: JaipurState) -> list[str]:
    """Writes the goods tokens that are left, a line for each good, the next one first."""
    lines = ["tokens left, next first"]
    for good, name in enumerate(GOODS):
        left = TOKENS[good][view.sold[good] :]
        lines.append(f"{name:<9}{' '.join([str(value) for value in left]) or NOTHING}")
    return lines


def bonus_lines(view: JaipurState) -> list[str]:
    """Writes the bonus tokens by class, then the rounds that were scored."""
    won = [[bonus_text(merchant, kind) for merchant in view.merchants] for kind in range(CLASSES)]
    width = max([len(texts[0]) for texts in won] + [len("seat 0")])
    lines = [f"bonus for  left  {'seat 0':<{width}}  seat 1"]
    for kind, texts in enumerate(won):
        left = view.bonuses_left(kind)
        lines.append(f"{CLASS_NAMES[kind]:<11}{left:>4}  {texts[0]:<{width}}  {texts[1]}")
    for number, scored in enumerate(view.rounds, 1):
        lines.append(round_text(number, scored))
    return lines + [""] * (len(GOODS) + 1 - len(lines))


def bonus_text(merchant: Merchant, kind: int) -> str:
    """Writes a merchant's bonus tokens of one class: values, or marks where they are hidden."""
    found = [bonus for bonus in merchant.bonuses if class_of(bonus) == kind]
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
            f"the bonus token of seat {seat} is worth {rupees(merchant.bonuses[-1])}"
            for seat, merchant in enumerate(after.merchants)
            if len(merchant.bonuses) > len(before.merchants[seat].bonuses)
            and merchant.bonuses[-1] > 0
        ]
    scored = after.rounds[-1]
    first, second = scored.scores
    count = f"with bonus tokens and camels, seat 0 has {rupees(first)} and seat 1 has {second}"
    seal = f"seat {scored.winner} wins the seal (seals {after.seals(0)} : {after.seals(1)})"
    return [f"round {len(after.rounds)} ends: {ENDS[scored.end]}", f"{count}; {seal}"]


def rupees(count: int) -> str:
    """Writes a number of rupees."""
    return "1 rupee" if count == 1 else f"{count} rupees"


# Moves.


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
    count = view.market[CAMEL]
    ends = ", ends the round" if view.left < count else ""
    return f"{count}, then herd {view.merchants[view.seat].herd + count}{ends}"


def sale_text(view: JaipurState, move: Sell) -> str:
    """Says what a sale earns: the tokens one by one, and what the bonus is worth on average."""
    sold = view.sold[move.index]
    tokens = TOKENS[move.index][sold : sold + max(0, move.count)]
    words = [earned_text(tokens)]
    kind = bonus_class(move.count)
    if kind >= 0 and view.bonuses_left(kind) > 0:
        words.append(f"bonus about {bonus_average(view, kind):.2g}")
    empty = [good for good in range(CAMEL) if view.sold[good] >= STACK[good]]
    emptied = sold < STACK[move.index] <= sold + move.count
    if emptied and len(empty) == EMPTY_STACKS - 1:
        words.append("ends the round")
    return ", ".join(words)


def earned_text(tokens: tuple[int, ...]) -> str:
    """Writes the tokens of a sale and their sum: `5+3+3 = 11 rupees`."""
    if not tokens:
        return "nothing"
    total = rupees(sum(tokens))
    return total if len(tokens) == 1 else f"{'+'.join([str(n) for n in tokens])} = {total}"


def bonus_average(view: JaipurState, kind: int) -> float:
    """Returns what a bonus token of a class is worth on average, as far as the view can tell."""
    values: list[int] = [*BONUSES[kind]]
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
                words.append(f"{merchant.hand[good] + count} {GOODS[good]}")
    if move.camels != 0:
        words.append(f"hand {merchant.size + move.camels}")
    written = str(move)
    while words:
        text = f" (then {', '.join(words)})"
        if len(written) + len(text) <= WIDTH:
            return text
        words.pop()
    return ""
