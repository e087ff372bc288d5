"""The decisions of the referee, without other processes; `tests/cli/test_referee.py` has those."""

import csv
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from kibitz.agents.guard import guard_of
from kibitz.arena.backend import NOWHERE, Batch, BatchQueue, Place
from kibitz.arena.files import write_csv
from kibitz.arena.playing import (
    GameFailed,
    check_once,
    forfeit_returns,
    load_once,
    play_batch,
    play_game,
    result_of,
    rule,
    ruled_outcome,
)
from kibitz.arena.result import GameResult, Ruling, fingerprint, read_result
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, OnError, Setup
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import Tally
from kibitz.core import Advice, Agent, Game, Observation, read_record, replay, seeded
from kibitz.core.errors import UnknownOption
from kibitz.core.value import printable
from kibitz.games import load
from tests.agents.patience import Patience
from tests.agents.pile import Pile, PileState, Take
from tests.agents.trio import Trio
from tests.arena import misfits
from tests.arena.played import head_to_head, played

PILE = Setup("pile", ("random", "random:seed=1"), deals=4, seed=0)
FIRST = Fixture(0, 0, "0/0", (0, 1))


# Returns of forfeits.


def test_forfeit_costs_as_much_as_a_game_can_cost() -> None:
    assert forfeit_returns(load("leduc"), 0) == (-13.0, 13.0)
    assert forfeit_returns(load("leduc"), 1) == (13.0, -13.0)
    assert forfeit_returns(load("jaipur", rounds=1), 1) == (1.0, -1.0)


def test_forfeit_alone_is_a_loss() -> None:
    (value,) = forfeit_returns(Patience(), 0)
    assert value <= -1.0


def test_forfeit_of_one_of_three_is_shared_by_the_others() -> None:
    first, second, third = forfeit_returns(Trio(), 1)
    assert first == third > second


def test_forfeit_of_a_game_that_cannot_be_played_at_random_counts_one() -> None:
    assert forfeit_returns(misfits.NotANumber(), 0) == (-1.0, 1.0)


def test_others_win_even_where_nobody_ever_wins() -> None:
    class Level(Pile):
        """Nobody wins anything."""

        def returns(self, state: PileState) -> list[float]:
            return [2.0, 2.0]

    assert forfeit_returns(Level(), 0) == (2.0, 3.0)


# Decisions.


@pytest.mark.parametrize(
    ("on_error", "seat", "late", "kind"),
    [
        ("stop", 1, False, None),
        ("stop", None, False, None),
        ("stop", 1, True, "late"),
        ("skip", 1, True, "late"),
        ("skip", 1, False, "skip"),
        ("skip", None, False, "skip"),
        ("forfeit", 1, False, "forfeit"),
        ("forfeit", None, False, "skip"),
    ],
)
def test_ruling_follows_from_the_setup_and_the_blame(
    on_error: OnError, seat: int | None, late: bool, kind: str | None
) -> None:
    ruling = rule(replace(PILE, on_error=on_error), GameFailed("x" * 999, seat, late=late))
    if kind is None:
        assert ruling is None
        return
    assert ruling is not None
    assert (ruling.kind, ruling.seat) == (kind, seat)
    assert len(ruling.error) == 500
    outcome = ruled_outcome(Pile(), ruling)
    assert outcome.winner == (None if kind == "skip" else 0)
    result = result_of(FIRST, outcome, ruling)
    assert result.skipped == (kind == "skip")
    assert read_result(result.to_json()) == result


class Counting(Pile):
    """The pile, with an agent that tells how many games there are."""

    id: ClassVar[str] = "counting"
    seen: ClassVar[list[Game[Any, Any]]] = []

    def agents(self) -> Mapping[str, Callable[..., Agent[PileState, PileState]]]:
        return {"watching": Watching, "altering": Altering}


class Watching:
    """Remembers the games it was shown."""

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        Counting.seen.append(seen.game)
        return Advice(seen.moves[0], 0.0, ())


class Altering(Watching):
    """Changes the rules before it is asked anything."""

    def __init__(self) -> None:
        Take.id = "mine"


def test_every_agent_has_a_game_of_its_own_in_every_match() -> None:
    game, setup = Counting(stones=5), replace(PILE, players=("watching", "watching"))
    for _ in range(2):
        play_game(setup, game, FIRST)
    found = {id(each) for each in Counting.seen}
    assert len(found) == 4
    assert id(game) not in found
    assert all(each.options == game.options for each in Counting.seen)
    Counting.seen.clear()


# What agents write to.

LEDUC = Setup("leduc", ("random", "random:seed=1"), deals=6, seed=0)


def with_misfit(name: str, on_error: OnError = "stop") -> Setup:
    return replace(LEDUC, players=("random", f"tests.arena.misfits:{name}"), on_error=on_error)


def test_what_an_agent_writes_into_its_moves_reaches_nobody() -> None:
    good = play_batch(LEDUC, [*LEDUC.schedule()])
    setup = replace(with_misfit("Writing"), records="all")
    for result in play_batch(setup, [*setup.schedule()]):
        assert result.ruling is None
        assert result.record is not None
        replay(read_record(result.record), load("leduc"))
    assert fingerprint(play_batch(LEDUC, [*LEDUC.schedule()])) == fingerprint(good)


def test_what_an_agent_writes_into_parameters_reaches_nobody() -> None:
    setup = replace(PILE, players=("random", "tests.arena.misfits:Writing"), records="all")
    result = play_game(setup, Pile(), FIRST)
    assert result.record is not None
    replay(read_record(result.record), Pile())


@pytest.mark.parametrize(
    ("name", "what"), [("Searching", r"\w+\.id"), ("Rewriting", r"\w+\.check")]
)
def test_agent_that_changes_the_rules_is_to_blame(name: str, what: str) -> None:
    setup = with_misfit(name)
    place = rf"leduc, seed 0/0, ply 1, seat 1 \(tests\.arena\.misfits:{name}\)"
    with pytest.raises(GameFailed, match=rf"^{place}: changed the rules: {what}$") as caught:
        play_batch(setup, [*setup.schedule()])
    assert caught.value.seat == 1
    assert guard_of(load_once("leduc", "{}")).restore() == []


def test_games_without_the_agent_that_changes_the_rules_are_not_spoilt() -> None:
    setup = with_misfit("Searching:every=3", "forfeit")
    fixtures = [*setup.schedule()]
    together = play_batch(setup, fixtures)
    # In batches of one, no game can suffer from another one.
    assert together_with(setup, fixtures) == fingerprint(together)
    kinds = [result.ruling and result.ruling.kind for result in together]
    assert {*kinds} == {None, "forfeit"}
    assert {each.ruling.seat for each in together if each.ruling} <= {0, 1}
    for result in together:
        if result.ruling is not None:
            assert result.players[result.ruling.seat or 0] == 1
            assert "changed the rules: " in result.ruling.error


def together_with(setup: Setup, fixtures: list[Fixture]) -> str:
    """Returns the fingerprint of games that are played one by one, in the other direction."""
    return fingerprint([play_batch(setup, [each])[0] for each in reversed(fixtures)])


def test_notes_at_the_rules_do_no_harm_and_are_removed_after_a_batch() -> None:
    setup = with_misfit("Scribbling")
    misfits.Scribbling.notes.clear()
    first = play_batch(setup, [*setup.schedule()])
    assert all(result.ruling is None for result in first)
    assert set(misfits.Scribbling.notes) == {0, 7}
    move = load("leduc").legal(load("leduc").setup(seeded(0)))[0]
    assert not hasattr(move, "note")
    assert not hasattr(type(move), "remark")
    good = play_batch(LEDUC, [*LEDUC.schedule()])
    assert fingerprint(good) == fingerprint(play_batch(LEDUC, [*LEDUC.schedule()]))


def test_agent_that_changes_the_rules_when_it_is_made_is_named() -> None:
    game = Counting()
    guard_of(game)
    with pytest.raises(GameFailed, match=r"cannot make altering: it changed the rules: Take\.id"):
        check_once(game, ("altering",), None)
    assert Take.id == "take"


def test_record_of_a_forfeited_game_has_its_moves() -> None:
    players = ("random", "tests.arena.misfits:Raising:every=8")
    setup = replace(PILE, players=players, on_error="forfeit", records="all")
    result = play_game(setup, Pile(), replace(FIRST, seed="9/0"))
    assert result.ruling is not None
    assert result.plies > 0
    assert result.record is not None
    assert len(read_record(result.record).moves) == result.plies
    assert sum(map(len, result.choices)) == result.plies


def test_agent_that_cannot_be_made_is_refused_before_the_first_game() -> None:
    with pytest.raises(UnknownOption, match="has no option 'evry'"):
        check_once(Pile(), ("random", "tests.arena.misfits:Raising:evry=2"), None)


@pytest.mark.parametrize(
    ("winner", "reason", "returns"),
    [
        (7, "odd", (1.0, -1.0)),
        (None, 3, (1.0, -1.0)),
        (None, "odd", (1.0,)),
        (None, "odd", ("a", "b")),
    ],
)
def test_outcome_that_could_not_be_saved_is_refused(
    winner: int | None, reason: object, returns: object
) -> None:
    # Not an `Outcome`, which refuses some of this itself where it is compiled.
    outcome: Any = SimpleNamespace(winner=winner, reason=reason, returns=returns)
    with pytest.raises(ArenaError, match=": expected a "):
        result_of(FIRST, outcome)


# Batches that fail.


def queue(on_error: OnError) -> BatchQueue:
    setup = Setup("leduc", ("random", "random:seed=1"), on_error=on_error, seed=0)
    return BatchQueue(setup, setup.schedule(), size=3)


def test_game_that_is_stuck_is_given_up_and_the_rest_of_its_batch_played() -> None:
    batches = queue("forfeit")
    batch = batches.next_batch()
    assert batch is not None
    (result,) = batches.give_up(batch, Place(1, 4, 0), "no move for 9 s")
    assert (result.number, result.plies, result.winner) == (1, 4, 1)
    assert result.ruling == Ruling(
        "forfeit", 0, "leduc, seed 0/0, ply 4, seat 0 (random:seed=1): no move for 9 s"
    )
    rest = [batches.next_batch(), batches.next_batch()]
    assert [each.fixtures[0].number for each in rest if each is not None] == [0, 2]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Place(1, -1, 1), "leduc, seed 0/0, before the first move, seat 1 (random): odd"),
        (Place(1, 3, -1), "leduc, seed 0/0, ply 3, outside any agent: odd"),
        (Place(-1, -1, 1), "making the agent random:seed=1: odd"),
        (NOWHERE, "leduc, seed 0/0, random against random:seed=1; leduc, seed 0/0, random:seed=1"),
    ],
)
def test_place_is_named(place: Place, words: str) -> None:
    batches = queue("stop")
    batch = batches.next_batch()
    assert batch is not None
    with pytest.raises(GameFailed) as caught:
        batches.give_up(batch, place, "odd")
    assert str(caught.value).startswith(words)


def test_game_of_a_lost_node_is_skipped() -> None:
    batches = queue("forfeit")
    fixture = next(iter(batches.setup.schedule()))
    (result,) = batches.retry(Batch([fixture], 2), "signal 9")
    assert result.skipped
    assert result.ruling is not None
    assert result.ruling.seat is None


# Counting.


def ruled(result: GameResult, kind: str, seat: int | None) -> GameResult:
    found = read_result({**result.to_json(), "ruling": {"kind": kind, "seat": seat, "error": kind}})
    return replace(found, winner=None, returns=(0.0, 0.0)) if kind == "skip" else found


def test_incidents_are_counted_apart_and_skipped_games_not_at_all() -> None:
    setup = Setup("leduc", ("random", "random:seed=1"), deals=4, move_ms=1, seed=0)
    games = head_to_head((0, 0), (0, 1), (0, 0), (1, 1))
    games[0] = ruled(games[0], "forfeit", 1)
    games[2] = ruled(games[2], "late", 1)
    games[3] = ruled(games[3], "skip", 0)
    games[4] = ruled(games[4], "skip", None)
    summary = summarise(setup, games)
    assert (summary.played, summary.skipped, summary.planned) == (6, 2, 8)
    one, other = sorted(summary.standings, key=lambda each: each.player)
    assert one.incidents == (0, 0, 0, 0)
    assert other.incidents == (1, 1, 0, 1)
    assert (one.games, one.wins, other.wins) == (6, 4, 2)
    assert summary.errors == ("forfeit", "late", "skip")
    assert summary.refereed
    assert sum(each.games for each in summary.endings) == 6
    slow = [replace(each, micros=((11_001, 11_000), (0,))) for each in head_to_head((0, 0))]
    assert [each.overruns for each in summarise(setup, slow).standings] == [1, 1]


def test_tournament_without_incidents_does_not_mention_them() -> None:
    setup = Setup("leduc", ("random", "random:seed=1"), deals=1, seed=0)
    assert not summarise(setup, head_to_head((0, 1))).refereed


def test_sequential_test_passes_over_pairs_with_a_skipped_game() -> None:
    setup = Setup("leduc", ("random", "random:seed=1"), deals=500, sprt="0:400", seed=0)
    games = head_to_head(*[(0, 0)] * 100)
    plain, skipping = Tally(setup), Tally(setup)
    for game in games:
        plain.add(game)
    for game in games:
        skipping.add(ruled(game, "skip", 0) if game.number in (0, 5) else game)
    assert plain.end is not None
    assert skipping.end == plain.end + 4


def test_fingerprint_knows_what_the_referee_decided() -> None:
    game = played(0)
    kinds = [game, ruled(game, "forfeit", 1), ruled(game, "late", 1), ruled(game, "forfeit", 0)]
    assert len({fingerprint([each]) for each in kinds}) == 4


# Texts.


def test_printable_escapes_what_a_terminal_would_obey() -> None:
    assert printable("fold for Zoë ✓") == "fold for Zoë ✓"
    assert printable("a\x1b[31m\n\x07\x9b") == r"a\x1b[31m\n\x07\x9b"
    assert printable("\ud800 \u202e \u2028") == r"\ud800 \u202e \u2028"
    assert printable(printable("\x1b")) == printable("\x1b")


@pytest.mark.parametrize("reason", ["=1+1", "+1", "-1", "@x"])
def test_formula_is_no_formula_in_a_table(tmp_path: Path, reason: str) -> None:
    path = tmp_path / "games.csv"
    write_csv(path, Setup("leduc", ("random", "random"), seed=-5), [played(0, reason=reason)])
    with path.open() as file:
        (row,) = csv.DictReader(file)
    assert row["reason"] == f"'{reason}"
    assert row["seed"] == "'-5/0"
    assert row["second_return"] == "-1.0"


# The setup.


def test_patience_is_longer_than_the_time_limit() -> None:
    assert PILE.patience_seconds == 600
    assert replace(PILE, move_ms=2000).patience_seconds == 12
    assert replace(PILE, move_ms=2000, patience=5).patience_seconds == 5


def test_seed_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(ArenaError, match="invalid seed: expected at most 4,000 characters"):
        Setup("leduc", ("random", "random"), seed=10**5000).check()
