"""The news that follow a move of Duel."""

from tests.games.duel.table import Match, duel


def told(match: Match, move: str, seat: int = 0) -> list[str]:
    before = match.view(seat)
    match.play(move)
    return match.game.news(before, match.view(seat))


def test_news_tell_what_died_and_what_was_drawn() -> None:
    match = duel().put("field", 0, "ogre").put("field", 1, "wolf", "imp").engine()
    assert told(match, "attack p0.field.1 p1.field.1") == ["seat 1 loses Wolf"]
    match = duel().put("deck", 1, "ogre").put("deck", 0, "imp", "wolf").engine()
    assert told(match, "cast draw -") == ["seat 0 draws Wolf"]
    assert told(match, "pass_turn") == ["seat 1 draws a card"]
    assert told(match, "pass_turn", seat=1) == ["seat 0 draws a card"]


def test_news_tell_what_an_empty_deck_costs() -> None:
    match = duel().put("hand", 0, "imp", "imp").put("deck", 0, "wolf").engine()
    assert told(match, "discard 2") == [
        "seat 0 draws Wolf",
        "seat 0 has no card to draw and loses 2 life",
    ]
    assert told(match, "pass_turn") == ["seat 1 has no card to draw and loses 2 life"]
    match = duel().put("field", 0, "imp").engine()
    assert told(match, "attack p0.field.1 p1") == []
