"""The policy outside fights: every type of screen."""

from typing import Any

import pytest

from kibitz.communicationmod.client.paths import rate_paths
from kibitz.communicationmod.client.ratings import card_worth, upgrade_worth
from kibitz.communicationmod.client.screens import decide_event
from kibitz.communicationmod.client.tables import EVENTS
from kibitz.games.spire.position.message import Fields
from tests.communicationmod.client_messages import (
    EMPTY,
    Document,
    card,
    command,
    decision,
    deck,
    player,
    potion,
    read,
    state,
)

# Map.


def node(x: int, y: int, symbol: str, *children: tuple[int, int]) -> Document:
    """Returns a room of the map."""
    ways = [{"x": to_x, "y": to_y} for to_x, to_y in children]
    return {"x": x, "y": y, "symbol": symbol, "children": ways, "parents": []}


def at_map(rooms: list[Document], following: int, **game: Any) -> Document:
    """Returns the screen of the map; the first rooms are the next ones."""
    detail = {
        "next_nodes": [
            {"x": each["x"], "y": each["y"], "symbol": each["symbol"]} for each in rooms[:following]
        ],
        "first_node_chosen": True,
        "boss_available": False,
    }
    return state("MAP", detail, ["choose"], map=rooms, **game)


LEFT_ELITE = [
    node(0, 1, "M", (0, 2)),
    node(1, 1, "M", (1, 2)),
    node(0, 2, "E", (0, 3)),
    node(1, 2, "M", (0, 3)),
    node(0, 3, "M"),
]


def test_a_healthy_player_takes_the_path_with_an_elite() -> None:
    assert command(at_map(LEFT_ELITE, 2, current_hp=80)) == "choose 0"


def test_a_player_with_few_hp_avoids_the_elite() -> None:
    assert command(at_map(LEFT_ELITE, 2, current_hp=35)) == "choose 1"


def test_a_player_with_few_hp_goes_to_the_rest() -> None:
    rooms = [node(0, 1, "M", (0, 2)), node(1, 1, "R", (0, 2)), node(0, 2, "M")]
    assert command(at_map(rooms, 2, current_hp=30)) == "choose 1"


def test_gold_makes_a_shop_worth_the_way() -> None:
    rooms = [node(0, 1, "M"), node(1, 1, "$")]
    poor = rate_paths(read(at_map(rooms, 2, gold=0)))
    rich = rate_paths(read(at_map(rooms, 2, gold=250)))
    assert poor[0] == rich[0]
    assert poor[1] < rich[1]


def test_the_boss_is_the_only_way() -> None:
    document = state("MAP", {"boss_available": True, "next_nodes": []}, ["choose"])
    assert command(document) == "choose 0"


@pytest.mark.parametrize(
    "rooms",
    [
        [node(0, 1, "M", (0, 1)), node(1, 1, "E", (0, 0))],  # in circles
        [node(0, 1, "M", (5, 9)), node(1, 1, "??")],  # to nowhere
        [{"x": "a"}, {}],
    ],
)
def test_a_damaged_map_does_not_stop_the_player(rooms: list[Document]) -> None:
    detail = {"next_nodes": [{"x": 0, "y": 1}, {"x": 1, "y": 1}], "boss_available": False}
    document = state("MAP", detail, ["choose"], map=rooms)
    assert command(document) in ("choose 0", "choose 1")


# Rewards.


def rewards(*found: Document, **game: Any) -> Document:
    """Returns the screen after a fight."""
    return state("COMBAT_REWARD", {"rewards": [*found]}, ["choose", "proceed", "potion"], **game)


GOLD = {"reward_type": "GOLD", "gold": 15}
CARD = {"reward_type": "CARD"}
FIRE = {"reward_type": "POTION", "potion": potion("Fire Potion")}


def test_rewards_are_taken_one_by_one() -> None:
    assert command(rewards(GOLD, FIRE, CARD)) == "choose 0"
    assert command(rewards(FIRE, CARD)) == "choose 0"
    assert command(rewards(CARD)) == "choose 0"
    assert command(rewards()) == "proceed"


def test_a_card_reward_that_was_skipped_is_not_opened_again() -> None:
    client = player()
    offered = [card("Clash"), card("Rupture", "POWER"), card("Warcry", "SKILL")]
    detail = {"cards": offered, "bowl_available": False, "skip_available": True}
    assert decision(client, rewards(CARD)).command == "choose 0"
    assert decision(client, state("CARD_REWARD", detail, ["choose", "skip"])).command == "skip"
    assert decision(client, rewards(CARD)).command == "proceed"
    # On the next floor there are other cards.
    assert decision(client, rewards(CARD, floor=4)).command == "choose 0"


def test_a_second_card_reward_is_still_opened() -> None:
    client = player()
    detail = {"cards": [card("Clash")], "bowl_available": False, "skip_available": True}
    decision(client, rewards(CARD, CARD))
    assert decision(client, state("CARD_REWARD", detail, ["choose", "skip"])).command == "skip"
    assert decision(client, rewards(CARD, CARD)).command == "choose 1"


def test_a_full_belt_keeps_the_better_potions() -> None:
    weak = potion("GamblersBrew")
    fire = potion("Fire Potion")
    assert command(rewards(FIRE, potions=[fire, weak, fire])) == "potion discard 1"
    assert command(rewards(FIRE, potions=[fire, fire, fire])) == "proceed"
    assert command(rewards(FIRE, potions=[fire, EMPTY, fire])) == "choose 0"


def test_sozu_leaves_potions_and_the_key_is_left_for_the_relic() -> None:
    assert command(rewards(FIRE, relics=[{"id": "Sozu"}])) == "proceed"
    relic = {"reward_type": "RELIC", "relic": {"id": "Anchor"}}
    key = {"reward_type": "SAPPHIRE_KEY", "link": {"id": "Anchor"}}
    assert command(rewards(key, relic)) == "choose 1"


def test_the_best_card_is_taken() -> None:
    offered = [card("Clash"), card("Immolate"), card("Shrug It Off", "SKILL")]
    detail = {"cards": offered, "bowl_available": False, "skip_available": True}
    assert command(state("CARD_REWARD", detail, ["choose", "skip"])) == "choose 1"


def test_a_card_must_be_taken_if_none_can_be_skipped() -> None:
    detail = {"cards": [card("Clash"), card("Rupture", "POWER")], "skip_available": False}
    assert command(state("CARD_REWARD", detail, ["choose"])) == "choose 1"


def test_the_bowl_is_better_than_a_bad_card() -> None:
    detail = {"cards": [card("Clash")], "bowl_available": True, "skip_available": True}
    document = state("CARD_REWARD", detail, ["choose", "skip"], choice_list=["clash", "bowl"])
    assert command(document) == "choose 1"


def test_boss_relics_are_chosen_by_their_worth() -> None:
    relics = [{"id": "Runic Dome"}, {"id": "Cursed Key"}, {"id": "mymod:Coin"}]
    assert command(state("BOSS_REWARD", {"relics": relics}, ["choose", "skip"])) == "choose 1"


def test_fruit_juice_is_drunk_outside_a_fight() -> None:
    juice = potion("Fruit Juice")
    assert command(rewards(GOLD, potions=[EMPTY, juice])) == "potion use 1"


# Rooms.


def rest(**game: Any) -> Document:
    """Returns the screen of a campfire."""
    detail = {"has_rested": False, "rest_options": ["rest", "smith"]}
    return state("REST", detail, ["choose"], choice_list=["rest", "smith"], **game)


def test_later_acts_ask_for_more_hp_at_the_campfire() -> None:
    assert command(rest(current_hp=46)) == "choose 1"
    assert command(rest(current_hp=46, act=3, floor=40)) == "choose 0"


def test_the_campfire_heals_only_who_needs_it() -> None:
    assert command(rest(current_hp=30)) == "choose 0"
    assert command(rest(current_hp=70)) == "choose 1"
    assert command(rest(current_hp=55, floor=15)) == "choose 0"  # before the boss
    done = state("REST", {"has_rested": True, "rest_options": []}, ["proceed"])
    assert command(done) == "proceed"


def test_nothing_is_forged_without_a_card_to_upgrade() -> None:
    upgraded = [card("Strike_R", upgrades=1)]
    assert command(rest(current_hp=80, deck=upgraded)) == "choose 0"


def test_the_chest_is_opened() -> None:
    assert command(state("CHEST", {"chest_open": False}, ["choose", "proceed"])) == "choose 0"
    assert command(state("CHEST", {"chest_open": True}, ["proceed"])) == "proceed"


def test_the_merchant_is_visited_once() -> None:
    client = player()
    room = state("SHOP_ROOM", {}, ["choose", "proceed"], choice_list=["shop"])
    shelf = {"cards": [], "relics": [], "potions": [], "purge_available": False}
    assert decision(client, room).command == "choose 0"
    assert decision(client, state("SHOP_SCREEN", shelf, ["leave"])).command == "leave"
    assert decision(client, room).command == "proceed"


def test_what_is_worth_its_price_is_bought() -> None:
    shelf = {
        "cards": [card("Clash", price=40), card("Immolate", price=110)],
        "relics": [{"id": "Anchor", "name": "Anchor", "price": 150}],
        "potions": [{"id": "Fire Potion", "name": "Fire Potion", "price": 50}],
        "purge_available": True,
        "purge_cost": 75,
    }

    def buy(gold: int, *names: str) -> str:
        commands = ["choose", "leave"]
        document = state("SHOP_SCREEN", shelf, commands, gold=gold, choice_list=[*names])
        return command(document)

    everything = ("purge", "clash", "immolate", "anchor", "fire potion")
    assert buy(200, *everything) == "choose 2"
    assert buy(100, "purge", "clash", "fire potion") == "choose 0"
    assert buy(60, "clash", "fire potion") == "choose 1"
    assert buy(45, "clash") == "leave"


# Events.


def event(event_id: str, *labels: str, **game: Any) -> Document:
    """Returns the screen of an event; a label with a star is disabled."""
    options: list[Document] = []
    for label in labels:
        option: Document = {"label": label.strip("*"), "text": f"[{label}]"}
        option["disabled"] = label.endswith("*")
        if not option["disabled"]:
            option["choice_index"] = sum(not each["disabled"] for each in options)
        options.append(option)
    detail = {"event_id": event_id, "event_name": event_id, "body_text": "", "options": options}
    return state("EVENT", detail, ["choose"], **game)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (event("Big Fish", "Banana", "Donut", "Box", current_hp=20), "choose 0"),
        (event("Big Fish", "Banana", "Donut", "Box", current_hp=80), "choose 1"),
        (event("The Cleric", "Heal*", "Purify", "Leave", current_hp=20), "choose 0"),
        (event("Liars Game", "Agree", "Disagree"), "choose 1"),
        (event("Neow Event", "Talk"), "choose 0"),
        (
            event(
                "Neow Event",
                "Max HP +8",
                "Enemies in your next three combats have 1 HP",
                "Lose all gold, obtain a random rare relic",
                "Lose your starting relic, obtain a random boss relic",
            ),
            "choose 1",
        ),
        (event("mymod:Circus", "Juggle", "Leave", "Fight the clown"), "choose 1"),
        (event("mymod:Circus", "Juggle", "Swallow a sword"), "choose 1"),
        (event("mymod:Circus", "Juggle*", "Swallow a sword"), "choose 0"),
    ],
)
def test_events_are_answered_by_what_is_known_and_else_safely(
    document: Document, expected: str
) -> None:
    assert command(document) == expected


@pytest.mark.parametrize("name", sorted(EVENTS))
@pytest.mark.parametrize("hp", [1, 40, 80])
def test_every_known_event_has_an_answer(name: str, hp: int) -> None:
    labels = [wish.option for wish in EVENTS[name].wishes] or ["Leave"]
    document = event(name, *labels, "Something else", current_hp=hp)
    found = decide_event(read(document), ())
    assert found is not None
    assert 0 <= int(found.command.split()[1]) <= len(labels)


def test_an_event_without_options_uses_the_list_of_choices() -> None:
    document = state("EVENT", {"event_id": "x"}, ["choose"], choice_list=["stay", "leave"])
    assert command(document) == "choose 1"


# Choices of cards.


def grid(cards: list[Document], commands: list[str], **detail: Any) -> Document:
    """Returns the screen of a grid."""
    usual = {"cards": cards, "selected_cards": [], "num_cards": 1, "any_number": False}
    return state("GRID", {**usual, "confirm_up": False, **detail}, commands)


def test_grids_upgrade_the_best_and_remove_the_worst() -> None:
    cards = [*deck(), card("Injury", "CURSE", -2)]
    assert command(grid(cards, ["choose"], for_upgrade=True)) == "choose 9"
    assert command(grid(cards, ["choose"], for_purge=True)) == "choose 10"
    assert command(grid(cards[:10], ["choose"], for_transform=True)) == "choose 0"
    assert command(grid(cards, ["choose", "confirm"], confirm_up=True)) == "confirm"


def test_a_second_card_of_a_grid_is_another_one() -> None:
    cards = deck()
    document = grid(cards, ["choose"], for_purge=True, num_cards=2, selected_cards=cards[:1])
    assert command(document) == "choose 1"


def test_cards_are_discarded_by_what_they_are_worth() -> None:
    hand = [card("Immolate"), card("Strike_R"), card("Wound", "STATUS", -2)]
    detail = {"hand": hand, "selected": [], "max_cards": 1, "can_pick_zero": False}
    document = state("HAND_SELECT", detail, ["choose"], current_action="DiscardAction")
    assert command(document) == "choose 2"
    document = state("HAND_SELECT", detail, ["choose"], current_action="RetainCardsAction")
    assert command(document) == "choose 0"


def test_cards_that_are_made_to_be_discarded_are_discarded_first() -> None:
    hand = [card("Wound", "STATUS", -2), card("Reflex", "SKILL", -2), card("Strike_G")]
    detail = {"hand": hand, "selected": [], "max_cards": 1, "can_pick_zero": False}
    actions = {"DiscardAction": "choose 1", "ExhaustAction": "choose 0", "SetupAction": "choose 1"}
    for action, wanted in actions.items():
        assert command(state("HAND_SELECT", detail, ["choose"], current_action=action)) == wanted


def test_nothing_is_chosen_where_nothing_must_be() -> None:
    detail = {"hand": [card("Bash")], "selected": [], "max_cards": 99, "can_pick_zero": True}
    document = state(
        "HAND_SELECT", detail, ["choose", "confirm"], current_action="GamblingChipAction"
    )
    assert command(document) == "confirm"


@pytest.mark.parametrize("screen", ["GAME_OVER", "COMPLETE", "NONE", "TAVERN"])
def test_other_screens_are_left_by_their_button(screen: str) -> None:
    assert command(state(screen, {}, ["proceed"])) == "proceed"
    assert command(state(screen, {}, ["cancel"])) == "cancel"


# Worth.


def test_upgrades_and_unknown_cards_have_a_worth() -> None:
    plain, better = Fields(card("Bash")), Fields(card("Bash", upgrades=1))
    assert card_worth(better) > card_worth(plain)
    assert upgrade_worth(plain) > 0 > upgrade_worth(better)
    rare, curse = Fields(card("mymod:A", rarity="RARE")), Fields(card("mymod:B", "CURSE"))
    assert card_worth(rare) > 0 > card_worth(curse)
    assert upgrade_worth(curse) < 0


# Keys.

SAPPHIRE = {"reward_type": "SAPPHIRE_KEY", "link": {"id": "Juzu Bracelet"}}
BRACELET = {"reward_type": "RELIC", "relic": {"id": "Juzu Bracelet", "name": "Juzu Bracelet"}}


def with_keys(document: Document) -> str:
    """Returns what a player who wants the keys answers."""
    return decision(player(keys=True), document).command


def test_keys_are_taken_only_if_asked_for() -> None:
    chest = rewards(SAPPHIRE, BRACELET)
    emerald = rewards({"reward_type": "EMERALD_KEY"})
    assert (command(chest), with_keys(chest)) == ("choose 1", "choose 0")
    chest = rewards(BRACELET, SAPPHIRE)
    assert (command(chest), with_keys(chest)) == ("choose 0", "choose 1")
    assert (command(emerald), with_keys(emerald)) == ("proceed", "choose 0")


def test_a_strong_relic_is_worth_more_than_a_key_unless_it_is_the_last() -> None:
    two = {"ruby": True, "emerald": True, "sapphire": False}
    strong = {"id": "Ice Cream", "name": "Ice Cream"}
    chest = [{"reward_type": "SAPPHIRE_KEY", "link": strong}]
    chest.append({"reward_type": "RELIC", "relic": strong})
    assert with_keys(rewards(*chest)) == "choose 1"
    assert with_keys(rewards(*chest, keys=two)) == "choose 0"


def test_the_ruby_key_waits_until_no_upgrade_is_worth_more() -> None:
    def camp(deck: list[Document], **game: Any) -> str:
        detail = {"has_rested": False, "rest_options": ["rest", "smith", "recall"]}
        return with_keys(state("REST", detail, ["choose"], current_hp=75, deck=deck, **game))

    assert camp(deck()) == "choose 1"  # Bash
    assert camp(deck()[:9]) == "choose 2"
    two = {"ruby": False, "emerald": True, "sapphire": True}
    assert camp(deck(), keys=two) == "choose 2"
    assert camp(deck(), keys=two, ascension_level=0, act=3, floor=49) == "choose 2"
