"""Whatever the engine is given, and however rules fail, its errors are ours and nothing is lost.

The suite makes 3,000 random calls. For the full figure, in either build:

    KIBITZ_FUZZ=60000 python -m pytest tests/core/test_engine_fuzz.py
"""

import os
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from kibitz.agents import make_agent
from kibitz.core import (
    EnumerationOptions,
    KibitzError,
    Rng,
    RuleEngine,
    RuleError,
    read_record,
    replay,
    seeded,
    write_record,
)
from kibitz.games import load
from tests.core.hostile import BET, CHAOS, Chaos, Give, HostileGame, LazyGame, Rest, Take
from tests.core.nim import Nim

CALLS = int(os.environ.get("KIBITZ_FUZZ", "3000"))
ROUND = 250  # calls with one match
# How messages of ours begin; those of Python and of compiled code do not.
OURS = re.compile(r"(invalid|expected|this entry of) ")

Match = RuleEngine[Any, Any]  # Any: matches of all games


class Fuzzer:
    """Calls the engine with good and bad arguments, by one generator."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.chaos = Chaos(seed, self.dice.choice([0.0, 0.02, 0.2, 0.6]))
        self.failures: list[str] = []
        self.calls = 0
        self.listener: list[object] = []

    def maybe(self, good: object) -> Any:
        """Returns a good argument, or junk."""
        return good if self.dice.random() < 0.8 else self.chaos.junk()

    def optional(self, **arguments: object) -> dict[str, Any]:
        """Returns some of the arguments, each good or junk."""
        return {
            name: self.maybe(good) for name, good in arguments.items() if self.dice.random() < 0.4
        }

    def start(self) -> Match:
        """Starts a match."""
        games: list[Any] = [HostileGame, LazyGame, Nim, lambda: load("leduc"), lambda: load("duel")]
        game: Any = self.dice.choice(games)()
        CHAOS[-1] = Chaos(0, 0.0)
        return RuleEngine(game, seed=self.dice.randrange(9), checked=self.dice.random() < 0.3)

    def move(self, engine: Match) -> Any:
        """Returns a move or an entry, mostly one that could be played."""
        junk = self.chaos.junk()
        made = [lambda: Take(1), lambda: Take(junk), lambda: BET(2), lambda: BET(junk), Rest]
        made += [lambda: Give(1, ("gold",), 0), lambda: self.listed(engine), lambda: junk]
        return self.dice.choice(made)()

    def listed(self, engine: Match) -> Any:
        """Returns an entry of an enumeration."""
        entries = engine.enumerate_moves(self.dice.randrange(engine.game.seats))
        return self.dice.choice(entries) if entries else None

    def call(self, engine: Match) -> str:
        """Makes one call and returns its name."""
        name = self.dice.choice([*CALLERS])
        try:
            CALLERS[name](self, engine)
        except KibitzError as error:
            str(error)
        except (TypeError, ValueError) as error:
            said = str(error)
            if not OURS.match(said) or "expected" not in said or len(said) > 5_000:
                self.failures.append(f"{name}: {type(error).__name__}: {said[:200]}")
        except Exception as error:  # noqa: BLE001 - every other error is a finding
            self.failures.append(f"{name}: {type(error).__name__}")
        return name

    def run(self) -> None:
        """Makes the calls of one round and looks after each whether the match is whole."""
        engine = self.start()
        CHAOS[-1] = self.chaos
        for _ in range(ROUND):
            before, ply, version = fingerprint(engine), engine.ply, engine.version
            name = self.call(engine)
            self.calls += 1
            if name not in PLAYING and engine.version != version:
                self.failures.append(f"{name} changed the match")
            elif engine.version == version and fingerprint(engine) != before:
                self.failures.append(f"{name} changed the state without a new version")
            if engine.ply > ply + 1 or abs(engine.version - version) > 1:
                self.failures.append(f"{name} played more than one move")


def fingerprint(engine: Match) -> str:
    """Returns the hash of the state; a rule may have put something there that has none."""
    try:
        return engine.state_hash
    except RuleError:
        return ""


def new_match(fuzz: Fuzzer, engine: Match) -> None:
    options = fuzz.optional(seed=3, agent_seed=1, names=["a", "b"], state=engine.state)
    options |= fuzz.optional(checked=True, limit=50)
    RuleEngine(fuzz.maybe(engine.game), **options).legal_moves()


def enumerate_some(fuzz: Fuzzer, engine: Match) -> None:
    options = fuzz.optional(
        valid_only=True, include_metadata=True, move_ids=["take"], max_per_move=1
    )
    if fuzz.dice.random() < 0.1:
        options["options"] = fuzz.maybe(EnumerationOptions(valid_only=True))
    found = engine.enumerate_moves(fuzz.maybe(0), **options)
    for entry in found:
        repr(entry)
        assert entry.is_valid == (entry.validation_error is None)
        if entry.metadata is not None:
            entry.metadata["mine"] = 1  # type: ignore[index]  # the copy belongs to whoever asked
    assert engine.last_enumeration is not None
    engine.last_enumeration.moves and repr(engine.last_enumeration.moves)


def iterate(fuzz: Fuzzer, engine: Match) -> None:
    options = fuzz.optional(
        valid_only=True, include_metadata=True, move_ids=["bet"], max_per_move=1
    )
    for count, _ in enumerate(engine.iter_moves(fuzz.maybe(0), **options)):
        if count > 20:
            break


def random_move(fuzz: Fuzzer, engine: Match) -> None:
    # What a caller's own function raises is the caller's.
    weight: Any = fuzz.dice.choice(
        [lambda entry: 1.0, lambda entry: fuzz.chaos.junk(), 3, "x", None]
    )
    engine.random_move(fuzz.maybe(0), fuzz.maybe(seeded(1)), weight)


def next_choices(fuzz: Fuzzer, engine: Match) -> None:
    kind = fuzz.dice.choice(["take", "give", "bet", "rest", Take, Give, BET.kind, None])
    chosen: dict[object, object] = {}
    if fuzz.dice.random() < 0.5:
        chosen = {fuzz.dice.choice(["count", "to"]): fuzz.maybe(1)}
    options = fuzz.optional(chosen=chosen, player=0, valid_only=True)
    engine.next_choices(fuzz.maybe(kind), **options)


def observe(fuzz: Fuzzer, engine: Match) -> None:
    wanted = [fuzz.move(engine)] if fuzz.dice.random() < 0.3 else []
    seen = engine.observe(**fuzz.optional(seat=0, deadline=1e12, wanted=wanted))
    repr(seen)
    if engine.game.id == "leduc":
        make_agent(engine.game, fuzz.dice.choice(["random", "greedy"])).advise(seen)


def records(fuzz: Fuzzer, engine: Match) -> None:
    if fuzz.dice.random() < 0.3:
        read_record(fuzz.chaos.junk())
    record: Any = write_record(fuzz.maybe(engine), fuzz.maybe(()))
    text = record.text()
    if fuzz.dice.random() < 0.5:
        at = fuzz.dice.randrange(len(text))
        text = (
            text[:at]
            + fuzz.dice.choice(["", "x", "}", "9", '"', "\ud800", "null"])
            + text[at + 1 :]
        )
    record = read_record(text)
    replay(fuzz.maybe(record), fuzz.maybe(engine.game))


def agents(fuzz: Fuzzer, engine: Match) -> None:
    names = ["random", "greedy:worlds=2", "greedy:worlds=x", "no", ":", "random:seed=1,seed=2"]
    agent: Any = make_agent(fuzz.maybe(engine.game), fuzz.maybe(fuzz.dice.choice(names)))
    repr(agent)


def read_texts(fuzz: Fuzzer, engine: Match) -> None:
    texts = ["take 1", "give 1 [gold] 0", "rest", "bet 1 - -", "raise", "take", "give", "t", "pass"]
    engine.parse(fuzz.maybe(fuzz.dice.choice(texts)), **fuzz.optional(player=0))


def play_texts(fuzz: Fuzzer, engine: Match) -> None:
    texts = ["take 1", "rest", "raise", "call", "pass_turn", "give 1 [] 1"]
    engine.play(fuzz.maybe(fuzz.dice.choice(texts)), **fuzz.optional(player=0))


def listen(fuzz: Fuzzer, engine: Match) -> None:
    def listener(event: object) -> None:
        fuzz.listener.append(event)
        repr(event)
        raise RuntimeError("a listener fails")

    engine.subscribe(fuzz.maybe(listener))


CALLERS: dict[str, Callable[[Fuzzer, Match], object]] = {
    "new_match": new_match,
    "enumerate_moves": enumerate_some,
    "iter_moves": iterate,
    "random_move": random_move,
    "next_choices": next_choices,
    "observe": observe,
    "records": records,
    "agents": agents,
    "parse": read_texts,
    "play": play_texts,
    "subscribe": listen,
    "legal_moves": lambda fuzz, engine: engine.legal_moves(),
    "count_moves": lambda fuzz, engine: engine.count_moves(fuzz.maybe(0)),
    "any_move": lambda fuzz, engine: engine.any_move(fuzz.maybe(1)),
    "view": lambda fuzz, engine: engine.view(fuzz.maybe(0)),
    "outcome": lambda fuzz, engine: engine.outcome,
    "repr": lambda fuzz, engine: repr(engine),
    "states": lambda fuzz, engine: (engine.state, engine.states(), engine.state_hashes()),
    "history": lambda fuzz, engine: engine.history,
    "fork": lambda fuzz, engine: engine.fork().legal_moves(),
    "can_execute": lambda fuzz, engine: engine.can_execute(
        fuzz.move(engine), **fuzz.optional(player=0)
    ),
    "explain": lambda fuzz, engine: engine.explain(fuzz.move(engine), **fuzz.optional(player=1)),
    "execute": lambda fuzz, engine: repr(
        engine.execute(fuzz.move(engine), **fuzz.optional(player=0))
    ),
    "play_move": lambda fuzz, engine: engine.play(fuzz.move(engine), **fuzz.optional(player=0)),
    "undo": lambda fuzz, engine: engine.undo(**fuzz.optional(player_facing=True)),
    "redo": lambda fuzz, engine: engine.redo(),
    "seeded": lambda fuzz, engine: isinstance(seeded(fuzz.maybe(3)), Rng),
}
PLAYING = ("execute", "play", "play_move", "undo", "redo")


@pytest.mark.expects_errors
def test_random_calls_raise_only_errors_of_ours_and_leave_the_match_whole() -> None:
    failures: dict[str, int] = {}
    made = 0
    seed = 0
    while made < CALLS:
        fuzz = Fuzzer(seed)
        fuzz.run()
        made += fuzz.calls
        seed += 1
        for failure in fuzz.failures:
            failures[failure] = failures.get(failure, 0) + 1
    assert not failures, "\n".join(f"{count} x {failure}" for failure, count in failures.items())
    assert made >= CALLS
