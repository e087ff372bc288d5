"""Builds Kibitz, natively where it can.

The files of the compiled packages run interpreted as they are, and mypyc makes the same files
native. All go into one `mypycify` call: modules compiled apart do not agree on each other's
layout. The environment decides:

- `KIBITZ_COMPILE`: `0` leaves everything interpreted, `1` fails if the native build fails; unset,
  a failed native build falls back to the interpreted one.
- `KIBITZ_OPT`: the C compiler's optimisation level, 0 to 3 (default 3).
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED_PACKAGES = ("core", "kit", "agents", "games")
INTERPRETED_MARKER = "# kibitz: interpreted"
MARKER_LINES = 5
# What pip asks of this file before it builds; none of it needs the C sources.
METADATA_COMMANDS = {"dist_info", "egg_info", "sdist"}

MODE = os.environ.get("KIBITZ_COMPILE", "")
OPT_LEVEL = os.environ.get("KIBITZ_OPT") or "3"


def is_interpreted(module: Path) -> bool:
    """Tells whether one of the module's first lines asks to be left out of the native build."""
    lines = module.read_text(encoding="utf-8").splitlines()[:MARKER_LINES]
    return any(line.startswith(INTERPRETED_MARKER) for line in lines)


def compiled_modules() -> list[str]:
    """Lists the modules to compile, relative to the project and in a stable order."""
    modules = (
        module
        for package in COMPILED_PACKAGES
        for module in sorted(Path("src", "kibitz", package).rglob("*.py"))
    )
    return [module.as_posix() for module in modules if not is_interpreted(module)]


def native_extensions() -> list[Extension]:
    """Translates the modules to C; returns none where that is unwanted, or fails and may fail."""
    if MODE == "0" or METADATA_COMMANDS.intersection(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        extensions = mypycify(
            compiled_modules(),
            opt_level=OPT_LEVEL,
            group_name="kibitz",
            # One folder a level, so that no object file of another level is taken for current.
            target_dir=f"build/mypyc-O{OPT_LEVEL}",
        )
        if os.name == "posix":
            for extension in extensions:
                # Some processors multiply and add in one step, with another last bit; interpreted
                # code never does, and both builds promise the same advice.
                extension.extra_compile_args.append("-ffp-contract=off")
        return extensions
    except (Exception, SystemExit) as error:  # mypyc reports type errors by SystemExit
        if MODE == "1":
            raise
        stay_interpreted(error)
        return []


def stay_interpreted(error: BaseException) -> None:
    """Says why the native build was given up."""
    print(f"kibitz: installing the interpreted build ({error!r})", file=sys.stderr)


class AllOrNothingBuildExt(build_ext):
    """Builds every extension module or, where the native build is optional, leaves none behind.

    A half-built set would mix native and interpreted modules.
    """

    def run(self) -> None:
        """Builds the extensions; discards all of them if one fails."""
        if self.editable_mode and MODE != "1":
            # Native modules beside their sources would win over every later edit.
            self.extensions = []
        try:
            super().run()
        except Exception as error:
            if MODE == "1":
                raise
            stay_interpreted(error)
            self.discard()

    def discard(self) -> None:
        """Removes what was built so far, here and in the source tree."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            Path(self.build_lib, self.get_ext_filename(extension.name)).unlink(missing_ok=True)
        self.extensions = []


setup(ext_modules=native_extensions(), cmdclass={"build_ext": AllOrNothingBuildExt})
