"""What is stored: a match is its header and its events, and its standing is a summary of them."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from kibitz.core.value import Json

SeatKind = Literal["person", "agent"]
Status = Literal["open", "over"]


class Seat(NamedTuple):
    """Who plays a seat.

    Attributes:
        kind: `person` or `agent`.
        name: what others see.
        agent: how to make the agent, such as `mcts:iterations=200`; empty for a person.
        package: the package and version of the agent; empty for a person.
    """

    kind: SeatKind
    name: str
    agent: str = ""
    package: str = ""


class Header(NamedTuple):
    """What is known when a match begins, and never changes.

    Attributes:
        id: the id of the match.
        game: the id of the game.
        options: the options the game was made with.
        rules: the version of the rules.
        seed: the seed; a secret while the match is open.
        seats: who plays, by seat.
        public: whether the match is listed.
        watched: whether spectators are allowed.
        created: when the match was created, in seconds since 1970.
        origin: empty for a match of the table, `record` for an imported one, `rematch:ID`,
            `ply:ID:PLY` for one that goes on from a replay, or `pokemon`.
    """

    id: str
    game: str
    options: dict[str, Json]
    rules: int
    seed: int | str
    seats: list[Seat]
    public: bool
    watched: bool
    created: float
    origin: str = ""


class Event(NamedTuple):
    """One thing that happened in a match.

    Attributes:
        seq: its number in the match, from 1.
        kind: what happened.
        seat: who did it; -1 for nobody.
        body: the rest, as JSON.
        hash: the fingerprint of the state after it.
        at: when, in seconds since 1970.
        key: the idempotency key of the request, unique in the match; empty without one.
    """

    seq: int
    kind: str
    seat: int
    body: dict[str, Json]
    hash: str
    at: float
    key: str = ""


class Standing(NamedTuple):
    """How a match stands after its last event.

    Attributes:
        seq: the number of the last event, 0 without any.
        status: `open` or `over`.
        due: whether an agent must act next.
        result: the result as JSON; None while the match is open.
        changed: when it last changed, in seconds since 1970.
    """

    seq: int
    status: Status
    due: bool
    result: dict[str, Json] | None
    changed: float


class NewMatch(NamedTuple):
    """A match that is to be stored.

    Attributes:
        header: its header.
        tokens: the token hashes of its seats.
        events: its first events.
        standing: how it stands after them.
    """

    header: Header
    tokens: Mapping[int, str]
    events: Sequence[Event]
    standing: Standing
