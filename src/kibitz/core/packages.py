"""What installed packages declare in their entry points, read so that a broken one does no harm.

The metadata of all packages is read once in a process, and again if the path of modules has
changed: reading it takes longer than many games.
"""

import logging
import os
import sys
from typing import Final

log = logging.getLogger("kibitz.packages")

UNKNOWN: Final = "unknown"
# The packages that were reported, so that each is reported once.
REPORTED: Final[set[str]] = set()
# The groups that are read.
GROUPS: Final = ("kibitz.agents", "kibitz.games")


class Declaration:
    """One entry point of an installed package.

    Attributes:
        group: the group that it belongs to.
        name: its name.
        value: what it stands for, as it was written: `module:attribute`.
        package: the package that declares it; `unknown` without a name.
        version: the version of the package; empty if unknown.
    """

    def __init__(self, group: str, name: str, value: str, package: str, version: str) -> None:
        self.group: Final = group
        self.name: Final = name
        self.value: Final = value
        self.package: Final = package
        self.version: Final = version

    def __repr__(self) -> str:
        return f"Declaration({self.name!r}, {self.value!r}, {self.package!r})"


# What was found on each path of modules.
SCANNED: Final[dict[str, list[Declaration]]] = {}


def declarations(group: str) -> list[Declaration]:
    """Returns the entry points of one of `GROUPS`, of all installed packages.

    A package whose entry points cannot be read is left out, with a warning in the log. Because of
    one such package, Python would refuse to list any entry point.
    """
    path = os.pathsep.join(sys.path)
    if path not in SCANNED:
        SCANNED[path] = scan()
    return [each for each in SCANNED[path] if each.group == group]


def forget() -> None:
    """Has the entry points read again, for tests that install packages."""
    SCANNED.clear()


def scan() -> list[Declaration]:
    """Reads the entry points for Kibitz of all installed packages."""
    # Imported here, because it costs more than the rest of a game, and many uses do not need it.
    from importlib.metadata import entry_points

    found: list[Declaration] = []
    try:
        every = entry_points()
        for group in GROUPS:
            for point in every.select(group=group):
                package = UNKNOWN if point.dist is None else point.dist.name
                version = "" if point.dist is None else point.dist.version
                found.append(Declaration(group, point.name, point.value, package, version))
    except Exception:  # noqa: BLE001 - what a broken file makes Python raise is not documented
        return one_by_one()
    return found


def one_by_one() -> list[Declaration]:
    """Reads the entry points package by package, and leaves out those that cannot be read."""
    from importlib.metadata import distributions

    found: dict[str, list[Declaration]] = {}
    for place, package in enumerate(distributions()):
        name = f"package {place}"
        try:
            name = package.name or name
            points = [each for each in package.entry_points if each.group in GROUPS]
            declared = [
                Declaration(p.group, p.name, p.value, name, package.version) for p in points
            ]
        except Exception as error:  # noqa: BLE001 - as above
            report(name, error)
            continue
        # Of a package that is installed twice, the first one counts, as everywhere in Python.
        found.setdefault(name, declared)
    return [each for declared in found.values() for each in declared]


def report(package: str, error: Exception) -> None:
    """Warns of a broken package, once."""
    if package not in REPORTED:
        REPORTED.add(package)
        log.warning(
            "the entry points of %s cannot be read, and it is left out: %s: %s",
            package,
            type(error).__name__,
            error,
        )
