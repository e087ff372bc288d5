"""Leduc hold'em as a scene: two cards, the public card, and the pot."""

from typing import Final

from kibitz.core.move import Move
from kibitz.core.scene import (
    SHARED,
    Area,
    Badge,
    Counter,
    Figure,
    Piece,
    Scene,
    Side,
    Touches,
    hidden_piece,
    in_turn,
    name_seat,
)
from kibitz.games.leduc import moves
from kibitz.games.leduc.state import CARDS, NO_CARD, LeducState

RANKS: Final = {"J": "Jack", "Q": "Queen", "K": "King"}
SUITS: Final = {"s": "spade", "h": "heart"}
TONES: Final = {"s": "slate", "h": "red"}


def show_deal(view: LeducState) -> Scene:
    """Shows what somebody sees of a deal."""
    viewer = max(SHARED, view.viewer)
    public = () if view.public == NO_CARD else (show_card(view.public),)
    areas = [Area("public", "Public card", pieces=public, size=1), pot_area(view)]
    sides: list[Side] = []
    for seat, card in enumerate(view.cards):
        areas.append(Area(f"p{seat}.hand", "Card", seat, "fan", "hand", (show_card(card),)))
        staked = Counter("in the pot", view.staked(seat), "coin")
        folded = view.reason == moves.FOLD and seat == view.seat
        badges = (Badge("folded", "grey"),) if folded else ()
        sides.append(Side(seat, name_seat(seat, viewer), (staked,), badges=badges))
    for seat in (0, 1):
        stake = show_stake(view.staked(seat))
        areas.append(Area(f"p{seat}.stake", "Stake", seat, pieces=(stake,)))
    return Scene(
        headline(view),
        "",
        tuple(sides),
        tuple(areas),
        viewer,
        SHARED if view.over else view.seat,
        view.over,
        "green",
        "casino",
    )


def headline(view: LeducState) -> str:
    """Says how the deal stands, in the words of the viewer."""
    if view.over:
        result = result_of(view).replace(f"seat {view.viewer} wins", "you win")
        return in_words(view, f"Over by {view.reason}: {result}")
    owed = f", {view.owed} to call" if view.owed else ""
    status = f"Round {moves.round_of(view)}, {in_turn(view.seat, view.viewer)}{owed}"
    return in_words(view, status)


def in_words(view: LeducState, status: str) -> str:
    """Says "the opponent" to a player; somebody who only watches knows the seats."""
    if view.viewer < 0:
        return status
    return status.replace(f"seat {1 - view.viewer} ", "the opponent ")


def result_of(view: LeducState) -> str:
    """Says who won what in a finished deal."""
    won = moves.winnings(view)
    if won == 0:
        return "the pot is shared"
    return f"seat {0 if won > 0 else 1} wins {abs(won)}"


def show_card(card: int) -> Piece:
    """Shows a card, or its back."""
    if card == NO_CARD:
        return hidden_piece()
    rank, suit = CARDS[card]
    return Piece(
        RANKS[rank],
        CARDS[card],
        tone=TONES[suit],
        symbol=SUITS[suit],
        figures=(Figure("rank", rank),),
    )


def pot_area(view: LeducState) -> Area:
    """Shows the chips that both have staked."""
    chips = view.staked(0) + view.staked(1)
    pot = Piece(f"{chips} chips", "pot", kind="token", tone="amber", symbol="coin", count=chips)
    return Area("pot", "Pot", pieces=(pot,))


def show_stake(chips: int) -> Piece:
    """Shows the chips that a seat has staked, in front of it."""
    name = f"{chips} chip{'s' * (chips != 1)}"
    return Piece(name, "stake", kind="token", tone="red", symbol="chips", count=chips)


# What a move touches.


def touched(view: LeducState, move: Move[LeducState]) -> Touches:
    """Says what a move costs; it touches nothing."""
    verb = move.title()
    if move.id == moves.Call.id:
        verb = f"{verb} {view.owed}" if view.owed else "Check"
    elif move.id == moves.Raise.id:
        verb = f"{verb} by {moves.raise_size(view)}"
    return Touches(verb=verb)
