"""A fight as lines of text, moves and news in words, and moves as a player types them.

Numbers are those of this moment: an attack is shown with Strength, Weak and Vulnerable.

A move is written as `bash > 2`, `defend`, `fire potion > 1`, `choose strike`, `done` or `end`. A
player may also type `bash jaw worm`, `strike louse 2` or `fire 2`, begin names with a few letters,
leave out the target if only one monster lives, and leave out the plus of an upgraded card if there
is no other. Case and spare spaces do not matter.
"""

import itertools
import re
from collections.abc import Sequence
from typing import Final

from kibitz.core import typed
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.spire import cards, gear, monsters, powers, state
from kibitz.games.spire.cards import FACE_MASK, Op
from kibitz.games.spire.monsters import MONSTER_KINDS
from kibitz.games.spire.moves import (
    CARD_FACES,
    DONE,
    END,
    POTION_WORDS,
    STANCE_WORDS,
    Choose,
    Done,
    End,
    Play,
    UsePotion,
    card_word,
    growth_sign,
    read_card,
)
from kibitz.games.spire.position import message
from kibitz.games.spire.position.writing import announced
from kibitz.games.spire.powers import power_name
from kibitz.games.spire.rules.combat import attack_damage, card_block, cost_of, monster_damage
from kibitz.games.spire.rules.intents import is_split, places_after
from kibitz.games.spire.rules.operations import base_damage, heal_amount, later_amount, pile_of
from kibitz.games.spire.state import NO_TARGET, Fight, Monster

WIDTH: Final = 99
BAR: Final = 20
# Where the text of a line begins, after its name.
INDENT: Final = 10
ROOMS: Final = {monsters.NORMAL: "", monsters.ELITE: "elite", monsters.BOSS: "boss"}
STANCES: Final = {
    state.NEUTRAL: "",
    state.CALM: "Calm",
    state.WRATH: "Wrath",
    state.DIVINITY: "Divinity",
}
NOTHING: Final = "-"
# What intents say besides the damage of an attack.
INTENTS: Final = {
    "ATTACK": "",
    "ATTACK_BUFF": "buffs itself",
    "ATTACK_DEBUFF": "debuffs you",
    "ATTACK_DEFEND": "blocks",
    "BUFF": "buffs itself",
    "DEBUFF": "debuffs you",
    "STRONG_DEBUFF": "debuffs you strongly",
    "DEFEND": "blocks",
    "DEFEND_DEBUFF": "blocks and debuffs you",
    "DEFEND_BUFF": "blocks and buffs itself",
    "ESCAPE": "escapes",
    "MAGIC": "does something special",
    "SLEEP": "sleeps",
    "STUN": "is stunned",
    "UNKNOWN": "does something unknown",
}
NO_INTENT: Final = "shows no intent"
# How the table goes on after the name of a card that is not in the table.
UNKNOWN_CARD: Final = " (unknown "
PURPOSES: Final = {
    state.TO_EXHAUST: "to exhaust",
    state.TO_UPGRADE: "to upgrade",
    state.TO_DRAW_TOP: "to put on top of the draw pile",
    state.TO_DRAW_BOTTOM: "to put under the draw pile",
    state.TO_HAND: "to take into the hand",
    state.TO_COPY: "to copy",
    state.TO_TAKE: "to take into the hand",
    state.TO_GAMBLE: "to discard and draw anew",
    state.TO_SHUFFLE_IN: "to shuffle into the draw pile",
    state.TO_ENTER: "as your stance",
    state.TO_DISCARD: "to discard",
    state.TO_RETAIN: "to keep in the hand",
    state.TO_REPEAT: "to copy next turn",
}


# The table.


def draw_fight(view: Fight) -> str:
    """Draws a fight, as lines of text."""
    unknown = message.Unknown(view.unknown)
    lines = [headline(view), ""]
    width = max([len(monster_title(view, place)) for place in range(len(view.monsters))] or [0])
    for place in range(len(view.monsters)):
        lines.extend(monster_lines(view, place, width, unknown))
    lines.append("")
    lines.append(f"{'you':<{INDENT}}{hp_text(view.hp, view.max_hp)}{player_numbers(view)}")
    for name, words in (
        ("powers", player_powers(view, unknown)),
        ("relics", relic_words(view, unknown)),
    ):
        if words:
            lines.extend(named(name, words))
    belt = [potion_text(view, slot) for slot in range(len(view.potions))]
    lines.extend(named("potions", belt))
    lines.append("")
    lines.extend(named("hand", hand_words(view, unknown)))
    lines.extend(named(f"draw {len(view.draw)}", pile_words(view.draw, unknown)))
    lines.extend(named(f"discard {len(view.discard)}", pile_words(view.discard, unknown)))
    if view.exhaust:
        lines.extend(named(f"exhaust {len(view.exhaust)}", pile_words(view.exhaust, unknown)))
    if view.choice:
        lines.extend(["", choice_text(view)])
    return "\n".join(lines)


def named(name: str, words: Sequence[str]) -> list[str]:
    """Writes a list after its name, on several lines if need be."""
    label = f"{name} " if len(name) >= INDENT else f"{name:<{INDENT}}"
    return wrapped(label, words or [NOTHING], INDENT)


def wrapped(start: str, words: Sequence[str], indent: int) -> list[str]:
    """Writes words behind the start of a line; a line is broken only between them."""
    lines = [start]
    for place, word in enumerate(words):
        text = word if place == len(words) - 1 else f"{word}, "
        if len(lines[-1]) + len(text.rstrip()) > WIDTH and len(lines[-1]) > indent:
            lines.append(" " * indent)
        lines[-1] += text
    return [line.rstrip() for line in lines]


def headline(view: Fight) -> str:
    """Says which turn it is, or how the fight ended."""
    words = [f"turn {view.turn}", ROOMS[view.room]]
    if view.ascension:
        words.append(f"ascension {view.ascension}")
    start = f"The fight is {view.reason}" if view.over else "Fight"
    return f"{start}, {', '.join([word for word in words if word])}"


def hp_text(hp: int, most: int) -> str:
    """Writes HP as a bar and numbers."""
    filled = (hp * BAR + most - 1) // most
    return f"{hp:>3}/{most:<3} [{'#' * filled}{'.' * (BAR - filled)}]"


def player_numbers(view: Fight) -> str:
    """Writes the player's block, energy and stance."""
    words = [f"  {view.energy} energy"]
    if view.block:
        words.append(f"{view.block} block")
    if STANCES[view.stance]:
        words.append(STANCES[view.stance])
    if view.orb_slots:
        words.append(f"orbs {' '.join([str(orb) for orb in view.orbs]) or NOTHING}")
    return ", ".join(words)


def power_words(amounts: list[int]) -> list[str]:
    """Writes powers with their amounts."""
    found: list[str] = []
    for power in range(min(len(amounts), len(powers.POWER_IDS))):
        amount = amounts[power]
        if amount and power not in (powers.THE_BOMB, powers.NIGHT_TERROR):
            plain = power in message.STACKLESS and amount == 1
            shown = powers.shown_amount(power, amount)
            found.append(power_name(power) if plain else f"{power_name(power)} {shown}")
    return found


def unknown_powers(unknown: message.Unknown, owner: str) -> list[str]:
    """Writes powers that are not in the table."""
    return [
        f"{message.unknown_power(item)}{stacks(item.get('amount'))} {message.NOT_SIMULATED}"
        for item in unknown.powers.get(owner, [])
    ]


def stacks(amount: Json) -> str:
    """Writes the amount of a power; -1 stands for a power without stacks."""
    return f" {amount}" if isinstance(amount, int) and amount != -1 else ""


def player_powers(view: Fight, unknown: message.Unknown) -> list[str]:
    """Writes the player's powers, with the Bombs and the cards of Nightmare."""
    found = power_words(view.powers)
    for place in range(0, len(view.bombs), 2):
        turns, damage = view.bombs[place : place + 2]
        found.append(f"The Bomb {damage} (in {turns})")
    for card, copies in itertools.groupby(view.nightmares):
        found.append(f"Nightmare {len(list(copies))} ({card_title(card, unknown)})")
    return found + unknown_powers(unknown, message.PLAYER)


def relic_words(view: Fight, unknown: message.Unknown) -> list[str]:
    """Writes the relics with their counters."""
    found: list[str] = []
    for relic, counter in enumerate(view.relics):
        if counter == gear.USED_UP:
            found.append(f"{gear.RELIC_NAMES[relic]} (used up)")
        elif counter >= 0:
            found.append(f"{gear.RELIC_NAMES[relic]} {counter}")
        elif counter != gear.NOT_OWNED:
            found.append(gear.RELIC_NAMES[relic])
    for item in unknown.relics:
        found.append(f"{unknown.name(str(item['id']))} {message.NOT_SIMULATED}")
    return found


def guessed(view: Fight) -> list[str]:
    """Names what is in a fight and not in the tables, so that advice about it is a guess."""
    found = message.Unknown(view.unknown).listed()
    for slot, potion in enumerate(view.potions):
        if potion == gear.UNKNOWN_POTION:
            name = potion_text(view, slot).removesuffix(f" {message.NOT_SIMULATED}")
            found.append(f"the potion {name}")
    return found


def guess_text(view: Fight) -> str:
    """Says which part of advice is a guess; empty if none is."""
    found = guessed(view)
    if not found:
        return ""
    *others, last = found
    names = f"{', '.join(others)} and {last}" if others else last
    return f"Partly a guess: {names} {'are' if others else 'is'} not simulated."


def potion_text(view: Fight, slot: int) -> str:
    """Writes what is in a slot: a potion, with what a message says about it, or nothing."""
    potion = view.potions[slot]
    if potion == gear.EMPTY_SLOT:
        return NOTHING
    label = view.label(slot)
    if potion == gear.UNKNOWN_POTION:
        name = "Unknown Potion" if label is None else message.spaced(label.name)
        return f"{name} {message.NOT_SIMULATED}"
    kind = gear.POTIONS[potion]
    name = kind.name + (" >" if kind.aimed else "")
    if label is not None and not kind.id:
        name += f" ({message.spaced(label.name)})"
    return name if label is None or label.usable else f"{name} (cannot be used)"


# Monsters.


def monster_title(view: Fight, place: int) -> str:
    """Returns the number and the name of a monster."""
    return f"{place + 1}  {monster_name(view, view.monsters[place])}"


def monster_name(view: Fight, monster: Monster) -> str:
    """Returns the name of a monster."""
    if monster.kind < len(MONSTER_KINDS):
        return monsters.NAMES_OF_MONSTERS[monster.kind]
    unknown = message.Unknown(view.unknown)
    place = monster.kind - len(MONSTER_KINDS)
    return unknown.name(unknown.monsters[place]) if place < len(unknown.monsters) else "Monster"


def the_monster(view: Fight, place: int) -> str:
    """Names a monster in a sentence, with its number if another has the same name."""
    names = [monster_name(view, monster) for monster in view.monsters]
    title = the(names[place])
    return title if names.count(names[place]) == 1 else f"{title} ({place + 1})"


def the(name: str) -> str:
    """Puts the article before a name; The Guardian has one already."""
    return f"the {name.removeprefix('The ')}"


def monster_lines(view: Fight, place: int, width: int, unknown: message.Unknown) -> list[str]:
    """Writes a monster: its HP, what it is about to do, its block and powers."""
    monster = view.monsters[place]
    title = f"{monster_title(view, place):<{width}}"
    if not monster.alive:
        return [f"{title}  {fate(monster)}"]
    start = f"{title}  {hp_text(monster.hp, monster.max_hp)}  "
    words = [intent_text(view, monster)]
    if monster.block:
        words.append(f"{monster.block} block")
    words.extend(power_words(monster.powers))
    words.extend(unknown_powers(unknown, str(place)))
    return wrapped(start, words, len(start))


def fate(monster: Monster) -> str:
    """Says in a word or two what has become of a monster that cannot be hit."""
    if monster.half_dead:
        return "half dead, comes back"
    return "dead" if monster.hp == 0 else "gone"


def intent_text(view: Fight, monster: Monster) -> str:
    """Says what a monster is about to do, with the numbers of this moment."""
    base, hits = announced(view, monster)
    known = monster.kind < len(MONSTER_KINDS)
    if known and monster.move < 0:
        return "hides what it does"
    words: list[str] = []
    if base >= 0:
        damage = monster_damage(view, monster, base)
        words.append(f"attacks for {damage}" + (f" x {hits}" if hits > 1 else ""))
    if known:
        intent = MONSTER_KINDS[monster.kind].moves[monster.move].intent
    else:
        intent = monsters.INTENTS[monster.move] if monster.move >= 0 else ""
    if INTENTS.get(intent):
        words.append(INTENTS[intent])
    return " and ".join(words) or NO_INTENT


def intent_words(intent: str) -> str:
    """Says in words what an intent of a message announces besides the damage of an attack."""
    return INTENTS.get(intent.upper()) or ("attacks" if intent.upper() == "ATTACK" else NO_INTENT)


def incoming(view: Fight) -> int:
    """Returns the damage of all announced attacks together, before block."""
    total = 0
    for monster in view.monsters:
        base, hits = announced(view, monster)
        if monster.alive and base >= 0:
            total += monster_damage(view, monster, base) * hits
    return total


# Cards.


def card_title(card: int, unknown: message.Unknown) -> str:
    """Returns the name of a card for the table."""
    if card < 0:
        return card_word(card).title()
    side = card & FACE_MASK
    if side >= cards.FIRST_UNKNOWN:
        place = cards.growth(card)
        names = unknown.cards
        shown = unknown.name(names[place]) if place < len(names) else "?"
        return f"{shown}{'+' if side & 1 else ''} ({card_word(card)})"
    grown = cards.growth(card)
    if side == cards.SEARING_BLOW + 1:
        return f"{cards.NAMES[side]}{grown + 1 if grown else ''}"
    return cards.NAMES[side] + (f" ({growth_sign(card)}{grown})" if grown else "")


def cost_text(view: Fight, card: int) -> str:
    """Writes what a card costs now."""
    cost = cost_of(view, card)
    return {cards.X_COST: "X", cards.UNPLAYABLE: NOTHING}.get(cost, str(cost))


def hand_words(view: Fight, unknown: message.Unknown) -> list[str]:
    """Writes the hand: the cost in front of each card, a mark behind it if it needs a target."""
    found: list[str] = []
    for card in dict.fromkeys(view.hand):
        aim = " >" if cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY else ""
        count = view.hand.count(card)
        times = f"{count} x " if count > 1 else ""
        found.append(f"{times}[{cost_text(view, card)}] {card_title(card, unknown)}{aim}")
    return found


def pile_words(pile: list[int], unknown: message.Unknown) -> list[str]:
    """Writes a pile: each card once, with its number, in an order that says nothing."""
    counts: dict[str, int] = {}
    for card in sorted(pile):
        title = card_title(card, unknown)
        counts[title] = counts.get(title, 0) + 1
    return [title if count == 1 else f"{count} {title}" for title, count in counts.items()]


def choice_text(view: Fight) -> str:
    """Says what the player is asked to choose."""
    most = "up to " if view.optional else ""
    count = "a card" if view.picks == 1 else f"{most}{view.picks} cards"
    if view.choice == state.TO_ENTER:
        count = "one"
    words = f"Choose {count} {PURPOSES.get(view.choice, '')}"
    if view.picks_from == cards.OFFERED:
        offered = [
            card_title(card, message.Unknown(view.unknown)) for card in pile_of(view, cards.OFFERED)
        ]
        words += f": {', '.join(offered)}"
    if view.chosen:
        words += f"; chosen: {', '.join([card_word(card) for card in view.chosen])}"
    return words


# Moves.


def describe_move(view: Fight, move: Move[Fight]) -> str:
    """Says what a move does, with the numbers of this moment."""
    if isinstance(move, Play):
        if move.number < 0:
            return str(move)
        if move.number & FACE_MASK >= cards.FIRST_UNKNOWN:
            return describe_unknown(view, move)
        words = op_words(view, cards.EFFECTS[move.number & FACE_MASK], move.number, move.target)
        if cards.FLAGS[move.number & FACE_MASK] & cards.EXHAUSTS:
            words.append("exhausts")
        return with_words(move, view, move.target, words)
    if isinstance(move, UsePotion):
        if move.number < 0:
            return str(move)
        label = view.label(view.slot_of(move.number))
        ops = gear.steps_of(move.number, label, view.has(gear.SACRED_BARK))
        return with_words(move, view, move.target, op_words(view, ops, -1, move.target))
    if isinstance(move, Choose):
        return f"{move} {PURPOSES.get(view.choice, '')}".rstrip()
    if isinstance(move, Done):
        return f"{move} (choose no more)"
    if isinstance(move, End):
        return f"{move} ({end_text(view)})"
    return str(move)


def describe_unknown(view: Fight, move: Play) -> str:
    """Says which card a move plays that is not in the table."""
    name = card_title(move.number, message.Unknown(view.unknown)).partition(UNKNOWN_CARD)[0]
    words = with_words(move, view, move.target, [name])
    return f"{words.removesuffix(')')}, {message.NOT_SIMULATED[1:]}"


def with_words(move: Move[Fight], view: Fight, target: int, words: list[str]) -> str:
    """Writes a move, the name of its target and what it does."""
    if 0 <= target < len(view.monsters):
        words = [monster_name(view, view.monsters[target]), *words]
    return f"{move} ({', '.join(words)})" if words else str(move)


# What happened by itself.


def tell_news(before: Fight, after: Fight, hp: int, belt: Sequence[int]) -> list[str]:
    """Says what followed a move: who died or left, HP lost and healed, and how the fight ended.

    Args:
        before: what the player saw before the move.
        after: what they see now.
        hp: the HP with which the fight began.
        belt: the potions with which it began.
    """
    found = monster_news(before, after)
    if after.potions.count(gear.FAIRY) < before.potions.count(gear.FAIRY):
        found.append("The Fairy in a Bottle revives you.")
    if gear.USED_UP == after.relics[gear.LIZARD_TAIL] != before.relics[gear.LIZARD_TAIL]:
        found.append("The Lizard Tail revives you.")
    if after.over:
        return found if before.over else [*found, end_news(after, hp, belt)]
    if after.hp != before.hp:
        lost, left = before.hp - after.hp, f"{after.hp} of {after.max_hp}"
        losing = f"You lose {lost} HP ({left} left)."
        found.append(losing if lost > 0 else f"You heal {-lost} HP (to {left}).")
    return found


def monster_news(before: Fight, after: Fight) -> list[str]:
    """Says which monsters have died, split or left."""
    found: list[str] = []
    for at, place in enumerate(places_after(before.monsters, after.monsters)):
        monster, later = before.monsters[at], after.monsters[place]
        returns = monster.half_dead and later.alive
        if not returns and (later.alive or not monster.alive):
            continue
        name = the_monster(before, at)
        ends = "dies" if later.hp == 0 else "leaves"
        if returns:
            ends = "comes back"
        elif later.half_dead:
            ends = "is half dead"
        elif is_split(monster, after.monsters, place):
            ends = "splits"
        elif later.hp > 0 and later.powers[powers.THIEVERY]:
            ends = f"escapes with {later.memory} gold" if later.memory > 0 else "escapes"
        found.append(f"{name[0].upper()}{name[1:]} {ends}.")
    return found


def end_news(view: Fight, hp: int, belt: Sequence[int]) -> str:
    """Says how a fight ended, and counts what it has cost."""
    lost = hp - view.hp
    hp_words = f"{lost} HP lost" if lost > 0 else "no HP lost"
    words = [f"{hp_words} ({view.hp} of {view.max_hp} left)"]
    left = list(view.potions)
    used = 0
    for potion in belt:
        if potion in left:
            left.remove(potion)
        else:
            used += 1
    if used:
        words.append(f"{counted(used, 'potion')} used")
    if view.gold:
        words.append(f"{abs(view.gold)} gold {'won' if view.gold > 0 else 'stolen'}")
    return f"The fight is {view.reason} after {counted(view.turn, 'turn')}: {', '.join(words)}."


def counted(count: int, word: str) -> str:
    """Writes a number with its noun."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def end_text(view: Fight) -> str:
    """Says what the end of the turn brings."""
    damage = incoming(view)
    if damage == 0:
        return "no attack is announced"
    left = max(0, damage - view.block)
    return f"{damage} damage announced" + (f", {left} after block" if view.block else "")


def op_words(view: Fight, ops: list[Op], card: int, target: int) -> list[str]:
    """Says what the steps of a card or potion do; the rare ones are left out."""
    found: list[str] = []
    for op in ops:
        word = op_word(view, op, card, target)
        if word:
            found.append(word)
    return found


def op_word(view: Fight, op: Op, card: int, target: int) -> str:
    """Says what one step does; empty for a step that has no short words."""
    code = op.code
    if code == cards.DAMAGE:
        return damage_text(view, op, card, target)
    if code == cards.BLOCK:
        # That of a potion is not changed by powers.
        return f"{op.n if card < 0 else card_block(view, op.n)} block"
    if code in (cards.APPLY, cards.APPLY_AFTER):
        return power_text(view, op)
    if code == cards.DRAW:
        return f"draw {amount_now(view, op.n)}"
    if code == cards.DISCARD:
        return discard_text(op)
    if code == cards.ENERGY:
        return f"{op.n} energy"
    if code == cards.LOSE_HP:
        return f"lose {op.n} HP"
    if code == cards.HEAL and op.n != cards.BY_DAMAGE_DEALT:
        return f"heal {heal_amount(view, op)}"
    return ""


def power_text(view: Fight, op: Op) -> str:
    """Says which power a step applies, and how much of it."""
    amount = "" if op.power in message.STACKLESS else f" {amount_now(view, op.n)}"
    if op.base == cards.BY_POWER:
        amount = f" x{amount}"
    elif op.base == cards.BY_DEXTERITY:
        amount = f" {card_block(view, op.n)}"
    times = f" x {op.hits} at random" if op.hits > 1 else ""
    return f"{power_name(op.power)}{amount}{times}"


def discard_text(op: Op) -> str:
    """Says which cards a step discards."""
    words = {
        cards.CHOSEN: f"discard {op.n}",
        cards.RANDOM: f"discard {op.n} at random",
        cards.NON_ATTACKS: "discard all but attacks",
    }
    return words.get(op.which, "discard the hand")


def amount_now(view: Fight, number: int) -> int:
    """Returns a number of a card that is still in the hand, as it would be if it were played."""
    if number > cards.KNOWN_LATER:
        return number
    if number == cards.BY_EXHAUSTED:
        return len(view.hand) - 1
    if number == cards.BY_ATTACKS_BEFORE:
        return view.attacks_played
    return later_amount(view, number, view.energy)


def damage_text(view: Fight, op: Op, card: int, target: int) -> str:
    """Says how much damage a step deals before block; what every monster takes may differ."""
    hits = amount_now(view, op.hits)
    amounts: list[int] = []
    for place, monster in enumerate(view.monsters):
        if monster.alive and (op.to != cards.AT_ENEMY or place == target):
            base = op.n if op.flat else base_damage(view, op, card, state.IS_COPY)
            amounts.append(
                base if op.flat else attack_damage(view, monster, base, card, op.strength)
            )
    if not amounts:
        return ""
    low, high = min(amounts), max(amounts)
    each = str(low) if low == high else f"{low} to {high}"
    times = f" x {hits}" if hits != 1 else ""
    to = {cards.AT_ALL: " to all", cards.AT_RANDOM: " at random"}.get(op.to, "")
    return f"{each}{times} damage{to}"


# Moves as players type them.

CHOOSE: Final = "choose "
TARGET: Final = re.compile(r"[0-9]{1,3}")
# What players write for `>`.
AIMS: Final = ("on", "at")
CHOOSE_PHRASE: Final = typed.Phrase(["choose"], typed.FREE)


def read_written(text: str) -> Move[Fight] | None:
    """Reads a move just as it is written, legal or not; None if it is not written so."""
    wanted = " ".join(text.split()).lower()
    if wanted == "end":
        return END
    if wanted == "done":
        return DONE
    if wanted.startswith(CHOOSE):
        card = wanted.removeprefix(CHOOSE)
        known = card in STANCE_WORDS or read_card(card) >= 0
        return Choose(card) if known else None
    name, mark, target = wanted.partition(" > ")
    place = NO_TARGET
    if mark:
        if TARGET.fullmatch(target) is None or int(target) == 0:
            return None
        place = int(target) - 1
    if name in POTION_WORDS:
        return UsePotion(name, place)
    return Play(name, place) if read_card(name) >= 0 else None


def simple(name: str) -> str:
    """Returns a name as it is compared: in small letters, without the marks inside of words."""
    return name.lower().replace("-", " ").replace("_", " ").replace("'", "").replace(".", "")


def typed_words(text: str) -> list[str]:
    """Splits what is typed into words."""
    return typed.with_aims(simple(text.replace(">", " > ")).split(), AIMS)


# Names are begun from their start: `strike` never means Twin Strike.
NAMES: Final[dict[str, typed.Phrase]] = {
    word: typed.Phrase([simple(word)], typed.MISFIT, gaps=False)
    for word in (*CARD_FACES, *POTION_WORDS, *STANCE_WORDS, "end", "done")
}


def sayings(state: Fight, moves: Sequence[Move[Fight]]) -> list[typed.Saying[Fight]]:
    """Lists how moves can be said: by a card or potion, and the number or name of a monster."""
    names, targets = NAMES.copy(), targets_of(state)
    found: list[typed.Saying[Fight]] = []
    for move in moves:
        word, place = "", NO_TARGET
        if isinstance(move, Play):
            word, place = move.card, move.target
        elif isinstance(move, UsePotion):
            word, place = move.potion, move.target
        elif isinstance(move, Choose):
            word = move.card
        name = names.get(word or move.id)
        if name is None:  # a card that has changed, such as `bash {0}`
            name = names[word] = typed.Phrase([simple(word)], typed.MISFIT, gaps=False)
        aimed = [targets[place]] if place != NO_TARGET else []
        chosen = [CHOOSE_PHRASE] if isinstance(move, Choose) else []
        found.append((move, [*chosen, name, typed.AIM_PHRASE, *aimed]))
    return found


def targets_of(state: Fight) -> list[typed.Phrase]:
    """Returns the phrases for the monsters: a number, or words of a name, or both.

    A number after a name is that of the table, or counts the monsters of this name.
    """
    found: list[typed.Phrase] = []
    counts: dict[str, int] = {}
    for number, monster in enumerate(state.monsters, 1):
        name = simple(monster_name(state, monster))
        parts, ways = name.split(), [str(number)]
        for start in range(len(parts)):
            ways.append(" ".join(parts[start:]))
            counts[parts[start]] = nth = counts.get(parts[start], 0) + 1
            for end in range(start + 1, len(parts) + 1):
                words = " ".join(parts[start:end])
                ways += [f"{words} {number}", f"{words} {nth}"]
        label = f"{number} {name}" if monster.alive else ""
        found.append(typed.Phrase(ways, typed.FREE, gaps=False, flat=True, label=label))
    return found


def propose(state: Fight, words: Sequence[str]) -> Move[Fight] | None:
    """Finds a card or potion that cannot be used now; any of its targets will do.

    Raises:
        AmbiguousMoveError: if several cards or potions fit.
    """
    moves = [*Play.enumerate(state, 0), *UsePotion.enumerate(state, 0)]
    found = typed.fitting(sayings(state, moves), words)
    if len({move.source_card() for move in found}) > 1:
        raise typed.ambiguous(" ".join(words), found)
    return found[0] if found else None
