"""What is implemented, from the code and the tables.

A card or potion is implemented if every step of it is one that the rules carry out; a card without
steps, if nothing more is to it or the rules name it. Powers and relics are implemented if the rules
name them, monsters if they have moves and a way to choose them. The code is read as text, so this
works where the sources are installed, as they always are.
"""

import ast
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from kibitz.games.spire import cards, gear, monsters, powers
from kibitz.games.spire.cards import CARD_NUMBERS, CARDS, Op
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.rules.operations import OPERATIONS

SPIRE: Final = files("kibitz.games.spire")
CODE: Final = ("moves.py", "game.py", "view.py")
# Statuses and curses that do nothing in a fight but fill the hand; flags do the rest.
PLAIN: Final = frozenset(
    [
        "Dazed", "Slimed", "Wound", "AscendersBane", "Clumsy", "CurseOfTheBell", "Injury",
        "Parasite", "Writhe",
    ]
)  # fmt: skip
# What needs no code: a relic that acts only after a fight, and a mark for what a move does.
NO_CODE: Final = frozenset(["gear.WHITE_BEAST_STATUE", "powers.THIEVERY"])
# The codes of the steps that the rules carry out.
HANDLED: Final = frozenset([cards.OPS[word] for word in OPERATIONS])


def coverage_of() -> Mapping[str, Mapping[str, bool]]:
    """Tells for each section and name whether it is implemented."""
    used = names_used()
    return {
        "cards": {
            card_title(name, number): has_card(number, HANDLED, used)
            for name, number in sorted(CARD_NUMBERS.items(), key=card_order)
        },
        "potions": {each.name: has_ops(each.ops, HANDLED) for each in gear.REAL_POTIONS},
        "powers": {
            powers.power_name(number): is_named("powers", power_id, used)
            or is_named("powers", powers.power_name(number), used)
            for number, power_id in enumerate(powers.POWER_IDS)
        },
        "relics": {name: is_named("gear", name, used) for name in gear.RELIC_NAMES},
        "monsters": {
            monsters.NAMES_OF_MONSTERS[kind.number]: has_monster(kind, used)
            for kind in monsters.MONSTER_KINDS
        },
    }


def card_order(item: tuple[str, int]) -> tuple[int, bool]:
    """Orders cards by their numbers; the id of another class comes after the own one."""
    name, number = item
    return number, plain_id(CARDS[number].id) != name


def card_title(plain_name: str, number: int) -> str:
    """Returns the name of a card, with the class for one that another class shares."""
    card = CARDS[number]
    return card.name if plain_id(card.id) == plain_name else f"{card.name} (Silent)"


def sources() -> Iterator[str]:
    """Returns the texts of the modules that play."""
    rules = [each for each in SPIRE.joinpath("rules").iterdir() if each.name != "coverage.py"]
    for place in [*rules, *[SPIRE.joinpath(name) for name in CODE]]:
        if place.name.endswith(".py"):
            yield place.read_text("utf-8")


def names_used() -> frozenset[str]:
    """Returns the constants that the rules read: `gear.pennib` for `gear.PEN_NIB`.

    The relics that give energy count if the rules read the list of them.
    """
    found = set(NO_CODE)
    for text in sources():
        found |= names_in(text)
    if "gear.ENERGY_RELICS" in found:
        found |= {f"gear.{gear.RELIC_NAMES[number]}" for number in gear.ENERGY_RELICS}
    parts = [name.partition(".") for name in found]
    return frozenset([f"{module}.{plain_id(name)}" for module, _, name in parts])


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


def is_named(module: str, name: str, used: frozenset[str]) -> bool:
    """Tells whether the rules read the constant for something, by its name or id."""
    return f"{module}.{plain_id(name.strip(')').replace('(', ''))}" in used


def has_ops(ops: list[Op], handled: frozenset[int]) -> bool:
    """Tells whether there are steps and all are carried out."""
    return bool(ops) and all(op.code in handled for op in ops)


def has_card(number: int, handled: frozenset[int], used: frozenset[str]) -> bool:
    """Tells whether both faces of a card are implemented."""
    card = CARDS[number]
    if not cards.EFFECTS[2 * number] or card.type >= cards.STATUS:
        return card.id in PLAIN or is_named("cards", card.name, used)
    return all(has_ops(cards.EFFECTS[2 * number + up], handled) for up in (0, 1))


def has_monster(kind: monsters.MonsterKind, used: frozenset[str]) -> bool:
    """Tells whether a monster has moves and chooses them by a cycle, a roll or a rule."""
    if not kind.moves:
        return False
    if kind.chooses == monsters.BY_CYCLE:
        return all(kind.loop)
    if kind.chooses == monsters.BY_ROLL:
        return all(bands and bands[-1].below == 100 for bands in kind.bands)
    return is_named("monsters", monsters.NAMES_OF_MONSTERS[kind.number], used)
