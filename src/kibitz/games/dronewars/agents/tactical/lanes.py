"""The lane score (3.1): who is ahead in a lane, also if drones were to come, go or move.

A hypothetical lane is a row of drones. `leave` and `join` build one from another with the auras
brought up to date; stats are always computed anew, so no two hypotheses share anything. The profile
`ref` does without the auras, and repeats some mistakes of the original about stats.

A `Candidate` is an action that is considered: a move, its terms, and its score before and after
each pass.
"""

import math
from typing import Final

from kibitz.core.agent import Option, Reason
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.dronewars.agents.tactical.settings import Weights
from kibitz.games.dronewars.cards import CRITICAL, DAMAGED, DRONES, LANES, SHIELDS, SLOWEST
from kibitz.games.dronewars.rules.drones import attack, raw_attack, speed, upgrade_bonus
from kibitz.games.dronewars.rules.sections import status
from kibitz.games.dronewars.state import Battle, Drone, count_kind, new_drone


def impact(s: Battle, seat: int, lane: int, drone: Drone, w: Weights) -> float:
    """Returns what one drone is worth to its lane."""
    printed = DRONES[drone.kind]
    hits = attack_of(s, seat, lane, drone, w) + printed.ship_bonus
    lasts = drone.hull + drone.shields
    return w.attack * hits + w.drone_class * printed.cost + w.durability * lasts


def attack_of(s: Battle, seat: int, lane: int, drone: Drone, w: Weights) -> int:
    """Returns the attack that counts for a lane: 0 or more, unless the weights say otherwise."""
    if w.negative_attack:
        return raw_attack(s, seat, lane, drone)
    return attack(s, seat, lane, drone)


def stats_seat(s: Battle, seat: int, kind: int, w: Weights) -> int:
    """Returns the seat whose upgrades and sections count for the stats of an own drone.

    The original took it for the enemy's where the enemy has one of that name, too (TF3).
    """
    return 1 - seat if w.stats_by_name and count_kind(s, 1 - seat, kind) else seat


def health(s: Battle, seat: int, lane: int, w: Weights) -> float:
    """Returns what the states of both sections add to the score of a lane."""
    value = 0.0
    own, other = status(s, seat, lane), status(s, 1 - seat, lane)
    if own == DAMAGED:
        value += w.own_damaged
    elif own == CRITICAL:
        value += w.own_critical
    if other == DAMAGED:
        value += w.enemy_damaged
    elif other == CRITICAL:
        value += w.enemy_critical
    return value


def lane_score(
    s: Battle, seat: int, lane: int, own: list[Drone], foes: list[Drone], w: Weights
) -> float:
    """Scores a lane for a seat as if these were the drones in it."""
    power = 0.0
    fastest = fastest_foe = SLOWEST
    for drone in own:
        side = stats_seat(s, seat, drone.kind, w) if w.stats_by_name else seat
        power += impact(s, side, lane, drone, w)
        fastest = max(fastest, speed(s, side, lane, drone))
    for drone in foes:
        power -= impact(s, 1 - seat, lane, drone, w)
        fastest_foe = max(fastest_foe, speed(s, 1 - seat, lane, drone))
    # An empty side counts as one of speed 0.
    ahead = (fastest if own else 0) - (fastest_foe if foes else 0)
    return power + w.speed * ahead + health(s, seat, lane, w)


# Hypothetical rows.


def aura(row: list[Drone]) -> int:
    """Returns the max shields that the drones of a row give to one more drone."""
    total = 0
    for drone in row:
        total += DRONES[drone.kind].aura_shields
    return total


def shielded(drone: Drone, most: int) -> Drone:
    """Returns a copy with other max shields; its shields rise with them, or are clamped."""
    copy = drone.clone()
    copy.shields = min(most, copy.shields + max(0, most - copy.max_shields))
    copy.max_shields = most
    return copy


def leave(row: list[Drone], index: int, w: Weights) -> list[Drone]:
    """Returns a row without one drone; its aura goes with it."""
    lost = DRONES[row[index].kind].aura_shields if w.moving_auras else 0
    rest = row[:index] + row[index + 1 :]
    if lost:
        rest = [shielded(drone, drone.max_shields - lost) for drone in rest]
    return rest


def join(row: list[Drone], drone: Drone, w: Weights) -> list[Drone]:
    """Returns a row with one drone more, whose max shields are right already; its aura counts."""
    gained = DRONES[drone.kind].aura_shields if w.moving_auras else 0
    if gained:
        row = [shielded(other, other.max_shields + gained) for other in row]
    return [*row, drone]


def fresh_drone(s: Battle, seat: int, row: list[Drone], kind: int, w: Weights) -> Drone:
    """Returns a drone as it would arrive in a row."""
    drone = new_drone(kind)
    bonus = upgrade_bonus(s, seat, kind, SHIELDS) if s.board.upgrades[seat] else 0
    drone.max_shields += bonus + aura(row)
    drone.shields = drone.max_shields if w.fresh_shields else 0
    return drone


def lend_stats(s: Battle, seat: int, lane: int, drone: Drone, kind: int, w: Weights) -> None:
    """Gives a drone to deploy the attack, ship bonus and speed of another type (TF1)."""
    owner, other = stats_seat(s, seat, drone.kind, w), stats_seat(s, seat, kind, w)
    model = new_drone(kind)
    gained = raw_attack(s, other, lane, model) - raw_attack(s, owner, lane, drone)
    drone.attack_up += gained + DRONES[kind].ship_bonus - DRONES[drone.kind].ship_bonus
    drone.speed_up += speed(s, other, lane, model) - speed(s, owner, lane, drone)


class Transfer:
    """Two lanes after a drone went from one to the other.

    Attributes:
        source: the row that it left.
        target: the row that it joined.
    """

    def __init__(self, source: list[Drone], target: list[Drone], index: int, w: Weights) -> None:
        drone = source[index]
        self.source: Final = leave(source, index, w)
        most = drone.max_shields - aura(self.source) + aura(target)
        same = most == drone.max_shields or not w.moving_auras
        self.target: Final = join(target, drone if same else shielded(drone, most), w)


# One decision.


class Situation:
    """The board of one decision, with the numbers that everything is compared with.

    Attributes:
        s: what the seat sees.
        seat: who decides.
        foe: the other seat.
        weights: the weights.
        attacks: the attack of every drone, by seat and lane as in `Battle.rows`.
        speeds: the speed of every drone, likewise.
        scores: the score of each lane now.
    """

    def __init__(self, s: Battle, seat: int, weights: Weights) -> None:
        self.s: Final = s
        self.seat: Final = seat
        self.foe: Final = 1 - seat
        self.weights: Final = weights
        self.attacks: Final[list[list[int]]] = []
        self.speeds: Final[list[list[int]]] = []
        for at, row in enumerate(s.rows):
            side, lane = at // LANES, at % LANES
            self.attacks.append([attack(s, side, lane, drone) for drone in row])
            self.speeds.append([speed(s, side, lane, drone) for drone in row])
        if weights.stats_by_name:
            self.mix_up()
        self.scores: Final[list[float]] = [
            lane_score(s, seat, lane, self.own(lane), self.foes(lane), weights)
            for lane in range(LANES)
        ]

    def mix_up(self) -> None:
        """Gives own drones that the enemy has, too, the stats that they would have there (TF3)."""
        for lane in range(LANES):
            at = self.seat * LANES + lane
            for index, drone in enumerate(self.own(lane)):
                owner = stats_seat(self.s, self.seat, drone.kind, self.weights)
                self.attacks[at][index] = attack(self.s, owner, lane, drone)
                self.speeds[at][index] = speed(self.s, owner, lane, drone)

    def own(self, lane: int) -> list[Drone]:
        """Returns the own drones in a lane."""
        return self.s.rows[self.seat * LANES + lane]

    def foes(self, lane: int) -> list[Drone]:
        """Returns the enemy drones in a lane."""
        return self.s.rows[self.foe * LANES + lane]

    def has_ready_foe(self, lane: int) -> bool:
        """Tells whether a ready enemy stands in a lane."""
        return True in [drone.ready for drone in self.foes(lane)]

    def score_of(self, lane: int, own: list[Drone], foes: list[Drone]) -> float:
        """Scores a lane as if these were the drones in it."""
        return lane_score(self.s, self.seat, lane, own, foes, self.weights)

    def change_by(self, lane: int, to: int, rows: Transfer) -> float:
        """Returns how much the scores of two lanes change when own drones went over."""
        gained = self.score_of(to, rows.target, self.foes(to)) - self.scores[to]
        return gained + self.score_of(lane, rows.source, self.foes(lane)) - self.scores[lane]


def half(amount: float, share: float) -> float:
    """Returns a share of an amount, rounded down."""
    return float(math.floor(amount * share))


# Candidate actions.

# Kinds of actions.
CARD: Final = 0
DRONE_ATTACK: Final = 1
SECTION_ATTACK: Final = 2
MOVE: Final = 3
OTHER: Final = 4

# What an action scores that is out of the question.
REJECTED: Final = -999.0


class Candidate:
    """An action that is considered.

    Attributes:
        move: the move.
        kind: `CARD`, `DRONE_ATTACK`, `SECTION_ATTACK`, `MOVE` or `OTHER`.
        lane: the lane of the own drone, or of the target of a card; -1 if there is none.
        index: the own drone that acts, by index in its lane; -1 if there is none.
        target: the enemy drone, by index in the lane; -1 if there is none.
        card: the card; 0 for another action.
        code: what the card is played on, as in `Play.code`.
        score: its score so far.
        reasons: the terms that add up to it.
        history: its scores before the passes, and after each of them.
    """

    def __init__(
        self,
        move: Move[Battle],
        kind: int = OTHER,
        lane: int = -1,
        index: int = -1,
        target: int = -1,
        card: int = 0,
        code: int = 0,
    ) -> None:
        self.move: Final = move
        self.kind: Final = kind
        self.lane: Final = lane
        self.index: Final = index
        self.target: Final = target
        self.card: Final = card
        self.code: Final = code
        self.score = 0.0
        self.reasons: Final[list[Reason]] = []
        self.history: Final[list[float]] = []

    def add(self, term: str, amount: float, text: str) -> None:
        """Adds a term, unless it changes nothing."""
        if amount:
            self.score += amount
            self.reasons.append(Reason(term, amount, text))

    def scale(self, factor: float, term: str, text: str) -> None:
        """Multiplies the score; the difference is a term of its own."""
        self.add(term, (factor - 1.0) * self.score, text)

    def reject(self, term: str, text: str) -> None:
        """Brings the score down to that of an action that is out of the question."""
        self.add(term, REJECTED - self.score, text)

    def note(self) -> None:
        """Writes the score down, before or after a pass."""
        self.history.append(self.score)

    def option(self) -> Option[Battle]:
        """Returns the candidate as an option."""
        reasons = self.reasons or [Reason("nothing", 0.0, "it changes nothing that counts")]
        return Option(self.move, self.score, tuple(reasons))

    def line(self, names: tuple[str, ...]) -> dict[str, Json]:
        """Writes the move with its scores before and after each pass."""
        found: dict[str, Json] = {"move": str(self.move)}
        for name, score in zip(names, self.history, strict=False):
            found[name] = score
        return found
