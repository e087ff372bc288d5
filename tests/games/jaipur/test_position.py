"""Positions of Jaipur: written, read back, and refused where they are impossible."""

import json

import pytest

from kibitz.core import PositionError, seeded
from kibitz.games.jaipur import Jaipur, Round
from kibitz.testing import play_random
from tests.games.jaipur.positions import (
    GAME,
    SINGLE,
    finished,
    other,
    own,
    position,
    random_views,
    run_out,
)

# Writing and reading back.


def test_position_is_written_as_documented() -> None:
    view = GAME.read_position(position())
    assert GAME.position(view) == position()
    assert (view.left, view.starter, view.plies) == (34, 0, 0)
    mine, theirs = view.merchants
    assert (mine.hidden(), mine.known, mine.bonuses) == (0, [0] * 6, (2,))
    assert (theirs.hidden(), theirs.size, theirs.known) == (4, 5, [0, 0, 0, 1, 0, 0])


def test_position_gives_the_legal_moves() -> None:
    world = GAME.sample(GAME.read_position(position()), seeded(1))
    moves = [str(move) for move in GAME.legal(world)]
    assert moves[:3] == ["take gold", "take silver", "take camels"]
    assert "sell 2 leather" in moves
    assert "swap 2 camels, leather > gold, 2 silver" in moves


@pytest.mark.parametrize("game", [GAME, SINGLE])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_position_reads_back_whoever_looks_and_whoever_is_to_move(game: Jaipur, seed: int) -> None:
    for view in random_views(game, seed, 5):
        text = json.dumps(game.position(view))
        again = game.read_position(json.loads(text))
        assert again == view, text
        assert json.dumps(game.position(again)) == text


def test_what_is_written_does_not_tell_what_is_hidden() -> None:
    state = play_random(GAME, 4, 2).state
    seen = GAME.view(state, 0)
    others = [GAME.sample(seen, seeded(number)) for number in range(5)]
    written = {json.dumps(GAME.position(GAME.view(world, 0))) for world in others}
    assert written == {json.dumps(GAME.position(seen))}
    assert len({tuple(world.merchants[1].hand) for world in others}) > 1


def test_the_shortest_position_is_a_first_turn() -> None:
    shortest = {
        "to_move": 1,
        "market": {"camel": 3, "gold": 2},
        "merchants": [{"hidden": 5}, {"hand": {"spice": 5}}],
    }
    view = GAME.read_position(shortest)
    assert (view.left, view.seat, view.starter, view.plies) == (40, 1, 1, 0)
    assert GAME.read_position(GAME.position(view)) == view


def test_a_spectator_s_position_shows_no_hand() -> None:
    document = position(
        merchants=[other(bonuses=["3"], rupees=11, tokens=3), other()], spectator=True
    )
    view = GAME.read_position(document)
    assert GAME.position(view) == document
    assert view.merchants[0].bonuses == (-1,)


def test_what_all_have_seen_of_the_own_hand_reads_back() -> None:
    document = position(merchants=[own(seen={"leather": 2}), other()])
    view = GAME.read_position(document)
    assert view.merchants[0].known == [0, 0, 0, 0, 0, 2]
    assert GAME.position(view) == document


@pytest.mark.parametrize(
    ("changes", "starter", "plies"),
    [
        ({}, 0, 0),
        ({"to_move": 1}, 1, 0),
        ({"starter": 1}, 1, 1),
        ({"plies": 7}, 1, 7),
        ({"plies": 8}, 0, 8),
        ({"to_move": 1, "plies": 7, "starter": 0}, 0, 7),
        ({"rounds": [{"scores": [60, 50]}]}, 1, 1),
        ({"rounds": [{"scores": [50, 60]}]}, 0, 0),
        ({"rounds": [{"scores": [50, 60]}, {"scores": [50, 50], "winner": 0}]}, 1, 1),
    ],
)
def test_who_started_follows_from_whose_turn_it_is(
    changes: dict[str, object], starter: int, plies: int
) -> None:
    view = GAME.read_position(position(**changes))
    assert (view.starter, view.plies) == (starter, plies)
    assert GAME.read_position(GAME.position(view)) == view


def test_rounds_read_back_with_their_ends_and_ties() -> None:
    rounds = [{"scores": [50, 50], "winner": 1, "end": "cap"}, {"scores": [70, 50], "end": "deck"}]
    view = GAME.read_position(position(rounds=rounds))
    assert view.rounds == (Round((50, 50), 1, "cap"), Round((70, 50), 0, "deck"))
    assert GAME.position(view)["rounds"] == rounds


# The end.


def test_the_last_round_of_a_finished_match_is_scored_from_the_table() -> None:
    view = SINGLE.read_position(finished())
    assert view.over
    assert view.rounds == (Round((26, 50), 1, "tokens"),)
    assert view.reason == "tokens"
    assert SINGLE.position(view) == finished()


def test_the_match_ends_only_with_the_seals_it_takes() -> None:
    for rounds, reason in (
        ([{"scores": [40, 60]}], "2 seals to 0"),
        ([{"scores": [40, 60]}, {"scores": [60, 40]}], "2 seals to 1"),
    ):
        plies = 31 - len(rounds)
        view = GAME.read_position(finished(rounds=rounds, plies=plies))
        assert (view.over, view.reason, len(view.rounds)) == (True, reason, len(rounds) + 1)
        assert GAME.position(view) == finished(rounds=rounds, plies=plies)


def test_a_match_ended_by_the_deck_has_gaps_in_the_market() -> None:
    document = run_out()
    view = SINGLE.read_position(document)
    assert (view.reason, view.left, sum(view.market)) == ("deck", 0, 3)
    assert SINGLE.position(view) == document


def test_a_capped_match_takes_all_its_moves() -> None:
    document = position(over=True, to_move=1, plies=400)
    view = SINGLE.read_position(document)
    assert (view.reason, view.rounds[0].end, view.starter) == ("cap", "cap", 0)
    assert SINGLE.position(view) == document


# Refusals.


def refusal(document: object, game: Jaipur = GAME) -> str:
    """Returns what is said against a position."""
    with pytest.raises(PositionError) as caught:
        game.read_position(document)
    said = str(caught.value)
    assert said.startswith("not a position of jaipur: ")
    return said.removeprefix("not a position of jaipur: ")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        # Shape.
        ({"market": "absent"}, "field 'market' is missing"),
        ({"merchant": []}, "unknown field 'merchant'; did you mean 'merchants'?"),
        ({"to_move": 2}, "to_move: expected a whole number from 0 to 1, got 2"),
        ({"to_move": True}, "to_move: expected a whole number from 0 to 1, got true"),
        ({"market": ["gold"]}, 'market: expected an object, got ["gold"]'),
        ({"market": {"camels": 5}}, "market: unknown card 'camels'; did you mean 'camel'?"),
        ({"market": {"gold": "1"}}, 'market.gold: expected a whole number from 0 to 6, got "1"'),
        ({"market": {"gold": -1}}, "market.gold: expected a whole number from 0 to 6, got -1"),
        ({"market": {"gold": 1.0}}, "market.gold: expected a whole number from 0 to 6, got 1.0"),
        ({"sold": {"camel": 1}}, "sold: camels belong in the market or under 'herd'"),
        ({"sold": None}, "sold: expected an object, got null"),
        ({"merchants": {}}, "merchants: expected a list, got {}"),
        ({"merchants": [{}]}, "merchants: expected two, one for each seat, got 1"),
        ({"over": 1}, "over: expected true or false, got 1"),
        ({"spectator": "yes"}, 'spectator: expected true or false, got "yes"'),
        ({"deck": "34"}, 'deck: expected a whole number from 0 to 40, got "34"'),
        ({"deck": 41}, "deck: expected a whole number from 0 to 40, got 41"),
        ({"deck": -1}, "deck: expected a whole number from 0 to 40, got -1"),
        ({"plies": 400}, "plies: expected a whole number from 0 to 399, got 400"),
        ({"plies": 0, "over": True}, "plies: expected a whole number from 1 to 400, got 0"),
        ({"starter": "0"}, 'starter: expected a whole number from 0 to 1, got "0"'),
        ({"rounds": {}}, "rounds: expected a list, got {}"),
        ({"rounds": [3]}, "rounds[0]: expected an object, got 3"),
        ({"rounds": [{}]}, "rounds[0]: field 'scores' is missing"),
        # Cards.
        ({"market": {"gold": 1, "camel": 3}}, "market: expected 5 cards, got 4"),
        ({"market": {"gold": 3, "camel": 3}}, "market: expected 5 cards, got 6"),
        ({"market": {"camel": 5}, "sold": {}}, "merchants: the cards sold took 0 tokens"),
        ({"sold": {"spice": 3, "leather": 9}}, "10 leather exist, but 11 are placed"),
        ({"deck": 33}, "deck: expected 34, the cards that are left, got 33"),
        # Tokens.
        ({"sold": {"spice": 3, "gold": 1}}, "sold: gold is sold 2 or more at a time, got 1"),
        ({"sold": {"spice": 4}}, "merchants: the cards sold took 4 tokens, got 3 and 0"),
        ({"sold": {"cloth": 2}}, "merchants: the cards sold brought 8 rupees, got 11 and 0"),
        (
            {"sold": {"diamond": 5, "gold": 6, "spice": 7}},
            "third empty stack, got diamond, gold, spice; if that ended the match, 'over' is true",
        ),
        # Turns and rounds.
        ({"plies": 7, "starter": 0}, "starter: expected seat 1 after 7 plies, got 0"),
        (
            {"plies": 7, "rounds": [{"scores": [50, 60]}]},
            "lost the round before and must start, but with to_move 0 and 7 plies seat 1 started",
        ),
        (
            {"starter": 0, "rounds": [{"scores": [60, 50]}]},
            "starter: seat 1 lost the round before",
        ),
        (
            {"rounds": [{"scores": [60, 50]}, {"scores": [50, 50], "winner": 0}]},
            "rounds: seat 0 had 2 of 2 seals before this round, so the match was over",
        ),
    ],
)
def test_position_refuses_impossible_content(changes: dict[str, object], problem: str) -> None:
    assert problem in refusal(position(**changes))


@pytest.mark.parametrize(
    ("scored", "problem"),
    [
        ({"scores": 3}, "rounds[0].scores: expected a list, got 3"),
        ({"scores": [3]}, "rounds[0].scores: expected two, one for each seat, got 1"),
        ({"scores": [3, -1]}, "rounds[0].scores[1]: expected a whole number from 0 to 224, got -1"),
        ({"scores": [120, 110]}, "rounds[0]: a round is worth 224 rupees at most, got 230"),
        (
            {"scores": [50, 50]},
            "rounds[0]: at 50 : 50, 'winner' must name the seat that took the seal",
        ),
        (
            {"scores": [50, 50], "winner": 2},
            "rounds[0].winner: expected a whole number from 0 to 1",
        ),
        (
            {"scores": [50, 60], "winner": 0},
            "rounds[0]: winner: expected seat 1 at 50 : 60, got 0",
        ),
        ({"scores": [50, 60], "end": "token"}, "rounds[0].end: unknown 'token'; did you mean"),
        ({"scores": [50, 60], "end": 3}, "rounds[0].end: expected a text, got 3"),
        ({"score": [50, 60]}, "rounds[0]: unknown field 'score'; did you mean 'scores'?"),
    ],
)
def test_position_refuses_impossible_rounds(scored: dict[str, object], problem: str) -> None:
    assert problem in refusal(position(rounds=[scored]))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hand": "absent"}, "merchants[0]: field 'hand' is missing"),
        ({"hand": {"camel": 1}}, "merchants[0].hand: camels belong in the market or under 'herd'"),
        ({"hand": {"clot": 1}}, "merchants[0].hand: unknown card 'clot'; did you mean 'cloth'?"),
        ({"hand": {"leather": 8}}, "merchants[0]: a hand holds 7 cards at most, got 8"),
        (
            {"hand": {"leather": 11}},
            "merchants[0].hand.leather: expected a whole number from 0 to 10",
        ),
        ({"seen": {"cloth": 2}}, "merchants[0].seen: at most the 1 cloth in hand, got 2"),
        ({"hided": 3}, "merchants[0]: unknown field 'hided'; did you mean 'hidden'"),
        ({"herd": 12}, "merchants[0].herd: expected a whole number from 0 to 11, got 12"),
        ({"herd": 7}, "11 camel exist, but 12 are placed"),
        ({"rupees": 131}, "merchants[0].rupees: expected a whole number from 0 to 130, got 131"),
        ({"rupees": 12}, "merchants: the cards sold brought 11 rupees, got 12 and 0"),
        ({"tokens": 2}, "merchants: the cards sold took 3 tokens, got 2 and 0"),
        ({"tokens": 39}, "merchants[0].tokens: expected a whole number from 0 to 38, got 39"),
        ({"bonuses": 2}, "merchants[0].bonuses: expected a list, got 2"),
        ({"bonuses": [7]}, "expected the value of a bonus token, 1 to 6 or 8 to 10, got 7"),
        ({"bonuses": [True]}, "merchants[0].bonuses[0]: expected the value of a bonus token"),
        ({"bonuses": ["3"]}, "merchants[0].bonuses[0]: expected the value of a bonus token"),
        (
            {"bonuses": [4]},
            "bonus tokens for 4 cards or more: with the cards sold at most 0, got 1",
        ),
        ({"bonuses": [2, 3]}, "for 3 cards or more: with the cards sold at most 1, got 2"),
        ({"bonuses": [9, 9]}, "merchants: bonus tokens worth 9: at most 1, got 2"),
        ({"bonuses": [1, 1, 2, 2, 2, 3, 3, 3]}, "bonus tokens for 3 cards: at most 7, got 8"),
    ],
)
def test_position_refuses_an_impossible_merchant(changes: dict[str, object], problem: str) -> None:
    assert problem in refusal(position(merchants=[own(**changes), other()]))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hidden": 7}, "merchants[1]: a hand holds 7 cards at most, got 8"),
        ({"hidden": None}, "merchants[1].hidden: expected a whole number from 0 to 7, got null"),
        ({"seen": {"cloth": 1}}, "merchants[1]: 'seen' goes with a hand that is shown"),
        (
            {"bonuses": [2]},
            'merchants[1].bonuses[0]: expected "3", "4" or "5+" (the value is hidden)',
        ),
        ({"bonuses": ["5"]}, 'expected "3", "4" or "5+" (the value is hidden), got "5"'),
        ({"bonuses": ["3"]}, "for 3 cards or more: with the cards sold at most 1, got 2"),
        ({"hidden": "absent"}, "merchants: nobody sees both hands"),
        ({"rupees": 1}, "merchants: the cards sold brought 11 rupees, got 11 and 1"),
    ],
)
def test_position_refuses_an_impossible_hidden_merchant(
    changes: dict[str, object], problem: str
) -> None:
    assert problem in refusal(position(merchants=[own(), other(**changes)]))


def test_position_refuses_hands_that_nobody_sees_like_that() -> None:
    both = [other(rupees=11, tokens=3), other()]
    assert refusal(position(merchants=both)) == (
        "merchants: both hands are hidden; show one, or set 'spectator' to true"
    )
    assert "a spectator sees no hand" in refusal(position(spectator=True))


def test_position_refuses_tokens_that_cannot_be_split_like_that() -> None:
    # Spice took 5, 3 and 3: none of them is worth 4.
    merchants = [own(tokens=1, rupees=4), other(tokens=2, rupees=7)]
    assert refusal(position(merchants=merchants)) == (
        "merchants: the tokens won cannot be split as 1 worth 4 and 2 worth 7 rupees"
    )
    merchants = [own(tokens=1, rupees=3), other(tokens=2, rupees=8)]
    assert GAME.read_position(position(merchants=merchants)).merchants[0].rupees == 3


def test_position_refuses_a_deck_larger_than_it_ever_is() -> None:
    document = {
        "to_move": 0,
        "market": {"camel": 5},
        "merchants": [{"hand": {"gold": 1}}, {"hidden": 5, "herd": 3}],
    }
    assert refusal(document).startswith("41 cards are left for the deck, but it never has more")


def test_position_refuses_more_hidden_cards_than_there_are_goods_unseen() -> None:
    # Two silver and two spice are all that does not lie open.
    document = {
        "to_move": 0,
        "market": {"camel": 5},
        "merchants": [
            {"hand": {"diamond": 2, "gold": 2}, "herd": 3, "rupees": 114, "tokens": 34},
            {"hidden": 5},
        ],
        "sold": {"diamond": 4, "gold": 4, "silver": 4, "cloth": 8, "spice": 6, "leather": 10},
    }
    assert refusal(document) == "merchants: 5 cards are hidden, but only 4 goods are unseen"


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (position(over=True), "over: the round has not ended; that takes three empty stacks"),
        (
            finished(market={"silver": 1, "camel": 3}),
            "market: expected 5 cards (fewer if the deck has run out), got 4",
        ),
        (finished(sold={"cloth": 7, "spice": 7, "leather": 9, "gold": 5}), "third empty stack"),
        (run_out(market={"camel": 2}), "market: expected 5 cards (fewer if the deck has run out)"),
        (run_out(over=False), "market: expected 5 cards, got 3"),
        (finished(rounds=[{"scores": [40, 60]}]), "seat 1 had 1 of 1 seals before this round"),
    ],
)
def test_position_refuses_an_end_that_is_none(document: dict[str, object], problem: str) -> None:
    assert problem in refusal(document, SINGLE)


def test_position_refuses_an_end_without_the_seals_for_it() -> None:
    assert refusal(finished()) == "over: seat 1 wins its seal 1 of 2, so the match goes on"


@pytest.mark.parametrize("document", [None, [], "gold", 3, True])
def test_position_refuses_what_is_no_object(document: object) -> None:
    assert refusal(document).startswith("expected an object, got")


def test_position_lists_all_problems_at_once() -> None:
    said = refusal(
        {"to_move": 7, "market": {"gould": 1}, "merchants": [3, own(herd="x")], "extra": 1}
    )
    for problem in ("unknown field 'extra'", "to_move", "'gould'", "merchants[0]", "herd"):
        assert problem in said
    said = refusal(position(market={}, deck=20, merchants=[own(rupees=0, bonuses=[9]), other()]))
    for problem in (
        "market: expected 5 cards",
        "11 rupees, got 0 and 0",
        "for 5 cards or more",
        "deck:",
    ):
        assert problem in said
