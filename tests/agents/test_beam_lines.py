from kibitz.agents.beam import Line, Node, World, add_up, mean_reasons
from kibitz.core import Move, Reason, Rng
from tests.agents.workshop import Work, Workshop, WorkshopState


def test_the_worse_way_goes_on_as_the_better_does_and_says_what_it_lacks() -> None:
    state = Workshop().setup(Rng(1, 2, 3, 4))

    def node(depth: int, score: float) -> Node[WorkshopState]:
        return Node(state, depth, [Reason("points", score)])

    world: World[WorkshopState] = World(state, "root")
    worse, better, equal, leaf = node(1, 2.0), node(1, 5.0), node(1, 5.0), node(2, 9.0)
    assert [world.place("key", each) for each in (worse, better, equal)] == [False, True, True]
    assert world.select(9) == [better]
    assert world.select(9) == [], "a level is built on once"
    better.moves.append(Work("beg"))
    better.children.append(leaf)
    better.settle()
    assert [each.worth() for each in (worse, better, equal)] == [6.0, 9.0, 9.0]
    for each, amounts in ((worse, [9.0, -3.0]), (better, [9.0]), (equal, [9.0])):
        plan: list[Move[WorkshopState]] = []
        assert [reason.amount for reason in each.follow(plan)] == amounts
        assert plan == [Work("beg")]


def test_a_longer_way_counts_only_if_it_is_better() -> None:
    state = Workshop().setup(Rng(1, 2, 3, 4))
    world: World[WorkshopState] = World(state, "root")
    short, same, better, back = [
        Node(state, depth, [Reason("points", score)])
        for depth, score in ((1, 5.0), (2, 5.0), (2, 6.0), (2, 99.0))
    ]
    assert not world.place("key", short)
    assert world.select(9) == [short]
    assert world.place("key", same)
    assert same.loops
    assert world.place("key", better)
    assert not better.loops
    assert short.twin is None, "what was built on stays"
    assert world.place("root", back)
    assert back.loops
    assert world.select(9) == [better]


def test_mean_reasons_average_by_term() -> None:
    first = [Reason("now", 2.0, "so far"), Reason("later", 1.0, "2 playouts each")]
    second = [Reason("now", 4.0, "and more"), Reason("later", 3.0, "2 playouts each")]
    assert mean_reasons([first]) == first
    assert mean_reasons([first, second]) == [
        Reason("now", 3.0, "on average over 2 possible deals"),
        Reason("later", 2.0, "2 playouts each"),
    ]


def test_mean_reasons_keep_a_text_only_if_every_world_says_it() -> None:
    played = [Reason("later", 1.0, "2 playouts each")]
    ended = [Reason("end", 9.0, "the result")]
    averaged = "on average over 4 possible deals"
    for worlds in ([played, played, ended, ended], [played, ended, ended, played]):
        assert mean_reasons(worlds) == [
            Reason("later", 0.5, averaged),
            Reason("end", 4.5, averaged),
        ]
    twice = [Reason("end", 1.0, "the result"), Reason("end", 2.0, "and a bonus")]
    assert mean_reasons([twice, ended]) == [Reason("end", 6.0, "on average over 2 possible deals")]


def test_amounts_are_added_one_by_one() -> None:
    # A sum that compensates for rounding, as Python's own does from 3.12 on, would be 1.
    amounts = [1e16, 1.0, -1e16]
    reasons = [Reason(f"term {index}", amount) for index, amount in enumerate(amounts)]
    state = Workshop().setup(Rng(1, 2, 3, 4))
    assert add_up(amounts) == 0.0
    assert add_up([]) == 0.0
    assert Node(state, 1, reasons).score == 0.0
    assert Line(Work("beg"), (), reasons).score == 0.0
    assert mean_reasons([[Reason("one", amount)] for amount in amounts])[0].amount == 0.0
