"""Worker processes: what they answer, and what they survive."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from kibitz import games
from kibitz.core import KibitzError, Observation, RuleEngine
from kibitz.core.randomness import seeded
from kibitz.core.value import Json
from kibitz.table import workers
from kibitz.table.refusal import Refusal
from kibitz.table.workers import AgentFailed, Answer, Limit, Question, Workers

T = TypeVar("T")
MISFITS = "tests.table.misfits"
# Seconds that a machine under load may take for something that takes milliseconds.
PATIENCE = 20.0


class Bench:
    """Workers on an event loop in a thread, which several tests share: starting takes a second."""

    def __init__(self, count: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.workers = Workers(count, grace=0.2)
        self.do(self.workers.start())

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE * 2)

    def ask(self, agent: str, seconds: float = PATIENCE, **changes: Any) -> Answer:
        question = question_for(agent)._replace(**changes)
        return self.do(self.workers.ask(question, Limit(seconds)))

    def settle(self) -> None:
        """Waits until all workers are warm again."""
        wait_until(
            lambda: len(self.workers.pids()) == sum(w.warm for w in self.workers._workers) == 2
        )

    def close(self) -> None:
        self.do(self.workers.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture(scope="module")
def shared() -> Iterator[Bench]:
    """Two workers."""
    found = Bench(2)
    yield found
    found.close()


@pytest.fixture
def bench(shared: Bench) -> Bench:
    """The same two workers, both ready."""
    shared.settle()
    return shared


def question_for(agent: str, game: str = "leduc", ms: int | None = None) -> Question:
    made = games.load(game)
    seen: Observation[Any, Any] = RuleEngine(made, seed=1).observe()
    name = f"{MISFITS}:{agent}" if agent[:1].isupper() else agent
    return Question(game, made.options, name, seen, ms)


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def failure(waiting: Awaitable[object]) -> AgentFailed:
    with pytest.raises(AgentFailed) as caught:
        await waiting
    return caught.value


# Answers.


def test_workers_are_warm_when_they_have_started(bench: Bench) -> None:
    assert bench.workers.ready
    assert len(bench.workers.pids()) == 2
    assert (bench.workers.busy(), bench.workers.queued()) == (0, 0)
    loaded = bench.do(bench.workers.run(loaded_games, limit=Limit(PATIENCE)))
    assert loaded == games.names()


def loaded_games(seconds: float) -> Json:
    """Lists the games that are imported in a worker."""
    return [name for name in games.names() if f"kibitz.games.{name}" in sys.modules]


@pytest.mark.parametrize("game", games.names())
def test_the_adviser_of_every_game_can_be_asked(bench: Bench, game: str) -> None:
    question = question_for("", game, ms=30)._replace(hint=True)
    found = bench.do(bench.workers.ask(question, Limit(PATIENCE)))
    seen = question.seen
    assert seen.game.move_from_json(found.move) in seen.moves
    assert found.advice["move"] == found.move
    assert found.package.startswith("kibitz ")
    options = found.advice["options"]
    assert isinstance(options, list)
    for option in options:
        assert isinstance(option, dict)
        move = seen.game.move_from_json(option["move"])
        assert option["words"] == seen.game.describe(seen.view, move)


@pytest.mark.parametrize("game", games.names())
def test_every_legal_move_is_scored_by_terms_with_one_name(bench: Bench, game: str) -> None:
    made = games.load(game)
    engine: RuleEngine[Any, Any] = RuleEngine(made, seed=2)
    rng = seeded(game)
    while engine.outcome is None and engine.ply < 12:
        engine.play(rng.pick(engine.legal_moves()))
    if engine.outcome is not None:
        engine.undo()
    wanted = engine.legal_moves()[:20]
    for agent in ("", str(made.opponent)):
        seen = engine.observe(wanted=wanted)
        question = Question(game, made.options, agent, seen, 30, hint=not agent)
        found: Any = bench.do(bench.workers.ask(question, Limit(PATIENCE)))
        options = found.advice["options"]
        assert {str(move) for move in wanted} <= {option["text"] for option in options}
        for option in options:
            terms = [reason["term"] for reason in option["reasons"]]
            # Numbers are in the text, so that the terms of two options can be compared.
            assert not any(sign.isdigit() for sign in "".join(terms)), terms


def test_advice_is_explained_in_words(bench: Bench) -> None:
    found = bench.do(bench.workers.ask(question_for("generator", "pokemon"), limit=Limit(PATIENCE)))
    explanation, plan, words = (
        found.advice[name] for name in ("explanation", "plan", "plan_words")
    )
    assert isinstance(plan, list)
    assert isinstance(words, list)
    assert isinstance(explanation, list)
    assert len(plan) == len(words)
    assert all(isinstance(line, str) for line in explanation)


@pytest.mark.parametrize(
    ("agent", "game", "known"),
    [
        ("ismcts:iterations=60", "jaipur", True),
        ("ismcts:iterations=60", "leduc", False),  # chips
        ("ismcts:iterations=60", "spire", False),  # nobody to win against
        ("greedy", "jaipur", False),  # rupees
    ],
)
def test_a_chance_of_winning_is_told_where_it_is_known(
    bench: Bench, agent: str, game: str, known: bool
) -> None:
    advice: Any = bench.do(bench.workers.ask(question_for(agent, game), Limit(PATIENCE))).advice
    assert len(advice["options"]) > 1
    for option in advice["options"]:
        if known:
            [reason] = option["reasons"]
            assert reason["text"].startswith(f"wins about {100 * option['chance']:.1f} ")
        else:
            assert option["chance"] is None
    assert advice["chance"] == advice["options"][0]["chance"]


def test_without_a_clock_the_answer_depends_on_the_question_alone(bench: Bench) -> None:
    first, second = bench.ask("ismcts:iterations=200"), bench.ask("ismcts:iterations=200")
    assert {**first.advice, "seconds": 0} == {**second.advice, "seconds": 0}


def test_a_clock_is_limited_by_what_the_question_allows(bench: Bench) -> None:
    began = time.monotonic()
    assert bench.ask("ismcts:ms=60000", ms=50).agent == "ismcts:ms=50"
    assert bench.ask("ismcts", ms=40).agent == "ismcts:ms=40"
    assert bench.ask("", ms=40).agent == "ismcts:ms=40"
    assert bench.ask("greedy", ms=40).agent == "greedy"
    assert time.monotonic() - began < PATIENCE


def test_a_clock_is_limited_by_the_deadline(bench: Bench) -> None:
    found = bench.ask("ismcts", seconds=0.5, ms=60_000)
    _, _, ms = found.agent.partition("=")
    assert 1 <= int(ms) <= 500


def test_many_questions_at_once_get_their_own_answers(bench: Bench) -> None:
    made = games.load("leduc")
    engines = [RuleEngine(made, seed=seed) for seed in range(20)]
    questions = [Question("leduc", {}, "random", engine.observe(), None) for engine in engines]

    async def ask_all() -> list[Answer]:
        limit = Limit(PATIENCE)
        return await asyncio.gather(*[bench.workers.ask(each, limit) for each in questions])

    answers = bench.do(ask_all())
    alone = [bench.do(bench.workers.ask(each, Limit(PATIENCE))) for each in questions]
    assert [each.advice["options"] for each in answers] == [
        each.advice["options"] for each in alone
    ]
    assert len({str(each.advice["options"]) for each in answers}) > 10


def test_questions_that_wait_are_answered_in_their_order(bench: Bench) -> None:
    order: list[int] = []

    async def one(number: int) -> None:
        await bench.workers.ask(question_for("Sleeps:after=20"), Limit(PATIENCE))
        order.append(number)

    async def ask_all() -> None:
        # The other worker has something else to do, so that questions are answered one by one.
        other = asyncio.ensure_future(bench.workers.ask(question_for("Hangs"), Limit(PATIENCE)))
        await asyncio.sleep(0)
        tasks = [asyncio.ensure_future(one(number)) for number in range(6)]
        await asyncio.sleep(0)
        assert (bench.workers.busy(), bench.workers.queued()) == (2, 5)
        await asyncio.gather(*tasks)
        other.cancel()
        await asyncio.wait([other])

    bench.do(ask_all())
    assert order == [0, 1, 2, 3, 4, 5]


def test_turns_of_matches_and_other_questions_alternate(bench: Bench) -> None:
    order: list[str] = []

    async def one(name: str) -> None:
        limit = Limit(PATIENCE, turn=name.startswith("turn"), begun=lambda: order.append(name))
        await bench.workers.ask(question_for("random"), limit)

    async def ask_all() -> None:
        blocked = [
            asyncio.ensure_future(bench.workers.ask(question_for("Sleeps"), Limit(PATIENCE)))
            for _ in range(2)
        ]
        await asyncio.sleep(0)
        names = [*(f"advice {number}" for number in range(4)), "turn 0", "turn 1"]
        await asyncio.gather(*blocked, *map(one, names))

    bench.do(ask_all())
    assert order == ["turn 0", "advice 0", "turn 1", "advice 1", "advice 2", "advice 3"]


# Agents that misbehave.


@pytest.mark.parametrize(
    ("agent", "kind", "message"),
    [
        ("Exits", "crashed", r"ended \(exit code 0\)"),
        ("Raises", "error", "KeyError: 'pot'"),
        ("RaisesNonsense", "error", "Unwritable"),
        ("Leaves", "error", "good night"),
        ("ReadsInput", "error", "EOF"),
        ("Answers:what=nothing", "error", "returned None: expected Advice"),
        ("Answers:what=object", "error", "expected Advice with a move"),
        ("Answers:what=text", "error", "returned 'raise'"),
        ("Answers:what=not a move", "error", "expected Advice with a move|Move object expected"),
        ("Answers:what=illegal", "error", "advises fold, which is not legal"),
        ("Answers:what=no number", "error", "not JSON compliant"),
        ("Answers:what=infinite", "error", "not JSON compliant"),
        ("Answers:what=trace", "error", "not JSON serializable"),
        ("Answers:what=characters", "error", "surrogates not allowed"),
        ("Answers:what=long", "error", "too many"),
        ("Answers:what=deep", "error", "recursion"),
        ("Scribbles", "error", "not an answer"),
        ("Forges", "error", "not an answer"),
        ("Missing", "error", "Missing"),
        ("nobody", "error", "leduc has no agent 'nobody'"),
    ],
)
def test_an_agent_that_misbehaves_fails_alone(
    bench: Bench, agent: str, kind: str, message: str
) -> None:
    before = bench.workers.failures[kind]
    with pytest.raises(AgentFailed, match=message) as caught:
        bench.ask(agent)
    assert caught.value.kind == kind
    assert bench.workers.failures[kind] == before + 1
    assert bench.ask("random").move


def test_an_agent_that_prints_or_forks_answers_all_the_same(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    restarts = bench.workers.restarts
    for agent in ("Prints", "Copies", "Prints"):
        assert bench.ask(agent).move
    assert bench.workers.restarts == restarts
    assert capfd.readouterr().out == ""


def test_an_agent_that_changes_what_it_sees_spoils_no_words(bench: Bench) -> None:
    honest, spoilt = bench.ask("random"), bench.ask("Spoils")
    assert honest.advice["options"] == spoilt.advice["options"]


def test_an_agent_that_hangs_is_killed_while_others_are_answered(bench: Bench) -> None:
    before, restarts = set(bench.workers.pids()), bench.workers.restarts

    async def ask_both() -> AgentFailed:
        hanging = asyncio.ensure_future(
            failure(bench.workers.ask(question_for("Hangs"), Limit(0.3)))
        )
        for _ in range(5):
            await bench.workers.ask(question_for("random"), Limit(PATIENCE))
        assert not hanging.done()
        return await hanging

    began = time.monotonic()
    found = bench.do(ask_both())
    assert 0.45 < time.monotonic() - began < PATIENCE
    assert found.kind == "late"
    bench.settle()
    assert bench.workers.restarts == restarts + 1
    (killed,) = before - set(bench.workers.pids())
    wait_until(lambda: not is_running(killed))


def test_a_question_that_is_not_begun_in_time_is_late(bench: Bench) -> None:
    restarts = bench.workers.restarts

    async def ask_all() -> AgentFailed:
        slow = [
            asyncio.ensure_future(
                bench.workers.ask(question_for("Sleeps:after=400"), Limit(PATIENCE))
            )
            for _ in range(2)
        ]
        await asyncio.sleep(0.05)
        found = await failure(bench.workers.ask(question_for("random"), Limit(PATIENCE, wait=0.01)))
        await asyncio.gather(*slow)
        return found

    found = bench.do(ask_all())
    assert (found.kind, str(found)) == ("busy", "no worker was free in time")
    assert bench.workers.restarts == restarts


def test_what_an_agent_starts_ends_with_its_process(bench: Bench, tmp_path: Path) -> None:
    notes = tmp_path / "started"
    with pytest.raises(AgentFailed, match="ended") as caught:
        bench.ask(f"Forks:file={notes},crash=true")
    assert caught.value.kind == "crashed"
    started = [int(word) for word in notes.read_text().split()]
    wait_until(lambda: not any(map(is_running, started)))


# Workers that are killed, questions that are cancelled.


def test_a_worker_killed_from_outside_is_replaced(bench: Bench) -> None:
    async def ask_and_kill() -> AgentFailed:
        asking = asyncio.ensure_future(
            failure(bench.workers.ask(question_for("Hangs"), Limit(PATIENCE)))
        )
        await asyncio.sleep(0.05)
        (worker,) = [each for each in bench.workers._workers if each.ticket is not None]
        os.kill(worker.pid, signal.SIGKILL)
        return await asking

    found = bench.do(ask_and_kill())
    assert (found.kind, str(found)) == ("crashed", "the process of the agent ended (signal 9)")
    bench.settle()
    assert bench.ask("random").move


def test_idle_workers_killed_from_outside_are_replaced(bench: Bench) -> None:
    before = bench.workers.pids()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not set(before) & set(bench.workers.pids()))
    bench.settle()
    assert bench.ask("random").move


def test_a_cancelled_question_gives_its_worker_back(bench: Bench) -> None:
    async def cancel_both() -> None:
        asked = [
            asyncio.ensure_future(bench.workers.ask(question_for("Hangs"), Limit(PATIENCE)))
            for _ in range(3)
        ]
        await asyncio.sleep(0.05)
        assert (bench.workers.busy(), bench.workers.queued()) == (2, 1)
        asked[2].cancel()
        await asyncio.wait(asked[2:])
        assert (bench.workers.busy(), bench.workers.queued()) == (2, 0)
        for task in asked:
            task.cancel()
        await asyncio.wait(asked)
        assert all(task.cancelled() for task in asked)

    restarts = bench.workers.restarts
    bench.do(cancel_both())
    bench.settle()
    assert bench.workers.restarts == restarts + 2
    assert bench.ask("random").move


# Other work.


def refuse(seconds: float, text: str) -> Json:
    """Refuses, as a function of the table may."""
    raise Refusal("INVALID_POSITION", text, problems=[text])


def test_a_refusal_comes_back_as_it_was_raised(bench: Bench) -> None:
    with pytest.raises(Refusal, match="no such card") as caught:
        bench.do(bench.workers.run(refuse, "no such card", limit=Limit(PATIENCE)))
    assert caught.value.code == "INVALID_POSITION"
    assert caught.value.facts == {"problems": ["no such card"]}


@pytest.mark.parametrize(
    "document",
    [
        b'{"number": 1, "refused": {"code": "NO_CODE", "message": "", "facts": {}}}',
        b'{"number": 1, "refused": {"code": "NOT_FOUND", "message": "", "facts": {"code": 1}}}',
        b'{"number": 1, "refused": 3}',
        b'{"number": 1}',
    ],
)
def test_a_forged_refusal_is_an_error(document: bytes) -> None:
    async def settle() -> AgentFailed:
        ticket = workers.Ticket(1, b"", Limit(1.0), asyncio.timeout(1.0))
        worker = object.__new__(workers.Worker)  # without a process
        worker.ticket = ticket
        worker.settle(document)
        return await failure(ticket.answer)

    assert asyncio.run(settle()).kind == "error"


def test_games_are_made_once_for_their_options() -> None:
    first = workers.make_game("jaipur", {"rounds": 1})
    assert workers.make_game("jaipur", {"rounds": 1}) is first
    assert workers.make_game("jaipur", {"rounds": 3}) is not first
    for life in range(1, workers.MOST_GAMES + 1):
        workers.make_game("duel", {"life": life})
    assert len(workers.GAMES) == workers.MOST_GAMES
    workers.GAMES.clear()


# The end.


def test_stopping_ends_all_processes_and_questions(capfd: pytest.CaptureFixture[str]) -> None:
    async def play() -> list[int]:
        pool = Workers(1, grace=0.2)
        await pool.start()
        pids = pool.pids()
        asked = [
            asyncio.ensure_future(failure(pool.ask(question_for("Hangs"), Limit(60.0))))
            for _ in range(2)
        ]
        await asyncio.sleep(0.05)
        await pool.stop()
        assert [each.kind for each in await asyncio.gather(*asked)] == ["cancelled"] * 2
        assert (await failure(pool.ask(question_for("random"), Limit(1.0)))).kind == "cancelled"
        assert not pool.ready
        assert pool.pids() == []
        return pids

    pids = asyncio.run(play())
    assert not any(map(is_running, pids))
    assert capfd.readouterr() == ("", "")


def end_early(connection: object) -> None:
    """Is a worker that never gets ready."""


def test_workers_that_cannot_start_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "worker_main", end_early)
    monkeypatch.setattr(workers, "FIRST_PAUSE", 0.001)

    async def start() -> None:
        pool = Workers(1, grace=0.2)
        with pytest.raises(KibitzError, match="cannot start worker processes"):
            await pool.start()
        assert pool.pids() == []

    asyncio.run(start())


@pytest.mark.parametrize(("count", "grace"), [(0, 1.0), (1, -1.0), (1, float("nan"))])
def test_impossible_numbers_are_refused(count: int, grace: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        Workers(count, grace)


SERVER = """
import asyncio, time
from kibitz.table.workers import Workers
from tests.table.test_workers import question_for

async def serve():
    pool = Workers(2, grace=0.2)
    await pool.start()
    asking = asyncio.ensure_future(pool.ask(question_for("Hangs"), time.monotonic() + 600))
    await asyncio.sleep(0.1)
    print(*pool.pids(), flush=True)
    await asking

if __name__ == "__main__":
    asyncio.run(serve())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_the_server(tmp_path: Path, number: int) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        pids = [int(word) for word in server.stdout.readline().split()]
        assert len(pids) == 2
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, number)
        server.wait(PATIENCE)
        assert "resource_tracker" not in server.stderr.read()
    wait_until(lambda: not any(map(is_running, pids)))
