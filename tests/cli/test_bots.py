"""Bots on the command line: declared by `--bot`, in every command that takes agents."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.agents.programs import RESERVE, VARIABLE, introduction_of
from kibitz.core import read_record
from tests.agents.bots import FIRST, command_of
from tests.cli.command import Result, command, environment, kibitz, kibitz_process

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_over_lines.py"
ACE = ("--bot", f"ace={shlex.join([sys.executable, '-S', str(EXAMPLE)])}")
PACKAGE = "bot over-lines 1.0"
POSITION = '{"to_move": 0, "cards": ["Kh", null], "public": "Ks", "stakes": [3, 7], "raises": 1}'
WATCH = ("play", "leduc", "--seat", "none", "--seed", "1", "-a", "ace", "-a", "random")
MISSING = f"ace is a bot ({PACKAGE}), which is not declared here: --bot ace=COMMAND"


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    introduction_of.cache_clear()
    RESERVE.dismiss()


def bot(folder: Path, advise: str, hello: str = "") -> tuple[str, str]:
    """Writes a bot and returns the arguments that declare it as `bad`."""
    return ("--bot", f"bad={command_of(folder, advise, hello)}")


# Matches and positions.


def test_bot_plays_a_match_that_names_it(tmp_path: Path) -> None:
    path = str(tmp_path / "match.jsonl")
    played = kibitz(*WATCH, *ACE, "--save", path)
    assert (played.code, played.err) == (0, "")
    record = read_record(Path(path).read_text())
    assert (record.names, record.packages[0]) == (["ace", "random"], PACKAGE)
    assert str(EXAMPLE) not in Path(path).read_text()
    again = str(tmp_path / "again.jsonl")
    kibitz(*WATCH, *ACE, "--save", again)
    assert Path(again).read_text() == Path(path).read_text()
    shown = json.loads(kibitz("replay", path, "--agent", "ace", *ACE, "--json").out)
    assert shown["package"] == PACKAGE
    assert all(move["verdict"]["rank"] for move in shown["moves"])
    assert "; known: " in kibitz("replay", path, "--agent", "ace").error_line()


def test_match_against_a_bot_is_resumed_if_it_is_declared(tmp_path: Path) -> None:
    path = str(tmp_path / "match.jsonl")
    start = ("play", "leduc", "--seed", "1", "-a", "ace:timeout=3", "--kibitzer", "ace", *ACE)
    left = kibitz(*start, "--save", path, typed="raise\nhint\nquit\n")
    assert (left.code, left.err) == (0, "")
    assert "ace, scores in points" in left.out
    again = next(line.strip() for line in left.out.splitlines() if "play --resume" in line)
    assert shlex.split(again)[-2:] == [*ACE]
    refused = kibitz("play", "--resume", path, typed="quit\n")
    assert (
        refused.error_line() == f"kibitz play: {MISSING}; to choose another agent: --opponent AGENT"
    )
    assert kibitz("play", "--resume", path, "-a", "random", typed="quit\n").code == 0
    assert kibitz(*start, "--save", str(tmp_path / "other.jsonl"), typed="raise\nquit\n").code == 0
    other = ("play", "--resume", str(tmp_path / "other.jsonl"), *ACE)
    assert kibitz(*other, typed="quit\n").code == 0


def test_bot_advises_with_reasons() -> None:
    answer = kibitz("advise", "leduc", POSITION, "--agent", "ace", *ACE, "--why", "fold")
    assert (answer.code, answer.err) == (0, "")
    assert "with Ks" in answer.out
    found = json.loads(kibitz("advise", "leduc", POSITION, "--agent", "ace", *ACE, "--json").out)
    assert (found["agent"], found["package"], found["text"]) == ("ace", PACKAGE, "raise")
    best = found["options"][0]
    assert [each["term"] for each in best["reasons"]] == ["rank", "pair", "price"]


def test_bot_that_fails_ends_the_command_with_its_name(tmp_path: Path) -> None:
    bad = bot(tmp_path, "raise ValueError('no idea')")
    failed = kibitz("advise", "leduc", POSITION, "--agent", "bad", *bad)
    assert failed.code == 1
    said = failed.error_line()
    assert said.startswith(
        "kibitz advise: bot bad: ended with exit code 1: expected an answer; its"
    )
    assert said.endswith("| ValueError: no idea")


# Declarations.


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("ace", "invalid bot 'ace': expected NAME=COMMAND, such as ace='python3 ace.py'"),
        ("random=x", "bot random has the name of another agent: choose another name"),
        ("a:b=x", "invalid name 'a:b' for a bot: expected a letter, then letters, digits, - or _"),
    ],
)
def test_wrong_declarations_are_refused(declared: str, message: str) -> None:
    refused = kibitz("arena", "leduc", "random", "greedy", "--bot", declared)
    assert (refused.code, refused.error_line()) == (2, f"kibitz arena: {message}")


def test_bot_that_takes_the_name_of_an_agent_of_the_game_is_refused() -> None:
    refused = kibitz("arena", "spire", "expert", "--bot", "expert=x", "--deals", "1")
    assert "bot expert has the name of another agent" in refused.error_line()


def test_bots_of_the_environment_are_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, f"\n{ACE[1]}\n")
    assert kibitz("advise", "leduc", POSITION, "--agent", "ace").code == 0
    monkeypatch.setenv(VARIABLE, "what")
    refused = kibitz("advise", "leduc", POSITION)
    assert "KIBITZ_BOTS: invalid bot 'what': expected NAME=COMMAND" in refused.error_line()


def test_games_lists_bots(tmp_path: Path) -> None:
    listed = kibitz("games", *ACE, "--bot", "gone=/nowhere/bot")
    assert (listed.code, listed.err) == (0, "")
    assert f"\nagent ace of {PACKAGE}\n" in listed.out
    assert (
        "\nagent gone of unknown cannot be used: bot gone: cannot start: there is no program"
        " '/nowhere/bot'\n" in listed.out
    )
    assert "ace" in json.loads(kibitz("games", "leduc", *ACE, "--json").out)["agents"]


# Tournaments.


def arena(*arguments: str, deals: int = 5, workers: int = 2, folder: Path | None = None) -> Result:
    limits = ("--seed", "0", "--deals", str(deals), "--workers", str(workers))
    return kibitz_process("arena", "leduc", *arguments, *limits, folder=folder)


def test_bot_plays_a_tournament_with_two_workers(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    played = arena("ace", "random", *ACE, "--out", str(folder), "--records", "all")
    assert (played.code, played.err) == (0, "")
    assert f"\nace: {PACKAGE}\n" in played.out
    assert " --bot ace=COMMAND\n" in played.out
    journal = (folder / "journal.jsonl").read_text()
    assert str(EXAMPLE) not in journal
    assert PACKAGE in journal
    one = arena("ace", "random", *ACE, workers=1)
    named = [line for line in played.out.splitlines() if "fingerprint" in line]
    assert named == [line for line in one.out.splitlines() if "fingerprint" in line]


def test_tournament_is_resumed_only_where_its_bot_is_declared(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    assert arena("ace", "random", *ACE, "--out", str(folder), deals=2).code == 0
    more = ("arena", "--resume", str(folder), "--deals", "3")
    refused = kibitz_process(*more)
    assert refused.code == 2
    assert refused.error_line().endswith(f"journal.jsonl: {MISSING}")
    assert kibitz_process(*more, *ACE).code == 0
    newer = tmp_path / "newer.py"
    newer.write_text(EXAMPLE.read_text().replace('"1.0"', '"1.1"'))
    other = f"ace={shlex.join([sys.executable, str(newer)])}"
    refused = kibitz_process("arena", "--resume", str(folder), "--deals", "4", "--bot", other)
    assert "was set up for ace of bot over-lines 1.0, and here it is of bot over-lines 1.1" in (
        refused.error_line()
    )


# A bot that fails in one game of five, by what it is told, so that it is the same in every run.
SOMETIMES = "say({'move': 'fly' if asked['seed'] % 5 == 0 else asked['moves'][-1]['text']})"


@pytest.mark.parametrize(
    ("decision", "code", "said"),
    [
        ("stop", 1, "bot bad: wrong answer: move: expected a legal move"),
        ("forfeit", 0, "endings"),
        ("skip", 0, "endings"),
    ],
)
def test_arena_decides_about_a_bot_that_fails(
    decision: str, code: int, said: str, tmp_path: Path
) -> None:
    bad = bot(tmp_path, SOMETIMES)
    played = arena("bad", "random", *bad, "--on-error", decision, deals=10, folder=tmp_path)
    assert played.code == code, played
    assert said in (played.err if code else played.out)


def test_no_bot_outlives_a_tournament(tmp_path: Path) -> None:
    note = f"open({str(tmp_path)!r} + '/pid-' + str(os.getpid()), 'w')"
    stubborn = command_of(tmp_path, FIRST).replace("bot.py", "stubborn.py")
    script = (tmp_path / "bot.py").read_text().replace("told = []", note + "\ntold = []")
    (tmp_path / "stubborn.py").write_text(script + "while True:\n    time.sleep(1)\n")
    assert arena("bad", "random", "--bot", f"bad={stubborn}").code == 0
    pids = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert len(pids) > 1
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_bot_without_an_answer_loses_on_time(tmp_path: Path) -> None:
    bad = bot(tmp_path, "time.sleep(60)")
    played = arena("bad", "random", *bad, "--move-ms", "50", deals=1, folder=tmp_path)
    assert played.code == 0, played
    assert "late" in played.out or "time" in played.out
    stopped = arena("bad:timeout=0.1", "random", *bad, deals=1, folder=tmp_path)
    assert stopped.code == 1
    assert "bot bad: no answer within 0.3 s" in stopped.error_line()


def test_any_option_of_a_bot_can_be_tuned() -> None:
    ranges = ("--range", "depth=1:3", "--range", "timeout=1:5")
    listed = kibitz("tune", "leduc", "ace:depth=2", *ranges, "--list", "--json", *ACE)
    assert json.loads(listed.out) == {"depth": "1:3", "timeout": "1.0:5.0"}


def test_any_option_of_a_bot_can_be_the_budget_of_a_ladder() -> None:
    limits = ("--steps", "1", "--deals", "1", "--seed", "1", "--workers", "1")
    climb = ("ladder", "leduc", "ace", "--budget", "depth", "--from", "2", *ACE)
    climbed = kibitz_process(*climb, *limits)
    assert climbed.code == 0, climbed
    assert [line.split()[0] for line in climbed.out.splitlines()[2:4]] == ["2", "4"]
    assert climbed.out.endswith(" --seed 1 --bot ace=COMMAND\n")


def test_interrupted_tournament_says_how_to_continue_with_its_bot(tmp_path: Path) -> None:
    bad = bot(tmp_path, "time.sleep(0.05); say({'move': asked['moves'][0]['text']})")
    words = ("arena", "leduc", "bad", "random", *bad, "--deals", "500", "--workers", "1")
    folder = tmp_path / "runs"
    with subprocess.Popen(
        command(*words, "--out", str(folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    ) as process:
        until = time.monotonic() + 60.0
        while time.monotonic() < until:
            journal = folder / "journal.jsonl"
            if journal.exists() and len(journal.read_bytes().splitlines()) > 2:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60.0)
    assert process.returncode == 130
    assert shlex.join(bad) in said
