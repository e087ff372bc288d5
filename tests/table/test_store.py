"""The store, on SQLite and on PostgreSQL alike."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import PoolProxiedConnection, event
from sqlalchemy.exc import OperationalError

from kibitz.core.errors import KibitzError
from kibitz.core.value import Json
from kibitz.table import store as module
from kibitz.table.store import Conflict, Store, StoreError
from kibitz.table.stored import Event, Header, Seat, Standing, Status
from tests.table.postgres import PostgresServer, free_port

NOBODY = 65534
ODD_TEXTS = [
    "",
    "Zoë 🂡 中文",
    "a\0b",
    "half \ud800",
    "'; DROP TABLE matches; --",
    "\u202e\n\t",
    "x" * 900,
]
UNSTORABLE = ["a\0b", "half \ud800", "x" * 501, "é" * 251]

# Builders.


def header(match: str = "m", **changes: object) -> Header:
    seats = [Seat("person", "Ann"), Seat("agent", "Bot", "mcts:iterations=200", "kibitz 1.0")]
    found = Header(match, "jaipur", {"rounds": 3}, 1, 7, seats, True, True, 1000.5)
    return found._replace(**changes)  # type: ignore[arg-type]  # named by the tests


def move(seq: int, key: str = "", at: float = 2000.25, **body: Json) -> Event:
    return Event(seq, "move", 0, {"text": "take gold", **body}, f"hash{seq}", at, key)


def standing(
    seq: int, changed: float = 0.0, status: Status = "open", due: bool = False
) -> Standing:
    result: dict[str, Json] | None = {"winner": 0} if status == "over" else None
    return Standing(seq, status, due, result, changed or 1000.0 + seq)


def create(store: Store, match: str = "m", **changes: object) -> Header:
    found = header(match, **changes)
    store.create(found, {}, [], standing(0))
    return found


def set_standing(store: Store, match: str, changed: float, **rest: object) -> None:
    """Appends an event, so that the match changes at a time."""
    before = store.standing(match)
    assert before is not None
    after = standing(before.seq + 1, changed)._replace(**rest)  # type: ignore[arg-type]  # named
    store.append(match, [move(after.seq)], after)


def ids(listed: list[tuple[Header, Standing]]) -> list[str]:
    return [found.id for found, _ in listed]


def eventually(happened: Callable[[], bool], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


# Matches and events.


def test_a_created_match_is_read_back(store: Store) -> None:
    made = header(seed="a text", options={"deck": ["a", {"b": None}], "x": 1.5}, origin="record")
    store.create(made, {0: "hash a", 1: "hash b"}, [move(1), move(2)], standing(2))
    assert store.header("m") == made
    assert store.standing("m") == standing(2)
    assert store.events("m") == [move(1), move(2)]
    assert store.tokens("m") == {0: "hash a", 1: "hash b"}


def test_a_match_that_does_not_exist_has_nothing(store: Store) -> None:
    assert store.header("m") is None
    assert store.standing("m") is None
    assert store.events("m") == []
    assert store.tokens("m") == {}
    assert store.find_key("m", "k") is None
    assert not store.lease("m", "server", 1.0, 2.0)
    store.release("m", "server")
    with pytest.raises(StoreError, match="there is no match m"):
        store.append("m", [move(1)], standing(1))


def test_large_seeds_survive(store: Store) -> None:
    made = create(store, seed=2**200)
    assert store.header("m") == made


def test_creating_a_match_twice_is_a_conflict_and_changes_nothing(store: Store) -> None:
    create(store)
    with pytest.raises(Conflict, match="match m already exists") as caught:
        store.create(header(game="leduc"), {0: "hash"}, [move(1)], standing(1))
    assert caught.value.what == "match"
    assert store.header("m") == header()
    assert (store.events("m"), store.tokens("m")) == ([], {})


def test_events_are_appended_in_order(store: Store) -> None:
    create(store)
    store.append("m", [move(1), move(2)], standing(2))
    store.append("m", [move(3)], standing(3, status="over"))
    assert store.events("m") == [move(1), move(2), move(3)]
    assert store.events("m", after=2) == [move(3)]
    assert store.events("m", after=3) == store.events("m", after=10**30) == []
    assert store.events("m", after=-(10**30)) == store.events("m")
    assert store.standing("m") == standing(3, status="over")


def test_a_standing_can_change_without_an_event(store: Store) -> None:
    create(store)
    store.append("m", [], standing(0, 5.0, due=True))
    assert store.standing("m") == standing(0, 5.0, due=True)
    with pytest.raises(Conflict):
        store.append("m", [], standing(1))


@pytest.mark.parametrize("seq", [1, 2, 4])
def test_an_event_with_another_number_than_the_next_is_a_conflict(store: Store, seq: int) -> None:
    create(store)
    store.append("m", [move(1), move(2)], standing(2))
    with pytest.raises(Conflict, match="match m has 2 events") as caught:
        store.append("m", [move(seq, text="other")], standing(seq))
    assert caught.value.what == "seq"
    assert store.events("m") == [move(1), move(2)]
    assert store.standing("m") == standing(2)


def test_the_primary_key_refuses_a_second_event_of_the_same_number(store: Store) -> None:
    create(store)
    store.append("m", [move(1)], standing(1))
    with pytest.raises(KibitzError):
        store._write(
            lambda connection: connection.execute(
                module.INSERT_EVENT, module.event_row("m", move(1))
            )
        )


@pytest.mark.parametrize(
    ("numbers", "last"), [([2], 1), ([1, 3], 3), ([1, 2], 1), ([0], 0), ([1], 5)]
)
def test_events_must_be_numbered_up_to_the_standing(
    store: Store, numbers: list[int], last: int
) -> None:
    create(store)
    with pytest.raises(ValueError, match="invalid event numbers"):
        store.append("m", [move(number) for number in numbers], standing(last))
    with pytest.raises(ValueError, match="invalid event numbers"):
        store.create(header("n"), {}, [move(number) for number in numbers], standing(last))
    assert store.events("m") == []


def test_a_key_can_be_used_once_in_a_match(store: Store) -> None:
    create(store)
    create(store, "n")
    store.append("m", [move(1, "0:abc")], standing(1))
    assert store.find_key("m", "0:abc") == 1
    with pytest.raises(Conflict, match="key") as caught:
        store.append("m", [move(2), move(3, "0:abc")], standing(3))
    assert caught.value.what == "key"
    assert store.events("m") == [move(1, "0:abc")]
    assert store.standing("m") == standing(1)
    store.append("m", [move(2), move(3)], standing(3))
    store.append("n", [move(1, "0:abc")], standing(1))
    assert store.find_key("m", "0:xyz") is None
    assert store.find_key("m", "") is None


# Tokens.


def test_a_free_seat_can_be_claimed_once(store: Store) -> None:
    store.create(header(), {0: "hash a"}, [], standing(0))
    store.claim_seat("m", 1, "hash b", move(1), standing(1))
    assert store.tokens("m") == {0: "hash a", 1: "hash b"}
    for seat, token in [(1, "hash c"), (0, "hash c"), (2, "hash b")]:
        with pytest.raises(Conflict, match=f"seat {seat} or this token is taken") as caught:
            store.claim_seat("m", seat, token, move(2), standing(2))
        assert caught.value.what == "seat"
    with pytest.raises(Conflict) as caught:
        store.claim_seat("m", 2, "hash c", move(1), standing(1))
    assert caught.value.what == "seq"
    assert store.tokens("m") == {0: "hash a", 1: "hash b"}
    assert store.events("m") == [move(1)]


def test_a_token_may_hold_seats_of_several_matches(store: Store) -> None:
    store.create(header("a"), {0: "ann", 1: "bob"}, [], standing(0))
    store.create(header("b", origin="rematch:a"), {1: "ann", 0: "bob"}, [], standing(0))
    assert store.seats_of("ann") == {"a": 0, "b": 1}
    assert store.seats_of("eve") == {}
    with pytest.raises(Conflict) as caught:
        store.create(header("c"), {0: "ann", 1: "ann"}, [], standing(0))
    assert caught.value.what == "seat"
    assert store.header("c") is None


# What agents must do, and leases.


def test_due_matches_are_open_and_wait_for_an_agent(store: Store) -> None:
    for name, status, due in [
        ("waits", "open", True),
        ("longest", "open", True),
        ("person", "open", False),
        ("over", "over", True),
    ]:
        create(store, name)
        changed = 10.0 if name == "longest" else 20.0
        set_standing(store, name, changed, status=status, due=due)
    assert store.due(100.0, 10) == ["longest", "waits"]
    assert store.due(100.0, 1) == ["longest"]
    assert store.due(100.0, 0) == store.due(100.0, -1) == []


def test_a_lease_keeps_others_away_until_it_ends(store: Store) -> None:
    create(store)
    set_standing(store, "m", 10.0, due=True)
    assert store.lease("m", "one", now=100.0, until=110.0)
    assert store.due(105.0, 10) == []
    assert not store.lease("m", "two", now=105.0, until=120.0)
    assert store.lease("m", "one", now=105.0, until=115.0)  # extended
    store.release("m", "two")
    assert not store.lease("m", "two", now=112.0, until=120.0)
    assert not store.lease("m", "two", now=115.0, until=120.0)
    assert store.due(115.5, 10) == ["m"]
    assert store.lease("m", "two", now=115.5, until=120.0)
    assert not store.lease("m", "one", now=116.0, until=120.0)
    store.release("m", "two")
    assert store.due(116.0, 10) == ["m"]
    assert store.lease("m", "one", now=116.0, until=120.0)


def test_an_append_leaves_the_lease_alone(store: Store) -> None:
    create(store)
    store.lease("m", "one", now=100.0, until=110.0)
    set_standing(store, "m", 10.0, due=True)
    assert store.due(105.0, 10) == []


# Lists.


def test_the_listing_is_filtered(store: Store) -> None:
    create(store, "a")
    create(store, "b", game="leduc")
    create(store, "c", public=False)
    create(store, "d", origin="record")
    set_standing(store, "d", 2000.0, status="over", result={"winner": 1})
    assert ids(store.listing()) == ["d", "b", "a"]
    assert ids(store.listing(public_only=False)) == ["d", "c", "b", "a"]
    assert ids(store.listing(game="leduc")) == ["b"]
    assert ids(store.listing(game="chess")) == []
    assert ids(store.listing(status="over")) == ids(store.listing(origin="record")) == ["d"]
    assert ids(store.listing(status="open", origin="")) == ["b", "a"]
    assert ids(store.listing(limit=1)) == ["d"]
    assert store.listing(limit=0) == store.listing(limit=-1) == []
    [(found, how)] = store.listing(origin="record")
    assert (found, how) == (store.header("d"), store.standing("d"))


def test_matches_that_changed_at_the_same_time_have_the_order_of_their_ids(store: Store) -> None:
    names = ["b", "B", "_", "-", "é", "a", "Z", "10", "9"]
    for name in names:
        create(store, name)
    ordered = sorted(names, key=str.encode, reverse=True)
    assert ids(store.listing()) == ordered
    assert ids(store.listing(before=(1000.0, ordered[3]))) == ordered[4:]


def test_pages_miss_and_repeat_nothing_while_matches_change(store: Store) -> None:
    names = [f"m{number:02}" for number in range(30)]
    for number, name in enumerate(names):
        create(store, name)
        set_standing(store, name, 2000.0 + number // 3)
    seen: list[str] = []
    before: tuple[float, str] | None = None
    changing = iter(["m29", "m01", "m15", "m02", "m28"])
    moved = set()
    while page := store.listing(before=before, limit=7):
        seen += ids(page)
        before = (page[-1][1].changed, page[-1][0].id)
        name = next(changing)
        set_standing(store, name, 5000.0 + len(seen))
        create(store, f"new{len(seen)}")
        set_standing(store, f"new{len(seen)}", 6000.0)
        moved.add(name)
    assert len(seen) == len(set(seen))
    assert {name for name in names if name not in moved} <= set(seen)


def test_old_matches_are_found_and_deleted_with_all_they_have(store: Store) -> None:
    for number, name in enumerate(["old", "older", "new", "open"]):
        store.create(header(name), {0: f"token {name}"}, [], standing(0))
        changed = {"old": 20.0, "older": 10.0, "new": 90.0}.get(name, 15.0 + number)
        status = "open" if name == "open" else "over"
        set_standing(store, name, changed, status=status)
    assert store.counts() == {"open": 1, "over": 3}
    assert store.abandoned(50.0, 10) == ["open"]
    assert store.abandoned(18.0, 10) == []
    assert store.delete_over(50.0, 0) == 0
    assert store.delete_over(50.0, 1) == 1
    assert store.header("older") is None
    assert store.delete_over(50.0, 10) == 1
    assert store.delete_over(50.0, 10) == 0
    assert store.counts() == {"open": 1, "over": 1}
    assert store.events("old") == []
    assert store.seats_of("token old") == {}
    assert store.seats_of("token new") == {"new": 0}


# Odd input.


@pytest.mark.parametrize("odd", ODD_TEXTS, ids=ascii)
def test_any_text_can_be_in_names_options_and_bodies(store: Store, odd: str) -> None:
    made = create(store, seats=[Seat("person", odd)], options={odd: odd}, seed=odd)
    store.append("m", [move(1, note=odd)], standing(1)._replace(result={odd: [odd]}))
    assert store.header("m") == made
    assert store.events("m") == [move(1, note=odd)]
    assert store.standing("m") == standing(1)._replace(result={odd: [odd]})


@pytest.mark.parametrize("odd", UNSTORABLE, ids=ascii)
def test_ids_keys_and_other_columns_refuse_what_a_database_cannot_hold(
    store: Store, odd: str
) -> None:
    create(store)
    refused: list[Callable[[], object]] = [
        lambda: create(store, odd),
        lambda: create(store, "n", game=odd),
        lambda: create(store, "n", origin=odd),
        lambda: store.create(header("n"), {0: odd}, [], standing(0)),
        lambda: store.append("m", [move(1, odd)], standing(1)),
        lambda: store.append("m", [move(1)._replace(kind=odd)], standing(1)),
        lambda: store.append("m", [move(1)._replace(hash=odd)], standing(1)),
        lambda: store.append(odd, [move(1)], standing(1)),
        lambda: store.claim_seat("m", 0, odd, move(1), standing(1)),
        lambda: store.lease("m", odd, 1.0, 2.0),
    ]
    for refuse in refused:
        with pytest.raises(StoreError, match="expected at most 500 bytes of UTF-8 without NUL"):
            refuse()
    assert store.counts() == {"open": 1, "over": 0}


@pytest.mark.parametrize("odd", UNSTORABLE, ids=ascii)
def test_nothing_is_found_for_a_text_that_cannot_be_stored(store: Store, odd: str) -> None:
    create(store)
    assert store.header(odd) is None
    assert store.standing(odd) is None
    assert store.events(odd) == []
    assert store.tokens(odd) == {}
    assert store.seats_of(odd) == {}
    assert store.find_key("m", odd) is None
    assert store.find_key(odd, "k") is None
    assert store.listing(game=odd) == store.listing(before=(9e9, odd)) == []
    assert not store.lease(odd, "server", 1.0, 2.0)
    store.release(odd, "server")
    store.release("m", odd)


def test_the_longest_texts_are_stored(store: Store) -> None:
    name = "é" * 250
    store.create(header(name, game=name), {0: name}, [move(1, name)], standing(1))
    assert store.find_key(name, name) == 1
    assert store.seats_of(name) == {name: 0}
    assert ids(store.listing(game=name)) == [name]


def test_a_body_may_be_a_megabyte(store: Store) -> None:
    create(store)
    large = "".join(chr(33 + number * 7919 % 90) for number in range(1_000_000))
    store.append("m", [move(1, note=large)], standing(1))
    assert store.events("m") == [move(1, note=large)]


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), {1}])
def test_what_is_not_json_is_refused(store: Store, bad: Json) -> None:
    create(store)
    with pytest.raises((ValueError, TypeError)):
        store.append("m", [move(1, note=bad)], standing(1))
    assert store.standing("m") == standing(0)


# Several writers.


def append_next(store: Store, match: str, mark: str) -> tuple[int, int]:
    """Appends an event; returns its number and how many others were faster."""
    for conflicts in range(1000):
        last = store.standing(match)
        assert last is not None
        try:
            store.append(match, [move(last.seq + 1, mark)], standing(last.seq + 1))
            return last.seq + 1, conflicts
        except Conflict as conflict:
            if conflict.what != "seq":
                raise
    raise AssertionError("another writer was always faster")


def test_threads_that_write_the_same_match_lose_nothing(store: Store) -> None:
    create(store)

    def write(thread: int) -> list[tuple[int, str]]:
        marks = [f"{thread}:{number}" for number in range(20)]
        return [(append_next(store, "m", mark)[0], mark) for mark in marks]

    with ThreadPoolExecutor(4) as pool:
        written = [each for found in pool.map(write, range(4)) for each in found]
    assert sorted(written) == [(each.seq, each.key) for each in store.events("m")]
    assert sorted(seq for seq, _ in written) == [*range(1, 81)]
    assert store.standing("m") == standing(80)


def test_threads_that_write_different_matches_do_not_disturb_each_other(store: Store) -> None:
    names = [f"m{number}" for number in range(12)]

    def play(name: str) -> None:
        create(store, name)
        for seq in range(1, 21):
            store.append(name, [move(seq)], standing(seq))
            assert store.events(name, seq - 1) == [move(seq)]
            store.listing(limit=3)

    with ThreadPoolExecutor(12) as pool:
        [*pool.map(play, names)]
    assert all(len(store.events(name)) == 20 for name in names)


def test_one_of_several_claims_of_a_seat_succeeds(store: Store) -> None:
    create(store)
    barrier = threading.Barrier(6)

    def claim(thread: int) -> bool:
        barrier.wait()
        try:
            store.claim_seat("m", 0, f"token {thread}", move(1), standing(1))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        won = [*pool.map(claim, range(6))]
    assert won.count(True) == 1
    assert store.tokens("m") == {0: f"token {won.index(True)}"}
    assert len(store.events("m")) == 1


def test_one_of_several_servers_gets_a_lease(store: Store) -> None:
    create(store)
    with ThreadPoolExecutor(6) as pool:
        won = [*pool.map(lambda number: store.lease("m", f"s{number}", 10.0, 20.0), range(6))]
    assert won.count(True) == 1


class Together:
    """Lets some writers wait for each other, so that they write at the same time.

    Attributes:
        commits: how many transactions were committed.
        refuse: raises an error at every commit.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.refuse: Exception | None = None
        event.listen(store._engine()[0], "commit", self.commit)

    def commit(self, _connection: object) -> None:
        self.commits += 1
        if self.refuse is not None:
            raise self.refuse

    def run(self, *works: Callable[[], object]) -> list[BaseException | None]:
        """Runs all; returns what each has raised."""
        with ThreadPoolExecutor(len(works)) as pool:
            with self.store._turn:
                running = [pool.submit(work) for work in works]
                end = time.monotonic() + 20.0
                while len(self.store._waiting) < len(works):
                    assert time.monotonic() < end
                    time.sleep(0.001)
            return [each.exception(20.0) for each in running]


@pytest.fixture
def together(tmp_path: Path) -> Iterator[Together]:
    """Four matches without events in SQLite."""
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    store.open()
    for name in "abcd":
        create(store, name)
    yield Together(store)
    store.close()


def appending(store: Store, match: str, seq: int = 1) -> Callable[[], None]:
    return lambda: store.append(match, [move(seq)], standing(seq))


def test_writers_that_wait_for_sqlite_share_a_commit(together: Together) -> None:
    store = together.store
    errors = together.run(*(appending(store, name) for name in "abcd"))
    assert errors == [None] * 4
    assert together.commits == 1
    assert [store.events(name) for name in "abcd"] == [[move(1)]] * 4


def test_a_conflict_concerns_one_of_the_writers_that_share_a_commit(together: Together) -> None:
    store = together.store
    works = [appending(store, "a"), appending(store, "b", 7), appending(store, "c")]
    errors = together.run(*works, appending(store, "nowhere"), appending(store, "d"))
    assert [type(error) for error in errors] == [
        type(None), Conflict, type(None), StoreError, type(None),
    ]  # fmt: skip
    assert together.commits == 1
    assert [len(store.events(name)) for name in "abcd"] == [1, 0, 1, 1]


def test_a_writer_that_fails_does_not_take_others_with_it(together: Together) -> None:
    store = together.store

    def nonsense() -> None:
        store._write(
            lambda connection: connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")
        )

    errors = together.run(appending(store, "a"), nonsense, appending(store, "b"))
    assert [type(error) for error in errors] == [type(None), StoreError, type(None)]
    assert "no such table" in str(errors[1])
    assert [len(store.events(name)) for name in "ab"] == [1, 1]


def test_a_commit_that_fails_fails_for_all_who_share_it(together: Together) -> None:
    store = together.store
    together.refuse = OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))
    errors = together.run(*(appending(store, name) for name in "ab"))
    assert [type(error) for error in errors] == [StoreError] * 2
    assert together.commits == 1, "nothing is written twice"
    together.refuse = None
    assert [store.events(name) for name in "ab"] == [[], []]
    appending(store, "a")()
    assert store.events("a") == [move(1)]


# Appends events to the match m, and prints the number of each after it is stored.
WRITER = """
import os, sys
from kibitz.table.store import Store
from tests.table.test_store import append_next
url, mark, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = Store(url, pool=2)
store.open()
os.write(1, b"ready\\n")
sys.stdin.readline()
lost = 0
for number in range(count):
    seq, conflicts = append_next(store, "m", f"{mark}:{number}")
    lost += conflicts
    os.write(1, f"{seq} {mark}:{number}\\n".encode())
os.write(2, str(lost).encode())
store.close()
"""
ROOT = Path(__file__).parents[2]


@contextmanager
def writer(url: str, mark: str, count: int) -> Iterator[subprocess.Popen[str]]:
    """Starts a process that writes as soon as it gets a line."""
    command = [sys.executable, "-c", WRITER, url, mark, str(count)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
    )
    with process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line == "ready\n", process.communicate()[1]
            yield process
        finally:
            process.kill()


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


@pytest.mark.needs("postgres")
def test_two_processes_share_a_match_on_postgresql(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    store = Store(url)
    store.open()
    create(store)
    with writer(url, "a", 150) as first, writer(url, "b", 150) as second:
        go(first)
        go(second)
        outputs = [process.communicate() for process in (first, second)]
    written = [line.split() for output, _ in outputs for line in output.splitlines()]
    assert sorted((int(seq), mark) for seq, mark in written) == [
        (each.seq, each.key) for each in store.events("m")
    ]
    assert [each.seq for each in store.events("m")] == [*range(1, 301)]
    assert store.standing("m") == standing(300)
    assert sum(int(lost) for _, lost in outputs) > 0, "the processes never met"
    store.close()


def test_every_acknowledged_event_survives_the_death_of_its_writer(store_url: str) -> None:
    store = Store(store_url)
    store.open()
    create(store)
    store.close()
    acknowledged: list[tuple[int, str]] = []
    for life in range(4):
        with writer(store_url, f"life{life}", 100_000) as process:
            go(process)
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(5 + 50 * life)]
            process.send_signal(signal.SIGKILL)
            # `communicate` would leave out what is in the buffer already.
            lines += process.stdout.read().splitlines(keepends=True)
        complete = [line.split() for line in lines if line.endswith("\n")]
        acknowledged += [(int(seq), mark) for seq, mark in complete]
    store.open()
    stored = store.events("m")
    assert [each.seq for each in stored] == [*range(1, len(stored) + 1)]
    assert store.standing("m") == standing(len(stored))
    assert set(acknowledged) <= {(each.seq, each.key) for each in stored}
    # The last event of each life may be stored without having been acknowledged.
    assert len(stored) <= len(acknowledged) + 4
    store.close()


# Opening.


def test_a_store_must_be_opened_and_can_be_opened_again(store_url: str) -> None:
    store = Store(store_url)
    with pytest.raises(StoreError, match="is not open"):
        store.counts()
    store.close()
    for _ in range(2):
        store.open()
        store.open()
        store.close()
    with pytest.raises(StoreError, match="is not open"):
        store.counts()


def test_matches_are_there_after_opening_again(store: Store, store_url: str) -> None:
    create(store)
    store.append("m", [move(1)], standing(1))
    store.close()
    again = Store(store_url)
    again.open()
    assert again.events("m") == [move(1)]
    again.close()


def test_a_store_in_memory_is_shared_by_threads() -> None:
    store = Store("sqlite://")
    store.open()
    create(store)
    with ThreadPoolExecutor(4) as pool:
        written = [*pool.map(lambda number: append_next(store, "m", f"{number}"), range(40))]
    assert sorted(seq for seq, _ in written) == [*range(1, 41)]
    store.close()


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("nonsense", "invalid database URL: expected sqlite:///PATH or postgresql://"),
        ("", "invalid database URL"),
        ("postgresql://u:hunter2@host:port/x", "invalid database URL"),
        ("mysql://u:hunter2@host/x", "unknown kind of database 'mysql'"),
        ("postgresql+asyncpg://u:hunter2@host/x", "unknown kind of database"),
        ("sqlite://folder/x.db", "invalid SQLite URL"),
        ("sqlite:///file:x.db?mode=ro&uri=true", "invalid SQLite URL"),
    ],
)
def test_an_invalid_url_is_refused(url: str, problem: str) -> None:
    with pytest.raises(StoreError, match=problem) as caught:
        Store(url)
    assert "hunter2" not in str(caught.value)


def test_urls_tell_whether_others_may_write() -> None:
    assert not Store("sqlite:///x.db").shared
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        assert Store(f"{scheme}://user@host/table").shared


def open_fails(url: str) -> str:
    store = Store(url)
    with pytest.raises(StoreError) as caught:
        store.open()
    message = str(caught.value)
    assert message.startswith("cannot open ")
    assert "\n" not in message
    return message


def test_a_file_that_is_not_a_database_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary. " * 100)
    message = open_fails(f"sqlite:///{file}")
    assert message == f"cannot open {file}: not a Kibitz database, and not of SQLite at all"
    assert file.read_text() == "Dear diary. " * 100
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("table", ["songs", "matches", "alembic_version"])
def test_a_database_of_something_else_is_refused_and_stays_as_it_is(
    tmp_path: Path, table: str
) -> None:
    file = tmp_path / "other.db"
    other = sqlite3.connect(file)
    other.execute(f"CREATE TABLE {table} (name TEXT)")
    other.close()
    content = file.read_bytes()
    message = open_fails(f"sqlite:///{file}")
    problem = f"not a Kibitz database, it has tables of something else ({table})"
    assert message == f"cannot open {file}: {problem}"
    assert file.read_bytes() == content
    assert [*tmp_path.iterdir()] == [file]


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    file.touch()
    store = Store(f"sqlite:///{file}")
    store.open()
    create(store)
    store.close()
    assert [*tmp_path.iterdir()] == [file]


def test_a_folder_that_is_missing_or_in_the_way_is_named(tmp_path: Path) -> None:
    message = open_fails(f"sqlite:///{tmp_path / 'none' / 'table.db'}")
    assert message.endswith(f"there is no folder {tmp_path / 'none'}")
    assert open_fails(f"sqlite:///{tmp_path}").endswith("it is a folder")


@contextmanager
def unprivileged() -> Iterator[Path]:
    """Yields a folder, and gives up the rights of root, to whom everything is writable."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-store-"))
    root = os.geteuid() == 0
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def give_up_root() -> None:
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


def test_a_read_only_folder_is_refused() -> None:
    with unprivileged() as folder:
        folder.chmod(0o555)
        give_up_root()
        message = open_fails(f"sqlite:///{folder / 'table.db'}")
        assert message == f"cannot open {folder / 'table.db'}: Permission denied"


def test_a_read_only_file_is_refused_at_once() -> None:
    with unprivileged() as folder:
        file = folder / "table.db"
        store = Store(f"sqlite:///{file}")
        store.open()
        store.close()
        file.chmod(0o444)
        folder.chmod(0o777)
        give_up_root()
        assert "readonly database" in open_fails(f"sqlite:///{file}")


def test_one_server_owns_an_sqlite_file(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    link = tmp_path / "link.db"
    link.symlink_to(file)
    store = Store(f"sqlite:///{file}")
    store.open()
    for name in (file, link):
        message = open_fails(f"sqlite:///{name}")
        assert message == f"cannot open {name}: another server uses it (process {os.getpid()})"
    store.close()
    second = Store(f"sqlite:///{link}")
    second.open()
    second.close()
    assert {path.name for path in tmp_path.iterdir()} == {"table.db", "link.db"}


def test_a_killed_server_does_not_lock_its_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with writer(url, "a", 1) as process:
        message = open_fails(url)
        assert message.endswith(f"table.db: another server uses it (process {process.pid})")
        process.kill()
        process.wait()
    store = Store(url)
    store.open()
    store.close()


def test_connections_to_sqlite_are_durable(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}", pool=3)
    store.open()
    engine = store._engine()[0]
    connections = [engine.connect() for _ in range(3)]
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    with connections[0] as connection:
        for name, value in wanted.items():
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value
    for connection in connections[1:]:
        connection.close()
    store.close()


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_file_that_is_gone_is_an_error(tmp_path: Path, how: str) -> None:
    file, other = tmp_path / "table.db", tmp_path / "other.db"
    store = Store(f"sqlite:///{file}")
    store.open()
    create(store)
    store.check()
    if how == "deleted":
        file.unlink()
    else:
        file.rename(other)
    if how == "replaced":
        shutil.copy(other, file)
    with pytest.raises(StoreError, match="deleted, moved or replaced while the server used it"):
        store.append("m", [move(1)], standing(1))
    with pytest.raises(StoreError, match="restart the server"):
        store.check()
    if how != "deleted":
        other.replace(file)
        store.append("m", [move(1)], standing(1))
        store.check()
    store.close()


def test_a_full_disk_is_an_error_and_the_store_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    store = Store(f"sqlite:///{file}", pool=1)
    store.open()
    create(store)
    engine = store._engine()[1]
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 40")
    with pytest.raises(StoreError, match=f"cannot write {file}: database or disk is full"):
        store.append("m", [move(1, note="x" * 1_000_000)], standing(1))
    assert (store.events("m"), store.standing("m")) == ([], standing(0))
    store.append("m", [move(1)], standing(1))
    assert store.events("m") == [move(1)]
    store.close()


# PostgreSQL.


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'kibitz\[postgres\]'"):
        Store("postgresql://user@host/table").open()


def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    pytest.importorskip("psycopg")
    port = free_port()
    for url in (
        f"postgresql://ann:hunter2@127.0.0.1:{port}/table",
        f"postgresql://ann@127.0.0.1:{port}/table?password=hunter2",
    ):
        message = open_fails(url)
        assert message.startswith(f"cannot open PostgreSQL table on 127.0.0.1:{port}: ")
        assert "refused" in message
        assert "hunter2" not in message


@pytest.mark.needs("postgres")
def test_a_database_that_postgresql_refuses_is_explained(postgres: PostgresServer) -> None:
    assert 'database "nowhere" does not exist' in open_fails(postgres.url("nowhere"))
    url = postgres.new_database()
    read_only = f"{url}?options=-c%20default_transaction_read_only%3Don"
    assert open_fails(read_only).endswith(": it is read-only")
    ascii_only = postgres.new_database("TEMPLATE template0 ENCODING 'SQL_ASCII'")
    assert open_fails(ascii_only).endswith(": its encoding is SQL_ASCII, expected UTF8")
    postgres.execute("CREATE ROLE guest LOGIN")
    guest = url.replace("postgres@", "guest@")
    assert "permission denied for schema public" in open_fails(guest)


@pytest.mark.needs("postgres")
def test_other_tables_may_share_the_database_unless_they_have_our_names(
    postgres: PostgresServer,
) -> None:
    shared = postgres.new_database()
    postgres.execute("CREATE TABLE songs (name TEXT)", shared.rpartition("/")[2])
    store = Store(shared)
    store.open()
    store.close()
    taken = postgres.new_database()
    postgres.execute("CREATE TABLE matches (name TEXT)", taken.rpartition("/")[2])
    assert open_fails(taken).endswith("it has tables of something else (matches)")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits long for a server that restarts, as a machine under load may take its time."""
    monkeypatch.setattr(module, "PAUSES", (0.0, *[0.1] * 500))
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 60.0)


@pytest.mark.needs("postgres")
def test_a_store_survives_a_restart_of_postgresql(postgres: PostgresServer, patient: None) -> None:
    store = Store(postgres.new_database())
    store.open()
    create(store)
    for mode in ("fast", "immediate"):
        before = len(store.events("m"))
        postgres.stop(mode)
        postgres.start()
        append_next(store, "m", mode)
        assert len(store.events("m")) == before + 1
    store.close()


@pytest.mark.needs("postgres")
def test_no_event_is_lost_or_doubled_while_postgresql_crashes(
    postgres: PostgresServer, patient: None
) -> None:
    store = Store(postgres.new_database())
    store.open()
    stop = threading.Event()
    names = ["a", "b", "c"]
    for name in names:
        create(store, name)

    def play(name: str) -> int:
        seq = 0
        while not stop.is_set():
            # Nobody else writes this match, so a conflict would be with the writer itself.
            seq += 1
            store.append(name, [move(seq, f"k{seq}", at=time.time())], standing(seq))
        return seq

    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, name) for name in names]
        for _ in range(2):
            time.sleep(0.2)
            postgres.stop("immediate")
            postgres.start()
        time.sleep(0.2)
        stop.set()
        written = [each.result() for each in playing]
    assert [len(store.events(name)) for name in names] == written
    store.close()


@pytest.mark.needs("postgres")
def test_a_lost_answer_to_a_commit_is_no_conflict(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(postgres.new_database())
    store.open()
    create(store)
    engine = store._engine()[0]
    commit = engine.dialect.do_commit
    losses = [1]

    def lose(connection: PoolProxiedConnection) -> None:
        commit(connection)
        if losses:
            losses.pop()
            assert connection.dbapi_connection is not None
            connection.dbapi_connection.close()
            raise engine.dialect.loaded_dbapi.OperationalError("the answer is lost")

    monkeypatch.setattr(engine.dialect, "do_commit", lose)
    store.append("m", [move(1)], standing(1))
    losses.append(1)
    store.create(header("n"), {0: "ann"}, [move(1)], standing(1))
    losses.append(1)
    store.claim_seat("n", 1, "bob", move(2), standing(2))
    assert not losses
    assert store.events("m") == [move(1)]
    assert store.events("n") == [move(1), move(2)]
    with pytest.raises(Conflict):
        store.append("m", [move(1)], standing(1))
    store.close()


@pytest.mark.needs("postgres")
def test_a_server_that_stays_away_is_an_error_after_some_seconds(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSES", (0.0, 0.05))
    store = Store(postgres.new_database())
    store.open()
    create(store)
    postgres.stop()
    try:
        with pytest.raises(StoreError, match=r"cannot write PostgreSQL test\d+ on 127.0.0.1"):
            store.append("m", [move(1)], standing(1))
        with pytest.raises(StoreError, match="cannot read PostgreSQL"):
            store.events("m")
    finally:
        postgres.start()
    store.append("m", [move(1)], standing(1))
    assert store.events("m") == [move(1)]
    store.close()


# Listening.


def test_on_sqlite_nobody_is_told() -> None:
    store = Store("sqlite://")
    store.open()
    told: list[tuple[str, int]] = []
    store.listen(lambda match, seq: told.append((match, seq)))
    create(store)
    store.append("m", [move(1)], standing(1))
    store.close()
    assert told == []


@pytest.fixture
def two_servers(postgres: PostgresServer) -> Iterator[tuple[Store, Store]]:
    url = postgres.new_database()
    stores = Store(url), Store(url)
    for each in stores:
        each.open()
    yield stores
    for each in stores:
        each.close()


@pytest.mark.needs("postgres")
def test_a_server_is_told_of_what_another_appends(two_servers: tuple[Store, Store]) -> None:
    one, two = two_servers
    told: list[tuple[str, int, bool]] = []
    # The event is stored before anybody is told.
    two.listen(lambda match, seq: told.append((match, seq, two.events(match)[-1].seq >= seq)))
    create(one, "m")
    create(one, "a b é")
    one.append("m", [move(1), move(2)], standing(2))
    one.claim_seat("m", 0, "hash", move(3), standing(3))
    with pytest.raises(Conflict):
        one.append("m", [move(3)], standing(3))
    one.append("a b é", [move(1)], standing(1))
    assert eventually(lambda: len(told) == 3)
    assert told == [("m", 2, True), ("m", 3, True), ("a b é", 1, True)]


@pytest.mark.needs("postgres")
def test_a_listener_finds_back_and_hears_what_it_missed(
    two_servers: tuple[Store, Store], postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = two_servers
    told: list[tuple[str, int]] = []
    two.listen(lambda match, seq: told.append((match, seq)))
    create(one)
    postgres.stop()
    postgres.start()
    set_standing(one, "m", time.time())
    assert eventually(lambda: ("m", 1) in told)
    # Missed on purpose: the connection dies, and the next one comes after the event.
    subscribe = two._subscribe
    missed = threading.Event()

    def late() -> object:
        missed.wait(10)
        return subscribe()

    monkeypatch.setattr(two, "_subscribe", late)
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    postgres.execute(end)
    set_standing(one, "m", time.time())
    missed.set()
    assert eventually(lambda: ("m", 2) in told)
    set_standing(one, "m", time.time())
    assert eventually(lambda: ("m", 3) in told)


@pytest.mark.needs("postgres")
@pytest.mark.expects_errors
def test_a_listener_that_fails_hears_the_next_event(two_servers: tuple[Store, Store]) -> None:
    one, two = two_servers
    told: list[int] = []

    def fail(match: str, seq: int) -> None:
        told.append(seq)
        raise RuntimeError("no")

    two.listen(fail)
    create(one)
    one.append("m", [move(1)], standing(1))
    one.append("m", [move(2)], standing(2))
    assert eventually(lambda: told == [1, 2])


@pytest.mark.needs("postgres")
def test_a_listener_may_close_its_store(two_servers: tuple[Store, Store]) -> None:
    one, two = two_servers
    two.listen(lambda match, seq: two.close())
    [thread] = two._listeners
    create(one)
    one.append("m", [move(1)], standing(1))
    assert eventually(lambda: not thread.is_alive())
