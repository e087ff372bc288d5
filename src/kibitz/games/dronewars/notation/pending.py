"""What waits for an answer, in positions: the move that asked for it.

`attack bomber 1 > section` waits for the defender, `recalculate` for a discard, `reallocate` for a
second shield, `play strategic planning` for the choice of a card, and `play reposition > 1 > 2` for
drones; after one has moved it is `play reposition > 1 > 2, 1 moved`.
"""

import re
from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import suggest
from kibitz.games.dronewars.cards.catalogue import (
    CARD_NUMBERS,
    CARD_WORDS,
    CARDS,
    MOVE_MANY,
    SEARCH,
    SEARCH_UPGRADES,
    plain,
)
from kibitz.games.dronewars.moves import Attack
from kibitz.games.dronewars.moves.common import SECTION_WORD
from kibitz.games.dronewars.rules.abilities import DiscardOne, MoveShields
from kibitz.games.dronewars.rules.attacks import Interception, interceptors
from kibitz.games.dronewars.rules.effects import MoveDrones, SearchDeck
from kibitz.games.dronewars.rules.questions import Ask
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, code_at, index_of
from kibitz.games.dronewars.state import HAND, SECTION, Battle, pile
from kibitz.kit.catalogue import UNKNOWN

SHOWN: Final = 40
WAITING: Final = (
    *("attack bomber 1 > section", "recalculate", "reallocate"),
    *[
        f"play {card.word} > 1 > 2" if card.effect == MOVE_MANY else f"play {card.word}"
        for card in CARDS[1:]
        if card.effect in (SEARCH, SEARCH_UPGRADES, MOVE_MANY)
    ],
)
MOVED: Final = re.compile(r"(?P<card>.+) > (?P<lane>[1-3]) > (?P<to>[1-3])(?:, (?P<n>\d) moved)?")


def write_pending(view: Battle) -> str:
    """Writes what waits for an answer; empty if nothing does."""
    if not view.stack:
        return ""
    asked = view.stack[-1]
    if isinstance(asked, Interception):
        lane, foe = asked.lane, asked.seat
        attacker = BOARD_WORDS[code_at(view, 1 - foe, lane, asked.attacker)]
        hit = asked.target
        target = SECTION_WORD if hit == SECTION else BOARD_WORDS[code_at(view, foe, lane, hit)]
        return f"attack {attacker} > {target}"
    if isinstance(asked, SearchDeck):
        return f"play {CARD_WORDS[asked.card]}"
    if isinstance(asked, MoveDrones):
        moved = f", {asked.moved} moved" if asked.moved else ""
        return f"play {CARD_WORDS[asked.card]} > {asked.lane + 1} > {asked.to + 1}{moved}"
    return "reallocate" if isinstance(asked, MoveShields) else "recalculate"


def read_pending(place: Document, view: Battle, on_board: bool = True) -> Ask | None:
    """Reads what waits for an answer of a seat, after everything else is read.

    Args:
        place: where it stands.
        view: what is read so far.
        on_board: whether the board is right; else only the words are read.
    """
    text, seat = plain(place.text()), view.active
    verb, _, rest = text.partition(" ")
    if text == "recalculate":
        return checked(place, view, DiscardOne(seat), on_board)
    if text == "reallocate":
        return checked(place, view, MoveShields(seat, 1), on_board)
    if verb == "attack":
        return read_attack(place, view, rest, on_board)
    found = MOVED.fullmatch(rest)
    card = CARD_NUMBERS.get(rest if found is None else found["card"], 0)
    effect = CARDS[card].effect if verb == "play" and card else -1
    if effect in (SEARCH, SEARCH_UPGRADES) and found is None:
        return checked(place, view, SearchDeck(seat, card), on_board)
    if effect == MOVE_MANY and found is not None:
        lane, to, moved = int(found["lane"]) - 1, int(found["to"]) - 1, int(found["n"] or 0)
        if abs(lane - to) == 1 and moved < CARDS[card].count:
            return checked(place, view, MoveDrones(seat, card, lane, to, moved), on_board)
    if isinstance(place.value, str):
        place.note(f"{text[:SHOWN]!r} cannot wait for an answer; {suggest(text[:SHOWN], WAITING)}")
    return None


def read_attack(place: Document, view: Battle, text: str, on_board: bool) -> Ask | None:
    """Reads an attack that the defender may intercept."""
    seat = view.active
    drone, _, target = text.partition(" > ")
    move = Attack(drone, target)
    problems = move.invalid()
    if on_board and not problems:
        problems = [reject.reason for reject in move.check(view, seat)]
    for problem in problems:
        place.note(problem)
    if problems or not on_board:
        return None
    lane, index, hit = move.lane, index_of(view, seat, move.code), move.target_index(view, seat)
    if not interceptors(view, 1 - seat, lane, index, hit):
        place.note("no drone can intercept this attack, so it does not wait")
        return None
    return Interception(1 - seat, lane, index, hit)


def checked(place: Document, view: Battle, asked: Ask, on_board: bool) -> Ask | None:
    """Returns a question that can be answered; notes why it cannot."""
    if not on_board:
        return None
    if isinstance(asked, DiscardOne):
        if not pile(view, HAND, asked.seat):
            place.note("there is no card to discard")
            return None
        return asked
    if asked.optional(view):
        return asked
    options = asked.options(view)
    if not options:
        place.note("there is nothing to choose")
        return None
    if isinstance(asked, SearchDeck) and UNKNOWN in options and view.viewer == asked.seat:
        place.note("expected a deck with the cards that you have looked at")
        return None
    return asked
