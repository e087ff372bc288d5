"""The report of a tournament: one HTML page that loads nothing else.

The frame is in `page.html.tmpl`, the style in `page.css`. The explanations are in a file for each
kind of game: `reading.one.html.tmpl`, `reading.two.html.tmpl` and `reading.many.html.tmpl`.
"""

import re
from collections.abc import Sequence
from string import Template
from typing import Final

from kibitz.arena.journal import Origin
from kibitz.arena.report.games import course_sections, games_section, times_section
from kibitz.arena.report.markup import (
    INCIDENTS,
    Markup,
    breakable,
    code,
    dealt,
    difference,
    element,
    escape_text,
    interval,
    join,
    percent,
    quantity,
    read_file,
    row,
    section,
    short,
    table,
)
from kibitz.arena.report.provenance import files_section, here, played_text, setup_section
from kibitz.arena.report.strength import (
    cross_section,
    mean_ends,
    mean_text,
    pairing_section,
    rating_text,
    returns_section,
    sprt_section,
    standings_section,
)
from kibitz.arena.result import GameResult
from kibitz.arena.summary import Pairing, Summary

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
    """Puts a page together: above the title what it is, below it the main result and numbers.

    `played` says when and with what it was played. It may be empty, as may sections.
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
    labels = summary.setup.labels
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


def intro(summary: Summary) -> Markup:
    """Tells the main result in two or three sentences."""
    if not summary.played:
        return element("p", "No game was played.")
    if len(summary.seats) == 1:
        text = result_alone(summary)
    elif len(summary.seats) == len(summary.standings) == 2:
        text = direct_result(summary, summary.pairings[0])
    else:
        text = result_of_many(summary)
    if summary.played == summary.planned:
        return element("p", text)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was interrupted"
    count = f"{summary.played:,} of {quantity(summary.planned, 'game')} were played: {why}."
    return join([element("p", text), element("p", count, class_="note")])


def result_alone(summary: Summary) -> Markup:
    """Tells which player has the best mean return, and whether the same deals show it."""
    best = summary.standings[0]
    rated = element("strong", mean_text(best.returns))
    wins = f", and won {percent(best.score)} of {quantity(best.games, 'deal')}."
    if len(summary.standings) == 1:
        return join([code(best.label), " has a mean return of ", rated, wins])
    second = summary.standings[1]
    parts = [code(best.label), " has the best mean return, ", rated, wins, " The second is "]
    parts += [code(second.label), f" with {mean_text(second.returns)}."]
    direct = summary.direct(best.player, second.player)
    if direct is not None:
        both = f"the {quantity(direct.games, 'deal')} that both played"
        where = both if direct.games > 1 else "the same deal"
        better = direct.margin_low is not None and direct.margin_low > 0
        verdict = ": the first is better." if better else ", which does not show who is better."
        amount = mean_text(direct.difference, difference)
        parts.append(f" On {where}, the difference is {amount}{verdict}")
    return join(parts)


def result_of_many(summary: Summary) -> Markup:
    """Tells which player has the best rating, and what its games with the second show."""
    best, second = summary.standings[:2]
    rated = element("strong", rating_text(best, summary.unit))
    parts = [code(best.label), " has the best rating, ", rated, ", ahead of ", code(second.label)]
    parts.append(f" with {rating_text(second, summary.unit)}. ")
    direct = summary.direct(best.player, second.player)
    if direct is None:
        return join([*parts, "They did not play each other: their games with others rate them."])
    return join([*parts, direct_result(summary, direct)])


def direct_result(summary: Summary, direct: Pairing) -> Markup:
    """Quotes the games of two players, and tells who is stronger if they show it."""
    found, ends = direct_figures(summary, direct)
    told = element("span", ends, class_="interval")
    names = ("won", "drawn", "lost") if len(summary.seats) == 2 else ("ahead", "level", "behind")
    ended = zip((direct.wins, direct.draws, direct.losses), names, strict=True)
    counts = ", ".join(f"{count:,} {name}" for count, name in ended)
    quoted = [*found, f" ({counts}; 95\u00a0% interval ", told, "). "]
    return join([*quoted, verdict_of(summary, direct)])


def direct_figures(summary: Summary, direct: Pairing) -> tuple[list[str], str]:
    """Writes by how much one of two players did better, and the ends of the interval."""
    first, second = (code(label) for label in direct.labels)
    games, ends = quantity(direct.games, "game"), interval(direct.low, direct.high)
    score = element("strong", percent(direct.score))
    if summary.unit:
        amount = element("strong", f"{difference(direct.margin)} {summary.unit}")
        parts = [first, " is ", amount, " per game ahead of ", second, f" in {games}"]
        return parts, mean_ends(direct.difference, difference) or "unknown"
    if len(summary.seats) > 2:
        compared = quantity(direct.games, "comparison")
        return [first, " finished ahead of ", second, " in ", score, f" of {compared}"], ends
    return [first, " scored ", score, f" in {games} against ", second], ends


def verdict_of(summary: Summary, direct: Pairing) -> Markup:
    """Tells who is stronger, if the interval shows it."""
    middle = "0" if summary.unit else "50\u00a0%"
    if direct.stronger is None:
        return join([f"The interval contains {middle}: these games do not show who is stronger."])
    first = direct.stronger == direct.players[0]
    name = direct.labels[0 if first else 1]
    side = "above" if first else "below"
    return join([f"The interval is {side} {middle}: ", code(name), " is stronger."])
