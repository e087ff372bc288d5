"""Which Energy card goes where (E-1 to E-6)."""

from typing import Final

from kibitz.games.pokemon.agents.generator.attacks import (
    Hit,
    Knockout,
    knockouts_of,
    usable_hits,
)
from kibitz.games.pokemon.agents.generator.situation import Situation
from kibitz.games.pokemon.cards.catalogue import (
    ATTACKS,
    CARD_ATTACKS,
    ELEMENT,
    IS_BASIC_ENERGY,
    Attack,
    energy_element,
    energy_units,
)
from kibitz.games.pokemon.moves import Attach
from kibitz.games.pokemon.rules.energy import attach_energy, missing_units
from kibitz.games.pokemon.state import Fight, Pokemon


class Attachment:
    """An Energy card for a Pokémon that has a use for it.

    Attributes:
        move: the move.
        knockout: what the Active is sure to knock out with it; None for nothing.
        knocks_out: whether there is such a knockout.
        attack: the attack that it is for.
        gain: by how much the best sure damage of the Pokémon rises.
        overflow: how many units of it are not needed.
        exact: whether all of it is needed.
        score: the score of the Pokémon.
        familiar: whether the Pokémon has this type of Energy already, or is of this type.
    """

    def __init__(
        self,
        move: Attach,
        knockout: Knockout | None,
        attack: Attack,
        gain: int,
        overflow: int,
        score: float,
        familiar: bool,
    ) -> None:
        self.move: Final = move
        self.knockout: Final = knockout
        self.knocks_out: Final = knockout is not None
        self.attack: Final = attack
        self.gain: Final = gain
        self.overflow: Final = overflow
        self.exact: Final = overflow == 0
        self.score: Final = score
        self.familiar: Final = familiar

    def order(self) -> tuple[bool, int, bool, float, int, bool, bool, int]:
        """Returns what attachments are sorted by (E-5)."""
        return (
            not self.knocks_out,
            -self.gain,
            not self.exact,
            -self.score,
            self.move.spot,
            not self.familiar,
            not IS_BASIC_ENERGY[self.move.number],
            self.move.number,
        )


def attachments(now: Situation) -> list[Attachment]:
    """Lists the attachments that are of use, best first (E-4, E-5)."""
    found: list[Attachment] = []
    for move in now.menu.attaches:
        made = attachment(now, move)
        if made is not None:
            found.append(made)
    found.sort(key=Attachment.order)
    return found


def attachment(now: Situation, move: Attach) -> Attachment | None:
    """Tries an attachment; None if it is of no use."""
    s, seat, spot, card = now.ours, now.seat, move.spot, move.number
    pokemon = now.own[spot]
    element = energy_element(card)
    familiar = element == ELEMENT[pokemon.kind]
    for held in pokemon.energy:
        familiar = familiar or energy_element(held) == element
    before = missing_by_attack(s, pokemon)
    attach_energy(pokemon, card)
    after = missing_by_attack(s, pokemon)
    useful = before != after or counts_extra(pokemon)
    hits = usable_hits(s, seat, spot) if useful else []
    knockouts = knockouts_of(s, seat, hits) if spot == 0 else []
    pokemon.energy.remove(card)
    gain = best_sure(hits) - best_sure([hit for hit in now.attacks if hit.spot == spot])
    if before == after and gain <= 0:
        return None
    index, needed = purpose(before, after, hits)
    attack = ATTACKS[CARD_ATTACKS[pokemon.kind][index]]
    if gain > 0:
        attack = max(hits, key=lambda hit: hit.sure).attack
    return Attachment(
        move,
        knockouts[0] if knockouts else None,
        attack,
        gain,
        energy_units(card) - needed,
        now.score(pokemon),
        familiar,
    )


def missing_by_attack(s: Fight, pokemon: Pokemon) -> list[int]:
    """Returns the units that each attack of a Pokémon still needs."""
    return [missing_units(s, pokemon, ATTACKS[n]) for n in CARD_ATTACKS[pokemon.kind]]


def counts_extra(pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon has an attack that counts Energy it does not need."""
    return any(ATTACKS[number].extra for number in CARD_ATTACKS[pokemon.kind])


def best_sure(hits: list[Hit]) -> int:
    """Returns the best sure damage of some attacks."""
    return max([hit.sure for hit in hits], default=0)


def purpose(before: list[int], after: list[int], hits: list[Hit]) -> tuple[int, int]:
    """Returns the index of the attack that a card is for, and how many units it needs of it.

    That is the best of those that become payable, or else the one that lacks least.
    """
    chosen, needed, best = 0, 0, (False, 0, 0)
    for index in range(len(before)):
        saved = before[index] - after[index]
        if saved <= 0:
            continue
        sure = best_sure([hit for hit in hits if hit.index == index])
        payable = after[index] == 0
        rank = (payable, sure, saved) if payable else (payable, -after[index], saved)
        if needed == 0 or rank > best:
            chosen, needed, best = index, saved, rank
    return chosen, needed
