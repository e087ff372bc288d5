"""What a match was like after some of its moves: who may see it, and what a seat knew."""

from typing import Any

from kibitz.core.engine import RuleEngine
from kibitz.core.errors import PositionError
from kibitz.core.game import SPECTATOR
from kibitz.core.value import Json
from kibitz.table.live import LiveMatch
from kibitz.table.refusal import Refusal

Engine = RuleEngine[Any, Any]  # Any: games are known by name only


def check_seat(live: LiveMatch, viewer: int, seat: int) -> None:
    """Refuses the view of another seat while the match is open, and of a seat that is not there.

    Raises:
        Refusal: if so.
    """
    if seat != viewer and not live.over:
        raise Refusal("MATCH_OPEN", "other seats can be seen when the match is over")
    if not SPECTATOR <= seat < live.game.seats:
        raise Refusal("NO_SUCH_SEAT", f"{live.game.id} has no seat {seat}")


def rewound(live: LiveMatch, ply: int) -> Engine:
    """Returns a copy of a match as it was after so many moves.

    Raises:
        Refusal: if it has not as many.
    """
    if not 0 <= ply <= live.engine.ply:
        raise Refusal("NO_SUCH_PLY", f"there is no ply {ply}: expected 0 to {live.engine.ply}")
    twin = live.engine.fork()
    while twin.ply > ply:
        twin.undo()
    return twin


def write_position(live: LiveMatch, twin: Engine, viewer: int) -> dict[str, Json]:
    """Writes what a viewer knew then as a position.

    Raises:
        Refusal: if the game writes no positions.
    """
    try:
        written = live.game.position(twin.view(viewer))
    except PositionError as error:
        raise Refusal("NO_POSITION", str(error)) from error
    return {
        "game": live.header.game,
        "options": live.header.options,
        "ply": twin.ply,
        "seat": viewer,
        "turn": None if twin.outcome is not None else twin.seat,
        "position": written,
    }
