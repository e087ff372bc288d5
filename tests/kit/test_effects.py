"""Effects and questions: the stack, picks as multisets, triggers in order, the mulligan."""

import pickle
from collections.abc import Mapping
from itertools import combinations
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import kit
from kibitz.core import Domain, Move
from kibitz.kit import Effect, Question, Spell, Unit
from kibitz.kit.effects import Order, Triggers, answers
from kibitz.testing import assert_conserved, expect_refusal, scenario
from tests.kit.camp import (
    ANT,
    BEE,
    CAT,
    DECK,
    DOG,
    FRONT,
    HAND,
    LAYOUT,
    PILE,
    Answer,
    Camp,
    CampState,
    Died,
    Fetch,
    HowMuch,
    Keep,
    Promote,
    Purse,
    Say,
    SayLast,
    Wound,
    empty,
    place,
)

# Picks.


def test_picks_come_by_size_and_equal_items_give_one_way() -> None:
    assert list(answers([ANT, ANT, CAT], 0, 2)) == [(), (ANT,), (CAT,), (ANT, ANT), (ANT, CAT)]
    assert list(answers([ANT, ANT], 2, 2)) == [(ANT, ANT)]
    assert list(answers([], 0, 0)) == [()]
    assert list(answers([ANT], 2, 3)) == []


@given(st.lists(st.integers(1, 4), max_size=7), st.integers(0, 7), st.integers(0, 7))
def test_picks_are_the_different_multisets(items: list[int], least: int, most: int) -> None:
    items.sort()
    wanted = {picks for size in range(least, most + 1) for picks in combinations(items, size)}
    found = list(answers(items, least, most))
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert [len(picks) for picks in found] == sorted(len(picks) for picks in found)


def test_mulligan_of_seven_cards_counts_equal_cards_once() -> None:
    assert len(list(answers([1, 2, 3, 4, 5, 6, 7], 0, 7))) == 128
    assert len(list(answers([1, 1, 1, 2, 2, 3, 3], 0, 7))) == 4 * 3 * 3


# The base classes say what is missing.


def test_effects_that_define_nothing_say_so() -> None:
    state = empty()

    class Bare(Question[Unit, Purse]):
        id = "bare"

    class Nothing(Effect[Unit, Purse]):
        id = "nothing"

    with pytest.raises(TypeError, match=r"Nothing does not define resolve\(\)"):
        Nothing().resolve(state)
    with pytest.raises(TypeError, match=r"Bare does not define options\(\)"):
        Bare(0).options(state)
    with pytest.raises(TypeError, match=r"Bare does not define answer\(\)"):
        Bare(0).answer(state, ())


def test_effects_and_questions_are_values() -> None:
    for one, other in (
        (Say("a"), Say("b")),
        (Wound(3, 1), Wound(3, 2)),
        (Fetch(0), Fetch(1)),
        (Died(ANT, 0), Died(ANT, 1)),
    ):
        assert one != other
        again = pickle.loads(pickle.dumps(one))
        assert (again, hash(again)) == (one, hash(one))
    assert (Fetch(1).whose(), Say("a", 1).whose(), Wound(1, 1).whose()) == (1, 1, 0)
    assert (Say("a").question(), Fetch(1).question()) == (None, Fetch(1))
    assert isinstance(SayLast("a"), Spell)


# What happens.


def settled(state: CampState) -> list[str]:
    """Lets everything happen, and returns what was told."""
    Camp().settle(state)
    return state.board.told


def test_effects_happen_in_order_and_a_question_waits() -> None:
    state = empty()
    state.then(Say("one"), Fetch(1), Say("two"))
    assert settled(state) == ["one"]
    assert (state.seat, state.active) == (1, 0)
    state.stack.pop()
    assert settled(state) == ["one", "two"]
    assert (state.stack, state.seat) == ([], 0)


def test_checks_come_at_rest_and_before_a_spell_but_not_between_effects() -> None:
    state = empty()
    ant = state.enter(Unit(ANT), FRONT, 0)
    state.enter(Unit(BEE), FRONT, 0)
    state.then(Wound(ant.serial, 3), Say("still there"), SayLast("spell"))
    assert settled(state) == ["still there", "bee 2 of seat 0 mourns", "spell"]
    assert state.pile(PILE, 0) == (ANT,)


def test_triggers_of_the_active_seat_come_first_and_each_seat_orders_its_own() -> None:
    build = scenario(Camp()).put("front", 0, "ant", "bee", "bee").put("front", 1, "bee")
    engine = build.turn(3, active=1).put("deck", 0, "cat").engine()
    state = engine.state.clone()
    state.then(Wound(1, 3))
    settled(state)
    assert state.board.told == ["bee 4 of seat 1 mourns"]
    asked = state.question()
    assert isinstance(asked, Order)
    assert (asked.seat, state.seat) == (0, 0)
    game = engine.game
    assert [str(move) for move in game.legal(state)] == ["answer order [0]", "answer order [1]"]
    game.play(state, game.legal(state)[1])
    # The last one is no choice, and happens by itself.
    assert state.board.told[1:] == ["bee 3 of seat 0 mourns", "bee 2 of seat 0 mourns"]
    assert (state.stack, state.seat) == ([], 1)


def test_equal_triggers_need_no_order() -> None:
    state = empty()
    state.then(Triggers((Say("a"), Say("a"), Say("b", 1)), (1, 0)))
    assert settled(state) == ["b", "a", "a"]


def test_order_offers_equal_triggers_once() -> None:
    state = empty()
    order = Order(0, (Say("a"), Say("b"), Say("a"), Say("c", 1)), (0, 1))
    assert order.options(state) == [0, 1]


# Questions of every kind, and their answers.


def asked(question: Question[Unit, Purse]) -> "tuple[list[str], CampState]":
    """Returns the answers to a question, and the state after the last of them."""
    build = scenario(Camp()).put("pile", 1, "ant", "ant", "cat").put("back", 1, "ant", "ant")
    build.put("hand", 1, "bee", "bee").put("deck", 1, "ant", "cat", "dog-7")
    engine = build.set(food=[5, 2]).ask(question).engine()
    before = engine.state.clone()
    moves = engine.legal_moves()
    engine.play(str(moves[-1]))
    assert_conserved(before, engine.state)
    assert engine.seat == 0
    return [str(move) for move in moves], engine.state


def test_cards_are_picked_as_a_multiset() -> None:
    moves, state = asked(Fetch(1))
    assert moves == [
        "answer fetch []",
        "answer fetch [ant]",
        "answer fetch [cat]",
        "answer fetch [ant,ant]",
        "answer fetch [ant,cat]",
    ]
    assert (state.pile(PILE, 1), state.pile(HAND, 1)) == ((ANT,), (ANT, BEE, BEE, CAT))


def test_places_are_picked_each() -> None:
    moves, state = asked(Promote(1))
    assert moves == ["answer promote [p1.back.1]", "answer promote [p1.back.2]"]
    assert [part.serial for part in state.row(FRONT, 1)] == [2]


def test_numbers_are_picked() -> None:
    moves, state = asked(HowMuch(1))
    assert moves == ["answer how_much [0]", "answer how_much [1]", "answer how_much [2]"]
    assert state.board.food == [5, 0]


def test_mulligan_exchanges_the_whole_hand_for_other_cards_unseen() -> None:
    moves, state = asked(Keep(1))
    assert moves == ["answer mulligan [keep]", "answer mulligan [redraw]"]
    # Two new cards; the bees went under the deck first, so neither came back.
    assert len(state.pile(HAND, 1)) == 2
    assert BEE not in state.pile(HAND, 1)
    assert sorted(state.pile(DECK, 1)).count(BEE) == 2
    assert Camp().view(state, 0).pile(DECK, 1) == (0, 0, 0)


def test_mulligan_that_keeps_changes_nothing() -> None:
    engine = scenario(Camp()).put("hand", 0, "bee").put("deck", 0, "ant").ask(Keep(0)).engine()
    engine.play("answer mulligan [keep]")
    assert (engine.state.pile(HAND, 0), engine.state.pile(DECK, 0)) == ((BEE,), (ANT,))


def test_question_without_options_has_one_answer() -> None:
    engine = scenario(Camp()).ask(Promote(1)).engine()
    assert [str(move) for move in engine.legal_moves()] == ["answer promote []"]
    engine.play("answer promote []")
    assert engine.seat == 0


@pytest.mark.parametrize(
    ("picks", "wanted"),
    [
        ((ANT, ANT, CAT), "picks: expected 0 to 2 of 3, got 3"),
        ((DOG,), "picks: dog-7 is not offered; offered: ant, cat"),
        ((CAT, CAT), "picks: expected items in the order in which they are offered"),
        ((CAT, ANT), "picks: expected items in the order in which they are offered"),
    ],
)
def test_picks_that_are_not_offered_are_refused(picks: tuple[int, ...], wanted: str) -> None:
    engine = scenario(Camp()).put("pile", 1, "ant", "ant", "cat").ask(Fetch(1)).engine()
    error = expect_refusal(engine, Answer("fetch", picks), "NOT_OFFERED")
    assert error.reason == wanted
    engine.play("answer fetch [ant,cat]")


@pytest.mark.parametrize(
    ("picks", "code"),
    [
        (("p1.back.1", "p1.back.2"), "WRONG_TARGET_COUNT"),
        ((), "WRONG_TARGET_COUNT"),
        (("p0.back.1",), "INVALID_TARGET"),
    ],
)
def test_places_that_are_not_offered_have_the_codes_of_targets(
    picks: tuple[str, ...], code: str
) -> None:
    engine = scenario(Camp()).put("back", 1, "ant", "bee").ask(Promote(1)).engine()
    expect_refusal(engine, Answer("promote", tuple([place(word) for word in picks])), code)


class Both(Promote):
    """Which two animals go to the front?"""

    id: ClassVar[str] = "both"
    most: ClassVar[int] = 2


class Give(Fetch):
    """Which cards do you give?"""

    id: ClassVar[str] = "give"
    least: ClassVar[int] = 1
    count_code: ClassVar[str] = "WRONG_TARGET_COUNT"


class MoreAnswers(kit.Answer[kit.Unit, Purse]):
    """Answer one more question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Both, Give)


class MoreQuestions(Camp):
    """A camp with more questions."""

    def kinds(self) -> list[type[Move[CampState]]]:
        return [MoreAnswers]

    def effects(self) -> list[type[kit.Event]]:
        return [Both, Give]


def test_place_that_is_picked_twice_is_refused_as_such() -> None:
    engine = scenario(MoreQuestions()).put("back", 1, "ant", "bee").ask(Both(1)).engine()
    twice = (place("p1.back.1"),) * 2
    expect_refusal(engine, MoreAnswers("both", twice), "DUPLICATE_TARGETS")
    order = (place("p1.back.2"), place("p1.back.1"))
    expect_refusal(engine, MoreAnswers("both", order), "NOT_OFFERED")


def test_question_has_a_code_of_its_own_for_a_wrong_number_of_picks() -> None:
    engine = scenario(MoreQuestions()).put("pile", 1, "ant", "bee").ask(Give(1)).engine()
    error = expect_refusal(engine, MoreAnswers("give", ()), "WRONG_TARGET_COUNT")
    assert error.context == {"field": "picks", "min": 1, "max": 2, "got": 0}


def test_answer_to_another_question_is_refused() -> None:
    engine = scenario(Camp()).ask(Promote(0)).engine()
    error = expect_refusal(engine, Answer("fetch", ()), "NO_DECISION")
    assert error.reason == "question: fetch is not offered; offered: promote"
