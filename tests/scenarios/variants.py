"""Duels with one thing changed: the misbehaving moves that the scenarios ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from kibitz.core import Domain, Move, Reject, RuleEngine, some_of
from kibitz.games.duel import Duel
from kibitz.games.duel.game import (
    CAST,
    DECK,
    ENEMY,
    FIELD,
    HAND,
    LAYOUT,
    PILE,
    Attack,
    DuelState,
    PassTurn,
    PlayCard,
    Pools,
    hurt,
)
from kibitz.kit import TableMove, Unit
from kibitz.testing import Scenario, scenario

DuelEngine = RuleEngine[DuelState, DuelState]

# Numbers of cards and places, by their words.
card = LAYOUT.read_card
place = LAYOUT.read_place


class DarkRitual(TableMove[Unit, Pools]):
    """A move with a parameter and nothing that proposes it."""

    id: ClassVar[str] = "ritual"
    __match_args__ = ("cards",)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards: Final = cards

    def apply(self, state: DuelState, seat: int) -> None:
        for kind in self.cards:
            state.move(kind, HAND, seat, PILE)


class Volley(TableMove[Unit, Pools]):
    """A move with up to two targets."""

    id: ClassVar[str] = "volley"
    slots: ClassVar[tuple[str, ...]] = ("targets",)
    domains: ClassVar[dict[str, Domain]] = {"targets": some_of(ENEMY, 0, 2)}
    __match_args__ = ("targets",)

    def __init__(self, targets: tuple[int, ...]) -> None:
        self.targets: Final = targets

    def apply(self, state: DuelState, seat: int) -> None:
        for target in self.targets:
            hurt(state, target, 1)


class Variant(Duel):
    """A duel whose kinds are given; those with the id of a usual one take its place."""

    def __init__(self, *kinds: type[Move[DuelState]]) -> None:
        super().__init__()
        self.changed: Final = {kind.id: kind for kind in kinds}

    def kinds(self) -> list[type[Move[DuelState]]]:
        usual = super().kinds()
        known = [self.changed.get(kind.id, kind) for kind in usual]
        return [*known, *[kind for kind in self.changed.values() if kind not in known]]


def duel(*kinds: type[Move[DuelState]]) -> Scenario[Unit, Pools]:
    """Starts the fixture of the scenarios: an empty table, mana 5, life 20, seat 0 to move."""
    return scenario(Variant(*kinds) if kinds else Duel())


def with_hands(*kinds: type[Move[DuelState]]) -> Scenario[Unit, Pools]:
    """The same, with three affordable kinds of cards in each hand."""
    return duel(*kinds).put("hand", 0, "imp", "guard", "ogre").put("hand", 1, "wolf", "thief")


def texts(entries: Sequence[object]) -> list[str]:
    """Writes entries or moves as notation."""
    return [str(getattr(entry, "params", entry)) for entry in entries]


def codes_of(engine: DuelEngine, *move_ids: str, player: int = 0) -> list[str]:
    """Returns the code of each refused entry."""
    entries = engine.enumerate_moves(player, move_ids=list(move_ids) or None)
    return [e.validation_error.error_code for e in entries if e.validation_error is not None]


class Boom(Attack):
    """Attack, whose producer breaks after its first candidate."""

    id: ClassVar[str] = "attack"

    @classmethod
    def enumerate(cls, state: DuelState, seat: int) -> Iterator[Boom]:
        yield cls(state.place(FIELD, seat, 0), place(f"p{1 - seat}"))
        raise RuntimeError("boom")


class NotIterable(Attack):
    """Attack, whose producer returns nothing at all."""

    id: ClassVar[str] = "attack"

    @classmethod
    def enumerate(cls, state: DuelState, seat: int) -> Iterator[NotIterable]:
        return None  # type: ignore[return-value]  # the slip under test


class WrongParams(TableMove[Unit, Pools]):
    """Play, whose producer yields a dictionary, another move and a wrongly typed one.

    It is no subclass of the real one, which refuses wrong types by itself when compiled.
    """

    id: ClassVar[str] = "play_card"
    judged: ClassVar[list[object]] = []
    __match_args__ = ("card", "mode")

    def __init__(self, card: int, mode: str) -> None:
        self.card: Final = card
        self.mode: Final = mode

    @classmethod
    def enumerate(cls, state: DuelState, seat: int) -> Iterator[WrongParams]:
        yield {"card": "imp"}  # type: ignore[misc]  # the slip under test
        yield PassTurn()  # type: ignore[misc]  # the slip under test
        yield cls("imp", "calm")  # type: ignore[arg-type]  # the slip under test

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        self.judged.append(self)
        return iter(())

    def apply(self, state: DuelState, seat: int) -> None:
        state.take(self.card, HAND, seat)


class TouchyCheck(PlayCard):
    """Play, whose check breaks for guards only."""

    id: ClassVar[str] = "play_card"

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        if self.card == card("guard"):
            raise RuntimeError("cannot think")
        return super().check(state, seat)


class ForgetfulCheck(PlayCard):
    """Play, whose check forgets to return anything."""

    id: ClassVar[str] = "play_card"

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return None  # type: ignore[return-value]  # the slip under test


class YieldsText(PlayCard):
    """Play, whose check yields a text instead of a refusal."""

    id: ClassVar[str] = "play_card"

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        yield "no"  # type: ignore[misc]  # the slip under test


class Meddler(PlayCard):
    """Play, whose check changes everything it can reach."""

    id: ClassVar[str] = "play_card"

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        state.board.mana[seat] += 1
        state.rng.word()
        state.marks |= CAST
        return iter(())


class MeddlingProducer(PlayCard):
    """Play, whose producer draws a card."""

    id: ClassVar[str] = "play_card"

    @classmethod
    def enumerate(cls, state: DuelState, seat: int) -> Iterator[MeddlingProducer]:
        state.draw(seat, DECK, HAND)
        for kind in state.pile(HAND, seat):
            yield cls(kind, "calm")


class Twice(PlayCard):
    """Play, whose producer proposes everything twice."""

    id: ClassVar[str] = "play_card"

    @classmethod
    def enumerate(cls, state: DuelState, seat: int) -> Iterator[Twice]:
        for _ in range(2):
            for kind in state.pile(HAND, seat):
                yield cls(kind, "calm")


class Endless(PlayCard):
    """Play, with ten million candidates."""

    id: ClassVar[str] = "play_card"
    produced: ClassVar[list[int]] = []
    domains: ClassVar[dict[str, Domain]] = {}

    @classmethod
    def enumerate(cls, state: DuelState, seat: int) -> Iterator[Endless]:
        for number in range(10_000_000):
            cls.produced.append(number)
            yield cls(number, "calm")

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return iter(())


class Collapse(PassTurn):
    """End of turn that breaks halfway through its effect."""

    id: ClassVar[str] = "pass_turn"

    def apply(self, state: DuelState, seat: int) -> None:
        state.enter(Unit(state.take(state.pile(HAND, seat)[0], HAND, seat)), FIELD, seat)
        state.marks |= CAST
        state.rng.word()
        state.turn += 1
        raise RuntimeError("the table fell over")


class Renamed(PlayCard):
    """Play, with a display name of its own in the metadata."""

    id: ClassVar[str] = "play_card"
    name: ClassVar[str] = "Play"
    metadata: ClassVar[dict[str, object]] = {"display_name": "Summon", "icon": "claw"}
