# kibitz: interpreted, because it starts other programs and waits for them; nothing here is hot.
"""Bots: players that are programs of their own, in any language.

Files and requests name agents, and people send each other files. So a name never says which program
to start: whoever uses the machine declares a program under a name, and only that name is used from
then on. The declarations are in an environment variable, so that every process that Kibitz starts
has them: the workers of the arena and of the table, and tournaments.

A program stays when its agent ends, and waits for the next one: to start an interpreter takes
longer than many games.
"""

import atexit
import os
import re
import shlex
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from multiprocessing import parent_process
from multiprocessing.util import Finalize
from typing import Final, Generic, NamedTuple, TypeVar

from kibitz.agents.limits import DAY
from kibitz.agents.program_lines import (
    BOT,
    Introduction,
    as_line,
    read_advice,
    read_introduction,
    write_hello,
    write_match,
    write_question,
)
from kibitz.agents.program_process import Program, ProgramFailed, ProgramLate
from kibitz.core.agent import Advice, Observation
from kibitz.core.errors import AgentDefinitionError
from kibitz.core.game import Game
from kibitz.core.options import make_with
from kibitz.core.state import State
from kibitz.core.value import brief

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The environment variable with the declarations, each in a line of its own.
VARIABLE: Final = "KIBITZ_BOTS"
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)
# Seconds for the answer to the first line: some languages take long to start.
START_SECONDS: Final = 15.0
# The option that says how many seconds a decision may take, and its default. The others are for the
# program.
TIMEOUT: Final = "timeout"
SECONDS: Final = 5.0
LEAST_SECONDS: Final = 0.01
MOST_SECONDS: Final = DAY / 1000
# Seconds that an answer may be late: on a busy machine, a program that stops in time may have to
# wait for its turn. It is more than the grace of the arena, which calls such an answer late.
GRACE: Final = 0.2
# How many programs wait for an agent. A process that plays has as many as there are seats.
MOST_WAITING: Final = 8


class BotFailed(ProgramFailed):
    """A bot gave no answer that can be used; names the bot, and says what was expected."""


class BotLate(BotFailed):
    """A bot did not answer in time."""


class Bot(NamedTuple):
    """A program that was declared as an agent: its name, and the words of its command."""

    name: str
    words: tuple[str, ...]

    @property
    def title(self) -> str:
        """Names the bot for messages."""
        return f"bot {self.name}"


# Declarations.


def read_declaration(text: str) -> Bot:
    """Reads the declaration of a bot, `NAME=COMMAND`.

    Raises:
        AgentDefinitionError: if it is none.
    """
    name, mark, command = text.partition("=")
    name = name.strip()
    if any(each in text for each in "\n\0"):
        raise AgentDefinitionError(f"invalid bot {brief(text)}: expected one line of text")
    try:
        words = shlex.split(command)
    except ValueError as error:  # a quotation mark that is never closed
        reason = str(error)
        raise AgentDefinitionError(
            f"invalid bot {brief(text)}: {reason[:1].lower()}{reason[1:]}"
        ) from None
    if not mark or not words:
        raise AgentDefinitionError(
            f"invalid bot {brief(text)}: expected NAME=COMMAND, such as ace='python3 ace.py'"
        )
    if NAME.fullmatch(name) is None:
        raise AgentDefinitionError(
            f"invalid name {brief(name)} for a bot: expected a letter, then letters, digits, - or _"
        )
    return Bot(name, tuple(words))


@lru_cache(maxsize=8)
def read_declarations(text: str) -> Mapping[str, Bot]:
    """Reads declarations, each in a line of its own; returns the bots by name.

    Raises:
        AgentDefinitionError: if one is invalid, or two have the same name.
    """
    found: dict[str, Bot] = {}
    for line in text.split("\n"):
        if line.strip():
            bot = read_declaration(line)
            if found.setdefault(bot.name, bot) != bot:
                raise AgentDefinitionError(f"bot {bot.name} is declared twice")
    return found


def declared_bots() -> Mapping[str, Bot]:
    """Returns the declared bots by name.

    Raises:
        AgentDefinitionError: if the environment variable cannot be read; names it.
    """
    try:
        return read_declarations(os.environ.get(VARIABLE, ""))
    except AgentDefinitionError as error:
        raise AgentDefinitionError(f"{VARIABLE}: {error}") from None


def is_bot(package: str) -> bool:
    """Tells whether the package of an agent, as records have it, says that it is a bot."""
    return package.partition(" ")[0] == BOT


def missing_bot(name: str, package: str) -> str:
    """Says what to do about a saved agent that is a bot and is not declared; empty for others."""
    if not is_bot(package) or name in declared_bots():
        return ""
    return f"{name} is a bot ({package}), which is not declared here: --bot {name}=COMMAND"


@contextmanager
def bots_declared(declarations: Iterable[str]) -> Iterator[None]:
    """Declares bots for the time of a block, besides those that are declared already.

    Args:
        declarations: each as `NAME=COMMAND`. One that has the name of an earlier one replaces it.

    Raises:
        AgentDefinitionError: if a declaration is invalid, or two have the same name.
    """
    added = [f"{bot.name}={shlex.join(bot.words)}" for bot in map(read_declaration, declarations)]
    names = read_declarations("\n".join(added))
    before = os.environ.get(VARIABLE)
    kept = [
        f"{bot.name}={shlex.join(bot.words)}"
        for bot in declared_bots().values()
        if bot.name not in names
    ]
    os.environ[VARIABLE] = "\n".join([*kept, *added])
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


# Programs that have introduced themselves.


class Greeted(NamedTuple):
    """A running program, and its introduction."""

    bot: Bot
    program: Program
    introduction: Introduction


def greet(bot: Bot) -> Greeted:
    """Starts the program of a bot.

    Raises:
        BotFailed: if it cannot be started, or does not introduce itself.
    """
    try:
        program = Program(bot.words)
        line = program.ask(as_line(write_hello()), START_SECONDS)
        try:
            return Greeted(bot, program, read_introduction(line))
        except ProgramFailed:
            program.kill()
            raise
    except ProgramFailed as error:
        raise BotFailed(f"{bot.title}: {error}") from None


class Reserve:
    """The programs of this process that wait for an agent.

    A process that was forked from this one has the list, but must not talk to its programs: it
    would get answers that are not for it. So the list is valid in the process that filled it.
    """

    def __init__(self) -> None:
        # Reentrant, because the garbage collector may end an agent at any moment.
        self._lock: Final = threading.RLock()
        self._process = 0
        self._waiting: list[Greeted] = []

    def take(self, bot: Bot) -> Greeted:
        """Returns a program of a bot; starts one if none waits.

        Raises:
            BotFailed: if it cannot be started.
        """
        with self._lock:
            self._settle()
            for found in [each for each in self._waiting if each.bot == bot]:
                self._waiting.remove(found)
                if found.program.idle():
                    return found
                found.program.kill()
        return greet(bot)

    def give_back(self, greeted: Greeted, process: int) -> None:
        """Keeps a program for the next agent; does nothing in another process than its own."""
        if process != os.getpid():
            return
        with self._lock:
            self._settle()
            self._waiting.append(greeted)
            surplus = self._waiting[:-MOST_WAITING]
            del self._waiting[:-MOST_WAITING]
        for each in surplus:
            each.program.stop()

    def dismiss(self) -> None:
        """Ends all programs that wait."""
        with self._lock:
            self._settle()
            waiting, self._waiting = self._waiting, []
        for each in waiting:
            each.program.stop()

    def _settle(self) -> None:
        """Forgets the programs of the process from which this one was forked."""
        if self._process == os.getpid():
            return
        self._process, self._waiting = os.getpid(), []
        if parent_process() is not None:  # a worker, which ends without what `atexit` has
            Finalize(None, self.dismiss, exitpriority=0)


RESERVE: Final = Reserve()
atexit.register(RESERVE.dismiss)


@lru_cache(maxsize=64)
def introduction_of(bot: Bot) -> Introduction:
    """Returns what a bot says about itself; its program is started for that once in a process.

    Raises:
        BotFailed: if it cannot be started, or does not introduce itself.
    """
    greeted = RESERVE.take(bot)
    RESERVE.give_back(greeted, os.getpid())
    return greeted.introduction


def check_game(bot: Bot, introduction: Introduction, game: str) -> None:
    """Refuses a game that a bot has not named among those that it plays.

    Raises:
        AgentDefinitionError: names the games that it plays.
    """
    known = introduction.games
    if known is not None and game not in known:
        plays = ", ".join(known) or "no game"
        raise AgentDefinitionError(f"{bot.title} does not play {game}; plays: {plays}")


# The agent.


class BotAgent(Generic[S, V]):
    """Asks a program what to play.

    The program belongs to the agent until that is gone. It is told when a match begins, which is
    when an agent asks for the first time.
    """

    def __init__(
        self,
        game: Game[S, V],
        bot: Bot,
        settings: Mapping[str, str] | None = None,
        timeout: float = SECONDS,
    ) -> None:
        """Starts the program of a bot, or takes one that waits.

        Args:
            game: the game to play.
            bot: the program.
            settings: options for the program, by name.
            timeout: how many seconds it may take for a decision.

        Raises:
            BotFailed: if it cannot be started, or does not introduce itself.
            AgentDefinitionError: if it does not play the game.
            ValueError: if the timeout is out of range.
        """
        if not LEAST_SECONDS <= timeout <= MOST_SECONDS:
            raise ValueError(
                f"invalid {TIMEOUT}={timeout:g}: expected {LEAST_SECONDS:g} to {MOST_SECONDS:,.0f}"
                " seconds"
            )
        self.bot: Final = bot
        self.timeout: Final = timeout
        self.settings: Final = dict(settings or {})
        self._match: Final = as_line(write_match(game, self.settings))
        self._greeted: Greeted | None = None
        self._process = 0
        self._finalizer: weakref.finalize[[Greeted, int], BotAgent[S, V]] | None = None
        self._new = True
        self._take(game.id)

    def __repr__(self) -> str:
        return f"BotAgent({self.bot.name!r})"

    def _take(self, game: str) -> Greeted:
        """Returns the program; starts one if there is none, or it belongs to another process."""
        if self._greeted is None or self._process != os.getpid():
            self._greeted, self._process = RESERVE.take(self.bot), os.getpid()
            self._new = True
            self._finalizer = weakref.finalize(
                self, RESERVE.give_back, self._greeted, self._process
            )
            check_game(self.bot, self._greeted.introduction, game)
        return self._greeted

    def _lose(self) -> None:
        """Forgets the program, which was killed."""
        if self._finalizer is not None:
            self._finalizer.detach()
        self._greeted = None

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Asks the program.

        Raises:
            BotLate: if it does not answer in time.
            BotFailed: if its answer cannot be used. The program is killed in both cases, and
                started again for the next question.
            NotOnTurn: if there is nothing to decide.
        """
        seen.check_turn()
        start = time.monotonic()
        program = self._take(seen.game.id).program
        seconds = self.timeout
        if seen.deadline is not None:
            seconds = max(LEAST_SECONDS, min(seconds, seen.deadline - start))
        lines = as_line(write_question(seen, seconds))
        if self._new:
            lines = self._match + lines
        try:
            answer = program.ask(lines, seconds + GRACE)
            advice = read_advice(answer, seen)
        except BaseException as error:
            program.kill()
            self._lose()
            if not isinstance(error, ProgramFailed):
                raise
            kind = BotLate if isinstance(error, ProgramLate) else BotFailed
            raise kind(f"{self.bot.title}: {error}") from None
        self._new = False
        advice.seconds = time.monotonic() - start
        return advice


def bot_factory(game: Game[S, V], bot: Bot) -> Callable[..., BotAgent[S, V]]:
    """Returns what makes the agent of a bot: its one own option, and any others for the program."""

    def make(timeout: float = SECONDS, **settings: str) -> BotAgent[S, V]:
        return BotAgent(game, bot, settings, timeout)

    return make


def make_bot_agent(game: Game[S, V], bot: Bot, options: Mapping[str, str]) -> BotAgent[S, V]:
    """Makes the agent of a bot from the options of a specification, such as `timeout=2,depth=3`.

    Raises:
        UnknownOption: if the timeout is invalid.
        KibitzError: as `BotAgent` does.
    """
    own = {name: value for name, value in options.items() if name == TIMEOUT}
    settings = {name: value for name, value in options.items() if name != TIMEOUT}
    return make_with(bot.name, partial(bot_factory(game, bot), **settings), own)
