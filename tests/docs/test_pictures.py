"""The pictures of the documentation: each is shown, made by a script, small, and up to date."""

import re

import pytest

from tests.docs.blocks import DOCS, name_of, pages, prose_of
from tests.table.drawings import DRAWINGS
from tests.table.pictures import DOCS as PHOTOGRAPHS

pytestmark = pytest.mark.docs

IMAGES = DOCS / "images"
SHOWN = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<to>[^)\s]+)\)")
# Bytes; with more, a page with several pictures opens slowly.
LARGEST = 120_000


def test_every_picture_is_shown_and_every_shown_picture_exists() -> None:
    shown = {
        (page.parent / found["to"]).resolve()
        for page in pages()
        for found in SHOWN.finditer(prose_of(page))
    }
    assert shown == {path.resolve() for path in IMAGES.iterdir()}


def test_every_picture_says_in_words_what_is_on_it() -> None:
    silent = [
        f"{name_of(page)}: {found['to']}"
        for page in pages()
        for found in SHOWN.finditer(prose_of(page))
        if not found["alt"].strip()
    ]
    assert silent == []


def test_every_picture_is_made_by_make_pictures() -> None:
    made = {*PHOTOGRAPHS, *(f"{name}.svg" for name in DRAWINGS)}
    assert {path.name for path in IMAGES.iterdir()} == made


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in IMAGES.iterdir()}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


# What the terminal shows has the time of the hint in it, which differs from run to run.
@pytest.mark.parametrize("name", ["layers", "tree"])
def test_a_drawing_shows_what_the_source_says(name: str) -> None:
    kept = (IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == DRAWINGS[name](), f"make pictures PICTURES={name} draws it again"
