"""What cards and potions do, and the choices they ask for.

A card is played in this order: it is paid for, Pain hurts, its steps are carried out, powers and
relics react to it, it goes to its pile, what waited for it happens (Rupture, Evolve, Dark Embrace),
and copies by Double Tap and its like are played. A power that reacts to cards does not react to the
card that applies it. Cards that Havoc and its like take from the draw
pile are played last. A step may ask the player to choose. What is still to be done then waits on
the agenda of the fight.
"""

from typing import Final

from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import potions, powers, relics
from kibitz.games.spire.cards.catalogue import FACE_MASK, KINDS, Op
from kibitz.games.spire.cards.monsters import MONSTER_KINDS
from kibitz.games.spire.rules.combat import (
    add_to_hand,
    apply_to_monster,
    apply_to_player,
    attack_damage,
    block_by_card,
    card_block,
    cost_of,
    costing_this_turn,
    counts_to,
    damage_player,
    discard_by_choice,
    drain_monster,
    draw_cards,
    exhaust_card,
    flat_damage,
    flat_damage_all,
    gain_block,
    gain_energy,
    heal,
    hit_monster,
    insert_in_draw,
    lose_hp,
    own_cost,
    place_of,
    put_on_draw,
    put_under_draw,
    random_card,
    random_monster,
    settle_reactions,
    shuffle_discard,
    with_random_cost,
)
from kibitz.games.spire.state import (
    CALM,
    DIVINITY,
    FLED,
    HAND_LIMIT,
    LOST,
    NOTHING,
    TO_COPY,
    TO_DISCARD,
    TO_DRAW_BOTTOM,
    TO_DRAW_TOP,
    TO_ENTER,
    TO_EXHAUST,
    TO_GAMBLE,
    TO_HAND,
    TO_REPEAT,
    TO_RETAIN,
    TO_SHUFFLE_IN,
    TO_TAKE,
    TO_UPGRADE,
    WRATH,
    Fight,
    Monster,
    Task,
)

# Kinds of tasks.
CARD_TASK: Final = 0
POTION_TASK: Final = 1
COPIES_TASK: Final = 2
PLAY_TOP_TASK: Final = 3
TURN_START_TASK: Final = 4
TURN_END_TASK: Final = 5

# How a card is played: it is exhausted in any case, it is a copy, it comes from the draw pile.
EXHAUSTED_AFTER: Final = 1
IS_COPY: Final = 2
FROM_DRAW_PILE: Final = 4

NO_TARGET: Final = -1
# Three cards are offered to choose from.
OFFER_SIZE: Final = 3
MOST_ORB_SLOTS: Final = 10
DARK_ORB: Final = 6
PANACHE_CARDS: Final = 5
BOMB_TURNS: Final = 3
CHOKER_LIMIT: Final = 6
NORMALITY_LIMIT: Final = 3


# Playing a card.


def play_from_hand(s: Fight, card: int, target: int) -> None:
    """Pays for a card of the hand and plays it."""
    s.hand.remove(card)
    cost = cost_of(s, card)
    x = 0
    if cost == cards.X_COST:
        x = s.energy
        s.energy = 0
    else:
        s.energy -= max(0, cost)
        s.energy_saved += max(0, cards.COSTS[card & FACE_MASK] - max(0, cost))
    start_card(s, card, target, x, 0)


def start_card(s: Fight, card: int, target: int, x: int, flags: int) -> None:
    """Plays a card that has been paid for."""
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
            lose_hp(s, 1, by_card=True)
    if s.over:
        return
    s.dealt = 0
    s.killed = False
    s.exhausted = 0
    s.growth = 0
    if kind == cards.CURSE and s.has(relics.BLUE_CANDLE):
        lose_hp(s, 1, by_card=True)
        if s.over:
            return
    go_on_with_card(s, card, target, x, 0, flags)


def go_on_with_card(s: Fight, card: int, target: int, x: int, step: int, flags: int) -> None:
    """Carries out the steps of a card from one of them on, then ends its play."""
    if run_ops(s, cards.EFFECTS[card & FACE_MASK], CARD_TASK, card, target, x, step, flags):
        end_card(s, card, target, x, flags)


def end_card(s: Fight, card: int, target: int, x: int, flags: int) -> None:
    """Lets everything react to a card, puts it away and plays its copies."""
    if s.over:
        return
    kind = KINDS[card & FACE_MASK]
    copies = 0 if flags & IS_COPY else count_copies(s, card, kind, x)
    react_to_card(s, kind)
    if s.over:
        return
    cuts = s.powers[powers.THOUSAND_CUTS]
    for op in cards.LAST_EFFECTS[card & FACE_MASK]:
        apply_power(s, op, target, x)
    if flags & IS_COPY:
        grow_original(s, card)
    else:
        card = put_away(s, card, kind, flags)
    if cuts:
        flat_damage_all(s, cuts)
    settle_reactions(s)
    if copies > 0:
        play_copies(s, card, target, x, copies)
    if not flags & IS_COPY:
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
        if s.moments & relics.AT_CARD and opens_necronomicon(s, card, x):
            s.relics[relics.NECRONOMICON] = s.turn
            copies += 1
    elif kind == cards.SKILL and own[powers.BURST]:
        own[powers.BURST] -= 1
        copies += 1
    return copies


def opens_necronomicon(s: Fight, card: int, x: int) -> bool:
    """Tells whether an attack is the first of the turn that Necronomicon plays again."""
    if not s.has(relics.NECRONOMICON) or s.relics[relics.NECRONOMICON] == s.turn:
        return False
    cost = cost_of(s, card)
    return cost >= 2 or (cost == cards.X_COST and x >= 2)


def play_copies(s: Fight, card: int, target: int, x: int, copies: int) -> None:
    """Plays copies of a card where it can be played; those after a choice wait on the agenda."""
    for done in range(copies):
        if s.over or s.living() == 0:
            return
        if s.choice:
            s.agenda.append(Task(COPIES_TASK, card, target, x, copies - done, 0))
            return
        if can_be_played_on(s, card, target):
            start_card(s, card, target, x, IS_COPY)
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
    if flags & EXHAUSTED_AFTER or cards.FLAGS[card & FACE_MASK] & cards.EXHAUSTS:
        goes = True
    if goes and not (s.moments & relics.AT_EXHAUST and saved_by_spoon(s)):
        exhaust_card(s, card)
    else:
        s.discard.append(card)


def saved_by_spoon(s: Fight) -> bool:
    """Tells whether Strange Spoon saves a played card from being exhausted."""
    return s.has(relics.STRANGE_SPOON) and s.rng.flip()


def react_to_card(s: Fight, kind: int) -> None:
    """Lets powers and relics react to a card that has been played."""
    own = s.powers
    if own[powers.AFTER_IMAGE]:
        gain_block(s, own[powers.AFTER_IMAGE])
    if kind == cards.ATTACK:
        own[powers.VIGOR] = 0
        own[powers.PEN_NIB] = 0
        if own[powers.RAGE]:
            gain_block(s, own[powers.RAGE])
    if own[powers.PANACHE]:
        own[powers.PANACHE] -= 1
        if own[powers.PANACHE] == 0:
            own[powers.PANACHE] = PANACHE_CARDS
            flat_damage_all(s, own[powers.PANACHE_DAMAGE])
    monsters_after_card(s, kind)
    if s.moments & relics.AT_CARD and not s.over:
        relics_after_card(s, kind)


def monsters_after_card(s: Fight, kind: int) -> None:
    """Lets the monsters' powers react to a card that has been played."""
    for monster in s.monsters:
        if monster.alive:
            if kind == cards.SKILL:
                monster.powers[powers.STRENGTH] += monster.powers[powers.ENRAGE]
            elif kind == cards.ATTACK and monster.powers[powers.SHARP_HIDE]:
                damage_player(s, monster.powers[powers.SHARP_HIDE])
            if monster.powers[powers.CHOKED]:
                drain_monster(s, monster, monster.powers[powers.CHOKED])


def relics_after_card(s: Fight, kind: int) -> None:
    """Lets relics count a card that has been played."""
    if kind == cards.ATTACK:
        relics_after_attack(s)
    elif kind == cards.SKILL:
        if s.has(relics.LETTER_OPENER) and s.skills_played % 3 == 0:
            flat_damage_all(s, 5)
    elif kind == cards.POWER:
        if s.has(relics.BIRD_FACED_URN):
            heal(s, 2)
        if s.has(relics.MUMMIFIED_HAND):
            free_random_card(s, cards.THIS_TURN)
    if counts_to(s, relics.INK_BOTTLE, 10):
        draw_cards(s, 1)
    if kind < cards.STATUS and s.has(relics.ORANGE_PELLETS):
        take_pellet(s, kind)


def relics_after_attack(s: Fight) -> None:
    """Lets relics count an attack."""
    third = s.attacks_played % 3 == 0
    if third and s.has(relics.SHURIKEN):
        s.powers[powers.STRENGTH] += 1
    if third and s.has(relics.KUNAI):
        s.powers[powers.DEXTERITY] += 1
    if third and s.has(relics.ORNAMENTAL_FAN):
        gain_block(s, 4)
    if counts_to(s, relics.NUNCHAKU, 10):
        gain_energy(s, 1)
    counts_to(s, relics.PEN_NIB, 10)
    if s.relics[relics.PEN_NIB] == 9:
        s.powers[powers.PEN_NIB] = 1
    if s.has(relics.DUALITY):
        s.powers[powers.DEXTERITY] += 1
        apply_to_player(s, powers.DEX_LOSS, 1)


# The bits of the types that Orange Pellets have seen, and all of them; above them is the turn.
PELLET_BITS: Final = 3
ALL_PELLETS: Final = (1 << PELLET_BITS) - 1


def take_pellet(s: Fight, kind: int) -> None:
    """Lets Orange Pellets see a card; they begin again after they have worked."""
    seen = s.relics[relics.ORANGE_PELLETS]
    if seen >> PELLET_BITS != s.turn:
        seen = s.turn << PELLET_BITS
    seen |= 1 << kind
    if seen & ALL_PELLETS == ALL_PELLETS:
        seen = s.turn << PELLET_BITS
        remove_debuffs(s)
    s.relics[relics.ORANGE_PELLETS] = seen


def remove_debuffs(s: Fight) -> None:
    """Removes all debuffs of the player: Orange Pellets."""
    for power in range(powers.POWERS):
        if powers.IS_DEBUFF[power] or (powers.IS_SIGNED[power] and s.powers[power] < 0):
            s.powers[power] = 0
    s.fresh = 0


# Steps.


def run_ops(
    s: Fight, ops: list[Op], kind: int, card: int, target: int, x: int, step: int, flags: int
) -> bool:
    """Carries out steps from one of them on; tells whether they are done or wait for a choice."""
    last = len(ops)
    won = False
    while step < last:
        op = ops[step]
        step += 1
        if won and op.code not in AFTER_VICTORY:
            continue
        if op.code == cards.DAMAGE:
            deal_damage(s, op, card, target, x, flags)
            won = s.living() == 0
        elif op.code == cards.BLOCK:
            gain_block_by(s, kind, op.n)
        elif op.code == cards.APPLY:
            apply_power(s, op, target, x)
        elif op.code == cards.UNLESS:
            if not holds(s, op.condition, target):
                step += op.skip
        else:
            run_player_op(s, op, card, x)
        if s.over:
            return True
        if s.choice:
            s.agenda.append(Task(kind, card, target, x, step, flags))
            return False
    return True


# The steps that still count when no monster is left.
AFTER_VICTORY: Final = frozenset(
    [cards.BLOCK, cards.HEAL, cards.MAX_HP, cards.GOLD, cards.GROW, cards.UNLESS]
)


def gain_block_by(s: Fight, kind: int, amount: int) -> None:
    """Gives the player the block of a card or of a potion."""
    if kind == CARD_TASK:
        block_by_card(s, amount)
    else:
        gain_block(s, amount)


def run_player_op(s: Fight, op: Op, card: int, x: int) -> None:
    """Carries out a step that is about the player."""
    code = op.code
    if code == cards.DRAW:
        draw_by(s, op, x)
    elif code == cards.ENERGY:
        gain_energy(s, op.n)
    elif code == cards.LOSE_HP:
        lose_hp(s, op.n, by_card=True)
    elif code == cards.HEAL:
        heal(s, heal_amount(s, op))
    elif code == cards.MAX_HP:
        s.max_hp += op.n
        heal(s, op.n)
    elif code == cards.DOUBLE_BLOCK:
        gain_block(s, s.block)
    elif code == cards.DOUBLE_POWER:
        apply_to_player(s, op.power, s.powers[op.power])
    elif code == cards.GOLD:
        s.gold += 0 if s.has(relics.ECTOPLASM) else op.n
    elif code == cards.GROW:
        s.growth += op.n
    else:
        run_card_op(s, op, card, x)


def run_card_op(s: Fight, op: Op, card: int, x: int) -> None:
    """Carries out a step that is about cards."""
    code = op.code
    if code == cards.EXHAUST:
        exhaust_some(s, op)
    elif code == cards.ADD_CARD:
        add_cards(s, op, card, x)
    elif code == cards.MOVE_CARD:
        move_card(s, op)
    elif code == cards.UPGRADE:
        upgrade_some(s, op)
    elif code == cards.PLAY_TOP:
        play_top(s, op.n, EXHAUSTED_AFTER if card >= 0 else 0)
    elif code == cards.COPY_IN_HAND:
        ask(s, TO_COPY, cards.HAND, 1, False, op.type, 0, op.n)
    elif code == cards.DISCOVER:
        discover(s, op.card, TO_TAKE, op.lasts, op.n)
    elif code == cards.DISCARD:
        discard_some(s, op)
    else:
        run_rare_op(s, op)


def run_rare_op(s: Fight, op: Op) -> None:
    """Carries out a step that few cards have."""
    code = op.code
    if code == cards.CAP_HAND_COST:
        cap_hand_cost(s, op.n, op.lasts)
    elif code == cards.FREE_HAND_CARD:
        free_random_card(s, cards.THIS_FIGHT)
    elif code == cards.DRAW_UP_TO:
        draw_cards(s, op.n - len(s.hand))
    elif code == cards.REPEAT:
        ask(s, TO_REPEAT, cards.HAND, 1, False, cards.ANY_TYPE, 0, op.n)
    elif code == cards.GAIN_POTION:
        gain_potion(s)
    elif code == cards.SHUFFLE_DISCARD:
        if s.discard:
            shuffle_discard(s)
    else:
        run_potion_op(s, op)


def run_potion_op(s: Fight, op: Op) -> None:
    """Carries out a step that only potions have."""
    code = op.code
    if code == cards.GAMBLE:
        ask(s, TO_GAMBLE, cards.HAND, HAND_LIMIT, True, cards.ANY_TYPE, 0, 1)
    elif code == cards.RANDOMISE_COSTS:
        randomise_costs(s)
    elif code == cards.ESCAPE:
        s.finish(FLED)
    elif code == cards.FILL_POTIONS:
        fill_potions(s)
    elif code == cards.ORB_SLOTS:
        s.orb_slots = min(MOST_ORB_SLOTS, s.orb_slots + op.n)
    elif code == cards.CHANNEL:
        channel_dark(s, s.orb_slots * op.hits)
    elif code == cards.CHOOSE_STANCE:
        ask_offer(s, TO_ENTER, [-CALM, -WRATH], 0, 1)
    elif code == cards.ENTER_STANCE:
        enter_stance(s, DIVINITY)


def randomise_costs(s: Fight) -> None:
    """Gives the cards of the hand random costs: Snecko Oil."""
    for place, held in enumerate(s.hand):
        if cards.card_cost(held) >= 0:
            s.hand[place] = with_random_cost(s, held)


def holds(s: Fight, condition: int, target: int) -> bool:
    """Tells whether the condition of a step holds."""
    if condition == cards.KILLED:
        return s.killed
    if condition == cards.NO_ATTACK_IN_HAND:
        return not has_type(s.hand, cards.ATTACK)
    if condition == cards.DISCARDED_THIS_TURN:
        return s.discarded > 0
    monster = s.monsters[target]
    if condition == cards.TARGET_VULNERABLE:
        return monster.powers[powers.VULNERABLE] > 0
    if condition == cards.TARGET_POISONED:
        return monster.powers[powers.POISON] > 0
    if condition == cards.TARGET_WEAK:
        return monster.powers[powers.WEAK] > 0
    return intends_attack(monster)


def intends_attack(monster: Monster) -> bool:
    """Tells whether a monster has announced an attack."""
    if monster.kind < len(MONSTER_KINDS) and monster.move >= 0:
        return MONSTER_KINDS[monster.kind].moves[monster.move].attacks
    return monster.damage >= 0


def has_type(pile: list[int], kind: int) -> bool:
    """Tells whether a pile has a card of a type."""
    return any(KINDS[card & FACE_MASK] == kind for card in pile)


# Damage and powers.


def deal_damage(s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
    """Deals the damage of a step, hit by hit; each target's damage is computed once."""
    if op.flat:
        if op.to == cards.AT_ALL:
            flat_damage_all(s, op.n)
        else:
            flat_damage(s, s.monsters[target], op.n)
        return
    hits = op.hits
    if hits < 0:
        hits = later_amount(s, hits, x)
    base = base_damage(s, op, card, flags)
    if op.base == cards.FIXED or (op.base == cards.BY_WEAR and base > 0):
        s.growth += op.extra  # Rampage, Glass Knife
    if op.to == cards.AT_ENEMY:
        monster = s.monsters[target]
        if monster.alive:
            amount = attack_damage(s, monster, base, card, op.strength)
            for _ in range(hits):
                hit_monster(s, monster, amount)
    elif op.to == cards.AT_ALL:
        attack_all(s, op, card, base, hits)
    else:
        attack_at_random(s, op, card, base, hits)


def x_effect(s: Fight, x: int) -> int:
    """Returns how strong a card with cost X is: Chemical X adds 2 to what was paid."""
    return x + 2 if s.has(relics.CHEMICAL_X) else x


def later_amount(s: Fight, number: int, x: int) -> int:
    """Returns a number of a step that is known only when the card is played."""
    if number == cards.BY_EXHAUSTED:
        return s.exhausted
    if number == cards.BY_ATTACKS_BEFORE:
        return max(0, s.attacks_played - 1)
    if number == cards.BY_SKILLS_IN_HAND:
        return len([card for card in s.hand if KINDS[card & FACE_MASK] == cards.SKILL])
    amount = x_effect(s, x)
    if number in (cards.BY_X_AND_1, cards.BY_MINUS_X_AND_1):
        amount += 1
    return -amount if number in (cards.BY_MINUS_X, cards.BY_MINUS_X_AND_1) else amount


def attack_all(s: Fight, op: Op, card: int, base: int, hits: int) -> None:
    """Hits all monsters."""
    amounts = [attack_damage(s, each, base, card, op.strength) for each in s.monsters]
    for _ in range(hits):
        for place in range(len(amounts)):
            hit_monster(s, s.monsters[place], amounts[place])


def attack_at_random(s: Fight, op: Op, card: int, base: int, hits: int) -> None:
    """Hits a random monster each time."""
    for _ in range(hits):
        chosen = random_monster(s)
        if chosen is not None:
            hit_monster(s, chosen, attack_damage(s, chosen, base, card, op.strength))


def base_damage(s: Fight, op: Op, card: int, flags: int) -> int:
    """Returns the base damage of a step."""
    if op.base == cards.FIXED:
        if s.powers[powers.ACCURACY] and card & FACE_MASK & ~1 == cards.SHIV:
            return op.n + s.powers[powers.ACCURACY]
        return op.n + cards.growth(card) if card >= cards.FACES else op.n
    if op.base == cards.BY_WEAR:
        return max(0, op.n - cards.growth(card))
    if op.base == cards.BY_BLOCK:
        return s.block
    if op.base == cards.BY_DRAW_PILE:
        return len(s.draw)
    if op.base == cards.BY_GROWTH:
        return cards.RITUAL_DAGGER_DAMAGE + cards.growth(card)
    if op.base == cards.BY_UPGRADES:
        upgrades = (card & 1) + cards.growth(card)
        return 12 + upgrades * (upgrades + 7) // 2
    return op.n + op.extra * count_strikes(s, flags)


def count_strikes(s: Fight, flags: int) -> int:
    """Counts the Strikes of all piles; Perfected Strike counts itself in the hand."""
    # A copy counts the original in its pile.
    strikes = 0 if flags & (IS_COPY | FROM_DRAW_PILE) else 1
    for pile in (s.hand, s.draw, s.discard):
        for each in pile:
            if cards.FLAGS[each & FACE_MASK] & cards.IS_STRIKE:
                strikes += 1
    return strikes


def apply_power(s: Fight, op: Op, target: int, x: int) -> None:
    """Applies the power of a step."""
    amount = op.n
    if amount <= cards.KNOWN_LATER:
        amount = later_amount(s, amount, x)
    if op.to == cards.AT_ENEMY:
        apply_debuff(s, s.monsters[target], op, amount)
    elif op.to == cards.AT_ALL:
        for monster in s.monsters:
            apply_debuff(s, monster, op, amount)
    elif op.to == cards.AT_RANDOM:
        for _ in range(op.hits):
            chosen = random_monster(s)
            if chosen is not None:
                apply_debuff(s, chosen, op, amount)
    else:
        apply_to_self(s, op, amount)


def apply_to_self(s: Fight, op: Op, amount: int) -> None:
    """Applies the power of a step to the player."""
    if op.power == powers.THE_BOMB:
        s.bombs.extend([BOMB_TURNS, op.n])
        s.powers[powers.THE_BOMB] += 1
    elif op.power == powers.PANACHE:
        s.powers[powers.PANACHE_DAMAGE] += op.n
        if s.powers[powers.PANACHE] == 0:
            # The card itself is not the first that counts.
            s.powers[powers.PANACHE] = PANACHE_CARDS + 1
    elif op.base == cards.BY_DEXTERITY:
        apply_to_player(s, op.power, card_block(s, amount))
    else:
        apply_to_player(s, op.power, amount)
        if op.power == powers.COMBUST:
            s.powers[powers.COMBUST_LOSS] += 1


def apply_debuff(s: Fight, monster: Monster, op: Op, amount: int) -> None:
    """Applies a power to a monster; Strength comes back only if its loss was not stopped."""
    if op.base == cards.BY_POWER:
        amount = monster.powers[op.power] * (amount - 1)
    if apply_to_monster(s, monster, op.power, amount) and op.lasts == cards.THIS_TURN:
        monster.powers[powers.SHACKLED] -= amount


def heal_amount(s: Fight, op: Op) -> int:
    """Returns how much a step heals."""
    if op.extra > 0:
        return s.max_hp * op.extra // 100
    return s.dealt if op.n == cards.BY_DAMAGE_DEALT else op.n


# Cards.


def draw_by(s: Fight, op: Op, x: int) -> None:
    """Draws the cards of a step; Escape Plan gives block for a card of the right type."""
    before = s.cards_drawn
    draw_cards(s, op.n if op.n > cards.KNOWN_LATER else later_amount(s, op.n, x))
    if op.extra > 0 and s.cards_drawn > before and fits(s.hand[-1], op.type):
        block_by_card(s, op.extra)


def discard_some(s: Fight, op: Op) -> None:
    """Discards cards of the hand."""
    if op.which == cards.CHOSEN:
        ask(s, TO_DISCARD, cards.HAND, op.n, False, cards.ANY_TYPE, 0, 1)
    elif op.which == cards.RANDOM:
        for _ in range(min(op.n, len(s.hand))):
            discard_by_choice(s, s.hand.pop(s.rng.below(len(s.hand))))
    else:
        every = op.which == cards.ALL
        gone = [card for card in s.hand if every or KINDS[card & FACE_MASK] != cards.ATTACK]
        s.hand = [card for card in s.hand if not every and KINDS[card & FACE_MASK] == cards.ATTACK]
        s.exhausted += len(gone)
        for card in gone:
            discard_by_choice(s, card)


def repeat_next_turn(s: Fight, card: int, copies: int) -> None:
    """Lets copies of a card come into the hand next turn: Nightmare."""
    s.nightmares += (cards.without_turn_cost(card),) * copies
    s.powers[powers.NIGHT_TERROR] += copies


def exhaust_some(s: Fight, op: Op) -> None:
    """Exhausts cards of the hand."""
    if op.which == cards.CHOSEN:
        ask(s, TO_EXHAUST, cards.HAND, 1, False, cards.ANY_TYPE, 0, 1)
    elif op.which == cards.ANY_NUMBER:
        most = op.n if op.n > 1 else HAND_LIMIT
        ask(s, TO_EXHAUST, cards.HAND, most, True, cards.ANY_TYPE, 0, 1)
    elif op.which == cards.RANDOM:
        if s.hand:
            exhaust_card(s, s.hand.pop(s.rng.below(len(s.hand))))
    else:
        every = op.which == cards.ALL
        gone = [card for card in s.hand if every or KINDS[card & FACE_MASK] != cards.ATTACK]
        for card in gone:
            s.hand.remove(card)
            exhaust_card(s, card)
            if op.extra > 0:
                block_by_card(s, op.extra)


def add_cards(s: Fight, op: Op, card: int, x: int) -> None:
    """Adds new cards to a pile."""
    count = op.n if op.n > cards.KNOWN_LATER else later_amount(s, op.n, x)
    for _ in range(count):
        if op.card == cards.COPY_OF_SELF:
            new = cards.without_turn_cost(card & ~cards.FREE_ONCE)
        elif op.card < 0:
            new = random_card(s, op.card)
        else:
            new = op.card
        if op.upgraded:
            new = cards.upgrade(new)
        put_into(s, with_cost(s, new, 0, op.lasts), op.where)


def with_cost(s: Fight, card: int, cost: int, lasts: int) -> int:
    """Returns a card with a lower cost for some time; a card without a cost keeps it."""
    if lasts == cards.NO_CHANGE:
        return card
    if lasts == cards.THIS_TURN:
        return costing_this_turn(s, card, cost) if own_cost(s, card) > cost else card
    if own_cost(s, cards.without_turn_cost(card)) <= cost:
        return card
    if lasts == cards.UNTIL_PLAYED:
        return card | cards.FREE_ONCE
    return cards.with_fight_cost(card, cost)


def put_into(s: Fight, card: int, where: int) -> None:
    """Puts a card into a pile."""
    if where == cards.HAND:
        add_to_hand(s, card)
    elif where == cards.DISCARD_PILE:
        s.discard.append(card)
    elif where == cards.DRAW_RANDOM:
        insert_in_draw(s, card)
    elif where == cards.DRAW_TOP:
        put_on_draw(s, card)
    else:
        put_under_draw(s, card)


def move_card(s: Fight, op: Op) -> None:
    """Moves chosen or random cards from one pile to another."""
    if op.which == cards.RANDOM:
        for _ in range(op.n):
            fitting = [place for place, each in enumerate(s.draw) if fits(each, op.type)]
            if fitting:
                add_to_hand(s, s.draw.pop(fitting[s.rng.below(len(fitting))]))
                s.known_top = 0
                s.known_bottom = 0
        return
    what = TO_HAND
    if op.where == cards.DRAW_TOP:
        what = TO_DRAW_TOP
    elif op.where == cards.DRAW_BOTTOM:
        what = TO_DRAW_BOTTOM
    if what == TO_HAND and op.source != cards.DRAW_PILE and len(s.hand) >= HAND_LIMIT:
        return
    ask(s, what, op.source, op.n, op.which == cards.ANY_NUMBER, op.type, op.lasts, 1)


def upgrade_some(s: Fight, op: Op) -> None:
    """Upgrades cards for the fight."""
    if op.which == cards.CHOSEN:
        ask(s, TO_UPGRADE, cards.HAND, 1, False, cards.ANY_TYPE, 0, 1)
        return
    upgrade_pile(s.hand)
    if op.which == cards.EVERYWHERE:
        upgrade_pile(s.draw)
        upgrade_pile(s.discard)
        upgrade_pile(s.exhaust)


def upgrade_pile(pile: list[int]) -> None:
    """Upgrades all cards of a pile that can be."""
    for place, card in enumerate(pile):
        if cards.can_upgrade(card):
            pile[place] = cards.upgrade(card)


def free_random_card(s: Fight, lasts: int) -> None:
    """Makes a random card of the hand cost 0, if possible one that costs something this turn."""
    costly = [place for place, card in enumerate(s.hand) if cost_of(s, card) > 0]
    if not costly and lasts == cards.THIS_FIGHT:
        for place, card in enumerate(s.hand):
            if cost_of(s, cards.without_turn_cost(card)) > 0:
                costly.append(place)
    if costly:
        place = costly[s.rng.below(len(costly))]
        s.hand[place] = with_cost(s, s.hand[place], 0, lasts)


def cap_hand_cost(s: Fight, most: int, lasts: int) -> None:
    """Lets no card of the hand cost more than so much."""
    for place, card in enumerate(s.hand):
        s.hand[place] = with_cost(s, card, most, lasts or cards.THIS_TURN)


def fill_potions(s: Fight) -> None:
    """Fills the empty slots with random potions."""
    if s.has(relics.SOZU):
        return
    for slot, potion in enumerate(s.potions):
        if potion == potions.EMPTY_SLOT:
            s.potions[slot] = random_potion(s)


def gain_potion(s: Fight) -> None:
    """Puts a random potion into the first empty slot: Alchemize."""
    if s.has(relics.SOZU):
        return
    for slot, potion in enumerate(s.potions):
        if potion == potions.EMPTY_SLOT:
            s.potions[slot] = random_potion(s)
            return


def random_potion(s: Fight) -> int:
    """Returns a random potion that the player's class can find."""
    found = potions.RANDOM_POTIONS[s.character]
    roll = s.rng.below(100)
    common = potions.RARITY_CHANCES["COMMON"]
    if roll < common:
        return s.rng.pick(found["COMMON"])
    if roll < common + potions.RARITY_CHANCES["UNCOMMON"]:
        return s.rng.pick(found["UNCOMMON"])
    return s.rng.pick(found["RARE"])


def channel_dark(s: Fight, count: int) -> None:
    """Channels Dark orbs; without a free slot the oldest orb is evoked first.

    There are no other orbs here, since only potions channel in these fights. An evoked orb deals
    its flat damage to the monster with the lowest HP.
    """
    for _ in range(count):
        if len(s.orbs) == s.orb_slots:
            damage = s.orbs.pop(0)
            weakest: Monster | None = None
            for monster in s.monsters:
                if monster.alive and (weakest is None or monster.hp < weakest.hp):
                    weakest = monster
            if weakest is not None:
                flat_damage(s, weakest, damage)
        s.orbs.append(DARK_ORB)


def enter_stance(s: Fight, stance: int) -> None:
    """Enters a stance; leaving Calm and entering Divinity give energy.

    Only potions change the stance here: nothing makes Mantra, and no card reacts to a stance.
    """
    if s.stance == stance:
        return
    if s.stance == CALM:
        gain_energy(s, 2)
    if stance == DIVINITY:
        gain_energy(s, 3)
    s.stance = stance


# Playing the top of the draw pile.


def play_top(s: Fight, count: int, flags: int) -> None:
    """Takes the next cards of the draw pile, to play them for free after the card in play."""
    for _ in range(count):
        if not s.draw:
            if not s.discard:
                return
            shuffle_discard(s)
        card = s.draw.pop()
        s.known_top = max(0, s.known_top - 1)
        s.known_bottom = min(s.known_bottom, len(s.draw))
        target = NO_TARGET
        if cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY:
            chosen = random_monster(s)
            if chosen is not None:
                target = place_of(s, chosen)
        s.agenda.append(Task(PLAY_TOP_TASK, card, target, 0, 0, flags | FROM_DRAW_PILE))


def play_free(s: Fight, card: int, target: int, flags: int) -> None:
    """Plays a card for free; one that cannot be played is only put away."""
    if not can_be_played_on(s, card, target):
        put_in_pile(s, cards.without_turn_cost(card), flags, False)
        settle_reactions(s)
        return
    x = s.energy if cards.COSTS[card & FACE_MASK] == cards.X_COST else 0
    start_card(s, card, target, x, flags)


def can_be_played_on(s: Fight, card: int, target: int) -> bool:
    """Tells whether a card that costs nothing can be played on a target now."""
    aimed = cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY
    if aimed and (target == NO_TARGET or not s.monsters[target].alive):
        return False
    return s.cards_played < card_limit(s) and can_be_played(s, card)


def card_limit(s: Fight) -> int:
    """Returns how many cards can be played in this turn."""
    limit = 1000
    for card in s.hand:
        if card & FACE_MASK | 1 == cards.NORMALITY | 1:
            limit = NORMALITY_LIMIT
    if s.has(relics.VELVET_CHOKER):
        limit = min(limit, CHOKER_LIMIT)
    return limit


def can_be_played(s: Fight, card: int) -> bool:
    """Tells whether a card can be played, whatever it costs."""
    side = card & FACE_MASK
    kind = KINDS[side]
    if cards.COSTS[side] == cards.UNPLAYABLE:
        if kind == cards.CURSE:
            if not s.has(relics.BLUE_CANDLE):
                return False
        elif kind != cards.STATUS or not s.has(relics.MEDICAL_KIT):
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


# Choices.


def pile_of(s: Fight, source: int) -> list[int]:
    """Returns the pile that a choice is made from."""
    if source == cards.HAND:
        return s.hand
    if source == cards.DISCARD_PILE:
        return s.discard
    if source == cards.EXHAUST_PILE:
        return s.exhaust
    return s.draw if source == cards.DRAW_PILE else s.offered


def fits(card: int, kind: int) -> bool:
    """Tells whether a card is of a type that is asked for."""
    if kind == cards.ANY_TYPE:
        return True
    found = KINDS[card & FACE_MASK]
    if kind == cards.ATTACK_OR_POWER:
        return found in (cards.ATTACK, cards.POWER)
    return found == kind


EXHUME: Final = cards.face("Exhume")


def can_choose(s: Fight, choice: int, card: int, kind: int) -> bool:
    """Tells whether a card can be chosen."""
    if choice == TO_UPGRADE:
        return cards.can_upgrade(card)
    if choice == TO_HAND and s.picks_from == cards.EXHAUST_PILE:
        return card & FACE_MASK | 1 != EXHUME | 1
    if choice == TO_RETAIN:
        return can_be_retained(card)
    return choice == TO_ENTER or fits(card, kind)


ACTING: Final = frozenset(
    [cards.BURN, cards.DECAY, cards.DOUBT, cards.SHAME, cards.REGRET, cards.PRIDE]
)


def acts_by_itself(card: int) -> bool:
    """Tells whether a card acts at the end of the turn; it is then discarded in any case."""
    return card & FACE_MASK & ~1 in ACTING


def can_be_retained(card: int) -> bool:
    """Tells whether it makes a difference for a card to be retained."""
    kept = cards.FLAGS[card & FACE_MASK] & (cards.ETHEREAL | cards.RETAINS)
    return kept == 0 and not acts_by_itself(card)


def ask(
    s: Fight,
    choice: int,
    source: int,
    picks: int,
    optional: bool,
    kind: int,
    lasts: int,
    copies: int,
) -> None:
    """Asks the player to choose cards of a pile; does it at once where there is no choice."""
    s.choice = choice
    s.picks = picks
    s.optional = optional
    s.picks_type = kind
    s.picks_from = source
    s.lasts = lasts
    s.copies = copies
    fitting = [card for card in pile_of(s, source) if can_choose(s, choice, card, kind)]
    if not fitting:
        end_choice(s)
    elif not optional and len(fitting) <= picks:
        for card in fitting:
            carry_out(s, card)
        end_choice(s)


def ask_offer(s: Fight, choice: int, offered: list[int], lasts: int, copies: int) -> None:
    """Asks the player to choose one of the cards that are offered."""
    s.offered = offered
    ask(s, choice, cards.OFFERED, 1, False, cards.ANY_TYPE, lasts, copies)


def discover(s: Fight, pool: int, choice: int, lasts: int, copies: int) -> None:
    """Offers three different cards of a pool."""
    faces = cards.RANDOM_POOLS[s.character][pool].copy()
    offered: list[int] = []
    for _ in range(OFFER_SIZE):
        offered.append(faces.pop(s.rng.below(len(faces))))
    ask_offer(s, choice, offered, lasts, copies)


def choose(s: Fight, card: int) -> None:
    """Takes a card that the player has chosen; the last one ends the choice."""
    if s.optional or s.choice == TO_DISCARD:
        pile_of(s, s.picks_from).remove(card)
        s.chosen.append(card)
        s.chosen.sort()
    else:
        carry_out(s, card)
    s.picks -= 1
    if s.picks == 0:
        finish_choice(s)


def finish_choice(s: Fight) -> None:
    """Ends a choice, and carries out what several cards were chosen for."""
    if s.choice == TO_RETAIN:
        end_choice(s)  # the end of the turn goes on with the cards chosen
    elif s.optional or s.chosen:
        chosen, s.chosen = s.chosen, []
        choice, lasts = s.choice, s.lasts
        end_choice(s)
        for card in chosen:
            if choice == TO_EXHAUST:
                exhaust_card(s, card)
            elif choice in (TO_GAMBLE, TO_DISCARD):
                discard_by_choice(s, card)
            elif choice == TO_SHUFFLE_IN:
                insert_in_draw(s, card)
            else:
                put_under_draw(s, cards.without_turn_cost(with_cost(s, card, 0, lasts)))
        if choice == TO_GAMBLE:
            draw_cards(s, len(chosen))
    else:
        end_choice(s)


def end_choice(s: Fight) -> None:
    """Forgets a choice."""
    s.choice = NOTHING
    s.picks = 0
    s.optional = False
    s.picks_type = cards.ANY_TYPE
    s.picks_from = cards.HAND
    s.lasts = cards.NO_CHANGE
    s.copies = 1
    s.offered = []


def carry_out(s: Fight, card: int) -> None:
    """Does what a single card was chosen for."""
    choice = s.choice
    if choice == TO_ENTER:
        enter_stance(s, -card)
    elif choice in (TO_TAKE, TO_COPY):
        for _ in range(s.copies):
            add_to_hand(s, with_cost(s, card, 0, s.lasts))
    elif choice == TO_REPEAT:
        repeat_next_turn(s, card, s.copies)
    else:
        pile = pile_of(s, s.picks_from)
        place = pile.index(card)
        if choice == TO_UPGRADE:
            pile[place] = cards.upgrade(card)
        else:
            pile.pop(place)
            move_chosen(s, card)


def move_chosen(s: Fight, card: int) -> None:
    """Puts a chosen card, which has left its pile, where it goes."""
    if s.choice == TO_EXHAUST:
        exhaust_card(s, card)
    elif s.choice == TO_DISCARD:
        discard_by_choice(s, card)
    elif s.choice == TO_DRAW_TOP:
        put_on_draw(s, cards.without_turn_cost(with_cost(s, card, 0, s.lasts)))
    elif s.choice == TO_DRAW_BOTTOM:
        put_under_draw(s, cards.without_turn_cost(with_cost(s, card, 0, s.lasts)))
    else:
        if s.picks_from == cards.DRAW_PILE:
            s.known_top = 0
            s.known_bottom = 0
        add_to_hand(s, with_cost(s, card, 0, s.lasts))


# Potions.


def use_potion(s: Fight, potion: int, target: int) -> None:
    """Uses a potion of the belt."""
    slot = s.slot_of(potion)
    ops = potions.steps_of(potion, s.label(slot), s.has(relics.SACRED_BARK))
    s.potions[slot] = potions.EMPTY_SLOT
    s.remove_label(slot)
    s.potions_used += 1
    s.dealt = 0
    run_potion(s, ops, potion, target, 0)
    if s.has(relics.TOY_ORNITHOPTER) and s.reason != LOST:
        heal(s, 5)  # once, even while the potion waits for a choice


def go_on_with_potion(s: Fight, potion: int, target: int, step: int) -> None:
    """Carries out the steps of a potion from one of them on."""
    ops = potions.steps_of(potion, None, s.has(relics.SACRED_BARK))
    run_potion(s, ops, potion, target, step)


def run_potion(s: Fight, ops: list[Op], potion: int, target: int, step: int) -> None:
    """Carries out steps of a potion."""
    # The numbers of potions are below 0 for steps, which must not take them for cards.
    if run_ops(s, ops, POTION_TASK, -1 - potion, target, 0, step, 0) and not s.over:
        settle_reactions(s)
