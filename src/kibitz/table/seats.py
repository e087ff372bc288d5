"""Seats of a match: who is to play, and the secret tokens of those who do."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kibitz.table.live import PERSON
from kibitz.table.store import Seat


class SeatWish(NamedTuple):
    """Who is to play a seat of a new match.

    Attributes:
        kind: `person` or `agent`.
        name: the name that others see; empty for a default one.
        agent: the agent; empty for the opponent of the game.
        join: whether the creator takes the seat and gets its token.
    """

    kind: str
    name: str = ""
    agent: str = ""
    join: bool = False


def new_tokens(
    seats: Sequence[Seat], wishes: Sequence[SeatWish] | None, mine: int
) -> dict[int, str]:
    """Makes tokens for the seats that the creator takes: without wishes, one seat."""
    taken = [mine] if wishes is None else [at for at, wish in enumerate(wishes) if wish.join]
    return {at: secrets.token_urlsafe(32) for at in taken if seats[at].kind == PERSON}


def hash_tokens(tokens: Mapping[int, str]) -> dict[int, str]:
    """Returns what is stored of tokens, by seat."""
    return {at: token_hash(token) for at, token in tokens.items()}


def token_hash(token: str) -> str:
    """Returns what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
