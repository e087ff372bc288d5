"""When a Trainer is played, and on what (U-1 to U-12); one small function a card."""

from collections.abc import Callable
from typing import Final, TypeAlias

from kibitz.games.pokemon.agents.generator.attacks import usable_hits
from kibitz.games.pokemon.agents.generator.categories import CATEGORY
from kibitz.games.pokemon.agents.generator.opponent import (
    is_sure_threat,
    sure_damage_from,
    sure_damages,
)
from kibitz.games.pokemon.agents.generator.situation import Situation
from kibitz.games.pokemon.agents.generator.trial import exchange
from kibitz.games.pokemon.agents.names import name_at
from kibitz.games.pokemon.cards.catalogue import (
    CARDS,
    DEFENDER,
    DOUBLE_COLORLESS,
    HP,
    IS_TRAINER,
    PLUS_POWER,
    card_named,
)
from kibitz.games.pokemon.rules.damage import DEFENDER_BLOCK, PLUS_POWER_DAMAGE
from kibitz.games.pokemon.rules.energy import add_choices, attach_energy
from kibitz.games.pokemon.rules.steps import unique
from kibitz.games.pokemon.state import (
    DECK,
    FOE,
    HAND,
    HEALTHY,
    NO_SPOT,
    Fight,
    Pokemon,
    active,
    bench,
    pile,
    pokemon_of,
)

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
    return Verdict(card, False, NO_SPOT, LOW, text)


# Healing.


def heal(now: Situation, card: int) -> Verdict:
    """Judges Potion, Super Potion and Pokémon Center (U-4)."""
    benched = sorted(range(1, len(now.own)), key=lambda spot: -now.score(now.own[spot]))
    for spot in (0, *benched):
        aim = NO_SPOT if card == CENTER else spot
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
    if pokemon.condition != HEALTHY and now.payable:
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
    return Verdict(card, True, NO_SPOT, LOW, "it draws 2 cards and costs nothing")


def professor_oak(now: Situation, card: int) -> Verdict:
    """Judges Professor Oak (U-2, U-3)."""
    if len(now.hand) > 1:
        return keep(card, "it would discard other cards")
    if deck_size(now) <= OAK_CARDS:
        return keep(card, "it would empty the deck")
    return Verdict(card, True, NO_SPOT, LOW, "it is the only card in the hand")


def play_always(_: Situation, card: int) -> Verdict:
    """Judges cards without a cost: Pokédex, Revive, and Lass after all others (U-3, U-11)."""
    return Verdict(card, True, NO_SPOT, LOW, "it costs nothing")


def deck_size(now: Situation) -> int:
    """Counts the cards of the own deck."""
    return len(pile(now.view, DECK, now.seat))


# The opponent's hand.


def impostor_oak(now: Situation, card: int) -> Verdict:
    """Judges Impostor Professor Oak (U-11)."""
    foe = 1 - now.seat
    held = len(pile(now.view, HAND, foe))
    then = min(OAK_CARDS, held + len(pile(now.view, DECK, foe)))
    if then > held:
        return keep(card, f"the opponent would hold {then} cards instead of {held}")
    return Verdict(card, True, NO_SPOT, LOW, f"the opponent holds {held} cards, then {then}")


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


def removal(s: Fight, foe: int, scores: list[float], count: int) -> Removal:
    """Finds the opposing Pokémon with the highest sure damage, and what lowers it most."""
    theirs = pokemon_of(s, foe)
    target, most = 0, sure_damage_from(s, foe, 0)
    for spot in range(1, len(theirs)):
        sure = sure_damage_from(s, foe, spot)
        better = sure == most and target > 0 and is_higher(scores, theirs[spot], theirs[target])
        if sure > most or better:
            target, most = spot, sure
    cards, after = best_removal(s, foe, target, count)
    return Removal(target, cards, most, after)


def is_higher(scores: list[float], one: Pokemon, other: Pokemon) -> bool:
    """Tells whether a Pokémon has a higher score than another one."""
    return scores[one.kind] > scores[other.kind]


def best_removal(s: Fight, foe: int, spot: int, count: int) -> tuple[tuple[int, ...], int]:
    """Finds the Energy cards of a Pokémon that lower its sure damage most, and what is left of it.

    Of equally good ones Double Colorless goes first.
    """
    pokemon = pokemon_of(s, foe)[spot]
    ways: list[tuple[int, ...]] = []
    add_choices(pokemon.energy[:], 0, min(count, len(pokemon.energy)), (), ways)
    best: tuple[int, ...] = ()
    least, doubles = 0, 0
    for way in ways:
        for card in way:
            pokemon.energy.remove(card)
        sure = sure_damage_from(s, foe, spot)
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
    spot = FOE + found.spot
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
    if any(each.hit.spot == 0 and each.target == FOE for each in now.knockouts):
        return keep(card, "the Defending Pokémon is knocked out anyway")
    chosen = 0
    for spot in range(1, len(bench(now.ours, foe)) + 1):
        exchange(now.ours, foe, spot)
        target = active(now.ours, foe)
        hits = usable_hits(now.ours, now.seat, 0)
        falls = any(hit.sure >= target.left() for hit in hits)
        exchange(now.ours, foe, spot)
        theirs = pokemon_of(now.ours, foe)
        if falls and (chosen == 0 or is_higher(now.scores, theirs[spot], theirs[chosen])):
            chosen = spot
    if chosen == 0:
        return keep(card, "no benched Pokémon would be knocked out")
    name = name_at(now.view, now.seat, FOE + chosen)
    text = f"{name} comes to the front and is sure to be knocked out"
    return Verdict(card, True, FOE + chosen, HIGHEST, text)


def gust_away(now: Situation, card: int) -> Verdict:
    """Judges Gust of Wind against a sure knockout (U-10, C-21)."""
    s, foe = now.theirs, 1 - now.seat
    if not now.is_surely_threatened():
        return keep(card, "there is no sure threat")
    chosen, best = 0, (0, 0.0)
    for spot in range(1, len(bench(s, foe)) + 1):
        sure = sure_damage_from(s, foe, spot)
        rank = (sure, now.score(pokemon_of(s, foe)[spot]))
        if chosen == 0 or rank < best:
            chosen, best = spot, rank
    if chosen:
        exchange(s, foe, chosen)
        averted = not is_sure_threat(s, now.seat)
        exchange(s, foe, chosen)
        if averted:
            text = f"{name_at(now.view, now.seat, FOE + chosen)} in front threatens nobody"
            return Verdict(card, True, FOE + chosen, HIGHEST, text)
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
        exchange(s, seat, spot)
        survives = sure_damages(s, 1 - seat)[0] < active(s, seat).left()
        exchange(s, seat, spot)
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
