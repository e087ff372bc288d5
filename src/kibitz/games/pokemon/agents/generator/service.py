"""The generator as a service: the next action of a player of a match, ready to be executed.

It reads what the player can see, and leaves the match as it is.
"""

from typing import Final

from kibitz.core.errors import KibitzError
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.games.pokemon.agents.generator.player import GeneratorAgent
from kibitz.games.pokemon.agents.generator.settings import Settings
from kibitz.games.pokemon.game import PokemonTcg
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.notation.actions import (
    ExecuteActionDto,
    MatchState,
    PlayerIdentifier,
)
from kibitz.games.pokemon.notation.lines import asks_more, with_heads
from kibitz.games.pokemon.notation.match import ENDED, SEATS, Match
from kibitz.games.pokemon.rules.knockouts import Promotion, TakePrizes
from kibitz.games.pokemon.state import HAND, Fight

DESCRIBED: Final = Settings()
# What is hidden is filled in from here, to find out what a card is going to ask. The answers do not
# depend on it.
HIDDEN: Final = "what the generator cannot see"


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
    agent = GeneratorAgent(settings)
    return match.to_dto(*moves_of_action(agent, match.game, match.now.fight, seat))


def setup_action(match: Match, seat: int, settings: Settings) -> ExecuteActionDto:
    """Returns the action of a player before the first turn: the highest score first (F-3)."""
    actions = match.legal_actions(match.players[seat])
    held = dict(match.now.ledger.items(seat, HAND))
    best, most = actions[0], 0.0
    for action in actions:
        card = held.get(str(action.action_data.get("cardId", "")), 0)
        if settings.scores[card] > most:
            best, most = action, settings.scores[card]
    return best


def moves_of_action(
    agent: GeneratorAgent, game: PokemonTcg, s: Fight, seat: int
) -> list[Move[Fight]]:
    """Returns the next move of a seat, and its answers to what that asks for."""
    view = game.view(s, seat)
    made = [agent.decide(view, seat, game.legal(s)).move]
    if not asks_more(made[0]) and asked_of(s, seat) is None:
        return made
    world = with_heads(game.sample(view, seeded(HIDDEN)))
    game.play(world, made[0])
    while not world.over and world.seat == seat:
        asked = asked_of(world, seat)
        if asked is None or isinstance(asked, (TakePrizes, Promotion)):
            break
        made.append(agent.decide(game.view(world, seat), seat, game.legal(world)).move)
        game.play(world, made[-1])
    return made
