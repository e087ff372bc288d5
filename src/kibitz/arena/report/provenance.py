"""The sections about where the results come from: setup, date, versions, files and records."""

import json
import platform
from collections.abc import Callable, Sequence
from typing import Final

import kibitz
from kibitz.arena.journal import Origin
from kibitz.arena.report import markup
from kibitz.arena.report.games import lead_changes
from kibitz.arena.report.markup import Markup
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Format
from kibitz.arena.setup import Records, Setup, has_time_limit
from kibitz.arena.summary import Summary

SAME_RESULTS: Final = "The same command gives the same fingerprint, with any number of workers:"
OTHER_RESULTS: Final = (
    "A player has a time limit (ms), so the same command can give other results and another"
    " fingerprint:"
)
FORMATS: Final[dict[Format, str]] = {
    "round-robin": "everybody played everybody",
    "gauntlet": "the first player played each of the others",
}
TABLES: Final[dict[Format, str]] = {
    "round-robin": "all combinations of players",
    "gauntlet": "all combinations with the first player",
}
KEPT: Final[dict[Records, str]] = {
    "none": "No game was recorded move by move; with --records all, every game is.",
    "lost": "Kept: the games that the first of their players, as listed above, did not win.",
    "all": "Kept: all games.",
}
FILES: Final = {
    "journal.jsonl": "every result, and the course of the first games",
    "summary.json": "the tables of this page as data",
}


# When and with what.


def played_text(origin: Origin | None) -> str:
    """Tells when and with what a tournament was started; empty if that is unknown."""
    if origin is None:
        return ""
    return f"Started {date_text(origin)} with {versions(origin)}."


def date_text(origin: Origin) -> str:
    """Writes the date and time of the start."""
    time = origin.time
    return f"on {time.day} {time:%B %Y} at {time:%H:%M} UTC"


def versions(origin: Origin) -> str:
    """Names the versions of Kibitz and Python."""
    build = "compiled" if origin.compiled else "interpreted"
    return f"Kibitz {origin.kibitz}, {build}, Python {origin.python}"


def here() -> str:
    """Names the versions that write the report."""
    return versions(Origin("", kibitz.__version__, platform.python_version(), kibitz.COMPILED))


# The setup.


def setup_section(summary: Summary, command: str, origin: Origin | None) -> Markup:
    """Lists the setup of the tournament, and the command to play it again."""
    note = OTHER_RESULTS if has_time_limit(summary.setup) else SAME_RESULTS
    content = [fact_list(setup_facts(summary, origin)), *command_box(note, command)]
    return markup.section("setup", "Setup", markup.element("div", *content, class_="card"))


def fact_list(facts: Sequence[tuple[str, object]]) -> Markup:
    """Makes a list of facts."""
    rows = [
        markup.element("div", markup.element("dt", name), markup.element("dd", fact))
        for name, fact in facts
    ]
    return markup.element("dl", *rows, class_="facts")


def command_box(note: str, command: str) -> list[Markup]:
    """Shows the command that plays the same again."""
    shown = markup.element("pre", markup.element("code", command), tabindex=0)
    return [markup.element("p", note, class_="note"), shown]


def setup_facts(summary: Summary, origin: Origin | None) -> list[tuple[str, object]]:
    """Lists what determines the results, and when and with what they were made."""
    setup, seats = summary.setup, len(summary.seats)
    facts: list[tuple[str, object]] = [
        *game_facts(setup),
        ("Format", format_text(summary)),
        ("Deals", f"{setup.deals:,}, each played {markup.dealt(seats)}"),
        ("Seed", markup.code(str(setup.seed))),
        ("Move limit", f"{setup.limit:,}, then {'a loss' if seats == 1 else 'a draw'}"),
    ]
    if setup.sprt is not None:
        facts.append(("SPRT", markup.code(setup.sprt)))
    if setup.on_error != "stop":
        facts.append(("On error", markup.code(setup.on_error)))
    if setup.move_ms is not None:
        facts.append(("Time limit", f"{markup.quantity(setup.move_ms, 'millisecond')} for a move"))
    ordered = sorted(summary.standings, key=lambda each: each.player)
    players = [
        markup.element("li", markup.code(each.label), f", {each.package}") for each in ordered
    ]
    if origin is not None:
        facts += [("Started", date_text(origin)), ("Played with", versions(origin))]
    return [
        *facts,
        ("Fingerprint", markup.code(summary.fingerprint)),
        ("Players", markup.element("ol", *players)),
    ]


def game_facts(setup: Setup) -> list[tuple[str, object]]:
    """Lists the game, the version of its rules, and its options."""
    options = ", ".join(
        f"{key}={value if isinstance(value, str) else json.dumps(value)}"
        for key, value in setup.options.items()
    )
    rules = "" if setup.rules is None else f", rules version {setup.rules}"
    return [
        ("Game", markup.join([markup.code(setup.game), rules])),
        ("Options", markup.code(options) if options else "default"),
    ]


def format_text(summary: Summary) -> str:
    """Tells who played whom."""
    setup, seats = summary.setup, len(summary.seats)
    if seats == 1:
        return f"everybody alone: {markup.quantity(len(setup.players), 'player')}"
    if seats == len(setup.players) == 2:
        return "head-to-head"
    if len(setup.players) < seats:
        return f"everybody together: copies of the players fill the {seats} seats"
    if seats > 2:
        return f"{setup.format}: {TABLES[setup.format]}, {seats} at a table"
    return f"{setup.format}: {FORMATS[setup.format]}"


# Files and records.


def files_section(summary: Summary, results: Sequence[GameResult], games: str | None) -> Markup:
    """Tells which files are in the folder of the report, and where the records are.

    `games` is the file with the table of games; None if the report is not in a folder.
    """
    if games is None:
        return markup.join([])
    named = {games: "one row for each game", **FILES}
    items = [markup.element("li", link(name), f": {text}") for name, text in named.items()]
    kept = [each for each in results if each.record is not None]
    files = markup.card("Files", markup.element("ul", *items))
    boxes = markup.element("div", files, records_card(summary.setup, kept), class_="cards wide")
    shown = notable_games(summary, kept)
    return markup.section("files", "Files and records", boxes, shown)


def link(path: str) -> Markup:
    """Makes a link to a file in the folder of the report."""
    return markup.element("a", markup.element("code", path), href=path)


def record_path(result: GameResult) -> str:
    """Returns the file of a record, in the folder of the report."""
    return f"records/{result.number}.jsonl"


def records_card(setup: Setup, kept: Sequence[GameResult]) -> Markup:
    """Tells which games were recorded, and where."""
    content = [markup.element("p", KEPT[setup.records])]
    if kept:
        count = (
            f" has {markup.quantity(len(kept), 'record')}, one file for each game, named after the"
        )
        where = " number of the game in the table of games. To look at one, in this folder:"
        content.append(markup.element("p", link("records/"), count, where))
        shown = f"kibitz replay {record_path(kept[0])}"
        content.append(markup.element("pre", markup.element("code", shown), tabindex=0))
    elif setup.records != "none":
        content.append(markup.element("p", "There are none."))
    return markup.card("Records of games", *content)


def notable_games(summary: Summary, kept: Sequence[GameResult]) -> Markup:
    """Lists recorded games that are worth a look; empty without records."""
    if not kept:
        return markup.join([])
    found: dict[int, tuple[GameResult, list[str]]] = {}
    for what, key in NOTABLE.items():
        best = max(kept, key=lambda each: (key(each), -each.number))
        if key(best)[0] > 0:
            found.setdefault(best.number, (best, []))[1].append(what)
    labels = summary.setup.labels
    names = {
        number: [part for player in result.players for part in (", ", markup.code(labels[player]))]
        for number, (result, _) in found.items()
    }
    rows = [
        markup.row(
            ", ".join(whats).capitalize(),
            markup.element("td", link(record_path(result))),
            f"{result.deal:,}",
            markup.element("td", *names[result.number][1:], class_="names"),
            ", ".join(map(markup.short, result.returns)),
            f"{result.plies:,}",
        )
        for result, whats in found.values()
    ]
    heads = ("Recorded game", "File", "Deal", "Seats", "Returns", "Moves")
    return markup.table(
        "Recorded games worth a look; the players are in the order of seats.", heads, rows
    )


def margins_of(result: GameResult) -> tuple[float, float]:
    """Returns how far the seats are apart: in returns, and in scores if they are known."""
    scores = result.course.scores[-1:] if result.course is not None else ()
    return apart(result.returns), max(map(apart, scores), default=0.0)


def apart(values: Sequence[float]) -> float:
    """Returns how far values are apart; a single one counts itself."""
    return max(values) - (min(values) if len(values) > 1 else 0.0)


# What makes a game worth a look, as numbers that are highest for it.
NOTABLE: Final[dict[str, Callable[[GameResult], tuple[float, ...]]]] = {
    "longest": lambda result: (float(result.plies),),
    "largest margin": margins_of,
    "most lead changes": lambda result: (
        0.0 if result.course is None else float(lead_changes(result.course)),
    ),
}
