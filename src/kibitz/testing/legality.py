"""Laws of moves: what is listed can be played, what is not listed is refused, all can be written.

Each function holds one visited state against one law; `kibitz.testing.laws` runs them.
"""

import json
from typing import Final, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import EnumeratedMove, copy, judge
from kibitz.core.game import Game, derive_legal
from kibitz.core.move import Move
from kibitz.core.notation import write_value
from kibitz.core.reject import CONDITION_ERROR, ENUMERATOR_ERROR, INVALID_PARAMS
from kibitz.core.state import State
from kibitz.testing.visit import Visit, difference, told

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Codes that speak of a fault in the game's own code, not of a rule.
FAULTS: Final = (ENUMERATOR_ERROR, CONDITION_ERROR, INVALID_PARAMS)
# How many moves of one state are written and read, and how many are tried where they must fail:
# reading is slow, and a game visits hundreds of states.
READ: Final = 2
TRIED: Final = 6
# One visited state in so many is watched after every single check, which is slow.
WATCHED: Final = 8


def legal_is_derived(visit: Visit[S, V]) -> None:
    """`Game.legal` lists exactly what follows from `enumerate` and `check`, in that order."""
    if type(visit.game).legal is Game.legal:
        visit.moves  # noqa: B018 - derived by itself, if it can be
        return
    derived = derive_legal(visit.game, copy(visit.state))
    if visit.moves != derived:
        missing = [str(move) for move in derived if move not in visit.moves]
        extra = [str(move) for move in visit.moves if move not in derived]
        found = (
            "another order" if not missing and not extra else f"missing {missing}, extra {extra}"
        )
        visit.fail("legal is derived", f"legal() differs from enumerate and check: {found}")


def the_seat_exists(visit: Visit[S, V]) -> None:
    """Who must decide sits at the table."""
    if not 0 <= visit.state.seat < visit.game.seats:
        found = f"seat {visit.state.seat} must decide, at a table of {visit.game.seats}"
        visit.fail("the seat exists", found)


def somebody_can_move(visit: Visit[S, V]) -> None:
    """As long as a game goes on, who must decide has a legal move."""
    if not visit.state.over and not visit.moves:
        found = f"seat {visit.state.seat} must decide and has no legal move"
        visit.fail("somebody can move", found)


def asking_changes_nothing(visit: Visit[S, V]) -> None:
    """Producers and checks leave the state as it is, for every seat; so does `legal`."""
    twin = copy(visit.state)
    for seat in range(visit.game.seats):
        for kind in visit.game.kinds():
            for move in list(kind.enumerate(twin, seat)):
                judge(move, twin, seat)
    changed = twin.key() != visit.key
    # Now and then with a look after every single check: two changes can cancel out.
    if changed or visit.engine.ply % WATCHED == 0:
        engine = RuleEngine(visit.game, state=visit.state, seed=visit.engine.seed, checked=True)
        for seat in visit.seats:
            for entry in engine.enumerate_moves(seat):
                if is_fault(entry) and "changed the state" in told(entry.validation_error):
                    visit.fail("asking changes nothing", told(entry.validation_error))
    if changed:
        visit.fail("asking changes nothing", difference(twin.key(), visit.key))


def producers_and_checks_work(visit: Visit[S, V]) -> None:
    """No producer raises or proposes malformed moves, and no check raises."""
    for seat in visit.seats:
        for entry in visit.entries(seat):
            if is_fault(entry):
                visit.fail("producers and checks work", told(entry.validation_error))


def is_fault(entry: EnumeratedMove[S]) -> bool:
    """Tells whether an entry reports a fault in the game's own code."""
    return entry.validation_error is not None and entry.validation_error.error_code in FAULTS


def clones_are_equal(visit: Visit[S, V]) -> None:
    """A clone is of the same class as the state and holds the same."""
    twin = visit.state.clone()
    if type(twin) is not type(visit.state) or twin.key() != visit.key:
        visit.fail("clones are equal", f"a clone is {difference(twin, visit.state)}")


def clones_are_independent(visit: Visit[S, V]) -> None:
    """Playing on a clone leaves the state as it was."""
    visit.play_all()
    if visit.state.key() != visit.key:
        changed = difference(visit.state.key(), visit.key)
        visit.fail("clones are independent", f"playing on clones changed the state: {changed}")


def listed_moves_execute(visit: Visit[S, V]) -> None:
    """Every listed move is accepted by its own check, and its effect does not fail."""
    for move in visit.moves:
        reasons = visit.engine.explain(move)
        if reasons:
            visit.fail("listed moves execute", f"{move} is listed, but refused: {reasons[0]}")
    for move, failure in visit.play_all():
        if failure is not None:
            found = f"{move} is listed, but failed: {type(failure).__name__}: {failure}"
            visit.fail("listed moves execute", found)


def enumeration_agrees(visit: Visit[S, V]) -> None:
    """`enumerate_moves` finds the same moves valid, for who must decide, and none for the rest."""
    kinds = {kind.id: kind for kind in visit.game.kinds()}
    for seat in visit.seats:
        valid = [entry for entry in visit.entries(seat) if entry.is_valid]
        moves = [entry.move for entry in valid if not kinds[entry.move_id].always]
        wanted = visit.moves if seat == visit.state.seat else []
        if moves != wanted:
            found = difference([str(move) for move in moves], [str(move) for move in wanted])
            visit.fail("enumeration agrees", f"for seat {seat} enumerate_moves lists {found}")
        for entry in valid:
            if kinds[entry.move_id].always:
                execute_always(visit, entry)


def execute_always(visit: Visit[S, V], entry: EnumeratedMove[S]) -> None:
    """Plays a move that is allowed at any time, such as conceding, on a copy of the match."""
    result = RuleEngine(visit.game, state=visit.state, seed=visit.engine.seed).execute(entry)
    if result.error is not None:
        found = f"{entry.move} of seat {entry.player_id} is listed, but: {told(result.error)}"
        visit.fail("listed moves execute", found)


def unlisted_moves_are_refused(visit: Visit[S, V]) -> None:
    """What is not listed is refused, with a code and a reason.

    Tried are candidates that enumeration calls invalid, and moves that were legal elsewhere: if
    one of those is accepted, enumeration is incomplete.
    """
    for seat in visit.seats:
        invalid = [
            entry
            for entry in visit.entries(seat)
            if not entry.is_valid and entry.params is not None
        ]
        for entry in visit.some(invalid, TRIED):
            code = "" if entry.validation_error is None else entry.validation_error.error_code
            refuse(visit, entry.move, seat, code)
    listed = set(visit.moves)
    cut = visit.truncated
    elsewhere = [m for m in visit.survey.elsewhere if m not in listed and m.id not in cut]
    for move in visit.some(elsewhere, TRIED):
        refuse(visit, move, visit.state.seat, "")


def refuse(visit: Visit[S, V], move: Move[S], seat: int, code: str) -> None:
    """Tries a move that must be refused, with a given code where enumeration named one."""
    result = visit.engine.execute(move, seat)
    if result.success:
        visit.engine.undo()
        visit.fail("unlisted moves are refused", f"{move} of seat {seat} is accepted, not listed")
    error = result.error
    if error is None or not error.error_code or not error.reason:
        visit.fail("unlisted moves are refused", f"{move} is refused without code or reason")
    if code not in ("", error.error_code):
        found = f"{move} is refused with {error.error_code}, but listed with {code}"
        visit.fail("unlisted moves are refused", found)


def notation_reads_back(visit: Visit[S, V]) -> None:
    """`str(move)` names one legal move only and is read as it; so is the general notation."""
    texts: dict[str, Move[S]] = {}
    for move in visit.moves:
        other = texts.setdefault(str(move).lower(), move)
        if other != move:
            visit.fail("notation reads back", f"{other!r} and {move!r} are both written {move}")
    for move in visit.some(visit.moves, READ):
        text = str(move)
        if visit.game.parse(visit.state, text) != move:
            found = visit.game.parse(visit.state, text)
            visit.fail("notation reads back", f"{text!r} is read as {found!r}, not as {move!r}")
        general = " ".join([move.id, *[write_value(param) for param in move.params()]])
        if visit.game.read_move(general) != move:
            found = visit.game.read_move(general)
            visit.fail("notation reads back", f"{general!r} is read as {found!r}, not as {move!r}")


def json_reads_back(visit: Visit[S, V]) -> None:
    """A move survives the way through JSON text."""
    for move in visit.some(visit.moves, READ):
        text = json.dumps(move.to_json())
        found = visit.game.move_from_json(json.loads(text))
        if found != move or hash(found) != hash(move):
            visit.fail("json reads back", f"{text} is read as {found!r}, not as {move!r}")
