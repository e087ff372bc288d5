"""The greedy duellist: rates a move by what it changes in life, creatures and cards."""

from typing import Final

from kibitz.agents import GreedyAgent, Scorer
from kibitz.core import Move, Observation, Reason
from kibitz.games.duel.game import CARDS, FIELD, HAND, DuelState, PassTurn

# Guesses, tried out by hand. A point of life counts 1; a creature counts what it can deal and take,
# a card in hand about as much as an imp on the field, and winning more than all of it.
CARD: Final = 1.5
VICTORY: Final = 100.0


class Material(Scorer[DuelState, DuelState]):
    """Adds up what a move changes, in worlds that the seat cannot rule out.

    Attributes:
        worlds: how many worlds to try; more than one matters only for cards that are drawn.
    """

    def __init__(self, worlds: int = 4) -> None:
        if worlds < 1:
            raise ValueError(f"invalid worlds={worlds}: expected 1 or more")
        self.worlds: Final = worlds

    def reasons(
        self, seen: Observation[DuelState, DuelState], move: Move[DuelState]
    ) -> list[Reason]:
        """Lists every term that the move changes; ending the turn counts 0."""
        if isinstance(move, PassTurn):
            return [Reason("wait", 0.0, "ends the turn")]
        changes: dict[str, float] = {}
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            state = seen.game.sample(seen.view, seen.rng.child(f"world {index}"))
            before = material(state, seen.seat)
            seen.game.play(state, move)
            for term, amount in material(state, seen.seat).items():
                changes[term] = changes.get(term, 0.0) + (amount - before[term]) / self.worlds
        return [
            Reason(term, amount, f"changes {term} by {amount:+.3g}")
            for term, amount in changes.items()
            if amount
        ]


def material(state: DuelState, seat: int) -> dict[str, float]:
    """Rates a duel for a seat, term by term."""
    foe = 1 - seat
    won = 0.0 if not state.over else VICTORY if state.winner == seat else -VICTORY
    return {
        "victory": won,
        "foe's life": -float(state.board.life[foe]),
        "your life": float(state.board.life[seat]),
        "foe's creatures": -creatures(state, foe),
        "your creatures": creatures(state, seat),
        "foe's cards": -CARD * len(state.pile(HAND, foe)),
        "your cards": CARD * len(state.pile(HAND, seat)),
    }


def creatures(state: DuelState, seat: int) -> float:
    """Rates the creatures of a seat by their power and the health they have left."""
    worth = 0
    for unit in state.row(FIELD, seat):
        creature = CARDS[unit.kind]
        worth += creature.power + creature.health - unit.damage
    return float(worth)


def make_greedy(worlds: int = 4) -> GreedyAgent[DuelState, DuelState]:
    """Makes the greedy duellist."""
    return GreedyAgent(Material(worlds))
