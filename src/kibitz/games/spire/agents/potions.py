"""When a potion is worth using: its score, what using it costs, and the choice without a plan."""

from collections.abc import Callable
from typing import Final

from kibitz.core.move import Move
from kibitz.games.spire.agents.danger import (
    after,
    best_targets,
    close_to_lethal,
    danger,
    debuff_target,
    unblocked,
)
from kibitz.games.spire.agents.weights import DESCRIBED, TINY, Weights
from kibitz.games.spire.agents.worth import incoming
from kibitz.games.spire.cards import potions, relics
from kibitz.games.spire.cards.monsters import BOSS, ELITE, NORMAL
from kibitz.games.spire.cards.potions import (
    BLOCK,
    DAMAGE,
    HEALING,
    POTION_NUMBERS,
    POTIONS,
    Metadata,
)
from kibitz.games.spire.moves import End, UsePotion, list_potions
from kibitz.games.spire.state import Fight

BLOOD_POTION: Final = POTION_NUMBERS["bloodpotion"]
REGEN_POTION: Final = POTION_NUMBERS["regenpotion"]
WEAK_POTION: Final = POTION_NUMBERS["weakpotion"]

# Scores a use of a potion in a fight.
PotionScorer = Callable[[Fight, UsePotion, Weights], float]


# What potions do, in a word.


def facts_of(s: Fight, potion: int) -> Metadata:
    """Returns what the next potion of a kind does, by what a message has said or by the table."""
    label = s.label(s.slot_of(potion))
    return POTIONS[potion].facts if label is None else label.facts


# Uses.


def potion_uses(s: Fight, weights: Weights = DESCRIBED) -> list[UsePotion]:
    """Lists one use of each potion that can be used now, in the order of the slots."""
    if s.over or s.choice:
        return []
    moves: list[Move[Fight]] = []
    list_potions(s, moves)
    by_potion: dict[int, list[Move[Fight]]] = {}
    for move in moves:
        if isinstance(move, UsePotion):
            by_potion.setdefault(move.number, []).append(move)
    found: list[UsePotion] = []
    for number, uses in by_potion.items():
        best = uses[0]
        if len(uses) > 1 and facts_of(s, number).effect_type == DAMAGE:
            best = best_targets(s, uses, weights)[0]
        elif len(uses) > 1:
            best = debuff_target(s, uses)
        if isinstance(best, UsePotion):
            found.append(best)
    return found


def best_potion(
    s: Fight, weights: Weights = DESCRIBED, scorer: PotionScorer | None = None
) -> tuple[UsePotion, float] | None:
    """Returns the use of a potion with the highest net score; None if there is none, or no more.

    Among equals it is that of the lower slot.
    """
    if s.potions_used >= weights.potions_a_turn:
        return None
    score = net_score if scorer is None else scorer
    best: tuple[UsePotion, float] | None = None
    for use in potion_uses(s, weights):
        found = score(s, use, weights)
        if best is None or found > best[1] + TINY:
            best = (use, found)
    return best


# Scores.


def net_score(s: Fight, use: UsePotion, weights: Weights = DESCRIBED) -> float:
    """Returns the score of a potion less what using it up costs."""
    return potion_score(s, use, weights) - penalty(s, weights)


def potion_score(s: Fight, use: UsePotion, weights: Weights = DESCRIBED) -> float:
    """Returns how much the situation calls for a potion."""
    kind = facts_of(s, use.number).effect_type
    if kind == DAMAGE:
        score = damage_score(s, use, weights)
    else:
        score = room_bonus(s, use, weights)
        if kind == HEALING:
            score += heal_score(s, weights)
        elif kind == BLOCK:
            score += block_score(s, weights)
        elif is_dangerous(s, weights):
            score += weights.other
    return score + weights.saves_life * saves_life(s, use)


def damage_score(s: Fight, use: UsePotion, weights: Weights) -> float:
    """Scores a potion that deals damage."""
    score = weights.damage_room * (s.room != NORMAL)
    score += weights.damage_several * (s.living() >= 2)
    score += weights.damage_lethal * close_to_lethal(s, [use])
    return score or weights.damage_least


def heal_score(s: Fight, weights: Weights) -> float:
    """Scores a potion that heals."""
    if s.hp < weights.heal_urgent_below * s.max_hp:
        return weights.heal_urgent
    high = incoming(s) > weights.high_incoming * s.hp
    return weights.heal_useful if high and s.hp < weights.heal_useful_below * s.max_hp else 0.0


def block_score(s: Fight, weights: Weights) -> float:
    """Scores a potion that gives block."""
    left = unblocked(s)
    if left >= s.hp or left > weights.block_share * s.max_hp:
        return weights.block_much
    return weights.block_some if left > weights.block_share * s.hp else 0.0


def is_dangerous(s: Fight, weights: Weights) -> bool:
    """Tells whether a fight calls for potions that do neither damage nor block nor heal."""
    if danger(s, weights) > weights.dangerous + TINY:
        return True
    return incoming(s) > weights.high_incoming * s.hp


def room_bonus(s: Fight, use: UsePotion, weights: Weights) -> float:
    """Scores the room; a potion that mostly heals what is not missing gets nothing."""
    if facts_of(s, use.number).effect_type == HEALING:
        worth = heal_worth(s, use.number, weights)
        if 2 * min(worth, s.max_hp - s.hp) < worth:
            return 0.0
    return {ELITE: weights.room_elite, BOSS: weights.room_boss}.get(s.room, 0.0)


def heal_worth(s: Fight, number: int, weights: Weights) -> int:
    """Returns how much a potion heals if nothing is wasted."""
    facts = facts_of(s, number)
    amount = int(facts.effect_value)
    if facts != POTIONS[number].facts:
        return amount
    times = 2 if s.has(relics.SACRED_BARK) else 1
    if number == BLOOD_POTION:
        return s.max_hp * amount * times // 100
    if number == REGEN_POTION:
        return weights.heal_worth_regen * times
    return amount * times


def saves_life(s: Fight, use: UsePotion) -> bool:
    """Tells whether the announced attack kills, but not if the potion alone is used."""
    if unblocked(s) < s.hp:
        return False
    trial = after(s, use)
    if trial.choice:
        return False
    if not trial.over:
        End().apply(trial, 0)
    return trial.hp > 0 and trial.potions.count(potions.FAIRY) == s.potions.count(potions.FAIRY)


def penalty(s: Fight, weights: Weights = DESCRIBED) -> float:
    """Returns what using a potion up costs: less in a fight that matters."""
    found = danger(s, weights)
    low, high = weights.harmless, weights.dangerous
    if s.room != NORMAL or found >= high:
        return weights.penalty_least
    if found <= low:
        return weights.penalty_most
    share = (found - low) / (high - low)
    return weights.penalty_most + share * (weights.penalty_least - weights.penalty_most)


# Without a plan.


def fallback_wanted(s: Fight, weights: Weights = DESCRIBED) -> bool:
    """Tells whether a player without a plan had better use a potion."""
    if not potion_uses(s, weights):
        return False
    return s.room != NORMAL or danger(s, weights) > weights.dangerous + TINY


def use_next_potion(s: Fight, weights: Weights = DESCRIBED) -> UsePotion | None:
    """Picks the potion that a player without a plan uses; None if there is none to use.

    Block, healing and Weak that save the player's life come first, then the priorities of the
    table. Healing is kept above 70 % of the HP, Fruit Juice for after the fight.
    """
    if s.potions_used >= weights.potions_a_turn:
        return None
    best: UsePotion | None = None
    highest = (False, 0)
    for use in potion_uses(s, weights):
        rank = use_rank(s, use, weights)
        if rank is not None and rank > highest:
            best, highest = use, rank
    return best


def use_rank(s: Fight, use: UsePotion, weights: Weights = DESCRIBED) -> tuple[bool, int] | None:
    """Says whether a use saves the player's life, and its priority; None for one to keep."""
    kind = facts_of(s, use.number).effect_type
    heals = kind == HEALING
    if use.number == potions.FRUIT_JUICE or (heals and s.hp > weights.heal_up_to * s.max_hp):
        return None
    first = heals or kind == BLOCK or use.number == WEAK_POTION
    return first and saves_life(s, use), POTIONS[use.number].priority
