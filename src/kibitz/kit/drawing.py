"""Words and drawings: moves in words, and a card game as lines of text for a terminal."""

import inspect
from typing import TypeVar

from kibitz.core.domains import Chosen, Domain, RecordOf
from kibitz.core.game import SPECTATOR
from kibitz.core.move import Move
from kibitz.core.notation import write_value
from kibitz.kit.board import OWNER, SERVER, Board
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import OPERATIONS, Modifier
from kibitz.kit.state import InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)

# What all parts have, and no drawing needs to name.
USUAL: tuple[str, ...] = ("kind", "serial", "mods")


# Moves.


def describe(view: TableState[P, B], move: Move[TableState[P, B]]) -> str:
    """Says in words what a move does: its title, then its parameters."""
    chosen = dict(zip(move.__match_args__, move.params(), strict=True))
    domains = move.domains
    params = [described(view, domains.get(name), chosen[name], chosen) for name in chosen]
    return f"{move.title()}: {', '.join(params)}" if params else move.title()


def described(view: TableState[P, B], domain: Domain | None, value: object, chosen: Chosen) -> str:
    """Names a parameter: a card by its name, a place by what is there."""
    if domain is None:
        return write_value(value)
    words = domain.given(chosen)
    if isinstance(words, RecordOf):
        fields = [
            f"{name} {described(view, inner, getattr(value, name), chosen)}"
            for name, inner in words.fields.items()
        ]
        return " and ".join(fields)
    if isinstance(value, tuple):
        return " + ".join([described(view, words, item, chosen) for item in value]) or "nothing"
    if isinstance(value, int) and words.kind == "card":
        return view.layout.titles[value]
    if isinstance(value, int) and words.kind == "place":
        return place_text(view, value)
    if isinstance(value, int) and words.kind == "owned":
        card, seat = view.layout.owned_card(value)
        return f"{view.layout.titles[card]} of seat {seat}"
    return words.text(value)


def place_text(view: TableState[P, B], place: int) -> str:
    """Names a place by what is there: `Wolf (p0.field.1)`; a player: `seat 1`."""
    if place < 0:
        return f"seat {-1 - place}"
    word = view.layout.place_word(place)
    pile, index = place % view.layout.spots, place // view.layout.spots
    if pile >= len(view.rows) or index >= len(view.rows[pile]):
        return word  # nothing is there, or nobody sits there
    return f"{view.layout.titles[view.rows[pile][index].kind]} ({word})"


# The table.


def draw(view: TableState[P, B]) -> str:
    """Draws a view: what is for all, the others' sides, and at the bottom the viewer's own."""
    layout = view.layout
    lines = [headline(view)]
    asked = view.question()
    if asked is not None:
        text = (inspect.getdoc(type(asked)) or asked.id).splitlines()[0]
        lines.append(f"  asked of seat {asked.seat}: {text}")
    lines += board_lines(view, SPECTATOR) + table_lines(view, SPECTATOR)
    first = view.viewer + 1 if view.viewer >= 0 else 0
    for seat in [(first + step) % layout.seats for step in range(layout.seats)]:
        lines.append(f"seat {seat}" + (" (you)" if seat == view.viewer else ""))
        lines += board_lines(view, seat) + table_lines(view, seat)
    return "\n".join(lines)


def headline(view: TableState[P, B]) -> str:
    """Says where the game is, and who must decide."""
    if view.over:
        nobody = "a draw" if view.layout.seats > 1 else "lost"
        won = f"seat {view.winner} has won" if view.winner >= 0 else nobody
        return f"over: {won} ({view.reason})"
    who = "you decide" if view.seat == view.viewer else f"seat {view.seat} decides"
    phases = view.layout.phases
    phase = f", {phases[view.phase]} phase" if view.phase < len(phases) else ""
    return f"turn {view.turn} of seat {view.active}{phase}: {who}"


def board_lines(view: TableState[P, B], seat: int) -> list[str]:
    """Draws the board's lists by seat beside the seat, and everything else once for all."""
    words: list[str] = []
    for name in view.board.__match_args__:
        who = view.board.visibility.get(name, SERVER)
        value: object = getattr(view.board, name)
        by_seat = isinstance(value, list) and len(value) == view.layout.seats
        if who == SERVER or by_seat == (seat == SPECTATOR):
            continue
        if by_seat:
            assert isinstance(value, list)
            value = value[seat]
            if who == OWNER and seat != view.viewer and view.viewer >= SPECTATOR:
                continue
        text = field_text(view.layout, value, view.board.words.get(name, ""))
        if text:
            words.append(f"{name.replace('_', ' ')} {text}")
    return ["  " + ", ".join(words)] if words else []


def field_text(layout: Layout, value: object, kind: str) -> str:
    """Draws a field of a board or a part; empty for what holds nothing."""
    if isinstance(value, Modifier):
        stat = layout.stats[value.stat] if value.stat < len(layout.stats) else f"{value.stat}"
        return f"{stat} {OPERATIONS[value.op].replace('_', ' ')} {value.amount}"
    if isinstance(value, (list, tuple)):
        return ", ".join([t for t in [field_text(layout, item, kind) for item in value] if t])
    if kind and type(value) is int and layout.has_word(kind, value):
        return layout.titles[value] if kind == "card" else layout.place_word(value)
    return write_value(value) if isinstance(value, (bool, type(None))) else str(value)


def table_lines(view: TableState[P, B], seat: int) -> list[str]:
    """Draws the zones and rows of a seat, or the zones for all."""
    layout = view.layout
    texts: list[tuple[str, str]] = []
    for number, zone in enumerate(layout.zones):
        if zone.shared == (seat == SPECTATOR):
            pile = view.pile(number, max(seat, 0))
            texts.append((zone.id, pile_text(layout, pile, zone.ordered)))
    for number, name in enumerate(layout.rows if seat != SPECTATOR else ()):
        parts = enumerate(view.row(number, seat), 1)
        words = [f"{index} {part_text(layout, part)}" for index, part in parts]
        texts.append((name, ", ".join(words) or "-"))
    width = max([len(name) for name in (*[zone.id for zone in layout.zones], *layout.rows)])
    return [f"  {name:<{width}}  {text}" for name, text in texts]


def pile_text(layout: Layout, pile: tuple[int, ...], ordered: bool) -> str:
    """Draws the cards of a pile: names where they are known, and a number for the rest."""
    known = [card_text(layout, card) for card in pile if card != UNKNOWN]
    hidden = len(pile) - len(known)
    words = known
    if not ordered:
        counts = {word: known.count(word) for word in known}
        words = [word if n == 1 else f"{word} x{n}" for word, n in counts.items()]
    if hidden:
        words.append(f"{hidden} hidden" if known else f"{hidden} card{'s' if hidden > 1 else ''}")
    return ", ".join(words) or "-"


def card_text(layout: Layout, card: int) -> str:
    """Names a card, with its id where that is another word: `Bill`, `Potion (base1-94)`."""
    title, word = layout.titles[card], layout.ids[card]
    return title if title.lower().replace(" ", "_") == word else f"{title} ({word})"


def part_text(layout: Layout, part: InPlay) -> str:
    """Draws a part with all that is not as usual: `Ogre [damage 2, spent]`."""
    marks: list[str] = []
    for name in part.__match_args__:
        value: object = getattr(part, name)
        if name in USUAL or not value:
            continue
        text = field_text(layout, value, part.words.get(name, ""))
        marks.append(name if value is True else f"{name} {text}")
    marks += [field_text(layout, mod, "") for mod in part.mods]
    title = layout.titles[part.kind]
    return f"{title} [{', '.join(marks)}]" if marks else title
