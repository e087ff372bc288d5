"""Kibitz: card games as moves, and players that explain every decision."""

from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path

__version__ = "0.1.0"

__all__ = ["COMPILED", "__version__"]


def _is_compiled() -> bool:
    """Tells whether the core would be loaded from an extension module, without loading it."""
    spec = PathFinder.find_spec("kibitz.core.move", [str(Path(__file__).parent / "core")])
    return spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))


COMPILED: bool = _is_compiled()
"""True when the rules and agents run natively, False when they are interpreted."""
