"""The notation of targets: players, counts, relations, hints; what is malformed is refused."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.notation import WORD
from kibitz.kit.target_spec import (
    ALL,
    Count,
    Relation,
    TargetSpec,
    at_least,
    between,
    exactly,
    player_target,
    seat_of,
    up_to,
)

# The text form.


@given(st.integers(0, 10**6))
def test_a_player_is_one_word_that_is_no_card(seat: int) -> None:
    text = player_target(seat)
    assert WORD.fullmatch(text) is not None
    assert seat_of(text) == seat
    assert seat_of(f"c{seat}") is None


@pytest.mark.parametrize("text", ["", "p", "p01", "p-1", "P0", "p0 ", "player", "c7", "p0x"])
def test_anything_else_is_no_player(text: str) -> None:
    assert seat_of(text) is None


def test_a_player_without_a_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        player_target(-1)


# Counts.


@pytest.mark.parametrize(
    ("count", "bounds", "words"),
    [
        (exactly(2), (2, 2), "2"),
        (up_to(2), (0, 2), "up to 2"),
        (at_least(1), (1, None), "at least 1"),
        (between(2, 3), (2, 3), "2 to 3"),
        (ALL, (0, None), "any number of"),
        (TargetSpec(count=3).count, (3, 3), "3"),
        (TargetSpec().count, (1, 1), "1"),
    ],
)
def test_counts(count: Count, bounds: tuple[int, int | None], words: str) -> None:
    assert (count.least, count.most) == bounds
    assert str(count) == words
    least, most = bounds
    assert count.allows(least)
    assert not count.allows(least - 1)
    assert count.allows(least + 99) == (most is None)


# Hints.


@pytest.mark.parametrize(
    ("spec", "selection", "prompt"),
    [
        (
            TargetSpec(zones="field", card_types="creature", owner="opponent"),
            "single",
            "choose 1 creature of an opponent in field",
        ),
        (TargetSpec(zones="field", count=up_to(2)), "multiple", "choose up to 2: card in field"),
        (TargetSpec(count=up_to(0)), "none", "choose 0: card"),
        (TargetSpec(selector="self"), "automatic", "this card"),
        (TargetSpec(selector="all", owner="you"), "automatic", "all: card of yours"),
        (TargetSpec(selector="random", zones="hand"), "automatic", "take 1 card in hand"),
        (TargetSpec(players="chosen-player"), "single", "choose 1 player"),
        (
            TargetSpec(zones="field", players="opponent", count=ALL),
            "multiple",
            "choose any number of: card in field or opponent",
        ),
    ],
)
def test_hints(spec: TargetSpec, selection: str, prompt: str) -> None:
    hint = spec.hint()
    assert hint.selection == selection
    assert hint.prompt == prompt
    assert (hint.least, hint.most) == (spec.count.least, spec.count.most)
    assert hint.optional == spec.is_optional
    assert hint.zones == spec.zones


def test_only_a_chosen_target_needs_a_player() -> None:
    assert TargetSpec().requires_player_choice
    assert not TargetSpec().is_optional
    assert TargetSpec(count=up_to(1)).is_optional
    automatic = TargetSpec(selector="any", count=up_to(1))
    assert not automatic.requires_player_choice
    assert not automatic.is_optional


# Malformed specifications.


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: TargetSpec(selector="choosen"), "selector .*'choosen'.*'chosen'"),
        (lambda: TargetSpec(owner="me"), "owner .*'me'.*you, opponent, any"),
        (lambda: TargetSpec(players="each"), "players .*'each'"),
        (lambda: TargetSpec(count=-1), "-1"),
        (lambda: TargetSpec(count=between(3, 2)), "from 3 to 2"),
        (lambda: up_to(-2), "-2"),
        (lambda: TargetSpec(zones=""), "zones .*''"),
        (lambda: TargetSpec(card_types=["item", ""]), "card_types .*''"),
        (lambda: TargetSpec(selector="self", players="opponent"), "'self'"),
        (lambda: TargetSpec(selector="self", zones="field"), "'self'"),
        (lambda: TargetSpec(players="each-player"), "'each-player'.*'chosen'"),
        (lambda: TargetSpec(selector="each", players="chosen-player"), "'chosen-player'.*'each'"),
        (lambda: TargetSpec(relations=["cheaper than #1"]), "'cheaper than #1'"),
        (lambda: Relation("lower cost than #0"), "'lower cost than #0'"),
        (lambda: Relation("same controller than #1"), "same controller than"),
    ],
)
def test_malformed_specifications_are_refused(make: Callable[[], object], given: str) -> None:
    with pytest.raises(ValueError, match=given):
        make()


words = st.sampled_from(["self", "chosen", "all", "each", "any", "you", "opponent", "field", ""])
junk = words | st.text(max_size=5)


@given(junk, st.integers(-3, 3), junk, junk, junk, st.lists(junk, max_size=1))
def test_a_specification_is_made_or_refused_by_name(
    selector: str, count: int, owner: str, zones: str, players: str, relations: list[str]
) -> None:
    refusal = ""
    try:
        spec = TargetSpec(selector, count, owner, zones, players=players, relations=relations)
    except ValueError as error:
        refusal = str(error)
    else:
        assert pickle.loads(pickle.dumps(spec)) == spec
    named = [repr(word) for word in (selector, owner, zones, players, *relations)]
    assert not refusal or any(word in refusal for word in [*named, str(count)])
