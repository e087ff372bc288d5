"""The tactical AI as a player: one decision at a time, without a memory."""

import time
from typing import Final

from kibitz.core.agent import Advice, Observation, Option
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.value import Json
from kibitz.games.dronewars.agents.tactical.candidates import Candidate
from kibitz.games.dronewars.agents.tactical.choice import (
    HISTORY,
    best_of,
    consider,
    left_out,
    pick,
    plain_option,
    ranked,
    score_anyway,
    window,
    with_options,
)
from kibitz.games.dronewars.agents.tactical.deployment import (
    first_looked_up,
    reserve_of,
    score_deployment,
)
from kibitz.games.dronewars.agents.tactical.housekeeping import (
    score_discard,
    score_mover,
    score_removal,
    score_search,
    score_shield,
    shield_lane,
    shift_of,
)
from kibitz.games.dronewars.agents.tactical.interception import (
    choose_basic,
    choose_enhanced,
    score_basic,
    score_enhanced,
)
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.agents.tactical.settings import BUILD, Weights
from kibitz.games.dronewars.cards.catalogue import DRONE_NUMBERS
from kibitz.games.dronewars.cards.decks import PRESETS, write_placement
from kibitz.games.dronewars.moves import (
    Choose,
    Decline,
    Deploy,
    Discard,
    Done,
    Intercept,
    Keep,
    Pass,
    Place,
    Remove,
    Shield,
    lane_codes,
)
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.effects import MoveDrones
from kibitz.games.dronewars.rules.questions import asked_of
from kibitz.games.dronewars.rules.targets import index_of
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, SHIELD_ALLOCATION, Battle

# How a ship is placed by a player without a personality: as the original always did.
USUAL_PLACEMENT: Final = "powercell bridge hub"


class TacticalAgent:
    """Scores every action on its own and picks one of the best; keeps nothing between decisions."""

    def __init__(self, weights: Weights = BUILD, personality: str = "") -> None:
        """Takes the weights, and the name of a personality for the set-up."""
        self.weights: Final = weights
        preset = PRESETS.get(personality)
        self.drones: Final[tuple[int, ...]] = () if preset is None else preset.fleet
        self.placement: Final = (
            USUAL_PLACEMENT if preset is None else write_placement(preset.placement)
        )

    def advise(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Says what to play and why."""
        seen.check_turn()
        began = time.perf_counter()
        advice = self.decide(seen)
        if seen.wanted:
            advice = self.answer(seen, advice)
        advice.seconds = time.perf_counter() - began
        return advice

    def answer(self, seen: Observation[Battle, Battle], advice: Advice[Battle]) -> Advice[Battle]:
        """Adds the moves that somebody asks about to the options."""
        now = Situation(seen.view, seen.seat, self.weights)
        moves = left_out(advice, seen.wanted)
        return with_options(
            advice, [score_anyway(now, seen.moves, move).option() for move in moves]
        )

    def decide(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Decides by the phase, or by the question that is asked."""
        if len(seen.moves) == 1:
            option = plain_option(seen.moves[0], 0.0, "the only legal move")
            return Advice(option.move, 0.0, (option,), trace={"step": "forced"})
        now = Situation(seen.view, seen.seat, self.weights)
        asked = asked_of(seen.view, seen.seat)
        if isinstance(asked, Interception):
            return self.intercept(now, asked, seen.moves)
        if isinstance(asked, MoveDrones):
            return self.shift(now, asked, seen.moves)
        if asked is None and seen.view.phase == ACTION:
            return self.act(now, seen.moves, seen.rng)
        if asked is None and seen.view.phase == DEPLOYMENT:
            return self.deploy(now, seen.moves, seen.rng)
        return self.keep_house(now, seen.moves, seen.rng)

    # Actions and deployment.

    def act(self, now: Situation, moves: list[Move[Battle]], rng: Rng) -> Advice[Battle]:
        """Picks one of the best actions; passes if none is worth it."""
        found = consider(now, moves)
        best = window(found, self.weights.window)
        passing = pass_option(moves, 0.0, "an action must score more than this")
        chosen = passing if not best else pick(best, rng).option()
        trace: dict[str, Json] = {
            "lanes": [*now.scores],
            "candidates": [each.line(HISTORY) for each in found],
            "choice": [str(each.move) for each in best],
        }
        return make_advice("action", chosen, ranked(found, [passing]), trace)

    def deploy(self, now: Situation, moves: list[Move[Battle]], rng: Rng) -> Advice[Battle]:
        """Deploys one of the best drones; passes if none is worth it."""
        found: list[Candidate] = []
        first = first_looked_up(now, moves)
        for move in moves:
            if isinstance(move, Deploy):
                lane = move.lane - 1
                each = score_deployment(now, move, move.kind, lane, rng, first[lane])
                each.note()
                found.append(each)
        least = self.weights.deploy_least
        best = [each for each in best_of(found) if each.score >= least]
        passing = pass_option(moves, least, "a drone must score at least this")
        chosen = passing if not best else pick(best, rng).option()
        trace: dict[str, Json] = {
            "lanes": [*now.scores],
            "reserve": reserve_of(now.s, now.seat),
            "candidates": [each.line(HISTORY[:1]) for each in found],
            "choice": [str(each.move) for each in best],
        }
        return make_advice("deployment", chosen, ranked(found, [passing]), trace)

    # Questions.

    def intercept(
        self, now: Situation, asked: Interception, moves: list[Move[Battle]]
    ) -> Advice[Battle]:
        """Decides whether a drone intercepts, and which."""
        codes = lane_codes(now.s, now.seat, asked.lane)
        found: list[Candidate] = []
        others: list[Option[Battle]] = []
        for move in moves:
            if isinstance(move, Intercept):
                found.append(Candidate(move, lane=asked.lane, index=codes.index(move.code)))
            elif isinstance(move, Decline):
                others.append(plain_option(move, 0.0, "it must be worth more than nothing"))
        if self.weights.enhanced_interception:
            score_enhanced(now, asked, found)
            best = choose_enhanced(now, found)
        else:
            score_basic(now, asked, found)
            best = choose_basic(found)
        options = ranked(found, others)
        chosen = options[0] if best is None else best.option()
        return make_advice("interception", chosen, options, {})

    def shift(self, now: Situation, asked: MoveDrones, moves: list[Move[Battle]]) -> Advice[Battle]:
        """Chooses the drones that a card moves."""
        best = shift_of(now, asked)
        found: list[Candidate] = []
        others: list[Option[Battle]] = []
        for move in moves:
            if isinstance(move, Choose):
                found.append(score_mover(now, move, asked, best, move.drone))
            else:
                others.append(plain_option(move, 0.0, "nothing gains from another move"))
        options = ranked(found, others)
        return make_advice("reposition", options[0], options, {})

    # Everything else.

    def keep_house(self, now: Situation, moves: list[Move[Battle]], rng: Rng) -> Advice[Battle]:
        """Decides about discards, shields, removal, searches and the set-up."""
        found: list[Candidate] = []
        others: list[Option[Battle]] = []
        wanted = shield_lane(now.s, now.seat) if now.s.phase == SHIELD_ALLOCATION else -1
        for move in moves:
            if isinstance(move, Done):
                others.append(plain_option(move, 0.0, "it keeps what it has"))
            elif isinstance(move, Shield):
                found.append(score_shield(move, move.lane - 1, wanted))
            else:
                found.append(self.score_choice(now, move))
        options = ranked(found, others)
        chosen = options[0]
        if isinstance(chosen.move, (Discard, Keep)):
            chosen = pick(best_of(found), rng).option()
        return make_advice("housekeeping", chosen, options, {})

    def score_choice(self, now: Situation, move: Move[Battle]) -> Candidate:
        """Scores what can be discarded, removed, searched, kept or placed."""
        if isinstance(move, Discard):
            return score_discard(now, move, move.number)
        if isinstance(move, Remove):
            return score_removal(now, move, move.lane, index_of(now.s, now.seat, move.code))
        if isinstance(move, Choose):
            return score_search(now, move, move.card)
        found = Candidate(move)
        if isinstance(move, Keep) and DRONE_NUMBERS[move.drone] in self.drones:
            found.add("personality", 1.0, "it is a drone of this personality")
        elif isinstance(move, Place) and move.sections == self.placement:
            found.add("placement", 1.0, "it is the usual placement")
        return found


def pass_option(moves: list[Move[Battle]], score: float, text: str) -> Option[Battle]:
    """Makes the option of passing."""
    for move in moves:
        if isinstance(move, Pass):
            return plain_option(move, score, text)
    raise ValueError("passing is always legal in this phase")


def make_advice(
    step: str, chosen: Option[Battle], options: list[Option[Battle]], trace: dict[str, Json]
) -> Advice[Battle]:
    """Advises one of some ranked options."""
    known: dict[str, Json] = {"step": step, **trace}
    return Advice(chosen.move, chosen.score, tuple(options), trace=known)
