"""What each seat of Leduc hold'em sees, and the deals that fit it."""

import pytest

from kibitz.core import (
    SPECTATOR,
    hidden_rng,
    seeded,
)
from kibitz.core.agent import play_out
from kibitz.games.leduc import Leduc, LeducState
from kibitz.games.leduc.state import CARDS, NO_CARD
from tests.games.leduc.table import table


def test_view_hides_the_other_card_and_the_dice() -> None:
    match = table("Ks Qs", "raise call", public="Jh")
    assert [CARDS[card] if card >= 0 else "" for card in match.view(0).cards] == ["Ks", ""]
    assert [CARDS[card] if card >= 0 else "" for card in match.view(1).cards] == ["", "Qs"]
    assert match.view(SPECTATOR).cards == (NO_CARD, NO_CARD)
    for seat in (0, 1, SPECTATOR):
        assert match.view(seat).rng == hidden_rng()
        assert CARDS[match.view(seat).public] == "Jh"


def test_view_is_the_same_whatever_is_hidden(states: list[LeducState]) -> None:
    # Grouped by what seat 0 can know, all states of a group must look the same to it.
    game = Leduc()
    seen: dict[tuple[object, ...], str] = {}
    for state in states:
        if state.reason != "showdown":
            known = (state.cards[0], *state.key()[1:4], *state.key()[5:])
            assert seen.setdefault(known, repr(game.view(state, 0))) == repr(game.view(state, 0))


def test_given_a_showdown_when_looking_then_everybody_sees_both_cards() -> None:
    match = table("Ks Qs", "call call call call")
    for seat in (0, 1, SPECTATOR):
        assert match.view(seat).cards == match.state.cards


def test_given_a_fold_when_looking_then_hidden_cards_stay_hidden() -> None:
    match = table("Ks Qs", "raise fold")
    assert match.view(0).cards == (match.state.cards[0], NO_CARD)
    assert match.view(1).cards == (NO_CARD, match.state.cards[1])
    assert match.view(SPECTATOR).cards == (NO_CARD, NO_CARD)


@pytest.mark.parametrize(
    ("moves", "shown"),
    [("call call", "the public card"), ("call call raise call", "both cards")],
)
def test_given_a_call_that_showed_cards_when_a_player_undoes_then_it_stays(
    moves: str, shown: str
) -> None:
    match = table("Ks Qs", moves)
    played = match.state_hash
    assert not match.undo(player_facing=True), shown
    assert (match.state_hash, match.ply) == (played, len(moves.split()))
    assert match.undo()


def test_given_a_raise_or_a_fold_when_a_player_undoes_then_it_is_taken_back() -> None:
    match = table("Ks Qs", "raise fold")
    assert match.undo(player_facing=True)
    assert match.undo(player_facing=True)
    assert match.state_hash == table("Ks Qs").state_hash


def test_sample_fits_the_view_in_every_state(states: list[LeducState]) -> None:
    game, rng = Leduc(), seeded(1)
    for state in states[::7]:
        for seat in (0, 1, SPECTATOR):
            view = game.view(state, seat)
            world = game.sample(view, rng)
            assert game.view(world, seat) == view
            assert world.rng != hidden_rng()
            dealt = [card for card in (*world.cards, world.public) if card != NO_CARD]
            assert len(set(dealt)) == len(dealt)


@pytest.mark.parametrize(("moves", "possible"), [("", 5), ("call call", 4)])
def test_sample_draws_every_possible_card_equally_often(moves: str, possible: int) -> None:
    match, rng = table("Ks Qs", moves), seeded(2)
    found = [match.game.sample(match.view(0), rng).cards[1] for _ in range(1000 * possible)]
    counts = [found.count(card) for card in range(6)]
    assert sum(count > 0 for count in counts) == possible
    assert all(800 < count < 1200 for count in counts if count)


def test_sampled_deals_play_on_and_differ_in_what_comes() -> None:
    match, rng = table("Ks Qs"), seeded(3)
    public = set()
    for _ in range(200):
        world = match.game.sample(match.view(0), rng)
        play_out(match.game, world, rng)
        assert world.over
        public.add(world.public)
    assert public >= {0, 1, 2, 3, 5}
    assert 4 not in public
