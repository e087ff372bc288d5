"""The report of a tournament: one HTML page that loads nothing else.

The fixed text is in `page.html.tmpl`, the style in `page.css`. The explanations are in a file for
each kind of game: `reading.one.html.tmpl`, `reading.two.html.tmpl` and `reading.many.html.tmpl`.
"""

import json
import platform
from collections.abc import Sequence
from string import Template
from typing import Final

import kibitz
from kibitz.arena.formatting import INCIDENTS, dealt, difference, interval, percent, quantity, short
from kibitz.arena.report.games import decision_times, game_cards
from kibitz.arena.report.markup import (
    Markup,
    breakable,
    code,
    element,
    escape_text,
    join,
    read_file,
    row,
    table,
)
from kibitz.arena.report.strength import (
    cross_section,
    elo_text,
    mean_text,
    pairing_section,
    sprt_section,
    standings,
)
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Format
from kibitz.arena.setup import has_time_limit
from kibitz.arena.statistics import EVEN
from kibitz.arena.summary import Mean, Summary

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


def html_report(summary: Summary, results: Sequence[GameResult], *, command: str) -> str:
    """Writes the report of a tournament.

    Args:
        summary: the summary of the tournament.
        results: the results it summarises.
        command: the command that plays the same tournament again.
    """
    counted = [each for each in results if not each.skipped]
    ordered = sorted(counted, key=lambda each: each.number)
    template = Template(read_file("page.html.tmpl"))
    reading = {1: "one", 2: "two"}.get(len(summary.seats), "many")
    return template.substitute(
        title=escape_text(title_of(summary)),
        heading=breakable(title_of(summary)),
        style=read_file("page.css").strip(),
        intro=intro(summary),
        tiles=tiles(summary, ordered),
        setup=setup_facts(summary, command),
        standings=standings(summary),
        referee=referee_section(summary),
        cross=cross_section(summary),
        pairings=pairing_section(summary, ordered),
        sprt=sprt_section(summary),
        times=decision_times(summary),
        games=game_cards(summary, ordered),
        reading=read_file(f"reading.{reading}.html.tmpl").strip(),
        footer=escape_text(version_text()),
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


def version_text() -> str:
    """Returns the versions that made the report."""
    build = "compiled" if kibitz.COMPILED else "interpreted"
    return f"Kibitz {kibitz.__version__}, {build}, Python {platform.python_version()}"


def intro(summary: Summary) -> Markup:
    """Tells the main result in two or three sentences."""
    if not summary.played:
        return element("p", "No game was played.")
    text = main_result(summary)
    if summary.played == summary.planned:
        return element("p", text)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was interrupted"
    count = f"{summary.played:,} of {quantity(summary.planned, 'game')} were played: {why}."
    return join([element("p", text), element("p", count, class_="note")])


def main_result(summary: Summary) -> Markup:
    """Tells who plays best, as far as the intervals show it."""
    if len(summary.seats) == 1:
        return result_alone(summary)
    if len(summary.seats) == len(summary.standings) == 2:
        return result_of_two(summary)
    return result_of_many(summary)


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
    players = {best.player, second.player}
    for each in summary.pairings:
        if {*each.players} == players:
            ahead = each.players[0] == best.player
            parts.append(verdict_alone(each.difference if ahead else each.difference.reversed()))
    return join(parts)


def verdict_alone(mean: Mean) -> Markup:
    """Tells whether the same deals show that the best of the players is better than the second."""
    text = f" On the same deals, the difference is {mean_text(mean, difference)}"
    if mean.low is not None and mean.low > 0:
        return join([text, ": the first is better."])
    return join([text, ", which does not show who is better."])


def result_of_two(summary: Summary) -> Markup:
    """Tells which of two players is stronger, if the interval shows it."""
    pairing = summary.pairings[0]
    first, second = (code(label) for label in pairing.labels)
    if pairing.low > EVEN:
        verdict = join([" The interval is above 50\u00a0%: ", first, " is stronger."])
    elif pairing.high < EVEN:
        verdict = join([" The interval is below 50\u00a0%: ", second, " is stronger."])
    else:
        verdict = join(
            [" The interval contains 50\u00a0%: these games do not show who is stronger."]
        )
    score = element("strong", percent(pairing.score))
    ends = element("span", interval(pairing.low, pairing.high), class_="interval")
    games = f") in {quantity(pairing.games, 'game')}."
    parts = [first, " scored ", score, " against ", second, " (95\u00a0% interval ", ends, games]
    return join([*parts, verdict])


def result_of_many(summary: Summary) -> Markup:
    """Tells which player has the best rating, and whether the intervals show it."""
    best, second = summary.standings[:2]
    one, other = best.rating, second.rating
    if one is None or other is None:
        raise ValueError("a game for one has no ratings")
    if one.low > other.high:
        verdict = "Their intervals do not overlap."
    else:
        verdict = "Their intervals overlap: with more deals, the order may change."
    rated = element("strong", f"Elo {elo_text(one)}")
    rest = f" with {elo_text(other)}. {verdict}"
    return join(
        [code(best.label), " has the best rating, ", rated, ", ahead of ", code(second.label), rest]
    )


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
    return join(
        element("div", element("dt", name), element("dd", value_, element("small", note)))
        for name, value_, note in shown
    )


def setup_facts(summary: Summary, command: str) -> Markup:
    """Lists the setup of the tournament, and the command to play it again."""
    setup, seats = summary.setup, len(summary.seats)
    options = ", ".join(f"{key}={option_text(value)}" for key, value in setup.options.items())
    rules = "" if setup.rules is None else f", rules version {setup.rules}"
    facts: list[tuple[str, object]] = [
        ("Game", join([code(setup.game), rules])),
        ("Options", code(options) if options else "default"),
        ("Format", format_text(summary)),
        ("Deals", f"{setup.deals:,}, each played {dealt(seats)}"),
        ("Seed", code(str(setup.seed))),
        ("Move limit", f"{setup.limit:,}, then {'a loss' if seats == 1 else 'a draw'}"),
        ("Fingerprint", code(summary.fingerprint)),
        ("Version", version_text()),
        ("Players", element("ol", *player_items(summary))),
    ]
    if setup.sprt is not None:
        facts.insert(5, ("SPRT", code(setup.sprt)))
    if setup.on_error != "stop":
        facts.insert(-3, ("On error", code(setup.on_error)))
    if setup.move_ms is not None:
        facts.insert(-3, ("Time limit", f"{quantity(setup.move_ms, 'millisecond')} for a move"))
    rows = [element("div", element("dt", name), element("dd", fact)) for name, fact in facts]
    note = OTHER_RESULTS if has_time_limit(setup) else SAME_RESULTS
    shown = element("pre", element("code", command), tabindex=0)
    return join([element("dl", *rows, class_="facts"), element("p", note, class_="note"), shown])


def player_items(summary: Summary) -> list[Markup]:
    """Lists the players in the order of the setup, each with the package of its agent."""
    ordered = sorted(summary.standings, key=lambda each: each.player)
    return [element("li", code(each.label), f", {each.package}") for each in ordered]


def format_text(summary: Summary) -> str:
    """Tells who played whom."""
    setup, seats = summary.setup, len(summary.seats)
    if seats == 1:
        return f"everybody alone: {quantity(len(setup.players), 'player')}"
    if seats == len(setup.players) == 2:
        return "head-to-head"
    if len(setup.players) < seats:
        return f"everybody together: copies of the players fill the {seats} seats"
    if seats > 2:
        return f"{setup.format}: {TABLES[setup.format]}, {seats} at a table"
    return f"{setup.format}: {FORMATS[setup.format]}"


def option_text(value: object) -> str:
    """Formats the value of an option as on the command line."""
    return value if isinstance(value, str) else json.dumps(value)


# The referee.


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
    return element(
        "section",
        element("h2", "Referee", id="referee"),
        table(name, ("Player", *(head.capitalize() for head in INCIDENTS)), rows),
        element("ul", *errors) if errors else "",
        aria_labelledby="referee",
    )
