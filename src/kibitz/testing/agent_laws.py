"""The laws of agents: advice is legal, adds up, repeats, depends on the view alone, and answers."""

import json
import math
import pickle
from collections.abc import Callable
from typing import Final, Generic, NoReturn, TypeVar

from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.randomness import seeded
from kibitz.core.state import State
from kibitz.core.value import Json
from kibitz.testing.laws import LawBroken, difference

S = TypeVar("S", bound=State)
V = TypeVar("V")

# How much a score may differ from the sum of its reasons: sums of floats depend on their order.
TOLERANCE: Final = 1e-9


def check_agent(
    agent: Callable[[], Agent[S, V]],
    game: Game[S, V],
    *,
    games: int = 2,
    max_plies: int = 60,
    seed: int = 0,
    worlds: int = 2,
    answers: bool = False,
) -> int:
    """Lets an agent advise every seat of some games and checks its advice against the laws.

    Half of the moves are the agent's own, the others random, so that it meets positions it would
    never reach by itself.

    Args:
        agent: makes an agent; a new one is made for each piece of advice.
        game: the rules.
        games: how many games are played.
        max_plies: the most moves of a game; then it is left unfinished.
        seed: the first game's seed; the others follow it.
        worlds: how many sampled worlds with the same view are tried in each decision.
        answers: whether the agent is also asked about every legal move in each decision.

    Returns:
        How many decisions were checked.

    Raises:
        LawBroken: at the first law that does not hold; the message says which, where and how.
    """
    decisions = 0
    for number in range(games):
        engine = RuleEngine(game, seed=seed + number)
        while engine.outcome is None and engine.ply < max_plies:
            advice = AdviceCheck(agent, engine).check(worlds, answers)
            decisions += 1
            rng = seeded(f"{engine.seed}/moves/{engine.ply}")
            own = rng.below(2) == 0
            engine.play(advice.move if own else game.random_move(engine.state, rng))
    return decisions


class AdviceCheck(Generic[S, V]):
    """Checks an agent's advice in one decision of a match."""

    def __init__(self, agent: Callable[[], Agent[S, V]], engine: RuleEngine[S, V]) -> None:
        self.agent: Final = agent
        self.engine: Final = engine
        self.game: Final = engine.game
        self.seat: Final = engine.seat

    def check(self, worlds: int, answers: bool) -> Advice[S]:
        """Checks the agent's advice against all laws, and returns it."""
        seen = self.engine.observe()
        view, moves = pickle.dumps(seen.view), [*seen.moves]
        advice = self.ask(seen)
        if seen.view != pickle.loads(view) or seen.moves != moves:
            self.fail("observations stay as they are", "advising changed the view or the moves")
        self.check_advice(advice, seen)
        self.check_same("advice repeats", advice, self.ask(self.engine.observe()))
        for number in range(worlds):
            other = self.ask(self.sampled(seen, number))
            self.check_same("advice follows from the view", advice, other)
        if answers:
            self.check_answers(advice, seen)
        return advice

    def check_advice(self, advice: Advice[S], seen: Observation[S, V]) -> None:
        """Checks one piece of advice by itself."""
        self.check_legal(advice, seen)
        self.check_ranking(advice, seen)
        self.check_sums(advice)
        self.check_written(advice)

    def ask(self, seen: Observation[S, V]) -> Advice[S]:
        """Asks a new agent; an exception breaks the first law."""
        try:
            return self.agent().advise(seen)
        except Exception as error:
            raise self.broken(
                "advice is legal", f"advise() raised {type(error).__name__}: {error}"
            ) from error

    def sampled(self, seen: Observation[S, V], number: int) -> Observation[S, V]:
        """Makes the observation of a sampled world, which looks the same to the seat."""
        world = self.game.sample(seen.view, seeded(f"{self.engine.seed}/world/{number}"))
        rng = self.engine.observe().rng
        return Observation(
            self.game, self.game.view(world, self.seat), self.seat, self.game.legal(world), rng
        )

    def check_legal(self, advice: Advice[S], seen: Observation[S, V]) -> None:
        """The move is one of the legal ones."""
        if advice.move not in seen.moves:
            legal = ", ".join(str(move) for move in seen.moves)
            self.fail("advice is legal", f"{advice.move} is not legal; legal moves: {legal}")

    def check_ranking(self, advice: Advice[S], seen: Observation[S, V]) -> None:
        """The options are legal, listed once, best first, and contain the move."""
        law = "options are ranked"
        moves = [option.move for option in advice.options]
        if advice.move not in moves:
            self.fail(law, f"{advice.move} is advised, but not among the options")
        for move in moves:
            if move not in seen.moves:
                self.fail(law, f"the option {move} is not legal")
            if moves.count(move) > 1:
                self.fail(law, f"the option {move} is listed more than once")
        scores = [option.score for option in advice.options]
        if scores != sorted(scores, reverse=True):
            self.fail(law, f"the scores are not in descending order: {scores}")

    def check_sums(self, advice: Advice[S]) -> None:
        """A score is the sum of its reasons, and finite."""
        for option in advice.options:
            total = math.fsum(reason.amount for reason in option.reasons)
            near = math.isclose(option.score, total, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
            if not math.isfinite(option.score) or not near:
                found = f"{option.move} scores {option.score}, its reasons add up to {total}"
                self.fail("scores are sums of reasons", found)

    def check_written(self, advice: Advice[S]) -> None:
        """Advice can be written as JSON, and pickled for another process."""
        law = "advice can be written"
        try:
            text = json.dumps(advice.to_json(), allow_nan=False)
            again: Advice[S] = pickle.loads(pickle.dumps(advice))
        except Exception as error:
            raise self.broken(law, f"{type(error).__name__}: {error}") from error
        if json.dumps(again.to_json()) != text:
            self.fail(law, "a pickle of the advice is read as different advice")

    def check_answers(self, advice: Advice[S], seen: Observation[S, V]) -> None:
        """Asked about all legal moves, the agent scores each, and says the same as before."""
        law = "every wanted move is answered"
        asked = self.engine.observe(wanted=seen.moves)
        answer = self.ask(asked)
        self.check_advice(answer, asked)
        scores = {option.move: option.score for option in answer.options}
        for move in seen.moves:
            if move not in scores:
                self.fail(law, f"{move} is wanted, but not among the options")
        if answer.move != advice.move:
            self.fail(law, f"the advice is {advice.move}, but {answer.move} if moves are wanted")
        for option in advice.options:
            if scores[option.move] != option.score:
                found = f"{option.move} scores {option.score}, but {scores[option.move]} if wanted"
                self.fail(law, found)

    def check_same(self, law: str, advice: Advice[S], other: Advice[S]) -> None:
        """Two pieces of advice are equal, except for the time they took."""
        if substance(advice) != substance(other):
            self.fail(law, difference(substance(other), substance(advice)))

    def broken(self, law: str, difference: str) -> LawBroken:
        """Makes the error of a broken law."""
        agent = type(self.agent()).__name__
        subject = f"agent {agent} in seat {self.seat} of {self.game.id}"
        return LawBroken(law, subject, self.engine.seed, self.engine.ply, difference)

    def fail(self, law: str, difference: str) -> NoReturn:
        """Reports a broken law.

        Raises:
            LawBroken: always.
        """
        raise self.broken(law, difference)


def substance(advice: Advice[S]) -> dict[str, Json]:
    """Returns advice as a JSON object, without the seconds it took."""
    return {name: value for name, value in advice.to_json().items() if name != "seconds"}
