"""Moves as they are written: `attach fire > bench 2`, `play bill`, `attack thunder jolt`."""

from kibitz.core.move import Move
from kibitz.games.pokemon.cards.catalogue import PLAY, WORD_NUMBERS, plain_word
from kibitz.games.pokemon.moves import (
    DONE_MOVE,
    DRAW_MOVE,
    END_MOVE,
    POWER_WORDS,
    PRIZE_MOVE,
    Active,
    Attach,
    Attack,
    Bench,
    Choose,
    Evolve,
    PlayTrainer,
    Promote,
    Retreat,
    UsePower,
)
from kibitz.games.pokemon.state import Fight

SINGLE: dict[str, Move[Fight]] = {
    "draw": DRAW_MOVE,
    "done": DONE_MOVE,
    "prize": PRIZE_MOVE,
    "end": END_MOVE,
}


def read_written(text: str) -> Move[Fight] | None:
    """Reads a move exactly as it is written; None if it is none."""
    words = plain_word(" ".join(text.split()))
    if words in SINGLE:
        return SINGLE[words]
    kind, _, rest = words.partition(" ")
    subject, _, to = rest.partition(" > ")
    made = make_move(kind, rest, subject, to)
    return None if made is None or made.invalid() or str(made) != words else made


def make_move(kind: str, rest: str, subject: str, to: str) -> Move[Fight] | None:
    """Makes a move from the words after its kind; they may be wrong."""
    if kind in ("active", "bench"):
        return Active(rest) if kind == "active" else Bench(rest)
    if kind in ("attach", "evolve"):
        return Attach(subject, to) if kind == "attach" else Evolve(subject, to)
    if kind == "play" and PLAY[WORD_NUMBERS.get(subject, 0)] >= 0:
        return PlayTrainer(subject, to)
    if kind == "power" and subject in POWER_WORDS:
        return UsePower(subject, to)
    if kind in ("retreat", "promote"):
        return Retreat(rest.removeprefix("> ")) if kind == "retreat" else Promote(rest)
    if kind in ("attack", "choose"):
        return Attack(rest) if kind == "attack" else Choose(rest)
    return None
