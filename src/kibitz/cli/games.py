"""`kibitz games` and `kibitz coverage`: what is installed, and how far a game has come."""

import textwrap
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz import games
from kibitz.agents import outside
from kibitz.agents.outside import OWN_PACKAGE
from kibitz.agents.programs import declared_bots
from kibitz.agents.registry import built_in_names
from kibitz.cli.app import CoverageArgs, GamesArgs
from kibitz.cli.options import UsageError, command_line, flag_of
from kibitz.cli.screen import open_screen, print_json, show_grid, show_header
from kibitz.core.errors import suggest
from kibitz.core.game import Game
from kibitz.core.value import Json
from kibitz.table.catalogue import (
    agent_row,
    bot_row,
    describe_each,
    describe_options,
    lists_of,
    row_of,
)

# How wide lists of names are printed.
WIDTH = 100


def show_games(args: GamesArgs) -> None:
    """Shows the weights of an agent, all games, or one."""
    if args.weights is not None:
        show_weights(args.game, args.weights, args.as_json)
    elif args.game is None:
        list_games(args.as_json)
    else:
        show_game(args.game, args.as_json)


def list_games(as_json: bool) -> None:
    """Lists the installed games, and why a package cannot be loaded."""
    rows, broken = describe_each(row_of)
    agents: list[dict[str, Json]] = [
        agent_row(entry, same_name)
        for same_name in outside.entries().values()
        for entry in same_name
    ]
    agents += [bot_row(bot) for bot in declared_bots().values()]
    if as_json:
        print_json({"games": rows, "broken": broken, "agents": agents})
    else:
        show(rows, broken, agents)


def show(
    rows: list[dict[str, Json]], broken: list[dict[str, Json]], agents: list[dict[str, Json]]
) -> None:
    """Prints the list as a table that fits on one screen: the agents for any game stand below."""
    screen = open_screen()
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    foreign = any(row["source"] != OWN_PACKAGE for row in rows)
    for column in ("game", "title", "seats", "agents of its own", "from")[: 4 + foreign]:
        table.add_column(column)
    shared = {*built_in_names(), *outside.entries(), *declared_bots()}
    for row in rows:
        own = row["agents"] if isinstance(row["agents"], list) else []
        table.add_row(
            Text(str(row["id"]), style="green"),
            str(row["title"]),
            str(row["seats"]),
            words([name for name in own if name not in shared]),
            *[str(row["source"])][:foreign],
        )
    show_grid(screen, table)
    if rows:
        screen.print(Text(f"\nAgents for any game: {', '.join(built_in_names())}"))
    for row in broken:
        line = Text.assemble((str(row["id"]), "red"), f" ({row['source']}) cannot be loaded: ")
        screen.print(line.append(str(row["error"])), soft_wrap=True)
    for row in agents:
        line = Text.assemble("agent ", (str(row["name"]), "red" if row["problem"] else "green"))
        line.append(f" of {row['package']}").append(f" {row['problem']}" if row["problem"] else "")
        screen.print(line, soft_wrap=True)
    if rows:
        first = rows[0]["id"]
        tips = f"Options, decks and more: kibitz games {first}; to play: kibitz play {first}"
        screen.print(Text(tips, style="dim"), soft_wrap=True)


def words(items: Json) -> str:
    """Writes a list in one cell of the table."""
    return ", ".join(map(str, items)) if isinstance(items, list) and items else "-"


# One game.


def show_game(name: str, as_json: bool) -> None:
    """Describes a game: its options with their defaults, and what they can name."""
    game = games.load(name)
    row = row_of(game)
    if as_json:
        print_json({**row, "options": describe_options(game), "lists": lists_of(game)})
        return
    screen = open_screen()
    show_header(screen, game.title or name, f"version {row['version']}, from {row['source']}")
    seats = "1 player" if game.seats == 1 else f"{game.seats} players"
    screen.print(Text(f" {seats}; agents: {words(row['agents'])}"), soft_wrap=True)
    rival = f"default opponent: {row['opponent']}; " if game.seats > 1 else ""
    screen.print(Text(f" {rival}default adviser: {row['adviser']}"), soft_wrap=True)
    show_options(screen, game)
    for heading, names in game.lists().items():
        show_header(screen, heading)
        # A name with a colon explains itself, so it gets a line of its own.
        for line in names if any(":" in each for each in names) else [", ".join(names)]:
            show_wrapped(screen, line, " ")
    example = command_line("play", name)
    screen.print(Text(f"\nTo play: {example}", style="dim"))


def show_options(screen: Console, game: Game[Any, Any]) -> None:  # Any: known by name only
    """Prints the options of a game as they are typed, with their defaults."""
    names = games.option_names(type(game))
    if not names:
        return
    show_header(screen, f"options of {game.id}")
    texts = game.option_help()
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for option in names:
        default = game.options.get(option)
        shown = "" if default in (None, "") else f"[{default}]"
        table.add_row(
            Text(f" {flag_of(option)}", style="green"), texts.get(option, ""), Text(shown)
        )
    show_grid(screen, table)


# The weights of an agent.


def show_weights(name: str | None, agent: str, as_json: bool) -> None:
    """Shows the numbers that an agent of a game judges by, with what they mean."""
    if name is None:
        raise UsageError("--weights needs a game: kibitz games GAME --weights AGENT")
    known = games.load(name).agent_weights()
    if agent not in known:
        near = suggest(agent, known) if known else "none of its agents has any"
        raise UsageError(f"{name} has no weights for an agent {agent!r}; {near}")
    if as_json:
        rows: dict[str, Json] = {
            weight: {"value": value, "meaning": meaning}
            for weight, (value, meaning) in known[agent].items()
        }
        print_json({"game": name, "agent": agent, "weights": rows})
        return
    screen = open_screen()
    show_header(screen, f"weights of {agent}", name)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(style="green", no_wrap=True)
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for weight, (value, meaning) in known[agent].items():
        table.add_row(f" {weight}", f"{value:,.10g}", meaning)
    show_grid(screen, table)


# Coverage.


def show_coverage(args: CoverageArgs) -> None:
    """Shows which parts of a game are implemented, section by section."""
    name = args.game
    sections = games.load(name).coverage()
    if args.as_json:
        rows: dict[str, Json] = {
            section: {
                "implemented": sum(names.values()),
                "total": len(names),
                "names": [each for each, there in names.items() if there],
                "missing": [each for each, there in names.items() if not there],
            }
            for section, names in sections.items()
        }
        print_json({"game": name, "coverage": rows})
        return
    if not sections:
        print(f"{name} does not list its parts, so there is no coverage to show")
        return
    screen = open_screen()
    show_header(screen, f"coverage of {name}")
    for section, names in sections.items():
        done = f"{sum(names.values())} of {len(names)}"
        screen.print(Text.assemble(f" {section}: ", (done, "bold"), " implemented"))
        lacking = [each for each, there in names.items() if not there]
        if lacking:
            show_wrapped(screen, f"missing: {', '.join(lacking)}", "   ")


def show_wrapped(screen: Console, text: str, indent: str) -> None:
    """Prints a list of names, broken between the names and not within them."""
    glued = text.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
    for line in textwrap.wrap(
        glued, min(screen.width, WIDTH), initial_indent=indent, subsequent_indent=indent
    ):
        screen.print(Text(line.replace("\N{NO-BREAK SPACE}", " ")), soft_wrap=True)
