"""The rules of a duel around its moves: cards, zones, turns and the end."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from kibitz import kit
from kibitz.core import Agent, Move
from kibitz.games.duel.agents import make_greedy
from kibitz.games.duel.moves import Attack, Cast, Discard, Forfeit, PassTurn, PlayCard, Ritual
from kibitz.games.duel.state import DuelState, Pools, draw

CARDS: Final = kit.load_cards(__package__, "cards.json")


def begin_turn(state: DuelState) -> None:
    """Refreshes mana and creatures, and draws a card; the first turn of the duel draws none."""
    seat = state.flow.active
    state.board.mana[seat] = 5
    for card in state.table.cards("field", seat):
        state.table.set_flag(card, "spent", False)
    if not state.flow.is_first_turn:
        draw(state, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Duel(kit.TableGame[Pools]):
    """A duel; both decks hold four of each creature, and both duellists know that."""

    id: ClassVar[str] = "duel"
    title: ClassVar[str] = "Duel"

    def __init__(self, life: int = 20) -> None:
        if life < 1:
            raise ValueError(f"invalid life={life}: expected 1 or more")
        super().__init__(2, {"life": life})
        self.life: Final = life

    def kinds(self) -> list[type[Move[DuelState]]]:
        return [PlayCard, Attack, Discard, Cast, PassTurn, Ritual, Forfeit, kit.Concede]

    def agents(self) -> Mapping[str, Callable[..., Agent[DuelState, DuelState]]]:
        return {"greedy": make_greedy}

    def zones(self) -> list[kit.Zone]:
        deck = kit.Zone("deck", visibility="secret", ordered=True)
        return [deck, kit.Zone("hand", visibility="private"), kit.Zone("field"), kit.Zone("pile")]

    def cards(self) -> kit.CardRegistry:
        return CARDS

    def board(self) -> Pools:
        return Pools([5, 5], [self.life, self.life])

    def pool(self, seat: int, stock: str) -> list[str]:
        return [card.id for card in CARDS.all() for _ in range(4)]

    def turns(self) -> kit.TurnStructure[Pools]:
        return kit.TurnStructure(kit.Turn(on_begin=begin_turn))

    def trackers(self) -> kit.Trackers:
        return kit.Trackers(per_turn=("cast", "discard"))

    def deal(self, state: DuelState) -> None:
        for seat in (0, 1):
            for card in self.pool(seat, ""):
                state.table.create(card, "deck", seat)
            state.table.shuffle("deck", seat, state.rng)
            state.table.draw("deck", "hand", 3, seat)

    def after(self, state: DuelState, move: Move[DuelState]) -> None:
        for seat in (0, 1):
            if state.board.life[seat] <= 0:
                state.win(1 - seat, "no life left")
