"""Tournaments of games for one player, for three, and for three with too few agents."""

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from statistics import fmean

import pytest

from kibitz.arena.backend import ProcessPool, Serial
from kibitz.arena.comparison import compare_players, points_by_deal
from kibitz.arena.files import columns_of, game_rows, write_csv, write_parquet
from kibitz.arena.journal import read_journal, resume_journal, sealed, start_journal
from kibitz.arena.report import html_report
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.statistics import bradley_terry, deal_interval, mean_interval
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import play
from kibitz.core import read_record, replay
from kibitz.core.value import Json
from tests.agents.patience import Patience
from tests.agents.trio import Trio
from tests.arena.played import edit_header, played
from tests.arena.report.pages import Page
from tests.arena.stage import offer_stage, wait_until

AGENTS = ("greedy:worlds=2", "beam:worlds=1", "ismcts:iterations=8", "random")
SETUPS = {
    "one seat": Setup("patience", ("utility", *AGENTS), deals=6, seed=0),
    "three seats": Setup("trio", AGENTS, deals=4, seed=0),
    # Each of two agents plays with a copy of itself, or with two of the other.
    "copies": Setup("trio", ("greedy:worlds=2", "random"), deals=6, seed=0),
}
SOLO, TRIO, COPIES = SETUPS.values()
ALL = pytest.mark.parametrize("name", SETUPS)

Played = dict[str, list[GameResult]]


@pytest.fixture(scope="module", autouse=True)
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Installs the games, for this process and for those that it starts."""
    site = tmp_path_factory.mktemp("games") / "site"
    with pytest.MonkeyPatch.context() as patched:
        found = offer_stage(site)
        patched.syspath_prepend(site)
        patched.setenv("PYTHONPATH", found["PYTHONPATH"])
        yield found


@pytest.fixture(scope="module")
def games(environment: dict[str, str]) -> Played:
    """The games of all tournaments."""
    return {name: play(setup, Serial()) for name, setup in SETUPS.items()}


# Playing.


@ALL
def test_every_agent_plays_all_games_of_the_schedule(games: Played, name: str) -> None:
    setup, results = SETUPS[name], games[name]
    assert [each.number for each in results] == [*range(setup.size())]
    assert {player for each in results for player in each.players} == {*range(len(setup.players))}
    for result, fixture in zip(results, setup.schedule(), strict=True):
        assert (result.deal, result.players) == (fixture.deal, fixture.players)
        seats = {len(each) for each in (result.returns, result.choices, result.micros)}
        assert seats == {setup.seats}


def test_sizes_are_those_of_all_tables_deals_and_seats() -> None:
    assert [setup.size() for setup in SETUPS.values()] == [5 * 6, 4 * 4 * 3, 2 * 6 * 3]


def test_one_player_alone_is_a_tournament(games: Played) -> None:
    results = play(replace(SOLO, players=("utility",)), Serial())
    same = [each for each in games["one seat"] if each.players == (0,)]
    assert [each.hash for each in results] == [each.hash for each in same]


@ALL
def test_fingerprint_is_the_same_with_any_number_of_workers(games: Played, name: str) -> None:
    with closing(ProcessPool(2)) as pool:
        assert fingerprint(play(SETUPS[name], pool)) == fingerprint(games[name])


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (replace(SOLO, players=()), "a tournament needs at least one player, not 0"),
        (replace(TRIO, players=("random",)), "a tournament needs at least two players, not 1"),
        (replace(COPIES, sprt="0:20"), "needs a game for two players, and trio is for 3"),
        (replace(SOLO, sprt="0:20"), "needs a game for two players, and patience is for 1"),
    ],
)
def test_impossible_tournament_is_refused(setup: Setup, words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        play(setup, Serial())


# Records.


def test_records_of_lost_games_alone_are_those_without_a_win(games: Played) -> None:
    results = play(replace(SOLO, records="lost"), Serial())
    assert [each.record is not None for each in results] == [
        each.winner is None for each in results
    ]
    for result in results:
        if result.record is not None:
            outcome = replay(read_record(result.record), Patience()).outcome
            assert outcome is not None
            assert outcome.returns == result.returns


def test_records_of_lost_games_of_three_are_those_in_which_the_first_agent_is_behind() -> None:
    results = play(replace(TRIO, records="lost", deals=2), Serial())
    for result in results:
        seat = result.players.index(min(result.players))
        assert (result.record is not None) == (result.ranks()[seat] > 1)
    assert any(each.record for each in results)


def test_records_of_lost_games_of_copies_are_those_in_which_no_copy_is_first() -> None:
    results = play(replace(COPIES, records="lost"), Serial())
    for result in results:
        ranks = [result.ranks()[seat] for seat in result.seats_of(0)]
        assert (result.record is not None) == (min(ranks) > 1)
        if result.record is not None:
            record = read_record(result.record)
            labels = COPIES.labels
            assert [*record.names] == [labels[player] for player in result.players]
            assert replay(record, Trio()).state_hash == result.hash


# Statistics.


def test_summary_of_single_players_compares_them_deal_by_deal(games: Played) -> None:
    summary = summarise(SOLO, games["one seat"])
    means = [each.returns.mean for each in summary.standings]
    assert means == sorted(means, reverse=True)
    for each in summary.standings:
        own = [game for game in games["one seat"] if game.players == (each.player,)]
        returns = [game.returns[0] for game in own]
        wins = sum(value > 0 for value in returns)
        assert (each.games, each.wins, each.draws, each.losses) == (6, wins, 0, 6 - wins)
        ends = deal_interval([(float(value > 0), 1) for value in returns])
        assert (each.score, each.low, each.high) == (wins / 6, *ends)
        assert each.returns.mean == pytest.approx(fmean(returns))
        assert (each.returns.low, each.returns.high) == mean_interval(returns)
        assert (each.elo, each.rank) == (None, None)
        assert each.times.count == sum(game.plies for game in own)
    for pairing in summary.pairings:
        one, other = (
            [game.returns[0] for game in games["one seat"] if game.players == (player,)]
            for player in pairing.players
        )
        differences = [first - second for first, second in zip(one, other, strict=True)]
        assert pairing.margin == pytest.approx(fmean(differences))
        assert (pairing.margin_low, pairing.margin_high) == mean_interval(differences)
        both = [*zip(one, other, strict=True)]
        only = [sum(a > 0 >= b for a, b in both), sum(b > 0 >= a for a, b in both)]
        assert [pairing.wins, pairing.losses] == only
        assert (pairing.games, pairing.draws) == (6, 6 - sum(only))
        assert (pairing.elo, pairing.pairs) == (None, {})
    assert len(summary.pairings) == 10


def test_summary_of_three_seats_rates_by_ranks(games: Played) -> None:
    results = games["three seats"]
    summary = summarise(TRIO, results)
    ahead = [[0.0] * 4 for _ in range(4)]
    for game in results:
        for seat, one in enumerate(game.players):
            for place, other in enumerate(game.players):
                if seat != place:
                    better = game.returns[seat] - game.returns[place]
                    ahead[one][other] += 1.0 if better > 0 else 0.5 if better == 0 else 0.0
    ratings = bradley_terry(ahead, points_by_deal(4, compare_players(results)))
    for each in summary.standings:
        assert each.rating == ratings[each.player]
        seats = [(game, seat) for game in results for seat in game.seats_of(each.player)]
        # Three tables of three games a deal.
        assert each.games == len(seats) == 9 * TRIO.deals
        assert each.wins == sum(game.winner == seat for game, seat in seats)
        assert each.wins + each.draws + each.losses == each.games
        scores: dict[int, list[float]] = {}
        for game, seat in seats:
            first = game.ranks().count(1)
            scores.setdefault(game.deal, []).append((game.ranks()[seat] == 1) / first)
        by_deal = [(sum(deal), len(deal)) for deal in scores.values()]
        assert each.score == pytest.approx(fmean(chain(*scores.values())))
        assert [each.low, each.high] == pytest.approx([*deal_interval(by_deal)])
        assert each.rank is not None
        assert each.rank.mean == pytest.approx(fmean(game.ranks()[seat] for game, seat in seats))
        assert each.returns.mean == pytest.approx(fmean(game.returns[s] for game, s in seats))
    assert sum(each.score for each in summary.standings) == pytest.approx(4 / 3)
    assert sum(share.score for share in summary.seats) == pytest.approx(1.0)
    for pairing in summary.pairings:
        one, other = pairing.players
        assert pairing.wins + pairing.draws / 2 == ahead[one][other]
        assert pairing.games == 6 * TRIO.deals
        assert (pairing.elo, pairing.pairs) == (None, {})


def test_summary_of_copies_counts_every_seat(games: Played) -> None:
    summary = summarise(COPIES, games["copies"])
    assert [each.games for each in summary.standings] == [9 * COPIES.deals] * 2
    # Two comparisons in each of six games of a deal.
    assert [pairing.games for pairing in summary.pairings] == [12 * COPIES.deals]
    assert sum(each.score for each in summary.standings) == pytest.approx(2 / 3)


def test_a_gauntlet_compares_only_with_the_first() -> None:
    alone = replace(SOLO, format="gauntlet", deals=1)
    assert [each.players for each in summarise(alone, []).pairings] == [(0, n) for n in range(1, 5)]
    assert alone.size() == 5
    three = replace(TRIO, format="gauntlet", deals=1)
    assert all(0 in fixture.players for fixture in three.schedule())
    assert [each.players for each in summarise(three, []).pairings] == [(0, n) for n in range(1, 4)]


@ALL
def test_summary_is_json_at_any_time(games: Played, name: str) -> None:
    for count in (0, 1, 2, len(games[name])):
        summary = summarise(SETUPS[name], games[name][:count])
        document = json.loads(json.dumps(summary.to_json(), allow_nan=False))
        assert document["played"] == count
        assert len(document["seats"]) == SETUPS[name].seats
        assert document["standings"][0]["returns"].keys() == {"mean", "low", "high"}


def test_scores_without_games_are_even_and_wide_open() -> None:
    for setup, even in ((SOLO, 0.5), (TRIO, 1 / 3)):
        summary = summarise(setup, [])
        shares = [(each.score, each.low, each.high) for each in summary.standings]
        shares += [(each.score, each.low, each.high) for each in summary.seats]
        assert {*shares} == {(even, 0.0, 1.0)}


def test_equal_single_players_differ_by_nothing() -> None:
    setup = Setup("patience", ("random", "greedy"), deals=3, seed=0)
    games = [
        played(number, (number % 2,), 0, deal=number // 2, returns=(float(number // 2),))
        for number in range(6)
    ]
    (pairing,) = summarise(setup, games).pairings
    assert (pairing.margin, pairing.margin_low, pairing.margin_high) == (0.0, 0.0, 0.0)
    assert (pairing.score, pairing.draws) == (0.5, 3)


# Stopping and going on.


@ALL
def test_journal_of_any_game_is_read_back(tmp_path: Path, games: Played, name: str) -> None:
    path = tmp_path / "games.jsonl"
    with start_journal(path, SETUPS[name]) as journal:
        journal.add(games[name])
    kept = read_journal(path)
    assert kept.results == games[name]
    assert kept.setup == SETUPS[name].installed()


@ALL
def test_stopped_tournament_comes_to_the_same_end(tmp_path: Path, games: Played, name: str) -> None:
    path = tmp_path / "games.jsonl"

    def stop(result: GameResult) -> None:
        if result.number == 7:
            raise KeyboardInterrupt

    with start_journal(path, SETUPS[name]) as journal, pytest.raises(KeyboardInterrupt):
        play(SETUPS[name], Serial(), journal=journal, on_result=stop)
    kept, journal = resume_journal(path)
    assert 8 <= len(kept.results) < SETUPS[name].size()
    with journal:
        rest = play(kept.setup, Serial(), journal=journal, done=kept.results)
    assert fingerprint(rest) == fingerprint(read_journal(path).results) == fingerprint(games[name])


SCRIPT = """
import sys
from pathlib import Path
from kibitz.arena import ProcessPool, Setup, play, start_journal

if __name__ == "__main__":
    setup = Setup(sys.argv[2], ("random", "greedy:worlds=2", "random"), deals=100, seed=0)
    with start_journal(Path(sys.argv[1]), setup) as journal:
        play(setup, ProcessPool(2), journal=journal)
"""


@pytest.mark.parametrize("game", ["patience", "trio"])
def test_killed_tournament_is_resumed_to_the_same_end(
    tmp_path: Path, environment: dict[str, str], game: str
) -> None:
    script, path = tmp_path / "script.py", tmp_path / "games.jsonl"
    script.write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, str(script), str(path), game], env=environment, start_new_session=True
    ) as running:
        wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 5)
        os.killpg(running.pid, signal.SIGKILL)
    kept, journal = resume_journal(path)
    assert 0 < len(kept.results) < kept.setup.size()
    with journal:
        results = play(kept.setup, Serial(), journal=journal, done=kept.results)
    assert fingerprint(results) == fingerprint(play(kept.setup, Serial()))


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        (
            "one seat",
            {"players": [1]},
            "game 0 is deal 0 with players 0, not deal 0 with players 1",
        ),
        ("one seat", {"winner": 1}, "winner: expected a whole number from 0 to 0, got 1"),
        ("one seat", {"returns": [1, 2]}, "returns: expected 1, one for each seat, got 2"),
        ("three seats", {"players": [1, 0, 2]}, "with players 0, 1, 2, not deal 0 with players 1"),
        ("three seats", {"winner": 3}, "winner: expected a whole number from 0 to 2, got 3"),
        ("three seats", {"micros": [[], []]}, "micros: expected 3, one for each seat, got 2"),
        (
            "three seats",
            {"players": [0, 1], "returns": [0, 0], "choices": [[], []], "micros": [[], []]},
            "with players 0, 1, 2, not deal 0 with players 0, 1",
        ),
    ],
)
def test_wrong_line_of_a_journal_is_named(
    tmp_path: Path, games: Played, name: str, changes: dict[str, Json], words: str
) -> None:
    path = tmp_path / "games.jsonl"
    with start_journal(path, SETUPS[name]):
        pass
    line = {**games[name][0].to_json(), "winner": None, **changes}
    del line["course"]
    path.write_bytes(path.read_bytes() + sealed(line))
    (problem,) = read_journal(path).problems
    assert "line 2: " in problem
    assert words in problem


def test_journal_of_a_game_that_is_not_installed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with start_journal(path, SOLO):
        pass
    edit_header(path, '"game":"patience"', '"game":"patients"')
    with pytest.raises(ArenaError, match=r"games\.jsonl, line 1: there is no game 'patients'"):
        read_journal(path)


# Files.


@ALL
def test_table_has_columns_for_every_seat(tmp_path: Path, games: Played, name: str) -> None:
    setup, path = SETUPS[name], tmp_path / "games.csv"
    write_csv(path, setup, games[name])
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [*rows[0]] == [*columns_of(setup.seats)]
    words = ("first", "second", "third")[: setup.seats]
    labels = setup.labels
    for row, game in zip(rows, games[name], strict=True):
        assert [row[f"{word}_player"] for word in words] == [labels[p] for p in game.players]
        assert [float(row[f"{word}_return"]) for word in words] == [*game.returns]
        won = "" if game.winner is None else labels[game.players[game.winner]]
        assert row["winner"] == won


@pytest.mark.needs("duckdb")
@ALL
def test_parquet_has_the_same_table(tmp_path: Path, games: Played, name: str) -> None:
    import duckdb

    setup, path = SETUPS[name], tmp_path / "games.parquet"
    write_parquet(path, setup, games[name])
    with duckdb.connect(":memory:") as database:
        table = database.read_parquet(str(path))
        kinds = dict(zip(table.columns, map(str, table.types), strict=True))
        assert kinds == columns_of(setup.seats)
        rows = [(*row.values(),) for row in game_rows(setup, games[name])]
        assert table.order("number").fetchall() == rows


def test_columns_of_many_seats_have_different_names() -> None:
    assert len(columns_of(9)) == 13 + 3 * 9
    assert {"sixth_player", "seat6_player", "seat8_ms"} <= columns_of(9).keys()


SAID = {
    "one seat": (
        "Patience: 5 players",
        "everybody alone: 5 players",
        "6, each played by every player",
        "10,000, then a loss",
        "Best mean return first",
        "only the first won: ",
        "Every player plays every deal alone.",
    ),
    "three seats": (
        "Trio: 4 players",
        "round-robin: all combinations of players, 3 at a table",
        "4, each played from every seat",
        "The score is the share of first places.",
        "Scores of the seats",
        "behind: ",
        "move on by one seat after each game",
    ),
    "copies": (
        "Trio: greedy:worlds=2 against random",
        "everybody together: copies of the players fill the 3 seats",
        "10,000, then a draw",
    ),
}


@ALL
def test_report_is_well_formed_and_says_what_the_numbers_mean(games: Played, name: str) -> None:
    setup, results = SETUPS[name], games[name]
    for count in (0, 1, 2, len(results)):
        played_ = results[:count]
        page = Page(html_report(summarise(setup, played_), played_, command="again"))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for words in SAID[name]:
        assert words in page.text
    for each in summarise(setup, results).standings:
        assert each.label in page.text
        assert f"{each.returns.mean:.2f}".replace("-", "\u2212") in page.text
    assert ("Elo" in page.text) is (setup.seats > 1)


def test_report_of_one_player_compares_nobody(games: Played) -> None:
    setup = replace(SOLO, players=("utility",))
    results = play(setup, Serial())
    said = Page(html_report(summarise(setup, results), results, command="again")).text
    assert "Patience: utility" in said
    assert "Cross table" not in said
    assert "Pairings" not in said


def test_report_says_which_single_player_is_better_only_if_the_deals_show_it() -> None:
    setup = Setup("patience", ("random", "greedy"), deals=8, seed=0)

    def said(margin: float, noise: float) -> str:
        games: list[GameResult] = []
        for number in range(16):
            deal, player = divmod(number, 2)
            value = margin + noise * (-1) ** deal if player else 0.0
            won = 0 if value > 0 else None
            games.append(played(number, (player,), won, deal=deal, returns=(value,)))
        return Page(html_report(summarise(setup, games), games, command="again")).text

    assert "greedy has the best mean return, 2.00" in said(2.0, 0.5)
    assert "the difference is +2.00 (+1.55 to +2.45): the first is better." in said(2.0, 0.5)
    assert "random has the best mean return, 0.00" in said(-2.0, 0.5)
    assert "the difference is +2.00 (+1.55 to +2.45): the first is better." in said(-2.0, 0.5)
    assert "which does not show who is better." in said(0.1, 5.0)
