"""What deployments (3.2), cards (3.4, 3.9), attacks and moves (3.5, 3.6) score, before passes."""

from collections.abc import Callable
from typing import Final, TypeAlias

from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.dronewars import cards
from kibitz.games.dronewars.agents.tactical import lanes
from kibitz.games.dronewars.agents.tactical.lanes import Candidate, Situation, Transfer
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.moves import Deploy
from kibitz.games.dronewars.rules.attacks import can_attack_section
from kibitz.games.dronewars.rules.drones import cost, has_keyword, has_space
from kibitz.games.dronewars.rules.sections import count_damaged, is_damaged, ship_stat, status
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
    SECTION,
    UPGRADE_BASE,
    Battle,
    Drone,
    book,
    count_kind,
    pile,
)

# Deployments.


def reserve_of(s: Battle, seat: int) -> int:
    """Returns the energy that is kept for the most expensive card of the hand."""
    costs = book(s).cost
    return max([costs[card] for card in pile(s, HAND, seat)], default=0)


def score_deployment(
    now: Situation, move: Move[Battle], kind: int, lane: int, rng: Rng, stats_of: int = 0
) -> Candidate:
    """Scores the deployment of a type to a lane; one that uses up the reserve is rejected.

    Args:
        now: the situation.
        move: the move.
        kind: the type.
        lane: the lane.
        rng: the dice.
        stats_of: the type whose attack and speed count instead, see `first_looked_up`.
    """
    found = Candidate(move, lane=lane)
    if not keeps_reserve(now, kind):
        reserve = reserve_of(now.s, now.seat)
        found.reject("reserve", f"less than {reserve} energy is left for cards")
        return found
    own = now.own(lane)
    before = now.scores[lane]
    drone = lanes.fresh_drone(now.s, now.seat, own, kind, now.weights)
    if stats_of:
        lanes.lend_stats(now.s, now.seat, lane, drone, stats_of, now.weights)
    after = now.score_of(lane, lanes.join(own, drone, now.weights), now.foes(lane))
    text = f"lane {lane + 1} is worth {before:.4g} now and {after:.4g} with it"
    found.add("impact", after - before, text)
    add_help(now, found, kind, before)
    add_swing(now, found, before, after, rng)
    w = now.weights
    if before > w.overkill_above and is_damaged(now.s, now.foe, lane):
        text = f"lane {lane + 1} is won and its enemy section damaged already"
        found.add("overkill", w.overkill, text)
    return found


def first_looked_up(now: Situation, moves: list[Move[Battle]]) -> list[int]:
    """Returns the type whose stats count for all types in a lane, by lane; 0 for none (TF1).

    The original kept the stats of the first drone that it tried in a lane, in the order of the
    pool, and took them for those of all others.
    """
    found = [0] * LANES
    if now.weights.shared_stats:
        for move in moves:
            if isinstance(move, Deploy) and not found[move.lane - 1]:
                found[move.lane - 1] = move.kind if keeps_reserve(now, move.kind) else 0
    return found


def keeps_reserve(now: Situation, kind: int) -> bool:
    """Tells whether enough energy is left for the most expensive card of the hand."""
    board, seat = now.s.board, now.seat
    price = cost(now.s, seat, kind)
    left = board.energy[seat] - (price - min(board.budget[seat], price))
    return left >= reserve_of(now.s, seat)


def add_help(now: Situation, found: Candidate, kind: int, before: float) -> None:
    """Adds what the type is good for in a lane that is being lost, won, or even."""
    w, printed, lane = now.weights, cards.DRONES[kind], f"lane {found.lane + 1}"
    if before < w.losing_below:
        if printed.speed >= w.fast_speed:
            found.add("fast", w.fast_help, f"it is fast, and {lane} is being lost")
        if printed.keywords & (cards.GUARDIAN | cards.ALWAYS_INTERCEPTS):
            found.add("guardian", w.guardian_help, f"it defends, and {lane} is being lost")
    elif before > w.winning_above:
        if printed.attack >= w.strong_attack:
            found.add("strong", w.strong_help, f"it is strong, and {lane} is being won")
        if printed.ship_bonus:
            found.add("bomber", w.bomber_help, f"it hits sections hard, and {lane} is being won")
    elif printed.cost <= w.cheap_class:
        found.add("cheap", w.cheap_help, f"it is cheap, and {lane} is even")


def add_swing(now: Situation, found: Candidate, before: float, after: float, rng: Rng) -> None:
    """Adds a random number where the drone turns a lane."""
    w, lane = now.weights, found.lane + 1
    if before < 0.0 <= after:
        swing = rng.between(w.swing_least, w.swing_most)
        found.add("stabilises", swing, f"lane {lane} is no longer being lost")
    if before <= w.dominate_above < after:
        swing = rng.between(w.swing_least, w.swing_most)
        found.add("dominates", swing, f"lane {lane} is dominated")


# Attacks.


def may_attack(now: Situation, lane: int, index: int, target: int) -> bool:
    """Tells whether a drone is sent to attack: no Jammer, and none that does no damage (TF15).

    The original attacked no section behind a Guardian, not even behind an exhausted one.
    """
    printed = cards.DRONES[now.own(lane)[index].kind]
    if printed.keywords & cards.JAMMER:
        return False
    if target == SECTION and now.weights.exhausted_protect and has_guardian(now, lane):
        return False
    hits = now.attacks[now.seat * LANES + lane][index] + printed.ship_bonus
    return hits > 0 or now.weights.harmless_attacks


def has_guardian(now: Situation, lane: int) -> bool:
    """Tells whether the enemy has a Guardian in a lane, ready or not."""
    return True in [cards.DRONES[foe.kind].keywords & cards.GUARDIAN != 0 for foe in now.foes(lane)]


def score_attack(
    now: Situation, move: Move[Battle], lane: int, index: int, target: int
) -> Candidate:
    """Scores an attack on a drone, or on the section of the lane."""
    if target == SECTION:
        return score_section_attack(now, move, lane, index)
    found = Candidate(move, lanes.DRONE_ATTACK, lane, index, target)
    w = now.weights
    drone, foe = now.own(lane)[index], now.foes(lane)[target]
    printed, hit = cards.DRONES[drone.kind], cards.DRONES[foe.kind]
    found.add("class", w.target_class * hit.cost, f"the target is of class {hit.cost}")
    if printed.cost < hit.cost:
        found.add("trade up", w.trade_up, "the attacker is of a lower class")
    if foe.ready:
        found.add("ready", w.target_ready, "the target is ready")
    if printed.ship_bonus:
        found.add("bomber", w.bomber_on_drone, "the attacker is better used on sections")
    if has_keyword(now.s, now.seat, drone, cards.PIERCING):
        text = f"it ignores {cards.counted(foe.shields, 'shield')}"
        found.add("piercing", w.pierced_drone * foe.shields, text)
    add_lane_impact(now, found, lane, target)
    return found


def add_lane_impact(now: Situation, found: Candidate, lane: int, target: int) -> None:
    """Adds what the lane gains without the target, more if it is no longer being lost."""
    before = now.scores[lane]
    after = now.score_of(lane, now.own(lane), lanes.leave(now.foes(lane), target, now.weights))
    share = now.weights.lane_share
    if after <= before:
        return
    text = f"lane {lane + 1} is worth {before:.4g} now and {after:.4g} without it"
    found.add("lane impact", lanes.half(after - before, share), text)
    if before < 0.0 <= after:
        text = f"lane {lane + 1} is no longer being lost"
        found.add("lane flip", lanes.half(-before + after, share), text)


def score_section_attack(now: Situation, move: Move[Battle], lane: int, index: int) -> Candidate:
    """Scores an attack on the section of a lane."""
    found = Candidate(move, lanes.SECTION_ATTACK, lane, index)
    s, w = now.s, now.weights
    drone = now.own(lane)[index]
    hits = now.attacks[now.seat * LANES + lane][index]
    if w.ship_bonus:
        hits += cards.DRONES[drone.kind].ship_bonus
    shields = s.board.shields[now.foe * LANES + lane]
    state = status(s, now.foe, lane)
    found.add("damage", w.section_damage * hits, f"it does {hits} damage to the section")
    if state == cards.DAMAGED:
        found.add(cards.STATUSES[state], w.section_damaged, "the section is damaged")
    elif state == cards.CRITICAL:
        found.add(cards.STATUSES[state], w.section_critical, "the section is critical")
    if shields == 0:
        found.add("no shields", w.section_bare, "the section has no shields")
    elif hits >= shields:
        text = f"that is enough for {'the shield' if shields == 1 else f'all {shields} shields'}"
        found.add("breaks shields", w.section_broken, text)
    if hits >= w.hard_hit_from:
        found.add("hard hit", w.hard_hit, "it is a hard hit")
    if has_keyword(s, now.seat, drone, cards.PIERCING):
        text = f"it ignores {cards.counted(shields, 'shield')}"
        found.add("piercing", w.pierced_section * shields, text)
    return found


# Moves.


def score_move(now: Situation, move: Move[Battle], lane: int, index: int, to: int) -> Candidate:
    """Scores a move to another lane as an action."""
    found = Candidate(move, lanes.MOVE, lane, index)
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
        if state == cards.DAMAGED:
            found.add("press", w.press, f"the enemy section in lane {to + 1} is damaged")
        elif state == cards.CRITICAL:
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
    printed, w = cards.DRONES[drone.kind], now.weights
    gain = w.move_gains_attack * printed.move_gains_attack
    gain += w.move_gains_speed * printed.move_gains_speed
    found.add("gains", gain, "the drone grows stronger by moving")


# Cards; some have no formula in the original (3.9).

# A search of the whole deck.
WHOLE_DECK: Final = 999
# The class from which on a drone is big for Deploy Jammers.
BIG: Final = 3
# What `base` is for a drone that is exhausted.
EXHAUSTED: Final = -1.0


def score_card(now: Situation, move: Move[Battle], card: int, code: int) -> Candidate | None:
    """Scores a card on a target; None if it is not considered at all."""
    target = cards.CARDS[card].target
    lane = index = enemy = -1
    if is_drone_target(target):
        side, drone = side_of(target, code, now.seat), code % OWN
        lane = lane_of(drone)
        if side == now.seat:
            index = index_of(now.s, side, drone)
        else:
            enemy = index_of(now.s, side, drone)
    found = Candidate(move, lanes.CARD, lane, index, enemy, card, code)
    return found if CARD_RULES[cards.CARDS[card].effect](now, found) else None


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
    target = cards.CARDS[found.card].target
    if target == cards.BOTH_LANES:
        score_nuke(now, found)
    elif is_drone_target(target):
        if found.target < 0:
            return False
        foe = now.foes(found.lane)[found.target]
        found.add("destroys", w.destroy * (foe.hull + foe.shields), "it destroys the drone")
    else:
        worth = 0.0
        for foe in matching(now, found, w.printed_speed):
            worth += foe.hull + foe.shields + w.destroyed_class * cards.DRONES[foe.kind].cost
        text = f"it destroys drones in lane {found.code + 1}"
        found.add("destroys", w.destroy_filtered * worth, text)
    add_cost(now, found)
    return True


def matching(now: Situation, found: Candidate, printed: bool = False) -> list[Drone]:
    """Lists the enemy drones of a lane whose speed is within the bounds of the card."""
    lane, card = found.code, cards.CARDS[found.card]
    speeds = now.speeds[now.foe * LANES + lane]
    row: list[Drone] = []
    for index, foe in enumerate(now.foes(lane)):
        fast = cards.DRONES[foe.kind].speed if printed else speeds[index]
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
        worth = drone.hull + drone.shields + w.destroyed_class * cards.DRONES[drone.kind].cost
        total += worth * w.destroy_ready if drone.ready else worth
    return total


def score_damage(now: Situation, found: Candidate) -> bool:
    """Scores a card that damages one drone, or those of a lane that it does not filter."""
    amount = amount_of(now, found)
    if is_drone_target(cards.CARDS[found.card].target):
        if found.target < 0:
            return False
        foe = now.foes(found.lane)[found.target]
        add_damage(now, found, foe, amount, cards.CARDS[found.card].piercing)
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
    return now.weights.kill_class * cards.DRONES[foe.kind].cost + now.weights.kill


def add_salvo(now: Situation, found: Candidate, amount: int, count: int) -> None:
    """Adds the damage to several drones."""
    w = now.weights
    text = f"it does {amount} damage to {cards.counted(count, 'drone')}"
    found.add("damage", w.damage_filtered * amount * count, text)
    if count > 1:
        found.add("several", w.damage_several * count, f"it hits {count} drones at once")


def score_railgun(now: Situation, found: Candidate) -> bool:
    """Scores Railgun Strike as damage to one drone; the description has none for it."""
    foe = now.foes(found.lane)[found.target]
    amount = cards.CARDS[found.card].special_amount if foe.marked else amount_of(now, found)
    add_damage(now, found, foe, amount, cards.CARDS[found.card].piercing)
    add_cost(now, found)
    return True


def score_barrage(now: Situation, found: Candidate) -> bool:
    """Scores Barrage as damage to several drones; the description has none for it."""
    many = len(now.own(found.lane)) >= cards.CARDS[found.card].count
    amount = cards.CARDS[found.card].special_amount if many else amount_of(now, found)
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
    most = ship_stat(now.s, now.seat, cards.MAX_ENERGY)
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
    count = cards.CARDS[found.card].count
    searched = min(count or WHOLE_DECK, w.search_most)
    left = energy_after(now, found)
    found.add("search", w.search_keep * keep, f"it takes {cards.counted(keep, 'card')}")
    text = f"it looks at {cards.counted(count, 'card') if count else 'the whole deck'}"
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
    if cards.CARDS[found.card].target == cards.OWN_SECTION:
        if now.s.board.hull[now.seat * LANES + found.code] >= MAX_HULL:
            return False
        found.add("repair", w.heal_section, "it gives the section hull back")
        return True
    drone = now.own(found.lane)[found.index]
    healed = min(amount_of(now, found), cards.DRONES[drone.kind].hull - drone.hull)
    if not w.extra_cards:
        return True
    if healed <= 0:
        return False
    found.add("repair", w.heal_drone * healed, f"it gives {healed} hull back")
    if cards.CARDS[found.card].go_again:
        found.add("go again", w.go_again, "you go again")
    add_cost(now, found)
    return True


def score_recharge(now: Situation, found: Candidate) -> bool:
    """Scores shields that come back to the own drones of a lane."""
    amount = amount_of(now, found)
    total = 0
    for drone in now.own(found.code):
        total += min(amount, drone.max_shields - drone.shields)
    text = f"it gives {cards.counted(total, 'shield')} back"
    found.add("recharge", now.weights.heal_shields * total, text)
    return found.score > 0.0


# Changes of drones.


def score_ready(now: Situation, found: Candidate) -> bool:
    """Scores a drone that becomes ready, by its class, or by what it can do then."""
    w = now.weights
    drone = now.own(found.lane)[found.index]
    kind = cards.DRONES[drone.kind]
    if not w.ready_by_use:
        found.add("ready", w.ready * kind.cost, f"it readies a drone of class {kind.cost}")
        return True
    hits = now.attacks[now.seat * LANES + found.lane][found.index]
    if can_attack_section(now.s, now.seat, found.lane):
        text = "it can attack the section again"
        found.add("section", w.ready_damage * (hits + kind.ship_bonus), text)
    foes = len(now.foes(found.lane))
    text = f"it can attack {cards.counted(foes, 'drone')}"
    found.add("targets", w.ready_damage * hits * foes, text)
    slower = len(slower_foes(now, found.lane, found.index))
    text = f"it can intercept {'1 ready enemy' if slower == 1 else f'{slower} ready enemies'}"
    found.add("guards", w.ready_guard * slower, text)
    if has_keyword(now.s, now.seat, drone, cards.DEFENDER):
        found.add("defender", w.ready_defender, "intercepting does not exhaust it")
    if has_keyword(now.s, now.seat, drone, cards.GUARDIAN):
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
    w, printed = now.weights, cards.CARDS[found.card]
    if printed.target == cards.OWN_LANE:
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
            if cards.CARDS[found.card].stat == cards.ATTACK:
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
        text = f"it helps {cards.counted(ready, 'ready drone')}"
        found.add("drones", w.buff_drone * ready, text)


def add_weakening(now: Situation, found: Candidate) -> None:
    """Adds what it is worth to change an enemy drone."""
    w = now.weights
    foe = now.foes(found.lane)[found.target]
    if not foe.ready:
        found.add("exhausted", EXHAUSTED, "the drone is exhausted")
    elif cards.CARDS[found.card].stat == cards.ATTACK and amount_of(now, found) < 0:
        hits = lanes.attack_of(now.s, now.foe, found.lane, foe, w)
        text = f"the drone has attack {hits}"
        found.add("weakens", w.attack_down * hits, text)
    else:
        found.add("change", w.other_change, "it changes a drone")


def add_buff(now: Situation, found: Candidate) -> None:
    """Adds what it is worth to change an own drone."""
    w = now.weights
    amount, stat = amount_of(now, found), cards.CARDS[found.card].stat
    drone = now.own(found.lane)[found.index]
    kind = cards.DRONES[drone.kind]
    if not drone.ready:
        found.add("exhausted", EXHAUSTED, "the drone is exhausted")
    elif stat == cards.ATTACK and amount > 0:
        found.add("class", w.attack_up_class * kind.cost, f"the drone is of class {kind.cost}")
        found.add("attack", w.attack_up * amount, f"it gains {amount} attack")
    elif stat == cards.SPEED and amount > 0:
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
        if has_space(now.s, now.seat, lane, cards.MAKES[found.card]):
            free += 1
        for drone in now.own(lane):
            total += cards.DRONES[drone.kind].cost
            if cards.DRONES[drone.kind].cost >= BIG:
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
    if cards.CARDS[found.card].go_again:
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


def best_shift(
    now: Situation, lane: int, to: int, most: int, gain: float = lanes.REJECTED
) -> Shift:
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
    shift = best_shift(now, lane, to, cards.CARDS[found.card].count)
    drones = cards.counted(len(shift.indexes), "drone")
    text = f"the score of both lanes {rises(shift.gain)} with {drones} moved"
    found.add("lanes", shift.gain, text)
    add_cost(now, found)
    return True


# Upgrades.


def upgrade_worth(now: Situation, found: Candidate, seat: int, card: int, kind: int) -> None:
    """Adds what an upgrade of a type is worth to its owner."""
    w = now.weights
    stat = cards.CARDS[card].stat
    worth = w.upgrade_keyword
    if stat == cards.ATTACK:
        worth = w.upgrade_attack
    elif stat == cards.SPEED:
        worth = w.upgrade_speed
    elif stat == cards.SHIELDS:
        worth = w.upgrade_shields
    elif stat == cards.LIMIT:
        worth = w.upgrade_limit
    elif stat == cards.COST:
        worth = w.upgrade_cost
    printed = cards.DRONES[kind]
    found.add("upgrade", worth, f"it upgrades {cards.STATS[stat]}")
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
    cards.DAMAGE: score_damage,
    cards.DESTROY: score_destroy,
    cards.DRAW: score_draw,
    cards.GAIN_ENERGY: score_energy,
    cards.READY: score_ready,
    cards.HEAL_HULL: score_heal,
    cards.HEAL_SHIELDS: score_recharge,
    cards.MODIFY: score_change,
    cards.REPEAT: score_repeat,
    cards.MOVE_ONE: score_maneuver,
    cards.MOVE_MANY: score_reposition,
    cards.UPGRADE: score_upgrade,
    cards.DESTROY_UPGRADE: score_sabotage,
    cards.SEARCH: score_search,
    cards.SEARCH_UPGRADES: score_search,
    cards.TOKENS: score_tokens,
    cards.RAILGUN: score_railgun,
    cards.BARRAGE: score_barrage,
}
CARD_RULES: Final[list[CardRule]] = [RULES[effect] for effect in range(len(cards.EFFECTS))]
