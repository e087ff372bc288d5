"""The authority: who may do what, in which order it is refused, and what is never told."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from kibitz import games
from kibitz.core.engine import RuleEngine
from kibitz.core.game import SPECTATOR, Game
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.core.record import read_record
from kibitz.core.value import Json
from kibitz.table import store
from kibitz.table.authority import Authority
from kibitz.table.frames import (
    Happening,
    list_moves,
    list_refusals,
    write_decision,
    write_frame,
)
from kibitz.table.live import RECENT, LiveMatch
from kibitz.table.refusal import STATUS, Refusal
from kibitz.table.seats import SeatWish, token_hash
from kibitz.table.store import Store, StoreError
from kibitz.table.stored import Event
from tests.core.nim import Heap, Nim, Take

PERSON = SeatWish("person", join=True)
PEOPLE = [PERSON, PERSON]


@pytest.fixture
def authority(tmp_path: Path) -> Iterator[Authority]:
    store = Store(f"sqlite:///{tmp_path / 'matches.db'}")
    store.open()
    yield Authority(store)
    store.close()


def restarted(authority: Authority) -> Authority:
    """Returns another authority on the same store, as after a crash."""
    return Authority(authority.store)


def refused(code: str, call: Callable[..., object], *args: Any, **kwargs: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code
    assert caught.value.to_json()["error"]["code"] == code  # type: ignore[index, call-overload]
    assert caught.value.status == STATUS[code]
    return caught.value


def new(
    authority: Authority, game: str = "leduc", seats: list[SeatWish] | None = None, seed: int = 7
) -> tuple[str, list[str]]:
    """Starts a match of people; returns its id and the tokens by seat."""
    wishes = [PERSON] * games.load(game).seats if seats is None else seats
    live, tokens = authority.create(game, {}, wishes, seed)
    return live.header.id, [tokens.get(at, "") for at in range(len(wishes))]


def play(authority: Authority, match: str, tokens: list[str], moves: int, seed: int = 3) -> None:
    """Plays random moves from the lists that people are shown."""
    rng = seeded(seed)
    for _ in range(moves):
        live = authority.find(match)
        if live.over:
            return
        token = tokens[live.engine.seat]
        decision = authority.decision(match, token)
        listed = decision["moves"]
        assert isinstance(listed, list)
        assert isinstance(decision["version"], int)
        authority.move(match, token, {"number": rng.below(len(listed))}, decision["version"])


@pytest.mark.parametrize("game", games.names())
def test_a_match_is_the_same_after_a_restart(authority: Authority, game: str) -> None:
    match, tokens = new(authority, game)
    play(authority, match, tokens, 25)
    before = authority.find(match)
    after = restarted(authority).find(match)
    assert after.engine.state_hash == before.engine.state_hash
    assert after.engine.history == before.engine.history
    assert after.version == before.version
    for token in {*tokens, ""}:
        seen = authority.frames(match, token, 0, 100)
        assert len(seen) == before.seq
        assert restarted(authority).frames(match, token, 0, 100) == seen


def test_events_are_told_later_as_they_were_told_at_once(authority: Authority) -> None:
    match, tokens = new(authority, "duel")
    told: list[Json] = []

    def listen() -> None:
        told.extend(authority.frames(match, tokens[0], len(told)))

    for step in range(6):
        play(authority, match, tokens, 1, step)
        listen()
    authority.take_back(match, tokens[0])
    listen()
    if authority.find(match).asked:
        authority.answer_take_back(match, tokens[1], agree=True)
        listen()
    for step in range(6):
        play(authority, match, tokens, 1, step + 9)
        listen()
    assert "back" in [each["kind"] for each in told if isinstance(each, dict)]
    assert len(told) == authority.find(match).seq
    for after in range(len(told)):
        assert authority.frames(match, tokens[0], after) == told[after:]
        assert restarted(authority).frames(match, tokens[0], after) == told[after:]


def test_events_long_past_are_played_again_once_for_all_pages(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = new(authority, "jaipur")
    play(authority, match, tokens, 110)
    seq, applied = authority.find(match).seq, list[int]()
    assert seq > 3 * RECENT
    apply = LiveMatch.apply

    def counted(live: LiveMatch, event: Event) -> None:
        applied.append(event.seq)
        apply(live, event)

    monkeypatch.setattr(LiveMatch, "apply", counted)

    def pages() -> list[Any]:
        told: list[Any] = []
        while page := authority.frames(match, tokens[0], len(told)):
            told += page
        return told

    told = pages()
    assert [frame["seq"] for frame in told] == [*range(1, seq + 1)]
    assert len(applied) == len({*applied}), "no event is played again for a second page"
    assert pages() == told
    assert authority.frames(match, tokens[0], 40, 3) == told[40:43]
    assert authority.frames(match, tokens[1], 2, 1)[0]["seq"] == 3


def test_a_match_in_memory_keeps_views_of_two_positions_at_most(authority: Authority) -> None:
    match, tokens = new(authority, "duel")
    for step in range(8):
        play(authority, match, tokens, 1, step)
        for token in (*tokens, ""):
            authority.decision(match, token)
            authority.frames(match, token, 0)
    live = authority.find(match)
    assert {ply for ply, _ in live._views} == {live.engine.ply - 1, live.engine.ply}
    assert restarted(authority).find(match)._views == {}, "nobody has looked"


@pytest.mark.parametrize("game", games.names())
def test_everything_sent_is_the_same_in_a_world_that_the_viewer_cannot_tell_apart(
    authority: Authority, game: str
) -> None:
    match, tokens = new(authority, game)
    rng = seeded(11)
    for step in range(30):
        live = authority.find(match)
        if live.over:
            break
        for viewer in live.viewers():
            assert sent(live.engine, viewer) == sent(other_world(live.engine, viewer, step), viewer)
        play(authority, match, tokens, 1, rng.below(1000))


@pytest.mark.parametrize("game", games.names())
def test_a_move_is_told_like_any_other_that_looks_the_same(game: str) -> None:
    engine: RuleEngine[Any, Any] = RuleEngine(games.load(game), seed=7)
    rng = seeded(12)
    compared = 0
    for step in range(60):
        if engine.outcome is not None:
            break
        seat, move = engine.seat, rng.pick(engine.legal_moves())
        others = [
            (viewer, other_world(engine, viewer, step))
            for viewer in (SPECTATOR, *range(engine.game.seats))
            if viewer != seat
        ]
        before = {viewer: engine.view(viewer) for viewer, _ in others}
        engine.play(move)
        for viewer, world in others:
            after = engine.view(viewer)
            told = frame_of(engine.game, move, seat, viewer, before[viewer], after)
            kind = [each for each in world.legal_moves() if each.id == move.id]
            for each in kind[:MOST_TRIED]:
                view = world.view(viewer)
                world.play(each)
                if world.view(viewer) == after and not str(move).startswith(OPEN):
                    compared += 1
                    same = frame_of(engine.game, each, seat, viewer, view, world.view(viewer))
                    assert same == told, f"{move} is told, {each} looks the same"
                world.undo()
    assert compared or engine.game.seats == 1


# The most moves that are tried in another world.
MOST_TRIED = 12
# What everybody at a table sees though no view remembers it: which of two equal drones moved,
# whether somebody keeps the first hand, what an effect of this battle was aimed at.
OPEN = ("move swarm", "answer mulligan", "answer target")


def other_world(engine: RuleEngine[Any, Any], viewer: int, step: int) -> RuleEngine[Any, Any]:
    """Returns another world that fits what the viewer knows."""
    game = engine.game
    return RuleEngine(game, seed=0, state=game.sample(engine.view(viewer), seeded(step)))


def frame_of(
    game: Game[Any, Any], move: Move[Any], seat: int, viewer: int, before: object, after: object
) -> str:
    """Returns what a viewer is sent about a move, as text."""
    views = {viewer: before}, {viewer: after}
    happening = Happening(1, 1, "move", seat, move, "", *views, False, None)
    return json.dumps(write_frame(game, happening, viewer))


def sent(engine: RuleEngine[Any, Any], viewer: int) -> str:
    """Returns all that a viewer is sent about a position, or can ask for, as text."""
    game, view = engine.game, engine.view(viewer)
    happening = Happening(1, 1, "back", -1, None, "", {viewer: view}, {viewer: view}, False, None)
    frame = write_frame(game, happening, viewer)
    if viewer == SPECTATOR:
        return json.dumps(frame)
    written = game.position(view)
    if viewer != engine.seat:
        return json.dumps([frame, written])
    listing = list_moves(engine, viewer)
    questions = [
        engine.next_choices(kind, {}, viewer, valid_only=True)
        for kind in sorted({entry.kind for entry in listing.entries} | {*listing.steps})
    ]
    labels = [None if step is None else [step.field, *step.labels] for step in questions]
    decision = write_decision(game, view, listing)
    return json.dumps([frame, written, decision, list_refusals(engine, viewer), labels])


@pytest.mark.parametrize("game", ["jaipur", "dronewars", "pokemon", "lorcana"])
def test_neither_the_seed_nor_a_fingerprint_is_sent_while_the_match_is_open(
    authority: Authority, game: str
) -> None:
    seed = 918273645546
    wishes = [PERSON] * games.load(game).seats
    live, by_seat = authority.create(game, {}, wishes, seed)
    match, tokens = live.header.id, [by_seat[at] for at in range(len(wishes))]
    play(authority, match, tokens, 4)
    live = authority.find(match)
    for token in ("", *tokens):
        viewer = authority.seat_of(match, token)
        everything = json.dumps(
            [
                authority.describe(live, viewer),
                authority.decision(match, token),
                authority.frames(match, token, 0),
            ]
        )
        assert str(seed) not in everything
        assert not any(hashed in everything for hashed in live.engine.state_hashes())
        assert not any(each in everything for each in tokens)
        refused("MATCH_OPEN", authority.record, match, token)


def test_touches_are_told_to_the_seat_that_moved_only(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    play(authority, match, tokens, 1)
    mover = authority.find(match).engine.history[0][0]
    for token, told in ((tokens[mover], True), (tokens[1 - mover], False), ("", False)):
        (frame,) = authority.frames(match, token, 0)
        assert isinstance(frame, dict)
        assert ("touches" in frame) is told


def test_refusals_come_in_a_fixed_order(authority: Authority) -> None:
    match, tokens = new(authority)
    _, others = new(authority)
    turn = authority.find(match).engine.seat
    mine, theirs = tokens[turn], tokens[1 - turn]
    bad: dict[str, Json] = {"text": "gibberish"}
    refused("TOKEN_MISSING", authority.move, "nowhere", "", bad, 99)
    refused("TOKEN_UNKNOWN", authority.move, "nowhere", "wrong", bad, 99)
    refused("MATCH_NOT_FOUND", authority.move, "nowhere", mine, bad, 99)
    refused("TOKEN_OF_ANOTHER_MATCH", authority.move, match, others[0], bad, 99)
    refused("NOT_YOUR_TURN", authority.move, match, theirs, bad, 99)
    refused("STALE_VERSION", authority.move, match, mine, bad, 99)
    refused("INVALID_MOVE", authority.move, match, mine, bad, 0)
    refused("ILLEGAL_MOVE", authority.move, match, mine, {"text": "fold"}, 0)
    assert authority.find(match).seq == 0
    authority.resign(match, mine)
    refused("MATCH_OVER", authority.move, match, theirs, bad, 99)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"number": 99},
        {"number": True},
        {"number": -1},
        {"move": {"move": "fly"}},
        {"move": 3},
        {"kind": "fly", "groups": []},
        {"kind": "raise", "groups": ["hand:x"]},
        {"text": ""},
        {"number": 0, "text": "raise"},
        {"text": "raise", "groups": []},
    ],
)
def test_moves_that_cannot_be_read_are_refused(authority: Authority, said: dict[str, Json]) -> None:
    match, tokens = new(authority)
    turn = authority.find(match).engine.seat
    refused("INVALID_MOVE", authority.move, match, tokens[turn], said, 0)
    assert authority.find(match).seq == 0


@pytest.mark.parametrize("form", ["number", "text", "move"])
def test_a_move_can_be_said_in_three_ways(authority: Authority, form: str) -> None:
    match, tokens = new(authority)
    live = authority.find(match)
    decision = authority.decision(match, tokens[live.engine.seat])
    assert isinstance(decision["moves"], list)
    listed = decision["moves"][0]
    assert isinstance(listed, dict)
    said: dict[str, dict[str, Json]] = {
        "number": {"number": 0},
        "text": {"text": listed["text"]},
        "move": {"move": live.engine.legal_moves()[0].to_json()},
    }
    authority.move(match, tokens[live.engine.seat], said[form], 0)
    assert str(authority.find(match).engine.history[0][1]) == listed["text"]


def test_a_repeated_request_plays_a_move_once(authority: Authority) -> None:
    match, tokens = new(authority)
    turn = authority.find(match).engine.seat
    done = authority.move(match, tokens[turn], {"text": "raise"}, 0, "try-1")
    for each in (authority, restarted(authority)):
        again = each.move(match, tokens[turn], {"text": "raise"}, 0, "try-1")
        assert again[1:] == (done[1], True)
    # The key of one seat means nothing for another.
    authority.move(match, tokens[1 - turn], {"text": "raise"}, 1, "try-1")
    assert authority.find(match).engine.ply == 2


def test_of_two_servers_one_plays_and_the_other_looks_again(authority: Authority) -> None:
    match, tokens = new(authority)
    second = restarted(authority)
    turn = second.find(match).engine.seat
    authority.move(match, tokens[turn], {"text": "raise"}, 0)
    refused("STALE_VERSION", second.move, match, tokens[turn], {"text": "call"}, 0)
    assert second.find(match).engine.state_hash == authority.find(match).engine.state_hash


def test_a_request_that_another_server_has_carried_out_is_not_refused(authority: Authority) -> None:
    match, tokens = new(authority)
    token = tokens[authority.find(match).engine.seat]
    first, second = restarted(authority), restarted(authority)
    for each in (first, second):
        each.find(match)  # as it is now
    _, seq, repeated = authority.move(match, token, {"text": "raise"}, 0, "k")
    assert (seq, repeated) == (1, False)
    # These do not know of it until they write.
    assert first.move(match, token, {"text": "raise"}, 0, "k")[1:] == (1, True)
    assert first.find(match).engine.ply == 1
    refused("STALE_VERSION", second.move, match, token, {"text": "raise"}, 0, "other key")
    first.resign(match, token, "r")
    assert second.resign(match, token, "r").over


def test_a_seat_is_taken_once(authority: Authority) -> None:
    match, _ = new(authority, "jaipur", [PERSON, SeatWish("person", "guest")])
    live, token = authority.join(match, 1, "Ada")
    assert live.seats[1].name == "Ada"
    assert authority.seat_of(match, token) == 1
    refused("SEAT_TAKEN", authority.join, match, 1, "Eve")
    refused("SEAT_TAKEN", authority.join, match, 0, "Eve")
    refused("NO_SUCH_SEAT", authority.join, match, 2, "Eve")
    assert authority.find(match).seats[1].name == "Ada"


def test_no_person_takes_the_seat_of_an_agent(authority: Authority) -> None:
    live, _ = authority.create("jaipur", {})
    refused("NO_SUCH_SEAT", authority.join, live.header.id, 1, "Eve")


def test_tokens_are_compared_in_constant_time(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = new(authority)
    # A store that finds a token which only looks like that of the seat.
    wrong = "x" * 43
    monkeypatch.setattr(authority.store, "seats_of", lambda _: {match: 0})
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("kibitz.table.authority.hmac.compare_digest", compare)
    assert authority.player(match, tokens[0])[1] == 0
    refused("TOKEN_UNKNOWN", authority.player, match, wrong)
    stored = token_hash(tokens[0])
    assert compared == [(stored, stored), (stored, token_hash(wrong))]


def test_spectators_can_be_kept_out(authority: Authority) -> None:
    live, tokens = authority.create("leduc", {}, PEOPLE, 7, watched=False)
    match = live.header.id
    refused("NOT_WATCHED", authority.decision, match, "")
    refused("NOT_WATCHED", authority.frames, match, "", 0)
    assert authority.decision(match, tokens[0])["seat"] == 0


@pytest.mark.parametrize(
    ("code", "game", "options", "seats"),
    [
        ("GAME_NOT_FOUND", "chess", {}, None),
        ("INVALID_OPTION", "leduc", {"cards": 5}, None),
        ("INVALID_OPTION", "jaipur", {"rounds": 7}, None),
        ("INVALID_OPTION", "pokemon", {"decks": "@/etc/passwd / zap"}, None),
        ("INVALID_OPTION", "pokemon", {"decks": "zap / @/etc/passwd"}, None),
        ("INVALID_OPTION", "leduc", {}, [PERSON]),
        ("INVALID_AGENT", "leduc", {}, [PERSON, SeatWish("agent", agent="nobody")]),
        ("INVALID_AGENT", "leduc", {}, [PERSON, SeatWish("agent", agent="human")]),
        ("INVALID_AGENT", "leduc", {}, [PERSON, SeatWish("agent", agent="os.path:join")]),
        ("INVALID_AGENT", "leduc", {}, [PERSON, SeatWish("agent", agent="ismcts:ms=soon")]),
    ],
)
def test_matches_that_cannot_be_made_are_refused(
    authority: Authority,
    code: str,
    game: str,
    options: dict[str, Json],
    seats: list[SeatWish] | None,
) -> None:
    error = refused(code, authority.create, game, options, seats)
    assert "root:" not in str(error)


# Taking back.


def test_against_agents_everything_can_be_taken_back(authority: Authority) -> None:
    agent = SeatWish("agent", agent="random")
    live, tokens = authority.create("jaipur", {}, [PERSON, agent], 7)
    match = live.header.id
    start = live.engine.state_hash
    moved = 0
    while live.engine.seat == 0 and moved < 1:
        authority.move(match, tokens[0], {"number": 0}, live.version)
        moved += 1
    legal = live.engine.legal_moves()[0]
    authority.agent_move(match, live.version, legal.to_json())
    authority.take_back(match, tokens[0])
    for each in (authority, restarted(authority)):
        assert each.find(match).engine.state_hash == start
        assert each.find(match).engine.ply == 0
    assert [*authority.find(match).taken_back[0].moves][1:] == [str(legal)]


def test_among_people_others_must_agree(authority: Authority) -> None:
    match, tokens = new(authority)
    turn = authority.find(match).engine.seat
    me, you = tokens[turn], tokens[1 - turn]
    refused("NOTHING_TO_TAKE_BACK", authority.take_back, match, me)
    authority.move(match, me, {"text": "raise"}, 0)
    authority.move(match, you, {"text": "raise"}, 1)
    refused("NOT_ASKED", authority.answer_take_back, match, you, True)
    authority.take_back(match, me)
    refused("NOT_ASKED", authority.answer_take_back, match, me, True)
    assert authority.find(match).engine.ply == 2
    authority.answer_take_back(match, you, False)
    assert authority.find(match).engine.ply == 2
    authority.take_back(match, me)
    authority.answer_take_back(match, you, True)
    for each in (authority, restarted(authority)):
        assert each.find(match).engine.ply == 0
        assert each.find(match).asked is None
    kinds = [frame["kind"] for frame in authority.frames(match, "", 0) if isinstance(frame, dict)]
    assert kinds == ["move", "move", "asked", "answered", "asked", "answered", "back"]


class Three(Nim):
    """Three people take one stone after the other."""

    def __init__(self) -> None:
        super().__init__(9)
        self.seats = 3

    def kinds(self) -> list[type[Move[Heap]]]:
        return [TakeInTurn]

    def returns(self, state: Heap) -> list[float]:
        return [0.0, 0.0, 0.0]


class TakeInTurn(Take):
    """Take stones; the next of three seats goes on."""

    def apply(self, state: Heap, seat: int) -> None:
        super().apply(state, seat)
        state.seat = (seat + 1) % 3


def test_among_three_people_all_others_must_agree(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.table.authority.load_game", lambda game, options: Three())
    live, by_seat = authority.create("nim", {}, [PERSON] * 3)
    match, tokens = live.header.id, [by_seat[at] for at in range(3)]
    for seat in (0, 1, 2, 0):
        authority.move(match, tokens[seat], {"text": "take 1"}, live.version)
    hashes = live.engine.state_hashes()
    authority.take_back(match, tokens[1])
    refused("NOT_ASKED", authority.answer_take_back, match, tokens[1], True)
    authority.answer_take_back(match, tokens[2], True)
    refused("NOT_ASKED", authority.answer_take_back, match, tokens[2], True)
    assert restarted(authority).find(match).engine.ply == 4
    authority.answer_take_back(match, tokens[0], False)
    refused("NOT_ASKED", authority.answer_take_back, match, tokens[2], True)
    authority.take_back(match, tokens[1])
    for seat in (0, 2):
        authority.answer_take_back(match, tokens[seat], True)
    # Back to the decision of the seat that asked, for everybody.
    for each in (authority, restarted(authority)):
        assert each.find(match).engine.state_hashes() == hashes[:2]
        assert [each.decision(match, token)["turn"] for token in tokens] == [1, 1, 1]
    authority.move(match, tokens[1], {"text": "take 2"}, live.version)
    for token in ("", *tokens):
        told = [frame for frame in authority.frames(match, token, 0) if isinstance(frame, dict)]
        assert [frame["seq"] for frame in told] == [*range(1, live.seq + 1)]


def test_moves_that_were_taken_back_are_not_named(authority: Authority) -> None:
    match, tokens = new(authority, "lorcana")
    live = authority.find(match)
    seat = live.engine.seat
    secret = live.engine.legal_moves()[-1]  # cards of the hand that are put back
    authority.move(match, tokens[seat], {"text": str(secret)}, live.version)
    play(authority, match, tokens, 1)
    authority.take_back(match, tokens[seat])
    authority.answer_take_back(match, tokens[1 - seat], True)
    names = [piece["name"] for piece in hand_of(authority, match, tokens[seat], seat)]
    assert len(names) == 7
    for each in (authority, restarted(authority)):
        for token in ("", tokens[1 - seat]):
            told = json.dumps(each.frames(match, token, 0))
            assert "takes back 2 moves" in told
            assert str(secret) not in told
            assert not any(str(name) in told for name in names)


def hand_of(authority: Authority, match: str, token: str, seat: int) -> list[dict[str, Json]]:
    """Returns the cards of the own hand, from the scene."""
    scene: Any = authority.decision(match, token)["scene"]
    areas = [area for area in scene["areas"] if area["id"] == f"p{seat}.hand"]
    return [piece for area in areas for piece in area["pieces"]]


def test_a_move_ends_the_request_to_take_back(authority: Authority) -> None:
    match, tokens = new(authority)
    turn = authority.find(match).engine.seat
    authority.move(match, tokens[turn], {"text": "raise"}, 0)
    authority.move(match, tokens[1 - turn], {"text": "raise"}, 1)
    authority.take_back(match, tokens[turn])
    authority.move(match, tokens[turn], {"text": "call"}, 2)
    refused("NOT_ASKED", authority.answer_take_back, match, tokens[1 - turn], True)


def test_what_was_taken_back_tells_a_spectator_nothing_hidden(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    play(authority, match, tokens, 6)
    live = authority.find(match)
    authority.take_back(match, tokens[live.engine.seat])
    if authority.find(match).asked is not None:
        authority.answer_take_back(match, tokens[1 - live.engine.seat], True)
    last = authority.frames(match, "", 0, 100)[-1]
    assert isinstance(last, dict)
    assert last["kind"] == "back"
    assert last["scene"] == live.game.scene(live.engine.view(SPECTATOR)).to_json()


# The end, and after it.


def test_the_table_says_that_a_match_is_over_after_somebody_resigned(authority: Authority) -> None:
    match, tokens = new(authority)
    live = authority.find(match)
    told: list[object] = []
    authority.resign(match, tokens[0])
    for token in (*tokens, ""):
        scene = cast("dict[str, Any]", authority.decision(match, token)["scene"])
        assert scene["over"]
        assert "turn" not in scene, "nobody is to move"
        told.append(scene["status"])
    assert told == ["you resigned", "seat 0 resigned", "seat 0 resigned"]
    [last] = authority.frames(match, tokens[1], live.seq - 1)
    assert cast("dict[str, Any]", last["scene"])["status"] == "seat 0 resigned"


def test_whoever_resigns_loses(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    live = authority.resign(match, tokens[1])
    assert live.result is not None
    assert live.result["winner"] == 0
    refused("MATCH_OVER", authority.resign, match, tokens[0])
    assert restarted(authority).find(match).result == live.result


def test_a_rematch_moves_the_players_on_and_keeps_their_tokens(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    refused("MATCH_OPEN", authority.rematch, match, tokens[0])
    authority.resign(match, tokens[0])
    following = authority.rematch(match, tokens[0])
    assert authority.rematch(match, tokens[1]) == following
    assert authority.seat_of(following, tokens[0]) == 1
    assert authority.seat_of(following, tokens[1]) == 0
    assert authority.find(following).header.seed != authority.find(match).header.seed
    assert [seat.name for seat in authority.find(following).seats] == ["seat 0", "seat 1"]


def test_names_that_people_have_given_move_on_with_them(authority: Authority) -> None:
    match, tokens = new(authority, seats=[SeatWish("person", "Zoë", join=True), PERSON])
    authority.resign(match, tokens[0])
    following = authority.find(authority.rematch(match, tokens[0]))
    assert [seat.name for seat in following.seats] == ["seat 0", "Zoë"]


def test_two_servers_deal_one_rematch(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    authority.resign(match, tokens[0])
    other = restarted(authority)
    other.find(match)  # as it was before the rematch
    following = authority.rematch(match, tokens[0])
    assert other.rematch(match, tokens[1]) == following
    assert other.find(match).following == following
    assert authority.store.counts() == {"open": 1, "over": 1}


def test_a_rematch_whose_event_cannot_be_stored_is_not_dealt(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = new(authority, "jaipur")
    authority.resign(match, tokens[0])
    with monkeypatch.context() as patch:
        patch.setattr(store, "event_row", fail)
        with pytest.raises(StoreError):
            authority.rematch(match, tokens[0])
    assert authority.store.counts() == {"open": 0, "over": 1}
    assert authority.find(match).following == ""
    assert authority.rematch(match, tokens[0])
    assert authority.store.counts() == {"open": 1, "over": 1}


def fail(*_: object) -> dict[str, object]:
    raise StoreError("the disk is full")


@pytest.mark.parametrize("game", games.names())
def test_a_record_can_be_read_and_replayed_at_every_ply(authority: Authority, game: str) -> None:
    match, tokens = new(authority, game)
    play(authority, match, tokens, 12)
    if not authority.find(match).over:
        refused("MATCH_OPEN", authority.ply, match, "", 0, 0)
        authority.resign(match, tokens[0])
    text = authority.record(match, "")
    assert len(read_record(text).moves) == authority.find(match).engine.ply
    copied = authority.import_record(text).header.id
    for ply in range(authority.find(copied).engine.ply + 1):
        for seat in (SPECTATOR, 0):
            shown = authority.ply(copied, "", ply, seat)
            assert shown["scene"] == authority.ply(match, "", ply, seat)["scene"]
    refused("NO_SUCH_PLY", authority.ply, copied, "", 999)
    refused("NO_SUCH_SEAT", authority.ply, copied, "", 0, 9)
    assert restarted(authority).record(copied, "").splitlines()[1:-1] == text.splitlines()[1:-1]


@pytest.mark.parametrize("text", ["", "{}", "not a record", '{"format": "kibitz-record/1"}'])
def test_what_is_not_a_record_is_refused(authority: Authority, text: str) -> None:
    refused("INVALID_RECORD", authority.import_record, text)


def test_an_edited_record_is_refused(authority: Authority) -> None:
    match, tokens = new(authority)
    play(authority, match, tokens, 99)
    text = authority.record(match, "")
    refused("INVALID_RECORD", authority.import_record, text.replace('"seed": 7', '"seed": 8'))


# Agents.


def test_an_agent_sees_its_own_observation_and_its_move_is_checked(authority: Authority) -> None:
    agents = [SeatWish("agent", agent="random"), SeatWish("agent", agent="random")]
    live, _ = authority.create("leduc", {}, agents, 7)
    match = live.header.id
    found = authority.agent_turn(match)
    assert found is not None
    _, seen = found
    assert seen.view == live.engine.view(live.engine.seat)
    refused("STALE_VERSION", authority.agent_move, match, 5, seen.moves[0].to_json())
    refused("ILLEGAL_MOVE", authority.agent_move, match, 0, {"move": "fold"})
    refused("INVALID_MOVE", authority.agent_move, match, 0, ["junk"])
    authority.agent_move(match, 0, seen.moves[0].to_json())
    assert authority.find(match).engine.ply == 1


def test_a_failed_agent_is_replaced_and_everybody_is_told(authority: Authority) -> None:
    agents = [SeatWish("agent", agent="greedy"), SeatWish("agent", agent="random")]
    live, _ = authority.create("leduc", {}, agents, 7)
    match = live.header.id
    seat = live.engine.seat
    old = live.seats[seat].name
    authority.replace_agent(match, 0, "it crashed")
    now = restarted(authority).find(match).seats[seat]
    assert now.name != old
    frame = authority.frames(match, "", 0)[0]
    assert isinstance(frame, dict)
    assert "it crashed" in str(frame["text"])


def test_advice_is_for_the_own_seat_and_against_agents(authority: Authority) -> None:
    live, tokens = authority.create("leduc", {}, [PERSON, SeatWish("agent", agent="random")], 7)
    match = live.header.id
    while live.engine.seat != 0:
        authority.agent_move(match, live.version, live.engine.legal_moves()[0].to_json())
    seen = authority.observe(match, tokens[0], ["raise"], None, None)
    assert seen.seat == 0
    assert [str(move) for move in seen.wanted] == ["raise"]
    refused("TOKEN_MISSING", authority.observe, match, "", [], None, None)
    refused("INVALID_MOVE", authority.observe, match, tokens[0], ["fly"], None, None)
    people, others = new(authority)
    refused("ADVICE_NOT_ALLOWED", authority.observe, people, others[0], [], None, None)


def test_pieces_that_cannot_be_touched_have_a_reason(authority: Authority) -> None:
    match, tokens = new(authority, "duel")
    play(authority, match, tokens, 6)
    turn = authority.find(match).engine.seat
    found = authority.refusals(match, tokens[turn])["refusals"]
    assert isinstance(found, dict)
    assert all(isinstance(why, dict) and why["reason"] for why in found.values())
    refused("NOT_YOUR_TURN", authority.refusals, match, tokens[1 - turn])


@pytest.mark.parametrize("game", ["duel", "jaipur", "lorcana", "gundam"])
def test_step_by_step_questions_lead_to_legal_moves(authority: Authority, game: str) -> None:
    match, tokens = new(authority, game)
    play(authority, match, tokens, 5)
    live = authority.find(match)
    token = tokens[live.engine.seat]
    for kind in {move.id for move in live.engine.legal_moves()}:
        chosen: list[int | list[int]] = []
        for _ in range(20):
            step = authority.choices(match, token, kind, chosen)
            if step["complete"]:
                move = live.game.move_from_json(step["move"])
                assert live.engine.can_execute(move)
                break
            least = step["least"]
            assert isinstance(least, int)
            chosen.append([*range(least)] if step["many"] else 0)
        else:
            pytest.fail(f"{kind} never ends")
    refused("INVALID_MOVE", authority.choices, match, token, "fly", [])
    refused("INVALID_MOVE", authority.choices, match, token, kind, [999])
