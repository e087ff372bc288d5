# mypy: ignore-errors
# test_typing.py looks at a copy without the line above, which keeps the slips out of `make lint`.
"""Wrong use: each marked line, and no other, is an error to a strict type checker."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from kibitz.agents import GreedyAgent
from kibitz.core import (
    Advice,
    Agent,
    Domain,
    EnumeratedMove,
    EnumerationOptions,
    Move,
    Observation,
    Option,
    Reason,
    Reject,
    RuleEngine,
    int_range,
)
from kibitz.games.leduc import Leduc, LeducState, Raise
from tests.typing.accepted import First, Heap, Nim, Split, Take

engine = RuleEngine(Nim(), seed=1)
leduc = RuleEngine(Leduc(), seed=1)

# Parameters.
Take("two")  # error: a text where a number belongs
Take(1, 2)  # error: one parameter too many
Take()  # error: a parameter is missing
Take(amount=1)  # error: no such parameter
Take(1).amount  # error: no such field  # noqa: B018
Take(1).count = 2  # error: a move never changes
Split(parts="two")  # error: a dataclass move is checked as well
Split(2).parts = 3  # error: a frozen dataclass never changes

# Moves of another game.
engine.execute(Raise())  # error: a move of Leduc in a match of Nim
engine.explain(Raise())  # error: the same for a question
leduc.execute(Take(1))  # error: and the other way round
engine.execute(leduc.enumerate_moves(0)[0])  # error: an entry of another game
engine.game.play(engine.state, Raise())  # error: past the engine, too
Leduc().legal(engine.state)  # error: a state of another game

# Entries and options.
entry = engine.enumerate_moves(0)[0]
entry.params.count  # error: the kind of move is not known yet  # noqa: B018
entry.validation_error.reason  # error: a valid entry has none  # noqa: B018
entry.is_valid = True  # error: an entry never changes
engine.enumerate_moves("ann")  # error: a player is a seat
engine.enumerate_moves(0, valid=True)  # error: no such option
engine.enumerate_moves(0, max_per_move="2")  # error: a text where a number belongs
EnumerationOptions(True)  # error: options are named
other: EnumeratedMove[LeducState] = entry  # error: an entry of another game
Reject("only a code")  # error: the reason is missing


# Rules.
class Wrong(Move[Heap]):
    """A kind of move that takes another state."""

    id: ClassVar[str] = "wrong"
    domains: ClassVar[Mapping[str, Domain]] = {"count": 3}  # error: not a domain

    def check(self, state: LeducState, seat: int) -> Iterator[Reject]:  # error: another state
        yield "TOO_MANY"  # error: a refusal is a Reject

    def apply(self, state: Heap, seat: int) -> None:
        state.coins -= 1  # error: the state has no such field


class Mixed(Nim):
    """A game with a move of another one."""

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Raise]  # error: a kind of another game


int_range("1", 3)  # error: a text where a bound belongs

# Agents.
agent: Agent[LeducState, LeducState] = First()  # error: an agent of another game
GreedyAgent(First())  # error: not a scorer
Option(Take(1), 0.0, [Reason("a", 0.0)])  # error: reasons are a tuple
Advice(Take(1), 0.0, (Option(Raise(), 0.0, ()),))  # error: options of another game


def peek(seen: Observation[Heap, Heap]) -> None:
    seen.engine.state  # error: an observation has no way back  # noqa: B018
    seen.moves = []  # error: an observation never changes
