import json
from dataclasses import replace

import pytest

from kibitz.arena.playing import play_batch
from kibitz.arena.result import GameResult, Ruling, fingerprint
from kibitz.arena.setup import Setup
from kibitz.arena.sprt import Sprt
from kibitz.arena.statistics import (
    bradley_terry,
    deal_interval,
    elo_difference,
    margin_ratings,
    mean_interval,
)
from kibitz.arena.summary import Summary, seat_share, summarise
from kibitz.core.randomness import seeded
from tests.arena.played import head_to_head, played

TWO = Setup("jaipur", ("random", "greedy"), deals=5, seed=0)
THREE = Setup("jaipur", ("random", "greedy", "random"), deals=1, seed=0)
CHIPS = Setup("leduc", ("random", "greedy:worlds=4"), deals=5, seed=0)
# Four deals of five: 2-0, 1-1, 0-2 and a draw with a win for player 0.
FOUR_DEALS = head_to_head((0, 0), (0, 1), (1, 1), (None, 0))
# The same as the points and the games of each deal.
FOUR_SCORES = [(2.0, 2), (1.0, 2), (0.0, 2), (1.5, 2)]


def test_standings_count_what_each_player_did() -> None:
    summary = summarise(TWO, FOUR_DEALS)
    assert (summary.title, summary.planned, summary.played) == ("Jaipur", 10, 8)
    best, last = summary.standings
    assert (best.label, best.games, best.wins, best.draws, best.losses) == ("random", 8, 4, 1, 3)
    assert (last.player, last.wins, last.draws, last.losses) == (1, 3, 1, 4)
    assert best.score == 4.5 / 8
    assert (best.low, best.high) == deal_interval(FOUR_SCORES)
    deals = [[[0, won], [games - won, 0]] for won, games in FOUR_SCORES]
    rating = bradley_terry([[0, 4.5], [3.5, 0]], deals)[0]
    assert (best.elo, best.elo_low, best.elo_high) == (rating.elo, rating.low, rating.high)
    assert last.elo == pytest.approx(-rating.elo)


def test_standings_put_the_best_rating_first_and_number_equal_players() -> None:
    games = [
        played(0, (0, 1), 1),
        played(1, (1, 0), 0),
        played(2, (0, 2), None),
        played(3, (2, 0), None),
        played(4, (1, 2), 0),
        played(5, (2, 1), 1),
    ]
    standings = summarise(THREE, games).standings
    assert [each.label for each in standings] == ["greedy", "random", "random #2"]
    assert [each.player for each in standings] == [1, 0, 2]
    assert [each.score for each in standings] == [1.0, 0.25, 0.25]


def test_pairings_are_told_from_the_side_of_the_player_named_first() -> None:
    (pairing,) = summarise(TWO, FOUR_DEALS).pairings
    assert pairing.labels == ("random", "greedy")
    assert (pairing.games, pairing.wins, pairing.draws, pairing.losses) == (8, 4, 1, 3)
    assert (pairing.score, pairing.low, pairing.high) == (4.5 / 8, *deal_interval(FOUR_SCORES))
    difference = elo_difference(FOUR_SCORES)
    assert (pairing.elo, pairing.elo_low) == (difference.elo, difference.low)
    assert pairing.pairs == {"2-0": 1, "1.5-0.5": 1, "1-1": 1, "0.5-1.5": 0, "0-2": 1}
    # Of 8 games 4 were won by 2 points, 3 lost by as many.
    assert pairing.margin == pytest.approx(2 / 8)


def test_pairings_leave_half_played_deals_out_of_the_pairs() -> None:
    (pairing,) = summarise(TWO, FOUR_DEALS[:3]).pairings
    assert pairing.games == 3
    assert sum(pairing.pairs.values()) == 1


def test_pairings_of_a_gauntlet_are_those_of_the_first() -> None:
    setup = Setup("leduc", ("random", "greedy", "random"), deals=1, format="gauntlet", seed=0)
    games = [played(0, (0, 1), 0), played(1, (1, 0), 0), played(2, (0, 2)), played(3, (2, 0))]
    pairings = summarise(setup, games).pairings
    assert [pairing.players for pairing in pairings] == [(0, 1), (0, 2)]
    assert [pairing.games for pairing in pairings] == [2, 2]


def test_first_seat_counts_whoever_sits_there() -> None:
    # In two deals whoever sits in seat 0 wins, in the third player 0 wins both games.
    share = summarise(TWO, head_to_head((0, 1), (0, 1), (0, 0))).seats[0]
    assert (share.games, share.score) == (6, 5 / 6)
    assert (share.low, share.high) == deal_interval([(2.0, 2), (2.0, 2), (1.0, 2)])


def test_first_seat_counts_a_deal_once_however_many_play_it() -> None:
    four = Setup("leduc", ("random",) * 4, deals=30, seed=0)
    missed = 0
    for run in range(200):
        rng = seeded(f"luck {run}")
        # The luck of a deal is the same for all who play it; on the whole the seats are even.
        luck = [0.9 if rng.flip() else 0.1 for _ in range(four.deals)]
        games = [
            played(game.number, game.players, int(rng.random() >= luck[game.deal]), deal=game.deal)
            for game in four.schedule()
        ]
        share = seat_share(0, games)
        missed += not share.low <= 0.5 <= share.high
    # Five of a hundred are due. With every game for itself it was more than half.
    assert 3 <= missed <= 17


def test_first_seat_is_scored_game_by_game_with_an_interval_over_deals() -> None:
    games = [played(0, deal=0), played(1, winner=1, deal=0), played(2, deal=1)]
    share = seat_share(0, games)
    assert (share.games, share.score) == (3, 2 / 3)
    assert (share.low, share.high) == deal_interval([(1.0, 2), (1.0, 1)])


def test_times_follow_the_player_to_its_seat() -> None:
    games = [
        played(0, (0, 1), micros=((1000, 3000), (10,))),
        played(1, (1, 0), micros=((20,), (5000, 7000))),
    ]
    slow, quick = sorted(summarise(TWO, games).standings, key=lambda each: each.player)
    assert (slow.times.count, slow.times.mean) == (4, 4.0)
    assert (slow.times.p50, slow.times.max) == (4.0, 7.0)
    assert slow.times.p90 == pytest.approx(6.4)
    assert slow.times.p99 == pytest.approx(6.94)
    assert (quick.times.count, quick.times.mean, quick.times.max) == (2, 0.015, 0.02)


def test_length_and_branching_are_spread_over_games_and_decisions() -> None:
    games = [
        played(0, choices=((2, 3), (4,))),
        played(1, choices=((5,), ())),
        played(2, choices=((1, 1, 1), (1, 1, 1))),
    ]
    summary = summarise(TWO, games)
    assert (summary.plies.count, summary.plies.p50, summary.plies.max) == (3, 3.0, 6.0)
    assert summary.plies.mean == pytest.approx(10 / 3)
    assert (summary.choices.count, summary.choices.mean) == (10, 2.0)
    assert (summary.choices.p50, summary.choices.max) == (1.0, 5.0)
    assert summary.choices.p95 == pytest.approx(4.55)


def test_endings_name_the_most_frequent_reason_first() -> None:
    reasons = ("fold", "showdown", "broken off", "showdown")
    games = [played(number, reason=reason) for number, reason in enumerate(reasons)]
    endings = summarise(TWO, games).endings
    told = [(each.reason, each.games, each.share) for each in endings]
    assert told == [("showdown", 2, 0.5), ("broken off", 1, 0.25), ("fold", 1, 0.25)]


def test_sequential_test_is_part_of_the_summary() -> None:
    assert summarise(TWO, FOUR_DEALS).sprt is None
    state = summarise(replace(TWO, sprt="0:50"), FOUR_DEALS).sprt
    assert state == Sprt(0, 50).verdict([1.0, 0.5, 0.0, 0.75])
    state = summarise(replace(CHIPS, sprt="0:0.5"), FOUR_DEALS).sprt
    assert state == Sprt(0, 0.5, unit="chips").verdict([2.0, 0.0, -2.0, 1.0])


def test_sequential_test_passes_over_pairs_with_a_skipped_game() -> None:
    games = FOUR_DEALS[:]
    games[2] = played(2, winner=None, deal=1, ruling=Ruling("skip", 0, "no cards"))
    state = summarise(replace(TWO, sprt="0:50"), games).sprt
    assert state == Sprt(0, 50).verdict([1.0, 0.0, 0.75])


# Verdicts.


def lost_by(number: int, players: tuple[int, int], chips: float, deal: int) -> GameResult:
    """Returns a game in which the first seat wins these chips."""
    winner = 0 if chips > 0 else 1
    return played(number, players, winner, deal=deal, returns=(chips, -chips))


def test_where_an_amount_counts_the_stronger_player_may_win_fewer_games() -> None:
    # Player 0 wins one chip in two games of three, and loses seven in the third.
    amounts = [1.0, 1.0, -7.0]
    games = [
        lost_by(2 * deal + turn, pair, sign * amounts[(deal + turn) % 3], deal)
        for deal in range(60)
        for turn, pair, sign in ((0, (0, 1), 1), (1, (1, 0), -1))
    ]
    summary = summarise(replace(CHIPS, deals=60), games)
    assert summary.unit == "chips"
    best, last = summary.standings
    assert (best.player, last.player) == (1, 0)
    assert best.margin is not None
    assert best.margin.mean == pytest.approx(5 / 3)
    assert best.elo is not None
    assert best.elo < 0 < best.margin.low  # type: ignore[operator]  # there are many deals
    (pairing,) = summary.pairings
    assert pairing.margin == pytest.approx(-10 / 3)
    assert (pairing.score, pairing.stronger) == (2 / 3, 1)
    # The same results are a win for player 0 where only wins count.
    (won,) = summarise(replace(TWO, deals=60), games).pairings
    assert won.stronger == 0


def test_ratings_in_a_unit_are_least_squares_over_deals() -> None:
    best, last = summarise(CHIPS, FOUR_DEALS).standings
    margins = [2.0, 0.0, -2.0, 1.0]
    deals = [[(0, 1, 2 * each)] if each else [(0, 1, 2.0), (0, 1, -2.0)] for each in margins]
    assert best.margin is not None
    assert last.margin is not None
    assert best.margin.mean == pytest.approx(0.125, rel=1e-5)
    assert last.margin.mean == pytest.approx(-0.125, rel=1e-5)
    ends = mean_interval(margins)
    assert ends is not None
    assert best.margin.high == pytest.approx(ends[1] / 2, rel=1e-5)
    assert margin_ratings(2, deals)[0][0] > 0
    assert summarise(TWO, FOUR_DEALS).standings[0].margin is None


def test_nobody_is_stronger_where_the_interval_does_not_tell() -> None:
    for setup in (TWO, CHIPS):
        assert summarise(setup, FOUR_DEALS).pairings[0].stronger is None
        assert summarise(setup, []).pairings[0].stronger is None
        lost = summarise(setup, head_to_head(*[(1, 1), (1, 1), (1, 0)] * 4)).pairings[0]
        assert lost.stronger == 1


def test_direct_games_are_seen_from_either_player() -> None:
    setup = replace(THREE, format="gauntlet")
    games = [played(0, (0, 1), 0), played(1, (1, 0), None), played(2, (0, 2), 1)]
    summary = summarise(setup, games)
    first, second = summary.direct(0, 1), summary.direct(1, 0)
    assert first == summary.pairings[0]
    assert first is not None
    assert second is not None
    assert (second.labels, second.score) == (("greedy", "random"), 0.25)
    assert (second.wins, second.draws, second.losses) == (0, 1, 1)
    assert second.rating is not None
    assert [second.elo, second.rating.low] == [
        -each for each in (first.elo, first.elo_high) if each
    ]
    assert second.pairs == {"2-0": 0, "1.5-0.5": 0, "1-1": 0, "0.5-1.5": 1, "0-2": 0}
    assert second.margin == -first.margin
    assert second.reversed() == first
    # The second player and the third did not play each other.
    assert summary.direct(1, 2) is None


def numbers(document: object) -> list[object]:
    """Collects what stands at the ends of a document."""
    if isinstance(document, dict):
        return [found for item in document.values() for found in numbers(item)]
    if isinstance(document, list):
        return [found for item in document for found in numbers(item)]
    return [document]


@pytest.mark.parametrize("results", [[], FOUR_DEALS[:1], FOUR_DEALS])
@pytest.mark.parametrize("two", [TWO, CHIPS])
def test_summary_is_json_even_before_the_first_game(two: Setup, results: list[GameResult]) -> None:
    setup = replace(two, sprt="0:50")
    document = summarise(setup, results).to_json()
    again = json.loads(json.dumps(document, allow_nan=False))
    assert numbers(again) == numbers(document)
    assert again["setup"] == setup.to_json()
    assert again["played"] == len(results)
    assert {"label", "elo_low", "margin", "times"} <= again["standings"][0].keys()
    assert again["pairings"][0]["pairs"].keys() == {"2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2"}
    assert again["sprt"]["verdict"] is None


def test_summary_of_real_games_agrees_with_itself() -> None:
    setup = Setup("leduc", ("random", "greedy:worlds=2", "random"), deals=6, seed=0)
    results = play_batch(setup, list(setup.schedule()))
    summary: Summary = summarise(setup, results)
    assert summary.fingerprint == fingerprint(results)
    assert sum(each.games for each in summary.standings) == 2 * len(results)
    assert sum(each.score * each.games for each in summary.standings) == len(results)
    assert sum(each.games for each in summary.pairings) == len(results)
    assert sum(each.games for each in summary.endings) == len(results)
    assert sum(each.times.count for each in summary.standings) == summary.choices.count
    assert all(sum(pairing.pairs.values()) == setup.deals for pairing in summary.pairings)
