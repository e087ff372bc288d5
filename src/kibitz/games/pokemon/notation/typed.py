"""Moves as they are written and as a player types them.

A move is written as `attach fire > bench 2`, `play bill` or `attack thunder jolt`. A player may
leave out the first word if the rest tells what is meant, begin words with a few letters, name a
Pokémon instead of its place, and leave out a place if there is only one: `attach fire machop`,
`potion active`, `evolve charmeleon`, `retreat 1`, `slash`. Case and spare spaces do not matter.
"""

import re
from collections.abc import Sequence
from typing import Final

from kibitz.core.document import shorten
from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError, suggest
from kibitz.core.move import Move
from kibitz.games.pokemon.cards.catalogue import PLAY, WORD_NUMBERS, WORDS, plain_word
from kibitz.games.pokemon.moves import (
    DONE_MOVE,
    DRAW_MOVE,
    END_MOVE,
    KINDS,
    POWER_WORDS,
    PRIZE_MOVE,
    SPOTS,
    Active,
    AimedMove,
    Attach,
    Attack,
    Bench,
    BenchMove,
    CardMove,
    Choose,
    Evolve,
    PlayTrainer,
    Promote,
    Retreat,
    UsePower,
    list_moves,
)
from kibitz.games.pokemon.rules.steps import SPOT_WORDS
from kibitz.games.pokemon.state import FOE, NO_SPOT, Fight, at_spot, is_spot

SINGLE: Final[dict[str, Move[Fight]]] = {
    "draw": DRAW_MOVE,
    "done": DONE_MOVE,
    "prize": PRIZE_MOVE,
    "end": END_MOVE,
}
VERBS: Final[list[str]] = [kind.id for kind in KINDS]
# Other words for the first one of a move.
SYNONYMS: Final = {
    "pass": ("end",),
    "use": ("power", "attack", "play"),
    "take": ("prize", "choose"),
    "switch": ("retreat",),
}
# What may stand between a card and its target.
AIM: Final = re.compile(r"\s*>\s*|(?:^|\s+)(?:on|to|at)\s+")
# How much of a text that cannot be read is compared with names.
SHOWN: Final = 40
# How many moves an error names.
NAMED: Final = 6
# How well words fit, the best first; the ranks of the parts of a move are added up.
SAME: Final = 0
BEGINNING: Final = 1
INSIDE: Final = 2
LEFT_OUT: Final = 3
NOT_AT_ALL: Final = 99


def tidy(text: str) -> str:
    """Returns a text in small letters, without accents and spare spaces, as cards are called."""
    return plain_word(" ".join(text.replace("♂", " m").replace("'", "").split()))


# Moves just as they are written.


def read_written(text: str) -> Move[Fight] | None:
    """Reads a move exactly as it is written; None if it is none."""
    words = tidy(text)
    if words in SINGLE:
        return SINGLE[words]
    kind, _, rest = words.partition(" ")
    subject, _, to = rest.partition(" > ")
    made = make_move(kind, rest, subject, to)
    return None if made is None or made.invalid() or str(made) != words else made


def make_move(kind: str, rest: str, subject: str, to: str) -> Move[Fight] | None:
    """Makes a move from the words after its kind; they may be wrong."""
    if kind in ("active", "bench"):
        return Active(rest) if kind == "active" else Bench(rest)
    if kind in ("attach", "evolve"):
        return Attach(subject, to) if kind == "attach" else Evolve(subject, to)
    if kind == "play" and PLAY[WORD_NUMBERS.get(subject, 0)] >= 0:
        return PlayTrainer(subject, to)
    if kind == "power" and subject in POWER_WORDS:
        return UsePower(subject, to)
    if kind in ("retreat", "promote"):
        return Retreat(rest.removeprefix("> ")) if kind == "retreat" else Promote(rest)
    if kind in ("attack", "choose"):
        return Attack(rest) if kind == "attack" else Choose(rest)
    return None


# What a move is made of.


def name_of(move: Move[Fight]) -> str:
    """Returns the name of what a move plays, uses or chooses; empty for none."""
    if isinstance(move, CardMove):
        return move.card
    if isinstance(move, UsePower):
        return move.power
    if isinstance(move, Attack):
        return move.attack
    return move.item if isinstance(move, Choose) and move.item not in SPOTS else ""


def spot_of(move: Move[Fight]) -> int:
    """Returns the spot that a move names, or `NO_SPOT`."""
    if isinstance(move, (AimedMove, BenchMove, UsePower)):
        return move.spot
    return SPOTS.get(move.item, NO_SPOT) if isinstance(move, Choose) else NO_SPOT


# How well words fit.


def fit_verb(move: Move[Fight], typed: str) -> int:
    """Tells how well the first word of a move fits; nothing typed fits, too."""
    if not typed or typed == move.id:
        return SAME
    if move.id in SYNONYMS.get(typed, ()):
        return SAME
    return BEGINNING if move.id.startswith(typed) else NOT_AT_ALL


def fit_name(name: str, typed: str) -> int:
    """Tells how well what is typed fits a name, or the end of it."""
    if name == typed:
        return SAME
    if not typed or not name:
        return LEFT_OUT if not typed else NOT_AT_ALL
    if name.startswith(typed):
        return BEGINNING
    words = name.split()
    ends = [" ".join(words[at:]) for at in range(1, len(words))]
    return INSIDE if any(end.startswith(typed) for end in ends) else NOT_AT_ALL


def fit_spot(s: Fight, seat: int, spot: int, typed: str) -> int:
    """Tells how well what is typed fits a place: its word, its number, or who stands there."""
    if spot == NO_SPOT or not typed:
        return NOT_AT_ALL if typed else SAME if spot == NO_SPOT else BEGINNING
    word = SPOT_WORDS.get(spot, "")
    typed = re.sub(r"^(their|opponent'?s?|the) ", "foe ", typed)
    if typed in (word, word.replace("bench ", "b"), word.replace("bench ", "")):
        return SAME
    if word.startswith(typed) and typed.startswith("foe" if spot >= FOE else word[0]):
        return BEGINNING
    plain = typed.removeprefix("foe ") if spot >= FOE else typed
    return max(SAME, fit_standing(s, seat, spot, plain))


def fit_standing(s: Fight, seat: int, spot: int, typed: str) -> int:
    """Tells how well what is typed fits the Pokémon at a spot, perhaps with its number there."""
    if not is_spot(s, seat, spot):
        return NOT_AT_ALL
    name = WORDS[at_spot(s, seat, spot).kind]
    words, _, number = typed.rpartition(" ")
    if words and number == str(spot % FOE):
        return fit_name(name, words)
    return fit_name(name, typed)


def splits(words: str) -> list[tuple[str, str]]:
    """Lists the ways to read words as a name and a place."""
    aimed = AIM.split(words, maxsplit=1)
    if len(aimed) == 2:
        return [(aimed[0].strip(), aimed[1].strip())]
    parts = words.split(" ")
    return [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(len(parts), -1, -1)]


def readings(wanted: str) -> list[tuple[str, str, str]]:
    """Lists the ways to read a text as the first word of a move, a name and a place."""
    found = [("", name, place) for name, place in splits(wanted)]
    verb, _, rest = wanted.partition(" ")
    if verb in SYNONYMS or any(known.startswith(verb) for known in VERBS):
        found += [(verb, name, place) for name, place in splits(rest)]
    return found


def fit_move(s: Fight, seat: int, move: Move[Fight], reading: tuple[str, str, str]) -> int:
    """Tells how well a move fits a reading."""
    verb, name, place = reading
    if not verb and not name and not place:
        return NOT_AT_ALL
    known = name_of(move)
    if name and not known:
        return NOT_AT_ALL
    if not name and known and not verb:
        return NOT_AT_ALL  # a place alone says too little
    return fit_verb(move, verb) + fit_name(known, name) + fit_spot(s, seat, spot_of(move), place)


def matching(s: Fight, seat: int, moves: Sequence[Move[Fight]], wanted: str) -> list[Move[Fight]]:
    """Returns the moves that fit a text best; several if they fit equally well."""
    best = NOT_AT_ALL - 1
    found: list[Move[Fight]] = []
    for reading in readings(wanted):
        for move in moves:
            rank = fit_move(s, seat, move, reading)
            if rank < best:
                best, found = rank, []
            if rank == best and move not in found:
                found.append(move)
    return found


# What a player means.


def find_typed(s: Fight, seat: int, text: str) -> Move[Fight] | None:
    """Finds the legal move that a player means; None if none fits.

    Raises:
        AmbiguousMoveError: if several fit.
    """
    wanted = tidy(text)
    legal = list_moves(s) if seat == s.seat else []
    for move in legal:
        if str(move) == wanted:
            return move
    found = matching(s, seat, legal, wanted)
    if len(found) > 1:
        raise AmbiguousMoveError(f"{shorten(wanted)} fits {len(found)} moves: {listed(found)}")
    return found[0] if found else None


def listed(moves: Sequence[Move[Fight]]) -> str:
    """Lists moves for an error, the first few of many."""
    names = "; ".join([str(move) for move in moves[:NAMED]])
    return f"{names} and {len(moves) - NAMED} more" if len(moves) > NAMED else names


def find_proposed(s: Fight, seat: int, text: str) -> Move[Fight] | None:
    """Finds a move that a player means and that is not legal, so that the rules can say why."""
    moves: list[Move[Fight]] = []
    for kind in KINDS:
        moves += [move for move in kind.enumerate(s, seat) if str(move) not in SINGLE]
    found = matching(s, seat, moves, tidy(text))
    return found[0] if found else None


def unreadable(s: Fight, seat: int, text: str) -> InvalidMoveError:
    """Makes the error for a text that fits no move: says which part of it is wrong."""
    wanted = tidy(text)
    legal = list_moves(s) if seat == s.seat else []
    for verb, name, place in readings(wanted):
        fitting = [
            move
            for move in legal
            if place and name and fit_verb(move, verb) + fit_name(name_of(move), name) < LEFT_OUT
        ]
        if fitting:
            table = ", ".join(places_of(s, seat, fitting)) or "nowhere"
            return InvalidMoveError(f"there is no place {place!r} for {name!r}: {table}")
    verb = wanted.partition(" ")[0]
    same = [move for move in legal if move.id == verb]
    if same:
        return InvalidMoveError(f"cannot read {shorten(wanted)}: expected {listed(same)}")
    known = [*dict.fromkeys([name_of(move) or str(move) for move in legal]), *VERBS]
    said = f"cannot read {shorten(wanted)} as a move"
    return InvalidMoveError(f"{said}; {suggest(wanted[:SHOWN], known)}")


def places_of(s: Fight, seat: int, moves: Sequence[Move[Fight]]) -> list[str]:
    """Lists the places that some moves can name, with who stands there."""
    spots = sorted({spot_of(move) for move in moves} - {NO_SPOT})
    return [
        f"{SPOT_WORDS[spot]} ({WORDS[at_spot(s, seat, spot).kind]})"
        for spot in spots
        if is_spot(s, seat, spot)
    ]
