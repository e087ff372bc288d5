"""The report: one HTML page that holds all of a tournament and asks for nothing else.

The words that never change stand in `report.html.tmpl`, the looks in `report.css`. Here a summary
becomes the head of the page; tables and plots are in `kibitz.arena.sections`.
"""

import json
import platform
from collections.abc import Sequence
from importlib.resources import files
from string import Template
from typing import Final

import kibitz
from kibitz.arena.figures import counted, interval, percent, short
from kibitz.arena.markup import Markup, clean, element, join
from kibitz.arena.result import GameResult
from kibitz.arena.sections import (
    breakable,
    code,
    cross_table,
    elo_text,
    game_cards,
    pairing_cards,
    sprt_section,
    standings,
    times,
)
from kibitz.arena.setup import Format, Setup, has_clock
from kibitz.arena.statistics import EVEN
from kibitz.arena.summary import Summary

REPEATED: Final = "The same command gives the same fingerprint, whatever the number of workers:"
CLOCKED: Final = (
    "A player stops by the clock (ms), so the same command plays other games, with another"
    " fingerprint:"
)
FORMATS: Final[dict[Format, str]] = {
    "round-robin": "everybody met everybody",
    "gauntlet": "the first met each of the others",
}


def html_report(summary: Summary, results: Sequence[GameResult], *, command: str) -> str:
    """Writes the report of a tournament.

    Args:
        summary: what the tournament came to.
        results: the games it is about.
        command: what to type to play the same tournament again.
    """
    folder = files("kibitz.arena")
    template = Template(folder.joinpath("report.html.tmpl").read_text(encoding="utf-8"))
    ordered = sorted(results, key=lambda each: each.number)
    return template.substitute(
        title=clean(title_of(summary)),
        heading=breakable(title_of(summary)),
        style=folder.joinpath("report.css").read_text(encoding="utf-8").strip(),
        lede=lede(summary),
        tiles=tiles(summary),
        played=played(summary, command),
        standings=standings(summary),
        cross=cross_table(summary),
        pairings=pairing_cards(summary, ordered),
        sprt=sprt_section(summary),
        times=times(summary),
        games=game_cards(summary, ordered),
        footer=clean(made_with()),
    )


def title_of(summary: Summary) -> str:
    """Names the tournament."""
    labels = summary.setup.labels()
    if len(labels) == 2:
        return f"{summary.title}: {labels[0]} against {labels[1]}"
    if summary.setup.format == "gauntlet":
        return f"{summary.title}: {labels[0]} against {len(labels) - 1} others"
    return f"{summary.title}: {len(labels)} players"


def made_with() -> str:
    """Says what the report was made with."""
    build = "compiled" if kibitz.COMPILED else "interpreted"
    return f"Kibitz {kibitz.__version__}, {build}, Python {platform.python_version()}"


def lede(summary: Summary) -> Markup:
    """Says in two or three sentences what came out."""
    if not summary.played:
        return element("p", "No game was played.")
    found = verdict_of_two(summary) if len(summary.standings) == 2 else leader(summary)
    if summary.played == summary.planned:
        return element("p", found)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was broken off"
    count = f"{summary.played:,} of {counted(summary.planned, 'game')} were played: {why}."
    return join([element("p", found), element("p", count, class_="note")])


def verdict_of_two(summary: Summary) -> Markup:
    """Says who of two is stronger, if that is clear."""
    pairing = summary.pairings[0]
    first, second = (code(label) for label in pairing.labels)
    if pairing.low > EVEN:
        clear = join([" The interval is above 50\u00a0%: ", first, " is the stronger of the two."])
    elif pairing.high < EVEN:
        clear = join([" The interval is below 50\u00a0%: ", second, " is the stronger of the two."])
    else:
        clear = join([" The interval holds 50\u00a0%: these games do not show who is stronger."])
    score = element("strong", percent(pairing.score))
    sure = element("span", interval(pairing.low, pairing.high), class_="sure")
    games = f") in {counted(pairing.games, 'game')}."
    return join(
        [first, " scored ", score, " against ", second, " (95\u00a0% interval ", sure, games, clear]
    )


def leader(summary: Summary) -> Markup:
    """Says who is rated best of many, and whether that is clear."""
    best, second = summary.standings[:2]
    if best.elo_low > second.elo_high:
        clear = "Their intervals do not overlap."
    else:
        clear = "Their intervals overlap: with more deals the two may change places."
    rated = element("strong", f"Elo {elo_text(best)}")
    behind = f" with {elo_text(second)}. {clear}"
    return join(
        [code(best.label), " is rated best: ", rated, ". Next comes ", code(second.label), behind]
    )


def tiles(summary: Summary) -> Markup:
    """Shows the figures that describe the whole tournament."""
    plies, choices, seat = summary.plies, summary.choices, summary.first_seat
    drawn = sum(pairing.draws for pairing in summary.pairings)
    all_played, of_all = summary.played == summary.planned, f"of {summary.planned:,} planned"
    shown = [
        ("Games", f"{summary.played:,}", "all as planned" if all_played else of_all),
        ("Deals", f"{summary.setup.deals:,}", "from both seats" if all_played else "planned"),
        ("Draws", percent(drawn / max(summary.played, 1)), counted(drawn, "game")),
        ("Moves in a game", short(plies.p50), f"median; most {short(plies.max)}"),
        ("Choices for a move", short(choices.mean), f"mean; most {short(choices.max)}"),
        ("First seat scored", percent(seat.score), f"95\u00a0%: {interval(seat.low, seat.high)}"),
    ]
    return join(
        element("div", element("dt", name), element("dd", value, element("small", note)))
        for name, value, note in shown
    )


def played(summary: Summary, command: str) -> Markup:
    """Says what was played, and how to play it again."""
    setup = summary.setup
    options = ", ".join(f"{key}={option_text(value)}" for key, value in setup.options.items())
    rules = "" if setup.rules is None else f", version {setup.rules} of its rules"
    facts: list[tuple[str, object]] = [
        ("Game", join([code(setup.game), rules])),
        ("Options", code(options) if options else "none given"),
        ("Format", format_text(setup)),
        ("Deals", f"{setup.deals:,}, each played from both seats"),
        ("Seed", code(str(setup.seed))),
        ("Longest game", f"{setup.limit:,} moves, then a draw"),
        ("Fingerprint", code(summary.fingerprint)),
        ("Version", made_with()),
        ("Players", element("ol", *(element("li", code(each)) for each in setup.labels()))),
    ]
    if setup.sprt is not None:
        facts.insert(5, ("SPRT", code(setup.sprt)))
    rows = [element("div", element("dt", name), element("dd", fact)) for name, fact in facts]
    again = CLOCKED if has_clock(setup) else REPEATED
    typed = element("pre", element("code", command), tabindex=0)
    return join([element("dl", *rows, class_="facts"), element("p", again, class_="note"), typed])


def format_text(setup: Setup) -> str:
    """Says who met whom."""
    if len(setup.players) == 2:
        return "head-to-head"
    return f"{setup.format}: {FORMATS[setup.format]}"


def option_text(value: object) -> str:
    """Writes an option's value as it is typed."""
    return value if isinstance(value, str) else json.dumps(value)
