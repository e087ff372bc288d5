"""The shape of messages, as the protocol's description has it, and a game to get them from."""

import random
from collections.abc import Iterator
from typing import Any

from kibitz.communicationmod.host.mod import Mod
from tests.communicationmod.random_client import Message, pick

ALWAYS: dict[str, type] = {
    "screen_name": str, "is_screen_up": bool, "screen_type": str, "screen_state": dict,
    "room_phase": str, "action_phase": str, "room_type": str, "current_hp": int, "max_hp": int,
    "floor": int, "act": int, "act_boss": str, "gold": int, "seed": int, "class": str,
    "ascension_level": int, "relics": list, "deck": list, "potions": list, "map": list,
    "keys": dict,
}  # fmt: skip
SOMETIMES: dict[str, type] = {"current_action": str, "choice_list": list, "combat_state": dict}
CARD: dict[str, type] = {
    "id": str, "name": str, "uuid": str, "type": str, "rarity": str, "cost": int, "upgrades": int,
    "has_target": bool, "exhausts": bool, "ethereal": bool,
}  # fmt: skip
RELIC: dict[str, type] = {"id": str, "name": str, "counter": int}
POTION: dict[str, type] = {
    "id": str, "name": str, "can_use": bool, "can_discard": bool, "requires_target": bool,
}  # fmt: skip
POWER: dict[str, type] = {"id": str, "name": str, "amount": int}
PLAYER: dict[str, type] = {
    "current_hp": int, "max_hp": int, "block": int, "energy": int, "powers": list, "orbs": list,
}  # fmt: skip
MONSTER: dict[str, type] = {
    "id": str, "name": str, "current_hp": int, "max_hp": int, "block": int, "intent": str,
    "half_dead": bool, "is_gone": bool, "powers": list,
}  # fmt: skip
MOVE: dict[str, type] = {
    "move_id": int, "move_base_damage": int, "move_adjusted_damage": int, "move_hits": int,
}  # fmt: skip
COMBAT: dict[str, type] = {
    "draw_pile": list, "discard_pile": list, "exhaust_pile": list, "hand": list, "limbo": list,
    "player": dict, "monsters": list, "turn": int, "cards_discarded_this_turn": int,
    "times_damaged": int,
}  # fmt: skip
NODE: dict[str, type] = {"x": int, "y": int, "symbol": str}
KEY = ("has_emerald_key",)
SCREENS: dict[str, dict[str, type]] = {
    "NONE": {},
    "COMPLETE": {},
    "SHOP_ROOM": {},
    "EVENT": {"event_id": str, "event_name": str, "body_text": str, "options": list},
    "CHEST": {"chest_type": str, "chest_open": bool},
    "REST": {"has_rested": bool, "rest_options": list},
    "CARD_REWARD": {"cards": list, "bowl_available": bool, "skip_available": bool},
    "COMBAT_REWARD": {"rewards": list},
    "MAP": {
        "current_node": dict, "next_nodes": list, "first_node_chosen": bool,
        "boss_available": bool,
    },
    "BOSS_REWARD": {"relics": list},
    "SHOP_SCREEN": {
        "cards": list, "relics": list, "potions": list, "purge_available": bool, "purge_cost": int,
    },
    "GRID": {
        "cards": list, "selected_cards": list, "num_cards": int, "any_number": bool,
        "for_upgrade": bool, "for_transform": bool, "for_purge": bool, "confirm_up": bool,
    },
    "HAND_SELECT": {"hand": list, "selected": list, "max_cards": int, "can_pick_zero": bool},
    "GAME_OVER": {"score": int, "victory": bool},
}  # fmt: skip
REWARDS: dict[str, dict[str, type]] = {
    "CARD": {}, "GOLD": {"gold": int}, "STOLEN_GOLD": {"gold": int}, "RELIC": {"relic": dict},
    "POTION": {"potion": dict}, "EMERALD_KEY": {}, "SAPPHIRE_KEY": {"link": dict},
}  # fmt: skip


def check(item: Message, fields: dict[str, type], more: tuple[str, ...] = ()) -> None:
    """Checks that an object has just these fields with their types, and no others but `more`."""
    for name, kind in fields.items():
        assert type(item[name]) is kind, (name, item)
    assert set(item) - set(fields) <= set(more), item


def check_message(message: Message) -> None:
    """Checks a whole message against the description of the protocol."""
    head = {"available_commands": list, "ready_for_command": bool, "in_game": bool}
    check(message, head, ("game_state",))
    assert message["in_game"] == ("game_state" in message)
    if message["in_game"]:
        check_state(message["game_state"])


def check_state(state: Message) -> None:
    check(state, ALWAYS, tuple(SOMETIMES))
    for name in SOMETIMES.keys() & state.keys():
        assert type(state[name]) is SOMETIMES[name]
    assert ("combat_state" in state) == (state["room_phase"] == "COMBAT")
    in_combat = "combat_state" in state
    check(state["screen_state"], SCREENS[state["screen_type"]])
    for relic in state["relics"]:
        check(relic, RELIC)
    for potion in state["potions"]:
        check(potion, POTION)
    for card in state["deck"]:
        check_card(card, in_combat=False)
    for node in state["map"]:
        check(node, {**NODE, "children": list, "parents": list}, KEY)
    check(state["keys"], dict.fromkeys(("ruby", "emerald", "sapphire"), bool))
    check_screen(state, in_combat)
    if in_combat:
        check_combat(state["combat_state"], {relic["id"] for relic in state["relics"]})


def check_card(card: Message, in_combat: bool, shop: bool = False) -> None:
    extra = {"is_playable": bool} if in_combat else {}
    check(card, {**CARD, **extra, **({"price": int} if shop else {})}, ("misc",))
    assert card["type"] in ("ATTACK", "SKILL", "POWER", "STATUS", "CURSE")
    assert card.get("misc") != 0


def check_screen(state: Message, in_combat: bool) -> None:
    screen, kind = state["screen_state"], state["screen_type"]
    shop = kind == "SHOP_SCREEN"
    for name in ("cards", "selected_cards", "hand", "selected"):
        for card in screen.get(name, []):
            check_card(card, in_combat, shop)
    for relic in screen.get("relics", []):
        check(relic, {**RELIC, "price": int} if shop else RELIC)
    for potion in screen.get("potions", []):
        check(potion, {**POTION, "price": int})
    for reward in screen.get("rewards", []):
        check(reward, {"reward_type": str, **REWARDS[reward["reward_type"]]})
    for option in screen.get("options", []):
        more = {} if option["disabled"] else {"choice_index": int}
        check(option, {"text": str, "label": str, "disabled": bool, **more})
    for node in [*screen.get("next_nodes", []), *filter(None, [screen.get("current_node")])]:
        check(node, NODE, KEY)


def check_combat(combat: Message, relics: set[str]) -> None:
    check(combat, COMBAT, ("card_in_play",))
    check(combat["player"], PLAYER)
    orb = {"id": str, "name": str, "evoke_amount": int, "passive_amount": int}
    for item in combat["player"]["orbs"]:
        check(item, orb)
    cards = [combat["card_in_play"]] if "card_in_play" in combat else []
    for pile in ("draw_pile", "discard_pile", "exhaust_pile", "hand", "limbo"):
        cards.extend(combat[pile])
    for card in cards:
        check_card(card, in_combat=True)
    uuids = [card["uuid"] for card in cards]
    assert len(set(uuids)) == len(uuids)
    optional = ("damage", "card", "misc", "just_applied")
    for owner in (combat["player"], *combat["monsters"]):
        for power in owner["powers"]:
            check(power, POWER, optional)
    history = ("last_move_id", "second_last_move_id")
    for monster in combat["monsters"]:
        moves = {} if "Runic Dome" in relics or "move_id" not in monster else MOVE
        check(monster, {**MONSTER, **moves}, history)


def random_run(mod: Mod, dice: random.Random, most: int = 20_000) -> Iterator[Message]:
    """Plays a run by random legal commands; yields every message of it.

    A command that is refused fails the test: `available_commands` and the fields of the state
    promise that it is legal.
    """
    message: Any = mod.message()
    for _ in range(most):
        yield message
        if mod.finished:
            return
        command = pick(message, dice)
        message = mod.answer(command)
        assert "error" not in message, (command, message)
    raise AssertionError("the run does not end")
