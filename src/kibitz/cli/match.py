"""A match in the terminal: who sits where, with a new deal or a saved record, and its file."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.agents.asking import choose_adviser, choose_opponent, make_guarded
from kibitz.agents.outside import with_package
from kibitz.agents.programs import missing_bot
from kibitz.agents.registry import package_of, read_spec
from kibitz.arena.files import check_place, file_error, write_text
from kibitz.cli import options
from kibitz.cli.app import PlayArgs
from kibitz.cli.screen import label_seats
from kibitz.communicationmod import state_folder
from kibitz.core.agent import Agent
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import KibitzError, RecordError
from kibitz.core.game import Game
from kibitz.core.record import Record, TakenBack, read_record, replay, write_record

HUMAN = "human"
NOBODY = "none"
SUFFIX = ".jsonl"
# How many matches are kept that nobody asked to save. Each has a few kilobytes.
MOST_KEPT = 50


# Files.


class SaveFile:
    """The file that one match is saved to.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        """Chooses a new file, or the file that the match was resumed from.

        Raises:
            KibitzError: if the file exists, or cannot be written.
        """
        path = expand_home(path)
        check_place(path)
        if path.exists() and not resumed:
            raise options.UsageError(
                f"cannot write {path}: it exists; choose a new file, or use --resume {path}"
            )
        self.path = path

    def write(self, record: Record) -> None:
        """Writes the match as played so far.

        Raises:
            KibitzError: if the file cannot be written; its old content is still there.
        """
        write_text(self.path, record.text())

    def is_automatic(self) -> bool:
        """Tells whether nobody asked for this file."""
        return self.path.parent == matches_folder()

    def discard(self) -> None:
        """Removes the file, if it was written."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def matches_folder() -> Path:
    """Returns the folder of the matches that are saved automatically."""
    return state_folder() / "matches"


def automatic_file(game: str) -> SaveFile:
    """Returns a new file for a match that nobody asked to save; removes the oldest such files.

    Raises:
        KibitzError: if it cannot be written.
    """
    folder = matches_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = sorted((path.stat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}"))
    except OSError as error:
        raise file_error("write", folder, error) from None
    for _, path in found[: 1 - MOST_KEPT]:
        with suppress(OSError):
            path.unlink()
    return SaveFile(folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{SUFFIX}")


def expand_home(path: Path) -> Path:
    """Returns a path with `~` replaced by the home folder, as shells do."""
    with suppress(RuntimeError):  # there is no such user
        return path.expanduser()
    return path


def read_saved(path: Path, text: str) -> Record:
    """Reads the record in a file.

    Raises:
        UsageError: if it is not a record.
    """
    try:
        return read_record(text)
    except RecordError as error:
        raise options.UsageError(f"{path}: {error}") from None


def replay_saved(
    path: Path, record: Record, game: Game[Any, Any]
) -> RuleEngine[Any, Any]:  # Any: games are known by name only
    """Plays the record in a file again.

    Raises:
        CheckFailed: if a state differs from the record.
        RuleError: if a rule of the game fails.
    """
    try:
        return replay(record, game)
    except RecordError as error:
        raise options.CheckFailed(f"{path}: {error}") from None


# Players.


@dataclass
class TerminalMatch:
    """A match and its players.

    Attributes:
        engine: the match.
        seat: the person's seat; None if all players are agents.
        agents: the agents of the other seats.
        packages: by seat, the package and version of the agent; None for the person.
        kibitzer: the agent that gives hints.
        timed: whether agents without a budget of their own think by the clock.
        args: the arguments that it was set up with.
        file: where the match is saved, if it is.
        taken_back: what the person took back, the earliest first.
    """

    # Any: games are known by name only.
    engine: RuleEngine[Any, Any]
    seat: int | None
    agents: dict[int, Agent[Any, Any]]
    packages: list[str | None]
    kibitzer: str
    timed: bool
    args: PlayArgs
    file: SaveFile | None
    taken_back: list[TakenBack] = field(default_factory=list)

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.engine.game

    def label(self, seat: int) -> str:
        """Returns the name of a seat for people, without the options of its agent."""
        return "you" if seat == self.seat else label_seats(self.engine.names)[seat]

    def agent_title(self, seat: int) -> str:
        """Names the agent of a seat for error messages, with its options and its package."""
        return f"agent {with_package(self.engine.names[seat], self.packages[seat])}"

    def labels(self) -> list[str]:
        """Returns the names of all seats."""
        return [self.label(seat) for seat in range(self.game.seats)]

    def save(self) -> None:
        """Writes the match to its file, if it has one."""
        if self.file is not None:
            self.file.write(self.record())

    def record(self) -> Record:
        """Returns the record of the match as played so far."""
        return write_record(self.engine, self.packages, self.taken_back)

    def resume_command(self, path: Path) -> str:
        """Returns the command that continues the match; its file names the opponents."""
        return options.command_line("play", "--resume", path, *self.session_arguments())

    def repeat_command(self) -> str:
        """Returns the command that deals the same match again, for the same players."""
        rules = options.option_arguments(self.game.id, self.game.options)
        seat = ["--seat", self.seat] if self.seat else []
        names = [name for place, name in enumerate(self.engine.names) if place != self.seat]
        # A single name is for all of them.
        opponents = names[:1] if len(set(names)) == 1 else names
        against = [word for name in opponents for word in ("--opponent", name)]
        words = [*seat, *against, *rules, *self.session_arguments()]
        return options.command_line("play", self.game.id, "--seed", self.engine.seed, *words)

    def session_arguments(self) -> list[str]:
        """Returns the arguments that are about the person and not about the match."""
        kibitzer = ["--kibitzer", self.args.kibitzer] if self.args.kibitzer else []
        named = [*self.engine.names, self.kibitzer]
        bots = options.bot_arguments([read_spec(name).name for name in named])
        return [*kibitzer, *(["--no-auto"] if self.args.no_auto else []), *bots]

    def against_people(self) -> bool:
        """Tells whether another person sits at the table, who could gain from what a move shows."""
        return any(
            read_spec(name).name == HUMAN
            for seat, name in enumerate(self.engine.names)
            if seat != self.seat
        )


def new_match(args: PlayArgs) -> TerminalMatch:
    """Deals a new match.

    Raises:
        KibitzError: if an argument is wrong.
    """
    game = options.load_game(args.game, args.options)
    seat = read_seat("0" if args.seat is None else args.seat, game)
    others = [other for other in range(game.seats) if other != seat]
    timed = args.seed is None  # With a seed, the match can be played again, move by move.
    specs = assign_agents(args.opponents, others, game, timed)
    agents = {other: make_guarded(game, spec) for other, spec in specs.items()}
    kibitzer = check_kibitzer(game, args.kibitzer, timed)
    file = None if args.save is None else SaveFile(args.save)
    engine = RuleEngine(game, seed=options.read_seed(args.seed), names=player_names(game, specs))
    packages = player_packages(game, specs)
    return TerminalMatch(engine, seat, agents, packages, kibitzer, timed, args, file)


def resumed_match(args: PlayArgs, path: Path) -> TerminalMatch:
    """Continues a match where its record ends; further moves are saved to the same file.

    Raises:
        KibitzError: if the record is wrong, or an argument does not fit it.
    """
    record = read_saved(path, options.read_file(path, "record"))
    if args.game not in (None, record.game):
        raise options.UsageError(f"{path} is a record of {record.game!r}, not of {args.game!r}")
    options.check_fixed(args, path)
    game = games.load_with(record.game, record.options)
    engine = replay_saved(path, record, game)
    if engine.outcome is not None:
        raise options.UsageError(f"the match in {path} is over; to see it: kibitz replay {path}")
    recorded = str(record.names.index(HUMAN)) if HUMAN in record.names else NOBODY
    seat = read_seat(recorded if args.seat is None else args.seat, game)
    others = [other for other in range(game.seats) if other != seat]
    if args.opponents:
        specs = assign_agents(args.opponents, others, game, timed=True)
    else:
        specs = {other: recorded_agent(game, record, other) for other in others}
    agents = {other: make_guarded(game, spec) for other, spec in specs.items()}
    engine.names[:] = player_names(game, specs)
    file = SaveFile(path, resumed=True) if args.save is None else SaveFile(args.save)
    kibitzer = check_kibitzer(game, args.kibitzer, timed=True)
    packages, taken_back = player_packages(game, specs), [*record.taken_back]
    return TerminalMatch(engine, seat, agents, packages, kibitzer, True, args, file, taken_back)


def read_seat(text: str, game: Game[Any, Any]) -> int | None:  # Any: known by name only
    """Reads the person's seat; None to watch."""
    if text.lower() == NOBODY:
        return None
    if text.isdecimal() and len(text) < 5 and int(text) < game.seats:
        return int(text)
    last = game.seats - 1
    seats = f"0 to {last}" if last > 1 else " or ".join(map(str, range(game.seats)))
    raise options.UsageError(f"invalid --seat {text}: expected {seats}, or none to watch")


def assign_agents(
    specs: Sequence[str], seats: Sequence[int], game: Game[Any, Any], timed: bool
) -> dict[int, str]:
    """Gives each seat an agent: the default one if none is named; the last named takes the rest."""
    if specs and not seats:
        raise options.UsageError(
            f"{game.id} is a game for one player, and that is you: leave --opponent out,"
            " or watch the agent with --seat none"
        )
    if len(specs) > len(seats):
        raise options.UsageError(
            f"too many opponents for {game.id}: expected at most {len(seats)}, got {len(specs)}"
        )
    named = [choose_opponent(game, spec, timed) for spec in specs or (None,)]
    return {seat: named[min(place, len(named) - 1)] for place, seat in enumerate(seats)}


def player_names(game: Game[Any, Any], specs: dict[int, str]) -> list[str]:
    """Returns the names of the players by seat: the agent, or the person where there is none."""
    return [str(read_spec(specs[s])) if s in specs else HUMAN for s in range(game.seats)]


def player_packages(game: Game[Any, Any], specs: dict[int, str]) -> list[str | None]:
    """Returns the packages of the players by seat; None where a person plays."""
    return [package_of(game, specs[s]) if s in specs else None for s in range(game.seats)]


def recorded_agent(game: Game[Any, Any], record: Record, seat: int) -> str:
    """Returns the agent that a record names; the default one if the name is not an agent's.

    Raises:
        UsageError: if it is an agent of another package, and cannot be loaded here.
    """
    name = record.names[seat]
    package = record.packages[seat] if record.packages else None
    missing = missing_bot(read_spec(name).name, package) if package else ""
    if missing:
        raise options.UsageError(f"{missing}; to choose another agent: --opponent AGENT")
    try:
        make_guarded(game, name)
    except KibitzError as error:
        title = with_package(name, package)
        if title == name:
            return choose_opponent(game, None, timed=True)
        raise options.UsageError(
            f"seat {seat} was played by {title}: {error}; to choose another agent: --opponent AGENT"
        ) from error
    return choose_opponent(game, None, timed=True) if name == HUMAN else name


def refuse_people(spec: str, argument: str) -> None:
    """Refuses a person where an agent is needed, such as for hints.

    Raises:
        UsageError: if it is one; `argument` is what was typed before the specification.
    """
    if read_spec(spec).name == HUMAN:
        raise options.UsageError(f"invalid {argument} human: expected an agent, such as greedy")


def check_kibitzer(game: Game[Any, Any], spec: str | None, timed: bool) -> str:
    """Returns the agent that gives hints; refuses an unknown one before the match begins."""
    found = choose_adviser(game, spec, timed)
    refuse_people(found, "--kibitzer")
    make_guarded(game, found)
    return found
