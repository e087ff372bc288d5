"""How the monsters of acts 3 and 4 choose their moves, where a cycle or a roll is not enough.

As in act 2, a choice changes nothing but the dice, and a monster remembers what it has made.
"""

from typing import Final

from kibitz.games.spire import gear, powers
from kibitz.games.spire import monsters as kinds
from kibitz.games.spire.monsters import place
from kibitz.games.spire.rules.act2 import HARD, HARD_ELITE, minions, twice
from kibitz.games.spire.state import ALL_MOVES, Fight, Monster

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
CHOMP: Final = place(kinds.DARKLING, "CHOMP")
HARDEN: Final = place(kinds.DARKLING, "HARDEN")
NIP: Final = place(kinds.DARKLING, "NIP")
# What a Darkling that is half dead does, and then.
REGROWS: Final = place(kinds.DARKLING, "COUNT")
REINCARNATE: Final = place(kinds.DARKLING, "REINCARNATE")
# What a Darkling counts: whether its place is odd, and whether it has shown its bite.
AT_ODD_PLACE: Final = 1
HAS_NIPPED: Final = 2
# What the attack of a Transient gains each time.
FADING_STEP: Final = 10
MASS_BIG_HIT: Final = place(kinds.WRITHING_MASS, "BIG_HIT")
MASS_MULTI_HIT: Final = place(kinds.WRITHING_MASS, "MULTI_HIT")
MASS_BLOCK: Final = place(kinds.WRITHING_MASS, "ATTACK_BLOCK")
MASS_DEBUFF: Final = place(kinds.WRITHING_MASS, "ATTACK_DEBUFF")
IMPLANT: Final = place(kinds.WRITHING_MASS, "IMPLANT")
# The rolls of a Writhing Mass are below these numbers for these moves, and between others if it
# refuses the move.
MASS_BANDS: Final = [10, 20, 40, 70, 100]
MASS_MOVES: Final = [MASS_BIG_HIT, IMPLANT, MASS_DEBUFF, MASS_MULTI_HIT, MASS_BLOCK]
MASS_AGAIN: Final = [(10, 99), (20, 99), (40, 99), (0, 39), (0, 69)]
GLARE: Final = place(kinds.GIANT_HEAD, "GLARE")
IT_IS_TIME: Final = place(kinds.GIANT_HEAD, "IT_IS_TIME")
HEAD_COUNT: Final = place(kinds.GIANT_HEAD, "COUNT")
# How many turns the Giant Head counts, and what its attack gains each time, and in all.
COUNTED: Final = 4
TIME_STEP: Final = 5
MOST_TIME: Final = 30
AWAKENED_SLASH: Final = place(kinds.AWAKENED_ONE, "SLASH")
SOUL_STRIKE: Final = place(kinds.AWAKENED_ONE, "SOUL_STRIKE")
REBIRTH: Final = place(kinds.AWAKENED_ONE, "REBIRTH")
DARK_ECHO: Final = place(kinds.AWAKENED_ONE, "DARK_ECHO")
SLUDGE: Final = place(kinds.AWAKENED_ONE, "SLUDGE")
AWAKENED_TACKLE: Final = place(kinds.AWAKENED_ONE, "TACKLE")
REVERBERATE: Final = place(kinds.TIME_EATER, "REVERBERATE")
RIPPLE: Final = place(kinds.TIME_EATER, "RIPPLE")
HEAD_SLAM: Final = place(kinds.TIME_EATER, "HEAD_SLAM")
HASTE: Final = place(kinds.TIME_EATER, "HASTE")
SHIELD_BASH: Final = place(kinds.SPIRE_SHIELD, "BASH")
FORTIFY: Final = place(kinds.SPIRE_SHIELD, "FORTIFY")
SHIELD_SMASH: Final = place(kinds.SPIRE_SHIELD, "SMASH")
BURN_STRIKE: Final = place(kinds.SPIRE_SPEAR, "BURN_STRIKE")
PIERCER: Final = place(kinds.SPIRE_SPEAR, "PIERCER")
SKEWER: Final = place(kinds.SPIRE_SPEAR, "SKEWER")
BLOOD_SHOTS: Final = place(kinds.CORRUPT_HEART, "BLOOD_SHOTS")
HEART_ECHO: Final = place(kinds.CORRUPT_HEART, "ECHO")
HEART_BUFF: Final = place(kinds.CORRUPT_HEART, "BUFF")
# The monsters of act 4 all move in blocks of three turns.
BLOCK_OF_TURNS: Final = 3
# What a Writhing Mass and a Time Eater count: that they have done it once.
DONE_ONCE: Final = 1
# The damage of attacks that grow, from an ascension on, by kind.
GROWING: Final = {
    kinds.TRANSIENT: [40 if level >= 2 else 30 for level in range(kinds.ASCENSIONS)],
    kinds.GIANT_HEAD: [40 if level >= 3 else 30 for level in range(kinds.ASCENSIONS)],
}


def remember(s: Fight, monster: Monster) -> None:
    """Lets a monster remember the move that it has just made."""
    kind, made = monster.kind, monster.last
    if kind == kinds.SPIKER and made == SPIKE:
        monster.memory += 1
    elif kind == kinds.THE_MAW:
        monster.count += 1
        monster.memory = bites(monster.count)
    elif kind == kinds.DARKLING and made == NIP:
        monster.count |= HAS_NIPPED
    elif kind == kinds.TRANSIENT:
        monster.memory += FADING_STEP
    elif kind == kinds.GIANT_HEAD:
        monster.count += 1
        monster.memory = time_damage(s, monster.count)
    elif (kind == kinds.WRITHING_MASS and made == IMPLANT) or (
        kind == kinds.TIME_EATER and made == HASTE
    ):
        monster.count = DONE_ONCE


def bites(made: int) -> int:
    """Returns how often the Nom of the Maw hits after a number of moves."""
    return FIRST_BITES + made // 2


def counted(s: Fight) -> int:
    """Returns how many turns the Giant Head counts."""
    return COUNTED - (s.ascension >= HARD_ELITE)


def time_damage(s: Fight, made: int) -> int:
    """Returns the damage of the Giant Head's great attack after a number of moves."""
    more = TIME_STEP * max(0, made - counted(s))
    return GROWING[kinds.GIANT_HEAD][s.ascension] + min(more, MOST_TIME)


def first_move(s: Fight, monster: Monster) -> int:
    """Returns the first move of a monster with a rule."""
    if monster.kind == kinds.NEMESIS:
        return TRI_ATTACK if s.ai.below(100) < 50 else TRI_BURN
    if monster.kind == kinds.DARKLING:
        return HARDEN if s.ai.below(100) < 50 else NIP
    if monster.kind == kinds.WRITHING_MASS:
        roll = s.ai.below(100)
        if roll < 33:
            return MASS_MULTI_HIT
        return MASS_BLOCK if roll < 66 else MASS_DEBUFF
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
    if kind == kinds.REPTOMANCER:
        return reptomancer_move(s, monster)
    return later_move(s, monster)


def later_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a monster that has phases, counts or changes its mind."""
    kind = monster.kind
    if kind == kinds.DARKLING:
        return darkling_move(s, monster)
    if kind == kinds.WRITHING_MASS:
        return mass_move(s, monster)
    if kind == kinds.GIANT_HEAD:
        return head_move(s, monster)
    if kind == kinds.AWAKENED_ONE:
        return awakened_move(s, monster)
    return eater_move(s, monster)


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


def darkling_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a Darkling; one at an odd place never chomps."""
    if monster.half_dead:
        return REINCARNATE
    chomps = monster.last != CHOMP and not monster.count & AT_ODD_PLACE
    low = 0
    while True:
        roll = s.ai.between(low, 99)
        if roll < 40:
            if chomps:
                return CHOMP
            low = 40
        elif roll < 70:
            return NIP if monster.last == HARDEN else HARDEN
        elif not twice(monster, NIP):
            return NIP
        else:
            low = 0


def react(s: Fight, mass: Monster) -> None:
    """Lets a Writhing Mass change its mind; the move that it gives up counts as made."""
    mass.last_two = mass.last
    mass.last = mass.move
    mass.hidden = mass.hidden << 1 & ALL_MOVES
    mass.announce(mass_move(s, mass), s.has(gear.RUNIC_DOME))


def mass_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a Writhing Mass, which rolls again for each move it refuses."""
    low, high = 0, 99
    while True:
        roll = s.ai.between(low, high)
        place = 0
        while roll >= MASS_BANDS[place]:
            place += 1
        move = MASS_MOVES[place]
        if move != monster.last and not (move == IMPLANT and monster.count):
            return move
        if move == IMPLANT and s.ai.below(10) == 0:
            return MASS_BIG_HIT
        if move == MASS_MULTI_HIT and s.ai.below(10) < 3:
            return MASS_BLOCK
        low, high = MASS_AGAIN[place]
        if move == MASS_DEBUFF and s.ai.below(10) < 4:
            low, high = 0, 19


def head_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Giant Head, which counts before its time comes."""
    if monster.count >= counted(s):
        return IT_IS_TIME
    if s.ai.below(100) < 50:
        return HEAD_COUNT if twice(monster, GLARE) else GLARE
    return GLARE if twice(monster, HEAD_COUNT) else HEAD_COUNT


def awakened_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Awakened One in either phase."""
    if monster.half_dead:
        return REBIRTH
    if monster.last == REBIRTH:
        return DARK_ECHO
    roll = s.ai.below(100)
    if monster.powers[powers.UNAWAKENED]:
        if roll < 25:
            return AWAKENED_SLASH if monster.last == SOUL_STRIKE else SOUL_STRIKE
        return SOUL_STRIKE if twice(monster, AWAKENED_SLASH) else AWAKENED_SLASH
    if roll < 50:
        return AWAKENED_TACKLE if twice(monster, SLUDGE) else SLUDGE
    return SLUDGE if twice(monster, AWAKENED_TACKLE) else AWAKENED_TACKLE


def eater_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Time Eater, which hastes once, below half its HP."""
    if 2 * monster.hp < monster.max_hp and not monster.count:
        return HASTE
    roll = s.ai.below(100)
    if roll < 45 and twice(monster, REVERBERATE):
        roll = s.ai.between(50, 99)
    elif roll >= 80 and monster.last == RIPPLE:
        roll = s.ai.between(0, 74)
    if roll < 45:
        return REVERBERATE
    if roll >= 80:
        return RIPPLE
    if monster.last != HEAD_SLAM:
        return HEAD_SLAM
    return REVERBERATE if s.ai.below(100) < 66 else RIPPLE


# Act 4.


def act4_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a monster of act 4, which counts its moves."""
    kind, made = monster.kind, monster.count
    if kind == kinds.SPIRE_SHIELD:
        if made % BLOCK_OF_TURNS == 2:
            return SHIELD_SMASH
        return either(s, monster, made % BLOCK_OF_TURNS == 0, SHIELD_BASH, FORTIFY)
    if kind == kinds.SPIRE_SPEAR:
        if made == 0:
            return BURN_STRIKE
        if made % BLOCK_OF_TURNS == 1:
            return SKEWER
        return either(s, monster, made % BLOCK_OF_TURNS == 2, BURN_STRIKE, PIERCER)
    if made % BLOCK_OF_TURNS == 0:
        return HEART_BUFF
    return either(s, monster, made % BLOCK_OF_TURNS == 1, BLOOD_SHOTS, HEART_ECHO)


def either(s: Fight, monster: Monster, rolls: bool, one: int, other: int) -> int:
    """Returns one of two moves: by chance the first time, then the one that is left."""
    if rolls:
        return one if s.ai.flip() else other
    return one if monster.last == other else other


# The player between two monsters.


def surround(s: Fight) -> None:
    """Puts the player between Shield and Spear if both are there, with the Shield behind."""
    found = [monster.kind for monster in s.monsters]
    if kinds.SPIRE_SHIELD in found and kinds.SPIRE_SPEAR in found:
        s.powers[powers.SURROUNDED] = 1
        s.monsters[found.index(kinds.SPIRE_SHIELD)].powers[powers.BACK_ATTACK] = 1


def face(s: Fight, target: Monster) -> None:
    """Turns the player to a monster, which leaves the other one behind."""
    for monster in s.monsters:
        if monster.kind in (kinds.SPIRE_SHIELD, kinds.SPIRE_SPEAR):
            monster.powers[powers.BACK_ATTACK] = int(monster is not target and monster.alive)


def open_way(s: Fight) -> None:
    """Frees the player when one of the two has died."""
    s.powers[powers.SURROUNDED] = 0
    for monster in s.monsters:
        monster.powers[powers.BACK_ATTACK] = 0


# What messages do not say, as far as the rest of a message tells it.


def recall(s: Fight, monster: Monster, base: int) -> None:
    """Fills in what a monster of act 3 remembers.

    Args:
        s: the fight; its turn and the monsters to the left are there.
        monster: the monster, with its announced move and those before.
        base: the base damage of the move it has announced.
    """
    kind = monster.kind
    past = (monster.last, monster.last_two)
    if kind == kinds.SPIKER:
        least = kinds.MONSTER_KINDS[kind].amounts[0][s.ascension].high
        monster.memory = max(0, monster.powers[powers.THORNS] - least) // 2
    elif kind == kinds.THE_MAW:
        monster.count = s.turn - 1
        monster.memory = bites(monster.count)
    elif kind == kinds.TRANSIENT:
        grown = GROWING[kind][s.ascension] + FADING_STEP * (s.turn - 1)
        monster.memory = base if base > 0 else grown
    elif kind == kinds.GIANT_HEAD:
        monster.count = s.turn - 1
        monster.memory = time_damage(s, monster.count)
        if monster.move == IT_IS_TIME and base > 0:
            monster.memory = base
    elif kind == kinds.WRITHING_MASS:
        monster.count = DONE_ONCE if IMPLANT in past else 0
        if not monster.memory:
            rules = kinds.MONSTER_KINDS[kind]
            monster.memory = rules.amounts[rules.powers.index(powers.MALLEABLE)][0].high
    elif kind == kinds.TIME_EATER:
        monster.count = DONE_ONCE if HASTE in past else 0


def recall_act4(s: Fight, monster: Monster) -> None:
    """Fills in what a monster of act 4 remembers."""
    monster.count = s.turn - 1
    if monster.kind == kinds.CORRUPT_HEART and not monster.memory:
        monster.memory = invincible(s.ascension)


def invincible(ascension: int) -> int:
    """Returns how many HP the Heart can lose in a turn."""
    heart = kinds.MONSTER_KINDS[kinds.CORRUPT_HEART]
    return heart.amounts[heart.powers.index(powers.INVINCIBLE)][ascension].high
