"""How Leduc hold'em is drawn: the table as lines of text, and moves in words."""

from kibitz.core.move import Move
from kibitz.games.leduc.cards import CARDS, NO_CARD
from kibitz.games.leduc.moves import Fold, Raise
from kibitz.games.leduc.rules import SHOWDOWN, raise_size, round_of, winnings
from kibitz.games.leduc.state import LeducState


def draw_table(view: LeducState) -> str:
    """Draws what a seat sees, as lines of text."""
    public = "not dealt yet" if view.public == NO_CARD else CARDS[view.public]
    lines = [f"Leduc hold'em, round {round_of(view)}; public card: {public}"]
    for seat, card in enumerate(view.cards):
        shown = "??" if card == NO_CARD else CARDS[card]
        turn = "" if view.over or seat != view.seat else ", to move"
        lines.append(f"seat {seat}: {shown}, {view.staked(seat)} in the pot{turn}")
    if view.over:
        lines.append(f"over by {view.reason}: {result_of(view)}")
    return "\n".join(lines)


def result_of(view: LeducState) -> str:
    """Says who won what in a finished deal."""
    won = winnings(view)
    if won == 0:
        return "the pot is shared"
    return f"seat {0 if won > 0 else 1} wins {abs(won)}"


def tell_news(before: LeducState, after: LeducState) -> list[str]:
    """Tells which public card was turned up, and how the deal ended."""
    if before.public != after.public:
        return [f"the public card is {CARDS[after.public]}"]
    if not after.over:
        return []
    if after.reason == SHOWDOWN:
        first, second = after.cards
        shown = f"seat 0 shows {CARDS[first]}, seat 1 {CARDS[second]}"
        return [f"{shown}, with {CARDS[after.public]} on the table: {result_of(after)}"]
    return [f"the deal ends: {result_of(after)}"]


def describe_move(view: LeducState, move: Move[LeducState]) -> str:
    """Says what a move does in words, for the seat that must decide."""
    if isinstance(move, Fold):
        return f"fold and lose {view.staked(view.seat)}"
    if isinstance(move, Raise):
        size = raise_size(view)
        return f"raise by {size}, paying {view.owed + size}"
    if view.owed == 0:
        return "call for nothing (check)"
    return f"call, paying {view.owed}"
