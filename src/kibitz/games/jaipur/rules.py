"""What happens in Jaipur: dealing, filling the market, the end of a round, seals and the match."""

from typing import Final

from mypy_extensions import i64

from kibitz.core.randomness import Rng
from kibitz.games.jaipur import cards
from kibitz.games.jaipur.state import JaipurState, Merchant, Round

# How a round ends. The rules have no repetition rule, so two players could swap cards for ever:
# after `PLY_CAP` plies a round is scored as it stands. Ordinary rounds stay below 100.
BY_TOKENS: Final = "tokens"
BY_DECK: Final = "deck"
BY_CAP: Final = "cap"
PLY_CAP: Final = 400
EMPTY_STACKS: Final = 3

# Camels that lie in the market before anything is dealt; the others are shuffled with the goods.
CAMELS_LAID_OUT: Final = 3
SHUFFLED: Final = tuple(
    [kind for kind in range(cards.CAMEL) for _ in range(cards.CARDS[kind])]
    + [cards.CAMEL] * (cards.CARDS[cards.CAMEL] - CAMELS_LAID_OUT)
)


# Set-up.


def deal_round(rng: Rng, starter: int, rounds: tuple[Round, ...]) -> JaipurState:
    """Deals a round: camels and two cards to the market, five cards to each merchant."""
    deck = [*SHUFFLED]
    rng.shuffle(deck)
    merchants = [deal_hand(deck), deal_hand(deck)]
    market = [0] * cards.CAMEL + [CAMELS_LAID_OUT]
    for _ in range(cards.MARKET_SIZE - CAMELS_LAID_OUT):
        market[deck.pop()] += 1
    return JaipurState(
        rng,
        starter,
        False,
        "",
        market,
        merchants,
        tuple(deck),
        len(deck),
        shuffle_bonuses(rng),
        [0] * len(cards.GOODS),
        starter,
        0,
        rounds,
    )


def deal_hand(deck: list[int]) -> Merchant:
    """Deals one hand; camels in it go to the herd and are not replaced."""
    hand = [0] * len(cards.GOODS)
    herd = 0
    for _ in range(cards.CARDS_DEALT):
        card = deck.pop()
        if card == cards.CAMEL:
            herd += 1
        else:
            hand[card] += 1
    return Merchant(hand, cards.CARDS_DEALT - herd, herd, [0] * len(cards.GOODS), 0, 0, ())


def shuffle_bonuses(rng: Rng) -> tuple[tuple[int, ...], ...]:
    """Shuffles the bonus tokens, each class by itself."""
    stacks: list[tuple[int, ...]] = []
    for values in cards.BONUSES:
        stack = [*values]
        rng.shuffle(stack)
        stacks.append(tuple(stack))
    return tuple(stacks)


# During a turn.


def fill_market(state: JaipurState, gaps: i64) -> None:
    """Turns up a card for each gap, as long as the deck lasts."""
    market, deck = state.market, state.deck
    left: i64 = state.left
    while gaps > 0 and left > 0:
        left -= 1
        market[deck[left]] += 1
        gaps -= 1
    state.left = left


def draw_tokens(state: JaipurState, merchant: Merchant, good: int, count: int) -> None:
    """Pays for a sale: the best tokens of the good that are left, then a bonus by cards sold."""
    before = state.sold[good]
    after = before + count
    state.sold[good] = after
    stack = cards.STACK[good]
    merchant.rupees += cards.EARNED[good][after] - cards.EARNED[good][before]
    merchant.tokens += min(after, stack) - min(before, stack)
    kind = cards.bonus_class(count)
    if kind >= 0:
        left = state.bonuses_left(kind)
        if left > 0:
            merchant.bonuses = (*merchant.bonuses, state.stacks[kind][left - 1])


def end_turn(state: JaipurState, seals: int) -> None:
    """Passes the turn; or ends the round, and with it perhaps the match."""
    state.plies += 1
    end = round_end(state)
    if not end:
        state.seat = 1 - state.seat
        return
    scored = score_round(state, end)
    state.rounds = (*state.rounds, scored)
    if state.seals(scored.winner) == seals:
        state.finish(match_reason(state, seals))
    else:
        begin_round(state, 1 - scored.winner)


def begin_round(state: JaipurState, starter: int) -> None:
    """Deals the next round; whoever lost the last one starts it."""
    fresh = deal_round(state.rng, starter, state.rounds)
    state.seat = starter
    state.market = fresh.market
    state.merchants = fresh.merchants
    state.deck = fresh.deck
    state.left = fresh.left
    state.stacks = fresh.stacks
    state.sold = fresh.sold
    state.starter = starter
    state.plies = 0


# The end.


def round_end(state: JaipurState) -> str:
    """Says how the round has ended; empty while it goes on."""
    sold = state.sold
    empty: i64 = 0
    for good in range(6):
        if sold[good] >= cards.STACK[good]:
            empty += 1
    if empty >= EMPTY_STACKS:
        return BY_TOKENS
    # A gap that stays is one that the deck could not fill.
    if state.left == 0 and sum(state.market) < cards.MARKET_SIZE:
        return BY_DECK
    return BY_CAP if state.plies >= PLY_CAP else ""


def total(state: JaipurState, seat: int) -> int:
    """Returns a merchant's rupees: goods and bonus tokens, and the camel token for most camels."""
    merchant, other = state.merchants[seat], state.merchants[1 - seat]
    camels = cards.CAMEL_TOKEN if merchant.herd > other.herd else 0
    return merchant.rupees + sum(merchant.bonuses) + camels


def score_round(state: JaipurState, end: str) -> Round:
    """Scores the round as it stands; exactly one seat takes the seal."""
    first, second = state.merchants[0], state.merchants[1]
    scores = (total(state, 0), total(state, 1))
    margins = (
        scores[0] - scores[1],
        len(first.bonuses) - len(second.bonuses),
        first.tokens - second.tokens,
    )
    for margin in margins:
        if margin != 0:
            return Round(scores, 0 if margin > 0 else 1, end)
    # The rule book has no further tie-break. The seat that did not start takes the seal, so that a
    # match never has a fourth round.
    return Round(scores, 1 - state.starter, end)


def rupees(state: JaipurState, seat: int) -> int:
    """Returns what a seat has won so far: in the rounds that were scored, and in this one."""
    scored = sum([each.scores[seat] for each in state.rounds])
    if state.over:
        return scored
    merchant = state.merchants[seat]
    return scored + merchant.rupees + sum(merchant.bonuses)


def match_reason(state: JaipurState, seals: int) -> str:
    """Says how a match ended: by what ended its only round, or by the seals."""
    if seals == 1:
        return state.rounds[-1].end
    capped = BY_CAP in [scored.end for scored in state.rounds]
    return f"{seals} seals to {len(state.rounds) - seals}{', a round capped' if capped else ''}"
