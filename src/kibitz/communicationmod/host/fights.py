"""Stories of fights, with what they give."""

from collections.abc import Sequence
from typing import Final

from kibitz.communicationmod.host import screens
from kibitz.communicationmod.host.combat import Combat
from kibitz.communicationmod.host.rewards import MONSTER_ODDS, collect, offer_cards
from kibitz.communicationmod.host.run import COMBAT, COMPLETE, POTION_STEP, Died, Run
from kibitz.communicationmod.host.screens import Reward, Story
from kibitz.core.randomness import Rng
from kibitz.games.spire import powers
from kibitz.games.spire.state import FLED, LOST, Fight

# The gold of fights, from and to.
MONSTER_GOLD: Final = (10, 20)
ELITE_GOLD: Final = (25, 35)
BOSS_GOLD: Final = (95, 105)
NO_GOLD: Final = (0, 0)
# From this ascension on, bosses give only this part of it.
POOR_BOSSES_FROM: Final = 13
POOR_PERCENT: Final = 75

# A burning elite has one of these powers, so much and so much more for each act, or more HP.
BURNING: Final = {
    powers.STRENGTH: (1, 1),
    powers.METALLICIZE: (2, 2),
    powers.REGENERATE: (1, 2),
}
BURNING_HP_PERCENT: Final = 25

FACE_HP: Final = 1


def burn(fight: Fight, act: int, dice: Rng) -> None:
    """Makes the monsters of a burning elite stronger, all in the same way."""
    buffs = [*BURNING]
    chosen = dice.below(len(buffs) + 1)
    for monster in fight.monsters:
        if chosen < len(buffs):
            first, step = BURNING[buffs[chosen]]
            monster.powers[buffs[chosen]] += first + step * act
        else:
            more = monster.max_hp * BURNING_HP_PERCENT // 100
            healthy = monster.hp == monster.max_hp
            monster.max_hp += more
            monster.hp += more if healthy else 0


def fight(run: Run, encounter: str, burning: bool = False) -> Story[Combat | None]:
    """Plays a fight and returns it; None if the player fled. Raises `Died` if it was lost."""
    run.phase = COMBAT
    run.combat = combat = Combat(run, encounter)
    if burning:
        burn(combat.fight, run.act.number, run.dice)
    if not combat.fight.over:
        yield combat
    if combat.fight.reason == LOST:
        raise Died
    combat.change_deck()
    run.combat = None
    run.phase = COMPLETE
    if combat.fight.reason == FLED:
        yield screens.complete()
        return None
    if run.has("Face of Cleric"):
        run.change_max_hp(FACE_HP)
    return combat


def spoils(
    run: Run, gold: tuple[int, int], odds: tuple[int, int] | None, stolen: int
) -> list[Reward]:
    """Rolls what a fight gives: gold, perhaps a potion, and cards."""
    found: list[Reward] = []
    won = run.dice.between(*gold)
    if won:
        found.append(Reward("GOLD", gold=won * 5 // 4 if run.has("Golden Idol") else won))
    if stolen:
        found.append(Reward("STOLEN_GOLD", gold=stolen))
    if odds is None:
        return found
    if run.has("White Beast Statue") or run.dice.below(100) < run.potion_chance:
        found.append(Reward("POTION", potion=run.roll_potion()))
        run.potion_chance -= POTION_STEP
    else:
        run.potion_chance += POTION_STEP
    found.append(offer_cards(run, odds))
    if run.room == "MonsterRoom" and run.has("Prayer Wheel"):
        found.append(offer_cards(run, odds))
    return found


def win(
    run: Run,
    encounter: str,
    gold: tuple[int, int] = MONSTER_GOLD,
    odds: tuple[int, int] | None = MONSTER_ODDS,
    more: Sequence[Reward] = (),
    burning: bool = False,
) -> Story[bool]:
    """Plays a fight and hands out its rewards; tells whether it was won.

    Args:
        run: the run.
        encounter: whom the player meets.
        gold: the gold that is won, from and to.
        odds: the odds of the cards; None for a fight that gives neither cards nor potions.
        more: rewards besides.
        burning: whether the elite burns.
    """
    combat = yield from fight(run, encounter, burning)
    if combat is None:
        return False
    rewards = [*spoils(run, gold, odds, combat.stolen()), *more]
    if rewards:
        yield from collect(run, rewards)
    else:
        yield screens.complete()
    return True
