"""The scores of attacks and moves (3.5, 3.6), before the passes."""

from kibitz.core.move import Move
from kibitz.games.dronewars.agents.tactical.candidates import (
    DRONE_ATTACK,
    MOVE,
    SECTION_ATTACK,
    Candidate,
)
from kibitz.games.dronewars.agents.tactical.lanes import Situation, Transfer, half, leave
from kibitz.games.dronewars.cards.catalogue import (
    CRITICAL,
    DAMAGED,
    DRONES,
    GUARDIAN,
    JAMMER,
    LANES,
    PIERCING,
    STATUSES,
    counted,
)
from kibitz.games.dronewars.rules.sections import is_damaged, status
from kibitz.games.dronewars.rules.stats import has_keyword
from kibitz.games.dronewars.state import SECTION, Battle, Drone

# Attacks.


def may_attack(now: Situation, lane: int, index: int, target: int) -> bool:
    """Tells whether a drone is sent to attack: no Jammer, and none that does no damage (TF15).

    The original attacked no section behind a Guardian, not even behind an exhausted one.
    """
    printed = DRONES[now.own(lane)[index].kind]
    if printed.keywords & JAMMER:
        return False
    if target == SECTION and now.weights.exhausted_protect and has_guardian(now, lane):
        return False
    hits = now.attacks[now.seat * LANES + lane][index] + printed.ship_bonus
    return hits > 0 or now.weights.harmless_attacks


def has_guardian(now: Situation, lane: int) -> bool:
    """Tells whether the enemy has a Guardian in a lane, ready or not."""
    return True in [DRONES[foe.kind].keywords & GUARDIAN != 0 for foe in now.foes(lane)]


def score_attack(
    now: Situation, move: Move[Battle], lane: int, index: int, target: int
) -> Candidate:
    """Scores an attack on a drone, or on the section of the lane."""
    if target == SECTION:
        return score_section_attack(now, move, lane, index)
    found = Candidate(move, DRONE_ATTACK, lane, index, target)
    w = now.weights
    drone, foe = now.own(lane)[index], now.foes(lane)[target]
    printed, hit = DRONES[drone.kind], DRONES[foe.kind]
    found.add("class", w.target_class * hit.cost, f"the target is of class {hit.cost}")
    if printed.cost < hit.cost:
        found.add("trade up", w.trade_up, "the attacker is of a lower class")
    if foe.ready:
        found.add("ready", w.target_ready, "the target is ready")
    if printed.ship_bonus:
        found.add("bomber", w.bomber_on_drone, "the attacker is better used on sections")
    if has_keyword(now.s, now.seat, drone, PIERCING):
        text = f"it ignores {counted(foe.shields, 'shield')}"
        found.add("piercing", w.pierced_drone * foe.shields, text)
    add_lane_impact(now, found, lane, target)
    return found


def add_lane_impact(now: Situation, found: Candidate, lane: int, target: int) -> None:
    """Adds what the lane gains without the target, more if it is no longer being lost."""
    before = now.scores[lane]
    after = now.score_of(lane, now.own(lane), leave(now.foes(lane), target, now.weights))
    share = now.weights.lane_share
    if after <= before:
        return
    text = f"lane {lane + 1} is worth {before:.4g} now and {after:.4g} without it"
    found.add("lane impact", half(after - before, share), text)
    if before < 0.0 <= after:
        text = f"lane {lane + 1} is no longer being lost"
        found.add("lane flip", half(-before + after, share), text)


def score_section_attack(now: Situation, move: Move[Battle], lane: int, index: int) -> Candidate:
    """Scores an attack on the section of a lane."""
    found = Candidate(move, SECTION_ATTACK, lane, index)
    s, w = now.s, now.weights
    drone = now.own(lane)[index]
    hits = now.attacks[now.seat * LANES + lane][index]
    if w.ship_bonus:
        hits += DRONES[drone.kind].ship_bonus
    shields = s.board.shields[now.foe * LANES + lane]
    state = status(s, now.foe, lane)
    found.add("damage", w.section_damage * hits, f"it does {hits} damage to the section")
    if state == DAMAGED:
        found.add(STATUSES[state], w.section_damaged, "the section is damaged")
    elif state == CRITICAL:
        found.add(STATUSES[state], w.section_critical, "the section is critical")
    if shields == 0:
        found.add("no shields", w.section_bare, "the section has no shields")
    elif hits >= shields:
        text = f"that is enough for {'the shield' if shields == 1 else f'all {shields} shields'}"
        found.add("breaks shields", w.section_broken, text)
    if hits >= w.hard_hit_from:
        found.add("hard hit", w.hard_hit, "it is a hard hit")
    if has_keyword(s, now.seat, drone, PIERCING):
        text = f"it ignores {counted(shields, 'shield')}"
        found.add("piercing", w.pierced_section * shields, text)
    return found


# Moves.


def score_move(now: Situation, move: Move[Battle], lane: int, index: int, to: int) -> Candidate:
    """Scores a move to another lane as an action."""
    found = Candidate(move, MOVE, lane, index)
    s, w = now.s, now.weights
    add_change(now, found, lane, to, Transfer(now.own(lane), now.own(to), index, w))
    found.add("move", w.move, "a move takes the turn")
    before = now.scores[to]
    if before < 0.0 and is_damaged(s, now.seat, to):
        text = f"lane {to + 1} is being lost and its section is damaged"
        found.add("reinforce", w.reinforce, text)
    add_gains(now, found, now.own(lane)[index])
    if before > 0.0:
        state = status(s, now.foe, to)
        if state == DAMAGED:
            found.add("press", w.press, f"the enemy section in lane {to + 1} is damaged")
        elif state == CRITICAL:
            text = f"the enemy section in lane {to + 1} is critical already"
            found.add("overkill", w.press_critical, text)
    return found


def add_change(now: Situation, found: Candidate, lane: int, to: int, rows: Transfer) -> None:
    """Adds how much the scores of two lanes change when drones go from one to the other."""
    gained = now.score_of(to, rows.target, now.foes(to)) - now.scores[to]
    lost = now.score_of(lane, rows.source, now.foes(lane)) - now.scores[lane]
    found.add("lane joined", gained, f"the score of lane {to + 1} {rises(gained)}")
    found.add("lane left", lost, f"the score of lane {lane + 1} {rises(lost)}")


def rises(change: float) -> str:
    """Says in which direction a score changes."""
    return "rises" if change > 0.0 else "falls"


def add_gains(now: Situation, found: Candidate, drone: Drone) -> None:
    """Adds what a drone gains by moving."""
    printed, w = DRONES[drone.kind], now.weights
    gain = w.move_gains_attack * printed.move_gains_attack
    gain += w.move_gains_speed * printed.move_gains_speed
    found.add("gains", gain, "the drone grows stronger by moving")
