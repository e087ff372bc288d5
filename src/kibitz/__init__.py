"""Kibitz: card games as moves, and players that explain every decision.

```python
import kibitz

game = kibitz.load("jaipur")
match = kibitz.RuleEngine(game, seed=7)
agent = kibitz.make_agent(game, "utility")
match.play(agent.advise(match.observe()).move)
```
"""

# A command begins here, before it can catch Ctrl-C: import nothing that Python has not loaded yet.
import os as _os
from importlib import import_module as _import_module
from importlib.machinery import EXTENSION_SUFFIXES as _SUFFIXES
from importlib.machinery import PathFinder as _PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.agents import make_agent
    from kibitz.core import (
        Advice,
        Game,
        KibitzError,
        Move,
        Observation,
        Option,
        Reason,
        Reject,
        RuleEngine,
        State,
        read_record,
        replay,
        write_record,
    )
    from kibitz.games import load
    from kibitz.testing import check_game

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "Advice",
    "Game",
    "KibitzError",
    "Move",
    "Observation",
    "Option",
    "Reason",
    "Reject",
    "RuleEngine",
    "State",
    "__version__",
    "check_game",
    "load",
    "make_agent",
    "read_record",
    "replay",
    "write_record",
]

# Where each name is found. They are imported when they are first asked for, so that a command that
# needs none of them starts at once.
_PLACES = {"load": "kibitz.games", "make_agent": "kibitz.agents", "check_game": "kibitz.testing"}


def _is_compiled() -> bool:
    """Tells whether the core would be loaded from an extension module, without loading it."""
    folder = _os.path.join(_os.path.dirname(__file__), "core")  # noqa: PTH118, PTH120
    spec = _PathFinder.find_spec("kibitz.core.move", [folder])
    return spec is not None and str(spec.origin).endswith(tuple(_SUFFIXES))


COMPILED: bool = _is_compiled()
"""True when the rules and agents run natively, False when they are interpreted."""


if not TYPE_CHECKING:  # A type checker would take any name for one that is found here.

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
        found: object = getattr(_import_module(_PLACES.get(name, "kibitz.core")), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
