"""The effect of each option: how much depends on it, and the results by value."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kibitz.arena.proposals import importances
from kibitz.arena.trials import Checkpoint, Search, Trial, different
from kibitz.core.ranges import Range, Real, Whole
from kibitz.core.value import Json

# Numbers that take more values than this are shown in so many groups.
GROUPS: Final = 5


@dataclass(frozen=True)
class Level:
    """The trials with a value of an option, or with one of several near values.

    Attributes:
        label: the value, or the smallest and the largest of them.
        trials: how many different agents there were.
        score: how much higher their scores are than that of the start, on average.
        margin: the same for the difference of the returns.
    """

    label: str
    trials: int
    score: float
    margin: float


@dataclass(frozen=True)
class Effect:
    """How much depends on an option.

    Attributes:
        option: the option.
        importance: its share of what decides between the trials, by Optuna's PED-ANOVA; all shares
            add up to 1. None with too few different trials.
        levels: the results by value, the smallest first.
    """

    option: str
    importance: float | None
    levels: tuple[Level, ...]

    def to_json(self) -> dict[str, Json]:
        """Returns the effect as a JSON object."""
        levels: list[Json] = [{**vars(level)} for level in self.levels]
        return {"option": self.option, "importance": self.importance, "levels": levels}


def effects_of(search: Search, trials: Sequence[Trial]) -> list[Effect]:
    """Returns the effect of each option, the most important first.

    Every agent counts once, with its gain over the start on the deals that it played. A trial that
    was stopped early played fewer of them, and deals differ.
    """
    start = {checkpoint.deals: checkpoint for checkpoint in trials[0].checkpoints}
    tried = [
        replace(trial, checkpoints=(gain(trial.last, start[trial.last.deals]),), stopped=False)
        for trial in different(trials)
    ]
    shares = importances(search, tried)
    found = [
        Effect(option, shares.get(option), levels_of(option, span, tried))
        for option, span in search.space.items()
    ]
    return sorted(found, key=lambda effect: -(effect.importance or 0.0))


def gain(checkpoint: Checkpoint, start: Checkpoint) -> Checkpoint:
    """Returns how much better a trial did than the start on the same deals."""
    return Checkpoint(
        checkpoint.deals,
        checkpoint.score - start.score,
        checkpoint.margin - start.margin,
        checkpoint.value - start.value,
    )


def levels_of(option: str, span: Range, tried: Sequence[Trial]) -> tuple[Level, ...]:
    """Groups the trials by the value of an option."""
    groups: dict[str, list[Checkpoint]] = {label: [] for label in labels_of(span)}
    for trial in tried:
        if option in trial.values:
            groups[label_of(span, trial.values[option])].append(trial.last)
    return tuple(
        Level(
            label,
            len(checkpoints),
            math.fsum(checkpoint.score for checkpoint in checkpoints) / len(checkpoints),
            math.fsum(checkpoint.margin for checkpoint in checkpoints) / len(checkpoints),
        )
        for label, checkpoints in groups.items()
        if checkpoints
    )


def labels_of(span: Range) -> list[str]:
    """Names the groups of a range, in order."""
    if not isinstance(span, (Whole, Real)):
        return span.ends()
    if isinstance(span, Whole) and (span.high - span.low) // span.step < GROUPS:
        return [str(value) for value in range(span.low, span.high + 1, span.step)]
    edges = edges_of(span)
    return list(dict.fromkeys(group_label(span, edges, group) for group in range(GROUPS)))


def label_of(span: Range, text: str) -> str:
    """Names the group of a value."""
    if not isinstance(span, (Whole, Real)) or text in labels_of(span):
        return text
    edges = edges_of(span)
    group = sum(float(text) >= edge for edge in edges[1:-1])
    return group_label(span, edges, group)


def edges_of(span: Whole | Real) -> list[float]:
    """Returns where the groups of a range of numbers begin, and where the last one ends.

    The groups are equally wide, on a logarithmic scale if the range has one. Groups of whole
    numbers begin at one of the numbers.
    """
    low, high = float(span.low), float(span.high)
    if isinstance(span, Whole):
        high += span.step
    parts = [group / GROUPS for group in range(GROUPS + 1)]
    if span.log:
        edges = [low * (high / low) ** part for part in parts]
    else:
        edges = [low + (high - low) * part for part in parts]
    if isinstance(span, Whole):
        edges = [low + span.step * math.ceil((edge - low) / span.step - 1e-9) for edge in edges]
    return edges


def group_label(span: Whole | Real, edges: Sequence[float], group: int) -> str:
    """Names a group of numbers by its first and its last."""
    low, high = edges[group], edges[group + 1]
    if isinstance(span, Whole):
        first, last = round(low), round(high) - span.step
        return str(first) if first >= last else f"{first} to {last}"
    return f"{low:.3g} to {high:.3g}"
