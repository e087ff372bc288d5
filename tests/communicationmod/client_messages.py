"""Messages of CommunicationMod for tests: short ones by hand, and recorded fights."""

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.player import Player, Settings
from kibitz.games.spire.position.message import Fields, Message

DATA = Path(__file__).parent.parent / "data"
Document = dict[str, Any]  # Any: JSON that tests take apart

EMPTY = {
    "id": "Potion Slot",
    "name": "Potion Slot",
    "can_use": False,
    "can_discard": False,
    "requires_target": False,
}


def card(card_id: str, kind: str = "ATTACK", cost: int = 1, **more: Any) -> Document:
    """Returns a card as the mod writes it."""
    name = card_id.replace("_R", "").replace("_G", "")
    fields = {"id": card_id, "name": name, "uuid": f"uuid {card_id}", "type": kind, "cost": cost}
    return {**fields, "upgrades": 0, "rarity": "COMMON", "has_target": kind == "ATTACK", **more}


def deck() -> list[Document]:
    """Returns the deck with which the Ironclad starts."""
    strikes = [card("Strike_R", uuid=f"strike {place}") for place in range(5)]
    defends = [card("Defend_R", "SKILL", uuid=f"defend {place}") for place in range(4)]
    return [*strikes, *defends, card("Bash", cost=2)]


def potion(potion_id: str, **more: Any) -> Document:
    """Returns a potion in a slot."""
    fields = {"id": potion_id, "name": potion_id, "can_use": True, "can_discard": True}
    return {**fields, "requires_target": False, **more}


def menu() -> Document:
    """Returns the message of the main menu."""
    return {"available_commands": ["start", "state"], "ready_for_command": True, "in_game": False}


def state(
    screen: str, detail: Document | None = None, commands: Sequence[str] = (), **game: Any
) -> Document:
    """Returns the message of a screen outside a fight; `game` changes fields of the state."""
    fields = {
        "screen_name": screen,
        "is_screen_up": True,
        "screen_type": screen,
        "screen_state": detail or {},
        "room_phase": "COMPLETE",
        "action_phase": "WAITING_ON_USER",
        "room_type": "MonsterRoom",
        "current_hp": 60,
        "max_hp": 80,
        "floor": 3,
        "act": 1,
        "act_boss": "Hexaghost",
        "gold": 120,
        "seed": 7,
        "class": "IRONCLAD",
        "ascension_level": 0,
        "relics": [{"id": "Burning Blood", "name": "Burning Blood", "counter": -1}],
        "deck": deck(),
        "potions": [EMPTY, EMPTY, EMPTY],
        "map": [],
    }
    return {
        "available_commands": [*commands, "key", "click", "wait", "state"],
        "ready_for_command": True,
        "in_game": True,
        "game_state": {**fields, **game},
    }


def recorded(name: str) -> Document:
    """Returns a recorded message, such as `first_turn`."""
    found: Document = json.loads((DATA / f"spire_{name}.json").read_text())
    return copy.deepcopy(found)


def read(document: Document) -> Message:
    """Makes a message of a document."""
    return Message(Fields(document))


def player(agent: str = "simple", **settings: Any) -> Player:
    """Makes a player; by default with an agent that needs no time."""
    return Player(Settings(agent=agent, **settings))


def decision(of: Player, document: Document) -> Decision:
    """Returns the answer to a message, which must be a command."""
    found = of.answer(read(document))
    assert isinstance(found, Decision), found
    return found


def command(document: Document, agent: str = "simple") -> str:
    """Returns what a new player answers to a message."""
    return decision(player(agent), document).command
