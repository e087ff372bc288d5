"""The setuptools commands: they start from an empty folder, and build everything or nothing."""

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

from native_build.cache import ObjectCache
from native_build.compilation import Toolchain, compile_all
from native_build.translation import packages_outside

START = time.monotonic()
CACHE = Path("build", "objects")
NAMED_AT_MOST = 5
"""How many compiled modules the last line of a build names."""


class BuildPurePython(build_py):  # type: ignore[misc]  # setuptools has no types
    """Copies the Python modules to an empty folder, so that no deleted module is packed."""

    def run(self) -> None:
        """Empties the staging folder of setuptools and fills it."""
        staging = Path(self.get_finalized_command("build").build_base)
        if not self.editable_mode and Path(self.build_lib).is_relative_to(staging):
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        for package in packages_outside():
            copy = Path(self.build_lib, package.name)
            shutil.copytree(
                package, copy, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
            )


class BuildNative(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Builds every extension module, or leaves none behind.

    A half-built set would mix native and interpreted modules.
    """

    optional = True
    """Whether the installation goes on, interpreted, if the native build fails."""
    extensions: list[Any]
    parallel: int | None

    def run(self) -> None:
        """Builds the extension modules; discards all of them if one fails."""
        try:
            super().run()
        except BaseException as error:
            self.discard()
            if not self.optional or not isinstance(error, Exception):
                raise
            stay_interpreted(error)

    def discard(self) -> None:
        """Removes what was built so far, from the staging folder and from the source tree."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            Path(self.build_lib, self.get_ext_filename(extension.name)).unlink(missing_ok=True)
        self.extensions = []

    def build_extensions(self) -> None:
        """Compiles all C files, then lets setuptools link them."""
        workers = self.parallel or cores()
        library = self.extensions[0]
        toolchain = Toolchain(
            self.compiler, library.extra_compile_args, library.include_dirs, Path(self.build_temp)
        )
        sources = [Path(source) for each in self.extensions for source in each.sources]
        objects, new = compile_all(sources, toolchain, ObjectCache(CACHE), workers, Progress())
        for extension in self.extensions:
            own = [objects[Path(source)] for source in sorted(extension.sources)]
            extension.sources, extension.extra_objects = [], [str(path) for path in own]
        # The times of files say nothing about objects that come from the cache.
        self.force = self.compiler.force = True
        self.parallel = workers
        super().build_extensions()
        self.report(len(sources), new)

    def report(self, total: int, new: list[Path]) -> None:
        """Prints one line: what was built, how long it took, what was reused."""
        paths = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        size = sum(path.stat().st_size for path in paths) / 1e6
        cpu = sum(os.times()[:4])
        modules = sorted(set(map(module_of, new)))
        names = ", ".join(modules) if len(modules) <= NAMED_AT_MOST else f"{len(new)} files"
        print(
            f"kibitz: built {len(paths)} extension modules, {size:.1f} MB,"
            f" in {time.monotonic() - START:.1f} s ({cpu:.1f} s of CPU time);"
            f" reused {total - len(new)} of {total} objects, compiled {names or 'nothing'}",
            file=sys.stderr,
        )


def module_of(source: Path) -> str:
    """Returns the module of a C file; `kibitz` for the file that all modules share."""
    if source.stem.startswith("__native_"):
        return source.stem.removeprefix("__native_").replace("___", ".")
    return ".".join(source.with_suffix("").parts[2:])  # After `build` and the folder of mypyc.


def cores() -> int:
    """Counts the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Progress:
    """Prints how many files are compiled: all the time on a terminal, now and then elsewhere."""

    SECONDS = 10.0
    """The time between two lines if the output is not a terminal."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Prints the numbers of compiled files and of files to compile."""
        text = f"kibitz: compiling {done}/{total}"
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r\x1b[K{text}", end=end, file=sys.stderr, flush=True)
        elif time.monotonic() - self.last >= self.SECONDS:
            self.last = time.monotonic()
            print(text, file=sys.stderr, flush=True)


def stay_interpreted(error: BaseException) -> None:
    """Prints why the native build was given up."""
    print(f"kibitz: installing the interpreted build ({error!r})", file=sys.stderr)
