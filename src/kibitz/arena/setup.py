"""The setup of a tournament: the game, the players, the number of deals, and the schedule.

Everything that determines the results is in the setup, and the setup is part of every output. How
many workers play, on which machines and in which order, is not: it does not change the results.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, get_args

from kibitz import games
from kibitz.agents.registry import make_agent, package_of, read_spec
from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.packages import UNKNOWN
from kibitz.core.value import Json

Format = Literal["round-robin", "gauntlet"]
Records = Literal["none", "lost", "all"]

FORMATS: Final[tuple[Format, ...]] = get_args(Format)
RECORDS: Final[tuple[Records, ...]] = get_args(Records)
SEATS: Final = 2
# A pair is two games with the same deal and the seats swapped.
GAMES_IN_A_PAIR: Final = 2


class ArenaError(KibitzError):
    """A tournament cannot be set up, played or saved."""


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
    players: tuple[int, int]


@dataclass(frozen=True)
class Setup:
    """Everything that determines the results of a tournament.

    Attributes:
        game: the game's id.
        options: its options, by name.
        players: the agents, as on the command line; an agent may be listed more than once.
        deals: how many deals every pairing plays, each twice with the seats swapped.
        seed: the seed of the tournament; the seeds of its deals follow from it.
        format: in a `round-robin` everybody plays everybody, in a `gauntlet` the first player
            plays each of the others.
        records: which games are recorded move by move: none, those that the first player of a
            pairing lost, or all.
        limit: the number of moves after which a game is stopped and counts as a draw.
        rules: the version of the game's rules; None for the installed one.
        sprt: the sequential test that may end a match of two players early, in the notation of
            `read_sprt`; None for no test.
        packages: the package and version of each player's agent, such as `kibitz 0.1.0`; None for
            the installed ones.
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
    packages: tuple[str, ...] | None = None

    def check(self) -> None:
        """Refuses a tournament that cannot be played.

        Raises:
            KibitzError: if the game, an agent or a number is invalid; says what is expected.
        """
        game = self.load()
        if game.seats != SEATS:
            raise ArenaError(
                f"the arena needs a game for two players, and {game.id} is for {game.seats}"
            )
        if self.rules not in (None, game.version):
            raise ArenaError(
                f"the tournament was set up for version {self.rules} of the rules of {game.id};"
                f" version {game.version} is installed"
            )
        if len(self.players) < 2:
            raise ArenaError(f"a tournament needs at least two players, not {len(self.players)}")
        if self.sprt is not None and len(self.players) != 2:
            raise ArenaError(f"a sequential test compares two players, not {len(self.players)}")
        if self.deals < 1:
            raise ArenaError(f"invalid deals={self.deals}: expected 1 or more")
        if self.limit < 1:
            raise ArenaError(f"invalid limit={self.limit}: expected 1 or more moves")
        for player in self.players:
            if read_spec(player).name == "human":
                raise ArenaError("human cannot play in the arena; choose other agents")
            make_agent(game, player)
        self.check_packages(game)

    def check_packages(self, game: Game[Any, Any]) -> None:  # Any: known by name only
        """Refuses agents of other versions than the tournament was set up with.

        Raises:
            ArenaError: if another version is installed here; names the agent.
        """
        expected = self.packages
        if expected is None:
            return
        if len(expected) != len(self.players):
            raise ArenaError(f"there are {len(expected)} packages for {len(self.players)} players")
        for player, before in zip(self.players, expected, strict=True):
            now = package_of(game, player)
            if now != before:
                raise ArenaError(
                    f"the tournament was set up for {player} of {before}, and here it is of {now},"
                    " which may play differently; install the same version, or start again"
                )

    def installed(self) -> "Setup":
        """Returns the setup with the installed versions of the rules and agents filled in.

        Raises:
            KibitzError: if there is no such game.
        """
        rules = self.load().version if self.rules is None else self.rules
        return replace(self, rules=rules, packages=self.agent_packages())

    def agent_packages(self) -> tuple[str, ...]:
        """Returns the package and version of each player's agent; `unknown` if there is none.

        Raises:
            KibitzError: if there is no such game.
        """
        if self.packages is not None:
            return self.packages
        game = self.load()
        found: list[str] = []
        for player in self.players:
            try:
                found.append(package_of(game, player))
            except KibitzError:  # results can be summarised where an agent is not installed
                found.append(UNKNOWN)
        return tuple(found)

    def instances(self) -> list[int]:
        """Numbers the players that have the same agent; the first of them is 0."""
        specs = [str(read_spec(player)) for player in self.players]
        return [specs[:place].count(spec) for place, spec in enumerate(specs)]

    def labels(self) -> list[str]:
        """Returns the names of the players: their agents, numbered if there is more than one."""
        return [
            f"{read_spec(player)} #{instance + 1}" if instance else str(read_spec(player))
            for player, instance in zip(self.players, self.instances(), strict=True)
        ]

    def load(self) -> Game[Any, Any]:  # Any: known by name only
        """Loads the game."""
        return games.load(self.game, **self.options)

    def pairings(self) -> list[tuple[int, int]]:
        """Lists who plays whom; the player listed first comes first."""
        count = len(self.players)
        if self.format == "gauntlet":
            return [(0, other) for other in range(1, count)]
        return [(one, other) for one in range(count) for other in range(one + 1, count)]

    def games_in_a_deal(self) -> int:
        """Returns the number of games played with one deal."""
        return GAMES_IN_A_PAIR * len(self.pairings())

    def size(self) -> int:
        """Returns the number of games in the tournament."""
        return self.deals * self.games_in_a_deal()

    def seed_of(self, deal: int) -> str:
        """Returns the seed of all games of a deal."""
        return f"{self.seed}/{deal}"

    def schedule(self) -> Iterator[Fixture]:
        """Yields the games, deal by deal; the two games of a pair are next to each other."""
        number = 0
        for deal in range(self.deals):
            for one, other in self.pairings():
                for players in ((one, other), (other, one)):
                    yield Fixture(number, deal, self.seed_of(deal), players)
                    number += 1

    def to_json(self) -> dict[str, Json]:
        """Returns the setup as a JSON object."""
        document: dict[str, Json] = {item.name: getattr(self, item.name) for item in fields(self)}
        packages: Json = None if self.packages is None else [*self.packages]
        fixed: dict[str, Json] = {"players": [*self.players], "packages": packages}
        return {**document, "options": dict(self.options), **fixed}


def has_time_limit(setup: Setup) -> bool:
    """Tells whether an agent has a time limit (`ms`), so that two runs can have other results."""
    return any(
        name == "ms" and value.strip("0")
        for player in setup.players
        for name, value in read_spec(player).options
    )


def read_setup(document: object) -> Setup:
    """Reads the output of `Setup.to_json`.

    Raises:
        ArenaError: if anything is missing, unknown or invalid; lists all problems.
    """
    root = Document(document)
    root.only([item.name for item in fields(Setup)])
    options, seed = root.field("options"), root.field("seed")
    rules, sprt = root.field("rules"), root.field("sprt")
    options.names()
    if not isinstance(seed.value, str):
        seed.integer()
    format_, records = root.field("format").choice(FORMATS), root.field("records").choice(RECORDS)
    setup = Setup(
        root.field("game").text(),
        tuple(item.text() for item in root.field("players").items()),
        options.value if isinstance(options.value, dict) else {},
        root.field("deals").integer(1),
        seed.value if isinstance(seed.value, (int, str)) else 0,
        next(known for known in FORMATS if known == format_),
        next(known for known in RECORDS if known == records),
        root.field("limit").integer(1),
        None if rules.value is None else rules.integer(1),
        None if sprt.value is None else sprt.text(),
        read_packages(root),
    )
    root.finish(ArenaError, "not the setup of a tournament")
    return setup


def read_packages(root: Document) -> tuple[str, ...] | None:
    """Reads the packages of the agents; older journals do not have them."""
    if not root.has("packages") or root.field("packages").value is None:
        return None
    return tuple(item.text() for item in root.field("packages").items())
