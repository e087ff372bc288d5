"""`kibitz spire`: plays the real Slay the Spire through CommunicationMod, or shows how it plays."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from io import BytesIO, RawIOBase, TextIOWrapper
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kibitz.cli.app import ReplayArgs, SpireArgs
from kibitz.cli.options import CheckFailed, UsageError
from kibitz.cli.screen import open_screen, print_json, show_header
from kibitz.communicationmod.client import log
from kibitz.communicationmod.client.advising import Adviser
from kibitz.communicationmod.client.combat import (
    announced,
    living,
    not_simulated,
    with_clock,
    without_clock,
)
from kibitz.communicationmod.client.log import Replayed, make_player
from kibitz.communicationmod.client.log import replay as replay_entries
from kibitz.communicationmod.client.player import PASSIVE, Player, Settings
from kibitz.communicationmod.client.session import AdvisingSession, Session
from kibitz.communicationmod.scenes import describe_room
from kibitz.core.errors import RecordError
from kibitz.core.value import Json
from kibitz.games.spire.position.loadout import CHARACTERS
from kibitz.games.spire.position.message import Fields, Message, spaced
from kibitz.games.spire.text import intent_words

# Seconds between two looks at a log that another process writes.
LOOK = 0.1
# The game gives its client 10 seconds to say that it is ready; a demonstration may start slowly.
HOST = (sys.executable, "-m", "kibitz.communicationmod.host", "--timeout", "60")
# In a demonstration of advice, a simple player takes the place of the person; people must be able
# to read the advice before it plays, so it takes this many seconds for each command.
STAND_IN = (sys.executable, "-m", "kibitz.communicationmod.client.standin")
READING_PACE = 1.0
MOST_SEED = 20
HUMAN = "human"
COMMAND_WIDTH = 18
# The first sentences of an explanation: what to play, and what to expect.
SENTENCES = 2


def play_spire(args: SpireArgs) -> int:
    """Runs the client, a demonstration, or the view of a session."""
    check_seed(args.seed)
    if args.agent == HUMAN:
        raise UsageError("invalid --agent human: the input comes from the game, not from a person")
    if args.watch and args.advise:
        raise UsageError("--watch and --advise cannot be used together: --watch shows any session")
    if args.watch and args.demo:
        raise UsageError("--watch and --demo cannot be used together")
    if args.host and not args.demo:
        raise UsageError("--host needs --demo: without it, the game itself is the host")
    if args.demo and not args.host and args.character not in CHARACTERS:
        known = " or ".join(CHARACTERS)
        raise UsageError(f"invalid --character {args.character} for --demo: expected {known}")
    if args.watch:
        return watch(args.log)
    if args.demo:
        return demonstrate(args)
    return run_client(args)


def check_seed(seed: str) -> None:
    """Refuses a seed that the game could not show.

    Raises:
        UsageError: if it is not made of letters and digits.
    """
    if seed and not (seed.isascii() and seed.isalnum() and len(seed) <= MOST_SEED):
        raise UsageError(f"invalid --seed {seed!r}: expected up to {MOST_SEED} letters and digits")


# The client.


def run_client(args: SpireArgs) -> int:
    """Plays over the standard streams, as the mod starts it, and returns the exit code."""
    settings = replace(args.settings(), agent=with_clock(args.agent))
    player = make_player(settings)
    if settings.character not in CHARACTERS:
        say(not_simulated(settings.character))
    book = open_log(args.log)
    if book is not None:
        book.start(settings)
    if sys.stdin.isatty():
        say("the game starts this command; to play without the game: kibitz spire --demo")
    # The game stops its client with this signal; the session ends as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    session = (
        AdvisingSession(player, open_source(), open_sink(), book, args.patience)
        if isinstance(player, Adviser)
        else Session(player, open_source(), open_sink(), book, args.patience, args.pace)
    )
    # Nothing but commands may reach the standard output.
    with redirect_stdout(sys.stderr):
        end = session.run()
    where = "" if book is None else f"; log: {book.path}"
    say(f"{end.reason}{where}")
    return end.code


def say(text: str) -> None:
    """Writes a line to the error stream, which the mod keeps in a file of its own."""
    with suppress(OSError):
        print(f"kibitz spire: {text}", file=sys.stderr, flush=True)


def open_source() -> RawIOBase | BytesIO:
    """Opens the standard input without a buffer; one that is closed is empty.

    A buffer has a lock, on which Python fails at its end if a thread still waits for input.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
    return BytesIO()


def open_sink() -> RawIOBase:
    """Opens the standard output without a buffer: after a broken pipe, nothing is left in it."""
    return os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)


def open_log(path: Path | None) -> log.Log | None:
    """Opens the log; without a place for it, the client plays without one.

    Raises:
        OSError: if the file that was asked for cannot be written.
    """
    if path is not None:
        return log.Log(path)
    try:
        return log.Log(log.new_log())
    except OSError as error:
        say(f"playing without a log: {error.filename}: {error.strerror}")
        return None


# Watching.


def watch(path: Path | None) -> int:
    """Shows the decisions of a session as they come, until it ends; without a path, the newest."""
    while True:
        log_path = wait_for_log() if path is None else path
        if show_session(log_path, partial(is_outdated, log_path, path)) is not None:
            return 0


def is_outdated(shown: Path, wanted: Path | None) -> bool:
    """Tells whether a newer session has begun; never if a certain log was asked for."""
    return wanted is None and log.newest_log() != shown


def show_session(path: Path, is_over: Callable[[], bool]) -> Fields | None:
    """Shows a log as it grows; returns its last line, or None if something was over before."""
    viewer = Viewer(open_screen())
    for entry in follow(path, is_over):
        viewer.show(entry)
        if entry.text("type") == log.END:
            return entry
    return None


def wait_for_log() -> Path:
    """Waits for a session in the user's folder that has not ended."""
    told = False
    while True:
        found = log.newest_log()
        if found is not None and not log.has_ended(found):
            return found
        if not told:
            say(f"waiting for a session; logs are in {log.log_folder()}")
            told = True
        time.sleep(LOOK)


def follow(path: Path, is_over: Callable[[], bool]) -> Iterator[Fields]:
    """Reads the lines of a log as they are written; waits for more until something is over.

    Raises:
        RecordError: if it is not a log.
    """
    while not path.exists():
        if is_over():
            return
        time.sleep(LOOK)
    follower = log.Follower(path)
    while True:
        # Asked before reading: what is written until then is read in any case.
        over = is_over()
        found = follower.read()
        yield from found
        if over:
            return
        if not found:
            time.sleep(LOOK)


# The demonstration.


def demonstrate(args: SpireArgs) -> int:
    """Starts the host, which starts this client, and shows the run; returns the client's exit code.

    Raises:
        CheckFailed: if the host fails.
        KibitzError: if there is no such agent.
        UsageError: if the command of the host cannot be read.
    """
    Player(args.settings())  # a wrong agent is refused here, not by the client of the host
    try:
        host = shlex.split(args.host) if args.host else [*HOST]
    except ValueError as error:
        raise UsageError(f"invalid --host {args.host!r}: {str(error).lower()}") from None
    with tempfile.TemporaryDirectory() as folder:
        path = demo_log(Path(folder)) if args.log is None else args.log
        with suppress(FileNotFoundError):
            path.unlink()  # an old log would be shown first
        command = [*host, "--", *client_command(args, path)]
        with (Path(folder) / "said.txt").open("w+") as said:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )
            try:
                end = show_session(path, lambda: process.poll() is not None)
            finally:
                process.terminate()
                code = process.wait()
            said.seek(0)
            if end is None:
                last = [line for line in said.read().splitlines() if line.strip()][-1:]
                reason = "".join(last)[-500:] or "it said nothing"
                raise CheckFailed(f"the host ended with exit code {code}: {reason}")
    return end.number("code")


def demo_log(spare: Path) -> Path:
    """Returns where the log goes: with those of other sessions, so that it can be followed.

    Where they cannot be written, it goes into a spare folder.
    """
    path = log.new_log()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return spare / path.name
    return path if os.access(path.parent, os.W_OK) else spare / path.name


def client_command(args: SpireArgs, path: Path) -> list[str]:
    """Returns the command line of the client that a host starts."""
    words = [sys.executable, "-m", "kibitz", "spire", "--log", str(path)]
    run: list[str] = []
    for option in ("character", "ascension", "runs"):
        run += [f"--{option}", str(getattr(args, option))]
    run += ["--seed", args.seed] if args.seed else []
    words += [*run, "--agent", args.agent, "--patience", str(args.patience)]
    words += ["--keys"] if args.keys else []
    if not args.advise:
        return [*words, "--pace", str(args.pace)]
    pace = args.pace or READING_PACE
    return [*STAND_IN, *run, "--pace", str(pace), "--", *words, "--advise"]


# The log on the screen.


class Viewer:
    """Prints the lines of a log for people, one after the other.

    Attributes:
        screen: where they are printed.
    """

    def __init__(self, screen: Console) -> None:
        self.screen = screen
        self.place: tuple[int, str] = (-1, "")
        self.turn: tuple[int, int] = (-1, -1)

    def show(self, entry: Fields, note: str = "") -> None:
        """Prints a line; `note` is added to a command."""
        kind = entry.text("type")
        if kind == log.START:
            settings = entry.child("settings")
            level = f"ascension {settings.number('ascension')}"
            words = f"{settings.text('agent')}, {settings.text('character')}, {level}"
            if settings.flag("advise"):
                words = f"advice by {settings.text('agent')}; you play"
            show_header(self.screen, "Slay the Spire", words)
        elif kind == log.STATE:
            self.show_state(Message(entry.child("message")))
        elif kind == log.DECISION:
            self.show_decision(entry, note)
        elif kind == log.END:
            show_header(self.screen, "end", entry.text("reason"))
        else:
            self.line(f"   {trouble(entry)}", "yellow")

    def line(self, text: str, style: str = "") -> None:
        """Prints one line as it is."""
        self.screen.print(Text(text, style=style), soft_wrap=True)

    def show_state(self, message: Message) -> None:
        """Prints where the run is, whenever that has changed."""
        game = message.game
        if not message.in_game:
            return
        place = (game.number("floor"), game.text("room_type"))
        if place != self.place:
            self.place, self.turn = place, (-1, -1)
            hp = f"{game.number('current_hp')} of {game.number('max_hp')} HP"
            gold = f"{game.number('gold')} gold"
            facts = [message.character, describe_room(place[1]), hp, gold]
            show_header(self.screen, f"floor {place[0]}", ", ".join(filter(None, facts)))
        combat = game.child("combat_state")
        turn = (place[0], combat.number("turn"))
        if message.in_combat and turn != self.turn:
            self.turn = turn
            left = combat.child("player").number("current_hp")
            self.line(f" turn {turn[1]}, {left} HP: {describe_monsters(combat)}", "bold")

    def show_decision(self, entry: Fields, note: str) -> None:
        """Prints a command with its reason."""
        advice = entry.child("advice")
        # If the game has refused the best move, its explanation says nothing about this one.
        goes_on = advice.child("trace").flag("continued")
        if advice.text("text") == entry.text("move") and not goes_on:
            texts = advice.texts("explanation")
            for text in texts[:SENTENCES]:
                self.line(f"   {text}", "green")
            if advice.texts("guesses") and len(texts) > SENTENCES:
                self.line(f"   {texts[-1]}", "yellow")
        command = entry.text("command")
        passive = command.partition(" ")[0] in PASSIVE
        text = f"   {command:<{COMMAND_WIDTH}} {entry.text('why')}{note}"
        self.line(text, "dim" if passive else "")


def describe_monsters(combat: Fields) -> str:
    """Describes the living monsters in one line."""
    found: list[str] = []
    for _, monster in living(combat):
        damage = announced(monster)
        does = f"attacks for {damage}" if damage else intent_words(monster.text("intent"))
        name = monster.text("name") or spaced(monster.text("id"))
        found.append(f"{name} {monster.number('current_hp')} HP {does}")
    return ", ".join(found) or "no monsters"


def trouble(entry: Fields) -> str:
    """Describes a line that is neither a state nor a command."""
    kind = entry.text("type")
    if kind == log.ERROR:
        return f"error: {entry.child('message').text('error')}"
    if kind == log.UNREADABLE:
        return f"cannot read a line: {entry.text('problem')}"
    if kind == log.SILENCE:
        return "no message from the game"
    if kind == log.PLAYED:
        return f"instead, {entry.text('text')}"
    return f"note: {entry.text('text')}"


# Replaying.


def replay_log(args: ReplayArgs, text: str) -> None:
    """Replays the text of a log: decides again about every message, and compares.

    Raises:
        CheckFailed: if the log is damaged, or its own agent decides otherwise now.
        UsageError: if it has fewer commands than asked for.
    """
    path, to = args.file, args.to
    try:
        entries = list(log.read_log(text))
        settings = log.read_settings(entries[0])
    except RecordError as error:
        raise CheckFailed(f"{path}: {error}") from None
    # Without a clock, the answers are the same on every machine.
    agent = without_clock(settings.agent) if args.agent is None else args.agent
    player = make_player(replace(settings, agent=agent))
    total = sum(entry.text("type") == log.DECISION for entry in entries)
    if to is not None and to > total:
        raise UsageError(f"invalid --to {to}: {path} has {total} commands")
    steps: list[Replayed] = []
    for step in replay_entries(entries, player):
        steps.append(step)
        if to is not None and step.number == to:
            break
    sent = [step for step in steps if step.replayed]
    different = [step for step in sent if step.differs and not step.cut]
    if args.as_json:
        print_json(document_of(entries[0], player.settings, steps))
    else:
        show_steps(steps, sent, player.settings.agent)
    if different and args.agent is None:
        first = different[0]
        other = f"command {first.number} was {first.entry.text('command')!r}"
        raise CheckFailed(
            f"{path}: {len(different)} of {len(sent)} commands differ: {other}, now"
            f" {first.replayed!r} (log of kibitz {entries[0].text('version')})"
        )


def show_steps(steps: Sequence[Replayed], sent: Sequence[Replayed], agent: str) -> None:
    """Prints a replay for people."""
    screen = open_screen()
    viewer = Viewer(screen)
    for step in steps:
        viewer.show(step.entry, f"  ({agent} now: {step.replayed})" if step.differs else "")
    same = f"{sum(not step.differs for step in sent)} of {len(sent)}"
    screen.print(Text(f" Checked: {agent} sends the same command {same} times.", style="dim"))
    cut = sum(step.cut and step.differs for step in sent)
    if cut:
        screen.print(
            Text(f" In {cut} of the others, the clock had stopped the search.", style="dim")
        )


def document_of(first: Fields, played: Settings, steps: Sequence[Replayed]) -> dict[str, Json]:
    """Writes a replay as a JSON object."""
    commands: list[Json] = [
        {
            "number": step.number,
            "command": step.entry.text("command"),
            "by": step.entry.text("by"),
            "why": step.entry.text("why"),
            "replayed": step.replayed,
        }
        for step in steps
        if step.replayed
    ]
    ends = [step.entry for step in steps if step.entry.text("type") == log.END]
    return {
        "log": log.KIND,
        "version": first.text("version"),
        "agent": played.agent,
        "character": played.character,
        "commands": commands,
        "same": sum(not step.differs for step in steps if step.replayed),
        "cut": sum(step.cut and step.differs for step in steps if step.replayed),
        "notes": [step.entry.text("text") for step in steps if step.entry.text("type") == log.NOTE],
        "end": ends[0].text("reason") if ends else None,
    }
