"""Decks: the theme decks, and the reading and checking of others."""

from importlib.resources import files
from typing import Final

from kibitz.core.document import read_json
from kibitz.core.errors import suggest
from kibitz.games.pokemon.cards.catalogue import (
    CARDS,
    IS_BASIC,
    IS_BASIC_ENERGY,
    NAME,
    WORD_NUMBERS,
    plain_word,
)
from kibitz.kit.errors import CardDataError

MOST_COPIES: Final = 4
SEPARATOR: Final = "/"
# Cards can be named by their words, their printed names, or their codes.
KNOWN: Final[dict[str, int]] = {
    **WORD_NUMBERS,
    **{plain_word(card.name): card.number for card in CARDS[1:]},
    **{card.code: card.number for card in CARDS[1:]},
}


def load_decks() -> dict[str, str]:
    """Reads the theme decks, each as a list in words.

    Raises:
        CardDataError: if the file is not an object of texts, or a deck is not legal.
    """
    text = files("kibitz.games.pokemon.cards").joinpath("decks.json").read_text(encoding="utf-8")
    document = read_json(text, CardDataError, "decks.json")
    if not isinstance(document, dict):
        raise CardDataError("decks.json: expected an object with a list of cards for each deck")
    found = {name: str(cards) for name, cards in document.items()}
    for name, cards in found.items():
        problems = deck_problems(read_list(cards), 60)
        if problems:
            raise CardDataError(f"decks.json: {name}: {'; '.join(problems)}")
    return found


def read_list(text: str) -> list[int]:
    """Reads a list such as `4 pikachu, 2 raichu, 20 lightning`; codes such as base1-58 serve too.

    Raises:
        ValueError: if a card is unknown; names near matches.
    """
    deck: list[int] = []
    for item in text.split(","):
        words = plain_word(" ".join(item.split()))
        if not words:
            continue
        count, _, name = words.partition(" ")
        times, name = (int(count), name) if is_count(count) else (1, words)
        card = KNOWN.get(name)
        if card is None:
            raise ValueError(f"there is no card {name!r}; {suggest(name, WORD_NUMBERS)}")
        deck.extend([card] * times)
    return deck


def is_count(word: str) -> bool:
    """Tells whether a word is a number of cards."""
    return word.isascii() and word.isdecimal() and len(word) < 4


def deck_name(text: str) -> str:
    """Writes the name of a theme deck as the table has it; Zap! is `zap`."""
    return plain_word(" ".join(text.split())).removesuffix("!")


def read_deck(text: str, size: int) -> list[int]:
    """Reads a deck: the name of a theme deck, or a list of cards.

    Raises:
        ValueError: if it names an unknown card or breaks a rule for decks.
    """
    name = deck_name(text)
    if name in DECKS:
        text = DECKS[name]
    elif "," not in text and not any(letter.isdigit() for letter in text):
        raise ValueError(f"there is no deck {name!r}; {suggest(name, DECKS)}")
    deck = read_list(text)
    problems = deck_problems(deck, size)
    if problems:
        raise ValueError("; ".join(problems))
    return sorted(deck)


def read_decks(text: str, size: int) -> list[list[int]]:
    """Reads two decks with a slash between them; one deck is for both seats.

    Between the names of two theme decks a comma will do.

    Raises:
        ValueError: if there are more than two, or one is not legal.
    """
    parts = text.split(SEPARATOR)
    names = text.split(",")
    if len(names) == 2 and all(deck_name(name) in DECKS for name in names):
        parts = names
    if len(parts) > 2:
        raise ValueError(f"invalid decks: expected one or two, with {SEPARATOR} between them")
    found: list[list[int]] = []
    for at, part in enumerate(parts):
        try:
            found.append(read_deck(part, size))
        except ValueError as error:
            raise ValueError(f"invalid decks: deck {at + 1}: {error}") from error
    return [found[0], found[-1]]


def deck_problems(deck: list[int], size: int) -> list[str]:
    """Lists what is wrong with a deck (R-1): its size, the copies, no Basic Pokémon."""
    problems: list[str] = []
    if len(deck) != size:
        problems.append(f"it has {len(deck)} cards: expected {size}")
    copies: dict[int, int] = {}
    for card in deck:
        copies[NAME[card]] = copies.get(NAME[card], 0) + 1
    for card, count in copies.items():
        if count > MOST_COPIES and not IS_BASIC_ENERGY[card]:
            name = CARDS[card].name
            problems.append(f"it has {count} copies of {name}: expected {MOST_COPIES} at most")
    if not any(IS_BASIC[card] for card in deck):
        problems.append("it has no Basic Pokémon: expected at least 1")
    return problems


DECKS: Final[dict[str, str]] = load_decks()
