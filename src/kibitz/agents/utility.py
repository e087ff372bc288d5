"""The frame of a utility player: a few considerations score their best move, a picker takes one.

A game writes one `Consideration` for each kind of thing to do. Scores are whole numbers, so that
ties are ties: with fractions, sums that should be equal differ in their last bits.
"""

import time
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

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
    """No consideration scored above zero: they do not cover every position of the game."""


class Proposal(Generic[S]):
    """The best move of one kind, with the reasons that add up to its score.

    Attributes:
        move: the move.
        reasons: the terms of its score, whole numbers all of them.
        score: their sum, exactly.
    """

    def __init__(self, move: Move[S], reasons: tuple[Reason, ...]) -> None:
        """Takes the move and its reasons, and adds them up.

        Raises:
            ValueError: if an amount is not a whole number.
        """
        score = 0
        for reason in reasons:
            amount = reason.amount
            # Written so that it refuses infinities and what is no number, too.
            if amount % 1.0 != 0.0:
                raise ValueError(
                    f"the reason {reason.term!r} for {move} amounts to {amount};"
                    f" utility scores are sums of whole numbers"
                )
            score += int(amount)
        self.move: Final = move
        self.reasons: Final = reasons
        self.score: Final = score


@mypyc_attr(allow_interpreted_subclasses=True)
class Consideration(Generic[S, V]):
    """One kind of thing to do: finds the best move of its kind and says what it is worth."""

    def __init__(self, name: str) -> None:
        """Takes the name under which its score stands in the trace."""
        self.name: Final = name

    def propose(self, seen: Observation[S, V]) -> Proposal[S] | None:
        """Proposes a legal move; None where nothing of this kind can be done, a score of 0."""
        raise TypeError(f"{type(self).__name__} does not define propose()")


@mypyc_attr(allow_interpreted_subclasses=True)
class Picker:
    """Chooses among scores."""

    def __init__(self, name: str) -> None:
        """Takes the name by which it is asked for."""
        self.name: Final = name

    def pick(self, scores: list[int], rng: Rng) -> int:
        """Returns the index of the score it chooses; -1 if none is above zero."""
        raise TypeError(f"{type(self).__name__} does not define pick()")


class Highest(Picker):
    """Takes the highest score; among equals, the one considered first."""

    def __init__(self) -> None:
        """Takes nothing."""
        super().__init__("highest")

    def pick(self, scores: list[int], rng: Rng) -> int:
        """Keeps a score only if it is above zero and strictly above the best so far."""
        picked, best = -1, 0
        for index, score in enumerate(scores):
            if score > best:
                picked, best = index, score
        return picked


class Weighted(Picker):
    """Takes each score with a probability in proportion to it, by one draw a decision."""

    def __init__(self) -> None:
        """Takes nothing."""
        super().__init__("weighted")

    def pick(self, scores: list[int], rng: Rng) -> int:
        """Draws a point on the scores laid end to end; a score of zero or less has no length."""
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


# By the names under which they are asked for; they keep nothing, so one of each serves everybody.
PICKERS: Final[dict[str, Picker]] = {"highest": Highest(), "weighted": Weighted()}


def make_picker(name: str) -> Picker:
    """Returns the picker of a name: `highest` or `weighted`.

    Raises:
        ValueError: if there is none of this name; says which there are.
    """
    picker = PICKERS.get(name)
    if picker is None:
        raise ValueError(f"there is no picker {name!r}; {offer(name, PICKERS)}")
    return picker


class UtilityAgent(Generic[S, V]):
    """Asks every consideration for its best move and lets a picker choose among them.

    It looks at no deadline: a handful of considerations is over before a clock is worth reading.
    """

    def __init__(
        self, considerations: Sequence[Consideration[S, V]], picker: Picker, scale: int = 1
    ) -> None:
        """Takes the considerations in order, what picks, and which score counts as 100 %.

        Raises:
            ValueError: if there is no consideration, two have one name, or the scale is below 1.
        """
        names = [consideration.name for consideration in considerations]
        if not names:
            raise ValueError("a utility player needs at least one consideration")
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"the consideration {name!r} is given twice")
        if scale < 1:
            raise ValueError(f"scale is 1 or more, not {scale}")
        self.considerations: Final = list(considerations)
        self.picker: Final = picker
        self.scale: Final = scale

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Asks all in order and plays what is picked, which need not be the highest score.

        Raises:
            NothingScores: if no score is above zero. It is a gap in the considerations, and
                passing in silence would hide it.
        """
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
        return Advice(
            picked.move,
            float(picked.score),
            rank(proposals),
            trace=trace,
            seconds=time.perf_counter() - start,
        )


def rank(proposals: Sequence[Proposal[S] | None]) -> tuple[Option[S], ...]:
    """Lists the moves that were proposed, each once with its best score, best first."""
    best: dict[Move[S], Proposal[S]] = {}
    for proposal in proposals:
        if proposal is not None:
            known = best.get(proposal.move)
            if known is None or proposal.score > known.score:
                best[proposal.move] = proposal
    options = [Option(each.move, float(each.score), each.reasons) for each in best.values()]
    options.sort(key=lambda option: -option.score)
    return tuple(options)
