from kibitz.arena.comparison import (
    Comparison,
    compare_players,
    margins_by_deal,
    pair_means,
    pair_points,
    points_by_deal,
)
from kibitz.arena.result import MOVE_LIMIT, Ruling
from tests.arena.played import head_to_head, played


def test_two_players_are_compared_in_every_game_from_the_side_of_the_first() -> None:
    games = [played(1, (1, 0), 0), played(0, (0, 1), 0), played(2, (0, 2), None, deal=1)]
    assert compare_players(games) == {
        (0, 1): [Comparison(0, 1.0, 2.0), Comparison(0, 0.0, -2.0)],
        (0, 2): [Comparison(1, 0.5, 0.0)],
    }


def test_ranks_decide_between_three() -> None:
    game = played(0, (2, 0, 1), 0, returns=(5.0, 1.0, 1.0))
    assert compare_players([game]) == {
        (0, 2): [Comparison(0, 0.0, -4.0)],
        (1, 2): [Comparison(0, 0.0, -4.0)],
        (0, 1): [Comparison(0, 0.5, 0.0)],
    }


def test_a_game_that_was_stopped_is_a_draw_of_all() -> None:
    game = played(0, (0, 1, 2), None, returns=(5.0, 1.0, 0.0), reason=MOVE_LIMIT)
    assert [each.points for one in compare_players([game]).values() for each in one] == [0.5] * 3


def test_copies_are_compared_with_others_and_never_with_themselves() -> None:
    game = played(0, (0, 1, 0), 0, returns=(3.0, 1.0, 0.0))
    assert compare_players([game]) == {(0, 1): [Comparison(0, 1.0, 2.0), Comparison(0, 0.0, -1.0)]}


def test_single_players_are_compared_on_the_same_deal() -> None:
    games = [
        played(0, (0,), 0, deal=0, returns=(3.0,)),
        played(1, (1,), 0, deal=0, returns=(1.0,)),
        played(2, (0,), 0, deal=1, returns=(2.0,)),
        played(3, (1,), None, deal=1, returns=(-2.0,)),
        # Nobody to compare with.
        played(4, (0,), 0, deal=2, returns=(9.0,)),
    ]
    assert compare_players(games[::-1]) == {
        (0, 1): [Comparison(0, 0.5, 2.0), Comparison(1, 1.0, 4.0)]
    }


def test_points_of_each_deal_add_up_to_its_comparisons() -> None:
    games = [
        played(0, (0, 1, 2), 0, deal=0, returns=(2.0, 1.0, 1.0)),
        played(1, (1, 2, 0), 0, deal=1, returns=(2.0, 1.0, 0.0)),
    ]
    assert points_by_deal(3, compare_players(games)) == [
        [[0.0, 1.0, 1.0], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]],
        [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
    ]


def test_pairs_are_those_of_two_players_and_stand_in_the_order_of_deals() -> None:
    games = [
        played(9, (1, 0), None, deal=2),
        played(8, (0, 1), 0, deal=2),
        played(4, (0, 1), 1, deal=1),
        played(0, (0, 1), 0, deal=0),
        played(1, (1, 0), 1, deal=0),
        played(2, (0, 2), 0, deal=1),
    ]
    found = compare_players(games)[0, 1]
    assert [*pair_points(found).items()] == [(0, 2.0), (2, 1.5)]
    assert pair_points(each.reversed() for each in found) == {0: 0.0, 2: 0.5}


def test_pairs_have_the_mean_of_the_player_named_first() -> None:
    results = head_to_head((0, 0), (0, 1), (1, 1), (None, 0), (None, 1))
    assert pair_means(results, margins=False) == [1.0, 0.5, 0.0, 0.75, 0.25]
    assert pair_means(results, margins=True) == [2.0, 0.0, -2.0, 1.0, -1.0]
    assert pair_means(reversed(results), margins=True) == pair_means(results, margins=True)


def test_pairs_end_at_the_first_that_is_not_complete() -> None:
    results = head_to_head((0, 0), (0, 1), (1, 1))
    assert pair_means(results[:3] + results[4:], margins=False) == [1.0]
    assert pair_means(results[1:], margins=False) == []
    assert pair_means([played(2, deal=1), played(3, deal=1)], margins=False) == []


def test_pairs_with_a_skipped_game_are_passed_over() -> None:
    results = head_to_head((0, 0), (0, 1), (1, 1))
    results[2] = played(2, winner=None, deal=1, ruling=Ruling("skip", 0, "no cards"))
    assert pair_means(results, margins=False) == [1.0, 0.0]


def test_margins_of_each_deal_name_the_two_players() -> None:
    games = [
        played(0, (0, 1, 2), 0, deal=1, returns=(2.0, 1.0, 0.0)),
        played(1, (1, 0), 0, deal=0, returns=(3.0, -3.0)),
    ]
    assert margins_by_deal(compare_players(games)) == [
        [(0, 1, -6.0)],
        [(0, 1, 1.0), (0, 2, 2.0), (1, 2, 1.0)],
    ]
