"""Moves listed from domains are kept and serve again; the lists are the same as if made anew."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pytest

from kibitz.core import (
    Domain,
    EnumerationLimit,
    Game,
    Move,
    Reject,
    RuleEngine,
    State,
    Value,
    depends,
    derive_legal,
    int_range,
    one_of,
    optional,
    record_of,
    seeded,
    some_of,
)
from kibitz.core import game as game_module
from kibitz.core.domains import MOST_KEPT, Chosen, is_key, plan_of
from tests.core.nim import Heap, Nim
from tests.core.test_value import Payment


class Act(Move[Heap]):
    """A move that does nothing."""

    def apply(self, state: Heap, seat: int) -> None:
        state.seat = 1 - seat


class One(Act):
    """A move with one parameter of any type."""

    id: ClassVar[str] = "one"
    __match_args__ = ("item",)

    def __init__(self, item: object) -> None:
        self.item: Final = item


class Pair(Act):
    """A move with two parameters of any type."""

    id: ClassVar[str] = "pair"
    __match_args__ = ("first", "second")

    def __init__(self, first: object, second: object) -> None:
        self.first: Final = first
        self.second: Final = second


def heap(stones: int = 7) -> Heap:
    return Nim(stones).setup(seeded(1))


def game_of(*kinds: type[Move[Heap]]) -> Game[Heap, Heap]:
    class Some(Nim):
        id: ClassVar[str] = "some"

        def kinds(self) -> list[type[Move[Heap]]]:
            return list(kinds)

    return Some()


def one(domain: Domain) -> type[One]:
    """Makes a kind of its own, so that no test finds the kept moves of another."""

    class Listed(One):
        domains: ClassVar[dict[str, Domain]] = {"item": domain}

    return Listed


def pair(first: Domain, second: Domain) -> type[Pair]:
    class Listed(Pair):
        domains: ClassVar[dict[str, Domain]] = {"first": first, "second": second}

    return Listed


def identities(moves: Iterable[Move[Heap]]) -> list[int]:
    return [id(move) for move in moves]


def stones_of(state: Heap, seat: int, chosen: Chosen) -> range:
    return range(state.stones)


def test_moves_are_the_same_objects_in_every_state_and_on_every_way() -> None:
    game = game_of(pair(one_of("a", "b"), depends(stones_of)))
    many, few = game.legal(heap(5)), game.legal(heap(2))
    assert [str(move) for move in few] == ["pair a 0", "pair a 1", "pair b 0", "pair b 1"]
    assert identities(few) == identities([many[0], many[1], many[5], many[6]])
    assert identities(derive_legal(game, heap(2))) == identities(few)
    listed = [entry.move for entry in RuleEngine(game, seed=1, state=heap(2)).enumerate_moves(0)]
    assert identities(listed) == identities(few)


def test_a_move_without_parameters_is_kept() -> None:
    class Rest(Act):
        id: ClassVar[str] = "rest"

    game = game_of(Rest)
    assert identities(game.legal(heap(1))) == identities(game.legal(heap(2)))
    assert game.legal(heap()) == [Rest()]


def test_a_nested_record_is_kept_as_well() -> None:
    payment = record_of(Payment, discard=some_of(one_of("a", "b"), 1), x=depends(stones_of))
    game = game_of(pair(payment, int_range(0, 1)))
    many, few = game.legal(heap(3)), game.legal(heap(1))
    assert len(many) == 3 * 3 * 2
    assert identities(few) == identities([move for move in many if move in few])
    assert few[2] == game.move("pair", first=Payment(("b",), 0), second=0)


def test_a_record_inside_another_domain_is_kept_too() -> None:
    payment = record_of(Payment, discard=one_of(()), x=depends(stones_of))
    first, second = payment.values(heap(1), 0, {}), payment.values(heap(2), 0, {})
    assert next(iter(first)) is next(iter(second))
    game = game_of(one(optional(payment)))
    assert game.legal(heap(1)) == [
        game.move("one", item=None),
        game.move("one", item=Payment((), 0)),
    ]


def test_truth_values_and_fractions_are_not_mixed_up_with_numbers() -> None:
    kind = one(depends(lambda state, seat, chosen: [[1], [True], [1.0], [(1,)]][state.stones]))
    game = game_of(kind)
    for stones, value in enumerate((1, True, 1.0)):
        for _ in range(2):
            (move,) = game.legal(heap(stones))
            assert isinstance(move, One)
            assert type(move.item) is type(value)
    deep = one(depends(lambda state, seat, chosen: [((1,),)] if state.stones else [((True,),)]))
    assert [repr(move) for n in (1, 0, 1) for move in game_of(deep).legal(heap(n))] == [
        "Listed(item=((1,),))",
        "Listed(item=((True,),))",
        "Listed(item=((1,),))",
    ]


class Word(str):
    """A text of a class of its own."""

    __slots__ = ()


@pytest.mark.parametrize("value", [0, "a", None, (), (1, ("b", None))])
def test_plain_values_are_keys(value: object) -> None:
    assert is_key(value)


@pytest.mark.parametrize("value", [True, 1.0, Word("a"), (1, False), Payment((), 1), [], ([],)])
def test_values_that_may_equal_others_are_not_keys(value: object) -> None:
    assert not is_key(value)


def test_truth_values_below_a_kept_parameter_are_listed_each_time() -> None:
    game = game_of(pair(one_of(1, 2), one_of(False, True)), one(one_of(True, False)))
    for _ in range(2):
        texts = [str(move) for move in game.legal(heap())]
        assert texts == ["pair 1 no", "pair 1 yes", "pair 2 no", "pair 2 yes", "one yes", "one no"]


def test_duplicates_are_dropped_the_first_stays() -> None:
    twice = depends(lambda state, seat, chosen: ["b", "a", "b"])
    game = game_of(one(twice))
    assert [str(move) for move in game.legal(heap())] == ["one b", "one a"]
    nested = game_of(pair(some_of(twice, 1, 1), optional(one_of(None, 1, 1))))
    texts = [str(move) for move in nested.legal(heap())]
    assert texts == ["pair [b] -", "pair [b] 1", "pair [a] -", "pair [a] 1"]
    mixed = game_of(one(one_of(1, True, 1.0)))
    assert [str(move) for move in mixed.legal(heap())] == ["one 1"]


def test_answers_that_make_equal_moves_count_once() -> None:
    class Sorted(Pair):
        domains: ClassVar[dict[str, Domain]] = {"first": one_of(1, 2), "second": one_of(1, 2)}

        def __init__(self, first: int, second: int) -> None:
            super().__init__(min(first, second), max(first, second))

    game = game_of(Sorted)
    for _ in range(2):
        assert [str(move) for move in game.legal(heap())] == ["pair 1 1", "pair 1 2", "pair 2 2"]


def test_a_producer_of_its_own_may_repeat_itself() -> None:
    class Free(One):
        @classmethod
        def enumerate(cls, state: Heap, seat: int) -> Iterator[Free]:
            yield from (cls(2), cls(1), cls(2))

    assert [str(move) for move in game_of(Free).legal(heap())] == ["one 2", "one 1"]


@pytest.mark.parametrize(
    ("domain", "distinct"),
    [
        (one_of(1, 2), True),
        (one_of(1, True), False),
        (one_of([1], [2]), False),
        (int_range(0, 9), True),
        (optional(one_of("a", "a")), False),
        (optional(one_of("a", None)), True),
        (some_of(int_range(0, 2)), True),
        (record_of(Payment, discard=one_of(()), x=int_range(0, 1)), True),
        (record_of(Payment, discard=one_of((), ()), x=int_range(0, 1)), False),
        (depends(lambda state, seat, chosen: {1: "a", 2: "b"}), True),
        (depends(lambda state, seat, chosen: range(3)), True),
        (depends(lambda state, seat, chosen: [7]), True),
        (depends(lambda state, seat, chosen: [7, 8]), False),
        (depends(lambda state, seat, chosen: iter([7])), False),
        (depends(lambda state, seat, chosen: int_range(0, 1)), True),
        (optional(depends(lambda state, seat, chosen: {1})), True),
        (some_of(depends(lambda state, seat, chosen: frozenset([1]))), True),
    ],
)
def test_domains_know_whether_they_repeat_themselves(domain: Domain, distinct: bool) -> None:
    assert domain.resolve(heap(), 0, {}).distinct is distinct
    values = list(domain.resolve(heap(), 0, {}).values(heap(), 0, {}))
    assert values == list(domain.values(heap(), 0, {}))


def test_found_values_can_be_asked_for_more_than_once() -> None:
    several = some_of(depends(lambda state, seat, chosen: iter("abc")), 1, 2)
    engine = RuleEngine(game_of(one(several)), seed=1)
    step = engine.next_choices("one")
    assert step is not None
    assert (step.options, step.min, step.max) == (("a", "b", "c"), 1, 2)
    assert engine.explain(engine.game.move("one", item=("a", "c"))) == []


def test_more_moves_than_are_kept_are_all_listed() -> None:
    kind = pair(int_range(0, 99), int_range(0, 99))
    game = game_of(kind)
    plan = plan_of(kind, kind.domains)
    expected = [kind(first, second) for first in range(100) for second in range(100)]
    for _ in range(2):
        assert game.legal(heap()) == expected
        entries = RuleEngine(game, seed=1).enumerate_moves(0)
        assert [entry.move for entry in entries] == expected
    assert plan.room == 0
    assert sum(1 + len(node) for node in plan.tree.values()) == MOST_KEPT


def test_duplicates_are_dropped_where_nothing_is_kept_any_more() -> None:
    class Folded(One):
        domains: ClassVar[dict[str, Domain]] = {"item": int_range(0, 2 * MOST_KEPT)}

        def __init__(self, item: int) -> None:
            super().__init__(min(item, MOST_KEPT + 3))

    game = game_of(Folded)
    for _ in range(2):
        assert len(game.legal(heap())) == MOST_KEPT + 4


def test_listing_reads_one_candidate_at_a_time() -> None:
    read: list[int] = []

    def count(state: Heap, seat: int, chosen: Chosen) -> Iterator[int]:
        for number in itertools.count():
            read.append(number)
            yield number

    engine = RuleEngine(game_of(pair(one_of("a"), depends(count))), seed=1)
    moves = engine.iter_moves(0)
    assert [str(next(moves).move) for _ in range(3)] == ["pair a 0", "pair a 1", "pair a 2"]
    assert read == [0, 1, 2]
    assert len(engine.enumerate_moves(0, max_per_move=2)) == 2


@pytest.mark.expects_errors
def test_endless_items_inside_another_domain_are_refused_not_waited_for() -> None:
    endless = depends(lambda state, seat, chosen: itertools.count())
    for domain in (optional(endless), some_of(endless, 1, 1)):
        game = game_of(one(domain))
        with pytest.raises(EnumerationLimit, match="offers more than 100000 values"):
            game.legal(heap())
        (entry,) = RuleEngine(game, seed=1).enumerate_moves(0)
        assert entry.validation_error is not None
        assert entry.validation_error.error_code == "ENUMERATOR_ERROR"


def test_two_threads_get_the_same_lists() -> None:
    wait = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            game = game_of(pair(int_range(0, 30), depends(stones_of)))
            with ThreadPoolExecutor(4) as pool:
                lists = list(pool.map(game.legal, [heap(20) for _ in range(8)]))
            assert all(moves == lists[0] for moves in lists)
            assert len(lists[0]) == 31 * 20
    finally:
        sys.setswitchinterval(wait)


def test_a_frozen_dataclass_is_kept() -> None:
    @dataclass(frozen=True)
    class Frozen(Act):
        id: ClassVar[str] = "frozen"
        domains: ClassVar[dict[str, Domain]] = {"count": int_range(1, 2)}
        count: int

    game = game_of(Frozen)
    assert identities(game.legal(heap(1))) == identities(game.legal(heap(2)))
    engine = RuleEngine(game, seed=1)
    assert [entry.is_valid for _ in range(2) for entry in engine.enumerate_moves(0)] == [True] * 4


def test_kept_moves_are_tested_once_and_wrong_ones_every_time() -> None:
    asked: list[object] = []

    class Typed(One):
        domains: ClassVar[dict[str, Domain]] = {"item": one_of(1, 2, "x")}

        def __init__(self, item: int) -> None:
            super().__init__(item)

        def invalid(self) -> list[str]:
            asked.append(self.item)
            return []

    engine = RuleEngine(game_of(Typed), seed=1)
    for _ in range(2):
        entries = engine.enumerate_moves(0)
        assert [entry.is_valid for entry in entries] == [True, True, False]
        assert entries[2].validation_error is not None
        assert entries[2].validation_error.error_code == "INVALID_PARAMS"
    assert asked == [1, 2, "x", "x"]


def test_a_move_without_a_hash_is_reported_every_time() -> None:
    engine = RuleEngine(game_of(one(one_of(1, [2]))), seed=1)
    for _ in range(2):
        codes = [entry.validation_error for entry in engine.enumerate_moves(0)]
        assert codes[0] is None
        assert codes[1] is not None
        assert codes[1].error_code == "INVALID_PARAMS"


def test_legal_asks_check_only_where_it_has_to() -> None:
    asked: list[object] = []

    class Checked(One):
        domains: ClassVar[dict[str, Domain]] = {"item": int_range(1, 3)}

        def check(self, state: Heap, seat: int) -> Iterator[Reject]:
            asked.append(self.item)
            if self.item == 2:
                yield Reject("NOT_TWO", "not two")

    class Exact(Checked):
        id: ClassVar[str] = "exact"
        exact: ClassVar[bool] = True

    assert [str(move) for move in game_of(Checked).legal(heap())] == ["one 1", "one 3"]
    assert asked == [1, 2, 3]
    assert len(game_of(Exact).legal(heap())) == 3
    assert asked == [1, 2, 3]
    # The engine trusts no promise.
    assert len(RuleEngine(game_of(Exact), seed=1).legal_moves()) == 2


def test_a_game_without_a_gate_makes_no_refusals_while_listing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> Any:
        raise AssertionError("a refusal was made")

    monkeypatch.setattr(game_module, "Reject", refuse)
    game = game_of(one(one_of(1)))
    assert len(game.legal(heap())) == 1


def test_a_gate_of_the_game_closes_kinds() -> None:
    first, second = one(one_of(1)), pair(one_of(1), one_of(2))

    class Gated(Nim):
        id: ClassVar[str] = "gated"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [first, second]

        def gate(self, state: Heap, seat: int, kind: type[Move[Heap]]) -> Reject | None:
            return Reject("CLOSED", "closed") if kind is first else None

    assert [str(move) for move in Gated().legal(heap())] == ["pair 1 2"]


class Nothing(Value):
    """A record without fields."""


def test_a_record_without_fields_is_listed_once() -> None:
    state: State = heap()
    assert list(record_of(Nothing).values(state, 0, {})) == [Nothing()]
    assert len(game_of(one(record_of(Nothing))).legal(heap())) == 1
