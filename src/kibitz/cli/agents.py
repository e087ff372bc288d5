"""The agents of a command: the default one, and how long they think where a person waits."""

from typing import TypeVar

from kibitz.agents.registry import AgentSpec, option_names, read_spec
from kibitz.cli.arguments import CheckFailed
from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The greedy agent with settings for any game: a single move rarely changes the returns, so it
# plays on.
ANY_GAME = "greedy:worlds=8,horizon=20"
# The option that limits the time of a decision, in milliseconds, and what a person is made to wait.
CLOCK = "ms"
WAIT = 1000
# Options that limit how long a decision takes; with one of them, an agent needs no clock.
BUDGETS = (CLOCK, "iterations", "nodes")


def choose_agent(game: Game[S, V], spec: str | None, timed: bool) -> str:
    """Returns the specification of the agent to use.

    Args:
        game: the rules.
        spec: the agent that was named; None for the game's own first one, if it has any.
        timed: whether to give an agent that has a clock, but no budget, a second for a decision.
            Else its own default counts, which is the same on every machine.

    Raises:
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    wanted = next(iter(game.agents()), ANY_GAME) if spec is None else spec
    return with_clock(game, wanted) if timed else wanted


def with_clock(game: Game[S, V], spec: str) -> str:
    """Returns a specification with a time limit, if the agent has a clock and no budget yet."""
    wanted = read_spec(spec)
    limited = any(name in BUDGETS for name, _ in wanted.options)
    if limited or CLOCK not in option_names(game, wanted.name):
        return spec
    return str(AgentSpec(wanted.name, (*wanted.options, (CLOCK, str(WAIT)))))


def ask(agent: Agent[S, V], seen: Observation[S, V], title: str) -> Advice[S]:
    """Asks an agent for advice, which may come from any package.

    Raises:
        CheckFailed: if it returns something else; `title` names the agent.
    """
    advice: object = agent.advise(seen)
    if not isinstance(advice, Advice) or not isinstance(advice.move, Move):
        raise CheckFailed(f"{title} returned {advice!r}: expected Advice with a move")
    return advice
