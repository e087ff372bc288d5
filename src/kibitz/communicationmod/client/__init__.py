"""A client that plays Slay the Spire through CommunicationMod.

`player` answers one message after the other and knows no pipes; `session` connects it to the mod.
In fights the agents of `kibitz.games.spire` decide (`combat`), everywhere else a plain policy does
(`screens`, with `ratings` for cards and `paths` for the map; the numbers are in `tables.json`).
`log` keeps every message and answer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kibitz.core.agent import Reason


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


def rated(options: Iterable[tuple[str, str, Sequence[Reason]]]) -> dict[str, object]:
    """Returns details that tell what the tables think of each option, best first.

    Args:
        options: the command, the words, and the reasons that add up to the worth of each.
    """
    scored = [
        (sum(reason.amount for reason in reasons), command, words, reasons)
        for command, words, reasons in options
    ]
    found = [
        {
            "text": command,
            "words": words,
            "score": round(worth, 1),
            "reasons": [
                {"term": each.term, "amount": round(each.amount, 1), "text": each.text}
                for each in reasons
            ],
        }
        for worth, command, words, reasons in sorted(scored, key=lambda option: -option[0])
    ]
    return {"advice": {"unit": "points of worth", "options": found}}


def unrated(options: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Returns details that only list the options, by command and words."""
    found = [{"text": command, "words": words} for command, words in options]
    return {"advice": {"unit": "", "options": found}}
