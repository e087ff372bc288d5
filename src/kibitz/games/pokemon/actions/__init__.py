"""Matches that are played by actions in JSON: two players, ids of cards, a log, views, refusals.

An action is `{matchId, playerId, actionType, actionData}`. A match reads it, checks it with the
rules of the game, and answers with what has happened or with a typed refusal.
"""

from kibitz.games.pokemon.actions.ledger import Entry
from kibitz.games.pokemon.actions.match import (
    Match,
    MatchEnded,
    NoActionAvailable,
    generate_action,
    match_at,
    new_match,
    replay,
)
from kibitz.games.pokemon.actions.schema import (
    ActionValidationError,
    ExecuteActionDto,
    MatchResult,
    MatchState,
    PlayerActionType,
    PlayerIdentifier,
    Refusal,
    RefusedError,
    TurnPhase,
    WinCondition,
)

__all__ = [
    "ActionValidationError",
    "Entry",
    "ExecuteActionDto",
    "Match",
    "MatchEnded",
    "MatchResult",
    "MatchState",
    "NoActionAvailable",
    "PlayerActionType",
    "PlayerIdentifier",
    "Refusal",
    "RefusedError",
    "TurnPhase",
    "WinCondition",
    "generate_action",
    "match_at",
    "new_match",
    "replay",
]
