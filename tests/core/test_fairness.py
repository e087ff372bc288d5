"""Rules that only read cannot see what the match will draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import pytest

from kibitz.core import (
    Domain,
    Game,
    Move,
    Part,
    Reject,
    Rng,
    RuleEngine,
    State,
    Streams,
    depends,
    hidden_rng,
    seeded,
    state_hash,
)
from kibitz.core.state import generators, replace_dice, without_dice
from kibitz.games import load, names
from kibitz.testing import ScriptedRng, play_random

SPIED: list[tuple[str, tuple[object, ...]]] = []


def spy(rule: str, state: Cup) -> None:
    """Writes down what a rule could foresee: the next number of every generator."""
    twin = state.clone()
    rolls = [rng.clone().below(1000) for rng in generators(twin)]
    SPIED.append((rule, (*rolls, twin.box.streams.get("coin").below(1000))))


class Box(Part):
    """A part with dice of its own."""

    __match_args__ = ("streams",)

    def __init__(self, streams: Streams) -> None:
        self.streams = streams

    def clone(self) -> Box:
        return Box(self.streams.clone())


class Cup(State):
    """A state with dice in every place where a game could keep them."""

    __match_args__ = ("rng", "seat", "over", "reason", "box", "spare", "named", "score")

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        box: Box,
        spare: list[tuple[Rng, int]],
        named: dict[str, Rng],
        score: int,
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.box = box
        self.spare = spare
        self.named = named
        self.score = score

    def clone(self) -> Cup:
        spare = [(rng.clone(), number) for rng, number in self.spare]
        named = {name: rng.clone() for name, rng in self.named.items()}
        basics = (self.rng.clone(), self.seat, self.over, self.reason)
        return Cup(*basics, self.box.clone(), spare, named, self.score)


def offered(state: Cup, seat: int, chosen: Mapping[str, Any]) -> list[int]:
    """A domain's function that looks at the dice."""
    spy("domain", state)
    return [1, 2]


class Roll(Move[Cup]):
    """Roll some dice; every rule of it looks at them first."""

    id: ClassVar[str] = "roll"
    __match_args__ = ("count",)
    domains: ClassVar[Mapping[str, Domain]] = {"count": depends(offered)}

    def __init__(self, count: int) -> None:
        self.count = count

    def check(self, state: Cup, seat: int) -> Iterator[Reject]:
        spy("check", state)
        if state.rng.clone().below(2):  # legal if the dice say so: nobody may know
            yield Reject("UNLUCKY", "the dice say no")

    def apply(self, state: Cup, seat: int) -> None:
        state.score += state.rng.below(1000) + state.box.streams.get("coin").below(1000)
        state.seat = 1 - seat


class Shake(Move[Cup]):
    """Shake the cup; listed by a producer."""

    id: ClassVar[str] = "shake"

    @classmethod
    def enumerate(cls, state: Cup, seat: int) -> Iterator[Move[Cup]]:
        spy("producer", state)
        yield cls()

    def apply(self, state: Cup, seat: int) -> None:
        state.score += state.rng.below(1000)


class Cheat(Game[Cup, Cup]):
    """A game whose rules look at the dice wherever they get a state."""

    id: ClassVar[str] = "cheat"

    def kinds(self) -> list[type[Move[Cup]]]:
        return [Roll, Shake]

    def setup(self, rng: Rng) -> Cup:
        streams = Streams(rng.child("streams"))
        streams.get("coin")
        spare = [(rng.child("spare"), 3)]
        return Cup(rng, 0, False, "", Box(streams), spare, {"deck": rng.child("deck")}, 0)

    def gate(self, state: Cup, seat: int, kind: type[Move[Cup]]) -> Reject | None:
        spy("gate", state)
        return super().gate(state, seat, kind)

    def view(self, state: Cup, seat: int) -> Cup:
        spy("view", state)
        return state.clone()

    def parse(self, state: Cup, text: str, seat: int | None = None) -> Move[Cup]:
        spy("parse", state)
        return super().parse(state, text, seat)

    def returns(self, state: Cup) -> list[float]:
        spy("returns", state)
        return [0.0, 0.0]

    def sample(self, view: Cup, rng: Rng) -> Cup:
        return self.setup(rng)


class OneCopy(Cheat):
    """The same, with one copy for all rules."""

    id: ClassVar[str] = "one-copy"
    reads_only: ClassVar[bool] = True


def ask_everything(engine: RuleEngine[Cup, Cup]) -> None:
    """Asks an engine all questions that reach rules."""
    engine.enumerate_moves(0)
    engine.enumerate_moves(1, valid_only=True)
    engine.legal_moves()
    engine.count_moves(0)
    engine.next_choices("roll", valid_only=True)
    engine.next_choices("shake")
    engine.can_execute(Roll(1))
    engine.explain(Roll(7))
    engine.view(0)
    engine.observe()
    engine.parse("shak")


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("game", [Cheat, OneCopy])
def test_rules_foresee_the_same_whatever_the_match_will_draw(
    game: Callable[[], Cheat], checked: bool
) -> None:
    foreseen: list[list[tuple[str, tuple[object, ...]]]] = []
    for seed in (1, 2):
        engine = RuleEngine(game(), seed=seed, checked=checked)
        before = engine.state_hash
        SPIED.clear()
        ask_everything(engine)
        assert engine.state_hash == before
        foreseen.append([*SPIED])
    rules = {rule for rule, _ in foreseen[0]}
    assert rules == {"domain", "check", "producer", "gate", "view", "parse"}
    assert foreseen[0] == foreseen[1], "the rules of two matches see the same dice"
    assert len({rolls for _, rolls in foreseen[0]}) == 1, "and the same in every question"


def test_rules_behind_notation_do_not_see_the_dice_of_a_state_that_is_given() -> None:
    foreseen: list[list[tuple[str, tuple[object, ...]]]] = []
    for seed in (1, 2):
        engine = RuleEngine(Cheat(), seed=seed)
        SPIED.clear()
        engine.game.parse(engine.state, "shak")
        foreseen.append([item for item in SPIED if item[0] != "parse"])
    assert foreseen[0]
    assert foreseen[0] == foreseen[1]


def test_lists_of_legal_moves_do_not_depend_on_the_dice() -> None:
    lists = [RuleEngine(Cheat(), seed=seed).legal_moves() for seed in range(20)]
    assert lists == [lists[0]] * 20
    engine = RuleEngine(Cheat(), seed=1)
    assert engine.legal_moves() == engine.legal_moves()


def test_the_match_itself_draws_from_its_own_dice() -> None:
    scores: list[int] = []
    for seed in (1, 1, 2):
        engine = RuleEngine(Cheat(), seed=seed)
        expected = engine.state.rng.below(1000)
        ask_everything(engine)
        engine.play(Shake())
        assert engine.state.score == expected
        scores.append(engine.state.score)
    assert scores[0] == scores[1] != scores[2]


def test_views_of_a_careless_game_do_not_hold_the_dice() -> None:
    engine = RuleEngine(Cheat(), seed=5)
    true = [rng.key() for rng in generators(engine.state)]
    assert len(true) == 5
    shown = [rng.key() for rng in generators(engine.view(0))]
    assert len(shown) == 5
    assert not set(shown) & set(true)
    assert not {rng.key() for rng in generators(engine.observe().view)} & set(true)


def test_scripted_dice_are_hidden_too() -> None:
    state = Cheat().setup(seeded(1))
    state.rng = ScriptedRng((1, 2, 3))
    assert type(without_dice(state).rng) is Rng
    assert isinstance(state.rng, ScriptedRng)


def test_hiding_the_dice_changes_nothing_else() -> None:
    state = Cheat().setup(seeded(3))
    before = state_hash(state)
    twin = without_dice(state)
    assert state_hash(state) == before
    replace_dice(twin, hidden_rng())
    zeros = state.clone()
    replace_dice(zeros, hidden_rng())
    assert state_hash(state) == before, "copies share the base of streams, which stays as it is"
    assert twin == zeros


@pytest.mark.parametrize("name", names())
def test_no_game_shows_its_dice_to_rules(name: str) -> None:
    match: RuleEngine[Any, Any] = play_random(load(name), seed=2, max_plies=4)
    true = {rng.key() for rng in generators(match.state)}
    lent = list(generators(without_dice(match.state)))
    assert lent
    assert not true & {rng.key() for rng in lent}
