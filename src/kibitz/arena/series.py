"""Series: tournaments over the values of something, which answer one question together.

A ladder asks how much stronger an agent gets whenever its budget is doubled, and plays every budget
against half of it. A matrix plays the values of a game's option against each other, such as deck
against deck. Each tournament of a series has its own results, and all that the arena knows about
them.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import permutations
from typing import Any, ClassVar, Final, Self

from kibitz import games
from kibitz.agents.registry import AgentSpec, find_bot, option_names, spec_of
from kibitz.arena.setup import ArenaError, Data, Setup, read_agent, read_options, read_seed
from kibitz.arena.summary import Pairing, Share, Summary
from kibitz.core.document import Document
from kibitz.core.game import Game
from kibitz.core.options import offer
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json

# The options that limit how much an agent thinks, and where a ladder begins. An agent is given the
# first of them that it has; a clock comes last, because it makes results depend on the machine.
BUDGETS: Final[Mapping[str, int]] = {"iterations": 100, "worlds": 4, "nodes": 250, "ms": 10}
MAX_STEPS: Final = 30
# More values are thousands of tournaments.
MAX_VALUES: Final = 30


class Series(Data, ABC):
    """Everything that determines a series.

    Attributes:
        kind: what such a series is called.
        game: the game's id.
        options: its options, by name.
        agent: the agent that plays.
        deals: how many deals each tournament has; every deal is played from every seat.
        seed: the seed, from which those of the tournaments follow.
    """

    kind: ClassVar[str]
    game: str
    options: Mapping[str, Json]
    agent: AgentSpec
    deals: int
    seed: int | str

    @abstractmethod
    def matches(self) -> dict[str, Setup]:
        """Returns the tournaments by name, in the order in which they are played."""

    @abstractmethod
    def check_values(self) -> None:
        """Refuses values that cannot be played."""

    @abstractmethod
    def results(self, played: Mapping[str, Summary]) -> dict[str, Json]:
        """Returns what the tournaments played so far, by name, say together, as JSON objects."""

    def check(self) -> None:
        """Refuses a series that cannot be played.

        Raises:
            KibitzError: if the game, an agent, a value or a number is invalid.
        """
        self.check_values()
        for setup in self.matches().values():
            setup.check()

    def load(self) -> Game[Any, Any]:  # Any: known by name only
        """Loads the game."""
        return games.load_with(self.game, self.options)

    @classmethod
    def read(cls, document: object) -> Self:
        """Reads the output of `to_json`.

        Raises:
            KibitzError: if anything is missing or invalid.
        """
        root = Document(document)
        names = [item.name for item in fields(cls)]  # type: ignore[arg-type]  # in subclasses
        found = {name: READERS[name](root.field(name)) for name in names}
        root.finish(ArenaError, f"not a {cls.kind}")
        return cls(**found)


# How each field of a series is read; fields of the same name have the same form in all series.
READERS: Final[Mapping[str, Callable[[Document], object]]] = {
    "game": Document.text,
    "options": read_options,
    "agent": read_agent,
    "deals": lambda place: place.integer(1),
    "seed": read_seed,
    "budget": Document.text,
    "start": lambda place: place.integer(1),
    "steps": lambda place: place.integer(1, MAX_STEPS),
    "against": lambda place: None if place.value is None else read_agent(place),
    "option": Document.text,
    "values": lambda place: tuple(item.text() for item in place.items()),
}


# Ladders.


@dataclass(frozen=True)
class Ladder(Series):
    """A series over the budgets of an agent, each twice the one before; see also `Series`.

    Attributes:
        agent: the agent, without its budget.
        budget: the option that is doubled.
        start: its value at the foot of the ladder.
        steps: how often it is doubled.
        seed: the seed; each budget has deals of its own. A random one by default.
        against: an agent that also plays every budget; None for none.
    """

    kind = "ladder"
    game: str
    options: Mapping[str, Json]
    agent: AgentSpec
    budget: str
    start: int
    steps: int = 4
    deals: int = 100
    seed: int | str = field(default_factory=random_seed)
    against: AgentSpec | None = None

    def check_values(self) -> None:
        """Refuses budgets that are too small or too many."""
        if self.start < 1:
            raise ArenaError(f"invalid {self.budget}={self.start}: a ladder starts from 1 or more")
        if not 1 <= self.steps <= MAX_STEPS:
            raise ArenaError(f"invalid steps={self.steps}: expected 1 to {MAX_STEPS}")

    def budgets(self) -> list[int]:
        """Returns the budgets, from the foot up."""
        return [self.start << step for step in range(self.steps + 1)]

    def agent_at(self, budget: int) -> AgentSpec:
        """Returns the agent with this budget in its options."""
        return AgentSpec(self.agent.name, (*self.agent.options, (self.budget, str(budget))))

    def matches(self) -> dict[str, Setup]:
        """Returns the matches from the foot up: with half the budget, and with the other agent."""
        found: dict[str, Setup] = {}
        for budget in self.budgets():
            if budget > self.start:
                found[self.step_name(budget)] = self.match(budget, self.agent_at(budget // 2))
            if self.against is not None:
                found[self.against_name(budget)] = self.match(budget, self.against)
        return found

    def match(self, budget: int, opponent: AgentSpec) -> Setup:
        """Returns the match of a budget with an opponent."""
        players = (self.agent_at(budget), opponent)
        return Setup(self.game, players, self.options, self.deals, f"{self.seed}/{budget}")

    def step_name(self, budget: int) -> str:
        """Names the match of a budget with half of it."""
        return f"{budget}-{budget // 2}"

    def against_name(self, budget: int) -> str:
        """Names the match of a budget with the other agent."""
        return f"{budget}-against"

    def rungs(self, played: Mapping[str, Summary]) -> list["Rung"]:
        """Returns what the matches played so far say about each budget, from the foot up."""
        found: list[Rung] = []
        for budget in self.budgets():
            step = played.get(self.step_name(budget)) if budget > self.start else None
            against = played.get(self.against_name(budget))
            above = played.get(self.step_name(2 * budget))
            # Its own match tells its time; at the foot, the match of the rung above does.
            times = [
                each.times.mean
                for own, player in ((step, 0), (against, 0), (above, 1))
                for each in (() if own is None else own.standings)
                if each.player == player
            ]
            pairings = [None if own is None else own.pairings[0] for own in (step, against)]
            found.append(Rung(budget, self.agent_at(budget), next(iter(times), None), *pairings))
        return found

    def results(self, played: Mapping[str, Summary]) -> dict[str, Json]:
        """Returns the rungs as JSON objects."""
        return {"rungs": [rung.to_json() for rung in self.rungs(played)]}


@dataclass(frozen=True)
class Rung(Data):
    """An agent with one budget.

    Attributes:
        budget: the budget.
        agent: the agent.
        ms: the mean time of its decisions, in milliseconds; None before its games.
        step: its games with half the budget; None at the foot and before they are played.
        against: its games with the other agent; None without one.
    """

    budget: int
    agent: AgentSpec
    ms: float | None
    step: Pairing | None
    against: Pairing | None


def find_budget(
    game: Game[Any, Any],  # Any: known by name only
    agent: str | AgentSpec,
    budget: str | None,
    start: int | None,
) -> tuple[AgentSpec, str, int]:
    """Returns an agent without its budget, the option that is doubled, and where it starts.

    Args:
        game: the rules.
        agent: the agent; a budget that it names is where the ladder starts.
        budget: the option to double; None for the first of `BUDGETS` that the agent has.
        start: where to start; None for what the agent names, or the usual value.

    Raises:
        KibitzError: if there is no such agent or option, or nothing says where to start.
    """
    spec = spec_of(agent)
    names, given = option_names(game, spec.name), dict(spec.options)
    # What the agent names is meant, even if it has another budget, too.
    wanted = budget or next((name for name in BUDGETS if name in given), None)
    wanted = wanted or next((name for name in BUDGETS if name in names), None)
    if wanted is None:
        raise ArenaError(
            f"{spec.name} has no budget to double: expected an option {', '.join(BUDGETS)},"
            " or another one by name"
        )
    if wanted not in names and find_bot(game, spec.name) is None:  # bots take any option
        raise ArenaError(f"{spec.name} has no option {wanted!r}; {offer(wanted, names)}")
    if wanted in given and start is not None:
        raise ArenaError(f"{wanted} is given twice: {given[wanted]} in {agent}, and {start}")
    text = given.pop(wanted, str(BUDGETS.get(wanted, "") if start is None else start))
    try:
        return AgentSpec(spec.name, tuple(given.items())), wanted, int(text)
    except ValueError:
        raise ArenaError(
            f"invalid {wanted}={text}: expected the whole number at which the ladder starts"
        ) from None


# Matrices.


@dataclass(frozen=True)
class Matrix(Series):
    """A series over the values of an option: every two of them play each other.

    One agent plays both seats. For every two values there are two tournaments, in which the values
    have changed seats; what a value scores is the mean of both, so that no seat favours it. See
    also `Series`.

    Attributes:
        options: the options of the game; that of the matrix counts for nothing.
        option: the option with a value for each seat.
        values: the values that play each other.
        seed: the seed; each tournament has deals of its own. A random one by default.
    """

    kind = "matrix"
    game: str
    options: Mapping[str, Json]
    agent: AgentSpec
    option: str
    values: tuple[str, ...]
    deals: int = 50
    seed: int | str = field(default_factory=random_seed)

    def check_values(self) -> None:
        """Refuses an option without a value for each seat, and too few or too many values."""
        self.separator()
        if not 2 <= len(self.values) <= MAX_VALUES:
            raise ArenaError(
                f"a matrix needs 2 to {MAX_VALUES} values of {self.option}, not {len(self.values)}"
            )
        if len(set(self.values)) < len(self.values):
            raise ArenaError(f"a value of {self.option} is given twice")

    def separator(self) -> str:
        """Returns what stands between the values of the option.

        Raises:
            KibitzError: if the game has no such option, or is not for two players.
        """
        game = self.load()
        known = game.per_seat()
        if self.option not in known:
            names = offer(self.option, [*known]) if known else "it has none"
            raise ArenaError(
                f"{self.game} has no option {self.option!r} with a value for each seat; {names}"
            )
        if game.seats != 2:
            raise ArenaError(
                f"a matrix needs a game for two players; {game.id} is for {game.seats}"
            )
        return known[self.option]

    def pairs(self) -> dict[tuple[int, int], str]:
        """Names the tournament of every two values, of which the first has the first seat."""
        places = permutations(range(len(self.values)), 2)
        return {(one, other): f"{one + 1}-{other + 1}" for one, other in places}

    def matches(self) -> dict[str, Setup]:
        """Returns the tournaments of every two values in either order."""
        between, found = self.separator(), dict[str, Setup]()
        for (one, other), name in self.pairs().items():
            both = between.join((self.values[one], self.values[other]))
            options, seed = {**self.options, self.option: both}, f"{self.seed}/{name}"
            found[name] = Setup(self.game, (self.agent,) * 2, options, self.deals, seed)
        return found

    def scores(self, played: Mapping[str, Summary]) -> dict[tuple[int, int], Share]:
        """Returns what each value scores against each other one, if both orders are played."""
        names, found = self.pairs(), dict[tuple[int, int], Share]()
        for (one, other), name in names.items():
            first, second = played.get(name), played.get(names[other, one])
            if first is not None and second is not None:
                found[one, other] = mean_share([first.seats[0], second.seats[1]])
        return found

    def totals(self, scores: Mapping[tuple[int, int], Share]) -> list[Share | None]:
        """Returns what each value scores against all others together; None before it has played."""
        rows = [
            [share for (row, _), share in scores.items() if row == one]
            for one in range(len(self.values))
        ]
        return [mean_share(shares) if shares else None for shares in rows]

    def results(self, played: Mapping[str, Summary]) -> dict[str, Json]:
        """Returns the scores of every two values, and of each against all others, as objects."""
        values, scores = self.values, self.scores(played)
        cells: list[Json] = [
            {"row": values[one], "column": values[other], **share.to_json()}
            for (one, other), share in scores.items()
        ]
        totals: list[Json] = [
            {"value": value, **share.to_json()}
            for value, share in zip(values, self.totals(scores), strict=True)
            if share is not None
        ]
        return {"cells": cells, "totals": totals}


def read_values(text: str, separator: str) -> tuple[str, ...]:
    """Reads values with the separator of their option between them."""
    parts = [" ".join(part.split()) for part in text.split(separator.strip() or separator)]
    return tuple(part for part in parts if part)


def mean_share(shares: Sequence[Share]) -> Share:
    """Returns the mean of some scores of one value.

    Their errors are independent, so that of the mean is the root of the sum of their squares,
    divided by their number.
    """
    count, played = len(shares), sum(share.games for share in shares)
    score = sum(share.score for share in shares) / count
    below = math.hypot(*(share.score - share.low for share in shares)) / count
    above = math.hypot(*(share.high - share.score for share in shares)) / count
    return Share(played, score, max(0.0, score - below), min(1.0, score + above))


def best_first(totals: Sequence[Share | None]) -> list[int]:
    """Returns the places of values from the best to the worst; those without games come last."""
    scores = [-1.0 if share is None else share.score for share in totals]
    return sorted(range(len(totals)), key=lambda at: -scores[at])
