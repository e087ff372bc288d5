"""The protocol: one command for each state, errors, states that are not ready, loops, the end."""

import json

import pytest

from kibitz.communicationmod.client.player import MOST_IDLE, MOST_UNREADABLE, End, Player
from kibitz.games.spire.position.message import Message, read_line
from tests.communicationmod.client_messages import decision, menu, player, read, recorded, state

ERROR = {"error": "Invalid command: play. Possible commands: [end]", "ready_for_command": True}


def end_of(client: Player, message: Message) -> End:
    """Returns the answer to a message, which must be the end."""
    found = client.answer(message)
    assert isinstance(found, End), found
    return found


# Errors.


def test_scenario_51_after_an_error_the_state_is_asked_for_and_answered_anew() -> None:
    client = player()
    document = recorded("first_turn")
    first = decision(client, document).command
    assert decision(client, ERROR).command == "state"
    second = decision(client, document).command
    assert second not in (first, "state")


def test_after_three_errors_the_plainest_command_is_sent() -> None:
    client = player("expert")
    document = recorded("first_turn")
    sent: list[str] = []
    for _ in range(3):
        sent.append(decision(client, document).command)
        assert decision(client, ERROR).command == "state"
    assert len(set(sent)) == 3
    assert decision(client, document).command == "end"
    assert decision(client, ERROR).command == "state"
    # The end was refused, too, and there is no button and no choice.
    assert decision(client, document).command == "wait 30"
    # After a while, what was refused is tried again.
    assert decision(client, document).command != "wait 30"


def test_errors_that_are_not_in_a_row_do_not_add_up() -> None:
    client = player()
    for turn in range(1, 6):
        document = recorded("first_turn")
        document["game_state"]["combat_state"]["turn"] = turn
        refused = decision(client, document).command
        assert decision(client, ERROR).command == "state"
        again = decision(client, document).command
        assert again != refused
        assert again.startswith("play ")


def test_a_refused_command_is_allowed_again_in_another_state() -> None:
    client = player()
    document = recorded("first_turn")
    first = decision(client, document).command
    decision(client, ERROR)
    document = json.loads(json.dumps(document))
    document["game_state"]["combat_state"]["turn"] = 2
    assert decision(client, document).command == first


@pytest.mark.parametrize("error", ["", 5, None, {"text": "wrong"}])
def test_an_error_needs_no_text(error: object) -> None:
    client = player()
    decision(client, recorded("first_turn"))
    assert decision(client, {"error": error}).command == "state"


# Waiting.


def test_a_state_that_is_not_ready_is_waited_for() -> None:
    document = {**recorded("first_turn"), "ready_for_command": False}
    assert decision(player(), document).command == "wait 10"
    document["available_commands"] = ["state"]
    found = decision(player(), document)
    assert found.command == "state"
    assert found.pause > 0


def test_an_old_state_is_asked_for_again_and_not_answered_twice() -> None:
    client = player()
    document = recorded("first_turn")
    first = decision(client, document).command
    again = decision(client, json.loads(json.dumps(document)))
    assert (again.command, again.pause > 0) == ("state", True)
    # The same state once more: the command had no effect, so another one is sent.
    assert decision(client, document).command not in (first, "state")


def test_a_command_that_leads_in_circles_is_given_up() -> None:
    client = player()
    rest = {"has_rested": False, "rest_options": ["rest", "smith"]}
    camp = state("REST", rest, ["choose"], choice_list=["rest", "smith"])
    sent: list[str] = []
    for gold in range(6):  # the game goes back and forth between two states
        sent.append(decision(client, camp).command)
        elsewhere = state("COMPLETE", {}, ["proceed"], gold=gold)
        assert decision(client, elsewhere).command == "proceed"
    assert sent[:2] == ["choose 1", "choose 1"]
    assert sent[2:4] == ["choose 0", "choose 0"]


def test_a_game_that_does_not_move_on_is_left() -> None:
    client = player()
    document = {**recorded("first_turn"), "ready_for_command": False}
    for _ in range(MOST_IDLE):
        decision(client, document)
    found = end_of(client, read(document))
    assert found.code == 1
    assert "has not changed" in found.reason


@pytest.mark.parametrize("line", ['{"available_commands": ["sta', "[]", "7", "{}", "", "[" * 9999])
def test_a_line_that_cannot_be_read_is_asked_for_again(line: str) -> None:
    message = read_line(line)
    assert message.problem
    found = player().answer(message)
    assert not isinstance(found, End)
    assert found.command == "state"


def test_a_game_that_sends_only_rubbish_is_left() -> None:
    client = player()
    for _ in range(MOST_UNREADABLE):
        assert not isinstance(client.answer(read_line('{"available')), End)
    assert "cannot be read" in end_of(client, read_line('{"available')).reason


def test_a_silent_game_is_asked_three_times() -> None:
    client = player()
    for _ in range(3):
        found = client.silence()
        assert not isinstance(found, End)
        assert found.command == "state"
    assert client.silence() == End("the game has not answered 3 times")


def test_an_answer_ends_the_count_of_silences() -> None:
    client = player()
    for _ in range(5):
        assert not isinstance(client.silence(), End)
        decision(client, menu())


# Runs.


def test_runs_are_started_from_the_menu_and_counted() -> None:
    client = player(character="silent", ascension=3, seed="ABC", runs=2)
    over = state("GAME_OVER", {"score": 250, "victory": False}, ["proceed"], floor=9)
    assert decision(client, menu()).command == "start silent 3 ABC"
    assert decision(client, over | {"in_game": True}).command == "proceed"
    assert decision(client, state("MAP", {"boss_available": True}, ["choose"])).command
    assert decision(client, over).command == "proceed"
    assert decision(client, menu()).command == "start silent 3 ABC2"
    assert decision(client, state("COMPLETE", {}, ["proceed"])).command == "proceed"
    assert decision(client, over).command == "proceed"
    assert end_of(client, read(menu())) == End("2 runs played", 0)
    assert "run 2 is over: lost on floor 9, score 250" in client.notes


def test_a_run_that_is_left_counts() -> None:
    client = player()
    decision(client, state("COMPLETE", {}, ["proceed"]))
    assert end_of(client, read(menu())) == End("1 run played", 0)


def test_a_game_that_refuses_to_start_is_left() -> None:
    client = player(seed="ABC")
    error = {"error": "Invalid argument: ABC", "ready_for_command": True}
    for _ in range(3):
        assert decision(client, menu()).command == "start ironclad 0 ABC"
        assert decision(client, error).command == "state"
    found = end_of(client, read(menu()))
    assert found.code == 1
    assert "refuses to start" in found.reason


def test_unknown_fields_and_screens_are_noted_once() -> None:
    client = player()
    for floor in (1, 2):
        document = state("TAVERN", {}, ["proceed"], floor=floor, mood="good")
        assert decision(client, document).command == "proceed"
    assert client.notes == ["unknown field 'mood'", "unknown screen 'TAVERN'"]


def test_a_run_with_another_class_than_the_settings_is_noted_once() -> None:
    client = player(character="silent")
    for gold in (1, 2):
        decision(client, state("COMPLETE", {}, ["proceed"], gold=gold))
    assert client.notes == ["the run is played with ironclad, as it was started"]
    same = player(character="silent")
    decision(same, state("COMPLETE", {}, ["proceed"], **{"class": "THE_SILENT"}))
    assert same.notes == []


def test_the_same_messages_get_the_same_answers() -> None:
    documents = [recorded(name) for name in ("first_turn", "gremlin_nob", "boss", "armaments")]

    def answers() -> list[str]:
        client = player("expert")
        return [decision(client, document).command for document in documents]

    assert answers() == answers()
