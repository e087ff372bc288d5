"""How a turn ends: every way the coins can fall, up to the beginning of the next turn."""

from typing import Final

from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.games.pokemon.agents.sharp.features import COUNT, add_up, features, result
from kibitz.games.pokemon.moves import END_MOVE, Bench, list_attacks, list_moves
from kibitz.games.pokemon.state import (
    ASLEEP,
    CHOOSE_BENCH,
    DRAW,
    MAIN,
    Fight,
    active,
    has_active,
)

# No attack flips more coins that matter.
MOST_COINS: Final = 6
# How many answers to a question are compared.
MOST_ANSWERS: Final = 6


def outcomes(game: Game[Fight, Fight], s: Fight, move: Move[Fight]) -> list[tuple[float, Fight]]:
    """Plays a move with every way the coins can fall; returns how likely each state is."""
    found: list[tuple[float, Fight]] = []
    ways: list[list[int]] = [[]]
    while ways:
        way = ways.pop()
        state = s.clone()
        state.board.flips = way + [1] * MOST_COINS
        game.play(state, move)
        state.board.flips = []
        coins = state.board.coins
        for at in range(len(way), min(len(coins), MOST_COINS)):
            ways.append([*coins[:at], 0])
        found.append((0.5 ** min(len(coins), MOST_COINS), state))
    return found


class Judge:
    """Rates states for one seat by what they lead to at the end of the turn.

    Attributes:
        game: the rules.
        seat: for whom.
        weights: what each number of the rating counts.
    """

    def __init__(self, game: Game[Fight, Fight], seat: int, weights: list[float]) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.weights: Final = weights

    def value(self, found: list[float]) -> float:
        """Returns the rating for the seat."""
        return add_up(self.weights, found)

    def after(self, s: Fight, move: Move[Fight], choose: bool = True) -> list[float]:
        """Returns the numbers after a move, on average of how the coins fall."""
        found = [0.0] * COUNT
        for chance, state in outcomes(self.game, s, move):
            later = self.ahead(state, choose)
            for at in range(COUNT):
                found[at] += chance * later[at]
        return found

    def ahead(self, s: Fight, choose: bool = True) -> list[float]:
        """Returns the numbers of a state at the beginning of the next turn; changes the state.

        The answers to the first question are compared, later ones get their first answer.
        """
        while not s.over:
            if s.stack:
                moves = list_moves(s)
                if choose and len(moves) > 1:
                    return self.best(s, moves[:MOST_ANSWERS], s.seat == self.seat)
                self.game.play(s, moves[0])
            elif s.phase == DRAW:
                return self.between(s)
            elif s.phase <= CHOOSE_BENCH:
                self.game.play(s, setup_move(s))
            elif s.phase == MAIN and s.active == self.seat:
                return self.ending(s)[1]
            elif sleeps(s):
                return self.after(s, END_MOVE, choose)
            else:
                self.game.play(s, END_MOVE)
        return result(s, self.seat)

    def between(self, s: Fight) -> list[float]:
        """Returns the numbers of a state between turns; the opponent's are turned round."""
        found = features(s, 1 - s.active)
        return found if s.active != self.seat else [-number for number in found]

    def best(self, s: Fight, moves: list[Move[Fight]], own: bool) -> list[float]:
        """Returns the numbers after the best answer, for the seat or for its opponent."""
        found = [self.after(s, move, False) for move in moves]
        values = [self.value(each) for each in found]
        return found[values.index(max(values) if own else min(values))]

    def ending(self, s: Fight) -> tuple[Move[Fight], list[float]]:
        """Returns the best way to end the turn of the seat, and the numbers after it."""
        moves = ways_to_end(s)
        found = [self.after(s, move) for move in moves]
        values = [self.value(each) for each in found]
        at = values.index(max(values))
        return (moves[at], found[at])


def sleeps(s: Fight) -> bool:
    """Tells whether coins are flipped at the end of the turn."""
    return any(has_active(s, seat) and active(s, seat).condition == ASLEEP for seat in (0, 1))


def ways_to_end(s: Fight) -> list[Move[Fight]]:
    """Lists the attacks, and the end of the turn without one."""
    moves: list[Move[Fight]] = []
    list_attacks(s, s.active, moves)
    return [*moves, END_MOVE]


def setup_move(s: Fight) -> Move[Fight]:
    """Returns what is played before the first turn: all Basic Pokémon go on the Bench."""
    moves = list_moves(s)
    if s.phase == CHOOSE_BENCH:
        for move in moves:
            if isinstance(move, Bench):
                return move
    return moves[0] if s.phase != CHOOSE_BENCH else moves[-1]
