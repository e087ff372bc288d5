"""Which part of the kit is used by which game, found in the source.

A part is written as on the page "The card kit": `Modifier` is exported by `kibitz.kit`, `game.flow`
is a method or attribute that a game writes, `state.move`, `layout.places`, `row.card` and
`catalogue.where` are methods that it calls, and `Zone(shared)` is an argument that it names.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Template

SOURCE = Path(__file__).parents[2] / "src" / "kibitz"
TEMPLATES = SOURCE / "cli" / "templates"
# What each column of the table is about: the title, and the folder.
GAMES = {
    "Duel": SOURCE / "games" / "duel",
    "Pokémon": SOURCE / "games" / "pokemon",
    "Drone Wars": SOURCE / "games" / "dronewars",
    "Lorcana": SOURCE / "games" / "lorcana",
    "Gundam": SOURCE / "games" / "gundam",
    "Templates": TEMPLATES,
}
# The class behind the first word of a method.
CLASSES = {"TableState": "state", "Layout": "layout", "Row": "row", "Catalogue": "catalogue"}
# What a game's own objects are called where no annotation says what they are.
USUAL_NAMES = {"LAYOUT": "layout", "layout": "layout", "CATALOGUE": "catalogue"}
# What counts only where it is made: every part in play takes modifiers and passes them on.
MADE = {"Modifier"}


def used_by(folder: Path) -> set[str]:
    """Returns the parts of the kit that the modules of a folder use."""
    trees = [ast.parse(text) for text in sources(folder)]
    aliases = dict(CLASSES)
    for tree in trees:
        aliases |= aliases_of(tree)
    found: set[str] = set()
    for tree in trees:
        found |= parts_of(tree, aliases)
    return found


def exported() -> list[str]:
    """Returns the names that `kibitz.kit` exports."""
    tree = ast.parse((SOURCE / "kit" / "__init__.py").read_text(encoding="utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return [alias.asname or alias.name for node in imports for alias in node.names]


def members(path: Path, name: str) -> list[str]:
    """Returns the public methods, properties and class attributes of a class."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return [member for member in written(node) if not member.startswith("_")]
    raise ValueError(f"there is no class {name} in {path}")


def written(kind: ast.ClassDef) -> list[str]:
    """Returns the methods and class attributes that stand in a class."""
    methods = [node.name for node in kind.body if isinstance(node, ast.FunctionDef)]
    return methods + [name_of(node.target) for node in kind.body if isinstance(node, ast.AnnAssign)]


def sources(folder: Path) -> Iterator[str]:
    """Yields the text of each module; a template is filled in."""
    for path in sorted(folder.rglob("*.py")):
        yield path.read_text(encoding="utf-8")
    for path in sorted(folder.rglob("game.py.tmpl")):
        text = path.read_text(encoding="utf-8")
        yield Template(text).safe_substitute(name="Game", id="game", title="Game", package="game")


def aliases_of(tree: ast.Module) -> dict[str, str]:
    """Finds names such as `DuelState: TypeAlias = kit.TableState[...]`."""
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            kind = class_in(node.value, CLASSES)
            if kind and class_in(node.annotation, {"TypeAlias": "alias"}):
                found[node.target.id] = kind
    return found


def class_in(node: ast.AST, known: dict[str, str]) -> str:
    """Returns what a type such as `kit.TableState[Pokemon, Field]` or `"Battle"` stands for."""
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Constant):
        return known.get(str(node.value).partition("[")[0], "")
    return known.get(name_of(node), "")


def name_of(node: ast.AST) -> str:
    """Returns the last word of a name: `places` of `LAYOUT.places`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def parts_of(tree: ast.Module, aliases: dict[str, str]) -> set[str]:
    """Returns the parts that one module uses."""
    objects = USUAL_NAMES | objects_of(tree, aliases)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz.kit"):
            found |= {alias.name for alias in node.names if alias.name not in MADE}
        elif isinstance(node, ast.Attribute):
            held = name_of(node.value)
            if held == "kit" and node.attr not in MADE:
                found.add(node.attr)
            elif held in objects:
                found.add(f"{objects[held]}.{node.attr}")
        elif isinstance(node, ast.ClassDef):
            found |= parts_written_in(node)
        if isinstance(node, ast.Call):
            called = name_of(node.func)
            found |= MADE & {called}
            found |= {f"{called}({keyword.arg})" for keyword in node.keywords if keyword.arg}
    return found


def objects_of(tree: ast.Module, aliases: dict[str, str]) -> dict[str, str]:
    """Returns the names that a module annotates with a class of the kit."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            found[node.arg] = class_in(node.annotation, aliases) or found.get(node.arg, "")
        elif isinstance(node, ast.AnnAssign):
            name, kind = name_of(node.target), node.annotation
            if isinstance(kind, ast.Subscript) and name_of(kind.value) == "Final":
                kind = kind.slice
            found[name] = class_in(kind, aliases) or found.get(name, "")
    return {name: kind for name, kind in found.items() if kind}


def parts_written_in(game: ast.ClassDef) -> set[str]:
    """Returns what the class of a card game writes itself; nothing of any other class."""
    if not any(class_in(base, {"CardGame": "game"}) for base in game.bases):
        return set()
    return {f"game.{name}" for name in written(game)}
