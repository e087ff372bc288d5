"""Cards, moves and news of Lorcana in words."""

import random

import pytest

from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.cards import CARDS, OCCASIONS, OPERATIONS
from kibitz.games.lorcana.moves import Answer
from kibitz.games.lorcana.rules.abilities import ChooseTarget, May, Resolution
from kibitz.games.lorcana.rules.operations import Amount, Bottom, Discard, Discarded, InkCard
from kibitz.games.lorcana.rules.turn import Alter
from kibitz.games.lorcana.state import CardInPlay, LorcanaState, Table
from kibitz.games.lorcana.text.descriptions import PHRASES, WHEN, card_text, question_text
from kibitz.kit.effects import Effect, Order
from kibitz.testing import Scenario, scenario

GAME = Lorcana()
NUMBER = GAME.layout().read_card


def usual() -> Scenario[CardInPlay, Table]:
    """Returns a main phase with something of everything."""
    given = scenario(GAME).turn(5, active=0, phase="main").set(ink=[6, 0], lore=[15, 3])
    given.put("inkwell", 0, *["L01"] * 6).put("deck", 0, "L01", "L05").put("deck", 1, "L01")
    given.put("hand", 0, "L20", "L03", "L10", "L04", "L28", "L15", "L40").put("hand", 1, "L29")
    given.put("characters", 0, "L06", "L05", "L09", "L02", "L02", "L37", "L52", "L38")
    given.put("items", 0, "L12", "L59").put("locations", 0, "L60").put("locations", 1, "L60")
    given.put("characters", 1, "L21", "L37", "L25", exerted=True)
    return given.put("discard", 0, "L11").put("discard", 1, "L57")


def described(text: str, viewer: int = 0) -> str:
    """Describes a move of the usual position."""
    state = usual().state()
    return GAME.describe(GAME.view(state, viewer), GAME.parse(state, text))


# Cards.


def test_every_operation_and_occasion_has_a_phrase() -> None:
    assert set(PHRASES) == set(OPERATIONS)
    assert len(WHEN) == len(OCCASIONS)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("L02", ""),
        ("L08", "Bodyguard; Support"),
        (
            "L10",
            (
                "Shift 4; when you play a character that costs 2 or less, you may exert it to"
                " draw a card"
            ),
        ),
        (
            "L09",
            (
                "when it quests, you may ready each of your other exerted Princess characters"
                " and they cannot quest this turn"
            ),
        ),
        ("L27", "while this card is exerted, it keeps each opposing character from questing"),
        ("L30", "exert it: a character gets +1 strength this turn, +2 if it is Aladdin"),
        (
            "L51",
            (
                "at the end of your turn, if this card is exerted and you have no Captain,"
                " deal 1 damage to this card"
            ),
        ),
        ("L59", "exert it and pay 2 ink: deal 1 damage to a character"),
        ("L60", "each of your characters here has Challenger +1 and Resist +1"),
    ],
)
def test_cards_are_described_by_their_data(card: str, text: str) -> None:
    assert card_text(NUMBER(card)) == text


def test_every_card_has_words() -> None:
    for card in range(1, len(CARDS)):
        text = card_text(card)
        assert "{" not in text
        assert bool(text) == bool(CARDS[card].abilities or any(CARDS[card].keywords))


def test_the_list_of_cards_says_what_they_do() -> None:
    lines = GAME.lists()["cards"]
    assert lines[1] == "L02 Stitch - New Dog: amber, cost 1, 2/2/1"
    assert lines[19] == "L20 Friends on the Other Side: amethyst, cost 3, song; draw 2 cards"


# Moves.


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("quest moana", "Quest with Moana - Of Motunui for 3 lore"),
        ("quest stitch 5", "Quest with Stitch - New Dog (5) for 1 lore"),
        ("ink sebastian", "Put Sebastian - Court Composer into your inkwell"),
        ("play simba exerted", "Play Simba - Protective Cub for 2 ink, exerted"),
        ("play maleficent", "Play Maleficent - Sorceress for 3 ink: you may draw a card"),
        ("sing friends with ariel", "Sing Friends on the Other Side with Ariel: draw 2 cards"),
        (
            "shift stitch onto stitch 4",
            "Shift Stitch - Rock Star onto Stitch - New Dog (4) for 4 ink",
        ),
        (
            "maui > aladdin",
            "Challenge Aladdin - Prince Ali with Maui (6 damage against 2, Aladdin is banished)",
        ),
        (
            "maui > their maui",
            "Challenge Maui - Hero to All with Maui (6 damage against 6, both are banished)",
        ),
        (
            "prince > mickey",
            "Challenge Mickey Mouse - Steamboat Pilot with The Prince (1 damage against 2)",
        ),
        (
            "mickey > castle",
            "Challenge Castle Wyvern - Above the Clouds with Mickey Mouse (3 damage)",
        ),
        ("use plasma", "Use Plasma Blaster (exert it and pay 2 ink): deal 1 damage to a character"),
        (
            "move mickey to castle",
            "Move Mickey Mouse - True Friend to Castle Wyvern - Above the Clouds for 1 ink",
        ),
        ("end_turn", "End turn"),
        ("concede", "Concede"),
        ("quest p0.characters.9", "quest p0.characters.9"),
        ('answer may ["yes"]', 'answer may ["yes"]'),
    ],
)
def test_turn_actions_are_described(move: str, text: str) -> None:
    assert described(move) == text


def test_a_quest_that_wins_says_so() -> None:
    state = usual().set(lore=[17, 3]).state()
    text = GAME.describe(GAME.view(state, 0), GAME.parse(state, "quest moana"))
    assert text == "Quest with Moana - Of Motunui for 3 lore and win"


def test_moves_of_the_other_player_are_told_from_the_own_side() -> None:
    assert described("ink sebastian", 1) == "Put Sebastian - Court Composer into their inkwell"
    told = described("play maleficent", SPECTATOR)
    assert told == "Play Maleficent - Sorceress for 3 ink: they may draw a card"


# Questions and answers.


def run_of(card: str, ability: int = 0, serial: int = 99, subject: int = 0) -> Resolution:
    """Returns an ability of a card that is resolved."""
    return Resolution(0, NUMBER(card), serial, ability, 0, subject)


def answers(state: LorcanaState, viewer: int) -> list[str]:
    """Describes all answers to the question that waits."""
    view = GAME.view(state, viewer)
    return [GAME.describe(view, move) for move in GAME.legal(state)]


@pytest.mark.parametrize(
    ("question", "own", "other"),
    [
        (
            May(0, run_of("L19")),
            "Answer: yes, return Marshmallow - Persistent Guardian from the discard to your hand",
            "Answer: yes, return Marshmallow - Persistent Guardian from the discard to their hand",
        ),
        (
            ChooseTarget(0, run_of("L30")),
            "Answer: the opposing Maui - Hero to All gets +1 strength this turn",
            "Answer: your Maui - Hero to All gets +1 strength this turn",
        ),
        (Discard(0), "Answer: discard Dragon Fire", "Answer: discard Dragon Fire"),
        (
            InkCard(0),
            "Answer: put Dragon Fire into your inkwell",
            "Answer: put a card into their inkwell",
        ),
        (
            Alter(0),
            "Answer: put Simba - Protective Cub and Dragon Fire back",
            "Answer: put 2 cards back",
        ),
        (Alter(0), "Answer: keep your hand", "Answer: keep their hand"),
        (
            Discarded(0, run_of("L14")),
            "Answer: shuffle Ba-Boom! into the opponent's deck",
            "Answer: shuffle Ba-Boom! into your deck",
        ),
        (Discarded(0, run_of("L14")), "Answer: choose nothing", "Answer: choose nothing"),
    ],
)
def test_answers_say_what_they_mean(
    question: Effect[CardInPlay, Table], own: str, other: str
) -> None:
    state = usual().ask(question).state()
    at = answers(state, 0).index(own)
    assert answers(state, 1)[at] == other


def test_an_ability_names_the_card_that_it_is_about() -> None:
    state = usual().state()
    part = state.rows[0][3]
    state.then(May(0, run_of("L10", subject=part.serial)))
    assert answers(state, 0) == [
        "Answer: yes, exert Stitch - New Dog (4) to draw a card",
        "Answer: no",
    ]
    assert question_text(GAME.view(state, 1)) == (
        "Stitch - Rock Star: exert Stitch - New Dog (4) to draw a card. Do they use the ability?"
    )


def test_numbers_support_and_triggers_are_named() -> None:
    state = usual().state()
    ariel, mickey = state.rows[0][:2]
    mickey.damage = 1
    waiting = (
        Resolution(0, NUMBER("L08"), 98, -1, -1, 0, (), 4),
        Resolution(0, NUMBER("L51"), 97, 0, -1),
    )
    state.then(Order(0, waiting, (0, 1)))
    assert answers(state, 0) == [
        "Answer: first Maximus - Palace Horse: Support",
        f"Answer: first Mr. Smee - Bumbling Mate: {card_text(NUMBER('L51'))}",
    ]
    state.stack[-1] = Amount(0, run_of("L07"), (mickey.serial,))
    assert answers(state, 0)[1] == "Answer: remove 1 damage from Mickey Mouse - True Friend"
    state.stack[-1] = ChooseTarget(0, run_of("L06", -1, serial=ariel.serial))
    assert "Answer: your Moana - Of Motunui gets +2 strength this turn" in answers(state, 0)


def test_what_a_player_looks_at_is_hidden_from_the_other() -> None:
    given = usual().put("looked", 0, "L01", "L20").ask(Bottom(0, run_of("L47")))
    assert answers(given.state(), 0)[0] == "Answer: put HeiHei - Boat Snack under your deck next"
    assert answers(given.state(), 1) == ["Answer: put a card under their deck next"] * 2


# News.


def told(state: LorcanaState, text: str, viewer: int) -> list[str]:
    """Plays a move, and returns what a viewer is told."""
    engine = RuleEngine(GAME, state=state)
    before = engine.view(viewer)
    engine.play(text)
    return GAME.news(before, engine.view(viewer))


def test_news_tell_draws_lore_damage_and_banishing() -> None:
    state = usual().state()
    assert told(state.clone(), "quest moana", 0) == ["you gain 3 lore: 18 of 20"]
    assert told(state.clone(), "quest moana", 1) == ["the opponent gains 3 lore: 18 of 20"]
    drawn = told(state.clone(), "sing friends with ariel", 0)
    assert drawn == ["you draw HeiHei - Boat Snack and Mickey Mouse - True Friend"]
    assert told(state.clone(), "sing friends with ariel", 1) == ["the opponent draws 2 cards"]
    assert told(state.clone(), "maui > aladdin", 1) == [
        "the opponent's Maui - Hero to All takes 2 damage: 2 of 5",
        "your Aladdin - Prince Ali is banished",
    ]
    assert told(state.clone(), "maui > aladdin", SPECTATOR)[1] == (
        "seat 1's Aladdin - Prince Ali is banished"
    )


def test_news_tell_what_returns_and_what_must_be_discarded() -> None:
    given = usual().put("hand", 0, "L29").ask(ChooseTarget(0, run_of("L28")))
    news = told(given.state(), "their mickey", 1)
    assert news == ["your Mickey Mouse - Steamboat Pilot returns to the hand"]
    given = usual().put("hand", 0, "L29")
    assert told(given.state(), "sing chill with moana", 0) == ["the opponent discards Sudden Chill"]


def test_news_tell_the_next_turn_and_the_question() -> None:
    state = usual().state()
    state.rows[0][5].exerted = True
    assert told(state, "end_turn", 1) == [
        "turn 6: your turn",
        "you draw HeiHei - Boat Snack",
        "you gain 1 lore: 4 of 20",
    ]
    news = told(usual().state(), "play maleficent", 0)
    assert news == ["you must answer: Maleficent - Sorceress: draw a card. Do you use the ability?"]


@pytest.mark.parametrize("seed", range(4))
def test_secret_answers_are_not_told_to_others(seed: int) -> None:
    rng = random.Random(seed)
    engine = RuleEngine(Lorcana(decks="C / C"), seed=seed)
    secrets = 0
    while engine.outcome is None:
        move, seat = rng.choice(engine.legal_moves()), engine.state.seat
        others = [engine.view(viewer) for viewer in (1 - seat, SPECTATOR)]
        if isinstance(move, Answer) and move.question in ("alter", "bottom", "ink_card", "take"):
            secrets += len(move.picks)
            texts = [GAME.describe(view, move) for view in others]
            names = [CARDS[card].name for card in move.picks]
            assert not [name for name in names for text in texts if name in text]
        engine.play(move)
        for view in others:
            GAME.news(view, engine.view(view.viewer))
    assert secrets
