"""Random matches keep every law of the library and the invariants of the rules."""

import pytest

from kibitz.core import seeded
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.cards import CARDS, CHARACTER, KIND, LOCATION, NAME, WILLPOWER
from kibitz.games.lorcana.state import (
    INKWELL,
    LOOKED,
    MAIN,
    PLAYING,
    ROW,
    WINNING_LORE,
    CardInPlay,
    LorcanaState,
    locations,
)
from kibitz.testing import check_game, check_hash_seeds
from kibitz.testing.expect import census

PAIRS = ["A / B", "B / C", "C / A"]
DECK_SIZE = 60


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS)
def test_match_keeps_every_law(decks: str) -> None:
    survey = check_game(lambda: Lorcana(decks=decks), games=20, max_plies=3000)
    assert survey.games == 20


@pytest.mark.parametrize("decks", PAIRS)
def test_short_match_keeps_every_law(decks: str) -> None:
    game = Lorcana(decks=decks, turn_limit=12)
    assert check_game(game, games=1, max_plies=1000, every=16).games == 1


def test_nothing_depends_on_the_order_of_sets() -> None:
    check_hash_seeds("lorcana", max_plies=150)


def cards_of(state: LorcanaState, seat: int) -> list[int]:
    """Lists all cards of a seat, in zones and in play, in order."""
    width, depth = state.layout.width, state.layout.depth
    found = [card for pile in state.cards[seat * width : (seat + 1) * width] for card in pile]
    for row in state.rows[seat * depth : (seat + 1) * depth]:
        found += [card for part in row for card in part.cards()]
    return sorted(found)


def check_part(state: LorcanaState, seat: int, row: int, part: CardInPlay) -> None:
    """Checks one card in play."""
    assert ROW[KIND[part.kind]] == row
    assert part.damage >= 0
    if KIND[part.kind] == CHARACTER:
        places = [location.serial for location in locations(state, seat)]
        assert part.at == 0 or part.at in places, "it is at a location of its own side"
        assert all(NAME[card] == NAME[part.kind] for card in part.under)
    else:
        assert not part.drying
        assert part.at == 0
        assert not part.under
    if KIND[part.kind] == LOCATION:
        assert not part.exerted
    if not state.stack and not state.over:
        assert part.damage == 0 or part.damage < WILLPOWER[part.kind]
    for mod in part.mods:
        assert mod.until < 0 or mod.until >= state.turn, "an effect has outlived its turn"


def check_invariants(state: LorcanaState, decks: list[list[int]]) -> None:
    """Checks what holds after every move."""
    board = state.board
    for seat in (0, 1):
        assert cards_of(state, seat) == decks[seat], "no card is lost or changes its owner"
        assert 0 <= board.ink[seat] <= state.count(INKWELL, seat)
        assert board.lore[seat] >= 0
        assert board.lore[seat] < WINNING_LORE or (state.over and state.winner == seat)
        for row in range(3):
            for part in state.row(row, seat):
                check_part(state, seat, row, part)
        if not state.stack:
            assert state.count(LOOKED, seat) == state.count(PLAYING, seat) == 0
    if not state.stack and not state.over:
        assert (board.attacker, board.defender) == (0, 0)
        assert state.phase == MAIN
        assert not state.events


def play_at_random(game: Lorcana, seed: str) -> tuple[int, int]:
    """Plays a match at random and checks every position; returns its moves and turns."""
    rng = seeded(seed)
    state = game.setup(rng.fork())
    decks, counted, plies = [cards_of(state, seat) for seat in (0, 1)], census(state), 0
    assert [len(deck) for deck in decks] == [DECK_SIZE, DECK_SIZE]
    while not state.over:
        moves = game.legal(state)
        assert moves, "somebody can always do something"
        game.play(state, moves[rng.below(len(moves))])
        check_invariants(state, decks)
        plies += 1
        assert plies < 5000, "every match ends"
    assert game.legal(state) == []
    assert census(state) == counted
    return plies, state.turn


@pytest.mark.parametrize("decks", PAIRS)
def test_random_matches_end_and_keep_the_invariants(decks: str) -> None:
    game = Lorcana(decks=decks)
    turns = [play_at_random(game, f"{decks}/{number}")[1] for number in range(12)]
    assert max(turns) < game.turn_limit


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS)
def test_hundreds_of_random_matches_end_and_keep_the_invariants(decks: str) -> None:
    game = Lorcana(decks=decks)
    turns = [play_at_random(game, f"many {decks}/{number}")[1] for number in range(600)]
    assert max(turns) < game.turn_limit


def test_all_cards_are_in_a_deck() -> None:
    dealt = {card for decks in PAIRS for deck in Lorcana(decks=decks).decks for card in deck}
    assert dealt == set(range(1, len(CARDS)))
