"""Fights: commands from moves, unknown things, choices in the middle of a turn."""

import json
from typing import Any

import pytest

from kibitz.communicationmod.client.combat import announced, living
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.policy import incoming
from kibitz.games.spire.gear import metadata_of
from kibitz.games.spire.position.message import Message
from tests.communicationmod.client_messages import (
    EMPTY,
    Document,
    card,
    command,
    decision,
    player,
    potion,
    read,
    recorded,
)

AGENTS = pytest.mark.parametrize("agent", ["simple", "planner", "expert"])


def change_combat(document: Document, **fields: Any) -> Document:
    """Changes fields of the fight."""
    document["game_state"]["combat_state"].update(fields)
    return document


def change_game(document: Document, **fields: Any) -> Document:
    """Changes fields of the run."""
    document["game_state"].update(fields)
    return document


def hand_of(document: Document) -> list[Document]:
    """Returns the hand."""
    found: list[Document] = document["game_state"]["combat_state"]["hand"]
    return found


def check_legal(message: Message, found: str) -> None:
    """Fails if a command of a fight cannot be legal."""
    verb, *numbers = found.split()
    assert verb in message.commands
    combat = message.game.child("combat_state")
    if verb == "play":
        place = int(numbers[0]) - 1
        played = combat.children("hand")[place]
        assert played.flag("is_playable", True)
        assert len(numbers) == 1 + played.flag("has_target")
        if len(numbers) == 2:
            assert int(numbers[1]) in [at for at, _ in living(combat)]


# Scenarios.


@AGENTS
def test_scenario_52_first_state_with_debug_intent_counts_the_base_damage(agent: str) -> None:
    document = recorded("first_turn")
    (monster,) = document["game_state"]["combat_state"]["monsters"]
    monster.update(intent="DEBUG", move_base_damage=11, move_adjusted_damage=-1)
    message = read(document)
    assert incoming(Spire().read_position(document)) == 11
    assert [announced(each) for _, each in living(message.game.child("combat_state"))] == [11]
    check_legal(message, command(document, agent))


def test_scenario_53_smoke_bomb_has_no_target_but_the_command_has_one() -> None:
    assert metadata_of("SmokeBomb").target_type == "none"
    document = recorded("gremlin_nob")
    bomb = potion("SmokeBomb", requires_target=True)
    change_game(document, potions=[EMPTY, bomb, EMPTY])
    monsters = document["game_state"]["combat_state"]["monsters"]
    gone = {**monsters[0], "is_gone": True, "current_hp": 0}
    change_combat(document, monsters=[gone, *monsters])
    # The simple agent uses the best potion against an elite.
    assert command(document) == "potion use 1 1"


def test_scenario_54_two_cards_of_the_hand_are_chosen_by_uuid_and_confirmed() -> None:
    hand = [card("Wound", "STATUS", -2), card("Bash", cost=2), card("Dazed", "STATUS", -2)]
    document = recorded("armaments")
    client = player()

    def ask(left: list[Document], chosen: list[Document], commands: list[str]) -> str:
        detail = {"hand": left, "selected": chosen, "max_cards": 2, "can_pick_zero": False}
        game = change_combat(change_game(document, current_action="DiscardAction"), hand=left)
        change_game(game, screen_state=detail)
        game["available_commands"] = [*commands, "wait", "state"]
        return decision(client, json.loads(json.dumps(game))).command

    assert ask(hand, [], ["choose"]) == "choose 0"
    # The selected card has left the list, so the other one has moved up.
    assert ask(hand[1:], hand[:1], ["choose"]) == "choose 1"
    assert ask(hand[1:2], [hand[0], hand[2]], ["confirm"]) == "confirm"


def test_scenario_54_the_planner_finds_its_card_on_the_screen_by_uuid() -> None:
    document = recorded("armaments")
    detail = document["game_state"]["screen_state"]
    assert command(document, "expert") == "choose 1"
    detail["hand"].reverse()
    assert command(document, "expert") == "choose 0"


@AGENTS
@pytest.mark.parametrize("what", ["card", "power", "potion", "monster", "all"])
def test_scenario_55_with_an_unknown_id_a_legal_command_is_sent(what: str, agent: str) -> None:
    document = recorded("first_turn")
    combat = document["game_state"]["combat_state"]
    if what in ("card", "all"):
        combat["hand"][0]["id"] = "mymod:Frostbolt"
    if what in ("power", "all"):
        combat["player"]["powers"] = [{"id": "mymod:Chill", "name": "Chill", "amount": 3}]
    if what in ("potion", "all"):
        change_game(document, potions=[potion("mymod:Tonic"), EMPTY, EMPTY])
        document["available_commands"].append("potion")
    if what in ("monster", "all"):
        combat["monsters"][0]["id"] = "mymod:Golem"
    client = player(agent)
    found = decision(client, document)
    check_legal(read(document), found.command)
    named = {"power": "the power Chill", "potion": "the potion Tonic"}.get(what, f"the {what} ")
    around = "not in the tables, played around: "
    assert any(f"{around}{'' if what == 'all' else named}" in note for note in client.notes)
    assert not any("mymod:" in note for note in client.notes)


# Commands.


@AGENTS
def test_cards_are_played_until_the_turn_ends(agent: str) -> None:
    document = recorded("first_turn")
    client = player(agent)
    for _ in range(20):
        found = decision(client, json.loads(json.dumps(document))).command
        check_legal(read(document), found)
        if found == "end":
            return
        combat = document["game_state"]["combat_state"]
        played = combat["hand"].pop(int(found.split()[1]) - 1)
        combat["player"]["energy"] -= played["cost"]
        for each in combat["hand"]:
            each["is_playable"] = each["cost"] <= combat["player"]["energy"]
    pytest.fail("the turn has no end")


@AGENTS
def test_a_card_that_the_game_forbids_is_not_played(agent: str) -> None:
    document = recorded("first_turn")
    for each in hand_of(document)[1:]:
        each["is_playable"] = False
    assert command(document, agent) in ("play 1 0", "play 1", "end")


@AGENTS
def test_targets_count_the_monsters_that_are_gone(agent: str) -> None:
    document = recorded("first_turn")
    monsters = document["game_state"]["combat_state"]["monsters"]
    gone = {**monsters[0], "is_gone": True, "current_hp": 0}
    change_combat(document, monsters=[gone, gone, *monsters], hand=[hand_of(document)[0]])
    assert hand_of(document)[0]["id"] == "Strike_R"
    assert command(document, agent) == "play 1 2"


def test_only_one_potion_is_used_in_a_turn() -> None:
    document = recorded("gremlin_nob")
    client = player()
    assert decision(client, document).command.startswith("potion use")
    second = recorded("gremlin_nob")
    change_game(second, potions=[EMPTY, *second["game_state"]["potions"][1:]])
    assert not decision(client, second).command.startswith("potion")
    third = change_combat(recorded("gremlin_nob"), turn=4)
    assert decision(client, third).command.startswith("potion use")


def test_a_hand_of_unknown_cards_is_played_out() -> None:
    kinds = ["ATTACK", "SKILL", "POWER", "ATTACK", "SKILL"] * 2
    hand = [
        card(f"mymod:{place}", kind, uuid=str(place), is_playable=True)
        for place, kind in enumerate(kinds)
    ]
    document = change_combat(recorded("first_turn"), hand=hand)
    found = command(document, "expert")
    assert found.startswith("play ")
    check_legal(read(document), found)


# Plain rules.


def test_another_class_is_played_by_plain_rules_and_noted() -> None:
    document = change_game(recorded("first_turn"), **{"class": "DEFECT"})
    client = player("expert")
    found = decision(client, document)
    assert found.by == "plain"
    assert [note for note in client.notes if "the class defect" in note]
    check_legal(read(document), found.command)


def test_plain_rules_block_an_attack_and_kill_what_they_can() -> None:
    document = change_game(recorded("first_turn"), **{"class": "WATCHER"})
    (monster,) = document["game_state"]["combat_state"]["monsters"]
    hand = [card("Strike_G"), card("Defend_G", "SKILL", has_target=False)]
    for each in hand:
        each["is_playable"] = True
    change_combat(document, hand=hand)
    monster.update(intent="ATTACK", move_adjusted_damage=30, move_hits=1, current_hp=40, block=0)
    assert command(document) == "play 2"
    monster.update(current_hp=5)
    assert command(document) == "play 1 0"
    monster.update(current_hp=40, intent="BUFF", move_adjusted_damage=-1)
    assert command(document) == "play 1 0"


@pytest.mark.parametrize(
    "damage",
    [
        {"current_hp": -3},
        {"current_hp": "many"},
        {"max_hp": None},
        {"energy": -1},
        {"powers": 5},
    ],
)
def test_impossible_numbers_of_the_player_are_played_around(damage: Document) -> None:
    document = recorded("first_turn")
    document["game_state"]["combat_state"]["player"].update(damage)
    client = player("expert")
    found = decision(client, document)
    assert found.by == "plain"
    assert [note for note in client.notes if note.startswith("plain rules decide: not a position")]
    check_legal(read(document), found.command)


@AGENTS
def test_nothing_is_aimed_at_monsters_that_are_gone(agent: str) -> None:
    document = recorded("first_turn")
    for monster in document["game_state"]["combat_state"]["monsters"]:
        monster["is_gone"] = True
    change_combat(document, hand=[hand_of(document)[0]])
    assert command(document, agent) == "end"
