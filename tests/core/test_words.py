"""Domains write and read the words of their values: numbers inside, names at the border."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import (
    Domain,
    InvalidMoveError,
    Json,
    Move,
    Reject,
    RuleEngine,
    State,
    Value,
    depends,
    int_range,
    one_of,
    optional,
    record_of,
    some_of,
)
from kibitz.core.domains import Chosen, not_offered
from kibitz.core.reject import NOT_OFFERED, NOT_YOUR_TURN
from kibitz.core.value import encode
from kibitz.testing import check_game
from tests.core.nim import Heap, Nim

NAMES = ("imp", "wolf", "ogre", "fire drake")


class Cards(Domain):
    """Cards that are numbers inside and names outside; all but the last are in hand."""

    def __init__(self, *cards: int) -> None:
        self.cards = cards or (0, 1, 2)
        self.kind = "card"
        self.refused_code = "NO_SUCH_CARD"
        self.count_code = "WRONG_COUNT"
        self.double_code = "TWICE"

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        return self.cards

    def encode(self, value: object) -> Json:
        return NAMES[value] if isinstance(value, int) and value < len(NAMES) else encode(value)

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        if document not in NAMES:
            raise ValueError(f"{document!r} is not a card")
        return NAMES.index(str(document))


class Cost(Value):
    """What is paid: cards and coins."""

    __match_args__ = ("discard", "coins")

    def __init__(self, discard: tuple[int, ...], coins: int) -> None:
        self.discard: Final = discard
        self.coins: Final = coins


def other_cards(state: Heap, seat: int, chosen: Chosen) -> list[int]:
    return [card for card in range(3) if card != chosen["card"]]


class Play(Move[Heap]):
    """Play a card: every domain with the words of another one inside."""

    id: ClassVar[str] = "play"
    source: ClassVar[str] = "card"
    slots: ClassVar[tuple[str, ...]] = ("target", "others")
    __match_args__ = ("card", "target", "others", "cost")
    domains: ClassVar[dict[str, Domain]] = {
        "card": Cards(),
        "target": optional(depends(other_cards, Cards())),
        "others": some_of(Cards(), 0, 2),
        "cost": record_of(Cost, discard=some_of(Cards(3), 0, 1), coins=int_range(0, 1)),
    }

    def __init__(self, card: int, target: int | None, others: tuple[int, ...], cost: Cost) -> None:
        self.card: Final = card
        self.target: Final = target
        self.others: Final = others
        self.cost: Final = cost

    def apply(self, state: Heap, seat: int) -> None:
        state.stones -= 1
        state.seat = 1 - seat
        if state.stones == 0:
            state.finish("no stones are left")


class Spoken(Play):
    """Play a card, written in other words."""

    id: ClassVar[str] = "spoken"

    def __str__(self) -> str:
        return "say " + super().__str__()


class Tavern(Nim):
    """A game of cards with names."""

    id: ClassVar[str] = "tavern"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Play]


class Loud(Tavern):
    """The same with a notation of its own."""

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Spoken]

    def read_move(self, text: str) -> Move[Heap]:
        return super().read_move(text.removeprefix("say "))


MOVE = Play(0, 1, (0, 2), Cost((3,), 1))
TEXT = 'play imp wolf [imp,ogre] Cost{discard=["fire drake"],coins=1}'
DOCUMENT: dict[str, Json] = {
    "move": "play",
    "card": "imp",
    "target": "wolf",
    "others": ["imp", "ogre"],
    "cost": {"record": "Cost", "discard": ["fire drake"], "coins": 1},
}


def engine() -> RuleEngine[Heap, Heap]:
    return RuleEngine(Tavern(), seed=1, checked=True)


def test_a_move_is_written_in_the_words_of_its_domains() -> None:
    assert str(MOVE) == TEXT
    assert MOVE.to_json() == DOCUMENT
    assert str(Play(1, None, (), Cost((), 0))) == "play wolf - [] Cost{discard=[],coins=0}"


def test_a_move_is_read_by_its_words_legal_or_not() -> None:
    game = Tavern()
    assert game.read_move(TEXT) == MOVE
    assert game.move_from_json(DOCUMENT) == MOVE
    illegal = game.read_move('play "fire drake" - [ogre,ogre,ogre] Cost{discard=[imp],coins=9}')
    assert illegal == Play(3, None, (2, 2, 2), Cost((0,), 9))


def test_every_listed_move_reads_back() -> None:
    game = Tavern()
    for entry in engine().enumerate_moves(0):
        assert game.read_move(str(entry.move)) == entry.move
        assert game.move_from_json(json.loads(json.dumps(entry.move.to_json()))) == entry.move


@pytest.mark.parametrize("game", [Tavern(2), Loud(2)])
def test_a_game_with_words_keeps_the_laws(game: Tavern) -> None:
    check_game(game, games=2)


def test_entries_name_the_source_card_and_the_targets() -> None:
    assert MOVE.source_card() == "imp"
    assert MOVE.target_slots() == (("wolf",), ("imp", "ogre"))
    assert Play(3, None, (), Cost((), 0)).target_slots() == ((), ())
    entry = engine().enumerate_moves(0)[-1]
    assert (entry.source_card_id, entry.targets) == ("ogre", (("wolf",), ("wolf", "ogre")))


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ({"card": "orge"}, "play: card: 'orge' is not a card"),
        ({"card": 0}, "play: card: 0 is not a card"),
        ({"target": "me"}, "play: target: 'me' is not a card"),
        ({"others": "imp"}, "play: others: expected a list, got 'imp'"),
        ({"others": ["imp", 1]}, "play: others: 1 is not a card"),
        ({"cost": None}, "play: cost: unknown record None: expected one of Cost"),
        ({"cost": {"record": "Loss"}}, "play: cost: unknown record 'Loss': expected one of Cost"),
        ({"cost": {"record": "Cost", "coins": 1}}, "play: cost: discard is missing"),
        (
            {"cost": {"record": "Cost", "discard": [], "coins": 1, "debt": 1}},
            "play: cost: debt is not a parameter",
        ),
        (
            {"cost": {"record": "Cost", "discard": [], "coins": "two"}},
            "play: cost.coins: expected int, got 'two'",
        ),
        ({"card": [], "target": []}, "play: card: [] is not a card; target: [] is not a card"),
        ({"price": 1}, "play: price is not a parameter"),
    ],
)
def test_a_document_is_refused_with_the_move_and_the_parameter(
    part: dict[str, Json], problem: str
) -> None:
    with pytest.raises(InvalidMoveError) as error:
        Tavern().move_from_json({**DOCUMENT, **part})
    assert str(error.value) == problem


def test_the_notation_gives_the_same_refusals_as_json() -> None:
    with pytest.raises(InvalidMoveError, match="play: card: 'orge' is not a card"):
        Tavern().read_move("play orge - [] Cost{discard=[],coins=0}")
    with pytest.raises(InvalidMoveError, match="cost: unknown record 'Loss'"):
        Tavern().read_move("play imp - [] Loss{discard=[],coins=0}")


def test_a_domain_that_fails_to_read_refuses_the_move() -> None:
    class Careless(Cards):
        def decode(self, document: object, records: Mapping[str, type]) -> object:
            return {"imp": 0}[document]  # type: ignore[index]  # what a careless author writes

    class Hasty(Play):
        domains: ClassVar[dict[str, Domain]] = {**Play.domains, "card": Careless()}

    class Inn(Tavern):
        def kinds(self) -> list[type[Move[Heap]]]:
            return [Hasty]

    for document in ("wolf", ["imp"]):
        with pytest.raises(InvalidMoveError, match="play: card: "):
            Inn().move_from_json({**DOCUMENT, "card": document})


DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(NAMES) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["record", "discard", "coins"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.fixed_dictionaries(dict.fromkeys(Play.__match_args__, DOCUMENTS)))
def test_any_document_is_read_back_or_refused(params: dict[str, Any]) -> None:
    game = Tavern()
    with contextlib.suppress(InvalidMoveError):
        move = game.move_from_json({"move": "play", **params})
        assert game.move_from_json(move.to_json()) == move
        assert game.read_move(str(move)) == move


def reasons(move: Move[Heap]) -> list[tuple[str, str]]:
    return [(reason.error_code, reason.reason) for reason in engine().explain(move)]


def test_refusals_are_in_words_and_have_the_codes_of_the_domain() -> None:
    paid = Cost((), 0)
    assert reasons(Play(3, None, (), paid)) == [
        ("NO_SUCH_CARD", 'card: "fire drake" is not offered; offered: imp, wolf, ogre')
    ]
    assert reasons(Play(0, 0, (), paid)) == [
        ("NO_SUCH_CARD", "target: imp is not offered; offered: -, wolf, ogre")
    ]
    assert reasons(Play(0, None, (3,), paid)) == [
        ("NO_SUCH_CARD", 'others: "fire drake" is not offered; offered: imp, wolf, ogre')
    ]
    assert reasons(Play(0, None, (0, 1, 2), paid)) == [
        ("WRONG_COUNT", "others: expected 0 to 2 of 3, got 3")
    ]
    order = "others: expected each item once, in the order in which they are offered"
    assert reasons(Play(0, None, (1, 1), paid)) == [("TWICE", order)]
    assert reasons(Play(0, None, (2, 1), paid)) == [("NO_SUCH_CARD", order)]
    assert reasons(Play(0, None, (), Cost((1,), 0))) == [
        ("NO_SUCH_CARD", 'cost.discard: wolf is not offered; offered: "fire drake"')
    ]
    assert reasons(Play(0, None, (), Cost((), 2))) == [
        (NOT_OFFERED, "cost.coins: 2 is not offered; offered: 0, 1")
    ]


def test_what_was_given_is_in_words_too() -> None:
    (refusal,) = engine().explain(Play(3, None, (), Cost((), 0)))
    assert refusal.context == {"field": "card", "given": "fire drake"}


def test_a_value_without_words_is_refused_as_python_writes_it() -> None:
    refusal = not_offered("card", {1}, [0], Cards())
    assert refusal.reason == 'card: "{1}" is not offered; offered: imp'
    assert refusal.context["given"] == "{1}"
    long = not_offered("card", "x" * 200, []).reason
    assert long == f"card: {'x' * 77}... is not offered; offered: nothing"


def test_steps_have_labels_beside_their_options() -> None:
    match = engine()
    answers: dict[str, object] = {}
    seen = []
    for answer in (0, 1, (2,), (), 0):
        step = match.next_choices("play", answers)
        assert step is not None
        seen.append((step.field, step.kind, step.options, step.labels))
        answers[step.field] = answer
    assert seen == [
        ("card", "card", (0, 1, 2), ("imp", "wolf", "ogre")),
        ("target", "card", (None, 1, 2), ("-", "wolf", "ogre")),
        ("others", "card", (0, 1, 2), ("imp", "wolf", "ogre")),
        ("cost.discard", "card", (3,), ('"fire drake"',)),
        ("cost.coins", "number", (0, 1), ("0", "1")),
    ]


def test_a_wrong_answer_is_refused_in_words() -> None:
    with pytest.raises(InvalidMoveError, match="play: target: imp is not offered"):
        engine().next_choices("play", {"card": 0, "target": 0})


def test_steps_of_a_producer_are_labelled_in_the_general_notation() -> None:
    class Odd(Move[Heap]):
        id: ClassVar[str] = "odd"
        __match_args__ = ("what",)

        def __init__(self, what: object) -> None:
            self.what: Final = what

        @classmethod
        def enumerate(cls, state: Heap, seat: int) -> Iterator[Odd]:
            proposed: list[object] = [None, ("a", "two words"), frozenset()]
            for what in proposed:
                yield cls(what)

        def apply(self, state: Heap, seat: int) -> None:
            state.stones -= 1

    class Fair(Nim):
        id: ClassVar[str] = "fair"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Odd]

    step = RuleEngine(Fair(), seed=1).next_choices("odd")
    assert step is not None
    assert step.labels == ("-", '[a,"two words"]', '"frozenset()"')


def test_depends_is_like_a_kind_or_like_a_domain() -> None:
    plain = depends(other_cards, "card")
    assert (plain.kind, plain.encode(1), plain.text(1)) == ("card", 1, "1")
    named = depends(other_cards, some_of(Cards()))
    assert (named.kind, named.encode((1, 3))) == ("card", ["wolf", "fire drake"])
    assert named.decode(["wolf"], {}) == (1,)
    assert named.text((1, 3)) == '[wolf,"fire drake"]'


def test_values_of_another_type_are_written_as_they_are() -> None:
    assert some_of(Cards()).encode(3) == 3
    assert record_of(Cost, discard=Cards(), coins=one_of(1)).encode(None) is None
    wrong = Play("orc", None, (), Cost((), 0))  # type: ignore[arg-type]  # the slip under test
    assert str(wrong).startswith("play orc ")


def test_after_another_gate_than_the_turn_no_rule_is_asked() -> None:
    class Fragile(Play):
        def check(self, state: Heap, seat: int) -> Iterator[Reject]:
            yield Reject("NEVER", "never")

    class Closed(Tavern):
        def kinds(self) -> list[type[Move[Heap]]]:
            return [Fragile]

        def gate(self, state: Heap, seat: int, kind: type[Move[Heap]]) -> Reject | None:
            return super().gate(state, seat, kind) or Reject("CLOSED", "closed on Mondays")

    match = RuleEngine(Closed(), seed=1)
    move = Fragile(0, None, (), Cost((), 0))
    assert [reason.error_code for reason in match.explain(move)] == ["CLOSED"]
    codes = [reason.error_code for reason in match.explain(move, player=1)]
    assert codes == [NOT_YOUR_TURN, "NEVER"]
