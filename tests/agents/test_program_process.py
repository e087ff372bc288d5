"""Real programs that are asked in lines, and everything that they can do wrong."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kibitz.agents.program_process import MOST_BYTES, Program, ProgramFailed, ProgramLate

# Seconds for anything that is not late.
PATIENCE = 20.0
ROOT = Path(__file__).parents[2]
STARTED: list[Program] = []


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    yield
    while STARTED:
        STARTED.pop().kill()


def start(code: str) -> Program:
    """Starts a program in Python."""
    program = Program([sys.executable, "-S", "-c", f"import os, sys, time\n{code}"])
    STARTED.append(program)
    return program


ECHO = "for line in sys.stdin: print(line.strip().upper(), flush=True)"


def test_program_answers_one_question_after_the_other() -> None:
    program = start(ECHO)
    assert program.ask(b"one\n", PATIENCE) == b"ONE"
    assert program.idle()
    assert program.ask(b"two\n", PATIENCE) == b"TWO"
    program.stop()
    assert program.process.returncode == 0


def test_long_questions_and_answers_pass() -> None:
    question = b"x" * 900_000
    assert start(ECHO).ask(question + b"\n", PATIENCE) == question.upper()


def test_standard_error_never_blocks_a_program() -> None:
    noisy = "sys.stderr.write('noise\\n' * 200_000); sys.stderr.flush()\n"
    assert start(f"{noisy}{ECHO}").ask(b"a\n", PATIENCE) == b"A"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["/nowhere/bot"], "cannot start: there is no program '/nowhere/bot'"),
        (["no-such-program-here"], "cannot start: there is no program 'no-such-program-here'"),
        ([str(ROOT)], f"cannot start '{ROOT}': Permission denied"),
        (["a\0b"], "cannot start 'a\\x00b': embedded null byte"),
    ],
)
def test_program_that_cannot_be_started_is_named(words: list[str], message: str) -> None:
    with pytest.raises(ProgramFailed) as caught:
        Program(words)
    assert str(caught.value) == message


# A second line that is there at once, and one that comes too late to be seen with the first.
TWO = "sys.stdin.readline(); print('a\\nb', flush=True); time.sleep(60)"
LONG = "sys.stdin.readline(); sys.stdout.write('x' * 3_000_000); time.sleep(60)"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit(3)", "ended with exit code 3: expected an answer"),
        ("os.kill(os.getpid(), 9)", "was ended by signal 9: expected an answer"),
        (
            "print('one\\n\\ntwo\\nthree\\x1b\\nfour', file=sys.stderr); sys.exit(1)",
            (
                "ended with exit code 1: expected an answer;"
                " its standard error ends with: two | three\\x1b | four"
            ),
        ),
        (
            "print('x' * 9_000, file=sys.stderr); sys.exit(1)",
            "ended with exit code 1: expected an answer; its standard error ends with: "
            + "x" * 200,
        ),
        ("os.close(1); time.sleep(60)", "closed its standard output"),
        (TWO, "wrote more than one line: expected one line for each question"),
        (LONG, f"wrote a line of more than {MOST_BYTES:,} bytes"),
    ],
)
def test_program_that_breaks_the_rules_is_killed(code: str, message: str) -> None:
    program = start(code)
    with pytest.raises(ProgramFailed) as caught:
        program.ask(b"question\n", PATIENCE)
    assert str(caught.value) == message
    assert program.process.poll() is not None


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("print('thinking', file=sys.stderr, flush=True); time.sleep(60)", 1),
        ("print('thinking', file=sys.stderr, flush=True); time.sleep(60)", 1_000_000),
        ("print('thinking', file=sys.stderr, flush=True)\nwhile True: pass", 1),
        # An answer of which the end never comes.
        (
            (
                "print('thinking', file=sys.stderr, flush=True); print('a', end='', flush=True)\n"
                "time.sleep(60)"
            ),
            1,
        ),
    ],
)
def test_program_that_is_late_is_killed(code: str, size: int) -> None:
    program = start(code)
    before = time.monotonic()
    with pytest.raises(ProgramLate) as caught:
        program.ask(b"x" * size + b"\n", 0.5)
    assert str(caught.value) == ("no answer within 0.5 s; its standard error ends with: thinking")
    assert time.monotonic() - before < PATIENCE
    assert program.process.poll() is not None


def test_answer_before_the_question_was_read_is_no_answer() -> None:
    program = start("print('early', flush=True); time.sleep(60)")
    with pytest.raises(ProgramFailed, match=r"no answer within|nobody asked for"):
        program.ask(b"x" * 1_000_000 + b"\n", 0.5)


def test_line_that_nobody_asked_for_is_refused() -> None:
    program = start(
        "sys.stdin.readline(); print('a', flush=True); time.sleep(0.2); print('b',"
        " flush=True); time.sleep(60)"
    )
    assert program.ask(b"first\n", PATIENCE) == b"a"
    until = time.monotonic() + PATIENCE
    while program.idle() and time.monotonic() < until:
        time.sleep(0.01)
    with pytest.raises(ProgramFailed, match="wrote a line that nobody asked for: 'b'"):
        program.ask(b"second\n", PATIENCE)


def test_program_that_ended_between_two_questions_says_how() -> None:
    program = start("print(sys.stdin.readline().strip(), flush=True); sys.exit(4)")
    assert program.ask(b"a\n", PATIENCE) == b"a"
    program.process.wait(PATIENCE)
    assert not program.idle()
    with pytest.raises(ProgramFailed, match="ended with exit code 4"):
        program.ask(b"b\n", PATIENCE)


def test_message_has_nothing_that_was_said_about_an_earlier_question() -> None:
    program = start(
        "print('my card is a king', file=sys.stderr, flush=True)\n"
        "print(sys.stdin.readline().strip(), flush=True); sys.stdin.readline(); sys.exit(1)"
    )
    assert program.ask(b"a\n", PATIENCE) == b"a"
    with pytest.raises(ProgramFailed) as caught:
        program.ask(b"b\n", PATIENCE)
    assert str(caught.value) == "ended with exit code 1: expected an answer"


def test_program_that_does_not_end_by_itself_is_killed() -> None:
    program = start("while True: time.sleep(1)")
    program.stop()
    assert program.process.returncode == -signal.SIGKILL
    program.kill()


def test_ctrl_c_is_for_kibitz() -> None:
    program = start(ECHO)
    program.ask(b"ready\n", PATIENCE)
    program.process.send_signal(signal.SIGINT)
    time.sleep(0.1)
    assert program.ask(b"still there\n", PATIENCE) == b"STILL THERE"


def test_interrupted_wait_kills_the_program() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    program = start("time.sleep(60)")
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            program.ask(b"question\n", PATIENCE)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert program.process.poll() is not None


PARENT = """\
import sys, time
from kibitz.agents.program_process import Program
program = Program([sys.executable, "-S", "-c", "import sys\\nfor line in sys.stdin: print(1)"])
print(program.process.pid, flush=True)
time.sleep(60)
"""


def test_program_ends_with_a_parent_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError):
        while time.monotonic() < until:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return  # it has ended, and nobody in this container has noticed
            time.sleep(0.02)
        raise AssertionError("the program outlived its parent")
