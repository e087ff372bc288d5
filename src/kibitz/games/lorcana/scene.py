"""A game of Lorcana as a scene: characters, locations and items, the inkwells, and the lore.

A card in play is touched at its place, such as `p0.characters.1`, a card of the hand as
`p0.hand:L04`. A card of the hand alone is played; with the inkwell it becomes ink, with characters
it is shifted or sung. A character alone quests. The ability of a character is a line that can be
touched; that of an item is used by touching the item.
"""

from typing import Final

from kibitz.core.scene import (
    Area,
    Badge,
    Bar,
    Counter,
    Figure,
    Line,
    Piece,
    Scene,
    Side,
    Touches,
    touch,
    trend_of,
)
from kibitz.games.lorcana import cards, moves, state
from kibitz.games.lorcana.cards import CARDS, TITLE
from kibitz.games.lorcana.moves import first_name
from kibitz.games.lorcana.rules.in_play import lore_value, strength
from kibitz.games.lorcana.state import LAYOUT, CardInPlay, LorcanaMove, LorcanaState
from kibitz.games.lorcana.text.descriptions import (
    FOR_OPPONENT,
    ability_text,
    card_text,
    cost_text,
    effect_text,
    question_text,
)
from kibitz.games.lorcana.text.drawing import force_words, headline
from kibitz.kit.drawing import as_seen, owner_word, seat_title
from kibitz.kit.scene import (
    answer_touches,
    card_group,
    marks_of,
    passing_areas,
    pile_area,
    sides_scene,
    table_offer,
    table_touches,
    word_badges,
)

INK_TONES: Final = {
    "amber": "amber",
    "amethyst": "violet",
    "emerald": "green",
    "ruby": "red",
    "sapphire": "blue",
    "steel": "slate",
}
# By type of card; a song has its own.
SYMBOLS: Final = ("person", "bolt", "item", "place")
ROWS: Final = (
    (state.CHARACTERS, "Characters"),
    (state.LOCATIONS, "Locations"),
    (state.ITEMS, "Items"),
)
PASSING: Final = {state.LOOKED: "Looked at", state.PLAYING: "Being played"}
# Where the cards of a question lie; those of a discard are offered.
ZONES: Final = {
    "alter": state.HAND,
    "discard": state.HAND,
    "ink_card": state.HAND,
    "take": state.LOOKED,
    "bottom": state.LOOKED,
}
# The labels of answers: with something picked, and with nothing.
VERBS: Final = {
    "alter": ("Put back", "Keep"),
    "order": ("First", ""),
    "target": ("Choose", "Choose nothing"),
    "take": ("Take", "Take nothing"),
    "bottom": ("Put under the deck", ""),
    "discard": ("Discard", ""),
    "ink_card": ("Ink", ""),
    "discarded": ("Shuffle into the deck", "Choose nothing"),
}


# What is shown.


def show_game(view: LorcanaState) -> Scene:
    """Shows both sides of the table."""
    question = question_text(view)
    return sides_scene(view, headline(view), question, show_side, seat_areas, "indigo", "story")


def show_side(view: LorcanaState, seat: int) -> Side:
    """Shows a player: the lore on the way to 20, the ready ink, and the cards in hand."""
    counters = (
        Counter("lore", view.board.lore[seat], "lore", state.WINNING_LORE),
        Counter("ink", view.board.ink[seat], "ink", view.count(state.INKWELL, seat)),
        Counter("hand", view.count(state.HAND, seat), "hand"),
    )
    return Side(seat, seat_title(view, seat).capitalize(), counters)


def seat_areas(view: LorcanaState, seat: int) -> list[Area]:
    """Shows one side of the table, from the middle outwards."""
    found: list[Area] = []
    for row, label in ROWS:
        units = [show_part(view, seat, row, index) for index in range(len(view.row(row, seat)))]
        if units or row == state.CHARACTERS:
            id = f"p{seat}.{LAYOUT.rows[row]}"
            found.append(Area(id, label, seat, pieces=tuple(units), size=1))
    hand = pile_area(view, view.index(state.HAND, seat), show_card)
    inkwell, deck, discard = [
        pile_area(view, view.index(zone, seat), show_face)
        for zone in (state.INKWELL, state.DECK, state.DISCARD)
    ]
    note = f"{view.board.ink[seat]} of {view.count(state.INKWELL, seat)} ready"
    group = inkwell_group(seat) if seat == view.viewer else ""
    inkwell = inkwell.changed(group=group, note=note)
    return [*found, hand, inkwell, deck, discard, *passing_areas(view, seat, show_card, PASSING)]


def inkwell_group(seat: int) -> str:
    """Returns the group of an inkwell."""
    return LAYOUT.pile_word(state.INKWELL + seat * LAYOUT.width)


def show_face(card: int, group: str = "") -> Piece:
    """Shows a card in brief: what it is."""
    printed = CARDS[card]
    symbol = "song" if printed.song else SYMBOLS[printed.kind]
    tone = INK_TONES[printed.ink]
    return Piece(printed.name, LAYOUT.card_word(card), group, tone=tone, symbol=symbol)


def show_card(card: int, group: str = "") -> Piece:
    """Shows a card as printed; the emblem says that it can become ink."""
    printed = CARDS[card]
    numbers = [("cost", printed.cost)]
    if printed.kind == cards.CHARACTER:
        numbers += [("strength", printed.strength), ("willpower", printed.willpower)]
        numbers += [("lore", printed.lore)]
    elif printed.kind == cards.LOCATION:
        numbers += [("willpower", printed.willpower), ("lore", printed.lore)]
        numbers += [("move", printed.move)]
    return show_face(card, group).changed(
        detail=card_text(card),
        emblem="ink" if printed.inkable else "",
        figures=tuple([Figure(role, value) for role, value in numbers]),
    )


def show_part(view: LorcanaState, seat: int, row: int, index: int) -> Piece:
    """Shows a card in play with its numbers of this moment."""
    part = view.row(row, seat)[index]
    printed, group = CARDS[part.kind], LAYOUT.place_word(view.place(row, seat, index))
    piece = show_face(part.kind, group).changed(
        kind="unit",
        badges=badges_of(view, seat, part),
        marks=marks_of(exhausted=part.exerted, new=part.drying, base=row == state.LOCATIONS),
    )
    if row == state.ITEMS:
        return piece.changed(detail=as_seen(view, seat, card_text(part.kind), FOR_OPPONENT))
    power, lore = strength(view, part), lore_value(view, part)
    figures = [Figure("lore", lore, trend_of(lore, printed.lore))]
    if row == state.CHARACTERS:
        figures.insert(0, Figure("strength", power, trend_of(power, printed.strength)))
    else:
        figures.append(Figure("move", printed.move))
    # One that is used is a line, and one of the moment when it was played is over.
    lasting = [
        ability_text(each)
        for at, each in enumerate(printed.abilities)
        if at != printed.use and each.on != cards.PLAYED
    ]
    return piece.changed(
        detail=as_seen(view, seat, "; ".join(lasting), FOR_OPPONENT),
        figures=tuple(figures),
        bars=(Bar("willpower", max(0, printed.willpower - part.damage), printed.willpower),),
        lines=use_lines(view, seat, part),
    )


def use_lines(view: LorcanaState, seat: int, part: CardInPlay) -> tuple[Line, ...]:
    """Shows the ability of a character that can be used."""
    if cards.USE[part.kind] < 0:
        return ()
    ability = cards.ability_of(part.kind, cards.USE[part.kind])
    price = "" if ability.cost is None else cost_text(ability.cost)
    group = use_group(view, view.find(part.serial)) if seat == view.viewer else ""
    text = as_seen(view, seat, effect_text(ability.do), FOR_OPPONENT)
    return (Line(f"{text[0].upper()}{text[1:]}", price, group=group),)


def use_group(view: LorcanaState, place: int) -> str:
    """Returns where an ability is touched: at the item itself, or at a line."""
    word = LAYOUT.place_word(place)
    return word if cards.KIND[view.at(place).kind] == cards.ITEM else f"{word}:use"


def badges_of(view: LorcanaState, seat: int, part: CardInPlay) -> tuple[Badge, ...]:
    """Says what a card does in a challenge, where it is, what is under it, and its keywords."""
    found: list[Badge] = []
    if part.serial == view.board.attacker:
        found.append(Badge("challenges", "orange"))
    if part.serial == view.board.defender:
        found.append(Badge("challenged", "orange"))
    location = view.part(part.at) if part.at else None
    if location is not None:
        found.append(Badge(f"at {first_name(location.kind)}", "brown", TITLE[location.kind]))
    found += [Badge(f"on {TITLE[card]}", "grey") for card in reversed(part.under)]
    return (*found, *word_badges(force_words(view, seat, part)))


# What a move touches.


def touched(view: LorcanaState, move: LorcanaMove) -> Touches:
    """Says which cards a move touches."""
    if isinstance(move, moves.Answer):
        if move.question == "amount" and move.picks:
            return touch(f"Remove {move.picks[0]} damage")
        return answer_touches(view, move, ZONES, VERBS)
    if isinstance(move, moves.Ink):
        hand = view.index(state.HAND, view.seat)
        return touch("Ink", card_group(LAYOUT, hand, move.card), inkwell_group(view.seat))
    if isinstance(move, moves.Use):
        return touch("Use", use_group(view, move.card))
    return table_touches(view, move)


def show_offer(view: LorcanaState, group: str) -> Piece:
    """Shows a card that is offered; one of a discard together with its owner."""
    return table_offer(view, group, show_card, owned_name)


def owned_name(view: LorcanaState, name: str, seat: int) -> str:
    """Names a card of a player for the viewer."""
    return f"{owner_word(view, seat)} {name}"
