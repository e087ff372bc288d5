"""One test for each potion of Slay the Spire, named after it, with the numbers of the table.

Each number comes twice: without Sacred Bark, and with it.
"""

from collections import Counter

from kibitz.games.spire import cards
from kibitz.games.spire.gear import (
    EMPTY_SLOT,
    FRUIT_JUICE,
    POTIONS,
    RANDOM_POTIONS,
    REAL_POTIONS,
)
from kibitz.games.spire.monsters import BOSS, ELITE
from kibitz.games.spire.moves import read_card
from kibitz.games.spire.state import CALM, DIVINITY, FLED, LOST, NEUTRAL, WON, WRATH, Monster
from tests.games.spire.table import GAME, Table, dummy, name_of_test

BARK = ["Sacred Bark"]
HEALING = {"feed", "reaper", "bandage up", "bite"}


def test_every_potion_has_a_test() -> None:
    missing = [each.name for each in REAL_POTIONS if name_of_test(each.name) not in globals()]
    assert missing == []
    assert len(REAL_POTIONS) == 42


def test_a_potion_is_gone_after_its_use() -> None:
    table = Table(potions=["Energy Potion", "Swift Potion", "Energy Potion"])
    table.play("energy potion")
    assert [POTIONS[each].name for each in table.fight.potions if each != EMPTY_SLOT] == [
        "Swift Potion",
        "Energy Potion",
    ]
    assert table.fight.potions[0] == EMPTY_SLOT


def both(potion: str, hand: str = "", *monsters: Monster, draw: str = "") -> list[Table]:
    """Uses a potion without and with Sacred Bark."""
    found: list[Table] = []
    for owned in ([], BARK):
        fresh = [each.clone() for each in monsters] or [dummy(90)]
        table = Table(hand, *fresh, draw=draw, hp=40, relics=owned, potions=[potion])
        found.append(table.play(potion))
    return found


def gives(potion: str, power: str) -> tuple[int, int]:
    """Returns how much of a power a potion gives the player, without and with Sacred Bark."""
    plain, bark = both(potion)
    return plain.power(power), bark.power(power)


# Common potions.


def test_block_potion() -> None:
    assert [table.fight.block for table in both("Block Potion")] == [12, 24]
    frail = Table(powers={"Frail": 1, "Dexterity": 2}, potions=["Block Potion"])
    assert frail.play("block potion").fight.block == 12


def test_dexterity_potion() -> None:
    assert gives("Dexterity Potion", "Dexterity") == (2, 4)


def test_energy_potion() -> None:
    assert [table.fight.energy for table in both("Energy Potion")] == [5, 7]


def test_explosive_potion() -> None:
    plain, bark = both("Explosive Potion", "", dummy(12), dummy(9), dummy(30))
    assert [each.hp for each in plain.fight.monsters] == [2, 0, 20]
    assert [each.alive for each in plain.fight.monsters] == [True, False, True]
    assert [each.hp for each in bark.fight.monsters] == [0, 0, 10]


def test_fire_potion() -> None:
    plain, bark = both("Fire Potion", "", dummy(45, block=5, vulnerable=1, thorns=3))
    assert (plain.monster().hp, plain.monster().block, plain.fight.hp) == (30, 0, 40)
    assert bark.monster().hp == 10
    strong = Table("", dummy(45), powers={"Strength": 5}, potions=["Fire Potion"])
    assert strong.play("fire potion").monster().hp == 25
    ghost = Table("", dummy(45, intangible=1), potions=["Fire Potion"]).play("fire potion")
    assert ghost.monster().hp == 44


def test_strength_potion() -> None:
    assert gives("Strength Potion", "Strength") == (2, 4)


def test_swift_potion() -> None:
    tables = both("Swift Potion", draw="9 strike")
    assert [len(table.hand()) for table in tables] == [3, 6]


def test_weak_potion() -> None:
    assert [table.power("Weak", 1) for table in both("Weak Potion")] == [3, 6]


def test_fear_potion() -> None:
    assert [table.power("Vulnerable", 1) for table in both("Fear Potion")] == [3, 6]


def offers(potion: str, color: str, kind: int) -> None:
    """Checks what a potion offers, and that the chosen card is free this turn."""
    found = Counter[str]()
    for seed in range(60):
        table = Table(potions=[potion], draw="9 strike", seed=seed).play(potion)
        words = [str(move).removeprefix("choose ") for move in GAME.legal(table.fight)]
        assert len(set(words)) == 3
        found.update(words)
    for word in found:
        card = cards.CARDS[read_card(word) >> 1]
        assert card.color == color
        assert kind in (cards.ANY_TYPE, card.type)
        assert card.rarity not in ("BASIC", "SPECIAL")
    assert not HEALING & set(found)
    for owned, copies in (([], 1), (BARK, 2)):
        table = Table(potions=[potion], draw="9 strike", relics=owned).play(potion)
        table.play(str(GAME.legal(table.fight)[0]))
        assert len(set(table.hand())) == 1
        assert len(table.hand()) == copies
        assert cards.card_cost(table.fight.hand[0]) <= 0
        table.play("end")
        assert all(card < cards.FACES for card in table.fight.discard)


def test_attack_potion() -> None:
    offers("Attack Potion", "ironclad", cards.ATTACK)


def test_skill_potion() -> None:
    offers("Skill Potion", "ironclad", cards.SKILL)


def test_power_potion() -> None:
    offers("Power Potion", "ironclad", cards.POWER)


def test_colorless_potion() -> None:
    offers("Colorless Potion", "colorless", cards.ANY_TYPE)


def test_flex_potion() -> None:
    assert gives("Flex Potion", "Strength") == (5, 10)
    table = both("Flex Potion")[0]
    assert table.play("end").power("Strength") == 0
    kept = Table(powers={"Artifact": 1}, potions=["Flex Potion"]).play("flex potion", "end")
    assert kept.powers() == {"Strength": 5}


def test_speed_potion() -> None:
    assert gives("Speed Potion", "Dexterity") == (5, 10)
    table = both("Speed Potion")[0]
    assert table.play("end").power("Dexterity") == 0
    kept = Table(powers={"Artifact": 1}, potions=["Speed Potion"]).play("speed potion", "end")
    assert kept.powers() == {"Dexterity": 5}


def test_blessing_of_the_forge() -> None:
    for table in both("Blessing of the Forge", "strike, defend+, wound", draw="bash"):
        assert table.hand() == ["strike+", "defend+", "wound"]
        assert table.pile("draw") == ["bash"]


def test_blood_potion() -> None:
    for hp, owned, healed in ((30, [], 46), (80, [], 83), (30, BARK, 63)):
        table = Table(hp=hp, max_hp=83, relics=owned, potions=["Blood Potion"])
        assert table.play("blood potion").fight.hp == healed


def test_poison_potion() -> None:
    assert [table.power("Poison", 1) for table in both("Poison Potion")] == [6, 12]
    table = both("Poison Potion")[0]
    lost = [table.monster().hp - table.play("end").monster().hp for _ in range(7)]
    assert lost == [6, 5, 4, 3, 2, 1, 0]


def test_focus_potion() -> None:
    assert gives("Focus Potion", "Focus") == (2, 4)


def test_bottled_miracle() -> None:
    plain, bark = both("Bottled Miracle")
    assert plain.hand() == ["miracle"] * 2
    assert bark.hand() == ["miracle"] * 4
    assert plain.play("miracle").fight.energy == 4
    assert plain.play("end").hand()[0] == "miracle"


# Uncommon potions.


def test_regen_potion() -> None:
    assert gives("Regen Potion", "Regen") == (5, 10)
    table = both("Regen Potion")[0]
    assert [table.play("end").fight.hp for _ in range(6)] == [45, 49, 52, 54, 55, 55]


def test_ancient_potion() -> None:
    assert gives("Ancient Potion", "Artifact") == (1, 2)


def test_liquid_bronze() -> None:
    assert gives("Liquid Bronze", "Thorns") == (3, 6)


def test_gamblers_brew() -> None:
    for owned in ([], BARK):
        table = Table("2 strike, bash", draw="9 defend", relics=owned, potions=["Gambler's Brew"])
        table.play("gambler's brew", "choose strike", "choose bash", "done")
        assert table.hand() == ["strike", "defend", "defend"]
        assert sorted(table.pile("discard")) == ["bash", "strike"]
        assert table.fight.discarded == 2
    none = Table("2 strike", draw="9 defend", potions=["Gambler's Brew"])
    assert none.play("gambler's brew", "done").hand() == ["strike", "strike"]
    empty = Table(draw="9 defend", potions=["Gambler's Brew"]).play("gambler's brew")
    assert (empty.fight.choice, empty.hand()) == (0, [])


def test_essence_of_steel() -> None:
    assert gives("Essence of Steel", "Plated Armor") == (4, 8)


def test_duplication_potion() -> None:
    assert gives("Duplication Potion", "Duplication") == (1, 2)
    table = Table("2 strike", dummy(90), potions=["Duplication Potion"])
    table.play("duplication potion", "strike")
    assert (table.monster().hp, table.fight.energy, table.fight.cards_played) == (78, 2, 2)
    assert table.play("strike").monster().hp == 72
    unused = Table(draw="9 strike", potions=["Duplication Potion"])
    assert unused.play("duplication potion", "end").power("Duplication") == 0


def test_distilled_chaos() -> None:
    plain, bark = both("Distilled Chaos", draw="9 strike")
    assert (plain.monster().hp, len(plain.pile("draw")), plain.fight.energy) == (72, 6, 3)
    assert (bark.monster().hp, len(bark.pile("draw"))) == (54, 3)
    assert plain.pile("discard") == ["strike"] * 3


def test_distilled_chaos_with_cards_that_ask() -> None:
    # The top is last: Armaments, Burning Pact, then Strike. They leave the pile together.
    table = Table(
        "defend, bash",
        dummy(90),
        draw="2 iron wave, strike, burning pact, armaments",
        potions=["Distilled Chaos"],
    )
    table.play("distilled chaos")
    assert table.monster().hp == 90
    table.play("choose bash")
    assert table.hand() == ["defend", "bash+"]
    table.play("choose defend")
    assert table.hand() == ["bash+", "iron wave", "iron wave"]
    assert (table.monster().hp, table.fight.block, table.fight.energy) == (84, 5, 3)
    assert table.pile("exhaust") == ["defend"]
    assert table.fight.agenda == []


def test_distilled_chaos_skips_what_cannot_be_played() -> None:
    table = Table("", dummy(90), draw="strike, wound, clash", potions=["Distilled Chaos"])
    table.play("distilled chaos")
    assert table.monster().hp == 90 - 14 - 6
    assert sorted(table.pile("discard")) == ["clash", "strike", "wound"]


def test_liquid_memories() -> None:
    pile = "strike, bash, defend"
    table = Table(discard=pile, potions=["Liquid Memories"])
    table.play("liquid memories", "choose bash")
    assert table.hand() == ["bash {0}"]
    assert table.pile("discard") == ["strike", "defend"]
    bark = Table(discard=pile, relics=BARK, potions=["Liquid Memories"])
    bark.play("liquid memories", "choose bash", "choose strike")
    assert bark.hand() == ["bash {0}", "strike {0}"]
    assert bark.fight.choice == 0
    alone = Table(discard="bash", potions=["Liquid Memories"]).play("liquid memories")
    assert alone.hand() == ["bash {0}"]
    two = Table(discard="bash, strike", relics=BARK, potions=["Liquid Memories"])
    assert len(two.play("liquid memories").hand()) == 2


def test_elixir() -> None:
    for owned in ([], BARK):
        table = Table("2 strike, 2 wound", relics=owned, potions=["Elixir"])
        table.play("elixir", "choose wound", "choose wound", "done")
        assert table.hand() == ["strike", "strike"]
        assert table.pile("exhaust") == ["wound", "wound"]


def test_cunning_potion() -> None:
    plain, bark = both("Cunning Potion")
    assert plain.hand() == ["shiv+"] * 3
    assert bark.hand() == ["shiv+"] * 6
    assert plain.play("shiv+").monster().hp == 84


def test_potion_of_capacity() -> None:
    assert [table.fight.orb_slots for table in both("Potion of Capacity")] == [2, 4]
    table = Table(potions=["Potion of Capacity"] * 3, relics=BARK)
    table.play(*["potion of capacity"] * 3)
    assert table.fight.orb_slots == 10


def test_stance_potion() -> None:
    table = Table("strike", dummy(90, attack=10), potions=["Stance Potion"] * 2)
    table.play("stance potion", "choose wrath")
    assert table.fight.stance == WRATH
    assert table.play("strike").monster().hp == 78
    assert table.play("end").fight.hp == 60
    table.play("stance potion", "choose calm")
    assert (table.fight.stance, table.fight.energy) == (CALM, 3)
    assert table.play("end").fight.hp == 50
    assert table.fight.stance == CALM


def test_leaving_calm_gives_energy() -> None:
    table = Table(potions=["Stance Potion"] * 3)
    table.play("stance potion", "choose calm", "stance potion", "choose calm")
    assert table.fight.energy == 3
    assert table.play("stance potion", "choose wrath").fight.energy == 5


# Rare potions.


def test_cultist_potion() -> None:
    assert gives("Cultist Potion", "Ritual") == (1, 2)
    table = both("Cultist Potion")[0]
    assert [table.play("end").power("Strength") for _ in range(2)] == [1, 2]


def test_fruit_juice() -> None:
    plain, bark = both("Fruit Juice")
    assert (plain.fight.max_hp, plain.fight.hp) == (85, 45)
    assert (bark.fight.max_hp, bark.fight.hp) == (90, 50)


def test_snecko_oil() -> None:
    costs = Counter[int]()
    for seed in range(60):
        table = Table(
            "bash, wound, strike {0}", draw="20 strike", potions=["Snecko Oil"], seed=seed
        ).play("snecko oil")
        assert len(table.hand()) == 8
        found = [cards.card_cost(card) for card in table.fight.hand]
        assert found[1] == cards.UNPLAYABLE
        costs.update(found[:1] + found[2:])
        table.play("end")  # the new costs last for the fight
        assert sum(card >= cards.FACES for card in table.fight.discard) > 0
    assert sorted(costs) == [0, 1, 2, 3]
    assert all(70 <= count <= 145 for count in costs.values())
    bark = Table(draw="12 strike", relics=BARK, potions=["Snecko Oil"]).play("snecko oil")
    assert len(bark.hand()) == 10


def test_fairy_in_a_bottle() -> None:
    table = Table("", dummy(attack=50), hp=20, potions=["Fairy in a Bottle"])
    assert table.refuses("fairy in a bottle")
    table.play("end")
    assert (table.fight.hp, table.fight.over) == (24, False)
    assert table.fight.potions == [EMPTY_SLOT] * 3
    bark = Table("", dummy(attack=50), hp=20, relics=BARK, potions=["Fairy in a Bottle"])
    assert bark.play("end").fight.hp == 48
    bloom = Table(
        "", dummy(attack=50), hp=20, relics=["Mark of the Bloom"], potions=["Fairy in a Bottle"]
    )
    assert bloom.play("end").fight.reason == LOST


def test_fairies_work_one_after_the_other() -> None:
    table = Table("", dummy(attack=90, hits=2), hp=20, potions=["Fairy in a Bottle"] * 3)
    table.play("end")
    assert (table.fight.hp, table.fight.potions.count(EMPTY_SLOT)) == (24, 2)


def test_smoke_bomb() -> None:
    table = Table(hp=30, relics=["Burning Blood"], room=ELITE, potions=["Smoke Bomb"])
    table.play("smoke bomb")
    assert (table.fight.reason, table.fight.hp) == (FLED, 30)
    assert GAME.returns(table.fight) == [0.0]
    assert Table(room=BOSS, potions=["Smoke Bomb"]).refuses("smoke bomb")


def test_entropic_brew() -> None:
    found = Counter[str]()
    for seed in range(300):
        table = Table(potions=["Fire Potion", "Entropic Brew"], seed=seed).play("entropic brew")
        filled = table.fight.potions
        assert EMPTY_SLOT not in filled
        found.update(POTIONS[each].rarity for each in filled[1:])
        assert all(POTIONS[each].owner in ("ANY", "IRONCLAD") for each in filled)
        assert FRUIT_JUICE not in filled
    assert 340 <= found["COMMON"] <= 440  # 65 of 100
    assert 110 <= found["UNCOMMON"] <= 190  # 25
    assert 35 <= found["RARE"] <= 85  # 10
    for pool in RANDOM_POTIONS:
        assert sum(len(group) for group in pool.values()) == 32


def test_heart_of_iron() -> None:
    assert gives("Heart of Iron", "Metallicize") == (6, 12)


def test_ghost_in_a_jar() -> None:
    assert gives("Ghost in a Jar", "Intangible") == (1, 2)


def test_essence_of_darkness() -> None:
    table = Table("", dummy(90), potions=["Potion of Capacity", "Essence of Darkness"])
    table.play("potion of capacity", "essence of darkness")
    assert table.fight.orbs == [6, 6]
    assert table.play("end").fight.orbs == [12, 12]
    assert table.monster().hp == 90
    none = Table(potions=["Essence of Darkness"]).play("essence of darkness")
    assert none.fight.orbs == []


def test_essence_of_darkness_evokes_the_oldest_orbs() -> None:
    belt = ["Potion of Capacity", "Essence of Darkness", "Essence of Darkness"]
    table = Table("", dummy(40), dummy(30), dummy(35), potions=belt)
    table.play("potion of capacity", "essence of darkness", "end")
    table.play("essence of darkness")
    assert [each.hp for each in table.fight.monsters] == [40, 6, 35]
    assert table.fight.orbs == [6, 6]
    bark = Table("", dummy(40), relics=BARK, potions=["Essence of Darkness"])
    bark.fight.orb_slots = 2
    bark.play("essence of darkness")
    assert (bark.monster().hp, bark.fight.orbs) == (28, [6, 6])


def test_essence_of_darkness_grows_with_focus() -> None:
    table = Table(powers={"Focus": 2}, potions=["Essence of Darkness"])
    table.fight.orb_slots = 1
    table.play("essence of darkness", "end")
    assert table.fight.orbs == [14]


def test_ambrosia() -> None:
    for table in both("Ambrosia", "strike", dummy(90, attack=10)):
        assert (table.fight.stance, table.fight.energy) == (DIVINITY, 6)
        assert table.play("strike").monster().hp == 72
        table.play("end")
        assert (table.fight.stance, table.fight.hp, table.fight.energy) == (NEUTRAL, 30, 3)
    calm = Table(potions=["Ambrosia"])
    calm.fight.stance = CALM
    assert calm.play("ambrosia").fight.energy == 8


def test_a_potion_can_win() -> None:
    table = Table(
        "", dummy(20), hp=40, relics=["Burning Blood", "Toy Ornithopter"], potions=["Fire Potion"]
    )
    table.play("fire potion")
    assert (table.fight.reason, table.fight.hp) == (WON, 51)
