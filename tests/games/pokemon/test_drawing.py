"""The drawing of a match."""

import pytest

from kibitz.core import seeded
from kibitz.core.game import SPECTATOR
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import CARDS, HP
from kibitz.games.pokemon.state import PRIZES, pile
from tests.games.pokemon.table import Table


def drawn(table: Table, seat: int = 0) -> str:
    """Draws what a seat sees."""
    return table.game.render(table.game.view(table.fight, seat))


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


@pytest.mark.parametrize(
    ("pokemon", "printed"),
    [
        ("magikarp", "Tackle (C) 10; Flail (W) 10x"),
        ("jynx", "Doubleslap (P) 10x; Meditate (PPC) 20+"),
        ("beedrill", "Twineedle (CCC) 30x"),
        ("machoke", "Karate Chop (FFC) 50-"),
        ("blastoise", "Hydro Pump (WWW) 40+"),
        ("hitmonchan", "Jab (F) 20; Special Punch (FFC) 40"),
        ("rattata", "Bite (C) 20"),
    ],
)
def test_damage_has_the_mark_that_is_printed(pokemon: str, printed: str) -> None:
    lines = [line.strip() for line in drawn(Table(pokemon, against="onix")).splitlines()]
    assert any(f"{line}; ".startswith(f"{printed}; ") for line in lines)


def test_printed_line_of_any_pokemon_is_whole() -> None:
    for card in CARDS[1:]:
        if HP[card.number]:
            text = " ".join(drawn(Table(card.word, against="abra")).split())
            names = [attack.name for attack in card.attacks] + [power.name for power in card.powers]
            assert [name for name in names if name not in text] == []
            assert f"retreat {card.retreat}" in text
            assert "..." not in text
