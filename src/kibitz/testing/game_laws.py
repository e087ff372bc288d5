"""The laws of games, one function for each.

A function that takes a visit checks one state, a function that takes an engine a whole match.
`kibitz.testing.checker` runs them.
"""

import json
import math
import pickle
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar, cast

from kibitz.core.agent import play_out
from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import EnumeratedMove
from kibitz.core.game import SPECTATOR, Game, derive_legal, winner_of
from kibitz.core.move import Move
from kibitz.core.randomness import hidden_rng, seeded
from kibitz.core.record import read_record, replay, write_record
from kibitz.core.reject import CONDITION_ERROR, ENUMERATOR_ERROR, INVALID_PARAMS
from kibitz.core.rulebook import overrides
from kibitz.core.state import State, copy, generators, plain, replace_dice, state_hash
from kibitz.core.value import brief
from kibitz.kit.board import SERVER, Board, veiled_board, word_problems
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.effects import Event
from kibitz.kit.game import CardGame
from kibitz.kit.state import NOBODY, TRUTH, InPlay, TableState, nested
from kibitz.testing import laws
from kibitz.testing.expect import census
from kibitz.testing.laws import GameReport, LawBroken, Visit

S = TypeVar("S", bound=State)
V = TypeVar("V")

# What every reader of a position understands: seats and serial numbers, the card of a part, and
# modifiers, which have words of their own.
PLAIN_FIELDS: Final = ("seat", "serial", "kind", "mods")
# Codes that report a fault in the game's own code, not a rule.
FAULTS: Final = (ENUMERATOR_ERROR, CONDITION_ERROR, INVALID_PARAMS)
# How many moves of one state are written and read, and how many are tried where they must fail:
# reading is slow, and a game visits hundreds of states.
READ: Final = 2
TRIED: Final = 6
# Words of a generator below this are too common in any document to prove anything.
TELLING: Final = 1 << 16
# How many moves of one state, and how many others that may look like each, are played in twins.
TWINS: Final = 2
# How many worlds, sampled in the states of a match, are played out.
PLAYOUTS: Final = 4
# How many worlds must differ from the true state to show that sampling does not just return it.
CERTAIN: Final = 5


# Moves: listed moves can be played, others are refused, all can be written and read.


def legal_agrees_with_check(visit: Visit[S, V]) -> None:
    """`Game.legal` lists exactly what follows from `enumerate` and `check`, in that order."""
    if type(visit.game).legal is Game.legal:
        visit.moves  # noqa: B018 - not overridden; it must only not raise
        return
    derived = derive_legal(visit.game, visit.state.clone())
    if visit.moves != derived:
        missing = [str(move) for move in derived if move not in visit.moves]
        extra = [str(move) for move in visit.moves if move not in derived]
        found = (
            "another order" if not missing and not extra else f"missing {missing}, extra {extra}"
        )
        visit.fail("legal agrees with check", f"legal() differs from enumerate and check: {found}")


def the_seat_exists(visit: Visit[S, V]) -> None:
    """The seat to move is one of the game's seats."""
    if not 0 <= visit.state.seat < visit.game.seats:
        found = f"seat {visit.state.seat} is to move, but there are {visit.game.seats} seats"
        visit.fail("the seat exists", found)


def somebody_can_move(visit: Visit[S, V]) -> None:
    """As long as a game is not over, the seat to move has a legal move."""
    if not visit.state.over and not visit.moves:
        found = f"seat {visit.state.seat} is to move and has no legal move"
        visit.fail("somebody can move", found)


def asking_changes_nothing(visit: Visit[S, V]) -> None:
    """Producers and checks leave the state as it is, for every seat; so does `legal`.

    The state is compared after every candidate and after every reason of a check: a later one
    could write back what an earlier one wrote.
    """
    twin = visit.state.clone()
    for seat in range(visit.game.seats):
        for kind in visit.game.kinds():
            candidates = iter(kind.enumerate(twin, seat))
            while True:
                move = next(candidates, None)
                must_be_unchanged(visit, twin, f"the producer of {kind.id}", seat)
                if move is None:
                    break
                watch_check(visit, twin, move, seat)


def watch_check(visit: Visit[S, V], twin: S, move: Move[S], seat: int) -> None:
    """Reads all reasons of a check and compares the state after each of them."""
    reasons = iter(move.check(twin, seat))
    while True:
        try:
            reason = next(reasons, None)
        except Exception:  # noqa: BLE001 - the law "producers and checks work" reports it
            reason = None
        must_be_unchanged(visit, twin, f"the check of {move}", seat)
        if reason is None:
            return


def must_be_unchanged(visit: Visit[S, V], twin: S, cause: str, seat: int) -> None:
    """Reports a copy of the state that is no longer equal to it."""
    if twin.key() != visit.key:
        found = laws.difference(twin, visit.state)
        visit.fail("asking changes nothing", f"{cause} for seat {seat} changed the state: {found}")


def producers_and_checks_work(visit: Visit[S, V]) -> None:
    """No producer raises or proposes malformed moves, and no check raises."""
    for seat in visit.seats:
        for entry in visit.entries(seat):
            if is_fault(entry):
                visit.fail(
                    "producers and checks work", laws.describe_refusal(entry.validation_error)
                )


def is_fault(entry: EnumeratedMove[S]) -> bool:
    """Tells whether an entry reports a fault in the game's own code."""
    return entry.validation_error is not None and entry.validation_error.error_code in FAULTS


def listed_moves_execute(visit: Visit[S, V]) -> None:
    """Every listed move is accepted by its own check, and its effect does not fail."""
    for move in visit.moves:
        reasons = visit.engine.explain(move)
        if reasons:
            visit.fail("listed moves execute", f"{move} is listed, but refused: {reasons[0]}")
    for move, error in visit.play_all():
        if error is not None:
            found = f"{move} is listed, but failed: {type(error).__name__}: {error}"
            visit.fail("listed moves execute", found)


def enumeration_agrees(visit: Visit[S, V]) -> None:
    """`enumerate_moves` finds the same moves valid for the seat to move, and none for the others.

    Moves that are always allowed, such as conceding, are valid for every seat.
    """
    kinds = {kind.id: kind for kind in visit.game.kinds()}
    for seat in visit.seats:
        valid = [entry for entry in visit.entries(seat) if entry.is_valid]
        moves = [entry.move for entry in valid if not kinds[entry.move_id].always]
        wanted = visit.moves if seat == visit.state.seat else []
        if moves != wanted:
            found = laws.difference([str(move) for move in moves], [str(move) for move in wanted])
            visit.fail("enumeration agrees", f"for seat {seat} enumerate_moves lists {found}")
        for entry in valid:
            if kinds[entry.move_id].always:
                execute_always(visit, entry)


def execute_always(visit: Visit[S, V], entry: EnumeratedMove[S]) -> None:
    """Plays a move that is always allowed, such as conceding, on a copy of the match."""
    result = RuleEngine(visit.game, state=visit.state, seed=visit.engine.seed).execute(entry)
    if result.error is not None:
        refusal = laws.describe_refusal(result.error)
        found = f"{entry.move} of seat {entry.player_id} is listed, but refused: {refusal}"
        visit.fail("listed moves execute", found)


def moves_act_for_their_seat(visit: Visit[S, V]) -> None:
    """A move that is always allowed is applied for the seat that plays it, not the seat to move.

    `Game.play` gets that seat and must pass it on to `apply`; so must `RuleEngine.execute`.
    """
    law = "moves act for their seat"
    for seat in visit.seats:
        for entry in visit.entries(seat):
            if not entry.is_valid or not entry.move.always:
                continue
            recorder = SeatRecorder(entry.move)
            # A game may need the move's own class after the effect; by then the seat is recorded.
            with suppress(Exception):
                visit.game.play(visit.state.clone(), recorder, seat)
            if recorder.seats not in ([], [seat]):
                found = f"seats {recorder.seats}, expected {[seat]}"
                visit.fail(law, f"play() applies {entry.move} of seat {seat} for {found}")
            twin = visit.state.clone()
            visit.game.play(twin, entry.move, seat)
            engine = RuleEngine(visit.game, state=visit.state, seed=visit.engine.seed)
            engine.execute(entry)
            if engine.state.key() != twin.key():
                found = laws.difference(engine.state, twin)
                visit.fail(law, f"execute() of {entry.move} by seat {seat} leads to {found}")


class SeatRecorder(Move[S]):
    """Stands in for a move and records the seats it is applied for."""

    def __init__(self, move: Move[S]) -> None:
        self.move: Final = move
        self.seats: Final[list[int]] = []

    def apply(self, state: S, seat: int) -> None:
        """Records the seat and applies the move."""
        self.seats.append(seat)
        self.move.apply(state, seat)


def unlisted_moves_are_refused(visit: Visit[S, V]) -> None:
    """A move that is not listed is refused, with a code and a reason.

    Two kinds of moves are tried: candidates that enumeration calls invalid, and moves that were
    legal in other states. If one of the latter is accepted, enumeration is incomplete.
    """
    for seat in visit.seats:
        invalid = [
            entry
            for entry in visit.entries(seat)
            if not entry.is_valid and entry.params is not None
        ]
        for entry in visit.pick_some(invalid, TRIED):
            code = "" if entry.validation_error is None else entry.validation_error.error_code
            must_refuse(visit, entry.move, seat, code)
    listed = set(visit.moves)
    cut = visit.truncated
    elsewhere = [m for m in visit.report.elsewhere if m not in listed and m.id not in cut]
    for move in visit.pick_some(elsewhere, TRIED):
        must_refuse(visit, move, visit.state.seat, "")


def must_refuse(visit: Visit[S, V], move: Move[S], seat: int, code: str) -> None:
    """Tries a move that must be refused, with a given code where enumeration named one."""
    result = visit.engine.execute(move, seat)
    if result.success:
        visit.engine.undo()
        visit.fail(
            "unlisted moves are refused", f"{move} of seat {seat} is accepted, but not listed"
        )
    error = result.error
    if error is None or not error.error_code or not error.reason:
        visit.fail("unlisted moves are refused", f"{move} is refused without code or reason")
    if code not in ("", error.error_code):
        found = f"{move} is refused with {error.error_code}, but listed with {code}"
        visit.fail("unlisted moves are refused", found)


def notation_reads_back(visit: Visit[S, V]) -> None:
    """`str(move)` and the general notation are read as the move, and no two moves share a text."""
    texts: dict[str, Move[S]] = {}
    for move in visit.moves:
        other = texts.setdefault(str(move).lower(), move)
        if other != move:
            visit.fail("notation reads back", f"{other!r} and {move!r} are both written {move}")
    for move in visit.pick_some(visit.moves, READ):
        text = str(move)
        if visit.game.parse(visit.state, text) != move:
            found = visit.game.parse(visit.state, text)
            visit.fail("notation reads back", f"{text!r} is read as {found!r}, not as {move!r}")
        general = move.notation()
        if visit.game.read_move(general) != move:
            found = visit.game.read_move(general)
            visit.fail("notation reads back", f"{general!r} is read as {found!r}, not as {move!r}")


def json_reads_back(visit: Visit[S, V]) -> None:
    """A move written as JSON text is read as the same move."""
    for move in visit.pick_some(visit.moves, READ):
        text = json.dumps(move.to_json())
        found = visit.game.move_from_json(json.loads(text))
        if found != move or hash(found) != hash(move):
            visit.fail("json reads back", f"{text} is read as {found!r}, not as {move!r}")


# States: copies, pickles and positions are equal to the state they came from.


def clones_are_equal(visit: Visit[S, V]) -> None:
    """A clone has the same class as the state and equals it."""
    found = clone_difference(visit.state)
    if found:
        visit.fail("clones are equal", found)


def clone_difference(state: State) -> str:
    """Describes how a clone differs from a state; empty if it does not."""
    twin = state.clone()
    if type(twin) is type(state) and twin.key() == state.key():
        return ""
    return f"a clone is {laws.difference(twin, state)}"


def dealt_clones_are_equal(engine: RuleEngine[S, V]) -> None:
    """The same for a state as it was dealt: a match may hold only clones of it."""
    found = clone_difference(engine.game.setup(seeded(engine.seed)))
    if found:
        raise LawBroken("clones are equal", engine.game.id, engine.seed, 0, found)


def clones_are_independent(visit: Visit[S, V]) -> None:
    """Playing on a clone leaves the state as it is."""
    visit.play_all()
    if visit.state.key() != visit.key:
        changed = laws.difference(visit.state.key(), visit.key)
        visit.fail("clones are independent", f"playing on clones changed the state: {changed}")


def pickles_read_back(visit: Visit[S, V]) -> None:
    """State, views and moves can be pickled for another process, and are read as equal ones."""
    values: list[object] = [visit.state, *visit.pick_some(visit.moves, 4)]
    values += [visit.view(seat) for seat in [*visit.seats, SPECTATOR]]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        if type(again) is not type(value) or again != value:
            visit.fail("pickles read back", f"a pickle is read as {laws.difference(again, value)}")


def same_move_same_state(visit: Visit[S, V]) -> None:
    """A move always leads to the same state: all chance comes from the state's own generator."""
    for move in {move.id: move for move in visit.moves}.values():
        one, other = visit.state.clone(), visit.state.clone()
        visit.game.play(one, move)
        visit.game.play(other, move)
        if one.key() != other.key():
            found = f"{move} played twice gives {laws.difference(one.key(), other.key())}"
            visit.fail("same move same state", found)
        # What a move wrote must survive the next clone; a match may hold only clones.
        found = clone_difference(one)
        if found:
            visit.fail("clones are equal", f"after {move}, {found}")


def positions_read_back(visit: Visit[S, V]) -> None:
    """A position, written as JSON text, is read as the view it came from."""
    if type(visit.game).position is Game.position:
        return  # the game has no positions
    view = visit.view(visit.state.seat)
    text = json.dumps(visit.game.position(view))
    again = visit.game.read_position(json.loads(text))
    if again != view:
        visit.fail("positions read back", f"{text} is read with {laws.difference(again, view)}")
    written = visit.game.position(again)
    if json.dumps(written) != text:
        found = laws.difference(written, json.loads(text))
        visit.fail("positions read back", f"{text}, read and written again, has {found}")


def numbers_have_words(visit: Visit[S, V]) -> None:
    """In a card game, `words` says of every number in play whether it is a card or a place.

    Otherwise a position would hold the number of a card, which is another card tomorrow. A game
    that writes its positions itself answers for its own numbers.
    """
    game, state = visit.game, visit.state
    if not isinstance(game, CardGame) or not isinstance(state, TableState):
        return
    if overrides(type(game), CardGame, "position"):
        return
    parts = [part for row in state.rows for part in row]
    for thing in (state.board, *parts, *state.stack, *state.events):
        found = undeclared(thing)
        if found:
            visit.fail("numbers have words", found)


def undeclared(thing: object) -> str:
    """Names the first number of a board, part, effect or event without a kind; empty if none."""
    if isinstance(thing, (list, tuple)):
        return next((found for found in map(undeclared, thing) if found), "")
    if not isinstance(thing, (Board, InPlay, Event)):
        return ""
    name = type(thing).__name__
    problems = word_problems(name, thing.words, thing.__match_args__)
    if problems:
        return problems[0]
    hidden = thing.visibility if isinstance(thing, Board) else {}
    for field in thing.__match_args__:
        value: object = getattr(thing, field)
        known = field in thing.words or field in PLAIN_FIELDS or hidden.get(field) == SERVER
        if not known and holds_number(value):
            text = "add it to `words` as a card, a place or a number"
            return f"{name}.{field} is {value!r}: {text}"
        found = undeclared(value)
        if found:
            return found
    return ""


def holds_number(value: object) -> bool:
    """Tells whether a field holds a whole number, also inside lists."""
    if isinstance(value, (list, tuple)):
        return any(map(holds_number, value))
    return isinstance(value, int) and not isinstance(value, bool)


def returns_are_finite(visit: Visit[S, V]) -> None:
    """Every seat has a finite return, standing and score; a finished game has a reason."""
    values = {"returns": visit.game.returns(visit.state), "score": visit.game.score(visit.state)}
    if not visit.state.over:
        values["standing"] = visit.game.standing(visit.state)
        visit.report.middle += 1
        visit.report.level += not any(values["standing"])
    for name, numbers in values.items():
        if len(numbers) != visit.game.seats:
            found = f"{name}() has {len(numbers)} values for {visit.game.seats} seats: {numbers}"
            visit.fail("returns are finite", found)
        if not all(math.isfinite(value) for value in numbers):
            visit.fail("returns are finite", f"{name}() is {numbers}")
    if visit.state.over and not visit.state.reason:
        visit.fail("returns are finite", "the game is over, but its reason is empty")


def policies_are_sound(visit: Visit[S, V]) -> None:
    """What the game's policy says is complete and finite, and asking it changes nothing.

    It picks a legal move, has one weight for each move, and one value for each seat.
    """
    policy = visit.game.policy()
    if policy is None:
        return
    twin = visit.state.clone()
    counted: dict[str, tuple[list[float] | None, int]] = {
        "judge": (policy.judge(twin), visit.game.seats)
    }
    if not twin.over:
        chosen = policy.choose(twin, visit.rng.child("policy"))
        if chosen is not None and chosen not in visit.moves:
            visit.fail("policies are sound", f"choose() picks {chosen}, which is not legal")
        counted["weigh"] = (policy.weigh(twin, visit.moves), len(visit.moves))
        counted["estimate"] = (policy.estimate(twin), visit.game.seats)
    for name, (numbers, count) in counted.items():
        if numbers is not None and len(numbers) != count:
            visit.fail("policies are sound", f"{name}() has {len(numbers)} values, not {count}")
        if numbers is not None and not all(math.isfinite(value) for value in numbers):
            visit.fail("policies are sound", f"{name}() is {numbers}")
    if twin.key() != visit.key:
        found = laws.difference(twin, visit.state)
        visit.fail("policies are sound", f"the policy changed the state: {found}")


def the_winner_has_the_highest_return(visit: Visit[S, V]) -> None:
    """The winner is the seat with the highest return; nobody is if several share it.

    A single seat has won if its return is above 0, and else it has lost.
    In a card game, the state names the same winner.
    """
    if visit.state.over:
        found = winner_problem(visit.game, visit.state)
        if found:
            visit.fail("the winner has the highest return", found)


def winner_problem(game: Game[S, V], state: S) -> str:
    """Says where the outcome, the returns and the winner in the state disagree; empty if not."""
    outcome = game.outcome(state)
    if outcome is None:
        return "the game is over, but outcome() is None"
    returns = game.returns(state)
    if [*outcome.returns] != returns:
        return f"outcome() has the returns {[*outcome.returns]}, but returns() is {returns}"
    winner = winner_of(returns)
    if outcome.winner != winner:
        return f"outcome() names the winner {outcome.winner}, but the returns are {returns}"
    if isinstance(state, TableState):
        named = None if state.winner == NOBODY else state.winner
        if named != winner:
            return f"the state names the winner {named}, but the returns are {returns}"
    return ""


def conceding_never_wins(visit: Visit[S, V]) -> None:
    """A seat that ends the game by a move that is always allowed, such as conceding, does not win.

    Such moves are not play, so that no agent would find a win by one. Where the others play on
    after a concession, the seat does not win later either.
    """
    for seat in visit.seats:
        for entry in visit.entries(seat):
            if not entry.is_valid or not entry.move.always:
                continue
            state = visit.state.clone()
            visit.game.play(state, entry.move, seat)
            if entry.move_id == "concede":
                rng = visit.rng.child(f"after {entry.move} of seat {seat}")
                play_out(visit.game, state, rng, None, visit.report.max_plies)
            if not state.over:
                continue
            problem = winner_problem(visit.game, state)
            if problem:
                visit.fail("the winner has the highest return", f"after {entry.move}, {problem}")
            outcome = visit.game.outcome(state)
            if outcome is not None and outcome.winner == seat:
                found = f"seat {seat} plays {entry.move} and wins: {outcome}"
                visit.fail("conceding never wins", found)


# Hidden information: a view shows what its seat may know, and no generator.


def masks_fit_their_piles(visit: Visit[S, V]) -> None:
    """In a card game, what the state says about who knows a pile fits the cards of that pile.

    The methods of the state keep both in step. A rule that changes a list of cards itself does not.
    Where all laws are checked, so is the state after a move of each kind.
    """
    states: dict[str, State] = {"": visit.state}
    for move in {move.id: move for move in visit.moves if visit.full}.values():
        twin = copy(visit.state)
        visit.game.play(twin, move)
        states[f"after {move}, "] = twin
    for after, state in states.items():
        if not isinstance(state, TableState):
            return
        found = next(filter(None, [pile_problem(state, p) for p in range(len(state.cards))]), "")
        if found:
            text = "change piles only with the methods of the state"
            visit.fail("masks fit their piles", f"{after}{found}: {text}")


# Any: states of card games with any parts and board.
def pile_problem(state: "TableState[Any, Any]", p: int) -> str:
    """Says what is wrong with a pile of a whole state; empty if nothing is."""
    layout, pile, masks = state.layout, state.cards[p], state.seen[p]
    word, usual = layout.pile_word(p), layout.usual[p]
    allowed = layout.everybody | layout.everybody << layout.quietly
    if UNKNOWN in pile:
        return f"{word} holds a card that nobody knows"
    if masks and len(masks) != len(pile):
        return f"{word} has masks for {len(masks)} cards, but holds {len(pile)}"
    if not layout.ordered[p] and pile != sorted(pile):
        return f"{word} is not sorted, though its order means nothing"
    if masks and not layout.ordered[p] and masks != nested(pile, [*masks], layout.quietly):
        return f"{word} has the masks {masks}, but equal cards cannot be told apart"
    if any(mask & usual != usual or mask & ~allowed for mask in masks):
        return f"{word} has the masks {masks}, but {usual} is the mask of those who see it"
    return ""


def views_hide_the_generator(visit: Visit[S, V]) -> None:
    """A view has no generator: with another one it is the same, and it holds no word of it."""
    twin = visit.state.clone()
    replace_dice(twin, seeded(f"{visit.engine.seed}/other generator"))
    true_generators = list(generators(visit.state))
    for seat in [*visit.seats, SPECTATOR]:
        view = visit.view(seat)
        other = visit.game.view(twin, seat)
        if not visit.equals_view(seat, other):
            found = f"with another generator, seat {seat} sees {laws.difference(other, view)}"
            visit.fail("views hide the generator", found)
        document = pickle.dumps(view)
        for rng in true_generators:
            words = [word for word in rng.key()[:3] if word >= TELLING and holds(document, word)]
            # One word may be there by chance, two are a generator.
            if len(words) > 1:
                visit.fail("views hide the generator", f"the view of seat {seat} holds {rng}")


def holds(document: bytes, word: int) -> bool:
    """Tells whether a pickled object holds a number, as a number or as text."""
    return word.to_bytes(4, "little") in document or str(word).encode() in document


def views_survive_sampling(visit: Visit[S, V]) -> None:
    """Every world sampled from a view looks the same to its seat, and to a spectator."""
    for seat in visit.seats:
        for world in visit.worlds(seat):
            again = visit.game.view(world, seat)
            if not visit.equals_view(seat, again):
                found = laws.difference(again, visit.view(seat))
                text = f"seat {seat} sees a sampled world as {found}"
                visit.fail("views survive sampling", text)
        shown = visit.game.view(visit.worlds(seat)[0], SPECTATOR)
        if not visit.equals_view(SPECTATOR, shown):
            found = laws.difference(shown, visit.view(SPECTATOR))
            visit.fail(
                "views survive sampling", f"a spectator sees what seat {seat} does not: {found}"
            )
        if visit.report.guessed[seat] < CERTAIN:
            count_guess(visit, seat)


def count_guess(visit: Visit[S, V], seat: int) -> None:
    """Counts whether something is hidden from a seat here, and whether a sample differs from it."""
    truth = laws.key_without_generators(visit.state)
    if sees_all(visit, seat, truth):
        return
    visit.report.hidden[seat] += 1
    if any(laws.key_without_generators(world) != truth for world in visit.worlds(seat)):
        visit.report.guessed[seat] += 1


def sees_all(visit: Visit[S, V], seat: int, truth: tuple[object, ...]) -> bool:
    """Tells whether the view of a seat is the whole state, except for generators and its viewer."""
    view = visit.view(seat)
    if not isinstance(view, State):
        return False
    # Through a pickle, because a view need not be able to clone itself.
    twin = pickle.loads(pickle.dumps(view))
    replace_dice(twin, hidden_rng())
    if isinstance(twin, TableState):
        twin.pools = []
    if hasattr(twin, "viewer"):
        twin.viewer = TRUTH
    return bool(twin.key() == truth)


def sampling_does_not_reveal_the_state(report: GameReport[S]) -> str:
    """Says for which seat `sample` always returned the true state; empty if there is none.

    Checked once, after all games: in a single state a sample may equal the truth by chance.
    """
    for seat, hidden in enumerate(report.hidden):
        if hidden and not report.guessed[seat]:
            return (
                f"in all {hidden} states in which something is hidden from seat {seat}, sample()"
                " returned the true state"
            )
    return ""


def views_show_what_may_be_seen(visit: Visit[S, V]) -> None:
    """In a card game, a view shows exactly the cards whose masks say so, and what the board says.

    The order of an unordered pile means nothing, so there only the cards themselves count.
    """
    for seat in [*visit.seats, SPECTATOR]:
        view, state, game = visit.view(seat), visit.state, visit.game
        if not isinstance(state, TableState) or not isinstance(view, TableState):
            return
        found = cards_difference(state, view, seat)
        if not found and isinstance(game, CardGame):
            board = veiled_board(state.board, game.board(), seat)
            found = (
                "" if view.board == board else f"the board: {laws.difference(view.board, board)}"
            )
        if found:
            visit.fail("views show what may be seen", f"seat {seat} sees {found}")


# Any: states of card games with any parts and board.
def cards_difference(state: "TableState[Any, Any]", view: "TableState[Any, Any]", seat: int) -> str:
    """Describes the first pile in which a view shows other cards than it may; empty if none."""
    layout = state.layout
    for p, pile in enumerate(state.cards):
        wanted = [card if state.knows(seat, p, at) else UNKNOWN for at, card in enumerate(pile)]
        shown = view.cards[p]
        if not layout.ordered[p]:
            wanted, shown = sorted(wanted), sorted(shown)
        if shown != wanted:
            words = [[layout.card_word(card) for card in cards] for cards in (shown, wanted)]
            return f"{layout.pile_word(p)}: {laws.difference(words[0], words[1])}"
    return ""


def sampled_worlds_have_their_own_generator(visit: Visit[S, V]) -> None:
    """A sampled world has a new generator: not the match's, and not the zeros of a view."""
    law = "sampled worlds have their own generator"
    true_keys = [rng.key() for rng in generators(visit.state)]
    for seat in visit.seats:
        for world in visit.worlds(seat):
            if world.rng.key() == hidden_rng().key():
                visit.fail(law, "a sampled world has the generator of a view, which is all zeros")
            if any(rng.key() in true_keys for rng in generators(world)):
                visit.fail(law, f"a world sampled for seat {seat} has the generator of the match")


def moves_follow_from_the_view(visit: Visit[S, V]) -> None:
    """The seat to move has the same legal moves in every world that it cannot rule out."""
    seat = visit.state.seat
    for world in visit.worlds(seat):
        if (world.over, world.seat) != (visit.state.over, seat):
            found = f"in a sampled world seat {world.seat} is to move, over is {world.over}"
            visit.fail("moves follow from the view", found)
        moves = visit.game.legal(world)
        if moves != visit.moves:
            found = laws.difference(
                [str(move) for move in moves], [str(move) for move in visit.moves]
            )
            visit.fail("moves follow from the view", f"in a sampled world seat {seat} has {found}")


def moves_mean_the_same(visit: Visit[S, V]) -> None:
    """In every world that the seat to move cannot rule out, a move has the same words.

    Its text is read as the same move there. In a card game it is described in the same words, even
    to somebody who sees all cards: a move that names an index in a hidden hand is not.
    """
    law = "moves mean the same"
    for move in visit.pick_some(visit.moves, READ):
        for world in visit.worlds(visit.state.seat):
            again = visit.game.parse(world, str(move))
            if again != move:
                visit.fail(law, f"in a sampled world, {str(move)!r} is read as {again!r}")
            if not isinstance(world, TableState):
                continue
            # A view of a card game is of the same class as its states.
            said = visit.game.describe(cast("V", world), move)
            wanted = visit.game.describe(cast("V", visit.state), move)
            if said != wanted:
                found = (
                    f"in a sampled world, {move} is described as {laws.difference(said, wanted)}"
                )
                visit.fail(law, found)


def twins_stay_alike(visit: Visit[S, V]) -> None:
    """In a card game, worlds that a seat cannot tell apart stay so if the same seems to happen.

    A move is played in the true state, and moves of its kind in a world sampled for a seat that
    does not move. Where that seat then sees the same happen, its views must agree in everything:
    else what others know, or what it has forgotten, gives a hidden card away.
    """
    if not isinstance(visit.state, TableState):
        return
    for seat in [*visit.seats[1:], SPECTATOR]:
        before = visit.game.view(visit.state, seat)
        world = visit.game.sample(before, visit.rng.child(f"twin of {seat}"))
        for move in visit.pick_some(visit.moves, TWINS):
            played = visit.state.clone()
            visit.game.play(cast("S", played), move)
            if census(played) != census(visit.state):
                continue  # the law "cards are conserved" says it better
            view = view_after(visit, visit.state, move, seat)
            for other in twin_moves(visit, world, move):
                twin = view_after(visit, world, other, seat)
                alike = observed(twin, before) == observed(view, before)
                if alike and twin.key() != view.key():
                    found = f"{move} looks like {other} to seat {seat}, but its views differ:"
                    visit.fail("twins stay alike", f"{found} {laws.difference(view, twin)}")


def twin_moves(visit: Visit[S, V], world: S, move: Move[S]) -> list[Move[S]]:
    """Returns moves for a sampled world that may look like a move of the true state to others."""
    moves = [other for other in visit.game.legal(world) if other.id == move.id]
    others = visit.pick_some([other for other in moves if other != move], TWINS)
    return [move, *others] if move in moves else others


# Any: states of card games with any parts and board.
def view_after(visit: Visit[S, V], state: S, move: Move[S], seat: int) -> TableState[Any, Any]:
    """Plays a move on a copy of a state and returns what a seat sees then."""
    twin = state.clone()
    visit.game.play(twin, move)
    view = visit.game.view(twin, seat)
    assert isinstance(view, TableState)
    return view


def observed(view: TableState[Any, Any], before: object) -> tuple[object, ...]:
    """Returns what the seat of a view has seen happen since the view before.

    That is everything except what follows from it: which cards it knows in unordered piles that it
    does not see, and which cards it has not seen anywhere. What it has newly learned of such a
    pile, and who has newly learned what a pile holds, it has seen happen.
    """
    assert isinstance(before, TableState)
    twin = view.clone()
    twin.pools = []
    learned: list[Counter[int]] = []
    for p, pile in enumerate(view.cards):
        twin.content[p] &= ~before.content[p]
        if not view.layout.ordered[p] and not view.layout.knows(view.viewer, view.layout.usual[p]):
            learned.append(Counter(pile) - Counter(before.cards[p]))
            # The number of cards instead of the number of hidden ones, which follows.
            learned[-1][UNKNOWN] = len(pile)
            twin.cards[p], twin.seen[p] = [], ()
    return (twin.key(), learned)


def refusals_follow_from_the_view(visit: Visit[S, V]) -> None:
    """The reasons against a move do not depend on what the seat cannot see."""
    truth = RuleEngine(visit.game, state=visit.state, seed=0)
    for seat in visit.seats:
        others = [
            entry.params
            for other in visit.seats
            for entry in visit.entries(other)
            if other != seat and entry.params is not None
        ]
        for move in visit.pick_some([*others, *visit.report.elsewhere], TRIED):
            reasons = truth.explain(move, seat)
            for world in visit.worlds(seat):
                guess = RuleEngine(visit.game, state=world, seed=0).explain(move, seat)
                if guess != reasons:
                    found = f"the reasons against {move} for seat {seat} depend on hidden state:"
                    visit.fail(
                        "refusals follow from the view",
                        f"{found} {laws.difference(reasons, guess)}",
                    )


def views_are_independent(visit: Visit[S, V]) -> None:
    """A view shares nothing with the state it shows, other views, or worlds sampled from it."""
    if not visit.moves:
        return
    move = visit.rng.pick(visit.moves)
    seat = visit.rng.pick(visit.seats)
    twin = visit.state.clone()
    view = visit.game.view(twin, seat)
    for other in [twin, *[visit.game.view(twin, each) for each in (*visit.seats, SPECTATOR)]]:
        common = laws.shared_object(other, view)
        if common is not None:
            what = "the state" if other is twin else "another view"
            visit.fail("views are independent", f"a view shares {brief(common)} with {what}")
    before = pickle.loads(pickle.dumps(view))
    visit.game.play(twin, move)
    if view != before:
        found = f"playing {move} changed a view made before: {laws.difference(view, before)}"
        visit.fail("views are independent", found)
    world = visit.game.sample(view, visit.rng.child("alone"))
    moves = visit.game.legal(world)
    if moves:
        visit.game.play(world, visit.rng.pick(moves))
    if view != before:
        found = f"playing in a sampled world changed the view: {laws.difference(view, before)}"
        visit.fail("views are independent", found)


def views_can_be_shown(visit: Visit[S, V]) -> None:
    """Views are drawn and moves described, in the same way wherever the views are equal."""
    seat = visit.state.seat
    view, again = visit.view(seat), visit.game.view(visit.worlds(seat)[0], seat)
    shown, other = visit.game.render(view), visit.game.render(again)
    if shown != other:
        visit.fail("views can be shown", f"equal views are drawn differently: {shown!r}, {other!r}")
    for move in visit.pick_some(visit.moves, 2):
        if visit.game.describe(view, move) != visit.game.describe(again, move):
            visit.fail("views can be shown", f"{move} is described differently in equal views")


# Notes: what is allowed, but will make agents play badly.


def notes(game: Game[S, V], report: GameReport[S]) -> list[str]:
    """Notes that agents have nothing to go by: the game does not say how the seats stand.

    A game with agents of its own, or with a policy, tells them in another way.
    """
    if report.level < max(report.middle, 1) or game.agents() or game.policy() is not None:
        return []
    found = f"standing() is 0 for every seat in all {report.level} states before the end"
    meaning = "an agent that looks only a few moves ahead scores all moves alike"
    return [f"{found}, so {meaning}: define Game.standing"]


# Matches: undo, records, seeds and sampled worlds.


def undo_restores(engine: RuleEngine[S, V]) -> None:
    """Undoing a whole match and redoing it passes through the same states."""
    hashes = [state_hash(state) for state in engine.states()]
    fork = engine.fork()
    for name, step, path in (("undo", fork.undo, hashes[-2::-1]), ("redo", fork.redo, hashes[1:])):
        for wanted in path:
            if not step() or fork.state_hash != wanted:
                found = f"{name} does not lead to the state that was played"
                raise LawBroken("undo restores", engine.game.id, engine.seed, fork.ply, found)


def records_replay(engine: RuleEngine[S, V], fresh: Callable[[], Game[S, V]]) -> None:
    """A match written as text and read again replays to the same states and result."""
    text = write_record(engine).text()
    again = write_record(replay(read_record(text), fresh())).text()
    if again != text:
        found = laws.difference(again.split("\n"), text.split("\n"))
        raise LawBroken("records replay", engine.game.id, engine.seed, engine.ply, found)


def options_make_the_game_again(engine: RuleEngine[S, V]) -> None:
    """A game made from the options of another one is equal to it, and replays its matches."""
    game = engine.game
    kind: Callable[..., Game[S, V]] = type(game)
    written = json.dumps(game.options)
    again = kind(**json.loads(written))
    found = laws.difference(plain_attributes(again), plain_attributes(game))
    if plain_attributes(again) == plain_attributes(game):
        text = write_record(engine).text()
        if write_record(replay(read_record(text), again)).text() == text:
            return
        found = "a record is replayed differently"
    found = f"made again from its options {written}: {found}"
    raise LawBroken("options make the game again", game.id, engine.seed, engine.ply, found)


def plain_attributes(game: Game[S, V]) -> dict[str, object]:
    """Returns the attributes of a game that can be compared, as a state holds them."""
    found: dict[str, object] = {}
    for name in dir(game):
        if not name.startswith("_"):
            with suppress(TypeError):  # a method, or an object of the game's own
                found[name] = plain(getattr(game, name))
    return found


def seeds_repeat(engine: RuleEngine[S, V], again: RuleEngine[S, V]) -> None:
    """Two random matches with the same seed are the same match."""
    one, other = write_record(engine), write_record(again)
    if one.start != other.start:
        found = "the same seed deals different cards"
        raise LawBroken("seeds repeat", engine.game.id, engine.seed, 0, found)
    for ply, (mine, theirs) in enumerate(zip(one.moves, other.moves, strict=False)):
        if (mine.text, mine.hash) != (theirs.text, theirs.hash):
            found = f"played twice, {mine.text} and {theirs.text} lead to different states"
            raise LawBroken("seeds repeat", engine.game.id, engine.seed, ply, found)


def sampled_worlds_can_be_played(engine: RuleEngine[S, V], max_plies: int) -> None:
    """A sampled world is a whole game: it can be played to the end, or for `max_plies` moves.

    Checked after a match that ended well, in a few of its states: before that, the fault may lie in
    the rules and not in sampling.
    """
    game = engine.game
    rng = seeded(f"{engine.seed}/playouts")
    states = engine.states()
    for _ in range(PLAYOUTS):
        ply, seat = rng.below(len(states)), rng.below(game.seats)
        world = game.sample(game.view(states[ply], seat), rng)
        try:
            play_out(game, world, rng, None, max_plies)
        except Exception:
            if world.over or game.legal(world):
                raise
            found = f"in a world sampled for seat {seat}, seat {world.seat} has no legal move"
            raise LawBroken(
                "sampled worlds can be played", game.id, engine.seed, ply, found
            ) from None
