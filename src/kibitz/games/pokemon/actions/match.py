"""A match that is played by actions: two players, ids of cards, a log, and views as JSON.

A match wraps the game and adds no rules. An action becomes a move and the answers to its questions
(`kibitz.games.pokemon.actions.lines`); what is refused, is refused by the moves.

```python
match = new_match("brushfire / zap", seed=7)
while match.state is not MatchState.MATCH_ENDED:
    player = match.waiting_for()[0]
    match.execute(match.legal_actions(player)[0])
```
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kibitz import games, kit
from kibitz.core.agent import Observation
from kibitz.core.errors import IllegalMoveError, KibitzError, RecordError
from kibitz.core.randomness import random_seed, seeded
from kibitz.core.state import plain
from kibitz.core.value import Json
from kibitz.games.pokemon import moves
from kibitz.games.pokemon.actions import ledger, lines, schema
from kibitz.games.pokemon.actions.ledger import Entry, Snapshot
from kibitz.games.pokemon.actions.lines import Line
from kibitz.games.pokemon.actions.schema import (
    ExecuteActionDto,
    FieldSpec,
    MatchState,
    RefusedError,
)
from kibitz.games.pokemon.agents.generator.player import GeneratorAgent
from kibitz.games.pokemon.agents.generator.scoring import Settings
from kibitz.games.pokemon.cards import LISTS, read_deck, split_decks
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.rules import turn
from kibitz.games.pokemon.state import (
    BY_DECK,
    BY_NO_POKEMON,
    BY_PRIZES,
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    DECK,
    HAND,
    PRIZES,
    PokemonMove,
    PokemonState,
    asking,
    pile,
)
from kibitz.kit.decks import join_decks

if TYPE_CHECKING:
    from kibitz.games.pokemon.game import PokemonTcg

Error = schema.ActionValidationError
Kind = schema.PlayerActionType

ENDED: Final = (MatchState.MATCH_ENDED, MatchState.CANCELLED)
# By the seat of the winner; the last one is for nobody.
RESULTS: Final = [each for each in schema.MatchResult if each is not schema.MatchResult.CANCELLED]
REASONS: Final = {
    BY_PRIZES: schema.WinCondition.PRIZE_CARDS,
    BY_NO_POKEMON: schema.WinCondition.NO_POKEMON,
    BY_DECK: schema.WinCondition.DECK_OUT,
    "concession": schema.WinCondition.CONCEDE,
}


class Match:
    """A match between two players.

    Attributes:
        match_id: the name of the match, part of every action.
        seed: where all chance comes from; a random one if None is given, because players can find
            out a small one from the ids of their cards.
        options: the options of the rules.
        strict: whether optional fields must be given. Cards that could not be known before are
            then named by a second action of the same type.
        interactive: whether an attack stops until its coins are flipped by actions.
        players: the ids of the players.
        history: what was done.
    """

    def __init__(
        self,
        match_id: str = "match",
        seed: int | str | None = None,
        strict: bool = False,
        interactive: bool = False,
        options: Mapping[str, Json] | None = None,
    ) -> None:
        self.match_id: Final = match_id
        self.seed: Final[int | str] = random_seed() if seed is None else seed
        self.strict: Final = strict
        self.interactive: Final = interactive
        self.options: Final[dict[str, Json]] = dict(options or {})
        self.players: Final[list[str]] = []
        self.decks: Final[list[str]] = []
        self.history: Final[list[Entry]] = []
        self.problem = ""
        self._cancelled = False
        self._game: PokemonTcg | None = None
        self._now: Snapshot | None = None

    # Before the match.

    def join(self, player_id: str, deck: str) -> None:
        """Adds a player with a deck: the name of a theme deck, or a list of cards.

        With the second player both decks are checked; if one is not legal the match is cancelled,
        and `problem` says why.

        Raises:
            ValueError: if the match has two players, or one with this id.
        """
        if self.state not in (MatchState.CREATED, MatchState.WAITING_FOR_PLAYERS):
            raise ValueError(f"cannot join a match in state {self.state}")
        if player_id in self.players:
            raise ValueError(f"there is a player {player_id!r} already: expected another id")
        self.players.append(player_id)
        self.decks.append(deck)
        if len(self.players) == 2:
            self.validate_decks()

    def validate_decks(self) -> None:
        """Makes the game, or cancels the match if a deck is not legal."""
        given = self.options.get("deck_size", 60)
        size = given if isinstance(given, int) else 60
        lists: list[str] = []
        try:
            for player, deck in zip(self.players, self.decks, strict=True):
                where = f"the deck of {player}"
                lists.append(LISTS.written_deck(deck, read_deck(deck, size)))
            where = "the options"
            options: dict[str, Json] = {**self.options, "decks": join_decks(lists)}
            game = make_game(options)
        except (ValueError, TypeError) as error:
            self.problem = f"{where}: {error}"
            self._cancelled = True
            return
        fight = game.empty(seeded(self.seed))
        fight.board.rules = asking(fight.board.rules)
        for seat in (0, 1):
            fight.cards[fight.index(DECK, seat)] = game.decks[seat].copy()
        ids = ledger.new_ledger(fight, seeded(f"{self.seed}/ids"))
        self._game = game
        self._now = Snapshot(fight, ids, MatchState.MATCH_APPROVAL, [False] * 2)

    def cancel(self, why: str = "cancelled") -> None:
        """Ends a match that is not over without a result."""
        if self.state not in ENDED:
            self._cancelled = True
            self.problem = why

    # Where the match is.

    @property
    def state(self) -> MatchState:
        """Returns the state of the match."""
        if self._cancelled:
            return MatchState.CANCELLED
        if self._now is not None:
            return self._now.state()
        return MatchState.WAITING_FOR_PLAYERS if self.players else MatchState.CREATED

    @property
    def phase(self) -> schema.TurnPhase | None:
        """Returns the phase of the turn; None outside of turns."""
        return None if self._now is None or self._cancelled else self._now.phase()

    @property
    def turn(self) -> int:
        """Returns the number of the turn; 0 before the first one."""
        return ledger.turn_number(self._now)

    @property
    def current_player(self) -> str | None:
        """Returns the player whose turn it is."""
        turn = self.turn
        return None if turn == 0 or self._now is None else self.players[self._now.fight.active]

    @property
    def first_player(self) -> str | None:
        """Returns the player who won the toss, or was chosen to play first."""
        first = -1 if self._now is None else self._now.fight.board.first
        return None if first < 0 else self.players[first]

    @property
    def result(self) -> schema.MatchResult | None:
        """Returns how the match ended; None while it goes on."""
        if self._cancelled:
            return schema.MatchResult.CANCELLED
        if self._now is None or not self._now.fight.over:
            return None
        return RESULTS[self._now.fight.winner]

    @property
    def win_condition(self) -> schema.WinCondition | None:
        """Returns why the match was won."""
        return None if self._now is None else REASONS.get(self._now.fight.reason)

    @property
    def game(self) -> "PokemonTcg":
        """Returns the game, once there are two players with legal decks."""
        assert self._game is not None, "the match has no two players with legal decks"
        return self._game

    @property
    def now(self) -> Snapshot:
        """Returns the state of the game with the ids; it must not be changed."""
        assert self._now is not None, "the match has no two players with legal decks"
        return self._now

    def fingerprint(self) -> str:
        """Returns everything of the match as a text, to compare matches."""
        if self._now is None:
            return repr((self.state, self.players, self.decks))
        now = self._now
        book = now.ledger
        ids = (book.rng.key(), [sorted(side.items()) for side in book.sides])
        waiting = [repr(each.dto) for each in (now.open, now.declared) if each is not None]
        shown = [] if now.declared is None else list(now.declared.shown)
        return repr((self.state, plain(now.fight), ids, now.done, waiting, shown, self.history))

    def seat_of(self, player_id: str) -> int:
        """Returns the seat of a player.

        Raises:
            RefusedError: if there is no such player.
        """
        if player_id in self.players:
            return self.players.index(player_id)
        known = " or ".join(self.players) or "nobody yet"
        text = f"there is no player {player_id[:40]!r} in this match: expected {known}"
        raise RefusedError(Error.INVALID_ACTION, text)

    # What can be done.

    def waiting_for(self) -> list[str]:
        """Lists the players who must act."""
        return [player for player in self.players if self.must_act(self.seat_of(player))]

    def must_act(self, seat: int) -> bool:
        """Tells whether a player has anything to do but concede."""
        if self._now is None or self.state in ENDED:
            return False
        if self._now.stage is MatchState.PLAYER_TURN:
            return self._now.fight.seat == seat
        return not self._now.done[seat]

    def available_actions(self, player_id: str) -> list[Kind]:
        """Lists the types of the legal actions; the last one is to concede."""
        self.seat_of(player_id)
        if self.state in ENDED:
            return []
        found = [dto.action_type for dto in self.legal_actions(player_id)]
        return [*dict.fromkeys(found), Kind.CONCEDE]

    def legal_actions(self, player_id: str) -> list[ExecuteActionDto]:
        """Lists the legal actions with all their data, except `CONCEDE`.

        Of equal cards only the one with the lowest id is named; the others are legal, too.
        """
        seat = self.seat_of(player_id)
        if not self.must_act(seat):
            return []
        found: list[ExecuteActionDto] = []
        if self.now.stage is not MatchState.PLAYER_TURN:
            for kind, data in lines.setup_actions(self.now, seat):
                found.append(self.dto(seat, kind, data))
        elif self.now.declared is not None:
            found.append(self.dto(seat, Kind.GENERATE_COIN_FLIP, {}))
        elif self.now.open is not None:
            for line in self.open_line(self.now, seat).all_lines():
                found.append(
                    self.dto(seat, Kind.PLAY_TRAINER, {"cardId": line.card, **line.data()})
                )
        else:
            for move in self.game.legal(self.now.fight):
                found += self.dtos_of_move(seat, move)
        return found

    def dto(self, seat: int, kind: Kind, data: dict[str, Json]) -> ExecuteActionDto:
        """Makes an action of a player."""
        return ExecuteActionDto(self.match_id, self.players[seat], kind, data)

    def dtos_of_move(self, seat: int, move: PokemonMove) -> list[ExecuteActionDto]:
        """Lists the actions that begin with a move."""
        now = self.now
        if isinstance(move, moves.Prize):
            count = len(pile(now.fight, PRIZES, seat))
            return [self.dto(seat, Kind.SELECT_PRIZE, {"prizeIndex": at}) for at in range(count)]
        kind, data = lines.base_action(now, seat, move)
        if not lines.asks_more(move):
            return [self.dto(seat, kind, data)]
        line = self.line(now, lines.with_heads(now.fight), seat, move, data)
        if not self.strict and isinstance(move, moves.PlayTrainer) and lines.is_look(move):
            # The player does not see the top of the deck before the card is played.
            return [self.dto(seat, kind, data)]
        return [self.dto(seat, kind, {**data, **each.data()}) for each in line.all_lines()]

    def to_dto(self, *made: PokemonMove) -> ExecuteActionDto:
        """Returns the action of a move, and of the moves that answer its questions.

        A choice that no move makes is made as if its field were left out.
        """
        now, first = self.now, made[0]
        seat = now.fight.seat
        if now.stage is not MatchState.PLAYER_TURN:
            seat = next(seat for seat in (0, 1) if not now.done[seat])
        if isinstance(first, kit.Concede):
            return self.dto(first.seat, Kind.CONCEDE, {})
        if now.open is not None:
            line = self.open_line(now, seat)
            lines.follow_moves(line, list(made))
            return self.dto(seat, Kind.PLAY_TRAINER, {"cardId": line.card, **line.data()})
        kind, data = lines.action_of(self.game, now, seat, list(made), self.strict)
        return self.dto(seat, kind, data)

    def line(
        self, now: Snapshot, s: PokemonState, seat: int, move: PokemonMove, data: dict[str, Json]
    ) -> Line:
        """Begins a line with a move on a copy."""
        return lines.begin_line(self.game, s, now, seat, move, data, self.strict)

    def trial(self, now: Snapshot, seat: int, move: PokemonMove, data: dict[str, Json]) -> Line:
        """Tries an action out, on a copy."""
        line = self.line(now, lines.with_heads(now.fight), seat, move, data)
        lines.follow_answers(line, lines.Answers(data, line.specs))
        return line

    def open_line(self, now: Snapshot, seat: int) -> Line:
        """Goes on with an action that waits for its second part, on a copy."""
        waits = now.open
        assert waits is not None
        s = now.fight.clone()
        return Line(
            self.game, s, now.ledger, seat, waits.card, waits.first, list(waits.specs), False
        )

    # Playing.

    def execute(self, action: ExecuteActionDto | Mapping[str, object]) -> Entry | schema.Refusal:
        """Carries out an action, as an object or as JSON.

        Returns what has happened, which is also the last entry of the history; or a refusal, and
        the match is as before.
        """
        try:
            document: object = action
            if isinstance(action, ExecuteActionDto):
                document = action.to_json()
            dto = schema.read_action(document)
            return self.carry_out(dto)
        except RefusedError as error:
            return schema.Refusal(error.code, error.message)

    def play(self, action: ExecuteActionDto | Mapping[str, object]) -> Entry:
        """Carries out an action that must be legal.

        Raises:
            IllegalMoveError: if it is refused.
        """
        done = self.execute(action)
        if isinstance(done, schema.Refusal):
            raise IllegalMoveError(f"{done.code}: {done.message}")
        return done

    def carry_out(self, dto: ExecuteActionDto) -> Entry:
        """Carries out an action.

        Raises:
            RefusedError: if it is not legal.
        """
        if dto.match_id != self.match_id:
            text = f"matchId: {dto.match_id[:40]!r} is another match: expected {self.match_id!r}"
            raise RefusedError(Error.INVALID_ACTION, text)
        seat = self.seat_of(dto.player_id)
        check_time(self, seat, dto.action_type)
        specs = schema.TYPE_FIELDS[dto.action_type]
        if dto.action_type not in (Kind.PLAY_TRAINER, Kind.USE_ABILITY):
            schema.check_data(dto.action_data, specs)
        if self._now is None:
            self.cancel(f"{dto.player_id} conceded before the match")
        entry = Entry(dto, len(self.history) + 1, self.turn)
        if self._now is not None:
            before, now = self._now, self._now.clone()
            entry.tell(self.players, before, now, self.act(now, seat, dto))
            self._now = now
        self.history.append(entry)
        return entry

    def act(self, now: Snapshot, seat: int, dto: ExecuteActionDto) -> list[int]:
        """Changes a copy of the match as an action says; returns how coins fell."""
        kind = dto.action_type
        if kind is Kind.CONCEDE:
            now.open = now.declared = None
            self.game.play(now.fight, kit.Concede(seat), seat)
            return []
        if now.stage is not MatchState.PLAYER_TURN:
            return self.set_up(now, seat, dto)
        if kind is Kind.GENERATE_COIN_FLIP:
            return self.flip(now, seat)
        if now.open is not None:
            coins = self.finish_open(now, seat, dto)
        else:
            coins = self.take_turn(now, seat, dto)
        if now.fight.phase <= CHOOSE_BENCH and not now.fight.over:  # a sudden death
            now.stage, now.done = MatchState.SELECT_ACTIVE_POKEMON, [False, False]
        return coins

    # Before the first turn.

    def set_up(self, now: Snapshot, seat: int, dto: ExecuteActionDto) -> list[int]:
        """Does what a player does before the first turn."""
        s, stage = now.fight, now.stage
        coins: list[int] = []
        if stage is MatchState.MATCH_APPROVAL:
            if now.advance(seat, MatchState.DRAWING_CARDS):
                turn.draw_hands(s)
                now.ledger = ledger.new_ledger(s, now.ledger.rng)
        elif stage is MatchState.DRAWING_CARDS:
            if now.advance(seat, MatchState.SET_PRIZE_CARDS):
                turn.draw_bonus(s)
        elif stage is MatchState.SET_PRIZE_CARDS:
            turn.set_prizes(s, seat)
            if now.advance(seat, MatchState.SELECT_ACTIVE_POKEMON):
                turn.begin_choices(s)
        elif stage is MatchState.FIRST_PLAYER_SELECTION:
            self.confirm(now, seat, dto.action_data)
        else:
            coins = self.place_pokemon(now, seat, dto)
        now.ledger.follow(s, lines.ids_of(dto.action_data), [False, False])
        return coins

    def place_pokemon(self, now: Snapshot, seat: int, dto: ExecuteActionDto) -> list[int]:
        """Puts a Pokémon down for the first turn, or ends that; the players do so independently."""
        s = now.fight
        s.active = s.seat = seat
        if dto.action_type is Kind.COMPLETE_INITIAL_SETUP:
            if not now.advance(seat, MatchState.FIRST_PLAYER_SELECTION):
                s.active = s.seat = 1 - seat
                return []
            for owner in (0, 1):  # the Pokémon are turned up, and a coin is tossed
                s.active = s.seat = owner
                self.game.play(s, moves.DONE_MOVE, owner)
            return s.board.coins[:]
        card = lines.card_of(now, seat, dto.action_data, "cardId", HAND)
        first = dto.action_type is Kind.SET_ACTIVE_POKEMON
        move: PokemonMove = moves.ACTIVES[card] if first else moves.BENCHES[card]
        lines.check_move(self.game, s, seat, move)
        self.game.play(s, move, seat)
        if first:
            both = now.advance(seat, MatchState.SELECT_BENCH_POKEMON)
            s.phase = CHOOSE_BENCH if both else CHOOSE_ACTIVE
        # The game lets the players choose one after the other; which one it waits for is the same
        # in whatever order they act.
        s.active = s.seat = 1 if now.done[0] else 0
        return []

    def confirm(self, now: Snapshot, seat: int, data: dict[str, Json]) -> None:
        """Confirms who plays first; the winner of the toss may have to choose."""
        asked = asked_of(now.fight, seat)
        if asked is None and "goFirst" in data:
            text = "goFirst is not needed: the first player is decided"
            raise RefusedError(Error.INVALID_ACTION, text)
        if asked is not None:
            word = "first" if data.get("goFirst", True) else "second"
            self.game.play(now.fight, moves.Choose(word), seat)
        now.advance(seat, MatchState.PLAYER_TURN)

    # In a turn.

    def take_turn(self, now: Snapshot, seat: int, dto: ExecuteActionDto) -> list[int]:
        """Does what a player does in a turn; returns how coins fell."""
        move = lines.first_move(now, seat, dto, self.strict)
        lines.check_move(self.game, now.fight, seat, move)
        trial = self.trial(now, seat, move, dto.action_data)
        lines.check_implied(now, seat, move, dto.action_data)
        chosen = lines.ids_of(dto.action_data)
        attacks = self.interactive and isinstance(move, moves.Attack)
        if attacks and self.outcome(now, trial, dto).coins:
            now.declared = ledger.Unfinished(dto, chosen, move)
            return []
        if isinstance(move, moves.Prize):
            lines.choose_prize(now.fight, seat, dto.action_data)
        return self.finish(now, trial, dto, chosen)

    def finish(
        self, now: Snapshot, trial: Line, dto: ExecuteActionDto, chosen: set[str]
    ) -> list[int]:
        """Plays an action that was tried out, with the real coins."""
        move, seat = trial.first, trial.seat
        line = self.line(now, now.fight, seat, move, dto.action_data)
        lines.follow_picks(line, trial.picks)
        now.ledger.follow(now.fight, chosen, lines.replaced_hands(move, seat))
        now.open = None
        if line.stopped():
            specs = [spec for spec in line.specs if spec.unseen]
            now.open = ledger.Unfinished(dto, chosen, move, line.card, tuple(specs))
        return line.coins

    def finish_open(self, now: Snapshot, seat: int, dto: ExecuteActionDto) -> list[int]:
        """Does the second part of an action."""
        waits = now.open
        assert waits is not None
        specs = [FieldSpec("cardId", "a card id"), *waits.specs]
        schema.check_data(dto.action_data, specs)
        card = dto.action_data["cardId"]
        if card != waits.card:
            text = f"cardId: expected {waits.card}, which is being played, got {card}"
            raise RefusedError(Error.INVALID_TARGET, text[:200])
        line = self.open_line(now, seat)
        lines.follow_answers(line, lines.Answers(dto.action_data, line.specs))
        now.fight = line.s
        chosen = lines.ids_of(dto.action_data) | waits.chosen
        now.ledger.follow(now.fight, chosen, [False, False])
        now.open = None
        return line.coins

    # Coins by action.

    def outcome(self, now: Snapshot, trial: Line, dto: ExecuteActionDto) -> Line:
        """Returns an attack as it really goes, on a copy."""
        line = self.line(now, now.fight.clone(), trial.seat, trial.first, dto.action_data)
        lines.follow_picks(line, trial.picks)
        return line

    def flip(self, now: Snapshot, seat: int) -> list[int]:
        """Flips the next coin of a declared attack; with the last one the attack happens."""
        waits = now.declared
        assert waits is not None
        trial = self.trial(now, seat, waits.first, waits.dto.action_data)
        coins = self.outcome(now, trial, waits.dto).coins
        shown = coins[: len(waits.shown) + 1]
        if len(shown) < len(coins):
            now.declared = waits._replace(shown=tuple(shown))
        else:
            now.declared = None
            self.finish(now, trial, waits.dto, waits.chosen)
        return shown[-1:]

    # What players see.

    def view(self, player_id: str) -> dict[str, Json]:
        """Returns what a player sees, as JSON: no hidden cards and no dice."""
        seat = self.seat_of(player_id)
        found: dict[str, Json] = {
            "matchId": self.match_id,
            "playerId": player_id,
            "state": str(self.state),
            "phase": None if self.phase is None else str(self.phase),
            "turnNumber": self.turn,
            "currentPlayer": self.current_player,
            "firstPlayer": self.first_player,
            "result": None if self.result is None else str(self.result),
            "winCondition": None if self.win_condition is None else str(self.win_condition),
            "problem": self.problem or None,
            "availableActions": [str(kind) for kind in self.available_actions(player_id)],
            "actionHistory": [entry.to_json(seat) for entry in self.history],
        }
        if self._now is not None:
            now = self._now
            sight = self.game.view(now.fight, seat)
            for owner in (0, 1):
                name = "you" if owner == seat else "opponent"
                hides = self.hides(owner)
                found[name] = ledger.player_json(sight, now.ledger, seat, owner, hides)
                found[f"{name}Id"] = self.players[owner]
            found["choice"] = self.choice(seat)
            found["coinFlip"] = self.coin_flip()
        return found

    def hides(self, owner: int) -> bool:
        """Tells whether the hand of a player is not drawn yet."""
        now = self.now
        return now.stage is MatchState.MATCH_APPROVAL or (
            now.stage is MatchState.DRAWING_CARDS and not now.done[owner]
        )

    def choice(self, seat: int) -> Json:
        """Writes what a player can choose in the second part of an action."""
        if self.now.open is None or self.now.fight.seat != seat:
            return None
        line = self.open_line(self.now, seat)
        asked = line.asked()
        if asked is None:
            return None
        spec = line.spec(asked)
        ids = [value for option in asked.options(line.s) for value in line.values(asked, option)]
        items = [item for item in line.ledger.items(seat, spec.place) if item[0] in ids]
        return {"field": spec.name, "cards": ledger.cards_json(items)}

    def coin_flip(self) -> Json:
        """Writes the coins of an attack that waits for them."""
        waits = self.now.declared
        if waits is None:
            return None
        return {
            "status": str(schema.CoinFlipStatus.READY_TO_FLIP),
            "context": str(schema.CoinFlipContext.ATTACK),
            "results": ["HEADS" if coin else "TAILS" for coin in waits.shown],
        }

    # Records.

    def log(self) -> dict[str, Json]:
        """Writes the match as JSON: what it began with, and all actions. It has the seed in it.

        Raises:
            RecordError: if the match began in the middle of a game.
        """
        if len(self.decks) < len(self.players):
            raise RecordError("the match began in the middle of a game: it has no log")
        players: list[Json] = []
        for player, deck in zip(self.players, self.decks, strict=True):
            players.append({"playerId": player, "deck": deck})
        return {
            "matchId": self.match_id,
            "seed": self.seed,
            "strict": self.strict,
            "interactive": self.interactive,
            "options": dict(self.options),
            "players": players,
            "actions": [entry.dto.to_json() for entry in self.history],
        }


# When an action can be made.


def check_time(match: Match, seat: int, kind: Kind) -> None:
    """Refuses an action at a wrong time.

    Raises:
        RefusedError: says which actions there are instead.
    """
    if match.state in ENDED:
        raise RefusedError(Error.INVALID_STATE, f"the match is over: {match.result}")
    if kind is Kind.CONCEDE:
        return
    state = match.state
    if state is not MatchState.PLAYER_TURN:
        wanted = ledger.SETUP_ACTIONS.get(state, [])
        if kind not in wanted:
            raise RefusedError(Error.INVALID_STATE, f"{kind} in state {state}{instead(wanted)}")
        if match.now.done[seat]:
            text = f"{kind}: you have done this; the match waits for {match.players[1 - seat]}"
            raise RefusedError(Error.INVALID_STATE, text)
        return
    if kind not in ledger.TURN_ACTIONS:
        raise RefusedError(Error.INVALID_STATE, f"{kind} in state {state}")
    if match.now.fight.seat != seat:
        text = f"{kind}: it is not your turn; the match waits for {match.players[1 - seat]}"
        raise RefusedError(Error.NOT_PLAYER_TURN, text)
    wanted = ledger.phase_actions(match.now, seat)
    if kind not in wanted:
        raise RefusedError(Error.INVALID_PHASE, f"{kind} in phase {match.phase}{instead(wanted)}")


def instead(kinds: list[Kind]) -> str:
    """Says which actions were expected."""
    return "; expected " + " or ".join([str(kind) for kind in kinds]) if kinds else ""


# Making matches.


def make_game(options: Mapping[str, Json]) -> "PokemonTcg":
    """Makes the game by its name, because the game knows this module."""
    make: Any = games.find("pokemon").find()  # Any: the catalogue knows games of all kinds
    made: PokemonTcg = make(**options)
    return made


def new_match(
    decks: str = "overgrowth / zap",
    seed: int | str | None = None,
    match_id: str = "match",
    strict: bool = False,
    interactive: bool = False,
    options: Mapping[str, Json] | None = None,
) -> Match:
    """Makes a match between `PLAYER1` and `PLAYER2` with two decks."""
    match = Match(match_id, seed, strict, interactive, options)
    first, *others = split_decks(decks)
    for player, deck in zip(schema.SEATS, (first, join_decks(others) or first), strict=True):
        match.join(str(player), deck.strip())
    return match


def match_at(
    game: "PokemonTcg",
    fight: PokemonState,
    seed: int | str = 0,
    strict: bool = False,
    interactive: bool = False,
) -> Match:
    """Makes a match between `PLAYER1` and `PLAYER2` that goes on from a state of the game.

    The state is copied. Such a match has no log.
    """
    match = Match(schema.POSITION_MATCH, seed, strict, interactive)
    match.players.extend([str(player) for player in schema.SEATS])
    match._game = game
    match._now = ledger.snapshot_at(fight, seed)
    return match


def replay(log: Mapping[str, Json]) -> Match:
    """Plays a match again from its log.

    Raises:
        RecordError: if the log is not complete, or an action is refused.
    """
    match = match_of_log(log)
    actions = log.get("actions")
    if not isinstance(actions, list):
        raise RecordError("log: expected a list of actions")
    for at, action in enumerate(actions):
        if not isinstance(action, dict):
            raise RecordError(f"log: action {at + 1}: expected an object")
        done = match.execute(action)
        if isinstance(done, schema.Refusal):
            raise RecordError(f"log: action {at + 1} is refused: {done.code}: {done.message}")
    return match


def match_of_log(log: Mapping[str, Json]) -> Match:
    """Makes the match that a log began with.

    Raises:
        RecordError: if something is missing.
    """
    match_id, seed, options = log.get("matchId"), log.get("seed"), log.get("options")
    players = log.get("players")
    if not isinstance(match_id, str) or not isinstance(seed, (int, str)):
        raise RecordError("log: expected matchId and seed")
    if not isinstance(options, dict) or not isinstance(players, list):
        raise RecordError("log: expected options and players")
    match = Match(
        match_id, seed, log.get("strict") is True, log.get("interactive") is True, options
    )
    for player in players:
        if not isinstance(player, dict) or not {"playerId", "deck"} <= set(player):
            raise RecordError("log: expected a playerId and a deck for each player")
        match.join(str(player["playerId"]), str(player["deck"]))
    return match


DESCRIBED: Final = Settings()
# The generator draws nothing.
UNUSED: Final = 0


class MatchEnded(KibitzError):
    """The match is over."""


class NoActionAvailable(KibitzError):
    """The match waits for the other player."""


def generate_action(
    match: Match,
    player_id: str,
    player_identifier: schema.PlayerIdentifier | str,
    settings: Settings = DESCRIBED,
) -> ExecuteActionDto:
    """Returns the next action of a player.

    Args:
        match: the match; it stays as it is.
        player_id: the id of the player.
        player_identifier: the seat of the player, `PLAYER1` or `PLAYER2`.
        settings: how the generator is set.

    Raises:
        MatchEnded: if the match is over.
        NoActionAvailable: if the match does not wait for this player.
        ValueError: if the player does not sit in this seat.
        RefusedError: if there is no such player.
    """
    seat = match.seat_of(player_id)
    if str(schema.SEATS[seat]) != str(player_identifier):
        raise ValueError(f"{player_id} is {schema.SEATS[seat]}, not {player_identifier}")
    if match.state in ENDED:
        raise MatchEnded(f"the match is over: {match.result}")
    if not match.must_act(seat):
        waiting = " and ".join(match.waiting_for())
        raise NoActionAvailable(f"the match does not wait for {player_id} but for {waiting}")
    if match.state is not MatchState.PLAYER_TURN:
        return setup_action(match, seat, settings)
    if match.now.declared is not None:
        return match.legal_actions(player_id)[0]
    agent, fight = GeneratorAgent(settings), match.now.fight
    view, moves = match.game.view(fight, seat), match.game.legal(fight)
    seen = Observation(match.game, view, seat, moves, seeded(UNUSED))
    return match.to_dto(*lines.moves_of_action(seen, agent, agent.decide(view, seat, moves).move))


def setup_action(match: Match, seat: int, settings: Settings) -> ExecuteActionDto:
    """Returns the action of a player before the first turn: the highest score first (F-3).

    Of equal scores the lower number in the set goes first: ids are random, so they decide nothing.
    """
    actions = match.legal_actions(match.players[seat])
    held = dict(match.now.ledger.items(seat, HAND))
    best, rank = actions[0], (0.0, 0)
    for action in actions:
        card = held.get(str(action.action_data.get("cardId", "")), 0)
        if (-settings.scores[card], card) < rank:
            best, rank = action, (-settings.scores[card], card)
    return best
