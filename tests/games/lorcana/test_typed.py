"""Moves of Lorcana as players type them."""

import random

import pytest

from kibitz.core import RuleEngine
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.rules.abilities import ChooseTarget, May, Resolution
from kibitz.games.lorcana.rules.operations import Amount, Discard, Discarded
from kibitz.games.lorcana.rules.turn import Alter
from kibitz.games.lorcana.state import CardInPlay, LorcanaState, Table
from kibitz.games.lorcana.text.typed import CARD_WAYS, short_form
from kibitz.kit.effects import Effect, Order
from kibitz.testing import Scenario, scenario

GAME = Lorcana()
DECKS = ("A / B", "A / C", "B / C", "A / A", "B / B", "C / C")


def usual() -> Scenario[CardInPlay, Table]:
    """Returns a main phase with something of everything."""
    given = scenario(GAME).turn(5, active=0, phase="main").set(ink=[6, 0])
    given.put("inkwell", 0, *["L01"] * 6).put("deck", 0, "L01").put("deck", 1, "L01")
    given.put("hand", 0, "L20", "L47", "L03", "L10", "L39", "L05", "L04")
    given.put("characters", 0, "L06", "L05", "L09", "L02", "L02", "L37")
    given.put("items", 0, "L12").put("locations", 0, "L60").put("locations", 1, "L60")
    given.put("characters", 1, "L21", "L37", exerted=True)
    return given.put("discard", 0, "L11", "L07").put("discard", 1, "L11", "L57")


def asked(*effects: Effect[CardInPlay, Table]) -> LorcanaState:
    """Returns the usual position with a question."""
    return usual().ask(*effects).state()


def typed(state: LorcanaState, text: str) -> str:
    """Returns the notation of the move that a text is read as."""
    return str(GAME.parse(state, text))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("quest moana", "quest p0.characters.3"),
        ("Quest with Moana - Of Motunui", "quest p0.characters.3"),
        ("quest of motunui", "quest p0.characters.3"),
        ("q moa", "quest p0.characters.3"),
        ("quest L09", "quest p0.characters.3"),
        ("quest 3", "quest p0.characters.3"),
        ("quest p0.characters.3", "quest p0.characters.3"),
        ("quest stitch", "quest p0.characters.4"),
        ("quest stitch 5", "quest p0.characters.5"),
        ("ink sebastian", "ink L04"),
        ("ink l04", "ink L04"),
        ("play simba", "play L03 no"),
        ("play simba exerted", "play L03 yes"),
        ("protective cub", "play L03 no"),
        ("play L03", "play L03 no"),
        ("sing friends on the other side with ariel", "sing L20 [p0.characters.1]"),
        ("sing friends ariel", "sing L20 [p0.characters.1]"),
        ("friends with ariel", "sing L20 [p0.characters.1]"),
        (
            "sing dig a little deeper with ariel and mickey",
            "sing L47 [p0.characters.1,p0.characters.2]",
        ),
        ("sing dig mickey, ariel", "sing L47 [p0.characters.1,p0.characters.2]"),
        ("sing dig moana, ariel", "sing L47 [p0.characters.1,p0.characters.3]"),
        ("challenge maui aladdin", "challenge p0.characters.6 p1.characters.1"),
        ("maui > aladdin", "challenge p0.characters.6 p1.characters.1"),
        ("maui->prince ali", "challenge p0.characters.6 p1.characters.1"),
        ("challenge aladdin with maui", "challenge p0.characters.6 p1.characters.1"),
        ("challenge maui with mickey", "challenge p0.characters.2 p1.characters.2"),
        ("attack mickey vs their maui", "challenge p0.characters.2 p1.characters.2"),
        ("maui castle", "challenge p0.characters.6 p1.locations.1"),
        ("shift stitch rock star", "shift L10 p0.characters.4"),
        ("shift rock star onto stitch 5", "shift L10 p0.characters.5"),
        ("use dinglehopper", "use p0.items.1"),
        ("activate ding", "use p0.items.1"),
        ("move mickey to castle wyvern", "move p0.characters.2 p0.locations.1"),
        ("end", "end_turn"),
        ("end turn", "end_turn"),
        ("pass", "end_turn"),
        ("concede", "concede 0"),
    ],
)
def test_turn_actions_are_typed_in_short(text: str, move: str) -> None:
    assert typed(usual().state(), text) == move


RAPUNZEL = Resolution(0, GAME.layout().read_card("L07"), 99, 0)
CRUELLA = Resolution(0, GAME.layout().read_card("L22"), 99, 0)


@pytest.mark.parametrize(
    ("question", "text", "move"),
    [
        (May(0, RAPUNZEL), "yes", 'answer may ["yes"]'),
        (May(0, RAPUNZEL), "no", 'answer may ["no"]'),
        (May(0, RAPUNZEL), "answer may y", 'answer may ["yes"]'),
        (ChooseTarget(0, CRUELLA), "moana", "answer target [p0.characters.3]"),
        (ChooseTarget(0, CRUELLA), "their maui", "answer target [p1.characters.2]"),
        (ChooseTarget(0, CRUELLA), "my maui", "answer target [p0.characters.6]"),
        (ChooseTarget(0, CRUELLA), "choose stitch 5", "answer target [p0.characters.5]"),
        (ChooseTarget(0, CRUELLA), "nothing", "answer target []"),
        (ChooseTarget(0, CRUELLA), "none", "answer target []"),
        (Discard(0), "discard simba", "answer discard [L03]"),
        (Discard(0), "rock star", "answer discard [L10]"),
        (Discarded(0, CRUELLA), "my hakuna", "answer discarded [p0.L11]"),
        (Discarded(0, CRUELLA), "shuffle their hakuna", "answer discarded [p1.L11]"),
        (Discarded(0, CRUELLA), "baboom", "answer discarded [p1.L57]"),
        (Discarded(0, CRUELLA), "nothing", "answer discarded []"),
        (Alter(0), "mickey and friends on the other side", "answer alter [L05,L20]"),
        (Alter(0), "put back friends, mickey", "answer alter [L05,L20]"),
        (Alter(0), "keep", "answer alter []"),
        (Alter(0), "all", "answer alter [L03,L04,L05,L10,L20,L39,L47]"),
    ],
)
def test_answers_are_typed_by_what_they_name(
    question: Effect[CardInPlay, Table], text: str, move: str
) -> None:
    assert typed(asked(question), text) == move


def test_numbers_and_triggers_are_answers() -> None:
    state = usual().state()
    moana, first, second = state.rows[0][2:5]
    moana.damage = 3
    state.then(Amount(0, RAPUNZEL, (moana.serial,)))
    assert typed(state, "2") == typed(state, "remove 2 damage") == "answer amount [2]"
    state = usual().state()
    smee = GAME.layout().read_card("L51")
    waiting = [Resolution(0, smee, part.serial, 0, -1) for part in (first, second)]
    waiting.append(Resolution(0, moana.kind, moana.serial, 0, -1))
    state.then(Order(0, tuple(waiting), (0, 1)))
    assert typed(state, "moana") == "answer order [2]"
    assert typed(state, "first smee 5") == "answer order [1]"
    with pytest.raises(AmbiguousMoveError):
        GAME.parse(state, "smee")


def test_equal_cards_may_be_counted() -> None:
    given = scenario(GAME).put("hand", 0, "L02", "L02", "L05").ask(Alter(0))
    assert typed(given.state(), "2 stitch") == "answer alter [L02,L02]"
    assert typed(given.state(), "stitch stitch") == "answer alter [L02,L02]"
    assert typed(given.state(), "stitch") == "answer alter [L02]"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ink dig", "Dig a Little Deeper has no inkwell symbol"),
        ("play aladdin", "it costs 7 ink"),
        ("shift heroic outlaw onto moana", "it shifts onto Aladdin"),
        ("quest maui", "Maui - Hero to All cannot quest"),
        ("end", "must challenge"),
    ],
)
def test_a_refused_move_is_understood(text: str, why: str) -> None:
    with pytest.raises(IllegalMoveError, match=why):
        usual().engine().play(text)


def test_a_song_with_a_singer_who_is_exerted_is_understood() -> None:
    state = usual().state()
    state.rows[0][0].exerted = True
    with pytest.raises(IllegalMoveError, match="Ariel - Spectacular Singer is exerted"):
        RuleEngine(GAME, state=state).play("sing dig with ariel and mickey")


def test_what_is_not_clear_is_refused() -> None:
    state = usual().state()
    state.rows[0][4].damage = 1
    for text in ("quest stitch", "sing friends", "challenge maui"):
        with pytest.raises(AmbiguousMoveError):
            GAME.parse(state, text)
    for text in ("e", "quest mona", "yes", "quest stitch 2"):
        with pytest.raises(InvalidMoveError):
            GAME.parse(state, text)


def test_every_card_has_a_name_of_its_own() -> None:
    full = [ways[0] for ways in CARD_WAYS]
    assert len(set(full)) == len(full)


@pytest.mark.parametrize("seed", range(12))
def test_every_legal_move_has_a_short_form_that_means_it_alone(seed: int) -> None:
    rng = random.Random(seed)
    engine = RuleEngine(Lorcana(decks=DECKS[seed % len(DECKS)]), seed=seed)
    while engine.outcome is None:
        state, moves = engine.state, engine.legal_moves()
        for move in rng.sample(moves, min(len(moves), 6)):
            text = short_form(state, state.seat, move)
            assert engine.game.parse(state, text) == move
            assert text != str(move), "a move in notation only"
        engine.play(rng.choice(moves))
