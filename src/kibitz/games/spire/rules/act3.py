"""How the monsters of act 3 choose their moves, where a cycle or a roll with bands is not enough.

As in act 2, a choice changes nothing but the dice, and a monster remembers what it has made.
"""

from typing import Final

from kibitz.games.spire import monsters as kinds
from kibitz.games.spire import powers
from kibitz.games.spire.monsters import place
from kibitz.games.spire.rules.act2 import HARD, minions, twice
from kibitz.games.spire.state import Fight, Monster

CUT: Final = place(kinds.SPIKER, "CUT")
SPIKE: Final = place(kinds.SPIKER, "SPIKE")
# How often a Spiker grows spikes before it only attacks.
MOST_SPIKES: Final = 6
REPULSE: Final = place(kinds.REPULSOR, "REPULSE")
REPULSOR_BASH: Final = place(kinds.REPULSOR, "BASH")
MAW_SLAM: Final = place(kinds.THE_MAW, "SLAM")
DROOL: Final = place(kinds.THE_MAW, "DROOL")
NOM: Final = place(kinds.THE_MAW, "NOM")
# How often Nom would hit in the first turn; later once more for every two turns.
FIRST_BITES: Final = 1
QUICK_TACKLE: Final = place(kinds.SPIRE_GROWTH, "QUICK_TACKLE")
CONSTRICT: Final = place(kinds.SPIRE_GROWTH, "CONSTRICT")
SMASH: Final = place(kinds.SPIRE_GROWTH, "SMASH")
TRI_ATTACK: Final = place(kinds.NEMESIS, "TRI_ATTACK")
SCYTHE: Final = place(kinds.NEMESIS, "SCYTHE")
TRI_BURN: Final = place(kinds.NEMESIS, "TRI_BURN")
SNAKE_STRIKE: Final = place(kinds.REPTOMANCER, "SNAKE_STRIKE")
SUMMON: Final = place(kinds.REPTOMANCER, "SUMMON")
BIG_BITE: Final = place(kinds.REPTOMANCER, "BIG_BITE")


def remember(monster: Monster) -> None:
    """Lets a monster remember the move that it has just made."""
    if monster.kind == kinds.SPIKER and monster.last == SPIKE:
        monster.memory += 1
    elif monster.kind == kinds.THE_MAW:
        monster.count += 1
        monster.memory = bites(monster.count)


def bites(made: int) -> int:
    """Returns how often the Nom of the Maw hits after a number of moves."""
    return FIRST_BITES + made // 2


def first_move(s: Fight, monster: Monster) -> int:
    """Returns the first move of a monster with a rule."""
    if monster.kind == kinds.NEMESIS:
        return TRI_ATTACK if s.ai.below(100) < 50 else TRI_BURN
    return next_move(s, monster)


def next_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a monster with a rule."""
    kind = monster.kind
    if kind == kinds.SPIKER:
        if monster.memory >= MOST_SPIKES:
            return CUT
        return CUT if s.ai.below(100) < 50 and monster.last != CUT else SPIKE
    if kind == kinds.REPULSOR:
        bashes = s.ai.below(100) < 20 and monster.last != REPULSOR_BASH
        return REPULSOR_BASH if bashes else REPULSE
    if kind == kinds.THE_MAW:
        if s.ai.below(100) < 50 and monster.last != NOM:
            return NOM
        return DROOL if monster.last in (MAW_SLAM, NOM) else MAW_SLAM
    if kind == kinds.SPIRE_GROWTH:
        return growth_move(s, monster)
    if kind == kinds.NEMESIS:
        return nemesis_move(s, monster)
    return reptomancer_move(s, monster)


def growth_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a Spire Growth, which constricts a player who is free."""
    constricts = not s.powers[powers.CONSTRICTED] and monster.last != CONSTRICT
    roll = s.ai.below(100)
    if s.ascension >= HARD and constricts:
        return CONSTRICT
    if roll < 50 and not twice(monster, QUICK_TACKLE):
        return QUICK_TACKLE
    if constricts:
        return CONSTRICT
    return QUICK_TACKLE if twice(monster, SMASH) else SMASH


def nemesis_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Nemesis, whose scythe rests for two turns after its use."""
    ready = SCYTHE not in (monster.last, monster.last_two)
    attacks = not twice(monster, TRI_ATTACK)
    burns = monster.last != TRI_BURN
    roll = s.ai.below(100)
    if roll < 30:
        if ready:
            return SCYTHE
        if s.ai.flip():
            return TRI_ATTACK if attacks else TRI_BURN
        return TRI_BURN if burns else TRI_ATTACK
    if roll < 65:
        if attacks:
            return TRI_ATTACK
        return SCYTHE if s.ai.flip() and ready else TRI_BURN
    if burns:
        return TRI_BURN
    return SCYTHE if s.ai.flip() and ready else TRI_ATTACK


def reptomancer_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Reptomancer."""
    roll = s.ai.below(100)
    if roll < 33 and monster.last == SNAKE_STRIKE:
        roll = s.ai.between(33, 99)
    elif roll >= 66 and monster.last == BIG_BITE:
        roll = s.ai.between(0, 65)
    if roll < 33:
        return SNAKE_STRIKE
    if roll >= 66:
        return BIG_BITE
    room = minions(s) < kinds.MONSTER_KINDS[kinds.REPTOMANCER].minions
    return SUMMON if room and not twice(monster, SUMMON) else SNAKE_STRIKE


# What messages do not say, as far as the rest of a message tells it.


def recall(s: Fight, monster: Monster) -> None:
    """Fills in what a monster of act 3 remembers."""
    if monster.kind == kinds.SPIKER:
        base = kinds.MONSTER_KINDS[monster.kind].amounts[0][s.ascension].high
        monster.memory = max(0, monster.powers[powers.THORNS] - base) // 2
    elif monster.kind == kinds.THE_MAW:
        monster.count = s.turn - 1
        monster.memory = bites(monster.count)
