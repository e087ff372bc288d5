"""The acceptance scenarios of the strategic AI, SA1 to SA16 (4.12, 5.3)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.agents import make_agent
from kibitz.core import seeded
from kibitz.core.agent import Advice, Observation
from kibitz.core.engine import RuleEngine
from kibitz.core.value import Json
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.state import Battle
from kibitz.testing import check_agent
from tests.games.dronewars.plans import (
    BARE,
    LAST1,
    LAST2,
    LAST3,
    ask,
    first_hull,
    kinds,
    obey,
    part,
    plans,
)
from tests.games.dronewars.table import Table


def scenario1(**more: object) -> Table:
    """Win detection."""
    known = {"lane1": "heavy fighter attack=5", "their_hull": LAST1, "their_shields": BARE}
    return first_hull(**{**known, **more})


def scenario2(**more: object) -> Table:
    """Guardian removal."""
    known = {
        "lane2": "standard fighter, heavy fighter",
        "against2": "guardian 3/0",
        "their_hull": LAST2,
        "their_shields": BARE,
    }
    return first_hull(**{**known, **more})


def test_sa1_win_detection() -> None:
    table = scenario1()
    advice = ask(table)
    assert part(advice, "assessment")["own"] == 3
    assert part(advice, "assessment")["enemy"] == 1
    assert part(advice, "mode")["mode"] == "AGGRESSIVE"
    assert part(advice, "mode")["priority"] == "WIN_NOW"
    goal = part(advice, "goal")
    assert (goal["type"], goal["need"], goal["avail"]) == ("DAMAGE_SECTION", 1, 5)
    assert goal["can_win_this_turn"] is True
    assert plans(table) == [("DIRECT_ATTACK", "IMMEDIATE_WIN", 2115.0)]
    assert advice.value == 2115.0
    obey(table)
    assert table.section(1) == (5, 0)
    assert (table.battle.over, table.battle.winner) == (True, 0)


def test_sa1_standard_needs_five() -> None:
    table = scenario1(ruleset="standard")
    assert part(ask(table), "goal")["need"] == 5
    assert plans(table) == [("DIRECT_ATTACK", "IMMEDIATE_WIN", 2115.0)]
    obey(table)
    assert table.section(1) == (5, 0)
    assert table.battle.over


def test_sa2_guardian_removal() -> None:
    table = scenario2()
    assert plans(table) == [("REMOVE_GUARDIAN_THEN_ATTACK", "ENABLES_WIN_NEXT_TURN", 1396.0)]
    advice = obey(table)
    assert str(advice.move) == "attack standard fighter 2 > guardian 2"
    amounts = [reason.amount for reason in advice.options[0].reasons]
    assert amounts == pytest.approx([1200.0, -10.0, -119.0, 300.0, 25.0])
    assert table.lane(2, seat=1) == []
    table.play("pass")
    assert plans(table) == [("DIRECT_ATTACK", "IMMEDIATE_WIN", 2090.0)]
    obey(table)
    assert table.section(2) == (6, 0)
    assert (table.battle.over, table.battle.winner) == (True, 0)


def test_sa2_standard_variant_starts_at_hull_9() -> None:
    table = scenario2(ruleset="standard", their_hull=(5, 9, 5))
    assert plans(table) == [("REMOVE_GUARDIAN_THEN_ATTACK", "ENABLES_WIN_NEXT_TURN", 1396.0)]
    obey(table)
    table.play("pass")
    assert obey(table).value == 2090.0
    assert (table.section(2), table.battle.winner) == ((5, 0), 0)


@pytest.mark.parametrize(("rules", "hull"), [("first_hull", 10), ("standard", 6)])
def test_sa3_go_again_combo(rules: str, hull: int) -> None:
    table = Table(
        lane1="standard fighter exhausted",
        hand="adrenaline rush+",
        energy=5,
        their_hull=(hull, 5, 5),
        their_shields=(2, 0, 0),
        ruleset=rules,
    )
    goal = part(ask(table), "goal")
    assert (goal["need"], goal["avail"]) == (3, 0)
    assert plans(table) == [("READY_THEN_ATTACK", "IMMEDIATE_WIN", 2265.0)]
    advice = obey(table)
    assert str(advice.move) == "play adrenaline rush+ > standard fighter 1"
    chosen = part(advice, "chosen")
    assert chosen["future"] == [
        {"text": "standard fighter 1 attacks the section", "when": "same turn through Go Again"}
    ]
    assert (table.energy(), table.battle.seat) == (2, 0)
    assert obey(table).value == 2065.0
    assert table.section(1) == (hull - 1, 0)
    assert (table.battle.over, table.battle.winner) == (True, 0)


def crisis(phase: str = "action", foe: str = "standard fighter 3/0 attack=5") -> Table:
    """A defensive crisis in lane 3."""
    return first_hull(
        lane3="standard fighter",
        against3=foe,
        hull=LAST3,
        shields=BARE,
        pool="guardian",
        budget=5,
        phase=phase,
    )


def test_sa4a_defensive_crisis_deploys_a_guardian() -> None:
    table = crisis("deployment")
    advice = ask(table)
    assert (part(advice, "mode")["mode"], part(advice, "mode")["priority"]) == (
        "DEFENSIVE",
        "SURVIVE_NOW",
    )
    assert part(advice, "mode")["emergency"] == "CRITICAL"
    assert plans(table) == [("DEPLOY_GUARDIAN", "DEPLOY_BLOCKER", 1097.0)]
    obey(table)
    assert table.lane(3) == ["standard fighter", "guardian"]
    table.play("pass", "pass")
    table.play("pass")
    assert table.battle.seat == 1
    assert table.refuses("attack standard fighter 3 > section")


def test_sa4b_defensive_crisis_eliminates_the_threat() -> None:
    table = crisis()
    assert plans(table) == [("ELIMINATE_THREATS", "FULL_DEFENSE", 1241.5)]
    assert str(obey(table).move) == "attack standard fighter 3 > standard fighter 3"
    assert table.lane(3, seat=1) == []


def test_sa4c_without_an_answer_tactics_decide() -> None:
    table = crisis(foe="heavy fighter 4/0 attack=5")
    advice = ask(table)
    assert plans(table) == []
    assert advice.trace["fallback"] == "no plan leads to the goal"


def test_sa5_adaptation() -> None:
    table = scenario2(lane2="standard fighter exhausted, heavy fighter", against2="guardian 3/0")
    assert plans(table) == [("REMOVE_GUARDIAN_THEN_ATTACK", "SETUP", 196.0)]
    assert str(obey(table).move) == "attack heavy fighter 2 > guardian 2"
    both = scenario2()
    assert plans(both) == [("REMOVE_GUARDIAN_THEN_ATTACK", "ENABLES_WIN_NEXT_TURN", 1396.0)]
    assert str(ask(both).move) == "attack standard fighter 2 > guardian 2"


def scenarios() -> list[Table]:
    """Returns SA1 to SA5."""
    return [
        scenario1(),
        scenario2(),
        Table(
            lane1="standard fighter exhausted",
            hand="adrenaline rush+",
            their_hull=LAST1,
            their_shields=(2, 0, 0),
            ruleset="first_hull",
        ),
        crisis("deployment"),
        crisis(),
        crisis(foe="heavy fighter 4/0 attack=5"),
        scenario2(lane2="standard fighter exhausted, heavy fighter"),
    ]


def substance(advice: Advice[Battle]) -> dict[str, Json]:
    """Returns advice without the seconds it took."""
    return {name: value for name, value in advice.to_json().items() if name != "seconds"}


def test_sa6_stateless() -> None:
    tables = scenarios()
    first = [substance(ask(table)) for table in tables]
    one = make_agent(tables[0].game, "strategic")
    for at, table in [*enumerate(tables), *reversed(list(enumerate(tables)))]:
        s = table.battle
        before = s.key()
        view = table.game.view(s, s.seat)
        seen = Observation(table.game, view, s.seat, table.game.legal(s), seeded(99))
        assert substance(one.advise(seen)) == first[at]
        assert s.key() == before
        assert view.key() == table.game.view(s, s.seat).key()


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_sa6_same_view_same_advice_in_any_order(seed: int, order: Random) -> None:
    game = DroneWars(decks="manticore / standard")
    s, rng = game.setup(seeded(seed)), seeded(f"moves {seed}")
    seen: list[Observation[Battle, Battle]] = []
    for ply in range(60):
        if s.over:
            break
        seen.append(Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(ply)))
        game.play(s, game.random_move(s, rng))
    agent = make_agent(game, "strategic")
    before = [substance(agent.advise(each)) for each in seen]
    places = list(range(len(seen)))
    order.shuffle(places)
    for at in places:
        each = seen[at]
        again = Observation(game, each.view, each.seat, each.moves, seeded("other dice"))
        assert substance(agent.advise(again)) == before[at]


def test_sa7_win_short_cut() -> None:
    table = scenario1(
        lane1="heavy fighter attack=5, standard fighter exhausted", hand="adrenaline rush+"
    )
    assert plans(table) == [
        ("READY_THEN_ATTACK", "IMMEDIATE_WIN", 2390.0),
        ("DIRECT_ATTACK", "IMMEDIATE_WIN", 2115.0),
    ]
    advice = obey(table)
    assert str(advice.move) == "attack heavy fighter 1 > section"
    assert part(advice, "chosen")["score"] == 2115.0
    lift = advice.options[0].reasons[-1]
    assert (lift.term, lift.amount) == ("wins at once", 276.0)
    assert table.zone("hand") == ["adrenaline rush+"]
    assert table.battle.over


def test_sa8_untargeted_cards() -> None:
    table = scenario2(against2="guardian", hand="system reboot", deck="16 out think, 4 target lock")
    assert plans(table) == [("DRAW_FOR_ANSWERS", "FIND_SOLUTION", 138.16)]
    advice = obey(table)
    assert str(advice.move) == "play system reboot"
    assert part(advice, "chosen")["score"] == pytest.approx(375 * 0.368421, abs=0.001)
    assert table.battle.seat == 0


def test_sa9_jammer() -> None:
    table = scenario2(against2="guardian 3/0, jammer", hand="target lock, overcharge")
    types = kinds(table)
    assert "CARD_REMOVAL_THEN_ATTACK" not in types
    assert "BUFF_THEN_ATTACK" in types


def test_sa10_race() -> None:
    table = Table(
        lane1="heavy fighter",
        lane3="standard fighter",
        against3="standard fighter 3/0 attack=5",
        hull=LAST3,
        shields=BARE,
        their_hull=LAST1,
        their_shields=BARE,
        ruleset="first_hull",
    )
    assert plans(table) == [
        ("DIRECT_ATTACK", "IMMEDIATE_WIN", 1890.0),
        ("ELIMINATE_THREATS", "FULL_DEFENSE", 841.5),
    ]
    advice = obey(table)
    assert part(advice, "mode")["mode"] == "RACE"
    assert part(advice, "goal")["strategy"] == "RACE_OFFENSE_BIAS"
    assert (table.battle.over, table.battle.winner) == (True, 0)


def test_sa11_two_standing() -> None:
    table = Table(
        lane1="heavy fighter attack=5",
        their_hull=(10, 10, 5),
        their_shields=(0, 3, 0),
        ruleset="first_hull",
    )
    assert part(ask(table), "mode")["priority"] == "APPLY_PRESSURE"
    assert plans(table) == [("DIRECT_ATTACK", "SECTION_LOST", 915.0)]


def test_sa12_alternation() -> None:
    more: dict[str, object] = {
        "lane1": "standard fighter, gladiator",
        "their_hull": LAST1,
        "their_shields": (3, 0, 0),
    }
    table = first_hull(**more)
    assert plans(table) == [("CHIP_ATTACK", "BREAKTHROUGH_PROGRESS", 293.0)]
    passed = first_hull(passed=[1], **more)
    assert plans(passed) == [("DIRECT_ATTACK", "IMMEDIATE_WIN", 2115.0)]


def test_sa13_interceptor_removal() -> None:
    table = Table(
        lane1="bomber, scout",
        against1="standard fighter 1/0",
        their_hull=LAST1,
        their_shields=(3, 0, 0),
        ruleset="first_hull",
    )
    assert plans(table) == [
        ("REMOVE_INTERCEPTOR_THEN_ATTACK", "ENABLES_WIN_NEXT_TURN", 1396.0),
        ("CHIP_ATTACK", "BREAKTHROUGH_PROGRESS", 318.0),
    ]
    assert str(obey(table).move) == "attack scout 1 > standard fighter 1"


def last_stand(own: str, against: str) -> Table:
    """The own last section is in lane 3, without shields."""
    return Table(lane3=own, against3=against, hull=LAST3, shields=BARE, ruleset="first_hull")


def test_sa14_threats() -> None:
    two = last_stand("gladiator, gladiator", "gladiator 2/0, gladiator 2/0")
    assert plans(two) == [("ELIMINATE_THREATS", "FULL_DEFENSE", 1266.5)]
    bomber = last_stand("standard fighter", "bomber")
    assert plans(bomber) == [("ELIMINATE_THREATS", "FULL_DEFENSE", 1241.5)]
    guarded = last_stand("guardian", "bomber")
    assert part(ask(guarded), "mode")["priority"] == "PROTECT"
    assert part(ask(guarded), "assessment")["threatened"] == []


def test_sa15_balanced() -> None:
    table = Table(lane1="standard fighter", hand="overcharge")
    assert plans(table) == [
        ("BUFF_FOR_EFFICIENCY", "EFFICIENT_TRADE", 390.0),
        ("ATTACK_PRISTINE", "APPLY_PRESSURE", 232.0),
    ]
    assert str(obey(table).move) == "play overcharge > standard fighter 1"
    scratched = Table(lane1="standard fighter", their_hull=(9, 9, 9))
    advice = ask(scratched)
    assert part(advice, "assessment")["enemy"] == 3
    assert len(plans(scratched)) == 1
    assert str(advice.move) != "pass"


def test_sa16_nothing_to_do_falls_back() -> None:
    advice = ask(Table())
    assert str(advice.move) == "pass"
    assert advice.trace["fallback"] == "no plan leads to the goal"


def test_sa16_full_board_evaluates_thirty_paths_at_most() -> None:
    crowd = "heavy fighter exhausted, heavy fighter exhausted, standard fighter exhausted"
    foes = "standard fighter, standard fighter, bomber, bomber, kamikaze"
    table = Table(
        lane1=f"{crowd}, standard fighter exhausted, kamikaze",
        lane2=crowd,
        lane3="swarm, scout exhausted",
        against1=foes,
        against2=foes,
        hull=LAST1,
        hand="adrenaline rush, adrenaline rush+, overcharge, target lock, laser blast+, maneuver,"
        " piercing shot+",
        deck="20 overcharge",
        unchecked=True,
    )
    paths = part(ask(table), "paths")
    assert isinstance(paths["found"], int)
    assert paths["found"] > 30
    assert paths["evaluated"] == 30


@pytest.mark.slow
def test_sa16_full_games() -> None:
    game = DroneWars(decks="manticore / manticore")
    for seed in range(6):
        logs = [play_out(game, seed), play_out(game, seed)]
        assert logs[0] == logs[1]


def play_out(game: DroneWars, seed: int) -> list[str]:
    """Plays a game of strategic against tactical; the seats change with the seed."""
    engine = RuleEngine(game, seed=seed)
    agents = [make_agent(game, name) for name in ("strategic", "tactical")]
    log: list[str] = []
    while engine.outcome is None:
        advice = agents[(engine.seat + seed) % 2].advise(engine.observe())
        log.append(str(advice.move))
        engine.play(advice.move)
    return log


def test_personality_names_its_brain() -> None:
    table = scenario2()
    assert str(ask(table, "manticore-strategic").move) == str(ask(table).move)
    assert "mode" in ask(table, "manticore-strategic").trace
    assert "mode" not in ask(table, "manticore").trace


def test_the_plan_is_told_as_a_player_would() -> None:
    table = Table(
        lane2="heavy fighter, scout exhausted",
        against3="standard fighter",
        hull=LAST3,
        shields=(0, 0, 3),
        their_hull=LAST2,
        their_shields=(0, 2, 0),
    )
    attack = "damage the middle section of the enemy (7 damage needed, 4 ready)"
    defence = "protect the right section of your ship (0 damage can reach its hull)"
    # The section regains 4 shields a round: 3 times 5 damage is 7 and 2 times 4.
    assert table.game.explain(table.battle, ask(table)) == [
        "Racing to win first: both ships are down to one section.",
        f"Goal: {attack}, then {defence}; build up an attack.",
        "As the lanes stand, you win in 3 rounds, the enemy cannot.",
        "Plan: wear the section down. First step: heavy fighter 2 attacks the section.",
    ]


def test_a_race_that_must_be_survived_is_told_as_a_defence() -> None:
    table = Table(
        lane3="standard fighter",
        against3="standard fighter 1/0, bomber",
        hull=LAST3,
        shields=(0, 0, 0),
        their_hull=LAST2,
        their_shields=(0, 3, 0),
    )
    texts = table.game.explain(table.battle, ask(table))
    defence = "protect the right section of your ship (8 damage can reach its hull)"
    attack = "damage the middle section of the enemy (8 damage needed, 0 ready)"
    assert texts[1] == f"Goal: {defence}, then {attack}; survive first, then attack."
    assert texts[3].startswith("Plan: kill the drones that threaten the section. First step: ")


def test_a_fallback_is_told_with_its_reason() -> None:
    table = crisis(foe="heavy fighter 4/0 attack=5")
    texts = table.game.explain(table.battle, ask(table))
    assert "The tactical AI decides: no plan leads to the goal." in texts
    assert texts[:2] == [
        "Defending to survive this turn: your ship is down to one section and may lose it.",
        "Goal: protect the right section of your ship (5 damage can reach its hull).",
    ]


def test_other_plans_are_named() -> None:
    table = Table(lane1="standard fighter", hand="overcharge")
    texts = table.game.explain(table.battle, ask(table))
    assert "Other plans: standard fighter 1 attacks the section: 3 damage (232 points)." in texts


@pytest.mark.parametrize("spec", ["strategic", "strategic:passing=true,tactical_support=true"])
def test_laws_of_agents_hold(spec: str) -> None:
    game = DroneWars(decks="manticore / standard")
    check_agent(lambda: make_agent(game, spec), game, games=1, max_plies=100)
