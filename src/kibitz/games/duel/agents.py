"""What a move of Duel is worth by what it changes in life, creatures and cards.

The greedy duellist plays the best by these values, and they guide a search: it tries moves in their
order, and counts them where it stops a playout.
"""

import math
from typing import Final

from kibitz.agents import GreedyAgent, Scorer, name_changes
from kibitz.core import Game, Move, Observation, Policy, Reason
from kibitz.games.duel.game import CARDS, DECK, FIELD, HAND, DuelState, PassTurn

# Guesses, tried out by hand with the rules before version 3. A point of life counts 1; a creature
# counts what it can deal and take, a card in hand about as much as an imp on the field, and winning
# more than all of it.
CARD: Final = 1.5
VICTORY: Final = 100.0
# Where a playout stops, a card in the deck counts the life that it costs to draw from an empty one:
# many duels end that way. A lead of `LEAD` wins 88 of 100 duels, which is a guess.
DECK_CARD: Final = 2.0
LEAD: Final = 15.0
# After how many moves a playout stops; tried with the rules before version 3. Against 4, none
# scored 34 %, 2 moves 43 % and 8 moves 19 %, in 100 duels each of 5 ms a decision. The script was
# not kept.
PLAYOUT_MOVES: Final = 4
# What a duel is rated by, in the order of `material`.
TERMS: Final = (
    "victory",
    "foe's life",
    "your life",
    "foe's creatures",
    "your creatures",
    "foe's cards",
    "your cards",
)
# What each term means if it rises, and if it falls.
WORDS: Final = (
    ("you win", "you lose"),
    ("the foe loses life", "the foe gains life"),
    ("you gain life", "you lose life"),
    ("the foe's creatures get weaker", "the foe's creatures get stronger"),
    ("your creatures get stronger", "your creatures get weaker"),
    ("the foe has fewer cards in hand", "the foe has more cards in hand"),
    ("you have more cards in hand", "you have fewer cards in hand"),
)


class Material(Scorer[DuelState, DuelState]):
    """Adds up what a move changes, in worlds that the seat cannot rule out.

    Attributes:
        worlds: how many worlds to try; more than one matters only for cards that are drawn.
    """

    def __init__(self, worlds: int = 4) -> None:
        if worlds < 1:
            raise ValueError(f"invalid worlds={worlds}: expected 1 or more")
        self.worlds: Final = worlds

    def reasons(
        self, seen: Observation[DuelState, DuelState], move: Move[DuelState]
    ) -> list[Reason]:
        """Lists every term that the move changes; ending the turn counts 0."""
        if isinstance(move, PassTurn):
            return [Reason("wait", 0.0, "ends the turn")]
        changes = [0.0] * len(TERMS)
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            state = seen.game.sample(seen.view, seen.rng.child(f"world {index}"))
            before = material(state, seen.seat)
            seen.game.play(state, move)
            after = material(state, seen.seat)
            for term in range(len(TERMS)):
                changes[term] += (after[term] - before[term]) / self.worlds
        return name_changes(TERMS, WORDS, changes)

    def unit(self, game: Game[DuelState, DuelState]) -> str:
        """Returns that a point of life counts 1."""
        return "points (a point of life is 1)"


class Tactics(Policy[DuelState]):
    """Weighs moves by what they change, as the greedy duellist does."""

    def __init__(self, game: Game[DuelState, DuelState]) -> None:
        self.game: Final = game

    def weigh(self, state: DuelState, moves: list[Move[DuelState]]) -> list[float]:
        """Returns what each move changes in this world; ending the turn counts 0."""
        seat = state.seat
        before = balance(state, seat)
        values: list[float] = []
        for move in moves:
            value = 0.0
            if not isinstance(move, PassTurn):
                after = state.clone()
                self.game.play(after, move)
                value = balance(after, seat) - before
            values.append(value)
        return values

    def horizon(self) -> int | None:
        """Returns a few moves: who is ahead then says more than how random duels end."""
        return PLAYOUT_MOVES

    def estimate(self, state: DuelState) -> list[float] | None:
        """Returns how likely each seat is to win, from -1 to 1, by who is ahead."""
        decks = state.count(DECK, 0) - state.count(DECK, 1)
        value = math.tanh((balance(state, 0) + DECK_CARD * decks) / LEAD)
        return [value, -value]


def balance(state: DuelState, seat: int) -> float:
    """Rates a duel for a seat."""
    total = 0.0
    for amount in material(state, seat):
        total += amount
    return total


def material(state: DuelState, seat: int) -> list[float]:
    """Rates a duel for a seat, term by term."""
    foe = 1 - seat
    won = 0.0 if not state.over else VICTORY if state.winner == seat else -VICTORY
    life = state.board.life
    return [
        won,
        -float(life[foe]),
        float(life[seat]),
        -creatures(state, foe),
        creatures(state, seat),
        -CARD * state.count(HAND, foe),
        CARD * state.count(HAND, seat),
    ]


def creatures(state: DuelState, seat: int) -> float:
    """Rates the creatures of a seat by their power and the health they have left."""
    worth = 0
    for unit in state.row(FIELD, seat):
        creature = CARDS[unit.kind]
        worth += creature.power + creature.health - unit.damage
    return float(worth)


def make_greedy(worlds: int = 4) -> GreedyAgent[DuelState, DuelState]:
    """Makes the greedy duellist."""
    return GreedyAgent(Material(worlds))
