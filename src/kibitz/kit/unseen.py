"""Unseen cards: which cards can be among those that a view hides, in positions.

They follow from the cards of a deal and what is visible. So a position lists them only where that
is not so: in a game whose decks differ, for a card that has changed its pool, and for a pile whose
content the viewer knows.
"""

from typing import TYPE_CHECKING, TypeVar

from kibitz.core.document import Document
from kibitz.core.value import Json
from kibitz.kit.board import Board
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.fields import Fields, optional
from kibitz.kit.layout import Layout
from kibitz.kit.state import TRUTH, InPlay, TableState

if TYPE_CHECKING:
    # A game writes and reads positions, so its module imports this one.
    from kibitz.kit.game import CardGame

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)


def pool_names(layout: Layout) -> list[str]:
    """Names the lists of `pools`: the pools, then the piles whose content somebody knows."""
    words = [layout.pile_word(p) for p in range(len(layout.group))]
    return [*layout.pools, *[f"{w}.content" if w in layout.pools else w for w in words]]


def hidden_cards(view: TableState[P, B]) -> dict[int, int]:
    """Counts the cards that a view hides, by the list of `pools` that they are in."""
    layout = view.layout
    found: dict[int, int] = {}
    for p, pile in enumerate(view.cards):
        inside = layout.knows(view.viewer, view.content[p])
        pool = len(layout.pools) + p if inside else layout.group[p]
        if UNKNOWN in pile:
            found[pool] = found.get(pool, 0) + pile.count(UNKNOWN)
    return dict(sorted(found.items()))


def left_over(
    game: "CardGame[P, B]", view: TableState[P, B], group: int
) -> tuple[list[int], list[int]]:
    """Compares a pool after a deal with what a view shows of it: what is left, what is too much."""
    layout = view.layout
    shown: list[int] = []
    for p, pile in enumerate(view.cards):
        if layout.group[p] == group:
            shown += [card for card in pile if card != UNKNOWN]
            shown += view.pools[len(layout.pools) + p]
    for place, row in enumerate(view.rows):
        if layout.home(layout.owner(place)) == group:
            shown += [card for part in row for card in part.cards() if not layout.tokens[card]]
    left, extra = sorted(game.stock()[group]), []
    for card in shown:
        if card in left:
            left.remove(card)
        else:
            extra.append(card)
    return left, extra


def write_unseen(game: "CardGame[P, B]", view: TableState[P, B]) -> dict[str, Json]:
    """Writes the cards that the viewer has not seen, where they do not follow."""
    layout, names = view.layout, pool_names(view.layout)
    expected = game.expected(view)
    found: dict[str, Json] = {}
    for pool in hidden_cards(view):
        follows = pool in expected or (
            pool < len(layout.pools) and left_over(game, view, pool) == (view.pools[pool], [])
        )
        if not follows:
            found[names[pool]] = [layout.ids[card] for card in view.pools[pool]]
    return found


def read_unseen(
    place: Document, game: "CardGame[P, B]", fields: Fields, state: TableState[P, B]
) -> None:
    """Reads the unseen cards into a view whose other cards are read, or derives them."""
    names, hidden = pool_names(state.layout), hidden_cards(state)
    # While something is wrong with the other cards, their number means nothing.
    sound = not place.problems
    expected: dict[int, list[int]] = {}
    if state.viewer != TRUTH:
        state.pools = [[] for _ in names]
        expected = game.expected(state) if sound else {}
    place.only([names[pool] for pool in hidden if pool not in expected])
    for pool, cards in expected.items():
        state.pools[pool] = cards
        if len(cards) < hidden.pop(pool, 0):
            place.note(f"more cards of {names[pool]} are hidden than {len(cards)}")
    # Piles whose content is known come first, because the pools follow from what they leave.
    for pool, count in reversed(hidden.items()):
        there = optional(place, names[pool], None)
        if there.value is not None:
            state.pools[pool] = sorted([fields.read_card(item) for item in there.items()])
            if len(state.pools[pool]) != count:
                there.wanted(f"{count} cards, as many as are hidden")
        elif sound:
            state.pools[pool] = derived(there, game, state, pool, count)


def derived(
    place: Document, game: "CardGame[P, B]", state: TableState[P, B], pool: int, count: int
) -> list[int]:
    """Returns the hidden cards of a pool: what is left of the cards of a deal."""
    if pool >= len(state.layout.pools):
        place.wanted(f"the {count} cards whose order is hidden")
        return []
    left, extra = left_over(game, state, pool)
    for card in dict.fromkeys(extra):
        place.note(f"{extra.count(card)} more {state.layout.ids[card]!r} than exist")
    if len(left) != count and not extra:
        place.note(f"{count} cards are hidden, but {len(left)} of those dealt are not seen")
    return left
