"""Compiles C files, several at a time, and only those whose objects are not in the cache."""

import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

from setuptools.errors import CompileError

from native_build.cache import ObjectCache, digest

PRELUDE = "#include <Python.h>\n#include <CPy.h>\n"
"""What every C file includes."""


class Toolchain:
    """A C compiler of setuptools with its flags."""

    def __init__(
        self,
        compiler: Any,  # setuptools exports no type for its compilers.
        flags: Sequence[str],
        include_dirs: Sequence[str],
        output_dir: Path,
    ) -> None:
        self.compiler = compiler
        self.flags = list(flags)
        self.include_dirs = list(include_dirs)
        self.output_dir = output_dir

    def compile(self, source: Path) -> None:
        """Compiles a file to `object_of(source)`.

        Raises:
            CompileError: the compiler does not run, or refuses the file and has said why.
        """
        try:
            self.compiler.compile(
                [str(source)],
                output_dir=str(self.output_dir),
                include_dirs=self.include_dirs,
                extra_postargs=self.flags,
            )
        except CompileError as error:
            failed = error.args[0]
            if isinstance(failed, subprocess.CalledProcessError):
                failed = f"{failed.cmd[0]} ended with exit code {failed.returncode}"
            raise CompileError(f"cannot compile {source}: {failed}") from error

    def object_of(self, source: Path) -> Path:
        """Returns the path of a file's object."""
        [path] = self.compiler.object_filenames([str(source)], output_dir=str(self.output_dir))
        return Path(path)

    def fingerprint(self) -> bytes | None:
        """Returns a digest of the compiler, the flags and the headers.

        None if this kind of compiler cannot tell: then no object can be reused.

        Raises:
            CompileError: the compiler does not run, or does not find the headers of Python.
        """
        if self.compiler.compiler_type != "unix":
            return None
        # Not at the top: an interpreted build does without mypy.
        from mypy.version import __version__ as mypy_version

        command = [*self.compiler.compiler_so, *self.flags]
        folders = [f"-I{folder}" for folder in (*self.include_dirs, *self.compiler.include_dirs)]
        return digest(
            "\0".join(command).encode(),
            output_of([command[0], "--version"]),
            # The headers with all macros, and without paths.
            output_of([*command, *folders, "-E", "-P", "-dD", "-x", "c", "-"], PRELUDE.encode()),
            # It also stands for the headers that only the runtime library of mypyc includes.
            mypy_version.encode(),
        )


def output_of(command: Sequence[str], text: bytes = b"") -> bytes:
    """Returns what a command prints when it reads a text.

    Raises:
        CompileError: it does not run, or fails.
    """
    try:
        return subprocess.run(command, input=text, capture_output=True, check=True).stdout
    except OSError as error:
        raise CompileError(f"cannot run the C compiler {command[0]}: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip() or f"exit code {error.returncode}"
        raise CompileError(f"the C compiler {command[0]} does not work: {reason}") from error


class Compiled(NamedTuple):
    """The objects of a build."""

    objects: dict[Path, Path]
    """The object of each source."""
    new: list[Path]
    """The sources that had to be compiled; the other objects come from the cache."""


def compile_all(
    sources: Sequence[Path],
    toolchain: Toolchain,
    cache: ObjectCache,
    workers: int,
    progress: Callable[[int, int], None],
) -> Compiled:
    """Takes objects from the cache, and compiles the files whose objects are not there.

    Args:
        sources: the C files.
        toolchain: the compiler.
        cache: where to look for objects and to keep new ones.
        workers: how many files to compile at a time.
        progress: is called with the numbers of compiled files and of files to compile.

    Raises:
        CompileError: a file cannot be compiled; the others are given up.
    """
    fingerprint = toolchain.fingerprint()
    objects = {source: toolchain.object_of(source) for source in sources}
    keys: dict[Path, str] = {}
    missing: list[Path] = []
    for source, path in objects.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if fingerprint is not None:
            keys[source] = digest(fingerprint, source.read_bytes()).hex()
        kept = cache.get(keys[source]) if source in keys else None
        if kept is None:
            missing.append(source)
        else:
            path.write_bytes(kept)
    # The largest first: otherwise the last one may keep a single core busy.
    missing.sort(key=lambda source: source.stat().st_size, reverse=True)
    pool = ThreadPoolExecutor(workers)
    try:
        futures = {pool.submit(toolchain.compile, source): source for source in missing}
        for done, future in enumerate(as_completed(futures), start=1):
            future.result()
            source = futures[future]
            if source in keys:
                cache.put(keys[source], objects[source].read_bytes())
            progress(done, len(missing))
    finally:
        pool.shutdown(cancel_futures=True)
    cache.trim()
    return Compiled(objects, sorted(missing))
