"""Damage, block, powers, and moving cards between the piles.

Damage is computed in floating point and rounded down once, at the end. There are three kinds:
attack damage goes through all multipliers and sets off reactions, flat damage (Thorns, potions,
Burn) is only blocked, and the loss of HP ignores block.
"""

from typing import Final

from kibitz.games.spire import cards, gear, powers, state
from kibitz.games.spire.cards import FACE_MASK, KINDS
from kibitz.games.spire.gear import EMPTY_SLOT, FAIRY, FAIRY_PERCENT
from kibitz.games.spire.monsters import (
    AWAKENED_ONE,
    BYRD,
    CULTIST,
    DARKLING,
    LAGAVULIN,
    MONSTER_KINDS,
    SHELLED_PARASITE,
    SPIRE_SHIELD,
    SPIRE_SPEAR,
    THE_GUARDIAN,
    WRITHING_MASS,
)
from kibitz.games.spire.monsters import place as move_place
from kibitz.games.spire.rules import act3
from kibitz.games.spire.state import Fight, Monster

# Debuffs that decay at the end of the round, as bits of `Fight.fresh`.
FRESH_WEAK: Final = 1
FRESH_VULNERABLE: Final = 2
FRESH_FRAIL: Final = 4
FRESH_REDUCTION: Final = 8

STUNNED: Final = move_place(LAGAVULIN, "STUNNED")
CLOSE_UP: Final = move_place(THE_GUARDIAN, "CLOSE_UP")
GROUNDED: Final = move_place(BYRD, "STUNNED")
BROKEN_SHELL: Final = move_place(SHELLED_PARASITE, "STUNNED")
# The block of the Guardian when it turns defensive, and what its next threshold is higher.
GUARDIAN_BLOCK: Final = 20
GUARDIAN_STEP: Final = 10
ASLEEP: Final = 1
# What an exploding monster deals.
EXPLOSION: Final = 30
# What a card adds to the damage of attacks on a slow monster.
SLOWNESS: Final = 0.1
SLEEPERS_METALLICIZE: Final = 8


# Costs.


def cost_of(s: Fight, card: int) -> int:
    """Returns what a card costs now; `X_COST` or `UNPLAYABLE` if it has no number."""
    side = card & FACE_MASK
    if cards.COST_VARIES[side]:
        return own_cost(s, card)
    cost = cards.card_cost(card)
    if cost > 0 and s.powers[powers.CORRUPTION] and KINDS[side] == cards.SKILL:
        return 0
    return cost


def own_cost(s: Fight, card: int) -> int:
    """Returns what a card costs before powers.

    Each loss of HP makes Blood for Blood cheaper and Masterful Stab dearer, unless something else
    has set their cost. Each card discarded in this turn makes Eviscerate cheaper.
    """
    cost = cards.card_cost(card)
    side = card & FACE_MASK
    if not cards.COST_VARIES[side]:
        return cost
    if side & ~1 == cards.EVISCERATE:
        return max(0, cost - s.discarded)
    if card & (cards.CHANGED_COST | cards.FREE_ONCE):
        return cost
    if side & ~1 == cards.MASTERFUL_STAB:
        return cost + s.times_damaged
    return max(0, cost - s.times_damaged)


def costing_this_turn(s: Fight, card: int, cost: int) -> int:
    """Returns a card with a cost for this turn, to which later discards of Eviscerate count."""
    if cost > 0 and card & FACE_MASK & ~1 == cards.EVISCERATE:
        cost = min(cost + s.discarded, cards.HIGHEST_COST)
    return cards.with_turn_cost(card, cost)


# Damage to monsters.


def attack_damage(s: Fight, target: Monster, base: int, card: int, strength: int) -> int:
    """Returns the damage of one hit of an attack card on a monster, before its block."""
    own = s.powers
    damage = float(base)
    vulnerable = 1.5
    if s.moments & gear.AT_DAMAGE:
        damage += float(relic_damage(s, card))
        if s.has(gear.PAPER_PHROG):
            vulnerable = 1.75
    damage += float(own[powers.STRENGTH] * strength + own[powers.VIGOR])
    if own[powers.PEN_NIB]:
        damage *= 2.0
    if own[powers.DOUBLE_DAMAGE]:
        damage *= 2.0
    if own[powers.WEAK]:
        damage *= 0.75
    if s.stance == state.WRATH:
        damage *= 2.0
    elif s.stance == state.DIVINITY:
        damage *= 3.0
    return damage_taken(target, damage, vulnerable)


def damage_taken(target: Monster, damage: float, vulnerable: float) -> int:
    """Returns the damage of a hit after the powers of the monster that takes it."""
    if target.powers[powers.VULNERABLE]:
        damage *= vulnerable
    if target.kind >= BYRD:  # act 1 has neither
        if target.powers[powers.SLOW]:
            damage *= 1.0 + SLOWNESS * float(target.powers[powers.SLOW] - 1)
        if target.powers[powers.FLIGHT]:
            damage *= 0.5
    if target.powers[powers.INTANGIBLE] and damage > 1.0:
        damage = 1.0
    return int(damage) if damage > 0.0 else 0


def relic_damage(s: Fight, card: int) -> int:
    """Returns what relics add to the base damage of an attack card."""
    more = 0
    if cards.FLAGS[card & FACE_MASK] & cards.IS_STRIKE and s.has(gear.STRIKE_DUMMY):
        more += 3
    if s.has(gear.WRIST_BLADE) and cost_of(s, card) == 0:
        more += 4
    return more


def hit_monster(s: Fight, target: Monster, amount: int) -> None:
    """Hits a monster with attack damage, and lets it react."""
    if not target.alive:
        return
    thorns = target.powers[powers.THORNS]
    left = pass_block(s, target, amount)
    if 0 < left < 5 and s.moments & gear.AT_DAMAGE and s.has(gear.THE_BOOT):
        left = 5
    if left > 0:
        left = most_lost(target, left)
        s.dealt += left
        target.hp -= left
        if left > 0 and target.hp > 0:
            react_to_hit(s, target)
        after_hp_loss(s, target, left)
        if s.powers[powers.ENVENOM]:
            apply_to_monster(s, target, powers.POISON, s.powers[powers.ENVENOM])
    if thorns:
        damage_player(s, thorns)


def most_lost(target: Monster, amount: int) -> int:
    """Returns how much of an amount of HP a monster loses: what it has, and what it must lose."""
    lost = min(amount, target.hp)
    if target.powers[powers.INVINCIBLE]:
        lost = min(lost, target.powers[powers.INVINCIBLE] - 1)
        target.powers[powers.INVINCIBLE] -= lost
    return lost


def react_to_hit(s: Fight, target: Monster) -> None:
    """Lets a monster react to unblocked attack damage that it survives."""
    own = target.powers
    if own[powers.CURL_UP]:
        target.pending += own[powers.CURL_UP]
        own[powers.CURL_UP] = 0
    if own[powers.ANGRY]:
        own[powers.STRENGTH] += own[powers.ANGRY]
    if own[powers.PLATED_ARMOR]:
        own[powers.PLATED_ARMOR] -= 1
        if own[powers.PLATED_ARMOR] == 0 and target.kind == SHELLED_PARASITE:
            target.announce(BROKEN_SHELL)
    if target.kind >= BYRD:
        react_late(s, target)


def react_late(s: Fight, target: Monster) -> None:
    """Lets the powers react to a hit that only monsters of later acts have."""
    own = target.powers
    if own[powers.MALLEABLE]:
        target.pending += own[powers.MALLEABLE]
        own[powers.MALLEABLE] += 1
    if own[powers.FLIGHT]:
        own[powers.FLIGHT] -= 1
        if own[powers.FLIGHT] == 0 and target.kind == BYRD:
            target.announce(GROUNDED)
    if own[powers.REACTIVE] and target.kind == WRITHING_MASS:
        act3.react(s, target)


def pass_block(s: Fight, target: Monster, amount: int) -> int:
    """Takes damage off a monster's block; returns what is left of it."""
    s.damage_instances += 1
    if amount < target.block:
        target.block -= amount
        return 0
    left = amount - target.block
    if target.block > 0:
        target.block = 0
        if s.moments & gear.AT_DAMAGE and s.has(gear.HAND_DRILL):
            apply_to_monster(s, target, powers.VULNERABLE, 2)
    return left


def flat_damage(s: Fight, target: Monster, amount: int) -> None:
    """Deals flat damage to a monster: block counts, nothing else does."""
    if not target.alive:
        return
    if target.powers[powers.INTANGIBLE] and amount > 1:
        amount = 1
    left = most_lost(target, pass_block(s, target, amount))
    if left > 0:
        target.hp -= left
        after_hp_loss(s, target, left)


def flat_damage_all(s: Fight, amount: int) -> None:
    """Deals flat damage to all monsters."""
    for target in s.monsters:
        flat_damage(s, target, amount)


def drain_monster(s: Fight, target: Monster, amount: int) -> None:
    """Lets a monster lose HP, whatever its block."""
    left = most_lost(target, 1 if target.powers[powers.INTANGIBLE] else amount)
    target.hp -= left
    after_hp_loss(s, target, left)


def after_hp_loss(s: Fight, target: Monster, lost: int) -> None:
    """Lets a monster die, split, wake up or change its mode after it has lost HP."""
    if target.hp <= 0:
        die(s, target)
        return
    kind = target.kind
    if target.powers[powers.SHIFTING]:
        target.powers[powers.STRENGTH] -= lost
        target.powers[powers.SHACKLED] += lost
    if target.powers[powers.SPLIT] and kind < len(MONSTER_KINDS):
        if 2 * target.hp <= target.max_hp:
            target.announce(MONSTER_KINDS[kind].split)
    elif kind == LAGAVULIN:
        if target.memory == ASLEEP:
            wake(target)
            target.announce(STUNNED)
    elif kind == THE_GUARDIAN and target.powers[powers.MODE_SHIFT]:
        target.powers[powers.MODE_SHIFT] -= lost
        if target.powers[powers.MODE_SHIFT] <= 0:
            target.powers[powers.MODE_SHIFT] = 0
            target.memory += GUARDIAN_STEP
            target.pending += GUARDIAN_BLOCK
            target.announce(CLOSE_UP)


def wake(lagavulin: Monster) -> None:
    """Wakes a sleeping Lagavulin."""
    lagavulin.memory = 0
    lagavulin.count = 0
    lagavulin.powers[powers.METALLICIZE] = max(
        0, lagavulin.powers[powers.METALLICIZE] - SLEEPERS_METALLICIZE
    )


def die(s: Fight, target: Monster) -> None:
    """Removes a monster that has no HP left; one that comes back is only half dead."""
    target.alive = False
    target.hp = 0
    target.block = 0
    target.pending = 0
    target.half_dead = comes_back(s, target)
    if not target.half_dead and not target.powers[powers.MINION]:
        s.killed = True
        dismiss_minions(s)
        if target.kind == AWAKENED_ONE:
            dismiss_cultists(s)
        elif target.kind in (SPIRE_SHIELD, SPIRE_SPEAR):
            act3.open_way(s)
    give_back(s, target)
    if s.living() > 0:
        react_to_death(s, target)
    if target.half_dead:
        lie_down(target)


def react_to_death(s: Fight, target: Monster) -> None:
    """Lets everything react to a monster that has lost its last HP."""
    if target.powers[powers.SPORE_CLOUD]:
        apply_to_player(s, powers.VULNERABLE, target.powers[powers.SPORE_CLOUD])
    if s.moments & gear.AT_DAMAGE:
        if s.has(gear.GREMLIN_HORN):
            gain_energy(s, 1)
            draw_cards(s, 1)
        if s.has(gear.THE_SPECIMEN) and target.powers[powers.POISON]:
            heir = random_monster(s)
            if heir is not None:
                apply_to_monster(s, heir, powers.POISON, target.powers[powers.POISON])
    if target.powers[powers.CORPSE_EXPLOSION]:
        flat_damage_all(s, target.max_hp * target.powers[powers.CORPSE_EXPLOSION])


def comes_back(s: Fight, target: Monster) -> bool:
    """Tells whether a monster without HP comes back; the last Darkling takes all with it."""
    if target.powers[powers.UNAWAKENED]:
        return target.kind == AWAKENED_ONE
    if target.kind != DARKLING:
        return False
    family = [each for each in s.monsters if each.kind == DARKLING]
    for each in family:
        if each.alive:
            return True
    for each in family:
        each.half_dead = False
    return False


def lie_down(target: Monster) -> None:
    """Takes from a monster that is half dead what it loses, and lets it announce its return."""
    if target.kind == AWAKENED_ONE:
        clear_debuffs(target)
        target.powers[powers.CURIOSITY] = 0
        target.powers[powers.UNAWAKENED] = 0
        target.announce(act3.REBIRTH)
    else:
        target.powers = [0] * powers.MONSTER_POWERS
        target.announce(act3.REGROWS)


def revive(s: Fight, target: Monster, percent: int) -> None:
    """Brings a monster back that was half dead, with a part of its HP."""
    target.half_dead = False
    target.alive = True
    target.hp = target.max_hp * percent // 100
    if target.kind == DARKLING:
        target.powers[powers.REGROW] = 1
        if s.has(gear.PHILOSOPHERS_STONE):
            target.powers[powers.STRENGTH] += 1


def clear_debuffs(monster: Monster) -> None:
    """Removes all debuffs of a monster."""
    for power in range(powers.MONSTER_POWERS):
        negative = powers.IS_SIGNED[power] and monster.powers[power] < 0
        if powers.IS_DEBUFF[power] or negative:
            monster.powers[power] = 0


def count_down(s: Fight, monster: Monster) -> None:
    """Counts the turns of a monster that explodes or fades, and removes it in the last one."""
    own = monster.powers
    if own[powers.EXPLOSIVE]:
        own[powers.EXPLOSIVE] -= 1
        if own[powers.EXPLOSIVE] == 0:
            damage_player(s, EXPLOSION)
            if not s.over:
                die(s, monster)
            return
    if own[powers.FADING]:
        own[powers.FADING] -= 1
        if own[powers.FADING] == 0:
            die(s, monster)


def give_back(s: Fight, target: Monster) -> None:
    """Lets a monster that dies give back the gold or the card that it has taken."""
    own = target.powers
    if own[powers.THIEVERY]:
        s.gold += target.memory
    if own[powers.STASIS]:
        own[powers.STASIS] = 0
        if target.memory != cards.NO_CARD:
            add_to_hand(s, target.memory)


def dismiss_minions(s: Fight) -> None:
    """Lets the minions leave with their leader: when no other monster is left."""
    for monster in s.monsters:
        if (monster.alive or monster.half_dead) and not monster.powers[powers.MINION]:
            return
    for monster in s.monsters:
        leave(monster)


def dismiss_cultists(s: Fight) -> None:
    """Lets the Cultists flee when the Awakened One has died for good."""
    for monster in s.monsters:
        if monster.kind == CULTIST:
            leave(monster)


def leave(monster: Monster) -> None:
    """Lets a monster leave the fight."""
    monster.alive = False
    monster.block = 0
    monster.pending = 0


def random_monster(s: Fight) -> Monster | None:
    """Picks a living monster by the dice of cards; None if there is none."""
    count = 0
    for target in s.monsters:
        if target.alive:
            count += 1
    if count == 0:
        return None
    place = s.rng.below(count) if count > 1 else 0
    for target in s.monsters:
        if target.alive:
            if place == 0:
                return target
            place -= 1
    return None


def place_of(s: Fight, monster: Monster) -> int:
    """Returns the place of a monster in the list; equal monsters are different ones."""
    for place, each in enumerate(s.monsters):
        if each is monster:
            return place
    raise ValueError("this monster is not in the fight")


def settle_reactions(s: Fight) -> None:
    """Lets everything happen that was waiting for the card in play to be done."""
    for target in s.monsters:
        if target.pending:
            if target.alive:
                target.block += target.pending
            target.pending = 0
    if s.strength_due:
        s.powers[powers.STRENGTH] += s.strength_due
        s.strength_due = 0
    while s.draws_due and not s.over:
        count, s.draws_due = s.draws_due, 0
        draw_cards(s, count)


# Damage to the player.


def monster_damage(s: Fight, attacker: Monster, base: int) -> int:
    """Returns the damage of one hit of a monster's attack, before the player's block."""
    damage = float(base + attacker.powers[powers.STRENGTH])
    if attacker.powers[powers.WEAK]:
        damage *= 0.6 if s.moments & gear.AT_DAMAGE and s.has(gear.PAPER_KRANE) else 0.75
    if s.powers[powers.VULNERABLE]:
        damage *= 1.25 if s.moments & gear.AT_DAMAGE and s.has(gear.ODD_MUSHROOM) else 1.5
    if s.stance == state.WRATH:
        damage *= 2.0
    if attacker.powers[powers.BACK_ATTACK] and s.powers[powers.SURROUNDED]:
        damage *= 1.5
    if s.powers[powers.INTANGIBLE] and damage > 1.0:
        damage = 1.0
    return int(damage) if damage > 0.0 else 0


def hit_player(s: Fight, attacker: Monster, amount: int) -> int:
    """Hits the player with a monster's attack, and lets powers react; returns the HP lost."""
    lost = 0
    own = s.powers
    back = own[powers.THORNS] + own[powers.FLAME_BARRIER]
    left = amount
    if s.block > 0:
        left = amount - s.block if amount > s.block else 0
        s.block -= amount - left
    if left > 0:
        if left <= 5 and s.moments & gear.AT_DAMAGE and s.has(gear.TORII):
            left = 1
        lost = lose_hp(s, left)
        if lost > 0 and own[powers.PLATED_ARMOR]:
            own[powers.PLATED_ARMOR] -= 1
        if lost > 0 and attacker.powers[powers.PAINFUL_STABS]:
            s.discard.append(cards.WOUND)
    if back and not s.over:
        flat_damage(s, attacker, back)
    return lost


def damage_player(s: Fight, amount: int, by_card: bool = False) -> None:
    """Deals flat damage to the player: block counts.

    Args:
        s: the fight.
        amount: how much.
        by_card: whether one of the player's own cards is the cause, for Rupture.
    """
    if s.powers[powers.INTANGIBLE] and amount > 1:
        amount = 1
    if amount <= s.block:
        s.block -= amount
        return
    left = amount - s.block
    s.block = 0
    lose_hp(s, left, by_card)


def lose_hp(s: Fight, amount: int, by_card: bool = False) -> int:
    """Lets the player lose HP, whatever the block; returns how much it was.

    Args:
        s: the fight.
        amount: how much.
        by_card: whether one of the player's own cards is the cause, for Rupture.
    """
    if s.over or amount <= 0:
        return 0
    own = s.powers
    if own[powers.INTANGIBLE] and amount > 1:
        amount = 1
    if own[powers.BUFFER]:
        own[powers.BUFFER] -= 1
        return 0
    if s.moments & gear.AT_DAMAGE and s.has(gear.TUNGSTEN_ROD):
        amount -= 1
        if amount == 0:
            return 0
    s.hp -= amount
    s.times_damaged += 1
    if s.hp <= 0:
        fall(s)
        if s.over:
            return amount
    if by_card and own[powers.RUPTURE]:
        s.strength_due += own[powers.RUPTURE]
    if s.moments & gear.AT_DAMAGE:
        relics_after_loss(s)
    return amount


def relics_after_loss(s: Fight) -> None:
    """Lets relics react to lost HP."""
    if s.has(gear.SELF_FORMING_CLAY):
        s.powers[powers.NEXT_TURN_BLOCK] += 3
    if s.has(gear.CENTENNIAL_PUZZLE) and s.relics[gear.CENTENNIAL_PUZZLE] != gear.USED_UP:
        s.relics[gear.CENTENNIAL_PUZZLE] = gear.USED_UP
        draw_cards(s, 3)
    if s.has(gear.RUNIC_CUBE):
        draw_cards(s, 1)
    check_red_skull(s)


def check_red_skull(s: Fight) -> None:
    """Gives or takes the Strength of Red Skull; its counter says whether it is given."""
    if not s.has(gear.RED_SKULL):
        return
    wanted = 2 * s.hp <= s.max_hp
    given = s.relics[gear.RED_SKULL] == 1
    if wanted and not given:
        s.relics[gear.RED_SKULL] = 1
        s.powers[powers.STRENGTH] += 3
    elif given and not wanted:
        s.relics[gear.RED_SKULL] = gear.NO_COUNTER
        apply_to_player(s, powers.STRENGTH, -3)  # Artifact stops this, too


def fall(s: Fight) -> None:
    """Ends the fight for a player without HP, unless something revives them."""
    s.hp = 0
    if not s.has(gear.MARK_OF_THE_BLOOM):
        for slot, potion in enumerate(s.potions):
            if potion == FAIRY:
                s.potions[slot] = EMPTY_SLOT
                percent = FAIRY_PERCENT * (2 if s.has(gear.SACRED_BARK) else 1)
                heal(s, max(1, s.max_hp * percent // 100))
                return
        if s.has(gear.LIZARD_TAIL) and s.relics[gear.LIZARD_TAIL] != gear.USED_UP:
            s.relics[gear.LIZARD_TAIL] = gear.USED_UP
            heal(s, max(1, s.max_hp // 2))
            return
    s.finish(state.LOST)


def heal(s: Fight, amount: int) -> None:
    """Heals the player, up to the maximum."""
    if not s.moments & gear.AT_DAMAGE:
        s.hp = min(s.max_hp, s.hp + amount)
    elif not s.has(gear.MARK_OF_THE_BLOOM):
        if s.has(gear.MAGIC_FLOWER):
            # Half of it more, rounded half up.
            amount = (3 * amount + 1) // 2
        s.hp = min(s.max_hp, s.hp + amount)
        check_red_skull(s)


# Block.


def gain_block(s: Fight, amount: int) -> None:
    """Gives the player block as it is, from relics, powers and potions."""
    if amount <= 0:
        return
    s.block = min(state.MOST_BLOCK, s.block + amount)
    if s.powers[powers.JUGGERNAUT]:
        target = random_monster(s)
        if target is not None:
            flat_damage(s, target, s.powers[powers.JUGGERNAUT])


def gain_energy(s: Fight, amount: int) -> None:
    """Gives the player energy beside what every turn gives."""
    s.energy += amount
    s.energy_gained += amount


def block_by_card(s: Fight, base: int) -> None:
    """Gives the player the block of a card."""
    gain_block(s, card_block(s, base))


def card_block(s: Fight, base: int) -> int:
    """Returns the block that a card gives now."""
    own = s.powers
    if own[powers.NO_BLOCK]:
        return 0
    amount = float(base + own[powers.DEXTERITY])
    if own[powers.FRAIL]:
        amount *= 0.75
    return int(amount) if amount > 0.0 else 0


# Powers.


def apply_to_monster(s: Fight, target: Monster, power: int, amount: int) -> bool:
    """Puts a power on a monster; tells whether it landed."""
    if not target.alive or amount == 0:
        return False
    if powers.IS_DEBUFF[power] or (amount < 0 and powers.IS_SIGNED[power]):
        own = target.powers
        if own[powers.ARTIFACT]:
            own[powers.ARTIFACT] -= 1
            return False
        if power == powers.POISON and s.moments & gear.AT_DAMAGE and s.has(gear.SNECKO_SKULL):
            amount += 1
        own[power] += amount
        if power != powers.SHACKLED:
            after_debuff(s, target, power)
        return True
    target.powers[power] += amount
    return True


def after_debuff(s: Fight, target: Monster, power: int) -> None:
    """Lets the player's powers and relics react to a debuff that has landed on a monster."""
    if s.powers[powers.SADISTIC]:
        flat_damage(s, target, s.powers[powers.SADISTIC])
    if s.moments & gear.AT_DAMAGE and power == powers.VULNERABLE and s.has(gear.CHAMPION_BELT):
        apply_to_monster(s, target, powers.WEAK, 1)


def apply_to_player(s: Fight, power: int, amount: int) -> None:
    """Puts a power on the player."""
    own = s.powers
    if powers.IS_DEBUFF[power] or (amount < 0 and powers.IS_SIGNED[power]):
        if s.moments & gear.AT_DAMAGE and is_immune(s, power):
            return
        if own[powers.ARTIFACT]:
            own[powers.ARTIFACT] -= 1
            return
        if s.monsters_turn and own[power] == 0:
            s.fresh |= fresh_bit(power)
    own[power] += amount


def is_immune(s: Fight, power: int) -> bool:
    """Tells whether a relic keeps a debuff off the player; Artifact is not even asked."""
    if power == powers.WEAK:
        return s.has(gear.GINGER)
    return power == powers.FRAIL and s.has(gear.TURNIP)


def fresh_bit(power: int) -> int:
    """Returns the bit of a debuff that decays at the end of the round; 0 for any other power."""
    if power == powers.WEAK:
        return FRESH_WEAK
    if power == powers.VULNERABLE:
        return FRESH_VULNERABLE
    if power == powers.DRAW_REDUCTION:
        return FRESH_REDUCTION
    return FRESH_FRAIL if power == powers.FRAIL else 0


# Cards.


def take_top(s: Fight) -> int:
    """Takes the next card off the draw pile."""
    card = s.draw.pop()
    if s.known_top > 0:
        s.known_top -= 1
    if s.known_bottom > len(s.draw):
        s.known_bottom = len(s.draw)
    return card


def draw_cards(s: Fight, count: int) -> None:
    """Draws cards; the discard pile is shuffled in when the draw pile is empty.

    The copies of Endless Agony come when all cards are drawn.
    """
    if s.powers[powers.NO_DRAW]:
        return
    hand = s.hand
    copies: list[int] | None = None
    for _ in range(count):
        if len(hand) >= state.HAND_LIMIT:
            break
        if not s.draw:
            if not s.discard:
                break
            shuffle_discard(s)
        drawn = take_top(s)
        card = drawn
        if s.powers[powers.CONFUSION] and cards.card_cost(card) >= 0:
            card = with_random_cost(s, card)
        hand.append(card)
        s.cards_drawn += 1
        if cards.ACTS_WHEN_DRAWN[card & FACE_MASK]:
            copies = act_when_drawn(s, card, drawn, copies)
    if copies is not None:
        for copy in copies:
            add_to_hand(s, copy)


def act_when_drawn(s: Fight, card: int, drawn: int, copies: list[int] | None) -> list[int] | None:
    """Lets a card act that was just drawn; returns the cards to add to the hand after the draw."""
    if KINDS[card & FACE_MASK] >= cards.STATUS:
        draw_trouble(s, card)
        return copies
    return [drawn] if copies is None else [*copies, drawn]


def with_random_cost(s: Fight, card: int) -> int:
    """Returns a card that costs 0 to 3 for the rest of the fight."""
    card = cards.without_turn_cost(card & ~cards.FREE_ONCE)
    cost = s.rng.below(4)
    if own_cost(s, card) == cost:
        return card
    changed = cards.with_fight_cost(card, cost)
    return changed if own_cost(s, changed) == cost else costing_this_turn(s, changed, cost)


def draw_trouble(s: Fight, card: int) -> None:
    """Lets a status or curse act that was just drawn."""
    side = card & FACE_MASK
    if side | 1 == cards.VOID | 1:
        s.energy = max(0, s.energy - 1)
    if s.powers[powers.FIRE_BREATHING]:
        flat_damage_all(s, s.powers[powers.FIRE_BREATHING])
    if KINDS[side] == cards.STATUS:
        s.draws_due += s.powers[powers.EVOLVE]


def shuffle_discard(s: Fight) -> None:
    """Shuffles the discard pile into the draw pile."""
    s.draw.extend(s.discard)
    s.discard.clear()
    s.shuffles.shuffle(s.draw)
    s.known_top = 0
    s.known_bottom = 0
    if s.moments & gear.AT_DRAW:
        if s.has(gear.THE_ABACUS):
            gain_block(s, 6)
        if counts_to(s, gear.SUNDIAL, 3):
            gain_energy(s, 2)


def counts_to(s: Fight, relic: int, most: int) -> bool:
    """Counts for a relic; tells whether it has counted far enough, and then begins again."""
    if not s.has(relic):
        return False
    s.relics[relic] = max(0, s.relics[relic]) + 1
    if s.relics[relic] < most:
        return False
    s.relics[relic] = 0
    return True


def insert_in_draw(s: Fight, card: int) -> None:
    """Puts a card at a random place of the draw pile; then nobody knows the order any more."""
    s.draw.insert(s.shuffles.below(len(s.draw) + 1), card)
    s.known_top = 0
    s.known_bottom = 0


def put_on_draw(s: Fight, card: int) -> None:
    """Puts a card on top of the draw pile, where the player knows it."""
    s.draw.append(card)
    s.known_top = min(s.known_top + 1, len(s.draw))


def put_under_draw(s: Fight, card: int) -> None:
    """Puts a card under the draw pile, where the player knows it."""
    s.draw.insert(0, card)
    s.known_bottom = min(s.known_bottom + 1, len(s.draw))


def add_to_hand(s: Fight, card: int) -> None:
    """Puts a card into the hand, or into the discard pile if the hand is full."""
    if len(s.hand) < state.HAND_LIMIT:
        s.hand.append(card)
    else:
        s.discard.append(cards.without_turn_cost(card))


def exhaust_card(s: Fight, card: int) -> None:
    """Exhausts a card that has left its pile, and lets everything react to it."""
    s.exhausted += 1
    own = s.powers
    side = card & FACE_MASK
    if side | 1 == cards.NECRONOMICURSE | 1:
        add_to_hand(s, card)
    else:
        s.exhaust.append(cards.without_turn_cost(card))
        s.cards_exhausted += 1
    if own[powers.FEEL_NO_PAIN]:
        gain_block(s, own[powers.FEEL_NO_PAIN])
    if side | 1 == cards.SENTINEL | 1:
        gain_energy(s, 2 + (side & 1))
    if s.moments & gear.AT_EXHAUST:
        if s.has(gear.CHARONS_ASHES):
            flat_damage_all(s, 3)
        if s.has(gear.DEAD_BRANCH) and s.living() > 0:
            add_to_hand(s, random_card(s, cards.CLASS_ANY))
    s.draws_due += own[powers.DARK_EMBRACE]


def discard_by_choice(s: Fight, card: int) -> None:
    """Discards a card in the player's turn, which some cards and relics react to."""
    s.discard.append(cards.without_turn_cost(card))
    s.discarded += 1
    side = card & FACE_MASK
    if cards.ACTS_WHEN_DISCARDED[side]:
        if side & ~1 == cards.REFLEX:
            s.draws_due += 2 + (side & 1)
        elif side & ~1 == cards.TACTICIAN:
            gain_energy(s, 1 + (side & 1))
    if s.moments & gear.AT_CARD:
        if s.has(gear.TOUGH_BANDAGES):
            gain_block(s, 3)
        if s.has(gear.TINGSHA):
            target = random_monster(s)
            if target is not None:
                flat_damage(s, target, 3)
        if s.has(gear.HOVERING_KITE) and s.discarded == 1:
            s.energy += 1


def random_card(s: Fight, pool: int) -> int:
    """Returns a random card of a pool; that of a class is the player's class."""
    return s.rng.pick(cards.RANDOM_POOLS[s.character][pool])


def count_curses(pile: list[int]) -> int:
    """Counts the curses of a pile."""
    return len([card for card in pile if KINDS[card & FACE_MASK] == cards.CURSE])
