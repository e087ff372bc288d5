"""The page "How to write ...": every mechanic is shown and proved, and the whole game is sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.testing import check_game
from tests.docs.blocks import DOCS, Block, Session, blocks_of

PAGE = DOCS / "guides" / "how-to-write.md"
MECHANICS = 13

pytestmark = pytest.mark.docs


def mechanics() -> dict[str, list[Block]]:
    """Returns the blocks under each heading of the third level, which is one mechanic."""
    found: dict[str, list[Block]] = {}
    blocks = blocks_of(PAGE)
    heading = ""
    for number, line in enumerate(PAGE.read_text().splitlines(), 1):
        if line.startswith(("## ", "### ")):
            heading = line.removeprefix("### ") if line.startswith("### ") else ""
        for block in blocks:
            if heading and block.line == number:
                found.setdefault(heading, []).append(block)
    return found


def test_every_mechanic_has_code_and_a_result_that_proves_it() -> None:
    assert len(mechanics()) == MECHANICS
    for heading, blocks in mechanics().items():
        languages = [block.language for block in blocks]
        assert languages[:2] == ["python", "pycon"], heading
        assert all(block.runs for block in blocks), heading


def test_every_mechanic_is_in_the_table_at_the_top() -> None:
    top = PAGE.read_text().split("\n## ", 1)[0]
    for heading in mechanics():
        anchor = heading.lower().replace(",", "").replace(" ", "-")
        assert f"](#{anchor})" in top, heading


@pytest.mark.slow
def test_game_of_the_page_passes_many_games(tmp_path: Path) -> None:
    session = Session(PAGE, tmp_path)
    try:
        for block in blocks_of(PAGE):
            if block.language == "python":
                session.run(block)
        # Any: the class is made by the page.
        rumble: Any = vars(session.module)["Rumble"]
        report = check_game(rumble, games=20)
        assert set(report.kinds) == {kind.id for kind in rumble().kinds()}
        assert all(report.kinds.values()), report.kinds
    finally:
        session.close()
