"""The rules scenarios of the Base Set, named after what they show."""

from math import comb
from typing import TypeVar

import pytest

from kibitz.core import RuleEngine, seeded
from kibitz.core.randomness import Rng
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import HP, IS_BASIC, WORD_NUMBERS, read_list
from kibitz.games.pokemon.rules.in_play import retreat_ways
from kibitz.games.pokemon.rules.turn import deal, mulligans_of
from kibitz.games.pokemon.state import (
    ASLEEP,
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    CONFUSED,
    DECK,
    DRAW,
    FACE_DOWN,
    HAND,
    HEALTHY,
    MAIN,
    PARALYZED,
    PRIZES,
    PokemonState,
    pile,
)
from tests.games.pokemon.table import Table

T = TypeVar("T")


class Unshuffled(Rng):
    """Dice that leave the first shuffles as they are."""

    def __init__(self, kept: int) -> None:
        super().__init__(1, 2, 3, 4)
        self.kept = kept

    def shuffle(self, items: list[T]) -> None:
        """Shuffles, but only after the first `kept` calls."""
        self.kept -= 1
        if self.kept < 0:
            super().shuffle(items)

    def clone(self) -> "Unshuffled":
        """Returns a copy that shuffles alike."""
        return Unshuffled(self.kept)


def dealt(first: str, second: str, kept: int = 2) -> PokemonState:
    """Deals two decks whose top cards are the last ones; the first shuffles change nothing."""
    game = PokemonTcg()
    s = game.empty(Unshuffled(kept))
    s.cards[s.index(DECK, 0)] = read_list(first)
    s.cards[s.index(DECK, 1)] = read_list(second)
    deal(s)
    game.settle(s)
    return s


# Setup.


def test_a_01_mulligan() -> None:
    s = dealt("20 machop, 33 fire, 7 bill", "50 fire, 10 abra")
    shown = [hand for hand in s.board.mulligans if hand[0] == 0]
    assert shown[0] == (0, *[WORD_NUMBERS["bill"]] * 7)
    assert len(pile(s, HAND, 0)) == 7
    assert len(pile(s, DECK, 0)) == 53 - 6, "the Prizes are set aside at once"
    assert len(pile(s, HAND, 1)) == 7 + 2 * mulligans_of(s, 0)


def test_a_02_doll_is_not_enough() -> None:
    s = dealt("20 machop, 33 fire, 7 clefairy doll", "50 fire, 10 abra")
    assert mulligans_of(s, 0) >= 1


def test_a_03_setup_order() -> None:
    game = PokemonTcg()
    s = game.setup(seeded(3))
    seen: list[tuple[int, int]] = []
    while s.turn == 0:
        seen.append((s.phase, s.seat))
        move = game.legal(s)[-1]
        game.play(s, move)
    assert seen == [
        (CHOOSE_ACTIVE, 0),
        (CHOOSE_ACTIVE, 1),
        (CHOOSE_BENCH, 0),
        (CHOOSE_BENCH, 1),
    ]
    assert (s.turn, s.phase) == (1, DRAW)
    assert s.board.first == s.active == s.seat == (0 if s.board.coins == [1] else 1)
    assert [len(pile(s, PRIZES, seat)) for seat in (0, 1)] == [6, 6]


def test_face_down_choice_is_hidden_until_both_are_done() -> None:
    game = PokemonTcg()
    s = game.setup(seeded(3))
    game.play(s, game.legal(s)[0])
    chosen = pile(s, FACE_DOWN, 0)[0]
    assert pile(game.view(s, 0), FACE_DOWN, 0) == [chosen]
    assert pile(game.view(s, 1), FACE_DOWN, 0) == [0]
    for seed in range(20):
        world = game.sample(game.view(s, 1), seeded(seed))
        assert IS_BASIC[pile(world, FACE_DOWN, 0)[0]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "basics"),
    [("overgrowth", 14), ("zap", 18), ("brushfire", 18), ("blackout", 20), ("starter", 19)],
)
def test_mulligan_rate(deck: str, basics: int) -> None:
    """R-5; four standard errors of 2,000 hands."""
    game = PokemonTcg(decks=deck)
    rate = comb(60 - basics, 7) / comb(60, 7)
    count = 0
    for seed in range(1000):
        s = game.setup(seeded(f"{deck}/{seed}"))
        count += sum(1 for seat in (0, 1) if mulligans_of(s, seat))
    assert abs(count / 2000 - rate) < 4 * (rate * (1 - rate) / 2000) ** 0.5


# Turns.


def test_a_04_first_turn() -> None:
    table = Table("machop [F]", hand="machoke", against="abra", turn=1, phase=DRAW)
    table.play("draw")
    assert table.refuses("evolve machoke > active")
    table.play("attack low kick")
    assert table.foe().damage == 20
    table = Table("machop", hand="machoke", turn=2)
    assert table.refuses("evolve machoke > active")


def test_a_05_one_energy_per_turn() -> None:
    table = Table("machop", hand="2 fighting").play("attach fighting > active")
    assert table.refuses("attach fighting > active")
    assert table.energy() == "F"


def test_a_06_evolution() -> None:
    table = Table("charmander [R] 30 confused poisoned", hand="charmeleon, charizard")
    table.play("evolve charmeleon > active")
    own = table.own()
    assert (HP[own.kind], own.left(), table.energy()) == (80, 50, "R")
    assert (own.condition, own.poison) == (HEALTHY, 0)
    assert table.refuses("evolve charizard > active")


def test_a_07_just_played() -> None:
    table = Table(bench=["squirtle new"], hand="wartortle")
    assert table.refuses("evolve wartortle > bench 1")
    assert not Table(bench=["squirtle"], hand="wartortle").refuses("evolve wartortle > bench 1")


def test_a_08_retreat_payment() -> None:
    table = Table("hitmonchan [FD]", bench=["abra"]).play("retreat > bench 1")
    assert (table.energy(0, 1), table.zone("discard")) == ("F", ["double colorless"])
    fire, double = WORD_NUMBERS["fire"], WORD_NUMBERS["double colorless"]
    assert retreat_ways([double, fire], 2) == [(double,)]
    assert retreat_ways([double, double, fire], 3) == [(double, double), (double, fire)]
    assert retreat_ways([double, fire], 1) == [(double,), (fire,)]
    assert Table("hitmonchan [F]", bench=["abra"]).refuses("retreat > bench 1")


def test_retreat_asks_only_for_a_real_choice() -> None:
    table = Table("hitmonchan [FFW]", bench=["abra"]).play("retreat > bench 1")
    assert table.legal() == ["choose fighting", "choose water"]
    table = Table("pikachu [LW]", bench=["abra"]).play("retreat > bench 1")
    assert table.legal() == ["choose lightning", "choose water"]
    assert table.play("choose water").energy(0, 1) == "L"
    table = Table("pikachu [LL]", bench=["abra"]).play("retreat > bench 1")
    assert table.energy(0, 1) == "L"


def test_a_09_confused_retreat() -> None:
    table = Table("pikachu [LW] confused", bench=["abra"], flips="T")
    table.play("retreat > bench 1", "choose lightning")
    assert (table.energy(), table.own().condition) == ("W", CONFUSED)
    assert table.zone("discard") == ["lightning"]
    assert table.refuses("retreat > bench 1")


def test_a_10_several_retreats() -> None:
    table = Table("abra", bench=["rattata", "diglett"])
    table.play("retreat > bench 1", "retreat > bench 2")
    assert table.own().kind == WORD_NUMBERS["diglett"]


def test_retreat_ends_conditions_and_keeps_the_rest() -> None:
    table = Table("pikachu [LL] 20 poisoned +pluspower", bench=["abra"])
    table.play("retreat > bench 1")
    assert (table.own(1).poison, table.own(1).damage) == (0, 20)
    assert table.own(1).trainers == [WORD_NUMBERS["pluspower"]]


@pytest.mark.parametrize("condition", ["asleep", "paralyzed"])
def test_sleeping_or_paralyzed_pokemon_neither_attacks_nor_retreats(condition: str) -> None:
    table = Table(f"abra [P] {condition}", bench=["rattata"])
    assert table.legal() == ["end"]


# Attacks.


@pytest.mark.parametrize(
    ("user", "defender", "damage"),
    [
        ("staryu [W]", "charmander", 40),
        ("staryu [W] +pluspower", "charmeleon", 50),
        ("staryu [W] +pluspower", "charmander +defender", 30),
        ("staryu [W]", "charmander +defender", 20),
    ],
)
def test_a_11_damage_order(user: str, defender: str, damage: int) -> None:
    assert Table(user, against=defender).play("attack slap").foe().damage == damage


def test_a_12_resistance_and_pluspower() -> None:
    table = Table("hitmonchan [F] +pluspower", against="pidgeotto").play("attack jab")
    assert table.foe().damage == 0


@pytest.mark.parametrize(("energy", "damage"), [("WWWW", 50), ("WWWWW", 60), ("WWWWWW", 60)])
def test_a_13_extra_water(energy: str, damage: int) -> None:
    table = Table(f"blastoise [{energy}]", against="venusaur").play("attack hydro pump")
    assert table.foe().damage == damage


@pytest.mark.parametrize(
    ("user", "attack", "damage"),
    [
        ("mewtwo [PW] confused", "psychic", 40),
        ("hitmonchan [F] confused", "jab", 20),
        ("hitmonchan [F] confused +defender", "jab", 0),
    ],
)
def test_a_14_confusion(user: str, attack: str, damage: int) -> None:
    table = Table(user, flips="T").play(f"attack {attack}")
    assert (table.own().damage, table.foe().damage) == (damage, 0)
    assert table.legal() == ["end"]
    assert table.own().condition == CONFUSED


def test_a_15_conditions() -> None:
    table = Table("gyarados [WWWW]", against="onix asleep poisoned", flips="H")
    table.play("attack bubblebeam")
    foe = table.foe()
    assert (foe.condition, foe.poison, foe.damage) == (PARALYZED, 10, 40)
    table.end()
    assert (foe.condition, foe.damage) == (PARALYZED, 50)
    table.end()
    assert (foe.condition, foe.poison, foe.damage) == (HEALTHY, 10, 60)
    table = Table("onix", against="onix toxic").end()
    assert table.foe().damage == 20


def test_sleep_is_flipped_for_after_every_turn() -> None:
    table = Table("onix", against="onix asleep", flips="TH").end()
    assert table.foe().condition == ASLEEP
    assert table.end().foe().condition == HEALTHY


def test_a_16_multi_knock_out() -> None:
    table = Table(
        "magneton [LLWW]",
        bench=["pikachu"],
        against="electabuzz",
        their_bench=["abra 10", "onix"],
    )
    table.play("attack selfdestruct")
    assert table.own(1).damage == 20
    assert (table.fight.seat, table.legal()) == (0, ["prize"])
    table.play("prize", "prize")
    assert (table.fight.seat, table.legal()) == (1, ["prize"])
    table.play("prize")
    assert (table.fight.seat, table.legal()) == (1, ["promote bench 1"])
    table.play("promote bench 1")
    assert (table.fight.seat, table.legal()) == (0, ["promote bench 1"])
    table.play("promote bench 1")
    assert (table.prizes(), table.own().damage, table.foe().damage) == ([4, 5], 20, 20)
    assert {"electabuzz", "abra"} <= set(table.zone("discard", 1))
    assert {"magneton", "magnemite"} <= set(table.zone("discard", 0))


def test_a_17_strikes_back() -> None:
    table = Table("rattata [F] 20", bench=["abra"], against="machamp 90", their_bench=["diglett"])
    table.play("attack bite", "prize", "prize")
    assert table.prizes() == [5, 5]
    table = Table("rattata [F] 20", against="machamp 90 asleep", their_bench=["diglett"])
    table.play("attack bite", "prize", "promote bench 1")
    assert (table.prizes(), table.own().damage) == ([5, 6], 20)


def test_strikes_back_from_the_bench() -> None:
    table = Table("magneton [LLWW] +defender +defender +defender", their_bench=["machamp"])
    table.play("attack selfdestruct")
    assert table.own().damage == 30, "80 less 60 from itself, 10 from Machamp"


def test_a_18_destiny_bond() -> None:
    table = Table("gastly [PP] 20", bench=["abra"], against="pikachu [L]", their_bench=["onix"])
    table.play("attack destiny bond").end()
    table.play("attack gnaw", "prize", "prize")
    assert table.prizes() == [5, 5]
    table = Table("gastly [PP] 20", bench=["abra"], against="pikachu [L]", their_bench=["onix"])
    table.play("attack destiny bond").end().end().end()
    table.play("attack gnaw", "prize")
    assert table.prizes() == [6, 5]


def test_destiny_bond_does_not_avenge_poison() -> None:
    table = Table("gastly [PP] 10 poisoned", bench=["abra"], against="pikachu [L]")
    table.play("attack destiny bond").end().play("end", "prize", "promote bench 1")
    assert (table.prizes(), table.foe().damage) == ([6, 5], 0)


def test_a_19_deck_out() -> None:
    table = Table("machop [F]", their_deck="").play("attack low kick", "end")
    assert not table.fight.over
    table.play("draw")
    assert (table.fight.over, table.fight.winner, table.fight.reason) == (True, 0, "deck out")


def test_a_20_simultaneous_win_is_sudden_death() -> None:
    table = Table(
        "magnemite [LL]",
        bench=["onix"],
        against="pikachu",
        their_bench=["onix"],
        prizes=1,
        their_prizes=1,
        deck="20 machop",
        their_deck="20 abra",
    )
    table.play("attack selfdestruct", "prize", "prize")
    fight = table.fight
    assert (fight.over, fight.board.sudden, fight.phase) == (False, 1, CHOOSE_ACTIVE)
    assert table.prizes() == [1, 1]
    assert fight.turn == 0


def test_a_20_simultaneous_win_with_a_bench_wins() -> None:
    table = Table("magnemite [LL]", bench=["onix"], against="pikachu", prizes=1, their_prizes=1)
    table.play("attack selfdestruct", "prize", "prize")
    assert (table.fight.winner, table.fight.reason) == (0, "prizes")


def test_without_sudden_death_a_tie_is_a_draw() -> None:
    table = Table("magnemite [LL]", against="pikachu", sudden_death=False)
    table.play("attack selfdestruct", "prize", "prize")
    assert (table.fight.over, table.fight.winner, table.fight.reason) == (True, -1, "draw")
    assert table.game.returns(table.fight) == [0.0, 0.0]


def test_a_21_no_prize_for_the_doll() -> None:
    table = Table("machop [F]", against="clefairy doll", their_bench=["abra"])
    table.play("attack low kick")
    assert (table.fight.seat, table.legal()) == (1, ["promote bench 1"])
    table.play("promote bench 1")
    assert (table.prizes(), table.zone("discard", 1)) == ([6, 6], ["clefairy doll"])


def test_a_22_shields_last() -> None:
    table = Table(
        "squirtle [WW]",
        against="machop [F]",
        their_hand="bill, pluspower",
        flips="H",
    )
    table.play("attack withdraw").end()
    table.play("play bill", "play pluspower > active", "attack low kick")
    assert table.own().damage == 0
    table.end().end().play("attack low kick")
    assert table.own().damage == 20


def test_a_23_conservation() -> None:
    table = Table("dragonair [FFFF]", against="onix [WWW]").play("attack hyper beam")
    assert (table.energy(1), table.zone("discard", 1)) == ("WW", ["water"])


def test_a_24_replay() -> None:
    game = PokemonTcg(decks="brushfire / blackout")
    first, again = RuleEngine(game, seed=9), RuleEngine(PokemonTcg("brushfire / blackout"), seed=9)
    rng = seeded(9)
    while not first.state.over:
        move = game.random_move(first.state, rng)
        first.play(move)
        again.play(str(move))
        assert first.state == again.state


def test_whirlwind_does_nothing_to_a_pokemon_that_is_knocked_out() -> None:
    table = Table("pidgeotto [FF]", against="diglett 20", their_bench=["abra", "onix"])
    table.play("attack whirlwind")
    assert table.legal() == ["prize"]


def test_condition_applies_although_damage_is_resisted() -> None:
    table = Table("abra [P]", against="chansey", flips="H").play("attack psyshock")
    assert (table.foe().damage, table.foe().condition) == (0, PARALYZED)


def test_no_pokemon_left_loses() -> None:
    table = Table("machop [F]", against="diglett 20").play("attack low kick", "prize")
    assert (table.fight.winner, table.fight.reason) == (0, "no pokemon")


# Options.


def test_first_player_draws() -> None:
    for draws, phase in ((True, DRAW), (False, MAIN)):
        game = PokemonTcg(first_player_draws=draws)
        s = game.setup(seeded(1))
        while s.turn == 0:
            game.play(s, game.legal(s)[-1])
        assert s.phase == phase


def test_first_player_may_attack() -> None:
    assert not Table("machop [F]", turn=1).refuses("attack low kick")
    assert Table("machop [F]", turn=1, first_player_may_attack=False).refuses("attack low kick")
    assert not Table("machop [F]", turn=2, first_player_may_attack=False).refuses("attack low kick")


def test_trainers_per_turn() -> None:
    table = Table(hand="2 bill, clefairy doll", trainers_per_turn=1).play("play bill")
    assert table.refuses("play bill")
    assert table.refuses("bench clefairy doll")
    assert not Table(hand="2 bill").play("play bill").refuses("play bill")


FEW_BASICS = "4 abra, 56 psychic"


def test_mulligan_bonus() -> None:
    for bonus in (0, 1, 2):
        s = PokemonTcg(decks=FEW_BASICS, mulligan_bonus=bonus).setup(seeded(10))
        assert s.board.mulligans
        counts = [len(pile(s, HAND, seat)) for seat in (0, 1)]
        assert counts == [7 + bonus * mulligans_of(s, 1 - seat) for seat in (0, 1)]


def test_retreats_per_turn() -> None:
    table = Table("abra", bench=["rattata"], retreats_per_turn=1).play("retreat > bench 1")
    assert table.refuses("retreat > bench 1")
    table = Table("abra", bench=["rattata"]).play("retreat > bench 1")
    assert not table.refuses("retreat > bench 1")


def test_confusion_self_damage() -> None:
    for amount, damage in ((30, 30), (20, 2 * 20 - 20)):
        user = "mewtwo [PW] confused +defender"
        table = Table(user, flips="T", confusion_self_damage=amount)
        assert table.play("attack psychic").own().damage == damage


def test_confusion_blocks_retreat() -> None:
    for blocks, name in ((False, "onix"), (True, "abra")):
        table = Table("abra confused", bench=["onix"], flips="T", confusion_blocks_retreat=blocks)
        table.play("retreat > bench 1")
        assert table.own().kind == WORD_NUMBERS[name]


def test_coin_toss() -> None:
    game = PokemonTcg(coin_toss="first")
    s = game.setup(seeded(1))
    while s.turn == 0:
        assert not s.stack, "the winner is not asked"
        game.play(s, game.legal(s)[-1])
    game = PokemonTcg(coin_toss="chooses")
    s = game.setup(seeded(1))
    while not s.stack:
        game.play(s, game.legal(s)[-1])
    winner = s.seat
    assert [str(move) for move in game.legal(s)] == ["choose first", "choose second"]
    game.play(s, game.legal(s)[1])
    assert (s.turn, s.active) == (1, 1 - winner)


def test_sizes() -> None:
    deck = "4 abra, 16 psychic"
    game = PokemonTcg(decks=deck, deck_size=20, prize_count=3, opening_hand=5, bench_size=1)
    s = game.setup(seeded(1))
    assert len(pile(s, PRIZES, 0)) == 3
    assert len(pile(s, HAND, 0)) == 5 + 2 * mulligans_of(s, 1)
    assert Table(bench=["abra"], hand="abra", bench_size=1).refuses("bench abra")
    assert not Table(bench=["abra"], hand="abra").refuses("bench abra")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decks": "zap / zapp"}, "deck 2: there is no deck 'zapp'; did you mean 'zap'?"),
        ({"decks": "4 abra, 50 psychic"}, "deck 1: it has 54 cards: expected 60"),
        ({"decks": "5 abra, 55 psychic"}, "5 copies of Abra: expected 4 at most"),
        ({"decks": "60 psychic"}, "it has no Basic Pokémon: expected at least 1"),
        ({"decks": "4 arba, 56 psychic"}, "no card 'arba' in the Base Set, did you mean 'abra'"),
        ({"decks": "zap/zap/zap"}, "expected one or two"),
        (
            {"decks": "4 abra, 5 double colorless, 51 psychic"},
            "5 copies of Double Colorless Energy",
        ),
        ({"bench_size": 9}, "invalid bench_size=9: expected 1 to 8"),
        ({"confusion_self_damage": 25}, "expected 20"),
        ({"coin_toss": "odd"}, "invalid coin_toss=odd"),
    ],
)
def test_bad_option_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        PokemonTcg(**options)  # type: ignore[arg-type]  # options by name


def test_codes_and_printed_names_serve_in_decks() -> None:
    assert read_list("2 base1-58, base1-100") == read_list("2 pikachu, lightning energy")
    assert read_list("Nidoran♂, Farfetch'd, Pokédex") == read_list("nidoran m, farfetchd, pokedex")
