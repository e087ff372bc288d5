"""Matches for tests of the page, brought to a point over HTTP, which is faster than by clicks."""

from typing import Any

from kibitz.core.randomness import seeded
from tests.table.servers import PERSON, TableServer

RANDOM = {"kind": "agent", "agent": "random"}


class Dealt:
    """A match with a person at seat 0 and random agents at the others.

    Attributes:
        id: its id.
        token: the secret of the person.
    """

    def __init__(self, server: TableServer, game: str, seed: str = "1", **options: object) -> None:
        self.server, self.rng = server, seeded(f"{game} {seed}")
        seats: int = server.get(f"/games/{game}")["seats"]
        asked = {
            "game": game,
            "options": options,
            "seed": seed,
            "seats": [PERSON, *[RANDOM] * (seats - 1)],
        }
        made = server.post("/matches", asked)
        self.id: str = made["match"]["match"]
        self.token: str = made["tokens"]["0"]

    def get(self, path: str) -> Any:
        """Returns a document about the match."""
        return self.server.get(f"/matches/{self.id}{path}", self.token)

    def post(self, path: str, body: object = None) -> Any:
        """Sends a request at the match."""
        return self.server.post(f"/matches/{self.id}{path}", body, self.token)

    def play(self, most: int = 100_000) -> bool:
        """Lets the person play at random; tells whether the match is over."""
        for _ in range(most):
            state = self.turn()
            if state["over"]:
                return True
            moves = [each for each in state["moves"] if "text" in each]
            move = self.rng.pick(moves)
            self.post("/moves", {"version": state["version"], "text": move["text"]})
        return bool(self.turn()["over"])

    def turn(self) -> Any:
        """Waits until the person must decide, or the match is over; returns the decision."""
        while True:
            state = self.get("/decision")
            if state["over"] or state["moves"] or state["steps"]:
                return state
            self.get(f"/frames?after={state['seq']}&wait=5")
