"""`kibitz play`: a match against agents, or between them."""

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Self

from rich.console import Console
from rich.text import Text

from kibitz.agents.asking import Consulted, ask, choose_adviser, consult, make_guarded
from kibitz.agents.human import EndOfInput, numbered, read_move
from kibitz.cli import INTERRUPTED, screen
from kibitz.cli.app import PlayArgs
from kibitz.cli.match import (
    SaveFile,
    TerminalMatch,
    automatic_file,
    check_kibitzer,
    new_match,
    refuse_people,
    resumed_match,
)
from kibitz.cli.options import CheckFailed, UsageError, command_line
from kibitz.core.agent import Observation
from kibitz.core.errors import IllegalMoveError, InvalidMoveError, KibitzError, RuleError
from kibitz.core.game import SPECTATOR
from kibitz.core.move import Move
from kibitz.core.options import offer
from kibitz.core.record import TakenBack
from kibitz.core.value import duplicate
from kibitz.games.bugs import describe_error, observe_strictly

# Agents that never finish a match are stopped; no match between people lasts this long.
MAX_MOVES = 10_000
# What can be typed, and what it does; for a command also its words, first that of its method.
HELP: tuple[tuple[str, ...], ...] = (
    ("NUMBER", "play the move with this number"),
    ("MOVE", "play a move by its notation; its first letters are enough if only one move fits"),
    ("hint [AGENT]", "show what the kibitzer, or another agent, would play", "hint"),
    ("why [MOVE]", "show every reason for and against a move; without MOVE, the best one", "why"),
    ("moves [KIND]", "list all legal moves, or those of one kind", "moves"),
    ("table", "show the table again", "table"),
    ("rules", "show the rules of the game", "rules"),
    ("undo", "take back your last move; the record says so", "undo"),
    ("auto [on|off]", "play your move for you if it is the only one, or ask", "auto"),
    ("position", "print the position as JSON, for kibitz advise", "position"),
    ("save [FILE]", "save the match; further moves are saved to the same file", "save"),
    ("quit, q", "leave; you can resume the match if it is saved", "quit", "exit", "q"),
    ("help, h, ?", "show this help", "help", "h", "?"),
    ("Ctrl-C", "stop a hint, or drop what you typed; twice at an empty prompt, leave"),
)
HELP_COLUMN = 17

# Moves by their notation in lower case.
Written = Mapping[str, Sequence[Move[Any]]]

# At least this many lines of moves are shown, even if the table fills the screen.
MIN_MOVE_LINES = 7
# Seconds that an agent may think before the screen says so.
THINKING_DELAY = 0.3
# This many presses of Ctrl-C stop even what must not be interrupted, such as an endless rule.
MOST_PRESSED = 3


def play_match(args: PlayArgs) -> int:
    """Sets up a match, plays it, and returns the exit code."""
    match = new_match(args) if args.resume is None else resumed_match(args, args.resume)
    if args.as_json and match.seat is not None:
        raise UsageError("--json needs --seat none")
    if match.seat is not None:
        return Session(match, match.seat, screen.open_screen()).run()
    try:
        watch(match, None if args.as_json else screen.open_screen())
    except KeyboardInterrupt:
        match.save()
        return INTERRUPTED
    match.save()
    if args.as_json:
        header, *moves, result = [json.loads(line) for line in match.record().lines()]
        screen.print_json({**header, **result, "moves": moves})
    return 0


def watch(match: TerminalMatch, console: Console | None) -> None:
    """Lets agents play to the end; shows the public information if there is a console."""
    engine, game = match.engine, match.game
    if console is not None:
        screen.show_header(console, game.title or game.id, f"seed {engine.seed}")
        screen.show_table(console, game.render(engine.view(SPECTATOR)))
    while engine.outcome is None:
        if engine.ply >= MAX_MOVES:
            raise CheckFailed(f"stopped after {MAX_MOVES} moves: the match does not seem to end")
        seat, before = engine.seat, engine.view(SPECTATOR)
        move = agent_move(match)
        if console is not None:
            after = engine.view(SPECTATOR)
            line = Text.assemble((f" {engine.ply:>3}  {match.label(seat)}  ", "dim"))
            line.append_text(screen.describe_news(game, before, after, move))
            screen.show_line(console, line, 6)
            for text in game.news(before, after):
                screen.show_line(console, Text(f"      {text}", style="yellow"), 6)
    if console is not None:
        screen.show_header(console, "the end")
        screen.show_table(console, game.render(engine.view(SPECTATOR)))
        result = screen.describe_result(engine.outcome, match.labels(), None)
        screen.show_line(console, Text(" ").append_text(result))


def agent_move(match: TerminalMatch) -> Move[Any]:  # Any: games are known by name only
    """Lets the agent whose turn it is play, and returns its move.

    Raises:
        CheckFailed: if it plays an illegal move.
        RuleError: if it has no legal move, or a rule of the game fails.
    """
    move = think(match)
    play_for_agent(match, move)
    return move


def think(match: TerminalMatch) -> Move[Any]:
    """Asks the agent whose turn it is for its move; nothing is played yet."""
    seen = observe_strictly(match.engine)
    # A copy, because the agent keeps its own object and could still change it.
    return duplicate(ask(match.agents[seen.seat], seen, match.agent_title(seen.seat)).move)


def play_for_agent(match: TerminalMatch, move: Move[Any]) -> None:
    """Plays the move that an agent has chosen."""
    title = match.agent_title(match.engine.seat)
    try:
        match.engine.play(move)
    except (IllegalMoveError, InvalidMoveError) as error:
        raise CheckFailed(f"{title} broke the rules: {error}") from None


def by_notation(moves: Sequence[Move[Any]]) -> Written:
    """Groups moves by their notation in lower case; some games write two moves alike."""
    found: dict[str, list[Move[Any]]] = {}
    for move in moves:
        found.setdefault(str(move).lower(), []).append(move)
    return found


# A person at the terminal.


class Quit(Exception):
    """The player wants to leave."""


class Session:
    """One person at one match."""

    def __init__(self, match: TerminalMatch, seat: int, console: Console) -> None:
        """Starts a session for the person in `seat`."""
        self.match = match
        self.engine = match.engine
        self.game = match.game
        self.seat = seat
        self.console = console
        self.prompt = Prompt(console)
        self.interrupts = Interrupts()
        # Whether the next Ctrl-C leaves.
        self.leaving = False
        # Whether a move is played without asking if there is no other.
        self.auto_play = not match.args.no_auto
        # What happened since the player's last decision, shown below the table.
        self.news: list[Text] = []
        # Advice by the version of the state, the agent, and the moves it was asked about.
        self.advice: dict[tuple[int, str, tuple[Move[Any], ...]], Consulted[Any, Any]] = {}
        # Each command takes the rest of the line and returns whether the turn is over.
        self.commands: dict[str, Callable[[str], bool]] = {
            word: getattr(self, words[0]) for _, _, *words in HELP for word in words
        }

    def run(self) -> int:
        """Plays to the end, or until the player leaves; returns the exit code."""
        with self.interrupts:
            try:
                self.save_automatically()
                self.introduce()
                while self.engine.outcome is None:
                    self.step()
                    self.write_file()
                self.finish()
            except (EndOfInput, Quit) as left:
                self.leave("End of input." if isinstance(left, EndOfInput) else "Goodbye.")
            except KeyboardInterrupt:
                self.console.print()
                self.leave("Stopped.")
                return INTERRUPTED
        return 0

    def save_automatically(self) -> None:
        """Chooses a file for a match that has none, if a person plays it on a terminal."""
        if self.match.file is not None or not self.prompt.interactive:
            return
        try:
            self.match.file = automatic_file(self.game.id)
        except KibitzError as error:
            self.say(f"{error}; this match is not saved", "red")

    def introduce(self) -> None:
        """Says who plays, who gives hints, and how to get help."""
        names, others = self.engine.names, [s for s in range(self.game.seats) if s != self.seat]
        players = [f"{names[other]} (seat {other})" for other in others]
        against = f"You are seat {self.seat}, against {' and '.join(players)}. " if others else ""
        self.say(f"{against}Hints come from {self.match.kibitzer}.")
        self.say(f"The seed is {self.engine.seed}. Type rules to read the rules, ? for help.")

    # Turns.

    def step(self) -> None:
        """Plays one move, or takes some back."""
        if self.engine.seat != self.seat:
            self.play_opponent()
            return
        seen = self.engine.observe()
        if not seen.moves:
            seen = observe_strictly(self.engine)
        if self.auto_play and len(seen.moves) == 1:
            with self.interrupts.wait():  # a game may never end like this
                pass
            before = self.engine.view(self.seat)
            self.engine.play(seen.moves[0], self.seat)
            self.add_news("you (the only move)", "green", before, seen.moves[0])
        else:
            self.take_turn(seen)

    def take_turn(self, seen: Observation[Any, Any]) -> None:
        """Shows the table and asks until the player has moved, or taken a move back."""
        lines = self.show_position() + self.show_news()
        # The table, the moves and the prompt should fit on one screen.
        height = self.console.height
        room = max(height - lines - 1, MIN_MOVE_LINES) if self.console.is_terminal else 0
        screen.show_moves(self.console, seen, room)
        written = by_notation(seen.moves)
        words = [*written, *self.commands]
        while not self.answer(seen, written, self.read_line(words)):
            pass

    def read_line(self, words: Sequence[str]) -> str:
        """Asks for a line; Ctrl-C drops what was typed; twice with nothing typed, it leaves."""
        while True:
            try:
                with self.interrupts.wait():
                    line = self.prompt.ask("your move (? for help)> ", words)
            except KeyboardInterrupt:
                self.check_interactive()
                self.console.print()
                if self.prompt.dropped():
                    self.leaving = False
                else:
                    self.warn_or_leave("To leave, press Ctrl-C again or type quit.")
                continue
            self.leaving = False
            return line

    def warn_or_leave(self, warning: str) -> None:
        """Leaves if Ctrl-C was pressed just before; else warns that the next one will.

        Raises:
            Quit: to leave.
        """
        if self.leaving:
            raise Quit
        self.leaving = True
        self.say(warning)

    def check_interactive(self) -> None:
        """Lets Ctrl-C end a match whose lines come from a pipe: nobody is there to be asked.

        Raises:
            KeyboardInterrupt: if that is so.
        """
        if not self.prompt.interactive:
            raise KeyboardInterrupt

    def play_opponent(self) -> None:
        """Lets an agent play, and remembers what the player may know about its move."""
        seat, before = self.engine.seat, self.engine.view(self.seat)
        label = self.match.label(seat)
        try:
            with self.thinking(label):
                move = think(self.match)
        except KeyboardInterrupt:
            self.check_interactive()
            self.warn_or_leave(f"{label} starts to think again; to leave, press Ctrl-C again.")
            # What was interrupted may be in any condition.
            self.match.agents[seat] = make_guarded(self.game, self.engine.names[seat])
            return
        self.leaving = False
        play_for_agent(self.match, move)
        self.add_news(label, "magenta", before, move)

    def add_news(self, who: str, style: str, before: object, move: Move[Any]) -> None:
        """Remembers a move and what followed it, as the player saw it."""
        after = self.engine.view(self.seat)
        line = Text.assemble(" ", (who, style), ": ")
        self.news.append(line.append_text(screen.describe_news(self.game, before, after, move)))
        self.news.extend(self.tell_news(before, after))

    def tell_news(self, before: object, after: object) -> list[Text]:
        """Writes what followed a move by itself."""
        return [Text(f"   {text}", style="yellow") for text in self.game.news(before, after)]

    def answer(self, seen: Observation[Any, Any], written: Written, text: str) -> bool:
        """Plays the move or runs the command that was typed; returns whether the turn is over."""
        try:
            move = self.play_line(seen, written, text)
            if move is None:
                return self.run_command(text)
        except EndOfInput:
            raise
        except KeyboardInterrupt:
            self.check_interactive()
            self.say("Stopped.")
            return False
        except KibitzError as error:
            bug = isinstance(error, RuleError)
            self.say(describe_error(error, [self.game.id]) if bug else str(error), "red")
            return False
        words = screen.describe_move(self.game, seen.view, move, short=True)
        line = Text.assemble(" ", ("you", "green"), ": ").append_text(words)
        screen.show_line(self.console, line)
        for line in self.tell_news(seen.view, self.engine.view(self.seat)):
            screen.show_line(self.console, line)
        return True

    def play_line(
        self, seen: Observation[Any, Any], written: Written, text: str
    ) -> Move[Any] | None:
        """Reads a line and plays the move in it; returns the move, or None if it is a command.

        Args:
            seen: what the player sees, with the legal moves.
            written: the legal moves by notation.
            text: the line.

        Raises:
            KibitzError: if the line is neither, or the rules refuse the move.
            RuleError: if a rule of the game fails; the match is as it was.
        """
        if self.is_command(written, text):
            return None
        exact = written.get(text.lower(), ())
        if text.isdecimal():
            self.engine.play(numbered(seen, text), self.seat)
        else:
            # The engine reads whatever is not simply the notation of one legal move.
            self.engine.play(exact[0] if len(exact) == 1 else text, self.seat)
        # Where the engine has read the text, only its history has the move.
        return self.engine.history[-1][1]

    def is_command(self, written: Written, text: str) -> bool:
        """Tells whether a line is a command; a text that is exactly a legal move is a move."""
        if command_name(text) not in self.commands:
            return not text
        return text.lower() not in written

    def run_command(self, text: str) -> bool:
        """Runs a command; an empty line lists the moves. Returns whether the turn is over."""
        argument = text.partition(" ")[2].strip()
        return self.commands[command_name(text)](argument) if text else self.moves("")

    def finish(self) -> None:
        """Shows the result, and where the record is."""
        outcome = self.engine.outcome
        assert outcome is not None
        if self.news:
            self.show_news()
        screen.show_header(self.console, "the end")
        self.draw()
        result = screen.describe_result(outcome, self.match.labels(), self.seat)
        screen.show_line(self.console, Text(" ").append_text(result))
        path = self.write_file()
        if path is not None:
            self.say("Saved; to have every move judged:", "dim")
            adviser = choose_adviser(self.game, None, timed=False)
            self.show_command(command_line("replay", path, "--agent", adviser))

    def write_file(self) -> Path | None:
        """Writes the match to its file, if it has one; returns the file if it was written."""
        if self.match.file is None:
            return None
        try:
            self.match.save()
        except KibitzError as error:  # a full disk must not end the match
            self.say(str(error), "red")
            return None
        return self.match.file.path

    def leave(self, word: str) -> None:
        """Says goodbye, and how to come back."""
        file = self.match.file
        if file is not None and file.is_automatic() and not self.engine.ply:
            file.discard()
            self.match.file = None
        path = self.write_file()
        if path is not None:
            self.say(f"{word} The match is saved; to continue:")
            self.show_command(self.match.resume_command(path))
        else:
            self.say(f"{word} Not saved; to play the same deal again:")
            self.show_command(self.match.repeat_command())

    def show_command(self, command: str) -> None:
        """Prints a command that can be copied: on one line, however long it is."""
        self.console.print(Text(f"   {command}", style="bold"), soft_wrap=True)

    # Commands: each returns whether the turn is over.

    def help(self, _: str) -> bool:
        """Shows what can be typed."""
        for name, text, *_words in HELP:
            screen.show_line(self.console, Text(f"  {name:<{HELP_COLUMN - 2}}{text}"), HELP_COLUMN)
        self.say("Commands may start with /, in case a move has the same name.")
        return False

    def rules(self, _: str) -> bool:
        """Shows the rules, on a terminal page by page if they are longer than the screen."""
        lines = screen.set_page(self.console, self.game.rules_text())
        if self.prompt.interactive and len(lines) >= self.console.height:
            from pydoc import pager  # Slow to import, and rarely needed.

            pager("\n".join(line.plain for line in lines) + "\n")
            return False
        screen.print_lines(self.console, lines)
        return False

    def auto(self, text: str) -> bool:
        """Switches whether the only move is played without asking."""
        if text not in ("", "on", "off"):
            raise UsageError(f"invalid auto {text}: expected on or off")
        self.auto_play = text == "on" if text else not self.auto_play
        what = "it is played without asking" if self.auto_play else "you are asked for it"
        self.say(f"From now on, if you have only one move, {what}.")
        return self.is_forced()

    def table(self, _: str) -> bool:
        """Shows the table."""
        self.show_position()
        return False

    def show_position(self) -> int:
        """Shows the table as the player sees it; returns the number of lines."""
        labels = [label for seat, label in enumerate(self.match.labels()) if seat != self.seat]
        against = f"you are seat {self.seat} against {' and '.join(labels)}, " if labels else ""
        self.console.print()
        note = f"{against}move {self.engine.ply + 1}"
        lines = screen.show_header(self.console, self.game.title or self.game.id, note)
        return lines + self.draw()

    def draw(self) -> int:
        """Draws the table as the player sees it; returns the number of lines."""
        return screen.show_table(self.console, self.game.render(self.engine.view(self.seat)))

    def show_news(self) -> int:
        """Shows what happened since the player's last decision; returns the number of lines."""
        lines = sum(screen.show_line(self.console, line) for line in self.news)
        self.console.print()
        self.news.clear()
        return lines + 1

    def moves(self, kind: str) -> bool:
        """Lists all legal moves, or those of a kind."""
        seen = self.engine.observe()
        if any(screen.is_kind(move, kind) for move in seen.moves):
            screen.show_moves(self.console, seen, kind=kind)
        else:
            known = screen.kind_names(seen.moves).values()
            self.say(f"no legal move starts with {kind!r}; {offer(kind, known)}", "red")
        return False

    def advise(self, spec: str, wanted: tuple[Move[Any], ...] = ()) -> Consulted[Any, Any]:
        """Asks an agent, also about some moves; the same question is asked once in a position."""
        version = self.engine.version
        question = (version, spec, wanted)
        if question not in self.advice:
            self.advice = {key: said for key, said in self.advice.items() if key[0] == version}
            seen = self.engine.observe(wanted=wanted)
            with self.thinking("the kibitzer"):
                self.advice[question] = consult(self.game, spec, seen, self.match.timed)
        return self.advice[question]

    def hint(self, spec: str) -> bool:
        """Shows what the kibitzer, or another agent, would play."""
        refuse_people(spec or self.match.kibitzer, "hint")
        who = check_kibitzer(self.game, spec, self.match.timed) if spec else self.match.kibitzer
        who, _, advice = self.advise(who)
        screen.show_advice(self.console, self.engine.observe(), advice, who, 5, listed=True)
        return False

    def why(self, text: str) -> bool:
        """Shows every reason for and against a move; the kibitzer's choice if none is named."""
        seen = self.engine.observe()
        who, _, advice = self.advise(self.match.kibitzer)
        answer, move = advice, advice.move
        if text.isdecimal():
            move = numbered(seen, text)
        elif text:
            move = read_move(self.engine, text, self.seat)
        if move != advice.move and move in seen.moves:
            who, _, answer = self.advise(self.match.kibitzer, (move,))
        screen.show_answer(self.console, seen, advice, answer, who, move)
        return False

    def undo(self, _: str) -> bool:
        """Takes back all moves since the player's last decision; the record says so.

        Against agents, everything can be taken back. With another person at the table, only what
        revealed nothing.
        """
        engine, cautious = self.engine, self.match.against_people()
        taken: list[str] = []
        while engine.ply > 0:
            last = str(engine.history[-1][1])
            if not engine.undo(player_facing=cautious):
                break
            taken.insert(0, last)
            if engine.seat == self.seat and not self.is_forced():
                self.match.taken_back.append(TakenBack(engine.ply, taken))
                self.say(f"Took back {'; '.join(taken)}.")
                return True
        why = f"{last} revealed something" if engine.ply > 0 else "you have not moved yet"
        for _count in taken:
            engine.redo()
        self.say(f"cannot undo: {why}", "red")
        return False

    def is_forced(self) -> bool:
        """Tells whether the player's move would be played without asking."""
        return self.auto_play and len(self.engine.legal_moves()) == 1

    def position(self, _: str) -> bool:
        """Prints the position as JSON."""
        document = self.game.position(self.engine.view(self.seat))
        self.console.print(Text(json.dumps(document)), soft_wrap=True)
        return False

    def save(self, name: str) -> bool:
        """Saves the match, to its own file or another."""
        old = self.match.file
        own = old is not None and not old.is_automatic()
        if own and not name:
            assert old is not None
            file = old
        else:
            file = SaveFile(Path(name or f"{self.game.id}-{self.engine.seed}.jsonl"))
        file.write(self.match.record())
        self.match.file = file
        if old is not None and not own:
            old.discard()
        self.say(f"Saved to {file.path}; further moves are saved there too.")
        return False

    def quit(self, _: str) -> bool:
        """Leaves the match."""
        raise Quit

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Waits for an agent; shows on a terminal that it thinks, if it takes more than a moment.

        Raises:
            KeyboardInterrupt: if Ctrl-C is pressed.
        """
        person = self.engine.seat != self.seat and self.match.against_people()
        if not self.console.is_terminal or self.console.is_dumb_terminal or person:
            with self.interrupts.wait():
                yield
            return
        status = self.console.status(Text(f"{who} is thinking", style="dim"))
        timer = threading.Timer(THINKING_DELAY, status.start)
        timer.start()
        try:
            with self.interrupts.wait():
                yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def say(self, text: str, style: str = "") -> None:
        """Prints a sentence or two."""
        screen.show_line(self.console, Text(f" {text}", style=style))


def command_name(text: str) -> str:
    """Returns the first word of a line as a command is called: in lower case, without a slash."""
    return text.partition(" ")[0].lower().removeprefix("/")


# Reading lines.


class Prompt:
    """Asks for lines; on a terminal the tab key completes moves and commands."""

    def __init__(self, console: Console) -> None:
        """Sets up line editing if both input and output are a terminal."""
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.coloured = console.color_system is not None and not console.no_color
        self.words: list[str] = []
        # Whether a line is being typed.
        self.asking = False
        if self.interactive:
            self.enable_completion()

    def enable_completion(self) -> None:
        """Turns on completion; some builds of Python have no readline."""
        with suppress(ImportError):
            import readline

            readline.set_completer(self.complete)
            readline.set_completer_delims("")
            readline.parse_and_bind("tab: complete")

    def complete(self, text: str, index: int) -> str | None:
        """Returns one of the words that start with the text; None after the last one."""
        fitting = [word for word in self.words if word.startswith(text.lower())]
        return fitting[index] if index < len(fitting) else None

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """Reads a line; `words` are what the tab key offers.

        Raises:
            EndOfInput: if the input has ended.
        """
        self.words = list(words)
        if self.interactive:
            try:
                # The marks tell readline which characters have no width.
                shown = f"\001\033[1;36m\002{prompt}\001\033[0m\002" if self.coloured else prompt
                self.asking = True
                line = input(shown)
                self.asking = False
                return line.strip()
            except EOFError:
                print()
                raise EndOfInput("the input ended") from None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        # Piped input is not visible, so it is repeated: the output reads as a transcript.
        print(line.rstrip("\r\n"))
        if not line:
            raise EndOfInput("the input ended")
        return line.strip()

    def dropped(self) -> str:
        """Returns what had been typed when Ctrl-C ended `ask`; empty where nobody can tell."""
        asked, self.asking = self.asking, False
        with suppress(ImportError):
            import readline

            return readline.get_line_buffer().strip() if asked else ""
        return ""


class Interrupts:
    """Ctrl-C in a session: it ends a wait, and never interrupts a change of the match.

    A wait is for a line, or for an agent that thinks. If Ctrl-C is pressed while nothing waits, the
    next wait ends at once.
    """

    def __init__(self) -> None:
        """Leaves Ctrl-C as it is until the session begins."""
        self.pressed = 0
        self.waiting = False
        self.installed = False

    def __enter__(self) -> Self:
        # Only the main thread gets signals. Where they are ignored, as under nohup, they stay so.
        ours = threading.current_thread() is threading.main_thread()
        if ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self.handle)
            self.installed = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Ends a wait, or remembers that Ctrl-C was pressed."""
        self.pressed += 1
        if self.waiting or self.pressed >= MOST_PRESSED:
            self.pressed = 0
            raise KeyboardInterrupt

    @contextmanager
    def wait(self) -> Iterator[None]:
        """Lets Ctrl-C end the block.

        Raises:
            KeyboardInterrupt: if it is pressed, or was pressed before.
        """
        self.waiting = True
        try:
            if self.pressed:
                self.pressed = 0
                raise KeyboardInterrupt
            yield
        finally:
            self.waiting = False
