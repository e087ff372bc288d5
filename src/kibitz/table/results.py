"""Results of the arena, listed and read: tournaments, ladders, matrices and searches.

They lie in one folder, each in a folder of its own, as `kibitz arena --out` and its relatives write
them. A name is that of a folder directly below, and links are not followed. Files can be damaged,
edited, or written at this moment by another process: whatever is in them, the answer is a document
or a `Refusal`.

Everything here reads files, and some of it computes: call it in a thread, and `play_again` in a
worker.
"""

import hashlib
import json
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from kibitz.arena.folder import JOURNAL, MAX_NAMED
from kibitz.arena.journal import JournalContent, read_lines
from kibitz.arena.playing import play_batch
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.schedule import deal_seed
from kibitz.arena.series import Ladder, Matrix, Series
from kibitz.arena.setup import CHANCE, ArenaError, Setup, has_time_limit
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import Tally
from kibitz.arena.tuning import best_of, read_search
from kibitz.core.document import read_json
from kibitz.core.errors import KibitzError
from kibitz.core.record import read_record
from kibitz.core.value import Json, printable
from kibitz.games.bugs import describe_error
from kibitz.table.naming import check_files
from kibitz.table.refusal import Refusal

SUMMARY: Final = "summary.json"
TOURNAMENT: Final = "tournament"
TUNING: Final = "tuning"
# The kinds of results, and the file that tells each.
FILES: Final = {
    TOURNAMENT: JOURNAL,
    "ladder": "ladder.json",
    "matrix": "matrix.json",
    TUNING: "tuning.json",
}
SERIES: Final[Mapping[str, type[Series]]] = {"ladder": Ladder, "matrix": Matrix}
# Larger files are not read, in bytes. A journal of this size has 300,000 games of Leduc.
MOST_JOURNAL: Final = 64_000_000
MOST_DOCUMENT: Final = 16_000_000
MOST_HEADER: Final = 1_000_000
MEGABYTE: Final = 1_000_000
# How many folders are listed, the newest first, and how many games on a page.
MOST_LISTED: Final = 1_000
MOST_GAMES: Final = 500
LONGEST_MESSAGE: Final = 1_000
# How the line of a game begins.
GAME_LINE: Final = re.compile(rb'\{"number":(\d{1,18}),')

# When files were changed, and their sizes; what is read from them stays valid while these do.
Stamps = tuple[tuple[int, int] | None, ...]


# Lists.


def list_results(root: Path | None) -> list[dict[str, Json]]:
    """Lists the results in a folder, and the folder itself if it is one; the newest first.

    Each has:

    - `name`, and `kind`: `tournament`, `ladder`, `matrix` or `tuning`.
    - `game`, and `agents`: the names of the players.
    - `played` of `planned`, which count the `unit`: games of a tournament, matches of a ladder or
      matrix, trials of a search. Games are counted without looking into the lines of the journal.
    - `deals`: how many are planned, for each match; `deals_played`: how many are complete, which is
      null where `unit` is not games.
    - `finished`: whether nothing is left to play.
    - `best`: the player with the best rating, and `sure`: whether its games show that it is
      stronger than the second. Null and false unless this is a tournament with an up-to-date
      summary.
    - `started` and `changed`: date and time in ISO 8601, or null if that is unknown.
    - `problem`: why it cannot be read; null if it can. Otherwise only `name`, `kind`, `changed`
      and this are there.

    Args:
        root: the folder; None, or one that does not exist, has no results.
    """
    if root is None:
        return []
    found: list[dict[str, Json]] = []
    for name, folder in folders_in(root):
        kind = kind_of(folder)
        if kind is not None:
            found.append(list_one(folder, name, kind))
    found.sort(key=lambda row: (str(row.get("started") or row["changed"]), row["name"]))
    return found[::-1][:MOST_LISTED]


def list_one(folder: Path, name: str, kind: str) -> dict[str, Json]:
    """Returns the row of a result; one that cannot be read has a problem."""
    stamps = stamps_of(folder, kind)
    first: dict[str, Json] = {"name": name, "kind": kind, "changed": changed_of(stamps)}
    try:
        with refusing(name):
            return {**first, **row_of(folder, kind, stamps), "problem": None}
    except Refusal as error:
        return {**first, "problem": str(error)}


def folders_in(root: Path) -> Iterator[tuple[str, Path]]:
    """Yields the folder itself, if it holds a result, and the folders below, with their names."""
    with suppress(OSError):
        base = root.resolve()
        own = own_name(base)
        if own:
            yield own, base
        for path in base.iterdir():
            if path.name != own and is_plain(path.name) and is_folder(path):
                yield path.name, path


def own_name(base: Path) -> str:
    """Returns the name of a folder that holds a result itself; empty if it does not."""
    return "" if kind_of(base) is None else base.name


def read_result(root: Path | None, name: str, part: str = "") -> dict[str, Json]:
    """Reads a result.

    A summary is computed again where the one in the folder is missing or not up to date, as in a
    tournament that is still being played. That takes about 0.2 s for each 1,000 games.

    Args:
        root: the folder of all results.
        name: the result.
        part: a tournament of a ladder, a matrix or a search; empty for the result itself.

    Returns:
        The fields of `list_results`, and:

        - `summary`: of a tournament as in `summary.json`, with standings, pairings, scores and
          intervals; of others the document of the whole, with rungs, cells or trials.
        - `parts`: the names of its tournaments, if it has several.
        - `problems`: damaged lines of the journal, which are left out; ten at most.

    Raises:
        Refusal: if there is no such result, or it cannot be read.
    """
    with refusing(name):
        folder, kind = find_result(root, name, part)
        stamps = stamps_of(folder, kind)
        row = row_of(folder, kind, stamps)
        if kind == TOURNAMENT:
            summary, problems = summary_of(folder, stamps)
        else:
            summary, problems = strict(read_document(folder, FILES[kind])), []
        parts = [] if kind == TOURNAMENT else parts_of(folder)
        return {
            "name": part or name,
            "kind": kind,
            "changed": changed_of(stamps),
            **row,
            "finished": bool(row["finished"]) or is_decided(summary),
            "problem": None,
            "summary": summary,
            "parts": parts,
            "problems": problems,
        }


def list_result_games(
    root: Path | None, name: str, start: int = 0, limit: int = 50, part: str = ""
) -> dict[str, Json]:
    """Lists games of a tournament in the order of its schedule, page by page.

    Args:
        root: the folder of all results.
        name: the result.
        start: the number of the first game, counted from 0: the `next` of the page before.
        limit: how many games a page has at most.
        part: a tournament of a ladder, a matrix or a search.

    Returns:
        - `game`, `options` and `rules` (the version): what is needed to replay a record.
        - `total`: how many games the journal has. With a sequential test, these can be more than
          count: those that ended after its decision do not.
        - `repeatable`: whether `play_again` may give the same game again.
        - `next`: where the next page starts; null on the last page.
        - `games`: each with its `number`, its `deal`, the `seed` of the match, `seats` (for each
          its player, agent, return and thinking time in milliseconds), the `winner` as a seat, the
          `reason`, the number of `plies`, the `hash` of the last state, the `ruling` of the referee
          if there was one, and whether the `record` is kept.

    Raises:
        Refusal: if there is no such tournament, it cannot be read, or a number is invalid.
    """
    if start < 0 or not 1 <= limit <= MOST_GAMES:
        raise Refusal(
            "INVALID_REQUEST",
            f"invalid start={start}, limit={limit}: expected 0 or more, and 1 to {MOST_GAMES}",
        )
    with refusing(name):
        journal = scan(find_tournament(root, name, part))
        later = sorted(number for number in journal.games if number >= start)
        content = journal.read(later[:limit])
        setup = content.setup
        results = sorted(content.results, key=lambda each: each.number)
        return strict(
            {
                "name": part or name,
                "game": setup.game,
                "options": dict(setup.options),
                "rules": setup.rules,
                "total": len(journal.games),
                "repeatable": why_not_repeatable(setup) is None,
                "next": later[limit] if len(later) > limit else None,
                "games": [game_row(setup, result) for result in results],
            }
        )


def game_row(setup: Setup, result: GameResult) -> dict[str, Json]:
    """Describes one game of a tournament."""
    seats: list[Json] = [
        {
            "player": setup.labels[player],
            "agent": str(setup.players[player]),
            "return": result.returns[seat],
            "ms": sum(result.micros[seat]) / 1000,
        }
        for seat, player in enumerate(result.players)
    ]
    return {
        "number": result.number,
        "deal": result.deal,
        "seed": deal_seed(setup.seed, result.deal),
        "seats": seats,
        "winner": result.winner,
        "reason": result.reason,
        "plies": result.plies,
        "hash": result.hash,
        "ruling": None if result.ruling is None else result.ruling.to_json(),
        "record": result.record is not None,
    }


# Single games.


def read_game_record(root: Path | None, name: str, number: int, part: str = "") -> str:
    """Reads the record of one game, which `kibitz.core.record.read_record` reads.

    Raises:
        Refusal: if there is no such game, or it cannot be read. `RECORD_NOT_KEPT` if the tournament
            has not kept its record; then `play_again` can make it.
    """
    with refusing(name):
        journal = scan(find_tournament(root, name, part))
        setup, result = journal.find(number)
        if result.record is None:
            raise Refusal("RECORD_NOT_KEPT", f"the record of game {number} of {name} was not kept")
        record = read_record(result.record)
        if (record.game, record.seed) != (setup.game, deal_seed(setup.seed, result.deal)):
            refuse(f"the record of game {number} is that of another game")
        strict({"record": result.record})
        return result.record


def mark_of_game(root: Path | None, name: str, number: int, part: str = "") -> str:
    """Returns what two games share only if they are the same: their setup and their result.

    Raises:
        Refusal: if there is no such tournament, or it cannot be read.
    """
    with refusing(name):
        journal = scan(find_tournament(root, name, part))
        written = b"\n".join([*journal.lines[:1], *journal.games.get(number, ())])
        return hashlib.sha256(written).hexdigest()


def play_again(_seconds: float, root: Path | None, name: str, number: int, part: str = "") -> str:
    """Plays one game of a tournament again, to make the record that was not kept.

    This takes as long as the agents need, and runs their code: it is for a worker, whose limit of
    time holds. The result is compared with the journal.

    Args:
        _seconds: how much time there is; the worker ends what takes longer.
        root: the folder of all results.
        name: the result.
        number: the number of the game.
        part: a tournament of a ladder, a matrix or a search.

    Raises:
        Refusal: as `read_game_record`. `RESULT_NOT_REPEATABLE` if the game need not be the same
            again (a time limit, other versions of the rules or agents), or was not.
    """
    with refusing(name):
        journal = scan(find_tournament(root, name, part))
        setup, before = journal.find(number)
    with refusing(name, "RESULT_NOT_REPEATABLE"):
        reason = why_not_repeatable(setup)
        if reason is not None:
            raise ArenaError(reason)
        setup.check()
        fixture = setup.schedule().fixture(number)
        [again] = play_batch(replace(setup, records="all"), [fixture])
        if again.record is None or fingerprint([again]) != fingerprint([before]):
            raise ArenaError(f"game {number} was different when it was played again")
        return again.record


def why_not_repeatable(setup: Setup) -> str | None:
    """Says why no game of a tournament can be played again here; None if that may be possible."""
    for player in setup.players:
        # Whoever may write a journal must not have any module of the server imported.
        if ":" in player.name:
            return f"{printable(str(player))} is not the name of an installed agent"
    if setup.chance != CHANCE:
        return "the agents of this version of kibitz draw other random numbers"
    if has_time_limit(setup):
        return "games with a time limit differ from run to run"
    return None


# Folders and files.


def find_tournament(root: Path | None, name: str, part: str) -> Path:
    """Returns the folder of a tournament.

    Raises:
        Refusal: if there is none.
    """
    folder, kind = find_result(root, name, part)
    if kind != TOURNAMENT:
        raise Refusal(
            "RESULT_NOT_FOUND", f"{name} is a {kind}: name one of its tournaments as the part"
        )
    return folder


def find_result(root: Path | None, name: str, part: str) -> tuple[Path, str]:
    """Returns the folder of a result and its kind.

    Raises:
        Refusal: if there is none.
    """
    folder = None if root is None else find_folder(root.resolve(), name, part)
    kind = None if folder is None else kind_of(folder)
    if folder is None or kind is None:
        shown = printable(f"{name}/{part}" if part else name)[:LONGEST_MESSAGE]
        raise Refusal("RESULT_NOT_FOUND", f"there is no result {shown!r}")
    return folder, kind


def find_folder(base: Path, name: str, part: str) -> Path | None:
    """Returns a folder below another one, and perhaps one below that; None if there is none."""
    folder = base
    if not name or name != own_name(base):
        folder = base / name
        if not is_plain(name) or not is_folder(folder):
            return None
    if part:
        folder = folder / part
        if not is_plain(part) or not is_folder(folder):
            return None
    return folder


def is_plain(name: str) -> bool:
    """Tells whether a text is the plain name of a folder that may be shown."""
    return (
        name.isprintable()
        and not name.startswith(".")
        and "\\" not in name
        and Path(name).name == name != ""
        and len(name.encode()) <= 255
    )


def is_folder(path: Path) -> bool:
    """Tells whether there is a folder, and not a link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Tells whether there is a file, and not a link to one, a pipe or a device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def kind_of(folder: Path) -> str | None:
    """Returns the kind of the result in a folder; None if there is none."""
    return next((kind for kind, file in FILES.items() if is_file(folder / file)), None)


def parts_of(folder: Path) -> list[Json]:
    """Lists the tournaments in the folder of a series or a search."""
    return [
        path.name
        for path in sorted(folder.iterdir())
        if is_plain(path.name) and is_folder(path) and is_file(path / JOURNAL)
    ]


def stamps_of(folder: Path, kind: str) -> Stamps:
    """Returns when the files of a result were changed, and their sizes; see `Stamps`."""
    found: list[tuple[int, int] | None] = []
    for name in (FILES[kind], SUMMARY):
        try:
            about = (folder / name).lstat()
            found.append((about.st_mtime_ns, about.st_size))
        except OSError:
            found.append(None)
    return tuple(found)


def changed_of(stamps: Stamps) -> str | None:
    """Returns when the main file of a result was changed, in ISO 8601."""
    with suppress(ValueError, OverflowError, OSError):  # a clock that was wrong by ages
        if stamps[0] is not None:
            when = datetime.fromtimestamp(stamps[0][0] // 10**9, UTC)
            return when.isoformat(timespec="seconds")
    return None


def read_file(path: Path, most: int, wanted: int = -1) -> bytes:
    """Reads a file, or its beginning.

    Args:
        path: the file.
        most: how many bytes it may have.
        wanted: how many bytes to read; all if negative.

    Raises:
        Refusal: if it is not a file, or too large.
        OSError: if it cannot be read.
    """
    if not is_file(path):
        refuse(f"{path.name} is not a file")
    with path.open("rb") as file:
        data = file.read(most + 1 if wanted < 0 else wanted)
    if len(data) > most:
        refuse(f"{path.name} is too large: expected at most {most // MEGABYTE} MB")
    return data


def read_document(folder: Path, name: str) -> dict[str, Json]:
    """Reads a JSON document that must be an object.

    Raises:
        Refusal: if it is not one, or too large.
        KibitzError: if it is not JSON.
        OSError: if it cannot be read.
    """
    try:
        text = read_file(folder / name, MOST_DOCUMENT).decode()
    except UnicodeDecodeError:
        refuse(f"{name} is not text in UTF-8")
    found = read_json(text, ArenaError, name)
    if not isinstance(found, dict):
        refuse(f"{name} is not an object")
    return found


# Rows.


@lru_cache(maxsize=MOST_LISTED)
def row_of(folder: Path, kind: str, stamps: Stamps) -> dict[str, Json]:
    """Returns the fields of a result that need its files; see `list_results`.

    Args:
        folder: the folder.
        kind: the kind of result.
        stamps: those of the files, so that a row is made again when they change.
    """
    if kind == TOURNAMENT:
        return strict(tournament_row(folder, stamps))
    document = read_document(folder, FILES[kind])
    row = search_row(document) if kind == TUNING else series_row(folder, kind, document)
    return strict(row)


def tournament_row(folder: Path, stamps: Stamps) -> dict[str, Json]:
    """Describes a tournament."""
    journal = scan(folder)
    content = journal.read([])
    setup, played = content.setup, len(journal.games)
    planned = setup.size()
    summary = saved_summary(folder, stamps, setup, played)
    return {
        "game": setup.game,
        "agents": [*setup.labels],
        "unit": "games",
        "played": played,
        "planned": planned,
        "deals": setup.deals,
        "deals_played": min(setup.deals, played * setup.deals // planned),
        "finished": played >= planned or (summary is not None and is_decided(summary)),
        **best_player(summary),
        "started": None if content.origin is None else content.origin.started,
    }


def best_player(summary: Any) -> dict[str, Json]:  # Any: a document, which may be edited
    """Returns who is rated first in a summary, and whether its games with the second show that."""
    with suppress(LookupError, TypeError):
        first, *others = summary["standings"]
        pair = {first["player"], *(each["player"] for each in others[:1])}
        direct = [each for each in summary["pairings"] if {*each["players"]} == pair]
        if summary["played"]:
            sure = any(each["stronger"] == first["player"] for each in direct)
            return {"best": str(first["label"]), "sure": sure}
    return {"best": None, "sure": False}


def series_row(folder: Path, kind: str, document: Mapping[str, Json]) -> dict[str, Json]:
    """Describes a ladder or a matrix."""
    check_options(document.get(kind))
    series = SERIES[kind].read(document.get(kind))
    series.check_values()
    names = [*series.matches()]
    against = series.against if isinstance(series, Ladder) else None
    played = sum(is_file(folder / name / SUMMARY) for name in names)
    return {
        "game": series.game,
        "agents": [str(agent) for agent in (series.agent, against) if agent is not None],
        "unit": "matches",
        "played": played,
        "planned": len(names),
        "deals": series.deals,
        "deals_played": None,
        "finished": played == len(names),
        **best_player(None),
        "started": first_start(folder, names),
    }


def first_start(folder: Path, names: Iterable[str]) -> str | None:
    """Returns when the first of some tournaments was started; None if that is unknown."""
    for name in names:
        path = folder / name / JOURNAL
        if is_folder(path.parent) and is_file(path):
            with suppress(KibitzError, OSError):
                first = read_file(path, MOST_HEADER, MOST_HEADER).partition(b"\n")[0]
                origin = Scan([first], {}).read([]).origin
                return None if origin is None else origin.started
    return None


def search_row(document: Mapping[str, Json]) -> dict[str, Json]:
    """Describes a search of `kibitz tune`."""
    check_options(document.get("setup"))
    search, trials = read_search(document)
    done = len(trials) >= search.trials
    tested = not search.confirm or document.get("confirmation") is not None
    return {
        "game": search.setup.game,
        "agents": [*search.setup.labels],
        "unit": "trials",
        "played": len(trials),
        "planned": search.trials,
        "deals": search.setup.deals,
        "deals_played": None,
        "finished": done and (tested or best_of(trials).number == 0),
        **best_player(None),
        "started": None,
    }


def check_options(setup: object) -> None:
    """Refuses options of a game that would make the server read a file.

    Raises:
        Refusal: if they do.
    """
    try:
        if isinstance(setup, dict):
            check_files(setup.get("options"))
    except Refusal:
        refuse("an option of its game names a file of this machine")


# The journal and the summary of a tournament.


class Scan(NamedTuple):
    """The lines of a journal, of which only those that are needed are read.

    Attributes:
        lines: all complete lines; the first one is the header.
        games: the lines of games by number; a game may be there twice.
    """

    lines: Sequence[bytes]
    games: Mapping[int, list[bytes]]

    def read(self, numbers: Iterable[int] | None = None) -> JournalContent:
        """Reads the setup, and some games or all; those with damaged lines are left out.

        Raises:
            Refusal: if the options of the game name a file.
            KibitzError: if the header is damaged.
        """
        with suppress(ValueError, RecursionError):  # this is said below
            header: object = json.loads(self.lines[0]) if self.lines else None
            check_options(header.get("setup") if isinstance(header, dict) else None)
        wanted = self.lines
        if numbers is not None:
            some = [line for number in numbers for line in self.games.get(number, ())]
            wanted = [*self.lines[:1], *some]
        return read_lines(Path(JOURNAL), (line + b"\n" for line in wanted))

    def find(self, number: int) -> tuple[Setup, GameResult]:
        """Reads one game.

        Raises:
            Refusal: if there is no such game.
            KibitzError: if the header is damaged.
        """
        content = self.read([number])
        for result in content.results:
            if result.number == number:
                return content.setup, result
        if content.problems:
            refuse(f"the line of game {number} is damaged")
        raise Refusal("RESULT_NOT_FOUND", f"there is no game {number} in this tournament")


def scan(folder: Path) -> Scan:
    """Reads the journal of a tournament, without looking into its lines.

    Raises:
        Refusal: if it is too large.
        OSError: if it cannot be read.
    """
    # What follows the last end of a line is still being written.
    lines = read_file(folder / JOURNAL, MOST_JOURNAL).split(b"\n")[:-1]
    games: dict[int, list[bytes]] = {}
    for line in lines[1:]:
        found = GAME_LINE.match(line)
        if found is not None:
            games.setdefault(int(found[1]), []).append(line)
    return Scan(lines, games)


def summary_of(folder: Path, stamps: Stamps) -> tuple[dict[str, Json], list[Json]]:
    """Returns the summary of a tournament, and the damaged lines of its journal."""
    journal = scan(folder)
    setup = journal.read([]).setup
    saved = saved_summary(folder, stamps, setup, len(journal.games))
    return (strict(saved), []) if saved is not None else computed_summary(folder, stamps)


@lru_cache(maxsize=16)
def computed_summary(folder: Path, _stamps: Stamps) -> tuple[dict[str, Json], list[Json]]:
    """Computes the summary of a tournament; see `summary_of`."""
    content = scan(folder).read()
    tally = Tally(content.setup)
    for result in content.results:
        tally.add(result)
    summary = summarise(content.setup, tally.counted())
    problems: list[Json] = [printable(each) for each in content.problems[:MAX_NAMED]]
    return strict(summary.to_json()), problems


def saved_summary(
    folder: Path, stamps: Stamps, setup: Setup, played: int
) -> dict[str, Json] | None:
    """Returns the summary in the folder of a tournament; None if it is not up to date.

    It is if it is not older than the journal, is of the same tournament, and counts as many games.
    Where a sequential test ended the tournament, games can be left over that do not count.
    """
    journal, written = stamps[:2]
    if written is None or journal is None or written[0] < journal[0]:
        return None
    try:
        found = read_document(folder, SUMMARY)
    except (KibitzError, OSError):  # it can be computed
        return None
    counted, skipped = found.get("played"), found.get("skipped")
    if not isinstance(counted, int) or not isinstance(skipped, int):
        return None
    same = counted + skipped == played or (is_decided(found) and counted + skipped <= played)
    whole = all(item.name in found for item in fields(Summary))
    return found if same and whole and found["setup"] == setup.to_json() else None


def is_decided(summary: Mapping[str, Json]) -> bool:
    """Tells whether a sequential test has decided a tournament."""
    test = summary.get("sprt")
    return isinstance(test, dict) and test.get("verdict") is not None


# Refusals.


def refuse(reason: str) -> NoReturn:
    """Refuses a result that cannot be read."""
    raise Refusal("RESULT_UNREADABLE", reason)


@contextmanager
def refusing(name: str, code: str = "RESULT_UNREADABLE") -> Iterator[None]:
    """Turns everything that goes wrong with a result into a refusal that names it."""
    try:
        yield
    except Refusal as error:
        if error.code != "RESULT_UNREADABLE":
            raise
        raise named_refusal(name, code, str(error)) from error
    except FileNotFoundError as error:  # removed at this moment
        raise Refusal("RESULT_NOT_FOUND", f"there is no result {printable(name)!r}") from error
    except OSError as error:
        raise named_refusal(name, code, error.strerror or "cannot be read") from error
    except KibitzError as error:
        raise named_refusal(name, code, str(error)) from error
    except Exception as error:  # a game of another package may raise anything
        raise named_refusal(name, code, describe_error(error)) from error


def named_refusal(name: str, code: str, reason: str) -> Refusal:
    """Makes the refusal of a result, in words that can be sent."""
    return Refusal(code, printable(f"{name}: {reason}")[:LONGEST_MESSAGE])


def strict(document: dict[str, Json]) -> dict[str, Json]:
    """Returns a document that can be sent as JSON.

    Raises:
        Refusal: if it has numbers or characters that JSON does not have.
    """
    try:
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        refuse("it has numbers or characters that cannot be sent")
    return document
