"""Builds positions of the Pokémon TCG for tests, and plays them in words.

```python
table = Table("charmander [R] 30 confused", bench=["abra"], hand="charmeleon", against="onix [FF]")
table.play("evolve charmeleon > active").play("attack slash")
assert table.foe().damage == 30
```

A Pokémon is written as its name, then in any order: attached Energy as letters in brackets (`D` is
Double Colorless), its damage, its conditions (`poisoned` or `toxic`), attached Trainers such as
`+pluspower`, and `new` for one that came into play this turn. An evolved one has its lower stages
under it.
"""

import re
from collections.abc import Sequence

from kibitz.core import seeded
from kibitz.games.pokemon import PokemonTcg, cards
from kibitz.games.pokemon.cards import read_list
from kibitz.games.pokemon.rules.steps import is_complete
from kibitz.games.pokemon.state import (
    ACTIVE,
    BENCH,
    CONDITIONS,
    DECK,
    DISCARD,
    HAND,
    MAIN,
    PRIZES,
    Pokemon,
    PokemonState,
    active,
    bench,
    pile,
)
from kibitz.testing.expect import census

LETTERS = {
    letter: cards.WORD_NUMBERS[name]
    for letter, name in zip("GRWLPFD", (*cards.ELEMENT_NAMES[:6], "double colorless"), strict=True)
}
POISONS = {"poisoned": 10, "toxic": 20}
ZONES = {"hand": HAND, "deck": DECK, "prizes": PRIZES, "discard": DISCARD}


def name_of_test(name: str) -> str:
    """Returns the name of the test of a card."""
    plain = name.lower().replace("'", "").replace("é", "e").replace("♂", " m")
    return "test_" + re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def letters(energy: Sequence[int]) -> str:
    """Writes attached Energy as letters, in order."""
    names = {number: letter for letter, number in LETTERS.items()}
    return "".join(sorted(names.get(each, "?") for each in energy))


class Table:
    """A match in progress; seat 0 is to move in its main phase, in turn 5."""

    def __init__(
        self,
        active: str = "onix",
        *,
        bench: Sequence[str] = (),
        hand: str = "",
        deck: str = "20 fighting",
        discard: str = "",
        prizes: int = 6,
        against: str = "onix",
        their_bench: Sequence[str] = (),
        their_hand: str = "",
        their_deck: str = "20 fighting",
        their_discard: str = "",
        their_prizes: int = 6,
        flips: str = "",
        turn: int = 5,
        phase: int = MAIN,
        seed: int = 0,
        **options: object,
    ) -> None:
        """Sets a match up; the last card of a deck is drawn first, `flips` are such as `HTT`."""
        self.game = PokemonTcg(**options)  # type: ignore[arg-type]  # options by name
        s = self.game.empty(seeded(f"pokemon/{seed}"))
        s.turn, s.active, s.seat, s.phase, s.board.first = turn, 0, 0, phase, 0
        s.board.flips = [1 if flip == "H" else 0 for flip in flips]
        self.fight: PokemonState = s
        sides = (
            (active, bench, hand, deck, discard, prizes),
            (against, their_bench, their_hand, their_deck, their_discard, their_prizes),
        )
        for seat, (front, back, held, stock, gone, left) in enumerate(sides):
            if front:
                s.enter(self.pokemon(front), ACTIVE, seat)
            for text in back:
                s.enter(self.pokemon(text), BENCH, seat)
            for zone, words in ((HAND, held), (DECK, stock), (DISCARD, gone)):
                found = read_list(words)
                s.cards[s.index(zone, seat)] = found if zone == DECK else sorted(found)
            s.cards[s.index(PRIZES, seat)] = [cards.WATER_ENERGY] * left
        self.cards = census(s)

    def pokemon(self, text: str) -> Pokemon:
        """Makes a Pokémon from a description."""
        energy = "".join(re.findall(r"\[(.*?)\]", text))
        words = re.sub(r"\[.*?\]", " ", text).lower().split()
        name = ""
        while words and f"{name} {words[0]}".strip() in PREFIXES:
            name = f"{name} {words.pop(0)}".strip()
        made = Pokemon(cards.WORD_NUMBERS[name])
        lower = cards.CARDS[made.kind].evolves
        while lower:
            made.under.insert(0, lower)
            lower = cards.CARDS[lower].evolves
        made.energy = sorted(LETTERS[letter] for letter in energy if letter not in ", ")
        for word in words:
            self.describe(made, word)
        return made

    def describe(self, made: Pokemon, word: str) -> None:
        """Adds one word of a description to a Pokémon."""
        if word.isdecimal():
            made.damage = int(word)
        elif word in CONDITIONS:
            made.condition = CONDITIONS.index(word)
            made.paralyzed = self.fight.turn - 1 if word == "paralyzed" else 0
        elif word in POISONS:
            made.poison = POISONS[word]
        elif word == "new":
            made.since = self.fight.turn
        else:
            made.trainers.append(cards.WORD_NUMBERS[word.removeprefix("+")])

    def legal(self) -> list[str]:
        """Returns the legal moves in words."""
        return [str(move) for move in self.game.legal(self.fight)]

    def play(self, *moves: str) -> "Table":
        """Plays moves as they are written; no card may get lost."""
        for text in moves:
            legal = {str(move): move for move in self.game.legal(self.fight)}
            assert text in legal, f"{text!r} is not among {sorted(legal)}"
            self.game.play(self.fight, legal[text])
            assert census(self.fight) == self.cards, f"{text!r} loses or makes cards"
        return self

    def end(self) -> "Table":
        """Ends the turn and draws the card of the next one."""
        return self.play("end", "draw")

    def refuses(self, text: str) -> bool:
        """Tells whether a move is not legal now."""
        return text not in self.legal()

    def flips(self, text: str) -> "Table":
        """Says how the next coins fall."""
        self.fight.board.flips = [1 if flip == "H" else 0 for flip in text]
        return self

    def own(self, index: int = 0) -> Pokemon:
        """Returns a Pokémon of seat 0: the Active, or the Bench from 1."""
        return active(self.fight, 0) if index == 0 else bench(self.fight, 0)[index - 1]

    def foe(self, index: int = 0) -> Pokemon:
        """Returns a Pokémon of seat 1: the Active, or the Bench from 1."""
        return active(self.fight, 1) if index == 0 else bench(self.fight, 1)[index - 1]

    def energy(self, seat: int = 0, index: int = 0) -> str:
        """Returns the Energy of a Pokémon as letters, in order."""
        return letters((self.own(index) if seat == 0 else self.foe(index)).energy)

    def zone(self, name: str, seat: int = 0) -> list[str]:
        """Returns the cards of `hand`, `deck`, `prizes` or `discard`, in words."""
        return [cards.WORDS[card] for card in pile(self.fight, ZONES[name], seat)]

    def seen(self, viewer: int, name: str, seat: int) -> list[str]:
        """Returns the cards of a zone as a seat sees them; unknown ones are `?`."""
        view = self.game.view(self.fight, viewer)
        return [cards.WORDS[card] if card else "?" for card in pile(view, ZONES[name], seat)]

    def prizes(self) -> list[int]:
        """Returns how many Prizes are left to each seat."""
        return [len(pile(self.fight, PRIZES, seat)) for seat in (0, 1)]


def knocked_out() -> Table:
    """Returns a match in which seat 1 has knocked out, and is about to take a Prize."""
    table = Table(
        "hitmonchan [FFW] 60",
        bench=["hitmonchan", "chansey"],
        against="hitmonchan [FFW]",
        their_bench=["abra"],
    )
    return table.play("end", "draw", "attack special punch")


PREFIXES = {" ".join(word.split()[:size]) for word in cards.WORDS[1:] for size in range(1, 5)}


def incomplete() -> list[str]:
    """Lists the Trainers and Powers that are not implemented."""
    actions = [action for card in cards.CARDS for action in (*card.plays, *card.powers)]
    return [action.name for action in actions if not is_complete(action)]
