"""The scores of cards (3.4, and 3.9 for those without a formula in the original)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from kibitz.core.move import Move
from kibitz.games.dronewars.agents.tactical.actions import add_change, add_gains, rises
from kibitz.games.dronewars.agents.tactical.candidates import CARD, REJECTED, Candidate
from kibitz.games.dronewars.agents.tactical.lanes import Situation, Transfer, attack_of
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
    counted,
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
    found.add("cost", -now.weights.card_cost * cost, f"it costs {cost} energy")


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
        found.add("destroys", w.destroy * (foe.hull + foe.shields), "it destroys the drone")
    else:
        worth = 0.0
        for foe in matching(now, found, w.printed_speed):
            worth += foe.hull + foe.shields + w.destroyed_class * DRONES[foe.kind].cost
        text = f"it destroys drones in lane {found.code + 1}"
        found.add("destroys", w.destroy_filtered * worth, text)
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
    text = f"it destroys enemy drones in lane {lane + 1}"
    found.add("destroys", w.destroy_lane * nuked(now, now.foes(lane)), text)
    text = f"it destroys own drones in lane {lane + 1}"
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
    found.add("damage", now.weights.damage * amount, f"it does {amount} damage")
    if kills(now, foe, amount, piercing):
        found.add("kill", kill_worth(now, foe), "it destroys the drone")


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
    text = f"it does {amount} damage to {counted(count, 'drone')}"
    found.add("damage", w.damage_filtered * amount * count, text)
    if count > 1:
        found.add("several", w.damage_several * count, f"it hits {count} drones at once")


def score_railgun(now: Situation, found: Candidate) -> bool:
    """Scores Railgun Strike as damage to one drone; the description has none for it."""
    foe = now.foes(found.lane)[found.target]
    amount = CARDS[found.card].special_amount if foe.marked else amount_of(now, found)
    add_damage(now, found, foe, amount, CARDS[found.card].piercing)
    add_cost(now, found)
    return True


def score_barrage(now: Situation, found: Candidate) -> bool:
    """Scores Barrage as damage to several drones; the description has none for it."""
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
        text = f"it pays for a card that costs {best}"
        found.add("energy", w.energy + w.energy_cost * best, text)
    return True


def score_draw(now: Situation, found: Candidate) -> bool:
    """Scores cards drawn by the energy that is left to play them."""
    w = now.weights
    left = energy_after(now, found)
    if left > 0:
        found.add("draw", w.draw, "it draws cards")
        found.add("energy left", w.energy_left * left, f"{left} energy is left for them")
    else:
        found.add("draw", 1.0, "no energy is left for the cards that it draws")
    return True


def score_search(now: Situation, found: Candidate) -> bool:
    """Scores a search of the deck."""
    w = now.weights
    keep = max(1, amount_of(now, found))
    count = CARDS[found.card].count
    searched = min(count or WHOLE_DECK, w.search_most)
    left = energy_after(now, found)
    found.add("search", w.search_keep * keep, f"it takes {counted(keep, 'card')}")
    text = f"it looks at {counted(count, 'card') if count else 'the whole deck'}"
    found.add("choice", w.search_card * searched, text)
    found.add("energy left", w.energy_left * left, f"{left} energy is left for what it takes")
    return True


def score_repeat(now: Situation, found: Candidate) -> bool:
    """Scores Desperate Measures by how often it draws and gains energy."""
    times = 1
    if now.weights.counts_repeats:
        times += count_damaged(now.s, now.seat)
    text = "once" if times == 1 else f"{times} times"
    found.add("repeats", now.weights.repeat * times, f"it happens {text}")
    add_cost(now, found)
    return True


# Healing.


def score_heal(now: Situation, found: Candidate) -> bool:
    """Scores hull that comes back: of a section, or of a drone."""
    w = now.weights
    if CARDS[found.card].target == OWN_SECTION:
        if now.s.board.hull[now.seat * LANES + found.code] >= MAX_HULL:
            return False
        found.add("repair", w.heal_section, "it gives the section hull back")
        return True
    drone = now.own(found.lane)[found.index]
    healed = min(amount_of(now, found), DRONES[drone.kind].hull - drone.hull)
    if not w.extra_cards:
        return True
    if healed <= 0:
        return False
    found.add("repair", w.heal_drone * healed, f"it gives {healed} hull back")
    if CARDS[found.card].go_again:
        found.add("go again", w.go_again, "you go again")
    add_cost(now, found)
    return True


def score_recharge(now: Situation, found: Candidate) -> bool:
    """Scores shields that come back to the own drones of a lane."""
    amount = amount_of(now, found)
    total = 0
    for drone in now.own(found.code):
        total += min(amount, drone.max_shields - drone.shields)
    text = f"it gives {counted(total, 'shield')} back"
    found.add("recharge", now.weights.heal_shields * total, text)
    return found.score > 0.0


# Changes of drones.


def score_ready(now: Situation, found: Candidate) -> bool:
    """Scores a drone that becomes ready, by its class, or by what it can do then."""
    w = now.weights
    drone = now.own(found.lane)[found.index]
    kind = DRONES[drone.kind]
    if not w.ready_by_use:
        found.add("ready", w.ready * kind.cost, f"it readies a drone of class {kind.cost}")
        return True
    hits = now.attacks[now.seat * LANES + found.lane][found.index]
    if can_attack_section(now.s, now.seat, found.lane):
        text = "it can attack the section again"
        found.add("section", w.ready_damage * (hits + kind.ship_bonus), text)
    foes = len(now.foes(found.lane))
    found.add("targets", w.ready_damage * hits * foes, f"it can attack {counted(foes, 'drone')}")
    slower = len(slower_foes(now, found.lane, found.index))
    text = f"it can intercept {'1 ready enemy' if slower == 1 else f'{slower} ready enemies'}"
    found.add("guards", w.ready_guard * slower, text)
    if has_keyword(now.s, now.seat, drone, DEFENDER):
        found.add("defender", w.ready_defender, "intercepting does not exhaust it")
    if has_keyword(now.s, now.seat, drone, GUARDIAN):
        found.add("guardian", w.ready_guardian, "it protects the section")
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
            found.add("go again", w.go_again, "you go again")
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
        gain = 0.0
        # The original looked up the stats from before the change (TF1).
        if not w.shared_stats:
            gain = now.score_of(lane, row, now.foes(lane)) - now.scores[lane]
        found.add("lane", w.buff_lane * gain, f"the score of lane {lane + 1} {rises(gain)}")
        text = f"it helps {counted(ready, 'ready drone')}"
        found.add("drones", w.buff_drone * ready, text)


def add_weakening(now: Situation, found: Candidate) -> None:
    """Adds what it is worth to change an enemy drone."""
    w = now.weights
    foe = now.foes(found.lane)[found.target]
    if not foe.ready:
        found.add("exhausted", EXHAUSTED, "the drone is exhausted")
    elif CARDS[found.card].stat == ATTACK and amount_of(now, found) < 0:
        hits = attack_of(now.s, now.foe, found.lane, foe, w)
        text = f"the drone has attack {hits}"
        found.add("weakens", w.attack_down * hits, text)
    else:
        found.add("change", w.other_change, "it changes a drone")


def add_buff(now: Situation, found: Candidate) -> None:
    """Adds what it is worth to change an own drone."""
    w = now.weights
    amount, stat = amount_of(now, found), CARDS[found.card].stat
    drone = now.own(found.lane)[found.index]
    kind = DRONES[drone.kind]
    if not drone.ready:
        found.add("exhausted", EXHAUSTED, "the drone is exhausted")
    elif stat == ATTACK and amount > 0:
        found.add("class", w.attack_up_class * kind.cost, f"the drone is of class {kind.cost}")
        found.add("attack", w.attack_up * amount, f"it gains {amount} attack")
    elif stat == SPEED and amount > 0:
        fast = now.speeds[now.seat * LANES + found.lane][found.index]
        fastest = max(now.speeds[now.foe * LANES + found.lane], default=-1)
        if fast <= fastest < fast + amount:
            found.add(
                "speed", w.speed_up_wins, "the drone becomes faster than all enemies of its lane"
            )
        else:
            found.add("speed", w.speed_up, "the drone becomes faster")
    else:
        found.add("change", w.other_change, "it changes a drone")


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
    found.add("jammers", w.jammers, "Jammers protect your drones from cards")
    found.add("classes", w.jammers_class * total, f"the classes of your drones add up to {total}")
    text = f"{big} of them {'is' if big == 1 else 'are'} of class {BIG} or more"
    found.add("big drones", w.jammers_big * big, text)
    add_cost(now, found)
    text = f"only {free} of {LANES} lanes {'has' if free == 1 else 'have'} room for a Jammer"
    found.scale(free / LANES, "lanes", text)
    return True


def score_maneuver(now: Situation, found: Candidate) -> bool:
    """Scores the move of one drone by a card."""
    drone, to = found.code // LANES, found.code % LANES
    lane, index = lane_of(drone), index_of(now.s, now.seat, drone)
    add_change(now, found, lane, to, Transfer(now.own(lane), now.own(to), index, now.weights))
    add_gains(now, found, now.own(lane)[index])
    add_cost(now, found)
    if CARDS[found.card].go_again:
        found.add("go again", now.weights.go_again, "you go again")
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
            rows = Transfer(source, target, index - len(taken), self.now.weights)
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
        return True
    lane, to = found.code // LANES, found.code % LANES
    shift = best_shift(now, lane, to, CARDS[found.card].count)
    drones = counted(len(shift.indexes), "drone")
    text = f"the score of both lanes {rises(shift.gain)} with {drones} moved"
    found.add("lanes", shift.gain, text)
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
    found.add("upgrade", worth, f"it upgrades {STATS[stat]}")
    found.add("class", w.upgrade_class * printed.cost, f"the type is of class {printed.cost}")
    count = count_kind(now.s, seat, kind)
    if count:
        text = f"{count} of them {'is' if count == 1 else 'are'} on the board"
        found.add("in play", w.upgrade_drone * count, text)
    else:
        found.add("in play", w.upgrade_unused, "none of them is on the board")


def score_upgrade(now: Situation, found: Candidate) -> bool:
    """Scores an upgrade of an own type."""
    if not now.weights.extra_cards:
        return True
    upgrade_worth(now, found, now.seat, found.card, found.code)
    add_cost(now, found)
    return True


def score_sabotage(now: Situation, found: Candidate) -> bool:
    """Scores the loss of an enemy upgrade."""
    if not now.weights.extra_cards:
        return True
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
