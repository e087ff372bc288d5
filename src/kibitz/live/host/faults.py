"""What can go wrong on the wire, on request: for testing clients.

`stale=0.05, cut=0.02` spoils five and two of a hundred messages.
"""

import json
from collections.abc import Mapping
from typing import Final

from kibitz.core.options import offer
from kibitz.core.randomness import seeded
from kibitz.core.value import Json
from kibitz.live.host import refusals
from kibitz.live.host.mod import Message, Mod

STALE: Final = "stale"
CUT: Final = "cut"
REFUSE: Final = "refuse"
SILENCE: Final = "silence"
MUTE: Final = "mute"
UNKNOWN: Final = "unknown"
NAMES: Final = "names"
FAULTS: Final = {
    STALE: "the message before is sent again",
    CUT: "the line ends in the middle",
    REFUSE: "a command is refused for no reason",
    SILENCE: "a message is not sent; the next command is answered",
    MUTE: "from then on, nothing is sent",
    UNKNOWN: "ids that nobody knows, and fields that nobody knows",
    NAMES: "names have letters beyond ASCII",
}
# Kinds of things rather than messages are hit by these; how likely without a number.
USUAL: Final = {UNKNOWN: 0.2, NAMES: 1.0}
USUAL_RATE: Final = 0.02
# Another alphabet, one letter for one.
LETTERS: Final = str.maketrans("aeiounAEIOUN", "áéíóúñÁÉÍÓÚÑ")
PLAIN_LETTERS: Final = {value: key for key, value in LETTERS.items()}
EMPTY_SLOT: Final = "Potion Slot"


def read_faults(text: str) -> dict[str, float]:
    """Reads a list such as `stale, cut=0.1`; a number is how often it happens, from 0 to 1.

    Raises:
        ValueError: if a fault is not known or a number is wrong.
    """
    found: dict[str, float] = {}
    for entry in [part for part in text.split(",") if part.strip()]:
        name, mark, digits = (part.strip() for part in entry.partition("="))
        if name not in FAULTS:
            raise ValueError(f"unknown fault {name!r}; {offer(name, FAULTS)}")
        try:
            rate = float(digits) if mark else USUAL.get(name, USUAL_RATE)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise ValueError(f"invalid fault {name}={digits}: expected 0 to 1")
        found[name] = rate
    return found


class Wire:
    """Carries commands to the mod and messages back, with faults.

    Args:
        mod: the mod.
        rates: how likely each fault is.
        seed: the seed of the faults.

    Attributes:
        refused: the commands that were refused.
        refused_again: those of them that followed another refused one, but for `state` and `wait`.
    """

    def __init__(self, mod: Mod, rates: Mapping[str, float] | None = None, seed: int = 0) -> None:
        self.mod: Final = mod
        self.rates: Final = dict(rates or {})
        self.seed: Final = seed
        self.dice: Final = seeded(f"faults {seed}")
        self.muted = False
        self.last = ""
        self.refused = 0
        self.refused_again = 0
        self.was_refused = False

    def greet(self) -> str:
        """Returns the first line."""
        return self.write(self.mod.message())

    def respond(self, line: str) -> str | None:
        """Executes a command; returns the line that answers it, or None for silence."""
        if self.rates.get(NAMES):
            line = line.translate(PLAIN_LETTERS)
        if self.happens(REFUSE):
            message: Message = {"error": refusals.NOT_IMPLEMENTED, "ready_for_command": True}
        else:
            message = self.mod.answer(line)
            self.count(line, "error" in message)
        before = self.last
        text = self.write(message)
        self.muted = self.muted or self.happens(MUTE)
        if self.muted or self.happens(SILENCE):
            return None
        if before and self.happens(STALE):
            return before
        return text[: len(text) // 2] if self.happens(CUT) else text

    def count(self, line: str, refused: bool) -> None:
        """Counts refused commands."""
        if refused:
            self.refused += 1
            self.refused_again += self.was_refused
            self.was_refused = True
        elif line.lower().split()[0] not in ("state", "wait"):
            self.was_refused = False

    def happens(self, fault: str) -> bool:
        """Rolls whether a fault happens now."""
        rate = self.rates.get(fault, 0.0)
        return rate > 0 and self.dice.random() < rate

    def write(self, message: Message) -> str:
        """Writes a message as one line."""
        spoiled: Json = message
        if self.rates.get(UNKNOWN):
            spoiled = self.rename(message)
        if self.rates.get(NAMES):
            spoiled = translate(spoiled)
        self.last = json.dumps(spoiled)
        return self.last

    def rename(self, value: Json) -> Json:
        """Gives some kinds of things an id that nobody knows, always the same ones."""
        if isinstance(value, list):
            return [self.rename(item) for item in value]
        if not isinstance(value, dict):
            return value
        found = {name: self.rename(item) for name, item in value.items()}
        for field in ("id", "event_id"):
            known = found.get(field)
            if isinstance(known, str) and known != EMPTY_SLOT:
                roll = seeded(f"unknown {self.seed} {known}").random()
                if roll < self.rates[UNKNOWN]:
                    found[field] = f"somemod:{known}"
                    found["somemod_field"] = [1, {"unknown": None}]
        return found


def translate(value: Json, inside: str = "") -> Json:
    """Writes names with letters beyond ASCII."""
    if isinstance(value, list):
        return [translate(item, inside) for item in value]
    if isinstance(value, dict):
        return {name: translate(item, name) for name, item in value.items()}
    shown = inside in ("name", "label", "event_name", "body_text", "text", "choice_list")
    return value.translate(LETTERS) if shown and isinstance(value, str) else value
