"""Moves from three functions take the same path as moves from classes."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import pytest

from kibitz.core import (
    Candidate,
    Move,
    MoveContext,
    MoveDefinition,
    Reject,
    RuleEngine,
    reject,
)
from tests.core.nim import Heap, Nim


@dataclass(frozen=True)
class Count:
    """The parameters of the move."""

    count: int


def remove(state: Heap, context: MoveContext) -> None:
    state.stones -= context.params.count
    if state.stones == 0:
        state.finish("empty")
    state.seat = 1 - state.seat


def enough(state: Heap, context: MoveContext) -> bool | Reject:
    if context.params.count > state.stones:
        return Reject("TOO_MANY", f"only {state.stones} left", left=state.stones)
    return bool(context.params.count != 2)


def propose(state: Heap, seat: int) -> Iterable[object]:
    yield Count(1)
    yield Count(2)
    yield Candidate(Count(3), source="c9", targets=(("p1",), ()))
    yield Count(99)


REMOVE: MoveDefinition[Heap] = MoveDefinition(
    "remove_stones",
    "Remove stones",
    remove,
    enough,
    propose,
    params=Count,
    description="Takes stones away.",
    metadata={"category": "play"},
)


def game_of(definition: MoveDefinition[Heap]) -> Nim:
    class Made(Nim):
        id: ClassVar[str] = "made"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [definition.kind]

    return Made()


def engine_of(definition: MoveDefinition[Heap] = REMOVE) -> RuleEngine[Heap, Heap]:
    return RuleEngine(game_of(definition), seed=1, checked=True)


def test_definition_is_enumerated_and_judged() -> None:
    entries = engine_of().enumerate_moves(0, include_metadata=True)
    assert [entry.is_valid for entry in entries] == [True, False, True, False]
    refused = entries[1].validation_error
    assert refused is not None
    assert refused.error_code == reject.CONDITION_FAILED
    assert "Remove stones" in refused.reason
    assert entries[3].validation_error is not None
    assert entries[3].validation_error.context == {"left": 7}
    assert entries[2].source_card_id == "c9"
    assert entries[2].targets == (("p1",), ())
    assert entries[0].metadata == {
        "display_name": "Remove stones",
        "description": "Takes stones away.",
        "category": "play",
    }


def test_definition_executes_and_sees_source_and_targets() -> None:
    seen: list[MoveContext] = []

    def note(state: Heap, context: MoveContext) -> None:
        seen.append(context)

    engine = engine_of(MoveDefinition("note", "Note", note, None, propose))
    entry = engine.enumerate_moves(0)[2]
    assert engine.execute(entry).success
    assert (seen[0].player_id, seen[0].source_card_id) == (0, "c9")
    assert seen[0].targets == (("p1",), ())
    assert seen[0].params == Count(3)


def test_definition_moves_are_values() -> None:
    move = REMOVE(Count(1))
    assert move == REMOVE(Count(1))
    assert pickle.loads(pickle.dumps(move)) == move
    game = game_of(REMOVE)
    assert game.move_from_json(json.loads(json.dumps(move.to_json()))) == move
    assert game.read_move(str(move)) == move
    with_source = REMOVE(Count(3), source="c9", targets=(("p1",), ()))
    assert game.read_move(str(with_source)) == with_source


def test_definition_without_a_module_name_says_that_it_cannot_travel() -> None:
    local: MoveDefinition[Heap] = MoveDefinition("local", "Local", remove)
    with pytest.raises(pickle.PicklingError, match="no module-level name"):
        pickle.dumps(local(Count(1)))


def test_definition_without_condition_is_always_legal() -> None:
    engine = engine_of(MoveDefinition("free", "Free", remove, None, lambda state, seat: [Count(1)]))
    assert engine.can_execute(engine.enumerate_moves(0)[0])


def test_definition_without_enumerator_is_reported() -> None:
    entries = engine_of(MoveDefinition("dark", "Dark", remove)).enumerate_moves(0)
    assert [entry.validation_error and entry.validation_error.error_code for entry in entries] == [
        reject.NO_ENUMERATOR
    ]


@pytest.mark.parametrize("answer", [None, "yes", 1, 0, [], {"reason": "x"}])
def test_condition_that_answers_anything_else_refuses_the_move(answer: object) -> None:
    def careless(state: Heap, context: MoveContext) -> bool:
        return answer  # type: ignore[return-value]  # the slip under test

    engine = engine_of(MoveDefinition("slip", "Slip", remove, careless, lambda s, p: [Count(1)]))
    entry = engine.enumerate_moves(0)[0]
    assert entry.validation_error is not None
    assert entry.validation_error.error_code == reject.CONDITION_ERROR
    result = engine.execute(entry)
    assert not result.success
    assert result.error is not None
    assert result.error.error_code == reject.CONDITION_ERROR


@pytest.mark.parametrize("wrong", [None, 7, {"count": 1}, Count("two")])  # type: ignore[arg-type] # the slip under test
def test_parameters_of_another_type_are_refused_before_the_condition(wrong: object) -> None:
    asked: list[object] = []

    def condition(state: Heap, context: MoveContext) -> bool:
        asked.append(context.params)
        return True

    engine = engine_of(
        MoveDefinition("t", "T", remove, condition, lambda s, p: [wrong], params=Count)
    )
    entry = engine.enumerate_moves(0)[0]
    assert entry.validation_error is not None
    assert entry.validation_error.error_code == reject.INVALID_PARAMS
    assert entry.validation_error.context["errors"]
    assert asked == []
