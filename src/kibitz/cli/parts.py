"""Tournaments that are part of something larger, and the folder that holds it.

Each part has a folder of its own in there, as `kibitz arena --out` makes it; the whole has one JSON
document, which is written again after every step.
"""

import json
from contextlib import nullcontext
from pathlib import Path

from kibitz.arena.backend import Backend
from kibitz.arena.files import write_text
from kibitz.arena.journal import Journal, read_journal
from kibitz.arena.result import GameResult
from kibitz.arena.results_folder import ResultsFolder, claim_free, claim_temporary
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import play
from kibitz.cli.arena import command_of
from kibitz.cli.arguments import UsageError, read_file
from kibitz.cli.standings import progress
from kibitz.core.document import read_json
from kibitz.core.value import Json


def play_part(setup: Setup, path: Path | None, backend: Backend) -> Summary:
    """Plays a tournament, or the rest of it; with a path, it is saved in that folder.

    Raises:
        KibitzError: if it cannot be played or saved; the games so far are in the folder, also after
            `KeyboardInterrupt`.
    """
    setup = setup.installed()
    folder = None if path is None else part_folder(path, setup)
    done, journal = open_part(folder, setup)
    with journal or nullcontext(), progress(setup, done) as show_progress:
        results = play(setup, backend, journal=journal, done=done, on_result=show_progress)
        summary = summarise(setup, results)
        if folder is not None:
            folder.write(summary, results, command_of(setup))
    return summary


def part_folder(path: Path, setup: Setup) -> ResultsFolder:
    """Returns the folder of a tournament; another one if there is another tournament in it."""
    for number in range(1, 1000):
        folder = ResultsFolder(path if number == 1 else path.with_name(f"{path.name}-{number}"))
        if not folder.journal.exists() or read_journal(folder.journal).setup == setup:
            return folder
    raise ArenaError(f"there are too many folders with the name {path}")


def open_part(
    folder: ResultsFolder | None, setup: Setup
) -> tuple[list[GameResult], Journal | None]:
    """Opens or starts the journal of a tournament; returns the games so far, too."""
    if folder is None:
        return [], None
    if folder.journal.exists():
        _, done, journal = folder.resume(None)
        return done, journal
    folder.path.mkdir(exist_ok=True)
    return [], folder.start(setup)


# The folder of the whole.


def write_document(path: Path, document: Json) -> None:
    """Writes the JSON document of a folder, as a whole.

    Raises:
        ArenaError: if it cannot be written.
    """
    write_text(path, f"{json.dumps(document, indent=2)}\n")


def read_document(path: Path, content: str) -> object:
    """Reads the JSON document of a folder.

    Raises:
        UsageError: if there is none.
        ArenaError: if it is not JSON.
    """
    if not path.is_file():
        raise UsageError(f"there is no {content} in {path.parent}: it has no {path.name}")
    return read_json(read_file(path, content), ArenaError, str(path))


def spare_folder(name: str) -> Path:
    """Makes a new folder: here or, if that fails, in the system's temporary folder.

    Raises:
        ArenaError: if both fail.
    """
    try:
        return claim_free(name).path
    except ArenaError:
        return claim_temporary(name).path
