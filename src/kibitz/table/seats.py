"""Seats of a match: who is to play, and the secret tokens of those who do."""

import base64
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kibitz.table.live import PERSON
from kibitz.table.stored import Seat


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


def seat_name(at: int) -> str:
    """Returns the name of a person who has not given one."""
    return f"seat {at}"


def moved_on(seat: Seat, before: int, at: int) -> Seat:
    """Returns a player in another seat; without a name, the player gets that of the seat."""
    return seat._replace(name=seat_name(at)) if seat.name == seat_name(before) else seat


def new_id(key: str = "") -> str:
    """Returns the id of a new match: a random one, or with a secret key always the same."""
    return derived(12, "match", key) if key else secrets.token_urlsafe(12)


def new_token(match: str, seat: int, key: str = "") -> str:
    """Returns the token of a seat: a random one, or with a secret key always the same.

    So a request that is sent again with its key gets the token that it got before, and nothing but
    the hash of the token is stored.
    """
    return derived(32, "token", match, str(seat), key) if key else secrets.token_urlsafe(32)


def derived(size: int, *parts: str) -> str:
    """Returns a text from which nobody can tell the parts, with so many bytes in it."""
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=size).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_tokens(
    match: str, seats: Sequence[Seat], wishes: Sequence[SeatWish] | None, mine: int, key: str = ""
) -> dict[int, str]:
    """Makes tokens for the seats that the creator takes: without wishes, one seat."""
    taken = [mine] if wishes is None else [at for at, wish in enumerate(wishes) if wish.join]
    return {at: new_token(match, at, key) for at in taken if seats[at].kind == PERSON}


def hash_tokens(tokens: Mapping[int, str]) -> dict[int, str]:
    """Returns what is stored of tokens, by seat."""
    return {at: token_hash(token) for at, token in tokens.items()}


def token_hash(token: str) -> str:
    """Returns what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
