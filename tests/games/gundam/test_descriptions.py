"""Cards, moves and news of the Gundam Card Game in words."""

import random
import re

import pytest

from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import ABILITIES, CARDS, CONDITIONS, OPERATIONS
from kibitz.games.gundam.text.descriptions import (
    PHRASES,
    WHEN,
    WHILE,
    card_text,
    question_text,
)
from tests.games.gundam.table import Match, long, play, table

GAME = Gundam()
NUMBER = GAME.layout().read_card


def described(match: Match, text: str, viewer: int = 0) -> str:
    """Describes a move."""
    return GAME.describe(match.view(viewer), GAME.parse(match.state, long(text)))


def told(match: Match, text: str, viewer: int) -> list[str]:
    """Plays a move, and returns what a viewer is told."""
    before = match.view(viewer)
    match.play(long(text))
    return GAME.news(before, match.view(viewer))


# Cards.


def test_every_operation_and_occasion_has_a_phrase() -> None:
    assert set(PHRASES) == set(OPERATIONS)
    assert (len(WHEN), len(WHILE)) == (len(ABILITIES), len(CONDITIONS))


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("G05", ""),
        ("G01", "Repair 2; while paired, in your turn, each of your Units gets +1 AP"),
        ("G02", "when paired with a white base team Pilot, draw a card"),
        ("G09", "Blocker; this Unit cannot attack the player"),
        ("G12", "Main: deal 1 damage to a rested enemy Unit"),
        (
            "G14",
            "Burst: do what the Command says; Main or Action: an enemy Unit gets -3 AP this turn",
        ),
        (
            "G15",
            (
                "Burst: deploy this card; when deployed, put your top Shield into your hand;"
                " Main, once per turn, pay 2: deploy a Gundam token"
                " (with 1 Unit a Guncannon token, with 2 or more a Guntank token)"
            ),
        ),
        (
            "G27",
            (
                "Burst: put this card into your hand; when it attacks, this Unit gets +1 AP this"
                " turn and if linked, it gains High-Maneuver this turn"
            ),
        ),
        ("G33", "Blocker; when paired with a Pilot of level 4 or more, return an enemy Unit"),
        ("G38", "make one of your Units with Blocker active and it cannot attack this turn"),
        ("G42", "Breach 5; this Unit may attack active Units of level 4 or less"),
        ("G44", "while linked, this Unit gets +1 AP and +1 HP"),
        ("G47", "destroy an enemy Unit with Blocker of level 2 or less"),
        ("G48", "deal 1 damage to 1 or 2 enemy Units"),
    ],
)
def test_cards_are_described_by_their_data(card: str, text: str) -> None:
    assert text in card_text(NUMBER(card))


def test_every_card_has_words() -> None:
    for card in range(1, len(CARDS)):
        text = card_text(card)
        assert "{" not in text
        assert bool(text) == bool(CARDS[card].abilities or any(CARDS[card].keywords))


def test_the_list_of_cards_says_what_they_do() -> None:
    lines = GAME.lists()["cards"]
    assert lines[4] == "G05 GM: blue, level 2, cost 1, 2/2; traits earth federation"
    assert lines[18] == (
        "G19 Geara Zulu: red, level 3, cost 2, 3/2, links with a neo zeon Pilot; traits neo zeon"
    )
    assert lines[27].startswith("G28 Indignation: red, level 2, cost 1, command, or pilot Angelo")
    assert "EXB EX Base: base, 3 HP" in lines


# Moves.


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("deploy gm", "Deploy GM for 1"),
        ("deploy guntank", "Deploy Guntank for 2: rest an enemy Unit with 2 HP or less"),
        (
            "deploy asticassia",
            (
                "Deploy Asticassia School of Technology, Earth House for 1 in the place of"
                " White Base: put your top Shield into your hand"
            ),
        ),
        (
            "pair amuro > gundam (ma form)",
            (
                "Pair Amuro Ray with Gundam (MA Form) for 1 (6/4, linked):"
                " draw a card; rest an enemy Unit with 5 HP or less"
            ),
        ),
        ("pair kai's resolve > gm", "Pair Kai's Resolve as Kai Shiden with GM for 1 (3/2)"),
        ("play close combat", "Play Close Combat for 2: deal 2 damage to an enemy Unit"),
        ("support gaza d", "Activate Gaza D (Sleeves) (rest it): another of your Units gets +2 AP"),
        ("activate white base", "Activate White Base (pay 2): deploy a Gundam token"),
        ("attack gm", "Attack the player with GM (2 damage to EX Base)"),
        ("attack kshatriya", "Attack the player with Kshatriya (5 damage to EX Base, which is"),
        ("gm > zaku ii", "Attack Zaku II with GM (2 damage against 1, Zaku II is destroyed)"),
        ("gaza d > zaku ii", "with Gaza D (Sleeves) (2 damage against 1, both are destroyed)"),
        ("gm > wing gundam", "Attack Wing Gundam with GM (2 damage against 4, GM is destroyed)"),
        ("end", "End your main phase"),
        ("concede", "Concede"),
        ("attack p0.units.9 p1", "attack p0.units.9 p1"),
        ("activate p0.units.1 fly", "activate p0.units.1 fly"),
        ('answer burst ["yes"]', 'answer burst ["yes"]'),
    ],
)
def test_moves_are_described(move: str, text: str) -> None:
    match = table(
        ("G05 G02 G20 G48", "G24r G42r"),
        bases=("G15", "EXB"),
        hands=("G05 G04 G10 G13 G16 G29", ""),
    )
    assert text in described(match, move)


def test_attacks_say_what_they_hit() -> None:
    units = ("G05 G35", "G08")
    match = table(units, bases=("EXB", ""))
    assert described(match, "attack gm") == "Attack the player with GM (destroys a Shield)"
    assert described(match, "attack freedom").endswith("(destroys 2 Shields)")
    match = table(units, bases=("", ""), shields=("", ""))
    assert described(match, "attack gm") == "Attack the player with GM (wins the game)"
    match.play("attack gm")
    assert described(match, "block demi", 1) == (
        "Block with Demi Trainer (2 damage against 1, Demi Trainer is destroyed)"
    )
    assert described(match, "pass", 1) == "Do not block"
    match.play("pass")
    assert described(match, "pass", 1) == "Pass"


def test_what_prevents_damage_is_counted() -> None:
    match = table(("G05 G08", "G23"), hands=("", "G14 G45"), bases=("", "EXB"))
    play(match, "attack p0.2 p1", "pass_block", "play_command G14", "answer target [p0.2]")
    play(match, "pass_action", "play_command G45", "pass_action", "pass_action")
    assert described(match, "attack gm") == "Attack the player with GM (2 damage to EX Base)"
    match = table(("G05", ""), hands=("", "G45"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G45")
    assert "guarded against Units of level 4 or less" in GAME.render(match.view(0))


def test_moves_of_the_other_player_are_told_from_the_own_side() -> None:
    match = table(("G20 G05", "G24r"), hands=("G29", ""))
    assert described(match, "play close combat", 1).endswith("deal 2 damage to one of your Units")
    assert described(match, "support gaza d", SPECTATOR).endswith(
        "another of their Units gets +2 AP this turn"
    )
    assert described(match, "end", 1) == "End their main phase"


# Questions and answers.


def answers(match: Match, viewer: int) -> list[str]:
    """Describes all answers to the question that waits."""
    return [GAME.describe(match.view(viewer), move) for move in match.legal_moves()]


def test_answers_of_set_up_say_what_they_mean() -> None:
    match = RuleEngine(GAME, seed=1)
    me = match.seat
    assert set(answers(match, me)) == {"Answer: you begin", "Answer: the opponent begins"}
    assert set(answers(match, 1 - me)) == {"Answer: they begin", "Answer: you begin"}
    match.play("me")
    assert answers(match, me)[:2] == ["Answer: keep your hand", "Answer: redraw your hand"]


def test_targets_are_named() -> None:
    match = table(("G48", "G24 G24(1)"), hands=("G27", ""))
    match.play("pair char")
    assert answers(match, 0)[-1] == (
        "Answer: deal 1 damage to the enemy Zaku II (1) and the enemy Zaku II (2)"
    )
    assert answers(match, 1)[0] == "Answer: deal 1 damage to your Zaku II (1)"
    assert question_text(match.view(0)) == (
        "Kshatriya: deal 1 damage to 1 or 2 enemy Units. Which Unit do you choose?"
    )
    match = table(("G05 G07+G11", ""), bases=("G38", ""), hands=("G28", ""))
    match.play("play indignation")
    assert answers(match, 0)[0] == "Answer: your GM gets +2 AP this turn"


def test_bursts_and_triggers_are_named() -> None:
    match = table(("G35", "G05"), bases=("EXB", ""), shields=("", "G29 G16 G10"))
    play(match, "attack p0.1 p1", "pass_block", "pass_action", "pass_action")
    assert answers(match, 1) == [
        "Answer: first Close Combat: Burst, deal 2 damage to an enemy Unit",
        (
            "Answer: first Asticassia School of Technology, Earth House:"
            " Burst, deploy Asticassia School of Technology, Earth House"
        ),
    ]
    match.play("close combat")
    assert answers(match, 1) == [
        "Answer: yes, deal 2 damage to an enemy Unit",
        "Answer: no, put Close Combat into the trash",
    ]
    assert question_text(match.view(0)).endswith("Do they use the Burst of their Shield?")
    match = table(("G02", "G07"), hands=("G10", ""))
    match.play("pair amuro")
    assert answers(match, 0)[0] == "Answer: first Gundam (MA Form): draw a card"


def test_room_and_cards_are_named() -> None:
    match = table(("G05 " * 6, ""), hands=("G24", ""))
    assert described(match, "deploy zaku ii") == "Deploy Zaku II for 1 in the place of another Unit"
    match.play("deploy zaku ii")
    assert answers(match, 0)[0] == "Answer: put GM (1) into the trash for Zaku II"
    assert question_text(match.view(0)).startswith("Zaku II is deployed. Which of your Units")
    match = table(("G17n", ""), hands=("G26 G25", ""))
    match.play("pair full frontal")
    assert answers(match, 0) == ["Answer: deploy nothing", "Answer: deploy Gouf"]


# News.


def test_news_tell_damage_and_destruction() -> None:
    match = table(("G05 G03", "G24r T5r"))
    play(match, "attack p0.1 p1.1", "pass_block", "pass_action")
    assert told(match, "pass_action", 0) == [
        "your GM takes 1 damage: 1 of 2",
        "the opponent's Zaku II is destroyed",
    ]
    play(match, "attack p0.2 p1", "pass_block", "pass_action")
    assert told(match, "pass_action", SPECTATOR) == ["seat 1's EX Base takes 2 damage: 2 of 3"]


def test_news_tell_shields() -> None:
    match = table(("G05", ""), bases=("", ""), hands=("G15", ""))
    play(match, "attack p0.1 p1", "pass_block", "pass_action")
    assert told(match, "pass_action", 1) == ["you lose a Shield, Zaku I: 2 left"]
    fork = match.fork()
    assert told(match, "deploy white base", 0) == ["you take Zaku I into the hand, Shields: 2 left"]
    assert told(fork, "deploy white base", 1) == [
        "the opponent takes a Shield into the hand, Shields: 2 left"
    ]


def test_news_tell_a_shield_that_goes_to_the_hand_from_one_that_has_fallen() -> None:
    match = table(("G35(3)", ""), bases=("EXB", ""), shields=("", "G29 G16 G10 G05"))
    play(match, "attack p0.1 p1", "pass_block", "pass_action")
    assert told(match, "pass_action", 0)[0] == (
        "the opponent loses 2 Shields, Asticassia School of Technology, Earth House"
        " and Close Combat: 2 left"
    )
    match.play("close combat")
    match.play("yes")
    match.play("freedom gundam")
    assert told(match, "yes", 1) == ["you take Amuro Ray into the hand, Shields: 1 left"]


def test_news_tell_what_returns_and_which_tokens_come_and_go() -> None:
    match = table(("", "G05 T2"), hands=("G37 G37 G25", ""))
    match.play("play hawk")
    assert told(match, "gm", 1) == ["your GM returns to the hand"]
    match.play("play hawk")
    assert told(match, "guncannon token", 1) == ["your Guncannon token leaves the game"]
    assert told(match, "deploy gouf", 0) == ["you get a Zaku II token"]


def test_news_tell_the_next_turn_resources_and_questions() -> None:
    match = table(("G01(3)", ""), hands=("G43", ""), left=(1, 1))
    assert told(match, "deploy wing", 0) == ["you get an EX Resource: 1"]
    play(match, "end_main", "pass_action")
    fork = match.fork()
    assert told(match, "pass_action", 1) == [
        "the opponent's Gundam loses 2 damage: 1 of 4",
        "turn 6: your turn",
        "you draw Guncannon",
    ]
    assert told(fork, "pass_action", 0)[-1] == "the opponent draws a card"
    match = table(("G22(1)", ""), hands=("", "G29"), active=1, decks=("G19 G27 G05 G03", "G05 G05"))
    match.play("play close combat")
    assert told(match, "zaku", 0)[1] == "you look at GM, Geara Zulu and Char Aznable"


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_are_not_told_to_others(seed: int) -> None:
    rng = random.Random(seed)
    engine = RuleEngine(Gundam(decks="A / D"), seed=seed)
    secrets = 0
    while engine.outcome is None:
        befores = [engine.view(viewer) for viewer in (0, 1, SPECTATOR)]
        engine.play(rng.choice([move for move in engine.legal_moves() if not move.always]))
        for before in befores:
            news = GAME.news(before, engine.view(before.viewer))
            others = [line for line in news if not line.startswith("you")]
            hidden = [line for line in others if " draws " in line or " looks at " in line]
            hidden += [line for line in others if " takes " in line and "hand" in line]
            secrets += len(hidden)
            assert all(re.search(r" (draws|looks at|takes) (a|\d) ", f"{line} ") for line in hidden)
    assert secrets
