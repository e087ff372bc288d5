"""Which cards can be played, and how cards and potions are played.

A card is played in this order: it is paid for, Pain hurts, its steps are carried out, powers and
relics react to it, it goes to its pile, what waited for it happens (Rupture, Evolve, Dark Embrace),
and copies (Double Tap, Burst, Duplication) are played. A power that reacts to cards does not react
to the card that applies it. Cards taken from the draw pile (Havoc, Mayhem) are played last.
"""

from typing import Final

from kibitz.games.spire import cards, gear, powers, state
from kibitz.games.spire import monsters as kinds
from kibitz.games.spire.cards import FACE_MASK, KINDS, Op
from kibitz.games.spire.rules import act3, combat
from kibitz.games.spire.rules.operations import (
    PANACHE_CARDS,
    apply_power,
    free_random_card,
    has_type,
    run_steps,
)
from kibitz.games.spire.state import Fight, Monster, Task

CHOKER_LIMIT: Final = 6
NORMALITY_LIMIT: Final = 3
# Time Warp ends the turn after so many cards, and gives so much Strength.
WARP_CARDS: Final = 12
WARP_STRENGTH: Final = 2


# What can be played.


def can_be_played_on(s: Fight, card: int, target: int) -> bool:
    """Tells whether a card that costs nothing can be played on a target now."""
    aimed = cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY
    if aimed and (target == state.NO_TARGET or not s.monsters[target].alive):
        return False
    return not s.turn_over and s.cards_played < card_limit(s) and can_be_played(s, card)


def card_limit(s: Fight) -> int:
    """Returns how many cards can be played in this turn."""
    limit = 1000
    for card in s.hand:
        if card & FACE_MASK | 1 == cards.NORMALITY | 1:
            limit = NORMALITY_LIMIT
    if s.has(gear.VELVET_CHOKER):
        limit = min(limit, CHOKER_LIMIT)
    return limit


def can_be_played(s: Fight, card: int) -> bool:
    """Tells whether a card can be played, whatever it costs."""
    side = card & FACE_MASK
    kind = KINDS[side]
    if cards.COSTS[side] == cards.UNPLAYABLE:
        if kind == cards.CURSE:
            if not s.has(gear.BLUE_CANDLE):
                return False
        elif kind != cards.STATUS or not s.has(gear.MEDICAL_KIT):
            return False
    if kind == cards.ATTACK and s.powers[powers.ENTANGLED]:
        return False
    condition = cards.PLAY_CONDITIONS[side]
    return condition == cards.ALWAYS or can_by_condition(s, condition)


def can_by_condition(s: Fight, condition: int) -> bool:
    """Tells whether the condition of a card holds."""
    if condition == cards.SKILL_IN_DRAW_PILE:
        return has_type(s.draw, cards.SKILL)
    if condition == cards.ATTACK_IN_DRAW_PILE:
        return has_type(s.draw, cards.ATTACK)
    if condition == cards.NO_DRAW_PILE:
        return not s.draw
    return all(KINDS[card & FACE_MASK] == cards.ATTACK for card in s.hand)


# Playing a card.


def play_from_hand(s: Fight, card: int, target: int) -> None:
    """Pays for a card of the hand and plays it."""
    s.hand.remove(card)
    cost = combat.cost_of(s, card)
    x = 0
    if cost == cards.X_COST:
        x = s.energy
        s.energy = 0
    else:
        s.energy -= max(0, cost)
        s.energy_saved += max(0, cards.COSTS[card & FACE_MASK] - max(0, cost))
    start_card(s, card, target, x, 0)


def play_free(s: Fight, card: int, target: int, flags: int) -> None:
    """Plays a card for free; one that cannot be played is only put away."""
    if not can_be_played_on(s, card, target):
        put_in_pile(s, cards.without_turn_cost(card), flags, False)
        combat.settle_reactions(s)
        return
    x = s.energy if cards.COSTS[card & FACE_MASK] == cards.X_COST else 0
    start_card(s, card, target, x, flags)


def start_card(s: Fight, card: int, target: int, x: int, flags: int) -> None:
    """Plays a card that has been paid for."""
    if target != state.NO_TARGET and s.powers[powers.SURROUNDED]:
        act3.face(s, s.monsters[target])
    kind = KINDS[card & FACE_MASK]
    s.cards_played += 1
    if kind == cards.ATTACK:
        s.attacks_played += 1
    elif kind == cards.SKILL:
        s.skills_played += 1
    elif kind == cards.POWER:
        s.powers_played += 1
    for held in s.hand:
        if held & FACE_MASK | 1 == cards.PAIN | 1:
            combat.lose_hp(s, 1, by_card=True)
    if s.over:
        return
    s.dealt = 0
    s.killed = False
    s.exhausted = 0
    s.growth = 0
    if kind == cards.CURSE and s.has(gear.BLUE_CANDLE):
        combat.lose_hp(s, 1, by_card=True)
        if s.over:
            return
    go_on_with_card(s, card, target, x, 0, flags)


def go_on_with_card(s: Fight, card: int, target: int, x: int, step: int, flags: int) -> None:
    """Carries out the steps of a card from one of them on, then ends its play."""
    if run_steps(s, cards.EFFECTS[card & FACE_MASK], card, target, x, step, flags) and not s.over:
        end_card(s, card, target, x, flags)


def end_card(s: Fight, card: int, target: int, x: int, flags: int) -> None:
    """Lets everything react to a card, puts it away and plays its copies."""
    kind = KINDS[card & FACE_MASK]
    copies = 0 if flags & state.IS_COPY else count_copies(s, card, kind, x)
    react_to_card(s, kind)
    if s.over:
        return
    cuts = s.powers[powers.THOUSAND_CUTS]
    for op in cards.LAST_EFFECTS[card & FACE_MASK]:
        apply_power(s, op, target, x)
    if flags & state.IS_COPY:
        grow_original(s, card)
    else:
        card = put_away(s, card, kind, flags)
    if cuts:
        combat.flat_damage_all(s, cuts)
    combat.settle_reactions(s)
    if copies > 0:
        play_copies(s, card, target, x, copies)
    if not flags & state.IS_COPY:
        s.growth = 0


def grow_original(s: Fight, card: int) -> None:
    """Lets the card that a copy was made of grow with the copy: Rampage, Ritual Dagger."""
    if s.growth == 0:
        return
    for pile in (s.discard, s.exhaust, s.draw, s.hand):
        if card in pile:
            pile[pile.index(card)] = cards.grown(card, s.growth)
            return


def count_copies(s: Fight, card: int, kind: int, x: int) -> int:
    """Returns how often a card is played again, and uses up what does it."""
    own = s.powers
    copies = 0
    if own[powers.DUPLICATION]:
        own[powers.DUPLICATION] -= 1
        copies += 1
    if kind == cards.ATTACK:
        if own[powers.DOUBLE_TAP]:
            own[powers.DOUBLE_TAP] -= 1
            copies += 1
        if s.moments & gear.AT_CARD and opens_necronomicon(s, card, x):
            s.relics[gear.NECRONOMICON] = s.turn
            copies += 1
    elif kind == cards.SKILL and own[powers.BURST]:
        own[powers.BURST] -= 1
        copies += 1
    return copies


def opens_necronomicon(s: Fight, card: int, x: int) -> bool:
    """Tells whether an attack is the first of the turn that Necronomicon plays again."""
    if not s.has(gear.NECRONOMICON) or s.relics[gear.NECRONOMICON] == s.turn:
        return False
    cost = combat.cost_of(s, card)
    return cost >= 2 or (cost == cards.X_COST and x >= 2)


def play_copies(s: Fight, card: int, target: int, x: int, copies: int) -> None:
    """Plays copies of a card where it can be played; those after a choice wait on the agenda."""
    for done in range(copies):
        if s.over or s.living() == 0:
            return
        if s.choice:
            s.agenda.append(Task(state.COPIES_TASK, card, target, x, copies - done, 0))
            return
        if can_be_played_on(s, card, target):
            start_card(s, card, target, x, state.IS_COPY)
            # Each play of Rampage lets the card grow, and the copies are the same card.
            card = cards.grown(card, s.growth)


def put_away(s: Fight, card: int, kind: int, flags: int) -> int:
    """Puts a played card into its pile, and returns it as it is there; powers vanish."""
    card = cards.without_turn_cost(card & ~cards.FREE_ONCE)
    if s.growth > 0:
        card = cards.grown(card, s.growth)
    if kind == cards.POWER:
        return card
    goes = kind >= cards.STATUS or (kind == cards.SKILL and s.powers[powers.CORRUPTION] > 0)
    put_in_pile(s, card, flags, goes)
    return card


def put_in_pile(s: Fight, card: int, flags: int, goes: bool) -> None:
    """Puts a card into the exhaust pile if it has to go, else into the discard pile."""
    if flags & state.EXHAUSTED_AFTER or cards.FLAGS[card & FACE_MASK] & cards.EXHAUSTS:
        goes = True
    if goes and not (s.moments & gear.AT_EXHAUST and saved_by_spoon(s)):
        combat.exhaust_card(s, card)
    else:
        s.discard.append(card)


def saved_by_spoon(s: Fight) -> bool:
    """Tells whether Strange Spoon saves a played card from being exhausted."""
    return s.has(gear.STRANGE_SPOON) and s.rng.flip()


# Reactions to a card.


def react_to_card(s: Fight, kind: int) -> None:
    """Lets powers and relics react to a card that has been played."""
    own = s.powers
    if own[powers.AFTER_IMAGE]:
        combat.gain_block(s, own[powers.AFTER_IMAGE])
    if kind == cards.ATTACK:
        own[powers.VIGOR] = 0
        own[powers.PEN_NIB] = 0
        if own[powers.RAGE]:
            combat.gain_block(s, own[powers.RAGE])
    if own[powers.PANACHE]:
        own[powers.PANACHE] -= 1
        if own[powers.PANACHE] == 0:
            own[powers.PANACHE] = PANACHE_CARDS
            combat.flat_damage_all(s, own[powers.PANACHE_DAMAGE])
    if own[powers.HEX] and kind != cards.ATTACK:
        for _ in range(own[powers.HEX]):
            combat.insert_in_draw(s, cards.DAZED)
    monsters_after_card(s, kind)
    if s.moments & gear.AT_CARD and not s.over:
        relics_after_card(s, kind)


def monsters_after_card(s: Fight, kind: int) -> None:
    """Lets the monsters' powers react to a card that has been played."""
    for monster in s.monsters:
        if monster.alive:
            if kind == cards.SKILL:
                monster.powers[powers.STRENGTH] += monster.powers[powers.ENRAGE]
            elif kind == cards.ATTACK and monster.powers[powers.SHARP_HIDE]:
                combat.damage_player(s, monster.powers[powers.SHARP_HIDE])
            if monster.powers[powers.CHOKED]:
                combat.drain_monster(s, monster, monster.powers[powers.CHOKED])
            if monster.kind >= kinds.GIANT_HEAD:
                late_monster_after_card(s, monster, kind)


def late_monster_after_card(s: Fight, monster: Monster, kind: int) -> None:
    """Lets the powers react that only the last monsters of the table have, or unknown ones."""
    own = monster.powers
    if own[powers.SLOW]:
        own[powers.SLOW] += 1
    if kind == cards.POWER:
        own[powers.STRENGTH] += own[powers.CURIOSITY]
    if own[powers.BEAT_OF_DEATH]:
        combat.damage_player(s, own[powers.BEAT_OF_DEATH])
    if own[powers.TIME_WARP]:
        own[powers.TIME_WARP] += 1
        if own[powers.TIME_WARP] > WARP_CARDS:
            own[powers.TIME_WARP] = 1
            warp_time(s)


def warp_time(s: Fight) -> None:
    """Ends the turn with the card in play, and makes all monsters stronger."""
    s.turn_over = True
    for monster in s.monsters:
        if monster.alive:
            monster.powers[powers.STRENGTH] += WARP_STRENGTH


def relics_after_card(s: Fight, kind: int) -> None:
    """Lets relics count a card that has been played."""
    if kind == cards.ATTACK:
        relics_after_attack(s)
    elif kind == cards.SKILL:
        if s.has(gear.LETTER_OPENER) and s.skills_played % 3 == 0:
            combat.flat_damage_all(s, 5)
    elif kind == cards.POWER:
        if s.has(gear.BIRD_FACED_URN):
            combat.heal(s, 2)
        if s.has(gear.MUMMIFIED_HAND):
            free_random_card(s, cards.THIS_TURN)
    if combat.counts_to(s, gear.INK_BOTTLE, 10):
        combat.draw_cards(s, 1)
    if kind < cards.STATUS and s.has(gear.ORANGE_PELLETS):
        take_pellet(s, kind)


def relics_after_attack(s: Fight) -> None:
    """Lets relics count an attack."""
    third = s.attacks_played % 3 == 0
    if third and s.has(gear.SHURIKEN):
        s.powers[powers.STRENGTH] += 1
    if third and s.has(gear.KUNAI):
        s.powers[powers.DEXTERITY] += 1
    if third and s.has(gear.ORNAMENTAL_FAN):
        combat.gain_block(s, 4)
    if combat.counts_to(s, gear.NUNCHAKU, 10):
        combat.gain_energy(s, 1)
    combat.counts_to(s, gear.PEN_NIB, 10)
    if s.relics[gear.PEN_NIB] == 9:
        s.powers[powers.PEN_NIB] = 1
    if s.has(gear.DUALITY):
        s.powers[powers.DEXTERITY] += 1
        combat.apply_to_player(s, powers.DEX_LOSS, 1)


# The bits of the types that Orange Pellets have seen, and all of them; above them is the turn.
PELLET_BITS: Final = 3
ALL_PELLETS: Final = (1 << PELLET_BITS) - 1


def take_pellet(s: Fight, kind: int) -> None:
    """Lets Orange Pellets see a card; they begin again after they have worked."""
    seen = s.relics[gear.ORANGE_PELLETS]
    if seen >> PELLET_BITS != s.turn:
        seen = s.turn << PELLET_BITS
    seen |= 1 << kind
    if seen & ALL_PELLETS == ALL_PELLETS:
        seen = s.turn << PELLET_BITS
        remove_debuffs(s)
    s.relics[gear.ORANGE_PELLETS] = seen


def remove_debuffs(s: Fight) -> None:
    """Removes all debuffs of the player: Orange Pellets."""
    for power in range(powers.POWERS):
        if powers.IS_DEBUFF[power] or (powers.IS_SIGNED[power] and s.powers[power] < 0):
            s.powers[power] = 0
    s.fresh = 0


# Potions.


def use_potion(s: Fight, potion: int, target: int) -> None:
    """Uses a potion of the belt."""
    if target != state.NO_TARGET and s.powers[powers.SURROUNDED]:
        act3.face(s, s.monsters[target])
    slot = s.slot_of(potion)
    ops = gear.steps_of(potion, s.label(slot), s.has(gear.SACRED_BARK))
    s.potions[slot] = gear.EMPTY_SLOT
    s.remove_label(slot)
    s.potions_used += 1
    s.dealt = 0
    # The numbers of potions are below 0 for steps, which must not take them for cards.
    run_potion(s, ops, -1 - potion, target, 0)
    if s.has(gear.TOY_ORNITHOPTER) and s.reason != state.LOST:
        combat.heal(s, 5)  # once, even while the potion waits for a choice


def go_on_with_potion(s: Fight, card: int, target: int, step: int) -> None:
    """Carries out the steps of a potion from one of them on."""
    ops = gear.steps_of(-1 - card, None, s.has(gear.SACRED_BARK))
    run_potion(s, ops, card, target, step)


def run_potion(s: Fight, ops: list[Op], card: int, target: int, step: int) -> None:
    """Carries out steps of a potion."""
    if run_steps(s, ops, card, target, 0, step, 0) and not s.over:
        combat.settle_reactions(s)
