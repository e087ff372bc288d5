"""Where rules and players meet: observations in, advice out.

An agent gets an observation: what its seat knows, the legal moves, a generator of its own and a
way to sample worlds that fit what it knows. It holds no reference to the match.
"""

import time
from collections.abc import Iterable
from typing import Final, Generic, Protocol, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.errors import NotOnTurn, PositionError
from kibitz.core.game import Game, check_game_object
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.state import State
from kibitz.core.value import Json, Value, brief, check_text, check_type, duplicate

S = TypeVar("S", bound=State)
V = TypeVar("V")


# A random game that does not end is stopped after this many moves.
LONGEST_PLAYOUT: Final = 100_000
# The unit of scores that only say which option comes first, for `Advice.unit`.
ORDER_ONLY: Final = "points (for the order only)"


class Observation(Generic[S, V]):
    """What one seat may use to decide.

    Attributes:
        game: the rules; they hold no match.
        view: what the seat knows.
        seat: who decides.
        moves: copies of the legal moves, in listing order.
        rng: the agent's own generator; the match's dice are not in it.
        deadline: when the answer is due, on the clock of `time.monotonic`; None for no limit.
        wanted: legal moves that somebody asks about ("why not this one?"). They are among the
            options of the advice, scored in the same terms, however bad the agent finds them.
    """

    def __init__(
        self,
        game: Game[S, V],
        view: V,
        seat: int,
        moves: list[Move[S]],
        rng: Rng,
        deadline: float | None = None,
        wanted: tuple[Move[S], ...] = (),
    ) -> None:
        self.game: Final = game
        self.view: Final = view
        self.seat: Final = seat
        # Copies, because many games list the same objects again and again.
        self.moves: Final = [duplicate(move) for move in moves]
        self.rng: Final = rng
        self.deadline: Final = deadline
        self.wanted: Final = tuple([duplicate(move) for move in wanted])

    def __repr__(self) -> str:
        count = len(self.moves)
        return f"Observation({self.game!r}, seat {self.seat}, {count} legal moves)"

    def sample(self) -> S:
        """Returns a full state that this seat cannot rule out; every call returns a new one."""
        return self.game.sample(self.view, self.rng)

    def check_turn(self) -> None:
        """Refuses an observation in which there is nothing to decide; agents ask this first.

        Raises:
            NotOnTurn: if the seat has no legal move.
        """
        if not self.moves:
            raise NotOnTurn(
                f"seat {self.seat} of {self.game.id} has no legal move to choose: ask the seat that"
                " must decide, while the game goes on"
            )

    def expired(self) -> bool:
        """Tells whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def unanswered(self, answered: Iterable[Move[S]]) -> list[Move[S]]:
        """Lists the wanted moves that are not among some moves, each once."""
        known = set(answered)
        return [move for move in dict.fromkeys(self.wanted) if move not in known]


class Reason(Value):
    """One named term of a score."""

    __match_args__ = ("term", "amount", "text")

    def __init__(self, term: str, amount: float, text: str = "") -> None:
        # A call for each of thousands of reasons would take half as long as making them.
        if type(term) is not str:
            check_text("term", term)
        if type(text) is not str:
            check_text("text", text)
        self.term: Final = term
        self.amount: Final = amount * 1.0  # a whole number becomes a float, as in compiled code
        self.text: Final = text

    def __str__(self) -> str:
        return f"{self.term} {self.amount:+.3g}"


class Option(Value, Generic[S]):
    """One move an agent considered, with its score and the reasons that add up to it."""

    __match_args__ = ("move", "score", "reasons")

    def __init__(self, move: Move[S], score: float, reasons: tuple[Reason, ...]) -> None:
        if not isinstance(move, Move):
            raise TypeError(f"invalid move {brief(move)}: expected a move")
        if type(reasons) is not tuple:
            check_type("reasons", reasons, (tuple,), "a tuple of reasons")
        self.move: Final = move
        self.score: Final = score * 1.0
        self.reasons: Final = reasons

    def __str__(self) -> str:
        reasons = ", ".join([str(reason) for reason in self.reasons])
        return f"{self.score:+.3g} {self.move}" + (f": {reasons}" if reasons else "")

    def to_json(self) -> dict[str, Json]:
        """Writes the option as a JSON object."""
        return {
            "move": self.move.to_json(),
            "text": str(self.move),
            "score": self.score,
            "reasons": [reason.to_json() for reason in self.reasons],
        }


class Advice(Generic[S]):
    """What an agent would play in one decision.

    Attributes:
        move: the move to play.
        value: what the agent expects for its seat, on its own scale.
        options: the moves it considered, best first.
        plan: the moves it expects to follow.
        trace: facts about how the decision was made, such as counts of what was searched.
        seconds: how long it took; not part of what makes two pieces of advice equal.
        unit: what scores and their reasons count, such as `rupees`; empty if it cannot be said. If
            it begins with `%`, they are shares of 1 and shown as percentages.
    """

    def __init__(
        self,
        move: Move[S],
        value: float,
        options: tuple[Option[S], ...],
        plan: tuple[Move[S], ...] = (),
        trace: dict[str, Json] | None = None,
        seconds: float = 0.0,
        unit: str = "",
    ) -> None:
        self.move: Final = move
        self.value: Final = value * 1.0
        self.options: Final = options
        self.plan: Final = plan
        self.trace: Final[dict[str, Json]] = {} if trace is None else trace
        self.seconds = seconds
        self.unit: Final = unit

    def to_json(self) -> dict[str, Json]:
        """Writes the advice as a JSON object."""
        return {
            "move": self.move.to_json(),
            "text": str(self.move),
            "value": self.value,
            "unit": self.unit,
            "options": [option.to_json() for option in self.options],
            "plan": [str(move) for move in self.plan],
            "trace": self.trace,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        return "\n".join([str(option) for option in self.options])

    def __repr__(self) -> str:
        return f"Advice({str(self.move)!r}, value={self.value:.4g}, {len(self.options)} options)"

    def __reduce__(self) -> tuple[object, ...]:
        return (
            Advice,
            (self.move, self.value, self.options, self.plan, self.trace, self.seconds, self.unit),
        )


class Action:
    """Advice as another program takes it, such as the server of a match.

    Attributes:
        document: what to send.
        note: what a person needs to read it, such as the cards behind ids; may be empty.
    """

    def __init__(self, document: Json, note: str = "") -> None:
        self.document: Final = document
        self.note: Final = note


class Agent(Protocol[S, V]):
    """Anything that can decide: a player, a search, a person."""

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Returns the move to play and why; `Observation.check_turn` refuses one without moves.

        Every move of `seen.wanted` is among the options. Asking for it changes neither the move nor
        the scores of others, unless the agent uses a clock.
        """
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[S]):
    """What a game tells a search about itself; it sees sampled states, never the true one."""

    def choose(self, state: S, rng: Rng) -> Move[S] | None:
        """Picks a legal move quickly, to play a game out; None leaves the choice to chance."""
        return None

    def weigh(self, state: S, moves: list[Move[S]]) -> list[float] | None:
        """Says how promising each of some legal moves is, on any scale; None if it cannot."""
        return None

    def judge(self, state: S) -> list[float] | None:
        """Returns what each seat can expect, if that is clear without playing on; else None.

        A search asks after every move it tries, the last of a game included, and stops if it gets
        an answer. `estimate` stops nothing: it counts where a search has to stop without an answer.
        Values are on the scale of `Game.returns`.
        """
        return None

    def horizon(self) -> int | None:
        """Returns after how many moves a playout should stop; None to play to the end.

        Short playouts are better if `estimate` predicts the result better than random moves do.
        """
        return None

    def skips_forced(self) -> bool:
        """Tells whether a tree search looks past decisions with one legal move, such as passes.

        This helps in games with many of them; otherwise each one takes a visit of its own.
        """
        return False

    def estimate(self, state: S) -> list[float] | None:
        """Says what each seat can expect where a playout stops; None leaves it to `Game.standing`.

        It is asked only before the end, and only if `judge` has no answer; values are on its scale.
        """
        return None


def observation_of(game: Game[S, V], view: V, seat: int, rng: Rng) -> Observation[S, V]:
    """Makes the observation of a view that does not come from a match, such as a position.

    The legal moves follow from what the seat knows, so they are read off one sampled world.

    Raises:
        PositionError: if the view is not the seat's own; its legal moves cannot be known then.
    """
    check_game_object(game)
    check_type("seat", seat, (int,), "a whole number")
    world = game.sample(view, rng)
    if not world.over and game.view(world, seat) != view:
        raise PositionError(f"the position is not what seat {seat} sees, which is to move")
    return Observation(game, view, seat, game.legal(world), rng)


def play_out(
    game: Game[S, V],
    state: S,
    rng: Rng,
    policy: Policy[S] | None = None,
    limit: int = LONGEST_PLAYOUT,
) -> int:
    """Plays a state to its end in place and returns how many moves that took.

    It is in this module so that the whole loop is compiled: playing Leduc move by move from
    interpreted code takes more than twice as long.

    Args:
        game: the rules.
        state: where to start; it is changed.
        rng: the generator that picks the moves; the state's own decides what is dealt.
        policy: picks moves; where it returns None, a random move is played. The game is stopped at
            a state that the policy can judge.
        limit: how many moves to play at most; the state may then not be over, and
            `expected_values` says what it counts for.
    """
    check_type("limit", limit, (int,), "a whole number")
    moves = 0
    while not state.over and moves < limit:
        move = None if policy is None else policy.choose(state, rng)
        game.play(state, game.random_move(state, rng) if move is None else move)
        moves += 1
        if policy is not None and policy.judge(state) is not None:
            break
    return moves


def seat_values(game: Game[S, V], state: S) -> list[float]:
    """Returns the value of a state for each seat: the result, or before the end the standing."""
    return game.returns(state) if state.over else game.standing(state)


def unit_of(game: Game[S, V]) -> str:
    """Returns the unit of a game's results, for `Advice.unit`."""
    return game.unit or "points (a win is 1)"


def expected_values(game: Game[S, V], state: S, policy: Policy[S] | None) -> list[float]:
    """Returns the value of a state for each seat when a playout stops without a verdict.

    That is the result, or before the end what the policy expects, or else the standing.
    """
    expected = None if policy is None or state.over else policy.estimate(state)
    return seat_values(game, state) if expected is None else expected
