"""The verbs of the command line: what each takes. What each does is imported when it is called."""

from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(
    name="kibitz",
    help="Card games in the terminal, with a kibitzer who says what to play, and why.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(help="A game, as listed by [bold]kibitz games[/].")]
Seed = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="A number or word that settles all chance."),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Shows the help where no verb is given."""
    if version:
        from kibitz import COMPILED, __version__

        print(f"kibitz {__version__} ({'compiled' if COMPILED else 'interpreted'})")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games that are installed, with their agents."""
    from kibitz.cli.games import list_games

    list_games(as_json)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(help="A game, as listed by [bold]kibitz games[/]; not with --resume."),
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
            help="Who plays the other seats, such as random or greedy:worlds=32; repeatable.",
        ),
    ] = None,
    kibitzer: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Who answers [bold]hint[/] and [bold]why[/]."),
    ] = None,
    seed: Seed = None,
    option: GameOptions = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep a record of the match in a new file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a recorded match.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the match as JSON (with --seat none).")
    ] = False,
) -> int:
    """Play a game in the terminal: pick moves by number or notation, ask for a hint."""
    from kibitz.cli.match import Wishes
    from kibitz.cli.play import play_match

    return play_match(
        Wishes(game, seat, opponent or [], kibitzer, seed, option or [], save, resume, as_json)
    )


@app.command()
def advise(
    game: GameName,
    position: Annotated[
        str, typer.Argument(help="The position: a JSON file, - for standard input, or JSON.")
    ],
    agent: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who is asked, such as greedy:worlds=32.")
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="How many moves to show; 0 for all.")] = 5,
    seed: Seed = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Say what to play in a position: ranked moves, each with its reasons."""
    from kibitz.cli.advise import give_advice

    give_advice(game, position, agent, top, seed, option or [], as_json)


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="A record, as kept by [bold]play --save[/] or [bold]arena --records[/]."
        ),
    ],
    to: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Stop after N moves and show the table.")
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Who judges the moves: rank of each, and score lost."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a record again, check every state on the way, and judge the moves."""
    from kibitz.cli.replay import replay_record

    replay_record(file, to, agent, as_json)


@app.command()
def arena(
    game: Annotated[
        str | None,
        typer.Argument(help="A game, as listed by [bold]kibitz games[/]; not with --resume."),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="AGENT...", help="Two or more, such as random greedy:worlds=32."),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Deals for every two agents, each played twice; 100 by default."
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="SEED", help="A number or word that settles all chance; 0 by default."
        ),
    ] = None,
    format: Annotated[
        Literal["round-robin", "gauntlet"] | None,
        typer.Option(
            help="Whether all meet all, which is the default, or the first each of the others."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="How many games to play at a time; by default one for each core."
        ),
    ] = None,
    backend: Annotated[
        Literal["pool", "ray"], typer.Option(help="Processes of this machine, or a Ray cluster.")
    ] = "pool",
    address: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="A running cluster, or auto for the one on this machine; by default Ray is"
            " started here.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0:ELO1[:ALPHA:BETA]",
            help="Stop once it is clear which difference is true; never before 20 pairs.",
        ),
    ] = None,
    records: Annotated[
        Literal["none", "lost", "all"] | None,
        typer.Option(
            help="Which games to keep move by move; lost are those of the agent named first. Needs"
            " --out."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep everything in a new folder.")
    ] = None,
    games: Annotated[
        Literal["csv", "parquet"] | None,
        typer.Option(
            help="How the folder's table of all games is written; csv by default. Needs --out, or"
            " --resume, which leaves the table what it is."
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Go on with an interrupted tournament.")
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Let agents play each other, and measure who is better, by how much and how surely."""
    from kibitz.cli.arena import Wishes, hold_tournament

    wishes = Wishes(
        game=game,
        agents=agents or [],
        deals=deals,
        seed=seed,
        format=format,
        workers=workers,
        backend=backend,
        address=address,
        sprt=sprt,
        records=records,
        out=out,
        games=games,
        resume=resume,
        options=option or [],
        as_json=as_json,
    )
    return hold_tournament(wishes)


@app.command("new-game")
def new_game(
    id: Annotated[str, typer.Argument(help="The game's id: a word of small letters.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to write; ./ID by default.")
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="The game's name for people.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a new game to start from: a folder that is complete and whose tests pass."""
    from kibitz.cli.new_game import write_game

    write_game(id, folder, title, as_json)


@app.command()
def bench(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all by default.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help="How long to measure each figure.")
    ] = 1.0,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Measure random play and enumeration on this machine."""
    from kibitz.cli.bench import measure_games

    measure_games(games or [], seconds, seed, as_json)
