"""`kibitz advise`: what to play in a position; and the agents that a command asks."""

from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from kibitz.agents.guard import call_agent, describe_changes, guard_of
from kibitz.agents.human import choose
from kibitz.agents.registry import AgentSpec, make_agent, option_names, package_of, read_spec
from kibitz.cli import screen
from kibitz.cli.app import AdviseArgs
from kibitz.cli.options import CheckFailed, UsageError, load_game, read_file, read_seed
from kibitz.core.agent import Advice, Agent, Observation, observation_of
from kibitz.core.document import read_json
from kibitz.core.errors import PositionError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
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


def give_advice(args: AdviseArgs) -> None:
    """Prints an agent's ranked moves in a position, with their reasons, and those for a move."""
    game, timed = load_game(args.game, args.options), args.seed is None
    spec = choose_adviser(game, args.agent, timed)
    make_guarded(game, spec)  # A wrong one is refused before anything is read.
    text, what = read_text(args.position)
    view = game.read_position(read_json(text, PositionError, what))
    # Only a clock makes advice differ from run to run: without a seed, chance is the same too.
    rng = seeded(read_seed(args.seed) or 0)
    seat = game.sample(view, rng.child("seat")).seat
    seen = observation_of(game, view, seat, rng)
    if not seen.moves:
        raise UsageError(f"there is nothing to decide in {what}: the game is over")
    if args.why is not None:
        seen = Observation(game, view, seat, seen.moves, rng, wanted=(choose(seen, args.why),))
    spec, agent, advice = consult(game, spec, seen, timed)
    action = game.action(seen, agent, advice)
    if args.as_json:
        source: dict[str, Json] = {"agent": spec, "package": package_of(game, spec)}
        words: dict[str, Json] = {
            "explanation": [*game.explain(view, advice)],
            "action": None if action is None else action.document,
        }
        screen.print_json({"game": game.id, "seat": seat, **source, **advice.to_json(), **words})
        return
    console = screen.open_screen()
    count = "1 legal move" if len(seen.moves) == 1 else f"{len(seen.moves)} legal moves"
    who = f"seat {seat} to move, " if game.seats > 1 else ""
    screen.show_header(console, game.title or game.id, f"{who}{count}")
    screen.show_table(console, game.render(view))
    console.print()
    screen.show_advice(console, seen, advice, spec, args.top)
    for move in seen.wanted:
        console.print()
        screen.show_answer(console, seen, advice, advice, spec, move)
    if action is not None:
        screen.show_action(console, action)


def read_text(position: str) -> tuple[str, str]:
    """Returns the JSON text of a position, and a name for it in error messages."""
    if position.lstrip().startswith(("{", "[")):
        return position, "the position"
    what = "on standard input" if position == "-" else f"in {position}"
    return read_file(Path(position), "position"), f"the position {what}"


# The agents of a command, and how long they think where a person waits.


class Consulted(NamedTuple, Generic[S, V]):
    """Who was asked in the end, and the advice."""

    spec: str
    agent: Agent[S, V]
    advice: Advice[S]


def choose_opponent(game: Game[S, V], spec: str | None, timed: bool) -> str:
    """Returns who plays against a person: the agent that was named, or the game's opponent."""
    default = game.opponent or next(iter(game.agents()), ANY_OPPONENT)
    return choose_agent(game, spec, default, timed)


def choose_adviser(game: Game[S, V], spec: str | None, timed: bool) -> str:
    """Returns who advises: the agent that was named, or the game's adviser."""
    default = game.adviser or next(iter(game.agents()), ANY_ADVISER)
    return choose_agent(game, spec, default, timed)


def choose_agent(game: Game[S, V], spec: str | None, default: str, timed: bool) -> str:
    """Returns the specification of the agent to use.

    Args:
        game: the rules.
        spec: the agent that was named; None for the default.
        default: the agent to use then. Its budget counts only where there is no clock.
        timed: whether to give an agent that has a clock, but no budget, a second for a decision.
            Else its own default counts, which is the same on every machine.

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
    return str(AgentSpec(wanted.name, (*options, (CLOCK, str(WAIT)))))


def consult(game: Game[S, V], spec: str, seen: Observation[S, V], timed: bool) -> Consulted[S, V]:
    """Asks an agent for advice; if it is the game's adviser and has no opinion, the search.

    Args:
        game: the rules.
        spec: the agent.
        seen: what it is asked about.
        timed: whether searches have a clock.

    Raises:
        CheckFailed: if an agent returns something that is not advice.
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    agent = make_guarded(game, spec)
    first = Consulted(spec, agent, ask(agent, seen, f"agent {spec}"))
    if screen.has_opinion(first.advice, seen) or spec != choose_adviser(game, None, timed):
        return first
    other = choose_agent(game, None, ANY_ADVISER, timed)
    agent = make_guarded(game, other)
    second = Consulted(other, agent, ask(agent, seen, f"agent {other}"))
    return second if screen.has_opinion(second.advice, seen) else first


def make_guarded(game: Game[S, V], spec: str) -> Agent[S, V]:
    """Makes an agent, which may come from any package, with a game of its own.

    Raises:
        KibitzError: if there is no such agent, or it cannot be made.
        CheckFailed: if it changes the rules.
    """
    guard = guard_of(game)
    agent = call_agent(make_agent, game.clone(), spec)
    changed = guard.restore()
    if changed:
        raise CheckFailed(f"agent {spec} {describe_changes(changed)}")
    return agent


def ask(agent: Agent[S, V], seen: Observation[S, V], title: str) -> Advice[S]:
    """Asks an agent for advice, which may come from any package; it gets a game of its own.

    Raises:
        CheckFailed: if it returns something else, or changes the rules; `title` names the agent.
    """
    guard = guard_of(seen.game)
    own = seen.game.clone()
    advice: object = call_agent(
        agent.advise,
        Observation(own, seen.view, seen.seat, seen.moves, seen.rng, seen.deadline, seen.wanted),
    )
    changed = guard.restore()
    if changed:
        raise CheckFailed(f"{title} {describe_changes(changed)}")
    if not isinstance(advice, Advice) or not isinstance(advice.move, Move):
        raise CheckFailed(f"{title} returned {advice!r}: expected Advice with a move")
    return advice
