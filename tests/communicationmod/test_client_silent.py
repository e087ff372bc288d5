"""The client plays the Silent: the agent decides in her fights, and its choices are sent."""

from typing import Any

import pytest

from kibitz.communicationmod.client.player import Player
from kibitz.communicationmod.client.ratings import (
    Deck,
    card_worth,
    potion_entry,
    relic_entry,
    total,
    upgrade_worth,
)
from kibitz.communicationmod.client.tables import CARDS
from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.games.spire.position.message import Fields
from tests.communicationmod.client_messages import card, command, decision, player, read, state
from tests.communicationmod.silent_messages import (
    CHOICES,
    HER_DECK,
    Choice,
    asked,
    choice_screen,
    first_turn,
)
from tests.communicationmod.test_client_combat import check_legal
from tests.communicationmod.test_host_combat import Table

AGENTS = pytest.mark.parametrize("agent", ["simple", "planner", "expert"])


def plain_notes(client: Player) -> list[str]:
    """Returns the notes that say that the agent did not decide."""
    return [note for note in client.notes if "plain rules" in note or " failed: " in note]


# Fights.


@AGENTS
def test_the_agent_decides_in_her_fights(agent: str) -> None:
    document = first_turn(HER_DECK)
    client = player(agent, character="silent")
    found = decision(client, document)
    assert found.by == agent
    assert client.notes == []
    check_legal(read(document), found.command)


@AGENTS
def test_a_whole_fight_of_hers_is_played_without_a_refused_command(agent: str) -> None:
    table = Table("starter", "starter", "poison potion, cunning potion", 5, "silent")
    client = player(agent, character="silent")
    message: Any = table.mod.message()
    for _ in range(400):
        game = message["game_state"]
        if "combat_state" not in game or game["screen_type"] == "GAME_OVER":
            break
        message = table.mod.answer(decision(client, message).command)
        assert "error" not in message, message
    else:
        pytest.fail("the fight does not end")
    assert plain_notes(client) == []


# Choices.


@pytest.mark.parametrize("agent", ["simple", "planner", "expert:nodes=100"])
@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.id)
def test_every_choice_is_made_by_the_agent_and_accepted(choice: Choice, agent: str) -> None:
    table = asked(choice)
    client = player(agent, character="silent")
    sent: list[str] = []
    while table.state["screen_type"] == "HAND_SELECT":
        message: Any = table.mod.message()
        found = decision(client, message)
        if "choose" in message["available_commands"]:
            assert found.by == agent
        sent.append(found.command)
        assert "error" not in table.mod.answer(found.command)
        assert len(sent) < 12
    assert plain_notes(client) == []
    if not choice.optional:
        assert sum(each.startswith("choose ") for each in sent) == choice.count


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.id)
def test_the_chosen_card_is_found_by_its_uuid(choice: Choice) -> None:
    document = choice_screen(choice)
    shown = document["game_state"]["screen_state"]["hand"]
    first = command(document, "planner")
    if first == "confirm":
        assert choice.optional
        return
    chosen = shown[int(first.split()[1])]
    shown.reverse()
    place = int(command(document, "planner").split()[1])
    assert (shown[place]["id"], shown[place]["upgrades"]) == (chosen["id"], chosen["upgrades"])


def test_scenario_54_the_second_card_is_chosen_in_the_new_list() -> None:
    table = asked(next(choice for choice in CHOICES if choice.count == 2 and not choice.optional))
    client = player("planner", character="silent")
    picked: list[str] = []
    for _ in range(2):
        message: Any = table.mod.message()
        answer = decision(client, message).command
        shown = message["game_state"]["screen_state"]["hand"]
        picked.append(shown[int(answer.split()[1])]["uuid"])
        table.send(answer)
    assert len(set(picked)) == 2
    message = table.mod.message()
    assert "choose" not in message["available_commands"]
    assert decision(client, message).command == "confirm"
    table.send("confirm")
    assert set(picked) <= set(table.uuids("discard_pile"))


def test_with_another_class_plain_rules_choose_too() -> None:
    document = choice_screen(CHOICES[0])
    document["game_state"]["class"] = "DEFECT"
    client = player("expert", character="defect")
    found = decision(client, document)
    assert found.command.startswith("choose ")
    assert found.by != "expert"
    assert client.notes == ["the simulator does not have the class defect: plain rules decide"]


# Worth.


def test_every_card_of_hers_has_a_worth_and_an_upgrade() -> None:
    run = Run(1, RunSetup("silent"))
    for rarity in ("BASIC", "COMMON", "UNCOMMON", "RARE"):
        for number in stock.cards_of("silent", rarity):
            fields = Fields(run.card(number).write())
            assert fields.id() in CARDS
            assert 0 < card_worth(fields) < 100
            assert upgrade_worth(fields) > 0


def test_good_cards_of_hers_are_taken_upgraded_and_kept() -> None:
    cards = [
        card("Night Terror", "SKILL"),
        card("Noxious Fumes", "POWER"),
        card("Setup", "SKILL"),
    ]
    reward = state("CARD_REWARD", {"cards": cards}, ["choose", "skip"], **{"class": "THE_SILENT"})
    assert command(reward) == "choose 1"
    deck = [card("Strike_G"), card("Neutralize", cost=0), card("Defend_G", "SKILL")]
    usual = {"cards": deck, "selected_cards": [], "num_cards": 1, "confirm_up": False}
    assert command(state("GRID", {**usual, "for_upgrade": True}, ["choose"])) == "choose 1"
    assert command(state("GRID", {**usual, "for_purge": True}, ["choose"])) == "choose 0"


def test_a_second_copy_of_hers_is_worth_less() -> None:
    fumes = Fields(card("Noxious Fumes", "POWER"))
    assert total(Deck([fumes], 3).rate(fumes)) < total(Deck([], 3).rate(fumes))


def test_relics_and_potions_of_hers_are_in_the_tables() -> None:
    for name in ("Snake Skull", "Ninja Scroll", "Paper Crane", "Ring of the Serpent", "WristBlade"):
        assert relic_entry(Fields({"id": name})) != relic_entry(Fields({"id": "mymod:Relic"}))
    for name in ("Poison Potion", "CunningPotion", "GhostInAJar"):
        assert potion_entry(Fields({"id": name})).worth > 0
