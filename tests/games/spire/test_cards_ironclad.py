"""The 75 cards of the Ironclad in Slay the Spire, each with the numbers of its table.

There is one test for each card, named after it; `test_cards.py` fails if one is missing.
"""

import pytest

from kibitz.games.spire import cards as catalogue
from tests.games.spire.table import Table, both, costs, dummy, real


def block(table: Table) -> int:
    return table.fight.block


def strength(table: Table) -> int:
    return table.power("Strength")


# Basic cards.


def test_strike() -> None:
    assert costs("strike") == (1, 1)
    assert both("strike", Table.lost) == (6, 9)


def test_defend() -> None:
    assert costs("defend") == (1, 1)
    assert both("defend", block) == (5, 8)


def test_bash() -> None:
    assert costs("bash") == (2, 2)
    assert both("bash", Table.lost) == (8, 10)
    assert both("bash", lambda t: t.power("Vulnerable", 1)) == (2, 3)


# Common attacks.


def test_anger() -> None:
    assert costs("anger") == (0, 0)
    assert both("anger", Table.lost) == (6, 8)
    assert both("anger", lambda t: t.pile("discard")) == (["anger"] * 2, ["anger+"] * 2)


def test_body_slam() -> None:
    assert costs("body slam") == (1, 0)
    assert both("body slam", Table.lost, block=7, powers={"Strength": 2}) == (9, 9)
    assert both("body slam", Table.lost) == (0, 0)


def test_clash() -> None:
    assert costs("clash") == (0, 0)
    assert both("clash", Table.lost, also="strike") == (14, 18)
    assert Table("clash, strike, defend").refuses("clash > 1")
    assert Table("clash, wound").refuses("clash > 1")


def test_cleave() -> None:
    assert costs("cleave") == (1, 1)
    hurt = both("cleave", lambda t: (t.lost(1), t.lost(2)), dummy(), dummy(Vulnerable=1))
    assert hurt == ((8, 12), (11, 16))


def test_clothesline() -> None:
    assert costs("clothesline") == (2, 2)
    assert both("clothesline", Table.lost) == (12, 14)
    assert both("clothesline", lambda t: t.power("Weak", 1)) == (2, 3)


def test_headbutt() -> None:
    assert costs("headbutt") == (1, 1)
    assert both("headbutt", Table.lost) == (9, 12)
    table = Table("headbutt", discard="strike, defend, bash", draw="anger").play("headbutt")
    table.play("choose defend")
    assert table.pile("draw") == ["anger", "defend"]
    assert table.pile("discard") == ["strike", "bash", "headbutt"]


def test_heavy_blade() -> None:
    assert costs("heavy blade") == (2, 2)
    assert both("heavy blade", Table.lost) == (14, 14)
    assert both("heavy blade", Table.lost, powers={"Strength": 3}) == (23, 29)


def test_iron_wave() -> None:
    assert costs("iron wave") == (1, 1)
    assert both("iron wave", lambda t: (block(t), t.lost())) == ((5, 5), (7, 7))
    frail = both("iron wave", block, powers={"Frail": 1, "Dexterity": 2})
    assert frail == (5, 6)


def test_perfected_strike() -> None:
    assert costs("perfected strike") == (2, 2)
    # It counts itself, and no exhausted cards.
    assert both("perfected strike", Table.lost) == (8, 9)
    counted = both(
        "perfected strike",
        Table.lost,
        also="strike",
        draw="twin strike, bash",
        discard="wild strike+",
    )
    assert counted == (14, 18)
    table = Table("perfected strike", dummy(100), exhaust="strike").play("perfected strike")
    assert table.lost() == 8


def test_pommel_strike() -> None:
    assert costs("pommel strike") == (1, 1)
    assert both("pommel strike", Table.lost) == (9, 10)
    drawn = both("pommel strike", Table.hand, draw="defend, strike, bash")
    assert drawn == (["bash"], ["bash", "strike"])


def test_sword_boomerang() -> None:
    assert costs("sword boomerang") == (1, 1)
    assert both("sword boomerang", Table.lost) == (9, 12)
    total = both("sword boomerang", lambda t: t.lost(1) + t.lost(2), dummy(), dummy())
    assert total == (9, 12)
    # Each hit has its own target, among the living.
    table = Table("sword boomerang+", dummy(3), dummy(9)).play("sword boomerang+")
    assert table.fight.reason == "won"


def test_thunderclap() -> None:
    assert costs("thunderclap") == (1, 1)
    two = [dummy(), dummy()]
    assert both("thunderclap", lambda t: (t.lost(1), t.lost(2)), *two) == ((4, 4), (7, 7))
    vulnerable = both(
        "thunderclap", lambda t: (t.power("Vulnerable", 1), t.power("Vulnerable", 2)), *two
    )
    assert vulnerable == ((1, 1), (1, 1))


def test_twin_strike() -> None:
    assert costs("twin strike") == (1, 1)
    assert both("twin strike", Table.lost) == (10, 14)
    assert both("twin strike", Table.lost, powers={"Strength": 3}) == (16, 20)


def test_wild_strike() -> None:
    assert costs("wild strike") == (1, 1)
    assert both("wild strike", Table.lost) == (12, 17)
    assert both("wild strike", lambda t: t.pile("draw")) == (["wound"], ["wound"])


# Common skills.


def test_armaments() -> None:
    assert costs("armaments") == (1, 1)
    assert both("armaments", block) == (5, 5)
    table = Table("armaments, strike, defend, bash+, wound").play("armaments")
    assert table.refuses("choose bash+")
    assert table.refuses("choose wound")
    assert table.play("choose defend").hand() == ["strike", "defend+", "bash+", "wound"]
    table = Table("armaments+, strike, defend, bash+, wound").play("armaments+")
    assert table.hand() == ["strike+", "defend+", "bash+", "wound"]


def test_flex() -> None:
    assert costs("flex") == (0, 0)
    assert both("flex", strength) == (2, 4)
    assert both("flex", strength, then=["end"]) == (0, 0)
    assert both("flex", strength, then=["end"], powers={"Artifact": 1}) == (2, 4)


def test_havoc() -> None:
    assert costs("havoc") == (1, 0)
    table = Table("havoc", dummy(40), draw="strike, bash").play("havoc")
    assert (table.lost(), table.fight.energy) == (8, 2)
    assert table.pile("exhaust") == ["bash"]
    assert table.pile("discard") == ["havoc"]
    # A card that cannot be played is exhausted; a power takes effect and vanishes.
    assert Table("havoc+", draw="wound").play("havoc+").pile("exhaust") == ["wound"]
    table = Table("havoc", draw="inflame").play("havoc")
    assert (strength(table), table.pile("exhaust")) == (2, [])


def test_havoc_with_an_empty_draw_pile_shuffles_the_discard_pile() -> None:
    table = Table("havoc", dummy(40), discard="strike").play("havoc")
    assert (table.lost(), table.pile("discard"), table.pile("exhaust")) == (
        6,
        ["havoc"],
        ["strike"],
    )
    assert Table("havoc").play("havoc").pile("discard") == ["havoc"]


def test_shrug_it_off() -> None:
    assert costs("shrug it off") == (1, 1)
    assert both("shrug it off", block) == (8, 11)
    assert both("shrug it off", Table.hand, draw="strike, bash") == (["bash"], ["bash"])


def test_true_grit() -> None:
    assert costs("true grit") == (1, 1)
    assert both("true grit", block) == (7, 9)
    gone = {
        tuple(Table("true grit, strike, bash", seed=seed).play("true grit").pile("exhaust"))
        for seed in range(20)
    }
    assert gone == {("strike",), ("bash",)}
    table = Table("true grit+, strike, bash").play("true grit+", "choose strike")
    assert (table.pile("exhaust"), table.hand()) == (["strike"], ["bash"])


def test_warcry() -> None:
    assert costs("warcry") == (0, 0)
    table = Table("warcry, strike", draw="defend, bash").play("warcry", "choose strike")
    assert (table.hand(), table.pile("draw")) == (["bash"], ["defend", "strike"])
    assert table.pile("exhaust") == ["warcry"]
    table = Table("warcry+", draw="defend, bash").play("warcry+", "choose bash")
    assert (table.hand(), table.pile("draw")) == (["defend"], ["bash"])


# Uncommon attacks.


def test_blood_for_blood() -> None:
    assert costs("blood for blood") == (4, 3)
    assert both("blood for blood", Table.lost) == (18, 22)
    table = Table("blood for blood, bloodletting, blood for blood+", draw="blood for blood")
    assert table.play("bloodletting").costs() == [3, 2]
    for _ in range(5):
        table.fight.times_damaged += 1
    assert table.costs() == [0, 0]


def test_blood_for_blood_keeps_a_cost_that_something_else_has_set() -> None:
    table = Table("bloodletting, blood for blood, enlightenment").play("bloodletting")
    assert table.play("enlightenment").costs() == [1]
    table = Table("2 bloodletting, blood for blood+, bloodletting, enlightenment")
    table.play("bloodletting", "bloodletting", "bloodletting", "enlightenment")
    assert table.costs() == [0]


def test_carnage() -> None:
    assert costs("carnage") == (2, 2)
    assert both("carnage", Table.lost) == (20, 28)
    table = Table("carnage, carnage+, strike").play("end")
    assert table.pile("exhaust") == ["carnage", "carnage+"]


def test_dropkick() -> None:
    assert costs("dropkick") == (1, 1)
    assert both("dropkick", Table.lost) == (5, 8)
    draw = "strike, bash"
    seen = both("dropkick", lambda t: (t.fight.energy, t.hand()), draw=draw)
    assert seen == ((3, []), (3, []))
    vulnerable = dummy(100, Vulnerable=1)
    seen = both("dropkick", lambda t: (t.fight.energy, t.hand()), vulnerable, draw=draw)
    assert seen == ((4, ["bash"]), (4, ["bash"]))


def test_hemokinesis() -> None:
    assert costs("hemokinesis") == (1, 1)
    assert both("hemokinesis", Table.lost) == (15, 20)
    assert both("hemokinesis", lambda t: t.fight.hp, block=5) == (78, 78)


def test_pummel() -> None:
    assert costs("pummel") == (1, 1)
    assert both("pummel", Table.lost) == (8, 10)
    assert both("pummel", Table.lost, powers={"Strength": 3}) == (20, 25)
    assert both("pummel", lambda t: t.pile("exhaust")) == (["pummel"], ["pummel+"])


def test_rampage() -> None:
    assert costs("rampage") == (1, 1)
    assert both("rampage", Table.lost) == (8, 8)
    assert both("rampage", lambda t: t.pile("discard")) == (["rampage {+5}"], ["rampage+ {+8}"])
    assert Table("rampage {+5}", dummy(40)).play("rampage {+5}").lost() == 13


def test_rampage_with_double_tap_grows_with_both_plays() -> None:
    table = Table("rampage", dummy(100), powers={"Double Tap": 1}).play("rampage")
    assert table.lost() == 8 + 13
    assert table.pile("discard") == ["rampage {+10}"]
    table = Table("havoc", dummy(100), draw="rampage+", powers={"Double Tap": 1}).play("havoc")
    assert table.lost() == 8 + 16
    assert table.pile("exhaust") == ["rampage+ {+16}"]


def test_reckless_charge() -> None:
    assert costs("reckless charge") == (0, 0)
    assert both("reckless charge", Table.lost) == (7, 10)
    assert both("reckless charge", lambda t: t.pile("draw")) == (["dazed"], ["dazed"])


@pytest.mark.parametrize(("upgrades", "damage"), list(enumerate([12, 16, 21, 27, 34, 42])))
def test_searing_blow(upgrades: int, damage: int) -> None:
    card = catalogue.SEARING_BLOW
    for _ in range(upgrades):
        assert catalogue.can_upgrade(card)
        card = catalogue.upgrade(card)
    assert catalogue.card_cost(card) == 2
    table = Table("", dummy(100))
    table.fight.hand.append(card)
    assert table.play(table.hand()[0]).lost() == damage


def test_sever_soul() -> None:
    assert costs("sever soul") == (2, 2)
    hand = "strike, defend, wound, inflame"
    assert both("sever soul", Table.lost, also=hand) == (16, 22)
    table = Table("sever soul, strike, defend, wound, inflame", dummy(40)).play("sever soul")
    assert (table.hand(), table.pile("exhaust")) == (["strike"], ["defend", "wound", "inflame"])


def test_uppercut() -> None:
    assert costs("uppercut") == (2, 2)
    assert both("uppercut", Table.lost) == (13, 13)
    seen = both("uppercut", lambda t: (t.power("Weak", 1), t.power("Vulnerable", 1)))
    assert seen == ((1, 1), (2, 2))


def test_whirlwind() -> None:
    assert costs("whirlwind") == (catalogue.X_COST, catalogue.X_COST)
    two = [dummy(100), dummy(100)]
    hurt = both("whirlwind", lambda t: (t.lost(1), t.lost(2), t.fight.energy), *two, energy=3)
    assert hurt == ((15, 15, 0), (24, 24, 0))
    assert both("whirlwind", Table.lost, energy=3, powers={"Strength": 3}) == (24, 33)
    assert both("whirlwind", Table.lost, energy=0) == (0, 0)


# Uncommon skills.


def test_battle_trance() -> None:
    assert costs("battle trance") == (0, 0)
    draw = "4 strike, bash, anger, pommel strike"
    drawn = both("battle trance", Table.hand, draw=draw)
    assert drawn == (
        ["pommel strike", "anger", "bash"],
        ["pommel strike", "anger", "bash", "strike"],
    )
    table = Table("battle trance, shrug it off", draw="5 strike")
    assert len(table.play("battle trance", "shrug it off").hand()) == 3
    assert table.power("No Draw") == 1
    assert table.play("end").power("No Draw") == 0


def test_bloodletting() -> None:
    assert costs("bloodletting") == (0, 0)
    assert both("bloodletting", lambda t: (t.fight.hp, t.fight.energy)) == ((77, 6), (77, 7))


def test_burning_pact() -> None:
    assert costs("burning pact") == (1, 1)
    draw = "strike, bash, anger"
    drawn = both("burning pact", Table.hand, also="defend, wound", draw=draw, then=["choose wound"])
    assert drawn == (["defend", "anger", "bash"], ["defend", "anger", "bash", "strike"])


def test_disarm() -> None:
    assert costs("disarm") == (1, 1)
    assert both("disarm", lambda t: t.power("Strength", 1)) == (-2, -3)
    assert both("disarm", lambda t: t.pile("exhaust")) == (["disarm"], ["disarm+"])
    stopped = both("disarm", lambda t: t.powers(1), dummy(Artifact=1))
    assert stopped == ({}, {})


def test_dual_wield() -> None:
    assert costs("dual wield") == (1, 1)
    hand = "bash {0}, inflame, defend"
    copied = both("dual wield", Table.hand, also=hand, then=["choose bash {0}"])
    assert copied == (
        ["bash {0}", "inflame", "defend", "bash {0}"],
        ["bash {0}", "inflame", "defend", "bash {0}", "bash {0}"],
    )
    assert Table("dual wield, bash, inflame, defend").play("dual wield").refuses("choose defend")
    # A single card needs no choice, and without one nothing happens.
    assert both("dual wield", Table.hand, also="inflame") == (["inflame"] * 2, ["inflame"] * 3)
    assert both("dual wield", Table.hand, also="defend") == (["defend"], ["defend"])


def test_entrench() -> None:
    assert costs("entrench") == (2, 1)
    assert both("entrench", block, block=7, powers={"Dexterity": 2, "Frail": 1}) == (14, 14)
    assert both("entrench", block, block=600) == (999, 999)


def test_flame_barrier() -> None:
    assert costs("flame barrier") == (2, 2)
    assert both("flame barrier", block) == (12, 16)
    burned = both("flame barrier", Table.lost, dummy(100, attack=5, hits=2), then=["end"])
    assert burned == (8, 12)
    assert both("flame barrier", lambda t: t.power("Flame Barrier"), then=["end"]) == (0, 0)


def test_ghostly_armor() -> None:
    assert costs("ghostly armor") == (1, 1)
    assert both("ghostly armor", block) == (10, 13)
    assert both("ghostly armor", lambda t: t.pile("discard")) == (
        ["ghostly armor"],
        ["ghostly armor+"],
    )
    table = Table("ghostly armor, ghostly armor+").play("end")
    assert table.pile("exhaust") == ["ghostly armor", "ghostly armor+"]


def test_infernal_blade() -> None:
    assert costs("infernal blade") == (1, 0)
    made = set()
    for seed in range(60):
        table = Table("infernal blade", seed=seed).play("infernal blade")
        (card,) = table.fight.hand
        assert table.costs()[0] in (0, catalogue.X_COST)
        assert table.pile("exhaust") == ["infernal blade"]
        made.add(card & catalogue.FACE_MASK)
    assert made <= set(catalogue.RANDOM_POOLS[catalogue.IRONCLAD][catalogue.CLASS_ATTACK])
    assert len(made) > 15
    # The cost of 0 ends with the turn.
    table = Table("infernal blade+, barricade").play("infernal blade+", "end")
    assert [
        card for card in table.fight.hand + table.fight.discard if card >= catalogue.FACES
    ] == []


def test_intimidate() -> None:
    assert costs("intimidate") == (0, 0)
    seen = both("intimidate", lambda t: (t.power("Weak", 1), t.power("Weak", 2)), dummy(), dummy())
    assert seen == ((1, 1), (2, 2))
    assert both("intimidate", lambda t: t.pile("exhaust")) == (["intimidate"], ["intimidate+"])


def test_power_through() -> None:
    assert costs("power through") == (1, 1)
    assert both("power through", block) == (15, 20)
    assert both("power through", Table.hand) == (["wound"] * 2, ["wound"] * 2)


def test_rage() -> None:
    assert costs("rage") == (0, 0)
    # Raw block: Dexterity does not count.
    seen = both("rage", block, also="2 strike, twin strike", then=["strike", "twin strike"])
    assert seen == (6, 10)
    assert both("rage", lambda t: t.power("Rage"), then=["end"]) == (0, 0)


def test_second_wind() -> None:
    assert costs("second wind") == (1, 1)
    hand = "defend, strike, wound"
    assert both("second wind", block, also=hand) == (10, 14)
    assert both("second wind", block, also=hand, powers={"Dexterity": 1, "Frail": 1}) == (8, 12)
    assert both("second wind", block, also=hand, powers={"Feel No Pain": 3}) == (16, 20)
    assert both("second wind", Table.hand, also=hand) == (["strike"], ["strike"])


def test_seeing_red() -> None:
    assert costs("seeing red") == (1, 0)
    assert both("seeing red", lambda t: t.fight.energy, energy=1) == (2, 3)
    assert both("seeing red", lambda t: t.pile("exhaust")) == (["seeing red"], ["seeing red+"])


def test_sentinel() -> None:
    assert costs("sentinel") == (1, 1)
    assert both("sentinel", block) == (5, 8)
    assert Table("true grit, sentinel", energy=1).play("true grit").fight.energy == 2
    assert Table("true grit, sentinel+", energy=1).play("true grit").fight.energy == 3


def test_shockwave() -> None:
    assert costs("shockwave") == (2, 2)
    two = [dummy(), dummy()]
    weak = both("shockwave", lambda t: (t.power("Weak", 1), t.power("Weak", 2)), *two)
    assert weak == ((3, 3), (5, 5))
    vulnerable = both(
        "shockwave", lambda t: (t.power("Vulnerable", 1), t.power("Vulnerable", 2)), *two
    )
    assert vulnerable == ((3, 3), (5, 5))
    assert both("shockwave", lambda t: t.pile("exhaust")) == (["shockwave"], ["shockwave+"])


def test_spot_weakness() -> None:
    assert costs("spot weakness") == (1, 1)
    assert both("spot weakness", strength, dummy(attack=5)) == (3, 4)
    assert both("spot weakness", strength, dummy()) == (0, 0)
    assert both("spot weakness", strength, real("JawWorm", 40, "CHOMP")) == (3, 4)
    assert both("spot weakness", strength, real("JawWorm", 40, "BELLOW")) == (0, 0)


# Uncommon powers.


def test_combust() -> None:
    assert costs("combust") == (1, 1)
    seen = both(
        "combust", lambda t: (t.fight.hp, t.lost()), dummy(100, block=2), then=["end"], block=9
    )
    assert seen == ((79, 3), (79, 5))
    # Each Combust costs 1 HP more.
    table = Table("combust, combust+", dummy(100)).play("combust", "combust+", "end")
    assert (table.fight.hp, table.lost()) == (78, 12)


def test_dark_embrace() -> None:
    assert costs("dark embrace") == (2, 1)
    seen = both(
        "dark embrace", Table.hand, also="true grit, wound", draw="bash", then=["true grit"]
    )
    assert seen == (["bash"], ["bash"])
    assert both("dark embrace", lambda t: t.pile("discard")) == ([], [])


def test_dark_embrace_draws_after_the_card_in_play() -> None:
    # The two cards of Burning Pact come first, and No Draw of Battle Trance stops Evolve.
    table = Table("burning pact, wound", draw="strike, bash, anger", powers={"Dark Embrace": 1})
    assert table.play("burning pact").hand() == ["anger", "bash", "strike"]
    table = Table("battle trance", draw="strike, 3 wound", powers={"Evolve": 1})
    assert table.play("battle trance").hand() == ["wound"] * 3


def test_evolve() -> None:
    assert costs("evolve") == (1, 1)
    draw = "strike, bash, anger, wound"
    seen = both("evolve", Table.hand, also="shrug it off", draw=draw, then=["shrug it off"])
    assert seen == (["wound", "anger"], ["wound", "anger", "bash"])
    # A curse is no status.
    seen = both("evolve", Table.hand, also="finesse", draw="strike, injury", then=["finesse"])
    assert seen == (["injury"], ["injury"])


def test_feel_no_pain() -> None:
    assert costs("feel no pain") == (1, 1)
    seen = both("feel no pain", block, also="warcry", then=["warcry"], powers={"Dexterity": 2})
    assert seen == (3, 4)


def test_fire_breathing() -> None:
    assert costs("fire breathing") == (1, 1)
    seen = both(
        "fire breathing",
        lambda t: (t.lost(1), t.lost(2)),
        dummy(),
        dummy(block=2),
        also="battle trance",
        draw="strike, wound, injury",
        then=["battle trance"],
    )
    assert seen == ((12, 10), (20, 18))


def test_inflame() -> None:
    assert costs("inflame") == (1, 1)
    assert both("inflame", strength) == (2, 3)


def test_metallicize() -> None:
    assert costs("metallicize") == (1, 1)
    seen = both("metallicize", lambda t: t.fight.hp, dummy(attack=10), then=["end"])
    assert seen == (73, 74)


def test_rupture() -> None:
    assert costs("rupture") == (1, 1)
    assert both("rupture", strength, also="bloodletting", then=["bloodletting"]) == (1, 2)
    # Damage by monsters does not count, that of own statuses and powers does.
    assert both("rupture", strength, dummy(attack=5), then=["end"]) == (0, 0)
    assert both("rupture", strength, also="burn", then=["end"]) == (1, 2)
    assert both("rupture", strength, then=["end"], powers={"Brutality": 1}) == (1, 2)
    # The Strength comes too late for the card that costs HP.
    assert both("rupture", Table.lost, also="hemokinesis", then=["hemokinesis"]) == (15, 15)


# Rare attacks.


def test_bludgeon() -> None:
    assert costs("bludgeon") == (3, 3)
    assert both("bludgeon", Table.lost) == (32, 42)


def test_feed() -> None:
    assert costs("feed") == (1, 1)
    assert both("feed", Table.lost) == (10, 12)
    hp = both("feed", lambda t: (t.fight.hp, t.fight.max_hp), dummy(10), hp=50)
    assert hp == ((53, 83), (54, 84))
    assert both("feed", lambda t: t.fight.max_hp) == (80, 80)
    assert both("feed", lambda t: t.fight.max_hp, dummy(10, Minion=1)) == (80, 80)
    assert both("feed", lambda t: t.pile("exhaust")) == (["feed"], ["feed+"])


def test_fiend_fire() -> None:
    assert costs("fiend fire") == (2, 2)
    seen = both("fiend fire", Table.lost, also="strike, wound, defend", powers={"Strength": 1})
    assert seen == (24, 33)
    table = Table("fiend fire, strike, wound", dummy(40)).play("fiend fire")
    assert (table.hand(), table.pile("exhaust")) == ([], ["strike", "wound", "fiend fire"])
    assert both("fiend fire", Table.lost) == (0, 0)


def test_immolate() -> None:
    assert costs("immolate") == (2, 2)
    assert both("immolate", lambda t: (t.lost(1), t.lost(2)), dummy(), dummy()) == (
        (21, 21),
        (28, 28),
    )
    assert both("immolate", lambda t: t.pile("discard")) == (
        ["burn", "immolate"],
        ["burn", "immolate+"],
    )


def test_reaper() -> None:
    assert costs("reaper") == (2, 2)
    three = [dummy(), dummy(3), dummy(block=3)]
    seen = both("reaper", lambda t: (t.lost(1), t.lost(3), t.fight.hp), *three, hp=50)
    # 4 + 3 + 1 and 5 + 3 + 2: only what costs HP heals.
    assert seen == ((4, 1, 58), (5, 2, 60))
    assert both("reaper", lambda t: t.fight.hp, hp=79) == (80, 80)
    assert both("reaper", lambda t: t.pile("exhaust")) == (["reaper"], ["reaper+"])


# Rare skills.


def test_double_tap() -> None:
    assert costs("double tap") == (1, 1)
    hand = "2 strike"
    assert both("double tap", Table.lost, also=hand, then=["strike", "strike"]) == (18, 24)
    assert both("double tap", Table.lost, also="anger", then=["anger"]) == (12, 12)
    assert both("double tap", lambda t: t.power("Double Tap"), then=["end"]) == (0, 0)


def test_exhume() -> None:
    assert costs("exhume") == (1, 0)
    table = Table("exhume", exhaust="exhume, strike, bash+").play("exhume")
    assert table.refuses("choose exhume")
    table.play("choose bash+")
    assert table.hand() == ["bash+"]
    assert table.pile("exhaust") == ["exhume", "strike", "exhume"]
    assert Table("exhume+", exhaust="exhume, strike").play("exhume+").hand() == ["strike"]
    assert Table("exhume", exhaust="exhume").play("exhume").hand() == []


def test_impervious() -> None:
    assert costs("impervious") == (2, 2)
    assert both("impervious", block) == (30, 40)
    assert both("impervious", lambda t: t.pile("exhaust")) == (["impervious"], ["impervious+"])


def test_limit_break() -> None:
    assert costs("limit break") == (1, 1)
    assert both("limit break", strength, powers={"Strength": 3}) == (6, 6)
    assert both("limit break", strength, powers={"Strength": -3}) == (-6, -6)
    # Less Strength is a debuff, which Artifact stops.
    assert both("limit break", strength, powers={"Strength": -3, "Artifact": 1}) == (-3, -3)
    assert both("limit break", lambda t: t.pile("exhaust")) == (["limit break"], [])


def test_offering() -> None:
    assert costs("offering") == (0, 0)
    seen = both("offering", lambda t: (t.fight.hp, t.fight.energy, len(t.hand())), draw="6 strike")
    assert seen == ((74, 6, 3), (74, 6, 5))
    assert both("offering", lambda t: t.pile("exhaust")) == (["offering"], ["offering+"])


# Rare powers.


def test_barricade() -> None:
    assert costs("barricade") == (3, 2)
    assert both("barricade", block, block=9, then=["end"]) == (9, 9)
    assert both("inflame", block, block=9, then=["end"]) == (0, 0)


def test_berserk() -> None:
    assert costs("berserk") == (0, 0)
    assert both("berserk", lambda t: t.power("Vulnerable")) == (2, 1)
    assert both("berserk", lambda t: (t.power("Vulnerable"), t.fight.energy), then=["end"]) == (
        (1, 4),
        (0, 4),
    )


def test_brutality() -> None:
    assert costs("brutality") == (0, 0)
    seen = both("brutality", lambda t: (t.fight.hp, len(t.hand())), draw="8 strike", then=["end"])
    assert seen == ((79, 6), (79, 6))
    assert not catalogue.FLAGS[catalogue.face("Brutality")] & catalogue.INNATE
    assert catalogue.FLAGS[catalogue.face("Brutality", True)] & catalogue.INNATE


def test_corruption() -> None:
    assert costs("corruption") == (3, 2)
    table = Table("corruption, shockwave, defend, strike", energy=3).play("corruption")
    assert table.costs() == [0, 0, 1]
    table.play("defend")
    assert (table.fight.block, table.pile("exhaust")) == (5, ["defend"])
    assert both("corruption", block, also="defend", then=["defend"], energy=3) == (5, 5)


def test_corruption_with_strange_spoon() -> None:
    piles = []
    for seed in range(40):
        table = Table("defend", powers={"Corruption": 1}, relics=["Strange Spoon"], seed=seed)
        piles.append(len(table.play("defend").pile("exhaust")))
    assert 8 < sum(piles) < 32


def test_demon_form() -> None:
    assert costs("demon form") == (3, 3)
    assert both("demon form", strength, then=["end", "end"]) == (4, 6)
    assert both("demon form", strength) == (0, 0)


def test_juggernaut() -> None:
    assert costs("juggernaut") == (2, 2)
    seen = both("juggernaut", Table.lost, dummy(block=1), also="defend", then=["defend"])
    assert seen == (4, 6)
    # A card that gains no block sets nothing off.
    seen = both("juggernaut", Table.lost, also="defend", then=["defend"], powers={"Dexterity": -5})
    assert seen == (0, 0)
