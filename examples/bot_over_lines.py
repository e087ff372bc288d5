"""A bot for Kibitz over standard input and output: it plays Leduc hold'em by rank and pair."""

import json
import sys
from typing import Any

RANKS = {"J": -1.0, "Q": 0.0, "K": 1.0}
STAKES = {"fold": -1.0, "call": 0.0, "raise": 1.0}


def weigh(asked: dict[str, Any], text: str) -> dict[str, Any]:
    """Scores a move: what it stakes, times how good the card is; the reasons add up to it."""
    position, seat = asked["position"], asked["seat"]
    card, public, stakes = position["cards"][seat], position["public"], position["stakes"]
    rank, owed = STAKES[text] * RANKS[card[0]], max(stakes) - stakes[seat]
    reasons = [{"term": "rank", "amount": rank, "text": f"the card is {card}"}]
    if public and public[0] == card[0]:
        reasons += [{"term": "pair", "amount": 3.0 * STAKES[text], "text": f"with {public}"}]
    if owed and text != "fold":
        reasons += [{"term": "price", "amount": -0.2 * owed, "text": f"{owed} to stay in"}]
    return {"move": text, "score": sum(each["amount"] for each in reasons), "reasons": reasons}


for line in sys.stdin:  # a JSON object in each line, until Kibitz closes the pipe
    asked, answer = json.loads(line), None
    if asked["kind"] == "hello":
        answer = {"protocol": 1, "name": "over-lines", "version": "1.0", "games": ["leduc"]}
    elif asked["kind"] == "advise":
        answer = {"options": [weigh(asked, move["text"]) for move in asked["moves"]]}
    if answer is not None:  # lines of other kinds have no answer
        print(json.dumps(answer), flush=True)
