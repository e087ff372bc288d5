"""Moves: what refuses them, how they are written, and that all legal ones are listed."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from kibitz.core import RuleEngine, seeded
from kibitz.core.game import derive_legal
from kibitz.core.randomness import Rng
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.cards import CARDS, IS_SONG
from kibitz.games.lorcana.moves import (
    Answer,
    Challenge,
    EndTurn,
    Ink,
    MoveTo,
    Play,
    Quest,
    Shift,
    Sing,
    Use,
)
from kibitz.games.lorcana.state import HAND, LAYOUT, LOOKED, LorcanaMove, LorcanaState
from kibitz.kit import Concede
from kibitz.testing.enumeration import all_places, compare, staged_legal_moves
from tests.games.lorcana.table import Table

# Refusals: what is on the table, the move, then the code, the sentence and the facts.

FIRST = "p0.characters.1"
FOE = "p1.characters.1"
REFUSALS: list[tuple[Table, str, str, str, dict[str, object]]] = [
    (
        Table("hand L01", inked=True),
        "ink L01",
        "ALREADY_INKED",
        "you have put a card into your inkwell this turn",
        {},
    ),
    (
        Table("hand L17"),
        "ink L17",
        "NOT_INKABLE",
        "Rafiki - Mysterious Sage has no inkwell symbol",
        {"card": "L17"},
    ),
    (
        Table("hand L05, ink 2/4"),
        "play L05",
        "NOT_ENOUGH_INK",
        "it costs 3 ink, you have 2 ready",
        {"required": 3, "available": 2},
    ),
    (
        Table("hand L10, ink 3/4, a L02"),
        "shift L10 a",
        "NOT_ENOUGH_INK",
        "it costs 4 ink, you have 3 ready",
        {"required": 4, "available": 3},
    ),
    (
        Table("a L02, m L60"),
        "move a m",
        "NOT_ENOUGH_INK",
        "it costs 1 ink, you have 0 ready",
        {"required": 1, "available": 0},
    ),
    (
        Table("t L59, ink 1/4"),
        "use t",
        "NOT_ENOUGH_INK",
        "it costs 2 ink, you have 1 ready",
        {"required": 2, "available": 1},
    ),
    (
        Table("hand L02, ink 1/1"),
        "play L02 exerted",
        "NO_BODYGUARD",
        "Stitch - New Dog cannot enter play exerted: it has no Bodyguard",
        {"card": "L02"},
    ),
    (
        Table("hand L02, a L05"),
        "shift L02 a",
        "NO_SHIFT",
        "Stitch - New Dog has no Shift",
        {"card": "L02"},
    ),
    (
        Table("hand L10, ink 4/4, a L05"),
        "shift L10 a",
        "WRONG_NAME",
        "it shifts onto Stitch, and this is Mickey Mouse",
        {"wanted": "Stitch", "found": "Mickey Mouse"},
    ),
    (
        Table("hand L40, a L39:x, b L05"),
        "sing L40 a b",
        "NOT_A_SONG",
        "Dragon Fire is not a song",
        {"card": "L40"},
    ),
    (
        Table("hand L29, a L05, b L05"),
        "sing L29 a b",
        "ONE_SINGER",
        "Sudden Chill has one singer",
        {},
    ),
    (
        Table("hand L20, a L02"),
        "sing L20 a",
        "SINGERS_TOO_CHEAP",
        "the singers' costs add up to 1, and it needs 3",
        {"required": 3, "available": 1},
    ),
    (
        Table("a L02:x"),
        "quest a",
        "EXERTED",
        "Stitch - New Dog is exerted",
        {"place": FIRST},
    ),
    (
        Table("a L02:w"),
        "quest a",
        "DRYING",
        "Stitch - New Dog is drying until your next turn",
        {"place": FIRST},
    ),
    (
        Table("a L02", "x L27:x"),
        "quest a",
        "CANNOT_QUEST",
        "Stitch - New Dog cannot quest because of Mother Gothel - Selfish Manipulator",
        {"why": "L27"},
    ),
    (
        Table("t L58, a L05:x", "x L25").play("use t").answer("x").end(),
        "challenge x a",
        "CANNOT_CHALLENGE",
        "Mickey Mouse - Steamboat Pilot cannot challenge this turn: Frying Pan",
        {"why": "L58"},
    ),
    (
        Table("a L25", "x L31"),
        "challenge a x",
        "DEFENDER_READY",
        "Minnie Mouse - Always Classy is not exerted",
        {"place": FOE},
    ),
    (
        Table("a L31", "x L24:x"),
        "challenge a x",
        "EVASIVE",
        (
            "Peter Pan - Never Landing is Evasive,"
            " and Minnie Mouse - Always Classy is neither Evasive nor Alert"
        ),
        {"place": FOE},
    ),
    (
        Table("a L25", "x L31:x, y L03:x"),
        "challenge a x",
        "BODYGUARD",
        "Simba - Protective Cub is a Bodyguard and must be challenged first",
        {"place": "p1.characters.2"},
    ),
    (
        Table("a L25:x"),
        "use a",
        "NO_ABILITY",
        "Mickey Mouse - Steamboat Pilot has no ability to use",
        {"card": "L25"},
    ),
    (
        Table("a L25@m, m L60, ink 1/1"),
        "move a m",
        "ALREADY_THERE",
        "it is at Castle Wyvern - Above the Clouds already",
        {"place": "p0.locations.1"},
    ),
    (
        Table("a L25, b L33", "x L31, y L25:x"),
        "end_turn",
        "MUST_CHALLENGE",
        (
            "Gaston - Arrogant Hunter is Reckless and must challenge,"
            " for example Mickey Mouse - Steamboat Pilot"
        ),
        {"place": "p0.characters.2", "defender": "p1.characters.2"},
    ),
    (
        Table("hand L02"),
        "play L03",
        "NOT_OFFERED",
        "card: L03 is not offered; offered: L02",
        {"field": "card", "given": "L03"},
    ),
    (
        Table("a L02", "x L25, t L12"),
        "challenge a t",
        "INVALID_TARGET",
        "defender: p1.items.1 is not offered; offered: p1.characters.1",
        {"field": "defender", "given": "p1.items.1"},
    ),
    (
        Table("hand L20, a L05, b L05"),
        "sing L20",
        "WRONG_TARGET_COUNT",
        "singers: expected 1 to 2 of 2, got 0",
        {"field": "singers", "min": 1, "max": 2, "got": 0},
    ),
    (
        Table("hand L47, a L05, b L05"),
        "sing L47 a a",
        "DUPLICATE_TARGETS",
        "singers: expected each item once, in the order in which they are offered",
        {"field": "singers"},
    ),
    (Table("a L02"), "answer may yes", "NO_DECISION", "nothing is asked now", {}),
    (
        Table("hand L29, ink 2/2", "hand L31 L32").play("play L29"),
        "answer discard L01",
        "NOT_OFFERED",
        "picks: L01 is not offered; offered: L31, L32",
        {"field": "picks", "given": "L01"},
    ),
    (
        Table("hand L57, ink 2/2, a L02", "x L25, y L21").play("play L57"),
        "answer target y",
        "INVALID_TARGET",
        "picks: p1.characters.2 is not offered; offered: p0.characters.1, p1.characters.1",
        {"field": "picks", "given": "p1.characters.2"},
    ),
    (
        Table("hand L57, ink 2/2, a L02", "x L25, y L21").play("play L57"),
        "end_turn",
        "DECISION_PENDING",
        "seat 0 must answer first: target",
        {"question": "target", "seat": 0},
    ),
    (
        Table("lore 19, a L02").play("quest a"),
        "quest a",
        "GAME_ENDED",
        "the game is over: 20 lore",
        {},
    ),
    (
        Table("a L02").edit(lambda state: setattr(state, "phase", 1)),
        "quest a",
        "WRONG_PHASE",
        "Quest belongs in phase main; this is phase ready",
        {"wanted": ("main",), "now": "ready"},
    ),
]


@pytest.mark.parametrize(
    ("table", "move", "code", "text", "context"),
    [pytest.param(*each, id=f"{each[2]}-{each[1]}") for each in REFUSALS],
)
def test_a_refusal_gives_its_code_its_facts_and_one_sentence(
    table: Table, move: str, code: str, text: str, context: dict[str, object]
) -> None:
    (refused,) = table.reasons(move)
    assert (refused.error_code, refused.reason, refused.context) == (code, text, context)


def test_every_code_of_the_game_is_shown() -> None:
    shown = {each[2] for each in REFUSALS}
    assert shown >= {
        *("ALREADY_INKED", "NOT_INKABLE", "NOT_ENOUGH_INK", "NO_BODYGUARD", "NO_SHIFT"),
        *("WRONG_NAME", "NOT_A_SONG", "ONE_SINGER", "SINGERS_TOO_CHEAP", "EXERTED", "DRYING"),
        *("CANNOT_QUEST", "CANNOT_CHALLENGE", "DEFENDER_READY", "EVASIVE", "BODYGUARD"),
        *("NO_ABILITY", "ALREADY_THERE", "MUST_CHALLENGE"),
        *("GAME_ENDED", "DECISION_PENDING", "NO_DECISION", "WRONG_PHASE", "NOT_OFFERED"),
        *("INVALID_TARGET", "WRONG_TARGET_COUNT", "DUPLICATE_TARGETS"),
    }


def test_only_the_active_player_acts() -> None:
    table = Table("a L02", "x L25, hand L31, ink 1/1")
    for text in ("quest x", "play L31", "ink L31", "end_turn"):
        assert table.refusals(text, 1) == ["NOT_YOUR_TURN"]


def test_the_first_refusal_is_the_verdict_and_explain_gives_all() -> None:
    table = Table("hand L17 L10, a L33:x,w, b L05:x, t L59:x", "x L24, y L03:x", inked=True)
    assert table.refusals("ink L17") == ["ALREADY_INKED", "NOT_INKABLE"]
    assert table.refusals("play L17 exerted") == ["NOT_ENOUGH_INK", "NO_BODYGUARD"]
    assert table.refusals("shift L10 a") == ["WRONG_NAME", "NOT_ENOUGH_INK"]
    assert table.refusals("quest a") == ["EXERTED", "DRYING", "CANNOT_QUEST"]
    assert table.refusals("use t") == ["EXERTED", "NOT_ENOUGH_INK"]
    codes = ["EXERTED", "DRYING", "DEFENDER_READY", "EVASIVE", "BODYGUARD"]
    assert table.refusals("challenge a x") == codes
    table = Table("hand L29 L47, a L31:x, b L31:w")
    codes = ["EXERTED", "DRYING", "SINGERS_TOO_CHEAP"]
    assert table.refusals("sing L47 a b") == codes
    assert table.refusals("sing L29 a b")[0] == "ONE_SINGER"


# Notation and JSON.

FORMS: list[tuple[LorcanaMove, str, dict[str, object]]] = [
    (Ink(16), "ink L16", {"card": "L16"}),
    (Play(3, False), "play L03 no", {"card": "L03", "exerted": False}),
    (Play(3, True), "play L03 yes", {"card": "L03", "exerted": True}),
    (Shift(10, 0), f"shift L10 {FIRST}", {"card": "L10", "onto": FIRST}),
    (Sing(20, (0,)), f"sing L20 [{FIRST}]", {"card": "L20", "singers": [FIRST]}),
    (
        Sing(47, (0, 6)),
        f"sing L47 [{FIRST},p0.characters.2]",
        {"card": "L47", "singers": [FIRST, "p0.characters.2"]},
    ),
    (Quest(0), f"quest {FIRST}", {"character": FIRST}),
    (Challenge(0, 3), f"challenge {FIRST} {FOE}", {"attacker": FIRST, "defender": FOE}),
    (Use(1), "use p0.items.1", {"card": "p0.items.1"}),
    (MoveTo(0, 2), f"move {FIRST} p0.locations.1", {"character": FIRST, "to": "p0.locations.1"}),
    (EndTurn(), "end_turn", {}),
    (Concede(1), "concede 1", {"seat": 1}),
    (
        Answer("alter", (1, 1, 7)),
        "answer alter [L01,L01,L07]",
        {"question": "alter", "picks": ["L01", "L01", "L07"]},
    ),
    (Answer("order", (1,)), "answer order [1]", {"question": "order", "picks": [1]}),
    (Answer("may", (0,)), 'answer may ["yes"]', {"question": "may", "picks": ["yes"]}),
    (Answer("target", (3,)), f"answer target [{FOE}]", {"question": "target", "picks": [FOE]}),
    (Answer("target", ()), "answer target []", {"question": "target", "picks": []}),
    (Answer("amount", (2,)), "answer amount [2]", {"question": "amount", "picks": [2]}),
    (Answer("take", (11,)), "answer take [L11]", {"question": "take", "picks": ["L11"]}),
    (Answer("bottom", (2,)), "answer bottom [L02]", {"question": "bottom", "picks": ["L02"]}),
    (Answer("discard", (4,)), "answer discard [L04]", {"question": "discard", "picks": ["L04"]}),
    (
        Answer("ink_card", (40,)),
        "answer ink_card [L40]",
        {"question": "ink_card", "picks": ["L40"]},
    ),
    (
        Answer("discarded", (LAYOUT.owned(40, 1),)),
        "answer discarded [p1.L40]",
        {"question": "discarded", "picks": ["p1.L40"]},
    ),
]


@pytest.mark.parametrize(("move", "text", "fields"), FORMS, ids=[form[1] for form in FORMS])
def test_a_move_is_written_and_read_back(
    move: LorcanaMove, text: str, fields: dict[str, object]
) -> None:
    game = Lorcana()
    assert str(move) == text
    assert game.read_move(text) == move
    assert move.to_json() == {"move": move.id, **fields}
    assert game.move_from_json(move.to_json()) == move


def test_every_kind_of_move_and_question_has_its_form() -> None:
    assert {form[0].id for form in FORMS} == {kind.id for kind in Lorcana().kinds()}
    asked = {form[0].question for form in FORMS if isinstance(form[0], Answer)}
    assert asked == {
        *("alter", "order", "may", "target", "amount", "take", "bottom", "discard", "ink_card"),
        "discarded",
    }


# Step by step.


def test_singing_is_chosen_step_by_step() -> None:
    table = Table("hand L47 L20 L05, a L06, b L05, c L02, d L09:x")
    step = table.match.next_choices("sing", {}, valid_only=True)
    assert step is not None
    assert (step.field, [LAYOUT.card_word(int(str(card))) for card in step.options]) == (
        "card",
        ["L20", "L47"],
    )
    step = table.match.next_choices("sing", {"card": 47}, valid_only=True)
    assert step is not None
    assert step.many
    assert (step.field, step.min) == ("singers", 1)
    assert [LAYOUT.place_word(int(str(place))) for place in step.options] == [
        *("p0.characters.1", "p0.characters.2", "p0.characters.3"),
    ]
    assert table.legal("sing") == [
        *("sing L20 a", "sing L20 b"),
        *("sing L47 a b", "sing L47 a b c"),
    ]


def test_altering_is_a_choice_of_some_cards() -> None:
    table = Table("hand L01 L01 L02 L03, deck L04 L05", set_up=True)
    step = table.match.next_choices("answer", {"question": "alter"})
    assert step is not None
    assert step.many
    assert (step.min, step.max, list(step.options)) == (0, 4, [1, 1, 2, 3])


POSITIONS = {
    "songs": Table("hand L47 L20 L29, a L06, b L05, c L02, d L09:x", "x L25:x"),
    "alter": Table("hand L01 L01 L02 L03, deck L04 L05", set_up=True),
    "everything": Table(
        "hand L10 L03 L20 L57, ink 4/6, a L02, b L25:x, c L06:w, t L12, u L59, m L60, n L49",
        "x L03:x, y L24:x, z L31, o L49",
    ),
    "a target": Table("hand L57, ink 2/2, a L02", "x L25, y L21").play("play L57"),
    "two of seven": Table("hand L47, ink 8/8, deck L01 L01 L02 L03 L04 L05 L06").play("play L47"),
    "a discard": Table("hand L14, ink 2/2, discard L02 L02", "discard L40").play("play L14"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_steps_lead_to_the_listed_moves(name: str) -> None:
    match = POSITIONS[name].match
    reached: list[LorcanaMove] = []
    for kind in match.game.rulebook().kinds:
        entries = match.enumerate_moves(match.seat, move_ids=[kind.id], valid_only=True)
        legal = [entry.move for entry in entries]
        staged = staged_legal_moves(match, kind, match.seat, {}, legal)
        compare(kind.id, match.seat, staged, legal)
        reached += staged
    assert reached


# Enumeration against brute force.


def every_move(state: LorcanaState, seat: int, rng: Rng) -> Iterator[LorcanaMove]:
    """Yields the moves that could be legal at all, and many that cannot."""
    cards = range(1, len(CARDS))
    places = all_places(state)
    # Cards that are not in the hand are refused in the same way, whichever they are.
    some = sorted({*state.pile(HAND, 0), *state.pile(HAND, 1), 1 + rng.below(60)})
    yield EndTurn()
    for card in cards:
        yield from (Ink(card), Play(card, False), Play(card, True))
    for place in places:
        yield from (Quest(place), Use(place))
    for card, place in product(some, places):
        yield Shift(card, place)
    for one, other in product(places, places):
        yield from (Challenge(one, other), MoveTo(one, other))
    own = [state.place(0, seat, index) for index in range(len(state.row(0, seat)))]
    for card in some:
        yield from (Sing(card, (place,)) for place in places)
        if IS_SONG[card]:
            for size in range(2, len(own) + 1):
                yield from (Sing(card, singers) for singers in combinations(own, size))
    yield from every_answer(state, seat, places)


def every_answer(state: LorcanaState, seat: int, places: list[int]) -> Iterator[LorcanaMove]:
    """Yields answers to all questions, with everything that could be picked."""
    cards = range(1, len(CARDS))
    for id in ("alter", "take", "bottom", "discard", "ink_card"):
        yield Answer(id, ())
        yield from (Answer(id, (card,)) for card in cards)
    for zone, id in ((HAND, "alter"), (LOOKED, "take")):
        pile = state.pile(zone, seat)
        for size in range(2, min(len(pile), 7) + 1):
            yield from (Answer(id, picks) for picks in combinations(pile, size))
    for id in ("may", "amount", "order"):
        yield from (Answer(id, (number,)) for number in range(8))
    yield Answer("target", ())
    yield from (Answer("target", (place,)) for place in places)
    yield Answer("discarded", ())
    for card, whose in product(cards, (0, 1)):
        yield Answer("discarded", (LAYOUT.owned(card, whose),))


def positions(count: int, every: int) -> Iterator[RuleEngine[LorcanaState, LorcanaState]]:
    """Yields positions of random matches between all decks, one in `every`."""
    rng = seeded("positions of Lorcana")
    decks = ("A / B", "B / C", "C / A")
    while True:
        match = RuleEngine(Lorcana(decks=decks[rng.below(3)]), seed=rng.below(1 << 30))
        while match.outcome is None:
            if rng.below(every) == 0:
                yield match
                count -= 1
                if count == 0:
                    return
            # A kind of move first, so that rare kinds are played, too.
            moves = match.legal_moves()
            kind = rng.pick(list(dict.fromkeys(move.id for move in moves)))
            match.play(rng.pick([move for move in moves if move.id == kind]))


def compare_with_brute_force(count: int, every: int) -> set[str]:
    """Compares legal moves with all moves that can be played; returns the kinds and questions."""
    rng = seeded("cards")
    seen: set[str] = set()
    for match in positions(count, every):
        state, seat = match.state, match.seat
        moves = match.game.legal(state.clone())
        assert moves == derive_legal(match.game, state.clone()), "as enumerate and check say"
        assert len(set(moves)) == len(moves), "no move twice"
        tried = dict.fromkeys(every_move(state, seat, rng))
        asked = state.question() is not None
        possible = [move for move in tried if isinstance(move, Answer) == asked]
        found = {move for move in possible if match.can_execute(move, seat)}
        assert set(moves) == found, f"{set(moves) ^ found}"
        seen |= {move.question if isinstance(move, Answer) else move.id for move in moves}
    return seen


def test_legal_moves_are_what_brute_force_finds() -> None:
    assert len(compare_with_brute_force(40, 13)) > 9


@pytest.mark.slow
def test_legal_moves_are_what_brute_force_finds_in_1000_positions() -> None:
    assert compare_with_brute_force(1000, 13) >= {
        *("ink", "play", "shift", "sing", "quest", "challenge", "use", "move", "end_turn"),
        *("alter", "order", "may", "target", "amount", "take", "bottom", "discard", "discarded"),
    }
