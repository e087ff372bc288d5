"""The suite itself: it passes wherever it is started."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Tests that send these signals to a process which they have started.
SENDING = (
    "tests/cli/test_arena.py::test_ctrl_c_before_the_first_game_leaves_nothing",
    f"tests/cli/test_referee.py::test_signals_keep_what_was_played[out0-{signal.SIGHUP}]",
)


def ignore_signals() -> None:
    """Does what `nohup` and a shell do that starts a background job."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def test_suite_passes_under_nohup_in_a_background_job_without_a_terminal() -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "KIBITZ_TEST_"))
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider", *SENDING],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        preexec_fn=ignore_signals,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
    said = "SIGINT, SIGQUIT, SIGHUP ignored on entry: reset for processes of tests"
    assert done.stdout.count(said) == 1
