"""`kibitz games`: the installed games and agents, and packages that cannot be loaded."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from kibitz import games
from kibitz.agents import outside
from kibitz.agents.outside import OWN_PACKAGE
from kibitz.agents.registry import agent_names, built_in_names
from kibitz.cli.screen import open_screen, print_json, show_grid
from kibitz.core.errors import GameDefinitionError
from kibitz.core.value import Json
from kibitz.games.bugs import find_bug


def list_games(as_json: bool) -> None:
    """Lists the installed games, and why a package cannot be loaded."""
    rows: list[dict[str, Json]] = []
    broken: list[dict[str, Json]] = []
    for name in games.names():
        try:
            rows.append(row_of(name))
        except Exception as error:  # noqa: BLE001 - another package can fail in any way
            source = games.find(name).source
            broken.append({"id": name, "source": source, "error": reason_for(error)})
    agents: list[dict[str, Json]] = [
        agent_row(entry, same_name)
        for same_name in outside.entries().values()
        for entry in same_name
    ]
    if as_json:
        print_json({"games": rows, "broken": broken, "agents": agents})
    else:
        show(rows, broken, agents)


def agent_row(
    entry: outside.AgentEntry, same_name: Sequence[outside.AgentEntry]
) -> dict[str, Json]:
    """Describes one agent of another package, and why it cannot be used by its name."""
    problem = None
    try:
        entry.find()
    except Exception as error:  # noqa: BLE001 - another package can fail in any way
        problem = f"cannot be loaded: {reason_for(error)}"
    if problem is None and entry.name in built_in_names():
        problem = f"has the name of a built-in agent; use {entry.target()}"
    elif problem is None and len(same_name) > 1:
        problem = f"has the name of another agent; use {entry.target()}"
    return {
        "name": entry.name,
        "package": entry.package,
        "target": entry.target(),
        "problem": problem,
    }


def reason_for(error: Exception) -> str:
    """Says why a game or agent cannot be loaded, with file and line if its package is to blame."""
    bug = find_bug(error)
    what = "; ".join(error.problems) if isinstance(error, GameDefinitionError) else str(error)
    return what if bug is None or bug.package == OWN_PACKAGE else f"{what} ({bug.place})"


def row_of(name: str) -> dict[str, Json]:
    """Describes one game."""
    info = games.describe(name)
    return {
        "id": info.id,
        "title": info.title,
        "seats": info.seats,
        "version": info.version,
        "options": [*info.options],
        "agents": [*agent_names(games.load(name))],
        "source": info.source,
    }


def show(
    rows: list[dict[str, Json]], broken: list[dict[str, Json]], agents: list[dict[str, Json]]
) -> None:
    """Prints the list as a table."""
    screen = open_screen()
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for column in ("game", "title", "seats", "options", "agents", "from"):
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(
            Text(str(row["id"]), style="green"),
            str(row["title"]),
            str(row["seats"]),
            words(row["options"]),
            words(row["agents"]),
            str(row["source"]),
        )
    show_grid(screen, table)
    for row in broken:
        line = Text.assemble((str(row["id"]), "red"), f" ({row['source']}) cannot be loaded: ")
        screen.print(line.append(str(row["error"])), soft_wrap=True)
    for row in agents:
        line = Text.assemble("agent ", (str(row["name"]), "red" if row["problem"] else "green"))
        line.append(f" of {row['package']}").append(f" {row['problem']}" if row["problem"] else "")
        screen.print(line, soft_wrap=True)
    if rows:
        screen.print(Text(f"\nTo play: kibitz play {rows[0]['id']}", style="dim"))


def words(items: Json) -> str:
    """Writes a list in one cell of the table."""
    return ", ".join(map(str, items)) if isinstance(items, list) and items else "-"
