"""The package as a library: what it offers by name, and what its objects say of themselves."""

import subprocess
import sys
from typing import Any

import pytest

import kibitz

NAMES = {
    *("Advice", "Game", "KibitzError", "Move", "Observation", "Option", "Reason"),
    *("Reject", "RuleEngine", "State"),
    *("check_game", "load", "make_agent", "read_record", "replay", "write_record"),
    *("COMPILED", "__version__"),
}


def test_package_offers_the_names_that_people_need_and_no_others() -> None:
    assert set(dir(kibitz)) == set(kibitz.__all__) == NAMES
    for name in NAMES:
        assert getattr(kibitz, name) is not None
    with pytest.raises(AttributeError, match="module 'kibitz' has no attribute 'Path'"):
        kibitz.Path  # type: ignore[attr-defined]  # noqa: B018 - the slip under test


def test_star_import_and_submodules_work() -> None:
    script = (
        "from kibitz import *; from kibitz import games, core; import kibitz.arena;"
        " print(load('leduc'), kibitz.arena.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "Leduc() kibitz.arena\n"


def test_importing_the_package_imports_no_part_of_it() -> None:
    script = "import sys, kibitz; print([m for m in sys.modules if m.startswith('kibitz.')])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_match_is_played_with_the_names_of_the_package() -> None:
    game = kibitz.load("jaipur", rounds=1)
    match = kibitz.RuleEngine(game, seed=7)
    advice = kibitz.make_agent(game, "utility").advise(match.observe())
    match.play(advice.move)
    record = kibitz.read_record(kibitz.write_record(match).text())
    assert kibitz.replay(record, game).state_hash == match.state_hash


def test_objects_say_what_they_are() -> None:
    game = kibitz.load("jaipur", rounds=1)
    match = kibitz.RuleEngine(game, seed=7)
    seen = match.observe()
    assert repr(game) == "Jaipur(rounds=1)"
    assert repr(match) == "RuleEngine(Jaipur(rounds=1), seed=7, ply 0, seat 0 to move)"
    assert repr(seen) == f"Observation(Jaipur(rounds=1), seat 0, {len(seen.moves)} legal moves)"
    advice = kibitz.make_agent(game, "utility").advise(seen)
    assert repr(advice).startswith(f"Advice('{advice.move}', value=")
    shown = str(advice).splitlines()
    assert len(shown) == len(advice.options)
    best = advice.options[0]
    reasons = ", ".join(f"{reason.term} {reason.amount:+.3g}" for reason in best.reasons)
    assert shown[0] == f"{best.score:+.3g} {best.move}: {reasons}"
    leduc: kibitz.RuleEngine[Any, Any] = kibitz.RuleEngine(kibitz.load("leduc"), seed="x")
    leduc.play("raise")
    leduc.play("fold")
    assert repr(leduc) == "RuleEngine(Leduc(), seed='x', ply 2, over: fold)"


def test_a_name_instead_of_a_game_is_answered_with_what_works() -> None:
    with pytest.raises(TypeError, match=r"got 'jaipur': kibitz.load\('jaipur'\) makes one"):
        kibitz.RuleEngine("jaipur")  # type: ignore[arg-type]  # a mistake that people make
