import math
import statistics as textbook
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.setup import ArenaError
from kibitz.arena.sprt import MIN_MARGINS, MIN_PAIRS, Sprt, read_sprt
from kibitz.arena.statistics import (
    MAX_ELO,
    Z95,
    bradley_terry,
    deal_interval,
    elo_difference,
    elo_of,
    expected_score,
    margin_ratings,
    mean_interval,
    percentile,
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

# All ways in which the points of two games in a deal can be spread.
PAIRS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0]), min_size=1, max_size=60)


def deals_of(points: Sequence[float]) -> list[tuple[float, int]]:
    """Returns deals of two games each."""
    return [(each, 2) for each in points]


def test_interval_of_independent_games_is_nearly_wilsons() -> None:
    # Of 800 games three quarters were won, and the pairs are those of independent games.
    found = deal_interval(deals_of([2.0] * 225 + [1.0] * 150 + [0.0] * 25))
    assert list(found) == pytest.approx([*wilson(600, 800)], abs=0.001)


def test_interval_of_alike_games_is_that_of_half_as_many() -> None:
    found = deal_interval(deals_of([2.0] * 300 + [0.0] * 100))
    assert list(found) == pytest.approx([*wilson(300, 400)], abs=0.001)


def test_interval_of_opposed_games_is_narrow() -> None:
    low, high = deal_interval(deals_of([1.0] * 380 + [2.0] * 10 + [0.0] * 10))
    apart = wilson(400, 800)
    assert high - low < 0.35 * (apart[1] - apart[0])


@given(PAIRS)
def test_interval_of_deals_holds_their_mean_and_does_not_see_their_order(
    points: list[float],
) -> None:
    low, high = deal_interval(deals_of(points))
    assert 0.0 <= low <= math.fsum(points) / (2 * len(points)) <= high <= 1.0
    assert deal_interval(deals_of(sorted(points))) == pytest.approx((low, high))
    turned = deal_interval(deals_of([2 - each for each in points]))
    assert turned == pytest.approx((1 - high, 1 - low))


def test_interval_of_a_sweep_does_not_claim_that_games_are_opposed() -> None:
    low, high = deal_interval(deals_of([2.0] * 100))
    # As if the two games of a deal ended alike: a hundred games won.
    assert low == pytest.approx(wilson(100, 100)[0], abs=0.002)
    assert high == 1.0


def test_interval_of_deals_counts_games_where_deals_are_incomplete() -> None:
    low, high = deal_interval([(2.0, 2), (0.0, 1)] * 30)
    assert low < 2 / 3 < high
    assert (low + high) / 2 == pytest.approx(2 / 3, abs=0.02)


def test_interval_of_deals_knows_little_of_few_and_refuses_the_impossible() -> None:
    assert deal_interval([]) == (0.0, 1.0)
    low, high = deal_interval(deals_of([2.0, 2.0, 2.0]))
    assert low < 0.5 < high
    for points in (2.1, -0.1, math.nan):
        with pytest.raises(ValueError, match="invalid points of a deal: expected 0 to its number"):
            deal_interval([(1.0, 2), (points, 2)])


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
    deals = deals_of([2.0, 1.0, 1.0, 2.0] * 2500)
    found = elo_difference(deals)
    assert found.elo == pytest.approx(400 * math.log10(3), abs=0.1)
    low, high = deal_interval(deals)
    assert found.low == pytest.approx(400 * math.log10(low / (1 - low)))
    assert found.high == pytest.approx(400 * math.log10(high / (1 - high)))


def test_elo_difference_of_a_sweep_is_finite_and_its_interval_has_no_upper_end() -> None:
    found = elo_difference(deals_of([2.0] * 10))
    assert found.elo == pytest.approx(400 * math.log10(20.5 / 0.5))
    assert found.low < found.elo
    assert found.high == pytest.approx(MAX_ELO)
    mirrored = elo_difference(deals_of([0.0] * 10))
    turned = [-mirrored.elo, -mirrored.high, -mirrored.low]
    assert turned == pytest.approx([found.elo, found.low, found.high])
    nothing = elo_difference([])
    assert [nothing.elo, nothing.low, nothing.high] == pytest.approx([0.0, -MAX_ELO, MAX_ELO])


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
        # 2.00 is Student's factor for 60 deals.
        assert rating.high - rating.elo == pytest.approx(2.0 * spread, rel=0.06)
        assert rating.elo == bradley_terry(total_of(deals))[player].elo


def test_ratings_over_deals_are_surer_where_pairs_are_opposed_and_never_quite_sure() -> None:
    games = [[0.0, 100.0], [100.0, 0.0]]
    even = [[[0.0, 1.0], [1.0, 0.0]]] * 100
    swept = [[[0.0, 2.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 0.0]]] * 50
    sure, apart, unsure = (bradley_terry(games, deals)[0] for deals in (even, (), swept))
    assert sure.high < 0.2 * apart.high
    assert unsure.high == pytest.approx(math.sqrt(2) * apart.high, rel=0.03)
    # The first player wins every game: nothing shows how much its results vary.
    deals = [ranked([0, 1, 2])] * 20
    assert all(each.high - each.low > 200 for each in bradley_terry(total_of(deals), deals))


# Ratings by margins.


def test_ratings_by_margins_of_two_are_half_of_students_interval() -> None:
    margins = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0]
    one, other = margin_ratings(2, [[(0, 1, each)] for each in margins])
    ends = mean_interval(margins)
    assert ends is not None
    assert one == pytest.approx((textbook.mean(margins) / 2, ends[0] / 2, ends[1] / 2), rel=1e-5)
    assert other[0] == pytest.approx(-one[0])


def test_ratings_by_margins_explain_margins_that_fit() -> None:
    # A player is 1 better than the second and 4 better than the third; the first two never met.
    deals = [[(0, 2, 4.0), (1, 2, 3.0)], [(2, 0, -4.0), (2, 1, -3.0), (2, 1, -3.0)]]
    found = margin_ratings(3, deals)
    assert [each[0] for each in found] == pytest.approx([5 / 3, 2 / 3, -7 / 3], abs=1e-4)
    for value, low, high in found:
        assert low == pytest.approx(value, abs=1e-4)
        assert high == pytest.approx(value, abs=1e-4)


def test_ratings_by_margins_are_the_least_squares() -> None:
    rng = seeded("margins")
    deals = [
        [(one, other, rng.random() * (one + 1)) for one, other in ((0, 1), (0, 2), (1, 3), (3, 2))]
        for _ in range(9)
    ]
    found = [each[0] for each in margin_ratings(4, deals)]

    def error(ratings: list[float]) -> float:
        return sum(
            (margin - ratings[one] + ratings[other]) ** 2
            for deal in deals
            for one, other, margin in deal
        )

    assert sum(found) == pytest.approx(0.0, abs=1e-6)
    for player, change in product(range(4), (-0.01, 0.01)):
        moved = [value + change * (place == player) for place, value in enumerate(found)]
        assert error(moved) > error(found)


def test_ratings_by_margins_of_strangers_and_of_one_deal() -> None:
    apart = margin_ratings(4, [[(0, 1, 2.0)], [(2, 3, 6.0)]])
    assert [each[0] for each in apart] == pytest.approx([1, -1, 3, -3], abs=1e-4)
    (one, other) = margin_ratings(2, [[(0, 1, 2.0)]])
    assert (one[0], other[0]) == pytest.approx((1.0, -1.0), abs=1e-5)
    assert (*one[1:], *other[1:]) == (None,) * 4
    assert margin_ratings(2, []) == [(0.0, None, None)] * 2


def test_solving_needs_rows_in_another_order() -> None:
    assert solve([[0, 2, 1], [1, 0, 0], [3, 0, 4]], [7, 2, 18]) == pytest.approx([2, 2, 3])


# The sequential test.

# The ratio.


def test_bounds_are_walds() -> None:
    state = Sprt(0, 20, 0.05, 0.1).verdict([])
    assert (state.lower, state.upper) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    assert (state.llr, state.verdict, state.pairs) == (0.0, None, 0)


def test_ratio_is_that_of_the_games_divided_by_the_design_effect() -> None:
    scores = [1.0, 0.5, 0.75, 0.0, 1.0, 0.5, 0.5, 0.25] * 2
    state = Sprt(0, 20).verdict(scores)
    mean = sum(scores) / 16
    observed = 4 * sum((score - mean) ** 2 for score in scores) * 16 / 15
    # Two virtual deals between equal players, whose two games end alike.
    effect = (observed + 2) / (32 * mean * (1 - mean) + 1)
    low, high = expected_score(0), expected_score(20)
    won, lost = 32 * mean * math.log(high / low), 32 * (1 - mean) * math.log((1 - high) / (1 - low))
    assert state.llr == pytest.approx((won + lost) / effect)
    assert (state.verdict, state.pairs) == (None, 16)


def test_verdict_waits_for_enough_pairs_and_stops_at_the_first() -> None:
    test = Sprt(0, 100)
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


def test_test_of_margins_is_that_of_two_normal_distributions() -> None:
    margins = [4.0, -2.0, 0.5, 7.0, -9.0, 1.0] * 4
    state = Sprt(0, 2, unit="chips").verdict(margins)
    mean = sum(margins) / 24
    # One virtual pair is as far from the middle as -9 is.
    variance = (sum((each - mean) ** 2 for each in margins) + 10**2) / 25
    wanted = sum((each**2 - (each - 2) ** 2) / (2 * variance) for each in margins)
    assert state.llr == pytest.approx(wanted)
    assert state.verdict is None


def test_test_of_margins_decides_where_all_pairs_are_equal() -> None:
    test = Sprt(0, 2, unit="chips")
    assert test.verdict([2.0] * 100) == test.verdict([2.0] * MIN_MARGINS)
    assert test.verdict([2.0] * 100).verdict == "H1"
    assert test.verdict([0.0] * 100).verdict == "H0"
    assert test.verdict([1.0] * 100).llr == 0.0


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
    assert read_sprt("0:5000", "chips") == Sprt(0, 5000, unit="chips")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "invalid sequential test '': expected LOW:HIGH or"),
        ("20", "invalid sequential test '20': expected LOW:HIGH or"),
        ("0:20:0.05", "invalid sequential test '0:20:0.05': expected LOW:HIGH or"),
        ("0:x", "invalid sequential test '0:x': 'x' is not a number"),
        ("0:nan", "invalid sequential test '0:nan': 'nan' is not a number"),
        ("0:", "invalid sequential test '0:': '' is not a number"),
        ("20:0", "'20:0': expected LOW below HIGH"),
        ("5:5", "LOW below HIGH"),
        ("0:1e9", "invalid sequential test '0:1e9': expected Elo points from -2000 to 2000"),
        ("0:20:0:0.05", "'0:20:0:0.05': expected ALPHA and BETA above 0 and below 0.5"),
        ("0:20:0.05:0.5", "above 0 and below 0.5"),
    ],
)
def test_what_is_no_test_is_refused(text: str, words: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_sprt(text)
    assert words in str(caught.value)
