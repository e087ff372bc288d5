"""What the tests of the command line share."""

from pathlib import Path

import pytest

from kibitz.arena.backend import Backend, Serial, local_backend


@pytest.fixture(autouse=True)
def one_worker_is_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays tournaments with one worker in this process: to start another takes half a second.

    A command that a test runs as a process of its own starts its worker as ever.
    """

    def choose(workers: int | None = None) -> Backend:
        return Serial() if workers == 1 else local_backend(workers)

    monkeypatch.setattr("kibitz.arena.backend.local_backend", choose)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test in a folder of its own."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
