"""The table over HTTP: every route, and the WebSocket of a match.

A seat's token is sent as `Authorization: Bearer TOKEN`, never in an address. Every refusal is
`{"error": {"code": ..., "message": ...}}` with the status of its code. `/openapi.json` describes
all of it.
"""

import asyncio
import contextlib
import gzip
import json
import math
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from http import HTTPStatus
from itertools import takewhile
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, FastAPI, Header, HTTPException, Path, Query, WebSocket
from fastapi import Request as HttpRequest
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import ValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import ASGIApp
from starlette.websockets import WebSocketDisconnect, WebSocketState

import kibitz
from kibitz.core.value import Json
from kibitz.table import catalogue, models, pages, results
from kibitz.table.authority import Authority
from kibitz.table.consultation import AdviceWish
from kibitz.table.gate import Gate
from kibitz.table.live import RECENT, LiveMatch, branch_of
from kibitz.table.oneshot import PositionQuestion
from kibitz.table.refusal import STATUS, Refusal
from kibitz.table.seats import SeatWish
from kibitz.table.service import Service
from kibitz.table.tournaments import Wish

# Seconds for which a request may wait for something to happen.
LONGEST_WAIT: Final = 30.0
# Seconds until the first message of a WebSocket must be there.
HELLO_SECONDS: Final = 10.0
# Where records are sent, which may be longer than other requests and are not JSON.
RECORDS: Final = "/records"
RECORD_TYPE: Final = "application/x-ndjson"
# The codes with which a WebSocket is closed: 4000 and the HTTP status of a refusal, or, when the
# server stops, that of a restart.
CLOSE_REFUSED: Final = 4000
CLOSE_RESTART: Final = 1012

# How hard descriptions of games are compressed, from 1 to 9.
PACKING: Final = 6
# Answers with fewer bytes than this are sent as they are.
LEAST_PACKED: Final = 1_000

# The parts of a request, as FastAPI names them in front of a field.
PARTS: Final = frozenset(("body", "query", "path", "header"))
PYDANTIC_TYPE: Final = re.compile(r"[a-z-]+\[")

TAGS: Final = [
    {"name": "games", "description": "What can be played, and advice for positions."},
    {"name": "matches", "description": "Playing, watching and asking."},
    {"name": "records", "description": "Matches that are over."},
    {"name": "pokemon", "description": "The Pokémon TCG, played by actions in JSON."},
    {"name": "spire", "description": "Slay the Spire beside the game."},
    {"name": "arena", "description": "Results of tournaments."},
    {"name": "operation", "description": "For those who run the server."},
]

MATCH_ID: Final = re.compile(r"^[A-Za-z0-9_-]{1,40}$")
MatchId = Annotated[str, Path(pattern=MATCH_ID.pattern, description="the id of a match")]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,40}$", description="the id of a game")]
ResultName = Annotated[str, Path(min_length=1, max_length=200, description="a results folder")]
Number = Annotated[int, Path(ge=0, le=models.MOST)]
Part = Annotated[str, Query(max_length=200, description="a tournament of a ladder or a matrix")]
After = Annotated[int, Query(ge=0, le=models.MOST, description="the last one that you have seen")]
Wait = Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="seconds to wait for news")]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[\x21-\x7e]{1,100}$",
        description="a request that is sent again with its key changes nothing",
    ),
]
# One that gives out tokens is a secret itself: whoever knows it gets the tokens.
SecretKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[\x21-\x7e]{22,100}$",
        description="a secret, such as a random UUID: a request that is sent again with it gets "
        "the same match and the same tokens",
    ),
]
# Whatever routes depend on is asynchronous: FastAPI would run a plain function in a thread, which
# takes many times as long as the function.
BEARER: Final = HTTPBearer(auto_error=False, description="the secret token of a seat")


async def read_token(
    request: HttpRequest,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)],
) -> str:
    """Returns the token of a request; empty without one.

    Raises:
        Refusal: if there is something else in its place.
    """
    if given is None and request.headers.get("authorization"):
        raise Refusal("TOKEN_UNKNOWN", "invalid Authorization: expected Bearer and a token")
    return "" if given is None else given.credentials


Token = Annotated[str, Depends(read_token)]


async def service_of(request: HttpRequest) -> Service:
    """Returns the service of the app."""
    found: Service = request.app.state.service
    return found


Table = Annotated[Service, Depends(service_of)]


async def address(request: HttpRequest) -> str:
    """Returns where a request comes from, for limits."""
    found: str = request.state.address
    return found


Address = Annotated[str, Depends(address)]


class Answer(JSONResponse):
    """An answer as JSON."""

    def render(self, content: Any) -> bytes:  # Any: as the base class has it
        """Writes the document."""
        # A refusal may quote half of a surrogate pair, which UTF-8 does not have.
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode(errors="replace")


def packed(request: HttpRequest, content: Json) -> Response:
    """Answers with a document that has no token, compressed if it is large and the client wants it.

    The size of a compressed answer tells something about its text to whoever can have texts of
    their own put into it again and again, and sees how long each answer is. So an answer that holds
    a token is never compressed. Hidden cards are sent only to the token of their seat; it is in a
    header that no other site can make a browser send, so nobody can have answers made to compare.
    """
    answer = Answer(content, headers={"Vary": "Accept-Encoding"})
    wanted = "gzip" in request.headers.get("accept-encoding", "")
    if wanted and len(answer.body) >= LEAST_PACKED:
        answer.body = gzip.compress(answer.body, PACKING, mtime=0)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.body))
    return answer


def refuse(refusal: Refusal) -> Answer:
    """Answers with a refusal."""
    headers = {}
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if refusal.status in (429, 503):
        headers["Retry-After"] = str(refusal.facts.get("retry_after", 1))
    return Answer(refusal.to_json(), refusal.status, headers)


# Every operation may be refused in these ways.
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "model": models.RefusalAnswer,
        "description": ", ".join(code for code, each in STATUS.items() if each == status),
    }
    for status in sorted({*STATUS.values()})
}


def answers(model: type[models.Answered]) -> dict[int | str, dict[str, Any]]:
    """Describes what an operation answers."""
    return {200: {"model": model, "description": model.__doc__ or ""}}


def answers_as(kind: str, what: str) -> dict[int | str, dict[str, Any]]:
    """Describes what an operation answers that is not JSON; it needs `response_class=Response`."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}, "description": what}}


# What an operation has that needs no token: without one, you are a spectator.
SPECTATORS: Final[dict[str, Any]] = {"security": [{}]}


api: Final = APIRouter()


def make_app(service: Service) -> ASGIApp:
    """Makes the app of a service, which somebody else starts and stops."""
    app = FastAPI(
        title="Kibitz table",
        version=kibitz.__version__,
        description="Play, watch, ask and replay every game of Kibitz.",
        docs_url=None,
        redoc_url=None,
        default_response_class=Answer,
        openapi_tags=TAGS,
        responses=REFUSALS,
        redirect_slashes=False,
    )
    app.state.service = service
    add_handlers(app)
    app.include_router(api)
    app.include_router(pages.router)
    app.add_api_websocket_route("/matches/{match}/live", live)
    settings = service.settings
    return Gate(app, settings, service.metrics, {RECORDS: settings.limits.record_bytes})


# Refusals.


def add_handlers(app: FastAPI) -> None:
    """Writes everything that goes wrong as a refusal."""

    @app.exception_handler(Refusal)
    async def refused(request: HttpRequest, error: Refusal) -> Answer:
        (await service_of(request)).metrics.refused(error.code)
        return refuse(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: HttpRequest, error: RequestValidationError) -> Answer:
        return await refused(request, Refusal("INVALID_REQUEST", problem_of(error.errors())))

    @app.exception_handler(StarletteHTTPException)
    async def failed(request: HttpRequest, error: StarletteHTTPException) -> Answer:
        codes = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}
        code = codes.get(error.status_code, "INVALID_REQUEST")
        message = str(error.detail)
        if error.status_code == HTTPStatus.BAD_REQUEST:  # FastAPI says no more of a body
            message = "invalid JSON: expected UTF-8, and no number with thousands of digits"
        if message == HTTPStatus(error.status_code).phrase:  # nobody has said more
            allowed = (error.headers or {}).get("Allow")
            hint = "see /openapi.json" if allowed is None else f"expected {allowed}"
            message = f"{message.lower()}: {hint}"
        answer = await refused(request, Refusal(code, message))
        answer.headers.update(error.headers or {})
        return answer


def problem_of(errors: Any) -> str:  # Any: as pydantic writes them
    """Says in a line what is wrong with a request."""
    lines = dict.fromkeys(describe_error(error) for error in errors)
    return "; ".join([*lines][:3])[:500].encode(errors="replace").decode()


def describe_error(error: Any) -> str:  # Any: as above
    """Says in words what pydantic found wrong with one field."""
    place = [str(part) for part in error["loc"]]
    if place[:1] and place[0] in PARTS:
        del place[0]
    kind, given, name = error["type"], error.get("input"), ".".join(place)
    if kind == "extra_forbidden":
        return f"unknown field {name}"
    # Below a field that takes several types, pydantic names each type in its own words.
    name = ".".join(takewhile(lambda part: not PYDANTIC_TYPE.match(part), place))
    what = decapitalised(str(error["msg"]).removeprefix("Value error, "))
    match kind:
        case "json_invalid":
            return f"invalid JSON: {decapitalised(error['ctx']['error'])}"
        case "missing" if name:
            return f"{name} is missing"
        case "missing":
            return "the body is missing: expected a JSON object such as {}"
        case "model_type" | "model_attributes_type" | "dict_type":
            what = "expected an object"
        case "string_type":
            what = "expected a text"
        case "too_long" if isinstance(given, str):
            what = f"expected at most {error['ctx']['max_length']:,} characters"
        case "too_short" if isinstance(given, str):
            what = f"expected at least {error['ctx']['min_length']} character"
    return f"{name}: {what}" if name else what


def decapitalised(text: str) -> str:
    """Returns a text that begins in lower case."""
    return text[:1].lower() + text[1:]


# Games.


@api.get("/games", tags=["games"], responses=answers(models.GamesAnswer))
async def list_games(request: HttpRequest, table: Table) -> Response:
    """List the installed games, with their options and agents."""
    found = await table.call(catalogue.list_games)
    return packed(request, {"games": [*found]})


@api.get("/games/{game}", tags=["games"], responses=answers(models.Answered))
async def describe_game(request: HttpRequest, game: GameId, table: Table) -> Response:
    """Describe a game: its options with their ranges, its agents, its decks."""
    return packed(request, await table.call(catalogue.describe_game, game))


@api.get(
    "/games/{game}/rules",
    tags=["games"],
    response_class=Response,
    responses=answers_as("text/markdown", "Markdown."),
)
async def read_rules(game: GameId, table: Table) -> Response:
    """Read the rules of a game, as Markdown."""
    text = await table.call(catalogue.rules, game)
    return Response(text, media_type="text/markdown")


@api.post("/games/{game}/advice", tags=["games"], responses=answers(models.PositionAnswer))
async def advise(
    game: GameId, asked: models.PositionRequest, table: Table, address: Address
) -> Answer:
    """Ask an agent about a position; the game may answer in the format of another program."""
    question = PositionQuestion(
        game,
        asked.position,
        asked.options,
        asked.agent,
        asked.ms,
        asked.seed,
        tuple(asked.wanted),
    )
    return Answer(await table.advise(question, address))


# Matches.


@api.post("/matches", tags=["matches"], responses=answers(models.CreatedAnswer))
async def create_match(
    asked: models.MatchRequest, table: Table, address: Address, key: SecretKey = None
) -> Answer:
    """Deal a new match."""
    shown, tokens = await table.create(
        asked.game,
        asked.options,
        wishes_of(asked),
        asked.seed,
        address,
        public=asked.public,
        watched=asked.watched,
        key=key or "",
    )
    return Answer({"match": shown, "tokens": by_name(tokens)})


def wishes_of(asked: models.SeatsRequest) -> list[SeatWish] | None:
    """Reads who is to play."""
    if asked.seats is None:
        return None
    return [SeatWish(each.kind, each.name, each.agent, each.join) for each in asked.seats]


def by_name(tokens: Mapping[int, str]) -> dict[str, str]:
    """Writes tokens by seat, as the keys of JSON are texts."""
    return {str(seat): token for seat, token in tokens.items()}


@api.get("/matches", tags=["matches"], responses=answers(models.MatchesAnswer))
async def list_matches(
    request: HttpRequest,
    table: Table,
    game: Annotated[str | None, Query(max_length=40)] = None,
    status: Annotated[str | None, Query(pattern="^(open|over)$")] = None,
    before: Annotated[str | None, Query(max_length=80)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the public matches, the last changed first."""
    return packed(request, await table.call(list_public, table, game, status, before, limit))


@api.get(
    "/matches/{match}",
    tags=["matches"],
    responses=answers(models.MatchAnswer),
    openapi_extra=SPECTATORS,
)
async def describe_match(
    request: HttpRequest, match: MatchId, token: Token, table: Table
) -> Response:
    """Describe a match."""

    def describe(authority: Authority) -> dict[str, Json]:
        return authority.describe(*authority.viewer(match, token))

    return packed(request, await table.act(match, describe, table.authority))


@api.post("/matches/{match}/seats/{seat}", tags=["matches"], responses=answers(models.JoinedAnswer))
async def join(
    match: MatchId,
    seat: Number,
    asked: models.JoinRequest,
    table: Table,
    key: SecretKey = None,
) -> Answer:
    """Take a free seat, and get its secret token."""

    def take(authority: Authority) -> dict[str, Json]:
        live, token = authority.join(match, seat, asked.name, key or "")
        return {"match": authority.describe(live, seat), "token": token}

    return Answer(await table.act(match, take, table.authority))


@api.get(
    "/matches/{match}/decision",
    tags=["matches"],
    responses=answers(models.DecisionAnswer),
    openapi_extra=SPECTATORS,
)
async def decision(request: HttpRequest, match: MatchId, token: Token, table: Table) -> Response:
    """Show the table, and the legal moves if it is your turn."""
    return packed(request, await table.act(match, table.authority.decision, match, token))


@api.get("/matches/{match}/refusals", tags=["matches"], responses=answers(models.RefusalsAnswer))
async def refusals(request: HttpRequest, match: MatchId, token: Token, table: Table) -> Response:
    """Say why pieces cannot be touched now."""
    return packed(request, await table.act(match, table.authority.refusals, match, token))


@api.post("/matches/{match}/choices", tags=["matches"], responses=answers(models.ChoicesAnswer))
async def choices(
    request: HttpRequest, match: MatchId, asked: models.ChoicesRequest, token: Token, table: Table
) -> Response:
    """Ask the next question on the way to a move, where there are too many to list."""
    choices = table.authority.choices
    return packed(request, await table.act(match, choices, match, token, asked.kind, asked.chosen))


@api.get(
    "/matches/{match}/frames",
    tags=["matches"],
    responses=answers(models.FramesAnswer),
    openapi_extra=SPECTATORS,
)
async def read_frames(
    request: HttpRequest,
    match: MatchId,
    token: Token,
    table: Table,
    after: After = 0,
    limit: Annotated[int, Query(ge=1, le=RECENT)] = RECENT,
    wait: Wait = 0.0,
    scenes: Annotated[bool, Query(description="whether with the table after each event")] = True,
) -> Response:
    """List what happened after an event, as you saw it; may wait for something to happen."""
    found = await table.frames(match, token, after, limit, wait)
    if not scenes:
        for frame in found:
            frame.pop("scene", None)
    return packed(request, {"frames": [*found]})


@api.post("/matches/{match}/moves", tags=["matches"], responses=answers(models.PlayedAnswer))
async def move(
    match: MatchId, asked: models.MoveRequest, token: Token, table: Table, key: Key = None
) -> Answer:
    """Play a move. It is stored before you get the answer."""
    said = asked.model_dump(exclude={"version"}, exclude_unset=True)

    def play(authority: Authority) -> dict[str, Json]:
        _, seq, repeated = authority.move(match, token, said, asked.version, key or "")
        return {**authority.status(match, token), "seq": seq, "repeated": repeated}

    return Answer(await table.act(match, play, table.authority))


@api.post("/matches/{match}/take-back", tags=["matches"], responses=answers(models.PlayedAnswer))
async def take_back(match: MatchId, token: Token, table: Table, key: Key = None) -> Answer:
    """Take back your last decision, or ask the others to agree."""
    return await change(table, match, token, key, table.authority.take_back)


@api.post(
    "/matches/{match}/take-back/answer",
    tags=["matches"],
    responses=answers(models.PlayedAnswer),
)
async def answer_take_back(
    match: MatchId, asked: models.AnswerRequest, token: Token, table: Table, key: Key = None
) -> Answer:
    """Answer somebody who asks to take moves back."""

    def answer(match: str, token: str, key: str) -> LiveMatch:
        return table.authority.answer_take_back(match, token, asked.agree, key)

    return await change(table, match, token, key, answer)


@api.post("/matches/{match}/resign", tags=["matches"], responses=answers(models.PlayedAnswer))
async def resign(match: MatchId, token: Token, table: Table, key: Key = None) -> Answer:
    """Give up."""
    return await change(table, match, token, key, table.authority.resign)


@api.post("/matches/{match}/rematch", tags=["matches"], responses=answers(models.RematchAnswer))
async def rematch(match: MatchId, token: Token, table: Table, address: Address) -> Answer:
    """Deal the game again for the same players, who move on by a seat; the token stays."""
    return Answer({"match": await table.rematch(match, token, address)})


async def change(
    table: Service,
    match: str,
    token: str,
    key: str | None,
    work: Callable[[str, str, str], LiveMatch],
) -> Answer:
    """Changes a match once for each key, and says how it stands."""

    def act(authority: Authority) -> dict[str, Json]:
        repeated = authority.is_known(match, token, key or "")
        work(match, token, key or "")
        return {**authority.status(match, token), "repeated": repeated}

    return Answer(await table.act(match, act, table.authority))


def list_public(
    table: Service, game: str | None, status: str | None, before: str | None, limit: int
) -> dict[str, Json]:
    """Lists public matches, page by page."""
    last: tuple[float, str] | None = None
    if before is not None:
        changed, _, match = before.partition(" ")
        try:
            last = (float(changed), match)
            if not math.isfinite(last[0]):
                raise ValueError(changed)
        except ValueError:
            raise Refusal("INVALID_REQUEST", "invalid before: expected `next` of a page") from None
    found = table.store.listing(game=game, status=status, before=last, limit=limit)
    page: list[Json] = [
        {
            "match": header.id,
            "game": header.game,
            "seats": [{"kind": seat.kind, "name": seat.name} for seat in header.seats],
            "status": standing.status,
            "seq": standing.seq,
            "created": header.created,
            "changed": standing.changed,
            "from": None if (branch := branch_of(header)) is None else branch.to_json(),
            "result": standing.result,
            "watched": header.watched,
        }
        for header, standing in found
    ]
    more = f"{found[-1][1].changed!r} {found[-1][0].id}" if len(found) == limit else None
    return {"matches": page, "next": more}


# Advice.


@api.post(
    "/matches/{match}/advice",
    tags=["matches"],
    status_code=202,
    responses={
        202: {"model": models.AdviceAnswer, "description": models.AdviceAnswer.__doc__ or ""}
    },
    openapi_extra=SPECTATORS,
)
async def ask(
    match: MatchId, asked: models.AdviceRequest, token: Token, table: Table, address: Address
) -> Answer:
    """Ask an agent. The answer can be fetched, and is sent to your WebSocket."""
    wish = AdviceWish(asked.agent, asked.ms, tuple(asked.wanted), asked.ply, asked.seat)
    return Answer(await table.ask(match, token, wish, address), 202)


@api.get(
    "/matches/{match}/advice/{advice}",
    tags=["matches"],
    responses=answers(models.AdviceAnswer),
    openapi_extra=SPECTATORS,
)
async def read_advice(
    request: HttpRequest,
    match: MatchId,
    advice: MatchId,
    token: Token,
    table: Table,
    wait: Wait = 0.0,
) -> Response:
    """Fetch the answer of an agent; may wait for it."""
    return packed(request, await table.advice(match, token, advice, wait))


@api.delete(
    "/matches/{match}/advice/{advice}",
    tags=["matches"],
    responses=answers(models.AdviceAnswer),
    openapi_extra=SPECTATORS,
)
async def cancel_advice(match: MatchId, advice: MatchId, token: Token, table: Table) -> Answer:
    """Stop thinking."""
    return Answer(table.cancel_advice(match, token, advice))


# Records.


@api.get(
    "/matches/{match}/record",
    tags=["records"],
    response_class=Response,
    responses=answers_as(RECORD_TYPE, "Lines of JSON."),
    openapi_extra=SPECTATORS,
)
async def record(match: MatchId, token: Token, table: Table) -> Response:
    """Download the record of a match that is over."""
    text = await table.act(match, table.authority.record, match, token)
    name = f'attachment; filename="{match}.jsonl"'
    return Response(text, media_type=RECORD_TYPE, headers={"Content-Disposition": name})


@api.post(
    RECORDS,
    tags=["records"],
    responses=answers(models.MatchAnswer),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {RECORD_TYPE: {"schema": {"type": "string"}}},
        }
    },
)
async def import_record(
    request: HttpRequest,
    table: Table,
    address: Address,
    public: Annotated[bool, Query(description="whether the match is listed")] = False,
) -> Answer:
    """Store a record, to replay it."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refusal("INVALID_RECORD", "the record is not UTF-8") from None
    return Answer(await table.import_record(text, address, public=public))


@api.get(
    "/matches/{match}/plies/{ply}",
    tags=["records"],
    responses=answers(models.PlyAnswer),
    openapi_extra=SPECTATORS,
)
async def read_ply(
    request: HttpRequest,
    match: MatchId,
    ply: Number,
    token: Token,
    table: Table,
    seat: Annotated[
        int | None,
        Query(ge=-1, le=16, description="whose view, once it is over; -1 for spectators"),
    ] = None,
    moves: Annotated[
        bool, Query(description="whether to list the legal moves, once it is over")
    ] = False,
) -> Response:
    """Show the table after so many moves."""
    found = await table.act(match, table.authority.ply, match, token, ply, seat, moves)
    return packed(request, found)


@api.get(
    "/matches/{match}/plies/{ply}/position",
    tags=["records"],
    responses=answers(models.WrittenPositionAnswer),
    openapi_extra=SPECTATORS,
)
async def read_position(
    request: HttpRequest,
    match: MatchId,
    ply: Number,
    token: Token,
    table: Table,
    seat: Annotated[
        int | None, Query(ge=0, le=16, description="who knows it, once the match is over")
    ] = None,
) -> Response:
    """Write what a seat knew after so many moves, as the game writes positions."""
    return packed(
        request, await table.act(match, table.authority.position, match, token, ply, seat)
    )


@api.post(
    "/matches/{match}/plies/{ply}/match",
    tags=["records"],
    responses=answers(models.CreatedAnswer),
    openapi_extra=SPECTATORS,
)
async def play_on(
    match: MatchId,
    ply: Number,
    asked: models.SeatsRequest,
    token: Token,
    table: Table,
    address: Address,
    key: SecretKey = None,
) -> Answer:
    """Play on from here, once the match is over: a new match with the same cards."""
    shown, tokens = await table.play_on(
        match,
        token,
        ply,
        wishes_of(asked),
        address,
        public=asked.public,
        watched=asked.watched,
        key=key or "",
    )
    return Answer({"match": shown, "tokens": by_name(tokens)})


# The Pokémon TCG by actions.


@api.post("/pokemon/matches", tags=["pokemon"], responses=answers(models.PokemonCreated))
async def create_pokemon(
    asked: models.PokemonRequest, table: Table, address: Address, key: SecretKey = None
) -> Answer:
    """Make a match of two players with decks."""
    given = (asked.decks, asked.players, asked.seed, asked.options)
    return Answer(await table.create_pokemon(*given, address, key or ""))


@api.get("/pokemon/matches/{match}", tags=["pokemon"], responses=answers(models.Answered))
async def view_pokemon(match: MatchId, token: Token, table: Table) -> Answer:
    """Show what a player sees."""
    return Answer(await table.call(table.pokemon.view, match, token))


@api.get(
    "/pokemon/matches/{match}/actions",
    tags=["pokemon"],
    responses=answers(models.ActionsAnswer),
)
async def list_actions(match: MatchId, token: Token, table: Table) -> Answer:
    """List what a player can do."""
    found = await table.call(table.pokemon.legal_actions, match, token)
    return Answer({"actions": found})


@api.post(
    "/pokemon/matches/{match}/actions",
    tags=["pokemon"],
    responses=answers(models.PokemonPlayed),
)
async def execute_action(
    match: MatchId,
    action: Annotated[models.ObjectDocument, Body()],
    token: Token,
    table: Table,
    key: Key = None,
) -> Answer:
    """Carry out an action of a player: an `ExecuteActionDto`."""
    return Answer(await table.call(table.pokemon.execute, match, token, action, key or ""))


@api.post(
    "/pokemon/matches/{match}/ai-action", tags=["pokemon"], responses=answers(models.Answered)
)
async def generate_action(
    match: MatchId,
    asked: models.PokemonAgentRequest,
    token: Token,
    table: Table,
    address: Address,
) -> Answer:
    """Let an agent choose the next action of a player; it is not carried out."""
    return Answer(await table.pokemon_action(match, token, asked.agent, asked.ms, address))


# Results of tournaments.


@api.get("/arena/results", tags=["arena"], responses=answers(models.ResultsAnswer))
async def list_results(request: HttpRequest, table: Table) -> Response:
    """List the tournaments in the folder of results."""
    return packed(request, await table.list_results())


@api.post("/arena/results", tags=["arena"], responses=answers(models.ResultAnswer))
async def start_tournament(asked: models.TournamentRequest, table: Table) -> Answer:
    """Start a small tournament; its result can be read while it is played."""
    wish = Wish(asked.game, asked.agents, asked.deals, asked.options, asked.seed)
    return Answer(await table.start_tournament(wish))


@api.get("/arena/results/{name}", tags=["arena"], responses=answers(models.ResultAnswer))
async def read_result(
    request: HttpRequest, name: ResultName, table: Table, part: Part = ""
) -> Response:
    """Read the result of a tournament: ratings, scores, intervals."""
    return packed(request, await table.result(name, part))


@api.post("/arena/results/{name}/stop", tags=["arena"], responses=answers(models.ResultAnswer))
async def stop_tournament(name: ResultName, table: Table) -> Answer:
    """Stop a tournament that somebody has started here; what was played is kept."""
    return Answer(await table.stop_tournament(name))


@api.get("/arena/results/{name}/games", tags=["arena"], responses=answers(models.Answered))
async def list_result_games(
    name: ResultName,
    table: Table,
    start: Annotated[int, Query(ge=0, le=models.MOST, description="the `next` of a page")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    part: Part = "",
) -> Answer:
    """List the games of a tournament, page by page."""
    read = results.list_result_games
    return Answer(await table.call(read, table.settings.results, name, start, limit, part))


@api.get(
    "/arena/results/{name}/games/{number}/record",
    tags=["arena"],
    response_class=Response,
    responses=answers_as(RECORD_TYPE, "Lines of JSON."),
)
async def read_game_record(
    name: ResultName, number: Number, table: Table, address: Address, part: Part = ""
) -> Response:
    """Read the record of one game; its agents may have to play it again."""
    text = await table.result_record(name, number, part, address)
    return Response(text, media_type=RECORD_TYPE)


# Slay the Spire beside the game.


@api.get("/spire/live", tags=["spire"], responses=answers(models.SpireAnswer))
async def watch_spire(
    table: Table,
    after: Annotated[
        int, Query(ge=0, le=models.LARGEST, description="the `number` that you have seen")
    ] = 0,
    wait: Wait = 0.0,
) -> Answer:
    """Show what the client of Slay the Spire on this machine sees and plays; may wait for news."""
    return Answer(await table.spire(after, wait))


# Operation.


@api.get("/health", tags=["operation"], responses=answers(models.HealthAnswer))
async def health() -> Answer:
    """Say that the process runs."""
    return Answer({"status": "ok", "version": kibitz.__version__})


@api.get("/ready", tags=["operation"], responses=answers(models.HealthAnswer))
async def ready(table: Table) -> Answer:
    """Say whether requests can be answered: the store answers and agents can think."""
    if not table.ready:
        raise Refusal("SHUTTING_DOWN", "the server is starting or stopping")
    await table.call(table.store.check)
    return Answer({"status": "ready", "version": kibitz.__version__})


@api.get(
    "/metrics",
    tags=["operation"],
    response_class=Response,
    responses=answers_as("text/plain", "One figure in each line."),
)
async def read_metrics(table: Table) -> Response:
    """Read the metrics, for Prometheus."""
    if not table.settings.metrics:
        raise HTTPException(404, "metrics are off")
    body, kind = await table.call(table.metrics.render)
    return Response(body, media_type=kind)


# Watching.


async def live(socket: WebSocket, match: str) -> None:
    """Sends a watcher everything that happens in a match.

    The first message says who it is (`models.WatchRequest`); after that, nothing more is expected.
    """
    service: Service = socket.app.state.service
    await socket.accept()
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = models.WatchRequest.model_validate_json(await socket.receive_text())
        if not MATCH_ID.fullmatch(match):  # it may be a token by mistake, and is not repeated
            raise Refusal("MATCH_NOT_FOUND", "there is no such match")
        await send_all(socket, service, match, hello)
        await socket.close(CLOSE_RESTART, "the server is about to stop")
    except WebSocketDisconnect:
        pass
    except (ValidationError, TimeoutError, KeyError) as error:
        problem = "expected a first message such as {}"
        if isinstance(error, ValidationError):
            problem = problem_of(error.errors())
        await turn_away(socket, Refusal("INVALID_REQUEST", problem))
    except Refusal as refusal:
        service.metrics.refused(refusal.code)
        await turn_away(socket, refusal)


async def send_all(
    socket: WebSocket, service: Service, match: str, hello: models.WatchRequest
) -> None:
    """Sends what happens until the service stops, or the watcher leaves or says something.

    Raises:
        Refusal: if the watcher may not watch, or says something.
        WebSocketDisconnect: if it leaves.
    """
    listening = asyncio.ensure_future(socket.receive())
    texts = service.watch(match, hello.token, hello.after)
    sending = asyncio.ensure_future(pass_on(socket, texts))
    try:
        await asyncio.wait([listening, sending], return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
        elif listening.result()["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        else:
            raise Refusal("INVALID_REQUEST", "nothing is expected after the first message")
    finally:
        for task in (listening, sending):
            task.cancel()
        await asyncio.gather(listening, sending, return_exceptions=True)


async def pass_on(socket: WebSocket, texts: AsyncGenerator[str, None]) -> None:
    """Sends texts over a WebSocket."""
    async with aclosing(texts) as messages:
        async for text in messages:
            await socket.send_text(text)


async def turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Sends a refusal and closes a WebSocket."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.send_text(json.dumps({"type": "refusal", **refusal.to_json()}))
            await socket.close(CLOSE_REFUSED + refusal.status, refusal.code)
