"""Builds matches of Leduc hold'em from named cards and moves in notation."""

from typing import TypeAlias

from kibitz.core import RuleEngine
from kibitz.games.leduc import Leduc, LeducState
from kibitz.games.leduc.state import CARDS
from kibitz.testing.tree import ScriptedRng

Match: TypeAlias = RuleEngine[LeducState, LeducState]


def table(cards: str, moves: str = "", public: str = "Jh") -> Match:
    """Deals named cards and plays moves in notation."""
    left = list(CARDS)
    script = []
    for card in [*cards.split(), public]:
        script.append(left.index(card))
        left.remove(card)
    match = RuleEngine(Leduc(), state=Leduc().setup(ScriptedRng(tuple(script))), checked=True)
    for move in moves.split():
        match.play(move)
    return match
