"""The monsters of act 4: what they start with, what their moves do, and how they choose them."""

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
    POOLS,
    SPIRE_SHIELD,
    monster,
    room_of,
)
from kibitz.games.spire.powers import POWER_IDS
from kibitz.games.spire.rules.intents import spawn
from tests.games.spire.table import GAME, Table, real
from tests.games.spire.test_rules_monsters import (
    Does,
    at_level,
    seen_after,
    sequence,
    span,
)

ROWS = MONSTER_KINDS[SPIRE_SHIELD:]

# Each move: its id in messages, the intent, and what it does from an ascension on.
MOVES: dict[tuple[str, str], tuple[int, str, dict[int, Does]]] = {
    ("SpireShield", "BASH"): (1, "ATTACK_DEBUFF", {
        0: Does(12, player={"Strength": -1}), 3: Does(14, player={"Strength": -1})}),
    ("SpireShield", "FORTIFY"): (2, "DEFEND", {0: Does(block=30)}),
    ("SpireShield", "SMASH"): (3, "ATTACK_DEFEND", {
        0: Does(34, block=34), 3: Does(38, block=38), 18: Does(38, block=99)}),
    ("SpireSpear", "BURN_STRIKE"): (1, "ATTACK_DEBUFF", {
        0: Does(10, added="burn, burn"), 3: Does(12, added="burn, burn"), 18: Does(12)}),
    ("SpireSpear", "PIERCER"): (2, "BUFF", {0: Does(own={"Strength": 2})}),
    ("SpireSpear", "SKEWER"): (3, "ATTACK", {0: Does(30), 3: Does(40)}),
    ("CorruptHeart", "BLOOD_SHOTS"): (1, "ATTACK", {0: Does(24), 4: Does(30)}),
    ("CorruptHeart", "ECHO"): (2, "ATTACK", {0: Does(40), 4: Does(45)}),
    ("CorruptHeart", "DEBILITATE"): (3, "STRONG_DEBUFF", {
        0: Does(player={"Vulnerable": 2, "Weakened": 2, "Frail": 2})}),
}  # fmt: skip


# What moves do.


def test_every_move_of_the_table_has_a_test() -> None:
    table = [(kind.id, move.name) for kind in ROWS for move in kind.moves]
    assert len(ROWS) == 3
    assert sorted(table) == sorted([*MOVES, ("CorruptHeart", "BUFF")])


@pytest.mark.parametrize(("name", "move"), MOVES, ids=[f"{name}-{move}" for name, move in MOVES])
def test_move(name: str, move: str) -> None:
    number, intent, levels = MOVES[name, move]
    kind = MONSTER_KINDS[monster(name)]
    found = kind.moves[kind.places[move]]
    assert (found.id, found.intent) == (number, intent)
    for ascension in range(ASCENSIONS):
        expected = at_level(levels, ascension).seen
        assert seen_after(name, move, ascension) == expected, f"ascension {ascension}"


@pytest.mark.parametrize("move", ["FORTIFY", "PIERCER"])
def test_shield_and_spear_help_each_other(move: str) -> None:
    shield = real("SpireShield", 110, "FORTIFY" if move == "FORTIFY" else "BASH")
    spear = real("SpireSpear", 160, "PIERCER" if move == "PIERCER" else "SKEWER")
    table = Table("", shield, spear, draw="9 defend").play("end")
    blocks = [30, 30] if move == "FORTIFY" else [0, 0]
    assert [each.block for each in table.fight.monsters] == blocks
    strength = 2 if move == "PIERCER" else 0
    assert [table.power("Strength", number) for number in (1, 2)] == [strength] * 2


def test_shield_takes_focus_half_of_the_time_from_a_player_with_orbs() -> None:
    lost: Counter[str] = Counter()
    for seed in range(300):
        table = Table("", real("SpireShield", 110, "BASH"), draw="9 defend", seed=seed)
        table.fight.orb_slots = 1
        lost.update(table.play("end").powers())
    # Each has the amount -1.
    assert lost["Strength"] + lost["Focus"] == -300
    assert lost["Focus"] == pytest.approx(-150, abs=30)


def test_shield_gains_the_damage_of_its_hit_as_block() -> None:
    shield = real("SpireShield", 110, "SMASH", Strength=2)
    table = Table("", shield, block=20, powers={"Vulnerable": 3}, draw="9 defend").play("end")
    assert (shield.block, table.fight.hp) == (54, 80 - 54 + 20)


@pytest.mark.parametrize(("ascension", "on_top"), [(17, False), (18, True)])
def test_burns_of_the_spear_lie_on_top_from_ascension_18_on(ascension: int, on_top: bool) -> None:
    spear = real("SpireSpear", 160, "BURN_STRIKE")
    table = Table("", spear, draw="9 defend", ascension=ascension).play("end")
    assert table.hand().count("burn") == (2 if on_top else 0)
    assert table.pile("discard").count("burn") == (0 if on_top else 2)


def test_heart_shuffles_five_statuses_into_the_draw_pile() -> None:
    table = Table("", real("CorruptHeart", 750, "DEBILITATE"), draw="9 defend").play("end")
    added = Counter(table.hand() + table.pile("draw"))
    statuses = ("dazed", "slimed", "wound", "burn", "void")
    assert added == {"defend": 9, **dict.fromkeys(statuses, 1)}


def test_heart_gains_something_else_with_every_buff() -> None:
    heart = real("CorruptHeart", 750, "BUFF", memory=300, Strength=-4, BeatOfDeath=1)
    table = Table("", heart, hp=900, max_hp=900, draw="90 defend")
    found = []
    for made in (3, 6, 9, 12, 15, 18):
        heart.count, heart.move = made, MONSTER_KINDS[heart.kind].places["BUFF"]
        own = table.play("end").powers(1)
        found.append((own["Strength"], own["BeatOfDeath"], own.get("Artifact", 0)))
        assert own.get("Painful Stabs", 0) == int(made >= 9)
    # A loss of Strength is gone first; then 2 each time, 10 in the fourth and 50 from then on.
    assert found == [(2, 1, 2), (4, 2, 2), (6, 2, 2), (18, 2, 2), (70, 2, 2), (122, 2, 2)]


# Starting.

# The HP that monsters start with, from an ascension on.
HP: dict[str, dict[int, tuple[int, int]]] = {
    "SpireShield": {0: (110, 110), 8: (125, 125)},
    "SpireSpear": {0: (160, 160), 8: (180, 180)},
    "CorruptHeart": {0: (750, 750), 9: (800, 800)},
}
# The powers that they start with; Invincible is held with one more.
START_POWERS: dict[str, dict[int, dict[str, int]]] = {
    "SpireShield": {0: {"Artifact": 1}, 18: {"Artifact": 2}},
    "SpireSpear": {0: {"Artifact": 1}, 18: {"Artifact": 2}},
    "CorruptHeart": {
        0: {"BeatOfDeath": 1, "Invincible": 301},
        19: {"BeatOfDeath": 2, "Invincible": 201},
    },
}


@pytest.mark.parametrize("name", HP)
def test_start(name: str) -> None:
    for ascension in range(ASCENSIONS):
        each = spawn(Table("", ascension=ascension).fight, monster(name), 0)
        assert (each.hp, each.hp) == span(HP[name], ascension)
        levels = START_POWERS[name]
        wanted = levels[max(level for level in levels if level <= ascension)]
        shown = {POWER_IDS[power]: n for power, n in enumerate(each.powers) if n}
        assert (shown, each.max_hp - each.hp, each.block) == (wanted, 0, 0)


# Choosing.


def blocks_of(name: str, first: int) -> Counter[str]:
    """Counts the blocks of three moves, from a turn on, over many fights."""
    found: Counter[str] = Counter()
    for seed in range(200):
        made = sequence(name, first + 5, seed=seed).split()[first - 1 :]
        found.update([" ".join(made[:3]), " ".join(made[3:])])
    return found


@pytest.mark.parametrize(
    ("name", "first", "one", "other"),
    [
        ("SpireShield", 1, "BASH FORTIFY SMASH", "FORTIFY BASH SMASH"),
        ("SpireSpear", 3, "BURN_STRIKE PIERCER SKEWER", "PIERCER BURN_STRIKE SKEWER"),
        ("CorruptHeart", 2, "BLOOD_SHOTS ECHO BUFF", "ECHO BLOOD_SHOTS BUFF"),
    ],
)
def test_blocks_of_three_turns(name: str, first: int, one: str, other: str) -> None:
    found = blocks_of(name, first)
    assert set(found) == {one, other}
    assert found[one] == pytest.approx(200, abs=40)


def test_the_first_moves_before_the_blocks() -> None:
    for seed in range(20):
        assert sequence("SpireSpear", 2, seed=seed) == "BURN_STRIKE SKEWER"
        assert sequence("CorruptHeart", 1, seed=seed) == "DEBILITATE"


# Encounters.


def test_shield_and_spear_surround_the_player() -> None:
    s = Spire(encounter="shield and spear").setup(seeded(0))
    assert [MONSTER_KINDS[each.kind].id for each in s.monsters] == ["SpireShield", "SpireSpear"]
    table = Table()
    table.fight = s
    assert table.powers() == {"Surrounded": 1}
    assert [table.power("Back Attack", number) for number in (1, 2)] == [1, 0]
    assert (s.act, s.room) == (4, ELITE)
    alone = Spire(encounter="spire shield").setup(seeded(0))
    assert not any(alone.powers)


def test_the_heart_is_a_boss_alone() -> None:
    s = Spire(encounter="the heart").setup(seeded(0))
    assert [MONSTER_KINDS[each.kind].id for each in s.monsters] == ["CorruptHeart"]
    assert (s.act, s.room, room_of("The Heart")) == (4, BOSS, BOSS)
    assert "Invincible 300" in GAME.render(GAME.view(s, 0))


def test_every_encounter_is_in_a_pool() -> None:
    names = [name for name in ENCOUNTERS if ACTS[name] == 4]
    assert names == [*POOLS["act 4"]] == ["Shield and Spear", "The Heart"]
    assert [*POOLS["act 4 elite"], *POOLS["act 4 boss"]] == names
    assert "act 4 weak" not in POOLS
