import fcntl
import json
import os
import platform
import random
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO, FileIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import COMPILED, __version__, games
from kibitz.arena.backend import Serial
from kibitz.arena.journal import (
    Journal,
    read_journal,
    read_lines,
    resume_journal,
    sealed,
    start_journal,
)
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.tournament import play, verify
from kibitz.core.value import Json
from tests.arena.played import edit_header

SETUP = Setup("leduc", ("random", "random:seed=1", "random:seed=2"), deals=3, seed="a")
RESULTS = play(SETUP, Serial())


def write(path: Path, results: list[GameResult], setup: Setup = SETUP) -> bytes:
    """Writes a whole journal and returns what is in the file."""
    with start_journal(path, setup) as journal:
        journal.add(results)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


# What is kept.


def test_journal_gives_back_what_was_added(path: Path) -> None:
    with start_journal(path, SETUP) as journal:
        journal.add(RESULTS[4:])
        journal.add([])
        journal.add(RESULTS[:4])
    kept = read_journal(path)
    assert kept.results == RESULTS[4:] + RESULTS[:4]
    assert kept.kibitz == __version__
    assert kept.length == path.stat().st_size


def test_journal_settles_the_versions_of_the_rules_and_agents(path: Path) -> None:
    write(path, [])
    fixed = replace(SETUP, rules=games.describe("leduc").version)
    assert read_journal(path).setup == replace(fixed, packages=(f"kibitz {__version__}",) * 3)


def test_journal_keeps_records_and_the_sequential_test(path: Path) -> None:
    setup = Setup(
        "leduc", ("random", "random"), deals=2, records="all", sprt="0:20", rules=1, seed=0
    )
    results = play(setup, Serial())
    write(path, results, setup)
    kept = read_journal(path)
    assert kept.setup == setup.installed()
    assert kept.results == results
    assert all(result.record for result in kept.results)


def test_journal_is_one_line_of_json_for_the_header_and_each_game(path: Path) -> None:
    lines = write(path, RESULTS).decode().splitlines()
    header = json.loads(lines[0])
    assert (header["arena"], header["kibitz"], header["setup"]["seed"]) == (3, __version__, "a")
    assert [json.loads(line)["number"] for line in lines[1:]] == [*range(len(RESULTS))]


def test_results_are_in_the_file_before_it_is_closed(path: Path) -> None:
    with start_journal(path, SETUP) as journal:
        journal.add(RESULTS[:2])
        assert read_journal(path).results == RESULTS[:2]


def test_game_that_was_played_twice_counts_once(path: Path) -> None:
    again = replace(RESULTS[0], micros=((9, 9), (9, 9)))
    write(path, [*RESULTS[:3], again])
    assert read_journal(path).results == RESULTS[:3]


# As journals were written before there were games for other than two players.
OLD = """\
{"arena":1,"kibitz":"0.1.0","setup":{"game":"leduc","players":["random","greedy:worlds=2"],\
"options":{},"deals":1,"seed":0,"format":"round-robin","records":"none","limit":10000,"rules":1,\
"sprt":null}}
{"number":0,"deal":0,"players":[0,1],"winner":0,"returns":[9.0,-9.0],"reason":"showdown",\
"plies":5,"hash":"e93fb3868c4ffab3","choices":[[2,2,2],[2,3]],"micros":[[27,6,7],[153,107]],\
"record":null}
"""


def test_journal_of_two_seats_is_read_as_ever(path: Path) -> None:
    path.write_text(OLD)
    kept = read_journal(path)
    setup = Setup("leduc", ("random", "greedy:worlds=2"), deals=1, rules=1, seed=0, chance=1)
    assert kept.setup == setup
    assert (kept.format, kept.origin) == (1, None)  # nobody knows when it was started
    assert fingerprint(kept.results) == "b975b8f15de95c50"
    assert json.dumps(kept.results[0].to_json(), separators=(",", ":")) == OLD.splitlines()[1]


def test_journal_of_format_2_is_read_and_has_no_origin(path: Path) -> None:
    first: Json = {"arena": 2, "kibitz": __version__, "setup": SETUP.installed().to_json()}
    lines = [first, *(each.to_json() for each in RESULTS[:3])]
    path.write_bytes(b"".join(map(sealed, lines)))
    content = read_journal(path)
    assert (content.results, content.format, content.origin) == (RESULTS[:3], 2, None)


def test_journal_says_when_and_with_what_it_was_started(path: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    with start_journal(path, SETUP) as journal:
        origin = journal.origin
    assert origin is not None
    assert before <= origin.time <= datetime.now(UTC)
    versions = (__version__, platform.python_version(), COMPILED)
    assert (origin.kibitz, origin.python, origin.compiled) == versions
    assert read_journal(path).origin == origin
    # It stays when the tournament is continued, also with other deals.
    _, journal = resume_journal(path)
    with journal:
        journal.rewrite(replace(SETUP, deals=9), [])
    assert read_journal(path).origin == origin


# Going on.


def test_old_journal_is_not_gone_on_with(path: Path) -> None:
    path.write_text(OLD)
    with pytest.raises(ArenaError, match="set up by an older kibitz, whose agents draw other"):
        resume_journal(path)
    assert path.read_text() == OLD
    with pytest.raises(ArenaError, match="its results can be read, but not continued or repeated"):
        verify(read_journal(path).setup, Serial(), read_journal(path).results, 1)


@pytest.mark.parametrize("cut", [1, 10, 100])
def test_line_that_was_cut_off_is_left_out_and_written_over(path: Path, cut: int) -> None:
    whole = write(path, RESULTS[:5])
    os.truncate(path, len(whole) - cut)
    assert read_journal(path).results == RESULTS[:4]
    kept, journal = resume_journal(path)
    assert path.stat().st_size == kept.length
    with journal:
        journal.add(RESULTS[4:])
    assert kept.results == RESULTS[:4]
    assert read_journal(path).results == RESULTS
    assert path.read_bytes().startswith(whole)


def test_whole_journal_is_gone_on_with_after_its_last_line(path: Path) -> None:
    whole = write(path, RESULTS[:5])
    _, journal = resume_journal(path)
    with journal:
        journal.add(RESULTS[5:])
    assert path.read_bytes().startswith(whole)
    assert read_journal(path).results == RESULTS


def test_journal_of_another_version_is_not_gone_on_with(path: Path) -> None:
    write(path, RESULTS)
    old = edit_header(path, f'"kibitz":"{__version__}"', '"kibitz":"0.0.7"')
    assert read_journal(path).kibitz == "0.0.7"
    with pytest.raises(ArenaError, match=r"written by kibitz 0\.0\.7, and this is"):
        resume_journal(path)
    assert path.read_bytes() == old


def test_write_that_was_interrupted_leaves_nothing_in_between(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        """Writes a part, then Ctrl-C comes."""

        def __init__(self, path: Path) -> None:
            self.file = path.open("r+b", buffering=0)
            self.seek = self.file.seek
            self.close = self.file.close
            self.calls = 0

        def write(self, text: memoryview) -> int:
            self.calls += 1
            if self.calls == 1:
                return self.file.write(text[:10])
            if self.calls == 2:
                raise KeyboardInterrupt
            return self.file.write(text)

    start = len(write(path, []))
    # Not a FileIO, but all that a journal uses of one.
    journal = Journal(path, Interrupted(path), start)  # type: ignore[arg-type]  # a stand-in
    with journal:
        with pytest.raises(KeyboardInterrupt):
            journal.add(RESULTS)
        assert read_journal(path).results == []
        journal.add(RESULTS)
    assert read_journal(path).results == RESULTS


def test_journal_that_is_open_is_kept_from_others(path: Path) -> None:
    taken = r"games\.jsonl is in use by another process"
    with start_journal(path, SETUP) as journal:
        with pytest.raises(ArenaError, match=taken):
            resume_journal(path)
        journal.add(RESULTS[:2])
    kept, journal = resume_journal(path)
    with journal:
        assert kept.results == RESULTS[:2]
        with pytest.raises(ArenaError, match=taken):
            resume_journal(path)
    resume_journal(path)[1].close()


def test_refused_journal_is_not_kept_from_others(path: Path) -> None:
    path.write_text("{}\n")
    for _ in range(2):
        with pytest.raises(ArenaError, match="line 1: "):
            resume_journal(path)


def test_journal_written_anew_is_gone_on_with_and_still_kept_from_others(path: Path) -> None:
    write(path, RESULTS[:4])
    longer = replace(SETUP, deals=7, rules=1)
    kept, journal = resume_journal(path)
    with journal:
        journal.rewrite(longer, kept.results)
        with pytest.raises(ArenaError, match="is in use by another process"):
            resume_journal(path)
        journal.add(RESULTS[4:])
    assert read_journal(path).setup == longer.installed()
    assert read_journal(path).results == RESULTS
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_journal_replaced_before_it_was_locked_is_not_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, RESULTS[:4])
    flock = fcntl.flock

    def late(file: FileIO, how: int) -> None:
        other = path.with_name("other")
        other.write_bytes(path.read_bytes())
        other.replace(path)
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(ArenaError, match="is in use by another process"):
        resume_journal(path)


def test_journal_that_cannot_be_written_anew_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = write(path, RESULTS[:4])

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    kept, journal = resume_journal(path)
    with journal:
        with monkeypatch.context() as patched:
            patched.setattr(Path, "replace", refuse)
            with pytest.raises(ArenaError, match=r"cannot write .*games\.jsonl: Permission denied"):
                journal.rewrite(replace(SETUP, deals=7, rules=1), kept.results)
        assert path.read_bytes() == whole
        assert [each.name for each in path.parent.iterdir()] == [path.name]
        journal.add(RESULTS[4:])
    assert read_journal(path).results == RESULTS


# Refusals.


def test_journal_is_never_started_over_something_else(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(ArenaError, match=r"games\.jsonl exists; resume it, or choose a new file"):
        start_journal(path, SETUP)
    assert path.read_text() == "precious"


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"cannot write .*x\.jsonl: No such file or directory"):
        start_journal(tmp_path / "no" / "x.jsonl", SETUP)


def test_full_disk_is_reported_and_leaves_no_file(path: Path) -> None:
    full = Path("/dev/full")
    with full.open("r+b", buffering=0) as file:
        journal = Journal(full, file)
        with pytest.raises(ArenaError, match="cannot write /dev/full: No space left on device"):
            journal.add(RESULTS)


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"cannot read .*: Is a directory"):
        read_journal(tmp_path)
    with pytest.raises(ArenaError, match=r"cannot open .*x: No such file or directory"):
        resume_journal(tmp_path / "x")


@pytest.mark.parametrize("text", ["", '{"arena":1', '{"arena":1}'])
def test_file_without_a_whole_line_is_not_a_journal(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(ArenaError, match="is not the journal of a tournament"):
        read_journal(path)


def line_of(place: int, **changed: object) -> str:
    return json.dumps({**RESULTS[place].to_json(), **changed})


def as_old(path: Path, results: list[GameResult]) -> bytes:
    """Writes a journal without checksums and returns what is in the file."""
    setup = replace(SETUP, rules=1)
    header = {"arena": 1, "kibitz": __version__, "setup": setup.to_json()}
    lines = [header, *(result.to_json() for result in results)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path.read_bytes()


WRONG = [
    ("", "not JSON: Expecting value"),
    ("{", "not JSON: Expecting property name"),
    ("\0\0\0", "not JSON"),
    ("[" * 100_000, "nested too deeply"),
    ("9" * 5000, "not JSON: Exceeds the limit"),
    ("[1]", "expected an object"),
    (line_of(2, plies=-1), "plies: expected a whole number from 0 up, got -1"),
    (line_of(2, returns=[10**400, 0]), "returns[0]"),
    (line_of(2, extra=1), "unknown field 'extra'"),
    (line_of(2, number=18), "there is no game 18: the tournament has 18 games"),
    (line_of(2, deal=1), "game 2 is deal 0 with players 0, 2, not deal 1 with players 0, 2"),
    (line_of(2, players=[2, 0]), "not deal 0 with players 2, 0"),
    (line_of(2, ruling={"kind": "late", "seat": None, "error": "x"}), "ruling.seat: expected"),
    (line_of(2, ruling={"kind": "odd", "seat": 0, "error": "x"}), "ruling.kind: unknown 'odd'"),
]


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_wrong_line_of_an_old_journal_is_named_and_left_out(
    path: Path, line: str, words: str
) -> None:
    whole = as_old(path, RESULTS[:2])
    path.write_bytes(whole + line.encode() + b"\n" + line_of(3).encode() + b"\n")
    kept = read_journal(path)
    assert kept.results == [*RESULTS[:2], RESULTS[3]]
    (problem,) = kept.problems
    assert problem.startswith(f"{path}, line 4: ")
    assert words in problem


@pytest.mark.parametrize("changed", [{"hash": "f00"}, {"reason": "else"}])
def test_game_with_two_different_results_has_none(path: Path, changed: dict[str, Json]) -> None:
    again = {**RESULTS[0].to_json(), **changed}
    path.write_bytes(write(path, RESULTS[:2]) + sealed(again))
    kept = read_journal(path)
    assert kept.results == RESULTS[1:2]
    assert kept.problems == (f"{path}, line 4: game 0 has two different results",)


def test_text_that_is_not_utf_8_is_named(path: Path) -> None:
    path.write_bytes(as_old(path, []) + b"\xff\xfe\n")
    (problem,) = read_journal(path).problems
    assert "line 2: not JSON: 'utf-8' codec can't decode" in problem


@pytest.mark.parametrize("changed", [b"{}", b'{"number":2}', RESULTS[2].to_json()])
def test_line_without_a_fitting_checksum_is_named_and_removed(
    path: Path, changed: bytes | dict[str, object]
) -> None:
    line = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
    path.write_bytes(write(path, RESULTS[:2]) + line + b"\n" + sealed(RESULTS[3].to_json()))
    kept, journal = resume_journal(path)
    with journal:
        assert kept.problems == (
            f"{path}, line 4: the checksum does not fit; the line was damaged or edited",
        )
        assert kept.results == [*RESULTS[:2], RESULTS[3]]
        journal.add(RESULTS[2:3])
    again = read_journal(path)
    assert again.problems == ()
    assert again.results == [*RESULTS[:2], RESULTS[3], RESULTS[2]]


def test_no_flipped_byte_is_accepted(path: Path) -> None:
    whole = write(path, RESULTS)
    known = {result.number: result for result in RESULTS}
    rng = random.Random(7)
    for _ in range(500):
        place, other = rng.randrange(len(whole)), rng.randrange(1, 256)
        damaged = bytearray(whole)
        damaged[place] ^= other
        path.write_bytes(damaged)
        if place < whole.index(b"\n") + 1:
            with pytest.raises(ArenaError, match=r"games\.jsonl"):
                read_journal(path)
            continue
        kept = read_journal(path)
        assert all(result == known[result.number] for result in kept.results)
        # The end of the last line looks like a process that was killed while it wrote.
        assert kept.problems or place == len(whole) - 1
        assert len(kept.results) >= len(RESULTS) - 2


ORIGIN: dict[str, Json] = {
    "started": "2026-01-31T12:00:00+00:00",
    "kibitz": "0.1.0",
    "python": "3.11.2",
    "compiled": False,
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"arena": 4}, "arena: written by a later version of kibitz"),
        ({"arena": 2}, "unknown field 'origin'"),
        ({"origin": {**ORIGIN, "started": "soon"}}, "origin.started: expected a date and time"),
        ({"origin": {**ORIGIN, "compiled": 1}}, "origin.compiled: expected true or false"),
        ({"origin": {}}, "origin: field 'python' is missing"),
        ({"arena": "1"}, "arena: expected a whole number from 1 up"),
        ({"kibitz": 3}, "kibitz: expected a text"),
        ({"name": "x"}, "unknown field 'name'"),
        ({"setup": {}}, "not the setup of a tournament"),
        ({"setup": {**SETUP.to_json(), "players": ["random"]}}, "at least two players, not 1"),
    ],
)
def test_wrong_header_is_refused(path: Path, changed: dict[str, Json], words: str) -> None:
    header = json.loads(write(path, []))
    del header["check"]
    path.write_bytes(sealed({**header, **changed}))
    with pytest.raises(ArenaError) as caught:
        read_journal(path)
    assert f"{path}, line 1: " in str(caught.value)
    assert words in str(caught.value)


# Whatever the file holds.

HEADER = json.dumps({"arena": 1, "kibitz": __version__, "setup": SETUP.to_json()}).encode()
WHOLE = b"\n".join([HEADER, *(json.dumps(each.to_json()).encode() for each in RESULTS[:4]), b""])
NEW = b"".join(
    [
        sealed({"arena": 3, "kibitz": __version__, "setup": SETUP.to_json(), "origin": {**ORIGIN}}),
        *(sealed(each.to_json()) for each in RESULTS[:4]),
    ]
)
ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**300, 10**400)
    | st.floats()
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def survives(text: bytes) -> None:
    """Reads anything; whatever is refused is refused in the one way."""
    try:
        kept = read_lines(Path("x"), BytesIO(text))
    except ArenaError:
        return
    assert len({result.number for result in kept.results}) == len(kept.results)
    assert kept.length <= len(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    survives(text)
    survives(HEADER + b"\n" + text)


@given(st.integers(0, len(WHOLE) - 1), st.binary(max_size=4), st.integers(0, 20))
def test_any_damage_is_read_over_or_refused(place: int, damage: bytes, lost: int) -> None:
    survives(WHOLE[:place] + damage + WHOLE[place + lost :])
    survives(NEW[:place] + damage + NEW[place + lost :])


@given(st.sampled_from(sorted(RESULTS[2].to_json())), ODD)
def test_any_value_of_a_result_is_read_or_refused(name: str, value: object) -> None:
    survives(WHOLE + json.dumps({**RESULTS[2].to_json(), name: value}).encode() + b"\n")


@given(st.sampled_from(sorted(SETUP.to_json())), ODD)
def test_any_value_of_a_setup_is_read_or_refused(name: str, value: object) -> None:
    setup = {**SETUP.to_json(), name: value}
    survives(json.dumps({"arena": 1, "kibitz": "1", "setup": setup}).encode() + b"\n")


@given(st.integers(0, len(WHOLE)))
def test_journal_cut_off_anywhere_keeps_every_whole_line(end: int) -> None:
    if end <= len(HEADER):
        with pytest.raises(ArenaError):
            read_lines(Path("x"), BytesIO(WHOLE[:end]))
    else:
        kept = read_lines(Path("x"), BytesIO(WHOLE[:end]))
        assert kept.results == RESULTS[: WHOLE[:end].count(b"\n") - 1]
        assert WHOLE[: kept.length].endswith(b"\n")
