# mypy: disable-error-code="arg-type, list-item, attr-defined, no-untyped-call, dict-item, misc"
# because wrong arguments are the subject.
"""Wrong arguments are refused by name, alike in both builds: what was given, what is expected."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz.agents import RandomAgent, make_agent
from kibitz.agents.registry import agent_names, option_names, package_of, read_spec, tunable_options
from kibitz.core import (
    EnumerationOptions,
    IllegalMoveError,
    InvalidMoveError,
    Option,
    Outcome,
    Real,
    Reason,
    RecordError,
    RuleEngine,
    UnknownMove,
    UnknownPlayer,
    Whole,
    depends,
    int_range,
    observation_of,
    one_of,
    optional,
    play_out,
    read_record,
    replay,
    seeded,
    some_of,
    write_record,
)
from kibitz.core.producers import permutations, subsets, take
from kibitz.games.duel import Duel
from tests.core.hostile import Nasty
from tests.core.nim import Nim, Take

Ask = Callable[[], object]


def nim(**options: Any) -> RuleEngine[Any, Any]:
    """Starts a match."""
    return RuleEngine(Nim(), **{"seed": 1, **options})


@pytest.mark.parametrize(
    ("ask", "error", "problem"),
    [
        (lambda: nim().next_choices(None), UnknownMove, "nim has no move None; known: take"),
        (lambda: nim().next_choices(Nasty()), UnknownMove, "nim has no move a Nasty"),
        (lambda: nim().next_choices("tak"), UnknownMove, "did you mean 'take'"),
        (lambda: nim().next_choices(int), UnknownMove, "nim has no move <class 'int'>"),
        (lambda: nim().next_choices("take", 5), TypeError, "invalid chosen 5: expected answers"),
        (lambda: nim().next_choices("take", []), TypeError, r"invalid chosen \[\]: expected"),
        (lambda: nim().next_choices("take", {5: 1}), InvalidMoveError, "take has no parameter 5"),
        (
            lambda: nim().next_choices("take", valid_only=1),
            ValueError,
            "valid_only 1: expected True",
        ),
        (lambda: read_record(None), TypeError, "invalid record None: expected a text"),
        (lambda: read_record(b""), TypeError, "invalid record b'': expected a text"),
        (lambda: replay("x", Nim()), TypeError, r"expected a record, got 'x': read_record\(text\)"),
        (lambda: replay(write_record(nim()), Nim), TypeError, "got the class Nim: call it"),
        (lambda: write_record(None), TypeError, r"expected a match, got None: RuleEngine\(game\)"),
        (lambda: write_record(nim(), [1]), TypeError, r"invalid packages \[1\]: expected a list"),
        (lambda: RuleEngine(Duel), TypeError, "expected a game, got the class Duel: call it"),
        (lambda: RuleEngine("duel"), TypeError, r"got 'duel': kibitz.load\('duel'\) makes one"),
        (lambda: RuleEngine(None), TypeError, r"got None: kibitz.load\(name\) makes one"),
        (lambda: make_agent("leduc", "greedy"), TypeError, r"got 'leduc': kibitz.load\('leduc'\)"),
        (lambda: make_agent(Duel, "greedy"), TypeError, "expected a game, got the class Duel"),
        (lambda: make_agent(Nim(), None), TypeError, "invalid agent None: expected a text"),
        (lambda: agent_names("leduc"), TypeError, "expected a game, got 'leduc'"),
        (lambda: option_names("leduc", "greedy"), TypeError, "expected a game, got 'leduc'"),
        (lambda: tunable_options("leduc", "greedy"), TypeError, "expected a game, got 'leduc'"),
        (lambda: package_of("leduc", "greedy"), TypeError, "expected a game, got 'leduc'"),
        (lambda: read_spec(5), TypeError, "invalid agent 5: expected a text"),
        (lambda: nim(names=[1, 2]), TypeError, r"invalid names \[1, 2\]: expected a list of texts"),
        (lambda: nim(names="ab"), TypeError, "invalid names 'ab': expected a list of texts"),
        (lambda: nim(names=5), TypeError, "invalid names 5: expected a list of texts"),
        (lambda: nim(names=["a"]), ValueError, r"invalid names \['a'\]: expected 2, one for each"),
        (lambda: nim(seed=True), TypeError, "invalid seed True: expected a whole number or a text"),
        (lambda: nim(seed=10**5000), ValueError, "invalid seed a int: expected fewer than 4300"),
        (lambda: nim(seed="\ud800"), ValueError, "invalid seed .*: expected"),
        (lambda: nim(agent_seed=1.5), TypeError, "invalid agent_seed 1.5: expected a whole"),
        (lambda: nim(limit=1.5), ValueError, "invalid limit 1.5: expected a whole number from 1"),
        (lambda: nim(limit=True), ValueError, "invalid limit True: expected a whole number"),
        (lambda: nim(checked=1), ValueError, "invalid checked 1: expected True or False"),
        (lambda: nim(state=5), TypeError, "invalid state 5: expected a State"),
        (lambda: nim().subscribe(None), TypeError, "invalid listener None: expected a function"),
        (lambda: nim().parse(None), TypeError, "invalid move None: expected a text"),
        (lambda: nim().play(None), TypeError, "expected a move or an entry, got None"),
        (lambda: nim().undo(player_facing=1), ValueError, "player_facing 1: expected True or"),
        (lambda: nim().view(1.0), UnknownPlayer, "nim has seats 0 to 1, not 1.0"),
        (lambda: nim().view(-1.0), UnknownPlayer, "nim has seats 0 to 1, not -1.0"),
        (lambda: nim().view(Nasty()), UnknownPlayer, "nim has seats 0 to 1, not a Nasty"),
        (lambda: nim().observe(deadline="x"), TypeError, "invalid deadline 'x': expected a number"),
        (lambda: nim().observe(wanted=5), TypeError, "invalid wanted 5: expected a list of moves"),
        (lambda: nim().observe(wanted=[Take(9)]), IllegalMoveError, "illegal move 'take 9'"),
        (lambda: nim().random_move(0, 5), TypeError, "invalid rng 5: expected a generator"),
        (lambda: nim().random_move(0, seeded(1), 5), TypeError, "invalid weight 5: expected a"),
        (lambda: nim().enumerate_moves(0, {}), TypeError, "invalid options {}: expected Enum"),
        (
            lambda: nim().enumerate_moves(0, max_per_move=1.5),
            ValueError,
            "max_per_move 1.5: expected",
        ),
        (lambda: nim().enumerate_moves(0, max_per_move=True), ValueError, "max_per_move True: exp"),
        (lambda: nim().enumerate_moves(0, valid_only=1), ValueError, "valid_only 1: expected True"),
        (lambda: nim().enumerate_moves(0, move_ids=5), ValueError, "move_ids 5: expected a list"),
        (lambda: EnumerationOptions(move_ids=iter("ab")), ValueError, "expected a list of ids"),
        (lambda: seeded(1.5), TypeError, "invalid seed 1.5: expected a whole number or a text"),
    ],
)
def test_wrong_arguments_are_refused_by_name(
    ask: Ask, error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem) as caught:
        ask()
    assert type(caught.value) is error


@pytest.mark.parametrize("weight", [-1, math.nan, math.inf, "1", None, True, 10**400])
def test_weights_are_numbers_from_0_up(weight: Any) -> None:
    with pytest.raises(ValueError, match=r"invalid weight .* of take 1: expected 0 or more"):
        nim().random_move(0, seeded(1), lambda entry: weight)


# Where compiled code has borders of its own: the same kind of error without them.


@pytest.mark.parametrize(
    "ask",
    [
        lambda: seeded(1).below(1.5),
        lambda: seeded(1).below(2.0),
        lambda: seeded(1).between(0.5, 3),
        lambda: seeded(1).child(5),
        lambda: take([1, 2], 1.5),
        lambda: take([1, 2], None),
        lambda: subsets([1, 2], 0, math.inf),
        lambda: permutations([1, 2], 1.0),
        lambda: optional("x"),
        lambda: some_of(5),
        lambda: depends(lambda s, seat, chosen: [], 5),
        lambda: Whole(0, 1.5),
        lambda: Outcome(1.0, "x", ()),
        lambda: Reason("x", "1"),
        lambda: Reason(5, 1.0),
        lambda: Reason("x", 1.0, 5),
        lambda: Option("take 1", 1.0, ()),
        lambda: Option(Take(1), "1", ()),
        lambda: Option(Take(1), 1.0, []),
        lambda: play_out(Nim(), Nim().setup(seeded(1)), seeded(1), None, 1.5),
        lambda: RandomAgent(1.5),
        lambda: Nim().parse(Nim().setup(seeded(1)), None),
        lambda: Nim().read_move(5),
        lambda: observation_of("leduc", None, 0, seeded(1)),
        lambda: observation_of(Nim(), None, 1.5, seeded(1)),
    ],
)
def test_a_wrong_type_is_a_type_error_in_both_builds(ask: Ask) -> None:
    with pytest.raises(TypeError):
        ask()


@pytest.mark.parametrize(
    ("ask", "problem", "compiled"),
    [
        (lambda: Reason(5, 1.0), "invalid term 5: expected a text", "str object"),
        (lambda: Reason("x", 1.0, None), "invalid text None: expected a text", "str object"),
        (lambda: Option("take", 1.0, ()), "invalid move 'take': expected a move", "Move object"),
        (lambda: Option(Take(1), 1.0, None), "invalid reasons None: expected a tuple", "tuple obj"),
    ],
)
def test_parts_of_advice_are_refused_by_name(ask: Ask, problem: str, compiled: str) -> None:
    with pytest.raises(TypeError, match=compiled if kibitz.COMPILED else problem):
        ask()


@pytest.mark.parametrize(
    ("bound", "problem"),
    [(1.5, "1.5"), (True, "True"), ("2", "'2'"), (None, "None")],
)
def test_bounds_of_domains_are_whole_numbers(bound: Any, problem: str) -> None:
    for ask in (lambda: int_range(bound, 3), lambda: int_range(0, bound)):
        with pytest.raises(ValueError, match=f"{problem}: expected a whole number or a function"):
            ask()
    with pytest.raises(ValueError, match=f"{problem}: expected a whole number or a function"):
        some_of(one_of(1, 2), bound)


def test_whole_numbers_become_floats_where_floats_are_expected() -> None:
    move = Take(1)
    assert repr(Reason("x", 1).to_json()) == "{'term': 'x', 'amount': 1.0, 'text': ''}"
    assert repr(Option(move, 2, ()).score) == "2.0"
    assert repr(Real(1, 2)) == "Real(low=1.0, high=2.0, log=False)"
    assert repr(Whole(True, 4)) == "Whole(low=1, high=4, step=1, log=False)"


def test_a_seed_in_a_record_is_one_that_a_match_can_have() -> None:
    text = write_record(nim()).text().replace('"seed": 1', '"seed": "\\ud800"')
    with pytest.raises(RecordError, match="seed: expected a whole number or a text"):
        read_record(text)
