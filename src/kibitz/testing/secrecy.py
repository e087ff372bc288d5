"""Laws of hidden information: a view shows what its seat may know, and no dice.

Each function holds one visited state against one law; `kibitz.testing.laws` runs them.
"""

import pickle
from typing import Final, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import copy
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import hidden_rng, seeded
from kibitz.core.state import State
from kibitz.kit.board import redacted_board
from kibitz.kit.game import TableGame
from kibitz.kit.state import EVERYTHING, TableState
from kibitz.testing.legality import TRIED
from kibitz.testing.visit import (
    LawBroken,
    Survey,
    Visit,
    difference,
    generators,
    key_without_dice,
    throw_dice,
)

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Words of a generator below this are too common in any document to prove anything.
TELLING: Final = 1 << 16
# How many worlds, sampled on the way through a match, are played on.
PLAYOUTS: Final = 4
# After so many worlds that differ from the truth, sampling is known not to return it always.
CERTAIN: Final = 5


def views_hide_the_dice(visit: Visit[S, V]) -> None:
    """A view holds no generator: other dice give the same view, and no word of theirs is in it."""
    twin = copy(visit.state)
    throw_dice(twin, seeded(f"{visit.engine.seed}/other dice"))
    dice = list(generators(visit.state))
    for seat in [*visit.seats, SPECTATOR]:
        view = visit.view(seat)
        other = visit.game.view(twin, seat)
        if not visit.looks_alike(seat, other):
            found = difference(other, view)
            visit.fail("views hide the dice", f"seat {seat} sees other dice: {found}")
        held = pickle.dumps(view)
        for rng in dice:
            words = [word for word in rng.key()[:3] if word >= TELLING and holds(held, word)]
            # One word may be there by chance, two are a generator.
            if len(words) > 1:
                visit.fail("views hide the dice", f"the view of seat {seat} holds {rng}")


def holds(document: bytes, word: int) -> bool:
    """Tells whether a pickled object holds a number, as a number or as text."""
    return word.to_bytes(4, "little") in document or str(word).encode() in document


def views_survive_sampling(visit: Visit[S, V]) -> None:
    """Every world sampled from a view looks the same to its seat, and to a spectator."""
    for seat in visit.seats:
        for world in visit.worlds(seat):
            again = visit.game.view(world, seat)
            if not visit.looks_alike(seat, again):
                found = f"seat {seat} sees a sampled world as {difference(again, visit.view(seat))}"
                visit.fail("views survive sampling", found)
        shown = visit.game.view(visit.worlds(seat)[0], SPECTATOR)
        if not visit.looks_alike(SPECTATOR, shown):
            found = difference(shown, visit.view(SPECTATOR))
            visit.fail(
                "views survive sampling", f"a spectator sees what seat {seat} does not: {found}"
            )
        if visit.survey.guessed[seat] < CERTAIN:
            note_guess(visit, seat)


def note_guess(visit: Visit[S, V], seat: int) -> None:
    """Notes whether something is hidden from a seat here, and whether sampling left the truth."""
    truth = key_without_dice(visit.state)
    if sees_all(visit, seat, truth):
        return
    visit.survey.hidden[seat] += 1
    if any(key_without_dice(world) != truth for world in visit.worlds(seat)):
        visit.survey.guessed[seat] += 1


def sees_all(visit: Visit[S, V], seat: int, truth: tuple[object, ...]) -> bool:
    """Tells whether the view of a seat is the whole state, but for the dice and its own label."""
    view = visit.view(seat)
    if not isinstance(view, State):
        return False
    # Through a pickle, because a view need not be able to clone itself.
    twin = pickle.loads(pickle.dumps(view))
    throw_dice(twin, hidden_rng())
    if isinstance(twin, TableState):
        twin.viewer = EVERYTHING
    return bool(twin.key() == truth)


def views_show_what_may_be_seen(visit: Visit[S, V]) -> None:
    """In a table game, a view shows exactly what zones, reveals and the board's declaration say."""
    for seat in [*visit.seats, SPECTATOR]:
        view, state, game = visit.view(seat), visit.state, visit.game
        if not isinstance(state, TableState) or not isinstance(view, TableState):
            return
        for card in state.table.all_cards():
            shown = view.table.has(card.id) and view.table.card(card.id).definition_id != ""
            if shown != state.table.knows(seat, card.id):
                verb = "sees" if shown else "does not see"
                found = f"seat {seat} {verb} {card.definition_id} ({card.id}) in {card.zone}"
                visit.fail("views show what may be seen", found)
        if isinstance(game, TableGame):
            board = redacted_board(state.board, game.board(), seat)
            if view.board != board:
                found = f"seat {seat} sees of the board {difference(view.board, board)}"
                visit.fail("views show what may be seen", found)


def sampling_guesses(survey: Survey[S]) -> str:
    """Says which seat was always given the true world; empty if none was.

    Looked at once, after all games: in a single state the truth is a fair guess.
    """
    for seat, hidden in enumerate(survey.hidden):
        if hidden and not survey.guessed[seat]:
            return (
                f"in all {hidden} states in which something is hidden from seat {seat}, sample()"
                " returned the truth"
            )
    return ""


def sampled_worlds_have_own_dice(visit: Visit[S, V]) -> None:
    """A sampled world draws from a generator of its own: not the match's, not the view's zeros."""
    true_dice = [rng.key() for rng in generators(visit.state)]
    for seat in visit.seats:
        for world in visit.worlds(seat):
            if world.rng.key() == hidden_rng().key():
                found = "a sampled world has the dice of a view, which are all zeros"
                visit.fail("sampled worlds have own dice", found)
            if any(rng.key() in true_dice for rng in generators(world)):
                found = f"a world sampled for seat {seat} has the dice of the match"
                visit.fail("sampled worlds have own dice", found)


def moves_follow_from_the_view(visit: Visit[S, V]) -> None:
    """Who must decide has the same legal moves in every world that it cannot rule out."""
    seat = visit.state.seat
    for world in visit.worlds(seat):
        if (world.over, world.seat) != (visit.state.over, seat):
            found = f"in a sampled world seat {world.seat} must decide, over is {world.over}"
            visit.fail("moves follow from the view", found)
        moves = visit.game.legal(world)
        if moves != visit.moves:
            found = difference([str(move) for move in moves], [str(move) for move in visit.moves])
            visit.fail("moves follow from the view", f"in a sampled world seat {seat} has {found}")


def refusals_follow_from_the_view(visit: Visit[S, V]) -> None:
    """What a seat is told against a move does not depend on what it cannot see."""
    truth = RuleEngine(visit.game, state=visit.state, seed=0)
    for seat in visit.seats:
        others = [
            entry.params
            for other in visit.seats
            for entry in visit.entries(other)
            if other != seat and entry.params is not None
        ]
        for move in visit.some([*others, *visit.survey.elsewhere], TRIED):
            told = truth.explain(move, seat)
            for world in visit.worlds(seat):
                guess = RuleEngine(visit.game, state=world, seed=0).explain(move, seat)
                if guess != told:
                    found = f"seat {seat} is told of {move}: {difference(told, guess)}"
                    visit.fail("refusals follow from the view", found)


def views_stand_alone(visit: Visit[S, V]) -> None:
    """A view shares nothing with the state it shows, nor with worlds sampled from it."""
    if not visit.moves:
        return
    move = visit.rng.pick(visit.moves)
    seat = visit.rng.pick(visit.seats)
    twin = copy(visit.state)
    view = visit.game.view(twin, seat)
    before = pickle.loads(pickle.dumps(view))
    visit.game.play(twin, move)
    if view != before:
        found = f"playing {move} changed a view made before: {difference(view, before)}"
        visit.fail("views stand alone", found)
    world = visit.game.sample(view, visit.rng.child("alone"))
    moves = visit.game.legal(world)
    if moves:
        visit.game.play(world, visit.rng.pick(moves))
    if view != before:
        found = f"playing in a sampled world changed the view: {difference(view, before)}"
        visit.fail("views stand alone", found)


def views_can_be_shown(visit: Visit[S, V]) -> None:
    """A view can be drawn, and its moves described, the same way in every world with that view."""
    seat = visit.state.seat
    view, again = visit.view(seat), visit.game.view(visit.worlds(seat)[0], seat)
    shown, other = visit.game.render(view), visit.game.render(again)
    if shown != other:
        visit.fail("views can be shown", f"equal views are drawn differently: {shown!r}, {other!r}")
    for move in visit.some(visit.moves, 2):
        if visit.game.describe(view, move) != visit.game.describe(again, move):
            visit.fail("views can be shown", f"{move} is described differently in equal views")


def sampled_worlds_play_on(engine: RuleEngine[S, V], max_plies: int) -> None:
    """A sampled world is a whole game: it can be played on, to the end or far enough.

    Looked at once a match has ended well, in a few of its states: before, the fault may be the
    game's and not the sampling's.
    """
    rng = seeded(f"{engine.seed}/playouts")
    states = engine.states()
    for state in [rng.pick(states) for _ in range(PLAYOUTS)]:
        seat = rng.below(engine.game.seats)
        world = engine.game.sample(engine.game.view(state, seat), rng)
        for ply in range(max_plies):
            if world.over:
                break
            moves = engine.game.legal(world)
            if not moves:
                found = f"{ply} moves into a world sampled for seat {seat}, nobody can move"
                raise LawBroken("sampled worlds play on", engine.game.id, engine.seed, ply, found)
            engine.game.play(world, rng.pick(moves))
