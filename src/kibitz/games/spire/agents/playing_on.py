"""How a fight goes on after a plan: it is played to its end, again and again, in sampled worlds.

In each world the rest of the fight is played by what moves change, which is quick and not bad. What
is kept of the HP on average tells more about a plan than any count of damage and block.
"""

import time
from typing import Final

from kibitz.agents.beam import Line, add_up
from kibitz.core.agent import Observation, Reason
from kibitz.core.move import Move
from kibitz.games.spire.agents.plan import has_drawn
from kibitz.games.spire.agents.weights import Rating
from kibitz.games.spire.agents.worth import balance, standing
from kibitz.games.spire.cards.potions import EMPTY_SLOT
from kibitz.games.spire.moves import End, list_moves
from kibitz.games.spire.state import LOST, WON, Fight

# A fight that goes on for longer counts as it stands.
MOST_MOVES: Final = 400
LOWEST: Final = -1e18
PLAYED_ON: Final = "played on"


def best_move(s: Fight, rating: Rating) -> Move[Fight]:
    """Returns the move that changes most for the better; ending the turn changes nothing."""
    moves = list_moves(s)
    if len(moves) == 1:
        return moves[0]
    before = balance(s, rating)
    best, most = moves[-1], LOWEST
    for move in moves:
        value = 0.0
        if not isinstance(move, End):
            after = s.clone()
            move.apply(after, 0)
            value = balance(after, rating) - before
        if value > most:
            best, most = move, value
    return best


def held(s: Fight) -> int:
    """Returns how many potions the player has."""
    count = 0
    for potion in s.potions:
        if potion != EMPTY_SLOT:
            count += 1
    return count


def play_on(s: Fight, rating: Rating, price: float = 0.0) -> float:
    """Plays a fight to its end, in place.

    Returns:
        The share of HP that is kept, or -1 for a defeat, less the price of each potion used.
    """
    before = held(s)
    moves = 0
    while not s.over and moves < MOST_MOVES:
        best_move(s, rating).apply(s, 0)
        moves += 1
    spent = price * max(0, before - held(s))
    if s.reason == WON:
        return s.hp / s.max_hp - spent
    if s.reason == LOST:
        hp = total = 0
        for monster in s.monsters:
            total += monster.max_hp
            if monster.alive:
                hp += monster.hp
        return -1.0 + 0.5 * (1.0 - hp / max(1, total))
    return (0.0 if s.over else standing(s)) - spent


class Outlook:
    """Compares the lines of a plan by playing on after them.

    All lines meet the same worlds. Half of them drop out after each round, so that most fights are
    played for the few that are hard to tell apart.

    Attributes:
        seen: the decision.
        rating: how the rest of a fight is played.
        price: what a potion costs, as a share of the HP.
        results: what each line has brought in each world.
        fights: how many fights were played.
    """

    def __init__(
        self,
        seen: Observation[Fight, Fight],
        lines: list[Line[Fight]],
        rating: Rating,
        price: float,
        deadline: float | None,
    ) -> None:
        self.seen: Final = seen
        self.lines: Final = lines
        self.rating: Final = rating
        self.price: Final = price
        self.deadline: Final = deadline
        self.results: Final[list[list[float]]] = [[] for _ in lines]
        self.fights = 0

    def run(self, worlds: int) -> list[Line[Fight]]:
        """Plays on in so many worlds for each line, in twice as many for those in the next round.

        Returns:
            The lines with what playing on has brought, the best first.
        """
        left = list(range(len(self.lines)))
        done = 0
        while len(left) > 1 and self.play_round(left, done, done + worlds):
            done += worlds
            left.sort(key=lambda index: -self.value(index))
            left = left[: (len(left) + 1) // 2]
            worlds *= 2
        return []

    def value(self, index: int) -> float:
        found = self.results[index]
        return add_up(found) / len(found) if found else LOWEST

    def play_round(self, left: list[int], first: int, last: int) -> bool:
        for number in range(first, last):
            if self.deadline is not None and time.monotonic() >= self.deadline:
                return False
            world = self.seen.game.sample(self.seen.view, self.seen.rng.child(f"outlook {number}"))
            for index in left:
                self.results[index].append(self.follow(world.clone(), self.lines[index]))
                self.fights += 1
        return True

    def follow(self, s: Fight, line: Line[Fight]) -> float:
        """Plays a line in a world as far as it was planned, and then on."""
        before = held(s)
        start = s.clone()
        line.move.apply(s, 0)
        for move in line.plan:
            if s.over or s.turn != start.turn or has_drawn(start, s) or move not in list_moves(s):
                break
            move.apply(s, 0)
        spent = self.price * max(0, before - held(s))
        return play_on(s, self.rating, self.price) - spent
