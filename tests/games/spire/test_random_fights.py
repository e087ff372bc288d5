"""Random fights in every encounter of all acts, with random decks of both classes."""

import pytest

from kibitz.core import seeded
from kibitz.core.randomness import Rng
from kibitz.games.spire import Spire
from kibitz.games.spire.cards import CARDS
from kibitz.games.spire.monsters import ENCOUNTERS, MONSTER_KINDS
from kibitz.games.spire.moves import MOST_MONSTERS
from kibitz.games.spire.position.loadout import DECKS
from kibitz.games.spire.state import Fight

FIGHTS = 4


def random_game(encounter: str, character: str, rng: Rng) -> Spire:
    """Makes a fight with a random deck; every second one is at a high ascension."""
    named = rng.pick([*DECKS[character].values()])
    more = ", ".join([rng.pick(CARDS).name.lower() for _ in range(10)])
    return Spire(
        character=character,
        encounter=encounter,
        deck=f"{named}, {more}",
        ascension=rng.below(21),
        max_hp=300,
        potions="fire, explosive potion",
        relics="starter, runic dome" if rng.flip() else "starter, philosopher's stone",
    )


def check_sane(s: Fight) -> None:
    """Checks what must hold at every moment."""
    assert 0 <= s.hp <= s.max_hp
    assert 0 <= s.block <= 999
    assert len(s.hand) <= 10
    assert s.over or s.living() > 0
    assert len(s.monsters) <= MOST_MONSTERS
    for monster in s.monsters:
        assert 0 <= monster.hp <= monster.max_hp
        assert monster.hp > 0 or not monster.alive
        assert not (monster.alive and monster.half_dead)
        assert 0 <= monster.move < len(MONSTER_KINDS[monster.kind].moves)


@pytest.mark.parametrize("character", DECKS)
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_random_fights_end_and_keep_what_must_hold(encounter: str, character: str) -> None:
    rng = seeded(f"random {encounter} {character}")
    for _ in range(FIGHTS):
        game = random_game(encounter, character, rng)
        s = game.setup(rng.fork())
        while not s.over:
            check_sane(s)
            move = rng.pick(game.legal(s))
            if rng.below(10) == 0:
                view = game.view(s, 0)
                assert game.read_position(game.position(view)) == view
                assert game.view(game.sample(view, rng.fork()), 0) == view
                assert game.render(view)
                other = s.clone()
                assert other == s
                game.play(other, move)
                game.play(s, move)
                assert other == s
                assert game.news(view, game.view(s, 0)) is not None
            else:
                game.play(s, move)
        assert game.render(game.view(s, 0))
