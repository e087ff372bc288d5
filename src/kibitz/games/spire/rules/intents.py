"""How monsters choose their next move, and what their moves do."""

from typing import Final

from kibitz.games.spire import gear, monsters, powers
from kibitz.games.spire import monsters as kinds
from kibitz.games.spire.cards import BURN, FACE_MASK, RARITIES, without_turn_cost
from kibitz.games.spire.monsters import Effect, MonsterKind
from kibitz.games.spire.rules import act2, act3
from kibitz.games.spire.rules.combat import (
    ASLEEP,
    apply_to_player,
    clear_debuffs,
    die,
    hit_player,
    insert_in_draw,
    monster_damage,
    place_of,
    put_on_draw,
    revive,
    wake,
)
from kibitz.games.spire.state import (
    HIDDEN,
    HIDES_LAST,
    HIDES_MOVE,
    Fight,
    Monster,
)

# The bite of a louse.
BITE_LOW: Final = 5
BITE_HIGH: Final = 7
# What a Darkling nips for.
NIP_LOW: Final = 7
NIP_HIGH: Final = 11
HARDER_BITE_FROM: Final = 2
# From this ascension on, monsters have better rules.
HARD: Final = 17
HARD_ELITE: Final = 18
# What a monster that is not in the table is taken to attack for in an act, where it has not said.
GUESSED_DAMAGE: Final = 5
# Into how many a slime splits.
PARTS: Final = 2
# For how many turns Lagavulin sleeps.
SLEEPS: Final = 3

ENTANGLED_BEFORE: Final = 1
BURNS_ARE_UPGRADED: Final = 1


BELLOW: Final = kinds.place(monsters.JAW_WORM, "BELLOW")
TACKLE_S: Final = kinds.place(monsters.ACID_SLIME_S, "TACKLE")
LICK_S: Final = kinds.place(monsters.ACID_SLIME_S, "LICK")
STAB: Final = kinds.place(kinds.RED_SLAVER, "STAB")
ENTANGLE: Final = kinds.place(kinds.RED_SLAVER, "ENTANGLE")
SCRAPE: Final = kinds.place(kinds.RED_SLAVER, "SCRAPE")
MUG: Final = kinds.place(kinds.LOOTER, "MUG")
SMOKE: Final = kinds.place(kinds.LOOTER, "SMOKE_BOMB")
ESCAPE: Final = kinds.place(kinds.LOOTER, "ESCAPE")
LUNGE: Final = kinds.place(kinds.LOOTER, "LUNGE")
PROTECT: Final = kinds.place(kinds.SHIELD_GREMLIN, "PROTECT")
SHIELD_BASH: Final = kinds.place(kinds.SHIELD_GREMLIN, "BASH")
CHARGE: Final = kinds.place(kinds.GREMLIN_WIZARD, "CHARGE")
BLAST: Final = kinds.place(kinds.GREMLIN_WIZARD, "ULTIMATE_BLAST")
RUSH: Final = kinds.place(kinds.GREMLIN_NOB, "RUSH")
SKULL_BASH: Final = kinds.place(kinds.GREMLIN_NOB, "SKULL_BASH")
SIPHON: Final = kinds.place(monsters.LAGAVULIN, "SIPHON_SOUL")
LAGAVULIN_ATTACK: Final = kinds.place(monsters.LAGAVULIN, "ATTACK")
SLEEP: Final = kinds.place(monsters.LAGAVULIN, "SLEEP")
BOLT: Final = kinds.place(kinds.SENTRY, "BOLT")
BEAM: Final = kinds.place(kinds.SENTRY, "BEAM")
# What the Guardian does after each of its moves.
GUARDIAN_NEXT: Final = {
    kinds.place(kinds.THE_GUARDIAN, one): kinds.place(kinds.THE_GUARDIAN, other)
    for one, other in (
        ("CHARGE_UP", "FIERCE_BASH"),
        ("FIERCE_BASH", "VENT_STEAM"),
        ("VENT_STEAM", "WHIRLWIND"),
        ("WHIRLWIND", "CHARGE_UP"),
        ("CLOSE_UP", "ROLL_ATTACK"),
        ("ROLL_ATTACK", "TWIN_SLAM"),
        ("TWIN_SLAM", "WHIRLWIND"),
    )
}
ACTIVATE: Final = kinds.place(kinds.HEXAGHOST, "ACTIVATE")
DIVIDER: Final = kinds.place(kinds.HEXAGHOST, "DIVIDER")
INFERNO: Final = kinds.place(kinds.HEXAGHOST, "INFERNO")


# Choosing.


def spawn(s: Fight, kind: int, index: int) -> Monster:
    """Builds a monster, left to right place `index`: its HP, its powers and its first move."""
    awake = kind == kinds.AWAKE_LAGAVULIN
    minion = kind & kinds.AS_MINION != 0
    in_horde = kind & kinds.IN_HORDE != 0
    kind &= ~(kinds.AWAKE | kinds.AS_MINION | kinds.IN_HORDE)
    rules = monsters.MONSTER_KINDS[kind]
    span = rules.hp[s.ascension]
    hp = s.spawns.between(span.low, span.high)
    monster = Monster(kind, hp, hp)
    monster.block = rules.block
    if kind in BITERS:
        monster.memory = roll_bite(s, kind)
    for number, power in enumerate(rules.powers):
        amount = rules.amounts[number][s.ascension]
        rolled = s.spawns.between(amount.low, amount.high)
        monster.powers[power] = abs(rolled)  # -1 stands for a power without stacks
        if power in powers.FROM_ZERO:
            monster.powers[power] += 1
    remember_start(s, monster, index)
    if minion:
        monster.powers[powers.MINION] = 1
    if s.has(gear.PHILOSOPHERS_STONE):
        monster.powers[powers.STRENGTH] += 1
    drawn = s.ai.counter
    announce(s, monster, first_move(s, monster, rules, index), drawn)
    if awake:
        wake(monster)
        monster.block = 0
        monster.announce(SIPHON)
    if in_horde:
        bellow(s, monster)
    return monster


def remember_start(s: Fight, monster: Monster, index: int) -> None:
    """Lets a monster remember what it has to know from the start."""
    kind = monster.kind
    if kind == monsters.LAGAVULIN:
        monster.memory = ASLEEP
    elif kind in REMEMBERED:
        monster.memory = powers.shown_amount(REMEMBERED[kind], monster.powers[REMEMBERED[kind]])
    elif kind == kinds.THE_MAW:
        monster.memory = act3.FIRST_BITES
    elif kind == kinds.BOOK_OF_STABBING:
        monster.memory = act2.FIRST_STABS
    elif kind in act3.GROWING:
        monster.memory = act3.GROWING[kind][s.ascension]
    elif kind == kinds.DARKLING:
        monster.count = act3.AT_ODD_PLACE if index % 2 else 0


def bellow(s: Fight, worm: Monster) -> None:
    """Lets a Jaw Worm of the horde begin as after its Bellow, with a move by chance."""
    rules = monsters.MONSTER_KINDS[worm.kind]
    for effect in rules.moves[BELLOW].effects:
        carry_out(s, worm, effect)
    drawn = s.ai.counter
    announce(s, worm, roll_move(s, worm, rules), drawn)


# The powers whose first amount a monster remembers, by kind.
REMEMBERED: Final = {
    kinds.THE_GUARDIAN: powers.MODE_SHIFT,
    kinds.BYRD: powers.FLIGHT,
    kinds.SNAKE_PLANT: powers.MALLEABLE,
    kinds.WRITHING_MASS: powers.MALLEABLE,
    kinds.CORRUPT_HEART: powers.INVINCIBLE,
}
# The monsters that roll at the start what one of their moves attacks for, with that move.
BITERS: Final = {
    kinds.RED_LOUSE: kinds.place(kinds.RED_LOUSE, "BITE"),
    kinds.GREEN_LOUSE: kinds.place(kinds.GREEN_LOUSE, "BITE"),
    kinds.DARKLING: kinds.place(kinds.DARKLING, "NIP"),
}


def roll_bite(s: Fight, kind: int) -> int:
    """Rolls what a louse bites for, or a Darkling nips for."""
    low, high = bite_range(s, kind)
    return s.spawns.between(low, high)


def bite_range(s: Fight, kind: int) -> tuple[int, int]:
    """Returns the least and the most that a louse can bite for, or a Darkling nip for."""
    harder = s.ascension >= HARDER_BITE_FROM
    if kind == kinds.DARKLING:
        return NIP_LOW + 2 * harder, NIP_HIGH + 2 * harder
    return BITE_LOW + harder, BITE_HIGH + harder


def first_move(s: Fight, monster: Monster, rules: MonsterKind, index: int) -> int:
    """Returns the first move of a monster."""
    if rules.first != kinds.NO_MOVE:
        return rules.first
    kind = monster.kind
    if rules.chooses == kinds.BY_CYCLE:
        return cycle_move(rules, 0, s.ascension)
    if kind == monsters.ACID_SLIME_S:
        return LICK_S if s.ascension >= HARD or s.ai.flip() else TACKLE_S
    if kind == kinds.SENTRY:
        return BOLT if index % 2 == 0 else BEAM
    if kind >= kinds.SPIRE_SHIELD:
        return act3.act4_move(s, monster)
    if kind >= kinds.ORB_WALKER and rules.chooses == kinds.BY_RULE:
        return act3.first_move(s, monster)
    if kind >= kinds.BYRD and rules.chooses == kinds.BY_RULE:
        return act2.first_move(s, monster)
    return roll_move(s, monster, rules)


def cycle_move(rules: MonsterKind, count: int, ascension: int) -> int:
    """Returns the move of a cycle after a number of moves."""
    loop = rules.loop[ascension]
    opening = len(rules.opening)
    if count < opening:
        return rules.opening[count]
    return loop[(count - opening) % len(loop)]


def roll_move(s: Fight, monster: Monster, rules: MonsterKind) -> int:
    """Returns a move by a roll and the bands of a monster."""
    roll = s.ai.below(100)
    for band in rules.bands[s.ascension]:
        if roll < band.below:
            unless = band.unless[s.ascension]
            move = band.move
            if not is_refused(monster, move, unless):
                return move
            return other_move(s, band.others, band.chances)
    return 0


def is_refused(monster: Monster, move: int, unless: int) -> bool:
    """Tells whether a monster has made a move too often of late."""
    if unless == kinds.LAST:
        return monster.last == move
    if unless == kinds.LAST_TWO:
        return monster.last == move and monster.last_two == move
    return unless == kinds.EITHER and move in (monster.last, monster.last_two)


def other_move(s: Fight, moves: list[int], chances: list[float]) -> int:
    """Returns one of the moves that take the place of a refused one."""
    last = len(moves) - 1
    if last == 0:
        return moves[0]
    rolled = s.ai.random()
    for number in range(last):
        if rolled < chances[number]:
            return moves[number]
        rolled -= chances[number]
    return moves[last]


def choose_move(s: Fight, monster: Monster, made: int) -> None:
    """Lets a monster choose its next move after the one it has made.

    If it was hurt while it made it, its next move may already be another: to split, for example.
    """
    if monster.kind >= len(monsters.MONSTER_KINDS):
        repeat_move(s, monster)
        return
    monster.last_two = monster.last
    monster.last = made
    if monster.hidden:
        monster.hidden = monster.hidden & HIDES_MOVE | (monster.hidden & HIDES_LAST) << 1
    if monster.kind >= kinds.BYRD:
        remember(s, monster)
    if monster.move != made:
        return
    rules = monsters.MONSTER_KINDS[monster.kind]
    drawn = s.ai.counter
    if rules.chooses == kinds.BY_ROLL:
        move = roll_move(s, monster, rules)
    elif rules.chooses == kinds.BY_CYCLE:
        monster.count += 1
        move = cycle_move(rules, monster.count, s.ascension)
    else:
        move = ruled_move(s, monster)
    announce(s, monster, move, drawn)


def announce(s: Fight, monster: Monster, move: int, drawn: int) -> None:
    """Lets a monster announce a move that it has chosen.

    Runic Dome hides it if chance has decided it, which means that dice were rolled for it since
    their counter was `drawn`. The player can work out any other move from what is on the table, and
    must do so now: later that may look different.
    """
    monster.announce(move, s.ai.counter != drawn and s.has(gear.RUNIC_DOME))


def remember(s: Fight, monster: Monster) -> None:
    """Lets a monster of a later act remember the move that it has made."""
    if monster.kind >= kinds.SPIRE_SHIELD:
        monster.count += 1
    elif monster.kind >= kinds.ORB_WALKER:
        act3.remember(s, monster)
    else:
        act2.remember(s, monster)


def repeat_move(s: Fight, monster: Monster) -> None:
    """Lets a monster that is not in the table go on: nobody knows what it does next.

    It repeats an attack. After anything else it attacks, with a guess of the damage: a fight in
    which it never attacked would look harmless. One that has announced nothing does nothing.
    """
    if monster.move != kinds.NO_MOVE and monster.damage < 0:
        monster.move, monster.damage, monster.hits = kinds.ATTACKS, guessed_damage(s), 1


def guessed_damage(s: Fight) -> int:
    """Returns what a monster that is not in the table is taken to attack for."""
    return GUESSED_DAMAGE * max(1, s.act)


def ruled_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a monster with a rule of its own."""
    kind = monster.kind
    if kind == monsters.ACID_SLIME_S:
        return TACKLE_S if monster.last == LICK_S else LICK_S
    if kind == kinds.SENTRY:
        return BEAM if monster.last == BOLT else BOLT
    if kind == kinds.THE_GUARDIAN:
        return GUARDIAN_NEXT[monster.last]
    if kind == kinds.BYRD and monster.last not in act2.AFTER_FALL:
        return roll_move(s, monster, monsters.MONSTER_KINDS[kind])
    if kind == kinds.MUGGER:
        return looter_move(s, monster)
    if kind >= kinds.SPIRE_SHIELD:
        return act3.act4_move(s, monster)
    if kind >= kinds.ORB_WALKER:
        return act3.next_move(s, monster)
    if kind >= kinds.BYRD:
        return act2.next_move(s, monster)
    return own_move(s, monster)


def own_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of a monster of act 1 that has more than one to choose from."""
    kind = monster.kind
    if kind == monsters.LAGAVULIN:
        return lagavulin_move(monster)
    if kind == kinds.RED_SLAVER:
        return red_slaver_move(s, monster)
    if kind == kinds.LOOTER:
        return looter_move(s, monster)
    if kind == kinds.GREMLIN_NOB:
        return nob_move(s, monster)
    if kind == kinds.GREMLIN_WIZARD:
        return wizard_move(s, monster)
    # The shield gremlin protects others for as long as there are any.
    if monster.last == SHIELD_BASH or s.living() == 1:
        return SHIELD_BASH
    return PROTECT


def lagavulin_move(monster: Monster) -> int:
    """Returns the next move of Lagavulin; `count` counts sleeps, then attacks in a row."""
    if monster.memory == ASLEEP:
        monster.count += 1
        if monster.count < SLEEPS:
            return SLEEP
        wake(monster)
        return LAGAVULIN_ATTACK
    monster.count = monster.count + 1 if monster.last == LAGAVULIN_ATTACK else 0
    return SIPHON if monster.count == 2 else LAGAVULIN_ATTACK


def red_slaver_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the red slaver, who entangles once."""
    roll = s.ai.below(100)
    if monster.last == ENTANGLE:
        monster.memory = ENTANGLED_BEFORE
    used = monster.memory == ENTANGLED_BEFORE
    if roll >= 75 and not used:
        return ENTANGLE
    if roll >= 55 and used and not (monster.last == STAB and monster.last_two == STAB):
        return STAB
    scraped = monster.last == SCRAPE
    if scraped and (s.ascension >= HARD or monster.last_two == SCRAPE):
        return STAB
    return SCRAPE


def looter_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the looter, who steals twice or three times and flees.

    The mugger does the same, and has its moves in the same order.
    """
    if monster.last == MUG:
        if monster.last_two != MUG:
            return MUG
        return SMOKE if s.ai.flip() else LUNGE
    return SMOKE if monster.last == LUNGE else ESCAPE


def nob_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the Gremlin Nob."""
    rushed = monster.last == RUSH and monster.last_two == RUSH
    if s.ascension >= HARD_ELITE:
        if SKULL_BASH not in (monster.last, monster.last_two) or rushed:
            return SKULL_BASH
        return RUSH
    return SKULL_BASH if s.ai.below(100) < 33 or rushed else RUSH


def wizard_move(s: Fight, monster: Monster) -> int:
    """Returns the next move of the gremlin wizard; `count` counts charges since the last blast."""
    if monster.last == BLAST:
        monster.memory = 1
        monster.count = 0
        return BLAST if s.ascension >= HARD else CHARGE
    monster.count += 1
    return BLAST if monster.count == (3 if monster.memory else 2) else CHARGE


# Acting.


def act(s: Fight, monster: Monster) -> None:
    """Carries out the move that a monster has announced."""
    if monster.kind >= len(monsters.MONSTER_KINDS):
        act_as_announced(s, monster)
        return
    move = monsters.MONSTER_KINDS[monster.kind].moves[monster.move]
    dealt = 0
    for effect in move.before:
        carry_out(s, monster, effect)
    if move.attacks:
        damage = move.damage[s.ascension]
        if damage == kinds.FROM_MEMORY:
            damage = monster.memory
            if monster.kind in (monsters.RED_LOUSE, monsters.GREEN_LOUSE):
                monster.count = 1  # the player knows its bite now
        hits = move.hits[s.ascension]
        dealt = attack(s, monster, damage, monster.remembered(hits))
    if s.over:
        return
    for effect in move.effects:
        if s.ascension >= effect.least and (monster.alive or effect.code == kinds.REVIVE):
            carry_out(s, monster, effect, dealt)
    if monster.kind >= kinds.HEXAGHOST:
        after_move(s, monster)


def after_move(s: Fight, monster: Monster) -> None:
    """Lets happen what comes with every move of a kind."""
    if monster.kind == kinds.HEXAGHOST:
        remember_fire(s, monster)
    elif monster.kind == kinds.NEMESIS and not monster.powers[powers.INTANGIBLE]:
        monster.powers[powers.INTANGIBLE] = 1
        monster.fresh = True  # it lasts through the player's next turn


def act_as_announced(s: Fight, monster: Monster) -> None:
    """Carries out what is known of the move of a monster that is not in the table."""
    attack(s, monster, monster.damage, monster.hits)
    if monster.move == kinds.ESCAPES:
        monster.alive = False


def attack(s: Fight, monster: Monster, base: int, hits: int) -> int:
    """Lets a monster attack; it stops when one of the two is dead. Returns the HP lost."""
    lost = 0
    if base < 0:
        return lost
    for _ in range(hits):
        if s.over or not monster.alive:
            return lost
        lost += hit_player(s, monster, monster_damage(s, monster, base))
    return lost


def remember_fire(s: Fight, monster: Monster) -> None:
    """Keeps the damage of Divider, and later whether Burns are upgraded."""
    if monster.move == ACTIVATE:
        monster.memory = s.hp // 12 + 1
    elif monster.move == DIVIDER:
        monster.memory = 0
    elif monster.move == INFERNO:
        monster.memory = BURNS_ARE_UPGRADED


def carry_out(s: Fight, monster: Monster, effect: Effect, dealt: int = 0) -> None:
    """Carries out what a move does besides attacking.

    Args:
        s: the fight.
        monster: the one that moves.
        effect: what the move does.
        dealt: how many HP its attack has cost the player.
    """
    amount = effect.n[s.ascension]
    code = effect.code
    if code == kinds.APPLY:
        apply_by_move(s, monster, effect)
    elif code == kinds.BLOCK:
        block = hit_of(s, monster) if amount == kinds.FROM_MEMORY else amount
        for receiver in receivers(s, monster, effect.to):
            receiver.block += block
    elif code == kinds.ADD_CARD:
        add_cards(s, monster, effect)
    elif code == kinds.STEAL:
        s.gold -= amount
        monster.memory += amount
    elif code == kinds.ESCAPE:
        monster.alive = False
    elif code == kinds.HEAL:
        healed = dealt if amount == kinds.FROM_MEMORY else amount
        for receiver in receivers(s, monster, effect.to):
            receiver.hp = min(receiver.max_hp, receiver.hp + healed)
    else:
        carry_out_rare(s, monster, effect)


def carry_out_rare(s: Fight, monster: Monster, effect: Effect) -> None:
    """Carries out what only one monster or two do besides attacking."""
    code = effect.code
    if code == kinds.SPLIT:
        split(s, monster, effect.into)
    elif code == kinds.REMOVE_POWER:
        monster.powers[effect.power] = 0
    elif code == kinds.SUMMON:
        summon(s, monster, effect)
    elif code == kinds.STEAL_CARD:
        steal_card(s, monster)
    elif code == kinds.CLEAR_DEBUFFS:
        clear_debuffs(monster)
    elif code == kinds.DIE:
        die(s, monster)
    elif code == kinds.UPGRADE_BURNS:
        upgrade_burns(s.draw)
        upgrade_burns(s.discard)
    else:
        carry_out_late(s, monster, effect)


def carry_out_late(s: Fight, monster: Monster, effect: Effect) -> None:
    """Carries out what only monsters of acts 3 and 4 do."""
    amount = effect.n[s.ascension]
    code = effect.code
    if code == kinds.REVIVE:
        revive(s, monster, amount)
    elif code == kinds.HEAL_TO:
        monster.hp = max(monster.hp, monster.max_hp * amount // 100)
    elif code == kinds.CLEAR_WEAKNESS:
        monster.powers[powers.STRENGTH] = max(0, monster.powers[powers.STRENGTH])
    elif code == kinds.ADD_TO_DECK:
        s.gained += (effect.card,)
    elif code == kinds.NTH_USE:
        before = monster.count // act3.BLOCK_OF_TURNS - 1
        carry_out(s, monster, effect.uses[min(before, len(effect.uses) - 1)])


def hit_of(s: Fight, monster: Monster) -> int:
    """Returns the damage of a hit of the move that a monster makes."""
    move = monsters.MONSTER_KINDS[monster.kind].moves[monster.move]
    return monster_damage(s, monster, move.damage[s.ascension])


def apply_by_move(s: Fight, monster: Monster, effect: Effect) -> None:
    """Puts the power of a move on the player or on monsters."""
    amount = effect.n[s.ascension]
    if effect.to == kinds.PLAYER:
        instead = effect.instead >= 0 and s.orb_slots > 0 and s.ai.flip()
        apply_to_player(s, effect.instead if instead else effect.power, amount)
        return
    for receiver in receivers(s, monster, effect.to):
        strengthen(receiver, effect.power, amount)


def add_cards(s: Fight, monster: Monster, effect: Effect) -> None:
    """Adds cards to the discard pile, or to the draw pile: at random places or on top."""
    fire = effect.card == BURN and monster.memory == BURNS_ARE_UPGRADED
    added = [effect.card | 1 if fire else effect.card] * effect.n[s.ascension]
    if effect.to == kinds.DRAW_PILE:
        for card in added:
            insert_in_draw(s, card)
    elif effect.to == kinds.DRAW_TOP:
        for card in added:
            put_on_draw(s, card)
    else:
        s.discard.extend(added)


def receivers(s: Fight, monster: Monster, to: int) -> list[Monster]:
    """Lists the monsters that an effect of a move concerns."""
    if to == kinds.SELF:
        return [monster]
    if to == kinds.ALLY:
        return [other_monster(s, monster)]
    alive = [each for each in s.monsters if each.alive]
    if to == kinds.ALL:
        return alive
    if to == kinds.OTHERS:
        return [each for each in alive if each is not monster]
    return [each for each in alive if not each.powers[powers.MINION]][:1]


def summon(s: Fight, leader: Monster, effect: Effect) -> None:
    """Brings minions: each in the place of a fallen one, else to the left of the leader."""
    room = monsters.MONSTER_KINDS[leader.kind].minions - act2.minions(s)
    for _ in range(min(room, effect.n[s.ascension])):
        names = effect.into
        kind = kinds.monster(s.spawns.pick(names) if len(names) > 1 else names[0])
        fallen = [at for at, each in enumerate(s.monsters) if is_fallen_minion(each)]
        at = fallen[0] if fallen else place_of(s, leader)
        minion = spawn(s, kind | kinds.AS_MINION, at)
        if fallen:
            s.monsters[at] = minion
        else:
            s.monsters.insert(at, minion)


def is_fallen_minion(monster: Monster) -> bool:
    """Tells whether a monster is a minion that is gone."""
    return not monster.alive and monster.powers[powers.MINION] > 0


def steal_card(s: Fight, monster: Monster) -> None:
    """Takes one of the rarest cards of the draw pile, or of the discard pile if that is empty."""
    pile = s.draw or s.discard
    if not pile:
        return
    best = max([act2.VALUES.get(RARITIES[card & FACE_MASK], 0) for card in pile])
    at = s.ai.pick(
        [
            number
            for number, card in enumerate(pile)
            if act2.VALUES.get(RARITIES[card & FACE_MASK], 0) == best
        ]
    )
    monster.memory = without_turn_cost(pile.pop(at))
    monster.powers[powers.STASIS] = 1
    if pile is s.draw:
        if at >= len(pile) + 1 - s.known_top:
            s.known_top -= 1
        elif at < s.known_bottom:
            s.known_bottom -= 1


def strengthen(monster: Monster, power: int, amount: int) -> None:
    """Gives a monster a power by its own move; new Ritual does nothing in this round."""
    if power == powers.RITUAL and not monster.powers[power]:
        monster.fresh = True
    monster.powers[power] += monster.remembered(amount)


def upgrade_burns(pile: list[int]) -> None:
    """Upgrades all Burns of a pile."""
    for number, card in enumerate(pile):
        if card & FACE_MASK == BURN:
            pile[number] = card | 1


def other_monster(s: Fight, monster: Monster) -> Monster:
    """Picks another living monster; the same one if it is alone."""
    others = [each for each in s.monsters if each.alive and each is not monster]
    return others[s.ai.below(len(others))] if others else monster


def split(s: Fight, monster: Monster, into: list[str]) -> None:
    """Splits a slime into two that have its HP each; they come after it in the list."""
    number = place_of(s, monster)
    for more, name in enumerate(into):
        part = spawn(s, kinds.monster(name), number + 1 + more)
        part.hp = monster.hp
        part.max_hp = monster.hp
        s.monsters.insert(number + 1 + more, part)
    monster.alive = False
    monster.hp = 0


def is_split(before: Monster, after: list[Monster], place: int) -> bool:
    """Tells whether a monster has split since: its parts come after it in the later list."""
    if not before.alive or after[place].alive or not before.powers[powers.SPLIT]:
        return False
    if before.kind >= len(monsters.MONSTER_KINDS) or place + 1 >= len(after):
        return False
    for effect in (
        monsters.MONSTER_KINDS[before.kind].moves[monsters.MONSTER_KINDS[before.kind].split].effects
    ):
        if effect.code == kinds.SPLIT:
            return after[place + 1].kind == kinds.monster(effect.into[0])
    return False


def places_after(before: list[Monster], after: list[Monster]) -> list[int]:
    """Returns where each monster of an earlier moment stands now.

    The parts of slimes move those to the right of them, minions their leader, too.
    """
    found: list[int] = []
    place = 0
    more = len(after) - len(before)
    for monster in before:
        while more > 0 and leads(monster) and after[place].kind != monster.kind:
            place += 1
            more -= 1
        found.append(place)
        if more > 0 and is_split(monster, after, place):
            place += PARTS
            more -= PARTS
        place += 1
    return found


def leads(monster: Monster) -> bool:
    """Tells whether a monster can have minions."""
    known = monster.kind < len(monsters.MONSTER_KINDS)
    return known and monsters.MONSTER_KINDS[monster.kind].minions > 0


def reroll_hidden(s: Fight, monster: Monster) -> None:
    """Fills in what a view hides about a monster: its moves, and what it bites for."""
    if monster.last_two == HIDDEN:
        monster.last_two = move_from_history(s, monster, HIDDEN)
    if monster.last == HIDDEN:
        monster.last = move_from_history(s, monster, monster.last_two)
    if monster.move == HIDDEN:
        monster.move = move_from_history(s, monster, monster.last)
    if monster.memory == HIDDEN and monster.kind in BITERS:
        monster.memory = roll_bite(s, monster.kind)


def move_from_history(s: Fight, monster: Monster, last: int) -> int:
    """Rolls a hidden move again, from the moves before it, of which `last` is the newest.

    A choice may count something, so this is asked of a copy of the monster. Nobody rolls for the
    moves of a Champ or a Time Eater that has too few HP: they had enough of them then.
    """
    rules = monsters.MONSTER_KINDS[monster.kind]
    copy = monster.clone()
    copy.hp, copy.last = copy.max_hp, last
    if last == kinds.NO_MOVE and rules.first == kinds.NO_MOVE:
        return first_move(s, copy, rules, 0)
    if rules.chooses == kinds.BY_ROLL:
        return roll_move(s, copy, rules)
    return ruled_move(s, copy)
