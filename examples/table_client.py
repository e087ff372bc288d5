"""Plays a match at the table with random moves: python table_client.py GAME http://127.0.0.1:8000.

It needs a server (`kibitz serve`), and nothing but the standard library.
"""

import json
import sys
import time
from random import choice, sample
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(url: str, token: str, body: Any = None) -> Any:
    """Sends a document, or fetches one; tries again later if the server says so."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        return json.load(urlopen(Request(url, body and json.dumps(body).encode(), headers)))
    except HTTPError as error:
        if "Retry-After" not in error.headers:
            sys.exit(error.read().decode())
        time.sleep(int(error.headers["Retry-After"]))
        return call(url, token, body)


def choose(match: str, token: str, state: Any) -> dict[str, object]:
    """Chooses a legal move; where there are too many to list, by answering questions."""
    move = choice([*state["moves"], *[{"kind": kind} for kind in state["steps"]]])
    asked: Any = {"kind": move["kind"], "chosen": []}
    while "text" not in move:
        move = call(f"{match}/choices", token, asked)
        asked["chosen"].append(sample(range(len(move.get("options", ()))), move.get("least", 0)))
    return {"version": state["version"], "text": move["text"]}


def play(game: str, table: str) -> Any:
    """Plays a match against the opponent of the game, tells what happens, returns the result."""
    made = call(f"{table}/matches", "", {"game": game})
    match, token = f"{table}/matches/{made['match']['match']}", made["tokens"]["0"]
    seq, over = 0, False
    while not over:
        state = call(f"{match}/decision", token)
        if state["turn"] == 0:
            call(f"{match}/moves", token, choose(match, token, state))
        for frame in call(f"{match}/frames?after={seq}&wait=30", token)["frames"]:
            seq, over = frame["seq"], frame["over"]
            print(f"{seq}. seat {frame['seat']}: {frame['text']}", *frame["news"], sep="\n   ")
    return call(match, token)["result"]


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
