"""What the tactical AI decides from scores.

The passes over the actions of a turn and the choice among them (3.3, 3.7 to 3.9), interception
(3.10), and the decisions beside deployment and action (3.11).
"""

from typing import Final

from kibitz.core.agent import Advice, Option, Reason
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.dronewars import cards
from kibitz.games.dronewars.agents.tactical import scores
from kibitz.games.dronewars.agents.tactical.lanes import (
    CARD,
    DRONE_ATTACK,
    SECTION_ATTACK,
    Candidate,
    Situation,
    impact,
)
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.moves import Attack, MoveDrone, Play
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.drones import has_keyword, is_jammed
from kibitz.games.dronewars.rules.effects import MoveDrones
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat
from kibitz.games.dronewars.rules.targets import code_at, index_of
from kibitz.games.dronewars.state import HAND, SECTION, Battle, Drone, book, pile

# The passes over all scored actions: Jammers (3.7), then interception (3.8).

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
    return cards.DRONES[drone.kind].keywords & cards.JAMMER != 0


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
        printed = cards.CARDS[card]
        if printed.target != cards.ANY_DRONE and printed.target != cards.ENEMY_DRONE:
            continue
        if book(now.s).cost[card] > now.s.board.energy[now.seat]:
            continue
        if printed.effect == cards.DESTROY or (
            printed.effect == cards.DAMAGE and now.weights.jammed_damage
        ):
            for foe in now.foes(lane):
                if not is_jammer(foe):
                    total += max(0.0, worth_on(now, card, foe))
    return total


def worth_on(now: Situation, card: int, foe: Drone) -> float:
    """Returns what a card that destroys or damages one drone scores on a drone."""
    w = now.weights
    cost = w.card_cost * book(now.s).cost[card]
    if cards.CARDS[card].effect == cards.DESTROY:
        return w.destroy * (foe.hull + foe.shields) - cost
    amount, piercing = book(now.s).amount[card], cards.CARDS[card].piercing
    return scores.damage_worth(now, foe, amount, piercing) - cost


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
        for index in scores.slower_foes(now, each.lane, each.index):
            held += impact(now.s, now.foe, each.lane, now.foes(each.lane)[index], w)
        each.add("guard", w.guard_impact * held, f"it holds enemies worth {held:.4g} in check")
        drone = now.own(each.lane)[each.index]
        if has_keyword(now.s, now.seat, drone, cards.GUARDIAN) and now.has_ready_foe(each.lane):
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


# The candidate actions of a turn (3.3), the passes over them, and the choice (3.9).

# The names of a candidate's scores: first, and after each pass.
HISTORY: Final = ("first", "jammers", "interception")


def consider(now: Situation, moves: list[Move[Battle]]) -> list[Candidate]:
    """Scores the actions among some legal moves; abilities are never used."""
    found: list[Candidate] = []
    for move in moves:
        each = score_action(now, move)
        if each is not None:
            each.note()
            found.append(each)
    jammer_pass(now, found)
    for each in found:
        each.note()
    interception_pass(now, found)
    for each in found:
        each.note()
    return found


def score_action(now: Situation, move: Move[Battle]) -> Candidate | None:
    """Scores a move before the passes; None if it is not considered."""
    s, seat = now.s, now.seat
    if isinstance(move, Attack):
        index, target = index_of(s, seat, move.code), move.target_index(s, seat)
        if not scores.may_attack(now, move.lane, index, target):
            return None
        return scores.score_attack(now, move, move.lane, index, target)
    if isinstance(move, MoveDrone):
        return scores.score_move(now, move, move.lane, index_of(s, seat, move.code), move.to - 1)
    if isinstance(move, Play):
        return scores.score_card(now, move, move.number, move.code)
    return None


def score_anyway(now: Situation, moves: list[Move[Battle]], move: Move[Battle]) -> Candidate:
    """Scores an action that somebody asks about; one that is not considered is rejected."""
    considered = [each for each in consider(now, moves) if each.move == move]
    if considered:
        return considered[0]
    found = Candidate(move)
    found.reject("not considered", why_not(now, move))
    return found


def why_not(now: Situation, move: Move[Battle]) -> str:
    """Says why a move is not considered."""
    if isinstance(move, Attack):
        drone = now.own(move.lane)[index_of(now.s, now.seat, move.code)]
        if cards.DRONES[drone.kind].keywords & cards.JAMMER:
            return "Jammers stay ready instead of attacking"
        if move.target_index(now.s, now.seat) == SECTION and scores.has_guardian(now, move.lane):
            return "no section is attacked behind a Guardian"
        return "the drone does no damage"
    if isinstance(move, Play):
        effect = cards.CARDS[move.number].effect
        if effect in (cards.DAMAGE, cards.DESTROY):
            return "it hits an own drone"
        if effect in (cards.HEAL_HULL, cards.HEAL_SHIELDS):
            return "there is nothing to repair"
    return "the tactical AI never does that"


def window(candidates: list[Candidate], width: float, least: float = 0.0) -> list[Candidate]:
    """Returns the candidates above a score that come close enough to the best."""
    top = max([each.score for each in candidates], default=least)
    return [each for each in candidates if each.score > least and each.score >= top - width]


def pick(candidates: list[Candidate], rng: Rng) -> Candidate:
    """Picks one of some candidates at random; a single one takes no chance."""
    return candidates[0] if len(candidates) == 1 else candidates[rng.below(len(candidates))]


def best_of(candidates: list[Candidate]) -> list[Candidate]:
    """Returns the candidates with the highest score."""
    return window(candidates, 0.0, float("-inf"))


def ranked(candidates: list[Candidate], others: list[Option[Battle]]) -> list[Option[Battle]]:
    """Returns candidates and other options, best first; among equals the others come first."""
    options = [*others, *[each.option() for each in candidates]]
    options.sort(key=lambda option: -option.score)
    return options


def extended(advice: Advice[Battle], others: list[Option[Battle]]) -> Advice[Battle]:
    """Returns advice with more options, ranked by their scores; the move stays the same."""
    options = sorted([*advice.options, *others], key=lambda option: -option.score)
    return Advice(
        advice.move,
        advice.value,
        tuple(options),
        advice.plan,
        advice.trace,
        advice.seconds,
        advice.unit,
    )


def left_out(advice: Advice[Battle], wanted: tuple[Move[Battle], ...]) -> list[Move[Battle]]:
    """Lists the moves that somebody asks about and that are no options of the advice yet."""
    known = [option.move for option in advice.options]
    return [move for move in dict.fromkeys(wanted) if move not in known]


def plain_option(move: Move[Battle], score: float, text: str) -> Option[Battle]:
    """Makes an option with one reason."""
    return Option(move, score, (Reason(move.id, score, text),))


# Interception (3.10): basic, by class, and enhanced, by impact.

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
            hit = cards.DRONES[now.own(asked.lane)[asked.target].kind]
            each.add("protects", hit.cost, f"a drone of class {hit.cost} is attacked")
        own = cards.DRONES[now.own(asked.lane)[each.index].kind]
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
        bonus = cards.DRONES[attacker.kind].ship_bonus if on_section else 0
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
    defends = has_keyword(now.s, now.seat, drone, cards.DEFENDER)
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
        if now.attacks[at][index] + cards.DRONES[foe.kind].ship_bonus > 1.5 * ship:
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
        key = (not has_keyword(now.s, now.seat, drone, cards.DEFENDER), own)
        if best is None or key < best_key:
            best, best_key = each, key
    return best


# Discards, shields, removal, search, set-up (3.11).

# Discards.


def score_discard(now: Situation, move: Move[Battle], card: int) -> Candidate:
    """Scores a card to discard: the cheapest first."""
    found = Candidate(move)
    cost = book(now.s).cost[card]
    found.add("cost", -cost, f"it costs {cost} energy")
    return found


# Shields.


def shield_lane(s: Battle, seat: int) -> int:
    """Returns the lane whose turn it is for a shield: round and round, full sections left out.

    The agent remembers nothing, so it works out how the shields of this round were placed.
    """
    placed = ship_stat(s, seat, cards.SHIELDS_PER_ROUND) - s.board.left
    caps = [shield_cap(s, seat, lane) for lane in range(LANES)]
    now = s.board.shields[seat * LANES : seat * LANES + LANES]
    for first in range(placed + 1):
        for second in range(placed + 1 - first):
            before = [now[0] - first, now[1] - second, now[2] - (placed - first - second)]
            if min(before) >= 0:
                last = deal_shields(before, caps, placed)
                if before == now:
                    return next_lane(now, caps, last)
    return next_lane(now, caps, LANES - 1)


def deal_shields(shields: list[int], caps: list[int], count: int) -> int:
    """Places shields in turn, in place; returns the lane that got the last one."""
    lane = LANES - 1
    for _ in range(count):
        lane = next_lane(shields, caps, lane)
        shields[lane] += 1
    return lane


def next_lane(shields: list[int], caps: list[int], last: int) -> int:
    """Returns the next lane after another that has room for a shield; the other if none has."""
    for step in range(1, LANES + 1):
        lane = (last + step) % LANES
        if shields[lane] < caps[lane]:
            return lane
    return last


def score_shield(move: Move[Battle], lane: int, wanted: int) -> Candidate:
    """Scores a shield for a section: the lane whose turn it is, then those after it."""
    found = Candidate(move)
    turn = (lane - wanted) % LANES
    found.add("turn", float(LANES - turn), f"lane {wanted + 1} is next, then the others in turn")
    return found


# Removal.

# A class counts less than any difference in strength.
CLASS_SHARE: Final = 0.01


def score_removal(now: Situation, move: Move[Battle], lane: int, index: int) -> Candidate:
    """Scores a drone to give up: from the strongest lane, there of the lowest class."""
    found = Candidate(move)
    strength = side_strength(now, now.seat, lane) - side_strength(now, now.foe, lane)
    ahead = "ahead" if strength > 0 else "behind"
    text = f"you are {ahead} in attack and hull in lane {lane + 1}"
    found.add("lane", strength, text)
    kind = cards.DRONES[now.own(lane)[index].kind]
    found.add("class", -CLASS_SHARE * kind.cost, f"the drone is of class {kind.cost}")
    return found


def side_strength(now: Situation, seat: int, lane: int) -> int:
    """Adds up attack and hull of one side of a lane."""
    total = 0
    at = seat * LANES + lane
    for index, drone in enumerate(now.s.rows[at]):
        total += now.attacks[at][index] + drone.hull
    return total


# Cards that ask.


def score_search(now: Situation, move: Move[Battle], card: int) -> Candidate:
    """Scores a card to take from the deck."""
    found = Candidate(move)
    effect = cards.CARDS[card].effect
    cost, amount = book(now.s).cost[card], book(now.s).amount[card]
    worth = 5.0
    if effect == cards.DAMAGE:
        worth = 15.0 + 3.0 * amount
    elif effect == cards.DESTROY:
        worth = 20.0
    elif effect == cards.DRAW:
        worth = 12.0 + 2.0 * amount
    elif effect == cards.GAIN_ENERGY:
        worth = 8.0 + 2.0 * amount
    elif effect == cards.HEAL_HULL:
        worth = 10.0
    found.add("effect", worth, "its effect is useful")
    found.add("cost", -float(cost), f"it costs {cost} energy")
    if cost > now.s.board.energy[now.seat]:
        found.add("too expensive", -100.0, "there is not enough energy for it")
    return found


def score_mover(
    now: Situation, move: Move[Battle], asked: MoveDrones, shift: scores.Shift, code: int
) -> Candidate:
    """Scores a drone to move: the first of those that gain most together."""
    found = Candidate(move)
    gain = scores.rises(shift.gain)
    text = f"the score of both lanes {gain} with the best drones in lane {asked.to + 1}"
    found.add("lanes", shift.gain, text)
    if not shift.indexes or code_at(now.s, now.seat, asked.lane, shift.indexes[0]) != code:
        found.add("order", -1.0, "another drone goes first")
    return found


def shift_of(now: Situation, asked: MoveDrones) -> scores.Shift:
    """Finds the drones whose move gains most, among those that may still move."""
    return scores.best_shift(now, asked.lane, asked.to, cards.CARDS[asked.card].count - asked.moved)
