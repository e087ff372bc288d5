"""Laws of what lasts: pickles, positions, cards, undo, records and the seed bring the same back.

The functions that take a visit hold one state against one law, those that take an engine a match;
`kibitz.testing.laws` runs them.
"""

import json
import math
import pickle
from collections.abc import Callable
from typing import TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import copy
from kibitz.core.game import SPECTATOR, Game
from kibitz.core.record import read_record, replay, write_record
from kibitz.core.state import State, state_hash
from kibitz.kit.state import TableState
from kibitz.testing.visit import LawBroken, Visit, difference

S = TypeVar("S", bound=State)
V = TypeVar("V")


def pickles_read_back(visit: Visit[S, V]) -> None:
    """State, views and moves cross to another process and back, and compare equal."""
    things: list[object] = [visit.state, *visit.some(visit.moves, 4)]
    things += [visit.view(seat) for seat in [*visit.seats, SPECTATOR]]
    for thing in things:
        again = pickle.loads(pickle.dumps(thing))
        if type(again) is not type(thing) or again != thing:
            visit.fail("pickles read back", f"a pickle holds {difference(again, thing)}")


def same_move_same_state(visit: Visit[S, V]) -> None:
    """A move leads to one state only: all chance comes from the state's own generator."""
    for move in {move.id: move for move in visit.moves}.values():
        one, other = copy(visit.state), copy(visit.state)
        visit.game.play(one, move)
        visit.game.play(other, move)
        if one.key() != other.key():
            found = f"{move} played twice gives {difference(one.key(), other.key())}"
            visit.fail("same move same state", found)


def positions_read_back(visit: Visit[S, V]) -> None:
    """A position, written as JSON text, is read as the view it came from.

    In a table game cards get other ids on the way, so there the position of what was read, and the
    number of legal moves, must be the same.
    """
    if type(visit.game).position is Game.position:
        return  # the game has no positions
    view = visit.view(visit.state.seat)
    text = json.dumps(visit.game.position(view))
    again = visit.game.read_position(json.loads(text))
    if again != view and not isinstance(view, TableState):
        visit.fail("positions read back", f"{text} is read with {difference(again, view)}")
    written = visit.game.position(again)
    if json.dumps(written) != text:
        found = difference(written, json.loads(text))
        visit.fail("positions read back", f"{text}, read and written again, has {found}")
    moves = visit.game.legal(visit.game.sample(again, visit.rng.child("position")))
    if len(moves) != len(visit.moves) and not moves_differ(visit, view):
        found = f"{text} is read with {len(moves)} legal moves instead of {len(visit.moves)}"
        visit.fail("positions read back", found)


def moves_differ(visit: Visit[S, V], view: V) -> bool:
    """Tells whether moves do not follow from the view, which is another law's matter."""
    worlds = [visit.game.sample(view, visit.rng.child(f"{number}")) for number in range(8)]
    return any(visit.game.legal(world) != visit.moves for world in worlds)


def returns_are_finite(visit: Visit[S, V]) -> None:
    """Every seat has a finite return at any time, and a finished game an outcome."""
    returns = visit.game.returns(visit.state)
    if len(returns) != visit.game.seats:
        found = f"{len(returns)} returns for {visit.game.seats} seats: {returns}"
        visit.fail("returns are finite", found)
    if not all(math.isfinite(value) for value in returns):
        visit.fail("returns are finite", f"{returns}")
    if visit.state.over and not visit.state.reason:
        visit.fail("returns are finite", "the game is over, but nothing says why")


def undo_restores(engine: RuleEngine[S, V]) -> None:
    """Undoing a whole match and redoing it passes through the very same states."""
    hashes = [state_hash(state) for state in engine.states()]
    fork = engine.fork()
    for name, step, ways in (("undo", fork.undo, hashes[-2::-1]), ("redo", fork.redo, hashes[1:])):
        for wanted in ways:
            if not step() or fork.state_hash != wanted:
                found = f"{name} leads to another state than play did"
                raise LawBroken("undo restores", engine.game.id, engine.seed, fork.ply, found)


def records_replay(engine: RuleEngine[S, V], fresh: Callable[[], Game[S, V]]) -> None:
    """A match written down as text and read again replays to the same states and result."""
    text = write_record(engine).text()
    again = write_record(replay(read_record(text), fresh())).text()
    if again != text:
        found = difference(again.split("\n"), text.split("\n"))
        raise LawBroken("records replay", engine.game.id, engine.seed, engine.ply, found)


def seeds_repeat(engine: RuleEngine[S, V], again: RuleEngine[S, V]) -> None:
    """Two matches with the same seed, played by the same chance, are the same match."""
    one, other = write_record(engine), write_record(again)
    if one.start != other.start:
        found = "dealt twice, the cards differ"
        raise LawBroken("seeds repeat", engine.game.id, engine.seed, 0, found)
    for ply, (mine, theirs) in enumerate(zip(one.moves, other.moves, strict=False)):
        if (mine.text, mine.hash) != (theirs.text, theirs.hash):
            found = f"played twice, {mine.text} and {theirs.text} lead to different states"
            raise LawBroken("seeds repeat", engine.game.id, engine.seed, ply, found)
