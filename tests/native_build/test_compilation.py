"""C files are compiled only where no object is kept, and a failure says what failed."""

from __future__ import annotations

from pathlib import Path
from subprocess import CalledProcessError
from types import SimpleNamespace

import pytest
from setuptools.errors import CompileError

from native_build.cache import ObjectCache
from native_build.compilation import Toolchain, compile_all, output_of
from tests.native_build.project import executable


class Compiler(Toolchain):
    """Writes an object without a C compiler."""

    def __init__(self, folder: Path, mark: bytes | None) -> None:
        super().__init__(self, [], [], folder)
        self.mark = mark
        self.asked: list[str] = []

    def compile(self, source: Path) -> None:
        self.asked.append(source.stem)
        if "refused" in source.read_text():
            raise CompileError(f"cannot compile {source}")
        self.object_of(source).write_text(f"object of {source.read_text()}")

    def object_of(self, source: Path) -> Path:
        return self.output_dir / f"{source.stem}.o"

    def fingerprint(self) -> bytes | None:
        return self.mark


class Folder:
    """Two C files and a cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = ObjectCache(folder / "objects")
        self.sources = [folder / "a.c", folder / "b.c"]
        for source in self.sources:
            source.write_text(f"text of {source.stem}")

    def build(self, mark: bytes | None = b"gcc") -> list[str]:
        """Compiles what is not kept, and returns its names."""
        compiler = Compiler(self.folder / "output", mark)
        objects, new = compile_all(self.sources, compiler, self.cache, 2, lambda done, total: None)
        assert [source.stem for source in new] == sorted(compiler.asked)
        for source in self.sources:
            assert objects[source].read_text() == f"object of {source.read_text()}"
        return sorted(compiler.asked)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_kept_objects_are_not_compiled_again(folder: Folder) -> None:
    assert folder.build() == ["a", "b"]
    assert folder.build() == []


def test_changed_file_is_compiled_again_and_both_versions_are_kept(folder: Folder) -> None:
    folder.build()
    folder.sources[0].write_text("another text")
    assert folder.build() == ["a"]
    folder.sources[0].write_text("text of a")
    assert folder.build() == []


def test_another_compiler_or_flag_compiles_everything_again(folder: Folder) -> None:
    folder.build()
    assert folder.build(b"clang") == ["a", "b"]


def test_damaged_object_is_compiled_again(folder: Folder) -> None:
    folder.build()
    for path in folder.cache.folder.iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    assert folder.build() == ["a", "b"]
    assert folder.build() == []


def test_unknown_kind_of_compiler_keeps_nothing(folder: Folder) -> None:
    assert folder.build(None) == ["a", "b"]
    assert folder.build(None) == ["a", "b"]


def test_refused_file_stops_the_build(folder: Folder) -> None:
    folder.sources[1].write_text("refused")
    with pytest.raises(CompileError, match=r"cannot compile .*b\.c"):
        folder.build()


def test_progress_counts_every_file(folder: Folder) -> None:
    seen: list[tuple[int, int]] = []
    compiler = Compiler(folder.folder / "output", b"gcc")
    compile_all(folder.sources, compiler, folder.cache, 1, lambda *done: seen.append(done))
    assert seen == [(1, 2), (2, 2)]


def test_compiler_that_fails_is_quoted(tmp_path: Path) -> None:
    broken = executable(tmp_path / "broken-cc", 'echo "broken-cc: no licence" >&2; exit 3')
    with pytest.raises(CompileError, match=f"{broken} does not work: broken-cc: no licence"):
        output_of([broken, "--version"])
    silent = executable(tmp_path / "silent-cc", "exit 3")
    with pytest.raises(CompileError, match=f"{silent} does not work: exit code 3"):
        output_of([silent, "--version"])


def test_message_of_setuptools_is_shortened_to_the_exit_code(tmp_path: Path) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise CompileError(CalledProcessError(1, ["gcc", "-a-lot", "-of", "-flags"]))

    toolchain = Toolchain(SimpleNamespace(compile=refuse), [], [], tmp_path)
    with pytest.raises(CompileError, match=r"^cannot compile a\.c: gcc ended with exit code 1$"):
        toolchain.compile(Path("a.c"))
