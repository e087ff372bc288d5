"""What a duel has besides cards, and what happens to duellists and creatures."""

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

from kibitz.kit import Board, CardId, TableState, player_target, seat_of


class Pools(Board):
    """The mana and the life of both duellists, by seat."""

    __match_args__ = ("mana", "life")
    visibility: ClassVar[Mapping[str, str]] = {"mana": "public", "life": "public"}

    def __init__(self, mana: list[int], life: list[int]) -> None:
        self.mana = mana
        self.life = life

    def clone(self) -> "Pools":
        return Pools(self.mana.copy(), self.life.copy())


DuelState: TypeAlias = TableState[Pools]


def draw(state: DuelState, seat: int) -> None:
    """Draws a card; an empty deck costs 2 life instead, so that every duel ends."""
    if not state.table.draw("deck", "hand", 1, seat):
        hurt(state, player_target(seat), 2)


def hurt(state: DuelState, target: str, damage: int) -> None:
    """Deals damage to a duellist or a creature; a creature without health left dies."""
    seat = seat_of(target)
    if seat is not None:
        state.board.life[seat] -= damage
        return
    card, table = CardId(target), state.table
    table.add_counter(card, "damage", damage)
    if table.counter(card, "damage") >= table.definition(card).number("health"):
        table.clear_all_counters(card)
        table.move(card, "pile")
