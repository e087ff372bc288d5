"""Typed words are fitted to the phrases of moves, and errors say which word is wrong."""

from collections.abc import Sequence
from typing import ClassVar, Final

import pytest

from kibitz.core import Move, RuleEngine
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kibitz.core.typed import (
    AIM_PHRASE,
    FREE,
    LONGEST_TYPED,
    MISFIT,
    Phrase,
    Phrases,
    Saying,
    fitting,
    split_words,
    unreadable,
    with_aims,
)
from tests.core.nim import Heap, Nim, Take


class Named(Move[Heap]):
    """A move that is told apart by its words only."""

    id: ClassVar[str] = "named"
    __match_args__ = ("words",)

    def __init__(self, words: str) -> None:
        self.words: Final = words

    def __str__(self) -> str:
        return self.words


SWORD, LONG_SWORD, SHIELD = (Phrase([name], MISFIT) for name in ("sword", "long sword", "shield+"))
TROLL = Phrase(["1", "old troll"], label="1 old troll")
ELF = Phrase(["2", "elf"], label="2 elf")
HIT = Phrase(["hit", "strike"])


def said(words: str, *phrases: Phrase) -> Saying[Heap]:
    """Returns a move that is said with some phrases."""
    return (Named(words), phrases)


SAYINGS = [
    said("sword > troll", HIT, SWORD, AIM_PHRASE, TROLL),
    said("sword > elf", HIT, SWORD, AIM_PHRASE, ELF),
    said("long sword > troll", HIT, LONG_SWORD, AIM_PHRASE, TROLL),
    said("shield+", SHIELD),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hit sword > 1", ["sword > troll"]),
        ("strike sw elf", ["sword > elf"]),
        ("sword tro", ["sword > troll"]),
        ("sword", ["sword > troll", "sword > elf"]),
        ("long", ["long sword > troll"]),
        ("lo sw 1", ["long sword > troll"]),
        ("longsword", ["long sword > troll"]),
        ("shield", ["shield+"]),
        ("sh", ["shield+"]),
        ("elf", []),
        ("sword dragon", []),
        ("sword > > 1", []),
    ],
)
def test_moves_that_fit_best_are_meant(text: str, found: list[str]) -> None:
    assert [str(move) for move in fitting(SAYINGS, text.split())] == found


def test_name_from_its_start_fits_better_than_the_end_of_another() -> None:
    both = [said("long sword", Phrase(["long sword"])), said("swordfish", Phrase(["swordfish"]))]
    assert [str(move) for move in fitting(both, ["sword"])] == ["swordfish"]
    strict = [said("long sword", Phrase(["long sword"], gaps=False))]
    assert fitting(strict, ["sword"]) == []
    assert len(fitting(strict, ["long"])) == 1


def test_flat_phrase_fits_with_any_of_its_names_equally_well() -> None:
    ways = ([["mad gremlin", "gremlin"], ["gremlin wizard"]], ["gremlin"])
    flat = [said(way[0], Phrase(way, FREE, flat=True)) for way in ways[0]]
    assert len(fitting(flat, ways[1])) == 2
    best = [said(way[0], Phrase(way, FREE)) for way in ways[0]]
    assert [str(move) for move in fitting(best, ways[1])] == ["mad gremlin"]


def test_move_that_can_be_said_in_two_ways_is_found_once() -> None:
    twice = [said("shield+", SHIELD), said("shield+", HIT, SHIELD)]
    assert len(fitting(twice, ["shield+"])) == 1


def test_words_for_the_mark_stand_between_others() -> None:
    assert with_aims(["hit", "on", "elf"], ("on", "at")) == ["hit", ">", "elf"]
    assert with_aims(["at", "elf", "on"], ("on", "at")) == ["at", "elf", "on"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("swrod 1", "cannot read 'swrod 1': unknown 'swrod'; did you mean 'sword' or"),
        ("hit sword toll", "unknown 'toll'; did you mean 'troll' or 'old'?"),
        ("sword dragon", "unexpected 'dragon' after 'sword': expected 1 old troll, 2 elf"),
        ("shield+ elf", "unexpected 'elf' after 'shield+': expected shield+"),
        ("qqqq", "unknown 'qqqq'; legal now: sword > troll; sword > elf; long sword > troll;"),
        ("elf", "cannot read 'elf'; legal now: sword > troll"),
    ],
)
def test_unreadable_text_names_the_wrong_word_and_what_would_do(text: str, message: str) -> None:
    assert message in str(unreadable(text, text.split(), SAYINGS, ["named"]))


def test_without_legal_moves_nothing_is_offered() -> None:
    assert str(unreadable("x", ["x"], [], [])) == "cannot read 'x': unknown 'x'"


class Spoken(Nim):
    """Nim in which moves can be said in words of their own."""

    numbers: ClassVar[tuple[str, ...]] = ("", "one", "two", "three", "four")

    def typed_words(self, text: str) -> list[str]:
        return [word for word in text.split() if word != "please"]

    def sayings(
        self, state: Heap, seat: int, moves: Sequence[Move[Heap]], words: Sequence[str]
    ) -> list[Saying[Heap]]:
        verb = Phrase(["take", "grab"])
        return [
            (move, [verb, Phrase([str(move.count), self.numbers[move.count]], MISFIT)])
            for move in moves
            if isinstance(move, Take)
        ]


def test_game_says_its_moves_in_its_own_words() -> None:
    engine = RuleEngine(Spoken(), seed=1)
    for text in ("take 2", "two", "grab two please", "gr tw", "TWO"):
        assert engine.parse(text) == Take(2)
    with pytest.raises(AmbiguousMoveError, match="'t' fits 2 moves: take 2; take 3"):
        engine.parse("t")
    with pytest.raises(InvalidMoveError, match="cannot read 'grab'; legal now: take 1"):
        engine.parse("grab")


def test_beginning_of_a_notation_is_enough_by_default() -> None:
    engine = RuleEngine(Nim(), seed=1)
    assert engine.parse("ta 2") == Take(2)
    assert engine.parse("take2") == Take(2)
    with pytest.raises(AmbiguousMoveError, match="'ta' fits 3 moves: take 1; take 2; take 3"):
        engine.parse("ta")
    with pytest.raises(IllegalMoveError):
        engine.play("take 9")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no move was given"),
        (" \t", "no move was given"),
        ("x" * (LONGEST_TYPED + 1), "a move of 201 characters: expected 200 at most"),
        (">", "cannot read '>'"),
    ],
)
def test_text_that_nobody_types_as_a_move_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidMoveError, match=problem):
        Spoken().parse(RuleEngine(Spoken(), seed=1).state, text)


# Parts for games with cards.


def test_texts_are_split_into_words_that_mean_something() -> None:
    split = split_words("Use the Long-Sword on Troll's -> elf (2)!", {"use": "hit"})
    assert split == ["hit", "long", "sword", "trolls", ">", "elf", "2"]


def names_cards(words: list[str], names: Sequence[str]) -> bool:
    """Tells whether typed words name some cards."""
    made = Phrases(words)
    phrases = [made.phrase([name], MISFIT, name) for name in names]
    move = Named("cards")
    return bool(fitting([(move, way) for way in made.counted(phrases)], words))


def test_several_cards_are_said_in_any_order_and_with_numbers() -> None:
    assert names_cards(["elf", "old", "troll"], ["old troll", "elf"])
    assert names_cards(["2", "elf", "troll"], ["elf", "old troll", "elf"])
    assert names_cards(["elf", "elf", "old"], ["elf", "old troll", "elf"])
    assert not names_cards(["elf"], ["elf", "elf"])
    assert not names_cards(["3", "elf"], ["elf", "elf"])


def test_phrases_are_made_once_and_a_number_tells_where_a_card_is_named() -> None:
    made = Phrases(["elf", "1", "elf", "2"])
    assert made.phrase(["elf"], FREE) is made.phrase(["elf"], FREE)
    groups = [[made.phrase(["elf"], MISFIT, "elf"), made.number(str(n), FREE)] for n in (2, 1)]
    assert made.arranged(groups) == [*groups[1], *groups[0]]
