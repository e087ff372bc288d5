"""Agents and games that do what a referee has to deal with; agents are named `module:Class`."""

import ctypes
import math
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from kibitz.agents.random import RandomAgent
from kibitz.core import Advice, Observation
from kibitz.core.game import Outcome
from tests.agents.pile import Pile, PileState, Take

Seen = Observation[Any, Any]  # Any: they play every game


class Misfit:
    """Plays at random, and misbehaves in the given share of games: those of every nth deal."""

    def __init__(self, every: int = 1) -> None:
        self.every = every

    def advise(self, seen: Seen) -> Advice[Any]:
        # What agents draw follows from the seed of the deal, so this tells deals apart.
        if seen.rng.clone().below(self.every) == 0:
            self.misbehave(seen)
        return RandomAgent().advise(seen)

    def misbehave(self, seen: Seen) -> None:
        raise NotImplementedError  # each subclass has its own way


class Raising(Misfit):
    """Fails."""

    def misbehave(self, seen: Seen) -> None:
        raise KeyError("pot")


class Exiting(Misfit):
    """Ends its process, as if all were well."""

    def misbehave(self, seen: Seen) -> None:
        os._exit(0)


class Crashing(Misfit):
    """Crashes its process."""

    def misbehave(self, seen: Seen) -> None:
        ctypes.string_at(0)


class Leaving(Misfit):
    """Leaves."""

    def misbehave(self, seen: Seen) -> None:
        sys.exit("good night")


class Interrupting(Misfit):
    """Pretends that somebody pressed Ctrl-C."""

    def misbehave(self, seen: Seen) -> None:
        raise KeyboardInterrupt


class Stuck(Misfit):
    """Never answers, and does not listen."""

    def misbehave(self, seen: Seen) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass


class Late(Misfit):
    """Answers after some milliseconds."""

    def __init__(self, every: int = 1, ms: int = 400) -> None:
        super().__init__(every)
        self.ms = ms

    def misbehave(self, seen: Seen) -> None:
        time.sleep(self.ms / 1000)


class Marking(Misfit):
    """Takes its time, and leaves a mark for every move."""

    def misbehave(self, seen: Seen) -> None:
        time.sleep(0.02)
        with Path("marks").open("a") as file:
            file.write("x")


class Punctual(Misfit):
    """Thinks as long as it may."""

    def misbehave(self, seen: Seen) -> None:
        assert seen.deadline is not None
        while not seen.expired():
            time.sleep(0.001)


class Printing(Misfit):
    """Writes to the standard output, in every way there is."""

    def misbehave(self, seen: Seen) -> None:
        print("printed")  # noqa: T201 - that is the point
        sys.__stdout__.write("written\n")  # type: ignore[union-attr]  # it is there
        os.write(1, b"sent\n")


class Patching(Misfit):
    """Changes everything that it gets: in its game, everybody draws, and nobody can move."""

    def advise(self, seen: Seen) -> Advice[Any]:
        advice = RandomAgent().advise(seen)
        game: Any = seen.game
        game.outcome = lambda state: Outcome(None, "patched", (0.0, 0.0))
        game.returns = lambda state: [0.0, 0.0]
        game.legal = lambda state: []
        seen.moves.clear()
        seen.view.stones = 1
        return advice


class Writing(Misfit):
    """Writes into everything that it gets, and into the copy of the move that it has played."""

    def __init__(self, every: int = 1) -> None:
        super().__init__(every)
        self.played: Any = None

    def advise(self, seen: Seen) -> Advice[Any]:
        spoil(self.played)
        advice = RandomAgent().advise(seen)
        self.played = advice.move
        for move in seen.moves:
            spoil(move)
        return advice


def spoil(move: Any) -> None:
    """Writes what can be written into a move, as a thoughtless agent would."""
    with suppress(AttributeError):  # nothing can be written into some
        move.id = "mine"
    with suppress(AttributeError):
        move.count = 1


class Searching(Misfit):
    """Writes into a move that its search has found, an object of the rules."""

    def misbehave(self, seen: Seen) -> None:
        seen.game.legal(seen.sample())[0].id = "mine"  # type: ignore[misc]  # that is the point


class Rewriting(Misfit):
    """Writes into a class of the rules."""

    def misbehave(self, seen: Seen) -> None:
        # That mypy refuses it is the point.
        type(seen.moves[0]).check = lambda self, state, seat: iter(())  # type: ignore[method-assign]


class Scribbling(Misfit):
    """Keeps notes at moves and classes of the rules, under names that the rules do not have."""

    notes: ClassVar[list[int]] = []

    def misbehave(self, seen: Seen) -> None:
        move: Any = seen.game.legal(seen.sample())[0]
        self.notes.append(getattr(move, "note", 0))
        move.note = type(move).remark = 7


class Forking(Misfit):
    """Goes on twice."""

    def misbehave(self, seen: Seen) -> None:
        if os.fork() == 0:
            self.go_on(seen)

    def go_on(self, seen: Seen) -> None:
        """Does what it likes in the other process."""


class ForkingLoudly(Forking):
    """Fails in the other process."""

    def go_on(self, seen: Seen) -> None:
        raise LookupError("forked")


class Orphaning(Misfit):
    """Ends its process, but not the one that it has forked before."""

    def misbehave(self, seen: Seen) -> None:
        if os.fork() == 0:
            while not Path("released").exists():
                time.sleep(0.05)
        os._exit(1)


class Emptying(Misfit):
    """Empties the list of moves, and returns nothing."""

    def advise(self, seen: Seen) -> Advice[Any]:
        seen.moves.clear()
        return None  # type: ignore[return-value]  # that is the point


class Cheating(Misfit):
    """Plays a move that nobody may play."""

    def advise(self, seen: Seen) -> Advice[Any]:
        return Advice(Take(9), 0.0, ())


class Confusing(Misfit):
    """Plays a move of which the rules can make nothing."""

    def advise(self, seen: Seen) -> Advice[Any]:
        return Advice(Take("all"), 0.0, ())  # type: ignore[arg-type]  # that is the point


class Unspeakable(Exception):
    """Cannot be written."""

    def __str__(self) -> str:
        raise ValueError("no words")


class Speechless(Misfit):
    """Fails with an error that fails."""

    def misbehave(self, seen: Seen) -> None:
        raise Unspeakable


class Escaping(Misfit):
    """Fails with an error that a terminal would obey, and that no file can hold."""

    def misbehave(self, seen: Seen) -> None:
        raise ValueError("\x1b[31mred\x1b[0m \ud800 \u202e")


class Unmade:
    """Ends the process of whoever makes it."""

    def __init__(self) -> None:
        os._exit(0)

    def advise(self, seen: Seen) -> Advice[Any]:
        raise NotImplementedError  # its process is gone before anybody asks


# Games.


class NotANumber(Pile):
    """A game whose returns are no numbers."""

    id: ClassVar[str] = "not_a_number"

    def returns(self, state: PileState) -> list[float]:
        return [math.nan, 0.0] if state.over else super().returns(state)


class Infinite(Pile):
    """A game in which there is everything to win."""

    id: ClassVar[str] = "infinite"

    def returns(self, state: PileState) -> list[float]:
        return [math.inf, -math.inf] if state.over else super().returns(state)


class Huge(Pile):
    """A game whose returns have four thousand digits."""

    id: ClassVar[str] = "huge"

    def returns(self, state: PileState) -> list[float]:
        return [10**4000, -(10**4000)] if state.over else super().returns(state)


class Loud(Pile):
    """A game that ends for a reason that is a formula and an escape sequence, and half a letter."""

    id: ClassVar[str] = "loud"

    def outcome(self, state: PileState) -> Outcome | None:
        found = super().outcome(state)
        return found and Outcome(found.winner, "=1+1\x1b[31m\ud800", found.returns)


GAMES = """
not_a_number = tests.arena.misfits:NotANumber
infinite = tests.arena.misfits:Infinite
huge = tests.arena.misfits:Huge
loud = tests.arena.misfits:Loud
pile = tests.agents.pile:Pile
"""
