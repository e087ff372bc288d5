"""Targets and cards as parameters of declared moves: listed, asked step by step, reported."""

import itertools
from collections.abc import Iterator, Mapping
from typing import ClassVar

import pytest
from hypothesis import assume, given

from kibitz.core.domains import Domain, depends, one_of
from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject, slot_of
from kibitz.core.randomness import Rng
from kibitz.kit.errors import ZoneError
from kibitz.kit.filters import CardFilter
from kibitz.kit.instances import Card
from kibitz.kit.targets import (
    TargetSpec,
    cards_in,
    check_targets,
    enumerate_targets,
    targets,
    up_to,
)
from tests.kit.battlefield import Field, field, layouts, skirmish, specs


@given(specs, layouts)
def test_a_domain_offers_what_makes_its_values(
    spec: TargetSpec | None, cards: list[tuple[str, str, int]]
) -> None:
    assume(spec is not None)
    assert spec is not None
    state = field(*cards)
    domain = targets(spec, source="source", after=["first"])
    chosen = {"source": "c1", "first": "c1"}
    values = list(domain.values(state, 0, chosen))
    options = list(domain.options(state, 0, chosen))
    least, most = domain.bounds(state, 0, chosen)
    if spec.shape == "many":
        made: list[object] = [
            value
            for size in range(least, most + 1)
            for value in itertools.combinations(options, size)
        ]
    else:
        assert (least, most) == (1, 1)
        made = options
    assert values == made
    selections = enumerate_targets(spec, state, 0, source="c1", chosen=[("c1",)])
    assert [slot_of(value) for value in values] == list(selections)
    for value in values:
        assert not list(check_targets(spec, value, state, 0, source="c1", chosen=[("c1",)]))


# In a game.

FOE = TargetSpec(zones="field", owner="opponent", card_types="creature", players="opponent")
MODES = {
    "draw": TargetSpec(count=up_to(0)),
    "damage": TargetSpec(zones="field", owner="opponent", card_types="creature"),
    "heal": TargetSpec(zones="field", owner="you", count=up_to(1)),
}
PAIR = TargetSpec(zones="field", owner="opponent", count=up_to(2))


def is_ready(state: Field, seat: int, card: Card) -> bool:
    return card.controller == seat and not state.table.flag(card.id, "spent")


class Strike(Move[Field]):
    """Strike a foe."""

    id: ClassVar[str] = "strike"
    source: ClassVar[str] = "attacker"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "attacker": cards_in("field", where=is_ready),
        "target": targets(FOE, source="attacker"),
    }
    __match_args__ = ("attacker", "target")

    def __init__(self, attacker: str, target: str) -> None:
        self.attacker = attacker
        self.target = target

    def check(self, state: Field, seat: int) -> Iterator[Reject]:
        yield from check_targets(FOE, self.target, state, seat, source=self.attacker)

    def apply(self, state: Field, seat: int) -> None:
        state.finish("struck")


class Cast(Move[Field]):
    """Cast a spell in one of its modes."""

    id: ClassVar[str] = "cast"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "mode": one_of(*MODES),
        "target": depends(lambda state, seat, chosen: targets(MODES[chosen["mode"]]), "target"),
    }
    __match_args__ = ("mode", "target")

    def __init__(self, mode: str, target: str | None) -> None:
        self.mode = mode
        self.target = target

    def apply(self, state: Field, seat: int) -> None:
        state.finish("cast")


class Curse(Move[Field]):
    """Curse up to two enemies, of which the list is cut."""

    id: ClassVar[str] = "curse"
    slots: ClassVar[tuple[str, ...]] = ("victims",)
    domains: ClassVar[Mapping[str, Domain]] = {"victims": targets(PAIR, limit=4)}
    __match_args__ = ("victims",)

    def __init__(self, victims: tuple[str, ...]) -> None:
        self.victims = victims

    def apply(self, state: Field, seat: int) -> None:
        state.finish("cursed")


class Brawl(Game[Field, Field]):
    """Three moves on a table."""

    id: ClassVar[str] = "brawl"
    title: ClassVar[str] = "Brawl"

    def kinds(self) -> list[type[Move[Field]]]:
        return [Strike, Cast, Curse]

    def setup(self, rng: Rng) -> Field:
        return skirmish()


def engine(state: Field | None = None) -> RuleEngine[Field, Field]:
    return RuleEngine(Brawl(), seed=1, state=state or skirmish(), checked=True)


def test_given_two_attackers_when_striking_then_creatures_come_before_the_player() -> None:
    state = field(("imp", "field", 0), ("ogre", "field", 0), ("imp", "field", 1))
    entries = engine(state).enumerate_moves(0, move_ids=["strike"])
    assert [str(entry.move) for entry in entries] == [
        "strike c1 c3",
        "strike c1 p1",
        "strike c2 c3",
        "strike c2 p1",
    ]
    assert [(entry.source_card_id, entry.targets) for entry in entries][:2] == [
        ("c1", (("c3",),)),
        ("c1", (("p1",),)),
    ]
    assert all(entry.is_valid for entry in entries)


def test_given_modes_with_targets_of_their_own_when_casting_then_five_entries() -> None:
    state = field(("imp", "field", 0), ("imp", "field", 1), ("ogre", "field", 1))
    entries = engine(state).enumerate_moves(0, move_ids=["cast"])
    assert [(entry.move.params(), entry.targets) for entry in entries] == [
        (("draw", None), ((),)),
        (("damage", "c2"), (("c2",),)),
        (("damage", "c3"), (("c3",),)),
        (("heal", None), ((),)),
        (("heal", "c1"), (("c1",),)),
    ]


def test_given_a_limit_when_choosing_two_of_three_then_the_cut_is_reported() -> None:
    match = engine()
    entries = match.enumerate_moves(0, move_ids=["curse"])
    assert [entry.move.params() for entry in entries] == [((),), (("c3",),), (("c4",),), (("c5",),)]
    report = match.last_enumeration
    assert report is not None
    assert report.truncated == ["curse"]
    assert report.moves["curse"].cuts == ["subsets: only the first 4 listed"]


def test_given_a_choice_of_two_when_asked_step_by_step_then_no_combination_is_listed() -> None:
    step = engine().next_choices("curse", {}, 0)
    assert step is not None
    assert (step.kind, step.options, step.min, step.max) == ("target", ("c3", "c4", "c5"), 0, 2)
    first = engine().next_choices("strike", {}, 0)
    assert first is not None
    assert (first.kind, first.options) == ("card", ("c1", "c2"))
    second = engine().next_choices("strike", {"attacker": "c1"}, 0)
    assert second is not None
    assert (second.kind, second.options, second.min, second.max) == (
        "target",
        ("c3", "c5", "p1"),
        1,
        1,
    )


# The cards of a zone.


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        (cards_in("field"), ["c3", "c4", "c5"]),
        (cards_in("field", whose="opponent"), ["c1", "c2"]),
        (cards_in("field", whose="any"), ["c1", "c2", "c3", "c4", "c5"]),
        (cards_in("field", seat=0), ["c1", "c2"]),
        (cards_in("market"), ["c7"]),
        (cards_in("market", whose="shared"), ["c7"]),
        (cards_in("field", where=CardFilter().of_type("item")), ["c4"]),
        (cards_in("field", where=lambda state, seat, card: card.id > "c4"), ["c5"]),
    ],
)
def test_cards_in_a_zone(domain: Domain, expected: list[str]) -> None:
    state = skirmish()
    assert list(domain.options(state, 1, {})) == expected
    assert list(domain.values(state, 1, {})) == expected
    assert domain.bounds(state, 1, {}) == (1, 1)
    assert domain.kind == "card"


def test_what_cannot_be_meant_is_refused() -> None:
    with pytest.raises(ValueError, match=r"whose .*'you'"):
        cards_in("hand", whose="you")
    with pytest.raises(ValueError, match="-1"):
        targets(TargetSpec(), limit=-1)
    with pytest.raises(ZoneError, match=r"'filed'.*'field'"):
        list(cards_in("filed").options(skirmish(), 0, {}))
