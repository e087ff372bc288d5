"""Advice for a program that a game is really played in, in the format of that program.

A position may come as such a program writes it, and the advised move goes back as it reads it. The
bridges are listed here by game, so that whoever gives advice need not know any of them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from kibitz.communicationmod.client.combat import read_allowed, write_command
from kibitz.core.agent import Action
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.games.spire import Spire
from kibitz.games.spire.position.message import Fields, Message
from kibitz.games.spire.state import Fight


class Bridge(NamedTuple):
    """How to talk with a program.

    Attributes:
        read: reads a position as the view of the player; raises `PositionError` as
            `Game.read_position` does.
        write: writes a move in such a position, given with its view; None if the program does not
            allow it now.
    """

    read: Callable[[Game[Any, Any], object], Any]  # Any: each game has views of its own
    write: Callable[[object, Any, Move[Any]], Action | None]


def message_of(document: object) -> Message:
    """Returns a document as a message; it may be only the state of the run."""
    fields = Fields(document)
    return Message(fields if fields.has("game_state") else Fields({"game_state": document}))


def read_fight(game: Spire, document: object) -> Fight:
    """Reads a message of CommunicationMod, or only its `game_state`."""
    # What is wrong is named by its place in the document, so that is read first.
    game.read_position(document)
    return read_allowed(game, message_of(document))


def write_fight_command(document: object, view: Fight, move: Move[Fight]) -> Action | None:
    """Writes a move as a command for CommunicationMod, as `{"command": "play 1 0"}`."""
    message = message_of(document)
    command = write_command(message, view, move)
    barred = message.raw.has("available_commands") and not message.allows(command)
    return None if not command or barred else Action({"command": command})


# Any: see Bridge.
BRIDGES: Final[dict[str, Bridge]] = {Spire.id: Bridge(read_fight, write_fight_command)}  # type: ignore[arg-type]  # each bridge gets only views of its own game
