"""Which first moves can be taken back among people, game by game, and why."""

import pytest

from kibitz.core import RuleEngine
from kibitz.games import load, names

YES, NO, SOME = "yes", "no", "some"

# By kind of move, at the first decision of some deals.
FIRST: dict[str, dict[str, tuple[str, str]]] = {
    "dronewars": {
        "keep": (NO, "chance decides which drones are offered next"),
        "concede": (YES, "it shows no card"),
    },
    "duel": {
        "play_card": (NO, "the opponent sees a card of the hand"),
        "discard": (NO, "cards are drawn"),
        "cast": (SOME, "damage shows nothing; a card that is drawn does"),
        "pass_turn": (NO, "the opponent draws a card"),
        "concede": (YES, "it shows no card"),
    },
    "gundam": {
        "answer": (NO, "the hands are dealt once it is known who begins"),
        "concede": (YES, "it shows no card"),
    },
    "jaipur": {
        "take": (NO, "a card of the deck comes to the market"),
        "take_camels": (NO, "cards of the deck come to the market"),
        "sell": (NO, "the opponent sees goods of the hand"),
        "exchange": (NO, "the opponent sees goods of the hand"),
    },
    "leduc": {
        "call": (YES, "the first call turns up nothing"),
        "raise": (YES, "a raise shows no card"),
    },
    "lorcana": {
        "answer": (SOME, "keeping all cards shows nothing; cards that are drawn do"),
        "concede": (YES, "it shows no card"),
    },
    "pokemon": {
        "active": (YES, "the card lies face down: the opponent does not see which one it is"),
        "concede": (YES, "it shows no card"),
    },
    "spire": {
        "play": (YES, "the cards of these hands draw nothing"),
        "end": (NO, "cards are drawn, and the monsters choose their next moves"),
    },
}


@pytest.mark.parametrize("name", names())
def test_first_moves_that_can_be_taken_back_among_people(name: str) -> None:
    found: dict[str, set[bool]] = {}
    for seed in (1, 2):
        engine = RuleEngine(load(name), seed=seed)
        for entry in engine.enumerate_moves(engine.seat, valid_only=True, max_per_move=9):
            assert entry.move is not None
            engine.play(entry.move)
            taken = engine.undo(player_facing=True)
            assert taken or engine.undo()
            found.setdefault(entry.move.id, set()).add(taken)
    words = {frozenset([True]): YES, frozenset([False]): NO, frozenset([True, False]): SOME}
    told = {kind: words[frozenset(verdicts)] for kind, verdicts in found.items()}
    assert told == {kind: verdict for kind, (verdict, _) in FIRST[name].items()}


def test_what_the_opponent_learns_from_cards_that_are_put_face_down() -> None:
    engine = RuleEngine(load("pokemon"), seed=1)
    learned = []
    for text in ("active magikarp", "active jynx", "bench staryu", "done", "done"):
        engine.play(text)
        learned.append(engine.revealed())
    # A second card shows that the hand had another Basic Pokémon; the last move turns all cards up.
    assert learned == [False, False, True, False, True]
