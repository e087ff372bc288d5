"""The monsters of act 3: what they start with, what their moves do, and how they choose them."""

from collections import Counter
from typing import Any

import pytest

from kibitz.core import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.monsters import (
    ACTS,
    ASCENSIONS,
    BOSS,
    ELITE,
    ENCOUNTERS,
    MONSTER_KINDS,
    NORMAL,
    ORB_WALKER,
    POOLS,
    SPIRE_SHIELD,
    monster,
    pick_encounter,
    room_of,
)
from kibitz.games.spire.moves import card_word
from kibitz.games.spire.position.writing import announced
from kibitz.games.spire.powers import (
    CORPSE_EXPLOSION,
    MINION,
    POISON,
    POWER_IDS,
    STRENGTH,
    VULNERABLE,
    WEAK,
)
from kibitz.games.spire.rules.act3 import AT_ODD_PLACE, DONE_ONCE, REBIRTH
from kibitz.games.spire.rules.intents import spawn
from kibitz.games.spire.state import HIDDEN, HIDES_MOVE, LOST, WON, Monster
from tests.games.spire.table import GAME, Table, dummy, real
from tests.games.spire.test_rules_monsters import (
    DRAWS,
    NEAR,
    NOTHING,
    Does,
    at_level,
    seen_after,
    sequence,
    shares,
    span,
)
from tests.games.spire.test_rules_monsters_act2 import chosen, falls_below_half_its_hp, minion

ROWS = MONSTER_KINDS[ORB_WALKER:SPIRE_SHIELD]

# Each move: its id in messages, the intent, and what it does from an ascension on. Nom hits six
# times here, the Nemesis becomes intangible with every move, and attacks that grow or are rolled
# are for 6.
INTANGIBLE = {"Intangible": 1}
MOVES: dict[tuple[str, str], tuple[int, str, dict[int, Does]]] = {
    ("Orb Walker", "LASER"): (1, "ATTACK_DEBUFF", {
        0: Does(10, added="burn"), 2: Does(11, added="burn")}),
    ("Orb Walker", "CLAW"): (2, "ATTACK", {0: Does(15), 2: Does(16)}),
    ("Spiker", "CUT"): (1, "ATTACK", {0: Does(7), 2: Does(9)}),
    ("Spiker", "SPIKE"): (2, "BUFF", {0: Does(own={"Thorns": 2})}),
    ("Exploder", "SLAM"): (1, "ATTACK", {0: Does(9), 2: Does(11)}),
    # It explodes by its power.
    ("Exploder", "EXPLODE"): (2, "UNKNOWN", {0: NOTHING}),
    ("Repulsor", "REPULSE"): (1, "DEBUFF", {0: NOTHING}),
    ("Repulsor", "BASH"): (2, "ATTACK", {0: Does(11), 2: Does(13)}),
    ("Maw", "ROAR"): (2, "STRONG_DEBUFF", {
        0: Does(player={"Weakened": 3, "Frail": 3}), 17: Does(player={"Weakened": 5, "Frail": 5})}),
    ("Maw", "SLAM"): (3, "ATTACK", {0: Does(25), 2: Does(30)}),
    ("Maw", "DROOL"): (4, "BUFF", {0: Does(own={"Strength": 3}), 17: Does(own={"Strength": 5})}),
    ("Maw", "NOM"): (5, "ATTACK", {0: Does(30)}),
    ("Serpent", "QUICK_TACKLE"): (1, "ATTACK", {0: Does(16), 2: Does(18)}),
    ("Serpent", "CONSTRICT"): (2, "STRONG_DEBUFF", {
        0: Does(player={"Constricted": 10}), 17: Does(player={"Constricted": 12})}),
    ("Serpent", "SMASH"): (3, "ATTACK", {0: Does(22), 2: Does(25)}),
    ("Nemesis", "TRI_ATTACK"): (2, "ATTACK", {
        0: Does(18, own=INTANGIBLE), 3: Does(21, own=INTANGIBLE)}),
    ("Nemesis", "SCYTHE"): (3, "ATTACK", {0: Does(45, own=INTANGIBLE)}),
    ("Nemesis", "TRI_BURN"): (4, "DEBUFF", {
        0: Does(own=INTANGIBLE, added="burn, burn, burn"),
        18: Does(own=INTANGIBLE, added="burn, burn, burn, burn, burn")}),
    ("Reptomancer", "SNAKE_STRIKE"): (1, "ATTACK_DEBUFF", {
        0: Does(26, player={"Weakened": 1}), 3: Does(32, player={"Weakened": 1})}),
    ("Reptomancer", "BIG_BITE"): (3, "ATTACK", {0: Does(30), 3: Does(34)}),
    ("Dagger", "STAB"): (1, "ATTACK_DEBUFF", {0: Does(9, added="wound")}),
    ("Dagger", "EXPLODE"): (2, "ATTACK", {0: Does(25, gone=True)}),
    ("Donu", "BEAM"): (0, "ATTACK", {0: Does(20), 4: Does(24)}),
    ("Donu", "CIRCLE"): (2, "BUFF", {0: Does(own={"Strength": 3})}),
    ("Deca", "BEAM"): (0, "ATTACK_DEBUFF", {
        0: Does(20, added="dazed, dazed"), 4: Does(24, added="dazed, dazed")}),
    # Plated Armor adds to the block at the end of the round.
    ("Deca", "SQUARE"): (2, "DEFEND", {
        0: Does(block=16), 19: Does(block=19, own={"Plated Armor": 3})}),
    ("Darkling", "CHOMP"): (1, "ATTACK", {0: Does(16), 2: Does(18)}),
    ("Darkling", "HARDEN"): (2, "DEFEND", {
        0: Does(block=12), 17: Does(block=12, own={"Strength": 2})}),
    ("Darkling", "NIP"): (3, "ATTACK", {0: Does(6)}),
    ("Darkling", "COUNT"): (4, "UNKNOWN", {0: NOTHING}),
    ("Transient", "ATTACK"): (1, "ATTACK", {0: Does(6)}),
    ("WrithingMass", "BIG_HIT"): (0, "ATTACK", {0: Does(32), 2: Does(38)}),
    ("WrithingMass", "MULTI_HIT"): (1, "ATTACK", {0: Does(21), 2: Does(27)}),
    ("WrithingMass", "ATTACK_BLOCK"): (2, "ATTACK_DEFEND", {
        0: Does(15, block=15), 2: Does(16, block=16)}),
    ("WrithingMass", "ATTACK_DEBUFF"): (3, "ATTACK_DEBUFF", {
        0: Does(10, player={"Weakened": 2, "Vulnerable": 2}),
        2: Does(12, player={"Weakened": 2, "Vulnerable": 2})}),
    # The Parasite goes into the deck, which is not in the fight.
    ("WrithingMass", "IMPLANT"): (4, "STRONG_DEBUFF", {0: NOTHING}),
    ("GiantHead", "GLARE"): (1, "DEBUFF", {0: Does(player={"Weakened": 1})}),
    ("GiantHead", "IT_IS_TIME"): (2, "ATTACK", {0: Does(6)}),
    ("GiantHead", "COUNT"): (3, "ATTACK", {0: Does(13)}),
    ("AwakenedOne", "SLASH"): (1, "ATTACK", {0: Does(20)}),
    ("AwakenedOne", "SOUL_STRIKE"): (2, "ATTACK", {0: Does(24)}),
    ("AwakenedOne", "DARK_ECHO"): (5, "ATTACK", {0: Does(40)}),
    ("AwakenedOne", "SLUDGE"): (6, "ATTACK_DEBUFF", {0: Does(18)}),
    ("AwakenedOne", "TACKLE"): (8, "ATTACK", {0: Does(30)}),
    ("TimeEater", "REVERBERATE"): (2, "ATTACK", {0: Does(21), 4: Does(24)}),
    ("TimeEater", "RIPPLE"): (3, "DEFEND_DEBUFF", {
        0: Does(block=20, player={"Vulnerable": 1, "Weakened": 1}),
        19: Does(block=20, player={"Vulnerable": 1, "Weakened": 1, "Frail": 1})}),
    ("TimeEater", "HEAD_SLAM"): (4, "ATTACK_DEBUFF", {
        0: Does(26, player={"Draw Reduction": 1}),
        4: Does(32, player={"Draw Reduction": 1}),
        19: Does(32, player={"Draw Reduction": 1}, added="slimed, slimed")}),
    ("TimeEater", "HASTE"): (5, "BUFF", {0: NOTHING, 19: Does(block=32)}),
}  # fmt: skip


# What moves do.


def test_every_move_of_the_table_has_a_test() -> None:
    table = [(kind.id, move.name) for kind in ROWS for move in kind.moves]
    returns = [("Darkling", "REINCARNATE"), ("AwakenedOne", "REBIRTH")]
    assert len(ROWS) == 17
    assert sorted(table) == sorted([*MOVES, *returns, ("Reptomancer", "SUMMON")])


@pytest.mark.parametrize(("name", "move"), MOVES, ids=[f"{name}-{move}" for name, move in MOVES])
def test_move(name: str, move: str) -> None:
    number, intent, levels = MOVES[name, move]
    kind = MONSTER_KINDS[monster(name)]
    found = kind.moves[kind.places[move]]
    assert (found.id, found.intent) == (number, intent)
    for ascension in range(ASCENSIONS):
        expected = at_level(levels, ascension).seen
        assert seen_after(name, move, ascension) == expected, f"ascension {ascension}"


@pytest.mark.parametrize(("ascension", "count"), [(0, 1), (17, 1), (18, 2)])
def test_reptomancer_summons_daggers(ascension: int, count: int) -> None:
    leader = real("Reptomancer", 180, "SUMMON")
    places = MONSTER_KINDS[leader.kind].places
    assert MONSTER_KINDS[leader.kind].moves[places["SUMMON"]].id == 2
    s = Table("", leader, draw="9 defend", ascension=ascension).play("end").fight
    assert [each.powers[MINION] for each in s.monsters] == [1] * count + [0]
    crowd = [minion("TorchHead") for _ in range(3)]
    again = Table("", *crowd, real("Reptomancer", 180, "SUMMON"), ascension=ascension)
    assert len(again.play("end").fight.monsters) == 5


@pytest.mark.parametrize(
    ("name", "move", "card", "count"),
    [
        ("Orb Walker", "LASER", "burn", 1),
        ("Repulsor", "REPULSE", "dazed", 2),
        ("AwakenedOne", "SLUDGE", "void", 1),
    ],
)
def test_cards_are_shuffled_into_the_draw_pile(name: str, move: str, card: str, count: int) -> None:
    table = Table("", real(name, 90, move), draw="9 defend").play("end")
    added = Counter(table.hand() + table.pile("draw"))
    assert added == {"defend": 9, card: count}


def test_donu_and_deca_help_each_other() -> None:
    deca, donu = real("Deca", 250, "SQUARE"), real("Donu", 250, "CIRCLE")
    table = Table("", deca, donu, draw="9 defend", ascension=19).play("end")
    assert [each.block for each in (deca, donu)] == [19, 19]
    assert table.powers(1) == table.powers(2) == {"Strength": 3, "Plated Armor": 3}


def test_nemesis_is_intangible_every_other_turn() -> None:
    nemesis = real("Nemesis", 185, "TRI_BURN")
    table = Table("", nemesis, hp=900, max_hp=900, draw="90 defend")
    found = [table.play("end").power("Intangible", 1) for _ in range(6)]
    assert found == [1, 0, 1, 0, 1, 0]


def test_maw_bites_once_more_every_two_turns() -> None:
    s = Table("").fight
    maw = spawn(s, monster("Maw"), 0)
    s.monsters = [maw]
    table = Table("", maw, hp=900, max_hp=900, draw="90 defend")
    found = [maw.memory]
    for _ in range(6):
        found.append(table.play("end").monster().memory)
    assert found == [1, 1, 2, 2, 3, 3, 4]


def test_dagger_explodes_in_its_second_turn() -> None:
    table = Table("", real("Dagger", 20, "STAB", Minion=1), dummy(50), draw="20 defend")
    table.play("end", "end")
    assert (table.fight.hp, table.monster().alive) == (80 - 9 - 25, False)
    assert sequence("Dagger", 2) == "STAB EXPLODE"


def test_exploder_explodes_in_its_third_turn() -> None:
    exploder = real("Exploder", 30, "SLAM", Explosive=3)
    table = Table("", exploder, dummy(50), draw="20 defend").play("end", "end")
    assert (table.fight.hp, table.power("Explosive", 1)) == (80 - 9 - 9, 1)
    table.fight.block = 12
    table.play("end")
    assert (table.fight.hp, exploder.alive) == (62 - 30 + 12, False)
    last = Table("", real("Exploder", 30, "EXPLODE", Explosive=1)).play("end")
    assert (last.fight.reason, last.fight.hp) == (WON, 50)
    deadly = Table("", real("Exploder", 30, "EXPLODE", Explosive=1), hp=30).play("end")
    assert deadly.fight.reason == LOST


# Half dead, phases, and attacks that grow.


def darklings(*hp: int, move: str = "HARDEN") -> list[Monster]:
    """Makes Darklings; those at odd places never chomp."""
    found = [real("Darkling", each, move, max_hp=50, memory=8, Life_Link=1) for each in hp]
    for at, each in enumerate(found):
        each.count = AT_ODD_PLACE if at % 2 else 0
    return found


def moves_of(table: Table) -> list[str]:
    """Returns the moves that all monsters have announced."""
    return [MONSTER_KINDS[each.kind].moves[each.move].name for each in table.fight.monsters]


def test_darkling_comes_back_two_turns_after_it_has_fallen() -> None:
    table = Table("2 strike", *darklings(6, 50), hp=500, max_hp=500, draw="90 defend")
    first = table.monster()
    first.powers[STRENGTH] = 4
    table.play("strike > 1")
    assert (first.alive, first.half_dead, first.hp, table.powers(1)) == (False, True, 0, {})
    assert moves_of(table)[0] == "COUNT"
    assert table.refuses("strike > 1")
    table.play("end")
    assert (first.half_dead, moves_of(table)[0]) == (True, "REINCARNATE")
    table.play("end")
    assert (first.alive, first.half_dead, first.hp) == (True, False, 25)
    assert table.powers(1) == {"Life Link": 1}
    assert moves_of(table)[0] in ("CHOMP", "HARDEN", "NIP")


def test_darkling_that_comes_back_is_strengthened_by_philosophers_stone() -> None:
    relics = {"Philosopher's Stone": -1}
    group = darklings(6, 50)
    table = Table("strike", *group, hp=500, max_hp=500, draw="90 defend", relics=relics)
    assert table.play("strike > 1", "end", "end").powers(1) == {"Life Link": 1, "Strength": 1}


def test_darklings_die_when_all_are_down_at_once() -> None:
    table = Table("2 strike", *darklings(6, 6)).play("strike > 1")
    assert not table.fight.over
    table.play("strike > 2")
    assert table.fight.reason == WON
    assert [each.half_dead for each in table.fight.monsters] == [False, False]
    both = Table("cleave", *darklings(6, 6, 6)).play("cleave")
    assert both.fight.reason == WON


def test_darkling_beside_another_monster_dies_for_good_when_it_is_the_last() -> None:
    table = Table("strike", *darklings(6), dummy(30)).play("strike > 1")
    assert not table.monster().half_dead
    assert table.fight.living() == 1


def test_darkling_poisoned_to_death_counts_in_the_same_turn() -> None:
    group = darklings(3, 50)
    table = Table("", *group, hp=500, max_hp=500, draw="90 defend")
    group[0].powers[POISON] = 3
    assert moves_of(table.play("end"))[0] == "REINCARNATE"


def test_darkling_is_no_kill_while_another_lives() -> None:
    table = Table("feed", *darklings(6, 50)).play("feed > 1")
    assert table.fight.max_hp == 80
    last = Table("feed", *darklings(6)).play("feed > 1")
    assert last.fight.max_hp == 83


def test_gremlin_horn_and_corpse_explosion_react_to_one_that_is_half_dead() -> None:
    group = darklings(6, 30, 80)
    group[0].powers[CORPSE_EXPLOSION] = 1
    relics = {"Gremlin Horn": -1}
    table = Table("strike", *group, draw="3 defend", relics=relics).play("strike > 1")
    # The blast takes the second one, too, and leaves the third.
    assert [each.half_dead for each in group] == [True, True, False]
    assert (group[2].hp, len(table.hand()), table.fight.energy) == (30, 2, 4)
    assert group[0].powers[CORPSE_EXPLOSION] == 0


@pytest.mark.parametrize(("ascension", "low", "high"), [(0, 7, 11), (1, 7, 11), (2, 9, 13)])
def test_darkling_nips_for_what_it_has_rolled(ascension: int, low: int, high: int) -> None:
    s = Table("", ascension=ascension).fight
    found = [spawn(s, monster("Darkling"), place) for place in range(200)]
    assert (min(each.memory for each in found), max(each.memory for each in found)) == (low, high)
    s.monsters = [each for each in found if MONSTER_KINDS[each.kind].moves[each.move].name != "NIP"]
    assert {each.memory for each in GAME.view(s, 0).monsters} == {HIDDEN}
    sampled = GAME.sample(GAME.view(s, 0), seeded(1))
    assert {each.memory for each in sampled.monsters} == set(range(low, high + 1))


def test_darkling_at_an_odd_place_never_chomps() -> None:
    second = darklings(50, 50)[1]
    s = Table("", second).fight
    assert chosen(s, second, "NIP") == pytest.approx({"HARDEN": 50, "NIP": 50}, abs=NEAR)
    assert chosen(s, second, "NIP NIP", 200) == {"HARDEN": 100}
    game = Spire(encounter="3 darklings")
    assert [each.count for each in game.setup(seeded(0)).monsters] == [0, AT_ODD_PLACE, 0]


@pytest.mark.parametrize(("ascension", "turns", "damage"), [(0, 5, 30), (2, 5, 40), (17, 6, 40)])
def test_transient_attacks_harder_and_fades(ascension: int, turns: int, damage: int) -> None:
    game = Spire(encounter="transient", ascension=ascension, hp=999, max_hp=999)
    s = game.setup(seeded(1))
    table = Table()
    table.fight = s
    lost = []
    while not s.over:
        before = s.hp
        table.play("end")
        lost.append(before - s.hp)
    wanted = [damage + 10 * made for made in range(turns)]
    wanted[-1] -= 6  # Burning Blood heals at the end
    assert (lost, s.reason) == (wanted, WON)


@pytest.mark.parametrize(("ascension", "counted", "first"), [(0, 4, 30), (3, 4, 40), (18, 3, 40)])
def test_giant_head_counts_and_then_attacks_harder_each_time(
    ascension: int, counted: int, first: int
) -> None:
    head = spawn(Table("", ascension=ascension).fight, monster("GiantHead"), 0)
    table = Table("", head, hp=900, max_hp=900, draw="90 defend", ascension=ascension)
    seen = []
    for _ in range(counted + 9):
        table.fight.hp = 900
        table.fight.powers[WEAK] = 0
        seen.append((moves_of(table)[0], announced(GAME.view(table.fight, 0), head)[0]))
        table.play("end")
    assert {move for move, _ in seen[:counted]} <= {"GLARE", "COUNT"}
    wanted = [first + 5 * min(6, times) for times in range(9)]
    assert seen[counted:] == [("IT_IS_TIME", damage) for damage in wanted]


def test_giant_head_does_not_make_a_move_three_times() -> None:
    head = real("GiantHead", 500, count=1)
    s = Table("", head).fight
    assert chosen(s, head, "GLARE GLARE", 100) == {"COUNT": 100}
    assert chosen(s, head, "COUNT COUNT", 100) == {"GLARE": 100}


def awakened(hp: int = 6) -> Monster:
    """Makes an Awakened One in its first phase."""
    return real("AwakenedOne", hp, "SLASH", max_hp=300, Regenerate=10, Unawakened=1, Curiosity=1)


def test_awakened_one_is_reborn_with_all_its_hp() -> None:
    boss = awakened()
    for power, amount in ((STRENGTH, 5), (POISON, 4), (WEAK, 2), (VULNERABLE, 1)):
        boss.powers[power] = amount
    table = Table("strike, defend", boss, hp=500, max_hp=500, draw="90 defend").play("strike")
    assert (boss.alive, boss.half_dead, boss.hp, table.fight.over) == (False, True, 0, False)
    assert table.powers(1) == {"Regenerate": 10, "Strength": 5}
    assert moves_of(table) == ["REBIRTH"]
    table.play("defend", "end")
    assert (boss.alive, boss.half_dead, boss.hp) == (True, False, 300)
    assert moves_of(table) == ["DARK_ECHO"]
    table.play("end")
    assert table.fight.hp == 500 - 45
    assert moves_of(table)[0] in ("SLUDGE", "TACKLE")


def test_awakened_one_dies_in_its_second_phase_and_the_cultists_flee() -> None:
    boss = real("AwakenedOne", 6, "TACKLE", max_hp=300, Regenerate=10)
    cultists = [real("Cultist", 50, "DARK_STRIKE") for _ in range(2)]
    table = Table("strike", *cultists, boss).play("strike > 3")
    assert table.fight.reason == WON
    assert [(each.alive, each.hp) for each in cultists] == [(False, 50)] * 2
    first = Table("strike", *[each.clone() for each in (real("Cultist", 50), awakened())])
    assert first.play("strike > 2").monster().alive


def test_awakened_one_hurt_to_death_in_its_own_turn_is_reborn_in_the_next() -> None:
    boss = awakened(3)
    powers = {"Thorns": 3}
    table = Table("", boss, hp=500, max_hp=500, draw="90 defend", powers=powers).play("end")
    assert (boss.half_dead, moves_of(table)) == (True, ["REBIRTH"])
    assert table.play("end").monster().hp == 300


def test_awakened_one_poisoned_to_death_is_reborn_at_once() -> None:
    boss = awakened(3)
    boss.powers[POISON] = 3
    table = Table("", boss, hp=500, max_hp=500, draw="90 defend").play("end")
    assert (boss.alive, boss.hp, moves_of(table)) == (True, 300, ["DARK_ECHO"])


def test_awakened_one_chooses_by_its_phase() -> None:
    boss = awakened(300)
    s = Table("", boss).fight
    either = {"SLASH": 75, "SOUL_STRIKE": 25}
    assert chosen(s, boss, "SLASH") == pytest.approx(either, abs=NEAR)
    assert chosen(s, boss, "SLASH SLASH", 100) == {"SOUL_STRIKE": 100}
    assert chosen(s, boss, "SOUL_STRIKE", 100) == {"SLASH": 100}


def test_time_eater_hastes_once_below_half_its_hp() -> None:
    boss = real("TimeEater", 227, max_hp=456)
    s = Table("", boss).fight
    assert chosen(s, boss, "RIPPLE", 50) == {"HASTE": 100}
    boss.hp = 228
    assert "HASTE" not in chosen(s, boss, "RIPPLE", 50)
    boss.hp, boss.count = 100, DONE_ONCE
    assert "HASTE" not in chosen(s, boss, "RIPPLE", 50)


@pytest.mark.parametrize(("ascension", "block"), [(0, 0), (18, 0), (19, 32)])
def test_time_eater_heals_half_its_hp_and_loses_debuffs(ascension: int, block: int) -> None:
    boss = real("TimeEater", 100, "HASTE", max_hp=456, Strength=-3, Weakened=3, Time_Warp=5)
    table = Table("", boss, draw="9 defend", ascension=ascension).play("end")
    assert (boss.hp, boss.block, boss.count) == (228, block, DONE_ONCE)
    assert table.powers(1) == {"Time Warp": 5}


def test_writhing_mass_implants_once() -> None:
    mass = spawn(Table("").fight, monster("WrithingMass"), 0)
    table = Table("strike", mass, draw="9 defend", hp=500, max_hp=500)
    assert "IMPLANT" in chosen(table.fight, mass, "BIG_HIT")
    mass.move = MONSTER_KINDS[mass.kind].places["IMPLANT"]
    table.play("end")
    assert (mass.count, table.fight.hp, table.power("Malleable", 1)) == (DONE_ONCE, 500, 3)
    assert "IMPLANT" not in chosen(table.fight, mass, "BIG_HIT")


def test_runic_dome_hides_the_move_of_a_time_eater_that_falls_below_half_its_hp() -> None:
    boss = real("TimeEater", 230, "REVERBERATE", max_hp=456, Time_Warp=1)
    falls_below_half_its_hp(boss, "HASTE")


def test_runic_dome_hides_the_moves_that_a_writhing_mass_gives_up() -> None:
    places = MONSTER_KINDS[monster("WrithingMass")].places
    mass = real("WrithingMass", 150, "BIG_HIT", memory=3, Malleable=3, Compulsive=1)
    table = Table("", mass, draw="9 strike", hp=500, max_hp=500, relics=["Runic Dome"])

    def seen() -> list[int]:
        view = GAME.view(table.fight, 0)
        assert GAME.read_position(GAME.position(view)) == view
        for seed in range(20):
            world = GAME.sample(view, seeded(seed))
            (copy,) = world.monsters
            assert HIDDEN not in (copy.move, copy.last, copy.last_two)
            assert copy.move != copy.last
            assert GAME.view(world, 0) == view
        return [view.monsters[0].move, view.monsters[0].last, view.monsters[0].last_two]

    big = places["BIG_HIT"]
    assert seen() == [big, -1, -1]
    table.play("end")
    assert seen() == [HIDDEN, big, -1]
    table.play("strike")
    assert seen() == [HIDDEN, HIDDEN, big]
    table.play("strike")
    assert seen() == [HIDDEN, HIDDEN, HIDDEN]
    made = mass.move
    table.play("end")
    assert seen() == [HIDDEN, made, HIDDEN]


def test_runic_dome_hides_the_first_moves_of_a_horde() -> None:
    game = Spire(encounter="Jaw Worm Horde", relics="runic dome")
    view = game.view(game.setup(seeded(0)), 0)
    assert [worm.move for worm in view.monsters] == [HIDDEN] * 3
    worlds = [game.sample(view, seeded(seed)) for seed in range(60)]
    assert {worm.move for world in worlds for worm in world.monsters} == {0, 1, 2}


def test_runic_dome_shows_that_an_awakened_one_comes_back() -> None:
    boss = real("AwakenedOne", 6, "SLASH", max_hp=300, Unawakened=1, hidden=HIDES_MOVE)
    table = Table("strike", boss, relics=["Runic Dome"]).play("strike")
    view = GAME.view(table.fight, 0)
    assert view.monsters[0].move == REBIRTH
    message: Any = GAME.position(view)
    for item in message["game_state"]["combat_state"]["monsters"]:
        item.pop("move_id")
    read = GAME.read_position(message)
    assert read.monsters[0].move == HIDDEN
    assert GAME.sample(read, seeded(0)).monsters[0].move == REBIRTH


def test_writhing_mass_adds_a_parasite_to_the_deck() -> None:
    mass = real("WrithingMass", 160, "IMPLANT", memory=3, Malleable=3)
    table = Table("strike", mass, draw="9 defend")
    before = table.fight.clone()
    s = table.play("end").fight
    assert [card_word(card) for card in s.gained] == ["parasite"]
    assert before.gained == ()
    assert not any("parasite" in table.pile(name) for name in ("draw", "discard", "exhaust"))
    clean = s.clone()
    clean.gained = ()
    assert clean.key() != s.key() == s.clone().key()
    view = GAME.view(s, 0)
    assert GAME.read_position(GAME.position(view)) == view


# Starting.

# The HP that monsters start with, from an ascension on.
HP: dict[str, dict[int, tuple[int, int]]] = {
    "Orb Walker": {0: (90, 96), 7: (92, 102)},
    "Spiker": {0: (42, 56), 7: (44, 60)},
    "Exploder": {0: (30, 30), 7: (30, 35)},
    "Repulsor": {0: (29, 35), 7: (31, 38)},
    "Maw": {0: (300, 300)},
    "Serpent": {0: (170, 170), 7: (190, 190)},
    "Nemesis": {0: (185, 185), 8: (200, 200)},
    "Reptomancer": {0: (180, 190), 8: (190, 200)},
    "Dagger": {0: (20, 25)},
    "Donu": {0: (250, 250), 9: (265, 265)},
    "Deca": {0: (250, 250), 9: (265, 265)},
    "Darkling": {0: (48, 56), 7: (50, 59)},
    "Transient": {0: (999, 999)},
    "WrithingMass": {0: (160, 160), 7: (175, 175)},
    "GiantHead": {0: (500, 500), 8: (520, 520)},
    "AwakenedOne": {0: (300, 300), 9: (320, 320)},
    "TimeEater": {0: (456, 456), 9: (480, 480)},
}
# The powers that they start with.
START_POWERS: dict[str, dict[int, dict[str, int]]] = {
    "Orb Walker": {0: {"Generic Strength Up Power": 3}, 17: {"Generic Strength Up Power": 5}},
    "Spiker": {0: {"Thorns": 3}, 2: {"Thorns": 4}, 17: {"Thorns": 7}},
    "Exploder": {0: {"Explosive": 3}},
    "Dagger": {0: {"Minion": 1}},
    "Donu": {0: {"Artifact": 2}, 19: {"Artifact": 3}},
    "Deca": {0: {"Artifact": 2}, 19: {"Artifact": 3}},
    "Darkling": {0: {"Life Link": 1}},
    "Transient": {0: {"Fading": 5, "Shifting": 1}, 17: {"Fading": 6, "Shifting": 1}},
    "WrithingMass": {0: {"Compulsive": 1, "Malleable": 3}},
    # What can have the amount 0 is held with one more.
    "GiantHead": {0: {"Slow": 1}},
    "AwakenedOne": {
        0: {"Regenerate": 10, "Curiosity": 1, "Unawakened": 1},
        4: {"Regenerate": 10, "Curiosity": 1, "Unawakened": 1, "Strength": 2},
        19: {"Regenerate": 15, "Curiosity": 2, "Unawakened": 1, "Strength": 2},
    },
    "TimeEater": {0: {"Time Warp": 1}},
}


@pytest.mark.parametrize("name", HP)
def test_start(name: str) -> None:
    for ascension in (0, 1, 2, 4, 6, 7, 8, 9, 17, 19, 20):
        s = Table("", ascension=ascension).fight
        found = [spawn(s, monster(name), 0) for _ in range(150)]
        hp = [each.hp for each in found]
        assert (min(hp), max(hp)) == span(HP[name], ascension)
        levels = START_POWERS.get(name, {0: {}})
        wanted = levels[max(level for level in levels if level <= ascension)]
        for each in found:
            shown = {POWER_IDS[power]: n for power, n in enumerate(each.powers) if n}
            assert (shown, each.max_hp - each.hp, each.block) == (wanted, 0, 0)


def test_every_monster_has_a_start() -> None:
    assert sorted(HP) == sorted(kind.id for kind in ROWS)


# Choosing.

ALL_LEVELS = (0, 20)
EASY, HARD = (16,), (17,)
# What follows which moves (the last one first; none at the start), in percent.
CHOICES: list[tuple[str, tuple[int, ...], int, str, dict[str, float]]] = [
    ("Orb Walker", ALL_LEVELS, 0, "", {"CLAW": 40, "LASER": 60}),
    ("Orb Walker", ALL_LEVELS, 0, "CLAW CLAW", {"LASER": 100}),
    ("Orb Walker", ALL_LEVELS, 0, "LASER LASER", {"CLAW": 100}),
    ("Spiker", ALL_LEVELS, 0, "", {"CUT": 50, "SPIKE": 50}),
    ("Spiker", ALL_LEVELS, 0, "CUT", {"SPIKE": 100}),
    ("Spiker", ALL_LEVELS, 4, "SPIKE", {"CUT": 50, "SPIKE": 50}),
    ("Spiker", ALL_LEVELS, 5, "SPIKE", {"CUT": 100}),
    ("Spiker", ALL_LEVELS, 6, "CUT", {"CUT": 100}),
    ("Repulsor", ALL_LEVELS, 0, "", {"BASH": 20, "REPULSE": 80}),
    ("Repulsor", ALL_LEVELS, 0, "BASH", {"REPULSE": 100}),
    ("Maw", ALL_LEVELS, 1, "", {"ROAR": 100}),
    ("Maw", ALL_LEVELS, 1, "ROAR", {"NOM": 50, "SLAM": 50}),
    ("Maw", ALL_LEVELS, 1, "NOM", {"DROOL": 100}),
    ("Maw", ALL_LEVELS, 1, "SLAM", {"NOM": 50, "DROOL": 50}),
    ("Serpent", EASY, 0, "", {"QUICK_TACKLE": 50, "CONSTRICT": 50}),
    ("Serpent", HARD, 0, "", {"CONSTRICT": 100}),
    ("Serpent", ALL_LEVELS, 0, "CONSTRICT", {"QUICK_TACKLE": 50, "SMASH": 50}),
    ("Serpent", ALL_LEVELS, 0, "QUICK_TACKLE QUICK_TACKLE", {"CONSTRICT": 100}),
    ("Nemesis", ALL_LEVELS, 0, "", {"TRI_ATTACK": 50, "TRI_BURN": 50}),
    ("Nemesis", ALL_LEVELS, 0, "TRI_ATTACK", {"SCYTHE": 30, "TRI_ATTACK": 35, "TRI_BURN": 35}),
    ("Nemesis", ALL_LEVELS, 0, "TRI_ATTACK TRI_ATTACK", {"SCYTHE": 47.5, "TRI_BURN": 52.5}),
    ("Nemesis", ALL_LEVELS, 0, "TRI_BURN", {"SCYTHE": 47.5, "TRI_ATTACK": 52.5}),
    ("Nemesis", ALL_LEVELS, 0, "SCYTHE TRI_BURN", {"TRI_ATTACK": 50, "TRI_BURN": 50}),
    ("Nemesis", ALL_LEVELS, 0, "TRI_BURN SCYTHE", {"TRI_ATTACK": 100}),
    ("Reptomancer", ALL_LEVELS, 0, "", {"SUMMON": 100}),
    ("Reptomancer", ALL_LEVELS, 0, "SUMMON", {"SNAKE_STRIKE": 33, "SUMMON": 33, "BIG_BITE": 34}),
    ("Reptomancer", ALL_LEVELS, 0, "SUMMON SUMMON", {"SNAKE_STRIKE": 66, "BIG_BITE": 34}),
    ("Reptomancer", ALL_LEVELS, 0, "SNAKE_STRIKE", {
        "SUMMON": 33 + 33 * 33 / 67, "BIG_BITE": 34 + 33 * 34 / 67}),
    ("Darkling", ALL_LEVELS, 0, "", {"HARDEN": 50, "NIP": 50}),
    ("Darkling", ALL_LEVELS, 0, "HARDEN", {"CHOMP": 40, "NIP": 60}),
    ("Darkling", ALL_LEVELS, 0, "NIP", {"CHOMP": 40, "HARDEN": 30, "NIP": 30}),
    ("Darkling", ALL_LEVELS, 0, "CHOMP", {"HARDEN": 50, "NIP": 50}),
    # A third Nip in a row is rolled again from the start, so the other two share all of it.
    ("Darkling", ALL_LEVELS, 0, "NIP NIP", {"CHOMP": 400 / 7, "HARDEN": 300 / 7}),
    ("Darkling", ALL_LEVELS, 0, "REINCARNATE COUNT", {"CHOMP": 40, "HARDEN": 30, "NIP": 30}),
    ("Transient", ALL_LEVELS, 30, "", {"ATTACK": 100}),
    ("WrithingMass", ALL_LEVELS, 0, "", {
        "MULTI_HIT": 33, "ATTACK_BLOCK": 33, "ATTACK_DEBUFF": 34}),
    ("WrithingMass", ALL_LEVELS, 0, "IMPLANT", {
        "BIG_HIT": 10 + 1, "ATTACK_DEBUFF": 20 + 9 / 4, "MULTI_HIT": 30 + 27 / 8,
        "ATTACK_BLOCK": 30 + 27 / 8}),
    ("WrithingMass", ALL_LEVELS, 0, "BIG_HIT", {
        "IMPLANT": 10 + 10 / 9, "ATTACK_DEBUFF": 20 + 20 / 9, "MULTI_HIT": 30 + 30 / 9,
        "ATTACK_BLOCK": 30 + 30 / 9}),
    ("WrithingMass", ALL_LEVELS, 0, "ATTACK_DEBUFF", {
        "BIG_HIT": 10 + 4, "IMPLANT": 10 + 4, "MULTI_HIT": 30 + 6, "ATTACK_BLOCK": 30 + 6}),
    ("WrithingMass", ALL_LEVELS, 0, "MULTI_HIT", {
        "BIG_HIT": 10 + 5.25, "IMPLANT": 10 + 5.25, "ATTACK_DEBUFF": 20 + 10.5,
        "ATTACK_BLOCK": 30 + 9}),
    ("WrithingMass", ALL_LEVELS, 0, "ATTACK_BLOCK", {
        "BIG_HIT": 10 + 30 / 7, "IMPLANT": 10 + 30 / 7, "ATTACK_DEBUFF": 20 + 60 / 7,
        "MULTI_HIT": 30 + 90 / 7}),
    ("GiantHead", ALL_LEVELS, 30, "", {"GLARE": 50, "COUNT": 50}),
    ("GiantHead", ALL_LEVELS, 30, "GLARE COUNT", {"GLARE": 50, "COUNT": 50}),
    ("AwakenedOne", ALL_LEVELS, 0, "", {"SLASH": 100}),
    ("AwakenedOne", ALL_LEVELS, 0, "REBIRTH", {"DARK_ECHO": 100}),
    ("AwakenedOne", ALL_LEVELS, 0, "DARK_ECHO REBIRTH", {"SLUDGE": 50, "TACKLE": 50}),
    ("AwakenedOne", ALL_LEVELS, 0, "SLUDGE SLUDGE", {"TACKLE": 100}),
    ("AwakenedOne", ALL_LEVELS, 0, "TACKLE TACKLE", {"SLUDGE": 100}),
    ("TimeEater", ALL_LEVELS, 0, "", {"REVERBERATE": 45, "HEAD_SLAM": 35, "RIPPLE": 20}),
    ("TimeEater", ALL_LEVELS, 0, "REVERBERATE RIPPLE", {
        "REVERBERATE": 45, "HEAD_SLAM": 35, "RIPPLE": 20}),
    ("TimeEater", ALL_LEVELS, 0, "REVERBERATE REVERBERATE", {
        "HEAD_SLAM": 35 + 27, "RIPPLE": 20 + 18}),
    ("TimeEater", ALL_LEVELS, 0, "HEAD_SLAM", {
        "REVERBERATE": 45 + 0.66 * 35, "RIPPLE": 20 + 0.34 * 35}),
    ("TimeEater", ALL_LEVELS, 0, "RIPPLE", {
        "REVERBERATE": 45 + 20 * 45 / 75, "HEAD_SLAM": 35 + 20 * 30 / 75}),
    ("Reptomancer", ALL_LEVELS, 0, "BIG_BITE", {"SNAKE_STRIKE": 50, "SUMMON": 50}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "levels", "memory", "history", "expected"),
    CHOICES,
    ids=[f"{row[0]}-{row[3] or 'first'}-{row[2]}-A{row[1][0]}" for row in CHOICES],
)
def test_choice(
    name: str, levels: tuple[int, ...], memory: int, history: str, expected: dict[str, float]
) -> None:
    for ascension in levels:
        draws = 200 if len(expected) == 1 else DRAWS
        found = shares(name, history, ascension, memory=memory, draws=draws)
        assert set(found) == set(expected), f"ascension {ascension}"
        assert found == pytest.approx(expected, abs=NEAR), f"ascension {ascension}"


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ("SMASH", {"QUICK_TACKLE": 50, "SMASH": 50}),
        ("SMASH SMASH", {"QUICK_TACKLE": 100}),
        ("QUICK_TACKLE QUICK_TACKLE", {"SMASH": 100}),
    ],
)
def test_spire_growth_does_not_constrict_twice(history: str, expected: dict[str, float]) -> None:
    growth = real("Serpent", 170)
    for ascension in ALL_LEVELS:
        s = Table("", growth, powers={"Constricted": 10}, ascension=ascension).fight
        assert chosen(s, growth, history) == pytest.approx(expected, abs=NEAR)


def test_reptomancer_summons_nobody_beside_four_daggers() -> None:
    leader = real("Reptomancer", 180)
    s = Table("", *[minion("Dagger") for _ in range(4)], leader).fight
    found = chosen(s, leader, "SUMMON")
    assert found == pytest.approx({"SNAKE_STRIKE": 66, "BIG_BITE": 34}, abs=NEAR)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("Exploder", "SLAM SLAM EXPLODE"),
        ("Donu", "CIRCLE BEAM CIRCLE BEAM"),
        ("Deca", "BEAM SQUARE BEAM SQUARE"),
    ],
)
def test_sequence(name: str, moves: str) -> None:
    assert sequence(name, len(moves.split())) == moves


# Encounters.

# The monsters of each encounter that is always the same, and the room.
GROUPS = {
    "Orb Walker": ("Orb Walker", NORMAL),
    "Spire Growth": ("Serpent", NORMAL),
    "Maw": ("Maw", NORMAL),
    "3 Darklings": ("Darkling Darkling Darkling", NORMAL),
    "Transient": ("Transient", NORMAL),
    "Writhing Mass": ("WrithingMass", NORMAL),
    "Giant Head": ("GiantHead", ELITE),
    "Awakened One": ("Cultist Cultist AwakenedOne", BOSS),
    "Time Eater": ("TimeEater", BOSS),
    "Nemesis": ("Nemesis", ELITE),
    "Reptomancer": ("Dagger Reptomancer Dagger", ELITE),
    "Donu and Deca": ("Deca Donu", BOSS),
}


@pytest.mark.parametrize("name", GROUPS)
def test_encounter(name: str) -> None:
    group, room = GROUPS[name]
    s = Spire(encounter=name).setup(seeded(0))
    assert " ".join([MONSTER_KINDS[each.kind].id for each in s.monsters]) == group
    assert (s.act, s.room, room_of(name)) == (3, room, room)


@pytest.mark.parametrize("count", [3, 4])
def test_shapes_are_drawn_without_replacement(count: int) -> None:
    game = Spire(encounter=f"{count} shapes")
    seen: set[str] = set()
    for seed in range(60):
        names = [MONSTER_KINDS[each.kind].id for each in game.setup(seeded(seed)).monsters]
        assert len(names) == count
        assert max(Counter(names).values()) <= 2
        seen.update(names)
    assert seen == {"Repulsor", "Exploder", "Spiker"}


def test_sphere_has_any_two_shapes_with_it() -> None:
    game = Spire(encounter="sphere and 2 shapes")
    shapes = ("Repulsor", "Exploder", "Spiker")
    found = set()
    for seed in range(150):
        s = game.setup(seeded(seed))
        found.add(" ".join([MONSTER_KINDS[each.kind].id for each in s.monsters]))
    assert found == {f"{one} {two} SphericGuardian" for one in shapes for two in shapes}


@pytest.mark.parametrize(
    ("ascension", "strength", "block"), [(0, 3, 6), (2, 4, 6), (16, 4, 6), (17, 5, 9)]
)
def test_jaw_worms_of_the_horde_have_bellowed(ascension: int, strength: int, block: int) -> None:
    game = Spire(encounter="jaw worm horde", ascension=ascension)
    moves: Counter[str] = Counter()
    for seed in range(400):
        s = game.setup(seeded(seed))
        assert len(s.monsters) == 3
        for worm in s.monsters:
            assert MONSTER_KINDS[worm.kind].id == "JawWorm"
            assert (worm.powers[STRENGTH], worm.block) == (strength, block)
            moves[MONSTER_KINDS[worm.kind].moves[worm.move].name] += 1
    found = {move: 100 * count / moves.total() for move, count in moves.items()}
    assert found == pytest.approx({"CHOMP": 25, "THRASH": 30, "BELLOW": 45}, abs=2 * NEAR)


def test_every_encounter_has_a_test() -> None:
    names = [name for name in ENCOUNTERS if ACTS[name] == 3]
    drawn = ["3 Shapes", "4 Shapes", "Sphere and 2 Shapes", "Jaw Worm Horde"]
    assert sorted(names) == sorted([*GROUPS, *drawn])


WEIGHTS: dict[str, list[str]] = {
    "weak": ["3 Darklings", "Orb Walker", "3 Shapes"],
    "strong": [
        "Spire Growth", "Transient", "4 Shapes", "Maw", "Sphere and 2 Shapes", "Jaw Worm Horde",
        "3 Darklings", "Writhing Mass",
    ],
    "elite": ["Giant Head", "Nemesis", "Reptomancer"],
    "boss": ["Awakened One", "Time Eater", "Donu and Deca"],
}  # fmt: skip


@pytest.mark.parametrize("pool", WEIGHTS)
def test_pool(pool: str) -> None:
    rng = seeded("pool")
    counts = Counter(pick_encounter(POOLS[f"act 3 {pool}"], rng) for _ in range(DRAWS))
    share = 100 / len(WEIGHTS[pool])
    found = {name: 100 * count / DRAWS for name, count in counts.items()}
    assert found == pytest.approx(dict.fromkeys(WEIGHTS[pool], share), abs=NEAR)
    assert {room_of(name) for name in counts} == {{"elite": ELITE, "boss": BOSS}.get(pool, NORMAL)}


def test_the_pool_of_the_act_has_all_its_encounters_with_their_weights() -> None:
    names = [name for pool in WEIGHTS.values() for name in pool]
    assert POOLS["act 3"] == {name: float(names.count(name)) for name in names}
