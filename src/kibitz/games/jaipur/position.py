"""Positions of Jaipur as JSON.

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

The numbers of cards and tokens are checked, and what follows from them, but not whether play can
lead there: some positions pass that no match will ever show.
"""

from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.jaipur import cards, rules
from kibitz.games.jaipur.state import JaipurState, Merchant, Round
from kibitz.games.jaipur.view import unseen_cards

WHAT: Final = "not a position of jaipur"
NEEDED: Final = ("to_move", "market", "merchants")
OPTIONAL: Final = ("sold", "deck", "starter", "plies", "rounds", "over", "spectator")
MERCHANT_FIELDS: Final = ("hand", "hidden", "seen", "herd", "rupees", "tokens", "bonuses")
ROUND_FIELDS: Final = ("scores", "winner", "end")
ENDS: Final = (rules.BY_TOKENS, rules.BY_DECK, rules.BY_CAP)
# What stands for a bonus token whose value is hidden, by class.
CLASS_MARKS: Final = ("3", "4", "5+")
VALUES: Final = [value for values in cards.BONUSES for value in values]
# The deck when a round begins, and the most that can be won in one.
DECK: Final = sum(cards.CARDS) - cards.MARKET_SIZE - 2 * cards.CARDS_DEALT
MOST_RUPEES: Final = sum([sum(values) for values in cards.TOKENS])
MOST_TOKENS: Final = sum(cards.STACK)
MOST_SCORED: Final = (
    MOST_RUPEES + sum([sum(values) for values in cards.BONUSES]) + cards.CAMEL_TOKEN
)


# Writing.


def write_position(view: JaipurState) -> dict[str, Json]:
    """Writes a view as a position; what is empty or 0 is left out."""
    own = view.viewer
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


def write_cards(counts: list[int]) -> dict[str, Json]:
    """Writes numbers of cards by kind."""
    return {cards.KINDS[kind]: count for kind, count in enumerate(counts) if count > 0}


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
            CLASS_MARKS[cards.class_of(bonus)] if bonus < 0 else bonus for bonus in merchant.bonuses
        ]
    return document


def write_round(scored: Round) -> dict[str, Json]:
    """Writes a scored round."""
    first, second = scored.scores
    document: dict[str, Json] = {"scores": [first, second]}
    if first == second:
        document["winner"] = scored.winner
    if scored.end != rules.BY_TOKENS:
        document["end"] = scored.end
    return document


# Reading.


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
    market = read_cards(root.field("market"), cards.KINDS)
    places = root.field("merchants").pair()
    check_viewer(root, places)
    merchants = [read_merchant(place, over) for place in places]
    sold = (
        read_cards(root.field("sold"), cards.GOODS) if root.has("sold") else [0] * len(cards.GOODS)
    )
    rounds = read_rounds(root, seals)
    starter, plies = read_turn(root, seat, over, rounds)
    deck = read_number(root, "deck", DECK) if root.has("deck") else -1
    root.finish(PositionError, WHAT)
    view = JaipurState(
        hidden_rng(), seat, False, "", market, merchants, (), 0, (), sold, starter, plies, rounds
    )
    shown = [at for at, place in enumerate(places) if not place.has("hidden")]
    view.viewer = shown[0] if shown else SPECTATOR
    view.left = sum(unseen_cards(view)) - sum([merchant.hidden() for merchant in merchants])
    root.problems.extend(table_problems(view, over))
    if deck not in (-1, view.left):
        root.problems.append(f"deck: expected {view.left}, the cards that are left, got {deck}")
    root.finish(PositionError, WHAT)
    if over:
        root.problems.extend(end_problems(view, seals))
        root.finish(PositionError, WHAT)
        view.rounds = (*rounds, rules.score_round(view, rules.round_end(view)))
        view.finish(rules.match_reason(view, seals))
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
            counts[kind] = place.field(name).integer(0, cards.CARDS[kind])
        elif name == cards.KINDS[cards.CAMEL]:
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
    hand = [0] * len(cards.GOODS)
    if place.has("hand") or not hidden:
        hand = read_cards(place.field("hand"), cards.GOODS)
    known = [0] * len(cards.GOODS)
    if hidden:
        known = hand.copy()
        if place.has("seen"):
            place.note("'seen' goes with a hand that is shown; for a hidden hand, use 'hand'")
    elif place.has("seen"):
        known = read_cards(place.field("seen"), cards.GOODS)
    bonuses: tuple[int, ...] = ()
    if place.has("bonuses"):
        bonuses = read_bonuses(place.field("bonuses"), hidden and not over)
    return Merchant(
        hand,
        sum(hand) + read_number(place, "hidden", cards.HAND_LIMIT),
        read_number(place, "herd", cards.CARDS[cards.CAMEL]),
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
    end = place.field("end").choice(ENDS) if place.has("end") else rules.BY_TOKENS
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
        plies = root.field("plies").integer(least, rules.PLY_CAP if over else rules.PLY_CAP - 1)
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


# What is impossible: cards, tokens, rounds.


def table_problems(view: JaipurState, over: bool) -> list[str]:
    """Lists what is impossible about a table, at the end of a match or before it."""
    return [
        *market_problems(view, over),
        *hand_problems(view),
        *card_problems(view),
        *sale_problems(view, over),
        *token_problems(view),
        *bonus_problems(view),
    ]


def market_problems(view: JaipurState, over: bool) -> list[str]:
    """Lists what is wrong with the number of cards in the market."""
    count = sum(view.market)
    ran_out = over and view.left == 0 and len(empty_stacks(view)) < rules.EMPTY_STACKS
    if count == cards.MARKET_SIZE or (ran_out and count < cards.MARKET_SIZE):
        return []
    why = " (fewer if the deck has run out)" if over and count < cards.MARKET_SIZE else ""
    return [f"market: expected {cards.MARKET_SIZE} cards{why}, got {count}"]


def hand_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with a hand by itself."""
    problems: list[str] = []
    for seat, merchant in enumerate(view.merchants):
        if merchant.size > cards.HAND_LIMIT:
            problems.append(
                f"merchants[{seat}]: a hand holds {cards.HAND_LIMIT} cards at most,"
                f" got {merchant.size}"
            )
        for good, name in enumerate(cards.GOODS):
            seen, held = merchant.known[good], merchant.hand[good]
            if seen > held:
                problems.append(
                    f"merchants[{seat}].seen: at most the {held} {name} in hand, got {seen}"
                )
    return problems


def card_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with all cards together: those placed, those hidden, the deck."""
    unseen = unseen_cards(view)
    problems = [
        f"{cards.CARDS[kind]} {name} exist, but {cards.CARDS[kind] - unseen[kind]} are placed"
        for kind, name in enumerate(cards.KINDS)
        if unseen[kind] < 0
    ]
    if problems:
        return problems
    hidden = sum([merchant.hidden() for merchant in view.merchants])
    goods = sum(unseen[: len(cards.GOODS)])
    if hidden > goods:
        problems.append(f"merchants: {hidden} cards are hidden, but only {goods} goods are unseen")
    if view.left > DECK:
        problems.append(
            f"{view.left} cards are left for the deck, but it never has more than {DECK}:"
            " hands, herds and sales hold too few"
        )
    return problems


def empty_stacks(view: JaipurState) -> list[str]:
    """Lists the goods whose tokens are gone."""
    return [name for good, name in enumerate(cards.GOODS) if view.sold[good] >= cards.STACK[good]]


def sale_problems(view: JaipurState, over: bool) -> list[str]:
    """Lists what is wrong with the numbers of cards sold."""
    problems = [
        f"sold: {name} is sold {cards.sale_minimum(good)} or more at a time, got {view.sold[good]}"
        for good, name in enumerate(cards.GOODS)
        if 0 < view.sold[good] < cards.sale_minimum(good)
    ]
    empty = empty_stacks(view)
    if len(empty) > rules.EMPTY_STACKS or (len(empty) == rules.EMPTY_STACKS and not over):
        which = ", ".join(empty)
        hint = "" if over else "; if that ended the match, 'over' is true"
        problems.append(f"sold: the round ends with the third empty stack, got {which}{hint}")
    return problems


def token_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with the goods tokens: they must be those that the cards sold took."""
    first, second = view.merchants
    tokens = sum([min(count, cards.STACK[good]) for good, count in enumerate(view.sold)])
    rupees = sum([cards.EARNED[good][count] for good, count in enumerate(view.sold)])
    problems: list[str] = []
    if first.tokens + second.tokens != tokens:
        problems.append(
            f"merchants: the cards sold took {tokens} tokens,"
            f" got {first.tokens} and {second.tokens}"
        )
    if first.rupees + second.rupees != rupees:
        problems.append(
            f"merchants: the cards sold brought {rupees} rupees,"
            f" got {first.rupees} and {second.rupees}"
        )
    if not problems and not can_be_worth(view.sold, first.tokens, first.rupees):
        problems.append(
            f"merchants: the tokens won cannot be split as {first.tokens} worth {first.rupees}"
            f" and {second.tokens} worth {second.rupees} rupees"
        )
    return problems


def can_be_worth(sold: list[int], count: int, rupees: int) -> bool:
    """Tells whether `count` of the tokens taken by sales can have this worth."""
    # sums[n] has a bit set for each worth that n of the tokens looked at so far can have.
    sums = [1] + [0] * count
    for good, number in enumerate(sold):
        for value in cards.TOKENS[good][:number]:
            for held in range(count, 0, -1):
                sums[held] |= sums[held - 1] << value
    return sums[count] >> rupees & 1 == 1


def bonus_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with the bonus tokens."""
    won = [bonus for merchant in view.merchants for bonus in merchant.bonuses]
    problems: list[str] = []
    for kind in range(cards.CLASSES):
        least = cards.FIRST_BONUS + kind
        there = cards.BONUSES[kind]
        drawn = len([bonus for bonus in won if cards.class_of(bonus) == kind])
        if drawn > len(there):
            problems.append(
                f"merchants: bonus tokens for {least} cards: at most {len(there)}, got {drawn}"
            )
        for value in dict.fromkeys(there):
            if won.count(value) > there.count(value):
                problems.append(
                    f"merchants: bonus tokens worth {value}: at most {there.count(value)},"
                    f" got {won.count(value)}"
                )
        larger = len([bonus for bonus in won if cards.class_of(bonus) >= kind])
        sales = sum([count // least for count in view.sold])
        if larger > sales:
            problems.append(
                f"merchants: bonus tokens for {least} cards or more: with the cards sold"
                f" at most {sales}, got {larger}"
            )
    return problems


def round_problems(rounds: tuple[Round, ...], seals: int) -> list[str]:
    """Lists the seats that had won the match before the round on the table."""
    winners = [scored.winner for scored in rounds]
    return [
        f"seat {seat} had {winners.count(seat)} of {seals} seals before this round,"
        " so the match was over"
        for seat in (0, 1)
        if winners.count(seat) >= seals
    ]


def end_problems(view: JaipurState, seals: int) -> list[str]:
    """Lists why a match cannot have ended on this table."""
    end = rules.round_end(view)
    if not end:
        needed = f"three empty stacks, a market that the deck cannot fill, or {rules.PLY_CAP} plies"
        return [f"over: the round has not ended; that takes {needed}"]
    winner = rules.score_round(view, end).winner
    count = view.seals(winner) + 1
    if count < seals:
        return [f"over: seat {winner} wins its seal {count} of {seals}, so the match goes on"]
    return []
