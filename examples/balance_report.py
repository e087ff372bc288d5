"""Reports how balanced a game is: who wins, how long it takes, which moves nobody plays.

    python examples/balance_report.py jaipur --deals 100 --out balance.html

The game's default opponent plays against itself, and against another agent. The same seed gives the
same games. Every deal is played from every seat: an agent without chance plays these games alike
against itself, so intervals count deals. What is measured is the game as these agents play it: a
kind of move that nobody plays may be weak, or not understood by the agent.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from kibitz.agents.asking import choose_opponent
from kibitz.arena import GameResult, Setup, Share, Spread, Summary, local_backend, play, summarise
from kibitz.arena.report import markup, plots
from kibitz.arena.report.games import (
    followed,
    games_section,
    kinds_section,
    lead_changes,
    lead_section,
    sample_text,
)
from kibitz.arena.report.page import page, tile_list
from kibitz.arena.summary import spread_of
from kibitz.core import KibitzError, read_record, replay
from kibitz.games import load

# How many moves that nobody played are named.
MOST_NAMED = 12


@dataclass(frozen=True)
class Study:
    """What came of the games of one pair of agents.

    Attributes:
        name: who played whom.
        summary: what the arena says about them.
        results: the games.
        turns: how many turns a game has; moves of one seat in a row are one turn.
        scores: the scores at the end, of all seats.
        margins: the score of the best seat minus that of the second.
        changes: how often another seat took the lead.
        kinds: by kind of move, in how many decisions it was legal, and how often it was played.
        ignored: moves that were legal and never played, with the number of these decisions.
    """

    name: str
    summary: Summary
    results: list[GameResult]
    turns: Spread
    scores: Spread
    margins: Spread
    changes: Spread
    kinds: dict[str, tuple[int, int]]
    ignored: list[tuple[str, int]]


def study(name: str, setup: Setup) -> Study:
    """Plays a tournament and measures its games."""
    results = play(setup, local_backend())
    courses = [each.course for each in results if each.course is not None]
    ends = [course.scores[-1] for course in courses if course.scores]
    best = [sorted(scores, reverse=True) for scores in ends if len(scores) > 1]
    kinds, ignored = count_moves(setup, results)
    return Study(
        name,
        summarise(setup, results),
        results,
        spread_of(float(len([*groupby(course.seats)])) for course in courses),
        spread_of(score for scores in ends for score in scores),
        spread_of(first - second for first, second, *_ in best),
        spread_of(float(lead_changes(course)) for course in courses if course.scores),
        kinds,
        ignored,
    )


def count_moves(
    setup: Setup, results: list[GameResult]
) -> tuple[dict[str, tuple[int, int]], list[tuple[str, int]]]:
    """Plays the records again, and counts what was legal and what was played."""
    game = setup.load()
    offered, played = Counter[str](), Counter[str]()
    kinds_offered, kinds_played = Counter[str](), Counter[str]()
    for result in results:
        engine = replay(read_record(result.record or ""), game)
        for state, (_, move) in zip(engine.states(), engine.history, strict=False):
            # Moves that are always legal, such as conceding, are no choice of play.
            legal = [each for each in game.legal(state) if not each.always]
            offered.update(str(each) for each in legal)
            kinds_offered.update({each.id for each in legal})
            played[str(move)] += 1
            kinds_played[move.id] += 1
    kinds = {kind: (kinds_offered[kind], kinds_played[kind]) for kind in sorted(kinds_offered)}
    ignored = [(text, count) for text, count in offered.most_common() if not played[text]]
    return kinds, ignored


# Text.


def rows_of(each: Study) -> dict[str, str]:
    """Writes the figures of a study, by what they are."""
    summary = each.summary
    rows = {"games": f"{summary.played:,} ({markup.quantity(summary.setup.deals, 'deal')})"}
    for seat, share in enumerate(summary.seats):
        rows[f"score of seat {seat}"] = share_text(share)
    rows["moves in a game"] = spread_text(summary.plies)
    rows["turns in a game"] = spread_text(each.turns)
    rows["legal moves in a decision"] = spread_text(summary.choices)
    rows["score at the end"] = spread_text(each.scores)
    if len(summary.seats) > 1:
        rows["margin at the end"] = spread_text(each.margins)
        rows["changes of the lead"] = spread_text(each.changes)
    for ending in summary.endings[:3]:
        rows[f"ended by {ending.reason or 'no reason'}"] = markup.percent(ending.share)
    return rows


def share_text(share: Share) -> str:
    """Writes a share with its 95 % interval."""
    return f"{markup.percent(share.score)} ({markup.interval(share.low, share.high)})"


def spread_text(spread: Spread) -> str:
    """Writes the median and where nine of ten values are."""
    low, median, high = (markup.short(value) for value in (spread.p5, spread.p50, spread.p95))
    return f"{median} ({low} to {high})"


def kind_text(counts: tuple[int, int] | None) -> str:
    """Writes how often a kind of move was played, of the decisions in which it was legal."""
    if counts is None:
        return "never legal"
    offered, played = counts
    return f"{played:,} of {offered:,} ({markup.percent(played / offered, 0)})"


def print_report(studies: list[Study]) -> None:
    """Prints the report as two tables, and the moves that nobody played."""
    figures = [rows_of(each) for each in studies]
    names = list(dict.fromkeys(name for rows in figures for name in rows))
    print_table("", studies, [(name, [rows.get(name, "-") for rows in figures]) for name in names])
    kinds = sorted({kind for each in studies for kind in each.kinds})
    cells = [(kind, [kind_text(each.kinds.get(kind)) for each in studies]) for kind in kinds]
    print_table("played, of the decisions in which it was legal", studies, cells)
    for each in studies:
        count = len(each.ignored)
        print(f"\n{each.name}: {markup.quantity(count, 'move')} legal and never played")
        for text, offered in each.ignored[:MOST_NAMED]:
            print(f"  {text} (legal {offered:,} times)")


def print_table(title: str, studies: list[Study], rows: list[tuple[str, list[str]]]) -> None:
    """Prints a table with a column for each study."""
    lines = [[title, *(each.name for each in studies)], *([name, *cells] for name, cells in rows)]
    lines = [[markup.for_terminal(cell) for cell in line] for line in lines]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    print()
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(padded).rstrip())


# One page of HTML.


def write_page(studies: list[Study]) -> str:
    """Writes the report as a page that loads nothing else; plots show the first study."""
    first = studies[0]
    summary, games = first.summary, followed(first.results)
    sample = sample_text(games, summary.played)
    seat = summary.seats[0]
    tiles = [
        ("Games", f"{summary.played:,}", first.name),
        ("Score of first seat", markup.percent(seat.score), markup.interval(seat.low, seat.high)),
        ("Moves in a game", markup.short(summary.plies.p50), "median"),
        ("Turns in a game", markup.short(first.turns.p50), "median"),
        ("Never played", f"{len(first.ignored):,}", "moves that were legal"),
    ]
    about = f"The plots show {first.name}. The tables show {studies[1].name} as well."
    return page(
        f"{summary.title}: balance",
        [
            figures_section(studies),
            games_section(summary, first.results),
            scores_section(first),
            lead_section(summary, games, sample),
            kinds_section(summary, games, sample),
            moves_section(studies),
        ],
        kind="Kibitz balance report",
        played=f"Seed {summary.setup.seed}, rules version {summary.setup.load().version}.",
        intro=markup.element("p", about),
        tiles=tile_list(tiles),
    )


def figures_section(studies: list[Study]) -> markup.Markup:
    """Makes the table of the figures, with a column for each study."""
    figures = [rows_of(each) for each in studies]
    names = list(dict.fromkeys(name for rows in figures for name in rows))
    rows = [
        markup.row(name.capitalize(), *(found.get(name, "-") for found in figures))
        for name in names
    ]
    title = "Scores with the 95 % interval; medians with the 5th and the 95th percentile."
    heads = ["Figure", *(each.name for each in studies)]
    return markup.section("figures", "In figures", markup.table(title, heads, rows))


def scores_section(each: Study) -> markup.Markup:
    """Makes the histograms of the scores at the end and of the turns."""
    courses = [result.course for result in each.results if result.course is not None]
    ends = [score for course in courses if course.scores for score in course.scores[-1]]
    turns = [float(len([*groupby(course.seats)])) for course in courses]
    cards = [
        histogram("end-scores", "Scores at the end", ends, "score of a seat", "seat", each.scores),
        histogram("turns", "Turns in a game", turns, "turns", "game", each.turns),
    ]
    boxes = markup.element("div", *cards, class_="cards")
    return markup.section("scores", "Scores and turns", boxes)


def histogram(
    name: str, title: str, values: list[float], unit: str, noun: str, spread: Spread
) -> markup.Markup:
    """Makes a box with a histogram."""
    plot = plots.histogram(name, title, Counter(values), unit=unit, noun=noun, median=spread.p50)
    return markup.card(title, plot, markup.caption(f"Mean {markup.short(spread.mean)}."))


def moves_section(studies: list[Study]) -> markup.Markup:
    """Makes the tables of kinds of moves and of moves that nobody played."""
    kinds = sorted({kind for each in studies for kind in each.kinds})
    rows = [
        markup.row(kind, *(kind_text(each.kinds.get(kind)) for each in studies)) for kind in kinds
    ]
    heads = ["Kind of move", *(each.name for each in studies)]
    title = "How often it was played, of the decisions in which it was legal."
    parts = [markup.table(title, heads, rows)]
    for each in studies:
        named = [markup.row(text, f"{offered:,}") for text, offered in each.ignored[:MOST_NAMED]]
        if named:
            title = f"{each.name}: {len(each.ignored):,} moves were legal and never played."
            parts.append(markup.table(title, ["Move", "Decisions"], named))
    return markup.section("moves", "Offered and played", *parts)


def main() -> None:
    """Plays the games and reports."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--other", default="random", help="the agent for the second column")
    parser.add_argument("--deals", type=int, default=100, help="each is played from every seat")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--out", type=Path, help="write one HTML page instead of text")
    arguments = parser.parse_args()
    try:
        game: Any = load(arguments.game)  # Any: known by name only
        agent, other = choose_opponent(game, None, timed=False), arguments.other
        names = markup.short_names([agent, other])
        pairs: dict[str, tuple[str, ...]] = {
            f"{names[0]} against itself": (agent, agent),
            " against ".join(names): (agent, other),
        }
        if game.seats == 1:
            pairs = {names[0]: (agent,), names[1]: (other,)}
        studies = [
            study(
                name,
                Setup(game.id, players, deals=arguments.deals, seed=arguments.seed, records="all"),
            )
            for name, players in pairs.items()
        ]
    except KibitzError as error:
        sys.exit(f"balance_report: {error}")
    if arguments.out is None:
        print_report(studies)
    else:
        arguments.out.write_text(write_page(studies), encoding="utf-8")
        print(f"Open {arguments.out}")


if __name__ == "__main__":
    main()
