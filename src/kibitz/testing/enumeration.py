"""Checks enumeration against slower ways to find the same moves: brute force, and step by step.

`brute_force` tries every combination of parameter values and asks `can_execute`. It does not use
producers, so a move that only brute force finds is missing from enumeration.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, product
from typing import Any, Final, TypeAlias, TypeVar

from kibitz.core.domains import Chosen, Domain, RecordOf, Step, collect, leaves
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import InvalidMoveError, suggest
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.rulebook import Kind
from kibitz.core.state import State
from kibitz.core.value import is_record, make
from kibitz.kit.state import TableState
from kibitz.testing.golden import play_random

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The values to try for each parameter, under `kind.parameter` or just `parameter`.
Universe: TypeAlias = Mapping[str, Sequence[object]]

# Placeholders for a card and for a place in a value; no place is so far below 0.
A_CARD: Final = -2_000_001
A_PLACE: Final = -2_000_002
# How many moves a message quotes.
QUOTED: Final = 5


# Soundness and completeness.


def assert_enumeration_sound(game: Game[S, V], state: S, seat: int | None = None) -> int:
    """Asserts that every valid entry of an enumeration can be played, for one seat or for all.

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
        universe: the values to try; None to gather them from random play and this state.
        seat: whose moves; None for the seat to move.

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

    Kinds without a producer are left out: enumeration cannot list them.

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
    """Gathers every value that was proposed for a parameter in random play, in that order.

    For a `state` of a card game, the cards and places in a value are replaced by all kinds of cards
    and by all places and players of that state, in every combination.
    """
    universe: dict[str, dict[object, None]] = {
        f"{kind.id}.{name}": {} for kind in game.rulebook().kinds for name in kind.params
    }
    names: dict[int, Sequence[int]] = {}
    if isinstance(state, TableState):
        names = {A_CARD: range(1, len(state.layout.ids)), A_PLACE: all_places(state)}
    states = [] if state is None else [state]
    for number in range(games):
        states += play_random(game, seed + number, max_plies).states()
    for visited in states:
        for move in proposals(game, visited):
            chosen = dict(zip(move.__match_args__, move.params(), strict=True))
            for name, value in chosen.items():
                shape = shape_of(value, move.domains.get(name), chosen) if names else value
                universe[f"{move.id}.{name}"][shape] = None
    return {
        place: [value for shape in shapes for value in fill(shape, names)]
        for place, shapes in universe.items()
    }


def all_places(state: "TableState[Any, Any]") -> list[int]:  # Any: a game with any parts and board
    """Returns the places of everything in play, then the players."""
    found = [
        pile + index * state.layout.spots
        for pile, row in enumerate(state.rows)
        for index in range(len(row))
    ]
    return [*found, *[-1 - seat for seat in range(state.layout.seats)]]


def proposals(game: Game[S, V], state: S) -> Iterator[Move[S]]:
    """Yields what the producers propose for every seat, legal or not."""
    for seat, kind in product(range(game.seats), game.kinds()):
        with suppress(Exception):  # what a failing producer proposed before still counts
            yield from kind.enumerate(state, seat)


def shape_of(value: object, domain: Domain | None, chosen: Chosen) -> object:
    """Returns a value with every card and every place in it replaced by a placeholder."""
    words = None if domain is None else domain.given(chosen)
    if words is None:
        return value
    if isinstance(value, tuple):
        return tuple([shape_of(item, words, chosen) for item in value])
    if isinstance(words, RecordOf):
        fields = zip(words.fields.values(), fields_of(value), strict=True)
        return make(type(value), [shape_of(item, inner, chosen) for inner, item in fields])
    if isinstance(value, int) and words.kind in ("card", "place"):
        return A_CARD if words.kind == "card" else A_PLACE
    return value


def fill(shape: object, names: Mapping[int, Sequence[int]]) -> Iterator[object]:
    """Yields a value with its placeholders replaced by numbers, in every combination."""
    if isinstance(shape, int):
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
    """Asserts that all answers to `next_choices` lead to exactly the enumerated moves.

    With `valid_only`, every option must lead to a legal move, and every legal move must be
    reachable.

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
        staged = [build(kind, answers) for answers in all_answers(engine, kind, who, {})]
        compare(kind.id, who, staged, listed)
        compare(kind.id, who, staged_legal_moves(engine, kind, who, {}, legal), legal)
        reached += len(staged)
    return reached


def compare(kind: str, seat: int, staged: list[Move[S]], listed: list[Move[S]]) -> None:
    """Compares the moves that the steps lead to with those that are listed."""
    extra = [move for move in staged if move not in set(listed)]
    if extra:
        raise AssertionError(f"{kind}, seat {seat}: reached, but not listed: {quote(extra)}")
    missing = [move for move in listed if move not in set(staged)]
    if missing:
        raise AssertionError(f"{kind}, seat {seat}: listed, but not reached: {quote(missing)}")
    if len(staged) != len(listed):
        raise AssertionError(f"{kind}, seat {seat}: the steps reach some move more than once")


def all_answers(
    engine: RuleEngine[S, V], kind: Kind[S], seat: int, answers: dict[str, object]
) -> Iterator[dict[str, object]]:
    """Yields every combination of answers to the questions about a kind of move."""
    step = engine.next_choices(kind.id, answers, seat)
    if step is None:
        yield answers
        return
    for answer in answers_to(step):
        yield from all_answers(engine, kind, seat, {**answers, step.field: answer})


def staged_legal_moves(
    engine: RuleEngine[S, V],
    kind: Kind[S],
    seat: int,
    answers: dict[str, object],
    legal: Sequence[Move[S]],
) -> list[Move[S]]:
    """Finds the legal moves by questions that offer only what can still become a legal move.

    Raises:
        AssertionError: if an option leads to no legal move.
    """
    step = engine.next_choices(kind.id, answers, seat, valid_only=True)
    if step is None:
        move = build(kind, answers)
        return [move] if move in legal else []
    found: list[Move[S]] = []
    useful: list[object] = []
    for answer in answers_to(step):
        moves = staged_legal_moves(engine, kind, seat, {**answers, step.field: answer}, legal)
        found += moves
        if moves:
            useful += answer if step.many and isinstance(answer, tuple) else (answer,)
    for option in step.options:
        if option not in useful:
            raise AssertionError(
                f"{kind.id}, seat {seat}: after {answers}, {step.field} {option!r} is offered,"
                " but leads to no legal move"
            )
    return found


def answers_to(step: Step) -> Iterator[object]:
    """Yields every answer to one question; if it takes several options, in option order.

    Equal options, such as two cards of a kind, give one answer.
    """
    if not step.many:
        yield from step.options
        return
    for size in range(step.min, min(step.max, len(step.options)) + 1):
        yield from dict.fromkeys(combinations(step.options, size))


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
