"""Builds Kibitz, natively where it can.

The files of the compiled packages run interpreted as they are, and mypyc makes the same files
native; `native_build` says how. The environment decides:

- `KIBITZ_COMPILE`: `0` leaves everything interpreted, `1` fails if the native build fails; unset,
  a failed native build falls back to the interpreted one.
- `KIBITZ_WITH`: folders of packages that are compiled together with Kibitz, such as a game of your
  own.
- `KIBITZ_OPT`: the C compiler's optimisation level, 0 to 3 (default 3).
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

sys.path.insert(0, str(Path(__file__).parent))

from native_build.commands import BuildNative, BuildPurePython, stay_interpreted
from native_build.translation import translate

MODE = os.environ.get("KIBITZ_COMPILE", "")
OPT_LEVEL = os.environ.get("KIBITZ_OPT") or "3"
# What pip asks of this file before it builds; none of it needs the C files.
METADATA_COMMANDS = {"dist_info", "egg_info", "sdist"}
# Native modules beside their sources would win over every later edit: only on demand.
EDITABLE_COMMANDS = {"develop", "editable_wheel"}


def native_extensions() -> list[Extension]:
    """Translates the modules to C; returns none where that is unwanted, or fails and may fail."""
    unwanted = METADATA_COMMANDS if MODE == "1" else METADATA_COMMANDS | EDITABLE_COMMANDS
    if MODE == "0" or unwanted.intersection(sys.argv):
        return []
    try:
        return translate(OPT_LEVEL)
    except (Exception, SystemExit) as error:  # mypyc reports type errors by SystemExit
        if MODE == "1":
            raise
        stay_interpreted(error)
        return []


BuildNative.optional = MODE != "1"
setup(
    ext_modules=native_extensions(),
    cmdclass={"build_ext": BuildNative, "build_py": BuildPurePython},
)
