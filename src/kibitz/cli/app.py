"""The commands and their options; the code of a command is imported when it runs."""

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, dataclass_transform

import typer
from typer.core import TyperCommand, TyperGroup

from kibitz.cli.options import (
    SAVED,
    UsageError,
    argument,
    fill,
    flag,
    option,
    option_group,
    signature_of,
)

if TYPE_CHECKING:
    from kibitz.arena.backend import Backend
    from kibitz.communicationmod.client.player import Settings


# The variable of the environment that declares bots, see `kibitz.agents.programs`.
BOTS = "KIBITZ_BOTS"


class FlagsWithoutTypes(TyperCommand):
    """A command whose help does not say `<bool>` behind an option that takes no value."""

    def get_params(self, ctx: Any) -> list[Any]:  # Any: the classes are private to Typer
        """Returns the parameters, the option --help included."""
        return without_types(super().get_params(ctx))


class GroupWithoutTypes(TyperGroup):
    """The command `kibitz` itself; see `FlagsWithoutTypes`."""

    def get_params(self, ctx: Any) -> list[Any]:  # Any: the classes are private to Typer
        """Returns the parameters, the option --help included."""
        return without_types(super().get_params(ctx))


def without_types(parameters: list[Any]) -> list[Any]:  # Any: as above
    """Removes the type from flags; Typer prints it otherwise."""
    for each in parameters:
        if getattr(each, "is_flag", False):
            each.metavar = ""
    return parameters


app = typer.Typer(
    cls=GroupWithoutTypes,
    name="kibitz",
    help="Play card games in the terminal, get advice with reasons, and compare agents.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    """Shows the version, or the help if no command is given."""
    if version:
        from kibitz import COMPILED, __version__

        print(f"kibitz {__version__} ({'compiled' if COMPILED else 'interpreted'})")
    elif context.invoked_subcommand is None:
        print(context.get_help())


C = TypeVar("C")


@contextmanager
def with_bots(bots: Sequence[str]) -> Iterator[None]:
    """Declares the bots of a command while it runs.

    Raises:
        KibitzError: if one is invalid, or those in the environment are.
    """
    if not bots and not os.environ.get(BOTS):
        yield
        return
    from kibitz.agents.programs import bots_declared
    from kibitz.agents.registry import check_bots

    with bots_declared(bots):
        check_bots()
        yield


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command(name: str, target: str) -> Callable[[type[C]], type[C]]:
    """Makes a command of a class: its fields are the options, its docstring is the help.

    `target` is the module and the function that runs it, with the options as the only argument;
    the function may return an exit code.
    """

    def register(declared: type[C]) -> type[C]:
        args = option_group(declared)

        def run(**values: object) -> object:
            module, _, function = target.partition(":")
            filled = fill(args, values)
            with with_bots(getattr(filled, "bots", [])):
                return getattr(import_module(f"kibitz.cli.{module}"), function)(filled)

        # Typer reads the options from it; functions have no such attribute for mypy.
        run.__signature__ = signature_of(args)  # type: ignore[attr-defined]
        app.command(name, cls=FlagsWithoutTypes, help=inspect.getdoc(args))(run)
        return args

    return register


# Options of several commands. What is saved has its own value of a fixed option.

fixed_option = partial(option, fixed_by=SAVED)
json_flag = partial(flag, "--json", "Print JSON.")
known_game = partial(argument, "Game, as listed by [bold]kibitz games[/].", default=...)
optional_game = partial(argument, "Game, as listed by [bold]kibitz games[/]; not with --resume.")
game_options = partial(
    fixed_option, "KEY=VALUE", "Option of the game; repeatable.", "--option", "-o", default=list
)
tournament_seed = partial(
    fixed_option,
    "SEED",
    "Random seed: a number or a word; a random one by default. Agents could guess a small number,"
    " and then know every card.",
)
out_folder = partial(fixed_option, "FOLDER", "Save everything in a new folder.")
bot_option = partial(
    option,
    "NAME=CMD",
    "Program that plays as the agent NAME, such as ace='python3 ace.py'; repeatable.",
    "--bot",
    default=list,
)


@option_group
class WorkerArgs:
    """Where a command plays its games: on the cores of this machine, or on a cluster."""

    workers: int | None = option("N", "Games to play in parallel; by default one per core.")
    backend: Literal["pool", "ray"] = option(
        None, "Processes on this machine, or a Ray cluster.", default="pool"
    )
    address: str | None = option(
        "HOST:PORT",
        "Running Ray cluster, or auto for the one on this machine; by default a new one is started"
        " here.",
    )

    def check(self) -> None:
        """Refuses an invalid number of workers or address, before anything is written.

        Raises:
            UsageError: says what is expected.
        """
        from kibitz.agents.limits import write_number
        from kibitz.arena.backend import cores

        if self.backend != "ray" and self.address is not None:
            raise UsageError("--address needs --backend ray")
        local = self.address is None
        most = cores() if local else sys.maxsize
        if self.workers is not None and not 1 <= self.workers <= most:
            expected = f"1 to {most}, the cores of this machine" if local else "1 or more"
            raise UsageError(f"invalid --workers {write_number(self.workers)}: expected {expected}")

    def open(self) -> "Backend":
        """Makes the backend that plays the games.

        Raises:
            ArenaError: if Ray is not installed, or the cluster cannot be reached.
        """
        from kibitz.arena.backend import local_backend
        from kibitz.arena.ray_cluster import RayCluster

        if self.backend != "ray":
            return local_backend(self.workers)
        return RayCluster(self.address, self.workers)


# Games.


@command("games", "games:show_games")
class GamesArgs:
    """List the installed games and their agents, or describe one of them."""

    game: str | None = argument("Game to describe: its options and what they can name.")
    weights: str | None = option("AGENT", "Show the weights by which an agent of GAME rates moves.")
    bots: list[str] = bot_option()
    as_json: bool = json_flag()


@command("coverage", "games:show_coverage")
class CoverageArgs:
    """Show which parts of a game are implemented, and which are not."""

    game: str = known_game()
    as_json: bool = json_flag()


# Matches and positions.


@command("play", "play:play_match")
class PlayArgs:
    """Play a game in the terminal, alone or against agents, or watch agents play."""

    game: str | None = optional_game()
    seat: str | None = option("SEAT", "Your seat, 0 by default; [bold]none[/] to watch.")
    opponents: list[str] = option(
        "AGENT",
        "Agent for the other seats, such as random, greedy:worlds=32 or my_module:MyAgent:depth=3;"
        " repeatable. [bold]kibitz games GAME[/] names the default.",
        "--opponent",
        "-a",
        default=list,
    )
    kibitzer: str | None = option(
        "AGENT",
        "Agent that answers [bold]hint[/] and [bold]why[/]; by default the adviser of the game.",
    )
    seed: str | None = fixed_option(
        "SEED",
        "Random seed: a number or a word. The same seed gives the same match; without one, searches"
        " think for up to a second.",
    )
    bots: list[str] = bot_option()
    options: list[str] = game_options()
    save: Path | None = option(
        "FILE",
        "Save the match to a new file. On a terminal, a match is saved anyway, in your folder for"
        " program states.",
    )
    resume: Path | None = option("FILE", "Continue a saved match.")
    no_auto: bool = flag(
        "--no-auto", "Ask for your move even if it is the only one, instead of playing it."
    )
    as_json: bool = flag("--json", "Print the match as JSON; needs --seat none.")


@command("advise", "advise:give_advice")
class AdviseArgs:
    """Show what to play in a position: the best moves, each with its reasons."""

    game: str = known_game()
    position: str = argument(
        "Position: a JSON file, - for standard input, or the JSON itself.", default=...
    )
    agent: str | None = option(
        "AGENT",
        "Agent to ask, such as greedy:worlds=32 or my_module:MyAgent; by default the adviser of the"
        " game.",
    )
    why: str | None = option(
        "MOVE", "Also show every reason for and against this move, by its notation."
    )
    top: int = option(None, "Number of moves to show; 0 shows all.", default=5, min=0)
    seed: str | None = option(
        "SEED",
        "Random seed: a number or a word. The same seed gives the same advice; without one,"
        " searches think for up to a second.",
    )
    bots: list[str] = bot_option()
    options: list[str] = game_options()
    as_json: bool = json_flag()


@command("replay", "replay:replay_record")
class ReplayArgs:
    """Replay a saved match, check that every state matches, and judge the moves."""

    file: Path = argument(
        "Record saved by [bold]play --save[/] or [bold]arena --records[/], or a log of"
        " [bold]spire[/].",
        default=...,
    )
    to: int | None = option("N", "Stop after N moves and show the table.", min=0)
    agent: str | None = option(
        "AGENT", "Agent that judges the moves: the rank of each, and the score lost."
    )
    bots: list[str] = bot_option()
    as_json: bool = json_flag()


# Tournaments.


@command("arena", "arena:run_tournament")
class ArenaArgs:
    """Run a tournament: which agent is better, by how much, and with what confidence."""

    game: str | None = optional_game(fixed_by=SAVED)
    agents: list[str] = argument(
        "Two or more agents, such as random greedy:worlds=32 my_module:MyAgent:depth=3; one is"
        " enough in a game for one player.",
        metavar="AGENT...",
        default=list,
    )
    deals: int | None = option(
        "N",
        "Number of deals, each played from every seat; 100 by default.",
        fixed_by=("--report",),
    )
    seed: str | None = tournament_seed()
    format: Literal["round-robin", "gauntlet"] | None = fixed_option(
        None,
        "round-robin, the default: everyone plays everyone. gauntlet: the first agent plays each of"
        " the others.",
    )
    bots: list[str] = bot_option()
    where: WorkerArgs = field(default_factory=WorkerArgs)
    sprt: str | None = fixed_option(
        "LOW:HIGH[:ALPHA:BETA]",
        "Sequential test: stop once the games show which of two differences is right: in Elo"
        " points, after 20 pairs at the earliest, or in the unit of the game, such as chips, after"
        " 50. For two agents in a game for two players.",
    )
    move_ms: int | None = fixed_option(
        "MS",
        "Time limit for each move. An agent that answers more than 100 ms later loses the game.",
    )
    on_error: Literal["stop", "forfeit", "skip"] | None = option(
        None,
        "If an agent fails or plays an illegal move: stop the tournament, the default; the agent"
        " loses the game; or the game does not count.",
        fixed_by=("--report",),
    )
    patience: int | None = option(
        "SECONDS",
        "Replace a worker after this long without a move; its game counts as an error. 600 by"
        " default, with --move-ms 10 more than the time limit.",
        fixed_by=("--report",),
    )
    records: Literal["none", "lost", "all"] | None = fixed_option(
        None,
        "Games to save move by move; lost: those that the first of their agents lost. Needs --out.",
    )
    out: Path | None = out_folder()
    games: Literal["csv", "parquet"] | None = option(
        None,
        "Format of the table of games: csv by default, or what the folder has. Needs --out or"
        " --resume.",
    )
    resume: Path | None = option(
        "FOLDER", "Continue an interrupted tournament.", fixed_by=("--report",)
    )
    report: Path | None = option(
        "FOLDER", "Write the report of a saved tournament again, without playing."
    )
    verify: int | None = option(
        "N", "Play N of the games again at the end, and compare the results."
    )
    options: list[str] = game_options()
    as_json: bool = json_flag()


@command("tune", "tune:tune_agent")
class TuneArgs:
    """Tune an agent: search for better options, and test the best on fresh deals."""

    game: str | None = optional_game(fixed_by=SAVED)
    agent: str | None = argument(
        "Agent to start from, such as ismcts:iterations=200; not with --resume."
    )
    ranges: list[str] = fixed_option(
        "NAME[=RANGE]",
        "Option to tune, with LOW:HIGH, LOW:HIGH:STEP, LOW:HIGH:log or a list such as 4,8,16, or"
        " else with the range that the agent declares; repeatable. By default all options that it"
        " declares.",
        "--range",
        default=list,
    )
    against: list[str] = fixed_option(
        "AGENT",
        "Opponent in all trials; repeatable. By default the agent to start from.",
        default=list,
    )
    bots: list[str] = bot_option()
    trials: int | None = option("N", "Number of trials; 50 by default.")
    deals: int | None = fixed_option(
        "N", "Deals of a trial, the same for all trials; 400 by default."
    )
    confirm: int | None = fixed_option(
        "N", "Fresh deals to test the best agent on, at most; 1000 by default, 0 for no test."
    )
    sprt: str | None = fixed_option(
        "LOW:HIGH[:ALPHA:BETA]",
        "Sequential test of the best agent in games for two players: Elo points, 0:20 by default,"
        " or in the unit of the game, without a default.",
    )
    seed: str | None = tournament_seed()
    where: WorkerArgs = field(default_factory=WorkerArgs)
    out: Path | None = out_folder()
    resume: Path | None = option(
        "FOLDER", "Continue an interrupted search, optionally with more --trials."
    )
    options: list[str] = game_options()
    list_ranges: bool = flag("--list", "List the options to tune, with their ranges, and exit.")
    as_json: bool = json_flag()


@command("ladder", "series:climb_ladder")
class LadderArgs:
    """Measure how much stronger an agent gets whenever its budget is doubled."""

    game: str | None = optional_game(fixed_by=SAVED)
    agent: str | None = argument("Agent, such as ismcts; not with --resume.")
    budget: str | None = fixed_option(
        "NAME",
        "Option to double; by default iterations, worlds, nodes or ms, whichever the agent has.",
    )
    start: int | None = fixed_option(
        "N",
        "Budget of the lowest rung; by default 100 iterations, 4 worlds, 250 nodes or 10 ms.",
        "--from",
    )
    steps: int | None = fixed_option("N", "How often the budget is doubled; 4 times by default.")
    against: str | None = fixed_option("AGENT", "Another agent that plays every rung.")
    bots: list[str] = bot_option()
    deals: int | None = fixed_option(
        "N", "Deals of each match, played from every seat; 100 by default."
    )
    seed: str | None = tournament_seed()
    where: WorkerArgs = field(default_factory=WorkerArgs)
    out: Path | None = out_folder()
    resume: Path | None = option("FOLDER", "Continue an interrupted ladder.")
    options: list[str] = game_options()
    as_json: bool = json_flag()


@command("matrix", "series:play_matrix")
class MatrixArgs:
    """Play the values of an option against each other, such as deck against deck."""

    game: str | None = optional_game(fixed_by=SAVED)
    agent: str | None = argument("Agent that plays both sides, such as greedy; not with --resume.")
    vary: str | None = fixed_option(
        "OPTION=VALUES",
        "Option with a value for each seat, and the values, such as"
        ' "decks=zap / blackout / brushfire".',
    )
    bots: list[str] = bot_option()
    deals: int | None = fixed_option(
        "N", "Deals for each pair of values in each order, every deal played twice; 50 by default."
    )
    seed: str | None = tournament_seed()
    where: WorkerArgs = field(default_factory=WorkerArgs)
    out: Path | None = out_folder()
    resume: Path | None = option("FOLDER", "Continue an interrupted matrix.")
    options: list[str] = game_options()
    as_json: bool = json_flag()


# Authors of games.


@command("new-game", "new_game:write_game")
class NewGameArgs:
    """Create a new game to start from: a complete package with tests that pass."""

    id: str = argument("Id of the game, such as high_card.", default=...)
    folder: Path | None = option("DIR", "Folder to create; ./ID by default.")
    title: str | None = option("TITLE", "Name of the game for players.")
    template: str = option(
        "NAME",
        "What to start from: tricks (hidden hands, 2 to 4 players), points (open cards, 2 players)"
        " or kit (a trading-card game).",
        default="tricks",
    )
    as_json: bool = json_flag()


@command("bench", "bench:measure_games")
class BenchArgs:
    """Measure how fast the games run on this machine."""

    games: list[str] = argument(
        "Games to measure; all by default.", metavar="[GAME]...", default=list
    )
    seconds: float = option(None, "Seconds per measurement.", default=1.0, min=0.01, max=600)
    seed: str | None = option("SEED", "Random seed: a number or a word.")
    as_json: bool = json_flag()


# The table.


@command("serve", "serve:serve_table")
class ServeArgs:
    """Serve the table: play, watch, ask and replay over HTTP and WebSockets."""

    host: str | None = option("ADDRESS", "Address to listen on; 127.0.0.1 by default.")
    port: int | None = option(
        "PORT",
        "Port to listen on, 0 for any free one; by default 8000, or a free one if that is taken.",
        min=0,
        max=65_535,
    )
    store: str | None = option(
        "URL",
        "Database: sqlite:///FILE or postgresql://...; by default a file in your folder for program"
        " states, or what the variable KIBITZ_STORE says.",
    )
    workers: int | None = option(
        "N", "Processes in which agents think; by default one less than the cores.", min=1, max=256
    )
    results: Path | None = option("FOLDER", "Results of tournaments to show.")
    bots: list[str] = bot_option()
    settings: Path | None = option("FILE", "Settings in TOML; see --print-settings.")
    print_settings: bool = flag("--print-settings", "Print all settings with their defaults.")
    log: Literal["text", "json"] | None = option(None, "How to write the log.")
    browse: bool = flag("--open", "Open the table in your browser.")
    as_json: bool = flag("--json", "Print the address as JSON.")


# Slay the Spire.


@command("spire", "spire:play_spire")
class SpireArgs:
    """Play the real Slay the Spire: CommunicationMod starts this command."""

    agent: str = option(
        "AGENT", "Agent for the fights, such as expert, planner or simple.", default="expert"
    )
    bots: list[str] = bot_option()
    character: Literal["ironclad", "silent", "defect", "watcher"] = option(
        None, "Class to start runs with.", default="ironclad"
    )
    ascension: int = option(None, "Ascension level.", default=0, min=0, max=20)
    seed: str = option("SEED", "Seed of the first run, as the game shows it.", default="")
    runs: int = option("N", "Runs to play.", default=1, min=1)
    log: Path | None = option(
        "FILE",
        "Log of all messages and commands; each session overwrites it. By default a new file in"
        " your folder for program states. With --watch, the log to follow.",
    )
    patience: float = option(
        "SECONDS", "Silence after which the game is asked for its state.", default=60.0, min=0.05
    )
    pace: float = option(
        "SECONDS",
        "Pause before each command, so that people can follow.",
        default=0.0,
        min=0.0,
        max=60.0,
    )
    keys: bool = flag("--keys/--no-keys", "Collect the keys to act 4 where they are cheap.")
    advise: bool = flag("--advise", "Only say what to do: you play, and nothing is sent.")
    watch: bool = flag("--watch", "Show the decisions of a running session.")
    demo: bool = flag("--demo", "Play without the game, against a simulated one.")
    host: str = option("COMMAND", "Another host for --demo.", default="")

    def settings(self) -> "Settings":
        """Returns what to play."""
        from kibitz.communicationmod.client.player import Settings

        return Settings(
            self.agent,
            self.character,
            self.ascension,
            self.seed,
            self.runs,
            self.keys,
            self.advise,
        )
