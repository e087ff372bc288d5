"""Lorcana as a game: two decks, two seats, 20 lore."""

from typing import ClassVar, Final, SupportsIndex

from kibitz import kit
from kibitz.core.options import whole_option
from kibitz.core.value import Value
from kibitz.games.lorcana.cards import CATALOGUE
from kibitz.games.lorcana.moves import KINDS, list_moves
from kibitz.games.lorcana.rules import challenge, leaving, operations, playing, turn
from kibitz.games.lorcana.rules.abilities import ChooseTarget, May, Resolution
from kibitz.games.lorcana.state import DECK, LAYOUT, CardInPlay, LorcanaMove, LorcanaState, Table

RANDOM: Final = "random"


class Lorcana(kit.CardGame[CardInPlay, Table]):
    """A game of Lorcana; both players know both deck lists."""

    id: ClassVar[str] = "lorcana"
    title: ClassVar[str] = "Lorcana"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    new_first: ClassVar[bool] = False
    holder_goes_on: ClassVar[bool] = True

    def __init__(
        self, decks: str = "A / B", first: str = RANDOM, turn_limit: SupportsIndex = 200
    ) -> None:
        super().__init__(seats=2)
        if first not in (RANDOM, "0", "1"):
            raise ValueError(f"invalid first={first}: expected {RANDOM}, 0 or 1")
        self.first: Final = first
        self.turn_limit: Final[int] = whole_option("turn_limit", turn_limit, 1, 10_000)
        self.decks: Final[list[list[int]]] = temp(decks)

    def kinds(self) -> list[type[LorcanaMove]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Table:
        return Table([0, 0], [0, 0], [0, 0])

    def part(self, card: int) -> CardInPlay:
        return CardInPlay(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            *(turn.Alter, turn.Altered),
            *(Resolution, May, ChooseTarget, playing.ActionDone),
            *(challenge.Damage, challenge.ChallengeOver),
            *(operations.Amount, operations.InkCard, operations.Discard, operations.Discarded),
            *(operations.TakeCards, operations.Bottom),
        ]

    def deal(self, state: LorcanaState) -> None:
        for seat in (0, 1):
            state.add(self.decks[seat], DECK, seat)
        turn.deal(state, state.rng.below(2) if self.first == RANDOM else int(self.first))

    def check_state(self, state: LorcanaState) -> bool:
        return leaving.check(state)

    def triggered(self, state: LorcanaState, event: Value) -> list[kit.Effect[CardInPlay, Table]]:
        """Returns the event: it is the ability that was set off."""
        assert isinstance(event, Resolution)
        return [event]

    def flow(self, state: LorcanaState) -> bool:
        return turn.flow(state, self.turn_limit)

    def legal(self, state: LorcanaState) -> list[LorcanaMove]:
        if state.over or state.stack:
            return super().legal(state)
        return list_moves(state)

    def score(self, state: LorcanaState) -> list[float]:
        return [float(lore) for lore in state.board.lore]


def temp(text: str) -> list[list[int]]:
    import json
    from importlib.resources import files

    named = json.loads(files("kibitz.games.lorcana").joinpath("data/decks.json").read_text())
    found = []
    for part in text.split("/"):
        cards = named.get(part.strip(), part)
        found.append(
            [
                CATALOGUE.number(e.split()[1])
                for e in cards.split(",")
                for _ in range(int(e.split()[0]))
            ]
        )
    return found
