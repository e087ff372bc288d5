"""What poison is going to do: how many HP it takes, and who dies of it before acting."""

from kibitz.games.spire.cards import powers
from kibitz.games.spire.cards.monsters import THE_GUARDIAN
from kibitz.games.spire.state import Fight, Monster


def poison_loss(monster: Monster, turns: int) -> int:
    """Returns the HP that a monster loses by the poison it has, in so many turns to come.

    Poison takes as many HP as there is of it, and then one less every turn.
    """
    amount = monster.powers[powers.POISON]
    if amount <= 0 or not monster.alive:
        return 0
    ticks = min(amount, turns)
    if monster.powers[powers.INTANGIBLE]:
        return min(ticks, monster.hp)
    return min(ticks * amount - ticks * (ticks - 1) // 2, monster.hp)


def dies_of_poison(monster: Monster) -> bool:
    """Tells whether poison kills a living monster at the start of the monsters' next turn."""
    return poison_loss(monster, 1) >= monster.hp > 0


def loses_move(monster: Monster) -> bool:
    """Tells whether poison keeps a monster from the move that it has announced.

    It dies first, or it loses so many HP that it splits or, like the Guardian, closes up.
    """
    own = monster.powers
    if not own[powers.POISON]:
        return False
    lost = poison_loss(monster, 1)
    if lost >= monster.hp:
        return True
    if own[powers.SPLIT]:
        return 2 * (monster.hp - lost) <= monster.max_hp
    return monster.kind == THE_GUARDIAN and 0 < own[powers.MODE_SHIFT] <= lost


def explosion(s: Fight) -> int:
    """Returns the damage of the corpses that explode when poison kills their monsters."""
    total = 0
    for monster in s.monsters:
        if monster.alive and monster.powers[powers.CORPSE_EXPLOSION] and dies_of_poison(monster):
            total += monster.max_hp * monster.powers[powers.CORPSE_EXPLOSION]
    return total


def falls(monster: Monster, blast: int) -> bool:
    """Tells whether a living monster dies before it acts: of its poison, or with the explosion."""
    if dies_of_poison(monster):
        return True
    # Block is gone by then, unless Barricade keeps it.
    block = monster.block if monster.powers[powers.BARRICADE] else 0
    return blast > 0 and monster.hp - poison_loss(monster, 1) + block <= blast


def all_fall(s: Fight) -> bool:
    """Tells whether the fight is won by ending the turn: every living monster dies of poison.

    Minions leave with the others.
    """
    if s.over:
        return False
    poisoned = False
    for monster in s.monsters:
        poisoned = poisoned or (monster.alive and dies_of_poison(monster))
    if not poisoned:
        return False
    blast = explosion(s)
    living = [each for each in s.monsters if each.alive]
    leaders = [each for each in living if not each.powers[powers.MINION]]
    return not [each for each in leaders or living if not falls(each, blast)]


def corpse_loss(s: Fight) -> int:
    """Returns the HP that exploding corpses can take from other monsters, now or later."""
    total = 0
    for place, monster in enumerate(s.monsters):
        times = monster.powers[powers.CORPSE_EXPLOSION]
        if monster.alive and times:
            for other, each in enumerate(s.monsters):
                if each.alive and other != place:
                    total += min(each.hp, monster.max_hp * times)
    return total
