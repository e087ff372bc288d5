"""What the host answers to commands: what is available, what is refused, and with which words."""

import random
from typing import Any

import pytest

from kibitz.communicationmod.host.fights import win
from kibitz.communicationmod.host.journey import to_the_end
from kibitz.communicationmod.host.mod import Mod, seed_number, signed
from kibitz.communicationmod.host.rewards import collect
from kibitz.communicationmod.host.rooms import ROOMS
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.screens import Reward, Story
from kibitz.communicationmod.host.stock import make_relic
from tests.communicationmod.messages import check_message

Answer = Any  # JSON


def menu(setup: RunSetup | None = None) -> Mod:
    return Mod(7, setup)


def fighting(setup: RunSetup | None = None, encounter: str = "2 Louse") -> Mod:
    run = Run(7, setup or RunSetup())
    run.room = "MonsterRoom"

    def story() -> Story[None]:
        yield from win(run, encounter)

    mod = Mod(7)
    mod.begin(run, to_the_end(run, story()))
    return mod


def in_room(symbol: str, setup: RunSetup | None = None) -> Mod:
    run = Run(7, setup or RunSetup())
    mod = Mod(7)
    mod.begin(run, to_the_end(run, ROOMS[symbol](run)()))
    return mod


def state_of(mod: Mod) -> Answer:
    message = mod.message()
    check_message(message)
    return message["game_state"]


def refusal(mod: Mod, line: str) -> str:
    """Sends a command that must be refused, and must not change anything."""
    mod.answer("state")  # the first message of a fight differs from the next
    before = mod.message()
    answer = mod.answer(line)
    assert set(answer) == {"error", "ready_for_command"}
    assert mod.message() == before
    return str(answer["error"])


# The main menu.


def test_the_menu_offers_a_start_and_no_game_state() -> None:
    message = menu().message()
    check_message(message)
    assert message["available_commands"] == ["start", "state"]
    assert message["in_game"] is False


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("play 1", "Invalid command: play. Possible commands: [start, state]"),
        ("", "Invalid command:"),
        ("nonsense", "Invalid command:"),
        ("start", "Argument missing"),
        ("start nobody", "Invalid argument"),
        ("start defect", "Invalid argument"),
        ("start ironclad x", "Invalid argument"),
        ("start ironclad 21", "out of bounds"),
        ("start ironclad 0 !?", "Invalid argument"),
    ],
)
def test_the_menu_refuses(line: str, text: str) -> None:
    assert text in refusal(menu(), line)


def test_commands_are_read_in_any_case() -> None:
    mod = menu()
    assert mod.answer("START Ironclad 5 abc")["in_game"] is True
    state = state_of(mod)
    assert (state["class"], state["ascension_level"]) == ("IRONCLAD", 5)
    assert state["seed"] == seed_number("ABC") == (10 * 35 + 11) * 35 + 12
    assert (state["room_type"], state["floor"], state["screen_type"]) == ("NeowRoom", 0, "EVENT")


def test_seeds_are_signed_numbers_of_64_bits() -> None:
    assert seed_number("O1") == seed_number("01") == 1
    assert seed_number("ZZZZZZZZZZZZZ") == signed(35**13 - 1)
    assert -(2**63) <= signed(35**13 - 1) < 2**63
    assert seed_number("ä") is None


def test_a_run_with_a_seed_is_the_same_in_another_host() -> None:
    one, other = Mod(1), Mod(2)
    assert one.answer("start ironclad 0 seed") == other.answer("start ironclad 0 seed")
    assert one.answer("choose talk") == other.answer("choose talk")


# Fights.


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("play", "Argument missing"),
        ("play x", "Invalid argument"),
        ("play 9", "out of bounds"),
        ("play 0", "out of bounds"),
        ("play -1", "out of bounds"),
        ("play 1 5", "out of bounds"),
        ("play 1 -1", "out of bounds"),
        ("play 1 x", "Invalid argument"),
        ("play 1", "requires an enemy target"),
        ("choose 0", "Invalid command:"),
        ("proceed", "Invalid command:"),
        ("return", "Invalid command:"),
        ("start ironclad", "Invalid command:"),
        ("potion", "Argument missing"),
        ("potion throw 0", "Invalid argument"),
        ("potion use", "Argument missing"),
        ("potion use x", "Invalid argument"),
        ("potion use 3", "Potion index out of bounds"),
        ("potion use -1", "Potion index out of bounds"),
        ("potion use 2", "No potion in the selected slot"),
        ("potion discard 2", "No potion in the selected slot"),
        ("potion use 0", "Argument missing"),
        ("potion use 0 7", "out of bounds"),
        ("potion use 1", "cannot be used"),
        ("wait", "Argument missing"),
        ("wait soon", "Invalid argument"),
        ("key", "Argument missing"),
        ("key f13", "Invalid argument"),
        ("click left", "Argument missing"),
        ("click up 1 1", "Invalid argument"),
        ("click left x 1", "Invalid argument"),
    ],
)
def test_a_fight_refuses(line: str, text: str) -> None:
    mod = fighting(RunSetup(deck="10 strike", potions="fire potion, fairy in a bottle"))
    assert text in refusal(mod, line)


@pytest.mark.parametrize(
    "line", ["wait 10", "key map", "key card_10 50", "click left 10 20", "state", "STATE"]
)
def test_commands_that_change_nothing_are_accepted(line: str) -> None:
    mod = fighting()
    mod.answer("state")
    before = mod.message()
    assert mod.answer(line) == before


def test_a_dead_monster_is_no_target_and_stays_in_the_list() -> None:
    mod = fighting(RunSetup(deck="10 bludgeon+", relics="sozu, ectoplasm, cursed key"))
    mod.answer("play 1 0")
    monsters = state_of(mod)["combat_state"]["monsters"]
    assert [monster["is_gone"] for monster in monsters] == [True, False]
    assert "cannot be played with the selected target" in refusal(mod, "play 1 0")


def test_a_card_that_costs_too_much_is_refused_and_play_disappears() -> None:
    mod = fighting(RunSetup(deck="10 bludgeon"))
    mod.answer("play 1 0")
    assert "play" not in mod.commands()
    assert "Invalid command: play" in refusal(mod, "play 1 1")


def test_the_first_message_of_a_fight_has_no_intents_yet() -> None:
    mod = fighting(encounter="Jaw Worm")
    first: Answer = mod.message()["game_state"]
    worm = first["combat_state"]["monsters"][0]
    assert (worm["intent"], worm["move_base_damage"]) == ("DEBUG", 11)
    assert worm["move_adjusted_damage"] == -1
    worm = state_of_after(mod, "state")["combat_state"]["monsters"][0]
    assert (worm["intent"], worm["move_adjusted_damage"]) == ("ATTACK", 11)


def state_of_after(mod: Mod, line: str) -> Answer:
    answer = mod.answer(line)
    assert "error" not in answer, answer
    check_message(answer)
    return answer["game_state"]


def test_runic_dome_hides_what_monsters_do() -> None:
    mod = fighting(RunSetup(relics="runic dome"), encounter="Cultist")
    state = state_of_after(mod, "end")
    cultist = state["combat_state"]["monsters"][0]
    assert cultist["intent"] == "NONE"
    assert "move_id" not in cultist
    assert cultist["last_move_id"] == 3


def test_a_smoke_bomb_requires_a_target_that_it_does_not_need() -> None:
    mod = fighting(RunSetup(potions="smoke bomb"))
    assert state_of(mod)["potions"][0]["requires_target"] is True
    state = state_of_after(mod, "potion use 0 1")
    assert (state["screen_type"], state["room_phase"]) == ("COMPLETE", "COMPLETE")
    boss = fighting(RunSetup(potions="smoke bomb"), encounter="Hexaghost")
    assert state_of(boss)["potions"][0]["can_use"] is False
    assert "cannot be used" in refusal(boss, "potion use 0 0")


def test_the_last_kill_leads_to_the_rewards() -> None:
    mod = fighting(RunSetup(relics="neow's lament"), encounter="Cultist")
    state = state_of(mod)
    strike = next(p for p, c in enumerate(state["combat_state"]["hand"], 1) if c["has_target"])
    state = state_of_after(mod, f"play {strike} 0")
    assert state["screen_type"] == "COMBAT_REWARD"
    assert state["choice_list"][0] == "gold"
    assert "combat_state" not in state


# Screens.


def test_a_choice_is_taken_by_its_index_or_its_name() -> None:
    mod = menu()
    mod.answer("start ironclad")
    assert "out of bounds" in refusal(mod, "choose 1")
    assert "out of bounds" in refusal(mod, "choose -1")
    assert "Invalid argument" in refusal(mod, "choose nothing of that")
    assert "Argument missing" in refusal(mod, "choose")
    assert "error" not in mod.answer("choose Talk")
    assert len(state_of(mod)["choice_list"]) == 4


def test_buttons_answer_to_all_their_names() -> None:
    for word in ("proceed", "confirm"):
        mod = in_room("T")
        assert "proceed" in mod.commands()
        assert state_of_after(mod, word)["screen_type"] == "GAME_OVER"
    for word in ("return", "skip", "cancel", "leave"):
        mod = in_room("$")
        mod.answer("choose shop")
        assert "leave" in mod.commands()
        assert state_of_after(mod, word)["screen_type"] == "SHOP_ROOM"


def test_a_potion_for_which_there_is_no_slot_is_not_taken_without_a_word() -> None:
    run = Run(7, RunSetup(potions="fire potion, fire potion, fruit juice"))
    mod = Mod(7)
    mod.begin(run, collect(run, [Reward("POTION", potion=0)]))
    before = mod.message()
    assert mod.answer("choose 0") == before
    assert mod.answer("potion discard 1") != before
    state = state_of_after(mod, "choose 0")
    assert state["screen_state"]["rewards"] == []
    assert state["potions"][1]["id"] == "Block Potion"


def test_potions_outside_of_fights() -> None:
    mod = in_room("T", RunSetup(potions="fruit juice, fire potion"))
    assert [potion["can_use"] for potion in state_of(mod)["potions"]] == [True, False, False]
    assert "cannot be used" in refusal(mod, "potion use 1 0")
    state = state_of_after(mod, "potion use 0")
    assert (state["max_hp"], state["current_hp"]) == (85, 85)
    assert state["potions"][0]["id"] == "Potion Slot"


def test_a_chest_gives_a_relic_or_the_key_that_it_is_linked_to() -> None:
    mod = in_room("T")
    state = state_of_after(mod, "choose open")
    assert {"relic", "sapphire_key"} <= set(state["choice_list"])
    state = state_of_after(mod, "choose sapphire_key")
    assert state["keys"]["sapphire"] is True
    assert not {"relic", "sapphire_key"} & set(state.get("choice_list", []))


def test_a_skipped_card_reward_stays_on_the_list() -> None:
    run = Run(7, RunSetup())
    run.add_relic(make_relic("Singing Bowl"))
    mod = Mod(7)
    mod.begin(run, collect(run, [Reward("CARD", cards=run.roll_cards(3, 3, 37))]))
    state = state_of_after(mod, "choose card")
    assert (state["screen_type"], len(state["choice_list"])) == ("CARD_REWARD", 4)
    assert state_of_after(mod, "skip")["choice_list"] == ["card"]
    mod.answer("choose card")
    state = state_of_after(mod, "choose bowl")
    assert (state["max_hp"], len(state["deck"])) == (82, 10)
    assert state["screen_state"]["rewards"] == []


def test_a_grid_shows_the_result_before_it_is_confirmed() -> None:
    mod = in_room("R")
    state = state_of_after(mod, "choose smith")
    assert (state["screen_type"], state["screen_state"]["for_upgrade"]) == ("GRID", True)
    state = state_of_after(mod, "choose bash")
    assert state["screen_state"]["confirm_up"] is True
    assert "choice_list" not in state
    state = state_of_after(mod, "cancel")
    assert state["screen_state"]["selected_cards"] == []
    state_of_after(mod, "choose bash")
    state = state_of_after(mod, "confirm")
    assert (state["screen_type"], state["screen_state"]["has_rested"]) == ("REST", True)
    assert "Bash+" in [card["name"] for card in state["deck"]]
    assert "choose" not in mod.commands()


def test_a_smith_can_change_their_mind_and_rest() -> None:
    mod = in_room("R")
    assert mod.run is not None
    mod.run.hp = 10
    mod.answer("choose smith")
    state = state_of_after(mod, "cancel")
    assert state["choice_list"] == ["rest", "smith", "recall"]
    assert state_of_after(mod, "choose rest")["current_hp"] == 34


def test_relics_change_what_a_rest_site_offers() -> None:
    mod = in_room("R", RunSetup(relics="girya, coffee dripper, fusion hammer, ancient tea set"))
    assert state_of(mod)["choice_list"] == ["lift", "recall"]
    state = state_of_after(mod, "choose lift")
    counters = {relic["id"]: relic["counter"] for relic in state["relics"]}
    assert counters["Girya"] == 1
    assert counters["Ancient Tea Set"] == -2


def test_a_shop_sells_what_the_player_can_pay_for() -> None:
    mod = in_room("$")
    assert mod.run is not None
    mod.run.gold = 76
    state = state_of_after(mod, "choose shop")
    shop = state["screen_state"]
    assert (len(shop["cards"]), len(shop["relics"]), len(shop["potions"])) == (7, 3, 3)
    wares = [*shop["cards"], *shop["relics"], *shop["potions"]]
    assert state["choice_list"] == [
        "purge", *(ware["name"].lower() for ware in wares if ware["price"] <= 76)
    ]  # fmt: skip
    price = next(ware["price"] for ware in wares if ware["price"] <= 76)
    state = state_of_after(mod, "choose 1")
    assert state["gold"] == 76 - price
    mod.run.gold = 1000
    mod.answer("leave")
    mod.answer("choose shop")
    mod.answer("choose purge")
    mod.answer("choose 0")
    state = state_of_after(mod, "confirm")
    assert (state["gold"], len(state["deck"])) == (925, 10)
    assert state["screen_state"]["purge_available"] is False


# A busy game.


def test_a_busy_game_takes_no_commands_until_it_is_ready() -> None:
    mod = Mod(7, busy=1.0)
    message: Answer = mod.answer("start ironclad")
    check_message(message)
    assert message["ready_for_command"] is False
    assert message["available_commands"] == ["key", "click", "wait", "state"]
    assert message["game_state"]["action_phase"] == "EXECUTING_ACTIONS"
    error = mod.answer("choose 0")
    assert "Invalid command: choose" in str(error["error"])
    assert error["ready_for_command"] is False
    for _ in range(3):
        message = mod.answer("wait 10")
    assert message["ready_for_command"] is True
    assert "choose" in message["available_commands"]


# Nonsense.

LINES = [
    "", " ", "play", "play 1", "play 99999999999 1", "play 1 1 1", "play \u0663 0", "end now",
    "choose", "choose 0", "choose 1", "choose x=3", "choose -0", "choose 1e3", "choose " + "9" * 50,
    "potion use 0 0", "potion discard 0", "potion use 0", "proceed", "return", "cancel", "skip",
    "key confirm", "click right 1 1 1", "wait 0", "wait -1", "state please", "start ironclad",
    "{}", "null", "\x00", "\ufeffstate",
]  # fmt: skip


def test_no_line_breaks_the_host() -> None:
    dice = random.Random(5)
    mod = Mod(5, RunSetup(relics="neow's lament=99", potions="elixir, fire potion"), busy=0.1)
    for _ in range(5000):
        answer = mod.answer(dice.choice(LINES))
        if "error" not in answer:
            check_message(answer)
    assert mod.finished
