"""Everybody sits everywhere equally often, whatever the number of players and seats."""

from collections import Counter
from itertools import combinations
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.schedule import FORMATS, Format, Schedule, list_pairings, list_tables, order_of

COUNTS = st.tuples(st.integers(1, 6), st.integers(1, 5)).filter(lambda both: both != (1, 1))


def schedule_of(
    players: int, seats: int, deals: int = 2, format_: Format = "round-robin"
) -> Schedule:
    return Schedule(players, seats, deals=deals, seed="s", format_=format_)


@given(COUNTS, st.integers(0, 30))
def test_every_deal_gives_every_player_every_seat_equally_often(
    counts: tuple[int, int], deal: int
) -> None:
    players, seats = counts
    games = [game for game in schedule_of(players, seats, deal + 1) if game.deal == deal]
    sat = Counter((seat, who) for game in games for seat, who in enumerate(game.players))
    assert len(sat) == players * seats
    assert len(set(sat.values())) == 1


@given(COUNTS, st.sampled_from(FORMATS))
def test_games_are_numbered_in_order_and_found_by_number(
    counts: tuple[int, int], format_: Format
) -> None:
    schedule = schedule_of(*counts, deals=3, format_=format_)
    games = list(schedule)
    assert [game.number for game in games] == [*range(len(schedule))]
    assert [schedule.fixture(game.number) for game in games] == games
    assert [game.deal for game in games] == sorted(game.deal for game in games)
    assert all(game.seed == f"s/{game.deal}" for game in games)
    longer = list(schedule_of(*counts, deals=5, format_=format_))
    assert longer[: len(games)] == games


@given(COUNTS)
def test_every_two_players_meet_equally_often(counts: tuple[int, int]) -> None:
    players, seats = counts
    met = Counter[tuple[int, int]]()
    for game in schedule_of(players, seats):
        for one, other in combinations(sorted(game.players), 2):
            met[one, other] += one != other
    pairs = [*combinations(range(players), 2)] if seats > 1 else []
    assert len({met[pair] for pair in pairs}) <= 1
    assert all(met[pair] for pair in pairs)


def test_tables_are_all_combinations_of_players() -> None:
    assert list_tables(3, 1, "round-robin") == [(0,), (1,), (2,)]
    assert list_tables(3, 2, "round-robin") == [(0, 1), (0, 2), (1, 2)]
    assert list_tables(4, 3, "round-robin") == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert len(list_tables(7, 4, "round-robin")) == comb(7, 4)


def test_tables_with_too_few_players_have_copies() -> None:
    assert list_tables(2, 3, "round-robin") == [(0, 0, 1), (0, 1, 1)]
    assert list_tables(2, 4, "round-robin") == [(0, 0, 1, 1)]
    assert list_tables(3, 4, "round-robin") == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]


def test_tables_of_a_gauntlet_are_those_of_the_first_player() -> None:
    assert list_tables(4, 3, "gauntlet") == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    # Alone, all players are needed for a comparison.
    assert list_tables(3, 1, "gauntlet") == [(0,), (1,), (2,)]
    assert list_pairings(3, "gauntlet") == [(0, 1), (0, 2)]
    assert list_pairings(3, "round-robin") == [(0, 1), (0, 2), (1, 2)]
    assert list_pairings(1, "round-robin") == []


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_order_goes_through_all_ways_to_sit_around_a_table(seats: int) -> None:
    table, count = tuple(range(seats)), factorial(seats - 1)
    orders = [order_of(table, deal) for deal in range(count)]
    assert len(set(orders)) == count
    assert all(order[0] == 0 and sorted(order) == [*table] for order in orders)
    assert orders == [order_of(table, deal + count) for deal in range(count)]


def test_games_of_three_move_on_by_one_seat_and_turn_round_for_the_next_deal() -> None:
    games = [game.players for game in schedule_of(3, 3)]
    assert games[:3] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert games[3:] == [(0, 2, 1), (2, 1, 0), (1, 0, 2)]
