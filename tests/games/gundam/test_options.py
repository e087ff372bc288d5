"""Options: who begins, and the decks with all that can be wrong with them."""

from collections import Counter
from pathlib import Path

import pytest

from kibitz.core import RuleEngine, seeded
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import CARDS, CATALOGUE, LISTS, deck_problems
from tests.games.gundam.table import asked

MINE = (
    "4 G05, 4 G03, 4 G07, 4 G08, 4 G09, 4 G01, 4 G04, 4 G06, 4 G14, 4 G13, 4 G12, 2 G10, 2 G11, "
    "2 G15"
)


def numbers(text: str) -> list[int]:
    """Reads a list of cards, legal as a deck or not."""
    found: list[int] = []
    for entry in text.split(", "):
        count, _, card = entry.partition(" ")
        found += [CATALOGUE.number(card)] * int(count)
    return found


def test_the_default_match_is_deck_a_against_deck_b() -> None:
    assert Gundam().decks == Gundam("A / B").decks
    assert Gundam().options == {"decks": "A / B", "first": "ask"}


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_ready_made_decks_are_legal(name: str) -> None:
    (deck, other) = Gundam(name).decks
    assert deck == other, "one deck is for both"
    assert (len(deck), max(Counter(deck).values())) == (50, 4)
    assert len({CARDS[card].colour for card in deck}) == 2
    assert deck_problems(deck) == []


def test_a_deck_is_a_list_of_ids_or_names() -> None:
    by_name = MINE.replace("G05", "GM").replace("G15", "White Base")
    game = Gundam(f"{MINE} / {by_name}")
    assert game.decks[0] == game.decks[1] == sorted(numbers(MINE))
    again = Gundam(str(game.options["decks"]))
    assert again.decks == game.decks, "the record needs nothing else"


def test_a_deck_is_read_from_a_file_and_recorded_without_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("Units\n" + MINE.replace(", ", "\n"), encoding="utf-8")
    game = Gundam(f"@{file} / B")
    file.unlink()
    again = Gundam(str(game.options["decks"]))
    assert again.decks == game.decks == [sorted(numbers(MINE)), Gundam("B").decks[0]]


WRONG: dict[str, tuple[str, list[str]]] = {
    "DECK_CARD": (
        MINE.replace("2 G15", "1 T1, 1 RES"),
        ["Gundam does not belong in a deck", "Resource does not belong in a deck"],
    ),
    "DECK_SIZE": (MINE.replace(", 2 G15", ""), ["it has 48 cards: expected 50"]),
    "DECK_COPIES": (
        MINE.replace("2 G11", "1 G05, 1 G03"),
        [
            "it has 5 copies of GM: expected 4 at most",
            "it has 5 copies of Guncannon: expected 4 at most",
        ],
    ),
    "DECK_COLOURS": (
        MINE.replace("2 G15", "1 G17, 1 G22"),
        ["it has 4 colours (blue, white, red, green): expected 2 at most"],
    ),
}


@pytest.mark.parametrize("code", WRONG)
def test_a_wrong_deck_is_refused(code: str) -> None:
    text, problems = WRONG[code]
    assert deck_problems(numbers(text)) == problems
    with pytest.raises(ValueError, match="invalid decks: deck 1: ") as caught:
        Gundam(f"{text} / B")
    assert str(caught.value) == "invalid decks: deck 1: " + "; ".join(problems)


def test_all_problems_of_both_decks_come_in_one_error() -> None:
    wrong = "5 G05, 1 G17, 1 G22, 1 EXB, 2 G99"
    with pytest.raises(ValueError, match="invalid decks") as caught:
        Gundam(f"{wrong} / E")
    text = str(caught.value)
    for problem in (
        "deck 1: ",
        "there is no card 'g99'",
        "EX Base does not belong in a deck",
        "it has 10 cards: expected 50",
        "it has 5 copies of GM: expected 4 at most",
        "it has 3 colours (blue, red, green): expected 2 at most",
        "deck 2: there is no deck 'e'",
    ):
        assert problem in text


def test_a_deck_of_one_colour_is_refused_for_its_size_only() -> None:
    blue = [card.number for card in CARDS[1:] if card.colour == "blue"]
    assert deck_problems(blue * 4) == [f"it has {len(blue) * 4} cards: expected 50"]


@pytest.mark.parametrize("card", ["G01", "G03", "G04", "G22", "G24"])
def test_a_name_means_the_card_and_not_the_token_with_that_name(card: str) -> None:
    name = CARDS[CATALOGUE.number(card)].name
    cards = Gundam("A" if card < "G17" else "B").decks[0]
    listed = ", ".join([f"1 {CATALOGUE.word(each)}" for each in cards])
    found = LISTS.read(listed.replace(f"1 {card}", f"1 {name}"))[0]
    assert found == cards


@pytest.mark.parametrize("first", ["0", "1"])
def test_first_says_who_begins(first: str) -> None:
    for seed in range(4):
        match = RuleEngine(Gundam(first=first), seed=seed)
        assert asked(match) == ("mulligan", int(first))


def test_a_wrong_first_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^invalid first=2: expected ask, 0 or 1$"):
        Gundam(first="2")


def test_decks_are_shuffled() -> None:
    game = Gundam(first="0")
    orders = {tuple(game.setup(seeded(seed)).cards[1]) for seed in range(5)}
    assert len(orders) == 5
