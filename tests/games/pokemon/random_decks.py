"""Makes random legal decks of the Base Set, in which every card turns up sooner or later."""

from kibitz.core.randomness import Rng
from kibitz.games.pokemon.cards import (
    CARDS,
    COLORLESS,
    ELEMENT,
    ELEMENT_NAMES,
    IS_BASIC,
    IS_POKEMON,
    IS_TRAINER,
    WORD_NUMBERS,
    WORDS,
)

SIZE = 60
ENERGY = [WORD_NUMBERS[name] for name in ELEMENT_NAMES[:COLORLESS]]
DOUBLE_COLORLESS = WORD_NUMBERS["double colorless"]
TRAINERS = [card.number for card in CARDS if IS_TRAINER[card.number]]
LINES: list[list[int]] = []
for card in CARDS:
    if IS_POKEMON[card.number] and not any(other.evolves == card.number for other in CARDS):
        line = [card.number]
        while CARDS[line[0]].evolves:
            line.insert(0, CARDS[line[0]].evolves)
        LINES.append(line)


def random_deck(rng: Rng) -> str:
    """Returns a deck of two types: whole lines of Pokémon, any Trainers, the Energy for them."""
    elements = [rng.below(COLORLESS), rng.below(COLORLESS), COLORLESS]
    fitting = [line for line in LINES if ELEMENT[line[-1]] in elements]
    deck: list[int] = []
    rng.shuffle(fitting)
    for line in fitting:
        if len(deck) < 20:
            deck += [card for at, card in enumerate(line) for _ in range(4 - at)]
    for _ in range(16):
        trainer = rng.pick(TRAINERS)
        if deck.count(trainer) < 4:
            deck.append(trainer)
    deck += [DOUBLE_COLORLESS] * rng.below(5)
    while len(deck) < SIZE:
        deck.append(ENERGY[elements[rng.below(2)]])
    assert any(IS_BASIC[card] for card in deck)
    return ", ".join(f"{deck.count(card)} {WORDS[card]}" for card in sorted(set(deck)))


def random_decks(rng: Rng) -> str:
    """Returns two decks, as the option takes them."""
    return f"{random_deck(rng)} / {random_deck(rng)}"
