"""The Pokémon Powers of the Base Set (1.9), each named after itself."""

import pytest

from kibitz.games.pokemon.cards import ELEMENT_NAMES, FIRE, LIGHTNING, WORD_NUMBERS, as_energy
from tests.games.pokemon.table import Table


def test_damage_swap() -> None:
    table = Table("onix 30", bench=["alakazam", "abra 10", "clefairy doll", "chansey"])
    table.play("power damage swap > active")
    assert table.legal() == ["choose bench 1", "choose bench 2", "choose bench 4"]
    table.play("choose bench 2")
    assert (table.own().damage, table.own(2).damage) == (20, 20)
    table.play("power damage swap > active")
    assert table.refuses("choose bench 2"), "it would be knocked out"
    table.play("choose bench 4")
    assert [table.own(at).damage for at in range(5)] == [10, 0, 20, 0, 10]


def test_damage_swap_needs_somebody_who_can_bear_it() -> None:
    assert Table("alakazam 10", bench=["abra 20"]).refuses("power damage swap > active")
    assert not Table("alakazam 10", bench=["abra 20"]).refuses("power damage swap > bench 1")
    assert Table("alakazam 10").refuses("power damage swap > active")


def test_rain_dance() -> None:
    table = Table("blastoise", bench=["squirtle", "onix"], hand="3 water")
    table.play("power rain dance > active", "power rain dance > bench 1")
    assert table.refuses("power rain dance > bench 2")
    table.play("attach water > bench 2")
    assert (table.energy(), table.energy(0, 1), table.energy(0, 2)) == ("W", "W", "W")
    assert Table("blastoise asleep", hand="water").refuses("power rain dance > active")
    assert Table("blastoise", hand="double colorless").refuses("power rain dance > active")


def test_energy_burn() -> None:
    table = Table("charizard [WWD]", against="chansey")
    assert table.refuses("attack fire spin")
    table.play("power energy burn > active")
    assert table.refuses("power energy burn > active"), "nothing is left to burn"
    table.play("attack fire spin", "choose double colorless")
    assert (table.foe().damage, table.energy()) == (100, "W"), "it discards cards, not units"


def test_energy_burn_lasts_for_the_turn() -> None:
    table = Table("charizard [WWD]", bench=["abra"], against="onix").play(
        "power energy burn > active"
    )
    table.end().end()
    assert table.refuses("attack fire spin")
    assert not table.refuses("power energy burn > active")


def test_energy_burn_ends_with_charizard() -> None:
    table = Table("charizard [WWD]", hand="devolution spray")
    table.play("power energy burn > active", "play devolution spray > active", "choose charizard")
    assert table.refuses("attack flamethrower"), "that costs Fire"
    assert not table.refuses("attack slash")


def test_energy_trans() -> None:
    table = Table("onix [GGW]", bench=["venusaur [D]", "abra"])
    table.play("power energy trans > active")
    assert table.legal() == ["choose bench 1", "choose bench 2"]
    table.play("choose bench 2")
    assert (table.energy(), table.energy(0, 2)) == ("GW", "G")
    assert table.refuses("power energy trans > bench 1"), "it has no Grass Energy card"
    table.play("power energy trans > bench 2", "choose active")
    assert table.energy() == "GGW"
    assert Table("venusaur [G]").refuses("power energy trans > active")


def test_energy_trans_moves_no_electrode() -> None:
    table = Table("onix", bench=["electrode", "venusaur"]).play("power buzzap > bench 1")
    table.play("choose active", "choose grass", "prize")
    assert table.refuses("power energy trans > active"), "it is no basic Energy card"


def test_buzzap() -> None:
    table = Table("pikachu [F]", bench=["electrode [LL] 30 +defender", "abra"])
    table.play("power buzzap > bench 1")
    assert table.legal() == ["choose active", "choose bench 2"]
    table.play("choose active")
    assert table.legal() == [f"choose {name}" for name in ELEMENT_NAMES[:6]]
    table.play("choose lightning")
    assert (table.fight.seat, table.legal()) == (1, ["prize"])
    table.play("prize")
    assert (table.fight.seat, table.prizes()) == (0, [6, 5])
    electrode = as_energy(WORD_NUMBERS["electrode"], LIGHTNING)
    assert table.own().energy == [WORD_NUMBERS["fighting"], electrode]
    assert sorted(table.zone("discard")) == ["defender", "lightning", "lightning", "voltorb"]
    assert not table.refuses("attack thunder jolt")


def test_buzzap_of_the_active_is_followed_by_a_promotion() -> None:
    table = Table("electrode", bench=["charmander", "abra"]).play("power buzzap > active")
    table.play("choose bench 1", "choose fire", "prize", "promote bench 1")
    assert table.own().energy == [as_energy(WORD_NUMBERS["electrode"], FIRE)]
    table.play("attack ember")
    assert table.energy() == "", "the cost takes the whole card"
    assert sorted(table.zone("discard")) == ["electrode", "voltorb"], "a Pokémon card again"


def test_buzzap_can_pay_for_a_retreat_and_be_removed() -> None:
    table = Table("onix", bench=["electrode", "abra"], their_hand="energy removal")
    table.play("power buzzap > bench 1", "choose active", "choose water", "prize")
    assert table.refuses("retreat > bench 1"), "it provides two units of three"
    table.end().play("play energy removal > foe active")
    assert "electrode" in table.zone("discard")


def test_buzzap_can_give_the_last_prize_away() -> None:
    table = Table("onix", bench=["electrode"], their_prizes=1).play("power buzzap > bench 1")
    table.play("choose water", "prize")
    assert (table.fight.over, table.fight.winner, table.fight.reason) == (True, 1, "prizes")
    assert Table("electrode").refuses("power buzzap > active")


def test_each_of_two_electrodes_can_be_named() -> None:
    table = Table("onix", bench=["electrode [L]", "electrode 10"])
    moves = [move for move in table.legal() if "buzzap" in move]
    assert moves == ["power buzzap > bench 1", "power buzzap > bench 2"]


@pytest.mark.parametrize("condition", ["asleep", "confused", "paralyzed"])
@pytest.mark.parametrize(
    ("name", "power", "hand"),
    [
        ("alakazam 20", "damage swap", ""),
        ("blastoise", "rain dance", "water"),
        ("charizard [W]", "energy burn", ""),
        ("venusaur [G]", "energy trans", ""),
        ("electrode", "buzzap", ""),
    ],
)
def test_powers_are_off_with_a_condition(name: str, power: str, hand: str, condition: str) -> None:
    move = f"power {power} > active"
    assert not Table(name, bench=["onix"], hand=hand).refuses(move)
    assert not Table(f"{name} poisoned", bench=["onix"], hand=hand).refuses(move)
    assert Table(f"{name} {condition}", bench=["onix"], hand=hand).refuses(move)


def test_powers_work_from_the_bench_with_a_sleeping_active() -> None:
    table = Table("alakazam asleep 20", bench=["alakazam"])
    assert not table.refuses("power damage swap > active"), "the other one's Power is on"


def test_damage_and_energy_do_not_move_to_and_fro_for_ever() -> None:
    table = Table("alakazam 10", bench=["onix", "abra"], hand="potion")
    there, back = "power damage swap > active", "power damage swap > bench 1"
    table.play(there, "choose bench 1", back, "choose active", there, "choose bench 1")
    assert table.refuses(back), "one counter, and two more"
    table.play("play potion > bench 1")
    assert table.fight.board.idle == 0, "anything else counts"


def test_every_arrangement_can_be_reached() -> None:
    table = Table("venusaur [GGGG] 40", bench=["alakazam", "onix", "abra"])
    for spot in (1, 2, 2, 3):
        table.play("power energy trans > active", f"choose bench {spot}")
        table.play("power damage swap > active", "choose bench 2")
    assert [table.energy(0, at) for at in range(4)] == ["", "G", "GG", "G"]
    assert [table.own(at).damage for at in range(4)] == [0, 0, 40, 0]


def test_free_retreats_do_not_go_on_for_ever() -> None:
    table = Table("abra", bench=["rattata"], hand="fire")
    table.play("retreat > bench 1", "retreat > bench 1")
    assert table.refuses("retreat > bench 1")
    table.play("attach fire > active")
    assert not table.refuses("retreat > bench 1")
