# kibitz: interpreted, because what a program answers is anything, and compiled code would refuse it
# before it could be said what was expected; nothing here is hot.
"""The lines that Kibitz and a bot exchange: JSON objects, one in each line.

What a bot is told is made from an observation and from nothing else, so it cannot hold more than a
seat may know. What it answers is read strictly: an unknown field is refused like a missing one,
because it is a mistake in either case.
"""

import json
import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar

from kibitz.agents.program_process import ProgramFailed
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.document import Document, read_json
from kibitz.core.errors import PositionError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import Json, brief, printable

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The version of the protocol. It is raised by changes that a bot has to know about; fields are
# added without.
PROTOCOL: Final = 1
# The longest texts of an answer, in characters, and how many reasons a move may have.
LONGEST_WORD: Final = 40
LONGEST_TEXT: Final = 1_000
MOST_REASONS: Final = 100
# How many legal moves a message lists.
MOST_LISTED: Final = 10


class Introduction(NamedTuple):
    """What a bot says about itself.

    Attributes:
        name: its name.
        version: its version.
        games: the ids of the games that it plays; None for all.
    """

    name: str
    version: str
    games: tuple[str, ...] | None

    @property
    def package(self) -> str:
        """What stands in records in the place of a package."""
        return f"{BOT} {self.name} {self.version}"


# The first word of the package of a bot.
BOT: Final = "bot"


# What a bot is told.


def write_hello() -> dict[str, Json]:
    """Writes the first line for a program."""
    return {"kind": "hello", "protocol": PROTOCOL}


def write_match(game: Game[S, V], settings: Mapping[str, str]) -> dict[str, Json]:
    """Writes the line that comes before the first question of a match; it has no answer."""
    return {
        "kind": "match",
        "game": game.id,
        "rules": game.version,
        "options": dict(game.options),
        "seats": game.seats,
        "settings": dict(settings),
    }


def write_question(seen: Observation[S, V], seconds: float) -> dict[str, Json]:
    """Writes the question what to play; `seconds` is the time for the answer."""
    game, view = seen.game, seen.view
    position: Json = None
    with suppress(PositionError):  # not every game writes positions
        position = game.position(view)
    return {
        "kind": "advise",
        "seat": seen.seat,
        "time": max(1, int(1000 * seconds)),
        # A stream of its own: what else draws from the observation's generator does not matter.
        "seed": seen.rng.child("bot").below(2**32),
        "moves": [{"text": str(move), "move": move.to_json()} for move in seen.moves],
        "wanted": [str(move) for move in seen.wanted],
        "position": position,
        "drawing": game.render(view),
        "scene": game.scene(view).to_json(),
    }


def as_line(document: Mapping[str, Json]) -> bytes:
    """Writes a document in one line of ASCII, with its end."""
    return json.dumps(document).encode("ascii") + b"\n"


# What a bot answers.


def read_introduction(line: bytes) -> Introduction:
    """Reads the answer to `write_hello`.

    Raises:
        ProgramFailed: if it is none, or the bot refuses.
    """
    root = read_object(line)
    root.only(("protocol", "name", "version", "games"))
    if root.field("protocol").integer() != PROTOCOL:
        root.field("protocol").wanted(str(PROTOCOL))
    name, version = [read_word(root.field(field)) for field in ("name", "version")]
    games = root.optional("games", None)
    known = None if games.value is None else tuple([each.text() for each in games.items()])
    root.finish(ProgramFailed, "wrong answer to hello")
    return Introduction(name, version, known)


def read_advice(line: bytes, seen: Observation[S, V]) -> Advice[S]:
    """Reads the answer to `write_question`.

    Raises:
        ProgramFailed: if it is none, the bot gives up, or a move is not legal.
    """
    root = read_object(line)
    root.only(("move", "options", "unit"))
    moves = Moves(seen.moves)
    options: list[Option[S]] = []
    if root.has("options"):
        options = [read_option(each, moves) for each in root.field("options").items()]
        if len({option.move for option in options}) < len(options):
            root.field("options").note("a move is listed twice")
        elif not options:
            root.field("options").wanted("at least one option")
    unit = read_text(root.optional("unit", ""), LONGEST_WORD)
    chosen = moves.read(root.field("move")) if root.has("move") or not options else None
    if chosen is not None and options and all(each.move != chosen for each in options):
        root.field("move").note(f"{chosen} is not among the options")
    root.finish(ProgramFailed, "wrong answer")
    options.sort(key=lambda option: -option.score)
    if chosen is None:
        chosen = options[0].move
    if not options:
        options = [Option(chosen, 0.0, ())]
    value = next(option.score for option in options if option.move == chosen)
    return Advice(chosen, value, tuple(options), unit=unit)


def read_object(line: bytes) -> Document:
    """Reads the line of a bot, which may say that it gives up.

    Raises:
        ProgramFailed: if it is not a JSON object, or has the field `error`.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise ProgramFailed(
            f"its answer is not UTF-8 (byte {error.start + 1}): {brief(line[:LONGEST_WORD])}"
        ) from None
    if not text.strip():
        raise ProgramFailed("its answer is an empty line: expected a JSON object")
    found = read_json(text, ProgramFailed, f"its answer {brief(text)}")
    if not isinstance(found, dict):
        raise ProgramFailed(f"its answer {brief(text)} is not a JSON object")
    root = Document(found)
    if root.has("error"):
        said = read_text(root.field("error"), LONGEST_TEXT)
        root.finish(ProgramFailed, "wrong answer")
        raise ProgramFailed(f"gives up: {said}")
    return root


class Moves:
    """The legal moves by what a bot may write for them: the text, or the JSON object."""

    def __init__(self, moves: Iterable[Move[Any]]) -> None:  # Any: of any game
        self.by_json: Final[dict[str, Move[Any]]] = {}
        self.by_text: Final[dict[str, list[Move[Any]]]] = {}
        for move in moves:
            self.by_json[canonical(move.to_json())] = move
            self.by_text.setdefault(str(move), []).append(move)

    def read(self, place: Document) -> Move[Any] | None:
        """Reads a move; notes a problem and returns None if it is not a legal one."""
        value = place.value
        found = None
        if isinstance(value, str):
            same_text = self.by_text.get(value, [])
            found = same_text[0] if same_text else None
            if len(same_text) > 1:  # some games write two moves alike
                place.note(f"{len(same_text)} legal moves are written {value!r}: answer with JSON")
        elif isinstance(value, dict):
            found = self.by_json.get(canonical(value))
        if found is None:
            names = list(self.by_text)
            more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
            place.wanted(f"a legal move ({', '.join(names[:MOST_LISTED])}{more})")
        return found


def canonical(document: object) -> str:
    """Writes JSON so that equal documents are equal texts; true and 1 are not equal."""
    try:
        return json.dumps(document, sort_keys=True)
    except RecursionError:
        return ""


def read_option(place: Document, moves: Moves) -> Option[Any]:  # Any: of any game
    """Reads one option; a move that is not legal is noted, and stands as the first legal one."""
    place.only(("move", "score", "reasons"))
    move = moves.read(place.field("move"))
    reasons = place.optional("reasons", []).items()
    if len(reasons) > MOST_REASONS:
        place.note(f"expected at most {MOST_REASONS} reasons, got {len(reasons)}")
    score = read_number(place.field("score"))
    found = tuple([read_reason(each) for each in reasons[:MOST_REASONS]])
    return Option(next(iter(moves.by_json.values())) if move is None else move, score, found)


def read_reason(place: Document) -> Reason:
    """Reads one reason."""
    place.only(("term", "amount", "text"))
    term = read_text(place.field("term"), LONGEST_WORD)
    text = read_text(place.optional("text", ""), LONGEST_TEXT)
    return Reason(term, read_number(place.field("amount")), text)


def read_number(place: Document) -> float:
    """Reads a finite number; 0 if it is something else."""
    value = place.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        with suppress(OverflowError):  # a whole number that no float can hold
            if math.isfinite(float(value)):
                return float(value)
    place.wanted("a finite number")
    return 0.0


def read_text(place: Document, most: int) -> str:
    """Reads a text that may be shown on a terminal; empty if it is something else."""
    text = place.text()
    if len(text) > most:
        place.wanted(f"at most {most:,} characters")
        return ""
    return printable(text)


def read_word(place: Document) -> str:
    """Reads a name or a version, which becomes a part of one line."""
    text = read_text(place, LONGEST_WORD)
    if place.value == "" or text != text.strip() or any(each.isspace() for each in text):
        place.wanted("a text without spaces")
    return text
