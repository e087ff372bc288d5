"""Positions of Leduc hold'em as JSON.

A position is what a player would see
on the table, here with a king and a raise to answer in the second round:

    {"to_move": 0, "cards": ["Ks", null], "public": "Qh", "stakes": [3, 7], "raises": 1}

`cards` and `stakes` go by seat; null stands for a card that is hidden or not dealt yet; `raises`
counts those of the current round. A finished deal has `"over": true` as well, and names who ended
it under `to_move`. The one card that is shown says who sees this; a showdown shows both, and names
the seat under `viewer`, unless somebody only watches.
"""

from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.game import SPECTATOR
from kibitz.core.move import Move
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.leduc import moves
from kibitz.games.leduc.state import CARDS, NO_CARD, LeducState

FIELDS: Final = ("to_move", "cards", "public", "stakes", "raises", "over", "viewer")
WHAT: Final = "not a position of leduc"


def write_position(view: LeducState) -> dict[str, Json]:
    """Writes a view as a position."""
    document: dict[str, Json] = {
        "to_move": view.seat,
        "cards": [None if card == NO_CARD else CARDS[card] for card in view.cards],
        "public": None if view.public == NO_CARD else CARDS[view.public],
        "stakes": [view.staked(0), view.staked(1)],
        "raises": view.raises,
    }
    if view.over:
        document["over"] = True
    if NO_CARD not in view.cards and view.viewer >= 0:
        document["viewer"] = view.viewer
    return document


def read_view(document: object) -> LeducState:
    """Reads a position as the view of the seat that asks.

    Raises:
        PositionError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    root.only(FIELDS)
    seat = root.field("to_move").integer(0, 1)
    cards = [read_card(place) for place in root.field("cards").pair()]
    public = read_card(root.field("public"))
    stakes = [place.integer(moves.ANTE) for place in root.field("stakes").pair()]
    raises = root.field("raises").integer(0, moves.RAISES_PER_ROUND)
    over = root.field("over").flag() if root.has("over") else False
    viewer = root.field("viewer").integer(0, 1) if root.has("viewer") else SPECTATOR
    root.finish(PositionError, WHAT)
    if viewer == SPECTATOR and cards.count(NO_CARD) == 1:
        viewer = 1 - cards.index(NO_CARD)
    owed = stakes[1 - seat] - stakes[seat]
    view = LeducState(
        hidden_rng(),
        seat,
        over,
        "" if not over else moves.SHOWDOWN if owed == 0 else moves.FOLD,
        (cards[0], cards[1]),
        public,
        stakes[1 - seat],
        owed,
        raises,
        viewer,
    )
    root.problems.extend([*card_problems(view), *betting_problems(view)])
    root.finish(PositionError, WHAT)
    return view


def read_card(place: Document) -> int:
    """Reads a card; null means none."""
    return NO_CARD if place.value is None else CARDS.index(place.choice(CARDS))


def card_problems(view: LeducState) -> list[str]:
    """Lists what is impossible about the cards of a view."""
    first, second = view.cards
    known = [card for card in (first, second, view.public) if card != NO_CARD]
    twice = [card for card in dict.fromkeys(known) if known.count(card) > 1]
    problems = [f"{CARDS[card]} is dealt twice" for card in twice]
    hidden = NO_CARD in view.cards
    if view.reason == moves.SHOWDOWN and hidden:
        problems.append("cards: a showdown shows both, so neither can be null")
    if view.reason != moves.SHOWDOWN and not hidden:
        problems.append("cards: nobody sees both before the showdown, so one must be null")
    if view.viewer >= 0 and view.cards[view.viewer] == NO_CARD:
        problems.append(f"viewer: seat {view.viewer} sees its own card, so it cannot be null")
    return problems


def betting_problems(view: LeducState) -> list[str]:
    """Lists what is impossible about the stakes of a view: no betting leads there."""
    wanted = (view.public != NO_CARD, view.over, view.seat, view.raises)
    stakes = (view.staked(0), view.staked(1))
    possible: dict[tuple[int, int], None] = {}
    for state in betting_states():
        if (state.public != NO_CARD, state.over, state.seat, state.raises) == wanted:
            possible[state.staked(0), state.staked(1)] = None
    if stakes in possible:
        return []
    found = " or ".join([f"[{one}, {other}]" for one, other in sorted(possible)])
    situation = (
        f"round {moves.round_of(view)}, to_move {view.seat}, raises {view.raises}"
        f"{', over' if view.over else ''}"
    )
    if not found:
        return [f"no betting leads to {situation}, whatever the stakes"]
    return [f"stakes: expected {found} in {situation}, got [{stakes[0]}, {stakes[1]}]"]


def betting_states() -> list[LeducState]:
    """Lists the states that betting can lead to, by trying every move from one deal."""
    tried: list[Move[LeducState]] = [moves.FOLD_MOVE, moves.CALL_MOVE, moves.RAISE_MOVE]
    found = [LeducState(hidden_rng(), 0, False, "", (0, 1), NO_CARD, moves.ANTE, 0, 0)]
    for state in found:  # grows while it is read
        if state.over:
            continue
        for move in tried:
            if not list(move.check(state, state.seat)):
                after = state.clone()
                move.apply(after, state.seat)
                found.append(after)
    return found
