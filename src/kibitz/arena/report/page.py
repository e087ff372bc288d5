"""The report of a tournament: one HTML page that loads nothing else.

The frame is in `page.html.tmpl`, the style in `page.css`. The explanations are in a file for each
kind of game: `reading.one.html.tmpl`, `reading.two.html.tmpl` and `reading.many.html.tmpl`.
"""

import re
from collections.abc import Sequence
from string import Template
from typing import Final

from kibitz.arena.formatting import INCIDENTS, dealt, interval, percent, quantity, short
from kibitz.arena.journal import Origin
from kibitz.arena.report.course import course_sections
from kibitz.arena.report.games import games_section, times_section
from kibitz.arena.report.markup import (
    Markup,
    breakable,
    code,
    element,
    escape_text,
    join,
    read_file,
    row,
    section,
    table,
)
from kibitz.arena.report.provenance import files_section, here, played_text, setup_section
from kibitz.arena.report.strength import (
    cross_section,
    pairing_section,
    returns_section,
    sprt_section,
    standings_section,
)
from kibitz.arena.report.verdict import intro
from kibitz.arena.result import GameResult
from kibitz.arena.summary import Summary

# The id and the title of a section.
HEADING: Final = re.compile(r'<h2 id="([^"]+)">([^<]+)</h2>')


def html_report(
    summary: Summary,
    results: Sequence[GameResult],
    *,
    command: str,
    origin: Origin | None = None,
    games: str | None = None,
) -> str:
    """Writes the report of a tournament.

    Args:
        summary: the summary of the tournament.
        results: the results it summarises.
        command: the command that plays the same tournament again.
        origin: when and with what it was started; None if that is unknown.
        games: the file with the table of games, next to the report; None if there are no files.
    """
    counted = [each for each in results if not each.skipped]
    ordered = sorted(counted, key=lambda each: each.number)
    reading = {1: "one", 2: "two"}.get(len(summary.seats), "many")
    sections = [
        standings_section(summary),
        cross_section(summary),
        pairing_section(summary, ordered),
        returns_section(summary, ordered),
        sprt_section(summary),
        games_section(summary, ordered),
        course_sections(summary, ordered),
        times_section(summary),
        referee_section(summary),
        setup_section(summary, command, origin),
        files_section(summary, ordered, games),
        Markup(read_file(f"reading.{reading}.html.tmpl").strip()),
    ]
    return page(
        title_of(summary),
        sections,
        kind="Kibitz arena",
        played=played_text(origin),
        intro=intro(summary),
        tiles=tiles(summary, ordered),
    )


def page(
    title: str, sections: Sequence[Markup], *, kind: str, played: str, intro: Markup, tiles: Markup
) -> str:
    """Puts a page together.

    Args:
        title: the title.
        sections: the sections, of which some may be empty.
        kind: what the page is, above the title.
        played: when and with what it was played; may be empty.
        intro: the main result in a few sentences.
        tiles: the main numbers.
    """
    content = join(sections)
    links = [
        element("a", Markup(heading), href=f"#{name}") for name, heading in HEADING.findall(content)
    ]
    return Template(read_file("page.html.tmpl")).substitute(
        title=escape_text(title),
        heading=breakable(title),
        style=read_file("page.css").strip(),
        kind=kind,
        played=escape_text(played),
        intro=intro,
        tiles=tiles,
        contents=join(links),
        sections=content,
        footer=escape_text(f"Written by {here()}"),
    )


def title_of(summary: Summary) -> str:
    """Returns the title of the page."""
    labels = summary.setup.labels()
    alone = len(summary.seats) == 1
    against = "compared with" if alone else "against"
    if len(labels) == 1:
        return f"{summary.title}: {labels[0]}"
    if len(labels) == 2:
        return f"{summary.title}: {labels[0]} {against} {labels[1]}"
    if summary.setup.format == "gauntlet":
        return f"{summary.title}: {labels[0]} {against} {len(labels) - 1} others"
    return f"{summary.title}: {len(labels)} players"


def tiles(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Shows the main numbers of the whole tournament."""
    plies, choices, seat = summary.plies, summary.choices, summary.seats[0]
    undecided = sum(result.winner is None for result in results)
    share = percent(undecided / max(summary.played, 1))
    all_played, of_all = summary.played == summary.planned, f"of {summary.planned:,} planned"
    seats = len(summary.seats)
    shown = [
        ("Games", f"{summary.played:,}", "all as planned" if all_played else of_all),
        ("Deals", f"{summary.setup.deals:,}", dealt(seats) if all_played else "planned"),
        ("Lost" if seats == 1 else "Draws", share, quantity(undecided, "game")),
        ("Moves in a game", short(plies.p50), f"median; most {short(plies.max)}"),
        ("Legal moves", short(choices.mean), f"mean; most {short(choices.max)}"),
    ]
    if seats > 1:
        ends = f"95\u00a0%: {interval(seat.low, seat.high)}"
        shown.append(("Score of first seat", percent(seat.score), ends))
    return tile_list(shown)


def tile_list(tiles: Sequence[tuple[str, str, str]]) -> Markup:
    """Makes boxes with a name, a number and a note each."""
    return join(
        element("div", element("dt", name), element("dd", number, element("small", note)))
        for name, number, note in tiles
    )


def referee_section(summary: Summary) -> Markup:
    """Counts forfeits, late answers and skipped games; empty if there are none."""
    if not summary.refereed:
        return join([])
    rows = [
        row(code(each.label), *(f"{count:,}" for count in each.incidents))
        for each in summary.standings
    ]
    name = "Forfeited games count as lost, skipped games do not count."
    errors = [element("li", error) for error in summary.errors]
    return section(
        "referee",
        "Referee",
        table(name, ("Player", *(head.capitalize() for head in INCIDENTS)), rows),
        element("ul", *errors) if errors else "",
    )
