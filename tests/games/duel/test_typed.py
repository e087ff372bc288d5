"""Moves of Duel by the names of cards and places, typed and written."""

import re

import pytest

from kibitz.core import InvalidMoveError
from kibitz.games.duel.game import (
    HAND,
    PlayCard,
)
from kibitz.kit.errors import INVALID_TARGET
from kibitz.testing import expect_refusal
from tests.games.duel.table import duel, names, play


@pytest.mark.parametrize(
    ("move", "code", "reason"),
    [
        ("play_card ogre calm", "INSUFFICIENT_MANA", "it costs 4 mana, you have 3"),
        (
            "play_card guard calm",
            "NOT_OFFERED",
            "card: guard is not offered; offered: ogre, wolf",
        ),
        (
            "attack p0.field.2 p1",
            INVALID_TARGET,
            "attacker: p0.field.2 is not offered; offered: p0.field.1",
        ),
        (
            "attack p0.field.1 p0",
            INVALID_TARGET,
            "target: p0 is not offered; offered: p1.field.1, p1",
        ),
        (
            "cast damage p1.field.9999",
            INVALID_TARGET,
            "target: p1.field.9999 is not offered; offered: p1.field.1",
        ),
        (
            "ritual Payment{discard=imp,x=3} [p1.field.1]",
            "NOT_OFFERED",
            "payment.discard: imp is not offered; offered: ogre, wolf",
        ),
        ("answer forfeit [ogre]", "NO_DECISION", "nothing is asked now"),
    ],
)
def test_given_a_move_by_names_that_is_not_legal_then_the_refusal_says_why(
    move: str, code: str, reason: str
) -> None:
    start = duel().put("hand", 0, "ogre", "wolf").put("field", 0, "imp").put("field", 1, "ogre")
    match = start.set(mana=[3, 5]).engine()
    error = expect_refusal(match, move, code)
    assert error.reason == reason
    document = match.game.parse(match.state, move).to_json()
    assert match.game.move_from_json(document) == match.game.parse(match.state, move)
    assert match.execute(match.game.move_from_json(document)).error == error
    play(match, "attack p0.field.1 p1.field.1")  # the match goes on


@pytest.mark.parametrize(
    ("text", "document", "wanted"),
    [
        ("play_card impp calm", {"card": "impp", "mode": "calm"}, "did you mean 'imp'"),
        ("play_card 4 calm", {"card": 4, "mode": "calm"}, "expected the word for a card, got 4"),
        ('play_card "?" calm', {"card": "?", "mode": "calm"}, "there is no card '?'"),
    ],
)
def test_given_a_card_that_does_not_exist_then_the_move_cannot_be_read(
    text: str, document: dict[str, object], wanted: str
) -> None:
    match = duel().put("hand", 0, "imp").engine()
    before = match.state_hash
    for read in (
        lambda: match.play(text),
        lambda: match.game.move_from_json({"move": "play_card", **document}),
    ):
        with pytest.raises(InvalidMoveError, match=re.escape(wanted)):
            read()
    assert match.state_hash == before
    match.play("play_card imp calm")


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("p2", "'p2': there are seats 0 to 1"),
        ("p7.field.1", "'p7.field.1': there are seats 0 to 1"),
        ("p1.feild.1", "did you mean 'field'"),
        ("p1.field.0", "places count from 1"),
        ("p1.field", "'p1.field' is no place; expected one such as 'p0.field.1'"),
        ("p1.field.12345", "'p1.field.12345' is no place"),
        ("wolf", "'wolf' is no place"),
    ],
)
def test_given_a_place_that_cannot_exist_then_the_move_cannot_be_read(
    word: str, wanted: str
) -> None:
    match = duel().put("field", 0, "imp").engine()
    before = match.state_hash
    document = {"move": "attack", "attacker": "p0.field.1", "target": word}
    for read in (
        lambda: match.play(f"attack p0.field.1 {word}"),
        lambda: match.game.move_from_json(document),
    ):
        with pytest.raises(InvalidMoveError, match=re.escape(wanted)):
            read()
    assert match.state_hash == before
    match.play("attack p0.field.1 p1")


def test_moves_are_named_in_every_form() -> None:
    match = duel().put("hand", 0, "ogre").put("field", 0, "imp").put("field", 1, "wolf").engine()
    written = {str(move): move for move in match.legal_moves()}
    move = written["attack p0.field.1 p1.field.1"]
    assert move.to_json() == {"move": "attack", "attacker": "p0.field.1", "target": "p1.field.1"}
    view = match.view(0)
    assert match.game.describe(view, move) == "Attack the opponent's Wolf with your Imp"
    hero = written["attack p0.field.1 p1"]
    assert match.game.describe(view, hero) == "Attack the opponent with your Imp"
    ritual = written["ritual Payment{discard=ogre,x=1} [p1.field.1]"]
    assert match.game.describe(view, ritual) == (
        "Throw Ogre away for a ritual of 1 mana: 1 damage to the opponent's Wolf"
    )
    entry = next(e for e in match.iter_moves(0) if isinstance(e.params, PlayCard))
    assert (entry.source_card_id, entry.targets) == ("ogre", None)
    step = match.next_choices("play_card", {}, 0)
    assert step is not None
    assert step.labels == ("ogre",)


def test_given_a_question_then_its_answers_are_named_in_every_form() -> None:
    match = duel().put("hand", 0, "thief").put("hand", 1, "imp", "imp", "ogre").engine()
    match.play("play_card thief calm")
    assert "asked of seat 1: Which card do you give up to a thief?" in match.game.render(
        match.view(1)
    )
    move = match.legal_moves()[1]
    assert str(move) == "answer forfeit [ogre]"
    assert move.to_json() == {"move": "answer", "question": "forfeit", "picks": ["ogre"]}
    assert match.game.describe(match.view(1), move) == "Give up Ogre"
    error = expect_refusal(match, "answer forfeit [wolf]", "NOT_OFFERED")
    assert error.reason == "picks: wolf is not offered; offered: imp, ogre"
    error = expect_refusal(match, "answer forfeit [imp,ogre]", "NOT_OFFERED")
    assert error.reason == "picks: expected 1 of 2, got 2"
    with pytest.raises(InvalidMoveError, match="picks: there is no such question"):
        match.play("answer tribute [imp]")
    match.play("answer forfeit [imp]")
    assert names(match, HAND, 1) == ["imp", "ogre"]
