"""A game of Lorcana as a scene."""

from kibitz.core import Bar, Figure, Line, Pick, touch
from kibitz.core.scene import (
    Area,
    Badge,
    Counter,
    Piece,
    Touches,
    range_move,
    range_touches,
    refused_groups,
)
from kibitz.games.lorcana import Lorcana
from kibitz.testing.scene_laws import table_problems
from tests.games.lorcana.table import Table


def areas_of(table: Table, seat: int = 0) -> dict[str, Area]:
    """Returns what a seat sees, by id."""
    match = table.match
    return {area.id: area for area in match.game.scene(match.view(seat)).areas}


def touches_of(table: Table) -> dict[str, Touches]:
    """Returns what each legal move touches, by the words of the test; all are in reach."""
    match = table.match
    view, found = match.view(match.seat), match.legal_moves()
    assert table_problems(match.game, view, found) == []
    return {table.written(move): match.game.touches(view, move) for move in found}


def texts(piece: Piece) -> list[str]:
    """Lists the badges of a piece."""
    return [badge.text for badge in piece.badges]


def test_characters_show_numbers_damage_and_what_is_in_force() -> None:
    table = Table(
        "a L09:x,d1@m, b L10:w on L02, c L16, i L59:x, m L60, hand L04 L04 L11, ink 3/5, lore 7",
        "x L37, hand L03 L28, ink 2/4, lore 12",
    )
    scene = table.match.game.scene(table.match.view(0))
    assert scene.status == "Turn 5, your turn: you move"
    assert (scene.question, scene.tone) == ("", "indigo")
    assert [side.name for side in scene.sides] == ["You", "Opponent"]
    assert scene.sides[1].counters == (
        Counter("lore", 12, "lore", 20),
        Counter("ink", 2, "ink", 4),
        Counter("hand", 2, "hand"),
    )
    areas = areas_of(table)
    moana, stitch, elsa = areas["p0.characters"].pieces
    assert (moana.name, moana.group) == ("Moana - Of Motunui", "p0.characters.1")
    assert (moana.kind, moana.tone, moana.marks) == ("unit", "amber", ("exhausted",))
    assert moana.figures == (Figure("strength", 1), Figure("lore", 3))
    assert moana.bars == (Bar("willpower", 5, 6),)
    assert texts(moana) == ["at Castle Wyvern", "Challenger +1", "Resist +1"]
    assert (stitch.marks, stitch.badges) == (("new",), (Badge("on Stitch - New Dog", "grey"),))
    assert elsa.lines == (
        Line("Exert an opposing character", "exert it", group="p0.characters.3:use"),
    )
    (castle,) = areas["p0.locations"].pieces
    assert (castle.kind, castle.symbol, castle.marks) == ("unit", "place", ("base",))
    assert castle.figures == (Figure("lore", 1), Figure("move", 1))
    (blaster,) = areas["p0.items"].pieces
    assert (blaster.tone, blaster.symbol, blaster.marks) == ("slate", "item", ("exhausted",))
    inkwell = areas["p0.inkwell"]
    assert (inkwell.group, inkwell.note) == ("p0.inkwell", "3 of 5 ready")
    assert [(piece.count, piece.marks) for piece in inkwell.pieces] == [(5, ("hidden",))]
    assert [piece.symbol for piece in areas["p0.hand"].pieces] == ["person", "person", "song"]
    assert areas["p0.hand"].pieces[0].emblem == "ink"
    (maui,) = areas["p1.characters"].pieces
    assert texts(maui) == ["Reckless", "Rush"]
    assert "p1.locations" not in areas


def test_a_move_touches_cards_in_the_order_of_pointing() -> None:
    table = Table(
        "a L09, b L05, c L16, d L02, i L59, m L60, hand L04 L10 L47 L03, ink 4/4",
        "x L37:x",
    )
    moves = touches_of(table)
    assert moves["ink L04"] == touch("Ink", "p0.hand:L04", "p0.inkwell")
    assert moves["play L04"] == touch("Play", "p0.hand:L04")
    assert moves["play L03 exerted"] == moves["play L03"] == touch("Play", "p0.hand:L03")
    assert moves["shift L10 d"] == touch("Shift", "p0.hand:L10", "p0.characters.4")
    assert moves["sing L47 a b"] == touch(
        "Sing", "p0.hand:L47", "p0.characters.1", "p0.characters.2"
    )
    assert moves["quest c"] == touch("Quest", "p0.characters.3")
    assert moves["use c"] == touch("Use", "p0.characters.3:use")
    assert moves["use i"] == touch("Use", "p0.items.1")
    assert moves["challenge a x"] == touch("Challenge", "p0.characters.1", "p1.characters.1")
    assert moves["move a m"] == touch("Move", "p0.characters.1", "p0.locations.1")
    assert moves["end_turn"] == touch("End turn")


def test_the_opening_hand_is_one_range() -> None:
    table = Table("hand L01 L02 L02 L03 L04 L05 L06", "hand L25", set_up=True)
    match, chosen = table.match, {"question": "alter"}
    game, view = match.game, match.view(0)
    scene = game.scene(view)
    assert scene.status == "Opening hands: you answer"
    assert scene.question == "Which cards of your opening hand do you put back?"
    step = match.next_choices("answer", chosen)
    assert step is not None
    found = range_touches(game, view, "answer", chosen, step)
    assert found is not None
    assert (found.verb, found.least, found.most) == ("Put back", 0, 7)
    assert dict(found.groups)["p0.hand:L02"] == 2
    pick = Pick([found])
    assert list(pick.buttons()) == ["Put back"], "nothing can be put back as well"
    for group in ("p0.hand:L06", "p0.hand:L02", "p0.hand:L02"):
        assert pick.add(group)
    assert pick.complete() == [0]
    move = range_move(game, view, "answer", chosen, step, pick.order)
    assert table.written(move) == "answer alter L02 L02 L06"
    assert move in match.legal_moves()
    moves = touches_of(table)
    assert moves["answer alter"] == touch("Keep")


def test_cards_of_discards_are_offered_with_their_owner() -> None:
    table = Table("hand L14, ink 2/2, discard L05 L05", "discard L25").play("play L14")
    moves = touches_of(table)
    assert moves["answer discarded p0.L05"] == touch("Shuffle into the deck", "offer:p0.L05")
    assert moves["answer discarded"] == touch("Choose nothing")
    game, view = table.match.game, table.match.view(0)
    mine, theirs = game.offer(view, "offer:p0.L05"), game.offer(view, "offer:p1.L25")
    assert mine.name == "your Mickey Mouse - True Friend"
    assert (theirs.name, theirs.face, theirs.tone) == (
        *("the opponent's Mickey Mouse - Steamboat Pilot", "L25", "green"),
    )


def test_cards_that_are_looked_at_are_touched_there() -> None:
    table = Table("hand L05 L06, ink 3/3, deck L05 L11 L20 L04")
    table.play("play L06")
    assert touches_of(table)["answer take L11"] == touch("Take", "p0.looked:L11")
    looked = areas_of(table)["p0.looked"]
    assert (looked.label, looked.role, len(looked.pieces)) == ("Looked at", "offer", 4)
    hidden = areas_of(table, 1)["p0.looked"]
    assert hidden.role == "play"
    assert {piece.marks for piece in hidden.pieces} == {("hidden",)}
    table.answer("-")
    assert touches_of(table)["answer bottom L05"] == touch("Put under the deck", "p0.looked:L05")


def test_an_action_lies_on_the_table_while_it_is_played() -> None:
    table = Table("a L05:x, hand L28, ink 3/3", "x L23, hand L03").play("play L28")
    assert touches_of(table)["answer target x"] == touch("Choose", "p1.characters.1")
    assert [piece.face for piece in areas_of(table)["p0.playing"].pieces] == ["L28"]
    assert areas_of(table, 1)["p0.playing"].label == "Being played"
    scene = table.match.game.scene(table.match.view(1))
    assert (scene.status, scene.question) == ("Turn 5, opponent's turn: opponent answers", "")
    table.answer("x")
    known = areas_of(table)["p1.hand"].pieces
    assert [(piece.face, piece.marks) for piece in known] == [("back", ("hidden",)), ("L23", ())]


def test_a_challenge_is_marked_while_it_waits_for_an_answer() -> None:
    table = Table("a L05, hand L03 L04", "x L23:x").play("challenge a x")
    assert touches_of(table)["answer discard L04"] == touch("Discard", "p0.hand:L04")
    (attacker,), (defender,) = [areas_of(table)[f"p{seat}.characters"].pieces for seat in (0, 1)]
    assert (texts(attacker), texts(defender)) == (["challenges"], ["challenged"])
    assert defender.detail == "when it is challenged, you discard a card", "in your words"


def test_numbers_and_words_are_buttons() -> None:
    table = Table("a L05:d2, hand L07, ink 4/4").play("play L07").answer("a")
    assert [each.verb for each in touches_of(table).values()] == [
        f"Remove {count} damage" for count in range(3)
    ]
    table = Table("hand L15, ink 3/3").play("play L15")
    assert [each.verb for each in touches_of(table).values()] == ["Yes", "No"]


def test_abilities_that_wait_are_touched_at_their_cards() -> None:
    table = Table("a L51:x, b L51:x").end()
    assert list(touches_of(table).values()) == [
        touch("First", "p0.characters.1"),
        touch("First", "p0.characters.2"),
    ]
    table = Table("a L41, b L55:d2", "hand L56, ink 6/6", acts=1).play("play L56")
    assert [each.groups for each in touches_of(table).values()] == [
        (("offer:L41", 1),),
        (("offer:L55", 1),),
    ]


def test_a_card_that_cannot_be_played_has_the_most_helpful_reason() -> None:
    table = Table("a L05, hand L40, ink 2/2", inked=True)
    match = table.match
    words = ("ink L40", "play L40", "sing L40 a")
    refused = [(table.move(text), match.explain(table.move(text))[0]) for text in words]
    found = refused_groups(match.game, match.view(0), refused)
    assert found["p0.hand:L40"].reason == "it costs 5 ink, you have 2 ready"


def test_the_end_is_told_in_the_words_of_the_viewer() -> None:
    match = Table("a L09, lore 17").play("quest a").match
    scenes = [match.game.scene(match.view(seat)) for seat in (0, 1)]
    assert [scene.status for scene in scenes] == [
        "The game is over after turn 5: you won (20 lore)",
        "The game is over after turn 5: opponent won (20 lore)",
    ]
    assert scenes[0].over
    assert Lorcana().scene(match.view(-1)).sides[0].name == "Seat 0"
