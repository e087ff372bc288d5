"""The output: the table, numbered moves, advice with its reasons, the result.

Colours and bars appear only on a terminal; elsewhere the same lines are plain text.
"""

import json
import math
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz import games
from kibitz.agents.asking import has_opinion
from kibitz.agents.registry import split_spec
from kibitz.core.agent import Action, Advice, Observation, Option, Reason
from kibitz.core.game import Game, Outcome
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Piped output has no width of its own; Rich would assume 80 columns and cut tables to fit.
PIPE_WIDTH = 120
BAR_WIDTH = 12
# A share that is smaller is not written as 0 %.
SMALLEST_SHARE = 0.005
# What scores count if the agent does not say it.
POINTS = "points"
# What a title line needs beside title and note: the gap between them, and the end of the rule.
RULE_ROOM = "   ─"
# A reason is put in its own words on a line with others if these are not longer.
SHORT_TEXT = 40
# The narrowest column for text.
NARROWEST = 20
# How games draw something that the viewer does not know.
UNKNOWN = "?"
RULE_WIDTH = 80
# What stands between the columns of a grid, in a row or in a line between rows.
BAR = re.compile(r" \|(?: |$)|-\+-")
# Notation up to this length is padded, so that the descriptions line up in a column.
PADDING = 28


def open_screen() -> Console:
    """Opens the console on the standard output."""
    screen = Console(highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        screen = Console(highlight=False, markup=False, emoji=False, width=PIPE_WIDTH)
    return screen


def print_json(document: object) -> None:
    """Prints a JSON document."""
    print(json.dumps(document, indent=2))


# Lines that fit the screen.


def wrapped(text: Text, width: int, hang: int) -> list[Text]:
    """Breaks a line between words; the lines after the first are indented by `hang`.

    A word that is wider than the screen is left as it is.
    """
    plain = text.plain
    lines: list[Text] = []
    start = end = indent = 0
    for word in re.finditer(r"\S+", plain):
        if end > start and indent + cell_len(plain[start : word.end()]) > width:
            lines.append(Text(" " * indent).append_text(text[start:end]))
            start, indent = word.start(), hang
        end = word.end()
    lines.append(Text(" " * indent).append_text(text[start:end]))
    return lines


def show_line(screen: Console, text: Text, hang: int = 3) -> int:
    """Prints a line, on a terminal broken between words; returns the number of lines."""
    lines = wrapped(text, screen.width, hang) if screen.is_terminal else [text]
    print_lines(screen, lines)
    return len(lines)


def print_lines(screen: Console, lines: Iterable[Text]) -> None:
    """Prints lines as they are, even if they are wider than the screen."""
    for line in lines:
        screen.print(line, soft_wrap=True)


def hanging(line: str, width: int) -> int:
    """Returns where a drawn line goes on if it is broken: below its last column on the left half.

    A drawing puts two spaces or more between columns.
    """
    starts = [gap.end() for gap in re.finditer(r"(?<=\S)  +", line) if gap.end() <= width // 2]
    return starts[-1] if starts else len(line) - len(line.lstrip()) + 2


def show_header(screen: Console, title: str, note: str = "") -> int:
    """Prints a title line, and below it the note if both do not fit; returns the lines."""
    width = min(screen.width, RULE_WIDTH)
    text = Text(title, style="bold cyan")
    beside = note and cell_len(f"{title}  {note}") + 2 <= width
    if beside:
        text.append(f"  {note}", style="not bold dim")
    screen.print(Rule(text, align="left", style="cyan"), width=width)
    return 1 if beside or not note else 1 + show_line(screen, Text(f" {note}", style="dim"))


def show_grid(screen: Console, grid: Table) -> None:
    """Prints rows and columns; without trailing spaces if the output is not a terminal."""
    if screen.is_terminal:
        screen.print(grid)
        return
    with screen.capture() as drawn:
        screen.print(grid)
    for line in drawn.get().splitlines():
        print(line.rstrip())


def show_table(screen: Console, drawing: str) -> int:
    """Prints a game's own drawing of the table, unchanged where it fits; returns the lines."""
    lines = [f" {line}".rstrip() for line in drawing.splitlines()]
    if screen.is_terminal:
        lines = stacked(lines, screen.width)
    return sum(show_line(screen, Text(line), hanging(line, screen.width)) for line in lines)


def stacked(lines: Sequence[str], width: int) -> list[str]:
    """Puts the columns of a grid that is too wide below each other; bars stand between columns."""
    found: list[str] = []
    for bars, group in groupby(lines, lambda line: [bar.start() for bar in BAR.finditer(line)]):
        rows = list(group)
        if not bars or max(map(len, rows)) <= width:
            found.extend(rows)
            continue
        for start, end in zip([-2, *bars], [*bars, None], strict=True):
            cells = [row[start + 3 : end].rstrip() for row in rows]
            found.extend([f" {cell}" for cell in cells if cell])
            found.append("")
        found.pop()
    return found


def set_page(screen: Console, page: str) -> list[Text]:
    """Sets a page of plain Markdown for the screen: headings, paragraphs and lists."""
    lines: list[Text] = []
    width = min(screen.width, RULE_WIDTH) - 1
    for block in re.split(r"\n{2,}", page.strip()):
        if lines:
            lines.append(Text())
        if block.startswith("#"):
            lines.append(Text(f" {block.lstrip('# ')}", style="bold cyan"))
            continue
        # Each item of a list begins a line; the other lines of a block are joined.
        for part in re.split(r"\n(?=- |\d+\. )", block):
            text = Text(" " + " ".join(part.replace("`", "").split()))
            mark = re.match(r"(- |\d+\. )?", part)
            lines.extend(wrapped(text, width, 1 + len(mark[0] if mark else "")))
    return lines


def describe_move(
    game: Game[S, V], view: V, move: Move[S], width: int = 0, *, short: bool = False
) -> Text:
    """Describes a move: what to type, padded to a width, and the game's description of it.

    Nothing is said twice. With `short`, what to type is left out, too, if the description begins
    with the name of the move, or the game has words for moves that say the same.
    """
    notation, description = game.short_form(view, move), game.describe(view, move)
    if short and notation != str(move):
        return Text(description)
    if plain_words(description) == plain_words(notation):
        return Text(notation, style="bold")
    if description.lower().startswith(notation.lower()):
        start, end = description[: len(notation)], description[len(notation) :]
        return Text.assemble((start, "bold"), end)
    name, colon, rest = description.partition(": ")
    named = plain_words(name) in (plain_words(move.id), plain_words(move.name))
    if named and short:
        return Text.assemble((name, "bold"), f"{colon}{rest}")
    shown = rest if named and colon else description
    return Text.assemble((f"{notation:<{width}}", "bold"), "  ", (shown, "dim"))


def plain_words(text: str) -> str:
    """Removes case and punctuation from a text, to compare it with another."""
    return " ".join(re.sub("[:,_]", " ", text).lower().split())


def describe_news(game: Game[S, V], before: V, after: V, move: Move[S]) -> Text:
    """Describes another player's move; a card that the move showed is named."""
    description = describe_move(game, before, move, short=True)
    if UNKNOWN in description.plain:
        description = describe_move(game, after, move, short=True)
    return description


def is_kind(move: Move[S], kind: str) -> bool:
    """Tells whether a move is of a kind: its id, or the beginning of its notation."""
    return move.id == kind or str(move).startswith(kind)


def kind_names(moves: Sequence[Move[S]]) -> dict[str, str]:
    """Names kinds of moves as players type them, by id: by the first word, if it is their own."""
    words: dict[str, set[str]] = {}
    for move in moves:
        words.setdefault(move.id, set()).add(str(move).partition(" ")[0])
    names: dict[str, str] = {}
    for kind, own in words.items():
        others = {word for other, found in words.items() if other != kind for word in found}
        names[kind] = kind if len(own) > 1 or own & others else min(own)
    return names


def show_moves(screen: Console, seen: Observation[S, V], room: int = 0, kind: str = "") -> None:
    """Prints the numbered legal moves: all, or those of a kind.

    If they need more than `room` lines, they are printed in columns; if that is still too long,
    without their descriptions, and then the largest kinds are collapsed to one line each. Nothing
    is cut. 0 means no limit.
    """
    groups = list_moves(seen, kind, short=False)
    lines = [line for group in groups.values() for line in group]
    if room:
        shown = arrange(lines, room, screen.width)
        if len(shown) > room:
            groups = list_moves(seen, kind, short=True)
            named = [list_typed(seen, kind), collapse(groups, room, screen.width)]
            listed = [[line for group in groups.values() for line in group], *named]
            tried = [arrange(lines, room, screen.width) for lines in listed]
            shown = next((rows for rows in tried if len(rows) <= room), tried[-1])
        print_lines(screen, shown)
    else:
        for line in lines:
            show_line(screen, line, number_width(line))


def list_moves(seen: Observation[S, V], kind: str, short: bool) -> dict[str, list[Text]]:
    """Writes a line for each legal move, by the name of its kind."""
    digits = len(str(len(seen.moves)))
    typed = [len(seen.game.short_form(seen.view, move)) for move in seen.moves]
    width = max([length for length in typed if length <= PADDING], default=0)
    names = kind_names(seen.moves)
    groups: dict[str, list[Text]] = {}
    for number, move in enumerate(seen.moves, 1):
        if is_kind(move, kind):
            line = Text.assemble((f"  {number:>{digits}}  ", "green"))
            line.append_text(describe_move(seen.game, seen.view, move, width, short=short))
            groups.setdefault(names[move.id], []).append(line)
    return groups


def list_typed(seen: Observation[S, V], kind: str) -> list[Text]:
    """Writes for each legal move only what to type."""
    digits = len(str(len(seen.moves)))
    return [
        Text.assemble(
            (f"  {number:>{digits}}  ", "green"), (seen.game.short_form(seen.view, move), "bold")
        )
        for number, move in enumerate(seen.moves, 1)
        if is_kind(move, kind)
    ]


def number_width(line: Text) -> int:
    """Returns where the words of a numbered line begin."""
    return len(line.plain) - len(line.plain.lstrip(" 0123456789-"))


def arrange(lines: Sequence[Text], room: int, width: int) -> list[Text]:
    """Puts lines below each other, or side by side if they need too much room and are short."""
    rows = [row for line in lines for row in wrapped(line, width, number_width(line))]
    columns = width // (max(line.cell_len for line in lines) + 1)
    if len(rows) <= room or columns < 2:
        return rows
    return side_by_side(lines, width // columns, columns)


def collapse(groups: dict[str, list[Text]], room: int, width: int) -> list[Text]:
    """Replaces the moves of a kind by one line with their numbers, the largest kind first."""
    shown = dict(groups)
    while True:
        lines = [line for group in shown.values() for line in group]
        kind = max(shown, key=lambda name: len(shown[name]))
        if len(shown[kind]) == 1 or len(arrange(lines, room, width)) <= room:
            return lines
        first, last = (shown[kind][end].plain.split()[0] for end in (0, -1))
        line = Text.assemble((f"  {first}-{last}  ", "green"), (kind, "bold"))
        shown[kind] = [line.append(f"  (type moves {kind})", style="dim")]


def side_by_side(lines: Sequence[Text], width: int, columns: int) -> list[Text]:
    """Arranges lines in columns of a width that they fit, read downwards."""
    rows = -(-len(lines) // columns)
    joined: list[Text] = []
    for row in range(rows):
        text = Text()
        for line in lines[row::rows]:
            cell = line.copy()
            cell.pad_right(width - cell.cell_len)
            text.append_text(cell)
        text.rstrip()
        joined.append(text)
    return joined


def signed(amount: float) -> str:
    """Writes a score or one of its terms with its sign; whole numbers without a point."""
    size = abs(amount)
    whole = float(amount).is_integer() or size >= 100
    return f"{amount:+.0f}" if whole and size < 1e15 else f"{amount:+.3g}"


def write_amount(amount: float, unit: str) -> str:
    """Writes a score or one of its terms as its unit asks for: with a sign, or as a percentage."""
    if not unit.startswith("%"):
        return signed(amount)
    return "<1 %" if 0 < amount < SMALLEST_SHARE else f"{100 * amount:.0f} %"


def brief_reasons(reasons: Sequence[Reason], unit: str) -> str:
    """Writes the reasons of a score on a line: their texts, where those are short, or terms."""
    found = []
    for reason in reasons:
        words = reason.text if 0 < len(reason.text) <= SHORT_TEXT else reason.term
        found.append(f"{words} ({write_amount(reason.amount, unit)})")
    return "; ".join(found)


def bar(score: float, low: float, high: float) -> str:
    """Draws a score as a bar from zero: to the right if it is above, to the left if below.

    Args:
        score: the score.
        low: the lowest score that is drawn, at most 0.
        high: the highest one, at least 0.
    """
    if not low < high < math.inf or low == -math.inf:
        return ""
    zero = round(BAR_WIDTH * -low / (high - low))
    if score < 0:
        length = min(max(1, round(BAR_WIDTH * -score / (high - low))), max(1, zero))
        return " " * (max(1, zero) - length) + "━" * length
    length = max(1, round(BAR_WIDTH * score / (high - low))) if score else 0
    return " " * min(zero, BAR_WIDTH - length) + "━" * length if length else ""


def show_advice_header(
    screen: Console, title: str, advice: Advice[S], who: str, scored: bool
) -> None:
    """Prints who advises, how long it took, and what the scores count."""
    # Piped output is the same for the same input, so the time is left out.
    spent = f", {advice.seconds:.1f} s" if screen.is_terminal else ""
    unit = f"scores in {advice.unit or POINTS}" if scored else ""
    note = f"{who}{spent}, {unit}" if unit else f"{who}{spent}"
    if len(title) + len(note) + len(RULE_ROOM) <= min(screen.width, RULE_WIDTH):
        show_header(screen, title, note)
        return
    show_header(screen, title, f"{who}{spent}")
    if unit:
        screen.print(Text(f" {unit}", style="dim"))


def show_advice(
    screen: Console,
    seen: Observation[S, V],
    advice: Advice[S],
    who: str,
    top: int,
    *,
    listed: bool = False,
) -> None:
    """Prints advice: the explanation of the game, and the best options with their terms.

    An agent that scores all moves alike has no opinion, which is said instead.

    Args:
        screen: where to print.
        seen: what the agent was asked about.
        advice: what it said.
        who: the specification of the agent.
        top: how many options to show; 0 for all.
        listed: whether options have their number in the player's list of moves; else their rank.
    """
    options = advice.options[:top] if top else advice.options
    opinion, forced = has_opinion(advice, seen), len(seen.moves) == 1
    show_advice_header(screen, "advice", advice, who, opinion and not forced)
    if not opinion:
        screen.print(Text(f" {no_opinion(seen, advice, who)}"), soft_wrap=True)
        return
    show_explanation(screen, seen.game.explain(seen.view, advice))
    if forced or not options:
        words = describe_move(seen.game, seen.view, advice.move, short=True)
        note = ": the only legal move" if forced else ""
        screen.print(Text(" ").append_text(words).append(note), soft_wrap=True)
        return
    show_options(screen, seen, options, advice.unit, listed)
    left = len(advice.options) - len(options)
    if left:
        screen.print(Text(f"     and {left} more", style="dim"))


def no_opinion(seen: Observation[S, V], advice: Advice[S], who: str) -> str:
    """Says that an agent scores all moves alike; and what a game under development lacks."""
    count = len(advice.options)
    said = f"{split_spec(who)[0]} has no opinion here: it scores all {count} moves alike."
    game = seen.game
    shipped = type(game).__module__.startswith(games.__name__)
    if shipped or type(game).standing is not Game.standing or any(game.standing(seen.sample())):
        return said
    text = f"{game.id} does not say how the seats stand before the end: define Game.standing"
    return f"{said} {text}."


def show_options(
    screen: Console, seen: Observation[S, V], options: Sequence[Option[S]], unit: str, listed: bool
) -> None:
    """Prints options: number, move, score, a bar on a terminal, and why.

    Where the reasons do not fit on the line, they are printed below it.
    """
    places = [number_of(option.move, seen.moves) for option in options]
    numbers = places if listed else [str(rank) for rank in range(1, len(options) + 1)]
    scores = [write_amount(option.score, unit) for option in options]
    names = [describe_move(seen.game, seen.view, each.move, short=True) for each in options]
    # A search has one reason for every move, which repeats the score: its text says more.
    worded = all(len(option.reasons) == 1 and option.reasons[0].text for option in options)
    whys = [
        each.reasons[0].text if worded else brief_reasons(each.reasons, unit) for each in options
    ]
    low, high = min(0.0, options[-1].score), max(0.0, options[0].score)
    bars = [bar(option.score, low, high) for option in options]
    drawn = screen.is_terminal and any(bars)
    digits, digits_of_score = max(map(len, numbers)), max(map(len, scores))
    indent = " " * (digits + 4)
    used = len(indent) + 2 + digits_of_score + (2 + BAR_WIDTH if drawn else 0)
    width = min(max(name.cell_len for name in names), max(screen.width - used, NARROWEST))
    beside = used + width + 2 + max(map(len, whys)) <= screen.width
    for number, name, score, shape, why in zip(numbers, names, scores, bars, whys, strict=True):
        first, *rest = name.wrap(screen, width) or [Text("")]
        first.pad_right(width - first.cell_len)
        line = Text.assemble((f"  {number:>{digits}}  ", "green")).append_text(first)
        line.append(f"  {score:>{digits_of_score}}", "bold")
        if drawn:
            line.append(f"  {shape:<{BAR_WIDTH}}", "yellow")
        if beside:
            line.append(f"  {why}", "dim")
        line.rstrip()
        print_lines(screen, [line, *(Text(indent).append_text(part) for part in rest)])
        if not beside:
            show_wrapped(screen, why, indent)


def show_wrapped(screen: Console, text: str, indent: str) -> None:
    """Prints a long text below something, in lines that begin at its column."""
    width = min(screen.width, RULE_WIDTH if screen.is_terminal else PIPE_WIDTH)
    print_lines(screen, wrapped(Text(f"{indent}{text}", style="dim"), width, len(indent)))


def show_explanation(screen: Console, texts: Sequence[str]) -> None:
    """Prints an explanation in words; the first sentence, which says what to do, stands out."""
    width = min(screen.width, RULE_WIDTH)
    for place, text in enumerate(texts):
        style = "" if place else "bold"
        print_lines(screen, wrapped(Text(f" {text}", style=style), width, 3))
    if texts:
        screen.print()


def show_action(screen: Console, action: Action) -> None:
    """Prints what to send to another program: one line of JSON that can be copied."""
    screen.print()
    show_header(screen, "action", "to send to a match in this position")
    screen.print(Text(json.dumps(action.document, ensure_ascii=False)), soft_wrap=True)
    if action.note:
        screen.print(Text(f" {action.note}", style="dim"), soft_wrap=True)


def number_of(move: Move[S], moves: Sequence[Move[S]]) -> str:
    """Returns the number of a move in the list; blank if it is not listed."""
    return str(moves.index(move) + 1) if move in moves else ""


def show_answer(
    screen: Console,
    seen: Observation[S, V],
    advice: Advice[S],
    answer: Advice[S],
    who: str,
    move: Move[S],
) -> None:
    """Prints every reason for and against a move, and how it compares with the advised one.

    Args:
        screen: where to print.
        seen: what the agent was asked about.
        advice: what it said before it was asked about the move.
        answer: what it said then.
        who: the specification of the agent.
        move: the move.
    """
    words = describe_move(seen.game, seen.view, move)
    found = [option for option in answer.options if option.move == move]
    scored = bool(found) and len(seen.moves) > 1
    show_advice_header(screen, "why", answer, who, scored)
    lines = words.wrap(screen, max(screen.width - 2, NARROWEST))
    print_lines(screen, (Text(" ").append_text(line) for line in lines))
    if not scored:
        screen.print(Text(f"  {unscored(seen, move, who)}"), soft_wrap=True)
        return
    best = advice.options[0] if advice.options and has_opinion(advice, seen) else None
    rows = [(each.term, each.amount, each.text) for each in found[0].reasons]
    if len(rows) > 1:
        rows.append(("score", found[0].score, ""))
    if best is not None and best.move != move:
        name = describe_move(seen.game, seen.view, best.move, short=True).plain
        # A search says all it knows in its one reason.
        texts = [reason.text for reason in best.reasons if reason.text]
        words_of_best = f"{name}: {texts[0]}" if len(best.reasons) == len(texts) == 1 else name
        rows.append(("best", best.score, words_of_best))
    show_reasons(screen, rows, answer.unit)
    if not has_opinion(advice, seen):
        screen.print(Text(f"  {no_opinion(seen, advice, who)}"), soft_wrap=True)
    elif best is not None and found[0].score > best.score:
        name = split_spec(who)[0]
        screen.print(
            Text(f"  Now that {name} has looked at it, it scores this move higher."), soft_wrap=True
        )


def unscored(seen: Observation[S, V], move: Move[S], who: str) -> str:
    """Says why a move has no score."""
    if move not in seen.moves:
        return "It is always allowed, so no agent weighs it."
    if len(seen.moves) == 1:
        return "It is the only legal move."
    return f"{split_spec(who)[0]} gives no score for this move."


def show_reasons(screen: Console, rows: Sequence[tuple[str, float, str]], unit: str) -> None:
    """Prints terms with their amounts and texts, one below the other."""
    width = max([len(term) for term, _, _ in rows], default=0)
    amounts = [write_amount(amount, unit) for _, amount, _ in rows]
    longest = max([len(amount) for amount in amounts], default=0)
    room = min(screen.width, RULE_WIDTH if screen.is_terminal else PIPE_WIDTH)
    for (term, _, text), amount in zip(rows, amounts, strict=True):
        style = "bold yellow" if term in ("score", "best") else "bold"
        line = Text.assemble(f"  {term:<{width}}  ", (f"{amount:>{longest}}", style))
        indent = line.cell_len + 2
        if text:
            line.append(f"  {text}", "dim")
        print_lines(screen, wrapped(line, max(room, indent + NARROWEST), indent))


def label_seats(names: Sequence[str]) -> list[str]:
    """Returns the names of all seats for people: the agent without its options, and the seat."""
    short = [split_spec(name)[0] for name in names]
    if len(short) == 1:
        return short
    return [f"{name} (seat {seat})" for seat, name in enumerate(short)]


def describe_result(outcome: Outcome, names: Sequence[str], seat: int | None) -> Text:
    """Describes how a match ended, for a player or a spectator."""
    head = describe_winner(outcome, names, seat)
    scores = describe_scores(outcome, names)
    return head.append(f": {outcome.reason} ({scores})", style="not bold default")


def describe_winner(outcome: Outcome, names: Sequence[str], seat: int | None) -> Text:
    """Says who has won, or that nobody has; a single player has won or lost."""
    winner = outcome.winner
    if winner is not None:
        if winner == seat:
            return Text("You win", style="bold green")
        if seat is None:
            return Text(f"{names[winner]} wins", style="bold green")
        return Text(f"You lose to {names[winner]}", style="bold red")
    if len(names) == 1:
        return Text(f"{names[0]} loses" if seat is None else "You lose", style="bold red")
    leaders = [name for name, rank in zip(names, outcome.ranks(), strict=True) if rank == 1]
    between = f" between {' and '.join(leaders)}" if 1 < len(leaders) < len(names) else ""
    return Text(f"Draw{between}", style="bold yellow")


def describe_scores(outcome: Outcome, names: Sequence[str]) -> str:
    """Lists what each seat got; with more than two seats by rank, best first."""
    returns = outcome.returns
    if len(returns) == 1:
        return f"score {signed(returns[0])}"
    rows = [f"{name} {signed(value)}" for name, value in zip(names, returns, strict=True)]
    if len(returns) == 2:
        return ", ".join(rows)
    ranked = sorted(zip(outcome.ranks(), rows, strict=True), key=lambda row: row[0])
    return ", ".join(f"{rank}. {row}" for rank, row in ranked)
