"""Slay the Spire beside the game: what the client on this machine sees and plays, live.

`kibitz spire` writes a log as it plays. This follows the log that was written last, as
`kibitz spire --watch` does, and writes where the run stands as a document: the fight as a scene,
and what the client has decided, with all options. Whatever is in the log, the answer is a document.

No request names a file: there is one folder, which the settings may change. Everything here reads
files: call it in a thread.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from kibitz.communicationmod.client import log as logs
from kibitz.communicationmod.scenes import Shown, describe_room, show_message
from kibitz.core.errors import RecordError
from kibitz.core.value import Json
from kibitz.games.spire import Spire
from kibitz.games.spire.position.message import Fields, Message
from kibitz.table.settings import Settings, is_loopback

# Seconds between two looks at the log, however many watch.
LOOK: Final = 0.15
# The most bytes that are read at once: the newest lines of a longer log are enough. A message has
# some 20,000.
MOST_READ: Final = 2_000_000
# How many of the last commands are told.
TOLD: Final = 12
# What the number of an answer begins with: it grows even if the server is started again.
MILLISECONDS: Final = 1_000
LONGEST: Final = 1_000
LARGEST: Final = 2.0**53

State = Literal["off", "waiting", "live", "ended", "damaged"]
Document = dict[str, Json]

log = logging.getLogger(__name__)


def is_served(settings: Settings) -> bool:
    """Tells whether a server shows the client: by default only if others cannot reach it.

    A server behind a reverse proxy listens on loopback, too, so a name or a proxy in the settings
    counts as public.
    """
    if settings.spire != "local":
        return settings.spire == "always"
    known = settings.hosts or settings.proxies or settings.tls_in_front
    return is_loopback(settings.host) and not known


class Beside:
    """Follows the sessions of the client.

    Attributes:
        served: whether anything is shown at all.
        path: the log, or the folder of logs; None for that of the client.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.served: Final = is_served(settings)
        self.path: Final = settings.spire_log
        self._clock: Final = clock
        self._lock: Final = threading.Lock()
        self._game: Final = Spire()
        self._looked = -LOOK
        self._number = 0
        self._session: Session | None = None
        self._answer: Document = {}

    def look(self) -> Document:
        """Returns where the run stands; `number` grows whenever that has changed."""
        if not self.served:
            return {"state": "off", "number": 0}
        with self._lock:
            now = self._clock()
            if now - self._looked >= LOOK:
                if self._follow() or not self._answer:
                    self._number = max(self._number + 1, int(MILLISECONDS * time.time()))
                    self._answer = self._write()
                self._looked = self._clock()
            return self._answer

    def _newest(self) -> Path | None:
        """Returns the log to follow; None if there is none."""
        if self.path is not None and not self.path.is_dir():
            return self.path if self.path.is_file() else None
        return logs.newest_log(self.path)

    def _follow(self) -> bool:
        """Reads on; tells whether anything has changed."""
        try:
            newest = self._newest()
        except OSError as error:
            log.info("cannot list the logs of the client: %s", error)
            newest = None
        if newest is None:
            had, self._session = self._session is not None, None
            return had
        if self._session is None or self._session.follower.path != newest:
            self._session = Session(newest)
            self._session.read()
            return True
        return self._session.read()

    def _write(self) -> Document:
        """Writes the answer."""
        found: Document = {"number": self._number}
        if self._session is None:
            return {"state": "waiting", **found}
        return {**self._session.to_json(self._game), **found}


class Session:
    """One session, as far as it is read.

    Attributes:
        follower: reads its log.
        state: how it stands.
    """

    def __init__(self, path: Path) -> None:
        self.follower: Final = logs.Follower(path, MOST_READ)
        self.state: State = "live"
        self._problem = ""
        self._reason = ""
        self._settings: Document = {}
        self._message: Message | None = None
        self._decision: Fields | None = None
        # The advice that is carried out in this turn, and the turn.
        self._plan: Fields | None = None
        self._turn = (-1, -1)
        self._note = ""
        self._told: Final[deque[Document]] = deque(maxlen=TOLD)

    def read(self) -> bool:
        """Reads what was added; tells whether anything has changed."""
        try:
            found = self.follower.read()
        except (OSError, RecordError) as error:
            reason = error.strerror or "" if isinstance(error, OSError) else str(error)
            changed = (self.state, self._problem) != ("damaged", reason)
            self.state, self._problem = "damaged", reason
            return changed
        for entry in found:
            self._take(entry)
        return bool(found)

    def _take(self, entry: Fields) -> None:
        """Takes in one line."""
        kind = entry.text("type")
        self.state, self._problem = "live", ""
        if kind == logs.START:
            self._begin(entry)
        elif kind == logs.STATE:
            self._see(entry)
        elif kind == logs.DECISION:
            self._decide(entry)
        elif kind == logs.PLAYED and self._told:
            self._told[-1]["instead"] = entry.text("text")[:LONGEST]
        elif kind == logs.NOTE:
            self._note = entry.text("text")[:LONGEST]
        elif kind == logs.END:
            self.state, self._reason = "ended", entry.text("reason")[:LONGEST]

    def _begin(self, entry: Fields) -> None:
        """Takes in the first line."""
        self._message = self._decision = self._plan = None
        self._note = ""
        self._told.clear()
        try:
            self._settings = logs.read_settings(entry).to_json()
        except RecordError as error:
            self.state, self._problem = "damaged", str(error)

    def _see(self, entry: Fields) -> None:
        """Takes in a message; that of the main menu does not hide how the run has ended."""
        message = Message(entry.child("message"))
        if message.in_game and not entry.flag("passed"):
            self._message, self._decision = message, None
            turn = (message.game.number("floor"), message.combat.number("turn"))
            if turn != self._turn or not message.in_combat:
                self._turn, self._plan = turn, None

    def _decide(self, entry: Fields) -> None:
        """Takes in a command; one that only asks for the state does not count."""
        if entry.text("by") == "protocol":
            return
        self._decision = entry
        advice = entry.child("advice")
        if advice.texts("explanation") and not advice.child("trace").flag("continued"):
            self._plan = advice
        floor = 0 if self._message is None else self._message.game.number("floor")
        told: Document = {
            "command": entry.text("command")[:LONGEST],
            "why": entry.text("why")[:LONGEST],
            "floor": floor,
        }
        self._told.append(told)

    # Writing.

    def to_json(self, game: Spire) -> Document:
        """Writes where the run stands."""
        message = self._message
        shown = None if message is None else self._show(game, message)
        return {
            "state": self.state,
            "message": self._problem or self._reason,
            "session": self._settings or None,
            "run": None if message is None else write_run(message),
            "scene": None if shown is None else shown.scene.to_json(),
            "note": shown.note if shown is not None and shown.note else self._note,
            "decision": self._write_decision(shown),
            "told": [*self._told],
        }

    def _show(self, game: Spire, message: Message) -> Shown | None:
        """Shows the message; whatever is in it must not stop the page."""
        try:
            return show_message(game, message)
        except Exception:
            log.exception("a message of the game cannot be shown")
            return None

    def _write_decision(self, shown: Shown | None) -> Document | None:
        """Writes the command with its options; each says what it touches."""
        entry = self._decision
        if entry is None:
            return None
        text = entry.text("move") or entry.text("command")
        touches: Document = {} if shown is None else shown.touches
        advice = entry.child("advice")
        # In the middle of a plan, the agent says only that it goes on with it.
        follows = advice.child("trace").flag("continued") and self._plan is not None
        if follows and self._plan is not None:
            advice = self._plan
        return {
            "command": entry.text("command"),
            "by": entry.text("by"),
            "why": entry.text("why"),
            "text": text,
            "touches": touches.get(text, [[text, 1]] if text.startswith("choose ") else []),
            "seconds": number(entry.value.get("ms")) / 1_000,
            "follows": follows,
            "advice": write_options(advice, touches),
        }


def write_options(advice: Fields, touches: Document) -> Document | None:
    """Writes the advice of a log as the page draws it; None if there is none."""
    options: list[Json] = []
    for option in advice.children("options"):
        text = option.text("text")
        # On a screen, the command is the group of the piece.
        touched = touches.get(text, [[text, 1]] if text.startswith("choose ") else [])
        found: Document = {
            "text": text,
            "words": option.text("words") or text,
            "score": number(option.value.get("score")),
            "reasons": [write_reason(reason) for reason in option.children("reasons")],
            "touches": touched,
        }
        options.append(found)
    if not options:
        return None
    return {
        "text": advice.text("text"),
        "words": advice.text("words"),
        "value": number(advice.value.get("value")),
        "unit": advice.text("unit"),
        "options": options,
        "plan": [*advice.texts("plan")],
        "plan_words": [*advice.texts("plan_words")],
        "explanation": [*advice.texts("explanation")],
        "guesses": [*advice.texts("guesses")],
        "trace": finite(advice.child("trace").value),
    }


def write_reason(reason: Fields) -> Document:
    """Writes a reason of a score."""
    return {
        "term": reason.text("term"),
        "amount": number(reason.value.get("amount")),
        "text": reason.text("text"),
    }


def number(value: object) -> float:
    """Returns a number that JSON can hold; 0 for anything else."""
    return float(value) if isinstance(value, int | float) and abs(value) < LARGEST else 0.0


def finite(value: object) -> Json:
    """Returns a value of a log without numbers that JSON cannot hold."""
    if isinstance(value, dict):
        return {str(name): finite(each) for name, each in value.items()}
    if isinstance(value, list):
        return [finite(each) for each in value]
    if value is None or isinstance(value, bool | str):
        return value
    return number(value)


def write_run(message: Message) -> Document:
    """Writes where the run stands."""
    state = message.game
    return {
        "character": message.character,
        "ascension": max(0, state.number("ascension_level")),
        "act": state.number("act"),
        "floor": state.number("floor"),
        "room": describe_room(state.text("room_type")),
        "screen": message.screen,
        "fight": message.in_combat,
        "turn": message.combat.number("turn") if message.in_combat else None,
        "hp": state.number("current_hp"),
        "max_hp": state.number("max_hp"),
        "gold": state.number("gold"),
        "deck": len(state.children("deck")),
        "boss": state.text("act_boss"),
    }
