"""Candidate actions: a move, its terms, and its score before and after each pass."""

from typing import Final

from kibitz.core.agent import Option, Reason
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.dronewars.state import Battle

# Kinds of actions.
CARD: Final = 0
DRONE_ATTACK: Final = 1
SECTION_ATTACK: Final = 2
MOVE: Final = 3
OTHER: Final = 4

# What an action scores that is out of the question.
REJECTED: Final = -999.0


class Candidate:
    """An action that is considered.

    Attributes:
        move: the move.
        kind: `CARD`, `DRONE_ATTACK`, `SECTION_ATTACK`, `MOVE` or `OTHER`.
        lane: the lane of the own drone, or of the target of a card; -1 if there is none.
        index: the own drone that acts, by index in its lane; -1 if there is none.
        target: the enemy drone, by index in the lane; -1 if there is none.
        card: the card; 0 if it is none.
        code: what the card is played on, as in `Play.code`.
        score: its score so far.
        reasons: the terms that add up to it.
        history: its scores before the passes, and after each of them.
    """

    def __init__(
        self,
        move: Move[Battle],
        kind: int = OTHER,
        lane: int = -1,
        index: int = -1,
        target: int = -1,
        card: int = 0,
        code: int = 0,
    ) -> None:
        self.move: Final = move
        self.kind: Final = kind
        self.lane: Final = lane
        self.index: Final = index
        self.target: Final = target
        self.card: Final = card
        self.code: Final = code
        self.score = 0.0
        self.reasons: Final[list[Reason]] = []
        self.history: Final[list[float]] = []

    def add(self, term: str, amount: float, text: str) -> None:
        """Adds a term, unless it changes nothing."""
        if amount:
            self.score += amount
            self.reasons.append(Reason(term, amount, text))

    def scale(self, factor: float, term: str, text: str) -> None:
        """Multiplies the score; the difference is a term of its own."""
        self.add(term, (factor - 1.0) * self.score, text)

    def reject(self, term: str, text: str) -> None:
        """Brings the score down to that of an action that is out of the question."""
        self.add(term, REJECTED - self.score, text)

    def note(self) -> None:
        """Writes the score down, before or after a pass."""
        self.history.append(self.score)

    def option(self) -> Option[Battle]:
        """Returns the candidate as an option."""
        reasons = self.reasons or [Reason("nothing", 0.0, "it changes nothing that counts")]
        return Option(self.move, self.score, tuple(reasons))

    def line(self, names: tuple[str, ...]) -> dict[str, Json]:
        """Writes the move with its scores before and after each pass."""
        found: dict[str, Json] = {"move": str(self.move)}
        for name, score in zip(names, self.history, strict=False):
            found[name] = score
        return found
