"""Playing the real game: clients, and hosts to try them with."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Returns the folder of Kibitz in the user's folder for the state of programs."""
    given = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    base = Path(given) if given else Path.home() / ".local" / "state"
    return base / "kibitz"
