"""Random matches keep every law of the library and the invariants of the rules."""

from itertools import pairwise

import pytest

from kibitz.core import seeded
from kibitz.games import load_with
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import BRED_FROM, CAN_BENCH, EVOLVES_FROM, HP
from kibitz.games.pokemon.state import (
    HEALTHY,
    PRIZES,
    ZONES,
    Pokemon,
    PokemonState,
    bench,
    has_active,
    pile,
    pokemon_of,
)
from kibitz.testing import check_game
from kibitz.testing.expect import census
from tests.games.pokemon.random_decks import random_decks
from tests.games.pokemon.table import incomplete

# All cards that no theme deck has but Trainers that ask much, and every attack with a choice.
CHOICES = (
    "4 clefairy, 4 pidgey, 3 pidgeotto, 4 porygon, 4 poliwag, 3 poliwhirl, 2 poliwrath,"
    " 4 vulpix, 3 ninetales, 4 magnemite, 2 magneton, 3 computer search, 2 energy removal,"
    " 2 clefairy doll, 3 double colorless, 6 water, 4 fire, 3 lightning"
)
HARD = (
    "4 squirtle, 3 wartortle, 3 blastoise, 4 machop, 3 machoke, 3 machamp, 4 dratini, 3 dragonair,"
    " 4 gastly, 4 farfetchd, 2 bulbasaur, 3 gust of wind, 2 switch, 2 defender, 2 pluspower,"
    " 7 water, 4 fighting, 3 psychic"
)
# The Trainers that no theme deck has, and all Powers.
TRAINERS = (
    "3 devolution spray, 2 impostor professor oak, 3 item finder, 2 lass, 3 pokemon breeder,"
    " 3 pokemon trader, 3 scoop up, 3 super energy removal, 3 energy retrieval, 2 full heal,"
    " 3 maintenance, 2 pokemon center, 3 pokemon flute, 3 pokedex, 3 revive, 2 clefairy doll,"
    " 3 abra, 2 kadabra, 2 alakazam, 2 weedle, 4 psychic, 4 grass"
)
POWERS = (
    "3 abra, 1 kadabra, 3 alakazam, 3 charmander, 1 charmeleon, 3 charizard, 3 bulbasaur,"
    " 1 ivysaur, 3 venusaur, 4 voltorb, 4 electrode, 4 pokemon breeder, 3 devolution spray,"
    " 3 pokedex, 2 lass, 3 maintenance, 2 double colorless, 6 grass, 4 fire, 4 water"
)
MATCHES: dict[str, dict[str, object]] = {
    "starter": {"decks": "starter"},
    "overgrowth against zap": {"decks": "overgrowth / zap"},
    "brushfire against blackout": {"decks": "brushfire / blackout"},
    "choices": {"decks": f"{CHOICES} / {HARD}", "coin_toss": "chooses"},
    "trainers and powers": {"decks": f"{TRAINERS} / {POWERS}"},
    "one prize": {"decks": f"{HARD} / {CHOICES}", "prize_count": 1, "retreats_per_turn": 1},
}


def test_every_trainer_and_power_is_implemented() -> None:
    assert incomplete() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_match_keeps_every_law(name: str) -> None:
    survey = check_game(lambda: load_with("pokemon", MATCHES[name]), games=2, max_plies=3000)
    assert survey.games == 2


def stages_fit(pokemon: Pokemon) -> bool:
    """Tells whether each stage evolves from the one below; Breeder may have left one out."""
    stages = [*pokemon.under, pokemon.kind]
    pairs = list(pairwise(stages))
    return CAN_BENCH[stages[0]] and all(
        lower in (EVOLVES_FROM[upper], BRED_FROM[upper]) for lower, upper in pairs
    )


def cards_of(s: PokemonState, seat: int) -> int:
    """Counts all cards of a seat, in zones and in play."""
    piled = sum(len(pile(s, zone, seat)) for zone in range(ZONES))
    return piled + sum(len(pokemon.cards()) for pokemon in pokemon_of(s, seat))


def check_invariants(s: PokemonState, cards: object) -> None:
    """Checks what holds after every move (7.1)."""
    assert census(s) == cards, "no card is lost"
    rules = s.board.rules
    for seat in (0, 1):
        assert cards_of(s, seat) == rules.deck_size, "no card changes its owner"
        assert len(bench(s, seat)) <= rules.bench_size
        for place, pokemon in enumerate(pokemon_of(s, seat)):
            assert pokemon.damage >= 0
            assert pokemon.damage % 10 == 0
            assert pokemon.damage < HP[pokemon.kind] or s.stack or s.over
            benched = place > 0 or not has_active(s, seat)
            assert not benched or (pokemon.condition == HEALTHY and pokemon.poison == 0)
            assert pokemon.energy == sorted(pokemon.energy)
            assert stages_fit(pokemon)
        if s.turn > 0 and not s.over and not s.stack:
            assert has_active(s, seat)
            assert pile(s, PRIZES, seat)


def play_at_random(game: PokemonTcg, seed: str) -> None:
    """Plays a match at random and checks every position; it must end."""
    rng = seeded(seed)
    s = game.setup(rng.fork())
    cards, plies = census(s), 0
    while not s.over:
        moves = game.legal(s)
        assert moves, "somebody can always do something"
        game.play(s, moves[rng.below(len(moves))])
        check_invariants(s, cards)
        plies += 1
        assert plies < 5000, "every match ends"
    assert game.legal(s) == []


@pytest.mark.parametrize("name", MATCHES)
def test_random_matches_keep_the_invariants(name: str) -> None:
    game = PokemonTcg(**MATCHES[name])  # type: ignore[arg-type]  # options by name
    for number in range(25):
        play_at_random(game, f"{name}/{number}")


@pytest.mark.slow
@pytest.mark.parametrize("thousand", [1, 2])
def test_thousands_of_random_matches_keep_the_invariants(thousand: int) -> None:
    rng = seeded(f"thousand {thousand}")
    for number in range(1000):
        play_at_random(PokemonTcg(random_decks(rng)), f"{thousand}/{number}")


def test_random_decks_keep_the_invariants() -> None:
    rng = seeded("decks")
    for number in range(60):
        size, prizes = 1 + rng.below(5), 1 + rng.below(6)
        game = PokemonTcg(random_decks(rng), bench_size=size, prize_count=prizes)
        play_at_random(game, f"decks/{number}")


def test_players_who_waste_time_come_to_an_end() -> None:
    """Both always use a Power or retreat where they can; no turn and no match goes on for ever."""
    game = PokemonTcg(POWERS)
    for number in range(5):
        rng = seeded(f"waste/{number}")
        s, plies = game.setup(rng.fork()), 0
        while not s.over:
            moves = game.legal(s)
            wasteful = [move for move in moves if move.id in ("power", "retreat", "choose")]
            game.play(s, rng.pick(wasteful or moves))
            plies += 1
            assert plies < 10_000
