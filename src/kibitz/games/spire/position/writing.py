"""Writing positions: the messages that CommunicationMod would send."""

import itertools
from typing import Final

from kibitz.core.value import Json
from kibitz.games.spire import cards, gear, powers
from kibitz.games.spire import monsters as kinds
from kibitz.games.spire.cards import CARD_NUMBERS, CARDS, FACE_MASK
from kibitz.games.spire.monsters import INTENTS, MONSTER_KINDS, NO_ATTACK, NO_MOVE, UNSEEN
from kibitz.games.spire.moves import card_word
from kibitz.games.spire.position import message, reading
from kibitz.games.spire.position.message import Unknown
from kibitz.games.spire.position.reading import is_unknown
from kibitz.games.spire.powers import POWER_IDS, plain_id, power_name
from kibitz.games.spire.rules.combat import cost_of, fresh_bit, monster_damage
from kibitz.games.spire.rules.operations import pile_of
from kibitz.games.spire.rules.playing import can_be_played, card_limit
from kibitz.games.spire.state import Fight, Monster, Task

ROOMS: Final = {kinds.ELITE: "MonsterRoomElite", kinds.BOSS: "MonsterRoomBoss"}
# The powers whose amounts belong to another power, or that are written one by one.
SECOND: Final = (powers.COMBUST_LOSS, powers.PANACHE_DAMAGE, powers.THE_BOMB, powers.NIGHT_TERROR)
# The ids of Strike and Defend by class, by the number of the card.
CLASS_IDS: Final = [
    {CARD_NUMBERS[plain_id(name)]: name for name in names} for names in cards.SHARED_IDS
]
BOMB: Final[dict[str, Json]] = {"id": "TheBomb", "name": "The Bomb"}
# What else a stance looks like where a card has its rarity: a card without a cost.
STANCE_FIELDS: Final[dict[str, Json]] = {
    "type": "STATUS",
    "rarity": "SPECIAL",
    "cost": cards.UNPLAYABLE,
    "upgrades": 0,
    **dict.fromkeys(["has_target", "is_playable", "exhausts", "ethereal"], False),
}


def write_message(view: Fight) -> dict[str, Json]:
    """Writes a view as a message, with notes where a message says too little."""
    whole = Writer(view).message()
    # A fight that is over is no fight for a reader, unless the notes say so.
    plain = reading.read_message(with_notes(whole, {"over": True, "reason": "won"}))
    plain.over = False
    plain.reason = ""
    return with_notes(whole, write_notes(view, plain))


def with_notes(whole: dict[str, Json], notes: dict[str, Json]) -> dict[str, Json]:
    """Returns a message with notes, if there are any."""
    state = whole["game_state"]
    assert isinstance(state, dict)
    return {**whole, "game_state": {**state, reading.NOTES: notes}} if notes else whole


class Writer:
    """Writes the parts of a message.

    Attributes:
        view: the fight.
        unknown: what is not in the tables.
    """

    def __init__(self, view: Fight) -> None:
        self.view: Final = view
        self.unknown: Final = Unknown(view.unknown)

    def message(self) -> dict[str, Json]:
        view = self.view
        screen, action = reading.action_of(view)
        state: dict[str, Json] = {
            "screen_type": screen or message.NO_SCREEN,
            "screen_state": self.screen_state(screen),
            "room_phase": message.COMBAT,
            "action_phase": "WAITING_ON_USER",
            "room_type": ROOMS.get(view.room, "MonsterRoom"),
            "current_hp": view.hp,
            "max_hp": view.max_hp,
            "class": gear.CLASSES[view.character],
            "act": view.act,
            "ascension_level": view.ascension,
            "relics": self.relics(),
            "potions": self.potions(),
            "combat_state": self.combat(),
        }
        if action:
            state["current_action"] = action
        commands = ["choose"] if view.choice else ["play", "end"]
        return write_envelope([*commands, "state"], True, state)

    def screen_state(self, screen: str) -> dict[str, Json]:
        """Writes what the player is asked to choose."""
        view = self.view
        if screen == message.HAND_SELECT:
            hand, chosen = self.cards(view.hand, "choice"), self.cards(view.chosen, "chosen")
            return write_hand_select(hand, chosen, view.picks + len(chosen), view.optional)
        if screen == message.GRID:
            listed = self.cards(pile_of(view, view.picks_from), "choice")
            return write_grid(listed, [], view.picks, view.optional)
        if screen == message.CARD_REWARD:
            return write_offer(self.cards(view.offered, "offer"), False)
        return {}

    def combat(self) -> dict[str, Json]:
        view = self.view
        return {
            "draw_pile": self.cards(view.draw, "draw"),
            "discard_pile": self.cards(view.discard, "discard"),
            "exhaust_pile": self.cards(view.exhaust, "exhaust"),
            "hand": self.cards(view.hand, "hand"),
            "limbo": [],
            "player": self.player(),
            "monsters": [self.monster(place) for place in range(len(view.monsters))],
            "turn": view.turn,
            "cards_discarded_this_turn": view.discarded,
            "times_damaged": view.times_damaged,
        }

    def player(self) -> dict[str, Json]:
        view = self.view
        orbs = [write_orb("Dark", "Dark", amount, 6) for amount in view.orbs[: view.orb_slots]]
        orbs += [write_orb("Empty", "Orb Slot", 0, 0)] * (view.orb_slots - len(orbs))
        return {
            "current_hp": view.hp,
            "max_hp": view.max_hp,
            "block": view.block,
            "energy": view.energy,
            "powers": self.powers(view.powers, None, message.PLAYER),
            "orbs": [*orbs],
        }

    def powers(self, amounts: list[int], owner: Monster | None, name: str) -> list[Json]:
        """Writes the powers of the player or of a monster."""
        found: list[Json] = []
        for power, amount in enumerate(amounts):
            if amount == 0 or power in SECOND:
                continue
            single = amount == 1 and power in message.STACKLESS
            item = write_power(power, -1 if single else powers.shown_amount(power, amount))
            self.add_second(item, power, owner, name)
            found.append(item)
        if owner is None:
            for place in range(0, len(self.view.bombs), 2):
                turns, damage = self.view.bombs[place : place + 2]
                found.append({**BOMB, "amount": turns, "damage": damage})
            found.extend(self.nightmares())
        found.extend(self.unknown.powers.get(name, []))
        return found

    def nightmares(self) -> list[Json]:
        """Writes the cards that Nightmare has stored, equal ones in a row as one power."""
        found: list[Json] = []
        for card, copies in itertools.groupby(self.view.nightmares):
            shown = self.card(card, f"nightmare-{len(found)}")
            found.append({**write_power(powers.NIGHT_TERROR, len(list(copies))), "card": shown})
        return found

    def add_second(
        self, item: dict[str, Json], power: int, owner: Monster | None, name: str
    ) -> None:
        """Adds what a power says besides its amount."""
        if owner is not None:
            if power == powers.RITUAL and owner.fresh:
                item["just_applied"] = True
            elif power in (powers.MALLEABLE, powers.FLIGHT, powers.INVINCIBLE):
                item["misc"] = owner.memory
            elif power == powers.STASIS and owner.memory != cards.NO_CARD:
                item["card"] = self.card(owner.memory, f"stasis-{name}")
            return
        if power == powers.INTANGIBLE:
            item["id"] = "IntangiblePlayer"
        elif power == powers.COMBUST:
            item["misc"] = self.view.powers[powers.COMBUST_LOSS]
        elif power == powers.PANACHE:
            item["damage"] = self.view.powers[powers.PANACHE_DAMAGE]
        elif self.view.fresh & fresh_bit(power):
            item["just_applied"] = True

    def relics(self) -> list[Json]:
        found: list[Json] = []
        for relic, counter in enumerate(self.view.relics):
            if relic in gear.FIGHT_RELICS and counter != gear.NOT_OWNED:
                counter = gear.NO_COUNTER  # the real game does not show what they remember
            if counter != gear.NOT_OWNED:
                name = gear.RELIC_NAMES[relic]
                found.append(write_relic(gear.RELIC_IDS[relic], name, counter))
        for item in self.unknown.relics:
            found.append({**item, "name": self.unknown.name(str(item["id"]))})
        return found

    def potions(self) -> list[Json]:
        found: list[Json] = []
        for slot, potion in enumerate(self.view.potions):
            forbidden = potion == gear.SMOKE_BOMB and self.view.room == kinds.BOSS
            usable = potion >= 0 and not gear.POTIONS[potion].automatic and not forbidden
            item = write_potion(potion, usable)
            self.add_label(item, slot)
            found.append(item)
        return found

    def add_label(self, item: dict[str, Json], slot: int) -> None:
        """Adds what a message has said about the potion in a slot."""
        label = self.view.label(slot)
        if label is None:
            return
        item["id"] = label.name
        item["can_use"] = label.usable
        if plain_id(label.name) not in gear.POTION_NUMBERS:
            item["name"] = label.name
        if label.facts != gear.metadata_of(label.name):
            item.update(label.facts.to_json())

    def monster(self, place: int) -> dict[str, Json]:
        """Writes a monster, with what it is about to do."""
        monster = self.view.monsters[place]
        item: dict[str, Json] = {
            "id": "",
            "name": "",
            "current_hp": monster.hp,
            "max_hp": monster.max_hp,
            "block": monster.block,
            "intent": "NONE",
            "half_dead": monster.half_dead,
            "is_gone": not monster.alive and not monster.half_dead,
            "powers": self.powers(monster.powers, monster, str(place)),
        }
        base, hits = monster.damage, monster.hits
        if is_unknown(monster):
            unknown_id = id_in(self.unknown.monsters, monster.kind - len(MONSTER_KINDS))
            item["id"], item["name"] = unknown_id, self.unknown.name(unknown_id)
            item["intent"] = INTENTS[monster.move if monster.move >= 0 else UNSEEN]
            item["move_id"] = NO_MOVE  # it may be a known monster with a move that is not known
        else:
            kind = MONSTER_KINDS[monster.kind]
            item["id"], item["name"] = kind.id, kind.name
            if monster.last >= 0:
                item["last_move_id"] = kind.moves[monster.last].id
            if monster.last_two >= 0:
                item["second_last_move_id"] = kind.moves[monster.last_two].id
            if monster.move < 0:
                return item
            move = kind.moves[monster.move]
            item["intent"] = move.intent
            item["move_id"] = move.id
            base, hits = announced(self.view, monster)
        item["move_base_damage"] = base
        item["move_adjusted_damage"] = (
            monster_damage(self.view, monster, base) if base >= 0 else NO_ATTACK
        )
        item["move_hits"] = hits
        return item

    def cards(self, pile: list[int], name: str) -> list[Json]:
        return [self.card(card, f"{name}-{place}") for place, card in enumerate(pile)]

    def card(self, card: int, uuid: str, rarity: bool = False) -> dict[str, Json]:
        """Writes a card, also with its rarity; a stance is written as a card, too."""
        if card < 0:
            stance = next(name for name, number in reading.STANCES.items() if number == card)
            named: dict[str, Json] = {"id": stance.title(), "name": stance.title(), "uuid": uuid}
            return {**named, **STANCE_FIELDS} if rarity else named
        side = card & FACE_MASK
        flags = cards.FLAGS[side]
        upgrades = side & 1
        item: dict[str, Json] = {"id": self.card_id(card), "name": cards.NAMES[side], "uuid": uuid}
        if side >= cards.FIRST_UNKNOWN:
            item["name"] = self.unknown.name(self.card_id(card)) + "+" * upgrades
        if side == cards.SEARING_BLOW + 1:
            upgrades += cards.growth(card)
        elif side | 1 == reading.RITUAL_DAGGER | 1:
            item["misc"] = cards.RITUAL_DAGGER_DAMAGE + cards.growth(card)
        item["type"] = cards.TYPES[cards.KINDS[side]]
        item["cost"] = cost = cost_of(self.view, card)
        item["upgrades"] = upgrades
        item["has_target"] = cards.AIMS[side] == cards.AT_ENEMY
        item["is_playable"] = (
            can_be_played(self.view, card)
            and cost <= self.view.energy
            and self.view.cards_played < card_limit(self.view)
        )
        item["exhausts"] = flags & cards.EXHAUSTS != 0
        item["ethereal"] = flags & cards.ETHEREAL != 0
        if rarity:
            known = side < cards.FIRST_UNKNOWN
            item["rarity"] = CARDS[side // 2].rarity if known else "SPECIAL"
        return item

    def card_id(self, card: int) -> str:
        side = card & FACE_MASK
        if side < cards.FIRST_UNKNOWN:
            return CLASS_IDS[self.view.character].get(side // 2, CARDS[side // 2].id)
        return id_in(self.unknown.cards, cards.growth(card))


def id_in(ids: list[str], place: int) -> str:
    """Returns an id that is not in the tables, by its place among those of the message."""
    return ids[place] if place < len(ids) else f"Unknown {place + 1}"


# Parts that the host writes outside of fights, too.


def write_envelope(
    commands: list[str], ready: bool, state: dict[str, Json] | None
) -> dict[str, Json]:
    """Writes a message around a `game_state`; around none in the main menu."""
    return {
        "available_commands": [*commands],
        "ready_for_command": ready,
        "in_game": state is not None,
        **({} if state is None else {"game_state": state}),
    }


def write_power(power: int, amount: int) -> dict[str, Json]:
    """Writes a power."""
    return {"id": POWER_IDS[power], "name": power_name(power), "amount": amount}


def write_orb(orb_id: str, name: str, evoked: int, passive: int) -> dict[str, Json]:
    """Writes an orb or an empty slot for one."""
    return {"id": orb_id, "name": name, "evoke_amount": evoked, "passive_amount": passive}


def write_relic(relic_id: str, name: str, counter: int) -> dict[str, Json]:
    """Writes a relic."""
    return {"id": relic_id, "name": name, "counter": counter}


def write_potion(potion: int, usable: bool) -> dict[str, Json]:
    """Writes a potion, or an empty slot."""
    name = shown = "Potion Slot" if potion == gear.EMPTY_SLOT else "Unknown Potion"
    thrown = False
    if potion >= 0:
        kind = gear.POTIONS[potion]
        name, shown, thrown = kind.id or kind.name, kind.name, kind.thrown
    return {
        "id": name,
        "name": shown,
        "can_use": usable,
        "can_discard": potion != gear.EMPTY_SLOT,
        "requires_target": thrown,
    }


def write_hand_select(
    hand: list[Json], selected: list[Json], most: int, optional: bool
) -> dict[str, Json]:
    """Writes the screen on which cards of the hand are chosen."""
    return {"hand": hand, "selected": selected, "max_cards": most, "can_pick_zero": optional}


def write_grid(
    listed: list[Json], selected: list[Json], count: int, optional: bool
) -> dict[str, Json]:
    """Writes the screen on which cards of a grid are chosen."""
    return {
        "cards": listed,
        "selected_cards": selected,
        "num_cards": count,
        "any_number": optional,
    }


def write_offer(offered: list[Json], optional: bool) -> dict[str, Json]:
    """Writes the screen on which one of several new cards is chosen."""
    return {"cards": offered, "skip_available": optional}


def announced(view: Fight, monster: Monster) -> tuple[int, int]:
    """Returns the base damage and the hits of the move that a monster has announced.

    The damage is below 0 if it does not attack, or if nobody can know it.
    """
    if is_unknown(monster):
        return monster.damage, monster.hits
    if monster.move < 0:
        return NO_ATTACK, 1
    move = MONSTER_KINDS[monster.kind].moves[monster.move]
    damage = move.damage[view.ascension]
    return monster.remembered(damage), monster.remembered(move.hits[view.ascension])


# Notes: what a view has that cannot be read from its message.


def write_notes(view: Fight, plain: Fight) -> dict[str, Json]:
    """Writes what differs between a view and what its message is read as."""
    notes: dict[str, Json] = {}
    for name in Fight.__match_args__:
        value: object = getattr(view, name)
        if name not in reading.LEFT_OUT and value != getattr(plain, name):
            notes[name] = write_field(name, value)
    monsters: dict[str, Json] = {}
    for place, (one, other) in enumerate(zip(view.monsters, plain.monsters, strict=True)):
        changed: dict[str, Json] = {}
        for name in Monster.__match_args__:
            own: object = getattr(one, name)
            if own != getattr(other, name):
                changed[name] = write_field(name, own)
        if changed:
            monsters[str(place)] = changed
    if monsters:
        notes["monsters"] = monsters
    return notes


def write_field(name: str, value: object) -> Json:
    """Writes the value of a field."""
    if isinstance(value, (list, tuple)):
        if name == "agenda":
            return [write_task(task) for task in value]
        if name in reading.CARD_FIELDS:
            return [card_word(card) for card in value]
        return [int(item) for item in value]
    assert isinstance(value, (bool, int, str))
    return value


def write_task(task: Task) -> Json:
    """Writes a task as a list: numbers, and the card that is played."""
    card: Json = card_word(task.card) if task.kind in reading.CARD_TASKS else task.card
    return [task.kind, card, task.target, task.x, task.step, task.flags]
