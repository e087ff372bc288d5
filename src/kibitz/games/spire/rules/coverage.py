"""What is implemented, from the code and the tables.

A card or potion is implemented if every step of it is one that the rules carry out; a card without
steps, if nothing more is to it or the rules name it. Powers and relics are implemented if the rules
name them, monsters if they have moves and a way to choose them. Whatever `later.json` lists is not
there yet. The code is read as text, so this works where the sources are installed, as they always
are.
"""

import ast
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers, relics
from kibitz.games.spire.cards.catalogue import CARD_NUMBERS, CARDS, Op
from kibitz.games.spire.cards.monsters import (
    BY_CYCLE,
    BY_ROLL,
    MONSTER_KINDS,
    NAMES_OF_MONSTERS,
    MonsterKind,
)
from kibitz.games.spire.cards.potions import REAL_POTIONS
from kibitz.games.spire.cards.powers import plain_id, power_name

SPIRE: Final = "kibitz.games.spire"
CODE: Final = ("rules", "moves.py", "game.py", "view.py")
# Statuses and curses that do nothing in a fight but fill the hand; flags do the rest.
PLAIN: Final = frozenset(
    [
        "Dazed", "Slimed", "Wound", "AscendersBane", "Clumsy", "CurseOfTheBell", "Injury",
        "Parasite", "Writhe",
    ]
)  # fmt: skip
# What needs no code: a relic that acts only after a fight, and a mark for what a move does.
NO_CODE: Final = frozenset(["relics.WHITE_BEAST_STATUE", "powers.THIEVERY"])


def coverage_of() -> Mapping[str, Mapping[str, bool]]:
    """Tells for each section and name whether it is implemented."""
    used = names_used() | NO_CODE
    handled = handled_codes(used)
    later = json.loads(source("cards/later.json"))
    found = {
        "cards": {
            card_title(name, number): has_card(number, handled, used)
            for name, number in sorted(CARD_NUMBERS.items(), key=card_order)
        },
        "potions": {potion.name: has_ops(potion.ops, handled) for potion in REAL_POTIONS},
        "powers": {
            power_name(number): f"powers.{name}" in used
            for number, name in power_constants().items()
        },
        "relics": {
            relics.RELIC_NAMES[number]: f"relics.{name}" in used
            for number, name in relic_constants().items()
        },
        "monsters": {
            NAMES_OF_MONSTERS[kind.number]: has_monster(kind, used) for kind in MONSTER_KINDS
        },
    }
    for section, names in later.items():
        for name in names:
            found[section].setdefault(str(name), False)
    return found


def card_order(item: tuple[str, int]) -> tuple[int, bool]:
    """Orders cards by their numbers; the id of another class comes after the own one."""
    name, number = item
    return number, plain_id(CARDS[number].id) != name


def card_title(plain_name: str, number: int) -> str:
    """Returns the name of a card, with the class for one that another class shares."""
    card = CARDS[number]
    return card.name if plain_id(card.id) == plain_name else f"{card.name} (Silent)"


def source(path: str) -> str:
    """Returns the text of a file of this game."""
    return files(SPIRE).joinpath(path).read_text(encoding="utf-8")


def sources() -> Iterator[str]:
    """Returns the texts of the modules that play."""
    for name in CODE:
        place = files(SPIRE).joinpath(name)
        if place.is_dir():
            for each in place.iterdir():
                if each.name.endswith(".py") and each.name != "coverage.py":
                    yield each.read_text(encoding="utf-8")
        else:
            yield place.read_text(encoding="utf-8")


def names_used() -> frozenset[str]:
    """Returns the constants that the rules read, such as `relics.PEN_NIB`.

    The relics that give energy count if the rules read the list of them.
    """
    found: set[str] = set()
    for text in sources():
        found |= names_in(text)
    if "relics.ENERGY_RELICS" in found:
        listed = constants_in(source("cards/relics.py"), "ENERGY_RELICS")
        found |= {f"relics.{name}" for name in listed}
    return frozenset(found)


def names_in(text: str) -> set[str]:
    """Returns what a module reads of others, with the module; a mere import does not count.

    The same name can stand for different things in two modules: Pen Nib is a relic and a power.
    """
    tree = ast.parse(text)
    modules: dict[str, str] = {}
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            home = node.module.rpartition(".")[2]
            for item in node.names:
                modules[item.asname or item.name] = item.name
                names[item.asname or item.name] = f"{home}.{item.name}"
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in modules:
                found.add(f"{modules[node.value.id]}.{node.attr}")
        elif isinstance(node, ast.Name) and node.id in names:
            found.add(names[node.id])
    return found


def constants_in(text: str, name: str) -> list[str]:
    """Returns the names in the value of a constant."""
    for node in ast.parse(text).body:
        if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)):
            continue
        if node.target.id == name and node.value is not None:
            return [each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)]
    return []


def constants(path: str, least: str, last: str) -> dict[int, str]:
    """Returns the names of the numbers that a module lists between two constants."""
    found: dict[int, str] = {}
    inside = False
    for node in ast.parse(source(path)).body:
        if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)):
            continue
        name = node.target.id
        inside = (inside or name == least) and name != last
        if inside and isinstance(node.value, ast.Constant) and isinstance(node.value.value, int):
            found[node.value.value] = name
    return found


def power_constants() -> dict[int, str]:
    """Returns the constants of the powers that messages name."""
    found = constants("cards/powers.py", "STRENGTH", "POWERS")
    return {
        number: name
        for number, name in sorted(found.items())
        if number < len(powers.POWER_IDS) and name != "MONSTER_POWERS"
    }


def relic_constants() -> dict[int, str]:
    """Returns the constants of the relics."""
    return constants("cards/relics.py", "BURNING_BLOOD", "RELICS")


def handled_codes(used: frozenset[str]) -> frozenset[int]:
    """Returns the codes of the steps that the rules name."""
    found = constants("cards/catalogue.py", "DAMAGE", "OPS")
    # Fairy in a Bottle revives by itself, which is no step that is carried out.
    handled = [code for code, name in found.items() if f"catalogue.{name}" in used]
    if "catalogue.LAST_EFFECTS" in used:
        handled.append(cards.APPLY_AFTER)
    return frozenset([*handled, cards.REVIVE])


def has_ops(ops: list[Op], handled: frozenset[int]) -> bool:
    """Tells whether there are steps and all are carried out."""
    return bool(ops) and all(op.code in handled for op in ops)


def has_card(number: int, handled: frozenset[int], used: frozenset[str]) -> bool:
    """Tells whether both faces of a card are implemented."""
    card = CARDS[number]
    if not cards.EFFECTS[2 * number] or card.type >= cards.STATUS:
        return card.id in PLAIN or f"catalogue.{card.name.upper().replace(' ', '_')}" in used
    return all(has_ops(cards.EFFECTS[2 * number + up], handled) for up in (0, 1))


def has_monster(kind: MonsterKind, used: frozenset[str]) -> bool:
    """Tells whether a monster has moves and chooses them by a cycle, a roll or a rule."""
    if not kind.moves:
        return False
    if kind.chooses == BY_CYCLE:
        return bool(kind.loop)
    if kind.chooses == BY_ROLL:
        return all(bands and bands[-1].below == 100 for bands in kind.bands)
    return f"monsters.{constants_of_kinds()[kind.number]}" in used


def constants_of_kinds() -> dict[int, str]:
    """Returns the constants of the kinds of monsters."""
    found: dict[int, str] = {}
    for node in ast.parse(source("cards/monsters.py")).body:
        if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)):
            continue
        for argument in node.value.args if isinstance(node.value, ast.Call) else ():
            for kind in MONSTER_KINDS:
                if isinstance(argument, ast.Constant) and kind.id == argument.value:
                    found[kind.number] = node.target.id
    return found
