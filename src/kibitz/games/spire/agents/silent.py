"""What the Silent sets in motion in a turn: poison, powers, and what waits for the next turn."""

from typing import Final

from kibitz.core.agent import Reason
from kibitz.games.spire.agents.choices import repeating, retaining, setting_up
from kibitz.games.spire.agents.poison import corpse_loss, falls, poison_loss
from kibitz.games.spire.agents.poison import explosion as exploding
from kibitz.games.spire.agents.weights import Weights
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers
from kibitz.games.spire.cards.catalogue import FACE_MASK, SILENT
from kibitz.games.spire.state import TO_RETAIN, Fight

# The powers that count for each turn to come.
LASTING: Final = (
    powers.AFTER_IMAGE,
    powers.THOUSAND_CUTS,
    powers.NOXIOUS_FUMES,
    powers.INFINITE_BLADES,
    powers.ACCURACY,
    powers.ENVENOM,
    powers.TOOLS_OF_THE_TRADE,
    powers.RETAIN_CARDS,
    powers.WRAITH_FORM,  # its amount is below 0
)


def shivs_in(pile: list[int]) -> int:
    """Counts the Shivs of a pile."""
    count = 0
    for card in pile:
        count += card & FACE_MASK & ~1 == cards.SHIV
    return count


def poison_kills(start: Fight, done: Fight) -> int:
    """Counts the monsters of the start that live after a line and die before they act."""
    blast = exploding(done)
    count = 0
    for before, now in zip(start.monsters, done.monsters[: len(start.monsters)], strict=True):
        count += before.alive and now.alive and falls(now, blast)
    return count


def poison_reasons(start: Fight, done: Fight, turns: int, w: Weights) -> list[Reason]:
    """Lists what poison is going to take after a line, beyond what it would have taken anyway."""
    lost = 0
    for before, now in zip(start.monsters, done.monsters[: len(start.monsters)], strict=True):
        lost += poison_loss(now, turns) - poison_loss(before, turns)
    exploded = corpse_loss(done) - corpse_loss(start)
    return [
        Reason("poison", w.poison * lost, "HP that poison is going to take"),
        Reason("explosion", w.corpse_explosion * exploded, "HP that a corpse can take"),
    ]


def lasting_worth(start: Fight, done: Fight, w: Weights) -> float:
    """Returns what the powers that a line has added are worth in each turn to come."""
    own, before = done.powers, start.powers
    worth = (
        w.after_image,
        w.thousand_cuts,
        w.noxious_fumes * max(1, done.living()),
        w.infinite_blades,
        w.accuracy,
        w.envenom,
        w.tools,
        w.well_laid_plans,
        w.wraith_form,
    )
    total = 0.0
    for power, each in zip(LASTING, worth, strict=True):
        total += each * (own[power] - before[power])
    if done.character == SILENT:  # others have Thorns, too, and their weights know nothing of it
        total += w.thorns * (own[powers.THORNS] - before[powers.THORNS])
    return total


def next_turn_reasons(start: Fight, done: Fight, later: Fight, w: Weights) -> list[Reason]:
    """Lists what a line has prepared for the next turn; only for the Silent."""
    if done.character != SILENT:
        return []
    own, old = done.powers, start.powers
    intangible = max(0, own[powers.INTANGIBLE] - 1) - max(0, old[powers.INTANGIBLE] - 1)
    block = own[powers.NEXT_TURN_BLOCK] - old[powers.NEXT_TURN_BLOCK]
    if own[powers.BLUR] and later.turn != done.turn:
        block = later.block - old[powers.NEXT_TURN_BLOCK]
    energy = own[powers.ENERGIZED] - old[powers.ENERGIZED]
    draws = own[powers.DRAW_CARD] - old[powers.DRAW_CARD]
    double = own[powers.PHANTASMAL] - old[powers.PHANTASMAL]
    return [
        Reason("intangible", w.intangible * intangible, "turns of losing 1 HP a hit"),
        Reason("next block", w.next_block * block, "block in the next turn"),
        Reason("next energy", w.energized * energy, "energy in the next turn"),
        Reason("next cards", w.next_draw * draws, "cards in the next turn"),
        Reason("double damage", w.phantasmal * double, "turns of double damage"),
        *chosen_reasons(start, done, later, w),
    ]


def chosen_reasons(start: Fight, done: Fight, later: Fight, w: Weights) -> list[Reason]:
    """Lists what the cards are worth that were chosen for the next turn."""
    copies = set_up = kept = 0.0
    for card in done.nightmares[len(start.nightmares) :]:
        copies += repeating(card)
    known = len(done.draw) - done.known_top
    for place in range(known, len(done.draw)):
        card = done.draw[place]
        if card & cards.FREE_ONCE and done.known_top > start.known_top:
            set_up += setting_up(card)
    if start.choice == TO_RETAIN and later.turn != start.turn:
        for card in later.hand:
            kept += retaining(card)
    return [
        Reason("copies", w.nightmare * copies, "copies of a card in the next turn"),
        Reason("set up", w.set_up * set_up, "a card that costs nothing in the next turn"),
        Reason("kept", w.kept_cards * kept, "what the next hand is good for"),
    ]
