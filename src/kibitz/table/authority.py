"""The authority: the only one that changes matches, and says no in a fixed order.

A match is its header and its events. An event is stored before anybody is told of it, and a match
that is not in memory is put together again from the store, so a server can be killed at any time.

A request is checked in this order: the token, the match, whether it is over, whose turn it is, the
version of the position, the move. Each has a refusal of its own.
"""

import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Final

from kibitz.agents.asking import choose_opponent
from kibitz.agents.registry import package_of, read_spec
from kibitz.core.agent import Observation
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    RecordError,
    RuleError,
    UnknownMove,
)
from kibitz.core.game import SPECTATOR, Game
from kibitz.core.move import Move
from kibitz.core.randomness import random_seed
from kibitz.core.record import read_record, replay, write_record
from kibitz.core.value import Json
from kibitz.table import frames
from kibitz.table.frames import Happening, Listing
from kibitz.table.live import (
    ABANDONED,
    AGENT,
    PERSON,
    RECENT,
    Branch,
    LiveMatch,
    branch_of,
    changed_rules,
    dealt,
    move_events,
    reveals,
)
from kibitz.table.memory import Memory
from kibitz.table.naming import load_game, name_agent
from kibitz.table.refusal import Refusal
from kibitz.table.replays import check_seat, rewound, write_position
from kibitz.table.seats import (
    SeatWish,
    hash_tokens,
    moved_on,
    new_id,
    new_token,
    new_tokens,
    seat_name,
    token_hash,
)
from kibitz.table.store import Conflict, Store
from kibitz.table.stored import Event, Header, NewMatch, Seat, Standing

# How many matches are kept in memory; the others are read from the store when they are needed.
MOST_LIVE: Final = 500
# How many matches are kept as they were long ago, for somebody who reads them page by page.
MOST_PAST: Final = 20
# How many tokens are remembered with their seats.
MOST_TOKENS: Final = 20_000
# Why a stored match cannot be played any more: its rules have changed, or are gone.
UNPLAYABLE: Final = frozenset(("RULES_CHANGED", "GAME_NOT_FOUND", "INVALID_OPTION"))
# The longest record that is imported, in moves, and the longest name in it: agents have long ones.
MOST_MOVES: Final = 5_000
LONGEST_NAME: Final = 300

log = logging.getLogger(__name__)


class Authority:
    """Owns the matches of one server.

    Calls that concern one match must not overlap; those of different matches may.

    Attributes:
        store: where matches are.
        memory: the matches that are in memory; the others are read from the store when needed.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        most_live: int = MOST_LIVE,
        wrote: Callable[[str], None] = lambda kind: None,
    ) -> None:
        """Makes an authority.

        Args:
            store: where matches are.
            clock: what time it is.
            most_live: how many matches are kept in memory.
            wrote: is told the kind of every event that was stored.
        """
        self.store: Final = store
        self.wrote: Final = wrote
        self.clock: Final = clock
        self.memory: Final[Memory[LiveMatch]] = Memory(most_live)
        # Matches as they were after an event long past, from which somebody reads on.
        self._past: Final[Memory[LiveMatch]] = Memory(MOST_PAST)
        self._seats_by_token: Final[OrderedDict[tuple[str, str], int]] = OrderedDict()
        self._lock: Final = Lock()

    # Matches in memory.

    def find(self, match: str) -> LiveMatch:
        """Returns a match as it is now.

        Raises:
            Refusal: if there is none, or the rules have changed since.
        """
        live = self.memory.get(match)
        if live is None:
            header = self.store.header(match)
            if header is None or header.origin == "pokemon":
                raise Refusal("MATCH_NOT_FOUND", f"there is no match {match!r}")
            live = LiveMatch(header, load_game(header.game, header.options))
            if live.game.version != header.rules:
                raise changed_rules(header, f"version {header.rules}, now {live.game.version}")
            self._catch_up(live)
        elif self.store.shared:
            self._catch_up(live)
        self.memory.put(match, live)
        return live

    def _catch_up(self, live: LiveMatch) -> None:
        """Carries out the events that another server, or an earlier one, has stored."""
        for event in self.store.events(live.header.id, live.seq):
            live.apply(event)

    def _write(
        self, live: LiveMatch, *events: Event, following: NewMatch | None = None
    ) -> LiveMatch:
        """Stores events, then nothing can undo them.

        They are carried out in memory first, because the rules have the last word; if they cannot
        be stored, the match is read again.

        Returns:
            The match; another object if another server has carried out the same request meanwhile:
            one that was killed may still have stored what its client has sent here again.

        Raises:
            Refusal: if another server was faster.
        """
        try:
            for event in events:
                live.apply(event)
            last = events[-1]
            hashed = [event._replace(hash=self._hash(live, event, last)) for event in events]
            standing = live.standing(last.at)
            self.store.append(live.header.id, hashed, standing, following)
            for event in events:
                self.wrote(event.kind)
        except Conflict as error:
            self.memory.drop(live.header.id)
            found = self.find(live.header.id)
            if events[0].key in found.keys:
                return found
            raise Refusal(
                "STALE_VERSION", "the match has changed: look at it again", version=found.version
            ) from error
        except BaseException:
            self.memory.drop(live.header.id)
            raise
        return live

    @staticmethod
    def _hash(live: LiveMatch, event: Event, last: Event) -> str:
        """Returns the fingerprint after an event; only the last one's state is still there."""
        return live.engine.state_hash if event is last else ""

    def _event(
        self,
        live: LiveMatch,
        kind: str,
        seat: int,
        body: dict[str, Json],
        key: str = "",
        on: int = 1,
    ) -> Event:
        return Event(live.seq + on, kind, seat, body, "", self.clock(), key)

    # Who asks.

    def seat_of(self, match: str, token: str) -> int:
        """Returns the seat that a token is for; `SPECTATOR` without a token.

        Raises:
            Refusal: if it is not a token of this match, or there is no such match.
        """
        if not token:
            return SPECTATOR
        hashed = token_hash(token)
        with self._lock:
            found = self._seats_by_token.get((match, hashed))
        if found is not None:
            return found
        known = self.store.seats_of(hashed)
        if not known:
            raise Refusal("TOKEN_UNKNOWN", "this token does not belong to any match")
        if match not in known:
            self.find(match)
            raise Refusal("TOKEN_OF_ANOTHER_MATCH", "this token belongs to another match")
        seat = known[match]
        if not self._holds(match, seat, token):
            raise Refusal("TOKEN_UNKNOWN", "this token does not belong to any match")
        with self._lock:
            # The token of a seat never changes.
            self._seats_by_token[match, hashed] = seat
            while len(self._seats_by_token) > MOST_TOKENS:
                self._seats_by_token.popitem(last=False)
        return seat

    def player(self, match: str, token: str) -> tuple[LiveMatch, int]:
        """Returns the match and the seat of somebody who wants to change it.

        Raises:
            Refusal: without the token of a seat.
        """
        if not token:
            raise Refusal("TOKEN_MISSING", "only players may do this: send the token of your seat")
        seat = self.seat_of(match, token)
        return self.find(match), seat

    def viewer(self, match: str, token: str) -> tuple[LiveMatch, int]:
        """Returns the match and the seat, or `SPECTATOR`, of somebody who wants to see it.

        Raises:
            Refusal: if the match does not allow spectators.
        """
        seat = self.seat_of(match, token)
        live = self.find(match)
        if seat == SPECTATOR and not live.header.watched:
            raise Refusal("NOT_WATCHED", "this match has no spectators: send the token of a seat")
        return live, seat

    # New matches.

    def create(
        self,
        game: str,
        options: Mapping[str, Json],
        wishes: Sequence[SeatWish] | None = None,
        seed: int | str | None = None,
        *,
        public: bool = False,
        watched: bool = True,
        key: str = "",
    ) -> tuple[LiveMatch, dict[int, str]]:
        """Deals a new match, and returns the tokens of the seats that the creator takes.

        Without wishes, the creator takes seat 0 and the game's opponent the others. Of the key
        follow the id and the tokens; see `made_before`.

        Raises:
            Refusal: if there is no such game, option or agent, or not one wish for each seat.
        """
        made = load_game(game, options)
        seats = self._seats(made, wishes, 0, timed=seed is None)
        header = Header(
            new_id(key),
            made.id,
            made.options,
            made.version,
            random_seed() if seed is None else seed,
            seats,
            public,
            watched,
            self.clock(),
        )
        tokens = new_tokens(header.id, seats, wishes, 0, key)
        return self._start(header, made, hash_tokens(tokens)), tokens

    def play_on(
        self,
        match: str,
        token: str,
        ply: int,
        wishes: Sequence[SeatWish] | None = None,
        *,
        public: bool = False,
        watched: bool = True,
        key: str = "",
    ) -> tuple[LiveMatch, dict[int, str]]:
        """Goes on from a ply of a match that is over, as a new match with other players.

        It has the same game, options and seed, so the same cards come: whoever has seen the replay
        knows them. Its first events are the moves up to the ply.

        Without wishes, the creator takes the seat that must decide and the game's opponent the
        others.

        Raises:
            Refusal: if the match is not over or the new one would be, or as for `create`.
        """
        live, _ = self.viewer(match, token)
        if not live.over:
            raise Refusal("MATCH_OPEN", "you can play on from here when the match is over")
        twin = rewound(live, ply)
        if twin.outcome is not None:
            raise Refusal("MATCH_OVER", "there is nothing to decide here: name an earlier ply")
        seats = self._seats(live.game, wishes, twin.seat, timed=True)
        branch, now = Branch(match, ply), self.clock()
        header = live.header._replace(
            id=new_id(key),
            seats=seats,
            public=public,
            watched=watched,
            created=now,
            origin=branch.origin,
        )
        events = move_events(write_record(twin).moves, now)
        events.append(Event(ply + 1, "continued", SPECTATOR, branch.to_json(), "", now))
        tokens = new_tokens(header.id, seats, wishes, twin.seat, key)
        return self._start(header, live.game.clone(), hash_tokens(tokens), events), tokens

    def made_before(self, match: str, key: str) -> tuple[LiveMatch, dict[int, str]] | None:
        """Returns what an earlier request with this key has made, as `create` does.

        Args:
            match: the id that follows from the key.
            key: the key.
        """
        if self.store.header(match) is None:
            return None
        tokens = {at: new_token(match, at, key) for at in self.store.tokens(match)}
        own = {at: token for at, token in tokens.items() if self._holds(match, at, token)}
        return self.find(match), own

    def _holds(self, match: str, seat: int, token: str) -> bool:
        """Tells whether a token is that of a seat."""
        return hmac.compare_digest(self.store.tokens(match).get(seat, ""), token_hash(token))

    def _start(
        self,
        header: Header,
        game: Game[Any, Any],
        hashes: Mapping[int, str],
        events: Sequence[Event] = (),
    ) -> LiveMatch:
        """Deals a match, carries out its first events, and stores it.

        Raises:
            Refusal: if the game refuses the deal, or another request has just stored it.
        """
        live = dealt(header, game)
        for event in events:
            live.apply(event)
        try:
            self.store.create(header, hashes, events, live.standing(header.created))
        except Conflict as error:  # two requests with one key at the same time
            raise Refusal("STALE_VERSION", "this request was sent twice: send it again") from error
        self.memory.put(header.id, live)
        return live

    def _seats(
        self, game: Game[Any, Any], wishes: Sequence[SeatWish] | None, mine: int, timed: bool
    ) -> list[Seat]:
        if wishes is None:
            wishes = [SeatWish(PERSON if at == mine else AGENT) for at in range(game.seats)]
        if len(wishes) != game.seats:
            raise Refusal(
                "INVALID_OPTION", f"{game.id} has {game.seats} seats, but {len(wishes)} were named"
            )
        return [self._seat(game, at, wish, timed) for at, wish in enumerate(wishes)]

    def _seat(self, game: Game[Any, Any], at: int, wish: SeatWish, timed: bool) -> Seat:
        if wish.kind == PERSON:
            return Seat("person", wish.name or seat_name(at))
        spec = name_agent(game, wish.agent, choose_opponent, timed=timed)
        return Seat("agent", wish.name or read_spec(spec).name, spec, package_of(game, spec))

    def join(self, match: str, seat: int, name: str, key: str = "") -> tuple[LiveMatch, str]:
        """Takes a free seat of a person, and returns its token; for the same key the same one.

        Raises:
            Refusal: if there is no such seat, or it is taken.
        """
        live = self.find(match)
        if not 0 <= seat < len(live.seats) or live.seats[seat].kind != PERSON:
            free = [at for at in live.people() if at not in self.store.tokens(match)]
            raise Refusal("NO_SUCH_SEAT", f"no person can take seat {seat}", free=[*free])
        token = new_token(match, seat, key)
        if key and self._holds(match, seat, token):
            return live, token
        if live.over:
            raise Refusal("MATCH_OVER", "the match is over")
        called = name or live.seats[seat].name
        event = self._event(live, "seated", seat, {"name": called})
        try:
            live.apply(event)
            self.store.claim_seat(match, seat, token_hash(token), event, live.standing(event.at))
            self.wrote(event.kind)
        except Conflict as error:
            self.memory.drop(match)
            if error.what == "seat":
                if key and self._holds(match, seat, token):  # another server was faster
                    return self.find(match), token
                raise Refusal("SEAT_TAKEN", f"seat {seat} is taken") from error
            raise Refusal("STALE_VERSION", "the match has changed: try again") from error
        except BaseException:
            self.memory.drop(match)
            raise
        return live, token

    # Looking.

    def describe(self, live: LiveMatch, viewer: int) -> dict[str, Json]:
        """Says what everybody may know about a match."""
        taken, branch = self.store.tokens(live.header.id), branch_of(live.header)
        return {
            "match": live.header.id,
            "game": live.header.game,
            "options": live.header.options,
            "seats": [
                {
                    "seat": at,
                    "kind": seat.kind,
                    "name": seat.name,
                    "agent": seat.agent,
                    "taken": seat.kind == AGENT or at in taken,
                }
                for at, seat in enumerate(live.seats)
            ],
            "you": None if viewer == SPECTATOR else viewer,
            "seq": live.seq,
            "version": live.version,
            "ply": live.engine.ply,
            "turn": None if live.over else live.engine.seat,
            "over": live.over,
            "result": live.result,
            "public": live.header.public,
            "watched": live.header.watched,
            "created": live.header.created,
            "from": None if branch is None else branch.to_json(),
            "rematch": live.following,
        }

    def decision(self, match: str, token: str) -> dict[str, Json]:
        """Shows the table to somebody, with the legal moves for the seat that must decide."""
        return self.show(*self.viewer(match, token))

    def status(self, match: str, token: str) -> dict[str, Json]:
        """Says how a match stands: what `decision` says, without the table and the moves."""
        return self._status(*self.viewer(match, token))

    def _status(self, live: LiveMatch, viewer: int) -> dict[str, Json]:
        asked: Json = None if live.asked is None else {"seat": live.asked.seat}
        return {
            "match": live.header.id,
            "seq": live.seq,
            "version": live.version,
            "seat": None if viewer == SPECTATOR else viewer,
            "turn": None if live.over else live.engine.seat,
            "over": live.over,
            "result": live.result,
            "asked": asked,
        }

    def show(self, live: LiveMatch, viewer: int) -> dict[str, Json]:
        """Shows the table to a seat or to spectators, as `decision` does."""
        deciding = not live.over and viewer == live.engine.seat
        listing = live.listing() if deciding else Listing([], [])
        shown = frames.write_decision(live.game, live.view(viewer), listing, live.result)
        return {**self._status(live, viewer), **shown}

    def refusals(self, match: str, token: str) -> dict[str, Json]:
        """Says why pieces cannot be touched, to the seat that must decide."""
        live, seat = self.player(match, token)
        self._check_turn(live, seat)
        found = frames.list_refusals(live.engine, seat)
        return {"version": live.version, "refusals": found}

    def choices(
        self, match: str, token: str, kind: str, chosen: Sequence[int | Sequence[int]]
    ) -> dict[str, Json]:
        """Asks the next question on the way to a move of a kind.

        Args:
            match: the match.
            token: the token of the seat that must decide.
            kind: the id of the kind of move.
            chosen: the answers so far: for each question the place of the option, or several.
        """
        live, seat = self.player(match, token)
        self._check_turn(live, seat)
        answers: dict[str, object] = {}
        try:
            for answer in chosen:
                step = live.engine.next_choices(kind, answers, seat, valid_only=True)
                if step is None:
                    raise Refusal("INVALID_MOVE", f"{kind} takes {len(answers)} answers at most")
                places = [answer] if isinstance(answer, int) else [*answer]
                if not all(0 <= place < len(step.options) for place in places):
                    raise Refusal(
                        "INVALID_MOVE",
                        f"invalid answer for {step.field}: expected 0 to {len(step.options) - 1}",
                    )
                picked = tuple(step.options[place] for place in sorted(places))
                if not step.many and len(picked) != 1:
                    raise Refusal("INVALID_MOVE", f"expected one answer for {step.field}")
                answers[step.field] = picked if step.many else picked[0]
            step = live.engine.next_choices(kind, answers, seat, valid_only=True)
        except UnknownMove as error:
            raise Refusal("INVALID_MOVE", str(error)) from error
        except (InvalidMoveError, TypeError, ValueError) as error:
            raise Refusal("INVALID_MOVE", str(error)) from error
        if step is None:
            nested = any("." in field for field in answers)
            if nested:
                raise Refusal("INVALID_MOVE", f"{kind} has nested parameters: send it as text")
            move = live.game.move(kind, **answers)
            return {"complete": True, "text": str(move), "move": move.to_json()}
        return {
            "complete": False,
            "field": step.field,
            "options": [*step.labels],
            "many": step.many,
            "least": step.min,
            "most": step.max,
        }

    def frames(
        self, match: str, token: str, after: int, limit: int = RECENT
    ) -> list[dict[str, Json]]:
        """Lists what happened after an event, as somebody saw it; at most `limit` events."""
        live, viewer = self.viewer(match, token)
        found = self.happenings(live, viewer, after, limit)
        return [frames.write_frame(live.game, each, viewer) for each in found]

    def happenings(
        self, live: LiveMatch, viewer: int, after: int, limit: int = RECENT
    ) -> list[Happening]:
        """Lists the events after a number; plays the match again for those long past."""
        if after >= live.seq:
            return []
        if live.recent[0].seq <= after + 1:
            return live.happenings(after, [viewer])[:limit]
        return self._past_happenings(live, viewer, after, limit)

    def _past_happenings(
        self, live: LiveMatch, viewer: int, after: int, limit: int
    ) -> list[Happening]:
        """Lists events long past; goes on from the page before, if somebody has just read it."""
        match = live.header.id
        again = self._past.get(match)
        self._past.drop(match)
        if again is None or again.seq > after:
            again = LiveMatch(live.header, live.game)
        found: list[Happening] = []
        for event in self.store.events(match, again.seq, after - again.seq + limit):
            again.apply(event)
            if event.seq > after:
                found += again.happenings(event.seq - 1, [viewer])
        self._past.put(match, again)
        return found

    # Playing.

    def _check_turn(self, live: LiveMatch, seat: int, version: int | None = None) -> None:
        """Refuses what cannot be done now: over, another's turn, an old version; in this order."""
        if live.over:
            raise Refusal("MATCH_OVER", "the match is over", version=live.version)
        if live.engine.seat != seat:
            raise Refusal("NOT_YOUR_TURN", f"it is the turn of seat {live.engine.seat}")
        if version is not None and version != live.version:
            raise Refusal(
                "STALE_VERSION",
                f"the position has changed since version {version}: look at it again",
                version=live.version,
            )

    def move(
        self, match: str, token: str, said: Mapping[str, Json], version: int, key: str = ""
    ) -> tuple[LiveMatch, int, bool]:
        """Plays a move for a person.

        Args:
            match: the match.
            token: the token of the seat that moves.
            said: the move: a `number` in the list of that version, a `text`, the `move` as JSON, or
                the `kind` and `groups` of a range.
            version: the version of the position that the person saw.
            key: an idempotency key: a second request with it changes nothing.

        Returns:
            The match, the number of the event, and whether it was played by an earlier request.

        Raises:
            Refusal: says why; nothing has changed then.
        """
        live, seat = self.player(match, token)
        earlier = live.keys.get(seat_key(seat, key)) if key else None
        if earlier is not None:
            return live, earlier, True
        self._check_turn(live, seat, version)
        move = self._read(live, seat, said)
        refused = live.engine.explain(move, seat)
        if refused:
            reasons = "; ".join(reason.reason for reason in refused)
            raise Refusal(
                "ILLEGAL_MOVE",
                f"illegal move {str(move)!r}: {reasons}",
                reason=refused[0].error_code,
            )
        body: dict[str, Json] = {"move": move.to_json(), "text": str(move)}
        own = seat_key(seat, key)
        done = self._write(live, self._event(live, "move", seat, body, own))
        return done, live.seq if done is live else done.keys[own], done is not live

    def _read(self, live: LiveMatch, seat: int, said: Mapping[str, Json]) -> Move[Any]:
        """Reads a move in one of the forms that a person may send.

        Raises:
            Refusal: if it cannot be read.
        """
        engine = live.engine
        forms = {"kind" if name == "groups" else name: None for name in said}
        if len(forms) > 1:
            raise Refusal("INVALID_MOVE", f"a move was sent as {' and '.join(forms)}: expected one")
        try:
            if "number" in said:
                return numbered(live.listing(), said["number"])
            if "text" in said:
                return engine.parse(str(said["text"]), seat)
            if "move" in said:
                return live.game.move_from_json(said["move"])
            if "kind" in said:
                groups = said.get("groups")
                found = frames.pick_range(
                    engine,
                    seat,
                    str(said["kind"]),
                    [*map(str, groups if isinstance(groups, list) else [])],
                )
                if found is not None:
                    return found
        except AmbiguousMoveError as error:
            raise Refusal("AMBIGUOUS_MOVE", str(error)) from error
        except (InvalidMoveError, IllegalMoveError, UnknownMove) as error:
            raise Refusal("INVALID_MOVE", str(error)) from error
        raise Refusal(
            "INVALID_MOVE", "no move was given: send number, text, move, or kind and groups"
        )

    def is_known(self, match: str, token: str, key: str) -> bool:
        """Tells whether a request with this key was carried out before."""
        live, seat = self.player(match, token)
        return bool(key) and seat_key(seat, key) in live.keys

    def resign(self, match: str, token: str, key: str = "") -> LiveMatch:
        """Gives up: by a move of the game where it has one, else the match just ends."""
        live, seat = self.player(match, token)
        if key and seat_key(seat, key) in live.keys:
            return live
        if live.over:
            raise Refusal("MATCH_OVER", "the match is over", version=live.version)
        kinds = [kind.id for kind in live.game.rulebook().kinds if kind.always]
        found = live.engine.enumerate_moves(seat, valid_only=True, move_ids=kinds, max_per_move=1)
        if found and found[0].move is not None:
            move = found[0].move
            body: dict[str, Json] = {"move": move.to_json(), "text": str(move)}
            event = self._event(live, "move", seat, body, seat_key(seat, key))
        else:
            event = self._event(live, "resigned", seat, {}, seat_key(seat, key))
        return self._write(live, event)

    # Taking back.

    def take_back(self, match: str, token: str, key: str = "") -> LiveMatch:
        """Takes back everything since the seat's last decision, or asks the others to agree.

        Against agents, everything can be taken back. With other people at the table, only what
        revealed nothing and is not the move of another person; for the rest they are asked.
        """
        live, seat = self.player(match, token)
        if key and seat_key(seat, key) in live.keys:
            return live
        if live.over:
            raise Refusal("MATCH_OVER", "the match is over", version=live.version)
        to, asks = self._last_decision(live, seat)
        kind = "asked" if asks else "back"
        event = self._event(live, kind, seat, {"to": to}, seat_key(seat, key))
        return self._write(live, event)

    def _last_decision(self, live: LiveMatch, seat: int) -> tuple[int, bool]:
        """Returns the ply of a seat's last decision, and whether others must agree.

        Raises:
            Refusal: if the seat has not decided anything.
        """
        twin, others = live.engine.fork(), {*live.people()} - {seat}
        asks = False
        while twin.ply > live.first:
            mover, move = twin.history[-1]
            twin.undo()
            asks = asks or (bool(others) and (mover in others or reveals(twin, seat, mover, move)))
            if twin.seat == seat and len(twin.legal_moves()) > 1:
                return twin.ply, asks
        raise Refusal("NOTHING_TO_TAKE_BACK", "you have not decided anything yet")

    def answer_take_back(self, match: str, token: str, agree: bool, key: str = "") -> LiveMatch:
        """Answers another person's request; the moves are taken back when all have agreed."""
        live, seat = self.player(match, token)
        if key and seat_key(seat, key) in live.keys:
            return live
        asked = live.asked
        if asked is None or seat in asked.agreed:
            raise Refusal("NOT_ASKED", "nobody has asked you to agree to take moves back")
        answer = self._event(live, "answered", seat, {"agree": agree}, seat_key(seat, key))
        events = [answer]
        if agree and {*live.people()} <= asked.agreed | {seat}:
            events.append(self._event(live, "back", asked.seat, {"to": asked.to}, on=2))
        return self._write(live, *events)

    # After the end.

    def following(self, match: str, token: str) -> str:
        """Returns the id of the rematch of a match that is over; empty if there is none yet.

        Raises:
            Refusal: if the match is not over.
        """
        live, _ = self.player(match, token)
        if not live.over:
            raise Refusal("MATCH_OPEN", "the match is not over yet")
        return live.following

    def rematch(self, match: str, token: str) -> str:
        """Deals the same game again for the same players, who move on by one seat.

        Their tokens are valid in the new match, too. Whoever asks second gets the same match, also
        where both ask at the same time.

        Returns:
            The id of the new match.
        """
        if found := self.following(match, token):
            return found
        live, seat = self.player(match, token)
        count = len(live.seats)
        moved = [moved_on(live.seats[at - 1], (at - 1) % count, at) for at in range(count)]
        header = live.header._replace(
            id=new_id(),
            seed=random_seed(),
            seats=moved,
            created=self.clock(),
            origin=f"rematch:{match}",
        )
        tokens = {(at + 1) % count: hashed for at, hashed in self.store.tokens(match).items()}
        new = dealt(header, live.game.clone())
        stored = NewMatch(header, tokens, [], new.standing(header.created))
        event = self._event(live, "rematch", seat, {"match": header.id})
        try:
            self._write(live, event, following=stored)
        except Refusal:
            if found := self.following(match, token):  # another server was faster
                return found
            raise
        self.memory.put(header.id, new)
        return header.id

    def record(self, match: str, token: str) -> str:
        """Returns the record of a match that is over: it holds the seed, and so every card.

        Raises:
            Refusal: while the match is open.
        """
        live, _ = self.viewer(match, token)
        if not live.over:
            raise Refusal(
                "MATCH_OPEN", "the record shows every card: it can be read when the match is over"
            )
        packages = [seat.package or None for seat in live.seats]
        return write_record(live.engine, packages, live.taken_back).text()

    def import_record(self, text: str, *, public: bool = False) -> LiveMatch:
        """Stores a record as a match that is over, to be replayed.

        Raises:
            Refusal: if it is not a record, or its match cannot be played again.
        """
        try:
            record = read_record(text)
            if len(record.moves) > MOST_MOVES:
                raise RecordError(f"{len(record.moves)} moves: expected {MOST_MOVES} at most")
            for name in record.names:
                if len(name) > LONGEST_NAME or not name.isprintable():
                    expected = f"expected up to {LONGEST_NAME} printable characters"
                    raise RecordError(f"invalid name {name[:40]!r}: {expected}")
            game = load_game(record.game, record.options)
            engine = replay(record, game)
        except (RecordError, RuleError) as error:
            raise Refusal("INVALID_RECORD", str(error)) from error
        now = self.clock()
        header = Header(
            new_id(),
            record.game,
            engine.game.options,
            record.version,
            record.seed,
            [Seat("person", name) for name in record.names],
            public,
            True,
            now,
            "record",
        )
        events = move_events(record.moves, now)
        if engine.outcome is None:
            events.append(Event(len(events) + 1, "abandoned", SPECTATOR, {}, "", now))
        return self._start(header, game, {}, events)

    def ply(
        self, match: str, token: str, ply: int, seat: int | None = None, listed: bool = False
    ) -> dict[str, Json]:
        """Shows the table after so many moves: one's own view, or any one after the end.

        Only then, the legal moves of the seat that decided can be listed as well.

        Raises:
            Refusal: if there is no such ply, or what is wanted may not be known yet.
        """
        live, viewer = self.viewer(match, token)
        if seat is not None:
            check_seat(live, viewer, seat)
            viewer = seat
        if listed and not live.over:
            raise Refusal("MATCH_OPEN", "earlier moves are listed when the match is over")
        twin = rewound(live, ply)
        return {"plies": live.engine.ply, **frames.write_ply(twin, viewer, listed=listed)}

    def position(
        self, match: str, token: str, ply: int, seat: int | None = None
    ) -> dict[str, Json]:
        """Writes what a seat knew after so many moves as a position, as `kibitz advise` reads it.

        Without a seat, it is the own one, or after the end that of whoever had to decide.

        Raises:
            Refusal: if there is no such ply, the game writes no positions, or the view is somebody
                else's.
        """
        live, viewer = self.viewer(match, token)
        if not live.over and viewer == SPECTATOR:
            raise Refusal(
                "TOKEN_MISSING", "only players may copy the position while the match is open"
            )
        twin = rewound(live, ply)
        if seat is not None:
            check_seat(live, viewer, seat)
            viewer = seat
        elif live.over:
            viewer = twin.seat
        return write_position(live, twin, viewer)

    # Agents.

    def observe(
        self, match: str, token: str, wanted: Sequence[str], ply: int | None, seat: int | None
    ) -> Observation[Any, Any]:
        """Returns what an adviser may see for somebody: the own seat's view, or any after the end.

        Raises:
            Refusal: if other people play, or it is not the seat's turn.
        """
        live, who = self.viewer(match, token)
        engine = live.engine
        if live.over:
            engine = rewound(live, engine.ply if ply is None else ply)
            who = engine.seat if seat is None else seat
        elif who == SPECTATOR:
            raise Refusal(
                "TOKEN_MISSING", "only players may ask for advice while the match is open"
            )
        elif len(live.people()) > 1:
            raise Refusal(
                "ADVICE_NOT_ALLOWED",
                "there is no advice in a match between people until it is over",
            )
        elif ply not in (None, engine.ply) or seat not in (None, who):
            raise Refusal(
                "MATCH_OPEN", "while the match is open, ask only about your own decision now"
            )
        if engine.outcome is not None:
            raise Refusal("MATCH_OVER", "there is nothing to decide: name an earlier ply")
        if engine.seat != who:
            raise Refusal("NOT_YOUR_TURN", f"it is the turn of seat {engine.seat}")
        try:
            moves = [engine.parse(text, who) for text in wanted]
            return engine.observe(who, wanted=moves)
        except (InvalidMoveError, AmbiguousMoveError) as error:
            raise Refusal("INVALID_MOVE", str(error)) from error
        except IllegalMoveError as error:
            raise Refusal("ILLEGAL_MOVE", str(error)) from error

    def agent_turn(self, match: str) -> tuple[LiveMatch, Observation[Any, Any]] | None:
        """Returns what the agent that must act may see; None if no agent must."""
        live = self.find(match)
        return (live, live.engine.observe()) if live.due() else None

    def agent_move(self, match: str, version: int, document: Json) -> LiveMatch:
        """Plays what an agent has chosen.

        Raises:
            Refusal: if the position has changed since, or the move is not legal.
        """
        live = self.find(match)
        if not live.due() or live.version != version:
            raise Refusal("STALE_VERSION", "the position has changed", version=live.version)
        seat = live.engine.seat
        move = self._read(live, seat, {"move": document})
        refused = live.engine.explain(move, seat)
        if refused:
            raise Refusal("ILLEGAL_MOVE", f"illegal move {str(move)!r}: {refused[0].reason}")
        body: dict[str, Json] = {"move": move.to_json(), "text": str(move)}
        return self._write(live, self._event(live, "move", seat, body))

    def replace_agent(self, match: str, version: int, why: str) -> LiveMatch:
        """Replaces an agent that failed: by the game's opponent, else by a random player.

        Where these have failed, too, its seat resigns.

        Raises:
            Refusal: if the position has changed since.
        """
        live = self.find(match)
        if not live.due() or live.version != version:
            raise Refusal("STALE_VERSION", "the position has changed", version=live.version)
        seat = live.engine.seat
        failed = {*live.failed, read_spec(live.seats[seat].agent).name}
        others = [choose_opponent(live.game, None, timed=True), "random"]
        spec = next((each for each in others if read_spec(each).name not in failed), None)
        if spec is None:
            return self._write(live, self._event(live, "resigned", seat, {}))
        package = package_of(live.game, spec)
        body: dict[str, Json] = {"agent": spec, "package": package, "why": why}
        return self._write(live, self._event(live, "agent", seat, body))

    def abandon(self, match: str) -> None:
        """Ends a match that nobody goes on with, even if these rules could not go on with it."""
        try:
            live = self.find(match)
        except Refusal as refusal:
            standing = self.store.standing(match)
            if refusal.code not in UNPLAYABLE or standing is None or standing.status == "over":
                raise
            seq, now = standing.seq + 1, self.clock()
            result: dict[str, Json] = {"reason": ABANDONED, "winner": None, "returns": []}
            event = Event(seq, "abandoned", SPECTATOR, {}, "", now)
            self.store.append(match, [event], Standing(seq, "over", False, result, now))
            self.wrote(event.kind)
            return
        if not live.over:
            self._write(live, self._event(live, "abandoned", SPECTATOR, {}))


def seat_key(seat: int, key: str) -> str:
    """Returns an idempotency key that is the seat's own; empty for none."""
    return f"{seat}:{key}" if key else ""


def numbered(listing: Listing, number: Json) -> Move[Any]:
    """Returns a move of a list by its place.

    Raises:
        Refusal: if there is none.
    """
    count = len(listing.entries)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < count:
        raise Refusal("INVALID_MOVE", f"there is no move {number}: expected 0 to {count - 1}")
    move = listing.entries[number].move
    if move is None:
        raise Refusal("INVALID_MOVE", f"entry {number} is a range: send its kind and groups")
    return move
