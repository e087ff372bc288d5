"""The monsters of act 1: what they start with, what their moves do, and how they choose them."""

from collections import Counter

import pytest

from kibitz.core import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.cards import face
from kibitz.games.spire.monsters import (
    ACTS,
    ASCENSIONS,
    AWAKE_LAGAVULIN,
    BOSS,
    BYRD,
    ELITE,
    ENCOUNTERS,
    MONSTER_KINDS,
    NORMAL,
    POOLS,
    monster,
    pick_encounter,
    room_of,
)
from kibitz.games.spire.powers import POWER_NUMBERS, plain_id
from kibitz.games.spire.rules.intents import choose_move, spawn
from kibitz.games.spire.state import HIDDEN, HIDES_MOVE, LOST, WON, Fight, Monster
from tests.games.spire.table import GAME, Table, dummy, real

DRAWS = 3000
# How far a share of the draws may be from what is expected, in percent.
NEAR = 3.0


class Does:
    """What is seen of a move after the round in which it was made."""

    def __init__(
        self,
        lost: int = 0,
        *,
        block: int = 0,
        own: dict[str, int] | None = None,
        player: dict[str, int] | None = None,
        added: str = "",
        gold: int = 0,
        gone: bool = False,
        into: str = "",
    ) -> None:
        self.seen = {
            "HP lost": lost,
            "block": block,
            "its powers": own or {},
            "the player's powers": player or {},
            "cards added": sorted(filter(None, added.split(", "))),
            "gold": gold,
            "gone": gone,
            "in its place": list(filter(None, into.split(", "))),
        }


NOTHING = Does()
ESCAPES = Does(gone=True)
STRIKE = face("Strike_R")
SLIMED = "slimed"

# Each move: its id in messages, the intent, and what it does from an ascension on. A louse bites
# for 6 here, and Divider is that of 61 HP.
MOVES: dict[tuple[str, str], tuple[int, str, dict[int, Does]]] = {
    ("Cultist", "INCANTATION"): (3, "BUFF", {
        0: Does(own={"Ritual": 3}), 2: Does(own={"Ritual": 4}), 17: Does(own={"Ritual": 5})}),
    ("Cultist", "DARK_STRIKE"): (1, "ATTACK", {0: Does(6)}),
    ("JawWorm", "CHOMP"): (1, "ATTACK", {0: Does(11), 2: Does(12)}),
    ("JawWorm", "BELLOW"): (2, "DEFEND_BUFF", {
        0: Does(block=6, own={"Strength": 3}),
        2: Does(block=6, own={"Strength": 4}),
        17: Does(block=9, own={"Strength": 5})}),
    ("JawWorm", "THRASH"): (3, "ATTACK_DEFEND", {0: Does(7, block=5)}),
    ("FuzzyLouseNormal", "BITE"): (3, "ATTACK", {0: Does(6)}),
    ("FuzzyLouseNormal", "GROW"): (4, "BUFF", {
        0: Does(own={"Strength": 3}), 17: Does(own={"Strength": 4})}),
    ("FuzzyLouseDefensive", "BITE"): (3, "ATTACK", {0: Does(6)}),
    ("FuzzyLouseDefensive", "SPIT_WEB"): (4, "DEBUFF", {0: Does(player={"Weakened": 2})}),
    ("AcidSlime_S", "TACKLE"): (1, "ATTACK", {0: Does(3), 2: Does(4)}),
    ("AcidSlime_S", "LICK"): (2, "DEBUFF", {0: Does(player={"Weakened": 1})}),
    ("AcidSlime_M", "SPIT"): (1, "ATTACK_DEBUFF", {
        0: Does(7, added=SLIMED), 2: Does(8, added=SLIMED)}),
    ("AcidSlime_M", "TACKLE"): (2, "ATTACK", {0: Does(10), 2: Does(12)}),
    ("AcidSlime_M", "LICK"): (4, "DEBUFF", {0: Does(player={"Weakened": 1})}),
    ("AcidSlime_L", "SPIT"): (1, "ATTACK_DEBUFF", {
        0: Does(11, added="slimed, slimed"), 2: Does(12, added="slimed, slimed")}),
    ("AcidSlime_L", "TACKLE"): (2, "ATTACK", {0: Does(16), 2: Does(18)}),
    ("AcidSlime_L", "SPLIT"): (3, "UNKNOWN", {
        0: Does(gone=True, into="AcidSlime_M 30, AcidSlime_M 30")}),
    ("AcidSlime_L", "LICK"): (4, "DEBUFF", {0: Does(player={"Weakened": 2})}),
    ("SpikeSlime_S", "TACKLE"): (1, "ATTACK", {0: Does(5), 2: Does(6)}),
    ("SpikeSlime_M", "FLAME_TACKLE"): (1, "ATTACK_DEBUFF", {
        0: Does(8, added=SLIMED), 2: Does(10, added=SLIMED)}),
    ("SpikeSlime_M", "LICK"): (4, "DEBUFF", {0: Does(player={"Frail": 1})}),
    ("SpikeSlime_L", "FLAME_TACKLE"): (1, "ATTACK_DEBUFF", {
        0: Does(16, added="slimed, slimed"), 2: Does(18, added="slimed, slimed")}),
    ("SpikeSlime_L", "SPLIT"): (3, "UNKNOWN", {
        0: Does(gone=True, into="SpikeSlime_M 30, SpikeSlime_M 30")}),
    ("SpikeSlime_L", "LICK"): (4, "DEBUFF", {
        0: Does(player={"Frail": 2}), 17: Does(player={"Frail": 3})}),
    ("SlaverBlue", "STAB"): (1, "ATTACK", {0: Does(12), 2: Does(13)}),
    ("SlaverBlue", "RAKE"): (4, "ATTACK_DEBUFF", {
        0: Does(7, player={"Weakened": 1}),
        2: Does(8, player={"Weakened": 1}),
        17: Does(8, player={"Weakened": 2})}),
    ("SlaverRed", "STAB"): (1, "ATTACK", {0: Does(13), 2: Does(14)}),
    ("SlaverRed", "ENTANGLE"): (2, "STRONG_DEBUFF", {0: Does(player={"Entangled": 1})}),
    ("SlaverRed", "SCRAPE"): (3, "ATTACK_DEBUFF", {
        0: Does(8, player={"Vulnerable": 1}),
        2: Does(9, player={"Vulnerable": 1}),
        17: Does(9, player={"Vulnerable": 2})}),
    ("Looter", "MUG"): (1, "ATTACK", {
        0: Does(10, gold=-15), 2: Does(11, gold=-15), 17: Does(11, gold=-20)}),
    ("Looter", "SMOKE_BOMB"): (2, "DEFEND", {0: Does(block=6)}),
    ("Looter", "ESCAPE"): (3, "ESCAPE", {0: ESCAPES}),
    ("Looter", "LUNGE"): (4, "ATTACK", {
        0: Does(12, gold=-15), 2: Does(14, gold=-15), 17: Does(14, gold=-20)}),
    ("FungiBeast", "BITE"): (1, "ATTACK", {0: Does(6)}),
    ("FungiBeast", "GROW"): (2, "BUFF", {
        0: Does(own={"Strength": 3}), 2: Does(own={"Strength": 4}), 17: Does(own={"Strength": 5})}),
    ("GremlinFat", "SMASH"): (2, "ATTACK_DEBUFF", {
        0: Does(4, player={"Weakened": 1}),
        2: Does(5, player={"Weakened": 1}),
        17: Does(5, player={"Weakened": 1, "Frail": 1})}),
    ("GremlinFat", "ESCAPE"): (99, "ESCAPE", {0: ESCAPES}),
    ("GremlinThief", "PUNCTURE"): (1, "ATTACK", {0: Does(9), 2: Does(10)}),
    ("GremlinThief", "ESCAPE"): (99, "ESCAPE", {0: ESCAPES}),
    ("GremlinWarrior", "SCRATCH"): (1, "ATTACK", {0: Does(4), 2: Does(5)}),
    ("GremlinWarrior", "ESCAPE"): (99, "ESCAPE", {0: ESCAPES}),
    # The block is that of the only other monster: see below for its own.
    ("GremlinTsundere", "PROTECT"): (1, "DEFEND", {0: NOTHING}),
    ("GremlinTsundere", "BASH"): (2, "ATTACK", {0: Does(6), 2: Does(8)}),
    ("GremlinTsundere", "ESCAPE"): (99, "ESCAPE", {0: ESCAPES}),
    ("GremlinWizard", "CHARGE"): (2, "UNKNOWN", {0: NOTHING}),
    ("GremlinWizard", "ULTIMATE_BLAST"): (1, "ATTACK", {0: Does(25), 2: Does(30)}),
    ("GremlinWizard", "ESCAPE"): (99, "ESCAPE", {0: ESCAPES}),
    ("GremlinNob", "RUSH"): (1, "ATTACK", {0: Does(14), 3: Does(16)}),
    ("GremlinNob", "SKULL_BASH"): (2, "ATTACK_DEBUFF", {
        0: Does(6, player={"Vulnerable": 2}), 3: Does(8, player={"Vulnerable": 2})}),
    ("GremlinNob", "BELLOW"): (3, "BUFF", {
        0: Does(own={"Anger": 2}), 18: Does(own={"Anger": 3})}),
    ("Lagavulin", "SIPHON_SOUL"): (1, "STRONG_DEBUFF", {
        0: Does(player={"Strength": -1, "Dexterity": -1}),
        18: Does(player={"Strength": -2, "Dexterity": -2})}),
    ("Lagavulin", "ATTACK"): (3, "ATTACK", {0: Does(18), 3: Does(20)}),
    ("Lagavulin", "STUNNED"): (4, "STUN", {0: NOTHING}),
    ("Lagavulin", "SLEEP"): (5, "SLEEP", {0: NOTHING}),
    ("Sentry", "BOLT"): (3, "DEBUFF", {
        0: Does(added="dazed, dazed"), 18: Does(added="dazed, dazed, dazed")}),
    ("Sentry", "BEAM"): (4, "ATTACK", {0: Does(9), 3: Does(10)}),
    ("SlimeBoss", "SLAM"): (1, "ATTACK", {0: Does(35), 4: Does(38)}),
    ("SlimeBoss", "PREPARING"): (2, "UNKNOWN", {0: NOTHING}),
    ("SlimeBoss", "SPLIT"): (3, "UNKNOWN", {
        0: Does(gone=True, into="SpikeSlime_L 30, AcidSlime_L 30")}),
    ("SlimeBoss", "GOOP_SPRAY"): (4, "STRONG_DEBUFF", {
        0: Does(added="slimed, slimed, slimed"),
        19: Does(added="slimed, slimed, slimed, slimed, slimed")}),
    ("TheGuardian", "CLOSE_UP"): (1, "BUFF", {
        0: Does(own={"Sharp Hide": 3}), 19: Does(own={"Sharp Hide": 4})}),
    ("TheGuardian", "FIERCE_BASH"): (2, "ATTACK", {0: Does(32), 4: Does(36)}),
    ("TheGuardian", "ROLL_ATTACK"): (3, "ATTACK", {0: Does(9), 4: Does(10)}),
    # The threshold that it remembers is 6 here.
    ("TheGuardian", "TWIN_SLAM"): (4, "ATTACK_BUFF", {0: Does(16, own={"Mode Shift": 6})}),
    ("TheGuardian", "WHIRLWIND"): (5, "ATTACK", {0: Does(20)}),
    ("TheGuardian", "CHARGE_UP"): (6, "DEFEND", {0: Does(block=9)}),
    ("TheGuardian", "VENT_STEAM"): (7, "STRONG_DEBUFF", {
        0: Does(player={"Weakened": 2, "Vulnerable": 2})}),
    ("Hexaghost", "DIVIDER"): (1, "ATTACK", {0: Does(36)}),
    ("Hexaghost", "TACKLE"): (2, "ATTACK", {0: Does(10), 4: Does(12)}),
    ("Hexaghost", "INFLAME"): (3, "DEFEND_BUFF", {
        0: Does(block=12, own={"Strength": 2}), 19: Does(block=12, own={"Strength": 3})}),
    ("Hexaghost", "SEAR"): (4, "ATTACK_DEBUFF", {
        0: Does(6, added="burn"), 19: Does(6, added="burn, burn")}),
    ("Hexaghost", "ACTIVATE"): (5, "UNKNOWN", {0: NOTHING}),
    ("Hexaghost", "INFERNO"): (6, "ATTACK_DEBUFF", {
        0: Does(12, added="burn+, burn+, burn+"), 4: Does(18, added="burn+, burn+, burn+")}),
}  # fmt: skip


def at_level(levels: dict[int, Does], ascension: int) -> Does:
    """Returns what holds at an ascension: the entry with the highest level that is not above it."""
    return levels[max(level for level in levels if level <= ascension)]


def seen_after(name: str, move: str, ascension: int) -> dict[str, object]:
    """Lets a monster make a move beside another one that does nothing, and tells what is seen."""
    mover = real(name, 30, move, max_hp=100, memory=6)
    table = Table("", mover, dummy(40), draw="10 defend", ascension=ascension).play("end")
    s = table.fight
    new = [each for each in s.monsters[1:] if each.kind < len(MONSTER_KINDS)]
    return {
        "HP lost": 80 - s.hp,
        "block": mover.block,
        "its powers": table.powers(1),
        "the player's powers": table.powers(),
        "cards added": sorted(table.pile("discard")),
        "gold": s.gold,
        "gone": not mover.alive,
        "in its place": [f"{MONSTER_KINDS[each.kind].id} {each.hp}" for each in new],
    }


# What moves do.


def test_every_move_of_the_table_has_a_test() -> None:
    rows = MONSTER_KINDS[:BYRD]  # those of later acts come after them
    table = [(kind.id, move.name) for kind in rows for move in kind.moves]
    assert len(rows) == 25
    assert sorted(table) == sorted(MOVES)


@pytest.mark.parametrize(("name", "move"), MOVES, ids=[f"{name}-{move}" for name, move in MOVES])
def test_move(name: str, move: str) -> None:
    number, intent, levels = MOVES[name, move]
    kind = MONSTER_KINDS[monster(name)]
    found = kind.moves[kind.places[move]]
    assert (found.id, found.intent) == (number, intent)
    for ascension in range(ASCENSIONS):
        expected = at_level(levels, ascension).seen
        assert seen_after(name, move, ascension) == expected, f"ascension {ascension}"


@pytest.mark.parametrize(
    ("ascension", "block"), [(0, 7), (6, 7), (7, 8), (16, 8), (17, 11), (20, 11)]
)
def test_shield_gremlin_protects_another_monster(ascension: int, block: int) -> None:
    shield = real("GremlinTsundere", 14, "PROTECT")
    friends = [dummy(10), dummy(10), dummy(0)]
    friends[2].alive = False
    protected: Counter[int] = Counter()
    for seed in range(40):
        monsters = [shield.clone(), *[friend.clone() for friend in friends]]
        table = Table("", *monsters, draw="10 defend", ascension=ascension, seed=seed).play("end")
        assert [each.block for each in table.fight.monsters].count(block) == 1
        protected[[each.block for each in table.fight.monsters].index(block)] += 1
    assert set(protected) == {1, 2}
    alone = Table("", shield, draw="5 defend", ascension=ascension).play("end")
    assert alone.monster().block == block


def test_attacks_are_raised_by_strength_and_stopped_by_block() -> None:
    table = Table("", real("Hexaghost", 250, "TACKLE", Strength=2), block=10).play("end")
    assert (table.fight.hp, table.fight.block) == (80 - 4, 0)


def test_monsters_act_from_left_to_right_until_the_player_dies() -> None:
    pair = [dummy(attack=5), dummy(attack=9)]
    assert Table("", *pair, powers={"Buffer": 1}).play("end").fight.hp == 80 - 9
    thorns = Table("", dummy(attack=9), dummy(20, attack=9), hp=8, powers={"Thorns": 3})
    fight = thorns.play("end").fight
    assert (fight.reason, fight.monsters[1].hp) == (LOST, 20)


def test_louse_bites_for_what_it_rolled_when_it_appeared() -> None:
    for ascension, bites in ((0, {5, 6, 7}), (1, {5, 6, 7}), (2, {6, 7, 8}), (20, {6, 7, 8})):
        for name in ("FuzzyLouseNormal", "FuzzyLouseDefensive"):
            lost = set()
            for seed in range(40):
                table = Table("", dummy(), ascension=ascension, seed=seed)
                louse = spawn(table.fight, monster(name), 0)
                louse.move = MONSTER_KINDS[louse.kind].places["BITE"]
                table.fight.monsters = [louse]
                table.play("end")
                lost.add(80 - table.fight.hp)
            assert lost == bites, (name, ascension)


def test_divider_counts_the_hp_at_the_activation() -> None:
    table = Table("", real("Hexaghost", 250, "ACTIVATE"), hp=61, draw="10 defend").play("end")
    table.fight.hp = 80
    table.play("end")
    assert table.fight.hp == 80 - 6 * 6


def test_hexaghost_upgrades_all_burns_with_inferno() -> None:
    ghost = real("Hexaghost", 250, "INFERNO")
    table = Table("", ghost, draw="5 defend, 2 burn", discard="burn, strike").play("end")
    assert sorted(table.pile("discard")) == ["burn+", "burn+", "burn+", "burn+", "strike"]
    assert sorted(table.hand() + table.pile("draw")).count("burn+") == 2
    ghost.move = MONSTER_KINDS[ghost.kind].places["SEAR"]
    table.fight.hand, table.fight.discard = [], []
    table.fight.draw = [*table.fight.draw, *[STRIKE] * 5]
    table.play("end")
    assert table.pile("discard") == ["burn+"]


def test_slimes_that_split_do_not_act_in_that_turn() -> None:
    table = Table("", real("SlimeBoss", 60, "SPLIT", max_hp=140), draw="10 defend").play("end")
    assert table.fight.hp == 80
    boss, spike, acid = table.fight.monsters
    assert (boss.alive, boss.hp) == (False, 0)
    assert [(each.hp, each.max_hp) for each in (spike, acid)] == [(60, 60), (60, 60)]
    assert (table.powers(2), table.powers(3)) == ({"Split": 1}, {"Split": 1})


def test_looter_takes_gold_and_loses_it_with_its_life() -> None:
    looter = real("Looter", 44, "MUG", Thievery=15)
    table = Table("", looter, draw="20 strike").play("end", "end")
    assert table.fight.gold == -30
    looter.hp = 6
    table.play("strike")
    assert (table.fight.reason, table.fight.gold) == (WON, 0)


def test_looter_keeps_its_gold_if_it_escapes() -> None:
    looter = real("Looter", 44, "MUG", Thievery=20)
    table = Table("", looter, draw="9 defend", ascension=17)
    while not table.fight.over:
        table.play("end")
    assert looter.hp == 44
    assert (table.fight.reason, table.fight.gold) in [(WON, -40), (WON, -60)]


def test_fungi_beast_leaves_spores_unless_it_is_the_last() -> None:
    beasts = [real("FungiBeast", 6, "GROW", Spore_Cloud=2) for _ in range(2)]
    table = Table("2 strike", *beasts).play("strike > 1")
    assert table.power("Vulnerable") == 2
    table.play("strike")
    assert (table.fight.reason, table.power("Vulnerable")) == (WON, 2)


def test_mad_gremlin_is_angry_at_every_unblocked_hit() -> None:
    table = Table("twin strike, strike", real("GremlinWarrior", 20, "SCRATCH", Angry=1))
    assert table.play("twin strike").power("Strength", 1) == 2
    table.monster().block = 10
    assert table.play("strike").power("Strength", 1) == 2


# Interruptions.


@pytest.mark.parametrize(
    ("name", "move", "half"),
    [("AcidSlime_L", "LICK", 33), ("SpikeSlime_L", "LICK", 32), ("SlimeBoss", "PREPARING", 70)],
)
def test_slime_splits_at_half_its_hp(name: str, move: str, half: int) -> None:
    slime = real(name, half + 7, move, max_hp=2 * half, Split=1)
    table = Table("2 strike", slime).play("strike")
    places = MONSTER_KINDS[slime.kind].places
    assert (slime.hp, slime.move) == (half + 1, places[move])
    table.play("strike")
    assert (slime.hp, slime.move) == (half - 5, places["SPLIT"])


def test_slime_hurt_while_it_attacks_splits_next() -> None:
    boss = real("SlimeBoss", 72, "SLAM", max_hp=140, count=2, Split=1)
    table = Table("", boss, powers={"Thorns": 3}, draw="5 defend").play("end")
    places = MONSTER_KINDS[boss.kind].places
    assert (boss.hp, boss.last, boss.move) == (69, places["SLAM"], places["SPLIT"])
    table.play("end")
    assert not boss.alive


def test_unknown_monster_with_split_is_played_around() -> None:
    table = Table("strike", dummy(10, Split=1)).play("strike", "end")
    assert table.monster().hp == 4


def test_guardian_hurt_while_it_attacks_closes_up_next() -> None:
    guardian = real("TheGuardian", 200, "WHIRLWIND", memory=30, Mode_Shift=10)
    table = Table("", guardian, powers={"Thorns": 3}, draw="5 defend").play("end")
    places = MONSTER_KINDS[guardian.kind].places
    assert (guardian.hp, guardian.move) == (188, places["CLOSE_UP"])
    assert (guardian.block, guardian.memory, table.powers(1)) == (20, 40, {})


def test_guardian_counts_no_damage_while_it_is_closed() -> None:
    guardian = real("TheGuardian", 200, "CLOSE_UP", memory=40)
    table = Table("3 strike", guardian).play("strike", "strike", "strike")
    assert (guardian.block, guardian.memory, table.power("Mode Shift", 1)) == (0, 40, 0)


def test_lagavulin_is_woken_by_poison() -> None:
    sleeper = real("Lagavulin", 110, "SLEEP", memory=1, block=8, Metallicize=8, Poison=3)
    table = Table("", sleeper, draw="5 defend").play("end")
    places = MONSTER_KINDS[sleeper.kind].places
    assert (sleeper.hp, sleeper.last, sleeper.move) == (107, places["STUNNED"], places["ATTACK"])
    assert (sleeper.block, table.power("Metallicize", 1)) == (0, 0)


# Starting.

# The HP that monsters start with, from an ascension on.
HP: dict[str, dict[int, tuple[int, int]]] = {
    "Cultist": {0: (48, 54), 7: (50, 56)},
    "JawWorm": {0: (40, 44), 7: (42, 46)},
    "FuzzyLouseNormal": {0: (10, 15), 7: (11, 16)},
    "FuzzyLouseDefensive": {0: (11, 17), 7: (12, 18)},
    "AcidSlime_S": {0: (8, 12), 7: (9, 13)},
    "AcidSlime_M": {0: (28, 32), 7: (29, 34)},
    "AcidSlime_L": {0: (65, 69), 7: (68, 72)},
    "SpikeSlime_S": {0: (10, 14), 7: (11, 15)},
    "SpikeSlime_M": {0: (28, 32), 7: (29, 34)},
    "SpikeSlime_L": {0: (64, 70), 7: (67, 73)},
    "SlaverBlue": {0: (46, 50), 7: (48, 52)},
    "SlaverRed": {0: (46, 50), 7: (48, 52)},
    "Looter": {0: (44, 48), 7: (46, 50)},
    "FungiBeast": {0: (22, 28), 7: (24, 28)},
    "GremlinFat": {0: (13, 17), 7: (14, 18)},
    "GremlinThief": {0: (10, 14), 7: (11, 15)},
    "GremlinWarrior": {0: (20, 24), 7: (21, 25)},
    "GremlinTsundere": {0: (12, 15), 7: (13, 17)},
    "GremlinWizard": {0: (21, 25), 7: (22, 26)},
    "GremlinNob": {0: (82, 86), 8: (85, 90)},
    "Lagavulin": {0: (109, 111), 8: (112, 115)},
    "Sentry": {0: (38, 42), 8: (39, 45)},
    "SlimeBoss": {0: (140, 140), 9: (150, 150)},
    "TheGuardian": {0: (240, 240), 9: (250, 250)},
    "Hexaghost": {0: (250, 250), 9: (264, 264)},
}
# The powers that they start with, and how much of them.
START_POWERS: dict[str, tuple[str, dict[int, tuple[int, int]]]] = {
    "FuzzyLouseNormal": ("Curl Up", {0: (3, 7), 7: (4, 8), 17: (9, 12)}),
    "FuzzyLouseDefensive": ("Curl Up", {0: (3, 7), 7: (4, 8), 17: (9, 12)}),
    "AcidSlime_L": ("Split", {0: (1, 1)}),
    "SpikeSlime_L": ("Split", {0: (1, 1)}),
    "Looter": ("Thievery", {0: (15, 15), 17: (20, 20)}),
    "FungiBeast": ("Spore Cloud", {0: (2, 2)}),
    "GremlinWarrior": ("Angry", {0: (1, 1), 17: (2, 2)}),
    "Lagavulin": ("Metallicize", {0: (8, 8)}),
    "Sentry": ("Artifact", {0: (1, 1)}),
    "SlimeBoss": ("Split", {0: (1, 1)}),
    "TheGuardian": ("Mode Shift", {0: (30, 30), 9: (35, 35), 19: (40, 40)}),
}


def span(levels: dict[int, tuple[int, int]], ascension: int) -> tuple[int, int]:
    return levels[max(level for level in levels if level <= ascension)]


@pytest.mark.parametrize("name", HP)
def test_start(name: str) -> None:
    power, amounts = START_POWERS.get(name, ("Ritual", {0: (0, 0)}))
    number = POWER_NUMBERS[plain_id(power)]
    for ascension in (0, 6, 7, 8, 9, 17, 19, 20):
        s = Table("", ascension=ascension).fight
        found = [spawn(s, monster(name), 0) for _ in range(100)]
        hp = [each.hp for each in found]
        assert (min(hp), max(hp)) == span(HP[name], ascension)
        assert [each.max_hp for each in found] == hp
        assert {each.block for each in found} == {8 if name == "Lagavulin" else 0}
        values = [each.powers[number] for each in found]
        assert (min(values), max(values)) == span(amounts, ascension)
        assert values == [sum(each.powers) for each in found]


def test_every_monster_has_a_start() -> None:
    assert sorted(HP) == sorted(kind.id for kind in MONSTER_KINDS[:BYRD])


# Choosing.


def shares(
    name: str, history: str, ascension: int, *, memory: int = 0, draws: int = DRAWS
) -> dict[str, float]:
    """Returns how often each move is chosen after others (the last one first), in percent."""
    s = Table("", dummy(), dummy(), ascension=ascension).fight
    rules = MONSTER_KINDS[monster(name)]
    made = [rules.places[move] for move in history.split()] if history else []
    counts: Counter[str] = Counter()
    for _ in range(draws):
        if made:
            mover = Monster(rules.number, 50, 50, memory=memory)
            mover.move = made[0]
            mover.last = made[1] if len(made) > 1 else -1
            choose_move(s, mover, made[0])
        else:
            mover = spawn(s, rules.number, 0)
        counts[rules.moves[mover.move].name] += 1
    return {move: 100 * count / draws for move, count in counts.items()}


ALL_LEVELS = (0, 20)
EASY, HARD = (16,), (17,)
ELITE_EASY, ELITE_HARD = (17,), (18,)
# What follows which moves (the last one first; none at the start), in percent.
CHOICES: list[tuple[str, tuple[int, ...], str, dict[str, float]]] = [
    ("JawWorm", ALL_LEVELS, "", {"CHOMP": 100}),
    ("JawWorm", ALL_LEVELS, "CHOMP", {"BELLOW": 59.06, "THRASH": 40.94}),
    ("JawWorm", ALL_LEVELS, "THRASH BELLOW", {"CHOMP": 25, "THRASH": 30, "BELLOW": 45}),
    ("JawWorm", ALL_LEVELS, "THRASH THRASH", {"CHOMP": 35.71, "BELLOW": 64.29}),
    ("JawWorm", ALL_LEVELS, "BELLOW CHOMP", {"CHOMP": 43.72, "THRASH": 56.28}),
    ("FuzzyLouseNormal", ALL_LEVELS, "", {"GROW": 25, "BITE": 75}),
    ("FuzzyLouseNormal", ALL_LEVELS, "BITE BITE", {"GROW": 100}),
    ("FuzzyLouseNormal", EASY, "GROW BITE", {"GROW": 25, "BITE": 75}),
    ("FuzzyLouseNormal", EASY, "GROW GROW", {"BITE": 100}),
    ("FuzzyLouseNormal", HARD, "GROW BITE", {"BITE": 100}),
    ("FuzzyLouseDefensive", ALL_LEVELS, "", {"SPIT_WEB": 25, "BITE": 75}),
    ("FuzzyLouseDefensive", ALL_LEVELS, "BITE BITE", {"SPIT_WEB": 100}),
    ("FuzzyLouseDefensive", EASY, "SPIT_WEB BITE", {"SPIT_WEB": 25, "BITE": 75}),
    ("FuzzyLouseDefensive", EASY, "SPIT_WEB SPIT_WEB", {"BITE": 100}),
    ("FuzzyLouseDefensive", HARD, "SPIT_WEB BITE", {"BITE": 100}),
    ("AcidSlime_S", EASY, "", {"TACKLE": 50, "LICK": 50}),
    ("AcidSlime_S", HARD, "", {"LICK": 100}),
    ("AcidSlime_S", ALL_LEVELS, "TACKLE", {"LICK": 100}),
    ("AcidSlime_S", ALL_LEVELS, "LICK TACKLE", {"TACKLE": 100}),
    ("AcidSlime_M", EASY, "", {"SPIT": 30, "TACKLE": 40, "LICK": 30}),
    ("AcidSlime_M", EASY, "TACKLE LICK", {"SPIT": 46, "LICK": 54}),
    ("AcidSlime_M", EASY, "SPIT SPIT", {"TACKLE": 55, "LICK": 45}),
    ("AcidSlime_M", EASY, "LICK LICK", {"SPIT": 42, "TACKLE": 58}),
    ("AcidSlime_M", HARD, "", {"SPIT": 40, "TACKLE": 40, "LICK": 20}),
    ("AcidSlime_M", HARD, "SPIT SPIT", {"TACKLE": 60, "LICK": 40}),
    ("AcidSlime_M", HARD, "TACKLE SPIT", {"SPIT": 40, "TACKLE": 40, "LICK": 20}),
    ("AcidSlime_M", HARD, "TACKLE TACKLE", {"SPIT": 60, "LICK": 40}),
    ("AcidSlime_M", HARD, "LICK SPIT", {"SPIT": 48, "TACKLE": 52}),
    ("AcidSlime_L", EASY, "", {"SPIT": 30, "TACKLE": 40, "LICK": 30}),
    ("AcidSlime_L", EASY, "TACKLE LICK", {"SPIT": 46, "LICK": 54}),
    ("AcidSlime_L", EASY, "SPIT SPIT", {"TACKLE": 55, "LICK": 45}),
    ("AcidSlime_L", EASY, "LICK LICK", {"SPIT": 42, "TACKLE": 58}),
    ("AcidSlime_L", HARD, "", {"SPIT": 40, "TACKLE": 30, "LICK": 30}),
    ("AcidSlime_L", HARD, "SPIT SPIT", {"TACKLE": 54, "LICK": 46}),
    ("AcidSlime_L", HARD, "TACKLE TACKLE", {"SPIT": 58, "LICK": 42}),
    ("AcidSlime_L", HARD, "LICK SPIT", {"SPIT": 52, "TACKLE": 48}),
    ("SpikeSlime_S", ALL_LEVELS, "TACKLE TACKLE", {"TACKLE": 100}),
    ("SpikeSlime_M", ALL_LEVELS, "", {"FLAME_TACKLE": 30, "LICK": 70}),
    ("SpikeSlime_M", ALL_LEVELS, "FLAME_TACKLE FLAME_TACKLE", {"LICK": 100}),
    ("SpikeSlime_M", EASY, "LICK FLAME_TACKLE", {"FLAME_TACKLE": 30, "LICK": 70}),
    ("SpikeSlime_M", EASY, "LICK LICK", {"FLAME_TACKLE": 100}),
    ("SpikeSlime_M", HARD, "LICK FLAME_TACKLE", {"FLAME_TACKLE": 100}),
    ("SpikeSlime_L", ALL_LEVELS, "", {"FLAME_TACKLE": 30, "LICK": 70}),
    ("SpikeSlime_L", ALL_LEVELS, "FLAME_TACKLE FLAME_TACKLE", {"LICK": 100}),
    ("SpikeSlime_L", EASY, "LICK LICK", {"FLAME_TACKLE": 100}),
    ("SpikeSlime_L", HARD, "LICK FLAME_TACKLE", {"FLAME_TACKLE": 100}),
    ("SlaverBlue", ALL_LEVELS, "", {"RAKE": 40, "STAB": 60}),
    ("SlaverBlue", ALL_LEVELS, "STAB STAB", {"RAKE": 100}),
    ("SlaverBlue", EASY, "RAKE STAB", {"RAKE": 40, "STAB": 60}),
    ("SlaverBlue", EASY, "RAKE RAKE", {"STAB": 100}),
    ("SlaverBlue", HARD, "RAKE STAB", {"STAB": 100}),
    ("SlaverRed", ALL_LEVELS, "", {"STAB": 100}),
    ("SlaverRed", ALL_LEVELS, "STAB", {"ENTANGLE": 25, "SCRAPE": 75}),
    ("SlaverRed", EASY, "SCRAPE STAB", {"ENTANGLE": 25, "SCRAPE": 75}),
    ("SlaverRed", EASY, "SCRAPE SCRAPE", {"ENTANGLE": 25, "STAB": 75}),
    ("SlaverRed", HARD, "SCRAPE STAB", {"ENTANGLE": 25, "STAB": 75}),
    ("SlaverRed", ALL_LEVELS, "ENTANGLE STAB", {"STAB": 45, "SCRAPE": 55}),
    ("Looter", ALL_LEVELS, "", {"MUG": 100}),
    ("Looter", ALL_LEVELS, "MUG", {"MUG": 100}),
    ("Looter", ALL_LEVELS, "MUG MUG", {"SMOKE_BOMB": 50, "LUNGE": 50}),
    ("Looter", ALL_LEVELS, "LUNGE MUG", {"SMOKE_BOMB": 100}),
    ("Looter", ALL_LEVELS, "SMOKE_BOMB MUG", {"ESCAPE": 100}),
    ("Looter", ALL_LEVELS, "SMOKE_BOMB LUNGE", {"ESCAPE": 100}),
    ("FungiBeast", ALL_LEVELS, "", {"BITE": 60, "GROW": 40}),
    ("FungiBeast", ALL_LEVELS, "BITE GROW", {"BITE": 60, "GROW": 40}),
    ("FungiBeast", ALL_LEVELS, "BITE BITE", {"GROW": 100}),
    ("FungiBeast", ALL_LEVELS, "GROW BITE", {"BITE": 100}),
    ("GremlinNob", ALL_LEVELS, "", {"BELLOW": 100}),
    ("GremlinNob", ELITE_EASY, "BELLOW", {"SKULL_BASH": 33, "RUSH": 67}),
    ("GremlinNob", ELITE_EASY, "SKULL_BASH SKULL_BASH", {"SKULL_BASH": 33, "RUSH": 67}),
    ("GremlinNob", ALL_LEVELS, "RUSH RUSH", {"SKULL_BASH": 100}),
    ("GremlinNob", ELITE_HARD, "BELLOW", {"SKULL_BASH": 100}),
    ("GremlinNob", ELITE_HARD, "SKULL_BASH BELLOW", {"RUSH": 100}),
    ("GremlinNob", ELITE_HARD, "RUSH SKULL_BASH", {"RUSH": 100}),
]


@pytest.mark.parametrize(
    ("name", "levels", "history", "expected"),
    CHOICES,
    ids=[f"{row[0]}-{row[2] or 'first'}-A{row[1][0]}" for row in CHOICES],
)
def test_choice(
    name: str, levels: tuple[int, ...], history: str, expected: dict[str, float]
) -> None:
    for ascension in levels:
        draws = 200 if len(expected) == 1 else DRAWS
        found = shares(name, history, ascension, draws=draws)
        assert set(found) == set(expected), f"ascension {ascension}"
        assert found == pytest.approx(expected, abs=NEAR), f"ascension {ascension}"


@pytest.mark.parametrize(
    ("history", "ascension", "expected"),
    [
        ("STAB STAB", 0, {"SCRAPE": 100}),
        ("SCRAPE SCRAPE", 0, {"STAB": 100}),
        ("SCRAPE STAB", 0, {"STAB": 45, "SCRAPE": 55}),
        ("SCRAPE STAB", 17, {"STAB": 100}),
    ],
)
def test_red_slaver_entangles_once(
    history: str, ascension: int, expected: dict[str, float]
) -> None:
    found = shares("SlaverRed", history, ascension, memory=1)
    assert found == pytest.approx(expected, abs=NEAR)


def sequence(
    name: str, count: int, ascension: int = 0, index: int = 0, friends: int = 1, seed: int = 0
) -> str:
    """Returns the first moves of a monster that nobody touches."""
    s = Table("", ascension=ascension, seed=seed).fight
    kind = AWAKE_LAGAVULIN if name == "Lagavulin Event" else monster(name)
    mover = spawn(s, kind, index)
    s.monsters = [mover, *[dummy() for _ in range(friends)]]
    made = []
    for _ in range(count):
        made.append(MONSTER_KINDS[mover.kind].moves[mover.move].name)
        choose_move(s, mover, mover.move)
    return " ".join(made)


CHARGES = "CHARGE CHARGE CHARGE"


@pytest.mark.parametrize(
    ("name", "ascension", "moves"),
    [
        ("Cultist", 0, "INCANTATION DARK_STRIKE DARK_STRIKE DARK_STRIKE"),
        ("SpikeSlime_S", 0, "TACKLE TACKLE TACKLE"),
        ("GremlinFat", 0, "SMASH SMASH SMASH"),
        ("GremlinThief", 0, "PUNCTURE PUNCTURE PUNCTURE"),
        ("GremlinWarrior", 0, "SCRATCH SCRATCH SCRATCH"),
        ("GremlinWizard", 16, f"CHARGE CHARGE ULTIMATE_BLAST {CHARGES} ULTIMATE_BLAST {CHARGES}"),
        ("GremlinWizard", 17, "CHARGE CHARGE ULTIMATE_BLAST ULTIMATE_BLAST ULTIMATE_BLAST"),
        ("GremlinTsundere", 0, "PROTECT PROTECT PROTECT PROTECT"),
        ("Lagavulin", 0, "SLEEP SLEEP SLEEP ATTACK ATTACK SIPHON_SOUL ATTACK ATTACK SIPHON_SOUL"),
        ("Lagavulin Event", 0, "SIPHON_SOUL ATTACK ATTACK SIPHON_SOUL ATTACK ATTACK"),
        ("SlimeBoss", 0, "GOOP_SPRAY PREPARING SLAM GOOP_SPRAY PREPARING SLAM"),
        ("TheGuardian", 0, "CHARGE_UP FIERCE_BASH VENT_STEAM WHIRLWIND CHARGE_UP FIERCE_BASH"),
        (
            "Hexaghost",
            0,
            "ACTIVATE DIVIDER SEAR TACKLE SEAR INFLAME TACKLE SEAR INFERNO SEAR TACKLE SEAR",
        ),
    ],
)
def test_sequence(name: str, ascension: int, moves: str) -> None:
    assert sequence(name, len(moves.split()), ascension) == moves


def test_sentries_alternate_and_their_neighbours_begin_with_the_other_move() -> None:
    assert sequence("Sentry", 4, index=0) == "BOLT BEAM BOLT BEAM"
    assert sequence("Sentry", 4, index=1) == "BEAM BOLT BEAM BOLT"
    assert sequence("Sentry", 4, index=2) == "BOLT BEAM BOLT BEAM"


def test_shield_gremlin_bashes_when_it_is_alone() -> None:
    assert sequence("GremlinTsundere", 3, friends=0) == "PROTECT BASH BASH"


def test_guardian_goes_on_with_whirlwind_after_its_defence() -> None:
    guardian = real("TheGuardian", 200, "CLOSE_UP", memory=40)
    table = Table("", guardian, draw="20 defend")
    made = []
    for _ in range(5):
        made.append(MONSTER_KINDS[guardian.kind].moves[guardian.move].name)
        table.play("end")
    assert made == ["CLOSE_UP", "ROLL_ATTACK", "TWIN_SLAM", "WHIRLWIND", "CHARGE_UP"]
    assert table.powers(1) == {"Mode Shift": 40}


# Encounters.


# The monsters of each encounter, in order; an encounter is one of several groups.
GROUPS: dict[str, set[str]] = {
    "Cultist": {"Cultist"},
    "Jaw Worm": {"JawWorm"},
    "2 Louse": {f"{one} {other}" for one in "RG" for other in "RG"},
    "Small Slimes": {"SpikeSlime_S AcidSlime_M", "AcidSlime_S SpikeSlime_M"},
    "Blue Slaver": {"SlaverBlue"},
    "Looter": {"Looter"},
    "Large Slime": {"AcidSlime_L", "SpikeSlime_L"},
    "Exordium Thugs": {
        f"{small} {large}"
        for small in ("R", "G", "SpikeSlime_M", "AcidSlime_M")
        for large in ("Cultist", "SlaverBlue", "SlaverRed", "Looter")
    },
    "Exordium Wildlife": {
        f"{large} {small}"
        for large in ("FungiBeast", "JawWorm")
        for small in ("R", "G", "SpikeSlime_M", "AcidSlime_M")
    },
    "Red Slaver": {"SlaverRed"},
    "3 Louse": {f"{one} {two} {three}" for one in "RG" for two in "RG" for three in "RG"},
    "2 Fungi Beasts": {"FungiBeast FungiBeast"},
    "Gremlin Nob": {"GremlinNob"},
    "Lagavulin": {"Lagavulin"},
    "Lagavulin Event": {"Lagavulin"},
    "3 Sentries": {"Sentry Sentry Sentry"},
    "The Guardian": {"TheGuardian"},
    "Hexaghost": {"Hexaghost"},
    "Slime Boss": {"SlimeBoss"},
}
SHORT = {"FuzzyLouseNormal": "R", "FuzzyLouseDefensive": "G"}


def group(fight: Fight) -> str:
    names = [MONSTER_KINDS[each.kind].id for each in fight.monsters]
    return " ".join([SHORT.get(name, name) for name in names])


@pytest.mark.parametrize("name", GROUPS)
def test_encounter(name: str) -> None:
    game = Spire(encounter=name)
    count = 20 if len(GROUPS[name]) == 1 else 300
    assert {group(game.setup(seeded(seed))) for seed in range(count)} == GROUPS[name]


def test_every_encounter_has_a_test() -> None:
    names = [name for name in ENCOUNTERS if ACTS[name] == 1]
    assert sorted(names) == sorted([*GROUPS, "Lots of Slimes", "Gremlin Gang"])


def test_lots_of_slimes_come_in_any_order() -> None:
    game = Spire(encounter="Lots of Slimes")
    found = {group(game.setup(seeded(seed))) for seed in range(300)}
    assert {" ".join(sorted(each.split())) for each in found} == {
        "AcidSlime_S AcidSlime_S SpikeSlime_S SpikeSlime_S SpikeSlime_S"
    }
    assert len(found) == 10


def test_gremlin_gang_is_drawn_without_replacement() -> None:
    game = Spire(encounter="Gremlin Gang")
    most = {
        "GremlinWarrior": 2,
        "GremlinThief": 2,
        "GremlinFat": 2,
        "GremlinTsundere": 1,
        "GremlinWizard": 1,
    }
    seen: Counter[str] = Counter()
    for seed in range(1000):
        gang = Counter(group(game.setup(seeded(seed))).split())
        assert sum(gang.values()) == 4
        assert all(count <= most[name] for name, count in gang.items())
        seen.update(gang)
    for name, count in most.items():
        assert seen[name] / 1000 == pytest.approx(count / 2, abs=0.07)


WEIGHTS: dict[str, dict[str, float]] = {
    "weak": {"Cultist": 2, "Jaw Worm": 2, "2 Louse": 2, "Small Slimes": 2},
    "strong": {
        "Blue Slaver": 2,
        "Gremlin Gang": 1,
        "Looter": 2,
        "Large Slime": 2,
        "Lots of Slimes": 1,
        "Exordium Thugs": 1.5,
        "Exordium Wildlife": 1.5,
        "Red Slaver": 1,
        "3 Louse": 2,
        "2 Fungi Beasts": 2,
    },
    "elite": {"Gremlin Nob": 1, "Lagavulin": 1, "3 Sentries": 1},
    "boss": {"The Guardian": 1, "Hexaghost": 1, "Slime Boss": 1},
}


@pytest.mark.parametrize("pool", WEIGHTS)
def test_pool(pool: str) -> None:
    rng = seeded("pool")
    counts = Counter(pick_encounter(POOLS[pool], rng) for _ in range(DRAWS))
    total = sum(WEIGHTS[pool].values())
    expected = {name: 100 * weight / total for name, weight in WEIGHTS[pool].items()}
    found = {name: 100 * count / DRAWS for name, count in counts.items()}
    assert found == pytest.approx(expected, abs=NEAR)
    rooms = {"elite": ELITE, "boss": BOSS}
    assert {room_of(name) for name in counts} == {rooms.get(pool, NORMAL)}


def test_lagavulin_of_the_event_is_an_awake_elite() -> None:
    s = Spire(encounter="Lagavulin Event").setup(seeded(0))
    (lagavulin,) = s.monsters
    places = MONSTER_KINDS[lagavulin.kind].places
    assert (s.room, lagavulin.block, sum(lagavulin.powers)) == (ELITE, 0, 0)
    assert (lagavulin.memory, lagavulin.move) == (0, places["SIPHON_SOUL"])


# What the player cannot know.


def test_runic_dome_hides_moves_that_were_rolled() -> None:
    worm = real("JawWorm", 40, "THRASH", last="CHOMP", hidden=HIDES_MOVE)
    sentry = real("Sentry", 40, "BEAM", last="BOLT")
    slime = real("AcidSlime_L", 30, "SPLIT", last="LICK", max_hp=66, Split=1)
    s = Table("", worm, sentry, slime, relics=["Runic Dome"]).fight
    view = GAME.view(s, 0)
    assert [each.move == HIDDEN for each in view.monsters] == [True, False, False]
    rng = seeded("dome")
    places = MONSTER_KINDS[worm.kind].places
    moves = Counter(GAME.sample(view, rng).monsters[0].move for _ in range(1000))
    assert moves[places["BELLOW"]] / 10 == pytest.approx(59.06, abs=4)
    assert moves[places["THRASH"]] / 10 == pytest.approx(40.94, abs=4)


def test_runic_dome_hides_first_moves() -> None:
    game = Spire(encounter="blue slaver, acid slime (s)", relics="runic dome")
    view = game.view(game.setup(seeded(0)), 0)
    rng = seeded("first")
    worlds = [GAME.sample(view, rng) for _ in range(60)]
    for place in (0, 1):
        assert {world.monsters[place].move for world in worlds} == {0, 1}


def test_bite_of_a_louse_is_hidden_until_it_is_announced() -> None:
    louse = real("FuzzyLouseNormal", 12, "GROW", memory=7)
    view = GAME.view(Table("", louse).fight, 0)
    rng = seeded("bite")
    assert {GAME.sample(view, rng).monsters[0].memory for _ in range(60)} == {5, 6, 7}
    louse.move = MONSTER_KINDS[louse.kind].places["BITE"]
    assert GAME.sample(GAME.view(Table("", louse).fight, 0), rng).monsters[0].memory == 7
