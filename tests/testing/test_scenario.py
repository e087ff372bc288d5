"""Scenarios: states of card games built line by line."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import pytest

from kibitz import kit
from kibitz.core import Move, Reject, seeded
from kibitz.games.duel.game import (
    CAST,
    DECK,
    DISCARDED,
    END,
    FIELD,
    HAND,
    MAIN,
    PILE,
    Duel,
    DuelState,
    Forfeit,
    PassTurn,
    PlayCard,
)
from kibitz.testing import (
    assert_conserved,
    expect_over,
    expect_refusal,
    expect_success,
    scenario,
)
from tests.kit.caravan import CAT, DOG, Caravan, Gain, Pick


def words(pile: Iterable[int]) -> list[str]:
    """Returns the ids of the cards of a pile."""
    return [Duel().layout().ids[card] for card in pile]


def test_given_a_thief_in_hand_when_played_then_the_other_player_must_give_up_a_card() -> None:
    engine = scenario(Duel()).put("hand", 0, "thief").put("hand", 1, "imp", "ogre").engine()
    before = engine.state.clone()
    expect_success(engine, "play_card thief calm")
    assert engine.seat == 1
    answers = ["answer forfeit [imp]", "answer forfeit [ogre]"]
    assert [str(move) for move in engine.legal_moves()] == answers
    expect_success(engine, "answer forfeit [ogre]")
    assert engine.seat == 0
    assert words(engine.state.pile(PILE, 1)) == ["ogre"]
    assert_conserved(before, engine.state)


def test_given_a_spell_was_cast_when_casting_another_then_it_is_refused() -> None:
    engine = scenario(Duel()).mark("cast").engine()
    error = expect_refusal(engine, "cast draw -", "ONCE_PER_TURN")
    assert error.reason == "you may cast once a turn"


def test_cards_lie_in_the_order_put_and_the_last_one_is_on_top() -> None:
    built = scenario(Duel()).put("deck", 1, "imp", "ogre").put("deck", 1, "wolf")
    state = built.state()
    assert words(state.pile(DECK, 1)) == ["imp", "ogre", "wolf"]
    state.draw(1, DECK, HAND)
    assert words(state.pile(HAND, 1)) == ["wolf"]


def test_nobody_knows_more_of_a_card_than_its_zone_shows() -> None:
    state = scenario(Caravan()).put("hand", 1, "dog", "cat").put("deck", 0, "ant").state()
    assert state.pile(0, 1) == (CAT, DOG)
    assert not any(state.seen)


def test_parts_are_numbered_in_the_order_put() -> None:
    built = scenario(Duel()).put("field", 1, "imp", "wolf").put("field", 0, "guard")
    state = built.put("field", 1, "ogre").state()
    assert [part.serial for part in state.row(FIELD, 1)] == [1, 2, 4]
    assert words([part.kind for part in state.row(FIELD, 1)]) == ["imp", "wolf", "ogre"]
    assert (state.row(FIELD, 0)[0].serial, state.serial) == (3, 5)


def test_put_sets_the_fields_of_parts() -> None:
    state = scenario(Duel()).put("field", 0, "ogre", "guard", spent=True, damage=2).state()
    for part in state.row(FIELD, 0):
        assert (part.spent, part.damage) == (True, 2)


def test_cards_and_places_in_fields_are_words() -> None:
    built = scenario(Caravan()).put("camp", 0, "cat", load=["dog"], follows="p1.road.1")
    state = built.set(goal=[-1, "dog", -1], last="p2", log=["dog"]).state()
    (part,) = state.row(0, 0)
    assert (part.load, part.follows) == ([DOG], state.place(1, 1, 0))
    assert (state.board.goal, state.board.last, state.board.log) == ([-1, DOG, -1], -3, ["dog"])
    under = scenario(Duel()).put("field", 0, "ogre", under=("imp",)).state().row(FIELD, 0)[0].under
    assert words(list(under)) == ["imp"]


def test_set_changes_the_board() -> None:
    state = scenario(Duel()).set(life=[3, 1]).state()
    assert (state.board.life, state.board.mana) == ([3, 1], [5, 5])


def test_a_scenario_starts_in_the_first_phase_of_turn_one() -> None:
    state = scenario(Duel()).state()
    assert (state.turn, state.active, state.phase, state.seat) == (1, 0, MAIN, 0)
    assert state.board == Duel().board()
    assert not any(state.cards)


def test_turn_sets_the_turn_and_the_phase() -> None:
    state = scenario(Duel()).turn(4, active=1, phase="end").state()
    assert (state.turn, state.active, state.phase, state.seat) == (4, 1, END, 1)
    assert scenario(Duel()).turn(4, phase="end").turn(5).state().phase == MAIN


def test_marks_add_up() -> None:
    assert scenario(Duel()).mark("cast", "discarded").state().marks == CAST | DISCARDED
    assert scenario(Duel()).mark("cast").mark("discarded").state().marks == CAST | DISCARDED


def test_a_scenario_plays_on_through_the_turns() -> None:
    engine = scenario(Duel()).put("deck", 1, "imp").turn(8).set(life=[2, 9]).engine()
    engine.play("pass_turn")
    assert (engine.state.turn, engine.seat) == (9, 1)
    assert words(engine.state.pile(HAND, 1)) == ["imp"]
    engine.play("pass_turn")
    expect_over(engine, reason="no life left")


def test_show_lets_seats_know_the_top_cards() -> None:
    built = scenario(Duel()).put("hand", 1, "imp", "ogre", "wolf")
    state = built.show("hand", 1, to=[0], count=1).state()
    assert [state.knows(0, 3, at) for at in range(3)] == [False, False, True]
    state = built.show("hand", 1, to=[0, 0]).state()
    assert all(state.knows(0, 3, at) for at in range(3))


def test_ask_puts_questions_on_the_stack() -> None:
    engine = scenario(Duel()).put("hand", 1, "imp", "wolf").ask(Forfeit(1)).engine()
    assert engine.seat == 1
    assert len(engine.legal_moves()) == 2


def test_the_first_of_several_effects_happens_first() -> None:
    built = scenario(Caravan()).put("hand", 2, "cat").ask(Pick(2), Gain(1, (CAT, CAT)))
    engine = built.engine()
    assert engine.seat == 2
    engine.play("answer pick [cat]")
    assert engine.state.board.points == [0, 2, 0]
    assert engine.seat == 0


def test_the_same_seed_gives_the_same_dice() -> None:
    one, other = scenario(Duel()).seed(5).state(), scenario(Duel()).seed(5).state()
    assert one.rng == other.rng == seeded(5)
    assert scenario(Duel()).seed(6).state().rng != one.rng
    assert scenario(Duel()).seed(5).engine().seed == 5


def test_a_built_state_is_independent_of_the_scenario() -> None:
    built = scenario(Duel())
    state = built.state()
    built.put("hand", 0, "imp").set(life=[1, 1])
    assert state.pile(HAND, 0) == ()
    assert state.board.life == [20, 20]


def test_engines_are_checked_unless_told_otherwise() -> None:
    class Writing(PlayCard):
        def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
            state.board.mana[seat] += 1
            yield from super().check(state, seat)

    class Careless(Duel):
        def kinds(self) -> list[type[Move[DuelState]]]:
            return [Writing, *[kind for kind in super().kinds() if kind is not PlayCard]]

    built = scenario(Careless()).put("hand", 0, "imp")
    (entry,) = built.engine().enumerate_moves(0, move_ids=["play_card"])
    assert entry.validation_error is not None
    assert "the check of play_card changed the state" in entry.validation_error.reason
    (entry,) = built.engine(checked=False).enumerate_moves(0, move_ids=["play_card"])
    assert entry.is_valid


def test_unknown_names_are_refused_with_suggestions() -> None:
    built = scenario(Duel())
    with pytest.raises(kit.LayoutError, match=r"no zone or row 'feild'; did you mean 'field'"):
        built.put("feild", 0, "imp")
    with pytest.raises(ValueError, match=r"there is no card 'imq'; did you mean 'imp'"):
        built.put("hand", 0, "imq")
    with pytest.raises(ValueError, match="duel has seats 0 to 1, not 2"):
        built.put("hand", 2, "imp")
    with pytest.raises(ValueError, match=r"duel has no field 'damge'; did you mean 'damage'"):
        built.put("field", 0, "imp", damge=1)
    with pytest.raises(ValueError, match="hand is a zone, so it cannot hold a part with fields"):
        built.put("hand", 0, "imp", damage=1)
    with pytest.raises(ValueError, match="hand is a zone, so it cannot hold a token"):
        scenario(Caravan()).put("hand", 0, "egg")
    with pytest.raises(ValueError, match=r"duel has no field 'manna'; did you mean 'mana'"):
        built.set(manna=[1, 1])
    with pytest.raises(kit.LayoutError, match=r"duel has no phase 'man'; did you mean 'main'"):
        built.turn(1, phase="man")
    with pytest.raises(ValueError, match="duel has seats 0 to 1, not -1"):
        built.turn(1, active=-1)
    with pytest.raises(kit.LayoutError, match=r"duel has no mark 'casts'; did you mean 'cast'"):
        built.mark("casts")
    with pytest.raises(kit.LayoutError, match=r"duel has no zone 'field'; known: hand, deck, pile"):
        built.show("field", 0, to=[1])
    with pytest.raises(ValueError, match="duel has seats 0 to 1, not 3"):
        built.show("hand", 0, to=[3])
    with pytest.raises(ValueError, match=r"'p0.camp': there is no such place|is no place"):
        scenario(Caravan()).set(last="p0.camp")


def test_a_game_without_phases_has_none_to_set() -> None:
    class Timeless(Duel):
        id: ClassVar[str] = "timeless"

        def layout(self) -> kit.Layout:
            old = super().layout()
            params: list[Any] = [getattr(old, name) for name in old.__match_args__]
            params[old.__match_args__.index("phases")] = ()
            return kit.Layout(*params)

        def kinds(self) -> list[type[Move[DuelState]]]:
            return [PassTurn]

        def effects(self) -> list[type[kit.Event]]:
            return []

    assert scenario(Timeless()).turn(2).state().turn == 2
    with pytest.raises(kit.LayoutError, match="timeless has no phase 'main'; there are none"):
        scenario(Timeless()).turn(2, phase="main")
