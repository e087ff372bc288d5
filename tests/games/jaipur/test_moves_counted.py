"""How many moves Jaipur has: reference counts, brute force, and the figures of random play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

import pytest

from kibitz.core import Move, Rng, seeded
from kibitz.games.jaipur import Exchange, Jaipur, JaipurState, Sell, Take, TakeCamels
from kibitz.games.jaipur.cards import CARDS, KINDS
from tests.games.jaipur.brute_force import Deed, deeds
from tests.games.jaipur.table import CAMEL, table

Counts: TypeAlias = tuple[int, ...]
# Market (camels last), hand and herd of the seat to move.
Position: TypeAlias = tuple[Counts, Counts, int]

GAME = Jaipur(rounds=1)
# How many different exchanges there are in the whole game.
EXCHANGES = 25_456
START = table("gold, 2 cloth, 2 camels").state

# Market (camels last), hand, herd; moves in all, takes, camels, sales and exchanges.
REFERENCE = {
    "R1": ("1 0 0 0 0 1 3", "1 1 0 2 0 1", 0, (8, 2, 1, 3, 2)),
    "R2": ("0 0 0 0 0 0 5", "0 0 0 0 0 0", 3, (1, 0, 1, 0, 0)),
    "R3": ("2 2 1 0 0 0 0", "0 0 0 2 2 2", 1, (167, 3, 0, 6, 158)),
    "R4": ("1 1 1 1 1 0 0", "0 0 0 0 0 0", 5, (31, 5, 0, 0, 26)),
    "R5": ("0 0 0 0 0 5 0", "0 0 0 0 0 5", 2, (7, 1, 0, 5, 1)),
    "R6": ("0 1 0 1 1 1 1", "2 0 0 2 1 2", 6, (36, 0, 1, 6, 29)),
    "R7": ("0 0 0 0 0 2 3", "0 0 0 0 0 0", 1, (2, 1, 1, 0, 0)),
    "R8": ("0 0 0 1 1 0 3", "1 1 1 0 0 0", 2, (10, 2, 1, 0, 7)),
    "R9": ("1 1 1 1 1 0 0", "1 1 1 1 1 2", 0, (104, 0, 0, 4, 100)),
}


def legal(position: Position) -> list[Move[JaipurState]]:
    """Lists the legal moves of a position; nothing else on the table matters."""
    state = START.clone()
    set_table(state, position)
    return GAME.legal(state)


def set_table(state: JaipurState, position: Position) -> None:
    """Puts a position on the table, for seat 0."""
    merchant = state.merchants[0]
    state.market, merchant.hand, merchant.herd = [*position[0]], [*position[1]], position[2]
    merchant.size = sum(position[1])


def numbers(text: str) -> Counts:
    return tuple([int(word) for word in text.split()])


# Reference counts.


@pytest.mark.parametrize("name", REFERENCE)
def test_13_given_a_reference_position_then_its_moves_are_as_counted(name: str) -> None:
    market, hand, herd, counts = REFERENCE[name]
    moves = legal((numbers(market), numbers(hand), herd))
    kinds = Counter(move.id for move in moves)
    by_kind = [kinds[kind.id] for kind in GAME.kinds()]
    assert (len(moves), *by_kind) == counts
    assert len(set(moves)) == len(moves)
    assert len({str(move) for move in moves}) == len(moves)


def test_distinct_exchanges_are_as_counted_and_each_is_legal_where_it_is_just_possible() -> None:
    found: list[Exchange] = []
    state = START.clone()
    for size in range(2, 6):
        for come in combinations_with_replacement(range(CAMEL), size):
            others = [kind for kind in range(CAMEL + 1) if kind not in come]
            for go in combinations_with_replacement(others, size):
                found.append(exchange_of(state, come, go))
                assert not list(found[-1].check(state, 0)), found[-1]
                # The list is slower than the check, and equal to it by the laws of games.
                assert len(found) % 20 or found[-1] in GAME.legal(state), found[-1]
    counts = Counter(move.taken() for move in found)
    assert [counts[size] for size in range(2, 6)] == [351, 1_786, 6_231, 17_088]
    assert len(set(found)) == len(found) == EXCHANGES


def exchange_of(state: JaipurState, come: Sequence[int], go: Sequence[int]) -> Exchange:
    """Sets a table on which an exchange is just possible, and returns the exchange."""
    market = [come.count(kind) for kind in range(CAMEL)]
    hand = [go.count(kind) for kind in range(CAMEL)]
    set_table(state, ((*market, 5 - len(come)), tuple(hand), go.count(CAMEL)))
    return Exchange(tuple([there - held for there, held in zip(market, hand, strict=True)]))


def test_all_distinct_moves_are_as_counted() -> None:
    found: set[Move[JaipurState]] = set()
    for good in range(CAMEL):
        for count in range(1, min(7, CARDS[good]) + 1):
            hand = [count if other == good else 0 for other in range(CAMEL)]
            found.update(legal((numbers("1 1 1 1 1 0 0"), tuple(hand), 0)))
            found.update(legal((numbers("0 0 0 0 0 1 4"), tuple(hand), 0)))
    others = [move for move in found if not isinstance(move, Exchange)]
    kinds = Counter(type(move) for move in others)
    assert (kinds[Take], kinds[TakeCamels], kinds[Sell]) == (6, 1, 36)
    assert EXCHANGES + len(others) == 25_499
    # A paper that counts only "sell all of a good" has one sale for each.
    sales = [move for move in others if isinstance(move, Sell)]
    sold = {move.good for move in sales}
    assert EXCHANGES + len(others) - len(sales) + len(sold) == 25_469


def test_most_legal_moves_by_hand_size_are_as_counted() -> None:
    most: dict[int, int] = dict.fromkeys(range(8), 0)
    for position in largest_positions():
        size = sum(position[1])
        most[size] = max(most[size], len(legal(position)))
    assert list(most.values()) == [31, 58, 85, 113, 144, 166, 167, 120]


def largest_positions() -> Iterator[Position]:
    """Yields the markets and hands among which those with the most moves must be.

    The dear goods obey the same rules, and so do the common ones, so it does not matter which of
    them is which. The herd is as large as it can be, because camels only add exchanges. A market
    with two camels or more has fewer moves than one in which all but one of them are goods: those
    can be taken and exchanged, and the camels can still be taken. Where the other cards are does
    not matter.
    """
    dear, common = three_goods((6, 6, 6)), three_goods((8, 8, 10))
    for market, hand in dear:
        for other_market, other_hand in common:
            camels = 5 - sum(market) - sum(other_market)
            if camels in (0, 1) and sum(hand) + sum(other_hand) <= 7:
                yield (*market, *other_market, camels), (*hand, *other_hand), CARDS[-1] - camels


def three_goods(supply: Counts) -> list[tuple[Counts, Counts]]:
    """Lists what market and hand can show of three goods that obey the same rules."""
    pairs = [(there, held) for there in range(6) for held in range(8)]
    found: list[tuple[Counts, Counts]] = []
    for some in combinations_with_replacement(sorted(pairs, key=sum), 3):
        there, held = tuple([pair[0] for pair in some]), tuple([pair[1] for pair in some])
        # The good of which the most is needed is the one with the most cards: they are in order.
        enough = all(sum(pair) <= count for pair, count in zip(some, supply, strict=True))
        if enough and sum(there) <= 5 and sum(held) <= 7:
            found.append((there, held))
    return found


# Random play.


class Played:
    """One round of random play: what there was to choose from, what was chosen, how it ended."""

    def __init__(self, seed: int, rng: Rng) -> None:
        state = GAME.setup(seeded(seed))
        self.offers: list[int] = []
        self.kinds: list[str] = []
        self.positions: list[Position] = []
        while not state.over:
            moves = GAME.legal(state)
            mover = state.merchants[state.seat]
            self.positions.append((tuple(state.market), tuple(mover.hand), mover.herd))
            self.offers.append(len(moves))
            move = moves[rng.below(len(moves))]
            self.kinds.append(move.id)
            GAME.play(state, move)
        self.result = state.rounds[0]


@pytest.fixture(scope="module")
def rounds() -> list[Played]:
    rng = seeded("random rounds")
    return [Played(seed, rng) for seed in range(400)]


def assert_mean(found: Sequence[float], wanted: float) -> None:
    """Asserts that a mean is the stated one, give or take four standard errors."""
    error = stdev(found) / sqrt(len(found))
    assert abs(fmean(found) - wanted) < 4 * error + 0.05, f"{fmean(found)} ± {error}, not {wanted}"


def test_random_rounds_are_as_long_and_as_broad_as_stated(rounds: list[Played]) -> None:
    assert_mean([len(played.offers) for played in rounds], 77.7)
    assert_mean([played.offers[0] for played in rounds], 8.2)
    offers = [count for played in rounds for count in played.offers]
    # Moves of one round are alike, so the error goes by rounds.
    error = stdev([fmean(played.offers) for played in rounds]) / sqrt(len(rounds))
    assert abs(fmean(offers) - 23.6) < 4 * error
    assert error < 0.5
    assert max(offers) <= 167
    assert sorted(offers)[len(offers) // 2] in range(12, 17)
    assert max(len(played.offers) for played in rounds) < 400


def test_random_rounds_have_the_stated_mix_of_moves(rounds: list[Played]) -> None:
    kinds = Counter(kind for played in rounds for kind in played.kinds)
    total = sum(kinds.values())
    for kind, share in (("take", 14), ("take_camels", 11), ("sell", 26), ("exchange", 50)):
        assert abs(100 * kinds[kind] / total - share) < 2, f"{kind}: {kinds} of {total}"


def test_random_rounds_end_and_score_as_stated(rounds: list[Played]) -> None:
    assert_mean([100.0 * (played.result.end == "tokens") for played in rounds], 55)
    assert {played.result.end for played in rounds} == {"tokens", "deck"}
    assert_mean([fmean(played.result.scores) for played in rounds], 60.0)
    # Seat 0 starts every one of these.
    assert_mean([100.0 * (played.result.winner == 0) for played in rounds], 53)


# Brute force.


@pytest.mark.slow
def test_brute_force_over_single_cards_finds_the_same_in_10_000_positions(
    rounds: list[Played],
) -> None:
    met = list(dict.fromkeys(place for played in rounds for place in played.positions))[:4_000]
    made = list(dict.fromkeys(made_up(seeded("made up"), 7_000)))
    tried = list(dict.fromkeys([*met, *made]))[:10_000]
    assert len(tried) == 10_000
    kinds: Counter[str] = Counter()
    for position in tried:
        moves = legal(position)
        found = [deed_of(move, position[0][CAMEL]) for move in moves]
        wanted = deeds(words(position[0]), words(position[1]), position[2])
        assert set(found) == wanted, f"{position}: {set(found) ^ wanted}"
        assert len(found) == len(wanted), f"{position}: a move is listed twice"
        kinds.update([deed[0] for deed in found])
    assert min(kinds.values()) > 1_000
    assert kinds["exchange"] > 100_000


def made_up(rng: Rng, count: int) -> Iterator[Position]:
    """Makes positions up that play may never reach: any five cards, any hand, any herd."""
    for _ in range(count):
        chosen = list(range(CAMEL + 1))
        rng.shuffle(chosen)
        # Few kinds make many doubles, many kinds many exchanges.
        some = set(chosen[: 2 + rng.below(6)])
        pool = [kind for kind in some for _ in range(CARDS[kind])]
        rng.shuffle(pool)
        market, rest = pool[:5], pool[5:]
        hand = [kind for kind in rest if kind != CAMEL][: rng.below(8)]
        herd = rng.below(CARDS[CAMEL] - market.count(CAMEL) + 1)
        yield (
            tuple([market.count(kind) for kind in range(CAMEL + 1)]),
            tuple([hand.count(good) for good in range(CAMEL)]),
            herd,
        )


def words(counts: Counts) -> list[str]:
    """Lists single cards by name."""
    return [KINDS[kind] for kind, count in enumerate(counts) for _ in range(count)]


SEEN: dict[Move[JaipurState], Deed] = {}


def deed_of(move: Move[JaipurState], camels: int) -> Deed:
    """Writes a move as brute force does."""
    if isinstance(move, TakeCamels):
        return ("camels", ("camel",) * camels, ())
    if move not in SEEN:
        SEEN[move] = parts_of(move)
    return SEEN[move]


def parts_of(move: Move[JaipurState]) -> Deed:
    if isinstance(move, Take):
        return ("take", (move.good,), ())
    if isinstance(move, Sell):
        return ("sell", (), (move.good,) * move.count)
    assert isinstance(move, Exchange)
    come = words(tuple([max(count, 0) for count in move.counts]))
    go = words(tuple([max(-count, 0) for count in move.counts]))
    return ("exchange", tuple(sorted(come)), tuple(sorted([*go, *["camel"] * move.camels])))


def test_brute_force_refuses_what_the_rules_refuse() -> None:
    """The enumerator itself, on the smallest cases."""
    assert deeds(["camel"] * 5, [], 3) == {("camels", ("camel",) * 5, ())}
    market = ["gold", "cloth", "cloth", "camel", "camel"]
    found = deeds(market, ["cloth", "leather"], 0)
    assert {deed for deed in found if deed[0] == "exchange"} == set()
    assert ("exchange", ("cloth", "gold"), ("camel", "leather")) in deeds(market, ["leather"], 1)
