"""Moves of the Gundam Card Game as players type them."""

import random

import pytest

from kibitz.core import RuleEngine
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import LISTS
from kibitz.games.gundam.text.typed import CARD_WAYS, short_form
from kibitz.kit.effects import Order
from tests.games.gundam.table import Match, long, play, table

DECKS = ("A / B", "C / D", "A / D", "B / C", "A / A", "D / D")


def usual() -> Match:
    """Returns a main phase with something of everything."""
    return table(
        ("G05 G07+G11 G20 G18 G05(1)", "G24+G27r G24 G33r T5r"),
        bases=("G15", "EXB"),
        hands=("G05 G01 G02 G10 G13 G14 G16", "G29"),
    )


def typed(match: Match, text: str) -> str:
    """Returns the notation of the move that a text is read as."""
    return str(match.game.parse(match.state, text))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("deploy gm", "deploy_unit G05"),
        ("Deploy GM", "deploy_unit G05"),
        ("deploy G05", "deploy_unit G05"),
        ("play gundam", "deploy_unit G01"),
        ("gundam ma form", "deploy_unit G02"),
        ("deploy gundam (MA Form)", "deploy_unit G02"),
        ("deploy_unit G05", "deploy_unit G05"),
        ("deploy asticassia", "deploy_base G16"),
        ("deploy earth house", "deploy_base G16"),
        ("pair amuro > gm 1", "pair_pilot G10 p0.1"),
        ("pair amuro ray with gaza d", "pair_pilot G10 p0.3"),
        ("pair gaza d with amuro", "pair_pilot G10 p0.3"),
        ("play amuro on gm 5", "pair_pilot G10 p0.5"),
        ("amuro > gaza", "pair_pilot G10 p0.3"),
        ("pair kai shiden > gm 5", "pair_pilot G13 p0.5"),
        ("play kai's resolve", "play_command G13"),
        ("unforeseen incident", "play_command G14"),
        ("attack gm 1", "attack p0.1 p1"),
        ("attack gm 1 > player", "attack p0.1 p1"),
        ("attack the player with gm 5", "attack p0.5 p1"),
        ("attack gundam aerial", "attack p0.2 p1"),
        ("attack suletta", "attack p0.2 p1"),
        ("attack gaza > zaku ii 1", "attack p0.3 p1.1"),
        ("attack char aznable with gaza d", "attack p0.3 p1.1"),
        ("gaza d -> aile strike gundam", "attack p0.3 p1.3"),
        ("attack gaza d vs their zaku ii token", "attack p0.3 p1.4"),
        ("activate white base", "activate p0.base act"),
        ("use white", "activate p0.base act"),
        ("support gaza d", "activate p0.3 support"),
        ("activate angelo's geara zulu", "activate p0.4 support"),
        ("activate gaza d support", "activate p0.3 support"),
        ("end", "end_main"),
        ("end turn", "end_main"),
        ("pass", "end_main"),
        ("concede", "concede 0"),
    ],
)
def test_moves_are_typed_in_short(text: str, move: str) -> None:
    assert typed(usual(), text) == long(move)


def test_blocks_and_passes_are_typed() -> None:
    match = table(("G05", "G08 G08(0) G33"))
    match.play("attack gm")
    for text in ("block aile", "block with aile strike gundam", "aile strike gundam", "block 3"):
        assert typed(match, text) == "block p1.units.3"
    assert typed(match, "block demi trainer") == "block p1.units.1"
    assert typed(match, "pass") == typed(match, "no") == "pass_block"
    match.play("pass")
    assert typed(match, "pass") == typed(match, "done") == "pass_action"


def test_answers_are_typed_by_what_they_name() -> None:
    match = RuleEngine(Gundam(), seed=1)
    me = match.seat
    assert typed(match, "me") == f"answer first [p{me}]"
    assert typed(match, "opponent") == typed(match, "second") == f"answer first [p{1 - me}]"
    match.play("me")
    assert typed(match, "keep") == "answer mulligan [keep]"
    assert typed(match, "mulligan") == "answer mulligan [redraw]"
    match = play(table(("G48", "G24 G24(1) G09"), hands=("G27", "")), "pair_pilot G27 p0.1")
    assert typed(match, "zowort, zaku ii 2") == "answer target [p1.units.2,p1.units.3]"
    assert typed(match, "choose zowort") == "answer target [p1.units.3]"
    with pytest.raises(AmbiguousMoveError):
        typed(match, "zaku ii")


def test_bursts_and_triggers_are_answers() -> None:
    match = table(("G35", "G05"), bases=("EXB", ""), shields=("", "G29 G16 G10"))
    match.play("attack freedom")
    for _ in range(3):
        match.play("pass")
    assert isinstance(match.state.question(), Order)
    match.play("asticassia")
    assert typed(match, "yes") == 'answer burst ["yes"]'
    assert typed(match, "no") == typed(match, "burst no") == 'answer burst ["no"]'


def test_cards_of_a_hand_are_answers() -> None:
    match = table(hands=("G05 " * 3 + "G03 " * 10, ""))
    match.play("end")
    match.play("pass")
    match.play("pass")
    assert typed(match, "2 gm, guncannon") == "answer discard [G03,G05,G05]"
    assert (
        typed(match, "gm gm gm") == typed(match, "discard 3 gm") == "answer discard [G05,G05,G05]"
    )
    match = table(("G17n", ""), hands=("G26 G25", ""))
    match.play("pair full frontal")
    assert typed(match, "deploy gouf") == "answer deploy [G25]"
    assert typed(match, "nothing") == "answer deploy []"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deploy sinanju", "cannot read"),
        ("attack zowort", "Zowort cannot attack the player"),
        ("attack demi trainer", "Demi Trainer was deployed this turn"),
        ("attack zowort > gm", "GM is active"),
        ("pair amuro > gundam", "has Suletta Mercury as its Pilot"),
        ("play the blue giant", "belongs in an action step"),
        ("block zowort", "block"),
    ],
)
def test_a_refused_move_is_understood(text: str, why: str) -> None:
    match = table(("G09 G08n G07+G11", "G05"), hands=("G10 G30", ""))
    with pytest.raises((IllegalMoveError, InvalidMoveError), match=why):
        match.play(text)


def test_what_is_not_clear_is_refused() -> None:
    for text in ("attack gm", "pair amuro", "support", "attack 9"):
        with pytest.raises((AmbiguousMoveError, InvalidMoveError)):
            typed(usual(), text)
    for text in ("e", "deploy gn", "yes"):
        with pytest.raises(InvalidMoveError):
            typed(usual(), text)


def test_every_card_has_a_name_of_its_own() -> None:
    full = [ways[0] for ways in CARD_WAYS]
    assert len(set(full)) == len(full)


@pytest.mark.parametrize("seed", range(12))
def test_every_legal_move_has_a_short_form_that_means_it_alone(seed: int) -> None:
    rng = random.Random(seed)
    engine = RuleEngine(Gundam(decks=DECKS[seed % len(DECKS)]), seed=seed)
    while engine.outcome is None:
        state, moves = engine.state, engine.legal_moves()
        for move in rng.sample(moves, min(len(moves), 6)):
            text = short_form(state, state.seat, move)
            assert engine.game.parse(state, text) == move
            assert text != str(move), "a move in notation only"
        engine.play(rng.choice(moves))


def test_names_in_deck_lists_mean_cards_and_not_tokens() -> None:
    named = Gundam(decks=f"{LISTS.write(LISTS.named['B']).replace('G24', 'Zaku II')} / A")
    assert named.decks[0] == LISTS.named["B"]
