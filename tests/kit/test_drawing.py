"""Words and drawings: moves in words, and views as lines of text."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from kibitz import kit
from kibitz.core import SPECTATOR, Move, seeded
from kibitz.kit import ADD, AT_LEAST, Modifier
from kibitz.kit.drawing import card_text, field_text, place_text
from kibitz.testing import scenario
from tests.kit.camp import (
    ANT,
    CAT,
    COST,
    DECK,
    DOG,
    FRONT,
    LAYOUT,
    POWER,
    Answer,
    Camp,
    CampState,
    Fetch,
    Play,
    Purse,
    Sleep,
    place,
)


def build() -> CampState:
    start = scenario(Camp()).put("hand", 0, "ant", "cat", "ant").put("hand", 1, "bee", "bee")
    start.put("deck", 0, "ant", "bee").put("deck", 1, "cat").put("pile", 1, "dog-7", "dog-7")
    start.put("front", 0, "cat", damage=2, spent=True).put("back", 1, "ant", "dog-7")
    state = start.put("river", 0, "bee").turn(3, active=1).state()
    state.row(FRONT, 0)[0].under = (ANT, DOG)
    state.row(FRONT, 0)[0].mods = (Modifier(POWER, ADD, 2), Modifier(COST, AT_LEAST, 1))
    return state


def draw(state: CampState, seat: int) -> list[str]:
    game = Camp()
    return game.render(game.view(state, seat)).splitlines()


def test_table_shows_the_viewer_at_the_bottom_and_hides_what_it_does_not_know() -> None:
    assert draw(build(), 0) == [
        "turn 3 of seat 1, main phase: seat 1 decides",
        "  river  1 card",
        "seat 1",
        "  food 5",
        "  hand   2 cards",
        "  deck   1 card",
        "  pile   Dog (dog-7) x2",
        "  front  -",
        "  back   1 Ant, 2 Dog",
        "seat 0 (you)",
        "  food 5",
        "  hand   Ant x2, Big Cat (cat)",
        "  deck   2 cards",
        "  pile   -",
        "  front  1 Big Cat [damage 2, spent, under Ant, Dog, power add 2, cost at least 1]",
        "  back   -",
    ]


def test_spectator_sees_no_hand_and_is_nobody() -> None:
    lines = draw(build(), SPECTATOR)
    assert "  hand   3 cards" in lines
    assert not any("(you)" in line or "you decide" in line for line in lines)


def test_known_cards_of_a_hidden_pile_are_named_beside_the_rest() -> None:
    state = build()
    state.show(DECK, 0, to=0b01, count=1)
    assert "  deck   Bee, 1 hidden" in draw(state, 0)
    assert "  deck   2 cards" in draw(state, 1)


def test_question_is_asked_in_words() -> None:
    state = scenario(Camp()).put("pile", 1, "ant").ask(Fetch(1)).state()
    assert draw(state, 1)[:2] == [
        "turn 1 of seat 0, main phase: you decide",
        "  asked of seat 1: Which cards do you take back from your pile?",
    ]


def test_end_is_told_first() -> None:
    state = build()
    state.win(0, "no food")
    assert draw(state, 1)[0] == "over: seat 0 has won (no food)"
    state.winner = kit.NOBODY
    assert draw(state, 1)[0] == "over: a draw (no food)"


# Moves in words.


@pytest.mark.parametrize(
    ("move", "wanted"),
    [
        (Play(CAT), "Play: Big Cat"),
        (Sleep(), "Sleep"),
        (Answer("fetch", ()), "Answer: fetch, nothing"),
        (Answer("fetch", (DOG, DOG)), "Answer: fetch, Dog + Dog"),
        (Answer("promote", (place("p1.back.2"),)), "Answer: promote, Dog (p1.back.2)"),
        (Answer("how_much", (3,)), "Answer: how_much, 3"),
        (Answer("mulligan", (1,)), "Answer: mulligan, redraw"),
        (kit.Concede[kit.Unit, Purse](1), "Concede: 1"),
    ],
)
def test_moves_are_described_with_the_names_of_cards(move: Move[CampState], wanted: str) -> None:
    assert Camp().describe(Camp().view(build(), 1), move) == wanted


def test_places_are_named_by_what_is_there() -> None:
    state = build()
    assert place_text(state, place("p1.back.2")) == "Dog (p1.back.2)"
    assert place_text(state, place("p1.back.3")) == "p1.back.3"
    assert place_text(state, place("p1")) == "seat 1"


def test_cards_with_another_id_than_their_name_show_both() -> None:
    assert [card_text(LAYOUT, card) for card in (ANT, CAT, DOG)] == [
        *("Ant", "Big Cat (cat)", "Dog (dog-7)"),
    ]


# Boards.


class Notes(kit.Board):
    """A board with fields of several kinds."""

    __match_args__ = ("prize", "goals", "bids", "open", "deal")
    visibility: ClassVar[Mapping[str, str]] = {
        "prize": "public",
        "goals": "public",
        "bids": "owner",
        "open": "public",
        "deal": "server",
    }
    words: ClassVar[Mapping[str, str]] = {"prize": "card", "goals": "place"}

    def __init__(
        self, prize: int, goals: tuple[int, ...], bids: list[int], open: bool, deal: int
    ) -> None:
        self.prize = prize
        self.goals = goals
        self.bids = bids
        self.open = open
        self.deal = deal


def test_fields_of_a_board_are_drawn_in_words() -> None:
    values = {
        "prize": (CAT, "card", "Big Cat"),
        "no prize": (-1, "card", "-1"),
        "goals": ((place("p0"), place("p1.front.1")), "place", "p0, p1.front.1"),
        "open": (True, "", "yes"),
        "none": (None, "", "-"),
        "empty": ([], "", ""),
        "modifier": (Modifier(9, ADD, 1), "", "9 add 1"),
    }
    for name, (value, kind, wanted) in values.items():
        assert field_text(LAYOUT, value, kind) == wanted, name


class Quiet(kit.CardGame[kit.Unit, Notes]):
    """A game with notes."""

    id: ClassVar[str] = "quiet"

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Notes:
        return Notes(CAT, (place("p0"), place("p1.front.1")), [3, 4], True, 7)


def test_bids_of_others_and_what_nobody_sees_are_not_drawn() -> None:
    game = Quiet()
    state = game.empty(seeded(1))
    lines = game.render(game.view(state, 1)).splitlines()
    assert "  prize Big Cat, goals p0, p1.front.1, open yes" in lines
    assert [line for line in lines if "bids" in line or "deal" in line] == ["  bids 4"]
