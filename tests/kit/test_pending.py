"""Pending decisions: who is asked, who answers, and what everybody else may not do meanwhile."""

import pickle
from collections.abc import Mapping
from typing import ClassVar

import pytest

from kibitz.core.engine import RuleEngine
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.kit.board import Board
from kibitz.kit.cards import CardDefinition, CardId, CardRegistry
from kibitz.kit.game import TableGame
from kibitz.kit.moves import Choose, Concede, EndTurn, TableMove
from kibitz.kit.pending import Decision, head, options_of, pending_gate
from kibitz.kit.state import TableState
from kibitz.kit.turns import Phase, Turn, TurnStructure
from kibitz.kit.zones import Zone


class Nothing(Board):
    """No variables."""

    visibility: ClassVar[Mapping[str, str]] = {}


Table = TableState[Nothing]


class Scold(TableMove[Nothing]):
    """Makes the opponent discard a card."""

    id = "scold"
    name = "Scold"

    def apply(self, state: Table, seat: int) -> None:
        cards = state.table.cards("hand", 1 - seat)
        state.ask(Decision("scold", 1 - seat, "discard", tuple(cards), prompt="Discard a card."))


class Discard(Choose[Nothing]):
    """Discards the chosen cards."""

    id = "discard"
    name = "Discard"
    answers = "discard"

    def apply(self, state: Table, seat: int) -> None:
        for card in self.picked():
            state.table.move(CardId(str(card)), "trash", seat)


class Etiquette(TableGame[Nothing]):
    """Two players with three cards each, who make each other discard."""

    id = "etiquette"
    title = "Etiquette"

    def zones(self) -> list[Zone]:
        return [
            Zone("hand", visibility="private", per_player=True),
            Zone("trash", visibility="public", per_player=True),
        ]

    def cards(self) -> CardRegistry:
        return CardRegistry([CardDefinition("fan", "Fan", "prop", {})])

    def board(self) -> Nothing:
        return Nothing()

    def kinds(self) -> list[type[Move[Table]]]:
        return [Scold, Discard, EndTurn, Concede]

    def turns(self) -> TurnStructure[Nothing]:
        return TurnStructure(Turn([Phase("main")]))

    def deal(self, state: Table) -> None:
        for seat in range(2):
            for _ in range(3):
                state.table.create("fan", "hand", seat)


# Dossier, scenario 40.


def test_given_an_effect_asks_p2_to_discard_when_listing_then_only_p2_has_its_three_answers() -> (
    None
):
    match = RuleEngine(Etiquette(), seed=1, checked=True)
    hand = match.state.table.cards("hand", 1)
    match.play(Scold(), 0)

    assert match.seat == 1
    valid = match.enumerate_moves(1, valid_only=True)
    assert [entry.params for entry in valid] == [*[Discard(card) for card in hand], Concede(1)]
    assert match.legal_moves() == [Discard(card) for card in hand]

    entries = match.enumerate_moves(0)
    assert [(entry.move_id, entry.is_valid) for entry in entries] == [
        ("scold", False),
        ("end_turn", False),
        ("concede", True),
    ]
    errors = [entry.validation_error for entry in entries[:2]]
    assert [error and error.error_code for error in errors] == ["DECISION_PENDING"] * 2
    refused = match.execute(Discard(hand[0]), 0)
    assert refused.error is not None
    assert refused.error.error_code == "DECISION_PENDING"
    assert refused.error.reason == "seat 1 must decide first: Discard a card."
    assert refused.error.context == {"decision": "scold", "kind": "discard", "seat": 1}
    others = match.enumerate_moves(1, move_ids=["scold", "end_turn"])
    assert {entry.validation_error and entry.validation_error.error_code for entry in others} == {
        "DECISION_PENDING"
    }

    match.play(Discard(hand[1]), 1)
    assert match.state.table.cards("hand", 1) == [hand[0], hand[2]]
    assert match.state.table.count("trash", 1) == 1
    assert match.state.pending == []
    assert match.seat == 0
    assert Scold() in match.legal_moves()


def test_given_nothing_is_asked_when_answering_then_no_decision() -> None:
    match = RuleEngine(Etiquette(), seed=1)
    card = match.state.table.cards("hand", 0)[0]
    refused = match.execute(Discard(card), 0)
    assert refused.error is not None
    assert refused.error.error_code == "NO_DECISION"
    assert match.enumerate_moves(0, move_ids=["discard"]) == []


def test_given_several_decisions_when_answered_then_they_come_in_order() -> None:
    game = Etiquette()
    state = game.setup(seeded(1))
    state.ask(Decision("first", 1, "discard", tuple(state.table.cards("hand", 1))))
    state.ask(Decision("second", 0, "discard", tuple(state.table.cards("hand", 0))))
    asked = []
    while state.pending:
        decision = head(state)
        assert decision is not None
        asked.append((decision.id, state.seat))
        game.play(state, game.legal(state)[0])
    assert asked == [("first", 1), ("second", 0)]
    assert state.seat == 0


def test_given_a_decision_when_the_game_is_copied_and_undone_then_it_is_part_of_the_state() -> None:
    match = RuleEngine(Etiquette(), seed=1)
    before = match.state_hash
    match.play(Scold(), 0)
    asked = match.state_hash
    assert asked != before
    assert pickle.loads(pickle.dumps(match.state)) == match.state
    match.play(match.legal_moves()[0])
    match.undo()
    assert match.state_hash == asked
    match.undo()
    assert match.state_hash == before


def test_given_a_decision_when_conceding_then_it_is_allowed_for_everybody() -> None:
    for seat in range(2):
        match = RuleEngine(Etiquette(), seed=1)
        match.play(Scold(), 0)
        match.play(Concede(seat), seat)
        assert match.outcome is not None
        assert match.outcome.winner == 1 - seat


# The pieces.


def asked(decision: Decision) -> Table:
    state = Etiquette().setup(seeded(1))
    state.ask(decision)
    return state


def test_options_are_only_for_who_is_asked() -> None:
    state = asked(Decision("d", 1, "discard", ("x", "y")))
    assert options_of(state, 1) == ("x", "y")
    assert options_of(state, 0) == ()
    state.pending.clear()
    assert head(state) is None
    assert options_of(state, 1) == ()


def test_the_gate_lets_pass_what_answers_and_what_is_always_allowed() -> None:
    state = asked(Decision("d", 1, "discard", ("x", "y")))
    assert pending_gate(state, 1, Discard) is None
    assert pending_gate(state, 0, Concede) is None
    for seat, kind in [(0, Discard), (1, Scold), (1, EndTurn)]:
        refusal = pending_gate(state, seat, kind)
        assert refusal is not None
        assert refusal.error_code == "DECISION_PENDING"
        assert refusal.reason == "seat 1 must decide first: discard"


def test_the_gate_treats_a_plain_move_as_one_made_unasked() -> None:
    class Plain(Move[Table]):
        id = "plain"

    assert pending_gate(Etiquette().setup(seeded(1)), 0, Plain) is None
    refusal = pending_gate(asked(Decision("d", 0, "discard", ("x",))), 0, Plain)
    assert refusal is not None


@pytest.mark.parametrize(
    ("options", "least", "most", "message"),
    [
        (("x",), 2, 2, "an answer takes 2 options, but there are 1"),
        (("x", "y"), 2, 1, "cannot take 2 to 1 options"),
        (("x", "y"), -1, 1, "cannot take -1 to 1 options"),
        (("x", "x"), 1, 1, "an option stands twice"),
    ],
)
def test_a_decision_that_nobody_could_answer_is_refused(
    options: tuple[str, ...], least: int, most: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Decision("d", 0, "discard", options, least, most)


def test_a_decision_is_a_value() -> None:
    decision = Decision("d", 0, "discard", ("x", "y"), 0, 2, "Which?")
    assert pickle.loads(pickle.dumps(decision)) == decision
    assert hash(decision) == hash(Decision("d", 0, "discard", ("x", "y"), 0, 2, "Which?"))
    assert decision != Decision("d", 1, "discard", ("x", "y"), 0, 2, "Which?")
