"""Replaying a log: the player gets the same messages again, and its answers are compared."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kibitz.live.client import log
from kibitz.live.client.message import Decision, Fields, Message
from kibitz.live.client.player import End, Player

# What the player reacts to.
HEARD: Final = (log.STATE, log.ERROR, log.UNREADABLE, log.SILENCE)


@dataclass(frozen=True)
class Step:
    """One line of a log, replayed.

    Attributes:
        entry: the line.
        number: how many commands were sent so far, this one included.
        replayed: what the player sends now; empty for lines that are not commands.
    """

    entry: Fields
    number: int = 0
    replayed: str = ""

    @property
    def differs(self) -> bool:
        """Whether the player now sends another command than the log says."""
        return self.replayed != "" and self.replayed != self.entry.text("command")


def replay(entries: Iterable[Fields], player: Player) -> Iterator[Step]:
    """Gives the lines of a log to a player, and yields each with the player's answer."""
    answer: Decision | End | None = None
    number = 0
    for entry in entries:
        kind = entry.text("type")
        if kind in HEARD:
            heard = hear(entry, player)
            answer = heard if heard is not None else answer
        if kind != log.DECISION:
            yield Step(entry)
            continue
        number += 1
        command = answer.command if isinstance(answer, Decision) else "(end)"
        # The next state follows from the command that was really sent.
        player.command = entry.text("command")
        yield Step(entry, number, command)


def hear(entry: Fields, player: Player) -> Decision | End | None:
    """Gives one line to a player; None if it was passed over then."""
    kind = entry.text("type")
    if kind == log.SILENCE:
        return player.silence()
    message = Message(entry.child("message"), entry.text("problem"))
    if entry.flag("passed"):
        if message.error:
            player.refuse(message)
        return None
    return player.answer(message)
