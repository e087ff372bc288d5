"""Positions: views as small JSON documents, and what is refused."""

import copy
import json
from typing import Any

import pytest

from kibitz.core import SPECTATOR, Json, PositionError, seeded
from kibitz.kit import EVERYTHING, Decision, Modifier, Phase, Segment, Turn, TurnStructure
from kibitz.kit.instances import FACE_DOWN
from tests.kit.skirmish import Camps, Play, Skirmish, dealt, give

HAND_WRITTEN: dict[str, Any] = {
    "game": "skirmish",
    "viewer": 0,
    "turn": 3,
    "active": 0,
    "phase": "main",
    "board": {"score": [2, 1], "bid": [7, None]},
    "zones": {
        "deck": [6, 7],
        "mine": [3, 2],
        "hand": [["ant", "bee"], 4],
        "field": [
            [{"card": "cat", "flags": ["tapped"], "counters": {"damage": 1}}],
            ["dog", {"card": "egg", "controller": 0}],
        ],
        "ink": [["?", {"card": "?", "flags": ["exerted"]}], 0],
        "trash": [["ant"], []],
        "ores": [[], ["ore"]],
        "vault": 2,
    },
}


def problems(**changes: Json) -> str:
    """Reads the hand-written position with other fields, and returns the error's text."""
    document = copy.deepcopy(HAND_WRITTEN)
    zones = changes.pop("zones", None)
    if isinstance(zones, dict):
        document["zones"].update(zones)
    document.update(changes)
    with pytest.raises(PositionError) as error:
        Skirmish().read_position(document)
    return str(error.value)


# Round trips.


def test_a_hand_written_position_reads_and_writes_the_same() -> None:
    game = Skirmish()
    view = game.read_position(HAND_WRITTEN)
    assert game.position(view) == HAND_WRITTEN
    assert (view.viewer, view.seat, view.flow.turn) == (0, 0, 3)
    assert view.flow.segment == "game"
    assert view.board.bid == [7, -1]
    assert view.table.count("deck", 1) == 7
    first = view.table.all_cards()[0]
    assert (first.id, first.zone, first.definition_id) == ("c1", "deck", "")


def test_the_unseen_cards_follow_from_what_exists() -> None:
    view = Skirmish().read_position(HAND_WRITTEN)
    assert view.table.unseen[(0, "")] == tuple(
        sorted(["ant", "bee", "bee", "cat", "cat", "dog", "dog", "dog"])
    )
    assert view.table.unseen[(1, "resource")] == ("ore", "ore")
    world = Skirmish().sample(view, seeded(1))
    assert Skirmish().view(world, 0) == view


def test_every_view_of_random_games_survives_the_round_trip() -> None:
    for counted in (True, False):
        game = Skirmish(counted)
        for seed in range(4):
            state = game.setup(seeded(seed))
            rng = seeded(seed)
            while not state.over:
                game.play(state, game.random_move(state, rng))
                for seat in (0, 1, SPECTATOR):
                    document = game.position(game.view(state, seat))
                    assert json.loads(json.dumps(document)) == document
                    view = game.read_position(document)
                    assert game.position(view) == document
                    assert ("unseen" in document) == (not counted)
                    sampled = game.sample(view, rng)
                    assert game.view(sampled, seat) == view


def test_a_whole_state_is_a_position_that_hides_nothing() -> None:
    game, state = Skirmish(), dealt()
    document = game.position(state)
    assert document["viewer"] == "everything"
    again = game.read_position(document)
    assert again.viewer == EVERYTHING
    assert game.position(again) == document
    assert again.board.bid == state.board.bid
    names = [card.definition_id for card in state.table.all_cards()]
    assert [card.definition_id for card in again.table.all_cards()] == names
    assert not game.sample(again, seeded(1)).over


def test_references_to_cards_are_numbered_in_reading_order() -> None:
    game, state = Skirmish(), dealt()
    (cat,) = give(state, 0, "cat")
    (dog,) = give(state, 1, "dog")
    game.play(state, Play(cat))
    state.board.modifiers.add(Modifier(str(cat), "power", 2, source=str(dog)))
    state.board.log.append("no card")
    state.board.names["x"] = 1
    document = game.position(game.view(state, 1))
    view = game.read_position(document)
    assert game.position(view) == document
    (decision,) = view.pending
    assert view.table.definition(view.table.cards("hand", 1)[0]).id == "dog"
    assert decision.options == (view.table.cards("hand", 1)[0],)
    played = view.table.cards("field", 0)[0]
    assert decision.id == played
    assert view.trackers.check(f"played:{played}", 0)
    assert view.board.modifiers.items[0].card == played
    assert view.board.log == ["no card"]
    assert view.seat == 1


def test_what_was_shown_is_written_where_it_does_not_go_without_saying() -> None:
    game, state = Skirmish(), dealt()
    table = state.table
    trap = give(state, 0, "bee")[0]
    hand = give(state, 1, "ant", "bee", "cat", "dog")
    table.reveal(table.move(trap, "traps"), [1])
    table.reveal(hand[0], [0])
    table.reveal(hand[1], None, "turn")
    table.reveal(hand[2], [0, SPECTATOR])
    table.update_meta(hand[0], why=("a", 1))
    document = game.position(game.view(state, 0))
    zones = document["zones"]
    assert isinstance(zones, dict)
    assert zones["hand"] == [
        [],
        [
            {"card": "ant", "meta": {"why": ["a", 1]}},
            {"card": "bee", "shown": [{"to": "all", "until": "turn"}]},
            {"card": "cat", "shown": [{"to": [-1, 0]}]},
            "?",
        ],
    ]
    assert zones["traps"] == [[{"card": "bee", "shown": [{"to": [1]}]}], 0]
    view = game.read_position(document)
    assert view.table.knows(0, view.table.cards("hand", 1)[1])
    assert game.position(view) == document


def test_face_down_cards_and_other_owners_survive() -> None:
    game, state = Skirmish(), dealt()
    table = state.table
    card = table.move(table.cards("hand", 0)[0], "field", 1, face_down=True)
    table.set_controller(card, 1)
    for seat in (0, 1):
        document = game.position(game.view(state, seat))
        view = game.read_position(document)
        assert game.position(view) == document
        (there,) = view.table.cards("field", 1)
        assert view.table.card(there).flags == (FACE_DOWN,)
        assert view.table.card(there).owner == 0


def test_the_end_of_a_game_survives() -> None:
    game, state = Skirmish(), dealt()
    state.win(1, "bored")
    document = game.position(game.view(state, 0))
    assert document["over"] == {"winner": 1, "reason": "bored"}
    assert game.position(game.read_position(document)) == document


def test_a_flow_under_way_survives() -> None:
    game, state = Skirmish(), dealt()
    state.flow.agenda = [("enter", "phase", "end")]
    state.flow.requests = ["turn"]
    state.flow.priority = 1
    state.flow.first = 1
    state.flow.phase = ""
    state.ask(Decision("x", 1, "flee", ("a", "b"), 0, 2))
    document = game.position(game.view(state, 0))
    assert game.position(game.read_position(document)) == document


def test_what_is_left_out_is_empty() -> None:
    view = Skirmish().read_position({"viewer": "spectator", "phase": "main"})
    assert view.viewer == SPECTATOR
    assert view.table.all_cards() == []
    assert view.board == Skirmish().board()


def test_tokens_and_removed_cards_need_not_add_up_if_the_unseen_are_listed() -> None:
    game, state = Skirmish(), dealt()
    table = state.table
    table.remove(table.cards("deck", 1)[0])
    table.create("egg", "hand", 1)
    document = game.position(game.view(state, 0))
    assert isinstance(document["unseen"], dict)
    assert list(document["unseen"]) == ["1"]
    assert game.position(game.read_position(document)) == document


# Refusals.


def test_all_problems_are_listed_with_their_places() -> None:
    text = problems(
        gmae="x",
        game="chess",
        turn=-1,
        phase="mian",
        active=2,
        board={"scroe": 1, "score": [1], "bid": [1, 2], "names": {"a": "x"}},
        zones={
            "hnad": [],
            "hand": [["unicorn", 7, {"card": "ant", "flgs": []}], 4],
            "field": [["?"], 1],
            "trash": "ant",
            "camp": [["ant", "bee"], []],
            "market": {"card": "gem"},
        },
        trackers={"0": ["burried"], "2": []},
    )
    for part in (
        "position of skirmish: unknown field 'gmae'; did you mean 'game' or",
        "game: expected 'skirmish', got \"chess\"",
        "turn: expected a whole number from 0 up, got -1",
        "phase: unknown 'mian'; did you mean 'main'?",
        "active: expected a whole number from 0 to 1, got 2",
        "board: unknown field 'scroe'; did you mean 'score'?",
        "board.score: expected a list of 2, got [1]",
        "board.bid[1]: expected null (seat 0 does not see it), got 2",
        "zones: unknown field 'hnad'; did you mean 'hand'?",
        "zones.hand[0][0]: no card 'unicorn'",
        "zones.hand[0][1]: expected a text, got 7",
        "zones.hand[0][2]: unknown field 'flgs'; did you mean 'flags'?",
        "zones.field[0][0]: expected a card (this one is not hidden)",
        "zones.field[1]: expected the cards (their zone is not hidden), got 1",
        'zones.trash: expected a list, got "ant"',
        "zones.camp[0]: 2 cards in a zone for 1",
        "zones.market: expected a list of cards or their number",
        "trackers.0[0]: no tracker 'burried' is declared",
        "trackers: unknown field '2'",
    ):
        assert part in text, part


def test_a_position_must_be_an_object_with_a_viewer() -> None:
    wrong: list[Json] = [[], None, "x"]
    for document in wrong:
        with pytest.raises(PositionError, match="expected an object"):
            Skirmish().read_position(document)
    assert "field 'viewer' is missing" in read_error({"phase": "main"})
    assert "viewer: unknown 'me'; a seat or" in read_error({"viewer": "me", "phase": "main"})
    assert "viewer: expected a whole number from 0 to 1" in read_error(
        {"viewer": 5, "phase": "main"}
    )


def read_error(document: object) -> str:
    with pytest.raises(PositionError) as error:
        Skirmish().read_position(document)
    return str(error.value)


def test_a_phase_is_needed_and_a_step_where_the_phase_has_some() -> None:
    assert "field 'phase' is missing; known: main, end" in read_error({"viewer": 0})
    assert "field 'step' is missing; known: cleanup" in problems(phase="end")
    assert "step: no step can run here" in problems(step="cleanup")
    Skirmish().read_position({"viewer": 0, "phase": "end", "step": "cleanup"})


def test_more_cards_than_exist_are_refused() -> None:
    text = problems(zones={"trash": [["ant", "ant", "ant", "gem"], []]})
    assert "zones: 1 more 'ant' of seat 0 than exist" in text
    assert "zones: 1 more 'gem' of seat 0 than exist" in text


def test_unknown_cards_must_add_up_with_what_exists() -> None:
    assert "unseen.1: 12 cards of seat 1 are unknown, not 11" in problems(zones={"deck": [6, 8]})
    assert "unseen.shared: 3 cards of the shared cards are unknown, not 2" in problems(
        zones={"vault": 3}
    )


def test_listed_unseen_cards_are_checked() -> None:
    text = problems(
        unseen={"0": {"ant": 3, "unicorn": 1, "bee": 0}, "1": [], "7": {}, "shared": {"gem": 2}}
    )
    for part in (
        "unseen: unknown field '7'",
        "unseen.0: 3 'ant', but only 1 can be unseen",
        "unseen.0: no card 'unicorn'",
        "unseen.0.bee: expected a whole number from 1 to 1000",
        "unseen.1: expected an object",
    ):
        assert part in text, part


def test_without_a_pool_the_unseen_cards_must_be_listed() -> None:
    game = Skirmish(counted=False)
    with pytest.raises(PositionError) as error:
        game.read_position(HAND_WRITTEN)
    assert "field 'unseen' is missing for '1': which cards can be among the 11" in str(error.value)
    document = {
        "viewer": 0,
        "phase": "main",
        "zones": {"hand": [[], 2], "mine": [0, 1]},
        "unseen": {"1": {"ant": 1, "dog": 1}, "1/resource": {"ore": 1}},
    }
    view = game.read_position(document)
    assert view.table.unseen == {(1, ""): ("ant", "dog"), (1, "resource"): ("ore",)}
    written = game.position(view)
    assert {name: written[name] for name in document} == document


def test_marks_on_hidden_cards_are_refused() -> None:
    text = problems(
        zones={
            "hand": [
                ["ant", "bee"],
                [
                    {"card": "?", "flags": ["a"], "counters": {"x": 1}, "meta": {"y": 1}},
                    {"card": "?", "shown": []},
                    "?",
                    "?",
                ],
            ],
            "field": [[{"card": "cat", "meta": {"z": {}}, "counters": {"x": 0}}], []],
        }
    )
    for part in (
        "zones.hand[1][0].flags: flags of a hidden card cannot be seen",
        "zones.hand[1][0].counters: counters of a hidden card cannot be seen",
        "zones.hand[1][0].meta: meta of a hidden card cannot be seen",
        "zones.hand[1][1].shown: an unknown card was shown to nobody",
        "zones.field[0][0].meta.z: expected a number, a text, true, false, null or a list of these",
        "zones.field[0][0].counters.x: expected a whole number from 1 up, got 0",
    ):
        assert part in text, part


def test_a_known_hidden_card_was_shown_to_its_viewer() -> None:
    text = problems(
        zones={"hand": [["ant", "bee"], [{"card": "cat", "shown": [{"to": [1]}]}, "?"]]}
    )
    assert "zones.hand[1][0].shown: seat 0 knows this hidden card" in text


def test_pending_decisions_are_checked() -> None:
    good: dict[str, Json] = {"id": "x", "seat": 1, "kind": "flee", "options": ["c1"]}
    text = problems(
        pending=[
            {**good, "kind": "fleee", "seat": 2, "extra": 1},
            {**good, "options": [{"record": "Nothing"}]},
            {**good, "least": 2, "most": 1},
            {**good, "prompt": 1},
        ]
    )
    for part in (
        "pending[0]: unknown field 'extra'",
        "pending[0].kind: unknown 'fleee'; did you mean 'flee'?",
        "pending[0].seat: expected a whole number from 0 to 1, got 2",
        "pending[1].options[0]: unknown record 'Nothing'",
        "pending[2]: decision 'x': an answer cannot take 2 to 1 options",
        "pending[3].prompt: expected a text",
    ):
        assert part in text, part


def test_the_flow_is_checked() -> None:
    text = problems(agenda=[["a", "b"]], requests=["trun"], segment="gmae", over={"winner": 9})
    for part in (
        "agenda[0]: expected a list of three texts",
        "requests[0]: unknown 'trun'; did you mean 'turn'?",
        "segment: unknown 'gmae'; did you mean 'game'?",
        "over.winner: expected a whole number from -1 to 1, got 9",
        "over: field 'reason' is missing",
    ):
        assert part in text, part


def test_a_game_without_turns_has_no_phases_in_positions() -> None:
    class Bare(Skirmish):
        def turns(self) -> None:
            return None

    with pytest.raises(PositionError, match="phase: skirmish has no turn structure"):
        Bare().read_position({"viewer": 0, "phase": "main"})
    view = Bare().read_position({"viewer": 0})
    assert Bare().position(view) == {
        "game": "skirmish",
        "viewer": 0,
        "turn": 1,
        "active": 0,
        "board": {"score": [0, 0], "bid": [-1, None]},
    }


def test_a_card_keeps_the_stock_it_came_from() -> None:
    game, state = Skirmish(), dealt()
    state.table.move(state.table.cards("mine", 1)[0], "hand")
    document = game.position(game.view(state, 0))
    zones = document["zones"]
    assert isinstance(zones, dict)
    hands = zones["hand"]
    assert isinstance(hands, list)
    assert hands[1] == ["?", "?", "?", {"card": "?", "stock": "resource"}]
    view = game.read_position(document)
    assert game.position(view) == document
    world = game.sample(view, seeded(1))
    assert world.table.definition(world.table.cards("hand", 1)[3]).id == "ore"
    assert "zones.deck[0][0].stock: unknown 'x'" in problems(
        zones={"deck": [[{"card": "?", "stock": "x"}], 7]}
    )


def test_segments_are_named_where_there_are_several() -> None:
    class Two(Skirmish):
        def turns(self) -> TurnStructure[Camps]:
            return TurnStructure([Segment("draft"), Segment("battle", Turn([Phase("main")]))])

    game = Two()
    view = game.read_position({"viewer": 0, "segment": "battle", "phase": "main"})
    assert game.position(view)["segment"] == "battle"
    assert game.read_position({"viewer": 0, "segment": "draft"}).flow.phase == ""
    with pytest.raises(PositionError, match="field 'segment' is missing; known: draft, battle"):
        game.read_position({"viewer": 0})
    with pytest.raises(PositionError, match="a list with a part for each of 2 seats"):
        game.read_position({"viewer": 0, "segment": "draft", "zones": {"hand": [1]}})
