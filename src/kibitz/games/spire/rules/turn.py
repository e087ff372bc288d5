"""The course of a fight: its start, the player's turns, the monsters' turns, and its end."""

from typing import Final

from kibitz.games.spire import cards, gear, powers, state
from kibitz.games.spire import monsters as kinds
from kibitz.games.spire.cards import FACE_MASK
from kibitz.games.spire.monsters import BOSS, ELITE, NORMAL
from kibitz.games.spire.rules import combat, operations, playing
from kibitz.games.spire.rules.intents import act, choose_move
from kibitz.games.spire.state import Fight, Monster, Task

HAND_SIZE: Final = 5
BASE_ENERGY: Final = 3
# A fight that lasts longer is lost: nobody is going to win it.
LAST_TURN: Final = 200
DARK_GROWTH: Final = 6
CALIPERS_LOSS: Final = 15

# Where the start of a turn goes on after a choice.
AFTER_TOOLBOX: Final = 0
AFTER_TOOLS: Final = 1
# Where the end of a turn goes on after a choice.
AFTER_CODEX: Final = 0
AFTER_RETAINING: Final = 1


# What is still to be done.


def settle(s: Fight) -> None:
    """Goes on with the agenda until the player has to choose, and ends a fight that is won."""
    while s.agenda and s.choice == state.NOTHING and not s.over and s.living() > 0:
        task = s.agenda.pop(0)
        rest, s.agenda = s.agenda, []
        run_task(s, task)
        s.agenda.extend(rest)
    if s.draws_due and s.choice == state.NOTHING and not s.over:
        combat.settle_reactions(s)
    if s.turn_over and s.choice == state.NOTHING and not s.over and s.living() > 0:
        s.turn_over = False
        end_turn(s)
        settle(s)
        return
    if s.moments & gear.AT_DRAW and s.has(gear.UNCEASING_TOP):
        top_up(s)
    if not s.over and s.living() == 0:
        win(s)


def run_task(s: Fight, task: Task) -> None:
    """Goes on with one task."""
    kind = task.kind
    if kind == state.CARD_TASK:
        playing.go_on_with_card(s, task.card, task.target, task.x, task.step, task.flags)
    elif kind == state.POTION_TASK:
        playing.go_on_with_potion(s, task.card, task.target, task.step)
    elif kind == state.COPIES_TASK:
        playing.play_copies(s, task.card, task.target, task.x, task.step)
    elif kind == state.PLAY_TOP_TASK:
        playing.play_free(s, task.card, task.target, task.flags)
    elif kind == state.TURN_START_TASK:
        start_turn(s, task.step)
    elif kind == state.TURN_END_TASK:
        if task.step == AFTER_CODEX:
            end_turn_after_codex(s)
        else:
            end_turn_after_retaining(s)


def top_up(s: Fight) -> None:
    """Lets Unceasing Top draw a card when the hand is empty."""
    if s.hand or s.choice or s.over or s.living() == 0:
        return
    combat.draw_cards(s, 1)
    combat.settle_reactions(s)


def win(s: Fight) -> None:
    """Ends a fight that is won."""
    operations.end_choice(s)
    s.agenda = []
    if s.has(gear.MEAT_ON_THE_BONE) and 2 * s.hp <= s.max_hp:
        combat.heal(s, 12)
    if s.has(gear.BURNING_BLOOD):
        combat.heal(s, 6)
    if s.has(gear.BLACK_BLOOD):
        combat.heal(s, 12)
    s.finish(state.WON)


# The start of a fight.


def start_fight(s: Fight) -> None:
    """Shuffles the deck, lets relics act and begins the first turn; the monsters are there."""
    s.shuffles.shuffle(s.draw)
    innate = [card for card in s.draw if cards.FLAGS[card & FACE_MASK] & cards.INNATE]
    if innate:
        rest = [card for card in s.draw if not cards.FLAGS[card & FACE_MASK] & cards.INNATE]
        s.draw = rest + innate
        s.known_top = len(innate)
    s.energy = energy_per_turn(s)
    if s.moments & gear.AT_START:
        relics_at_start(s)
    if s.moments & gear.AT_TURN_START:
        relics_at_turn_start(s)
    if s.moments & gear.AT_START and s.has(gear.TOOLBOX):
        operations.discover(s, cards.COLORLESS, state.TO_TAKE, cards.NO_CHANGE, 1)
        s.agenda.append(Task(state.TURN_START_TASK, 0, 0, 0, AFTER_TOOLBOX, 0))
        return
    first_draw(s)


def first_draw(s: Fight) -> None:
    """Draws the first hand; more innate cards than a hand holds are all drawn."""
    combat.draw_cards(s, max(s.known_top, hand_size(s)))
    if s.moments & gear.AT_START:
        if s.has(gear.RING_OF_THE_SNAKE):
            combat.draw_cards(s, 2)
        if s.has(gear.BAG_OF_PREPARATION):
            combat.draw_cards(s, 2)
        if s.has(gear.MARK_OF_PAIN):  # the first hand has none of its Wounds
            combat.insert_in_draw(s, cards.WOUND)
            combat.insert_in_draw(s, cards.WOUND)
    after_draw(s, first=True)


def hand_size(s: Fight) -> int:
    """Returns how many cards are drawn every turn."""
    size = HAND_SIZE - s.powers[powers.DRAW_REDUCTION]
    if not s.moments & gear.AT_TURN_START:
        return size
    return size + 2 * s.has(gear.SNECKO_EYE) + s.has(gear.RING_OF_THE_SERPENT)


def energy_per_turn(s: Fight) -> int:
    """Returns the energy of a turn."""
    if not s.moments & gear.AT_ENERGY:
        return BASE_ENERGY
    energy = BASE_ENERGY
    for relic in gear.ENERGY_RELICS:
        if s.has(relic):
            energy += 1
    if s.room != NORMAL and s.has(gear.SLAVERS_COLLAR):
        energy += 1
    return energy


def relics_at_start(s: Fight) -> None:
    """Lets relics act at the start of the fight.

    In the real game they act in the order in which they were found; here in that of the table, but
    Snecko Eye confuses before anything could give Artifact.
    """
    for relic in gear.FIGHT_RELICS:
        if s.has(relic):
            s.relics[relic] = gear.NO_COUNTER
    if s.has(gear.SNECKO_EYE):
        combat.apply_to_player(s, powers.CONFUSION, 1)
    for relic, power, amount in START_POWERS:
        if s.has(relic):
            combat.apply_to_player(s, power, amount)
    for relic, power, amount in START_DEBUFFS:
        if s.has(relic):
            for monster in s.monsters:
                combat.apply_to_monster(s, monster, power, amount)
    relics_with_conditions(s)
    relics_with_counters(s)
    relics_with_cards(s)
    combat.check_red_skull(s)


START_POWERS: Final = [
    (gear.VAJRA, powers.STRENGTH, 1),
    (gear.ODDLY_SMOOTH_STONE, powers.DEXTERITY, 1),
    (gear.AKABEKO, powers.VIGOR, 8),
    (gear.BRONZE_SCALES, powers.THORNS, 3),
    (gear.THREAD_AND_NEEDLE, powers.PLATED_ARMOR, 4),
    (gear.CLOCKWORK_SOUVENIR, powers.ARTIFACT, 1),
    (gear.FOSSILIZED_HELIX, powers.BUFFER, 1),
    (gear.MUTAGENIC_STRENGTH, powers.STRENGTH, 3),
    (gear.MUTAGENIC_STRENGTH, powers.FLEX, 3),
    (gear.GREMLIN_VISAGE, powers.WEAK, 1),
]
START_DEBUFFS: Final = [
    (gear.BAG_OF_MARBLES, powers.VULNERABLE, 1),
    (gear.RED_MASK, powers.WEAK, 1),
    (gear.TWISTED_FUNNEL, powers.POISON, 4),
]


def relics_with_conditions(s: Fight) -> None:
    """Lets relics act at the start that give block, energy or HP, some in some rooms only."""
    if s.has(gear.SLING_OF_COURAGE) and s.room == ELITE:
        s.powers[powers.STRENGTH] += 2
    if s.has(gear.ANCHOR):
        combat.gain_block(s, 10)
    if s.has(gear.LANTERN):
        s.energy += 1
    if s.has(gear.BLOOD_VIAL):
        combat.heal(s, 2)
    if s.has(gear.PANTOGRAPH) and s.room == BOSS:
        combat.heal(s, 25)
    if s.has(gear.PRESERVED_INSECT) and s.room == ELITE:
        for monster in s.monsters:
            monster.hp = min(monster.hp, max(1, monster.max_hp * 3 // 4))


def relics_with_counters(s: Fight) -> None:
    """Lets relics act at the start whose counters come from the run."""
    own = s.powers
    if s.has(gear.GIRYA):
        own[powers.STRENGTH] += max(0, s.relics[gear.GIRYA])
    if s.has(gear.DU_VU_DOLL):
        s.relics[gear.DU_VU_DOLL] = combat.count_curses(s.draw)
        own[powers.STRENGTH] += s.relics[gear.DU_VU_DOLL]
    if s.relics[gear.PEN_NIB] == 9:
        own[powers.PEN_NIB] = 1
    if s.relics[gear.ANCIENT_TEA_SET] == gear.USED_UP:  # which means: after a rest
        s.relics[gear.ANCIENT_TEA_SET] = gear.NO_COUNTER
        s.energy += 2
    if s.relics[gear.NEOWS_LAMENT] > 0:
        s.relics[gear.NEOWS_LAMENT] -= 1
        if s.relics[gear.NEOWS_LAMENT] == 0:
            s.relics[gear.NEOWS_LAMENT] = gear.USED_UP
        for monster in s.monsters:
            monster.hp = 1


def relics_with_cards(s: Fight) -> None:
    """Lets relics act at the start that add cards to the hand."""
    if s.has(gear.NINJA_SCROLL):
        for _ in range(3):
            combat.add_to_hand(s, cards.SHIV)
    if s.has(gear.ENCHIRIDION):
        card = combat.random_card(s, cards.CLASS_POWER)
        combat.add_to_hand(s, operations.with_cost(s, card, 0, cards.THIS_TURN))


# The player's turn.


def next_turn(s: Fight) -> None:
    """Begins the next turn of the player."""
    s.turn += 1
    if s.turn > LAST_TURN:
        s.finish(state.LOST)
        return
    s.cards_before = s.cards_played
    s.attacks_before = s.attacks_played
    s.cards_played = 0
    s.attacks_played = 0
    s.skills_played = 0
    s.powers_played = 0
    s.discarded = 0
    s.potions_used = 0
    s.cards_drawn = 0
    s.cards_exhausted = 0
    s.damage_instances = 0
    s.energy_gained = 0
    s.energy_saved = 0
    own = s.powers
    own[powers.FLAME_BARRIER] = 0
    if s.stance == state.DIVINITY:
        s.stance = state.NEUTRAL
    if own[powers.BLUR]:
        own[powers.BLUR] -= 1
    elif not own[powers.BARRICADE]:
        if s.moments & gear.AT_TURN_START and s.has(gear.CALIPERS):
            s.block = max(0, s.block - CALIPERS_LOSS)
        else:
            s.block = 0
    if not (s.moments & gear.AT_ENERGY and s.has(gear.ICE_CREAM)):
        s.energy = 0
    s.energy += energy_per_turn(s) + own[powers.ENERGIZED]
    own[powers.ENERGIZED] = 0
    if s.moments & gear.AT_TURN_START:
        relics_at_turn_start(s)
    powers_at_turn_start(s)


def powers_at_turn_start(s: Fight) -> None:
    """Lets powers act before the draw, and draws."""
    own = s.powers
    if own[powers.NEXT_TURN_BLOCK]:
        combat.gain_block(s, own[powers.NEXT_TURN_BLOCK])
        own[powers.NEXT_TURN_BLOCK] = 0
    s.energy += own[powers.BERSERK]
    for _ in range(own[powers.MAGNETISM]):
        combat.add_to_hand(s, combat.random_card(s, cards.COLORLESS))
    if own[powers.PANACHE]:
        own[powers.PANACHE] = 5
    if own[powers.PHANTASMAL]:
        own[powers.PHANTASMAL] -= 1
        own[powers.DOUBLE_DAMAGE] += 1
    for _ in range(own[powers.INFINITE_BLADES]):
        combat.add_to_hand(s, cards.SHIV)
    if own[powers.NIGHT_TERROR]:
        add_nightmares(s)
    if s.living() > 0:
        combat.draw_cards(s, hand_size(s))
        after_draw(s, first=False)


def add_nightmares(s: Fight) -> None:
    """Adds the copies that Nightmare has promised."""
    copies, s.nightmares = s.nightmares, ()
    s.powers[powers.NIGHT_TERROR] = 0
    for card in copies:
        combat.add_to_hand(s, card)


def start_turn(s: Fight, step: int) -> None:
    """Goes on with the start of a turn after a choice."""
    if s.over or s.living() == 0:
        return
    if step == AFTER_TOOLBOX:
        first_draw(s)
    else:
        end_draw(s, first=False)


def after_draw(s: Fight, first: bool) -> None:
    """Lets relics and powers act after the draw of a turn."""
    own = s.powers
    if s.moments & gear.AT_TURN_START:
        if s.has(gear.POCKETWATCH) and not first and s.cards_before <= 3:
            combat.draw_cards(s, 3)
        if s.has(gear.WARPED_TONGS):
            warp(s)
    if own[powers.BRUTALITY]:
        combat.lose_hp(s, own[powers.BRUTALITY], by_card=True)
        combat.draw_cards(s, own[powers.BRUTALITY])
    own[powers.STRENGTH] += own[powers.DEMON_FORM]
    if own[powers.NOXIOUS_FUMES]:
        for monster in s.monsters:
            combat.apply_to_monster(s, monster, powers.POISON, own[powers.NOXIOUS_FUMES])
    if own[powers.DRAW_CARD]:
        combat.draw_cards(s, own[powers.DRAW_CARD])
        own[powers.DRAW_CARD] = 0
    if own[powers.TOOLS_OF_THE_TRADE] and not s.over and s.living() > 0:
        combat.draw_cards(s, own[powers.TOOLS_OF_THE_TRADE])
        operations.ask(s, state.TO_DISCARD, cards.HAND, own[powers.TOOLS_OF_THE_TRADE])
        if s.choice:
            s.agenda.append(Task(state.TURN_START_TASK, 0, 0, 0, AFTER_TOOLS, 0))
            return
    end_draw(s, first)


def end_draw(s: Fight, first: bool) -> None:
    """Lets happen what waits for the draw of a turn to be over."""
    own = s.powers
    combat.settle_reactions(s)
    s.cards_drawn = 0  # what the turn draws by itself does not count
    if own[powers.MAYHEM]:  # in the real game it waits for the draw, too
        operations.play_top(s, own[powers.MAYHEM], 0)
    if first and s.moments & gear.AT_START and s.has(gear.GAMBLING_CHIP):
        operations.ask(s, state.TO_GAMBLE, cards.HAND, state.HAND_LIMIT, optional=True)


def warp(s: Fight) -> None:
    """Upgrades a random card of the hand: Warped Tongs."""
    places = [place for place, card in enumerate(s.hand) if cards.can_upgrade(card)]
    if places:
        place = places[s.rng.below(len(places))]
        s.hand[place] = cards.upgrade(s.hand[place])


def relics_at_turn_start(s: Fight) -> None:
    """Lets relics act at the start of every turn."""
    own = s.powers
    if s.has(gear.HORN_CLEAT) and s.turn == 2:
        combat.gain_block(s, 14)
    if s.has(gear.CAPTAINS_WHEEL) and s.turn == 3:
        combat.gain_block(s, 18)
    if s.has(gear.MERCURY_HOURGLASS):
        combat.flat_damage_all(s, 3)
    if s.has(gear.BRIMSTONE):
        own[powers.STRENGTH] += 2
        for monster in s.monsters:
            if monster.alive:
                monster.powers[powers.STRENGTH] += 1
    if s.has(gear.ART_OF_WAR) and s.turn > 1 and s.attacks_before == 0:
        s.energy += 1
    if combat.counts_to(s, gear.HAPPY_FLOWER, 3):
        s.energy += 1
    if combat.counts_to(s, gear.INCENSE_BURNER, 6):
        own[powers.INTANGIBLE] += 1


# The end of the player's turn.


def end_turn(s: Fight) -> None:
    """Ends the player's turn; Nilry's Codex may ask for a choice first."""
    if s.moments & gear.AT_TURN_END:
        relics_at_turn_end(s)
        combat.settle_reactions(s)
        if s.living() == 0:
            return
        if s.has(gear.NILRYS_CODEX):
            operations.discover(s, cards.CLASS_ANY, state.TO_SHUFFLE_IN, cards.NO_CHANGE, 1)
            s.optional = True  # the player may take none of them
            s.agenda.append(Task(state.TURN_END_TASK, 0, 0, 0, AFTER_CODEX, 0))
            return
    end_turn_after_codex(s)


def relics_at_turn_end(s: Fight) -> None:
    """Lets relics act at the end of the player's turn."""
    if s.has(gear.ORICHALCUM) and s.block == 0:
        combat.gain_block(s, 6)
    if s.has(gear.CLOAK_CLASP):
        combat.gain_block(s, len(s.hand))
    if s.has(gear.STONE_CALENDAR) and s.turn == 7:
        combat.flat_damage_all(s, 52)


def end_turn_after_codex(s: Fight) -> None:
    """Goes on with the end of the player's turn: powers, cards in hand, what to retain."""
    own = s.powers
    if own[powers.METALLICIZE]:
        combat.gain_block(s, own[powers.METALLICIZE])
    if own[powers.PLATED_ARMOR]:
        combat.gain_block(s, own[powers.PLATED_ARMOR])
    s.monsters_turn = True  # what is applied from here on lasts through the next turn
    trouble_in_hand(s)
    if s.over:
        return
    powers_at_turn_end(s)
    combat.settle_reactions(s)
    if s.over or s.living() == 0:
        return
    if own[powers.RETAIN_CARDS] and not s.has(gear.RUNIC_PYRAMID):
        most = min(state.HAND_LIMIT, own[powers.RETAIN_CARDS])
        operations.ask(s, state.TO_RETAIN, cards.HAND, most, optional=True)
        if s.choice:
            s.agenda.append(Task(state.TURN_END_TASK, 0, 0, 0, AFTER_RETAINING, 0))
            return
    end_turn_after_retaining(s)


def end_turn_after_retaining(s: Fight) -> None:
    """Empties the hand apart from what was chosen to be retained, and lets the monsters move."""
    kept, s.chosen = s.chosen, []
    empty_hand(s)
    for card in kept:
        s.hand.append(cards.without_turn_cost(card))
    combat.settle_reactions(s)
    if s.living() > 0 and not s.over:
        monsters_turn(s)


def trouble_in_hand(s: Fight) -> None:
    """Lets curses and statuses of the hand act by themselves, from left to right."""
    held = len(s.hand)
    for card in s.hand.copy():
        side = card & FACE_MASK
        if cards.KINDS[side] < cards.STATUS:
            continue
        kind = side & ~1
        if kind == cards.BURN:
            combat.damage_player(s, 4 if side & 1 else 2, by_card=True)
        elif kind == cards.DECAY:
            combat.damage_player(s, 2, by_card=True)
        elif kind == cards.DOUBT:
            combat.apply_to_player(s, powers.WEAK, 1)
        elif kind == cards.SHAME:
            combat.apply_to_player(s, powers.FRAIL, 1)
        elif kind == cards.REGRET:
            combat.lose_hp(s, held, by_card=True)
        elif kind == cards.PRIDE:
            combat.put_on_draw(s, card)
        if s.over:
            return


def powers_at_turn_end(s: Fight) -> None:
    """Lets the player's powers act at the end of the turn, and removes those of this turn."""
    own = s.powers
    hurt_at_turn_end(s)
    if s.over:
        return
    if own[powers.REGENERATION]:
        combat.heal(s, own[powers.REGENERATION])
        own[powers.REGENERATION] -= 1
    own[powers.STRENGTH] += own[powers.RITUAL]
    if own[powers.FLEX]:  # Artifact stops the loss itself, too
        combat.apply_to_player(s, powers.STRENGTH, -own[powers.FLEX])
        own[powers.FLEX] = 0
    if own[powers.DEX_LOSS]:
        combat.apply_to_player(s, powers.DEXTERITY, -own[powers.DEX_LOSS])
        own[powers.DEX_LOSS] = 0
    if own[powers.WRAITH_FORM]:
        combat.apply_to_player(s, powers.DEXTERITY, own[powers.WRAITH_FORM])
    if s.bombs:
        count_down_bombs(s)
    for place in range(len(s.orbs)):
        s.orbs[place] += max(0, DARK_GROWTH + own[powers.FOCUS])
    own[powers.RAGE] = 0
    own[powers.DOUBLE_TAP] = 0
    own[powers.BURST] = 0
    own[powers.NO_DRAW] = 0
    own[powers.ENTANGLED] = 0


def hurt_at_turn_end(s: Fight) -> None:
    """Lets the powers act that cost HP at the end of the turn."""
    own = s.powers
    if own[powers.COMBUST]:
        combat.lose_hp(s, own[powers.COMBUST_LOSS], by_card=True)
        if s.over:
            return
        combat.flat_damage_all(s, own[powers.COMBUST])
    if own[powers.CONSTRICTED]:
        combat.damage_player(s, own[powers.CONSTRICTED])


def count_down_bombs(s: Fight) -> None:
    """Counts down all Bombs, and explodes those at 0."""
    left: list[int] = []
    for place in range(0, len(s.bombs), 2):
        turns, damage = s.bombs[place] - 1, s.bombs[place + 1]
        if turns > 0:
            left.extend([turns, damage])
        else:
            s.powers[powers.THE_BOMB] -= 1
            combat.flat_damage_all(s, damage)
    s.bombs = left


def empty_hand(s: Fight) -> None:
    """Exhausts ethereal cards, keeps retained ones and discards the rest of the hand."""
    hand = s.hand
    for card in hand:
        if card >= cards.FACES or cards.FLAGS[card] & (cards.ETHEREAL | cards.RETAINS):
            empty_special_hand(s)
            return
    if s.moments & gear.AT_TURN_END and s.has(gear.RUNIC_PYRAMID):
        empty_special_hand(s)
        return
    s.discard.extend(hand)
    hand.clear()


def empty_special_hand(s: Fight) -> None:
    """Does the same for a hand with cards that are not just discarded."""
    held, s.hand = s.hand, []
    pyramid = s.has(gear.RUNIC_PYRAMID)
    gone: list[int] = []
    for card in held:
        flags = cards.FLAGS[card & FACE_MASK]
        trouble = operations.acts_by_itself(card)
        card = cards.without_turn_cost(card)
        if flags & cards.ETHEREAL:
            gone.append(card)
        elif flags & cards.RETAINS or (pyramid and not trouble):
            s.hand.append(card)
        else:
            s.discard.append(card)
    for card in gone:
        combat.exhaust_card(s, card)


# The monsters' turn.


def monsters_turn(s: Fight) -> None:
    """Lets all monsters act, ends the round and begins the player's next turn."""
    start_monsters_turn(s)
    for monster in s.monsters.copy():  # those that come now do not act
        if monster.alive or monster.half_dead:
            made = monster.move
            act(s, monster)
            if monster.kind >= kinds.BYRD and monster.alive and not s.over:
                combat.count_down(s, monster)
            if s.over:
                return
            if monster.alive or monster.half_dead:
                choose_move(s, monster, made)
    combat.settle_reactions(s)
    if s.living() == 0:
        return
    end_round(s)
    s.monsters_turn = False
    next_turn(s)


def start_monsters_turn(s: Fight) -> None:
    """Lets all monsters lose their block, then HP by their poison."""
    poisoned = False
    for monster in s.monsters:
        if monster.alive:
            if not monster.powers[powers.BARRICADE]:
                monster.block = 0
            monster.powers[powers.CHOKED] = 0
            if monster.kind >= kinds.BYRD:
                restore(monster)
            if monster.powers[powers.POISON]:
                poisoned = True
    if poisoned:
        poison_monsters(s)


def restore(monster: Monster) -> None:
    """Restores the powers of a monster that hits wear down; act 1 has none."""
    own = monster.powers
    if own[powers.FLIGHT]:
        own[powers.FLIGHT] = monster.memory
    if own[powers.INVINCIBLE]:
        own[powers.INVINCIBLE] = monster.memory + 1


def poison_monsters(s: Fight) -> None:
    """Lets monsters lose HP by the poison they have now; what The Specimen hands on comes later."""
    amounts = [monster.powers[powers.POISON] for monster in s.monsters]
    for place, amount in enumerate(amounts):
        monster = s.monsters[place]
        if amount and monster.alive:
            combat.drain_monster(s, monster, amount)
            monster.powers[powers.POISON] -= 1


def end_round(s: Fight) -> None:
    """Lets powers act and decay at the end of the round."""
    for monster in s.monsters:
        if monster.alive:
            own = monster.powers
            monster.block += own[powers.METALLICIZE] + own[powers.PLATED_ARMOR]
            if own[powers.SHACKLED]:
                own[powers.STRENGTH] += own[powers.SHACKLED]
                own[powers.SHACKLED] = 0
            if own[powers.REGENERATE]:
                monster.hp = min(monster.max_hp, monster.hp + own[powers.REGENERATE])
            if monster.kind >= kinds.BYRD:
                reset(monster)
            if own[powers.INTANGIBLE] and not monster.fresh:
                own[powers.INTANGIBLE] -= 1
    decay_player(s)
    for monster in s.monsters:
        if monster.alive:
            decay_monster(monster)


def reset(monster: Monster) -> None:
    """Resets the powers of a monster that count what happens in a round; act 1 has none."""
    own = monster.powers
    if own[powers.MALLEABLE]:
        own[powers.MALLEABLE] = monster.memory
    if own[powers.SLOW]:
        own[powers.SLOW] = 1


def decay_player(s: Fight) -> None:
    """Lets the player's debuffs decay; those that monsters have just applied do not."""
    own = s.powers
    if own[powers.WEAK] and not s.fresh & combat.FRESH_WEAK:
        own[powers.WEAK] -= 1
    if own[powers.VULNERABLE] and not s.fresh & combat.FRESH_VULNERABLE:
        own[powers.VULNERABLE] -= 1
    if own[powers.FRAIL] and not s.fresh & combat.FRESH_FRAIL:
        own[powers.FRAIL] -= 1
    if own[powers.DRAW_REDUCTION] and not s.fresh & combat.FRESH_REDUCTION:
        own[powers.DRAW_REDUCTION] = 0
    s.fresh = 0
    for power in DECAYING:
        if own[power]:
            own[power] -= 1


DECAYING: Final = [powers.INTANGIBLE, powers.DOUBLE_DAMAGE, powers.NO_BLOCK, powers.DUPLICATION]


def decay_monster(monster: Monster) -> None:
    """Lets a monster's debuffs decay, and Ritual work."""
    own = monster.powers
    if own[powers.WEAK]:
        own[powers.WEAK] -= 1
    if own[powers.VULNERABLE]:
        own[powers.VULNERABLE] -= 1
    if own[powers.RITUAL] and not monster.fresh:
        own[powers.STRENGTH] += own[powers.RITUAL]
    monster.fresh = False
    if own[powers.STRENGTH_UP]:
        own[powers.STRENGTH] += own[powers.STRENGTH_UP]
