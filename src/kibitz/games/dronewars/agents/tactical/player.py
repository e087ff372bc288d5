"""The tactical AI as a player: one decision at a time, without a memory.

It explains its advice in the words of a player: what to do, why, and what not to do.
"""

import time
from collections.abc import Sequence
from typing import Final

from kibitz.agents.weights import changed, with_options
from kibitz.core.agent import ORDER_ONLY, Advice, Observation, Option, Reason
from kibitz.core.errors import suggest
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.value import Json
from kibitz.games.dronewars import cards
from kibitz.games.dronewars.agents.tactical import decisions
from kibitz.games.dronewars.agents.tactical.lanes import REJECTED, Candidate, Situation
from kibitz.games.dronewars.agents.tactical.scores import (
    first_looked_up,
    reserve_of,
    score_deployment,
)
from kibitz.games.dronewars.agents.tactical.settings import BUILD, PROFILES, Weights
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
)
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.effects import MoveDrones
from kibitz.games.dronewars.rules.phases import asked_of
from kibitz.games.dronewars.rules.targets import (
    lane_codes,
)
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, SHIELD_ALLOCATION, Battle
from kibitz.games.dronewars.text.descriptions import move_words, sentence

# How a ship is placed by a player without a personality: as the original always did.
USUAL_PLACEMENT: Final = "powercell bridge hub"


class TacticalAgent:
    """Scores every action on its own and picks one of the best; keeps nothing between decisions."""

    def __init__(self, weights: Weights = BUILD, personality: str = "") -> None:
        """Takes the weights, and the name of a personality for the set-up."""
        self.weights: Final = weights
        self.unit: Final = f"points (a point of damage to a section is {weights.section_damage:g})"
        preset = cards.PRESETS.get(personality)
        self.drones: Final[tuple[int, ...]] = () if preset is None else preset.fleet
        self.placement: Final = (
            USUAL_PLACEMENT if preset is None else cards.write_placement(preset.placement)
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
        moves = decisions.left_out(advice, seen.wanted)
        scored = [decisions.score_anyway(now, seen.moves, move) for move in moves]
        return decisions.extended(advice, [each.option() for each in scored])

    def decide(self, seen: Observation[Battle, Battle]) -> Advice[Battle]:
        """Decides by the phase, or by the question that is asked."""
        if len(seen.moves) == 1:
            option = decisions.plain_option(seen.moves[0], 0.0, "the only legal move")
            return make_advice("forced", option, [option], {})
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
        found = decisions.consider(now, moves)
        best = decisions.window(found, self.weights.window)
        passing = pass_option(moves, 0.0, "an action must score more than this")
        chosen = passing if not best else decisions.pick(best, rng).option()
        trace: dict[str, Json] = {
            "lanes": [*now.scores],
            "candidates": [each.line(decisions.HISTORY) for each in found],
            "choice": [str(each.move) for each in best],
        }
        options = decisions.ranked(found, [passing])
        return make_advice("action", chosen, options, trace, self.unit)

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
        best = [each for each in decisions.best_of(found) if each.score >= least]
        passing = pass_option(moves, least, "a drone must score at least this")
        chosen = passing if not best else decisions.pick(best, rng).option()
        trace: dict[str, Json] = {
            "lanes": [*now.scores],
            "reserve": reserve_of(now.s, now.seat),
            "candidates": [each.line(decisions.HISTORY[:1]) for each in found],
            "choice": [str(each.move) for each in best],
        }
        options = decisions.ranked(found, [passing])
        return make_advice("deployment", chosen, options, trace, self.unit)

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
                text = "it must be worth more than nothing"
                others.append(decisions.plain_option(move, 0.0, text))
        if self.weights.enhanced_interception:
            decisions.score_enhanced(now, asked, found)
            best = decisions.choose_enhanced(now, found)
        else:
            decisions.score_basic(now, asked, found)
            best = decisions.choose_basic(found)
        options = decisions.ranked(found, others)
        chosen = options[0] if best is None else best.option()
        return make_advice("interception", chosen, options, {})

    def shift(self, now: Situation, asked: MoveDrones, moves: list[Move[Battle]]) -> Advice[Battle]:
        """Chooses the drones that a card moves."""
        best = decisions.shift_of(now, asked)
        found: list[Candidate] = []
        others: list[Option[Battle]] = []
        for move in moves:
            if isinstance(move, Choose):
                found.append(decisions.score_mover(now, move, asked, best, move.drone))
            else:
                others.append(decisions.plain_option(move, 0.0, "nothing gains from another move"))
        options = decisions.ranked(found, others)
        return make_advice("reposition", options[0], options, {}, self.unit)

    # Everything else.

    def keep_house(self, now: Situation, moves: list[Move[Battle]], rng: Rng) -> Advice[Battle]:
        """Decides about discards, shields, removal, searches and the set-up."""
        found: list[Candidate] = []
        others: list[Option[Battle]] = []
        wanted = decisions.shield_lane(now.s, now.seat) if now.s.phase == SHIELD_ALLOCATION else -1
        for move in moves:
            if isinstance(move, Done):
                others.append(decisions.plain_option(move, 0.0, "it keeps what it has"))
            elif isinstance(move, Shield):
                found.append(decisions.score_shield(move, move.lane - 1, wanted))
            else:
                found.append(self.score_choice(now, move))
        options = decisions.ranked(found, others)
        chosen = options[0]
        if isinstance(chosen.move, (Discard, Keep)):
            chosen = decisions.pick(decisions.best_of(found), rng).option()
        return make_advice("housekeeping", chosen, options, {})

    def score_choice(self, now: Situation, move: Move[Battle]) -> Candidate:
        """Scores what can be discarded, removed, searched, kept or placed."""
        if isinstance(move, Discard):
            return decisions.score_discard(now, move, move.number)
        if isinstance(move, Remove):
            return decisions.score_removal(now, move, move.lane, move.index(now.s, now.seat))
        if isinstance(move, Choose):
            return decisions.score_search(now, move, move.card)
        found = Candidate(move)
        if isinstance(move, Keep) and cards.DRONE_NUMBERS[move.drone] in self.drones:
            found.add("personality", 1.0, "it is a drone of this personality")
        elif isinstance(move, Place) and move.sections == self.placement:
            found.add("placement", 1.0, "it is the usual placement")
        return found


def pass_option(moves: list[Move[Battle]], score: float, text: str) -> Option[Battle]:
    """Makes the option of passing."""
    for move in moves:
        if isinstance(move, Pass):
            return decisions.plain_option(move, score, text)
    raise ValueError("passing is always legal in this phase")


def make_advice(
    step: str,
    chosen: Option[Battle],
    options: list[Option[Battle]],
    trace: dict[str, Json],
    unit: str = ORDER_ONLY,
) -> Advice[Battle]:
    """Advises one of some ranked options; most questions have a scale of their own."""
    known: dict[str, Json] = {"step": step, **trace}
    return Advice(chosen.move, chosen.score, tuple(options), trace=known, unit=unit)


# What to do, why, and what not to do.

# How many reasons are named for and against a move.
MOST_FOR: Final = 3
MOST_AGAINST: Final = 2


def explain_advice(view: Battle, advice: Advice[Battle]) -> list[str]:
    """Explains what the tactical AI advises, one thought in each text; else there is nothing."""
    step = advice.trace.get("step")
    if step not in ("action", "deployment", "interception") or len(advice.options) < 2:
        return []
    chosen = option_of(advice, advice.move)
    others = [option for option in advice.options if option.move is not chosen.move]
    found = [
        f"{sentence(move_words(view, chosen.move))}.",
        reasons_text(chosen),
        chance_text(advice),
        *comparison_texts(view, chosen, others),
    ]
    return [text for text in found if text]


def option_of(advice: Advice[Battle], move: Move[Battle]) -> Option[Battle]:
    """Returns the option of a move."""
    for option in advice.options:
        if option.move == move:
            return option
    return advice.options[0]


# Reasons.


def reasons_text(option: Option[Battle]) -> str:
    """Says what speaks for a move, and what against it."""
    if isinstance(option.move, (Pass, Decline)):
        return "Nothing else is worth it."
    text = f"It scores {option.score:.4g}"
    speaking = listed(option.reasons, 1.0, MOST_FOR)
    against = listed(option.reasons, -1.0, MOST_AGAINST)
    if speaking:
        text = f"{text}: {speaking}"
    return f"{text}. Against it: {against}." if against else f"{text}."


def listed(reasons: Sequence[Reason], sign: float, most: int) -> str:
    """Lists the weightiest reasons of a sign with their points."""
    found = sorted(
        [reason for reason in reasons if sign * reason.amount > 0.0],
        key=lambda reason: -sign * reason.amount,
    )
    return ", ".join([f"{reason.text} ({reason.amount:+.4g})" for reason in found[:most]])


def chance_text(advice: Advice[Battle]) -> str:
    """Says that chance picked among several moves."""
    close = advice.trace.get("choice")
    if not isinstance(close, list) or len(close) < 2:
        return ""
    return f"{len(close)} moves are about as good; chance picks one of them."


def comparison_texts(
    view: Battle, chosen: Option[Battle], others: Sequence[Option[Battle]]
) -> list[str]:
    """Names the next best move, and one that is worse than it looks."""
    found: list[str] = []
    rest = [option for option in others if not isinstance(option.move, (Pass, Decline))]
    if rest and 0.0 < rest[0].score <= chosen.score:
        words = move_words(view, rest[0].move)
        found.append(f"Next best with {rest[0].score:.4g}: {words}.")
    tempting = most_tempting(rest)
    if tempting is not None:
        worst = min(tempting.reasons, key=lambda reason: reason.amount)
        words = move_words(view, tempting.move)
        without = tempting.score - worst.amount
        why = f"{worst.text} ({worst.amount:+.4g})"
        found.append(f"Worse than it looks: {words}. It would score {without:.4g}, but {why}.")
    return found


def most_tempting(others: Sequence[Option[Battle]]) -> Option[Battle] | None:
    """Returns the move that would score most without the worst reason, of those not worth it."""
    best: Option[Battle] | None = None
    highest = 0.0
    for option in others:
        worst = min([reason.amount for reason in option.reasons], default=0.0)
        without = option.score - worst
        if option.score <= 0.0 and without > highest and worst > REJECTED / 2.0:
            best, highest = option, without
    return best


# How tactical players are made: profiles, and every weight as an option.

USUAL_PROFILE: Final = "build"


class TacticalMaker:
    """Makes tactical players; every weight is an option beside the profile.

    Attributes:
        personality: the personality that they set up the game with; empty for none.
    """

    def __init__(self, personality: str = "") -> None:
        self.personality: Final = personality
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({"profile": USUAL_PROFILE}, BUILD)

    def __call__(self, profile: str = USUAL_PROFILE, **weights: object) -> TacticalAgent:
        """Makes a player.

        Args:
            profile: `build`, `ref` or `plus`; see `settings`.
            weights: the weights that differ from those of the profile.

        Raises:
            ValueError: if the profile is unknown, or random numbers have no range.
        """
        if profile not in PROFILES:
            raise ValueError(f"invalid profile={profile}: {suggest(profile, PROFILES)}")
        found = changed(PROFILES[profile], weights)
        if found.swing_least > found.swing_most:
            given = f"swing_least={found.swing_least}, swing_most={found.swing_most}"
            raise ValueError(f"invalid {given}: expected the lower number first")
        return TacticalAgent(found, self.personality)
