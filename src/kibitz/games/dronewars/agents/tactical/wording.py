"""Advice of the tactical AI in the words of a player: what to do, why, and what not to do."""

from collections.abc import Sequence
from typing import Final

from kibitz.core.agent import Advice, Option, Reason
from kibitz.core.move import Move
from kibitz.games.dronewars.agents.tactical.candidates import REJECTED
from kibitz.games.dronewars.cards.catalogue import (
    ANY_DRONE,
    CARDS,
    DRONE_AND_LANE,
    DRONE_TYPE,
    DRONES,
    ENEMY_UPGRADE,
    LANE_TO_LANE,
    LANES,
    MOST_EQUAL,
    OWN_SECTION,
    SECTIONS,
)
from kibitz.games.dronewars.moves import Attack, Decline, Deploy, Intercept, MoveDrone, Pass, Play
from kibitz.games.dronewars.rules.targets import (
    OWN,
    is_drone_target,
    kind_of,
    lane_of,
    target_lane,
)
from kibitz.games.dronewars.state import UPGRADE_BASE, Battle

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
        return f"move {drone_words(move.code)} to lane {move.to}"
    if isinstance(move, Deploy):
        return f"deploy {DRONES[move.kind].name} to lane {move.lane}"
    if isinstance(move, Play):
        return play_words(view, move)
    if isinstance(move, Intercept):
        return f"intercept with {numbered(move.code // MOST_EQUAL, move.code % MOST_EQUAL)}"
    if isinstance(move, Decline):
        return "let the attack through"
    return "pass" if isinstance(move, Pass) else str(move)


def numbered(kind: int, nth: int) -> str:
    """Names a drone; the second of equal ones with its number."""
    return DRONES[kind].name if nth == 0 else f"{DRONES[kind].name} {nth + 1}"


def drone_words(code: int) -> str:
    """Names a drone and its lane."""
    return f"{numbered(kind_of(code), code % MOST_EQUAL)} in lane {lane_of(code) + 1}"


def attack_words(view: Battle, move: Attack) -> str:
    """Says who attacks what."""
    attacker = numbered(kind_of(move.code), move.code % MOST_EQUAL)
    if move.target_code == 0:
        section = view.board.sections[(1 - view.seat) * LANES + move.lane]
        target = f"the {SECTIONS[section].name}"
    else:
        target = numbered(move.target_code // MOST_EQUAL, move.target_code % MOST_EQUAL)
    return f"attack {target} in lane {move.lane + 1} with {attacker}"


def play_words(view: Battle, move: Play) -> str:
    """Says which card is played on what."""
    card, code = CARDS[move.number], move.code
    text = f"play {card.name}"
    if card.target == DRONE_TYPE:
        return f"{text} on {DRONES[code].name}"
    if card.target == ENEMY_UPGRADE:
        upgrade, kind = CARDS[code % UPGRADE_BASE].name, DRONES[code // UPGRADE_BASE].name
        return f"{text} on {upgrade} of {kind}"
    if card.target == LANE_TO_LANE:
        return f"{text} from lane {code // LANES + 1} to lane {code % LANES + 1}"
    if card.target == DRONE_AND_LANE:
        return f"{text} on {drone_words(code // LANES)} to lane {code % LANES + 1}"
    if card.target == OWN_SECTION:
        return f"{text} on the {SECTIONS[view.board.sections[view.seat * LANES + code]].name}"
    if is_drone_target(card.target):
        own = "your own " if card.target == ANY_DRONE and code >= OWN else ""
        return f"{text} on {own}{drone_words(code % OWN)}"
    return f"{text} on lane {target_lane(card.target, code) + 1}" if card.target else text
