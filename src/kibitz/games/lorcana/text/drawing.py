"""How a game is drawn: the table as lines of text, as the seat of a view sees it."""

from functools import partial
from typing import Final

from kibitz.games.lorcana import cards, moves, state
from kibitz.games.lorcana.cards import CARDS, TITLE
from kibitz.games.lorcana.rules.in_play import banned, keyword, lore_value, strength
from kibitz.games.lorcana.state import CardInPlay, LorcanaState
from kibitz.games.lorcana.text.descriptions import card_facts, keyword_words, question_text
from kibitz.games.lorcana.text.typed import short_form
from kibitz.kit.drawing import (
    card_lines,
    counted,
    draw_sides,
    hand_lines,
    seat_title,
    turn_line,
    wrapped,
)

# The width of a name.
NAME: Final = 35
TITLES: Final = ("characters (strength/willpower/lore)", "items", "locations")
# Keywords that matter only while a card is in the hand.
IN_HAND: Final = (cards.SHIFT, cards.SING_TOGETHER)


def draw_table(view: LorcanaState) -> str:
    """Draws a game: the other side on top, the viewer's own below, then the question that waits."""
    say = partial(short_form, view, view.seat)
    return draw_sides(view, [headline(view)], side_lines, question_text(view), say)


def headline(view: LorcanaState) -> str:
    """Says which turn it is and who must decide, or how the game ended."""
    inked = "ink played" if view.marks & state.INKED else ""
    return turn_line(view, "Opening hands", inked)


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
    heading, order = "hand (cost, * cannot be inked)", cards.COST.__getitem__
    lines += hand_lines(view, seat, state.HAND, TITLE, heading, hand_card, order)
    for zone, title in ((state.LOOKED, "looks at"), (state.PLAYING, "playing")):
        lines += wrapped(f"  {title}: ", counted(TITLE, view.pile(zone, seat)))
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
    return card_lines(
        f"{index}", printed.name, NAME, numbers, [*words, *force_words(view, seat, part)]
    )


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


def hand_card(card: int, name: str) -> list[str]:
    """Draws a card of a hand, with a mark if it cannot be inked."""
    printed = CARDS[card]
    cost = f"{printed.cost}{'' if printed.inkable else '*'}"
    return card_lines(cost, name, NAME, card_facts(card), keyword_words(printed.keywords))
