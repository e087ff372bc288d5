"""Positions: views as small JSON documents, and what is refused."""

import copy
import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import kit
from kibitz.core import SPECTATOR, Json, PositionError, Rng, RuleEngine, seeded
from kibitz.core.randomness import hidden_rng
from kibitz.games.duel import Duel
from kibitz.kit.effects import Order as Ordering
from kibitz.kit.effects import Triggers
from kibitz.testing import scenario
from tests.kit.caravan import (
    ANT,
    BEE,
    CAMP,
    CATALOGUE,
    DECK,
    DOG,
    EGG,
    HAND,
    PILE,
    ROAD,
    TRAP,
    Arrived,
    Caravan,
    Gain,
    Ledger,
    Order,
    Pack,
    Pick,
    Table,
)
from tests.kit.fair import Fair, FairState

DUEL: dict[str, Any] = {
    "game": "duel",
    "viewer": 0,
    "turn": 7,
    "active": 0,
    "phase": "main",
    "marks": ["cast"],
    "board": {"mana": [3, 5], "life": [14, 9]},
    "zones": {
        "hand": [["imp", "ogre", "wolf"], 4],
        "deck": [13, 13],
        "pile": [["imp", "wolf"], ["imp"]],
    },
    "rows": {
        "field": [
            [{"card": "guard", "damage": 1}, {"card": "imp", "spent": True}],
            ["guard", "wolf"],
        ]
    },
}
ASKED: dict[str, Any] = {"effect": "forfeit", "seat": 0}
CARAVAN: dict[str, Any] = {
    "game": "caravan",
    "viewer": 1,
    "turn": 3,
    "active": 2,
    "phase": "night",
    "marks": ["drawn", "played"],
    "board": {
        "points": [1, 2, 3],
        "bids": [None, 4, None],
        "goal": [None, "dog", None],
        "last": "p2.camp.1",
        "orders": [{"record": "Order", "what": "tea", "price": 1.5}],
        "log": ["ant"],
    },
    "zones": {
        "hand": [
            [None, {"card": "bee", "known_to": [0, 1]}],
            ["ant", "cat"],
            2,
        ],
        "deck": [None] * 10
        + [{"card": None, "known_to": [0, 2]}, {"card": "dog", "known_to": [1]}],
        "pile": ["ant", "dog"],
        "trap": [2, ["dog", "ant"], 2],
    },
    "rows": {
        "camp": [
            [],
            ["cat"],
            [{"card": "dog", "serial": 9, "load": ["ant", "bee"], "follows": "p1.camp.1"}],
        ],
        "road": [
            [{"card": "egg", "mods": [{"stat": "power", "amount": 2}]}],
            [],
            [],
        ],
    },
    "content": {"deck": [1], "p0.trap": [0, 2]},
    "unseen": {"deck.content": ["ant"] + ["bee"] * 3 + ["cat"] * 4 + ["dog"] * 3},
    "stack": [
        {"effect": "gain", "seat": 1, "cards": ["ant"], "mod": None},
        {"effect": "pick", "seat": 0},
    ],
    "events": [{"event": "arrived", "place": "p2.camp.1", "serial": 9}],
    "mods": [{"stat": "power", "amount": 1, "until": 5, "span": "war", "source": 9}],
    "serial": 12,
}


def refused(game: kit.CardGame[Any, Any], document: object) -> str:
    """Reads a position that must be refused, and returns the text of the error."""
    with pytest.raises(PositionError) as error:
        game.read_position(document)
    return str(error.value)


def problems(document: dict[str, Any], **changes: Any) -> str:
    """Reads one of the positions above with other fields, and returns the text of the error."""
    changed = copy.deepcopy(document)
    for name, value in changes.items():
        if isinstance(value, dict) and name in changed:
            changed[name].update(value)
        else:
            changed[name] = value
    return refused(Duel() if document is DUEL else Caravan(), changed)


def assert_read_back(game: kit.CardGame[Any, Any], view: kit.TableState[Any, Any]) -> Any:
    """Writes a view as text and reads it; returns the document."""
    text = json.dumps(game.position(view))
    again = game.read_position(json.loads(text))
    assert again == view, text
    assert json.dumps(game.position(again)) == text
    return json.loads(text)


# Round trips.


@pytest.mark.parametrize(("game", "document"), [(Duel(), DUEL), (Caravan(), CARAVAN)])
def test_a_hand_written_position_reads_and_writes_the_same(
    game: kit.CardGame[Any, Any], document: dict[str, Any]
) -> None:
    view = game.read_position(document)
    assert game.position(view) == document
    assert_read_back(game, view)
    world = game.sample(view, seeded(1))
    assert game.view(world, view.viewer) == view


def test_the_position_in_the_documentation_can_be_read() -> None:
    source = Path(__file__).parents[2] / "src/kibitz/kit/position.py"
    text = source.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    view = Duel().read_position(json.loads(text))
    assert json.dumps(Duel().position(view)) == json.dumps(json.loads(text))


def test_a_position_of_duel_is_the_view_of_its_seat() -> None:
    view = Duel().read_position(DUEL)
    assert (view.viewer, view.seat, view.turn, view.marks, view.serial) == (0, 0, 7, 1, 5)
    assert view.board.life == [14, 9]
    assert [part.serial for row in view.rows for part in row] == [1, 2, 3, 4]
    assert [view.layout.ids[card] for card in view.pile(0, 0)] == ["imp", "ogre", "wolf"]
    assert len(view.pools[0]) == 13
    assert len(view.pools[1]) == 17


def test_every_view_of_random_duels_survives_the_round_trip() -> None:
    game = Duel()
    for seed in range(4):
        state, rng = game.setup(seeded(seed)), seeded(seed)
        while not state.over:
            game.play(state, game.random_move(state, rng))
            for seat in (0, 1, SPECTATOR):
                document = assert_read_back(game, game.view(state, seat))
                assert "unseen" not in document
            again = game.read_position(game.position(state))
            again.rng = state.rng
            assert again == state


def disturb_cards(state: Table, rng: Rng, deed: int) -> None:
    """Moves cards, or shows them."""
    seat, mask = rng.below(3), rng.below(8)
    hand = state.pile(HAND, seat)
    if deed == 0:
        state.show(HAND, seat, mask, rng.below(3) - 1)
    elif deed == 1:
        state.show(DECK, 0, mask, rng.below(3) - 1)
    elif deed == 2:
        state.search(rng.pick([DECK, TRAP]), seat, mask)
    elif deed == 3:
        state.shuffle(rng.pick([DECK, TRAP]), seat)
    elif deed == 4 and hand:
        state.move(rng.pick(hand), HAND, seat, HAND, rng.below(3))
    elif deed == 5 and state.pile(TRAP, seat):
        state.tuck(rng.pick(state.pile(TRAP, seat)), TRAP, seat, DECK)
    elif deed == 6 and hand:
        card = state.take(rng.pick(hand), HAND, seat)
        part = Pack(EGG if card == BEE else card, load=[DOG], follows=seat, tired=rng.flip())
        state.enter(part, rng.pick([CAMP, ROAD]), seat)
    elif deed == 7 and state.row(CAMP, seat):
        for card in state.drop(state.place(CAMP, seat, 0)).cards():
            state.put(card, PILE, 0)


def disturb_rest(state: Table, rng: Rng, deed: int) -> None:
    """Changes what is no card."""
    seat = rng.below(3)
    if deed == 8:
        state.mods += (kit.Modifier(rng.below(2), rng.below(9) - 4, source=seat),)
    elif deed == 9:
        effects = (Gain(seat, (ANT,), kit.Modifier(0, 1, 4, "x")), Gain(0, ()))
        state.stack.append(rng.pick([*effects, Triggers(effects, (1, 2, 0))]))
    elif deed == 10:
        state.stack.append(rng.pick([Pick(seat), Ordering(0, (Gain(0, ()),), (0,))]))
    elif deed == 11:
        state.events.append(Arrived(state.place(ROAD, seat, 1), 3))
    elif deed == 12:
        state.board.bids[seat], state.board.goal[seat] = rng.below(3), ANT + seat
        state.board.orders.append(Order("tea", rng.random()))
        state.board.last = -1 - seat
    elif deed == 13:
        state.marks, state.phase, state.active = rng.below(9), rng.below(2), seat
    elif deed > 13:
        state.draw(seat, DECK, HAND)


@pytest.mark.parametrize("seed", range(12))
def test_every_view_of_a_disturbed_state_survives_the_round_trip(seed: int) -> None:
    game, rng = Caravan(), seeded(seed)
    state = game.setup(seeded(seed))
    for _ in range(40):
        deed = rng.below(16)
        disturb_cards(state, rng, deed)
        disturb_rest(state, rng, deed)
        asked = state.question()
        state.seat = rng.below(3) if asked is None else asked.seat
        for seat in (0, 1, 2, SPECTATOR):
            view = game.view(state, seat)
            assert_read_back(game, view)
            assert game.view(game.sample(view, rng), seat) == view
        again = game.read_position(json.loads(json.dumps(game.position(state))))
        again.rng = state.rng
        assert again == state


def test_a_whole_state_is_a_position_that_hides_nothing() -> None:
    game = Caravan()
    state = game.setup(seeded(1))
    state.board.seed = 5
    document = game.position(state)
    assert document["viewer"] == "everything"
    assert "unseen" not in document
    again = game.read_position(document)
    assert again.viewer == kit.TRUTH
    assert again.cards == state.cards
    assert (again.board.bids, again.board.seed) == (state.board.bids, 0)
    assert game.sample(again, seeded(1)).cards == state.cards


def quiet() -> FairState:
    """Returns a hand that was exchanged, with a card that a third seat has seen before."""
    state = scenario(Fair(3)).put("deck", 0, "apple").put("hand", 1, "bread").state()
    state.show(1, 0, 1 << 2, 1)
    state.draw(0, 1, HAND)
    state.swap(HAND, 0, HAND, 1)
    state.rng = hidden_rng()
    return state


def test_what_is_known_quietly_stands_only_in_a_whole_state() -> None:
    card = {"card": "apple", "known_to": [0, 1], "quietly": [2]}
    hands = [[{"card": "bread", "known_to": [0, 1]}], [card], []]
    assert assert_read_back(Fair(3), quiet())["zones"]["hand"] == hands
    shown = [assert_read_back(Fair(3), Fair(3).view(quiet(), seat)) for seat in (1, 2)]
    owner = {"card": "apple", "known_to": [0, 1]}
    assert shown[0]["zones"]["hand"] == [[{"card": "bread", "known_to": [0, 1]}], [owner], 0]
    assert shown[1]["zones"]["hand"] == [1, [{"card": "apple", "known_to": [1, 2]}], []]


def test_who_knows_a_card_quietly_is_checked() -> None:
    hands = [[{"card": "apple", "known_to": [0], "quietly": [1]}], [], []]
    document = {"viewer": 0, "zones": {"hand": hands}, "unseen": {}}
    place = "zones.hand[0][0].quietly: expected"
    assert f"{place} nothing (no viewer sees it), got [1]" in refused(Fair(3), document)
    hands[0][0]["quietly"] = [0]
    document["viewer"] = "everything"
    assert f"{place} other seats than in `known_to`, got [0]" in refused(Fair(3), document)


def test_the_top_of_an_ordered_pile_is_last_and_others_are_sorted() -> None:
    zones = {"trap": [["dog", "ant"], [], []], "pile": ["dog", "ant"]}
    document = {"viewer": "everything", "zones": zones}
    view = Caravan().read_position(document)
    assert view.pile(TRAP, 0) == (DOG, ANT)
    assert view.pile(PILE) == (ANT, DOG)


def test_what_is_left_out_is_empty_or_as_at_the_start() -> None:
    view = Caravan().read_position({"viewer": "spectator"})
    assert (view.viewer, view.turn, view.active, view.seat) == (SPECTATOR, 1, 0, 0)
    assert not any(view.cards)
    assert view.board == Caravan().board()
    assert Caravan().position(view) == {
        "game": "caravan",
        "viewer": "spectator",
        "turn": 1,
        "active": 0,
        "phase": "day",
    }


def test_marks_without_a_word_make_a_number() -> None:
    game = Caravan()
    view = game.read_position({"viewer": 0, "marks": 5})
    assert view.marks == 5
    assert game.position(view)["marks"] == 5
    assert game.read_position({"viewer": 0, "marks": 3}).marks == 3


def test_a_phase_without_a_word_is_a_number() -> None:
    class Timeless(Caravan):
        def layout(self) -> kit.Layout:
            return kit.make_layout(CATALOGUE, (kit.Zone("hand"),), seats=3)

    view = Timeless().read_position({"viewer": 0, "phase": 4})
    assert view.phase == 4
    assert Timeless().position(view)["phase"] == 4
    text = refused(Timeless(), {"viewer": 0, "phase": "day", "marks": ["drawn"]})
    assert "phase: expected a whole number from 0 to 99" in text
    assert "marks[0]: unknown 'drawn'; there are none" in text


def test_the_end_of_a_game_survives() -> None:
    game = Caravan()
    for winner in (1, kit.NOBODY):
        state = game.setup(seeded(1))
        state.win(winner, "bored")
        state.seat = 2
        document = assert_read_back(game, game.view(state, 0))
        assert document["over"] == {"winner": None if winner < 0 else 1, "reason": "bored"}
        assert document["seat"] == 2


def test_the_seat_that_is_asked_must_decide() -> None:
    view = Caravan().read_position(CARAVAN)
    assert (view.active, view.seat) == (2, 0)
    assert "seat: expected 0, the seat that is asked, got 2" in problems(CARAVAN, seat=2)


def test_unseen_cards_that_do_not_follow_are_listed() -> None:
    game = Duel()
    state = game.setup(seeded(1))
    state.cards[state.index(1, 1)].pop()
    state.insert(0, 0, 1, 0)
    document = assert_read_back(game, game.view(state, 0))
    assert sorted(document["unseen"]) == ["p0", "p1"]


class Secretive(Duel):
    """Duel with decks that only their owner knows."""

    id: ClassVar[str] = "secretive"

    def pool(self, view: Any, seat: int) -> list[int] | None:
        return [2, 1] * 10


def test_the_unseen_cards_follow_from_what_the_game_expects() -> None:
    game = Secretive()
    state = game.setup(seeded(1))
    view = game.view(state, 0)
    assert view.pools[1] == [1] * 10 + [2] * 10
    document = assert_read_back(game, view)
    assert "unseen" not in document
    document["unseen"] = {"p1": ["imp"] * 20}
    assert "unseen: unknown field 'p1'; did you mean 'p0'?" in refused(game, document)
    document["zones"]["deck"][1] = 40
    assert "unseen.p1: more cards are hidden than 20" in refused(game, document)


def test_what_has_no_words_cannot_be_written() -> None:
    class Odd(kit.Effect[Pack, Ledger]):
        id: ClassVar[str] = "gain"

    game = Caravan()
    state = game.setup(seeded(1))
    state.stack.append(Odd())
    with pytest.raises(PositionError, match=r"stack cannot be written: effects\(\) does not list"):
        game.position(state)
    state.stack.clear()
    state.board.log = [{"tea": 2}]  # type: ignore[list-item]  # what an author may do
    with pytest.raises(PositionError, match=r"board.log cannot be written: a dict"):
        game.position(state)


def test_effects_that_positions_could_not_tell_apart_are_found_when_the_game_is_built() -> None:
    class Copy(kit.Effect[Pack, Ledger]):
        id: ClassVar[str] = "order"
        __match_args__ = ("effect",)

        def __init__(self, effect: Gain) -> None:
            self.effect = effect

    class Copying(Caravan):
        def effects(self) -> list[type[kit.Event]]:
            return [*super().effects(), Copy]

    assert Copying().problems() == [
        "two effects have the id 'order'",
        "order: a parameter cannot have the name 'effect'",
    ]


# Refusals.


def test_all_problems_are_listed_with_their_places() -> None:
    text = problems(
        DUEL,
        gmae="x",
        game="chess",
        turn=-1,
        phase="mian",
        active=2,
        marks=["csat", 7],
        board={"mnaa": 1, "mana": [1], "life": ["x", 1.5]},
        zones={
            "hnad": [],
            "hand": [["unicorn", 7, {"card": "imp", "knwon": []}, None], ["imp", None]],
            "pile": [[None], 1],
            "deck": [13],
        },
        rows={"fleid": [], "field": [["imq", 3, {"damage": 1}], {"card": "imp"}]},
    )
    for part in (
        "position of duel: unknown field 'gmae'; did you mean 'game'?",
        "game: expected 'duel', got \"chess\"",
        "turn: expected a whole number from 0 up, got -1",
        "phase: unknown 'mian'; did you mean 'main'?",
        "active: expected a whole number from 0 to 1, got 2",
        "marks[0]: unknown 'csat'; did you mean 'cast'?",
        "marks[1]: expected a text, got 7",
        "board: unknown field 'mnaa'; did you mean 'mana'?",
        "board.mana: expected a list of 2, got [1]",
        'board.life[0]: expected a whole number, got "x"',
        "board.life[1]: expected a whole number, got 1.5",
        "zones: unknown field 'hnad'; did you mean 'hand'?",
        "zones.hand[0][0]: there is no card 'unicorn'",
        "zones.hand[0][1]: expected the id of a card, got 7",
        "zones.hand[0][2]: unknown field 'knwon'; did you mean 'known_to'?",
        "zones.hand[0][3]: expected a card (this one is not hidden), got null",
        'zones.hand[1][0]: expected null (seat 0 does not see it), got "imp"',
        "zones.pile[0][0]: expected a card (this one is not hidden), got null",
        "zones.pile[1]: expected the cards (their zone is not hidden), got 1",
        "zones.deck: expected a list with a part for each of 2 seats, got [13]",
        "rows: unknown field 'fleid'; did you mean 'field'?",
        "rows.field[0][0]: there is no card 'imq'; did you mean 'imp'",
        "rows.field[0][1]: expected the id of a card, got 3",
        "rows.field[0][2]: field 'card' is missing",
        "rows.field[1]: expected a list",
    ):
        assert part in text, part


def test_a_position_must_be_an_object_with_a_viewer() -> None:
    wrong: list[Json] = [[], None, "x", 3]
    for document in wrong:
        assert "expected an object" in refused(Duel(), document)
    assert "field 'viewer' is missing" in refused(Duel(), {"phase": "main"})
    assert "viewer: unknown 'me'; known: spectator" in refused(Duel(), {"viewer": "me"})
    assert "viewer: expected a whole number from 0 to 1" in refused(Duel(), {"viewer": 5})


def test_hidden_cards_must_add_up_with_what_exists() -> None:
    assert "unseen.p1: 18 cards are hidden, but 17 of those dealt are not seen" in problems(
        DUEL, zones={"deck": [13, 14]}
    )
    text = problems(DUEL, zones={"pile": [["imp"] * 5, []]})
    assert "unseen.p0: 3 more 'imp' than exist" in text
    assert "unseen.p1: 17 cards are hidden, but 18 of those dealt are not seen" in text
    listed = {"p1": ["imp"] * 16, "p0": ["imq"] * 13, "p9": []}
    text = problems(DUEL, unseen=listed)
    assert "unseen: unknown field 'p9'; did you mean" in text
    assert "unseen.p1: expected 17 cards, as many as are hidden" in text
    assert "unseen.p0[0]: there is no card 'imq'; did you mean 'imp'?" in text


def test_the_content_of_a_pile_must_be_listed() -> None:
    text = problems(CARAVAN, unseen={"deck.content": None})
    assert "unseen.deck.content: expected the 11 cards whose order is hidden" in text
    text = problems(CARAVAN, content={"dekc": [1], "p1.trap": [7]})
    assert "content: unknown field 'dekc'; did you mean 'deck'?" in text
    assert "content.p1.trap[0]: expected a whole number from 0 to 2, got 7" in text


def test_who_knows_a_card_must_fit_its_zone_and_its_viewer() -> None:
    hands = [
        [{"card": "ant", "known_to": [0]}, {"card": "ant", "known_to": [0, 1]}],
        [{"card": "ant", "known_to": [0]}, {"card": None, "known_to": [0, 1]}],
        [{"card": "ant", "known_to": 2}, {"card": "ant", "known_to": [3]}],
    ]
    text = problems(CARAVAN, zones={"hand": hands, "pile": ["egg"]})
    for part in (
        'zones.hand[0][0].card: expected null (seat 1 does not see it), got "ant"',
        "zones.hand[1][0].known_to: expected all of [1], who see the zone, got [0]",
        "zones.hand[1][1].card: expected a card (this one is not hidden), got null",
        "zones.hand[2][0].known_to: expected a list, got 2",
        "zones.hand[2][1].known_to[0]: expected a whole number from 0 to 2, got 3",
        "zones.pile[0]: egg is a token, which lies in no zone",
    ):
        assert part in text, part
    assert "zones.hand[0][1]" not in text
    hands = [[{"card": None, "known_to": [0, 2]}], ["ant"], 1]
    assert (
        "zones.hand[0][0].known_to: expected [0] (the viewer knows no more here), got [0, 2]"
    ) in problems(CARAVAN, zones={"hand": hands})
    spectator = {"viewer": "spectator", "zones": {"hand": [["ant"], [], []]}}
    assert "zones.hand[0][0]: expected null (a spectator does not see it)" in refused(
        Caravan(), spectator
    )
    assert "zones.pile: expected a list of cards or their number, got {" in problems(
        CARAVAN, zones={"pile": {"card": "ant"}}
    )
    assert "zones.trap[0]: expected a whole number from 0 to 9999, got true" in problems(
        CARAVAN, zones={"trap": [True, 0, 0]}
    )


def test_parts_are_checked() -> None:
    camp = [
        [
            {"card": "cat", "serial": 2},
            {"card": "cat", "serial": 2, "laod": []},
            {"card": "cat", "serial": 0, "tired": 1, "kind": 2},
        ],
        [{"card": "cat", "load": ["ant", "cta", 3], "follows": "p7.camp.1"}, "bee", None],
        [
            {"card": "cat", "load": [["ant"]]},
            {"card": "cat", "mods": [{"stat": "pwoer", "op": "add"}, {"stat": -1, "amount": 1}, 3]},
        ],
    ]
    text = problems(CARAVAN, rows={"camp": camp, "road": 3})
    for part in (
        "rows.camp[0][1]: two parts have the serial number 2",
        "rows.camp[0][1]: unknown field 'laod'; did you mean 'load'",
        "rows.camp[0][2]: unknown field 'kind'",
        "rows.camp[0][2].serial: expected a whole number from 1 up, got 0",
        "rows.camp[0][2].tired: expected true or false, got 1",
        "rows.camp[1][0].load[1]: there is no card 'cta'; did you mean 'cat'?",
        "rows.camp[1][0].load[2]: expected the word for a card, got 3",
        "rows.camp[1][0].follows: 'p7.camp.1': there are seats 0 to 2",
        "rows.camp[1][1]: bee cannot be in play: it flies",
        "rows.camp[1][2]: expected the id of a card, got null",
        "rows.camp[2][1].mods[0].stat: unknown 'pwoer'; did you mean 'power'?",
        "rows.camp[2][1].mods[0]: unknown field 'op'",
        "rows.camp[2][1].mods[0]: field 'amount' is missing",
        "rows.camp[2][1].mods[1].stat: expected a whole number from 0 up, got -1",
        "rows.camp[2][1].mods[2]: expected an object, got 3",
        "rows.camp[2][0]: ",
        "rows.road: expected a list, got 3",
    ):
        assert part in text, part
    assert "serial: expected a whole number from 10 up, got 9" in problems(CARAVAN, serial=9)


def test_effects_and_events_are_checked() -> None:
    gain = {"effect": "gain", "seat": 1, "cards": [], "mod": None}
    stack = [
        {**gain, "effect": "gian"},
        {**gain, "extra": 1, "cards": ["cow"]},
        {"effect": "gain", "seat": 0},
        {**gain, "cards": ["ant"] * 3},
        {**gain, "seat": 3},
        {"effect": "arrived", "place": "p0", "serial": 1},
        {"event": "arrived", "place": "p0", "serial": 1},
        {"effect": "triggers", "waiting": [{**gain, "seat": -1}], "seats": [0]},
        {"effect": "order", "seat": 0, "waiting": [gain], "seats": [0]},
        {"effect": "pick", "seat": {"a": 1}},
        7,
    ]
    text = problems(CARAVAN, stack=stack, events=[{"event": "pick"}, {"event": "arrived"}])
    for part in (
        "stack[0].effect: unknown 'gian'; did you mean 'gain'?",
        "stack[1]: unknown field 'extra'",
        "stack[1].cards[0]: there is no card 'cow'",
        "stack[2]: field 'cards' is missing",
        "stack[3]: at most two cards",
        "stack[4]: there is no seat 3",
        "stack[5].effect: unknown 'arrived'",
        "stack[6]: field 'effect' is missing",
        "stack[7].waiting[0]: there is no seat -1",
        "stack[8]: seat 0 has no triggers to order",
        "stack[9].seat: unknown record",
        "stack[10]: expected an object, got 7",
        "events[0].event: unknown 'pick'",
        "events[1]: field 'place' is missing",
    ):
        assert part in text, part


def test_nested_effects_must_be_effects() -> None:
    event = {"event": "arrived", "place": "p0", "serial": 1}
    waiting = {"effect": "triggers", "waiting": [event], "seats": [0]}
    text = problems(CARAVAN, stack=[waiting])
    assert "stack[0].waiting[0]: field 'effect' is missing" in text


def test_the_board_is_checked() -> None:
    text = problems(
        CARAVAN,
        board={
            "bids": [1, 2, 3],
            "goal": [None, "doge", None],
            "last": "p1.camp",
            "orders": [{"record": "Odrer"}, {"record": "Order", "what": "tea"}],
            "log": 1,
            "seed": 1,
        },
    )
    for part in (
        "board.bids[0]: expected null (seat 1 does not see it), got 1",
        "board.goal[1]: there is no card 'doge'; did you mean 'dog'?",
        "board.last: 'p1.camp' is no place; expected one such as 'p0.camp.1'",
        "board.orders[0]: unknown record 'Odrer': expected one of Order",
        "board.orders[1]: price is missing",
        "board.log: expected a list, got 1",
        "board: unknown field 'seed'",
    ):
        assert part in text, part
    assert "board.last: expected a value for Ledger.last" in problems(CARAVAN, board={"last": []})


def test_the_end_is_checked() -> None:
    text = problems(CARAVAN, over={"winner": 9, "reson": ""})
    for part in (
        "over: unknown field 'reson'; did you mean 'reason'?",
        "over: field 'reason' is missing",
        "over.winner: expected a whole number from 0 to 2, got 9",
    ):
        assert part in text, part


def test_lists_that_are_nested_too_deeply_are_refused() -> None:
    deep: object = 1
    for _ in range(5000):
        deep = [deep]
    text = problems(CARAVAN, stack=[{"effect": "gain", "seat": 0, "cards": deep, "mod": None}])
    assert "more than 20 levels of lists and objects" in text


# Anything.

ODD = st.sampled_from(
    [10**400, -(10**400), 2**63, 1e308, float("inf"), float("nan"), "", "?", "p0", "ant", "imp"]
)
leaves = st.none() | st.booleans() | st.integers(-3, 4) | st.floats() | st.text(max_size=4) | ODD
names = st.sampled_from(["card", "effect", "event", "stat", "record", "seat", "p0", "known_to"])
documents = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)


def damaged(document: Any, draw: Any) -> Any:  # Any: JSON, and Hypothesis' own function
    """Replaces one place of a document, or removes or adds a field."""
    if isinstance(document, dict) and document and draw(st.integers(0, 9)):
        name = draw(st.sampled_from(sorted(document)))
        change = draw(st.sampled_from(["deeper", "deeper", "deeper", "remove", "add"]))
        if change == "remove":
            return {key: item for key, item in document.items() if key != name}
        if change == "add":
            return {**document, draw(names): draw(documents)}
        return {**document, name: damaged(document[name], draw)}
    if isinstance(document, list) and document and draw(st.integers(0, 9)):
        at = draw(st.integers(0, len(document) - 1))
        return [*document[:at], damaged(document[at], draw), *document[at + 1 :]]
    return draw(documents)


@settings(max_examples=400)
@given(data=st.data())
def test_any_document_is_refused_or_can_be_played(data: st.DataObject) -> None:
    duel = data.draw(st.booleans())
    game: kit.CardGame[Any, Any] = Duel() if duel else Caravan()
    document = {**DUEL, "stack": [ASKED]} if duel else CARAVAN
    for _ in range(data.draw(st.integers(1, 3))):
        document = damaged(document, data.draw)
    try:
        view = game.read_position(document)
    except PositionError:
        return
    assert game.read_position(game.position(view)) == view
    game.render(view)
    rng = seeded(1)
    engine = RuleEngine(game, state=game.sample(view, rng))
    for _ in range(4):
        moves = engine.legal_moves()
        if moves:
            engine.play(rng.pick(moves))
