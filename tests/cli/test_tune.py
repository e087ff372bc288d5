import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.playing import GameFailed
from kibitz.arena.tuning import Trial, search_trials
from tests.arena.stage import offer_stage
from tests.cli.command import (
    PATIENCE,
    command,
    default_signals,
    environment,
    kibitz,
    kibitz_process,
    printed,
)
from tests.cli.test_play import Terminal

pytestmark = pytest.mark.usefixtures("elsewhere")

SEARCH = (
    *("tune", "leduc", "greedy:worlds=1", "--against", "random", "--range", "worlds=1:4"),
    *("--seed", "0"),
)
# Played in this process, which needs no others to start.
QUICK = (*SEARCH, "--deals", "20", "--trials", "4", "--confirm", "30", "--workers", "1")


# What there is to tune; this needs no Optuna.


def test_tune_lists_what_there_is_to_tune() -> None:
    result = kibitz("tune", "jaipur", "utility:take_edge=9", "--list")
    assert result.code == 0
    lines = [line.split() for line in result.out.splitlines()]
    assert lines[1] == ["option", "range", "start"]
    assert ["keep_high_value", "yes,no", "no"] in lines
    assert ["take_edge", "0:80", "9"] in lines
    wanted = ("--range", "take_edge=10:20", "--list", "--json")
    assert printed(kibitz("tune", "jaipur", "utility", *wanted)) == {"take_edge": "10:20"}


def test_tune_says_how_to_get_optuna(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    wanted = "kibitz tune: tuning needs Optuna: pip install 'kibitz[tune]'"
    assert kibitz(*QUICK).error_line() == wanted


# Results.


@pytest.mark.needs("optuna")
def test_tune_shows_the_best_the_effects_and_the_verdict() -> None:
    result = kibitz(*QUICK, "--trials", "10")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("Leduc hold'em  10 trials, ")
    assert lines[1].split() == ["option", "range", "start", "best", "importance"]
    assert lines[2].split()[:3] == ["worlds", "1:4", "1"]
    assert lines[4].split() == ["worlds", "trials", "score", "gained", "margin", "gained"]
    assert "\nbest        greedy:worlds=" in result.out
    assert "\nverdict     " in result.out
    assert "\nto repeat: kibitz tune leduc greedy:worlds=1 --range worlds=1:4 " in result.out
    assert "\033" not in result.out


@pytest.mark.needs("optuna")
def test_tune_prints_json_and_the_command_that_gives_it_again() -> None:
    first = printed(kibitz(*QUICK, "--seed", "two words", "--json"))
    assert isinstance(first["tried"], list)
    assert len(first["tried"]) == 4
    assert isinstance(first["effects"], list)
    assert isinstance(first["setup"], dict)
    assert first["setup"]["seed"] == "two words"
    assert first["space"] == {"worlds": "1:4"}
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m {first['command']} --workers 1 --json"],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
        check=True,
    )
    assert json.loads(done.stdout)["tried"] == first["tried"]


@pytest.mark.needs("optuna")
def test_tune_says_so_if_nothing_is_better() -> None:
    result = kibitz(*QUICK, "--trials", "1")
    assert "\nverdict     no trial was better than greedy:worlds=1\n" in result.out


@pytest.mark.needs("optuna")
def test_tune_plays_no_test_if_none_is_wanted() -> None:
    seeds = (str(seed) for seed in range(20))
    outs = (kibitz(*QUICK, "--confirm", "0", "--seed", seed).out for seed in seeds)
    assert any("verdict     not tested on fresh deals\n" in out for out in outs)


@pytest.mark.needs("optuna")
@pytest.mark.parametrize(("game", "agent"), [("patience", "greedy"), ("trio", "greedy")])
def test_tune_takes_games_for_any_number_of_players(game: str, agent: str, tmp_path: Path) -> None:
    extra = offer_stage(tmp_path / "site")
    wanted = (
        "tune",
        game,
        f"{agent}:worlds=1",
        *["--seed", "0", "--range", "worlds=1:4", "--workers", "1"],
    )
    more = ("--against", "random", "--deals", "4", "--trials", "3", "--confirm", "8", "--json")
    document = printed(kibitz_process(*wanted, *more, extra=extra))
    assert document["stronger"] in (True, False, None)
    assert isinstance(document["tried"], list)
    assert len(document["tried"]) == 3


@pytest.mark.needs("optuna")
def test_tune_shows_its_progress_on_a_terminal() -> None:
    with Terminal(*QUICK) as terminal:
        code, shown = terminal.end()
    assert code == 0
    assert "/4" in shown
    assert " games" in shown
    assert "\033[1;36mLeduc hold'em" in shown
    table = shown[shown.index("Leduc hold'em") :]
    assert "games best" not in table


# The folder.


@pytest.mark.needs("optuna")
def test_tune_saves_everything_in_a_folder() -> None:
    document = printed(kibitz(*QUICK, "--seed", "3", "--out", "runs", "--json"))
    assert json.loads(Path("runs/tuning.json").read_text()) == document
    if document["confirmation"] is not None:
        assert Path("runs/confirmation/report.html").is_file()
    again = kibitz(*QUICK, "--out", "runs").error_line()
    assert again.endswith("is not empty; choose a new one, or resume what is in it")


@pytest.mark.needs("optuna")
def test_tune_continues_with_more_trials_as_if_it_had_never_stopped() -> None:
    whole = printed(kibitz(*QUICK, "--trials", "6", "--json"))
    kibitz(*QUICK, "--out", "runs")
    resumed = printed(
        kibitz("tune", "--resume", "runs", "--trials", "6", "--workers", "1", "--json")
    )
    assert resumed["tried"] == whole["tried"]
    assert resumed["best"] == whole["best"]
    less = kibitz("tune", "--resume", "runs", "--trials", "5").error_line()
    assert less == "kibitz tune: invalid --trials 5: runs has 6 already"


@pytest.mark.needs("optuna")
def test_tune_that_is_killed_continues_with_the_same_trials() -> None:
    long = (*SEARCH, "--deals", "40", "--trials", "12", "--confirm", "0", "--workers", "1")
    process = subprocess.Popen(command(*long, "--out", "runs"), env=environment())
    wait_for_trials(3)
    process.kill()
    process.wait()
    kept = json.loads(Path("runs/tuning.json").read_text())["tried"]
    resumed = printed(kibitz("tune", "--resume", "runs", "--workers", "1", "--json"))
    assert isinstance(resumed["tried"], list)
    assert resumed["tried"][: len(kept)] == kept
    assert resumed["tried"] == printed(kibitz(*long, "--json"))["tried"]


def wait_for_trials(count: int) -> None:
    """Waits until another process has saved `count` trials."""
    path, until = Path("runs/tuning.json"), time.monotonic() + PATIENCE
    while not path.exists() or len(json.loads(path.read_text())["tried"]) < count:
        assert time.monotonic() < until
        time.sleep(0.005)


# Stopping early.


def interrupted_after(count: int) -> Callable[..., Iterator[Trial]]:
    """Makes a search during which somebody presses Ctrl-C."""

    def search(*args: Any, **options: Any) -> Iterator[Trial]:  # Any: as the real one
        yield from islice(search_trials(*args, **options), count)
        raise KeyboardInterrupt

    return search


@pytest.mark.needs("optuna")
@pytest.mark.parametrize("out", [("--out", "runs"), ()])
def test_tune_shows_the_best_so_far_after_ctrl_c(
    out: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("kibitz.cli.tune.search_trials", interrupted_after(3))
        result = kibitz(*QUICK, *out)
    folder = "runs" if out else "tune-leduc-0001"
    assert result.code == 130
    assert result.err == (
        f"kibitz tune: interrupted; 3 of 4 trials are saved in {folder}; to continue: kibitz tune"
        f" --resume {folder}\n"
    )
    assert "\nbest        greedy:worlds=" in result.out
    resumed = printed(kibitz("tune", "--resume", folder, "--workers", "1", "--json"))
    assert resumed["tried"] == printed(kibitz(*QUICK, "--json"))["tried"]


@pytest.mark.needs("optuna")
def test_tune_has_nothing_to_save_before_the_first_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.cli.tune.search_trials", interrupted_after(0))
    result = kibitz(*QUICK)
    assert (result.code, result.out) == (130, "")
    assert result.err == "kibitz tune: interrupted; no trial was finished\n"


@pytest.mark.needs("optuna")
def test_tune_notices_a_real_ctrl_c() -> None:
    long = (*SEARCH, "--deals", "100", "--trials", "100", "--workers", "1", "--out", "runs")
    process = subprocess.Popen(
        command(*long, "--range", "horizon=0:40"),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_signals,
    )
    wait_for_trials(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert err.startswith("kibitz tune: interrupted; ")
    assert "\nbest        greedy:worlds=" in out


@pytest.mark.needs("optuna")
def test_tune_keeps_the_trials_before_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> None:
        raise GameFailed("leduc, seed 1: dropped the cards")

    monkeypatch.setattr("kibitz.cli.tune.confirm_winner", fail)
    line = kibitz(*QUICK).error_line()
    assert line == (
        "kibitz tune: leduc, seed 1: dropped the cards; the trials before are saved in"
        " tune-leduc-0001"
    )


# Wrong use.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tune",), "no game given; known: "),
        (("tune", "leduc"), "no agent given; kibitz games lists them"),
        (("tune", "leduc", "random", "--range", "seed"), "declares no range of 'seed'"),
        (("tune", "jaipur", "greedy"), "nothing to tune: greedy declares no ranges"),
        ((*QUICK, "--range", "worlds=2:3"), "--range worlds is given twice"),
        ((*QUICK, "--range", "horizon=4"), "invalid range 4: expected LOW:HIGH"),
        ((*QUICK, "--trials", "0"), "invalid trials=0: expected 1 or more"),
        ((*QUICK, "--workers", "0"), "invalid --workers 0: expected 1 to "),
        ((*QUICK, "--address", "auto"), "--address needs --backend ray"),
        (
            (*QUICK, "--resume", "runs"),
            "GAME, --range, --against, --deals, --confirm, --seed cannot be",
        ),
        (("tune", "--resume", "runs"), "there is no search in runs: it has no tuning.json"),
    ],
)
@pytest.mark.needs("optuna")
def test_tune_refuses_wrong_use(arguments: tuple[str, ...], words: str) -> None:
    line = kibitz(*arguments).error_line()
    assert line.startswith("kibitz tune: ")
    assert words in line


@pytest.mark.needs("optuna")
def test_tune_refuses_a_damaged_folder() -> None:
    Path("runs").mkdir()
    Path("runs/tuning.json").write_text("{")
    assert "runs/tuning.json is not JSON" in kibitz("tune", "--resume", "runs").error_line()
    Path("runs/tuning.json").write_text("[]")
    assert "not a search" in kibitz("tune", "--resume", "runs").error_line()
