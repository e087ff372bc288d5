"""What the AI of the original game scored, mistakes included, worked out the long way.

It shares nothing with the tactical AI but the rules: every candidate is scored from the tables of
the description and from what is known about the mistakes of the original. The random numbers of
deployments are always 20.
"""

from collections.abc import Sequence

from kibitz.core import Move
from kibitz.games.dronewars import cards as c
from kibitz.games.dronewars.moves import Attack, Deploy, MoveDrone, Play
from kibitz.games.dronewars.rules.drones import cost, raw_attack, speed
from kibitz.games.dronewars.rules.targets import OWN, index_of, is_drone_target, lane_of
from kibitz.games.dronewars.state import (
    HAND,
    MAX_HULL,
    SECTION,
    Battle,
    Drone,
    book,
    count_kind,
    new_drone,
    pile,
)

# What it never plays: there is no formula for it.
NO_FORMULA = (c.MOVE_MANY, c.UPGRADE, c.DESTROY_UPGRADE)
SWING = 20
OUT_OF_THE_QUESTION = -999.0


class Original:
    """The scores of one decision."""

    def __init__(self, battle: Battle, seat: int, moves: Sequence[Move[Battle]]) -> None:
        self.s, self.me, self.foe, self.moves = battle, seat, 1 - seat, moves
        self.energy = battle.board.energy[seat]

    # The board as it saw it.

    def row(self, seat: int, lane: int) -> list[Drone]:
        return self.s.rows[seat * c.LANES + lane]

    def owner(self, seat: int, kind: int) -> int:
        """An own drone counts as the enemy's if the enemy has one of that name."""
        return self.foe if count_kind(self.s, self.foe, kind) else seat

    def hits(self, seat: int, lane: int, drone: Drone) -> int:
        return raw_attack(self.s, self.owner(seat, drone.kind), lane, drone)

    def pace(self, seat: int, lane: int, drone: Drone) -> int:
        return speed(self.s, self.owner(seat, drone.kind), lane, drone)

    def hull_state(self, seat: int, lane: int) -> int:
        """0 if healthy, 1 if damaged, 2 if critical."""
        hull = self.s.board.hull[seat * c.LANES + lane]
        return 2 if hull <= 0 else 1 if hull <= 5 else 0

    def worth(self, seat: int, lane: int, drone: Drone) -> float:
        printed = c.DRONES[drone.kind]
        hits = self.hits(seat, lane, drone) + printed.ship_bonus
        return 4 * hits + 2 * printed.cost + 0.5 * (drone.hull + drone.shields)

    def lane(
        self, lane: int, own: list[Drone] | None = None, foes: list[Drone] | None = None
    ) -> float:
        own = self.row(self.me, lane) if own is None else own
        foes = self.row(self.foe, lane) if foes is None else foes
        score = sum(self.worth(self.me, lane, drone) for drone in own)
        score -= sum(self.worth(self.foe, lane, drone) for drone in foes)
        score += 8 * max([self.pace(self.me, lane, drone) for drone in own], default=0)
        score -= 8 * max([self.pace(self.foe, lane, drone) for drone in foes], default=0)
        score += (0, -20, -40)[self.hull_state(self.me, lane)]
        return score + (0, 15, 30)[self.hull_state(self.foe, lane)]

    # Deployment.

    def deployments(self) -> dict[str, float]:
        found: dict[str, float] = {}
        first: dict[int, int] = {}
        costs = [book(self.s).cost[card] for card in pile(self.s, HAND, self.me)]
        for move in self.moves:
            if isinstance(move, Deploy):
                price = cost(self.s, self.me, move.kind)
                left = self.energy - max(0, price - self.s.board.budget[self.me])
                if left < max(costs, default=0):
                    found[str(move)] = OUT_OF_THE_QUESTION
                else:
                    model = first.setdefault(move.lane - 1, move.kind)
                    found[str(move)] = self.deployment(move.kind, move.lane - 1, model)
        return found

    def deployment(self, kind: int, lane: int, model: int) -> float:
        printed, like = c.DRONES[kind], new_drone(model)
        now = self.lane(lane)
        fresh = 4.0 * (self.hits(self.me, lane, like) + c.DRONES[model].ship_bonus)
        fresh += 2 * printed.cost + 0.5 * printed.hull
        paces = [self.pace(self.me, lane, drone) for drone in self.row(self.me, lane)]
        faster = max([*paces, self.pace(self.me, lane, like)]) - max(paces, default=0)
        then = now + fresh + 8 * faster
        score = then - now
        if now < -15:
            score += 15 if printed.speed >= 4 else 0
            score += 20 if printed.keywords & (c.GUARDIAN | c.ALWAYS_INTERCEPTS) else 0
        elif now > 15:
            score += 15 if printed.attack >= 4 else 0
            score += 20 if printed.ship_bonus else 0
        else:
            score += 10 if printed.cost <= 1 else 0
        score += SWING if now < 0 <= then else 0
        score += SWING if now <= 20 < then else 0
        return score - (150 if self.hull_state(self.foe, lane) and now > 5 else 0)

    # Actions.

    def actions(self) -> dict[str, float]:
        found = self.cards_and_moves()
        blocked = self.take_blocked(found)
        sections, hunts = self.attacks()
        for move, lane, index in sections:
            found[str(move)] = self.bombardment(lane, index)
        first = dict(found)
        for move, lane, index in sections:
            found[str(move)] += self.risk(lane, index)
        for move, lane, index, target in hunts:
            score = self.hunt(lane, index, target) + self.guard(lane, index)
            score += self.jammer_bonus(lane, index, target, blocked[lane])
            for other, there, nth in sections if self.is_gate(lane, target) else []:
                if there == lane and self.risk(lane, nth) == -80:
                    # Attacks that come later in the list had nothing taken off yet.
                    early = 80 if nth >= index else 0
                    score += max(0.0, first[str(other)] + early)
            found[str(move)] = score
        return found

    def cards_and_moves(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for move in self.moves:
            if isinstance(move, MoveDrone):
                index = index_of(self.s, self.me, move.code)
                found[str(move)] = self.movement(move.lane, index, move.to - 1)
            score = self.card(move) if isinstance(move, Play) else None
            if score is not None:
                found[str(move)] = score
        return found

    def take_blocked(self, found: dict[str, float]) -> list[float]:
        """Rejects the cards that a Jammer blocks; returns what they scored, by lane."""
        blocked = [0.0] * c.LANES
        for move in self.moves:
            lane = self.blocked_lane(move) if isinstance(move, Play) else -1
            if lane >= 0 and str(move) in found:
                blocked[lane] += max(0.0, found[str(move)])
                found[str(move)] = OUT_OF_THE_QUESTION
        return blocked

    def attacks(self) -> tuple[list[tuple[Attack, int, int]], list[tuple[Attack, int, int, int]]]:
        """Lists the attacks on sections and on drones, with lane, attacker and target."""
        sections: list[tuple[Attack, int, int]] = []
        hunts: list[tuple[Attack, int, int, int]] = []
        for move in self.moves:
            if isinstance(move, Attack):
                lane, index = move.lane, index_of(self.s, self.me, move.code)
                if c.DRONES[self.row(self.me, lane)[index].kind].keywords & c.JAMMER:
                    continue
                target = move.target_index(self.s, self.me)
                if target != SECTION:
                    hunts.append((move, lane, index, target))
                elif not self.has(lane, c.GUARDIAN):
                    sections.append((move, lane, index))
        return sections, hunts

    def has(self, lane: int, keyword: int) -> bool:
        """Exhausted Guardians and Jammers counted, too."""
        return any(c.DRONES[foe.kind].keywords & keyword for foe in self.row(self.foe, lane))

    def ready_paces(self, seat: int, lane: int) -> list[int]:
        return [self.pace(seat, lane, each) for each in self.row(seat, lane) if each.ready]

    def risk(self, lane: int, index: int) -> float:
        """Equal speed is enough to intercept, in this place only."""
        fastest = max(self.ready_paces(self.foe, lane), default=0)
        if self.pace(self.me, lane, self.row(self.me, lane)[index]) > fastest:
            return 100
        return -80 if fastest > 0 else 0

    def guard(self, lane: int, index: int) -> float:
        pace = self.pace(self.me, lane, self.row(self.me, lane)[index])
        held = [
            self.hits(self.foe, lane, foe)
            for foe in self.row(self.foe, lane)
            if foe.ready and self.pace(self.foe, lane, foe) < pace
        ]
        strongest = max(held, default=0)
        return -120 if strongest >= 4 else {3: -40, 2: -10}.get(strongest, 0)

    def is_gate(self, lane: int, target: int) -> bool:
        """An enemy that is faster than all own ready drones."""
        foe, own = self.row(self.foe, lane)[target], self.ready_paces(self.me, lane)
        fastest = max(own, default=0)
        return foe.ready and fastest > 0 and self.pace(self.foe, lane, foe) > fastest

    def hunt(self, lane: int, index: int, target: int) -> float:
        drone, foes = self.row(self.me, lane)[index], self.row(self.foe, lane)
        foe = foes[target]
        mine, theirs = c.DRONES[drone.kind], c.DRONES[foe.kind]
        score = 10.0 * theirs.cost
        score += 20 if mine.cost < theirs.cost else 0
        score += 10 if foe.ready else 0
        score -= 40 if mine.ship_bonus else 0
        now = self.lane(lane)
        then = self.lane(lane, foes=[each for each in foes if each is not foe])
        if then > now:
            score += (then - now) // 2
            score += (abs(now) + then) // 2 if now < 0 <= then else 0
        return score

    def bombardment(self, lane: int, index: int) -> float:
        damage = max(0, self.hits(self.me, lane, self.row(self.me, lane)[index]))
        shields = self.s.board.shields[self.foe * c.LANES + lane]
        score = 8.0 * damage + (0, 15, 30)[self.hull_state(self.foe, lane)]
        score += 40 if not shields else 35 if damage >= shields else 0
        return score + (10 if damage >= 3 else 0)

    def shift(self, lane: int, index: int, to: int) -> float:
        """Both lanes after a move minus both before; shields from auras stay as they are."""
        source, target = self.row(self.me, lane), self.row(self.me, to)
        drone = source[index]
        rest = [each for each in source if each is not drone]
        gained = self.lane(to, own=[*target, drone]) - self.lane(to)
        return gained + self.lane(lane, own=rest) - self.lane(lane)

    def growth(self, drone: Drone) -> int:
        printed = c.DRONES[drone.kind]
        return 15 * printed.move_gains_attack + 10 * printed.move_gains_speed

    def movement(self, lane: int, index: int, to: int) -> float:
        score = self.shift(lane, index, to) - 10 + self.growth(self.row(self.me, lane)[index])
        score += 25 if self.hull_state(self.me, to) and self.lane(to) < 0 else 0
        return score + ((0, 20, -150)[self.hull_state(self.foe, to)] if self.lane(to) > 0 else 0)

    # Cards.

    def blocked_lane(self, move: Play) -> int:
        """Returns the lane in which a Jammer blocks a card on an enemy drone; -1 for none."""
        target = c.CARDS[move.number].target
        if target not in (c.ANY_DRONE, c.ENEMY_DRONE) or move.code >= OWN:
            return -1
        lane = lane_of(move.code)
        kind = self.row(self.foe, lane)[index_of(self.s, self.foe, move.code)].kind
        return lane if self.has(lane, c.JAMMER) and not c.DRONES[kind].keywords & c.JAMMER else -1

    def jammer_bonus(self, lane: int, index: int, target: int, blocked: float) -> float:
        foes = self.row(self.foe, lane)
        if not c.DRONES[foes[target].kind].keywords & c.JAMMER:
            return 0.0
        affordable = 0.0
        for card in pile(self.s, HAND, self.me):
            printed, price = c.CARDS[card], book(self.s).cost[card]
            # Damage cards were left out, because they name no scope.
            if printed.effect == c.DESTROY and is_drone_target(printed.target):
                for foe in foes:
                    free = not c.DRONES[foe.kind].keywords & c.JAMMER and price <= self.energy
                    affordable += max(0, 8 * (foe.hull + foe.shields) - 4 * price) if free else 0
        bonus = max(blocked, affordable)
        weak = self.hits(self.me, lane, self.row(self.me, lane)[index]) <= 2
        return bonus + (30 if bonus > 0 and weak else 0)

    def card(self, move: Play) -> float | None:
        printed, table = c.CARDS[move.number], book(self.s)
        price, amount = table.cost[move.number], table.amount[move.number]
        if is_drone_target(printed.target):
            return self.drone_card(move, price, amount)
        if printed.effect in (c.DESTROY, c.DAMAGE):
            return self.lane_attack(move.number, move.code, amount) - 4 * price
        if printed.effect == c.MODIFY:
            ready = sum(each.ready for each in self.row(self.me, move.code))
            # What the lane would gain was looked up from before the change: nothing.
            base = 10.0 * ready * (1.5 if printed.permanent else 1)
            return base + (40 if printed.go_again else 0) - 4 * price if base else 0.0
        if printed.effect == c.HEAL_HULL:
            hurt = self.s.board.hull[self.me * c.LANES + move.code] < MAX_HULL
            return 80.0 if hurt else None
        if printed.effect == c.MOVE_ONE:
            drone, to = move.code // c.LANES, move.code % c.LANES
            lane, index = lane_of(drone), index_of(self.s, self.me, drone)
            score = self.shift(lane, index, to) + self.growth(self.row(self.me, lane)[index])
            return score - 4 * price + (40 if printed.go_again else 0)
        if printed.effect in NO_FORMULA:
            return 0.0
        return None if printed.effect == c.HEAL_SHIELDS else self.plain_card(move.number, price)

    def plain_card(self, card: int, price: int) -> float:
        printed, amount = c.CARDS[card], book(self.s).amount[card]
        left = self.energy - price
        if printed.effect == c.GAIN_ENERGY:
            costs = [book(self.s).cost[held] for held in pile(self.s, HAND, self.me)]
            new = [each for each in costs if self.energy < each <= left + amount]
            return 60.0 + 5 * max(new) if new else 1.0
        if printed.effect == c.DRAW:
            return 10.0 + 2 * left if left > 0 else 1.0
        if printed.effect in (c.SEARCH, c.SEARCH_UPGRADES):
            return 12.0 + 2 * (printed.count or 999) + 2 * left
        if printed.effect == c.REPEAT:
            return 25.0 - 4 * price
        assert printed.effect == c.TOKENS
        lanes = [self.row(self.me, lane) for lane in range(c.LANES)]
        classes = [c.DRONES[each.kind].cost for row in lanes for each in row]
        free = sum(not any(c.DRONES[d.kind].keywords & c.JAMMER for d in row) for row in lanes)
        score = 30 + 5 * sum(classes) + 15 * sum(each >= 3 for each in classes) - 4 * price
        return score * free / 3 if free else OUT_OF_THE_QUESTION

    def lane_attack(self, card: int, lane: int, amount: int) -> float:
        printed, foes = c.CARDS[card], self.row(self.foe, lane)
        if printed.target == c.BOTH_LANES:
            sides = [sum(map(self.weight, row)) for row in (foes, self.row(self.me, lane))]
            return 4 * (sides[0] - sides[1])
        if printed.effect == c.DESTROY:
            # By the printed speed; damage goes by the speed of the moment.
            fast = [each for each in foes if self.within(card, c.DRONES[each.kind].speed)]
            return 8.0 * sum(self.substance(each) for each in fast)
        count = sum(self.within(card, self.pace(self.foe, lane, each)) for each in foes)
        return 10.0 * amount * count + (15 * count if count > 1 else 0)

    def within(self, card: int, pace: int) -> bool:
        return c.CARDS[card].slowest <= pace <= c.CARDS[card].fastest

    def substance(self, drone: Drone) -> int:
        return drone.hull + drone.shields + 5 * c.DRONES[drone.kind].cost

    def weight(self, drone: Drone) -> float:
        return self.substance(drone) * (1.5 if drone.ready else 1)

    def drone_card(self, move: Play, price: int, amount: int) -> float | None:
        printed = c.CARDS[move.number]
        mine = move.code >= OWN or printed.target in (c.OWN_DRONE, c.OWN_EXHAUSTED)
        side, code = (self.me if mine else self.foe), move.code % OWN
        lane, index = lane_of(code), index_of(self.s, side, code)
        drone = self.row(side, lane)[index]
        klass = c.DRONES[drone.kind].cost
        if printed.effect in (c.DESTROY, c.DAMAGE):
            if mine:
                return None
            if printed.effect == c.DESTROY:
                return 8.0 * (drone.hull + drone.shields) - 4 * price
            # Shields were forgotten.
            return 8 * amount + (15 * klass + 50 if amount >= drone.hull else 0) - 4 * price
        if printed.effect == c.READY:
            return 12.0 * klass
        if printed.effect == c.HEAL_HULL:
            return 0.0
        assert printed.effect == c.MODIFY
        if not drone.ready:
            return -1.0
        if printed.stat == c.ATTACK:
            base = 10.0 * klass + 8 * amount if amount > 0 else 8.0 * self.hits(side, lane, drone)
        else:
            pace = self.pace(side, lane, drone)
            foes = [self.pace(self.foe, lane, foe) for foe in self.row(self.foe, lane)]
            base = 60.0 if pace <= max(foes, default=-1) < pace + amount else 20.0
        if base > 0:
            base = base * (1.5 if printed.permanent else 1) + (40 if printed.go_again else 0)
            base -= 4 * price
        return base
