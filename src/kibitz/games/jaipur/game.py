"""Jaipur as a game: the rules put together."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, SupportsIndex

from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import Later
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Range, Whole, whole_option
from kibitz.core.scene import Scene, Touches
from kibitz.core.value import Json
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels, list_moves
from kibitz.games.jaipur.position import read_view, write_position
from kibitz.games.jaipur.rules import deal_round, end_turn, rupees
from kibitz.games.jaipur.scene import show_match, touched
from kibitz.games.jaipur.state import JaipurState
from kibitz.games.jaipur.text import (
    choose_sale,
    describe_move,
    draw_table,
    read_words,
    tell_news,
    unnumbered_sale,
)
from kibitz.games.jaipur.view import sample_world, view_of

# A match has one round, or up to three.
ROUNDS: Final = Whole(1, 3, 2)
AGENTS: Final = "kibitz.games.jaipur.agents"


class Jaipur(Game[JaipurState, JaipurState]):
    """Two merchants, best of three rounds; the winner of the match gets 1, the loser -1."""

    id: ClassVar[str] = "jaipur"
    title: ClassVar[str] = "Jaipur"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy"
    adviser: ClassVar[str] = "ismcts:iterations=5000"

    def __init__(self, rounds: SupportsIndex = 3) -> None:
        """Makes the rules of a match of one round, or of up to three: the first to two seals.

        Raises:
            ValueError: if `rounds` is not 1 or 3.
        """
        rounds = whole_option("rounds", rounds, ROUNDS)
        super().__init__(seats=2)
        # How many seals win the match.
        self.seals: Final = 1 if rounds == 1 else 2

    def kinds(self) -> list[type[Move[JaipurState]]]:
        return [Take, TakeCamels, Sell, Exchange]

    def setup(self, rng: Rng) -> JaipurState:
        """Deals the first round; seat 0 starts it."""
        return deal_round(rng, 0, ())

    def legal(self, state: JaipurState) -> list[Move[JaipurState]]:
        """Lists the legal moves from ready-made ones."""
        return list_moves(state)

    def play(self, state: JaipurState, move: Move[JaipurState], seat: int | None = None) -> None:
        """Carries out a move; then the turn passes, or the round ends."""
        move.apply(state, state.seat if seat is None else seat)
        end_turn(state, self.seals)

    def agents(self) -> Mapping[str, Callable[..., Agent[JaipurState, JaipurState]]]:
        return {
            "utility": Later(f"{AGENTS}.utility:make_utility"),
            "greedy": Later(f"{AGENTS}.policy:make_greedy"),
        }

    def option_help(self) -> Mapping[str, str]:
        return {"rounds": "the most rounds of a match: 1, or 3 for the first to two seals"}

    def option_ranges(self) -> Mapping[str, Range]:
        return {"rounds": ROUNDS}

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        from kibitz.games.jaipur.agents.utility import UTILITY_RANGES

        return {"utility": UTILITY_RANGES}

    def policy(self) -> Policy[JaipurState]:
        from kibitz.games.jaipur.agents.policy import Trader

        return Trader(self.seals)

    def returns(self, state: JaipurState) -> list[float]:
        """Returns 1 for the winner of the match and -1 for the loser; nothing before the end."""
        if not state.over:
            return [0.0, 0.0]
        won = 1.0 if state.rounds[-1].winner == 0 else -1.0
        return [won, -won]

    def score(self, state: JaipurState) -> list[float]:
        """Returns the rupees won so far, in all rounds; camels count at the end of a round."""
        return [float(rupees(state, seat)) for seat in range(2)]

    def standing(self, state: JaipurState) -> list[float]:
        """Returns what the seats can expect of the match, from -1 to 1, by who leads this round."""
        from kibitz.games.jaipur.agents.policy import expectation

        value = expectation(state, self.seals)
        return [value, -value]

    def view(self, state: JaipurState, seat: int) -> JaipurState:
        return view_of(state, seat)

    def sample(self, view: JaipurState, rng: Rng) -> JaipurState:
        return sample_world(view, rng)

    def parse(self, state: JaipurState, text: str, seat: int | None = None) -> Move[JaipurState]:
        """Reads a move as a player types it; `sell cloth` is the only legal sale of cloth."""
        good = unnumbered_sale(text)
        if not good:
            return super().parse(state, text, seat)
        return choose_sale(good, self.legal(state) if seat in (None, state.seat) else [], text)

    def read_written(self, text: str) -> Move[JaipurState] | None:
        found = read_words(text)
        return super().read_written(text) if found is None else found

    def describe(self, view: JaipurState, move: Move[JaipurState]) -> str:
        return describe_move(view, move)

    def news(self, before: JaipurState, after: JaipurState) -> list[str]:
        return tell_news(before, after)

    def explain(self, view: JaipurState, advice: Advice[JaipurState]) -> list[str]:
        """Says what speaks for and against the move, in rupees."""
        from kibitz.games.jaipur.agents.policy import explain_move

        return explain_move(view, advice.move)

    def render(self, view: JaipurState) -> str:
        return draw_table(view)

    def scene(self, view: JaipurState) -> Scene:
        return show_match(view)

    def touches(self, view: JaipurState, move: Move[JaipurState]) -> Touches:
        return touched(view, move)

    def position(self, view: JaipurState) -> dict[str, Json]:
        """Writes a view as a position; `kibitz.games.jaipur.position` shows one."""
        return write_position(view)

    def read_position(self, document: object) -> JaipurState:
        return read_view(document, self.seals)
