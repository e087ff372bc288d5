"""A matrix: the values of an option against each other, such as deck against deck.

One agent plays all seats. For every two values there are two tournaments, in which the values have
changed seats; what a value scores is the mean of both, so that no seat favours it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import permutations
from typing import Final

from kibitz import games
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import Share, Summary
from kibitz.core.document import Document
from kibitz.core.options import offer
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json

DEALS: Final = 50
# More values are thousands of tournaments.
MAX_VALUES: Final = 30


@dataclass(frozen=True)
class Matrix:
    """Everything that determines a matrix.

    Attributes:
        game: the game's id, which is for two players.
        options: its options, by name; that of the matrix counts for nothing.
        agent: the agent that plays both seats.
        option: the option with a value for each seat.
        values: the values that play each other.
        deals: how many deals each tournament has; every deal is played twice.
        seed: the seed; each tournament has deals of its own. A random one by default.
    """

    game: str
    options: Mapping[str, Json]
    agent: str
    option: str
    values: tuple[str, ...]
    deals: int = DEALS
    seed: int | str = field(default_factory=random_seed)

    def check(self) -> None:
        """Refuses a matrix that cannot be played.

        Raises:
            KibitzError: if the game, the agent, the option or a value is invalid.
        """
        self.separator()
        if not 2 <= len(self.values) <= MAX_VALUES:
            raise ArenaError(
                f"a matrix needs 2 to {MAX_VALUES} values of {self.option}, not {len(self.values)}"
            )
        if len(set(self.values)) < len(self.values):
            raise ArenaError(f"a value of {self.option} is given twice")
        for setup in self.matches().values():
            setup.check()

    def separator(self) -> str:
        """Returns what stands between the values of the option.

        Raises:
            KibitzError: if the game has no such option, or is not for two players.
        """
        game = games.load_with(self.game, self.options)
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

    def matches(self) -> dict[str, Setup]:
        """Returns the tournaments by name, in the order in which they are played."""
        between = self.separator()
        found: dict[str, Setup] = {}
        for one, other in permutations(range(len(self.values)), 2):
            both = between.join((self.values[one], self.values[other]))
            options = {**self.options, self.option: both}
            name = match_name(one, other)
            seed = f"{self.seed}/{name}"
            found[name] = Setup(self.game, (self.agent, self.agent), options, self.deals, seed)
        return found

    def to_json(self) -> dict[str, Json]:
        """Returns the matrix as a JSON object."""
        document: dict[str, Json] = {item.name: getattr(self, item.name) for item in fields(self)}
        return {**document, "options": dict(self.options), "values": [*self.values]}


def match_name(one: int, other: int) -> str:
    """Names the tournament in which a value has the first seat against another."""
    return f"{one + 1}-{other + 1}"


def read_values(text: str, separator: str) -> tuple[str, ...]:
    """Reads values with the separator of their option between them."""
    parts = [" ".join(part.split()) for part in text.split(separator.strip() or separator)]
    return tuple(part for part in parts if part)


def scores_of(matrix: Matrix, played: Mapping[str, Summary]) -> dict[tuple[int, int], Share]:
    """Returns what each value scores against each other one, where both tournaments are played.

    The errors of the two are independent, so that of their mean is half the root of the sum of
    their squares.
    """
    found: dict[tuple[int, int], Share] = {}
    for one, other in permutations(range(len(matrix.values)), 2):
        first, second = played.get(match_name(one, other)), played.get(match_name(other, one))
        if first is not None and second is not None:
            found[one, other] = mean_of(first.seats[0], second.seats[1])
    return found


def mean_of(first: Share, second: Share) -> Share:
    """Returns the mean of two scores of one value, in either seat."""
    score = (first.score + second.score) / 2
    below = math.hypot(first.score - first.low, second.score - second.low) / 2
    above = math.hypot(first.high - first.score, second.high - second.score) / 2
    return Share(
        first.games + second.games, score, max(0.0, score - below), min(1.0, score + above)
    )


def totals_of(matrix: Matrix, scores: Mapping[tuple[int, int], Share]) -> list[Share | None]:
    """Returns what each value scores against all others together; None before it has played."""
    found: list[Share | None] = []
    for one in range(len(matrix.values)):
        shares = [share for (row, _), share in scores.items() if row == one]
        count = len(shares)
        if not shares:
            found.append(None)
            continue
        score = sum(share.score for share in shares) / count
        below = math.hypot(*(share.score - share.low for share in shares)) / count
        above = math.hypot(*(share.high - share.score for share in shares)) / count
        played = sum(share.games for share in shares)
        found.append(Share(played, score, max(0.0, score - below), min(1.0, score + above)))
    return found


def order_of(totals: "list[Share | None]") -> list[int]:
    """Returns the values from the best to the worst."""
    return sorted(range(len(totals)), key=lambda at: -score_or_none(totals[at]))


def score_or_none(share: Share | None) -> float:
    """Returns a score, and less than any for a value that has not played."""
    return -1.0 if share is None else share.score


def read_matrix(document: object) -> Matrix:
    """Reads the output of `Matrix.to_json`.

    Raises:
        ArenaError: if anything is missing or invalid.
    """
    root = Document(document)
    options, seed = root.field("options"), root.field("seed")
    options.names()
    if not isinstance(seed.value, str):
        seed.integer()
    matrix = Matrix(
        root.field("game").text(),
        options.value if isinstance(options.value, dict) else {},
        root.field("agent").text(),
        root.field("option").text(),
        tuple(item.text() for item in root.field("values").items()),
        root.field("deals").integer(1),
        seed.value if isinstance(seed.value, (int, str)) else 0,
    )
    root.finish(ArenaError, "not a matrix")
    return matrix
