"""A game with more moves than anybody lists: people choose some pieces, or answer step by step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from kibitz.core import (
    Domain,
    Game,
    Move,
    Reject,
    Rng,
    State,
    hidden_rng,
    int_range,
    one_of,
    some_of,
)

CARDS = some_of(int_range(1, 10), 2)


class Table(State):
    """How many turns have been played."""

    __match_args__ = ("rng", "seat", "over", "reason", "turns")

    def __init__(self, rng: Rng, seat: int, over: bool, reason: str, turns: int) -> None:
        super().__init__(rng, seat, over, reason)
        self.turns = turns

    def clone(self) -> "Table":
        return Table(self.rng.clone(), self.seat, self.over, self.reason, self.turns)

    def end_turn(self) -> None:
        self.turns += 1
        self.seat = 1 - self.seat
        if self.turns == 4:
            self.finish("all have chosen")


@dataclass(frozen=True)
class Drop(Move[Table]):
    """Drop two or more of ten cards; the first question has only one answer."""

    id: ClassVar[str] = "drop"
    slots: ClassVar[tuple[str, ...]] = ("cards",)
    domains: ClassVar[Mapping[str, Domain]] = {"pile": one_of("discard"), "cards": CARDS}
    pile: str
    cards: tuple[int, ...]

    def check(self, state: Table, seat: int) -> Iterator[Reject]:
        if state.turns >= 2:
            yield Reject("TOO_LATE", "cards are dropped in the first two turns")

    def apply(self, state: Table, seat: int) -> None:
        state.end_turn()


@dataclass(frozen=True)
class Give(Move[Table]):
    """Give away two or more of ten cards; another question comes after them."""

    id: ClassVar[str] = "give"
    slots: ClassVar[tuple[str, ...]] = ("cards",)
    domains: ClassVar[Mapping[str, Domain]] = {"cards": CARDS, "day": int_range(1, 2)}
    cards: tuple[int, ...]
    day: int

    def check(self, state: Table, seat: int) -> Iterator[Reject]:
        if state.turns < 2:
            yield Reject("TOO_EARLY", "cards are given in the last two turns")

    def apply(self, state: Table, seat: int) -> None:
        state.end_turn()


class Choosing(Game[Table, Table]):
    """Two players drop some cards each, then give some away."""

    id: ClassVar[str] = "choosing"
    opponent: ClassVar[str] = "random"  # others look at every move

    def kinds(self) -> list[type[Move[Table]]]:
        return [Drop, Give]

    def setup(self, rng: Rng) -> Table:
        return Table(rng, 0, False, "", 0)

    def returns(self, state: Table) -> list[float]:
        return [0.0, 0.0]

    def view(self, state: Table, seat: int) -> Table:
        return Table(hidden_rng(), state.seat, state.over, state.reason, state.turns)

    def sample(self, view: Table, rng: Rng) -> Table:
        return Table(rng.fork(), view.seat, view.over, view.reason, view.turns)


def install(folder: Path) -> None:
    """Writes what makes this an installed game, for processes that have the folder on their path.

    They need the root of the source tree there, too.
    """
    metadata = folder / "choosing-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: choosing\nVersion: 1.0\n")
    entry = f"{Choosing.id} = {__name__}:{Choosing.__name__}"
    (metadata / "entry_points.txt").write_text(f"[kibitz.games]\n{entry}\n")
