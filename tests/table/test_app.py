"""The API of a running server: playing, watching, asking, taking back and replaying every game."""

import json
import re
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed

from kibitz import games
from kibitz.core.randomness import Rng, seeded
from kibitz.core.record import read_record, replay
from kibitz.table.app import api, read_token, service_of
from tests.cli.command import kibitz
from tests.table.postgres import PostgresServer
from tests.table.servers import PERSON, TableServer, good

QUICK = "workers = 1\n[limits]\nrequests_per_second = 0\nmatches_per_address = 100000\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("server"), settings=QUICK)
    yield found
    found.close()


def new(server: TableServer, game: str = "leduc", **wishes: object) -> tuple[str, list[str]]:
    """Creates a match; returns its id and the tokens that came with it."""
    made = server.post("/matches", {"game": game, **wishes})
    assert isinstance(made["tokens"], dict)
    return made["match"]["match"], [*made["tokens"].values()]


def pick(server: TableServer, match: str, token: str, state: Any, rng: Rng) -> dict[str, Any]:
    """Chooses a random move of a decision, as a client does: by number, range or step by step."""
    version = state["version"]
    listed = state["moves"]
    if listed:
        number = rng.below(len(listed))
        entry = listed[number]
        if "text" in entry:
            return {"version": version, "number": number}
        groups = [group for group, count in entry["touches"] for _ in range(count)]
        chosen = groups[: entry["least"] + rng.below(entry["most"] - entry["least"] + 1)]
        return {"version": version, "kind": entry["kind"], "groups": chosen}
    chosen_so_far: list[Any] = []
    kind = state["steps"][0]
    while True:
        asked = server.post(
            f"/matches/{match}/choices", {"kind": kind, "chosen": chosen_so_far}, token
        )
        if asked["complete"]:
            return {"version": version, "text": asked["text"]}
        least = asked["least"] if asked["many"] else 1
        places = [*range(len(asked["options"]))][:least]
        chosen_so_far.append(places if asked["many"] else places[0])


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_played_watched_and_replayed(server: TableServer, game: str) -> None:
    rng = seeded(game)
    match, [token] = new(server, game, public=True)
    path = f"/matches/{match}"
    moves = 0
    with server.watch(match, token) as mine, server.watch(match) as watching:
        state, theirs, over = mine.next(), watching.next(), False
        assert state["type"] == "state"
        assert state["seat"] == 0
        assert theirs["seat"] is None
        # An agent may have moved before somebody came to watch.
        seq, before = state["seq"], theirs["seq"]
        state = state if state["turn"] == 0 else None
        while not over:
            if state is not None and moves < 40:
                moves += 1
                server.post(f"{path}/moves", pick(server, match, token, state, rng), token)
            elif state is not None:
                server.post(f"{path}/resign", token=token)
            state = None
            while state is None and not over:
                message = mine.next()
                if message["type"] == "frame":
                    assert message["seq"] == seq + 1, "every event comes once, in order"
                    seq, over = message["seq"], message["over"]
                    assert message["text"]
                elif message["turn"] == 0 and message["seq"] >= seq:
                    state = message
        others = watching.until(seq=seq)
    assert [each["seq"] for each in others] == [*range(before + 1, seq + 1)]
    assert not any("touches" in each for each in others), "touches may name hidden cards"
    text = server.call("GET", f"{path}/record").text
    record = read_record(text)
    engine = replay(record, games.load_with(game, record.options))
    described = server.get(path)
    assert described["ply"] == engine.ply
    assert described["over"]
    again = good(httpx.post(f"{server.url}/records", content=text.encode()))
    for seat in range(-1, games.load(game).seats):
        shown = server.get(f"/matches/{again['match']}/plies/{engine.ply}?seat={seat}")
        assert (
            shown["scene"] == server.get(f"{path}/plies/{engine.ply}?seat={seat}", token)["scene"]
        )


def test_tokens_match_over_turn_version_and_move_are_checked_in_this_order(
    server: TableServer,
) -> None:
    match, [token, other] = new(server, seats=[PERSON, PERSON])
    wrong = {"version": 99, "text": "nonsense"}
    moves = f"/matches/{match}/moves"
    assert server.call("POST", moves, wrong).status_code == 401
    server.refused("TOKEN_MISSING", "POST", moves, wrong)
    server.refused("TOKEN_UNKNOWN", "POST", moves, wrong, "x" * 43)
    server.refused("MATCH_NOT_FOUND", "POST", "/matches/nowhere/moves", wrong, token)
    elsewhere, [foreign] = new(server)
    server.refused("TOKEN_OF_ANOTHER_MATCH", "POST", moves, wrong, foreign)
    turn = server.get(f"/matches/{match}", token)["turn"]
    on, off = (token, other) if turn == 0 else (other, token)
    server.refused("NOT_YOUR_TURN", "POST", moves, wrong, off)
    assert server.refused("STALE_VERSION", "POST", moves, wrong, on)["version"] == 0
    server.refused("INVALID_MOVE", "POST", moves, {**wrong, "version": 0}, on)
    server.refused("ILLEGAL_MOVE", "POST", moves, {"version": 0, "text": "fold"}, on)
    server.post(f"/matches/{match}/resign", token=off)
    server.refused("MATCH_OVER", "POST", moves, wrong, on)
    assert server.get(f"/matches/{elsewhere}")["seq"] == 0


def test_a_request_that_is_sent_twice_plays_once(server: TableServer) -> None:
    match, [token] = new(server)
    body = {"version": 0, "text": "raise"}
    first = server.post(f"/matches/{match}/moves", body, token, Idempotency_Key="k1")
    again = server.post(f"/matches/{match}/moves", body, token, Idempotency_Key="k1")
    assert (
        (first["seq"], first["repeated"])
        == (again["seq"], False)
        == (1, again["repeated"] is False)
    )
    assert again["repeated"]


def test_waiting_for_news_needs_no_websocket(server: TableServer) -> None:
    match, [token] = new(server)
    frames = f"/matches/{match}/frames"
    assert server.get(f"{frames}?after=0", token)["frames"] == []
    server.post(f"/matches/{match}/moves", {"version": 0, "text": "raise"}, token)
    seq = 0
    texts: list[str] = []
    while len(texts) < 2:
        for frame in server.get(f"{frames}?after={seq}&wait=20", token)["frames"]:
            assert frame["seq"] == seq + 1
            seq = frame["seq"]
            texts.append(frame["text"])
    assert texts[0].lower().startswith("raise")


def test_watchers_who_come_back_get_what_they_missed(server: TableServer) -> None:
    match, tokens = new(server, seats=[PERSON, PERSON])
    played = []
    with server.watch(match, tokens[0]) as watching:
        watching.next()
        for text in ("raise", "call"):
            state = server.get(f"/matches/{match}", tokens[0])
            body = {"version": state["version"], "text": text}
            played.append(
                server.post(f"/matches/{match}/moves", body, tokens[state["turn"]])["seq"]
            )
        assert [
            each["seq"] for each in watching.until(seq=2, type="frame") if each["type"] == "frame"
        ] == [1, 2]
    with server.watch(match, tokens[0], after=1) as watching:
        frame = watching.next()
        assert (frame["type"], frame["seq"]) == ("frame", 2)
        state = watching.next()
        assert (state["type"], state["seq"]) == ("state", 2)
    with server.watch(match, tokens[0], after=7) as watching:
        assert watching.next()["error"]["code"] == "INVALID_REQUEST"


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ('{"token": "no such token"}', 4401),
        ("nonsense", 4400),
        ('{"after": -1}', 4400),
        ('{"after": true}', 4400),
        ('{"unknown": 1}', 4400),
        ("[" * 2000, 4400),
    ],
)
def test_a_socket_that_says_nonsense_is_sent_nothing_but_a_refusal(
    server: TableServer, hello: str, code: int
) -> None:
    match, _ = new(server)
    with server.watch(match, after=None) as spectator:
        spectator.next()
        spectator.socket.send("more")
        spectator.until(type="refusal")
    from websockets.sync.client import connect

    address = server.url.replace("http", "ws", 1)
    with connect(f"{address}/matches/{match}/live") as socket:
        socket.send(hello)
        refusal = json.loads(socket.recv(10))
        assert refusal["type"] == "refusal"
        assert "scene" not in refusal
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


def test_a_socket_without_permission_gets_no_state(server: TableServer) -> None:
    match, [token] = new(server, watched=False)
    with server.watch(match) as watching:
        assert watching.next()["error"]["code"] == "NOT_WATCHED"
    _, [foreign] = new(server)
    with server.watch(match, foreign) as watching:
        assert watching.next()["error"]["code"] == "TOKEN_OF_ANOTHER_MATCH"
    with server.watch(match, token) as watching:
        assert watching.next()["type"] == "state"


# Seats.


def test_people_join_by_taking_a_seat(server: TableServer) -> None:
    seats = [{"kind": "person", "name": "Ada", "join": True}, {"kind": "person"}]
    match, [token] = new(server, seats=seats)
    with server.watch(match, token) as watching:
        watching.next()
        joined = server.post(f"/matches/{match}/seats/1", {"name": "Bob"})
        assert watching.next()["text"] == "Bob takes a seat"
    assert joined["match"]["you"] == 1
    server.refused("SEAT_TAKEN", "POST", f"/matches/{match}/seats/1", {"name": "Eve"})
    server.refused("NO_SUCH_SEAT", "POST", f"/matches/{match}/seats/2", {})
    assert server.get(f"/matches/{match}/decision", joined["token"])["seat"] == 1
    names = [seat["name"] for seat in server.get(f"/matches/{match}")["seats"]]
    assert names == ["Ada", "Bob"]


def test_nobody_can_name_the_seed_of_a_match_between_people(server: TableServer) -> None:
    body = {"game": "leduc", "seed": 7, "seats": [PERSON, PERSON]}
    assert (
        "knows every card" in server.refused("INVALID_OPTION", "POST", "/matches", body)["message"]
    )
    first, second = (new(server, seed=7, seats=[PERSON, {"kind": "agent"}]) for _ in range(2))
    shown = [
        server.get(f"/matches/{match}/decision", token)["scene"]
        for match, [token] in (first, second)
    ]
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, "GAME_NOT_FOUND"),
        ({"game": "leduc", "options": {"rounds": 99}}, "INVALID_OPTION"),
        ({"game": "lorcana", "options": {"decks": "@/etc/hostname / B"}}, "INVALID_OPTION"),
        ({"game": "leduc", "seats": [PERSON]}, "INVALID_OPTION"),
        (
            {"game": "leduc", "seats": [PERSON, {"kind": "agent", "agent": "nobody"}]},
            "INVALID_AGENT",
        ),
        (
            {"game": "leduc", "seats": [PERSON, {"kind": "agent", "agent": "human"}]},
            "INVALID_AGENT",
        ),
        (
            {"game": "leduc", "seats": [PERSON, {"kind": "agent", "agent": "os:abort"}]},
            "INVALID_AGENT",
        ),
        ({"game": "leduc", "seat": 1}, "INVALID_REQUEST"),
        ({"game": "leduc", "public": "yes"}, "INVALID_REQUEST"),
        ({"game": 3}, "INVALID_REQUEST"),
        ([], "INVALID_REQUEST"),
    ],
)
def test_a_match_that_cannot_be_is_refused(server: TableServer, body: object, code: str) -> None:
    assert server.refused(code, "POST", "/matches", body)["message"]


def test_public_matches_are_listed_page_by_page(server: TableServer) -> None:
    made = {new(server, "duel", public=True)[0] for _ in range(5)}
    hidden, _ = new(server, "duel")
    found: list[str] = []
    before = ""
    while True:
        page = server.get(f"/matches?game=duel&status=open&limit=2{before}")
        found += [each["match"] for each in page["matches"]]
        if page["next"] is None:
            break
        before = f"&before={page['next']}"
    assert made <= {*found}
    assert hidden not in found
    assert len(found) == len({*found})
    server.refused("INVALID_REQUEST", "GET", "/matches?before=yesterday")


# Advice.


def test_advice_is_asked_fetched_and_sent(server: TableServer) -> None:
    match, [token] = new(server, "jaipur")
    path = f"/matches/{match}/advice"
    with server.watch(match, token) as watching:
        state = watching.next()
        wanted = state["moves"][-1]["text"]
        asked = server.post(path, {"ms": 200, "wanted": [wanted]}, token)
        assert asked["state"] == "thinking"
        answer = server.get(f"{path}/{asked['id']}?wait=20", token)
        sent = watching.until(type="advice")[-1]
    assert answer["state"] == "done"
    assert sent["advice"] == answer["advice"]
    options = answer["advice"]["options"]
    assert wanted in [option["text"] for option in options]
    assert answer["advice"]["explanation"]
    assert all(option["words"] for option in options)
    legal = [move["text"] for move in state["moves"]]
    assert answer["advice"]["text"] in legal
    server.refused("ADVICE_NOT_FOUND", "GET", f"{path}/{asked['id']}")
    server.refused("INVALID_AGENT", "POST", path, {"agent": "os:abort"}, token)
    server.refused(
        "ILLEGAL_MOVE",
        "POST",
        path,
        {"wanted": ["take camels" if "take camels" not in legal else "sell 5 gold"]},
        token,
    )
    server.refused("TOKEN_MISSING", "POST", path, {})


def test_advice_can_be_cancelled(server: TableServer) -> None:
    match, [token] = new(server, "jaipur")
    path = f"/matches/{match}/advice"
    asked = server.post(path, {"agent": "ismcts", "ms": 9_000}, token)
    cancelled = good(server.call("DELETE", f"{path}/{asked['id']}", token=token))
    assert cancelled["state"] == "cancelled"
    assert server.get(f"{path}/{asked['id']}?wait=20", token)["state"] == "cancelled"
    # The worker that thought about it was replaced.
    again = server.post(path, {"agent": "random", "ms": 100}, token)
    assert server.get(f"{path}/{again['id']}?wait=20", token)["state"] == "done"
    restarts = re.search(
        r"kibitz_worker_restarts_total ([0-9]+)", server.call("GET", "/metrics").text
    )
    assert restarts is not None
    assert int(restarts[1]) >= 1


def test_no_more_than_some_questions_wait_at_a_time(server: TableServer) -> None:
    match, [token] = new(server, "jaipur")
    path = f"/matches/{match}/advice"
    asked = [server.post(path, {"agent": "ismcts", "ms": 9_000}, token) for _ in range(4)]
    error = server.call("POST", path, {}, token)
    assert error.status_code == 429
    assert error.json()["error"]["code"] == "TOO_MANY"
    for each in asked:
        server.call("DELETE", f"{path}/{each['id']}", token=token)


def test_there_is_no_advice_between_people_until_it_is_over(server: TableServer) -> None:
    match, tokens = new(server, seats=[PERSON, PERSON])
    path = f"/matches/{match}/advice"
    server.refused("ADVICE_NOT_ALLOWED", "POST", path, {}, tokens[0])
    server.post(
        f"/matches/{match}/moves",
        {"version": 0, "text": "raise"},
        tokens[server.get(f"/matches/{match}")["turn"]],
    )
    server.post(f"/matches/{match}/resign", token=tokens[0])
    asked = server.post(path, {"ply": 0, "ms": 100}, tokens[1])
    assert server.get(f"{path}/{asked['id']}?wait=20", tokens[1])["state"] == "done"
    # Whoever replays it needs no token.
    asked = server.post(path, {"ply": 1, "ms": 100})
    assert server.get(f"{path}/{asked['id']}?wait=20")["state"] == "done"
    server.refused("NO_SUCH_PLY", "POST", path, {"ply": 9})


def test_a_position_is_judged_without_a_match(server: TableServer) -> None:
    position = games.load("leduc")
    from kibitz import RuleEngine

    match = RuleEngine(position, seed=3)
    written = position.position(match.view(match.seat))
    answer = server.post("/games/leduc/advice", {"position": written, "ms": 100})
    assert answer["game"] == "leduc"
    assert answer["advice"]["options"]
    server.refused("INVALID_POSITION", "POST", "/games/leduc/advice", {"position": {"x": 1}})
    server.refused("GAME_NOT_FOUND", "POST", "/games/chess/advice", {"position": {}})


# Taking back, resigning, playing again.


def test_against_an_agent_a_decision_is_taken_back(server: TableServer) -> None:
    match, [token] = new(server, "jaipur")
    with server.watch(match, token) as watching:
        first = watching.next()
        server.refused("NOTHING_TO_TAKE_BACK", "POST", f"/matches/{match}/take-back", token=token)
        server.post(f"/matches/{match}/moves", {"version": 0, "number": 0}, token)
        watching.until(type="state", turn=0)
        done = server.post(f"/matches/{match}/take-back", token=token)
        after = watching.until(type="state", turn=0)
    assert done["turn"] == 0
    assert after[0]["kind"] == "back"
    assert after[0]["text"] == "takes back 2 moves"
    assert after[-1]["scene"] == first["scene"]


def test_between_people_a_decision_is_taken_back_if_all_agree(server: TableServer) -> None:
    match, tokens = new(server, seats=[PERSON, PERSON])
    turn = server.get(f"/matches/{match}")["turn"]
    on, off = tokens[turn], tokens[1 - turn]
    server.post(f"/matches/{match}/moves", {"version": 0, "text": "raise"}, on)
    server.post(f"/matches/{match}/moves", {"version": 1, "text": "raise"}, off)
    asked = server.post(f"/matches/{match}/take-back", token=on)
    assert asked["asked"] == {"seat": turn}
    assert asked["version"] == 2
    server.refused("NOT_ASKED", "POST", f"/matches/{match}/take-back/answer", {"agree": True}, on)
    done = server.post(f"/matches/{match}/take-back/answer", {"agree": True}, off)
    assert done["turn"] == turn
    assert done["asked"] is None
    assert server.get(f"/matches/{match}")["ply"] == 0


KEY = "b2f0c9a4-5d0e-4b1a-9a63-1f6d8f0c7e11"


def test_a_request_that_gives_out_tokens_can_be_sent_twice(server: TableServer) -> None:
    body = {"game": "leduc", "seats": [PERSON, {"kind": "person"}]}
    first = server.post("/matches", body, Idempotency_Key=KEY)
    assert server.post("/matches", body, Idempotency_Key=KEY) == first
    other = server.post("/matches", body, Idempotency_Key=KEY.upper())
    assert other["match"]["match"] != first["match"]["match"]
    match = first["match"]["match"]
    path = f"/matches/{match}/seats/1"
    bob = KEY[::-1]
    joined = server.post(path, {"name": "Bob"}, Idempotency_Key=bob)
    assert server.post(path, {"name": "Bob"}, Idempotency_Key=bob)["token"] == joined["token"]
    assert joined["token"] not in first["tokens"].values()
    server.refused("SEAT_TAKEN", "POST", path, {"name": "Eve"}, Idempotency_Key=KEY.upper())
    server.refused("SEAT_TAKEN", "POST", path, {"name": "Eve"})
    # Nobody gets the token of somebody who joined.
    again = server.post("/matches", body, Idempotency_Key=KEY)
    assert again["tokens"] == first["tokens"]
    assert server.get(f"/matches/{match}", joined["token"])["you"] == 1
    server.refused("INVALID_REQUEST", "POST", "/matches", body, Idempotency_Key="short")


def test_a_match_that_goes_on_or_has_actions_can_be_asked_for_twice(server: TableServer) -> None:
    match, [token] = new(server)
    server.post(f"/matches/{match}/resign", token=token)
    made = [
        server.post(f"/matches/{match}/plies/0/match", {}, token, Idempotency_Key=KEY + "-on")
        for _ in range(2)
    ]
    assert made[0]["tokens"] == made[1]["tokens"]
    assert made[0]["match"]["match"] == made[1]["match"]["match"]
    asked = {"players": ["a", "b"], "decks": ["Brushfire", "Blackout"]}
    created = [
        server.post("/pokemon/matches", asked, Idempotency_Key=KEY + "-pokemon") for _ in range(2)
    ]
    assert created[0] == created[1]
    assert server.get(f"/pokemon/matches/{created[0]['match']}", created[0]["tokens"]["b"])


def test_a_rematch_goes_on_with_the_same_tokens(server: TableServer) -> None:
    match, tokens = new(server, seats=[PERSON, PERSON])
    server.refused("MATCH_OPEN", "POST", f"/matches/{match}/rematch", token=tokens[0])
    server.post(f"/matches/{match}/resign", token=tokens[0])
    following = server.post(f"/matches/{match}/rematch", token=tokens[0])["match"]
    same = server.post(f"/matches/{match}/rematch", token=tokens[1])["match"]
    assert following["match"] == same["match"] != match
    assert (following["you"], same["you"]) == (1, 0)
    assert server.get(f"/matches/{match}")["rematch"] == same["match"]


def test_an_agent_begins_its_rematch_by_itself(server: TableServer) -> None:
    match, [token] = new(server)
    server.post(f"/matches/{match}/resign", token=token)
    following = server.post(f"/matches/{match}/rematch", token=token)["match"]["match"]
    with server.watch(following, token) as watching:
        state = watching.next()
        if state["turn"] != 1:
            state = watching.until(type="state", turn=1)[-1]
    assert state["seat"] == 1
    assert state["moves"]


# Games and results of tournaments.


def test_games_are_described_with_options_agents_and_rules(server: TableServer) -> None:
    listed = {game["id"]: game for game in server.get("/games")["games"]}
    assert {*games.names()} <= {*listed}
    one = server.get("/games/lorcana")
    assert one["seats"] == 2
    assert "decks" in one["options"]
    assert "ismcts" in one["agents"]
    rules = server.call("GET", "/games/lorcana/rules")
    assert rules.headers["content-type"].startswith("text/markdown")
    assert "lore" in rules.text
    server.refused("GAME_NOT_FOUND", "GET", "/games/chess")


@pytest.mark.parametrize("path", ["/games", "/games/lorcana"])
def test_descriptions_are_compressed_for_clients_that_want_it(
    server: TableServer, path: str
) -> None:
    plain = server.call("GET", path, Accept_Encoding="identity")
    packed = server.call("GET", path, Accept_Encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    sizes = [int(each.headers["content-length"]) for each in (packed, plain)]
    assert 2 * sizes[0] < sizes[1]


def test_answers_with_a_token_are_never_compressed(server: TableServer) -> None:
    def packed(method: str, path: str, body: object = None, token: str = "") -> bool:
        answer = server.call(method, path, body, token, Accept_Encoding="gzip")
        assert answer.status_code == 200
        return "gzip" in answer.headers.get("content-encoding", "")

    seats = {"game": "jaipur", "seats": [PERSON, {"kind": "person"}]}
    assert not packed("POST", "/matches", seats)
    made = server.post("/matches", seats)
    path, token = f"/matches/{made['match']['match']}", made["tokens"]["0"]
    # What is large is compressed, and what is small is not worth it.
    assert packed("GET", f"{path}/decision", token=token)
    assert not packed("GET", path, token=token)
    assert not packed("POST", f"{path}/seats/1", {"name": "x" * 40})


def test_the_table_before_a_move_is_told_with_its_legal_moves_after_the_end(
    server: TableServer,
) -> None:
    match, [token, other] = new(server, "jaipur", seats=[PERSON, PERSON])
    path = f"/matches/{match}"
    refused = f"{path}/plies/0?moves=true"
    server.refused("MATCH_OPEN", "GET", refused, token=token)
    shown = server.get(path, token)
    turn = shown["turn"]
    before = server.get(f"{path}/decision", (token, other)[turn])
    body = {"version": 0, "text": before["moves"][0]["text"]}
    server.post(f"{path}/moves", body, (token, other)[turn])
    [told] = server.get(f"{path}/frames?scenes=false", token)["frames"]
    assert told["text"]
    assert "scene" not in told
    assert "scene" in server.get(f"{path}/frames", token)["frames"][0]
    server.post(f"{path}/resign", token=token)
    found = server.get(f"{path}/plies/0?moves=true&seat={1 - turn}")
    assert (found["turn"], found["seat"]) == (turn, 1 - turn)
    assert found["moves"] == before["moves"]
    assert "moves" not in server.get(f"{path}/plies/0")


def test_results_of_tournaments_are_listed_read_and_replayed(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    done = kibitz(
        *("arena", "leduc", "random", "greedy", "--deals", "2", "--seed", "7"),
        *("--workers", "1", "--out", str(tmp_path / "results" / "small")),
    )
    assert done.code == 0, done.err
    settings = f"results = '{tmp_path / 'results'}'\n{QUICK}"
    server = TableServer(tmp_path, settings=settings)
    try:
        [listed] = server.get("/arena/results")["results"]
        assert (listed["name"], listed["game"], listed["played"]) == ("small", "leduc", 4)
        assert server.get("/arena/results/small")["summary"]
        page = server.get("/arena/results/small/games?limit=3")
        assert (len(page["games"]), page["next"]) == (3, 3)
        record = server.call("GET", "/arena/results/small/games/2/record").text
        match = good(httpx.post(f"{server.url}/records", content=record.encode()))
        assert match["over"]
        server.refused("RESULT_NOT_FOUND", "GET", "/arena/results/none")
    finally:
        server.close()


# Operation.


def test_no_request_goes_to_a_thread_before_the_service_has_it() -> None:
    def functions(dependant: Any) -> Iterator[Any]:
        for each in dependant.dependencies:
            yield each.call
            yield from functions(each)

    found = {call for route in api.routes for call in functions(cast("APIRoute", route).dependant)}
    assert {service_of, read_token} <= found
    for call in found:
        asynchronous = iscoroutinefunction(call) or iscoroutinefunction(type(call).__call__)
        assert asynchronous, f"FastAPI would run {call} in a thread"


def test_health_readiness_and_metrics(server: TableServer) -> None:
    match, [token] = new(server)
    server.post(f"/matches/{match}/moves", {"version": 0, "text": "raise"}, token)
    assert server.get("/health")["status"] == "ok"
    assert server.get("/ready")["status"] == "ready"
    text = server.call("GET", "/metrics").text
    assert re.search(r'kibitz_events_total\{kind="move"\} [1-9]', text)
    assert re.search(r'kibitz_requests_total\{method="POST",route="/matches/\{match\}/moves"', text)
    assert "kibitz_live_matches" in text
    assert token not in text
    assert match not in text


def test_the_log_has_no_secrets(server: TableServer) -> None:
    match, [token] = new(server)
    server.get(f"/matches/{match}/decision?token={token}", token)
    server.call("GET", f"/matches/{token}", token=token)
    with server.watch(match, token) as watching:
        watching.next()
    text = server.log.read_text()
    assert "/matches/{match}/decision" in text
    assert token not in text
    for line in text.splitlines():
        assert json.loads(line)["level"] in ("info", "warning", "error"), line


def test_a_stopped_server_sends_watchers_away_and_goes_on_later(tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings=QUICK)
    try:
        seats = [PERSON, {"kind": "agent", "agent": "ismcts:ms=20000"}]
        match, [token] = new(server, "jaipur", seats=seats)
        with server.watch(match, token) as watching:
            watching.next()
            server.post(f"/matches/{match}/moves", {"version": 0, "number": 0}, token)
            watching.until(type="frame")
            assert server.stop() == 0
            with pytest.raises(ConnectionClosed) as closed:
                watching.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        server.settings.write_text(f"agent_seconds = 1.0\n{QUICK}")
        server.start()
        # The agent that was about to decide is asked again; this one is too slow, and replaced.
        with server.watch(match, token, after=1) as watching:
            told = watching.until(type="state", turn=0)
        kinds = [each["kind"] for each in told if each["type"] == "frame"]
        assert kinds[0] == "agent"
        assert "move" in kinds
        assert "did not answer in time" in next(each["text"] for each in told if "text" in each)
        assert server.get(f"/matches/{match}")["seats"][1]["agent"] != "ismcts:ms=20000"
    finally:
        server.close()


@pytest.mark.needs("postgres")
def test_two_servers_serve_the_same_matches(tmp_path: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database()
    first = TableServer(tmp_path, url, QUICK, "first")
    second = TableServer(tmp_path, url, QUICK, "second")
    try:
        match, tokens = new(first, seats=[PERSON, PERSON])
        with first.watch(match, tokens[0]) as here, second.watch(match, tokens[1]) as there:
            here.next()
            there.next()
            over, seq, rng = False, 0, seeded(5)
            while not over:
                server = (first, second)[seq % 2]
                state = server.get(f"/matches/{match}")
                token = tokens[state["turn"]]
                decision = server.get(f"/matches/{match}/decision", token)
                body = {"version": decision["version"], "number": rng.below(len(decision["moves"]))}
                answer = server.post(f"/matches/{match}/moves", body, token)
                seq, over = answer["seq"], answer["over"]
                for watching in (here, there):
                    assert watching.until(type="frame", seq=seq)
        assert first.get(f"/matches/{match}")["result"] == second.get(f"/matches/{match}")["result"]
        lines = [each.call("GET", f"/matches/{match}/record").text for each in (first, second)]
        assert lines[0] == lines[1]
        # One that is killed leaves its agents' turns to the other.
        slow = [PERSON, {"kind": "agent", "agent": "greedy"}]
        match, [token] = new(first, "jaipur", seats=slow)
        first.kill()
        decision = second.get(f"/matches/{match}/decision", token)
        second.post(f"/matches/{match}/moves", {"version": decision["version"], "number": 0}, token)
        with second.watch(match, token, after=0) as watching:
            watching.until(type="state", turn=0)
    finally:
        first.close()
        second.close()
