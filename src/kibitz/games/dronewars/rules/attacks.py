"""Attacks, interception and damage to drones (1.8, 1.9)."""

from typing import ClassVar, Final

from kibitz.games.dronewars.cards import ALWAYS_INTERCEPTS, DEFENDER, DRONES, LANES, PIERCING
from kibitz.games.dronewars.rules.drones import attack, has_keyword, is_guarded, refresh_lane, speed
from kibitz.games.dronewars.rules.phases import Ask, end_turn
from kibitz.games.dronewars.rules.sections import hit_section
from kibitz.games.dronewars.state import SECTION, Battle, Drone

# Damage (1.8, steps 4 and 5).


def hit_drone(drone: Drone, damage: int, piercing: bool) -> int:
    """Damages a drone; returns the damage beyond its hull. `bury` takes it away if it is dead."""
    if not piercing:
        absorbed = min(damage, drone.shields)
        drone.shields -= absorbed
        damage -= absorbed
    lost = min(damage, drone.hull)
    drone.hull -= lost
    return damage - lost


def bury(s: Battle, seat: int, lane: int) -> None:
    """Takes the destroyed drones of a seat out of a lane."""
    row = s.rows[seat * LANES + lane]
    for drone in row:
        if drone.hull <= 0:
            s.rows[seat * LANES + lane] = [each for each in row if each.hull > 0]
            refresh_lane(s, seat, lane)
            return


def heal_drone(drone: Drone, amount: int) -> None:
    """Gives hull back to a drone, up to the printed hull."""
    most = DRONES[drone.kind].hull
    if drone.hull < most:
        drone.hull = min(most, drone.hull + amount)


def charge_drone(drone: Drone, amount: int) -> None:
    """Gives shields back to a drone, up to its max shields."""
    drone.shields = min(drone.max_shields, drone.shields + amount)


# Attacks and interception.


def can_attack_section(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether a seat may attack the enemy section in a lane: it stands and is unguarded."""
    return s.board.hull[(1 - seat) * LANES + lane] > 0 and not is_guarded(s, 1 - seat, lane)


def interceptors(s: Battle, seat: int, lane: int, attacker: int, target: int) -> list[int]:
    """Lists the drones of the defending seat that may intercept, by index in the lane."""
    own, foe = s.rows[seat * LANES + lane], s.rows[(1 - seat) * LANES + lane]
    if not own:
        return []
    attacking = speed(s, 1 - seat, lane, foe[attacker])
    found: list[int] = []
    for index, drone in enumerate(own):
        if drone.ready and index != target and outruns(s, seat, lane, index, attacking):
            found.append(index)
    return found


def outruns(s: Battle, seat: int, lane: int, index: int, attacking: int) -> bool:
    """Tells whether a drone is fast enough to intercept an attacker of some speed."""
    drone = s.rows[seat * LANES + lane][index]
    if speed(s, seat, lane, drone) > attacking:
        return True
    return has_keyword(s, seat, drone, ALWAYS_INTERCEPTS)


class Interception(Ask):
    """Which drone intercepts the attack?"""

    id: ClassVar[str] = "interception"
    moves: ClassVar[tuple[str, ...]] = ("intercept", "decline")
    __match_args__ = ("seat", "lane", "attacker", "target")

    def __init__(self, seat: int, lane: int, attacker: int, target: int) -> None:
        super().__init__(seat)
        self.lane: Final = lane
        self.attacker: Final = attacker
        self.target: Final = target

    def options(self, state: Battle) -> list[int]:
        """Returns the drones that may intercept, by index in the lane."""
        return interceptors(state, self.seat, self.lane, self.attacker, self.target)

    def optional(self, s: Battle) -> bool:
        """Tells whether the attack may be let through: not with ALWAYS_INTERCEPTS (1.13)."""
        own = s.rows[self.seat * LANES + self.lane]
        for index in self.options(s):
            if has_keyword(s, self.seat, own[index], ALWAYS_INTERCEPTS):
                return False
        return True

    def pick(self, s: Battle, option: int) -> None:
        """Lets a drone intercept."""
        resolve(s, 1 - self.seat, self.lane, self.attacker, self.target, option)

    def decline(self, s: Battle) -> None:
        """Lets the attack through."""
        resolve(s, 1 - self.seat, self.lane, self.attacker, self.target, SECTION)


def declare(s: Battle, seat: int, lane: int, attacker: int, target: int) -> None:
    """Attacks a drone or the section of a lane; the defender may intercept first."""
    if interceptors(s, 1 - seat, lane, attacker, target):
        s.stack.append(Interception(1 - seat, lane, attacker, target))
    else:
        resolve(s, seat, lane, attacker, target, SECTION)


def resolve(s: Battle, seat: int, lane: int, attacker: int, target: int, interceptor: int) -> None:
    """Carries an attack out; `SECTION` as the interceptor stands for none."""
    drone = s.rows[seat * LANES + lane][attacker]
    foes = s.rows[(1 - seat) * LANES + lane]
    damage = attack(s, seat, lane, drone)
    piercing = has_keyword(s, seat, drone, PIERCING)
    hit = target if interceptor == SECTION else interceptor
    if hit == SECTION:
        hit_section(s, 1 - seat, lane, damage + DRONES[drone.kind].ship_bonus, piercing)
    else:
        hit_drone(foes[hit], damage, piercing)
    if interceptor != SECTION and not has_keyword(s, 1 - seat, foes[interceptor], DEFENDER):
        foes[interceptor].ready = False
    finish_attack(s, seat, lane, attacker)
    bury(s, seat, lane)
    bury(s, 1 - seat, lane)
    end_turn(s)


def finish_attack(s: Battle, seat: int, lane: int, attacker: int) -> None:
    """Exhausts the attacker, and does what its type does after an attack."""
    drone = s.rows[seat * LANES + lane][attacker]
    printed = DRONES[drone.kind]
    drone.ready = False
    drone.attack_up += printed.attack_gains_attack
    if printed.attack_destroys:
        drone.hull = 0
