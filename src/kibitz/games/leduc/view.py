"""What each seat sees of Leduc hold'em, and the deals that fit what it sees.

Everybody sees the public card and the stakes; a seat sees its own card too. A showdown shows both
cards to everybody. A fold shows nothing.
"""

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.games.leduc.cards import NO_CARD
from kibitz.games.leduc.rules import SHOWDOWN, deal
from kibitz.games.leduc.state import LeducState


def view_of(state: LeducState, seat: int) -> LeducState:
    """Returns the deal as a seat sees it: a state without the hidden cards and the dice."""
    view = state.clone()
    view.rng = hidden_rng()
    if state.reason != SHOWDOWN:
        first, second = state.cards
        view.cards = (first if seat == 0 else NO_CARD, second if seat == 1 else NO_CARD)
    return view


def sample_deal(view: LeducState, rng: Rng) -> LeducState:
    """Returns a full deal with this view; a hidden card can be any of those not seen."""
    first, second = view.cards
    seen = bit(first) | bit(second) | bit(view.public)
    if first == NO_CARD:
        first = deal(rng, seen)
        seen |= bit(first)
    if second == NO_CARD:
        second = deal(rng, seen)
    world = view.clone()
    world.rng = rng.fork()
    world.cards = (first, second)
    return world


def bit(card: int) -> int:
    """Returns the set that holds one card, or nothing where there is none."""
    return 0 if card == NO_CARD else 1 << card
