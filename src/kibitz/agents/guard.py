# kibitz: interpreted, because it looks at classes and objects from outside, as agents do.
"""Calling the code of agents, which may come from anybody, without harm to the match.

An agent gets copies: an observation with moves, a view and a game of its own. But a search asks
its game for more moves, and many games list moves that they made once. Such a move, like a class,
is shared by everything in a process. A `RuleGuard` notices what an agent changed about them, and
undoes it.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

from kibitz.core.game import LIBRARY, Game
from kibitz.core.move import Move

T = TypeVar("T")

# Methods with such names are watched, too; other names that start with `_` may be caches.
SPECIAL: Final = frozenset(("__init__", "__eq__", "__hash__", "__str__", "__repr__", "__reduce__"))
# How deep the moves of a module may lie in its lists and tables.
DEEPEST: Final = 6
# How many changes a message names.
NAMED: Final = 3
MISSING: Final = object()


def end_fork(process: int) -> None:
    """Ends this process if it is not the given one, but was forked by an agent.

    Otherwise there would be two of everything: two matches, two workers, two terminals.
    """
    if os.getpid() != process:
        os._exit(0)


def call_agent(function: Callable[..., T], *arguments: object) -> T:
    """Calls the code of an agent; a process that it forks ends here, however it comes back."""
    process = os.getpid()
    try:
        return function(*arguments)
    finally:
        end_fork(process)


class RuleGuard:
    """Remembers the rules of a game as they were before any agent could change them.

    It watches the classes of the game and of its moves, with all that they inherit, and the moves
    that the modules of the game hold.
    """

    def __init__(self, game: Game[Any, Any]) -> None:  # Any: any game
        """Remembers the rules as they are now."""
        kinds = [type(game), *game.kinds()]
        bases = dict.fromkeys(base for kind in kinds for base in kind.__mro__)
        self._classes: Final = [
            (base, dict(vars(base)))
            for base in bases
            if base.__module__ not in sys.stdlib_module_names
        ]
        self._moves: Final = [(move, contents(move)) for move in ready_moves(kinds)]
        self._before = self._look()

    def restore(self) -> list[str]:
        """Undoes all changes; returns the names of what was changed, such as `Raise.id`.

        Names that the rules do not have are removed but not returned: they do no harm.
        """
        if self._look() == self._before:
            return []
        changed = [name for kind, before in self._classes for name in restore_class(kind, before)]
        changed += [name for move, before in self._moves for name in restore_move(move, before)]
        self._before = self._look()
        return changed

    def _look(self) -> tuple[tuple[int, ...], list[dict[str, object] | None]]:
        """Returns what is equal as long as nothing has changed, caches included; fast."""
        values = chain.from_iterable([vars(kind).values() for kind, _ in self._classes])
        held = [getattr(move, "__dict__", None) for move, _ in self._moves]
        return tuple(map(id, values)), [None if each is None else each.copy() for each in held]


@lru_cache(maxsize=8)
def guard_of(game: Game[Any, Any]) -> RuleGuard:  # Any: any game
    """Returns the guard of a game; the first call has to be before any agent is made."""
    return RuleGuard(game)


def describe_changes(changed: Sequence[str]) -> str:
    """Says that an agent has changed the rules, and what."""
    names = [*dict.fromkeys(changed)]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"changed the rules: {', '.join(names[:NAMED])}{more}"


def contents(move: Move[Any]) -> dict[str, object]:
    """Returns a copy of the attributes of a move that were set; compiled moves have none."""
    return dict(getattr(move, "__dict__", None) or {})


def restore_class(kind: type, before: dict[str, object]) -> Iterator[str]:
    """Undoes the changes of a class; yields the names of those that the rules would notice."""
    now = dict(vars(kind))
    for name in {**before, **now}:
        if name.startswith("_") and name not in SPECIAL:
            continue
        if now.get(name, MISSING) is before.get(name, MISSING):
            continue
        if name in before:
            setattr(kind, name, before[name])
        else:
            delattr(kind, name)
        if hasattr(kind, name):
            yield f"{kind.__name__}.{name}"


def restore_move(move: Move[Any], before: dict[str, object]) -> Iterator[str]:
    """Undoes the changes of a move; yields the names of those that the rules would notice."""
    now = contents(move)
    changed = [
        name
        for name in {**before, **now}
        if not name.startswith("_")
        and (name not in now or name not in before or now[name] is not before[name])
    ]
    if changed:
        # Without what it has kept: its hash may be that of the changed parameters.
        move.__dict__.clear()
        move.__dict__.update({name: before[name] for name in before if not name.startswith("_")})
    for name in changed:
        if hasattr(move, name):
            yield f"{type(move).__name__}.{name}"


def ready_moves(kinds: Iterable[type]) -> list[Move[Any]]:
    """Lists the moves in the modules of some classes, and of the packages that these are in."""
    packages = {
        kind.__module__.rpartition(".")[0] or kind.__module__
        for kind in kinds
        if not kind.__module__.startswith(LIBRARY)
    }
    found: dict[int, Move[Any]] = {}
    for name, module in [*sys.modules.items()]:
        if name in packages or any(name.startswith(f"{package}.") for package in packages):
            collect_moves(vars(module), found, set(), DEEPEST)
    return [*found.values()]


def collect_moves(value: object, found: dict[int, Move[Any]], seen: set[int], depth: int) -> None:
    """Adds the moves in a list or table to those found so far."""
    if isinstance(value, Move):
        found[id(value)] = value
    elif isinstance(value, (list, tuple, dict, set, frozenset)) and depth and id(value) not in seen:
        seen.add(id(value))
        for item in value.values() if isinstance(value, dict) else value:
            collect_moves(item, found, seen, depth - 1)
