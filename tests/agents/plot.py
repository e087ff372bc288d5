"""A game for tests, written as a story: which seat may say what next, in each hidden world."""

from collections.abc import Callable, Iterator
from typing import ClassVar, Final

from kibitz.agents.ismcts import Settings, TreeSearch
from kibitz.core.agent import Advice, Observation, Policy
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng, seeded
from kibitz.core.state import State

HIDDEN = -1

# What comes after some words in a world: a seat and what it may say, or what each seat gets.
Turn = tuple[int, tuple[str, ...]] | list[float]
Story = Callable[[int, tuple[str, ...]], Turn]


class PlotState(State):
    """The hidden world, what was said so far, and what may be said now."""

    __match_args__ = ("rng", "seat", "over", "reason", "world", "said", "words", "won")

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        world: int,
        said: tuple[str, ...],
        words: tuple[str, ...],
        won: list[float],
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.world = world
        self.said = said
        self.words = words
        self.won = won

    def clone(self) -> "PlotState":
        return PlotState(
            self.rng.clone(),
            self.seat,
            self.over,
            self.reason,
            self.world,
            self.said,
            self.words,
            [*self.won],
        )


class Say(Move[PlotState]):
    """Say a word."""

    id: ClassVar[str] = "say"
    __match_args__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word: Final = word

    @classmethod
    def enumerate(cls, state: PlotState, seat: int) -> Iterator["Say"]:
        for word in state.words:
            yield cls(word)

    def check(self, state: PlotState, seat: int) -> Iterator[Reject]:
        if self.word not in state.words:
            yield Reject("NOT_NOW", f"{self.word} cannot be said now")

    def apply(self, state: PlotState, seat: int) -> None:
        state.said = (*state.said, self.word)

    def __str__(self) -> str:
        return self.word


class Plot(Game[PlotState, PlotState]):
    """The rules; worlds are drawn by weight, and those drawn are kept in `drawn`."""

    id: ClassVar[str] = "plot"
    title: ClassVar[str] = "Plot"

    def __init__(
        self,
        story: Story,
        weights: tuple[int, ...] = (1,),
        policy: Policy[PlotState] | None = None,
        seats: int = 2,
    ) -> None:
        super().__init__(seats)
        self.story: Final = story
        self.weights: Final = weights
        self.hints: Final = policy
        self.drawn: Final[list[int]] = []

    def kinds(self) -> list[type[Move[PlotState]]]:
        return [Say]

    def policy(self) -> Policy[PlotState] | None:
        return self.hints

    def setup(self, rng: Rng) -> PlotState:
        state = PlotState(rng, 0, False, "", self.draw(rng), (), (), [])
        self.follow(state)
        return state

    def draw(self, rng: Rng) -> int:
        number = int(rng.below(sum(self.weights)))
        world = 0
        while number >= self.weights[world]:
            number -= self.weights[world]
            world += 1
        return world

    def follow(self, state: PlotState) -> None:
        turn = self.story(state.world, state.said)
        if isinstance(turn, list):
            state.words = ()
            state.won = turn
            state.finish("told")
        else:
            state.seat, state.words = turn

    def play(self, state: PlotState, move: Move[PlotState], seat: int | None = None) -> None:
        super().play(state, move, seat)
        self.follow(state)

    def returns(self, state: PlotState) -> list[float]:
        return [*state.won] if state.won else [0.0] * self.seats

    def view(self, state: PlotState, seat: int) -> PlotState:
        seen = state.clone()
        seen.rng = hidden_rng()
        seen.world = HIDDEN
        return seen

    def sample(self, view: PlotState, rng: Rng) -> PlotState:
        world = view.clone()
        world.rng = rng.fork()
        world.world = self.draw(rng)
        world.words = ()
        self.drawn.append(world.world)
        self.follow(world)
        return world

    def opening(self, *words: str, seed: int = 1) -> Observation[PlotState, PlotState]:
        """Makes the observation of seat 0 at the start; given words are the legal ones."""
        state = self.setup(seeded("opening"))
        moves: list[Move[PlotState]] = [Say(word) for word in words]
        return Observation(
            self, self.view(state, state.seat), state.seat, moves or self.legal(state), seeded(seed)
        )


def long_story(world: int, said: tuple[str, ...]) -> Turn:
    """Takes six words in turn; seat 0 gets a point for word "a"."""
    return (len(said) % 2, ("a", "b", "c")) if len(said) < 6 else [float(said.count("a")), 0.0]


def words(advice: Advice[PlotState]) -> list[str]:
    """Lists the words of the options, best first."""
    return [str(option.move) for option in advice.options]


def visits(advice: Advice[PlotState]) -> dict[str, int]:
    """Reads from the trace how often each move was tried."""
    options = advice.trace["options"]
    assert isinstance(options, list)
    found: dict[str, int] = {}
    for option in options:
        assert isinstance(option, dict)
        assert isinstance(option["visits"], int)
        found[str(option["move"])] = option["visits"]
    return found


def settings(
    exploration: float = 0.7, widening: float = 1.5, iterations: int = 1000, limit: int = 1000
) -> Settings:
    """Says how to search, guided by the game's policy."""
    return Settings(iterations, exploration, widening, True, limit)


def searching(
    game: Plot, iterations: int, exploration: float = 0.7, seed: int = 1
) -> TreeSearch[PlotState, PlotState]:
    """Searches for a fixed number of iterations, with nothing to stop it."""
    search = TreeSearch(game.opening(seed=seed), settings(exploration))
    for _ in range(iterations):
        search.iterate()
    return search
