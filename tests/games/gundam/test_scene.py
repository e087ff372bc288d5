"""A game of the Gundam Card Game as a scene."""

from kibitz.core import Bar, Figure, Line, RuleEngine, touch
from kibitz.core.scene import Area, Badge, Counter, Piece, Scene, Touches
from kibitz.games.gundam import Gundam
from kibitz.testing.scene_laws import table_problems
from tests.games.gundam.table import PASSES, Match, play, table


def seen_by(match: Match, seat: int) -> Scene:
    """Shows what a seat sees."""
    return match.game.scene(match.view(seat))


def areas_of(match: Match, seat: int = 0) -> dict[str, Area]:
    """Returns what a seat sees, by id."""
    return {area.id: area for area in seen_by(match, seat).areas}


def touches_of(match: Match) -> dict[str, Touches]:
    """Returns what each legal move touches; all are in reach."""
    view, found = match.view(match.seat), match.legal_moves()
    assert table_problems(match.game, view, found) == []
    return {str(move): match.game.touches(view, move) for move in found}


def texts(piece: Piece) -> list[str]:
    """Lists the badges of a piece."""
    return [badge.text for badge in piece.badges]


def test_units_show_pilots_damage_and_what_is_in_force() -> None:
    match = table(
        ("G01+G10 G18r(1) G07n", "G22r G09"),
        bases=("G15", "EXB(1)"),
        hands=("G26 G12", "G14 G28"),
        ready=(4, 3),
        rested=(3, 2),
        ex=(0, 2),
        left=(3, 5),
    )
    scene, areas = seen_by(match, 0), areas_of(match)
    assert scene.status == "Turn 5, your turn, main phase: you move"
    assert (scene.question, scene.tone) == ("", "slate")
    assert scene.sides[1].counters == (
        Counter("resources", 3, "energy", 5),
        Counter("level", 7, "up"),
        Counter("shields", 3, "shield"),
        Counter("hand", 2, "hand"),
        Counter("resource deck", 5),
    )
    gundam, zulu, aerial = areas["p0.units"].pieces
    assert (gundam.name, gundam.group, gundam.kind) == ("Gundam", "p0.units.1", "unit")
    assert (gundam.tone, gundam.symbol) == ("blue", "mech")
    assert gundam.figures == (Figure("AP", 6, 1),)
    assert gundam.bars == (Bar("HP", 5, 5),)
    assert gundam.badges == (
        Badge("Amuro Ray", "indigo", "Pilot: Amuro Ray"),
        Badge("linked", "amber"),
        Badge("Repair 2", "teal"),
    )
    assert gundam.lines == (Line("Amuro Ray", "+2/+1"),)
    assert (zulu.marks, zulu.bars) == (("exhausted",), (Bar("HP", 2, 3),))
    assert zulu.lines == (Line("Support 2", group="p0.units.2:support"),)
    assert (aerial.marks, aerial.tone) == (("new",), "grey")
    (base,) = areas["p0.bases"].pieces
    assert (base.group, base.marks, base.bars) == ("p0.bases.1", ("base",), (Bar("HP", 5, 5),))
    assert base.lines[0].group == "p0.bases.1:act"
    (theirs,) = areas["p1.bases"].pieces
    assert (theirs.group, theirs.bars) == ("p1", (Bar("HP", 2, 3),))
    shields = areas["p1.shields"]
    assert (shields.layout, shields.group, shields.size) == ("grid", "p1", 6)
    assert [piece.marks for piece in shields.pieces] == [("hidden",)] * 3
    (token,) = areas["p1.ex"].pieces
    assert (token.name, token.kind, token.count) == ("EX Resource", "token", 2)
    assert "p0.ex" not in areas
    command, pilot = areas["p0.hand"].pieces
    assert (command.symbol, command.lines) == ("bolt", (Line("Hayato Kobayashi", "+0/+1"),))
    assert (pilot.symbol, pilot.lines) == ("person", (Line("Full Frontal", "+2/+2"),))
    zaku, zowort = areas["p1.units"].pieces
    assert texts(zowort) == ["Blocker", "cannot attack the player"]
    assert zaku.detail.startswith("when destroyed, look at the top 3 cards of their deck")


def test_a_move_touches_cards_in_the_order_of_pointing() -> None:
    match = table(
        ("G20 G19", "G23r"), bases=("G15", "EXB"), hands=("G05 G10 G16 G29", ""), ready=(8, 8)
    )
    moves = touches_of(match)
    assert moves["deploy_unit G05"] == touch("Deploy unit", "p0.hand:G05")
    assert moves["deploy_base G16"] == touch("Deploy base", "p0.hand:G16")
    pair = touch("Pair pilot", "p0.hand:G10", "p0.units.2")
    assert moves["pair_pilot G10 p0.units.2"] == pair
    assert moves["play_command G29"] == touch("Play command", "p0.hand:G29")
    assert moves["activate p0.units.1 support"] == touch("Activate", "p0.units.1:support")
    assert moves["activate p0.bases.1 act"] == touch("Activate", "p0.bases.1:act")
    assert moves["attack p0.units.1 p1.units.1"] == touch("Attack", "p0.units.1", "p1.units.1")
    assert moves["attack p0.units.1 p1"] == touch("Attack", "p0.units.1", "p1")
    assert moves["end_main"] == touch("End main phase")


def test_the_steps_of_a_battle_are_clear_to_both() -> None:
    match = play(table(("G19", "G08 G23"), hands=("", "G29")), "attack p0.1 p1")
    attacker, defender = seen_by(match, 0), seen_by(match, 1)
    start = "Turn 5, your turn, block step: opponent moves"
    assert attacker.status == f"{start}. Your Geara Zulu attacks the opponent"
    assert attacker.question == ""
    start = "Turn 5, opponent's turn, block step: you move"
    assert defender.status == f"{start}. The opponent's Geara Zulu attacks you"
    assert defender.question == "Do you block the attack?"
    assert list(touches_of(match).values()) == [
        touch("Block", "p1.units.1"),
        touch("Do not block"),
    ]
    play(match, "block p1.1")
    areas = areas_of(match, 1)
    assert texts(areas["p0.units"].pieces[0]) == ["attacks"]
    blocker = areas["p1.units"].pieces[0]
    assert (texts(blocker), blocker.marks) == (["attacked", "Blocker"], ("exhausted",))
    scene = seen_by(match, match.seat)
    assert scene.question == "Action step of the battle: do you act or pass?"
    assert touches_of(match)["pass_action"] == touch("Pass")
    play(match, *PASSES, "end_main")
    scene = seen_by(match, match.seat)
    assert scene.question == "Last action step of the turn: do you act or pass?"


def test_a_burst_is_clear_to_both() -> None:
    match = table(("G35", "G23"), bases=("EXB", ""), shields=("G23", "G10 G14 G23"))
    play(match, "attack p0.1 p1", "pass_block", *PASSES)
    assert list(touches_of(match).values()) == [
        touch("First", "p1.resolving:G10"),
        touch("First", "p1.resolving:G14"),
    ]
    assert [piece.face for piece in areas_of(match)["p1.resolving"].pieces] == ["G10", "G14"]
    match.play(match.legal_moves()[0])
    attacker, owner = seen_by(match, 0), seen_by(match, 1)
    assert attacker.status.endswith("Your Freedom Gundam attacks the opponent. Burst of Amuro Ray")
    assert attacker.question == ""
    assert owner.question == (
        "Amuro Ray: put Amuro Ray into your hand. Do you use the Burst of your Shield?"
    )
    assert [each.verb for each in touches_of(match).values()] == ["Yes", "No"]


def test_questions_are_answered_on_the_table() -> None:
    match = play(table(("", "G23 G24"), hands=("G29", "")), "play_command G29")
    assert list(touches_of(match).values()) == [
        touch("Choose", "p1.units.1"),
        touch("Choose", "p1.units.2"),
    ]
    full = " ".join(["G23"] * 6)
    match = play(table((full, ""), hands=("G05", "")), "deploy_unit G05")
    assert touches_of(match)["answer room [p0.units.6]"] == touch(
        "Put into the trash", "p0.units.6"
    )
    match = play(table(hands=("G34 G05 G07", "")), "deploy_unit G34")
    assert touches_of(match)["answer discard [G05]"] == touch("Discard", "p0.hand:G05")
    match = play(table(("G22", "G23r G42r"), decks=("G24 G05 G25", "G03")), "attack p0.1 p1.2")
    play(match, "pass_block", *PASSES)
    moves = touches_of(match)
    assert moves["answer take [G24]"] == touch("Take", "p0.looked:G24")
    assert moves["answer take []"] == touch("Take nothing")
    assert len(areas_of(match)["p0.looked"].pieces) == 3


def test_the_player_who_begins_is_touched() -> None:
    match: Match = RuleEngine(Gundam(), seed=1)
    assert seen_by(match, match.seat).question == "Who begins?"
    assert sorted(each.groups for each in touches_of(match).values()) == [
        (("p0", 1),),
        (("p1", 1),),
    ]
    match.play(match.legal_moves()[0])
    assert [each.verb for each in touches_of(match).values()] == ["Keep", "Redraw"]


def test_a_card_that_has_left_play_is_offered() -> None:
    match = table()
    piece = match.game.offer(match.view(0), "offer:G22")
    assert (piece.name, piece.face, piece.tone) == ("Char's Zaku II", "G22", "green")


def test_guarded_shields_are_a_badge_of_the_player() -> None:
    match = play(table(("G19", ""), hands=("", "G45")), "attack p0.1 p1", "pass_block")
    play(match, "play_command G45")
    (badge,) = seen_by(match, 0).sides[1].badges
    assert (badge.text, badge.detail) == ("guarded", "no damage from Units of level 4 or less")
