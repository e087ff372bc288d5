"""Moves in words, and what follows a move by itself."""

import pytest

from kibitz.core import seeded
from kibitz.core.game import SPECTATOR
from kibitz.games.pokemon import PokemonTcg
from tests.games.pokemon.table import Table


def described(table: Table, text: str, seat: int = 0) -> str:
    """Describes a move for a seat."""
    move = table.game.parse(table.fight, text)
    return table.game.describe(table.game.view(table.fight, seat), move)


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


# What follows a move by itself.


def told(table: Table, *moves: str, seat: int = 0) -> list[str]:
    """Plays moves and returns the news of the last one, for a seat."""
    table.play(*moves[:-1])
    before = table.game.view(table.fight, seat)
    table.play(moves[-1])
    return table.game.news(before, table.game.view(table.fight, seat))


def test_coins_are_told_to_both_players() -> None:
    for seat in (0, 1, SPECTATOR):
        table = Table("doduo [W]", against="onix", flips="HT")
        assert told(table, "attack fury attack", seat=seat) == ["coins: heads, tails"]
        table = Table("pikachu [LW]", against="onix", flips="T")
        assert told(table, "attack thunder jolt", seat=seat) == ["coin: tails"]
    assert told(Table("onix [F]"), "attack rock throw") == []


def test_coins_of_an_opponent_are_told() -> None:
    table = Table("onix", against="doduo [W]", flips="TH")
    assert told(table, "end", "draw", "attack fury attack") == ["coins: tails, heads"]


def test_sleep_is_told_with_its_coin() -> None:
    woken = Table("onix asleep", flips="H")
    assert told(woken, "end") == ["coin: heads", "your Onix wakes up"]
    table = Table("abra", against="onix asleep", flips="T")
    assert told(table, "end") == ["coin: tails", "the opponent's Onix stays asleep"]


def test_knock_outs_and_prizes_are_told() -> None:
    table = Table("hitmonchan [FFW]", against="rattata", their_bench=["abra"], prizes=3)
    assert told(table, "attack jab") == ["the opponent's Rattata is knocked out"]
    assert told(table, "prize") == ["you take a Prize (Water): 2 left"]
    table = Table("hitmonchan [FFW]", against="rattata", their_bench=["abra"], prizes=3)
    assert told(table, "attack jab", seat=1) == ["your Rattata is knocked out"]
    assert told(table, "prize", seat=1) == ["the opponent takes a Prize: 2 left"]
    table = Table("hitmonchan [FFW]", against="rattata", their_bench=["abra"], prizes=3)
    news = told(table, "attack jab", seat=SPECTATOR)
    assert news == ["Rattata of seat 1 is knocked out"]
    assert told(table, "prize", seat=SPECTATOR) == ["seat 0 takes a Prize: 2 left"]


def test_several_knock_outs_are_told() -> None:
    table = Table(
        "magneton [LLWW] 20",
        bench=["pikachu"],
        against="electabuzz",
        their_bench=["abra 10", "onix"],
    )
    assert told(table, "attack selfdestruct") == [
        "your Magneton is knocked out",
        "the opponent's Electabuzz is knocked out",
        "the opponent's Abra is knocked out",
    ]


def test_poison_knocks_out_between_turns() -> None:
    table = Table("onix 80 poisoned", bench=["abra"])
    assert told(table, "end") == ["your Onix is knocked out"]


def test_what_leaves_play_otherwise_is_no_knock_out() -> None:
    table = Table("onix", bench=["charmeleon", "clefairy doll"], hand="scoop up")
    assert told(table, "play scoop up > bench 1") == []
    assert told(table, "power discard doll > bench 1") == []


def test_drawn_cards_are_told_to_their_owner_only() -> None:
    for seat, news in ((0, ["you draw Bill, Fire"]), (1, []), (SPECTATOR, [])):
        table = Table("onix", hand="bill, water", deck="9 water, fire, bill")
        assert told(table, "play bill", seat=seat) == news
    table = Table("onix", their_deck="9 water, abra")
    assert told(table, "end", "draw", seat=1) == ["you draw Abra"]


def test_toss_is_told() -> None:
    game = PokemonTcg()
    texts: set[str] = set()
    for seed in range(8):
        s = game.setup(seeded(f"toss/{seed}"))
        while s.turn == 0:
            before = game.view(s, 0)
            game.play(s, game.legal(s)[-1])
            news = game.news(before, game.view(s, 0))
            assert news == [] or s.turn == 1
        texts.update(news)
        assert ("you play first" in news[0]) == (s.board.first == 0)
    heads = "the toss: heads; you play first"
    assert texts == {heads, "the toss: tails; the opponent plays first"}
    game = PokemonTcg(coin_toss="chooses")
    s = game.setup(seeded("toss"))
    while not s.stack:
        before = game.view(s, s.seat)
        game.play(s, game.legal(s)[-1])
    assert "choose" in game.news(before, game.view(s, before.viewer))[0]


def test_sudden_death_is_told() -> None:
    table = Table(
        "magnemite [LW]",
        bench=["onix"],
        against="electabuzz 60",
        their_bench=["onix"],
        prizes=1,
        their_prizes=1,
    )
    news = told(table, "attack selfdestruct", "prize", "prize")
    assert news[-1] == "sudden death: a new match begins, with one Prize each"


def test_news_tell_a_seat_nothing_that_it_cannot_see() -> None:
    """Played in two worlds that look alike to a seat, a move has the same news for it."""
    game = PokemonTcg(decks="brushfire / blackout")
    compared = 0
    for seed in range(3):
        rng = seeded(f"news/{seed}")
        s = game.setup(rng.fork())
        while not s.over:
            move = game.random_move(s, rng)
            seat = 1 - s.seat
            before = game.view(s, seat)
            other = game.sample(before, rng)
            coins = s.rng.clone()
            game.play(s, move)
            after = game.view(s, seat)
            if move in game.legal(other):
                other.rng = coins
                game.play(other, move)
                if game.view(other, seat) == after:
                    compared += 1
                    assert game.news(before, game.view(other, seat)) == game.news(before, after)
    assert compared > 100
