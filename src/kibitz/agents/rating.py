"""Players that rate tables: a move is worth what it changes.

An `Appraiser` rates a table term by term. A move that leads to decisions, such as questions, is
rated after the best answers of its seat and the worst of the others. `ChangeScorer` makes a greedy
player of it, and `Instinct` tells searches what moves change and how the seats stand.
"""

import importlib
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.agents.greedy import PLACES, GreedyAgent, Scorer, name_changes, score_of
from kibitz.agents.weights import changed, list_weights, tuned_ranges, with_options
from kibitz.core.agent import Agent, Observation, Policy, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import Later
from kibitz.core.ranges import Range
from kibitz.core.state import State

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

S = TypeVar("S", bound=State)
V = TypeVar("V")
W = TypeVar("W", bound="DataclassInstance")

# How many answers are tried to see what a move leads to.
ANSWERS: Final = 60
# A move that changes nothing is worse than ending the turn.
EFFORT: Final = 0.05
# How many points make a game all but won, if it does not say so itself.
ALL_BUT_WON: Final = 100.0
# What the player is called.
GREEDY: Final = "greedy"
# Estimates stay below a win.
NEARLY_SURE: Final = 0.95


@mypyc_attr(allow_interpreted_subclasses=True)
class Appraiser(Generic[S, V]):
    """Rates tables and moves; a game says what counts."""

    def __init__(
        self,
        game: Game[S, V],
        words: Mapping[str, tuple[str, str]],
        all_but_won: float = ALL_BUT_WON,
    ) -> None:
        """Takes the rules, and what counts.

        Args:
            game: the rules.
            words: what it means if each term rises, and if it falls.
            all_but_won: how many points make a game all but won.
        """
        self.game: Final = game
        self.all_but_won: Final = all_but_won
        self.names: Final = list(words)
        self.words: Final = list(words.values())

    # What a game says.

    def terms(self, state: S, seat: int, known: list[int] | None = None) -> list[float]:
        """Rates a table for a seat, term by term.

        Args:
            state: the table.
            seat: the seat.
            known: cards of the own hand that count for what can still be played; None for all.
        """
        raise TypeError(f"{type(self).__name__} does not define terms()")

    def known(self, view: V, seat: int) -> list[int]:
        """Returns the cards of a seat's own hand."""
        return []

    def unsettled(self, state: S) -> bool:
        """Tells whether a decision comes first before a table can be rated."""
        return False

    def ruled(self, state: S, seat: int, moves: list[Move[S]]) -> Move[S] | None:
        """Returns the answer for which there is a rule, while a seat's move is rated."""
        return None

    def apart(self, state: S, seat: int, move: Move[S]) -> list[Reason] | None:
        """Lists the reasons for a move that is not rated by the table; None for the others."""
        return None

    def costs(self, state: S, seat: int, move: Move[S]) -> list[Reason]:
        """Lists the reasons in addition to the changes of the table."""
        return [Reason("effort", -EFFORT, "a move must be worth it")]

    def compared(self, state: S, seat: int) -> S:
        """Returns the table that moves are compared with."""
        return state

    def settled(self, state: S) -> S:
        """Returns the table that an estimate is made of."""
        return state

    def on_turn(self, state: S) -> int:
        """Returns the seat that a table is rated for, where who stands how is asked."""
        return state.seat

    def follow(self, state: S, move: Move[S]) -> None:
        """Plays a move on a table, and everything that follows without a decision."""
        self.game.play(state, move)

    # What follows.

    def balance(self, state: S, seat: int) -> float:
        """Rates a table for a seat."""
        total = 0.0
        for amount in self.terms(state, seat):
            total += amount
        return total

    def best_buy(
        self,
        money: int,
        hand: list[int],
        known: list[int] | None,
        costs: list[int],
        gains: list[float],
    ) -> float:
        """Returns the highest total gain of cards of a hand that money can pay for.

        Args:
            money: what can be paid.
            hand: the cards.
            known: the cards that count; None for all.
            costs: what each card costs.
            gains: what it is worth to play each card.
        """
        if money <= 0:
            return 0.0
        best = [0.0] * (money + 1)
        left = None if known is None else known[:]
        for card in hand:
            if left is not None:
                if card not in left:
                    continue
                left.remove(card)
            gain, cost = gains[card], costs[card]
            if gain > 0.0:
                for paid in range(money, cost - 1, -1):
                    value = best[paid - cost] + gain
                    if value > best[paid]:
                        best[paid] = value
        return best[money]

    def standing(self, state: S) -> list[float]:
        """Returns how likely each of two seats is to win, from -1 to 1, by who is ahead."""
        seat = self.on_turn(state)
        return likely(self.balance(state, seat), seat, self.all_but_won)

    def score(self, state: S, move: Move[S], before: float) -> float:
        """Returns what a move changes for the seat that decides, given the balance before it."""
        seat = state.seat
        reasons = self.apart(state, seat, move)
        if reasons is not None:
            return score_of(reasons)
        value = self.balance(self.after(state, move, seat), seat) - before
        for reason in self.costs(state, seat, move):
            value += reason.amount
        return value

    def after(self, state: S, move: Move[S], seat: int) -> S:
        """Returns what a move leads to, after the best answers of a seat and the worst others."""
        after = state.clone()
        self.follow(after, move)
        if after.over or not self.unsettled(after):
            return after
        return self.answered(after, seat, [ANSWERS])

    def answered(self, state: S, seat: int, left: list[int]) -> S:
        """Answers all questions, depth first: the best for a seat, and the worst of the other one.

        Args:
            state: the table; it is changed.
            seat: the seat.
            left: how many answers may still be tried; then the first one is given.
        """
        while not state.over and self.unsettled(state):
            moves = self.game.legal(state)
            move = moves[0]
            if len(moves) > 1 and left[0] > 0:
                rule = self.ruled(state, seat, moves)
                if rule is None:
                    return self.best_answer(state, seat, moves, left)
                move = rule
            self.follow(state, move)
        return state

    def best_answer(self, state: S, seat: int, moves: list[Move[S]], left: list[int]) -> S:
        """Tries answers; returns the table after the best one, or the worst of the other seat."""
        sign = 1.0 if state.seat == seat else -1.0
        best: S | None = None
        highest = 0.0
        for move in moves:
            if best is not None and left[0] <= 0:
                break
            left[0] -= 1
            trial = state.clone()
            self.follow(trial, move)
            trial = self.answered(trial, seat, left)
            value = sign * self.balance(trial, seat)
            if best is None or value > highest + EFFORT / 10:
                best, highest = trial, value
        assert best is not None
        return best

    def highest(self, state: S, seat: int, moves: list[Move[S]]) -> Move[S]:
        """Returns the best of answers that are not rated by the table."""
        best, most = moves[0], -math.inf
        for move in moves:
            reasons = self.apart(state, seat, move)
            if reasons is not None:
                value = score_of(reasons)
                if value > most:
                    best, most = move, value
        return best


# The greedy player.


@mypyc_attr(allow_interpreted_subclasses=True)
class ChangeScorer(Scorer[S, V]):
    """Adds up what a move changes, in one table that the seat cannot rule out.

    Cards that are drawn count as cards, whatever they are.
    """

    def __init__(
        self, make: Callable[[Game[S, V]], Appraiser[S, V]] | None = None, unit: str = ""
    ) -> None:
        """Takes the function that makes the appraiser of a game, and the unit of its points."""
        self._appraiser: Appraiser[S, V] | None = None
        self._make: Final = make
        self._unit: Final = unit

    def make(self, game: Game[S, V]) -> Appraiser[S, V]:
        """Makes what rates the tables of a game."""
        if self._make is None:
            raise TypeError(f"{type(self).__name__} does not define make()")
        return self._make(game)

    def unit(self, game: Game[S, V]) -> str:
        """Returns the unit of its points."""
        return self._unit

    def appraiser(self, game: Game[S, V]) -> Appraiser[S, V]:
        """Returns what rates the tables of a game."""
        found = self._appraiser
        if found is None or found.game is not game:
            found = self._appraiser = self.make(game)
        return found

    def reasons(self, seen: Observation[S, V], move: Move[S]) -> list[Reason]:
        """Lists every term that the move changes."""
        appraiser, seat = self.appraiser(seen.game), seen.seat
        # A named stream leaves `seen.rng` as it is: every move meets the same world.
        state = seen.game.sample(seen.view, seen.rng.child("world"))
        reasons = appraiser.apart(state, seat, move)
        if reasons is not None:
            return reasons
        known = appraiser.known(seen.view, seat)
        before = appraiser.terms(appraiser.compared(state, seat), seat, known)
        after = appraiser.terms(appraiser.after(state, move, seat), seat, known)
        # Rounded, because sums that should be equal differ in their last bits.
        changes = [round(new - old, PLACES) for new, old in zip(after, before, strict=True)]
        found = name_changes(appraiser.names, appraiser.words, changes)
        return found + appraiser.costs(state, seat, move)


class GreedyMaker(Generic[S, V, W]):
    """Makes greedy players; every weight is an option."""

    def __init__(self, weights: W, scorer: Callable[[W], Scorer[S, V]]) -> None:
        """Takes the usual weights, and what makes a scorer of some."""
        self.weights: Final = weights
        self.scorer: Final = scorer
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({}, weights)

    def __call__(self, **weights: object) -> GreedyAgent[S, V]:
        """Makes a greedy player; takes the weights that differ from the usual ones."""
        return GreedyAgent(self.scorer(changed(self.weights, weights)))


# What searches are told.


@mypyc_attr(allow_interpreted_subclasses=True)
class Instinct(Policy[S], Generic[S, V]):
    """Guides searches: by what moves change, and by who is ahead."""

    def __init__(self, appraiser: Appraiser[S, V], skips_forced: bool = False) -> None:
        """Takes what rates tables, and whether searches pass by where there is one move."""
        self.appraiser: Final = appraiser
        self._skips_forced: Final = skips_forced

    def skips_forced(self) -> bool:
        """Tells whether searches pass by where there is only one move."""
        return self._skips_forced

    def weigh(self, state: S, moves: list[Move[S]]) -> list[float]:
        """Returns what each move changes, as the greedy player rates it."""
        appraiser, seat = self.appraiser, state.seat
        if len(moves) == 1:
            # Such as a pass: nothing is compared with it.
            reasons = appraiser.apart(state, seat, moves[0])
            if reasons is not None:
                return [score_of(reasons)]
        before = appraiser.balance(appraiser.compared(state, seat), seat)
        return [appraiser.score(state, move, before) for move in moves]

    def estimate(self, state: S) -> list[float]:
        """Returns how the seats stand, as the rating of the table says."""
        return self.appraiser.standing(self.appraiser.settled(state))

    def horizon(self) -> int:
        """Plays nothing out: the rating says more about a table than random moves from there."""
        return 0


class RatedPlay(Generic[S, V]):
    """What a game needs of its players that rate tables; their module is imported when needed.

    So a list of games imports no player. The module has a class `Appraiser`, its weights as `TUNED`
    and the maker of the greedy player as `GREEDY`.
    """

    def __init__(self, game: Game[S, V], module: str) -> None:
        self.game: Final = game
        self.module: Final = module
        self._appraiser: Appraiser[S, V] | None = None

    def find(self, name: str) -> Any:  # Any: each game has its own weights
        """Imports the module and returns something of it."""
        return getattr(importlib.import_module(self.module), name)

    def appraiser(self) -> Appraiser[S, V]:
        """Returns what rates the tables, with the weights of the greedy player."""
        if self._appraiser is None:
            self._appraiser = self.find("Appraiser")(self.game, self.find("TUNED"))
        return self._appraiser

    def agents(self) -> dict[str, Callable[..., Agent[S, V]]]:
        """Returns the agents of the game."""
        return {GREEDY: Later(f"{self.module}:GREEDY")}

    def tunable(self) -> dict[str, Mapping[str, Range]]:
        """Returns the options that can be tuned."""
        return {GREEDY: tuned_ranges(self.find("TUNED"))}

    def agent_weights(self) -> dict[str, Mapping[str, tuple[float, str]]]:
        """Returns the weights, with what they mean."""
        return {GREEDY: list_weights(self.find("TUNED"))}


def likely(balance: float, seat: int, all_but_won: float) -> list[float]:
    """Returns how likely each of two seats is to win, from -1 to 1.

    Args:
        balance: how far a seat is ahead.
        seat: the seat.
        all_but_won: how many points make a game all but won.
    """
    value = NEARLY_SURE * math.tanh(balance / all_but_won)
    return [value, -value] if seat == 0 else [-value, value]
