"""How the monsters of act 2 choose their moves, where a cycle or a roll with bands is not enough.

A choice changes nothing but the dice: what it has to know of earlier moves, a monster remembers
when it has made them.
"""

from typing import Final

from kibitz.games.spire import monsters as kinds
from kibitz.games.spire import powers
from kibitz.games.spire.monsters import place
from kibitz.games.spire.state import Fight, Monster

# From this ascension on, monsters, elites and bosses have better rules.
HARD: Final = 17
HARD_ELITE: Final = 18
HARD_BOSS: Final = 19

CAW: Final = place(kinds.BYRD, "CAW")
PECK: Final = place(kinds.BYRD, "PECK")
# What a Byrd does after it has fallen, until it flies again.
AFTER_FALL: Final = {
    place(kinds.BYRD, "STUNNED"): place(kinds.BYRD, "HEADBUTT"),
    place(kinds.BYRD, "HEADBUTT"): place(kinds.BYRD, "FLY"),
}
FELL: Final = place(kinds.SHELLED_PARASITE, "FELL")
DOUBLE_STRIKE: Final = place(kinds.SHELLED_PARASITE, "DOUBLE_STRIKE")
SUCK: Final = place(kinds.SHELLED_PARASITE, "SUCK")
BROKEN_SHELL: Final = place(kinds.SHELLED_PARASITE, "STUNNED")
ZAP: Final = place(kinds.CHOSEN, "ZAP")
DRAIN: Final = place(kinds.CHOSEN, "DRAIN")
DEBILITATE: Final = place(kinds.CHOSEN, "DEBILITATE")
HEX: Final = place(kinds.CHOSEN, "HEX")
POKE: Final = place(kinds.CHOSEN, "POKE")
SLASH: Final = place(kinds.CENTURION, "SLASH")
PROTECT: Final = place(kinds.CENTURION, "PROTECT")
FURY: Final = place(kinds.CENTURION, "FURY")
MYSTIC_ATTACK: Final = place(kinds.MYSTIC, "ATTACK")
HEAL: Final = place(kinds.MYSTIC, "HEAL")
MYSTIC_BUFF: Final = place(kinds.MYSTIC, "BUFF")
SNECKO_BITE: Final = place(kinds.SNECKO, "BITE")
TAIL: Final = place(kinds.SNECKO, "TAIL")
CROSS_SLASH: Final = place(kinds.ROMEO, "CROSS_SLASH")
AGONIZING_SLASH: Final = place(kinds.ROMEO, "AGONIZING_SLASH")
MULTI_STAB: Final = place(kinds.BOOK_OF_STABBING, "MULTI_STAB")
BIG_STAB: Final = place(kinds.BOOK_OF_STABBING, "BIG_STAB")
# How often the first Multi-Stab hits.
FIRST_STABS: Final = 2
RALLY: Final = place(kinds.GREMLIN_LEADER, "RALLY")
ENCOURAGE: Final = place(kinds.GREMLIN_LEADER, "ENCOURAGE")
LEADER_STAB: Final = place(kinds.GREMLIN_LEADER, "STAB")
ORB_BEAM: Final = place(kinds.ORB, "BEAM")
SUPPORT_BEAM: Final = place(kinds.ORB, "SUPPORT_BEAM")
STASIS: Final = place(kinds.ORB, "STASIS")
# The rarest cards are taken first; those of the other rarities are worth nothing.
VALUES: Final = {"RARE": 3, "UNCOMMON": 2, "COMMON": 1}
HEAVY_SLASH: Final = place(kinds.THE_CHAMP, "HEAVY_SLASH")
STANCE: Final = place(kinds.THE_CHAMP, "DEFENSIVE_STANCE")
EXECUTE: Final = place(kinds.THE_CHAMP, "EXECUTE")
FACE_SLAP: Final = place(kinds.THE_CHAMP, "FACE_SLAP")
GLOAT: Final = place(kinds.THE_CHAMP, "GLOAT")
TAUNT: Final = place(kinds.THE_CHAMP, "TAUNT")
ANGER: Final = place(kinds.THE_CHAMP, "ANGER")
# What the Champ remembers: how often it has taken its stance, and whether it is angry.
STANCES: Final = 2
ANGRY: Final = 16
TAUNTS_AFTER: Final = 3
FIREBALL: Final = place(kinds.THE_COLLECTOR, "FIREBALL")
COLLECTOR_BUFF: Final = place(kinds.THE_COLLECTOR, "BUFF")
MEGA_DEBUFF: Final = place(kinds.THE_COLLECTOR, "MEGA_DEBUFF")
REVIVE: Final = place(kinds.THE_COLLECTOR, "REVIVE")
MEGA_AFTER: Final = 3


def minions(s: Fight) -> int:
    """Returns how many minions are alive."""
    return len([each for each in s.monsters if each.alive and each.powers[powers.MINION]])


def twice(monster: Monster, move: int) -> bool:
    """Tells whether the last two moves of a monster were the same one."""
    return monster.last == move and monster.last_two == move


def remember(s: Fight, monster: Monster) -> None:
    """Lets a monster remember the move that it has just made."""
    kind, made = monster.kind, monster.last
    if kind == kinds.CHOSEN and made == HEX:
        monster.memory = 1
    elif kind == kinds.BOOK_OF_STABBING:
        if made == MULTI_STAB or s.ascension >= HARD_ELITE:
            monster.memory += 1
    elif kind == kinds.ORB and made == STASIS:
        monster.count = 1
    elif kind == kinds.THE_CHAMP:
        monster.count = 0 if made == TAUNT else monster.count + 1
        if made == STANCE:
            monster.memory += 1
        elif made == ANGER:
            monster.memory |= ANGRY
    elif kind == kinds.THE_COLLECTOR:
        monster.count += 1
        if made == MEGA_DEBUFF:
            monster.memory = 1


def first_move(s: Fight, monster: Monster) -> int:
    """Returns the first move of a monster with a rule."""
    kind = monster.kind
    if kind == kinds.BYRD:
        return CAW if s.ai.random() < 0.375 else PECK
    if kind == kinds.SHELLED_PARASITE:
        if s.ascension >= HARD:
            return FELL
        return DOUBLE_STRIKE if s.ai.flip() else SUCK
    if kind == kinds.CHOSEN:
        return HEX if s.ascension >= HARD else POKE
    return next_move(s, monster)


def next_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a monster with a rule."""
    kind = monster.kind
    if kind == kinds.BYRD:
        return AFTER_FALL[monster.last]
    if kind == kinds.CHOSEN:
        return chosen_move(s, monster)
    if kind == kinds.CENTURION:
        return centurion_move(s, monster)
    if kind == kinds.MYSTIC:
        return mystic_move(s, monster)
    if kind == kinds.SHELLED_PARASITE:
        return parasite_move(s, monster)
    if kind == kinds.SNECKO:
        return snecko_move(s, monster)
    if kind == kinds.ROMEO:
        return romeo_move(s, monster)
    return harder_move(s, monster)


def harder_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of an elite, a boss or the minion of a boss."""
    kind = monster.kind
    if kind == kinds.BOOK_OF_STABBING:
        return book_move(s, monster)
    if kind == kinds.GREMLIN_LEADER:
        return leader_move(s, monster)
    if kind == kinds.ORB:
        return orb_move(s, monster)
    if kind == kinds.THE_CHAMP:
        return champ_move(s, monster)
    return collector_move(s, monster)


def chosen_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Chosen, who hexes once."""
    if not monster.memory:
        return HEX
    roll = s.ai.below(100)
    if monster.last not in (DEBILITATE, DRAIN):
        return DEBILITATE if roll < 50 else DRAIN
    return ZAP if roll < 40 else POKE


def centurion_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Centurion, who protects others for as long as there are any."""
    defends = PROTECT if s.living() > 1 else FURY
    roll = s.ai.below(100)
    if roll >= 65 and not twice(monster, PROTECT) and not twice(monster, FURY):
        return defends
    return defends if twice(monster, SLASH) else SLASH


def mystic_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Mystic, who heals what is hurt."""
    hard = s.ascension >= HARD
    missing = sum([each.max_hp - each.hp for each in s.monsters if each.alive])
    roll = s.ai.below(100)
    if missing > (20 if hard else 15) and not twice(monster, HEAL):
        return HEAL
    attacked = monster.last == MYSTIC_ATTACK if hard else twice(monster, MYSTIC_ATTACK)
    if roll >= 40 and not attacked:
        return MYSTIC_ATTACK
    return MYSTIC_ATTACK if twice(monster, MYSTIC_BUFF) else MYSTIC_BUFF


def parasite_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a Shelled Parasite."""
    if monster.last == BROKEN_SHELL:
        return FELL
    roll = s.ai.below(100)
    if roll < 20:
        if monster.last != FELL:
            return FELL
        roll = s.ai.between(20, 99)
    if roll < 60:
        return SUCK if twice(monster, DOUBLE_STRIKE) else DOUBLE_STRIKE
    return DOUBLE_STRIKE if twice(monster, SUCK) else SUCK


def snecko_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Snecko after its glare."""
    if s.ai.below(100) < 40 or twice(monster, SNECKO_BITE):
        return TAIL
    return SNECKO_BITE


def romeo_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of Romeo: one strong attack, or two, after each that weakens."""
    if monster.last == AGONIZING_SLASH:
        return CROSS_SLASH
    again = s.ascension >= HARD and monster.last == CROSS_SLASH and monster.last_two != CROSS_SLASH
    return CROSS_SLASH if again else AGONIZING_SLASH


def book_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Book of Stabbing."""
    if s.ai.below(100) < 15:
        return MULTI_STAB if monster.last == BIG_STAB else BIG_STAB
    return BIG_STAB if twice(monster, MULTI_STAB) else MULTI_STAB


def leader_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Gremlin Leader, which depends on how many gremlins live."""
    gremlins = minions(s)
    last = monster.last
    roll = s.ai.below(100)
    if gremlins == 0:
        wanted, other = (RALLY, LEADER_STAB) if roll < 75 else (LEADER_STAB, RALLY)
        return other if last == wanted else wanted
    if gremlins > 1:
        wanted, other = (ENCOURAGE, LEADER_STAB) if roll < 66 else (LEADER_STAB, ENCOURAGE)
        return other if last == wanted else wanted
    if roll < 50 and last == RALLY:
        roll = s.ai.between(50, 99)
    elif roll >= 80 and last == LEADER_STAB:
        roll = s.ai.between(0, 80)
    if roll < 50:
        return RALLY
    if roll < 80:
        return LEADER_STAB if last == ENCOURAGE else ENCOURAGE
    return RALLY if last == LEADER_STAB else LEADER_STAB


def orb_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of an Orb, which takes a card once."""
    roll = s.ai.below(100)
    if not monster.count and roll >= 25:
        return STASIS
    if roll >= 70 and not twice(monster, SUPPORT_BEAM):
        return SUPPORT_BEAM
    return SUPPORT_BEAM if twice(monster, ORB_BEAM) else ORB_BEAM


def champ_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Champ, who is angry from half its HP on."""
    angry = monster.memory & ANGRY
    if 2 * monster.hp < monster.max_hp and not angry:
        return ANGER
    if angry and EXECUTE not in (monster.last, monster.last_two):
        return EXECUTE
    if not angry and monster.count >= TAUNTS_AFTER:
        return TAUNT
    last = monster.last
    roll = s.ai.below(100)
    defends = 30 if s.ascension >= HARD_BOSS else 15
    stances = monster.memory & ~ANGRY
    if roll <= defends and last != STANCE and stances < STANCES:
        return STANCE
    if roll <= 30 and last not in (GLOAT, STANCE):
        return GLOAT
    if roll <= 55 and last != FACE_SLAP:
        return FACE_SLAP
    return FACE_SLAP if last == HEAVY_SLASH else HEAVY_SLASH


def collector_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Collector."""
    if monster.count >= MEGA_AFTER and not monster.memory:
        return MEGA_DEBUFF
    roll = s.ai.below(100)
    missing = minions(s) < kinds.MONSTER_KINDS[kinds.THE_COLLECTOR].minions
    if roll <= 25 and missing and monster.last != REVIVE:
        return REVIVE
    if roll <= 70 and not twice(monster, FIREBALL):
        return FIREBALL
    return FIREBALL if monster.last == COLLECTOR_BUFF else COLLECTOR_BUFF


# What messages do not say, as far as the rest of a message tells it.


def recall(s: Fight, monster: Monster, hits: int) -> None:
    """Fills in what a monster of act 2 remembers.

    Args:
        s: the fight; its turn and the player's powers are there.
        monster: the monster, with its announced move and those before.
        hits: how often its announced move hits.
    """
    kind = monster.kind
    past = (monster.last, monster.last_two)
    if kind in (kinds.BYRD, kinds.SNAKE_PLANT):
        if not monster.memory:
            monster.memory = kinds.MONSTER_KINDS[kind].amounts[0][s.ascension].high
    elif kind == kinds.CHOSEN:
        monster.memory = int(HEX in past or s.powers[powers.HEX] > 0 or s.turn > 2)
    elif kind == kinds.BOOK_OF_STABBING:
        monster.memory = FIRST_STABS + s.turn - 1
        if monster.move == MULTI_STAB:
            monster.memory = hits
        elif s.ascension < HARD_ELITE:
            monster.memory -= past.count(BIG_STAB)
    elif kind == kinds.ORB:
        monster.count = int(STASIS in past or monster.powers[powers.STASIS] > 0)
    elif kind == kinds.THE_CHAMP:
        recall_champ(s, monster)
    elif kind == kinds.THE_COLLECTOR:
        monster.count = s.turn - 1
        monster.memory = int(monster.count > MEGA_AFTER)


def recall_champ(s: Fight, champ: Monster) -> None:
    """Fills in the Champ's turns, stances and anger."""
    angry = champ.move == EXECUTE or EXECUTE in (champ.last, champ.last_two) or champ.last == ANGER
    gained = kinds.MONSTER_KINDS[champ.kind].moves[STANCE].effects[1].n[s.ascension]
    champ.memory = min(STANCES, champ.powers[powers.METALLICIZE] // gained)
    if angry:
        champ.memory |= ANGRY
    champ.count = (s.turn - 1) % (TAUNTS_AFTER + 1)
