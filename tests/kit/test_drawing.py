"""Words and drawings: moves in words, and views as lines of text."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import pytest

from kibitz import kit
from kibitz.core import SPECTATOR, Domain, Move, seeded
from kibitz.kit import Modifier, drawing
from kibitz.kit.drawing import card_text, field_text, place_text
from kibitz.kit.effects import Order
from kibitz.testing import scenario
from tests.kit.camp import (
    ANT,
    CAT,
    COST,
    DECK,
    DOG,
    FRONT,
    HAND,
    LAYOUT,
    PILE,
    POWER,
    RIVER,
    Answer,
    Camp,
    CampState,
    Fetch,
    Play,
    Promote,
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
    state.row(FRONT, 0)[0].mods = (Modifier(POWER, 2), Modifier(COST, -1))
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
        "  front  1 Big Cat [damage 2, spent, under Ant, Dog, power +2, cost -1]",
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
        (Answer("fetch", ()), "Fetch: nothing"),
        (Answer("fetch", (DOG, DOG)), "Fetch: Dog + Dog"),
        (Answer("promote", (place("p1.back.2"),)), "Promote: your Dog"),
        (Answer("how_much", (3,)), "How much: 3"),
        (Answer("mulligan", (1,)), "Mulligan: redraw"),
        (kit.Concede[kit.Unit, Purse](1), "Concede"),
    ],
)
def test_moves_are_described_with_the_names_of_cards(move: Move[CampState], wanted: str) -> None:
    assert Camp().describe(Camp().view(build(), 1), move) == wanted


def test_places_are_named_by_what_is_there() -> None:
    state = build()
    assert place_text(state, place("p1.back.2")) == "Dog of seat 1"
    assert place_text(state, place("p1.back.3")) == "p1.back.3"
    assert place_text(state, place("p1")) == "seat 1"
    state.enter(kit.Unit(DOG), FRONT, 1)
    view = Camp().view(state, 1)
    assert place_text(view, place("p1.back.2")) == "your Dog (back 2)"
    assert place_text(view, place("p1.back.1")) == "your Ant"
    assert place_text(view, place("p1")) == "you"


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
        "modifier": (Modifier(9, 1), "", "9 +1"),
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


# Parts for games that write their own sentences.


def seen(state: CampState, viewer: int) -> CampState:
    return Camp().view(state, viewer)


def test_seats_have_names_for_each_viewer() -> None:
    own, other, crowd = (seen(build(), viewer) for viewer in (0, 1, SPECTATOR))
    assert [drawing.seat_title(view, 0) for view in (own, other, crowd)] == [
        *("you", "opponent", "seat 0")
    ]
    assert [drawing.doing(view, 0, "draw{s}") for view in (own, other, crowd)] == [
        *("you draw", "the opponent draws", "seat 0 draws")
    ]
    assert [drawing.owner_word(view, 0) for view in (own, other)] == ["your", "the opponent's"]


def test_texts_are_turned_to_the_viewer() -> None:
    text, turns = "you draw from your deck; an enemy rests", ((r"\ban enemy\b", "one of yours"),)
    told = [drawing.as_seen(seen(build(), seat), 0, text, turns) for seat in (0, 1, SPECTATOR)]
    assert told == [
        text,
        "they draw from their deck; one of yours rests",
        "they draw from their deck; an enemy rests",
    ]


def test_cards_are_listed_by_name() -> None:
    assert drawing.card_names(LAYOUT.titles, [ANT, CAT, ANT]) == "2 Ant and Big Cat"
    assert drawing.join_names(["a", "b", "c"]) == "a, b and c"
    assert (drawing.some_cards(1), drawing.some_cards(2)) == ("a card", "2 cards")
    assert drawing.counted(LAYOUT.titles, [ANT, 0, ANT, CAT]) == ["Ant x2", "Big Cat", "1 hidden"]


def test_news_name_drawn_cards_to_their_owner() -> None:
    before = build()
    after = before.clone()
    after.draw(0, DECK, HAND, 1)
    nothing: Counter[int] = Counter()
    zones, other = (HAND, DECK, RIVER), (0, nothing)
    told = [
        drawing.draw_news(seen(before, seat), seen(after, seat), 0, LAYOUT.titles, zones, other)
        for seat in (0, 1)
    ]
    assert told == [["you draw Bee"], ["the opponent draws a card"]]
    looked = before.clone()
    looked.draw(0, DECK, PILE, 2)
    zones = (HAND, DECK, PILE)
    told = [
        drawing.draw_news(seen(before, seat), seen(looked, seat), 0, LAYOUT.titles, zones, other)
        for seat in (0, 1)
    ]
    assert told[0][0].startswith("you look at ")
    assert told[1] == ["the opponent looks at 2 cards"]


def test_equal_parts_and_triggers_are_told_apart() -> None:
    state = scenario(Camp()).put("back", 0, "ant", "ant", "bee").state()
    first, second = place("p0.back.1"), place("p0.back.2")
    assert [drawing.is_copy(state, at) for at in (first, second)] == [False, True]
    state.at(second).damage = 1
    assert not drawing.is_copy(state, second)
    wounds = [Hurt(state.at(at).serial) for at in (first, second)]
    asked: Order[kit.Unit, Purse] = Order(0, (*wounds, Hurt(99, CAT)), (0, 1))
    assert [drawing.waiting_card(asked, at) for at in range(3)] == [ANT, ANT, CAT]
    assert [drawing.waiting_number(state, asked, at) for at in range(3)] == ["1", "2", ""]
    gone: Order[kit.Unit, Purse] = Order(0, (Hurt(98), Hurt(99)), (0, 1))
    assert drawing.waiting_number(state, gone, 1) == "2"


class Hurt(kit.Effect[kit.Unit, Purse]):
    """An ability of a card."""

    id: ClassVar[str] = "hurt"
    __match_args__ = ("serial", "card")

    def __init__(self, serial: int, card: int = ANT) -> None:
        self.serial = serial
        self.card = card


class Chase(kit.TableMove[kit.Unit, Purse]):
    """Chases animals with one of the hand."""

    id: ClassVar[str] = "chase"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND),
        "prey": LAYOUT.places(FRONT, owner=kit.FOE),
        "more": LAYOUT.places(FRONT, owner=kit.FOE),
        "fast": LAYOUT.cards_in(HAND),
    }
    __match_args__ = ("card", "prey", "more", "fast")

    def __init__(self, card: int, prey: int, more: tuple[int, ...], fast: bool) -> None:
        self.card = card
        self.prey = prey
        self.more = more
        self.fast = fast


def test_cards_and_places_of_a_move_are_found() -> None:
    back = place("p1.back.2")
    move = Chase(CAT, place("p1.back.1"), (back,), True)
    assert drawing.names_of(move) == ([CAT], [place("p1.back.1"), back])
    assert drawing.has_places(build(), move)
    assert not drawing.has_places(build(), Chase(CAT, place("p1.back.3"), (), False))
    assert drawing.has_places(build(), Chase(CAT, place("p1"), (), False))


def test_typed_words_name_cards_and_places() -> None:
    ways = [[title.lower()] for title in LAYOUT.titles]
    sayer = drawing.Sayer(build(), 0, ["my", "ant"], ways, LAYOUT.titles)
    assert sayer.card(ANT).ways == [["ant"]]
    whose, name, number = sayer.place(place("p1.back.2"), also=["rex"])
    assert whose.ways == [["their"]]
    assert name.ways == [["dog"], ["rex"]]
    assert number.ways[0] == ["2"]


def test_lines_say_who_decides_and_how_it_ended() -> None:
    state = build()
    assert drawing.decider_text(seen(state, 0)) == "opponent moves"
    state.then(Fetch(1))
    state.seat = 1
    assert drawing.decider_text(seen(state, 1)) == "you answer"
    state.win(1, "hunger")
    assert drawing.result_line(seen(state, 1)) == "The game is over after turn 3: you won (hunger)"
    state.winner = kit.NOBODY
    assert drawing.result_line(seen(state, 1)).endswith("a draw (hunger)")


def test_questions_are_drawn_with_what_to_type() -> None:
    state = build()
    state.then(Promote(1))

    def say(move: object) -> str:
        assert isinstance(move, kit.Answer)
        return "/".join(map(str, move.picks))

    draw = partial(drawing.question_lines, text="Which one?", say=say)
    options = [f"{option}" for option in Promote(1).options(state)]
    own = ["", "you are asked: Which one?", f"  type: {', '.join(options)}"]
    assert draw(seen(state, 1)) == own
    assert draw(seen(state, 0)) == ["", "opponent is asked: Which one?"]
    state.stack[-1] = Fetch(1)
    assert draw(seen(state, 1))[2:] == ["  type: names of cards, or nothing"]
    state.stack.clear()
    assert draw(seen(state, 1)) == []


def test_lines_are_broken_between_words() -> None:
    words = ["a" * 40, "b" * 40]
    assert drawing.wrapped("  x: ", words, 2) == [f"  x: {words[0]},", f"  {words[1]}"]
    assert drawing.wrapped("  x: ", []) == []
    assert drawing.card_lines("1", "Ant", 5, "2/2", ["old"]) == ["    1 Ant   2/2  old"]
    long = drawing.card_lines("1", "Ant", 5, "2/2", words)
    assert long == ["    1 Ant   2/2", f"        {words[0]},", f"        {words[1]}"]
