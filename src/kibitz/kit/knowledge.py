"""Views and worlds: what a seat can know of a state, and states that it cannot rule out.

Two laws hold for every seat and for spectators. What is filled in looks the same from the view it
was filled from. And *twins*: take the true world and one filled from a seat's view, do in both
something that looks alike to that seat, and its views stay equal.
"""

from typing import TypeVar

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.kit.board import Board
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.layout import Layout
from kibitz.kit.state import TRUTH, InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)


def veil(state: TableState[P, B], seat: int) -> TableState[P, B]:
    """Returns what a seat can know: unknown cards are 0, and there are no dice.

    `pools` holds the cards that the seat has not seen, sorted. The board is copied as it is.
    """
    layout = state.layout
    pools: list[list[int]] = [[] for _ in range(len(layout.pools) + len(state.cards))]
    cards: list[list[int]] = []
    changed: list[int] = []
    for p in range(len(state.cards)):
        pile = state.cards[p][:]
        if state.seen[p] or not layout.knows(seat, layout.usual[p]):
            inside = layout.knows(seat, state.content[p])
            pool = pools[len(layout.pools) + p] if inside else pools[layout.group[p]]
            for at in range(len(pile)):
                if not state.knows(seat, p, at):
                    pool.append(pile[at])
                    pile[at] = UNKNOWN
            changed.append(p)
        cards.append(pile)
    for pool in pools:
        pool.sort()
    view = state.with_cards(hidden_rng(), seat, cards, state.seen[:])
    view.pools = pools
    for p in changed:
        if view.seen[p]:
            view.mark(p, own_masks(layout, p, list(view.seen[p]), seat))
        else:
            view.arrange(p)
    return view


def own_masks(layout: Layout, p: int, masks: list[int], seat: int) -> list[int]:
    """Returns the masks of a pile without what a seat cannot know others to know.

    If it does not see an unordered pile, the masks that are left would tell it which card has left.
    In an ordered pile they depend on where the card lay, and everybody sees that. Nobody sees who
    else knows a card quietly.
    """
    if layout.ordered[p] or seat == TRUTH:
        return masks
    bit, everybody = 1 << layout.bit(seat), layout.everybody
    sees = layout.knows(seat, layout.usual[p])
    mine = everybody if sees else layout.usual[p] | bit
    found: list[int] = []
    for mask in masks:
        shown = mask if mask == everybody else mask & mine
        found.append(shown | (mask >> layout.quietly) & bit)
    return found


def fill(view: TableState[P, B], rng: Rng) -> TableState[P, B]:
    """Returns a world that the viewer cannot rule out: each unknown card gets one of its pool.

    A whole state hides nothing, so it is copied with other dice.
    """
    layout = view.layout
    groups = len(layout.pools)
    pools = [pool[:] for pool in view.pools]
    for pool in pools:
        rng.shuffle(pool)
    cards: list[list[int]] = []
    changed: list[int] = []
    for p in range(len(view.cards)):
        pile = view.cards[p][:]
        if UNKNOWN in pile:
            # Where the content is known, the pile has a pool of its own.
            pool = pools[groups + p] or pools[layout.group[p]]
            pile = [card if card != UNKNOWN else pool.pop() for card in pile]
            changed.append(p)
        cards.append(pile)
    world = view.with_cards(rng.fork(), TRUTH, cards, view.seen[:])
    for p in changed:
        world.arrange(p)
    return world
