"""Moves as they are written and as a player types them.

A move is written as `attach fire > bench 2`, `play bill` or `attack thunder jolt`. A player may
leave out the first word if the rest tells what is meant, begin words with a few letters, name a
Pokémon instead of its place, and leave out a place if there is only one: `attach fire machop`,
`potion active`, `evolve charmeleon`, `retreat 1`, `slash`. Case and spare spaces do not matter.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.core import typed
from kibitz.core.typed import Phrase, Saying
from kibitz.games.pokemon import moves
from kibitz.games.pokemon.cards import PLAY, WORD_NUMBERS, WORDS, plain_word
from kibitz.games.pokemon.rules.steps import SPOT_WORDS
from kibitz.games.pokemon.state import FOE, NO_SPOT, PokemonMove, PokemonState, at_spot, is_spot

# Other words for the first one of a move.
SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "end": ("pass",),
    "power": ("use",),
    "attack": ("use",),
    "play": ("use",),
    "prize": ("take",),
    "choose": ("take",),
    "retreat": ("switch",),
}
VERB_LIST: Final = [
    (word, kind.id) for kind in moves.KINDS for word in (kind.id, *SYNONYMS.get(kind.id, ()))
]
VERBS: Final[dict[str, Phrase]] = {
    kind.id: Phrase([kind.id, *SYNONYMS.get(kind.id, ())], typed.MISFIT) for kind in moves.KINDS
}
WRITTEN: Final = {kind.id: kind for kind in moves.KINDS if not kind.always}
# What players write for `>` and for `foe`.
AIMS: Final = ("on", "to", "at")
FOES: Final = ("their", "opponent", "opponents")
# What it costs to leave out a place: little, because the name of a card says more.
NO_PLACE: Final = 1


def tidy(text: str) -> str:
    """Returns a text in small letters, without accents and spare spaces, as cards are called."""
    return plain_word(" ".join(text.replace("♂", " m").replace("'", "").split()))


def read_written(text: str) -> PokemonMove | None:
    """Reads a move as it is written, legal or not; None if it is not a move."""
    words = tidy(text)
    card = words.removeprefix("play ").partition(" > ")[0]
    if words.startswith("play ") and PLAY[WORD_NUMBERS.get(card, 0)] < 0:
        return None
    return typed.make_written(WRITTEN, words)


def typed_words(text: str) -> list[str]:
    """Splits a tidy text into words, with one word for those that mean the same."""
    words = typed.with_aims(text.replace(">", " > ").split(), AIMS)
    return ["foe" if word in FOES else word for word in words if word != "the"]


def sayings(
    s: PokemonState, seat: int, given: Sequence[PokemonMove], words: Sequence[str]
) -> list[Saying[PokemonState]]:
    """Lists how moves can be said, with their first word and without it."""
    found: list[Saying[PokemonState]] = []
    places: dict[int, Phrase] = {}
    names: dict[str, tuple[Phrase, Phrase]] = {}
    first = words[0] if words else ""
    begun = {kind for word, kind in VERB_LIST if word.startswith(first)}
    for move in given:
        name, spot = named_by(move)
        if name not in names:
            names[name] = (Phrase([name], typed.MISFIT), Phrase([name], typed.LEFT_OUT))
        if spot not in places:
            places[spot] = place_of(s, seat, spot)
        where = [typed.AIM_PHRASE] if spot == NO_SPOT else [typed.AIM_PHRASE, places[spot]]
        if move.id in begun:
            found.append((move, [VERBS[move.id], *([names[name][1]] if name else ()), *where]))
        if name:
            found.append((move, [names[name][0], *where]))
        elif spot != NO_SPOT:
            found.append((move, where))
    return found


def named_by(move: PokemonMove) -> tuple[str, int]:
    """Returns the name of what a move plays, uses or chooses, and the spot that it names."""
    if isinstance(move, moves.AimedMove):
        return move.card, move.spot
    if isinstance(move, moves.CardMove):
        return move.card, NO_SPOT
    if isinstance(move, moves.UsePower):
        return move.power, move.spot
    if isinstance(move, moves.Attack):
        return move.attack, NO_SPOT
    if isinstance(move, moves.BenchMove):
        return "", move.spot
    if isinstance(move, moves.Choose):
        return ("", moves.SPOTS[move.item]) if move.item in moves.SPOTS else (move.item, NO_SPOT)
    return "", NO_SPOT


def place_of(s: PokemonState, seat: int, spot: int) -> Phrase:
    """Returns the phrase for a place: its word, its number, or the Pokémon that stands there."""
    word, number = SPOT_WORDS.get(spot, ""), spot % FOE
    ways = [word, word.replace("bench ", "b"), word.replace("bench ", "")]
    if not is_spot(s, seat, spot):
        return Phrase(ways, NO_PLACE)
    name = WORDS[at_spot(s, seat, spot).kind]
    ways += [name, f"{name} {number}"]
    if spot >= FOE:
        ways += [f"foe {name}", f"foe {name} {number}"]
    return Phrase(ways, NO_PLACE, label=f"{word} ({name})")
