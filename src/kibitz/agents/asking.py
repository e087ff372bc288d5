# kibitz: interpreted, because what agents return is anything, and compiled code would refuse it
# before it could be said whose it was.
"""Asking agents where a person waits: who advises by default, with how much time, and safely.

The terminal and the table ask agents in the same way. An agent may come from any package, so it
gets a game of its own, and what it changes about the rules is undone and reported.
"""

from typing import Generic, NamedTuple, TypeVar

from kibitz.agents.guard import call_agent, describe_changes, guard_of
from kibitz.agents.registry import AgentSpec, make_agent, option_names, read_spec
from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The default opponent in a game that names none and has no agents of its own: the greedy agent,
# which plays up to 20 moves on, because a single move rarely changes the returns. The default
# adviser there, and wherever the game's own adviser has no opinion: the search.
ANY_OPPONENT = "greedy:worlds=8,horizon=20"
ANY_ADVISER = "ismcts"
# The option that limits the time of a decision, in milliseconds, and what a person is made to wait.
CLOCK = "ms"
WAIT = 1000
# Options that limit how long a decision takes; with one of them, an agent needs no clock.
BUDGETS = (CLOCK, "iterations", "nodes")


class AgentMisbehaved(KibitzError):
    """An agent changed the rules, or returned something that is not advice; names the agent."""


class Consulted(NamedTuple, Generic[S, V]):
    """The agent that was asked in the end, and its advice."""

    spec: str
    agent: Agent[S, V]
    advice: Advice[S]


def choose_opponent(
    game: Game[S, V], spec: str | None, timed: bool, wait: int | None = None
) -> str:
    """Returns the agent that plays against a person: the one named, or the game's opponent."""
    default = game.opponent or next(iter(game.agents()), ANY_OPPONENT)
    return choose_agent(game, spec, default, timed, wait)


def choose_adviser(game: Game[S, V], spec: str | None, timed: bool, wait: int | None = None) -> str:
    """Returns the agent that advises: the one named, or the game's adviser."""
    default = game.adviser or next(iter(game.agents()), ANY_ADVISER)
    return choose_agent(game, spec, default, timed, wait)


def choose_agent(
    game: Game[S, V], spec: str | None, default: str, timed: bool, wait: int | None = None
) -> str:
    """Returns the specification of the agent to use.

    Args:
        game: the rules.
        spec: the agent that was named; None for the default.
        default: the agent to use then. Its budget counts only where there is no clock.
        timed: whether to give an agent that has a clock, but no budget, some time for a decision.
            Else its own default counts, which is the same on every machine.
        wait: how much time, in milliseconds; None for a second.

    Raises:
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    if not timed:
        return default if spec is None else spec
    wanted = read_spec(default if spec is None else spec)
    options = wanted.options
    if spec is None:
        options = tuple(option for option in options if option[0] not in BUDGETS)
    limited = any(name in BUDGETS for name, _ in options)
    if limited or CLOCK not in option_names(game, wanted.name):
        return default if spec is None else spec
    clock = (CLOCK, str(WAIT if wait is None else wait))
    return str(AgentSpec(wanted.name, (*options, clock)))


def limit_clock(spec: str, ms: int) -> str:
    """Returns the specification of an agent whose clock, if it has one, allows at most `ms`.

    Raises:
        KibitzError: if the specification cannot be read.
    """
    wanted = read_spec(spec)
    clock = dict(wanted.options).get(CLOCK)
    if clock is None or (clock.isdecimal() and int(clock) <= ms):
        return spec
    limits = [(name, str(ms) if name == CLOCK else value) for name, value in wanted.options]
    return str(AgentSpec(wanted.name, tuple(limits)))


def consult(
    game: Game[S, V], spec: str, seen: Observation[S, V], timed: bool, wait: int | None = None
) -> Consulted[S, V]:
    """Asks an agent for advice; if it is the game's adviser and has no opinion, the search.

    Args:
        game: the rules.
        spec: the agent.
        seen: what it is asked about.
        timed: whether searches have a clock.
        wait: what it allows, in milliseconds; None for a second.

    Raises:
        AgentMisbehaved: if an agent returns something that is not advice.
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    agent = make_guarded(game, spec)
    first = Consulted(spec, agent, ask(agent, seen, f"agent {spec}"))
    if has_opinion(first.advice, seen) or spec != choose_adviser(game, None, timed, wait):
        return first
    other = choose_agent(game, None, ANY_ADVISER, timed, wait)
    agent = make_guarded(game, other)
    second = Consulted(other, agent, ask(agent, seen, f"agent {other}"))
    return second if has_opinion(second.advice, seen) else first


def has_opinion(advice: Advice[S], seen: Observation[S, V]) -> bool:
    """Tells whether an agent likes some legal moves better than others.

    It does, too, if it has an option only for some of them, unless it scores all of these 0.
    """
    scores = {option.score for option in advice.options}
    some = len(advice.options) < len(seen.moves)
    return len(advice.options) < 2 or len(scores) > 1 or (some and scores != {0.0})


def make_guarded(game: Game[S, V], spec: str) -> Agent[S, V]:
    """Makes an agent, which may come from any package, with a game of its own.

    Raises:
        KibitzError: if there is no such agent, or it cannot be made.
        AgentMisbehaved: if it changes the rules.
    """
    guard = guard_of(game)
    agent = call_agent(make_agent, game.clone(), spec)
    changed = guard.restore()
    if changed:
        raise AgentMisbehaved(f"agent {spec} {describe_changes(changed)}")
    return agent


def ask(agent: Agent[S, V], seen: Observation[S, V], title: str) -> Advice[S]:
    """Asks an agent for advice, which may come from any package; it gets a game of its own.

    Raises:
        AgentMisbehaved: if it returns something else, or changes the rules; `title` names it.
    """
    guard = guard_of(seen.game)
    own = seen.game.clone()
    advice: object = call_agent(
        agent.advise,
        Observation(own, seen.view, seen.seat, seen.moves, seen.rng, seen.deadline, seen.wanted),
    )
    changed = guard.restore()
    if changed:
        raise AgentMisbehaved(f"{title} {describe_changes(changed)}")
    if not isinstance(advice, Advice) or not isinstance(advice.move, Move):
        raise AgentMisbehaved(f"{title} returned {advice!r}: expected Advice with a move")
    return advice


def write_advice(game: Game[S, V], view: V, advice: Advice[S]) -> dict[str, Json]:
    """Writes advice as JSON, with chances of winning and what the game says about it in words."""
    chances = chances_of(advice)
    return {
        **advice.to_json(),
        "options": [
            {
                **option.to_json(),
                "words": words_for(game, view, option.move),
                "chance": chances.get(str(option.move)),
            }
            for option in advice.options
        ],
        "chance": chances.get(str(advice.move)),
        "words": words_for(game, view, advice.move),
        "plan_words": [words_for(game, view, move) for move in advice.plan],
        "explanation": [*game.explain(view, advice)],
        "guesses": [*game.guesses(view)],
    }


def chances_of(advice: Advice[S]) -> dict[str, Json]:
    """Returns the chances of winning that an agent has found, by move.

    A search says them in its trace, as `chance` of the `options`; other agents know none.
    """
    traced = advice.trace.get("options")
    return {
        str(each["move"]): each["chance"]
        for each in (traced if isinstance(traced, list) else ())
        if isinstance(each, dict) and isinstance(each.get("chance"), float) and "move" in each
    }


def words_for(game: Game[S, V], view: V, move: Move[S]) -> str:
    """Says in words what a move does; a later move of a plan may not fit the view."""
    try:
        return game.describe(view, move)
    except Exception:  # noqa: BLE001 - the game describes moves that are legal now
        return str(move)
