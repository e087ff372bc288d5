"""What the moves of advice touch, so that a table can point at them: options, and a plan.

A plan is played on in a world that fits what the seat sees, so every move is looked at in a
position of its own. What is sent says no more than the seat may know: no world is the match.
"""

import logging
from collections.abc import Sequence
from typing import Any, Final

from kibitz.core.agent import Advice, Observation
from kibitz.core.engine import carry_out
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.core.scene import Scene, Touches
from kibitz.core.value import Json

# How many moves of a plan a table can number.
MOST_SHOWN: Final = 6

log = logging.getLogger(__name__)


def add_touches(seen: Observation[Any, Any], advice: Advice[Any], written: dict[str, Json]) -> None:
    """Adds to written advice what its move, its options and the moves of its plan touch."""
    options = written["options"]
    assert isinstance(options, list)
    for option, document in zip(advice.options, options, strict=True):
        assert isinstance(document, dict)
        document["touches"] = write_groups(touches_of(seen, seen.view, option.move))
    written["touches"] = write_groups(touches_of(seen, seen.view, advice.move))
    plan = [advice.move, *advice.plan[: MOST_SHOWN - 1]]
    written["plan_touches"] = [write_groups(each) for each in plan_touches(seen, plan)[1:]]


def write_groups(touches: Touches) -> Json:
    """Writes the groups that are touched, with their counts."""
    return [[group, count] for group, count in touches.groups]


def touches_of(seen: Observation[Any, Any], view: Any, move: Move[Any]) -> Touches:  # Any: any game
    """Returns what a move touches; nothing where its game cannot say it."""
    try:
        return seen.game.touches(view, move)
    except Exception:
        log.exception("cannot tell what %s touches", move)
        return Touches()


def plan_touches(seen: Observation[Any, Any], plan: Sequence[Move[Any]]) -> list[Touches]:
    """Returns what each move of a plan touches, on the table of the seat that was asked."""
    game = seen.game
    try:
        owners = group_owners(game.scene(seen.view))
        world = game.sample(seen.view, seeded("planned"))
    except Exception:
        log.exception("cannot play on in %s", game)
        return [Touches() for _ in plan]
    found: list[Touches] = []
    for move in plan:
        seat = world.seat
        view = game.view(world, seat)
        touched = touches_of(seen, view, move)
        if seat != seen.seat:
            # `hand:gold` of somebody else is not that of this seat.
            theirs = group_owners(game.scene(view))
            same = [each for each in touched.groups if shared(each[0], owners, theirs)]
            touched = Touches(tuple(same), touched.verb)
        found.append(touched)
        # Where this world does not have the move, the next one is looked at in the same position.
        if move in game.legal(world):
            carry_out(game, world, move, seat)
    return found


def shared(group: str, own: dict[str, int], theirs: dict[str, int]) -> bool:
    """Tells whether a group is the same pieces for two seats."""
    return group in own and own[group] == theirs.get(group)


def group_owners(scene: Scene) -> dict[str, int]:
    """Returns whose each group of a scene is; -1 for nobody's."""
    found = {side.group: side.seat for side in scene.sides if side.group}
    for area in scene.areas:
        groups = [area.group, *(piece.group for piece in area.pieces)]
        groups += [line.group for piece in area.pieces for line in piece.lines]
        found |= dict.fromkeys((each for each in groups if each), area.owner)
    return found
