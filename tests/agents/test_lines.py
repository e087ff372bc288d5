from kibitz.agents.lines import Node, World, mean_reasons
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
    first = [Reason("now", 2.0, "so far"), Reason("later", 1.0, "2 playouts")]
    second = [Reason("now", 4.0, "and more"), Reason("later", 3.0, "2 playouts")]
    third = [Reason("end", 9.0, "the result")]
    assert mean_reasons([first]) == first
    assert mean_reasons([first, second, third, third]) == [
        Reason("now", 1.5, "on average of 4 worlds"),
        Reason("later", 1.0, "2 playouts"),
        Reason("end", 4.5, "the result"),
    ]
