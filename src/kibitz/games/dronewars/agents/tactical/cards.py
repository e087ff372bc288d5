"""The scores of cards (3.4, and 3.9 for those without a formula in the original)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from kibitz.core.move import Move
from kibitz.games.dronewars.agents.tactical.actions import add_change, add_gains
from kibitz.games.dronewars.agents.tactical.candidates import CARD, REJECTED, Candidate
from kibitz.games.dronewars.agents.tactical.lanes import Situation, Transfer
from kibitz.games.dronewars.cards.catalogue import (
    ATTACK,
    BARRAGE,
    BOTH_LANES,
    CARDS,
    COST,
    DAMAGE,
    DEFENDER,
    DESTROY,
    DESTROY_UPGRADE,
    DRAW,
    DRONES,
    EFFECTS,
    GAIN_ENERGY,
    GUARDIAN,
    HEAL_HULL,
    HEAL_SHIELDS,
    LANES,
    LIMIT,
    MAKES,
    MAX_ENERGY,
    MODIFY,
    MOVE_MANY,
    MOVE_ONE,
    OWN_LANE,
    OWN_SECTION,
    RAILGUN,
    READY,
    REPEAT,
    SEARCH,
    SEARCH_UPGRADES,
    SHIELDS,
    SPEED,
    STATS,
    TOKENS,
    UPGRADE,
)
from kibitz.games.dronewars.rules.attacks import can_attack_section
from kibitz.games.dronewars.rules.deployment import has_space
from kibitz.games.dronewars.rules.sections import count_damaged, ship_stat
from kibitz.games.dronewars.rules.stats import has_keyword
from kibitz.games.dronewars.rules.targets import (
    OWN,
    index_of,
    is_drone_target,
    lane_of,
    movable,
    side_of,
)
from kibitz.games.dronewars.state import (
    HAND,
    MAX_HULL,
    UPGRADE_BASE,
    Battle,
    Drone,
    book,
    count_kind,
    pile,
)

# A search of the whole deck.
WHOLE_DECK: Final = 999
# The class from which on a drone is big for Deploy Jammers.
BIG: Final = 3
# What `base` is for a drone that is exhausted.
EXHAUSTED: Final = -1.0


def score_card(now: Situation, move: Move[Battle], card: int, code: int) -> Candidate | None:
    """Scores a card on a target; None if it is not considered at all."""
    target = CARDS[card].target
    lane = index = enemy = -1
    if is_drone_target(target):
        side, drone = side_of(target, code, now.seat), code % OWN
        lane = lane_of(drone)
        if side == now.seat:
            index = index_of(now.s, side, drone)
        else:
            enemy = index_of(now.s, side, drone)
    found = Candidate(move, CARD, lane, index, enemy, card, code)
    return found if CARD_RULES[CARDS[card].effect](now, found) else None


def add_cost(now: Situation, found: Candidate) -> None:
    """Takes off what the card costs."""
    cost = book(now.s).cost[found.card]
    found.add("cost", -now.weights.card_cost * cost, f"{cost} energy")


def amount_of(now: Situation, found: Candidate) -> int:
    """Returns how much the card does."""
    return book(now.s).amount[found.card]


def energy_after(now: Situation, found: Candidate) -> int:
    """Returns the energy that is left after paying for the card."""
    return now.s.board.energy[now.seat] - book(now.s).cost[found.card]


# Cards against drones.


def score_destroy(now: Situation, found: Candidate) -> bool:
    """Scores a card that destroys one drone, those of a lane that it does not filter, or all."""
    w = now.weights
    target = CARDS[found.card].target
    if target == BOTH_LANES:
        score_nuke(now, found)
    elif is_drone_target(target):
        if found.target < 0:
            return False
        foe = now.foes(found.lane)[found.target]
        text = f"destroys {DRONES[foe.kind].name}"
        found.add("destroys", w.destroy * (foe.hull + foe.shields), text)
    else:
        worth = 0.0
        for foe in matching(now, found, w.printed_speed):
            worth += foe.hull + foe.shields + w.destroyed_class * DRONES[foe.kind].cost
        found.add(
            "destroys", w.destroy_filtered * worth, f"what it destroys in lane {found.code + 1}"
        )
    add_cost(now, found)
    return True


def matching(now: Situation, found: Candidate, printed: bool = False) -> list[Drone]:
    """Lists the enemy drones of a lane whose speed is within the bounds of the card."""
    lane, card = found.code, CARDS[found.card]
    speeds = now.speeds[now.foe * LANES + lane]
    row: list[Drone] = []
    for index, foe in enumerate(now.foes(lane)):
        fast = DRONES[foe.kind].speed if printed else speeds[index]
        if card.slowest <= fast <= card.fastest:
            row.append(foe)
    return row


def score_nuke(now: Situation, found: Candidate) -> None:
    """Scores what is destroyed on both sides of a lane."""
    w, lane = now.weights, found.code
    text = f"what it destroys in lane {lane + 1}"
    found.add("destroys", w.destroy_lane * nuked(now, now.foes(lane)), text)
    text = "what it destroys of the own drones"
    found.add("own losses", -w.destroy_lane * nuked(now, now.own(lane)), text)


def nuked(now: Situation, row: list[Drone]) -> float:
    """Returns what the drones of one side of a lane count; ready ones count more."""
    w = now.weights
    total = 0.0
    for drone in row:
        worth = drone.hull + drone.shields + w.destroyed_class * DRONES[drone.kind].cost
        total += worth * w.destroy_ready if drone.ready else worth
    return total


def score_damage(now: Situation, found: Candidate) -> bool:
    """Scores a card that damages one drone, or those of a lane that it does not filter."""
    amount = amount_of(now, found)
    if is_drone_target(CARDS[found.card].target):
        if found.target < 0:
            return False
        foe = now.foes(found.lane)[found.target]
        add_damage(now, found, foe, amount, CARDS[found.card].piercing)
    else:
        add_salvo(now, found, amount, len(matching(now, found)))
    add_cost(now, found)
    return True


def add_damage(now: Situation, found: Candidate, foe: Drone, amount: int, piercing: bool) -> None:
    """Adds the damage to one drone, and more if it destroys the drone."""
    found.add("damage", now.weights.damage * amount, f"{amount} damage")
    if kills(now, foe, amount, piercing):
        found.add("kill", kill_worth(now, foe), f"destroys {DRONES[foe.kind].name}")


def damage_worth(now: Situation, foe: Drone, amount: int, piercing: bool) -> float:
    """Returns what damage to one drone scores."""
    worth = now.weights.damage * amount
    return worth + kill_worth(now, foe) if kills(now, foe, amount, piercing) else worth


def kills(now: Situation, foe: Drone, amount: int, piercing: bool) -> bool:
    """Tells whether damage destroys a drone (TF9)."""
    shields = 0 if piercing or not now.weights.lethal_shields else foe.shields
    return amount >= foe.hull + shields


def kill_worth(now: Situation, foe: Drone) -> float:
    """Returns what it scores to destroy a drone by damage."""
    return now.weights.kill_class * DRONES[foe.kind].cost + now.weights.kill


def add_salvo(now: Situation, found: Candidate, amount: int, count: int) -> None:
    """Adds the damage to several drones."""
    w = now.weights
    hit = "1 drone" if count == 1 else f"{count} drones"
    found.add("damage", w.damage_filtered * amount * count, f"{amount} damage to {hit}")
    if count > 1:
        found.add("several", w.damage_several * count, f"hits {hit}")


def score_railgun(now: Situation, found: Candidate) -> bool:
    """Scores Railgun Strike as damage to one drone; the dossier has no formula for it."""
    foe = now.foes(found.lane)[found.target]
    amount = CARDS[found.card].special_amount if foe.marked else amount_of(now, found)
    add_damage(now, found, foe, amount, CARDS[found.card].piercing)
    add_cost(now, found)
    return True


def score_barrage(now: Situation, found: Candidate) -> bool:
    """Scores Barrage as damage to several drones; the dossier has no formula for it."""
    many = len(now.own(found.lane)) >= CARDS[found.card].count
    amount = CARDS[found.card].special_amount if many else amount_of(now, found)
    row = now.foes(found.lane)[max(0, found.target - 1) : found.target + 2]
    add_salvo(now, found, amount, len(row))
    add_cost(now, found)
    return True


# Energy and cards.


def score_energy(now: Situation, found: Candidate) -> bool:
    """Scores energy by the most expensive card that it pays for."""
    w = now.weights
    costs = book(now.s).cost
    before = now.s.board.energy[now.seat]
    most = ship_stat(now.s, now.seat, MAX_ENERGY)
    after = min(most, energy_after(now, found) + amount_of(now, found))
    best = -1
    for held in pile(now.s, HAND, now.seat):
        if held != found.card and before < costs[held] <= after and costs[held] > best:
            best = costs[held]
    if best < 0:
        found.add("energy", 1.0, "it pays for no card that is too expensive now")
    else:
        text = f"pays for a card that costs {best}"
        found.add("energy", w.energy + w.energy_cost * best, text)
    return True


def score_draw(now: Situation, found: Candidate) -> bool:
    """Scores cards drawn by the energy that is left to play them."""
    w = now.weights
    left = energy_after(now, found)
    if left > 0:
        found.add("draw", w.draw, "draws cards")
        found.add("energy left", w.energy_left * left, f"{left} energy left to play them")
    else:
        found.add("draw", 1.0, "no energy would be left to play them")
    return True


def score_search(now: Situation, found: Candidate) -> bool:
    """Scores a search of the deck."""
    w = now.weights
    keep = max(1, amount_of(now, found))
    searched = min(CARDS[found.card].count or WHOLE_DECK, w.search_most)
    left = energy_after(now, found)
    found.add("search", w.search_keep * keep, f"takes {keep} card{'s' if keep > 1 else ''}")
    found.add("choice", w.search_card * searched, f"looks at {searched} cards or more")
    found.add("energy left", w.energy_left * left, f"{left} energy left to play them")
    return True


def score_repeat(now: Situation, found: Candidate) -> bool:
    """Scores Desperate Measures by how often it draws and gains energy."""
    times = 1
    if now.weights.counts_repeats:
        times += count_damaged(now.s, now.seat)
    found.add("repeats", now.weights.repeat * times, f"happens {times} times")
    add_cost(now, found)
    return True


# Healing.


def score_heal(now: Situation, found: Candidate) -> bool:
    """Scores hull that comes back: of a section, or of a drone."""
    w = now.weights
    if CARDS[found.card].target == OWN_SECTION:
        if now.s.board.hull[now.seat * LANES + found.code] >= MAX_HULL:
            return False
        found.add("repair", w.heal_section, "gives a section hull back")
        return True
    drone = now.own(found.lane)[found.index]
    healed = min(amount_of(now, found), DRONES[drone.kind].hull - drone.hull)
    if not w.extra_cards or healed <= 0:
        return False
    found.add("repair", w.heal_drone * healed, f"gives {healed} hull back")
    if CARDS[found.card].go_again:
        found.add("go again", w.go_again, "another turn")
    add_cost(now, found)
    return True


def score_recharge(now: Situation, found: Candidate) -> bool:
    """Scores shields that come back to the own drones of a lane."""
    amount = amount_of(now, found)
    total = 0
    for drone in now.own(found.code):
        total += min(amount, drone.max_shields - drone.shields)
    found.add("recharge", now.weights.heal_shields * total, f"gives {total} shields back")
    return total > 0


# Changes of drones.


def score_ready(now: Situation, found: Candidate) -> bool:
    """Scores a drone that becomes ready, by its class, or by what it can do then."""
    w = now.weights
    drone = now.own(found.lane)[found.index]
    kind = DRONES[drone.kind]
    if not w.ready_by_use:
        found.add("ready", w.ready * kind.cost, f"readies {kind.name} of class {kind.cost}")
        return True
    hits = now.attacks[now.seat * LANES + found.lane][found.index]
    if can_attack_section(now.s, now.seat, found.lane):
        text = "it can attack the section again"
        found.add("section", w.ready_damage * (hits + kind.ship_bonus), text)
    foes = len(now.foes(found.lane))
    found.add("targets", w.ready_damage * hits * foes, f"{foes} drones to attack")
    slower = len(slower_foes(now, found.lane, found.index))
    found.add("guards", w.ready_guard * slower, f"can intercept {slower} ready enemies")
    if has_keyword(now.s, now.seat, drone, DEFENDER):
        found.add("defender", w.ready_defender, f"{kind.name} intercepts again and again")
    if has_keyword(now.s, now.seat, drone, GUARDIAN):
        found.add("guardian", w.ready_guardian, f"{kind.name} protects the section")
    add_cost(now, found)
    return True


def slower_foes(now: Situation, lane: int, index: int) -> list[int]:
    """Lists the ready enemies of a lane that are slower than an own drone, by index."""
    fast = now.speeds[now.seat * LANES + lane][index]
    speeds = now.speeds[now.foe * LANES + lane]
    found: list[int] = []
    for at, foe in enumerate(now.foes(lane)):
        if foe.ready and speeds[at] < fast:
            found.append(at)
    return found


def score_change(now: Situation, found: Candidate) -> bool:
    """Scores a change of attack or speed."""
    w, printed = now.weights, CARDS[found.card]
    if printed.target == OWN_LANE:
        add_lane_buff(now, found)
    elif found.target >= 0:
        add_weakening(now, found)
    else:
        add_buff(now, found)
    if found.score > 0.0:
        if printed.permanent:
            found.scale(w.permanent, "permanent", "it stays")
        if printed.go_again:
            found.add("go again", w.go_again, "another turn")
        add_cost(now, found)
    return True


def add_lane_buff(now: Situation, found: Candidate) -> None:
    """Adds what the lane gains if its ready drones change."""
    w, lane = now.weights, found.code
    amount = amount_of(now, found)
    row: list[Drone] = []
    ready = 0
    for drone in now.own(lane):
        if drone.ready:
            ready += 1
            drone = drone.clone()
            if CARDS[found.card].stat == ATTACK:
                drone.attack_up += amount
            else:
                drone.speed_up += amount
        row.append(drone)
    if ready:
        gain = now.score_of(lane, row, now.foes(lane)) - now.scores[lane]
        found.add("lane", w.buff_lane * gain, f"what the score of lane {lane + 1} gains")
        found.add("drones", w.buff_drone * ready, f"for {ready} ready drones")


def add_weakening(now: Situation, found: Candidate) -> None:
    """Adds what it is worth to change an enemy drone."""
    w = now.weights
    foe = now.foes(found.lane)[found.target]
    if not foe.ready:
        found.add("exhausted", EXHAUSTED, "it is exhausted")
    elif CARDS[found.card].stat == ATTACK and amount_of(now, found) < 0:
        hits = now.attacks[now.foe * LANES + found.lane][found.target]
        text = f"{DRONES[foe.kind].name} has attack {hits}"
        found.add("weakens", w.attack_down * hits, text)
    else:
        found.add("change", w.other_change, "changes a drone")


def add_buff(now: Situation, found: Candidate) -> None:
    """Adds what it is worth to change an own drone."""
    w = now.weights
    amount, stat = amount_of(now, found), CARDS[found.card].stat
    drone = now.own(found.lane)[found.index]
    kind = DRONES[drone.kind]
    if not drone.ready:
        found.add("exhausted", EXHAUSTED, "it is exhausted")
    elif stat == ATTACK and amount > 0:
        found.add("class", w.attack_up_class * kind.cost, f"{kind.name} is of class {kind.cost}")
        found.add("attack", w.attack_up * amount, f"{amount} more attack")
    elif stat == SPEED and amount > 0:
        fast = now.speeds[now.seat * LANES + found.lane][found.index]
        fastest = max(now.speeds[now.foe * LANES + found.lane], default=-1)
        if fast <= fastest < fast + amount:
            found.add("speed", w.speed_up_wins, "becomes faster than all enemies of its lane")
        else:
            found.add("speed", w.speed_up, "becomes faster")
    else:
        found.add("change", w.other_change, "changes a drone")


# Tokens and movement.


def score_tokens(now: Situation, found: Candidate) -> bool:
    """Scores Deploy Jammers by the drones that it protects, and by the lanes without a Jammer."""
    w = now.weights
    free = total = big = 0
    for lane in range(LANES):
        if has_space(now.s, now.seat, lane, MAKES[found.card]):
            free += 1
        for drone in now.own(lane):
            total += DRONES[drone.kind].cost
            if DRONES[drone.kind].cost >= BIG:
                big += 1
    if not free:
        found.reject("no lane", "every lane has a Jammer")
        return True
    found.add("jammers", w.jammers, "Jammers in the lanes")
    found.add("classes", w.jammers_class * total, f"drones of {total} classes to protect")
    found.add("big drones", w.jammers_big * big, f"{big} of them of class {BIG} or more")
    add_cost(now, found)
    found.scale(free / LANES, "lanes", f"{free} lanes without a Jammer")
    return True


def score_maneuver(now: Situation, found: Candidate) -> bool:
    """Scores the move of one drone by a card."""
    drone, to = found.code // LANES, found.code % LANES
    lane, index = lane_of(drone), index_of(now.s, now.seat, drone)
    add_change(now, found, lane, to, Transfer(now.own(lane), now.own(to), index))
    add_gains(now, found, now.own(lane)[index])
    add_cost(now, found)
    if CARDS[found.card].go_again:
        found.add("go again", now.weights.go_again, "another turn")
    return True


class Shift:
    """The best drones to move from a lane to another.

    Attributes:
        gain: how much the scores of both lanes gain.
        indexes: the drones, by index.
    """

    def __init__(self, now: Situation, lane: int, to: int, gain: float) -> None:
        self.now: Final = now
        self.lane: Final = lane
        self.to: Final = to
        self.gain = gain
        self.indexes: list[int] = []

    def extend(
        self, source: list[Drone], target: list[Drone], able: list[int], taken: list[int], most: int
    ) -> None:
        """Moves one drone more in every way, and keeps the best result."""
        for at, index in enumerate(able):
            rows = Transfer(source, target, index - len(taken))
            indexes = [*taken, index]
            gain = self.now.change_by(self.lane, self.to, rows)
            if gain > self.gain:
                self.gain, self.indexes = gain, indexes
            if most > 1:
                self.extend(rows.source, rows.target, able[at + 1 :], indexes, most - 1)


def best_shift(now: Situation, lane: int, to: int, most: int, gain: float = REJECTED) -> Shift:
    """Finds the drones whose move together gains most, and more than `gain`.

    Ties go to the drones that are found first. There are none if nothing gains more.
    """
    shift = Shift(now, lane, to, gain)
    able = movable(now.s, now.seat, lane, to)
    shift.extend(now.own(lane), now.own(to), able, [], most)
    return shift


def score_reposition(now: Situation, found: Candidate) -> bool:
    """Scores the move of several drones by a card: the best ones."""
    if not now.weights.extra_cards:
        return False
    lane, to = found.code // LANES, found.code % LANES
    shift = best_shift(now, lane, to, CARDS[found.card].count)
    count = len(shift.indexes)
    drones = "1 drone" if count == 1 else f"{count} drones"
    found.add("lanes", shift.gain, f"what both lanes gain with {drones} moved")
    add_cost(now, found)
    return True


# Upgrades.


def upgrade_worth(now: Situation, found: Candidate, seat: int, card: int, kind: int) -> None:
    """Adds what an upgrade of a type is worth to its owner."""
    w = now.weights
    stat = CARDS[card].stat
    worth = w.upgrade_keyword
    if stat == ATTACK:
        worth = w.upgrade_attack
    elif stat == SPEED:
        worth = w.upgrade_speed
    elif stat == SHIELDS:
        worth = w.upgrade_shields
    elif stat == LIMIT:
        worth = w.upgrade_limit
    elif stat == COST:
        worth = w.upgrade_cost
    printed = DRONES[kind]
    found.add("upgrade", worth, f"an upgrade of {STATS[stat]}")
    found.add("class", w.upgrade_class * printed.cost, f"{printed.name} is of class {printed.cost}")
    count = count_kind(now.s, seat, kind)
    if count:
        found.add("in play", w.upgrade_drone * count, f"{count} of them on the board")
    else:
        found.add("in play", w.upgrade_unused, "none of them on the board")


def score_upgrade(now: Situation, found: Candidate) -> bool:
    """Scores an upgrade of an own type."""
    if not now.weights.extra_cards:
        return False
    upgrade_worth(now, found, now.seat, found.card, found.code)
    add_cost(now, found)
    return True


def score_sabotage(now: Situation, found: Candidate) -> bool:
    """Scores the loss of an enemy upgrade."""
    if not now.weights.extra_cards:
        return False
    upgrade_worth(now, found, now.foe, found.code % UPGRADE_BASE, found.code // UPGRADE_BASE)
    found.scale(now.weights.sabotage, "sabotage", "the enemy loses it, nobody gains it")
    add_cost(now, found)
    return True


# Scores a candidate, and tells whether it is considered at all.
CardRule: TypeAlias = Callable[[Situation, Candidate], bool]

RULES: Final[dict[int, CardRule]] = {
    DAMAGE: score_damage,
    DESTROY: score_destroy,
    DRAW: score_draw,
    GAIN_ENERGY: score_energy,
    READY: score_ready,
    HEAL_HULL: score_heal,
    HEAL_SHIELDS: score_recharge,
    MODIFY: score_change,
    REPEAT: score_repeat,
    MOVE_ONE: score_maneuver,
    MOVE_MANY: score_reposition,
    UPGRADE: score_upgrade,
    DESTROY_UPGRADE: score_sabotage,
    SEARCH: score_search,
    SEARCH_UPGRADES: score_search,
    TOKENS: score_tokens,
    RAILGUN: score_railgun,
    BARRAGE: score_barrage,
}
CARD_RULES: Final[list[CardRule]] = [RULES[effect] for effect in range(len(EFFECTS))]
