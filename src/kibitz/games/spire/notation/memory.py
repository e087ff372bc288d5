"""What a fight must know that messages do not say, as far as the rest of a message tells it."""

from typing import Final

from kibitz.games.spire.cards import powers, relics
from kibitz.games.spire.cards.monsters import (
    BY_CYCLE,
    GREEN_LOUSE,
    GREMLIN_WIZARD,
    HEXAGHOST,
    LAGAVULIN,
    MONSTER_KINDS,
    RED_LOUSE,
    RED_SLAVER,
    THE_GUARDIAN,
    MonsterKind,
)
from kibitz.games.spire.rules.combat import ASLEEP, GUARDIAN_STEP
from kibitz.games.spire.rules.intents import (
    BLAST,
    BURNS_ARE_UPGRADED,
    CHARGE,
    DIVIDER,
    ENTANGLE,
    ENTANGLED_BEFORE,
    LAGAVULIN_ATTACK,
    SLEEP,
    bite_range,
    cycle_move,
)
from kibitz.games.spire.state import HIDDEN, Fight, Monster
from kibitz.games.spire.view import has_bitten

# The wizard charges twice before its first blast.
FIRST_BLAST: Final = 3
# Hexaghost has made its first Inferno after so many moves.
FIRST_INFERNO: Final = 9


def recall(s: Fight, monster: Monster, base: int) -> None:
    """Fills in what a monster remembers.

    Args:
        s: the fight; its turn and the player's powers are there.
        monster: the monster, with its announced move and those before.
        base: the base damage of the move it has announced.
    """
    kind = monster.kind
    rules = MONSTER_KINDS[kind]
    if rules.chooses == BY_CYCLE:
        find_in_cycle(rules, monster, s.turn - 1)
    if kind in (RED_LOUSE, GREEN_LOUSE):
        biting = monster.move == rules.places["BITE"] and base > 0
        monster.memory = base if biting else usual_bite(s, monster)
    elif kind == LAGAVULIN:
        recall_sleep(s, monster)
    elif kind == THE_GUARDIAN:
        monster.memory = next_threshold(s, monster, rules)
    elif kind == HEXAGHOST:
        recall_fire(monster, base)
    elif kind == RED_SLAVER:
        used = ENTANGLE in (monster.last, monster.last_two) or s.powers[powers.ENTANGLED] > 0
        monster.memory = ENTANGLED_BEFORE if used else 0
    elif kind == GREMLIN_WIZARD:
        recall_charges(s, monster)


def find_in_cycle(rules: MonsterKind, monster: Monster, made: int) -> None:
    """Fills in how many moves of a cycle were made: by the turn, or as the announced move says."""
    monster.count = made
    if monster.move == HIDDEN:
        monster.move = cycle_move(rules, made)
    if cycle_move(rules, made) == monster.move:
        return
    for count in range(len(rules.opening) + len(rules.loop)):
        if cycle_move(rules, count) == monster.move:
            monster.count = count
            return


def usual_bite(s: Fight, louse: Monster) -> int:
    """Returns what a louse bites for that has bitten, but does not now: the middle of the range.

    Who has watched the fight knows the exact number; a message does not say it.
    """
    if not has_bitten(louse):
        return HIDDEN
    low, high = bite_range(s)
    return (low + high) // 2


def recall_fire(monster: Monster, base: int) -> None:
    """Fills in the damage of Hexaghost's Divider, or whether its Burns are upgraded."""
    if monster.move == DIVIDER:
        monster.memory = max(0, base)
    elif monster.count >= FIRST_INFERNO:
        monster.memory = BURNS_ARE_UPGRADED


def recall_sleep(s: Fight, monster: Monster) -> None:
    """Fills in how long Lagavulin has slept, or how often it has attacked in a row."""
    asleep = monster.move == HIDDEN and monster.powers[powers.METALLICIZE] > 0
    if asleep or monster.move == SLEEP:
        monster.memory = ASLEEP
        monster.count = s.turn - 1
    elif monster.last == LAGAVULIN_ATTACK:
        monster.count = 2 if monster.last_two == LAGAVULIN_ATTACK else 1


def next_threshold(s: Fight, monster: Monster, rules: MonsterKind) -> int:
    """Returns the damage after which the Guardian turns defensive next: the least that fits."""
    threshold = 0
    for number, power in enumerate(rules.powers):
        if power == powers.MODE_SHIFT:
            threshold = rules.amounts[number][s.ascension].high
    if monster.powers[powers.MODE_SHIFT] == 0:
        threshold += GUARDIAN_STEP
    while threshold < monster.powers[powers.MODE_SHIFT]:
        threshold += GUARDIAN_STEP
    return threshold


def recall_charges(s: Fight, monster: Monster) -> None:
    """Fills in how often a gremlin wizard has charged since its last blast."""
    if s.turn > FIRST_BLAST or BLAST in (monster.last, monster.last_two):
        monster.memory = 1
    if monster.last == CHARGE:
        monster.count = 2 if monster.last_two == CHARGE else 1
        if monster.move == BLAST and monster.memory:
            monster.count = 3


def recall_turn(s: Fight) -> None:
    """Fills in what was played in this turn, as far as relics count it."""
    for relic in (relics.SHURIKEN, relics.KUNAI, relics.ORNAMENTAL_FAN):
        if s.has(relic):
            s.attacks_played = max(s.attacks_played, s.relics[relic])
    if s.has(relics.LETTER_OPENER):
        s.skills_played = max(0, s.relics[relics.LETTER_OPENER])
    s.cards_played = s.attacks_played + s.skills_played
    if s.has(relics.VELVET_CHOKER):
        s.cards_played = max(s.cards_played, s.relics[relics.VELVET_CHOKER])
    if s.has(relics.RED_SKULL) and 2 * s.hp <= s.max_hp:
        s.relics[relics.RED_SKULL] = 1
    if s.has(relics.CENTENNIAL_PUZZLE) and s.times_damaged > 0:
        s.relics[relics.CENTENNIAL_PUZZLE] = relics.USED_UP
