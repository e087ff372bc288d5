"""`kibitz serve`: the table over HTTP, for browsers and programs."""

import asyncio
import importlib.util
import json
import os
import shlex
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

from kibitz.agents.programs import (
    bots_declared,
    declared_bots,
    introduction_of,
    read_declaration,
)
from kibitz.agents.registry import check_bots
from kibitz.cli.app import ServeArgs
from kibitz.cli.options import UsageError
from kibitz.communicationmod import state_folder

# What the extra `table` installs.
NEEDED = ("alembic", "fastapi", "prometheus_client", "pydantic", "sqlalchemy", "uvicorn")
# The address of the database, which may hold a password, is better not seen in a list of processes.
STORE = "KIBITZ_STORE"
FILE = "table.db"
RESULTS = "results"


def serve_table(args: ServeArgs) -> int:
    """Serves the table until Ctrl-C, or prints the settings."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageError(f"kibitz serve needs {missing[0]}: pip install 'kibitz[table]'")
    from kibitz.table import settings as known

    if args.print_settings:
        print(known.write_settings(), end="")
        return 0
    settings = known.read_settings(args.settings) if args.settings else known.Settings()
    # Whoever names no port does not mind which one it is.
    any_port = args.port is None and "port" not in settings.model_fields_set
    changes = {**given(args), "bots": {**settings.bots, **bots_of(args)}}
    settings = known.change_settings(settings, changes, "the command line")
    if settings.results is not None and not settings.results.is_dir():
        raise UsageError(f"there is no folder {settings.results} with results")
    if not settings.store:
        settings = settings.model_copy(update={"store": default_store()})
    if settings.results is None:
        settings = settings.model_copy(update={"results": default_results(settings.store)})
    with bots_declared([f"{name}={command}" for name, command in settings.bots.items()]):
        check_bots()
        for bot in declared_bots().values():
            introduction_of(bot)  # one that does not start is better found now
        return run(settings, args, any_port)


def bots_of(args: ServeArgs) -> dict[str, str]:
    """Returns the bots of the command line by name, each with its command."""
    return {bot.name: shlex.join(bot.words) for bot in map(read_declaration, args.bots)}


def given(args: ServeArgs) -> dict[str, Any]:  # Any: the settings check their values
    """Returns the settings of the command line, which win over those of the file."""
    wishes = {
        "host": args.host,
        "port": args.port,
        "store": args.store or os.environ.get(STORE),
        "workers": args.workers,
        "results": args.results,
        "log": args.log,
    }
    return {name: value for name, value in wishes.items() if value is not None}


def default_store() -> str:
    """Returns the address of the database in the user's folder, which is made."""
    folder = state_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{Path(folder / FILE).resolve()}"


def default_results(store: str) -> Path:
    """Returns the folder for tournaments: beside the file of the database, or in the user's."""
    from kibitz.table.store import file_of, read_url

    file = file_of(read_url(store))
    return (state_folder() if file is None else file.resolve().parent) / RESULTS


def run(
    settings: Any,  # Any: `Settings`, which is imported late
    args: ServeArgs,
    any_port: bool,
) -> int:
    """Serves the table, and says where."""
    from kibitz.table import server
    from kibitz.table.logs import set_up_logs
    from kibitz.table.settings import warning

    set_up_logs(settings.log, sys.stderr)
    try:
        bound = server.open_socket(settings.host, settings.port)
    except server.ServerError:
        if not any_port:
            raise
        bound = server.open_socket(settings.host, 0)
    problem = warning(settings)
    if problem is not None:
        sys.stderr.write(f"kibitz serve: {problem}\n")

    def ready() -> None:
        url = server.url_of(bound)
        if args.as_json:
            print(json.dumps({"url": url, "pid": os.getpid()}))  # one line, for scripts
        else:
            print(f"The table is open at {url} (Ctrl-C closes it)")
        sys.stdout.flush()
        if args.browse and has_screen():
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    with bound, suppress(asyncio.CancelledError):  # by a signal while it started
        server.run(settings, bound, ready)
    return 0


def has_screen() -> bool:
    """Tells whether a browser would open a window, and not take the terminal or fail."""
    local = sys.platform in ("darwin", "win32")
    return local or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
