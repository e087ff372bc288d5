import inspect
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from kibitz.agents.random import RandomAgent
from kibitz.agents.registry import make_agent
from kibitz.arena.playing import GameFailed, load_once, play_batch, play_game
from kibitz.arena.result import MOVE_LIMIT, fingerprint
from kibitz.arena.schedule import Fixture, Schedule
from kibitz.arena.setup import ArenaError, Records, Setup
from kibitz.core import Advice, Agent, Game, Observation, read_record, replay
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import IllegalMoveError
from kibitz.core.randomness import seeded
from kibitz.games import load
from kibitz.games.jaipur import Jaipur
from tests.agents.pile import Pile, PileState, Take
from tests.cli.odd import Cheated, Endless, Stuck

SETUP = Setup("leduc", ("random", "greedy:worlds=2", "random"), deals=4, seed=3)
PILE = Setup("pile", ("random", "random:seed=1"), deals=4, seed=0)
FIRST = Fixture(0, 0, "0/0", (0, 1))


# The same everywhere.


def test_games_are_the_same_one_by_one_and_in_any_order() -> None:
    fixtures = list(SETUP.schedule())
    together = play_batch(SETUP, fixtures)
    assert [result.number for result in together] == [*range(24)]
    apart = [play_batch(SETUP, [fixture])[0] for fixture in reversed(fixtures)]
    assert fingerprint(apart) == fingerprint(together)


def test_games_are_the_same_in_another_process() -> None:
    code = (
        "from kibitz.agents import AgentSpec\n"
        "from kibitz.arena.playing import play_batch\n"
        "from kibitz.arena.result import fingerprint\n"
        "from kibitz.arena.setup import Setup\n"
        f"setup = {SETUP!r}\n"
        "print(fingerprint(play_batch(setup, list(setup.schedule()))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == fingerprint(play_batch(SETUP, list(SETUP.schedule())))


def test_game_follows_from_its_seed_as_in_any_match() -> None:
    game = load("leduc")
    fixture = Fixture(5, 2, "3/2", (1, 0))
    engine = RuleEngine(game, seed=fixture.seed, names=["one", "two"])
    assert engine.seed == "3/2"
    agents = [make_agent(game, "greedy:worlds=2"), make_agent(game, "random")]
    legal: list[list[int]] = [[], []]
    while engine.outcome is None:
        seen = engine.observe()
        legal[seen.seat].append(len(seen.moves))
        engine.play(agents[seen.seat].advise(seen).move)
    result = play_game(SETUP, game, fixture)
    assert (result.number, result.deal, result.players) == (5, 2, (1, 0))
    assert result.hash == engine.state_hash
    assert result.plies == engine.ply
    assert (result.winner, result.reason) == (engine.outcome.winner, engine.outcome.reason)
    assert result.returns == engine.outcome.returns
    assert result.choices == (tuple(legal[0]), tuple(legal[1]))
    assert [len(times) for times in result.micros] == [len(legal[0]), len(legal[1])]


def test_players_set_up_alike_have_chances_of_their_own() -> None:
    alike = replace(SETUP, players=("random", "random"), deals=12)
    results = play_batch(alike, list(alike.schedule()))
    both = zip(results[::2], results[1::2], strict=True)
    assert any(one.hash != other.hash for one, other in both)


class Counting:
    """Remembers how often it was asked, and lets that decide."""

    def __init__(self) -> None:
        self.asked = 0

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        self.asked += 1
        return Advice(seen.moves[self.asked % len(seen.moves)], 0.0, ())


class Failing:
    """Breaks down when there are few stones."""

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        if seen.view.stones < 6:
            raise KeyError("stones")
        return RandomAgent().advise(seen)


class Leaving:
    """Walks out."""

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        sys.exit("good night")


class Stillborn:
    """Cannot even be made."""

    def __init__(self) -> None:
        raise OSError("no model")

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        raise AssertionError("asked for advice, though it was never made")


class Crowd(Pile):
    """The pile with these players."""

    id: ClassVar[str] = "crowd"

    def agents(self) -> Mapping[str, Callable[..., Agent[PileState, PileState]]]:
        return {
            "counting": Counting,
            "failing": Failing,
            "leaving": Leaving,
            "stillborn": Stillborn,
        }


def test_agents_remember_nothing_of_other_games() -> None:
    setup, game = replace(PILE, players=("counting", "counting")), Crowd()
    once = play_game(setup, game, FIRST)
    again = play_game(setup, game, FIRST)
    assert fingerprint([once]) == fingerprint([again])


def test_game_is_loaded_once_for_each_setup() -> None:
    assert load_once("duel", '{"life": 9}') is load_once("duel", '{"life": 9}')
    assert load_once("duel", '{"life": 9}').options == {"life": 9}
    assert load_once("duel", "{}") is not load_once("duel", '{"life": 9}')


def test_batch_plays_with_the_options_of_its_setup() -> None:
    short = Setup("duel", ("random", "random"), {"life": 1}, deals=2, seed=0)
    quick = play_batch(short, list(short.schedule()))
    usual = play_batch(replace(short, options={}), list(short.schedule()))
    assert sum(result.plies for result in quick) < sum(result.plies for result in usual)


# What can go wrong.


def place_in(function: Callable[..., object], word: str) -> str:
    """Names the first line of a function that has a word in it, as a report of a bug does."""
    lines, first = inspect.getsourcelines(function)
    line = first + next(place for place, line in enumerate(lines) if word in line)
    return f"tests/arena/test_playing.py, line {line}, in {function.__name__}"


def test_agent_that_fails_is_named_with_its_place() -> None:
    setup = replace(PILE, players=("random", "failing"))
    with pytest.raises(GameFailed) as caught:
        play_game(setup, Crowd(), FIRST)
    told = str(caught.value)
    assert re.fullmatch(
        r"crowd, seed 0/0, ply \d+, seat 1 \(failing\): bug in tests"
        rf" \({place_in(Failing.advise, 'raise')}\): KeyError: 'stones'",
        told,
    )
    assert isinstance(caught.value.__cause__, KeyError)
    # It comes from a worker, so it must travel.
    assert str(pickle.loads(pickle.dumps(caught.value))) == told


def test_agent_that_leaves_does_not_end_the_command() -> None:
    with pytest.raises(ArenaError) as caught:
        play_game(replace(PILE, players=("leaving", "random")), Crowd(), FIRST)
    assert str(caught.value) == (
        "crowd, seed 0/0, ply 0, seat 0 (leaving): bug in tests"
        f" ({place_in(Leaving.advise, 'exit')}): SystemExit: good night"
    )
    assert isinstance(caught.value.__cause__, SystemExit)


def test_worker_that_ray_ends_is_not_the_fault_of_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(self: Leaving, seen: object) -> Advice[PileState]:
        end = SystemExit(1)
        end.ray_terminate_msg = "The process receives a SIGTERM."  # type: ignore[attr-defined]  # as Ray does
        raise end

    monkeypatch.setattr(Leaving, "advise", ended)
    with pytest.raises(SystemExit):
        play_game(replace(PILE, players=("leaving", "random")), Crowd(), FIRST)


def test_agent_that_cannot_be_made_is_named_with_the_deal() -> None:
    with pytest.raises(ArenaError) as caught:
        play_game(replace(PILE, players=("random", "stillborn")), Crowd(), FIRST)
    assert str(caught.value) == (
        "pile, seed 0/0, random against stillborn: cannot start: bug in tests"
        f" ({place_in(Stillborn.__init__, 'raise')}): OSError: no model"
    )


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (Crowd, "gate"),
        (Crowd, "view"),
        (Crowd, "outcome"),
        (Crowd, "setup"),
        (Crowd, "returns"),
        pytest.param(Crowd, "play", marks=pytest.mark.expects_errors),
        pytest.param(Take, "enumerate", marks=pytest.mark.expects_errors),
        (Take, "check"),
        pytest.param(Take, "apply", marks=pytest.mark.expects_errors),
    ],
)
def test_game_that_fails_is_named_with_its_place(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("no stones")

    monkeypatch.setattr(owner, name, fail)
    # The outcome is only asked for at the end, which ten stones do not reach in two moves.
    game = Crowd(2) if name == "outcome" else Crowd()
    with pytest.raises(GameFailed) as caught:
        play_game(replace(PILE, game="crowd", limit=2), game, FIRST)
    place = r"ply [012], seat [01] \(random(:seed=1)?\)"
    if name == "setup":
        place = r"random against random:seed=1: cannot start"
    assert re.fullmatch(
        rf"crowd, seed 0/0, {place}: bug in tests"
        rf" \({place_in(fail, 'raise')}\): ZeroDivisionError: no stones",
        str(caught.value),
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_game_that_names_no_seat_is_reported_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(self: Crowd, state: PileState, move: object, seat: int | None = None) -> None:
        state.seat = 7

    monkeypatch.setattr(Crowd, "play", play)
    with pytest.raises(ArenaError, match=r"^crowd, seed 0/0, ply 1, seat 7 \(no such seat\): "):
        play_game(PILE, Crowd(), FIRST)


def test_game_that_cannot_be_loaded_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, options: Mapping[str, object]) -> None:
        raise ImportError("no cards")

    monkeypatch.setattr("kibitz.games.load_with", load)
    with pytest.raises(ArenaError) as caught:
        play_batch(replace(PILE, game="unmade"), [FIRST])
    assert str(caught.value) == (
        f"cannot load unmade: bug in tests ({place_in(load, 'raise')}): ImportError: no cards"
    )


def test_agent_that_breaks_the_rules_is_named_with_its_place() -> None:
    setup = replace(PILE, players=("cheater", "random"))
    with pytest.raises(ArenaError) as caught:
        play_game(setup, Cheated(), FIRST)
    told = str(caught.value)
    assert told.startswith("cheated, seed 0/0, ply 0, seat 0 (cheater): illegal move ")
    assert "1 to 3 stones are taken, not 9" in told
    assert isinstance(caught.value.__cause__, IllegalMoveError)


@pytest.mark.parametrize(
    ("call", "raised"),
    [
        (lambda: json.loads("{"), "JSONDecodeError: Expecting property name"),
        (lambda: seeded(0).below(0), "ValueError: "),
    ],
    ids=["of Python", "of Kibitz"],
)
def test_agent_that_calls_a_library_wrongly_is_named_at_the_call(
    call: Callable[[], object], raised: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def advise(self: Failing, seen: object) -> None:
        call()

    monkeypatch.setattr(Failing, "advise", advise)
    with pytest.raises(GameFailed) as caught:
        play_game(replace(PILE, players=("failing", "random")), Crowd(), FIRST)
    line = call.__code__.co_firstlineno
    place = f"tests/arena/test_playing.py, line {line}, in <lambda>"
    assert f"(failing): bug in tests ({place}): {raised}" in str(caught.value)


def test_position_without_a_move_is_reported() -> None:
    with pytest.raises(
        GameFailed,
        match=r"^stuck, seed 0/0, ply 0, seat 0 \(random\): seat 0 has no legal move, but the game"
        " is not over$",
    ):
        play_game(PILE, Stuck(), FIRST)


def test_game_that_does_not_end_is_stopped() -> None:
    result = play_game(replace(PILE, limit=25, records="all"), Endless(), FIRST)
    assert (result.plies, result.winner, result.reason) == (25, None, MOVE_LIMIT)
    assert result.record is not None
    assert len(read_record(result.record).moves) == 25


def test_game_that_ends_with_the_last_move_allowed_is_not_stopped() -> None:
    plies = play_game(PILE, Pile(), FIRST).plies
    assert play_game(replace(PILE, limit=plies), Pile(), FIRST).reason == "last stone"
    assert play_game(replace(PILE, limit=plies - 1), Pile(), FIRST).reason == MOVE_LIMIT


# Records.


def schedule_of(setup: Setup) -> Schedule:
    """Returns the schedule of a game for two that is not installed."""
    count = len(setup.players)
    return Schedule(count, 2, deals=setup.deals, seed=setup.seed, format_=setup.format)


def kept(records: Records, game: Game[Any, Any]) -> list[tuple[bool, int | None, str | None]]:
    """Plays the pile and tells of each game: is the first player in seat 0, who won, the record."""
    setup = replace(PILE, records=records)
    results = [play_game(setup, game, fixture) for fixture in schedule_of(setup)]
    return [(result.players == (0, 1), result.winner, result.record) for result in results]


def test_no_record_is_kept_unless_asked_for() -> None:
    assert all(record is None for _, _, record in kept("none", Pile()))


def test_every_record_can_be_kept_and_replayed() -> None:
    game = Pile()
    for place, (_, _, record) in enumerate(kept("all", game)):
        assert record is not None
        engine = replay(read_record(record), game)
        assert engine.seed == f"0/{place // 2}"
        names = ["random", "random:seed=1"]
        assert engine.names == (names if place % 2 == 0 else names[::-1])


def test_records_tell_twins_apart() -> None:
    setup = replace(PILE, players=("random", "random", "random:seed=1"), records="all")
    names: list[list[str]] = []
    for fixture in schedule_of(setup):
        record = play_game(setup, Pile(), fixture).record
        assert record is not None
        names.append([*read_record(record).names])
    assert names[:2] == [["random", "random #2"], ["random #2", "random"]]
    # Beside somebody else a twin keeps a name that can be read as an agent.
    assert names[4:6] == [["random", "random:seed=1"], ["random:seed=1", "random"]]


def test_records_of_games_that_the_first_player_lost() -> None:
    found = kept("lost", Pile())
    lost = [winner == (1 if first else 0) for first, winner, _ in found]
    assert [record is not None for _, _, record in found] == lost
    assert 0 < sum(lost) < len(lost)


# The course of a game.


def test_course_is_what_the_record_replays() -> None:
    setup = Setup("jaipur", ("random", "random"), {"rounds": 1}, deals=1, records="all", seed=0)
    for result in play_batch(setup, list(setup.schedule())):
        course, record = result.course, result.record
        assert course is not None
        assert record is not None
        engine = replay(read_record(record), Jaipur(1))
        assert [*zip(course.seats, course.moves, strict=True)] == [
            (seat, move.id) for seat, move in engine.history
        ]
        states = engine.states()
        assert [*course.scores] == [tuple(engine.game.score(state)) for state in states]
        # The last score is that of the round, which decides.
        assert course.scores[-1] == tuple(map(float, engine.state.rounds[-1].scores))


def test_course_is_kept_for_the_first_deals_only() -> None:
    # Three players have six games a deal: 167 deals are the first ones with 1,000 games.
    games = {deal: Fixture(6 * deal, deal, f"0/{deal}", (0, 1)) for deal in (0, 166, 167)}
    kept = [result.course is not None for result in play_batch(SETUP, [*games.values()])]
    assert kept == [True, True, False]
    # Two players have two.
    late = Fixture(0, 499, "0/499", (0, 1)), Fixture(0, 500, "0/500", (0, 1))
    pair = Setup("leduc", ("random", "random"), deals=501, seed=0)
    assert [each.course is not None for each in play_batch(pair, late)] == [True, False]


class Scoreless(Pile):
    def score(self, state: PileState) -> list[float]:
        raise RuntimeError("no score")


def test_game_that_fails_to_tell_its_score_is_played_all_the_same() -> None:
    result = play_game(PILE, Scoreless(5), FIRST)
    assert result.course is not None
    assert result.course.scores == ()
    assert len(result.course.moves) == result.plies > 0
