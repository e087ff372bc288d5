"""The interception decision (3.10): basic, by class, and enhanced, by impact."""

from typing import Final

from kibitz.games.dronewars.agents.tactical.candidates import Candidate
from kibitz.games.dronewars.agents.tactical.lanes import Situation, impact
from kibitz.games.dronewars.cards.catalogue import DEFENDER, DRONES, LANES
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.stats import has_keyword
from kibitz.games.dronewars.state import SECTION

# A section counts more than any drone, so any drone intercepts for it.
SECTION_CLASS: Final = 10.0
# What an enhanced decision scores if it does not intercept.
NOT_WORTH_IT: Final = -1.0


# Basic.


def score_basic(now: Situation, asked: Interception, candidates: list[Candidate]) -> None:
    """Scores interceptors: only one of a lower class than what is attacked is above 0."""
    for each in candidates:
        if asked.target == SECTION:
            each.add("protects", SECTION_CLASS, "the section is attacked")
        else:
            hit = DRONES[now.own(asked.lane)[asked.target].kind]
            each.add("protects", hit.cost, f"a drone of class {hit.cost} is attacked")
        own = DRONES[now.own(asked.lane)[each.index].kind]
        each.add("risks", -own.cost, f"the interceptor is of class {own.cost}")


def choose_basic(candidates: list[Candidate]) -> Candidate | None:
    """Returns the interceptor of the lowest class; None if it is not worth it."""
    best: Candidate | None = None
    for each in candidates:
        if each.score > (0.0 if best is None else best.score):
            best = each
    return best


# Enhanced.


class Threat:
    """An attack that may be intercepted.

    Attributes:
        base: its damage to a drone, at least 1.
        ship: its damage to what is attacked.
        impact: the impact of the attacker.
        protection: what it is worth to protect what is attacked.
    """

    def __init__(self, now: Situation, asked: Interception) -> None:
        s, lane, foe = now.s, asked.lane, now.foe
        attacker = now.foes(lane)[asked.attacker]
        self.base: Final = max(1, now.attacks[foe * LANES + lane][asked.attacker])
        self.impact: Final = impact(s, foe, lane, attacker, now.weights)
        on_section = asked.target == SECTION
        bonus = DRONES[attacker.kind].ship_bonus if on_section else 0
        self.ship: Final = self.base + bonus
        self.protection: Final = self.protected(now, asked)

    def protected(self, now: Situation, asked: Interception) -> float:
        """Returns what it is worth to protect what is attacked."""
        lane = asked.lane
        if asked.target == SECTION:
            return (5.0 if now.s.board.shields[now.seat * LANES + lane] else 15.0) * self.ship
        return impact(now.s, now.seat, lane, now.own(lane)[asked.target], now.weights)


def score_enhanced(now: Situation, asked: Interception, candidates: list[Candidate]) -> None:
    """Scores interceptors: those that are worth it above 0."""
    threat = Threat(now, asked)
    waits = has_greater_threat(now, asked, candidates, threat.ship)
    for each in candidates:
        score_interceptor(now, each, threat, waits)


def score_interceptor(now: Situation, each: Candidate, threat: Threat, waits: bool) -> None:
    """Scores one interceptor by what it saves and what it risks."""
    drone = now.own(each.lane)[each.index]
    defends = has_keyword(now.s, now.seat, drone, DEFENDER)
    own = impact(now.s, now.seat, each.lane, drone, now.weights)
    if waits and not defends:
        each.add("waits", NOT_WORTH_IT, "a stronger attack on the section may follow")
        return
    text = f"it protects what is worth {threat.protection:.4g} and risks {own:.4g}"
    if drone.hull + drone.shields > threat.base:
        ratio = own / threat.impact
        if ratio < 0.3:
            amount = 110.0 if defends else 90.0
        elif ratio < 0.7:
            amount = 90.0 if defends else 70.0
        elif threat.protection > 1.5 * own:
            amount = 70.0 if defends else 50.0
        else:
            amount = 0.0
        term = "survives"
    else:
        worth = threat.protection / own
        amount = 0.0
        if worth > 2.0:
            amount = 80.0 if defends else 60.0
        elif worth > 1.3:
            amount = 70.0 if defends else 45.0
        term = "dies"
    if not amount:
        each.add(term, NOT_WORTH_IT, f"it is not worth it: {text}")
        return
    each.add(term, amount, text)
    if defends:
        each.add("defender", 20.0, "it stays ready")


def has_greater_threat(
    now: Situation, asked: Interception, candidates: list[Candidate], ship: int
) -> bool:
    """Tells whether another ready enemy that can be intercepted hits a section much harder."""
    lane = asked.lane
    fastest = max([now.speeds[now.seat * LANES + lane][each.index] for each in candidates])
    at = now.foe * LANES + lane
    for index, foe in enumerate(now.foes(lane)):
        if index == asked.attacker or not foe.ready or now.speeds[at][index] >= fastest:
            continue
        if now.attacks[at][index] + DRONES[foe.kind].ship_bonus > 1.5 * ship:
            return True
    return False


def choose_enhanced(now: Situation, candidates: list[Candidate]) -> Candidate | None:
    """Returns the first interceptor that is worth it: DEFENDER first, then the lowest impact."""
    best: Candidate | None = None
    best_key = (False, 0.0)
    for each in candidates:
        if each.score <= 0.0:
            continue
        drone = now.own(each.lane)[each.index]
        own = impact(now.s, now.seat, each.lane, drone, now.weights)
        key = (not has_keyword(now.s, now.seat, drone, DEFENDER), own)
        if best is None or key < best_key:
            best, best_key = each, key
    return best
