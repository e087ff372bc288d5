"""Questions: what a seat must decide in the middle of an action.

A question names the kinds of moves that answer it. It waits on the stack, so the battle can be
copied and written down at any moment.
"""

from typing import ClassVar

from kibitz import kit
from kibitz.games.dronewars.state import Battle, Drone, Field


class Ask(kit.Question[Drone, Field]):
    """A question that is answered with one of some numbers, or where it is optional with none."""

    kind: ClassVar[str] = "number"
    # The ids of the kinds of moves that answer it.
    moves: ClassVar[tuple[str, ...]] = ()

    def optional(self, s: Battle) -> bool:
        """Tells whether nothing may be chosen."""
        return False

    def pick(self, s: Battle, option: int) -> None:
        """Goes on with what was chosen; the question is off the stack."""
        raise TypeError(f"{type(self).__name__} does not define pick()")

    def decline(self, s: Battle) -> None:
        """Goes on without a choice."""
        raise TypeError(f"{type(self).__name__} does not define decline()")

    def answer(self, state: Battle, picks: tuple[int, ...]) -> None:
        """Goes on with what was chosen."""
        if picks:
            self.pick(state, picks[0])
        else:
            self.decline(state)


def asked_of(s: Battle, seat: int) -> Ask | None:
    """Returns the question that a seat must answer now."""
    if not s.stack:
        return None
    top = s.stack[-1]
    return top if isinstance(top, Ask) and top.seat == seat else None


def pop_question(s: Battle) -> Ask:
    """Takes the question off the stack."""
    top = s.stack.pop()
    assert isinstance(top, Ask)
    return top
