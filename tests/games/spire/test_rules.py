"""What a fight of Slay the Spire must do: the acceptance scenarios of the simulator, one by one."""

from collections import Counter

import pytest

from kibitz.core import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.monsters import ASCENSIONS, MONSTER_KINDS
from kibitz.games.spire.rules.intents import choose_move
from kibitz.games.spire.state import LOST, Fight, Monster
from tests.games.spire.table import GAME, Table, dummy, real

MANY = "20 defend"


def move_of(monster: Monster) -> str:
    return MONSTER_KINDS[monster.kind].moves[monster.move].name


def test_01_strike_deals_6_costs_1_and_goes_to_the_discard_pile() -> None:
    table = Table("strike", dummy(40)).play("strike")
    assert (table.monster().hp, table.fight.energy, table.pile("discard")) == (34, 2, ["strike"])


def test_02_bash_makes_the_next_strike_deal_9_and_its_vulnerable_lasts_two_rounds() -> None:
    table = Table("bash, strike", dummy(40), draw=MANY).play("bash", "strike")
    assert (table.monster().hp, table.power("Vulnerable", 1)) == (40 - 8 - 9, 2)
    assert table.play("end").power("Vulnerable", 1) == 1
    assert table.play("end").power("Vulnerable", 1) == 0


def test_03_weak_player_deals_6_with_strike_to_a_vulnerable_monster() -> None:
    table = Table("strike", dummy(40, Vulnerable=1), powers={"Weakened": 1}).play("strike")
    assert table.monster().hp == 34


def test_04_weak_monster_attacks_a_vulnerable_player_with_9_for_10() -> None:
    monster = dummy(40, attack=9, Weakened=1)
    table = Table("", monster, powers={"Vulnerable": 1}).play("end")
    assert table.fight.hp == 70


@pytest.mark.parametrize(
    ("card", "dealt"),
    [
        ("heavy blade", 23),
        ("heavy blade+", 29),
        ("twin strike", 8 + 8),
        ("pummel", 5 * 4),
        ("whirlwind", 8 * 3),
    ],
)
def test_05_strength_3_counts_for_every_hit(card: str, dealt: int) -> None:
    table = Table(card, dummy(90), powers={"Strength": 3}).play(card)
    assert table.monster().hp == 90 - dealt


def test_05_whirlwind_hits_each_enemy() -> None:
    table = Table("whirlwind", dummy(90), dummy(50), powers={"Strength": 3}).play("whirlwind")
    assert (table.monster(1).hp, table.monster(2).hp, table.fight.energy) == (66, 26, 0)


def test_06_frail_and_dexterity_change_the_block_of_cards_and_not_of_potions() -> None:
    table = Table("defend", powers={"Dexterity": 2, "Frail": 1}, potions=["Block Potion"])
    assert table.play("defend").fight.block == 5
    assert table.play("block potion").fight.block == 5 + 12


def test_07_block_of_12_leaves_2_of_an_attack_of_7_twice() -> None:
    table = Table("", dummy(40, attack=7, hits=2), block=12).play("end")
    assert (table.fight.hp, table.fight.block) == (78, 0)


def test_08_curl_up_comes_after_all_hits_of_twin_strike() -> None:
    louse = real("FuzzyLouseNormal", 15, "GROW", Curl_Up=5)
    table = Table("twin strike, strike", louse).play("twin strike")
    assert (louse.hp, louse.block) == (5, 5)
    table.play("strike")
    assert (louse.hp, louse.block) == (4, 0)


def test_09_artifact_of_a_sentry_stops_the_vulnerable_of_bash() -> None:
    table = Table("bash", real("Sentry", 40, "BOLT", Artifact=1)).play("bash")
    assert (table.monster().hp, table.powers(1)) == (32, {})


def test_10_gremlin_nob_gains_strength_from_skills_after_its_bellow() -> None:
    table = Table("", real("GremlinNob", 84, "BELLOW"), draw="3 defend, 2 strike").play("end")
    assert table.play("defend").power("Strength", 1) == 2
    assert table.play("strike").power("Strength", 1) == 2


def sleeping() -> Monster:
    return real("Lagavulin", 110, "SLEEP", memory=1, block=8, Metallicize=8)


def test_11_sleeping_lagavulin_is_not_woken_by_8_damage() -> None:
    table = Table("bash", sleeping()).play("bash")
    lagavulin = table.monster()
    assert (lagavulin.hp, move_of(lagavulin), table.powers(1)["Metallicize"]) == (110, "SLEEP", 8)


def test_11_sleeping_lagavulin_is_woken_by_9_damage_and_stunned_for_a_turn() -> None:
    table = Table("strike+", sleeping(), draw=MANY).play("strike+")
    lagavulin = table.monster()
    assert (lagavulin.hp, move_of(lagavulin), table.powers(1)) == (109, "STUNNED", {})
    table.play("end")
    assert (table.fight.hp, move_of(lagavulin), lagavulin.block) == (80, "ATTACK", 0)
    assert table.play("end").fight.hp == 80 - 18


def test_12_untouched_lagavulin_sleeps_three_turns_attacks_twice_and_siphons() -> None:
    table = Table("", sleeping(), draw=MANY)
    made = []
    for _ in range(6):
        made.append(move_of(table.monster()))
        table.play("end")
    assert made == ["SLEEP", "SLEEP", "SLEEP", "ATTACK", "ATTACK", "SIPHON_SOUL"]
    assert (table.fight.hp, table.powers()) == (80 - 36, {"Strength": -1, "Dexterity": -1})


def test_13_guardian_turns_defensive_after_30_damage_and_back() -> None:
    guardian = real("TheGuardian", 240, "CHARGE_UP", memory=30, Mode_Shift=30)
    table = Table("5 strike", guardian, draw=MANY, energy=5).play(*["strike"] * 4)
    assert (guardian.hp, guardian.block, move_of(guardian)) == (216, 0, "CHARGE_UP")
    table.play("strike")
    assert (guardian.hp, guardian.block, move_of(guardian)) == (210, 20, "CLOSE_UP")
    table.play("end")
    assert (table.powers(1), move_of(guardian)) == ({"Sharp Hide": 3}, "ROLL_ATTACK")
    assert table.play("end").fight.hp == 80 - 9
    assert move_of(guardian) == "TWIN_SLAM"
    assert table.play("end").fight.hp == 80 - 9 - 16
    assert (table.powers(1), move_of(guardian)) == ({"Mode Shift": 40}, "WHIRLWIND")


def test_14_sharp_hide_hurts_once_for_each_attack_card() -> None:
    guardian = real("TheGuardian", 200, "ROLL_ATTACK", Sharp_Hide=3)
    assert Table("twin strike", guardian).play("twin strike").fight.hp == 77


def test_15_slime_boss_splits_below_half_and_the_new_slimes_do_not_act() -> None:
    boss = real("SlimeBoss", 75, "SLAM", max_hp=140, count=2, Split=1)
    table = Table("strike", boss, draw=MANY).play("strike")
    assert (boss.hp, move_of(boss)) == (69, "SPLIT")
    table.play("end")
    living = [each for each in table.fight.monsters if each.alive]
    names = [MONSTER_KINDS[each.kind].id for each in living]
    assert (names, [each.hp for each in living]) == (["SpikeSlime_L", "AcidSlime_L"], [69, 69])
    assert table.fight.hp == 80


def test_16_cultist_attacks_for_6_9_and_12_after_its_ritual() -> None:
    table = Table("", real("Cultist", 50, "INCANTATION"), draw=MANY).play("end")
    assert (table.fight.hp, table.powers(1)) == (80, {"Ritual": 3})
    lost = []
    for _ in range(3):
        before = table.fight.hp
        lost.append(before - table.play("end").fight.hp)
    assert lost == [6, 9, 12]


def test_17_divider_of_hexaghost_is_six_hits_of_a_twelfth_of_61_hp_and_1() -> None:
    table = Table("", real("Hexaghost", 250, "ACTIVATE"), hp=61, draw=MANY).play("end", "end")
    assert table.fight.hp == 61 - 6 * 6


def test_18_strength_of_flex_stays_only_with_artifact() -> None:
    table = Table("flex", powers={"Artifact": 1}).play("flex", "end")
    assert table.powers() == {"Strength": 2}
    assert Table("flex").play("flex").powers() == {"Strength": 2, "Flex": 2}
    assert Table("flex").play("flex", "end").powers() == {}


def test_19_battle_trance_fills_the_hand_and_forbids_more_draws() -> None:
    hand = "battle trance, 7 defend, shrug it off"
    table = Table(hand, draw="5 strike", discard="bash").play("battle trance")
    assert table.hand() == ["defend"] * 7 + ["shrug it off"] + ["strike"] * 2
    assert len(table.pile("draw")) == 3
    table.play("shrug it off")
    assert (len(table.hand()), len(table.pile("draw"))) == (9, 3)


def test_20_shrug_it_off_draws_after_a_reshuffle() -> None:
    table = Table("shrug it off", discard="6 strike").play("shrug it off")
    assert (table.hand(), len(table.pile("draw"))) == (["strike"], 5)
    assert table.pile("discard") == ["shrug it off"]


def test_21_burns_in_hand_deal_2_and_4_flat_damage_and_are_discarded() -> None:
    table = Table("burn, burn+", draw=MANY, block=3).play("end")
    assert (table.fight.hp, table.fight.block) == (77, 0)
    assert sorted(table.pile("discard")) == ["burn", "burn+"]


def test_22_second_wind_with_feel_no_pain_gives_16_block() -> None:
    table = Table("second wind, 2 defend, strike", powers={"Feel No Pain": 3})
    table.play("second wind")
    assert (table.fight.block, table.hand()) == (16, ["strike"])
    assert table.pile("exhaust") == ["defend", "defend"]


def test_23_corruption_makes_skills_cost_nothing_and_exhaust() -> None:
    table = Table("impervious, shockwave", powers={"Corruption": 1}, energy=0)
    table.play("impervious", "shockwave")
    assert (table.fight.energy, table.fight.block) == (0, 30)
    assert sorted(table.pile("exhaust")) == ["impervious", "shockwave"]


def test_24_double_tap_plays_anger_twice() -> None:
    table = Table("double tap, anger", dummy(40)).play("double tap", "anger")
    assert table.monster().hp == 28
    assert sorted(table.pile("discard")) == ["anger", "anger", "anger", "double tap"]


@pytest.mark.parametrize("power", ["", "Vulnerable", "Strength"])
def test_25_fire_potion_deals_20_whatever_the_powers(power: str) -> None:
    monster = dummy(45, block=5, Vulnerable=int(power == "Vulnerable"))
    own = {"Strength": 3} if power == "Strength" else {}
    table = Table("", monster, potions=["Fire Potion"], powers=own).play("fire potion")
    assert (monster.hp, monster.block) == (30, 0)
    assert table.refuses("fire potion")


def test_26_explosive_potion_deals_10_to_all() -> None:
    table = Table("", dummy(12), dummy(9), dummy(30), potions=["Explosive Potion"])
    table.play("explosive potion")
    assert [each.hp for each in table.fight.monsters] == [2, 0, 20]
    assert [each.alive for each in table.fight.monsters] == [True, False, True]


@pytest.mark.parametrize(("hp", "after"), [(30, 46), (80, 83)])
def test_27_blood_potion_heals_a_fifth_of_the_maximum(hp: int, after: int) -> None:
    table = Table("", potions=["Blood Potion"], hp=hp, max_hp=83).play("blood potion")
    assert table.fight.hp == after


def test_28_regen_potion_heals_5_4_3_2_and_1() -> None:
    table = Table("", potions=["Regen Potion"], hp=40, draw=MANY).play("regen potion")
    assert [table.play("end").fight.hp for _ in range(6)] == [45, 49, 52, 54, 55, 55]


def test_29_sacred_bark_doubles_potions() -> None:
    belt = ["Fire Potion", "Block Potion", "Strength Potion", "Weak Potion", "Blood Potion"]
    table = Table("", dummy(90), potions=belt, relics=["Sacred Bark"], hp=30)
    table.play("fire potion", "block potion", "strength potion", "weak potion", "blood potion")
    assert (table.monster().hp, table.fight.block, table.fight.hp) == (50, 24, 30 + 32)
    assert (table.powers(), table.powers(1)) == ({"Strength": 4}, {"Weakened": 6})


def test_30_fairy_in_a_bottle_saves_with_24_of_80_hp() -> None:
    table = Table("", dummy(40, attack=90), potions=["Fairy in a Bottle"]).play("end")
    assert (table.fight.hp, table.fight.over, set(table.fight.potions)) == (24, False, {-1})
    with_mark = Table(
        "", dummy(40, attack=90), potions=["Fairy in a Bottle"], relics=["Mark of the Bloom"]
    )
    assert with_mark.play("end").fight.reason == LOST


def test_31_thorns_hurt_the_attacker_at_each_hit() -> None:
    table = Table("", dummy(40, attack=6, hits=2), powers={"Thorns": 3}).play("end")
    assert (table.monster().hp, table.fight.hp) == (34, 68)


def test_32_jaw_worm_after_chomp_thrashes_41_and_bellows_59_times_in_100() -> None:
    s = Table("").fight
    counts: Counter[str] = Counter()
    for _ in range(10_000):
        worm = real("JawWorm", 40, "CHOMP", last="BELLOW")
        choose_move(s, worm, worm.move)
        counts[move_of(worm)] += 1
    assert set(counts) == {"THRASH", "BELLOW"}
    assert counts["THRASH"] / 100 == pytest.approx(41, abs=2)
    assert counts["BELLOW"] / 100 == pytest.approx(59, abs=2)


def course(game: Spire, seed: int) -> list[Fight]:
    """Returns all states of a fight at random."""
    s = game.setup(seeded(seed))
    rng = seeded(f"moves {seed}")
    states = [s.clone()]
    while not s.over:
        game.play(s, game.random_move(s, rng))
        states.append(s.clone())
    return states


@pytest.mark.parametrize("ascension", [0, ASCENSIONS - 1])
def test_33_same_seed_and_actions_give_the_same_states(ascension: int) -> None:
    game = Spire(ascension=ascension)
    for seed in range(5):
        one, other = course(game, seed), course(game, seed)
        assert [state.key() for state in one] == [state.key() for state in other]
    assert course(game, 0)[0].key() != course(game, 1)[0].key()


def test_33_clone_stepped_on_its_own_does_not_change_the_original() -> None:
    game = Spire()
    rng = seeded("clones")
    for seed in range(20):
        s = game.setup(seeded(seed))
        while not s.over:
            before = s.key()
            twin = s.clone()
            for _ in range(5):
                if not twin.over:
                    game.play(twin, game.random_move(twin, rng))
            assert s.key() == before
            game.play(s, game.random_move(s, rng))


def test_dice_of_cards_shuffles_and_monsters_are_apart() -> None:
    table = Table("discovery", real("JawWorm", 40, "CHOMP"), discard="20 defend")
    s = table.fight

    def dice() -> list[tuple[int, ...]]:
        return [each.key() for each in (s.rng, s.shuffles, s.ai, s.spawns)]

    before = dice()
    table.play("discovery")
    cards = dice()
    assert (cards[0] != before[0], cards[1:]) == (True, before[1:])
    GAME.play(s, GAME.legal(s)[0])
    table.play("end")
    ended = dice()
    assert [ended[at] == cards[at] for at in range(4)] == [True, False, False, True]
