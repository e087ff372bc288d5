"""The drawing of a match, and moves in words."""

import pytest

from kibitz.core import seeded
from kibitz.core.game import SPECTATOR
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.state import PRIZES, pile
from tests.games.pokemon_table import Table


def drawn(table: Table, seat: int = 0) -> str:
    """Draws what a seat sees."""
    return table.game.render(table.game.view(table.fight, seat))


def described(table: Table, text: str, seat: int = 0) -> str:
    """Describes a move for a seat."""
    move = table.game.parse(table.fight, text)
    return table.game.describe(table.game.view(table.fight, seat), move)


def test_table_shows_both_sides() -> None:
    table = Table(
        "charmander [RRD] 30 confused +pluspower",
        bench=["abra"],
        hand="2 fire, bill",
        against="onix [FF] toxic asleep",
        their_bench=["machop 10"],
        their_hand="3 potion",
        discard="potion",
        prizes=4,
    )
    assert drawn(table).splitlines() == [
        "Turn 5, seat 0 (you) to move",
        "",
        "seat 1: Prizes 6, hand 3, deck 20, discard 0",
        "bench 1    Machop          40/50  [########..]",
        "active     Onix            90/90  [##########]  2 fighting, ASLEEP,",
        "             POISONED (20)",
        "             Rock Throw (F) 10; Harden (FF); weak to grass; retreat 3",
        "",
        "active     Charmander      20/50  [####......]  double colorless, 2 fire,",
        "             CONFUSED, PlusPower",
        "             Scratch (C) 10; Ember (RC) 30; weak to water; retreat 1",
        "bench 1    Abra            30/30  [##########]",
        "seat 0 (you): Prizes 4, hand 3, deck 20, discard 1",
        "hand       Bill, 2 Fire",
        "discard    Potion",
    ]


def test_hands_of_others_are_hidden() -> None:
    table = Table(hand="bill", their_hand="2 potion")
    assert "Bill" not in drawn(table, 1)
    assert "Potion" not in drawn(table)
    assert "Bill" not in drawn(table, SPECTATOR)


@pytest.mark.parametrize("decks", ["overgrowth / zap", "brushfire / blackout", "starter"])
def test_every_line_fits_a_terminal(decks: str) -> None:
    game = PokemonTcg(decks=decks)
    rng = seeded(decks)
    for seed in range(3):
        s = game.setup(seeded(f"{decks}/{seed}"))
        while not s.over:
            for viewer in (0, 1, SPECTATOR):
                view = game.view(s, viewer)
                assert max(len(line) for line in game.render(view).splitlines()) < 80
                for move in game.legal(s):
                    assert game.describe(view, move)
            game.play(s, game.random_move(s, rng))
        assert "The match is over" in game.render(game.view(s, 0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("attack scratch", "attack scratch (10 damage to Onix: 80 HP left, fails on tails)"),
        ("attach fire > bench 1", "attach fire > bench 1 (Abra then has fire)"),
        (
            "attach fire > active",
            "attach fire > active (Charmander then has 2 fire; enough for Ember)",
        ),
        (
            "evolve charmeleon",
            "evolve charmeleon > active (Charmander becomes Charmeleon, 50/80 HP)",
        ),
        ("potion active", "play potion > active (Charmander 20/50, removes 20 damage)"),
        ("bill", "play bill (draws 2)"),
        ("retreat 1", "retreat > bench 1 (Abra 30/30, costs 1 Energy, fails on tails)"),
        ("end", "end (without an attack)"),
    ],
)
def test_move_is_described_with_its_numbers(text: str, words: str) -> None:
    table = Table(
        "charmander [R] 30 confused", bench=["abra"], hand="fire, bill, potion, charmeleon"
    )
    assert described(table, text) == words


def test_attack_that_depends_on_coins_says_how() -> None:
    table = Table("beedrill [GGG]", against="machop")
    assert described(table, "twineedle") == (
        "attack twineedle (0 to 60 damage to Machop, 30 on average; knocks it out with 25%)"
    )
    assert described(table, "poison sting").endswith("10 HP left, Poisoned on heads)")


def test_knock_out_is_announced() -> None:
    table = Table("raichu [LLLL]", against="magikarp")
    assert "120 damage to Magikarp: knocks it out" in described(table, "thunder")


def test_what_is_chosen_before_the_first_turn_is_not_told() -> None:
    game = PokemonTcg()
    s = game.setup(seeded("face down"))
    move = game.legal(s)[0]
    assert game.describe(game.view(s, 0), move).startswith(str(move))
    assert game.describe(game.view(s, 1), move) == "active: a card, face down"
    assert game.describe(game.view(s, SPECTATOR), move) == "active: a card, face down"


def test_card_that_is_taken_from_the_deck_is_not_told() -> None:
    table = Table(hand="computer search, 2 bill", deck="3 mewtwo, 2 fire")
    table.play("play computer search")
    assert described(table, "mewtwo") == "choose mewtwo"
    assert described(table, "mewtwo", 1) == "choose: a card, face down"


def test_question_is_shown() -> None:
    table = Table(hand="computer search, bill, potion, fire", deck="3 mewtwo, 2 fire")
    table.play("play computer search")
    lines = drawn(table).splitlines()
    assert lines[0] == "Turn 5, seat 0 (you) has to answer"
    assert lines[1] == "Which card of your hand do you discard?"


def test_coins_and_mulligans_are_shown() -> None:
    table = Table("weedle [G]", flips="H").play("attack poison sting")
    assert "Last coins: heads" in drawn(table)
    game = PokemonTcg()
    for seed in range(50):
        s = game.setup(seeded(f"mulligan/{seed}"))
        if s.board.mulligans:
            text = game.render(game.view(s, 0))
            assert f"seat {s.board.mulligans[0][0]} had no Basic Pokémon and drew again:" in text
            break
    else:
        pytest.fail("no match began with a mulligan")
    assert len(pile(s, PRIZES, 0)) == 6
