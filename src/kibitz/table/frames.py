"""What one viewer is sent: the table as a scene, the legal moves, and what has happened.

Everything here is made from views of the viewer, so nothing hidden can be in it. What a move
touches is told only to the seat that makes it: the groups may name hidden cards.

The words for a move are those of the game. Where its author has written none, the library's name
everything that the move names, so they are told only to those who can tell the move from others.
"""

import logging
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Final, NamedTuple

from kibitz.core.domains import Step
from kibitz.core.engine import RuleEngine, carry_out
from kibitz.core.errors import InvalidMoveError
from kibitz.core.game import LIBRARY, SPECTATOR, Game
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.core.scene import (
    Scene,
    Touches,
    add_offers,
    range_move,
    range_touches,
    refused_groups,
)
from kibitz.core.state import copy
from kibitz.core.value import Json

# How many legal moves of a kind are listed. A kind with more is one entry where it takes any
# choice of some pieces; else it is answered step by step.
MOST_LISTED: Final = 500
# How many refused moves of a kind are looked at to say why a piece cannot be touched.
MOST_REFUSED: Final = 300
# What stands in a sentence for a card that its reader cannot see.
UNKNOWN: Final = "?"
# In how many worlds a viewer is asked for another move that looks the same, and how many are tried.
WORLDS: Final = 8
MOST_TRIED: Final = 12

log = logging.getLogger(__name__)


class Happening(NamedTuple):
    """One event, as each viewer saw it.

    Attributes:
        seq: its number.
        version: the version of the position afterwards.
        kind: what kind of event.
        seat: whose it is; -1 for nobody's.
        move: the move; None for other events.
        text: what other events say, the same for everybody.
        before: the views before it, by viewer.
        after: the views after it.
        over: whether the match is over then.
        result: how it ended.
    """

    # Any: games are known by name only.
    seq: int
    version: int
    kind: str
    seat: int
    move: Move[Any] | None
    text: str
    before: Mapping[int, Any]
    after: Mapping[int, Any]
    over: bool
    result: dict[str, Json] | None


def write_frame(game: Game[Any, Any], what: Happening, viewer: int) -> dict[str, Json]:
    """Writes an event for a viewer: what happened in words, and what the table looks like now."""
    before, after = what.before[viewer], what.after[viewer]
    frame: dict[str, Json] = {
        "seq": what.seq,
        "version": what.version,
        "kind": what.kind,
        "seat": what.seat,
        "text": what.text,
        "news": [],
        "scene": closed(game.scene(after), what.result).to_json(),
        "over": what.over,
    }
    if what.move is not None:
        frame["text"] = tell_move(game, what.move, what.seat, viewer, before, after)
        frame["news"] = [*game.news(before, after)]
        if viewer == what.seat:
            frame["touches"] = game.touches(before, what.move).to_json()
    if what.result is not None:
        frame["result"] = what.result
    return frame


def closed(scene: Scene, result: Mapping[str, Json] | None) -> Scene:
    """Shows that a match is over which ended without a move, so that its rules do not say so."""
    if result is None or scene.over:
        return scene
    who, reason = result.get("seat"), result["reason"]
    status = f"the match is over: {reason}"
    if isinstance(who, int):
        name = "you" if who == scene.viewer else f"seat {who}"
        status = f"{name} {reason}"
    return scene.changed(status=status, question="", turn=-1, over=True)


def tell_move(
    game: Game[Any, Any],
    move: Move[Any],
    seat: int,
    viewer: int,
    before: Any,  # Any: as above
    after: Any,
) -> str:
    """Says in words what a move of a seat did, to a viewer who saw the table before and after."""
    if (
        viewer != seat
        and not has_words(game)
        and is_secret(game, move, seat, viewer, before, after)
    ):
        return f"{move.title()}: {UNKNOWN}"
    words = game.describe(before, move)
    # A card that the move showed is named.
    return game.describe(after, move) if UNKNOWN in words else words


def has_words(game: Game[Any, Any]) -> bool:
    """Tells whether the author of a game has written how moves are described."""
    written = next(kind for kind in type(game).__mro__ if "describe" in vars(kind))
    own = not written.__module__.startswith(LIBRARY)
    return own or getattr(game, "texts", None) is not None  # those of a game of the kit


def is_secret(
    game: Game[Any, Any],
    move: Move[Any],
    seat: int,
    viewer: int,
    before: Any,  # Any: as above
    after: Any,
) -> bool:
    """Tells whether a viewer may not know a move: another one could have looked the same.

    Others of its kind are tried in worlds that the viewer thought possible. Where no world goes on
    as the true one did, it is secret unless all of these worlds allow it.
    """
    if not move.params():
        return False
    rng = seeded(f"told/{viewer}")
    seen, allowed = False, True
    try:
        for _ in range(WORLDS):
            world = game.sample(before, rng)
            kind = [each for each in game.legal(world) if each.id == move.id]
            others = [each for each in kind if each != move][:MOST_TRIED]
            allowed = allowed and move in kind
            for each in others if move not in kind else [move, *others]:
                twin = copy(world)
                carry_out(game, twin, each, seat)
                if game.view(twin, viewer) == after:
                    seen = True
                    if each != move:
                        return True
    except Exception:
        log.exception("cannot tell whether %s is a secret", move)
        return True
    return not seen and not allowed


class Entry(NamedTuple):
    """One entry of a list of legal moves: a move, or a range of them.

    Attributes:
        kind: the id of the kind of move.
        move: the move; None for a range.
        touches: what it touches.
    """

    kind: str
    move: Move[Any] | None
    touches: Touches


class Listing(NamedTuple):
    """The legal moves of a seat, as a person chooses from them.

    Attributes:
        entries: moves and ranges, in listing order.
        steps: kinds with too many moves to list, which are answered step by step.
    """

    entries: list[Entry]
    steps: list[str]


def list_moves(engine: RuleEngine[Any, Any], seat: int) -> Listing:
    """Lists the legal moves of the seat that must decide."""
    game, view = engine.game, engine.view(seat)
    entries: list[Entry] = []
    steps: list[str] = []
    for kind in game.rulebook().kinds:
        if kind.always:
            continue
        found = engine.iter_moves(seat, valid_only=True, move_ids=[kind.id])
        moves = [entry.move for entry in islice(found, MOST_LISTED + 1)]
        if len(moves) > MOST_LISTED:
            touches = find_range(engine, view, seat, kind.id)
            if touches is None:
                steps.append(kind.id)
            else:
                entries.append(Entry(kind.id, None, touches))
            continue
        entries += [Entry(kind.id, move, game.touches(view, move)) for move in moves]
    return Listing(entries, steps)


def first_choice(
    engine: RuleEngine[Any, Any], seat: int, kind: str
) -> tuple[dict[str, object], Step | None]:
    """Returns the first question of a kind with more than one answer, and the answers before it."""
    answers: dict[str, object] = {}
    while True:
        step = engine.next_choices(kind, answers, seat, valid_only=True)
        if step is None or step.many or len(step.options) != 1:
            return answers, step
        answers[step.field] = step.options[0]


def find_range(
    engine: RuleEngine[Any, Any],
    view: Any,  # Any: as above
    seat: int,
    kind: str,
) -> Touches | None:
    """Makes one entry for all moves of a kind; None if they are not choices of some pieces."""
    answers, step = first_choice(engine, seat, kind)
    if step is None:
        return None
    with suppress(InvalidMoveError):  # there are more questions after it
        return range_touches(engine.game, view, kind, answers, step)
    return None


def write_decision(
    game: Game[Any, Any],
    view: Any,  # Any: as above
    listing: Listing,
    result: Mapping[str, Json] | None = None,
) -> dict[str, Json]:
    """Writes what a viewer sees, and what it may do: nothing for everybody who need not decide."""
    touched = [entry.touches for entry in listing.entries]
    scene = add_offers(game.scene(view), touched, lambda group: game.offer(view, group))
    scene = closed(scene, result)
    return {
        "scene": scene.to_json(),
        "moves": [write_entry(game, view, entry) for entry in listing.entries],
        "steps": [*listing.steps],
    }


def write_entry(game: Game[Any, Any], view: Any, entry: Entry) -> Json:  # Any: as above
    """Writes an entry of a list of moves."""
    written: dict[str, Json] = {
        "kind": entry.kind,
        "verb": entry.touches.verb,
        "touches": [[group, count] for group, count in entry.touches.groups],
    }
    if entry.move is None:
        return {**written, "least": entry.touches.least, "most": entry.touches.most}
    short = game.short_form(view, entry.move)
    words = game.describe(view, entry.move)
    return {"text": str(entry.move), "short": short, "words": words, **written}


def write_ply(
    engine: RuleEngine[Any, Any], viewer: int, *, listed: bool = False
) -> dict[str, Json]:
    """Writes the table after the last move of an engine, and that move, which is undone then.

    Args:
        engine: an engine that nobody else uses.
        viewer: whose view it is.
        listed: whether to list the legal moves of the seat that decides. They name its cards.
    """
    game, ply, view = engine.game, engine.ply, engine.view(viewer)
    shown: dict[str, Json] = {
        "ply": ply,
        "seat": None if viewer == SPECTATOR else viewer,
        "turn": None if engine.outcome is not None else engine.seat,
        "scene": game.scene(view).to_json(),
        "text": "",
    }
    if listed:
        decides = engine.view(engine.seat)
        entries = [] if engine.outcome is not None else list_moves(engine, engine.seat).entries
        shown["moves"] = [write_entry(game, decides, entry) for entry in entries]
    if ply > 0:
        mover, move = engine.history[-1]
        engine.undo()
        told = tell_move(game, move, mover, viewer, engine.view(viewer), view)
        shown["mover"], shown["text"] = mover, told
    return shown


def pick_range(
    engine: RuleEngine[Any, Any], seat: int, kind: str, groups: list[str]
) -> Move[Any] | None:
    """Builds the move that a selection of a range means; None if the kind is not a range.

    Raises:
        InvalidMoveError: if a selected group is not one of the range.
    """
    answers, step = first_choice(engine, seat, kind)
    if step is None or not step.many:
        return None
    return range_move(engine.game, engine.view(seat), kind, answers, step, groups)


def list_refusals(engine: RuleEngine[Any, Any], seat: int) -> dict[str, Json]:
    """Says for each group that no move can begin with, why."""
    game, view = engine.game, engine.view(seat)
    refused = [
        (entry.move, entry.validation_error)
        for kind in game.rulebook().kinds
        if not kind.always
        for entry in engine.iter_moves(seat, move_ids=[kind.id], max_per_move=MOST_REFUSED)
        if entry.move is not None and entry.validation_error is not None
    ]
    return {
        group: {"code": refusal.error_code, "reason": refusal.reason}
        for group, refusal in refused_groups(game, view, refused).items()
    }
