"""A client that sends random legal commands: the reference for the host's tests.

It trusts `available_commands` and `choice_list` alone. Run as a program, it plays over its pipes:
its arguments are a seed, and how many runs to play if not forever.
"""

import json
import random
import sys
from typing import Any

Message = dict[str, Any]  # what JSON holds


def legal_commands(message: Message) -> list[str]:
    """Lists the commands that are sure to be accepted now."""
    available = message["available_commands"]
    if not message["ready_for_command"]:
        return ["wait 10", "state"]
    if not message["in_game"]:
        return ["start ironclad"]
    state = message["game_state"]
    found = [word for word in available if word not in NEEDS_MORE]
    if "choose" in available:
        found.extend(f"choose {place}" for place in range(len(state["choice_list"])))
    if "play" in available:
        found.extend(plays(state["combat_state"]))
    if "potion" in available:
        found.extend(potion_commands(state))
    return found


NEEDS_MORE = ("play", "choose", "potion", "key", "click", "wait", "state", "start")


def living(combat: Message) -> list[int]:
    monsters = enumerate(combat["monsters"])
    return [place for place, one in monsters if not (one["is_gone"] or one["half_dead"])]


def plays(combat: Message) -> list[str]:
    found: list[str] = []
    for place, card in enumerate(combat["hand"], 1):
        if not card["is_playable"]:
            continue
        if card["has_target"]:
            found.extend(f"play {place % 10} {target}" for target in living(combat))
        else:
            found.append(f"play {place % 10}")
    return found


def potion_commands(state: Message) -> list[str]:
    found: list[str] = []
    for slot, potion in enumerate(state["potions"]):
        if potion["can_discard"]:
            found.append(f"potion discard {slot}")
        if potion["can_use"]:
            targets = living(state["combat_state"]) if potion["requires_target"] else []
            found.extend([f"potion use {slot} {target}" for target in targets])
            if not targets:
                found.append(f"potion use {slot}")
    return found


def pick(message: Message, dice: random.Random) -> str:
    """Picks a legal command; thrown away potions and an early end of the turn are rarer."""
    commands = legal_commands(message)
    rare = [word for word in commands if word.startswith("potion discard") or word == "end"]
    often = [word for word in commands if word not in rare]
    return dice.choice(rare if rare and (not often or dice.random() < 0.1) else often)


def main() -> None:
    dice = random.Random(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else -1
    say("ready")
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except json.JSONDecodeError:  # a line that was cut off
            message = {"error": line}
        if "error" not in message and not message["in_game"]:
            if runs == 0:
                return
            runs -= 1
        say("state" if "error" in message else pick(message, dice))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
