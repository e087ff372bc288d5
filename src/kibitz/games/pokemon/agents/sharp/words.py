"""Reasons in the words of a player: what a turn leads to, and what the opponent can do then."""

from typing import Final

from kibitz.core.agent import Reason
from kibitz.games.pokemon.agents.sharp.features import (
    ATTACK,
    BENCH,
    CARDS,
    CONDITION,
    COUNT,
    DANGER,
    ENERGY,
    LIBRARY,
    PLACE,
    RACE,
    TABLE,
    TERM_OF,
    TERMS,
    VICTORY,
)
from kibitz.games.pokemon.cards.catalogue import CARDS as CARD_FACTS
from kibitz.games.pokemon.state import (
    CONDITIONS,
    DECK,
    HAND,
    PRIZES,
    Fight,
    active,
    bench,
    has_active,
    pile,
    pokemon_of,
)

# What a term is about, where nobody looks closer.
ABOUT: Final = (
    "how the match ends",
    "Prizes that are left",
    "Pokémon in play",
    "Energy in play",
    "Pokémon on the Bench",
    "special conditions",
    "what the opponent can do next turn",
    "what the Active Pokémon can do next turn",
    "cards in hand",
    "cards in the deck",
)


def reasons_of(weights: list[float], found: list[float]) -> list[Reason]:
    """Adds the numbers up to reasons."""
    amounts = [0.0] * len(TERMS)
    for at in range(COUNT):
        amounts[TERM_OF[at]] += weights[at] * found[at]
    return [Reason(TERMS[at], amounts[at], ABOUT[at]) for at in range(len(TERMS)) if amounts[at]]


def worded(reasons: tuple[Reason, ...], texts: dict[str, str]) -> tuple[Reason, ...]:
    """Gives reasons better words."""
    return tuple([Reason(r.term, r.amount, texts.get(r.term) or r.text) for r in reasons])


def tell(before: Fight, after: Fight, seat: int, found: list[float]) -> dict[str, str]:
    """Says what a turn leads to, by term.

    Args:
        before: the match now.
        after: the match at the beginning of the next turn, as one of the ways it can go.
        seat: the player.
        found: the numbers of the rating, on average of all ways.
    """
    foe = 1 - seat
    texts = [""] * len(TERMS)
    texts[VICTORY] = chance_of("wins the match", "loses the match", found[VICTORY])
    if not after.over:
        texts[RACE] = race(before, after, seat)
        texts[TABLE] = versus("HP in play", hp_of(after, seat), hp_of(after, foe))
        texts[ENERGY] = versus("Energy in play", energy_of(after, seat), energy_of(after, foe))
        texts[BENCH] = versus("on the Bench", len(bench(after, seat)), len(bench(after, foe)))
        texts[CONDITION] = conditions(after)
        held = (len(pile(after, HAND, seat)), len(pile(after, HAND, foe)))
        texts[CARDS] = versus("in hand", *held)
        decks = (len(pile(after, DECK, seat)), len(pile(after, DECK, foe)))
        texts[LIBRARY] = versus("in the deck", *decks)
        if has_active(after, seat) and has_active(after, foe):
            texts[DANGER] = danger(after, seat, found)
            texts[ATTACK] = prospect(after, seat, found)
    return {TERMS[at]: text for at, text in enumerate(texts) if text}


def name_of(s: Fight, seat: int) -> str:
    """Returns the name of the Active Pokémon of a seat."""
    return CARD_FACTS[active(s, seat).kind].name


def chance_of(good: str, bad: str, balance: float) -> str:
    """Says what happens for sure or how likely."""
    if balance == 0.0:
        return ""
    text = good if balance > 0.0 else bad
    return text if abs(balance) == 1.0 else f"{text} ({abs(balance):.0%})"


def race(before: Fight, after: Fight, seat: int) -> str:
    """Says how many Prizes are left, and who was knocked out for them."""
    own, foe = len(pile(after, PRIZES, seat)), len(pile(after, PRIZES, 1 - seat))
    left = "only one Prize is left" if own == 1 else f"{own} Prizes are left"
    taken = own < len(pile(before, PRIZES, seat))
    if taken and has_active(before, 1 - seat):
        return f"knocks out {name_of(before, 1 - seat)}, then {left} (the opponent has {foe})"
    return f"{left}, the opponent has {foe}"


def versus(what: str, own: int, foe: int) -> str:
    """Compares two numbers."""
    return f"{own} {what}, the opponent has {foe}"


def hp_of(s: Fight, seat: int) -> int:
    """Adds up the HP that a seat has left in play."""
    return sum([pokemon.left() for pokemon in pokemon_of(s, seat)])


def energy_of(s: Fight, seat: int) -> int:
    """Counts the Energy cards that a seat has in play."""
    return sum([len(pokemon.energy) for pokemon in pokemon_of(s, seat)])


def conditions(s: Fight) -> str:
    """Says which Active Pokémon have special conditions."""
    found: list[str] = []
    for seat in (0, 1):
        if not has_active(s, seat):
            continue
        pokemon = active(s, seat)
        words = [CONDITIONS[pokemon.condition], "poisoned" if pokemon.poison else ""]
        has = " and ".join([word for word in words if word])
        if has:
            found.append(f"{name_of(s, seat)} is {has}")
    return ", ".join(found)


def danger(s: Fight, seat: int, found: list[float]) -> str:
    """Says what the opponent can do in its turn."""
    theirs, ours = name_of(s, 1 - seat), name_of(s, seat)
    lost = found[PLACE["lost"]] + found[PLACE["lost_energy"]]
    text = ""
    if lost > 0.0:
        text = f"{theirs} can knock out {ours} ({min(1.0, lost):.0%})"
        if found[PLACE["lost_match"]] > 0.0:
            text += ", and the match is lost by it"
    elif found[PLACE["lost_reserve"]] > 0.0:
        text = f"a Pokémon from the Bench can come and knock out {ours}"
    elif found[PLACE["hurt"]] > 0.0:
        text = f"{theirs} can hit back for {100 * found[PLACE['hurt']]:.0f} on average"
    return text


def prospect(s: Fight, seat: int, found: list[float]) -> str:
    """Says what the player can do in the next turn."""
    theirs, ours = name_of(s, 1 - seat), name_of(s, seat)
    knock = found[PLACE["knock"]]
    if knock > 0.0:
        return f"{ours} can knock out {theirs} in the next turn ({min(1.0, knock):.0%})"
    hit = 100 * found[PLACE["hit"]]
    return f"{ours} can do {hit:.0f} on average in the next turn" if hit > 0.0 else ""
