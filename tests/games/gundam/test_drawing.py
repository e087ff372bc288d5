"""The drawing of a game of the Gundam Card Game."""

import random
from io import StringIO

import pytest
from rich.console import Console

from kibitz.cli.screen import show_table
from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.gundam import Gundam
from kibitz.kit.drawing import WIDTH
from tests.games.gundam.table import Match, play, table

GAME = Gundam()


def usual() -> Match:
    """Returns a main phase with something of everything."""
    return table(
        ("G01+G10(2) G09n T2 G05r", "G24+G13r G42"),
        bases=("G15r(1)", "EXB"),
        hands=("G13 G06 G06 G10", "G29 G28"),
        ready=(3, 4),
        rested=(2, 2),
        ex=(0, 1),
    )


DRAWN = """\
Turn 5, your turn, main phase: you move

OPPONENT  shields 3  level 7  hand 2  deck 4  trash 0
  resources: 4 active, 2 rested, 1 EX
  base: EX Base, 3 HP
  units (AP/HP)
    1 Zaku II                              2/2  rested, pilot Kai Shiden
    2 Wing Gundam                          4/5
        Breach 5,
        may attack active Units of level 4 or less

YOU  shields 3  level 5  hand 4  deck 4  trash 0
  resources: 3 active, 2 rested
  base: White Base, 5 HP, 1 damage, rested
  units (AP/HP)
    1 Gundam                               6/5
        2 damage, pilot Amuro Ray, linked, Repair 2
    2 Zowort                               4/2
        just deployed, Blocker, cannot attack the player
    3 Guncannon token                      3/2
    4 GM                                   3/2  rested
  hand (level/cost)
  3/1 Kai's Resolve                        command  or pilot Kai Shiden +1/+0
  4/1 Amuro Ray                            pilot +2/+1
  5/4 Gundam Aerial (Permet Score Six) x2  4/4"""


def test_the_table_is_drawn_for_its_viewer() -> None:
    assert GAME.render(usual().view(0)) == DRAWN


def test_others_see_only_what_they_know_of_a_hand() -> None:
    match = table(("G05", ""), hands=("", "G37 G03"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G37", "answer target [p0.1]")
    drawn = GAME.render(match.view(1))
    assert "  known in hand: GM" in drawn
    assert drawn.startswith("Turn 5, opponent's turn, action step: opponent moves\n\n")
    seen = GAME.render(match.view(SPECTATOR))
    assert seen.startswith("Turn 5, seat 0's turn, action step: seat 0 moves\n\n")
    assert "hand (" not in seen


def test_the_steps_of_an_attack_are_drawn() -> None:
    match = play(usual(), "attack p0.1 p1.1")
    lines = GAME.render(match.view(1)).splitlines()
    assert lines[0] == "Turn 5, opponent's turn, block step: you move"
    assert lines[1] == "The opponent's Gundam attacks your Zaku II"
    match = play(usual(), "attack p0.1 p1", "pass_block")
    lines = GAME.render(match.view(0)).splitlines()
    assert lines[0] == "Turn 5, your turn, action step: opponent moves"
    assert lines[1] == "Your Gundam attacks the opponent"
    match = play(usual(), "end_main")
    assert GAME.render(match.view(1)).startswith("Turn 5, opponent's turn, last action step: you")


def test_what_cards_have_done_to_units_is_drawn() -> None:
    match = table(("G05", "G23"), hands=("", "G30"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G30", "answer target [p1.1]")
    assert "1/2  no damage from 2 AP or less" in GAME.render(match.view(0))
    match = table(("G33r", ""), bases=("G38", ""))
    play(match, "activate p0.base act", "answer target [p0.1]")
    assert "4/4  Blocker, cannot attack" in GAME.render(match.view(0))


def test_the_question_is_drawn_with_its_answers() -> None:
    match = table(("G05", "G24"), bases=("EXB", ""), shields=("", "G29"))
    play(match, "attack p0.1 p1", "pass_block", "pass_action", "pass_action")
    lines = GAME.render(match.view(1)).splitlines()
    assert lines[0] == "Turn 5, opponent's turn: you answer"
    assert lines[-4:] == [
        "",
        "you are asked: Close Combat: deal 2 damage to an enemy",
        "  Unit. Do you use the Burst of your Shield?",
        "  type: yes, no",
    ]
    assert "  resolving: Close Combat" in lines
    other = GAME.render(match.view(0))
    assert "opponent is asked: Close Combat" in other
    assert "type:" not in other
    start = RuleEngine(GAME, seed=1)
    assert GAME.render(start.view(start.seat)).startswith("Set-up: you answer\n")
    assert GAME.render(start.view(start.seat)).endswith("  type: me, opponent") or start.seat


@pytest.mark.parametrize("width", [60, 80])
def test_drawings_fit_a_terminal(width: int) -> None:
    rng = random.Random(width)
    engine = RuleEngine(Gundam(decks="A / D"), seed=width)
    while engine.outcome is None:
        engine.play(rng.choice([move for move in engine.legal_moves() if not move.always]))
        drawn = engine.game.render(engine.view(rng.choice((0, 1, SPECTATOR))))
        assert max(map(len, drawn.splitlines())) <= WIDTH
        if rng.random() < 0.2:
            sink = StringIO()
            show_table(Console(file=sink, width=width, force_terminal=True), drawn)
            assert max(map(len, sink.getvalue().splitlines())) <= width
    assert engine.game.render(engine.view(0)).startswith("The game is over after turn ")
