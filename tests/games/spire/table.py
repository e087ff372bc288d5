"""Builds fights of Slay the Spire for tests, and plays them in words."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from kibitz.core import seeded
from kibitz.games.spire import Spire, gear
from kibitz.games.spire.cards import CHARACTERS
from kibitz.games.spire.gear import EMPTY_SLOT, POTION_NUMBERS
from kibitz.games.spire.monsters import MONSTER_KINDS, NORMAL, monster
from kibitz.games.spire.moves import card_word, read_card
from kibitz.games.spire.powers import (
    MONSTER_POWERS,
    POWER_IDS,
    POWER_NUMBERS,
    plain_id,
)
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.rules.turn import settle, start_fight
from kibitz.games.spire.state import Fight, Monster

GAME = Spire()
Seen = TypeVar("Seen")


def cards(words: str) -> list[int]:
    """Reads cards such as `strike, 2 defend, bash+`."""
    found: list[int] = []
    for word in filter(None, (part.strip().lower() for part in words.split(","))):
        count, _, name = word.partition(" ")
        times, name = (int(count), name) if count.isdecimal() else (1, word)
        number = read_card(name)
        assert number >= 0, f"unknown card {name!r}"
        found += [number] * times
    return found


def power_list(amounts: Mapping[str, int], size: int) -> list[int]:
    """Makes a list of powers from names."""
    found = [0] * size
    for name, amount in amounts.items():
        found[POWER_NUMBERS[plain_id(name)]] = amount
    return found


def dummy(
    hp: int = 40,
    *,
    block: int = 0,
    attack: int = -1,
    hits: int = 1,
    max_hp: int | None = None,
    **powers: int,
) -> Monster:
    """Makes a monster without rules, which makes the same attack (or none) every turn."""
    names = {name.replace("_", " "): amount for name, amount in powers.items()}
    found = Monster(len(MONSTER_KINDS), hp, max_hp or hp, block, power_list(names, MONSTER_POWERS))
    found.damage = attack
    found.hits = hits
    return found


def real(
    name: str,
    hp: int,
    move: str = "",
    *,
    max_hp: int | None = None,
    block: int = 0,
    last: str = "",
    last_two: str = "",
    memory: int = 0,
    count: int = 0,
    hidden: int = 0,
    **powers: int,
) -> Monster:
    """Makes a monster of a kind, by its id, with the move it has announced."""
    kind = monster(name)
    places = MONSTER_KINDS[kind].places
    names = {each.replace("_", " "): amount for each, amount in powers.items()}
    found = Monster(kind, hp, max_hp or hp, block, power_list(names, MONSTER_POWERS))
    found.move = places[move] if move else 0
    found.last = places[last] if last else -1
    found.last_two = places[last_two] if last_two else -1
    found.memory = memory
    found.count = count
    found.hidden = hidden
    return found


def name_of_test(name: str) -> str:
    """Returns the name of the test of a card, potion, power, relic or monster."""
    return "test_" + re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


class Table:
    """A fight in progress."""

    def __init__(
        self,
        hand: str = "",
        *monsters: Monster,
        draw: str = "",
        discard: str = "",
        exhaust: str = "",
        hp: int = 80,
        max_hp: int = 80,
        block: int = 0,
        energy: int = 3,
        powers: Mapping[str, int] | None = None,
        relics: Sequence[str] | Mapping[str, int] = (),
        potions: Sequence[str] = (),
        ascension: int = 0,
        room: int = NORMAL,
        turn: int = 1,
        seed: int = 0,
        character: str = "ironclad",
    ) -> None:
        """Sets up a fight; the last card of `draw` is drawn first, relics can have counters."""
        rng = seeded(f"spire/{seed}")
        s = Fight(rng, 0, False, "", rng.fork(), rng.fork(), rng.fork(), ascension, room=room)
        s.character = CHARACTERS.index(character)
        s.hand, s.draw = cards(hand), cards(draw)
        s.discard, s.exhaust = cards(discard), cards(exhaust)
        s.hp, s.max_hp, s.block, s.energy, s.turn = hp, max_hp, block, energy, turn
        s.powers = power_list(powers or {}, len(s.powers))
        counters = relics if isinstance(relics, Mapping) else dict.fromkeys(relics, -1)
        for name, counter in counters.items():
            s.relics[gear.RELIC_NUMBERS[plain_id(name)]] = counter
        s.moments = gear.moments_of(s.relics)
        belt = [POTION_NUMBERS[plain_id(name)] for name in potions]
        s.potions = belt + [EMPTY_SLOT] * (3 - len(belt))
        s.monsters = list(monsters) or [dummy()]
        self.fight = s

    def begin(self) -> "Table":
        """Starts the fight with the draw pile as the deck: relics act, the first hand is drawn."""
        start_fight(self.fight)
        settle(self.fight)
        return self

    def play(self, *moves: str) -> "Table":
        """Plays moves in their own notation: `bash > 1`, `fire potion > 2`, `end`, `choose bash`.

        With a single living monster, a missing target is that one.
        """
        for text in moves:
            legal = {str(move): move for move in GAME.legal(self.fight)}
            wanted = text.lower()
            alive = [place for place, each in enumerate(self.fight.monsters) if each.alive]
            if wanted not in legal and len(alive) == 1:
                wanted = f"{wanted} > {alive[0] + 1}"
            assert wanted in legal, f"{text!r} is not among {sorted(legal)}"
            GAME.play(self.fight, legal[wanted])
        return self

    def refuses(self, text: str) -> bool:
        """Tells whether a move is not legal now."""
        return text.lower() not in [str(move) for move in GAME.legal(self.fight)]

    def monster(self, number: int = 1) -> Monster:
        """Returns a monster by its number, from 1."""
        return self.fight.monsters[number - 1]

    def power(self, name: str, number: int = 0) -> int:
        """Returns the amount of a power: the player's, or that of a monster by its number."""
        power = POWER_NUMBERS[plain_id(name)]
        return (self.fight.powers if number == 0 else self.monster(number).powers)[power]

    def counter(self, relic: str) -> int:
        """Returns the counter of a relic."""
        return self.fight.relics[gear.RELIC_NUMBERS[plain_id(relic)]]

    def lost(self, number: int = 1) -> int:
        """Returns how many HP a monster has lost."""
        return self.monster(number).max_hp - self.monster(number).hp

    def costs(self) -> list[int]:
        """Returns what the cards in hand cost now."""
        return [cost_of(self.fight, card) for card in self.fight.hand]

    def hand(self) -> list[str]:
        """Returns the cards in hand, in words."""
        return [card_word(card) for card in self.fight.hand]

    def pile(self, name: str) -> list[str]:
        """Returns the cards of `draw`, `discard` or `exhaust`, in words."""
        piles = {
            "draw": self.fight.draw,
            "discard": self.fight.discard,
            "exhaust": self.fight.exhaust,
        }
        return [card_word(card) for card in piles[name]]

    def powers(self, number: int = 0) -> dict[str, int]:
        """Returns all powers of the player, or of a monster, by id."""
        amounts = self.fight.powers if number == 0 else self.monster(number).powers
        return {POWER_IDS[i]: n for i, n in enumerate(amounts) if n and i < len(POWER_IDS)}


def costs(card: str) -> tuple[int, int]:
    """Returns what a card and its upgrade cost in a fresh fight."""
    cost, upgraded = Table(f"{card}, {card}+").costs()
    return cost, upgraded


def both(
    card: str,
    look: Callable[[Table], Seen],
    *monsters: Monster,
    also: str = "",
    at: str = "",
    then: Sequence[str] = (),
    energy: int = 4,
    draw: str = "",
    discard: str = "",
    hp: int = 80,
    block: int = 0,
    powers: Mapping[str, int] | None = None,
) -> tuple[Seen, Seen]:
    """Plays a card and its upgrade, each in a fight of its own; returns what `look` sees then.

    The monsters are one dummy with 100 HP unless given; `also` is the rest of the hand.
    """
    found: list[Seen] = []
    for word in (card, f"{card}+"):
        fight = Table(
            f"{word}, {also}",
            *([each.clone() for each in monsters] or [dummy(100)]),
            draw=draw,
            discard=discard,
            hp=hp,
            block=block,
            energy=energy,
            powers=powers,
        )
        found.append(look(fight.play(word + at, *then)))
    return found[0], found[1]
