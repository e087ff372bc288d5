import json
from pathlib import Path

import pytest

from kibitz.core.errors import RecordError
from kibitz.core.move import Move
from kibitz.core.record import write_record
from kibitz.testing import LawBroken, check_golden, golden_paths, play_random
from tests.testing import broken
from tests.testing.good import Duet, DuetState, Play


class NewRules(Duet):
    """Duet with another scoring, so that its states differ but the moves stay legal."""

    def play(self, state: DuetState, move: Move[DuetState], seat: int | None = None) -> None:
        super().play(state, move, seat)
        if state.over:
            state.points[0] += 1


class NoSwap(broken.Plain):
    """Duet without one of its kinds, so that some moves cannot be read any more."""

    def kinds(self) -> list[type[Move[DuetState]]]:
        return [Play]


def test_play_random_plays_a_whole_match() -> None:
    engine = play_random(Duet(), 3)
    assert engine.outcome is not None
    assert engine.seed == 3


def test_play_random_repeats_itself() -> None:
    one, other = play_random(Duet(), "x"), play_random(Duet(), "x")
    assert write_record(one).text() == write_record(other).text()
    assert write_record(play_random(Duet(), "y")).text() != write_record(one).text()


def test_play_random_stops_after_so_many_moves() -> None:
    assert play_random(Duet(), 3, max_plies=2).ply == 2


def test_play_random_can_compare_the_state_around_every_check() -> None:
    assert play_random(Duet(), 3, checked=True).checked


def test_play_random_reports_a_stall() -> None:
    with pytest.raises(LawBroken) as caught:
        play_random(broken.Stall(), 0)
    assert caught.value.law == "somebody can move"


@pytest.mark.expects_errors
def test_play_random_reports_a_listed_move_that_fails() -> None:
    with pytest.raises(LawBroken, match="play 6 is listed, but refused: EXECUTION_ERROR") as caught:
        play_random(broken.FailingEffect(), 1)
    assert caught.value.law == "listed moves execute"


def test_a_new_golden_record_is_written_on_request_and_then_holds(tmp_path: Path) -> None:
    path = tmp_path / "duet" / "opening.jsonl"
    written = check_golden(path, Duet(), update=True)
    assert written.seed == "opening"
    replayed = check_golden(path, Duet())
    assert replayed.state_hash == written.state_hash
    assert check_golden(path, Duet(), update=True).seed == "opening"


def test_a_new_golden_record_can_have_a_seed_and_a_length(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    engine = check_golden(path, Duet(), update=True, seed=11, max_plies=2)
    assert (engine.seed, engine.ply) == (11, 2)
    check_golden(path, Duet())


def test_a_missing_golden_record_fails(tmp_path: Path) -> None:
    with pytest.raises(
        AssertionError, match=r"missing golden record .*none\.jsonl: write it with update=True"
    ):
        check_golden(tmp_path / "none.jsonl", Duet())


def test_changed_rules_are_caught_at_the_first_state_that_differs(tmp_path: Path) -> None:
    path = tmp_path / "duet.jsonl"
    check_golden(path, Duet(), update=True)
    with pytest.raises(
        AssertionError, match=r"does not replay: move \d .* another state"
    ) as caught:
        check_golden(path, NewRules())
    assert isinstance(caught.value.__cause__, RecordError)


def test_updating_keeps_the_moves_where_they_are_still_legal(tmp_path: Path) -> None:
    path = tmp_path / "duet.jsonl"
    before = check_golden(path, Duet(), update=True).history
    assert check_golden(path, NewRules(), update=True).history == before
    check_golden(path, NewRules())


def test_updating_continues_randomly_where_a_move_is_gone(tmp_path: Path) -> None:
    for seed in range(6):
        path = tmp_path / f"{seed}.jsonl"
        check_golden(path, Duet(), update=True)
        assert check_golden(path, NoSwap(), update=True).outcome is not None
        check_golden(path, NoSwap())


def test_updating_continues_randomly_where_a_move_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "duet.jsonl"
    check_golden(path, Duet(), update=True)
    lines = path.read_text().split("\n")
    first = json.loads(lines[1])
    first["move"] = {"move": "play", "card": 99}
    path.write_text("\n".join([lines[0], json.dumps(first), *lines[2:]]))
    assert check_golden(path, Duet(), update=True).outcome is not None
    check_golden(path, Duet())


def test_a_record_that_is_written_otherwise_fails(tmp_path: Path) -> None:
    path = tmp_path / "duet.jsonl"
    check_golden(path, Duet(), update=True)
    path.write_text(path.read_text().replace('"seat 0"', '"seat  0"').replace(", ", ",  ", 1))
    with pytest.raises(AssertionError, match="would now be written differently"):
        check_golden(path, Duet())


def test_golden_paths_lists_records_in_order(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl", "notes.md", "deep/c.jsonl"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text("")
    found = [path.relative_to(tmp_path).as_posix() for path in golden_paths(tmp_path)]
    assert found == ["a.jsonl", "b.jsonl", "deep/c.jsonl"]
