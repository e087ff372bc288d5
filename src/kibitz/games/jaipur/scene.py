"""Jaipur as a scene: the market between two merchants, and the tokens that are left to win.

Cards of a kind are all alike, so the group of a card is where it lies and its kind: `hand:gold`.
"""

from typing import Final

from kibitz.core.move import Move
from kibitz.core.scene import (
    SHARED,
    Area,
    Badge,
    Counter,
    Piece,
    Scene,
    Side,
    Touches,
    hidden_piece,
    hidden_pieces,
    name_seat,
    touch,
)
from kibitz.games.jaipur import cards
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels
from kibitz.games.jaipur.state import JaipurState, Merchant
from kibitz.games.jaipur.text import CLASS_NAMES, count_of, headline

TONES: Final = ("red", "amber", "slate", "violet", "green", "brown", "orange")
CAMEL: Final = cards.KINDS[cards.CAMEL]
MARKET: Final = "market:"
HAND: Final = "hand:"
HERD: Final = "herd:camel"
UNKNOWN: Final = "?"


# What is shown.


def show_match(view: JaipurState) -> Scene:
    """Shows the market, both merchants and what is left to win."""
    viewer = max(SHARED, view.viewer)
    areas = [
        Area("market", "Market", pieces=show_cards(view.market, MARKET), size=cards.MARKET_SIZE),
        Area("tokens", "Tokens left", layout="track", role="side", pieces=show_tokens(view)),
        Area("bonus", "Bonus tokens", role="side", pieces=show_bonuses(view)),
        deck_area(view.left),
    ]
    sides: list[Side] = []
    for seat, merchant in enumerate(view.merchants):
        areas += merchant_areas(merchant, seat, seat == viewer)
        sides.append(show_side(view, seat))
    status = headline(view)
    if viewer >= 0:
        status = status.replace(f"seat {viewer} to move", "you to move")
        status = status.replace(f"seat {viewer} wins", "you win")
        status = status.replace(f"seat {1 - viewer} ", "the opponent ")
    return Scene(
        status,
        "",
        tuple(sides),
        tuple(areas),
        viewer,
        SHARED if view.over else view.seat,
        view.over,
        "amber",
        "bazaar",
    )


def show_card(kind: int, place: str = "") -> Piece:
    """Shows one card; with a place it can be touched there."""
    name = cards.KINDS[kind]
    group = f"{place}{name}" if place else ""
    return Piece(name.capitalize(), name, group, tone=TONES[kind], symbol=name)


def show_cards(counts: list[int], place: str = "") -> tuple[Piece, ...]:
    """Shows cards that are counted by kind."""
    found: list[Piece] = []
    for kind, count in enumerate(counts):
        found += [show_card(kind, place)] * count
    return tuple(found)


def show_tokens(view: JaipurState) -> tuple[Piece, ...]:
    """Shows the goods tokens, those that were taken included."""
    return tuple(
        [
            Piece(
                name.capitalize(),
                f"tokens:{name}",
                kind="track",
                tone=TONES[good],
                symbol=name,
                steps=cards.TOKENS[good],
                spent=min(view.sold[good], cards.STACK[good]),
            )
            for good, name in enumerate(cards.GOODS)
        ]
    )


def show_bonuses(view: JaipurState) -> tuple[Piece, ...]:
    """Shows how many bonus tokens of each class are left."""
    found: list[Piece] = []
    for kind, name in enumerate(CLASS_NAMES):
        left = view.bonuses_left(kind)
        marks = () if left else ("gone",)
        token = Piece(name, f"bonus:{kind}", kind="token", tone="amber", symbol="seal", marks=marks)
        found.append(token.changed(detail=f"{left} left", count=max(1, left)))
    return tuple(found)


def deck_area(left: int) -> Area:
    """Shows the deck."""
    pieces = (hidden_piece(left),) if left else ()
    return Area("deck", "Deck", layout="pile", role="side", pieces=pieces, size=1)


def merchant_areas(merchant: Merchant, seat: int, mine: bool) -> list[Area]:
    """Shows the hand and the herd of a merchant."""
    hand = (*show_cards(merchant.hand, HAND if mine else ""), *hidden_pieces(merchant.hidden()))
    herd: tuple[Piece, ...] = ()
    if merchant.herd:
        camels = show_card(cards.CAMEL).changed(count=merchant.herd)
        herd = (camels.changed(group=HERD if mine else ""),)
    return [
        Area(f"p{seat}.hand", "Hand", seat, "fan", "hand", hand, size=cards.HAND_LIMIT),
        Area(f"p{seat}.herd", "Herd", seat, "pile", "side", herd, size=1),
    ]


def show_side(view: JaipurState, seat: int) -> Side:
    """Shows what a merchant has won."""
    merchant = view.merchants[seat]
    won = [UNKNOWN if bonus < 0 else f"{bonus}" for bonus in merchant.bonuses]
    counters = (
        Counter("rupees", merchant.rupees, "coin"),
        Counter("bonus", " + ".join(won) or 0, "seal"),
        Counter("seals", view.seals(seat), "crown"),
    )
    rounds = [
        Badge(f"round {number}: {count_of(scored.scores[seat], 'rupee')}")
        for number, scored in enumerate(view.rounds, 1)
    ]
    return Side(seat, name_seat(seat, view.viewer), counters, badges=tuple(rounds))


# What a move touches.


def touched(view: JaipurState, move: Move[JaipurState]) -> Touches:
    """Says which cards a move touches: those that are given, then those that are taken."""
    if isinstance(move, Take):
        return touch("Take", f"{MARKET}{move.good}")
    if isinstance(move, TakeCamels):
        return touch("Take camels", (f"{MARKET}{CAMEL}", view.market[cards.CAMEL]))
    if isinstance(move, Sell):
        return touch("Sell", (f"{HAND}{move.good}", move.count))
    if isinstance(move, Exchange):
        counts = list(enumerate(move.counts))
        given = [(f"{HAND}{cards.GOODS[good]}", -count) for good, count in counts if count < 0]
        taken = [(f"{MARKET}{cards.GOODS[good]}", count) for good, count in counts if count > 0]
        return touch("Exchange", *given, (HERD, move.camels), *taken)
    return Touches(verb=move.title())
