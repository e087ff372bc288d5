"""Matches of the Pokémon TCG that programs play by actions in JSON, with agents to ask.

A match here is `kibitz.games.pokemon.actions.Match` in a store: its header has what it began with,
and every action is an event, so that a match goes on after the server was restarted. Each player
has a token, which opens nothing but that player's view.

An agent is asked in a worker, and is told what its player sees. It answers with moves; only here,
where the ids of the cards are known, are they written as an action. `generate` carries nothing out:
whoever asks sends the action back with `execute`, one after the other.
"""

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from kibitz.agents.asking import choose_adviser
from kibitz.core.errors import KibitzError, RecordError
from kibitz.core.randomness import agent_hash, agent_rng
from kibitz.core.value import Json
from kibitz.games.pokemon.actions import (
    ExecuteActionDto,
    Match,
    MatchState,
    PlayerIdentifier,
    generate_action,
    replay,
)
from kibitz.games.pokemon.actions import Refusal as ActionRefused
from kibitz.games.pokemon.actions.lines import moves_of_action
from kibitz.table.memory import Memory
from kibitz.table.naming import check_agent, name_agent
from kibitz.table.refusal import Refusal
from kibitz.table.seats import new_id, new_token, token_hash
from kibitz.table.store import Conflict, Store
from kibitz.table.stored import Event, Header, Seat, Standing
from kibitz.table.workers import (
    AgentFailed,
    Limit,
    Parts,
    Workers,
    ask_again,
    ask_agent,
    copied,
    legal_move,
    make_game,
)

GAME: Final = "pokemon"
ORIGIN: Final = "pokemon"
ACTION: Final = "action"
ABANDONED: Final = "abandoned"
CHANGED: Final = "the match has changed: look at it again"
NOBODY: Final = -1
# The agent that is described for this game.
GENERATOR: Final = "generator"
PLAYERS: Final = tuple(str(player) for player in PlayerIdentifier)
LONGEST_ID: Final = 60
# How many matches are kept in memory; others are played again from the store when needed.
MOST_LIVE: Final = 200
ENDED: Final = (MatchState.MATCH_ENDED, MatchState.CANCELLED)


class Live:
    """A match in memory.

    Attributes:
        match: the match.
        header: what is stored of it.
        seq: the number of its last event.
    """

    def __init__(self, match: Match, header: Header, seq: int) -> None:
        self.match: Final = match
        self.header: Final = header
        self.seq: int = seq


class Thought(NamedTuple):
    """A decision that an agent is asked for.

    Attributes:
        seq: the number of the last event when it was asked.
        options: the options of the game.
        parts: what the player sees.
    """

    seq: int
    options: dict[str, Json]
    parts: Parts


class PokemonMatches:
    """The matches of a store that are played by actions.

    All methods but `generate` are for threads: they wait for the store.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store: Final = store
        self.clock: Final = clock
        self._memory: Final[Memory[Live]] = Memory(MOST_LIVE)

    # Making matches.

    def create(
        self,
        decks: Sequence[str],
        players: Sequence[str] = PLAYERS,
        seed: int | str | None = None,
        options: Mapping[str, Json] | None = None,
        *,
        strict: bool = False,
        interactive: bool = False,
        key: str = "",
    ) -> dict[str, Json]:
        """Makes a match between two players.

        Args:
            decks: the deck of each player: the name of a theme deck, or a list of cards.
            players: their ids.
            seed: where all chance comes from; by default a random one, which nobody is told.
            options: the options of the rules.
            strict: as for `Match`.
            interactive: as for `Match`.
            key: a secret from which the id and the tokens follow; a second request with it gets
                the same match.

        Returns:
            The id as `match`, and the token of each player by id, as `tokens`.

        Raises:
            Refusal: if there are not two players with decks that are legal.
        """
        id = new_id(key)
        if key and (made := self.store.header(id)) is not None:
            again = {each.name: new_token(id, seat, key) for seat, each in enumerate(made.seats)}
            return {"match": id, "tokens": {**again}}
        check_players(players, decks)
        match = Match(id, seed, strict, interactive, options)
        for player, deck in zip(players, decks, strict=True):
            match.join(player, deck)
        if match.state is MatchState.CANCELLED:
            raise Refusal("INVALID_OPTION", match.problem)
        began = {
            name: value
            for name, value in match.log().items()
            if name not in ("matchId", "seed", "actions")
        }
        now = self.clock()
        seats = [Seat("person", player) for player in players]
        rules = match.game.version
        header = Header(
            match.match_id, GAME, began, rules, match.seed, seats, False, False, now, ORIGIN
        )
        tokens = [new_token(id, seat, key) for seat in range(len(players))]
        hashes = {seat: token_hash(token) for seat, token in enumerate(tokens)}
        try:
            self.store.create(header, hashes, [], standing_of(match, 0, now))
        except Conflict as error:  # two requests with one key at the same time
            raise Refusal("STALE_VERSION", "this request was sent twice: send it again") from error
        self._memory.put(id, Live(match, header, 0))
        return {"match": id, "tokens": {**dict(zip(players, tokens, strict=True))}}

    # Playing.

    def view(self, match: str, token: str) -> dict[str, Json]:
        """Returns what a player sees: `Match.view`, and the number of the last event as `seq`.

        Raises:
            Refusal: without the token of a player of this match.
        """
        with self._player(match, token) as (live, seat):
            return self._view(live, seat)

    def legal_actions(self, match: str, token: str) -> list[Json]:
        """Lists what a player can do, as `Match.legal_actions` does.

        Raises:
            Refusal: without the token of a player of this match.
        """
        with self._player(match, token) as (live, seat):
            found = live.match
            return [each.to_json() for each in found.legal_actions(found.players[seat])]

    def execute(self, match: str, token: str, action: Json, key: str = "") -> dict[str, Json]:
        """Carries out an action of a player, and stores it.

        Args:
            match: the id of the match.
            token: the token of the player.
            action: an `ExecuteActionDto` as JSON; `matchId` and `playerId` may be left out.
            key: names the request; a second one with this key changes nothing.

        Returns:
            The number of the event as `seq`, what has happened as `entry`, the `view` after it, and
            `repeated` if the request was there before.

        Raises:
            Refusal: if the action is refused; `actionError` has the code of the rules. The match is
                as before.
        """
        with self._player(match, token) as (live, seat):
            used = f"{seat}:{key}" if key else ""
            done = self.store.find_key(match, used) if used else None
            if done is not None:
                return self._told(live, seat, done, repeated=True)
            document = own_action(action, match, live.match.players[seat])
            found = live.match.execute(document)
            if isinstance(found, ActionRefused):
                raise Refusal("ILLEGAL_MOVE", found.message, actionError=str(found.code))
            self._append(live, ACTION, seat, found.dto.to_json(), used)
            return self._told(live, seat, live.seq)

    def abandon(self, match: str) -> None:
        """Ends a match that nobody goes on with.

        Raises:
            Refusal: if there is no such match.
        """
        with self._find(match) as live:
            if live.match.state not in ENDED:
                live.match.cancel(ABANDONED)
                self._append(live, ABANDONED, NOBODY, {})

    # Asking an agent.

    async def generate(
        self,
        workers: Workers,
        match: str,
        token: str,
        limit: Limit,
        agent: str = GENERATOR,
        ms: int | None = None,
    ) -> dict[str, Json]:
        """Returns the next action of a player, as an agent chooses it; carries nothing out.

        Args:
            workers: where agents think.
            match: the id of the match.
            token: the token of the player.
            limit: how long it may take.
            agent: the agent. Before the first turn, and for coins, it is always the generator.
            ms: how many milliseconds the agent may think; None for no clock.

        Raises:
            Refusal: if the match is over, waits for the other player, or has changed meanwhile; or
                if there is no such agent.
            AgentFailed: if there is no answer.
        """
        asked = await asyncio.to_thread(self.prepare, match, token, agent, timed=ms is not None)
        if isinstance(asked, ExecuteActionDto):
            return asked.to_json()
        found = await workers.run(decide, asked.options, agent, ms, asked.parts, limit=limit)
        return await asyncio.to_thread(self.write, match, token, asked.seq, found)

    def prepare(
        self, match: str, token: str, agent: str = GENERATOR, *, timed: bool = False
    ) -> ExecuteActionDto | Thought:
        """Returns what an agent has to decide, or the action where there is nothing to think about.

        Raises:
            Refusal: if there is no such agent, or the match is over, or waits for the other player.
        """
        with self._player(match, token) as (live, seat):
            found = live.match
            name_agent(found.game, agent, choose_adviser, timed=timed)
            if found.state in ENDED:
                raise Refusal("MATCH_OVER", f"the match is over: {found.result}")
            if not found.must_act(seat):
                waiting = " and ".join(found.waiting_for())
                raise Refusal("NOT_YOUR_TURN", f"the match waits for {waiting}")
            if found.state is not MatchState.PLAYER_TURN or found.now.declared is not None:
                # It looks at the hand of its player and at nothing else.
                return generate_action(found, found.players[seat], PLAYERS[seat])
            fight = found.now.fight
            view, moves = found.game.view(fight, seat), found.game.legal(fight)
            rng = agent_rng(agent_hash(found.seed), seat, live.seq)
            return Thought(live.seq, found.game.options, Parts(view, seat, moves, rng, ()))

    def write(self, match: str, token: str, seq: int, decided: Json) -> dict[str, Json]:
        """Writes what an agent has decided as an action.

        Raises:
            Refusal: if the match has changed since the agent was asked.
            AgentFailed: if the decision makes no sense.
        """
        with self._player(match, token) as (live, _):
            if live.seq != seq:
                raise Refusal("STALE_VERSION", CHANGED, version=live.seq)
            found = live.match
            try:
                documents = decided if isinstance(decided, list) else []
                made = [found.game.move_from_json(document) for document in documents]
                return found.to_dto(*made).to_json()
            except (KibitzError, IndexError) as error:
                text = f"the agent chose an illegal action: {error}"
                raise AgentFailed("error", text) from error

    # Matches in memory and in the store.

    @contextmanager
    def _player(self, match: str, token: str) -> Iterator[tuple[Live, int]]:
        """Reserves a match for this thread, and returns it with the seat of a token."""
        if not token:
            raise Refusal("TOKEN_MISSING", "only players may do this: send the token of a player")
        hashed = token_hash(token)
        known = self.store.seats_of(hashed)
        if not known:
            raise Refusal("TOKEN_UNKNOWN", "this token does not belong to any match")
        with self._find(match) as live:
            if match not in known:
                raise Refusal("TOKEN_OF_ANOTHER_MATCH", "this token belongs to another match")
            seat = known[match]
            if not hmac.compare_digest(self.store.tokens(match).get(seat, ""), hashed):
                raise Refusal("TOKEN_UNKNOWN", "this token does not belong to any match")
            yield live, seat

    @contextmanager
    def _find(self, match: str) -> Iterator[Live]:
        """Reserves a match for this thread, as it is in the store now."""
        with self._memory.hold(match) as kept, kept.lock:
            live = kept.content
            if live is None:
                live = self._resume(match)
            elif self.store.shared:
                self._catch_up(live, self.store.events(match, live.seq))
            self._memory.put(match, live)
            yield live

    def _resume(self, match: str) -> Live:
        """Plays a match again from the store."""
        header = self.store.header(match)
        if header is None or header.origin != ORIGIN:
            raise Refusal("MATCH_NOT_FOUND", f"there is no match {match!r}")
        began = {"matchId": match, "seed": header.seed, **header.options, "actions": []}
        try:
            live = Live(replay(began), header, 0)
        except RecordError as error:
            raise Refusal("RULES_CHANGED", f"match {match!r}: {error}") from error
        if live.match.state is MatchState.CANCELLED or live.match.game.version != header.rules:
            raise Refusal("RULES_CHANGED", f"match {match!r} was begun with other rules")
        self._catch_up(live, self.store.events(match))
        return live

    def _catch_up(self, live: Live, events: Sequence[Event]) -> None:
        """Carries out stored events."""
        for event in events:
            refused = False
            if event.kind == ABANDONED:
                live.match.cancel(ABANDONED)
            else:
                refused = isinstance(live.match.execute(event.body), ActionRefused)
            live.seq = event.seq
            if refused or (event is events[-1] and event.hash != fingerprint(live.match)):
                self._memory.drop(live.header.id)
                text = f"match {live.header.id!r} differs from event {event.seq} on"
                raise Refusal("RULES_CHANGED", f"{text}: the rules have changed")

    def _append(
        self, live: Live, kind: str, seat: int, body: dict[str, Json], key: str = ""
    ) -> None:
        """Stores what was just carried out in memory; if that fails, memory forgets it, too."""
        now, seq = self.clock(), live.seq + 1
        event = Event(seq, kind, seat, body, fingerprint(live.match), now, key)
        try:
            self.store.append(live.header.id, [event], standing_of(live.match, seq, now))
        except Conflict as error:
            self._memory.drop(live.header.id)
            raise Refusal("STALE_VERSION", CHANGED) from error
        except BaseException:
            self._memory.drop(live.header.id)
            raise
        live.seq = seq

    def _view(self, live: Live, seat: int) -> dict[str, Json]:
        return {**live.match.view(live.match.players[seat]), "seq": live.seq}

    def _told(self, live: Live, seat: int, seq: int, *, repeated: bool = False) -> dict[str, Json]:
        """Returns what a player is told about an action."""
        return {
            "seq": seq,
            "entry": live.match.history[seq - 1].to_json(seat),
            "view": self._view(live, seat),
            "repeated": repeated,
        }


def check_players(players: Sequence[str], decks: Sequence[str]) -> None:
    """Refuses what is not two players with a deck each."""
    if len(players) != 2 or len(decks) != 2:
        given = f"{len(players)} players and {len(decks)} decks"
        raise Refusal("INVALID_OPTION", f"{given}: expected two of each")
    for player in players:
        if not 0 < len(player) <= LONGEST_ID or not player.isprintable():
            expected = f"expected 1 to {LONGEST_ID} characters"
            raise Refusal("INVALID_OPTION", f"invalid player {player[:LONGEST_ID]!r}: {expected}")
    if players[0] == players[1]:
        raise Refusal("INVALID_OPTION", f"both players are {players[0]!r}: expected two ids")


def own_action(action: Json, match: str, player: str) -> dict[str, Json]:
    """Returns an action with the ids of its match and player, which the token tells."""
    if not isinstance(action, dict):
        raise Refusal("INVALID_REQUEST", "invalid action: expected an object")
    given = action.get("playerId", player)
    if given != player:
        raise Refusal("INVALID_REQUEST", f"playerId: expected {player!r}, whose token this is")
    return {"matchId": match, "playerId": player, **action}


def fingerprint(match: Match) -> str:
    """Returns what two matches share only if they are equal; never sent to anybody."""
    return hashlib.sha256(match.fingerprint().encode()).hexdigest()


def standing_of(match: Match, seq: int, now: float) -> Standing:
    """Returns the summary that the store keeps."""
    if match.state not in ENDED:
        return Standing(seq, "open", False, None, now)
    reason = None if match.win_condition is None else str(match.win_condition)
    return Standing(seq, "over", False, {"result": str(match.result), "winCondition": reason}, now)


# What runs in a worker process.


def decide(
    seconds: float, options: Mapping[str, Json], spec: str, ms: int | None, parts: Parts
) -> Json:
    """Asks an agent for a move, and for the answers to what an action must name with it.

    Returns:
        The moves as JSON.
    """
    game = make_game(GAME, options)
    check_agent(game, spec, choose_adviser, timed=False)
    asked = ask_agent(game, spec, copied(parts), ms, seconds, hint=False)
    seen = parts.observe(game.clone(), None)
    move = legal_move(seen, asked.consulted.advice, asked.consulted.spec)
    made = ask_again(game, asked, moves_of_action, seen, asked.consulted.agent, move)
    return [each.to_json() for each in made]
