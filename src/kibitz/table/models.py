"""The documents of the API: what is sent to the table, and what it answers.

Requests are read strictly: an unknown field, a number as text or a text as number is refused.
Answers are only described here, for the OpenAPI document; they are not checked again when they are
sent.
"""

import math
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

# How deep a document may be nested.
DEEPEST: Final = 32
LARGEST: Final = 2**53
# The largest number of an event, a seat or a ply.
MOST: Final = 2**31 - 1


def check_whole(value: object) -> object:
    """Refuses what is not a whole number: `true`, `"3"`, 3.5."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("expected a whole number")
    return value


def check_flag(value: object) -> object:
    """Refuses what is not true or false: 1, `"yes"`."""
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


def check_json(value: object, depth: int = 0) -> object:
    """Refuses a document with something that JSON does not have, or that is nested too deeply."""
    if depth > DEEPEST:
        raise ValueError(f"expected at most {DEEPEST} levels of lists and objects")
    if isinstance(value, Mapping):
        for key, each in value.items():
            check_json(key, depth)
            check_json(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            check_json(each, depth + 1)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("expected numbers of JSON, which has no NaN and no Infinity")
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError(f"expected numbers from {-LARGEST} to {LARGEST}")
    elif isinstance(value, str):
        check_text(value)
    return value


def check_text(value: object) -> object:
    """Refuses half of a surrogate pair, which cannot be written as UTF-8."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("expected text without half of a surrogate pair") from None
    return value


def check_name(value: object) -> object:
    """Refuses a name with characters that cannot be seen."""
    if isinstance(value, str) and not value.isprintable():
        raise ValueError("expected printable characters")
    return check_text(value)


def check_person(value: object) -> object:
    """Returns the name of a person without blanks around it; blanks alone are no name."""
    named = check_name(value)
    return named.strip() if isinstance(named, str) else named


# A range stands before the function that reads the value: the other way round, the OpenAPI document
# would not have it.
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST), BeforeValidator(check_whole)]
Natural = Annotated[int, Field(ge=0, le=MOST), BeforeValidator(check_whole)]
Flag = Annotated[bool, BeforeValidator(check_flag)]
# Any: checked by hand, because pydantic takes NaN and any depth.
Document = Annotated[Any, BeforeValidator(check_json)]
ObjectDocument = Annotated[dict[str, Any], BeforeValidator(check_json)]
Name = Annotated[str, BeforeValidator(check_name), StringConstraints(max_length=40, strict=True)]
PersonName = Annotated[
    str, BeforeValidator(check_person), StringConstraints(max_length=40, strict=True)
]
Spec = Annotated[str, BeforeValidator(check_name), StringConstraints(max_length=300, strict=True)]
Typed = Annotated[
    str, BeforeValidator(check_text), StringConstraints(max_length=2_000, strict=True)
]
DeckText = Annotated[
    str, BeforeValidator(check_text), StringConstraints(max_length=20_000, strict=True)
]
SeedText = Annotated[
    str, BeforeValidator(check_name), StringConstraints(min_length=1, max_length=100, strict=True)
]
Seed = Annotated[Whole | SeedText, Field(union_mode="left_to_right")]
Options = Annotated[dict[str, Any], Field(max_length=30), BeforeValidator(check_json)]
Milliseconds = Annotated[int, Field(ge=1, le=600_000), BeforeValidator(check_whole)]


class Request(BaseModel):
    """A document that is sent to the table."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# Requests.


class SeatRequest(Request):
    """Who is to play a seat."""

    kind: Literal["person", "agent"] = Field(description="who plays the seat")
    name: PersonName = Field("", description="the name that others see")
    agent: Spec = Field("", description="the agent; empty for the opponent of the game")
    join: Flag = Field(False, description="whether you take this seat and get its token")

    @model_validator(mode="after")
    def check_kind(self) -> Self:
        """Refuses what only the other kind of player has, instead of leaving it out."""
        if self.kind == "person" and self.agent:
            raise ValueError("a person has no agent: expected the kind agent")
        if self.kind == "agent" and self.join:
            raise ValueError("nobody joins the seat of an agent: expected the kind person")
        return self


class SeatsRequest(Request):
    """Who is to play a match that goes on from another one, and who may watch.

    Without `seats` you take the seat that must decide, and play against the opponent of the game.
    """

    seats: list[SeatRequest] | None = Field(None, max_length=16, description="one for each seat")
    public: Flag = Field(False, description="whether the match is listed")
    watched: Flag = Field(True, description="whether spectators may watch")


class MatchRequest(SeatsRequest):
    """A new match. Without `seats` you take seat 0 and play against the opponent of the game."""

    game: Name = Field(description="the id of the game", examples=["jaipur"])
    options: Options = Field({}, description="options of the game", examples=[{}])
    seed: Seed | None = Field(
        None, description="deals the same cards again; only with one person at the table"
    )


class JoinRequest(Request):
    """A person takes a seat."""

    name: PersonName = Field("", description="the name that others see")


class MoveRequest(Request):
    """A move, in one of four forms.

    `number` is the place of the move in the list of the decision. `text` is the move as typed,
    `move` the move as JSON. `kind` and `groups` choose from a range: so many pieces of the table.
    """

    version: Natural = Field(description="the version of the position that you saw")
    number: Natural | None = Field(None, description="the place in the list of moves, from 0")
    text: Typed | None = Field(None, description="the move as it is typed")
    move: Document = Field(None, description="the move as JSON")
    kind: Name | None = Field(None, description="the kind of a range")
    groups: list[Name] | None = Field(None, max_length=500, description="the chosen pieces")


class ChoicesRequest(Request):
    """The answers so far on the way to a move."""

    kind: Name = Field(description="the id of the kind of move")
    chosen: list[Natural | list[Natural]] = Field(
        default_factory=list[int | list[int]],
        max_length=50,
        description="for each question the place of the answer, or a list of places",
    )


class AnswerRequest(Request):
    """An answer to somebody who asks to take moves back."""

    agree: Flag


class AdviceRequest(Request):
    """A question about the decision of a match."""

    agent: Spec = Field("", description="the agent; empty for the adviser of the game")
    ms: Milliseconds = Field(1000, description="how long it may think")
    wanted: list[Typed] = Field(
        default_factory=list[str], max_length=20, description="moves that must be among the options"
    )
    ply: Natural | None = Field(None, description="after so many moves, once the match is over")
    seat: Natural | None = Field(None, description="whose decision, once the match is over")


class PositionRequest(Request):
    """A question about a position without a match."""

    position: Document = Field(description="the position, as the game writes it")
    options: Options = Field({}, description="options of the game")
    agent: Spec = Field("", description="the agent; empty for the adviser of the game")
    ms: Milliseconds | None = Field(None, description="how long it may think")
    seed: Seed | None = Field(None, description="makes an agent without a clock repeatable")
    wanted: list[Typed] = Field(
        default_factory=list[str], max_length=20, description="moves that must be among the options"
    )


class PokemonRequest(Request):
    """A match of the Pokémon TCG that is played by actions."""

    decks: list[DeckText] = Field(
        min_length=2, max_length=2, description="theme decks, or lists of cards"
    )
    players: list[Name] = Field(
        default_factory=lambda: ["player1", "player2"], min_length=2, max_length=2
    )
    seed: Seed | None = Field(None, description="where all chance comes from")
    options: Options = Field({}, description="options of the rules")


class PokemonAgentRequest(Request):
    """A question for the next action of a player."""

    agent: Spec = Field("generator", min_length=1, description="the agent")
    ms: Milliseconds | None = Field(None, description="how long it may think; null for no clock")


class TournamentRequest(Request):
    """A tournament: every deal is played from every seat."""

    game: Name = Field(description="the id of the game", examples=["leduc"])
    agents: list[Spec] = Field(
        min_length=1,
        max_length=8,
        description="the agents; an empty text is the opponent of the game",
        examples=[["greedy", "random"]],
    )
    deals: Annotated[int, Field(ge=1, le=MOST), BeforeValidator(check_whole)] = Field(
        20, description="how many deals there are"
    )
    options: Options = Field({}, description="options of the game", examples=[{}])
    seed: Seed | None = Field(None, description="plays the same tournament again")


class WatchRequest(Request):
    """The first message on a WebSocket: who watches, and from where on."""

    token: Annotated[str, StringConstraints(max_length=100, strict=True)] = ""
    after: Natural | None = Field(None, description="the last event that you have seen")


# Answers.


class Answered(BaseModel):
    """A document that the table answers with; more fields may come with later versions."""

    model_config = ConfigDict(extra="allow")


class Problem(Answered):
    """Why a request was refused."""

    code: str = Field(description="one code for each kind of refusal")
    message: str = Field(description="a sentence for people")


class RefusalAnswer(Answered):
    """A refusal: nothing has changed."""

    error: Problem


class SeatAnswer(Answered):
    """Who plays a seat."""

    seat: int
    kind: Literal["person", "agent"]
    name: str
    agent: str
    taken: bool


class SourceAnswer(Answered):
    """Where a match goes on from another one."""

    match: str
    ply: int = Field(description="how many moves of that match it begins with")


class MatchAnswer(Answered):
    """What everybody may know about a match."""

    match: str
    game: str
    options: dict[str, Any]
    seats: list[SeatAnswer]
    you: int | None = Field(description="your seat")
    seq: int = Field(description="the number of the last event")
    version: int = Field(description="the version of the position; name it with your move")
    ply: int = Field(description="how many moves have been played")
    turn: int | None = Field(description="the seat that must decide; null when it is over")
    over: bool
    result: dict[str, Any] | None
    public: bool
    watched: bool
    created: float
    source: SourceAnswer | None = Field(
        alias="from", description="the match that it goes on from, whose cards come again"
    )
    rematch: str = Field(description="the id of the rematch; empty if there is none")


class CreatedAnswer(Answered):
    """A new match, and the secret tokens of the seats that are yours."""

    match: MatchAnswer
    tokens: dict[str, str] = Field(description="by seat; send one as `Authorization: Bearer`")


class JoinedAnswer(Answered):
    """The secret token of a seat that you have taken."""

    match: MatchAnswer
    token: str


class MoveAnswer(Answered):
    """A legal move, or a range of them, in a list."""

    kind: str
    verb: str
    touches: list[Any] = Field(description="groups of the scene with counts, in pointing order")


class DecisionAnswer(Answered):
    """The table as you see it, and what you may do."""

    match: str
    seq: int
    version: int
    seat: int | None
    turn: int | None
    over: bool
    result: dict[str, Any] | None
    asked: dict[str, Any] | None = Field(description="who asks to take moves back")
    scene: dict[str, Any]
    moves: list[MoveAnswer]
    steps: list[str] = Field(description="kinds with too many moves; ask for choices")


class RefusalsAnswer(Answered):
    """Why pieces cannot be touched, by group."""

    version: int
    refusals: dict[str, Problem | dict[str, Any]]


class ChoicesAnswer(Answered):
    """The next question, or the move that is complete."""

    complete: bool


class FrameAnswer(Answered):
    """One event, as you saw it."""

    seq: int
    version: int
    kind: str
    seat: int
    text: str = Field(description="what happened, in words")
    news: list[str]
    scene: dict[str, Any] | None = Field(None, description="the table; left out without `scenes`")
    over: bool


class FramesAnswer(Answered):
    """What happened after an event, one by one."""

    frames: list[FrameAnswer]


class PlayedAnswer(Answered):
    """What a request has done to a match."""

    match: str
    seq: int
    version: int
    turn: int | None
    over: bool
    result: dict[str, Any] | None
    asked: dict[str, Any] | None
    repeated: bool = Field(description="whether an earlier request with this key had done it")


class RematchAnswer(Answered):
    """The match to go on with; your token is valid there, too."""

    match: MatchAnswer


class PlyAnswer(Answered):
    """The table after so many moves."""

    ply: int
    plies: int
    seat: int | None
    turn: int | None
    scene: dict[str, Any]
    text: str
    moves: list[MoveAnswer] | None = Field(
        None, description="with `moves`, after the end: what the seat on turn could do"
    )


class WrittenPositionAnswer(Answered):
    """What a seat knew after so many moves, as the game writes positions."""

    game: str
    options: dict[str, Any]
    ply: int
    seat: int
    turn: int | None
    position: dict[str, Any] = Field(description="send it to `POST /games/{game}/advice`")


class AdviceAnswer(Answered):
    """A question of advice: how far it is, and the answer."""

    id: str
    state: Literal["thinking", "done", "failed", "cancelled"]
    wanted: list[str] = Field(description="the wanted moves, as the game writes them")


class PositionAnswer(Answered):
    """Advice for a position."""

    game: str
    seat: int
    agent: str
    package: str
    advice: dict[str, Any]
    seconds: float
    action: Any = Field(description="what to send to the program that the game is played in")
    note: str


class ListedAnswer(Answered):
    """A match of the list."""

    match: str
    game: str
    seats: list[dict[str, Any]]
    status: Literal["open", "over"]
    seq: int
    created: float
    changed: float
    source: SourceAnswer | None = Field(
        alias="from", description="the match that it goes on from, whose cards come again"
    )
    result: dict[str, Any] | None


class MatchesAnswer(Answered):
    """Public matches, the last changed first."""

    matches: list[ListedAnswer]
    next: str | None = Field(description="where the next page begins; null on the last one")


class GamesAnswer(Answered):
    """The installed games."""

    games: list[dict[str, Any]]


class PokemonCreated(Answered):
    """A new match that is played by actions, and the token of each player."""

    match: str
    tokens: dict[str, str]


class PokemonPlayed(Answered):
    """What an action has done."""

    seq: int
    entry: dict[str, Any]
    view: dict[str, Any]
    repeated: bool


class ActionsAnswer(Answered):
    """What a player can do."""

    actions: list[Any]


class ResultAnswer(Answered):
    """A result of the arena, and whether this server plays it now."""

    name: str
    kind: str
    running: bool
    failure: str | None = Field(description="why this server could not play it to its end")


class ResultsAnswer(Answered):
    """Results of the arena, the newest first, and what may be started."""

    results: list[dict[str, Any]]
    tournaments: int = Field(description="how many may be played at a time; 0 for none")
    most_games: int = Field(description="how many games one may have")


class SpireAnswer(Answered):
    """Where the run of the client on this machine stands."""

    state: Literal["off", "waiting", "live", "ended", "damaged"] = Field(
        description="whether the server shows it, and whether there is a session"
    )
    number: int = Field(description="grows with every change; send it as `after`")


class HealthAnswer(Answered):
    """Whether the server runs."""

    status: str
    version: str
