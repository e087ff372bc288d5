"""The schedule of a tournament: who sits together, in which seats, with which deals.

One rule serves any number of seats. The players who sit together are a table. Every table plays
every deal as often as the game has seats, and moves on by one seat after each game, so that each
player has each seat once in every deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, get_args

Format = Literal["round-robin", "gauntlet"]

FORMATS: Final[tuple[Format, ...]] = get_args(Format)


@dataclass(frozen=True)
class Fixture:
    """One game to be played.

    Attributes:
        number: its place in the schedule, from 0.
        deal: the number of the deal, from 0; all games of a deal have the same seed.
        seed: the seed of the match.
        players: the player in each seat, as an index into `Setup.players`.
    """

    number: int
    deal: int
    seed: str
    players: tuple[int, ...]


class Schedule:
    """All games of a tournament, deal by deal; the games of a table are next to each other.

    Attributes:
        seats: the number of seats of the game.
        deals: the number of deals.
        seed: the seed of the tournament.
        tables: who sits together.
    """

    def __init__(
        self, players: int, seats: int, *, deals: int, seed: int | str, format_: Format
    ) -> None:
        """Makes the schedule for a number of players."""
        self.seats: Final = seats
        self.deals: Final = deals
        self.seed: Final = seed
        self.tables: Final = list_tables(players, seats, format_)

    def __len__(self) -> int:
        return self.deals * len(self.tables) * self.seats

    def __iter__(self) -> Iterator[Fixture]:
        return map(self.fixture, range(len(self)))

    def fixture(self, number: int) -> Fixture:
        """Returns the game with this number."""
        meeting, turn = divmod(number, self.seats)
        deal, place = divmod(meeting, len(self.tables))
        order = order_of(self.tables[place], deal)
        return Fixture(number, deal, deal_seed(self.seed, deal), order[turn:] + order[:turn])


def deal_seed(seed: int | str, deal: int) -> str:
    """Returns the seed of all games of a deal."""
    return f"{seed}/{deal}"


def list_tables(players: int, seats: int, format_: Format) -> list[tuple[int, ...]]:
    """Lists the tables: the players who sit together; the player listed first comes first.

    These are all combinations of as many players as there are seats. With fewer players than seats,
    everybody sits at every table, and copies of them fill the other seats as evenly as possible:
    two players in a game for three are A, A, B and A, B, B. In a gauntlet, there are only the
    tables of the first player, unless the game is for one.
    """
    if players == 0:
        return []
    each, more = divmod(seats, players)
    found: list[tuple[int, ...]] = []
    for extra in combinations(range(players), more):
        copies = [each + (player in extra) for player in range(players)]
        found.append(tuple(player for player in range(players) for _ in range(copies[player])))
    if format_ == "gauntlet" and seats > 1:
        return [table for table in found if 0 in table]
    return found


def order_of(table: tuple[int, ...], deal: int) -> tuple[int, ...]:
    """Returns the order in which a table sits down for a deal.

    It changes from deal to deal through all orders, so that nobody always plays after the same
    opponent.
    """
    first, *rest = table
    order = [first]
    while rest:
        deal, place = divmod(deal, len(rest))
        order.append(rest.pop(place))
    return tuple(order)


def list_pairings(players: int, format_: Format) -> list[tuple[int, int]]:
    """Lists which players are compared with each other; the player listed first comes first."""
    if format_ == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))
