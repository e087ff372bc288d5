"""Staged enumeration: the parameters of a move asked one after the other.

A kind with domains is asked through them, so a huge space is never listed. Any other kind is asked
through what its producer proposes. Either way, walking all answers reaches exactly the moves that
enumeration lists.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from kibitz.core.domains import Step, collect, leaves, walk
from kibitz.core.enumeration import judge
from kibitz.core.errors import suggest
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.rulebook import Kind
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")


def next_step(
    game: Game[S, V],
    state: S,
    seat: int,
    kind: Kind[S],
    chosen: Mapping[str, object],
    valid_only: bool,
) -> Step | None:
    """Returns the next question after the answers so far; None when all are given."""
    paths = [path for path, _ in leaves(kind.move.domains)] or list(kind.params)
    for path in chosen:
        if path not in paths:
            raise ValueError(f"{kind.id} has no parameter {path!r}; {suggest(path, paths)}")
    for path in paths:
        if path not in chosen:
            if kind.move.domains:
                return ask_domain(game, state, seat, kind, chosen, path, valid_only)
            return ask_producer(game, state, seat, kind, chosen, path, valid_only)
    return None


def ask_domain(
    game: Game[S, V],
    state: S,
    seat: int,
    kind: Kind[S],
    chosen: Mapping[str, object],
    path: str,
    valid_only: bool,
) -> Step:
    """Asks for a parameter through its domain."""
    domain = dict(leaves(kind.move.domains))[path]
    least, most = domain.bounds(state, seat, chosen)
    many = domain.many(state, seat, chosen)
    options = tuple(domain.options(state, seat, chosen))
    if valid_only:
        alive: list[object] = []
        for move in completions(state, seat, kind, dict(chosen)):
            if is_legal(game, state, seat, move):
                alive += parts_of(move, path, many)
        options = tuple([option for option in options if option in alive])
    return Step(path, domain.kind, options, least, most, many)


def ask_producer(
    game: Game[S, V],
    state: S,
    seat: int,
    kind: Kind[S],
    chosen: Mapping[str, object],
    path: str,
    valid_only: bool,
) -> Step:
    """Asks for a parameter through the moves that the producer proposes."""
    found: dict[object, None] = {}
    for move in kind.move.enumerate(state, seat):
        if all(getattr(move, name) == value for name, value in chosen.items()) and (
            not valid_only or is_legal(game, state, seat, move)
        ):
            found[getattr(move, path)] = None
    return Step(path, "value", tuple(found), 1, 1, False)


def completions(state: S, seat: int, kind: Kind[S], chosen: dict[str, object]) -> Iterator[Move[S]]:
    """Yields every move that the answers so far can still become."""
    domains = kind.move.domains
    for filled in walk(leaves(domains), state, seat, chosen):
        yield kind.build(collect(domains, filled))


def is_legal(game: Game[S, V], state: S, seat: int, move: Move[S]) -> bool:
    """Tells whether the rules allow a move now."""
    return game.gate(state, seat, type(move)) is None and judge(move, state, seat) is None


def parts_of(move: Move[S], path: str, many: bool) -> list[object]:
    """Returns the options that make up one parameter of a move; several where it takes many."""
    value: object = move
    for name in path.split("."):
        value = getattr(value, name)
    return list(value) if many and isinstance(value, tuple) else [value]
