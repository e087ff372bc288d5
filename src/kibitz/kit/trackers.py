"""Trackers: marks for what was already done this turn or this phase, cleared by the flow.

"Once per turn" is a mark: the move sets it, its check reads it, the end of the turn clears it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from kibitz.core.errors import suggest
from kibitz.core.state import Part
from kibitz.kit.errors import FlowError

# The seat of a mark that belongs to the whole table.
TABLE: Final = -1


class Trackers(Part):
    """The marks that are set, and the names that may be marked.

    A name ends in `*` to stand for all names that begin so: `quested:*` allows `quested:c7`.

    Attributes:
        per_turn: names cleared when a turn ends.
        per_phase: names cleared when a phase ends, by phase.
        per_player: whether each seat has marks of its own; else a mark holds for the whole table.
        per_game: names that are never cleared.
        marks: what is marked, as (name, seat).
    """

    __match_args__ = ("per_turn", "per_phase", "per_player", "per_game", "marks")

    def __init__(
        self,
        per_turn: Sequence[str] = (),
        per_phase: Mapping[str, Sequence[str]] | None = None,
        per_player: bool = True,
        per_game: Sequence[str] = (),
        marks: dict[tuple[str, int], bool] | None = None,
    ) -> None:
        """Takes the declaration, and what is marked already."""
        self.per_turn: Final = per_turn
        self.per_phase: Final[Mapping[str, Sequence[str]]] = {} if per_phase is None else per_phase
        self.per_player: Final = per_player
        self.per_game: Final = per_game
        self.marks: dict[tuple[str, int], bool] = {} if marks is None else marks

    def clone(self) -> "Trackers":
        """Copies the marks; the declaration never changes and is shared."""
        return Trackers(
            self.per_turn, self.per_phase, self.per_player, self.per_game, self.marks.copy()
        )

    def key(self) -> tuple[object, ...]:
        """Returns the marks; the declaration belongs to the rules, not to the position."""
        return tuple(sorted(self.marks))

    def mark(self, name: str, seat: int | None = None) -> None:
        """Marks a name for a seat; for the whole table if None.

        Raises:
            FlowError: if the name is not declared; names near matches.
        """
        self.marks[self._place(name, seat)] = True

    def check(self, name: str, seat: int | None = None) -> bool:
        """Tells whether a name is marked for a seat; for the whole table if None.

        Raises:
            FlowError: if the name is not declared: a misspelt one would never be marked.
        """
        return self._place(name, seat) in self.marks

    def unmark(self, name: str, seat: int | None = None) -> None:
        """Takes a mark back; does nothing if there is none.

        Raises:
            FlowError: if the name is not declared.
        """
        self.marks.pop(self._place(name, seat), None)

    def clear_turn(self) -> None:
        """Clears what lasts until the end of the turn, for all seats; the phases' names too."""
        self._clear(self.per_turn)
        for names in self.per_phase.values():
            self._clear(names)

    def clear_phase(self, phase: str) -> None:
        """Clears what lasts until the end of a phase, for all seats."""
        self._clear(self.per_phase.get(phase, ()))

    def marked(self) -> list[tuple[str, int]]:
        """Lists what is marked as (name, seat), sorted; seat `TABLE` for the whole table."""
        return sorted(self.marks)

    def _place(self, name: str, seat: int | None) -> tuple[str, int]:
        """Finds where a mark is kept; refuses a name that is not declared."""
        if not (covers(self.per_turn, name) or covers(self.per_game, name)):
            for names in self.per_phase.values():
                if covers(names, name):
                    break
            else:
                known = [*self.per_turn, *self.per_game]
                for names in self.per_phase.values():
                    known += names
                raise FlowError(f"no tracker {name!r} is declared; {suggest(name, known)}")
        return (name, TABLE if seat is None or not self.per_player else seat)

    def _clear(self, patterns: Sequence[str]) -> None:
        for place in [*self.marks]:
            if covers(patterns, place[0]):
                del self.marks[place]


def covers(patterns: Sequence[str], name: str) -> bool:
    """Tells whether one of some declared names is this one; a trailing `*` is any ending."""
    for pattern in patterns:
        if name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1])):
            return True
    return False
