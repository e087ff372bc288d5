"""Agents of other packages on the command line: named, versioned, and blamed when they fail."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import kibitz as package
from kibitz.arena.journal import sealed
from kibitz.core import read_record
from tests.agents.packages import SOURCE, offer_agents
from tests.cli.command import Result
from tests.cli.test_bug_reports import Site

OWN = f"kibitz {package.__version__}"
MODULE = "my_agents.players"
POSITION = '{"to_move": 0, "cards": ["Jh", null], "public": null, "stakes": [1, 1], "raises": 0}'
WATCH = ("play", "leduc", "--seat", "none", "--seed", "1")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A folder with an installed package of agents."""
    found = Site(tmp_path / "site")
    offer_agents(found.folder)
    return found


def arena(site: Site, *arguments: str) -> Result:
    return site.run("arena", "leduc", *arguments, "--seed", "0", "--deals", "2", "--workers", "1")


@pytest.mark.parametrize("spec", ["mine", "mine:depth=3", f"{MODULE}:Mine", f"{MODULE}:Careful"])
def test_match_names_the_package_of_each_agent(site: Site, spec: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    players = ("--opponent", spec, "--opponent", "random")
    played = site.run(*WATCH, *players, "--save", str(path))
    assert (played.code, played.err) == (0, "")
    assert f" {spec.partition(':depth')[0]} (seat 0)" in played.out
    record = read_record(path.read_text())
    assert record.names == [spec, "random"]
    assert record.packages == ["my-agents 1.2", OWN]
    shown = json.loads(site.run("replay", str(path), "--agent", spec, "--json").out)
    assert (shown["packages"], shown["package"]) == (["my-agents 1.2", OWN], "my-agents 1.2")
    header = json.loads(site.run(*WATCH, *players, "--json").out)
    assert header["packages"] == ["my-agents 1.2", OWN]
    assert f"{spec.partition(':depth')[0]} (seat 0)" in site.run("replay", str(path)).out


def test_person_has_no_package_and_a_match_is_resumed_with_its_agent(
    site: Site, tmp_path: Path
) -> None:
    path = str(tmp_path / "match.jsonl")
    site.run("play", "leduc", "--seed", "1", "-a", "mine", "--save", path, typed="raise\nquit\n")
    assert read_record(Path(path).read_text()).packages == [None, "my-agents 1.2"]
    assert site.run("play", "--resume", path, typed="quit\n").code == 0
    assert read_record(Path(path).read_text()).names == ["human", "mine"]
    bare = Site(tmp_path / "bare")
    refused = bare.run("play", "--resume", path, typed="quit\n")
    assert refused.code == 2
    assert "seat 1 was played by mine of my-agents 1.2: leduc has no agent 'mine'; " in (
        refused.error_line()
    )
    assert bare.run("play", "--resume", path, "-a", "random", typed="quit\n").code == 0


def test_advice_names_the_package(site: Site) -> None:
    answer = site.run("advise", "leduc", POSITION, "--agent", "mine:depth=2", "--json")
    assert answer.code == 0, answer
    assert json.loads(answer.out)["package"] == "my-agents 1.2"


def test_games_lists_agents_of_packages(site: Site) -> None:
    offer_agents(
        site.folder,
        "more-agents",
        "more_agents",
        "random = more_agents.players:Mine\nbad = more_agents.gone:Bad",
        version="2.0",
    )
    listed = site.run("games")
    assert (listed.code, listed.err) == (0, "")
    assert "\nagent mine of my-agents 1.2\n" in listed.out
    hidden = "has the name of a built-in agent; use more_agents.players:Mine"
    assert f"\nagent random of more-agents 2.0 {hidden}\n" in listed.out
    found = json.loads(site.run("games", "--json").out)
    rows = {row["name"]: row for row in found["agents"]}
    assert (rows["mine"]["package"], rows["mine"]["problem"]) == ("my-agents 1.2", None)
    assert rows["random"]["problem"] == hidden
    assert rows["bad"]["problem"].startswith(
        "cannot be loaded: agent bad of more-agents 2.0 cannot"
    )
    assert found["games"][0]["agents"][-2:] == ["bad", "mine"]


# Tournaments.


@pytest.mark.parametrize("spec", ["mine:depth=2", f"{MODULE}:Mine:depth=2"])
def test_tournament_names_packages_everywhere(site: Site, spec: str) -> None:
    played = arena(site, spec, "random", "--out", "runs", "--records", "all")
    assert (played.code, played.err) == (0, "")
    assert f"\n{spec}: my-agents 1.2\n" in played.out
    folder = site.folder / "runs"
    header = json.loads((folder / "journal.jsonl").read_text().splitlines()[0])
    assert header["setup"]["packages"] == ["my-agents 1.2", OWN]
    summary = json.loads((folder / "summary.json").read_text())
    assert {row["label"]: row["package"] for row in summary["standings"]} == {
        spec: "my-agents 1.2",
        "random": OWN,
    }
    assert summary["setup"]["packages"] == ["my-agents 1.2", OWN]
    assert "my-agents 1.2" in (folder / "report.html").read_text()
    assert read_record((folder / "records" / "1.jsonl").read_text()).packages == [
        OWN,
        "my-agents 1.2",
    ]


def test_tournament_of_built_in_agents_names_no_package(site: Site) -> None:
    played = arena(site, "greedy", "random")
    assert played.code == 0
    assert OWN not in played.out


def test_tournament_is_not_resumed_with_another_version(site: Site) -> None:
    assert arena(site, "mine", "random", "--out", "runs").code == 0
    metadata = site.folder / "my_agents-1.2.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("1.2", "1.3"))
    refused = site.run("arena", "--resume", "runs", "--deals", "3")
    assert refused.code == 2
    assert refused.error_line().endswith(
        "the tournament was set up for mine of my-agents 1.2, and here it is of my-agents 1.3,"
        " which may play differently; install the same version, or start again"
    )


def test_tournament_of_a_journal_without_packages_is_resumed(site: Site) -> None:
    assert arena(site, "greedy", "random", "--out", "runs").code == 0
    journal = site.folder / "runs" / "journal.jsonl"
    header, games = journal.read_bytes().split(b"\n", 1)
    document = json.loads(header)
    del document["setup"]["packages"], document["check"]
    journal.write_bytes(sealed(document) + games)
    resumed = site.run("arena", "--resume", "runs", "--deals", "3")
    assert (resumed.code, resumed.err) == (0, "")
    again = json.loads(journal.read_text().splitlines()[0])
    assert again["setup"]["packages"] == [OWN, OWN]


def test_workers_find_the_agents_of_packages(site: Site) -> None:
    script = site.folder / "tournament.py"
    script.write_text(
        f"""
from kibitz.arena import ProcessPool, Setup, fingerprint, play
from kibitz.arena.backend import Serial

if __name__ == "__main__":
    setup = Setup("leduc", ("mine", "{MODULE}:Careful:depth=3"), deals=4, seed=0)
    pool = ProcessPool(2)
    assert fingerprint(play(setup, pool)) == fingerprint(play(setup, Serial()))
    pool.close()
"""
    )
    path = os.pathsep.join([str(site.folder), str(Path(package.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


# Failures.


@pytest.mark.parametrize(
    ("spec", "code", "words"),
    [
        ("mien", 2, "leduc has no agent 'mien'; did you mean 'mine'?"),
        ("nowhere:Mine", 2, "there is no module 'nowhere' for the agent 'nowhere:Mine'"),
        (f"{MODULE}:Other", 2, f"{MODULE}:Other is not a class with the method advise"),
        ("mine:depth=0", 2, "mine of my-agents 1.2: invalid depth=0: expected 1 or more"),
        (f"{MODULE}:Broken", 1, f"agent {MODULE}:Broken of my-agents 1.2 cannot be made: KeyError"),
    ],
)
@pytest.mark.parametrize("command", ["play", "advise", "arena"])
def test_agent_that_cannot_be_made_is_named(
    site: Site, command: str, spec: str, code: int, words: str
) -> None:
    if command == "arena":
        result = arena(site, "random", spec)
    elif command == "advise":
        result = site.run("advise", "leduc", POSITION, "--agent", spec)
    else:
        result = site.run(*WATCH, "--opponent", spec)
    assert result.code == code
    assert words in result.error_line()
    if code == 1:
        assert f"bug in agent '{spec}' (my_agents/players.py, line " in result.error_line()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Clumsy", f"bug in agent '{MODULE}:Clumsy' (my_agents/players.py, line "),
        ("Silent", "returned None: expected Advice with a move"),
        ("Cheat", "illegal move 'raise'"),
    ],
)
def test_agent_that_fails_while_it_plays_is_named(site: Site, name: str, words: str) -> None:
    spec = f"{MODULE}:{name}"
    watched = site.run(*WATCH, "--opponent", spec)
    assert watched.code == 1
    assert words in watched.error_line()
    assert spec in watched.error_line()
    fought = arena(site, spec, "random")
    assert fought.code == 1
    assert words in fought.error_line()
    assert f"({spec} of my-agents 1.2): " in fought.error_line()


def test_declared_agent_that_fails_is_named(site: Site) -> None:
    path = site.folder / "my_agents-1.2.dist-info" / "entry_points.txt"
    path.write_text("[kibitz.agents]\nclumsy = my_agents.players:Clumsy\n")
    watched = site.run(*WATCH, "--opponent", "clumsy")
    assert watched.code == 1
    assert "bug in agent 'clumsy' (my_agents/players.py, line " in watched.error_line()


# A real installation.


PROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "my-agents"
version = "3.1"

[project.entry-points."kibitz.agents"]
mine = "my_agents.players:Mine"

[tool.setuptools]
packages = ["my_agents"]
"""


def fill_environment(folder: Path) -> Path:
    """Makes an empty environment that can import what this one can; returns its Python."""
    venv.create(folder, with_pip=True)
    (site_packages,) = folder.glob("lib/python*/site-packages")
    # Kibitz and its dependencies, and setuptools, which builds the package. Nothing is downloaded.
    places = [str(Path(package.__file__).parents[1]), *(p for p in sys.path if "-packages" in p)]
    (site_packages / "here.pth").write_text("\n".join(places) + "\n")
    return folder / "bin" / "python"


@pytest.mark.slow
def test_installed_package_plays(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "my_agents").mkdir(parents=True)
    (project / "pyproject.toml").write_text(PROJECT)
    (project / "my_agents" / "__init__.py").touch()
    (project / "my_agents" / "players.py").write_text(SOURCE)
    python = str(fill_environment(tmp_path / "environment"))
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [python, "-m", *arguments],
            cwd=tmp_path,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("pip", "install", *offline, str(project))
    found = json.loads(run("kibitz", "games", "--json"))
    assert [(row["name"], row["package"]) for row in found["agents"]] == [("mine", "my-agents 3.1")]
    for spec in ("mine:depth=2", f"{MODULE}:Mine"):
        match = json.loads(run("kibitz", *WATCH, "--opponent", spec, "--json"))
        assert match["packages"] == ["my-agents 3.1", "my-agents 3.1"]
    played = run("kibitz", "arena", "leduc", "mine", "random", "--seed", "0", "--deals", "2")
    assert "\nmine: my-agents 3.1\n" in played
