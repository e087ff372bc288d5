"""Advice of the tactical AI in the words of a player: what to do, why, and what not to do."""

from collections.abc import Sequence
from typing import Final

from kibitz.core.agent import Advice, Option, Reason
from kibitz.core.move import Move
from kibitz.games.dronewars.agents.tactical.candidates import REJECTED
from kibitz.games.dronewars.cards.catalogue import (
    ANY_DRONE,
    BOTH_LANES,
    CARDS,
    DRONE_AND_LANE,
    ENEMY_LANE,
    LANE_TO_LANE,
    LANES,
    OWN_LANE,
    OWN_SECTION,
    SECTION_WORDS,
)
from kibitz.games.dronewars.moves import Attack, Decline, Deploy, Intercept, MoveDrone, Pass, Play
from kibitz.games.dronewars.moves.common import SECTION_CODE
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, OWN
from kibitz.games.dronewars.state import Battle

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
        sentence(move_words(view, chosen.move)),
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


def sentence(words: str) -> str:
    """Makes a sentence of words."""
    return f"{words[0].upper()}{words[1:]}."


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


# Moves.


def move_words(view: Battle, move: Move[Battle]) -> str:
    """Says what a move does, in the words of a player."""
    if isinstance(move, Attack):
        return attack_words(view, move)
    if isinstance(move, MoveDrone):
        return f"move {move.drone} to lane {move.to}"
    if isinstance(move, Deploy):
        return f"deploy {move.drone} to lane {move.lane}"
    if isinstance(move, Play):
        return play_words(view, move)
    if isinstance(move, Intercept):
        return f"intercept with {move.drone}"
    if isinstance(move, Decline):
        return "let the attack through"
    return str(move)


def attack_words(view: Battle, move: Attack) -> str:
    """Says who attacks what."""
    target = move.target
    if move.target_code == SECTION_CODE:
        section = view.board.sections[(1 - view.seat) * LANES + move.lane]
        target = f"the {SECTION_WORDS[section]}"
    return f"attack {target} with {move.drone}"


def play_words(view: Battle, move: Play) -> str:
    """Says which card is played on what."""
    target, code = CARDS[move.number].target, move.code
    text = f"play {move.card}"
    if target == LANE_TO_LANE:
        return f"{text} from lane {code // LANES + 1} to lane {code % LANES + 1}"
    if target == DRONE_AND_LANE:
        return f"{text} on {BOARD_WORDS[code // LANES]}, which goes to lane {code % LANES + 1}"
    if target == OWN_SECTION:
        return f"{text} on the {SECTION_WORDS[view.board.sections[view.seat * LANES + code]]}"
    if target in (OWN_LANE, ENEMY_LANE, BOTH_LANES):
        return f"{text} on lane {code + 1}"
    if target == ANY_DRONE and code >= OWN:
        return f"{text} on your own {BOARD_WORDS[code % OWN]}"
    return f"{text} on {move.to}" if move.to else text
