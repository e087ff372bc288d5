"""Checks of enumeration against slower ways to find the same: brute force, steps, counting.

`brute_force` tries every combination of parameter values and asks `can_execute`; it knows nothing
of producers, so what it finds and enumeration does not is missing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final, TypeAlias, TypeVar

from kibitz.core.domains import Step, collect, leaves
from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import copy
from kibitz.core.errors import EnumerationLimit, InvalidMoveError, suggest
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.rulebook import Kind
from kibitz.core.state import State
from kibitz.core.value import is_record, make
from kibitz.kit.state import TableState
from kibitz.kit.targets import player_target, seat_of
from kibitz.testing.golden import play_random

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The values to try for each parameter, under `kind.parameter` or just `parameter`.
Universe: TypeAlias = Mapping[str, Sequence[object]]

# How many positions `perft` counts before it gives up.
NODES: Final = 1_000_000
# Places for a card and for a player in a value; no id or word looks like this.
A_CARD: Final = "<card>"
A_PLAYER: Final = "<player>"
# How many moves a message quotes.
QUOTED: Final = 5


# Counting.


def perft(game: Game[S, V], state: S, depth: int, *, limit: int = NODES) -> int:
    """Counts the positions after exactly `depth` moves, one for each way to get there.

    Chance is the state's own: the same dice fall on every branch. A game that is over earlier adds
    nothing.

    Raises:
        EnumerationLimit: if more positions than `limit` had to be looked at.
    """
    return perft_table(game, state, depth, limit=limit)[depth]


def perft_table(game: Game[S, V], state: S, depth: int, *, limit: int = NODES) -> list[int]:
    """Counts the positions after 0, 1, ... `depth` moves, as `perft` does, in one pass.

    Raises:
        EnumerationLimit: if more positions than `limit` had to be looked at.
        ValueError: if the depth is negative.
    """
    if depth < 0:
        raise ValueError(f"positions are counted after 0 moves or more, not {depth}")
    counts = [0] * (depth + 1)
    count(game, state, 0, counts, limit)
    return counts


def count(game: Game[S, V], state: S, ply: int, counts: list[int], limit: int) -> None:
    """Counts a position and all that follow it; the last moves are only counted, not played."""
    counts[ply] += 1
    if ply + 1 == len(counts):
        return
    moves = game.legal(state)
    if sum(counts) > limit:
        raise EnumerationLimit(f"more than {limit} positions of {game.id}: {counts}")
    if ply + 2 == len(counts):
        counts[ply + 1] += len(moves)
        return
    for move in moves:
        twin = copy(state)
        game.play(twin, move)
        count(game, twin, ply + 1, counts, limit)


# Soundness and completeness.


def assert_enumeration_sound(game: Game[S, V], state: S, seat: int | None = None) -> int:
    """Asserts that every valid entry of an enumeration can be played, for one seat or all.

    Returns:
        How many entries were played.

    Raises:
        AssertionError: if one is refused; names it and the reason.
    """
    engine = RuleEngine(game, state=state, seed=0)
    played = 0
    for who in range(game.seats) if seat is None else (seat,):
        for entry in engine.enumerate_moves(who, valid_only=True):
            result = engine.execute(entry)
            if result.error is not None:
                raise AssertionError(
                    f"{entry.move} of seat {who} is listed as valid, but refused:"
                    f" {result.error.error_code}, {result.error.reason}"
                )
            engine.undo()
            played += 1
    return played


def assert_enumeration_complete(
    game: Game[S, V], state: S, universe: Universe | None = None, seat: int | None = None
) -> int:
    """Asserts that enumeration finds every legal move that brute force finds, and no other.

    Args:
        game: the rules.
        state: where; small, because every combination of values is tried.
        universe: the values to try; gathered from random play and this state if None.
        seat: whose moves; those of who must decide if None.

    Returns:
        How many legal moves there are.

    Raises:
        AssertionError: if a legal move is not listed, or a listed one is not among the values.
    """
    who = state.seat if seat is None else seat
    values = gather_universe(game, state=state) if universe is None else universe
    found = brute_force(game, state, who, values)
    engine = RuleEngine(game, state=state, seed=0)
    listed = [entry.move for entry in engine.enumerate_moves(who, valid_only=True)]
    missing = [move for move in found if move not in set(listed)]
    if missing:
        raise AssertionError(f"legal, but not listed for seat {who}: {quote(missing)}")
    extra = [move for move in listed if move not in set(found)]
    if extra:
        raise AssertionError(f"listed for seat {who}, but outside the universe: {quote(extra)}")
    return len(found)


def brute_force(game: Game[S, V], state: S, seat: int, universe: Universe) -> list[Move[S]]:
    """Finds the legal moves of a seat by trying every combination of parameter values.

    Kinds without a producer are left out: nothing can list them.

    Raises:
        LookupError: if the universe has no values for a parameter.
    """
    engine = RuleEngine(game, state=state, seed=0)
    found: list[Move[S]] = []
    for kind in game.rulebook().kinds:
        if not kind.produces:
            continue
        columns = [values_of(universe, kind, name) for name in kind.params]
        for params in product(*columns):
            try:
                move = kind.build(dict(zip(kind.params, params, strict=True)))
            except InvalidMoveError:
                continue  # values of a parameter of the same name in another kind
            if engine.can_execute(move, seat):
                found.append(move)
    return list(dict.fromkeys(found))


def values_of(universe: Universe, kind: Kind[S], name: str) -> Sequence[object]:
    """Returns the values to try for one parameter of a kind."""
    for place in (f"{kind.id}.{name}", name):
        if place in universe:
            return universe[place]
    near = suggest(f"{kind.id}.{name}", universe)
    raise LookupError(f"the universe has no values for {kind.id}.{name}; {near}")


def gather_universe(
    game: Game[S, V],
    *,
    games: int = 10,
    max_plies: int = 100,
    seed: int = 0,
    state: S | None = None,
) -> dict[str, list[object]]:
    """Gathers every value that a parameter was proposed with in random play, in order of meeting.

    For a `state` of a table game, every value that names cards or players is tried with all cards
    of that state and all players in their place, in every combination.
    """
    universe: dict[str, dict[object, None]] = {
        f"{kind.id}.{name}": {} for kind in game.rulebook().kinds for name in kind.params
    }
    states = [] if state is None else [state]
    for number in range(games):
        states += play_random(game, seed + number, max_plies).states()
    for visited in states:
        for seat in range(game.seats):
            for move in game.rulebook().candidates(visited, seat):
                for name, value in zip(move.__match_args__, move.params(), strict=True):
                    universe[f"{move.id}.{name}"][value] = None
    if not isinstance(state, TableState):
        return {place: list(values) for place, values in universe.items()}
    names: dict[str, Sequence[str]] = {
        A_CARD: [card.id for card in state.table.all_cards()],
        A_PLAYER: [player_target(seat) for seat in range(game.seats)],
    }
    shapes = {place: dict.fromkeys(map(shape_of, values)) for place, values in universe.items()}
    return {
        place: [value for shape in found for value in fill(shape, names)]
        for place, found in shapes.items()
    }


def shape_of(value: object) -> object:
    """Returns a value with every card and every player in it replaced by a place for one."""
    if isinstance(value, str):
        is_card = value[:1] == "c" and value[1:].isdigit()
        return A_CARD if is_card else value if seat_of(value) is None else A_PLAYER
    if isinstance(value, tuple):
        return tuple([shape_of(item) for item in value])
    if is_record(value):
        return make(type(value), [shape_of(item) for item in fields_of(value)])
    return value


def fill(shape: object, names: Mapping[str, Sequence[str]]) -> Iterator[object]:
    """Yields a value in every way in which names can fill its places."""
    if isinstance(shape, str):
        yield from names.get(shape, (shape,))
    elif isinstance(shape, tuple):
        yield from product(*[list(fill(item, names)) for item in shape])
    elif is_record(shape):
        for fields in product(*[list(fill(item, names)) for item in fields_of(shape)]):
            yield make(type(shape), list(fields))
    else:
        yield shape


def fields_of(record: object) -> list[object]:
    """Returns the fields of a nested record, in order."""
    names: tuple[str, ...] = getattr(record, "__match_args__", ())
    return [getattr(record, name) for name in names]


# Steps.


def assert_staged_equals_flat(engine: RuleEngine[S, V], seat: int | None = None) -> int:
    """Asserts that answering `next_choices` in every way leads to exactly the enumerated moves.

    With `valid_only`, every offered option must lead to a legal move, and every legal move must
    be reachable.

    Returns:
        How many moves were reached.

    Raises:
        AssertionError: if a move is reached that is not listed, or the other way round.
    """
    who = engine.seat if seat is None else seat
    reached = 0
    for kind in engine.game.rulebook().kinds:
        if not kind.produces:
            continue
        entries = engine.enumerate_moves(who, move_ids=[kind.id])
        listed = [entry.params for entry in entries if entry.params is not None]
        legal = [entry.params for entry in entries if entry.is_valid and entry.params is not None]
        walked = [build(kind, answers) for answers in walk(engine, kind, who, {})]
        compare(kind.id, who, walked, listed)
        compare(kind.id, who, walk_legal(engine, kind, who, {}, legal), legal)
        reached += len(walked)
    return reached


def compare(kind: str, seat: int, walked: list[Move[S]], listed: list[Move[S]]) -> None:
    """Compares what the steps reach with what is listed."""
    extra = [move for move in walked if move not in set(listed)]
    if extra:
        raise AssertionError(f"{kind}, seat {seat}: reached, but not listed: {quote(extra)}")
    missing = [move for move in listed if move not in set(walked)]
    if missing:
        raise AssertionError(f"{kind}, seat {seat}: listed, but not reached: {quote(missing)}")
    if len(walked) != len(listed):
        raise AssertionError(f"{kind}, seat {seat}: the steps reach some move more than once")


def walk(
    engine: RuleEngine[S, V], kind: Kind[S], seat: int, answers: dict[str, object]
) -> Iterator[dict[str, object]]:
    """Yields every way to answer all questions on the way to a move."""
    step = engine.next_choices(kind.id, answers, seat)
    if step is None:
        yield answers
        return
    for answer in answers_to(step):
        yield from walk(engine, kind, seat, {**answers, step.field: answer})


def walk_legal(
    engine: RuleEngine[S, V],
    kind: Kind[S],
    seat: int,
    answers: dict[str, object],
    legal: Sequence[Move[S]],
) -> list[Move[S]]:
    """Finds the legal moves by questions that offer only what can still become one.

    Raises:
        AssertionError: if an option is offered that leads to no legal move.
    """
    step = engine.next_choices(kind.id, answers, seat, valid_only=True)
    if step is None:
        move = build(kind, answers)
        return [move] if move in legal else []
    found: list[Move[S]] = []
    fruitful: list[object] = []
    for answer in answers_to(step):
        behind = walk_legal(engine, kind, seat, {**answers, step.field: answer}, legal)
        found += behind
        if behind:
            fruitful += answer if step.many and isinstance(answer, tuple) else (answer,)
    for option in step.options:
        if option not in fruitful:
            raise AssertionError(
                f"{kind.id}, seat {seat}: after {answers}, {step.field} {option!r} is offered,"
                " but leads to no legal move"
            )
    return found


def answers_to(step: Step) -> Iterator[object]:
    """Yields every answer to one question; where it takes several, selections in option order."""
    if not step.many:
        yield from step.options
        return
    for size in range(step.min, min(step.max, len(step.options)) + 1):
        yield from combinations(step.options, size)


def build(kind: Kind[S], answers: Mapping[str, object]) -> Move[S]:
    """Makes the move that the answers describe."""
    domains = kind.move.domains
    if not domains:
        return kind.build(answers)
    assert [path for path, _ in leaves(domains)] == list(answers)
    return kind.build(collect(domains, answers))


def quote(moves: Sequence[Move[S]]) -> str:
    """Lists some moves for a message."""
    more = f" and {len(moves) - QUOTED} more" if len(moves) > QUOTED else ""
    return ", ".join(str(move) for move in moves[:QUOTED]) + more
