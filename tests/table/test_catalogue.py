"""What the table says about installed games and agents."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz import __version__, games
from kibitz.agents.limits import BUDGETS
from kibitz.agents.registry import agent_names, make_agent, option_help, option_names
from kibitz.core import packages
from kibitz.core.errors import UnknownOption
from kibitz.core.scene import TONES
from kibitz.table.catalogue import describe_game, list_games, rules
from kibitz.table.refusal import Refusal
from tests.agents.packages import offer_agents
from tests.games.test_catalogue import offer_game

Document = dict[str, Any]  # Any: JSON that tests take apart
KINDS = {"whole", "number", "switch", "choice", "text", "list"}
TYPES = {"whole": int, "number": float, "switch": bool, "text": str}
MOST_BYTES = 60_000

# A game for two to four, without a range of its seats, and one with.
SEATED = """\
from kibitz.core.ranges import Whole
from tests.agents.trio import Trio


class Table(Trio):
    id = "{name}"

    def __init__(self, seats: int = 3, pace: float = 1.5, scores: list = [1, 2]) -> None:
        if seats not in (2, 3, 4):
            raise ValueError("expected 2 to 4")
        super().__init__()
        self.seats = seats

    def option_ranges(self):
        return {ranges}
"""


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Forgets what was described, before a test and after it."""
    for cached in (list_games, describe_game, rules):
        cached.cache_clear()
    packages.forget()
    yield
    for cached in (list_games, describe_game, rules):
        cached.cache_clear()
    packages.forget()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, on the path for one test."""
    monkeypatch.syspath_prepend(tmp_path)
    before = {*sys.modules}
    yield tmp_path
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def described(name: str) -> Document:
    found: Document = json.loads(json.dumps(describe_game(name), allow_nan=False))
    return found


def listed() -> dict[str, Document]:
    rows: list[Document] = json.loads(json.dumps(list_games(), allow_nan=False))
    return {row["id"]: row for row in rows}


# All games.


def test_list_has_every_game_and_is_small() -> None:
    rows = listed()
    assert list(rows) == games.names()
    assert all(row["error"] is None for row in rows.values())
    jaipur = rows["jaipur"]
    assert [*jaipur.pop("options")] == ["rounds"]
    agents = ["utility", "greedy", "beam", "ismcts", "random", "human"]
    assert [*jaipur.pop("agents")] == agents
    assert jaipur == {
        "id": "jaipur",
        "title": "Jaipur",
        "seats": 2,
        "seat_counts": [2],
        "version": 1,
        "opponent": "greedy",
        "adviser": "ismcts:iterations=5000",
        "source": "kibitz",
        "tone": "amber",
        "unit": "",
        "error": None,
    }
    assert (rows["leduc"]["unit"], rows["spire"]["seats"]) == ("chips", 1)
    assert len(json.dumps(list_games())) < MOST_BYTES


def test_descriptions_are_made_once() -> None:
    assert list_games() is list_games()
    assert describe_game("leduc") is describe_game("leduc")
    assert rules("leduc") is rules("leduc")


@pytest.mark.parametrize("name", games.names())
def test_description_agrees_with_the_list_and_with_the_game(name: str) -> None:
    row, found = listed()[name], described(name)
    assert found == {**row, "lists": found["lists"]}
    assert found["tone"] in {"", *TONES}
    game = games.load(name)
    assert found["lists"] == {heading: [*names] for heading, names in game.lists().items()}
    assert {option: each["default"] for option, each in found["options"].items()} == game.options
    assert len(json.dumps(found)) < MOST_BYTES


@pytest.mark.parametrize("name", games.names())
def test_options_of_every_game_are_described(name: str) -> None:
    for option, each in described(name)["options"].items():
        assert each["kind"] in KINDS
        assert each["help"], f"{name} does not say what {option} means"
        default = each["default"]
        if each["kind"] == "choice":
            assert default in each["choices"]
        elif each["kind"] == "list":
            assert each["separator"].strip() == "/"
        else:
            assert type(default) is TYPES[each["kind"]]
        if each["least"] is not None:
            assert each["least"] <= default <= each["most"]


@pytest.mark.parametrize("name", games.names())
def test_agents_of_every_game_are_described(name: str) -> None:
    game, found = games.load(name), described(name)["agents"]
    assert [*found] == agent_names(game)
    for agent, each in found.items():
        known = option_names(game, agent)
        weights = game.agent_weights().get(agent, {})
        assert [*each["options"]] == [option for option in known if option not in weights]
        assert each["weights"] == len(weights) == len(known) - len(each["options"])
        assert each["clock"] == ("ms" in known)
        assert each["package"] == f"kibitz {__version__}"
        assert each["plays"] == each["advises"] == (agent != "human")
        assert each["problem"] is None
        assert all(option["kind"] in KINDS for option in each["options"].values())


# Single facts.


def test_options_have_kinds_choices_and_bounds() -> None:
    assert described("jaipur")["options"]["rounds"] == {
        "kind": "choice",
        "default": 3,
        "optional": False,
        "help": "the most rounds of a match: 1, or 3 for the first to two seals",
        "choices": [1, 3],
        "least": None,
        "most": None,
        "separator": None,
    }
    lorcana = described("lorcana")["options"]
    assert lorcana["first"]["choices"] == ["random", "0", "1"]
    assert (lorcana["turn_limit"]["least"], lorcana["turn_limit"]["most"]) == (1, 10_000)
    assert (lorcana["decks"]["kind"], lorcana["decks"]["separator"]) == ("list", " / ")
    assert described("pokemon")["options"]["sudden_death"]["kind"] == "switch"
    # Nothing but the constructor knows that the life of a duel is 1 or more.
    life = described("duel")["options"]["life"]
    assert (life["kind"], life["least"], life["most"]) == ("whole", None, None)


def test_options_of_agents_have_defaults_words_and_ranges_to_tune() -> None:
    ismcts = described("leduc")["agents"]["ismcts"]["options"]
    assert ismcts["ms"] == {
        "kind": "whole",
        "default": None,
        "optional": True,
        "help": "how many milliseconds a decision may take; none for no clock",
        "least": 1,
        "most": 86_400_000,
        "tuned": None,
    }
    exploration = ismcts["exploration"]
    assert (exploration["kind"], exploration["default"]) == ("number", 0.7)
    assert exploration["tuned"] == "0.1:3.0:log"
    assert ismcts["rollouts"]["tuned"] == "policy,random"
    assert described("leduc")["agents"]["random"]["options"]["seed"]["kind"] == "text"


@pytest.mark.parametrize("name", games.names())
def test_budgets_of_agents_are_bounded_as_their_constructors_check(name: str) -> None:
    game, found = games.load(name), 0
    for agent, described_agent in described(name)["agents"].items():
        for option, about in described_agent["options"].items():
            if about["least"] is None:
                assert option not in BUDGETS
                continue
            found += 1
            allowed = [about["least"], about["most"] or 1_000]
            refused = [about["least"] - 1, *([about["most"] + 1] if about["most"] else [])]
            for value in allowed:
                make_agent(game, f"{agent}:{option}={value}")
            for value in refused:
                with pytest.raises(UnknownOption, match=f"invalid {option}="):
                    make_agent(game, f"{agent}:{option}={value}")
    assert found >= 5


@pytest.mark.parametrize("agent", ["greedy", "beam", "ismcts", "random", "human"])
def test_every_option_of_a_built_in_agent_is_explained(agent: str) -> None:
    game = games.load("leduc")
    texts = option_help(game, agent)
    assert all(texts.get(option) for option in option_names(game, agent))


def test_rules_are_the_page_that_the_terminal_shows() -> None:
    assert rules("leduc") == games.load("leduc").rules_text()
    assert rules("leduc").startswith("#")


@pytest.mark.parametrize("ask", [describe_game, rules])
def test_unknown_game_is_refused_with_a_near_match(ask: Any) -> None:
    with pytest.raises(Refusal, match=r"no game 'leduk'; did you mean 'leduc'\?") as caught:
        ask("leduk")
    assert (caught.value.code, caught.value.status) == ("GAME_NOT_FOUND", 404)


# Other packages.


def test_broken_game_is_listed_with_its_error_and_refused_by_name(site: Path) -> None:
    source = SEATED.format(name="other", ranges="{}") + "        raise KeyError\n"
    offer_game(site, "bad-games", "bad = nowhere_at_all:Game", {})
    offer_game(site, "worse-games", "worse = worse:Table", {"worse": source})
    rows = listed()
    reason = "nowhere_at_all:Game of bad-games: No module named 'nowhere_at_all'"
    assert rows["bad"] == {"id": "bad", "source": "bad-games", "error": reason}
    assert rows["worse"]["error"] == "worse:Table of worse-games has the id 'other', not 'worse'"
    assert rows["leduc"]["error"] is None
    for ask in (describe_game, rules):
        with pytest.raises(Refusal, match=r"^bad cannot be loaded: nowhere_at_all:Game of ") as no:
            ask("bad")
        assert no.value.code == "GAME_NOT_FOUND"


def test_game_that_fails_while_it_is_described_is_refused(site: Path) -> None:
    source = SEATED.format(name="sick", ranges="1 // 0")
    offer_game(site, "sick-games", "sick = sick_game:Table", {"sick_game": source})
    assert listed()["sick"]["error"].startswith("integer division or modulo by zero (sick_game")
    with pytest.raises(Refusal, match=r"^sick cannot be loaded: integer division .*\(sick_game"):
        describe_game("sick")


@pytest.mark.parametrize(
    ("ranges", "counts"), [("{}", [2, 3, 4]), ('{"seats": Whole(2, 4, 2)}', [2, 3, 4])]
)
def test_option_for_the_seats_gives_the_possible_numbers(
    site: Path, ranges: str, counts: list[int]
) -> None:
    source = SEATED.format(name="seated", ranges=ranges)
    offer_game(site, "seated-games", "seated = seated_game:Table", {"seated_game": source})
    found = described("seated")
    assert (found["seats"], found["seat_counts"]) == (3, counts)
    assert found["options"]["pace"]["kind"] == "number"
    assert (found["options"]["scores"]["kind"], found["options"]["scores"]["default"]) == (
        "list",
        [1, 2],
    )
    assert found["tone"] == ""


def test_agents_of_other_packages_are_described_with_their_problems(site: Path) -> None:
    own = "mine = my_agents.players:Mine\ncareful = my_agents.players:Careful"
    others = "lost = more_agents.gone:Bad\ncareful = more_agents.players:Careful"
    offer_agents(site, entries=f"{own}\nalone = my_agents.players:Careful")
    offer_agents(site, "more-agents", "more_agents", others, version="2.0")
    found = described("leduc")["agents"]
    mine, alone, lost = found["mine"], found["alone"], found["lost"]
    assert (mine["package"], mine["problem"], mine["plays"]) == ("my-agents 1.2", None, True)
    assert (mine["options"]["depth"]["default"], mine["options"]["depth"]["tuned"]) == (1, "1:9")
    # Its game is not an option, and what it says about tuning is wrong.
    assert ([*alone["options"]], alone["options"]["depth"]["tuned"]) == (["depth"], None)
    assert (lost["package"], lost["plays"], lost["advises"]) == ("more-agents 2.0", False, False)
    assert lost["problem"].startswith("cannot be loaded: agent lost of more-agents 2.0 cannot be")
    assert found["careful"]["problem"].startswith("has the name of another agent; use m")


def test_command_line_and_descriptions_need_neither_web_nor_database() -> None:
    script = (
        "import sys, kibitz.cli.games, kibitz.table.catalogue as found;"
        "found.list_games(), found.describe_game('leduc');"
        "print([name for name in ('fastapi', 'pydantic', 'sqlalchemy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
