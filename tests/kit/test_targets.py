"""Targets on a table: what fits, every selection, and the refusal of all others."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given

from kibitz.core.move import Reject
from kibitz.core.randomness import seeded
from kibitz.kit.cards import CardId
from kibitz.kit.errors import ZoneError
from kibitz.kit.filters import CardFilter
from kibitz.kit.targets import (
    ALL,
    Count,
    Selection,
    TargetSpec,
    at_least,
    between,
    check_slots,
    check_targets,
    enumerate_targets,
    legal_targets,
    resolve_targets,
    target_slots,
    up_to,
)
from tests.kit.battlefield import Field, field, layouts, skirmish, specs


def codes(refusals: Iterator[Reject]) -> list[str]:
    return [refusal.error_code for refusal in refusals]


# What fits.


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (TargetSpec(), ["c6", "c1", "c2", "c3", "c4", "c5", "c7"]),
        (TargetSpec(zones="field"), ["c1", "c2", "c3", "c4", "c5"]),
        (TargetSpec(zones=("hand", "market")), ["c6", "c7"]),
        (TargetSpec(zones="field", owner="you"), ["c1", "c2"]),
        (TargetSpec(zones="field", owner="opponent"), ["c3", "c4", "c5"]),
        # A card that nobody controls is on nobody's side.
        (TargetSpec(zones="market", owner="you"), []),
        (TargetSpec(zones="market", owner="opponent"), []),
        (TargetSpec(zones="field", card_types="item"), ["c4"]),
        (TargetSpec(zones="field", card_types=["item", "creature"], owner="you"), ["c1", "c2"]),
        (TargetSpec(zones="field", filter=CardFilter().with_property("cost", gte=3)), ["c2", "c3"]),
        (TargetSpec(zones="field", owner="you", exclude_self=True), ["c2"]),
        (TargetSpec(selector="self"), ["c1"]),
        (TargetSpec(zones="field", owner="opponent", players="opponent"), ["c3", "c4", "c5", "p1"]),
        (TargetSpec(players="opponent"), ["p1"]),
        (TargetSpec(players="controller"), ["p0"]),
        (TargetSpec(players="chosen-player"), ["p0", "p1"]),
        (TargetSpec(selector="each", players="each-player"), ["p0", "p1"]),
        (TargetSpec(selector="all", players="each-opponent"), ["p1"]),
    ],
)
def test_what_fits_in_the_order_of_the_table(spec: TargetSpec, expected: list[str]) -> None:
    assert legal_targets(spec, skirmish(), 0, source="c1") == expected


def test_every_other_seat_is_an_opponent() -> None:
    state = field(("imp", "field", 0), ("imp", "field", 1), ("imp", "field", 2), seats=3)
    assert legal_targets(TargetSpec(owner="opponent"), state, 1) == ["c1", "c3"]
    assert legal_targets(TargetSpec(players="opponent"), state, 1) == ["p0", "p2"]


def test_a_side_is_who_controls_the_card() -> None:
    state = skirmish()
    state.table.set_controller(CardId("c3"), 0)
    assert legal_targets(TargetSpec(owner="you", zones="field"), state, 0) == ["c1", "c2", "c3"]


def test_a_card_of_unknown_type_is_no_target_by_type() -> None:
    state = skirmish()
    state.table = state.table.redacted(1)
    assert legal_targets(TargetSpec(zones="hand", card_types="creature"), state, 1) == []
    assert legal_targets(TargetSpec(zones="hand"), state, 1) == ["c6"]


# Selections.


def listed(spec: TargetSpec, state: Field, **context: Any) -> list[Selection]:
    # Any: passed on as it is.
    found = enumerate_targets(spec, state, 0, **context)
    assert found.size_hint() == len(list(found))
    return list(found)


def test_given_up_to_two_of_three_when_listed_then_seven_by_size() -> None:
    spec = TargetSpec(zones="field", owner="opponent", count=up_to(2))
    state = skirmish()
    assert listed(spec, state) == [
        (),
        ("c3",),
        ("c4",),
        ("c5",),
        ("c3", "c4"),
        ("c3", "c5"),
        ("c4", "c5"),
    ]
    assert listed(spec, state, limit=4) == listed(spec, state)[:4]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (TargetSpec(selector="self"), [("c1",)]),
        (TargetSpec(selector="all", zones="field", owner="opponent"), [("c3", "c4", "c5")]),
        (TargetSpec(selector="each", zones="field", card_types="land"), [()]),
        (TargetSpec(selector="any", zones="field"), [("c1",)]),
        (TargetSpec(selector="any", zones="field", count=at_least(2), owner="you"), [("c1", "c2")]),
        (TargetSpec(selector="any", zones="field", count=9), []),
        (TargetSpec(selector="any", zones="field", count=up_to(9), owner="you"), [("c1", "c2")]),
        (TargetSpec(selector="random", zones="field"), [()]),
        (TargetSpec(selector="random", zones="field", count=9), []),
        (TargetSpec(zones="field", count=9), []),
    ],
)
def test_where_nobody_chooses_there_is_one_selection(
    spec: TargetSpec, expected: list[Selection]
) -> None:
    assert listed(spec, skirmish(), source="c1") == expected


def test_self_without_a_source_has_no_target() -> None:
    assert listed(TargetSpec(selector="self"), skirmish()) == []


def test_a_huge_choice_is_listed_lazily() -> None:
    state = field(*[("imp", "field", 0)] * 40)
    found = enumerate_targets(TargetSpec(zones="field", count=ALL), state, 0)
    assert found.size_hint() == 2**40
    assert next(iter(found)) == ()


# Refusals.


def test_a_wrong_count_says_what_was_expected_and_given() -> None:
    spec = TargetSpec(zones="field", count=between(2, 3))
    (refusal,) = check_targets(spec, "c1", skirmish(), 0)
    assert refusal.error_code == "WRONG_TARGET_COUNT"
    assert refusal.context == {"expected": "2 to 3", "got": 1}
    assert "expected 2 to 3, got 1" in refusal.reason


def test_everything_wrong_is_reported_at_once() -> None:
    spec = TargetSpec(zones="field", owner="opponent", count=up_to(2))
    found = list(check_targets(spec, ("c9", "c1", "c1", "c3"), skirmish(), 0))
    assert [(refusal.error_code, refusal.context.get("target")) for refusal in found] == [
        ("WRONG_TARGET_COUNT", None),
        ("INVALID_TARGET", "c9"),
        ("INVALID_TARGET", "c1"),
        ("DUPLICATE_TARGETS", "c1"),
    ]


@pytest.mark.parametrize(
    ("spec", "target", "obstacle"),
    [
        (TargetSpec(zones="field"), "c6", "zone"),
        (TargetSpec(zones="field"), "c99", "unknown"),
        (TargetSpec(zones="field"), "p1", "player"),
        (TargetSpec(players="chosen-player"), "p2", "unknown"),
        (TargetSpec(players="chosen-player"), "c1", "card"),
        (TargetSpec(players="opponent"), "p0", "player"),
        (TargetSpec(players="controller"), "p1", "player"),
        (TargetSpec(owner="you"), "c3", "owner"),
        (TargetSpec(owner="opponent"), "c1", "owner"),
        (TargetSpec(card_types="item"), "c1", "type"),
        (TargetSpec(filter=CardFilter().tapped()), "c1", "filter"),
        (TargetSpec(exclude_self=True), "c1", "self"),
        (TargetSpec(selector="self"), "c2", "source"),
        (TargetSpec(different=True), "c2", "taken"),
        (TargetSpec(relations=["lower cost than #1"]), "c3", "relation"),
        (TargetSpec(relations=[lambda state, seat, target, chosen: False]), "c3", "relation"),
    ],
)
def test_each_obstacle_has_its_reason(spec: TargetSpec, target: str, obstacle: str) -> None:
    (refusal,) = check_targets(spec, target, skirmish(), 0, source="c1", chosen=[("c2",)])
    assert refusal.error_code == "INVALID_TARGET"
    assert refusal.context["obstacle"] == obstacle
    assert refusal.reason.startswith(f"{target} cannot be chosen: ")


def test_targets_are_named_in_the_order_of_the_table() -> None:
    spec = TargetSpec(zones="field", count=2)
    assert codes(check_targets(spec, ("c1", "c3"), skirmish(), 0)) == []
    (refusal,) = check_targets(spec, ("c3", "c1"), skirmish(), 0)
    assert refusal.error_code == "INVALID_TARGET"
    assert "[c1,c3]" in refusal.reason


@pytest.mark.parametrize(
    ("spec", "selection", "expected"),
    [
        (TargetSpec(selector="all", zones="market"), (), ["WRONG_TARGET_COUNT"]),
        (TargetSpec(selector="all", zones="market"), "c7", []),
        (
            TargetSpec(selector="all", zones="market"),
            ("c1", "c7"),
            ["WRONG_TARGET_COUNT", "INVALID_TARGET"],
        ),
        (TargetSpec(selector="random", zones="field"), None, []),
        (TargetSpec(selector="random", zones="field"), "c1", ["WRONG_TARGET_COUNT"]),
        (TargetSpec(selector="random", zones="field", count=9), None, ["WRONG_TARGET_COUNT"]),
        (TargetSpec(selector="any", zones="field"), "c1", []),
        (TargetSpec(selector="any", zones="field"), "c2", ["INVALID_TARGET"]),
        (TargetSpec(selector="self"), None, ["WRONG_TARGET_COUNT"]),
    ],
)
def test_what_nobody_chooses_is_checked_too(
    spec: TargetSpec, selection: object, expected: list[str]
) -> None:
    assert codes(check_targets(spec, selection, skirmish(), 0, source="c1")) == expected


# Relations and slots.


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("other than #1", ["c1", "c3", "c4", "c5"]),
        ("same controller as #1", ["c1", "c2"]),
        ("other controller than #1", ["c3", "c4", "c5"]),
        ("same owner as #1", ["c1", "c2"]),
        ("same zone as #1", ["c1", "c2", "c3", "c4", "c5"]),
        ("same type as #1", ["c1", "c2", "c3", "c5"]),
        ("same name as #1", ["c2", "c3"]),
        ("other name than #1", ["c1", "c4", "c5"]),
        ("lower cost than #1", ["c1", "c4"]),
        ("higher cost than #2", ["c2", "c3", "c4"]),
        ("same cost as #1", ["c2", "c3"]),
        ("higher name than #1", []),
    ],
)
def test_relations_to_earlier_slots(relation: str, expected: list[str]) -> None:
    spec = TargetSpec(zones="field", relations=[relation])
    assert legal_targets(spec, skirmish(), 0, chosen=[("c2",), ("c1",)]) == expected


def test_a_player_is_related_by_seat() -> None:
    spec = TargetSpec(zones="field", relations=["same controller as #1"])
    assert legal_targets(spec, skirmish(), 0, chosen=[("p1",)]) == ["c3", "c4", "c5"]
    costly = TargetSpec(zones="field", relations=["lower cost than #1"])
    assert legal_targets(costly, skirmish(), 0, chosen=[("p1",)]) == []


def test_a_hidden_card_is_related_to_nothing_printed() -> None:
    state = skirmish()
    state.table = state.table.redacted(1)
    spec = TargetSpec(zones="field", relations=["same type as #1"])
    assert legal_targets(spec, state, 1, chosen=[("c6",)]) == []


def test_an_empty_slot_stands_against_nothing() -> None:
    spec = TargetSpec(zones="field", owner="you", relations=["lower cost than #1"])
    assert legal_targets(spec, skirmish(), 0, chosen=[()]) == ["c1", "c2"]


def test_a_relation_to_a_slot_without_answer_is_an_error() -> None:
    spec = TargetSpec(relations=["lower cost than #2"])
    with pytest.raises(ValueError, match=r"'lower cost than #2'.*answered: 1"):
        legal_targets(spec, skirmish(), 0, chosen=[("c1",)])


def test_a_function_sees_the_earlier_answers() -> None:
    def after(state: Field, seat: int, target: str, chosen: tuple[Selection, ...]) -> bool:
        return seat == 0 and state.table.has(target) and target > chosen[0][0]

    spec = TargetSpec(zones="field", relations=[after])
    assert legal_targets(spec, skirmish(), 0, chosen=[("c3",)]) == ["c4", "c5"]


def test_slots_are_resolved_left_to_right() -> None:
    mine = TargetSpec(zones="field", owner="you")
    cheaper = TargetSpec(
        zones="field", owner="opponent", count=up_to(1), relations=["lower cost than #1"]
    )
    state = skirmish()
    found = target_slots([mine, cheaper], state, 0)
    assert list(found) == [
        (("c1",), ()),
        (("c2",), ()),
        (("c2",), ("c4",)),
    ]
    assert list(target_slots([mine, cheaper], state, 0, limit=2)) == list(found)[:2]
    assert list(target_slots([], state, 0)) == [()]


def test_different_slots_share_no_target() -> None:
    one = TargetSpec(zones="field", owner="you")
    state = skirmish()
    assert len(list(target_slots([one, one], state, 0))) == 4
    other = TargetSpec(zones="field", owner="you", different=True)
    assert list(target_slots([one, other], state, 0)) == [(("c1",), ("c2",)), (("c2",), ("c1",))]


def test_slots_are_checked_left_to_right() -> None:
    specs = [TargetSpec(zones="field"), TargetSpec(zones="field", different=True)]
    state = skirmish()
    for answers in target_slots(specs, state, 0):
        assert codes(check_slots(specs, answers, state, 0)) == []
    assert codes(check_slots(specs, [("c1",), ("c1",)], state, 0)) == ["INVALID_TARGET"]
    assert codes(check_slots(specs, [("c1",)], state, 0)) == ["WRONG_TARGET_COUNT"]


# Carrying out.


def test_the_rules_pick_what_nobody_chooses() -> None:
    state = skirmish()

    def picked(selector: str, count: int | Count = 1) -> Selection:
        spec = TargetSpec(selector=selector, zones="field", count=count)
        return resolve_targets(spec, state, 0, seeded(5), source="c1")

    assert picked("all") == picked("each") == ("c1", "c2", "c3", "c4", "c5")
    assert picked("any", 2) == ("c1", "c2")
    assert picked("any", ALL) == picked("random", 9) == picked("all")
    assert resolve_targets(TargetSpec(selector="self"), state, 0, seeded(5), source="c1") == ("c1",)


def test_the_dice_pick_at_random_in_the_order_of_the_table() -> None:
    state = skirmish()
    spec = TargetSpec(selector="random", zones="field", count=2)
    rng = seeded(9)
    draws = [resolve_targets(spec, state, 0, rng) for _ in range(200)]
    assert set(draws) == set(itertools.combinations(["c1", "c2", "c3", "c4", "c5"], 2))
    assert draws[0] == resolve_targets(spec, state, 0, seeded(9))


def test_the_rules_cannot_choose_for_a_player() -> None:
    spec = TargetSpec(zones="field", card_types="creature")
    with pytest.raises(ValueError, match="choose 1 creature in field"):
        resolve_targets(spec, skirmish(), 0, seeded(1))


# One law: what is listed is what is accepted.


@given(specs, layouts)
def test_exactly_what_is_listed_is_accepted(
    spec: TargetSpec | None, cards: list[tuple[str, str, int]]
) -> None:
    assume(spec is not None)
    assert spec is not None
    state = field(*cards)
    context: dict[str, Any] = {"source": "c1", "chosen": [("c1",)]}  # Any: passed on as it is
    found = listed(spec, state, **context)
    everything = [*[card.id for card in state.table.all_cards()], "p0", "p1"]
    orders = [order for size in range(4) for order in itertools.permutations(everything, size)]
    accepted = [
        order for order in orders if not list(check_targets(spec, order, state, 0, **context))
    ]
    assert sorted(accepted) == sorted([selection for selection in found if len(selection) < 4])
    assert [len(selection) for selection in found] == sorted(map(len, found))


@pytest.mark.parametrize("name", ["selector", "count", "owner", "zones", "filter", "relations"])
@pytest.mark.parametrize("given", [1.5, [7], {"a": 1}])
def test_values_of_a_wrong_type_are_refused(name: str, given: object) -> None:
    arguments: dict[str, Any] = {name: given}  # Any: the slip under test
    with pytest.raises((ValueError, TypeError)):
        legal_targets(TargetSpec(**arguments), skirmish(), 0)


def test_an_unknown_zone_is_refused_with_a_suggestion() -> None:
    spec = TargetSpec(zones="filed")
    with pytest.raises(ZoneError, match=r"'filed'.*'field'"):
        legal_targets(spec, skirmish(), 0)
    with pytest.raises(ZoneError, match=r"'filed'.*'field'"):
        list(check_targets(spec, "c1", skirmish(), 0))
