"""The service: agents at their turns, watchers, advice, limits, and matches that grow old."""

import asyncio
import json
import re
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kibitz import RuleEngine, games
from kibitz.arena.backend import Serial
from kibitz.arena.folder import claim
from kibitz.arena.setup import Setup
from kibitz.arena.tournament import play as play_tournament
from kibitz.core import packages
from kibitz.core.record import read_record
from kibitz.table.consultation import AdviceWish, Consultation
from kibitz.table.live import LiveMatch
from kibitz.table.metrics import Metrics
from kibitz.table.oneshot import PositionQuestion
from kibitz.table.refusal import Refusal
from kibitz.table.seats import SeatWish, token_hash
from kibitz.table.service import DAY, Service
from kibitz.table.settings import Limits, Settings
from kibitz.table.store import StoreError
from kibitz.table.stored import Header, Seat, Standing
from kibitz.table.tournaments import Wish
from kibitz.table.workers import Answer, Limit, Question
from tests.agents.packages import offer_agents

TOKEN = "a token that nobody guesses"
NOW = 1_700_000_000.0
PERSON = SeatWish("person", join=True)


@asynccontextmanager
async def running(
    folder: Path, clock: Callable[[], float] = lambda: NOW, **settings: Any
) -> AsyncIterator[Service]:
    """Starts a service on a file in a folder, and stops it."""
    url = f"sqlite:///{folder / 'table.db'}"
    service = Service(Settings(store=url, workers=1, **settings), Metrics(), clock)
    await service.start()
    try:
        yield service
    finally:
        await service.stop()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(main())


def store_match(service: Service, agent: str, match: str = "m", game: str = "leduc") -> None:
    """Stores a match against an agent that nobody could name from outside."""
    made = games.load(game)
    seats = [Seat("person", "Ada"), Seat("agent", "misfit", agent)]
    header = Header(match, game, {}, made.version, 7, seats, False, True, NOW)
    standing = LiveMatch(header, made).standing(NOW)
    service.store.create(header, {0: token_hash(TOKEN)}, [], standing)


async def play(service: Service, match: str, text: str) -> None:
    """Plays a move for the person."""
    authority = service.authority
    version = authority.status(match, TOKEN)["version"]
    await service.act(match, authority.move, match, TOKEN, {"text": text}, version)


async def until(texts: AsyncIterator[str], **wanted: object) -> list[Any]:
    """Returns messages until one has these fields."""
    found: list[Any] = []
    async for text in texts:
        found.append(json.loads(text))
        if all(found[-1].get(name) == value for name, value in wanted.items()):
            return found
    raise AssertionError(f"no message with {wanted}")


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("Exits", r"the process of the agent ended \(exit code 0\)"),
        # What an agent says may name the cards of its hand; only the log has it.
        ("Raises", r"\(it made an error\)"),
        ("Refuses", r"\(it made an error\)"),
        ("Hangs", "the agent did not answer in time"),
        ("Scribbles", r"\(it made an error\)"),
        ("Answers:what=illegal", r"\(it made an error\)"),
    ],
)
def test_an_agent_that_fails_is_replaced_and_the_match_goes_on(
    tmp_path: Path, agent: str, why: str
) -> None:
    async def work() -> None:
        async with running(tmp_path, agent_seconds=1.5) as service:
            store_match(service, f"tests.table.misfits:{agent}")
            async with aclosing(service.watch("m", TOKEN, None)) as watching:
                await until(watching, type="state")
                await play(service, "m", "raise" if agent != "Answers:what=illegal" else "call")
                told = await until(watching, type="state", turn=0)
            frames = [each for each in told if each["type"] == "frame"]
            assert [each["kind"] for each in frames[:3]] == ["move", "agent", "move"]
            assert frames[1]["text"].startswith("misfit failed (")
            assert re.search(why, frames[1]["text"]), frames[1]["text"]
            seats = service.authority.find("m").seats
            assert seats[1].agent.startswith("greedy")

    run(work)


def test_an_agent_whose_moves_the_server_refuses_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fold(question: Question, limit: Limit) -> Answer:
        return Answer({"move": "fold"}, {}, question.agent, 0.1)

    async def work() -> None:
        async with running(tmp_path) as service:
            monkeypatch.setattr(service.workers, "ask", fold)
            store_match(service, "tests.table.misfits:Sleeps")
            await play(service, "m", "call")
            async with aclosing(service.watch("m", TOKEN, 1)) as watching:
                told = await until(watching, over=True)
            # Nobody who plays there has a legal move, so in the end the seat resigns.
            kinds = [each["kind"] for each in told if each["type"] == "frame"]
            assert kinds == ["agent", "agent", "resigned"]

    run(work)


def test_a_seat_whose_agents_have_all_failed_resigns(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "tests.table.misfits:Raises")
            authority, told = service.authority, []
            authority.move("m", TOKEN, {"text": "raise"}, 0)
            while not authority.find("m").over:
                live = authority.replace_agent("m", authority.find("m").version, "it failed")
                told.append(live.seats[1].name)
            assert told[:2] == ["greedy", "random"]
            result = authority.find("m").result
            assert result is not None
            assert (result["reason"], result["winner"]) == ("resigned", 0)

    run(work)


def test_a_match_goes_on_by_itself_when_a_server_starts(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "tests.table.misfits:Hangs")
            await play(service, "m", "raise")
            await asyncio.sleep(0.5)  # the agent has begun to think
            assert service.authority.find("m").due()
        # It was dropped when the service stopped: nothing is lost, nothing is played twice.
        async with running(tmp_path, agent_seconds=1.0) as service:
            async with aclosing(service.watch("m", TOKEN, 1)) as watching:
                told = await until(watching, type="state", turn=0)
            kinds = [each["kind"] for each in told if each["type"] == "frame"]
            assert kinds[0] == "agent"
            assert kinds.count("move") >= 1

    run(work)


def test_agents_alone_play_a_match_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            wishes = [SeatWish("agent", agent="random"), SeatWish("agent", agent="greedy")]
            shown, tokens = await service.create(
                "leduc", {}, wishes, None, "here", public=True, watched=True
            )
            assert tokens == {}
            match = str(shown["match"])
            async with aclosing(service.watch(match, "", 0)) as watching:
                told = await until(watching, over=True)
            assert [each["seq"] for each in told if each["type"] == "frame"] == [
                *range(1, told[-1]["seq"] + 1)
            ]

    run(work)


def test_a_slow_watcher_gets_everything_at_its_own_pace(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            shown, tokens = await service.create(
                "jaipur", {}, [PERSON, PERSON], None, "here", public=False, watched=True
            )
            match, authority = str(shown["match"]), service.authority
            async with aclosing(service.watch(match, "", None)) as slow:
                await until(slow, type="state")
                for _ in range(50):  # more than are kept as texts
                    status = authority.status(match, "")
                    token = tokens[int(str(status["turn"]))]
                    move = ({"number": 0}, status["version"])
                    await service.act(match, authority.move, match, token, *move)
                told = await until(slow, seq=50)
            assert [each["seq"] for each in told] == [*range(1, 51)]

    run(work)


def test_old_matches_are_ended_and_later_deleted(tmp_path: Path) -> None:
    now = NOW

    async def work() -> None:
        nonlocal now
        async with running(tmp_path, clock=lambda: now) as service:
            store_match(service, "random", "old")
            pokemon = await service.create_pokemon(
                ["Brushfire", "Blackout"], ["a", "b"], None, {}, "here"
            )
            now += 10 * DAY
            store_match(service, "random", "new")
            await play(service, "new", "raise")
            now += 5 * DAY
            assert await service.age() == (2, 0)
            assert service.authority.find("old").result == {
                "reason": "abandoned",
                "winner": None,
                "returns": [],
            }
            assert not service.authority.find("new").over
            tokens = pokemon["tokens"]
            assert isinstance(tokens, dict)
            with pytest.raises(Refusal) as caught:
                await service.pokemon_action(
                    str(pokemon["match"]), str(tokens["a"]), "generator", None, "here"
                )
            assert caught.value.code == "MATCH_OVER"
            now += 91 * DAY
            assert await service.age() == (1, 2)
            assert service.store.counts() == {"open": 0, "over": 1}

    run(work)


def test_old_matches_of_other_rules_are_ended_too(tmp_path: Path) -> None:
    now = NOW

    async def work() -> None:
        nonlocal now
        async with running(tmp_path, clock=lambda: now) as service:
            store_match(service, "random")
            header = service.store.header("m")
            assert header is not None
            other = header._replace(id="other", rules=99)
            service.store.create(other, {}, [], Standing(0, "open", False, None, NOW))
            now += 15 * DAY
            # The service looks when it starts, too, and may be faster.
            await service.age()
            assert service.store.counts() == {"open": 0, "over": 2}
            with pytest.raises(Refusal) as caught:
                service.authority.find("other")
            assert caught.value.code == "RULES_CHANGED"

    run(work)


def test_requests_that_wait_for_agents_are_limited(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path, limits=Limits(advice_per_address=1)) as service:
            game = games.load("jaipur")
            match = RuleEngine(game, seed=3)
            position = game.position(match.view(match.seat))
            question = PositionQuestion("jaipur", position, agent="ismcts", ms=1500)
            first = asyncio.ensure_future(service.advise(question, "one"))
            await asyncio.sleep(0.1)
            with pytest.raises(Refusal, match="cancel one, or wait"):
                await service.advise(question, "one")
            assert (await first)["game"] == "jaipur"
            assert (await service.advise(question._replace(ms=50), "one"))["game"] == "jaipur"

    run(work)


def ask(service: Service, agent: str, ms: int = 500) -> Consultation:
    """Asks an agent that nobody could name from outside about the match `m`."""
    seen = service.authority.observe("m", TOKEN, (), None, None)
    asked = Consultation("m", token_hash(TOKEN), "here", {"seat": seen.seat})
    spec = f"tests.table.misfits:{agent}"
    service.consultations.begin(asked, Question("leduc", {}, spec, seen, ms))
    return asked


@pytest.mark.parametrize(
    ("agent", "why"),
    [("Refuses", "not with this hand"), ("Raises", "KeyError"), ("Exits", "exit code 0")],
)
def test_advice_of_an_agent_that_fails_has_failed(tmp_path: Path, agent: str, why: str) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "random")
            asked = ask(service, agent)
            assert service.consultations.count == 1
            answer = await service.advice("m", TOKEN, asked.id, 30.0)
            assert answer["state"] == "failed"
            assert why in str(answer["message"])
            assert service.consultations.count == 0

    run(work)


def test_a_question_that_is_cancelled_at_once_is_cancelled(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path, limits=Limits(advice_per_address=1)) as service:
            store_match(service, "random")
            asked = ask(service, "Hangs")
            assert service.cancel_advice("m", TOKEN, asked.id)["state"] == "cancelled"
            await service.advice("m", TOKEN, asked.id, 0.0)
            await asyncio.sleep(0.1)
            assert (service.consultations.count, asked.state) == (0, "cancelled")
            ask(service, "Sleeps:after=1")

    run(work)


def test_a_slow_agent_is_not_replaced_because_a_hanging_one_advised(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path, agent_seconds=2.0, advice_seconds=1.0) as service:
            store_match(service, "tests.table.misfits:Sleeps:after=1200")
            questions = [ask(service, agent) for agent in ("Hangs", "Hangs")]
            async with aclosing(service.watch("m", TOKEN, None)) as watching:
                await until(watching, type="state")
                await play(service, "m", "raise")
                told = await until(watching, type="state", turn=0)
            kinds = [each["kind"] for each in told if each["type"] == "frame"]
            assert kinds[:2] == ["move", "move"], "it had all of its time when it was asked"
            assert [each.error for each in questions] == [
                "the agent did not answer in time",
                "no worker was free in time",
            ]

    run(work)


def test_nobody_waits_for_advice_while_it_stops(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "random")
            asked = ask(service, "Hangs")
            waiting = asyncio.ensure_future(service.advice("m", TOKEN, asked.id, 30.0))
            await asyncio.sleep(0.1)
            await service.begin_stop()
            async with asyncio.timeout(1):
                assert (await waiting)["state"] == "thinking"

    run(work)


def test_records_that_are_made_again_are_limited_and_kept(tmp_path: Path) -> None:
    root = tmp_path / "results"
    root.mkdir()
    setup = Setup("leduc", ("random", "greedy:worlds=2"), deals=2, seed="deals")
    with claim(root / "small").start(setup.installed()) as journal:
        play_tournament(setup, Serial(), journal=journal)

    async def work() -> None:
        limits = Limits(advice_per_address=1)
        async with running(tmp_path, results=root, limits=limits) as service:
            with (
                service.consultations.place("here"),
                pytest.raises(Refusal, match="1 questions wait"),
            ):
                await service.result_record("small", 1, "", "here")
            record = await service.result_record("small", 1, "", "here")
            assert read_record(record).game == "leduc"
            await service.workers.stop()
            assert await service.result_record("small", 1, "", "here") == record
            with pytest.raises(Refusal, match="stopped"):
                await service.result_record("small", 2, "", "here")

    run(work)


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with agents whose constructors fail in every way, and one that works."""
    monkeypatch.syspath_prepend(tmp_path)
    names = ("Quits", "Leaves", "Waits", "Fine")
    entries = "\n".join(f"{name.lower()} = strange_agents.players:{name}" for name in names)
    offer_agents(tmp_path, "strange-agents", "strange_agents", entries, source=STRANGE)
    packages.forget()
    yield
    packages.forget()
    for name in [name for name in sys.modules if name.startswith("strange_agents")]:
        del sys.modules[name]


STRANGE = """\
import os, sys, time
from kibitz.agents import RandomAgent

class Fine:
    def __init__(self, depth: int = 1) -> None:
        if depth < 1:
            raise ValueError(f"invalid depth={depth}: expected 1 or more")
    def advise(self, seen):
        return RandomAgent().advise(seen)

class Quits(Fine):
    def __init__(self) -> None:
        os._exit(7)

class Leaves(Fine):
    def __init__(self) -> None:
        sys.exit("good night")

class Waits(Fine):
    def __init__(self) -> None:
        time.sleep(600)
"""


@pytest.mark.usefixtures("foreign")
def test_agents_of_other_packages_are_made_in_workers_only(tmp_path: Path) -> None:
    async def work() -> None:
        root = tmp_path / "results"
        limits = Limits(advice_per_address=1)
        settings: dict[str, Any] = {"advice_seconds": 3.0, "results": root, "limits": limits}
        async with running(tmp_path, **settings) as service:

            async def create(agent: str) -> dict[int, str]:
                wishes = [PERSON, SeatWish("agent", agent=agent)]
                _, tokens = await service.create(
                    "leduc", {}, wishes, 7, "here", public=False, watched=True
                )
                return tokens

            for agent, why in (
                ("quits", r"the process of the agent ended \(exit code 7\)"),
                ("leaves", "SystemExit"),
                ("waits", "the agent did not answer in time"),
                ("fine:depth=0", "invalid depth=0"),
                ("fine:width=1", "width"),
                ("nobody", "no agent 'nobody'"),
            ):
                with pytest.raises(Refusal, match=why) as caught:
                    await create(agent)
                assert caught.value.code == "INVALID_AGENT"
            assert [*await create("fine:depth=2")] == [0]
            with service.consultations.place("here"):
                assert [*await create("fine:depth=2")] == [0], "it was made before"
                with pytest.raises(Refusal, match="1 questions wait"):
                    await create("fine:depth=3")
            with pytest.raises(Refusal, match="exit code 7"):
                await service.start_tournament(Wish("leduc", ["quits", "random"], 1, {}))
            store_match(service, "random")
            wish = AdviceWish("quits")
            asked = await service.ask("m", TOKEN, wish, "here")
            answer = await service.advice("m", TOKEN, str(asked["id"]), 30.0)
            assert answer["state"] == "failed"

    run(work)


def test_matches_are_limited(tmp_path: Path) -> None:
    async def work() -> None:
        limits = Limits(matches_per_address=2, open_matches=3)
        async with running(tmp_path, limits=limits) as service:

            async def create(address: str) -> None:
                await service.create(
                    "leduc", {}, [PERSON, PERSON], None, address, public=False, watched=True
                )

            for _ in range(2):
                await create("one")
            with pytest.raises(Refusal, match="too many new matches"):
                await create("one")
            await create("two")
            service.forget_counts()
            with pytest.raises(Refusal, match="too many open matches"):
                await create("three")

    run(work)


def test_a_call_that_nobody_waits_for_any_more_keeps_its_turn_and_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "random")
            authority, steps = service.authority, list[str]()

            def slow_move() -> None:
                steps.append("move begins")
                time.sleep(0.3)
                authority.move("m", TOKEN, {"text": "raise"}, 0)
                steps.append("move ends")

            async with aclosing(service.watch("m", TOKEN, None)) as watching:
                await anext(watching)
                moving = asyncio.ensure_future(service.act("m", slow_move))
                await asyncio.sleep(0.1)
                next_one = asyncio.ensure_future(service.act("m", steps.append, "next"))
                await asyncio.sleep(0)
                moving.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await moving
                assert steps == ["move begins"], "whoever waited is gone, the thread is not"
                await next_one
                assert steps == ["move begins", "move ends", "next"]
                async with asyncio.timeout(10):
                    assert (await until(watching, type="frame"))[-1]["seq"] == 1

    run(work)


def test_events_of_a_match_are_told_when_others_need_its_place(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path, limits=Limits(live_matches=1)) as service:
            for match in ("m", "other"):
                store_match(service, "random", match)
            authority = service.authority

            def move() -> None:
                authority.move("m", TOKEN, {"text": "raise"}, 0)
                authority.find("other")  # as somebody else may at this moment

            async with aclosing(service.watch("m", TOKEN, None)) as watching:
                await until(watching, type="state")
                await service.act("m", move)
                # At once, not when a sweep finds the match some seconds later.
                assert service._rooms["m"].seq == 1
                assert service.turns.count == 1
                told = await until(watching, type="state", turn=0)
            assert [each["seat"] for each in told if each["type"] == "frame"][:2] == [0, 1]
            assert len(authority.memory) == 1

    run(work)


def test_a_match_goes_on_after_a_call_that_failed(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "random")
            with pytest.raises(ZeroDivisionError):
                await service.act("m", lambda: 1 / 0)
            await play(service, "m", "raise")

    run(work)


def test_nothing_is_taken_while_it_stops(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "random")
            watching = service.watch("m", TOKEN, None)
            await anext(watching)
            waiting = asyncio.ensure_future(service.frames("m", TOKEN, 0, 10, 30.0))
            await asyncio.sleep(0.1)
            await service.begin_stop()
            assert await waiting == []
            with pytest.raises(StopAsyncIteration):
                await anext(watching)
            with pytest.raises(Refusal) as caught:
                await play(service, "m", "raise")
            assert caught.value.code == "SHUTTING_DOWN"
            with pytest.raises(Refusal):
                await service.ask("m", TOKEN, AdviceWish(), "here")

    run(work)


@pytest.mark.expects_errors
def test_a_store_that_fails_is_said_so_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with running(tmp_path) as service:
            store_match(service, "random")
            with monkeypatch.context() as patch:
                patch.setattr(service.store, "append", fail)
                with pytest.raises(Refusal) as caught:
                    await play(service, "m", "raise")
            assert caught.value.code == "STORE_FAILED"
            assert service.authority.find("m").seq == 0
            await play(service, "m", "raise")

    run(work)
    assert "the disk is full" in caplog.text


def fail(*_: object) -> None:
    raise StoreError("cannot write table.db: the disk is full")
