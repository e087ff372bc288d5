import logging
from pathlib import Path

import pytest

from kibitz import games
from kibitz.agents import outside
from kibitz.core import packages
from kibitz.core.packages import declarations


def install(site: Path, name: str, entry_points: bytes, metadata: str | None = None) -> None:
    """Puts a package with nothing but metadata into a folder."""
    folder = site / f"{name}-1.0.dist-info"
    folder.mkdir()
    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n" if metadata is None else metadata
    (folder / "METADATA").write_text(text)
    (folder / "entry_points.txt").write_bytes(entry_points)


GOOD = b"[kibitz.games]\nshells = shells:Shells\n[kibitz.agents]\nsnail = shells:Snail\n"
BROKEN = [
    b"[console_scripts]\nthis line has no value\n",
    b"[kibitz.games]\nno value\n",
    b"[kibitz.agents]\n\xff\xfe = caf\xe9\n",
]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages for this process, in which nothing was reported yet."""
    monkeypatch.syspath_prepend(tmp_path)
    packages.REPORTED.clear()
    return tmp_path


@pytest.mark.parametrize("text", BROKEN)
def test_broken_package_hides_nothing_and_is_named_once(
    site: Path, caplog: pytest.LogCaptureFixture, text: bytes
) -> None:
    install(site, "good", GOOD)
    install(site, "broken", text)
    with caplog.at_level(logging.WARNING, "kibitz.packages"):
        known = games.names()
        assert {"shells", "leduc", "jaipur"} <= {*known}
        (snail,) = outside.entries()["snail"]
        assert snail.package == "good 1.0"
    (record,) = caplog.records
    assert record.getMessage().startswith("the entry points of broken cannot be read, and it is ")


def test_package_without_a_name_hides_nothing(site: Path) -> None:
    install(site, "good", GOOD)
    install(site, "nameless", BROKEN[0], metadata="")
    assert [each.name for each in declarations("kibitz.agents") if each.package == "good"] == [
        "snail"
    ]


def test_declarations_tell_where_they_come_from(site: Path) -> None:
    install(site, "good", GOOD)
    (found,) = [each for each in declarations("kibitz.games") if each.name == "shells"]
    assert (found.value, found.package, found.version) == ("shells:Shells", "good", "1.0")
    assert repr(found) == "Declaration('shells', 'shells:Shells', 'good')"
