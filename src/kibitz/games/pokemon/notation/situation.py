"""Where a match is: the state of the game, the ids, and what the players have still to do."""

from typing import Final

from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.notation.actions import (
    ExecuteActionDto,
    FieldSpec,
    MatchState,
    PlayerActionType,
    TurnPhase,
)
from kibitz.games.pokemon.notation.instances import Ledger, new_ledger
from kibitz.games.pokemon.rules.knockouts import TakePrizes
from kibitz.games.pokemon.rules.setup import GoFirst
from kibitz.games.pokemon.state import CHOOSE_ACTIVE, CHOOSE_BENCH, DRAW, MAIN, Fight, asking

Kind = PlayerActionType

# What is done before the first turn; each player does it once, in any order.
SETUP_ACTIONS: Final[dict[MatchState, list[PlayerActionType]]] = {
    MatchState.MATCH_APPROVAL: [Kind.APPROVE_MATCH],
    MatchState.DRAWING_CARDS: [Kind.DRAW_INITIAL_CARDS],
    MatchState.SET_PRIZE_CARDS: [Kind.SET_PRIZE_CARDS],
    MatchState.SELECT_ACTIVE_POKEMON: [Kind.SET_ACTIVE_POKEMON],
    MatchState.SELECT_BENCH_POKEMON: [Kind.PLAY_POKEMON, Kind.COMPLETE_INITIAL_SETUP],
    MatchState.FIRST_PLAYER_SELECTION: [Kind.CONFIRM_FIRST_PLAYER],
}
MAIN_ACTIONS: Final = [
    Kind.PLAY_POKEMON,
    Kind.ATTACH_ENERGY,
    Kind.PLAY_TRAINER,
    Kind.EVOLVE_POKEMON,
    Kind.RETREAT,
    Kind.USE_ABILITY,
    Kind.ATTACK,
    Kind.END_TURN,
]
PRIZE_ACTIONS: Final = [Kind.SELECT_PRIZE, Kind.DRAW_PRIZE]
TURN_ACTIONS: Final = [
    *MAIN_ACTIONS,
    *PRIZE_ACTIONS,
    Kind.DRAW_CARD,
    Kind.SET_ACTIVE_POKEMON,
    Kind.GENERATE_COIN_FLIP,
]


class Unfinished:
    """An action that waits: for a second action, or in interactive mode for coins.

    Attributes:
        dto: the action.
        chosen: the ids that it named.
        card: the id of the card that was played.
        first: its first move.
        specs: the fields that are still to come.
        shown: in interactive mode, the coins that were flipped so far.
    """

    def __init__(
        self,
        dto: ExecuteActionDto,
        chosen: set[str],
        card: str,
        first: Move[Fight],
        specs: list[FieldSpec],
        shown: list[int],
    ) -> None:
        self.dto: Final = dto
        self.chosen: Final = chosen
        self.card: Final = card
        self.first: Final = first
        self.specs: Final = specs
        self.shown: Final = shown


class Situation:
    """All of a match that actions change; an action works on a copy.

    Attributes:
        fight: the state of the game.
        ledger: the ids of the cards.
        stage: the state of the match, as far as it is not decided by the game.
        done: whether each player has done what the stage asks for.
        open: an action that waits for the second part of its choices.
        declared: an attack that waits for coins.
    """

    def __init__(
        self,
        fight: Fight,
        ledger: Ledger,
        stage: MatchState,
        done: list[bool],
        open: Unfinished | None,
        declared: Unfinished | None,
    ) -> None:
        self.fight = fight
        self.ledger = ledger
        self.stage = stage
        self.done = done
        self.open = open
        self.declared = declared

    def clone(self) -> "Situation":
        """Returns an independent copy."""
        fight, ledger = self.fight.clone(), self.ledger.clone()
        return Situation(fight, ledger, self.stage, self.done[:], self.open, self.declared)

    def state(self) -> MatchState:
        """Returns the state of the match."""
        return MatchState.MATCH_ENDED if self.fight.over else self.stage

    def phase(self) -> TurnPhase | None:
        """Returns the phase of the turn; None outside of turns."""
        s = self.fight
        if self.state() is not MatchState.PLAYER_TURN:
            return None
        if self.declared is not None:
            return TurnPhase.ATTACK
        asked = asked_of(s, s.seat)
        if isinstance(asked, TakePrizes):
            return TurnPhase.END
        if asked is not None and self.open is None:
            return TurnPhase.SELECT_ACTIVE_POKEMON
        if s.phase == DRAW:
            return TurnPhase.DRAW
        return TurnPhase.MAIN_PHASE if s.phase == MAIN else TurnPhase.END

    def advance(self, seat: int, following: MatchState) -> bool:
        """Notes that a player is done; tells whether the match goes on to the next stage."""
        self.done[seat] = True
        if not all(self.done):
            return False
        self.stage, self.done = following, [False, False]
        return True


def situation_at(fight: Fight, seed: int | str) -> Situation:
    """Returns the situation of a match that goes on from a state, which is copied.

    The ids of cards that a player sees depend on the seed and on what the player sees.
    """
    s = fight.clone()
    s.board.rules = asking(s.board.rules)
    stage, done = MatchState.PLAYER_TURN, [False, False]
    if s.phase in (CHOOSE_ACTIVE, CHOOSE_BENCH):
        first = s.phase == CHOOSE_ACTIVE
        stage = MatchState.SELECT_ACTIVE_POKEMON if first else MatchState.SELECT_BENCH_POKEMON
        done[0] = s.seat == 1
        if isinstance(asked_of(s, s.seat), GoFirst):
            stage = MatchState.FIRST_PLAYER_SELECTION
            done = [s.seat == 1, s.seat == 0]
    return Situation(s, new_ledger(s, seeded(f"{seed}/ids")), stage, done, None, None)


def turn_number(now: Situation | None) -> int:
    """Returns the number of the turn; 0 before the first one is confirmed."""
    if now is None or now.stage is not MatchState.PLAYER_TURN:
        return 0
    return now.fight.turn


def phase_actions(now: Situation, seat: int) -> list[PlayerActionType]:
    """Lists the types of action of a phase."""
    if now.open is not None:
        return [Kind.PLAY_TRAINER]
    phase = now.phase()
    if phase is TurnPhase.DRAW:
        return [Kind.DRAW_CARD]
    if phase is TurnPhase.ATTACK:
        return [Kind.GENERATE_COIN_FLIP]
    if phase is TurnPhase.SELECT_ACTIVE_POKEMON:
        return [Kind.SET_ACTIVE_POKEMON]
    if phase is TurnPhase.MAIN_PHASE:
        return MAIN_ACTIONS
    prizes = isinstance(asked_of(now.fight, seat), TakePrizes)
    return PRIZE_ACTIONS if prizes else [Kind.END_TURN]
