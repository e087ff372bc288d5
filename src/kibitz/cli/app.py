"""The commands and their arguments; the code of a command is imported when it runs."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup


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

command = partial(app.command, cls=FlagsWithoutTypes)

GameName = Annotated[str, typer.Argument(help="Game, as listed by [bold]kibitz games[/].")]
Seed = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="Random seed: a number or a word."),
]
TournamentSeed = Annotated[
    str | None,
    typer.Option(
        metavar="SEED",
        help="Random seed: a number or a word; a random one by default. Agents can find out a small"
        " number, and then know every card.",
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="Option of the game; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", help="Games to play in parallel; by default one per core."),
]
BackendName = Annotated[
    Literal["pool", "ray"], typer.Option(help="Processes on this machine, or a Ray cluster.")
]
Address = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT",
        help="Running Ray cluster, or auto for the one on this machine; by default a new one"
        " is started here.",
    ),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(help="Game, as listed by [bold]kibitz games[/]; not with --resume."),
]
Out = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Save everything in a new folder.")
]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Shows the version, or the help if no command is given."""
    if version:
        from kibitz import COMPILED, __version__

        print(f"kibitz {__version__} ({'compiled' if COMPILED else 'interpreted'})")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@command()
def games(
    game: Annotated[
        str | None, typer.Argument(help="Game to describe: its options and what they can name.")
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Show the numbers that an agent of GAME judges by."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the installed games and their agents, or describe one of them."""
    from kibitz.cli.games import list_games, show_game, show_weights

    if weights is not None:
        show_weights(game, weights, as_json)
    elif game is None:
        list_games(as_json)
    else:
        show_game(game, as_json)


@command()
def coverage(game: GameName, as_json: AsJson = False) -> None:
    """Show what of a game is implemented, and what is not."""
    from kibitz.cli.games import show_coverage

    show_coverage(game, as_json)


@command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(help="Game, as listed by [bold]kibitz games[/]; not with --resume."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Your seat, 0 by default; [bold]none[/] to watch."),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            "-a",
            metavar="AGENT",
            help="Agent for the other seats, such as random, greedy:worlds=32 or"
            " my_module:MyAgent:depth=3; repeatable. [bold]kibitz games GAME[/] names the default.",
        ),
    ] = None,
    kibitzer: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Agent that answers [bold]hint[/] and [bold]why[/]; by default the adviser of the"
            " game.",
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="SEED",
            help="Random seed: a number or a word. The same seed gives the same match; without"
            " one, searches think for up to a second.",
        ),
    ] = None,
    option: GameOptions = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Save the match to a new file. On a terminal, a match is saved anyway, in your"
            " folder for program states.",
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue a saved match.")
    ] = None,
    no_auto: Annotated[
        bool,
        typer.Option(
            "--no-auto", help="Ask for your move even if it is the only one, instead of playing it."
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the match as JSON; needs --seat none.")
    ] = False,
) -> int:
    """Play a game in the terminal, alone or against agents, or watch agents play."""
    from kibitz.cli.match import PlayArgs
    from kibitz.cli.play import play_match

    return play_match(
        PlayArgs(
            game=game,
            seat=seat,
            opponents=opponent or [],
            kibitzer=kibitzer,
            seed=seed,
            options=option or [],
            save=save,
            resume=resume,
            auto=not no_auto,
            as_json=as_json,
        )
    )


@command()
def advise(
    game: GameName,
    position: Annotated[
        str, typer.Argument(help="Position: a JSON file, - for standard input, or the JSON itself.")
    ],
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Agent to ask, such as greedy:worlds=32 or my_module:MyAgent; by default the"
            " adviser of the game.",
        ),
    ] = None,
    why: Annotated[
        str | None,
        typer.Option(
            metavar="MOVE",
            help="Also show every reason for and against this move, by its notation.",
        ),
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="Number of moves to show; 0 shows all.")] = 5,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="SEED",
            help="Random seed: a number or a word. The same seed gives the same advice; without"
            " one, searches think for up to a second.",
        ),
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Show what to play in a position: the best moves, each with its reasons."""
    from kibitz.cli.advise import give_advice

    give_advice(game, position, agent, why, top, seed, option or [], as_json)


@command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="Record saved by [bold]play --save[/] or [bold]arena --records[/], or a log of"
            " [bold]spire[/]."
        ),
    ],
    to: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Stop after N moves and show the table.")
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Agent that judges the moves: the rank of each, and the score lost.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a saved match, check that every state matches, and judge the moves."""
    from kibitz.cli.replay import replay_record

    replay_record(file, to, agent, as_json)


@command()
def arena(
    game: Annotated[
        str | None,
        typer.Argument(help="Game, as listed by [bold]kibitz games[/]; not with --resume."),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT...",
            help="Two or more agents, such as random greedy:worlds=32 my_module:MyAgent:depth=3;"
            " one is enough in a game for one player.",
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Number of deals, each played from every seat; 100 by default."
        ),
    ] = None,
    seed: TournamentSeed = None,
    format: Annotated[
        Literal["round-robin", "gauntlet"] | None,
        typer.Option(
            help="round-robin, the default: everyone plays everyone. gauntlet: the first agent"
            " plays each of the others."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", help="Games to play in parallel; by default one per core."),
    ] = None,
    backend: Annotated[
        Literal["pool", "ray"], typer.Option(help="Processes on this machine, or a Ray cluster.")
    ] = "pool",
    address: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Running Ray cluster, or auto for the one on this machine; by default a new one"
            " is started here.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW:HIGH[:ALPHA:BETA]",
            help="Sequential test: stop once the games show which of two differences is right:"
            " in Elo points, after 20 pairs at the earliest, or in the unit of the game, such as"
            " chips, after 50. For two agents in a game for two players.",
        ),
    ] = None,
    move_ms: Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            help="Time limit for each move. An agent that answers more than 100 ms later loses the"
            " game.",
        ),
    ] = None,
    on_error: Annotated[
        Literal["stop", "forfeit", "skip"] | None,
        typer.Option(
            help="If an agent fails or plays an illegal move: stop the tournament, the default; the"
            " agent loses the game; or the game does not count."
        ),
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option(
            metavar="SECONDS",
            help="Replace a worker that has made no move for so long; its game is an error. 600 by"
            " default, with --move-ms 10 more than that.",
        ),
    ] = None,
    records: Annotated[
        Literal["none", "lost", "all"] | None,
        typer.Option(
            help="Games to save move by move; lost: those that the first of their agents lost."
            " Needs --out."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save everything in a new folder.")
    ] = None,
    games: Annotated[
        Literal["csv", "parquet"] | None,
        typer.Option(
            help="Format of the table of games: csv by default, or what the folder has. Needs --out"
            " or --resume."
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Continue an interrupted tournament.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write the report of a saved tournament again, and play nothing."
        ),
    ] = None,
    verify: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Play N of the games again at the end, and compare the results."
        ),
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Run a tournament: which agent is better, by how much, and with what confidence."""
    from kibitz.cli.arena import ArenaArgs, run_tournament
    from kibitz.cli.workers import WorkerArgs

    args = ArenaArgs(
        game=game,
        agents=agents or [],
        deals=deals,
        seed=seed,
        format=format,
        where=WorkerArgs(workers, backend, address),
        sprt=sprt,
        move_ms=move_ms,
        on_error=on_error,
        patience=patience,
        records=records,
        out=out,
        games=games,
        resume=resume,
        report=report,
        verify=verify,
        options=option or [],
        as_json=as_json,
    )
    return run_tournament(args)


@command()
def tune(
    game: OptionalGame = None,
    agent: Annotated[
        str | None,
        typer.Argument(
            help="Agent to start from, such as ismcts:iterations=200; not with --resume."
        ),
    ] = None,
    range: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=RANGE]",
            help="Option to tune, with LOW:HIGH, LOW:HIGH:STEP, LOW:HIGH:log or a list such as"
            " 4,8,16, or else with the range that the agent declares; repeatable. By default all"
            " options that it declares.",
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="Opponent in all trials; repeatable. By default the agent to start from.",
        ),
    ] = None,
    trials: Annotated[
        int | None, typer.Option(metavar="N", help="Number of trials; 50 by default.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Deals of a trial, the same for all trials; 400 by default."
        ),
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Fresh deals that test the best agent at most, 1000 by default; 0 for no test.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW:HIGH[:ALPHA:BETA]",
            help="Sequential test of the best agent in games for two players: Elo points, 0:20 by"
            " default, or in the unit of the game, without a default.",
        ),
    ] = None,
    seed: TournamentSeed = None,
    workers: Workers = None,
    backend: BackendName = "pool",
    address: Address = None,
    out: Out = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Continue an interrupted search, also with more --trials."
        ),
    ] = None,
    option: GameOptions = None,
    list_ranges: Annotated[
        bool, typer.Option("--list", help="List the options to tune, with their ranges, and exit.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tune an agent: search for better options, and test the best on fresh deals."""
    from kibitz.cli.tune import TuneArgs, tune_agent
    from kibitz.cli.workers import WorkerArgs

    args = TuneArgs(
        game=game,
        agent=agent,
        ranges=range or [],
        against=against or [],
        trials=trials,
        deals=deals,
        confirm=confirm,
        sprt=sprt,
        seed=seed,
        where=WorkerArgs(workers, backend, address),
        out=out,
        resume=resume,
        options=option or [],
        list_ranges=list_ranges,
        as_json=as_json,
    )
    tune_agent(args)


@command()
def ladder(
    game: OptionalGame = None,
    agent: Annotated[
        str | None, typer.Argument(help="Agent, such as ismcts; not with --resume.")
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Option to double; by default iterations, worlds, nodes or ms, whichever the"
            " agent has.",
        ),
    ] = None,
    start: Annotated[
        int | None,
        typer.Option(
            "--from",
            metavar="N",
            help="Budget at the foot; by default 100 iterations, 4 worlds, 250 nodes or 10 ms.",
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(metavar="N", help="How often the budget is doubled; 4 times by default."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Another agent that plays every rung.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Deals of each match, played from every seat; 100 by default."
        ),
    ] = None,
    seed: TournamentSeed = None,
    workers: Workers = None,
    backend: BackendName = "pool",
    address: Address = None,
    out: Out = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Continue an interrupted ladder.")
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Measure how much stronger an agent gets whenever its budget is doubled."""
    from kibitz.cli.ladder import LadderArgs, climb_ladder
    from kibitz.cli.workers import WorkerArgs

    args = LadderArgs(
        game=game,
        agent=agent,
        budget=budget,
        start=start,
        steps=steps,
        against=against,
        deals=deals,
        seed=seed,
        where=WorkerArgs(workers, backend, address),
        out=out,
        resume=resume,
        options=option or [],
        as_json=as_json,
    )
    climb_ladder(args)


@command()
def matrix(
    game: OptionalGame = None,
    agent: Annotated[
        str | None,
        typer.Argument(help="Agent that plays both sides, such as greedy; not with --resume."),
    ] = None,
    vary: Annotated[
        str | None,
        typer.Option(
            metavar="OPTION=VALUES",
            help="Option with a value for each seat, and the values, such as"
            ' "decks=zap / blackout / brushfire".',
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Deals for each two values in either order, played twice; 50 by default.",
        ),
    ] = None,
    seed: TournamentSeed = None,
    workers: Workers = None,
    backend: BackendName = "pool",
    address: Address = None,
    out: Out = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Continue an interrupted matrix.")
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Play the values of an option against each other, such as deck against deck."""
    from kibitz.cli.matrix import MatrixArgs, play_matrix
    from kibitz.cli.workers import WorkerArgs

    args = MatrixArgs(
        game=game,
        agent=agent,
        vary=vary,
        deals=deals,
        seed=seed,
        where=WorkerArgs(workers, backend, address),
        out=out,
        resume=resume,
        options=option or [],
        as_json=as_json,
    )
    play_matrix(args)


@command("new-game")
def new_game(
    id: Annotated[str, typer.Argument(help="Id of the game, such as high_card.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder to create; ./ID by default.")
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Name of the game for players.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a new game to start from: a complete package with tests that pass."""
    from kibitz.cli.new_game import write_game

    write_game(id, folder, title, as_json)


@command()
def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games to measure; all by default."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help="Seconds per measurement.")
    ] = 1.0,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games run on this machine."""
    from kibitz.cli.bench import measure_games

    measure_games(games or [], seconds, seed, as_json)


@command()
def spire(
    agent: Annotated[
        str,
        typer.Option(
            metavar="AGENT", help="Agent for the fights, such as expert, planner or simple."
        ),
    ] = "expert",
    character: Annotated[
        Literal["ironclad", "silent", "defect", "watcher"],
        typer.Option(help="Class to start runs with."),
    ] = "ironclad",
    ascension: Annotated[int, typer.Option(min=0, max=20, help="Ascension level.")] = 0,
    seed: Annotated[
        str,
        typer.Option(metavar="SEED", help="Seed of the first run, as the game shows it."),
    ] = "",
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs to play.")] = 1,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Log of all messages and commands, written anew by each session; by default a new"
            " file in your folder for program states. With --watch, the log to follow.",
        ),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(
            min=0.05, metavar="SECONDS", help="Silence after which the game is asked for its state."
        ),
    ] = 60.0,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show the decisions of a running session.")
    ] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Play without the game, against a simulated one.")
    ] = False,
    host: Annotated[str, typer.Option(metavar="COMMAND", help="Another host for --demo.")] = "",
) -> int:
    """Play the real Slay the Spire: CommunicationMod starts this command."""
    from kibitz.cli.spire import SpireArgs, play_spire
    from kibitz.live.client.player import Settings

    settings = Settings(agent, character, ascension, seed, runs)
    return play_spire(SpireArgs(settings, log, patience, watch, demo, host))
