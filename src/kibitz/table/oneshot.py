"""Advice for a position that somebody sends, without a match.

A position is read in a worker, because that may take as long as a search: the legal moves are those
of a sampled world. It may be written as the game writes its own positions, or as a program does
that the game is really played in (`kibitz.communicationmod.bridge`). The answer has the action to
send back to such a program.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from kibitz.agents.asking import WAIT, choose_adviser, write_advice
from kibitz.agents.human import choose
from kibitz.agents.registry import package_of
from kibitz.communicationmod.bridge import BRIDGES
from kibitz.core.agent import Observation, observation_of
from kibitz.core.document import read_json
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
    PositionError,
    RuleError,
    UnknownGame,
)
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.core.value import Json
from kibitz.table.naming import check_agent, check_files
from kibitz.table.refusal import Refusal
from kibitz.table.workers import (
    Limit,
    Parts,
    Workers,
    ask_again,
    ask_agent,
    copied,
    legal_move,
    make_game,
)

WHAT: Final = "the position"


class PositionQuestion(NamedTuple):
    """A question about a position.

    Attributes:
        game: the id of the game.
        position: the position, as JSON or as its text.
        options: the options of the game.
        agent: the agent; empty for the adviser of the game.
        ms: how many milliseconds it may think; None for a second, or for no clock with a seed.
        seed: makes the answer of an agent without a clock the same every time; so does None.
        wanted: moves that must be among the options of the advice, as a player types them.
    """

    game: str
    position: Json
    options: Mapping[str, Json] = {}
    agent: str = ""
    ms: int | None = None
    seed: int | str | None = None
    wanted: Sequence[str] = ()


async def advise(workers: Workers, question: PositionQuestion, limit: Limit) -> dict[str, Json]:
    """Asks an agent about a position.

    Args:
        workers: where agents think.
        question: the question.
        limit: how long it may take.

    Returns:
        `game`, `seat`, `agent`, `package`, `advice` as in `workers.Answer`, `seconds`, and the
        `action` to send to a program outside, with a `note` for people; null where the game has no
        such format.

    Raises:
        Refusal: if the game, an option, the position, the agent or a wanted move is refused.
        AgentFailed: if there is no answer.
    """
    found = await workers.run(answer, question, limit=limit)
    assert isinstance(found, dict)
    return found


# What runs in a worker process.


def answer(seconds: float, question: PositionQuestion) -> Json:
    """Asks an agent about a position."""
    game = find_game(question)
    check_agent(game, question.agent, choose_adviser, timed=True)
    document = read_document(question.position)
    seen = observe(game, document, question)
    parts = Parts(seen.view, seen.seat, seen.moves, seen.rng, seen.wanted)
    ms = question.ms
    if ms is None and question.seed is None:
        ms = WAIT
    # Agents may change what they see, and this is read again.
    own, second = copied(parts), copied(parts)
    asked = ask_agent(game, question.agent, own, ms, seconds, hint=True)
    spec, _, advice = asked.consulted
    move = legal_move(seen, advice, spec)
    written = write_advice(game, seen.view, advice)
    bridge = BRIDGES.get(game.id)
    if bridge is None:
        again = second.observe(game.clone(), None)
        action = ask_again(game, asked, game.action, again, asked.consulted.agent, advice)
    else:
        action = bridge.write(document, seen.view, move)
    return {
        "game": game.id,
        "seat": seen.seat,
        "agent": spec,
        "package": package_of(game, spec),
        "advice": written,
        "seconds": asked.seconds,
        "action": None if action is None else action.document,
        "note": "" if action is None else action.note,
    }


def find_game(question: PositionQuestion) -> Game[Any, Any]:
    """Makes the game of a question."""
    check_files(question.options)
    try:
        return make_game(question.game, question.options)
    except UnknownGame as error:
        raise Refusal("GAME_NOT_FOUND", str(error)) from error
    except KibitzError as error:
        raise Refusal("INVALID_OPTION", str(error)) from error


def read_document(position: Json) -> object:
    """Returns the document of a position, which may have been sent as text."""
    if not isinstance(position, str):
        return position
    try:
        return read_json(position, PositionError, WHAT)
    except PositionError as error:
        raise Refusal("INVALID_POSITION", str(error)) from error


def observe(
    game: Game[Any, Any], document: object, question: PositionQuestion
) -> Observation[Any, Any]:
    """Reads a position, and the moves that are asked about."""
    rng = seeded(0 if question.seed is None else question.seed)
    bridge = BRIDGES.get(game.id)
    try:
        view = game.read_position(document) if bridge is None else bridge.read(game, document)
        seat = game.sample(view, rng.child("seat")).seat
        seen = observation_of(game, view, seat, rng)
    except (PositionError, RuleError) as error:
        raise Refusal("INVALID_POSITION", str(error)) from error
    if not seen.moves:
        raise Refusal("INVALID_POSITION", f"there is nothing to decide in {WHAT}: the game is over")
    wanted = tuple(read_wanted(seen, text) for text in question.wanted)
    return Observation(game, view, seat, seen.moves, rng, wanted=wanted)


def read_wanted(seen: Observation[Any, Any], text: str) -> Move[Any]:
    """Reads a move that is asked about."""
    try:
        return choose(seen, text)
    except AmbiguousMoveError as error:
        raise Refusal("AMBIGUOUS_MOVE", str(error)) from error
    except InvalidMoveError as error:
        raise Refusal("INVALID_MOVE", str(error)) from error
    except IllegalMoveError as error:
        raise Refusal("ILLEGAL_MOVE", str(error)) from error
