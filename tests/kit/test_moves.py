"""Moves of card games: when they may be made, answers in words, and conceding."""

import re
from collections.abc import Mapping
from typing import ClassVar

import pytest

from kibitz import kit
from kibitz.core import Domain, InvalidMoveError, Move, RuleEngine, seeded
from kibitz.core.reject import NOT_OFFERED
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, NOT_YOUR_SEAT, WRONG_PHASE
from kibitz.testing import assert_staged_equals_flat, expect_over, expect_refusal, scenario
from tests.kit.camp import (
    ANT,
    BEE,
    CAT,
    DECK,
    LAYOUT,
    PILE,
    Answer,
    Bury,
    Camp,
    CampState,
    Fetch,
    HowMuch,
    Keep,
    Play,
    Promote,
    Purse,
    Sleep,
)


def test_equal_cards_give_one_move_and_equal_parts_each_one() -> None:
    engine = scenario(Camp()).put("hand", 0, "ant", "ant", "cat").engine()
    assert [str(move) for move in engine.legal_moves()] == ["play ant", "play cat", "sleep"]


def test_move_is_read_by_name_whether_it_is_legal_or_not() -> None:
    engine = scenario(Camp()).put("hand", 0, "ant", "cat").set(food=[1, 0]).engine()
    assert expect_refusal(engine, "play cat", "HUNGRY").reason == "there is not enough food"
    error = expect_refusal(engine, "play bee", NOT_OFFERED)
    assert error.reason == "card: bee is not offered; offered: ant, cat"
    assert error.context["given"] == "bee"
    with pytest.raises(InvalidMoveError, match="there is no card 'ent'; did you mean 'ant'"):
        engine.play("play ent")
    engine.play("play ant")


def test_kind_is_closed_in_another_phase() -> None:
    class Camping(Camp):
        def flow(self, state: CampState) -> bool:
            return False

    engine = scenario(Camping()).put("hand", 0, "ant").turn(1, phase="night").engine()
    error = expect_refusal(engine, "play ant", WRONG_PHASE)
    assert error.reason == "Play belongs in phase main; this is phase night"
    assert (error.context["wanted"], error.context["now"]) == (("main",), "night")
    assert [str(move) for move in engine.legal_moves()] == ["sleep"]


# Answers.


@pytest.mark.parametrize(
    ("question", "picks", "written"),
    [
        (Fetch(0), (ANT, CAT), "answer fetch [ant,cat]"),
        (Promote(0), (LAYOUT.read_place("p0.back.2"),), "answer promote [p0.back.2]"),
        (HowMuch(0), (3,), "answer how_much [3]"),
        (Bury(0), (LAYOUT.owned(CAT, 0),), "answer bury [p0.cat]"),
        (Bury(0), (LAYOUT.owned(BEE, 1),), "answer bury [p1.bee]"),
        (Keep(0), (1,), "answer mulligan [redraw]"),
    ],
)
def test_answers_are_written_in_the_words_of_their_question(
    question: kit.Question[kit.Unit, Purse], picks: tuple[int, ...], written: str
) -> None:
    build = scenario(Camp()).put("pile", 0, "ant", "ant", "cat").put("back", 0, "ant", "cat")
    build.put("pile", 1, "bee")
    engine = build.put("hand", 0, "bee").put("deck", 0, "ant").ask(question).engine()
    move = Answer(question.id, picks)
    assert str(move) == written
    assert engine.game.read_move(written) == move
    assert engine.game.move_from_json(move.to_json()) == move
    assert move in engine.legal_moves()
    assert assert_staged_equals_flat(engine) > 0
    entry = next(entry for entry in engine.iter_moves(0) if entry.params == move)
    assert engine.execute(entry).success


def test_steps_of_an_answer_ask_for_the_question_and_then_its_items() -> None:
    engine = scenario(Camp()).put("pile", 0, "ant", "ant", "cat").ask(Fetch(0)).engine()
    first = engine.next_choices("answer", {}, 0)
    assert first is not None
    assert (first.field, first.labels) == ("question", ("fetch",))
    second = engine.next_choices("answer", {"question": "fetch"}, 0)
    assert second is not None
    assert (second.kind, second.labels) == ("card", ("ant", "ant", "cat"))
    assert (second.min, second.max, second.many) == (0, 2, True)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("answer fetch [ent]", "did you mean 'ant'"),
        ("answer fetch [p0.back.1]", "there is no card 'p0.back.1'"),
        ("answer promote [ant]", "'ant' is no place"),
        ("answer mulligan [stay]", "unknown 'stay'"),
        ("answer bury [ant]", "'ant' is no card of a player; expected one such as 'p0.ant'"),
        ("answer bury [p2.ant]", "'p2.ant' is no card of a player"),
        ("answer bury [p0.ent]", "there is no card 'ent'; did you mean 'ant'"),
        ("answer bury [1]", "expected the word for a card of a player, got 1"),
        ("answer nonsense [1]", "there is no such question"),
        ('answer fetch {"a"}', "cannot read"),
        ("answer fetch [ant] [ant]", "expected question picks, got 3 values"),
    ],
)
def test_answers_that_cannot_be_read_are_refused_and_the_match_goes_on(
    text: str, wanted: str
) -> None:
    engine = scenario(Camp()).put("pile", 0, "ant").ask(Fetch(0)).engine()
    with pytest.raises(InvalidMoveError, match=re.escape(wanted)):
        engine.play(text)
    engine.play("answer fetch [ant]")


class Ready(kit.Question[kit.Unit, Purse]):
    """Are you ready?"""

    id: ClassVar[str] = "ready"
    kind: ClassVar[str] = "word"
    choices: ClassVar[tuple[str, ...]] = ("yes", "no")

    def answer(self, state: CampState, picks: tuple[int, ...]) -> None:
        state.board.told.append(self.choices[picks[0]])


class SayReady(kit.Answer[kit.Unit, Purse]):
    """Answer that question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Ready)


class ReadyCamp(Camp):
    """A camp that is asked whether it is ready."""

    def kinds(self) -> list[type[Move[CampState]]]:
        return [SayReady, Sleep]

    def effects(self) -> list[type[kit.Event]]:
        return [Ready]


@pytest.mark.parametrize("text", ["answer ready [yes]", 'answer ready ["yes"]'])
def test_the_words_yes_and_no_can_be_typed_as_they_are(text: str) -> None:
    engine = scenario(ReadyCamp()).ask(Ready(0)).engine()
    engine.play(text)
    assert engine.state.board.told == ["yes"]


def test_a_question_for_a_card_of_a_player_tells_equal_cards_of_two_players_apart() -> None:
    build = scenario(Camp()).put("pile", 0, "ant", "ant").put("pile", 1, "ant", "cat")
    engine = build.ask(Bury(1)).engine()
    moves = ["answer bury [p0.ant]", "answer bury [p1.ant]", "answer bury [p1.cat]"]
    assert [str(move) for move in engine.legal_moves()] == moves
    texts = [engine.game.describe(engine.view(1), move) for move in engine.legal_moves()]
    assert texts[1:] == ["Bury: your Ant", "Bury: your Big Cat"]
    engine.play("answer bury [p1.ant]")
    assert [engine.state.pile(PILE, seat) for seat in (0, 1)] == [(ANT, ANT), (CAT,)]
    assert engine.state.pile(DECK, 1) == (ANT,)


def test_only_the_seat_that_is_asked_answers_and_only_then() -> None:
    engine = scenario(Camp()).put("pile", 1, "ant").ask(Fetch(1)).engine()
    assert engine.seat == 1
    for seat, move in ((0, Sleep()), (1, Sleep()), (0, Answer("fetch", (ANT,)))):
        error = expect_refusal(engine, move, DECISION_PENDING, seat)
        assert error.reason == "seat 1 must answer first: fetch"
    engine.play("answer fetch [ant]")
    assert expect_refusal(engine, Answer("fetch", (ANT,)), NO_DECISION).reason == (
        "nothing is asked now"
    )


# Conceding.


def test_anybody_may_concede_at_any_time_but_only_for_oneself() -> None:
    engine = scenario(Camp()).ask(Fetch(1)).engine()
    expect_refusal(engine, kit.Concede[kit.Unit, Purse](1), NOT_YOUR_SEAT, 0)
    assert engine.execute(kit.Concede(0), 0).success
    expect_over(engine, winner=1, reason="concession")


def test_concession_of_one_of_three_needs_a_rule() -> None:
    class Leave(kit.Concede[kit.Unit, Purse]):
        def leave(self, state: CampState) -> None:
            state.win(kit.NOBODY, f"seat {self.seat} has left")

    layout = kit.make_layout(
        kit.read_catalogue([{"id": "ant"}], kit.Card), [kit.Zone("hand", "owner")], seats=3
    )

    class Trio(Camp):
        id: ClassVar[str] = "trio"

        def __init__(self, concede: type[Move[CampState]]) -> None:
            kit.CardGame.__init__(self, 3)
            self.concede = concede

        def kinds(self) -> list[type[Move[CampState]]]:
            return [Sleep, self.concede]

        def effects(self) -> list[type[kit.Event]]:
            return []

        def layout(self) -> kit.Layout:
            return layout

        def board(self) -> Purse:
            return Purse([0, 0, 0], [])

        def deal(self, state: CampState) -> None:
            state.turn = 1

    engine = RuleEngine(Trio(Leave), seed=1)
    assert engine.execute(Leave(2), 2).success
    expect_over(engine, reason="seat 2 has left")
    with pytest.raises(TypeError, match=r"Concede does not define leave\(\), which a game of 3"):
        kit.Concede[kit.Unit, Purse](0).apply(RuleEngine(Trio(Leave), seed=1).state, 0)


# Kinds of their own.


class Peek(kit.TableMove[kit.Unit, Purse]):
    """Look at a pile of somebody else."""

    id: ClassVar[str] = "peek"
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(2, owner=kit.FOE)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card = card

    def apply(self, state: CampState, seat: int) -> None:
        state.board.told.append(str(self))


def test_a_move_means_the_same_in_every_world_that_its_seat_cannot_tell_apart() -> None:
    game = Camp()
    state = scenario(game).put("hand", 0, "ant", "cat").put("hand", 1, "bee").state()
    for seed in range(10):
        world = game.sample(game.view(state, 0), seeded(seed))
        assert game.legal(world) == game.legal(state)
        assert Play(ANT) in game.legal(world)


def test_card_of_another_seat_is_offered_where_everybody_sees_it() -> None:
    class Peeking(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Peek, *super().kinds()]

    engine = scenario(Peeking()).put("pile", 1, "cat", "ant", "ant").engine()
    assert [str(move) for move in engine.legal_moves()] == ["peek ant", "peek cat", "sleep"]


def test_who_plays_alone_and_concedes_has_lost() -> None:
    layout = kit.make_layout(
        kit.read_catalogue([{"id": "ant"}], kit.Card), [kit.Zone("hand", "owner")], seats=1
    )

    class Alone(Camp):
        id: ClassVar[str] = "alone"

        def __init__(self) -> None:
            kit.CardGame.__init__(self, 1)

        def kinds(self) -> list[type[Move[CampState]]]:
            return [Sleep, kit.Concede]

        def effects(self) -> list[type[kit.Event]]:
            return []

        def layout(self) -> kit.Layout:
            return layout

        def board(self) -> Purse:
            return Purse([0], [])

        def deal(self, state: CampState) -> None:
            state.turn = 1

    engine = RuleEngine(Alone(), seed=1)
    assert engine.execute(kit.Concede(0), 0).success
    assert expect_over(engine, reason="concession").winner is None
    assert engine.game.render(engine.view(0)).startswith("over: lost (concession)")
