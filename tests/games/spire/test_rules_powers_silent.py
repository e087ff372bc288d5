"""One test for each power of the Silent in Slay the Spire, named after it, and its relics.

`test_rules_powers.py` fails if one is missing. What is tested beside the powers is what they meet:
copies, Artifact, block that stays, poison, and the relics that react to poison and discards.
"""

from collections import Counter

import pytest

from kibitz.core import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import CARDS
from kibitz.games.spire.gear import POTIONS, RELIC_NUMBERS
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.state import WON
from tests.games.spire.table import GAME, Table, dummy

DECK = "20 wound"


def block(table: Table) -> int:
    return table.fight.block


def poison(table: Table, number: int = 1) -> int:
    return table.power("Poison", number)


def colors_of(words: list[str]) -> set[str]:
    """Returns the colours of cards, whatever a fight has changed about them."""
    colors = {card.name.lower(): card.color for card in CARDS}
    return {colors[word.partition(" {")[0].removesuffix("+")] for word in words}


# Powers that react to cards.


def test_accuracy() -> None:
    table = Table("blade dance, accuracy, accuracy+, shiv+", dummy(200), energy=9)
    table.play("blade dance", "shiv")
    assert table.lost() == 4
    table.play("accuracy", "shiv")
    assert table.lost() == 4 + 8
    table.play("accuracy+", "shiv", "shiv+")
    assert table.lost() == 4 + 8 + 14 + 16
    # It is part of the base damage, before the multipliers.
    vulnerable = Table("shiv", dummy(90, vulnerable=1), powers={"Accuracy": 4, "Strength": 1})
    assert vulnerable.play("shiv").lost() == 13
    other = Table("slice", dummy(90), powers={"Accuracy": 4}).play("slice")
    assert other.lost() == 6


def test_after_image() -> None:
    table = Table("slice, deflect, accuracy", powers={"After Image": 2}).play("slice")
    assert block(table) == 2
    assert block(table.play("deflect")) == 8
    assert block(table.play("accuracy")) == 10
    raw = Table("slice", powers={"After Image": 2, "Frail": 1, "Dexterity": 5}).play("slice")
    assert block(raw) == 2


def test_powers_that_react_to_cards_do_not_react_to_what_the_card_itself_adds() -> None:
    table = Table("2 after image").play("after image", "after image")
    assert (block(table), table.power("After Image")) == (1, 2)
    table = Table("2 a thousand cuts+", dummy(90), energy=4)
    assert table.play("a thousand cuts+", "a thousand cuts+").lost() == 2
    table = Table("2 choke", dummy(90), energy=4).play("choke", "choke")
    assert (table.lost(), table.power("Choked", 1)) == (12 + 12 + 3, 6)


def test_after_image_counts_copies_by_burst() -> None:
    table = Table("deflect", powers={"After Image": 1, "Burst": 1}).play("deflect")
    assert (block(table), table.fight.cards_played) == (2 * 4 + 2, 2)


def test_after_image_counts_every_shiv() -> None:
    table = Table("blade dance+", dummy(90), powers={"After Image": 1}).play("blade dance+")
    assert block(table.play(*["shiv"] * 4)) == 5


def test_thousand_cuts() -> None:
    table = Table("slice, deflect", dummy(90), dummy(90, block=1, vulnerable=1))
    table.fight.powers = Table(powers={"Thousand Cuts": 2, "Strength": 5}).fight.powers
    table.play("deflect")
    # This is flat damage: block counts, and nothing else does.
    assert (table.lost(1), table.lost(2), table.monster(2).block) == (2, 1, 0)
    assert table.play("slice > 1").lost(2) == 3


def test_thousand_cuts_counts_copies_by_burst() -> None:
    table = Table("deflect", dummy(90), powers={"Thousand Cuts": 1, "Burst": 1}).play("deflect")
    assert table.lost() == 2


def test_thousand_cuts_can_win_the_fight() -> None:
    table = Table("deflect", dummy(1), powers={"Thousand Cuts": 1}).play("deflect")
    assert table.fight.reason == WON


def test_choked() -> None:
    table = Table("slice, deflect, accuracy", dummy(90, choked=3, block=20), dummy(90))
    table.play("deflect", "accuracy")
    # HP is lost, whatever the block.
    assert (table.lost(1), table.monster(1).block, table.lost(2)) == (6, 20, 0)
    assert table.play("slice > 2").lost(1) == 9
    table.play("end")
    assert (table.power("Choked", 1), table.lost(1)) == (0, 9)


def test_choked_counts_copies_by_burst() -> None:
    table = Table("deflect", dummy(90, choked=3), powers={"Burst": 1}).play("deflect")
    assert table.lost() == 6


def test_choked_adds_up_and_is_stopped_by_artifact() -> None:
    table = Table("2 choke, deflect", dummy(90), energy=9).play("choke", "choke")
    assert table.power("Choked", 1) == 6
    lost = table.lost()
    assert table.play("deflect").lost() == lost + 6
    stopped = Table("choke, deflect", dummy(90, artifact=1)).play("choke", "deflect")
    assert (stopped.lost(), stopped.powers(1)) == (12, {})


def test_choked_can_kill_and_a_dead_monster_is_not_choked() -> None:
    table = Table("2 deflect", dummy(3, choked=3), dummy(90)).play("deflect", "deflect")
    assert (table.monster(1).alive, table.fight.reason) == (False, "")
    assert Table("deflect", dummy(3, choked=3)).play("deflect").fight.reason == WON


# Envenom.


def test_envenom() -> None:
    table = Table("slice, deflect", dummy(90), powers={"Envenom": 2}).play("deflect")
    assert poison(table) == 0
    assert poison(table.play("slice")) == 2


def test_envenom_counts_each_hit_that_is_not_blocked() -> None:
    table = Table("riddle with holes", dummy(90), powers={"Envenom": 1})
    assert poison(table.play("riddle with holes")) == 5
    # Block of 7 stops two hits of 3 and a part of the third.
    table = Table("riddle with holes", dummy(90, block=7), powers={"Envenom": 1})
    assert (poison(table.play("riddle with holes")), table.lost()) == (3, 8)
    table = Table("riddle with holes", dummy(90, block=15), powers={"Envenom": 1})
    assert poison(table.play("riddle with holes")) == 0


def test_envenom_counts_each_target() -> None:
    table = Table("dagger spray", dummy(90), dummy(90, block=4), powers={"Envenom": 1})
    table.play("dagger spray")
    assert (poison(table, 1), poison(table, 2)) == (2, 1)


def test_envenom_uses_up_artifact_hit_by_hit() -> None:
    table = Table("riddle with holes", dummy(90, artifact=2), powers={"Envenom": 1})
    table.play("riddle with holes")
    assert (poison(table), table.power("Artifact", 1)) == (3, 0)


def test_envenom_does_not_count_flat_damage() -> None:
    powers = {"Envenom": 1, "Thousand Cuts": 1, "Thorns": 2}
    table = Table("deflect", dummy(90, attack=1), powers=powers, potions=["Fire Potion"])
    table.play("deflect", "fire potion", "end")
    assert (table.lost(), poison(table)) == (1 + 20 + 2, 0)


# Powers at the start of a turn.


def test_infinite_blades() -> None:
    table = Table(draw=DECK, powers={"Infinite Blades": 2}).play("end")
    # The Shivs are there before the draw.
    assert table.hand() == ["shiv", "shiv"] + ["wound"] * 5
    table = Table("9 deflect", draw=DECK, powers={"Infinite Blades": 2}, relics=["Runic Pyramid"])
    table.play("end")
    assert table.hand() == ["deflect"] * 9 + ["shiv"]
    assert table.pile("discard") == ["shiv"]


def test_noxious_fumes() -> None:
    table = Table("noxious fumes", dummy(90), dummy(90, artifact=1), draw=DECK)
    table.play("noxious fumes")
    assert (poison(table, 1), table.lost(1)) == (0, 0)
    # It comes at the start of the player's turn, and the poison hurts in the monsters' turn.
    table.play("end")
    assert (poison(table, 1), table.lost(1)) == (2, 0)
    assert (poison(table, 2), table.power("Artifact", 2)) == (0, 0)
    table.play("end")
    assert (poison(table, 1), table.lost(1)) == (1 + 2, 2)
    assert poison(table, 2) == 2
    assert table.play("end").lost(1) == 2 + 3


def test_noxious_fumes_comes_after_the_draw() -> None:
    # Sadistic Nature shows the damage; the draw is complete when the fight is won by it.
    powers = {"Noxious Fumes": 1, "Sadistic": 5}
    table = Table("", dummy(5), draw="5 slice", powers=powers).play("end")
    assert (table.fight.reason, len(table.hand())) == (WON, 5)


def test_tools_of_the_trade() -> None:
    table = Table("", draw="slice, bane, 6 strike", powers={"Tools Of The Trade": 1}).play("end")
    assert (table.hand(), table.refuses("end"), table.refuses("done")) == (
        ["strike"] * 6,
        True,
        True,
    )
    table.play("choose strike")
    assert (table.hand(), table.pile("discard")) == (["strike"] * 5, ["strike"])
    assert table.fight.energy == 3


def test_tools_of_the_trade_counts_as_a_discard_of_the_turn() -> None:
    table = Table(
        "",
        dummy(90),
        draw="2 eviscerate, sneaky strike, tactician, 2 wound",
        powers={"Tools Of The Trade": 1},
        relics=["Tough Bandages", "Tingsha", "Hovering Kite"],
    ).play("end", "choose tactician")
    assert (table.fight.energy, block(table), table.lost()) == (3 + 1 + 1, 3, 3)
    assert [cost for cost in table.costs() if cost > 0] == [2, 2, 2]
    assert table.play("sneaky strike").fight.energy == 5


def test_tools_of_the_trade_lets_reflex_draw() -> None:
    table = Table("", draw="9 slice, reflex", powers={"Tools Of The Trade": 1}).play("end")
    assert table.play("choose reflex").hand() == ["slice"] * 7


def test_tools_of_the_trade_twice_discards_two_cards() -> None:
    draw = "20 strike"
    table = Table("", draw=draw, powers={"Tools Of The Trade": 2}).play("end")
    assert len(table.hand()) == 7
    table.play("choose strike", "choose strike")
    assert (len(table.hand()), len(table.pile("discard"))) == (5, 2)


def test_nightmare() -> None:
    table = Table("nightmare, slice, bane", draw=DECK).play("nightmare", "choose slice")
    assert table.power("Night Terror") == 3
    table.play("end")
    assert sorted(table.hand()) == ["slice"] * 3 + ["wound"] * 5
    assert table.power("Night Terror") == 0


def test_nightmare_twice_remembers_both_cards() -> None:
    table = Table("2 nightmare, slice, bane", draw=DECK, energy=6)
    table.play("nightmare", "choose slice", "nightmare", "choose bane", "end")
    assert sorted(table.hand())[:6] == ["bane"] * 3 + ["slice"] * 3


def test_nightmare_with_burst_asks_twice() -> None:
    table = Table("nightmare, slice, bane", draw=DECK, powers={"Burst": 1})
    table.play("nightmare", "choose slice", "choose bane", "end")
    assert sorted(table.hand())[:6] == ["bane"] * 3 + ["slice"] * 3


def test_nightmare_discards_what_a_full_hand_cannot_hold() -> None:
    table = Table("nightmare, slice, 8 bane", draw=DECK, relics=["Runic Pyramid"])
    table.play("nightmare", "choose slice", "end")
    assert sorted(table.hand()) == ["bane"] * 8 + ["slice"] * 2
    assert table.pile("discard") == ["slice"] * 2


def test_phantasmal() -> None:
    table = Table("strike", dummy(90), powers={"Phantasmal": 1}).play("strike")
    assert (table.lost(), table.power("Double Damage")) == (6, 0)
    table.play("end", "strike")
    assert (table.lost(), table.power("Phantasmal")) == (18, 0)
    assert table.play("end", "strike").lost() == 24


def test_phantasmal_twice_doubles_two_turns() -> None:
    hand = "2 phantasmal killer, strike"
    table = Table(hand, dummy(90)).play("phantasmal killer", "phantasmal killer")
    assert table.play("end", "strike").lost() == 12
    assert table.play("end", "strike").lost() == 24
    assert table.play("end", "strike").lost() == 30


# Block that stays.


def test_blur() -> None:
    table = Table(block=30, powers={"Blur": 1}).play("end")
    assert (block(table), table.power("Blur")) == (30, 0)
    assert block(table.play("end")) == 0


def test_blur_twice_keeps_block_for_two_turns() -> None:
    table = Table("2 blur").play("blur", "blur")
    assert [block(table.play("end")) for _ in range(3)] == [10, 10, 0]


def test_blur_keeps_all_block_with_calipers() -> None:
    table = Table(block=30, powers={"Blur": 1}, relics=["Calipers"])
    assert [block(table.play("end")) for _ in range(3)] == [30, 15, 0]


def test_blur_decays_beside_barricade() -> None:
    table = Table(block=30, powers={"Blur": 1, "Barricade": 1}).play("end")
    assert (block(table), table.power("Blur")) == (30, 0)
    assert block(table.play("end")) == 30


def test_blur_adds_the_block_of_the_next_turn() -> None:
    table = Table("dodge and roll, blur").play("dodge and roll", "blur", "end")
    assert block(table) == 4 + 5 + 4


# Burst.


def test_burst() -> None:
    table = Table("3 deflect, slice", dummy(90), powers={"Burst": 1}).play("slice")
    # An attack does not use it up.
    assert (table.lost(), table.power("Burst")) == (6, 1)
    assert block(table.play("deflect")) == 8
    assert block(table.play("deflect")) == 12
    assert Table(powers={"Burst": 2}).play("end").power("Burst") == 0


def test_burst_plays_burst_twice() -> None:
    table = Table("2 burst, 3 deflect").play("burst", "burst")
    assert table.power("Burst") == 2
    assert [block(table.play("deflect")) for _ in range(3)] == [8, 16, 20]


def test_burst_reuses_the_energy_of_a_card_that_costs_x() -> None:
    table = Table("doppelganger", draw="20 wound", powers={"Burst": 1}).play("doppelganger")
    assert table.fight.energy == 0
    table.play("end")
    assert (table.fight.energy, len(table.hand())) == (3 + 6, 10)
    table = Table("malaise+", dummy(90), powers={"Burst": 1}).play("malaise+")
    assert (table.power("Strength", 1), table.power("Weak", 1)) == (-8, 8)
    assert table.pile("exhaust") == ["malaise+"]
    chemical = Table("malaise", powers={"Burst": 1}, relics=["Chemical X"]).play("malaise")
    assert chemical.power("Weak", 1) == 10


def test_burst_asks_again() -> None:
    table = Table("survivor, strike, slice, bane", powers={"Burst": 1}).play("survivor")
    assert block(table) == 8
    table.play("choose strike")
    assert (block(table), table.hand()) == (16, ["slice", "bane"])
    table.play("choose bane")
    assert (table.hand(), table.fight.discarded) == (["slice"], 2)


def test_burst_doubles_poison_and_catalyst() -> None:
    table = Table("deadly poison, catalyst", dummy(90), powers={"Burst": 2})
    assert poison(table.play("deadly poison")) == 10
    assert poison(table.play("catalyst")) == 40


def test_burst_copies_of_storm_of_steel_throw_the_shivs_away() -> None:
    table = Table("storm of steel, 2 wound", powers={"Burst": 1}).play("storm of steel")
    assert table.hand() == ["shiv"] * 2
    assert sorted(table.pile("discard")) == ["shiv"] * 2 + ["storm of steel"] + ["wound"] * 2


# Wraith Form.


def test_wraith_form() -> None:
    table = Table("wraith form, 2 defend", draw=DECK).play("wraith form", "end")
    assert (table.power("Dexterity"), table.power("Intangible")) == (-1, 1)
    assert table.play("end").power("Dexterity") == -2
    twice = Table("wraith form, wraith form+", energy=6).play("wraith form", "wraith form+")
    assert twice.power("Intangible") == 5
    assert twice.play("end").power("Dexterity") == -2


def test_wraith_form_is_stopped_by_artifact() -> None:
    # The Wraith Form itself is a debuff: Intangible stays, and no Dexterity is ever lost.
    table = Table("wraith form", powers={"Artifact": 1}).play("wraith form")
    assert (table.power("Intangible"), table.power("Artifact")) == (2, 0)
    assert table.play("end", "end").power("Dexterity") == 0


def test_artifact_stops_single_losses_of_wraith_form() -> None:
    table = Table("wraith form, panacea", draw=DECK).play("wraith form", "panacea", "end")
    assert (table.power("Dexterity"), table.power("Artifact")) == (0, 0)
    assert table.play("end").power("Dexterity") == -1


# Well-Laid Plans.


def test_well_laid_plans() -> None:
    hand = "strike, slice, bane"
    table = Table(hand, draw=DECK, powers={"Retain Cards": 2}).play("end")
    assert table.refuses("end")
    table.play("choose slice", "done")
    assert table.hand() == ["slice"] + ["wound"] * 5
    assert sorted(table.pile("discard")) == ["bane", "strike"]
    # It works every turn.
    table.play("end", "choose slice", "choose wound")
    assert sorted(table.hand()) == ["slice"] + ["wound"] * 6


def test_well_laid_plans_may_keep_nothing() -> None:
    table = Table("strike, slice", draw=DECK, powers={"Retain Cards": 1}).play("end", "done")
    assert table.hand() == ["wound"] * 5
    assert table.pile("discard") == ["strike", "slice"]


def test_well_laid_plans_asks_nothing_of_an_empty_hand() -> None:
    table = Table("", draw=DECK, powers={"Retain Cards": 1}).play("end")
    assert (table.fight.turn, len(table.hand())) == (2, 5)


def test_well_laid_plans_does_not_save_ethereal_cards() -> None:
    table = Table("apparition, slice", draw=DECK, powers={"Retain Cards": 1}).play("end")
    table.play("choose slice")
    assert (table.pile("exhaust"), table.hand()[0]) == (["apparition"], "slice")
    table = Table("apparition, slice", draw=DECK, powers={"Retain Cards": 1}).play("end")
    if table.refuses("choose apparition"):
        table.play("done")
    else:
        table.play("choose apparition")
    assert (table.pile("exhaust"), table.hand()) == (["apparition"], ["wound"] * 5)


def test_well_laid_plans_keeps_no_cost_of_the_turn() -> None:
    table = Table("dash {0}", draw=DECK, powers={"Retain Cards": 1}).play("end", "choose dash {0}")
    assert (table.hand()[0], table.costs()[0]) == ("dash", 2)


def test_well_laid_plans_leaves_kept_cards_out_of_the_discard() -> None:
    powers = {"Retain Cards": 1}
    relics = ["Tough Bandages", "Hovering Kite"]
    hand = "reflex, tactician"
    table = Table(hand, draw=DECK, powers=powers, relics=relics).play("end", "choose reflex")
    assert (len(table.hand()), table.fight.energy, block(table)) == (6, 3, 0)


def test_well_laid_plans_asks_after_nilrys_codex() -> None:
    relics = ["Nilry's Codex"]
    table = Table("slice, bane", draw=DECK, powers={"Retain Cards": 1}, relics=relics)
    table.play("end", "done", "choose bane")
    assert (table.fight.turn, table.hand()) == (2, ["bane"] + ["wound"] * 5)


def test_well_laid_plans_asks_nothing_with_runic_pyramid() -> None:
    relics = ["Runic Pyramid"]
    table = Table("slice, bane", draw=DECK, powers={"Retain Cards": 1}, relics=relics).play("end")
    assert table.hand() == ["slice", "bane"] + ["wound"] * 5


def test_well_laid_plans_comes_before_the_monsters_act() -> None:
    table = Table("slice, bane", dummy(90, attack=9), draw=DECK, powers={"Retain Cards": 1})
    assert table.play("end").fight.hp == 80
    assert table.play("choose slice").fight.hp == 71


# Corpse Explosion.


def test_corpse_explosion() -> None:
    hurt = dummy(6, max_hp=20, CorpseExplosionPower=2)
    table = Table("slice", hurt, dummy(90), dummy(90, block=15, vulnerable=1)).play("slice > 1")
    # Twice its max HP, as flat damage.
    assert (table.lost(2), table.lost(3)) == (40, 25)


def test_corpse_explosion_goes_off_by_poison() -> None:
    hurt = dummy(4, max_hp=20, attack=30, poison=4, CorpseExplosionPower=1)
    table = Table("", hurt, dummy(90), draw=DECK).play("end")
    assert (table.lost(2), table.fight.hp) == (20, 80)


def test_corpse_explosions_set_each_other_off() -> None:
    first = dummy(6, max_hp=30, CorpseExplosionPower=1)
    second = dummy(30, max_hp=50, CorpseExplosionPower=1)
    table = Table("slice", first, second, dummy(100)).play("slice > 1")
    assert [each.hp for each in table.fight.monsters] == [0, 0, 20]


def test_corpse_explosion_that_kills_all_wins_the_fight() -> None:
    first = dummy(6, max_hp=30, CorpseExplosionPower=1)
    second = dummy(30, max_hp=50, CorpseExplosionPower=1)
    table = Table("slice", first, second, dummy(80)).play("slice > 1")
    assert (table.fight.reason, [each.alive for each in table.fight.monsters]) == (WON, [False] * 3)


def test_corpse_explosion_and_its_poison_are_two_debuffs() -> None:
    table = Table("corpse explosion", dummy(90, artifact=1)).play("corpse explosion")
    assert table.powers(1) == {"CorpseExplosionPower": 1}
    table = Table("2 corpse explosion", dummy(90), energy=4)
    table.play("corpse explosion", "corpse explosion")
    assert table.powers(1) == {"Poison": 12, "CorpseExplosionPower": 2}


# Poison.


def test_poison_kills_a_monster_before_it_acts() -> None:
    table = Table("", dummy(5, attack=10, poison=5), dummy(40, attack=7), draw=DECK).play("end")
    assert (table.fight.hp, table.monster(1).alive) == (73, False)
    table = Table("", dummy(6, attack=10, poison=5), draw=DECK).play("end")
    assert (table.fight.hp, table.monster(1).hp, poison(table)) == (70, 1, 4)


def test_poison_comes_after_block_is_gone_and_ignores_it() -> None:
    table = Table("", dummy(40, block=50, poison=5), draw=DECK).play("end")
    assert (table.monster().hp, table.monster().block) == (35, 0)
    table = Table("", dummy(40, block=50, poison=5, barricade=1), draw=DECK).play("end")
    assert (table.monster().hp, table.monster().block) == (35, 50)


def test_poison_of_the_last_monster_wins_the_fight_before_it_acts() -> None:
    table = Table("deadly poison", dummy(5, attack=99), hp=10).play("deadly poison", "end")
    assert (table.fight.reason, table.fight.hp) == (WON, 10)


@pytest.mark.parametrize(
    ("hand", "amount"),
    [
        ("deadly poison", 6),
        ("poisoned stab", 4),
        ("bouncing flask", 12),
        ("corpse explosion", 7),
        ("crippling cloud", 5),
    ],
)
def test_snecko_skull_adds_1_to_each_application(hand: str, amount: int) -> None:
    assert poison(Table(hand, dummy(90), relics=["Snecko Skull"]).play(hand)) == amount


def test_snecko_skull_adds_1_to_the_poison_of_powers() -> None:
    powers = {"Noxious Fumes": 2, "Envenom": 1}
    table = Table("dagger spray", dummy(90), powers=powers, relics=["Snecko Skull"])
    assert poison(table.play("dagger spray")) == 4
    assert poison(table.play("end")) == 3 + 3


def test_catalyst_applies_poison_like_any_card() -> None:
    skull = Table("catalyst", dummy(90, poison=4), relics=["Snecko Skull"]).play("catalyst")
    assert poison(skull) == 9
    stopped = Table("catalyst", dummy(90, poison=4, artifact=1)).play("catalyst")
    assert (poison(stopped), stopped.power("Artifact", 1)) == (4, 0)


def test_specimen_hands_poison_on() -> None:
    table = Table("slice", dummy(6, poison=9), dummy(90), relics=["The Specimen"])
    assert poison(table.play("slice > 1"), 2) == 9


def test_specimen_hands_on_the_poison_that_has_killed() -> None:
    # The poison goes down after it has hurt, and by then the monster is dead.
    table = Table("", dummy(90), dummy(3, poison=9), relics=["The Specimen"], draw=DECK)
    assert poison(table.play("end"), 1) == 9


def test_specimen_poison_waits_for_the_next_turn_of_its_heir() -> None:
    # The heir had no poison when its own turn started.
    table = Table("", dummy(3, poison=9), dummy(90), relics=["The Specimen"], draw=DECK)
    table.play("end")
    assert (table.lost(2), poison(table, 2)) == (0, 9)


def test_specimen_of_an_explosion_finds_a_survivor() -> None:
    hurt = dummy(6, max_hp=30, poison=9, CorpseExplosionPower=1)
    table = Table("slice", hurt, dummy(30), dummy(90), relics=["The Specimen"]).play("slice > 1")
    assert (table.monster(2).alive, table.lost(3)) == (False, 30)
    assert poison(table, 3) == 9


def test_sadistic_nature_counts_poison() -> None:
    table = Table("bouncing flask", dummy(90), powers={"Sadistic": 3}).play("bouncing flask")
    assert table.lost() == 9


# Discards.


def test_tingsha_hurts_for_each_discard() -> None:
    table = Table("concentrate, 4 wound", dummy(90), relics=["Tingsha"]).play("concentrate")
    table.play(*["choose wound"] * 3)
    assert table.lost() == 9
    assert table.play("end").lost() == 9
    assert Table("survivor, wound", dummy(3), relics=["Tingsha"]).play("survivor").fight.over


def test_tough_bandages_block_for_each_discard() -> None:
    table = Table("calculated gamble, 4 wound", relics=["Tough Bandages"], powers={"Frail": 1})
    assert block(table.play("calculated gamble")) == 12
    assert block(Table("4 wound", relics=["Tough Bandages"]).play("end")) == 0


def test_hovering_kite_gives_energy_for_the_first_discard_of_a_turn() -> None:
    table = Table("concentrate, 4 wound", draw="survivor, 4 slice", relics=["Hovering Kite"])
    table.play("concentrate", *["choose wound"] * 3)
    assert table.fight.energy == 3 + 2 + 1
    table.play("end", "survivor", "choose slice")
    assert table.fight.energy == 3 - 1 + 1


def test_storm_of_steel_with_all_relics_of_discards() -> None:
    relics = ["Tingsha", "Tough Bandages", "Hovering Kite"]
    table = Table("storm of steel, 3 wound", dummy(90), relics=relics).play("storm of steel")
    assert (table.lost(), block(table), table.fight.energy) == (9, 9, 3)
    assert table.hand() == ["shiv"] * 3


def test_unceasing_top_draws_after_the_last_card() -> None:
    table = Table("survivor, wound", draw="5 slice", relics=["Unceasing Top"]).play("survivor")
    assert table.hand() == ["slice"]


# The relic of the Silent, and random cards of the class.


def test_ring_of_the_snake_draws_two_more_in_the_first_turn() -> None:
    table = Table(draw="20 slice", relics=["Ring of the Snake"], character="silent").begin()
    assert len(table.hand()) == 7
    assert len(table.play("end").hand()) == 5


def test_fight_of_the_silent_begins_with_her_deck_ring_and_hp() -> None:
    s = Spire(character="silent").setup(seeded("silent"))
    table = Table()
    table.fight = s
    deck = Counter(table.hand() + table.pile("draw"))
    assert deck == {"strike": 5, "defend": 5, "survivor": 1, "neutralize": 1}
    assert (len(table.hand()), s.hp, s.max_hp, s.energy) == (7, 70, 70, 3)
    assert s.has(RELIC_NUMBERS[plain_id("Ring of the Snake")])
    harder = Spire(character="silent", ascension=14).setup(seeded("silent"))
    assert harder.max_hp == 66


def test_dead_branch_gives_cards_of_the_silent() -> None:
    for seed in range(20):
        table = Table("3 shiv", dummy(90), relics=["Dead Branch"], character="silent", seed=seed)
        table.play("shiv", "shiv", "shiv")
        assert (len(table.hand()), colors_of(table.hand())) == (3, {"silent"})


def test_discovery_offers_cards_of_the_silent() -> None:
    for seed in range(20):
        table = Table("discovery", character="silent", seed=seed).play("discovery")
        words = [str(move).removeprefix("choose ") for move in GAME.legal(table.fight)]
        assert (len(words), colors_of(words)) == (3, {"silent"})


@pytest.mark.parametrize(
    ("potion", "kind"),
    [
        ("Attack Potion", catalogue.ATTACK),
        ("Skill Potion", catalogue.SKILL),
        ("Power Potion", catalogue.POWER),
    ],
)
def test_potions_offer_cards_of_the_silent(potion: str, kind: int) -> None:
    kinds = {card.name.lower(): card.type for card in CARDS}
    for seed in range(20):
        table = Table(potions=[potion], character="silent", seed=seed).play(potion)
        words = [str(move).removeprefix("choose ") for move in GAME.legal(table.fight)]
        assert (len(words), colors_of(words)) == (3, {"silent"})
        assert {kinds[word] for word in words} == {kind}


def test_enchiridion_and_nilrys_codex_give_cards_of_the_silent() -> None:
    for seed in range(20):
        relics = ["Enchiridion", "Nilry's Codex"]
        table = Table(draw=DECK, relics=relics, character="silent", seed=seed).begin()
        made = [word for word in table.hand() if word != "wound"]
        assert colors_of(made) == {"silent"}
        table.play("end")
        words = [str(move).removeprefix("choose ") for move in GAME.legal(table.fight)]
        words.remove("done")
        assert colors_of(words) == {"silent"}


def test_random_cards_of_the_silent_are_of_all_kinds_and_never_basic() -> None:
    found = set()
    for seed in range(400):
        table = Table("2 shiv", dummy(90), relics=["Dead Branch"], character="silent", seed=seed)
        found.update(table.play("shiv", "shiv").hand())
    assert not found & {"strike", "defend", "survivor", "neutralize", "alchemize", "shiv"}
    # 70 of the 75 cards: all but the basic ones and Alchemize; chance may leave out a few.
    assert len(found) > 65


def test_entropic_brew_fills_the_belt_with_potions_of_the_silent() -> None:
    found = set()
    for seed in range(200):
        table = Table(potions=["Entropic Brew"], character="silent", seed=seed)
        table.play("entropic brew")
        found.update(table.fight.potions)
    names = {POTIONS[number].name for number in found}
    assert {"Poison Potion", "Cunning Potion", "Ghost in a Jar"} <= names
    assert not names & {"Blood Potion", "Elixir", "Heart of Iron"}
