"""One match in memory: what follows from its header and its events."""

import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kibitz.agents.registry import read_spec
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import KibitzError, RuleError
from kibitz.core.game import SPECTATOR, Game
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.core.record import PlayedMove, TakenBack
from kibitz.core.value import Json
from kibitz.table import frames
from kibitz.table.frames import Happening, Listing
from kibitz.table.refusal import Refusal
from kibitz.table.stored import Event, Header, Seat, Standing

PERSON: Final = "person"
AGENT: Final = "agent"
# How many events of a match are kept; older ones are read from the store if somebody asks.
RECENT: Final = 32
RESIGNED: Final = "resigned"
ABANDONED: Final = "abandoned"
# In how many worlds a move is tried to see what it revealed.
WORLDS: Final = 4
# How the origin of a match begins that goes on from another one.
BRANCHED: Final = "ply:"

log = logging.getLogger(__name__)


class Asked(NamedTuple):
    """A request to take moves back that other people must agree to."""

    seat: int
    to: int
    agreed: frozenset[int]


class Branch(NamedTuple):
    """Where a match goes on from another one, which is over.

    Attributes:
        match: the other match.
        ply: how many of its moves this match begins with.
    """

    match: str
    ply: int

    @property
    def origin(self) -> str:
        """How a header says it."""
        return f"{BRANCHED}{self.match}:{self.ply}"

    def to_json(self) -> dict[str, Json]:
        """Writes it for everybody."""
        return {"match": self.match, "ply": self.ply}


def branch_of(header: Header) -> Branch | None:
    """Returns where a match goes on from; None if it began with a deal of its own."""
    if not header.origin.startswith(BRANCHED):
        return None
    match, _, ply = header.origin.removeprefix(BRANCHED).rpartition(":")
    return Branch(match, int(ply))


class Noted(NamedTuple):
    """One of the latest events. What viewers saw of it follows from the states of the match.

    Attributes:
        seq: its number.
        version: the version of the position afterwards.
        kind: what kind of event.
        seat: whose it is; -1 for nobody's.
        move: the move; None for other events.
        text: what other events say, the same for everybody.
        ply: how many moves had been played after it.
        over: whether the match was over then.
        result: how it ended.
    """

    seq: int
    version: int
    kind: str
    seat: int
    move: Move[Any] | None
    text: str
    ply: int
    over: bool
    result: dict[str, Json] | None

    @property
    def ply_before(self) -> int:
        """How many moves had been played before it."""
        return self.ply if self.move is None else self.ply - 1


class LiveMatch:
    """A match in memory: the state that follows from its header and its events.

    Attributes:
        header: what never changes.
        engine: the state, and all states before it.
        seats: who plays now; an agent that failed was replaced.
        seq: the number of the last event.
        version: the number of the last event that changed the position.
        result: how the match ended; None while it is open.
        asked: a request to take moves back that waits for answers.
        taken_back: what was taken back, the earliest first.
        following: the id of the rematch; empty if there is none.
        keys: the numbers of the events by idempotency key.
        failed: the names of agents that have failed.
        first: how many moves it began with; these cannot be taken back.
        recent: the latest events, without a gap.
    """

    def __init__(self, header: Header, game: Game[Any, Any]) -> None:  # Any: known by name only
        """Deals the match as it was dealt when it was created."""
        names = [seat.name for seat in header.seats]
        self.header: Final = header
        self.engine: Final = RuleEngine(game, seed=header.seed, names=names)
        self.seats: Final = [*header.seats]
        self.seq = 0
        self.version = 0
        self.result: dict[str, Json] | None = None
        self.asked: Asked | None = None
        self.taken_back: Final[list[TakenBack]] = []
        self.following = ""
        self.keys: Final[dict[str, int]] = {}
        self.failed: Final[set[str]] = set()
        branch = branch_of(header)
        self.first: Final = 0 if branch is None else branch.ply
        self.recent: Final[deque[Noted]] = deque(maxlen=RECENT)
        # By ply and viewer, of this position and the one before, if anybody has looked.
        self._views: Final[dict[tuple[int, int], Any]] = {}
        self._listing: tuple[int, Listing] = (-1, Listing([], []))

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.engine.game

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self.result is not None

    def people(self) -> list[int]:
        """Lists the seats of people."""
        return [at for at, seat in enumerate(self.seats) if seat.kind == PERSON]

    def viewers(self) -> list[int]:
        """Lists who may be told what happens: people, and spectators where they are allowed."""
        watching = [SPECTATOR] if self.header.watched else []
        return [*self.people(), *watching]

    def view(self, viewer: int) -> Any:
        """Returns what a viewer sees now; do not change it."""
        return self.views(viewer, [self.engine.ply])[self.engine.ply]

    def views(self, viewer: int, plies: Collection[int]) -> dict[int, Any]:
        """Returns what a viewer saw after so many moves each, by ply; do not change it."""
        now = self.engine.ply
        found = {ply: self._views[ply, viewer] for ply in plies if (ply, viewer) in self._views}
        missing = {*plies} - {*found}
        twin = self.engine.fork() if missing - {now} else self.engine
        while missing:
            if twin.ply in missing:
                found[twin.ply] = twin.view(viewer)
                missing.discard(twin.ply)
                if twin.ply >= now - 1:
                    self._views[twin.ply, viewer] = found[twin.ply]
            elif not twin.undo():
                raise ValueError(f"there is no ply {min(missing)} of match {self.header.id}")
        return found

    def happenings(self, after: int, viewers: Collection[int]) -> list[Happening]:
        """Returns those of the latest events that came after one, as viewers saw them."""
        noted = [each for each in self.recent if each.seq > after]
        plies = {ply for each in noted for ply in (each.ply_before, each.ply)}
        seen = {viewer: self.views(viewer, plies) for viewer in viewers}
        return [
            Happening(
                each.seq,
                each.version,
                each.kind,
                each.seat,
                each.move,
                each.text,
                {viewer: seen[viewer][each.ply_before] for viewer in viewers},
                {viewer: seen[viewer][each.ply] for viewer in viewers},
                each.over,
                each.result,
            )
            for each in noted
        ]

    def listing(self) -> Listing:
        """Returns the legal moves of the seat that must decide; listed once for each version."""
        if self._listing[0] != self.version:
            found = Listing([], [])
            if not self.over:
                found = frames.list_moves(self.engine, self.engine.seat)
            self._listing = (self.version, found)
        return self._listing[1]

    def due(self) -> bool:
        """Tells whether an agent must act next."""
        return not self.over and self.seats[self.engine.seat].kind == AGENT

    def standing(self, at: float) -> Standing:
        """Returns the summary that the store keeps."""
        return Standing(self.seq, "over" if self.over else "open", self.due(), self.result, at)

    # What events do.

    def apply(self, event: Event) -> None:
        """Carries out an event that was checked before or comes from the store.

        Raises:
            Refusal: if it cannot be carried out, because the rules have changed.
        """
        text, move = APPLY[event.kind](self, event)
        self.seq = event.seq
        if event.key:
            self.keys[event.key] = event.seq
        if event.kind in MOVING:
            self.version = event.seq
            self.asked = None
        outcome = self.engine.outcome if event.kind == "move" else None
        if outcome is not None:
            self.result = {
                "reason": outcome.reason,
                "winner": outcome.winner,
                "returns": [*outcome.returns],
            }
        ply = self.engine.ply
        self.recent.append(
            Noted(
                self.seq,
                self.version,
                event.kind,
                event.seat,
                move,
                text,
                ply,
                self.over,
                self.result,
            )
        )
        for known in [known for known in self._views if known[0] < ply - 1]:
            del self._views[known]

    def apply_move(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Plays a move.

        What the rules have against it is only logged: it may name hidden cards.
        """
        try:
            move = self.game.move_from_json(event.body["move"])
            done = self.engine.execute(move, event.seat)
            if done.error is not None:
                raise RuleError(done.error.reason)
        except KibitzError as error:
            what = f"event {event.seq} cannot be carried out"
            log.warning("match %s: %s: %s", self.header.id, what, error)
            raise changed_rules(self.header, what) from error
        if event.hash and self.engine.state_hash != event.hash:
            raise changed_rules(self.header, f"event {event.seq} leads to another state")
        return "", move

    def apply_back(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Takes moves back."""
        to = event.body["to"]
        assert isinstance(to, int)
        taken: list[str] = []
        while self.engine.ply > to:
            taken.insert(0, str(self.engine.history[-1][1]))
            self.engine.undo()
        self.taken_back.append(TakenBack(to, taken))
        # The states that they led to are gone.
        self.recent.clear()
        self._views.clear()
        moves = "a move" if len(taken) == 1 else f"{len(taken)} moves"
        return f"takes back {moves}", None

    def apply_asked(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Asks the other people to agree."""
        to = event.body["to"]
        assert isinstance(to, int)
        self.asked = Asked(event.seat, to, frozenset([event.seat]))
        return "asks to take back", None

    def apply_answered(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Notes an answer to the request to take back."""
        agrees = event.body["agree"] is True
        if self.asked is not None:
            agreed = self.asked.agreed | {event.seat}
            self.asked = self.asked._replace(agreed=agreed) if agrees else None
        return "agrees" if agrees else "does not agree", None

    def apply_resigned(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Ends the match: with two seats, the other one wins."""
        winner = 1 - event.seat if self.game.seats == 2 else None
        self.result = {"reason": RESIGNED, "winner": winner, "returns": [], "seat": event.seat}
        return "resigns", None

    def apply_abandoned(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Ends a match that nobody goes on with."""
        self.result = {"reason": ABANDONED, "winner": None, "returns": []}
        return "the match was abandoned", None

    def apply_agent(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Replaces an agent that failed."""
        old, spec = self.seats[event.seat], str(event.body["agent"])
        name = read_spec(spec).name
        self.failed.add(read_spec(old.agent).name)
        self.seats[event.seat] = Seat("agent", name, spec, str(event.body["package"]))
        return f"{old.name} failed ({event.body['why']}) and is replaced by {name}", None

    def apply_seated(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Gives a seat the name of the person who took it."""
        name = str(event.body["name"])
        self.seats[event.seat] = self.seats[event.seat]._replace(name=name)
        return f"{name} takes a seat", None

    def apply_rematch(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Notes the id of the rematch."""
        self.following = str(event.body["match"])
        return "wants a rematch", None

    def apply_continued(self, event: Event) -> tuple[str, Move[Any] | None]:
        """Says that the moves before it are those of another match."""
        moves = "1 move" if self.first == 1 else f"{self.first} moves"
        return f"goes on after {moves} of an earlier match", None


Apply = Callable[[LiveMatch, Event], tuple[str, Move[Any] | None]]
APPLY: Final[Mapping[str, Apply]] = {
    "move": LiveMatch.apply_move,
    "back": LiveMatch.apply_back,
    "asked": LiveMatch.apply_asked,
    "answered": LiveMatch.apply_answered,
    "resigned": LiveMatch.apply_resigned,
    "abandoned": LiveMatch.apply_abandoned,
    "agent": LiveMatch.apply_agent,
    "seated": LiveMatch.apply_seated,
    "rematch": LiveMatch.apply_rematch,
    "continued": LiveMatch.apply_continued,
}
# The kinds of events that change the position, or end the match.
MOVING: Final = frozenset(("move", "back", "resigned", "abandoned"))


def changed_rules(header: Header, why: str) -> Refusal:
    """Makes the refusal of a match that these rules cannot go on with."""
    return Refusal(
        "RULES_CHANGED", f"match {header.id} was played with other rules of {header.game}: {why}"
    )


def dealt(header: Header, game: Game[Any, Any]) -> LiveMatch:
    """Deals a match.

    Raises:
        Refusal: if the game refuses to.
    """
    try:
        return LiveMatch(header, game)
    except RuleError as error:
        raise Refusal("INVALID_OPTION", str(error)) from error


def move_events(moves: Sequence[PlayedMove], now: float) -> list[Event]:
    """Makes the first events of a match from the moves of a record."""
    return [
        Event(at, "move", each.seat, {"move": dict(each.move), "text": each.text}, each.hash, now)
        for at, each in enumerate(moves, 1)
    ]


def reveals(before: RuleEngine[Any, Any], seat: int, mover: int, move: Move[Any]) -> bool:
    """Tells whether a move may have told anybody something, as far as a seat can know.

    The true state is not looked at: what others have learned depends on their cards, and whether
    they are asked would tell the seat about them.
    """
    game, view = before.game, before.view(seat)
    rng = seeded(f"taken back/{before.ply}/{seat}")
    try:
        for _ in range(WORLDS):
            world = RuleEngine(game, seed=0, state=game.sample(view, rng))
            if not world.execute(move, mover).success or world.revealed():
                return True
    except Exception:
        log.exception("cannot tell what %s revealed", move)
        return True
    return False
