"""The result of one game of a tournament."""

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, get_args

from kibitz.arena.setup import ArenaError, Data
from kibitz.core.document import Document
from kibitz.core.value import Json, printable

# The reason for the end of a game that reached the limit of moves.
MOVE_LIMIT: Final = "move limit"

# What the referee may decide: a game is forfeited because of an error or because of a late answer,
# or skipped.
RulingKind = Literal["forfeit", "late", "skip"]

RULINGS: Final[tuple[RulingKind, ...]] = get_args(RulingKind)
# The reasons for the end of such games.
RULING_REASONS: Final[dict[RulingKind, str]] = {
    "forfeit": "forfeited after an error",
    "late": "forfeited on time",
    "skip": "skipped",
}


@dataclass(frozen=True, slots=True)
class Ruling(Data):
    """What the referee decided about a game that was not played to its end by the rules.

    Attributes:
        kind: whether the game was forfeited because of an error (`forfeit`) or because an answer
            came too late (`late`), or left out (`skip`).
        seat: the seat that is to blame; None if no agent is. Only a skipped game has nobody.
        error: what happened.
    """

    kind: RulingKind
    seat: int | None
    error: str


@dataclass(frozen=True, slots=True)
class Course(Data):
    """How a game went, move by move.

    Attributes:
        seats: the seat of each move, in the order of the game.
        moves: the id of each move.
        scores: the score of each seat after the deal and after each move, see `Game.score`; empty
            if the game failed to tell it.
    """

    seats: tuple[int, ...]
    moves: tuple[str, ...]
    scores: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game that is over.

    Attributes:
        number: the game's place in the schedule.
        deal: the number of the deal.
        players: the player in each seat, as an index into `Setup.players`. With fewer players
            than seats, a player has several of them.
        winner: the seat that won; None for a draw, or if a single player lost.
        returns: the return of each seat.
        reason: how the game ended.
        plies: how many moves were played.
        hash: the fingerprint of the last state.
        choices: for each seat the number of legal moves in each of its decisions.
        micros: for each seat the microseconds of each of its decisions; only these differ between
            two runs of the same game.
        record: the record of the game, if it is kept.
        ruling: what the referee decided; None for a game that was played by the rules.
        course: how the game went, if that is kept; it follows from the rest.
    """

    number: int
    deal: int
    players: tuple[int, ...]
    winner: int | None
    returns: tuple[float, ...]
    reason: str
    plies: int
    hash: str
    choices: tuple[tuple[int, ...], ...]
    micros: tuple[tuple[int, ...], ...]
    record: str | None = None
    ruling: Ruling | None = None
    course: Course | None = None

    def __reduce__(self) -> tuple[object, ...]:
        # Twice as fast as what a dataclass with slots does, and all results pass between processes.
        return (GameResult, tuple(getattr(self, name) for name in self.__match_args__))

    @property
    def skipped(self) -> bool:
        """Whether the game does not count: it has no winner, and its returns are all 0."""
        return self.ruling is not None and self.ruling.kind == "skip"

    def ranks(self) -> tuple[int, ...]:
        """Returns the rank of each seat by its return, from 1; equal returns share a rank.

        All seats share the first rank in a draw of two seats, and in a game that was stopped: its
        returns say nothing about the end.
        """
        if self.winner is None and (len(self.returns) == 2 or self.reason == MOVE_LIMIT):
            return (1,) * len(self.returns)
        values = [(seat == self.winner, value) for seat, value in enumerate(self.returns)]
        return tuple(1 + sum(other > value for other in values) for value in values)

    def scores(self) -> tuple[float, ...]:
        """Returns the score of each seat: its share of the first place.

        The winner scores 1. If several seats are first, they share the point, so that a draw of two
        is half a point for each. A single player scores 1 for a win and 0 for a loss.
        """
        if len(self.returns) == 1:
            return (0.0 if self.winner is None else 1.0,)
        ranks = self.ranks()
        return tuple(1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks)

    def seats_of(self, player: int) -> list[int]:
        """Returns the seats of a player; none if it did not play."""
        return [seat for seat, each in enumerate(self.players) if each == player]

    def to_json(self) -> dict[str, Json]:
        """Returns the result as a JSON object."""
        return {
            "number": self.number,
            "deal": self.deal,
            "players": [*self.players],
            "winner": self.winner,
            "returns": [*self.returns],
            "reason": self.reason,
            "plies": self.plies,
            "hash": self.hash,
            "choices": [[*each] for each in self.choices],
            "micros": [[*each] for each in self.micros],
            "record": self.record,
            **({} if self.ruling is None else {"ruling": self.ruling.to_json()}),
            **({} if self.course is None else {"course": self.course.to_json()}),
        }


def read_result(document: object) -> GameResult:
    """Reads the output of `GameResult.to_json`.

    Raises:
        ArenaError: if anything is missing, unknown or invalid; lists all problems.
    """
    root = Document(document)
    root.only(GameResult.__match_args__)
    winner, record = root.field("winner"), root.field("record")
    players = tuple([item.integer(0) for item in root.field("players").items()])
    if not players:
        root.field("players").note("expected at least one seat")
    result = GameResult(
        root.field("number").integer(0),
        root.field("deal").integer(0),
        players,
        None if winner.value is None else winner.integer(0, max(0, len(players) - 1)),
        tuple([number_of(item) for item in by_seat(root.field("returns"), len(players))]),
        printable(root.field("reason").text()),
        root.field("plies").integer(0),
        root.field("hash").text(),
        tuple([whole_numbers(item) for item in by_seat(root.field("choices"), len(players))]),
        tuple([whole_numbers(item) for item in by_seat(root.field("micros"), len(players))]),
        None if record.value is None else record.text(),
        read_ruling(root.field("ruling"), len(players)) if root.has("ruling") else None,
        read_course(root.field("course"), len(players)) if root.has("course") else None,
    )
    root.finish(ArenaError, "not the result of a game")
    return result


def read_ruling(place: Document, seats: int) -> Ruling:
    """Reads the output of `Ruling.to_json`."""
    place.only(Ruling.__match_args__)
    kind, seat = place.field("kind").choice(RULINGS), place.field("seat")
    found = next(known for known in RULINGS if known == kind)
    # Somebody has forfeited a game; nobody need be to blame for one that was skipped.
    nobody = seat.value is None and found == "skip"
    return Ruling(
        found,
        None if nobody else seat.integer(0, max(0, seats - 1)),
        printable(place.field("error").text()),
    )


def read_course(place: Document, seats: int) -> Course:
    """Reads the output of `Course.to_json`."""
    place.only(Course.__match_args__)
    moves, scores = place.field("moves"), place.field("scores")
    movers = tuple([item.integer(0, max(0, seats - 1)) for item in place.field("seats").items()])
    found = Course(
        movers,
        tuple([printable(item.text()) for item in moves.items()]),
        tuple([tuple(map(number_of, by_seat(item, seats))) for item in scores.items()]),
    )
    if len(found.moves) != len(movers):
        moves.note(f"expected {len(movers)}, one for each seat that moved, got {len(found.moves)}")
    if len(found.scores) not in (0, len(movers) + 1):
        scores.note(f"expected {len(movers) + 1}, one more than moves, got {len(found.scores)}")
    return found


def by_seat(place: Document, seats: int) -> list[Document]:
    """Reads a list with one item for each seat."""
    items = place.items()
    if isinstance(place.value, list) and len(items) != seats:
        place.note(f"expected {seats}, one for each seat, got {len(items)}")
    return items


def number_of(place: Document) -> float:
    """Reads a finite number."""
    value = place.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        with suppress(OverflowError):  # a whole number of hundreds of digits
            found = float(value)
            if math.isfinite(found):
                return found
    place.wanted("a number")
    return 0.0


def whole_numbers(place: Document) -> tuple[int, ...]:
    """Reads a list of whole numbers from 0."""
    return tuple([item.integer(0) for item in place.items()])


def fingerprint(results: Iterable[GameResult]) -> str:
    """Returns a short hash of everything that must be equal in two runs of a tournament."""
    digest = blake2b(digest_size=8)
    for result in sorted(results, key=lambda each: each.number):
        # Everything but the times, and the record and the course, which follow from the rest.
        game = (result.number, result.players, result.winner, result.plies, result.hash)
        digest.update(repr((*game, result.reason, result.returns, result.choices)).encode())
        if result.ruling is not None:
            digest.update(repr((result.ruling.kind, result.ruling.seat)).encode())
    return digest.hexdigest()
