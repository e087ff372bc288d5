"""What a battle is worth to a seat: the greedy player, and what searches are told.

A battle is rated in points; a point of hull that a standing section can still lose counts 10. A
move is worth what it changes. Searches try first what the tactical AI scores highest.
"""

import math
from typing import Final

from kibitz.agents.greedy import GreedyAgent, Scorer, name_changes
from kibitz.core.agent import Observation, Policy, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.games.dronewars.agents.tactical.decisions import (
    interception_pass,
    jammer_pass,
    score_action,
)
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.agents.tactical.scores import score_deployment
from kibitz.games.dronewars.agents.tactical.settings import Weights
from kibitz.games.dronewars.cards import CARDS, DAMAGE, DESTROY, DRONES, FASTEST, GUARDIAN, LANES
from kibitz.games.dronewars.moves import (
    Attack,
    Decline,
    Deploy,
    Intercept,
    MoveDrone,
    Pass,
    Play,
    list_moves,
)
from kibitz.games.dronewars.rules.drones import attack, speed
from kibitz.games.dronewars.rules.targets import OWN, is_drone_target
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, HAND, Battle, pile

# Guesses, tried out in the arena.
VICTORY: Final = 1000.0
HULL: Final = 10.0  # a point of hull that a section can lose before it is lost
STANDS: Final = 15.0  # a section that is not lost
SHIELD: Final = 4.0  # a shield of such a section
ATTACK: Final = 3.0  # a point of attack on the board
PRESSURE: Final = 40.0  # the most that drones count for the section they can attack
HALF_PRESSURE: Final = 6.0  # the damage that makes half of it: more drones in a lane count less
HELD: Final = 0.4  # how much damage counts that the enemy can intercept, or a Guardian forbids
LASTS: Final = 1.5  # a point of hull or shields of a drone
SPEED: Final = 0.5  # a point of speed of a drone
READY: Final = 0.5  # a point of attack that is ready
CARD: Final = 3.0
ENERGY: Final = 0.4

TERMS: Final = ("victory", "sections", "shields", "drones", "pressure", "cards", "energy")
# What each term means if it rises, and if it falls.
WORDS: Final = (
    ("you win", "you lose"),
    ("your sections gain on the enemy's", "your sections fall behind the enemy's"),
    ("your shields gain on the enemy's", "your shields fall behind the enemy's"),
    ("your drones gain on the enemy's", "your drones fall behind the enemy's"),
    ("your drones threaten more", "the enemy's drones threaten more"),
    ("you gain on cards in hand", "you fall behind on cards in hand"),
    ("you gain on energy", "it costs energy"),
)
# A move that changes nothing is worse than none.
EFFORT: Final = 0.1
# How many questions are answered to see what a move does.
ANSWERS: Final = 4


def rate_side(s: Battle, seat: int) -> list[float]:
    """Rates what a seat has: sections, shields, drones, pressure, cards, energy."""
    board = s.board
    loss = board.rules.loss_hull
    sections = shields = drones = pressure = 0.0
    for lane in range(LANES):
        at = seat * LANES + lane
        left = board.hull[at] - loss
        if left > 0:
            sections += STANDS + HULL * left
            shields += SHIELD * board.shields[at]
        for drone in s.rows[at]:
            hits = attack(s, seat, lane, drone)
            drones += ATTACK * hits + LASTS * (drone.hull + drone.shields)
            drones += SPEED * speed(s, seat, lane, drone)
            if drone.ready:
                drones += READY * hits
        if board.hull[(1 - seat) * LANES + lane] > loss:
            threat = lane_threat(s, seat, lane)
            pressure += PRESSURE * threat / (threat + HALF_PRESSURE)
    cards = CARD * len(pile(s, HAND, seat))
    return [sections, shields, drones, pressure, cards, ENERGY * board.energy[seat]]


def lane_threat(s: Battle, seat: int, lane: int) -> float:
    """Returns the damage that the drones of a lane can do to its section."""
    fastest = -1
    for foe in s.rows[(1 - seat) * LANES + lane]:
        if DRONES[foe.kind].keywords & GUARDIAN:
            fastest = FASTEST
        fastest = max(fastest, speed(s, 1 - seat, lane, foe))
    threat = 0.0
    for drone in s.rows[seat * LANES + lane]:
        hits = attack(s, seat, lane, drone) + DRONES[drone.kind].ship_bonus
        threat += hits * (HELD if fastest > speed(s, seat, lane, drone) else 1.0)
    return threat


def rate(s: Battle, seat: int) -> list[float]:
    """Rates a battle for a seat, term by term."""
    if s.over:
        won = VICTORY if s.winner == seat else -VICTORY if s.winner >= 0 else 0.0
        return [won] + [0.0] * (len(TERMS) - 1)
    own, other = rate_side(s, seat), rate_side(s, 1 - seat)
    return [0.0, *[own[at] - other[at] for at in range(len(own))]]


def total(amounts: list[float]) -> float:
    """Adds amounts up."""
    value = 0.0
    for amount in amounts:
        value += amount
    return value


# The greedy player.


class Worth(Scorer[Battle, Battle]):
    """Adds up what a move changes, after the best answer of the opponent.

    Attributes:
        worlds: how many worlds that look the same to the player a move is tried in.
    """

    def __init__(self, worlds: int = 2) -> None:
        if worlds < 1:
            raise ValueError(f"invalid worlds={worlds}: expected 1 or more")
        self.worlds: Final = worlds

    def reasons(self, seen: Observation[Battle, Battle], move: Move[Battle]) -> list[Reason]:
        """Lists everything that speaks for or against a move; passing counts 0."""
        if isinstance(move, Pass):
            return [Reason("pass", 0.0, "passing changes nothing")]
        changes = [0.0] * len(TERMS)
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            state = seen.game.sample(seen.view, seen.rng.child(f"world {index}"))
            before = rate(state, seen.seat)
            turn = state.turn
            seen.game.play(state, move)
            after = rate(answered(seen.game, state, turn), seen.seat)
            for term in range(len(TERMS)):
                changes[term] += (after[term] - before[term]) / self.worlds
        found = name_changes(TERMS, WORDS, changes)
        return [*found, Reason("effort", -EFFORT, "not worth it if it changes nothing")]

    def unit(self, game: Game[Battle, Battle]) -> str:
        """Returns what a point of hull counts."""
        return f"points (a point of hull is {HULL:g})"


def answered(game: Game[Battle, Battle], s: Battle, turn: int) -> Battle:
    """Returns the battle after the questions are answered, each as is best for who is asked."""
    for _ in range(ANSWERS):
        if s.over or not s.stack or s.turn != turn:
            break
        best: Battle | None = None
        highest = 0.0
        for move in list_moves(s):
            after = s.clone()
            game.play(after, move)
            value = total(rate(after, s.seat))
            if best is None or value > highest:
                best, highest = after, value
        if best is None:
            break
        s = best
    return s


def make_greedy(worlds: int = 2) -> GreedyAgent[Battle, Battle]:
    """Makes the greedy player."""
    return GreedyAgent(Worth(worlds))


# Searches.

# About a round.
HORIZON: Final = 24
# How many points of the rating make a battle all but won.
ALL_BUT_WON: Final = 120.0
# How often a playout moves a drone to another lane, and lets an attack through, in percent.
MOVE_RATE: Final = 10
DECLINE_RATE: Final = 30
# The numbers of the tactical AI, without chance.
STEADY: Final = Weights(swing_least=20, swing_most=20)


class Instinct(Policy[Battle]):
    """What searches are told: sensible moves for playouts, and what the tactical AI scores."""

    def choose(self, state: Battle, rng: Rng) -> Move[Battle] | None:
        """Deploys, attacks and plays cards against enemies at random; passes if it can do none."""
        if state.stack:
            return choose_answer(state, rng)
        if state.phase != ACTION and state.phase != DEPLOYMENT:
            return None
        found: list[Move[Battle]] = []
        moves = list_moves(state)
        for move in moves:
            if is_useful(move, rng):
                found.append(move)
        return found[rng.below(len(found))] if found else moves[-1]

    def weigh(self, state: Battle, moves: list[Move[Battle]]) -> list[float] | None:
        """Returns what the tactical AI scores the moves."""
        if state.stack or state.phase < DEPLOYMENT:
            return None
        now = Situation(state, state.seat, STEADY)
        if state.phase == DEPLOYMENT:
            rng = hidden_rng()
            return [deployment_score(now, move, rng) for move in moves]
        return action_scores(now, moves)

    def horizon(self) -> int:
        """Stops playouts after about a round."""
        return HORIZON

    def estimate(self, state: Battle) -> list[float]:
        """Returns how the battle stands, by the rating."""
        share = prospects(state)
        return [share, -share]


def choose_answer(s: Battle, rng: Rng) -> Move[Battle] | None:
    """Intercepts more often than not; other questions are left to chance."""
    moves = list_moves(s)
    if not isinstance(moves[0], Intercept):
        return None
    if isinstance(moves[-1], Decline) and rng.below(100) < DECLINE_RATE:
        return moves[-1]
    return moves[rng.below(len(moves))]


def is_useful(move: Move[Battle], rng: Rng) -> bool:
    """Tells whether a playout may make a move: none that helps the enemy, and few drones move."""
    if isinstance(move, (Attack, Deploy)):
        return True
    if isinstance(move, Play):
        card = CARDS[move.number]
        harms = card.effect == DAMAGE or card.effect == DESTROY
        return not (harms and is_drone_target(card.target) and move.code >= OWN)
    return isinstance(move, MoveDrone) and rng.below(100) < MOVE_RATE


def deployment_score(now: Situation, move: Move[Battle], rng: Rng) -> float:
    """Returns what the tactical AI scores a deployment or a pass."""
    if isinstance(move, Deploy):
        return score_deployment(now, move, move.kind, move.lane - 1, rng).score
    return now.weights.deploy_least


def action_scores(now: Situation, moves: list[Move[Battle]]) -> list[float]:
    """Returns what the tactical AI scores actions; what it never does comes last."""
    found = [score_action(now, move) for move in moves]
    candidates = [each for each in found if each is not None]
    for each in candidates:
        each.note()
    jammer_pass(now, candidates)
    interception_pass(now, candidates)
    return [
        each.score if each is not None else 0.0 if isinstance(move, Pass) else -1000.0
        for each, move in zip(found, moves, strict=True)
    ]


def prospects(s: Battle) -> float:
    """Estimates what seat 0 can expect, from -1 to 1."""
    return 0.95 * math.tanh(total(rate(s, 0)) / ALL_BUT_WON)
