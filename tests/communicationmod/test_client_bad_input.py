"""Bad input over real pipes, each kind by its name: the client answers, and the game goes on."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.communicationmod.client_messages import Document, card, recorded
from tests.communicationmod.pipes import Client

FIRST_TURN = recorded("first_turn")
CLASSES = ("IRONCLAD", "THE_SILENT", "DEFECT")


def truncated_json(message: Document) -> str:
    return json.dumps(message)[:-200]


def wrong_types(message: Document) -> str:
    game = message["game_state"]
    game.update(relics="none", potions=[{"id": 3}], deck=7, floor="one", map=None)
    game["combat_state"].update(turn="first", draw_pile={}, exhaust_pile=False)
    game["combat_state"]["player"].update(max_hp="eighty", powers=5, orbs="none")
    game["combat_state"]["monsters"][0].update(current_hp="many", powers=None, move_hits=[])
    return json.dumps(message)


def negative_hp(message: Document) -> str:
    message["game_state"]["current_hp"] = -5
    message["game_state"]["combat_state"]["player"]["current_hp"] = -5
    return json.dumps(message)


def unknown_ids(message: Document) -> str:
    game = message["game_state"]
    combat = game["combat_state"]
    combat["hand"][0]["id"] = "mymod:Frostbolt"
    combat["player"]["powers"] = [{"id": "mymod:Chill", "name": "Chill", "amount": 3}]
    combat["monsters"][0]["id"] = "mymod:Golem"
    game["relics"] = [{"id": "mymod:Compass", "name": "Compass", "counter": 2}]
    game["potions"][0] = {"id": "mymod:Tonic", "name": "Tonic", "can_use": True}
    return json.dumps(message)


def full_hand_of_unknown_cards(message: Document) -> str:
    message["game_state"]["combat_state"]["hand"] = [
        card(f"mymod:{place}", kind, uuid=str(place), is_playable=True)
        for place, kind in enumerate(["ATTACK", "SKILL", "POWER", "CURSE", "LOCATION"] * 2)
    ]
    return json.dumps(message)


def monster_that_is_gone(message: Document) -> str:
    monsters = message["game_state"]["combat_state"]["monsters"]
    monsters.insert(0, {**monsters[0], "is_gone": True, "current_hp": 0})
    return json.dumps(message)


def only_monsters_that_are_gone(message: Document) -> str:
    for monster in message["game_state"]["combat_state"]["monsters"]:
        monster["is_gone"] = True
    return json.dumps(message)


BAD_INPUT: tuple[Callable[[Document], str], ...] = (
    truncated_json,
    wrong_types,
    negative_hp,
    unknown_ids,
    full_hand_of_unknown_cards,
    monster_that_is_gone,
    only_monsters_that_are_gone,
)


def first_turn(of: str, gold: int) -> Document:
    """Returns a new state of the first turn, with a class."""
    message = copy.deepcopy(FIRST_TURN)
    message["game_state"].update({"class": of, "gold": gold})
    return message


@pytest.mark.parametrize("spoil", BAD_INPUT, ids=lambda spoil: spoil.__name__)
def test_bad_input_gets_one_legal_command_and_the_game_goes_on(
    spoil: Callable[[Document], str], tmp_path: Path
) -> None:
    with Client(tmp_path / "log.jsonl", "--agent", "planner") as client:
        assert client.line() == "ready"
        for gold, of in enumerate(CLASSES):
            answer = client.ask(spoil(first_turn(of, 2 * gold)))
            check_answer(spoil.__name__, answer)
            # The next message is a good one, and is answered as such.
            assert client.ask(first_turn(of, 2 * gold + 1)).startswith("play ")
        client.close_input()
        assert client.line() == "", "there is one command for each message"
        assert client.code() == 1
        assert "Traceback" not in client.errors()
        assert not [note for note in client.entries("note") if " failed: " in note["text"]]


def check_answer(name: str, answer: str) -> None:
    """Fails if a command does not fit the bad input."""
    verb, *numbers = answer.split()
    if name == "truncated_json":
        assert answer == "state"
    elif name == "only_monsters_that_are_gone":
        assert verb == "end" or (verb == "play" and len(numbers) == 1)
    elif name == "monster_that_is_gone":
        assert verb in ("play", "end")
        assert numbers[1:] in ([], ["1"]), "the first monster cannot be a target"
    elif name == "full_hand_of_unknown_cards":
        assert verb == "play"
    else:
        assert verb in ("play", "end", "potion")
