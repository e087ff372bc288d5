"""Options: who plays first, and the decks with all that can be wrong with them."""

from collections import Counter

import pytest

from kibitz.core import RuleEngine
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.cards import CARDS, CATALOGUE, deck_problems

# Deck A; a card that is replaced by others makes it a deck of somebody's own.
MINE = (
    "4 L01, 4 L02, 4 L03, 3 L04, 4 L05, 3 L06, 2 L07, 3 L08, 2 L09, 2 L10, 2 L11, 2 L12, 4 L13, "
    "4 L14, 4 L15, 2 L16, 2 L17, 4 L18, 2 L19, 3 L20"
)


def numbers(text: str) -> list[int]:
    """Reads a list of cards, legal as a deck or not."""
    found: list[int] = []
    for entry in text.split(", "):
        count, _, card = entry.partition(" ")
        found += [CATALOGUE.number(card)] * int(count)
    return found


def test_the_default_match_is_deck_a_against_deck_b() -> None:
    assert Lorcana().options == {"decks": "A / B", "first": "random", "turn_limit": 200}
    assert Lorcana().decks == Lorcana("A / B").decks
    assert Lorcana().decks[0] == sorted(numbers(MINE))


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_ready_made_decks_are_legal(name: str) -> None:
    (deck, other) = Lorcana(name).decks
    assert deck == other, "one deck is for both"
    assert (len(deck), max(Counter(deck).values())) == (60, 4)
    assert len({CARDS[card].ink for card in deck}) == 2
    assert deck_problems(deck) == []


def test_a_deck_is_a_list_of_cards_and_may_have_more_than_sixty() -> None:
    more = MINE.replace("3 L04", "4 L04").replace("3 L20", "4 L20")
    game = Lorcana(f"{more} / B")
    assert game.decks[0] == sorted(numbers(more))
    assert len(game.decks[0]) == 62
    assert Lorcana(str(game.options["decks"])).decks == game.decks, "the record needs nothing else"


def test_copies_count_by_the_full_name() -> None:
    # L02 and L10 are two versions of one name, so there may be four of each.
    text = MINE.replace("2 L10", "4 L10")
    assert CARDS[CATALOGUE.number("L02")].name_key == CARDS[CATALOGUE.number("L10")].name_key
    assert Counter(Lorcana(text).decks[0])[CATALOGUE.number("L10")] == 4


WRONG: dict[str, tuple[str, list[str]]] = {
    "size": (MINE.replace(", 3 L20", ""), ["it has 57 cards: expected 60 or more"]),
    "copies": (
        MINE.replace("4 L05", "5 L05"),
        ["it has 5 copies of Mickey Mouse - True Friend: expected 4 at most"],
    ),
    "inks": (
        MINE.replace("3 L20", "3 L40"),
        ["it has 3 inks (amber, amethyst, ruby): expected 2 at most"],
    ),
}


@pytest.mark.parametrize("slip", WRONG)
def test_a_wrong_deck_is_refused(slip: str) -> None:
    text, problems = WRONG[slip]
    assert deck_problems(numbers(text)) == problems
    with pytest.raises(ValueError, match="invalid decks: deck 1: ") as caught:
        Lorcana(f"{text} / B")
    assert str(caught.value) == "invalid decks: deck 1: " + "; ".join(problems)


def test_all_problems_of_both_decks_come_in_one_error() -> None:
    with pytest.raises(ValueError, match="invalid decks") as caught:
        Lorcana("5 L05, 1 L21, 1 L41, 2 L99 / E")
    text = str(caught.value)
    for problem in (
        "deck 1: ",
        "there is no card 'l99'",
        "expected 60 or more",
        "it has 5 copies of Mickey Mouse - True Friend: expected 4 at most",
        "it has 3 inks (amber, emerald, sapphire): expected 2 at most",
        "deck 2: there is no deck 'e'",
    ):
        assert problem in text


@pytest.mark.parametrize("first", ["0", "1"])
def test_first_says_who_begins(first: str) -> None:
    for seed in range(4):
        assert RuleEngine(Lorcana(first=first), seed=seed).seat == int(first)
