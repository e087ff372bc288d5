"""Deck lists of a game with six cards: what is read, what is written, and every refusal."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.kit import DeckLists
from kibitz.kit.decks import MOST_CARDS, MOST_TEXT, join_decks

NAMES = (
    "Stitch - New Dog",
    "Stitch - Rock Star",
    "Te K\u0101 - The Burning One",
    "I Find 'Em, I Flatten 'Em",
    "00 Raiser (Trans-Am)",
    "Caf\u00e9",
)
WORDS = ["?", "L01", "L02", "L03", "L04", "L05", "L06"]
KNOWN = {
    **{name: number for number, name in enumerate(NAMES, 1)},
    **{WORDS[number]: number for number in range(1, 7)},
}
DOGS = [1, 1, 1, 1, 2, 2, 2, 2]
SONGS = [3, 3, 4, 4, 4, 4, 6, 6]
DECKS = {"Dogs": DOGS, "Songs of Motunui": SONGS}


def deck_problems(deck: list[int]) -> list[str]:
    """Lists what is wrong: a deck has eight cards, at most four of a kind."""
    problems = [f"it has {len(deck)} cards: expected 8"] if len(deck) != 8 else []
    for card, count in Counter(deck).items():
        if card and count > 4:
            problems.append(f"it has {count} copies of {WORDS[card]}: expected 4 at most")
    return problems


LISTS = DeckLists(KNOWN, DECKS, WORDS, deck_problems, headings=("Character", "characters", "song"))


def refusal(text: str, with_files: bool = False, lists: DeckLists = LISTS) -> str:
    """Returns the message about decks that cannot be read."""
    with pytest.raises(ValueError, match=r"^invalid decks: ") as caught:
        lists.read(text, with_files)
    return str(caught.value).removeprefix("invalid decks: ")


# Good decks.


@pytest.mark.parametrize(
    "text",
    [
        "Dogs / Songs of Motunui",
        "dogs/SONGS OF  motunui",
        "Dogs, songs of Motunui",
        "4 L01, 4 L02 / songs of motunui",
        "4 l01,4 l02 /2 l03,4 l04,2 l06",
        "4 L01\n4 L02\n/\n2 L03\n4 L04\n2 L06",
        "dogs # the best / of all\n / songs of motunui // not so good",
    ],
)
def test_two_decks_are_read(text: str) -> None:
    assert LISTS.read(text) == [DOGS, SONGS]


def test_one_deck_is_for_both_seats() -> None:
    assert LISTS.read("dogs") == [DOGS, DOGS]
    assert LISTS.read("4 L02, 4 L01") == [DOGS, DOGS]


@pytest.mark.parametrize(
    "entry",
    [
        *(
            "4 L01",
            "4x L01",
            "4 x L01",
            "L01 x4",
            "L01 4x",
            "4\u00d7 l01",
            "* 4 L01",
            "\u2022 4 L01",
        ),
        *(
            "4 Stitch - New Dog",
            "4 stitch new dog",
            "4 STITCH \u2013 NEW DOG",
            "stitch - new dog x4",
        ),
        *("2 L01\n2 Stitch - New Dog", "2 L01, 2 L01", "4 (L01)", "4 [Stitch] - New Dog"),
        *("Characters: 8\n4 L01", "8 characters\n4 L01", "Character cards - 8\n4 L01"),
        *("Song (0)\n4 L01", "4 L01\nTotal: 4", "Deck: mine\n4 L01", "----\n4 L01\n\n=== end"),
        *("# mine\n4 L01 # a dog", "// mine\n4 L01 // a dog", "; mine\n4 L01", "\ufeff4 L01\r\n"),
        *("1 L01\rL01\r2 L01", ", 4 L01,,", "  4   L01  "),
    ],
)
def test_entries_are_read_as_they_are_written_elsewhere(entry: str) -> None:
    assert LISTS.read_list(entry) == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("2 Te K\u0101 - The Burning One", [3, 3]),
        ("2 Te Ka\u0304 - the burning one", [3, 3]),
        ("2 te ka - the burning one", [3, 3]),
        ("2 I Find 'Em, I Flatten 'Em", [4, 4]),
        ("2 L01, 2 I find \u2019em, I flatten \u2019em, L02", [1, 1, 4, 4, 2]),
        ("I find 'em, I flatten 'em x2, 2 L02", [4, 4, 2, 2]),
        ("00 Raiser (Trans-Am)", [5]),
        ("2 00 Raiser (Trans-Am)", [5, 5]),
        ("2 00 Raiser Trans-Am", [5, 5]),
        ("2 caf\u00e9, 1 cafe", [6, 6, 6]),
    ],
)
def test_names_may_have_accents_commas_brackets_and_numbers(text: str, cards: list[int]) -> None:
    assert LISTS.read_list(text) == cards


def test_every_word_for_a_card_is_found() -> None:
    for word, number in KNOWN.items():
        assert LISTS.find(word) == LISTS.find(word.upper()) == number
        assert LISTS.read_list(word) == [number]
        assert LISTS.read_list(f"3 {word}") == [number] * 3
    assert LISTS.find("L07") == 0


# What is written.


def test_deck_is_written_in_one_line() -> None:
    assert LISTS.write(SONGS) == "2 L03, 4 L04, 2 L06"
    assert LISTS.read_deck(LISTS.write(SONGS)) == SONGS
    assert join_decks(["dogs", "4 L01"]) == "dogs / 4 L01"


def test_decks_are_recorded_in_one_line_without_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("Characters: 8\n4 Stitch - Rock Star\n4 L01\n", encoding="utf-8")
    for text, expected in (
        ("DOGS/songs of motunui", "DOGS/songs of motunui"),
        ("4 l02, 4 l01", "4 l02, 4 l01"),
        ("dogs / 4 L02, 4 L01 # mine", "Dogs / 4 L01, 4 L02"),
        ("4 L02\n4 L01\n/ songs of motunui", "4 L01, 4 L02 / Songs of Motunui"),
        (f"@{path}", "4 L01, 4 L02"),
        (f"@{path} / SONGS of motunui", "4 L01, 4 L02 / Songs of Motunui"),
    ):
        decks = LISTS.read(text, with_files=True)
        assert LISTS.written(text, decks) == expected
        assert LISTS.read(expected) == decks


# Problems.

EITHER = "did you mean 'stitch - new dog' or 'stitch - rock star'?"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "deck 1: it is empty: expected the name of a deck, or a list of cards"),
        ("dogs /", "deck 2: it is empty: expected the name of a deck, or a list of cards"),
        ("dogs / dogs / dogs", "expected one or two, with / between them"),
        ("dgos", "deck 1: there is no deck 'dgos'; did you mean 'dogs'?"),
        ("xyz", "deck 1: there is no deck 'xyz'; known: dogs, songs of motunui"),
        (
            "dogs.txt / dogs",
            "deck 1: there is no deck 'dogs.txt'; did you mean 'dogs'?; for a file write @dogs.txt",
        ),
        ("dogs / @mine.txt", "deck 2: @mine.txt is a file; expected the list itself here"),
        ("4 L01, 3 L02", "deck 1: it has 7 cards: expected 8"),
        ("5 L01, 3 L02", "deck 1: it has 5 copies of L01: expected 4 at most"),
        (
            "4 Stich - New Dog, 4 L02",
            "deck 1: there is no card 'stich - new dog'; did you mean 'stitch - new dog'?",
        ),
        (
            "4 stitch, 4 L02",
            f"deck 1: there is no card 'stitch'; {EITHER}",
        ),
        (
            "4 zzz, 4 L02",
            "deck 1: there is no card 'zzz': expected an id or a name such as 'stitch - new dog'",
        ),
        ("4 L01, 4 L02, 4", "deck 1: there is no card in '4'"),
        ("4 L01, 4 L02, 2 x", "deck 1: there is no card in '2 x'"),
        ("4 L01, 4 L02, 0 L03", "deck 1: 0 copies in '0 L03': expected 1 to 999"),
        ("4 L01, 4 L02, 1000 L03", "deck 1: 1000 copies in '1000 L03': expected 1 to 999"),
        ("4 L01\n4 L02\n\n0 L03", "deck 1: line 4: 0 copies in '0 L03': expected 1 to 999"),
        (", ".join(["999 L01"] * 11), f"deck 1: it has more than {MOST_CARDS:,} cards"),
        (
            "4 L01, 4 L02, 0 " + "z" * 99,
            f"deck 1: 0 copies in '0 {'z' * 35}...': expected 1 to 999",
        ),
        (
            "1" * (MOST_TEXT + 1),
            "deck 1: it has 65,537 characters: expected 65,536 at most; it has 0 cards: expected 8",
        ),
    ],
)
def test_problem_is_named(text: str, problem: str) -> None:
    assert refusal(text) == problem


def test_all_problems_of_both_decks_come_in_one_refusal() -> None:
    assert refusal("5 L01\n2 L22\n0 L03 / 4 L01, 4 Te Kaa - The Burning One, 1 L04") == (
        "deck 1: line 2: there is no card 'l22'; did you mean 'l02'?; "
        "line 3: 0 copies in '0 L03': expected 1 to 999; it has 7 cards: expected 8; "
        "it has 5 copies of L01: expected 4 at most; "
        "deck 2: there is no card 'te kaa - the burning one'; "
        "did you mean 'te ka - the burning one'?; it has 9 cards: expected 8"
    )


def test_very_many_problems_are_counted() -> None:
    assert re.search(r"line 12: [^;]*; and 29 problems more$", refusal("1 zzz\n" * 40))


def test_ready_made_deck_is_checked_too() -> None:
    lists = DeckLists(KNOWN, {"small": [1, 2]}, WORDS, deck_problems)
    assert refusal("small", lists=lists) == "deck 1: it has 2 cards: expected 8"


def test_decks_with_numbers_in_their_names_are_suggested() -> None:
    lists = DeckLists(KNOWN, {"ST01": DOGS, "ST02": SONGS}, WORDS, deck_problems)
    assert lists.read("st01 / ST02") == [DOGS, SONGS]
    assert refusal("st1", lists=lists).startswith("deck 1: there is no deck 'st1'; did you mean")
    for text in ("4 L01", "L01 x4", "4x L01"):
        assert refusal(text, lists=lists) == "deck 1: it has 4 cards: expected 8"


def test_game_without_cards_or_decks_refuses_everything() -> None:
    lists = DeckLists({}, {}, ["?"], deck_problems)
    assert refusal("dogs", lists=lists) == "deck 1: there is no deck 'dogs'; there are none"
    assert refusal("8 L01", lists=lists).startswith("deck 1: there is no card 'l01'")


# Files.


def test_deck_is_read_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my deck.txt").write_bytes("Caf\u00e9 x2\r\n2 L03\r\n4 L04".encode("utf-8-sig"))
    (tmp_path / "name.txt").write_text("Dogs\n", encoding="utf-8")
    assert LISTS.read("dogs / @my deck.txt", with_files=True) == [DOGS, SONGS]
    assert LISTS.read(f"@{tmp_path}/my deck.txt", with_files=True) == [SONGS, SONGS]
    assert LISTS.read("@name.txt", with_files=True) == [DOGS, DOGS]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("bad.txt", "line 2: there is no card 'l22'; did you mean 'l02'?"),
        ("none.txt", "cannot read it: no such file or directory"),
        ("binary.txt", "it is not a text in UTF-8"),
        ("large.txt", "it has 65,537 bytes: expected 65,536 at most"),
        (".", "cannot read it: it is not a file"),
        ("~nobody-at-all/x", "cannot read it: no such file or directory"),
        ("\0", "cannot read it: no such file or directory"),
        ("other.txt", "@bad.txt is a file; expected the list itself here"),
    ],
)
def test_problem_of_a_file_names_it(
    name: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("4 L01\n4 L22\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("@bad.txt", encoding="utf-8")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe4\x00")
    (tmp_path / "large.txt").write_bytes(b"#" * (MOST_TEXT + 1))
    assert refusal(f"dogs / @{name}", with_files=True) == f"deck 2 ({name}): {problem}"


# A game with entries of its own.


class Sets(DeckLists):
    """Reads the number of a card in its set, such as `4 L01 1/204`, and nicknames of decks."""

    named_deck = "starter deck"

    def deck_name(self, text: str) -> str:
        return super().deck_name(text).removesuffix(" deck")

    def read_card(self, words: list[str]) -> tuple[int, str]:
        card, problem = super().read_card(words[:1])
        if card and words[1:] not in ([], [f"{card}/204"]):
            return (card, f"{WORDS[card]} is number {card}")
        return (card, problem)


def test_game_can_read_entries_and_names_of_its_own() -> None:
    lists = Sets(KNOWN, DECKS, WORDS, deck_problems)
    assert lists.read("4 L01 1/204, 4 L02 / Dogs Deck") == [DOGS, DOGS]
    assert lists.read("4 L01 1/204, 4 L02/dogs") == [DOGS, DOGS]
    assert refusal("4 L01 2/204, 4 L02 / ", lists=lists) == (
        "deck 1: L01 is number 1; "
        "deck 2: it is empty: expected the name of a starter deck, or a list of cards"
    )


# Any text.

NOISE = st.text(
    st.sampled_from([*"0123456789xX*#/@,;:-()[]{} \n\r\t\u00e9'?!", *"lL0stichdog"]), max_size=60
)
PIECES = st.sampled_from(
    [
        *("4 L01", "4 L02", "Stitch - New Dog", "I Find 'Em, I Flatten 'Em", "00 Raiser", "x4"),
        *("Characters: 4", "Total: 8", "/", "//", "# no", "@mine", "\0", ",", "\n", "dogs", "999"),
    ]
)


@given(text=NOISE | st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=40))
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for with_files in (False, True):
        decks: list[list[int]] = []
        problem = "invalid decks: "
        try:
            decks = LISTS.read(text, with_files)
        except ValueError as error:
            problem = str(error)
        assert problem.startswith("invalid decks: ")
        assert len(problem) < 4_000
        if decks:
            assert [deck_problems(deck) for deck in decks] == [[], []]
            assert LISTS.read(LISTS.written(text, decks)) == decks


@given(
    deck=st.lists(st.integers(1, 6), min_size=1, max_size=30),
    style=st.sampled_from(["{n} {c}", "{n}x {c}", "* {n} {c}", "{c} x{n}", "{n} x {c}"]),
    between=st.sampled_from([", ", "\n", "\r\n", "\nCharacters: 3\n", " # more\n"]),
    by_name=st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_deck_in_any_style_is_read(
    deck: list[int], style: str, between: str, by_name: bool
) -> None:
    entries = [
        style.replace("{n}", str(count)).replace("{c}", NAMES[card - 1] if by_name else WORDS[card])
        for card, count in Counter(deck).items()
    ]
    assert sorted(LISTS.read_list(between.join(entries))) == sorted(deck)
