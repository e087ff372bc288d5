import csv
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import kibitz as package
from kibitz.arena import journal as journal_module
from kibitz.arena.backend import ProcessPool
from kibitz.arena.folder import ResultsFolder
from kibitz.arena.journal import Journal, JournalContent, read_journal, resume_journal
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Setup
from kibitz.core import read_record, replay
from kibitz.games import load, names
from tests.arena.played import edit_header
from tests.arena.stage import offer_stage
from tests.cli.command import (
    PATIENCE,
    command,
    default_signals,
    environment,
    kibitz,
    printed,
    read_until,
)
from tests.cli.test_play import Terminal
from tests.games.test_catalogue import offer_game

pytestmark = pytest.mark.usefixtures("elsewhere")

PLAYERS = ("leduc", "random", "greedy:worlds=2", "--seed", "0")
# Played in this process, see `one_worker_is_this_process`.
QUICK = ("arena", *PLAYERS, "--workers", "1", "--deals", "5")
ROOT = Path(__file__).parents[2]
PACKAGES = Path(package.__file__).parents[1]


# On the screen.


def test_arena_prints_who_is_better_and_with_what_confidence() -> None:
    result = kibitz(*QUICK)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("Leduc hold'em  10 games, every deal played from both seats")
    heads = ["player", "chips", "95", "%", "won", "drawn", "lost", "score", "95", "%"]
    assert lines[1].split() == heads
    assert {lines[2].split()[0], lines[3].split()[0]} == {"random", "greedy:worlds=2"}
    for label in ("difference  random ", "pairs       2-0 ", "moves       mean ", "choices    "):
        assert f"\n{label}" in result.out
    assert "\nfirst seat  " in result.out
    assert "\nendings     " in result.out
    assert "time per decision" in result.out
    assert "to repeat: kibitz arena leduc random greedy:worlds=2 --deals 5 --seed 0\n" in result.out
    assert "\033" not in result.out


def test_arena_lists_the_pairings_of_many() -> None:
    out = kibitz(*QUICK, "random").out  # three agents
    assert "\nrandom - greedy:worlds=2  " in out
    assert "\nrandom - random #2  " in out
    assert "\ngreedy:worlds=2 - random #2  " in out
    assert "difference" not in out


def test_arena_lets_the_first_meet_the_others_in_a_gauntlet() -> None:
    out = kibitz(*QUICK, "random", "--format", "gauntlet").out
    assert "20 games" in out
    assert "\nrandom - random #2  " in out
    assert "\ngreedy:worlds=2 - " not in out
    assert "--format gauntlet\n" in out


def test_arena_prints_the_summary_for_machines() -> None:
    document = printed(kibitz(*QUICK, "--seed", "word", "--json"))
    assert document["played"] == document["planned"] == 10
    assert isinstance(document["setup"], dict)
    assert document["setup"]["seed"] == "word"
    assert document["setup"]["rules"] == load("leduc").version
    repeat = "kibitz arena leduc random greedy:worlds=2 --deals 5 --seed word"
    assert document["command"] == repeat


def test_arena_tells_the_command_that_gives_the_same_again() -> None:
    asked = ("arena", "duel", "random", "random:seed=1", "--deals", "3", "--seed", "two words")
    first = printed(kibitz(*asked, "-o", "life=3", "--workers", "1", "--json"))
    repeat = str(first["command"])
    assert repeat.endswith("--seed 'two words' -o life=3")
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m {repeat} --workers 1 --json"],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
        check=True,
    )
    assert json.loads(done.stdout)["fingerprint"] == first["fingerprint"]


def test_arena_draws_a_seed_and_tells_it_wherever_it_tells_the_results() -> None:
    asked = ("arena", "leduc", "random", "greedy:worlds=2", "--deals", "5", "--workers", "1")
    shown = kibitz(*asked, "--out", "kept").out
    line = next(line for line in shown.splitlines() if line.startswith("seed "))
    seed, _, mark = line.removeprefix("seed ").partition(", fingerprint ")
    assert (len(seed), seed.isalpha()) == (14, True)
    again = "kibitz arena leduc random greedy:worlds=2 --deals 5 --seed"
    assert f"to repeat: {again} {seed}\n" in shown
    document = printed(kibitz(*asked, "--seed", seed, "--json"))
    assert document["fingerprint"] == mark
    assert read_journal(Path("kept/journal.jsonl")).setup.seed == seed
    page = Path("kept/report.html").read_text()
    assert f"<code>{seed}</code>" in page
    assert f"{again} {seed}" in page
    other = printed(kibitz(*asked, "--json"))
    assert other["setup"]["seed"] != seed  # type: ignore[index]  # an object of JSON


def test_arena_gives_the_same_with_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = printed(kibitz(*QUICK, "--deals", "40", "--json"))
    made: list[ProcessPool] = []

    class Watched(ProcessPool):
        def __init__(self, workers: int) -> None:
            super().__init__(workers)
            made.append(self)

    # A pool of two even where there is one core.
    monkeypatch.setattr("kibitz.arena.backend.cores", lambda: 2)
    monkeypatch.setattr("kibitz.arena.backend.ProcessPool", Watched)
    together = printed(kibitz("arena", *PLAYERS, "--deals", "40", "--json"))
    assert together["fingerprint"] == alone["fingerprint"]
    assert [pool.size for pool in made] == [2]


def test_arena_stops_once_the_sequential_test_is_decided() -> None:
    sprt = ("--sprt", "-8:-2", "--deals", "200", "--workers", "1")
    document = printed(kibitz("arena", "leduc", "random", "random", "--seed", "0", *sprt, "--json"))
    assert isinstance(document["sprt"], dict)
    assert document["sprt"]["verdict"] == "H1"
    assert document["played"] == 2 * document["sprt"]["pairs"]
    assert isinstance(document["played"], int)
    assert document["played"] < 400
    out = kibitz("arena", "leduc", "random", "random", "--seed", "0", *sprt).out
    assert "\nsprt        H1, -2 chips rather than -8, after " in out
    assert " of 400 games" in out
    undecided = kibitz(*QUICK, "--sprt", "0:20").out
    assert "\nsprt        undecided between +0 and +20 chips after 5 pairs (LLR " in undecided


# Games for one player, and for three.


@pytest.fixture
def seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs a game for one player and one for three."""
    offer_stage(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")


@pytest.mark.usefixtures("seats")
def test_single_players_are_compared_on_the_same_deals() -> None:
    agents = ("random", "utility", "greedy:worlds=2")
    result = kibitz("arena", "patience", *agents, "--seed", "0", "--workers", "1", "--deals", "8")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("Patience  24 games, every deal played by every player")
    assert lines[1].split() == ["player", "return", "95", "%", "won", "lost", "wins", "95", "%"]
    assert {line.split()[0] for line in lines[2:5]} == {*agents}
    assert lines[4].startswith("random  ")
    assert lines[6].split() == ["difference", "return", "95", "%", "1-0", "same", "0-1", "wins"]
    assert lines[7].startswith("random - utility  ")
    assert lines[7].split()[3].startswith("-")
    assert "Elo" not in result.out
    assert "seat" not in result.out
    assert result.out.endswith(f"kibitz arena patience {' '.join(agents)} --deals 8 --seed 0\n")


@pytest.mark.usefixtures("seats")
def test_a_single_player_can_be_measured_alone() -> None:
    asked = ("arena", "patience", "utility", "--seed", "0", "--workers", "1", "--deals", "8")
    out = kibitz(*asked).out
    assert out.startswith("Patience  8 games")
    assert "difference" not in out
    document = printed(kibitz(*asked, "--json"))
    assert (document["played"], document["pairings"]) == (8, [])
    assert isinstance(document["standings"], list)
    assert document["standings"][0]["elo"] is None


@pytest.mark.usefixtures("seats")
def test_three_players_are_rated_by_their_ranks() -> None:
    agents = ("greedy:worlds=2", "random", "random", "random:seed=1")
    result = kibitz("arena", "trio", *agents, "--seed", "0", "--workers", "1", "--deals", "2")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("Trio  24 games, every deal played from every seat")
    assert lines[1].split() == ["player", "first", "95", "%", "rank", "return", "Elo"]
    assert lines[7].split() == ["pairing", "ahead", "level", "behind", "score", "95", "%", "return"]
    assert "\ngreedy:worlds=2 - random #2  " in result.out
    for seat in range(3):
        assert f"\nseat {seat}      " in result.out


@pytest.mark.usefixtures("seats")
@pytest.mark.parametrize("game", ["patience", "trio"])
def test_out_and_resume_take_games_of_any_number_of_seats(tmp_path: Path, game: str) -> None:
    folder = tmp_path / "kept"
    asked = ("arena", game, "random", "greedy:worlds=2", "--seed", "0", "--workers", "1")
    assert kibitz(*asked, "--deals", "3", "--out", str(folder), "--records", "lost").code == 0
    names = {"journal.jsonl", "summary.json", "report.html", "games.csv", "records"}
    assert {path.name for path in folder.iterdir()} == names
    again = ("arena", "--resume", str(folder), "--workers", "1", "--json")
    longer = printed(kibitz(*again, "--deals", "5"))
    assert longer["fingerprint"] == printed(kibitz(*asked, "--deals", "5", "--json"))["fingerprint"]
    lost = [result for result in read_journal(folder / "journal.jsonl").results if result.record]
    assert len(lost) == len([*(folder / "records").iterdir()]) > 0


@pytest.mark.usefixtures("seats")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["patience"], "a tournament needs at least one player, not 0"),
        (["trio", "random"], "a tournament needs at least two players, not 1"),
        (
            ["trio", "random", "greedy", "--sprt", "0:20"],
            "a sequential test needs a game for two players, and trio is for 3",
        ),
        (["patience", "random", "greedy", "--sprt", "0:20"], "and patience is for 1"),
    ],
)
def test_arena_refuses_what_the_number_of_seats_does_not_allow(
    arguments: list[str], words: str
) -> None:
    result = kibitz("arena", *arguments)
    assert result.code == 2
    assert words in result.error_line()


# The folder.


def test_out_gets_everything(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    result = kibitz(*QUICK, "--out", str(folder), "--records", "all")
    assert result.code == 0
    assert f"saved: {folder}/report.html and more" in result.out
    names = {"journal.jsonl", "summary.json", "report.html", "games.csv", "records"}
    assert {path.name for path in folder.iterdir()} == names
    summary = json.loads((folder / "summary.json").read_text())
    again = kibitz("arena", "--resume", str(folder), "--workers", "1", "--json")
    assert summary == printed(again)
    with (folder / "games.csv").open() as file:
        assert [row["number"] for row in csv.DictReader(file)] == [str(n) for n in range(10)]
    page = (folder / "report.html").read_text()
    assert "kibitz arena leduc random greedy:worlds=2 --deals 5 --seed 0" in page
    for number in range(10):
        record = read_record((folder / "records" / f"{number}.jsonl").read_text())
        assert replay(record, load("leduc")).seed == f"0/{number // 2}"


def test_out_keeps_the_records_of_lost_games_only(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    document = printed(kibitz(*QUICK, "--out", str(folder), "--records", "lost", "--json"))
    assert isinstance(document["pairings"], list)
    lost = document["pairings"][0]["losses"]
    assert lost == len([*(folder / "records").iterdir()]) > 0


def test_out_may_be_an_empty_folder_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    assert kibitz(*QUICK, "--out", str(folder)).code == 0
    before = sorted(path.name for path in folder.iterdir())
    message = kibitz(*QUICK, "--out", str(folder)).error_line()
    assert message.endswith("is not empty; choose a new one, or resume what is in it")
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.needs("duckdb")
def test_out_takes_parquet_and_keeps_only_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    again = ("arena", "--resume", str(folder), "--workers", "1")
    assert kibitz(*QUICK, "--out", str(folder), "--games", "parquet").code == 0
    assert (folder / "games.parquet").read_bytes()[:4] == b"PAR1"
    (folder / "games.parquet").write_bytes(b"old")
    assert kibitz(*again, "--deals", "6").code == 0
    assert {path.suffix for path in folder.glob("games.*")} == {".parquet"}
    assert (folder / "games.parquet").read_bytes()[:4] == b"PAR1"
    assert kibitz(*again, "--games", "csv").code == 0
    assert {path.suffix for path in folder.glob("games.*")} == {".csv"}
    assert kibitz(*again).code == 0
    assert {path.suffix for path in folder.glob("games.*")} == {".csv"}


def test_out_that_cannot_be_written_is_refused_before_a_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    file, deep = tmp_path / "file", tmp_path / "no" / "where"
    assert "it is not a folder" in kibitz(*QUICK, "--out", str(file)).error_line()
    assert "file: it is" in kibitz(*QUICK, "--out", str(file)).error_line()
    assert f"there is no folder {deep.parent}" in kibitz(*QUICK, "--out", str(deep)).error_line()
    assert kibitz(*QUICK, "--out", "/proc/kept").error_line().startswith("kibitz arena: cannot wri")
    assert file.read_text() == "kept"


# Going on.


def test_resume_with_more_deals_gives_what_a_longer_tournament_gives(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder), "--records", "all")
    again = ("arena", "--resume", str(folder), "--workers", "1", "--json")
    longer = printed(kibitz(*again, "--deals", "9"))
    whole = printed(kibitz("arena", *PLAYERS, "--workers", "1", "--deals", "9", "--json"))
    assert longer["fingerprint"] == whole["fingerprint"]
    assert longer["command"] == whole["command"]
    assert json.loads((folder / "summary.json").read_text())["played"] == 18
    assert len([*(folder / "records").iterdir()]) == 18
    assert not list(folder.glob(".*"))
    # Nothing is left to play, and it is shown again.
    assert printed(kibitz(*again)) == longer


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--deals", "4"], "invalid deals=4: "),
        (["--deals", "0"], "invalid deals=0: "),
        (["--seed", "3"], "--seed cannot be used with --resume: "),
        (["--records", "all", "-o", "a=b"], "--option, --records cannot be used with --resume"),
        (
            ["--sprt", "0:20", "--format", "gauntlet"],
            "--format, --sprt cannot be used with --resume",
        ),
        (["--out", "there"], "--out cannot be used with --resume"),
        (["leduc", "random", "greedy"], "GAME cannot be used with --resume"),
        (["--workers", "0"], "invalid --workers 0: expected 1 to "),
    ],
)
def test_resume_refuses_what_contradicts_the_tournament(
    tmp_path: Path, more: list[str], words: str
) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    before = (folder / "journal.jsonl").read_bytes()
    assert words in kibitz("arena", "--resume", str(folder), *more).error_line()
    assert (folder / "journal.jsonl").read_bytes() == before


def test_resume_refuses_a_folder_without_a_tournament(tmp_path: Path) -> None:
    message = kibitz("arena", "--resume", str(tmp_path)).error_line()
    assert message.endswith("it has no journal.jsonl")
    assert "it has no journal" in kibitz("arena", "--resume", str(tmp_path / "no")).error_line()


@pytest.mark.parametrize(
    "content", [b"", b"game,winner\n1,0\n", b"\xff\xfe\n", b'{"format": "kibitz-record/1"}\n']
)
def test_resume_refuses_a_foreign_file(tmp_path: Path, content: bytes) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(content)
    message = kibitz("arena", "--resume", str(tmp_path)).error_line()
    assert str(journal) in message
    assert journal.read_bytes() == content


def test_resume_refuses_a_tournament_by_other_rules(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    journal = folder / "journal.jsonl"
    edit_header(journal, '"rules":1', '"rules":77')
    message = kibitz("arena", "--resume", str(folder)).error_line()
    assert "version 77 of the rules of leduc; version 1 is installed" in message


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"game":"leduc"', '"game":"leduk"', "no game 'leduk'"),
        ('"random",', '"ranodm",', "no agent 'ranodm'"),
        ('"options":{}', '"options":{"size":3}', "leduc takes no options"),
        ('"sprt":null', '"sprt":"much"', "invalid sequential test 'much'"),
        ('"deals":5', '"deals":0', "deals: expected a whole number from 1 to 1000000000"),
        ('"rules":1', '"rules":77', "version 77 of the rules"),
    ],
)
def test_resume_names_the_file_whose_header_is_wrong(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    journal = folder / "journal.jsonl"
    spoilt = edit_header(journal, old, new)
    message = kibitz("arena", "--resume", str(folder), "--workers", "1").error_line()
    assert f"kibitz arena: {journal}" in message
    assert words in message
    assert journal.read_bytes() == spoilt


def test_resume_takes_any_number_of_deals_that_covers_what_was_played(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    again = ("arena", "--resume", str(folder), "--workers", "1", "--json")
    journal = folder / "journal.jsonl"
    # As though it had been meant to be longer.
    edit_header(journal, '"deals":5', '"deals":5000000')
    document = printed(kibitz(*again, "--deals", "6"))
    assert (document["played"], document["planned"]) == (12, 12)
    assert read_journal(journal).setup.deals == 6


def test_resume_without_its_backend_leaves_the_folder_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    before = (folder / "journal.jsonl").read_bytes()
    monkeypatch.setitem(sys.modules, "ray", None)
    asked = ("arena", "--resume", str(folder), "--deals", "5000000", "--backend", "ray")
    assert "pip install 'kibitz[ray]'" in kibitz(*asked).error_line()
    assert (folder / "journal.jsonl").read_bytes() == before


def test_resume_reads_the_journal_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    read: list[Path] = []

    def counting(path: Path) -> JournalContent:
        read.append(path)
        return read_journal(path)

    monkeypatch.setattr(journal_module, "read_journal", counting)
    again = ("arena", "--resume", str(folder), "--workers", "1", "--deals", "6")
    assert kibitz(*again).code == 0
    assert read == [folder / "journal.jsonl"]


def test_resume_refuses_a_folder_that_another_process_plays_in(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kibitz(*QUICK, "--out", str(folder))
    with resume_journal(folder / "journal.jsonl")[1]:
        before = (folder / "journal.jsonl").read_bytes()
        refused = kibitz("arena", "--resume", str(folder), "--workers", "1", "--deals", "9")
        assert refused.error_line().endswith("journal.jsonl is in use by another process")
        assert (folder / "journal.jsonl").read_bytes() == before
    assert kibitz("arena", "--resume", str(folder), "--workers", "1").code == 0


# Wrong use.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no game given; known: " + ", ".join(names())),
        (["leduk", "random", "greedy"], "no game 'leduk'; did you mean 'leduc'?"),
        (["leduc"], "a tournament needs at least two players, not 0"),
        (["leduc", "random"], "a tournament needs at least two players, not 1"),
        (["leduc", "random", "gredy"], "leduc has no agent 'gredy'; did you mean 'greedy'?"),
        (["leduc", "random", "greedy:wolds=3"], "no option 'wolds'; did you mean 'worlds'?"),
        (["leduc", "random", ":"], "no agent is named in ':'"),
        (["leduc", "random", "human"], "human cannot play in the arena"),
        ([*PLAYERS, "--deals", "0"], "invalid deals=0: expected 1 or more"),
        ([*PLAYERS, "--deals", "many"], "invalid value for '--deals': "),
        ([*PLAYERS, "-o", "size=3"], "leduc takes no options, but size=3 was given"),
        (["duel", "random", "random", "-o", "lfe=3"], "no option 'lfe'; did you mean 'life'?"),
        ([*PLAYERS, "--sprt", "20"], "invalid sequential test '20': expected LOW:HIGH"),
        ([*PLAYERS, "--sprt", "20:0"], "expected LOW below HIGH"),
        ([*PLAYERS, "random", "--sprt", "0:20"], "a sequential test compares two players, not 3"),
        ([*PLAYERS, "--workers", "0"], "invalid --workers 0: expected 1 to "),
        ([*PLAYERS, "--workers", "9999"], "the cores of this machine"),
        (
            [*PLAYERS, "--workers", "9999", "--backend", "ray"],
            "invalid --workers 9999: expected 1 to ",
        ),
        ([*PLAYERS, "--address", "127.0.0.1:1"], "--address needs --backend ray"),
        ([*PLAYERS, "--format", "swiss"], "'swiss' is not one of 'round-robin', 'gauntlet'"),
        ([*PLAYERS, "--deal", "3"], "no such option: --deal"),
    ],
)
def test_arena_refuses_in_one_line_and_leaves_nothing(arguments: list[str], words: str) -> None:
    result = kibitz("arena", *arguments)
    assert result.code == 2
    assert words in result.error_line()
    assert result.out == ""
    assert kibitz("arena", *arguments, "--out", "made").code == 2
    assert not list(Path.cwd().iterdir())


def test_arena_refuses_to_keep_games_nowhere() -> None:
    message = kibitz(*QUICK, "--records", "all").error_line()
    assert "--records all needs --out FOLDER" in message
    message = kibitz(*QUICK, "--games", "parquet").error_line()
    assert "--games parquet needs --out FOLDER" in message


def test_arena_without_ray_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = kibitz("arena", *PLAYERS, "--backend", "ray", "--out", "made")
    assert result.code == 2
    assert "pip install 'kibitz[ray]'" in result.error_line()
    assert not Path("made").exists()


@pytest.mark.needs("ray")
def test_arena_refuses_a_cluster_that_is_not_there() -> None:
    result = kibitz(
        *("arena", *PLAYERS, "--backend", "ray", "--address", "127.0.0.1:1", "--out", "made")
    )
    assert result.code == 2
    assert "cannot connect to a Ray cluster at 127.0.0.1:1" in result.error_line()
    assert not Path("made").exists()


def test_arena_without_duckdb_refuses_parquet_before_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    message = kibitz(*QUICK, "--out", "made", "--games", "parquet").error_line()
    assert "kibitz[analysis]" in message
    assert not Path("made").exists()


# Interruptions and failures. The patient agent plays at once where its seat was dealt no 2, and
# waits as long as there is a file named hold where it was: so it is known how far a run gets.

PATIENT = """\
import time
from pathlib import Path
from tests.agents.pile import Pile
from kibitz.agents.random import RandomAgent

class Patient:
    def advise(self, seen):
        while seen.view.charms[seen.seat] == 2 and Path("hold").exists():
            time.sleep(0.01)
        return RandomAgent().advise(seen)

class Failing:
    def advise(self, seen):
        if seen.view.charms[seen.seat] == 2 and Path("hold").exists():
            raise RuntimeError("too early")
        return RandomAgent().advise(seen)

class Waiting(Pile):
    id = "waiting"

    def agents(self):
        return {"patient": Patient, "failing": Failing}
"""
EVERYTHING = {"journal.jsonl", "summary.json", "report.html", "games.csv"}
# With this seed the first eight games need not be waited for.
WAITING = ("arena", "waiting", "patient", "random", "--deals", "20", "--seed", "10")


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs the game whose agents wait or fail, here and in processes to come."""
    site = tmp_path / "site"
    site.mkdir()
    offer_game(site, "waiting-game", "waiting = waiting:Waiting", {"waiting": PATIENT})
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(ROOT), str(PACKAGES)]))
    yield
    sys.modules.pop("waiting", None)


def start(*arguments: str, errors: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Starts a command that can be interrupted."""
    return subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=errors,
        env=environment({"TERM": "xterm"}),
        preexec_fn=default_signals,
    )


def uninterrupted() -> str:
    """Plays the whole tournament at once and returns its fingerprint."""
    assert not Path("hold").exists()
    return str(printed(kibitz(*WAITING, "--workers", "1", "--json"))["fingerprint"])


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.usefixtures("waiting")
def test_ctrl_c_keeps_what_was_played_in_the_folder() -> None:
    Path("hold").touch()
    running = start(*WAITING, "--out", "kept")
    journal, until = Path("kept", "journal.jsonl"), time.monotonic() + PATIENCE
    while lines_in(journal) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    played = len(read_journal(journal).results)
    kept = f"{played} of 40 games are saved in kept; to continue: kibitz arena --resume kept"
    assert err.decode().splitlines() == [f"kibitz arena: interrupted; {kept}"]
    lines = out.decode().splitlines()
    assert lines[0].startswith(f"Pile  interrupted: {played} of 40 games ")
    assert lines[1].split()[:2] == ["player", "won"]
    assert lines[-1] == "saved: kept/report.html and more"
    assert {path.name for path in Path("kept").iterdir()} == EVERYTHING
    assert json.loads(Path("kept", "summary.json").read_text())["played"] == played
    Path("hold").unlink()
    resumed = printed(kibitz("arena", "--resume", "kept", "--workers", "1", "--json"))
    assert resumed["fingerprint"] == uninterrupted()
    assert json.loads(Path("kept", "summary.json").read_text()) == resumed


@pytest.mark.usefixtures("waiting")
def test_ctrl_c_keeps_what_was_played_without_a_folder() -> None:
    Path("hold").touch()
    side, other = pty.openpty()
    running = start(*WAITING, errors=other)
    os.close(other)
    # The bar counts the first game; it needs a terminal.
    assert "games/s" in read_until(side, "games/s")
    running.send_signal(signal.SIGINT)
    said = read_until(side, "--resume arena-waiting-0001")
    assert running.wait(PATIENCE) == 130
    os.close(side)
    assert running.stdout is not None
    running.stdout.close()
    assert "kibitz arena: interrupted; " in said
    assert "to continue: kibitz arena --resume arena-waiting-0001" in said
    assert {path.name for path in Path("arena-waiting-0001").iterdir()} == EVERYTHING
    Path("hold").unlink()
    again = ("arena", "--resume", "arena-waiting-0001", "--workers", "1", "--json")
    assert printed(kibitz(*again))["fingerprint"] == uninterrupted()


@pytest.mark.usefixtures("waiting")
def test_ctrl_c_before_the_first_game_leaves_nothing() -> None:
    Path("hold").touch()
    # With this seed the very first game has to be waited for.
    running = start(*WAITING, "--seed", "3", "--workers", "1", "--out", "kept")
    until = time.monotonic() + PATIENCE
    while not lines_in(Path("kept", "journal.jsonl")) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert err == b"kibitz arena: interrupted; no game was finished, nothing is saved\n"
    assert not Path("kept").exists()


@pytest.mark.usefixtures("waiting")
@pytest.mark.parametrize("out", [(), ("--out", "arena-waiting-0001")])
def test_failing_agent_is_named_and_the_games_before_it_are_kept(out: tuple[str, ...]) -> None:
    Path("hold").touch()
    asked = (
        "arena",
        "waiting",
        "failing",
        "random",
        *["--seed", "0", "--deals", "20", "--workers", "1"],
    )
    message = kibitz(*asked, *out).error_line()
    line = 1 + PATIENT.splitlines().index('            raise RuntimeError("too early")')
    bug = f"bug in game 'waiting' (waiting.py, line {line}, in advise): RuntimeError: too early"
    assert f"(failing of waiting-game 1.0): {bug}; " in message
    assert "the games played" in message
    assert "arena-waiting-0001" in message
    Path("hold").unlink()
    again = ("arena", "--resume", "arena-waiting-0001", "--workers", "1", "--json")
    assert printed(kibitz(*again))["played"] == 40


def test_agent_that_fails_at_once_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    offer_game(site, "odd-games", "cheated = tests.cli.odd:Cheated", {})
    monkeypatch.syspath_prepend(site)
    asked = ("arena", "cheated", "cheater", "random", "--seed", "0", "--workers", "1")
    for more in ((), ("--out", "kept")):
        result = kibitz(*asked, *more)
        message = result.error_line()
        assert result.code == 1
        assert "seat 0 (cheater): illegal move" in message
        assert message.endswith("not 9")
        assert not list(Path.cwd().iterdir())


# Interruptions and failures at a known place: what hears of every game raises an error.


@pytest.fixture
def broken_off(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException, int], None]:
    """Lets an error come once a number of games are over."""

    def install(error: BaseException, after: int) -> None:
        @contextmanager
        def progress(setup: Setup, done: Sequence[GameResult]) -> Iterator[object]:
            heard: list[GameResult] = []

            def tell(result: GameResult) -> None:
                heard.append(result)
                if len(heard) == after:
                    raise error

            if not after:
                raise error
            yield tell

        monkeypatch.setattr("kibitz.cli.arena.progress", progress)

    return install


BreakOff = Callable[[BaseException, int], None]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("odd"), "in tell): ZeroDivisionError: odd"),
        (OSError(5, "Input/output error", "disk"), "disk: Input/output error"),
        (ArenaError("no more"), "no more"),
    ],
)
def test_whatever_goes_wrong_the_games_before_it_are_kept(
    broken_off: BreakOff, error: Exception, words: str
) -> None:
    broken_off(error, 3)
    message = kibitz(*QUICK).error_line()
    assert f"{words}; the games played before are saved in arena-leduc-0001" in message
    assert len(read_journal(Path("arena-leduc-0001", "journal.jsonl")).results) == 3


def test_ctrl_c_shows_the_games_as_json_where_that_was_asked_for(broken_off: BreakOff) -> None:
    broken_off(KeyboardInterrupt(), 3)
    result = kibitz(*QUICK, "--json")
    assert result.code == 130
    document = json.loads(result.out)
    assert (document["played"], document["planned"]) == (3, 10)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ArenaError("no")])
def test_resume_that_plays_nothing_never_takes_the_journal_away(
    broken_off: BreakOff, error: BaseException
) -> None:
    kibitz(*QUICK, "--out", "kept")
    journal = Path("kept", "journal.jsonl")
    header = journal.read_text().splitlines(keepends=True)[0]
    journal.write_text(header)
    broken_off(error, 0)
    result = kibitz("arena", "--resume", "kept", "--workers", "1")
    assert result.code == (130 if isinstance(error, KeyboardInterrupt) else 2)
    assert journal.read_text() == header


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gives this process a folder of its own for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_ctrl_c_where_nothing_can_be_written_keeps_the_games_elsewhere(
    broken_off: BreakOff, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/proc")
    broken_off(KeyboardInterrupt(), 3)
    result = kibitz(*QUICK)
    assert result.code == 130
    (folder,) = temporary.iterdir()
    assert result.err == (
        f"kibitz arena: interrupted; 3 of 10 games are saved in {folder}; to continue: kibitz arena"
        f" --resume {folder}\n"
    )
    assert len(read_journal(folder / "journal.jsonl").results) == 3
    assert "interrupted: 3 of 10 games" in result.out


def test_ctrl_c_on_a_full_disk_leaves_no_folder_without_its_games(
    broken_off: BreakOff, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Journal.add

    def full_here(self: Journal, results: Sequence[GameResult]) -> None:
        if not self.path.is_absolute():
            raise ArenaError("cannot write: No space left on device")
        add(self, results)

    monkeypatch.setattr(Journal, "add", full_here)
    broken_off(KeyboardInterrupt(), 3)
    result = kibitz(*QUICK)
    assert result.code == 130
    assert f"saved in {temporary}" in result.err
    assert not list(Path.cwd().iterdir())


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ArenaError("the agent failed")])
def test_games_that_cannot_be_kept_anywhere_hide_nothing(
    broken_off: BreakOff,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:
    monkeypatch.chdir("/proc")
    temporary.rmdir()
    broken_off(error, 3)
    result = kibitz(*QUICK)
    lost = "lost: cannot make the folder arena-leduc-0001: No such file or directory\n"
    assert result.err.endswith(lost)
    if isinstance(error, KeyboardInterrupt):
        assert result.code == 130
        assert result.err.startswith("kibitz arena: interrupted; the games are lost: ")
        assert "interrupted: 3 of 10 games" in result.out
    else:
        assert "kibitz arena: the agent failed; the games played before are lost" in result.err
        assert result.code == 2


def test_ctrl_c_stays_ctrl_c_where_the_report_cannot_be_written(broken_off: BreakOff) -> None:
    broken_off(KeyboardInterrupt(), 3)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ResultsFolder, "write", refuse_to_write)
        result = kibitz(*QUICK, "--out", "kept")
    assert result.code == 130
    assert "saved in kept, but the report could not be written (no ink); to continue" in result.err
    assert "interrupted: 3 of 10 games" in result.out


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BrokenPipeError(32, "Broken pipe"), "are saved in kept; to continue: "),
        (SystemExit(1), "are saved in kept; to continue: "),
        (
            OSError(28, "No space left on device"),
            "but could not be shown ([Errno 28] No space",
        ),
    ],
)
def test_ctrl_c_stays_ctrl_c_where_nobody_reads_the_output(
    broken_off: BreakOff, monkeypatch: pytest.MonkeyPatch, error: BaseException, words: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    broken_off(KeyboardInterrupt(), 3)
    monkeypatch.setattr("kibitz.cli.arena.show_summary", refuse)
    result = kibitz(*QUICK, "--out", "kept")
    assert result.code == 130
    assert words in result.err
    assert Path("kept", "report.html").exists()


def test_reader_that_has_seen_enough_leaves_no_folder() -> None:
    running = subprocess.Popen(
        command(*QUICK, "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(PATIENCE) == 0
    assert not list(Path.cwd().iterdir())


def refuse_to_write(*_: object) -> None:
    raise ArenaError("no ink")


def test_output_that_is_full_does_not_cost_the_games() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command(*QUICK), stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "kibitz arena: standard output: No space left on device; the games played before are saved"
        " in arena-leduc-0001\n"
    )


# A terminal.


def test_terminal_shows_progress_and_colours() -> None:
    with Terminal("arena", *PLAYERS, "--deals", "20", "--workers", "1") as terminal:
        code, shown = terminal.end()
    assert code == 0
    assert "/40" in shown
    assert "\033[1;36mLeduc hold'em" in shown
    assert "to repeat: kibitz arena leduc" in shown
    table = shown[shown.index("Leduc hold'em") :]
    assert "games/s" not in table
