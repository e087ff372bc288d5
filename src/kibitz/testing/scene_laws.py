"""The laws of scenes: every move can be made by clicking, and nothing hidden is shown.

They hold for every game, also for one that says nothing about its table and gets the defaults.
"""

import json
from typing import Any, Final, TypeVar

from kibitz.core.game import SPECTATOR, Game
from kibitz.core.move import Move
from kibitz.core.scene import OFFER, Pick, Scene, Touches, add_offers
from kibitz.core.state import Part, State
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.state import TableState
from kibitz.testing import laws
from kibitz.testing.laws import Visit

S = TypeVar("S", bound=State)
V = TypeVar("V")

# How many moves of one state are clicked; `table_problems` without a number clicks all.
CLICKED: Final = 8


def scenes_use_known_words(visit: Visit[S, V]) -> None:
    """A scene has only layouts, roles, kinds, marks, tones and symbols that a page can draw."""
    for seat in [*visit.seats, SPECTATOR]:
        scene = visit.game.scene(visit.view(seat))
        json.dumps(scene.to_json(), allow_nan=False)
        problems = scene.problems()
        if problems:
            visit.fail("scenes use known words", f"for seat {seat}: {problems[0]}")


def scenes_follow_from_the_view(visit: Visit[S, V]) -> None:
    """Equal views give equal scenes and equal touches, and showing a view does not change it."""
    law = "scenes follow from the view"
    for seat in visit.seats:
        view = visit.view(seat)
        before = view.key() if isinstance(view, Part) else ()
        scene = visit.game.scene(view)
        if isinstance(view, Part) and view.key() != before:
            visit.fail(law, f"scene() changed the view of seat {seat}")
        for world in visit.worlds(seat):
            again = visit.game.scene(visit.game.view(world, seat))
            if again != scene:
                found = laws.difference(again, scene)
                visit.fail(law, f"in a sampled world, seat {seat} is shown {found}")
    seat = visit.state.seat
    other = visit.game.view(visit.worlds(seat)[0], seat)
    for move in visit.moves[:: spread(visit.moves)]:
        touches, guess = visit.game.touches(visit.view(seat), move), visit.game.touches(other, move)
        if touches != guess:
            found = laws.difference(guess, touches)
            visit.fail(law, f"in a sampled world, {move} touches {found}")


def scenes_show_every_card(visit: Visit[S, V]) -> None:
    """In a card game, every card that a view shows is in its scene.

    A card of a pile, and the card on top of a part in play, is the face of a piece. What else
    belongs to a part is named on it or is a face of its own.
    """
    for seat in [*visit.seats, SPECTATOR]:
        view = visit.view(seat)
        if isinstance(view, TableState):
            missing = missing_cards(view, visit.game.scene(view))
            if missing:
                visit.fail("scenes show every card", f"seat {seat} is not shown {missing}")


# Any: views of card games with any parts and board.
def missing_cards(view: "TableState[Any, Any]", scene: Scene) -> str:
    """Names the first card of a view that its scene does not show; empty if none is missing."""
    layout = view.layout
    faces: dict[str, int] = {}
    for area in scene.areas:
        for piece in area.pieces:
            faces[piece.face] = faces.get(piece.face, 0) + piece.count
    shown: dict[int, int] = {}
    for card in [card for pile in view.cards for card in pile if card != UNKNOWN]:
        shown[card] = shown.get(card, 0) + 1
    # What is in play need not be a card; `cards` returns none then.
    parts = [part for row in view.rows for part in row if part.cards()]
    for part in parts:
        shown[part.kind] = shown.get(part.kind, 0) + 1
    for card, count in shown.items():
        word = layout.card_word(card)
        if faces.get(word, 0) < count:
            return f"{word}: {faces.get(word, 0)} instead of {count}"
    text = json.dumps(scene.to_json(), ensure_ascii=False)
    for card in [card for part in parts for card in part.cards()]:
        name = layout.titles[card]
        if json.dumps(name, ensure_ascii=False)[1:-1] not in text:
            return f"{layout.card_word(card)}, which belongs to a part in play"
    return ""


def clicks_lead_to_every_move(visit: Visit[S, V]) -> None:
    """Every legal move can be made by clicking what it touches, in any order.

    What it touches is on the table often enough, or begins with `offer:`. Moves that touch the same
    have different words.
    """
    if not visit.moves:
        return
    view = visit.view(visit.state.seat)
    problems = table_problems(visit.game, view, visit.moves, CLICKED)
    if problems:
        visit.fail("clicks lead to every move", problems[0])


def spread(moves: list[Move[S]], count: int = CLICKED) -> int:
    """Returns the step at which about `count` of the moves are taken, without a generator."""
    return max(1, len(moves) // count)


def table_problems(
    game: Game[S, V], view: V, moves: list[Move[S]], clicked: int | None = None
) -> list[str]:
    """Lists what is wrong with the table of the seat that moves; empty if every move is in reach.

    Args:
        game: the game.
        view: what the seat that moves sees.
        moves: its legal moves.
        clicked: how many of them are tried with clicks, evenly spread; all if None.
    """
    touched = [game.touches(view, move) for move in moves]
    words = [game.describe(view, move) for move in moves]
    scene = add_offers(game.scene(view), touched, lambda group: game.offer(view, group))
    problems = [*scene.problems(), *group_problems(scene, touched, words)]
    problems += twin_problems(touched, words)
    if problems:
        return problems
    for at in range(0, len(moves), 1 if clicked is None else spread(moves, clicked)):
        groups = list(touched[at].groups)
        for order in (groups, groups[::-1]) if len(groups) > 1 else (groups,):
            problems += click_problems(touched, words, at, order)
    return problems


def group_problems(scene: Scene, touched: list[Touches], words: list[str]) -> list[str]:
    """Lists the groups that moves touch and that are not there often enough."""
    there = scene.groups()
    return [
        f"{words[at]}: touches {count} of {group}, but {there.get(group, 0)} are on the table"
        + ("" if there.get(group, 0) else f", and it does not begin with {OFFER}")
        for at, touches in enumerate(touched)
        for group, count in touches.groups
        if there.get(group, 0) < count
    ]


def twin_problems(touched: list[Touches], words: list[str]) -> list[str]:
    """Lists moves that a player could not tell apart: they touch the same and have the same words.

    Where only the order of touches differs, the words must differ as well.
    """
    found: dict[tuple[object, ...], str] = {}
    problems: list[str] = []
    for touches, text in zip(touched, words, strict=True):
        key = (*sorted(touches.groups), text)
        if key in found:
            problems.append(f"two moves touch {list(touches.groups)} and are both {text!r}")
        found[key] = text
    return problems


def click_problems(
    touched: list[Touches], words: list[str], at: int, order: list[tuple[str, int]]
) -> list[str]:
    """Clicks what a move touches and says where that does not lead to the move."""
    pick = Pick(touched)
    if not order:
        return [] if at in pick.buttons().get(touched[at].verb, []) else [f"{words[at]}: no button"]
    for group, count in order:
        while pick.count(group) < count:
            before = len(pick.order)
            if not pick.add(group) or len(pick.order) <= before or at not in pick.fitting():
                return [f"{words[at]}: clicks on {[name for name, _ in order]} do not lead there"]
    if at not in pick.complete():
        return [f"{words[at]}: clicks on {[name for name, _ in order]} do not complete it"]
    return []
