"""A person's match in the terminal: shows, asks, answers, and never loses a game to a typo."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from kibitz.agents.human import EndOfInput, choose
from kibitz.agents.registry import make_agent
from kibitz.cli import INTERRUPTED
from kibitz.cli.given import CheckFailed
from kibitz.cli.match import Match
from kibitz.cli.prompt import Prompt
from kibitz.cli.saving import SaveFile
from kibitz.cli.screen import (
    is_of,
    news_of,
    result_of,
    show_advice,
    show_header,
    show_moves,
    show_reasons,
    show_table,
    wording,
)
from kibitz.core.agent import Advice, Observation
from kibitz.core.errors import IllegalMoveError, KibitzError
from kibitz.core.move import Move
from kibitz.core.options import offer

HELP = """\
  NUMBER         play that move of the list
  MOVE           play a move by its notation, or a beginning that fits only one
  hint [AGENT]   what the kibitzer would play
  why [MOVE]     every reason for or against a move; alone: for the best one
  moves [KIND]   list all legal moves, or those of a kind
  table          show the table again
  undo           take your last move back
  position       print the position, for kibitz advise
  save [FILE]    keep a record of the match
  quit           leave; a saved match can be resumed
  ?              this help
 A word in front of which you put / is a command even if a move has the same name."""


# So many lines of moves are shown even where the table fills the screen.
LEAST_ROOM = 7
# How many seconds somebody may think without a sign of it.
GLANCE = 0.3


class Quit(Exception):
    """The player wants to leave."""


def agent_move(match: Match) -> Move[Any]:  # Any: games are known by name only
    """Lets the agent whose turn it is play, and returns its move.

    Raises:
        CheckFailed: if nothing is left to play, or the agent breaks the rules.
    """
    engine, name = match.engine, match.engine.names[match.engine.seat]
    seen = engine.observe()
    if not seen.moves:
        raise CheckFailed(f"seat {seen.seat} has no legal move, and the game is not over")
    move = match.agents[seen.seat].advise(seen).move
    try:
        engine.play(move)
    except IllegalMoveError as error:
        raise CheckFailed(f"the agent {name} broke the rules: {error}") from None
    return move


class Session:
    """One person at one match."""

    def __init__(self, match: Match, seat: int, screen: Console) -> None:
        """Takes the match, the person's seat and where to show it."""
        self.match = match
        self.engine = match.engine
        self.game = match.game
        self.seat = seat
        self.screen = screen
        self.prompt = Prompt()
        # What the others did since the player's last move, told under the table.
        self.news: list[Text] = []
        # The latest advice, and the version of the state it was given for.
        self.advice: tuple[int, Advice[Any]] | None = None
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
                    self.decide()
                else:
                    self.reply()
                self.keep()
            self.finish()
        except (EndOfInput, Quit) as left:
            self.leave("The input ended." if isinstance(left, EndOfInput) else "Goodbye.")
        except KeyboardInterrupt:
            self.screen.print()
            self.leave("Stopped.")
            return INTERRUPTED
        return 0

    # Turns.

    def decide(self) -> None:
        """Shows the table and asks until the player has moved, or taken a move back."""
        seen = self.engine.observe()
        if not seen.moves:
            raise CheckFailed(f"seat {seen.seat} has no legal move, and the game is not over")
        drawn = self.show_position() + self.tell_news()
        # The table, the moves and the prompt fit on one screen, if they can.
        room = max(self.screen.height - drawn - 1, LEAST_ROOM) if self.screen.is_terminal else 0
        show_moves(self.screen, seen, room)
        words = [*[str(move) for move in seen.moves], *self.commands]
        while not self.answer(seen, self.prompt.ask("your move (? for help)> ", words)):
            pass

    def reply(self) -> None:
        """Lets an agent play and notes what it did, as far as the player may know."""
        seat, before = self.engine.seat, self.engine.view(self.seat)
        with self.thinking(self.match.label(seat)):
            move = agent_move(self.match)
        line = Text.assemble(" ", (self.match.label(seat), "magenta"), ": ")
        told = news_of(self.game, before, self.engine.view(self.seat), move)
        self.news.append(line.append_text(told))

    def answer(self, seen: Observation[Any, Any], text: str) -> bool:
        """Does what was typed; returns whether the turn is over."""
        word, _, rest = text.partition(" ")
        is_move = any(str(move).lower() == text.lower() for move in seen.moves)
        command = self.commands.get(word.lower().removeprefix("/")) if not is_move else None
        try:
            if not text:
                return self.moves("")
            if command is not None:
                return command(rest.strip())
            move = choose(seen, text)
            self.engine.play(move, self.seat)
        except KibitzError as error:
            if isinstance(error, EndOfInput):
                raise
            self.say(str(error), "red")
            return False
        told = wording(self.game, seen.view, move, short=True)
        self.screen.print(Text.assemble(" ", ("you", "green"), ": ").append_text(told))
        return True

    def finish(self) -> None:
        """Shows the end, and where the record is."""
        outcome = self.engine.outcome
        assert outcome is not None
        if self.news:
            self.tell_news()
        show_header(self.screen, "the end")
        show_table(self.screen, self.game.render(self.engine.view(self.seat)))
        result = result_of(outcome, self.match.labels(), self.seat)
        self.screen.print(Text(" ").append_text(result), soft_wrap=True)
        path = self.keep()
        if path is not None:
            self.say(f"Saved to {path}; kibitz replay {path} --agent greedy judges it.", "dim")

    def keep(self) -> Path | None:
        """Writes the match to its file, if it has one; returns the file once it is written."""
        if self.match.file is None:
            return None
        try:
            self.match.save()
        except KibitzError as error:  # a full disk must not cost the match
            self.say(str(error), "red")
            return None
        return self.match.file.path

    def leave(self, word: str) -> None:
        """Says goodbye, and how to come back."""
        path = self.keep()
        if path is not None:
            self.say(f"{word} Saved to {path}; go on with: kibitz play --resume {path}")
        else:
            again = f"kibitz play {self.game.id} --seed {self.engine.seed}"
            self.say(f"{word} Not saved; the same deal again: {again}")

    # Commands: each returns whether the turn is over.

    def help(self, _: str) -> bool:
        """Lists what can be typed."""
        self.screen.print(Text(HELP), soft_wrap=True)
        return False

    def table(self, _: str) -> bool:
        """Shows the table."""
        self.show_position()
        return False

    def show_position(self) -> int:
        """Draws the table as the player sees it; returns how many lines that took."""
        title = self.game.title or self.game.id
        note = f"you are seat {self.seat}, move {self.engine.ply + 1}, seed {self.engine.seed}"
        drawing = self.game.render(self.engine.view(self.seat))
        self.screen.print()
        show_header(self.screen, title, note)
        show_table(self.screen, drawing)
        return len(drawing.splitlines()) + 1

    def tell_news(self) -> int:
        """Says what the others did since the player's last move; returns how many lines it took."""
        for line in self.news:
            self.screen.print(line, soft_wrap=True)
        self.screen.print()
        lines = len(self.news) + 1
        self.news.clear()
        return lines

    def moves(self, kind: str) -> bool:
        """Lists all legal moves, or those of a kind."""
        seen = self.engine.observe()
        if any(is_of(move, kind) for move in seen.moves):
            show_moves(self.screen, seen, kind=kind)
        else:
            known = dict.fromkeys(move.id for move in seen.moves)
            self.say(f"No legal move begins with {kind!r}; {offer(kind, known)}", "red")
        return False

    def advise(self, spec: str) -> Advice[Any]:
        """Asks an agent; the kibitzer's answer is kept until the table changes."""
        version = self.engine.version
        if not spec and self.advice is not None and self.advice[0] == version:
            return self.advice[1]
        agent = make_agent(self.game, spec or self.match.kibitzer)
        with self.thinking("the kibitzer"):
            advice = agent.advise(self.engine.observe())
        if not spec:
            self.advice = (version, advice)
        return advice

    def hint(self, spec: str) -> bool:
        """Shows what the kibitzer, or another agent, would play."""
        advice, seen = self.advise(spec), self.engine.observe()
        who = spec or self.match.kibitzer
        show_advice(self.screen, self.game, seen.view, advice, who, 5, seen.moves)
        return False

    def why(self, text: str) -> bool:
        """Shows every reason for or against a move; for the kibitzer's choice if none is named."""
        seen = self.engine.observe()
        move = choose(seen, text) if text else self.advise("").move
        for option in self.advise("").options:
            if option.move == move:
                words = wording(self.game, seen.view, move)
                self.screen.print(Text(" ").append_text(words), soft_wrap=True)
                show_reasons(self.screen, option)
                return False
        self.say(f"{move} is legal; the kibitzer did not look at it.")
        return False

    def undo(self, _: str) -> bool:
        """Takes moves back to the player's last decision."""
        count = 0
        while self.engine.undo(player_facing=True):
            count += 1
            if self.engine.seat == self.seat:
                self.say("Taken back." if count == 1 else f"Taken back: {count} moves.")
                return True
        blocked = self.engine.ply > 0
        for _count in range(count):
            self.engine.redo()
        why = "the move before showed something hidden" if blocked else "you have not moved yet"
        self.say(f"Nothing can be taken back: {why}.", "red")
        return False

    def position(self, _: str) -> bool:
        """Prints the position as JSON."""
        document = self.game.position(self.engine.view(self.seat))
        self.screen.print(Text(json.dumps(document)), soft_wrap=True)
        return False

    def save(self, name: str) -> bool:
        """Writes the record, to the match's file or another."""
        default = f"{self.game.id}-{self.engine.seed}.jsonl"
        file = SaveFile(Path(name or default)) if name or not self.match.file else self.match.file
        file.write(self.engine)
        self.match.file = file
        self.say(f"Saved to {file.path}, where the match is kept from now on.")
        return False

    def quit(self, _: str) -> bool:
        """Leaves."""
        raise Quit

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Shows on a terminal that somebody thinks, if it takes longer than a glance."""
        if not self.screen.is_terminal:
            yield
            return
        status = self.screen.status(Text(f"{who} thinks", style="dim"))
        timer = threading.Timer(GLANCE, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def say(self, text: str, style: str = "") -> None:
        """Prints one line of prose."""
        self.screen.print(Text(f" {text}", style=style), soft_wrap=True)
