"""Mechanics that forbid the first step of a path (4.7): Guardians and Jammers.

A handler is one small object. A new mechanic is a new handler in `HANDLERS`, and nothing else.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.games.dronewars.agents.strategic.combat import Combat, Fighter, guardians, ready_with
from kibitz.games.dronewars.agents.strategic.path import AGAIN_STEP, CARD_STEP, Path
from kibitz.games.dronewars.cards.catalogue import JAMMER


@mypyc_attr(allow_interpreted_subclasses=True)
class Handler:
    """A mechanic that can forbid a path.

    Attributes:
        name: its name.
        reason: why it forbids a path.
    """

    def __init__(self, name: str, reason: str) -> None:
        self.name: Final = name
        self.reason: Final = reason

    def applies(self, path: Path) -> bool:
        """Tells whether the path has to do with this mechanic; only its first step counts."""
        raise TypeError(f"{type(self).__name__} does not define applies()")

    def blocker(self, combat: Combat, path: Path) -> Fighter | None:
        """Returns the enemy drone that forbids the path; None if it is allowed."""
        raise TypeError(f"{type(self).__name__} does not define blocker()")


class GuardianHandler(Handler):
    """No attack on a section behind a ready Guardian (H1)."""

    def __init__(self) -> None:
        super().__init__("Guardian", "a ready Guardian protects the section")

    def applies(self, path: Path) -> bool:
        """Tells whether the first step attacks a section."""
        return bool(path.steps) and path.steps[0].on_section

    def blocker(self, combat: Combat, path: Path) -> Fighter | None:
        """Returns a ready enemy Guardian of the attacker's lane."""
        found = guardians(combat.foes(path.steps[0].lane))
        return found[0] if found else None


class JammerHandler(Handler):
    """No card on an enemy drone beside a ready Jammer (H2)."""

    def __init__(self) -> None:
        super().__init__("Jammer", "a ready Jammer protects the drone from cards")

    def applies(self, path: Path) -> bool:
        """Tells whether the first step is a card on an enemy drone that is no Jammer."""
        if not path.steps or path.steps[0].kind not in (AGAIN_STEP, CARD_STEP):
            return False
        foe = path.steps[0].foe
        return foe is not None and not foe.keywords & JAMMER

    def blocker(self, combat: Combat, path: Path) -> Fighter | None:
        """Returns a ready enemy Jammer of the target's lane."""
        found = ready_with(combat.foes(path.steps[0].lane), JAMMER)
        return found[0] if found else None


HANDLERS: Final[list[Handler]] = [GuardianHandler(), JammerHandler()]


class Dropped:
    """A path that a handler forbids.

    Attributes:
        path: the path.
        handler: the name of the handler.
        reason: why.
        blocker: the enemy drone in the way.
    """

    def __init__(self, path: Path, handler: str, reason: str, blocker: str) -> None:
        self.path: Final = path
        self.handler: Final = handler
        self.reason: Final = reason
        self.blocker: Final = blocker


class Sorted:
    """The paths that are allowed, and those that are not.

    Attributes:
        allowed: the paths that no handler forbids.
        dropped: the others, with the reason.
    """

    def __init__(self, combat: Combat, paths: list[Path], handlers: list[Handler]) -> None:
        self.allowed: Final[list[Path]] = []
        self.dropped: Final[list[Dropped]] = []
        for path in paths:
            forbidden = verdict(combat, path, handlers)
            if forbidden is None:
                self.allowed.append(path)
            else:
                self.dropped.append(forbidden)


def verdict(combat: Combat, path: Path, handlers: list[Handler]) -> Dropped | None:
    """Returns what forbids a path; None if nothing does."""
    for handler in handlers:
        if handler.applies(path):
            blocker = handler.blocker(combat, path)
            if blocker is not None:
                return Dropped(path, handler.name, handler.reason, blocker.word())
    return None
