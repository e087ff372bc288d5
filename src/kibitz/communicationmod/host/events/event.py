"""What an event is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Option, Story, event_page

LEAVE: Final = Option("Leave")
# Events of an act, shrines, which come back in the next act, and those that a run meets once.
OWN: Final = "own"
SHRINE: Final = "shrine"
ONCE: Final = "once"
ACTS: Final = (1, 2, 3)
# From this ascension on, events are worse.
HARD_FROM: Final = 15


@dataclass(frozen=True)
class Event:
    """An event.

    Attributes:
        id: its id in messages.
        name: its name.
        story: what happens.
        can_happen: whether a run can meet it now.
        acts: the acts in which it is.
        kind: whether it is one of the act, a shrine, or one that a run meets once.
    """

    id: str
    name: str
    story: Callable[["Event", Run], Story[None]]
    can_happen: Callable[[Run], bool] = lambda run: True
    acts: tuple[int, ...] = ACTS
    kind: str = OWN

    def ask(self, body: str, *options: Option) -> Story[int]:
        """Shows a page and returns the option that was chosen."""
        answer = yield event_page(self.id, self.name, body, options)
        return [place for place, option in enumerate(options) if option.usable][answer]

    def end(self, body: str) -> Story[None]:
        """Shows the last page."""
        yield from self.ask(body, LEAVE)

    def is_open(self, run: Run) -> bool:
        """Tells whether a run can meet it now, and has not met it yet."""
        seen = run.seen if self.kind == ONCE else run.act.seen
        return run.act.number in self.acts and self.id not in seen and self.can_happen(run)

    def note(self, run: Run) -> None:
        """Notes that it was met."""
        (run.seen if self.kind == ONCE else run.act.seen).append(self.id)


def by_ascension(run: Run, usual: int, hard: int) -> int:
    """Returns the number that holds at the run's ascension."""
    return hard if run.ascension >= HARD_FROM else usual


def part_of(whole: int, percent: float) -> int:
    """Returns a part of the HP, at least 1."""
    return max(1, round(whole * percent / 100))


def is_late(run: Run) -> bool:
    """Tells whether events with hard fights can happen: from the seventh room of the act on."""
    return run.node is not None and run.node.y >= LATE_ROW


LATE_ROW: Final = 6
