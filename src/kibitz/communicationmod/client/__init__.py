"""A client that plays Slay the Spire through CommunicationMod.

`player` answers one message after the other and knows no pipes; `session` connects it to the mod.
In fights the agents of `kibitz.games.spire` decide (`combat`), everywhere else a plain policy does
(`screens`, with `ratings`). `log` keeps every message and answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Decision:
    """A command for one state.

    Attributes:
        command: the line to send.
        why: the reason, for people.
        by: who decided: an agent, or the policy for a screen.
        details: more for the log, such as the options that an agent considered.
        pause: seconds to wait before it is sent.
    """

    command: str
    why: str
    by: str = ""
    details: dict[str, object] = field(default_factory=dict)
    pause: float = 0.0


def rated(options: Iterable[tuple[str, str, float]]) -> dict[str, object]:
    """Returns details that tell what a table thinks of each option, best first.

    Args:
        options: the command, the words and the worth of each.
    """
    found = [
        {"text": command, "words": words, "score": round(worth, 1), "reasons": []}
        for command, words, worth in sorted(options, key=lambda option: -option[2])
    ]
    return {"advice": {"unit": "points of worth", "options": found}}


def unrated(options: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Returns details that only list the options, by command and words."""
    found = [{"text": command, "words": words} for command, words in options]
    return {"advice": {"unit": "", "options": found}}
