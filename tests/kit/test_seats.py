"""One layout for two to four: numbers, words and domains at tables of every size."""

import pickle
import re

import pytest

from kibitz.core import SPECTATOR, Domain, RuleEngine, seeded, write_record
from kibitz.kit import ANY, FOE, YOU, Layout, LayoutError, Zone, make_layout
from kibitz.kit.errors import INVALID_TARGET
from kibitz.testing import (
    assert_enumeration_complete,
    assert_enumeration_sound,
    assert_staged_equals_flat,
    check_game,
    expect_refusal,
    gather_universe,
    play_random,
    scenario,
)
from tests.kit.fair import CATALOGUE, HAND, LAYOUT, STALL, Exchange, Fair, FairState, Rob

SEATS = (2, 3, 4)


def full(seats: int) -> FairState:
    """Returns a table at which everybody has two apples on the stall and one in hand."""
    start = scenario(Fair(seats))
    for seat in range(seats):
        start = start.put("stall", seat, "apple", "apple").put("hand", seat, "apple")
    return start.state()


# Layouts.


def test_layout_for_a_number_of_seats_is_made_once() -> None:
    assert LAYOUT.seats == 4
    assert LAYOUT.for_seats(4) is LAYOUT
    assert LAYOUT.for_seats(3) is LAYOUT.for_seats(3)
    assert [LAYOUT.for_seats(seats).seats for seats in SEATS] == [2, 3, 4]
    assert LAYOUT.for_seats(2).for_seats(3) == LAYOUT.for_seats(3)
    assert LAYOUT.for_seats(2) != LAYOUT.for_seats(3)
    assert pickle.loads(pickle.dumps(LAYOUT.for_seats(3))) == LAYOUT.for_seats(3)


@pytest.mark.parametrize("seats", [0, 1, 5, -1])
def test_layout_refuses_a_number_of_seats_that_it_is_not_for(seats: int) -> None:
    with pytest.raises(LayoutError, match=f"the layout is for 2 to 4 seats, not for {seats}"):
        LAYOUT.for_seats(seats)


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        ((0, 2), "0 to 2 seats"),
        ((3, 2), "3 to 2 seats"),
        ((-2, -1), "-2 to -1 seats"),
        (0, "0 seats"),
        (-1, "-1 seats"),
    ],
)
def test_impossible_number_of_seats_is_refused(seats: int | tuple[int, int], text: str) -> None:
    with pytest.raises(LayoutError, match=f"layout: a game has 1 seat or more, not {text}"):
        make_layout(CATALOGUE, [Zone("hand")], seats=seats)


@pytest.mark.parametrize("seats", [1, 5])
def test_game_with_more_or_fewer_seats_than_the_layout_is_refused(seats: int) -> None:
    text = f"the layout is for 2 to 4 seats, the game has {seats}"
    assert Fair(seats).problems() == [text]


def test_moves_that_belong_to_another_layout_are_refused() -> None:
    class Crowd(Fair):
        def layout(self) -> Layout:
            return make_layout(CATALOGUE, LAYOUT.zones, LAYOUT.rows, seats=(2, 6), phases=("a",))

    text = "declared with a layout for 2 to 4 seats, the game's is for 2 to 6 seats"
    names = ("offer.card", "rob.target", "exchange.player", "spy.player")
    assert Crowd(2).problems() == [f"{name}: {text}" for name in names]


def test_numbers_and_words_mean_the_same_at_every_table() -> None:
    for seats in SEATS:
        layout = LAYOUT.for_seats(seats)
        assert layout.spots == LAYOUT.spots
        for seat in range(seats):
            for index in range(3):
                place = layout.place(STALL, seat, index)
                assert place == LAYOUT.place(STALL, seat, index)
                assert layout.place_word(place) == f"p{seat}.stall.{index + 1}"
                assert LAYOUT.read_place(layout.place_word(place)) == place
                assert layout.owner(place) == seat
            player = LAYOUT.read_place(f"p{seat}")
            assert (layout.read_place(f"p{seat}"), layout.owner(player)) == (player, seat)
        with pytest.raises(ValueError, match=f"there are seats 0 to {seats - 1}"):
            layout.read_place(f"p{seats}")


def test_state_has_piles_rows_and_masks_for_the_seats_at_the_table() -> None:
    for seats in SEATS:
        state = full(seats)
        layout = state.layout
        assert layout is LAYOUT.for_seats(seats)
        assert (len(state.rows), len(state.cards)) == (seats, 3 * seats)
        assert layout.everybody == (1 << seats) - 1 | 1 << LAYOUT.bit(SPECTATOR)
        for seat in range(seats):
            for index in range(2):
                part = state.at(state.place(STALL, seat, index))
                assert state.find(part.serial) == state.place(STALL, seat, index)


# Domains.


def words(domain: Domain, state: FairState, seat: int) -> list[str]:
    """Writes what a domain offers."""
    return [domain.text(value) for value in domain.values(state, seat, {})]


@pytest.mark.parametrize("seats", SEATS)
def test_domains_of_a_class_offer_what_is_at_each_table(seats: int) -> None:
    state = full(seats)
    others = [f"p{(1 + step) % seats}" for step in range(1, seats)]

    assert words(LAYOUT.players(FOE), state, 1) == others
    assert words(LAYOUT.players(), state, 1) == ["p1", *others]
    assert words(LAYOUT.players(ANY), state, 1) == ["p1", *others]
    assert words(LAYOUT.players(YOU), state, 1) == ["p1"]
    stalls = [f"{player}.stall.{index}" for player in others for index in (1, 2)]
    assert words(LAYOUT.places(STALL, owner=FOE), state, 1) == stalls


@pytest.mark.parametrize("seats", SEATS)
def test_cards_of_all_others_are_those_at_the_table(seats: int) -> None:
    state = full(seats)
    for seat, card in enumerate(("bread", "cloth", "drum")[: seats - 1], start=1):
        state.add([LAYOUT.read_card(card)], HAND, seat)
    found = words(LAYOUT.cards_in(HAND, owner=FOE), state, 0)
    assert found == ["apple", "bread", "cloth", "drum"][:seats]


def test_place_of_somebody_who_does_not_play_is_refused_as_a_target() -> None:
    engine = scenario(Fair(2)).put("stall", 1, "apple").engine()
    for word in ("p2", "p3.stall.1", "p1.stall.2"):
        refusal = expect_refusal(engine, f"rob {word}", INVALID_TARGET)
        assert refusal.reason == f"target: {word} is not offered; offered: p1.stall.1, p1"
        move = engine.game.read_move(f"rob {word}")
        assert word.replace("p2", "seat 2") in engine.game.describe(engine.view(0), move)


# Players.


def test_where_is_asked_about_players_with_their_seat() -> None:
    state = full(4)
    state.board.coins[2] = 0
    state.at(state.place(STALL, 1, 0)).spent = True
    moves = [str(move) for move in Fair(4).legal(state) if isinstance(move, Rob)]
    assert moves == [
        *("rob p1.stall.2", "rob p1"),
        *("rob p2.stall.1", "rob p2.stall.2"),
        *("rob p3.stall.1", "rob p3.stall.2", "rob p3"),
    ]


def test_players_can_be_all_that_is_offered() -> None:
    engine = scenario(Fair(4)).put("hand", 1, "drum").put("hand", 3, "drum").engine()
    moves = [str(move) for move in engine.legal_moves() if isinstance(move, Exchange)]
    assert moves == ["exchange p1", "exchange p3"]
    assert engine.game.describe(engine.view(0), Exchange(-2)) == "Exchange: seat 1"
    refusal = expect_refusal(engine, "exchange p2", INVALID_TARGET)
    assert refusal.reason == "player: p2 is not offered; offered: p1, p3"


# Whole games.


@pytest.mark.parametrize("seats", SEATS)
def test_the_fair_keeps_every_law_at_every_table(seats: int) -> None:
    report = check_game(lambda: Fair(seats), games=12)
    assert min([count for kind, count in report.kinds.items() if kind != "concede"]) > 0
    assert min(report.guessed) > 0


@pytest.mark.parametrize("seats", SEATS)
def test_enumeration_is_complete_at_every_table(seats: int) -> None:
    game = Fair(seats)
    engine = play_random(game, 3, 9)
    universe = gather_universe(game, games=2, state=engine.state)
    for seat in range(seats):
        assert_enumeration_complete(game, engine.state, universe, seat)
        assert_enumeration_sound(game, engine.state, seat)
    assert assert_staged_equals_flat(engine) > 0


def step(engine: RuleEngine[FairState, FairState], seed: str) -> bool:
    """Plays a random move, and through a position, a sampled world and a pickle on the way."""
    if engine.outcome is not None:
        return False
    view = engine.view(engine.seat)
    document = engine.game.position(view)
    assert engine.game.read_position(document) == view
    world = engine.game.sample(view, seeded(seed))
    assert engine.game.view(pickle.loads(pickle.dumps(world)), engine.seat) == view
    moves = engine.legal_moves()
    assert engine.game.legal(world) == moves
    engine.play(str(seeded(f"{seed}/{engine.ply}").pick(moves)))
    return True


def test_tables_of_all_sizes_are_played_at_the_same_time() -> None:
    together = [RuleEngine(Fair(seats), seed=seats) for seats in SEATS]
    playing = together
    while playing:
        playing = [engine for engine in playing if step(engine, f"{engine.game.seats}")]
    for engine, seats in zip(together, SEATS, strict=True):
        alone = RuleEngine(Fair(seats), seed=seats)
        while step(alone, f"{seats}"):
            pass
        assert write_record(alone).text() == write_record(engine).text()
        assert {move.id for _, move in engine.history} >= {"exchange", "rob"}
        drawn = engine.game.render(engine.view(0))
        assert re.findall(r"^seat \d", drawn, re.MULTILINE) == [
            f"seat {(1 + step) % seats}" for step in range(seats)
        ]
