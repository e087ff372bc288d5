"""Drawings: a table game as lines of text for a terminal, from the viewer's side of the table."""

from collections.abc import Sequence
from typing import TypeVar

from kibitz.core.game import SPECTATOR
from kibitz.core.state import Part
from kibitz.kit.board import OWNER, SERVER, Board
from kibitz.kit.cards import CardId
from kibitz.kit.instances import Card
from kibitz.kit.state import TableState
from kibitz.kit.table import CardTable
from kibitz.kit.turns import WHOLE_GAME
from kibitz.kit.zones import SHARED

B = TypeVar("B", bound=Board)


def draw(view: TableState[B]) -> str:
    """Draws a view: what is for all, the others' sides, and at the bottom the viewer's own."""
    table = view.table
    lines = [headline(view)]
    lines += [f"  asked: {line}" for line in pending_lines(view)]
    lines += board_lines(view, SHARED) + zone_lines(table, SHARED)
    first = view.viewer + 1 if view.viewer >= 0 else 0
    for seat in [(first + step) % table.seats for step in range(table.seats)]:
        lines.append(f"seat {seat}" + (" (you)" if seat == view.viewer else ""))
        lines += board_lines(view, seat) + zone_lines(table, seat)
    return "\n".join(lines)


def headline(view: TableState[B]) -> str:
    """Says where the game is, and who must decide."""
    if view.over:
        won = f"seat {view.winner} has won" if view.winner >= 0 else "a draw"
        return f"over: {won} ({view.reason})"
    who = "you decide" if view.seat == view.viewer else f"seat {view.seat} decides"
    where = view.flow.describe().removeprefix(f"segment {WHOLE_GAME}, ")
    return f"{where}: {who}"


def pending_lines(view: TableState[B]) -> list[str]:
    """Says what is asked of whom, first things first."""
    lines: list[str] = []
    for decision in view.pending:
        options = ", ".join([option_name(view.table, option) for option in decision.options])
        what = decision.prompt or decision.kind
        lines.append(f"seat {decision.seat}: {what}" + (f" ({options})" if options else ""))
    return lines


def option_name(table: CardTable, option: object) -> str:
    """Names an option; a card by its name too."""
    if isinstance(option, str) and table.has(option):
        return card_name(table, table.card(CardId(option)))
    return str(option)


def board_lines(view: TableState[B], seat: int) -> list[str]:
    """Draws the board's lists by seat beside the seat, and everything else once for all."""
    words: list[str] = []
    for name in view.board.__match_args__:
        who = view.board.visibility.get(name, SERVER)
        value: object = getattr(view.board, name)
        by_seat = isinstance(value, list) and len(value) == view.table.seats
        if who == SERVER or by_seat == (seat == SHARED):
            continue
        if by_seat:
            assert isinstance(value, list)
            value = value[seat]
            if who == OWNER and seat != view.viewer and view.viewer >= SPECTATOR:
                continue
        text = field_text(value)
        if text:
            words.append(f"{name.replace('_', ' ')} {text}")
    return ["  " + ", ".join(words)] if words else []


def field_text(value: object) -> str:
    """Draws a value of a board; empty for what holds nothing."""
    if isinstance(value, Part):
        value = {name: getattr(value, name) for name in value.__match_args__}
    if isinstance(value, dict):
        texts = [(name, field_text(item)) for name, item in value.items()]
        return ", ".join([f"{name} {text}" for name, text in texts if text])
    if isinstance(value, (list, tuple)):
        return ", ".join([text for text in [field_text(item) for item in value] if text])
    return str(value)


def zone_lines(table: CardTable, seat: int) -> list[str]:
    """Draws the zones of a seat, or those for all."""
    width = max([len(zone.name) for zone in table.zones.values()], default=0)
    lines: list[str] = []
    for zone in table.zones.values():
        if zone.per_player != (seat != SHARED):
            continue
        cards = [table.card(card_id) for card_id in table.cards(zone.id, seat)]
        lines.append(f"  {zone.name:<{width}}  {pile_text(table, cards)}".rstrip())
    return lines


def pile_text(table: CardTable, cards: Sequence[Card]) -> str:
    """Draws the cards of a pile: names where they are known, and a number for the rest."""
    drawn = [card for card in cards if card.definition_id or card.flags or card.counters]
    words = [card_name(table, card) for card in drawn]
    hidden = len(cards) - len(drawn)
    if hidden:
        words.append(f"{hidden} hidden" if drawn else f"{hidden} card{'s' if hidden > 1 else ''}")
    return ", ".join(words) or "-"


def card_name(table: CardTable, card: Card) -> str:
    """Names a card by id and name, with its flags and counters: `c5 Ogre [tapped, damage 2]`."""
    name = table.registry.get(card.definition_id).name if card.definition_id else "?"
    marks = [*card.flags, *[f"{counter} {number}" for counter, number in card.counters]]
    return f"{card.id} {name}" + (f" [{', '.join(marks)}]" if marks else "")
