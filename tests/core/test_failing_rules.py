"""Whatever a rule raises or returns, a question is answered: the refusal names the rule."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import pytest

from kibitz.core import (
    Domain,
    Event,
    GameDefinitionError,
    Move,
    MoveDefinition,
    Reject,
    Rng,
    RuleEngine,
    RuleError,
    depends,
    int_range,
    reject,
    some_of,
    write_record,
)
from tests.core.hostile import Nasty, Unequal, Unspeakable
from tests.core.nim import Heap, Nim, Take

Kinds = list[type[Move[Heap]]]


def match(*kinds: type[Move[Heap]], **members: object) -> RuleEngine[Heap, Heap]:
    """Starts a match of Nim with other kinds of moves, or other methods of the game."""
    wanted: dict[str, object] = {"id": "variant", "kinds": lambda self: [*kinds] or [Take]}
    made: Any = type("Variant", (Nim,), wanted | members)
    return RuleEngine(made(), seed=1)


def kind(base: Any = Take, /, **members: object) -> type[Move[Heap]]:
    """Makes a kind of move with other methods."""
    made: Any = type("Odd", (base,), {"id": "odd", **members})
    found: type[Move[Heap]] = made
    return found


def raises(error: Callable[[], BaseException]) -> Callable[..., Any]:
    """Makes a method that raises."""

    def method(*_: object) -> Any:
        raise error()

    return method


def the_refusal(engine: RuleEngine[Heap, Heap], move: Move[Heap]) -> Reject:
    """Returns the one reason that every question gives against a move."""
    found = engine.explain(move)
    assert len(found) == 1
    assert not engine.can_execute(move)
    assert engine.execute(move).error == found[0]
    assert move not in engine.legal_moves()
    return found[0]


# Errors that escaped.


@pytest.mark.parametrize(
    "method", [pytest.param("enumerate", marks=pytest.mark.expects_errors), "check"]
)
def test_an_exception_without_a_text_is_reported(method: str) -> None:
    odd = kind(**{method: raises(Unspeakable)})
    engine = match(odd)
    entries = engine.enumerate_moves(0)
    assert entries
    for entry in entries:
        assert entry.validation_error is not None
        assert "Unspeakable without a readable text" in entry.validation_error.reason
    assert engine.last_failure is not None
    assert isinstance(engine.last_failure.cause, Unspeakable)


def test_a_long_text_of_an_exception_is_shortened() -> None:
    engine = match(kind(check=raises(lambda: ValueError("x" * 10_000))))
    assert len(the_refusal(engine, engine_move(engine)).reason) < 1_200


def engine_move(engine: RuleEngine[Heap, Heap]) -> Move[Heap]:
    """Makes a move of the first kind of a match."""
    made: Any = engine.game.kinds()[0]
    found: Move[Heap] = made(1)
    return found


@pytest.mark.parametrize(
    ("method", "problem"),
    [
        (raises(lambda: ZeroDivisionError("by zero")), "by zero"),
        (lambda self: 5, r"source_card() returns a text or None, not 5"),
        (lambda self: Nasty(), r"source_card() returns a text or None, not a Nasty"),
    ],
)
def test_a_source_card_that_fails_refuses_the_move(
    method: Callable[..., object], problem: str
) -> None:
    engine = match(kind(source_card=method))
    move = engine_move(engine)
    refusal = the_refusal(engine, move)
    assert refusal.error_code == reject.CONDITION_ERROR
    assert "source_card() or target_slots() of odd failed" in refusal.reason
    assert problem in refusal.reason
    entry = engine.enumerate_moves(0)[0]
    assert (entry.move, entry.is_valid, entry.source_card_id) == (move, False, None)
    assert entry.validation_error == refusal


@pytest.mark.parametrize("targets", ["p0", ["p0"], ("p0",), ((1,),), 0])
def test_targets_are_tuples_of_texts(targets: object) -> None:
    engine = match(kind(target_slots=lambda self: targets))
    assert "target_slots() returns" in the_refusal(engine, engine_move(engine)).reason


class Compared(Take):
    """Proposes moves whose parameter cannot be compared."""

    id: ClassVar[str] = "compared"

    def __init__(self, count: Any) -> None:
        super().__init__(count)

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        yield cls(Unequal())
        yield cls(Unequal())
        yield cls(1)

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        return iter(())


def test_a_parameter_that_cannot_be_compared_is_reported() -> None:
    engine = match(Compared)
    entries = engine.enumerate_moves(0)
    assert [entry.is_valid for entry in entries] == [True, False, True]
    error = entries[1].validation_error
    assert error is not None
    assert error.error_code == reject.INVALID_PARAMS
    assert "comparing it failed: RuntimeError: cannot be compared" in error.reason
    assert [entry.is_valid for entry in engine.enumerate_moves(0, valid_only=True)] == [True, True]


def test_reasons_whose_facts_cannot_be_compared_are_listed() -> None:
    def check(self: object, state: Heap, seat: int) -> Iterator[Reject]:
        yield Reject("NO", "no", fact=Unequal())
        yield Reject("NO", "no", fact=Unequal())

    engine = match(kind(check=check))
    assert [reason.error_code for reason in engine.explain(engine_move(engine))] == ["NO", "NO"]


@pytest.mark.expects_errors
def test_notation_that_fails_is_named_where_it_is_needed() -> None:
    def apply(self: object, state: Heap, seat: int) -> None:
        raise RuntimeError("the table fell over")

    engine = match(kind(__str__=raises(Unspeakable)), Take)
    engine.subscribe(lambda event: None)
    move = engine_move(engine)
    with pytest.raises(RuleError, match=r"str\(\) of odd failed: Unspeakable"):
        engine.play("tak")
    assert "odd (its notation fails)" in repr(engine.enumerate_moves(0)[0])
    engine.play(move)
    with pytest.raises(RuleError, match=r"str\(\) of odd failed: Unspeakable"):
        write_record(engine)
    broken = match(kind(__str__=raises(Unspeakable), apply=apply))
    assert broken.execute(engine_move(broken)).error is not None


def test_json_that_fails_is_named() -> None:
    engine = match(kind(to_json=raises(lambda: KeyError("x"))))
    engine.play(engine_move(engine))
    with pytest.raises(RuleError, match=r"to_json\(\) of odd failed"):
        write_record(engine)


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({"title": classmethod(raises(Unspeakable))}, r"title\(\) failed: Unspeakable"),
        ({"title": classmethod(lambda cls: 5)}, r"title\(\) returned 5: expected a text"),
        ({"description": 7}, "the description is 7: expected a text"),
        ({"metadata": ["x"]}, r"metadata is \['x'\]: expected a dictionary by name"),
        ({"metadata": {1: 2}}, "metadata is {1: 2}: expected a dictionary by name"),
        ({"id": 5}, "a kind of move needs an id"),
    ],
)
def test_words_of_a_kind_are_checked_when_a_match_starts(
    members: dict[str, object], problem: str
) -> None:
    with pytest.raises(GameDefinitionError, match=problem):
        match(kind(**members))


@pytest.mark.parametrize(
    ("kinds", "problem"),
    [
        (lambda self: (Take,), r"kinds\(\) returned .*: expected a list of classes of moves"),
        (lambda self: None, r"kinds\(\) returned None: expected a list"),
        (lambda self: [Take(1)], r"kinds\(\) lists Take\(count=1\), which is not a class of moves"),
        (lambda self: [5], r"kinds\(\) lists 5, which is not a class of moves"),
        (raises(lambda: KeyError("k")), r"kinds\(\) or problems\(\) failed: KeyError: 'k'"),
    ],
)
def test_kinds_are_a_list_of_classes(kinds: object, problem: str) -> None:
    with pytest.raises(GameDefinitionError, match=problem):
        match(kinds=kinds)


@pytest.mark.parametrize(
    ("members", "ask", "problem"),
    [
        ({"setup": raises(Unspeakable)}, None, "the setup of variant failed: Unspeakable"),
        ({"setup": lambda self, rng: 5}, None, "invalid state 5: expected a State"),
        ({"view": raises(Unspeakable)}, lambda e: e.view(0), "the view of variant failed"),
        ({"view": raises(Unspeakable)}, lambda e: e.observe(), "the view of variant failed"),
        ({"parse": raises(Unspeakable)}, lambda e: e.parse("x"), "the notation of variant failed"),
        ({"parse": lambda *_: 5}, lambda e: e.play("x"), "it read 'x' as 5"),
    ],
)
def test_a_game_that_fails_is_named(
    members: dict[str, object], ask: Callable[[Any], object] | None, problem: str
) -> None:
    with pytest.raises(RuleError, match=problem):
        (ask or repr)(match(**members))


def test_an_outcome_that_fails_is_named() -> None:
    engine = match(returns=raises(Unspeakable))
    for count in (3, 3, 1):
        engine.play(Take(count))
    with pytest.raises(RuleError, match="the outcome of variant failed: Unspeakable"):
        engine.outcome  # noqa: B018 - the property is what is asked


class Brittle(Heap):
    """A state whose clone or key can be made to fail."""

    failing: ClassVar[str] = ""

    def clone(self) -> Brittle:
        if self.failing == "clone":
            raise Unspeakable
        return Brittle(self.rng.clone(), self.seat, self.over, self.reason, self.stones)

    def key(self) -> tuple[object, ...]:
        if self.failing == "key":
            raise Unspeakable
        return super().key()


@pytest.mark.parametrize("failing", ["clone", "key"])
def test_a_state_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def setup(self: object, rng: Rng) -> Heap:
        return Brittle(rng, 0, False, "", 7)

    engine = match(setup=setup)
    checked = RuleEngine(engine.game, seed=1, checked=True)
    monkeypatch.setattr(Brittle, "failing", failing)
    asked = (lambda: engine.state) if failing == "clone" else (lambda: engine.state_hash)
    with pytest.raises(RuleError, match=rf"the {failing}\(\) of a state failed: Unspeakable"):
        asked()
    with pytest.raises(RuleError, match=rf"the {failing}\(\) of a state failed: Unspeakable"):
        checked.enumerate_moves(0)


# A listener and the cap.


class Stuck(Take):
    """Proposes three moves and would then never come back."""

    id: ClassVar[str] = "stuck"
    starts: ClassVar[list[int]] = []

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        cls.starts.append(seat)
        yield from (cls(1), cls(2), cls(3))
        raise AssertionError("read past the cap")


def test_a_listener_does_not_read_past_the_cap() -> None:
    Stuck.starts.clear()
    engine = match(Stuck)
    heard: list[Event] = []
    engine.subscribe(heard.append)
    engine.enumerate_moves(0, max_per_move=3)
    assert engine.last_enumeration is not None
    row = engine.last_enumeration.moves["stuck"]
    assert row.truncated is None
    assert row.to_json()["truncated"] is None
    assert "None" in repr(row)
    assert engine.last_enumeration.truncated == ["stuck"]
    facts: Any = heard[0].facts
    assert facts["per_move"]["stuck"]["truncated"] is None
    assert facts["truncated"] == ["stuck"]
    assert Stuck.starts == [0], "the producer ran once"


# What is falsy is not legal.


@pytest.mark.parametrize("answer", ["", None, False, 0, {}, set(), b"", True, 1, "no", {"a": 1}])
def test_a_check_that_returns_no_refusals_is_broken(answer: object) -> None:
    engine = match(kind(check=lambda self, state, seat: answer))
    refusal = the_refusal(engine, engine_move(engine))
    assert refusal.error_code == reject.CONDITION_ERROR
    assert f"check() yields Reject objects; it returned {answer!r}" in refusal.reason
    assert engine.last_failure is not None


@pytest.mark.parametrize("answer", [[], (), iter(())])
def test_a_check_may_return_a_list(answer: object) -> None:
    engine = match(kind(check=lambda self, state, seat: answer))
    assert engine.can_execute(engine_move(engine))
    refusing = match(kind(check=lambda self, state, seat: [Reject("NO", "no")]))
    assert the_refusal(refusing, engine_move(refusing)).error_code == "NO"


@pytest.mark.parametrize("answer", [True, False, 0, "", "no", []])
def test_a_gate_returns_a_refusal_or_none(answer: object) -> None:
    engine = match(gate=lambda self, state, seat, kind: answer)
    refusal = the_refusal(engine, Take(1))
    assert refusal.error_code == reject.CONDITION_ERROR
    assert f"gate() returns a Reject or None, not {answer!r}" in refusal.reason


@pytest.mark.expects_errors
@pytest.mark.parametrize("answer", ["", None, {}, "abc", b"", 5])
def test_a_producer_that_returns_no_moves_is_reported(answer: object) -> None:
    engine = match(kind(enumerate=classmethod(lambda cls, state, seat: answer)))
    (entry,) = engine.enumerate_moves(0)
    assert entry.validation_error is not None
    assert entry.validation_error.error_code == reject.ENUMERATOR_ERROR
    assert f"enumerate() yields moves; it returned {answer!r}" in entry.validation_error.reason


@pytest.mark.parametrize("answer", [None, "", "bad", ("bad",), [5], True])
def test_what_is_invalid_is_a_list_of_texts(answer: object) -> None:
    engine = match(kind(invalid=lambda self: answer))
    refusal = the_refusal(engine, engine_move(engine))
    assert refusal.error_code == reject.INVALID_PARAMS
    assert f"invalid() returns a list of texts, not {answer!r}" in refusal.reason


@pytest.mark.parametrize(("code", "reason"), [(5, "no"), ("NO", None), (None, None)])
def test_a_refusal_is_made_of_texts(code: Any, reason: Any) -> None:
    with pytest.raises(TypeError):
        Reject(code, reason)


# Errors that would end a compiled generator silently.


def lucky(state: object, context: object) -> bool:
    """A condition that raises what ends loops."""
    raise StopIteration


def test_a_condition_that_raises_stopiteration_refuses_the_move() -> None:
    bet: MoveDefinition[Heap] = MoveDefinition("bet", "Bet", lambda s, c: None, lucky)
    engine = match(bet.kind)
    assert the_refusal(engine, bet()).error_code == reject.CONDITION_ERROR


def stopping(state: object, seat: int, chosen: Mapping[str, Any]) -> Any:
    """A function of a domain that raises what ends loops."""
    raise StopIteration


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    "domain",
    [
        depends(stopping),
        int_range(0, stopping),
        int_range(stopping, 3),
        some_of(int_range(0, 3), stopping),
        some_of(int_range(0, 3), 0, stopping),
        some_of(depends(stopping)),
    ],
)
def test_a_domain_that_raises_stopiteration_refuses_the_move(domain: Domain) -> None:
    odd: Any = kind(Compared, domains={"count": domain}, enumerate=Move.__dict__["enumerate"])
    engine = match(odd)
    assert the_refusal(engine, odd((1,))).error_code == reject.CONDITION_ERROR
    (entry,) = engine.enumerate_moves(0)
    assert entry.validation_error is not None
    assert entry.validation_error.error_code == reject.ENUMERATOR_ERROR
    with pytest.raises(RuleError, match="a domain of odd failed"):
        engine.next_choices("odd")


@pytest.mark.expects_errors
@pytest.mark.parametrize("bound", [1.5, float("inf"), "2", None, True])
def test_a_bound_that_is_found_is_a_whole_number(bound: Any) -> None:
    odd = kind(
        domains={"count": some_of(int_range(0, 3), 0, lambda s, seat, chosen: bound)},
        enumerate=Move.__dict__["enumerate"],
    )
    (entry,) = match(odd).enumerate_moves(0)
    assert entry.validation_error is not None
    assert f"a bound of a domain is {bound!r}" in entry.validation_error.reason


# What belongs to one entry.


class Shown(Take):
    """A kind with metadata that can be changed."""

    id: ClassVar[str] = "shown"
    metadata: ClassVar[Mapping[str, object]] = {"tags": ["a"], "sizes": {"x": 1}}


def test_entries_share_no_metadata() -> None:
    engine = match(Shown)
    one, two, _ = engine.enumerate_moves(0, include_metadata=True)
    assert one.metadata == two.metadata
    changed: Any = one.metadata
    changed["mine"] = True
    changed["tags"].append("b")
    changed["sizes"]["x"] = 9
    assert "mine" not in (two.metadata or {})
    assert (two.metadata or {})["tags"] == ["a"]
    again = engine.enumerate_moves(0, include_metadata=True)[0]
    assert again.metadata == two.metadata
    assert Shown.metadata == {"tags": ["a"], "sizes": {"x": 1}}


def test_a_record_shares_nothing_with_the_match() -> None:
    engine = RuleEngine(Nim(9), seed=1, names=["Ann", "Bob"])
    record = write_record(engine)
    record.names.append("Eve")
    changed: Any = record.options
    changed["stones"] = 1
    assert engine.names == ["Ann", "Bob"]
    assert engine.game.options == {"stones": 9}


def test_a_deprecation_blames_the_caller() -> None:
    engine = RuleEngine(Nim(), seed=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert engine.get_valid_moves(0) == ["take"]
    assert [warning.filename for warning in caught] == [__file__]


def test_a_seat_may_be_a_truth_value() -> None:
    def apply(self: Take, state: Heap, seat: int) -> None:
        state.seat = not seat

    engine = match(kind(apply=apply))
    for seat in itertools.islice(itertools.cycle((1, 0)), 3):
        engine.play(engine_move(engine))
        assert (engine.seat, type(engine.seat)) == (seat, int)


@pytest.mark.expects_errors
@pytest.mark.parametrize(("field", "value"), [("seat", "x"), ("over", 1), ("reason", None)])
def test_a_state_with_fields_of_other_types_is_refused(field: str, value: object) -> None:
    def apply(self: Take, state: Heap, seat: int) -> None:
        setattr(state, field, value)

    engine = match(kind(apply=apply))
    before = engine.state_hash
    result = engine.execute(engine_move(engine))
    assert result.error is not None
    assert result.error.error_code == reject.EXECUTION_ERROR
    assert engine.state_hash == before
