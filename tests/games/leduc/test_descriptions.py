"""Moves of Leduc hold'em in words, and the news that follow them."""

import pytest

from kibitz.games.leduc import Call, Fold, Raise
from tests.games.leduc.table import table


def test_describe_says_what_a_move_costs() -> None:
    match = table("Ks Qs", "call")
    said = [match.game.describe(match.view(1), move) for move in (Call(), Raise())]
    assert said == ["call for nothing (check)", "raise by 2, paying 2"]
    match.play("call")
    match.play("raise")
    said = [match.game.describe(match.view(1), move) for move in (Fold(), Call(), Raise())]
    assert said == ["fold and lose 1", "call, paying 4", "raise by 4, paying 8"]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("raise", []),
        ("call call", ["the public card is Qh"]),
        (
            "call call call call",
            ["seat 0 shows Ks, seat 1 Jh, with Qh on the table: seat 0 wins 1"],
        ),
        ("raise fold", ["the deal ends: seat 0 wins 1"]),
    ],
)
def test_news_tell_what_follows_a_move(moves: str, told: list[str]) -> None:
    first, _, last = moves.rpartition(" ")
    match = table("Ks Jh", first, public="Qh")
    before = match.view(0)
    match.play(last)
    assert match.game.news(before, match.view(0)) == told
