"""Slay the Spire beside the game: sessions of a real client, as the table shows them."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kibitz.communicationmod.client import log as logs
from kibitz.communicationmod.scenes import show_message
from kibitz.core.scene import SYMBOLS, TONES
from kibitz.games.spire import Spire
from kibitz.games.spire.position.message import Fields, Message
from kibitz.table.beside import MOST_READ, Beside, is_served
from kibitz.table.settings import Settings, make_settings
from tests.cli.command import PATIENCE, command, default_signals, environment
from tests.communicationmod.client_messages import card, menu, recorded, state
from tests.communicationmod.pipes import Client
from tests.table.servers import TableServer

Document = dict[str, Any]  # Any: JSON that tests take apart

MERCHANT = {
    "cards": [{**card("Immolate"), "price": 50}],
    "relics": [{"id": "Anchor", "name": "Anchor", "price": 150}],
    "potions": [{"id": "Fire Potion", "name": "Fire Potion", "price": 40}],
    "purge_available": True,
    "purge_cost": 75,
}
SCREENS: list[tuple[str, Document, list[str], list[str]]] = [
    ("CARD_REWARD", {"cards": [card("Immolate"), card("Strike_R")]}, [], ["Immolate", "Strike"]),
    ("GRID", {"cards": [card("Strike_R")] * 14, "num_cards": 1}, [], ["Strike"] * 14),
    ("MAP", {"next_nodes": [{"x": 0, "y": 1, "symbol": "E"}]}, [], ["Elite"]),
    ("REST", {"rest_options": ["rest", "smith"]}, ["rest", "smith"], ["Rest", "Smith"]),
    ("BOSS_REWARD", {"relics": [{"id": "Sozu", "name": "Sozu"}]}, [], ["Sozu"]),
    ("COMBAT_REWARD", {"rewards": [{"reward_type": "GOLD", "gold": 18}]}, [], ["18 gold"]),
    (
        "SHOP_SCREEN",
        MERCHANT,
        ["purge", "immolate", "anchor", "fire potion"],
        ["Immolate", "Anchor", "Fire Potion", "Remove a card"],
    ),
    (
        "EVENT",
        {"event_id": "Big Fish", "options": [{"label": "Banana", "text": "[Banana] Heal 20 HP."}]},
        [],
        ["Banana"],
    ),
    ("NEW_SCREEN", {}, ["strange"], ["Strange"]),
]


# With the time of the client, a slow machine would not plan.
PLANNER = "planner:ms=20000"


class Clock:
    """A clock that goes on by a second whenever it is read, so that every look is a new one."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def follow(path: Path) -> Callable[[], Any]:
    """Follows a log, or a folder of logs; returns what looks at it."""
    return Beside(make_settings({"spire_log": path}, "test"), Clock()).look


def wait_for(look: Callable[[], Document], wanted: Callable[[Document], object]) -> Document:
    """Looks until a document is as wanted."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if wanted(found):
            return found
        time.sleep(0.02)
    raise AssertionError(f"nothing of this kind came: {json.dumps(found)[:2000]}")


def in_fight(found: Document) -> bool:
    return bool(found.get("run") and found["run"]["fight"] and found["decision"])


def pieces(found: Document, area: str) -> list[Document]:
    areas = {each["id"]: each for each in found["scene"]["areas"]}
    listed: list[Document] = areas[area].get("pieces", [])
    return listed


@contextmanager
def demonstration(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Plays against the simulated game, with the log where sessions have theirs."""
    process = subprocess.Popen(
        command("spire", "--demo", "--agent", PLANNER, "--seed", "DEMO", *arguments),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment({"XDG_STATE_HOME": str(folder)}),
        preexec_fn=default_signals,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)  # it ends the host and the client, too
        process.wait(PATIENCE)


# A session.


def test_a_fight_is_shown_with_the_decision_and_its_reasons(tmp_path: Path) -> None:
    look = follow(tmp_path)
    assert look()["state"] == "waiting"
    with Client(tmp_path / "1.jsonl", "--agent", PLANNER) as client:
        assert client.line() == "ready"
        client.ask(menu())
        sent = client.ask(recorded("first_turn"))
        found = wait_for(look, in_fight)
        assert found["state"] == "live"
        assert found["session"]["agent"] == PLANNER
        assert found["session"]["advise"] is False
        assert found["run"] | {"floor": 1, "character": "ironclad"} == found["run"]
        assert [each["name"] for each in pieces(found, "monsters")] == ["Jaw Worm"]
        assert len(pieces(found, "hand")) == 5
        decision = found["decision"]
        assert decision["command"] == sent
        assert decision["follows"] is False
        advice = decision["advice"]
        assert advice["explanation"]
        assert advice["options"][0]["text"] == decision["text"]
        scores = [option["score"] for option in advice["options"]]
        assert scores == sorted(scores, reverse=True)
        assert advice["options"][0]["reasons"]
        assert advice["trace"]
        shown = [*pieces(found, "hand"), *pieces(found, "monsters")]
        groups = {piece.get("group") for piece in shown}
        assert {group for group, _ in decision["touches"]} <= groups
        assert decision["touches"]
        client.close_input()
        ended = wait_for(look, lambda found: found["state"] == "ended")
        assert "closed the pipe" in ended["message"]
        assert ended["scene"] == found["scene"]
        assert ended["number"] > found["number"]


def test_advice_is_shown_as_advice_with_what_was_played_instead(tmp_path: Path) -> None:
    look = follow(tmp_path)
    first = recorded("first_turn")
    first["game_state"]["relics"] = [{"id": "mymod:Compass", "name": "Compass", "counter": -1}]
    later = json.loads(json.dumps(first))
    later["game_state"]["combat_state"]["turn"] += 1
    with Client(tmp_path / "1.jsonl", "--agent", PLANNER, "--advise") as client:
        assert client.line() == "ready"
        client.send(first)
        found = wait_for(look, in_fight)
        assert found["session"]["advise"] is True
        advice = found["decision"]["advice"]
        assert advice["guesses"] == ["the relic Compass"]
        assert advice["explanation"][-1] == "Partly a guess: the relic Compass is not simulated."
        client.send(later)
        told = wait_for(look, lambda found: len(found["told"]) == 2)["told"]
        assert told[0]["instead"] == "the turn was ended"
        assert "instead" not in told[1]


def test_a_demonstration_is_followed_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    beside = Beside(Settings(), Clock())
    seen: list[Document] = []

    def look() -> Document:
        found: Document = beside.look()
        seen.append(found)
        return found

    with demonstration(tmp_path, "--pace", "0.05"):
        wait_for(look, in_fight)
        wait_for(look, lambda found: in_fight(found) and found["decision"]["follows"])
        wait_for(look, lambda found: found.get("run") and found["run"]["screen"] == "CARD_REWARD")
    plan = next(each["decision"] for each in seen if in_fight(each) and each["decision"]["follows"])
    assert plan["advice"]["explanation"], "the plan of the turn stays while it is carried out"
    numbers = [each["number"] for each in seen]
    assert numbers == sorted(numbers)


def test_what_has_not_changed_has_the_same_number(tmp_path: Path) -> None:
    write_log(tmp_path / "1.jsonl", recorded("first_turn"))
    look = follow(tmp_path)
    first = look()
    assert look() is first
    again = follow(tmp_path)()
    assert again["number"] >= first["number"], "a server that starts again does not count back"


# Logs.


def write_log(path: Path, *messages: Document, agent: str = "simple") -> None:
    """Writes the log of a session that goes on, without commands."""
    lines: list[Document] = [
        {"type": "start", "log": logs.KIND, "format": 1, "settings": {"agent": agent}}
    ]
    lines += [{"type": "state", "message": message} for message in messages]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def test_a_newer_session_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    look = follow(tmp_path)
    write_log(tmp_path / "1.jsonl", recorded("first_turn"), agent="old")
    os.utime(tmp_path / "1.jsonl", (1, 1))
    assert look()["session"]["agent"] == "old"
    write_log(tmp_path / "2.jsonl", menu(), agent="new")
    found = look()
    assert (found["session"]["agent"], found["run"]) == ("new", None)
    for path in tmp_path.iterdir():
        path.unlink()
    assert look()["state"] == "waiting"


def test_a_log_that_is_written_over_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    look = follow(path)
    assert look()["state"] == "waiting"
    write_log(path, recorded("first_turn"), recorded("boss"), agent="old")
    assert look()["session"]["agent"] == "old"
    write_log(path, recorded("first_turn"), agent="new")
    assert look()["session"]["agent"] == "new"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\x00\xff{\n", "a line is not JSON"),
        ("[" * 100_000 + "\n", "a line is not JSON"),
        ("[1]\n", "a line is not an object with a type"),
        ('{"type": "start", "log": "other"}\n', "does not say that this is a log"),
        ('{"type": "start", "log": "kibitz spire", "format": 9}\n', "format 9"),
    ],
)
def test_a_damaged_log_says_so(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "1.jsonl").write_text(text, encoding="latin-1")
    found = follow(tmp_path)()
    assert found["state"] == "damaged"
    assert problem in found["message"]


def test_a_damaged_line_is_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "1.jsonl"
    path.write_text("oops\n")
    look = follow(tmp_path)
    assert look()["state"] == "damaged"
    with path.open("a") as file:
        file.write(json.dumps({"type": "state", "message": recorded("first_turn")}) + "\n")
    assert look()["state"] == "live"


def test_a_half_written_line_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "1.jsonl"
    line = json.dumps({"type": "state", "message": recorded("first_turn")}) + "\n"
    path.write_text(line[:100])
    look = follow(tmp_path)
    assert look()["run"] is None
    with path.open("a") as file:
        file.write(line[100:])
    assert look()["run"]["fight"]


def test_of_a_large_log_only_the_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "1.jsonl"
    line = json.dumps({"type": "state", "message": recorded("boss")}) + "\n"
    with path.open("w") as file:
        for _ in range(2 * MOST_READ // len(line)):
            file.write(line)
        file.write(json.dumps({"type": "state", "message": recorded("first_turn")}) + "\n")
    look = follow(tmp_path)
    found = look()
    assert [each["name"] for each in pieces(found, "monsters")] == ["Jaw Worm"]
    path.write_text("x" * (2 * MOST_READ))
    assert "a line has more than" in follow(tmp_path)()["message"]


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e999", "[[]]", '"\\ud800"', "null", "{}"])
def test_values_that_json_cannot_hold_do_not_get_out(tmp_path: Path, value: str) -> None:
    path = tmp_path / "1.jsonl"
    write_log(path, recorded("first_turn"))
    option = f'{{"text": {value}, "score": {value}, "reasons": [{{"amount": {value}}}, {value}]}}'
    advice = f'{{"options": [{option}, {value}], "trace": {{"a": [{value}]}}, "plan": {value}}}'
    entry = f'{{"type": "decision", "command": {value}, "ms": {value}, "advice": {advice}}}'
    with path.open("a") as file:
        file.write(f"{entry}\n")
    found = follow(tmp_path)()
    assert found["state"] == "live"
    json.dumps(found, allow_nan=False)


def test_a_folder_that_is_not_there_is_no_session(tmp_path: Path) -> None:
    assert follow(tmp_path / "nowhere")()["state"] == "waiting"


# Scenes.


def shown(document: Document) -> Any:
    return show_message(Spire(), Message(Fields(document))).scene.to_json()


@pytest.mark.parametrize(("screen", "detail", "choices", "names"), SCREENS)
def test_every_screen_shows_what_it_offers(
    screen: str, detail: Document, choices: list[str], names: list[str]
) -> None:
    document = state(screen, detail, ["choose"], floor=3, choice_list=choices)
    areas = {each["id"]: each for each in shown(document)["areas"]}
    offered = areas["offer"]["pieces"]
    assert [each["name"] for each in offered] == names
    groups = [each["group"] for each in offered]
    assert len({*groups}) == len(groups)
    assert {each.get("tone", TONES[0]) for each in offered} <= {*TONES}
    assert {each["symbol"] for each in offered} <= {*SYMBOLS}


def test_cards_of_a_reward_say_what_they_do() -> None:
    document = state("CARD_REWARD", {"cards": [card("Immolate")]}, ["choose"])
    areas = {each["id"]: each for each in shown(document)["areas"]}
    assert "21" in areas["offer"]["pieces"][0]["detail"]


def test_a_fight_with_unknown_monsters_is_shown() -> None:
    document = recorded("first_turn")
    monster = document["game_state"]["combat_state"]["monsters"][0]
    monster |= {"id": "SomeMod:Thing", "name": "Thing"}
    found = {"scene": shown(document)}
    assert [each["name"] for each in pieces(found, "monsters")] == ["Thing"]


def test_a_fight_with_impossible_numbers_is_shown_as_it_is() -> None:
    document = recorded("first_turn")
    document["game_state"]["combat_state"]["player"]["energy"] = -7
    read = show_message(Spire(), Message(Fields(document)))
    assert "energy" in read.note
    found = {"scene": read.scene.to_json()}
    assert [each["name"] for each in pieces(found, "monsters")] == ["Jaw Worm"]
    assert len(pieces(found, "hand")) == 5


@pytest.mark.parametrize("name", ["first_turn", "boss"])
def test_no_message_stops_the_page(tmp_path: Path, name: str) -> None:
    document = recorded(name)
    for field in [*document["game_state"], *document["game_state"]["combat_state"]]:
        broken = recorded(name)
        for part in (broken["game_state"], broken["game_state"]["combat_state"]):
            if field in part:
                part[field] = "?"
        write_log(tmp_path / f"{field}.jsonl", broken)
        found = follow(tmp_path / f"{field}.jsonl")()
        assert found["state"] == "live"
        json.dumps(found, allow_nan=False)


# The server.


@pytest.mark.parametrize(
    ("settings", "served"),
    [
        ({}, True),
        ({"spire": "never"}, False),
        ({"host": "0.0.0.0"}, False),
        ({"host": "0.0.0.0", "spire": "always"}, True),
        ({"hosts": ["kibitz.example.org"]}, False),
        ({"proxies": ["10.0.0.7"]}, False),
        ({"tls_in_front": True}, False),
        ({"tls_in_front": True, "spire": "always"}, True),
    ],
)
def test_it_is_shown_only_where_nobody_else_can_look(settings: Document, served: bool) -> None:
    made = make_settings(settings, "test")
    assert is_served(made) is served
    assert (Beside(made, Clock()).look()["state"] == "off") is not served


def test_the_server_answers_at_once_and_waits_for_news(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    given = f'workers = 1\nspire_log = "{folder}"\n'
    server = TableServer(tmp_path, settings=given)
    try:
        first = server.get("/spire/live")
        assert first["state"] == "waiting"
        assert server.get(f"/spire/live?after={first['number']}&wait=0.3") == first
        write_log(folder / "1.jsonl", recorded("first_turn"))
        news = server.get(f"/spire/live?after={first['number']}&wait=30")
        assert news["state"] == "live"
        assert news["number"] > first["number"]
        assert server.get("/spire/live?after=5&wait=30") == news
        server.refused("INVALID_REQUEST", "GET", "/spire/live?after=-1")
        server.refused("INVALID_REQUEST", "GET", "/spire/live?wait=31")
        assert server.get("/spire/live?log=/etc/passwd") == news
    finally:
        server.close()
