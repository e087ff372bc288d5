import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz import __version__, games
from kibitz.agents import (
    RandomAgent,
    agent_names,
    make_agent,
    outside,
    package_of,
    read_spec,
    tunable_options,
)
from kibitz.agents.registry import split_spec
from kibitz.core import Whole
from kibitz.core.errors import AgentDefinitionError, KibitzError, UnknownAgent, UnknownOption
from tests.agents.packages import offer_agents

LEDUC = games.load("leduc")
JAIPUR = games.load("jaipur")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, on the path for one test."""
    monkeypatch.syspath_prepend(tmp_path)
    before = {*sys.modules}
    yield tmp_path
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("mine", "mine", ""),
        ("mine:depth=3", "mine", "depth=3"),
        ("my_agents.players:Mine", "my_agents.players:Mine", ""),
        (" my_agents : Mine : depth=3,x=a:b", "my_agents:Mine", " depth=3,x=a:b"),
        ("mine:path=C:x", "mine", "path=C:x"),
        ("my_agents:Outer.Mine:", "my_agents:Outer.Mine", ""),
        ("my-agents:Mine", "my-agents", "Mine"),
        ("mine:", "mine", ""),
    ],
)
def test_module_and_class_are_one_name(text: str, name: str, options: str) -> None:
    assert split_spec(text) == (name, options)


def test_spec_of_a_class_reads_back_what_it_writes() -> None:
    spec = read_spec("my_agents:Mine:depth=3,wide=yes")
    assert (spec.name, dict(spec.options)) == ("my_agents:Mine", {"depth": "3", "wide": "yes"})
    assert read_spec(str(spec)) == spec
    assert read_spec(str(read_spec("my_agents:Mine"))) == read_spec("my_agents:Mine")


@pytest.mark.parametrize("name", ["mine", "my_agents.players:Mine", "made"])
def test_agent_of_another_package_is_made_with_its_options(site: Path, name: str) -> None:
    entries = "mine = my_agents.players:Mine\nmade = my_agents.players:make_mine"
    offer_agents(site, entries=entries)
    assert vars(make_agent(LEDUC, f"{name}:depth=3"))["depth"] == 3
    assert vars(make_agent(LEDUC, name))["depth"] == 1
    assert package_of(LEDUC, f"{name}:depth=3") == "my-agents 1.2"


def test_agent_that_asks_for_the_game_gets_it(site: Path) -> None:
    offer_agents(site)
    agent = make_agent(LEDUC, "my_agents.players:Careful:depth=4")
    assert (vars(agent)["game"], vars(agent)["depth"]) == (LEDUC, 4)
    with pytest.raises(UnknownOption, match=r"has no option 'game'; .*depth"):
        make_agent(LEDUC, "my_agents.players:Careful:game=leduc")


def test_agent_of_another_package_declares_what_there_is_to_tune(site: Path) -> None:
    offer_agents(site, entries="mine = my_agents.players:Mine\nmade = my_agents.players:make_mine")
    assert tunable_options(LEDUC, "mine") == {"depth": Whole(1, 9)}
    assert tunable_options(LEDUC, "made") == {}
    with pytest.raises(AgentDefinitionError, match=r"Careful: expected ranges by option"):
        tunable_options(LEDUC, "my_agents.players:Careful")


def test_agents_of_packages_come_last_and_are_not_imported(site: Path) -> None:
    offer_agents(site)
    assert agent_names(LEDUC) == ["greedy", "beam", "ismcts", "random", "human", "mine"]
    assert agent_names(JAIPUR)[0] == "utility"
    assert "my_agents" not in sys.modules


@pytest.mark.parametrize("name", ["random", "utility"])
def test_agent_of_the_game_or_of_kibitz_wins_over_one_of_the_same_name(
    site: Path, name: str
) -> None:
    offer_agents(site, entries=f"{name} = my_agents.players:Mine")
    assert agent_names(JAIPUR).count(name) == 1
    assert type(make_agent(JAIPUR, name)).__module__.startswith("kibitz.")
    assert package_of(JAIPUR, name) == f"kibitz {__version__}"
    assert package_of(JAIPUR, "my_agents.players:Mine") == "my-agents 1.2"


def test_name_that_two_packages_offer_is_refused(site: Path) -> None:
    offer_agents(site)
    offer_agents(site, "your-agents", "your_agents", "mine = your_agents.players:Mine")
    with pytest.raises(AgentDefinitionError) as caught:
        make_agent(LEDUC, "mine")
    said = str(caught.value)
    assert "agent 'mine' is offered by " in said
    assert "my-agents 1.2" in said
    assert "your-agents 1.2" in said
    assert "choose one by its module: " in said
    assert vars(make_agent(LEDUC, "your_agents.players:Mine"))["depth"] == 1


def test_package_of_a_module_is_found(site: Path) -> None:
    offer_agents(site)
    assert outside.package_of_module("my_agents.players") == "my-agents 1.2"
    (site / "local.py").touch()
    assert outside.package_of_module("local") == "unknown"
    assert outside.package_of_module("nowhere.at.all") == "unknown"


def test_package_of_a_shared_namespace_is_the_one_with_the_file(site: Path) -> None:
    for name in ("one", "two"):
        metadata = site / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "RECORD").write_text(f"shared/{name}.py,,\n")
    assert outside.package_of_module("shared.two") == "two 1.0"
    assert outside.package_of_module("shared.three") == "unknown"


def test_package_of_an_editable_installation_is_found_by_its_name(site: Path) -> None:
    offer_agents(site)
    path = site / "my_agents-1.2.dist-info" / "RECORD"
    path.write_text("__editable__.my_agents.pth,,\n")
    assert outside.package_of_module("my_agents.players") == "my-agents 1.2"


def test_package_of_the_agents_of_a_game_is_that_of_the_game() -> None:
    assert package_of(JAIPUR, "utility:picker=weighted") == f"kibitz {__version__}"
    assert package_of(LEDUC, "random") == f"kibitz {__version__}"
    with pytest.raises(UnknownAgent):
        package_of(LEDUC, "nobody")


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("mien", UnknownAgent, "leduc has no agent 'mien'; did you mean 'mine'? (known: greedy, "),
        (
            "my_agents.players:Mien",
            UnknownAgent,
            "my_agents.players has no agent 'Mien'; did you mean 'Mine'",
        ),
        (
            "no_such_module:Mine",
            UnknownAgent,
            "there is no module 'no_such_module' for the agent 'no_such_module:Mine': expected",
        ),
        (
            "my_agents.players:Other",
            AgentDefinitionError,
            "my_agents.players:Other of my-agents 1.2: my_agents.players:Other is not a class",
        ),
        (
            "my_agents.players:make_mine",
            AgentDefinitionError,
            "is not a class with the method advise",
        ),
        ("subprocess:getoutput:cmd=false", AgentDefinitionError, "is not a class with the method"),
        ("number", AgentDefinitionError, "agent number of my-agents 1.2: my_agents is not a class"),
        ("gone", AgentDefinitionError, "agent gone of my-agents 1.2 cannot be imported"),
        (
            "other",
            AgentDefinitionError,
            "my-agents 1.2: my_agents.players:make_other made an object of the type 'Other', which",
        ),
        (
            "my_agents.players:Broken",
            AgentDefinitionError,
            "agent my_agents.players:Broken of my-agents 1.2 cannot be made: KeyError: 'pot'",
        ),
        ("mine:dept=3", UnknownOption, "mine of my-agents 1.2 has no option 'dept'; did you mean"),
        ("mine:depth=x", UnknownOption, "mine of my-agents 1.2: invalid option depth=x: expected"),
        ("mine:depth=0", UnknownOption, "mine of my-agents 1.2: invalid depth=0: expected 1 or"),
        ("greedy:worlds", UnknownOption, "greedy: invalid option 'worlds': expected key=value"),
        ("mine:depth", UnknownAgent, "'mine:depth': expected name:key=value, or module:Class of "),
    ],
)
def test_wrong_agent_is_named_with_its_package(
    site: Path, spec: str, error: type[KibitzError], words: str
) -> None:
    entries = [
        "mine = my_agents.players:Mine",
        "number = my_agents",
        "gone = my_agents.players:Gone",
        "other = my_agents.players:make_other",
    ]
    offer_agents(site, entries="\n".join(entries))
    with pytest.raises(error) as caught:
        make_agent(LEDUC, spec)
    assert words in str(caught.value)


@pytest.mark.parametrize("line", ["raise RuntimeError('on fire')", "import sys; sys.exit('bye')"])
def test_package_that_fails_at_import_hides_no_other_agent(site: Path, line: str) -> None:
    offer_agents(site, source=line)
    assert agent_names(LEDUC)[-1] == "mine"
    assert isinstance(make_agent(LEDUC, "random"), RandomAgent)
    with pytest.raises(AgentDefinitionError, match="agent mine of my-agents 1") as got:
        make_agent(LEDUC, "mine")
    assert isinstance(got.value.__cause__, (RuntimeError, SystemExit))


def test_entry_says_what_it_is(site: Path) -> None:
    offer_agents(site)
    (entry,) = outside.entries()["mine"]
    assert repr(entry) == "AgentEntry('mine', 'my_agents.players:Mine', 'my-agents 1.2')"
