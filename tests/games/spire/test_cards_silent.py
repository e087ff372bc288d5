"""The 75 cards of the Silent in Slay the Spire, each with the numbers of its table.

There is one test for each card, named after it; `test_cards.py` fails if one is missing.
"""

import pytest

from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.gear import EMPTY_SLOT, POTIONS
from tests.games.spire.table import Table, both, costs, dummy, real

X_COSTS = (catalogue.X_COST, catalogue.X_COST)


def block(table: Table) -> int:
    return table.fight.block


def energy(table: Table) -> int:
    return table.fight.energy


def poison(table: Table) -> int:
    return table.power("Poison", 1)


def weak(table: Table) -> int:
    return table.power("Weak", 1)


def exhausted(table: Table) -> list[str]:
    return table.pile("exhaust")


def two_lost(table: Table) -> tuple[int, int]:
    return table.lost(1), table.lost(2)


def exhausts(card: str, *moves: str) -> bool:
    """Tells whether a card and its upgrade are both exhausted when they are played."""
    return both(card, exhausted, then=moves) == ([card], [f"{card}+"])


def first_hand(deck: str, seed: int) -> list[str]:
    """Returns the first hand of a fight with a deck."""
    return Table(draw=deck, seed=seed).begin().hand()


def is_innate(card: str) -> bool:
    """Tells whether a card is in each first hand; one that is not is missing from some."""
    return all(card in first_hand(f"{card}, 20 defend", seed) for seed in range(20))


# Basic cards.


def test_strike() -> None:
    assert costs("strike") == (1, 1)
    assert both("strike", Table.lost) == (6, 9)
    table = Table("strike", dummy(), character="silent", relics=["Strike Dummy"]).play("strike")
    assert table.lost() == 9


def test_defend() -> None:
    assert costs("defend") == (1, 1)
    assert both("defend", block) == (5, 8)
    assert block(Table("defend", character="silent").play("defend")) == 5


def test_neutralize() -> None:
    assert costs("neutralize") == (0, 0)
    assert both("neutralize", Table.lost) == (3, 4)
    assert both("neutralize", weak) == (1, 2)


def test_survivor() -> None:
    assert costs("survivor") == (1, 1)
    assert both("survivor", block) == (8, 11)
    table = Table("survivor, strike, slice").play("survivor")
    assert (block(table), table.refuses("done")) == (8, True)
    table.play("choose strike")
    assert (table.hand(), table.pile("discard")) == (["slice"], ["strike", "survivor"])


def test_survivor_discards_the_only_card_without_asking() -> None:
    table = Table("survivor, strike").play("survivor")
    assert (table.hand(), table.pile("discard")) == ([], ["strike", "survivor"])


# Common attacks.


def test_bane() -> None:
    assert costs("bane") == (1, 1)
    assert both("bane", Table.lost) == (7, 10)
    assert both("bane", Table.lost, dummy(100, poison=1)) == (14, 20)
    # The poison that the first hit applies by Envenom counts.
    assert both("bane", Table.lost, powers={"Envenom": 1}) == (14, 20)
    assert both("bane", Table.lost, dummy(100, block=20), powers={"Envenom": 1}) == (0, 0)


def test_dagger_spray() -> None:
    assert costs("dagger spray") == (1, 1)
    two = [dummy(100), dummy(100, Vulnerable=1)]
    assert both("dagger spray", two_lost, *two) == ((8, 12), (12, 18))
    assert both("dagger spray", Table.lost, powers={"Strength": 2}) == (12, 16)


def test_dagger_throw() -> None:
    assert costs("dagger throw") == (1, 1)
    assert both("dagger throw", Table.lost) == (9, 12)
    table = Table("dagger throw, strike", dummy(100), draw="bane, slice").play("dagger throw")
    # The drawn card is there when the player chooses.
    assert table.hand() == ["strike", "slice"]
    table.play("choose slice")
    assert (table.hand(), table.pile("discard")) == (["strike"], ["slice", "dagger throw"])


def test_flying_knee() -> None:
    assert costs("flying knee") == (1, 1)
    assert both("flying knee", Table.lost) == (8, 11)
    assert both("flying knee", energy, then=["end"]) == (4, 4)
    assert both("flying knee", energy, then=["end", "end"]) == (3, 3)


def test_poisoned_stab() -> None:
    assert costs("poisoned stab") == (1, 1)
    assert both("poisoned stab", Table.lost) == (6, 8)
    assert both("poisoned stab", poison) == (3, 4)


def test_quick_slash() -> None:
    assert costs("quick slash") == (1, 1)
    assert both("quick slash", Table.lost) == (8, 12)
    assert both("quick slash", Table.hand, draw="strike, slice") == (["slice"], ["slice"])


def test_slice() -> None:
    assert costs("slice") == (0, 0)
    assert both("slice", Table.lost) == (6, 9)


def test_sneaky_strike() -> None:
    assert costs("sneaky strike") == (2, 2)
    assert both("sneaky strike", Table.lost) == (12, 16)
    assert both("sneaky strike", energy, energy=2) == (0, 0)
    table = Table("survivor, wound, sneaky strike", dummy(90)).play("survivor", "choose wound")
    assert energy(table.play("sneaky strike")) == 2
    dummies = Table("sneaky strike", dummy(90), relics=["Strike Dummy"]).play("sneaky strike")
    assert dummies.lost() == 15


def test_sneaky_strike_gives_nothing_for_the_discards_of_another_turn() -> None:
    table = Table("survivor, wound, sneaky strike", dummy(90), draw="sneaky strike, 4 wound")
    table.play("survivor", "choose wound", "end", "sneaky strike")
    assert energy(table) == 1


def test_sucker_punch() -> None:
    assert costs("sucker punch") == (1, 1)
    assert both("sucker punch", Table.lost) == (7, 9)
    assert both("sucker punch", weak) == (1, 2)


# Common skills.


def test_acrobatics() -> None:
    assert costs("acrobatics") == (1, 1)
    draw = "bane, slice, 3 strike"
    hands = both("acrobatics", Table.hand, draw=draw, also="wound", then=["choose wound"])
    assert hands == (["strike"] * 3, ["strike"] * 3 + ["slice"])
    table = Table("acrobatics", draw="slice, 2 strike").play("acrobatics", "choose strike")
    assert table.pile("discard") == ["strike", "acrobatics"]


def test_backflip() -> None:
    assert costs("backflip") == (1, 1)
    assert both("backflip", block) == (5, 8)
    hands = both("backflip", Table.hand, draw="strike, slice, bane")
    assert hands == (["bane", "slice"], ["bane", "slice"])


def test_blade_dance() -> None:
    assert costs("blade dance") == (1, 1)
    assert both("blade dance", Table.hand) == (["shiv"] * 3, ["shiv"] * 4)


def test_blade_dance_discards_the_shivs_that_a_full_hand_cannot_hold() -> None:
    table = Table("blade dance, 9 defend").play("blade dance")
    assert table.hand() == ["defend"] * 9 + ["shiv"]
    assert table.pile("discard") == ["shiv", "shiv", "blade dance"]


def test_cloak_and_dagger() -> None:
    assert costs("cloak and dagger") == (1, 1)
    assert both("cloak and dagger", block) == (6, 6)
    assert both("cloak and dagger", Table.hand) == (["shiv"], ["shiv"] * 2)


def test_deadly_poison() -> None:
    assert costs("deadly poison") == (1, 1)
    assert both("deadly poison", poison) == (5, 7)
    assert both("deadly poison", poison, dummy(100, poison=3, block=9)) == (8, 10)
    assert both("deadly poison", lambda t: t.powers(1), dummy(100, artifact=1)) == ({}, {})


def test_deflect() -> None:
    assert costs("deflect") == (0, 0)
    assert both("deflect", block) == (4, 7)


def test_dodge_and_roll() -> None:
    assert costs("dodge and roll") == (1, 1)
    assert both("dodge and roll", block) == (4, 6)
    assert both("dodge and roll", block, then=["end"]) == (4, 6)
    assert both("dodge and roll", block, then=["end", "end"]) == (0, 0)
    # The block of the next turn is what it gives now, with Dexterity and Frail.
    skilled = {"Dexterity": 2, "Frail": 3}
    assert both("dodge and roll", block, powers=skilled) == (4, 6)
    assert both("dodge and roll", block, powers=skilled, then=["end"]) == (4, 6)
    assert both("dodge and roll", block, powers={"Dexterity": 3}, then=["end"]) == (7, 9)
    clumsy = both("dodge and roll", block, powers={"Dexterity": -9}, then=["end"])
    assert clumsy == (0, 0)


def test_outmaneuver() -> None:
    assert costs("outmaneuver") == (1, 1)
    assert both("outmaneuver", energy) == (3, 3)
    assert both("outmaneuver", energy, then=["end"]) == (5, 6)


def test_piercing_wail() -> None:
    assert costs("piercing wail") == (1, 1)
    assert exhausts("piercing wail")
    two = [dummy(attack=10), dummy(attack=7)]
    weaker = both("piercing wail", lambda t: (t.power("Strength", 1), t.power("Strength", 2)), *two)
    assert weaker == ((-6, -6), (-8, -8))
    assert both("piercing wail", lambda t: t.fight.hp, *two, then=["end"]) == (75, 78)
    back = both("piercing wail", lambda t: (t.powers(1), t.powers(2)), *two, then=["end"])
    assert back == (({}, {}), ({}, {}))
    artifact = [dummy(attack=10, artifact=1), dummy(attack=10)]
    # It does nothing at all to a monster with Artifact, which loses one for it.
    stopped = both("piercing wail", lambda t: (t.fight.hp, t.powers(1)), *artifact, then=["end"])
    assert stopped == ((66, {}), (68, {}))


def test_prepared() -> None:
    assert costs("prepared") == (0, 0)
    table = Table("prepared, strike", draw="bane, slice").play("prepared")
    assert table.hand() == ["strike", "slice"]
    table.play("choose strike")
    assert (table.hand(), table.pile("discard")) == (["slice"], ["strike", "prepared"])
    table = Table("prepared+, strike, wound", draw="bane, slice").play("prepared+")
    assert table.hand() == ["strike", "wound", "slice", "bane"]
    table.play("choose wound")
    assert table.refuses("done")
    assert table.play("choose bane").hand() == ["strike", "slice"]
    assert sorted(table.pile("discard")) == ["bane", "prepared+", "wound"]


def test_prepared_does_not_offer_what_its_discards_draw() -> None:
    table = Table("prepared+, reflex", draw="2 backstab, 2 slice").play("prepared+")
    table.play("choose reflex")
    assert table.refuses("choose backstab")
    table.play("choose slice")
    assert sorted(table.hand()) == ["backstab", "backstab", "slice"]


# Uncommon attacks.


def test_all_out_attack() -> None:
    assert costs("all-out attack") == (1, 1)
    two = [dummy(100), dummy(100)]
    assert both("all-out attack", two_lost, *two) == ((10, 10), (14, 14))
    gone = set()
    for seed in range(20):
        table = Table("all-out attack, strike, slice", dummy(90), seed=seed).play("all-out attack")
        gone.add((table.hand()[0], table.pile("discard")[0]))
    assert gone == {("strike", "slice"), ("slice", "strike")}
    # This is a discard like any other.
    table = Table("all-out attack, tactician", dummy(90)).play("all-out attack")
    assert (energy(table), table.fight.discarded) == (3, 1)


def test_backstab() -> None:
    assert costs("backstab") == (0, 0)
    assert both("backstab", Table.lost) == (11, 15)
    assert exhausts("backstab")
    assert is_innate("backstab")
    assert is_innate("backstab+")


def test_choke() -> None:
    assert costs("choke") == (2, 2)
    # The card itself does not choke.
    assert both("choke", Table.lost) == (12, 12)
    assert both("choke", Table.lost, also="defend, deflect", then=["defend"]) == (15, 17)
    then = ["defend", "deflect"]
    assert both("choke", Table.lost, also="defend, deflect", then=then) == (18, 22)


def test_choke_stops_when_the_monsters_act() -> None:
    table = Table("choke", dummy(90), draw="5 deflect").play("choke", "end", "deflect")
    assert (table.lost(), table.powers(1)) == (12, {})


def test_choke_ignores_block_and_hurts_its_target_alone() -> None:
    table = Table("choke, 2 deflect", dummy(90, block=30), dummy(90)).play("choke > 1", "deflect")
    assert (table.lost(1), table.monster(1).block, table.lost(2)) == (3, 18, 0)


def test_choke_twice_by_duplication_chokes_with_the_second_play() -> None:
    table = Table("choke", dummy(90), powers={"DuplicationPower": 1}).play("choke")
    assert (table.lost(), table.power("Choked", 1)) == (12 + 12 + 3, 6)


def test_dash() -> None:
    assert costs("dash") == (2, 2)
    assert both("dash", lambda t: (block(t), t.lost())) == ((10, 10), (13, 13))


def test_endless_agony() -> None:
    assert costs("endless agony") == (0, 0)
    assert both("endless agony", Table.lost) == (4, 6)
    assert exhausts("endless agony")
    table = Table("quick slash", dummy(90), draw="endless agony").play("quick slash")
    assert table.hand() == ["endless agony"] * 2
    table = Table(draw="endless agony+, 9 strike").begin()
    while "endless agony+" not in table.hand():
        table.play("end")
    assert table.hand().count("endless agony+") == 2
    assert len(table.hand()) == 6


def test_endless_agony_with_a_full_hand_goes_to_the_discard_pile() -> None:
    table = Table("quick slash, 9 defend", dummy(90), draw="endless agony").play("quick slash")
    assert table.hand() == ["defend"] * 9 + ["endless agony"]
    assert sorted(table.pile("discard")) == ["endless agony", "quick slash"]


def test_eviscerate() -> None:
    assert costs("eviscerate") == (3, 3)
    assert both("eviscerate", Table.lost) == (21, 27)
    table = Table("eviscerate, concentrate, survivor, eviscerate+, 4 wound", energy=3)
    assert table.play("survivor", "choose wound").costs()[0] == 2
    table.play("concentrate", "choose wound", "choose wound", "choose wound")
    assert table.costs() == [0, 0]
    table.play("eviscerate > 1")
    assert energy(table) == 4


def test_eviscerate_is_cheaper_for_this_turn_also_when_it_is_drawn_later() -> None:
    table = Table("prepared, acrobatics, 2 wound", draw="wound, wound, eviscerate, wound, wound")
    table.play("prepared", "choose wound", "acrobatics")
    table.play("choose wound")
    assert [cost for cost in table.costs() if cost >= 0] == [1]
    table = Table("survivor, wound", dummy(), draw="eviscerate, 4 wound").play("survivor", "end")
    assert [cost for cost in table.costs() if cost >= 0] == [3]


def test_eviscerate_that_costs_nothing_counts_for_wrist_blade() -> None:
    hand = "eviscerate, concentrate, 3 wound"
    table = Table(hand, dummy(90), relics=["Wrist Blade"]).play("concentrate")
    table.play(*["choose wound"] * 3, "eviscerate")
    assert table.lost() == 3 * (7 + 4)
    table = Table("eviscerate", dummy(90), relics=["Wrist Blade"]).play("eviscerate")
    assert table.lost() == 3 * 7


def test_finisher() -> None:
    assert costs("finisher") == (1, 1)
    assert both("finisher", Table.lost) == (0, 0)
    hand = "2 slice, deflect"
    then = ["slice", "slice", "deflect"]
    for card, each in (("finisher", 6), ("finisher+", 8)):
        table = Table(f"{card}, {hand}", dummy(200)).play(*then, card)
        assert table.lost() == 12 + 2 * each
    table = Table("finisher, slice", dummy(90), draw="finisher").play("slice", "end", "finisher")
    # Only the attacks of this turn count.
    assert table.lost() == 6


def test_finisher_twice_counts_its_first_play() -> None:
    table = Table("finisher, slice", dummy(200), powers={"Double Tap": 2})
    # Slice is played twice; then Finisher hits twice, and its copy three times.
    assert table.play("slice", "finisher").lost() == 12 + 12 + 18


def test_flechettes() -> None:
    assert costs("flechettes") == (1, 1)
    assert both("flechettes", Table.lost) == (0, 0)
    hand = "defend, deflect, reflex, strike, accuracy, wound"
    assert both("flechettes", Table.lost, also=hand) == (12, 18)
    assert both("flechettes", Table.lost, also=hand, powers={"Strength": 1}) == (15, 21)


def test_heel_hook() -> None:
    assert costs("heel hook") == (1, 1)
    assert both("heel hook", Table.lost) == (5, 8)
    seen = both("heel hook", lambda t: (energy(t), t.hand()), draw="strike")
    assert seen == ((3, []), (3, []))
    tired = dummy(100, weak=1)
    seen = both("heel hook", lambda t: (energy(t), t.hand()), tired, draw="strike")
    assert seen == ((4, ["strike"]), (4, ["strike"]))


def test_masterful_stab() -> None:
    assert costs("masterful stab") == (0, 0)
    assert both("masterful stab", Table.lost) == (12, 16)
    hand = "bloodletting, masterful stab, masterful stab+"
    table = Table(hand, draw="masterful stab").play("bloodletting")
    assert table.costs() == [1, 1]
    # Each time counts, in the whole fight; damage that is blocked does not.
    table = Table("", dummy(90, attack=5, hits=3), draw="masterful stab", block=5).play("end")
    assert table.costs() == [2]
    assert table.play("masterful stab").fight.energy == 1


def test_masterful_stab_is_free_in_bullet_time() -> None:
    table = Table("bloodletting, masterful stab, bullet time").play("bloodletting", "bullet time")
    assert table.costs() == [0]
    # Bloodletting, the stab and Bullet Time.
    assert sorted(table.play("end").costs()) == [0, 1, 3]


def test_predator() -> None:
    assert costs("predator") == (2, 2)
    assert both("predator", Table.lost) == (15, 20)
    hands = both("predator", lambda t: len(t.hand()), draw="20 strike", then=["end"])
    assert hands == (7, 7)
    hands = both("predator", lambda t: len(t.hand()), draw="20 strike", then=["end", "end"])
    assert hands == (5, 5)


def test_riddle_with_holes() -> None:
    assert costs("riddle with holes") == (2, 2)
    assert both("riddle with holes", Table.lost) == (15, 20)
    assert both("riddle with holes", Table.lost, powers={"Strength": 2}) == (25, 30)


def test_skewer() -> None:
    assert costs("skewer") == X_COSTS
    seen = both("skewer", lambda t: (t.lost(), energy(t)), energy=3)
    assert seen == ((21, 0), (30, 0))
    assert both("skewer", Table.lost, energy=0) == (0, 0)
    for card, lost in (("skewer", 35), ("skewer+", 50)):
        assert Table(card, dummy(90), relics=["Chemical X"]).play(card).lost() == lost


# Uncommon skills.


def test_blur() -> None:
    assert costs("blur") == (1, 1)
    assert both("blur", block) == (5, 8)
    assert both("blur", block, then=["end"]) == (5, 8)
    assert both("blur", block, then=["end", "end"]) == (0, 0)


def test_bouncing_flask() -> None:
    assert costs("bouncing flask") == (2, 2)
    assert both("bouncing flask", poison) == (9, 12)
    two = [dummy(), dummy()]
    assert both("bouncing flask", lambda t: poison(t) + t.power("Poison", 2), *two) == (9, 12)
    # Each throw has its own target, among the living.
    seen = set()
    for seed in range(30):
        table = Table("bouncing flask", dummy(), dummy(), seed=seed).play("bouncing flask")
        seen.add(poison(table))
    assert seen == {0, 3, 6, 9}
    # Artifact stops one of the throws.
    assert both("bouncing flask", poison, dummy(artifact=1)) == (6, 9)


def test_calculated_gamble() -> None:
    assert costs("calculated gamble") == (0, 0)
    hands = both("calculated gamble", Table.hand, also="strike, wound", draw="5 slice")
    assert hands == (["slice"] * 2, ["slice"] * 2)
    assert both("calculated gamble", exhausted) == (["calculated gamble"], [])
    table = Table("calculated gamble, tactician, reflex", draw="9 slice").play("calculated gamble")
    assert (energy(table), len(table.hand()), table.fight.discarded) == (4, 4, 2)


def test_catalyst() -> None:
    assert costs("catalyst") == (1, 1)
    assert both("catalyst", poison, dummy(100, poison=4)) == (8, 12)
    assert both("catalyst", poison) == (0, 0)
    assert exhausts("catalyst")


def test_concentrate() -> None:
    assert costs("concentrate") == (0, 0)
    table = Table("concentrate, 2 strike, wound, slice").play("concentrate", "choose strike")
    assert (energy(table), table.refuses("done")) == (3, True)
    table.play("choose wound", "choose strike")
    assert (energy(table), table.hand(), table.fight.discarded) == (5, ["slice"], 3)
    table = Table("concentrate+, 2 strike, wound, slice").play("concentrate+", "choose wound")
    table.play("choose slice")
    assert (energy(table), table.hand()) == (5, ["strike"] * 2)


def test_concentrate_gives_its_energy_also_for_a_small_hand() -> None:
    table = Table("concentrate, strike").play("concentrate")
    assert (energy(table), table.hand(), table.fight.discarded) == (5, [], 1)


def test_crippling_cloud() -> None:
    assert costs("crippling cloud") == (2, 2)
    two = [dummy(), dummy(poison=1)]
    seen = both("crippling cloud", lambda t: (t.powers(1), t.powers(2)), *two)
    assert [[each["Poison"] for each in pair] for pair in seen] == [[4, 5], [7, 8]]
    assert both("crippling cloud", lambda t: (weak(t), t.power("Weak", 2)), *two) == (
        (2, 2),
        (2, 2),
    )
    assert exhausts("crippling cloud")


def test_distraction() -> None:
    assert costs("distraction") == (1, 0)
    colors = {card.name.lower(): (card.color, card.type) for card in catalogue.CARDS}
    for seed in range(40):
        table = Table("distraction", character="silent", seed=seed).play("distraction")
        assert table.costs()[0] in (0, catalogue.X_COST, catalogue.UNPLAYABLE)
        name = table.hand()[0].partition(" {")[0]
        assert colors[name] == ("silent", catalogue.SKILL)
        assert (len(table.hand()), exhausted(table)) == (1, ["distraction"])


def test_escape_plan() -> None:
    assert costs("escape plan") == (0, 0)
    seen = both("escape plan", lambda t: (block(t), t.hand()), draw="reflex, deflect")
    assert seen == ((3, ["deflect"]), (5, ["deflect"]))
    assert both("escape plan", block, draw="deflect", powers={"Dexterity": 2}) == (5, 7)
    for drawn in ("slice", "wound", "accuracy", ""):
        assert both("escape plan", block, draw=drawn, also="defend") == (0, 0)
    # An empty draw pile is filled first.
    assert both("escape plan", block, discard="reflex") == (3, 5)
    assert both("escape plan", block, draw="deflect", powers={"No Draw": 1}) == (0, 0)


def test_expertise() -> None:
    assert costs("expertise") == (1, 1)
    assert both("expertise", lambda t: len(t.hand()), draw="9 slice") == (6, 7)
    hands = both("expertise", lambda t: len(t.hand()), also="4 strike", draw="9 slice")
    assert hands == (6, 7)
    hands = both("expertise", lambda t: len(t.hand()), also="8 strike", draw="9 slice")
    assert hands == (8, 8)
    assert both("expertise", lambda t: len(t.hand()), draw="3 slice") == (3, 3)


def test_leg_sweep() -> None:
    assert costs("leg sweep") == (2, 2)
    assert both("leg sweep", lambda t: (weak(t), block(t))) == ((2, 11), (3, 14))


def test_reflex() -> None:
    assert costs("reflex") == (catalogue.UNPLAYABLE, catalogue.UNPLAYABLE)
    assert Table("reflex, reflex+").refuses("reflex")
    for card, count in (("reflex", 2), ("reflex+", 3)):
        table = Table(f"survivor, {card}, wound", draw="9 slice").play("survivor")
        assert table.play(f"choose {card}").hand() == ["wound"] + ["slice"] * count
    # The end of the turn is no discard that counts.
    table = Table("reflex", draw="9 slice").play("end")
    assert (len(table.hand()), table.pile("discard")) == (5, ["reflex"])
    table = Table("survivor, reflex", draw="9 slice", powers={"No Draw": 1}).play("survivor")
    assert table.hand() == []


def test_reflex_discarded_for_a_gamble_draws_more() -> None:
    table = Table("reflex, strike", draw="9 slice", potions=["Gambler's Brew"])
    table.play("gambler's brew", "choose reflex", "choose strike")
    if not table.refuses("done"):
        table.play("done")
    assert table.hand() == ["slice"] * 4


def test_reflex_discarded_for_the_gambling_chip_draws_more() -> None:
    counts = set()
    for seed in range(10):
        table = Table(draw="9 slice, 2 reflex", relics=["Gambling Chip"], seed=seed).begin()
        drawn = table.hand().count("reflex")
        table.play(*["choose reflex"] * drawn, "done")
        assert (len(table.hand()), table.fight.discarded) == (5 + 2 * drawn, drawn)
        counts.add(drawn)
    assert {1, 2} <= counts


def test_reflex_and_tactician_cannot_be_played_by_the_relics_for_trouble() -> None:
    table = Table("reflex, tactician", relics=["Medical Kit", "Blue Candle"])
    assert table.refuses("reflex")
    assert table.refuses("tactician")


def test_tactician_from_the_draw_pile_is_no_discard_of_the_hand() -> None:
    powers = {"Mayhem": 1}
    table = Table("", draw="strike, tactician, 5 slice", powers=powers).play("end")
    assert (table.fight.energy, table.pile("discard")) == (3, ["tactician"])


def test_setup() -> None:
    assert costs("setup") == (1, 0)
    table = Table("setup, dash, wound", draw="slice").play("setup", "choose dash")
    assert (table.hand(), table.pile("draw")) == (["wound"], ["slice", "dash {free}"])
    # It stays free until it is played, also in another turn, and costs 2 again after that.
    table.play("end")
    assert "dash {free}" in table.hand()
    table.play("dash {free} > 1")
    assert (energy(table), table.pile("discard")[-1]) == (3, "dash")
    # A card that costs X keeps that, and nothing happens with an empty hand.
    table = Table("setup, skewer").play("setup", "end")
    assert catalogue.X_COST in table.costs()
    assert Table("setup").play("setup").pile("draw") == []


def test_setup_card_stays_free_while_it_is_not_played() -> None:
    table = Table("setup, dash, wound").play("setup", "choose dash", "end", "end", "end")
    assert "dash {free}" in table.hand()


def test_tactician() -> None:
    assert costs("tactician") == (catalogue.UNPLAYABLE, catalogue.UNPLAYABLE)
    assert Table("tactician").refuses("tactician")
    for card, gained in (("tactician", 1), ("tactician+", 2)):
        table = Table(f"survivor, {card}, wound").play("survivor", f"choose {card}")
        assert energy(table) == 2 + gained
    table = Table("tactician, tactician+").play("end")
    assert energy(table) == 3
    assert energy(Table("tactician", draw="9 slice", relics=["Ice Cream"]).play("end")) == 6


def test_terror() -> None:
    assert costs("terror") == (1, 0)
    assert both("terror", lambda t: t.power("Vulnerable", 1)) == (99, 99)
    assert both("terror", lambda t: t.power("Vulnerable", 1), then=["end"]) == (98, 98)
    assert exhausts("terror")


# Uncommon powers.


def test_accuracy() -> None:
    assert costs("accuracy") == (1, 1)
    assert both("accuracy", Table.lost, also="shiv", then=["shiv"]) == (8, 10)
    assert both("accuracy", Table.lost, also="shiv+", then=["shiv+"]) == (10, 12)
    assert both("accuracy", Table.lost, also="strike", then=["strike"]) == (6, 6)


def test_caltrops() -> None:
    assert costs("caltrops") == (1, 1)
    assert both("caltrops", lambda t: t.power("Thorns")) == (3, 5)
    angry = dummy(100, attack=2, hits=3)
    assert both("caltrops", Table.lost, angry, block=20, then=["end"]) == (9, 15)


def test_footwork() -> None:
    assert costs("footwork") == (1, 1)
    assert both("footwork", block, also="defend", then=["defend"]) == (7, 8)


def test_infinite_blades() -> None:
    assert costs("infinite blades") == (1, 1)
    assert both("infinite blades", Table.hand) == ([], [])
    assert both("infinite blades", Table.hand, then=["end"]) == (["shiv"], ["shiv"])
    assert not is_innate("infinite blades")
    assert is_innate("infinite blades+")


def test_noxious_fumes() -> None:
    assert costs("noxious fumes") == (1, 1)
    assert both("noxious fumes", poison) == (0, 0)
    two = [dummy(90), dummy(90)]
    seen = both("noxious fumes", lambda t: (poison(t), t.power("Poison", 2)), *two, then=["end"])
    assert seen == ((2, 2), (3, 3))


def test_well_laid_plans() -> None:
    assert costs("well-laid plans") == (1, 1)
    assert both("well-laid plans", lambda t: t.power("Retain Cards")) == (1, 2)
    table = Table("well-laid plans, strike, slice").play("well-laid plans", "end")
    table.play("choose strike")
    assert sorted(table.hand()) == ["slice", "strike"]
    assert table.pile("discard") == []
    hand = "well-laid plans+, strike, slice, bane"
    table = Table(hand, draw="5 defend").play("well-laid plans+", "end")
    table.play("choose slice", "choose bane")
    assert sorted(table.hand()) == ["bane"] + ["defend"] * 5 + ["slice"]
    assert table.pile("discard") == ["strike"]


# Rare attacks.


def test_die_die_die() -> None:
    assert costs("die die die") == (1, 1)
    two = [dummy(100), dummy(100)]
    assert both("die die die", two_lost, *two) == ((13, 13), (17, 17))
    assert exhausts("die die die")


def test_glass_knife() -> None:
    assert costs("glass knife") == (1, 1)
    assert both("glass knife", Table.lost) == (16, 24)
    for card, damages in (
        ("glass knife", [8, 6, 4, 2, 0, 0]),
        ("glass knife+", [12, 10, 8, 6, 4, 2, 0, 0]),
    ):
        table = Table(card, dummy(500))
        total = 0
        for damage in damages:
            total += 2 * damage
            assert table.play(table.hand()[0]).lost() == total
            table.play("end")


def test_glass_knife_twice_loses_sharpness_with_both_plays() -> None:
    table = Table("glass knife", dummy(90), powers={"Double Tap": 1}).play("glass knife")
    assert table.lost() == 16 + 12
    table.play("end")
    assert table.play(table.hand()[0]).lost() == 16 + 12 + 8


def test_glass_knife_adds_strength_to_what_is_left() -> None:
    table = Table("glass knife", dummy(500))
    for _ in range(6):
        table.play(table.hand()[0], "end")
    lost = table.lost()
    table.fight.powers = Table(powers={"Strength": 3}).fight.powers
    assert table.play(table.hand()[0]).lost() == lost + 6


def test_grand_finale() -> None:
    assert costs("grand finale") == (0, 0)
    two = [dummy(100), dummy(100)]
    assert both("grand finale", two_lost, *two) == ((50, 50), (60, 60))
    table = Table("grand finale, quick slash", dummy(100), draw="slice", discard="strike")
    assert table.refuses("grand finale")
    table.play("quick slash")
    assert not table.refuses("grand finale")


def test_unload() -> None:
    assert costs("unload") == (1, 1)
    hand = "strike, defend, wound, accuracy, slice, tactician"
    assert both("unload", Table.lost, also=hand) == (14, 18)
    table = Table(f"unload, {hand}", dummy(90)).play("unload")
    assert (table.hand(), energy(table), table.fight.discarded) == (["strike", "slice"], 3, 4)
    gone = ["accuracy", "defend", "tactician", "unload", "wound"]
    assert sorted(table.pile("discard")) == gone


# Rare skills.


def test_adrenaline() -> None:
    assert costs("adrenaline") == (0, 0)
    assert both("adrenaline", energy) == (5, 6)
    hands = both("adrenaline", Table.hand, draw="bane, strike, slice")
    assert hands == (["slice", "strike"], ["slice", "strike"])
    assert exhausts("adrenaline")


def test_alchemize() -> None:
    assert costs("alchemize") == (1, 0)
    assert exhausts("alchemize")
    for seed in range(10):
        table = Table("alchemize", potions=["Fire Potion"], seed=seed).play("alchemize")
        first, second, third = table.fight.potions
        assert POTIONS[first].name == "Fire Potion"
        assert second != EMPTY_SLOT
        assert third == EMPTY_SLOT


def test_alchemize_finds_the_potions_of_the_silent() -> None:
    found = set()
    for seed in range(300):
        table = Table("alchemize", character="silent", seed=seed).play("alchemize")
        found.add(POTIONS[table.fight.potions[0]].name)
    assert {"Poison Potion", "Cunning Potion", "Ghost in a Jar"} <= found
    assert not found & {"Blood Potion", "Elixir", "Heart of Iron", "Focus Potion", "Ambrosia"}


def test_alchemize_without_a_free_slot_or_with_sozu_finds_nothing() -> None:
    belt = ["Fire Potion", "Block Potion", "Weak Potion"]
    table = Table("alchemize", potions=belt).play("alchemize")
    assert [POTIONS[each].name for each in table.fight.potions] == belt
    assert exhausted(table) == ["alchemize"]
    table = Table("alchemize", relics=["Sozu"]).play("alchemize")
    assert table.fight.potions == [EMPTY_SLOT] * 3


def test_bullet_time() -> None:
    assert costs("bullet time") == (3, 2)
    hand = "dash, skewer, wound, slice, eviscerate"
    after = both("bullet time", Table.costs, also=hand)
    free = [0, catalogue.X_COST, catalogue.UNPLAYABLE, 0, 0]
    assert after == (free, free)
    table = Table("bullet time, dash, quick slash", dummy(99), draw="9 dash").play("bullet time")
    table.play(f"{table.hand()[1]} > 1")
    assert (table.lost(), len(table.hand()), energy(table)) == (8, 1, 0)
    # Costs and No Draw end with the turn.
    table.play("end")
    assert (len(table.hand()), table.costs()) == (5, [2] * 5)
    assert sorted(table.pile("discard")) == ["bullet time", "dash", "quick slash"]


def test_burst() -> None:
    assert costs("burst") == (1, 1)
    hand = "3 deflect"
    assert both("burst", block, also=hand, then=["deflect"]) == (8, 8)
    assert both("burst", block, also=hand, then=["deflect"] * 2) == (12, 16)
    assert both("burst", block, also=hand, then=["deflect"] * 3) == (16, 20)


def test_corpse_explosion() -> None:
    assert costs("corpse explosion") == (2, 2)
    assert both("corpse explosion", poison) == (6, 9)
    assert both("corpse explosion", lambda t: t.power("CorpseExplosionPower", 1)) == (1, 1)
    table = Table("corpse explosion, slice", dummy(6, max_hp=25), dummy(90), dummy(90, block=10))
    table.play("corpse explosion > 1", "slice > 1")
    assert (table.lost(2), table.lost(3)) == (25, 15)


def test_doppelganger() -> None:
    assert costs("doppelganger") == X_COSTS
    seen = both("doppelganger", energy, energy=2)
    assert seen == (0, 0)
    after = both(
        "doppelganger",
        lambda t: (energy(t), len(t.hand())),
        energy=2,
        draw="20 slice",
        then=["end"],
    )
    assert after == ((5, 7), (6, 8))
    assert both("doppelganger", energy, energy=0, then=["end"]) == (3, 4)
    assert exhausts("doppelganger")


def test_malaise() -> None:
    assert costs("malaise") == X_COSTS
    seen = both("malaise", lambda t: (t.power("Strength", 1), weak(t)), energy=2)
    assert seen == ((-2, 2), (-3, 3))
    assert both("malaise", lambda t: t.powers(1), energy=0)[0] == {}
    assert both("malaise", lambda t: (t.power("Strength", 1), weak(t)), energy=0)[1] == (-1, 1)
    # Artifact stops the first of the two debuffs.
    stopped = both("malaise", lambda t: t.power("Strength", 1), dummy(artifact=1), energy=2)
    assert stopped == (0, 0)
    assert both("malaise", weak, dummy(artifact=1), energy=2) == (2, 3)
    unused = both("malaise", lambda t: t.power("Artifact", 1), dummy(artifact=1), energy=0)
    assert unused[0] == 1
    # The Strength does not come back.
    assert both("malaise", lambda t: t.power("Strength", 1), energy=2, then=["end"]) == (-2, -3)
    assert exhausts("malaise")


def test_nightmare() -> None:
    assert costs("nightmare") == (3, 2)
    assert exhausts("nightmare")
    table = Table("nightmare, dash+, strike", draw="20 slice").play("nightmare", "choose dash+")
    # The card itself stays in the hand.
    assert sorted(table.hand()) == ["dash+", "strike"]
    table.play("end")
    assert sorted(table.hand()) == ["dash+"] * 3 + ["slice"] * 5
    assert sorted(table.pile("discard")) == ["dash+", "strike"]
    table.play("end")
    assert table.hand() == ["slice"] * 5


def test_nightmare_copies_no_cost_of_this_turn() -> None:
    table = Table("nightmare, dash {0}, strike").play("nightmare", "choose dash {0}", "end")
    assert sorted(table.hand()) == ["dash"] * 4 + ["strike"]


def test_nightmare_takes_the_only_card_and_does_nothing_without_one() -> None:
    table = Table("nightmare, slice").play("nightmare", "end")
    assert table.hand() == ["slice"] * 4
    table = Table("nightmare").play("nightmare", "end")
    assert (table.hand(), exhausted(table)) == ([], ["nightmare"])


def test_phantasmal_killer() -> None:
    assert costs("phantasmal killer") == (1, 0)
    hand = "2 strike"
    assert both("phantasmal killer", Table.lost, also=hand, then=["strike"]) == (6, 6)
    then = ["end", "strike"]
    assert both("phantasmal killer", Table.lost, also=hand, then=then) == (12, 12)
    then = ["end", "end", "strike"]
    assert both("phantasmal killer", Table.lost, also=hand, then=then) == (6, 6)


def test_storm_of_steel() -> None:
    assert costs("storm of steel") == (1, 1)
    hands = both("storm of steel", Table.hand, also="strike, wound, defend")
    assert hands == (["shiv"] * 3, ["shiv+"] * 3)
    assert both("storm of steel", Table.hand) == ([], [])
    table = Table("storm of steel, tactician, reflex", draw="9 slice").play("storm of steel")
    assert (energy(table), sorted(table.hand())) == (3, ["shiv"] * 2 + ["slice"] * 2)
    assert sorted(table.pile("discard")) == ["reflex", "storm of steel", "tactician"]


# Rare powers.


def test_a_thousand_cuts() -> None:
    assert costs("a thousand cuts") == (2, 2)
    two = [dummy(90), dummy(90)]
    assert both("a thousand cuts", two_lost, *two) == ((0, 0), (0, 0))
    hand = "2 deflect"
    then = ["deflect", "deflect"]
    assert both("a thousand cuts", two_lost, *two, also=hand, then=then) == ((2, 2), (4, 4))


def test_after_image() -> None:
    assert costs("after image") == (1, 1)
    # The card itself gives no block.
    assert both("after image", block) == (0, 0)
    assert both("after image", block, also="2 slice", then=["slice", "slice"]) == (2, 2)
    assert not is_innate("after image")
    assert is_innate("after image+")


def test_envenom() -> None:
    assert costs("envenom") == (2, 1)
    assert both("envenom", poison, also="slice", then=["slice"]) == (1, 1)


def test_tools_of_the_trade() -> None:
    assert costs("tools of the trade") == (1, 0)
    draw = "slice, bane, 5 strike"
    then = ["end", "choose strike"]
    hands = both("tools of the trade", Table.hand, draw=draw, then=then)
    assert hands == (["strike"] * 4 + ["bane"], ["strike"] * 4 + ["bane"])


def test_wraith_form() -> None:
    assert costs("wraith form") == (3, 3)
    assert both("wraith form", lambda t: t.power("Intangible")) == (2, 3)
    angry = dummy(100, attack=20, hits=2)
    assert both("wraith form", lambda t: t.fight.hp, angry, then=["end"]) == (78, 78)
    assert both("wraith form", lambda t: t.fight.hp, angry, then=["end"] * 3) == (36, 74)
    assert both("wraith form", lambda t: t.power("Dexterity"), then=["end"] * 3) == (-3, -3)


# Cards in fights with real monsters.


@pytest.mark.parametrize(("card", "hp"), [("deadly poison", 27), ("bouncing flask", 23)])
def test_poison_splits_a_slime(card: str, hp: int) -> None:
    slime = real("AcidSlime_L", 32, "SPIT", max_hp=60, split=1)
    table = Table(card, slime, draw="5 slice").play(card, "end")
    # It loses its HP before it acts, and so it splits at once.
    assert [each.hp for each in table.fight.monsters if each.alive] == [hp, hp]


def test_poison_turns_the_guardian_defensive() -> None:
    guardian = real("TheGuardian", 240, "FIERCE_BASH", memory=30, mode_shift=5)
    table = Table("deadly poison", guardian, draw="5 slice").play("deadly poison", "end")
    # It closes up at once, and does not bash.
    assert (table.fight.hp, table.monster().hp, table.monster().block) == (80, 235, 20)
    assert table.power("Sharp Hide", 1) == 3


def test_gremlin_nob_hears_both_plays_of_a_skill() -> None:
    nob = real("GremlinNob", 90, "SKULL_BASH", Anger=2)
    table = Table("deflect", nob, powers={"Burst": 1}).play("deflect")
    assert table.power("Strength", 1) == 4


def test_noxious_fumes_wakes_lagavulin() -> None:
    sleeper = real("Lagavulin", 110, "SLEEP", memory=1, block=8, Metallicize=8)
    table = Table("noxious fumes", sleeper, draw="9 slice").play("noxious fumes", "end", "end")
    assert (table.monster().hp, table.power("Metallicize", 1)) == (108, 0)
