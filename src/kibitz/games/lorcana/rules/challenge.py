"""Challenges (R-26 to R-30): who may challenge whom, damage, and the end."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.lorcana import cards
from kibitz.games.lorcana.rules.abilities import set_off
from kibitz.games.lorcana.rules.in_play import banned, keyword, number, strength
from kibitz.games.lorcana.rules.leaving import deal_damage
from kibitz.games.lorcana.state import (
    CHARACTERS,
    LOCATIONS,
    CardInPlay,
    LorcanaState,
    Table,
    characters,
    locations,
)

NOBODY: Final = -1


# Who may challenge whom.


def can_attack(state: LorcanaState, part: CardInPlay, seat: int) -> bool:
    """Tells whether a character is able to challenge at all."""
    if part.exerted or (part.drying and not keyword(state, part, seat, cards.RUSH)):
        return False
    return banned(state, part, seat, cards.CANNOT_CHALLENGE) == 0


def sees_evasive(state: LorcanaState, part: CardInPlay, seat: int) -> bool:
    """Tells whether a character may challenge those with Evasive (K-1, K-4)."""
    return (
        keyword(state, part, seat, cards.EVASIVE) > 0 or keyword(state, part, seat, cards.ALERT) > 0
    )


def open_bodyguard(state: LorcanaState, seat: int, evasive: bool) -> int:
    """Returns the place of a seat's Bodyguard that must be challenged first; -1 if none (K-2).

    Args:
        state: the state.
        seat: the challenged seat.
        evasive: whether the attacker may challenge characters with Evasive.
    """
    for index, part in enumerate(characters(state, seat)):
        if not part.exerted or not keyword(state, part, seat, cards.BODYGUARD):
            continue
        if evasive or not keyword(state, part, seat, cards.EVASIVE):
            return state.place(CHARACTERS, seat, index)
    return NOBODY


def defenders(state: LorcanaState, attacker: CardInPlay, seat: int) -> list[int]:
    """Lists the places that a character, which is able to challenge, may challenge."""
    foe = 1 - seat
    found: list[int] = []
    exerted = False
    for part in characters(state, foe):
        exerted = exerted or part.exerted
    if exerted:
        evasive = sees_evasive(state, attacker, seat)
        guarded = open_bodyguard(state, foe, evasive) != NOBODY
        for index, part in enumerate(characters(state, foe)):
            if not part.exerted or (guarded and not keyword(state, part, foe, cards.BODYGUARD)):
                continue
            if evasive or not keyword(state, part, foe, cards.EVASIVE):
                found.append(state.place(CHARACTERS, foe, index))
    for index in range(len(locations(state, foe))):
        found.append(state.place(LOCATIONS, foe, index))
    return found


def must_challenge(state: LorcanaState, seat: int) -> tuple[int, int]:
    """Returns a Reckless character that must challenge, and whom it may; -1 if none must (K-5)."""
    for index, part in enumerate(characters(state, seat)):
        if keyword(state, part, seat, cards.RECKLESS) and can_attack(state, part, seat):
            found = defenders(state, part, seat)
            if found:
                return state.place(CHARACTERS, seat, index), found[0]
    return NOBODY, NOBODY


# What happens.


def declare(state: LorcanaState, seat: int, place: int, target: int) -> None:
    """Exerts the attacker; what that sets off comes before the damage (R-26)."""
    attacker, defender = state.at(place), state.at(target)
    attacker.exerted = True
    state.board.attacker, state.board.defender = attacker.serial, defender.serial
    set_off(state, cards.CHALLENGED, 1 - seat, defender.kind, defender.serial, attacker.serial)
    state.then(Damage(), ChallengeOver())


class Damage(kit.Spell[CardInPlay, Table]):
    """Attacker and defender deal damage to each other at the same time (R-27, R-28)."""

    id: ClassVar[str] = "challenge_damage"

    def resolve(self, state: LorcanaState) -> None:
        board = state.board
        attacker, defender = state.part(board.attacker), state.part(board.defender)
        if attacker is None or defender is None:
            return
        seat = state.owner(state.find(attacker.serial))
        dealt = strength_in_challenge(state, attacker, seat)
        received = strength(state, defender) if cards.KIND[defender.kind] == cards.CHARACTER else 0
        deal_damage(state, defender, 1 - seat, dealt)
        deal_damage(state, attacker, seat, received)
        board.struck = True


def strength_in_challenge(state: LorcanaState, part: CardInPlay, seat: int) -> int:
    """Returns the strength of an attacker, with Challenger (K-3)."""
    return max(
        0, number(state, part, cards.STRENGTH) + keyword(state, part, seat, cards.CHALLENGER)
    )


class ChallengeOver(kit.Spell[CardInPlay, Table]):
    """Ends the challenge, after all that its damage has set off (R-29)."""

    id: ClassVar[str] = "challenge_over"

    def resolve(self, state: LorcanaState) -> None:
        state.board.attacker = state.board.defender = 0
        state.board.struck = False
