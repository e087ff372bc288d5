"""The messages of CommunicationMod, read without ever failing.

A message can be cut off, have other types than expected, or name things that nobody knows. What
cannot be read reads as a default, and `Message.problem` says what is wrong with a whole line.
"""

import math
from typing import Final

from kibitz.core.document import read_json
from kibitz.core.errors import KibitzError
from kibitz.games.spire.cards.powers import plain_id

# No number of the game is larger; larger ones are taken as this.
MOST: Final = 1_000_000

# The names under which the mod lists the right and the left button of a screen.
PROCEED: Final = ("proceed", "confirm")
RETURN: Final = ("return", "skip", "cancel", "leave")
# Verbs that mean the same to the mod.
SAME: Final = (PROCEED, RETURN)


class UnreadableLine(KibitzError):
    """A line that is no message."""


class Fields:
    """A JSON object of a message; fields that are missing or of another type read as defaults."""

    def __init__(self, value: object) -> None:
        self.value: Final[dict[str, object]] = value if isinstance(value, dict) else {}

    def number(self, name: str, default: int = 0) -> int:
        """Returns a whole number."""
        value = self.value.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return default
        if isinstance(value, float) and not math.isfinite(value):
            return default
        return int(max(-MOST, min(MOST, value)))

    def text(self, name: str, default: str = "") -> str:
        """Returns a text."""
        value = self.value.get(name)
        return value if isinstance(value, str) else default

    def id(self) -> str:
        """Returns the id in the form in which ids are compared."""
        return plain_id(self.text("id"))

    def flag(self, name: str, default: bool = False) -> bool:
        """Returns true or false."""
        value = self.value.get(name)
        return value if isinstance(value, bool) else default

    def child(self, name: str) -> "Fields":
        """Returns an object; an empty one if there is none."""
        return Fields(self.value.get(name))

    def children(self, name: str) -> list["Fields"]:
        """Returns a list of objects; entries that are something else read as empty objects.

        Their places count in commands, so no entry is left out.
        """
        value = self.value.get(name)
        return [Fields(item) for item in value] if isinstance(value, list) else []

    def texts(self, name: str) -> list[str]:
        """Returns a list of texts; entries that are something else read as empty texts."""
        value = self.value.get(name)
        if not isinstance(value, list):
            return []
        return [item if isinstance(item, str) else "" for item in value]

    def has(self, name: str) -> bool:
        """Tells whether there is such a field, whatever it holds."""
        return name in self.value


class Message:
    """One line of the mod.

    Attributes:
        raw: all of it.
        problem: why it is not a message; empty for one that can be read.
        error: the error that it reports; empty for a state.
        ready: whether the game waits for a command.
        in_game: whether a run is under way.
        commands: the verbs that are legal now, in small letters.
        game: the state of the run.
        screen: the kind of screen.
        detail: what the screen shows.
    """

    def __init__(self, raw: Fields, problem: str = "") -> None:
        self.raw: Final = raw
        self.problem: Final = problem
        self.error: Final = shown_error(raw)
        self.ready: Final = raw.flag("ready_for_command")
        self.commands: Final = frozenset(
            word.lower() for word in raw.texts("available_commands") if word
        )
        self.game: Final = raw.child("game_state")
        self.in_game: Final = raw.flag("in_game", bool(self.game.value))
        self.screen: Final = self.game.text("screen_type", "NONE").upper()
        self.detail: Final = self.game.child("screen_state")

    @property
    def in_combat(self) -> bool:
        """Whether a fight is under way."""
        return self.game.text("room_phase").upper() == "COMBAT" and self.game.has("combat_state")

    @property
    def character(self) -> str:
        """The class that plays, as `start` calls it; empty if the message does not say."""
        return self.game.text("class").lower().removeprefix("the_")

    @property
    def health(self) -> float:
        """The share of HP that is left, from 0 to 1."""
        most = self.game.number("max_hp")
        return max(0.0, min(1.0, self.game.number("current_hp") / most)) if most > 0 else 1.0

    def listed(self, verbs: tuple[str, ...]) -> str:
        """Returns the first of some verbs that is legal now; empty if none is."""
        return next((verb for verb in verbs if verb in self.commands), "")

    def allows(self, command: str) -> bool:
        """Tells whether the verb of a command is legal now, by the list of commands."""
        verb = command.partition(" ")[0]
        if verb == "state" or verb in self.commands:
            return True
        return any(verb in verbs and self.listed(verbs) for verbs in SAME)


def shown_error(raw: Fields) -> str:
    """Returns the error that a message reports; any text will do."""
    if not raw.has("error"):
        return ""
    return raw.text("error") or "an error without a text"


def read_line(line: str) -> Message:
    """Reads a line; one that is not a message has a problem."""
    try:
        found = read_json(line, UnreadableLine, "the line")
    except UnreadableLine as error:
        return Message(Fields(None), str(error))
    if not isinstance(found, dict):
        return Message(Fields(None), f"the line is not a JSON object but {type(found).__name__}")
    raw = Fields(found)
    if raw.has("error") or raw.has("available_commands"):
        return Message(raw)
    return Message(raw, "the message has neither available_commands nor an error")


class Decision:
    """A command for one state.

    Attributes:
        command: the line to send.
        why: the reason, for people.
        by: who decided: an agent, or the policy for a screen.
        details: more for the log, such as the options that an agent considered.
        pause: seconds to wait before it is sent.
    """

    def __init__(
        self,
        command: str,
        why: str,
        by: str = "",
        details: dict[str, object] | None = None,
        pause: float = 0.0,
    ) -> None:
        self.command: Final = command
        self.why: Final = why
        self.by: Final = by
        self.details: Final[dict[str, object]] = {} if details is None else details
        self.pause: Final = pause
