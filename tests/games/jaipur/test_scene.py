"""A round of Jaipur as a scene."""

from kibitz.core import touch
from kibitz.testing.scene_laws import table_problems
from tests.games.jaipur.table import table


def test_market_hand_herd_and_tokens_are_shown() -> None:
    match = table(hand="2 leather, cloth", herd=2, market="gold, 2 silver, 2 camels").engine
    scene = match.game.scene(match.view(0))
    areas = {area.id: area for area in scene.areas}
    assert [piece.group for piece in areas["market"].pieces] == [
        *("market:gold", "market:silver", "market:silver", "market:camel", "market:camel"),
    ]
    assert [piece.name for piece in areas["p0.hand"].pieces] == ["Cloth", "Leather", "Leather"]
    (herd,) = areas["p0.herd"].pieces
    assert (herd.group, herd.count) == ("herd:camel", 2)
    assert all(piece.marks == ("hidden",) for piece in areas["p1.hand"].pieces)
    diamonds = areas["tokens"].pieces[0]
    assert (diamonds.kind, diamonds.steps, diamonds.spent) == ("track", (7, 7, 5, 5, 5), 0)
    assert scene.status.endswith("you to move")
    assert [side.name for side in scene.sides] == ["You", "Seat 1"]


def test_moves_touch_what_is_given_and_then_what_is_taken() -> None:
    match = table(hand="2 leather, cloth", herd=2, market="gold, 2 silver, 2 camels").engine
    view = match.view(0)
    for text, wanted in (
        ("take gold", touch("Take", "market:gold")),
        ("take camels", touch("Take camels", ("market:camel", 2))),
        ("sell 2 leather", touch("Sell", ("hand:leather", 2))),
        (
            "swap camel, leather > gold, silver",
            touch("Exchange", "hand:leather", "herd:camel", "market:gold", "market:silver"),
        ),
    ):
        assert match.game.touches(view, match.game.parse(match.state, text)) == wanted
    assert table_problems(match.game, view, match.legal_moves()) == []
