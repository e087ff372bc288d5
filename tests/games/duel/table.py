"""Builds duels from named cards, and plays moves in notation."""

from kibitz.core import RuleEngine
from kibitz.games.duel import Duel
from kibitz.games.duel.game import (
    FIELD,
    LAYOUT,
    DuelState,
    Pools,
)
from kibitz.kit import Unit
from kibitz.testing import Scenario, assert_conserved, scenario

Match = RuleEngine[DuelState, DuelState]


def duel() -> Scenario[Unit, Pools]:
    """Sets up an empty duel."""
    return scenario(Duel())


def play(match: Match, *moves: str) -> Match:
    """Plays moves in notation; no card may get lost."""
    before = match.state.clone()
    for move in moves:
        match.play(move)
    assert_conserved(before, match.state)
    return match


def names(match: Match, zone: int, seat: int) -> list[str]:
    """Lists the cards of a pile by name."""
    return [LAYOUT.card_word(card) for card in match.state.pile(zone, seat)]


def creatures(match: Match, seat: int) -> list[str]:
    """Lists the creatures of a seat by name."""
    return [LAYOUT.card_word(unit.kind) for unit in match.state.row(FIELD, seat)]
