"""Knock outs, Prizes, promotion, and the end of the match (R-30 to R-33)."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon.cards.catalogue import HP, IS_DOLL
from kibitz.games.pokemon.rules.in_play import discard_pokemon, promote
from kibitz.games.pokemon.rules.setup import restart
from kibitz.games.pokemon.rules.steps import A_SPOT, Ask
from kibitz.games.pokemon.state import (
    BY_DRAW,
    BY_NO_POKEMON,
    BY_PRIZES,
    HAND,
    PRIZES,
    Field,
    Fight,
    Pokemon,
    bench,
    has_active,
    pile,
)

NOBODY: Final = -1


class TakePrizes(Ask):
    """Take your Prizes."""

    id: ClassVar[str] = "take_prizes"
    __match_args__ = ("seat", "left")

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left: Final = left

    def options(self, state: Fight) -> list[int]:
        """Nothing is chosen: Prizes lie face down."""
        return []

    def decline(self, s: Fight) -> None:
        """Takes one, and asks for the next."""
        s.draw(self.seat, PRIZES, HAND, 1)
        if self.left > 1 and pile(s, PRIZES, self.seat):
            s.stack.append(TakePrizes(self.seat, self.left - 1))


class Promotion(Ask):
    """Which Pokémon becomes your Active one?"""

    id: ClassVar[str] = "promotion"

    def asks(self) -> int:
        """Asks for a Pokémon."""
        return A_SPOT

    def options(self, state: Fight) -> list[int]:
        """Returns the Bench."""
        return list(range(1, len(bench(state, self.seat)) + 1))

    def pick(self, s: Fight, option: int) -> None:
        """Makes it the Active one."""
        promote(s, self.seat, option - 1)


class Verdict(kit.Effect[Pokemon, Field]):
    """Tells whether somebody has won; otherwise who lacks an Active Pokémon promotes one."""

    id: ClassVar[str] = "verdict"

    def resolve(self, state: Fight) -> None:
        """Counts what each has achieved."""
        decide(state)


def knock_outs(s: Fight) -> None:
    """Discards the knocked out Pokémon; then come Prizes, the verdict and promotions."""
    prizes = [0, 0]
    found = False
    for place in range(len(s.rows)):
        row = s.rows[place]
        for at in range(len(row) - 1, -1, -1):
            pokemon = row[at]
            if pokemon.damage >= HP[pokemon.kind]:
                found = True
                row.pop(at)
                seat = place // 2
                discard_pokemon(s, seat, pokemon)
                if not IS_DOLL[pokemon.kind]:
                    prizes[1 - seat] += 1
    if found:
        award(s, prizes)


def award(s: Fight, prizes: list[int]) -> None:
    """Lets the players take so many Prizes each, the one whose turn it is first (R-31)."""
    s.stack.append(Verdict())
    for seat in (1 - s.active, s.active):
        count = min(prizes[seat], len(pile(s, PRIZES, seat)))
        if count > 0:
            s.stack.append(TakePrizes(seat, count))


def decide(s: Fight) -> None:
    """Ends the match if somebody has won (R-32); else asks for promotions."""
    score = [achieved(s, 0), achieved(s, 1)]
    if score[0] == 0 and score[1] == 0:
        for seat in (s.active, 1 - s.active):  # the last one asked comes first
            if not has_active(s, seat):
                s.stack.append(Promotion(seat))
    elif score[0] != score[1]:
        winner = 0 if score[0] > score[1] else 1
        finish(s, winner, BY_NO_POKEMON if pile(s, PRIZES, winner) else BY_PRIZES)
    elif s.board.rules.sudden_death:
        restart(s)
    else:
        finish(s, NOBODY, BY_DRAW)


def achieved(s: Fight, seat: int) -> int:
    """Counts which conditions for winning a seat meets."""
    foe = 1 - seat
    count = 0 if pile(s, PRIZES, seat) else 1
    return count if has_active(s, foe) or bench(s, foe) else count + 1


def finish(s: Fight, winner: int, reason: str) -> None:
    """Ends the match."""
    s.stack = []
    s.win(winner, reason)
