"""What a request that cannot be read is answered."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.table.servers import TableServer

# How pydantic begins what it says about a number.
BOUND = "input should be"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    folder: Path = tmp_path_factory.mktemp("server")
    found = TableServer(folder, settings="workers = 1\n")
    yield found
    found.close()


@pytest.mark.parametrize(
    ("method", "path", "body", "message"),
    [
        ("POST", "/matches", "", "the body is missing: expected a JSON object such as {}"),
        ("POST", "/matches", "{}", "game is missing"),
        ("POST", "/matches", '{"game": 1}', "game: expected a text"),
        ("POST", "/matches", '{"game": "leduc", "seat": 1}', "unknown field seat"),
        (
            "POST",
            "/matches",
            '{"game": "leduc", "seats": [{"kind": "person", "join": 1}]}',
            "seats.0.join: expected true or false",
        ),
        (
            "POST",
            "/matches",
            "{game: 1}",
            "invalid JSON: expecting property name enclosed in double quotes",
        ),
        ("POST", "/matches", "[]", "expected an object"),
        (
            "POST",
            "/matches",
            '{"game": "leduc", "seed": 1.5}',
            "seed: expected a whole number; seed: expected a text",
        ),
        (
            "POST",
            "/matches",
            '{"game": "leduc", "seed": ""}',
            "seed: expected a whole number; seed: expected at least 1 character",
        ),
        (
            "POST",
            "/matches/abc/choices",
            '{"kind": "play", "chosen": [[-1]]}',
            f"chosen.0: expected a whole number; chosen.0: {BOUND} greater than or equal to 0",
        ),
        (
            "POST",
            "/matches",
            json.dumps({"game": "leduc", "seats": [{"kind": "person", "name": "x" * 41}]}),
            "seats.0.name: expected at most 40 characters",
        ),
        (
            "POST",
            "/matches",
            '{"game": "leduc", "options": {"rounds": NaN}}',
            "options: expected numbers of JSON, which has no NaN and no Infinity",
        ),
        (
            "POST",
            "/matches",
            '{"game": "leduc", "seats": [{"kind": "person", "agent": "greedy"}]}',
            "seats.0: a person has no agent: expected the kind agent",
        ),
        (
            "POST",
            "/matches",
            '{"game": "leduc", "seats": [{"kind": "agent", "join": true}]}',
            "seats.0: nobody joins the seat of an agent: expected the kind person",
        ),
        (
            "POST",
            "/matches",
            b'{"game": "\xff"}',
            "invalid JSON: expected UTF-8, and no number with thousands of digits",
        ),
        ("POST", "/matches/abc/moves", '{"version": "1"}', "version: expected a whole number"),
        (
            "GET",
            "/matches/abc/frames?wait=31&limit=0",
            "",
            f"limit: {BOUND} greater than or equal to 1; wait: {BOUND} less than or equal to 30",
        ),
        ("GET", "/nowhere", "", "not found: see /openapi.json"),
        ("PUT", "/matches/abc/moves", "", "method not allowed: expected POST"),
    ],
)
def test_the_message_names_the_field_and_what_is_expected(
    server: TableServer, method: str, path: str, body: str | bytes, message: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx.request(method, f"{server.url}{path}", content=body, headers=headers, timeout=60)
    assert answer.json()["error"]["message"] == message
    assert 400 <= answer.status_code < 500


def test_metrics_that_are_off_say_so(tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings="workers = 1\nmetrics = false\n")
    try:
        assert server.refused("NOT_FOUND", "GET", "/metrics")["message"] == "metrics are off"
    finally:
        server.close()
