from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

import pytest

from kibitz import kit
from kibitz.core.domains import Domain, depends, int_range, one_of, optional, record_of, some_of
from kibitz.core.engine import RuleEngine
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import seeded
from kibitz.core.value import Value
from kibitz.testing import (
    assert_enumeration_complete,
    assert_enumeration_sound,
    assert_staged_equals_flat,
    brute_force,
    gather_universe,
    play_random,
)
from kibitz.testing.enumeration import staged_legal_moves
from tests.testing import broken
from tests.testing.good import Duet, DuetState, Play, Swap
from tests.testing.raid import (
    CAT,
    DOG,
    FIELD,
    HAND,
    LAYOUT,
    RAT,
    Answer,
    Raid,
    RaidState,
    Score,
)

CARDS = {"play.card": range(1, 7), "who": (0, 1)}


def dealt() -> DuetState:
    """Deals a fixed game: seat 0 holds 1 and 4."""
    return Duet().setup(seeded(0))


# Soundness.


def test_sound_enumeration_passes_for_every_seat() -> None:
    # Three moves of seat 0, and both may concede.
    assert assert_enumeration_sound(Duet(), dealt()) == 5
    assert assert_enumeration_sound(Duet(), dealt(), seat=1) == 1


@pytest.mark.expects_errors
def test_unsound_enumeration_is_caught() -> None:
    with pytest.raises(AssertionError, match="concede 0 of seat 0 is listed as valid, but refused"):
        assert_enumeration_sound(broken.NoSurrender(), dealt())


# Completeness.


def test_brute_force_finds_the_legal_moves_without_asking_producers() -> None:
    found = brute_force(broken.Incomplete(), dealt(), 0, CARDS)
    assert [str(move) for move in found] == ["play 1", "play 4", "swap"]


def test_brute_force_skips_values_of_the_wrong_type() -> None:
    universe = {"card": ["one", 1, None, 4, 4], "who": (0,)}
    found = brute_force(Duet(), dealt(), 0, universe)
    assert [str(move) for move in found] == ["play 1", "play 4", "swap", "concede 0"]


def test_brute_force_asks_for_values_of_every_parameter() -> None:
    with pytest.raises(LookupError, match=r"no values for play.card; did you mean 'play.cards'"):
        brute_force(Duet(), dealt(), 0, {"play.cards": [1]})


def test_complete_enumeration_passes() -> None:
    assert assert_enumeration_complete(Duet(), dealt(), CARDS) == 4
    assert assert_enumeration_complete(Duet(), dealt(), CARDS, seat=1) == 1


def test_incomplete_enumeration_is_caught() -> None:
    with pytest.raises(AssertionError, match="legal, but not listed for seat 0: play 4"):
        assert_enumeration_complete(broken.Incomplete(), dealt(), CARDS)


def test_a_universe_that_is_too_small_is_caught() -> None:
    with pytest.raises(AssertionError, match="listed for seat 0, but outside the universe: play 4"):
        assert_enumeration_complete(Duet(), dealt(), {**CARDS, "play.card": [1]})


def test_a_universe_is_gathered_from_random_play() -> None:
    universe = gather_universe(Duet(), games=2)
    assert universe == {"play.card": [1, 2, 3, 4, 5, 6], "concede.who": [0, 1]}


def table(hands: tuple[tuple[int, ...], ...], field: tuple[int, ...] = ()) -> RaidState:
    """Returns a state of Raid with these hands, and beasts of seat 0."""
    state = Raid().empty(seeded(0))
    for seat, hand in enumerate(hands):
        state.add(hand, HAND, seat)
    for card in field:
        state.enter(kit.Unit(card), FIELD, 0)
    return state


def test_a_universe_is_gathered_with_all_cards_and_places_of_a_state() -> None:
    universe = gather_universe(Raid(), games=2, state=table(((RAT,), (CAT, DOG)), (CAT, DOG)))
    places = [LAYOUT.read_place(word) for word in ("p0.field.1", "p0.field.2", "p0", "p1")]
    assert universe["play_card.card"] == [1, 2, 3, 4, 5]
    assert universe["play_card.under"] == [None, *places]
    assert universe["answer.question"] == ["robbed"]
    assert universe["answer.picks"] == [(1,), (2,), (3,), (4,), (5,)]
    assert universe["concede.seat"] == [0, 1]


class Load(Value):
    """What is thrown, and by whom."""

    __match_args__ = ("by", "what")

    def __init__(self, by: int | None, what: tuple[int, ...]) -> None:
        self.by: Final = by
        self.what: Final = what


class Throw(kit.TableMove[kit.Unit, Score]):
    """Throws cards at somebody: cards and places, single, in tuples and in records."""

    id: ClassVar[str] = "throw"
    records: ClassVar[tuple[type, ...]] = (Load,)
    domains: ClassVar[Mapping[str, Domain]] = {
        "load": record_of(
            Load, by=optional(LAYOUT.places(FIELD)), what=some_of(LAYOUT.cards_in(HAND), 2, 2)
        ),
        "target": LAYOUT.places(FIELD, players=True),
        "way": one_of("high", "low"),
    }
    __match_args__ = ("load", "target", "way")

    def __init__(self, load: Load, target: int, way: str) -> None:
        self.load: Final = load
        self.target: Final = target
        self.way: Final = way

    @classmethod
    def enumerate(cls, state: RaidState, seat: int) -> "Iterator[Throw]":
        first, second = state.pile(HAND, seat)
        yield cls(Load(None, (first, second)), -1 - seat, "high")

    def apply(self, state: RaidState, seat: int) -> None:
        state.finish("thrown")


class Slapstick(Raid):
    """A game with the move above."""

    def kinds(self) -> list[type[Move[RaidState]]]:
        return [Throw, Answer]


def test_a_universe_fills_cards_and_places_into_every_parameter() -> None:
    universe = gather_universe(Slapstick(), games=0, state=table(((RAT, CAT), ()), (DOG,)))
    pairs = [(one, other) for one in range(1, 6) for other in range(1, 6)]
    assert universe["throw.load"] == [Load(None, pair) for pair in pairs]
    assert universe["throw.target"] == [LAYOUT.read_place("p0.field.1"), -1, -2]
    assert universe["throw.way"] == ["high"]


def test_what_is_missing_among_cards_and_places_is_found() -> None:
    state = table(((RAT, CAT), ()), (DOG,))
    universe = {**gather_universe(Slapstick(), games=0, state=state), "picks": (), "question": ()}
    with pytest.raises(AssertionError, match=r"not listed for seat 0: throw .* p0.field.1 high"):
        assert_enumeration_complete(Slapstick(), state, universe)


def test_enumeration_of_a_card_game_is_complete_in_random_states() -> None:
    game = Raid()
    for state in play_random(game, 1).states()[::4]:
        for seat in range(2):
            assert_enumeration_sound(game, state, seat)
            assert_enumeration_complete(game, state, seat=seat)


# Steps.


class Fee(Value):
    """What an order costs."""

    __match_args__ = ("cards", "tip")

    def __init__(self, cards: tuple[int, ...], tip: int | None) -> None:
        self.cards: Final = cards
        self.tip: Final = tip


class Order(Move[DuetState]):
    """A move with every kind of domain."""

    id: ClassVar[str] = "order"
    records: ClassVar[tuple[type, ...]] = (Fee,)
    domains: ClassVar[Mapping[str, Domain]] = {
        "fee": record_of(
            Fee,
            cards=some_of(depends(lambda state, seat, chosen: state.hands[seat]), 1),
            tip=optional(int_range(1, 2)),
        ),
        "dish": one_of("soup", "fish"),
        "extras": depends(
            lambda state, seat, chosen: (
                some_of(one_of("salt", "lemon"), 1, 1)
                if chosen["dish"] == "soup"
                else some_of(one_of("salt", "lemon", "vinegar"), 0, 2)
            )
        ),
    }
    __match_args__ = ("fee", "dish", "extras")

    def __init__(self, fee: Fee, dish: str, extras: tuple[str, ...]) -> None:
        self.fee: Final = fee
        self.dish: Final = dish
        self.extras: Final = extras

    def apply(self, state: DuetState, seat: int) -> None:
        state.finish("eaten")


class Restaurant(broken.Plain):
    """A game with the move above."""

    def kinds(self) -> list[type[Move[DuetState]]]:
        return [Order, Swap]


class Twice(Play):
    """Proposes a card twice; without domains, it is asked through its producer."""

    domains: ClassVar[Mapping[str, Domain]] = {}

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> "Iterator[Twice]":
        for card in [*state.hands[seat], *state.hands[seat]]:
            yield cls(card)


class Doubled(broken.Plain):
    """A game with the move above."""

    def kinds(self) -> list[type[Move[DuetState]]]:
        return [Twice, Swap]


def test_steps_reach_every_kind_of_parameter() -> None:
    # Cards: 2 singles and 1 pair; tips: none, 1, 2; soup with 1 of 2 extras, fish with 0 to 2 of 3.
    engine = RuleEngine(Restaurant(), state=dealt())
    assert assert_staged_equals_flat(engine) == 3 * 3 * (2 + 7) + 1


def test_steps_equal_enumeration_for_every_seat_of_random_states() -> None:
    for game in (Duet(), Doubled()):
        for state in play_random(game, 3).states():
            for seat in range(2):
                assert_staged_equals_flat(RuleEngine(game, state=state), seat)


def test_steps_equal_enumeration_in_a_card_game() -> None:
    game = Raid()
    states: list[RaidState] = [
        state for seed in range(4) for state in play_random(game, seed).states()
    ]
    asked = [state.pile(HAND, state.seat) for state in states if state.question() is not None]
    assert any(len(set(hand)) < len(hand) for hand in asked), "no question offers equal cards"
    for state in states:
        assert_staged_equals_flat(RuleEngine(game, state=state))


class Hoarding(Order):
    """Proposes by itself, and less than its domains say."""

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> "Iterator[Hoarding]":
        yield cls(Fee((state.hands[seat][0],), None), "soup", ("salt",))


class DeadEnd(Order):
    """Its domains lead into a dead end: nobody gets vinegar."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if "vinegar" in self.extras:
            yield Reject("OUT", "there is no vinegar")


class Straying(Play):
    """Proposes more than its domain says."""

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> "Iterator[Straying]":
        for card in range(1, 8):
            yield cls(card)


def test_steps_that_reach_too_much_are_caught() -> None:
    class Game(broken.Plain):
        def kinds(self) -> list[type[Move[DuetState]]]:
            return [Hoarding]

    with pytest.raises(
        AssertionError, match=r"order, seat 0: reached, but not listed: order .* and"
    ):
        assert_staged_equals_flat(RuleEngine(Game(), state=dealt()))


def test_steps_that_reach_too_little_are_caught() -> None:
    class Game(broken.Plain):
        def kinds(self) -> list[type[Move[DuetState]]]:
            return [Straying]

    with pytest.raises(AssertionError, match=r"play, seat 0: listed, but not reached: play 7"):
        assert_staged_equals_flat(RuleEngine(Game(), state=dealt()))


def test_steps_offer_only_what_can_still_become_legal() -> None:
    class Game(broken.Plain):
        def kinds(self) -> list[type[Move[DuetState]]]:
            return [DeadEnd]

    # All 9 ways to pay, 2 soups and 7 fish are reached, legal or not; 9 x 3 fish have vinegar.
    engine = RuleEngine(Game(), state=dealt())
    assert assert_staged_equals_flat(engine) == 9 * (2 + 7)
    assert engine.count_moves(0) == 9 * (2 + 4)


def test_an_option_that_leads_nowhere_is_caught() -> None:
    engine = RuleEngine(Duet(), state=dealt())
    kind = Duet().rulebook().find("play")
    with pytest.raises(AssertionError, match=r"card 1 is offered, but leads to no legal move"):
        staged_legal_moves(engine, kind, 0, {}, [])


def test_moves_without_a_producer_are_left_out() -> None:
    class Mute(Play):
        domains: ClassVar[Mapping[str, Domain]] = {}

    class Game(broken.Plain):
        def kinds(self) -> list[type[Move[DuetState]]]:
            return [Mute, Swap]

    assert assert_staged_equals_flat(RuleEngine(Game(), state=dealt())) == 1
    assert [str(move) for move in brute_force(Game(), dealt(), 0, {})] == ["swap"]
