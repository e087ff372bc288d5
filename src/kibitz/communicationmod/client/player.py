"""The player: one answer for each message, without pipes and clocks.

The same messages get the same answers, so a log can be replayed. No message makes it fail: what
cannot be read is asked for again, a policy that fails is replaced by the next plainer one, and a
game that does not move on is left in the end.
"""

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Final

from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.combat import Fighter, not_simulated
from kibitz.communicationmod.client.screens import ScreenPolicy
from kibitz.core.value import Json
from kibitz.games.spire.position.loadout import CHARACTERS
from kibitz.games.spire.position.message import PROCEED, RETURN, Message

BY: Final = "protocol"
STATE: Final = "state"
# Commands that change nothing, so that the same state after them means nothing.
PASSIVE: Final = (STATE, "wait")
# After this many errors in a row, the plainest command is sent.
MOST_ERRORS: Final = 3
# After this many answers without a change, or lines that cannot be read, the game is left.
MOST_IDLE: Final = 100
MOST_UNREADABLE: Final = 20
# How often a game that says nothing is asked for its state.
MOST_SILENCES: Final = 3
# How often the same command is sent in the same state before another one is tried.
MOST_REPEATS: Final = 2
# Seconds before the state is asked for again.
SHORT: Final = 0.05
LONG: Final = 1.0

SUCCESS: Final = 0
FAILED: Final = 1

# The screens of a fight: the agent answers them, too.
FIGHT_SCREENS: Final = ("NONE", "HAND_SELECT", "GRID", "CARD_REWARD")
# What the mod sends with every state. Anything else is noted once.
KNOWN_FIELDS: Final = frozenset(
    [
        "screen_name", "is_screen_up", "screen_type", "screen_state", "room_phase", "action_phase",
        "room_type", "current_hp", "max_hp", "floor", "act", "act_boss", "gold", "seed", "class",
        "ascension_level", "relics", "deck", "potions", "map", "keys", "current_action",
        "choice_list", "combat_state",
    ]
)  # fmt: skip
KNOWN_SCREENS: Final = frozenset(
    [
        "EVENT", "CHEST", "SHOP_ROOM", "REST", "CARD_REWARD", "COMBAT_REWARD", "MAP", "BOSS_REWARD",
        "SHOP_SCREEN", "GRID", "HAND_SELECT", "GAME_OVER", "COMPLETE", "NONE",
    ]
)  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """What to play.

    Attributes:
        agent: who decides in fights.
        character: the class with which runs are started.
        ascension: the ascension level.
        seed: the seed of the first run, as the game shows seeds; empty for a new one each time.
        runs: how many runs to play.
        keys: whether to collect the keys to act 4.
        advise: whether a person plays, and the client only says what it would do.
    """

    agent: str = "expert"
    character: str = "ironclad"
    ascension: int = 0
    seed: str = ""
    runs: int = 1
    keys: bool = False
    advise: bool = False

    def to_json(self) -> dict[str, Json]:
        """Writes the settings as a JSON object."""
        return asdict(self)


@dataclass(frozen=True)
class End:
    """The end of a session: why, and the exit code."""

    reason: str
    code: int = FAILED


class Player:
    """Answers messages.

    Attributes:
        settings: what to play.
        runs_done: how many runs are over.
        notes: what the log should say about the last message; cleared by its reader.
    """

    def __init__(self, settings: Settings) -> None:
        """Makes the player.

        Raises:
            KibitzError: if there is no such agent.
        """
        self.settings: Final = settings
        self.notes: list[str] = []
        self.noted: Final[set[str]] = set()
        if settings.character not in CHARACTERS:
            self.note(not_simulated(settings.character))
        self.fighter: Final = Fighter(settings.agent, self.note)
        self.policy = ScreenPolicy(settings.keys)
        self.runs_done = 0
        self.in_run = False
        # The last state, the last command, and what the game has refused in that state.
        self.state: dict[str, object] = {}
        self.command = ""
        self.refused: Final[set[str]] = set()
        self.tried: Final[Counter[str]] = Counter()
        # How often in a row.
        self.errors = 0
        self.idle = 0
        self.unreadable = 0
        self.silences = 0
        self.after_error = False

    def note(self, text: str) -> None:
        """Notes something for the log, once."""
        if text not in self.noted:
            self.noted.add(text)
            self.notes.append(text)

    # Messages.

    def answer(self, message: Message) -> Decision | End:
        """Answers a message; the game expects exactly one command for each state."""
        found = self.react(message)
        if isinstance(found, Decision):
            self.command = found.command
        return found

    def react(self, message: Message) -> Decision | End:
        """Finds the answer to a message."""
        self.silences = 0
        self.idle += 1
        if self.idle > MOST_IDLE:
            last = f"the last command was {self.command!r}"
            return End(f"the game has not changed after {MOST_IDLE} answers; {last}")
        if message.problem:
            return self.ask_again(message.problem)
        self.unreadable = 0
        if message.error:
            self.refuse(message)
            return Decision(STATE, f"the game reports: {message.error}", BY)
        if not message.ready:
            return wait(message, "the game is not ready", 10, min(LONG, SHORT * self.idle))
        if not message.in_game:
            return self.at_menu(message)
        return self.in_game(message)

    def ask_again(self, problem: str) -> Decision | End:
        """Asks for the state after a line that cannot be read."""
        self.unreadable += 1
        if self.unreadable > MOST_UNREADABLE:
            return End(f"{self.unreadable} lines in a row cannot be read; {problem}")
        return Decision(STATE, problem, BY, pause=min(LONG, SHORT * self.unreadable))

    def refuse(self, message: Message) -> None:
        """Remembers that the game has refused the last command."""
        self.errors += 1
        self.after_error = True
        if self.is_action():
            self.refused.add(self.command)
            self.command = STATE

    def silence(self) -> Decision | End:
        """Answers a game that says nothing for too long."""
        self.silences += 1
        if self.silences > MOST_SILENCES:
            return End(f"the game has not answered {MOST_SILENCES} times")
        self.command = STATE
        return Decision(STATE, "the game says nothing", BY)

    # The main menu.

    def at_menu(self, message: Message) -> Decision | End:
        """Starts a run, or ends after the last one."""
        if self.in_run:
            self.finish_run("left")
        if self.runs_done >= self.settings.runs:
            runs = "run" if self.runs_done == 1 else "runs"
            return End(f"{self.runs_done} {runs} played", SUCCESS)
        command = self.start_command()
        if command in self.refused and self.errors >= MOST_ERRORS:
            return End(f"the game refuses to start a run: {command}")
        if "start" not in message.commands:
            return Decision(STATE, "no run can be started yet", BY, pause=LONG)
        if self.state:
            self.forget()
        number = self.runs_done + 1
        return Decision(command, f"run {number} of {self.settings.runs}", BY)

    def start_command(self) -> str:
        """Writes the command that starts a run; with a seed, later runs have a number added."""
        wanted = self.settings
        words = ["start", wanted.character, str(wanted.ascension)]
        if wanted.seed:
            words.append(wanted.seed + (str(self.runs_done + 1) if self.runs_done else ""))
        return " ".join(words)

    def finish_run(self, how: str) -> None:
        """Counts a run that is over."""
        self.in_run = False
        self.runs_done += 1
        self.notes.append(f"run {self.runs_done} is over: {how}")

    def forget(self) -> None:
        """Forgets the last run."""
        self.policy = ScreenPolicy(self.settings.keys)
        self.state = {}
        self.refused.clear()
        self.tried.clear()
        self.errors = 0
        self.after_error = False

    # A run.

    def in_game(self, message: Message) -> Decision | End:
        """Answers a state of a run."""
        if message.screen != "GAME_OVER":
            self.in_run = True
        elif self.in_run:
            self.finish_run(describe_end(message))
        if not self.after_error:
            self.errors = 0
        self.after_error = False
        if message.game.value != self.state:
            if message.game.number("floor") != self.policy.floor:
                self.tried.clear()
            self.state = message.game.value
            self.refused.clear()
            self.idle = 0
        elif self.is_action():
            # It may be an old state; if it comes again, the command had no effect.
            self.refused.add(self.command)
            why = f"{self.command!r} has changed nothing yet"
            return Decision(STATE, why, BY, pause=2 * SHORT)
        self.note_unknown(message)
        self.note_character(message)
        return self.decide(message)

    def is_action(self) -> bool:
        """Tells whether the last command was meant to change something."""
        return self.command != "" and self.command.partition(" ")[0] not in PASSIVE

    def note_character(self, message: Message) -> None:
        """Notes a run that was under way already, with another class than the settings name."""
        if message.character not in ("", self.settings.character):
            self.note(f"the run is played with {message.character}, as it was started")

    def note_unknown(self, message: Message) -> None:
        """Notes fields and screens that are not known."""
        for name in message.game.value:
            if name not in KNOWN_FIELDS:
                self.note(f"unknown field {name!r}")
        if message.screen not in KNOWN_SCREENS:
            self.note(f"unknown screen {message.screen!r}")

    def decide(self, message: Message) -> Decision:
        """Decides; the plainest command is sent if nothing else can be, or if it was refused."""
        barred = set(self.refused)
        while self.errors < MOST_ERRORS:
            found = self.choose(message, barred)
            if found is None:
                break
            if not self.is_repeated(message, found):
                return found
            barred.add(found.command)
        plainest = fall_back(message, self.refused)
        if plainest is not None:
            return plainest
        # Everything was refused; after a while, it may be accepted.
        self.refused.clear()
        self.tried.clear()
        return wait(message, "nothing else is legal", 30, LONG)

    def is_repeated(self, message: Message, found: Decision) -> bool:
        """Tells whether a command was sent in this state too often; counts it if not."""
        text = json.dumps([message.game.value, found.command], default=repr)
        key = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
        if self.tried[key] >= MOST_REPEATS:
            return True
        self.tried[key] += 1
        return False

    def choose(self, message: Message, barred: set[str]) -> Decision | None:
        """Lets the agent or the policy decide; None if they fail or have no legal answer."""
        deciders = [("the policy of the screen", self.policy.decide)]
        if message.in_combat and message.screen == "NONE":
            deciders.insert(0, ("plain rules", self.fighter.plain.decide))
        if message.in_combat and message.screen in FIGHT_SCREENS:
            deciders.insert(0, ("the agent", self.fighter.plan))
        for name, decider in deciders:
            try:
                found = decider(message, barred)
            except Exception as error:  # noqa: BLE001 - a client must not stop in the middle of a run
                self.note(f"{name} failed: {type(error).__name__}: {error}")
                continue
            if found and message.allows(found.command) and found.command not in barred:
                return found
        return None


def wait(message: Message, why: str, frames: int, pause: float) -> Decision:
    """Waits in the game or, where that is not possible, asks again after a pause."""
    if "wait" in message.commands:
        return Decision(f"wait {frames}", why, BY)
    return Decision(STATE, why, BY, pause=pause)


def fall_back(message: Message, refused: set[str]) -> Decision | None:
    """Returns the plainest command that is legal and was not refused; None for none."""
    why = "the plainest command"
    for command in ("end", message.listed(PROCEED), message.listed(RETURN)):
        if command and message.allows(command) and command not in refused:
            return Decision(command, why, BY)
    if "choose" in message.commands:
        for place in range(max(1, len(message.game.texts("choice_list")))):
            if f"choose {place}" not in refused:
                return Decision(f"choose {place}", why, BY)
    return None


def describe_end(message: Message) -> str:
    """Says how a run ended."""
    won = "won" if message.detail.flag("victory") else "lost"
    floor = message.game.number("floor")
    return f"{won} on floor {floor}, score {message.detail.number('score')}"
