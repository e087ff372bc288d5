"""Trackers: marks for what was done this turn or phase."""

import pickle

import pytest

from kibitz.kit.errors import FlowError
from kibitz.kit.trackers import TABLE, Trackers


def trackers() -> Trackers:
    return Trackers(
        per_turn=("inked", "quested:*"),
        per_phase={"main": ("blocked",), "end": ("repaired:*",)},
        per_game=("mulliganed",),
    )


def test_a_mark_holds_for_its_seat_only() -> None:
    marks = trackers()
    marks.mark("inked", 0)
    assert marks.check("inked", 0)
    assert not marks.check("inked", 1)
    assert not marks.check("inked")


def test_a_mark_without_a_seat_holds_for_the_table() -> None:
    marks = trackers()
    marks.mark("inked")
    assert marks.check("inked")
    assert not marks.check("inked", 0)
    assert marks.marked() == [("inked", TABLE)]


def test_not_per_player_shares_one_mark_between_all_seats() -> None:
    marks = Trackers(per_turn=("inked",), per_player=False)
    marks.mark("inked", 0)
    assert marks.check("inked", 1)
    assert marks.check("inked")


def test_unmark_takes_a_mark_back_and_forgives_a_missing_one() -> None:
    marks = trackers()
    marks.mark("inked", 0)
    marks.unmark("inked", 0)
    marks.unmark("inked", 0)
    assert not marks.check("inked", 0)


def test_wildcard_covers_every_ending_and_nothing_else() -> None:
    marks = trackers()
    marks.mark("quested:c7", 0)
    assert marks.check("quested:c7", 0)
    assert not marks.check("quested:c8", 0)
    with pytest.raises(FlowError, match="'quest:c7' is declared; did you mean 'quested:\\*'"):
        marks.mark("quest:c7", 0)


@pytest.mark.parametrize("name", ["inkd", "inked:c1", ""])
def test_undeclared_names_are_refused(name: str) -> None:
    marks = trackers()
    with pytest.raises(FlowError):
        marks.check(name, 0)
    with pytest.raises(FlowError):
        marks.unmark(name, 0)


def test_undeclared_name_without_any_declaration_says_so() -> None:
    with pytest.raises(FlowError, match="there are none"):
        Trackers().mark("inked")


def test_clear_turn_clears_turn_and_phase_marks_of_all_seats_but_not_the_games() -> None:
    marks = trackers()
    marks.mark("inked", 0)
    marks.mark("inked", 1)
    marks.mark("quested:c7", 0)
    marks.mark("blocked", 1)
    marks.mark("mulliganed", 0)
    marks.clear_turn()
    assert marks.marked() == [("mulliganed", 0)]


def test_clear_phase_clears_only_the_names_of_that_phase() -> None:
    marks = trackers()
    marks.mark("inked", 0)
    marks.mark("blocked", 0)
    marks.mark("repaired:c1", 0)
    marks.clear_phase("end")
    assert marks.marked() == [("blocked", 0), ("inked", 0)]
    marks.clear_phase("unheard of")
    assert marks.marked() == [("blocked", 0), ("inked", 0)]


def test_clone_is_equal_and_independent() -> None:
    marks = trackers()
    marks.mark("inked", 0)
    twin = marks.clone()
    assert twin == marks
    twin.mark("blocked", 1)
    assert not marks.check("blocked", 1)
    assert twin != marks


def test_key_does_not_depend_on_the_order_of_marking() -> None:
    one, two = trackers(), trackers()
    one.mark("inked", 0)
    one.mark("blocked", 0)
    two.mark("blocked", 0)
    two.mark("inked", 0)
    assert one.key() == two.key()


def test_pickle_keeps_marks_and_declaration() -> None:
    marks = trackers()
    marks.mark("quested:c7", 1)
    loaded = pickle.loads(pickle.dumps(marks))
    assert loaded == marks
    loaded.clear_turn()
    assert loaded.marked() == []
