"""The defects of the original text and code, S1 to S38 (4.13): each would show here."""

import ast
from pathlib import Path as FilePath

from kibitz.games.dronewars.agents import strategic, tactical
from kibitz.games.dronewars.agents.strategic import paths as made
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.assessment import (
    RACE_OFFENSE_BIAS,
    Combat,
    Fighter,
    Mode,
    Playable,
    choose_goal,
    choose_mode,
)
from kibitz.games.dronewars.agents.strategic.evaluation import (
    HANDLERS,
    Handler,
    Sorted,
    executable,
    race_bonus,
)
from kibitz.games.dronewars.agents.strategic.paths import (
    Path,
    Paths,
    Step,
    add_buffs,
    hit_section,
    play_on_foe,
)
from kibitz.games.dronewars.agents.strategic.settings import DESCRIBED
from kibitz.games.dronewars.cards import CARD_NUMBERS
from tests.games.dronewars.plans import (
    BARE,
    LAST1,
    LAST2,
    LAST3,
    ask,
    first_hull,
    found_as,
    kinds,
    part,
    plan_of,
    plans,
)
from tests.games.dronewars.table import Table

STAGE: dict[str, object] = {"their_hull": LAST1, "their_shields": BARE}
STAND: dict[str, object] = {"hull": LAST3, "shields": BARE}


def sources(folder: str) -> dict[str, str]:
    """Returns the text of every module in a folder; a native build has the same files."""
    found = {path.name: path.read_text() for path in FilePath(folder).glob("*.py")}
    assert len(found) > 5
    return found


def test_s1_targets_are_collected_with_the_own_state() -> None:
    table = Table(lane1="standard fighter", lane2="scout, scout")
    assert [each.drones for each in plan_of(table).assessment.enemy] == [1, 2, 0]


def test_s2_every_module_declares_its_constants_once() -> None:
    for name, text in sources(strategic.__path__[0]).items():
        found = [
            node.target.id
            for node in ast.parse(text).body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        ]
        assert len(found) == len(set(found)), name


def test_s3_context_steps_are_not_tested_by_handlers() -> None:
    table = first_hull(lane1="standard fighter, scout", against1="guardian 3/0", **STAGE)
    plan = plan_of(table)
    assert plan.paths[0].steps[1].on_section
    assert (plan.dropped, str(ask(table).move)) == ([], "attack standard fighter 1 > guardian 1")


def test_s4_nobody_needs_to_be_left_for_the_attack_after_it() -> None:
    table = first_hull(lane1="standard fighter", against1="guardian 3/0", **STAGE)
    assert plans(table) == [("REMOVE_GUARDIAN_THEN_ATTACK", "SETUP", 196.0)]
    assert part(ask(table), "chosen")["future"] == [
        {"text": "the section is open", "when": "context for a later turn"}
    ]


def test_s5_untargeted_cards_are_not_asked_for_targets() -> None:
    hand = "system reboot, energy surge, nuke, deploy jammers, target lock"
    table = first_hull(lane1="scout", against1="guardian", hand=hand, deck="9 out think", **STAGE)
    assert kinds(table) == ["CARD_REMOVAL_THEN_ATTACK"]


def test_s6_moves_keep_drones_ready() -> None:
    table = first_hull(lane2="standard fighter", hand="maneuver", **STAGE)
    assert kinds(table) == ["MOVE_THEN_ATTACK"]
    assert str(ask(table).move) == "play maneuver > standard fighter 2 > 1"


def test_s6_reposition_moves_the_drone_of_the_plan_alone() -> None:
    table = first_hull(lane2="scout, heavy fighter, bomber", hand="reposition", **STAGE)
    assert kinds(table)[0] == "MOVE_THEN_ATTACK"
    for move in ("play reposition > 2 > 1", "choose bomber 2", "done"):
        assert str(ask(table).move) == move
        table.play(move)
    assert (table.lane(1), table.lane(2)) == (["bomber"], ["scout", "heavy fighter"])


def test_s7_only_ready_jammers_protect_and_never_own_drones() -> None:
    known = {"lane1": "scout", "hand": "target lock, overcharge", **STAGE}
    ready = first_hull(against1="guardian 3/0, jammer", **known)
    assert kinds(ready) == ["BUFF_KILL_GUARDIAN_THEN_ATTACK", "BUFF_THEN_ATTACK"]
    tired = first_hull(against1="guardian 3/0, jammer exhausted", **known)
    assert "CARD_REMOVAL_THEN_ATTACK" in kinds(tired)


def test_s7_handler_drops_cards_beside_a_jammer() -> None:
    table = first_hull(lane1="scout", against1="guardian 3/0, jammer", hand="target lock", **STAGE)
    combat = Combat(table.battle, 0)
    card = Playable(table.battle, 0, CARD_NUMBERS["target lock"])
    guardian, jammer = combat.foes(0)
    paths = [
        Path("X", settings.SETUP, "", 1.0, [play_on_foe(card, foe)], "")
        for foe in (guardian, jammer)
    ]
    found = Sorted(combat, paths, HANDLERS)
    assert found.allowed == [paths[1]]
    assert [(each.handler, each.blocker) for each in found.dropped] == [("Jammer", "jammer 1")]


def test_s8_exhausted_guardians_do_not_protect() -> None:
    tired = first_hull(lane1="scout", against1="guardian exhausted", **STAGE)
    assert kinds(tired) == ["DIRECT_ATTACK"]
    ready = Table(lane1="scout", against1="guardian")
    advice = ask(ready)
    assert part(advice, "paths")["dropped"] == [
        {
            "type": "ATTACK_PRISTINE",
            "text": "scout 1 attacks the section: 1 damage",
            "handler": "Guardian",
            "reason": "a ready Guardian protects the section",
            "drone": "guardian 1",
        }
    ]
    assert "Not possible: a ready Guardian protects the section (guardian 1)." in (
        ready.game.explain(ready.battle, advice)
    )


def test_s9_the_drone_that_kills_does_not_attack_the_section_as_well() -> None:
    table = first_hull(lane1="heavy fighter", against1="guardian", hand="overcharge", **STAGE)
    assert found_as(table, "BUFF_KILL_GUARDIAN_THEN_ATTACK")[0] == "EFFICIENT_SETUP"


def test_s9_buffed_killer_is_not_among_the_others() -> None:
    table = first_hull(
        lane1="scout exhausted attack=5, gladiator",
        against1="guardian 5/0",
        hand="adrenaline rush",
        their_hull=LAST1,
        their_shields=(3, 0, 0),
    )
    assert found_as(table, "READY_KILL_GUARDIAN_THEN_ATTACK")[0] == "EFFICIENT_SETUP"


def test_s10_wins_are_not_summed_over_turns_or_interceptors() -> None:
    known: dict[str, object] = {"their_hull": LAST1, "their_shields": (3, 0, 0)}
    two = first_hull(lane1="standard fighter, standard fighter", **known)
    assert kinds(two) == ["CHIP_ATTACK"]
    caught = first_hull(lane1="heavy fighter", against1="scout", **known)
    assert kinds(caught) == ["CHIP_ATTACK"]
    boosted = first_hull(
        lane1="scout, gladiator", hand="overcharge", against1="interceptor", **known
    )
    assert found_as(boosted, "BUFF_THEN_ATTACK")[0] == "MINOR_BUFF"


def test_s11_removal_enables_a_win_only_if_somebody_finishes() -> None:
    table = first_hull(
        lane1="scout",
        against1="guardian",
        hand="target lock",
        their_hull=LAST1,
        their_shields=(3, 0, 0),
    )
    assert found_as(table, "CARD_REMOVAL_THEN_ATTACK")[0] == "SETUP"


def test_s11_two_guardians_enable_no_win() -> None:
    table = first_hull(
        lane1="heavy fighter", against1="guardian, guardian", hand="target lock", **STAGE
    )
    assert found_as(table, "CARD_REMOVAL_THEN_ATTACK")[0] == "SETUP"


def test_s12_two_standing_sections_are_no_win() -> None:
    table = first_hull(
        lane1="standard fighter, scout",
        against1="guardian 3/0",
        hand="target lock",
        their_hull=(10, 10, 5),
        their_shields=BARE,
    )
    values = [value for _, value, _ in plans(table)]
    assert "ENABLES_WIN_NEXT_TURN" not in values
    assert found_as(table, "REMOVE_GUARDIAN_THEN_ATTACK")[0] == "EFFICIENT_SETUP"
    open_lane = first_hull(lane1="scout", their_hull=(10, 10, 5), their_shields=BARE)
    assert plan_of(open_lane).paths[0].outcome == "PROGRESS"


def test_s13_the_best_target_and_the_worst_danger_are_chosen() -> None:
    table = Table(lane1="scout", lane3="heavy fighter", their_hull=(10, 5, 8))
    assert part(ask(table), "goal")["lane"] == 3
    danger = Table(against1="scout", against2="heavy fighter", hull=(10, 10, 5), shields=BARE)
    assert part(ask(danger), "goal")["protect"] == 2


def test_s14_progress_through_shields_is_reached() -> None:
    table = Table(lane1="heavy fighter", their_hull=LAST1)
    assert part(ask(table), "goal")["need"] == 8
    assert plans(table) == [("CHIP_ATTACK", "BREAKTHROUGH_PROGRESS", 268.0)]


def test_s15_piercing_and_ship_bonus_count() -> None:
    sabot = first_hull(lane1="sabot", their_hull=LAST1, their_shields=(3, 0, 0))
    assert kinds(sabot) == ["DIRECT_ATTACK"]
    bomber = plan_of(first_hull(against3="bomber", **STAND)).assessment.own[0]
    assert (bomber.threat, bomber.under_threat) == (5, True)
    shielded = plan_of(first_hull(against3="sabot, scout", hull=LAST3)).assessment.own[0]
    assert (shielded.threat, shielded.potential) == (3, 2)
    kill = first_hull(lane3="sabot", against3="bomber 2/1", **STAND)
    assert kinds(kill) == ["ELIMINATE_THREATS"]


def test_s16_the_cheapest_killer_is_used() -> None:
    table = first_hull(
        lane1="heavy fighter, bomber attack=3, standard fighter", against1="guardian 3/0", **STAGE
    )
    assert str(ask(table).move) == "attack standard fighter 1 > guardian 1"


def test_s17_medium_threats_are_answered() -> None:
    table = first_hull(
        lane3="scout, scout, scout", against3="scout 1/0, scout 1/0, scout 1/0", **STAND
    )
    assert found_as(table, "ELIMINATE_THREATS")[0] == "FULL_DEFENSE"
    # One high threat can be killed, but the medium one alone is enough for the section.
    left = first_hull(lane3="standard fighter", against3="bomber, scout", **STAND)
    assert found_as(left, "ELIMINATE_THREATS")[0] == "PARTIAL_DEFENSE"


def test_s18_the_own_guardian_counts() -> None:
    guarded = plan_of(first_hull(lane3="guardian", against3="bomber", **STAND))
    assert (guarded.assessment.own[0].threat, guarded.mode.priority) == (0, "PROTECT")
    tired = plan_of(first_hull(lane3="guardian exhausted", against3="bomber", **STAND))
    assert tired.mode.priority == "SURVIVE_NOW"


def test_s19_a_buff_needs_a_ready_attacker() -> None:
    assert plans(first_hull(lane1="scout exhausted", hand="overcharge", **STAGE)) == []


def test_s20_a_go_again_buff_is_significant_if_it_beats_the_shields() -> None:
    for shields, value in ((3, settings.SIGNIFICANT_DAMAGE_BOOST), (4, settings.MINOR_BUFF)):
        table = Table(
            lane2="scout",
            hand="nanobot repair",
            their_hull=LAST2,
            their_shields=(0, shields, 0),
        )
        combat = Combat(table.battle, 0)
        goal = choose_goal(combat, plan_of(table).mode)
        assert goal is not None
        assert goal.offence is not None
        paths = Paths(combat, DESCRIBED)
        # No card of the tables gives attack and says Go Again; this one stands in, with 3.
        paths.cards.buffs.append(Playable(table.battle, 0, CARD_NUMBERS["nanobot repair"]))
        add_buffs(paths, goal.offence)
        assert [path.value for path in paths.found] == [value]


def test_s21_a_win_comes_before_a_preparation() -> None:
    table = first_hull(
        lane1="heavy fighter", hand="overcharge", their_hull=(10, 10, 5), their_shields=BARE
    )
    advice = ask(table)
    assert str(advice.move) == "attack heavy fighter 1 > section"
    assert part(advice, "chosen")["value"] == "SECTION_LOST"


def test_s23_a_race_counts_its_strategy_alone() -> None:
    wins = Path("X", settings.IMMEDIATE_WIN, made.WIN, 1.0, [], "")
    assert race_bonus(wins, RACE_OFFENSE_BIAS, DESCRIBED) == 300.0


def test_s24_the_mode_is_a_record() -> None:
    plan = plan_of(first_hull(against3="bomber", **STAND))
    mode = choose_mode(plan.assessment)
    assert isinstance(mode, Mode)
    assert [each.lane for each in mode.protect] == [2]
    assert (mode.focus, mode.emergency) == ([], "CRITICAL")


def test_s25_guardians_are_deployed_in_the_deployment_phase_only() -> None:
    known: dict[str, object] = {"against3": "bomber", "pool": "guardian", "budget": 5, **STAND}
    assert kinds(first_hull(phase="deployment", **known)) == ["DEPLOY_GUARDIAN"]
    assert kinds(first_hull(phase="action", **known)) == []


def test_s26_deployment_follows_the_rules() -> None:
    known: dict[str, object] = {
        "against3": "bomber",
        "pool": "guardian",
        "phase": "deployment",
        **STAND,
    }
    assert kinds(first_hull(budget=0, energy=3, **known)) == ["DEPLOY_GUARDIAN"]
    assert kinds(first_hull(budget=0, energy=2, **known)) == []
    assert kinds(first_hull(budget=6, round=1, energy=0, **known)) == ["DEPLOY_GUARDIAN"]
    assert kinds(first_hull(budget=5, lane1="guardian, guardian", **known)) == []
    crowd = ", ".join(["scout"] * 5)
    assert kinds(first_hull(budget=5, lane1=crowd, lane2=crowd, **known)) == []
    assert kinds(first_hull(budget=5, lane3="guardian", **known)) == []


def test_s26_the_reserve_holds_unless_the_ship_is_at_stake() -> None:
    known: dict[str, object] = {
        "against3": "heavy fighter, heavy fighter",
        "pool": "guardian",
        "phase": "deployment",
        "hand": "nuke",
        "budget": 0,
        "energy": 9,
        "shields": BARE,
    }
    assert kinds(Table(hull=(5, 10, 10), **known)) == []  # type: ignore[arg-type]
    assert kinds(Table(hull=LAST3, **known)) == ["DEPLOY_GUARDIAN"]  # type: ignore[arg-type]


def test_s27_a_token_card_is_legal_if_one_lane_has_room() -> None:
    assert not Table(lane1="jammer", lane2="jammer", hand="deploy jammers").refuses(
        "play deploy jammers"
    )


def test_s28_paths_whose_drones_are_gone_are_not_played() -> None:
    table = first_hull(lane1="scout", lane2="bomber", **STAGE)
    combat = Combat(table.battle, 0)
    gone = hit_section(combat.own(1)[0])
    here = hit_section(combat.own(0)[0])
    paths = [Path("X", settings.SETUP, "", 1.0, [step], "") for step in (gone, here)]
    table.battle.rows[1].clear()
    assert executable(paths, table.game.legal(table.battle)) == [paths[1]]
    nothing = Path("X", settings.SETUP, "", 1.0, [], "")
    assert executable([nothing], table.game.legal(table.battle)) == []


def test_s29_steps_name_drone_lane_and_target() -> None:
    table = Table(lane1="standard fighter", hand="overcharge")
    advice = ask(table)
    assert str(advice.move) == "play overcharge > standard fighter 1"
    assert [str(move) for move in advice.plan] == ["attack standard fighter 1 > section"]


def test_s30_tactics_decide_where_no_plan_does() -> None:
    table = first_hull(lane3="standard fighter", against3="heavy fighter 4/0", **STAND)
    advice = ask(table)
    assert plans(table) == []
    assert str(advice.move) != "pass"
    assert advice.trace["fallback"] == "no plan leads to the goal"


def test_s31_sorting_threats_changes_nothing() -> None:
    table = first_hull(against3="scout, bomber, standard fighter", **STAND)
    plan = plan_of(table)
    assert plan.goal is not None
    assert plan.goal.defence is not None
    assert [each.ship for each in plan.goal.defence.threats] == [5, 3, 1]
    assert table.lane(3, seat=1) == ["scout", "bomber", "standard fighter"]
    assert [each.index for each in plan.combat.foes(2)] == [0, 1, 2]


def test_s32_shield_pools_are_reported() -> None:
    found = part(ask(Table(hull=(10, 5, 10))), "assessment")
    assert (found["own_shields"], found["enemy_shields"]) == (3, 4)


def test_s33_scores_are_finals() -> None:
    table = first_hull(lane1="heavy fighter attack=5", **STAGE)
    assert (ask(table).value, ask(table).options[0].reasons[0].amount) == (2115.0, 1500.0)


def test_s34_draws_find_nothing_for_a_large_gap() -> None:
    known: dict[str, object] = {"hand": "system reboot", "deck": "9 overcharge, 9 adrenaline rush"}
    near = Table(lane1="heavy fighter", their_hull=(8, 5, 5), unchecked=True, **known)  # type: ignore[arg-type]
    far = Table(lane1="heavy fighter", their_hull=(9, 5, 5), unchecked=True, **known)  # type: ignore[arg-type]
    assert "DRAW_FOR_ANSWERS" in kinds(near)
    assert "DRAW_FOR_ANSWERS" not in kinds(far)


def test_s35_tactical_support_is_an_option() -> None:
    table = Table(lane1="standard fighter", against1="scout", hand="laser blast+")
    assert str(ask(table).move) == "attack standard fighter 1 > section"
    helped = ask(table, "strategic:tactical_support=true")
    assert helped.trace["fallback"] == "no plan is worth more than a good single action"
    assert str(helped.move) != "attack standard fighter 1 > section"


def test_s36_the_tactical_ai_does_not_know_the_strategic_one() -> None:
    for name, text in sources(tactical.__path__[0]).items():
        assert "agents.strategic" not in text, name


def test_s37_interception_is_decided_by_impact() -> None:
    table = Table(lane1="heavy fighter", against1="standard fighter, interceptor")
    table.play("attack heavy fighter 1 > standard fighter 1")
    # By class, the Interceptor would not protect a drone of a lower class.
    assert str(ask(table, "tactical").move) == "decline"
    known = ask(table)
    assert known.trace["step"] == "interception"
    assert str(known.move) == str(ask(table, "tactical:profile=plus").move)


def test_s38_passing_is_an_option_with_gates() -> None:
    known: dict[str, object] = {
        "lane2": "interceptor, interceptor, interceptor",
        "against2": "bomber, guardian",
        "energy": 12,
    }
    table = Table(**known)  # type: ignore[arg-type]
    assert str(ask(table).move) != "pass"
    waits = ask(table, "strategic:passing=true")
    assert (str(waits.move), part(waits, "chosen")["type"]) == ("pass", "STRATEGIC_PASS")
    terms = {reason.term: reason.amount for reason in waits.options[0].reasons}
    assert (terms["urgency"], terms["reactive"], terms["energy"]) == (50.0, 60.0, 60.0)
    # A pass is final, so it is never worth it once the enemy has passed.
    late = Table(passed=[1], **known)  # type: ignore[arg-type]
    assert str(ask(late, "strategic:passing=true").move) != "pass"
    # Nor where the enemy would destroy a drone of class 2 or more.
    risky = Table(**{**known, "against2": "bomber, guardian, heavy fighter"})  # type: ignore[arg-type]
    assert str(ask(risky, "strategic:passing=true").move) != "pass"


def test_handlers_are_open() -> None:
    class NoBombers(Handler):
        def applies(self, path: Path) -> bool:
            return "bomber" in path.text

        def blocker(self, combat: Combat, path: Path) -> Fighter | None:
            return combat.own(0)[0]

    table = first_hull(lane1="bomber", **STAGE)
    combat = Combat(table.battle, 0)
    paths = [Path("X", settings.SETUP, "", 1.0, [Step(made.OTHER_STEP, "")], "a bomber")]
    found = Sorted(combat, paths, [*HANDLERS, NoBombers("Bombers", "no bombers")])
    assert [each.handler for each in found.dropped] == ["Bombers"]
