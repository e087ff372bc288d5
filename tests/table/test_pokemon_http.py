"""The Pokémon TCG over HTTP: a match of two programs that send actions."""

from pathlib import Path

from tests.table.servers import TableServer

APPROVE = {"actionType": "APPROVE_MATCH", "actionData": {}}


def test_two_programs_play_by_actions(tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings="workers = 1\nlimits.requests_per_second = 0\n")
    try:
        body = {"decks": ["brushfire", "zap"], "players": ["ash", "gary"], "seed": 7}
        made = server.post("/pokemon/matches", body)
        path, tokens = f"/pokemon/matches/{made['match']}", made["tokens"]
        [offered] = server.get(f"{path}/actions", tokens["ash"])["actions"]
        assert offered["actionType"] == "APPROVE_MATCH"
        done = server.post(f"{path}/actions", APPROVE, tokens["ash"], Idempotency_Key="once")
        again = server.post(f"{path}/actions", APPROVE, tokens["ash"], Idempotency_Key="once")
        assert (done["seq"], done["repeated"]) == (1, False)
        assert (again["seq"], again["repeated"]) == (1, True)
        error = server.refused("ILLEGAL_MOVE", "POST", f"{path}/actions", APPROVE, tokens["ash"])
        assert error["actionError"] == "INVALID_STATE"
        server.refused("INVALID_REQUEST", "POST", f"{path}/actions", [], tokens["gary"])
        server.refused("TOKEN_MISSING", "POST", f"{path}/actions", APPROVE)
        unknown = {"agent": "nobody"}
        server.refused("INVALID_AGENT", "POST", f"{path}/ai-action", unknown, tokens["gary"])
        seq = 1
        while seq < 40:
            for token in tokens.values():
                answer = server.call("POST", f"{path}/ai-action", {}, token)
                if answer.status_code == 200:
                    assert server.get(path, token)["seq"] == seq, "nothing is carried out"
                    seq = server.post(f"{path}/actions", answer.json(), token)["seq"]
                else:
                    assert answer.json()["error"]["code"] == "NOT_YOUR_TURN"
        assert server.get(path, tokens["gary"])["turnNumber"] > 1
    finally:
        server.close()
