import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kibitz as package
from kibitz import games
from tests.cli.command import (
    PROMPT,
    command,
    environment,
    kibitz,
    kibitz_process,
    read_until,
)


def test_kibitz_alone_shows_the_verbs() -> None:
    result = kibitz()
    assert result.code == 0
    for verb in ("games", "play", "advise", "replay", "new-game", "bench"):
        assert f" {verb} " in result.out


@pytest.mark.parametrize("verb", ["games", "play", "advise", "replay", "new-game", "bench"])
def test_every_verb_has_help_and_json(verb: str) -> None:
    result = kibitz(verb, "--help")
    assert result.code == 0
    assert f"kibitz {verb}" in result.out
    assert "--json" in result.out


def test_kibitz_tells_its_version_and_build() -> None:
    build = "compiled" if package.COMPILED else "interpreted"
    assert kibitz("--version").out == f"kibitz {package.__version__} ({build})\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gmaes"], "kibitz: no such command 'gmaes'. Did you mean 'games'?"),
        (["--seed", "3"], "kibitz: no such option: --seed"),
        (["games", "--sed"], "kibitz games: no such option: --sed"),
        (["advise", "leduc"], "kibitz advise: missing argument 'position'"),
        (
            ["bench", "--seconds", "x"],
            "kibitz bench: invalid value for '--seconds': expected a number, got 'x'",
        ),
        (
            ["replay", "x", "--to", "1.5"],
            "kibitz replay: invalid value for '--to': expected a whole number, got '1.5'",
        ),
        (
            ["replay", "x", "--to", "-1"],
            "kibitz replay: invalid value for '--to': expected at least 0, got '-1'",
        ),
        (
            ["arena", "leduc", "--format", "x"],
            "kibitz arena: invalid value for '--format': 'x' is not one of 'round-robin'",
        ),
    ],
)
def test_wrong_usage_is_one_line_that_points_to_the_help(arguments: list[str], words: str) -> None:
    result = kibitz(*arguments)
    assert result.code == 2
    assert result.error_line().startswith(words)
    command = words.partition(":")[0]
    assert result.error_line().endswith(f"(see {command} --help)")


def fail() -> list[str]:
    raise ZeroDivisionError("on two\nlines")


def test_unexpected_error_is_one_line_and_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_DEBUG", raising=False)
    monkeypatch.setattr(games, "names", fail)
    result = kibitz("bench")
    assert result.code == 1
    line = fail.__code__.co_firstlineno + 1
    assert result.error_line() == (
        f"kibitz bench: bug in tests (tests/cli/test_process.py, line {line}, in fail):"
        " ZeroDivisionError: on two lines; KIBITZ_DEBUG=1 shows the traceback"
    )


def test_debug_shows_where_an_unexpected_error_comes_from() -> None:
    source = (
        "import sys, kibitz.games\n"
        "from kibitz.cli import main\n"
        "kibitz.games.names = lambda: 1 / 0\n"
        "sys.argv = ['kibitz', 'bench']\n"
        "main()\n"
    )
    done = subprocess.run(
        [command()[0], "-c", source],
        capture_output=True,
        text=True,
        env=environment({"KIBITZ_DEBUG": "1"}),
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1] == (
        "kibitz bench: bug in the script (<string>, line 3, in <lambda>): ZeroDivisionError:"
        " division by zero"
    )


def interrupt() -> list[str]:
    raise KeyboardInterrupt


def test_interrupted_verb_says_so_and_exits_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", interrupt)
    result = kibitz("bench")
    assert (result.code, result.err) == (130, "kibitz bench: interrupted\n")


def test_file_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> list[str]:
        raise PermissionError(13, "Permission denied", "somewhere")

    monkeypatch.setattr(games, "names", refuse)
    result = kibitz("bench")
    assert result.code == 2
    assert result.error_line() == "kibitz bench: somewhere: Permission denied"


def test_process_ends_quietly_when_its_reader_has_gone() -> None:
    running = subprocess.Popen(
        command("play", "leduc", "--seat", "none", "--json"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    errors = running.stderr.read().decode()
    running.stderr.close()
    assert running.wait() == 0
    assert errors == ""


def test_process_survives_a_narrow_encoding() -> None:
    result = kibitz_process("play", "leduc", "--seat", "none", extra={"PYTHONIOENCODING": "ascii"})
    assert (result.code, result.err) == (0, "")


def test_process_survives_input_that_is_not_text(tmp_path: Path) -> None:
    result = kibitz_process("play", "leduc", "--seed", "4", typed=b"\xff\xfe\x00\n1\nquit\n")
    assert result.code == 0
    assert "Goodbye." in result.out


@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-"])
def test_process_survives_streams_that_are_closed(closing: str) -> None:
    for arguments, code in ((("games",), 0), (("games", "--no"), 2)):
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" {closing}', "sh", *command(*arguments)],
            capture_output=True,
            text=True,
            env=environment(),
            check=False,
        )
        assert done.returncode == code
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == (1 if code and "2>" not in closing else 0)


@pytest.mark.parametrize("verb", [("games",), ("--version",), ("games", "--json")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_process_says_that_its_output_is_full(verb: tuple[str, ...], unbuffered: str) -> None:
    extra = environment({"PYTHONUNBUFFERED": unbuffered})
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command(*verb), stdout=full, stderr=subprocess.PIPE, env=extra, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().endswith(": standard output: No space left on device\n")
    assert len(done.stderr.splitlines()) == 1


# Starting up.


def test_help_imports_no_agent_and_no_arena() -> None:
    script = (
        "import sys; from kibitz.cli.process import run; run(['--help']);"
        " print([name for name in sys.modules if name.startswith(('kibitz.a', 'kibitz.games.'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_list_of_games_imports_no_agent() -> None:
    # A game names its agents with `Later`. Counting modules catches what a clock would.
    script = (
        "import sys; from kibitz.cli.process import run; run(['games', '--json']);"
        " print(*[name for name in sys.modules if name.startswith('kibitz.games.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    modules = [name.split(".")[2:] for name in done.stdout.splitlines()[-1].split()]
    for game in games.names():
        own = [rest for each, *rest in modules if each == game]
        assert own, game
        assert ["actions"] not in own, game
        players = [rest for rest in own if rest[:1] == ["agents"]]
        assert not players, f"{game} imports its agents to be listed: {players}"


def test_garbage_collector_is_on_while_a_command_runs() -> None:
    script = (
        "import gc, kibitz.cli, kibitz.cli.process as process;"
        " process.run = lambda _: print(gc.isenabled(), gc.get_freeze_count() > 1000);"
        " kibitz.cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True True\n"


def test_agent_that_cleans_up_when_it_is_deleted_does_so_before_the_exit() -> None:
    script = (
        "import kibitz.cli, kibitz.cli.process as process\n"
        "class Agent:\n"
        "    def __init__(self): self.itself = self\n"
        "    def __del__(self): print('deleted')\n"
        "process.run = lambda _: 0 if Agent() else 1\n"
        "kibitz.cli.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "deleted\n"


def test_agent_in_the_current_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from kibitz.agents import RandomAgent\n"
        "class Mine:\n    def advise(self, seen): return RandomAgent().advise(seen)\n"
    )
    # The script `kibitz` does not look there by itself, unlike `python -m kibitz`.
    script = "import sys; sys.path.remove(''); from kibitz.cli import main; main()"
    asked = ("arena", "leduc", "mine:Mine", "random", "--deals", "2", "--workers", "1")
    done = subprocess.run(
        [sys.executable, "-c", script, *asked],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "mine:Mine" in done.stdout


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["tune", "leduc", "nobody"], "nobody"),
        (["tune", "leduc", "greedy", "--range", "horizon=9:1"], "range 9:1"),
        (["arena", "leduc", "random", "random", "--backend", "ray", "--deals", "0"], "deals=0"),
        (["arena", "leduc", "random", "nobody", "--out", "x", "--games", "parquet"], "nobody"),
    ],
)
def test_missing_extra_does_not_keep_arguments_from_being_checked(
    words: list[str], wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("duckdb", "optuna", "ray"):
        monkeypatch.setitem(sys.modules, module, None)  # as where it is not installed
    line = kibitz(*words).error_line()
    assert wrong in line
    assert "pip install" not in line


def test_long_words_are_cut_in_messages() -> None:
    line = kibitz("play", "leduc", "--seat", "7" * 5000).error_line()
    assert len(line) < 500
    assert "... expected 0 or 1" in line


# The command, told to stop by Ctrl-C: when it imports a module, or from outside once it has begun.
STARTING = """
import os, signal, sys
import kibitz.cli

class Interrupt:
    wanted = sys.argv.pop(1)

    def find_spec(self, name, path=None, target=None):
        if name == self.wanted:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupt())
print("ready", flush=True)
kibitz.cli.main()
"""


def start(wanted: str) -> subprocess.Popen[str]:
    """Starts a match that is interrupted when it imports a module; and at will."""
    return subprocess.Popen(
        [sys.executable, "-c", STARTING, wanted, "play", "leduc", "--seed", "4", "-a", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


@pytest.mark.parametrize(
    "module",
    ["kibitz.cli.process", "typer", "rich", "kibitz.cli.app", "kibitz.cli.play", "rich.table"],
)
def test_process_that_is_interrupted_while_it_starts_shows_no_traceback(module: str) -> None:
    running = start(module)
    out, errors = running.communicate()
    assert running.returncode == 130
    assert out == "ready\n"
    assert errors in ("", "kibitz play: interrupted\n")


@pytest.mark.parametrize("tenths", range(1, 10))
def test_process_that_is_interrupted_at_any_moment_shows_no_traceback(tenths: int) -> None:
    running = start("nothing")
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    time.sleep(tenths / 10)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate()  # ends the input, too
    assert running.returncode in (0, 130)
    assert errors in ("", "kibitz play: interrupted\n")


def test_process_that_was_started_with_ctrl_c_ignored_ignores_it() -> None:
    running = subprocess.Popen(
        ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command("play", "leduc", "--seed", "4")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert running.stdout is not None
    read_until(running.stdout.fileno(), PROMPT)
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(b"quit\n")
    assert running.returncode == 0
    assert b"Goodbye." in out
    assert errors == b""
