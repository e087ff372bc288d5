"""Records replay anywhere, and a wrong one is found out at the first move that differs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import (
    RecordError,
    Rng,
    RuleEngine,
    TakenBack,
    read_record,
    replay,
    write_record,
)
from tests.core.nim import Heap, Nim, Take


def played() -> str:
    engine = RuleEngine(Nim(), seed=5, names=["ann", "bob"])
    for count in (1, 2, 1, 3):
        engine.play(Take(count))
    return write_record(engine).text()


def edited(line: int, **changes: object) -> str:
    lines = played().splitlines()
    document = json.loads(lines[line])
    document.update(changes)
    lines[line] = json.dumps(document)
    return "\n".join(lines)


def test_record_replays_to_the_same_states() -> None:
    engine = replay(read_record(played()), Nim(), checked=True)
    assert engine.history == [(0, Take(1)), (1, Take(2)), (0, Take(1)), (1, Take(3))]
    assert engine.names == ["ann", "bob"]
    assert write_record(engine).text() == played()


def test_record_replays_in_another_process() -> None:
    script = (
        "import sys; from kibitz.core import read_record, replay; from tests.core.nim import Nim;"
        "print(replay(read_record(sys.stdin.read()), Nim()).state_hash)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=played(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == replay(read_record(played()), Nim()).state_hash


def test_unfinished_match_is_recorded_too() -> None:
    engine = RuleEngine(Nim(), seed=1)
    engine.play(Take(1))
    record = read_record(write_record(engine).text())
    assert (record.result, record.winner, record.returns) == ("", None, [])
    assert replay(record, Nim()).ply == 1


def test_record_says_what_was_taken_back() -> None:
    engine = RuleEngine(Nim(), seed=1)
    engine.play(Take(1))
    back = [TakenBack(3, ["take 2"]), TakenBack(0, ["take 3", "take 1"])]
    text = write_record(engine, taken_back=back).text()
    assert json.loads(text.splitlines()[-1])["taken_back"][0] == {"after": 3, "moves": ["take 2"]}
    record = read_record(text)
    assert record.taken_back == back
    assert replay(record, Nim()).ply == 1
    assert "taken_back" not in write_record(engine).text()
    assert read_record(write_record(engine).text()).taken_back == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the record is empty"),
        ("\n".join(played().splitlines()[:-1]), "cut off: line 5 holds no result"),
        (played().splitlines()[0], "cut off: line 1 holds no result"),
        (played()[:-20], "record line 6 is not JSON"),
        (played().replace("kibitz-record/1", "kibitz-record/9"), "not a kibitz-record/1 record"),
        ("[]\n{}", "record line 1: expected an object"),
        (edited(-1, taken_back=3), "record line 6: taken_back: expected a list, got 3"),
        (
            edited(-1, taken_back=[{"after": -1, "moves": [7]}]),
            "taken_back[0].moves[0]: expected a text, got 7; taken_back[0].after: expected a whole",
        ),
        (edited(0, seed=True), "seed: expected a whole number or a text, got true"),
        (edited(0, sead=3), "unknown field 'sead'"),
        (edited(0, names="ann"), "names: expected a list"),
        (edited(1, seat=-1), "record line 2: seat: expected a whole number from 0 up"),
        (edited(1, move=3), "record line 2: move: expected an object"),
        (edited(5, moves=3), "4 moves are here; moves were lost or added"),
        (edited(5, returns=["a"]), "returns[0]: expected a finite number"),
        (edited(5, returns=[True]), "returns[0]: expected a finite number"),
        (edited(5, returns=[10**400]), "returns[0]: expected a finite number"),
        (edited(5, returns=[float("inf")]), "returns[0]: expected a finite number"),
        (edited(5, winner="ann"), "winner: expected a whole number from 0 up"),
        (edited(5, winner=True), "winner: expected a whole number from 0 up"),
        (edited(0, options=[1]), "options: expected an object"),
        (edited(0, options="stones"), "options: expected an object"),
    ],
)
def test_unreadable_record_is_refused(text: str, problem: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(text)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (edited(0, game="chess"), "a record of 'chess', not of 'nim'"),
        (edited(0, version=2), "version 2 of the rules of nim; this is version 1"),
        (edited(0, options={"stones": 9}), "played with options {'stones': 9}, not {'stones': 7}"),
        (edited(0, names=["a"]), "nim has 2 seats, the record 1"),
        (edited(0, seed=6), "the deal differs"),
        (edited(2, move={"move": "take", "count": 3}), "move 2 (take 2) leads to another state"),
        (edited(3, move={"move": "take", "count": 9}), "move 3 (take 1) is illegal"),
        (edited(3, move={"move": "grab"}), "move 3 (take 1) cannot be read"),
        (edited(1, seat=1), "move 1 (take 1) is illegal: it is the turn of seat 0"),
        (edited(1, seat=7), "move 1 (take 1) is played by seat 7"),
        (edited(5, result="draw"), "the result differs"),
        (edited(5, winner=0), "the result differs"),
        (edited(5, winner=9), "the result differs"),
        (edited(2, text="take 3"), "move 2 (take 3) is written differently: the move is 'take 2'"),
        (
            edited(0, options={"stones": True}),
            "played with options {'stones': True}, not {'stones': 7}",
        ),
    ],
)
def test_edited_record_is_found_out(text: str, problem: str) -> None:
    with pytest.raises(RecordError) as error:
        replay(read_record(text), Nim())
    assert problem in str(error.value)


@given(st.integers(0, len(played()) - 1), st.characters(max_codepoint=126, min_codepoint=32))
def test_a_changed_character_is_refused_or_without_effect(place: int, character: str) -> None:
    text = played()[:place] + character + played()[place + 1 :]
    try:
        engine = replay(read_record(text), Nim())
    except RecordError:
        return
    assert engine.state_hash == replay(read_record(played()), Nim()).state_hash


def test_every_state_is_hashed_once_however_often_a_record_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hashed: list[str] = []

    class Counted(Nim):
        def setup(self, rng: Rng) -> Heap:
            return CountedHeap(rng, 0, False, "", self.stones)

    class CountedHeap(Heap):
        def clone(self) -> CountedHeap:
            return CountedHeap(self.rng.clone(), self.seat, self.over, self.reason, self.stones)

        def key(self) -> tuple[object, ...]:
            hashed.append(f"{self.stones}")
            return super().key()

    engine = RuleEngine(Counted(), seed=1)
    texts = [write_record(engine).text()]
    for count in (1, 2, 1):
        engine.play(Take(count))
        texts.append(write_record(engine).text())
    assert hashed == ["7", "6", "4", "3"]
    engine.undo()
    assert write_record(engine).text() == texts[2]
    engine.redo()
    assert write_record(engine.fork()).text() == texts[3]
    # A fork is a copy of the last state, so that one is hashed again.
    assert hashed == ["7", "6", "4", "3", "3"]


def test_match_from_a_given_state_has_no_record() -> None:
    engine = RuleEngine(Nim(), seed=1, state=Nim().setup(RuleEngine(Nim(), seed=2).state.rng))
    with pytest.raises(RecordError, match="given state"):
        write_record(engine)
