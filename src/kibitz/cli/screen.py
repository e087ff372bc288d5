"""What is printed: the table, numbered moves, advice with its reasons, the result.

Colours and bars appear on a terminal only; elsewhere the same lines come plain.
"""

import json
import math
import re
from collections.abc import Sequence
from typing import TypeVar

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.game import Game, Outcome
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Piped output has no width of its own; Rich would take 80 columns and cut tables to fit.
PIPE_WIDTH = 120
BAR_WIDTH = 12
# How games draw what a viewer does not know.
UNKNOWN = "?"
RULE_WIDTH = 80
# Notation up to this length is padded, so that what moves do stands in one column.
PADDING = 28
# What a move needs at least where moves stand side by side.
COLUMN = 40


def open_screen() -> Console:
    """Makes the console on the standard output."""
    screen = Console(highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        screen = Console(highlight=False, markup=False, emoji=False, width=PIPE_WIDTH)
    return screen


def print_json(document: object) -> None:
    """Prints a document for machines."""
    print(json.dumps(document, indent=2))


def show_header(screen: Console, title: str, note: str = "") -> None:
    """Draws the line above a table."""
    text = Text(title, style="bold cyan")
    if note:
        text.append(f"  {note}", style="not bold dim")
    screen.print(Rule(text, align="left", style="cyan"), width=min(screen.width, RULE_WIDTH))


def show_grid(screen: Console, grid: Table) -> None:
    """Prints rows and columns; off a terminal without the blanks that fill the last column."""
    if screen.is_terminal:
        screen.print(grid)
        return
    with screen.capture() as drawn:
        screen.print(grid)
    for line in drawn.get().splitlines():
        print(line.rstrip())


def show_table(screen: Console, drawing: str) -> None:
    """Shows a game's own drawing, line by line as it is."""
    for line in drawing.splitlines():
        screen.print(Text(f" {line}".rstrip()), soft_wrap=True)


def wording(
    game: Game[S, V], view: V, move: Move[S], width: int = 0, *, short: bool = False
) -> Text:
    """Words a move: its notation, padded to a width, and what it does where that says more.

    The short form leaves the notation out where the words begin with the name of the move.
    """
    written, told = str(move), game.describe(view, move)
    if plain_words(told) == plain_words(written):
        return Text(written, style="bold")
    if told.lower().startswith(written.lower()):
        return Text.assemble((told[: len(written)], "bold"), told[len(written) :])
    name, mark, rest = told.partition(": ")
    named = plain_words(name) in (plain_words(move.id), plain_words(move.name))
    if named and short:
        return Text.assemble((name, "bold"), f"{mark}{rest}")
    said = rest if named and mark else told
    return Text.assemble((f"{written:<{width}}", "bold"), "  ", (said, "dim"))


def plain_words(text: str) -> str:
    """Strips a text of case and punctuation, to see whether another one says the same."""
    return " ".join(re.sub("[:,_]", " ", text).lower().split())


def news_of(game: Game[S, V], before: V, after: V, move: Move[S]) -> Text:
    """Words another player's move for somebody who saw it: a card it showed is known by now."""
    told = wording(game, before, move, short=True)
    return wording(game, after, move, short=True) if UNKNOWN in told.plain else told


def is_of(move: Move[S], kind: str) -> bool:
    """Tells whether a move is of a kind: by its id, or by how its notation begins."""
    return move.id == kind or str(move).startswith(kind)


def show_moves(screen: Console, seen: Observation[S, V], room: int = 0, kind: str = "") -> None:
    """Numbers the legal moves: all, or those of a kind.

    Where `room` lines do not hold them they stand side by side, and if that does not help either,
    the most numerous kinds shrink to a line each. No room given is no limit.
    """
    digits = len(str(len(seen.moves)))
    crowded = 0 < room < len(seen.moves)
    width = max([len(str(move)) for move in seen.moves if len(str(move)) <= PADDING], default=0)
    groups: dict[str, list[Text]] = {}
    for number, move in enumerate(seen.moves, 1):
        if is_of(move, kind):
            line = Text.assemble((f"  {number:>{digits}}  ", "green"))
            line.append_text(wording(seen.game, seen.view, move, width, short=crowded))
            groups.setdefault(move.id, []).append(line)
    lines = [line for group in groups.values() for line in group]
    if crowded:
        columns = max(1, screen.width // COLUMN)
        lines = side_by_side(shrunk(groups, room * columns), screen.width // columns, columns)
    for line in lines:
        screen.print(line, soft_wrap=True)


def shrunk(groups: dict[str, list[Text]], room: int) -> list[Text]:
    """Replaces the moves of a kind by one line that counts them, the most numerous first."""
    shown = dict(groups)
    while sum(map(len, shown.values())) > room:
        kind = max(shown, key=lambda name: len(shown[name]))
        if len(shown[kind]) == 1:
            break
        first, last = (shown[kind][end].plain.split()[0] for end in (0, -1))
        line = Text.assemble((f"  {first}-{last}  ", "green"), (kind, "bold"))
        shown[kind] = [line.append(f"  (moves {kind} lists them)", style="dim")]
    return [line for group in shown.values() for line in group]


def side_by_side(lines: list[Text], widest: int, columns: int) -> list[Text]:
    """Sets lines in columns, read downwards; what is too long for its column is cut."""
    width = min(max(line.cell_len for line in lines) + 1, widest)
    rows = -(-len(lines) // columns)
    joined: list[Text] = []
    for row in range(rows):
        text = Text()
        for line in lines[row::rows]:
            cell = line.copy()
            cell.truncate(width - 1, overflow="ellipsis")
            cell.pad_right(width - cell.cell_len)
            text.append_text(cell)
        text.rstrip()
        joined.append(text)
    return joined


def signed(amount: float) -> str:
    """Writes a score or one of its terms, always with its sign; whole numbers without a point."""
    size = abs(amount)
    whole = float(amount).is_integer() or size >= 100
    return f"{amount:+.0f}" if whole and size < 1e15 else f"{amount:+.3g}"


def terms(reasons: Sequence[Reason]) -> str:
    """Writes the reasons of a score in short."""
    return "  ".join(f"{reason.term} {signed(reason.amount)}" for reason in reasons)


def bar(option: Option[S], low: float, high: float) -> str:
    """Draws a score as a bar between the worst and the best."""
    if not low < high < math.inf or low == -math.inf:
        return ""
    return "━" * max(1, round(BAR_WIDTH * (option.score - low) / (high - low)))


def show_advice(
    screen: Console,
    game: Game[S, V],
    view: V,
    advice: Advice[S],
    who: str,
    top: int,
    moves: Sequence[Move[S]] | None = None,
) -> None:
    """Shows the ranked options, each with its score and the terms it is made of.

    Options are numbered by rank, or as they stand in a list of moves to choose from.
    """
    options = advice.options[:top] if top else advice.options
    # Off a terminal the same input gives the same output, so the time is left out.
    spent = f", {advice.seconds:.1f} s" if screen.is_terminal else ""
    show_header(screen, "advice", f"{who}{spent}")
    low, high = advice.options[-1].score, advice.options[0].score
    bars = screen.is_terminal and bar(options[0], low, high) != ""
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(justify="right", style="green", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", style="bold", no_wrap=True)
    if bars:
        table.add_column(width=BAR_WIDTH, style="yellow", no_wrap=True)
    table.add_column(style="dim", overflow="fold")
    # A search has one reason for every move, which only repeats the score: its words say more.
    worded = all(len(option.reasons) == 1 and option.reasons[0].text for option in options)
    for rank, option in enumerate(options, 1):
        number = rank if moves is None else number_of(option.move, moves)
        drawn = [bar(option, low, high)] if bars else []
        words = wording(game, view, option.move, short=True)
        why = option.reasons[0].text if worded else terms(option.reasons)
        table.add_row(f"  {number}", words, signed(option.score), *drawn, why)
    show_grid(screen, table)
    left = len(advice.options) - len(options)
    if left:
        screen.print(Text(f"     and {left} more", style="dim"))


def number_of(move: Move[S], moves: Sequence[Move[S]]) -> str:
    """Returns the number under which a move is listed; blank if it is not."""
    return str(moves.index(move) + 1) if move in moves else ""


def show_reasons(screen: Console, option: Option[S]) -> None:
    """Shows what a score is made of, one line a reason."""
    width = max([len(reason.term) for reason in option.reasons], default=0)
    for reason in option.reasons:
        line = Text.assemble(
            f"  {reason.term:<{width}} ", (f"{signed(reason.amount):>8}", "bold"), "  "
        )
        line.append(reason.text, style="dim")
        screen.print(line, soft_wrap=True)
    screen.print(
        Text.assemble(f"  {'score':<{width}} ", (f"{signed(option.score):>8}", "bold yellow"))
    )


def result_of(outcome: Outcome, names: Sequence[str], seat: int | None) -> Text:
    """Words how a match ended, for a player or a spectator."""
    scores = ", ".join(
        f"{name} {signed(value)}" for name, value in zip(names, outcome.returns, strict=True)
    )
    if outcome.winner is None:
        head = Text("Nobody wins", style="bold yellow")
    elif outcome.winner == seat:
        head = Text("You win", style="bold green")
    else:
        who = names[outcome.winner] if seat is None else f"You lose to {names[outcome.winner]}"
        head = Text(f"{who} wins" if seat is None else who, style="bold red")
        if seat is None:
            head.stylize("bold green")
    return head.append(f": {outcome.reason} ({scores})", style="not bold default")
