"""How a game is drawn: the table as lines of text, as the seat of a view sees it."""

from collections.abc import Sequence
from typing import Final

from kibitz.games.lorcana import cards, moves, state
from kibitz.games.lorcana.cards import CARDS, TITLE
from kibitz.games.lorcana.rules.in_play import banned, keyword, lore_value, strength
from kibitz.games.lorcana.state import CardInPlay, LorcanaState
from kibitz.games.lorcana.text.descriptions import card_facts, keyword_words, question_text
from kibitz.games.lorcana.text.typed import short_form
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.state import TRUTH

# The table is drawn in 79 columns: the command line puts a space before it. Lists are broken so
# that they fit 60 columns, too.
WIDTH: Final = 79
NARROW: Final = 59
NAME: Final = 35
INDENT: Final = 8
TITLES: Final = ("characters (strength/willpower/lore)", "items", "locations")
# How many answers are named below a question.
MOST_ANSWERS: Final = 12
# Keywords that matter only while a card is in the hand.
IN_HAND: Final = (cards.SHIFT, cards.SING_TOGETHER)


def draw_table(view: LorcanaState) -> str:
    """Draws a game: the other side on top, the viewer's own below, then the question that waits."""
    bottom = max(view.viewer, 0)
    lines = [headline(view)]
    for seat in (1 - bottom, bottom):
        lines += ["", *side_lines(view, seat)]
    return "\n".join([*lines, *question_lines(view)])


def seat_title(view: LorcanaState, seat: int) -> str:
    """Names a seat."""
    if view.viewer < 0:
        return f"seat {seat}"
    return "you" if seat == view.viewer else "opponent"


def headline(view: LorcanaState) -> str:
    """Says which turn it is and who must decide, or how the game ended."""
    if view.over:
        won = f"{seat_title(view, view.winner)} won" if view.winner >= 0 else "a draw"
        return f"The game is over after turn {view.turn}: {won} ({view.reason})"
    end = "" if view.seat == view.viewer else "s"
    does = f"{seat_title(view, view.seat)} {'answer' if view.stack else 'move'}{end}"
    if not view.turn:
        return f"Opening hands: {does}"
    own = view.active == view.viewer
    whose = "your" if own else f"{seat_title(view, view.active)}'s"
    inked = ", ink played" if view.marks & state.INKED else ""
    return f"Turn {view.turn}, {whose} turn{inked}: {does}"


# A side.


def side_lines(view: LorcanaState, seat: int) -> list[str]:
    """Draws a side: its numbers, what is in play, and the hand as far as the viewer knows it."""
    board = view.board
    words = [
        f"lore {board.lore[seat]} of {state.WINNING_LORE}",
        f"ink {board.ink[seat]}/{view.count(state.INKWELL, seat)}",
        f"hand {view.count(state.HAND, seat)}",
        f"deck {view.count(state.DECK, seat)}",
        f"discard {view.count(state.DISCARD, seat)}",
    ]
    lines = ["  ".join([seat_title(view, seat).upper(), *words])]
    for row, title in enumerate(TITLES):
        parts = view.row(row, seat)
        lines += [f"  {title}"] if parts else []
        for index, part in enumerate(parts, 1):
            lines += part_lines(view, seat, index, part)
    lines += hand_lines(view, seat)
    for zone, title in ((state.LOOKED, "looks at"), (state.PLAYING, "playing")):
        lines += wrapped(f"  {title}: ", counted(view.pile(zone, seat)))
    return lines


def part_lines(view: LorcanaState, seat: int, index: int, part: CardInPlay) -> list[str]:
    """Draws a card in play: its number, name, strength, willpower and lore, and all else."""
    printed, numbers = CARDS[part.kind], ""
    if printed.kind != cards.ITEM:
        power = f"{strength(view, part)}" if printed.kind == cards.CHARACTER else "-"
        numbers = f"{power}/{printed.willpower}/{lore_value(view, part)}"
    words = [f"{part.damage} damage"] if part.damage else []
    words += ["exerted"] if part.exerted else []
    words += ["drying"] if part.drying else []
    location = view.part(part.at) if part.at else None
    words += [f"at {moves.first_name(location.kind)}"] if location is not None else []
    words += [f"on {TITLE[card]}" for card in reversed(part.under)]
    return card_lines(f"{index}", printed.name, numbers, [*words, *force_words(view, seat, part)])


def force_words(view: LorcanaState, seat: int, part: CardInPlay) -> list[str]:
    """Writes the keywords of a card that are in force, and what it cannot do."""
    if CARDS[part.kind].kind == cards.ITEM:
        return []
    amounts = [
        0 if number in IN_HAND else keyword(view, part, seat, number)
        for number in range(len(cards.KEYWORDS))
    ]
    words = keyword_words(amounts)
    if not amounts[cards.RECKLESS] and banned(view, part, seat, cards.CANNOT_QUEST):
        words.append("cannot quest")
    if banned(view, part, seat, cards.CANNOT_CHALLENGE):
        words.append("cannot challenge")
    return words


def hand_lines(view: LorcanaState, seat: int) -> list[str]:
    """Draws a hand by cost, with a mark for ink; of a hidden one only the cards that are known."""
    hand = [card for card in view.pile(state.HAND, seat) if card != UNKNOWN]
    if seat != view.viewer and view.viewer != TRUTH:
        return wrapped("  known in hand: ", counted(hand))
    lines = ["  hand (cost, * cannot be inked)"] if hand else []
    for card in sorted(dict.fromkeys(hand), key=lambda each: CARDS[each].cost):
        printed, name = CARDS[card], counted([card] * hand.count(card))[0]
        cost = f"{printed.cost}{'' if printed.inkable else '*'}"
        lines += card_lines(cost, name, card_facts(card), keyword_words(printed.keywords))
    return lines


def question_lines(view: LorcanaState) -> list[str]:
    """Draws the question that waits, and what to type if there are few answers."""
    asked = view.question()
    if asked is None or view.over:
        return []
    title = seat_title(view, asked.seat)
    start = f"{title} {'are' if title == 'you' else 'is'} asked: "
    lines = ["", *wrapped(start, question_text(view).split(), 2, " ")]
    options = list(dict.fromkeys(asked.options(view))) if asked.seat == view.viewer else []
    least, most = asked.bounds(len(options))
    if not options or len(options) > MOST_ANSWERS:
        return lines
    if most > 1:
        return [*lines, f"  type: names of cards{', or nothing' if least == 0 else ''}"]
    answers = [moves.Answer(asked.id, (option,)) for option in options]
    answers += [moves.Answer(asked.id, ())] if least == 0 else []
    texts = [short_form(view, asked.seat, answer) for answer in answers]
    return lines + wrapped("  type: ", texts)


# Lines.


def card_lines(start: str, name: str, numbers: str, words: Sequence[str]) -> list[str]:
    """Draws a card: what words do not fit behind its name and numbers go on the next line."""
    line = f"  {start:>3} {name:<{NAME}} {numbers}".rstrip()
    beside = f"{line}  {', '.join(words)}".rstrip()
    return [beside] if len(beside) <= WIDTH else [line, *wrapped(" " * INDENT, words)]


def counted(pile: Sequence[int]) -> list[str]:
    """Lists cards by name, equal ones once, and last how many are hidden."""
    counts = {card: pile.count(card) for card in pile if card != UNKNOWN}
    words = [f"{TITLE[card]}{f' x{n}' if n > 1 else ''}" for card, n in counts.items()]
    hidden = pile.count(UNKNOWN)
    return [*words, f"{hidden} hidden"] if hidden else words


def wrapped(start: str, words: Sequence[str], indent: int = INDENT, mark: str = ", ") -> list[str]:
    """Writes words behind the start of a line, which is broken between them; nothing for none."""
    lines = [start] if words else []
    for at, word in enumerate(words):
        text = word if at == len(words) - 1 else f"{word}{mark}"
        if len(lines[-1]) + len(text.rstrip()) > NARROW and lines[-1] != start:
            lines.append(" " * indent)
        lines[-1] += text
    return [line.rstrip() for line in lines]
