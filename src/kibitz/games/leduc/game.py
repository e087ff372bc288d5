"""Leduc hold'em as a game: the rules put together, what each seat sees, and the words for it.

Everybody sees the public card and the stakes; a seat sees its own card too. A showdown shows both
cards to everybody. A fold shows nothing.
"""

from typing import ClassVar

from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.scene import Scene, Touches
from kibitz.core.state import TRUTH
from kibitz.core.value import Json
from kibitz.games.leduc import moves
from kibitz.games.leduc.position import read_view, write_position
from kibitz.games.leduc.scene import result_of, show_deal, touched
from kibitz.games.leduc.state import CARDS, NO_CARD, LeducState


class Leduc(Game[LeducState, LeducState]):
    """Two players, six cards, two rounds of betting; returns are chips won or lost."""

    id: ClassVar[str] = "leduc"
    title: ClassVar[str] = "Leduc hold'em"
    version: ClassVar[int] = 1
    unit: ClassVar[str] = "chips"
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy:worlds=8,horizon=20"
    adviser: ClassVar[str] = "ismcts:iterations=5000"

    def __init__(self) -> None:
        super().__init__(seats=2)

    def kinds(self) -> list[type[Move[LeducState]]]:
        """Returns the kinds of moves, in OpenSpiel's order."""
        return [moves.Fold, moves.Call, moves.Raise]

    def setup(self, rng: Rng) -> LeducState:
        """Takes the antes and deals one card to each seat."""
        first = moves.deal(rng, 0)
        second = moves.deal(rng, 1 << first)
        return LeducState(rng, 0, False, "", (first, second), NO_CARD, moves.ANTE, 0, 0)

    def legal(self, state: LeducState) -> list[Move[LeducState]]:
        """Lists the legal moves from ready-made ones, without asking each kind.

        It stands here and not in `moves`, because the call would cost three per cent of a playout.
        """
        if state.over:
            return []
        if state.owed == 0:
            return [moves.CALL_MOVE, moves.RAISE_MOVE]
        if state.raises < moves.RAISES_PER_ROUND:
            return [moves.FOLD_MOVE, moves.CALL_MOVE, moves.RAISE_MOVE]
        return [moves.FOLD_MOVE, moves.CALL_MOVE]

    def returns(self, state: LeducState) -> list[float]:
        """Returns the chips that each seat has won; 0 before the end."""
        won = float(moves.winnings(state)) if state.over else 0.0
        return [won, -won]

    def view(self, state: LeducState, seat: int) -> LeducState:
        view = state.clone()
        view.rng = hidden_rng()
        view.viewer = seat
        if state.reason != moves.SHOWDOWN:
            first, second = state.cards
            view.cards = (first if seat == 0 else NO_CARD, second if seat == 1 else NO_CARD)
        return view

    def sample(self, view: LeducState, rng: Rng) -> LeducState:
        first, second = view.cards
        seen = bit(first) | bit(second) | bit(view.public)
        if first == NO_CARD:
            first = moves.deal(rng, seen)
            seen |= bit(first)
        if second == NO_CARD:
            second = moves.deal(rng, seen)
        world = view.clone()
        world.rng = rng.fork()
        world.viewer = TRUTH
        world.cards = (first, second)
        return world

    def describe(self, view: LeducState, move: Move[LeducState]) -> str:
        if isinstance(move, moves.Fold):
            return f"fold and lose {view.staked(view.seat)}"
        if isinstance(move, moves.Raise):
            size = moves.raise_size(view)
            return f"raise by {size}, paying {view.owed + size}"
        if view.owed == 0:
            return "call for nothing (check)"
        return f"call, paying {view.owed}"

    def news(self, before: LeducState, after: LeducState) -> list[str]:
        """Tells which public card was turned up, and how the deal ended."""
        if before.public != after.public:
            return [f"the public card is {CARDS[after.public]}"]
        if not after.over:
            return []
        if after.reason == moves.SHOWDOWN:
            first, second = after.cards
            shown = f"seat 0 shows {CARDS[first]}, seat 1 {CARDS[second]}"
            return [f"{shown}, with {CARDS[after.public]} on the table: {result_of(after)}"]
        return [f"the deal ends: {result_of(after)}"]

    def render(self, view: LeducState) -> str:
        public = "not dealt yet" if view.public == NO_CARD else CARDS[view.public]
        lines = [f"Leduc hold'em, round {moves.round_of(view)}; public card: {public}"]
        for seat, card in enumerate(view.cards):
            shown = "??" if card == NO_CARD else CARDS[card]
            turn = "" if view.over or seat != view.seat else ", to move"
            lines.append(f"seat {seat}: {shown}, {view.staked(seat)} in the pot{turn}")
        if view.over:
            lines.append(f"over by {view.reason}: {result_of(view)}")
        return "\n".join(lines)

    def scene(self, view: LeducState) -> Scene:
        """Shows the cards and the pot; the moves are buttons, because they touch nothing."""
        return show_deal(view)

    def touches(self, view: LeducState, move: Move[LeducState]) -> Touches:
        """Labels the button of a move with what it costs."""
        return touched(view, move)

    def position(self, view: LeducState) -> dict[str, Json]:
        """Writes a view as a position; `kibitz.games.leduc.position` shows one."""
        return write_position(view)

    def read_position(self, document: object) -> LeducState:
        return read_view(document)


def bit(card: int) -> int:
    """Returns the set that holds one card, or nothing where there is none."""
    return 0 if card == NO_CARD else 1 << card
