"""What happens by itself: triggers and their order, replacement, spells, and what cannot go on."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

import pytest

from kibitz import kit
from kibitz.core import Domain, Move, RuleEngine, Value
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import seeded
from kibitz.kit.effects import Order, Triggers
from kibitz.kit.game import MOST_STEPS
from kibitz.testing import check_game
from tests.kit.bazaar import (
    APPLE,
    BANNER,
    BEGGAR,
    BID,
    DECK,
    GOSSIP,
    GUARD,
    HAND,
    HERALD,
    PARCEL,
    PILE,
    SILK,
    STALL,
    VINE,
    WEAVER,
    Answer,
    Bazaar,
    BazaarState,
    Bid,
    Call,
    Draw,
    Hang,
    Lose,
    Offer,
    Offered,
    Pack,
    Ripen,
    Tax,
    worth,
)

# Choir: a game in which effects only say something, so that their order can be read.

LAYOUT: Final = kit.make_layout(
    kit.read_catalogue([{"id": "note"}], kit.Card), (kit.Zone("deck"),), seats=(2, 3)
)


class Song(kit.Board):
    """What was said, and whether it has been checked."""

    __match_args__ = ("lines", "fresh")
    visibility: ClassVar[Mapping[str, str]] = {"lines": "public", "fresh": "public"}

    def __init__(self, lines: list[str], fresh: bool) -> None:
        self.lines = lines
        self.fresh = fresh


ChoirState: TypeAlias = kit.TableState[kit.Unit, Song]


class Said(kit.Event):
    """Somebody has said a word."""

    id: ClassVar[str] = "said"
    __match_args__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word: Final = word


class Say(kit.Effect[kit.Unit, Song]):
    """A seat says a word, which others may reply to."""

    id: ClassVar[str] = "say"
    __match_args__ = ("seat", "word")

    def __init__(self, seat: int, word: str) -> None:
        self.seat: Final = seat
        self.word: Final = word

    def resolve(self, state: ChoirState) -> None:
        state.board.lines.append(self.word)
        state.board.fresh = True
        state.events.append(Said(self.word))


class Again(kit.Effect[kit.Unit, Song]):
    """Happens again and again."""

    id: ClassVar[str] = "again"

    def resolve(self, state: ChoirState) -> None:
        state.then(Again())


class Nod(kit.TableMove[kit.Unit, Song]):
    """End the song."""

    id: ClassVar[str] = "nod"

    def apply(self, state: ChoirState, seat: int) -> None:
        state.win(seat, "silence")


class Reply(kit.Answer[kit.Unit, Song]):
    """Say which trigger comes first."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT)


class Choir(kit.CardGame[kit.Unit, Song]):
    """Words set off other words; every word is checked before the next one is said."""

    id: ClassVar[str] = "choir"
    voices: ClassVar[int] = 3

    def __init__(self, *replies: tuple[str, int, str]) -> None:
        super().__init__(self.voices)
        self.replies: Final = replies

    def kinds(self) -> list[type[Move[ChoirState]]]:
        return [Nod, Reply]

    def effects(self) -> list[type[kit.Event]]:
        return [Said, Say, Again]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Song:
        return Song([], False)

    def deal(self, state: ChoirState) -> None:
        state.events.append(Said("start"))

    def triggered(self, state: ChoirState, event: Value) -> list[kit.Effect[kit.Unit, Song]]:
        assert isinstance(event, Said)
        return [Say(seat, word) for cause, seat, word in self.replies if cause == event.word]

    def check_state(self, state: ChoirState) -> bool:
        if not state.board.fresh:
            return False
        state.board.fresh = False
        state.board.lines.append("check")
        return True


class NewLast(Choir):
    """New triggers wait with the others."""

    new_first: ClassVar[bool] = False


class Duet(NewLast):
    """Two seats; after each trigger the order begins anew."""

    voices: ClassVar[int] = 2


class HeldDuet(Duet):
    """Two seats; the one that holds the triggers goes on."""

    holder_goes_on: ClassVar[bool] = True


def words(state: ChoirState) -> str:
    """Returns what was said, without the checks."""
    return " ".join([line for line in state.board.lines if line != "check"])


def sing(game: Choir, *answers: str) -> ChoirState:
    """Begins a song and answers its questions."""
    engine = RuleEngine(game, seed=0)
    for text in answers:
        assert engine.execute(game.parse(engine.state, text)).success
    return engine.state


# The order of triggers.

THREE: Final = (("start", 2, "c"), ("start", 1, "b"), ("start", 0, "a"))


def test_triggers_of_the_active_seat_come_first() -> None:
    assert words(sing(Choir(*THREE))) == "a b c"


@pytest.mark.parametrize("active", [1, 2])
def test_the_other_seats_follow_in_order_of_seats(active: int) -> None:
    game = Choir(*THREE)
    state = game.empty(seeded(0))
    state.active = active
    game.deal(state)
    game.settle(state)
    assert words(state) == {1: "b c a", 2: "c a b"}[active]


CHAIN: Final = (("start", 0, "a"), ("start", 1, "b"), ("a", 2, "c"))


def test_new_triggers_come_before_those_that_wait() -> None:
    assert words(sing(Choir(*CHAIN))) == "a c b"


def test_new_triggers_wait_with_the_others_if_the_game_says_so() -> None:
    assert words(sing(NewLast(*CHAIN))) == "a b c"


def test_checks_run_between_two_triggers() -> None:
    assert sing(Choir(*THREE)).board.lines == ["a", "check", "b", "check", "c", "check"]


OWN: Final = (("start", 0, "a"), ("start", 0, "b"), ("start", 0, "c"), ("start", 1, "d"))


def test_a_seat_with_several_triggers_picks_one_at_a_time() -> None:
    game = Choir(*OWN)
    asked = sing(game)
    assert isinstance(asked.question(), Order)
    assert asked.seat == 0
    assert [str(move) for move in game.legal(asked)] == [f"answer order [{n}]" for n in range(3)]
    once = sing(game, "answer order [2]")
    assert once.board.lines == ["c", "check"]
    assert [str(move) for move in game.legal(once)] == [f"answer order [{n}]" for n in range(2)]
    assert words(sing(game, "answer order [2]", "answer order [1]")) == "c b a d"


def test_what_a_trigger_sets_off_happens_before_the_seat_picks_again() -> None:
    state = sing(Choir(*OWN, ("b", 1, "x")), "answer order [1]")
    assert words(state) == "b x"
    assert state.seat == 0


def test_equal_triggers_are_not_asked_about() -> None:
    assert words(sing(Choir(("start", 0, "a"), ("start", 0, "a")))) == "a a"


def test_of_equal_triggers_one_is_offered() -> None:
    game = Choir(("start", 0, "a"), ("start", 0, "a"), ("start", 0, "b"))
    assert [str(move) for move in game.legal(sing(game))] == [
        "answer order [0]",
        "answer order [2]",
    ]


def test_a_seat_that_is_not_active_is_asked_about_its_own_triggers() -> None:
    game = Choir(("start", 0, "a"), ("start", 2, "b"), ("start", 2, "c"))
    state = sing(game)
    assert (words(state), state.seat) == ("a", 2)
    assert words(sing(game, "answer order [1]")) == "a c b"


# The seat that holds the triggers goes on.

# In the first, seat 1 sets off one of its own and one of the active seat. In the second, it has
# another one left when the active seat gets one.
BOTH: Final = (("start", 0, "a"), ("start", 1, "b"), ("b", 0, "c"), ("b", 1, "d"))
LEFT: Final = (("start", 1, "a"), ("start", 1, "b"), ("a", 0, "c"))


def test_the_seat_that_holds_the_triggers_goes_on() -> None:
    assert words(sing(Duet(*BOTH))) == "a b c d"
    assert words(sing(HeldDuet(*BOTH))) == "a b d c"


def test_new_triggers_of_the_other_seat_wait_for_the_holder() -> None:
    assert words(sing(Duet(*LEFT), "answer order [0]")) == "a c b"
    assert words(sing(HeldDuet(*LEFT), "answer order [0]")) == "a b c"


def test_a_holder_with_several_triggers_picks_among_old_and_new_ones() -> None:
    game = HeldDuet(("start", 1, "a"), ("start", 1, "b"), ("a", 1, "c"), ("a", 0, "d"))
    state = sing(game, "answer order [0]")
    assert (words(state), state.seat) == ("a", 1)
    assert [str(move) for move in game.legal(state)] == ["answer order [0]", "answer order [1]"]
    assert words(sing(game, "answer order [0]", "answer order [1]")) == "a c b d"


def test_the_holder_passes_the_triggers_on_and_gets_them_back() -> None:
    replies = (("start", 0, "a"), ("start", 1, "b"), ("b", 0, "c"), ("c", 1, "d"), ("c", 0, "e"))
    assert words(sing(HeldDuet(*replies))) == "a b c e d"


def test_the_active_seat_comes_first_again_once_no_trigger_was_left() -> None:
    game = HeldDuet(*BOTH, ("again", 1, "y"), ("again", 0, "x"))
    state = sing(game)
    assert state.stack == []
    state.events.append(Said("again"))
    game.settle(state)
    assert words(state) == "a b d c x y"
    assert state.stack == []


@pytest.mark.parametrize("game", [Duet(*LEFT), HeldDuet(*LEFT)])
def test_triggers_that_are_held_are_part_of_a_position(game: Choir) -> None:
    view = game.view(sing(game), 1)
    assert game.read_position(game.position(view)) == view


def test_an_event_that_sets_nothing_off_is_forgotten() -> None:
    state = sing(Choir())
    assert (state.events, state.stack) == ([], [])


# Spells: checks and triggers come first.


def bazaar(stalls: tuple[tuple[int, ...], ...] = (), hand: tuple[int, ...] = ()) -> BazaarState:
    """Returns a turn of seat 0 with these stalls, and a deck from silk on top down to apples."""
    state = Bazaar().empty(seeded(0))
    state.turn = 1
    for seat, cards in enumerate(stalls):
        for card in cards:
            state.enter(kit.Unit(card), STALL, seat)
    state.add([APPLE, APPLE, SILK], DECK)
    state.add(hand, HAND, 0)
    return state


def play(state: BazaarState, *moves: Move[BazaarState]) -> BazaarState:
    """Plays moves of seat 0 and of whoever must decide after it."""
    for move in moves:
        Bazaar().play(state, move)
    return state


def test_triggers_happen_before_a_spell() -> None:
    state = bazaar(((), (HERALD, GUARD), ()))
    state.then(Tax(0))
    state.events.append(Offered(0, 99))
    Bazaar().settle(state)
    # The herald has drawn, and the guard is spent on the tax, which came after it.
    assert state.pile(HAND, 1) == (SILK,)
    assert state.board.coins == [6, 6, 5]


def test_what_a_spell_buries_is_gone_before_the_next_one() -> None:
    state = bazaar(((), (GUARD,), ()))
    state.at(state.place(STALL, 1, 0)).mods = (kit.Modifier(0, -9),)
    state.then(Tax(0))
    Bazaar().settle(state)
    assert state.row(STALL, 1) == []
    assert state.board.coins == [6, 5, 5]


def test_an_effect_that_is_no_spell_does_not_wait_for_checks() -> None:
    state = bazaar(((), (GUARD,), ()))
    state.at(state.place(STALL, 1, 0)).mods = (kit.Modifier(0, -9),)
    state.then(Lose(1, 1, 0))
    Bazaar().settle(state)
    assert state.board.coins == [6, 6, 6]


# What a trigger is about.


def test_a_trigger_belongs_to_the_seat_that_it_names() -> None:
    state = play(bazaar(((), (BEGGAR,), (BEGGAR,)), (APPLE,)), Offer(APPLE))
    assert Lose(0, 1, 2).whose() == 2
    assert state.board.coins == [4, 6, 6]


def test_an_effect_whose_part_has_left_play_finds_none() -> None:
    state = bazaar(((APPLE,), (), ()))
    serial = state.row(STALL, 0)[0].serial
    state.drop(state.find(serial))
    state.then(Ripen(0, serial))
    Bazaar().settle(state)
    assert state.stack == []


def test_an_effect_follows_its_part_to_another_place() -> None:
    state = bazaar(((SILK, APPLE), (), ()))
    apple = state.row(STALL, 0)[1]
    state.then(Ripen(0, apple.serial))
    state.drop(state.place(STALL, 0, 0))
    Bazaar().settle(state)
    assert worth(state, apple) == 2


# What cannot go on.


def test_effects_without_end_are_named() -> None:
    state = Choir().empty(seeded(0))
    state.then(Again())
    text = f"no decision after {MOST_STEPS} steps, the last of again"
    with pytest.raises(kit.FlowError, match=text):
        Choir().settle(state)


def test_triggers_without_end_are_named() -> None:
    text = f"no decision after {MOST_STEPS} steps, the last of "
    with pytest.raises(kit.FlowError, match=text):
        Choir(("start", 0, "a"), ("a", 1, "a")).setup(seeded(0))


def test_a_flow_without_end_is_named() -> None:
    class Restless(Choir):
        def flow(self, state: ChoirState) -> bool:
            return True

    with pytest.raises(kit.FlowError, match="the last of flow"):
        Restless().setup(seeded(0))


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_question_for_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    state = bazaar()
    state.then(Bid(seat))
    with pytest.raises(kit.FlowError, match=f"bid asks seat {seat}, but there are 3 seats"):
        Bazaar().settle(state)


# The rest of the bazaar.


def test_a_secret_bid_is_seen_by_its_owner_only() -> None:
    state = bazaar(hand=(APPLE, SILK))
    play(state, Call(), Answer("bid", (SILK,)))
    seen = [Bazaar().view(state, seat).pile(BID, 0) for seat in (0, 1, 2, SPECTATOR)]
    assert seen == [(SILK,), (0,), (0,), (0,)]
    assert state.seat == 1
    play(state, Answer("bid", ()), Answer("bid", ()))
    assert (state.pile(PILE), state.pile(BID, 0)) == ((SILK,), ())
    assert state.board.coins == [8, 6, 6]


def test_a_stall_counts_twice_during_the_own_auction_only() -> None:
    state = bazaar(((SILK,), (SILK,), ()))
    stalls = [state.row(STALL, seat)[0] for seat in (0, 1)]
    play(state, Call())
    assert [worth(state, part) for part in stalls] == [6, 3]
    play(state, *[Answer("bid", ())] * 3)
    assert [worth(state, part) for part in stalls] == [3, 3]
    assert stalls[0].mods == ()


def test_gossip_lasts_until_the_end_of_the_next_turn() -> None:
    state = bazaar(((), (APPLE, SILK), ()), (GOSSIP,))
    play(state, Offer(GOSSIP))
    assert [part.kind for part in state.row(STALL, 1)] == [SILK]
    assert worth(state, state.row(STALL, 1)[0]) == 2
    game = Bazaar()
    for expected in (2, 3):
        state.phase = 1
        game.settle(state)
        assert worth(state, state.row(STALL, 1)[0]) == expected


def test_a_banner_counts_as_long_as_it_is_up() -> None:
    state = bazaar(((APPLE,), (APPLE,), ()), (BANNER,))
    play(state, Offer(BANNER))
    assert [worth(state, state.row(STALL, seat)[0]) for seat in (0, 1)] == [2, 2]
    play(state, Pack(state.place(STALL, 0, 1)))
    state.expire()
    assert worth(state, state.row(STALL, 0)[0]) == 1


def test_what_hangs_under_a_card_goes_back_with_it() -> None:
    state = bazaar(((APPLE,), (), ()), (SILK,))
    place = state.place(STALL, 0, 0)
    play(state, Hang(SILK, place), Pack(place))
    assert state.pile(HAND, 0) == (APPLE, SILK)
    assert Bazaar().view(state, 1).pile(HAND, 0) == (APPLE, SILK)


def test_a_token_is_gone_when_it_leaves_play() -> None:
    state = play(bazaar(hand=(WEAVER,)), Offer(WEAVER))
    assert [part.kind for part in state.row(STALL, 0)] == [WEAVER, PARCEL]
    play(state, Pack(state.place(STALL, 0, 1)))
    assert state.pile(HAND, 0) == ()
    assert [part.kind for part in state.row(STALL, 0)] == [WEAVER]


def test_a_vine_lets_what_is_put_up_ripen() -> None:
    state = play(bazaar(((VINE,), (), ()), (APPLE,)), Offer(APPLE))
    assert worth(state, state.row(STALL, 0)[1]) == 2


def test_a_mulligan_exchanges_the_whole_hand_unseen() -> None:
    state = Bazaar().setup(seeded(3))
    before = sorted(state.pile(HAND, 0))
    play(state, Answer("mulligan", (1,)))
    assert len(state.pile(HAND, 0)) == 4
    assert sorted(state.pile(HAND, 0)) != before
    assert Bazaar().view(state, 1).pile(HAND, 0) == (0, 0, 0, 0)
    assert Bazaar().view(state, 0).pile(DECK) == (0,) * len(state.pile(DECK))


class Waiting(Bazaar):
    """The same, where new triggers wait with the others."""

    new_first: ClassVar[bool] = False


class Held(Bazaar):
    """The same, where a seat finishes its triggers before the next one begins."""

    new_first: ClassVar[bool] = False
    holder_goes_on: ClassVar[bool] = True


@pytest.mark.parametrize("game", [Bazaar, Waiting, Held])
def test_the_bazaar_keeps_every_law(game: type[Bazaar]) -> None:
    report = check_game(game, games=10)
    assert min([count for kind, count in report.kinds.items() if kind != "concede"]) > 0
    assert min(report.guessed) > 0


def test_random_play_asks_for_the_order_of_triggers() -> None:
    asked = 0
    for seed in range(30):
        game = Bazaar()
        engine = RuleEngine(game, seed=seed)
        rng = seeded(f"{seed}/moves")
        while engine.outcome is None:
            asked += isinstance(engine.state.question(), Order)
            engine.execute(rng.pick(engine.legal_moves()))
    assert asked > 10


def test_triggers_are_values() -> None:
    waiting = (Draw(0), Draw(1))
    assert Triggers(waiting, (0, 1, 2)) == Triggers(waiting, (0, 1, 2))
    assert Order(0, waiting, (0, 1)) != Order(1, waiting, (0, 1))
