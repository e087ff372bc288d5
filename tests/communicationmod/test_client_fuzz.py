"""Whatever the game sends, the client answers with one command or ends; nothing escapes."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.advising import Adviser
from kibitz.communicationmod.client.player import PASSIVE, End, Player, Settings
from kibitz.games.spire.position.message import Message, read_line
from tests.communicationmod.client_messages import (
    EMPTY,
    Document,
    card,
    deck,
    menu,
    player,
    potion,
    recorded,
    state,
)
from tests.communicationmod.silent_messages import CHOICES, HER_DECK, choice_screen, first_turn
from tests.games.damage import damaged, damaged_text, documents

COMMAND = re.compile(
    r"start ironclad 0|play (10|[1-9])( \d+)?|end|potion (use|discard) \d+( \d+)?|choose \d+"
    r"|proceed|confirm|return|skip|cancel|leave|wait \d+|state"
)
BUTTONS = ["choose", "proceed", "leave", "potion"]
NODE = {"x": 0, "y": 1, "symbol": "M", "children": [{"x": 0, "y": 2}]}
ITEM = {"id": "Anchor", "name": "Anchor", "price": 80, "counter": -1}
POTIONS = [potion("Fire Potion", requires_target=True), potion("Fruit Juice"), EMPTY]
SCREENS: dict[str, Document] = {
    "EVENT": {
        "event_id": "Big Fish",
        "options": [{"label": "Banana", "choice_index": 0}, {"label": "Box", "disabled": True}],
    },
    "CHEST": {"chest_type": "SmallChest", "chest_open": False},
    "SHOP_ROOM": {},
    "REST": {"has_rested": False, "rest_options": ["rest", "smith"]},
    "CARD_REWARD": {"cards": deck()[:3], "bowl_available": True, "skip_available": True},
    "COMBAT_REWARD": {"rewards": [{"reward_type": "POTION", "potion": POTIONS[0]}, {}]},
    "MAP": {"next_nodes": [NODE, {**NODE, "x": 1}], "boss_available": False},
    "BOSS_REWARD": {"relics": [ITEM, {"id": "Sozu"}]},
    "SHOP_SCREEN": {
        "cards": [card("Immolate", price=90)],
        "relics": [ITEM],
        "potions": [{**POTIONS[0], "price": 50}],
        "purge_available": True,
        "purge_cost": 75,
    },
    "GRID": {"cards": deck(), "selected_cards": deck()[:1], "num_cards": 2, "for_upgrade": True},
    "HAND_SELECT": {"hand": deck(), "selected": [], "max_cards": 2, "can_pick_zero": True},
    "GAME_OVER": {"score": 10, "victory": False},
    "COMPLETE": {},
    "NONE": {},
}
RECORDED = (
    "first_turn",
    "gremlin_nob",
    "boss",
    "unknown",
    "armaments",
    "headbutt",
    "attack_potion",
)
OFFERED = ["purge", "immolate", "anchor", "fire potion", "bowl"]
MESSAGES: list[Document] = [
    *[
        state(screen, detail, BUTTONS, choice_list=OFFERED, potions=POTIONS, map=[NODE])
        for screen, detail in SCREENS.items()
    ],
    *[recorded(name) for name in RECORDED],
    first_turn(HER_DECK),
    *[choice_screen(choice) for choice in CHOICES if choice.count == 2],
    menu(),
    {"error": "Invalid command: play", "ready_for_command": True},
]


def check(client: Player, message: Message) -> bool:
    """Fails if the answer to a message is not a command that looks legal; tells of the end."""
    found = client.answer(message)
    if isinstance(found, End):
        assert found.reason
        return True
    assert isinstance(found, Decision)
    assert COMMAND.fullmatch(found.command), found.command
    passive = found.command.partition(" ")[0] in PASSIVE
    assert passive or (message.ready and message.allows(found.command)), found.command
    if message.problem or message.error:
        assert found.command == "state"
    json.dumps([found.why, found.by, found.details])
    failures = [note for note in client.notes if " failed: " in note]
    assert failures == []
    return False


@pytest.mark.parametrize("agent", ["simple", "planner:nodes=60,worlds=1"])
@settings(max_examples=120)
@given(data=st.data())
def test_mutated_messages_get_one_command_or_end_the_session(
    agent: str, data: st.DataObject
) -> None:
    client = player(agent)
    for document in data.draw(st.lists(st.sampled_from(MESSAGES), min_size=1, max_size=4)):
        mutated: object = document
        for _ in range(data.draw(st.integers(0, 4))):
            mutated = damaged(mutated, data.draw)
        line = json.dumps(mutated)
        if data.draw(st.integers(0, 3)) == 0:
            line = damaged_text(line, data.draw)
        if check(client, read_line(line)):
            return


@settings(max_examples=80)
@given(data=st.data())
def test_any_line_gets_one_command_or_ends_the_session(data: st.DataObject) -> None:
    client = player()
    lines = st.text(max_size=60) | documents.map(json.dumps)
    for line in data.draw(st.lists(lines, min_size=1, max_size=4)):
        assert not check(client, read_line(line))


@pytest.mark.parametrize("message", MESSAGES, ids=range(len(MESSAGES)))
def test_every_field_can_be_missing_or_of_another_type(message: Document) -> None:
    for replaced in (None, [], {}, "x", -1, True, [None], {"id": 4}):
        for broken in with_each_field(message, replaced):
            check(player(), read_line(json.dumps(broken)))


@pytest.mark.parametrize("message", MESSAGES, ids=range(len(MESSAGES)))
def test_advice_survives_every_field_that_is_missing_or_of_another_type(message: Document) -> None:
    adviser = Adviser(Settings("simple", advise=True))
    for replaced in (None, [], {}, "x", -1, True, [None], {"id": 4}):
        for broken in with_each_field(message, replaced):
            for document in (message, broken):
                found = adviser.advise(read_line(json.dumps(document)))
                assert found is None or COMMAND.fullmatch(found.command)
    assert [note for note in adviser.notes if " failed: " in note] == []


def with_each_field(document: Document, value: object) -> list[Document]:
    """Returns copies of a document, each with a value in the place of another field."""
    found: list[Document] = []
    for name, inner in document.items():
        found.append({**document, name: value})
        if isinstance(inner, dict):
            found += [{**document, name: each} for each in with_each_field(inner, value)]
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            found.append({**document, name: [value, *inner[1:]]})
            firsts = with_each_field(inner[0], value)
            found += [{**document, name: [each, *inner[1:]]} for each in firsts]
    return found
