"""Reads the fenced blocks of the documentation, and runs what they show."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from copy import copy
from pathlib import Path
from threading import Timer
from types import ModuleType

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)$")
# What a block may be written in. The first four are run, JSON is read, the rest is only shown.
LANGUAGES = ("python", "pycon", "console", "diff", "json", "jsonl", "text", "toml")
RUN = ("python", "pycon", "console", "diff")
# The address of a table in the blocks; a test that runs them has one with another port.
TABLE = "http://127.0.0.1:8000"
# Seconds for one command.
PATIENCE = 120
# The tag in a block's first line that keeps it from being run; `test_docs` counts them.
NO_RUN = "no-run"


class Block:
    """One fenced block: where it stands, what it is written in, and its text."""

    def __init__(self, page: Path, line: int, info: str, text: str) -> None:
        # `python`, or `{.console .no-run}`: the site reads tags only in this form.
        words = [word.lstrip(".") for word in info.strip("{}").split()]
        self.page = page
        self.line = line
        self.language = words[0] if words else ""
        self.tags = words[1:]
        self.text = text

    def changed(self, old: str, new: str) -> Block:
        """Returns the block with a part of its text replaced."""
        found = copy(self)
        found.text = self.text.replace(old, new)
        return found

    @property
    def runs(self) -> bool:
        return self.language in RUN and NO_RUN not in self.tags

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    """Returns all pages of the site, the README and the changelog."""
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks_of(page: Path) -> list[Block]:
    """Reads the fenced blocks of a page; a fence that is never closed is an error."""
    found: list[Block] = []
    fence = info = indent = ""
    start = 0
    lines: list[str] = []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if fence:
            if line.strip() == fence:
                found.append(Block(page, start, info, "".join(lines)))
                fence = ""
            else:
                lines.append(line.removeprefix(indent) + "\n")
            continue
        opening = FENCE.match(line)
        if opening is not None:
            fence, info, indent = opening["fence"], opening["info"].strip(), opening["indent"]
            start, lines = number, []
    if fence:
        raise ValueError(f"{name_of(page)}:{start}: this block is never closed")
    return found


def prose_of(page: Path) -> str:
    """Returns a page without its fenced blocks."""
    kept: list[str] = []
    fence = ""
    for line in page.read_text().splitlines():
        opening = FENCE.match(line)
        if fence:
            fence = "" if line.strip() == fence else fence
        elif opening is not None:
            fence = opening["fence"]
        else:
            kept.append(line)
    return "\n".join(kept)


class Session:
    """Runs the blocks of one page in order: one namespace, one folder, one shell.

    Args:
        page: the page.
        folder: where commands run.
        table: the address of a table; it stands for `TABLE` in the blocks.
    """

    def __init__(self, page: Path, folder: Path, table: str = TABLE) -> None:
        self.page = page
        self.folder = folder
        self.table = table
        self._shell: Shell | None = None
        # A module of its own, because classes look up the module that they were made in.
        self.module = ModuleType("page_" + re.sub(r"\W", "_", name_of(page)))
        sys.modules[self.module.__name__] = self.module

    def close(self) -> None:
        """Forgets the page's module, and what its code imported from the page's folder."""
        if self._shell is not None:
            self._shell.close()
        sys.path[:] = [path for path in sys.path if not path.startswith(str(self.folder))]
        for name, module in list(sys.modules.items()):
            if module is self.module or str(self.folder) in str(getattr(module, "__file__", "")):
                del sys.modules[name]

    def run(self, block: Block) -> None:
        block = block.changed(TABLE, self.table)
        if block.language == "python":
            self.run_python(block)
        elif block.language == "pycon":
            self.run_pycon(block)
        elif block.language == "diff":
            apply_diff(block, self.folder)
        else:
            self.run_console(block)

    def packages(self) -> list[Path]:
        """Returns the folders of packages that the page made by a command.

        They stand for packages that a reader has installed, so they get their metadata.
        """
        found = sorted(self.folder.glob("*/src"))
        for source in found:
            project = tomllib.loads((source.parent / "pyproject.toml").read_text())["project"]
            name, version = project["name"], project["version"]
            metadata = source / f"{name.replace('-', '_')}-{version}.dist-info"
            metadata.mkdir(exist_ok=True)
            text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            (metadata / "METADATA").write_text(text)
            lines = []
            for group, entries in project.get("entry-points", {}).items():
                lines += [f"[{group}]", *[f"{key} = {place}" for key, place in entries.items()]]
            (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")
        return found

    def run_python(self, block: Block) -> None:
        for source in self.packages():
            if str(source) not in sys.path:
                sys.path.insert(0, str(source))
        # Blank lines in front, so that a traceback names the line of the page.
        code = compile("\n" * block.line + block.text, str(block.page), "exec")
        exec(code, self.module.__dict__)

    def run_pycon(self, block: Block) -> None:
        found = doctest.DocTestParser().get_doctest(
            block.text, self.module.__dict__, block.place, str(block.page), block.line
        )
        assert found.examples, f"{block.place}: a pycon block without a prompt"
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
        runner.run(found, out=said.append, clear_globs=False)
        self.module.__dict__.update(found.globs)
        assert runner.failures == 0, "".join(said)

    def run_console(self, block: Block) -> None:
        checker = doctest.OutputChecker()
        commands = commands_of(block)
        assert commands, f"{block.place}: a console block without a command"
        for command, wanted in commands:
            # A terminal shows no spaces at the end of a line, and neither does a page.
            got = re.sub(r"[ \t]+$", "", self.shell(command), flags=re.MULTILINE)
            if not checker.check_output(wanted, got, doctest.ELLIPSIS):
                example = doctest.Example(command, wanted)
                shown = checker.output_difference(example, got, doctest.REPORT_NDIFF)
                raise AssertionError(f"{block.place}: $ {command}\n{shown}")

    def shell(self, command: str) -> str:
        """Runs one command line and returns all that it writes."""
        tools = self.folder / ".tools"
        if not tools.exists():
            tools.mkdir()
            script = tools / "kibitz"
            script.write_text(
                f"#!{sys.executable}\nimport sys\nfrom kibitz.cli import main\n"
                # As in the script that pip writes: workers of the arena import it again.
                'if __name__ == "__main__":\n    sys.exit(main())\n'
            )
            script.chmod(0o755)
        if self._shell is None:
            path = os.pathsep.join(
                [str(tools), str(Path(sys.executable).parent), os.environ["PATH"]]
            )
            self._shell = Shell(self.folder, path)
        rest = [os.environ["PYTHONPATH"]] if os.environ.get("PYTHONPATH") else []
        sources = [str(source) for source in self.packages()]
        return self._shell.run(command, os.pathsep.join([*sources, *rest]))


class Shell:
    """A shell that reads one command after the other: variables and functions stay.

    The folder does not: every command begins in the folder of the page, as in a new terminal.
    """

    def __init__(self, folder: Path, path: str) -> None:
        self._folder = folder
        self._output = folder / ".tools" / "output"
        self._process = subprocess.Popen(
            ["sh"],
            cwd=folder,
            env={
                **os.environ,
                "PATH": path,
                "COLUMNS": "100",
                "NO_COLOR": "1",
                "TERM": "dumb",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, command: str, sources: str) -> str:
        """Runs a command line with these folders of packages, and returns all that it writes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        quoted = [shlex.quote(str(each)) for each in (self._folder, sources, self._output)]
        folder, packages, output = quoted
        settle = f"export PYTHONPATH={packages}" if sources else "unset PYTHONPATH"
        patience = Timer(PATIENCE, self._process.kill)
        patience.start()
        try:
            # The answer tells that the command has ended; what it writes goes to a file.
            self._process.stdin.write(
                f"cd {folder}; {settle}\n{{ {command}\n}} </dev/null >{output} 2>&1\necho done\n"
            )
            self._process.stdin.flush()
            ended = self._process.stdout.readline() == "done\n"
        except BrokenPipeError:
            ended = False
        finally:
            patience.cancel()
        written = self._output.read_text()
        assert ended, f"the shell ended, or took more than {PATIENCE} s: $ {command}\n{written}"
        return written

    def close(self) -> None:
        """Ends the shell."""
        self._process.kill()
        self._process.communicate()


def apply_diff(block: Block, folder: Path) -> None:
    """Changes a file of the page's folder as a diff shows it.

    The first two lines name the file. A line `@@` begins each place; what is there must be found
    exactly once in the file.
    """
    head, same, *lines = block.text.splitlines()
    assert head.startswith("--- "), f"{block.place}: expected '--- FILE'"
    assert same == head.replace("---", "+++"), f"{block.place}: expected '{head[4:]}' twice"
    path = folder / head.removeprefix("--- ")
    text = path.read_text()
    assert lines, f"{block.place}: nothing changes"
    assert lines[0] == "@@", f"{block.place}: expected '@@'"
    for place in "\n".join(lines).removeprefix("@@\n").split("\n@@\n"):
        marked = [(line[:1] or " ", line[1:] + "\n") for line in place.split("\n")]
        before = "".join([line for mark, line in marked if mark != "+"])
        after = "".join([line for mark, line in marked if mark != "-"])
        assert {mark for mark, _ in marked} <= set(" +-"), f"{block.place}: an unmarked line"
        count = text.count(before)
        assert count == 1, f"{block.place}: found {count} times:\n{before}"
        text = text.replace(before, after)
    path.write_text(text)


def commands_of(block: Block) -> list[tuple[str, str]]:
    """Splits a console block into commands and what each of them writes.

    As in a terminal, a command goes on after a backslash, and on lines that begin with `> `.
    """
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].rstrip("\n"), []))
        elif found and found[-1][0].endswith("\\") and not found[-1][1]:
            command = found[-1][0][:-1] + line.strip()
            found[-1] = (command, [])
        elif found and line.startswith("> ") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line[2:].rstrip()}", [])
        else:
            assert found, f"{block.place}: output before the first command"
            found[-1][1].append(line)
    return [(command, "".join(lines)) for command, lines in found]
