"""Which agents the commands use, and how long these think where a person waits."""

import json
from pathlib import Path

import pytest

from kibitz.agents import make_agent
from kibitz.cli import advise
from kibitz.cli.advise import choose_adviser, choose_opponent, consult
from kibitz.cli.screen import has_opinion
from kibitz.core import Advice, KibitzError, Observation, Option, RuleEngine, read_record
from kibitz.games import load, names
from tests.agents.patience import Patience
from tests.agents.pile import Pile, PileState
from tests.cli.command import kibitz

POSITION = '{"to_move": 0, "cards": ["Ks", null], "public": "Kh", "stakes": [5, 9], "raises": 1}'


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets agents think for 5 milliseconds instead of a second."""
    monkeypatch.setattr(advise, "WAIT", 5)


class Timed:
    """An agent of another package that has a clock; nobody asks it here."""

    def __init__(self, ms: int = 0, iterations: int = 9) -> None:
        self.ms, self.iterations = ms, iterations

    def advise(self, seen: object) -> object:
        raise NotImplementedError  # only its options are looked at


@pytest.mark.parametrize(
    ("spec", "timed"),
    [
        ("ismcts", "ismcts:ms=1000"),
        ("ismcts:exploration=0.5", "ismcts:exploration=0.5,ms=1000"),
        ("ismcts:iterations=50", "ismcts:iterations=50"),
        ("ismcts:ms=none", "ismcts:ms=none"),
        ("ismcts:ms=3000", "ismcts:ms=3000"),
        ("beam", "beam:ms=1000"),
        ("beam:depth=4", "beam:depth=4,ms=1000"),
        ("beam:nodes=99", "beam:nodes=99"),
        ("greedy", "greedy"),
        ("random:seed=3", "random:seed=3"),
        ("human", "human"),
        ("tests.cli.test_agents:Timed", "tests.cli.test_agents:Timed:ms=1000"),
        ("tests.cli.test_agents:Timed:iterations=3", "tests.cli.test_agents:Timed:iterations=3"),
    ],
)
def test_an_agent_with_a_clock_and_no_budget_gets_a_second(spec: str, timed: str) -> None:
    game = load("leduc")
    for choose in (choose_opponent, choose_adviser):
        assert choose(game, spec, timed=True) == timed
        assert choose(game, spec, timed=False) == spec
    make_agent(game, timed)


@pytest.mark.parametrize(
    ("name", "opponent", "adviser", "timed"),
    [
        ("dronewars", "commander", "ismcts:iterations=1000", "ismcts:ms=1000"),
        ("duel", "greedy", "ismcts:iterations=2000", "ismcts:ms=1000"),
        ("jaipur", "greedy", "ismcts:iterations=5000", "ismcts:ms=1000"),
        ("leduc", "greedy:worlds=8,horizon=20", "ismcts:iterations=5000", "ismcts:ms=1000"),
        ("pokemon", "sharp", "sharp", "sharp:ms=1000"),
        ("spire", "expert", "expert", "expert:ms=1000"),
    ],
)
def test_a_game_names_its_opponent_and_its_adviser(
    name: str, opponent: str, adviser: str, timed: str
) -> None:
    game = load(name)
    assert choose_opponent(game, None, timed=False) == opponent
    assert choose_adviser(game, None, timed=False) == adviser
    assert choose_adviser(game, None, timed=True) == timed
    make_agent(game, opponent)
    make_agent(game, timed)


def test_every_game_names_both() -> None:
    for name in names():
        game = load(name)
        assert (game.opponent, game.adviser) != ("", ""), name


def test_a_game_that_names_nobody_has_its_own_first_agent_or_one_for_any_game() -> None:
    assert choose_opponent(Patience(), None, timed=False) == "utility"
    assert choose_adviser(Patience(), None, timed=False) == "utility"
    assert choose_opponent(Pile(), None, timed=True) == "greedy:worlds=8,horizon=20"
    assert choose_adviser(Pile(), None, timed=False) == "ismcts"


# No opinion.


class Unsure:
    """An agent of another package that likes all moves alike."""

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        options = [Option(move, 0.0, ()) for move in seen.moves]
        return Advice(options[0].move, 0.0, tuple(options))


class UnsurePile(Pile):
    """A pile whose adviser has no opinion."""

    adviser = "tests.cli.test_agents:Unsure"


def test_the_search_is_asked_where_the_adviser_of_the_game_has_no_opinion() -> None:
    game = UnsurePile()
    seen = RuleEngine(game, seed=1).observe()
    found = consult(game, choose_adviser(game, None, timed=False), seen, timed=False)
    assert found.spec == "ismcts"
    assert has_opinion(found.advice, seen)


def test_an_agent_that_was_named_speaks_for_itself() -> None:
    game = Pile()
    seen = RuleEngine(game, seed=1).observe()
    found = consult(game, "tests.cli.test_agents:Unsure", seen, timed=False)
    assert found.spec == "tests.cli.test_agents:Unsure"
    assert not has_opinion(found.advice, seen)


@pytest.mark.parametrize("spec", ["nobody", "", "ismcts:ms", "tests.cli.test_agents:Nobody"])
@pytest.mark.parametrize("timed", [True, False])
def test_a_wrong_agent_is_refused(spec: str, timed: bool) -> None:
    game = load("leduc")
    with pytest.raises(KibitzError):
        make_agent(game, choose_adviser(game, spec, timed))


@pytest.mark.parametrize(
    ("scores", "opinion"),
    [
        ([1.0, 2.0, 2.0], True),
        ([2.0, 2.0, 2.0], False),
        ([0.0, 0.0, 0.0], False),
        ([2.0, 2.0], True),  # it does not consider the third move
        ([0.0, 0.0], False),
        ([0.0], True),
    ],
)
def test_scores_that_are_all_alike_are_no_opinion(scores: list[float], opinion: bool) -> None:
    seen = RuleEngine(Pile(), seed=1).observe()
    options = [Option(move, score, ()) for move, score in zip(seen.moves, scores, strict=False)]
    assert has_opinion(Advice(options[0].move, 0.0, tuple(options)), seen) == opinion


# What the commands do.


def match_names(path: Path, *arguments: str, typed: str = "quit\n") -> list[str]:
    """Plays Leduc, saves the match and returns the names of the players."""
    result = kibitz("play", "leduc", "--save", str(path), *arguments, typed=typed)
    assert result.code == 0, result.err
    return read_record(path.read_text()).names


@pytest.mark.usefixtures("hurry")
def test_opponents_have_a_clock_unless_the_match_has_a_seed(tmp_path: Path) -> None:
    opponent = ("-a", "ismcts")
    assert match_names(tmp_path / "a", *opponent) == ["human", "ismcts:ms=5"]
    assert match_names(tmp_path / "b", *opponent, "--seed", "3") == ["human", "ismcts"]
    watched = match_names(tmp_path / "c", *opponent, "--seat", "none")
    assert watched == ["ismcts:ms=5", "ismcts:ms=5"]


@pytest.mark.usefixtures("hurry")
def test_a_resumed_match_keeps_the_budgets_of_its_agents(tmp_path: Path) -> None:
    path = tmp_path / "match"
    match_names(path, "-a", "ismcts", "--seed", "3")
    assert kibitz("play", "--resume", str(path), typed="call\nquit\n").code == 0
    assert read_record(path.read_text()).names == ["human", "ismcts"]
    assert kibitz("play", "--resume", str(path), "-a", "ismcts", typed="quit\n").code == 0
    assert read_record(path.read_text()).names == ["human", "ismcts:ms=5"]


@pytest.mark.usefixtures("hurry")
def test_a_hint_has_a_clock_unless_the_match_has_a_seed() -> None:
    def titles(*arguments: str) -> list[str]:
        play = ("play", "leduc", "--kibitzer", "ismcts", *arguments)
        out = kibitz(*play, typed="hint\nhint beam\nhint greedy\nwhy\nquit\n").out
        assert "of" in out
        return [
            line.split()[1].rstrip(",") for line in out.splitlines() if line.startswith("advice")
        ]

    assert titles() == ["ismcts:ms=5", "beam:ms=5", "greedy"]
    assert titles("--seed", "3") == ["ismcts", "beam", "greedy"]


@pytest.mark.usefixtures("hurry")
def test_a_wrong_hint_is_refused_at_the_prompt() -> None:
    out = kibitz("play", "leduc", typed="hint isncts\nhint ismcts:seconds=3\nquit\n").out
    assert "leduc has no agent 'isncts'; did you mean 'ismcts'" in out
    assert "ismcts has no option 'seconds'" in out


@pytest.mark.usefixtures("hurry")
def test_advice_has_a_clock_unless_it_has_a_seed() -> None:
    def asked(*arguments: str) -> dict[str, object]:
        result = kibitz("advise", "leduc", POSITION, "--agent", "ismcts", "--json", *arguments)
        found = json.loads(result.out)
        assert isinstance(found, dict)
        return found

    assert asked()["agent"] == "ismcts:ms=5"
    first, second = asked("--seed", "3"), asked("--seed", "3")
    assert first["agent"] == "ismcts"
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_a_seeded_match_against_a_search_repeats(tmp_path: Path) -> None:
    def moves(name: str) -> list[object]:
        path = tmp_path / name
        play = ("play", "leduc", "--seed", "5", "-a", "ismcts", "--save", str(path))
        assert kibitz(*play, typed="raise\ncall\nraise\ncall\ncall\n").code == 0
        return [*read_record(path.read_text()).moves]

    assert moves("a") == moves("b")
