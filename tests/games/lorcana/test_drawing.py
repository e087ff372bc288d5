"""The drawing of a game of Lorcana."""

import random
from io import StringIO

import pytest
from rich.console import Console

from kibitz.cli.screen import show_table
from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.rules.abilities import ChooseTarget, Resolution
from kibitz.games.lorcana.state import CardInPlay, Table
from kibitz.kit.drawing import WIDTH
from kibitz.testing import Scenario, scenario

GAME = Lorcana()


def usual() -> Scenario[CardInPlay, Table]:
    """Returns a main phase with something of everything."""
    given = scenario(GAME).turn(7, active=0, phase="main").set(ink=[2, 1], lore=[9, 12])
    given.put("inkwell", 0, *["L01"] * 4).put("inkwell", 1, *["L21"] * 5)
    given.put("deck", 0, "L01", "L05").put("deck", 1, "L21").put("discard", 1, "L57")
    given.put("hand", 0, "L47", "L03", "L03").put("hand", 1, "L29", "L40")
    given.put("characters", 0, "L10", under=("L02",), damage=2, exerted=True)
    given.put("characters", 0, "L52", at=3, drying=True).put("locations", 0, "L60")
    given.put("items", 1, "L12", exerted=True)
    return given.put("characters", 1, "L27", exerted=True).put("characters", 1, "L21")


DRAWN = """\
Turn 7, your turn: you move

OPPONENT  lore 12 of 20  ink 1/5  hand 2  deck 1  discard 1
  characters (strength/willpower/lore)
    1 Mother Gothel - Selfish Manipulator 3/6/2  exerted
    2 Aladdin - Prince Ali                2/2/1  Ward
  items
    1 Dinglehopper  exerted

YOU  lore 9 of 20  ink 2/4  hand 3  deck 2  discard 0
  characters (strength/willpower/lore)
    1 Stitch - Rock Star                  3/5/3
        2 damage, exerted, on Stitch - New Dog,
        cannot quest
    2 The Prince - Never Gives Up         1/3/2
        drying, at Castle Wyvern, Bodyguard, Challenger +1,
        Resist +2, cannot quest
  locations
    1 Castle Wyvern - Above the Clouds    -/5/1
  hand (cost, * cannot be inked)
    2 Simba - Protective Cub x2           2/3/1  Bodyguard
   8* Dig a Little Deeper                 song  Sing Together 8"""


def test_the_table_is_drawn_for_its_viewer() -> None:
    assert GAME.render(GAME.view(usual().state(), 0)) == DRAWN


def test_others_see_only_what_they_know_of_a_hand() -> None:
    state = usual().show("hand", 0, [1], 1).state()
    drawn = GAME.render(GAME.view(state, 1))
    assert "known in hand: " in drawn
    assert drawn.startswith("Turn 7, opponent's turn: opponent moves\n")
    seen = GAME.render(GAME.view(state, SPECTATOR))
    assert seen.startswith("Turn 7, seat 0's turn: seat 0 moves\n")
    assert "hand (" not in seen


def test_the_question_is_drawn_with_its_answers() -> None:
    run = Resolution(0, GAME.layout().read_card("L22"), 99, 0)
    state = usual().ask(ChooseTarget(0, run)).state()
    lines = GAME.render(GAME.view(state, 0)).splitlines()
    assert lines[0] == "Turn 7, your turn: you answer"
    assert lines[-4] == "you are asked: Cruella De Vil - Miserable as Usual: return"
    assert lines[-1] == "  type: stitch, the prince, mother gothel, nothing"
    other = GAME.render(GAME.view(state, 1))
    assert "opponent is asked: Cruella" in other
    assert "type:" not in other


@pytest.mark.parametrize("width", [60, 80])
def test_drawings_fit_a_terminal(width: int) -> None:
    rng = random.Random(width)
    engine = RuleEngine(Lorcana(decks="A / C"), seed=width)
    while engine.outcome is None:
        engine.play(rng.choice(engine.legal_moves()))
        drawn = engine.game.render(engine.view(rng.choice((0, 1, SPECTATOR))))
        assert max(map(len, drawn.splitlines())) <= WIDTH
        if rng.random() < 0.2:
            sink = StringIO()
            show_table(Console(file=sink, width=width, force_terminal=True), drawn)
            assert max(map(len, sink.getvalue().splitlines())) <= width
    assert engine.game.render(engine.view(0)).startswith("The game is over after turn ")
