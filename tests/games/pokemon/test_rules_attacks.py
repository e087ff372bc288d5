"""The attacks of the Base Set: one test for each Pokémon, named after it."""

import pytest

from kibitz.games.pokemon.cards import ATTACKS
from kibitz.games.pokemon.rules.attacks import BEST, EXPECTED, WORST, estimate
from kibitz.games.pokemon.state import ASLEEP, CONFUSED, HEALTHY, PARALYZED
from tests.games.pokemon.table import Table


def hit(user: str, attack: str, flips: str = "", against: str = "dratini", **rest: object) -> Table:
    """Attacks a Pokémon without Weakness; the coins fall as given."""
    table = Table(user, against=against, flips=flips, **rest)  # type: ignore[arg-type]
    return table.play(f"attack {attack}")


def damages(user: str, attack: str, flips: str = "", against: str = "venusaur") -> tuple[int, int]:
    """Returns the damage to the defender and to the attacker."""
    before = Table(user).own().damage
    table = hit(user, attack, flips, against)
    return table.foe().damage, table.own().damage - before


def test_alakazam() -> None:
    table = hit("alakazam [PPP]", "confuse ray", "H", "onix")
    assert (table.foe().damage, table.foe().condition) == (30, CONFUSED)
    assert hit("alakazam [PPP]", "confuse ray", "T", "onix").foe().condition == HEALTHY


@pytest.mark.parametrize(
    ("energy", "damage"), [("WWW", 40), ("WWWW", 50), ("WWWWW", 60), ("WWWWWW", 60), ("WWWD", 40)]
)
def test_blastoise(energy: str, damage: int) -> None:
    assert damages(f"blastoise [{energy}]", "hydro pump")[0] == damage


def test_chansey() -> None:
    assert damages("chansey [FFFF]", "double-edge") == (80, 80)
    table = hit("chansey [FF]", "scrunch", "H", "machop [F]").end()
    assert table.play("attack low kick").own().damage == 0
    table = hit("chansey [FF]", "scrunch", "T", "machop [F]").end()
    assert table.play("attack low kick").own().damage == 40


def test_charizard() -> None:
    table = Table("charizard [RRRRWW]", against="chansey")
    table.play("attack fire spin")
    assert table.legal() == ["choose fire", "choose water"]
    table.play("choose fire")
    assert table.legal() == ["choose fire", "choose water"]
    table.play("choose water")
    assert (table.foe().damage, table.energy()) == (100, "RRRW")


def test_clefairy() -> None:
    assert hit("clefairy [F]", "sing", "H").foe().condition == ASLEEP
    table = Table("clefairy [FFF]", against="pikachu", flips="T").play("attack metronome")
    assert table.legal() == ["choose gnaw", "choose thunder jolt"]
    table.play("choose thunder jolt")
    assert (table.foe().damage, table.own().damage) == (30, 10)


def test_clefairy_pays_no_costs_of_what_metronome_copies() -> None:
    table = Table("clefairy [FFF]", against="ninetales").play("attack metronome")
    table.play("choose fire blast", "prize")
    assert table.energy() == "FFF"


def test_clefairy_does_not_copy_metronome() -> None:
    table = Table("clefairy [FFF]", against="clefairy", flips="H").play("attack metronome")
    assert table.foe().condition == ASLEEP, "Sing is the only choice, so nobody is asked"


def test_gyarados() -> None:
    assert damages("gyarados [WWWW]", "dragon rage")[0] == 50
    table = hit("gyarados [WWWW]", "bubblebeam", "H", "onix")
    assert (table.foe().damage, table.foe().condition) == (40, PARALYZED)


@pytest.mark.parametrize(
    ("attack", "against", "damage"),
    [
        ("special punch", "chansey", 80),
        ("special punch", "machop", 40),
        ("special punch", "pidgeotto", 10),
        ("jab", "pidgeotto", 0),
        ("jab", "venusaur", 20),
    ],
)
def test_hitmonchan(attack: str, against: str, damage: int) -> None:
    assert damages("hitmonchan [FFW]", attack, against=against)[0] == damage


def test_machamp() -> None:
    assert damages("machamp [FFFW]", "seismic toss")[0] == 60


def test_magneton() -> None:
    table = hit("magneton [LLW]", "thunder wave", "H", "venusaur")
    assert (table.foe().damage, table.foe().condition) == (30, PARALYZED)


@pytest.mark.parametrize(("energy", "damage"), [("", 10), ("F", 20), ("FFD", 40)])
def test_mewtwo(energy: str, damage: int) -> None:
    assert damages("mewtwo [PW]", "psychic", against=f"onix [{energy}]")[0] == damage


def test_mewtwo_barrier_blocks_damage_and_effects() -> None:
    table = hit("mewtwo [PP]", "barrier", against="koffing [GG]")
    assert table.energy() == "P"
    table.end().flips("H").play("attack foul gas")
    assert (table.own().damage, table.own().poison) == (0, 0)


def test_nidoking() -> None:
    assert damages("nidoking [GGG]", "thrash", "H") == (40, 0)
    assert damages("nidoking [GGG]", "thrash", "T") == (30, 10)
    table = hit("nidoking [GGG]", "toxic", against="onix")
    assert (table.foe().damage, table.foe().poison) == (40, 20)


def test_ninetales() -> None:
    table = Table("ninetales [RR]", against="onix poisoned", their_bench=["abra", "diglett"])
    table.play("attack lure")
    assert table.legal() == ["choose foe bench 1", "choose foe bench 2"]
    table.play("choose foe bench 2")
    assert (table.foe().kind, table.foe(2).poison) == (Table("diglett").own().kind, 0)
    table = hit("ninetales [RRRRW]", "fire blast", against="onix")
    assert (table.foe().damage, table.energy()) == (80, "RRRW")


@pytest.mark.parametrize(("energy", "damage"), [("WWW", 30), ("WWWD", 40), ("WWWWW", 50)])
def test_poliwrath(energy: str, damage: int) -> None:
    assert damages(f"poliwrath [{energy}]", "water gun")[0] == damage


def test_poliwrath_whirlpool_discards_a_chosen_energy() -> None:
    table = hit("poliwrath [WWWW]", "whirlpool", against="onix [FWW]", their_bench=["abra"])
    assert table.legal() == ["choose fighting", "choose water"]
    assert table.play("choose water").energy(1) == "FW"


def test_raichu() -> None:
    assert damages("raichu [LLLW]", "thunder", "T") == (60, 30)
    table = hit("raichu [LLW]", "agility", "H", "machop [F]").end()
    assert table.play("attack low kick").own().damage == 0


def test_venusaur() -> None:
    assert damages("venusaur [GGGG]", "solarbeam")[0] == 60


def test_zapdos() -> None:
    table = hit("zapdos [LLLLD]", "thunderbolt", against="chansey")
    assert (table.foe().damage, table.energy()) == (100, "")
    assert damages("zapdos [LLLL]", "thunder", "T") == (60, 30)


@pytest.mark.parametrize(("flips", "damage"), [("TT", 0), ("HT", 30), ("HH", 60)])
def test_beedrill(flips: str, damage: int) -> None:
    assert damages("beedrill [FFF]", "twineedle", flips, "chansey")[0] == damage
    assert hit("beedrill [GGG]", "poison sting", "H", "chansey").foe().poison == 10


@pytest.mark.parametrize(("flips", "damage"), [("TT", 0), ("TH", 30), ("HH", 60)])
def test_dragonair(flips: str, damage: int) -> None:
    assert damages("dragonair [FFF]", "slam", flips)[0] == damage
    table = hit("dragonair [FFFF]", "hyper beam", against="onix [FFF]")
    assert (table.foe().damage, table.energy(1)) == (20, "FF")


def test_dugtrio() -> None:
    table = hit("dugtrio [FFFF]", "earthquake", against="venusaur", bench=["abra", "onix"])
    assert (table.foe().damage, table.own(1).damage, table.own(2).damage) == (70, 10, 10)
    assert damages("dugtrio [FFF]", "slash")[0] == 40


def test_electabuzz() -> None:
    assert hit("electabuzz [L]", "thundershock", "H").foe().condition == PARALYZED
    assert damages("electabuzz [LL]", "thunderpunch", "H") == (40, 0)
    assert damages("electabuzz [LL]", "thunderpunch", "T") == (30, 10)


def test_electrode() -> None:
    assert damages("electrode [LLL]", "electric shock", "T") == (50, 10)


def test_pidgeotto() -> None:
    table = hit("pidgeotto [FF]", "whirlwind", against="onix", their_bench=["abra", "diglett"])
    assert (table.fight.seat, table.legal()) == (1, ["choose bench 1", "choose bench 2"])
    table.play("choose bench 1")
    assert (table.foe().damage, table.foe(1).damage) == (0, 20)
    assert table.legal() == ["end"]


def test_pidgeotto_mirror_move() -> None:
    table = (
        Table("koffing [GG]", against="pidgeotto [FFF]", flips="T").play("attack foul gas").end()
    )
    assert "attack mirror move" in table.legal()
    table.flips("H").play("attack mirror move")
    assert (table.own().damage, table.own().condition) == (10, CONFUSED)


def test_pidgeotto_mirrors_nothing_that_it_did_not_receive() -> None:
    table = Table("onix", against="pidgeotto [FFF]").play("end", "draw")
    assert table.refuses("attack mirror move")


def test_pidgeotto_mirrors_an_energy_discard() -> None:
    table = Table("dragonair [FFFF]", against="pidgeotto [FFFF]").play("attack hyper beam").end()
    table.play("attack mirror move")
    assert (table.own().damage, table.energy()) == (20, "FFF")


def test_arcanine() -> None:
    table = hit("arcanine [RRR]", "flamethrower", against="onix")
    assert (table.foe().damage, table.energy()) == (50, "RR")
    assert damages("arcanine [RRRR]", "take down", against="onix") == (80, 30)


def test_charmeleon() -> None:
    table = hit("charmeleon [RRW]", "flamethrower", against="onix")
    assert (table.foe().damage, table.energy()) == (50, "RW")
    assert damages("charmeleon [WWW]", "slash", against="onix")[0] == 30


def test_dewgong() -> None:
    assert damages("dewgong [WWW]", "aurora beam")[0] == 50
    assert hit("dewgong [WWWW]", "ice beam", "H").foe().condition == PARALYZED


def test_farfetchd() -> None:
    table = hit("farfetchd [F]", "leek slap", "T", "onix")
    assert table.foe().damage == 0
    table.end().end()
    assert table.refuses("attack leek slap"), "it is used up although it failed"
    assert hit("farfetchd [FFF]", "leek slap", "H", "onix").foe().damage == 30


def test_haunter() -> None:
    table = Table("haunter [PP]", against="onix")
    assert table.refuses("attack dream eater")
    table.play("attack hypnosis").flips("T").play("end", "draw").flips("T").play("end", "draw")
    assert table.play("attack dream eater").foe().damage == 50


@pytest.mark.parametrize(("damage", "dealt"), [(0, 20), (30, 50), (60, 80)])
def test_jynx(damage: int, dealt: int) -> None:
    table = hit("jynx [PPP]", "meditate", against=f"venusaur {damage}", their_bench=["abra"])
    if damage < 60:
        assert table.foe().damage == damage + dealt
    else:
        assert table.legal() == ["prize"]
    assert damages("jynx [P]", "doubleslap", "HH")[0] == 20


def test_kadabra() -> None:
    table = hit("kadabra [PP] 50", "recover")
    assert (table.own().damage, table.energy()) == (0, "P")


@pytest.mark.parametrize(("damage", "dealt"), [(0, 50), (30, 20), (70, 0)])
def test_machoke(damage: int, dealt: int) -> None:
    assert damages(f"machoke [FFFF] {damage}", "karate chop")[0] == dealt
    assert damages("machoke [FFFF]", "submission") == (60, 20)


@pytest.mark.parametrize(("damage", "dealt"), [(0, 0), (10, 10), (20, 20)])
def test_magikarp(damage: int, dealt: int) -> None:
    assert damages(f"magikarp [W] {damage}", "flail")[0] == dealt


def test_poliwhirl() -> None:
    table = hit("poliwhirl [WW]", "amnesia", against="pikachu [LL]", their_bench=["abra"])
    assert table.legal() == ["choose gnaw", "choose thunder jolt"]
    table.play("choose gnaw").end()
    assert table.refuses("attack gnaw")
    assert not table.refuses("attack thunder jolt")
    table.end().end()
    assert not table.refuses("attack gnaw")


def test_porygon() -> None:
    table = hit("porygon [FF]", "conversion 1", against="machop [FF]")
    assert table.legal() == [*[f"choose {name}" for name in NAMES], "done"]
    table.play("choose fighting").end()
    assert table.foe().weakness == 6
    table = hit("porygon [FF]", "conversion 2", against="machop [F]", bench=["abra"])
    table.play("choose fighting").end().play("attack low kick")
    assert table.own().damage == 10, "20, doubled by Weakness, minus 30"


NAMES = ("grass", "fire", "water", "lightning", "psychic", "fighting")


@pytest.mark.parametrize(("damage", "dealt"), [(20, 40), (40, 30), (70, 10), (80, 10)])
def test_raticate(damage: int, dealt: int) -> None:
    table = hit("raticate [FFF]", "super fang", against=f"onix {damage}", their_bench=["abra"])
    if damage + dealt < 90:
        assert table.foe().damage == damage + dealt
    else:
        assert table.legal() == ["prize"]


def test_bulbasaur() -> None:
    table = hit("bulbasaur [GG] 20", "leech seed", against="venusaur")
    assert table.legal() == ["choose heal", "done"]
    assert table.play("choose heal").own().damage == 10
    assert hit("bulbasaur [GG]", "leech seed", against="venusaur").legal() == ["end"]


def test_charmander() -> None:
    table = hit("charmander [RR]", "ember", against="onix")
    assert (table.foe().damage, table.energy()) == (30, "R")


def test_gastly() -> None:
    assert hit("gastly [P]", "sleeping gas", "H").foe().condition == ASLEEP


def test_koffing() -> None:
    assert hit("koffing [GG]", "foul gas", "H").foe().poison == 10
    assert hit("koffing [GG]", "foul gas", "T").foe().condition == CONFUSED


def test_nidoran_m() -> None:
    assert damages("nidoran m [G]", "horn hazard", "H")[0] == 30
    assert damages("nidoran m [G]", "horn hazard", "T")[0] == 0


def test_onix() -> None:
    table = hit("onix [FF]", "harden", against="machop [F]").end()
    assert table.play("attack low kick").own().damage == 0
    table = hit("onix [FF]", "harden", against="hitmonchan [FFF]").end()
    assert table.play("attack special punch").own().damage == 40


def test_sandshrew() -> None:
    table = hit("sandshrew [F]", "sand-attack", against="machop [F]").end()
    assert table.flips("T").play("attack low kick").own().damage == 0
    table = hit("sandshrew [F]", "sand-attack", against="machop [F]").end()
    assert table.flips("H").play("attack low kick").own().damage == 20


def test_squirtle() -> None:
    assert hit("squirtle [W]", "bubble", "H").foe().condition == PARALYZED


def test_starmie() -> None:
    table = hit("starmie [WW] 40", "recover")
    assert (table.own().damage, table.energy()) == (0, "W")


def test_kakuna() -> None:
    table = hit("kakuna [GG]", "stiffen", "H", "machop [F]").end()
    assert table.play("attack low kick").own().damage == 0
    assert hit("kakuna [GG]", "poisonpowder", "H", "chansey").foe().poison == 10


@pytest.mark.parametrize(("flips", "damage"), [("TT", 0), ("TH", 30), ("HH", 60)])
def test_nidorino(flips: str, damage: int) -> None:
    assert damages("nidorino [GGG]", "double kick", flips)[0] == damage
    assert damages("nidorino [GGGG]", "horn drill")[0] == 50


@pytest.mark.parametrize(("flips", "damage"), [("TT", 0), ("TH", 10), ("HH", 20)])
def test_doduo(flips: str, damage: int) -> None:
    assert damages("doduo [F]", "fury attack", flips)[0] == damage


def test_pidgey() -> None:
    table = hit("pidgey [FF]", "whirlwind", against="onix", their_bench=["abra"])
    assert (table.foe().damage, table.foe(1).damage) == (0, 10), "there is only one to choose"


def test_pikachu() -> None:
    assert damages("pikachu [F]", "gnaw") == (10, 0)
    assert damages("pikachu [LF]", "thunder jolt", "H") == (30, 0)
    assert damages("pikachu [LF]", "thunder jolt", "T") == (30, 10)


@pytest.mark.parametrize(("energy", "damage"), [("W", 10), ("WF", 10), ("WW", 20), ("WWWW", 30)])
def test_poliwag(energy: str, damage: int) -> None:
    assert damages(f"poliwag [{energy}]", "water gun")[0] == damage


def test_weedle() -> None:
    table = hit("weedle [G]", "poison sting", "H", "chansey")
    assert (table.foe().damage, table.foe().poison) == (10, 10)


def test_metronome_mirrors_only_what_its_user_received() -> None:
    table = Table("clefairy [FFF]", against="pidgeotto").play("attack metronome")
    assert table.play("choose mirror move").foe().damage == 0


# Attacks that only do damage, with the least Energy for them.
PLAIN = [
    ("charmander", "scratch", "F", 10),
    ("diglett", "dig", "F", 10),
    ("diglett", "mud slap", "FF", 30),
    ("dratini", "pound", "F", 10),
    ("drowzee", "pound", "F", 10),
    ("farfetchd", "pot smash", "FFF", 30),
    ("growlithe", "flare", "RR", 20),
    ("ivysaur", "vine whip", "GGG", 30),
    ("kadabra", "super psy", "PPP", 50),
    ("machop", "low kick", "F", 20),
    ("magikarp", "tackle", "F", 10),
    ("magmar", "fire punch", "RR", 30),
    ("onix", "rock throw", "F", 10),
    ("ponyta", "flame tail", "RR", 30),
    ("ponyta", "smash kick", "FF", 20),
    ("raticate", "bite", "F", 20),
    ("rattata", "bite", "F", 20),
    ("seel", "headbutt", "W", 10),
    ("staryu", "slap", "W", 20),
    ("voltorb", "tackle", "F", 10),
    ("wartortle", "bite", "WWW", 40),
]


@pytest.mark.parametrize(("name", "attack", "energy", "damage"), PLAIN)
def test_plain_attack(name: str, attack: str, energy: str, damage: int) -> None:
    weak = name in ("charmander", "growlithe", "magmar", "ponyta")
    against = "onix" if weak else "venusaur"  # neither weak nor resistant
    assert damages(f"{name} [{energy}]", attack, against=against)[0] == damage
    assert Table(f"{name} [{energy[:-1]}]").refuses(f"attack {attack}")


CONDITIONS = [
    ("abra", "psyshock", "P", PARALYZED),
    ("caterpie", "string shot", "G", PARALYZED),
    ("drowzee", "confuse ray", "PP", CONFUSED),
    ("magnemite", "thunder wave", "L", PARALYZED),
    ("metapod", "stun spore", "GG", PARALYZED),
    ("starmie", "star freeze", "WFF", PARALYZED),
    ("tangela", "bind", "GG", PARALYZED),
    ("vulpix", "confuse ray", "RR", CONFUSED),
]


@pytest.mark.parametrize(("name", "attack", "energy", "condition"), CONDITIONS)
def test_condition_on_heads(name: str, attack: str, energy: str, condition: int) -> None:
    assert hit(f"{name} [{energy}]", attack, "H", "chansey").foe().condition == condition
    assert hit(f"{name} [{energy}]", attack, "T", "chansey").foe().condition == HEALTHY


@pytest.mark.parametrize("name", ["ivysaur", "tangela"])
def test_poisonpowder_needs_no_coin(name: str) -> None:
    table = hit(f"{name} [GGG]", "poisonpowder", against="chansey")
    assert (table.foe().damage, table.foe().poison) == (20, 10)


def test_magmar_flamethrower_costs_a_fire_energy() -> None:
    table = hit("magmar [RRW]", "flamethrower", against="onix")
    assert (table.foe().damage, table.energy()) == (50, "RW")


def test_poliwhirl_doubleslap() -> None:
    assert damages("poliwhirl [WWF]", "doubleslap", "HT", "chansey")[0] == 30


@pytest.mark.parametrize(
    ("user", "attack"), [("wartortle [WF]", "withdraw"), ("metapod [FF]", "stiffen")]
)
def test_shield_on_heads(user: str, attack: str) -> None:
    table = hit(user, attack, "H", "machop [F]").end()
    assert table.play("attack low kick").own().damage == 0
    table = hit(user, attack, "T", "machop [F]").end()
    assert table.play("attack low kick").own().damage == 20


def test_estimates_take_coins_as_asked() -> None:
    table = Table("beedrill [FFF] +pluspower", against="chansey")
    twineedle = next(attack for attack in ATTACKS if attack.name == "Twineedle")
    found = [estimate(table.fight, 0, twineedle, policy) for policy in (WORST, BEST, EXPECTED)]
    assert found == [0, 70, 37.5], "PlusPower does not help an attack without damage"
