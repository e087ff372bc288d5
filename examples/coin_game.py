"""Coins: take one to three coins from a pot, or flip one; the player who takes the last wins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from kibitz.core import Domain, Move, OpenGame, Reject, Rng, State, int_range


class Pot(State):
    __match_args__ = ("rng", "seat", "over", "reason", "coins")

    def __init__(self, rng: Rng, seat: int, over: bool, reason: str, coins: int) -> None:
        super().__init__(rng, seat, over, reason)
        self.coins = coins

    def lose(self, count: int) -> None:
        self.coins -= count
        if self.coins == 0:
            self.finish("the pot is empty")  # the seat stays: it took the last coin
        else:
            self.seat = 1 - self.seat


@dataclass(frozen=True)
class Take(Move[Pot]):
    """Take one, two or three coins."""

    id: ClassVar[str] = "take"
    domains: ClassVar[Mapping[str, Domain]] = {"count": int_range(1, 3)}
    count: int

    def check(self, state: Pot, seat: int) -> Iterator[Reject]:
        if self.count > state.coins:
            yield Reject("TOO_MANY", f"only {state.coins} left", left=state.coins)

    def apply(self, state: Pot, seat: int) -> None:
        state.lose(self.count)


class Flip(Move[Pot]):
    """Flip a coin: heads takes one coin, tails two if they are there."""

    id: ClassVar[str] = "flip"

    def apply(self, state: Pot, seat: int) -> None:
        state.lose(1 if state.rng.flip() else min(2, state.coins))


class Coins(OpenGame[Pot]):
    id: ClassVar[str] = "coins"

    def kinds(self) -> list[type[Move[Pot]]]:
        return [Take, Flip]

    def setup(self, rng: Rng) -> Pot:
        return Pot(rng, 0, False, "", 9)

    def returns(self, state: Pot) -> list[float]:
        won = (1.0 if state.seat == 0 else -1.0) if state.over else 0.0
        return [won, -won]


if __name__ == "__main__":
    from argparse import ArgumentParser

    from kibitz.agents import RandomAgent
    from kibitz.core import RuleEngine

    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seed")
    engine = RuleEngine(Coins(), seed=parser.parse_args().seed)
    player = RandomAgent()
    while engine.outcome is None:
        move = player.advise(engine.observe()).move
        print(f"{engine.state.coins} coins, seat {engine.seat}: {move}")
        engine.play(move)
    print(f"seat {engine.outcome.winner} wins: {engine.outcome.reason}")
