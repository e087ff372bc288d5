"""What a tournament is: the game, the players, how many deals, and who meets whom in which seat.

Everything that decides a result stands here, and is written into every output. How many workers
play, on which machines and in which order, is not here: it changes nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, get_args

from kibitz import games
from kibitz.agents.registry import make_agent, read_spec
from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.value import Json

Format = Literal["round-robin", "gauntlet"]
Records = Literal["none", "lost", "all"]

FORMATS: Final[tuple[Format, ...]] = get_args(Format)
RECORDS: Final[tuple[Records, ...]] = get_args(Records)
SEATS: Final = 2
# Both games of a pair: the same deal, the seats swapped.
GAMES_IN_A_PAIR: Final = 2


class ArenaError(KibitzError):
    """A tournament cannot be set up, played or kept as asked."""


@dataclass(frozen=True)
class Fixture:
    """One game to be played.

    Attributes:
        number: its place in the schedule, from 0.
        deal: which deal it is; all games of a deal share one seed.
        seed: the seed of the match.
        players: who sits where, as indices into `Setup.players`, by seat.
    """

    number: int
    deal: int
    seed: str
    players: tuple[int, int]


@dataclass(frozen=True)
class Setup:
    """Everything that decides the results of a tournament.

    Attributes:
        game: the game's id.
        options: its options, by name.
        players: the agents, as written on the command line; the same one may stand twice.
        deals: how many deals every pair of players plays, each twice with the seats swapped.
        seed: the seed of all deals and of all agents.
        format: `round-robin` lets all meet all, `gauntlet` the first meet each of the others.
        records: which games are kept move by move: none, those the first of a pairing lost, all.
        limit: how many moves a game may last; then it is broken off and counts as a draw.
        rules: the version of the game's rules; None for the one that is installed.
        sprt: the test that may end a head-to-head early, as `read_sprt` reads it; None for none.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    deals: int = 100
    seed: int | str = 0
    format: Format = "round-robin"
    records: Records = "none"
    limit: int = 10_000
    rules: int | None = None
    sprt: str | None = None

    def check(self) -> None:
        """Refuses a tournament that cannot be played.

        Raises:
            KibitzError: if the game, an agent or a number does not do; says what would.
        """
        game = self.load()
        if game.seats != SEATS:
            raise ArenaError(f"the arena is for games of two, and {game.id} has {game.seats} seats")
        if self.rules not in (None, game.version):
            raise ArenaError(
                f"the tournament has version {self.rules} of the rules of {game.id};"
                f" version {game.version} is installed"
            )
        if len(self.players) < 2:
            raise ArenaError(f"a tournament has two players or more, not {len(self.players)}")
        if self.sprt is not None and len(self.players) != 2:
            raise ArenaError(f"sprt compares two players, and {len(self.players)} are given")
        if self.deals < 1:
            raise ArenaError(f"deals is 1 or more, not {self.deals}")
        if self.limit < 1:
            raise ArenaError(f"limit is 1 move or more, not {self.limit}")
        for player in self.players:
            if read_spec(player).name == "human":
                raise ArenaError("nobody sits at the arena's terminals; name agents, not human")
            make_agent(game, player)

    def copies(self) -> list[int]:
        """Counts for each player how many of the same kind are named before it."""
        written = [str(read_spec(player)) for player in self.players]
        return [written[:place].count(spec) for place, spec in enumerate(written)]

    def labels(self) -> list[str]:
        """Names the players for people: as written, and numbered where the same stands twice."""
        return [
            f"{read_spec(player)} #{copy + 1}" if copy else str(read_spec(player))
            for player, copy in zip(self.players, self.copies(), strict=True)
        ]

    def load(self) -> Game[Any, Any]:  # Any: known by name only
        """Makes the game."""
        return games.load(self.game, **self.options)

    def pairings(self) -> list[tuple[int, int]]:
        """Lists who meets whom, the one named first in front."""
        count = len(self.players)
        if self.format == "gauntlet":
            return [(0, other) for other in range(1, count)]
        return [(one, other) for one in range(count) for other in range(one + 1, count)]

    def games_in_a_deal(self) -> int:
        """Returns how many games are played with one deal."""
        return GAMES_IN_A_PAIR * len(self.pairings())

    def size(self) -> int:
        """Returns how many games the whole tournament has."""
        return self.deals * self.games_in_a_deal()

    def seed_of(self, deal: int) -> str:
        """Returns the seed of all games of a deal."""
        return f"{self.seed}/{deal}"

    def schedule(self) -> Iterator[Fixture]:
        """Lists the games, deal by deal; the two games of a pair follow each other."""
        number = 0
        for deal in range(self.deals):
            for one, other in self.pairings():
                for players in ((one, other), (other, one)):
                    yield Fixture(number, deal, self.seed_of(deal), players)
                    number += 1

    def to_json(self) -> dict[str, Json]:
        """Writes the setup as a JSON object."""
        document: dict[str, Json] = {item.name: getattr(self, item.name) for item in fields(self)}
        return {**document, "options": dict(self.options), "players": [*self.players]}


def has_clock(setup: Setup) -> bool:
    """Tells whether an agent stops by the clock (`ms` above 0), so that games need not repeat."""
    return any(
        name == "ms" and value.strip("0")
        for player in setup.players
        for name, value in read_spec(player).options
    )


def read_setup(document: object) -> Setup:
    """Reads what `Setup.to_json` wrote.

    Raises:
        ArenaError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    root.only([item.name for item in fields(Setup)])
    options, seed = root.field("options"), root.field("seed")
    rules, sprt = root.field("rules"), root.field("sprt")
    options.names()
    if not isinstance(seed.value, str):
        seed.integer()
    form, records = root.field("format").choice(FORMATS), root.field("records").choice(RECORDS)
    setup = Setup(
        root.field("game").text(),
        tuple(item.text() for item in root.field("players").items()),
        options.value if isinstance(options.value, dict) else {},
        root.field("deals").integer(1),
        seed.value if isinstance(seed.value, (int, str)) else 0,
        next(known for known in FORMATS if known == form),
        next(known for known in RECORDS if known == records),
        root.field("limit").integer(1),
        None if rules.value is None else rules.integer(1),
        None if sprt.value is None else sprt.text(),
    )
    root.finish(ArenaError, "not the setup of a tournament")
    return setup
