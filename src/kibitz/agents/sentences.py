"""Advice in sentences: what games that explain it have in common."""

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeVar

from kibitz.core.agent import Advice, Reason
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)

# How many moves of a plan, names and reasons are given.
MOST_PLANNED: Final = 4
MOST_NAMES: Final = 2
MOST_REASONS: Final = 3


def sentence(text: str) -> str:
    """Makes a sentence of a text."""
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Lists names, each once; if there are more, it says how many."""
    names = list(dict.fromkeys(names))
    more = len(names) - most
    if more > 0:
        return f"{', '.join(names[:most])} and {more} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def advice_texts(order: str, outcome: str, reasons: str, plan: Sequence[str]) -> list[str]:
    """Explains advice, one thought in each text; what to do comes first.

    Args:
        order: what to do.
        outcome: what comes of it; empty if that cannot be said.
        reasons: why, from `reasons_text`.
        plan: what is planned next, one text for each move.
    """
    planned = f"Planned after that: {', then '.join(plan)}." if plan else ""
    found = [sentence(f"{order}: {outcome}" if outcome else order), reasons, planned]
    return [text for text in found if text]


def reasons_text(reasons: Sequence[Reason], terms: Collection[str]) -> str:
    """Names the terms of a rating that a move changes most."""
    named = [reason for reason in reasons if reason.term in terms and reason.amount]
    named.sort(key=lambda reason: -abs(reason.amount))
    words = [f"{reason.text} ({reason.amount:+.4g})" for reason in named[:MOST_REASONS]]
    return sentence(", ".join(words)) if words else ""


def explain_moves(
    advice: Advice[S],
    terms: Collection[str],
    order: Callable[[Move[S]], str],
    outcome: Callable[[Move[S]], str],
    follows: Callable[[Move[S], Move[S]], bool],
) -> list[str]:
    """Explains advice by its move, the terms that the move changes, and the plan.

    Args:
        advice: the advice.
        terms: the terms of the rating.
        order: says what to do with a move.
        outcome: says what comes of a move; empty if that cannot be said.
        follows: tells whether the view still shows what a planned move names after another one.
    """
    reasons = reasons_text(advice.options[0].reasons, terms) if advice.options else ""
    plan: list[str] = []
    last = advice.move
    for move in advice.plan[:MOST_PLANNED]:
        if not follows(last, move):
            break
        plan.append(order(move))
        last = move
    return advice_texts(order(advice.move), outcome(advice.move), reasons, plan)
