"""What each seat of Jaipur sees, the worlds that fit a view, and which views are possible.

Open are the market, the tokens left, all herds, the sizes of hands, deck and bonus stacks, what
was sold, and every card taken from the market. Hidden are the goods that were dealt to the other
hand, the order of the deck, and the value of a bonus token to all but its owner.

A view that somebody typed as a position may be impossible. The numbers of cards and tokens are
checked, and what follows from them, but not whether play can lead there: some views pass that no
match will ever show.
"""

from typing import Final

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.games.jaipur.cards import (
    BONUSES,
    CAMEL,
    CAMEL_TOKEN,
    CARDS,
    CARDS_DEALT,
    CLASSES,
    EARNED,
    FIRST_BONUS,
    GOODS,
    HAND_LIMIT,
    KINDS,
    MARKET_SIZE,
    STACK,
    TOKENS,
    class_of,
    sale_minimum,
)
from kibitz.games.jaipur.rules import EMPTY_STACKS, PLY_CAP, round_end, score_round
from kibitz.games.jaipur.state import JaipurState, Merchant, Round

# The deck when a round begins, and the most that can be won in one.
DECK: Final = sum(CARDS) - MARKET_SIZE - 2 * CARDS_DEALT
MOST_RUPEES: Final = sum([sum(values) for values in TOKENS])
MOST_TOKENS: Final = sum(STACK)
MOST_SCORED: Final = MOST_RUPEES + sum([sum(values) for values in BONUSES]) + CAMEL_TOKEN


# What a seat sees.


def view_of(state: JaipurState, seat: int) -> JaipurState:
    """Returns what a seat (or `SPECTATOR`) sees."""
    view = state.clone()
    view.rng = hidden_rng()
    view.deck = ()
    view.stacks = ()
    # The tokens are turned up when the match is over: the last round has been scored.
    for other in range(2):
        if other != seat:
            hide(view.merchants[other], state.over)
    return view


def hide(merchant: Merchant, scored: bool) -> None:
    """Hides what the other player has not seen of a merchant."""
    merchant.hand = merchant.known.copy()
    if not scored:
        merchant.bonuses = tuple([-1 - class_of(bonus) for bonus in merchant.bonuses])


def unseen_cards(view: JaipurState) -> list[int]:
    """Counts the cards of each kind that a view does not show: in a hidden hand or in the deck."""
    unseen = [*CARDS]
    for kind in range(CAMEL + 1):
        unseen[kind] -= view.market[kind]
    for good in range(len(GOODS)):
        unseen[good] -= view.sold[good]
    for merchant in view.merchants:
        unseen[CAMEL] -= merchant.herd
        for good in range(len(GOODS)):
            unseen[good] -= merchant.hand[good]
    return unseen


# The worlds that fit a view.


def sample_world(view: JaipurState, rng: Rng) -> JaipurState:
    """Returns a full state with this view: every way to deal what is unseen is equally likely."""
    world = view.clone()
    goods: list[int] = []
    unseen = unseen_cards(view)
    for good in range(CAMEL):
        for _ in range(unseen[good]):
            goods.append(good)
    for merchant in world.merchants:
        for _ in range(merchant.hidden()):
            # Any of them, without shuffling all: the deck is shuffled anyway.
            place = rng.below(len(goods))
            merchant.hand[goods[place]] += 1
            goods[place] = goods[-1]
            goods.pop()
    # Hidden slots hold goods only, so all unseen camels are in the deck.
    deck = goods + [CAMEL] * unseen[CAMEL]
    rng.shuffle(deck)
    world.deck = tuple(deck)
    sample_bonuses(world, rng)
    world.rng = rng.fork()
    return world


def sample_bonuses(world: JaipurState, rng: Rng) -> None:
    """Deals the bonus tokens whose value is unseen, to the merchants and to the stacks."""
    stacks: list[tuple[int, ...]] = []
    for kind in range(len(BONUSES)):
        values = [*BONUSES[kind]]
        for merchant in world.merchants:
            for bonus in merchant.bonuses:
                if bonus > 0 and class_of(bonus) == kind:
                    values.remove(bonus)
        rng.shuffle(values)
        for merchant in world.merchants:
            if -1 - kind in merchant.bonuses:
                merchant.bonuses = tuple(
                    [values.pop() if bonus == -1 - kind else bonus for bonus in merchant.bonuses]
                )
        stacks.append(tuple(values))
    world.stacks = tuple(stacks)


# Which views are possible: cards, tokens, rounds.


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
    ran_out = over and view.left == 0 and len(empty_stacks(view)) < EMPTY_STACKS
    if count == MARKET_SIZE or (ran_out and count < MARKET_SIZE):
        return []
    why = " (fewer if the deck has run out)" if over and count < MARKET_SIZE else ""
    return [f"market: expected {MARKET_SIZE} cards{why}, got {count}"]


def hand_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with a hand by itself."""
    problems: list[str] = []
    for seat, merchant in enumerate(view.merchants):
        if merchant.size > HAND_LIMIT:
            problems.append(
                f"merchants[{seat}]: a hand holds {HAND_LIMIT} cards at most, got {merchant.size}"
            )
        for good, name in enumerate(GOODS):
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
        f"{CARDS[kind]} {name} exist, but {CARDS[kind] - unseen[kind]} are placed"
        for kind, name in enumerate(KINDS)
        if unseen[kind] < 0
    ]
    if problems:
        return problems
    hidden = sum([merchant.hidden() for merchant in view.merchants])
    goods = sum(unseen[: len(GOODS)])
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
    return [name for good, name in enumerate(GOODS) if view.sold[good] >= STACK[good]]


def sale_problems(view: JaipurState, over: bool) -> list[str]:
    """Lists what is wrong with the numbers of cards sold."""
    problems = [
        f"sold: {name} is sold {sale_minimum(good)} or more at a time, got {view.sold[good]}"
        for good, name in enumerate(GOODS)
        if 0 < view.sold[good] < sale_minimum(good)
    ]
    empty = empty_stacks(view)
    if len(empty) > EMPTY_STACKS or (len(empty) == EMPTY_STACKS and not over):
        which = ", ".join(empty)
        hint = "" if over else "; if that ended the match, 'over' is true"
        problems.append(f"sold: the round ends with the third empty stack, got {which}{hint}")
    return problems


def token_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with the goods tokens: they must be those that the cards sold took."""
    first, second = view.merchants
    tokens = sum([min(count, STACK[good]) for good, count in enumerate(view.sold)])
    rupees = sum([EARNED[good][count] for good, count in enumerate(view.sold)])
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
    """Tells whether so many of the tokens taken by sales can have this worth."""
    # sums[n] has a bit set for each worth that n of the tokens looked at so far can have.
    sums = [1] + [0] * count
    for good, number in enumerate(sold):
        for value in TOKENS[good][:number]:
            for held in range(count, 0, -1):
                sums[held] |= sums[held - 1] << value
    return sums[count] >> rupees & 1 == 1


def bonus_problems(view: JaipurState) -> list[str]:
    """Lists what is wrong with the bonus tokens."""
    won = [bonus for merchant in view.merchants for bonus in merchant.bonuses]
    problems: list[str] = []
    for kind in range(CLASSES):
        cards = FIRST_BONUS + kind
        there = BONUSES[kind]
        drawn = len([bonus for bonus in won if class_of(bonus) == kind])
        if drawn > len(there):
            problems.append(
                f"merchants: bonus tokens for {cards} cards: at most {len(there)}, got {drawn}"
            )
        for value in dict.fromkeys(there):
            if won.count(value) > there.count(value):
                problems.append(
                    f"merchants: bonus tokens worth {value}: at most {there.count(value)},"
                    f" got {won.count(value)}"
                )
        larger = len([bonus for bonus in won if class_of(bonus) >= kind])
        sales = sum([count // cards for count in view.sold])
        if larger > sales:
            problems.append(
                f"merchants: bonus tokens for {cards} cards or more: with the cards sold"
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
    end = round_end(view)
    if not end:
        needed = f"three empty stacks, a market that the deck cannot fill, or {PLY_CAP} plies"
        return [f"over: the round has not ended; that takes {needed}"]
    winner = score_round(view, end).winner
    count = view.seals(winner) + 1
    if count < seals:
        return [f"over: seat {winner} wins its seal {count} of {seals}, so the match goes on"]
    return []
