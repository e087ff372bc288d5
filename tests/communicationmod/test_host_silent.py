"""The host plays the Silent: what she begins with, what she finds, and what she is asked."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.__main__ import main
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.neow import swap_relic
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.shop import Shop
from kibitz.games.spire.cards import CARDS
from kibitz.games.spire.gear import POTIONS
from tests.communicationmod.messages import check_message, random_run
from tests.communicationmod.random_client import Message
from tests.communicationmod.test_host_combat import Table, names

SILENT = RunSetup("silent")
OWN_RELICS = {name for tier in stock.RELICS["silent"].values() for name in tier}
OTHER_RELICS = {name for tier in stock.RELICS["ironclad"].values() for name in tier}
COLORS = {card.id: card.color for card in CARDS}
OWNERS = {potion.id: potion.owner for potion in POTIONS}


class SilentRun(Mod):
    """A game in which `start` always means the Silent, whatever class a client names."""

    def start(self, words: list[str]) -> None:
        super().start(["start", "silent", *words[2:]])


def messages(seed: int, setup: RunSetup = SILENT) -> Iterator[Message]:
    return random_run(SilentRun(seed, setup, busy=0.02), random.Random(seed))


def started(*words: str) -> Any:
    message: Any = Mod(1).answer(" ".join(["start", *words]))
    check_message(message)
    return message["game_state"]


# The beginning.


@pytest.mark.parametrize("name", ["silent", "the_silent", "THE_SILENT"])
def test_a_run_begins_with_what_the_silent_has(name: str) -> None:
    state = started(name)
    assert (state["class"], state["current_hp"], state["max_hp"]) == ("THE_SILENT", 70, 70)
    assert [card["id"] for card in state["deck"]] == [
        *["Strike_G"] * 5, *["Defend_G"] * 5, "Survivor", "Neutralize"
    ]  # fmt: skip
    assert [relic["id"] for relic in state["relics"]] == ["Ring of the Snake"]


def test_from_ascension_14_on_she_has_fewer_hp() -> None:
    state = started("silent", "14", "ABC")
    assert (state["max_hp"], state["current_hp"]) == (66, 59)
    assert state["deck"][-1]["id"] == "AscendersBane"


def test_her_strikes_have_her_ids_on_every_screen() -> None:
    for message in messages(4):
        state = message.get("game_state", {})
        piles = [state.get("deck", []), *state.get("screen_state", {}).values()]
        piles += state.get("combat_state", {}).values()
        for pile in piles:
            for card in pile if isinstance(pile, list) else []:
                assert not (isinstance(card, dict) and card.get("id") in ("Strike_R", "Defend_R"))


def test_the_first_hand_has_two_cards_more() -> None:
    table = Table("12 strike", character="silent", relics="starter")
    assert len(table.uuids("hand")) == 7


# What she finds.


def test_she_finds_cards_and_potions_of_her_class_alone() -> None:
    found: set[str] = set()
    for seed in range(3):
        for message in messages(seed, RunSetup("silent", relics="starter, neow's lament=99")):
            state = message.get("game_state", {})
            screen = state.get("screen_state", {})
            if "combat_state" in state or state.get("screen_type") == "GRID":
                continue
            for card in screen.get("cards", []):
                found.add(COLORS[card["id"]])
            potions = [*screen.get("potions", [])]
            potions += [reward.get("potion") for reward in screen.get("rewards", [])]
            for potion in filter(None, potions):
                assert OWNERS[potion["id"]] in ("ANY", "THE_SILENT")
    assert found - {"colorless"} == {"silent"}


def test_a_shop_sells_cards_relics_and_potions_for_her() -> None:
    for seed in range(20):
        wares = Shop(Run(seed, SILENT)).wares
        cards = [CARDS[ware.card.number // 2].color for ware in wares if ware.card is not None]
        assert sorted(cards) == [*["colorless"] * 2, *["silent"] * 5]
        assert not {ware.relic.name for ware in wares if ware.relic is not None} & OTHER_RELICS
        sold = [POTIONS[ware.potion] for ware in wares if ware.potion >= 0]
        assert {potion.owner for potion in sold} <= {"ANY", "THE_SILENT"}


def test_each_class_finds_its_own_relics() -> None:
    for character, own in (("silent", OWN_RELICS), ("ironclad", OTHER_RELICS)):
        run = Run(3, RunSetup(character))
        left = {name for tier in run.relics_left.values() for name in tier}
        assert left & (OWN_RELICS | OTHER_RELICS) == own


@pytest.mark.parametrize(
    ("character", "first", "second"),
    [
        ("silent", "Ring of the Snake", "Ring of the Serpent"),
        ("ironclad", "Burning Blood", "Black Blood"),
    ],
)
def test_a_relic_of_a_boss_replaces_the_first_one(character: str, first: str, second: str) -> None:
    run = Run(3, RunSetup(character, relics="starter, anchor"))
    run.relics_left[stock.BOSS] = [second, "Sozu"]
    run.add_relic(run.next_relic(stock.BOSS))
    assert [relic.name for relic in run.relics] == [second, "Anchor"]
    assert not run.has(first)


@pytest.mark.parametrize("character", ["silent", "ironclad"])
def test_without_the_first_relic_its_successor_is_not_found(character: str) -> None:
    run = Run(3, RunSetup(character))
    own = {"silent": "Ring of the Serpent", "ironclad": "Black Blood"}[character]
    run.relics_left[stock.BOSS] = [own, "Sozu"]
    assert [*swap_relic(run)] == []
    assert [relic.name for relic in run.relics] == ["Sozu"]


def test_a_transformed_card_becomes_one_of_her_class() -> None:
    run = Run(5, SILENT)
    run.transform(run.deck[0])
    assert CARDS[run.deck[-1].number // 2].color == "silent"


def test_a_deck_of_another_class_is_refused_by_start() -> None:
    mod = Mod(1, RunSetup(deck="poison"))
    assert "Invalid argument ironclad" in str(mod.answer("start ironclad")["error"])
    assert "error" not in mod.answer("start silent")


def test_a_deck_that_no_class_has_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deck", "posion", "--", "true"]) == 2
    assert "posion" in capsys.readouterr().err


# What she is asked.


def test_a_discarded_card_is_chosen_and_confirmed() -> None:
    table = Table("survivor, 4 defend", character="silent", relics="none")
    state = table.play("Survivor")
    assert (state["screen_type"], state["current_action"]) == ("HAND_SELECT", "DiscardAction")
    assert (state["screen_state"]["max_cards"], state["screen_state"]["can_pick_zero"]) == (
        1,
        False,
    )
    assert state["combat_state"]["card_in_play"]["name"] == "Survivor"
    chosen = state["screen_state"]["hand"][2]["uuid"]
    state = table.send("choose 2")
    if state["screen_type"] == "HAND_SELECT":
        assert [card["uuid"] for card in state["screen_state"]["selected"]] == [chosen]
        state = table.send("confirm")
    assert chosen in table.uuids("discard_pile")
    assert state["combat_state"]["cards_discarded_this_turn"] == 1


def test_two_cards_are_discarded_one_by_one() -> None:
    table = Table("4 prepared+, 6 defend", character="silent", relics="none")
    hand = table.uuids("hand")
    state = table.play("Prepared+")
    assert state["screen_state"]["max_cards"] == 2
    table.send("choose 0")
    state = table.send("choose 0")
    assert "choose" not in table.mod.commands()
    assert len(state["screen_state"]["selected"]) == 2
    state = table.send("confirm")
    assert state["combat_state"]["cards_discarded_this_turn"] == 2
    assert len(table.uuids("hand")) == len(hand) - 1


def test_retained_cards_keep_their_ids_and_the_others_are_discarded() -> None:
    table = Table("5 well-laid plans+, 20 defend", character="silent", relics="none", seed=2)
    state = table.play("Well-Laid Plans+")
    hand = table.uuids("hand")
    state = table.send("end")
    assert (state["screen_type"], state["current_action"]) == ("HAND_SELECT", "RetainCardsAction")
    assert (state["screen_state"]["max_cards"], state["screen_state"]["can_pick_zero"]) == (2, True)
    assert table.uuids("hand") == hand
    shown = [card["uuid"] for card in state["screen_state"]["hand"]]
    table.send("choose 3")
    table.send("choose 1")
    kept = {shown[3], shown[1]}
    state = table.send("confirm")
    assert state["combat_state"]["turn"] == 2
    assert kept <= set(table.uuids("hand"))
    assert set(hand) - kept == set(table.uuids("discard_pile")) & set(hand)
    assert len(table.uuids("hand")) == 7


def test_nothing_needs_to_be_retained() -> None:
    table = Table("5 well-laid plans, 20 defend", character="silent", relics="none", seed=2)
    table.play("Well-Laid Plans")
    hand = table.uuids("hand")
    table.send("end")
    assert "confirm" in table.mod.commands()
    state = table.send("confirm")
    assert state["combat_state"]["turn"] == 2
    assert set(table.uuids("discard_pile")) == set(hand)


def test_setup_puts_a_card_on_the_draw_pile_for_free() -> None:
    table = Table("4 setup, 6 predator", character="silent", relics="none", seed=3)
    state = table.play("Setup")
    assert state["current_action"] == "SetupAction"
    shown = state["screen_state"]["hand"]
    place = names(shown).index("Predator")
    state = table.send(f"choose {place}")
    if state["screen_type"] == "HAND_SELECT":
        state = table.send("confirm")
    top = state["combat_state"]["draw_pile"][-1]
    assert (top["uuid"], top["cost"]) == (shown[place]["uuid"], 0)


def test_nightmare_copies_a_card_for_the_next_turn() -> None:
    table = Table("4 nightmare, 8 defend", character="silent", relics="none", seed=3)
    state = table.play("Nightmare")
    assert state["current_action"] == "NightmareAction"
    place = names(state["screen_state"]["hand"]).index("Defend")
    state = table.send(f"choose {place}")
    if state["screen_type"] == "HAND_SELECT":
        state = table.send("confirm")
    assert "Night Terror" in [power["id"] for power in state["combat_state"]["player"]["powers"]]
    before = table.everywhere()
    state = table.send("end")
    assert len(state["combat_state"]["hand"]) == 8
    assert len(table.everywhere() - before) == 3


# Whole runs.

HER_CARDS = RunSetup(
    "silent",
    deck="3 strike, 3 defend, survivor, neutralize, acrobatics, prepared+, dagger throw, setup,"
    " nightmare, well-laid plans, tools of the trade+, concentrate, blade dance, calculated gamble",
    relics="starter, neow's lament=999, potion belt, tingsha, tough bandages",
    potions="attack potion, gambler's brew, cunning potion, ghost in a jar, poison potion",
)


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_random_runs_of_the_silent_end_without_a_refused_command(first: int) -> None:
    for seed in range(first, first + 10):
        setup = HER_CARDS if seed % 4 == 0 else SILENT
        for message in messages(seed, setup):
            check_message(message)


def test_every_choice_of_the_silent_comes_up_in_runs() -> None:
    seen: set[str] = set()
    for seed in range(4):
        for message in messages(seed, HER_CARDS):
            seen.add(message.get("game_state", {}).get("current_action", ""))
    assert {"DiscardAction", "SetupAction", "NightmareAction", "RetainCardsAction"} <= seen
