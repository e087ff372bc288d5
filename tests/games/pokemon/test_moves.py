"""The quick list of legal moves against all moves there are, tried one by one."""

from collections.abc import Iterator

import pytest

from kibitz.core import seeded
from kibitz.core.game import derive_legal
from kibitz.core.move import Move
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import WORDS
from kibitz.games.pokemon.moves import (
    ATTACK_WORDS,
    POWER_WORDS,
    SPOTS,
    Active,
    Attach,
    Attack,
    Bench,
    Choose,
    Done,
    Draw,
    End,
    Evolve,
    PlayTrainer,
    Prize,
    Promote,
    Retreat,
    UsePower,
)
from kibitz.games.pokemon.rules.steps import READINGS
from kibitz.games.pokemon.state import PokemonState
from tests.games.pokemon.random_decks import random_decks

CARDS = WORDS[1:]
TARGETS = ["", *SPOTS]


def every_move() -> Iterator[Move[PokemonState]]:
    """Yields every move that can be written, but for conceding."""
    yield from (Draw(), Done(), Prize(), End())
    for card in CARDS:
        yield from (Active(card), Bench(card))
        for target in TARGETS:
            yield from (Attach(card, target), Evolve(card, target), PlayTrainer(card, target))
    for target in TARGETS:
        yield from (Retreat(target), Promote(target))
        for power in POWER_WORDS:
            yield UsePower(power, target)
    for attack in ATTACK_WORDS:
        yield Attack(attack)
    for word in dict.fromkeys([word for known in READINGS for word in known]):
        yield Choose(word)


EVERY: dict[type[Move[PokemonState]], list[Move[PokemonState]]] = {}
for each in every_move():
    EVERY.setdefault(type(each), []).append(each)


def brute_force(game: PokemonTcg, s: PokemonState) -> set[Move[PokemonState]]:
    """Returns the moves that nothing speaks against."""
    kinds = [kind for kind in EVERY if game.gate(s, s.seat, kind) is None]
    moves = [move for kind in kinds for move in EVERY[kind]]
    return {move for move in moves if next(iter(move.check(s, s.seat)), None) is None}


def positions(count: int) -> Iterator[tuple[PokemonTcg, PokemonState]]:
    """Yields positions of random matches with random decks, every seventh of a match."""
    rng = seeded("positions")
    while True:
        game = PokemonTcg(decks=random_decks(rng), coin_toss="chooses")
        s = game.setup(rng.fork())
        ply = 0
        while not s.over:
            if ply % 7 == 0:
                yield game, s
                count -= 1
                if count == 0:
                    return
            game.play(s, game.random_move(s, rng))
            ply += 1


@pytest.mark.slow
def test_legal_moves_are_all_moves_that_nothing_speaks_against() -> None:
    seen: set[str] = set()
    for game, s in positions(1000):
        moves = game.legal(s)
        assert moves == derive_legal(game, s), "as enumerate and check say, in that order"
        assert len(set(moves)) == len(moves), "no move twice"
        assert set(moves) == brute_force(game, s)
        seen |= {move.id for move in moves}
    assert seen == {kind.id for kind in EVERY}, "every kind of move was among them"
