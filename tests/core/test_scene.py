"""Scenes as values, clicks that lead to moves, ranges, and the defaults of plain games."""

import pickle
from collections.abc import Mapping
from typing import ClassVar, Final

import pytest

from kibitz.core import (
    Area,
    Badge,
    Bar,
    Counter,
    Domain,
    Figure,
    InvalidMoveError,
    Line,
    Move,
    Pick,
    Piece,
    Reject,
    Rng,
    RuleEngine,
    Scene,
    Side,
    Touches,
    add_offers,
    one_of,
    some_of,
    touch,
)
from kibitz.core.reject import NOT_OFFERED, NOT_YOUR_TURN
from kibitz.core.scene import (
    hidden_piece,
    hidden_pieces,
    piled,
    range_move,
    range_touches,
    refused_groups,
    tone_of,
)
from tests.core.nim import Heap, Nim

ROBIN = Piece(
    "Robin",
    "robin",
    "p0.field.1",
    "unit",
    figures=(Figure("attack", 0, 1),),
    bars=(Bar("health", 0, 3, guard=1),),
    badges=(Badge("asleep", "violet"),),
    lines=(Line("Peck", "10+", ("grass",), "attack:peck"),),
    marks=("exhausted",),
)
SCENE = Scene(
    "Turn 2, you to move",
    sides=(Side(0, "You", (Counter("life", 0, "life"),), group="p0"),),
    areas=(Area("field", "Field", 0, pieces=(ROBIN, ROBIN), group="field", size=5),),
    viewer=0,
    turn=0,
)


# Values.


def test_json_leaves_out_what_is_as_usual() -> None:
    robin = {
        "name": "Robin",
        "face": "robin",
        "group": "p0.field.1",
        "kind": "unit",
        "figures": [{"role": "attack", "value": 0, "trend": 1}],
        "bars": [{"role": "health", "value": 0, "most": 3, "guard": 1}],
        "badges": [{"text": "asleep", "tone": "violet"}],
        "lines": [{"text": "Peck", "value": "10+", "symbols": ["grass"], "group": "attack:peck"}],
        "marks": ["exhausted"],
    }
    life = {"name": "life", "value": 0, "symbol": "life"}
    assert SCENE.to_json() == {
        "status": "Turn 2, you to move",
        "sides": [{"seat": 0, "name": "You", "counters": [life], "group": "p0"}],
        "areas": [
            {
                "id": "field",
                "label": "Field",
                "owner": 0,
                "pieces": [robin, robin],
                "group": "field",
                "size": 5,
            }
        ],
        "viewer": 0,
        "turn": 0,
    }
    assert Piece("").to_json() == {"name": ""}
    assert touch("Sell", ("hand:gold", 2)).to_json() == {
        "groups": [["hand:gold", 2]],
        "verb": "Sell",
    }


def test_scenes_are_values() -> None:
    assert pickle.loads(pickle.dumps(SCENE)) == SCENE
    assert SCENE.changed(status="over") != SCENE
    assert SCENE.changed(status=SCENE.status) == SCENE
    assert {SCENE: 1}[SCENE.changed()] == 1


def test_groups_count_pieces_lines_areas_and_sides() -> None:
    assert SCENE.groups() == {"p0": 1, "field": 1, "p0.field.1": 2, "attack:peck": 2}
    pile = Area("deck", "Deck", pieces=(hidden_piece(7, "deck"),))
    assert Scene("", areas=(pile,)).groups() == {"deck": 7}


def test_problems_name_words_that_no_page_knows() -> None:
    assert SCENE.problems() == []
    odd = Piece("X", kind="ship", tone="crimson", symbol="wand", marks=("shy",))
    area = Area("x", "X", layout="heap", role="top", pieces=(odd,))
    found = Scene("", areas=(area, area), tone="sand").problems()
    assert [text.partition(":")[0] for text in found] == [
        "two areas have the id 'x'",
        "unknown tone 'sand'",
        "unknown layout 'heap'",
        "unknown role 'top'",
        "unknown kind 'ship'",
        "unknown tone 'crimson'",
        "unknown mark 'shy'",
        "unknown symbol 'wand'",
    ]


def test_piles_lay_equal_pieces_together_and_keep_the_order() -> None:
    owl = Piece("Owl", "owl")
    found = piled([owl, owl, *hidden_pieces(2), owl])
    assert [(piece.name, piece.count) for piece in found] == [("Owl", 2), ("", 2), ("Owl", 1)]


def test_words_without_a_tone_get_one_that_stays() -> None:
    assert tone_of("guard") == tone_of("guard")
    assert len({tone_of(word) for word in ("guard", "priest", "baron", "king", "prince")}) > 2


# Touches and clicks.


def test_touch_adds_counts_and_leaves_out_empty_groups() -> None:
    found = touch("Play", "hand:bolt", "", ("foe", 0), "hand:bolt", ("p1", 2))
    assert found == Touches((("hand:bolt", 2), ("p1", 2)), "Play")


MOVES = [
    touch("Take camels", ("market:camel", 3)),
    touch("Take", "market:gold"),
    touch("Exchange", "hand:spice", "herd:camel", ("market:gold", 2)),
    touch("Exchange", ("herd:camel", 2), ("market:gold", 2)),
    touch("End"),
]


def test_a_click_adds_the_least_that_a_move_wants() -> None:
    pick = Pick(MOVES)
    assert pick.step("market:camel") == 3
    assert pick.add("market:camel")
    assert (pick.count("market:camel"), pick.complete(), pick.sure()) == (3, [0], 0)
    assert not pick.add("deck")
    assert pick.order == ["market:camel"] * 3


def test_a_click_that_does_not_fit_drops_the_oldest_pieces() -> None:
    pick = Pick(MOVES)
    for group in ("market:camel", "market:gold"):
        assert pick.add(group)
    assert pick.order == ["market:gold"]
    assert (pick.complete(), pick.sure()) == ([1], -1)
    for group in ("market:gold", "herd:camel"):
        assert pick.add(group)
    assert (pick.fitting(), pick.complete()) == ([2, 3], [])
    pick.add("hand:spice")
    assert pick.sure() == 2
    pick.remove("market:gold")
    assert (pick.order, pick.fitting()) == (["herd:camel", "hand:spice"], [2])
    pick.clear()
    assert pick.fitting() == [0, 1, 2, 3, 4]
    assert pick.starts() == ["market:camel", "market:gold", "hand:spice", "herd:camel"]
    assert pick.buttons() == {"End": [4]}


def test_complete_moves_in_the_order_of_clicks_come_first() -> None:
    pick = Pick([touch("Move", "lane:1", "lane:2"), touch("Move", "lane:2", "lane:1")])
    for group in ("lane:2", "lane:1"):
        pick.add(group)
    assert (pick.complete(), pick.sure()) == ([1, 0], -1)


def test_a_range_stands_for_every_choice_of_so_many() -> None:
    pick = Pick([Touches((("hand:a", 2), ("hand:b", 1)), "Put back", least=1, most=2)])
    assert pick.complete() == []
    pick.add("hand:a")
    assert (pick.complete(), pick.sure()) == ([0], -1)
    pick.add("hand:a")
    assert (pick.order, pick.complete()) == (["hand:a", "hand:a"], [0])
    pick.add("hand:b")
    assert pick.order == ["hand:a", "hand:b"]
    assert pick.buttons() == {}
    assert Pick([Touches((("hand:a", 1),), "Keep", most=1)]).buttons() == {"Keep": [0]}


def test_what_is_offered_becomes_an_area() -> None:
    moves = [touch("Choose", "offer:fire"), touch("Choose", ("offer:owl", 2), "p0")]
    found = add_offers(SCENE, moves, lambda group: Piece(group.removeprefix("offer:").title()))
    area = found.areas[-1]
    assert (area.id, area.label, area.role) == ("offer", "Choose", "offer")
    assert [(piece.name, piece.group, piece.count) for piece in area.pieces] == [
        ("Fire", "offer:fire", 1),
        ("Owl", "offer:owl", 2),
    ]
    assert add_offers(SCENE, [touch("End"), touch("Hit", "p0")], Piece) is SCENE


# Games.


class Sow(Move[Heap]):
    """Put seeds on some fields."""

    id: ClassVar[str] = "sow"
    source: ClassVar[str] = "seed"
    slots: ClassVar[tuple[str, ...]] = ("fields",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "seed": one_of(None, "rye"),
        "fields": some_of(one_of("north", "east", "south"), 1, 2),
    }
    __match_args__ = ("seed", "fields")

    def __init__(self, seed: str | None, fields: tuple[str, ...]) -> None:
        self.seed: Final = seed
        self.fields: Final = fields

    def apply(self, state: Heap, seat: int) -> None:
        state.finish("sown")


class Farm(Nim):
    """Sow once."""

    id: ClassVar[str] = "farm"
    title: ClassVar[str] = "Farm"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Sow]

    def render(self, view: Heap) -> str:
        return "spring\nsoft ground"

    def refusal_priority(self, refusal: Reject) -> int:
        return 9 if refusal.error_code == "FROST" else super().refusal_priority(refusal)


def test_a_plain_game_shows_its_drawing() -> None:
    engine = RuleEngine(Farm(), seed=1)
    scene = engine.game.scene(engine.view(0))
    assert (scene.status, scene.viewer, scene.turn) == ("spring", -1, 0)
    assert [side.name for side in scene.sides] == ["Seat 0", "Seat 1"]
    assert scene.areas == (Area("table", "Farm", layout="text", text="soft ground"),)
    bare = RuleEngine(Nim(), seed=1)
    assert bare.game.scene(bare.view(0)).status == "seat 0 to move"


class Alone(Nim):
    """A game for one."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 1


def test_the_viewer_of_a_game_for_one_is_the_player() -> None:
    game = Alone()
    view = game.view(game.setup(Rng(1, 2, 3, 4)), 0)
    assert game.scene(view).viewer == 0
    assert game.scene(view).status == "you to move"
    view.over = True
    assert (game.scene(view).turn, game.scene(view).over) == (-1, True)


def test_a_plain_move_touches_what_it_names() -> None:
    engine = RuleEngine(Farm(), seed=1)
    game, view = engine.game, engine.view(0)
    found = game.touches(view, Sow("rye", ("north", "south")))
    assert found == touch("Sow", "offer:rye", "offer:north", "offer:south")
    assert game.touches(view, Sow(None, ("east",))) == touch("Sow", "offer:east")
    piece = game.offer(view, "offer:north")
    assert (piece.name, piece.face, piece.kind) == ("North", "north", "choice")


def test_a_question_for_many_is_one_range() -> None:
    engine = RuleEngine(Farm(), seed=1)
    game, view, chosen = engine.game, engine.view(0), {"seed": None}
    step = engine.next_choices("sow", chosen)
    assert step is not None
    found = range_touches(game, view, "sow", chosen, step)
    assert found == touch("Sow", "offer:north", "offer:east", "offer:south").changed(
        least=1, most=2
    )
    move = range_move(game, view, "sow", chosen, step, ["offer:south", "offer:north"])
    assert move == Sow(None, ("north", "south"))
    assert engine.can_execute(move)
    with pytest.raises(InvalidMoveError, match="cannot choose offer:west for fields of sow"):
        range_move(game, view, "sow", chosen, step, ["offer:west"])


def test_a_question_that_is_no_range_is_listed_move_by_move() -> None:
    engine = RuleEngine(Farm(), seed=1)
    first = engine.next_choices("sow")
    assert first is not None
    assert range_touches(engine.game, engine.view(0), "sow", {}, first) is None
    step = engine.next_choices("sow", {"seed": "rye"})
    assert step is not None
    # Each of its moves touches the seed, too.
    assert range_touches(engine.game, engine.view(0), "sow", {"seed": "rye"}, step) is None


def test_the_most_helpful_refusal_of_a_piece_is_found() -> None:
    engine = RuleEngine(Farm(), seed=1)
    rye, bare = Sow("rye", ("north",)), Sow(None, ("east",))
    late, strange = Reject(NOT_YOUR_TURN, "not now"), Reject(NOT_OFFERED, "not there")
    wet, frost = Reject("WET", "the ground is wet"), Reject("FROST", "it freezes")
    refused = [(rye, late), (rye, wet), (rye, frost), (rye, wet), (bare, strange), (bare, late)]
    found = refused_groups(engine.game, engine.view(0), refused)
    assert found == {"offer:rye": frost, "offer:east": strange}
