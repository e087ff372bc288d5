"""Bots: declared by name, played by real programs, and never started by a file."""

import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz import games
from kibitz.agents import (
    Bot,
    BotAgent,
    BotFailed,
    agent_names,
    bots_declared,
    make_agent,
    package_of,
    tunable_options,
)
from kibitz.agents.programs import (
    MOST_WAITING,
    RESERVE,
    VARIABLE,
    BotLate,
    declared_bots,
    introduction_of,
    missing_bot,
    read_declaration,
)
from kibitz.agents.registry import check_bots, option_default, option_help, option_names
from kibitz.core import NotOnTurn, Observation, RuleEngine
from kibitz.core.errors import AgentDefinitionError, KibitzError, UnknownAgent, UnknownOption
from kibitz.testing import check_agent
from tests.agents.bots import command_of, words_of
from tests.agents.packages import offer_agents

ECHO = 'say({"options": [{"move": asked["moves"][0]["text"], "score": 0, "reasons": [{"term":'
# Bots that say what they were told, as the text of a reason.
TOLD = ECHO + ' "told", "amount": 0, "text": json.dumps([each["kind"] for each in told])}]}]})'
MATCH = ECHO + ' "told", "amount": 0, "text": json.dumps(told[-2])}]}]})'
TIME = ECHO + ' "told", "amount": asked["time"]}]}]})'
PID = ECHO + ' "told", "amount": os.getpid()}]}]})'


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(VARIABLE, raising=False)
    yield
    introduction_of.cache_clear()
    RESERVE.dismiss()


def seen_in(game: str = "leduc", deadline: float | None = None) -> Observation[Any, Any]:
    return RuleEngine(games.load(game), seed=1).observe(deadline=deadline)


def bot(folder: Path, *parts: str, **named: str) -> BotAgent[Any, Any]:
    return BotAgent(games.load("leduc"), Bot("mine", tuple(words_of(folder, *parts, **named))))


def told(agent: BotAgent[Any, Any], seen: Observation[Any, Any] | None = None) -> Any:
    """Returns the reason for the advised move: its amount, or its text if it has one."""
    (reason,) = agent.advise(seen_in() if seen is None else seen).options[0].reasons
    return reason.text or reason.amount


# Declarations.


def test_declaration_is_a_name_and_a_command() -> None:
    found = read_declaration("ace=java -jar 'my bot.jar' a=b")
    assert found == Bot("ace", ("java", "-jar", "my bot.jar", "a=b"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ace", "invalid bot 'ace': expected NAME=COMMAND, such as ace='python3 ace.py'"),
        ("ace=", "invalid bot 'ace=': expected NAME=COMMAND, such as ace='python3 ace.py'"),
        ("ace='x", 'invalid bot "ace=\'x": no closing quotation'),
        ("a\nb=c", "invalid bot 'a\\nb=c': expected one line of text"),
        ("a=b\0", "invalid bot 'a=b\\x00': expected one line of text"),
        *(
            (
                f"{name}=x",
                f"invalid name {name!r} for a bot: expected a letter, then letters, digits, - or _",
            )
            for name in ("", "my bot", "a:b", "9", "a,b", "a" * 41, "é")
        ),
    ],
)
def test_wrong_declarations_are_refused(text: str, message: str) -> None:
    with pytest.raises(AgentDefinitionError) as caught:
        read_declaration(text)
    assert str(caught.value) == message


def test_declarations_hold_for_a_block_and_for_processes_that_start_in_it() -> None:
    with bots_declared(["ace=a 'b c'"]):
        assert declared_bots() == {"ace": Bot("ace", ("a", "b c"))}
        with bots_declared(["ace=d", "two=e"]):
            assert {each.words for each in declared_bots().values()} == {("d",), ("e",)}
        said = os.popen(f"{sys.executable} -c 'import os; print(os.environ[\"{VARIABLE}\"])'")
        assert said.read() == "ace=a 'b c'\n"
        said.close()
    assert declared_bots() == {}
    assert VARIABLE not in os.environ


def test_two_bots_of_one_name_are_refused() -> None:
    with pytest.raises(AgentDefinitionError, match="bot ace is declared twice"):  # noqa: SIM117
        with bots_declared(["ace=a", "ace=b"]):
            pass


def test_variable_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "ace=a\nwhat")
    with pytest.raises(AgentDefinitionError, match="KIBITZ_BOTS: invalid bot 'what': expected"):
        make_agent(games.load("leduc"), "random")


def test_names_of_other_agents_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer_agents(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("random", "human", "mine"):
        with bots_declared([f"{name}=x"]):
            with pytest.raises(AgentDefinitionError, match=f"bot {name} has the name of another"):
                check_bots()
            with pytest.raises(AgentDefinitionError, match="choose another name"):
                make_agent(games.load("leduc"), name)
    with bots_declared(["sharp=x", "other=x"]):
        check_bots()
        with pytest.raises(AgentDefinitionError, match="bot sharp has the name of another agent"):
            package_of(games.load("pokemon"), "sharp")


def test_bot_that_is_not_declared_is_no_agent() -> None:
    with pytest.raises(UnknownAgent, match="leduc has no agent 'ace'"):
        make_agent(games.load("leduc"), "ace")
    hint = "ace is a bot (bot tester 2.1), which is not declared here: --bot ace=COMMAND"
    assert missing_bot("ace", "bot tester 2.1") == hint
    assert missing_bot("ace", "my-agents 1.0") == ""


def test_declared_bot_is_an_agent(tmp_path: Path) -> None:
    game = games.load("leduc")
    with bots_declared([f"ace={command_of(tmp_path)}"]):
        assert agent_names(game)[-1] == "ace"
        agent = make_agent(game, "ace:timeout=2.5,depth=3")
        assert isinstance(agent, BotAgent)
        assert (agent.timeout, agent.settings) == (2.5, {"depth": "3"})
        assert package_of(game, "ace:depth=3") == "bot tester 2.1"
        assert option_names(game, "ace") == ["timeout"]
        assert [*option_help(game, "ace")] == ["timeout"]
        assert option_default(game, "ace", "timeout") == 5.0
        assert option_default(game, "ace", "depth") is None
        assert tunable_options(game, "ace") == {}


@pytest.mark.parametrize("timeout", ["soon", "0", "-1", "nan", "1e9"])
def test_invalid_timeouts_are_refused(timeout: str, tmp_path: Path) -> None:
    declared = bots_declared([f"ace={command_of(tmp_path)}"])
    with declared, pytest.raises(UnknownOption, match=r"ace: invalid .*timeout="):
        make_agent(games.load("leduc"), f"ace:timeout={timeout}")


# The program.


def test_program_waits_for_the_next_agent(tmp_path: Path) -> None:
    first, second = bot(tmp_path, PID), bot(tmp_path, PID)
    both = {told(first), told(second)}
    assert len(both) == 2, "two agents at a time need two programs"
    assert told(first) in both, "an agent keeps its program"
    del first, second
    third = bot(tmp_path, PID)
    assert told(third) in both


def test_program_that_ended_while_it_waited_is_started_again(tmp_path: Path) -> None:
    first = bot(tmp_path, PID)
    pid = int(told(first))
    del first
    os.kill(pid, 9)
    time.sleep(0.1)
    assert told(bot(tmp_path, PID)) != pid


def test_programs_do_not_pile_up(tmp_path: Path) -> None:
    agents = [bot(tmp_path, PID) for _ in range(MOST_WAITING + 2)]
    pids = [int(told(agent)) for agent in agents]
    del agents
    RESERVE.dismiss()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_match_begins_once_for_an_agent(tmp_path: Path) -> None:
    first = bot(tmp_path, TOLD)
    assert told(first) == '["hello", "match", "advise"]'
    assert told(first) == '["hello", "match", "advise", "advise"]'
    del first
    assert told(bot(tmp_path, TOLD)).endswith('"advise", "match", "advise"]')


def test_settings_reach_the_program(tmp_path: Path) -> None:
    with bots_declared([f"ace={command_of(tmp_path, MATCH)}"]):
        agent = make_agent(games.load("leduc"), "ace:depth=3,style=bold")
    assert isinstance(agent, BotAgent)
    assert '"settings": {"depth": "3", "style": "bold"}' in told(agent)


def test_time_is_what_is_left(tmp_path: Path) -> None:
    agent = bot(tmp_path, TIME)
    assert told(agent) == 5000, "the same in every run"
    left = told(agent, seen_in(deadline=time.monotonic() + 1.0))
    assert 100 < left <= 1000
    assert told(agent, seen_in(deadline=time.monotonic() + 3600.0)) == 5000
    assert told(agent, seen_in(deadline=time.monotonic() - 1.0)) == 10


def test_bot_that_is_not_on_turn_is_not_asked(tmp_path: Path) -> None:
    engine = RuleEngine(games.load("leduc"), seed=1)
    with pytest.raises(NotOnTurn):
        bot(tmp_path).advise(engine.observe(1 - engine.seat))


# Failures.


@pytest.mark.parametrize(
    ("advise", "message"),
    [
        ("say('garbage')", "bot mine: its answer 'garbage' is not JSON: Expecting value at line 1"),
        ("say({'move': 'fold'})", "bot mine: wrong answer: move: expected a legal move (call, ra"),
        ("1 / 0", "bot mine: ended with exit code 1: expected an answer; its standard error end"),
        ("say({'error': 'lost'})", "bot mine: gives up: lost"),
        ("print('x' * 2_000_000)", "bot mine: wrote a line of more than 1,000,000 bytes"),
    ],
)
def test_bot_that_fails_is_named_and_started_again(
    advise: str, message: str, tmp_path: Path
) -> None:
    mark = repr(str(tmp_path / "failed"))
    once = f"if not os.path.exists({mark}):\n            open({mark}, 'w')\n            {advise}"
    agent = bot(tmp_path, f"{once}\n        else: {PID}")
    with pytest.raises(BotFailed) as caught:
        agent.advise(seen_in())
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, KibitzError)
    assert told(agent) > 0


def test_bot_without_an_answer_is_late(tmp_path: Path) -> None:
    words = tuple(words_of(tmp_path, "time.sleep(60)"))
    agent = BotAgent(games.load("leduc"), Bot("slow", words), timeout=0.2)
    with pytest.raises(BotLate, match=r"bot slow: no answer within 0.4 s"):
        agent.advise(seen_in())
    agent = BotAgent(games.load("leduc"), Bot("slow", words))
    with pytest.raises(BotLate):
        agent.advise(seen_in(deadline=time.monotonic() + 0.1))


@pytest.mark.parametrize(
    ("hello", "message"),
    [
        ("sys.exit(2)", "bot mine: ended with exit code 2: expected an answer"),
        ("say({'protocol': 9, 'name': 'a', 'version': '1'})", "protocol: expected 1, got 9"),
        ("say({'error': 'no licence'})", "bot mine: gives up: no licence"),
    ],
)
def test_bot_that_does_not_introduce_itself_cannot_be_made(
    hello: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(BotFailed) as caught:
        bot(tmp_path, hello=hello)
    assert message in str(caught.value)


def test_program_that_is_missing_is_named() -> None:
    with (
        bots_declared(["ace=/nowhere/bot"]),
        pytest.raises(BotFailed, match="bot ace: cannot start: there is no program '/nowhere/bot'"),
    ):
        package_of(games.load("leduc"), "ace")


def test_bot_says_which_games_it_plays(tmp_path: Path) -> None:
    hello = "say({'protocol': 1, 'name': 'a', 'version': '1', 'games': ['jaipur', 'duel']})"
    with pytest.raises(AgentDefinitionError) as caught:
        bot(tmp_path, hello=hello)
    assert str(caught.value) == "bot mine does not play leduc; plays: jaipur, duel"


# Fairness.

# Plays and scores by everything that it was told but the time.
HASH = """
        import hashlib
        asked.pop("time")
        asked.pop("wanted")
        found = hashlib.sha256(json.dumps(asked).encode()).digest()
        move = asked["moves"][found[0] % len(asked["moves"])]["text"]
        options = [{"move": each["text"], "score": each["text"] == move and 1 or 0,
                    "reasons": [{"term": "chosen", "amount": each["text"] == move and 1 or 0}]}
                   for each in asked["moves"]]
        say({"options": options})
"""


@pytest.mark.parametrize("game", ["leduc", "jaipur", "duel", "spire"])
def test_question_tells_nothing_that_is_hidden(game: str, tmp_path: Path) -> None:
    found = Bot("mine", tuple(words_of(tmp_path, HASH.strip())))
    rules = games.load(game)
    assert check_agent(lambda: BotAgent(rules, found), rules, games=1, max_plies=6, answers=True)


def test_example_in_python_wins_at_leduc() -> None:
    path = Path(__file__).parents[2] / "examples" / "bot_over_lines.py"
    rules = games.load("leduc")
    with bots_declared([f"ace={shlex.join([sys.executable, str(path)])}"]):
        assert package_of(rules, "ace") == "bot over-lines 1.0"
        assert check_agent(lambda: make_agent(rules, "ace"), rules, answers=True) > 4
        advice = make_agent(rules, "ace").advise(seen_in())
    assert sum(reason.amount for reason in advice.options[0].reasons) == advice.value


@pytest.mark.needs("node")
def test_example_in_javascript_plays_any_game() -> None:
    path = Path(__file__).parents[2] / "examples" / "bot_over_lines.js"
    with bots_declared([f"js=node {shlex.quote(str(path))}"]):
        for name in games.names():
            rules = games.load(name)
            engine = RuleEngine(rules, seed=2)
            agent = make_agent(rules, "js")
            while engine.outcome is None and engine.ply < 4:
                engine.play(agent.advise(engine.observe()).move)
            assert engine.ply > 1
