"""`kibitz new-game`: writes the package of a new game, with tests that pass."""

import keyword
import re
from importlib.resources import files
from pathlib import Path
from string import Template

from kibitz import games
from kibitz.cli.app import NewGameArgs
from kibitz.cli.options import UsageError
from kibitz.cli.screen import print_json
from kibitz.core.ranges import any_of
from kibitz.core.value import brief

# The templates, with what each is; the first is the default.
TEMPLATES = {
    "tricks": "hidden hands and tricks, for two to four players",
    "points": "open cards and points, for two players, without the card kit",
    "kit": "a trading-card game for two players",
}
# The files of every template, and those of some; places may contain placeholders.
COMMON = {
    "pyproject.toml.tmpl": "pyproject.toml",
    "{}/README.md.tmpl": "README.md",
    "init.py.tmpl": "src/$package/__init__.py",
    "{}/game.py.tmpl": "src/$package/game.py",
    "{}/agents.py.tmpl": "src/$package/agents.py",
}
CARD_FILES = {
    "{}/data/cards.json.tmpl": "src/$package/data/cards.json",
    "{}/data/decks.json.tmpl": "src/$package/data/decks.json",
}
LAST = {
    "{}/data/rules.md.tmpl": "src/$package/data/rules.md",
    "{}/test_game.py.tmpl": "tests/test_game.py",
}
MAX_ID = 30
MAX_TITLE = 60


def write_game(args: NewGameArgs) -> None:
    """Writes the folder of a new game and prints the next steps.

    Raises:
        UsageError: if the id, the title or the template is invalid, or the folder exists.
    """
    id, title = args.id, args.title
    check_id(id)
    check_template(args.template)
    values = {
        "id": id,
        "title": check_title(id.replace("_", " ").capitalize() if title is None else title),
        "name": "".join(part.capitalize() for part in id.split("_")),
        "package": f"kibitz_{id}",
        "distribution": f"kibitz-{id.replace('_', '-')}",
    }
    target = Path(id) if args.folder is None else args.folder
    if target.exists() or target.is_symlink():
        raise UsageError(f"{target} already exists; choose another folder with --folder")
    written = write_files(target, layout_of(args.template), values)
    if args.as_json:
        print_json({"id": id, "template": args.template, "folder": str(target), "files": written})
        return
    print(f"Wrote {target}:")
    for name in written:
        print(f"  {name}")
    print(f"\nNext:\n  cd {target}\n  pytest\n  pip install -e .\n  kibitz play {id}")
    print(f"\nThis is the template {args.template}: {TEMPLATES[args.template]}. Others:")
    for name, text in TEMPLATES.items():
        if name != args.template:
            print(f"  --template {name}  {text}")


def check_id(id: str) -> None:
    """Refuses an id that cannot name a module, or that is taken."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", id) or keyword.iskeyword(id):
        raise UsageError(
            f"invalid id {id!r}: expected lower-case letters, digits and _, such as high_card"
        )
    if len(id) > MAX_ID:
        raise UsageError(f"invalid id {id!r}: expected at most {MAX_ID} characters")
    if id in games.names():
        raise UsageError(f"a game {id!r} is already installed; choose another id")


def check_template(name: str) -> None:
    """Refuses the name of a template that does not exist."""
    if name not in TEMPLATES:
        raise UsageError(f"unknown template {name!r}: expected {any_of(list(TEMPLATES))}")


def layout_of(template: str) -> dict[str, str]:
    """Returns the file that each part of a template is written to."""
    parts = {**COMMON, **(CARD_FILES if template == "kit" else {}), **LAST}
    return {name.format(template): place for name, place in parts.items()}


def check_title(title: str) -> str:
    """Returns a title without outer spaces; refuses one that needs quoting in Python or TOML."""
    found = title.strip()
    if not found or len(found) > MAX_TITLE or not found.isprintable():
        raise UsageError(f"invalid title {title!r}: expected 1 to {MAX_TITLE} characters, one line")
    if set(found) & set('"\\$'):
        raise UsageError(f'invalid title {title!r}: the characters " \\ and $ are not allowed')
    return found


def write_files(target: Path, layout: dict[str, str], values: dict[str, str]) -> list[str]:
    """Writes all files from their templates; returns their names, relative to the folder.

    Args:
        target: the folder of the game.
        layout: the file that each template is written to.
        values: what the placeholders stand for.
    """
    source = files("kibitz.cli").joinpath("templates")
    written: list[str] = []
    try:
        for template, place in layout.items():
            path = target / Template(place).substitute(values)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = source.joinpath(template).read_text(encoding="utf-8")
            path.write_text(Template(text).substitute(values), encoding="utf-8")
            written.append(str(path.relative_to(target)))
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from None
    except ValueError:  # a null character
        raise UsageError(f"cannot write {brief(str(target))}: it cannot be a path") from None
    return written
