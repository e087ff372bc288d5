"""The Gundam Card Game as a game: two decks, two seats, Shields."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.value import Value
from kibitz.games.gundam.cards import LISTS
from kibitz.games.gundam.moves import KINDS
from kibitz.games.gundam.rules import battle, destruction, operations, playing, turn
from kibitz.games.gundam.rules.abilities import ChooseTarget, Resolution
from kibitz.games.gundam.state import (
    DECK,
    LAYOUT,
    RESOURCE_DECK,
    CardInPlay,
    GundamMove,
    GundamState,
    Table,
)

ASK: Final = "ask"


class Gundam(kit.CardGame[CardInPlay, Table]):
    """A game of the Gundam Card Game; both players know both deck lists."""

    id: ClassVar[str] = "gundam"
    title: ClassVar[str] = "Gundam Card Game"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True

    def __init__(self, decks: str = "A / B", first: str = ASK) -> None:
        super().__init__(seats=2)
        if first not in (ASK, "0", "1"):
            raise ValueError(f"invalid first={first}: expected {ASK}, 0 or 1")
        self.first: Final = first
        self.decks: Final = LISTS.read(decks, with_files=True)
        # Records must not depend on a file that can change.
        self.record_option("decks", LISTS.written(decks, self.decks))

    def kinds(self) -> list[type[GundamMove]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Table:
        return Table([0, 0], [0, 0], [0, 0], [RESOURCE_DECK, RESOURCE_DECK])

    def part(self, card: int) -> CardInPlay:
        return CardInPlay(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            *(turn.First, turn.Mulligan, turn.SetUp),
            *(Resolution, ChooseTarget, kit.PutAway),
            *(destruction.FallenShield, destruction.Burst),
            *(playing.Deploy, playing.Room),
            *(operations.Discard, operations.DeployCard, operations.TakeCard),
        ]

    def deal(self, state: GundamState) -> None:
        for seat in (0, 1):
            state.add(self.decks[seat], DECK, seat)
        turn.deal(state)
        if self.first == ASK:
            # A random player decides who begins.
            state.then(turn.First(state.rng.below(2)))
        else:
            turn.begin(state, int(self.first))

    def decider(self, state: GundamState) -> int:
        return battle.decider(state)

    def check_state(self, state: GundamState) -> bool:
        return destruction.check(state)

    def triggered(self, state: GundamState, event: Value) -> list[kit.Effect[CardInPlay, Table]]:
        """Returns the event: it is the ability that was set off."""
        assert isinstance(event, Resolution)
        return [event]

    def flow(self, state: GundamState) -> bool:
        return turn.flow(state)
