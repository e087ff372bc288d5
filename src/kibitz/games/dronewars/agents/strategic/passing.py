"""Strategic passing (4.10): keep drones ready instead of acting. Off unless the option is on."""

from typing import Final

from kibitz.core.agent import Reason
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.combat import Combat, Fighter
from kibitz.games.dronewars.agents.strategic.execution import Plan
from kibitz.games.dronewars.agents.strategic.goal import (
    AGGRESSIVE,
    BALANCED,
    BUILD_OFFENSE,
    DEFENSIVE,
    RACE,
)
from kibitz.games.dronewars.agents.strategic.path import STRATEGIC_PASS, WAIT, Path
from kibitz.games.dronewars.agents.strategic.settings import Weights
from kibitz.games.dronewars.agents.tactical import settings as tactical
from kibitz.games.dronewars.agents.tactical.actions import score_attack
from kibitz.games.dronewars.agents.tactical.candidates import OTHER, Candidate
from kibitz.games.dronewars.agents.tactical.interception import choose_enhanced, score_enhanced
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.cards.catalogue import DRONES, LANES, counted
from kibitz.games.dronewars.moves import DECLINE_MOVE, PASS_MOVE
from kibitz.games.dronewars.rules.attacks import Interception, can_attack_section, declare
from kibitz.games.dronewars.rules.sections import count_damaged, standing
from kibitz.games.dronewars.state import ACTION, SECTION, Battle, has_passed

# Never pass where the best path does one of these.
TOO_GOOD: Final = (
    *(settings.IMMEDIATE_WIN, settings.ENABLES_WIN_NEXT_TURN, settings.SECTION_LOST),
    *(settings.FULL_DEFENSE, settings.EFFICIENT_DEFENSE, settings.PARTIAL_DEFENSE),
)
# The damage to a section that makes a drone one that must act soon.
URGENT_SHIP: Final = 3
# The class from which on a drone is not given up by a pass.
DEAR: Final = 2


def pass_path(plan: Plan, opportunity: float, w: Weights) -> Path | None:
    """Returns the path that passes; None if nothing speaks for it.

    Args:
        plan: what the layers found.
        opportunity: the best positive score of a tactical action.
        w: the weights.
    """
    if not may_pass(plan):
        return None
    combat = plan.combat
    own, enemy = urgency(combat, combat.seat), urgency(combat, combat.foe)
    reactive = count_reactive(combat)
    able = counted(reactive, "drone")
    energy = combat.s.board.energy[combat.seat]
    path = Path(STRATEGIC_PASS, settings.OTHER_VALUE, WAIT, 1.0, [], "keep the drones ready")
    terms = [
        Reason("urgency", w.pass_urgency * (enemy - own), f"urgency is {enemy} against {own}"),
        Reason("reactive", w.pass_reactive * reactive, f"{able} can intercept"),
        Reason("energy", w.pass_energy * energy, f"{energy} energy is kept"),
        Reason("opportunity", -opportunity, "the best action is given up"),
    ]
    for term in terms:
        path.score += term.amount
        path.reasons.append(term)
    if path.score < w.pass_least or loses_by_waiting(combat):
        return None
    return path


def may_pass(plan: Plan) -> bool:
    """Tells whether the mode and the best path allow a pass."""
    combat, mode = plan.combat, plan.mode.name
    s = combat.s
    if s.phase != ACTION or has_passed(s, combat.foe):
        return False
    if plan.paths and plan.paths[0].value in TOO_GOOD:
        return False
    if mode == DEFENSIVE:
        return not [each for each in plan.assessment.own if each.under_threat]
    own = urgency(combat, combat.seat)
    if mode == AGGRESSIVE:
        return own == 0
    if mode == RACE:
        building = plan.goal is not None and plan.goal.strategy == BUILD_OFFENSE
        return building and urgency(combat, combat.foe) > own
    return mode == BALANCED


def urgency(combat: Combat, seat: int) -> int:
    """Returns how urgently a side must act, from 0 to 3."""
    s = combat.s
    left = [lane for lane in range(LANES) if standing(s, seat, lane)]
    found = 1 if len(left) == 1 else 0
    if count_damaged(s, seat):
        found += 1
    for lane in range(LANES):
        foes = combat.rows[(1 - seat) * LANES + lane]
        for each in combat.rows[seat * LANES + lane]:
            if each.ready and each.ship >= URGENT_SHIP and is_hunted(each, foes):
                return found + 1
    return found


def is_hunted(each: Fighter, foes: list[Fighter]) -> bool:
    """Tells whether a ready enemy can intercept or kill a drone."""
    return any(foe.ready and (foe.speed > each.speed or foe.kills(each)) for foe in foes)


def count_reactive(combat: Combat) -> int:
    """Counts the own ready drones that can intercept some ready enemy."""
    found = 0
    for lane in range(LANES):
        slowest = [foe.speed for foe in combat.foes(lane) if foe.ready]
        for each in combat.own(lane):
            if each.ready and slowest and each.speed > min(slowest):
                found += 1
    return found


# The opponent model: a last gate.


def loses_by_waiting(combat: Combat) -> bool:
    """Tells whether the enemy's likely attacks cost a section or a drone of class 2 or more."""
    s, seat, foe = combat.s.clone(), combat.seat, combat.foe
    stood = count_standing(s, seat)
    dear = count_dear(s, seat)
    for lane in range(LANES):
        for drone in s.rows[foe * LANES + lane][:]:
            if drone.ready and not s.over:
                row = s.rows[foe * LANES + lane]
                attack_likely(s, foe, lane, row.index(drone))
    return count_standing(s, seat) < stood or count_dear(s, seat) < dear


def count_standing(s: Battle, seat: int) -> int:
    """Counts the standing sections of a seat."""
    return len([lane for lane in range(LANES) if standing(s, seat, lane)])


def count_dear(s: Battle, seat: int) -> int:
    """Counts the drones of a seat that are not given up lightly."""
    found = 0
    for lane in range(LANES):
        for drone in s.rows[seat * LANES + lane]:
            if DRONES[drone.kind].cost >= DEAR:
                found += 1
    return found


def attack_likely(s: Battle, seat: int, lane: int, index: int) -> None:
    """Makes the attack of a drone that scores best by 3.5; the other seat answers as in 3.10."""
    now = Situation(s, seat, tactical.BUILD)
    targets = list(range(len(now.foes(lane))))
    if can_attack_section(s, seat, lane):
        targets.append(SECTION)
    best, most = -2, 0.0
    for target in targets:
        score = score_attack(now, PASS_MOVE, lane, index, target).score
        if score > most:
            best, most = target, score
    if best == -2:
        return
    declare(s, seat, lane, index, best)
    if s.stack:
        asked = s.stack.pop()
        assert isinstance(asked, Interception)
        answer_likely(s, asked)


def answer_likely(s: Battle, asked: Interception) -> None:
    """Intercepts, or does not, by the enhanced decision."""
    now = Situation(s, asked.seat, tactical.BUILD)
    able = [
        Candidate(DECLINE_MOVE, OTHER, asked.lane, index, asked.attacker)
        for index in asked.options(s)
    ]
    score_enhanced(now, asked, able)
    found = choose_enhanced(now, able)
    if found is None and asked.optional(s):
        asked.decline(s)
    else:
        asked.pick(s, able[0].index if found is None else found.index)
