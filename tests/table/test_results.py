"""Results of the arena as the table lists and reads them."""

import asyncio
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import games
from kibitz.arena.backend import Serial
from kibitz.arena.folder import claim
from kibitz.arena.journal import read_journal, sealed
from kibitz.arena.result import GameResult, Ruling
from kibitz.arena.schedule import deal_seed
from kibitz.arena.series import Matrix
from kibitz.arena.setup import Setup
from kibitz.arena.summary import summarise
from kibitz.arena.tournament import play
from kibitz.arena.tuning import Checkpoint, Search, Trial
from kibitz.core.ranges import Whole
from kibitz.core.record import read_record, replay
from kibitz.core.value import Json
from kibitz.table import results
from kibitz.table.refusal import Refusal
from kibitz.table.results import (
    list_result_games,
    list_results,
    play_again,
    read_game_record,
    read_result,
)
from kibitz.table.workers import Limit, Workers
from tests.arena.played import edit_header
from tests.cli.command import kibitz

Document = dict[str, Any]  # Any: JSON that tests take apart

SETUP = Setup("leduc", ("greedy:worlds=2", "random", "random"), deals=4, seed="deals")
GAMES = 4 * 3 * 2  # deals, pairs of players, seats
PLAYED = play(SETUP, Serial())
RECORDED = replace(SETUP, records="all")
WITH_RECORDS = play(RECORDED, Serial())


def save(path: Path, setup: Setup = SETUP, played: list[GameResult] | None = None) -> Path:
    """Saves a tournament that has come to its end."""
    kept = PLAYED if played is None else played
    folder = claim(path)
    with folder.start(setup.installed()) as journal:
        journal.add(kept)
    folder.write(summarise(setup.installed(), kept), kept, "kibitz arena ...")
    return path


def interrupt(path: Path, setup: Setup = SETUP, count: int = 15) -> Path:
    """Plays a tournament until it is killed in the middle of a line."""
    folder = claim(path)
    done: list[GameResult] = []

    def add(result: GameResult) -> None:
        done.append(result)
        if len(done) == count:
            raise KeyboardInterrupt

    with folder.start(setup.installed()) as journal, pytest.raises(KeyboardInterrupt):
        play(setup, Serial(), journal=journal, on_result=add)
    lines = folder.journal.read_bytes().splitlines(keepends=True)
    folder.journal.write_bytes(b"".join(lines[: count + 1]) + lines[1][:40])
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with one finished tournament and one that was killed."""
    found = tmp_path / "results"
    found.mkdir()
    save(found / "whole")
    interrupt(found / "part")
    (found / "notes").mkdir()
    (found / "readme.txt").write_text("not a result")
    return found


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Forgets what was read, so that no test sees the files of another."""
    yield
    results.row_of.cache_clear()
    results.computed_summary.cache_clear()


def refused(ask: Callable[..., object], *arguments: Any) -> tuple[str, str]:
    """Returns the code and the words of a refusal, which must be fit to be sent."""
    with pytest.raises(Refusal) as caught:
        ask(*arguments)
    caught.value.to_json()
    str(caught.value).encode()
    assert caught.value.status in (400, 404, 409)
    return caught.value.code, str(caught.value)


def rows(root: Path) -> dict[str, Document]:
    found: list[Document] = json.loads(json.dumps(list_results(root), allow_nan=False))
    return {row["name"]: row for row in found}


def without_times(summary: Json) -> Document:
    """Returns a summary without the times, which differ between two runs."""
    found: Document = json.loads(json.dumps(summary))
    for standing in found["standings"]:
        del standing["times"]
    return found


# Lists.


def test_list_shows_what_was_played_of_what_was_planned(root: Path) -> None:
    found = rows(root)
    assert sorted(found) == ["part", "whole"]
    whole, part = found["whole"], found["part"]
    assert whole == {
        "name": "whole",
        "kind": "tournament",
        "game": "leduc",
        "agents": ["greedy:worlds=2", "random", "random #2"],
        "unit": "games",
        "played": GAMES,
        "planned": GAMES,
        "deals": 4,
        "deals_played": 4,
        "finished": True,
        "best": "greedy:worlds=2",
        "sure": False,
        "started": whole["started"],
        "changed": whole["changed"],
        "problem": None,
    }
    assert whole["started"] == read_journal(root / "whole" / "journal.jsonl").origin.started  # type: ignore[union-attr]
    assert (part["played"], part["planned"], part["deals_played"]) == (15, GAMES, 2)
    assert not part["finished"]
    assert (part["best"], part["sure"]) == (None, False)


def test_list_is_empty_without_a_folder(tmp_path: Path) -> None:
    assert list_results(None) == []
    assert list_results(tmp_path / "nowhere") == []
    (tmp_path / "file").touch()
    assert list_results(tmp_path / "file") == []


def test_newest_result_comes_first(root: Path) -> None:
    old = interrupt(root / "old", count=1)
    edit_header(old / "journal.jsonl", '"started":"2', '"started":"1')
    names = [row["name"] for row in list_results(root)]
    assert names[-1] == "old"
    assert len(names) == 3


def test_folder_of_one_tournament_is_listed_by_its_own_name(root: Path) -> None:
    assert [row["name"] for row in list_results(root / "part")] == ["part"]
    assert read_result(root / "part", "part")["played"] == 15
    assert refused(read_result, root / "part", "whole")[0] == "RESULT_NOT_FOUND"


def test_list_follows_a_tournament_that_goes_on(root: Path) -> None:
    assert rows(root)["part"]["played"] == 15
    journal = root / "part" / "journal.jsonl"
    with journal.open("ab") as file:
        file.write(b"\n" + sealed(PLAYED[20].to_json()))
    assert rows(root)["part"]["played"] == 16


def test_damaged_result_is_listed_with_its_problem(root: Path) -> None:
    (root / "whole" / "journal.jsonl").write_bytes(b"{}\n")
    (root / "part" / "journal.jsonl").unlink()
    (root / "part" / "ladder.json").write_text("[")
    found = rows(root)
    assert found["whole"]["problem"].startswith("whole: journal.jsonl, line 1: not the header of a")
    assert found["part"]["problem"].startswith("part: ladder.json is not JSON: ")
    assert sorted(found["part"]) == ["changed", "kind", "name", "problem"]


def test_tournament_that_a_test_has_decided_is_finished(root: Path) -> None:
    setup = Setup("leduc", ("greedy", "random"), deals=2000, seed=1, sprt="0:3")
    played = play(setup, Serial())
    assert len(played) < setup.size()
    save(root / "tested", setup, played)
    row = rows(root)["tested"]
    assert (row["played"], row["finished"]) == (len(played), True)
    assert read_result(root, "tested")["finished"]
    # Without its summary, the list does not tell: that would need all results.
    (root / "tested" / "summary.json").unlink()
    assert not rows(root)["tested"]["finished"]
    found: Any = read_result(root, "tested")
    assert (found["summary"]["sprt"]["verdict"], found["finished"]) == ("H0", True)
    # A game that ended after the decision does not count, so the summary is still right.
    last = setup.schedule().fixture(len(played))
    more = replace(played[-1], number=last.number, deal=last.deal, players=last.players)
    save(root / "late", setup, played)
    with (root / "late" / "journal.jsonl").open("ab") as file:
        file.write(sealed(more.to_json()))
    os.utime(root / "late" / "summary.json")
    assert rows(root)["late"]["finished"]


# Ladders, matrices, searches.


def test_ladder_is_listed_and_its_matches_are_parts(root: Path) -> None:
    words = "ladder leduc greedy --from 1 --steps 2 --deals 2 --seed 0 --workers 1 --out"
    assert kibitz(*words.split(), str(root / "steps")).code == 0
    row = rows(root)["steps"]
    assert (row["kind"], row["unit"]) == ("ladder", "matches")
    assert (row["played"], row["planned"], row["finished"]) == (2, 2, True)
    assert (row["agents"], row["deals"]) == (["greedy"], 2)
    found: Any = read_result(root, "steps")
    assert found["parts"] == ["2-1", "4-2"]
    assert [rung["budget"] for rung in found["summary"]["rungs"]] == [1, 2, 4]
    part: Any = read_result(root, "steps", "2-1")
    assert (part["name"], part["kind"], part["played"]) == ("2-1", "tournament", 4)
    assert row["started"] == part["started"]
    page: Any = list_result_games(root, "steps", 0, 50, "2-1")
    assert [each["number"] for each in page["games"]] == [0, 1, 2, 3]
    assert "hash" in play_again(60.0, root, "steps", 3, "2-1")
    code, words = refused(list_result_games, root, "steps")
    assert (code, words) == (
        "RESULT_NOT_FOUND",
        "steps is a ladder: name one of its tournaments as the part",
    )
    shutil.rmtree(root / "steps" / "4-2")
    (root / "steps" / "2-1" / "journal.jsonl").write_text("damaged")
    results.row_of.cache_clear()
    row = rows(root)["steps"]
    assert (row["played"], row["finished"], row["started"]) == (1, False, None)
    assert refused(read_result, root, "steps", "4-2")[0] == "RESULT_NOT_FOUND"
    assert refused(read_result, root, "steps", "../whole")[0] == "RESULT_NOT_FOUND"


def test_matrix_and_search_are_listed(root: Path) -> None:
    agent = SETUP.players[0]
    matrix = Matrix("gundam", {"first": "0"}, agent, "decks", ("A", "B", "C"), 5, 0)
    (root / "decks").mkdir()
    document: Document = {"matrix": matrix.to_json(), "cells": [], "totals": []}
    (root / "decks" / "matrix.json").write_text(json.dumps(document))
    row = rows(root)["decks"]
    assert (row["kind"], row["game"], row["played"], row["planned"]) == ("matrix", "gundam", 0, 6)
    assert read_result(root, "decks")["summary"] == document

    search = Search(SETUP, {"horizon": Whole(0, 4)}, trials=2, confirm=10)
    trial = Trial(0, agent, {"horizon": "0"}, (Checkpoint(4, 0.5, 0.0, 0.5),), False)
    better = replace(trial, number=1, checkpoints=(Checkpoint(4, 0.6, 0.1, 0.6),))
    (root / "search").mkdir()
    for tried, confirmation, finished in [
        ([trial], None, False),
        ([trial, better], None, False),
        ([trial, better], {"played": 9}, True),
        ([better, replace(trial, number=1)], None, False),
        ([replace(better, number=0), replace(trial, number=1)], None, True),
    ]:
        written = {
            **search.to_json(),
            "tried": [each.to_json() for each in tried],
            "confirmation": confirmation,
        }
        (root / "search" / "tuning.json").write_text(json.dumps(written))
        results.row_of.cache_clear()
        row = rows(root)["search"]
        assert (row["unit"], row["played"], row["planned"]) == ("trials", len(tried), 2)
        assert row["finished"] == finished


# Summaries.


def test_summary_of_a_finished_tournament_is_the_one_in_its_folder(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "summarise", lambda *_: pytest.fail("it need not be computed"))
    found: Any = read_result(root, "whole")
    assert found["summary"] == json.loads((root / "whole" / "summary.json").read_text())
    assert found["summary"]["command"] == "kibitz arena ..."
    assert {each["label"] for each in found["summary"]["standings"]} == {*SETUP.labels}
    assert (found["problems"], found["parts"], found["finished"]) == ([], [], True)


def test_summary_of_an_unfinished_tournament_is_computed_from_its_journal(root: Path) -> None:
    content = read_journal(root / "part" / "journal.jsonl")
    assert len(content.results) == 15
    expected = summarise(content.setup, content.results)
    found: Any = read_result(root, "part")
    assert found["summary"] == json.loads(json.dumps(expected.to_json()))
    assert (found["summary"]["played"], found["summary"]["planned"]) == (15, GAMES)


@pytest.mark.parametrize("how", ["missing", "old", "damaged", "of other games", "incomplete"])
def test_summary_that_is_not_up_to_date_is_computed_again(root: Path, how: str) -> None:
    path = root / "whole" / "summary.json"
    before = read_result(root, "whole")["summary"]
    document: Document = json.loads(path.read_text())
    if how == "missing":
        path.unlink()
    elif how == "old":
        document["played"], document["skipped"] = 0, GAMES
        path.write_text(json.dumps(document))
        os.utime(path, (1, 1))
    elif how == "damaged":
        path.write_text(path.read_text()[:-30])
    elif how == "of other games":
        document["setup"]["seed"] = "other"
        path.write_text(json.dumps(document))
    else:
        del document["standings"]
        path.write_text(json.dumps(document))
    after = read_result(root, "whole")["summary"]
    assert isinstance(before, dict)
    del before["command"]
    assert without_times(after) == without_times(before)


def test_damaged_lines_are_named_and_left_out(root: Path) -> None:
    journal = root / "part" / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"plies":', b'"plies":1')
    lines[5] = b"?\n"
    journal.write_bytes(b"".join(lines))
    found: Any = read_result(root, "part")
    assert found["summary"]["played"] == 13
    assert found["problems"] == [
        "journal.jsonl, line 4: the checksum does not fit; the line was damaged or edited",
        "journal.jsonl, line 6: the checksum does not fit; the line was damaged or edited",
    ]
    page: Any = list_result_games(root, "part")
    assert [each["number"] for each in page["games"]] == [0, 1, 3, *range(5, 15)]
    assert refused(read_game_record, root, "part", 2) == (
        "RESULT_UNREADABLE",
        "part: the line of game 2 is damaged",
    )
    assert refused(read_game_record, root, "part", 4)[0] == "RESULT_NOT_FOUND"


# Games.


def test_games_come_in_pages_with_all_that_a_replay_needs(root: Path) -> None:
    first: Any = list_result_games(root, "whole", 0, 10)
    assert (first["game"], first["options"], first["rules"]) == ("leduc", {}, 1)
    assert (first["total"], first["next"], first["repeatable"]) == (GAMES, 10, True)
    second: Any = list_result_games(root, "whole", first["next"], 10)
    third: Any = list_result_games(root, "whole", second["next"], 10)
    assert (second["next"], third["next"], len(third["games"])) == (20, None, 4)
    listed = [*first["games"], *second["games"], *third["games"]]
    assert [each["number"] for each in listed] == [*range(GAMES)]
    for row, result in zip(listed, PLAYED, strict=True):
        assert row["seed"] == deal_seed("deals", result.deal) == f"deals/{row['deal']}"
        assert (row["winner"], row["reason"]) == (result.winner, result.reason)
        assert (row["plies"], row["hash"], row["record"]) == (result.plies, result.hash, False)
        assert [seat["return"] for seat in row["seats"]] == [*result.returns]
        players = [SETUP.labels[player] for player in result.players]
        assert [seat["player"] for seat in row["seats"]] == players
        assert all(seat["agent"] in ("greedy:worlds=2", "random") for seat in row["seats"])
        assert row["ruling"] is None
    empty: Any = list_result_games(root, "whole", GAMES)
    assert (empty["games"], empty["next"]) == ([], None)


def test_games_are_in_the_order_of_the_schedule_and_say_what_the_referee_did(root: Path) -> None:
    ruling = Ruling("forfeit", 1, "it failed")
    save(root / "late", SETUP, [replace(PLAYED[5], ruling=ruling), *PLAYED[2:4]])
    page: Any = list_result_games(root, "late")
    assert [each["number"] for each in page["games"]] == [2, 3, 5]
    last = page["games"][-1]
    assert last["ruling"] == {"kind": "forfeit", "seat": 1, "error": "it failed"}


@pytest.mark.parametrize(("start", "limit"), [(-1, 5), (0, 0), (0, 501)])
def test_page_outside_the_limits_is_refused(root: Path, start: int, limit: int) -> None:
    code, words = refused(list_result_games, root, "whole", start, limit)
    assert code == "INVALID_REQUEST"
    assert f"start={start}, limit={limit}: expected" in words


# Records.


def test_record_that_was_kept_is_read_and_can_be_replayed(root: Path) -> None:
    save(root / "kept", RECORDED, WITH_RECORDS)
    interrupt(root / "killed", RECORDED)  # before any record was written to a file of its own
    for name in ("kept", "killed"):
        page: Any = list_result_games(root, name)
        assert all(each["record"] for each in page["games"])
        for number in (0, 7, 14):
            record = read_record(read_game_record(root, name, number))
            engine = replay(record, games.load("leduc"))
            assert engine.state_hash == PLAYED[number].hash
            agents = [seat["agent"] for seat in page["games"][number]["seats"]]
            assert [name.removesuffix(" #2") for name in record.names] == agents


def test_record_that_was_not_kept_is_refused_and_made_by_playing_again(root: Path) -> None:
    assert refused(read_game_record, root, "whole", 3) == (
        "RECORD_NOT_KEPT",
        "the record of game 3 of whole was not kept",
    )
    for number in (0, 3, GAMES - 1):
        assert play_again(60.0, root, "whole", number) == WITH_RECORDS[number].record
    for ask in (
        lambda: play_again(60.0, root, "part", 20),
        lambda: read_game_record(root, "part", 20),
    ):
        assert refused(ask) == ("RESULT_NOT_FOUND", "there is no game 20 in this tournament")


def test_game_is_played_again_in_a_worker(root: Path) -> None:
    async def run() -> Json:
        workers = Workers(1, grace=1.0)
        await workers.start()
        try:
            return await workers.run(play_again, root, "whole", 2, limit=Limit(60.0))
        finally:
            await workers.stop()

    assert asyncio.run(run()) == WITH_RECORDS[2].record


def test_game_that_differs_when_it_is_played_again_is_refused(root: Path) -> None:
    save(root / "other", SETUP, [replace(PLAYED[0], hash="another"), *PLAYED[1:]])
    assert refused(play_again, 60.0, root, "other", 0) == (
        "RESULT_NOT_REPEATABLE",
        "other: game 0 was different when it was played again",
    )
    assert play_again(60.0, root, "other", 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"move_ms":null', '"move_ms":500', "games with a time limit differ from run to run"),
        ('"random"', '"ismcts:ms=5"', "games with a time limit differ from run to run"),
        ('"chance":2', '"chance":1', "the agents of this version of kibitz draw other random num"),
        ('"rules":1', '"rules":7', "set up for version 7 of the rules of leduc; version 1 is"),
        ('"packages":["kibitz ', '"packages":["kibitz 9', "which may play differently"),
        ('"random"', '"shutil:Error"', "shutil:Error is not the name of an installed agent"),
        ('"random"', '"nobody"', "leduc has no agent 'nobody'"),
        ('"random"', '"human"', "human cannot play in the arena"),
    ],
)
def test_tournament_that_cannot_be_repeated_is_refused(
    root: Path, old: str, new: str, words: str
) -> None:
    edit_header(root / "whole" / "journal.jsonl", old, new)
    page: Any = list_result_games(root, "whole")
    assert len(page["games"]) == GAMES
    code, said = refused(play_again, 60.0, root, "whole", 3)
    assert code == "RESULT_NOT_REPEATABLE"
    assert said.startswith("whole: ")
    assert words in said


def test_record_of_another_game_is_refused(root: Path) -> None:
    swapped = [replace(WITH_RECORDS[0], record=WITH_RECORDS[10].record)]
    save(root / "swapped", RECORDED, [*swapped, replace(PLAYED[1], record="{}\n")])
    assert refused(read_game_record, root, "swapped", 0) == (
        "RESULT_UNREADABLE",
        "swapped: the record of game 0 is that of another game",
    )
    assert refused(read_game_record, root, "swapped", 1)[0] == "RESULT_UNREADABLE"


# Names, links and sizes.

WRONG = [
    "",
    ".",
    "..",
    "../results/whole",
    "whole/",
    "/",
    "whole/../whole",
    "a\\b",
    "a\0b",
    "é" * 200,
]


@pytest.mark.parametrize(
    "name", [*WRONG, "nothing", "readme.txt", "notes", "WHOLE", "\ud800", ".x"]
)
def test_name_that_is_not_of_a_result_is_refused(root: Path, name: str) -> None:
    shutil.copytree(root / "whole", root / ".x")
    for ask in (read_result, list_result_games):
        assert refused(ask, root, name)[0] == "RESULT_NOT_FOUND"
    assert refused(read_game_record, root, name, 0)[0] == "RESULT_NOT_FOUND"
    assert refused(play_again, 60.0, root, name, 0)[0] == "RESULT_NOT_FOUND"
    assert sorted(rows(root)) == ["part", "whole"]
    if name:
        assert refused(read_result, root, "whole", name)[0] == "RESULT_NOT_FOUND"


def test_absolute_path_is_no_name(root: Path) -> None:
    assert refused(read_result, root, str(root / "whole"))[0] == "RESULT_NOT_FOUND"
    assert refused(read_result, None, "whole")[0] == "RESULT_NOT_FOUND"


def test_links_are_not_followed(root: Path, tmp_path: Path) -> None:
    outside = save(tmp_path / "outside")
    (root / "link").symlink_to(outside)
    (root / "inner").symlink_to(root / "whole")
    (root / "file").mkdir()
    (root / "file" / "journal.jsonl").symlink_to(outside / "journal.jsonl")
    assert sorted(rows(root)) == ["part", "whole"]
    for name in ("link", "inner", "file"):
        assert refused(read_result, root, name)[0] == "RESULT_NOT_FOUND"
    # A summary that is a link is not read either: it is computed.
    (root / "part" / "summary.json").symlink_to(outside / "summary.json")
    found: Any = read_result(root, "part")
    assert found["summary"]["played"] == 15


def test_pipe_is_not_opened(root: Path) -> None:
    (root / "pipe").mkdir()
    os.mkfifo(root / "pipe" / "journal.jsonl")
    os.mkfifo(root / "part" / "summary.json")
    assert sorted(rows(root)) == ["part", "whole"]
    assert refused(read_result, root, "pipe")[0] == "RESULT_NOT_FOUND"
    assert read_result(root, "part")["played"] == 15


def test_file_that_is_too_large_is_not_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST_JOURNAL", 1_000)
    words = "whole: journal.jsonl is too large: expected at most 0 MB"
    assert refused(read_result, root, "whole") == ("RESULT_UNREADABLE", words)
    assert rows(root)["whole"]["problem"] == words
    monkeypatch.setattr(results, "MOST_JOURNAL", 10_000_000)
    monkeypatch.setattr(results, "MOST_DOCUMENT", 100)
    found: Any = read_result(root, "whole")
    assert "command" not in found["summary"]  # it was computed


def test_options_that_name_a_file_of_the_server_are_refused(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("60 very secret words")
    setup: Document = {**SETUP.installed().to_json(), "game": "gundam"}
    setup["options"] = {"decks": f"A / @{secret}"}
    first: Json = {"arena": 2, "kibitz": "0.1.0", "setup": setup}
    (root / "whole" / "journal.jsonl").write_bytes(sealed(first))
    matrix = {"matrix": {**setup, "agent": "greedy", "option": "first", "values": ["0", "1"]}}
    (root / "decks").mkdir()
    (root / "decks" / "matrix.json").write_text(json.dumps(matrix))
    reason = "an option of its game names a file of this machine"
    for name in ("whole", "decks"):
        assert refused(read_result, root, name) == ("RESULT_UNREADABLE", f"{name}: {reason}")
        assert rows(root)[name]["problem"] == f"{name}: {reason}"


def test_result_that_is_removed_while_it_is_read_is_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "is_file", lambda path: True)
    shutil.rmtree(root / "part")
    (root / "part").mkdir()
    assert refused(read_result, root, "part")[0] == "RESULT_NOT_FOUND"
    assert rows(root)["part"]["problem"] == "there is no result 'part'"


def test_numbers_that_json_does_not_have_are_refused(root: Path) -> None:
    path = root / "whole" / "summary.json"
    path.write_text(path.read_text().replace('"mean":', '"mean": NaN, "before":', 1))
    code, words = refused(read_result, root, "whole")
    assert (code, words) == (
        "RESULT_UNREADABLE",
        "whole: it has numbers or characters that cannot be sent",
    )


# Damage of all kinds.


def answer_or_refusal(root: Path, name: str) -> None:
    """Asks everything about a result; each answer is JSON, and each error a refusal."""
    json.dumps(list_results(root), ensure_ascii=False, allow_nan=False).encode()
    for ask in (
        lambda: read_result(root, name),
        lambda: list_result_games(root, name, 0, 500),
        lambda: read_game_record(root, name, 1),
        lambda: play_again(60.0, root, name, 1),
    ):
        try:
            document = ask()
        except Refusal as error:
            document = error.to_json()
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()


@pytest.fixture(scope="module")
def journal_of_records(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal with the records of four games."""
    setup = replace(RECORDED, players=("random", "random"), deals=2)
    path = save(tmp_path_factory.mktemp("fuzz") / "whole", setup, play(setup, Serial()))
    return (path / "journal.jsonl").read_bytes()


def write_journal(root: Path, content: bytes, summary: bytes | None = None) -> None:
    folder = root / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "journal.jsonl").write_bytes(content)
    if summary is not None:
        (folder / "summary.json").write_bytes(summary)
    results.row_of.cache_clear()
    results.computed_summary.cache_clear()


@given(data=st.data())
@settings(max_examples=100)
def test_any_damage_to_the_bytes_of_a_journal_is_survived(
    data: st.DataObject, journal_of_records: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.getbasetemp() / "bytes"
    root.mkdir(exist_ok=True)
    content = bytearray(journal_of_records)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = start + data.draw(st.integers(0, 200))
        content[start:end] = data.draw(st.binary(max_size=20))
    write_journal(root, bytes(content))
    answer_or_refusal(root, "damaged")


# What can stand anywhere in a document.
STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**30, -1, 0, 1, 2, 1e308, -1e308, float("inf"), float("nan")]),
    st.text(max_size=8),
    st.sampled_from(["random:seed=\ud800", "os:path", "@/etc/hosts", "leduc", "spire", "0:20"]),
    st.lists(st.integers(-1, 3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def places_in(document: object) -> list[tuple[Any, Any]]:
    """Lists all places in a document, as the object or list and the name or number in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(document, dict):
        inner = [*document.items()]
    elif isinstance(document, list):
        inner = [*enumerate(document)]
    else:
        return found
    for key, value in inner:
        found.append((document, key))
        found += places_in(value)
    return found


@given(data=st.data())
@settings(max_examples=100)
def test_any_change_of_a_journal_with_fitting_checksums_is_survived(
    data: st.DataObject, journal_of_records: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.getbasetemp() / "sealed"
    root.mkdir(exist_ok=True)
    lines = [json.loads(line) for line in journal_of_records.splitlines()]
    for line in lines:
        del line["check"]
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places_in(lines)))
        if holder is not lines:
            holder[key] = data.draw(STRANGE)
    write_journal(root, b"".join(map(sealed, lines)))
    answer_or_refusal(root, "damaged")


@given(data=st.data())
@settings(max_examples=40)
def test_any_change_of_a_summary_is_survived(
    data: st.DataObject, journal_of_records: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.getbasetemp() / "summaries"
    root.mkdir(exist_ok=True)
    write_journal(root, journal_of_records)
    document: Document = json.loads(json.dumps(read_result(root, "damaged")["summary"]))
    holder, key = data.draw(st.sampled_from(places_in(document)))
    holder[key] = data.draw(STRANGE)
    write_journal(root, journal_of_records, json.dumps(document).encode())
    answer_or_refusal(root, "damaged")


@given(name=st.text(), part=st.text())
@settings(max_examples=100)
def test_any_name_is_answered_or_refused(
    name: str, part: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.getbasetemp()
    for ask in (read_result, list_result_games):
        try:
            ask(root, name)
        except Refusal as error:
            json.dumps(error.to_json(), ensure_ascii=False).encode()
    with pytest.raises(Refusal):
        read_result(root, "nothing", part)
