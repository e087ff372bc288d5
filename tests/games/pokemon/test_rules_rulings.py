"""The worked examples and rulings of the rules that are not about one card."""

import pytest

from kibitz.games.pokemon.cards import (
    CARDS,
    ELEMENT,
    EVOLVES_FROM,
    IS_POKEMON,
    RESISTANCE,
    RETREAT,
    WEAKNESS,
    WORD_NUMBERS,
    WORDS,
)
from kibitz.games.pokemon.state import CONFUSED, HEALTHY, PARALYZED
from tests.games.pokemon.table import Table

# Evolving.


def test_r10_evolution_cards_go_on_the_right_pokemon_only() -> None:
    table = Table("charmander", bench=["squirtle", "charmeleon"], hand="charmeleon, charizard")
    moves = [move for move in table.legal() if move.startswith("evolve")]
    assert moves == ["evolve charizard > bench 2", "evolve charmeleon > active"]


def test_r11_evolving_ends_what_attacks_have_done() -> None:
    table = Table("sandshrew [F]", against="machop [F]", their_hand="machoke")
    table.play("attack sand-attack").end().play(
        "evolve machoke > active", "attach fighting > active"
    )
    assert table.foe().blind_turn == 0
    table = Table("poliwhirl [WW]", against="charmander [R]", their_hand="charmeleon")
    table.play("attack amnesia", "choose scratch").end().play("evolve charmeleon > active")
    assert (table.foe().disabled, table.foe().hit_turn) == (0, 0)
    table = Table("porygon [F]", against="machop [F]", their_hand="machoke")
    table.play("attack conversion 1", "choose grass").end().play("evolve machoke > active")
    assert table.foe().weakness == 0


def test_r12_breeder_keeps_the_turn_limits() -> None:
    for table in (
        Table("abra new", hand="pokemon breeder, alakazam"),
        Table("abra", hand="pokemon breeder, alakazam", turn=1),
        Table("abra", hand="pokemon breeder, kadabra"),
    ):
        assert table.refuses("play pokemon breeder > active")


def test_r14_lines_with_three_stages() -> None:
    found = []
    for card in CARDS:
        if card.stage == 2:
            middle = EVOLVES_FROM[card.number]
            found.append("-".join(WORDS[n] for n in (EVOLVES_FROM[middle], middle, card.number)))
    assert sorted(found) == [
        "abra-kadabra-alakazam",
        "bulbasaur-ivysaur-venusaur",
        "charmander-charmeleon-charizard",
        "machop-machoke-machamp",
        "nidoran m-nidorino-nidoking",
        "poliwag-poliwhirl-poliwrath",
        "squirtle-wartortle-blastoise",
        "weedle-kakuna-beedrill",
    ]


# Retreating and switching.


def test_r16_confused_pokemon_retreats_on_heads() -> None:
    table = Table("pikachu [L] confused", bench=["abra"], flips="H").play("retreat > bench 1")
    assert (table.own().kind, table.own(1).condition) == (WORD_NUMBERS["abra"], HEALTHY)


def test_r17_free_retreats() -> None:
    free = [card.word for card in CARDS if IS_POKEMON[card.number] and RETREAT[card.number] == 0]
    assert sorted(free) == ["abra", "beedrill", "diglett", "doduo", "gastly", "rattata"]


def test_r17_attack_effects_end_on_the_bench() -> None:
    table = Table("sandshrew [F]", against="machop [FF]", their_bench=["abra"])
    table.play("attack sand-attack").end().play("retreat > bench 1", "retreat > bench 1")
    table.flips("").play("attack low kick")
    assert table.fight.board.coins == [], "no coin for sand"
    assert table.own().damage == 20


@pytest.mark.parametrize("condition", ["asleep", "paralyzed"])
def test_r18_switch_is_no_retreat(condition: str) -> None:
    table = Table(f"onix {condition}", bench=["abra"], hand="switch").play("play switch > bench 1")
    assert (table.own(1).condition, table.own(1).paralyzed) == (HEALTHY, 0)


# Special conditions.


def test_r19_the_newest_condition_and_the_newest_poison_count() -> None:
    table = Table("vulpix [RR]", against="chansey paralyzed toxic", flips="H")
    table.play("attack confuse ray")
    assert (table.foe().condition, table.foe().poison) == (CONFUSED, 20)
    table = Table("weedle [G]", against="chansey toxic", flips="H").play("attack poison sting")
    assert table.foe().poison == 10, "a new poison replaces an older one"


def test_r21_only_psychic_pokemon_are_weak_to_themselves() -> None:
    pokemon = [card.number for card in CARDS if IS_POKEMON[card.number]]
    weak = [WORDS[card] for card in pokemon if WEAKNESS[card] == ELEMENT[card]]
    assert sorted(weak) == ["abra", "alakazam", "drowzee", "jynx", "kadabra", "mewtwo"]
    assert not [card for card in pokemon if RESISTANCE[card] == ELEMENT[card]]


def test_r21_heads_does_not_cure() -> None:
    table = Table("machop [F] confused", flips="H").play("attack low kick")
    assert (table.foe().damage, table.own().condition) == (20, CONFUSED)


def test_r24_a_full_shield_stops_conditions_and_a_plain_one_does_not() -> None:
    table = Table("raichu [LLW]", against="caterpie [G]", flips="H").play("attack agility").end()
    table.flips("H").play("attack string shot")
    assert (table.own().damage, table.own().condition) == (0, HEALTHY)
    table = Table("chansey [FF]", against="caterpie [G]", flips="H").play("attack scrunch").end()
    table.flips("H").play("attack string shot")
    assert (table.own().damage, table.own().condition) == (0, PARALYZED)


# Attacks (1.6).


def test_sand_comes_before_costs_and_costs_before_confusion() -> None:
    sand = "charmander [RR] confused"
    table = Table("sandshrew [F]", against=sand).play("attack sand-attack").end()
    table.flips("T").play("attack ember")
    assert (table.energy(1), table.fight.board.coins) == ("RR", [0])
    table = Table("sandshrew [F]", against=sand).play("attack sand-attack").end()
    table.flips("HT").play("attack ember")
    assert (table.energy(1), table.fight.board.coins) == ("R", [1, 0])
    assert (table.foe().damage, table.own().damage) == (10 + 20, 0)


def test_confusion_comes_before_the_coins_of_the_attack() -> None:
    table = Table("pikachu [LL] confused", flips="HT").play("attack thunder jolt")
    assert (table.fight.board.coins, table.own().damage) == ([1, 0], 10)


def test_r25_defender_helps_against_self_damage_and_pluspower_does_not_count() -> None:
    table = Table("machoke [FFFF] +defender +pluspower", against="venusaur")
    table.play("attack submission")
    assert (table.foe().damage, table.own().damage) == (70, 0)


@pytest.mark.parametrize(
    ("user", "attack", "against", "damage"),
    [
        ("machoke [FFFF] 30", "karate chop", "venusaur", 20),
        ("hitmonchan [FFF]", "special punch", "chansey", 80),
        ("hitmonchan [FFF]", "special punch", "pidgeotto", 10),
        ("hitmonchan [F] +pluspower", "jab", "pidgeotto", 0),
        ("staryu [W] +pluspower", "slap", "charmeleon", 50),
        ("staryu [W]", "slap", "charmander +defender", 20),
    ],
)
def test_r29_worked_damage(user: str, attack: str, against: str, damage: int) -> None:
    assert Table(user, against=against).play(f"attack {attack}").foe().damage == damage


def test_r29_worked_knock_outs() -> None:
    table = Table("machoke [FFFF] 30", against="rattata", their_bench=["abra"])
    assert table.play("attack karate chop").legal() == ["prize"], "20, doubled, of 30"
    table = Table("blastoise [WWWWW]", against="charizard", their_bench=["abra"])
    assert table.play("attack hydro pump").legal() == ["prize"], "60, doubled, of 120"


# Between turns (1.7).


def test_poison_that_knocks_out_leaves_no_sleep_to_flip_for() -> None:
    table = Table("onix 80 poisoned asleep", bench=["abra"], flips="H").play("end")
    assert (table.fight.board.coins, table.legal()) == ([], ["prize"])


def test_both_players_can_lose_a_pokemon_between_turns() -> None:
    table = Table("onix 80 poisoned", bench=["abra"], against="onix 70 toxic", their_bench=["abra"])
    table.play("end")
    assert (table.fight.seat, table.legal()) == (0, ["prize"]), "the player of the turn first"
    table.play("prize", "prize")
    assert (table.fight.seat, table.legal()) == (1, ["promote bench 1"]), "the other one first"
    table.play("promote bench 1", "promote bench 1")
    assert (table.prizes(), table.fight.turn, table.fight.seat) == ([5, 5], 6, 1)


def test_sleep_flips_come_in_the_order_of_the_players() -> None:
    table = Table("onix asleep", against="onix asleep", flips="TH").play("end")
    assert (table.own().condition > 0, table.foe().condition) == (True, HEALTHY)


# The end.


def test_r32_more_conditions_win() -> None:
    table = Table("magnemite [LL]", against="pikachu", prizes=1, their_prizes=2)
    table.play("attack selfdestruct", "prize", "prize")
    assert (table.fight.winner, table.fight.reason) == (0, "prizes"), "both lack Pokémon"


# Hard cards (1.11).


def test_metronome_has_the_type_of_its_user() -> None:
    table = Table("clefairy [FFF]", against="staryu").play("attack metronome")
    assert table.foe().damage == 20
    table = Table("clefairy [FFF]", against="hitmonchan").play("attack metronome", "choose jab")
    assert table.foe().damage == 20


def test_metronome_needs_no_sleeping_target() -> None:
    table = Table("clefairy [FFF]", against="haunter", their_bench=["abra"])
    table.play("attack metronome", "choose dream eater")
    assert table.foe().damage == 50


def test_mirror_move_gives_sand_and_weakness_back() -> None:
    table = Table("sandshrew [F]", bench=["abra"], against="pidgeotto [FFF]")
    table.play("attack sand-attack").end().flips("H").play("attack mirror move")
    assert table.own().blind_turn == table.fight.turn
    table = Table("porygon [F]", against="pidgeotto [FFF]").play("attack conversion 1")
    table.play("choose water").end().play("attack mirror move")
    assert table.own().weakness == 3


def test_mirror_move_gives_amnesia_back() -> None:
    table = Table("poliwhirl [WW]", against="pidgeotto [FFF]").play("attack amnesia")
    table.play("choose whirlwind").end().play("attack mirror move")
    assert table.legal() == ["choose amnesia", "choose doubleslap"]
    table.play("choose doubleslap").end()
    assert table.refuses("attack doubleslap")


def test_mirror_move_returns_the_damage_that_was_received() -> None:
    table = Table("pikachu [F]", against="pidgeotto [FFF]").play("attack gnaw").end()
    assert table.foe().damage == 20, "it is weak to Lightning"
    assert table.play("attack mirror move").own().damage == 20


def test_mirror_move_returns_only_what_came_in_the_last_turn() -> None:
    table = Table("pikachu [F]", against="pidgeotto [FFF]").play("attack gnaw").end().end().end()
    assert table.refuses("attack mirror move")


def test_leech_seed_heals_only_after_damage() -> None:
    table = Table("chansey [FF]", against="bulbasaur [GG] 20", flips="H").play("attack scrunch")
    table.end().play("attack leech seed")
    assert (table.legal(), table.foe().damage) == (["end"], 20)


def test_harden_looks_at_the_damage_after_everything_else() -> None:
    table = Table("onix [FF]", against="staryu [W]").play("attack harden").end()
    assert table.play("attack slap").own().damage == 0
    table = Table("onix [FF] +defender", against="ivysaur [GGG]").play("attack harden").end()
    assert table.play("attack vine whip").own().damage == 40, "30, doubled, less 20"
    table = Table("onix [FF]", against="machop [F] +pluspower").play("attack harden").end()
    assert table.play("attack low kick").own().damage == 0, "20 and 10 are 30"


def test_conversion_1_needs_a_weakness() -> None:
    table = Table("porygon [F]", against="dratini").play("attack conversion 1")
    assert table.legal() == ["end"]


def test_amnesia_ends_on_the_bench() -> None:
    table = Table("poliwhirl [WW]", against="pikachu [LL]", their_bench=["abra"])
    table.play("attack amnesia", "choose gnaw").end()
    table.play("retreat > bench 1", "retreat > bench 1")
    assert not table.refuses("attack gnaw")
