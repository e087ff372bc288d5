"""The candidate actions of a turn (3.3), the passes over them, and the choice (3.9)."""

from typing import Final

from kibitz.core.agent import Option, Reason
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.dronewars.agents.tactical.actions import may_attack, score_attack, score_move
from kibitz.games.dronewars.agents.tactical.candidates import Candidate
from kibitz.games.dronewars.agents.tactical.cards import score_card
from kibitz.games.dronewars.agents.tactical.lanes import Situation
from kibitz.games.dronewars.agents.tactical.passes import interception_pass, jammer_pass
from kibitz.games.dronewars.moves import Attack, MoveDrone, Play
from kibitz.games.dronewars.rules.targets import index_of
from kibitz.games.dronewars.state import Battle

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


def plain_option(move: Move[Battle], score: float, text: str) -> Option[Battle]:
    """Makes an option with one reason."""
    return Option(move, score, (Reason(move.id, score, text),))
