import itertools
from pathlib import Path

import pytest

from kibitz.agents import BeamAgent, GreedyAgent, Outlook, Planner, make_agent
from kibitz.agents.beam import make_beam
from kibitz.core import Advice, Move, Observation, Reason, RuleEngine
from kibitz.core.errors import UnknownOption
from kibitz.core.options import known_options
from kibitz.games import load
from kibitz.testing import check_agent
from tests.agents.pile import Pile, PileState, Take, seen_at
from tests.agents.workshop import (
    Plain,
    Seen,
    Shop,
    Work,
    Workshop,
    WorkshopState,
    adds_up,
    beam,
    morning,
    scores,
)


class Tidy(Plain):
    """Likes selling most, then carving and begging alike."""

    def cheap(self, job: str) -> float:
        return {"sell": 3.0, "carve": 2.0, "beg": 2.0, "chop": 1.0}.get(job, 0.0)


class Singer(Plain):
    """Likes early singing, which is not in its key."""

    def evaluate(
        self,
        game: Shop,
        state: WorkshopState,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        song = Reason("cheer", float(state.cheer), "sung early")
        return [*super().evaluate(game, state, seat), song]

    def candidates(
        self, game: Shop, state: WorkshopState, seat: int, depth: int
    ) -> list[Move[WorkshopState]]:
        wanted = (Work("beg"), Work("sing"), Work("rest"))
        return [move for move in game.legal(state) if move in wanted]

    def key(self, state: WorkshopState) -> object:
        return (state.seat, state.steps, tuple(state.points), state.cheer > 0)


class Unique(Plain):
    """Has another key for every state."""

    def key(self, state: WorkshopState) -> object:
        return len(self.evaluated)


def jobs(moves: tuple[Move[WorkshopState], ...]) -> list[str]:
    return [str(move).removeprefix("work ") for move in moves]


# What it finds.


def test_beam_finds_a_combo_of_three_moves_that_greed_misses() -> None:
    greedy = GreedyAgent(Outlook[WorkshopState, WorkshopState](64)).advise(morning())
    assert greedy.move != Work("chop")
    advice = beam().advise(morning())
    assert advice.move == Work("chop")
    assert jobs(advice.plan) == ["carve", "sell"]
    assert advice.value == 10.0
    assert advice.options[0].reasons == (Reason("points", 10.0, "so far"),)
    assert advice.trace["depth"] == 3
    assert advice.trace["stopped"] == "done"


def test_beam_ranks_every_first_move_by_its_best_line() -> None:
    lines = beam().search(poor_morning()).run()
    assert [(str(line.move), line.score, jobs(line.plan)) for line in lines] == [
        ("work chop", 10.0, ["carve", "sell"]),
        ("work beg", 3.0, ["beg", "beg"]),
        ("work sing", 2.0, ["beg", "beg"]),
        ("work rest", 0.0, []),
        ("work dig", -1.0, ["beg", "beg"]),
    ]


@pytest.mark.parametrize(("depth", "move"), [(1, "beg"), (2, "beg"), (3, "chop"), (9, "chop")])
def test_beam_depth_bounds_the_lines(depth: int, move: str) -> None:
    advice = beam(depth=depth).advise(poor_morning())
    assert advice.move == Work(move)
    assert advice.trace["depth"] == min(depth, 3), "a turn has three jobs"


def poor_morning() -> Seen:
    """Looks for a morning whose first sampled world has a poor vein."""
    for seed in itertools.count(1):
        seen = morning(seed)
        if seen.game.sample(seen.view, seen.rng.child("world 0")).vein == 0:
            return seen
    raise AssertionError("unreachable")


def test_beam_width_keeps_only_the_best_lines() -> None:
    narrow = beam(width=1).advise(poor_morning())
    assert narrow.move == Work("beg")
    assert scores(narrow) == {"beg": 3.0, "chop": 0.0, "sing": 0.0, "rest": 0.0, "dig": -3.0}
    # A carved tool is worth nothing yet: beg beg, beg chop, beg sing, sing beg are better, and
    # chop chop comes before.
    assert beam(width=5).advise(poor_morning()).move == Work("beg")
    assert beam(width=6).advise(poor_morning()).move == Work("chop")


def test_beam_ends_a_line_with_the_turn() -> None:
    planner = Plain()
    advice = beam(planner, depth=9).advise(morning())
    assert advice.trace["stopped"] == "done"
    ended = [state for state in planner.evaluated if state.seat == 1]
    assert ended
    assert all(state.points[1] == 0 for state in planner.evaluated), "seat 1 never moves"


def test_beam_ends_a_line_with_the_game() -> None:
    engine = RuleEngine(Workshop(turns=1), seed=1)
    advice = beam(depth=9).advise(engine.observe())
    assert jobs((advice.move, *advice.plan)) == ["chop", "carve", "sell"]


def test_beam_ends_a_line_where_the_planner_stops() -> None:
    class Carver(Plain):
        def stops(self, game: Shop, start: WorkshopState, state: WorkshopState, seat: int) -> bool:
            return state.tools > start.tools

    advice = beam(Carver()).advise(poor_morning())
    assert advice.move == Work("beg")
    assert scores(advice)["chop"] == 2.0, "chop, beg, beg: nothing follows a carved tool"


class Hermitage(Workshop):
    """A workshop for one player: the turn after a turn is their own."""

    def __init__(self) -> None:
        super().__init__(turns=4)
        self.seats = 1

    def play(
        self, state: WorkshopState, move: Move[WorkshopState], seat: int | None = None
    ) -> None:
        super().play(state, move, seat)
        state.seat = 0


@pytest.mark.parametrize("turnwise", [True, False])
def test_a_planner_can_end_the_lines_of_a_single_player_with_the_turn(turnwise: bool) -> None:
    class Turn(Plain):
        def stops(self, game: Shop, start: WorkshopState, state: WorkshopState, seat: int) -> bool:
            return turnwise and state.turns != start.turns

    engine = RuleEngine(Hermitage(), seed=1)
    engine.play("work rest")
    planner = Turn()
    advice = beam(planner, width=3, depth=5).advise(engine.observe())
    left = {state.turns for state in planner.evaluated}
    # Three turns are left, and a line is in the first of them until its turn is over.
    assert left == ({3, 2} if turnwise else {3, 2, 1})
    assert all(state.steps == 3 for state in planner.evaluated if state.turns == 2) or not turnwise
    assert advice.trace["depth"] == (3 if turnwise else 5)


def test_beam_counts_a_state_by_what_follows_unless_the_plan_may_rest_there() -> None:
    class Hopeful(Plain):
        def evaluate(
            self,
            game: Shop,
            state: WorkshopState,
            seat: int,
            gain: float = 0.0,
            deadline: float | None = None,
        ) -> list[Reason]:
            hope = 50.0 if state.wood == 1 and state.steps == 2 else 0.0
            return [*super().evaluate(game, state, seat), Reason("hope", hope)]

    class Resting(Hopeful):
        def rests(self, game: Shop, state: WorkshopState, seat: int) -> bool:
            return True

    advice = beam(Hopeful()).advise(poor_morning())
    assert (advice.value, jobs(advice.plan)) == (10.0, ["carve", "sell"])
    advice = beam(Resting()).advise(poor_morning())
    assert (advice.move, advice.value, advice.plan) == (Work("chop"), 50.0, ())


def test_beam_plays_a_forced_move_at_once() -> None:
    planner: Planner[PileState, PileState] = Planner(2)
    advice = BeamAgent(planner).advise(seen_at(1))
    assert advice.move == Take(1)
    assert [option.score for option in advice.options] == [0.0]
    assert advice.options[0].reasons[0].term == "forced"
    assert (advice.trace["simulated"], advice.trace["stopped"]) == (0, "forced")


# Two stages.


def test_expand_simulates_only_the_best_by_quick_score_in_listing_order() -> None:
    planner = Tidy()
    advice = beam(planner, expand=(2,), depth=1).advise(morning())
    assert planner.quickly == ["beg", "chop", "sing", "dig", "rest"], "all are scored cheaply"
    assert jobs(tuple(option.move for option in advice.options)) == ["beg", "chop"]
    assert (advice.trace["simulated"], advice.trace["pruned"]) == (2, 3)


def test_expand_goes_by_depth_and_its_last_number_repeats() -> None:
    planner = Tidy()
    advice = beam(planner, expand=(2, 1)).advise(morning())
    # After beg: beg, then beg. After chop: beg (listed before carve), which is the same as the
    # other order; so chop, beg goes on and beg, beg goes on.
    assert scores(advice) == {"beg": 3.0, "chop": 2.0}
    assert len(planner.evaluated) == advice.trace["simulated"] == 2 + 2 + 2


def test_expand_can_prune_the_best_line_away() -> None:
    assert beam(Tidy(), expand=(1,)).advise(morning()).move == Work("beg")


def test_everything_listed_is_either_simulated_or_pruned() -> None:
    planner = Tidy()
    trace = beam(planner, width=3, expand=(3, 2), worlds=3).advise(morning()).trace
    assert isinstance(trace["simulated"], int)
    assert isinstance(trace["pruned"], int)
    assert trace["simulated"] + trace["pruned"] == len(planner.quickly)
    assert trace["simulated"] == len(planner.evaluated)


def untried(advice: Advice[WorkshopState]) -> bool:
    """Tells whether the first legal move is advised untried."""
    (option,) = advice.options
    assert option.reasons == (Reason("untried", 0.0, "none of the possible deals had this move"),)
    assert advice.trace["simulated"] == advice.trace["depth"] == 0
    assert (advice.trace["stopped"], option.score, advice.plan) == ("untried", 0.0, ())
    return advice.move == option.move == Work("beg")


def test_first_legal_move_is_played_if_the_planner_lists_nothing() -> None:
    class Idle(Plain):
        def candidates(
            self, game: Shop, state: WorkshopState, seat: int, depth: int
        ) -> list[Move[WorkshopState]]:
            return []

    assert untried(beam(Idle(), worlds=3).advise(morning()))


def test_first_legal_move_is_played_if_no_world_has_a_move_of_the_match() -> None:
    class Elsewhere(Workshop):
        """A game whose worlds offer nothing that the match does."""

        def legal(self, state: WorkshopState) -> list[Move[WorkshopState]]:
            return [Work("sing"), Work("rest")]

    match = RuleEngine(Elsewhere(), seed=1).observe()
    moves: list[Move[WorkshopState]] = [Work("beg"), Work("chop")]
    seen = Observation(match.game, match.view, match.seat, moves, match.rng)
    assert untried(beam(worlds=3).advise(seen))


def test_planner_that_lists_illegal_moves_is_reported() -> None:
    class Lost(Plain):
        def candidates(
            self, game: Shop, state: WorkshopState, seat: int, depth: int
        ) -> list[Move[WorkshopState]]:
            return [Work("mine")]

    words = (
        "^Lost lists 'work mine', which is not legal in workshop here; legal moves: work beg,"
        " work chop, work sing, work dig, work rest$"
    )
    with pytest.raises(RuntimeError, match=words):
        beam(Lost()).advise(morning())


# Transpositions.


def test_transpositions_are_merged_and_nothing_is_lost() -> None:
    apart, merged = beam(Unique()).search(morning()), beam().search(morning())
    for one, other in zip(apart.run(), merged.run(), strict=True):
        assert (one.move, one.score, one.plan) == (other.move, other.score, other.plan)
    assert apart.merged == 0
    # Two of beg, chop and dig come to the same in either order. Singing early cheers more, and
    # after three jobs lines end, so that nothing is built on them.
    assert merged.merged == 3
    assert merged.simulated < apart.simulated


def test_transpositions_are_counted() -> None:
    # Beg, sing, rest; then the same after beg and after sing. To this planner beg, sing is the same
    # as sing, beg.
    advice = beam(Singer(), depth=2).advise(morning())
    assert (advice.trace["simulated"], advice.trace["merged"]) == (9, 1)


def test_of_two_ways_to_one_key_the_better_is_built_on() -> None:
    # Singing first is worth 3, second 2. Beg, sing is found first and gives way to sing, beg.
    planner = Singer()
    search = beam(planner, depth=3).search(morning())
    lines = {str(line.move): line for line in search.run()}
    (built,) = [
        node
        for node in search.worlds[0].expanded
        if node.depth == 2 and node.state.points[0] == 1 and node.state.cheer
    ]
    assert built.state.cheer == 3
    assert search.worlds[0].first[0].children[1].twin is built
    # A turn that ends clears the song: what counts are points, and what the worse way lacks.
    assert lines["work sing"].score == 2.0
    assert lines["work beg"].score == 3.0


def test_coming_back_to_what_fewer_moves_reach_is_no_line() -> None:
    class Timeless(Plain):
        def key(self, state: WorkshopState) -> object:
            return (state.seat, state.wood, state.tools, tuple(state.points))

    search = beam(Timeless()).search(poor_morning())
    lines = {str(line.move): line for line in search.run()}
    # Singing changes nothing that the key has, so it leads nowhere; nor does chop, burn.
    assert lines["work chop"].score == 10.0
    assert (lines["work sing"].score, lines["work sing"].plan) == (0.0, ())
    chopped = search.worlds[0].first[1]
    assert jobs(tuple(chopped.moves)) == ["beg", "chop", "carve", "dig", "rest"]


# Hidden cards.


def test_worlds_are_averaged_and_common_to_all_moves() -> None:
    seen = morning()
    before = seen.rng.key()
    advice = beam(depth=1, worlds=16).advise(seen)
    assert seen.rng.key() == before
    worlds = [seen.game.sample(seen.view, seen.rng.child(f"world {n}")) for n in range(16)]
    rich = sum(world.vein for world in worlds)
    assert 0 < rich < 16
    found = scores(advice)
    assert found["dig"] == pytest.approx((6 * rich - 3 * 16) / 16)
    assert found["beg"] == 1.0
    assert adds_up(advice)
    assert advice.trace["worlds"] == 16
    assert advice.trace["simulated"] == 5 * 16


def test_worlds_where_a_move_is_illegal_are_skipped() -> None:
    class Prospector(Plain):
        def candidates(
            self, game: Shop, state: WorkshopState, seat: int, depth: int
        ) -> list[Move[WorkshopState]]:
            if state.vein == 0:
                return [Work("beg"), Work("mine")]  # there is no such job in any other world
            return [Work("beg"), Work("dig")]

    advice = beam(Prospector(), depth=1, worlds=16).advise(morning())
    assert scores(advice) == {"dig": 3.0, "beg": 1.0}
    assert isinstance(advice.trace["simulated"], int)
    assert 16 < advice.trace["simulated"] < 32


def test_quick_scores_are_averaged_over_the_worlds() -> None:
    class Gambler(Plain):
        def quick(
            self, game: Shop, state: WorkshopState, moves: list[Move[WorkshopState]], seat: int
        ) -> list[float]:
            dig = 100.0 if state.vein else -200.0
            known: dict[Move[WorkshopState], float] = {Work("dig"): dig, Work("beg"): -1.0}
            return [known.get(move, -20.0) for move in moves]

    planner = Gambler()
    advice = beam(planner, expand=(1,), depth=1, worlds=16).advise(morning())
    assert len(scores(advice)) == 1
    rich = sum(state.vein for state in planner.evaluated)
    assert scores(advice).keys() == ({"dig"} if 300 * rich > 199 * 16 else {"beg"})


def test_plan_is_that_of_the_first_world() -> None:
    seen = morning()
    lines = beam(worlds=5).search(seen).run()
    alone = beam(worlds=1).search(seen).run()
    plans = {str(line.move): line.plan for line in lines}
    assert plans == {str(line.move): line.plan for line in alone}


# Its place among the agents.


def test_beam_with_playouts_wins_what_can_be_won_at_once() -> None:
    for stones in (2, 3):
        advice = make_agent(Pile(), "beam:worlds=2,playouts=4").advise(seen_at(stones))
        assert advice.move == Take(stones)


def test_beam_repeats_its_advice() -> None:
    first, second = (beam(worlds=3).advise(morning()) for _ in range(2))
    assert repr(first.options) == repr(second.options)
    assert (first.plan, first.trace) == (second.plan, second.trace)


@pytest.mark.parametrize("spec", ["beam:worlds=2,nodes=60", "beam:width=1,expand=2,playouts=0"])
def test_beam_keeps_the_laws(spec: str) -> None:
    pile, shop, leduc = Pile(5), Workshop(), load("leduc")
    assert check_agent(lambda: make_agent(pile, spec), pile, games=3) > 0
    assert check_agent(lambda: make_agent(shop, spec), shop, games=2) > 0
    assert check_agent(lambda: make_agent(leduc, spec), leduc, games=2) > 0


@pytest.mark.parametrize("spec", ["beam:worlds=2,playouts=0,nodes=40", "beam:playouts=1,nodes=3"])
def test_beam_keeps_the_laws_in_a_game_of_the_kit(spec: str) -> None:
    duel = load("duel")
    assert check_agent(lambda: make_agent(duel, spec), duel, games=1, max_plies=3) > 0


def test_beam_is_made_with_its_options() -> None:
    agent = make_agent(Pile(), "beam:width=3,expand=4,depth=2,worlds=5,playouts=6,nodes=70,ms=8")
    assert isinstance(agent, BeamAgent)
    assert (agent.width, agent.expand, agent.depth, agent.worlds) == (3, [4], 2, 5)
    assert (agent.planner.playouts, agent.nodes, agent.ms) == (6, 70, 8)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("beam:wdth=3", "beam has no option 'wdth'; did you mean 'width' or 'depth'? (known: "),
        ("beam:width=wide", "beam: invalid option width=wide: expected a whole number"),
        ("beam:width=0", "beam: invalid width=0: expected 1 or more"),
        ("beam:expand=0", "beam: invalid expand=0: expected 1 or more"),
        ("beam:depth=0", "invalid depth=0: expected 1 or more"),
        ("beam:worlds=0", "invalid worlds=0: expected 1 to 100000"),
        ("beam:worlds=1000000000", "invalid worlds=1000000000: expected 1 to 100000"),
        ("beam:nodes=0", "invalid nodes=0: expected 1 or more"),
        ("beam:playouts=-1", "invalid playouts=-1: expected 0 to 10000"),
        ("beam:playouts=10001", "invalid playouts=10001: expected 0 to 10000"),
        ("beam:ms=-5", "invalid ms=-5: expected 1 to 86400000"),
        ("beam:ms=86400001", "invalid ms=86400001: expected 1 to 86400000"),
        ("beam:ms=1" + "0" * 400, "invalid ms=(more than 18 digits): expected 1 to 86400000"),
    ],
)
def test_bad_options_are_refused_with_what_is_expected(spec: str, words: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        make_agent(Pile(), spec)
    assert words in str(caught.value)


def test_every_option_of_the_beam_is_explained() -> None:
    options = known_options(make_beam)
    assert options is not None
    # From the source: a compiled function has no docstring.
    source = (Path(__file__).parents[2] / "src/kibitz/agents/beam.py").read_text()
    _, _, args = source.partition("def make_beam(")[2].partition("Args:")
    for name in options:
        assert f"\n        {name}: " in args, f"{name} is not explained"


def test_averages_say_how_many_playouts_there_were() -> None:
    advice = make_agent(Pile(), "beam:worlds=3,playouts=2,depth=1").advise(seen_at(9))
    for option in advice.options:
        assert (
            option.reasons[1].text
            == "what changes if the game is played on from there, 2 times in each deal"
        )


def test_beam_needs_a_number_to_expand() -> None:
    with pytest.raises(ValueError, match=r"^invalid expand=\(\): expected at least one number$"):
        beam(expand=())
