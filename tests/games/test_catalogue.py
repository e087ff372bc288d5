import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path

import pytest

from kibitz import games
from kibitz.agents import outside
from kibitz.core import packages
from kibitz.core.errors import GameDefinitionError, UnknownGame, UnknownOption


def offer_game(folder: Path, package: str, entries: str, modules: dict[str, str]) -> None:
    """Writes an installed package: its metadata with entry points, and its modules."""
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[kibitz.games]\n{entries}\n")
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, on the path for one test."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_catalogue_lists_the_built_in_games() -> None:
    assert {"duel", "leduc"} <= set(games.names())
    assert games.names() == sorted(games.names())


def test_catalogue_describes_a_game() -> None:
    info = games.describe("leduc")
    assert (info.id, info.title, info.seats, info.source) == ("leduc", "Leduc hold'em", 2, "kibitz")
    assert info.version >= 1
    assert info.options == ()
    assert repr(info).startswith("GameInfo('leduc'")


@pytest.fixture
def scanned() -> Iterator[None]:
    """Has the entry points read again in a test, and again after it."""
    packages.forget()
    yield
    packages.forget()


@pytest.mark.usefixtures("scanned")
def test_catalogue_finds_built_in_games_without_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: EntryPoints(()))
    assert {"duel", "leduc"} <= set(games.names())
    assert games.load("leduc").id == "leduc"


@pytest.mark.usefixtures("scanned")
def test_entry_points_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scans: list[object] = []

    def counted() -> object:
        scans.append(1)
        return entry_points()

    monkeypatch.setattr("importlib.metadata.entry_points", counted)
    for _ in range(3):
        games.load("leduc")
        assert outside.find_entry("nobody") is None
    assert len(scans) == 1
    packages.forget()
    assert "leduc" in games.names()
    assert len(scans) == 2


def test_load_names_near_matches_of_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'leduk'; did you mean 'leduc'\? \(known: "):
        games.load("leduk")


def test_load_refuses_options_of_a_game_that_takes_none() -> None:
    with pytest.raises(UnknownOption, match="leduc takes no options, but size=3 was given"):
        games.load("leduc", size="3")


def test_load_with_takes_options_of_any_name() -> None:
    with pytest.raises(UnknownOption, match="leduc takes no options, but name=3 was given"):
        games.load_with("leduc", {"name": 3})
    assert games.load_with("duel", {"life": 12}).options == games.load("duel", life=12).options


def test_catalogue_finds_a_game_of_another_package(site: Path) -> None:
    offer_game(site, "pile-games", "pile = tests.agents.pile:Pile", {})
    assert "pile" in games.names()
    info = games.describe("pile")
    assert (info.source, info.options) == ("pile-games", ("stones", "quick"))
    game = games.load("pile", stones="4", quick="yes")
    assert game.options == {"stones": 4, "quick": True}
    assert games.load("pile", stones=5).options["stones"] == 5


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"stone": "4"}, "pile has no option 'stone'; did you mean 'stones'"),
        ({"stones": "few"}, "pile: invalid option stones=few: expected a whole number"),
        ({"stones": "0"}, "pile: invalid option stones=0: a pile has 1 stone or more, not 0"),
    ],
)
def test_load_says_what_is_wrong_with_an_option(
    site: Path, options: dict[str, str], words: str
) -> None:
    offer_game(site, "pile-games", "pile = tests.agents.pile:Pile", {})
    with pytest.raises(UnknownOption) as caught:
        games.load("pile", **options)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("entry", "source", "words"),
    [
        ("bad = missing_module_of_nobody:Game", "", "No module named"),
        ("bad = bad_module:Nothing", "", "has no attribute 'Nothing'"),
        ("bad = bad_module:Game", "raise RuntimeError('on fire')", "on fire"),
        ("bad = bad_module:Game", "import sys; sys.exit('leaving')", "leaving"),
        ("bad = bad_module:Game", "Game = 3", "is not a Game"),
        ("bad = tests.agents.pile:Pile", "", "has the id 'pile', not 'bad'"),
    ],
)
def test_broken_package_is_named_and_hides_no_other(
    site: Path, entry: str, source: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "bad_module", raising=False)
    offer_game(site, "bad-games", entry, {"bad_module": source})
    assert {"bad", "leduc"} <= set(games.names())
    assert games.load("leduc").id == "leduc"
    with pytest.raises(GameDefinitionError) as caught:
        games.load("bad")
    assert "game 'bad': " in str(caught.value)
    assert "bad-games" in str(caught.value)
    assert words in str(caught.value)


def test_built_in_game_wins_over_one_of_the_same_name(site: Path) -> None:
    offer_game(site, "copycat", "leduc = tests.agents.pile:Pile", {})
    assert games.describe("leduc").source == "kibitz"


def test_folder_without_a_game_is_refused() -> None:
    entry = games.Entry("nothing", "kibitz", "kibitz.core")
    with pytest.raises(GameDefinitionError, match="has no Game with the id 'nothing'"):
        entry.find()
