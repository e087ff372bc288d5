"""Bots for tests: programs in Python that say what a test tells them to."""

import shlex
import sys
from pathlib import Path

HELLO = '{"protocol": 1, "name": "tester", "version": "2.1"}'
FIRST = 'say({"move": asked["moves"][0]["text"]})'
# `hello` and `advise` are statements; what they write is their business.
SCRIPT = """\
import json, os, signal, sys, time


def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


told = []
for line in sys.stdin:
    asked = json.loads(line)
    told.append(asked)
    if asked["kind"] == "hello":
        {hello}
    elif asked["kind"] == "advise":
        {advise}
"""


def words_of(folder: Path, advise: str = FIRST, hello: str = "", name: str = "bot") -> list[str]:
    """Writes a bot and returns the words of its command; without `site`, Python starts faster."""
    path = folder / f"{name}.py"
    path.write_text(SCRIPT.format(hello=hello or f"say('{HELLO}')", advise=advise))
    return [sys.executable, "-S", str(path)]


def command_of(folder: Path, advise: str = FIRST, hello: str = "", name: str = "bot") -> str:
    """Writes a bot and returns its command."""
    return shlex.join(words_of(folder, advise, hello, name))
