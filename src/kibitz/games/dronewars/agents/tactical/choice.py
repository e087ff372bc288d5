"""The candidate actions of a turn (3.3), the passes over them, and the choice (3.9)."""

from typing import Final

from kibitz.core.agent import Advice, Option, Reason
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.dronewars.agents.tactical.actions import (
    has_guardian,
    may_attack,
    score_attack,
    score_move,
)
from kibitz.games.dronewars.agents.tactical.candidates import Candidate
from kibitz.games.dronewars.agents.tactical.cards import score_card
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.agents.tactical.passes import interception_pass, jammer_pass
from kibitz.games.dronewars.cards.catalogue import (
    CARDS,
    DAMAGE,
    DESTROY,
    DRONES,
    HEAL_HULL,
    HEAL_SHIELDS,
    JAMMER,
)
from kibitz.games.dronewars.moves import Attack, MoveDrone, Play
from kibitz.games.dronewars.rules.targets import index_of
from kibitz.games.dronewars.state import SECTION, Battle

# The names of a candidate's scores: first, and after each pass.
HISTORY: Final = ("first", "jammers", "interception")


def consider(now: Situation, moves: list[Move[Battle]]) -> list[Candidate]:
    """Scores the actions among some legal moves; abilities are never used."""
    found: list[Candidate] = []
    for move in moves:
        each = score_action(now, move)
        if each is not None:
            each.note()
            found.append(each)
    jammer_pass(now, found)
    for each in found:
        each.note()
    interception_pass(now, found)
    for each in found:
        each.note()
    return found


def score_action(now: Situation, move: Move[Battle]) -> Candidate | None:
    """Scores a move before the passes; None if it is not considered."""
    s, seat = now.s, now.seat
    if isinstance(move, Attack):
        index, target = index_of(s, seat, move.code), move.target_index(s, seat)
        if not may_attack(now, move.lane, index, target):
            return None
        return score_attack(now, move, move.lane, index, target)
    if isinstance(move, MoveDrone):
        return score_move(now, move, move.lane, index_of(s, seat, move.code), move.to - 1)
    if isinstance(move, Play):
        return score_card(now, move, move.number, move.code)
    return None


def score_anyway(now: Situation, moves: list[Move[Battle]], move: Move[Battle]) -> Candidate:
    """Scores an action that somebody asks about; one that is not considered is rejected."""
    considered = [each for each in consider(now, moves) if each.move == move]
    if considered:
        return considered[0]
    found = Candidate(move)
    found.reject("not considered", why_not(now, move))
    return found


def why_not(now: Situation, move: Move[Battle]) -> str:
    """Says why a move is not considered."""
    if isinstance(move, Attack):
        drone = now.own(move.lane)[index_of(now.s, now.seat, move.code)]
        if DRONES[drone.kind].keywords & JAMMER:
            return "Jammers stay ready instead of attacking"
        if move.target_index(now.s, now.seat) == SECTION and has_guardian(now, move.lane):
            return "no section is attacked behind a Guardian"
        return "the drone does no damage"
    if isinstance(move, Play):
        effect = CARDS[move.number].effect
        if effect in (DAMAGE, DESTROY):
            return "it hits an own drone"
        if effect in (HEAL_HULL, HEAL_SHIELDS):
            return "there is nothing to repair"
    return "the tactical AI never does that"


def window(candidates: list[Candidate], width: float, least: float = 0.0) -> list[Candidate]:
    """Returns the candidates above a score that come close enough to the best."""
    top = max([each.score for each in candidates], default=least)
    return [each for each in candidates if each.score > least and each.score >= top - width]


def pick(candidates: list[Candidate], rng: Rng) -> Candidate:
    """Picks one of some candidates at random; a single one takes no chance."""
    return candidates[0] if len(candidates) == 1 else candidates[rng.below(len(candidates))]


def best_of(candidates: list[Candidate]) -> list[Candidate]:
    """Returns the candidates with the highest score."""
    return window(candidates, 0.0, float("-inf"))


def ranked(candidates: list[Candidate], others: list[Option[Battle]]) -> list[Option[Battle]]:
    """Returns candidates and other options, best first; among equals the others come first."""
    options = [*others, *[each.option() for each in candidates]]
    options.sort(key=lambda option: -option.score)
    return options


def with_options(advice: Advice[Battle], others: list[Option[Battle]]) -> Advice[Battle]:
    """Returns advice with more options, ranked by their scores; the move stays the same."""
    options = sorted([*advice.options, *others], key=lambda option: -option.score)
    return Advice(advice.move, advice.value, tuple(options), advice.plan, advice.trace)


def left_out(advice: Advice[Battle], wanted: tuple[Move[Battle], ...]) -> list[Move[Battle]]:
    """Lists the moves that somebody asks about and that are no options of the advice yet."""
    known = [option.move for option in advice.options]
    return [move for move in dict.fromkeys(wanted) if move not in known]


def plain_option(move: Move[Battle], score: float, text: str) -> Option[Battle]:
    """Makes an option with one reason."""
    return Option(move, score, (Reason(move.id, score, text),))
