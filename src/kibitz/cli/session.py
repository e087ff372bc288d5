"""A person's match in the terminal: shows the table, asks for a move, answers commands."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from kibitz.agents.human import EndOfInput, numbered, read_move
from kibitz.agents.registry import make_agent
from kibitz.cli import INTERRUPTED
from kibitz.cli.agents import ask, choose_agent
from kibitz.cli.arguments import CheckFailed, command_line, option_arguments
from kibitz.cli.match import Match
from kibitz.cli.prompt import Prompt
from kibitz.cli.saving import SaveFile
from kibitz.cli.screen import (
    describe_move,
    describe_news,
    describe_result,
    is_kind,
    show_advice,
    show_header,
    show_moves,
    show_reasons,
    show_table,
)
from kibitz.core.agent import Advice, Observation
from kibitz.core.errors import IllegalMoveError, InvalidMoveError, KibitzError, RuleError
from kibitz.core.move import Move
from kibitz.core.options import offer
from kibitz.core.record import TakenBack
from kibitz.games.bugs import describe_error, observe_strictly

HELP = """\
  NUMBER         play the move with this number
  MOVE           play a move by its notation; its first letters are enough if only one move fits
  hint [AGENT]   show what the kibitzer, or another agent, would play
  why [MOVE]     show every reason for and against a move; without MOVE, the best one
  moves [KIND]   list all legal moves, or those of one kind
  table          show the table again
  undo           take back your last move
  position       print the position as JSON, for kibitz advise
  save [FILE]    save the match; further moves are saved to the same file
  quit           leave; you can resume a saved match
  ?              show this help
 Commands may start with /, in case a move has the same name."""

# Moves by their notation in lower case.
Written = Mapping[str, Sequence[Move[Any]]]

# At least this many lines of moves are shown, even if the table fills the screen.
MIN_MOVE_LINES = 7
# Seconds that an agent may think before the screen says so.
THINKING_DELAY = 0.3


class Quit(Exception):
    """The player wants to leave."""


def agent_move(match: Match) -> Move[Any]:  # Any: games are known by name only
    """Lets the agent whose turn it is play, and returns its move.

    Raises:
        CheckFailed: if it plays an illegal move.
        RuleError: if it has no legal move, or a rule of the game fails.
    """
    engine, title = match.engine, match.agent_title(match.engine.seat)
    seen = observe_strictly(engine)
    move = ask(match.agents[seen.seat], seen, title).move
    try:
        engine.play(move)
    except (IllegalMoveError, InvalidMoveError) as error:
        raise CheckFailed(f"{title} broke the rules: {error}") from None
    return move


def by_notation(moves: Sequence[Move[Any]]) -> Written:
    """Groups moves by their notation in lower case; some games write two moves alike."""
    found: dict[str, list[Move[Any]]] = {}
    for move in moves:
        found.setdefault(str(move).lower(), []).append(move)
    return found


class Session:
    """One person at one match."""

    def __init__(self, match: Match, seat: int, screen: Console) -> None:
        """Starts a session for the person in `seat`."""
        self.match = match
        self.engine = match.engine
        self.game = match.game
        self.seat = seat
        self.screen = screen
        self.prompt = Prompt()
        # What the others did since the player's last move, shown below the table.
        self.news: list[Text] = []
        # The latest advice, and the version of the state it was given for.
        self.advice: tuple[int, Advice[Any]] | None = None
        # Each command takes the rest of the line and returns whether the turn is over.
        self.commands: dict[str, Callable[[str], bool]] = {
            "hint": self.hint,
            "why": self.why,
            "moves": self.moves,
            "table": self.table,
            "undo": self.undo,
            "position": self.position,
            "save": self.save,
            "quit": self.quit,
            "exit": self.quit,
            "help": self.help,
            "?": self.help,
        }

    def run(self) -> int:
        """Plays to the end, or until the player leaves; returns the exit code."""
        try:
            while self.engine.outcome is None:
                if self.engine.seat == self.seat:
                    self.take_turn()
                else:
                    self.play_opponent()
                self.write_file()
            self.finish()
        except (EndOfInput, Quit) as left:
            self.leave("End of input." if isinstance(left, EndOfInput) else "Goodbye.")
        except KeyboardInterrupt:
            self.screen.print()
            self.leave("Stopped.")
            return INTERRUPTED
        return 0

    # Turns.

    def take_turn(self) -> None:
        """Shows the table and asks until the player has moved, or taken a move back."""
        seen = self.engine.observe()
        if not seen.moves:
            seen = observe_strictly(self.engine)
        lines = self.show_position() + self.show_news()
        # The table, the moves and the prompt should fit on one screen.
        room = max(self.screen.height - lines - 1, MIN_MOVE_LINES) if self.screen.is_terminal else 0
        show_moves(self.screen, seen, room)
        written = by_notation(seen.moves)
        words = [*written, *self.commands]
        while not self.answer(seen, written, self.prompt.ask("your move (? for help)> ", words)):
            pass

    def play_opponent(self) -> None:
        """Lets an agent play, and remembers what the player may know about its move."""
        seat, before = self.engine.seat, self.engine.view(self.seat)
        with self.thinking(self.match.label(seat)):
            move = agent_move(self.match)
        line = Text.assemble(" ", (self.match.label(seat), "magenta"), ": ")
        news = describe_news(self.game, before, self.engine.view(self.seat), move)
        self.news.append(line.append_text(news))

    def answer(self, seen: Observation[Any, Any], written: Written, text: str) -> bool:
        """Plays the move or runs the command that was typed; returns whether the turn is over."""
        try:
            move = self.play_line(seen, written, text)
            if move is None:
                return self.run_command(text)
        except EndOfInput:
            raise
        except KibitzError as error:
            bug = isinstance(error, RuleError)
            self.say(describe_error(error, [self.game.id]) if bug else str(error), "red")
            return False
        words = describe_move(self.game, seen.view, move, short=True)
        self.screen.print(Text.assemble(" ", ("you", "green"), ": ").append_text(words))
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
        show_header(self.screen, "the end")
        show_table(self.screen, self.game.render(self.engine.view(self.seat)))
        result = describe_result(outcome, self.match.labels(), self.seat)
        self.screen.print(Text(" ").append_text(result), soft_wrap=True)
        path = self.write_file()
        if path is not None:
            again = command_line("replay", path, "--agent", "greedy")
            self.say(f"Saved to {path}; to have every move judged: {again}", "dim")

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
        path = self.write_file()
        if path is not None:
            again = command_line("play", "--resume", path)
            self.say(f"{word} Saved to {path}; to continue: {again}")
        else:
            options = option_arguments(self.game.id, self.game.options)
            again = command_line("play", self.game.id, "--seed", self.engine.seed, *options)
            self.say(f"{word} Not saved; to play the same deal again: {again}")

    # Commands: each returns whether the turn is over.

    def help(self, _: str) -> bool:
        """Shows what can be typed."""
        self.screen.print(Text(HELP), soft_wrap=True)
        return False

    def table(self, _: str) -> bool:
        """Shows the table."""
        self.show_position()
        return False

    def show_position(self) -> int:
        """Shows the table as the player sees it; returns the number of lines."""
        title = self.game.title or self.game.id
        seat = f"you are seat {self.seat}, " if self.game.seats > 1 else ""
        note = f"{seat}move {self.engine.ply + 1}, seed {self.engine.seed}"
        drawing = self.game.render(self.engine.view(self.seat))
        self.screen.print()
        show_header(self.screen, title, note)
        show_table(self.screen, drawing)
        return len(drawing.splitlines()) + 1

    def show_news(self) -> int:
        """Shows what the others did since the player's last move; returns the number of lines."""
        for line in self.news:
            self.screen.print(line, soft_wrap=True)
        self.screen.print()
        lines = len(self.news) + 1
        self.news.clear()
        return lines

    def moves(self, kind: str) -> bool:
        """Lists all legal moves, or those of a kind."""
        seen = self.engine.observe()
        if any(is_kind(move, kind) for move in seen.moves):
            show_moves(self.screen, seen, kind=kind)
        else:
            known = dict.fromkeys(move.id for move in seen.moves)
            self.say(f"no legal move starts with {kind!r}; {offer(kind, known)}", "red")
        return False

    def advise(self, spec: str) -> Advice[Any]:
        """Asks an agent; the kibitzer's advice is cached until the state changes."""
        version, asked = self.engine.version, spec == self.match.kibitzer
        if asked and self.advice is not None and self.advice[0] == version:
            return self.advice[1]
        agent = make_agent(self.game, spec)
        with self.thinking("the kibitzer"):
            advice = ask(agent, self.engine.observe(), f"agent {spec}")
        if asked:
            self.advice = (version, advice)
        return advice

    def hint(self, spec: str) -> bool:
        """Shows what the kibitzer, or another agent, would play."""
        timed, kibitzer = self.match.timed, self.match.kibitzer
        who = choose_agent(self.game, spec, timed) if spec else kibitzer
        advice, seen = self.advise(who), self.engine.observe()
        show_advice(self.screen, self.game, seen.view, advice, who, 5, seen.moves)
        return False

    def why(self, text: str) -> bool:
        """Shows every reason for and against a move; the kibitzer's choice if none is named."""
        seen = self.engine.observe()
        if text.isdecimal():
            move = numbered(seen, text)
        else:
            move = (
                read_move(self.engine, text, self.seat)
                if text
                else self.advise(self.match.kibitzer).move
            )
        for option in self.advise(self.match.kibitzer).options:
            if option.move == move:
                words = describe_move(self.game, seen.view, move)
                self.screen.print(Text(" ").append_text(words), soft_wrap=True)
                show_reasons(self.screen, option)
                return False
        self.say(f"{move} is legal, but the kibitzer did not consider it.")
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
            if engine.seat == self.seat:
                self.match.taken_back.append(TakenBack(engine.ply, taken))
                self.say(f"Took back {'; '.join(taken)}.")
                return True
        why = f"{last} revealed something" if engine.ply > 0 else "you have not moved yet"
        for _count in taken:
            engine.redo()
        self.say(f"cannot undo: {why}", "red")
        return False

    def position(self, _: str) -> bool:
        """Prints the position as JSON."""
        document = self.game.position(self.engine.view(self.seat))
        self.screen.print(Text(json.dumps(document)), soft_wrap=True)
        return False

    def save(self, name: str) -> bool:
        """Saves the match, to its own file or another."""
        default = f"{self.game.id}-{self.engine.seed}.jsonl"
        file = SaveFile(Path(name or default)) if name or not self.match.file else self.match.file
        file.write(self.match.record())
        self.match.file = file
        self.say(f"Saved to {file.path}; further moves are saved there too.")
        return False

    def quit(self, _: str) -> bool:
        """Leaves the match."""
        raise Quit

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Shows on a terminal that an agent is thinking, if it takes more than a moment."""
        if not self.screen.is_terminal:
            yield
            return
        status = self.screen.status(Text(f"{who} is thinking", style="dim"))
        timer = threading.Timer(THINKING_DELAY, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def say(self, text: str, style: str = "") -> None:
        """Prints one line of text."""
        self.screen.print(Text(f" {text}", style=style), soft_wrap=True)


def command_name(text: str) -> str:
    """Returns the first word of a line as a command is called: in lower case, without a slash."""
    return text.partition(" ")[0].lower().removeprefix("/")
