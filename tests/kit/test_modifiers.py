"""Modifiers: what they add, and what ends them."""

import pickle

from kibitz.kit import FOREVER, Modifier, Unit
from tests.kit.camp import ANT, COST, FRONT, POWER, CampState, empty, place


def test_modifiers_are_values() -> None:
    one = Modifier(POWER, 1, until=4, span="battle", source=7)
    assert one == Modifier(POWER, 1, 4, "battle", 7)
    assert hash(one) == hash(pickle.loads(pickle.dumps(one)))
    assert one != Modifier(POWER, 1)
    assert Modifier(POWER, 1).until == FOREVER


def state_with(*mods: Modifier) -> CampState:
    """Returns a camp with an ant that has some modifiers, and a second one without."""
    state = empty()
    state.enter(Unit(ANT), FRONT, 0).mods = mods
    state.enter(Unit(ANT), FRONT, 0)
    return state


def strength(state: CampState, at: int = 0) -> int:
    return state.value(state.row(FRONT, 0)[at], POWER, 1)


def test_value_of_a_part_has_its_own_modifiers_and_those_of_the_state() -> None:
    state = state_with(Modifier(POWER, 2))
    assert (strength(state), strength(state, 1)) == (3, 1)
    state.mods = (Modifier(POWER, -10),)
    assert (strength(state), strength(state, 1)) == (-7, -9)


def test_only_modifiers_of_that_number_count() -> None:
    state = state_with(Modifier(COST, 4))
    state.mods = (Modifier(COST, 4),)
    assert strength(state) == 1


def test_modifier_lasts_to_the_end_of_its_turn() -> None:
    state = state_with(Modifier(POWER, 1, until=1), Modifier(POWER, 10, until=2))
    state.mods = (Modifier(POWER, 100, until=1), Modifier(POWER, 1000))
    assert strength(state) == 1112
    state.expire()  # turn 1 ends
    assert strength(state) == 1011
    state.turn = 2
    state.expire()
    assert strength(state) == 1001


def test_span_ends_only_the_modifiers_of_that_name() -> None:
    state = state_with(Modifier(POWER, 1, span="battle"), Modifier(POWER, 10, until=1, span="duel"))
    state.expire("duel")
    assert strength(state) == 2
    state.expire("battle")
    assert strength(state) == 1


def test_modifier_ends_with_its_source() -> None:
    state = state_with()
    source = state.row(FRONT, 0)[1]
    state.row(FRONT, 0)[0].mods = (Modifier(POWER, 5, source=source.serial),)
    state.expire()
    assert strength(state) == 6
    state.drop(place("p0.front.2"))
    state.expire("anything")
    assert strength(state) == 1
