"""Lists of moves where a kind has too many to list, and words for moves that are secret."""

from typing import Any

import pytest

from kibitz import games
from kibitz.core import Rng, RuleEngine
from kibitz.core.errors import InvalidMoveError
from kibitz.core.game import SPECTATOR
from kibitz.games.lorcana import Lorcana
from kibitz.table.frames import has_words, list_moves, pick_range, tell_move
from tests.kit.bazaar import Bazaar
from tests.table.choosing import Choosing


def test_a_choice_of_some_pieces_is_one_entry() -> None:
    engine = RuleEngine(Choosing(), seed=1)
    [entry], steps = list_moves(engine, 0)
    assert steps == []
    assert (entry.kind, entry.move) == ("drop", None)
    assert (entry.touches.least, entry.touches.most) == (2, 10)
    move = pick_range(engine, 0, "drop", ["offer:3", "offer:9"])
    assert str(move) == "drop discard [3,9]"
    with pytest.raises(InvalidMoveError, match="cannot choose offer:11"):
        pick_range(engine, 0, "drop", ["offer:11"])


def test_a_choice_that_another_question_follows_is_answered_step_by_step() -> None:
    engine = RuleEngine(Choosing(), seed=1)
    for _ in range(2):
        engine.play("drop discard [1,2]")
    assert list_moves(engine, 0) == ([], ["give"])


def test_a_question_of_the_kit_is_answered_with_its_pieces() -> None:
    engine = RuleEngine(Lorcana(), seed=7)
    hand = [entry.touches.groups[0][0] for entry in list_moves(engine, engine.seat).entries[1:3]]
    move = pick_range(engine, engine.seat, "answer", hand)
    assert move is not None
    assert engine.can_execute(move)
    first, second = (group.partition(":")[2] for group in hand)
    assert str(move) == f"answer alter [{first},{second}]"


def told(engine: RuleEngine[Any, Any], text: str, viewer: int) -> str:
    """Plays a move, and returns what a viewer is told about it."""
    seat, before = engine.seat, engine.view(viewer)
    move = engine.parse(text)
    engine.play(move)
    return tell_move(engine.game, move, seat, viewer, before, engine.view(viewer))


def after_mulligans() -> RuleEngine[Any, Any]:
    """Returns a match of Bazaar, which has no words of its own, before the first turn."""
    engine = RuleEngine(Bazaar(), seed=3)
    for _ in range(3):
        engine.play("answer mulligan [keep]")
    return engine


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2])
def test_a_secret_move_is_not_told_in_the_words_of_the_library(viewer: int) -> None:
    engine = after_mulligans()
    assert told(engine, "call", viewer) == "Call"
    bids = [move for move in engine.legal_moves() if move.id == "answer"]
    assert {told(engine.fork(), str(bid), viewer) for bid in bids} == {"Answer: ?"}


def test_whoever_makes_a_secret_move_is_told_what_it_was() -> None:
    engine = after_mulligans()
    engine.play("call")
    bid = str(engine.legal_moves()[0])
    assert told(engine, bid, 0) == f"Bid: {bid.split('[')[1].rstrip(']')}"


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_a_move_that_everybody_sees_is_told_in_the_words_of_the_library(viewer: int) -> None:
    engine = after_mulligans()
    packs = [move for move in engine.legal_moves() if move.id == "pack"]
    assert {told(engine.fork(), str(move), viewer) for move in packs} == {
        "Pack: herald of seat 0",
        "Pack: vine of seat 0",
    }


def test_words_of_the_author_are_told_as_they_are() -> None:
    assert has_words(games.load("jaipur"))
    assert has_words(games.load("lorcana"))
    assert not has_words(games.load("duel"))
    assert not has_words(Choosing())


@pytest.mark.expects_errors
def test_nothing_is_told_if_nobody_can_say_whether_it_is_a_secret() -> None:
    class Broken(Bazaar):
        def sample(self, view: Any, rng: Rng) -> Any:
            raise ValueError("no worlds")

    engine = RuleEngine(Broken(), seed=3)
    assert told(engine, "answer mulligan [keep]", 2) == "Answer: ?"
