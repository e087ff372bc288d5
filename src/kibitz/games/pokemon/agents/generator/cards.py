"""Which Energy card goes where (E-1 to E-6), and which Trainer is played when (U-1 to U-12)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from kibitz.games.pokemon import state
from kibitz.games.pokemon.agents.generator import situation
from kibitz.games.pokemon.agents.generator.scoring import CATEGORY
from kibitz.games.pokemon.agents.generator.situation import Hit, Situation
from kibitz.games.pokemon.cards import (
    ATTACKS,
    CARD_ATTACKS,
    CARDS,
    DEFENDER,
    DOUBLE_COLORLESS,
    ELEMENT,
    HP,
    IS_BASIC_ENERGY,
    IS_TRAINER,
    PLUS_POWER,
    Attack,
    card_named,
    energy_element,
    energy_units,
)
from kibitz.games.pokemon.moves import Attach
from kibitz.games.pokemon.rules.attacks import DEFENDER_BLOCK, PLUS_POWER_DAMAGE
from kibitz.games.pokemon.rules.in_play import add_choices, attach_energy, missing_units
from kibitz.games.pokemon.rules.steps import unique
from kibitz.games.pokemon.state import Pokemon, PokemonState
from kibitz.games.pokemon.text.descriptions import name_at


@dataclass(eq=False)
class Attachment:
    """An Energy card for a Pokémon that has a use for it.

    Attributes:
        move: the move.
        knockout: what the Active is sure to knock out with it; None for nothing.
        attack: the attack that it is for.
        gain: by how much the best sure damage of the Pokémon rises.
        overflow: how many units of it are not needed.
        score: the score of the Pokémon.
        familiar: whether the Pokémon has this type of Energy already, or is of this type.
    """

    move: Attach
    knockout: situation.Knockout | None
    attack: Attack
    gain: int
    overflow: int
    score: float
    familiar: bool

    def order(self) -> tuple[bool, int, bool, float, int, bool, bool, int]:
        """Returns what attachments are sorted by (E-5)."""
        return (
            self.knockout is None,
            -self.gain,
            self.overflow != 0,
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
    hits = situation.usable_hits(s, seat, spot) if useful else []
    knockouts = situation.knockouts_of(s, seat, hits) if spot == 0 else []
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


def missing_by_attack(s: PokemonState, pokemon: Pokemon) -> list[int]:
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


# Trainers.

# How urgent a proposal is (F-9).
HIGHEST: Final = "HIGHEST"
MEDIUM: Final = "MEDIUM"
LOW: Final = "LOW"

BILL: Final = card_named("bill")
BREEDER: Final = card_named("pokemon breeder")
CENTER: Final = card_named("pokemon center")
ENERGY_REMOVAL: Final = card_named("energy removal")
FULL_HEAL: Final = card_named("full heal")
GUST_OF_WIND: Final = card_named("gust of wind")
IMPOSTOR_OAK: Final = card_named("impostor professor oak")
LASS: Final = card_named("lass")
POKEDEX: Final = card_named("pokedex")
POTION: Final = card_named("potion")
PROFESSOR_OAK: Final = card_named("professor oak")
REVIVE: Final = card_named("revive")
SUPER_ENERGY_REMOVAL: Final = card_named("super energy removal")
SUPER_POTION: Final = card_named("super potion")
SWITCH: Final = card_named("switch")

# How much a card heals; 0 is all damage.
HEALS: Final[dict[int, int]] = {CENTER: 0, SUPER_POTION: 40, POTION: 20}
OAK_CARDS: Final = 7
BILL_CARDS: Final = 2


class Verdict:
    """What to do with a Trainer.

    Attributes:
        card: the Trainer.
        plays: whether to play it.
        spot: what it is aimed at.
        tier: how urgent it is.
        text: why.
    """

    def __init__(self, card: int, plays: bool, spot: int, tier: str, text: str) -> None:
        self.card: Final = card
        self.plays: Final = plays
        self.spot: Final = spot
        self.tier: Final = tier
        self.text: Final = text


Judge: TypeAlias = Callable[[Situation, int], Verdict]


def keep(card: int, text: str) -> Verdict:
    """Says not to play a card."""
    return Verdict(card, False, state.NO_SPOT, LOW, text)


# Healing.


def heal(now: Situation, card: int) -> Verdict:
    """Judges Potion, Super Potion and Pokémon Center (U-4)."""
    benched = sorted(range(1, len(now.own)), key=lambda spot: -now.score(now.own[spot]))
    for spot in (0, *benched):
        aim = state.NO_SPOT if card == CENTER else spot
        if saves(now, card, spot) and now.menu.play(card, aim) is not None:
            pokemon, name = now.own[spot], name_at(now.view, now.seat, spot)
            healed = min(HP[pokemon.kind], pokemon.left() + (HEALS[card] or pokemon.damage))
            text = f"with {healed} HP instead of {pokemon.left()}, {name} survives {now.sure[spot]}"
            return Verdict(card, True, aim, HIGHEST, f"{text} damage")
    return keep(card, "it saves no Pokémon from a sure knockout")


def saves(now: Situation, card: int, spot: int) -> bool:
    """Tells whether a heal is used in full and saves a Pokémon from a sure knockout."""
    pokemon = now.own[spot]
    amount = HEALS[card] or pokemon.damage
    if pokemon.damage < (10 if now.settings.partial_heal else max(10, amount)):
        return False
    sure = now.sure[spot]
    return pokemon.left() <= sure < min(HP[pokemon.kind], pokemon.left() + amount)


def cure(now: Situation, card: int) -> Verdict:
    """Judges Full Heal (U-5)."""
    pokemon = now.own[0]
    if pokemon.condition != state.HEALTHY and now.payable:
        return Verdict(card, True, 0, MEDIUM, f"{CARDS[pokemon.kind].name} can attack after it")
    if 0 < pokemon.left() <= pokemon.poison:
        text = f"poison would knock {CARDS[pokemon.kind].name} out"
        return Verdict(card, True, 0, MEDIUM, text)
    return keep(card, "there is no condition that it must end now")


# Damage.


def plus_power(now: Situation, card: int) -> Verdict:
    """Judges PlusPower (U-6)."""
    damage, left = now.best_sure(), now.foe().left()
    if 0 < damage < left <= damage + PLUS_POWER_DAMAGE:
        name = CARDS[now.foe().kind].name
        text = f"{damage} + {PLUS_POWER_DAMAGE} damage knocks out {name}, which has {left} HP left"
        return Verdict(card, True, 0, HIGHEST, text)
    return keep(card, f"10 more than {damage} damage against {left} HP decides nothing")


def defend(now: Situation, card: int) -> Verdict:
    """Judges Defender; only the Active needs it (U-7)."""
    sure, left = now.sure[0], now.own[0].left()
    if sure >= left > sure - DEFENDER_BLOCK:
        name, then = name_at(now.view, now.seat, 0), sure - DEFENDER_BLOCK
        text = f"{name} with {left} HP left survives {then} damage instead of {sure}"
        return Verdict(card, True, 0, HIGHEST, text)
    return keep(card, f"20 less than {sure} damage against {left} HP decides nothing")


# Drawing.


def bill(now: Situation, card: int) -> Verdict:
    """Judges Bill (U-2, U-3)."""
    if deck_size(now) <= BILL_CARDS:
        return keep(card, "it would empty the deck")
    return Verdict(card, True, state.NO_SPOT, LOW, "it draws 2 cards and costs nothing")


def professor_oak(now: Situation, card: int) -> Verdict:
    """Judges Professor Oak (U-2, U-3)."""
    if len(now.hand) > 1:
        return keep(card, "it would discard other cards")
    if deck_size(now) <= OAK_CARDS:
        return keep(card, "it would empty the deck")
    return Verdict(card, True, state.NO_SPOT, LOW, "it is the only card in the hand")


def play_always(_: Situation, card: int) -> Verdict:
    """Judges cards without a cost: Pokédex, Revive, and Lass after all others (U-3, U-11)."""
    return Verdict(card, True, state.NO_SPOT, LOW, "it costs nothing")


def deck_size(now: Situation) -> int:
    """Counts the cards of the own deck."""
    return len(state.pile(now.view, state.DECK, now.seat))


# The opponent's hand.


def impostor_oak(now: Situation, card: int) -> Verdict:
    """Judges Impostor Professor Oak (U-11)."""
    foe = 1 - now.seat
    held = len(state.pile(now.view, state.HAND, foe))
    then = min(OAK_CARDS, held + len(state.pile(now.view, state.DECK, foe)))
    if then > held:
        return keep(card, f"the opponent would hold {then} cards instead of {held}")
    return Verdict(card, True, state.NO_SPOT, LOW, f"the opponent holds {held} cards, then {then}")


# The opponent's Energy (U-9).


class Removal:
    """Energy cards of an opposing Pokémon to discard.

    Attributes:
        spot: where the Pokémon stands, as its owner says it.
        cards: the Energy cards, sorted.
        before: the sure damage of the Pokémon as if it were Active.
        after: the same without them.
    """

    def __init__(self, spot: int, cards: tuple[int, ...], before: int, after: int) -> None:
        self.spot: Final = spot
        self.cards: Final = cards
        self.before: Final = before
        self.after: Final = after


def removal(s: PokemonState, foe: int, scores: list[float], count: int) -> Removal:
    """Finds the opposing Pokémon with the highest sure damage, and what lowers it most."""
    theirs = state.pokemon_of(s, foe)
    target, most = 0, situation.sure_damage_from(s, foe, 0)
    for spot in range(1, len(theirs)):
        sure = situation.sure_damage_from(s, foe, spot)
        better = sure == most and target > 0 and is_higher(scores, theirs[spot], theirs[target])
        if sure > most or better:
            target, most = spot, sure
    cards, after = best_removal(s, foe, target, count)
    return Removal(target, cards, most, after)


def is_higher(scores: list[float], one: Pokemon, other: Pokemon) -> bool:
    """Tells whether a Pokémon has a higher score than another one."""
    return scores[one.kind] > scores[other.kind]


def best_removal(s: PokemonState, foe: int, spot: int, count: int) -> tuple[tuple[int, ...], int]:
    """Finds the Energy cards of a Pokémon that lower its sure damage most, and what is left of it.

    Of equally good ones Double Colorless goes first.
    """
    pokemon = state.pokemon_of(s, foe)[spot]
    ways: list[tuple[int, ...]] = []
    add_choices(pokemon.energy[:], 0, min(count, len(pokemon.energy)), (), ways)
    best: tuple[int, ...] = ()
    least, doubles = 0, 0
    for way in ways:
        for card in way:
            pokemon.energy.remove(card)
        sure = situation.sure_damage_from(s, foe, spot)
        for card in way:
            attach_energy(pokemon, card)
        found = way.count(DOUBLE_COLORLESS)
        if not best or sure < least or (sure == least and found > doubles):
            best, least, doubles = way, sure, found
    return best, least


def remove_energy(now: Situation, card: int) -> Verdict:
    """Judges Energy Removal and Super Energy Removal (U-9, C-20)."""
    count = 2 if card == SUPER_ENERGY_REMOVAL else 1
    found = removal(now.theirs, 1 - now.seat, now.scores, count)
    spot = state.FOE + found.spot
    if not found.cards or found.after >= found.before or now.menu.play(card, spot) is None:
        return keep(card, f"sure damage of {found.before} does not get lower")
    tier = HIGHEST if now.threats and found.spot == 0 else LOW
    name = name_at(now.view, now.seat, spot)
    text = f"the sure damage of {name} falls from {found.before} to {found.after}"
    return Verdict(card, True, spot, tier, text)


# Switching.


def gust(now: Situation, card: int) -> Verdict:
    """Judges Gust of Wind to knock out a benched Pokémon (U-10)."""
    foe = 1 - now.seat
    if any(each.hit.spot == 0 and each.target == state.FOE for each in now.knockouts):
        return keep(card, "the Defending Pokémon is knocked out anyway")
    chosen = 0
    for spot in range(1, len(state.bench(now.ours, foe)) + 1):
        situation.exchange(now.ours, foe, spot)
        target = state.active(now.ours, foe)
        hits = situation.usable_hits(now.ours, now.seat, 0)
        falls = any(hit.sure >= target.left() for hit in hits)
        situation.exchange(now.ours, foe, spot)
        theirs = state.pokemon_of(now.ours, foe)
        if falls and (chosen == 0 or is_higher(now.scores, theirs[spot], theirs[chosen])):
            chosen = spot
    if chosen == 0:
        return keep(card, "no benched Pokémon would be knocked out")
    name = name_at(now.view, now.seat, state.FOE + chosen)
    text = f"{name} comes to the front and is sure to be knocked out"
    return Verdict(card, True, state.FOE + chosen, HIGHEST, text)


def gust_away(now: Situation, card: int) -> Verdict:
    """Judges Gust of Wind against a sure knockout (U-10, C-21)."""
    s, foe = now.theirs, 1 - now.seat
    if not now.is_surely_threatened():
        return keep(card, "there is no sure threat")
    chosen, best = 0, (0, 0.0)
    for spot in range(1, len(state.bench(s, foe)) + 1):
        sure = situation.sure_damage_from(s, foe, spot)
        rank = (sure, now.score(state.pokemon_of(s, foe)[spot]))
        if chosen == 0 or rank < best:
            chosen, best = spot, rank
    if chosen:
        situation.exchange(s, foe, chosen)
        averted = not situation.is_sure_threat(s, now.seat)
        situation.exchange(s, foe, chosen)
        if averted:
            text = f"{name_at(now.view, now.seat, state.FOE + chosen)} in front threatens nobody"
            return Verdict(card, True, state.FOE + chosen, HIGHEST, text)
    return keep(card, "it does not end the threat")


def switch(now: Situation, card: int) -> Verdict:
    """Judges Switch for an Active that cannot attack (U-12)."""
    others = now.bench_attacks()
    if now.active_attacks():
        return keep(card, "the Active can attack")
    if not others:
        return keep(card, "no benched Pokémon can attack either")
    spot = others[0].spot
    text = f"{name_at(now.view, now.seat, spot)} can attack, and the Active cannot"
    return Verdict(card, True, spot, LOW, text)


def switch_away(now: Situation, card: int) -> Verdict:
    """Judges Switch against a sure knockout of the Active (U-12)."""
    s, seat = now.theirs, now.seat
    if not now.threats or now.threats[0].spot > 0 or now.sure[0] < now.own[0].left():
        return keep(card, "there is no sure threat to the Active")
    chosen = 0
    for spot in range(1, len(now.own)):
        situation.exchange(s, seat, spot)
        survives = situation.sure_damages(s, 1 - seat)[0] < state.active(s, seat).left()
        situation.exchange(s, seat, spot)
        if survives and (chosen == 0 or is_higher(now.scores, now.own[spot], now.own[chosen])):
            chosen = spot
    if chosen == 0:
        return keep(card, "no benched Pokémon would survive")
    text = f"{name_at(now.view, now.seat, chosen)} survives in the place of the Active"
    return Verdict(card, True, chosen, HIGHEST, text)


# What is asked in which order.

# Under a threat (F-5b).
DEFENCE: Final[list[tuple[int, Judge]]] = [
    (FULL_HEAL, cure),
    (CENTER, heal),
    (SUPER_POTION, heal),
    (POTION, heal),
    (DEFENDER, defend),
    (SUPER_ENERGY_REMOVAL, remove_energy),
    (ENERGY_REMOVAL, remove_energy),
    (GUST_OF_WIND, gust_away),
    (SWITCH, switch_away),
]
# At any time (F-5d). Cards that are not here have a cost and no rule (U-12), or belong to the steps
# for the Bench and for evolving. Heals and Defender imply a threat.
ROUTINE: Final[dict[int, Judge]] = {
    FULL_HEAL: cure,
    PLUS_POWER: plus_power,
    POKEDEX: play_always,
    PROFESSOR_OAK: professor_oak,
    BILL: bill,
    IMPOSTOR_OAK: impostor_oak,
    LASS: play_always,
    SUPER_ENERGY_REMOVAL: remove_energy,
    REVIVE: play_always,
    ENERGY_REMOVAL: remove_energy,
    GUST_OF_WIND: gust,
    SWITCH: switch,
}
GUARDS: Final = [card for card, _ in DEFENCE]
# These belong to the steps for evolving and for the Bench.
ELSEWHERE: Final = (BREEDER, card_named("clefairy doll"))
ROUTINE_ORDER: Final = sorted(ROUTINE, key=lambda card: (card == LASS, CATEGORY[card], card))


def unjudged(now: Situation, judged: list[Verdict]) -> list[Verdict]:
    """Says of the other Trainers of the hand why they are not played (U-12)."""
    known = [verdict.card for verdict in judged]
    found: list[Verdict] = []
    for card in unique(now.hand):
        if not IS_TRAINER[card] or card in known or card in ELSEWHERE:
            continue
        if not now.menu.can_play(card):
            found.append(keep(card, "it cannot be played now"))
        elif card in GUARDS:
            found.append(keep(card, "no Pokémon is threatened"))
        else:
            found.append(keep(card, "it has a cost, and no rule says when to pay it"))
    return found


def defences(now: Situation) -> list[Verdict]:
    """Judges the Trainers of the hand against a threat, in their order."""
    if not now.threats:
        return []
    return [judge(now, card) for card, judge in DEFENCE if now.menu.can_play(card)]


def routine(now: Situation) -> list[Verdict]:
    """Judges the Trainers of the hand, in their order."""
    return [ROUTINE[card](now, card) for card in ROUTINE_ORDER if now.menu.can_play(card)]
