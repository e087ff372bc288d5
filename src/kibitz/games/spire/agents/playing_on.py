"""How a fight goes on after a plan: it is played to its end, again and again, in sampled worlds.

The rest of a fight is played by what moves change, which is quick and not bad. The HP that are kept
on average tell more about a plan than any count of damage and block.
"""

import time
from typing import Final

from kibitz.agents.beam import Line, add_up
from kibitz.core.agent import Observation, Reason
from kibitz.core.move import Move
from kibitz.games.spire.agents.plan import has_drawn
from kibitz.games.spire.agents.weights import TUNED_RATING, Rating
from kibitz.games.spire.agents.worth import balance, standing
from kibitz.games.spire.cards.potions import EMPTY_SLOT
from kibitz.games.spire.moves import End, list_moves
from kibitz.games.spire.state import LOST, WON, Fight

# A fight that goes on for longer counts as it stands.
MOST_MOVES: Final = 400
# What a defeat counts more than any other if the monsters have next to no HP left.
NEAR_VICTORY: Final = 0.5
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


def play_on(s: Fight, rating: Rating = TUNED_RATING) -> float:
    """Plays a fight to its end, in place.

    Returns:
        The share of HP that is kept. A defeat is -1, and less bad the more HP the monsters lost:
        where most fights are lost, that tells the better plan.
    """
    moves = 0
    while not s.over and moves < MOST_MOVES:
        best_move(s, rating).apply(s, 0)
        moves += 1
    if s.reason == WON:
        return s.hp / s.max_hp
    if s.reason == LOST:
        return -1.0 + NEAR_VICTORY * damage_share(s)
    return 0.0 if s.over else standing(s)


def damage_share(s: Fight) -> float:
    """Returns the share of their HP that the monsters have lost."""
    left = total = 0
    for monster in s.monsters:
        total += monster.max_hp
        left += monster.hp if monster.alive else 0
    return max(0.0, 1.0 - left / max(1, total))


class Outlook:
    """Compares the lines of a plan by the fights played on after them.

    All lines meet the same worlds. Half of them drop out after each round, so that most fights are
    played for the few that are hard to tell apart.

    Attributes:
        seen: the decision.
        lines: the lines, the best first.
        price: what a potion costs, as a share of all HP.
        deadline: when to stop, on the clock of `time.monotonic`; None for never.
        results: what each line has brought, one number a world.
        fights: how many fights were played.
    """

    def __init__(
        self,
        seen: Observation[Fight, Fight],
        lines: list[Line[Fight]],
        price: float,
        deadline: float | None = None,
    ) -> None:
        self.seen: Final = seen
        self.lines: Final = lines
        self.price: Final = price
        self.deadline: Final = deadline
        self.results: Final[list[list[float]]] = [[] for _ in lines]
        self.fights = 0

    def run(self, worlds: int, worth: float) -> list[Line[Fight]]:
        """Plays on after each line in so many worlds, and in twice as many in each later round.

        Args:
            worlds: in how many worlds the first round is played.
            worth: what all HP count, beside the other reasons of a line.

        Returns:
            The lines with what playing on has brought, the best first. A line that has dropped out
            is as far behind as it was then, in the same worlds.
        """
        left = list(range(len(self.lines)))
        out: list[tuple[int, int, float]] = []
        done = 0
        while len(left) > 1 and self.play_round(left, done, done + worlds):
            done += worlds
            worlds *= 2
            left.sort(key=lambda index: -self.score(index, worth))
            half = (len(left) + 1) // 2
            last = left[half - 1]
            gone = [(each, last, self.score(last, worth)) for each in left[half:]]
            out = [(each, by, top - self.score(each, worth)) for each, by, top in gone] + out
            left = left[:half]
        scores = {index: self.score(index, worth) for index in left}
        for index, by, behind in out:  # those that dropped out last come first
            scores[index] = scores[by] - behind
        order = sorted(scores, key=lambda index: -scores[index])
        return [self.judged(index, scores[index]) for index in order]

    def score(self, index: int, worth: float) -> float:
        """Returns the score of a line with what playing on has brought so far."""
        found = self.results[index]
        mean = add_up(found) / len(found) if found else 0.0
        return self.lines[index].score + worth * mean

    def judged(self, index: int, score: float) -> Line[Fight]:
        """Returns a line with the reason that makes up its score."""
        line, count = self.lines[index], len(self.results[index])
        text = f"what {count} fights played on keep of your HP"
        reason = Reason(PLAYED_ON, score - line.score, text)
        return Line(line.move, line.plan, [*line.reasons, reason])

    def play_round(self, left: list[int], first: int, last: int) -> bool:
        """Plays on after some lines in some worlds; returns whether there was time for it."""
        for number in range(first, last):
            if self.deadline is not None and time.monotonic() >= self.deadline:
                return False
            # Named streams leave `seen.rng` as it is: asked again, all lines meet the same worlds.
            rng = self.seen.rng.child(f"played on {number}")
            world = self.seen.game.sample(self.seen.view, rng)
            for index in left:
                self.results[index].append(self.follow(world.clone(), self.lines[index]))
                self.fights += 1
        return True

    def follow(self, s: Fight, line: Line[Fight]) -> float:
        """Plays a line as far as it was planned for sure, and then on."""
        start = s.clone()
        line.move.apply(s, 0)
        for move in line.plan:
            if s.over or s.turn != start.turn or has_drawn(start, s) or move not in list_moves(s):
                break
            move.apply(s, 0)
        kept = play_on(s)
        return kept - self.price * max(0, held(start) - held(s))
