"""The result of one game of a tournament."""

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from kibitz.arena.setup import GAMES_IN_A_PAIR, ArenaError
from kibitz.core.document import Document
from kibitz.core.value import Json

T = TypeVar("T")


@dataclass(frozen=True)
class GameResult:
    """One game that is over.

    Attributes:
        number: the game's place in the schedule.
        deal: the number of the deal.
        players: the player in each seat, as an index into `Setup.players`.
        winner: the seat that won; None for a draw.
        returns: the return of each seat.
        reason: how the game ended.
        plies: how many moves were played.
        hash: the fingerprint of the last state.
        choices: for each seat the number of legal moves in each of its decisions.
        micros: for each seat the microseconds of each of its decisions; only these differ between
            two runs of the same game.
        record: the record of the game, if it is kept.
    """

    number: int
    deal: int
    players: tuple[int, int]
    winner: int | None
    returns: tuple[float, float]
    reason: str
    plies: int
    hash: str
    choices: tuple[tuple[int, ...], tuple[int, ...]]
    micros: tuple[tuple[int, ...], tuple[int, ...]]
    record: str | None = None

    def score_of(self, player: int) -> float:
        """Returns the score of one of the two players: 1, 0.5 or 0."""
        if player not in self.players:
            raise ValueError(f"player {player} did not play game {self.number}")
        if self.winner is None:
            return 0.5
        return 1.0 if self.players[self.winner] == player else 0.0

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
        }


def read_result(document: object) -> GameResult:
    """Reads the output of `GameResult.to_json`.

    Raises:
        ArenaError: if anything is missing, unknown or invalid; lists all problems.
    """
    root = Document(document)
    root.only(GameResult.__match_args__)
    winner, record = root.field("winner"), root.field("record")
    result = GameResult(
        root.field("number").integer(0),
        root.field("deal").integer(0),
        pair([item.integer(0) for item in root.field("players").pair()], 0),
        None if winner.value is None else winner.integer(0, 1),
        pair([number_of(item) for item in root.field("returns").pair()], 0.0),
        root.field("reason").text(),
        root.field("plies").integer(0),
        root.field("hash").text(),
        pair([whole_numbers(item) for item in root.field("choices").pair()], ()),
        pair([whole_numbers(item) for item in root.field("micros").pair()], ()),
        None if record.value is None else record.text(),
    )
    root.finish(ArenaError, "not the result of a game")
    return result


def pair(items: list[T], default: T) -> tuple[T, T]:
    """Turns a list that should have two items into a pair; missing items are the default."""
    first, second, *_ = [*items, default, default]
    return first, second


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


def pair_points(players: tuple[int, int], results: Iterable[GameResult]) -> dict[int, float]:
    """Returns the points of the first of two players in each deal, from 0 to 2.

    The deals are in order, whatever the order of the results. Deals of which only one game was
    played are left out, and so are the games of other players.
    """
    deals: dict[int, list[float]] = {}
    for result in results:
        if result.players in (players, players[::-1]):
            deals.setdefault(result.deal, []).append(result.score_of(players[0]))
    return {
        deal: sum(scores)
        for deal, scores in sorted(deals.items())
        if len(scores) == GAMES_IN_A_PAIR
    }


def fingerprint(results: Iterable[GameResult]) -> str:
    """Returns a short hash of everything that must be equal in two runs of a tournament."""
    digest = blake2b(digest_size=8)
    for result in sorted(results, key=lambda each: each.number):
        # Everything but the times, and the record, which follows from the rest.
        game = (result.number, result.players, result.winner, result.plies, result.hash)
        digest.update(repr((*game, result.reason, result.returns, result.choices)).encode())
    return digest.hexdigest()
