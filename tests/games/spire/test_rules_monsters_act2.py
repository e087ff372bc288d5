"""The monsters of act 2: what they start with, what their moves do, and how they choose them."""

from collections import Counter

import pytest

from kibitz.core import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.monsters import (
    ACTS,
    ASCENSIONS,
    BOSS,
    BYRD,
    ELITE,
    ENCOUNTERS,
    MONSTER_KINDS,
    NORMAL,
    ORB_WALKER,
    POOLS,
    monster,
    pick_encounter,
    room_of,
)
from kibitz.games.spire.powers import MINION, POWER_IDS
from kibitz.games.spire.rules.act2 import ANGRY
from kibitz.games.spire.rules.intents import choose_move, places_after, spawn
from kibitz.games.spire.state import HIDDEN, HIDES_MOVE, WON, Fight, Monster
from tests.games.spire.table import GAME, Table, dummy, real
from tests.games.spire.test_rules_monsters import (
    DRAWS,
    ESCAPES,
    NEAR,
    NOTHING,
    Does,
    at_level,
    seen_after,
    sequence,
    shares,
    span,
)

ROWS = MONSTER_KINDS[BYRD:ORB_WALKER]

# Each move: its id in messages, the intent, and what it does from an ascension on. Multi-Stab hits
# six times here.
MOVES: dict[tuple[str, str], tuple[int, str, dict[int, Does]]] = {
    ("Byrd", "PECK"): (1, "ATTACK", {0: Does(5), 2: Does(6)}),
    ("Byrd", "FLY"): (2, "UNKNOWN", {0: Does(own={"Flight": 3}), 17: Does(own={"Flight": 4})}),
    ("Byrd", "SWOOP"): (3, "ATTACK", {0: Does(12), 2: Does(14)}),
    ("Byrd", "STUNNED"): (4, "STUN", {0: NOTHING}),
    ("Byrd", "HEADBUTT"): (5, "ATTACK", {0: Does(3)}),
    ("Byrd", "CAW"): (6, "BUFF", {0: Does(own={"Strength": 1})}),
    ("Chosen", "ZAP"): (1, "ATTACK", {0: Does(18), 2: Does(21)}),
    ("Chosen", "DRAIN"): (2, "DEBUFF", {0: Does(own={"Strength": 3}, player={"Weakened": 3})}),
    ("Chosen", "DEBILITATE"): (3, "ATTACK_DEBUFF", {
        0: Does(10, player={"Vulnerable": 2}), 2: Does(12, player={"Vulnerable": 2})}),
    ("Chosen", "HEX"): (4, "STRONG_DEBUFF", {0: Does(player={"Hex": 1})}),
    ("Chosen", "POKE"): (5, "ATTACK", {0: Does(10), 2: Does(12)}),
    ("Centurion", "SLASH"): (1, "ATTACK", {0: Does(12), 2: Does(14)}),
    # The block is that of the only other monster: see below for its own.
    ("Centurion", "PROTECT"): (2, "DEFEND", {0: NOTHING}),
    ("Centurion", "FURY"): (3, "ATTACK", {0: Does(18), 2: Does(21)}),
    ("Healer", "ATTACK"): (1, "ATTACK_DEBUFF", {
        0: Does(8, player={"Frail": 2}), 2: Does(9, player={"Frail": 2})}),
    # What it heals is below.
    ("Healer", "HEAL"): (2, "BUFF", {0: NOTHING}),
    ("Healer", "BUFF"): (3, "BUFF", {
        0: Does(own={"Strength": 2}), 2: Does(own={"Strength": 3}), 17: Does(own={"Strength": 4})}),
    ("Shelled Parasite", "FELL"): (1, "ATTACK_DEBUFF", {
        0: Does(18, player={"Frail": 2}), 2: Does(21, player={"Frail": 2})}),
    ("Shelled Parasite", "DOUBLE_STRIKE"): (2, "ATTACK", {0: Does(12), 2: Does(14)}),
    ("Shelled Parasite", "SUCK"): (3, "ATTACK_BUFF", {0: Does(10), 2: Does(12)}),
    ("Shelled Parasite", "STUNNED"): (4, "STUN", {0: NOTHING}),
    ("SnakePlant", "CHOMP"): (1, "ATTACK", {0: Does(21), 2: Does(24)}),
    ("SnakePlant", "SPORES"): (2, "STRONG_DEBUFF", {0: Does(player={"Frail": 2, "Weakened": 2})}),
    ("Snecko", "GLARE"): (1, "STRONG_DEBUFF", {0: Does(player={"Confusion": 1})}),
    ("Snecko", "BITE"): (2, "ATTACK", {0: Does(15), 2: Does(18)}),
    ("Snecko", "TAIL"): (3, "ATTACK_DEBUFF", {
        0: Does(8, player={"Vulnerable": 2}),
        2: Does(10, player={"Vulnerable": 2}),
        17: Does(10, player={"Vulnerable": 2, "Weakened": 2})}),
    ("SphericGuardian", "SLAM"): (1, "ATTACK", {0: Does(20), 2: Does(22)}),
    ("SphericGuardian", "ACTIVATE"): (2, "DEFEND", {0: Does(block=25), 17: Does(block=35)}),
    ("SphericGuardian", "HARDEN"): (3, "ATTACK_DEFEND", {
        0: Does(10, block=15), 2: Does(11, block=15)}),
    ("SphericGuardian", "ATTACK_DEBUFF"): (4, "ATTACK_DEBUFF", {
        0: Does(10, player={"Frail": 5}), 2: Does(11, player={"Frail": 5})}),
    ("Mugger", "MUG"): (1, "ATTACK", {
        0: Does(10, gold=-15), 2: Does(11, gold=-15), 17: Does(11, gold=-20)}),
    ("Mugger", "SMOKE_BOMB"): (2, "DEFEND", {0: Does(block=11), 17: Does(block=17)}),
    ("Mugger", "ESCAPE"): (3, "ESCAPE", {0: ESCAPES}),
    ("Mugger", "BIG_SWIPE"): (4, "ATTACK", {
        0: Does(16, gold=-15), 2: Does(18, gold=-15), 17: Does(18, gold=-20)}),
    ("BanditBear", "MAUL"): (1, "ATTACK", {0: Does(18), 2: Does(20)}),
    ("BanditBear", "BEAR_HUG"): (2, "STRONG_DEBUFF", {
        0: Does(player={"Dexterity": -2}), 17: Does(player={"Dexterity": -4})}),
    ("BanditBear", "LUNGE"): (3, "ATTACK_DEFEND", {0: Does(9, block=9), 2: Does(10, block=9)}),
    ("BanditLeader", "CROSS_SLASH"): (1, "ATTACK", {0: Does(15), 2: Does(17)}),
    ("BanditLeader", "MOCK"): (2, "UNKNOWN", {0: NOTHING}),
    ("BanditLeader", "AGONIZING_SLASH"): (3, "ATTACK_DEBUFF", {
        0: Does(10, player={"Weakened": 2}),
        2: Does(12, player={"Weakened": 2}),
        17: Does(12, player={"Weakened": 3})}),
    ("BanditChild", "STAB"): (1, "ATTACK", {0: Does(10), 2: Does(12)}),
    ("BookOfStabbing", "MULTI_STAB"): (1, "ATTACK", {0: Does(36), 3: Does(42)}),
    ("BookOfStabbing", "BIG_STAB"): (2, "ATTACK", {0: Does(21), 3: Does(24)}),
    ("GremlinLeader", "ENCOURAGE"): (3, "DEFEND_BUFF", {
        0: Does(own={"Strength": 3}), 3: Does(own={"Strength": 4}), 18: Does(own={"Strength": 5})}),
    ("GremlinLeader", "STAB"): (4, "ATTACK", {0: Does(18)}),
    ("SlaverBoss", "SCOURING_WHIP"): (2, "ATTACK_DEBUFF", {
        0: Does(7, added="wound"),
        3: Does(7, added="wound, wound"),
        18: Does(7, own={"Strength": 1}, added="wound, wound, wound")}),
    ("TorchHead", "TACKLE"): (1, "ATTACK", {0: Does(7)}),
    ("BronzeOrb", "BEAM"): (1, "ATTACK", {0: Does(8)}),
    # It is its own leader here.
    ("BronzeOrb", "SUPPORT_BEAM"): (2, "DEFEND", {0: Does(block=12)}),
    ("BronzeOrb", "STASIS"): (3, "STRONG_DEBUFF", {0: Does(own={"Stasis": 1})}),
    ("BronzeAutomaton", "FLAIL"): (1, "ATTACK", {0: Does(14), 4: Does(16)}),
    ("BronzeAutomaton", "HYPER_BEAM"): (2, "ATTACK", {0: Does(45), 4: Does(50)}),
    ("BronzeAutomaton", "STUNNED"): (3, "STUN", {0: NOTHING}),
    ("BronzeAutomaton", "BOOST"): (5, "DEFEND_BUFF", {
        0: Does(block=9, own={"Strength": 3}),
        4: Does(block=9, own={"Strength": 4}),
        9: Does(block=12, own={"Strength": 4})}),
    ("Champ", "HEAVY_SLASH"): (1, "ATTACK", {0: Does(16), 4: Does(18)}),
    # Metallicize adds to the block at the end of the round.
    ("Champ", "DEFENSIVE_STANCE"): (2, "DEFEND_BUFF", {
        0: Does(block=20, own={"Metallicize": 5}),
        9: Does(block=24, own={"Metallicize": 6}),
        19: Does(block=27, own={"Metallicize": 7})}),
    ("Champ", "EXECUTE"): (3, "ATTACK", {0: Does(20)}),
    ("Champ", "FACE_SLAP"): (4, "ATTACK_DEBUFF", {
        0: Does(12, player={"Frail": 2, "Vulnerable": 2}),
        4: Does(14, player={"Frail": 2, "Vulnerable": 2})}),
    ("Champ", "GLOAT"): (5, "BUFF", {
        0: Does(own={"Strength": 2}), 4: Does(own={"Strength": 3}), 19: Does(own={"Strength": 4})}),
    ("Champ", "TAUNT"): (6, "DEBUFF", {0: Does(player={"Weakened": 2, "Vulnerable": 2})}),
    ("Champ", "ANGER"): (7, "BUFF", {
        0: Does(own={"Strength": 6}),
        4: Does(own={"Strength": 9}),
        19: Does(own={"Strength": 12})}),
    ("TheCollector", "FIREBALL"): (2, "ATTACK", {0: Does(18), 4: Does(21)}),
    ("TheCollector", "BUFF"): (3, "DEFEND_BUFF", {
        0: Does(block=15, own={"Strength": 3}),
        4: Does(block=15, own={"Strength": 4}),
        9: Does(block=18, own={"Strength": 4}),
        19: Does(block=23, own={"Strength": 5})}),
    ("TheCollector", "MEGA_DEBUFF"): (4, "STRONG_DEBUFF", {
        0: Does(player={"Weakened": 3, "Vulnerable": 3, "Frail": 3}),
        19: Does(player={"Weakened": 5, "Vulnerable": 5, "Frail": 5})}),
}  # fmt: skip
# The moves that bring minions, with their ids and what they can bring.
SUMMONS = {
    ("GremlinLeader", "RALLY"): (2, 2, {
        "GremlinWarrior", "GremlinThief", "GremlinFat", "GremlinTsundere", "GremlinWizard"}),
    ("BronzeAutomaton", "SPAWN_ORBS"): (4, 2, {"BronzeOrb"}),
    ("TheCollector", "SPAWN"): (1, 2, {"TorchHead"}),
    ("TheCollector", "REVIVE"): (5, 2, {"TorchHead"}),
}  # fmt: skip


def minion(name: str, hp: int = 20, **powers: int) -> Monster:
    """Makes a minion that does nothing of note."""
    found = dummy(hp, **powers)
    found.kind = monster(name)
    found.powers[MINION] = 1
    found.move = 0
    return found


# What moves do.


def test_every_move_of_the_table_has_a_test() -> None:
    table = [(kind.id, move.name) for kind in ROWS for move in kind.moves]
    assert len(ROWS) == 20
    assert sorted(table) == sorted([*MOVES, *SUMMONS])


@pytest.mark.parametrize(("name", "move"), MOVES, ids=[f"{name}-{move}" for name, move in MOVES])
def test_move(name: str, move: str) -> None:
    number, intent, levels = MOVES[name, move]
    kind = MONSTER_KINDS[monster(name)]
    found = kind.moves[kind.places[move]]
    assert (found.id, found.intent) == (number, intent)
    for ascension in range(ASCENSIONS):
        expected = at_level(levels, ascension).seen
        assert seen_after(name, move, ascension) == expected, f"ascension {ascension}"


@pytest.mark.parametrize(("name", "move"), SUMMONS)
def test_summoning(name: str, move: str) -> None:
    number, count, known = SUMMONS[name, move]
    seen: set[str] = set()
    for seed in range(40):
        leader = real(name, 100, move)
        table = Table("", leader, draw="10 defend", seed=seed)
        before = [each.clone() for each in table.fight.monsters]
        table.play("end")
        s = table.fight
        found = MONSTER_KINDS[leader.kind].moves[MONSTER_KINDS[leader.kind].places[move]]
        assert (found.id, found.intent) == (number, "UNKNOWN")
        # They stand to the left of their leader and have not moved yet.
        assert len(s.monsters) == count + 1
        assert (s.monsters[-1] is leader, s.hp) == (True, 80)
        assert places_after(before, s.monsters) == [count]
        for each in s.monsters[:-1]:
            assert each.alive
            assert each.powers[MINION] == 1
            seen.add(MONSTER_KINDS[each.kind].id)
    assert seen == known


def test_new_minions_take_the_places_of_fallen_ones() -> None:
    fallen, other = minion("TorchHead"), minion("TorchHead")
    fallen.alive, fallen.hp = False, 0
    table = Table("", fallen, other, real("TheCollector", 200, "REVIVE"), draw="9 defend")
    s = table.play("end").fight
    assert [MONSTER_KINDS[each.kind].id for each in s.monsters] == [
        "TorchHead", "TorchHead", "TheCollector",
    ]  # fmt: skip
    assert (s.monsters[0].alive, s.monsters[1] is other) == (True, True)
    assert 38 <= s.monsters[0].hp <= 40


def test_gremlin_leader_never_has_more_than_three_gremlins() -> None:
    gremlins = [minion("GremlinFat"), minion("GremlinFat")]
    table = Table("", *gremlins, real("GremlinLeader", 140, "RALLY"), draw="9 defend").play("end")
    assert sum(each.powers[MINION] for each in table.fight.monsters) == 3


@pytest.mark.parametrize("name", ["GremlinLeader", "BronzeAutomaton", "TheCollector"])
def test_minions_leave_with_their_leader(name: str) -> None:
    leader = real(name, 6, "STAB" if name == "GremlinLeader" else "")
    table = Table("strike", minion("TorchHead"), leader).play("strike > 2")
    assert (table.fight.reason, table.monster(1).alive) == (WON, False)


def test_the_fight_goes_on_without_minions() -> None:
    table = Table("strike", minion("TorchHead", 5), real("TheCollector", 200)).play("strike > 1")
    assert not table.fight.over


@pytest.mark.parametrize(("ascension", "block"), [(0, 15), (16, 15), (17, 20)])
def test_centurion_protects_another_monster(ascension: int, block: int) -> None:
    centurion, friend = real("Centurion", 70, "PROTECT"), real("Healer", 50, "BUFF")
    Table("", centurion, friend, draw="9 defend", ascension=ascension).play("end")
    assert (centurion.block, friend.block) == (0, block)


@pytest.mark.parametrize(("ascension", "healed"), [(0, 16), (17, 20)])
def test_mystic_heals_everybody(ascension: int, healed: int) -> None:
    mystic = real("Healer", 20, "HEAL", max_hp=56)
    centurion = real("Centurion", 70, "PROTECT", max_hp=76)
    Table("", centurion, mystic, draw="9 defend", ascension=ascension).play("end")
    assert (mystic.hp, centurion.hp) == (20 + healed, 76)


def test_mystic_strengthens_everybody() -> None:
    table = Table("", real("Centurion", 70, "PROTECT"), real("Healer", 50, "BUFF"), draw="9 defend")
    table.play("end")
    assert (table.power("Strength", 1), table.power("Strength", 2)) == (2, 2)


@pytest.mark.parametrize(("block", "healed"), [(0, 10), (4, 6), (20, 0)])
def test_parasite_heals_what_it_sucks(block: int, healed: int) -> None:
    parasite = real("Shelled Parasite", 30, "SUCK", max_hp=70)
    Table("", parasite, draw="9 defend", block=block).play("end")
    assert parasite.hp == 30 + healed


@pytest.mark.parametrize(("ascension", "block"), [(0, 6), (17, 6), (18, 10)])
def test_gremlin_leader_encourages_the_others(ascension: int, block: int) -> None:
    gremlin, leader = minion("GremlinFat"), real("GremlinLeader", 140, "ENCOURAGE")
    table = Table("", gremlin, leader, draw="9 defend", ascension=ascension).play("end")
    assert (gremlin.block, leader.block) == (block, 0)
    assert table.power("Strength", 1) == table.power("Strength", 2)


def test_orb_supports_the_automaton() -> None:
    orb, boss = real("BronzeOrb", 50, "SUPPORT_BEAM", Minion=1), real("BronzeAutomaton", 300)
    boss.move = MONSTER_KINDS[boss.kind].places["STUNNED"]
    Table("", orb, boss, draw="9 defend").play("end")
    assert (orb.block, boss.block) == (0, 12)


def test_champ_gets_rid_of_debuffs_with_its_anger() -> None:
    champ = real("Champ", 200, "ANGER", Weak=2, Strength=-3, Vulnerable=1, Metallicize=5)
    table = Table("", champ, draw="9 defend").play("end")
    assert table.powers(1) == {"Strength": 6, "Metallicize": 5}


def test_book_of_stabbing_stabs_once_more_each_time() -> None:
    for ascension, after_big in ((0, 2), (17, 2), (18, 3)):
        s = Table("", ascension=ascension).fight
        book = spawn(s, monster("BookOfStabbing"), 0)
        places = MONSTER_KINDS[book.kind].places
        assert book.memory == 2
        book.move = places["BIG_STAB"]
        choose_move(s, book, book.move)
        assert book.memory == after_big
        book.move = places["MULTI_STAB"]
        choose_move(s, book, book.move)
        assert book.memory == after_big + 1


def test_mugger_takes_gold_and_loses_it_with_its_life() -> None:
    mugger = real("Mugger", 48, "MUG", Thievery=15)
    table = Table("", mugger, draw="20 strike").play("end", "end")
    assert table.fight.gold == -30
    mugger.hp = 6
    table.play("strike")
    assert (table.fight.reason, table.fight.gold) == (WON, 0)


# Interruptions.


def test_byrd_falls_when_its_flight_ends() -> None:
    byrd = real("Byrd", 30, "SWOOP", memory=3, Flight=1)
    table = Table("2 strike", byrd, draw="20 defend").play("strike")
    places = MONSTER_KINDS[byrd.kind].places
    assert (byrd.hp, byrd.move, table.powers(1)) == (27, places["STUNNED"], {})
    assert table.play("strike").lost() == 3 + 6
    made = []
    for _ in range(3):
        made.append(MONSTER_KINDS[byrd.kind].moves[byrd.move].name)
        table.play("end")
    assert made == ["STUNNED", "HEADBUTT", "FLY"]
    assert table.powers(1) == {"Flight": 3}
    assert byrd.move in (places["PECK"], places["SWOOP"], places["CAW"])


def test_parasite_is_stunned_when_its_shell_is_gone() -> None:
    parasite = real("Shelled Parasite", 60, "SUCK", Plated_Armor=2)
    table = Table("twin strike", parasite, draw="20 defend").play("twin strike")
    made = []
    for _ in range(2):
        made.append(MONSTER_KINDS[parasite.kind].moves[parasite.move].name)
        table.play("end")
    assert made == ["STUNNED", "FELL"]


def test_runic_dome_shows_what_the_player_has_stunned() -> None:
    byrd = real("Byrd", 30, "SWOOP", last="CAW", memory=3, Flight=1, hidden=HIDES_MOVE)
    parasite = real("Shelled Parasite", 60, "SUCK", Plated_Armor=1, hidden=HIDES_MOVE)
    rolled = real("Byrd", 30, "SWOOP", last="CAW", memory=3, Flight=3, hidden=HIDES_MOVE)
    table = Table("2 strike", byrd, parasite, rolled, relics=["Runic Dome"])
    table.play("strike > 1", "strike > 2")
    assert [each.move == HIDDEN for each in GAME.view(table.fight, 0).monsters] == [0, 0, 1]


def test_runic_dome_hides_the_move_of_a_champ_that_falls_below_half_its_hp() -> None:
    champ = real("Champ", 212, "GLOAT", max_hp=420)
    falls_below_half_its_hp(champ, "ANGER")


def falls_below_half_its_hp(boss: Monster, special: str) -> None:
    """Tests that a boss says no sooner than in its next turn what it does at half its HP."""
    place = MONSTER_KINDS[boss.kind].places[special]
    table = Table("", boss, draw="9 strike", hp=500, max_hp=500, relics=["Runic Dome"])
    table.play("end", "strike")
    assert 2 * boss.hp < boss.max_hp
    view = GAME.view(table.fight, 0)
    assert view.monsters[0].move == HIDDEN
    assert GAME.read_position(GAME.position(view)) == view
    moves = set()
    for seed in range(60):
        world = GAME.sample(view, seeded(seed))
        moves.add(world.monsters[0].move)
        assert GAME.view(world, 0) == view
    assert len(moves) > 1
    assert place not in moves
    table.play("end")
    assert GAME.view(table.fight, 0).monsters[0].move == boss.move == place


# Starting.

# The HP that monsters start with, from an ascension on.
HP: dict[str, dict[int, tuple[int, int]]] = {
    "Byrd": {0: (25, 31), 7: (26, 33)},
    "Chosen": {0: (95, 99), 7: (98, 103)},
    "Centurion": {0: (76, 80), 7: (78, 83)},
    "Healer": {0: (48, 56), 7: (50, 58)},
    "Shelled Parasite": {0: (68, 72), 7: (70, 75)},
    "SnakePlant": {0: (75, 79), 7: (78, 82)},
    "Snecko": {0: (114, 120), 7: (120, 125)},
    "SphericGuardian": {0: (20, 20)},
    "Mugger": {0: (48, 52), 7: (50, 54)},
    "BanditBear": {0: (38, 42), 7: (40, 44)},
    "BanditLeader": {0: (35, 39), 7: (37, 41)},
    "BanditChild": {0: (30, 30), 7: (34, 34)},
    "BookOfStabbing": {0: (160, 164), 8: (168, 172)},
    "GremlinLeader": {0: (140, 148), 8: (145, 155)},
    "SlaverBoss": {0: (54, 60), 8: (57, 64)},
    "TorchHead": {0: (38, 40), 9: (40, 45)},
    "BronzeOrb": {0: (52, 58), 9: (54, 60)},
    "BronzeAutomaton": {0: (300, 300), 9: (320, 320)},
    "Champ": {0: (420, 420), 9: (440, 440)},
    "TheCollector": {0: (282, 282), 9: (300, 300)},
}
# The powers that they start with, and the block.
START_POWERS: dict[str, dict[int, dict[str, int]]] = {
    "Byrd": {0: {"Flight": 3}, 17: {"Flight": 4}},
    "Shelled Parasite": {0: {"Plated Armor": 14}},
    "SnakePlant": {0: {"Malleable": 3}},
    "SphericGuardian": {0: {"Barricade": 1, "Artifact": 3}},
    "Mugger": {0: {"Thievery": 15}, 17: {"Thievery": 20}},
    "BookOfStabbing": {0: {"Painful Stabs": 1}},
    "TorchHead": {0: {"Minion": 1}},
    "BronzeOrb": {0: {"Minion": 1}},
    "BronzeAutomaton": {0: {"Artifact": 3}},
}
BLOCK = {"Shelled Parasite": 14, "SphericGuardian": 40}


@pytest.mark.parametrize("name", HP)
def test_start(name: str) -> None:
    for ascension in (0, 6, 7, 8, 9, 17, 19, 20):
        s = Table("", ascension=ascension).fight
        found = [spawn(s, monster(name), 0) for _ in range(100)]
        hp = [each.hp for each in found]
        assert (min(hp), max(hp)) == span(HP[name], ascension)
        assert [each.max_hp for each in found] == hp
        assert {each.block for each in found} == {BLOCK.get(name, 0)}
        levels = START_POWERS.get(name, {0: {}})
        wanted = levels[max(level for level in levels if level <= ascension)]
        for each in found:
            shown = {POWER_IDS[power]: n for power, n in enumerate(each.powers) if n}
            assert shown == wanted


def test_every_monster_has_a_start() -> None:
    assert sorted(HP) == sorted(kind.id for kind in ROWS)


# Choosing.

ALL_LEVELS = (0, 20)
EASY, HARD = (16,), (17,)
# What follows which moves (the last one first; none at the start), in percent. Dummies stand beside
# the monster, and it remembers what `memory` says.
CHOICES: list[tuple[str, tuple[int, ...], int, str, dict[str, float]]] = [
    ("Byrd", ALL_LEVELS, 3, "", {"CAW": 37.5, "PECK": 62.5}),
    ("Byrd", ALL_LEVELS, 3, "PECK CAW", {"PECK": 50, "SWOOP": 20, "CAW": 30}),
    ("Byrd", ALL_LEVELS, 3, "PECK PECK", {"SWOOP": 40, "CAW": 60}),
    ("Byrd", ALL_LEVELS, 3, "SWOOP PECK", {"PECK": 62.5, "CAW": 37.5}),
    ("Byrd", ALL_LEVELS, 3, "CAW PECK", {"PECK": 71.43, "SWOOP": 28.57}),
    ("Chosen", EASY, 0, "", {"POKE": 100}),
    ("Chosen", HARD, 0, "", {"HEX": 100}),
    ("Chosen", EASY, 0, "POKE", {"HEX": 100}),
    ("Chosen", ALL_LEVELS, 0, "HEX", {"DEBILITATE": 50, "DRAIN": 50}),
    ("Chosen", ALL_LEVELS, 1, "DRAIN HEX", {"ZAP": 40, "POKE": 60}),
    ("Chosen", ALL_LEVELS, 1, "ZAP DRAIN", {"DEBILITATE": 50, "DRAIN": 50}),
    ("Centurion", ALL_LEVELS, 0, "", {"SLASH": 65, "PROTECT": 35}),
    ("Centurion", ALL_LEVELS, 0, "SLASH SLASH", {"PROTECT": 100}),
    ("Centurion", ALL_LEVELS, 0, "PROTECT PROTECT", {"SLASH": 100}),
    ("Centurion", ALL_LEVELS, 0, "FURY FURY", {"SLASH": 100}),
    ("Healer", ALL_LEVELS, 0, "", {"ATTACK": 60, "BUFF": 40}),
    ("Healer", EASY, 0, "ATTACK BUFF", {"ATTACK": 60, "BUFF": 40}),
    ("Healer", EASY, 0, "ATTACK ATTACK", {"BUFF": 100}),
    ("Healer", HARD, 0, "ATTACK BUFF", {"BUFF": 100}),
    ("Healer", ALL_LEVELS, 0, "BUFF BUFF", {"ATTACK": 100}),
    ("Shelled Parasite", EASY, 0, "", {"DOUBLE_STRIKE": 50, "SUCK": 50}),
    ("Shelled Parasite", HARD, 0, "", {"FELL": 100}),
    ("Shelled Parasite", ALL_LEVELS, 0, "SUCK FELL", {"FELL": 20, "DOUBLE_STRIKE": 40, "SUCK": 40}),
    ("Shelled Parasite", ALL_LEVELS, 0, "FELL SUCK", {"DOUBLE_STRIKE": 50, "SUCK": 50}),
    ("Shelled Parasite", ALL_LEVELS, 0, "SUCK SUCK", {"FELL": 20, "DOUBLE_STRIKE": 80}),
    ("Shelled Parasite", ALL_LEVELS, 0, "DOUBLE_STRIKE DOUBLE_STRIKE", {"FELL": 20, "SUCK": 80}),
    ("Shelled Parasite", ALL_LEVELS, 0, "STUNNED SUCK", {"FELL": 100}),
    ("SnakePlant", ALL_LEVELS, 3, "", {"CHOMP": 65, "SPORES": 35}),
    ("SnakePlant", ALL_LEVELS, 3, "CHOMP CHOMP", {"SPORES": 100}),
    ("SnakePlant", ALL_LEVELS, 3, "SPORES CHOMP", {"CHOMP": 100}),
    ("SnakePlant", EASY, 3, "CHOMP SPORES", {"CHOMP": 65, "SPORES": 35}),
    ("SnakePlant", HARD, 3, "CHOMP SPORES", {"CHOMP": 100}),
    ("Snecko", ALL_LEVELS, 0, "", {"GLARE": 100}),
    ("Snecko", ALL_LEVELS, 0, "GLARE", {"TAIL": 40, "BITE": 60}),
    ("Snecko", ALL_LEVELS, 0, "BITE BITE", {"TAIL": 100}),
    ("Snecko", ALL_LEVELS, 0, "TAIL TAIL", {"TAIL": 40, "BITE": 60}),
    ("Mugger", ALL_LEVELS, 0, "", {"MUG": 100}),
    ("Mugger", ALL_LEVELS, 0, "MUG", {"MUG": 100}),
    ("Mugger", ALL_LEVELS, 0, "MUG MUG", {"SMOKE_BOMB": 50, "BIG_SWIPE": 50}),
    ("Mugger", ALL_LEVELS, 0, "BIG_SWIPE MUG", {"SMOKE_BOMB": 100}),
    ("Mugger", ALL_LEVELS, 0, "SMOKE_BOMB MUG", {"ESCAPE": 100}),
    ("BookOfStabbing", ALL_LEVELS, 2, "", {"BIG_STAB": 15, "MULTI_STAB": 85}),
    ("BookOfStabbing", ALL_LEVELS, 2, "BIG_STAB MULTI_STAB", {"MULTI_STAB": 100}),
    ("BookOfStabbing", ALL_LEVELS, 2, "MULTI_STAB MULTI_STAB", {"BIG_STAB": 100}),
    ("GremlinLeader", ALL_LEVELS, 0, "ENCOURAGE", {"RALLY": 75, "STAB": 25}),
    ("GremlinLeader", ALL_LEVELS, 0, "RALLY", {"STAB": 100}),
    ("GremlinLeader", ALL_LEVELS, 0, "STAB", {"RALLY": 100}),
    ("BronzeOrb", ALL_LEVELS, 0, "", {"STASIS": 75, "BEAM": 25}),
    ("BronzeOrb", ALL_LEVELS, 0, "BEAM", {"STASIS": 75, "BEAM": 25}),
    ("BronzeOrb", ALL_LEVELS, 0, "STASIS BEAM", {"SUPPORT_BEAM": 30, "BEAM": 70}),
    ("Champ", (0, 18), 0, "", {
        "DEFENSIVE_STANCE": 16, "GLOAT": 15, "FACE_SLAP": 25, "HEAVY_SLASH": 44}),
    ("Champ", (19,), 0, "", {"DEFENSIVE_STANCE": 31, "FACE_SLAP": 25, "HEAVY_SLASH": 44}),
    ("Champ", ALL_LEVELS, 2, "DEFENSIVE_STANCE", {"FACE_SLAP": 56, "HEAVY_SLASH": 44}),
    ("Champ", (0,), 0, "HEAVY_SLASH", {"DEFENSIVE_STANCE": 16, "GLOAT": 15, "FACE_SLAP": 69}),
    ("Champ", ALL_LEVELS, 2, "FACE_SLAP", {"GLOAT": 31, "HEAVY_SLASH": 69}),
    ("Champ", ALL_LEVELS, ANGRY, "ANGER TAUNT", {"EXECUTE": 100}),
    ("Champ", ALL_LEVELS, ANGRY | 2, "EXECUTE ANGER", {
        "GLOAT": 31, "FACE_SLAP": 25, "HEAVY_SLASH": 44}),
    ("TheCollector", ALL_LEVELS, 0, "", {"SPAWN": 100}),
    ("TheCollector", ALL_LEVELS, 0, "SPAWN", {"REVIVE": 26, "FIREBALL": 45, "BUFF": 29}),
    ("TheCollector", ALL_LEVELS, 0, "REVIVE", {"FIREBALL": 71, "BUFF": 29}),
    ("TheCollector", ALL_LEVELS, 0, "FIREBALL FIREBALL", {"REVIVE": 26, "BUFF": 74}),
    ("TheCollector", ALL_LEVELS, 0, "BUFF FIREBALL", {"REVIVE": 26, "FIREBALL": 74}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "levels", "memory", "history", "expected"),
    CHOICES,
    ids=[f"{row[0]}-{row[3] or 'first'}-A{row[1][0]}" for row in CHOICES],
)
def test_choice(
    name: str, levels: tuple[int, ...], memory: int, history: str, expected: dict[str, float]
) -> None:
    for ascension in levels:
        draws = 200 if len(expected) == 1 else DRAWS
        found = shares(name, history, ascension, memory=memory, draws=draws)
        assert set(found) == set(expected), f"ascension {ascension}"
        assert found == pytest.approx(expected, abs=NEAR), f"ascension {ascension}"


def chosen(s: Fight, mover: Monster, history: str, draws: int = DRAWS) -> dict[str, float]:
    """Returns how often a monster of a fight chooses each move after others, in percent."""
    rules = MONSTER_KINDS[mover.kind]
    made = [rules.places[move] for move in history.split()]
    counts: Counter[str] = Counter()
    for _ in range(draws):
        again = mover.clone()
        again.move, again.last = made[0], made[1] if len(made) > 1 else -1
        choose_move(s, again, made[0])
        counts[rules.moves[again.move].name] += 1
    return {move: 100 * count / draws for move, count in counts.items()}


@pytest.mark.parametrize(
    ("gremlins", "history", "expected"),
    [
        (1, "STAB", {"RALLY": 50 + 20 * 50 / 81, "ENCOURAGE": 30 + 20 * 30 / 81}),
        (1, "RALLY", {"ENCOURAGE": 30 + 30, "STAB": 20 + 20}),
        (1, "ENCOURAGE", {"RALLY": 50, "STAB": 50}),
        (2, "STAB", {"ENCOURAGE": 100}),
        (2, "ENCOURAGE", {"STAB": 100}),
        (3, "RALLY", {"ENCOURAGE": 66, "STAB": 34}),
    ],
)
def test_gremlin_leader_counts_its_gremlins(
    gremlins: int, history: str, expected: dict[str, float]
) -> None:
    leader = real("GremlinLeader", 140)
    s = Table("", *[minion("GremlinFat") for _ in range(gremlins)], leader).fight
    found = chosen(s, leader, history)
    assert set(found) == set(expected)
    assert found == pytest.approx(expected, abs=NEAR)


def test_centurion_rages_when_it_is_alone() -> None:
    centurion = real("Centurion", 70)
    found = chosen(Table("", centurion).fight, centurion, "SLASH")
    assert found == pytest.approx({"SLASH": 65, "FURY": 35}, abs=NEAR)


@pytest.mark.parametrize(
    ("ascension", "missing", "heals"),
    [(0, 15, False), (0, 16, True), (17, 20, False), (17, 21, True)],
)
def test_mystic_heals_what_is_hurt_enough(ascension: int, missing: int, heals: bool) -> None:
    mystic = real("Healer", 50)
    hurt = real("Centurion", 76 - missing, max_hp=76)
    s = Table("", hurt, mystic, ascension=ascension).fight
    assert ("HEAL" in chosen(s, mystic, "BUFF", 50)) == heals
    assert "HEAL" not in chosen(s, mystic, "HEAL HEAL", 50)


def test_orb_takes_a_card_once() -> None:
    orb = real("BronzeOrb", 50, count=1)
    s = Table("", orb).fight
    assert chosen(s, orb, "SUPPORT_BEAM SUPPORT_BEAM", 50) == {"BEAM": 100}
    assert chosen(s, orb, "BEAM BEAM", 50) == {"SUPPORT_BEAM": 100}


def test_collector_revives_nobody_while_both_heads_burn() -> None:
    boss = real("TheCollector", 282)
    s = Table("", minion("TorchHead"), minion("TorchHead"), boss).fight
    found = chosen(s, boss, "SPAWN")
    assert found == pytest.approx({"FIREBALL": 71, "BUFF": 29}, abs=NEAR)


def test_champ_is_angry_once_below_half_its_hp() -> None:
    champ = real("Champ", 209, max_hp=420)
    s = Table("", champ).fight
    assert chosen(s, champ, "HEAVY_SLASH", 20) == {"ANGER": 100}
    champ.hp = 210
    assert "ANGER" not in chosen(s, champ, "HEAVY_SLASH", 20)
    champ.hp, champ.memory = 100, ANGRY
    assert "ANGER" not in chosen(s, champ, "HEAVY_SLASH", 20)


@pytest.mark.parametrize(
    ("name", "ascension", "moves"),
    [
        ("SphericGuardian", 0, "ACTIVATE ATTACK_DEBUFF SLAM HARDEN SLAM HARDEN"),
        ("BanditBear", 0, "BEAR_HUG LUNGE MAUL LUNGE MAUL"),
        ("BanditLeader", 16, "MOCK AGONIZING_SLASH CROSS_SLASH AGONIZING_SLASH CROSS_SLASH"),
        (
            "BanditLeader",
            17,
            "MOCK AGONIZING_SLASH CROSS_SLASH CROSS_SLASH AGONIZING_SLASH CROSS_SLASH CROSS_SLASH",
        ),
        ("BanditChild", 0, "STAB STAB STAB"),
        ("SlaverBoss", 0, "SCOURING_WHIP SCOURING_WHIP"),
        ("TorchHead", 0, "TACKLE TACKLE"),
        (
            "BronzeAutomaton",
            18,
            "SPAWN_ORBS FLAIL BOOST FLAIL BOOST HYPER_BEAM STUNNED FLAIL BOOST",
        ),
        (
            "BronzeAutomaton",
            19,
            "SPAWN_ORBS FLAIL BOOST FLAIL BOOST HYPER_BEAM BOOST FLAIL BOOST",
        ),
    ],
)
def test_sequence(name: str, ascension: int, moves: str) -> None:
    assert sequence(name, len(moves.split()), ascension) == moves


def test_champ_taunts_every_fourth_turn() -> None:
    made = sequence("Champ", 12).split()
    assert [turn for turn, move in enumerate(made, 1) if move == "TAUNT"] == [4, 8, 12]
    assert made.count("DEFENSIVE_STANCE") <= 2


def test_collector_debuffs_once_in_the_fourth_turn() -> None:
    made = sequence("TheCollector", 20).split()
    assert [turn for turn, move in enumerate(made, 1) if move == "MEGA_DEBUFF"] == [4]


# Encounters.

GREMLINS = ("GremlinWarrior", "GremlinThief", "GremlinFat", "GremlinTsundere", "GremlinWizard")
# The monsters of each encounter, in order; an encounter is one of several groups.
GROUPS: dict[str, set[str]] = {
    "Spheric Guardian": {"SphericGuardian"},
    "Chosen": {"Chosen"},
    "Shell Parasite": {"Shelled Parasite"},
    "3 Byrds": {"Byrd Byrd Byrd"},
    "2 Thieves": {"Looter Mugger"},
    "Chosen and Byrds": {"Byrd Chosen"},
    "Sentry and Sphere": {"Sentry SphericGuardian"},
    "Snake Plant": {"SnakePlant"},
    "Snecko": {"Snecko"},
    "Centurion and Healer": {"Centurion Healer"},
    "Cultist and Chosen": {"Cultist Chosen"},
    "3 Cultists": {"Cultist Cultist Cultist"},
    "Shelled Parasite and Fungi": {"Shelled Parasite FungiBeast"},
    "Gremlin Leader": {f"{one} {two} GremlinLeader" for one in GREMLINS for two in GREMLINS},
    "Slavers": {"SlaverBlue SlaverBoss SlaverRed"},
    "Book of Stabbing": {"BookOfStabbing"},
    "Automaton": {"BronzeAutomaton"},
    "Collector": {"TheCollector"},
    "Champ": {"Champ"},
    "Masked Bandits": {"BanditChild BanditLeader BanditBear"},
}


@pytest.mark.parametrize("name", GROUPS)
def test_encounter(name: str) -> None:
    game = Spire(encounter=name)
    fights = [game.setup(seeded(seed)) for seed in range(20 if len(GROUPS[name]) == 1 else 500)]
    found = {" ".join([MONSTER_KINDS[each.kind].id for each in s.monsters]) for s in fights}
    assert found == GROUPS[name]
    assert {s.act for s in fights} == {2}


def test_every_encounter_has_a_test() -> None:
    assert [name for name in ENCOUNTERS if ACTS[name] == 2] == [*GROUPS]


def test_gremlins_of_a_leader_are_minions() -> None:
    s = Spire(encounter="Gremlin Leader").setup(seeded(0))
    assert [each.powers[MINION] for each in s.monsters] == [1, 1, 0]


WEIGHTS: dict[str, dict[str, float]] = {
    "weak": dict.fromkeys([*GROUPS][:5], 1),
    "strong": {
        "Chosen and Byrds": 2,
        "Sentry and Sphere": 2,
        "Snake Plant": 6,
        "Snecko": 4,
        "Centurion and Healer": 6,
        "Cultist and Chosen": 3,
        "3 Cultists": 3,
        "Shelled Parasite and Fungi": 3,
    },
    "elite": {"Gremlin Leader": 1, "Slavers": 1, "Book of Stabbing": 1},
    "boss": {"Automaton": 1, "Collector": 1, "Champ": 1},
}


@pytest.mark.parametrize("pool", WEIGHTS)
def test_pool(pool: str) -> None:
    rng = seeded("pool")
    counts = Counter(pick_encounter(POOLS[f"act 2 {pool}"], rng) for _ in range(DRAWS))
    total = sum(WEIGHTS[pool].values())
    expected = {name: 100 * weight / total for name, weight in WEIGHTS[pool].items()}
    found = {name: 100 * count / DRAWS for name, count in counts.items()}
    assert found == pytest.approx(expected, abs=NEAR)
    rooms = {"elite": ELITE, "boss": BOSS}
    assert {room_of(name) for name in counts} == {rooms.get(pool, NORMAL)}


def test_the_pool_of_the_act_has_all_its_encounters_but_that_of_an_event() -> None:
    assert [*POOLS["act 2"], "Masked Bandits"] == [*GROUPS]
