"""`kibitz new-game`: a folder to start a game in, complete and with tests that pass."""

import keyword
import re
from importlib.resources import files
from pathlib import Path
from string import Template

from kibitz import games
from kibitz.cli.given import WrongUse
from kibitz.cli.screen import print_json

# Where each template goes; the names may hold placeholders, too.
LAYOUT = {
    "pyproject.toml.tmpl": "pyproject.toml",
    "README.md.tmpl": "README.md",
    "init.py.tmpl": "src/$package/__init__.py",
    "game.py.tmpl": "src/$package/game.py",
    "agents.py.tmpl": "src/$package/agents.py",
    "test_game.py.tmpl": "tests/test_game.py",
}
LONGEST_ID = 30
LONGEST_TITLE = 60


def write_game(id: str, folder: Path | None, title: str | None, as_json: bool) -> None:
    """Writes the folder of a new game and says what to do with it.

    Raises:
        WrongUse: if the id or the title does not do, or the folder exists.
    """
    check_id(id)
    words = {
        "id": id,
        "title": check_title(id.replace("_", " ").capitalize() if title is None else title),
        "name": "".join(part.capitalize() for part in id.split("_")),
        "package": f"kibitz_{id}",
        "distribution": f"kibitz-{id.replace('_', '-')}",
    }
    target = Path(id) if folder is None else folder
    if target.exists() or target.is_symlink():
        raise WrongUse(f"{target} exists; name another folder with --folder")
    written = write_files(target, words)
    if as_json:
        print_json({"id": id, "folder": str(target), "files": written})
        return
    print(f"Wrote {target}:")
    for name in written:
        print(f"  {name}")
    print(f"\nNext:\n  cd {target}\n  pytest\n  pip install -e .\n  kibitz play {id}")


def check_id(id: str) -> None:
    """Refuses an id that could not name a module, or that is taken."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", id) or keyword.iskeyword(id):
        raise WrongUse(f"{id!r} cannot be an id: small letters, digits and _ do, like high_card")
    if len(id) > LONGEST_ID:
        raise WrongUse(f"the id {id!r} is longer than {LONGEST_ID} letters")
    if id in games.names():
        raise WrongUse(f"there is a game {id!r} already; choose another id")


def check_title(title: str) -> str:
    """Returns a title that can stand in Python, TOML and Markdown as it is; refuses another."""
    found = title.strip()
    if not found or len(found) > LONGEST_TITLE or not found.isprintable():
        raise WrongUse(f"a title is one line of up to {LONGEST_TITLE} letters, not {title!r}")
    if set(found) & set('"\\$'):
        raise WrongUse(f"a title has no quotation marks, backslashes or $, unlike {title!r}")
    return found


def write_files(target: Path, words: dict[str, str]) -> list[str]:
    """Fills in the templates; returns the files written, relative to the folder."""
    source = files("kibitz.cli").joinpath("templates")
    written: list[str] = []
    try:
        for template, place in LAYOUT.items():
            path = target / Template(place).substitute(words)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = source.joinpath(template).read_text(encoding="utf-8")
            path.write_text(Template(text).substitute(words), encoding="utf-8")
            written.append(str(path.relative_to(target)))
    except (OSError, ValueError) as error:
        raise WrongUse(f"cannot write {target}: {error}") from None
    return written
