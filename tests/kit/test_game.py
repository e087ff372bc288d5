"""Table games: the gate, play, views, sampling, the check of the declaration, and drawings."""

import pickle
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from kibitz.core import SPECTATOR, GameDefinitionError, Move, RuleEngine, hidden_rng, seeded
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN
from kibitz.kit import (
    EVERYTHING,
    NOBODY_WON,
    Board,
    CardDefinition,
    CardRegistry,
    Concede,
    Decision,
    EndTurn,
    Modifier,
    Phase,
    TableGame,
    TableMove,
    TableState,
    Turn,
    TurnStructure,
    Zone,
)
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, WRONG_PHASE, WRONG_STEP, CardDataError
from kibitz.kit.game import veiled_decision
from kibitz.testing import check_game
from tests.kit.skirmish import Bury, Camps, Done, Flee, Play, Skirmish, dealt, give

State = TableState[Camps]


def gate(state: State, seat: int, kind: type[Move[State]]) -> str:
    refusal = Skirmish().gate(state, seat, kind)
    return "" if refusal is None else refusal.error_code


# Dealing and playing.


def test_a_dealt_game_begins_its_first_turn() -> None:
    state = dealt()
    assert (state.flow.turn, state.flow.phase, state.seat) == (1, "main", 0)
    assert state.table.count("hand", 0) == 4
    assert state.table.count("hand", 1) == 3
    assert (state.viewer, state.winner, state.over) == (EVERYTHING, NOBODY_WON, False)


def test_the_turn_passes_when_the_phases_are_over() -> None:
    state = dealt()
    game = Skirmish()
    game.play(state, Done())
    assert (state.flow.turn, state.flow.phase, state.seat) == (2, "main", 1)
    assert state.table.count("hand", 1) == 4


class Resign(TableMove[Camps]):
    """Gives up; it goes by the seat it is applied for."""

    id: ClassVar[str] = "resign"
    always: ClassVar[bool] = True

    def apply(self, state: State, seat: int) -> None:
        state.win(1 - seat, "resigned")


@pytest.mark.parametrize(("seat", "winner"), [(None, 1), (0, 1), (1, 0)])
def test_a_move_is_applied_for_the_seat_that_plays_it(seat: int | None, winner: int) -> None:
    state = dealt()
    Skirmish().play(state, Resign(), seat)
    assert (state.over, state.winner) == (True, winner)


def test_a_move_of_the_wrong_seat_phase_or_step_is_refused() -> None:
    state = dealt()
    assert gate(state, 0, Play) == ""
    assert gate(state, 1, Play) == NOT_YOUR_TURN
    assert gate(state, 1, Concede) == ""
    assert gate(state, 0, Flee) == NO_DECISION
    state.flow.phase = "end"
    assert gate(state, 0, Play) == WRONG_PHASE

    class Clean(TableMove[Camps]):
        steps: ClassVar[tuple[str, ...]] = ("cleanup",)

    assert gate(state, 0, Clean) == WRONG_STEP
    state.flow.step = "cleanup"
    assert gate(state, 0, Clean) == ""
    state.draw("tired")
    assert gate(state, 0, Concede) == GAME_ENDED


def test_given_a_decision_then_only_its_seat_answers_and_everybody_else_waits() -> None:
    game, state = Skirmish(), dealt()
    (cat,) = give(state, 0, "cat")
    dogs = give(state, 1, "dog", "ant", "dog")
    game.play(state, Play(cat))
    assert state.seat == 1
    assert gate(state, 0, Play) == DECISION_PENDING
    assert gate(state, 0, Flee) == DECISION_PENDING
    assert gate(state, 1, Done) == DECISION_PENDING
    assert gate(state, 0, Concede) == ""
    assert game.legal(state) == [Flee(dogs[0]), Flee(dogs[2])]
    game.play(state, Flee(dogs[2]))
    assert state.pending == []
    assert state.seat == 0
    assert state.board.modifiers.items == [Modifier(str(cat), "power", 1)]
    assert gate(state, 0, Done) == ""


def test_the_flow_waits_for_a_decision() -> None:
    game, state = Skirmish(), dealt()
    (cat,) = give(state, 0, "cat")
    give(state, 1, "dog")
    game.play(state, Play(cat))
    state.flow.request("phase")
    assert state.flow.active == 0
    game.play(state, game.legal(state)[0])
    assert state.flow.active == 1


def test_what_follows_every_move_may_end_a_phase() -> None:
    class Hasty(Skirmish):
        def after(self, state: State, move: Move[State]) -> None:
            state.flow.request("phase")

    game = Hasty()
    state = game.setup(seeded(1))
    game.play(state, Play(state.table.cards("hand", 0)[0]))
    assert state.flow.active == 1


def test_a_win_gives_one_to_the_winner_and_a_draw_nothing() -> None:
    game, state = Skirmish(), dealt()
    assert game.returns(state) == [0.0, 0.0]
    game.play(state, Concede(1))
    assert (state.over, state.winner) == (True, 0)
    assert game.returns(state) == [1.0, -1.0]
    other = dealt()
    other.draw("tired")
    assert game.returns(other) == [0.0, 0.0]
    assert game.outcome(other) is not None


def test_the_end_condition_is_asked_after_every_move() -> None:
    game, state = Skirmish(), dealt()
    cards = give(state, 0, "ant", "ant", "bee")
    for card in cards:
        game.play(state, Play(card))
    assert (state.winner, state.reason) == (0, "full field")


def test_a_game_without_turns_passes_the_turn_by_its_moves() -> None:
    class Pass(TableMove[Camps]):
        id: ClassVar[str] = "pass"

        def apply(self, state: State, seat: int) -> None:
            state.flow.active = 1 - seat

    class Bare(Skirmish):
        def kinds(self) -> list[type[Move[State]]]:
            return [Pass]

        def turns(self) -> None:
            return None

    game = Bare()
    assert game.problems() == []
    state = game.setup(seeded(1))
    game.play(state, Pass())
    assert (state.seat, state.flow.turn) == (1, 1)
    assert game.position(game.view(state, 0))["active"] == 1


def test_random_games_run_to_their_end_in_checked_mode() -> None:
    for seed in range(5):
        engine = RuleEngine(Skirmish(), seed=seed, checked=True)
        rng = seeded(seed)
        while not engine.state.over:
            engine.play(rng.pick(engine.legal_moves()))
        assert engine.outcome is not None


def test_the_small_game_keeps_every_law() -> None:
    check_game(Skirmish(), games=4)
    check_game(Skirmish(counted=False), games=2)


# States.


def test_a_clone_does_not_feel_what_happens_to_the_state() -> None:
    state = dealt()
    twin = state.clone()
    assert twin == state
    before = state.key()
    Skirmish().play(twin, Done())
    twin.board.score[0] = 9
    twin.board.modifiers.add(Modifier("c1", "power", 1))
    twin.ask(Decision("x", 1, "flee"))
    twin.trackers.mark("buried", 0)
    assert state.key() == before


def test_states_and_views_pickle() -> None:
    game, state = Skirmish(), dealt()
    assert pickle.loads(pickle.dumps(state)) == state
    view = game.view(state, 1)
    assert pickle.loads(pickle.dumps(view)) == view


def test_a_board_without_a_clone_of_its_own_copies_lists_parts_and_dictionaries() -> None:
    board = Skirmish().board()
    twin = board.clone()
    twin.score[0] = 5
    twin.names["a"] = 1
    twin.log.append("x")
    twin.modifiers.add(Modifier("c1", "power", 1))
    assert board == Skirmish().board()
    assert twin != board


# Views and samples.


def test_a_view_has_no_dice_and_hides_the_boards_secrets() -> None:
    game, state = Skirmish(), dealt()
    view = game.view(state, 1)
    assert view.rng == hidden_rng()
    assert view.viewer == 1
    assert view.is_view
    assert not state.is_view
    assert view.board.clue == 0
    assert view.board.bid == [-1, state.board.bid[1]]
    assert game.view(state, SPECTATOR).board.bid == [-1, -1]
    assert state.board.clue > 0


def test_sampled_states_look_the_same_to_their_viewer_and_vary() -> None:
    game = Skirmish()
    state = dealt()
    rng = seeded(9)
    for seat in (0, 1, SPECTATOR):
        view = game.view(state, seat)
        worlds = [game.sample(view, rng) for _ in range(20)]
        for world in worlds:
            assert game.view(world, seat) == view
            assert world.viewer == EVERYTHING
            assert world.rng != state.rng
        assert len({str(world.table.key()) for world in worlds}) > 10
        assert len({world.rng.key() for world in worlds}) == 20


def test_sampled_states_can_be_played_to_the_end() -> None:
    game = Skirmish()
    world = game.sample(game.view(dealt(), 1), seeded(4))
    rng = seeded(5)
    while not world.over:
        game.play(world, game.random_move(world, rng))
    assert world.reason


def test_which_hidden_cards_are_offered_is_not_told_to_others() -> None:
    game, state = Skirmish(), dealt()
    (cat,) = give(state, 0, "cat")
    hand = give(state, 1, "ant", "dog", "bee")
    game.play(state, Play(cat))
    assert state.pending[0].options == (hand[1],)
    assert game.view(state, 1).pending == state.pending
    for seat in (0, SPECTATOR):
        view = game.view(state, seat)
        assert view.pending[0].options == tuple(hand)
        assert game.view(game.sample(view, seeded(1)), seat) == view


def test_options_that_are_no_hidden_cards_stay_as_they_are() -> None:
    game, state = Skirmish(), dealt()
    shown = state.table.move(state.table.cards("hand", 1)[0], "field")
    decision = Decision("x", 1, "flee", (shown, "yes", 3))
    assert veiled_decision(decision, game.view(state, 0).table, 0) == decision


# The declaration.


class Broken(Skirmish):
    """A game in which everything is declared wrongly."""

    def kinds(self) -> list[type[Move[State]]]:
        return [Play, Wrong]

    def zones(self) -> list[Zone]:
        return [Zone("deck"), Zone("deck")]

    def cards(self) -> CardRegistry:
        card = CardDefinition("a", "A")
        return CardRegistry([card, card])

    def board(self) -> Camps:
        return Leaky([0, 0], [0], 0)

    def turns(self) -> TurnStructure[Camps]:
        return TurnStructure(Turn([Phase("mian", next="nowhere")]))


class Leaky(Camps):
    __match_args__ = ("score", "bid", "clue")
    visibility: ClassVar[Mapping[str, str]] = {"bid": "owner", "clue": "sever", "gone": "public"}

    def __init__(self, score: list[int], bid: list[int], clue: int) -> None:
        self.score = score
        self.bid = bid
        self.clue = clue


class Wrong(TableMove[Camps]):
    id: ClassVar[str] = "wrong"
    answers: ClassVar[str] = "x"
    always: ClassVar[bool] = True
    steps: ClassVar[tuple[str, ...]] = ("nap",)

    def apply(self, state: State, seat: int) -> None: ...


def test_all_problems_of_a_declaration_are_reported_at_once() -> None:
    with pytest.raises(GameDefinitionError) as error:
        Broken().rulebook()
    text = str(error.value)
    for part in (
        "two zones have the id 'deck'",
        "two cards have the id 'a'",
        "Leaky.score: who sees it is not declared",
        "Leaky.bid: an owner's field is a list with 2 entries",
        "Leaky.clue: unknown visibility 'sever'; did you mean 'server'?",
        "visibility of a field 'gone' that it does not have",
        "next 'nowhere' is not known",
        "play: phase 'main' is not known; did you mean 'mian'?",
        "wrong: step 'nap' is not known",
        "wrong: what is always allowed answers no decision",
    ):
        assert part in text


def test_a_new_board_field_without_a_visibility_fails() -> None:
    class Wider(Camps):
        __match_args__ = (*Camps.__match_args__, "extra")
        extra = 0

    class Game(Skirmish):
        def board(self) -> Camps:
            board = Skirmish.board(self)
            return Wider(*[getattr(board, name) for name in Camps.__match_args__])

    assert Game().problems() == ["Wider.extra: who sees it is not declared in `visibility`"]


def test_a_board_with_secrets_needs_a_way_to_fill_them() -> None:
    class Blind(TableGame[Camps]):
        id: ClassVar[str] = "blind"

        def kinds(self) -> list[type[Move[State]]]:
            return [Done]

        def zones(self) -> list[Zone]:
            return [Zone("deck")]

        def cards(self) -> CardRegistry:
            return CardRegistry([])

        def board(self) -> Camps:
            return Skirmish().board()

    assert Blind().problems() == [
        "Camps has fields that not everybody sees, but fill_board() is missing"
    ]


def test_phases_need_a_turn_structure() -> None:
    class Bare(Skirmish):
        def turns(self) -> None:
            return None

    assert "play: it names phases or steps, but there is no turns()" in Bare().problems()


def test_what_an_author_must_write_says_so() -> None:
    class Empty(TableGame[Board]):
        pass

    game: TableGame[Board] = Empty()
    methods: list[Any] = [game.zones, game.cards, game.board, game.kinds]
    for method in methods:
        with pytest.raises(TypeError, match="Empty does not define"):
            method()
    with pytest.raises(TypeError, match=r"Empty does not define deal\(\)"):
        game.deal(Skirmish().blank(seeded(1)))  # type: ignore[arg-type]  # never read
    assert game.turns() is None
    assert game.pool(0, "") is None
    assert game.trackers().marked() == []


def test_card_data_errors_surface_when_a_table_is_made() -> None:
    with pytest.raises(CardDataError):
        Broken().layout()


# Words.


def test_a_drawing_shows_the_viewer_at_the_bottom_and_counts_for_the_rest() -> None:
    game, state = Skirmish(), dealt()
    (card,) = give(state, 0, "ant")
    table = state.table
    field = table.create("bee", "field", 1)
    table.set_flag(field, "tapped")
    table.add_counter(field, "damage", 2)
    trap = table.create("cat", "traps", 1)
    table.set_flag(trap, "set")
    known = table.move(table.create("dog", "field", 1), "hand")
    state.board.modifiers.add(Modifier("c1", "power", 1))
    drawn = game.render(game.view(state, 0)).splitlines()
    assert drawn[0] == "turn 1 of seat 0, phase main: you decide"
    assert "  vault         2 cards" in drawn
    assert drawn.index("seat 1") < drawn.index("seat 0 (you)")
    assert f"  hand          {card} Ant" in drawn
    assert f"  hand          {known} Dog, 3 hidden" in drawn
    assert f"  field         {field} Bee [tapped, damage 2]" in drawn
    assert f"  traps         {trap} ? [set]" in drawn
    assert "  camp          -" in drawn
    assert "  score 0" in drawn
    assert f"  score 0, bid {state.board.bid[0]}" in drawn
    assert any("modifiers items" in line for line in drawn)


def test_a_drawing_tells_the_end_and_what_is_asked() -> None:
    game, state = Skirmish(), dealt()
    (cat,) = give(state, 0, "cat")
    (dog,) = give(state, 1, "dog")
    game.play(state, Play(cat))
    view = game.view(state, 1)
    assert f"  asked: seat 1: A dog flees ({dog} Dog)" in game.render(view)
    state.pending[0] = Decision("x", 1, "flee")
    assert "  asked: seat 1: flee\n" in game.render(game.view(state, 0))
    state.win(1, "bored")
    assert game.render(game.view(state, 0)).startswith("over: seat 1 has won (bored)")
    state.draw("tired")
    assert game.render(state).startswith("over: a draw (tired)")


def test_moves_are_described_with_the_names_of_known_cards() -> None:
    game, state = Skirmish(), dealt()
    (card,) = give(state, 0, "ant")
    mine, theirs = game.view(state, 0), game.view(state, 1)
    assert game.describe(mine, Play(card)) == f"Play a beast: {card} Ant"
    assert game.describe(theirs, Bury(card)) == f"Bury a card: {card} ?"
    assert game.describe(mine, Done()) == EndTurn.name
    assert game.describe(mine, Flee((card, 3))) == f"Let a dog flee: {card} Ant + 3"
    assert game.describe(mine, Flee(())) == "Let a dog flee: none"
