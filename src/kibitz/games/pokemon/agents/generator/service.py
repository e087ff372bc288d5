"""The generator as a service: the next action of a player of a match, ready to be executed.

It reads what the player can see, and leaves the match as it is.
"""

from typing import Final

from kibitz.core.agent import Observation
from kibitz.core.errors import KibitzError
from kibitz.core.randomness import seeded
from kibitz.games.pokemon.agents.generator.player import GeneratorAgent
from kibitz.games.pokemon.agents.generator.settings import Settings
from kibitz.games.pokemon.notation.actions import (
    SEATS,
    ExecuteActionDto,
    MatchState,
    PlayerIdentifier,
)
from kibitz.games.pokemon.notation.advised import moves_of_action
from kibitz.games.pokemon.notation.match import ENDED, Match
from kibitz.games.pokemon.state import HAND

DESCRIBED: Final = Settings()
# The generator draws nothing.
UNUSED: Final = 0


class MatchEnded(KibitzError):
    """The match is over."""


class NoActionAvailable(KibitzError):
    """The player can do nothing but concede."""


def generate_action(
    match: Match,
    player_id: str,
    player_identifier: PlayerIdentifier | str,
    settings: Settings = DESCRIBED,
) -> ExecuteActionDto:
    """Returns the next action of a player.

    Args:
        match: the match; it stays as it is.
        player_id: the id of the player.
        player_identifier: the seat of the player, `PLAYER1` or `PLAYER2`.
        settings: how the generator is set.

    Raises:
        MatchEnded: if the match is over.
        NoActionAvailable: if the match does not wait for this player.
        ValueError: if the player does not sit in this seat.
        RefusedError: if there is no such player.
    """
    seat = match.seat_of(player_id)
    if str(SEATS[seat]) != str(player_identifier):
        raise ValueError(f"{player_id} is {SEATS[seat]}, not {player_identifier}")
    if match.state in ENDED:
        raise MatchEnded(f"the match is over: {match.result}")
    if not match.must_act(seat):
        waiting = " and ".join(match.waiting_for())
        raise NoActionAvailable(f"the match does not wait for {player_id} but for {waiting}")
    if match.state is not MatchState.PLAYER_TURN:
        return setup_action(match, seat, settings)
    if match.now.declared is not None:
        return match.legal_actions(player_id)[0]
    agent, fight = GeneratorAgent(settings), match.now.fight
    view, moves = match.game.view(fight, seat), match.game.legal(fight)
    seen = Observation(match.game, view, seat, moves, seeded(UNUSED))
    return match.to_dto(*moves_of_action(seen, agent, agent.decide(view, seat, moves).move))


def setup_action(match: Match, seat: int, settings: Settings) -> ExecuteActionDto:
    """Returns the action of a player before the first turn: the highest score first (F-3).

    Of equal scores the lower number in the set goes first: ids are random, so they decide nothing.
    """
    actions = match.legal_actions(match.players[seat])
    held = dict(match.now.ledger.items(seat, HAND))
    best, rank = actions[0], (0.0, 0)
    for action in actions:
        card = held.get(str(action.action_data.get("cardId", "")), 0)
        if (-settings.scores[card], card) < rank:
            best, rank = action, (-settings.scores[card], card)
    return best
