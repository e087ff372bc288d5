"""The cache of object files keeps what was used last, and notices damage."""

import os
from pathlib import Path

import pytest

from native_build.cache import DIGEST_SIZE, ObjectCache, digest


def test_object_is_found_by_its_key(tmp_path: Path) -> None:
    cache = ObjectCache(tmp_path / "objects")
    assert cache.get("a") is None
    cache.put("a", b"object")
    assert cache.get("a") == b"object"
    assert [path.name for path in cache.folder.iterdir()] == ["a"]


@pytest.mark.parametrize("entry", [b"", b"short", bytes(DIGEST_SIZE) + b"object"])
def test_damaged_object_is_reported_and_not_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: bytes
) -> None:
    (tmp_path / "a").write_bytes(entry)
    assert ObjectCache(tmp_path).get("a") is None
    assert f"damaged object {tmp_path / 'a'}" in capsys.readouterr().err


def test_objects_unused_for_longest_are_removed_beyond_the_limit(tmp_path: Path) -> None:
    cache = ObjectCache(tmp_path, limit=2 * (DIGEST_SIZE + 10))
    for day, key in enumerate(["a", "b", "c"]):
        cache.put(key, bytes(10))
        os.utime(tmp_path / key, (day, day))
    cache.get("a")
    cache.trim()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c"]


def test_digest_depends_on_where_parts_end() -> None:
    assert digest(b"ab", b"c") != digest(b"a", b"bc")
