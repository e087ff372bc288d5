"""A deal of Leduc hold'em as a scene."""

from kibitz.core import SPECTATOR, Figure
from tests.games.leduc.table import table


def test_a_seat_sees_its_own_card_and_the_pot() -> None:
    match = table("Ks Qs", "raise call call raise", public="Qh")
    scene = match.game.scene(match.view(0))
    assert scene.status == "Round 2, you to move, 4 to call"
    areas = {area.id: area for area in scene.areas}
    (king,) = areas["p0.hand"].pieces
    assert (king.name, king.face, king.symbol, king.tone) == ("King", "Ks", "spade", "slate")
    assert king.figures == (Figure("rank", "K"),)
    assert areas["p1.hand"].pieces[0].marks == ("hidden",)
    assert areas["public"].pieces[0].name == "Queen"
    assert areas["pot"].pieces[0].count == 10
    assert [areas[f"p{seat}.stake"].pieces[0].name for seat in (0, 1)] == ["3 chips", "7 chips"]
    assert [side.counters[0].value for side in scene.sides] == [3, 7]
    assert (scene.viewer, scene.turn, scene.tone) == (0, 0, "green")
    watched = match.game.scene(match.view(SPECTATOR))
    assert (watched.status, watched.viewer) == ("Round 2, seat 0 to move, 4 to call", -1)


def test_moves_are_buttons() -> None:
    match = table("Ks Qs", "raise")
    found = [match.game.touches(match.view(1), move) for move in match.legal_moves()]
    assert [(touches.verb, touches.groups) for touches in found] == [
        ("Fold", ()),
        ("Call 2", ()),
        ("Raise by 2", ()),
    ]
    match = table("Ks Qs", "call call", public="Qh")
    found = [match.game.touches(match.view(0), move) for move in match.legal_moves()]
    assert [touches.verb for touches in found] == ["Check", "Raise by 4"]


def test_the_end_is_told_to_the_winner() -> None:
    match = table("Ks Qs", "raise fold")
    scene = match.game.scene(match.view(0))
    assert (scene.status, scene.over, scene.turn) == ("Over by fold: you win 1", True, -1)
    assert [badge.text for badge in scene.sides[1].badges] == ["folded"]


def test_a_showdown_names_its_viewer_in_a_position() -> None:
    match = table("Ks Qs", "call call call call", public="Qh")
    for seat in (0, 1, SPECTATOR):
        view = match.view(seat)
        document = match.game.position(view)
        assert document.get("viewer", SPECTATOR) == seat
        assert match.game.read_position(document) == view
