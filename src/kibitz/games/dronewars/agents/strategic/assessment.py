"""Layer 1: how things stand (4.2). Counts, threats and tempo, without a judgement."""

from typing import Final

from kibitz.games.dronewars.agents.strategic.combat import Combat, Fighter, guardians, total_ship
from kibitz.games.dronewars.cards.catalogue import LANES, SHIELDS_PER_ROUND
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat, standing
from kibitz.games.dronewars.state import Battle

# The rounds of a side that cannot win as the lanes stand.
NEVER: Final = 0


class EnemySection:
    """A standing enemy section (A2).

    Attributes:
        lane: its lane.
        shields: its shields.
        hull: its hull.
        drones: the own drones in the lane.
    """

    def __init__(self, lane: int, shields: int, hull: int, drones: int) -> None:
        self.lane: Final = lane
        self.shields: Final = shields
        self.hull: Final = hull
        self.drones: Final = drones


class OwnSection:
    """A standing own section (A3).

    Attributes:
        lane: its lane.
        shields: its shields.
        hull: its hull.
        to_lose: the hull that it can lose before it is lost.
        drones: the enemy drones in the lane.
        threat: the damage that ready enemies could do to it; 0 behind a ready Guardian.
        potential: how much of that would reach the hull.
        under_threat: whether that is enough to lose the section.
    """

    def __init__(
        self, lane: int, shields: int, hull: int, to_lose: int, drones: int, threats: list[Fighter]
    ) -> None:
        self.lane: Final = lane
        self.shields: Final = shields
        self.hull: Final = hull
        self.to_lose: Final = to_lose
        self.drones: Final = drones
        self.threat: Final = total_ship(threats)
        self.potential: Final = potential_damage(threats, shields)
        self.under_threat: Final = self.potential >= to_lose


class Assessment:
    """How things stand for a seat.

    Attributes:
        own: the own standing sections, in lane order.
        enemy: the standing enemy sections, in lane order.
        own_shields: the own shields per round.
        enemy_shields: those of the enemy.
        own_rounds: rounds to win as the lanes stand; `NEVER` if they are not enough.
        enemy_rounds: the same for the enemy.
    """

    def __init__(self, combat: Combat) -> None:
        s, seat, foe = combat.s, combat.seat, combat.foe
        board = s.board
        self.own: Final[list[OwnSection]] = []
        self.enemy: Final[list[EnemySection]] = []
        for lane in range(LANES):
            if standing(s, foe, lane):
                at = foe * LANES + lane
                drones = len(s.rows[seat * LANES + lane])
                self.enemy.append(EnemySection(lane, board.shields[at], board.hull[at], drones))
            if standing(s, seat, lane):
                self.own.append(own_section(combat, lane))
        self.own_shields: Final = ship_stat(s, seat, SHIELDS_PER_ROUND)
        self.enemy_shields: Final = ship_stat(s, foe, SHIELDS_PER_ROUND)
        self.own_rounds: Final = rounds_to_win(combat, seat)
        self.enemy_rounds: Final = rounds_to_win(combat, foe)

    def tempo(self) -> int | None:
        """Returns how many rounds the enemy is behind; None if one side cannot win as it is."""
        if self.own_rounds == NEVER or self.enemy_rounds == NEVER:
            return None
        return self.enemy_rounds - self.own_rounds


def own_section(combat: Combat, lane: int) -> OwnSection:
    """Assesses an own standing section."""
    board, at = combat.s.board, combat.seat * LANES + lane
    foes = combat.foes(lane)
    threats = [] if guardians(combat.own(lane)) else [foe for foe in foes if foe.ready]
    to_lose = board.hull[at] - board.rules.loss_hull
    return OwnSection(lane, board.shields[at], board.hull[at], to_lose, len(foes), threats)


def potential_damage(threats: list[Fighter], shields: int) -> int:
    """Returns how much damage reaches the hull if all drones attack a section."""
    piercing = blunt = 0
    for each in threats:
        if each.piercing:
            piercing += each.ship
        else:
            blunt += each.ship
    return piercing + max(0, blunt - shields)


# Tempo (A5).


def rounds_to_win(combat: Combat, seat: int) -> int:
    """Returns in how many rounds a seat wins as the lanes stand; `NEVER` if it does not."""
    most = 0
    for lane in range(LANES):
        if standing(combat.s, 1 - seat, lane):
            target = combat.section(1 - seat, lane)
            damage = total_ship(combat.rows[seat * LANES + lane])
            rounds = rounds_for(target.need, damage, regained(combat.s, 1 - seat, lane))
            if rounds == NEVER:
                return NEVER
            most = max(most, rounds)
    return most


def regained(s: Battle, seat: int, lane: int) -> int:
    """Returns the shields that a section can regain each round."""
    return min(ship_stat(s, seat, SHIELDS_PER_ROUND), shield_cap(s, seat, lane))


def rounds_for(need: int, damage: int, regain: int) -> int:
    """Returns the smallest n with n * damage >= need + (n - 1) * regain; `NEVER` if none."""
    if damage >= need:
        return 1
    if damage <= regain:
        return NEVER
    # n * (damage - regain) >= need - regain, rounded up.
    return -(-(need - regain) // (damage - regain))
