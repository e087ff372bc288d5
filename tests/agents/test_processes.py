"""Other processes that think along: real ones, killed, interrupted and printing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.agents import IsmctsAgent
from kibitz.agents.ismcts import Settings, TreeSearch
from kibitz.agents.processes import TEAM, Errand, HelperFailed, Task
from kibitz.core import RuleEngine
from kibitz.games.jaipur import Jaipur, JaipurState
from kibitz.testing import check_agent
from tests.agents.patience import Patience
from tests.agents.plot import Plot, long_story
from tests.agents.trio import Trio

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_helpers_left() -> Iterator[None]:
    yield
    TEAM.dismiss()


def match() -> RuleEngine[JaipurState, JaipurState]:
    return RuleEngine(Jaipur(rounds=1), seed=3)


def helper_ids() -> list[int]:
    return [helper.process.pid for helper in TEAM.helpers]


# Several trees.


def test_trees_add_up_what_each_of_them_found() -> None:
    advice = IsmctsAgent(iterations=60, trees=3).advise(match().observe())
    found: dict[str, list[float]] = {}
    for tree in range(3):
        search = TreeSearch(match().observe(), Settings(60, 0.7, 1.5, True, None), tree)
        search.run(None)
        for move, node in search.root.nodes.items():
            visits, total = found.get(str(move), (0.0, 0.0))
            found[str(move)] = [visits + node.visits, total + node.total]
    assert advice.trace["iterations"] == sum(visits for visits, _ in found.values())
    assert len(helper_ids()) == 2
    options = advice.trace["options"]
    assert isinstance(options, list)
    assert len(options) == len(found)
    for option in options:
        assert isinstance(option, dict)
        visits, total = found[str(option["move"])]
        assert option["visits"] == visits
        assert option["value"] == pytest.approx(total / visits)


def test_trees_keep_the_laws_of_agents() -> None:
    assert check_agent(lambda: IsmctsAgent(iterations=20, trees=2), Jaipur(), max_plies=6) > 6
    assert check_agent(lambda: IsmctsAgent(iterations=20, trees=2), Patience(), max_plies=4) > 0
    assert check_agent(lambda: IsmctsAgent(iterations=20, trees=2), Trio(), max_plies=4) > 0


def test_trees_all_stop_by_the_clock() -> None:
    IsmctsAgent(iterations=1, trees=2).advise(match().observe())  # starts the helper
    start = time.monotonic()
    advice = IsmctsAgent(ms=50, trees=2).advise(match().observe())
    assert 0.03 < time.monotonic() - start < 5.0
    assert advice.trace["stopped"] in ("clock", "decided")


def test_trees_of_a_game_that_no_other_process_can_make_are_refused() -> None:
    class Hidden(Patience):
        pass

    seen = RuleEngine(Hidden(), seed=1).observe()
    with pytest.raises(HelperFailed, match="a module that other processes can import"):
        IsmctsAgent(iterations=5, trees=2).advise(seen)
    # A plot is made from a function, which its options cannot hold.
    with pytest.raises(HelperFailed, match=r"Plot cannot be made again: story=.* is not JSON"):
        IsmctsAgent(iterations=5, trees=2).advise(Plot(long_story).opening())


# Helpers.


def test_helpers_stay_for_the_next_task_and_work_at_the_same_time() -> None:
    tasks: list[Task] = [(os.getpid, ())] * 2
    first = Errand(tasks).answers()
    assert first == helper_ids() == Errand(tasks).answers()
    assert os.getpid() not in first


def test_a_helper_that_was_killed_is_replaced() -> None:
    before = Errand([(os.getpid, ())]).answers()
    TEAM.helpers[0].process.kill()
    TEAM.helpers[0].process.wait()
    after = Errand([(os.getpid, ())]).answers()
    assert after == helper_ids() != before


def test_a_helper_killed_at_its_task_is_asked_again() -> None:
    expected = IsmctsAgent(iterations=300, trees=2).advise(match().observe())
    errand = Errand([(time.sleep, (0.3,))])
    before = helper_ids()
    TEAM.helpers[0].process.kill()
    assert errand.answers() == [None]
    assert helper_ids() != before
    again = IsmctsAgent(iterations=300, trees=2).advise(match().observe())
    assert again.trace == expected.trace


def test_a_helper_that_ends_at_every_try_is_given_up() -> None:
    with pytest.raises(HelperFailed, match="ended twice"):
        Errand([(os._exit, (3,))]).answers()
    assert Errand([(abs, (-2,))]).answers() == [2]


def test_an_error_of_a_task_is_told_and_the_helper_goes_on() -> None:
    with pytest.raises(HelperFailed, match="ValueError: invalid literal"):
        Errand([(int, ("many",))]).answers()
    assert Errand([(int, ("7",))]).answers() == [7]


def test_what_a_task_prints_is_not_its_answer() -> None:
    assert Errand([(print, ("a game that talks",))]).answers() == [None]
    assert Errand([(os.write, (1, b"and again"))]).answers() == [9]


@pytest.mark.skipif(sys.platform == "win32", reason="interval timers are POSIX")
def test_ctrl_c_while_waiting_leaves_no_answer_behind() -> None:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        errand = Errand([(time.sleep, (60,)), (os.getpid, ())])
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            errand.answers()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert Errand([(abs, (-1,)), (abs, (-2,))]).answers() == [1, 2]


FORKED = """
import os
from kibitz.agents.processes import TEAM, Errand

before = Errand([(os.getpid, ())]).answers()
child = os.fork()
after = Errand([(os.getpid, ())]).answers()
if child:
    _, status = os.waitpid(child, 0)
    assert after == before and status == 0
else:
    os._exit(0 if after != before else 1)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX forks")
def test_a_forked_process_has_helpers_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], cwd=ROOT, check=False, timeout=60)
    assert done.returncode == 0


ASKING = """
import os, time
from kibitz.agents.processes import Errand

print(Errand([(os.getpid, ())]).answers()[0], flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up the POSIX way")
def test_a_helper_ends_with_the_process_that_asks() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ASKING], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    helper = int(process.stdout.readline())
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 30
    while is_running(helper):
        assert time.monotonic() < deadline, "the helper is still there"
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Tells whether there is such a process; one that only waits to be collected does not count."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
