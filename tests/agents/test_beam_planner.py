import pytest

from kibitz.agents import Planner
from kibitz.core import Move, Policy, Reason, Rng
from tests.agents.pile import Pile, PileState, Take
from tests.agents.workshop import Clock

NOW = "how you stand after the line"
PLAYED = "what changes if the game is played on from there, {} in each deal"


class Timid(Policy[PileState]):
    """Takes one stone; knows how a pile of four ends."""

    def choose(self, state: PileState, rng: Rng) -> Move[PileState]:
        return Take(1)

    def judge(self, state: PileState) -> list[float] | None:
        if state.stones != 4:
            return None
        return [-7.0, 7.0] if state.seat == 0 else [7.0, -7.0]


class KnownPile(Pile):
    """A pile with a policy."""

    asked: int = 0

    def policy(self) -> Policy[PileState]:
        self.asked += 1
        return Timid()


def pile_state(game: Pile, stones: int, seat: int = 0) -> PileState:
    state = game.setup(Rng(1, 2, 3, 4))
    state.stones, state.seat, state.charms = stones, seat, [0, 0]
    return state


def test_default_evaluation_is_what_the_seat_has() -> None:
    game, planner = Pile(), Planner[PileState, PileState]()
    assert planner.evaluate(game, pile_state(game, 3), 0) == [Reason("now", 0.0, NOW)]
    over = pile_state(game, 3)
    game.play(over, Take(3))
    assert planner.evaluate(game, over, 0) == [Reason("end", 1.0, "the game is over then")]


def test_default_evaluation_plays_games_out() -> None:
    game, planner = Pile(), Planner[PileState, PileState](200)
    state = pile_state(game, 4)
    before = state.key()
    now, later = planner.evaluate(game, state, 0)
    assert (now.amount, later.text) == (0.0, PLAYED.format("200 times"))
    assert -1.0 < later.amount < 1.0
    assert later.amount != 0.0
    assert state.key() == before
    assert planner.evaluate(game, state, 0)[1] == later


def test_default_evaluation_listens_to_the_policy() -> None:
    game, planner = KnownPile(), Planner[PileState, PileState](3)
    judged = [Reason("judged", -7.0, "how the line ends")]
    assert planner.evaluate(game, pile_state(game, 4), 0) == judged
    start = pile_state(game, 10)
    assert planner.stops(game, start, pile_state(game, 4), 0)
    assert not planner.stops(game, start, pile_state(game, 6), 0)
    # Six stones: each takes one, and the policy judges the pile of four that seat 0 meets.
    assert [reason.amount for reason in planner.evaluate(game, pile_state(game, 6), 0)] == [
        0.0,
        -7.0,
    ]
    # Three stones: one each, so seat 0 takes the last.
    assert [reason.amount for reason in planner.evaluate(game, pile_state(game, 3), 0)] == [
        0.0,
        1.0,
    ]
    assert game.asked == 1, "a policy may be costly to make"


def test_default_key_is_all_but_the_generator() -> None:
    planner: Planner[PileState, PileState] = Planner()
    state = Pile().setup(Rng(1, 2, 3, 4))
    other = state.clone()
    other.rng.word()
    assert state.key() != other.key()
    assert planner.key(state) == planner.key(other)
    assert state.rng != other.rng, "the generator is restored"
    other.stones -= 1
    assert planner.key(state) != planner.key(other)


@pytest.mark.parametrize(
    ("deadline", "text"),
    [
        (0.0, PLAYED.format("once")),
        (6.0, PLAYED.format("2 times")),
        (7.0, PLAYED.format("3 times")),
        (90.0, PLAYED.format("30 times")),
        (None, PLAYED.format("30 times")),
    ],
)
def test_playouts_end_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch, deadline: float | None, text: str
) -> None:
    clock = Clock(monkeypatch)

    class Slow(Timid):
        def choose(self, state: PileState, rng: Rng) -> Move[PileState]:
            clock.now += 1.0
            return super().choose(state, rng)

    class SlowPile(Pile):
        def policy(self) -> Policy[PileState]:
            return Slow()

    # Three stones are taken one by one, so that a playout takes three seconds.
    game, planner = SlowPile(), Planner[PileState, PileState](30)
    found = planner.evaluate(game, pile_state(game, 3), 0, deadline=deadline)
    assert found == [Reason("now", 0.0, NOW), Reason("later", 1.0, text)]


def test_playouts_are_bounded() -> None:
    assert Planner[PileState, PileState](10_000).playouts == 10_000
    for playouts in (-1, 10_001, 10**400):
        with pytest.raises(ValueError, match=r"^invalid playouts=.*: expected 0 to 10000$"):
            Planner[PileState, PileState](playouts)


def test_playouts_are_added_one_by_one() -> None:
    class Rich(Pile):
        amounts: list[float]

        def returns(self, state: PileState) -> list[float]:
            return [self.amounts.pop(0), 0.0]

    game, planner = Rich(), Planner[PileState, PileState](3)
    game.amounts = [0.0, 1e16, 1.0, -1e16]
    # A sum that compensates for rounding, as Python's own does from 3.12 on, would be 1.
    assert planner.evaluate(game, pile_state(game, 3), 0)[1].amount == 0.0
