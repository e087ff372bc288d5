"""What the steps of cards and potions do, and the choices they ask for.

`OPERATIONS` has one line for each kind of step: its word in the data files and what it does. A step
may ask the player to choose. What is still to be done then waits on the agenda of the fight.
"""

from typing import Final

from kibitz.games.spire import cards, gear, powers, state
from kibitz.games.spire.cards import FACE_MASK, KINDS, Op
from kibitz.games.spire.monsters import MONSTER_KINDS
from kibitz.games.spire.rules import combat
from kibitz.games.spire.state import Fight, Monster, Task

# Three cards are offered to choose from.
OFFER_SIZE: Final = 3
MOST_ORB_SLOTS: Final = 10
DARK_ORB: Final = 6
PANACHE_CARDS: Final = 5
BOMB_TURNS: Final = 3


class Operation:
    """What one kind of step does; this one does nothing by itself.

    Attributes:
        after_victory: whether it still counts when no monster is left.
    """

    def __init__(self, after_victory: bool = False) -> None:
        self.after_victory: Final = after_victory

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        """Carries out a step.

        Args:
            s: the fight.
            op: the step.
            card: the card that is played; below 0 for a potion.
            target: the place of the monster it is played on, or `NO_TARGET`.
            x: the energy that a card with cost X was played with.
            flags: how the card is played.
        """


def run_steps(
    s: Fight, ops: list[Op], card: int, target: int, x: int, step: int, flags: int
) -> bool:
    """Carries out steps from one of them on; returns whether they are done.

    If they are not, the rest waits on the agenda for a choice.
    """
    last = len(ops)
    won = False
    while step < last:
        op = ops[step]
        step += 1
        operation = BY_CODE[op.code]
        if won and not operation.after_victory:
            continue
        operation.run(s, op, card, target, x, flags)
        if op.code == cards.DAMAGE:
            won = s.living() == 0
        elif op.code == cards.UNLESS and not holds(s, op.condition, target):
            step += op.skip
        if s.over:
            return True
        if s.choice:
            kind = state.CARD_TASK if card >= 0 else state.POTION_TASK
            s.agenda.append(Task(kind, card, target, x, step, flags))
            return False
    return True


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


def later_amount(s: Fight, number: int, x: int) -> int:
    """Returns a number of a step that is known only when the card is played."""
    if number == cards.BY_EXHAUSTED:
        return s.exhausted
    if number == cards.BY_ATTACKS_BEFORE:
        return max(0, s.attacks_played - 1)
    if number == cards.BY_SKILLS_IN_HAND:
        return len([card for card in s.hand if KINDS[card & FACE_MASK] == cards.SKILL])
    amount = x + 2 if s.has(gear.CHEMICAL_X) else x
    if number in (cards.BY_X_AND_1, cards.BY_MINUS_X_AND_1):
        amount += 1
    return -amount if number in (cards.BY_MINUS_X, cards.BY_MINUS_X_AND_1) else amount


# Damage and powers.


class Damage(Operation):
    """Deals damage, hit by hit; each target's damage is computed once."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if op.flat:
            if op.to == cards.AT_ALL:
                combat.flat_damage_all(s, op.n)
            else:
                combat.flat_damage(s, s.monsters[target], op.n)
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
                amount = combat.attack_damage(s, monster, base, card, op.strength)
                for _ in range(hits):
                    combat.hit_monster(s, monster, amount)
        elif op.to == cards.AT_ALL:
            attack_all(s, op, card, base, hits)
        else:
            attack_at_random(s, op, card, base, hits)


def attack_all(s: Fight, op: Op, card: int, base: int, hits: int) -> None:
    """Hits all monsters."""
    amounts = [combat.attack_damage(s, each, base, card, op.strength) for each in s.monsters]
    for _ in range(hits):
        for place in range(len(amounts)):
            combat.hit_monster(s, s.monsters[place], amounts[place])


def attack_at_random(s: Fight, op: Op, card: int, base: int, hits: int) -> None:
    """Hits a random monster each time."""
    for _ in range(hits):
        chosen = combat.random_monster(s)
        if chosen is not None:
            combat.hit_monster(s, chosen, combat.attack_damage(s, chosen, base, card, op.strength))


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
    strikes = 0 if flags & (state.IS_COPY | state.FROM_DRAW_PILE) else 1
    for pile in (s.hand, s.draw, s.discard):
        for each in pile:
            if cards.FLAGS[each & FACE_MASK] & cards.IS_STRIKE:
                strikes += 1
    return strikes


class Apply(Operation):
    """Applies a power."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        apply_power(s, op, target, x)


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
            chosen = combat.random_monster(s)
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
        combat.apply_to_player(s, op.power, combat.card_block(s, amount))
    else:
        combat.apply_to_player(s, op.power, amount)
        if op.power == powers.COMBUST:
            s.powers[powers.COMBUST_LOSS] += 1


def apply_debuff(s: Fight, monster: Monster, op: Op, amount: int) -> None:
    """Applies a power to a monster; Strength comes back only if its loss was not stopped."""
    if op.base == cards.BY_POWER:
        amount = monster.powers[op.power] * (amount - 1)
    if combat.apply_to_monster(s, monster, op.power, amount) and op.lasts == cards.THIS_TURN:
        monster.powers[powers.SHACKLED] -= amount


# The player.


class Block(Operation):
    """Gives block; that of a potion is not changed by powers."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if card >= 0:
            combat.block_by_card(s, op.n)
        else:
            combat.gain_block(s, op.n)


class DoubleBlock(Operation):
    """Doubles the block."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        combat.gain_block(s, s.block)


class DoublePower(Operation):
    """Doubles a power of the player."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        combat.apply_to_player(s, op.power, s.powers[op.power])


class Energy(Operation):
    """Gives energy."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        combat.gain_energy(s, op.n)


class LoseHp(Operation):
    """Costs HP."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        combat.lose_hp(s, op.n, by_card=True)


class Heal(Operation):
    """Heals."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        combat.heal(s, heal_amount(s, op))


def heal_amount(s: Fight, op: Op) -> int:
    """Returns how much a step heals."""
    if op.extra > 0:
        return s.max_hp * op.extra // 100
    return s.dealt if op.n == cards.BY_DAMAGE_DEALT else op.n


class MaxHp(Operation):
    """Raises the maximum HP, and heals as much."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        s.max_hp += op.n
        combat.heal(s, op.n)


class Gold(Operation):
    """Gives gold."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        s.gold += 0 if s.has(gear.ECTOPLASM) else op.n


class Grow(Operation):
    """Lets the card grow: Ritual Dagger."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        s.growth += op.n


class Escape(Operation):
    """Ends the fight."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        s.finish(state.FLED)


class GainPotions(Operation):
    """Puts random potions into empty slots: Alchemize into one, Entropic Brew into all."""

    def __init__(self, all_slots: bool) -> None:
        super().__init__()
        self.all_slots: Final = all_slots

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if s.has(gear.SOZU):
            return
        for slot, potion in enumerate(s.potions):
            if potion == gear.EMPTY_SLOT:
                s.potions[slot] = random_potion(s)
                if not self.all_slots:
                    return


def random_potion(s: Fight) -> int:
    """Returns a random potion that the player's class can find."""
    found = gear.RANDOM_POTIONS[s.character]
    roll = s.rng.below(100)
    common = gear.RARITY_CHANCES["COMMON"]
    if roll < common:
        return s.rng.pick(found["COMMON"])
    if roll < common + gear.RARITY_CHANCES["UNCOMMON"]:
        return s.rng.pick(found["UNCOMMON"])
    return s.rng.pick(found["RARE"])


class OrbSlots(Operation):
    """Gives orb slots."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        s.orb_slots = min(MOST_ORB_SLOTS, s.orb_slots + op.n)


class Channel(Operation):
    """Channels a Dark orb for each slot; without a free slot the oldest orb is evoked first.

    There are no other orbs here, since only potions channel in these fights. An evoked orb deals
    its flat damage to the monster with the lowest HP.
    """

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        for _ in range(s.orb_slots * op.hits):
            if len(s.orbs) == s.orb_slots:
                damage = s.orbs.pop(0)
                weakest: Monster | None = None
                for monster in s.monsters:
                    if monster.alive and (weakest is None or monster.hp < weakest.hp):
                        weakest = monster
                if weakest is not None:
                    combat.flat_damage(s, weakest, damage)
            s.orbs.append(DARK_ORB)


class ChooseStance(Operation):
    """Lets the player choose between Calm and Wrath."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        ask_offer(s, state.TO_ENTER, [-state.CALM, -state.WRATH], 0, 1)


class EnterStance(Operation):
    """Enters Divinity."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        enter_stance(s, state.DIVINITY)


def enter_stance(s: Fight, stance: int) -> None:
    """Enters a stance; leaving Calm and entering Divinity give energy.

    Only potions change the stance here: nothing makes Mantra, and no card reacts to a stance.
    """
    if s.stance == stance:
        return
    if s.stance == state.CALM:
        combat.gain_energy(s, 2)
    if stance == state.DIVINITY:
        combat.gain_energy(s, 3)
    s.stance = stance


# Cards.


class Draw(Operation):
    """Draws cards; Escape Plan gives block for a card of the right type."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        before = s.cards_drawn
        combat.draw_cards(s, number_of(s, op, x))
        if op.extra > 0 and s.cards_drawn > before and fits(s.hand[-1], op.type):
            combat.block_by_card(s, op.extra)


def number_of(s: Fight, op: Op, x: int) -> int:
    """Returns the number of a step, also where it is known only now."""
    return op.n if op.n > cards.KNOWN_LATER else later_amount(s, op.n, x)


class DrawUpTo(Operation):
    """Draws until the hand has a number of cards."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        combat.draw_cards(s, op.n - len(s.hand))


class ShuffleDiscard(Operation):
    """Shuffles the discard pile into the draw pile."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if s.discard:
            combat.shuffle_discard(s)


class Discard(Operation):
    """Discards cards of the hand."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if op.which == cards.CHOSEN:
            ask(s, state.TO_DISCARD, cards.HAND, op.n)
        elif op.which == cards.RANDOM:
            for _ in range(min(op.n, len(s.hand))):
                combat.discard_by_choice(s, s.hand.pop(s.rng.below(len(s.hand))))
        else:
            gone = cards_meant(s, op)
            for each in gone:
                s.hand.remove(each)
            s.exhausted += len(gone)
            for each in gone:
                combat.discard_by_choice(s, each)


class Exhaust(Operation):
    """Exhausts cards of the hand."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if op.which == cards.CHOSEN:
            ask(s, state.TO_EXHAUST, cards.HAND, 1)
        elif op.which == cards.ANY_NUMBER:
            most = op.n if op.n > 1 else state.HAND_LIMIT
            ask(s, state.TO_EXHAUST, cards.HAND, most, optional=True)
        elif op.which == cards.RANDOM:
            if s.hand:
                combat.exhaust_card(s, s.hand.pop(s.rng.below(len(s.hand))))
        else:
            for each in cards_meant(s, op):
                s.hand.remove(each)
                combat.exhaust_card(s, each)
                if op.extra > 0:
                    combat.block_by_card(s, op.extra)


def cards_meant(s: Fight, op: Op) -> list[int]:
    """Lists the cards of the hand that a step is about: all of them, or all but attacks."""
    every = op.which == cards.ALL
    return [card for card in s.hand if every or KINDS[card & FACE_MASK] != cards.ATTACK]


class AddCard(Operation):
    """Adds new cards to a pile."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        for _ in range(number_of(s, op, x)):
            if op.card == cards.COPY_OF_SELF:
                new = cards.without_turn_cost(card & ~cards.FREE_ONCE)
            elif op.card < 0:
                new = combat.random_card(s, op.card)
            else:
                new = op.card
            if op.upgraded:
                new = cards.upgrade(new)
            put_into(s, with_cost(s, new, 0, op.lasts), op.where)


def put_into(s: Fight, card: int, where: int) -> None:
    """Puts a card into a pile."""
    if where == cards.HAND:
        combat.add_to_hand(s, card)
    elif where == cards.DISCARD_PILE:
        s.discard.append(card)
    elif where == cards.DRAW_RANDOM:
        combat.insert_in_draw(s, card)
    elif where == cards.DRAW_TOP:
        combat.put_on_draw(s, card)
    else:
        combat.put_under_draw(s, card)


def with_cost(s: Fight, card: int, cost: int, lasts: int) -> int:
    """Returns a card with a lower cost for some time; a card without a cost keeps it."""
    if lasts == cards.NO_CHANGE:
        return card
    if lasts == cards.THIS_TURN:
        return combat.costing_this_turn(s, card, cost) if combat.own_cost(s, card) > cost else card
    if combat.own_cost(s, cards.without_turn_cost(card)) <= cost:
        return card
    if lasts == cards.UNTIL_PLAYED:
        return card | cards.FREE_ONCE
    return cards.with_fight_cost(card, cost)


class MoveCard(Operation):
    """Moves chosen or random cards from one pile to another."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if op.which == cards.RANDOM:
            for _ in range(op.n):
                fitting = [place for place, each in enumerate(s.draw) if fits(each, op.type)]
                if fitting:
                    combat.add_to_hand(s, s.draw.pop(fitting[s.rng.below(len(fitting))]))
                    s.known_top = 0
                    s.known_bottom = 0
            return
        what = state.TO_HAND
        if op.where == cards.DRAW_TOP:
            what = state.TO_DRAW_TOP
        elif op.where == cards.DRAW_BOTTOM:
            what = state.TO_DRAW_BOTTOM
        full = len(s.hand) >= state.HAND_LIMIT
        if what != state.TO_HAND or op.source == cards.DRAW_PILE or not full:
            ask(s, what, op.source, op.n, op.which == cards.ANY_NUMBER, op.type, op.lasts)


class Upgrade(Operation):
    """Upgrades cards for the fight."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        if op.which == cards.CHOSEN:
            ask(s, state.TO_UPGRADE, cards.HAND, 1)
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


class CopyInHand(Operation):
    """Lets the player choose a card to copy: Dual Wield."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        ask(s, state.TO_COPY, cards.HAND, 1, kind=op.type, copies=op.n)


class Repeat(Operation):
    """Lets the player choose a card whose copies come into the hand next turn: Nightmare."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        ask(s, state.TO_REPEAT, cards.HAND, 1, copies=op.n)


class Discover(Operation):
    """Offers three different cards of a pool."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        discover(s, op.card, state.TO_TAKE, op.lasts, op.n)


class Gamble(Operation):
    """Lets the player choose cards to discard, and draws as many."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        ask(s, state.TO_GAMBLE, cards.HAND, state.HAND_LIMIT, optional=True)


class CapHandCost(Operation):
    """Limits what each card of the hand costs."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        for place, held in enumerate(s.hand):
            s.hand[place] = with_cost(s, held, op.n, op.lasts or cards.THIS_TURN)


class FreeHandCard(Operation):
    """Makes a random card of the hand cost 0 for the fight."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        free_random_card(s, cards.THIS_FIGHT)


def free_random_card(s: Fight, lasts: int) -> None:
    """Makes a random card of the hand cost 0, if possible one that costs something this turn."""
    costly = [place for place, card in enumerate(s.hand) if combat.cost_of(s, card) > 0]
    if not costly and lasts == cards.THIS_FIGHT:
        for place, card in enumerate(s.hand):
            if combat.cost_of(s, cards.without_turn_cost(card)) > 0:
                costly.append(place)
    if costly:
        place = costly[s.rng.below(len(costly))]
        s.hand[place] = with_cost(s, s.hand[place], 0, lasts)


class RandomiseCosts(Operation):
    """Gives the cards of the hand random costs: Snecko Oil."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        for place, held in enumerate(s.hand):
            if cards.card_cost(held) >= 0:
                s.hand[place] = combat.with_random_cost(s, held)


class PlayTop(Operation):
    """Plays the next cards of the draw pile, and exhausts them if a card does this."""

    def run(self, s: Fight, op: Op, card: int, target: int, x: int, flags: int) -> None:
        play_top(s, op.n, state.EXHAUSTED_AFTER if card >= 0 else 0)


def play_top(s: Fight, count: int, flags: int) -> None:
    """Takes the next cards of the draw pile, to play them for free after the card in play."""
    for _ in range(count):
        if not s.draw:
            if not s.discard:
                return
            combat.shuffle_discard(s)
        card = s.draw.pop()
        s.known_top = max(0, s.known_top - 1)
        s.known_bottom = min(s.known_bottom, len(s.draw))
        target = state.NO_TARGET
        if cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY:
            chosen = combat.random_monster(s)
            if chosen is not None:
                target = combat.place_of(s, chosen)
        s.agenda.append(Task(state.PLAY_TOP_TASK, card, target, 0, 0, flags | state.FROM_DRAW_PILE))


# By word. The steps of a condition are skipped where it does not hold; Fairy in a Bottle revives by
# itself; what comes after the reactions to a card is applied then.
OPERATIONS: Final[dict[str, Operation]] = {
    "damage": Damage(),
    "block": Block(after_victory=True),
    "apply": Apply(),
    "apply_after": Operation(),
    "draw": Draw(),
    "energy": Energy(),
    "lose_hp": LoseHp(),
    "exhaust": Exhaust(),
    "add_card": AddCard(),
    "move_card": MoveCard(),
    "upgrade": Upgrade(),
    "if": Operation(after_victory=True),
    "heal": Heal(after_victory=True),
    "discard": Discard(),
    "copy_in_hand": CopyInHand(),
    "discover": Discover(),
    "gamble": Gamble(),
    "repeat_next_turn": Repeat(),
    "channel": Channel(),
    "max_hp": MaxHp(after_victory=True),
    "play_top_of_draw": PlayTop(),
    "double_block": DoubleBlock(),
    "double_power": DoublePower(),
    "gold": Gold(after_victory=True),
    "cap_hand_cost": CapHandCost(),
    "set_random_hand_card_cost": FreeHandCard(),
    "shuffle_discard_into_draw": ShuffleDiscard(),
    "grow_misc_permanently": Grow(after_victory=True),
    "randomise_hand_costs": RandomiseCosts(),
    "escape_combat": Escape(),
    "fill_empty_potion_slots_random": GainPotions(all_slots=True),
    "gain_random_potion": GainPotions(all_slots=False),
    "orb_slots": OrbSlots(),
    "choose_stance": ChooseStance(),
    "enter_stance": EnterStance(),
    "revive": Operation(),
    "draw_until_hand_size": DrawUpTo(),
}
BY_CODE: Final = [OPERATIONS[word] for word in cards.OP_WORDS]


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
    if choice == state.TO_UPGRADE:
        return cards.can_upgrade(card)
    if choice == state.TO_HAND and s.picks_from == cards.EXHAUST_PILE:
        return card & FACE_MASK | 1 != EXHUME | 1
    if choice == state.TO_RETAIN:
        return can_be_retained(card)
    return choice == state.TO_ENTER or fits(card, kind)


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
    optional: bool = False,
    kind: int = cards.ANY_TYPE,
    lasts: int = cards.NO_CHANGE,
    copies: int = 1,
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
    ask(s, choice, cards.OFFERED, 1, lasts=lasts, copies=copies)


def discover(s: Fight, pool: int, choice: int, lasts: int, copies: int) -> None:
    """Offers three different cards of a pool."""
    faces = cards.RANDOM_POOLS[s.character][pool].copy()
    offered: list[int] = []
    for _ in range(OFFER_SIZE):
        offered.append(faces.pop(s.rng.below(len(faces))))
    ask_offer(s, choice, offered, lasts, copies)


def choose(s: Fight, card: int) -> None:
    """Takes a card that the player has chosen; the last one ends the choice."""
    if s.optional or s.choice == state.TO_DISCARD:
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
    if s.choice == state.TO_RETAIN:
        end_choice(s)  # the end of the turn goes on with the cards chosen
    elif s.optional or s.chosen:
        chosen, s.chosen = s.chosen, []
        choice, lasts = s.choice, s.lasts
        end_choice(s)
        for card in chosen:
            if choice == state.TO_EXHAUST:
                combat.exhaust_card(s, card)
            elif choice in (state.TO_GAMBLE, state.TO_DISCARD):
                combat.discard_by_choice(s, card)
            elif choice == state.TO_SHUFFLE_IN:
                combat.insert_in_draw(s, card)
            else:
                combat.put_under_draw(s, cards.without_turn_cost(with_cost(s, card, 0, lasts)))
        if choice == state.TO_GAMBLE:
            combat.draw_cards(s, len(chosen))
    else:
        end_choice(s)


def end_choice(s: Fight) -> None:
    """Clears everything about a choice that is over."""
    s.choice = state.NOTHING
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
    if choice == state.TO_ENTER:
        enter_stance(s, -card)
    elif choice in (state.TO_TAKE, state.TO_COPY):
        for _ in range(s.copies):
            combat.add_to_hand(s, with_cost(s, card, 0, s.lasts))
    elif choice == state.TO_REPEAT:
        repeat_next_turn(s, card, s.copies)
    else:
        pile = pile_of(s, s.picks_from)
        place = pile.index(card)
        if choice == state.TO_UPGRADE:
            pile[place] = cards.upgrade(card)
        else:
            pile.pop(place)
            move_chosen(s, card)


def repeat_next_turn(s: Fight, card: int, copies: int) -> None:
    """Lets copies of a card come into the hand next turn: Nightmare."""
    s.nightmares += (cards.without_turn_cost(card),) * copies
    s.powers[powers.NIGHT_TERROR] += copies


def move_chosen(s: Fight, card: int) -> None:
    """Puts a chosen card, which has left its pile, where it goes."""
    if s.choice == state.TO_EXHAUST:
        combat.exhaust_card(s, card)
    elif s.choice == state.TO_DISCARD:
        combat.discard_by_choice(s, card)
    elif s.choice == state.TO_DRAW_TOP:
        combat.put_on_draw(s, cards.without_turn_cost(with_cost(s, card, 0, s.lasts)))
    elif s.choice == state.TO_DRAW_BOTTOM:
        combat.put_under_draw(s, cards.without_turn_cost(with_cost(s, card, 0, s.lasts)))
    else:
        if s.picks_from == cards.DRAW_PILE:
            s.known_top = 0
            s.known_bottom = 0
        combat.add_to_hand(s, with_cost(s, card, 0, s.lasts))
