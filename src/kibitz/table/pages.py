"""The page of the table: its files, read once and served from memory.

A file is found by its name in a dictionary, so no request can reach anything else on the disk.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Path
from fastapi import Request as HttpRequest
from fastapi.responses import Response

from kibitz.table.refusal import Refusal

# The folder of the page in this package, and the file that a visitor sees first.
FOLDER: Final = "page"
INDEX: Final = "index.html"
# The content types, by the ending of a name; other files of the folder are not served.
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
# Comments that have their lines to themselves, in scripts and styles: a sixth of what is sent.
COMMENTS: Final = re.compile(
    rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$", re.DOTALL | re.MULTILINE
)
# What lines of scripts and styles begin with: 4 % of what is sent.
INDENTATION: Final = re.compile(rb"^[ \t]+", re.MULTILINE)
# A browser may keep a file, but asks each time whether it is still the same.
CACHING: Final = "no-cache"

router: Final = APIRouter(include_in_schema=False)


class PageFile(NamedTuple):
    """A file of the page.

    Attributes:
        body: its bytes, without comments and indentation.
        packed: the same, compressed.
        kind: the content type.
        tag: changes with the content.
    """

    body: bytes
    packed: bytes
    kind: str
    tag: str


@cache
def page_files() -> Mapping[str, PageFile]:
    """Returns the files of the page, by name; those of a folder as `texts/en.js`."""
    found: dict[str, PageFile] = {}
    collect(files("kibitz.table") / FOLDER, "", found)
    return found


def collect(folder: Traversable, prefix: str, found: dict[str, PageFile]) -> None:
    """Reads the files of a folder and of those in it."""
    for entry in folder.iterdir():
        if entry.is_dir():
            collect(entry, f"{prefix}{entry.name}/", found)
            continue
        kind = TYPES.get(entry.name.rpartition(".")[2])
        if kind is not None:
            body = shortened(entry.read_bytes())
            tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
            found[f"{prefix}{entry.name}"] = PageFile(body, gzip.compress(body, mtime=0), kind, tag)


def shortened(body: bytes) -> bytes:
    """Returns a file without its comments and indentation, every line where it was."""
    return INDENTATION.sub(b"", COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), body))


def send(name: str, request: HttpRequest) -> Response:
    """Answers with a file of the page, or with 304 if the browser has it already.

    Raises:
        Refusal: if there is no such file.
    """
    file = page_files().get(name)
    if file is None:
        raise Refusal("NOT_FOUND", "there is no such file")
    headers = {"Cache-Control": CACHING, "ETag": file.tag, "Vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "")
    if file.tag in [each.strip() for each in known.split(",")]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, media_type=file.kind, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)


@router.get("/")
async def index(request: HttpRequest) -> Response:
    """Show the page."""
    return send(INDEX, request)


@router.get("/page/{name:path}")
async def page_file(name: Annotated[str, Path(max_length=100)], request: HttpRequest) -> Response:
    """Send a file of the page."""
    return send(name, request)
