import math
import statistics as textbook
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.setup import ArenaError
from kibitz.arena.statistics import (
    MIN_PAIRS,
    Z95,
    Sprt,
    bradley_terry,
    deal_interval,
    elo_difference,
    elo_of,
    expected_score,
    mean_interval,
    percentile,
    read_sprt,
    solve,
    wilson,
)
from kibitz.core import Rng
from kibitz.core.randomness import seeded

# Wilson's interval.


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [
        # As tables of the interval without continuity correction print them.
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_equals_published_values(score: int, games: int, low: float, high: float) -> None:
    assert list(wilson(score, games)) == pytest.approx([low, high], abs=5e-5)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_wilson_holds_the_rates_that_do_not_refute_the_score(given_: tuple[int, int]) -> None:
    score, games = given_[0] / 2, given_[1]
    low, high = wilson(score, games)
    assert 0.0 <= low <= score / games <= high <= 1.0
    # Each end is the rate from which the score is exactly Z95 standard deviations away.
    for end in (low, high):
        distance = (score / games - end) ** 2 * games
        assert distance == pytest.approx(Z95**2 * end * (1 - end), abs=1e-9 * games)


def test_wilson_knows_nothing_without_games_and_refuses_the_impossible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for score, games in ((11, 10), (-1, 10), (math.nan, 10)):
        with pytest.raises(ValueError, match="expected 0 to 10, the number of games"):
            wilson(score, games)


# The interval over deals.


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    # By hand: two won and two lost deals are added, then it is the textbook's normal interval.
    [(8, 10, 0.4776, 0.9509), (10, 10, 0.6738, 1.0), (50, 100, 0.4039, 0.5961)],
)
def test_interval_of_deals_won_or_lost(won: int, deals: int, low: float, high: float) -> None:
    found = deal_interval([1.0] * won + [0.0] * (deals - won))
    assert list(found) == pytest.approx([low, high], abs=5e-5)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60))
def test_interval_of_deals_holds_their_mean_and_does_not_see_their_order(
    scores: list[float],
) -> None:
    low, high = deal_interval(scores)
    assert 0.0 <= low <= math.fsum(scores) / len(scores) <= high <= 1.0
    assert deal_interval(sorted(scores)) == (low, high)


def test_interval_of_deals_is_narrower_where_deals_differ_less() -> None:
    alike, apart = deal_interval([0.25, 0.75] * 50), deal_interval([0.0, 1.0] * 50)
    assert alike[1] - alike[0] < 0.6 * (apart[1] - apart[0])


def test_interval_of_deals_knows_little_of_few_and_refuses_the_impossible() -> None:
    assert deal_interval([]) == (0.0, 1.0)
    low, high = deal_interval([1.0, 1.0, 1.0])
    assert low < 0.5 < high
    for score in (1.1, -0.1, math.nan):
        with pytest.raises(ValueError, match="invalid score of a deal: expected 0 to 1"):
            deal_interval([0.5, score])


@pytest.mark.parametrize(
    ("won", "deals", "even", "low", "high"),
    # By hand: 4 / 3 won and 8 / 3 lost deals are added for three players, 1 and 3 for four.
    [(10, 30, 1 / 3, 0.1749, 0.4918), (6, 6, 1 / 4, 0.4160, 1.0), (0, 20, 1 / 4, 0.0, 0.1216)],
)
def test_interval_of_deals_leans_towards_the_score_of_equal_players(
    won: int, deals: int, even: float, low: float, high: float
) -> None:
    found = deal_interval([1.0] * won + [0.0] * (deals - won), even=even)
    assert list(found) == pytest.approx([low, high], abs=5e-5)


# The interval of a mean.


@pytest.mark.parametrize(
    ("count", "student"),
    # The 97.5 % points of Student's distribution with one degree of freedom less, as in tables.
    [(3, 4.3027), (4, 3.1824), (5, 2.7764), (10, 2.2622), (30, 2.0452), (100, 1.9842)],
)
def test_interval_of_a_mean_is_students(count: int, student: float) -> None:
    values = [float(number**2 % 7) for number in range(count)]
    found = mean_interval(values)
    assert found is not None
    half = student * textbook.stdev(values) / math.sqrt(count)
    mean = textbook.mean(values)
    assert list(found) == pytest.approx([mean - half, mean + half], abs=0.01 * half)


def test_interval_of_a_mean_holds_it_nineteen_times_in_twenty() -> None:
    missed = 0
    for run in range(400):
        rng = seeded(f"mean {run}")
        # A skewed distribution with the mean 1.
        found = mean_interval([-math.log(1 - rng.random()) for _ in range(25)])
        assert found is not None
        missed += not found[0] <= 1.0 <= found[1]
    assert 8 <= missed <= 40


def test_interval_of_a_mean_needs_two_values() -> None:
    assert mean_interval([]) is None
    assert mean_interval([3.0]) is None
    assert mean_interval([3.0, 3.0]) == (3.0, 3.0)


# Percentiles.


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60),
    st.integers(1, 99),
)
def test_percentile_equals_the_inclusive_quantile(values: list[float], percent: int) -> None:
    wanted = textbook.quantiles(values, n=100, method="inclusive")[percent - 1]
    assert percentile(sorted(values), percent) == pytest.approx(wanted, rel=1e-9, abs=1e-6)


def test_percentile_of_few_values() -> None:
    assert percentile([7.0], 99) == 7.0
    assert percentile([1.0, 2.0, 3.0, 4.0], 50) == 2.5
    assert [percentile([1.0, 2.0, 9.0], q) for q in (0, 50, 100)] == [1.0, 2.0, 9.0]
    for values, percent in (([], 50.0), ([1.0], 101.0), ([1.0], -1.0)):
        with pytest.raises(ValueError, match="no percentile"):
            percentile(values, percent)


# Elo.


@pytest.mark.parametrize(
    ("elo", "score"), [(0, 0.5), (100, 0.6401), (200, 0.7597), (400, 10 / 11), (-400, 1 / 11)]
)
def test_elo_and_score_convert_as_in_the_tables(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=5e-5)
    assert elo_of(expected_score(elo)) == pytest.approx(elo)


def test_elo_difference_of_a_long_match_is_that_of_its_score() -> None:
    found = elo_difference(7500, 10000)
    assert found.elo == pytest.approx(400 * math.log10(3), abs=0.1)
    low, high = wilson(7500, 10000)
    assert found.low == pytest.approx(400 * math.log10(low / (1 - low)), abs=0.1)
    assert found.high == pytest.approx(400 * math.log10(high / (1 - high)), abs=0.1)


def test_elo_difference_of_a_sweep_is_finite() -> None:
    found = elo_difference(20, 20)
    assert found.elo == pytest.approx(400 * math.log10(20.5 / 0.5))
    assert 0 < found.low < found.elo < found.high < math.inf
    mirrored = elo_difference(0, 20)
    turned = [-mirrored.elo, -mirrored.high, -mirrored.low]
    assert turned == pytest.approx([found.elo, found.low, found.high])
    assert elo_difference(0, 0).elo == 0.0


# Ratings.


def posterior(points: list[list[float]], elos: list[float]) -> float:
    """Says how likely results are, written anew: games by games, in Elo points."""
    total = 0.0
    for one, other in product(range(len(elos)), repeat=2):
        chance = 1 / (1 + 10 ** ((elos[other] - elos[one]) / 400))
        total += points[one][other] * math.log(chance)
    for elo in elos:
        chance = 1 / (1 + 10 ** (-elo / 400))
        total += 0.5 * math.log(chance) + 0.5 * math.log(1 - chance)
    return total


def search(points: list[list[float]]) -> list[float]:
    """Finds the likeliest ratings by trying smaller and smaller steps in every direction."""
    elos, step = [0.0] * len(points), 400.0
    best = posterior(points, elos)
    while step > 1e-4:
        moved = False
        for player, change in product(range(len(elos)), (-step, step)):
            tried = [elo + change * (place == player) for place, elo in enumerate(elos)]
            value = posterior(points, tried)
            if value > best:
                elos, best, moved = tried, value, True
        step = step if moved else step / 2
    mean = sum(elos) / len(elos)
    return [elo - mean for elo in elos]


TABLES: dict[str, list[list[float]]] = {
    "three": [[0, 14, 17.5], [6, 0, 11], [2.5, 9, 0]],
    "sweep": [[0, 20, 20], [0, 0, 12], [0, 8, 0]],
    "chain": [[0, 7, 0], [3, 0, 6], [0, 4, 0]],
    "apart": [[0, 9, 0, 0], [1, 0, 0, 0], [0, 0, 0, 6], [0, 0, 4, 0]],
    "circle": [[0, 8, 2], [2, 0, 8], [8, 2, 0]],
    "idle": [[0, 5, 0], [5, 0, 0], [0, 0, 0]],
}


@pytest.mark.parametrize("name", TABLES)
def test_ratings_are_the_likeliest_of_all(name: str) -> None:
    found = [rating.elo for rating in bradley_terry(TABLES[name])]
    assert found == pytest.approx(search(TABLES[name]), abs=0.05)
    assert sum(found) == pytest.approx(0.0, abs=1e-6)


def test_ratings_of_two_are_the_elo_of_their_score() -> None:
    one, other = bradley_terry([[0, 7500], [2500, 0]])
    assert one.elo - other.elo == pytest.approx(400 * math.log10(3), abs=0.1)
    # The difference of two ratings around their mean is twice one of them, and so is its interval.
    half = 400 / math.log(10) * Z95 / math.sqrt(10000 * 0.75 * 0.25)
    assert one.high - one.low == pytest.approx(half, rel=1e-3)


def test_ratings_recover_strengths_at_the_promised_rate() -> None:
    strengths = [150.0, 50.0, -40.0, -160.0]
    rng = seeded("ratings")
    inside = total = 0
    for _ in range(250):
        points = [[0.0] * 4 for _ in range(4)]
        for one in range(4):
            for other in range(one):
                chance = expected_score(strengths[one] - strengths[other])
                won = sum(rng.flip(chance) for _ in range(40))
                points[one][other], points[other][one] = float(won), float(40 - won)
        for rating, strength in zip(bradley_terry(points), strengths, strict=True):
            inside += rating.low <= strength <= rating.high
            total += 1
    assert 0.93 <= inside / total <= 0.97


def test_ratings_of_twenty_players_who_won_everything_below_them() -> None:
    points = [[50.0 if one < other else 0.0 for other in range(20)] for one in range(20)]
    found = bradley_terry(points)
    elos = [rating.elo for rating in found]
    assert elos == sorted(elos, reverse=True)
    assert all(rating.low < rating.elo < rating.high < math.inf for rating in found)


def test_ratings_without_games_are_even_and_wide_open() -> None:
    for rating in bradley_terry([[0.0, 0.0], [0.0, 0.0]]):
        assert rating.elo == 0.0
        assert rating.high > 400
    assert bradley_terry([]) == []


# Ratings from ranks.


def ranked(order: Sequence[int]) -> list[list[float]]:
    """Returns the points of a game in which the players finished in this order."""
    points = [[0.0] * len(order) for _ in order]
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            points[one][other] = 1.0
    return points


def total_of(deals: Sequence[Sequence[Sequence[float]]]) -> list[list[float]]:
    """Adds the points of deals."""
    players = range(len(deals[0]))
    return [[sum(deal[one][other] for deal in deals) for other in players] for one in players]


def alike(rng: Rng, times: int) -> list[list[float]]:
    """Returns the points of equal players who finish a deal in the same order, however often."""
    order = [0, 1, 2]
    rng.shuffle(order)
    return [[times * scored for scored in row] for row in ranked(order)]


def test_ratings_from_ranks_hold_the_truth_where_games_of_a_deal_are_alike() -> None:
    missed = blind = 0
    for run in range(200):
        deals = [alike(seeded(f"ranks {run} {deal}"), times=3) for deal in range(30)]
        # Seen from the first player only: the three depend on each other.
        rating = bradley_terry(total_of(deals), deals)[0]
        missed += not rating.low <= 0 <= rating.high
        rating = bradley_terry(total_of(deals))[0]
        blind += not rating.low <= 0 <= rating.high
    # Ten are due.
    assert 3 <= missed <= 20
    assert blind > 40


def test_deviations_over_deals_are_those_of_leaving_one_out() -> None:
    deals: list[list[list[float]]] = []
    for deal in range(60):
        # The first player is first in half of the deals, and the others come in another order.
        first = (0, 0, 1, 2)[seeded(f"one out {deal}").below(4)]
        rest = [player for player in (2, 1, 0) if player != first]
        deals.append([[2 * scored for scored in row] for row in ranked([first, *rest])])
    whole = bradley_terry(total_of(deals), deals)
    left_out = [
        [rating.elo for rating in bradley_terry(total_of(deals[:place] + deals[place + 1 :]))]
        for place in range(len(deals))
    ]
    for player, rating in enumerate(whole):
        values = [each[player] for each in left_out]
        spread = math.sqrt((len(values) - 1) * textbook.pvariance(values))
        alone = bradley_terry(total_of(deals))[player]
        expected = max(Z95 * spread, alone.high - alone.elo)
        assert rating.high - rating.elo == pytest.approx(expected, rel=0.05)
        assert rating.elo == alone.elo


def test_ratings_over_deals_are_never_surer_than_independent_games() -> None:
    # The first player wins every game, and no deal differs from another.
    deals = [ranked([0, 1, 2])] * 20
    sure, apart = bradley_terry(total_of(deals), deals), bradley_terry(total_of(deals))
    assert [each.high - each.low for each in sure] == [each.high - each.low for each in apart]
    one = bradley_terry(deals[0], deals[:1])
    assert one == bradley_terry(deals[0])


def test_solving_needs_rows_in_another_order() -> None:
    assert solve([[0, 2, 1], [1, 0, 0], [3, 0, 4]], [7, 2, 18]) == pytest.approx([2, 2, 3])


# The sequential test.

# The ratio.


def test_bounds_are_walds() -> None:
    state = Sprt(0, 20, 0.05, 0.1).verdict([])
    assert (state.lower, state.upper) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    assert (state.llr, state.verdict, state.pairs) == (0.0, None, 0)


def test_ratio_is_that_of_two_normal_distributions() -> None:
    scores = [1.0, 0.5, 0.75, 0.0, 1.0, 0.5, 0.5, 0.25] * 3
    state = Sprt(0, 20).verdict(scores)
    # Four virtual pairs of variance 1/8 belong to the estimate.
    mean = sum(scores) / 24
    variance = (sum((score - mean) ** 2 for score in scores) + 4 / 8) / 28
    wanted = 0.0
    for score in scores:
        off0, off1 = score - expected_score(0), score - expected_score(20)
        wanted += (off0 * off0 - off1 * off1) / (2 * variance)
    assert state.llr == pytest.approx(wanted)
    assert (state.verdict, state.pairs) == (None, 24)


def test_verdict_waits_for_enough_pairs_and_stops_at_the_first() -> None:
    test = Sprt(0, 50)
    early = test.verdict([1.0] * (MIN_PAIRS - 1))
    assert early.llr > early.upper
    assert early.verdict is None
    state = test.verdict([1.0] * MIN_PAIRS + [0.0] * 500)
    assert (state.verdict, state.pairs) == ("H1", MIN_PAIRS)
    assert test.verdict([0.0] * 100).verdict == "H0"
    assert test.verdict([1.0] * 100).pairs == MIN_PAIRS


def test_pairs_that_are_all_even_speak_for_equal_strength() -> None:
    state = Sprt(0, 20).verdict([0.5] * 200)
    assert state.verdict == "H0"
    assert MIN_PAIRS < state.pairs < 100
    assert Sprt(-10, 10).verdict([0.5] * 200).llr == pytest.approx(0.0)


def outcomes(score: float, seed: str) -> Iterator[float]:
    """Draws pairs of two games that have nothing to do with each other."""
    rng = seeded(seed)
    while True:
        yield (rng.flip(score) + rng.flip(score)) / 2


@pytest.mark.parametrize(("true", "wrong"), [(0, "H1"), (60, "H0")])
def test_errors_are_as_rare_as_promised(true: float, wrong: str) -> None:
    test, runs, errors = Sprt(0, 60), 400, 0
    for run in range(runs):
        last = test.verdict(outcomes(expected_score(true), f"sprt {true} {run}"))
        assert last.verdict is not None
        errors += last.verdict == wrong
    # 5 % are allowed; 400 runs stray by 2.2 points in 19 of 20 cases.
    assert 0.01 <= errors / runs <= 0.08


# Reading.


def test_a_test_is_read_and_written() -> None:
    assert read_sprt("0:20") == Sprt(0, 20, 0.05, 0.05)
    assert read_sprt("-5.5:2.5:0.01:0.1") == Sprt(-5.5, 2.5, 0.01, 0.1)
    for text in ("0:20", "-5.5:2.5:0.01:0.1"):
        assert read_sprt(str(read_sprt(text))) == read_sprt(text)
    assert str(read_sprt("0:20")) == "0:20:0.05:0.05"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "invalid sequential test '': expected ELO0:ELO1 or"),
        ("20", "invalid sequential test '20': expected ELO0:ELO1 or"),
        ("0:20:0.05", "invalid sequential test '0:20:0.05': expected ELO0:ELO1 or"),
        ("0:x", "invalid sequential test '0:x': 'x' is not a number"),
        ("0:nan", "invalid sequential test '0:nan': 'nan' is not a number"),
        ("0:", "invalid sequential test '0:': '' is not a number"),
        ("20:0", "'20:0': expected ELO0 below ELO1, both from -2000 to 2000"),
        ("5:5", "ELO0 below ELO1"),
        ("0:1e9", "invalid sequential test '0:1e9': expected ELO0 below ELO1, both from"),
        ("0:20:0:0.05", "'0:20:0:0.05': expected ALPHA and BETA above 0 and below 0.5"),
        ("0:20:0.05:0.5", "above 0 and below 0.5"),
    ],
)
def test_what_is_no_test_is_refused(text: str, words: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_sprt(text)
    assert words in str(caught.value)
