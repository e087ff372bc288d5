"""The Silent in messages, words and views: what is not about a single card or power."""

import json
from typing import Any

import pytest

from kibitz.core import seeded
from kibitz.core.errors import PositionError
from kibitz.games.spire import Spire
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.moves import card_word, read_card
from kibitz.games.spire.position.message import HAND_SELECT
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.state import (
    TO_DISCARD,
    TO_DRAW_TOP,
    TO_REPEAT,
    TO_RETAIN,
    Fight,
)
from tests.games.spire.table import GAME, Table, dummy, real


def card(card_id: str, cost: int = 1, **fields: object) -> dict[str, object]:
    """Returns a card as messages have it."""
    return {"id": card_id, "cost": cost, "is_playable": True, **fields}


def message(*hand: dict[str, object], **fields: object) -> dict[str, Any]:
    """Returns the least message of a fight of the Silent."""
    return {
        "class": "THE_SILENT",
        "combat_state": {
            "player": {"current_hp": 60, "max_hp": 70, "energy": 3},
            "hand": [*hand],
            "draw_pile": [],
            "discard_pile": [],
            "monsters": [
                {"id": "JawWorm", "current_hp": 40, "max_hp": 42, "move_id": 1, "intent": "ATTACK"}
            ],
        },
        **fields,
    }


def asked(action: str, *hand: dict[str, object], **detail: object) -> dict[str, Any]:
    """Returns a message with a screen that asks for cards of the hand."""
    state = {"hand": [*hand], "selected": [], "max_cards": 1, "can_pick_zero": False, **detail}
    return message(*hand, screen_type=HAND_SELECT, screen_state=state, current_action=action)


def round_trip(view: Fight) -> Fight:
    """Writes a view as a message and reads it again."""
    return GAME.read_position(json.loads(json.dumps(GAME.position(view))))


def state_of(view: Fight) -> dict[str, Any]:
    """Returns the `game_state` of the message of a view."""
    found: dict[str, Any] = json.loads(json.dumps(GAME.position(view)))["game_state"]
    return found


def words(pile: list[int]) -> list[str]:
    return [card_word(each) for each in pile]


def play_out(view: Fight, *moves: str) -> Fight:
    """Plays moves in a sampled world."""
    state = GAME.sample(view, seeded("play out"))
    for move in moves:
        GAME.play(state, GAME.parse(state, move))
    return state


# Messages.


def test_strike_and_defend_are_read_by_the_ids_of_any_class_and_written_by_the_own() -> None:
    hand = [card("Strike_G", upgrades=1), card("Defend_G"), card("Strike_R")]
    view = GAME.read_position(message(*hand))
    assert words(view.hand) == ["strike+", "defend", "strike"]
    assert view.character == catalogue.SILENT
    state = state_of(view)
    assert state["class"] == "THE_SILENT"
    assert [each["id"] for each in state["combat_state"]["hand"]] == [
        "Strike_G",
        "Defend_G",
        "Strike_G",
    ]
    ironclad = state_of(GAME.read_position(message(*hand, **{"class": "IRONCLAD"})))
    assert ironclad["class"] == "IRONCLAD"
    assert ironclad["combat_state"]["hand"][0]["id"] == "Strike_R"


@pytest.mark.parametrize("name", ["DEFECT", "WATCHER"])
def test_class_that_is_not_simulated_is_refused(name: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.read_position(message(**{"class": name}))
    assert str(caught.value) == (
        f"not a position of spire: the class {name} is not simulated:"
        " only IRONCLAD and THE_SILENT are"
    )


def test_every_card_of_the_silent_is_read_and_written_by_its_id() -> None:
    for each in catalogue.CARDS:
        if each.color == "silent":
            view = GAME.read_position(message(card(each.id, catalogue.COSTS[2 * each.number])))
            assert words(view.hand) == [each.name.lower()]
            (written,) = state_of(view)["combat_state"]["hand"]
            assert written["id"] == each.id


def test_powers_of_the_silent_are_read_and_written() -> None:
    amounts = {
        "Accuracy": 4,
        "After Image": 1,
        "Thousand Cuts": 2,
        "Infinite Blades": 1,
        "Noxious Fumes": 3,
        "Envenom": 1,
        "Tools Of The Trade": 1,
        "Retain Cards": 2,
        "Blur": 1,
        "Phantasmal": 1,
        "Burst": 1,
        "Wraith Form v2": -1,
    }
    document = message()
    fight = document["combat_state"]
    fight["player"]["powers"] = [{"id": name, "amount": n} for name, n in amounts.items()]
    fight["monsters"][0]["powers"] = [
        {"id": "Choked", "amount": 3},
        {"id": "CorpseExplosionPower", "amount": 1},
    ]
    view = GAME.read_position(document)
    written = state_of(view)
    assert "kibitz" not in written
    found = {each["id"]: each["amount"] for each in written["combat_state"]["player"]["powers"]}
    assert found == amounts
    (worm,) = written["combat_state"]["monsters"]
    assert [each["id"] for each in worm["powers"]] == ["Choked", "CorpseExplosionPower"]
    assert round_trip(view) == view


def test_card_of_nightmare_is_read_and_comes_next_turn() -> None:
    document = message()
    stored = card("Backstab", 0, upgrades=1, uuid="a")
    document["combat_state"]["player"]["powers"] = [
        {"id": "Night Terror", "name": "Nightmare", "amount": 3, "card": stored},
        {"id": "Night Terror", "name": "Nightmare", "amount": 3, "card": card("Dash", 2, uuid="a")},
    ]
    view = GAME.read_position(document)
    assert words(list(view.nightmares)) == ["backstab+"] * 3 + ["dash"] * 3
    assert "Nightmare 3 (Backstab+), Nightmare 3 (Dash)" in GAME.render(view)
    assert round_trip(view) == view
    assert "kibitz" not in state_of(view)
    later = play_out(view, "end")
    assert words(later.hand) == ["backstab+"] * 3 + ["dash"] * 3
    assert later.nightmares == ()


def test_nightmare_without_its_card_has_no_effect_and_is_written_back() -> None:
    document = message()
    document["combat_state"]["player"]["powers"] = [{"id": "Night Terror", "amount": 3}]
    view = GAME.read_position(document)
    assert view.nightmares == ()
    assert play_out(view, "end").hand == []
    (written,) = state_of(view)["combat_state"]["player"]["powers"]
    assert written == {"id": "Night Terror", "amount": 3}


def test_card_that_can_be_played_without_the_energy_for_it_is_free() -> None:
    document = message(card("Dash", 2), card("Predator", 2, is_playable=False))
    document["combat_state"]["player"]["energy"] = 1
    view = GAME.read_position(document)
    assert words(view.hand) == ["dash {free}", "predator"]
    assert [str(move) for move in GAME.legal(view)] == ["dash {free} > 1", "end"]


def test_masterful_stab_may_cost_more_than_any_other_card() -> None:
    document = message(card("Masterful Stab", 20, is_playable=False))
    document["combat_state"]["times_damaged"] = 20
    view = GAME.read_position(document)
    assert words(view.hand) == ["masterful stab"]
    document["combat_state"]["hand"] = [card("Slice", 20)]
    with pytest.raises(PositionError, match="cost: expected a whole number from -2 to 13"):
        GAME.read_position(document)


def test_eviscerate_is_read_with_the_cards_discarded_so_far() -> None:
    document = message(card("Eviscerate", 1))
    document["combat_state"]["cards_discarded_this_turn"] = 2
    view = GAME.read_position(document)
    assert words(view.hand) == ["eviscerate"]
    document["combat_state"]["hand"] = [card("Eviscerate", 0)]
    view = GAME.read_position(document)
    assert [cost_of(view, each) for each in view.hand] == [0]


# Screens.


def test_discard_screen_asks_for_the_rest_and_keeps_what_is_selected() -> None:
    hand = [card("Strike_G"), card("Slice", 0)]
    document = asked("DiscardAction", *hand, max_cards=2, selected=[card("Reflex", -2)])
    document["combat_state"]["card_in_play"] = card("Prepared", 0, upgrades=1)
    view = GAME.read_position(document)
    assert (view.choice, view.picks, view.optional) == (TO_DISCARD, 1, False)
    assert [str(move) for move in GAME.legal(view)] == ["choose strike", "choose slice"]
    assert round_trip(view) == view
    done = play_out(view, "choose strike")
    # Reflex and Strike are discarded, then Prepared is put away, and Reflex draws two.
    assert (done.discarded, done.choice) == (2, 0)
    assert sorted(words(done.hand + done.draw + done.discard)) == [
        "prepared+",
        "reflex",
        "slice",
        "strike",
    ]
    assert len(done.hand) == 3


def test_retain_screen_ends_the_turn_after_the_choice() -> None:
    hand = [card("Strike_G"), card("Slice", 0)]
    view = GAME.read_position(asked("RetainCardsAction", *hand, can_pick_zero=True))
    assert (view.choice, view.optional) == (TO_RETAIN, True)
    assert [str(move) for move in GAME.legal(view)] == ["choose strike", "choose slice", "done"]
    assert round_trip(view) == view
    kept = play_out(view, "choose slice")
    assert kept.turn == 2
    assert words(kept.hand)[0] == "slice"
    assert play_out(view, "done").turn == 2


def test_setup_screen_puts_a_card_on_the_draw_pile_that_is_free() -> None:
    view = GAME.read_position(asked("SetupAction", card("Dash", 2), card("Slice", 0)))
    assert view.choice == TO_DRAW_TOP
    assert round_trip(view) == view
    assert words(play_out(view, "choose dash").draw) == ["dash {free}"]
    assert words(play_out(view, "choose slice").draw) == ["slice"]


def test_nightmare_screen_stores_three_copies() -> None:
    view = GAME.read_position(asked("NightmareAction", card("Dash", 2), card("Slice", 0)))
    assert view.choice == TO_REPEAT
    assert round_trip(view) == view
    later = play_out(view, "choose dash")
    assert words(list(later.nightmares)) == ["dash"] * 3
    assert words(later.hand) == ["dash", "slice"]


CHOICES = ["survivor", "prepared+", "concentrate", "setup", "nightmare", "acrobatics"]


@pytest.mark.parametrize("name", CHOICES)
def test_pending_choice_survives_a_message(name: str) -> None:
    table = Table(
        f"{name}, strike, slice, dash, backstab",
        real("JawWorm", 40, "CHOMP"),
        draw="5 defend",
        energy=4,
        character="silent",
    ).play(name)
    view = GAME.view(table.fight, 0)
    assert view.choice
    again = round_trip(view)
    assert again == view
    for text in ("choose dash", "choose slice", "choose strike"):
        if table.fight.choice:
            table.play(text)
            again = play_out(again, text)
    assert words(again.hand) == table.hand()
    assert again.energy == table.fight.energy


@pytest.mark.parametrize("deck", ["poison", "shivs", "discard"])
def test_whole_fights_survive_messages_move_by_move(deck: str) -> None:
    game = Spire(character="silent", deck=deck, encounter="gremlin gang", max_hp=400)
    rng = seeded(f"messages/{deck}")
    state = game.setup(rng)
    for _ in range(80):
        if state.over:
            break
        view = game.view(state, 0)
        assert round_trip(view) == view
        game.play(state, game.random_move(state, rng))
    assert state.turn > 1


# What the player knows.


def test_card_put_on_the_draw_pile_by_setup_stays_known() -> None:
    table = Table("setup, dash, slice", dummy(90), draw="5 strike, 5 defend").play("setup")
    table.play("choose dash")
    view = GAME.view(table.fight, 0)
    assert view.known_top == 1
    for seed in range(5):
        assert words(GAME.sample(view, seeded(seed)).draw)[-1] == "dash {free}"
    assert table.play("end").hand()[0] == "dash {free}"


# Words.


def test_glass_knife_is_written_with_the_damage_it_has_lost() -> None:
    table = Table("glass knife", dummy(90), draw="").play("glass knife", "end")
    assert table.hand() == ["glass knife {-2}"]
    number = read_card("glass knife {-2}")
    assert table.fight.hand == [number]
    assert read_card("glass knife {+2}") == catalogue.NO_CARD
    assert read_card("rampage {-5}") == catalogue.NO_CARD
    assert "Glass Knife (-2)" in GAME.render(GAME.view(table.fight, 0))
    assert table.play("glass knife {-2}").lost() == 16 + 12


DESCRIBED = {
    "survivor": "survivor (8 block, discard 1)",
    "all-out attack": "all-out attack (10 damage to all, discard 1 at random)",
    "storm of steel": "storm of steel (discard the hand)",
    "unload > 1": "unload > 1 (Monster, 14 damage, discard all but attacks)",
    "calculated gamble": "calculated gamble (discard the hand, draw 4, exhausts)",
    "catalyst > 1": "catalyst > 1 (Monster, Poison x 2, exhausts)",
    "bouncing flask": "bouncing flask (Poison 3 x 3 at random)",
    "dodge and roll": "dodge and roll (6 block, Next Turn Block 6)",
    "doppelganger+": "doppelganger+ (Draw Card 4, Energized 4, exhausts)",
    "malaise > 1": "malaise > 1 (Monster, Strength -3, Weak 3, exhausts)",
    "finisher > 1": "finisher > 1 (Monster, 6 x 2 damage)",
    "flechettes > 1": "flechettes > 1 (Monster, 4 damage)",
    "choke > 1": "choke > 1 (Monster, 12 damage, Choked 3)",
    "shiv > 1": "shiv > 1 (Monster, 8 damage, exhausts)",
}


@pytest.mark.parametrize("text", DESCRIBED)
def test_move_is_described_with_the_numbers_of_this_moment(text: str) -> None:
    name = text.partition(" >")[0]
    powers = {"Accuracy": 4} if name == "shiv" else {"Dexterity": 2} if "dodge" in name else {}
    table = Table(f"{name}, deflect, 3 slice", dummy(90), powers=powers)
    table.fight.attacks_played = 2
    described = GAME.describe(GAME.view(table.fight, 0), GAME.parse(table.fight, text))
    assert described == DESCRIBED[text]


def test_choice_of_several_cards_says_how_many() -> None:
    table = Table("concentrate, 5 slice", dummy(90)).play("concentrate")
    assert "Choose 3 cards to discard" in GAME.render(GAME.view(table.fight, 0))
    table = Table("2 slice", dummy(90), powers={"Well-Laid Plans": 2}).play("end")
    assert "Choose up to 2 cards to keep in the hand" in GAME.render(GAME.view(table.fight, 0))
