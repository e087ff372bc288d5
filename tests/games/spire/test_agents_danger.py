"""Danger, threat, targets, and what potions score: the planner's definitions with their checks."""

import pytest

from kibitz.core.move import Move
from kibitz.games.spire.agents.danger import (
    DESCRIBED,
    Weights,
    best_potion,
    best_targets,
    close_to_lethal,
    danger,
    fallback_wanted,
    hand_damage,
    net_score,
    penalty,
    potion_score,
    potion_uses,
    target_of,
    threat,
    unblocked,
    use_next_potion,
)
from kibitz.games.spire.agents.plan import longest_line, quick_score
from kibitz.games.spire.agents.policy import incoming
from kibitz.games.spire.gear import Metadata, metadata_of
from kibitz.games.spire.monsters import BOSS, ELITE, INTENTS, NORMAL
from kibitz.games.spire.moves import UsePotion, read_card
from kibitz.games.spire.state import Fight, Monster
from tests.games.spire.table import GAME, Table, dummy, real


def fight(
    *monsters: Monster,
    hand: str = "",
    hp: int = 80,
    block: int = 0,
    held: str = "",
    room: int = NORMAL,
) -> Fight:
    belt = [name for name in held.split(", ") if name]
    return Table(hand, *monsters, hp=hp, block=block, potions=belt, room=room).fight


def use_of(s: Fight) -> UsePotion:
    (use,) = potion_uses(s)
    return use


def score_of(s: Fight) -> float:
    return potion_score(s, use_of(s))


def plays(s: Fight, card: str) -> list[Move[Fight]]:
    return [move for move in GAME.legal(s) if str(move).startswith(f"{card} >")]


# Danger.


@pytest.mark.parametrize(
    ("monsters", "attack", "hp", "room", "expected"),
    [
        (1, 4, 72, NORMAL, 0.20),
        (1, 12, 72, NORMAL, 0.30),
        (3, 4, 23, NORMAL, 0.75),
        (3, 32, 72, ELITE, 1.0),
        (1, 4, 72, BOSS, 0.40),
    ],
)
def test_danger_adds_monsters_damage_hp_and_room(
    monsters: int, attack: int, hp: int, room: int, expected: float
) -> None:
    attackers = [dummy(40, attack=attack)] + [dummy(40) for _ in range(monsters - 1)]
    assert danger(fight(*attackers, hp=hp, room=room)) == pytest.approx(expected)


def test_an_attack_that_kills_is_danger_of_at_least_0_7() -> None:
    assert danger(fight(dummy(attack=18), hp=70)) < 0.7
    assert danger(fight(dummy(attack=30), hp=30)) == pytest.approx(0.7)
    assert danger(fight(dummy(attack=30), hp=30, block=1)) < 0.7


def test_dead_monsters_and_block_do_not_count() -> None:
    gone = dummy(attack=50)
    gone.alive = False
    s = fight(dummy(attack=20), gone, block=12)
    assert (incoming(s), unblocked(s)) == (20, 8)


# Threat.


def test_r13_threat_adds_debuffs_growth_and_help() -> None:
    s = fight(
        dummy(attack=7, hits=2),
        real("SlaverBlue", 40, "RAKE"),
        real("Cultist", 50, "INCANTATION"),
        real("JawWorm", 40, "CHOMP"),
        real("GremlinTsundere", 12, "PROTECT"),
    )
    assert [threat(s, each) for each in s.monsters] == [14, 17, 15, 26, 8]


@pytest.mark.parametrize(
    ("name", "move", "expected"),
    [
        ("BookOfStabbing", "BIG_STAB", 21 + 15),
        ("GremlinLeader", "ENCOURAGE", 15 + 8),
        ("Champ", "HEAVY_SLASH", 16 + 15),
        ("Orb Walker", "LASER", 10 + 15),
        ("Maw", "ROAR", 10 + 15),
        ("Maw", "DROOL", 15),
        ("Chosen", "DRAIN", 10 + 15),
        ("Centurion", "PROTECT", 8),
        ("Healer", "HEAL", 8),
        ("Healer", "BUFF", 15 + 8),
        ("BronzeOrb", "SUPPORT_BEAM", 8),
        ("Donu", "CIRCLE", 15 + 8),
        ("Deca", "SQUARE", 8),
        ("TheCollector", "BUFF", 15 + 8),
        ("TorchHead", "TACKLE", 7),
        ("Repulsor", "REPULSE", 0),
    ],
)
def test_r13_threat_of_the_monsters_of_later_acts(name: str, move: str, expected: int) -> None:
    monster = real(name, 50, move)
    assert threat(fight(monster, dummy(40)), monster) == expected


def test_help_for_others_needs_others() -> None:
    mystic = real("Healer", 50, "BUFF")
    assert threat(fight(mystic), mystic) == 15
    gone = dummy(40)
    gone.alive = False
    assert threat(fight(mystic, gone), mystic) == 15


@pytest.mark.parametrize("power", ["Malleable", "Generic_Strength_Up_Power", "Ritual"])
def test_powers_that_grow_threaten(power: str) -> None:
    s = fight(dummy(40, attack=5, **{power: 3}))
    assert threat(s, s.monsters[0]) == 5 + 15


# Targets: the four examples of the ratio (R13).


@pytest.mark.parametrize(
    ("first", "second", "damage", "expected"),
    [
        ((18, 40), (8, 15), 20, 0),
        ((18, 15), (6, 8), 8, 0),
        ((12, 8), (25, 15), 10, 0),
        ((12, 8), (25, 9), 10, 1),
    ],
)
def test_r13_kills_come_first_unless_another_threatens_far_more(
    first: tuple[int, int], second: tuple[int, int], damage: int, expected: int
) -> None:
    pair = [dummy(hp, attack=attack) for attack, hp in (first, second)]
    s = fight(*pair, hand="strike, bash", held="fire potion")
    s.powers[0] = 4 if damage == 10 else 0
    name = {8: "bash", 10: "strike", 20: "fire potion"}[damage]
    assert target_of(best_targets(s, plays(s, name))[0]) == expected


def test_scenario_45_fire_goes_to_the_threat_and_fear_to_the_most_hp() -> None:
    s = fight(dummy(40, attack=18), dummy(15, attack=8), held="fire potion")
    assert use_of(s).target == 0
    s = fight(dummy(20, attack=15), dummy(50, attack=12), held="fear potion")
    assert use_of(s).target == 1


def test_weak_goes_where_it_saves_the_life() -> None:
    s = fight(dummy(50, attack=4), dummy(20, attack=24), hp=25, held="weak potion")
    assert use_of(s).target == 1
    s.hp = 80
    assert use_of(s).target == 0


def test_of_two_with_as_many_hp_the_one_with_less_block_is_debuffed() -> None:
    s = fight(dummy(30, block=12, attack=5), dummy(30, attack=5), held="fear potion")
    assert use_of(s).target == 1
    s = fight(dummy(30, attack=5), dummy(30, block=12, attack=5), held="weak potion")
    assert use_of(s).target == 0
    s = fight(dummy(30, block=4), dummy(30, block=4), held="weak potion")
    assert use_of(s).target == 0
    s = fight(dummy(30), dummy(31, block=50), held="fear potion")
    assert use_of(s).target == 1


def test_minions_need_not_be_killed_for_a_lethal_turn() -> None:
    s = fight(dummy(20, attack=5), dummy(90, minion=1), held="fire potion")
    assert close_to_lethal(s, [use_of(s)])
    assert not close_to_lethal(fight(dummy(20), dummy(90), held="fire potion"), [use_of(s)])


def test_debuffs_that_an_unknown_monster_announces_threaten() -> None:
    s = fight(dummy(20, attack=5), dummy(20, attack=5), held="fire potion")
    s.monsters[1].move = INTENTS.index("ATTACK_DEBUFF")
    assert threat(s, s.monsters[1]) == threat(s, s.monsters[0]) + DESCRIBED.threat_debuff


def test_explosive_needs_no_target() -> None:
    assert use_of(fight(dummy(), dummy(), held="explosive potion")).target == -1


# Close to lethal.


def test_hand_damage_is_the_best_affordable_subset() -> None:
    # By damage per energy Bash comes last; with 3 energy Bash and Strike are the best.
    assert hand_damage(fight(dummy(90), hand="bash, strike, 2 defend")) == 14
    assert hand_damage(fight(dummy(90), hand="3 strike, bash")) == 18
    assert hand_damage(fight(dummy(90), dummy(90), hand="whirlwind")) == 30


def test_close_to_lethal_is_when_the_potion_closes_the_gap() -> None:
    for hp, expected in ((12, False), (13, True), (32, True), (33, False)):
        s = fight(dummy(hp), hand="2 strike", held="fire potion")
        assert close_to_lethal(s, [use_of(s)]) is expected


# R2: scores.


def test_r2_heal_scenario_38() -> None:
    assert score_of(fight(dummy(), hp=15, held="blood potion")) >= 50
    assert score_of(fight(dummy(attack=20), hp=39, held="blood potion")) == 30
    assert score_of(fight(dummy(attack=20), hp=39, held="blood potion", room=ELITE)) == 45
    assert score_of(fight(dummy(attack=20), hp=60, held="blood potion")) == 0


def test_r2_a_heal_that_is_wasted_gets_no_bonus_for_the_room() -> None:
    assert score_of(fight(dummy(), hp=73, held="blood potion", room=BOSS)) == 0
    assert score_of(fight(dummy(), hp=72, held="blood potion", room=BOSS)) == 25
    assert score_of(fight(dummy(), hp=73, held="regen potion", room=BOSS)) == 0
    assert score_of(fight(dummy(), hp=72, held="regen potion", room=BOSS)) == 25


def test_r2_damage() -> None:
    three = [dummy(20), dummy(20), dummy(20)]
    assert score_of(fight(*three, hp=56, held="fire potion", room=ELITE)) == 65
    assert score_of(fight(dummy(), held="fire potion")) == 15
    assert score_of(fight(dummy(18), held="fire potion")) == 20


def test_r2_block_counts_what_is_unblocked() -> None:
    assert score_of(fight(dummy(attack=33), held="block potion")) == 35
    assert score_of(fight(dummy(attack=33), held="block potion", block=1)) == 0
    assert score_of(fight(dummy(attack=25), hp=60, held="block potion")) == 25
    assert score_of(fight(dummy(attack=24), hp=60, held="block potion")) == 0


def test_r2_a_potion_that_saves_the_life_scores_60_more() -> None:
    assert score_of(fight(dummy(attack=35), hp=30, held="block potion")) == 95
    assert score_of(fight(dummy(attack=35), hp=20, held="block potion")) == 35


def test_r2_others_only_in_dangerous_fights() -> None:
    assert score_of(fight(dummy(attack=4), hp=72, held="energy potion")) == 0
    assert score_of(fight(dummy(attack=30), hp=72, held="energy potion")) == 20


def test_r1_a_block_potion_of_an_elite_fight_scores_40() -> None:
    pair = [dummy(attack=13), dummy(attack=12)]
    s = fight(*pair, hp=32, held="block potion", room=ELITE)
    assert (score_of(s), net_score(s, use_of(s))) == (40, 35)


# R7: conservation.


def test_r7_using_a_potion_costs_more_in_an_easy_fight() -> None:
    assert penalty(fight(dummy(attack=4), hp=72)) == 10
    assert penalty(fight(dummy(attack=4), hp=72, room=ELITE)) == 5
    assert penalty(fight(dummy(attack=12), dummy(attack=12))) == pytest.approx(5)
    assert penalty(fight(dummy(attack=24))) == pytest.approx(7.5)


def test_r7_net_scores() -> None:
    easy = fight(dummy(attack=4), hp=72, held="fire potion")
    assert net_score(easy, use_of(easy)) == 5
    hurt = fight(dummy(attack=26), hp=20, held="regen potion")
    assert potion_score(hurt, use_of(hurt)) == 50
    assert net_score(hurt, use_of(hurt)) == 45
    elite = fight(dummy(20), dummy(20), dummy(20), held="fire potion", room=ELITE)
    assert net_score(elite, use_of(elite)) == 60


# R1: only the best potion.


def test_scenario_36_only_the_best_of_three_potions() -> None:
    scores = {"blood potion": 50.0, "fire potion": 40.0, "energy potion": 20.0}

    def injected(s: Fight, use: UsePotion, weights: Weights) -> float:
        return scores[use.potion]

    s = fight(dummy(), held="energy potion, fire potion, blood potion")
    best = best_potion(s, DESCRIBED, injected)
    assert best is not None
    assert (best[0].potion, best[1]) == ("blood potion", 50)
    scores["blood potion"] = 40.0  # among equals, the lower slot
    best = best_potion(s, DESCRIBED, injected)
    assert best is not None
    assert best[0].potion == "fire potion"


def test_scenario_36_a_potion_that_cannot_be_used_is_no_candidate() -> None:
    s = fight(dummy(), held="smoke bomb, fire potion", room=BOSS)
    assert [use.potion for use in potion_uses(s)] == ["fire potion"]


def test_scenario_37_no_potion_or_only_a_fairy() -> None:
    assert best_potion(fight(dummy())) is None
    assert best_potion(fight(dummy(), held="fairy in a bottle")) is None


def test_scenario_50_no_second_potion_in_a_turn() -> None:
    table = Table("", dummy(90), potions=["fire potion", "fire potion", "block potion"], room=ELITE)
    table.play("block potion")
    assert table.fight.potions_used == 1
    assert best_potion(table.fight) is None
    assert use_next_potion(table.fight) is None
    table.play("end")
    assert table.fight.potions_used == 0
    assert best_potion(table.fight) is not None


def test_potions_used_survives_a_position() -> None:
    table = Table("", dummy(90), potions=["fire potion", "block potion"]).play("block potion")
    view = GAME.view(table.fight, 0)
    assert GAME.read_position(GAME.position(view)).potions_used == 1


# R5: without a plan.


def test_scenario_39_fallback_above_a_danger_of_0_6_only() -> None:
    three = [dummy(attack=4), dummy(attack=6), dummy(attack=6)]
    s = fight(*three, hp=60, held="fire potion")
    assert danger(s) == pytest.approx(0.6)
    assert not fallback_wanted(s)
    s.monsters[0].damage = 5
    assert danger(s) > 0.61
    assert fallback_wanted(s)


def test_r5_fallback_by_danger_and_room() -> None:
    risky = [dummy(attack=4), dummy(), dummy()]
    assert fallback_wanted(fight(*risky, hp=23, held="fire potion"))
    assert not fallback_wanted(fight(dummy(attack=12), hp=72, held="fire potion"))
    assert fallback_wanted(fight(dummy(), held="fire potion", room=ELITE))
    assert not fallback_wanted(fight(dummy(), room=ELITE))


def test_r5_priorities_of_the_fallback() -> None:
    def choice(s: Fight) -> str:
        return str(use_next_potion(s))

    held = "smoke bomb, fire potion, blood potion"
    assert choice(fight(dummy(), hp=40, held=held)) == "blood potion"
    assert choice(fight(dummy(), hp=57, held=held)) == "fire potion > 1"
    lethal = fight(dummy(attack=38), hp=30, held="fire potion, regen potion, block potion")
    assert choice(lethal) == "block potion"
    assert choice(fight(dummy(), hp=20, held="fruit juice")) == "None"


# R6: metadata.


def test_r6_metadata_from_the_table_the_message_or_nowhere() -> None:
    assert metadata_of("FIRE_POTION") == Metadata("damage", 20.0, "monster")
    given = {"effect_type": "heal", "effect_value": 10, "target_type": "self"}
    assert metadata_of("Fire Potion", given) == Metadata("heal", 10.0, "self")
    assert metadata_of("Fire Potion", {"effect_value": 40}) == Metadata("damage", 40.0, "monster")
    assert metadata_of("Bottled Nothing") == Metadata("utility", 0.0, "none")
    assert metadata_of("Smoke Bomb").target_type == "none"


# R12, R15.


@pytest.mark.parametrize(
    ("card", "hp", "expected"),
    [
        ("bash", 80, 26),
        ("heavy blade", 18, 38),
        ("iron wave", 18, 35),
        ("iron wave", 30, 20),
        ("strike {0}", 80, 42),
        ("defend", 80, 0),
        ("defend", 29, 15),
    ],
)
def test_r12_quick_scores(card: str, hp: int, expected: float) -> None:
    assert quick_score(fight(dummy(), hp=hp), read_card(card)) == expected


def test_r15_depth() -> None:
    assert longest_line(fight(hand="strike, defend")) == 2
    assert longest_line(fight(hand="3 strike, 2 defend")) == 3
    assert longest_line(fight(hand="3 strike, 2 strike {0}")) == 4
    richer = fight(hand="5 strike, 3 defend")
    richer.energy = 7
    assert longest_line(richer) == 5
