"""Tournaments of agents that misbehave, each as a command in a process of its own."""

import csv
import json
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import kibitz as package
from kibitz.arena.journal import read_journal
from tests.arena.misfits import GAMES
from tests.arena.stage import wait_until
from tests.cli.command import (
    PATIENCE,
    Result,
    command,
    default_signals,
    environment,
    kibitz_process,
)
from tests.games.test_catalogue import offer_game

ROOT = Path(__file__).parents[2]
PACKAGES = Path(package.__file__).parents[1]
MISFITS = "tests.arena.misfits"


def seeded(arguments: Sequence[str]) -> Sequence[str]:
    """Adds a seed to the arguments of a tournament, unless it is saved or has one."""
    known = {"--resume", "--report", "--seed"} & {*arguments}
    return arguments if known else (*arguments, "--seed", "0")


@dataclass(frozen=True)
class Site:
    """A folder with games of misfits, in which commands run."""

    folder: Path
    extra: dict[str, str]

    def arena(self, *arguments: str) -> Result:
        """Runs a tournament in another process, with the same seed every time."""
        words = seeded(arguments)
        return kibitz_process("arena", *words, folder=self.folder, extra=self.extra)

    def summary(self, *arguments: str) -> dict[str, object]:
        """Runs a tournament and returns its summary, which must be all that it prints."""
        result = self.arena(*arguments, "--json")
        assert result.code == 0, result.err
        found: object = json.loads(result.out)
        assert isinstance(found, dict)
        return found

    def watch(self, game: str, agent: str, *arguments: str) -> Result:
        """Watches an agent play a match against itself."""
        words = ("play", game, "--seat", "none", "--seed", "1", "--opponent", agent, *arguments)
        return kibitz_process(*words, folder=self.folder, extra=self.extra)

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Starts a tournament that can be stopped."""
        return subprocess.Popen(
            command("arena", *seeded(arguments)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment(self.extra),
            preexec_fn=default_signals,
        )


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Installs the games of misfits."""
    packages = tmp_path / "site"
    packages.mkdir()
    monkeypatch.syspath_prepend(packages)
    offer_game(packages, "misfits", GAMES, {})
    folder = tmp_path / "here"
    folder.mkdir()
    path = os.pathsep.join([str(packages), str(PACKAGES), str(ROOT)])
    return Site(folder, {"PYTHONPATH": path})


def by_label(summary: dict[str, object]) -> dict[str, dict[str, object]]:
    """Returns the standings by the names of the players, without their module."""
    standings = summary["standings"]
    assert isinstance(standings, list)
    return {each["label"].removeprefix(f"{MISFITS}:"): each for each in standings}


def counts(standing: dict[str, object]) -> tuple[object, ...]:
    return tuple(standing[name] for name in ("forfeits", "late", "overruns", "skipped"))


# Errors.

KINDS = {
    "Raising": r"bug in tests \(tests/arena/misfits.py, line",
    "Leaving": "SystemExit: good night",
    "Interrupting": "KeyboardInterrupt",
    "Emptying": "returned None: expected Advice with a move",
    "Cheating": "illegal move 'take 9'",
    "Confusing": "illegal move 'take all'",
    "Speechless": "Unspeakable, which cannot be shown",
    "Escaping": r"ValueError: \x1b[31mred\x1b[0m \ud800 \u202e",
    "Exiting": "killed 3 workers in a row (exit code 0)",
    "Crashing": "killed 3 workers in a row (signal 11)",
}


@pytest.mark.parametrize("kind", KINDS)
def test_error_is_named_and_stops_the_tournament(site: Site, kind: str) -> None:
    result = site.arena("pile", "random", f"{MISFITS}:{kind}", "--deals", "2", "--workers", "1")
    assert (result.code, result.out) == (1, "")
    (line,) = result.err.splitlines()
    assert f"seat 1 ({MISFITS}:{kind}): " in line
    assert KINDS[kind].replace("\\(", "(") in line
    assert line.isprintable()


@pytest.mark.parametrize("kind", ["Raising", "Cheating", "Exiting"])
def test_error_forfeits_the_game_and_is_counted_apart(site: Site, kind: str) -> None:
    asked = ("pile", "random", f"{MISFITS}:{kind}", "--deals", "2", "--workers", "1")
    summary = site.summary(*asked, "--on-error", "forfeit")
    assert (summary["played"], summary["skipped"]) == (4, 0)
    players = by_label(summary)
    assert counts(players[kind]) == (4, 0, 0, 0)
    assert counts(players["random"]) == (0, 0, 0, 0)
    assert (players["random"]["wins"], players[kind]["losses"]) == (4, 4)
    assert summary["endings"] == [{"reason": "forfeited after an error", "games": 4, "share": 1.0}]
    assert "--on-error forfeit" in str(summary["command"])
    assert summary["errors"]


@pytest.mark.parametrize("kind", ["Raising", "Exiting"])
def test_error_skips_the_game_and_is_counted_apart(site: Site, kind: str) -> None:
    asked = ("pile", "random", f"{MISFITS}:{kind}:every=8", "--deals", "4", "--workers", "1")
    summary = site.summary(*asked, "--on-error", "skip")
    players = by_label(summary)
    skipped = summary["skipped"]
    assert isinstance(skipped, int)
    assert 0 < skipped < 8
    assert summary["played"] == 8 - skipped
    assert counts(players[f"{kind}:every=8"]) == (0, 0, 0, skipped)
    assert players["random"]["games"] == 8 - skipped


def test_every_output_tells_what_the_referee_did(site: Site) -> None:
    asked = ("pile", "random", f"{MISFITS}:Raising:every=8", "--deals", "4", "--workers", "1")
    result = site.arena(*asked, "--on-error", "forfeit", "--out", "kept", "--records", "all")
    assert result.code == 0, result.err
    lines = result.out.splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("referee "))
    rows = {line.split()[0].partition(":")[0]: line.split()[1:] for line in lines[head + 1 :][:2]}
    assert rows["random"] == ["0", "0", "0", "0"]
    forfeits = int(rows[MISFITS][0])
    assert 0 < forfeits < 8
    folder = site.folder / "kept"
    page = (folder / "report.html").read_text()
    assert 'id="referee"' in page
    assert "KeyError: &#x27;pot&#x27;" in page or "KeyError: 'pot'" in page
    with (folder / "games.csv").open() as file:
        ruled = [row for row in csv.DictReader(file) if row["ruling"] == "forfeit"]
    assert len(ruled) == forfeits
    for row in ruled:
        assert row["winner"] == "random"
        assert "KeyError" in row["error"]
        # As bad as a game can be lost, and what one loses the other wins.
        assert {float(row["first_return"]), float(row["second_return"])} == {-3.0, 3.0}
    assert len([*(folder / "records").iterdir()]) == 8
    # And it is resumed as it was.
    again = site.summary("--resume", "kept", "--workers", "1")
    assert again["fingerprint"] == json.loads((folder / "summary.json").read_text())["fingerprint"]
    assert counts(by_label(again)["Raising:every=8"]) == (forfeits, 0, 0, 0)


def test_errors_are_the_same_with_any_number_of_workers(site: Site) -> None:
    asked = (
        "pile",
        "random",
        f"{MISFITS}:Exiting:every=8",
        "--deals",
        "3",
        "--on-error",
        "forfeit",
    )
    assert (
        site.summary(*asked)["fingerprint"]
        == (site.summary(*asked, "--workers", "1")["fingerprint"])
    )


def test_tournament_that_was_stopped_goes_on_with_forfeits(site: Site) -> None:
    asked = ("pile", "random", f"{MISFITS}:Raising:every=40", "--deals", "20", "--workers", "1")
    stopped = site.arena(*asked, "--out", "kept")
    assert stopped.error_line().endswith(
        "the games played before are saved in kept; KIBITZ_DEBUG=1 shows the traceback"
    )
    summary = site.summary("--resume", "kept", "--on-error", "forfeit", "--workers", "1")
    whole = site.summary(*asked, "--on-error", "forfeit")
    assert summary["fingerprint"] == whole["fingerprint"]
    assert summary["command"] == whole["command"]


def test_agent_that_cannot_be_made_is_named_and_plays_no_game(site: Site) -> None:
    for more in ((), ("--on-error", "forfeit")):
        result = site.arena("pile", "random", f"{MISFITS}:Unmade", "--workers", "1", *more)
        assert (result.code, result.out) == (1, "")
        assert result.err == (
            f"kibitz arena: making the agent {MISFITS}:Unmade: killed 3 workers in a row"
            " (exit code 0)\n"
        )
    wrong = site.arena("pile", "random", f"{MISFITS}:Raising:evry=2", "--out", "kept")
    assert wrong.code == 2
    assert "no option 'evry'; did you mean 'every'?" in wrong.error_line()
    assert not list(site.folder.iterdir())


# What agents must not touch.


def test_agent_that_changes_its_game_changes_nothing(site: Site) -> None:
    asked = ("pile", "random", "random:seed=1", "--deals", "3", "--workers", "1")
    good, bad = site.summary(*asked, "random"), site.summary(*asked, f"{MISFITS}:Patching")
    pairings = [each["pairings"] for each in (good, bad)]
    assert isinstance(pairings[0], list)
    assert isinstance(pairings[1], list)
    for name in ("wins", "losses", "margin"):
        assert pairings[0][0][name] == pairings[1][0][name]
    assert bad["endings"] == [{"reason": "last stone", "games": 18, "share": 1.0}]


@pytest.mark.parametrize("kind", ["Forking", "ForkingLoudly"])
def test_process_that_an_agent_forks_does_not_go_on(site: Site, kind: str) -> None:
    asked = ("pile", "random", f"{MISFITS}:{kind}", "--deals", "4", "--workers", "1")
    found = site.summary(*asked, "--out", "kept")
    assert found["played"] == 8
    assert len(read_journal(site.folder / "kept" / "journal.jsonl").results) == 8
    plain = site.summary("pile", "random", f"{MISFITS}:Misfit:every=9999999", *asked[3:])
    assert found["fingerprint"] == plain["fingerprint"]


def test_process_that_an_agent_leaves_behind_keeps_nobody_waiting(site: Site) -> None:
    # Without --patience, the arena would wait ten minutes for each worker whose end it misses.
    asked = ("pile", "random", f"{MISFITS}:Orphaning", "--deals", "1", "--workers", "1")
    running = site.start(*asked)
    assert running.stderr is not None
    line = running.stderr.readline().decode()
    (site.folder / "released").touch()
    running.communicate()
    assert "killed 3 workers in a row (exit code 1)" in line
    assert running.returncode == 1


def test_agent_that_changes_the_rules_is_named(site: Site) -> None:
    asked = ("leduc", "random", f"{MISFITS}:Searching", "--deals", "3")
    line = site.arena(*asked).error_line()
    named = re.search(r"leduc, seed 0/\d, ply \d, seat \d \(tests.arena.misfits:Searching\S*", line)
    assert named is not None
    assert re.search(r"changed the rules: \w+\.id", line)
    marks = {
        str(site.summary(*asked, "--on-error", "forfeit", "--workers", workers)["fingerprint"])
        for workers in ("1", "2")
    }
    assert len(marks) == 1


@pytest.mark.parametrize("kind", ["Writing", "Patching"])
def test_agent_at_the_terminal_changes_nothing_either(site: Site, kind: str) -> None:
    result = site.watch("pile", f"{MISFITS}:{kind}", "--json")
    assert result.code == 0, result.err
    document = json.loads(result.out)
    assert document["result"] == "last stone"
    assert {move["move"]["move"] for move in document["moves"]} == {"take"}


@pytest.mark.parametrize("kind", ["Forking", "ForkingLoudly"])
def test_process_that_an_agent_forks_at_the_terminal_does_not_go_on(site: Site, kind: str) -> None:
    result = site.watch("pile", f"{MISFITS}:{kind}")
    assert (result.code, result.err) == (0, "")
    assert result.out.count("the end") == 1


@pytest.mark.parametrize("kind", ["Searching", "Rewriting"])
def test_agent_that_changes_the_rules_at_the_terminal_is_named(site: Site, kind: str) -> None:
    line = site.watch("leduc", f"{MISFITS}:{kind}").error_line()
    assert re.search(rf"agent {MISFITS}:{kind}\S*( of \S+ \S+)? changed the rules: \w+\.", line)


def test_output_of_agents_is_kept_out_of_the_json(site: Site) -> None:
    asked = ("pile", "random", f"{MISFITS}:Printing", "--deals", "1", "--workers", "1", "--json")
    result = site.arena(*asked)
    assert json.loads(result.out)["played"] == 2
    for word in ("printed", "written", "sent"):
        assert word in result.err


# Time.


def test_late_answers_lose_and_are_counted_apart(site: Site) -> None:
    players = (f"{MISFITS}:Punctual", f"{MISFITS}:Late:every=8,ms=2500")
    asked = ("pile", *players, "--deals", "2", "--workers", "1", "--move-ms", "1000")
    summary = site.summary(*asked)
    late = by_label(summary)["Late:every=8,ms=2500"]
    forfeits, lost, overruns, skipped = counts(late)
    assert (forfeits, skipped) == (0, 0)
    assert isinstance(lost, int)
    assert overruns == lost > 0
    assert counts(by_label(summary)["Punctual"])[1] == 0
    assert "answered after 2," in str(summary["errors"])
    assert "--move-ms 1000" in str(summary["command"])


def test_worker_that_is_stuck_is_reported_and_replaced(site: Site) -> None:
    asked = ("pile", "random", f"{MISFITS}:Stuck:every=8", "--deals", "2", "--workers", "1")
    result = site.arena(*asked, "--on-error", "forfeit", "--patience", "2", "--json")
    assert result.code == 0
    assert counts(by_label(json.loads(result.out))["Stuck:every=8"]) == (1, 0, 0, 0)
    reported, replaced = result.err.splitlines()
    place = f"kibitz arena: pile, seed 0/0, ply 0, seat 0 ({MISFITS}:Stuck:every=8): no move for "
    assert reported.startswith(place)
    assert reported.endswith("; the worker is stopped after 2 s")
    assert replaced.endswith(" is stopped and replaced")


def test_worker_that_is_stuck_stops_the_tournament(site: Site) -> None:
    asked = ("pile", "random", f"{MISFITS}:Stuck", "--deals", "2", "--workers", "1")
    result = site.arena(*asked, "--patience", "1")
    assert result.code == 1
    assert result.err.splitlines()[-1].endswith("(tests.arena.misfits:Stuck): no move for 1 s")


def test_agent_that_never_answers_loses_on_time(site: Site) -> None:
    asked = ("pile", "random", f"{MISFITS}:Stuck:every=8", "--deals", "2", "--workers", "1")
    summary = site.summary(*asked, "--move-ms", "100", "--patience", "2")
    assert counts(by_label(summary)["Stuck:every=8"]) == (0, 1, 0, 0)


# Games.


@pytest.mark.parametrize("game", ["not_a_number", "infinite", "huge"])
def test_returns_that_are_no_numbers_are_refused_when_they_appear(site: Site, game: str) -> None:
    asked = (game, "random", "random", "--deals", "2", "--workers", "1")
    result = site.arena(*asked, "--out", "kept")
    assert result.code == 1
    # Compiled, the core does not even take whole numbers, such as those of the huge game.
    compiled = "TypeError: float object expected; got int"
    words = ": expected a finite number for each seat"
    assert words in result.error_line() or (game == "huge" and compiled in result.error_line())
    # Nobody is to blame, so nobody can forfeit.
    summary = site.summary(*asked, "--on-error", "forfeit")
    assert (summary["played"], summary["skipped"]) == (0, 4)


def test_texts_of_games_are_shown_and_saved_harmlessly(site: Site) -> None:
    result = site.arena(
        "loud", "random", "random", "--deals", "1", "--workers", "1", "--out", "kept"
    )
    assert result.code == 0, result.err
    reason = r"=1+1\x1b[31m\ud800"
    assert f"endings     {reason}: 100.0 %" in result.out
    assert "\x1b" not in result.out
    assert reason in (site.folder / "kept" / "report.html").read_text()
    with (site.folder / "kept" / "games.csv").open() as file:
        assert {row["reason"] for row in csv.DictReader(file)} == {f"'{reason}"}
    (first, *_) = read_journal(site.folder / "kept" / "journal.jsonl").results
    assert first.reason == reason


def test_broken_package_is_named_and_survived(site: Site, tmp_path: Path) -> None:
    broken = tmp_path / "site" / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[console_scripts]\nno value\n")
    result = site.arena("pile", "random", "random", "--deals", "1", "--workers", "1", "--json")
    assert json.loads(result.out)["played"] == 2
    (line,) = result.err.splitlines()
    assert line.startswith(
        "kibitz arena: the entry points of broken cannot be read, and it is left"
    )


# Numbers and names.

LONG = "9" * 4000


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--deals", LONG], "invalid deals=(more than 18 digits): expected at most 1,000,000,000"),
        (["--workers", LONG], "invalid --workers (more than 18 digits): expected 1 to "),
        (["--move-ms", LONG], "invalid move_ms=(more than 18 digits): expected at most 86,400,000"),
        (["--move-ms", "0"], "invalid move_ms=0: expected 1 or more"),
        (["--patience", LONG], "invalid patience=(more than 18 digits): expected at most 86,400"),
        (
            ["--patience", "1", "--move-ms", "2000"],
            "invalid patience=1: expected more seconds",
        ),
        (["--seed", LONG + "x"], "invalid seed: expected at most 4,000 characters"),
        (["--verify", "0"], "invalid verify=0: expected 1 or more games"),
        (["--verify", "3", "--move-ms", "5"], "games with a time limit cannot be verified"),
        (["--on-error", "pray"], "'pray' is not one of 'stop', 'forfeit', 'skip'"),
        (["random"] * 4998, "a tournament has at most 200 players, not 5,000"),
        ([b"random:seed=\xff"], r"invalid agent 'random:seed=\udcff': expected printable"),
        ([b"random:seed=\x1b[31m"], r"invalid agent 'random:seed=\x1b[31m': expected printable"),
        (["--seed", b"\xff"], r"invalid --seed '\udcff': expected a number or a word"),
    ],
)
def test_odd_arguments_are_refused_in_one_line(
    site: Site, more: list[str | bytes], words: str
) -> None:
    result = site.arena("leduc", "random", "random", *map(os.fsdecode, more))
    assert result.code == 2
    assert words in result.error_line()
    assert len(result.error_line()) < 300


def test_long_seed_is_a_seed(site: Site) -> None:
    asked = ("leduc", "random", "random", "--seed", LONG, "--deals", "1", "--workers", "1")
    assert site.summary(*asked)["played"] == 2
    odd = os.fsdecode(b"fol\xffder")
    assert site.arena(*asked, "--out", odd).code == 0
    assert site.summary("--resume", odd, "--workers", "1")["played"] == 2


# Signals.


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("out", [(), ("--out", "arena-pile-0001")])
def test_signals_keep_what_was_played(site: Site, number: int, out: tuple[str, ...]) -> None:
    players = ("random", f"{MISFITS}:Marking")
    running = site.start("pile", *players, "--deals", "100000", "--workers", "1", *out)
    marks = site.folder / "marks"
    wait_until(lambda: marks.exists() and marks.stat().st_size > 50, PATIENCE)
    running.send_signal(number)
    printed, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert b"games are saved in arena-pile-0001; to continue: kibitz arena --resume" in err
    assert b"interrupted: " in printed
    journal = site.folder / "arena-pile-0001" / "journal.jsonl"
    assert len(read_journal(journal).results) > 0
    assert (site.folder / "arena-pile-0001" / "report.html").exists()


def test_signal_that_is_ignored_stays_ignored(site: Site) -> None:
    running = subprocess.Popen(
        ["nohup", *command("arena", "pile", "random", f"{MISFITS}:Marking", "--deals", "30")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=site.folder,
        env=environment(site.extra),
    )
    marks = site.folder / "marks"
    wait_until(lambda: marks.exists() and marks.stat().st_size > 10, PATIENCE)
    running.send_signal(signal.SIGHUP)
    out, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert b"60 games" in out


# Journals.


def test_damaged_line_is_named_and_its_game_played_again(site: Site) -> None:
    asked = ("leduc", "random", "random:seed=1", "--deals", "5", "--workers", "1")
    before = site.summary(*asked, "--out", "kept")
    journal = site.folder / "kept" / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"plies":', b'"plies":1', 1)
    journal.write_bytes(b"".join(lines))
    named = "journal.jsonl, line 4: the checksum does not fit; the line was damaged or edited; "
    reported = site.arena("--report", "kept", "--json")
    assert json.loads(reported.out)["played"] == 9
    assert reported.err == f"kibitz arena: kept/{named}its game is left out\n"
    resumed = site.arena("--resume", "kept", "--workers", "1", "--json")
    assert resumed.err == f"kibitz arena: kept/{named}its game is played again\n"
    assert json.loads(resumed.out)["fingerprint"] == before["fingerprint"]
    again = site.arena("--resume", "kept", "--workers", "1", "--json")
    assert again.err == ""


def test_report_is_made_without_playing(site: Site) -> None:
    before = site.summary("leduc", "random", "random", "--deals", "3", "--out", "kept")
    folder = site.folder / "kept"
    journal = (folder / "journal.jsonl").read_bytes()
    for name in ("report.html", "summary.json", "games.csv"):
        (folder / name).unlink()
    result = site.arena("--report", "kept")
    assert result.code == 0
    assert f"fingerprint {before['fingerprint']}" in result.out
    assert json.loads((folder / "summary.json").read_text()) == before
    assert {path.name for path in folder.iterdir()} == {
        *("journal.jsonl", "report.html", "summary.json", "games.csv")
    }
    assert (folder / "journal.jsonl").read_bytes() == journal
    refused = site.arena("leduc", "--report", "kept", "--deals", "3", "--resume", "kept")
    expected = "GAME, --deals, --resume cannot be used with --report: kept has its own"
    assert expected in refused.error_line()
    assert "there is no tournament in nowhere" in site.arena("--report", "nowhere").error_line()


# Playing again.

FICKLE = """\
import os
from kibitz.core import Advice

class Fickle:
    def advise(self, seen):
        return Advice(seen.moves[os.urandom(1)[0] % len(seen.moves)], 0.0, ())
"""


def test_games_are_played_again_and_compared(site: Site, tmp_path: Path) -> None:
    asked = ("leduc", "random", "random:seed=1", "--deals", "10", "--out", "kept")
    result = site.arena(*asked, "--verify", "6", "--records", "all")
    assert (result.code, result.err) == (0, "")
    assert "verified: 6 of 6 games are the same again\n" in result.out
    summary = site.summary("--report", "kept", "--verify", "100")
    assert summary["verified"] == {"games": 20, "different": []}


def test_games_that_differ_are_named(site: Site, tmp_path: Path) -> None:
    (tmp_path / "site" / "fickle.py").write_text(FICKLE)
    asked = ("leduc", "random", "fickle:Fickle", "--deals", "20", "--verify", "40")
    result = site.arena(*asked, "--out", "kept")
    assert result.code == 1
    assert "games ended differently when they were played again: game " in result.error_line()
    # They are kept all the same.
    assert len(read_journal(site.folder / "kept" / "journal.jsonl").results) == 40
