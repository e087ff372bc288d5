"""The report of a tournament: one HTML page that loads nothing else.

The frame is in `page.html.tmpl`, the style in `page.css`. The explanations are in a file for each
kind of game: `reading.one.html.tmpl`, `reading.two.html.tmpl` and `reading.many.html.tmpl`.
"""

import re
from collections.abc import Sequence
from string import Template
from typing import Final

from kibitz.arena.journal import Origin
from kibitz.arena.report import markup, strength
from kibitz.arena.report.games import course_sections, games_section, times_section
from kibitz.arena.report.markup import Markup
from kibitz.arena.report.provenance import files_section, here, played_text, setup_section
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
        strength.standings_section(summary),
        strength.cross_section(summary),
        strength.pairing_section(summary, ordered),
        strength.returns_section(summary, ordered),
        strength.sprt_section(summary),
        games_section(summary, ordered),
        course_sections(summary, ordered),
        times_section(summary),
        referee_section(summary),
        setup_section(summary, command, origin),
        files_section(summary, ordered, games),
        Markup(markup.read_file(f"reading.{reading}.html.tmpl").strip()),
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
    content = markup.join(sections)
    links = [
        markup.element("a", Markup(heading), href=f"#{name}")
        for name, heading in HEADING.findall(content)
    ]
    return Template(markup.read_file("page.html.tmpl")).substitute(
        title=markup.escape_text(title),
        heading=markup.breakable(title),
        style=markup.read_file("page.css").strip(),
        kind=kind,
        played=markup.escape_text(played),
        intro=intro,
        tiles=tiles,
        contents=markup.join(links),
        sections=content,
        footer=markup.escape_text(f"Written by {here()}"),
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
    share = markup.percent(undecided / max(summary.played, 1))
    all_played, of_all = summary.played == summary.planned, f"of {summary.planned:,} planned"
    seats = len(summary.seats)
    shown = [
        ("Games", f"{summary.played:,}", "all as planned" if all_played else of_all),
        ("Deals", f"{summary.setup.deals:,}", markup.dealt(seats) if all_played else "planned"),
        ("Lost" if seats == 1 else "Draws", share, markup.quantity(undecided, "game")),
        ("Moves in a game", markup.short(plies.p50), f"median; most {markup.short(plies.max)}"),
        ("Legal moves", markup.short(choices.mean), f"mean; most {markup.short(choices.max)}"),
    ]
    if seats > 1:
        ends = f"95\u00a0%: {markup.interval(seat.low, seat.high)}"
        shown.append(("Score of first seat", markup.percent(seat.score), ends))
    return tile_list(shown)


def tile_list(tiles: Sequence[tuple[str, str, str]]) -> Markup:
    """Makes boxes with a name, a number and a note each."""
    return markup.join(
        markup.element(
            "div",
            markup.element("dt", name),
            markup.element("dd", number, markup.element("small", note)),
        )
        for name, number, note in tiles
    )


def referee_section(summary: Summary) -> Markup:
    """Counts forfeits, late answers and skipped games; empty if there are none."""
    if not summary.refereed:
        return markup.join([])
    rows = [
        markup.row(markup.code(each.label), *(f"{count:,}" for count in each.incidents))
        for each in summary.standings
    ]
    name = "Forfeited games count as lost, skipped games do not count."
    errors = [markup.element("li", error) for error in summary.errors]
    return markup.section(
        "referee",
        "Referee",
        markup.table(name, ("Player", *(head.capitalize() for head in markup.INCIDENTS)), rows),
        markup.element("ul", *errors) if errors else "",
    )


def intro(summary: Summary) -> Markup:
    """Tells the main result in two or three sentences."""
    if not summary.played:
        return markup.element("p", "No game was played.")
    if len(summary.seats) == 1:
        text = result_alone(summary)
    elif len(summary.seats) == len(summary.standings) == 2:
        text = direct_result(summary, summary.pairings[0])
    else:
        text = result_of_many(summary)
    if summary.played == summary.planned:
        return markup.element("p", text)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was interrupted"
    count = f"{summary.played:,} of {markup.quantity(summary.planned, 'game')} were played: {why}."
    return markup.join([markup.element("p", text), markup.element("p", count, class_="note")])


def result_alone(summary: Summary) -> Markup:
    """Tells which player has the best mean return, and whether the same deals show it."""
    best = summary.standings[0]
    rated = markup.element("strong", strength.mean_text(best.returns))
    wins = f", and won {markup.percent(best.score)} of {markup.quantity(best.games, 'deal')}."
    if len(summary.standings) == 1:
        return markup.join([markup.code(best.label), " has a mean return of ", rated, wins])
    second = summary.standings[1]
    parts = [markup.code(best.label), " has the best mean return, ", rated, wins, " The second is "]
    parts += [markup.code(second.label), f" with {strength.mean_text(second.returns)}."]
    direct = summary.direct(best.player, second.player)
    if direct is not None:
        both = f"the {markup.quantity(direct.games, 'deal')} that both played"
        where = both if direct.games > 1 else "the same deal"
        better = direct.margin_low is not None and direct.margin_low > 0
        verdict = ": the first is better." if better else ", which does not show who is better."
        amount = strength.mean_text(direct.difference, markup.difference)
        parts.append(f" On {where}, the difference is {amount}{verdict}")
    return markup.join(parts)


def result_of_many(summary: Summary) -> Markup:
    """Tells which player has the best rating, and what its games with the second show."""
    best, second = summary.standings[:2]
    rated = markup.element("strong", strength.rating_text(best, summary.unit))
    parts = [
        markup.code(best.label),
        " has the best rating, ",
        rated,
        ", ahead of ",
        markup.code(second.label),
    ]
    parts.append(f" with {strength.rating_text(second, summary.unit)}. ")
    direct = summary.direct(best.player, second.player)
    if direct is None:
        return markup.join(
            [*parts, "They did not play each other: their games with others rate them."]
        )
    return markup.join([*parts, direct_result(summary, direct)])


def direct_result(summary: Summary, direct: Pairing) -> Markup:
    """Quotes the games of two players, and tells who is stronger if they show it."""
    found, ends = direct_figures(summary, direct)
    told = markup.element("span", ends, class_="interval")
    names = ("won", "drawn", "lost") if len(summary.seats) == 2 else ("ahead", "level", "behind")
    ended = zip((direct.wins, direct.draws, direct.losses), names, strict=True)
    counts = ", ".join(f"{count:,} {name}" for count, name in ended)
    quoted = [*found, f" ({counts}; 95\u00a0% interval ", told, "). "]
    return markup.join([*quoted, verdict_of(summary, direct)])


def direct_figures(summary: Summary, direct: Pairing) -> tuple[list[str], str]:
    """Writes by how much one of two players did better, and the ends of the interval."""
    first, second = (markup.code(label) for label in direct.labels)
    games, ends = markup.quantity(direct.games, "game"), markup.interval(direct.low, direct.high)
    score = markup.element("strong", markup.percent(direct.score))
    if summary.unit:
        amount = markup.element("strong", f"{markup.difference(direct.margin)} {summary.unit}")
        parts = [first, " is ", amount, " per game ahead of ", second, f" in {games}"]
        return parts, strength.mean_ends(direct.difference, markup.difference) or "unknown"
    if len(summary.seats) > 2:
        compared = markup.quantity(direct.games, "comparison")
        return [first, " finished ahead of ", second, " in ", score, f" of {compared}"], ends
    return [first, " scored ", score, f" in {games} against ", second], ends


def verdict_of(summary: Summary, direct: Pairing) -> Markup:
    """Tells who is stronger, if the interval shows it."""
    middle = "0" if summary.unit else "50\u00a0%"
    if direct.stronger is None:
        return markup.join(
            [f"The interval contains {middle}: these games do not show who is stronger."]
        )
    first = direct.stronger == direct.players[0]
    name = direct.labels[0 if first else 1]
    side = "above" if first else "below"
    return markup.join([f"The interval is {side} {middle}: ", markup.code(name), " is stronger."])
