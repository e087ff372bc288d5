"""What the cards are worth that the Silent is asked for: to discard, retain, set up or repeat.

The numbers are points of damage or block, roughly. They rank cards where a look ahead does not tell
them apart, and where there is no time for one.
"""

from typing import Final

from kibitz.core.move import Move
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers
from kibitz.games.spire.cards.catalogue import FACE_MASK, Op
from kibitz.games.spire.moves import Choose
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.rules.effects import can_be_played
from kibitz.games.spire.state import TO_DISCARD, TO_DRAW_TOP, TO_REPEAT, TO_RETAIN, Fight

# What a card is worth by the steps printed on it.
A_HIT_OF_ALL: Final = 1.5
A_POISON: Final = 2.0
A_DEBUFF: Final = 3.0
A_DRAW: Final = 3.0
AN_ENERGY: Final = 4.0
A_SHIV: Final = 4.0
A_POWER: Final = 12.0
# A number that is known only when the card is played.
SOME: Final = 2
MOST_STACKS: Final = 3
# Keeping a card that only clogs the hand, or that wants to be discarded.
TROUBLE: Final = -10.0
WANTS_OUT: Final = -20.0
# Keeping a card that leaves by itself, or that cannot be played in this turn.
LEAVES: Final = 0.5
STUCK: Final = 1.0
# How much of its worth counts for a card that cannot be played now.
LITTLE: Final = 0.01
# Copies that cost nothing are all played, those that cost 2 or more are not.
REPEATED_FREE: Final = 1.5
REPEATED_DEAR: Final = 0.6


def amount_of(number: int) -> int:
    """Returns a number of a step, or a guess where it is known only in play."""
    return SOME if number <= cards.KNOWN_LATER else max(0, number)


def step_worth(op: Op) -> float:
    """Returns what a step of a card is worth."""
    n = amount_of(op.n)
    if op.code == cards.DAMAGE:
        hits = amount_of(op.hits)
        return n * hits * (A_HIT_OF_ALL if op.to == cards.AT_ALL else 1.0)
    if op.code == cards.BLOCK:
        return float(n)
    if op.code == cards.DRAW:
        return A_DRAW * n
    if op.code == cards.ENERGY:
        return AN_ENERGY * n
    if op.code == cards.ADD_CARD:
        return A_SHIV * n
    if op.code == cards.APPLY and op.to != cards.AT_SELF:
        if op.power == powers.POISON:
            return A_POISON * n * amount_of(op.hits)
        return A_DEBUFF * min(n, MOST_STACKS)
    return 0.0


def printed_worth(side: int) -> float:
    """Returns what playing a card is worth, by what is printed on it."""
    total = A_POWER if cards.KINDS[side] == cards.POWER else 0.0
    for op in cards.EFFECTS[side]:
        total += step_worth(op)
    return total


# By face.
WORTH: Final = [printed_worth(side) for side in range(len(cards.NAMES))]


def is_trouble(card: int) -> bool:
    """Tells whether a card is a curse or a status."""
    return cards.KINDS[card & FACE_MASK] >= cards.STATUS


def is_playable(s: Fight, card: int) -> bool:
    """Tells whether a card of the hand can be played with the energy that is left."""
    return cost_of(s, card) <= s.energy and can_be_played(s, card)


def keeping(s: Fight, card: int) -> float:
    """Returns what it is worth to keep a card in this turn instead of discarding it."""
    side = card & FACE_MASK
    if cards.ACTS_WHEN_DISCARDED[side]:
        return WANTS_OUT
    if is_trouble(card):
        return LEAVES if cards.FLAGS[side] & cards.ETHEREAL else TROUBLE
    if not is_playable(s, card):
        return STUCK + LITTLE * WORTH[side]
    return STUCK + WORTH[side]


def retaining(card: int) -> float:
    """Returns what it is worth to have a card in the next hand, too."""
    return TROUBLE if is_trouble(card) else WORTH[card & FACE_MASK]


def repeating(card: int) -> float:
    """Returns what it is worth to have copies of a card in the next turn."""
    side = card & FACE_MASK
    if is_trouble(card) or cards.COSTS[side] == cards.UNPLAYABLE:
        return TROUBLE
    if cards.card_cost(card) == 0:
        return REPEATED_FREE * WORTH[side]
    return WORTH[side] * (REPEATED_DEAR if cards.card_cost(card) > 1 else 1.0)


def setting_up(card: int) -> float:
    """Returns what it is worth to draw a card next turn that costs nothing then."""
    side = card & FACE_MASK
    if is_trouble(card) or cards.COSTS[side] == cards.UNPLAYABLE:
        return TROUBLE
    return AN_ENERGY * max(0, cards.card_cost(card & ~cards.FREE_ONCE)) + LITTLE * WORTH[side]


def is_ranked(s: Fight) -> bool:
    """Tells whether the choice that is asked for is one of those ranked here."""
    if s.choice == TO_DRAW_TOP:  # Setup; Warcry and Headbutt are left to the search
        return s.lasts == cards.UNTIL_PLAYED
    return s.choice in (TO_DISCARD, TO_RETAIN, TO_REPEAT)


def choice_worth(s: Fight, move: Move[Fight]) -> float:
    """Returns what an answer to a ranked choice is worth; choosing no more is worth 0."""
    if not isinstance(move, Choose):
        return 0.0
    card = move.number
    if s.choice == TO_DISCARD:
        return -keeping(s, card)
    if s.choice == TO_RETAIN:
        return retaining(card)
    if s.choice == TO_REPEAT:
        return repeating(card)
    return setting_up(card) - (keeping(s, card) if is_playable(s, card) else 0.0)


def best_choice(s: Fight, moves: list[Move[Fight]]) -> Move[Fight]:
    """Returns the best answer to a ranked choice; among equals the first."""
    best, most = moves[0], choice_worth(s, moves[0])
    for move in moves[1:]:
        worth = choice_worth(s, move)
        if worth > most:
            best, most = move, worth
    return best
