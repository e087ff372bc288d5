"""Modifiers: operations in a fixed order, and what ends them."""

import pickle

import pytest

from kibitz.kit import ADD, AT_LEAST, AT_MOST, FOREVER, SET, TIMES, Modifier, Unit
from kibitz.kit.modifiers import modified
from tests.kit.camp import ANT, COST, FRONT, POWER, CampState, empty, place


def power(*mods: Modifier, base: int = 3) -> int:
    return modified(base, POWER, mods)


@pytest.mark.parametrize(
    ("mods", "wanted"),
    [
        ([], 3),
        ([(ADD, 2)], 5),
        ([(ADD, -5)], -2),
        ([(TIMES, 2)], 6),
        ([(SET, 7)], 7),
        ([(AT_LEAST, 5)], 5),
        ([(AT_MOST, 1)], 1),
        # Set, then times, then add, then the bounds, in whatever order they were given.
        ([(ADD, 1), (TIMES, 2), (SET, 5)], 11),
        ([(AT_LEAST, 0), (ADD, -9)], 0),
        ([(AT_MOST, 4), (AT_LEAST, 8)], 4),
        ([(SET, 5), (SET, 6)], 6),
        ([(ADD, 1), (ADD, 1), (TIMES, 2), (TIMES, 2)], 14),
    ],
)
def test_operations_apply_in_a_fixed_order(mods: list[tuple[int, int]], wanted: int) -> None:
    assert power(*[Modifier(POWER, op, amount) for op, amount in mods]) == wanted


def test_only_modifiers_of_that_number_count() -> None:
    assert power(Modifier(COST, ADD, 4)) == 3


@pytest.mark.parametrize("op", [-1, 5])
def test_operation_that_does_not_exist_is_refused(op: int) -> None:
    wanted = f"invalid operation {op}: expected one of set, times, add, at_least, at_most"
    with pytest.raises(ValueError, match=wanted):
        Modifier(POWER, op, 1)


def test_modifiers_are_values() -> None:
    one = Modifier(POWER, ADD, 1, until=4, span="battle", source=7)
    assert one == Modifier(POWER, ADD, 1, 4, "battle", 7)
    assert hash(one) == hash(pickle.loads(pickle.dumps(one)))
    assert one != Modifier(POWER, ADD, 1)
    assert Modifier(POWER, ADD, 1).until == FOREVER


def state_with(*mods: Modifier) -> CampState:
    """Returns a camp with an ant that has some modifiers, and a second one without."""
    state = empty()
    state.enter(Unit(ANT), FRONT, 0).mods = mods
    state.enter(Unit(ANT), FRONT, 0)
    return state


def strength(state: CampState, at: int = 0) -> int:
    return state.value(state.row(FRONT, 0)[at], POWER, 1)


def test_value_of_a_part_has_its_own_modifiers_and_those_of_the_state() -> None:
    state = state_with(Modifier(POWER, ADD, 2))
    assert (strength(state), strength(state, 1)) == (3, 1)
    state.mods = (Modifier(POWER, TIMES, 10),)
    assert (strength(state), strength(state, 1)) == (12, 10)


def test_modifier_lasts_to_the_end_of_its_turn() -> None:
    state = state_with(Modifier(POWER, ADD, 1, until=1), Modifier(POWER, ADD, 10, until=2))
    state.mods = (Modifier(POWER, ADD, 100, until=1), Modifier(POWER, ADD, 1000))
    assert strength(state) == 1112
    state.expire()  # turn 1 ends
    assert strength(state) == 1011
    state.turn = 2
    state.expire()
    assert strength(state) == 1001


def test_span_ends_only_the_modifiers_of_that_name() -> None:
    state = state_with(
        Modifier(POWER, ADD, 1, span="battle"), Modifier(POWER, ADD, 10, until=1, span="duel")
    )
    state.expire("duel")
    assert strength(state) == 2
    state.expire("battle")
    assert strength(state) == 1


def test_modifier_ends_with_its_source() -> None:
    state = state_with()
    source = state.row(FRONT, 0)[1]
    state.row(FRONT, 0)[0].mods = (Modifier(POWER, ADD, 5, source=source.serial),)
    state.expire()
    assert strength(state) == 6
    state.drop(place("p0.front.2"))
    state.expire("anything")
    assert strength(state) == 1
