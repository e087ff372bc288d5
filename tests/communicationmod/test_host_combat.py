"""Fights of the host: single cards keep their ids, and choices become screens."""

from typing import Any

import pytest

from kibitz.communicationmod.host.fights import win
from kibitz.communicationmod.host.journey import to_the_end
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.screens import Story
from kibitz.games.spire.position.reading import ACTIONS
from tests.communicationmod.messages import check_message

PILES = ("hand", "draw_pile", "discard_pile", "exhaust_pile")


class Table:
    """A fight over the protocol, with every message checked."""

    def __init__(
        self,
        deck: str,
        relics: str = "burning blood",
        potions: str = "",
        seed: int = 1,
        character: str = "ironclad",
    ) -> None:
        run = Run(seed, RunSetup(character, deck=deck, relics=relics, potions=potions))
        run.room = "MonsterRoom"

        def story() -> Story[None]:
            yield from win(run, "Hexaghost")

        self.run = run
        self.mod = Mod(seed)
        self.mod.begin(run, to_the_end(run, story()))

    @property
    def state(self) -> Any:
        message: Any = self.mod.message()
        check_message(message)
        return message["game_state"]

    def send(self, line: str) -> Any:
        answer = self.mod.answer(line)
        assert "error" not in answer, (line, answer)
        return self.state

    def play(self, name: str) -> Any:
        hand = self.state["combat_state"]["hand"]
        place = next(at for at, card in enumerate(hand, 1) if card["name"] == name)
        target = " 0" if hand[place - 1]["has_target"] else ""
        return self.send(f"play {place % 10}{target}")

    def uuids(self, pile: str) -> list[str]:
        return [card["uuid"] for card in self.state["combat_state"][pile]]

    def everywhere(self) -> set[str]:
        return {uuid for pile in PILES for uuid in self.uuids(pile)}


def names(cards: Any) -> list[str]:
    return [card["name"] for card in cards]


# Ids.


def test_cards_of_a_fight_have_the_ids_of_the_deck() -> None:
    table = Table("5 strike, 4 defend, bash")
    assert table.everywhere() == {card["uuid"] for card in table.state["deck"]}


def test_of_equal_cards_just_the_named_one_is_played() -> None:
    table = Table("10 strike")
    before = table.uuids("hand")
    table.send("play 3 0")
    assert table.uuids("hand") == [*before[:2], *before[3:]]
    assert table.uuids("discard_pile") == [before[2]]
    table.send("play 1 0")
    assert table.uuids("hand") == [before[1], *before[3:]]
    assert table.uuids("discard_pile") == [before[2], before[0]]


def test_ids_survive_turns_and_shuffles() -> None:
    table = Table("5 strike, 7 defend")
    before = table.everywhere()
    first = table.uuids("hand")
    top = table.uuids("draw_pile")[-5:]
    table.send("end")
    assert table.uuids("discard_pile") == first
    assert table.uuids("hand") == top[::-1]
    for _ in range(4):
        table.send("end")
        assert before <= table.everywhere()


def test_a_hand_that_is_kept_keeps_its_ids() -> None:
    table = Table("15 strike", relics="runic pyramid")
    before = table.uuids("hand")
    table.send("end")
    assert table.uuids("hand")[:5] == before


def test_a_copy_gets_an_id_of_its_own_and_the_original_keeps_its() -> None:
    table = Table("5 anger")
    before = table.everywhere()
    table.send("play 2 0")
    assert len(table.uuids("discard_pile")) == 2
    assert len(table.everywhere() - before) == 1
    assert before <= table.everywhere()


def test_an_upgraded_card_keeps_its_id() -> None:
    table = Table("armaments+, 4 strike")
    strikes = {card["uuid"] for card in table.state["deck"] if card["name"] == "Strike"}
    hand = table.play("Armaments+")["combat_state"]["hand"]
    assert {card["uuid"] for card in hand} == strikes
    assert names(hand) == ["Strike+"] * 4


# Choices.


def test_two_cards_of_the_hand_are_chosen_one_by_one_and_confirmed() -> None:
    table = Table("5 strike", potions="elixir")
    hand = table.uuids("hand")
    state = table.send("potion use 0")
    assert (state["screen_type"], state["current_action"]) == ("HAND_SELECT", "ExhaustAction")
    assert table.mod.commands()[:2] == ["choose", "confirm"]
    table.send("choose 1")
    state = table.send("choose 1")
    screen = state["screen_state"]
    assert [card["uuid"] for card in screen["selected"]] == [hand[1], hand[2]]
    assert [card["uuid"] for card in screen["hand"]] == [hand[0], *hand[3:]]
    assert table.uuids("exhaust_pile") == []
    state = table.send("confirm")
    assert state["screen_type"] == "NONE"
    assert set(table.uuids("exhaust_pile")) == {hand[1], hand[2]}
    assert table.uuids("hand") == [hand[0], *hand[3:]]


def test_a_choice_may_be_left_empty_where_the_screen_says_so() -> None:
    table = Table("5 strike", potions="gambler's brew")
    state = table.send("potion use 0")
    assert state["screen_state"]["can_pick_zero"] is True
    assert table.send("confirm")["screen_type"] == "NONE"
    assert len(table.uuids("hand")) == 5


@pytest.mark.parametrize("one_click", [True, False])
def test_a_single_card_of_the_hand_may_be_confirmed_by_the_game(one_click: bool) -> None:
    seeds = range(20)
    deck = "armaments, 2 strike, 2 defend"
    table = next(t for t in (Table(deck, seed=s) for s in seeds) if t.run.one_click == one_click)
    state = table.play("Armaments")
    assert state["screen_state"]["max_cards"] == 1
    assert state["combat_state"]["card_in_play"]["name"] == "Armaments"
    assert "confirm" not in table.mod.commands()
    state = table.send("choose strike")
    if not one_click:
        assert state["screen_type"] == "HAND_SELECT"
        assert "choose" not in table.mod.commands()
        state = table.send("confirm")
    assert state["screen_type"] == "NONE"
    assert sorted(names(state["combat_state"]["hand"])).count("Strike+") == 1


def test_cards_that_cannot_be_chosen_are_not_on_the_screen() -> None:
    table = Table("armaments, 2 strike+, defend, bash")
    assert sorted(names(table.play("Armaments")["screen_state"]["hand"])) == ["Bash", "Defend"]


def test_a_grid_closes_with_the_last_card() -> None:
    table = Table("headbutt, 2 strike, 2 defend")
    table.play("Strike")
    table.play("Defend")
    state = table.play("Headbutt")
    assert (state["screen_type"], state["current_action"]) == (
        "GRID",
        "DiscardPileToTopOfDeckAction",
    )
    assert state["screen_state"]["num_cards"] == 1
    chosen = state["screen_state"]["cards"][1]["uuid"]
    assert table.send("choose 1")["screen_type"] == "NONE"
    assert table.uuids("draw_pile")[-1] == chosen


def test_one_of_three_cards_is_taken_for_free() -> None:
    table = Table("5 strike", potions="attack potion")
    state = table.send("potion use 0")
    assert (state["screen_type"], state["current_action"]) == ("CARD_REWARD", "DiscoveryAction")
    assert state["screen_state"]["skip_available"] is False
    offered = state["screen_state"]["cards"][2]
    state = table.send("choose 2")
    taken = state["combat_state"]["hand"][-1]
    assert (taken["uuid"], taken["name"]) == (offered["uuid"], offered["name"])
    assert taken["cost"] in (0, -1)


def test_the_codex_can_be_skipped() -> None:
    table = Table("5 strike", relics="nilry's codex")
    state = table.send("end")
    assert (state["screen_type"], state["current_action"]) == ("CARD_REWARD", "CodexAction")
    assert "skip" in table.mod.commands()
    assert table.send("skip")["combat_state"]["turn"] == 2


def test_no_potion_is_used_while_a_card_is_to_be_chosen() -> None:
    table = Table("5 strike", potions="elixir, block potion")
    state = table.send("potion use 0")
    assert state["potions"][1]["can_use"] is False
    assert "cannot be used" in str(table.mod.answer("potion use 1")["error"])
    assert table.send("potion discard 1")["potions"][1]["id"] == "Potion Slot"


def test_of_equal_potions_the_named_slot_is_used() -> None:
    table = Table("5 strike", potions="block potion, fire potion, block potion")
    state = table.send("potion use 2")
    assert [potion["id"] for potion in state["potions"]] == [
        "Block Potion",
        "Fire Potion",
        "Potion Slot",
    ]
    assert state["combat_state"]["player"]["block"] == 12


def test_what_a_fight_changes_stays_changed_in_the_run() -> None:
    table = Table("5 strike", relics="pen nib=3, burning blood", potions="fruit juice")
    table.send("potion use 0")
    state = table.send("play 1 0")
    assert state["max_hp"] == table.run.max_hp == 85
    assert {relic["id"]: relic["counter"] for relic in state["relics"]}["Pen Nib"] == 4


# Every action that asks for cards, with what makes it ask.
ASKING: dict[str, tuple[str, list[str]]] = {
    "ExhaustAction": ("true grit+, 4 strike", ["True Grit+"]),
    "ArmamentsAction": ("armaments, 4 strike", ["Armaments"]),
    "PutOnDeckAction": ("warcry, 9 strike", ["Warcry"]),
    "DualWieldAction": ("dual wield, 2 strike, bash, defend", ["Dual Wield"]),
    "GamblingChipAction": ("5 strike; gambling chip", []),
    "DiscardAction": ("survivor, 4 strike", ["Survivor"]),
    "RetainCardsAction": ("well-laid plans, 4 strike", ["Well-Laid Plans", "end"]),
    "SetupAction": ("setup, 4 strike", ["Setup"]),
    "NightmareAction": ("nightmare, 4 strike", ["Nightmare"]),
    "ForethoughtAction": ("forethought, 4 strike", ["Forethought"]),
    "DiscardPileToTopOfDeckAction": (
        "headbutt, strike, 3 defend",
        ["Strike", "Defend", "Headbutt"],
    ),
    "ExhumeAction": ("exhume+, 2 pummel, 2 seeing red", ["Seeing Red", "Pummel", "Exhume+"]),
    "BetterDiscardPileToHandAction": (
        "5 strike; burning blood; liquid memories",
        ["Strike", "Strike", "potion use 0"],
    ),
    "SkillFromDeckToHandAction": ("4 secret technique, 9 defend, 4 strike", ["Secret Technique"]),
    "AttackFromDeckToHandAction": ("4 secret weapon, 9 defend, 9 strike", ["Secret Weapon"]),
    "DiscoveryAction": ("discovery, 4 strike", ["Discovery"]),
    "ChooseOneColorless": ("5 strike; toolbox", []),
    "CodexAction": ("5 strike; nilry's codex", ["end"]),
    "ChooseOneAction": ("5 strike; burning blood; stance potion", ["potion use 0"]),
}


def test_the_list_of_actions_is_complete() -> None:
    assert set(ASKING) == {name for screen in ACTIONS.values() for name in screen}


@pytest.mark.parametrize("action", ASKING)
def test_every_action_that_asks_has_its_screen(action: str) -> None:
    setup, steps = ASKING[action]
    table = next(t for t in (started(setup, steps, seed) for seed in range(30)) if t is not None)
    state = table.state
    screen = next(name for name, actions in ACTIONS.items() if action in actions)
    assert (state["current_action"], state["screen_type"]) == (action, screen)
    while table.state["screen_type"] == screen:
        commands = table.mod.commands()
        table.send("choose 0" if "choose" in commands else "confirm")
    assert table.state["screen_type"] == "NONE"


def started(setup: str, steps: list[str], seed: int) -> Table | None:
    """Plays cards and commands; None if a card is not in hand or nothing is asked for."""
    deck, relics, potions = (setup.split("; ") + [""] * 2)[:3]
    table = Table(deck, relics, potions, seed)
    for step in steps:
        hand = names(table.state["combat_state"]["hand"])
        if step in hand:
            table.play(step)
        elif " " in step or step == "end":
            table.send(step)
        else:
            return None
    return table if "current_action" in table.state else None


@pytest.mark.parametrize(
    ("deck", "relics", "limit"),
    [("10 anger", "velvet choker", 6), ("9 anger, normality", "anchor", 3)],
)
def test_no_card_is_playable_after_the_last_one_of_a_turn(
    deck: str, relics: str, limit: int
) -> None:
    seeds = range(20)
    tables = (Table(deck, relics=f"bag of preparation, {relics}", seed=seed) for seed in seeds)
    table = next(t for t in tables if limit == 6 or "Normality" in names(hand_of(t)))
    for _ in range(limit):
        table.play("Anger")
    assert [card["name"] for card in hand_of(table) if card["is_playable"]] == []
    assert "Anger" in names(hand_of(table))
    assert "play" not in table.mod.commands()


def hand_of(table: Table) -> Any:
    return table.state["combat_state"]["hand"]
