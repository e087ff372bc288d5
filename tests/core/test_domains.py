"""Declared domains list moves, and ask for them step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import pytest

from kibitz.core import (
    Domain,
    Move,
    Reject,
    Rng,
    RuleEngine,
    State,
    depends,
    int_range,
    one_of,
    optional,
    record_of,
    reject,
    some_of,
)
from kibitz.core.domains import IntRange, SomeOf, leaves
from tests.core.nim import Heap, Nim
from tests.core.test_value import Payment

ITEMS = ("a", "b", "c")


class Order(Move[Heap]):
    """Order a dish: every kind of domain in one move."""

    id: ClassVar[str] = "order"
    name: ClassVar[str] = "Order"
    __match_args__ = ("dish", "count", "extra", "payment")
    records: ClassVar[tuple[type, ...]] = (Payment,)
    domains: ClassVar[dict[str, Domain]] = {
        "dish": one_of("soup", "cake"),
        "count": int_range(1, lambda state, seat, chosen: 2 if chosen["dish"] == "soup" else 1),
        "extra": optional(depends(lambda state, seat, chosen: [chosen["dish"] + "!"], "spice")),
        "payment": record_of(
            Payment,
            discard=some_of(one_of(*ITEMS), 0, lambda state, seat, chosen: chosen["count"]),
            x=int_range(0, 4, 4),
        ),
    }

    def __init__(self, dish: str, count: int, extra: str | None, payment: Payment) -> None:
        self.dish: Final = dish
        self.count: Final = count
        self.extra: Final = extra
        self.payment: Final = payment

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        if self.payment.x != 4 * len(self.payment.discard):
            yield Reject("WRONG_PRICE", "four for each card")

    def apply(self, state: Heap, seat: int) -> None:
        state.stones -= 1


class Restaurant(Nim):
    """A game with one declared move."""

    id: ClassVar[str] = "restaurant"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Order]


def engine() -> RuleEngine[Heap, Heap]:
    return RuleEngine(Restaurant(), seed=1, checked=True)


def walk_all(match: RuleEngine[Heap, Heap], chosen: dict[str, object]) -> list[dict[str, object]]:
    """Answers every question in every way, by the steps alone."""
    step = match.next_choices("order", chosen)
    if step is None:
        return [chosen]
    values: list[object] = list(step.options)
    if step.many:
        multiple = SomeOf(one_of(*step.options), step.min, step.max)
        values = list(multiple.values(match.state, 0, {}))
    return [done for value in values for done in walk_all(match, {**chosen, step.field: value})]


def test_domains_list_every_assignment_the_last_changing_fastest() -> None:
    moves = [entry.move for entry in engine().enumerate_moves(0)]
    # soup: 1 or 2 of it; cake: 1. Two extras; payments: 4 or 7 subsets, times two values of x.
    assert len(moves) == (4 + 7 + 4) * 2 * 2
    assert [str(move) for move in moves[:3]] == [
        "order soup 1 - Payment{discard=[],x=0}",
        "order soup 1 - Payment{discard=[],x=4}",
        "order soup 1 - Payment{discard=[a],x=0}",
    ]
    assert str(moves[-1]) == 'order cake 1 "cake!" Payment{discard=[c],x=4}'


def test_walking_the_steps_reaches_exactly_the_enumerated_moves() -> None:
    match = engine()
    reached = []
    for done in walk_all(match, {}):
        dish, count, extra, discard, x = done.values()
        assert isinstance(discard, tuple)
        payment = Payment(discard, int(str(x)))
        reached.append(
            match.game.move("order", dish=dish, count=count, extra=extra, payment=payment)
        )
    assert reached == [entry.move for entry in match.enumerate_moves(0)]


def test_steps_offer_items_and_how_many_without_listing_subsets() -> None:
    match = engine()
    chosen: dict[str, object] = {"dish": "soup", "count": 2, "extra": None}
    step = match.next_choices(Order, chosen)
    assert step is not None
    assert (step.field, step.kind, step.options) == ("payment.discard", "choice", ITEMS)
    assert (step.min, step.max) == (0, 2)
    assert "payment.discard" in repr(step)


def test_steps_offer_only_what_can_become_legal_when_asked() -> None:
    match = engine()
    chosen: dict[str, object] = {
        "dish": "soup",
        "count": 2,
        "extra": None,
        "payment.discard": ("a",),
    }
    every = match.next_choices("order", chosen)
    legal = match.next_choices("order", chosen, valid_only=True)
    assert every is not None
    assert legal is not None
    assert (every.options, legal.options) == ((0, 4), (4,))
    assert match.next_choices("order", {**chosen, "payment.x": 4}) is None


def test_steps_refuse_an_unknown_parameter() -> None:
    with pytest.raises(ValueError, match="no parameter 'dich'; did you mean 'dish'"):
        engine().next_choices("order", {"dich": "soup"})


def test_steps_of_a_plain_kind_come_from_its_producer() -> None:
    match = RuleEngine(Nim(2), seed=1)
    every = match.next_choices("take")
    legal = match.next_choices("take", player=0, valid_only=True)
    assert every is not None
    assert legal is not None
    assert (every.options, legal.options) == ((1, 2, 3), (1, 2))


def test_nested_parameters_read_back_from_notation_and_json() -> None:
    game = Restaurant()
    for entry in engine().enumerate_moves(0):
        assert game.read_move(str(entry.move)) == entry.move
        assert game.move_from_json(entry.move.to_json()) == entry.move


def test_a_huge_space_is_asked_without_being_listed() -> None:
    class Pick(Order):
        id: ClassVar[str] = "pick"
        __match_args__ = ("cards",)
        domains: ClassVar[dict[str, Domain]] = {"cards": some_of(one_of(*range(1000)))}

        def __init__(self, cards: tuple[int, ...]) -> None:
            self.cards: Final = cards

    class Picking(Nim):
        id: ClassVar[str] = "picking"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Pick]

    step = RuleEngine(Picking(), seed=1).next_choices("pick")
    assert step is not None
    assert (len(step.options), step.min, step.max) == (1000, 0, 1000)


def test_domain_declarations_are_checked() -> None:
    with pytest.raises(ValueError, match="invalid step 0 of a range: expected 1 or more"):
        int_range(0, 1, 0)
    with pytest.raises(ValueError, match="Payment has the parameters discard, x, not x"):
        record_of(Payment, x=one_of(1))
    with pytest.raises(TypeError, match="does not define options"):
        Domain().options(Nim().setup(Rng(1, 2, 3, 4)), 0, {})


def test_a_record_domain_lists_its_records_by_itself() -> None:
    state: State = Nim().setup(Rng(1, 2, 3, 4))
    domain = record_of(Payment, discard=one_of((), ("a",)), x=int_range(0, 1))
    assert list(domain.values(state, 0, {})) == [
        Payment((), 0),
        Payment((), 1),
        Payment(("a",), 0),
        Payment(("a",), 1),
    ]


def test_depends_may_return_a_domain() -> None:
    state: State = Nim().setup(Rng(1, 2, 3, 4))
    domain = depends(lambda state, seat, chosen: some_of(one_of(1, 2), 1, 1))
    found = domain.resolve(state, 0, {})
    assert found.bounds(state, 0, {}) == (1, 1)
    assert list(found.values(state, 0, {})) == [(1,), (2,)]
    assert list(found.options(state, 0, {})) == [1, 2]
    assert isinstance(int_range(0, 1), IntRange)
    assert [path for path, _ in leaves({"a": one_of(1)})] == ["a"]


def test_some_of_without_bounds_takes_all_subsets() -> None:
    state: State = Nim().setup(Rng(1, 2, 3, 4))
    domain = some_of(one_of(1, 2, 3), lambda state, seat, chosen: 1)
    assert domain.bounds(state, 0, {}) == (1, 3)
    assert len(list(domain.values(state, 0, {}))) == 7


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "order stew 1 - Payment{discard=[],x=0}",
            "dish: stew is not offered",
        ),
        ("order soup 3 - Payment{discard=[],x=0}", "count: 3 is not offered; offered: 1, 2"),
        ("order cake 1 pepper Payment{discard=[],x=0}", "extra: pepper is not offered"),
        (
            "order cake 1 - Payment{discard=[a,b],x=0}",
            "payment.discard: expected 0 to 1 of 3",
        ),
        (
            "order soup 2 - Payment{discard=[b,a],x=0}",
            "payment.discard: expected each item once, in the",
        ),
        ("order soup 2 - Payment{discard=[d],x=0}", "payment.discard: d is not offered"),
        ("order soup 2 - Payment{discard=[],x=3}", "payment.x: 3 is not offered; offered: 0, 4"),
    ],
)
def test_a_move_outside_its_domains_is_refused_before_its_check(text: str, reason: str) -> None:
    match = engine()
    result = match.execute(match.game.read_move(text))
    assert result.error is not None
    assert result.error.error_code == reject.NOT_OFFERED
    assert result.error.reason.startswith(reason)


def test_a_tuple_is_wanted_where_several_are_taken() -> None:
    state: State = Nim().setup(Rng(1, 2, 3, 4))
    domain = some_of(one_of(*range(9)), 0, 2)
    assert [r.reason for r in domain.refusals(3, "cards", state, 0, {})] == [
        "cards: expected a tuple, got 3"
    ]
    assert list(domain.refusals((3, 8), "cards", state, 0, {})) == []
    (refusal,) = domain.refusals((9,), "cards", state, 0, {})
    assert refusal.reason == "cards: 9 is not offered; offered: 0, 1, 2, 3, 4, 5 and 3 more"


def test_optional_several_are_offered_as_whole_values() -> None:
    state: State = Nim().setup(Rng(1, 2, 3, 4))
    domain = optional(some_of(one_of(1, 2), 1))
    assert list(domain.values(state, 0, {})) == [None, (1,), (2,), (1, 2)]
    assert not domain.many(state, 0, {})


def test_options_that_are_tuples_stay_alive_when_only_legal_ones_are_asked_for() -> None:
    class Eat(Order):
        id: ClassVar[str] = "eat"
        __match_args__ = ("meal",)
        domains: ClassVar[dict[str, Domain]] = {"meal": one_of(("fish", "chips"), "soup")}

        def __init__(self, meal: object) -> None:
            self.meal: Final = meal

        def check(self, state: Heap, seat: int) -> Iterator[Reject]:
            return iter(())

    class Eating(Nim):
        id: ClassVar[str] = "eating"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Eat]

    step = RuleEngine(Eating(), seed=1).next_choices("eat", valid_only=True)
    assert step is not None
    assert step.options == (("fish", "chips"), "soup")
