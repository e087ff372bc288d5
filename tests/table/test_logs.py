"""The log of the server, as text and as JSON."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from kibitz.table.logs import set_up_logs
from tests.table.serving import kept_logs


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("NO_COLOR", raising=False)
    with kept_logs():
        yield


table = logging.getLogger("kibitz.table.requests")


def test_json_lines_have_the_extra_fields() -> None:
    stream = io.StringIO()
    set_up_logs("json", stream)
    table.info("took %d ms", 3, extra={"ms": 3, "route": "/a", "odd": object})
    line = json.loads(stream.getvalue())
    assert line["time"].endswith("Z")
    assert line == {
        "time": line["time"],
        "level": "info",
        "logger": "kibitz.table.requests",
        "message": "took 3 ms",
        "ms": 3,
        "route": "/a",
        "odd": "<class 'object'>",
    }


def test_extra_fields_cannot_replace_the_usual_ones() -> None:
    stream = io.StringIO()
    set_up_logs("json", stream)
    table.info("hello", extra={"level": "fake", "time": "fake", "logger": "fake"})
    assert "fake" not in stream.getvalue()


@pytest.mark.expects_errors
def test_json_is_one_line_whatever_happens() -> None:
    stream = io.StringIO()
    set_up_logs("json", stream)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        table.exception("a\nb \u2028 \x1b[31m")
    assert len(stream.getvalue().splitlines()) == 1
    line = json.loads(stream.getvalue())
    assert line["message"] == "a\nb \u2028 \x1b[31m"
    assert line["traceback"].startswith("Traceback")
    assert line["level"] == "error"


def test_text_has_no_control_characters() -> None:
    stream = io.StringIO()
    set_up_logs("text", stream)
    table.info("a\nb\x1b[31m\x9b")
    assert stream.getvalue().endswith(" info     a\\x0ab\\x1b[31m\\x9b\n")


def test_text_has_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    file, terminal, plain = io.StringIO(), Terminal(), Terminal()
    set_up_logs("text", file)
    table.warning("hello")
    set_up_logs("text", terminal)
    table.warning("hello")
    monkeypatch.setenv("NO_COLOR", "1")
    set_up_logs("text", plain)
    table.warning("hello")
    assert "\x1b" not in file.getvalue() + plain.getvalue()
    assert "\x1b[33mwarning" in terminal.getvalue()


@pytest.mark.expects_errors
def test_text_shows_tracebacks() -> None:
    stream = io.StringIO()
    set_up_logs("text", stream)
    try:
        raise ValueError("oops")
    except ValueError:
        table.exception("it failed")
    assert "it failed\nTraceback" in stream.getvalue()
    assert stream.getvalue().endswith("ValueError: oops\n")


def test_a_second_call_replaces_the_first() -> None:
    first, second = io.StringIO(), io.StringIO()
    set_up_logs("text", first)
    set_up_logs("json", second)
    table.info("hello")
    assert first.getvalue() == ""
    assert len(second.getvalue().splitlines()) == 1


def test_other_packages_and_uvicorn_are_heard_when_it_matters() -> None:
    stream = io.StringIO()
    set_up_logs("json", stream)
    logging.getLogger("kibitz.packages").info("not heard")
    logging.getLogger("kibitz.packages").warning("heard 1")
    # Even if somebody lowers its level: it logs query strings there.
    logging.getLogger("uvicorn.error").setLevel(logging.DEBUG)
    logging.getLogger("uvicorn.error").info("not heard")
    logging.getLogger("uvicorn.error").error("heard 2", extra={"color_message": "\x1b[31m"})
    logging.getLogger("uvicorn.access").error("not heard")
    logging.getLogger("asyncio").error("heard 3")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["message"] for line in lines] == ["heard 1", "heard 2", "heard 3"]
    assert "color_message" not in lines[1]


def test_a_refused_websocket_is_not_an_error() -> None:
    stream = io.StringIO()
    set_up_logs("text", stream)
    # What uvicorn says then.
    logging.getLogger("uvicorn.error").error("ASGI callable returned without completing handshake.")
    assert stream.getvalue() == ""
