"""Scenes of card games: what lies on the table follows from zones, rows and the board.

The group of a card in a pile is the pile and the card (`p0.hand:imp`), that of a part in play its
place (`p1.field.2`), and that of a player `p1`. A game that wants to look like itself writes its
own `scene` and `touches`; the functions here are for its parts, too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from kibitz.core.domains import Chosen, Domain, RecordOf
from kibitz.core.game import SPECTATOR
from kibitz.core.move import Move
from kibitz.core.reject import Reject
from kibitz.core.scene import (
    NOT_NOW,
    NOT_THIS,
    OFFER,
    SHARED,
    Area,
    Badge,
    Bar,
    Counter,
    Figure,
    Piece,
    Scene,
    Side,
    Touches,
    hidden_piece,
    name_seat,
    piled,
    priority_of,
    symbol_of,
    tone_of,
    touch,
    trend_of,
    word_piece,
)
from kibitz.kit.board import OWNER, SERVER, Board
from kibitz.kit.catalogue import UNKNOWN, Card
from kibitz.kit.drawing import (
    FIGURES,
    USUAL,
    board_lines,
    field_text,
    has_opponent,
    headline,
    move_title,
    numbers_of,
    question_title,
    turn_line,
    waiting_card,
    whose_text,
)
from kibitz.kit.effects import Order
from kibitz.kit.errors import (
    DECISION_PENDING,
    DUPLICATE_TARGETS,
    INVALID_TARGET,
    NO_DECISION,
    WRONG_PHASE,
    WRONG_TARGET_COUNT,
)
from kibitz.kit.layout import NAMED, Cards, Layout
from kibitz.kit.moves import Answer
from kibitz.kit.state import InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)

# Shows a card as printed, with the group that a touch of it means.
ShowCard: TypeAlias = Callable[[int, str], Piece]

# Fields of a part that a bar or a mark shows.
DAMAGE: Final = "damage"
SPENT: Final = "spent"
# How much the refusals of the kit help; see `kibitz.core.scene.PRIORITIES`.
PRIORITIES: Final[dict[str, int]] = {
    DECISION_PENDING: NOT_NOW,
    NO_DECISION: NOT_NOW,
    WRONG_PHASE: NOT_NOW,
    INVALID_TARGET: NOT_THIS,
    WRONG_TARGET_COUNT: NOT_THIS,
    DUPLICATE_TARGETS: NOT_THIS,
}


def refusal_priority(refusal: Reject) -> int:
    """Returns how much a refusal of a card game helps, by its code."""
    found = PRIORITIES.get(refusal.error_code)
    return priority_of(refusal) if found is None else found


# The table.


def table_scene(view: TableState[P, B], printed: Sequence[Card]) -> Scene:
    """Shows the zones, the rows and the board of a card game.

    Args:
        view: what somebody sees.
        printed: what is printed on the cards, by number; empty if that is not known.
    """
    layout, viewer = view.layout, max(SPECTATOR, view.viewer)
    show = as_printed(layout, printed)
    areas: list[Area] = []
    board = board_lines(view, SPECTATOR)
    if board:
        text = "\n".join([line.strip() for line in board])
        areas.append(Area("board", "Table", layout="text", text=text))
    sides: list[Side] = []
    for seat in range(layout.seats):
        word = layout.place_word(-1 - seat)
        sides.append(Side(seat, name_seat(seat, viewer), seat_counters(view, seat), group=word))
        areas += row_areas(view, seat, printed)
    for zone in range(layout.width):
        areas += [pile_area(view, p, show) for p in layout.piles_of(zone)]
    asked = view.question()
    question = ""
    if asked is not None:
        question = question_title(asked)
    return seen_scene(view, status_line(view), question, sides, areas)


def status_line(view: TableState[P, B]) -> str:
    """Says where the game is, and who must decide; a player reads whose turn it is."""
    if not has_opponent(view) or view.over:
        return headline(view)
    phases = view.layout.phases
    step = f"{phases[view.phase]} phase" if view.phase < len(phases) else ""
    return turn_line(view, "Before the first turn", step)


def seen_scene(
    view: TableState[P, B],
    status: str,
    question: str,
    sides: Sequence[Side],
    areas: Sequence[Area],
    tone: str = "",
    look: str = "",
) -> Scene:
    """Puts a scene together; only the player who must decide is asked the question."""
    viewer = max(SPECTATOR, view.viewer)
    return Scene(
        status,
        question if view.seat == viewer and not view.over else "",
        tuple(sides),
        tuple(areas),
        viewer,
        SHARED if view.over else view.seat,
        view.over,
        tone,
        look,
    )


def sides_scene(
    view: TableState[P, B],
    status: str,
    question: str,
    side: Callable[[TableState[P, B], int], Side],
    areas: Callable[[TableState[P, B], int], list[Area]],
    tone: str,
    look: str = "",
) -> Scene:
    """Puts the scene of a game for two together, from what shows a side and its areas."""
    shown = [area for seat in (0, 1) for area in areas(view, seat)]
    return seen_scene(view, status, question, [side(view, 0), side(view, 1)], shown, tone, look)


def word_badges(words: Sequence[str]) -> list[Badge]:
    """Shows the keywords that are in force, and what something `cannot` do."""
    return [Badge(word, "red" if word.startswith("cannot") else "teal") for word in words]


def marks_of(**marks: bool) -> tuple[str, ...]:
    """Lists the marks that hold."""
    return tuple([mark for mark, holds in marks.items() if holds])


def seat_counters(view: TableState[P, B], seat: int) -> tuple[Counter, ...]:
    """Makes a counter of every field of the board that has an entry for each seat."""
    found: list[Counter] = []
    for name in view.board.__match_args__:
        who = view.board.visibility.get(name, SERVER)
        values: object = getattr(view.board, name)
        if who == SERVER or not isinstance(values, list) or len(values) != view.layout.seats:
            continue
        if who == OWNER and seat != view.viewer and view.viewer >= SPECTATOR:
            continue
        value: object = values[seat]
        if type(value) is not int or view.board.words.get(name, "") in NAMED:
            value = field_text(view.layout, value, view.board.words.get(name, "")) or "-"
        assert isinstance(value, (int, str))
        found.append(Counter(name.replace("_", " "), value, symbol_of(name)))
    return tuple(found)


def row_areas(view: TableState[P, B], seat: int, printed: Sequence[Card]) -> list[Area]:
    """Shows what a seat has in play, row by row."""
    layout = view.layout
    found: list[Area] = []
    for number, name in enumerate(layout.rows):
        units: list[Piece] = []
        for at, part in enumerate(view.row(number, seat)):
            group = layout.place_word(layout.place(number, seat, at))
            units.append(part_piece(view, part, printed, group))
        title = name.replace("_", " ").capitalize()
        found.append(Area(f"p{seat}.{name}", title, seat, pieces=tuple(units), size=1))
    return found


def pile_area(view: TableState[P, B], pile: int, show: ShowCard) -> Area:
    """Shows a pile: the hand of a seat card by card, others as a pile with the top at the end.

    Args:
        view: what somebody sees.
        pile: the index of the pile.
        show: shows a card that is not hidden.
    """
    layout = view.layout
    zone, word = layout.zones[pile % layout.width], layout.pile_word(pile)
    is_hand = zone.sees == "owner"
    pieces: list[Piece] = []
    for card in view.cards[pile]:
        if card == UNKNOWN:
            pieces.append(hidden_piece())
        else:
            pieces.append(show(card, card_group(layout, pile, card)))
    return Area(
        word,
        zone.id.replace("_", " ").capitalize(),
        SHARED if zone.shared else pile // layout.width,
        "fan" if is_hand else "pile",
        "hand" if is_hand else "side",
        tuple(pieces) if is_hand else piled(pieces),
        size=1,
    )


def passing_areas(
    view: TableState[P, B], seat: int, show: ShowCard, zones: Mapping[int, str]
) -> list[Area]:
    """Shows cards that lie in zones for a moment; a zone without cards is not there.

    Args:
        view: what somebody sees.
        seat: the owner.
        show: shows a card that is not hidden.
        zones: the zones, with their labels. What only the owner sees is offered to the owner.
    """
    found: list[Area] = []
    for zone, label in zones.items():
        area = pile_area(view, view.index(zone, seat), show)
        private = view.layout.zones[zone].sees == "owner"
        role = "offer" if private and seat == view.viewer else "play"
        if area.pieces:
            found.append(area.changed(label=label, layout="grid", role=role, size=0))
    return found


def card_group(layout: Layout, pile: int, card: int) -> str:
    """Returns the group of a card in a pile."""
    return f"{layout.pile_word(pile)}:{layout.card_word(card)}"


def as_printed(layout: Layout, printed: Sequence[Card]) -> ShowCard:
    """Returns what shows cards with all that is printed on them."""

    def show(card: int, group: str) -> Piece:
        return card_piece(layout, card, printed, group)

    return show


def card_piece(layout: Layout, card: int, printed: Sequence[Card], group: str = "") -> Piece:
    """Shows a card with every printed number and flag whose role is known."""
    word = layout.card_word(card)
    row = printed[card] if card < len(printed) else None
    figures: list[Figure] = []
    for name, role in FIGURES.items():
        value: object = getattr(row, name, None)
        if type(value) is int:
            figures.append(Figure(role, value))
    return Piece(
        layout.titles[card],
        word,
        group,
        detail=printed_text(row),
        tone=tone_of(word),
        symbol="creature",
        figures=tuple(figures),
    )


def printed_text(row: Card | None) -> str:
    """Says what a card does: its text, or else its flags."""
    return row.text if row is not None and row.text else ", ".join(printed_flags(row))


def printed_flags(row: Card | None) -> list[str]:
    """Lists the flags that are printed on a card, in words."""
    names = [] if row is None else [name for name in dir(row) if not name.startswith("_")]
    flags = [name for name in names if name != "token" and getattr(row, name) is True]
    return [name.replace("_", " ") for name in flags]


def part_piece(view: TableState[P, B], part: P, printed: Sequence[Card], group: str = "") -> Piece:
    """Shows a part in play: damage as a bar, changed numbers, and everything else on it."""
    layout = view.layout
    card = card_piece(layout, part.kind, printed)
    row = printed[part.kind] if part.kind < len(printed) else None
    figures: list[Figure] = []
    bars: list[Bar] = []
    for role, base, value in numbers_of(view, part):
        if role == "health":
            damage: object = getattr(part, DAMAGE, 0)
            left = value - damage if isinstance(damage, int) else value
            bars.append(Bar(role, max(0, left), value))
        elif role != "cost":
            figures.append(Figure(role, value, trend_of(value, base)))
    text = row.text if row is not None else ""
    badges = [] if text else [Badge(flag) for flag in printed_flags(row)]
    for name in part.__match_args__:
        held: object = getattr(part, name)
        if name in USUAL or name == SPENT or (name == DAMAGE and bars) or not held:
            continue
        text = field_text(layout, held, part.words.get(name, ""))
        title = name.replace("_", " ")
        badges.append(Badge(title if held is True else f"{title} {text}"))
    badges += [Badge(field_text(layout, mod, "")) for mod in part.mods]
    return Piece(
        card.name,
        card.face,
        group,
        "unit",
        detail=text,
        tone=card.tone,
        symbol=card.symbol,
        figures=tuple(figures),
        bars=tuple(bars),
        badges=tuple(badges),
        marks=("exhausted",) if getattr(part, SPENT, False) is True else (),
    )


# What a move touches.


class Pointer:
    """What a move names: cards, places, and cards of a player, in the order of its parameters."""

    def __init__(self, view: TableState[P, B]) -> None:
        self.layout: Final = view.layout
        self.cards: Final = view.cards
        self.rows: Final = [len(row) for row in view.rows]
        # What it is, its number, and the piles in which a card may lie.
        self.found: Final[list[tuple[str, int, list[int]]]] = []

    def add(self, domain: Domain | None, value: object, chosen: Chosen, seat: int) -> None:
        """Adds what one parameter names; numbers and words are not touched."""
        words = None if domain is None else domain.given(chosen)
        if isinstance(words, RecordOf):
            for name, inner in words.fields.items():
                self.add(inner, getattr(value, name), chosen, seat)
        elif isinstance(value, tuple):
            for item in value:
                self.add(words, item, chosen, seat)
        elif words is not None and words.kind in NAMED and type(value) is int:
            self.found.append((words.kind, value, self.piles(words, seat)))

    def piles(self, domain: Domain, seat: int) -> list[int]:
        """Returns the piles that a card may lie in, the likeliest first."""
        inner: object = domain
        while not isinstance(inner, Cards) and hasattr(inner, "inner"):
            inner = getattr(inner, "inner")  # noqa: B009 - several domains have one
        if isinstance(inner, Cards):
            return inner.piles[self.layout.table + seat]
        width = self.layout.width
        # The own hand, then the own piles, then those of the others.
        return sorted(
            range(len(self.cards)),
            key=lambda p: (p // width != seat, self.layout.zones[p % width].sees != "owner"),
        )

    def groups(self) -> list[str]:
        """Returns the groups of everything named; what is not on the table is offered."""
        names = [(kind, number) for kind, number, _ in self.found]
        found: list[str] = []
        for kind, number, piles in self.found:
            if kind == "place":
                found.append(self.place_group(number))
                continue
            card, seat = self.layout.owned_card(number) if kind == "owned" else (number, -1)
            count = names.count((kind, number))
            word = self.layout.word(kind, number)
            group = f"{OFFER}{word}"
            for p in piles:
                whose = seat < 0 or p // self.layout.width == seat
                if whose and card != UNKNOWN and self.cards[p].count(card) >= count:
                    group = card_group(self.layout, p, card)
                    break
            found.append(group)
        return found

    def place_group(self, place: int) -> str:
        """Returns the group of a place; an empty one is offered."""
        word = self.layout.place_word(place)
        if place < 0:
            return word if -1 - place < self.layout.seats else f"{OFFER}{word}"
        pile, index = place % self.layout.spots, place // self.layout.spots
        there = pile < len(self.rows) and index < self.rows[pile]
        return word if there else f"{OFFER}{word}"


def table_touches(view: TableState[P, B], move: Move[TableState[P, B]]) -> Touches:
    """Touches the cards, the places and the players that a move names."""
    chosen = dict(zip(move.__match_args__, move.params(), strict=True))
    named = Pointer(view)
    for name, value in chosen.items():
        named.add(move.domains.get(name), value, chosen, view.seat)
    return touch(verb_of(move), *named.groups())


def answer_touches(
    view: TableState[P, B],
    move: Answer[P, B],
    zones: Mapping[str, int],
    verbs: Mapping[str, tuple[str, str]],
) -> Touches:
    """Touches what an answer picks; an ability that waits is touched at its card.

    Args:
        view: what the player who answers sees.
        move: the answer.
        zones: where the cards of a question lie, by its id; those of other questions are offered.
            For `order`, where the cards lie whose abilities wait, unless they are in play.
        verbs: the labels of answers by question: with something picked, and with nothing.
    """
    asked, layout = view.question(), view.layout
    if asked is None or asked.id != move.question:
        return table_touches(view, move)
    groups: list[str] = []
    for pick in move.picks:
        if isinstance(asked, Order):
            groups.append(waiting_group(view, asked, pick, zones.get(asked.id)))
        elif asked.id in zones:
            groups.append(card_group(layout, view.index(zones[asked.id], asked.seat), pick))
        elif asked.kind == "place":
            groups.append(Pointer(view).place_group(pick))
        elif asked.kind in NAMED:
            groups.append(f"{OFFER}{layout.word(asked.kind, pick)}")
    verb = verbs.get(asked.id, ("", ""))[0 if move.picks else 1]
    return touch(verb or verb_of(move), *groups)


def waiting_group(
    view: TableState[P, B], asked: Order[P, B], at: int, zone: int | None = None
) -> str:
    """Returns where an ability that waits is touched: at its card in play or in a zone.

    A card that is in neither is offered.
    """
    serial: int = getattr(asked.waiting[at], "serial", 0)
    if view.part(serial) is not None:
        return view.layout.place_word(view.find(serial))
    card = waiting_card(asked, at)
    if zone is not None and card in view.pile(zone, asked.seat):
        return card_group(view.layout, view.index(zone, asked.seat), card)
    return f"{OFFER}{view.layout.card_word(card)}"


def verb_of(move: Move[TableState[P, B]]) -> str:
    """Returns the label of a move's button: a word that answers a question, or its title."""
    if isinstance(move, Answer) and len(move.picks) == 1:
        domain = move.domains.get("picks")
        words = None if domain is None else domain.given({"question": move.question})
        if words is not None and words.kind == "word":
            return str(words.encode(move.picks[0])).replace("_", " ").capitalize()
    return move_title(move)


def table_offer(
    view: TableState[P, B],
    group: str,
    show: ShowCard,
    whose: Callable[[TableState[P, B], str, int], str] = whose_text,
) -> Piece:
    """Shows a card that is offered, a card of a player, or a place, by its word.

    Args:
        view: what somebody sees.
        group: what is offered.
        show: shows a card.
        whose: names a card together with its owner.
    """
    layout, word = view.layout, group.removeprefix(OFFER)
    card = layout.numbers.get(word, UNKNOWN)
    if card != UNKNOWN:
        return show(card, group)
    owned = quietly(layout.read_owned, word)
    if owned < 0:
        return word_piece(group)
    card, seat = layout.owned_card(owned)
    piece = show(card, group)
    return piece.changed(name=whose(view, piece.name, seat))


def quietly(read: Callable[[str], int], word: str) -> int:
    """Reads a word as a number; -1 if it is no word for one."""
    try:
        return read(word)
    except ValueError:
        return -1
