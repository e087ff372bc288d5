"""Random matches keep every law of the library and the invariants of the rules."""

import pytest

from kibitz.core import seeded
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import BASE, KIND, TOKEN, UNIT
from kibitz.games.gundam.rules.in_play import hp_left
from kibitz.games.gundam.state import (
    ACTION,
    BASES,
    BLOCK,
    DECK,
    END_ACTION,
    LOOKED,
    MAIN,
    RESOLVING,
    SHIELDS,
    UNITS,
    CardInPlay,
    GundamState,
)
from kibitz.kit import Question
from kibitz.testing import check_game, check_hash_seeds
from kibitz.testing.expect import census

PAIRS = ["A / B", "C / D"]
DECISIONS = (MAIN, BLOCK, ACTION, END_ACTION)


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS)
def test_match_keeps_every_law(decks: str) -> None:
    survey = check_game(lambda: Gundam(decks), games=20, max_plies=3000)
    assert survey.games == 20


@pytest.mark.parametrize("decks", PAIRS)
def test_short_match_keeps_every_law(decks: str) -> None:
    assert check_game(Gundam(decks), games=2, max_plies=3000, every=32).games == 2


def test_nothing_depends_on_the_order_of_sets() -> None:
    check_hash_seeds("gundam", max_plies=150)


def cards_of(state: GundamState, seat: int) -> list[int]:
    """Lists all cards of a seat but tokens, in zones and in play, in order."""
    width, depth = state.layout.width, state.layout.depth
    found = [card for pile in state.cards[seat * width : (seat + 1) * width] for card in pile]
    for row in state.rows[seat * depth : (seat + 1) * depth]:
        found += [card for part in row for card in part.cards()]
    return sorted(card for card in found if not TOKEN[card])


def check_part(state: GundamState, seat: int, part: CardInPlay) -> None:
    """Checks one card in play."""
    assert part.damage >= 0
    if not state.stack and not state.over:
        assert hp_left(state, part, seat) > 0, "what has no HP left is destroyed"
    if KIND[part.kind] == BASE:
        assert (part.pilot, part.fresh) == (0, False)
    for mod in part.mods:
        assert mod.span or mod.until >= state.turn, "an effect has outlived its turn"
        assert not mod.span or state.board.attacker, "an effect has outlived its battle"


def check_invariants(state: GundamState, decks: list[list[int]], total: list[int]) -> None:
    """Checks what holds after every move."""
    board = state.board
    for seat in (0, 1):
        assert cards_of(state, seat) == decks[seat], "no card is lost or changes its owner"
        resources = board.ready[seat] + board.rested[seat]
        assert min(board.ready[seat], board.rested[seat], board.ex[seat]) >= 0
        assert resources + board.left[seat] == total[seat] == 10
        assert resources <= 10
        assert board.ex[seat] <= 5
        assert resources + board.ex[seat] <= 15
        assert len(state.row(UNITS, seat)) <= 6
        assert len(state.row(BASES, seat)) <= 1
        assert all(KIND[part.kind] == UNIT for part in state.row(UNITS, seat))
        assert all(KIND[part.kind] == BASE for part in state.row(BASES, seat))
        assert state.over or state.count(DECK, seat) + state.count(LOOKED, seat) > 0
        assert state.count(SHIELDS, seat) <= 6
        if not state.stack:
            assert state.count(LOOKED, seat) == state.count(RESOLVING, seat) == 0
        for part in (*state.row(UNITS, seat), *state.row(BASES, seat)):
            check_part(state, seat, part)
    if not state.stack and not state.over:
        assert state.phase in DECISIONS
        assert not state.events
        assert not board.struck
        assert (board.attacker > 0) == (state.phase in (BLOCK, ACTION))
        if state.phase == MAIN:
            assert not state.mods
            assert board.target == 0


def play_at_random(game: Gundam, seed: str) -> tuple[int, int]:
    """Plays a match at random and checks every position; returns its moves and turns."""
    rng = seeded(seed)
    state = game.setup(rng.fork())
    decks, counted, plies = [cards_of(state, seat) for seat in (0, 1)], census(state), 0
    assert decks == [sorted(deck) for deck in game.decks]
    while not state.over:
        moves = game.legal(state)
        assert moves, "somebody can always do something"
        game.play(state, moves[rng.below(len(moves))])
        check_invariants(state, decks, [10, 10])
        plies += 1
        assert plies < 5000, "every match ends"
    assert game.legal(state) == []
    assert census(state) == counted
    return plies, state.turn


@pytest.mark.parametrize("decks", PAIRS)
def test_59_random_matches_end_and_keep_the_invariants(decks: str) -> None:
    turns = [play_at_random(Gundam(decks), f"{decks}/{number}")[1] for number in range(15)]
    assert max(turns) <= 79, "39 draws each, and the last one loses"


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS)
def test_59_hundreds_of_random_matches_end_and_keep_the_invariants(decks: str) -> None:
    turns = [play_at_random(Gundam(decks), f"many {decks}/{number}")[1] for number in range(600)]
    assert max(turns) <= 79


def test_60_every_question_occurs_in_random_games() -> None:
    wanted = {
        question.id
        for question in Gundam().effects()
        if issubclass(question, Question) and question.id
    } | {"order"}
    assert wanted == {
        *("first", "mulligan", "target", "room", "burst", "order", "take", "deploy", "discard")
    }
    found: set[str] = set()
    for seed in range(30):
        game = Gundam("C / D" if seed % 2 else "A / B")
        state, rng = game.setup(seeded(seed)), seeded(f"moves {seed}")
        while not state.over:
            question = state.question()
            if question is not None:
                assert isinstance(question, Question)
                found.add(question.id)
            listed = game.legal(state)
            game.play(state, listed[rng.below(len(listed))])
    assert found == wanted


def test_all_cards_are_in_a_deck() -> None:
    dealt = {card for decks in PAIRS for deck in Gundam(decks).decks for card in deck}
    assert dealt == set(range(1, 49))
