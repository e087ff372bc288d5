"""The utility player: a few considerations score their best move, a picker takes one.

A game writes one `Consideration` for each kind of thing to do. Scores are whole numbers, so that
equal scores are equal: sums of fractions can differ in their last bits.
"""

import time
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.agents.limits import check_at_least
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.errors import KibitzError
from kibitz.core.move import Move
from kibitz.core.options import offer
from kibitz.core.randomness import Rng
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")


class NothingScores(KibitzError):
    """No consideration scored above zero, so the considerations do not cover this position."""


class Proposal(Generic[S]):
    """The best move of one kind, with the reasons that add up to its score.

    Attributes:
        move: the move.
        reasons: the terms of its score, all whole numbers.
        score: their exact sum.
    """

    def __init__(self, move: Move[S], reasons: tuple[Reason, ...]) -> None:
        """Adds up the reasons.

        Raises:
            ValueError: if an amount is not a whole number.
        """
        score = 0
        for reason in reasons:
            amount = reason.amount
            # True for infinities and for what is not a number, too.
            if amount % 1.0 != 0.0:
                raise ValueError(
                    f"invalid reason {reason.term}={amount} for {move}: expected a whole number"
                )
            score += int(amount)
        self.move: Final = move
        self.reasons: Final = reasons
        self.score: Final = score


@mypyc_attr(allow_interpreted_subclasses=True)
class Consideration(Generic[S, V]):
    """One kind of thing to do: finds the best move of its kind and scores it."""

    def __init__(self, name: str) -> None:
        """Sets the name of its score in the trace."""
        self.name: Final = name

    def propose(self, seen: Observation[S, V]) -> Proposal[S] | None:
        """Proposes a legal move; None if there is none of this kind, which scores 0."""
        raise TypeError(f"{type(self).__name__} does not define propose()")

    def rate(self, seen: Observation[S, V], move: Move[S]) -> Proposal[S] | None:
        """Scores a legal move that somebody asks about; None if it is not of this kind.

        By default, only the move that it proposes anyway.
        """
        proposal = self.propose(seen)
        return proposal if proposal is not None and proposal.move == move else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Picker:
    """Picks one of several scores."""

    def __init__(self, name: str) -> None:
        """Sets the name that `make_picker` and the trace use."""
        self.name: Final = name

    def pick(self, scores: list[int], rng: Rng) -> int:
        """Returns the index of the score it picks; -1 if none is above zero."""
        raise TypeError(f"{type(self).__name__} does not define pick()")


class Highest(Picker):
    """Picks the highest score; of equal ones, the one that was considered first."""

    def __init__(self) -> None:
        super().__init__("highest")

    def pick(self, scores: list[int], rng: Rng) -> int:
        """Returns the index of the highest score above zero."""
        picked, best = -1, 0
        for index, score in enumerate(scores):
            if score > best:
                picked, best = index, score
        return picked


class Weighted(Picker):
    """Picks each score with a probability in proportion to it, with one draw for each decision."""

    def __init__(self) -> None:
        super().__init__("weighted")

    def pick(self, scores: list[int], rng: Rng) -> int:
        """Draws a number below the sum of all scores above zero, and returns where it falls."""
        total = 0
        for score in scores:
            if score > 0:
                total += score
        if total == 0:
            return -1
        point = int(rng.below(total))
        picked = -1
        for index, score in enumerate(scores):
            if score > 0 and point >= 0:
                picked = index
                point -= score
        return picked


# They have no state, so that all agents can share them.
PICKERS: Final[dict[str, Picker]] = {"highest": Highest(), "weighted": Weighted()}


def make_picker(name: str) -> Picker:
    """Returns a picker by name: `highest` or `weighted`.

    Raises:
        ValueError: if the name is unknown; lists the known ones.
    """
    picker = PICKERS.get(name)
    if picker is None:
        raise ValueError(f"unknown picker {name!r}; {offer(name, PICKERS)}")
    return picker


class UtilityAgent(Generic[S, V]):
    """Asks every consideration for its best move and lets a picker choose one.

    It ignores deadlines: a handful of considerations takes less time than any deadline.
    """

    def __init__(
        self, considerations: Sequence[Consideration[S, V]], picker: Picker, scale: int = 1
    ) -> None:
        """Sets the considerations in order, the picker, and the score that counts as 100 %.

        Raises:
            ValueError: if there is no consideration, two have the same name, or the scale is
                below 1.
        """
        names = [consideration.name for consideration in considerations]
        if not names:
            raise ValueError("invalid considerations=(): expected at least one")
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"duplicate consideration {name!r}: expected different names")
        check_at_least("scale", scale, 1)
        self.considerations: Final = list(considerations)
        self.picker: Final = picker
        self.scale: Final = scale

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Asks all considerations in order and plays the picked move.

        Raises:
            NothingScores: if no score is above zero. That is a gap in the considerations; playing
                any move would hide it.
        """
        seen.check_turn()
        start = time.perf_counter()
        proposals: list[Proposal[S] | None] = []
        scores: list[int] = []
        written: dict[str, Json] = {}
        for consideration in self.considerations:
            proposal = consideration.propose(seen)
            score = 0 if proposal is None else proposal.score
            proposals.append(proposal)
            scores.append(score)
            written[consideration.name] = score
        index = self.picker.pick(scores, seen.rng)
        picked = proposals[index] if index >= 0 else None
        if picked is None:
            raise NothingScores(
                f"no consideration of {seen.game.id} scores above zero for seat {seen.seat}:"
                f" {', '.join([f'{name} {score}' for name, score in written.items()])}"
                f" ({len(seen.moves)} moves are legal)"
            )
        trace: dict[str, Json] = {
            "scores": written,
            "picker": self.picker.name,
            "scale": self.scale,
        }
        options = rank(proposals)
        asked = seen.unanswered([option.move for option in options])
        if asked:
            options = rank([*proposals, *[self.rate(seen, move) for move in asked]])
        seconds = time.perf_counter() - start
        unit = "points" if self.scale == 1 else f"points of {self.scale}"
        return Advice(picked.move, float(picked.score), options, (), trace, seconds, unit)

    def rate(self, seen: Observation[S, V], move: Move[S]) -> Proposal[S]:
        """Scores a move that somebody asks about: the best that a consideration says of it."""
        best: Proposal[S] | None = None
        for consideration in self.considerations:
            found = consideration.rate(seen, move)
            if found is not None and (best is None or found.score > best.score):
                best = found
        if best is None:
            best = Proposal(move, (Reason("nothing", 0.0, "nothing speaks for this move"),))
        return best

    def __repr__(self) -> str:
        names = [consideration.name for consideration in self.considerations]
        scale = f", scale={self.scale}" if self.scale != 1 else ""
        return f"UtilityAgent({names}, picker={self.picker.name!r}{scale})"


def rank(proposals: Sequence[Proposal[S] | None]) -> tuple[Option[S], ...]:
    """Lists the proposed moves, each once with its best score, best first."""
    best: dict[Move[S], Proposal[S]] = {}
    for proposal in proposals:
        if proposal is not None:
            known = best.get(proposal.move)
            if known is None or proposal.score > known.score:
                best[proposal.move] = proposal
    options = [Option(each.move, float(each.score), each.reasons) for each in best.values()]
    options.sort(key=lambda option: -option.score)
    return tuple(options)
