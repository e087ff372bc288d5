"""Card games: the deal, the loop after each move, the gate, and mistakes in declarations."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from kibitz import kit
from kibitz.core import Domain, GameDefinitionError, Move, Rng, RuleEngine, Value, seeded
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN
from kibitz.kit.effects import Triggers
from kibitz.kit.errors import DECISION_PENDING, FlowError
from kibitz.testing import check_game, expect_refusal, scenario
from tests.kit.camp import (
    ANT,
    BEE,
    CATALOGUE,
    DECK,
    FRONT,
    HAND,
    LAYOUT,
    NIGHT,
    PILE,
    Again,
    Answer,
    Camp,
    CampEffect,
    CampState,
    Fetch,
    Keep,
    Play,
    Purse,
    Say,
    Sleep,
    Wound,
    empty,
)


def problems(game: kit.CardGame[Any, Any]) -> list[str]:  # Any: games of any parts and boards
    """Returns what is wrong with a declaration, as it is found when the game is built."""
    with pytest.raises(GameDefinitionError) as error:
        RuleEngine(game, seed=1)
    assert game.problems() == error.value.problems
    return game.problems()


# The deal and the loop.


def test_deal_goes_on_to_the_first_decision() -> None:
    class Opening(Camp):
        def deal(self, state: CampState) -> None:
            super().deal(state)
            state.then(Say("hello"), Fetch(1))

    state = Opening().setup(seeded(1))
    assert (state.board.told, state.seat, state.turn) == (["hello"], 1, 1)
    assert [len(state.pile(zone, 0)) for zone in (HAND, DECK)] == [2, 6]


def test_move_is_followed_by_its_effects_and_then_by_the_turn() -> None:
    engine = scenario(Camp()).put("hand", 0, "ant").mark("fed").engine()
    engine.play("play ant")
    assert (engine.state.board.told, engine.seat, engine.state.marks) == (["played ant"], 0, 1)
    engine.play("sleep")
    assert (engine.seat, engine.state.turn, engine.state.marks) == (1, 2, 0)


def test_nothing_happens_after_the_end() -> None:
    class Deadly(Camp):
        def check_state(self, state: CampState) -> bool:
            if state.board.told:
                state.win(1, "somebody spoke")
            return False

    engine = scenario(Deadly()).put("hand", 0, "ant").engine()
    engine.play("play ant")
    assert engine.outcome is not None
    assert engine.outcome.winner == 1
    assert engine.legal_moves() == []
    assert expect_refusal(engine, Sleep(), GAME_ENDED).reason == (
        "the game is over: somebody spoke"
    )


def test_effects_without_end_are_named() -> None:
    state = empty()
    state.then(Again())
    with pytest.raises(FlowError, match="no decision after 10000 steps, the last of again"):
        Camp().settle(state)


def test_flow_without_end_is_named() -> None:
    class Restless(Camp):
        def flow(self, state: CampState) -> bool:
            return True

    with pytest.raises(FlowError, match="the last of flow or check_state"):
        Restless().setup(seeded(1))


@pytest.mark.expects_errors
def test_move_without_end_fails_and_the_match_goes_on() -> None:
    class Endless(Sleep):
        id: ClassVar[str] = "endless"

        def apply(self, state: CampState, seat: int) -> None:
            state.then(Again())

    class Dangerous(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Endless, *super().kinds()]

    engine = scenario(Dangerous()).engine()
    before = engine.state_hash
    error = engine.execute(Endless()).error
    assert error is not None
    assert "no decision after 10000 steps" in error.reason
    assert engine.state_hash == before
    engine.play("sleep")


@pytest.mark.parametrize("seat", [2, -1])
def test_question_for_nobody_is_named(seat: int) -> None:
    state = empty()
    state.then(Fetch(seat))
    with pytest.raises(FlowError, match=f"fetch asks seat {seat}, but there are 2 seats"):
        Camp().settle(state)


# The order of triggers.


def mourning(new: bool) -> list[str]:
    """Lets an ant die on a turn of seat 0, with a bee on each side and a trigger that waits."""

    class Ordered(Camp):
        new_first: ClassVar[bool] = new

    start = scenario(Ordered()).put("front", 0, "ant", "bee").put("front", 1, "bee")
    state = start.state()
    state.then(Triggers((Wound(1, 3), Say("waited", 1)), (0, 1)))
    game = Ordered()
    game.settle(state)
    while state.question() is not None:
        game.play(state, game.legal(state)[0])
    return [text.replace(" mourns", "") for text in state.board.told]


def test_new_triggers_come_before_those_that_wait_or_join_them() -> None:
    assert mourning(new=True) == ["bee 2 of seat 0", "bee 3 of seat 1", "waited"]
    assert mourning(new=False) == ["bee 2 of seat 0", "waited", "bee 3 of seat 1"]


# Who decides.


class Watch(kit.TableMove[kit.Unit, Purse]):
    """Keep watch in the night of the other camp."""

    id: ClassVar[str] = "watch"
    phases: ClassVar[int] = 1 << NIGHT

    def apply(self, state: CampState, seat: int) -> None:
        state.board.told.append(f"seat {seat} keeps watch")
        state.marks = 1


class Guarded(Camp):
    """A camp in which the other seat decides at night."""

    def kinds(self) -> list[type[Move[CampState]]]:
        return [Play, Sleep, Watch, Answer, kit.Concede]

    def decider(self, state: CampState) -> int:
        return 1 - state.active if state.phase == NIGHT else state.active

    def flow(self, state: CampState) -> bool:
        return (state.phase != NIGHT or state.marks > 0) and super().flow(state)


def test_another_seat_decides_within_a_turn() -> None:
    engine = RuleEngine(Guarded(), seed=1)
    engine.play("sleep")
    assert (engine.state.active, engine.seat) == (0, 1)
    expect_refusal(engine, Watch(), NOT_YOUR_TURN, 0)
    position = engine.game.position(engine.view(1))
    assert "seat" not in position
    assert engine.game.read_position(position).seat == 1
    engine.play("watch")
    assert engine.state.board.told == ["seat 1 keeps watch"]
    assert (engine.state.active, engine.seat) == (1, 1)
    assert scenario(Guarded()).turn(1, phase="night").state().seat == 1


def test_game_in_which_another_seat_decides_keeps_the_laws() -> None:
    assert check_game(Guarded, games=4).games == 4


# The gate.


def test_whole_kinds_are_closed_with_a_reason() -> None:
    engine = scenario(Camp()).put("hand", 1, "ant").engine()
    error = expect_refusal(engine, Play(ANT), NOT_YOUR_TURN, 1)
    assert (error.reason, error.context) == ("it is the turn of seat 0", {"seat": 1, "turn": 0})
    asked = scenario(Camp()).put("hand", 0, "ant").ask(Fetch(1)).engine()
    error = expect_refusal(asked, Play(ANT), DECISION_PENDING, 0)
    assert error.context == {"question": "fetch", "seat": 1}


def test_explanation_asks_on_where_only_the_turn_closes_a_kind() -> None:
    engine = scenario(Camp()).put("hand", 1, "bee").engine()
    codes = [reason.error_code for reason in engine.explain(Play(ANT), 1)]
    assert codes == [NOT_YOUR_TURN, "NOT_OFFERED"]
    asked = scenario(Camp()).put("hand", 0, "bee").ask(Fetch(1)).engine()
    codes = [reason.error_code for reason in asked.explain(Play(ANT), 0)]
    assert codes == [DECISION_PENDING]


def test_listing_agrees_with_the_judge_in_every_state() -> None:
    report = check_game(Camp, games=4, max_plies=200)
    assert report.states > 100


# Views and worlds of games with more than cards.


class Secret(kit.Board):
    """A bid by seat, and a number that nobody sees."""

    __match_args__ = ("bid", "dice")
    visibility: ClassVar[Mapping[str, str]] = {"bid": "owner", "dice": "server"}

    def __init__(self, bid: list[int], dice: int) -> None:
        self.bid = bid
        self.dice = dice


SecretState = kit.TableState[kit.Unit, Secret]


class Rest(kit.TableMove[kit.Unit, Secret]):
    """Do nothing."""

    id: ClassVar[str] = "rest"

    def apply(self, state: SecretState, seat: int) -> None:
        state.active = 1 - state.active


class Bidding(kit.CardGame[kit.Unit, Secret]):
    """A game with secrets on its board, and decks that nobody knows."""

    id: ClassVar[str] = "bidding"

    def kinds(self) -> list[type[Move[SecretState]]]:
        return [Rest]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Secret:
        return Secret([0, 0], 0)

    def deal(self, state: SecretState) -> None:
        state.board = Secret([3, 4], 5)
        for seat in (0, 1):
            state.add([ANT, BEE], DECK, seat)

    def fill_board(self, board: Secret, rng: Rng, viewer: int) -> None:
        for seat in range(2):
            if seat != viewer:
                board.bid[seat] = 1 + rng.below(5)
        board.dice = rng.below(100)

    def pool(self, view: SecretState, seat: int) -> list[int] | None:
        return [ANT, ANT, BEE]

    def possible(self, world: SecretState) -> bool:
        return world.board.bid[0] != 2 and world.board.bid[1] != 2


def test_view_hides_secrets_and_a_world_fills_them_in() -> None:
    game = Bidding()
    state = game.setup(seeded(1))
    view = game.view(state, 0)
    assert (view.board.bid, view.board.dice) == ([3, 0], 0)
    worlds = [game.sample(view, seeded(seed)) for seed in range(60)]
    assert {world.board.bid[0] for world in worlds} == {3}
    # What the rules have shown to be impossible is drawn again.
    assert {world.board.bid[1] for world in worlds} == {1, 3, 4, 5}
    assert len({world.board.dice for world in worlds}) > 10
    assert all(game.view(world, 0) == view for world in worlds)


def test_prior_over_another_deck_is_what_its_hidden_cards_are_drawn_from() -> None:
    game = Bidding()
    view = game.view(game.setup(seeded(1)), 0)
    assert view.pools[LAYOUT.pools.index("p1")] == [ANT, ANT, BEE]
    assert view.pools[LAYOUT.pools.index("p0")] == [ANT, BEE]
    decks = {tuple(game.sample(view, seeded(seed)).pile(DECK, 1)) for seed in range(40)}
    assert decks == {(ANT, ANT), (ANT, BEE), (BEE, ANT)}


def test_stock_holds_the_cards_of_each_pool_after_the_deal() -> None:
    stock = Camp().stock()
    assert [sorted(cards) for cards in stock] == [
        sorted([*CATALOGUE.numbers.values()][:4] * 2),
        [],
        sorted([*CATALOGUE.numbers.values()][:4] * 2),
    ]


# Mistakes in declarations.


def test_declared_game_has_no_problems() -> None:
    assert Camp().problems() == []
    assert Bidding().problems() == []


def test_missing_methods_are_named() -> None:
    class Bare(kit.CardGame[kit.Unit, Purse]):
        id: ClassVar[str] = "bare"

    bare = Bare()
    for call, name in (
        (bare.layout, "layout"),
        (bare.board, "board"),
        (lambda: bare.deal(empty()), "deal"),
    ):
        with pytest.raises(TypeError, match=rf"Bare does not define {name}\(\)"):
            call()


def test_wrong_layout_is_a_problem_of_the_game() -> None:
    class Doubled(Camp):
        def layout(self) -> kit.Layout:
            return kit.make_layout(CATALOGUE, [kit.Zone("hand"), kit.Zone("hand")])

    class Trio(Camp):
        def layout(self) -> kit.Layout:
            return kit.make_layout(
                CATALOGUE, LAYOUT.zones, LAYOUT.rows, seats=3, phases=LAYOUT.phases
            )

    assert problems(Doubled()) == ["layout: two zones have the id 'hand'"]
    assert problems(Trio()) == [
        "the layout is for 3 seats, the game has 2",
        "play.card: declared with a layout for 2 seats, the game's is for 3 seats",
    ]


def test_secrets_need_somebody_who_fills_them_in() -> None:
    class Incomplete(kit.CardGame[kit.Unit, Secret]):
        id: ClassVar[str] = "incomplete"

        def kinds(self) -> list[type[Move[SecretState]]]:
            return [Rest]

        def layout(self) -> kit.Layout:
            return LAYOUT

        def board(self) -> Secret:
            return Secret([0], 0)

    assert problems(Incomplete()) == [
        "Secret.bid: an owner's field is a list with 2 entries",
        "Secret has fields that not everybody sees, but fill_board() is missing",
    ]


def test_phase_outside_the_layout_is_found_when_the_game_is_built() -> None:
    class Dream(Sleep):
        id: ClassVar[str] = "dream"
        phases: ClassVar[int] = 1 << 2

    class Dreaming(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Dream, *super().kinds()]

    assert problems(Dreaming()) == [
        "dream: it names a phase that the layout does not have; known: 0 main, 1 night"
    ]


def test_answer_that_is_always_allowed_is_a_problem() -> None:
    class Eager(Answer):
        always: ClassVar[bool] = True

    class Hasty(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Sleep, Eager]

    assert problems(Hasty()) == ["answer: what is always allowed answers no question"]


def test_questions_without_an_answering_move_are_a_problem() -> None:
    class Mute(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Play, Sleep]

    found = problems(Mute())
    assert found[0] == "fetch: no kind of move answers it; name it in `answers_to`"
    assert len(found) == 5


def test_question_that_the_answer_is_not_bound_to_is_a_problem() -> None:
    class OnlyFetch(Answer):
        domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Fetch, Keep)

    class Half(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Play, Sleep, OnlyFetch]

    class Unbound(Half):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Play, Sleep, kit.Answer]

    missing = [
        f"{question}: no kind of move answers it; name it in `answers_to`"
        for question in ("fetch", "promote", "how_much", "bury", "mulligan")
    ]
    assert problems(Half()) == missing[1:4]
    assert problems(Unbound()) == missing


def test_kind_of_the_authors_own_may_answer_anything() -> None:
    class Shrug(Sleep):
        """Give every question the same answer."""

        id: ClassVar[str] = "shrug"
        answers: ClassVar[bool] = True

        def apply(self, state: CampState, seat: int) -> None:
            state.stack.pop()

    class Shrugging(Camp):
        def kinds(self) -> list[type[Move[CampState]]]:
            return [Play, Sleep, Shrug]

    engine = scenario(Shrugging()).ask(Fetch(1)).engine()
    assert [str(move) for move in engine.legal_moves()] == ["shrug"]
    engine.play("shrug")
    assert [str(move) for move in engine.legal_moves()] == ["sleep"]


class Nameless(kit.Effect[kit.Unit, Purse]):
    """An effect without an id."""


class Twin(Say):
    """An effect with the id of another."""

    id: ClassVar[str] = "say"


class Misspelt(kit.Event):
    """An event whose words name no parameter."""

    id: ClassVar[str] = "misspelt"
    words: ClassVar[Mapping[str, str]] = {"crad": "card"}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card = card


class Greedy(Fetch):
    """A question that takes more than it offers at most."""

    id: ClassVar[str] = "greedy"
    least: ClassVar[int] = 3
    kind: ClassVar[str] = "crd"


def test_all_problems_of_effects_are_listed() -> None:
    class Messy(Camp):
        def effects(self) -> list[type[kit.Event]]:
            return [Say, Nameless, Twin, Misspelt, Greedy]

    assert problems(Messy()) == [
        "two effects have the id 'say'",
        "Nameless: an effect or event needs an id",
        "misspelt: `words` names no field 'crad'; did you mean 'card'?",
        "greedy: no answer takes 3 to 2 options",
        "greedy: unknown kind 'crd'; did you mean 'card' or 'word'?",
        "greedy: no kind of move answers it; name it in `answers_to`",
    ]


def test_domain_with_a_zone_that_does_not_exist_fails_where_it_is_declared() -> None:
    with pytest.raises(kit.LayoutError, match="there is no zone 9"):

        class Lost(Play):
            id: ClassVar[str] = "lost"
            domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(9)}


def test_events_may_be_any_values_and_triggers_see_each_once() -> None:
    heard: list[Value] = []

    class Listening(Camp):
        def triggered(self, state: CampState, event: Value) -> list[CampEffect]:
            heard.append(event)
            return []

    state = empty()
    state.enter(kit.Unit(ANT), FRONT, 1).damage = 3
    state.enter(kit.Unit(BEE), FRONT, 1).damage = 3
    Listening().settle(state)
    assert [str(event) for event in heard] == ["Died(card=1, seat=1)", "Died(card=2, seat=1)"]
    assert (state.events, state.pile(PILE, 1)) == ([], (ANT, BEE))
