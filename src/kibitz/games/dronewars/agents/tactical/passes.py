"""The passes over all scored actions: Jammers (3.7), then interception (3.8)."""

from kibitz.games.dronewars.agents.tactical.candidates import (
    CARD,
    DRONE_ATTACK,
    SECTION_ATTACK,
    Candidate,
)
from kibitz.games.dronewars.agents.tactical.cards import damage_worth, slower_foes
from kibitz.games.dronewars.agents.tactical.lanes import Situation, impact
from kibitz.games.dronewars.cards.catalogue import (
    ANY_DRONE,
    CARDS,
    DAMAGE,
    DESTROY,
    DRONES,
    ENEMY_DRONE,
    GUARDIAN,
    JAMMER,
    LANES,
)
from kibitz.games.dronewars.rules.stats import has_keyword, is_jammed
from kibitz.games.dronewars.state import HAND, Drone, book, pile

# Jammers.


def jammer_pass(now: Situation, candidates: list[Candidate]) -> None:
    """Rejects plays that a Jammer blocks, and rewards attacks that remove one."""
    jammed = [has_jammer(now, lane) for lane in range(LANES)]
    if True not in jammed:
        return
    blocked = reject_blocked(now, candidates, jammed)
    w = now.weights
    for each in candidates:
        if each.kind != DRONE_ATTACK or not is_jammer(now.foes(each.lane)[each.target]):
            continue
        freed = max(blocked[each.lane], playable(now, each.lane) if jammed[each.lane] else 0.0)
        if freed > 0.0:
            each.add("jammer", freed, "cards can be played in the lane without the Jammer")
            if now.attacks[now.seat * LANES + each.lane][each.index] <= w.small_attack:
                each.add("small", w.small_on_jammer, "a weak drone is enough for it")


def has_jammer(now: Situation, lane: int) -> bool:
    """Tells whether a Jammer blocks cards in a lane; the original counted exhausted ones, too."""
    if now.weights.exhausted_protect:
        return True in [is_jammer(foe) for foe in now.foes(lane)]
    return is_jammed(now.s, now.foe, lane)


def is_jammer(drone: Drone) -> bool:
    """Tells whether a drone has JAMMER."""
    return DRONES[drone.kind].keywords & JAMMER != 0


def reject_blocked(now: Situation, candidates: list[Candidate], jammed: list[bool]) -> list[float]:
    """Rejects cards on drones that a Jammer protects; returns what they scored, by lane.

    Such plays are not legal, so this is a safety net.
    """
    blocked = [0.0] * LANES
    for each in candidates:
        if each.kind != CARD or each.target < 0 or not jammed[each.lane]:
            continue
        if not is_jammer(now.foes(each.lane)[each.target]):
            blocked[each.lane] += max(0.0, each.score)
            each.reject("jammed", "a Jammer protects the drone")
    return blocked


def playable(now: Situation, lane: int) -> float:
    """Adds up what cards of the hand could do to the other enemies of a jammed lane."""
    total = 0.0
    for card in pile(now.s, HAND, now.seat):
        printed = CARDS[card]
        if printed.target != ANY_DRONE and printed.target != ENEMY_DRONE:
            continue
        if book(now.s).cost[card] > now.s.board.energy[now.seat]:
            continue
        if printed.effect == DESTROY or (printed.effect == DAMAGE and now.weights.jammed_damage):
            for foe in now.foes(lane):
                if not is_jammer(foe):
                    total += max(0.0, worth_on(now, card, foe))
    return total


def worth_on(now: Situation, card: int, foe: Drone) -> float:
    """Returns what a card that destroys or damages one drone scores on a drone."""
    w = now.weights
    cost = w.card_cost * book(now.s).cost[card]
    if CARDS[card].effect == DESTROY:
        return w.destroy * (foe.hull + foe.shields) - cost
    return damage_worth(now, foe, book(now.s).amount[card], CARDS[card].piercing) - cost


# Interception.


def outruns(now: Situation, fast: int, slow: int) -> bool:
    """Tells whether an enemy of one speed can intercept an own drone of another (TF4).

    Equal speed counts only here in the original: a guard must be faster than the enemy that it
    holds, and an enemy whose removal frees attacks faster than the own drones.
    """
    return fast > slow or (now.weights.equal_speed and fast == slow)


def interception_pass(now: Situation, candidates: list[Candidate]) -> None:
    """Changes the scores of attacks by who can intercept them, and what they leave unguarded."""
    w = now.weights
    for each in candidates:
        if each.kind == SECTION_ATTACK:
            add_risk(now, each)
        elif each.kind == DRONE_ATTACK and not w.guard_impact:
            add_guard_penalty(now, each)
    if w.guard_impact or w.guardian_attack:
        stay_on_guard(now, candidates)
    for each in candidates:
        if each.kind == DRONE_ATTACK:
            add_removal(now, each, candidates)


def add_risk(now: Situation, each: Candidate) -> None:
    """Takes off what it costs if an attack on a section can be intercepted, or rewards it."""
    w = now.weights
    slow = len(interceptors(now, each.lane, each.index)) > 0
    unchecked = not slow
    if w.equal_speed:
        # The original compared with the fastest ready enemy, or with 0 if there is none.
        at = now.foe * LANES + each.lane
        foes = enumerate(now.foes(each.lane))
        fastest = max([now.speeds[at][index] for index, foe in foes if foe.ready], default=0)
        unchecked = now.speeds[now.seat * LANES + each.lane][each.index] > fastest
        slow = not unchecked and fastest > 0
    if slow:
        each.add("slow", w.slow, "a faster enemy can intercept it")
    elif unchecked:
        each.add("unchecked", w.unchecked, "no enemy can intercept it")


def interceptors(now: Situation, lane: int, index: int) -> list[int]:
    """Lists the ready enemies that can intercept an own drone, by index."""
    speed = now.speeds[now.seat * LANES + lane][index]
    speeds = now.speeds[now.foe * LANES + lane]
    found: list[int] = []
    for at, foe in enumerate(now.foes(lane)):
        if foe.ready and outruns(now, speeds[at], speed):
            found.append(at)
    return found


def add_guard_penalty(now: Situation, each: Candidate) -> None:
    """Takes off what it costs if the attacker no longer guards against strong enemies."""
    w = now.weights
    speed = now.speeds[now.seat * LANES + each.lane][each.index]
    at = now.foe * LANES + each.lane
    strongest = 0
    for index, foe in enumerate(now.foes(each.lane)):
        if foe.ready and speed > now.speeds[at][index]:
            strongest = max(strongest, now.attacks[at][index])
    penalty = 0.0
    if strongest >= 4:
        penalty = w.guard_four
    elif strongest == 3:
        penalty = w.guard_three
    elif strongest == 2:
        penalty = w.guard_two
    each.add("guard", penalty, f"the attacker guards against attack {strongest}")


def stay_on_guard(now: Situation, candidates: list[Candidate]) -> None:
    """Takes off what an attack leaves unguarded, as Tactical+ counts it."""
    w = now.weights
    for each in candidates:
        if each.kind != SECTION_ATTACK and each.kind != DRONE_ATTACK:
            continue
        held = 0.0
        for index in slower_foes(now, each.lane, each.index):
            held += impact(now.s, now.foe, each.lane, now.foes(each.lane)[index], w)
        each.add("guard", w.guard_impact * held, f"it holds enemies worth {held:.4g} in check")
        drone = now.own(each.lane)[each.index]
        if has_keyword(now.s, now.seat, drone, GUARDIAN) and now.has_ready_foe(each.lane):
            each.add("guardian", w.guardian_attack, "a Guardian should stay ready")


def add_removal(now: Situation, each: Candidate, candidates: list[Candidate]) -> None:
    """Adds the attacks on the section that are free when the target cannot intercept any more."""
    if not is_interceptor(now, each.lane, each.target):
        return
    w = now.weights
    speed = now.speeds[now.foe * LANES + each.lane][each.target]
    freed = 0.0
    for other in candidates:
        if other.kind != SECTION_ATTACK or other.lane != each.lane:
            continue
        if not outruns(now, speed, now.speeds[now.seat * LANES + other.lane][other.index]):
            continue
        if w.only_freed and len(interceptors(now, other.lane, other.index)) > 1:
            continue
        # The original came by here before it had taken anything off the attacks listed later.
        extra = -w.slow if w.counts_early and other.index >= each.index else 0.0
        freed += max(0.0, other.history[-1] + extra)
    each.add("frees attacks", freed, "it opens the way for attacks on the section")


def is_interceptor(now: Situation, lane: int, target: int) -> bool:
    """Tells whether a ready enemy can intercept a ready own drone, or the fastest one (TF5)."""
    if not now.foes(lane)[target].ready:
        return False
    speed = now.speeds[now.foe * LANES + lane][target]
    speeds = now.speeds[now.seat * LANES + lane]
    ready = [speeds[index] for index, own in enumerate(now.own(lane)) if own.ready]
    if not ready:
        return False
    if now.weights.beats_fastest:
        return speed > max(ready) > 0
    return speed > min(ready)
