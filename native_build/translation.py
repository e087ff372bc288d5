"""Translates the compiled packages to C.

All modules go through one `mypycify` call: modules compiled apart do not agree on each other's
layout. They form one group, because mypyc looks for overridden methods within a group only, and
calls between groups cannot be direct (random play of Jaipur took 10 % more instructions with one
group a game).
"""

import os
import shutil
import sys
import time
from pathlib import Path

from setuptools import Extension

from native_build.units import lighten_shims, restore_docstrings, separate

PACKAGE = Path("src", "kibitz")
COMPILED_PACKAGES = ("core", "kit", "agents", "games")
GROUP = "kibitz"
INTERPRETED_MARKER = "# kibitz: interpreted"
MARKER_LINES = 5

POSIX_FLAGS = [
    # Some processors multiply and add in one step, with another last bit; interpreted code never
    # does, and both builds promise the same advice.
    "-ffp-contract=off",
    # Calls within the library need no detour through its table of symbols: 1 to 3 % fewer
    # instructions in random play.
    "-fvisibility=hidden",
]


def is_interpreted(module: Path) -> bool:
    """Tells whether one of the module's first lines asks to be left out of the native build."""
    lines = module.read_text(encoding="utf-8").splitlines()[:MARKER_LINES]
    return any(line.startswith(INTERPRETED_MARKER) for line in lines)


def packages_outside() -> list[Path]:
    """Lists the packages of other projects that are compiled as well, such as games.

    The environment names their folders in `KIBITZ_WITH`, as in `PATH`.

    Raises:
        SystemExit: a folder is not a package.
    """
    found = [Path(each) for each in os.environ.get("KIBITZ_WITH", "").split(os.pathsep) if each]
    for package in found:
        if not (package / "__init__.py").is_file():
            raise SystemExit(f"KIBITZ_WITH: {package} is no package: expected one with __init__.py")
    return found


def compiled_modules() -> list[str]:
    """Lists the modules to compile, relative to the project and in a stable order."""
    packages = [PACKAGE / package for package in COMPILED_PACKAGES]
    modules = (
        module
        for package in [*packages, *packages_outside()]
        for module in sorted(package.rglob("*.py"))
    )
    return [module.as_posix() for module in modules if not is_interpreted(module)]


def translate(opt_level: str) -> list[Extension]:
    """Translates the modules to C files under `build/`, one for each module.

    Args:
        opt_level: the C compiler's optimisation level, `0` to `3`.

    Raises:
        ImportError: mypyc is not installed.
        SystemExit: mypyc found an error in a module, and has printed it.
    """
    from mypyc.build import mypycify

    start = time.monotonic()
    modules = compiled_modules()
    # Where mypy looks for packages, besides what pyproject.toml says.
    outside = [str(package.resolve().parent) for package in packages_outside()]
    os.environ["MYPYPATH"] = os.pathsep.join([*outside, os.environ.get("MYPYPATH", "")])
    folder = Path("build", f"mypyc-O{opt_level}")
    shutil.rmtree(folder, ignore_errors=True)
    extensions = mypycify(
        # Without a cache: a warm one can crash the code generator of mypyc 2.4.
        [f"--cache-dir={os.devnull}", *modules],
        opt_level=opt_level,
        # Debug information would double the size, and record the folder of the build.
        debug_level="0",
        multi_file=True,
        group_name=GROUP,
        target_dir=folder.as_posix(),
    )
    restore_docstrings(folder, modules)
    separate(folder, GROUP)
    if os.name == "posix":
        lighten_shims(folder)
    flags = [*extensions[0].extra_compile_args, *(POSIX_FLAGS if os.name == "posix" else [])]
    for extension in extensions:
        extension.extra_compile_args = flags
    seconds = time.monotonic() - start
    print(f"kibitz: translated {len(modules)} modules to C in {seconds:.1f} s", file=sys.stderr)
    return extensions
