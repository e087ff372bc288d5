"""Moves as a player types them.

A move is written as `bash > 2`, `defend`, `fire potion > 1`, `choose strike`, `done` or `end`. A
player may also type `bash jaw worm`, `strike louse 2` or `fire 2`, begin names with a few letters,
leave out the target if only one monster lives, and leave out the plus of an upgraded card if there
is no other. Case and spare spaces do not matter.
"""

import re
from collections.abc import Sequence
from typing import Final

from kibitz.core.document import shorten
from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError, suggest
from kibitz.core.move import Move
from kibitz.games.spire.cards.powers import plain_id
from kibitz.games.spire.moves import (
    DONE,
    END,
    POTION_WORDS,
    STANCE_WORDS,
    Choose,
    Play,
    UsePotion,
    list_moves,
    read_card,
)
from kibitz.games.spire.rules.effects import NO_TARGET
from kibitz.games.spire.scene import monster_name
from kibitz.games.spire.state import Fight, Monster

CHOOSE: Final = "choose "
# What may stand between a card and its target.
AIM: Final = re.compile(r"\s*>\s*|\s+(?:on|at)\s+")
TARGET: Final = re.compile(r"[0-9]{1,3}")
# How much of a text that cannot be read is compared with names.
SHOWN: Final = 40
# How well a name fits, the best first.
SAME: Final = 0
WITHOUT_PLUS: Final = 1
BEGINNING: Final = 2
NOT_AT_ALL: Final = 9


def tidy(text: str) -> str:
    """Returns a text in small letters, without spare spaces."""
    return " ".join(text.split()).lower()


def read_written(text: str) -> Move[Fight] | None:
    """Reads a move just as it is written, legal or not; None if it is not written so."""
    wanted = tidy(text)
    if wanted == "end":
        return END
    if wanted == "done":
        return DONE
    if wanted.startswith(CHOOSE):
        card = wanted.removeprefix(CHOOSE)
        known = card in STANCE_WORDS or read_card(card) >= 0
        return Choose(card) if known else None
    name, mark, target = wanted.partition(" > ")
    place = NO_TARGET
    if mark:
        if TARGET.fullmatch(target) is None or int(target) == 0:
            return None
        place = int(target) - 1
    if name in POTION_WORDS:
        return UsePotion(name, place)
    return Play(name, place) if read_card(name) >= 0 else None


# Names.


def fit(name: str, wanted: str) -> int:
    """Tells how well what is typed fits a name."""
    if name == wanted:
        return SAME
    if name.removesuffix("+") == wanted:
        return WITHOUT_PLUS
    plain, typed = plain_id(name), plain_id(wanted)
    if plain == typed:
        return WITHOUT_PLUS
    return BEGINNING if typed and plain.startswith(typed) else NOT_AT_ALL


def name_of(move: Move[Fight]) -> str:
    """Returns the name of what a move plays, uses or chooses."""
    if isinstance(move, UsePotion):
        return move.potion
    if isinstance(move, (Play, Choose)):
        return move.card
    return str(move)


def is_called(state: Fight, monster: Monster, words: str) -> bool:
    """Tells whether a monster can be meant: its name, or some word of it, begins so."""
    name, typed = monster_name(state, monster).lower(), plain_id(words)
    if not typed:
        return False
    parts = name.split()
    return any(plain_id(" ".join(parts[at:])).startswith(typed) for at in range(len(parts)))


def targets_called(state: Fight, text: str) -> list[int]:
    """Returns the places of the monsters that a text can mean: a number, or a name.

    A number after a name is that of the table, or counts the monsters of this name.
    """
    monsters = state.monsters
    if TARGET.fullmatch(text):
        return [int(text) - 1]
    words, _, number = text.rpartition(" ")
    if words and TARGET.fullmatch(number):
        same = [place for place, each in enumerate(monsters) if is_called(state, each, words)]
        at = int(number) - 1
        found = [at] if at in same else []
        if 0 <= at < len(same) and same[at] not in found:
            found.append(same[at])
        return found
    return [place for place, each in enumerate(monsters) if is_called(state, each, text)]


# Moves.


def splits(wanted: str) -> list[tuple[str, str]]:
    """Lists the ways to read a text as a name and a target."""
    aimed = AIM.split(wanted, maxsplit=1)
    if len(aimed) == 2:
        return [(aimed[0].strip(), aimed[1].strip())]
    words = wanted.split(" ")
    return [(" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words), 0, -1)]


def matching(state: Fight, moves: Sequence[Move[Fight]], wanted: str) -> list[Move[Fight]]:
    """Returns the moves that fit a text best; several if they fit equally well."""
    best = NOT_AT_ALL
    found: list[Move[Fight]] = []
    for name, target in splits(wanted):
        places = targets_called(state, target) if target else []
        for move in moves:
            if target and place_of_target(move) not in places:
                continue
            rank = fit(name_of(move), name)
            if rank < best:
                best, found = rank, []
            if rank == best and rank != NOT_AT_ALL and move not in found:
                found.append(move)
    return found


def place_of_target(move: Move[Fight]) -> int:
    """Returns the place of the monster that a move aims at; below -1 for a move without aim."""
    if isinstance(move, (Play, UsePotion)) and move.target != NO_TARGET:
        return move.target
    return NO_TARGET - 1


def find_typed(state: Fight, text: str) -> Move[Fight] | None:
    """Finds the legal move that a player means; None if none fits.

    Raises:
        AmbiguousMoveError: if several fit.
    """
    wanted = tidy(text)
    legal = list_moves(state)
    for move in legal:
        if str(move) == wanted:
            return move
    if wanted.startswith(CHOOSE):
        wanted = wanted.removeprefix(CHOOSE)
        legal = [move for move in legal if isinstance(move, Choose)]
    found = matching(state, legal, wanted)
    if len(found) > 1:
        raise ambiguous(wanted, found)
    return found[0] if found else None


def find_proposed(state: Fight, text: str) -> Move[Fight] | None:
    """Finds a move that a player means and that is not legal, so that the rules can say why.

    Raises:
        AmbiguousMoveError: if several cards or potions fit; any target of one of them will do.
    """
    moves = [*Play.enumerate(state, 0), *UsePotion.enumerate(state, 0)]
    found = matching(state, moves, tidy(text))
    if len({name_of(move) for move in found}) > 1:
        raise ambiguous(tidy(text), found)
    return found[0] if found else None


def ambiguous(wanted: str, found: Sequence[Move[Fight]]) -> AmbiguousMoveError:
    """Makes the error for a text that fits several moves; names the first of them."""
    names = "; ".join([str(move) for move in found[:6]])
    more = f" and {len(found) - 6} more" if len(found) > 6 else ""
    return AmbiguousMoveError(f"{wanted!r} fits {len(found)} moves: {names}{more}")


def unreadable(state: Fight, text: str) -> InvalidMoveError:
    """Makes the error for a text that fits no move: says which part of it is wrong."""
    wanted = tidy(text)
    names = dict.fromkeys([name_of(move) for move in list_moves(state)])
    for name, target in splits(wanted):
        if target and any(fit(known, name) != NOT_AT_ALL for known in names):
            table = ", ".join(
                [
                    f"{place} {monster_name(state, each).lower()}"
                    for place, each in enumerate(state.monsters, 1)
                    if each.alive
                ]
            )
            return InvalidMoveError(f"there is no monster {target!r} for {name!r}: {table}")
    said = f"cannot read {shorten(wanted)} as a move"
    return InvalidMoveError(f"{said}; {suggest(wanted[:SHOWN], names)}")
