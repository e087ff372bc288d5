"""Modifiers add up, end when told, and are plain data inside a state."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.state import plain
from kibitz.kit.modifiers import (
    PERMANENT,
    THIS_BATTLE,
    THIS_TURN,
    Modifier,
    Modifiers,
    as_long_as,
    until_start_of_next_turn,
)


def test_a_value_is_the_base_plus_all_amounts() -> None:
    held = Modifiers()
    assert held.value(3, "c1", "power") == 3
    held.add(Modifier("c1", "power", 2))
    held.add(Modifier("c1", "power", -1, THIS_TURN))
    held.add(Modifier("c1", "toughness", 9))
    held.add(Modifier("c2", "power", 9))
    assert held.value(3, "c1", "power") == 4
    assert held.value(None, "c1", "power") == 1
    assert held.total("c1", "power") == 1


def test_equal_modifiers_add_up() -> None:
    held = Modifiers([Modifier("c1", "challenger", 2), Modifier("c1", "challenger", 2)])
    assert held.value(0, "c1", "challenger") == 4


def test_only_a_cost_stops_at_0() -> None:
    held = Modifiers([Modifier("c1", "cost", -5), Modifier("c1", "power", -5)])
    assert held.value(3, "c1", "cost") == 0
    assert held.value(3, "c1", "power") == -2


def test_durations_end_when_they_are_called_out() -> None:
    held = Modifiers()
    durations = [
        PERMANENT,
        THIS_TURN,
        THIS_BATTLE,
        until_start_of_next_turn(0),
        until_start_of_next_turn(1),
        "until the moon is full",
    ]
    for place, duration in enumerate(durations):
        held.add(Modifier("c1", "power", 10**place, duration))
    assert held.value(0, "c1", "power") == 111111
    held.expire(THIS_BATTLE)
    assert held.value(0, "c1", "power") == 111011
    held.expire(THIS_TURN)
    assert held.value(0, "c1", "power") == 111001
    held.expire(until_start_of_next_turn(1))
    assert held.value(0, "c1", "power") == 101001
    held.expire("until the moon is full")
    held.expire(until_start_of_next_turn(0))
    assert held.value(0, "c1", "power") == 1


def test_a_card_that_leaves_forgets_and_its_gifts_end() -> None:
    held = Modifiers([Modifier("c1", "power", 1, source="c2"), Modifier("c2", "power", 1)])
    other = held.clone()
    held.forget("c1")
    assert held.items == [Modifier("c2", "power", 1)]
    other.end("c2")
    assert other.items == [Modifier("c2", "power", 1)]


def test_given_a_condition_when_it_fails_then_the_modifier_does_not_count() -> None:
    paired = {"c1"}

    def is_paired(state: set[str], modifier: Modifier, card: str) -> bool:
        return modifier.source in state and card != "c9"

    conditions = {"paired": is_paired}
    held = Modifiers([Modifier("", "power", 1, as_long_as("paired"), source="c1")])
    assert held.value(2, "c5", "power", paired, conditions) == 3
    assert held.value(2, "c9", "power", paired, conditions) == 2
    paired.clear()
    assert held.value(2, "c5", "power", paired, conditions) == 2


def test_a_condition_without_a_function_is_refused_with_a_suggestion() -> None:
    held = Modifiers([Modifier("c1", "power", 1, as_long_as("paird"))])
    with pytest.raises(ValueError, match=r"'paird'.*did you mean 'paired'"):
        held.total("c1", "power", None, {"paired": lambda state, modifier, card: True})


def test_a_condition_of_another_card_is_not_asked() -> None:
    held = Modifiers([Modifier("c1", "power", 1, as_long_as("unheard of"))])
    assert held.total("c2", "power") == 0


@pytest.mark.parametrize(
    ("card", "name", "duration", "given"),
    [
        ("c1", "", PERMANENT, "''"),
        ("c1", "power", "", "''"),
        ("", "power", THIS_TURN, "this turn"),
    ],
)
def test_malformed_modifiers_are_refused(card: str, name: str, duration: str, given: str) -> None:
    with pytest.raises(ValueError, match=given):
        Modifier(card, name, 1, duration)


def test_malformed_durations_are_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        until_start_of_next_turn(-1)
    with pytest.raises(ValueError, match="name of its condition"):
        as_long_as("")


modifiers = st.builds(
    Modifier,
    st.sampled_from(["c1", "c2"]),
    st.sampled_from(["power", "cost"]),
    st.integers(-3, 3),
    st.sampled_from([PERMANENT, THIS_TURN, as_long_as("exerted")]),
    st.sampled_from(["", "c3"]),
)


@given(st.lists(modifiers))
def test_modifiers_clone_compare_and_travel(items: list[Modifier]) -> None:
    held = Modifiers(items)
    twin = held.clone()
    assert twin == held
    assert pickle.loads(pickle.dumps(held)) == held
    hash(held.key())
    assert plain(held) == held.key()
    twin.add(Modifier("c1", "power", 1))
    assert held.items == items
    assert twin != held
