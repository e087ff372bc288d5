"""Boards: the author's own variables, and who may see them.

Life totals, mana, a secret choice: everything that is not a card. A board declares for each of its
fields who sees it. The game reports a field without a declaration, so a field that was forgotten
cannot reveal a secret.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.errors import suggest
from kibitz.core.state import Part
from kibitz.core.value import Value

# Who sees a field: everybody; each seat its own entry of a list; nobody.
PUBLIC: Final = "public"
OWNER: Final = "owner"
SERVER: Final = "server"
# What the numbers of a field are: cards, places or just numbers. Then what else a field can hold.
CARD: Final = "card"
PLACE: Final = "place"
NUMBER: Final = "number"
EFFECT: Final = "effect"
EVENT: Final = "event"
MODIFIER: Final = "modifier"
WORDS: Final = (CARD, PLACE, NUMBER, EFFECT, EVENT, MODIFIER)


@mypyc_attr(allow_interpreted_subclasses=True)
class Board(Part):
    """The variables of a game; subclasses add fields, named in `__match_args__`.

    A field holds a number, a text, a truth value, None, a value, or a list or tuple of these. A
    field that nobody sees may also hold dictionaries and parts, such as `Streams`: no position
    writes it.
    """

    # Field to `public`, `owner` (a list by seat; each sees its own entry) or `server` (nobody).
    visibility: ClassVar[Mapping[str, str]] = {}
    # What the numbers of each field are: `card`, `place` or `number`. A position writes cards and
    # places in words. A number without a kind is a problem that `testing.check_game` reports.
    words: ClassVar[Mapping[str, str]] = {}
    # Classes of values in the fields, so that they can be read from a position.
    records: ClassVar[tuple[type[Value], ...]] = ()


B = TypeVar("B", bound=Board)


def board_problems(board: Board, seats: int) -> list[str]:
    """Lists what is wrong with the declaration of who sees which field."""
    name = type(board).__name__
    found: list[str] = []
    for field in board.__match_args__:
        who = board.visibility.get(field)
        value: object = getattr(board, field)
        if who is None:
            found.append(f"{name}.{field}: who sees it is not declared in `visibility`")
        elif who not in (PUBLIC, OWNER, SERVER):
            hint = suggest(who, (PUBLIC, OWNER, SERVER))
            found.append(f"{name}.{field}: unknown visibility {who!r}; {hint}")
        elif who == OWNER and not (isinstance(value, list) and len(value) == seats):
            found.append(f"{name}.{field}: an owner's field is a list with {seats} entries")
    for field in board.visibility:
        if field not in board.__match_args__:
            hint = suggest(field, board.__match_args__)
            found.append(f"{name}: declares a field {field!r} that it does not have; {hint}")
    return found + word_problems(name, board.words, board.__match_args__)


def word_problems(name: str, words: Mapping[str, str], fields: tuple[str, ...]) -> list[str]:
    """Lists what is wrong with the declaration of what the numbers of a class are."""
    found: list[str] = []
    for field, kind in words.items():
        if field not in fields:
            found.append(f"{name}: `words` names no field {field!r}; {suggest(field, fields)}")
        if kind not in WORDS:
            found.append(f"{name}.{field}: unknown kind {kind!r}; {suggest(kind, WORDS)}")
    return found


def has_secrets(board: Board) -> bool:
    """Tells whether a board has fields that not everybody sees."""
    return any(who != PUBLIC for who in board.visibility.values())


def veiled_board(board: B, fresh: B, seat: int) -> B:
    """Returns a board as a seat sees it: what it cannot see comes from a fresh board."""
    shown, spare = board.clone(), fresh.clone()
    for name, who in board.visibility.items():
        blank: object = getattr(spare, name)
        if who == SERVER:
            setattr(shown, name, blank)
        elif who == OWNER and isinstance(blank, list):
            entries: list[object] = getattr(shown, name)
            for index in range(len(entries)):
                if index != seat:
                    entries[index] = blank[index]
    return shown
