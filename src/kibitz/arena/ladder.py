"""A ladder: how much stronger an agent gets whenever its budget is doubled.

Every step is a tournament of its own between an agent and the same agent with half the budget. So
each has its own results, and all that the arena knows about them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from kibitz.agents.registry import AgentSpec, option_names, read_spec
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import Pairing, Summary
from kibitz.core.document import Document
from kibitz.core.game import Game
from kibitz.core.options import offer
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json

# The options that limit how much an agent thinks, and where a ladder begins. An agent is given the
# first of them that it has; a clock comes last, because it makes results depend on the machine.
BUDGETS: Final[Mapping[str, int]] = {"iterations": 100, "worlds": 4, "nodes": 250, "ms": 10}
STEPS: Final = 4
DEALS: Final = 100


@dataclass(frozen=True)
class Ladder:
    """Everything that determines a ladder.

    Attributes:
        game: the game's id.
        options: its options, by name.
        agent: the agent, without its budget.
        budget: the option that is doubled.
        start: its value at the foot of the ladder.
        steps: how often it is doubled.
        deals: how many deals each match has; every deal is played from every seat.
        seed: the seed; each match has deals of its own. A random one by default.
        against: an agent that also plays every rung; None for none.
    """

    game: str
    options: Mapping[str, Json]
    agent: str
    budget: str
    start: int
    steps: int = STEPS
    deals: int = DEALS
    seed: int | str = field(default_factory=random_seed)
    against: str | None = None

    def check(self) -> None:
        """Refuses a ladder that cannot be played.

        Raises:
            KibitzError: if the game, an agent or a number is invalid.
        """
        if self.start < 1:
            raise ArenaError(f"invalid {self.budget}={self.start}: a ladder starts from 1 or more")
        if not 1 <= self.steps <= 30:
            raise ArenaError(f"invalid steps={self.steps}: expected 1 to 30")
        for setup in self.matches().values():
            setup.check()

    def rungs(self) -> list[int]:
        """Returns the budgets, from the foot up."""
        return [self.start << step for step in range(self.steps + 1)]

    def agent_at(self, budget: int) -> str:
        """Returns the agent with a budget."""
        spec = read_spec(self.agent)
        return str(AgentSpec(spec.name, (*spec.options, (self.budget, str(budget)))))

    def matches(self) -> dict[str, Setup]:
        """Returns the tournaments by name, in the order in which they are played."""
        found: dict[str, Setup] = {}
        for budget in self.rungs():
            if budget > self.start:
                found[self.step_name(budget)] = self.match(budget, self.agent_at(budget // 2))
            if self.against is not None:
                found[self.against_name(budget)] = self.match(budget, self.against)
        return found

    def match(self, budget: int, opponent: str) -> Setup:
        """Returns the match of a rung with an opponent."""
        seed = f"{self.seed}/{budget}"
        players = (self.agent_at(budget), opponent)
        return Setup(self.game, players, self.options, self.deals, seed)

    def step_name(self, budget: int) -> str:
        """Names the match of a rung with the one below."""
        return f"{budget}-{budget // 2}"

    def against_name(self, budget: int) -> str:
        """Names the match of a rung with the other agent."""
        return f"{budget}-against"

    def to_json(self) -> dict[str, Json]:
        """Returns the ladder as a JSON object."""
        document: dict[str, Json] = {item.name: getattr(self, item.name) for item in fields(self)}
        return {**document, "options": dict(self.options)}


def find_budget(
    game: Game[Any, Any],  # Any: known by name only
    agent: str,
    budget: str | None,
    start: int | None,
) -> tuple[str, str, int]:
    """Returns an agent without its budget, the option that is doubled, and where it starts.

    Args:
        game: the rules.
        agent: the agent; a budget that it names is where the ladder starts.
        budget: the option to double; None for the first of `BUDGETS` that the agent has.
        start: where to start; None for what the agent names, or the usual value.

    Raises:
        KibitzError: if there is no such agent or option, or nothing says where to start.
    """
    spec = read_spec(agent)
    names, given = option_names(game, spec.name), dict(spec.options)
    # What the agent names is meant, even if it has another budget, too.
    wanted = budget or next((name for name in BUDGETS if name in given), None)
    wanted = wanted or next((name for name in BUDGETS if name in names), None)
    if wanted is None:
        raise ArenaError(
            f"{spec.name} has no budget to double: expected an option {', '.join(BUDGETS)},"
            " or another one by name"
        )
    if wanted not in names:
        raise ArenaError(f"{spec.name} has no option {wanted!r}; {offer(wanted, names)}")
    if wanted in given and start is not None:
        raise ArenaError(f"{wanted} is given twice: {given[wanted]} in {agent}, and {start}")
    text = given.pop(wanted, str(BUDGETS.get(wanted, "") if start is None else start))
    rest = str(AgentSpec(spec.name, tuple(given.items())))
    try:
        return rest, wanted, int(text)
    except ValueError:
        raise ArenaError(
            f"invalid {wanted}={text}: expected the whole number at which the ladder starts"
        ) from None


@dataclass(frozen=True)
class Rung:
    """An agent with one budget.

    Attributes:
        budget: the budget.
        agent: the agent.
        ms: the mean time of its decisions, in milliseconds; None before its games.
        step: its games with the rung below; None at the foot and before they are played.
        against: its games with the other agent; None without one.
    """

    budget: int
    agent: str
    ms: float | None
    step: Pairing | None
    against: Pairing | None

    def to_json(self) -> dict[str, Json]:
        """Returns the rung as a JSON object."""
        return {
            "budget": self.budget,
            "agent": self.agent,
            "ms": self.ms,
            "step": None if self.step is None else self.step.to_json(),
            "against": None if self.against is None else self.against.to_json(),
        }


def climb(ladder: Ladder, played: Mapping[str, Summary]) -> list[Rung]:
    """Returns the rungs from the foot up.

    Args:
        ladder: the ladder.
        played: the matches that have been played, by name.
    """
    found: list[Rung] = []
    for budget in ladder.rungs():
        step = played.get(ladder.step_name(budget)) if budget > ladder.start else None
        against = played.get(ladder.against_name(budget))
        above = played.get(ladder.step_name(2 * budget))
        # Its own match tells its time; at the foot, the match of the rung above does.
        times = [mean_time(own, 0) for own in (step, against) if own is not None]
        times += [mean_time(own, 1) for own in (above,) if own is not None]
        pairings = [None if own is None else own.pairings[0] for own in (step, against)]
        agent = ladder.agent_at(budget)
        found.append(Rung(budget, agent, times[0] if times else None, *pairings))
    return found


def mean_time(summary: Summary, player: int) -> float:
    """Returns the mean time of a player's decisions."""
    return next(each.times.mean for each in summary.standings if each.player == player)


def read_ladder(document: object) -> Ladder:
    """Reads the output of `Ladder.to_json`.

    Raises:
        ArenaError: if anything is missing or invalid.
    """
    root = Document(document)
    options, seed, against = root.field("options"), root.field("seed"), root.field("against")
    options.names()
    if not isinstance(seed.value, str):
        seed.integer()
    ladder = Ladder(
        root.field("game").text(),
        options.value if isinstance(options.value, dict) else {},
        root.field("agent").text(),
        root.field("budget").text(),
        root.field("start").integer(1),
        root.field("steps").integer(1, 30),
        root.field("deals").integer(1),
        seed.value if isinstance(seed.value, (int, str)) else 0,
        None if against.value is None else against.text(),
    )
    root.finish(ArenaError, "not a ladder")
    return ladder
