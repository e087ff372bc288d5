"""How moves and positions of Jaipur are written.

Moves are typed as `take gold`, `take camels`, `sell 3 cloth` and, for a swap, what is given
and then what is taken: `swap 2 camels, leather > gold, 2 silver`. Goods may be shortened as long
as only one begins so (`dia`, `lea`), and may stand in the plural. Numbers stand before or after
their good (`2 silver`, `silver x2`), a repeated good counts as often (`silver, silver`), and `and`
can replace a comma. `exchange` and `trade` mean the same as `swap`; `->` and `for` the same as `>`.

A position is what a merchant sees in a round, as a small JSON document:

```json
{"to_move": 0,
 "market": {"gold": 1, "silver": 2, "camel": 2},
 "merchants": [{"hand": {"leather": 2, "cloth": 1}, "herd": 2, "rupees": 11, "tokens": 3,
                "bonuses": [2]},
               {"hidden": 4, "hand": {"cloth": 1}, "herd": 3}],
 "sold": {"spice": 3}}
```

`merchants` are listed by seat. One hand is shown: `hand` holds all its cards, and `seen` those of
them that the other player has seen being taken from the market. Of the other hand, `hand` holds the
cards that were seen, and `hidden` is the number of the others; forgotten cards count as hidden.
`rupees` and `tokens` are the worth and the number of the goods tokens won in this round. `bonuses`
lists the values of the bonus tokens; where those are hidden, for how many cards they were won:
`"3"`, `"4"` or `"5+"`.

The rest can be left out. `sold` counts the cards sold in this round. `deck` is the number of cards
left there; it follows from the others and is checked. `plies` counts the moves of this round, and
`starter` is the seat that made the first. `rounds` lists the rounds before this one, in order:
`{"scores": [63, 58], "end": "deck"}`. `end` is `tokens` if left out, and a tie names its `winner`.
`"over": true` means that this round has ended the match; `to_move` then is the seat that made the
last move, and all bonus tokens are open. `"spectator": true` goes with two hidden hands.
"""

import re
from collections.abc import Sequence
from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError, PositionError, suggest
from kibitz.core.move import Move
from kibitz.core.options import offer
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.jaipur.cards import (
    BONUSES,
    CAMEL,
    CARDS,
    GOODS,
    HAND_LIMIT,
    KINDS,
    class_of,
    sale_minimum,
)
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels
from kibitz.games.jaipur.rules import (
    BY_CAP,
    BY_DECK,
    BY_TOKENS,
    PLY_CAP,
    match_reason,
    round_end,
    score_round,
)
from kibitz.games.jaipur.state import JaipurState, Merchant, Round
from kibitz.games.jaipur.view import (
    DECK,
    MOST_RUPEES,
    MOST_SCORED,
    MOST_TOKENS,
    end_problems,
    round_problems,
    table_problems,
    unseen_cards,
)

# Words of moves.

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
GENERAL: Final = ("[", "{", '"', "_")
# The most digits of a number of cards.
DIGITS: Final = 2
# In place of a number that was not typed.
NO_NUMBER: Final = -1

# Fields of positions.

WHAT: Final = "not a position of jaipur"
NEEDED: Final = ("to_move", "market", "merchants")
OPTIONAL: Final = ("sold", "deck", "starter", "plies", "rounds", "over", "spectator")
MERCHANT_FIELDS: Final = ("hand", "hidden", "seen", "herd", "rupees", "tokens", "bonuses")
ROUND_FIELDS: Final = ("scores", "winner", "end")
ENDS: Final = (BY_TOKENS, BY_DECK, BY_CAP)
# What stands for a bonus token whose value is hidden, by class.
CLASS_MARKS: Final = ("3", "4", "5+")
VALUES: Final = [value for values in BONUSES for value in values]


class Amount:
    """Some cards of one kind, as they were typed.

    Attributes:
        kind: the index of the kind.
        count: the number of cards, or `NO_NUMBER`.
    """

    def __init__(self, kind: int, count: int) -> None:
        self.kind: Final = kind
        self.count: Final = count

    def cards(self) -> int:
        """Returns the number of cards; 1 where no number was typed."""
        return 1 if self.count == NO_NUMBER else self.count


def read_words(text: str) -> Move[JaipurState] | None:
    """Reads a move, legal or not; None if the text is in the general notation.

    Raises:
        InvalidMoveError: if the text cannot be read, or no move can do what it says.
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


# Reading moves.


def read_take(words: list[str], text: str) -> Move[JaipurState]:
    """Reads what is taken: one good, or the camels."""
    amounts = read_amounts(words, text)
    if len(amounts) == 1:
        amount = amounts[0]
        if amount.kind == CAMEL and amount.count == NO_NUMBER:
            return TakeCamels()
        if amount.kind == CAMEL:
            raise unreadable(text, "camels are taken all at once: 'take camels'")
        if amount.cards() == 1:
            return Take(GOODS[amount.kind])
    raise unreadable(
        text,
        "only one good is taken at a time; to take more, swap: 'swap 2 camels > gold, silver'",
    )


def read_sale(words: list[str], text: str) -> Move[JaipurState]:
    """Reads what is sold: a number of one good."""
    amount = read_sold(words, text)
    good = GOODS[amount.kind]
    if amount.count == NO_NUMBER:
        raise unreadable(text, f"a number is missing: 'sell {sale_minimum(amount.kind)} {good}'")
    return Sell(good, amount.count)


def read_sold(words: list[str], text: str) -> Amount:
    """Reads the cards of a sale, with or without a number."""
    amounts = read_amounts(words, text)
    if len(amounts) != 1:
        raise unreadable(text, "only one good is sold at a time: 'sell 3 cloth'")
    if amounts[0].kind == CAMEL:
        raise unreadable(text, "camels cannot be sold, only given in a swap")
    return amounts[0]


def read_exchange(words: list[str], text: str) -> Move[JaipurState]:
    """Reads the two sides of a swap."""
    marks = [at for at, word in enumerate(words) if word in SIDES]
    if len(marks) != 1:
        raise unreadable(text, "a swap is written 'swap camel, leather > gold, silver'")
    given = read_side(words[: marks[0]], text)
    taken = read_side(words[marks[0] + 1 :], text)
    if taken[CAMEL] > 0:
        raise unreadable(text, "a swap cannot take camels; 'take camels' takes all of them")
    both = [GOODS[good] for good in range(len(GOODS)) if given[good] > 0 and taken[good] > 0]
    if both:
        raise unreadable(
            text, f"{' and '.join(both)} on both sides; a good is either given or taken"
        )
    if sum(given) != sum(taken):
        camels = "; camels count too" if sum(given) < sum(taken) else ""
        raise unreadable(
            text,
            f"{cards(sum(given))} given and {sum(taken)} taken;"
            f" a swap gives as many as it takes{camels}",
        )
    return Exchange(tuple([taken[good] - given[good] for good in range(len(GOODS))]))


def cards(count: int) -> str:
    """Writes a number of cards."""
    return f"{count} card" if count == 1 else f"{count} cards"


# Reading the cards of a move.


def read_side(words: list[str], text: str) -> list[int]:
    """Reads one side of a swap: the cards by kind."""
    counts = [0] * len(KINDS)
    for amount in read_amounts(words, text):
        counts[amount.kind] += amount.cards()
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
        return Amount(kinds[0], NO_NUMBER)
    if len(numbers[0]) > DIGITS:
        raise unreadable(text, f"a number of cards has at most {DIGITS} digits")
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
    raise unreadable(text, f"unknown card {word!r}; {offer(word, KINDS)}")


# Sales without a number.


def unnumbered_sale(text: str) -> str:
    """Returns the good of a sale without a number, as in `sell cloth`; empty for other texts."""
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


# Writing positions.


def write_position(view: JaipurState) -> dict[str, Json]:
    """Writes a view as a position; what is empty or 0 is left out."""
    own = shown_seat(view)
    document: dict[str, Json] = {
        "to_move": view.seat,
        "market": write_cards(view.market),
        "merchants": [
            write_merchant(merchant, seat == own) for seat, merchant in enumerate(view.merchants)
        ],
    }
    if any(view.sold):
        document["sold"] = write_cards(view.sold)
    if view.plies > 0:
        document["plies"] = view.plies
    # The round that ended the match follows from the table.
    rounds = view.rounds[:-1] if view.over else view.rounds
    if rounds:
        document["rounds"] = [write_round(scored) for scored in rounds]
    if view.over:
        document["over"] = True
    if own < 0:
        document["spectator"] = True
    return document


def shown_seat(view: JaipurState) -> int:
    """Returns the seat whose hand a view shows whole; -1 for what a spectator sees.

    A view does not name its viewer. Where both hands are known to all, it is the same for both.
    """
    seats = (view.seat, 1 - view.seat)
    for seat in seats:
        merchant = view.merchants[seat]
        own_tokens = not view.over and any(bonus > 0 for bonus in merchant.bonuses)
        if merchant.hand != merchant.known or own_tokens:
            return seat
    for seat in seats:
        merchant = view.merchants[seat]
        if merchant.hidden() == 0 and not any(bonus < 0 for bonus in merchant.bonuses):
            return seat
    return -1


def write_cards(counts: list[int]) -> dict[str, Json]:
    """Writes numbers of cards by kind."""
    return {KINDS[kind]: count for kind, count in enumerate(counts) if count > 0}


def write_merchant(merchant: Merchant, shown: bool) -> dict[str, Json]:
    """Writes one side of the table."""
    document: dict[str, Json] = {} if shown else {"hidden": merchant.hidden()}
    if shown or any(merchant.hand):
        document["hand"] = write_cards(merchant.hand)
    if shown and any(merchant.known):
        document["seen"] = write_cards(merchant.known)
    for name, number in (
        ("herd", merchant.herd),
        ("rupees", merchant.rupees),
        ("tokens", merchant.tokens),
    ):
        if number > 0:
            document[name] = number
    if merchant.bonuses:
        document["bonuses"] = [
            CLASS_MARKS[class_of(bonus)] if bonus < 0 else bonus for bonus in merchant.bonuses
        ]
    return document


def write_round(scored: Round) -> dict[str, Json]:
    """Writes a scored round."""
    first, second = scored.scores
    document: dict[str, Json] = {"scores": [first, second]}
    if first == second:
        document["winner"] = scored.winner
    if scored.end != BY_TOKENS:
        document["end"] = scored.end
    return document


# Reading positions.


def read_view(document: object, seals: int) -> JaipurState:
    """Reads a position as the view of the seat whose hand it shows.

    Args:
        document: the position.
        seals: how many seals win the match.

    Raises:
        PositionError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    root.only((*NEEDED, *OPTIONAL))
    seat = root.field("to_move").integer(0, 1)
    over = read_flag(root, "over")
    market = read_cards(root.field("market"), KINDS)
    places = root.field("merchants").pair()
    check_viewer(root, places)
    merchants = [read_merchant(place, over) for place in places]
    sold = read_cards(root.field("sold"), GOODS) if root.has("sold") else [0] * len(GOODS)
    rounds = read_rounds(root, seals)
    starter, plies = read_turn(root, seat, over, rounds)
    deck = read_number(root, "deck", DECK) if root.has("deck") else -1
    root.finish(PositionError, WHAT)
    view = JaipurState(
        hidden_rng(), seat, False, "", market, merchants, (), 0, (), sold, starter, plies, rounds
    )
    view.left = sum(unseen_cards(view)) - sum([merchant.hidden() for merchant in merchants])
    root.problems.extend(table_problems(view, over))
    if deck not in (-1, view.left):
        root.problems.append(f"deck: expected {view.left}, the cards that are left, got {deck}")
    root.finish(PositionError, WHAT)
    if over:
        root.problems.extend(end_problems(view, seals))
        root.finish(PositionError, WHAT)
        view.rounds = (*rounds, score_round(view, round_end(view)))
        view.finish(match_reason(view, seals))
    return view


def read_flag(place: Document, name: str) -> bool:
    """Reads a flag that may be left out."""
    return place.field(name).flag() if place.has(name) else False


def read_number(place: Document, name: str, most: int) -> int:
    """Reads a number that may be left out."""
    return place.field(name).integer(0, most) if place.has(name) else 0


def read_cards(place: Document, names: tuple[str, ...]) -> list[int]:
    """Reads numbers of cards by kind."""
    counts = [0] * len(names)
    for name in place.names():
        if name in names:
            kind = names.index(name)
            counts[kind] = place.field(name).integer(0, CARDS[kind])
        elif name == KINDS[CAMEL]:
            place.note("camels belong in the market or under 'herd'")
        else:
            place.note(f"unknown card {name!r}; {suggest(name, names)}")
    return counts


def check_viewer(root: Document, places: list[Document]) -> None:
    """Notes hands that no viewer could see: a seat sees its own hand, a spectator none."""
    spectator = read_flag(root, "spectator")
    if len(places) != 2:
        return
    hidden = [place.has("hidden") for place in places]
    place = Document(None, "merchants", root.problems)
    if not any(hidden):
        place.note("nobody sees both hands; give one a number of 'hidden' cards, even if it is 0")
    elif all(hidden) and not spectator:
        place.note("both hands are hidden; show one, or set 'spectator' to true")
    elif spectator and not all(hidden):
        place.note(
            "a spectator sees no hand; give both a number of 'hidden' cards, even if it is 0"
        )


def read_merchant(place: Document, over: bool) -> Merchant:
    """Reads one side of the table; with `hidden`, the hand holds only what was seen of it."""
    place.only(MERCHANT_FIELDS)
    hidden = place.has("hidden")
    hand = [0] * len(GOODS)
    if place.has("hand") or not hidden:
        hand = read_cards(place.field("hand"), GOODS)
    known = [0] * len(GOODS)
    if hidden:
        known = hand.copy()
        if place.has("seen"):
            place.note("'seen' goes with a hand that is shown; for a hidden hand, use 'hand'")
    elif place.has("seen"):
        known = read_cards(place.field("seen"), GOODS)
    bonuses: tuple[int, ...] = ()
    if place.has("bonuses"):
        bonuses = read_bonuses(place.field("bonuses"), hidden and not over)
    return Merchant(
        hand,
        sum(hand) + read_number(place, "hidden", HAND_LIMIT),
        read_number(place, "herd", CARDS[CAMEL]),
        known,
        read_number(place, "rupees", MOST_RUPEES),
        read_number(place, "tokens", MOST_TOKENS),
        bonuses,
    )


def read_bonuses(place: Document, hidden: bool) -> tuple[int, ...]:
    """Reads bonus tokens: values, or where they are hidden for how many cards they were won."""
    found: list[int] = []
    for item in place.items():
        value = item.value
        if hidden and isinstance(value, str) and value in CLASS_MARKS:
            found.append(-1 - CLASS_MARKS.index(value))
        elif not hidden and is_value(value):
            found.append(item.integer())
        elif hidden:
            item.wanted('"3", "4" or "5+" (the value is hidden)')
        else:
            item.wanted("the value of a bonus token, 1 to 6 or 8 to 10")
    return tuple(found)


def is_value(value: object) -> bool:
    """Tells whether a bonus token has this value; `true` does not count as 1."""
    return not isinstance(value, bool) and isinstance(value, int) and value in VALUES


def read_rounds(root: Document, seals: int) -> tuple[Round, ...]:
    """Reads the rounds before this one."""
    if not root.has("rounds"):
        return ()
    place = root.field("rounds")
    rounds = tuple([read_round(item) for item in place.items()])
    for problem in round_problems(rounds, seals):
        place.note(problem)
    return rounds


def read_round(place: Document) -> Round:
    """Reads a scored round; who won it follows from the scores, unless they are equal."""
    place.only(ROUND_FIELDS)
    scores = [item.integer(0, MOST_SCORED) for item in place.field("scores").pair()]
    end = place.field("end").choice(ENDS) if place.has("end") else BY_TOKENS
    winner = place.field("winner").integer(0, 1) if place.has("winner") else -1
    if len(scores) != 2:
        return Round((0, 0), 0, end)
    first, second = scores
    if first + second > MOST_SCORED:
        place.note(f"a round is worth {MOST_SCORED} rupees at most, got {first + second}")
    ahead = 0 if first > second else 1
    if first == second and winner < 0:
        place.note(f"at {first} : {second}, 'winner' must name the seat that took the seal")
    if first != second and winner not in (-1, ahead):
        place.note(f"winner: expected seat {ahead} at {first} : {second}, got {winner}")
    return Round((first, second), winner if first == second and winner >= 0 else ahead, end)


def read_turn(root: Document, seat: int, over: bool, rounds: tuple[Round, ...]) -> tuple[int, int]:
    """Reads who started the round and how many moves it has seen; turns alternate.

    Without `plies` they are as few as possible.
    """
    # The last move of a match does not pass the turn.
    least = 1 if over else 0
    loser = 1 - rounds[-1].winner if rounds else -1
    given = root.field("starter").integer(0, 1) if root.has("starter") else -1
    if root.has("plies"):
        plies = root.field("plies").integer(least, PLY_CAP if over else PLY_CAP - 1)
        starter = (seat + plies + least) % 2
        if given not in (-1, starter):
            root.note(f"starter: expected seat {starter} after {plies} plies, got {given}")
    else:
        starter = given if given >= 0 else loser if loser >= 0 else seat
        plies = least + (seat + starter) % 2
    if loser not in (-1, starter):
        root.note(
            f"starter: seat {loser} lost the round before and must start,"
            f" but with to_move {seat} and {plies} plies seat {starter} started"
        )
    return starter, plies
