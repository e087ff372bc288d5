"""One test for each power of Slay the Spire, named after it, with the rules of the table."""

from collections import Counter

import pytest

from kibitz.core import seeded
from kibitz.games.spire.agents.policy import all_fall
from kibitz.games.spire.cards import CARDS, card_cost, face
from kibitz.games.spire.gear import POTION_NUMBERS
from kibitz.games.spire.monsters import MONSTER_KINDS
from kibitz.games.spire.moves import Play
from kibitz.games.spire.powers import POWER_IDS, STRENGTH, VULNERABLE, power_name
from kibitz.games.spire.rules.act3 import surround
from kibitz.games.spire.rules.combat import monster_damage
from kibitz.games.spire.state import LOST, WON
from tests.games.spire import test_rules_powers_silent
from tests.games.spire.table import GAME, Table, dummy, name_of_test, real
from tests.games.spire.test_position import combat, sample

DECK = "5 strike, 4 defend, bash"
STRIKE = face("Strike_R")


def test_every_power_has_a_test() -> None:
    names = [power_name(power) for power in range(len(POWER_IDS))]
    tests = {*globals(), *vars(test_rules_powers_silent)}
    assert [name for name in names if name_of_test(name) not in tests] == []
    assert len(names) == 95


# Powers of the player and of monsters.


def test_strength() -> None:
    table = Table("strike, twin strike", dummy(90), powers={"Strength": 2})
    assert table.play("strike").monster().hp == 82
    assert table.play("twin strike").monster().hp == 82 - 14
    weaker = Table("strike", dummy(90), powers={"Strength": -9}).play("strike")
    assert weaker.monster().hp == 90
    assert Table("", dummy(attack=5, hits=2, strength=2)).play("end").fight.hp == 66


def test_vulnerable() -> None:
    table = Table("bash, 2 strike", dummy(40), draw=DECK, energy=9)
    table.play("bash", "strike")
    assert (table.monster().hp, table.power("Vulnerable", 1)) == (23, 2)
    assert table.play("end").power("Vulnerable", 1) == 1
    assert table.play("end").power("Vulnerable", 1) == 0
    hurt = Table("", dummy(attack=9), powers={"Vulnerable": 1}).play("end")
    assert (hurt.fight.hp, hurt.power("Vulnerable")) == (67, 0)


def test_weak() -> None:
    table = Table("strike", dummy(40), powers={"Weak": 2}).play("strike")
    assert table.monster().hp == 36
    assert table.play("end").power("Weak") == 1
    weak = Table("", dummy(attack=9, weak=1), powers={"Vulnerable": 1}).play("end")
    assert (weak.fight.hp, weak.power("Weak", 1)) == (70, 0)


def test_weak_and_vulnerable_are_rounded_once() -> None:
    table = Table("strike", dummy(40, vulnerable=1), powers={"Weak": 1}).play("strike")
    assert table.monster().hp == 34


def test_a_debuff_that_a_monster_applies_lasts_a_turn_longer() -> None:
    table = Table("", real("GremlinFat", 13, "SMASH"), draw=DECK).play("end")
    assert table.power("Weak") == 1
    # The second application does not make it fresh again.
    assert table.play("end").power("Weak") == 1
    again = Table("", dummy(), draw=DECK, powers={"Weak": 1}).play("end")
    assert again.power("Weak") == 0


def test_artifact() -> None:
    table = Table("shockwave, disarm", dummy(90, artifact=2))
    table.play("shockwave")
    assert table.powers(1) == {}
    assert table.play("disarm").powers(1) == {"Strength": -2}
    own = Table("doubt, shame", powers={"Artifact": 1}).play("end")
    assert own.powers() == {"Frail": 1}
    flex = Table("flex", powers={"Artifact": 1}).play("flex", "end")
    assert flex.powers() == {"Strength": 2}
    late = Table("flex, panacea").play("flex", "panacea", "end")
    assert late.powers() == {"Strength": 2}
    shackles = Table("dark shackles", dummy(90, artifact=1)).play("dark shackles")
    assert shackles.powers(1) == {}


def test_poison() -> None:
    table = Table("", dummy(40, block=20, poison=3))
    assert [table.play("end").monster().hp for _ in range(4)] == [37, 35, 34, 34]
    dead = Table("", dummy(3, attack=50, poison=3)).play("end")
    assert (dead.fight.reason, dead.fight.hp) == (WON, 80)


def test_thorns() -> None:
    table = Table("", dummy(40, attack=6, hits=2), block=99, powers={"Thorns": 3}).play("end")
    assert table.monster().hp == 34
    monster = Table("twin strike", dummy(90, block=99, thorns=3)).play("twin strike")
    assert monster.fight.hp == 74
    dying = Table("", dummy(3, attack=6, hits=2), powers={"Thorns": 3}).play("end")
    assert (dying.fight.reason, dying.fight.hp) == (WON, 74)


def test_plated_armor() -> None:
    table = Table("", dummy(attack=6, hits=2), powers={"Plated Armor": 4}).play("end")
    assert (table.fight.hp, table.power("Plated Armor")) == (72, 2)
    blocked = Table("", dummy(attack=4), powers={"Plated Armor": 4}).play("end")
    assert blocked.power("Plated Armor") == 4
    flat = Table("burn", powers={"Plated Armor": 1}).play("end")
    assert (flat.fight.hp, flat.power("Plated Armor")) == (79, 1)
    monster = Table("twin strike", dummy(90, plated_armor=5)).play("twin strike")
    assert monster.power("Plated Armor", 1) == 3
    assert monster.play("end").monster().block == 3


def test_metallicize() -> None:
    assert Table("", dummy(attack=6), powers={"Metallicize": 4}).play("end").fight.hp == 78
    assert Table("", dummy(metallicize=8)).play("end").monster().block == 8
    # It comes before Burn hurts.
    assert Table("burn", powers={"Metallicize": 4}).play("end").fight.hp == 80


def test_barricade() -> None:
    assert Table(block=30, powers={"Barricade": 1}).play("end").fight.block == 30
    assert Table("", dummy(block=7, barricade=1)).play("end").monster().block == 7
    assert Table("", dummy(block=7)).play("end").monster().block == 0


def test_intangible() -> None:
    table = Table("burn", dummy(attack=20, hits=3), powers={"Intangible": 2}).play("end")
    assert (table.fight.hp, table.power("Intangible")) == (76, 1)
    loss = Table("offering", powers={"Intangible": 1}).play("offering")
    assert loss.fight.hp == 79
    monster = Table("bludgeon", dummy(40, intangible=1)).play("bludgeon")
    assert monster.monster().hp == 39
    assert monster.play("end").power("Intangible", 1) == 0


def test_ritual() -> None:
    table = Table(powers={"Ritual": 2})
    assert [table.play("end").power("Strength") for _ in range(2)] == [2, 4]
    cultist = Table("", real("Cultist", 50, "INCANTATION"), draw=DECK)
    assert [cultist.play("end").power("Strength", 1) for _ in range(3)] == [0, 3, 6]
    assert cultist.fight.hp == 80 - 6 - 9


# Powers of monsters.


def test_shackled() -> None:
    table = Table("dark shackles", dummy(attack=10)).play("dark shackles")
    assert (table.power("Strength", 1), table.power("Shackled", 1)) == (-9, 9)
    table.play("end")
    assert (table.fight.hp, table.powers(1)) == (79, {})


def test_curl_up() -> None:
    table = Table("twin strike, strike", dummy(15, curl_up=5)).play("twin strike")
    assert (table.monster().hp, table.monster().block) == (5, 5)
    table.play("strike")
    assert (table.monster().hp, table.monster().block) == (4, 0)
    flat = Table("", dummy(90, curl_up=5), potions=["Fire Potion"]).play("fire potion")
    assert (flat.monster().block, flat.power("Curl Up", 1)) == (0, 5)


def test_angry() -> None:
    table = Table("twin strike", dummy(40, angry=1)).play("twin strike")
    assert table.power("Strength", 1) == 2
    blocked = Table("strike", dummy(40, block=9, angry=1)).play("strike")
    assert blocked.power("Strength", 1) == 0


def test_enrage() -> None:
    table = Table("defend, strike, inflame", dummy(80, enrage=2))
    assert table.play("defend").power("Strength", 1) == 2
    assert table.play("strike", "inflame").power("Strength", 1) == 2


def test_split() -> None:
    table = Table("strike", real("SlimeBoss", 75, "SLAM", max_hp=140, split=1), draw=DECK)
    table.play("strike", "end")
    assert [(each.hp, each.max_hp) for each in table.fight.monsters[1:]] == [(69, 69), (69, 69)]
    assert not table.monster(1).alive
    assert table.fight.hp == 80
    above = Table("strike", real("SlimeBoss", 77, "SLAM", max_hp=140, split=1)).play("strike")
    assert above.play("end").fight.hp == 45


def test_spore_cloud() -> None:
    table = Table("strike", dummy(6, spore_cloud=2), dummy(40)).play("strike > 1")
    assert table.power("Vulnerable") == 2
    assert table.play("end").power("Vulnerable") == 1


def test_thievery() -> None:
    table = Table("", real("Looter", 44, "MUG", thievery=15), draw=DECK).play("end")
    assert (table.fight.hp, table.fight.gold) == (70, -15)


def test_minion() -> None:
    table = Table("feed", dummy(5, minion=1), dummy(40)).play("feed > 1")
    assert table.fight.max_hp == 80
    assert Table("feed", dummy(5), dummy(40)).play("feed > 1").fight.max_hp == 83


def test_minions_leave_with_their_leader() -> None:
    table = Table("strike", dummy(20, minion=1), dummy(6), dummy(30, attack=9, minion=1))
    table.play("strike > 2")
    assert table.fight.reason == "won"
    assert [each.alive for each in table.fight.monsters] == [False, False, False]
    assert [each.hp for each in table.fight.monsters] == [20, 0, 30]


def test_minions_stay_while_one_leader_lives() -> None:
    table = Table("2 strike", dummy(20, minion=1), dummy(6), dummy(6)).play("strike > 2")
    assert [each.alive for each in table.fight.monsters] == [True, False, True]
    assert table.play("strike > 3").fight.reason == "won"


def test_minions_without_a_leader_are_fought_to_the_end() -> None:
    table = Table("2 strike", dummy(6, minion=1), dummy(6, minion=1)).play("strike > 1")
    assert not table.fight.over
    assert table.play("strike > 2").fight.reason == "won"


def test_minions_of_a_leader_that_dies_of_poison_do_not_act() -> None:
    table = Table("", dummy(20, attack=9, minion=1), dummy(5, poison=5), hp=8, draw=DECK)
    assert all_fall(table.fight)
    assert table.play("end").fight.reason == "won"
    assert table.fight.hp == 8


def test_minions_of_a_message_leave_with_their_leader() -> None:
    message = sample()
    minion = [{"id": "Minion", "name": "Minion", "amount": -1}]
    thrall = {"id": "TorchHead", "name": "Torch Head", "current_hp": 40, "max_hp": 40}
    combat(message)["monsters"] = [
        {**thrall, "powers": minion, "intent": "ATTACK", "move_base_damage": 7},
        {"id": "TheCollector", "current_hp": 3, "max_hp": 282, "intent": "BUFF"},
    ]
    world = GAME.sample(GAME.read_position(message), seeded(1))
    GAME.play(world, Play("strike", 1))
    assert world.reason == "won"


def test_mode_shift() -> None:
    guardian = real("TheGuardian", 240, "FIERCE_BASH", memory=30, mode_shift=30)
    table = Table("bludgeon", guardian, draw=DECK).play("bludgeon")
    assert (table.monster().hp, table.monster().block) == (208, 20)
    assert table.power("Mode Shift", 1) == 0
    assert table.play("end").fight.hp == 80
    assert table.power("Sharp Hide", 1) == 3


def test_sharp_hide() -> None:
    table = Table("twin strike, defend", dummy(40, sharp_hide=3)).play("twin strike")
    assert table.fight.hp == 77
    assert table.play("defend").fight.hp == 77


# Powers of the player.


def test_dexterity() -> None:
    table = Table("defend, good instincts", powers={"Dexterity": 2}).play("defend")
    assert table.fight.block == 7
    clumsy = Table("defend", powers={"Dexterity": -9}).play("defend")
    assert clumsy.fight.block == 0


def test_frail() -> None:
    table = Table("defend", powers={"Dexterity": 2, "Frail": 1}).play("defend")
    assert table.fight.block == 5
    assert table.play("end").power("Frail") == 0
    raw = Table(powers={"Frail": 1}, potions=["Block Potion"]).play("block potion")
    assert raw.fight.block == 12


def test_buffer() -> None:
    table = Table("", dummy(attack=9, hits=3), block=9, powers={"Buffer": 1}).play("end")
    assert (table.fight.hp, table.power("Buffer")) == (71, 0)
    loss = Table("bloodletting", powers={"Buffer": 1}).play("bloodletting")
    assert loss.fight.hp == 80


def test_regen() -> None:
    table = Table(hp=40, powers={"Regen": 5})
    assert [table.play("end").fight.hp for _ in range(6)] == [45, 49, 52, 54, 55, 55]


def test_vigor() -> None:
    table = Table("defend, twin strike, strike", dummy(90), powers={"Vigor": 8})
    table.play("defend")
    assert table.play("twin strike").monster().hp == 64
    assert table.power("Vigor") == 0
    assert table.play("strike").monster().hp == 58


def test_vigor_is_for_the_first_play_alone() -> None:
    table = Table("strike", dummy(90), powers={"Vigor": 8, "Double Tap": 1}).play("strike")
    assert table.monster().hp == 90 - 14 - 6


def test_pen_nib() -> None:
    table = Table("strike, anger", dummy(90), powers={"Pen Nib": 1, "Strength": 2})
    assert table.play("strike").monster().hp == 74
    assert table.play("anger").monster().hp == 66


def test_double_damage() -> None:
    table = Table("strike", dummy(90), powers={"Double Damage": 1, "Pen Nib": 1}).play("strike")
    assert table.monster().hp == 66
    assert table.play("end").power("Double Damage") == 0


def test_entangled() -> None:
    table = Table("strike, defend", draw=DECK, powers={"Entangled": 1})
    assert table.refuses("strike > 1")
    assert not table.refuses("defend")
    assert table.play("end").power("Entangled") == 0


def test_no_draw() -> None:
    table = Table("pommel strike", draw=DECK, powers={"No Draw": 1}).play("pommel strike")
    assert table.hand() == []
    assert len(table.play("end").hand()) == 5


def test_no_block() -> None:
    table = Table("defend", powers={"No Block": 2, "Feel No Pain": 3}).play("defend")
    assert table.fight.block == 0
    assert [table.play("end").power("No Block") for _ in range(2)] == [1, 0]
    potion = Table(powers={"No Block": 2}, potions=["Block Potion"]).play("block potion")
    assert potion.fight.block == 12


def test_confused() -> None:
    costs = Counter[int]()
    for seed in range(100):
        table = Table("offering", draw="wound, 2 bash", powers={"Confused": 1}, seed=seed)
        table.play("offering")
        found = [card_cost(card) for card in table.fight.hand]
        assert found[2] == -2
        costs.update(found[:2])
    assert sorted(costs) == [0, 1, 2, 3]
    assert all(30 <= count <= 70 for count in costs.values())


def test_strength_down() -> None:
    table = Table(powers={"Strength": 3, "Strength Down": 2}).play("end")
    assert table.powers() == {"Strength": 1}


def test_dexterity_down() -> None:
    table = Table(powers={"Dexterity": 1, "Dexterity Down": 2}).play("end")
    assert table.powers() == {"Dexterity": -1}


def test_rage() -> None:
    table = Table("twin strike, defend", powers={"Rage": 3, "Frail": 1}).play("twin strike")
    assert table.fight.block == 3
    assert table.play("defend").fight.block == 6
    assert table.play("end").power("Rage") == 0


def test_flame_barrier() -> None:
    table = Table("", dummy(40, attack=2, hits=3), powers={"Flame Barrier": 4}).play("end")
    assert (table.monster().hp, table.power("Flame Barrier")) == (28, 0)


def test_double_tap() -> None:
    table = Table("defend, 2 strike", dummy(90), powers={"Double Tap": 1})
    assert table.play("defend").fight.block == 5
    assert table.play("strike").monster().hp == 78
    assert table.play("strike").monster().hp == 72
    assert Table(powers={"Double Tap": 1}).play("end").power("Double Tap") == 0


def test_combust() -> None:
    table = Table("2 combust", dummy(40), dummy(40, block=3)).play("combust", "combust", "end")
    assert table.fight.hp == 78
    assert (table.monster(1).hp, table.monster(2).hp) == (30, 33)


def test_dark_embrace() -> None:
    table = Table("true grit, wound", draw="9 strike", powers={"Dark Embrace": 2})
    assert table.play("true grit").hand() == ["strike", "strike"]


def test_evolve() -> None:
    table = Table("offering", draw="5 strike, 2 wound", powers={"Evolve": 2}).play("offering")
    assert len(table.hand()) == 7
    curse = Table("offering", draw="5 strike, 2 injury", powers={"Evolve": 2}).play("offering")
    assert len(curse.hand()) == 3


def test_feel_no_pain() -> None:
    powers = {"Feel No Pain": 3, "Dexterity": 2, "Frail": 1}
    table = Table("fiend fire, 2 wound", dummy(90), powers=powers).play("fiend fire")
    assert table.fight.block == 9


def test_fire_breathing() -> None:
    table = Table(
        "offering", dummy(40), dummy(40), draw="strike, wound, injury", powers={"Fire Breathing": 6}
    )
    table.play("offering")
    assert (table.monster(1).hp, table.monster(2).hp) == (28, 28)


@pytest.mark.parametrize(
    ("hand", "moves", "strength"),
    [
        ("bloodletting", ["bloodletting"], 2),
        ("burn, burn", ["end"], 4),
        ("decay", ["end"], 2),
        ("regret", ["end"], 2),
        ("pain, defend", ["defend"], 2),
        ("combust", ["combust", "end"], 2),
        ("", ["end"], 0),
    ],
)
def test_rupture(hand: str, moves: list[str], strength: int) -> None:
    table = Table(hand, dummy(attack=5), powers={"Rupture": 2}).play(*moves)
    assert table.power("Strength") == strength


def test_rupture_needs_lost_hp() -> None:
    table = Table("burn", block=2, powers={"Rupture": 2}).play("end")
    assert table.power("Strength") == 0


def test_berserk() -> None:
    table = Table(powers={"Berserk": 2}).play("end")
    assert table.fight.energy == 5


def test_brutality() -> None:
    table = Table(draw="20 strike", powers={"Brutality": 2}).play("end")
    assert (table.fight.hp, len(table.hand())) == (78, 7)
    assert Table(hp=2, powers={"Brutality": 2}).play("end").fight.reason == LOST


def test_corruption() -> None:
    table = Table("entrench, strike", dummy(40), block=4, powers={"Corruption": 1}, energy=1)
    table.play("entrench")
    assert (table.fight.energy, table.pile("exhaust")) == (1, ["entrench"])
    assert table.play("strike").fight.energy == 0


def test_demon_form() -> None:
    table = Table(powers={"Demon Form": 3})
    assert [table.play("end").power("Strength") for _ in range(2)] == [3, 6]


def test_juggernaut() -> None:
    table = Table("defend", dummy(40), powers={"Juggernaut": 5, "Metallicize": 3}).play("defend")
    assert table.monster().hp == 35
    assert table.play("end").monster().hp == 30


def test_next_turn_block() -> None:
    table = Table(powers={"Next Turn Block": 6, "Frail": 2}).play("end")
    assert (table.fight.block, table.power("Next Turn Block")) == (6, 0)
    assert table.play("end").fight.block == 0


def test_draw_card() -> None:
    table = Table(draw="20 strike", powers={"Draw Card": 2}).play("end")
    assert (len(table.hand()), table.power("Draw Card")) == (7, 0)


def test_energized() -> None:
    table = Table(powers={"Energized": 2}).play("end")
    assert (table.fight.energy, table.power("Energized")) == (5, 0)


def test_duplication() -> None:
    table = Table("3 defend", powers={"Duplication": 2}, energy=9)
    assert [table.play("defend").fight.block for _ in range(3)] == [10, 20, 25]
    assert Table(powers={"Duplication": 2}).play("end").power("Duplication") == 1


def test_panache() -> None:
    table = Table("panache, 6 anger", dummy(90), dummy(90), draw="9 anger").play("panache")
    table.play(*["anger > 1"] * 4)
    assert table.monster(2).hp == 90
    table.play("anger > 1")
    assert table.monster(2).hp == 80
    assert table.power("Panache") == 5
    table.play("anger > 1")
    assert table.power("Panache") == 4
    assert table.play("end").power("Panache") == 5


def test_sadistic_nature() -> None:
    table = Table("uppercut, bash", dummy(90), powers={"Sadistic": 5}, energy=9)
    assert table.play("uppercut").monster().hp == 67
    table = Table("bash", dummy(90, artifact=1), powers={"Sadistic": 5}).play("bash")
    assert table.monster().hp == 82
    shackled = Table("dark shackles", dummy(90), powers={"Sadistic": 5}).play("dark shackles")
    assert shackled.monster().hp == 85
    belt = Table("bash", dummy(90), powers={"Sadistic": 5}, relics=["Champion Belt"]).play("bash")
    assert belt.monster().hp == 72


def test_magnetism() -> None:
    colors = {card.name.lower(): card.color for card in CARDS}
    table = Table(draw="20 strike", powers={"Magnetism": 2}).play("end")
    assert len(table.hand()) == 7
    assert [colors[word] for word in table.hand()[:2]] == ["colorless", "colorless"]


def test_mayhem() -> None:
    table = Table("", dummy(40), draw="20 strike", powers={"Mayhem": 2}).play("end")
    assert (table.monster().hp, table.fight.energy, len(table.hand())) == (28, 3, 5)


def test_mayhem_can_ask() -> None:
    # The hand is drawn before Mayhem plays Armaments.
    table = Table(
        "2 miracle, miracle+, bash",
        draw="4 strike, armaments, 5 strike",
        powers={"Mayhem": 1},
        relics=["Runic Pyramid"],
    ).play("end")
    assert len(table.hand()) == 9
    table.play("choose bash")
    assert table.hand()[:4] == ["miracle", "miracle", "miracle+", "bash+"]
    assert (len(table.hand()), table.fight.block) == (9, 5)


def test_the_bomb() -> None:
    table = Table("the bomb", dummy(90), dummy(90, block=9), draw=DECK).play("the bomb")
    assert [table.play("end").monster(1).hp for _ in range(4)] == [90, 90, 50, 50]
    assert table.power("The Bomb") == 0
    two = Table("the bomb, the bomb+", dummy(99), draw=DECK, energy=4)
    two.play("the bomb", "the bomb+", "end", "end", "end")
    assert two.monster().hp == 9


def test_focus() -> None:
    table = Table(powers={"Focus": 2})
    table.fight.orb_slots, table.fight.orbs = 2, [6, 10]
    assert table.play("end").fight.orbs == [14, 18]


# Powers of act 2.


def test_malleable() -> None:
    plant = real("SnakePlant", 70, "SPORES", memory=3, Malleable=3)
    table = Table("twin strike, strike", plant, draw="9 defend")
    assert table.play("twin strike").monster().hp == 60
    assert (plant.block, table.power("Malleable", 1)) == (3 + 4, 5)
    table.play("strike")
    assert (plant.hp, plant.block, table.power("Malleable", 1)) == (60, 1, 5)
    assert table.play("end").power("Malleable", 1) == 3


def test_flight() -> None:
    table = Table("strike, bash", real("Byrd", 30, "CAW", memory=3, Flight=3), draw="9 defend")
    assert table.play("strike").monster().hp == 27
    assert table.power("Flight", 1) == 2
    table.monster().block = 10
    assert table.play("bash").powers(1) == {"Flight": 2, "Vulnerable": 2}
    assert table.play("end").power("Flight", 1) == 3
    flat = Table("", real("Byrd", 30, Flight=3), potions=["Fire Potion"]).play("fire potion")
    assert (flat.monster().hp, flat.power("Flight", 1)) == (10, 3)


def test_stasis() -> None:
    orb = real("BronzeOrb", 50, "STASIS", Minion=1)
    draw = "5 strike, offering, 2 shrug it off, 9 defend"
    table = Table("", orb, real("SphericGuardian", 20, "ACTIVATE"), draw=draw).play("end")
    assert table.power("Stasis", 1) == 1
    assert "offering" not in table.hand() + table.pile("draw") + table.pile("discard")
    message = GAME.position(GAME.view(table.fight, 0))
    assert GAME.read_position(message) == GAME.view(table.fight, 0)
    shown = combat(message)["monsters"][0]["powers"]
    assert [each["card"]["id"] for each in shown if each["id"] == "Stasis"] == ["Offering"]
    orb.hp, table.fight.hand = 1, []
    table.fight.potions[0] = POTION_NUMBERS["firepotion"]
    table.play("fire potion > 1")
    assert table.hand() == ["offering"]


def test_stasis_takes_from_the_discard_pile_when_the_draw_pile_is_empty() -> None:
    orb = real("BronzeOrb", 50, "STASIS", Minion=1)
    boss = real("BronzeAutomaton", 300, "STUNNED")
    table = Table("inflame", orb, boss, discard="strike").play("end")
    assert table.hand() == ["strike"]
    assert table.power("Stasis", 1) == 1


def test_stasis_takes_nothing_when_there_is_nothing() -> None:
    orb = real("BronzeOrb", 50, "STASIS", Minion=1)
    boss = real("BronzeAutomaton", 300, "STUNNED")
    assert Table("", orb, boss).play("end").power("Stasis", 1) == 0


def test_stasis_without_its_card_gives_nothing_back() -> None:
    message = sample()
    power = {"id": "Stasis", "name": "Stasis", "amount": -1}
    orb = {"id": "BronzeOrb", "current_hp": 5, "max_hp": 50, "move_id": 1, "powers": [power]}
    combat(message)["monsters"] = [
        orb,
        {"id": "Champ", "current_hp": 9, "max_hp": 420, "move_id": 1},
    ]
    table = Table()
    table.fight = GAME.sample(GAME.read_position(message), seeded(1))
    table.fight.hand, table.fight.energy = [STRIKE], 3
    assert table.play("strike > 1").hand() == []


def test_painful_stabs() -> None:
    book = real("BookOfStabbing", 160, "MULTI_STAB", memory=3, Painful_Stabs=1)
    table = Table("", book, block=7, draw="9 defend").play("end")
    assert table.fight.hp == 80 - 18 + 7
    assert table.pile("discard") == ["wound", "wound"]


def test_hex() -> None:
    table = Table("strike, defend, inflame", dummy(60), powers={"Hex": 1})
    assert table.play("strike").pile("draw") == []
    assert table.play("defend", "inflame").pile("draw") == ["dazed", "dazed"]
    artifact = Table("", real("Chosen", 90, "HEX"), powers={"Artifact": 1}, draw="9 defend")
    assert artifact.play("end").powers() == {}


# Powers of act 3.


def test_strength_up() -> None:
    table = Table("", dummy(90, generic_strength_up_power=3), draw="9 defend")
    assert [table.play("end").power("Strength", 1) for _ in range(3)] == [3, 6, 9]


def test_explosive() -> None:
    table = Table("", dummy(90, explosive=2), dummy(), block=4, draw="9 defend").play("end")
    assert (table.power("Explosive", 1), table.fight.hp) == (1, 80)
    table.fight.block = 4
    assert table.play("end").fight.hp == 80 - 26
    assert not table.monster().alive


def test_constricted() -> None:
    table = Table("", powers={"Constricted": 10}, block=4, draw="9 defend").play("end")
    assert (table.fight.hp, table.power("Constricted")) == (74, 10)
    assert table.play("end").fight.hp == 64
    assert Table("", powers={"Constricted": 10}, hp=9).play("end").fight.reason == LOST
    immune = Table("", real("Serpent", 170, "CONSTRICT"), powers={"Artifact": 1}, draw="9 defend")
    assert immune.play("end").powers() == {}


def test_regenerate() -> None:
    table = Table("", dummy(20, max_hp=45, regenerate=10), draw="9 defend")
    assert [table.play("end").monster().hp for _ in range(4)] == [30, 40, 45, 45]
    poisoned = Table("", dummy(20, max_hp=45, regenerate=10, poison=3), draw="9 defend")
    assert poisoned.play("end").monster().hp == 27


def test_draw_reduction() -> None:
    eater = real("TimeEater", 456, "HEAD_SLAM", Time_Warp=1)
    table = Table("", eater, hp=500, max_hp=500, draw="90 defend").play("end")
    assert (len(table.hand()), table.power("Draw Reduction")) == (4, 1)
    eater.move = MONSTER_KINDS[eater.kind].places["REVERBERATE"]
    assert (len(table.play("end").hand()), table.power("Draw Reduction")) == (5, 0)
    immune = Table("", real("TimeEater", 456, "HEAD_SLAM"), powers={"Artifact": 1}, draw="9 defend")
    assert len(immune.play("end").hand()) == 5


def test_surrounded() -> None:
    shield, spear = real("SpireShield", 110, "BASH"), real("SpireSpear", 160, "SKEWER")
    table = Table("2 strike, defend", shield, spear, hp=500, max_hp=500, draw="90 defend")
    surround(table.fight)
    damage = [monster_damage(table.fight, each, 10) for each in (shield, spear)]
    assert damage == [15, 10]
    table.play("strike > 1")
    assert (table.powers(1), table.power("Back Attack", 2)) == ({}, 1)
    # 12 from the front, and 3 hits of 15 from behind.
    assert table.play("end").fight.hp == 500 - 12 - 45
    shield.hp, table.fight.powers[STRENGTH] = 6, 0
    table.fight.hand = [STRIKE]
    table.play("strike > 1")
    assert (table.power("Surrounded"), table.power("Back Attack", 2)) == (0, 0)
    assert monster_damage(table.fight, spear, 10) == 10


def test_back_attack() -> None:
    shield, spear = real("SpireShield", 110, "FORTIFY"), real("SpireSpear", 160, "PIERCER")
    table = Table("defend, strike", shield, spear, potions=["Fire Potion", "Block Potion"])
    assert table.play("defend").powers() == {}
    surround(table.fight)
    assert [table.power("Back Attack", number) for number in (1, 2)] == [1, 0]
    table.play("block potion")
    assert [table.power("Back Attack", number) for number in (1, 2)] == [1, 0]
    table.play("fire potion > 1")
    assert [table.power("Back Attack", number) for number in (1, 2)] == [0, 1]
    table.play("strike > 2")
    assert [table.power("Back Attack", number) for number in (1, 2)] == [1, 0]
    # The Shield behind, on a Vulnerable player: rounded down once.
    table.fight.powers[VULNERABLE] = 1
    assert monster_damage(table.fight, shield, 9) == 20


def test_slow() -> None:
    table = Table("5 strike", real("GiantHead", 500, "GLARE", Slow=1), energy=5, draw="9 defend")
    lost = []
    for _ in range(5):
        before = table.monster().hp
        lost.append(before - table.play("strike").monster().hp)
    # 6, 6.6, 7.2, 7.8 and 8.4.
    assert lost == [6, 6, 7, 7, 8]
    assert table.power("Slow", 1) == 6
    assert table.play("end").power("Slow", 1) == 1
    flat = Table("", real("GiantHead", 500, "GLARE", Slow=6), potions=["Fire Potion"])
    assert flat.play("fire potion").lost() == 20


def test_time_warp() -> None:
    eater = real("TimeEater", 456, "RIPPLE", Time_Warp=11)
    table = Table("4 defend", dummy(50), eater, hp=500, max_hp=500, energy=9, draw="90 defend")
    table.play("defend")
    assert (table.power("Time Warp", 2), table.fight.turn) == (12, 1)
    table.play("defend")
    # The turn has ended: the rest of the hand is discarded, and the monsters have moved.
    assert (table.fight.turn, table.power("Time Warp", 2)) == (2, 1)
    assert len(table.pile("discard")) == 4
    assert [table.power("Strength", number) for number in (1, 2)] == [2, 2]
    assert (eater.block, table.power("Vulnerable"), table.fight.turn_over) == (20, 1, False)


def test_time_warp_stops_copies_and_cards_that_wait() -> None:
    eater = real("TimeEater", 456, "RIPPLE", Time_Warp=12)
    havoc = Table("havoc", eater.clone(), draw="9 defend, bash").play("havoc")
    tapped = Table("strike", eater, powers={"Double Tap": 1}, draw="9 defend").play("strike")
    assert (tapped.fight.turn, tapped.lost()) == (2, 6)
    assert (havoc.fight.turn, havoc.lost(), havoc.pile("exhaust")) == (2, 0, ["bash"])


def test_time_warp_waits_for_the_choice_of_the_card() -> None:
    eater = real("TimeEater", 456, "RIPPLE", Time_Warp=12)
    table = Table("headbutt", eater, draw="9 defend", discard="bash, strike").play("headbutt")
    assert table.fight.turn == 1
    table.play("choose bash")
    assert (table.fight.turn, "bash" in table.hand()) == (2, True)


def test_time_warp_asks_what_to_retain() -> None:
    eater = real("TimeEater", 456, "RIPPLE", Time_Warp=12)
    table = Table("2 strike, bash", eater, powers={"Retain Cards": 1}, draw="9 defend")
    table.play("strike", "choose bash")
    assert (table.fight.turn, "bash" in table.hand()) == (2, True)


def test_curiosity() -> None:
    boss = real("AwakenedOne", 300, "SLASH", Curiosity=2)
    table = Table("inflame, strike, defend", boss, energy=9)
    assert table.play("strike", "defend").power("Strength", 1) == 0
    assert table.play("inflame").power("Strength", 1) == 2


def test_unawakened() -> None:
    first = real("AwakenedOne", 6, "SLASH", max_hp=300, Unawakened=1, Curiosity=1)
    table = Table("strike, inflame", first).play("strike")
    assert (table.fight.over, first.half_dead, table.powers(1)) == (False, True, {})
    second = real("AwakenedOne", 6, "SLUDGE", max_hp=300)
    assert Table("strike", second).play("strike").fight.reason == WON


def test_shifting() -> None:
    transient = real("Transient", 999, "ATTACK", memory=30, Shifting=1, Fading=5)
    table = Table("strike, bash", transient, potions=["Fire Potion"], draw="9 defend")
    table.play("strike", "fire potion")
    assert table.powers(1) == {"Strength": -26, "Shackled": 26, "Shifting": 1, "Fading": 5}
    assert table.play("end").fight.hp == 80 - 4
    assert table.powers(1) == {"Shifting": 1, "Fading": 4}
    blocked = Table("strike", real("Transient", 999, "ATTACK", Shifting=1, block=6)).play("strike")
    assert blocked.power("Strength", 1) == 0


def test_fading() -> None:
    table = Table("", dummy(90, fading=2), dummy(), draw="9 defend").play("end")
    assert (table.power("Fading", 1), table.monster().alive) == (1, True)
    assert not table.play("end").monster().alive
    assert Table("", dummy(90, fading=1)).play("end").fight.reason == WON


def test_regrow() -> None:
    group = [real("Darkling", hp, "HARDEN", max_hp=50, Life_Link=1) for hp in (6, 50)]
    table = Table("strike", *group, draw="90 defend").play("strike > 1")
    assert (table.power("Regrow", 1), table.monster().half_dead) == (0, True)
    table.play("end", "end")
    assert (table.power("Regrow", 1), table.monster().hp) == (1, 25)


def test_reactive() -> None:
    counts: Counter[str] = Counter()
    for seed in range(400):
        mass = real("WrithingMass", 160, "MULTI_HIT", Compulsive=1)
        Table("strike", mass, seed=seed).play("strike")
        names = [move.name for move in MONSTER_KINDS[mass.kind].moves]
        counts[names[mass.move]] += 1
        assert names[mass.last] == "MULTI_HIT"
    # The move that it gives up counts as made, so it never comes again.
    assert set(counts) == {"BIG_HIT", "IMPLANT", "ATTACK_DEBUFF", "ATTACK_BLOCK"}
    mass = real("WrithingMass", 160, "MULTI_HIT", Compulsive=1, block=10)
    table = Table("strike, twin strike", mass, potions=["Fire Potion"]).play("strike")
    assert mass.last == -1
    table.play("fire potion")
    assert (mass.hp, mass.last) == (144, -1)
    table.play("twin strike")
    assert -1 not in (mass.last, mass.last_two)


def test_invincible() -> None:
    heart = real("CorruptHeart", 750, "ECHO", memory=300, Invincible=15)
    table = Table("3 strike, 2 bash", heart, hp=500, max_hp=500, energy=9, draw="90 defend")
    lost = [table.play("strike").lost() for _ in range(3)]
    assert (lost, table.power("Invincible", 1)) == ([6, 12, 14], 1)
    assert table.play("bash").powers(1)["Vulnerable"] == 2
    assert (table.lost(), table.power("Invincible", 1)) == (14, 1)
    table.play("end")
    assert table.power("Invincible", 1) == 301
    poisoned = real("CorruptHeart", 750, "ECHO", memory=200, Invincible=1, Poison=30)
    after = Table("", poisoned, draw="9 defend").play("end")
    # It is whole again at the start of its turn, before poison works.
    assert (after.lost(), after.power("Invincible", 1)) == (30, 171)


def test_beat_of_death() -> None:
    heart = real("CorruptHeart", 750, "BUFF", Beat_of_Death=2)
    table = Table("defend, strike, inflame", heart, potions=["Fire Potion"])
    assert table.play("strike").fight.hp == 78
    assert (table.play("defend").fight.block, table.fight.hp) == (3, 78)
    assert (table.play("inflame").fight.block, table.play("fire potion").fight.hp) == (1, 78)
    tapped = Table("strike", heart.clone(), powers={"Double Tap": 1}).play("strike")
    assert tapped.fight.hp == 76
    assert Table("strike", heart.clone(), hp=2).play("strike").fight.reason == LOST
