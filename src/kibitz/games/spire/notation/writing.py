"""Writing positions: the messages that CommunicationMod would send."""

import itertools
from typing import Final

from kibitz.core.value import Json
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers, relics
from kibitz.games.spire.cards.catalogue import CARD_NUMBERS, CARDS, FACE_MASK
from kibitz.games.spire.cards.monsters import (
    BOSS,
    ELITE,
    FROM_MEMORY,
    INTENTS,
    MONSTER_KINDS,
    NO_ATTACK,
    NO_MOVE,
    UNSEEN,
)
from kibitz.games.spire.cards.potions import (
    CLASSES,
    EMPTY_SLOT,
    POTION_NUMBERS,
    POTIONS,
    SMOKE_BOMB,
    metadata_of,
)
from kibitz.games.spire.cards.powers import POWER_IDS, plain_id, power_name
from kibitz.games.spire.notation.message import (
    COMBAT,
    RITUAL_DAGGER,
    STACKLESS,
    read_message,
)
from kibitz.games.spire.notation.notes import NOTES, is_unknown, write_notes
from kibitz.games.spire.notation.screens import (
    CARD_REWARD,
    GRID,
    HAND_SELECT,
    NO_SCREEN,
    STANCES,
    action_of,
)
from kibitz.games.spire.notation.unknown import PLAYER, Unknown
from kibitz.games.spire.rules.combat import cost_of, fresh_bit, monster_damage
from kibitz.games.spire.rules.effects import can_be_played, pile_of
from kibitz.games.spire.state import Fight, Monster

ROOMS: Final = {ELITE: "MonsterRoomElite", BOSS: "MonsterRoomBoss"}
# The powers whose amounts belong to another power, or that are written one by one.
SECOND: Final = (
    powers.COMBUST_LOSS,
    powers.PANACHE_DAMAGE,
    powers.THE_BOMB,
    powers.NIGHT_TERROR,
)
# The ids of Strike and Defend by class, by the number of the card.
CLASS_IDS: Final = [
    {CARD_NUMBERS[plain_id(name)]: name for name in names} for names in cards.SHARED_IDS
]


def write_message(view: Fight) -> dict[str, Json]:
    """Writes a view as a message, with notes where a message says too little."""
    message = Writer(view).message()
    # A fight that is over is no fight for a reader, unless the notes say so.
    plain = read_message(with_notes(message, {"over": True, "reason": "won"}))
    plain.over = False
    plain.reason = ""
    return with_notes(message, write_notes(view, plain))


def with_notes(message: dict[str, Json], notes: dict[str, Json]) -> dict[str, Json]:
    """Returns a message with notes, if there are any."""
    state = message["game_state"]
    assert isinstance(state, dict)
    if not notes:
        return message
    return {**message, "game_state": {**state, NOTES: notes}}


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
        """Writes the whole message."""
        view = self.view
        screen, action = action_of(view)
        state: dict[str, Json] = {
            "screen_type": screen or NO_SCREEN,
            "screen_state": self.screen_state(screen),
            "room_phase": COMBAT,
            "action_phase": "WAITING_ON_USER",
            "room_type": ROOMS.get(view.room, "MonsterRoom"),
            "current_hp": view.hp,
            "max_hp": view.max_hp,
            "class": self.unknown.character or CLASSES[view.character],
            "act": view.act,
            "ascension_level": view.ascension,
            "relics": self.relics(),
            "potions": self.potions(),
            "combat_state": self.combat(),
        }
        if action:
            state["current_action"] = action
        commands: list[Json] = ["choose"] if view.choice else ["play", "end"]
        return {
            "available_commands": [*commands, "state"],
            "ready_for_command": True,
            "in_game": True,
            "game_state": state,
        }

    def screen_state(self, screen: str) -> dict[str, Json]:
        """Writes what the player is asked to choose."""
        view = self.view
        if screen == HAND_SELECT:
            return {
                "hand": self.cards(view.hand, "choice"),
                "selected": self.cards(view.chosen, "chosen"),
                "max_cards": view.picks + len(view.chosen),
                "can_pick_zero": view.optional,
            }
        if screen == GRID:
            return {
                "cards": self.cards(pile_of(view, view.picks_from), "choice"),
                "selected_cards": [],
                "num_cards": view.picks,
                "any_number": view.optional,
            }
        if screen == CARD_REWARD:
            return {"cards": self.cards(view.offered, "offer"), "skip_available": False}
        return {}

    def combat(self) -> dict[str, Json]:
        """Writes the fight itself."""
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
        """Writes the player."""
        view = self.view
        orbs: list[Json] = []
        for slot in range(view.orb_slots):
            if slot < len(view.orbs):
                dark: dict[str, Json] = {
                    "id": "Dark",
                    "name": "Dark",
                    "evoke_amount": view.orbs[slot],
                    "passive_amount": 6,
                }
                orbs.append(dark)
            else:
                orbs.append(
                    {"id": "Empty", "name": "Orb Slot", "evoke_amount": 0, "passive_amount": 0}
                )
        return {
            "current_hp": view.hp,
            "max_hp": view.max_hp,
            "block": view.block,
            "energy": view.energy,
            "powers": self.powers(view.powers, None, PLAYER),
            "orbs": orbs,
        }

    def powers(self, amounts: list[int], owner: Monster | None, name: str) -> list[Json]:
        """Writes the powers of the player or of a monster."""
        found: list[Json] = []
        for power, amount in enumerate(amounts):
            if amount == 0 or power in SECOND:
                continue
            item: dict[str, Json] = {
                "id": POWER_IDS[power],
                "name": power_name(power),
                "amount": -1 if amount == 1 and power in STACKLESS else amount,
            }
            self.add_second(item, power, owner)
            found.append(item)
        if owner is None:
            for place in range(0, len(self.view.bombs), 2):
                turns, damage = self.view.bombs[place : place + 2]
                found.append(
                    {"id": "TheBomb", "name": "The Bomb", "amount": turns, "damage": damage}
                )
            found.extend(self.nightmares())
        found.extend(self.unknown.powers.get(name, []))
        return found

    def nightmares(self) -> list[Json]:
        """Writes the cards that Nightmare has stored, equal ones in a row as one power."""
        found: list[Json] = []
        for card, copies in itertools.groupby(self.view.nightmares):
            found.append(
                {
                    "id": POWER_IDS[powers.NIGHT_TERROR],
                    "name": power_name(powers.NIGHT_TERROR),
                    "amount": len(list(copies)),
                    "card": self.card(card, f"nightmare-{len(found)}"),
                }
            )
        return found

    def add_second(self, item: dict[str, Json], power: int, owner: Monster | None) -> None:
        """Adds what a power says besides its amount."""
        if owner is not None:
            if power == powers.RITUAL and owner.fresh:
                item["just_applied"] = True
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
        """Writes the relics with their counters."""
        found: list[Json] = []
        for relic, counter in enumerate(self.view.relics):
            if relic in relics.FIGHT_RELICS and counter != relics.NOT_OWNED:
                counter = relics.NO_COUNTER  # the real game does not show what they remember
            if counter != relics.NOT_OWNED:
                found.append(
                    {
                        "id": relics.RELIC_IDS[relic],
                        "name": relics.RELIC_NAMES[relic],
                        "counter": counter,
                    }
                )
        for item in self.unknown.relics:
            found.append({**item, "name": self.unknown.name(str(item["id"]))})
        return found

    def potions(self) -> list[Json]:
        """Writes the potions by slot."""
        found: list[Json] = []
        for slot, potion in enumerate(self.view.potions):
            name = shown = "Potion Slot" if potion == EMPTY_SLOT else "Unknown Potion"
            usable = thrown = False
            if potion >= 0:
                kind = POTIONS[potion]
                name, shown, thrown = kind.id or kind.name, kind.name, kind.thrown
                usable = not kind.automatic and not (
                    potion == SMOKE_BOMB and self.view.room == BOSS
                )
            item: dict[str, Json] = {
                "id": name,
                "name": shown,
                "can_use": usable,
                "can_discard": potion != EMPTY_SLOT,
                "requires_target": thrown,
            }
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
        if plain_id(label.name) not in POTION_NUMBERS:
            item["name"] = label.name
        if label.facts != metadata_of(label.name):
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
            "half_dead": False,
            "is_gone": not monster.alive,
            "powers": self.powers(monster.powers, monster, str(place)),
        }
        base, hits = monster.damage, monster.hits
        if is_unknown(monster):
            unknown_id = self.unknown_monster(monster)
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

    def unknown_monster(self, monster: Monster) -> str:
        """Returns the id of a monster that is not in the table."""
        place = monster.kind - len(MONSTER_KINDS)
        names = self.unknown.monsters
        return names[place] if place < len(names) else f"Unknown {place + 1}"

    def cards(self, pile: list[int], name: str) -> list[Json]:
        """Writes the cards of a pile."""
        return [self.card(card, f"{name}-{place}") for place, card in enumerate(pile)]

    def card(self, card: int, uuid: str) -> dict[str, Json]:
        """Writes a card; a stance is written as a card, too."""
        if card < 0:
            stance = next(name for name, number in STANCES.items() if number == card)
            return {"id": stance.title(), "name": stance.title(), "uuid": uuid}
        side = card & FACE_MASK
        flags = cards.FLAGS[side]
        upgrades = side & 1
        item: dict[str, Json] = {"id": self.card_id(card), "name": cards.NAMES[side], "uuid": uuid}
        if side >= cards.FIRST_UNKNOWN:
            item["name"] = self.unknown.name(self.card_id(card)) + "+" * upgrades
        if side == cards.SEARING_BLOW + 1:
            upgrades += cards.growth(card)
        elif side | 1 == RITUAL_DAGGER | 1:
            item["misc"] = cards.RITUAL_DAGGER_DAMAGE + cards.growth(card)
        item["type"] = cards.TYPES[cards.KINDS[side]]
        item["cost"] = cost_of(self.view, card)
        item["upgrades"] = upgrades
        item["has_target"] = cards.AIMS[side] == cards.AT_ENEMY
        item["is_playable"] = can_be_played(self.view, card) and (
            cost_of(self.view, card) <= self.view.energy
        )
        item["exhausts"] = flags & cards.EXHAUSTS != 0
        item["ethereal"] = flags & cards.ETHEREAL != 0
        return item

    def card_id(self, card: int) -> str:
        """Returns the id of a card."""
        side = card & FACE_MASK
        if side < cards.FIRST_UNKNOWN:
            return CLASS_IDS[self.view.character].get(side // 2, CARDS[side // 2].id)
        place = cards.growth(card)
        names = self.unknown.cards
        return names[place] if place < len(names) else f"Unknown {place + 1}"


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
    return (monster.memory if damage == FROM_MEMORY else damage), move.hits
