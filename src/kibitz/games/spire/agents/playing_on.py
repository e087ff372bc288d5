"""How a fight goes on after a plan: it is played to its end, again and again, in sampled worlds.

The rest of a fight is played by what moves change, which is quick and not bad. The HP that are kept
on average tell more about a plan than any count of damage and block.
"""

import time
from typing import Final

from kibitz.agents.beam import Line, add_up
from kibitz.core.agent import Observation, Reason
from kibitz.core.move import Move
from kibitz.games.spire.agents.choices import best_choice, is_ranked
from kibitz.games.spire.agents.plan import has_drawn
from kibitz.games.spire.agents.weights import TUNED_RATING, Rating
from kibitz.games.spire.agents.worth import balance, standing
from kibitz.games.spire.moves import End, UsePotion, list_moves
from kibitz.games.spire.state import LOST, WON, Fight

# A fight that goes on for longer counts as it stands.
MOST_MOVES: Final = 400
# What a defeat counts more than any other if the monsters have next to no HP left.
NEAR_VICTORY: Final = 0.5
LOWEST: Final = -1e18
PLAYED_ON: Final = "played on"


def best_move(s: Fight, rating: Rating) -> Move[Fight]:
    """Returns the move that changes most for the better; ending the turn changes nothing.

    Potions stay in the belt: a plan that uses one is compared with a fight without it.
    """
    moves = [move for move in list_moves(s) if not isinstance(move, UsePotion)]
    if len(moves) == 1:
        return moves[0]
    if is_ranked(s):
        return best_choice(s, moves)
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
        worth: what all HP count, beside the other reasons of a line.
        deadline: when to stop, on the clock of `time.monotonic`; None for never.
        results: what each line has kept of the HP, one number a world.
        fights: how many fights were played.
    """

    def __init__(
        self,
        seen: Observation[Fight, Fight],
        lines: list[Line[Fight]],
        worth: float,
        deadline: float | None = None,
    ) -> None:
        self.seen: Final = seen
        self.lines: Final = lines
        self.worth: Final = worth
        self.deadline: Final = deadline
        self.results: Final[list[list[float]]] = [[] for _ in lines]
        self.fights = 0

    def run(self, worlds: int) -> list[int]:
        """Plays on after each line in so many worlds, and in twice as many in each later round.

        Returns:
            The lines by their indices, the best first.
        """
        left = list(range(len(self.lines)))
        out: list[int] = []
        done = 0
        while (len(left) > 1 or done == 0) and self.play_round(left, done, done + worlds):
            done += worlds
            worlds *= 2
            left.sort(key=lambda index: -self.score(index))
            half = (len(left) + 1) // 2
            out = left[half:] + out
            left = left[:half]
        return left + out

    def mean(self, index: int, worlds: int) -> float:
        """Returns what a line has kept on average of the first worlds; 0 before it was played."""
        return mean(self.results[index][:worlds])

    def score(self, index: int) -> float:
        """Returns the score of a line with what playing on has brought so far."""
        kept = self.mean(index, len(self.results[index]))
        return self.lines[index].score + self.worth * kept

    def score_beside(self, index: int, best: int) -> float:
        """Returns the score of the best line, less what another fell behind in the same worlds."""
        worlds = len(self.results[index])
        behind = self.mean(best, worlds) - self.mean(index, worlds)
        gap = self.lines[best].score - self.lines[index].score + self.worth * behind
        return self.score(best) - max(0.0, gap)

    def judged(self, order: list[int]) -> list[Line[Fight]]:
        """Returns the lines, the best first, with the reason that makes up their scores."""
        found: list[Line[Fight]] = []
        for index in order:
            text = outlook_text(len(self.results[index]))
            score = self.score_beside(index, order[0])
            found.append(rescored(self.lines[index], score, PLAYED_ON, text))
        return found

    def play_round(self, left: list[int], first: int, last: int) -> bool:
        """Plays on after some lines in some worlds; returns whether there was time for it."""
        for number in range(first, last):
            if self.deadline is not None and time.monotonic() >= self.deadline:
                return False
            world = self.world(number)
            for index in left:
                self.results[index].append(self.follow(world, self.lines[index]))
        return True

    def world(self, number: int) -> Fight:
        """Samples a world; asked again it is the same one, because named streams are."""
        rng = self.seen.rng.child(f"played on {number}")
        return self.seen.game.sample(self.seen.view, rng)

    def follow(self, world: Fight, line: Line[Fight]) -> float:
        """Plays a line as far as it was planned for sure, and then on."""
        s = world.clone()
        line.move.apply(s, 0)
        for move in line.plan:
            if s.over or s.turn != world.turn or has_drawn(world, s) or move not in list_moves(s):
                break
            move.apply(s, 0)
        self.fights += 1
        return play_on(s)

    def kept_with(self, line: Line[Fight], worlds: int) -> list[float]:
        """Returns what one more line keeps, one number for each of the first worlds."""
        return [self.follow(self.world(each), line) for each in range(worlds)]


def mean(results: list[float]) -> float:
    """Returns the mean of what fights keep; 0 for none."""
    return add_up(results) / len(results) if results else 0.0


def outlook_text(fights: int) -> str:
    """Says where the reason of an outlook comes from."""
    return f"what {fights} fights played on keep of your HP"


def rescored(line: Line[Fight], score: float, term: str, text: str) -> Line[Fight]:
    """Returns a line with one reason more, which makes up another score."""
    return Line(line.move, line.plan, [*line.reasons, Reason(term, score - line.score, text)])
