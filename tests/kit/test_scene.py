"""Scenes of card games that define none: what is shown, and what moves touch."""

from kibitz import kit
from kibitz.core import SPECTATOR, Area, Bar, Counter, Figure, Pick, Reject, RuleEngine, touch
from kibitz.core.scene import range_move, range_touches
from kibitz.games.duel import Duel
from kibitz.testing import scenario
from kibitz.testing.scene_laws import missing_cards, table_problems
from tests.kit.camp import ANT, CAT, DECK, DOG, FRONT, Answer, Camp, CampState, Fetch, Play, place


def build() -> CampState:
    start = scenario(Camp()).put("hand", 0, "ant", "cat", "ant").put("hand", 1, "bee", "bee")
    start.put("deck", 0, "ant", "bee").put("pile", 1, "ant", "dog-7", "dog-7")
    start.put("front", 0, "cat", damage=2, spent=True).put("back", 1, "dog-7")
    state = start.put("river", 0, "bee").turn(3, active=0).state()
    state.row(FRONT, 0)[0].under = (ANT, DOG)
    state.row(FRONT, 0)[0].mods = (kit.Modifier(0, 2),)
    return state


def areas(state: CampState, seat: int) -> dict[str, Area]:
    scene = Camp().scene(Camp().view(state, seat))
    return {area.id: area for area in scene.areas}


# What is shown.


def test_zones_and_rows_become_areas() -> None:
    found = areas(build(), 0)
    hand = found["p0.hand"]
    assert (hand.layout, hand.role, hand.owner) == ("fan", "hand", 0)
    assert [(piece.name, piece.group) for piece in hand.pieces] == [
        ("Ant", "p0.hand:ant"),
        ("Ant", "p0.hand:ant"),
        ("Big Cat", "p0.hand:cat"),
    ]
    assert [piece.marks for piece in found["p1.hand"].pieces] == [("hidden",), ("hidden",)]
    pile = found["p1.pile"]
    assert (pile.layout, pile.role) == ("pile", "side")
    assert [(piece.face, piece.count) for piece in pile.pieces] == [("ant", 1), ("dog-7", 2)]
    assert [(piece.name, piece.count) for piece in found["p0.deck"].pieces] == [("", 2)]
    assert found["river"].owner == -1


def test_a_known_card_of_a_hidden_pile_lies_where_it_is() -> None:
    state = build()
    state.show(DECK, 0, to=0b01, count=1)
    assert [piece.name for piece in areas(state, 0)["p0.deck"].pieces] == ["", "Bee"]
    assert [piece.count for piece in areas(state, 1)["p0.deck"].pieces] == [2]


def test_a_part_shows_its_numbers_and_what_is_on_it() -> None:
    (cat,) = areas(build(), 1)["p0.front"].pieces
    assert (cat.kind, cat.group, cat.marks) == ("unit", "p0.front.1", ("exhausted",))
    texts = [badge.text for badge in cat.badges]
    assert "under Ant, Dog" in texts
    assert "power +2" in texts


def test_units_have_printed_figures_and_damage_as_a_bar() -> None:
    match = scenario(Duel()).put("field", 0, "ogre", damage=1).put("hand", 0, "wolf").engine()
    scene = match.game.scene(match.view(0))
    pieces = {piece.name: piece for area in scene.areas for piece in area.pieces}
    ogre, wolf = pieces["Ogre"], pieces["Wolf"]
    assert [bar.role for bar in ogre.bars] == ["health"]
    assert ogre.bars[0] == Bar("health", ogre.bars[0].most - 1, ogre.bars[0].most)
    assert wolf.figures[0] == Figure("cost", 2)
    assert wolf.detail == "2 more mana: attacks at once."
    assert [side.name for side in scene.sides] == ["You", "Seat 1"]
    assert scene.sides[1].counters == (Counter("mana", 5, "mana"), Counter("life", 20, "life"))


def test_the_question_is_shown_to_the_seat_that_must_answer() -> None:
    state = scenario(Camp()).put("pile", 1, "ant").ask(Fetch(1)).state()
    game = Camp()
    assert game.scene(game.view(state, 1)).question.startswith("Which cards do you take back")
    assert game.scene(game.view(state, 0)).question == ""
    watched = game.scene(game.view(state, SPECTATOR))
    assert (watched.question, watched.viewer, watched.turn) == ("", -1, 1)


def test_a_scene_without_a_card_is_found() -> None:
    game, view = Camp(), Camp().view(build(), 0)
    scene = game.scene(view)
    assert missing_cards(view, scene) == ""
    rest = tuple([area for area in scene.areas if area.id != "p0.hand"])
    assert missing_cards(view, scene.changed(areas=rest)) == "ant: 1 instead of 3"


# What moves touch.


def test_moves_touch_cards_places_and_players() -> None:
    game, view = Camp(), Camp().view(build(), 0)
    assert game.touches(view, Play(CAT)) == touch("Play", "p0.hand:cat")
    move = Answer("promote", (place("p1.back.1"),))
    assert game.touches(view, move) == touch("Promote", "p1.back.1")
    gone = Answer("promote", (place("p1.back.9"),))
    assert game.touches(view, gone) == touch("Promote", "offer:p1.back.9")
    assert game.touches(view, Answer("mulligan", (1,))) == touch("Redraw")
    match = RuleEngine(Duel(), seed=1)
    hit = match.game.read_move("attack p0.field.1 p1")
    assert match.game.touches(match.view(0), hit).groups[-1] == ("p1", 1)


def test_a_card_that_is_hidden_or_not_there_often_enough_is_offered() -> None:
    game, state = Camp(), build()
    view = game.view(state, 1)
    view.seat = 1
    assert game.touches(view, Answer("fetch", (DOG, DOG))) == touch("Fetch", ("p1.pile:dog-7", 2))
    three = Answer("fetch", (DOG, DOG, DOG))
    assert game.touches(view, three) == touch("Fetch", ("offer:dog-7", 3))
    assert game.touches(view, Answer("fetch", (CAT,))) == touch("Fetch", "offer:cat")
    assert game.offer(view, "offer:cat").name == "Big Cat"
    assert game.offer(view, "offer:p0.cat").name == "the opponent's Big Cat"
    assert game.offer(view, "offer:p1.back.9").kind == "choice"


def test_a_question_for_several_cards_is_one_range() -> None:
    start = scenario(Camp()).put("pile", 1, "ant", "dog-7", "dog-7").ask(Fetch(1))
    match = start.engine()
    game, view, chosen = match.game, match.view(1), {"question": "fetch"}
    step = match.next_choices("answer", chosen)
    assert step is not None
    found = range_touches(game, view, "answer", chosen, step)
    assert found is not None
    assert found.groups == (("p1.pile:ant", 1), ("p1.pile:dog-7", 2))
    assert (found.least, found.most) == (step.min, step.max)
    pick = Pick([found])
    pick.add("p1.pile:dog-7")
    assert pick.complete() == [0]
    move = range_move(game, view, "answer", chosen, step, pick.order)
    assert move in match.legal_moves()


def test_every_move_of_a_question_is_in_reach() -> None:
    match = scenario(Camp()).put("pile", 1, "ant", "dog-7", "dog-7").ask(Fetch(1)).engine()
    assert table_problems(match.game, match.view(1), match.legal_moves()) == []


def test_what_waits_for_a_phase_helps_less_than_a_rule() -> None:
    game = Duel()
    codes = ("WRONG_PHASE", "DECISION_PENDING", "NOT_YOUR_TURN", "INVALID_TARGET", "GUARDED")
    found = [game.refusal_priority(Reject(code, "no")) for code in codes]
    assert found == [0, 0, 0, 1, 2]
