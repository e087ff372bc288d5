import itertools

import pytest

from kibitz.agents.greedy import GreedyAgent, make_greedy
from kibitz.agents.random import RandomAgent
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.randomness import Rng
from kibitz.testing import LawBroken, check_agent
from tests.testing.broken_views import Snitch, TruthfulSample
from tests.testing.good import Duet, DuetState, Play
from tests.testing.raid import Raid, RaidState

Seen = Observation[DuetState, DuetState]
ORDER = itertools.count()


def advise(seen: Seen, scores: list[float]) -> Advice[DuetState]:
    """Makes advice with given scores in listing order, each with one reason."""
    options = [
        Option(move, score, (Reason("score", score),))
        for move, score in zip(seen.moves, scores, strict=True)
    ]
    ranked = tuple(sorted(options, key=lambda option: -option.score))
    return Advice(ranked[0].move, ranked[0].score, ranked)


class Steady:
    """Keeps every law: likes moves in listing order."""

    def advise(self, seen: Seen) -> Advice[DuetState]:
        return advise(seen, [float(-place) for place in range(len(seen.moves))])


class Illegal(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(Play(99), good.value, good.options)


class Raising(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        if len(seen.moves) == 1:
            raise IndexError("nothing to choose")
        return super().advise(seen)


class IllegalOption(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, good.value, (*good.options, Option(Play(99), -99.0, ())))


class Omission(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, good.value, good.options[1:])


class Repetition(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, good.value, (good.options[0], *good.options))


class Unranked(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, good.value, good.options[::-1])


class Miscounting(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        best = good.options[0]
        wrong = Option(best.move, best.score + 1, best.reasons)
        return Advice(good.move, good.value, (wrong, *good.options[1:]))


class Boundless(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        return advise(seen, [float("inf") for _ in seen.moves])


class Nameless(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, float("nan"), good.options)


class Moody(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, float(next(ORDER)), good.options)


class Meddling(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        seen.view.points[0] += 1
        return good


class Pruning(Steady):
    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        del seen.moves[1:]
        return good


class Peeking(Steady):
    """Reads the true state where the view of a careless game refers to it."""

    def advise(self, seen: Seen) -> Advice[DuetState]:
        assert isinstance(seen.view, Snitch)
        good = super().advise(seen)
        return Advice(good.move, float(sum(seen.view.behind.hands[1 - seen.seat])), good.options)


class HonestSample(TruthfulSample):
    """Shows too much, but samples fairly."""

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        return Duet.sample(self, view, rng)


class Silent(Steady):
    """Has no option for some moves, even if somebody asks."""

    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(good.move, good.value, good.options[:1])


class Obliging(Steady):
    """Advises the last move that somebody asks about."""

    def advise(self, seen: Seen) -> Advice[DuetState]:
        good = super().advise(seen)
        return Advice(seen.wanted[-1], good.value, good.options) if seen.wanted else good


class Flattering(Steady):
    """Scores moves higher if somebody asks."""

    def advise(self, seen: Seen) -> Advice[DuetState]:
        scores = [float(-place) for place in range(len(seen.moves))]
        return advise(seen, [score + 1.0 for score in scores] if seen.wanted else scores)


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (Silent, "is wanted, but not among the options"),
        (Obliging, "if moves are wanted"),
        (Flattering, "if wanted"),
    ],
)
def test_check_agent_catches_an_agent_that_does_not_answer(agent: type[Steady], said: str) -> None:
    check_agent(agent, Duet(), games=2)
    with pytest.raises(LawBroken, match=said) as caught:
        check_agent(agent, Duet(), games=2, answers=True)
    assert caught.value.law == "every wanted move is answered"
    check_agent(Steady, Duet(), games=2, answers=True)


BROKEN: list[tuple[type[Steady], str]] = [
    (Illegal, "advice is legal"),
    (Raising, "advice is legal"),
    (IllegalOption, "options are ranked"),
    (Omission, "options are ranked"),
    (Repetition, "options are ranked"),
    (Unranked, "options are ranked"),
    (Miscounting, "scores are sums of reasons"),
    (Boundless, "scores are sums of reasons"),
    (Nameless, "advice can be written"),
    (Moody, "advice repeats"),
    (Meddling, "observations stay as they are"),
    (Pruning, "observations stay as they are"),
]


def test_check_agent_passes_an_agent_that_keeps_every_law() -> None:
    assert check_agent(Steady, Duet(), games=3) > 6


def test_check_agent_passes_the_agents_for_any_game() -> None:
    def greedy() -> GreedyAgent[RaidState, RaidState]:
        return make_greedy(worlds=2)

    check_agent(RandomAgent, Raid(), games=1)
    check_agent(greedy, Raid(), games=1, max_plies=8)


@pytest.mark.parametrize(("agent", "law"), BROKEN, ids=[agent.__name__ for agent, _ in BROKEN])
def test_check_agent_catches_a_broken_law_by_name(agent: type[Steady], law: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_agent(agent, Duet(), games=4)
    assert caught.value.law == law


def test_check_agent_catches_an_agent_that_sees_more_than_its_view() -> None:
    with pytest.raises(LawBroken) as caught:
        check_agent(Peeking, HonestSample())
    assert caught.value.law == "advice follows from the view"


def test_a_broken_law_names_the_agent_the_seat_and_the_game() -> None:
    with pytest.raises(
        LawBroken, match=r"^agent Illegal in seat 0 of duet breaks the law"
    ) as caught:
        check_agent(Illegal, Duet(), seed=5)
    assert (caught.value.seed, caught.value.ply) == (5, 0)
    assert "play 99 is not legal; legal moves: " in caught.value.difference
