"""Playing on from a replay: a new match that begins with the moves of one that is over."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kibitz import games
from kibitz.core.game import SPECTATOR
from kibitz.core.record import read_record, replay
from kibitz.table.authority import Authority
from kibitz.table.seats import SeatWish
from kibitz.table.store import Store
from tests.core.nim import Nim
from tests.table.servers import PERSON, TableServer, good
from tests.table.test_authority import new, play, refused, restarted

QUICK = "workers = 1\n[limits]\nrequests_per_second = 0\nmatches_per_address = 100000\n"
RANDOM = SeatWish("agent", agent="random")


@pytest.fixture
def authority(tmp_path: Path) -> Iterator[Authority]:
    store = Store(f"sqlite:///{tmp_path / 'matches.db'}")
    store.open()
    yield Authority(store)
    store.close()


def ended(authority: Authority, game: str, moves: int = 12) -> tuple[str, int]:
    """Plays some moves and resigns; returns the match and how many moves it has."""
    match, tokens = new(authority, game)
    play(authority, match, tokens, moves)
    live = authority.find(match)
    if not live.over:
        authority.resign(match, tokens[live.engine.seat])
    return match, authority.find(match).engine.ply


def seats_of(game: str) -> list[SeatWish]:
    return [SeatWish("person", join=True)] * games.load(game).seats


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_played_on_from_any_ply(authority: Authority, game: str) -> None:
    match, plies = ended(authority, game)
    source = authority.find(match)
    hashes = source.engine.state_hashes()
    for ply in {0, 1, plies // 2, plies - 1}:
        live, tokens = authority.play_on(match, "", ply, seats_of(game))
        branch = live.header.id
        for each in (authority, restarted(authority)):
            found = each.find(branch)
            assert found.engine.state_hashes() == hashes[: ply + 1]
            assert found.engine.history == source.engine.history[:ply]
            assert not found.over
            assert each.describe(found, SPECTATOR)["from"] == {"match": match, "ply": ply}
        told = authority.frames(branch, "", max(0, ply - 5))[-1]
        assert isinstance(told, dict)
        moves = "1 move" if ply == 1 else f"{ply} moves"
        assert (told["seq"], told["kind"]) == (ply + 1, "continued")
        assert told["text"] == f"goes on after {moves} of an earlier match"
        everyone = [tokens[at] for at in sorted(tokens)]
        play(authority, branch, everyone, 8, seed=ply)
        assert authority.find(branch).engine.ply > ply
        if not authority.find(branch).over:
            authority.resign(branch, everyone[0])
        record = read_record(authority.record(branch, ""))
        again = replay(record, games.load_with(game, record.options))
        assert again.state_hashes()[: ply + 1] == hashes[: ply + 1]
        assert restarted(authority).find(branch).engine.state_hash == again.state_hash
        shown = [authority.ply(each, "", ply, 0)["scene"] for each in (match, branch)]
        assert shown[0] == shown[1]


def test_nothing_is_played_on_from_a_match_that_is_open(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    play(authority, match, tokens, 3)
    for token in ("", *tokens):
        refused("MATCH_OPEN", authority.play_on, match, token, 1)
    authority.resign(match, tokens[0])
    assert authority.play_on(match, "", 1)[0].engine.ply == 1


def test_nothing_is_played_on_where_nothing_is_to_decide(authority: Authority) -> None:
    match, tokens = new(authority, "leduc")
    play(authority, match, tokens, 99)
    plies = authority.find(match).engine.ply
    refused("MATCH_OVER", authority.play_on, match, "", plies)
    refused("NO_SUCH_PLY", authority.play_on, match, "", plies + 1)
    refused("INVALID_OPTION", authority.play_on, match, "", 0, [RANDOM])
    bad = [RANDOM, SeatWish("agent", agent="os:abort")]
    refused("INVALID_AGENT", authority.play_on, match, "", 0, bad)
    assert authority.play_on(match, "", plies - 1)[0].engine.ply == plies - 1


def test_a_match_without_spectators_is_played_on_by_its_players(authority: Authority) -> None:
    wishes = seats_of("leduc")
    live, tokens = authority.create("leduc", {}, wishes, 7, watched=False)
    match = live.header.id
    authority.resign(match, tokens[0])
    refused("NOT_WATCHED", authority.play_on, match, "", 0)
    assert authority.play_on(match, tokens[1], 0)[0].header.watched


def test_you_take_the_seat_that_must_decide(authority: Authority) -> None:
    match, plies = ended(authority, "jaipur", 5)
    for ply in range(plies):
        live, tokens = authority.play_on(match, "", ply)
        assert [*tokens] == [live.engine.seat]
        kinds = [seat.kind for seat in live.seats]
        assert kinds == ["person" if at in tokens else "agent" for at in range(2)]
        assert not live.due()
        assert authority.seat_of(live.header.id, tokens[live.engine.seat]) == live.engine.seat


def test_moves_of_the_earlier_match_are_not_taken_back(authority: Authority) -> None:
    match, _ = ended(authority, "jaipur", 6)
    live, tokens = authority.play_on(match, "", 5)
    branch, seat = live.header.id, live.engine.seat
    start = live.engine.state_hash
    refused("NOTHING_TO_TAKE_BACK", authority.take_back, branch, tokens[seat])
    authority.move(branch, tokens[seat], {"number": 0}, live.version)
    authority.take_back(branch, tokens[seat])
    for each in (authority, restarted(authority)):
        assert each.find(branch).engine.state_hash == start
        refused("NOTHING_TO_TAKE_BACK", each.take_back, branch, tokens[seat])


def test_a_rematch_has_cards_of_its_own(authority: Authority) -> None:
    match, _ = ended(authority, "jaipur", 6)
    live, tokens = authority.play_on(match, "", 5, seats_of("jaipur"))
    authority.resign(live.header.id, tokens[0])
    following = authority.find(authority.rematch(live.header.id, tokens[0]))
    assert following.engine.ply == 0
    assert following.header.seed != live.header.seed
    assert authority.describe(following, 0)["from"] is None


def test_a_match_that_was_played_on_is_played_on_again(authority: Authority) -> None:
    match, _ = ended(authority, "duel", 8)
    first, tokens = authority.play_on(match, "", 4, seats_of("duel"))
    play(authority, first.header.id, [tokens[0], tokens[1]], 3)
    authority.resign(first.header.id, tokens[0])
    second, _ = authority.play_on(first.header.id, "", 6)
    assert second.engine.history == authority.find(first.header.id).engine.history[:6]
    assert authority.describe(second, 0)["from"] == {"match": first.header.id, "ply": 6}


def test_a_record_from_anywhere_is_played_on(authority: Authority) -> None:
    match, _ = ended(authority, "leduc", 3)
    copied = authority.import_record(authority.record(match, "")).header.id
    live, tokens = authority.play_on(copied, "", 2)
    seat = live.engine.seat
    legal = live.engine.legal_moves()[0]
    authority.move(live.header.id, tokens[seat], {"text": str(legal)}, live.version)
    assert live.engine.ply == 3


# Positions.


@pytest.mark.parametrize("game", games.names())
def test_a_position_is_what_the_seat_that_decides_knew(authority: Authority, game: str) -> None:
    match, plies = ended(authority, game)
    live = authority.find(match)
    twin = live.engine.fork()
    while twin.ply >= plies - 3 and twin.undo():
        shown = authority.position(match, "", twin.ply)
        assert (shown["seat"], shown["turn"]) == (twin.seat, twin.seat)
        assert shown["position"] == live.game.position(twin.view(twin.seat))
        text = json.dumps(shown["position"])
        read = games.load_with(game, live.header.options).read_position(json.loads(text))
        assert live.game.position(read) == shown["position"]


def test_in_an_open_match_only_the_own_position_is_copied(authority: Authority) -> None:
    match, tokens = new(authority, "jaipur")
    play(authority, match, tokens, 3)
    live = authority.find(match)
    for seat, token in enumerate(tokens):
        shown = authority.position(match, token, 2)
        assert shown["seat"] == seat
        twin = live.engine.fork()
        twin.undo()
        assert shown["position"] == live.game.position(twin.view(seat))
        refused("MATCH_OPEN", authority.position, match, token, 2, 1 - seat)
    refused("TOKEN_MISSING", authority.position, match, "", 2)
    refused("TOKEN_MISSING", authority.position, match, "", 2, 0)
    refused("NO_SUCH_PLY", authority.position, match, tokens[0], 9)


def test_a_game_without_positions_says_so(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.table.authority.load_game", lambda game, options: Nim())
    live, tokens = authority.create("nim", {}, [SeatWish("person", join=True)] * 2)
    error = refused("NO_POSITION", authority.position, live.header.id, tokens[0], 0)
    assert str(error) == "nim has no positions"


# Over HTTP, with agents and a server that is killed.


def test_agents_play_on_and_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings=QUICK)
    try:
        made = server.post("/matches", {"game": "jaipur", "seed": 7})
        match, token = made["match"]["match"], made["tokens"]["0"]
        assert made["match"]["from"] is None
        server.refused("MATCH_OPEN", "POST", f"/matches/{match}/plies/0/match", {}, token)
        server.post(f"/matches/{match}/moves", {"version": 0, "number": 0}, token)
        with server.watch(match, token, after=1) as watching:
            watching.until(type="state", turn=0)
        server.post(f"/matches/{match}/resign", token=token)
        # Two agents that have not played it go on; the server is killed while they do.
        slow = {"kind": "agent", "agent": "greedy"}
        asked = {"seats": [slow, slow], "public": True}
        made = server.post(f"/matches/{match}/plies/2/match", asked)
        branch = made["match"]["match"]
        assert made["tokens"] == {}
        assert made["match"]["from"] == {"match": match, "ply": 2}
        with server.watch(branch) as watching:
            # Wherever they are by now, they are about to move.
            watching.until(type="frame", kind="move")
        server.kill()
        server.start()
        listed = {each["match"]: each for each in server.get("/matches")["matches"]}
        assert listed[branch]["from"] == {"match": match, "ply": 2}
        assert match not in listed
        with server.watch(branch) as watching:
            watching.until(type="frame", over=True)
        record = server.call("GET", f"/matches/{branch}/record").text
        engine = replay(read_record(record), games.load("jaipur"))
        assert engine.outcome is not None
        old = read_record(server.call("GET", f"/matches/{match}/record").text)
        assert [each.hash for each in old.moves[:2]] == [
            each.hash for each in read_record(record).moves[:2]
        ]
        # A record from elsewhere, against the opponent of the game.
        copied = good(httpx.post(f"{server.url}/records", content=record.encode()))["match"]
        made = server.post(f"/matches/{copied}/plies/3/match", {"watched": False})
        [(seat, mine)] = made["tokens"].items()
        followed = made["match"]["match"]
        assert made["match"]["you"] == made["match"]["turn"] == int(seat)
        decision = server.get(f"/matches/{followed}/decision", mine)
        body = {"version": decision["version"], "number": 0}
        assert server.post(f"/matches/{followed}/moves", body, mine)["seq"] == 5
        server.refused("NOT_WATCHED", "GET", f"/matches/{followed}")
        position = server.get(f"/matches/{copied}/plies/3/position")
        answer = server.post("/games/jaipur/advice", {"position": position["position"], "ms": 100})
        assert answer["seat"] == position["seat"] == int(seat)
        server.refused("NO_SUCH_SEAT", "GET", f"/matches/{copied}/plies/3/position?seat=2")
        server.refused("INVALID_REQUEST", "POST", f"/matches/{copied}/plies/3/match", {"seed": 1})
    finally:
        server.close()


def test_matches_that_are_played_on_are_limited_like_others(tmp_path: Path) -> None:
    settings = "workers = 1\n[limits]\nmatches_per_address = 2\n"
    server = TableServer(tmp_path, settings=settings)
    try:
        seats = [PERSON, PERSON]
        made = server.post("/matches", {"game": "leduc", "seats": seats})
        match, token = made["match"]["match"], made["tokens"]["0"]
        server.post(f"/matches/{match}/resign", token=token)
        server.post(f"/matches/{match}/plies/0/match", {})
        error = server.call("POST", f"/matches/{match}/plies/0/match", {})
        assert error.status_code == 429
    finally:
        server.close()
