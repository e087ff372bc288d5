"""Runs the quick commands behind the figures of the documentation again, and says what moved.

Run by `make figures`. `benchmarks/figures.json` has an entry for every measured table or sentence
of the documentation: its page and heading, the commands that measure it, and the commit and the
date at which that was done. Under the figure the page has a line with the same date and commit;
the lines under a heading are in the order of its entries, and tests/docs compares the two.

Entries marked `quick` also keep what quick commands said: those of the entry, or the same with
fewer deals, which move when the figure does. Budgets in iterations or nodes give the same matches
on every machine, so all of it must be equal (`"compare": "exact"`). Times are not the same:
`"compare": 3` allows three times as much, or a third.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict

from rich.console import Console
from rich.table import Table

from benchmarks.report import progress

ROOT: Final = Path(__file__).resolve().parents[1]
REGISTRY: Final = Path(__file__).with_name("figures.json")
# What a page says under a figure; further words may follow, such as the command.
LINE: Final = re.compile(r"^Measured on (\d{4}-\d\d-\d\d) at `([0-9a-f]{7,})`", re.MULTILINE)
HEADING: Final = re.compile(r"^(#+) (.+)$", re.MULTILINE)
FENCED: Final = re.compile(r"^```[^\n]*\n.*?^```$", re.MULTILINE | re.DOTALL)
EXACT: Final = "exact"

# By command, what it says: texts are compared as they are, numbers by their ratio.
Values = dict[str, dict[str, str | float]]


class Entry(TypedDict):
    """A measured table or sentence of the documentation.

    Attributes:
        page: the file, from the root of the repository.
        heading: the heading that it is under.
        figure: what it is, in a few words.
        commands: what measures it; capitals stand for the values that a table varies.
        commit: the commit that was measured, or the one that wrote the figure down.
        date: the day, as in 2026-11-19.
        quick: whether `make figures` runs the commands of `values`.
        compare: `exact`, or the factor within which numbers are the same.
        values: what the quick commands said.
    """

    page: str
    heading: str
    figure: str
    commands: list[str]
    commit: str
    date: str
    quick: NotRequired[bool]
    compare: NotRequired[str | float]
    values: NotRequired[Values]


@dataclass(frozen=True)
class Found:
    """A value of a quick entry beside what its command says now; None where there is none."""

    entry: int
    command: str
    name: str
    stored: str | float | None
    now: str | float | None
    moved: bool


def read_registry() -> list[Entry]:
    entries: list[Entry] = json.loads(REGISTRY.read_text(encoding="utf-8"))["figures"]
    return entries


def write_registry(entries: Sequence[Entry]) -> None:
    text = json.dumps({"figures": entries}, indent=1, ensure_ascii=False)
    REGISTRY.write_text(text + "\n", encoding="utf-8")


# What commands say.


def run(command: str) -> dict[str, Any]:
    """Returns the JSON of a `kibitz` command.

    Raises:
        SystemExit: the command failed, with what it said last.
    """
    words = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", *words, "--json"], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise SystemExit(f"{command}: {said[0]}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def values_of(command: str, report: Mapping[str, Any]) -> dict[str, str | float]:
    """Picks out of a report what pages quote.

    Args:
        command: `kibitz arena`, `matrix`, `ladder` or `bench`.
        report: its JSON.

    Raises:
        ValueError: the command is another one.
    """
    kind = shlex.split(command)[1]
    if kind == "arena":
        return {
            " - ".join(pairing["labels"]): share(pairing) + amount(report["unit"], pairing)
            for pairing in report["pairings"]
        }
    if kind == "matrix":
        return {f"{cell['row']} - {cell['column']}": share(cell) for cell in report["cells"]}
    if kind == "ladder":
        return {rung["agent"]: share(rung["step"]) for rung in report["rungs"] if rung["step"]}
    if kind == "bench":
        return {
            f"{row['game']}: {name}": float(f"{row[name]:.3g}")
            for row in report["games"]
            # The others depend on which positions were met in the time.
            for name in ("moves_per_second", "clone_us")
        }
    raise ValueError(f"{command}: expected kibitz arena, matrix, ladder or bench")


def share(result: Mapping[str, Any]) -> str:
    """Writes a score with its interval as the pages do."""
    score, low, high = (100 * result[name] for name in ("score", "low", "high"))
    return f"{score:.1f} % ({low:.1f} to {high:.1f})"


def amount(unit: str, pairing: Mapping[str, Any]) -> str:
    """Writes the mean difference of a game about an amount; nothing for other games."""
    if not unit:
        return ""
    mean, low, high = (pairing[name] for name in ("margin", "margin_low", "margin_high"))
    return f", {mean:+.2f} {unit} ({low:+.2f} to {high:+.2f})"


# Comparing.


def moved(stored: str | float | None, now: str | float | None, compare: str | float) -> bool:
    """Says whether a value is no longer what was stored.

    Args:
        stored: the value in the registry; None if there is none yet.
        now: the value of this run; None if the command no longer says it.
        compare: `exact`, or the factor within which two numbers are the same.
    """
    if isinstance(compare, str) or isinstance(stored, str) or isinstance(now, str):
        return stored != now
    if not stored or not now:
        return stored != now
    return not 1 / compare <= now / stored <= compare


def compared(at: int, entry: Entry, values: Values) -> Iterator[Found]:
    """Puts the values of an entry beside those of this run."""
    for command, now in values.items():
        before = entry.get("values", {}).get(command, {})
        for name in [*before, *(name for name in now if name not in before)]:
            pair = before.get(name), now.get(name)
            yield Found(at, command, name, *pair, moved(*pair, entry.get("compare", EXACT)))


# Writing down.


def section_of(text: str, heading: str) -> tuple[int, int]:
    """Returns where the text under a heading begins and ends, up to the next heading.

    Args:
        text: a page.
        heading: the text of a heading; `Strength / Potions` for the `Potions` under `Strength`,
            where a page has several.

    Raises:
        ValueError: no heading, or several, have this text.
    """
    blocks = [found.span() for found in FENCED.finditer(text)]
    heads: list[re.Match[str]] = []
    named: list[int] = []
    above: dict[int, str] = {}
    for found in HEADING.finditer(text):
        if any(low <= found.start() < high for low, high in blocks):
            continue
        level = len(found[1])
        above = {each: name for each, name in above.items() if each < level}
        if heading in (found[2], f"{above[max(above)]} / {found[2]}" if above else ""):
            named.append(len(heads))
        above[level] = found[2]
        heads.append(found)
    if len(named) != 1:
        raise ValueError(f"expected one heading {heading!r}, found {len(named)}")
    after = named[0] + 1
    return heads[named[0]].end(), heads[after].start() if after < len(heads) else len(text)


def dated(text: str, heading: str, place: int, day: str, commit: str) -> str:
    """Returns a page with another date and commit in one of the lines under a heading."""
    begin, end = section_of(text, heading)
    line = [*LINE.finditer(text, begin, end)][place]
    return f"{text[: line.start()]}Measured on {day} at `{commit}`{text[line.end() :]}"


def update(entries: list[Entry], values: Mapping[int, Values], day: date, commit: str) -> None:
    """Stores new values, in the registry and with their date and commit on the pages.

    An entry that was run with fewer deals keeps its date and commit: its figure is not new.
    """
    for at, entry in enumerate(entries):
        if at not in values:
            continue
        entry["values"] = values[at]
        if [*values[at]] != entry["commands"]:
            continue
        entry["date"], entry["commit"] = day.isoformat(), commit
        where = (entry["page"], entry["heading"])
        place = sum((each["page"], each["heading"]) == where for each in entries[:at])
        page = ROOT / entry["page"]
        text = page.read_text(encoding="utf-8")
        page.write_text(
            dated(text, entry["heading"], place, entry["date"], commit), encoding="utf-8"
        )
    write_registry(entries)


def current_commit() -> str:
    """Returns the short hash of the last commit that changed the code."""
    command = ["git", "log", "-1", "--format=%h", "--abbrev=7", "--", "src"]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run quick figures of the documentation again.")
    parser.add_argument("--only", help="only figures whose page or command contains this")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--update", action="store_true", help="store the values, with today's date and the commit"
    )
    args = parser.parse_args()
    entries = read_registry()
    wanted = {
        at: [*entry["values"]]
        for at, entry in enumerate(entries)
        if entry.get("quick")
        and (not args.only or args.only in " ".join([entry["page"], *entry["values"]]))
    }
    if not wanted:
        parser.error(f"no quick figure has {args.only!r} in its page or command")
    total, done = sum(map(len, wanted.values())), 0
    values: dict[int, Values] = {}
    for at, commands in wanted.items():
        values[at] = {}
        for command in commands:
            progress(done, total, command)
            values[at][command] = values_of(command, run(command))
            done += 1
    progress(total, total, "done")
    found = [each for at in wanted for each in compared(at, entries[at], values[at])]
    if args.json:
        print(json.dumps([about(entries, each) for each in found], indent=1, ensure_ascii=False))
    else:
        table = Table("page", "figure", "stored", "now", "", box=None, pad_edge=False)
        for each in found:
            table.add_row(*row(entries, each))
        Console(width=None if sys.stdout.isatty() else 150, highlight=False).print(table)
    if args.update:
        update(entries, values, datetime.now(UTC).date(), current_commit())
    return int(any(each.moved for each in found))


def about(entries: Sequence[Entry], found: Found) -> dict[str, object]:
    entry = entries[found.entry]
    return {
        "page": entry["page"],
        "heading": entry["heading"],
        "command": found.command,
        "figure": found.name,
        "stored": found.stored,
        "now": found.now,
        "moved": found.moved,
    }


def row(entries: Sequence[Entry], found: Found) -> tuple[str, ...]:
    page = entries[found.entry]["page"].removeprefix("docs/").removesuffix(".md")
    said = ("-" if each is None else str(each) for each in (found.stored, found.now))
    return (page, found.name, *said, "moved" if found.moved else "same")


if __name__ == "__main__":
    sys.exit(main())
