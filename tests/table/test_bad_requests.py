"""Bad requests to every route: one clear line each, and nothing changes."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest

from tests.table.servers import PERSON, TableServer

LONG: Final = "x" * 5000
# What is not a text, a whole number, a flag, a list or an object.
TEXTS: Final[tuple[object, ...]] = (3, None, True, ["leduc"], LONG, "a\nb")
NUMBERS: Final[tuple[object, ...]] = ("1", 1.5, True, None, -1, 10**20)
FLAGS: Final[tuple[object, ...]] = ("yes", 1, None)
OBJECTS: Final[tuple[object, ...]] = ([], "x", 3)
SEEDS: Final[tuple[object, ...]] = ("", 1.5, True, [], LONG)
SEATS: Final[tuple[object, ...]] = (
    {},
    [3],
    [PERSON],
    [PERSON] * 17,
    [PERSON, {"kind": "dog"}],
    [PERSON, {"kind": "person", "agent": "greedy"}],
    [PERSON, {"kind": "agent", "join": True}],
    [PERSON, {"kind": "agent", "agent": "nobody"}],
    [PERSON, {"kind": "agent", "agent": "os:abort"}],
    [PERSON, {"kind": "agent", "agent": "greedy:worlds=0"}],
    [PERSON, {"kind": "person", "name": "x" * 41}],
    [PERSON, {"kind": "person", "name": "a\tb"}],
)

# For each request that has a body: what belongs in it, and wrong values of each field.
BODIES: Final[Mapping[str, tuple[dict[str, object], Mapping[str, tuple[object, ...]]]]] = {
    "/matches": (
        {"game": "leduc"},
        {
            "game": (*TEXTS, "", "chess", "../leduc"),
            "options": (*OBJECTS, {"rounds": 99}, {"nothing": 1}),
            "seats": SEATS,
            "seed": SEEDS,
            "public": FLAGS,
            "watched": FLAGS,
            "unknown": (1,),
        },
    ),
    "/matches/{match}/moves": (
        {"version": 0, "text": "call"},
        {"version": (*NUMBERS, 7), "text": (3, LONG, "", "dance"), "unknown": (1,)},
    ),
    "/matches/{match}/choices": ({"kind": "call"}, {"kind": TEXTS, "chosen": ({}, [-1], ["a"])}),
    "/matches/{match}/advice": (
        {"ms": 10},
        {"agent": (*TEXTS, "nobody", "human"), "ms": (0, 10**9, "1"), "wanted": ("x", [1])},
    ),
    "/matches/{match}/take-back/answer": ({"agree": True}, {"agree": FLAGS}),
    "/matches/{match}/seats/1": ({"name": "Ann"}, {"name": TEXTS, "unknown": (1,)}),
    "/games/leduc/advice": (
        {"position": {}},
        {"position": (*OBJECTS, {}), "options": OBJECTS, "ms": (0, "1")},
    ),
    "/pokemon/matches": (
        {"decks": ["brushfire", "zap"]},
        {"decks": ("zap", [], ["zap"], [1, 2], ["zap", "nothing"]), "players": (["a", "a"], "a")},
    ),
}
# Requests that are wrong by their address.
ADDRESSES: Final = (
    ("GET", "/nowhere"),
    ("GET", "/games/chess"),
    ("GET", "/games/chess/rules"),
    ("GET", "/matches/nothing"),
    ("GET", "/matches/nothing/decision"),
    ("GET", "/matches?limit=0"),
    ("GET", "/matches?limit=many"),
    ("GET", "/matches?status=lost"),
    ("GET", "/matches/{match}/frames?after=-1"),
    ("GET", "/matches/{match}/frames?wait=31"),
    ("GET", "/matches/{match}/plies/many"),
    ("GET", "/matches/{match}/plies/99999"),
    ("GET", "/matches/{match}/record"),
    ("GET", "/matches/{match}/advice/nothing"),
    ("POST", "/matches/{match}/seats/99"),
    ("POST", "/matches/{match}/seats/-1"),
    ("GET", "/arena/results/..%2F..%2Fetc"),
    ("GET", "/spire/live?after=-1"),
    ("PUT", "/matches"),
    ("DELETE", "/matches/{match}"),
)


class Wrong(NamedTuple):
    """A request that must be refused."""

    method: str
    path: str
    body: object = None


WRONG: Final[list[Wrong]] = [
    *(
        Wrong("POST", path, {**good, field: value})
        for path, (good, fields) in BODIES.items()
        for field, values in fields.items()
        for value in values
        # Without a number of milliseconds, an agent of a position has no clock.
        if not (value is None and field in ("seed", "ms"))
    ),
    *(Wrong("POST", path, body) for path in BODIES for body in OBJECTS),
    *(Wrong(method, path) for method, path in ADDRESSES),
]


class Table(NamedTuple):
    """A server with a match that somebody plays."""

    server: TableServer
    match: str
    token: str


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    settings = "workers = 1\n[limits]\nrequests_per_second = 0\nmatches_per_address = 100000\n"
    server = TableServer(tmp_path_factory.mktemp("server"), settings=settings)
    made = server.post("/matches", {"game": "leduc", "seed": 1})
    yield Table(server, made["match"]["match"], made["tokens"]["0"])
    server.close()


def test_there_are_enough_of_them() -> None:
    assert len(WRONG) >= 140


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.method} {wrong.path}")
def test_a_bad_request_gets_one_clear_line(table: Table, wrong: Wrong) -> None:
    server, match, token = table
    before = server.get(f"/matches/{match}", token)
    path = wrong.path.format(match=match)
    answer = server.call(wrong.method, path, wrong.body, token)
    assert 400 <= answer.status_code < 500, answer.text
    error = answer.json()["error"]
    message = error["message"]
    assert error["code"].isupper()
    assert message.isprintable(), message
    assert 8 < len(message) < 400, message
    assert "Traceback" not in message
    assert "pydantic" not in message
    assert server.get(f"/matches/{match}", token) == before


def test_a_name_of_blanks_is_none(table: Table) -> None:
    def named(*names: str) -> tuple[str, list[str]]:
        seats = [{"kind": "person", "join": not at, "name": name} for at, name in enumerate(names)]
        made = table.server.post("/matches", {"game": "leduc", "seats": seats})["match"]
        return made["match"], [seat["name"] for seat in made["seats"]]

    _, names = named("   ", " Ann ")
    assert names == ["seat 0", "Ann"]
    match, _ = named("Bob", "")
    joined = table.server.post(f"/matches/{match}/seats/1", {"name": "  "})
    assert joined["match"]["seats"][1]["name"] == "seat 1"
