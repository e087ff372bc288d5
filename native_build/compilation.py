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
    """Compiles files, or takes their objects from the cache.

    Args:
        sources: the C files.
        toolchain: the compiler.
        cache: where to look for objects and to keep new ones.
        workers: how many files to compile at a time.
        progress: is called after each file, with the number of files that are done and of all.

    Raises:
        CompileError: a file cannot be compiled; the others are given up.
    """
    fingerprint = toolchain.fingerprint()

    def is_new(source: Path) -> bool:
        """Makes one object and tells whether it had to be compiled."""
        path = toolchain.object_of(source)
        path.parent.mkdir(parents=True, exist_ok=True)
        key = None if fingerprint is None else digest(fingerprint, source.read_bytes()).hex()
        content = None if key is None else cache.get(key)
        if content is not None:
            path.write_bytes(content)
            return False
        toolchain.compile(source)
        if key is not None:
            cache.put(key, path.read_bytes())
        return True

    # The largest first: otherwise the last one may keep a single core busy.
    order = sorted(sources, key=lambda source: source.stat().st_size, reverse=True)
    new: list[Path] = []
    pool = ThreadPoolExecutor(workers)
    try:
        futures = {pool.submit(is_new, source): source for source in order}
        for done, future in enumerate(as_completed(futures), start=1):
            if future.result():
                new.append(futures[future])
            progress(done, len(order))
    finally:
        pool.shutdown(cancel_futures=True)
    cache.trim()
    return Compiled({source: toolchain.object_of(source) for source in sources}, sorted(new))
