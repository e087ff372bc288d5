"""Every card by name: what it costs, what it is played on, what it does, whose turn is next.

A card that ends the turn is checked to do so, and a Go Again card not to.
"""

import pytest

from kibitz.games.dronewars.cards import CARDS, DRONE_NUMBERS
from kibitz.games.dronewars.rules import drones
from kibitz.games.dronewars.state import count_kind
from tests.games.dronewars.table import Table, name_of_test

AGAIN, ENDS = 0, 1


def spend(table: Table, move: str, cost: int, seat: int) -> Table:
    """Plays a card; checks its price, that it is discarded, and whose turn is next."""
    card = move.removeprefix("play ").split(" > ")[0]
    before, gone = table.energy(), table.zone("discard").count(card)
    table.battle.board.energy[0] = cost - 1
    assert table.refuses(move), f"{card} is too cheap"
    if cost:
        assert table.why_not(move) == "NOT_ENOUGH_ENERGY"
    table.battle.board.energy[0] = before
    table.play(move)
    if not table.battle.stack:
        assert table.battle.seat == seat
    assert table.zone("discard").count(card) == gone + 1
    return table


def targets(table: Table, card: str) -> list[str]:
    """Lists what a card can be played on."""
    start = f"play {card} > "
    return [text.removeprefix(start) for text in table.legal() if text.startswith(start)]


# Damage and destruction.


def hit_guardian(card: str, cost: int, left: tuple[int, int]) -> None:
    table = Table(lane2="scout", against1="guardian", hand=card)
    assert targets(table, card) == ["guardian 1", "own scout 2"]
    spend(table, f"play {card} > guardian 1", cost, ENDS)
    assert (table.foe(1).hull, table.foe(1).shields) == left
    assert table.energy() == 10 - cost


def test_laser_blast() -> None:
    hit_guardian("laser blast", 3, (3, 0))


def test_laser_blast_plus() -> None:
    hit_guardian("laser blast+", 2, (2, 0))


def test_piercing_shot() -> None:
    hit_guardian("piercing shot", 4, (3, 1))


def test_piercing_shot_plus() -> None:
    hit_guardian("piercing shot+", 3, (3, 1))


def test_sidewinder_missiles() -> None:
    table = Table(
        lane1="swarm",
        against1="standard fighter, heavy fighter, swarm, skirmisher, scout speed=3",
        against2="swarm",
        hand="sidewinder missiles",
    )
    assert targets(table, "sidewinder missiles") == ["1", "2", "3"]
    spend(table, "play sidewinder missiles > 1", 3, ENDS)
    # Speeds 4, 3, 3, 1 and 2 more in an outer lane, 3 by change: all but the first are hit for 2.
    assert table.lane(1, seat=1) == ["standard fighter", "heavy fighter"]
    assert (table.foe(1).hull, table.foe(1).shields) == (2, 1)
    assert (table.foe(1, 1).hull, table.foe(1, 1).shields) == (3, 0)
    assert (table.lane(1), table.lane(2, seat=1)) == (["swarm"], ["swarm"])


def test_target_lock() -> None:
    table = Table(lane1="scout", against3="guardian", hand="2 target lock", passed=[1])
    assert targets(table, "target lock") == ["guardian 3", "own scout 1"]
    spend(table, "play target lock > guardian 3", 5, 0)
    assert table.lane(3, seat=1) == []
    table.play("play target lock > own scout 1")
    assert table.lane(1) == []


def test_shrieker_missiles() -> None:
    table = Table(
        lane1="scout",
        against1="scout, interceptor, standard fighter, bomber speed=5, scout speed=4",
        hand="shrieker missiles",
    )
    spend(table, "play shrieker missiles > 1", 4, ENDS)
    assert table.lane(1, seat=1) == ["standard fighter", "scout"]
    assert table.lane(1) == ["scout"]


def test_nuke() -> None:
    table = Table(
        lane1="scout, guardian",
        lane2="scout",
        against1="bomber, jammer",
        against2="bomber",
        hand="nuke",
    )
    assert targets(table, "nuke") == ["1", "2", "3"]
    spend(table, "play nuke > 1", 7, ENDS)
    assert (table.lane(1), table.lane(1, seat=1)) == ([], [])
    assert (table.lane(2), table.lane(2, seat=1)) == (["scout"], ["bomber"])
    assert table.section(1) == (10, 3), "sections are not hit"


# Cards and energy.


def test_system_reboot() -> None:
    table = Table(hand="system reboot", deck="nuke, boosters, out think")
    spend(table, "play system reboot", 1, AGAIN)
    assert (table.zone("hand"), table.zone("deck")) == (["out think", "boosters"], ["nuke"])


def test_system_reboot_plus() -> None:
    table = Table(hand="system reboot+", deck="maneuver, nuke, boosters, out think")
    spend(table, "play system reboot+", 2, AGAIN)
    assert sorted(table.zone("hand")) == ["boosters", "nuke", "out think"]


def test_out_think() -> None:
    table = Table(hand="out think", deck="nuke, boosters")
    spend(table, "play out think", 1, ENDS)
    assert table.zone("hand") == ["boosters"]


def test_drawing_refills_an_empty_deck_without_the_card_in_play() -> None:
    table = Table(hand="system reboot", deck="nuke", discard="boosters")
    table.play("play system reboot")
    assert sorted(table.zone("hand")) == ["boosters", "nuke"]
    assert (table.zone("deck"), table.zone("discard")) == ([], ["system reboot"])


def test_drawing_stops_when_there_are_no_cards() -> None:
    table = Table(hand="system reboot+", deck="nuke").play("play system reboot+")
    assert table.zone("hand") == ["nuke"]


def gains(card: str, amount: int) -> None:
    table = Table(hand=f"2 {card}", energy=5)
    spend(table, f"play {card}", 0, AGAIN)
    assert table.energy() == 5 + amount
    table.battle.board.energy[0] = 11
    assert table.play(f"play {card}").energy() == 12, "the Power Cell stands in the middle"


def test_energy_surge() -> None:
    gains("energy surge", 2)


def test_energy_surge_plus() -> None:
    gains("energy surge+", 3)


@pytest.mark.parametrize(("hull", "times"), [((10, 10, 6), 1), ((5, 10, 10), 2), ((0, 5, 10), 3)])
def test_desperate_measures(hull: tuple[int, ...], times: int) -> None:
    table = Table(hand="desperate measures", deck="3 nuke, 2 boosters", energy=4, hull=hull)
    spend(table, "play desperate measures", 1, AGAIN)
    assert (len(table.zone("hand")), table.energy()) == (times, 3 + times)


def test_desperate_measures_does_not_pass_the_maximum() -> None:
    table = Table(hand="desperate measures", energy=12, hull=(5, 10, 5))
    assert table.play("play desperate measures").energy() == 12


def test_strategic_planning() -> None:
    deck = "nuke, target lock, boosters, maneuver, out think, static field"
    table = Table(hand="strategic planning", deck=deck)
    spend(table, "play strategic planning", 2, ENDS)
    offered = ["boosters", "maneuver", "out think", "static field", "target lock"]
    assert sorted(table.legal()) == [f"choose {card}" for card in offered]
    assert table.seen(1, "deck", 0) == ["?"] * 6, "only the searcher sees them"
    assert table.seen(0, "deck", 0).count("?") == 1
    table.play("choose boosters")
    assert (table.zone("hand"), len(table.zone("deck"))) == (["boosters"], 5)
    assert table.seen(0, "deck", 0) == ["?"] * 5, "the deck is shuffled"
    assert table.seen(1, "hand", 0) == ["?"]
    assert table.battle.seat == 1


def test_strategic_planning_puts_the_discard_pile_under_a_short_deck() -> None:
    table = Table(hand="strategic planning", deck="nuke, boosters", discard="4 out think, maneuver")
    table.play("play strategic planning")
    assert table.zone("discard") == ["strategic planning"]
    assert table.zone("deck")[-2:] == ["nuke", "boosters"]
    assert {"choose nuke", "choose boosters", "choose out think"} <= set(table.legal())
    table = Table(hand="strategic planning", deck="5 nuke", discard="4 out think")
    table.play("play strategic planning")
    assert table.legal() == ["choose nuke"], "five cards are enough"


def test_strategic_planning_without_cards_does_nothing() -> None:
    table = Table(hand="strategic planning").play("play strategic planning")
    assert (table.zone("discard"), table.battle.seat) == (["strategic planning"], 1)


def test_equipment_cache() -> None:
    deck = "shield amplifier, nuke, boosters, 4 out think, piercing rounds, maneuver"
    table = Table(hand="equipment cache", deck=deck)
    spend(table, "play equipment cache", 4, ENDS)
    assert sorted(table.legal()) == ["choose piercing rounds", "choose shield amplifier"]
    table.play("choose piercing rounds")
    assert (table.zone("hand"), len(table.zone("deck"))) == (["piercing rounds"], 8)
    assert table.battle.seat == 1


def test_equipment_cache_that_finds_nothing() -> None:
    table = Table(hand="equipment cache", deck="2 nuke").play("play equipment cache")
    assert table.legal() == ["done"]
    table.play("done")
    assert (table.zone("hand"), table.battle.seat) == ([], 1)


# Own drones and sections.


def rush(card: str, cost: int, seat: int) -> None:
    table = Table(lane1="scout", lane3="bomber exhausted", against1="bomber exhausted", hand=card)
    assert targets(table, card) == ["bomber 3"]
    spend(table, f"play {card} > bomber 3", cost, seat)
    assert table.own(3).ready


def test_adrenaline_rush() -> None:
    rush("adrenaline rush", 2, ENDS)


def test_adrenaline_rush_plus() -> None:
    rush("adrenaline rush+", 3, AGAIN)


def test_nanobot_repair() -> None:
    table = Table(
        lane1="guardian 1/0", lane2="scout", against1="bomber 1/1", hand="2 nanobot repair"
    )
    assert targets(table, "nanobot repair") == ["guardian 1", "scout 2"]
    spend(table, "play nanobot repair > guardian 1", 1, AGAIN)
    assert (table.own(1).hull, table.own(1).shields) == (4, 0)
    table.play("play nanobot repair > guardian 1")
    assert table.own(1).hull == 5


def patch(card: str, amount: int) -> None:
    table = Table(hand=f"2 {card}", hull=(0, 8, 10), passed=[1])
    assert targets(table, card) == ["1", "2", "3"]
    spend(table, f"play {card} > 1", 3, 0)
    assert table.section(1, seat=0) == (amount, 3)
    assert table.play(f"play {card} > 2").section(2, seat=0) == (10, 3)


def test_emergency_patch() -> None:
    patch("emergency patch", 4)


def test_emergency_patch_plus() -> None:
    patch("emergency patch+", 5)


def test_shield_recharge() -> None:
    table = Table(
        lane1="repair 1/0, scout 1/0, interceptor",
        lane2="scout 1/0",
        against1="scout 1/0",
        hand="shield recharge",
    )
    assert targets(table, "shield recharge") == ["1", "2", "3"]
    spend(table, "play shield recharge > 1", 1, AGAIN)
    assert [drone.shields for drone in table.battle.rows[0]] == [2, 1, 0]
    assert (table.own(2).shields, table.foe(1).shields) == (0, 0)


def test_overcharge() -> None:
    table = Table(lane1="scout", against1="scout", hand="overcharge")
    assert targets(table, "overcharge") == ["scout 1"]
    spend(table, "play overcharge > scout 1", 0, ENDS)
    assert table.attack(1) == 3
    assert table.next_action().attack(1) == 1, "for this round"


def test_streamline() -> None:
    table = Table(
        lane1="scout, bomber exhausted", lane2="scout", against1="scout", hand="streamline"
    )
    spend(table, "play streamline > 1", 2, AGAIN)
    assert [table.speed(1), table.speed(1, 1), table.speed(2), table.speed(1, seat=1)] == [
        6,
        2,
        5,
        5,
    ]
    assert table.next_action().speed(1) == 6, "for good"


def test_static_field() -> None:
    table = Table(lane1="scout", against1="heavy fighter", against2="scout", hand="2 static field")
    assert targets(table, "static field") == ["heavy fighter 1", "scout 2"]
    spend(table, "play static field > heavy fighter 1", 1, AGAIN)
    assert table.attack(1, seat=1) == 2
    table.play("play static field > scout 2")
    assert table.attack(2, seat=1) == 0, "never below 0"
    assert table.next_action().attack(1, seat=1) == 4, "for this round"


def test_boosters() -> None:
    table = Table(lane1="bomber", hand="boosters")
    spend(table, "play boosters > bomber 1", 1, ENDS)
    assert table.speed(1) == 3
    assert table.next_action().speed(1) == 1, "for this round"


# Movement.


def maneuver(card: str, cost: int) -> None:
    table = Table(lane1="scout exhausted, bomber", lane2="guardian", hand=card, energy=1)
    assert targets(table, card) == ["bomber 1 > 2", "guardian 2 > 1", "guardian 2 > 3"]
    spend(table, f"play {card} > bomber 1 > 2", cost, AGAIN)
    assert table.lane(2) == ["guardian", "bomber"]
    assert table.own(2, 1).ready


def test_maneuver() -> None:
    maneuver("maneuver", 1)


def test_maneuver_plus() -> None:
    maneuver("maneuver+", 0)


def test_reposition() -> None:
    table = Table(
        lane1="scout, scout, bomber, guardian exhausted, swarm", lane3="jammer", hand="reposition"
    )
    assert targets(table, "reposition") == ["1 > 2", "3 > 2"]
    spend(table, "play reposition > 1 > 2", 1, ENDS)
    drones = ["scout 1", "scout 1.2", "bomber 1", "swarm 1"]
    assert table.legal() == [f"choose {drone}" for drone in drones], "one at least, only ready ones"
    table.play("choose scout 1.2")
    assert set(table.legal()) == {"done", "choose scout 1", "choose bomber 1", "choose swarm 1"}
    table.play("choose bomber 1", "choose swarm 1")
    assert (table.lane(1), table.lane(2)) == (["scout", "guardian"], ["scout", "bomber", "swarm"])
    assert all(drone.ready for drone in table.battle.rows[1])
    assert table.battle.seat == 1, "three at most"


def test_reposition_may_end_early_and_goes_to_a_neighbour_only() -> None:
    table = Table(lane1="scout, bomber", hand="reposition")
    assert table.refuses("play reposition > 1 > 3")
    table.play("play reposition > 1 > 2", "choose bomber 1", "done")
    assert (table.lane(2), table.battle.seat) == (["bomber"], 1)


def test_reposition_respects_full_lanes() -> None:
    table = Table(lane1="jammer, scout", lane2="jammer", hand="reposition")
    table.play("play reposition > 1 > 2")
    assert table.legal() == ["choose scout 1"]
    assert Table(lane1="jammer", lane2="jammer", hand="reposition").refuses(
        "play reposition > 1 > 2"
    )


# Tokens.


def test_deploy_jammers() -> None:
    table = Table(lane2="jammer exhausted", hand="deploy jammers")
    spend(table, "play deploy jammers", 3, ENDS)
    assert [table.lane(lane) for lane in (1, 2, 3)] == [["jammer"]] * 3
    assert [table.own(lane).ready for lane in (1, 2, 3)] == [True, False, True]


def test_deploy_jammers_ignores_the_cpu_limit() -> None:
    many = "scout, scout, scout, bomber, bomber, bomber, guardian, guardian, swarm, swarm"
    table = Table(lane1=many, hand="deploy jammers").play("play deploy jammers")
    assert count_kind(table.battle, 0, DRONE_NUMBERS["jammer"]) == 3
    table.play("pass", "pass")
    while table.battle.turn == 2 or not table.legal()[0].startswith("remove"):
        table.play(table.legal()[0])
    table.play("remove jammer 2", "remove swarm 1.2", "remove scout 1")
    assert table.refuses("remove scout 1"), "10 are left"


# Upgrades.


def upgrade(card: str, cost: int, seat: int, most: int) -> Table:
    """Upgrades the Scout; checks price, turn, and how often it may be applied."""
    table = Table(lane1="scout", lane2="bomber", against1="scout", hand=f"3 {card}", energy=12)
    pool = ["scout", "standard fighter", "heavy fighter", "guardian", "bomber"]
    assert targets(table, card) == pool
    spend(table, f"play {card} > scout", cost, seat)
    table.battle.active = table.battle.seat = 0
    again = f"play {card} > scout"
    table.battle.board.energy[0] = 12
    assert table.refuses(again) == (most == 1)
    if most == 2:
        other = Table(upgrades=[f"{card} on scout"] * 2, hand=card, energy=12)
        assert other.refuses(again)
    return table


def test_slimline_bodywork() -> None:
    table = upgrade("slimline bodywork", 3, AGAIN, 1)
    kinds = (DRONE_NUMBERS["scout"], DRONE_NUMBERS["bomber"])
    assert [drones.limit(table.battle, 0, kind) for kind in kinds] == [4, 3]
    assert drones.limit(table.battle, 1, kinds[0]) == 3
    table = Table(
        phase="deployment",
        budget=4,
        lane1="scout, scout, scout",
        upgrades=["slimline bodywork on scout"],
    )
    table.play("deploy scout 1", "pass")
    assert table.refuses("deploy scout 1")


def test_overclocked_thrusters() -> None:
    table = upgrade("overclocked thrusters", 3, ENDS, 2)
    assert (table.speed(1), table.speed(2), table.speed(1, seat=1)) == (6, 1, 5)
    two = Table(lane1="scout", upgrades=["overclocked thrusters on scout"] * 2)
    assert two.speed(1) == 7


def test_piercing_rounds() -> None:
    table = upgrade("piercing rounds", 6, ENDS, 1)
    table.play("attack scout 1 > section")
    assert table.section(1) == (9, 3)


def test_efficiency_module() -> None:
    table = upgrade("efficiency module", 4, ENDS, 1)
    kinds = (DRONE_NUMBERS["scout"], DRONE_NUMBERS["bomber"])
    assert [drones.cost(table.battle, 0, kind) for kind in kinds] == [0, 3]
    table = Table(phase="deployment", budget=2, energy=0, upgrades=["efficiency module on bomber"])
    table.play("deploy bomber 1")
    assert table.battle.board.budget[0] == 0
    free = Table(upgrades=["efficiency module on swarm"], pool="swarm, scout, bomber, aegis, sabot")
    assert drones.cost(free.battle, 0, DRONE_NUMBERS["swarm"]) == 0, "never below 0"


def test_combat_enhancement() -> None:
    table = upgrade("combat enhancement", 5, ENDS, 2)
    assert (table.attack(1), table.attack(2), table.attack(1, seat=1)) == (2, 1, 1)
    two = Table(lane1="scout", upgrades=["combat enhancement on scout"] * 2)
    assert two.attack(1) == 3


def test_shield_amplifier() -> None:
    table = upgrade("shield amplifier", 4, ENDS, 2)
    assert [(drone.shields, drone.max_shields) for drone in table.battle.rows[0]] == [(2, 2)]
    assert table.foe(1).max_shields == 1
    table = Table(phase="deployment", budget=1, upgrades=["shield amplifier on scout"] * 2)
    assert table.play("deploy scout 1").own(1).shields == 3


def test_upgrades_need_a_free_slot() -> None:
    full = ["overclocked thrusters on scout", "combat enhancement on scout"]
    assert Table(upgrades=full, hand="shield amplifier").refuses("play shield amplifier > scout")
    pool = "swarm, scout, bomber, aegis, sabot"
    three = [text.replace("scout", "swarm") for text in full]
    table = Table(upgrades=three, hand="2 shield amplifier", pool=pool, passed=[1])
    table.play("play shield amplifier > swarm")
    assert table.refuses("play shield amplifier > swarm"), "it has three slots"


def test_system_sabotage() -> None:
    enemy = ["shield amplifier on scout", "combat enhancement on bomber"]
    table = Table(
        against1="scout",
        their_upgrades=enemy,
        upgrades=["combat enhancement on scout"],
        hand="system sabotage",
    )
    assert sorted(targets(table, "system sabotage")) == sorted(enemy)
    assert table.foe(1).shields == 2
    spend(table, "play system sabotage > shield amplifier on scout", 1, ENDS)
    assert (table.foe(1).shields, table.foe(1).max_shields) == (1, 1)
    assert len(table.battle.board.upgrades[1]) == 1
    assert Table(hand="system sabotage").refuses("play system sabotage"), "it needs a target"


# The balance patch.


def test_railgun_strike() -> None:
    table = Table(
        lane1="scout",
        against1="interceptor, scout",
        their_shields=(3, 3, 3),
        hand="3 railgun strike",
        energy=12,
        passed=[1],
        balance_patch=True,
    )
    assert targets(table, "railgun strike") == ["interceptor 1", "scout 1"]
    spend(table, "play railgun strike > interceptor 1", 5, 0)
    assert (table.foe(1).hull, table.section(1)) == (2, (10, 3))
    table.play("play railgun strike > scout 1")
    assert table.lane(1, seat=1) == ["interceptor"]
    assert table.section(1) == (9, 3), "1 of 2 is left for the section, and pierces"


def test_railgun_strike_hits_marked_drones_harder() -> None:
    table = Table(against1="interceptor marked", hand="railgun strike", balance_patch=True)
    table.play("play railgun strike > interceptor 1")
    assert (table.lane(1, seat=1), table.section(1)) == ([], (10, 3))
    table = Table(against2="scout marked", hand="railgun strike", balance_patch=True)
    assert table.play("play railgun strike > scout 2").section(2) == (7, 3)


def test_railgun_strike_can_win() -> None:
    table = Table(
        against3="scout", their_hull=(5, 5, 6), hand="railgun strike", balance_patch=True
    ).play("play railgun strike > scout 3")
    assert (table.battle.over, table.battle.winner) == (True, 0)


def test_barrage() -> None:
    row = "guardian 5/0, bomber 2/0, heavy fighter 4/0, guardian 5/0"
    table = Table(lane1="scout, scout", against1=row, hand="barrage", balance_patch=True)
    spend(table, "play barrage > bomber 1", 4, ENDS)
    assert [drone.hull for drone in table.battle.rows[3]] == [4, 1, 3, 5]
    table = Table(lane1="scout, scout, swarm", against1=row, hand="barrage", balance_patch=True)
    table.play("play barrage > guardian 1")
    assert [drone.hull for drone in table.battle.rows[3]] == [3, 4, 5], "the Bomber is destroyed"


@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ("laser blast > guardian 1", 3),
        ("laser blast+ > guardian 1", 3),
        ("system reboot", 2),
        ("energy surge", 1),
        ("energy surge+", 1),
        ("target lock > guardian 1", 6),
        ("shrieker missiles > 1", 5),
        ("nuke > 1", 8),
        ("overcharge > scout 1", 1),
        ("static field > guardian 1", 2),
        ("deploy jammers", 5),
    ],
)
def test_balance_patch_changes_prices(card: str, cost: int) -> None:
    table = Table(
        lane1="scout",
        against1="guardian",
        hand=card.split(" > ")[0],
        balance_patch=True,
        passed=[1],
    )
    spend(table, f"play {card}", cost, 0)


@pytest.mark.parametrize(("card", "hull"), [("laser blast", 4), ("laser blast+", 3)])
def test_balance_patch_changes_damage(card: str, hull: int) -> None:
    table = Table(against1="guardian", hand=card, balance_patch=True)
    assert table.play(f"play {card} > guardian 1").foe(1).hull == hull


def test_every_card_has_a_test_named_after_it() -> None:
    names = [card.name for card in CARDS[1:]]
    assert len(names) == 39
    assert [name for name in names if name_of_test(name) not in globals()] == []
