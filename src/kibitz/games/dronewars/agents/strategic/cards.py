"""The cards that plans are made with (4.5), and the chance to draw one (4.5.4)."""

from typing import Final

from kibitz.games.dronewars.agents.strategic.combat import Combat, Fighter
from kibitz.games.dronewars.cards.catalogue import (
    ATTACK,
    CARDS,
    DAMAGE,
    DESTROY,
    DRAW,
    MODIFY,
    MOVE_MANY,
    MOVE_ONE,
    READY,
)
from kibitz.games.dronewars.moves import unique
from kibitz.games.dronewars.rules.targets import add_targets, is_drone_target
from kibitz.games.dronewars.state import DECK, HAND, Battle, book, pile

# With a gap of more damage than this, no buff helps (4.5.4).
MOST_GAP: Final = 3
# The damage that is taken as enough for a Guardian (4.5.4).
GUARDIAN_DAMAGE: Final = 3


class Playable:
    """A card of the hand that can be paid for.

    Attributes:
        card: its number.
        cost: its cost.
        amount: how much it does.
        again: whether it says Go Again.
        codes: what it can be played on.
    """

    def __init__(self, s: Battle, seat: int, card: int) -> None:
        self.card: Final = card
        self.cost: Final = book(s).cost[card]
        self.amount: Final = book(s).amount[card]
        self.again: Final = CARDS[card].go_again
        self.codes: Final[list[int]] = []
        add_targets(s, seat, card, self.codes)


class Cards:
    """The hand of one decision, sorted by use; in hand order, equal cards once.

    Attributes:
        removals: cards that destroy or damage one drone.
        buffs: cards that give one drone attack.
        readies: cards that ready a drone.
        moves: cards that move a ready drone and keep it ready.
        draws: Go Again cards that draw.
    """

    def __init__(self, s: Battle, seat: int) -> None:
        self.removals: Final[list[Playable]] = []
        self.buffs: Final[list[Playable]] = []
        self.readies: Final[list[Playable]] = []
        self.moves: Final[list[Playable]] = []
        self.draws: Final[list[Playable]] = []
        costs, energy = book(s).cost, s.board.energy[seat]
        for card in unique(pile(s, HAND, seat)):
            if costs[card] <= energy:
                found = self.group_of(card)
                if found is not None:
                    found.append(Playable(s, seat, card))

    def group_of(self, card: int) -> list[Playable] | None:
        """Returns the group that a card belongs to; None if no plan uses it."""
        printed = CARDS[card]
        effect, single = printed.effect, is_drone_target(printed.target)
        if effect in (DESTROY, DAMAGE) and single:
            return self.removals
        if effect == MODIFY and printed.stat == ATTACK and printed.amount > 0 and single:
            return self.buffs
        if effect == READY:
            return self.readies
        if effect in (MOVE_ONE, MOVE_MANY):
            return self.moves
        return self.draws if effect == DRAW and printed.go_again else None

    def removals_of(self, foe: Fighter) -> list[Playable]:
        """Lists the cards that destroy an enemy drone now."""
        return [each for each in self.removals if removes(each, foe) and foe.code in each.codes]


def removes(each: Playable, foe: Fighter) -> bool:
    """Tells whether a removal card destroys a drone."""
    printed = CARDS[each.card]
    return printed.effect == DESTROY or each.amount >= (
        foe.drone.hull if printed.piercing else foe.hp()
    )


# The chance to draw an answer.


def deck_of(s: Battle, seat: int) -> list[int]:
    """Lists the cards of a seat's own deck, in no order that means anything."""
    at = s.index(DECK, seat)
    known = [card for card in s.cards[at] if card]
    if len(known) == len(s.cards[at]):
        return known
    groups = len(s.layout.pools)
    return known + (s.pools[groups + at] or s.pools[s.layout.group[at]])


def chance(deck: int, useful: int, drawn: int) -> float:
    """Returns the probability to draw a useful card."""
    if deck == 0 or useful == 0:
        return 0.0
    missed = 1.0
    for i in range(min(drawn, deck)):
        missed *= max(0, deck - useful - i) / (deck - i)
    return 1.0 - missed


def useful_offence(s: Battle, deck: list[int], guarded: bool, gap: int) -> int:
    """Counts the cards of a deck that would help an attack."""
    amounts = book(s).amount
    found = 0
    for card in deck:
        effect = CARDS[card].effect
        if effect == DESTROY or (effect == DAMAGE and amounts[card] >= GUARDIAN_DAMAGE):
            helps = guarded
        else:
            helps = is_buff(card) and 1 <= gap <= MOST_GAP and amounts[card] >= gap
        if helps:
            found += 1
    return found


def useful_defence(combat: Combat, deck: list[int], threats: list[Fighter]) -> int:
    """Counts the cards of a deck that would help against threats."""
    amounts = book(combat.s).amount
    found = 0
    for card in deck:
        printed = CARDS[card]
        if printed.effect == DESTROY:
            helps = is_drone_target(printed.target)
        elif printed.effect == DAMAGE:
            helps = kills_some(threats, amounts[card], printed.piercing)
        else:
            helps = printed.effect == READY or is_buff(card)
        if helps:
            found += 1
    return found


def kills_some(threats: list[Fighter], amount: int, piercing: bool) -> bool:
    """Tells whether damage destroys one of some drones."""
    return any(amount >= (each.drone.hull if piercing else each.hp()) for each in threats)


def is_buff(card: int) -> bool:
    """Tells whether a card gives attack."""
    printed = CARDS[card]
    return printed.effect == MODIFY and printed.stat == ATTACK and printed.amount > 0
