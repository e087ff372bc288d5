"""Positions of Slay the Spire: the messages of CommunicationMod, read and written."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import seeded
from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.games.spire import Spire, gear
from kibitz.games.spire.cards import face
from kibitz.games.spire.monsters import ELITE, MONSTER_KINDS, MONSTER_NUMBERS
from kibitz.games.spire.moves import End, card_word
from kibitz.games.spire.position.message import NEEDED, NUMBERS, CheckedFields, Fields, Unknown
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.state import HIDDEN, TO_DRAW_TOP, TO_TAKE, TO_UPGRADE, Fight
from tests.games.spire.table import GAME, Table, dummy

DATA = Path(__file__).parents[2] / "data"
SAMPLES = ["first_turn", "boss", "unknown", "armaments", "headbutt", "attack_potion"]
FIRST = "first_turn"


def sample(name: str = FIRST) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((DATA / f"spire_{name}.json").read_text())
    return document


def read(name: str = FIRST) -> Fight:
    return GAME.read_position(sample(name))


def combat(message: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = message["game_state"]["combat_state"]
    return found


def words(pile: list[int]) -> list[str]:
    return sorted(card_word(card) for card in pile)


def play_on(view: Fight, plies: int = 60) -> None:
    """Plays a fight on at random, in a sampled world."""
    rng = seeded("play on")
    state = GAME.sample(view, rng)
    for _ in range(plies):
        if state.over:
            return
        GAME.play(state, GAME.random_move(state, rng))


# Reading.


def test_first_turn_is_read_by_the_move_and_not_by_its_debug_intent() -> None:
    view = read()
    assert (view.hp, view.max_hp, view.energy, view.turn) == (80, 80, 3, 1)
    assert words(view.hand) == ["bash", "defend", "defend", "strike", "strike"]
    (worm,) = view.monsters
    kind = MONSTER_KINDS[worm.kind]
    assert (kind.id, worm.hp, kind.moves[worm.move].name) == ("JawWorm", 42, "CHOMP")
    assert "attacks for 11" in GAME.render(view)
    assert view.known_top == 0


def test_bare_game_state_reads_the_same() -> None:
    assert GAME.read_position(sample()["game_state"]) == read()


def test_order_of_the_draw_pile_in_a_message_is_not_used() -> None:
    message = sample("boss")
    combat(message)["draw_pile"].reverse()
    assert GAME.read_position(message) == read("boss")


def test_boss_message_is_read_in_full() -> None:
    view = read("boss")
    table = Table()
    table.fight = view
    assert (view.hp, view.max_hp, view.block, view.times_damaged, view.room) == (47, 88, 6, 2, 2)
    assert table.powers() == {
        "Strength": 2,
        "Combust": 7,
        "Barricade": 1,
        "Intangible": 1,
        "Weakened": 1,
        "TheBomb": 1,
        "Panache": 3,
    }
    assert view.bombs == [2, 50]
    assert words(view.hand) == ["bash+", "burn", "shrug it off {0}", "strike+", "whirlwind"]
    assert "searing blow+ {+2}" in words(view.draw)
    assert "ritual dagger {+6}" in words(view.discard)
    # Its cost of 4 is lower by the two losses of HP, and so not changed.
    assert "blood for blood" in words(view.draw)
    assert view.relics[gear.PEN_NIB] == 7
    assert view.relics[gear.LIZARD_TAIL] == gear.USED_UP
    (ghost,) = view.monsters
    assert table.powers(1) == {"Strength": 2, "Vulnerable": 1}
    assert MONSTER_KINDS[ghost.kind].moves[ghost.last].id == 2
    play_on(view)


def test_cost_that_differs_from_the_table_is_one_of_this_turn() -> None:
    message = sample()
    for card, cost in zip(combat(message)["hand"], (0, 2, 1, 3, 1), strict=True):
        card["cost"] = cost
    view = GAME.read_position(message)
    assert [cost_of(view, card) for card in view.hand] == [0, 2, 1, 3, 1]
    combat(message)["player"]["powers"] = [{"id": "Confusion", "name": "Confused", "amount": -1}]
    assert "strike {=0}" in words(GAME.read_position(message).hand)


def test_unknown_things_are_played_around() -> None:
    view = read("unknown")
    byrd, cultist, imp = view.monsters
    assert (byrd.damage, byrd.hits, byrd.alive) == (1, 5, True)
    assert (imp.damage, cultist.alive) == (-1, False)
    assert view.energy == 2
    legal = [str(move) for move in GAME.legal(view)]
    assert "defend" in legal
    assert "weak potion > 1" in legal
    assert any(move.startswith("unknown aimed attack") and move.endswith("> 3") for move in legal)
    # A power for 3 energy cannot be paid, and an unknown potion cannot be used.
    assert not any("power" in move or "tonic" in move for move in legal)
    shown = GAME.render(view)
    assert "Frostbolt+ (unknown aimed attack exhaust+" in shown
    assert "Tonic (not simulated)" in shown
    assert "Burning 4 (not simulated)" in shown
    assert "attacks for 1 x 5" in shown
    assert "mymod:" not in shown
    play_on(view)


@pytest.mark.parametrize(
    ("fields", "text", "damage", "later"),
    [
        ({"intent": "STRONG_DEBUFF"}, "debuffs you strongly", -1, 10),
        ({"intent": "BUFF", "move_base_damage": -1}, "buffs itself", -1, 10),
        ({"intent": "SLEEP", "move_base_damage": 0}, "sleeps", -1, 10),
        ({"intent": "MAGIC", "move_base_damage": -1}, "does something special", -1, 10),
        ({"intent": "DEBUG", "move_base_damage": -1}, "does something unknown", -1, 10),
        ({"intent": "DEBUG", "move_base_damage": 7}, "attacks for 7", 7, 7),
        ({"intent": "ATTACK", "move_base_damage": 7}, "attacks for 7", 7, 7),
        (
            {"intent": "ATTACK_DEBUFF", "move_base_damage": 7, "move_adjusted_damage": 7},
            "attacks for 7 and debuffs you",
            7,
            7,
        ),
        ({"intent": "ATTACK", "move_base_damage": -1}, "attacks for 10", 10, 10),
        ({"intent": "NONE"}, "attacks for 10", 10, 10),
    ],
)
def test_unknown_monster_keeps_its_intent_and_goes_on_attacking(
    fields: dict[str, Any], text: str, damage: int, later: int
) -> None:
    message = sample()
    message["game_state"]["act"] = 2
    fighter: dict[str, Any] = {"id": "BookOfPinching", "current_hp": 160, "max_hp": 160}
    if "intent" in fields and fields["intent"] != "NONE":
        fighter["move_base_damage"] = -1
    combat(message)["monsters"] = [{**fighter, **fields}]
    view = GAME.read_position(message)
    assert "Book Of Pinching" in GAME.render(view)
    assert f"]  {text}\n" in GAME.render(view)
    assert "BookOfPinching" not in GAME.render(view)
    assert GAME.read_position(GAME.position(view)) == view
    world = GAME.sample(view, seeded(1))
    for expected in (max(0, damage), later, later):
        before, world.block = world.hp, 0
        GAME.play(world, End())
        assert before - world.hp == expected
    assert "attacks for" in GAME.render(world)


def test_unknown_monster_that_escapes_is_gone() -> None:
    message = sample()
    thief = {"id": "Robber", "name": "Robber", "current_hp": 40, "max_hp": 40}
    combat(message)["monsters"].append({**thief, "intent": "ESCAPE", "move_base_damage": -1})
    world = GAME.sample(GAME.read_position(message), seeded(1))
    GAME.play(world, End())
    assert [each.alive for each in world.monsters] == [True, False]
    assert world.monsters[1].hp == 40


def test_unknown_things_are_called_by_their_names() -> None:
    message = sample()
    combat(message)["monsters"] = [
        {"id": "mod:Growth", "name": "Spire Growth", "current_hp": 9, "max_hp": 9, "intent": "BUFF"}
    ]
    combat(message)["hand"].append({"id": "Zap", "name": "Blitz+", "upgrades": 1, "cost": 1})
    message["game_state"]["relics"].append({"id": "DataDisk", "name": "Data Disk", "counter": -1})
    view = GAME.read_position(message)
    shown = GAME.render(view)
    assert "1  Spire Growth" in shown
    assert "Blitz+ (unknown skill+)" in shown
    assert "Data Disk (not simulated)" in shown
    again: Any = GAME.position(view)
    assert [each["name"] for each in again["game_state"]["combat_state"]["monsters"]] == [
        "Spire Growth"
    ]
    assert GAME.read_position(again) == view
    assert str(GAME.parse(view, "strike growth")).endswith("> 1")
    assert str(Unknown(view.unknown)) == (
        "the card Blitz, the monster Spire Growth, the relic Data Disk"
    )


def test_unknown_move_of_a_known_monster_is_taken_as_announced() -> None:
    message = sample()
    combat(message)["monsters"][0].update(move_id=77, move_base_damage=9, move_hits=2)
    view = GAME.read_position(message)
    (worm,) = view.monsters
    assert worm.kind >= len(MONSTER_KINDS)
    assert (worm.damage, worm.hits) == (9, 2)
    assert GAME.read_position(GAME.position(view)) == view


def test_runic_dome_message_hides_the_move() -> None:
    message = sample()
    message["game_state"]["relics"].append({"id": "Runic Dome", "name": "", "counter": -1})
    monster = combat(message)["monsters"][0]
    monster["intent"] = "NONE"
    for name in ("move_id", "move_base_damage", "move_adjusted_damage", "move_hits"):
        del monster[name]
    monster["last_move_id"] = 1
    view = GAME.read_position(message)
    assert view.monsters[0].move == HIDDEN
    assert "hides what it does" in GAME.render(view)
    moves = {GAME.sample(view, seeded(seed)).monsters[0].move for seed in range(60)}
    bellow, thrash = (MONSTER_KINDS[view.monsters[0].kind].places[n] for n in ("BELLOW", "THRASH"))
    assert moves == {bellow, thrash}


@pytest.mark.parametrize(
    ("name", "choice", "legal"),
    [
        ("armaments", TO_UPGRADE, ["choose strike", "choose bash"]),
        ("headbutt", TO_DRAW_TOP, ["choose strike", "choose bash", "choose defend"]),
        ("attack_potion", TO_TAKE, ["choose anger", "choose carnage", "choose pummel"]),
    ],
)
def test_screen_is_read_as_a_pending_choice(name: str, choice: int, legal: list[str]) -> None:
    view = read(name)
    assert view.choice == choice
    assert [str(move) for move in GAME.legal(view)] == legal
    play_on(view)


def test_card_in_play_goes_on_after_the_choice() -> None:
    state = GAME.sample(read("armaments"), seeded(1))
    GAME.play(state, GAME.parse(state, "choose bash"))
    assert "bash+" in words(state.hand)
    assert words(state.discard) == ["armaments", "strike"]
    state = GAME.sample(read("headbutt"), seeded(1))
    GAME.play(state, GAME.parse(state, "choose bash"))
    assert card_word(state.draw[-1]) == "bash"
    assert words(state.discard) == ["defend", "headbutt", "strike"]
    state = GAME.sample(read("attack_potion"), seeded(1))
    assert state.room == ELITE
    GAME.play(state, GAME.parse(state, "choose carnage"))
    assert words(state.hand) == ["carnage {0}", "defend", "strike"]


# Writing: scenario 34, no loss.


def plain_power(item: dict[str, Any]) -> tuple[object, ...]:
    name = plain_id(item["id"])
    name = "thebomb" if name.startswith("thebomb") else name
    return (
        name,
        item["amount"],
        item.get("misc"),
        item.get("damage"),
        bool(item.get("just_applied")),
    )


def plain_card(item: dict[str, Any]) -> tuple[object, ...]:
    fields = ("cost", "upgrades", "type", "has_target", "exhausts", "ethereal", "misc")
    return (plain_id(item["id"]), *[item.get(name) for name in fields])


def essence(message: dict[str, Any]) -> dict[str, object]:
    """Returns what must not be lost: HP, block, energy, powers, piles, costs, relics, potions."""
    state = message["game_state"]
    fight = state["combat_state"]
    found: dict[str, object] = {
        name: fight["player"][name] for name in ("current_hp", "max_hp", "block", "energy")
    }
    found["powers"] = sorted(map(plain_power, fight["player"]["powers"]), key=str)
    for pile in ("hand", "draw_pile", "discard_pile", "exhaust_pile"):
        found[pile] = sorted(map(plain_card, fight[pile]), key=str)
    found["relics"] = sorted((plain_id(item["id"]), item["counter"]) for item in state["relics"])
    found["potions"] = [
        (plain_id(item["id"]), item["requires_target"]) for item in state["potions"]
    ]
    found["monsters"] = [
        (
            plain_id(item["id"]),
            *[item.get(name) for name in ("current_hp", "max_hp", "block", "is_gone")],
            item.get("last_move_id"),
            item.get("second_last_move_id"),
            max(item["move_base_damage"], 0),
            item["move_hits"],
            sorted(map(plain_power, item["powers"]), key=str),
        )
        for item in fight["monsters"]
    ]
    for name in ("turn", "times_damaged", "cards_discarded_this_turn"):
        found[name] = fight[name]
    for name in ("ascension_level", "class", "screen_type"):
        found[name] = state[name]
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_message_is_written_without_loss(name: str) -> None:
    message = sample(name)
    view = GAME.read_position(message)
    written = json.loads(json.dumps(GAME.position(view)))
    assert essence(written) == essence(message)
    assert GAME.read_position(written) == view
    assert json.dumps(GAME.position(GAME.read_position(written))) == json.dumps(written)


def test_adjusted_damage_is_written_with_strength_weak_and_vulnerable() -> None:
    table = Table("strike", dummy(attack=9, weakened=1, strength=1), powers={"Vulnerable": 2})
    written = GAME.position(GAME.view(table.fight, 0))
    monster = combat(written)["monsters"][0]
    assert (monster["move_base_damage"], monster["move_adjusted_damage"]) == (9, 11)


def test_position_of_a_plain_fight_needs_no_notes() -> None:
    state = Spire(encounter="gremlin gang").setup(seeded(1))
    assert "kibitz" not in str(GAME.position(GAME.view(state, 0)))


def without_notes(document: dict[str, Any]) -> dict[str, Any]:
    document["game_state"].pop("kibitz", None)
    return document


ENCOUNTERS = [
    "lagavulin", "the guardian", "hexaghost", "gremlin gang", "red slaver", "3 sentries",
    "giant head", "awakened one", "shield and spear", "the heart",
]  # fmt: skip


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_what_monsters_remember_follows_from_the_message(encounter: str) -> None:
    """Without notes, a position at the start of a turn leads to the same next moves."""
    game = Spire(encounter=encounter, deck="10 defend+", max_hp=900)
    state = game.setup(seeded(2))
    for _ in range(14):
        view = game.view(state, 0)
        plain = game.read_position(without_notes(game.position(view)))
        for one, other in zip(view.monsters, plain.monsters, strict=True):
            if one.alive:
                assert (one.move, one.last, one.last_two) == (
                    other.move,
                    other.last,
                    other.last_two,
                )
                assert (one.count, one.memory) == (other.count, other.memory), state.turn
        game.play(state, game.parse(state, "end"))
        if state.over:
            break
    assert state.turn > 3


LATE: dict[str, dict[str, Any]] = {
    "Darkling": {"move_id": 5, "last_move_id": 4, "half_dead": True, "current_hp": 0},
    "GiantHead": {
        "move_id": 2,
        "move_base_damage": 45,
        "powers": [{"id": "Slow", "name": "Slow", "amount": 0}],
    },
    "Transient": {
        "move_id": 1,
        "move_base_damage": 60,
        "powers": [
            {"id": "Fading", "name": "Fading", "amount": 2},
            {"id": "Shifting", "name": "Shifting", "amount": -1},
        ],
    },
    "WrithingMass": {
        "move_id": 1,
        "move_base_damage": 7,
        "last_move_id": 4,
        "powers": [
            {"id": "Malleable", "name": "Malleable", "amount": 5, "misc": 3},
            {"id": "Compulsive", "name": "Reactive", "amount": -1},
        ],
    },
    "TimeEater": {
        "move_id": 3,
        "last_move_id": 5,
        "powers": [{"id": "Time Warp", "name": "Time Warp", "amount": 0}],
    },
    "CorruptHeart": {
        "move_id": 2,
        "move_base_damage": 40,
        "powers": [
            {"id": "BeatOfDeath", "name": "Beat of Death", "amount": 1},
            {"id": "Invincible", "name": "Invincible", "amount": 0, "misc": 300},
        ],
    },
    "AwakenedOne": {"move_id": 6, "move_base_damage": 18, "last_move_id": 5},
}


@pytest.mark.parametrize("name", LATE)
def test_monster_of_a_late_act_is_read_and_written_without_loss(name: str) -> None:
    message = sample()
    late: dict[str, Any] = {
        "name": MONSTER_KINDS[MONSTER_NUMBERS[plain_id(name)]].name,
        "current_hp": 40,
        "max_hp": 50,
        "block": 3,
        "is_gone": False,
        "half_dead": False,
        "intent": "ATTACK",
        "move_base_damage": -1,
        "move_hits": 1,
        "powers": [],
        "id": name,
        **LATE[name],
    }
    if name == "WrithingMass":
        late["move_hits"] = 3
    alone = combat(message)["monsters"]
    combat(message)["monsters"] = [late, *alone]
    combat(message)["turn"] = 4
    message["game_state"]["ascension_level"] = 0
    view = GAME.read_position(message)
    assert not view.unknown
    written = json.loads(json.dumps(GAME.position(view)))
    assert essence(written) == essence(message)
    assert combat(written)["monsters"][0]["half_dead"] == late["half_dead"]
    assert GAME.read_position(written) == view
    play_on(view, 12)


def test_half_dead_darkling_of_a_message_comes_back() -> None:
    message = sample()
    down = {"id": "Darkling", "current_hp": 0, "max_hp": 50, "half_dead": True, "move_id": 5}
    other = {"id": "Darkling", "current_hp": 50, "max_hp": 50, "move_id": 2, "last_move_id": 3}
    combat(message)["monsters"] = [down, other]
    state = GAME.sample(GAME.read_position(message), seeded(1))
    assert (state.living(), state.monsters[0].alive) == (2, False)
    GAME.play(state, GAME.parse(state, "end"))
    assert (state.monsters[0].alive, state.monsters[0].hp) == (True, 25)


def test_awakened_one_of_a_message_is_in_the_phase_that_its_powers_say() -> None:
    message = sample()
    boss: dict[str, Any] = {"id": "AwakenedOne", "current_hp": 1, "max_hp": 300, "move_id": 1}
    boss["powers"] = [{"id": "Unawakened", "amount": -1}, {"id": "Curiosity", "amount": 1}]
    combat(message)["monsters"] = [boss]
    for first in (True, False):
        state = GAME.sample(GAME.read_position(message), seeded(1))
        state.hand, state.energy = [face("Strike_R")], 3
        GAME.play(state, GAME.parse(state, "strike > 1"))
        assert state.over != first
        boss["powers"] = []


def test_a_stranger_that_is_half_dead_is_gone() -> None:
    message = sample()
    stranger = {"id": "Phoenix", "current_hp": 0, "max_hp": 50, "half_dead": True}
    combat(message)["monsters"].append(stranger)
    view = GAME.read_position(message)
    assert (view.living(), view.monsters[-1].half_dead) == (1, False)


# Impossible content.


def change(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Returns a function that sets a place of a message."""

    def apply(message: dict[str, Any]) -> None:
        place: Any = message["game_state"]
        *names, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        for name in names:
            place = place[name]
        place[last] = value

    return apply


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            "combat_state.player.current_hp",
            -5,
            "state.combat_state.player.current_hp: expected a whole number from 0 to 9999, got -5",
        ),
        (
            "combat_state.player.current_hp",
            81,
            "player: current_hp: expected 80 (max_hp) at most, got 81",
        ),
        ("combat_state.player.current_hp", 0, "expected 1 or more in a fight that goes on"),
        ("combat_state.player.energy", "3", "player.energy: expected a whole number from 0 to 99"),
        ("combat_state.player.block", 1000, "player.block: expected a whole number from 0 to 999"),
        ("combat_state.monsters.0.current_hp", 0, "monsters[0].current_hp: expected a whole"),
        ("combat_state.monsters.0.current_hp", 50, "expected 42 (max_hp) at most, got 50"),
        ("combat_state.monsters.0.is_gone", True, "none of them is alive, so the fight is over"),
        ("combat_state.monsters", {}, "combat_state.monsters: expected a list, got {}"),
        ("combat_state.hand.2.cost", 99, "hand[2].cost: expected a whole number from -2 to 13"),
        ("combat_state.hand.2.id", 7, "hand[2].id: expected a text, got 7"),
        ("combat_state.hand.2", "Strike_R", "hand[2]: expected an object"),
        ("combat_state.draw_pile", None, "draw_pile: expected a list, got null"),
        ("combat_state.turn", 0, "turn: expected a whole number from 1 to 200, got 0"),
        ("ascension_level", 21, "ascension_level: expected a whole number from 0 to 20, got 21"),
        ("relics.0.counter", "x", "relics[0].counter: expected a whole number"),
        ("screen_type", "MAP", "screen_type: expected NONE, HAND_SELECT, GRID, CARD_REWARD"),
        ("kibitz", {"handd": []}, "kibitz: unknown field 'handd'; did you mean 'hand'"),
        ("kibitz", {"known_top": 6}, "expected 5 together at most, the cards of the draw pile"),
        ("kibitz", {"hand": ["bosh"]}, "kibitz.hand[0]: expected a card such as 'bash+'"),
    ],
)
def test_impossible_content_is_refused_with_its_place(
    path: str, value: object, message: str
) -> None:
    document = sample()
    change(path, value)(document)
    with pytest.raises(PositionError) as refused:
        GAME.read_position(document)
    assert str(refused.value).startswith("not a position of spire: ")
    assert message in str(refused.value)


def test_hand_of_eleven_is_refused() -> None:
    document = sample()
    card = combat(document)["hand"][0]
    for number in range(6):
        combat(document)["hand"].append({**card, "uuid": f"more-{number}"})
    with pytest.raises(PositionError, match=r"hand: expected 10 cards at most, got 11"):
        GAME.read_position(document)


def test_card_in_two_piles_is_refused() -> None:
    document = sample()
    combat(document)["discard_pile"].append(combat(document)["hand"][0])
    with pytest.raises(PositionError, match=r"discard_pile\[0\]: the card .* is at .*hand\[0\]"):
        GAME.read_position(document)


def test_all_problems_are_listed_at_once() -> None:
    document = sample()
    for path, value in (("combat_state.player.block", -1), ("combat_state.hand.0.upgrades", -1)):
        change(path, value)(document)
    with pytest.raises(PositionError) as refused:
        GAME.read_position(document)
    assert "player.block" in str(refused.value)
    assert "hand[0].upgrades" in str(refused.value)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, "expected an object"),
        ([], "expected an object"),
        ({"error": "Invalid command", "ready_for_command": True}, "the message reports an error"),
        ({"in_game": False, "available_commands": ["start"]}, "comes from the main menu"),
        (
            {"game_state": {"room_phase": "EVENT", "screen_type": "EVENT"}},
            "no combat_state (room_phase EVENT, screen_type EVENT); expected a message",
        ),
        ({"game_state": {"room_phase": "COMPLETE", "combat_state": {}}}, "the fight is over"),
    ],
)
def test_message_without_a_fight_is_refused(document: object, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        GAME.read_position(document)
    assert message in str(refused.value)


def test_unknown_action_of_a_screen_is_refused() -> None:
    document = sample("armaments")
    document["game_state"]["current_action"] = "ScryAction"
    with pytest.raises(PositionError, match=r"cannot play 'ScryAction' on HAND_SELECT; .*known: "):
        GAME.read_position(document)


# Anything at all.


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Lists the paths to all places of a document."""
    found = [path]
    if isinstance(value, dict):
        for name, item in value.items():
            found += places(item, (*path, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found += places(item, (*path, number))
    return found


def written_fight() -> dict[str, Any]:
    """Returns a position with many notes: in the middle of a choice."""
    table = Table("burning pact, strike, bash, rampage {+5}", draw="defend, 2 strike", seed=3)
    table.play("rampage {+5}", "burning pact")
    document: dict[str, Any] = json.loads(json.dumps(GAME.position(GAME.view(table.fight, 0))))
    return document


MESSAGES = [*[sample(name) for name in SAMPLES], written_fight()]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["Split", "Mode Shift", "Bash", "SlimeBoss", "Lagavulin", "GRID", "TheBomb"]),
    st.just([]),
    st.just({}),
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_mutated_message_is_a_fight_that_can_be_played_or_refused(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(MESSAGES)))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(places(document)[1:]))
        place: Any = document
        for name in path:
            place = place[name]
        if data.draw(st.booleans()):
            place[last] = data.draw(JUNK)
        else:
            del place[last]
    try:
        view = GAME.read_position(document)
    except PositionError:
        return
    GAME.render(view)
    assert GAME.read_position(json.loads(json.dumps(GAME.position(view)))) == view
    play_on(view, 12)


@pytest.mark.parametrize(("ascension", "bite"), [(0, 6), (2, 7)])
def test_a_louse_that_has_bitten_before_can_be_played_with(ascension: int, bite: int) -> None:
    message = sample()
    message["game_state"]["ascension_level"] = ascension
    louse = {"id": "FuzzyLouseDefensive", "name": "Louse", "current_hp": 12, "max_hp": 16}
    louse |= {"intent": "DEBUFF", "move_id": 4, "move_base_damage": -1, "last_move_id": 3}
    combat(message)["monsters"] = [louse]
    view = GAME.read_position(message)
    assert view.monsters[0].memory == bite
    # It is what the player sees, so agents can be asked about it.
    assert GAME.view(GAME.sample(view, seeded(1)), 0) == view


# Fields.


def test_a_field_is_read_the_same_with_and_without_checks() -> None:
    for name, (usual, low, high) in NUMBERS.items():
        for value in (low, high):
            place = Document({name: value})
            assert Fields({name: value}).number(name) == value
            assert CheckedFields(place).number(name) == value
            assert place.problems == []
        if name not in NEEDED:
            assert Fields({}).number(name) == CheckedFields(Document({})).number(name) == usual


@pytest.mark.parametrize("value", [None, "3", True, [3], {}])
def test_checks_note_what_is_a_default_without_them(value: object) -> None:
    fields = {"id": "Bash", "cost": value}
    assert Fields(fields).number("cost") == 1
    place = Document(fields)
    CheckedFields(place).number("cost")
    assert [problem.split(":")[0] for problem in place.problems] == ["cost"]


def test_checks_note_numbers_out_of_bounds_and_what_a_position_must_say() -> None:
    place = Document({"turn": 0, "potions": [3]})
    checked = CheckedFields(place)
    checked.number("turn")
    checked.text("id")
    for potion in checked.children("potions"):
        potion.text("id")
    assert place.problems == [
        "turn: expected a whole number from 1 to 200, got 0",
        "field 'id' is missing",
        "potions[0]: expected an object, got 3",
    ]
    assert Fields({"turn": 0}).number("turn") == 0


@pytest.mark.parametrize(("monster", "act"), [("JawWorm", 1), ("Healer", 2), ("Orb Walker", 3)])
def test_message_without_an_act_is_of_the_act_of_its_monsters(monster: str, act: int) -> None:
    message = sample()
    message["game_state"].pop("act", None)
    combat(message)["monsters"] = [{"id": monster, "current_hp": 40, "max_hp": 60}]
    assert GAME.read_position(message).act == act
    message["game_state"]["act"] = 4
    assert GAME.read_position(message).act == 4
