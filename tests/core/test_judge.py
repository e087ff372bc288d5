"""The one path of legality: whatever a rule does, no question crashes, hangs or changes the match.

Every question that can be put to a match is put to games whose rules raise, write, yield nonsense
or never end.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, ClassVar, Final

import pytest

from kibitz.core import (
    Domain,
    EnumerationLimit,
    Event,
    Execution,
    InvalidMoveError,
    KibitzError,
    Move,
    Reject,
    RuleEngine,
    RuleError,
    UnknownPlayer,
    depends,
    int_range,
    one_of,
    record_of,
    reject,
    seeded,
    some_of,
)
from kibitz.core.value import Value
from tests.core.nim import Heap, Nim, Take

Engine = RuleEngine[Heap, Heap]
LIMIT = 50


def game_of(*kinds: type[Move[Heap]]) -> Nim:
    """Makes a game of Nim with other kinds of moves."""

    class Variant(Nim):
        id: ClassVar[str] = "variant"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [*kinds]

    return Variant()


def engine_of(*kinds: type[Move[Heap]], limit: int = LIMIT) -> Engine:
    return RuleEngine(game_of(*kinds), seed=1, limit=limit)


class Raises(Take):
    """Its check raises."""

    id: ClassVar[str] = "raises"

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        raise ZeroDivisionError("the check divides by zero")


class Stumbles(Take):
    """Its producer raises after the first candidate."""

    id: ClassVar[str] = "stumbles"

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        yield cls(1)
        raise LookupError("no more candidates")


class Babbles(Take):
    """Its producer yields what is not such a move, its check what is not a refusal."""

    id: ClassVar[str] = "babbles"

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Any]:
        yield from (7, None, {"count": 1}, {1: 2}, Take(1), cls(2))

    def check(self, state: Heap, seat: int) -> Iterator[Any]:
        yield "not today"


class Endless(Take):
    """Its producer never ends, and nothing that it proposes is legal."""

    id: ClassVar[str] = "endless"

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        return (cls(count) for count in itertools.count(10))


class Complains(Take):
    """Its check refuses without end, each time for another reason."""

    id: ClassVar[str] = "complains"

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        return (Reject("NO", f"reason {number}") for number in itertools.count())


class Writes(Take):
    """Its producer and its check take all stones but one away."""

    id: ClassVar[str] = "writes"

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        state.stones = 1
        yield cls(1)

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        state.stones = 1
        return iter(())


class Needs(Move[Heap]):
    """Has a parameter, and nothing that lists it."""

    id: ClassVar[str] = "needs"
    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count

    def apply(self, state: Heap, seat: int) -> None:
        state.seat = 1 - seat


class Concede(Take):
    """Gives up at any time."""

    id: ClassVar[str] = "concede"
    always: ClassVar[bool] = True
    __match_args__ = ()
    seats: Final[list[tuple[str, int]]] = []

    def __init__(self) -> None:
        pass

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        yield cls()

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        self.seats.append(("check", seat))
        return iter(())

    def apply(self, state: Heap, seat: int) -> None:
        self.seats.append(("apply", seat))
        state.finish(f"seat {seat} conceded")


QUESTIONS: dict[str, Callable[[Engine, type[Take]], object]] = {
    "legal_moves": lambda engine, kind: engine.legal_moves(),
    "observe": lambda engine, kind: engine.observe().moves,
    "enumerate_moves": lambda engine, kind: engine.enumerate_moves(0),
    "valid_only": lambda engine, kind: engine.enumerate_moves(0, valid_only=True),
    "iter_moves": lambda engine, kind: list(itertools.islice(engine.iter_moves(0), 9)),
    "iter_valid": lambda engine, kind: list(engine.iter_moves(0, valid_only=True)),
    "count_moves": lambda engine, kind: engine.count_moves(0),
    "any_move": lambda engine, kind: engine.any_move(0),
    "random_move": lambda engine, kind: engine.random_move(0, seeded(1)),
    "next_choices": lambda engine, kind: engine.next_choices(kind),
    "next_valid": lambda engine, kind: engine.next_choices(kind, valid_only=True),
    "explain": lambda engine, kind: engine.explain(kind(2)),
    "can_execute": lambda engine, kind: engine.can_execute(kind(2)),
    "parse": lambda engine, kind: engine.game.parse(engine.state, f"{kind.id} 2"),
    "abbreviation": lambda engine, kind: engine.game.parse(engine.state, kind.id[:3]),
    "play": lambda engine, kind: engine.play(f"{kind.id} 2"),
    "execute": lambda engine, kind: engine.execute(kind(2)),
}


# Questions that read a producer to its end, so that the error of one that raises is logged.
LISTING = [
    *("legal_moves", "observe", "enumerate_moves", "valid_only", "iter_moves", "iter_valid"),
    *("count_moves", "random_move", "next_choices", "next_valid", "abbreviation"),
]
CASES = [
    pytest.param(
        question,
        kind,
        id=f"{kind.id}-{question}",
        marks=[pytest.mark.expects_errors] if kind is Stumbles and question in LISTING else [],
    )
    for question in QUESTIONS
    for kind in (Raises, Stumbles, Babbles, Endless, Complains, Writes)
]


@pytest.mark.parametrize(("question", "kind"), CASES)
def test_no_rule_crashes_hangs_or_changes_the_match(question: str, kind: type[Take]) -> None:
    engine = engine_of(kind, Take)
    before = engine.state_hash
    with suppress(KibitzError):
        QUESTIONS[question](engine, kind)
    after = RuleEngine(engine.game, seed=1)
    if engine.ply:
        after.execute(kind(2))
    assert engine.state_hash == (after.state_hash if engine.ply else before)


def test_a_check_that_raises_refuses_its_move_with_code_and_place() -> None:
    engine = engine_of(Raises, Take)
    for refused in (engine.execute(Raises(1)).error, engine.explain(Raises(1))[0]):
        assert refused is not None
        assert refused.error_code == reject.CONDITION_ERROR
        assert "the check divides by zero (core/test_judge.py, line " in refused.reason
        assert refused.context == {
            "error": "the check divides by zero",
            "type": "ZeroDivisionError",
        }
    assert engine.legal_moves() == [Take(1), Take(2), Take(3)]
    assert engine.count_moves(0) == 3


@pytest.mark.parametrize("kind", [Raises, pytest.param(Stumbles, marks=pytest.mark.expects_errors)])
def test_a_rule_that_failed_is_remembered(kind: type[Take]) -> None:
    engine = engine_of(kind, Take)
    assert engine.last_failure is None
    engine.observe()
    failed = engine.last_failure
    assert failed is not None
    assert isinstance(failed.cause, (ZeroDivisionError, LookupError))


@pytest.mark.expects_errors
def test_what_a_producer_yields_before_it_raises_counts() -> None:
    engine = engine_of(Stumbles, Take)
    assert engine.legal_moves() == [Stumbles(1), Take(1), Take(2), Take(3)]
    step = engine.next_choices(Stumbles)
    assert step is not None
    assert step.options == (1,)
    failure = engine.enumerate_moves(0, move_ids=["stumbles"])[-1].validation_error
    assert failure is not None
    assert "no more candidates (core/test_judge.py, line " in failure.reason
    assert failure.context == {"error": "no more candidates", "type": "LookupError"}


def test_a_check_that_fails_out_of_turn_adds_no_reason() -> None:
    assert [r.error_code for r in engine_of(Raises).explain(Raises(1), 1)] == [reject.NOT_YOUR_TURN]


def test_explain_lists_only_refusals() -> None:
    (refused,) = engine_of(Babbles).explain(Babbles(1))
    assert refused.error_code == reject.CONDITION_ERROR
    assert "check() yields Reject objects, not 'not today'" in refused.reason


@pytest.mark.parametrize(
    "question",
    ["legal_moves", "observe", "enumerate_moves", "count_moves", "any_move", "next_choices"],
)
def test_the_limit_holds_for_every_question_and_is_told(question: str) -> None:
    engine = engine_of(Endless)
    heard: list[Event] = []
    engine.subscribe(heard.append)
    with pytest.raises(EnumerationLimit, match=f"more than {LIMIT} candidates .* endless"):
        QUESTIONS[question](engine, Endless)
    (event,) = heard
    assert event.name == "limit_reached"
    assert event.facts == {"move_id": "endless", "limit": LIMIT}


def test_iter_moves_is_limited_between_two_entries_only() -> None:
    engine = engine_of(Endless, limit=5)
    assert len(list(itertools.islice(engine.iter_moves(0), 100))) == 100
    with pytest.raises(EnumerationLimit):
        next(engine.iter_moves(0, valid_only=True))


def test_explain_stops_at_the_limit_of_an_endless_check() -> None:
    engine = engine_of(Complains)
    with pytest.raises(EnumerationLimit, match=f"more than {LIMIT} reasons .* complains"):
        engine.explain(Complains(1))
    refused = engine.execute(Complains(1)).error
    assert refused is not None
    assert refused.reason == "reason 0"
    with pytest.raises(KibitzError, match=r"illegal move 'complains 1'.*: reason 0"):
        engine.play(Complains(1))


def test_notation_is_read_where_there_are_too_many_moves_to_list() -> None:
    engine = engine_of(Endless, Take)
    assert engine.game.parse(engine.state, "take 2") == Take(2)
    assert engine.game.parse(engine.state, "endless 77") == Endless(77)
    with pytest.raises(InvalidMoveError, match="cannot read 'tak 2'"):
        engine.game.parse(engine.state, "tak 2")


def test_a_rule_that_writes_changes_no_other_verdict() -> None:
    plain = engine_of(Take)
    for kinds in ((Writes, Take), (Take, Writes)):
        engine = engine_of(*kinds)
        verdicts = engine.enumerate_moves(0, move_ids=["take"])
        assert verdicts == plain.enumerate_moves(0)
        assert engine.legal_moves()[-3:] == plain.legal_moves() or len(kinds) == 2


@pytest.mark.expects_errors
def test_rules_that_promise_to_read_only_share_a_copy_but_never_the_match() -> None:
    class Promising(Nim):
        reads_only: ClassVar[bool] = True

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Writes]

    engine = RuleEngine(Promising(), seed=1)
    before = engine.state_hash
    assert [entry.is_valid for entry in engine.enumerate_moves(0)] != []
    assert engine.state_hash == before
    checked = RuleEngine(Promising(), seed=1, checked=True)
    error = checked.enumerate_moves(0)[0].validation_error
    assert error is not None
    assert error.context["type"] == "ReadOnlyViolation"


def test_what_a_check_writes_is_not_in_the_state_after_the_move() -> None:
    engine = engine_of(Writes)
    assert engine.execute(Writes(1)).success
    assert engine.state.stones == 6


def test_check_and_apply_get_the_same_seat() -> None:
    Concede.seats.clear()
    engine = engine_of(Take, Concede)
    assert engine.execute(Concede(), player=1).success
    assert Concede.seats == [("check", 1), ("apply", 1)]
    outcome = engine.outcome
    assert outcome is not None
    assert outcome.reason == "seat 1 conceded"


@pytest.mark.expects_errors
def test_after_the_end_every_entry_says_so() -> None:
    engine = engine_of(Take, Needs, Stumbles, Babbles, Concede)
    engine.execute(Concede())
    entries = engine.enumerate_moves(0)
    assert {entry.move_id for entry in entries} == {
        "take",
        "needs",
        "stumbles",
        "babbles",
        "concede",
    }
    assert {entry.validation_error.error_code for entry in entries if entry.validation_error} == {
        reject.GAME_ENDED
    }
    assert not any(entry.is_valid for entry in entries)
    assert engine.enumerate_moves(0, valid_only=True) == []
    assert engine.legal_moves() == []


# Caps and the report.


class Counted(Take):
    """Says how many candidates were read."""

    id: ClassVar[str] = "counted"
    read: Final[list[int]] = []
    legal: ClassVar[frozenset[int]] = frozenset()

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        for count in range(10):
            cls.read.append(count)
            yield cls(count)

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        if self.count not in self.legal:
            yield Reject("NO", "not this one")


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_nothing_is_read_past_a_cap(cap: int) -> None:
    Counted.read.clear()
    engine = engine_of(Counted)
    engine.enumerate_moves(0, max_per_move=cap)
    assert Counted.read == list(range(cap))
    assert list(engine.iter_moves(0, max_per_move=cap)) == engine.enumerate_moves(
        0, max_per_move=cap
    )
    Counted.read.clear()
    assert engine.any_move(0) is None
    assert len(Counted.read) == 10


@pytest.mark.parametrize(
    ("legal", "cap", "valid_only", "truncated"),
    [
        ({0, 1}, 2, True, None),
        ({0, 1, 9}, 2, True, None),
        ({0, 1}, 0, True, None),
        (set(), 0, False, None),
        ({4}, 10, False, None),
        ({4}, 10, True, False),
        ({4}, 11, False, False),
    ],
)
def test_truncated_is_unknown_where_a_cap_stopped_the_reading(
    monkeypatch: pytest.MonkeyPatch,
    legal: set[int],
    cap: int,
    valid_only: bool,
    truncated: bool | None,
) -> None:
    monkeypatch.setattr(Counted, "legal", frozenset(legal))
    engine = engine_of(Counted)
    entries = engine.enumerate_moves(0, max_per_move=cap, valid_only=valid_only)
    read = [*Counted.read]
    report = engine.last_enumeration
    assert report is not None
    row = report.moves["counted"]
    assert row.truncated is truncated
    assert report.truncated == ([] if truncated is False else ["counted"])
    assert row.returned == len(entries)
    assert Counted.read == read, "asking reads nothing"


def test_the_cap_counts_what_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counted, "legal", frozenset({7, 8, 9}))
    found = engine_of(Counted).enumerate_moves(0, valid_only=True, max_per_move=2)
    assert [entry.move for entry in found] == [Counted(7), Counted(8)]


def test_kinds_skipped_by_the_gate_say_why() -> None:
    engine = engine_of(Take)
    assert engine.enumerate_moves(1, valid_only=True) == []
    report = engine.last_enumeration
    assert report is not None
    assert report.skipped["take"].error_code == reject.NOT_YOUR_TURN
    assert report.moves["take"].to_json()["skipped"] == reject.NOT_YOUR_TURN
    engine.enumerate_moves(0)
    assert engine.last_enumeration is not None
    assert engine.last_enumeration.skipped == {}


# Parameters.


class Pay(Value):
    """A payment, for a nested parameter."""

    __match_args__ = ("coin", "x")

    def __init__(self, coin: str, x: int) -> None:
        self.coin: Final = coin
        self.x: Final = x


class Buy(Take):
    """Takes any parameters that its producer makes up."""

    id: ClassVar[str] = "buy"
    __match_args__ = ("pay", "extra")
    records: ClassVar[tuple[type, ...]] = (Pay,)
    proposed: Final[list[tuple[Any, Any]]] = []
    checked: Final[list[Buy]] = []

    def __init__(self, pay: Pay, extra: object = None) -> None:
        self.pay: Final = pay
        self.extra: Final = extra

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Any]:
        return (cls(*params) for params in cls.proposed)

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        self.checked.append(self)
        return iter(())


WRONG: list[tuple[tuple[Any, Any], str]] = [
    ((Pay("gold", "three"), None), "pay.x: expected int, got 'three'"),  # type: ignore[arg-type]  # the slip under test
    ((Pay("gold", True), None), "pay.x: expected int, got True"),
    (({"coin": "gold"}, None), "pay: expected Pay, got {'coin': 'gold'}"),
    ((Pay("gold", 1), {"a": 1}), "extra: expected a value that cannot change, got {'a': 1}"),
    ((Pay("gold", 1), [1, 2]), "extra: expected a value that cannot change, got [1, 2]"),
    ((Pay("gold", 1), (1, Pay(2, 1))), "extra[1].coin: expected str, got 2"),  # type: ignore[arg-type]  # the slip under test
]


@pytest.mark.parametrize(("params", "problem"), WRONG, ids=[problem for _, problem in WRONG])
def test_wrong_parameters_are_one_refused_entry(params: tuple[Any, Any], problem: str) -> None:
    Buy.checked.clear()
    Buy.proposed[:] = [(Pay("gold", 1), 1), params, (Pay("gold", 2), 2)]
    engine = engine_of(Buy)
    first, wrong, last = engine.enumerate_moves(0)
    assert (first.is_valid, last.is_valid) == (True, True)
    assert wrong.validation_error is not None
    assert wrong.validation_error.error_code == reject.INVALID_PARAMS
    assert wrong.validation_error.context == {"errors": [problem]}
    assert len(Buy.checked) == 2
    assert len(engine.legal_moves()) == 2
    refused = engine.execute(Buy(*params)).error
    assert refused is not None
    assert (refused.error_code, refused.reason) == (reject.INVALID_PARAMS, problem)


def test_explain_lists_every_wrong_parameter() -> None:
    move = Buy(Pay(1, "x"), None)  # type: ignore[arg-type]  # the slip under test
    assert [(r.error_code, r.reason) for r in engine_of(Buy).explain(move)] == [
        (reject.INVALID_PARAMS, "pay.coin: expected str, got 1"),
        (reject.INVALID_PARAMS, "pay.x: expected int, got 'x'"),
    ]


class Trade(Move[Heap]):
    """Parameters with every kind of domain around a nested record."""

    id: ClassVar[str] = "trade"
    __match_args__ = ("mode", "pay", "extras")
    records: ClassVar[tuple[type, ...]] = (Pay,)
    domains: ClassVar[dict[str, Domain]] = {
        "mode": one_of("cheap", "dear"),
        "pay": depends(
            lambda state, seat, chosen: record_of(
                Pay,
                coin=one_of("gold" if chosen["mode"] == "dear" else "copper"),
                x=depends(lambda state, seat, chosen: [1] if chosen["coin"] == "gold" else [2, 3]),
            )
        ),
        "extras": some_of(record_of(Pay, coin=one_of("silver"), x=int_range(1, 2)), 0, 2),
    }

    def __init__(self, mode: str, pay: Pay, extras: tuple[Pay, ...]) -> None:
        self.mode: Final = mode
        self.pay: Final = pay
        self.extras: Final = extras

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        return iter(())

    def apply(self, state: Heap, seat: int) -> None:
        state.seat = 1 - seat


def test_records_behind_functions_and_in_subsets_are_listed_and_executed_alike() -> None:
    engine = engine_of(Trade)
    listed = [entry.move for entry in engine.enumerate_moves(0, valid_only=True)]
    one, two = Pay("silver", 1), Pay("silver", 2)
    pays = [("cheap", Pay("copper", 2)), ("cheap", Pay("copper", 3)), ("dear", Pay("gold", 1))]
    extras = [(), (one,), (two,), (one, two)]
    assert listed == [Trade(mode, pay, extra) for mode, pay in pays for extra in extras]
    for move in listed:
        assert engine.fork().execute(move).success
        assert engine.game.parse(engine.state, str(move)) == move
    step = engine.next_choices(Trade, {"mode": "dear"})
    assert step is not None
    assert step.options == (Pay("gold", 1),)
    step = engine.next_choices(Trade, {"mode": "dear", "pay": Pay("gold", 1)})
    assert step is not None
    assert (step.options, step.min, step.max, step.many) == ((one, two), 0, 2, True)


def test_every_parameter_outside_its_domain_is_named() -> None:
    engine = engine_of(Trade)
    wrong = Trade("dear", Pay("copper", 1), (Pay("silver", 9),))
    assert [(r.error_code, r.context["field"]) for r in engine.explain(wrong)] == [
        (reject.NOT_OFFERED, "pay.coin"),
        (reject.NOT_OFFERED, "extras"),
    ]
    unknown = Trade("free", Pay("copper", 2), ())
    assert [r.context["field"] for r in engine.explain(unknown)] == ["mode"]


# Step by step.


@pytest.mark.parametrize(
    ("kind", "chosen", "problem"),
    [
        (Trade, {"mode": "free"}, "trade: mode: free is not offered; offered: cheap, dear"),
        (
            Trade,
            {"mode": "dear", "pay": Pay("copper", 2)},
            "trade: pay.coin: copper is not offered",
        ),
        (Trade, {"price": 1}, "trade has no parameter 'price'"),
        (Trade, {"mode": "dear", "pay": 3}, "trade: pay: expected Pay, got 3"),
        (Take, {"count": 9}, "take: count: 9 is not offered; offered: 1, 2, 3"),
        (Take, {"count": [1]}, "is not offered; offered: 1, 2, 3"),
    ],
)
@pytest.mark.parametrize("valid_only", [True, False])
def test_wrong_answers_are_refused(
    kind: type[Move[Heap]], chosen: dict[str, object], problem: str, valid_only: bool
) -> None:
    with pytest.raises(InvalidMoveError) as error:
        engine_of(Take, Trade).next_choices(kind, chosen, valid_only=valid_only)
    assert problem in str(error.value)


@pytest.mark.expects_errors
def test_a_domain_that_fails_is_reported_as_a_rule_of_the_game() -> None:
    class Fails(Needs):
        id: ClassVar[str] = "fails"
        domains: ClassVar[dict[str, Domain]] = {"count": depends(lambda s, seat, c: c["price"])}

    engine = engine_of(Fails, Take)
    with pytest.raises(RuleError, match=r"a domain of fails failed: .*test_judge.py, line \d+"):
        engine.next_choices(Fails)
    refused = engine.execute(Fails(1)).error
    assert refused is not None
    assert refused.error_code == reject.CONDITION_ERROR
    assert engine.legal_moves() == [Take(1), Take(2), Take(3)]


def test_a_domain_that_never_ends_is_refused_or_read_as_far_as_needed() -> None:
    class Counts(Needs):
        id: ClassVar[str] = "counts"
        domains: ClassVar[dict[str, Domain]] = {
            "count": depends(lambda state, seat, chosen: itertools.count(1))
        }

    engine = engine_of(Counts)
    first = engine.any_move(0)
    assert first is not None
    assert first.move == Counts(1)
    with pytest.raises(EnumerationLimit):
        engine.legal_moves()
    with pytest.raises(EnumerationLimit):
        engine.next_choices(Counts)
    refused: Execution = engine.execute(Counts(2))
    assert not refused.success


# What callers give.


@pytest.mark.parametrize("player", [True, False, 2, -1, "0", 0.0, None])
def test_only_a_seat_is_a_player(player: Any) -> None:
    with pytest.raises(UnknownPlayer, match="seats 0 to 1"):
        engine_of(Take).enumerate_moves(player)


@pytest.mark.parametrize(
    ("move_ids", "problem"),
    [
        ([5], "variant has no move 5"),
        ([["take"]], "variant has no move"),
        ([None], "variant has no move None"),
        (["tack"], "did you mean 'take'"),
        ("take", "invalid move_ids 'take'"),
        (7, "invalid move_ids 7"),
    ],
)
def test_unknown_ids_are_refused_by_name(move_ids: Any, problem: str) -> None:
    with pytest.raises((KibitzError, ValueError)) as error:
        engine_of(Take).enumerate_moves(0, move_ids=move_ids)
    assert problem in str(error.value)
