"""The setup of a tournament: the game, the players, and the number of deals.

Everything that determines the results is in the setup, and the setup is part of every output. How
many workers play, on which machines and in which order, is not: it does not change the results.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Literal, TypeVar, get_args

from kibitz import games
from kibitz.agents.limits import DAY, write_number
from kibitz.agents.outside import OWN_PACKAGE
from kibitz.agents.programs import missing_bot
from kibitz.agents.registry import AgentSpec, make_agent, package_of, read_spec, spec_of
from kibitz.arena.schedule import FORMATS, Format, Schedule, list_pairings
from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.packages import UNKNOWN
from kibitz.core.randomness import random_seed
from kibitz.core.ranges import Range
from kibitz.core.value import Json, printable

T = TypeVar("T")

Records = Literal["none", "lost", "all"]

RECORDS: Final[tuple[Records, ...]] = get_args(Records)

OnError = Literal["stop", "forfeit", "skip"]

ON_ERROR: Final[tuple[OnError, ...]] = get_args(OnError)

# More players than this are two million games for a hundred deals; the ratings of thousands do not
# fit into memory.
MAX_PLAYERS: Final = 200
MAX_DEALS: Final = 10**9
MAX_MOVES: Final = 10**9
# Longer seeds are of no use, and very long ones cannot be written.
MAX_SEED_LENGTH: Final = 4000
# The version of how all random numbers of a tournament follow from its seed. In the first one, what
# agents drew followed from the number of the deal.
CHANCE: Final = 2
# Seconds without a move after which a worker is replaced, and the seconds added to a time limit.
PATIENCE: Final = 600
PATIENCE_AFTER_LIMIT: Final = 10


class ArenaError(KibitzError):
    """A tournament cannot be set up, played or saved."""


def import_optional(name: str, needed: str) -> ModuleType:
    """Imports a dependency that may be missing; `needed` is the message that says how to get it."""
    try:
        return import_module(name)
    except ImportError:
        raise ArenaError(needed) from None


class Data:
    """A dataclass that can be written as a JSON object."""

    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        """Returns the fields as a JSON object, with all data in it."""
        names = [item.name for item in fields(self)]  # type: ignore[arg-type]  # in subclasses
        return {name: as_json(getattr(self, name)) for name in names}


def as_json(value: object) -> Json:
    """Turns a field of `Data` into JSON; agents and ranges are written as they are typed."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Data):
        return value.to_json()
    if isinstance(value, (tuple, list)):
        return [as_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): as_json(item) for name, item in value.items()}
    if isinstance(value, (AgentSpec, Range)):
        return str(value)
    raise TypeError(f"cannot turn {value!r} into JSON")


class Players:
    """The field `Setup.players`: it takes agents as text or read, and holds them read."""

    def __get__(self, setup: "Setup | None", owner: type | None = None) -> tuple[AgentSpec, ...]:
        if setup is None:
            raise AttributeError("players have no default")
        found: tuple[AgentSpec, ...] = vars(setup)["players"]
        return found

    def __set__(self, setup: "Setup", players: Iterable[str | AgentSpec]) -> None:
        vars(setup)["players"] = tuple(map(spec_of, players))


@dataclass(frozen=True)
class Setup(Data):
    """Everything that determines the results of a tournament.

    Attributes:
        game: the game's id.
        options: its options, by name.
        players: the agents, read; given as on the command line, or read before. An agent may be
            listed more than once.
        deals: how many deals there are; all players play all of them, from every seat.
        seed: the seed of the tournament; the seeds of its deals follow from it. By default a random
            one, because agents can find a small one by trying, and with it every card.
        format: in a `round-robin` everybody plays everybody, in a `gauntlet` the first player
            plays each of the others.
        records: which games are recorded move by move: none, those that were lost by the first of
            their players, or all.
        limit: the number of moves after which a game is stopped. It counts as a draw; a single
            player has lost it.
        rules: the version of the game's rules; None for the installed one.
        sprt: the sequential test that may end a match of two players early, in the notation of
            `read_sprt`; None for no test. Its differences are Elo points, or are in the unit of the
            game's returns.
        packages: the package and version of each player's agent, such as `kibitz 0.1.0`; None for
            the installed ones.
        move_ms: the milliseconds that an agent may take for a decision; None for no limit. An
            answer that is much later loses the game, see `kibitz.arena.playing`.
        on_error: what happens if an agent fails or plays an illegal move: `stop` ends the
            tournament, with `forfeit` it loses the game, with `skip` the game does not count.
        patience: the seconds without a move after which a worker is replaced and its game counts
            as an error; None for ten minutes or, with a time limit, for ten seconds more than that.
        chance: the version of how all random numbers follow from the seed.
    """

    game: str
    players: Players = Players()
    options: Mapping[str, Json] = field(default_factory=dict)
    deals: int = 100
    seed: int | str = field(default_factory=random_seed)
    format: Format = "round-robin"
    records: Records = "none"
    limit: int = 10_000
    rules: int | None = None
    sprt: str | None = None
    packages: tuple[str, ...] | None = None
    move_ms: int | None = None
    on_error: OnError = "stop"
    patience: int | None = None
    chance: int = CHANCE

    def check(self) -> None:
        """Refuses a tournament that cannot be played.

        Raises:
            KibitzError: if the game, an agent or a number is invalid; says what is expected.
        """
        game = self.load()
        if self.rules not in (None, game.version):
            raise ArenaError(
                f"the tournament was set up for version {self.rules} of the rules of {game.id};"
                f" version {game.version} is installed"
            )
        self.check_chance()
        self.check_players()
        if self.sprt is not None and game.seats != 2:
            raise ArenaError(
                "a sequential test needs a game for two players,"
                f" and {game.id} is for {game.seats}; choose a number of deals instead"
            )
        if self.sprt is not None and len(self.players) != 2:
            raise ArenaError(f"a sequential test compares two players, not {len(self.players)}")
        self.check_numbers()
        self.check_bots()
        for player in self.players:
            if str(player) != printable(str(player)):
                raise ArenaError(f"invalid agent {str(player)!r}: expected printable characters")
            if player.name == "human":
                raise ArenaError("human cannot play in the arena; choose other agents")
            # Other agents are made in a worker process: they may do anything.
            if package_of(game, player).partition(" ")[0] == OWN_PACKAGE:
                make_agent(game, player)
        self.check_packages(game)

    def check_numbers(self) -> None:
        """Refuses numbers that are too small or too large."""
        check_number("deals", self.deals, MAX_DEALS)
        check_number("limit", self.limit, MAX_MOVES, " moves")
        if self.move_ms is not None:
            check_number("move_ms", self.move_ms, DAY)
        if self.patience is not None:
            check_number("patience", self.patience, DAY // 1000)
            if self.move_ms is not None and 1000 * self.patience <= self.move_ms:
                raise ArenaError(
                    f"invalid patience={self.patience}: expected more seconds than the time limit,"
                    f" move_ms={self.move_ms}"
                )
        too_long = isinstance(self.seed, int) and abs(self.seed) >= 10**MAX_SEED_LENGTH
        if too_long or (isinstance(self.seed, str) and len(self.seed) > MAX_SEED_LENGTH):
            raise ArenaError(f"invalid seed: expected at most {MAX_SEED_LENGTH:,} characters")
        if isinstance(self.seed, str) and self.seed != printable(self.seed):
            raise ArenaError(f"invalid seed {self.seed!r}: expected printable characters")

    def check_chance(self) -> None:
        """Refuses a tournament whose games would not be the same again."""
        if self.chance != CHANCE:
            raise ArenaError(
                f"the tournament was set up by {'an older' if self.chance < CHANCE else 'a newer'}"
                " kibitz, whose agents draw other random numbers; its results can be read, but not"
                " continued or repeated: start it again"
            )

    def check_players(self) -> None:
        """Refuses too few players: one is enough in a game for one, other games need two."""
        count = len(self.players)
        if count > MAX_PLAYERS:
            raise ArenaError(f"a tournament has at most {MAX_PLAYERS} players, not {count:,}")
        if count == 0 or (count == 1 and self.seats > 1):
            least = "one player" if self.seats == 1 else "two players"
            raise ArenaError(f"a tournament needs at least {least}, not {count}")

    def check_bots(self) -> None:
        """Refuses bots that the tournament was set up with and that are not declared here."""
        for player, package in zip(self.players, self.packages or (), strict=False):
            missing = missing_bot(player.name, package)
            if missing:
                raise ArenaError(missing)

    def check_packages(self, game: Game[Any, Any]) -> None:  # Any: known by name only
        """Refuses agents of other versions than the tournament was set up with."""
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
        """Returns the setup with the installed versions of the rules and agents filled in."""
        rules = self.load().version if self.rules is None else self.rules
        return replace(self, rules=rules, packages=self.agent_packages())

    def agent_packages(self) -> tuple[str, ...]:
        """Returns the package and version of each player's agent; `unknown` if there is none."""
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

    @property
    def patience_seconds(self) -> float:
        """The seconds without a move after which a worker is replaced."""
        if self.patience is not None:
            return self.patience
        return PATIENCE if self.move_ms is None else self.move_ms / 1000 + PATIENCE_AFTER_LIMIT

    @cached_property
    def instances(self) -> tuple[int, ...]:
        """Numbers the players that have the same agent; the first of them is 0."""
        return tuple(self.players[:place].count(each) for place, each in enumerate(self.players))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The names of the players: their agents, numbered if there is more than one."""
        return tuple(
            f"{printable(str(player))} #{instance + 1}" if instance else printable(str(player))
            for player, instance in zip(self.players, self.instances, strict=True)
        )

    def load(self) -> Game[Any, Any]:  # Any: known by name only
        """Loads the game."""
        return games.load_with(self.game, self.options)

    @cached_property
    def seats(self) -> int:
        """The number of seats of the game."""
        return self.load().seats

    @cached_property
    def unit(self) -> str:
        """The unit of the game's returns, if they are an amount that counts; see `Game.unit`."""
        return self.load().unit

    @property
    def by_margin(self) -> bool:
        """Whether the player with the higher returns is the better one, not the one who wins more.

        That is so where the game's returns are an amount that counts, and alone.
        """
        return bool(self.unit) or self.seats == 1

    def schedule(self) -> Schedule:
        """Returns all games of the tournament."""
        count = len(self.players)
        return Schedule(count, self.seats, deals=self.deals, seed=self.seed, format_=self.format)

    def pairings(self) -> list[tuple[int, int]]:
        """Lists which players are compared; the player listed first comes first."""
        return list_pairings(len(self.players), self.format)

    def size(self) -> int:
        """Returns the number of games in the tournament."""
        return len(self.schedule())


def check_number(name: str, value: int, most: int, unit: str = "") -> None:
    """Refuses a number below 1 or above a limit."""
    if not 1 <= value <= most:
        expected = f"1 or more{unit}" if value < 1 else f"at most {most:,}{unit}"
        raise ArenaError(f"invalid {name}={write_number(value)}: expected {expected}")


def has_time_limit(setup: Setup) -> bool:
    """Tells whether agents have a time limit, so that two runs can have other results."""
    return setup.move_ms is not None or any(
        name == "ms" and value.lower() != "none"
        for player in setup.players
        for name, value in player.options
    )


def read_setup(document: object) -> Setup:
    """Reads the output of `Setup.to_json`.

    Raises:
        ArenaError: if anything is missing, unknown or invalid; lists all problems.
    """
    root = Document(document)
    root.only([item.name for item in fields(Setup)])
    rules, sprt = root.field("rules"), root.field("sprt")
    format_, records = root.field("format").choice(FORMATS), root.field("records").choice(RECORDS)
    on_error = root.optional("on_error", "stop").choice(ON_ERROR)
    setup = Setup(
        root.field("game").text(),
        [read_agent(item) for item in root.field("players").items()],
        read_options(root.field("options")),
        root.field("deals").integer(1, MAX_DEALS),
        read_seed(root.field("seed")),
        next(known for known in FORMATS if known == format_),
        next(known for known in RECORDS if known == records),
        root.field("limit").integer(1, MAX_MOVES),
        None if rules.value is None else rules.integer(1),
        None if sprt.value is None else sprt.text(),
        read_optional(root, "packages", lambda each: tuple(one.text() for one in each.items())),
        read_optional(root, "move_ms", lambda each: each.integer(1, DAY)),
        next(known for known in ON_ERROR if known == on_error),
        read_optional(root, "patience", lambda each: each.integer(1, DAY // 1000)),
        root.optional("chance", 1).integer(1),
    )
    root.finish(ArenaError, "not the setup of a tournament")
    return setup


def read_agent(place: Document) -> AgentSpec:
    """Reads the specification of an agent."""
    text = place.text()
    return read_spec(text) if text else AgentSpec(text)


def read_options(place: Document) -> dict[str, Json]:
    """Reads the options of a game."""
    place.names()
    return place.value if isinstance(place.value, dict) else {}


def read_seed(place: Document) -> int | str:
    """Reads a seed: a whole number or a text."""
    return place.value if isinstance(place.value, str) else place.integer()


def read_optional(root: Document, name: str, read: Callable[[Document], T]) -> T | None:
    """Reads a field that older journals do not have."""
    place = root.optional(name, None)
    return None if place.value is None else read(place)
