import time

import pytest

from kibitz.agents import Planner
from kibitz.core import Move, Reason, Rng, RuleEngine
from tests.agents.workshop import (
    Clock,
    Plain,
    Shop,
    Work,
    Workshop,
    WorkshopState,
    adds_up,
    beam,
    morning,
    scores,
)


@pytest.mark.parametrize("worlds", [1, 3])
@pytest.mark.parametrize("nodes", [1, 2, 4, 7, 15, 16, 17, 40])
def test_node_budget_is_kept_and_the_best_so_far_is_played(nodes: int, worlds: int) -> None:
    advice = beam(worlds=worlds, nodes=nodes).advise(morning())
    assert (advice.trace["simulated"], advice.trace["stopped"]) == (nodes, "nodes")
    # Only moves that met every world are compared, except where there is no other.
    assert len(advice.options) == min(max(nodes // worlds, 1), 5)
    assert adds_up(advice)


@pytest.mark.parametrize(("more", "rounds"), [(0, 0), (19, 0), (20, 1), (25, 1)])
def test_worlds_are_equally_deep_when_the_nodes_are_used_up(more: int, rounds: int) -> None:
    # Five first moves in each of four worlds; then a round takes five nodes in each.
    search = beam(worlds=4, nodes=20 + more).search(morning())
    search.run()
    for world in search.worlds:
        assert len(world.first) == 5
        assert len(world.expanded) == rounds
    assert (search.simulated, search.stopped) == (20 + more, "nodes")
    assert search.depth == (2 if rounds else 1), "what was cut short is no depth"


@pytest.mark.parametrize("late", [20, 21, 33, 39, 40, 41, 49, 60])
def test_worlds_are_equally_deep_when_the_clock_runs_out(
    monkeypatch: pytest.MonkeyPatch, late: int
) -> None:
    planner = Plain()
    monkeypatch.setattr(
        time, "monotonic", lambda: 1000.0 if len(planner.evaluated) >= late else 0.0
    )
    search = beam(planner, worlds=4, ms=80).search(morning())
    lines = search.run()
    assert (search.simulated, search.stopped) == (late, "clock")
    assert len({len(world.expanded) for world in search.worlds}) == 1
    assert len(lines) == 5
    # A round that did not get through all worlds has left no trace in the scores.
    monkeypatch.undo()
    whole = beam(worlds=4, nodes=20 + 20 * len(search.worlds[0].expanded)).search(morning())
    assert [(line.move, line.score) for line in whole.run()] == [
        (line.move, line.score) for line in lines
    ]


class Uneven(Plain):
    """Has many moves where the vein is rich, and hardly any where it is poor."""

    def candidates(
        self, game: Shop, state: WorkshopState, seat: int, depth: int
    ) -> list[Move[WorkshopState]]:
        legal = game.legal(state)
        return legal if state.vein or depth == 0 else legal[:1]


def test_a_world_uses_what_the_others_leave_of_the_nodes() -> None:
    seen = morning(seed=1)  # two of its four worlds are rich
    whole = beam(Uneven(), worlds=4).search(seen)
    whole.run()
    assert {world.root.state.vein for world in whole.worlds} == {0, 1}
    assert whole.stopped == ""
    # As many as are needed are enough, though the rich worlds need more than a fair share.
    enough = beam(Uneven(), worlds=4, nodes=whole.simulated).search(seen)
    enough.run()
    assert (enough.simulated, enough.stopped) == (whole.simulated, "")
    for nodes in range(20, whole.simulated):
        trace = beam(Uneven(), worlds=4, nodes=nodes).advise(seen).trace
        assert (trace["simulated"], trace["stopped"]) == (nodes, "nodes")


def test_no_more_worlds_are_sampled_than_nodes_are_simulated() -> None:
    trace = beam(worlds=100_000, nodes=7).advise(morning()).trace
    assert (trace["worlds"], trace["simulated"], trace["stopped"]) == (7, 7, "nodes")


@pytest.mark.parametrize(
    ("ms", "worlds"), [(1, 1), (1000, 1), (1001, 2), (2500, 3), (50_000, 50), (60_000, 50)]
)
def test_worlds_are_sampled_until_the_clock_runs_out(
    monkeypatch: pytest.MonkeyPatch, ms: int, worlds: int
) -> None:
    clock = Clock(monkeypatch)

    class Dim(Workshop):
        """Needs a second to sample a world."""

        def sample(self, view: WorkshopState, rng: Rng) -> WorkshopState:
            clock.now += 1.0
            return super().sample(view, rng)

    advice = beam(worlds=50, ms=ms).advise(RuleEngine(Dim(), seed=1).observe())
    assert advice.trace["worlds"] == worlds
    if ms == 60_000:
        assert advice.trace["stopped"] == "done"
    else:
        assert (advice.trace["simulated"], advice.trace["stopped"]) == (1, "clock")
    assert adds_up(advice)


def test_playouts_get_the_time_that_the_search_has(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    class Slow(Workshop):
        """Needs a second for a random move."""

        def random_move(self, state: WorkshopState, rng: Rng) -> Move[WorkshopState]:
            clock.now += 1.0
            return super().random_move(state, rng)

    advice = beam(Planner(10_000), ms=20_000).advise(RuleEngine(Slow(), seed=1).observe())
    assert (advice.trace["simulated"], advice.trace["stopped"]) == (1, "clock")
    assert 20.0 <= clock.now < 26.0, "a playout of two turns is six moves at most"
    assert adds_up(advice)


def test_cut_off_node_keeps_its_own_score() -> None:
    class Grim(Plain):
        def evaluate(
            self,
            game: Shop,
            state: WorkshopState,
            seat: int,
            gain: float = 0.0,
            deadline: float | None = None,
        ) -> list[Reason]:
            return [Reason("gloom", float(state.steps - 3))]

    # All is worse than staying put; with one node more, only beg has been tried after beg.
    assert scores(beam(Grim(), nodes=6, depth=2).advise(morning()))["beg"] == -1.0
    assert scores(beam(Grim(), depth=2).advise(morning()))["beg"] == 0.0, "resting"


def test_deadline_passed_ends_after_one_simulation() -> None:
    advice = beam(worlds=3).advise(morning(deadline=0.0))
    assert (advice.trace["simulated"], advice.trace["stopped"]) == (1, "clock")
    assert advice.move == Work("beg")
    assert adds_up(advice)


@pytest.mark.parametrize("late", [1, 2, 5, 6, 17, 33])
def test_clock_is_read_after_every_simulation(monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    seen, planner = morning(), Plain()
    monkeypatch.setattr(
        time, "monotonic", lambda: 1000.0 if len(planner.evaluated) >= late else 0.0
    )
    advice = beam(planner, ms=80).advise(seen)
    assert (advice.trace["simulated"], advice.trace["stopped"]) == (late, "clock")
    assert adds_up(advice)


def test_clock_of_the_caller_and_of_the_option_both_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 50.0)
    early, late = morning(deadline=50.1), morning(deadline=5000.0)
    assert beam(ms=2000).search(early).deadline == 50.1
    assert beam(ms=2000).search(late).deadline == 52.0
    assert beam(ms=2000).search(morning()).deadline == 52.0
    assert beam().search(late).deadline == 5000.0
    assert beam().search(morning()).deadline is None


def test_a_clock_that_does_not_run_out_changes_nothing() -> None:
    timed, plain = beam(worlds=2, ms=10_000_000), beam(worlds=2)
    assert repr(timed.advise(morning()).options) == repr(plain.advise(morning()).options)
