"""Every phase of a round by name, the set-up before it, and turns and passing."""

import pytest

from kibitz.core import seeded
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import DRONE_NUMBERS
from kibitz.games.dronewars.state import (
    ACTION,
    ASIDE,
    DECK,
    DEPLOYMENT,
    DISCARD,
    HAND,
    NO_SEAT,
    PHASES,
    pile,
)
from kibitz.testing.expect import census
from tests.games.dronewars.table import Table, name_of_test

MANTICORES = "manticore / manticore"


def phase_of(table: Table) -> str:
    """Returns the name of the phase."""
    return PHASES[table.battle.phase]


def skip_to(table: Table, phase: str) -> Table:
    """Plays the first legal move until a phase of the next round; passes where it can."""
    for _ in range(200):
        if table.battle.turn > 2 and phase_of(table) == phase:
            return table
        legal = table.legal()
        words = [word for word in ("pass", "done") if word in legal]
        table.play(words[0] if words else legal[0])
    raise AssertionError(f"there is no phase {phase}")


# Before the first round.


def test_set_up() -> None:
    game = DroneWars(MANTICORES)
    state = game.setup(seeded(5))
    assert (state.board.hull, state.board.shields) == ([10] * 6, [3] * 6)
    assert (state.turn, PHASES[state.phase]) == (1, "deployment")
    # The hand limit is 5, initial deployment 8 with the hub in the middle, energy 10.
    assert [len(pile(state, HAND, seat)) for seat in (0, 1)] == [5, 5]
    assert [len(pile(state, DECK, seat)) for seat in (0, 1)] == [35, 35]
    assert (state.board.budget, state.board.energy) == ([8, 8], [10, 10])


def test_selection() -> None:
    game = DroneWars("standard / manticore")
    state = game.setup(seeded(2))
    offered = []
    for _ in range(5):
        pair = [str(move).removeprefix("keep ") for move in game.legal(state)]
        assert len(pair) == 2
        offered += pair
        game.play(state, game.legal(state)[0])
    assert len(set(offered)) == 10, "all ten are shown, none twice"
    kept = {DRONE_NUMBERS[word] for word in offered[::2]}
    assert set(state.board.pools[0]) == kept
    five = "heavy fighter, standard fighter, kamikaze, bomber, avenger"
    assert set(state.board.pools[1]) == {DRONE_NUMBERS[word] for word in five.split(", ")}


def test_selection_takes_five_of_a_shorter_list_by_chance() -> None:
    fleet = "scout, bomber, swarm, aegis, sabot, sniper, gladiator"
    pools = {
        DroneWars(MANTICORES, f"{fleet} / manticore").setup(seeded(seed)).board.pools[0]
        for seed in range(20)
    }
    assert len(pools) > 5
    assert {len(set(pool)) for pool in pools} == {5}


def test_offered_pairs_are_seen_by_their_seat_only() -> None:
    game = DroneWars()
    state = game.setup(seeded(1))
    game.play(state, game.legal(state)[0])
    assert len(game.view(state, 0).board.offered[0]) == 4
    assert game.view(state, 1).board.offered[0] == ()
    assert game.view(state, 1).board.chosen[0] == ()


def test_placement() -> None:
    game = DroneWars(MANTICORES, placements="ask / ask")
    state = game.setup(seeded(1))
    assert len(game.legal(state)) == 6
    game.play(state, game.parse(state, "place powercell hub bridge"))
    assert game.view(state, 1).board.chosen[0] == (), "in secret"
    assert game.view(state, 1).board.sections == [0] * 6
    game.play(state, game.parse(state, "place hub bridge powercell"))
    assert state.board.sections == [2, 3, 1, 3, 1, 2]
    assert game.view(state, 1).board.sections == [2, 3, 1, 3, 1, 2]


# The phases of a round.


def test_first_player() -> None:
    first = {DroneWars(MANTICORES).setup(seeded(seed)).board.first for seed in range(20)}
    assert first == {0, 1}, "by chance in round 1"
    for passer in (0, 1):
        table = Table(first=0)
        table.battle.active = table.battle.seat = passer
        table.play("pass", "pass")
        assert table.battle.board.first == passer, "then who passed first"
        assert table.battle.board.first_passer == NO_SEAT


def test_passing_in_deployment_does_not_count_for_the_first_player() -> None:
    table = Table(phase="deployment", first=1, passed=[])
    table.battle.board.first_passer = NO_SEAT
    table.play("pass", "pass")
    assert (phase_of(table), table.battle.seat) == ("action", 1)
    table.play("pass", "pass")
    assert table.battle.board.first == 1


def test_energy_reset() -> None:
    table = Table(
        lane1="scout 1/0 exhausted, aegis 2/0 exhausted",
        against2="repair 1/1 exhausted",
        ship="bridge hub powercell",
        hand="overcharge, boosters",
        energy=4,
        budget=1,
        their_energy=9,
        passed=[1],
    )
    table.play("play overcharge > scout 1", "play boosters > scout 1", "pass")
    scout, aegis, repair = table.own(1), table.own(1, 1), table.foe(2)
    assert [drone.ready for drone in (scout, aegis, repair)] == [True] * 3
    assert [drone.shields for drone in (scout, aegis, repair)] == [2, 2, 3]
    assert (table.attack(1), table.speed(1)) == (1, 5), "temporary changes vanish"
    assert (table.energy(), table.energy(1)) == (10, 12), "set, not added"
    assert table.battle.board.budget == [5, 3]


def test_energy_reset_gives_the_initial_deployment_in_round_one_only() -> None:
    table = Table(round=1, ship="bridge hub powercell").play("pass", "pass")
    assert table.battle.board.budget == [5, 3]
    state = DroneWars("test ai / test ai").setup(seeded(1))
    assert state.board.budget == [6, 6]


def test_energy_reset_follows_damaged_sections() -> None:
    table = Table(hull=(10, 0, 5), their_hull=(10, 10, 0)).play("pass", "pass")
    assert (table.energy(), table.battle.board.budget) == (11, [2, 2])


def test_mandatory_discard() -> None:
    table = Table(hand="6 nuke, out think", their_hand="5 nuke").play("pass", "pass")
    assert phase_of(table) == "mandatory_discard"
    assert table.legal() == ["discard out think", "discard nuke"], "there is no way round it"
    table.play("discard out think")
    assert table.zone("discard") == [], "in secret until both are done"
    table.play("discard nuke")
    assert phase_of(table) == "optional_discard"
    assert sorted(table.zone("discard")) == ["nuke", "out think"]
    assert table.zone("hand") == ["nuke"] * 5


@pytest.mark.parametrize(
    ("ship", "hull", "limit"),
    [("bridge powercell hub", (0, 10, 10), 4), ("hub bridge powercell", (10, 10, 10), 6)],
)
def test_mandatory_discard_follows_the_bridge(ship: str, hull: tuple[int, ...], limit: int) -> None:
    table = Table(hand="9 nuke", ship=ship, hull=hull).play("pass", "pass")
    while phase_of(table) == "mandatory_discard":
        table.play("discard nuke")
    assert len(table.zone("hand")) == limit


def test_mandatory_discard_shows_the_other_seat_only_how_many() -> None:
    table = Table(hand="6 nuke, out think", first=0).play("pass", "pass")
    table.play("discard out think")
    view = table.game.view(table.battle, 1)
    assert pile(view, ASIDE, 0) == [0]
    assert pile(view, HAND, 0) == [0] * 6
    own = table.game.view(table.battle, 0)
    assert pile(own, ASIDE, 0) == pile(table.battle, ASIDE, 0)


def test_optional_discard() -> None:
    table = Table(hand="5 nuke", their_hand="nuke", deck="9 out think").play("pass", "pass")
    assert (phase_of(table), table.battle.seat) == ("optional_discard", 0)
    table.play("discard nuke", "discard nuke", "discard nuke")
    assert table.battle.seat == 1, "three at most"
    table.play("done")
    assert sorted(table.zone("hand")) == ["nuke"] * 2 + ["out think"] * 3


@pytest.mark.parametrize(
    ("ship", "hull", "most"),
    [
        ("bridge powercell hub", (5, 10, 10), 2),
        ("bridge powercell hub", (0, 10, 10), 1),
        ("hub bridge powercell", (10, 10, 10), 4),
    ],
)
def test_optional_discard_follows_the_bridge(ship: str, hull: tuple[int, ...], most: int) -> None:
    table = Table(hand="4 nuke, boosters", ship=ship, hull=hull).play("pass", "pass")
    while phase_of(table) == "mandatory_discard":
        table.play("discard boosters")
    table.play(*["discard nuke"] * most)
    assert phase_of(table) != "optional_discard" or table.battle.seat == 1


def test_optional_discard_is_skipped_without_cards() -> None:
    table = Table(deck="9 nuke", shields=(0, 0, 0)).play("pass", "pass")
    assert phase_of(table) == "shield_allocation"


def test_draw() -> None:
    table = Table(hand="nuke", deck="2 boosters", discard="4 out think", their_deck="nuke")
    table.play("pass", "pass", "done")
    assert len(table.zone("hand")) == 5
    assert (len(table.zone("deck")), table.zone("discard")) == (2, [])
    assert table.zone("hand", seat=1) == ["nuke"], "both piles are empty"


def test_draw_never_takes_cards_away() -> None:
    table = Table(hand="6 nuke", ship="hub bridge powercell", deck="2 boosters")
    table.play("pass", "pass", "done")
    assert table.zone("hand") == ["nuke"] * 6


def test_shield_allocation() -> None:
    table = Table(shields=(0, 2, 3), their_shields=(3, 4, 2)).play("pass", "pass")
    assert phase_of(table) == "shield_allocation"
    table.play("shield 1", "shield 2", "shield 2")
    assert table.legal() == ["shield 1"], "the others have all their shields"
    table.play("shield 1")
    assert table.battle.board.shields[:3] == [2, 4, 3], "four, with the Power Cell in the middle"
    assert (table.battle.seat, table.legal()) == (1, ["shield 3"])
    table.play("shield 3")
    assert phase_of(table) == "deployment", "the three others are lost"


@pytest.mark.parametrize(
    ("ship", "hull", "count"),
    [
        ("powercell bridge hub", (10, 10, 10), 3),
        ("powercell bridge hub", (5, 10, 10), 2),
        ("powercell bridge hub", (0, 10, 10), 1),
        ("bridge powercell hub", (10, 5, 10), 3),
    ],
)
def test_shield_allocation_follows_the_power_cell(
    ship: str, hull: tuple[int, ...], count: int
) -> None:
    table = Table(ship=ship, hull=hull, shields=(0, 0, 0), their_shields=(3, 4, 3))
    table.play("pass", "pass", *["shield 2"] * count)
    assert phase_of(table) == "deployment"


def test_shield_allocation_begins_with_round_two() -> None:
    state = DroneWars(MANTICORES).setup(seeded(1))
    assert (state.turn, state.phase) == (1, DEPLOYMENT)


def test_drone_removal() -> None:
    many = "scout, scout, scout, bomber, bomber, bomber, swarm, swarm, swarm"
    table = Table(lane1=many, hull=(10, 10, 0), shields=(3, 4, 3), their_shields=(3, 4, 3))
    table.play("pass", "pass")
    assert phase_of(table) == "drone_removal"
    assert "pass" not in table.legal()
    table.play("remove swarm 1.3")
    assert phase_of(table) == "deployment", "eight with a critical hub"
    assert len(table.lane(1)) == 8


def test_drone_removal_comes_after_shield_allocation() -> None:
    many = "scout, scout, scout, bomber, bomber, bomber, swarm, swarm, swarm"
    table = Table(lane1=many, hull=(10, 10, 0), shields=(0, 0, 0)).play("pass", "pass")
    assert phase_of(table) == "shield_allocation"


def test_deployment() -> None:
    table = Table(phase="deployment", budget=9, their_budget=9, first=0)
    table.play("deploy scout 1")
    assert table.battle.seat == 1, "players alternate"
    table.play("deploy scout 3", "pass", "deploy bomber 3", "deploy scout 3")
    assert (table.battle.seat, phase_of(table)) == (1, "deployment"), "a pass is final"
    table.play("pass")
    assert (table.battle.seat, phase_of(table)) == (0, "action")
    assert table.battle.board.first_passer == NO_SEAT


def test_deployment_is_paid_from_budget_and_then_energy() -> None:
    table = Table(phase="deployment", budget=2, energy=1)
    table.play("deploy bomber 1")
    assert (table.battle.board.budget[0], table.energy()) == (0, 0)
    table.play("pass")
    assert table.why_not("deploy scout 1") == "NOT_ENOUGH_ENERGY"


def test_deployment_refuses_what_is_not_in_the_pool() -> None:
    table = Table(phase="deployment", budget=9)
    assert table.why_not("deploy sniper 1") == "NO_SUCH_DRONE"


def test_action() -> None:
    table = Table(lane1="scout, scout", against1="scout", hand="out think, energy surge")
    table.play("move scout 1 > 2")
    assert table.battle.seat == 1, "players alternate"
    table.play("pass", "play energy surge", "play out think", "attack scout 1 > section")
    assert table.battle.seat == 0, "a pass is final"
    table.play("pass")
    assert table.battle.turn == 3


def test_action_of_an_exhausted_drone_is_refused() -> None:
    table = Table(lane1="scout exhausted")
    assert table.why_not("attack scout 1 > section") == "EXHAUSTED"
    assert table.why_not("move scout 1 > 2") == "EXHAUSTED"


def test_round_end() -> None:
    table = Table(round=4, energy=7, budget=2, shields=(1, 4, 3)).play("pass", "pass")
    assert table.battle.turn == 5
    assert table.battle.board.shields[:3] == [1, 4, 3], "shields of sections stay"


def test_every_phase_has_a_test_named_after_it() -> None:
    names = [*PHASES, "set up", "first player", "energy reset", "draw", "round end"]
    assert [name for name in names if name_of_test(name) not in globals()] == []


# Turns and secrets.


def test_first_player_starts_deployment_and_action() -> None:
    for first in (0, 1):
        table = Table(first=0)
        table.battle.active = table.battle.seat = first
        table.play("pass", "pass")
        while table.battle.phase < DEPLOYMENT:
            table.play(table.legal()[0])
        assert table.battle.seat == first
        table.play("pass", "pass")
        assert (table.battle.phase, table.battle.seat) == (ACTION, first)


def test_hands_and_decks_are_hidden() -> None:
    table = Table(hand="nuke", deck="boosters", discard="out think", their_hand="maneuver")
    assert table.seen(0, "hand", 0) == ["nuke"]
    assert table.seen(1, "hand", 0) == ["?"]
    assert table.seen(0, "deck", 0) == ["?"], "even from their owner"
    assert table.seen(1, "discard", 0) == ["out think"]


def test_battle_with_the_same_seed_and_moves_is_the_same() -> None:
    game = DroneWars(MANTICORES)
    one, two = game.setup(seeded(9)), game.setup(seeded(9))
    rng = seeded("moves")
    while not one.over and one.turn < 3:
        at = rng.below(len(game.legal(one)))
        game.play(one, game.legal(one)[at])
        game.play(two, game.legal(two)[at])
        assert one.key() == two.key()


def test_no_card_is_lost_in_a_round() -> None:
    table = Table(hand="7 nuke", deck="3 boosters", discard="2 out think")
    before = census(table.battle)
    skip_to(table, "deployment")
    assert census(table.battle) == before
    assert not pile(table.battle, ASIDE, 0)
    assert pile(table.battle, DISCARD, 0)
