"""Moves of Duel in words, and the news that follow them."""

import pytest

from kibitz.core import SPECTATOR
from tests.games.duel.table import Match, duel


def told(match: Match, move: str, seat: int = 0) -> list[str]:
    before = match.view(seat)
    match.play(move)
    return match.game.news(before, match.view(seat))


def test_news_tell_what_died_and_what_was_drawn() -> None:
    match = duel().put("field", 0, "ogre").put("field", 1, "wolf", "imp").engine()
    assert told(match, "attack p0.field.1 p1.field.1") == ["the opponent loses Wolf"]
    match = duel().put("deck", 1, "ogre").put("deck", 0, "imp", "wolf").engine()
    assert told(match, "cast draw -") == ["you draw Wolf"]
    assert told(match, "pass_turn") == ["the opponent draws a card"]
    assert told(match, "pass_turn", seat=SPECTATOR) == ["seat 0 draws a card"]


def test_news_tell_what_an_empty_deck_costs() -> None:
    match = duel().put("hand", 0, "imp", "imp").put("deck", 0, "wolf").engine()
    assert told(match, "discard 2") == [
        "you draw Wolf",
        "you lose 2 life: no card to draw",
    ]
    assert told(match, "pass_turn") == ["the opponent loses 2 life: no card to draw"]
    match = duel().put("field", 0, "imp").engine()
    assert told(match, "attack p0.field.1 p1") == []


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("play_card imp calm", "Play Imp for 1 mana; it attacks from your next turn on"),
        ("play_card wolf calm", "Play Wolf for 2 mana; it attacks from your next turn on"),
        ("play_card wolf eager", "Play Wolf for 4 mana; it attacks at once"),
        ("play_card guard calm", "Play Guard for 2 mana. Must be attacked first."),
        ("attack p0.field.1 p1.field.1", "Attack the opponent's Thief with your Ogre"),
        ("discard 1", "Exchange Imp for a card of the deck"),
        ("discard 4", "Exchange 2 Imp, Wolf and Guard for 4 cards of the deck"),
        ("cast draw -", "Cast a spell for 2 mana: draw a card"),
        (
            "cast damage p1.field.1",
            "Cast a spell for 2 mana: deal 1 damage to the opponent's Thief",
        ),
        ("cast heal p0.field.1", "Cast a spell for 2 mana: heal your Ogre"),
        ("cast heal -", "Cast a spell for 2 mana: gain 1 life"),
        ("pass_turn", "End the turn"),
        (
            "ritual Payment{discard=imp,x=2} [p1.field.1]",
            "Throw Imp away for a ritual of 2 mana: 2 damage to the opponent's Thief",
        ),
    ],
)
def test_a_move_says_what_it_does(move: str, words: str) -> None:
    start = duel().put("hand", 0, "imp", "imp", "wolf", "guard").put("field", 0, "ogre")
    match = start.put("field", 1, "thief").put("deck", 0, "wolf").engine()
    assert match.game.describe(match.view(0), match.game.read_move(move)) == words


def test_words_name_what_everybody_sees_as_the_viewer_sees_it() -> None:
    match = duel().put("hand", 0, "imp").put("field", 0, "ogre").put("field", 1, "guard").engine()
    game, seen, watched = match.game, match.view(1), match.view(SPECTATOR)
    attack, exchange = game.read_move("attack p0.field.1 p1"), game.read_move("discard 1")
    assert game.describe(seen, attack) == "Attack you with the opponent's Ogre"
    assert game.describe(watched, attack) == "Attack seat 1 with Ogre of seat 0"
    assert game.describe(seen, exchange) == "Exchange a card for a card of the deck"


def test_cards_say_what_they_do_in_the_hand_and_on_the_field() -> None:
    match = duel().put("hand", 0, "guard", "imp").put("field", 1, "guard").engine()
    scene = match.game.scene(match.view(0))
    pieces = {piece.group: piece for area in scene.areas for piece in area.pieces}
    assert pieces["p0.hand:guard"].detail == "Must be attacked first."
    assert pieces["p1.field.1"].detail == "Must be attacked first."
    assert pieces["p0.hand:imp"].detail == ""
