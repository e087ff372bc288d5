"""The monsters of act 3 that are there: what they start with, what moves do, how they choose."""

from collections import Counter

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
    monster,
    room_of,
)
from kibitz.games.spire.powers import MINION, POWER_IDS
from kibitz.games.spire.rules.intents import spawn
from kibitz.games.spire.state import LOST, WON
from tests.games.spire.table import Table, dummy, real
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
from tests.games.spire.test_rules_monsters_act2 import chosen, minion

ROWS = MONSTER_KINDS[ORB_WALKER:]

# Each move: its id in messages, the intent, and what it does from an ascension on. Nom hits six
# times here, and the Nemesis becomes intangible with every move.
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
}  # fmt: skip


# What moves do.


def test_every_move_of_the_table_has_a_test() -> None:
    table = [(kind.id, move.name) for kind in ROWS for move in kind.moves]
    assert len(ROWS) == 11
    assert sorted(table) == sorted([*MOVES, ("Reptomancer", "SUMMON")])


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


@pytest.mark.parametrize(("name", "move"), [("Orb Walker", "LASER"), ("Repulsor", "REPULSE")])
def test_cards_are_shuffled_into_the_draw_pile(name: str, move: str) -> None:
    table = Table("", real(name, 90, move), draw="9 defend").play("end")
    found = sorted(set(table.hand() + table.pile("draw")))
    assert found == (["burn", "defend"] if move == "LASER" else ["dazed", "defend"])
    added = Counter(table.hand() + table.pile("draw"))
    assert added.total() == 9 + (1 if move == "LASER" else 2)


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
}
# The powers that they start with.
START_POWERS: dict[str, dict[int, dict[str, int]]] = {
    "Orb Walker": {0: {"Generic Strength Up Power": 3}, 17: {"Generic Strength Up Power": 5}},
    "Spiker": {0: {"Thorns": 3}, 2: {"Thorns": 4}, 17: {"Thorns": 7}},
    "Exploder": {0: {"Explosive": 3}},
    "Dagger": {0: {"Minion": 1}},
    "Donu": {0: {"Artifact": 2}, 19: {"Artifact": 3}},
    "Deca": {0: {"Artifact": 2}, 19: {"Artifact": 3}},
}


@pytest.mark.parametrize("name", HP)
def test_start(name: str) -> None:
    for ascension in (0, 1, 2, 6, 7, 8, 9, 17, 19, 20):
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


def test_every_encounter_has_a_test_and_no_pool_yet() -> None:
    names = [name for name in ENCOUNTERS if ACTS[name] == 3]
    assert sorted(names) == sorted([*GROUPS, "3 Shapes", "4 Shapes"])
    assert not any(name in pool for name in names for pool in POOLS.values())
