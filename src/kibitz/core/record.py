# kibitz: interpreted, because compiled code would refuse wrong arguments before it could be said
# what was expected; the time goes to the rules.
"""Records: a whole match as lines of JSON that replay anywhere.

The first line is the header (game, rules version, seed, options, names, perhaps the packages of the
agents), then one line a move with the fingerprint of the state after it, and last the result and
what players took back. Replaying re-executes the moves and compares the fingerprints, so an edited
record is refused at the first move that differs.
"""

import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Final, NamedTuple, TypeVar

from kibitz.core.document import Document, read_json
from kibitz.core.engine import RuleEngine, ask_rule
from kibitz.core.errors import InvalidMoveError, RecordError, RuleError
from kibitz.core.game import Game, check_game_object, has_options, written_move
from kibitz.core.move import Move
from kibitz.core.options import name_arguments
from kibitz.core.randomness import check_seed
from kibitz.core.state import State
from kibitz.core.value import Json, brief, check_text

S = TypeVar("S", bound=State)
V = TypeVar("V")

FORMAT: Final = "kibitz-record/1"
HEADER: Final = ("format", "game", "version", "seed", "options", "names", "start")
# A field of the header, and one of the result, that are written only where they say something.
PACKAGES: Final = "packages"
TAKEN_BACK: Final = "taken_back"
MOVE: Final = ("seat", "move", "text", "hash")
RESULT: Final = ("result", "winner", "returns", "moves")


class PlayedMove(NamedTuple):
    """One line of a record: who played what, and the fingerprint of the state afterwards."""

    seat: int
    move: Mapping[str, Json]
    text: str
    hash: str


class TakenBack(NamedTuple):
    """Moves that a player took back at one time.

    Attributes:
        after: how many moves of the match were left.
        moves: the moves taken back, in the order in which they were played.
    """

    after: int
    moves: list[str]


class Record(NamedTuple):
    """A match as it is written down; `write_record` and `read_record` make these.

    Attributes:
        game: the id of the game.
        version: the version of its rules.
        seed: the seed of the match.
        options: the options the game was made with.
        names: the players by seat.
        start: the fingerprint of the state after dealing.
        moves: the moves in order.
        result: why the match ended, empty if it had not.
        winner: the winning seat; None for a draw or an unfinished match.
        returns: what each seat got.
        packages: by seat, the package and version of the agent that played; None for a person. The
            list is empty where nobody wrote it down.
        taken_back: what players took back, the earliest first; for readers, as no replay needs it.
    """

    game: str
    version: int
    seed: int | str
    options: Mapping[str, Json]
    names: list[str]
    start: str
    moves: list[PlayedMove]
    result: str
    winner: int | None
    returns: list[float]
    packages: Sequence[str | None] = ()
    taken_back: Sequence[TakenBack] = ()

    def lines(self) -> list[str]:
        """Writes the record as lines of JSON."""
        fields = self._asdict()
        header = {"format": FORMAT, **{name: fields[name] for name in HEADER[1:]}}
        if self.packages:
            header[PACKAGES] = [*self.packages]
        result = {name: fields[name] for name in RESULT[:-1]} | {"moves": len(self.moves)}
        if self.taken_back:
            result[TAKEN_BACK] = [each._asdict() for each in self.taken_back]
        moves = [played._asdict() for played in self.moves]
        return [json.dumps(line) for line in (header, *moves, result)]

    def text(self) -> str:
        """Writes the record as a text of JSON Lines."""
        return "\n".join(self.lines()) + "\n"


def write_record(
    engine: RuleEngine[S, V],
    packages: Sequence[str | None] = (),
    taken_back: Sequence[TakenBack] = (),
) -> Record:
    """Writes down a match as played so far.

    Args:
        engine: the match.
        packages: by seat, the package and version of each agent; None for a person.
        taken_back: what players took back, the earliest first.

    Raises:
        RecordError: if the match did not start from a deal, so that a seed cannot bring it back.
        RuleError: if a move cannot be written, because its `to_json` or its notation fails.
        TypeError: if this is not a match, or a package not a text.
    """
    if not isinstance(engine, RuleEngine):
        raise TypeError(f"expected a match, got {brief(engine)}: RuleEngine(game) starts one")
    known: object = packages
    if not isinstance(known, (list, tuple)) or not all(
        package is None or isinstance(package, str) for package in known
    ):
        raise TypeError(f"invalid packages {brief(packages)}: expected a list of texts")
    if not engine.dealt:
        raise RecordError("this match started from a given state, which a record cannot hold")
    hashes = engine.state_hashes()
    moves = [
        PlayedMove(seat, written_json(move), written_move(move), after)
        for (seat, move), after in zip(engine.history, hashes[1:], strict=True)
    ]
    game = engine.game
    outcome = engine.outcome
    return Record(
        game.id,
        game.version,
        engine.seed,
        deepcopy(game.options),
        [*engine.names],
        hashes[0],
        moves,
        "" if outcome is None else outcome.reason,
        None if outcome is None else outcome.winner,
        [] if outcome is None else [*outcome.returns],
        packages,
        taken_back,
    )


def written_json(move: Move[S]) -> dict[str, Json]:
    """Writes a move as JSON.

    Raises:
        RuleError: if that fails.
    """
    found: dict[str, Json] = ask_rule(f"to_json() of {move.id}", move.to_json)
    return found


def read_record(text: str) -> Record:
    """Reads a record.

    Raises:
        RecordError: if it is cut off or not a record; names the line.
        TypeError: if it is not a text.
    """
    check_text("record", text)
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise RecordError("the record is empty")
    header = read_line(lines, 0)
    if header.has("format") and header.field("format").value != FORMAT:
        raise RecordError(f"not a {FORMAT} record: format {header.field('format').value!r}")
    header.only((*HEADER, PACKAGES))
    options = header.field("options")
    options.names()
    seed = read_seed(header.field("seed"))
    game, version = header.field("game").text(), header.field("version").integer(1)
    names = [name.text() for name in header.field("names").items()]
    start = header.field("start").text()
    packages = read_packages(header, len(names))
    header.field("format")
    header.finish(RecordError, "record line 1")
    last = read_line(lines, len(lines) - 1)
    if len(lines) < 2 or not last.has("result"):
        raise RecordError(f"the record is cut off: line {len(lines)} holds no result")
    moves = [read_move(lines, index) for index in range(1, len(lines) - 1)]
    last.only((*RESULT, TAKEN_BACK))
    if last.field("moves").integer(0) != len(moves):
        last.note(f"{len(moves)} moves are here; moves were lost or added")
    result = last.field("result").text()
    place = last.field("winner")
    winner = None if place.value is None else place.integer(0)
    returns = [read_number(item) for item in last.field("returns").items()]
    taken_back = read_taken_back(last)
    last.finish(RecordError, f"record line {len(lines)}")
    return Record(
        game,
        version,
        seed,
        options.value if isinstance(options.value, dict) else {},
        names,
        start,
        moves,
        result,
        winner,
        returns,
        packages,
        taken_back,
    )


def read_packages(header: Document, seats: int) -> list[str | None]:
    """Reads the packages of the agents by seat; none if the header does not name them."""
    if not header.has(PACKAGES):
        return []
    place = header.field(PACKAGES)
    found = [None if item.value is None else item.text() for item in place.items()]
    if isinstance(place.value, list) and len(found) != seats:
        place.note(f"expected {seats}, one for each name, got {len(found)}")
    return found


def read_taken_back(result: Document) -> list[TakenBack]:
    """Reads what players took back; nothing if the result does not say."""
    found: list[TakenBack] = []
    if result.has(TAKEN_BACK):
        for place in result.field(TAKEN_BACK).items():
            place.only(("after", "moves"))
            moves = [move.text() for move in place.field("moves").items()]
            found.append(TakenBack(place.field("after").integer(0), moves))
    return found


def read_line(lines: list[str], index: int) -> Document:
    """Reads one line as a JSON object."""
    found = Document(read_json(lines[index], RecordError, f"record line {index + 1}"))
    found.names()
    found.finish(RecordError, f"record line {index + 1}")
    return found


def read_move(lines: list[str], index: int) -> PlayedMove:
    """Reads the line of one move."""
    line = read_line(lines, index)
    line.only(MOVE)
    move = line.field("move")
    seat, text, hash_after = (
        line.field("seat").integer(0),
        line.field("text").text(),
        line.field("hash").text(),
    )
    move.names()
    line.finish(RecordError, f"record line {index + 1}")
    held: object = move.value
    assert isinstance(held, dict)
    return PlayedMove(seat, held, text, hash_after)


def read_number(place: Document) -> float:
    """Reads a finite number; a whole one may be too large for that."""
    value = place.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        with suppress(OverflowError):
            if math.isfinite(float(value)):
                return float(value)
    place.wanted("a finite number")
    return 0.0


def read_seed(place: Document) -> int | str:
    """Reads a seed."""
    value = place.value
    try:
        check_seed("seed", value)
    except (TypeError, ValueError):
        place.wanted("a whole number or a text")
        return 0
    assert isinstance(value, (int, str))
    return value


def replay(record: Record, game: Game[S, V], *, checked: bool = False) -> RuleEngine[S, V]:
    """Plays a record again and compares every state with the record.

    Raises:
        RecordError: if it is of another game or rules version, or differs; names the first move.
        RuleError: if a rule failed; what it raised is the cause.
        TypeError: if the record is not a record, or the game not a game.
    """
    if not isinstance(record, Record):
        raise TypeError(f"expected a record, got {brief(record)}: read_record(text) makes one")
    check_game_object(game)
    match_rules(record, game)
    engine = RuleEngine(game, seed=record.seed, names=record.names, checked=checked)
    if engine.state_hash != record.start:
        raise RecordError(
            "the deal differs: the seed was edited, or the rules changed without a new version"
        )
    for index, played in enumerate(record.moves):
        where = f"move {index + 1} ({played.text})"
        try:
            move = game.move_from_json(played.move)
        except InvalidMoveError as error:
            raise RecordError(f"{where} cannot be read: {error}") from None
        if not 0 <= played.seat < game.seats:
            raise RecordError(f"{where} is played by seat {played.seat}, which does not exist")
        result = engine.execute(move, played.seat)
        if result.error is not None:
            if result.error.cause is not None:
                raise RuleError(f"{where}: {result.error.reason}").caused_by(result.error.cause)
            raise RecordError(f"{where} is illegal: {result.error.reason}")
        if engine.state_hash != played.hash:
            raise RecordError(f"{where} leads to another state than the record says")
        text = written_move(move)
        if text != played.text:
            raise RecordError(f"{where} is written differently: the move is {text!r}")
    compare_result(record, engine)
    return engine


def compare_result(record: Record, engine: RuleEngine[S, V]) -> None:
    """Checks the last line of a record against the match."""
    outcome = engine.outcome
    now = ("", None, ()) if outcome is None else (outcome.reason, outcome.winner, outcome.returns)
    if (record.result, record.winner, tuple(record.returns)) != now:
        raise RecordError(
            f"the result differs: the record says {record.result!r} for {record.winner},"
            f" the match {now[0]!r} for {now[1]}"
        )


def match_rules(record: Record, game: Game[S, V]) -> None:
    """Checks that a record was played by these rules."""
    if record.game != game.id:
        raise RecordError(f"this is a record of {record.game!r}, not of {game.id!r}")
    if record.version != game.version:
        raise RecordError(
            f"this record has version {record.version} of the rules of {game.id};"
            f" this is version {game.version}"
        )
    # What a record leaves out is the default. As JSON, because to Python 1, 1.0 and True are equal.
    defaults = name_arguments(type(game), (), {}, defaults=has_options(type(game)))
    played = json.dumps({**defaults, **record.options}, sort_keys=True)
    if json.dumps(game.options, sort_keys=True) != played:
        raise RecordError(
            f"this record was played with options {record.options}, not {game.options}"
        )
    if len(record.names) != game.seats:
        raise RecordError(f"{game.id} has {game.seats} seats, the record {len(record.names)}")
