"""What the benchmarks have in common: one core, the machine, tables and JSON."""

import json
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"


def use_one_core() -> None:
    """Keeps this process, and those it starts, on one core where the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> dict[str, object]:
    """Says where figures were taken."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
    }


def processor() -> str:
    """Returns the processor's name; what Python knows of it where the system does not say."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def progress(done: int, total: int, what: str) -> None:
    """Tells how far a run is, on stderr: one line that is rewritten on a terminal."""
    if sys.stderr.isatty():
        end = "" if done < total else "\n"
        print(f"\r\x1b[K[{done}/{total}] {what}", end=end, file=sys.stderr, flush=True)
    else:
        print(f"[{done}/{total}] {what}", file=sys.stderr, flush=True)


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table; the first column is text, the others are figures."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else 120
    Console(width=width, highlight=False).print(table)


def figure(value: float) -> str:
    """Writes a figure with three digits that count."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def save(document: dict[str, object], path: Path) -> None:
    """Writes a JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {path.name} to {path.parent.name}/", file=sys.stderr)
