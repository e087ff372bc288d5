"""Games with one fault each in who wins or how the seats stand, named after it."""

from typing import Final

from kibitz.core.agent import Policy
from kibitz.core.game import Outcome
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from tests.testing.broken import Kinds
from tests.testing.good import CARDS, Concede, Duet, DuetState, Play, Swap
from tests.testing.raid import Raid, RaidState


class ThirdSeat(Duet):
    """Returns for one seat too many."""

    def returns(self, state: DuetState) -> list[float]:
        return [*super().returns(state), 0.0]


class Infinite(Duet):
    """A return that is not a number."""

    def returns(self, state: DuetState) -> list[float]:
        return [float("nan"), 0.0]


class LoneStanding(Duet):
    """Says how one seat stands, and forgets the other."""

    def standing(self, state: DuetState) -> list[float]:
        return [float(state.points[state.seat])]


class EndlessLead(Duet):
    """Before the first trick the seats stand infinitely far apart."""

    def standing(self, state: DuetState) -> list[float]:
        return super().standing(state) if state.pile else [float("inf"), 0.0]


class Advised(Duet):
    """What its policy says has no fault."""

    def policy(self) -> Policy[DuetState]:
        return Advisor(self)

    def chosen(self, state: DuetState) -> Move[DuetState]:
        return self.legal(state)[0]

    def weights(self, state: DuetState, moves: list[Move[DuetState]]) -> list[float]:
        return [1.0] * len(moves)

    def estimates(self, state: DuetState) -> list[float]:
        return [0.5, -0.5]


class FewWeights(Advised):
    """Weighs all moves but one."""

    def weights(self, state: DuetState, moves: list[Move[DuetState]]) -> list[float]:
        return [1.0] * (len(moves) - 1)


class EndlessWeight(Advised):
    """Finds no number for a move."""

    def weights(self, state: DuetState, moves: list[Move[DuetState]]) -> list[float]:
        return [float("nan")] * len(moves)


class LoneEstimate(Advised):
    """Expects something for one seat only."""

    def estimates(self, state: DuetState) -> list[float]:
        return [0.5]


class EndlessEstimate(Advised):
    """Expects more than there is."""

    def estimates(self, state: DuetState) -> list[float]:
        return [float("inf"), 0.0]


class WritingEstimate(Advised):
    """Shuffles a hand while it counts it."""

    def estimates(self, state: DuetState) -> list[float]:
        state.hands[0].reverse()
        return [0.5, -0.5]


class IllegalChoice(Advised):
    """Plays out with a card that nobody holds."""

    def chosen(self, state: DuetState) -> Move[DuetState]:
        return Play(CARDS + 1)


class Advisor(Policy[DuetState]):
    """Asks its game, so that each game below can have a fault of its own."""

    def __init__(self, game: Advised) -> None:
        self.game: Final = game

    def choose(self, state: DuetState, rng: Rng) -> Move[DuetState]:
        return self.game.chosen(state)

    def weigh(self, state: DuetState, moves: list[Move[DuetState]]) -> list[float]:
        return self.game.weights(state, moves)

    def estimate(self, state: DuetState) -> list[float]:
        return self.game.estimates(state)


class FewestPoints(Duet):
    """The seat with fewer points wins, but the returns are not turned round."""

    def outcome(self, state: DuetState) -> Outcome | None:
        found = super().outcome(state)
        if found is None or found.winner is None:
            return found
        return Outcome(1 - found.winner, found.reason, found.returns)


class DrawnLead(Duet):
    """A lead of two points is a draw, but not in the returns."""

    def outcome(self, state: DuetState) -> Outcome | None:
        found = super().outcome(state)
        if found is None or abs(found.returns[0]) > 2.0:
            return found
        return Outcome(None, found.reason, found.returns)


class OtherReturns(Duet):
    """The outcome has returns of its own."""

    def outcome(self, state: DuetState) -> Outcome | None:
        found = super().outcome(state)
        return found and Outcome(found.winner, found.reason, (0.0, 0.0))


class NoOutcome(Duet):
    """The game is over, and nobody says how."""

    def outcome(self, state: DuetState) -> Outcome | None:
        return None


class PointsOnly(Duet):
    """The points decide, even against the seat that did not concede."""

    class GiveUp(Concede):
        def apply(self, state: DuetState, seat: int) -> None:
            state.finish("concession")

    def kinds(self) -> Kinds:
        return [Play, Swap, PointsOnly.GiveUp]


class Unheard(Duet):
    """A concession is forgotten, and the game goes on."""

    class Mumble(Concede):
        def apply(self, state: DuetState, seat: int) -> None:
            state.swapped[self.who] = True

    def kinds(self) -> Kinds:
        return [Play, Swap, Unheard.Mumble]


class LastPoints(Raid):
    """A card game that names a winner, but pays by points."""

    def returns(self, state: RaidState) -> list[float]:
        return [float(total) for total in state.board.total]
