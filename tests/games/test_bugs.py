import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz import games
from kibitz.core import RuleEngine
from kibitz.core.errors import GameDefinitionError, KibitzError, RuleError, UnknownOption
from kibitz.core.options import make_with
from kibitz.games.bugs import cause_of, describe_error, find_bug, observe_strictly
from tests.agents.pile import Pile, Take
from tests.games.coins import ERROR, install_coins
from tests.games.test_catalogue import offer_game


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, on the path for one test."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] in ("coins", "other")]:
        del sys.modules[name]


def caught(action: object) -> Exception:
    """Returns what a call raises."""
    assert callable(action)
    with pytest.raises(Exception) as error:  # noqa: PT011 - any error, the tests look at it
        action()
    return error.value


def test_bug_of_a_game_is_named_with_file_line_and_function(site: Path) -> None:
    place = install_coins(site, "dealing")
    game = games.load("coins")
    bug = find_bug(caught(lambda: RuleEngine(game, seed=1)))
    assert bug is not None
    assert (bug.package, bug.owner, bug.place) == ("coins", "game 'coins'", place)
    assert str(bug) == f"bug in game 'coins' ({place})"
    assert place.startswith("coins/game.py, line ")
    assert place.endswith(", in setup")


def test_error_is_described_in_one_line(site: Path) -> None:
    place = install_coins(site, "drawing")
    game = games.load("coins")
    error = caught(lambda: game.render(RuleEngine(game, seed=1).view(0)))
    assert describe_error(error) == f"bug in game 'coins' ({place}): {ERROR}"


def test_error_without_a_traceback_is_described_without_a_place() -> None:
    assert find_bug(ZeroDivisionError("no")) is None
    assert describe_error(ZeroDivisionError("no")) == "unexpected ZeroDivisionError: no"
    assert describe_error(AssertionError()) == "unexpected AssertionError"


def test_bug_at_import_is_the_cause_of_the_error(site: Path) -> None:
    place = install_coins(site, "importing")
    error = caught(lambda: games.load("coins"))
    assert isinstance(error, GameDefinitionError)
    assert str(find_bug(error)) == f"bug in game 'coins' ({place})"
    assert place == "coins/__init__.py, line 3"


@pytest.mark.parametrize("file", ["__init__", "moves"])
def test_syntax_error_is_named_with_its_own_line(site: Path, file: str) -> None:
    install_coins(site)
    source = site / "coins" / f"{file}.py"
    source.write_text(f"{source.read_text()}\nif\n")
    count = len(source.read_text().splitlines())
    bug = find_bug(caught(lambda: games.load("coins")))
    assert str(bug) == f"bug in game 'coins' (coins/{file}.py, line {count})"


def test_syntax_error_off_the_path_is_named_by_its_file() -> None:
    error = caught(lambda: compile("if", "/nowhere/at/all/rules.py", "exec"))
    bug = find_bug(error)
    assert bug is not None
    assert bug.place == "rules.py, line 1"


def test_game_that_calls_kibitz_wrongly_is_found_at_the_call(site: Path) -> None:
    install_coins(site)
    source = site / "coins" / "game.py"
    source.write_text(source.read_text().replace('"dealing"', "rng.below(None)"))
    game = games.load("coins")
    bug = find_bug(caught(lambda: RuleEngine(game, seed=1)))
    assert bug is not None
    assert bug.owner == "game 'coins'"
    assert bug.place.endswith(", in setup")


def run_as(module: str, file: str, source: str) -> Exception:
    """Runs code as if it stood in a module; returns what it raises, without the call from here."""
    code = compile(source, file, "exec")
    error = caught(lambda: exec(code, {"__name__": module}))
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code is not code:
        trace = trace.tb_next
    return error.with_traceback(trace)


@pytest.mark.parametrize("root", ["/anywhere/src/", "src/", ""])
def test_bug_of_kibitz_is_named_relative_to_the_package(root: str) -> None:
    source = "def check():\n    1 // 0\n\ncheck()\n"
    file = f"{root}kibitz/games/jaipur/rules.py"
    error = run_as("kibitz.games.jaipur.rules", file, source)
    assert str(find_bug(error)) == "bug in kibitz (games/jaipur/rules.py, line 2, in check)"
    package = run_as("kibitz.games", f"{root}kibitz/games/__init__.py", source)
    assert str(find_bug(package)) == "bug in kibitz (games/__init__.py, line 2, in check)"


def test_bug_of_a_script_is_named_by_its_file() -> None:
    error = run_as("__main__", "/home/ada/tournament.py", "1 // 0")
    assert str(find_bug(error)) == "bug in the script (tournament.py, line 1)"


def test_package_with_several_games_needs_the_name_of_one(site: Path) -> None:
    entries = "heads = other:Heads\ntails = other:Tails"
    offer_game(site, "other-games", entries, {"other": "def fail():\n    1 // 0\n"})
    import other  # type: ignore[import-not-found]  # made by the line above

    error = caught(other.fail)
    assert str(find_bug(error, ["play", "tails"])) == (
        "bug in game 'tails' (other.py, line 2, in fail)"
    )
    assert str(find_bug(error)) == "bug in other (other.py, line 2, in fail)"


def test_library_that_a_game_calls_is_not_blamed(site: Path) -> None:
    offer_game(site, "x-games", "x = other:X", {"other": "import re\ndef fail():\n    re.sub(1)\n"})
    import other

    assert str(find_bug(caught(other.fail))) == "bug in game 'x' (other.py, line 3, in fail)"


def test_refusal_that_a_game_raises_from_its_own_error_is_not_a_bug() -> None:
    with pytest.raises(UnknownOption) as refused:
        make_with("pile", Pile, {"stones": "0"})
    assert isinstance(refused.value.__cause__, ValueError)
    assert find_bug(refused.value) is None
    assert find_bug(KibitzError("no cause")) is None


def test_broken_catalogue_does_not_hide_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("metadata")

    monkeypatch.setattr(games, "entries", fail)
    assert describe_error(caught(fail)).startswith("bug in tests (tests/games/test_bugs.py, line ")


# Rules that fail.


@pytest.mark.parametrize(
    "broken", ["checking", pytest.param("applying", marks=pytest.mark.expects_errors)]
)
def test_rule_that_fails_is_described_by_what_it_raised(site: Path, broken: str) -> None:
    place = install_coins(site, broken)
    engine = RuleEngine(games.load("coins"), seed=1)
    error = caught(lambda: engine.play("take 1"))
    assert isinstance(error, RuleError)
    assert describe_error(error) == f"bug in game 'coins' ({place}): {ERROR}"
    assert str(find_bug(error)) == f"bug in game 'coins' ({place})"
    assert cause_of(error) is error.__cause__


def test_rule_that_raises_an_error_of_kibitz_is_a_bug(site: Path) -> None:
    install_coins(site)
    source = site / "coins" / "moves.py"
    raising = "raise IllegalMoveError('no coins')"
    source.write_text(
        "from kibitz.core import IllegalMoveError\n"
        + source.read_text().replace('"checking"', raising)
    )
    engine = RuleEngine(games.load("coins"), seed=1)
    assert describe_error(caught(lambda: engine.play("take 1"))) == (
        "bug in game 'coins' (coins/moves.py, line 10, in check): IllegalMoveError: no coins"
    )


def test_error_that_kibitz_raises_on_purpose_is_described_by_its_message() -> None:
    refused = caught(lambda: RuleEngine(Pile(2), seed=1).play(Take(3)))
    trace = refused.__traceback__
    while trace is not None and trace.tb_frame.f_globals["__name__"] == __name__:
        trace = trace.tb_next
    assert describe_error(refused.with_traceback(trace)) == str(refused)
    assert describe_error(RuleError("no cause")) == "no cause"
    assert cause_of(refused) is refused


@pytest.mark.parametrize(
    "rule", ["check", pytest.param("enumerate", marks=pytest.mark.expects_errors)]
)
def test_a_rule_that_fails_is_not_passed_over_where_it_matters(
    monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("no stones")

    engine = RuleEngine(Pile(2), seed=1)
    assert observe_strictly(engine).moves == engine.legal_moves()
    monkeypatch.setattr(Take, rule, fail)
    assert engine.legal_moves() == []
    with pytest.raises(RuleError) as caught:
        observe_strictly(engine)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert describe_error(caught.value).endswith(", in fail): ZeroDivisionError: no stones")
    monkeypatch.undo()
    assert observe_strictly(engine).moves, "an old failure is no new one"


def test_a_match_without_a_legal_move_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Take, "enumerate", lambda *_: iter(()))
    with pytest.raises(RuleError, match="seat 0 has no legal move, but the game is not over"):
        observe_strictly(RuleEngine(Pile(2), seed=1))
