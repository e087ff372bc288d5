"""Whatever is sent to the API, it answers as its OpenAPI document says, and goes on working.

Schemathesis makes the requests from the document: boundary cases, then random ones, both valid and
invalid. Most of them are aimed at real matches, with their tokens, versions and moves, so that they
get past the first checks. The suite makes some 1,500; for more:

    KIBITZ_FUZZ=60000 python -m pytest tests/table/test_api_fuzz.py
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from kibitz import RuleEngine, games
from kibitz.core.record import write_record
from kibitz.table.app import RECORD_TYPE, api, make_app
from kibitz.table.metrics import Metrics
from kibitz.table.service import Service
from kibitz.table.settings import Settings
from tests.table.servers import PERSON, TableServer

# Random requests, on top of some 1,100 boundary cases.
REQUESTS = int(os.environ.get("KIBITZ_FUZZ", "700"))
EACH = max(1, REQUESTS // len(api.routes))
# One of so many requests is sent as it was made; the others are aimed.
BLIND = 5
# Milliseconds that an agent may think, and seconds that a request may wait.
THINKING = 20
WAITING = 0.02
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
# Tournaments are tiny, and come one after the other: most requests for one are refused.
SETTINGS = """
workers = 1
tournaments = 1
[limits]
tournament_games = 2
requests_per_second = 0
matches_per_address = 1_000_000
advice_per_address = 1_000
advice_waiting = 1_000
"""
JSON_TYPE = "application/json"
RANDOM = {"kind": "agent", "agent": "random"}
Case = schemathesis.Case[Any]  # Any: operations of any document


def document() -> dict[str, Any]:
    """Returns the OpenAPI document of a server that is not started."""
    gate: Any = make_app(Service(Settings(store="sqlite://"), Metrics()))
    found: dict[str, Any] = gate.app.openapi()
    return found


@schemathesis.serializer(RECORD_TYPE)
def write_lines(_: object, value: object) -> bytes:
    """Sends a record as it is."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


# What is wrong with a request that is too large is not looked at.
REJECTED = ["400", "401", "403", "404", "405", "409", "413", "415", "422"]
CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": REJECTED}}}
schema = schemathesis.openapi.from_dict(document(), config=schemathesis.Config.from_dict(CONFIG))


# What to aim at.


class Target(NamedTuple):
    """A match to aim at.

    Attributes:
        match: its id.
        tokens: the tokens of its seats; the last one is empty, for a spectator.
        advice: the id of a question about it.
    """

    match: str
    tokens: list[str]
    advice: str = "none"

    def token(self, rng: Random) -> str:
        """Returns one of the tokens, mostly that of a seat."""
        known = self.tokens[:-1]
        return rng.choice(known) if known and rng.randrange(6) else ""


class Targets:
    """Matches of one server: open, over, imported, watched or not, with and without agents.

    Attributes:
        server: the server.
        session: a connection to it.
        rng: where the chance of aiming comes from.
        matches: the matches.
        pokemon: one that is played by actions.
    """

    def __init__(self, server: TableServer) -> None:
        self.server = server
        self.session = requests.Session()
        self.rng = Random(7)
        self.refill()

    def refill(self) -> None:
        """Makes new matches, because requests end those that there are."""
        people = [PERSON, PERSON]
        against = self.new("jaipur", seats=[PERSON, RANDOM], seed=1)
        free = self.new("leduc", seats=[PERSON, {"kind": "person"}])
        between = self.new("duel", seats=people, public=True)
        asked = self.new("leduc", seats=people, watched=False)
        for target, moves in ((against, 1), (between, 3), (asked, 2)):
            self.play(target, moves)
        self.server.call("POST", f"/matches/{asked.match}/take-back", token=asked.tokens[0])
        self.matches = [against, free, between, asked, self.finished(), self.imported()]
        made = self.server.post("/pokemon/matches", {"decks": ["blackout", "zap"]})
        self.pokemon = Target(made["match"], [*made["tokens"].values(), ""])

    def new(self, game: str, **wishes: object) -> Target:
        """Makes a match."""
        made = self.server.post("/matches", {"game": game, **wishes})
        tokens = [*made["tokens"].values(), ""]
        return Target(made["match"]["match"], tokens)

    def play(self, target: Target, moves: int) -> None:
        """Plays some moves, as long as it is the turn of a person."""
        path = f"/matches/{target.match}"
        state = self.server.get(path, target.tokens[0])
        while moves and not state["over"] and state["turn"] < len(target.tokens) - 1:
            body = {"version": state["version"], "number": 0}
            state = self.server.post(f"{path}/moves", body, target.tokens[state["turn"]])
            moves -= 1

    def finished(self) -> Target:
        """Makes a match that is over, and asks about it."""
        made = self.new("leduc", seats=[PERSON, PERSON])
        path = f"/matches/{made.match}"
        self.server.post(f"{path}/resign", token=made.tokens[0])
        body = {"agent": "random", "ms": 1}
        asked = self.server.post(f"{path}/advice", body, made.tokens[1])
        return Target(made.match, made.tokens[1:], asked["id"])

    def imported(self) -> Target:
        """Imports a record."""
        answer = httpx.post(f"{self.server.url}/records", content=RECORD)
        return Target(answer.json()["match"], [""])

    def decision(self, target: Target, rng: Random) -> tuple[str, Any]:
        """Returns a token of a match, mostly of the seat that must decide, and what it sees."""
        path = f"/matches/{target.match}"
        turn = self.server.call("GET", path, token=target.tokens[0]).json()["turn"]
        known = len(target.tokens) - 1
        deciding = turn is not None and turn < known and rng.randrange(BLIND)
        token = target.tokens[turn] if deciding else target.token(rng)
        return token, self.server.call("GET", f"{path}/decision", token=token).json()


def played_record() -> str:
    """Returns the record of a short match."""
    engine = RuleEngine(games.load("leduc"), seed=4)
    while engine.outcome is None:
        engine.play(engine.legal_moves()[0])
    return write_record(engine).text()


def first_position(game: str) -> Any:
    """Returns a position of a game, as the game writes it."""
    engine = RuleEngine(games.load(game), seed=4)
    return engine.game.position(engine.view(engine.seat))


RECORD = played_record()
POSITIONS = {game: first_position(game) for game in ("leduc", "jaipur", "pokemon")}


# Aiming.


class Shot(NamedTuple):
    """What a body is aimed with.

    Attributes:
        targets: all matches.
        target: the match that the request is for.
        places: the parameters of its path.
        rng: where chance comes from.
    """

    targets: Targets
    target: Target
    places: dict[str, Any]
    rng: Random


def aim(case: Case, targets: Targets, rng: Random) -> None:
    """Aims a request at something that there is, and keeps it from taking long.

    What is wrong on purpose stays so.
    """
    with suppress(TypeError, ValueError):
        if float(case.query.get("wait", 0)) > WAITING:
            case.query["wait"] = WAITING
    if rng.randrange(BLIND):
        target = targets.pokemon if "pokemon" in case.path else rng.choice(targets.matches)
        if is_good(case, ParameterLocation.PATH):
            aim_path(case.path_parameters, target, rng)
        shot = Shot(targets, target, case.path_parameters, rng)
        token, body = target.token(rng), AIMED.get(f"{case.method} {case.path}")
        if body is not None and is_good(case, ParameterLocation.BODY):
            better, case.body = body(case.body, shot)
            token = better or token
        if is_good(case, ParameterLocation.HEADER):
            aim_headers(case.headers, token, rng)
    asks = "advice" in case.path or "ai-action" in case.path
    if asks and isinstance(case.body, dict) and is_good(case, ParameterLocation.BODY):
        case.body["ms"] = THINKING


def is_good(case: Case, location: ParameterLocation) -> bool:
    """Tells whether a part of a request is as the document says."""
    part = case.meta.components.get(location) if case.meta is not None else None
    return part is None or part.mode is GenerationMode.POSITIVE


def aim_path(places: dict[str, Any], target: Target, rng: Random) -> None:
    """Names what there is in a path."""
    found = {
        "match": target.match,
        "game": rng.choice([*POSITIONS]),
        "seat": rng.randrange(3),
        "ply": rng.randrange(4),
        "advice": target.advice,
        "name": rng.choice(["leduc-0001", "duel-0001", "spire-0001"]),
        "number": rng.randrange(2),
    }
    places.update({name: found[name] for name in places if name in found})


def aim_headers(headers: MutableMapping[str, Any], token: str, rng: Random) -> None:
    """Sends a token that there is, or none; boundary cases have all the same key."""
    headers.pop("Authorization", None)
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if rng.randrange(2):
        headers.pop("Idempotency-Key", None)


def aim_move(body: Any, shot: Shot) -> tuple[str, Any]:
    token, seen = shot.targets.decision(shot.target, shot.rng)
    listed = seen.get("moves") or [{"kind": "pass", "text": "pass"}]
    move = shot.rng.choice(listed)
    forms: list[dict[str, object]] = [
        {"number": shot.rng.randrange(len(listed) + 1)},
        {"text": move.get("text", "")},
        {"text": spoil(str(move.get("text", "")), shot.rng)},
        {"move": {"move": move["kind"]}},
        {"kind": move["kind"], "groups": [group for group, _ in move.get("touches", [])]},
        body,
    ]
    return token, {**shot.rng.choice(forms), "version": seen.get("version", 0)}


def aim_choices(body: Any, shot: Shot) -> tuple[str, Any]:
    token, seen = shot.targets.decision(shot.target, shot.rng)
    listed = seen.get("moves") or [{"kind": "pass"}]
    chosen: list[object] = []
    for _ in range(shot.rng.randrange(4)):
        one = shot.rng.randrange(3)
        chosen.append(shot.rng.choice([one, [one], [0, 1, 2][:one], [one, one]]))
    return token, {"kind": shot.rng.choice(listed)["kind"], "chosen": chosen}


def aim_advice(body: Any, shot: Shot) -> tuple[str, Any]:
    token, seen = shot.targets.decision(shot.target, shot.rng)
    texts = [move.get("text", "?") for move in seen.get("moves", [])]
    named = ["", "random", "greedy:worlds=1", "human", ":", "greedy:worlds=x"]
    return token, {
        **body,
        "agent": shot.rng.choice(named),
        "wanted": texts[: shot.rng.randrange(3)],
        "ply": shot.rng.choice([None, 0, 1]),
        "seat": shot.rng.choice([None, None, 0, 1, 9]),
    }


def aim_position(body: Any, shot: Shot) -> tuple[str, Any]:
    found = POSITIONS.get(shot.places["game"], {})
    text = json.dumps(found)
    forms = [found, text, spoil(text, shot.rng), spoilt_json(text, shot.rng)]
    named = shot.rng.choice(["", "random"])
    return "", {**body, "agent": named, "position": shot.rng.choice(forms)}


def aim_match(body: Any, shot: Shot) -> tuple[str, Any]:
    kinds: list[Mapping[str, object]] = [PERSON, RANDOM, {"kind": "person", "name": "Zoë"}]
    named: dict[str, object] = {"game": shot.rng.choice(games.names())}
    if shot.rng.randrange(2):
        named["seats"] = [shot.rng.choice(kinds) for _ in range(2)]
    if shot.rng.randrange(2):
        named["options"] = {}
    return "", {**body, **named}


def aim_tournament(body: Any, shot: Shot) -> tuple[str, Any]:
    agents = [shot.rng.choice(["random", "random:seed=1", "", "human"]) for _ in range(2)]
    game = shot.rng.choice(["leduc", "duel", "spire", "chess"])
    return "", {**body, "game": game, "agents": agents, "deals": 1, "options": {}}


def aim_record(body: Any, shot: Shot) -> tuple[str, Any]:
    return "", shot.rng.choice([RECORD, spoil(RECORD, shot.rng), spoil(RECORD, shot.rng)])


def aim_pokemon(body: Any, shot: Shot) -> tuple[str, Any]:
    named = ["blackout", "zap", "overgrowth", "4 Pikachu"]
    decks = [shot.rng.choice(named) for _ in range(2)]
    return "", {**body, "decks": decks, "options": {}}


def aim_action(body: Any, shot: Shot) -> tuple[str, Any]:
    token = shot.target.tokens[shot.rng.randrange(2)]
    path = f"/pokemon/matches/{shot.target.match}/actions"
    found = [*shot.targets.server.get(path, token)["actions"], body]
    chosen = shot.rng.choice(found)
    return token, shot.rng.choice([chosen, spoilt_json(json.dumps(chosen), shot.rng)])


# What to send, by operation: returns a token, empty for any, and the body.
AIMED: Mapping[str, Callable[[Any, Shot], tuple[str, Any]]] = {
    "POST /matches/{match}/moves": aim_move,
    "POST /matches/{match}/choices": aim_choices,
    "POST /matches/{match}/advice": aim_advice,
    "POST /games/{game}/advice": aim_position,
    "POST /matches": aim_match,
    "POST /records": aim_record,
    "POST /arena/results": aim_tournament,
    "POST /pokemon/matches": aim_pokemon,
    "POST /pokemon/matches/{match}/actions": aim_action,
}
JUNK = ["", "x", "0", "-1", '"', "{", "null", "true", "[]", "9" * 30, "1e999", "é", "\\ud800", " "]


def spoil(text: str, rng: Random) -> str:
    """Changes a text in some places."""
    for _ in range(1 + rng.randrange(2)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(JUNK) + text[at + rng.randrange(3) :]
    return text


def spoilt_json(text: str, rng: Random) -> Any:
    """Changes a text until it is a document again."""
    for _ in range(30):
        with suppress(ValueError):
            found = json.loads(spoil(text, rng))
            json.dumps(found, allow_nan=False).encode()
            return found
    return json.loads(text)


# The tests.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("fuzz"), settings=SETTINGS)
    yield found
    found.close()


@pytest.fixture
def targets(server: TableServer) -> Iterator[Targets]:
    """Matches to aim at; after the test the log has no error, and a match can be played."""
    before = server.log.stat().st_size
    found = Targets(server)
    yield found
    found.session.close()
    lines = [json.loads(line) for line in server.log.read_bytes()[before:].splitlines()]
    bad = [line for line in lines if line["level"] == "error" or "traceback" in line]
    assert not bad, bad[0]
    match = found.new("leduc", seats=[PERSON, PERSON])
    found.play(match, 99)
    assert server.get(f"/matches/{match.match}")["over"]


@schema.parametrize()
@settings(
    max_examples=EACH,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[*HealthCheck],
)
def test_every_operation_answers_as_documented(case: Case, targets: Targets) -> None:
    aim(case, targets, targets.rng)
    answer = case.call(targets.server.url, targets.session)
    case.validate_response(answer, CHECKS)
    if answer.status_code >= 400 and case.method != "HEAD":
        assert answer.json()["error"]["message"], "every refusal has a sentence"
    elif case.method != "GET" and targets.rng.randrange(8) == 0:
        targets.refill()


# Bodies that no library for JSON would write.
BODIES = {
    "nothing": b"",
    "a word": b"nonsense",
    "half": b'{"version": 0, ',
    "not UTF-8": b'{"name": "\xff"}',
    "a mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"version": 0}'.encode("utf-16"),
    "deep lists": b"[" * 60_000,
    "deep objects": b'{"options":' * 5_000,
    "deep options": b'{"game": "leduc", "options": ' + b'{"a":' * 99 + b"1" + b"}" * 100,
    "no number": b'{"game": "leduc", "version": NaN, "options": {"a": NaN}, "position": NaN}',
    "infinite": b'{"game": "leduc", "version": 1e999, "options": {"a": -1e999}, "ms": Infinity}',
    "long number": b'{"version": ' + b"9" * 5_000 + b', "seed": ' + b"9" * 4_000 + b"}",
    "half a character": b'{"game": "\\ud800", "name": "\\udfff", "text": "\\ud800", "version": 0}',
    "half a key": b'{"\\ud800": 1, "version": 0}',
    "two keys": b'{"version": "x", "version": 0, "version": "y"}',
    "null": b"null",
    "a list": b'[{"version": 0}]',
    "long": b'{"name": "' + b"x" * 60_000 + b'"}',
    "too long": b'{"name": "' + b"x" * 70_000 + b'"}',
}
# Some of them are documents for some operations.
READABLE = ("a mark", "UTF-16", "two keys", "long")
OPERATIONS = [
    path
    for path, found in schema.raw_schema["paths"].items()
    if JSON_TYPE in found.get("post", {}).get("requestBody", {}).get("content", {})
]


@pytest.mark.parametrize("path", OPERATIONS)
def test_bodies_that_are_no_documents_are_refused(targets: Targets, path: str) -> None:
    target = targets.pokemon if "pokemon" in path else targets.matches[0]
    places = {"match": target.match, "seat": 1, "ply": 0, "game": "leduc"}
    for what, body in BODIES.items():
        answer = httpx.post(
            f"{targets.server.url}{path.format(**places)}",
            content=body,
            headers={"Content-Type": JSON_TYPE, "Authorization": f"Bearer {target.tokens[0]}"},
            verify=False,
        )
        if what in READABLE:
            assert answer.status_code < 500, (what, answer.text)
        else:
            assert answer.json()["error"]["code"] in ("INVALID_REQUEST", "TOO_LARGE"), what


ODD: list[Any] = [
    "\ud800",
    "\0",
    "x" * 5_000,
    "",
    "leduc",
    -1,
    1,
    1.5,
    2**80,
    True,
    None,
    [],
    {},
    {"a": "\ud800"},
]


def places_of(document: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Lists where something stands in a document."""
    yield before
    if isinstance(document, dict):
        for name, each in document.items():
            yield from places_of(each, (*before, name))
    elif isinstance(document, list):
        for at, each in enumerate(document):
            yield from places_of(each, (*before, at))


def replaced(document: Any, place: tuple[Any, ...], value: object) -> Any:
    """Returns a copy of a document with another value in one place."""
    if not place:
        return value
    twin = json.loads(json.dumps(document))
    inner = twin
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return twin


def test_records_with_anything_in_any_place_are_refused_or_shown(targets: Targets) -> None:
    lines = RECORD.splitlines()
    refused = 0
    for at in (0, 1, len(lines) - 1):
        document = json.loads(lines[at])
        for place in places_of(document):
            for value in ODD:
                spoilt = [*lines]
                spoilt[at] = json.dumps(replaced(document, place, value))
                text = "\n".join(spoilt).encode()
                answer = targets.session.post(f"{targets.server.url}/records", data=text)
                if answer.status_code == 200:
                    shown = targets.server.get(f"/matches/{answer.json()['match']}/decision")
                    assert shown["over"]
                else:
                    refused += 1
                    assert answer.status_code in (404, 422), (place, value, answer.text)
    assert refused > 100
