"""Potions and the planner: what messages say about them, and the scenarios of the description."""

import copy
import json
from typing import Any

import pytest

from kibitz.core import seeded
from kibitz.core.agent import Advice, observation_of
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.danger import (
    DESCRIBED,
    Weights,
    after,
    best_potion,
    danger,
    facts_of,
    fallback_wanted,
    net_score,
    potion_score,
    potion_uses,
    use_next_potion,
)
from kibitz.games.spire.agents.planner import OptimizedAgent, SimpleAgent
from kibitz.games.spire.gear import (
    POTION_NUMBERS,
    POTIONS,
    REAL_POTIONS,
    UNKNOWN_POTION,
    Metadata,
    metadata_of,
)
from kibitz.games.spire.monsters import BOSS, ELITE, NORMAL
from kibitz.games.spire.moves import UsePotion
from kibitz.games.spire.state import Fight, Monster
from tests.games.spire.table import GAME, Table, dummy
from tests.games.spire.test_position import combat, sample


def message(*held: dict[str, Any], room: str = "MonsterRoom") -> dict[str, Any]:
    """Returns the message of a first turn, with other potions."""
    found = sample()
    found["game_state"]["potions"] = list(held)
    found["game_state"]["room_type"] = room
    return found


def potion(name: str, **fields: object) -> dict[str, Any]:
    return {"id": name, "name": name, "can_use": True, "requires_target": False, **fields}


def read(*held: dict[str, Any], room: str = "MonsterRoom") -> Fight:
    return GAME.read_position(message(*held, room=room))


def legal(s: Fight) -> list[str]:
    return [str(move) for move in GAME.legal(s)]


def advice(view: Fight) -> Advice[Fight]:
    return OptimizedAgent(worlds=2).advise(observation_of(GAME, view, 0, seeded("advice")))


def use(s: Fight, name: str, target: int = -1) -> Fight:
    return after(s, UsePotion(name, target))


def fight(*monsters: Monster, held: str, hp: int = 80, room: int = NORMAL, block: int = 0) -> Fight:
    belt = [name for name in held.split(", ") if name]
    return Table("", *monsters, hp=hp, potions=belt, room=room, block=block).fight


def uses_of(s: Fight) -> list[str]:
    return [str(each) for each in potion_uses(s)]


# R1 and scenario 36: a potion that cannot be used.


def test_scenario_36_with_can_use_false_the_second_best_is_tried() -> None:
    scores = {"blood potion": 50.0, "fire potion": 40.0, "energy potion": 20.0}

    def injected(s: Fight, use: UsePotion, weights: Weights) -> float:
        return scores[use.potion]

    held = [potion("BloodPotion"), potion("Fire Potion"), potion("Energy Potion")]
    best = best_potion(read(*held), DESCRIBED, injected)
    assert best is not None
    assert best[0].potion == "blood potion"
    held[0]["can_use"] = False
    best = best_potion(read(*held), DESCRIBED, injected)
    assert best is not None
    assert best[0].potion == "fire potion"
    assert "blood potion" not in legal(read(*held))


def test_potion_that_cannot_be_used_is_refused_in_words() -> None:
    view = read(potion("Block Potion", can_use=False))
    assert [each.reason for each in UsePotion("block potion").check(view, 0)] == [
        "block potion cannot be used now"
    ]
    assert "Block Potion (cannot be used)" in GAME.render(view)


def test_of_two_equal_potions_the_usable_one_is_used() -> None:
    view = read(potion("Fire Potion", can_use=False), potion("Fire Potion"))
    fire = POTION_NUMBERS["firepotion"]
    assert legal(view).count("fire potion > 1") == 1
    assert use(view, "fire potion", 0).potions == [fire, -1]


def test_legal_moves_are_those_that_the_checks_allow() -> None:
    held = [
        potion("Fire Potion", can_use=False),
        potion("Block Potion"),
        potion("Fire Potion"),
        potion("mymod:Bomb", effect_type="damage", effect_value=9, target_type="monster"),
        potion("Weak Potion", can_use=False),
    ]
    view = read(*held)
    proposed = [move for move in UsePotion.enumerate(view, 0) if not list(move.check(view, 0))]
    assert proposed == [move for move in GAME.legal(view) if isinstance(move, UsePotion)]


# R6: what a message says about a potion.


def test_r6_effect_of_the_message_counts_more_than_the_table() -> None:
    given = {"effect_type": "damage", "effect_value": 40, "target_type": "monster"}
    view = read(potion("Fire Potion", **given))
    assert facts_of(view, POTION_NUMBERS["firepotion"]) == Metadata("damage", 40.0, "monster")
    assert use(view, "fire potion", 0).monsters[0].hp == 2
    assert "40 damage" in GAME.describe(view, UsePotion("fire potion", 0))


def test_r6_without_effect_fields_the_table_counts() -> None:
    view = read(potion("FIRE_POTION"))
    assert view.labels == ()
    assert facts_of(view, POTION_NUMBERS["firepotion"]) == Metadata("damage", 20.0, "monster")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("Strength Potion", 4, {"Strength": 4}),
        ("SteroidPotion", 7, {"Strength": 7, "Flex": 7}),
        ("Regen Potion", 3, {"Regeneration": 3}),
    ],
)
def test_r6_amount_of_the_message_replaces_that_of_the_table(
    name: str, value: int, expected: dict[str, int]
) -> None:
    table = Table()
    word = POTIONS[POTION_NUMBERS[name.lower().replace(" ", "")]].name.lower()
    table.fight = use(read(potion(name, effect_value=value)), word)
    assert table.powers() == expected


def test_r6_healing_of_the_message_is_in_hp() -> None:
    view = read(potion("BloodPotion", effect_value=7))
    view.hp = 70
    assert use(view, "blood potion").hp == 77


def test_r6_amount_of_the_message_is_not_doubled_by_sacred_bark() -> None:
    document = message(potion("Fire Potion", effect_value=30), potion("Block Potion"))
    document["game_state"]["relics"].append({"id": "SacredBark", "counter": -1})
    view = GAME.read_position(document)
    assert use(view, "fire potion", 0).monsters[0].hp == 12
    assert use(view, "block potion").block == 24


def test_r6_known_potion_with_another_effect_does_what_the_message_says() -> None:
    given = {"effect_type": "heal", "effect_value": 10, "target_type": "self"}
    view = read(potion("Fire Potion", **given))
    view.hp = 60
    assert uses_of(view) == ["unknown healing potion"]
    assert use(view, "unknown healing potion").hp == 70
    assert "Unknown Healing Potion (Fire Potion)" in GAME.render(view)


def test_r6_another_word_for_the_effect_changes_the_score_only() -> None:
    view = read(potion("Block Potion", effect_type="utility"))
    view.hp = 20
    assert facts_of(view, POTION_NUMBERS["blockpotion"]).effect_type == "utility"
    assert use(view, "block potion").block == 12


@pytest.mark.parametrize(
    ("fields", "word", "loss"),
    [
        ({"effect_type": "damage", "target_type": "monster"}, "unknown damage potion > 1", (25, 0)),
        (
            {"effect_type": "damage", "target_type": "all_monsters"},
            "unknown splash potion",
            (25, 0),
        ),
        ({"effect_type": "block", "target_type": "self"}, "unknown block potion", (0, -25)),
        ({"effect_type": "heal", "target_type": "none"}, "unknown healing potion", (0, 0)),
    ],
)
def test_r6_unknown_potion_is_planned_with_by_its_effect(
    fields: dict[str, str], word: str, loss: tuple[int, int]
) -> None:
    view = read(potion("mymod:Tonic", effect_value=25, **fields), potion("Fire Potion"))
    assert word in legal(view)
    assert word in uses_of(view)
    then = after(view, GAME.parse(view, word))
    assert (view.monsters[0].hp - then.monsters[0].hp, view.block - then.block) == loss
    assert then.potions[0] == -1
    assert then.labels == ()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"effect_type": "buff", "effect_value": 3, "target_type": "self"},
        {"effect_type": "damage", "effect_value": 0, "target_type": "monster"},
        {"effect_type": "sparkle", "effect_value": "lots", "target_type": 5},
    ],
)
def test_unknown_potion_without_a_known_effect_cannot_be_used(fields: dict[str, Any]) -> None:
    view = read(potion("mymod:Tonic", **fields))
    assert view.potions == [UNKNOWN_POTION]
    assert not [word for word in legal(view) if "potion" in word]
    assert "Tonic (not simulated)" in GAME.render(view)


def test_odd_fields_of_a_known_potion_are_ignored() -> None:
    odd = {"effect_type": "sparkle", "effect_value": True, "target_type": None}
    assert read(potion("Fire Potion", **odd)).labels == ()
    assert metadata_of("Fire Potion", {"effect_value": float("nan")}).effect_value == 20


def test_scenario_53_smoke_bomb_requires_a_target_and_needs_none() -> None:
    view = read(potion("SmokeBomb", requires_target=True))
    assert view.labels == ()
    assert metadata_of("SmokeBomb").target_type == "none"
    assert uses_of(view) == ["smoke bomb"]
    written: Any = GAME.position(view)
    assert written["game_state"]["potions"][0]["requires_target"] is True


# What is kept of it.

LABELLED = [
    potion("FIRE_POTION", effect_value=40),
    potion("mymod:Tonic", effect_type="heal", effect_value=1, target_type="self"),
    potion("mymod:Other"),
    potion("Block Potion", can_use=False),
    potion("Fire Potion", effect_type="block", effect_value=7, target_type="self"),
]


def test_what_a_message_says_about_potions_is_kept() -> None:
    view = read(*LABELLED)
    assert [label is None for label in view.labels] == [False] * 5
    assert view.clone() == view
    world = GAME.sample(view, seeded(1))
    assert GAME.view(world, 0) == view
    assert GAME.read_position(json.loads(json.dumps(GAME.position(view)))) == view


def test_what_a_message_says_about_a_potion_goes_with_it() -> None:
    view = read(potion("EntropicBrew"), potion("Fire Potion", effect_value=40))
    brewed = use(use(view, "fire potion", 0), "entropic brew")
    assert -1 not in brewed.potions
    assert brewed.labels == ()
    assert GAME.read_position(GAME.position(GAME.view(brewed, 0))) == GAME.view(brewed, 0)


def test_positions_of_plain_fights_say_nothing_about_effects() -> None:
    table = Table("", dummy(), potions=["smoke bomb", "fire potion", "fairy in a bottle"])
    for room in (NORMAL, BOSS):
        table.fight.room = room
        view = GAME.view(table.fight, 0)
        assert "effect_type" not in str(GAME.position(view))
        assert GAME.read_position(GAME.position(view)).labels == ()


# Fixtures: potions of the description that the game does not have.


def test_fixtures_are_not_offered() -> None:
    names = GAME.lists()["potions"]
    assert len(names) == len(REAL_POTIONS) == len(GAME.coverage()["potions"]) == 42
    for name in ("healing potion", "strawberry", "berserk potion", "unknown damage potion"):
        assert name not in names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Healing Potion", Metadata("heal", 10.0, "self")),
        ("Strawberry", Metadata("heal", 10.0, "self")),
        ("Berserk", Metadata("buff", 2.0, "self")),
        ("Entropy Potion", metadata_of("EntropicBrew")),
        ("Vulnerable Potion", metadata_of("FearPotion")),
        ("Bottled Nothing", Metadata("utility", 0.0, "none")),
    ],
)
def test_r6_metadata_of_the_fixtures(name: str, expected: Metadata) -> None:
    assert metadata_of(name) == expected


# R1: what is tried.


def test_r1_a_block_potion_of_an_elite_fight_is_tried() -> None:
    s = fight(dummy(attack=13), dummy(attack=12), hp=32, held="block potion", room=ELITE)
    best = best_potion(s)
    assert best is not None
    assert best[0].potion == "block potion"
    assert best[1] > 30


def test_r1_b_only_healing_of_healing_fire_and_energy() -> None:
    scores = {"healing potion": 50.0, "fire potion": 40.0, "energy potion": 20.0}
    s = fight(dummy(), held="healing potion, fire potion, energy potion")
    best = best_potion(s, DESCRIBED, lambda s, use, weights: scores[use.potion])
    assert best == (UsePotion("healing potion"), 50.0)


# R2: scores.


def test_r2_scenarios() -> None:
    def score(s: Fight) -> float:
        (only,) = potion_uses(s)
        return potion_score(s, only)

    assert score(fight(dummy(), hp=15, held="healing potion")) >= 50
    three = [dummy(20), dummy(20), dummy(20)]
    assert score(fight(*three, hp=56, held="fire potion", room=ELITE)) >= 65
    assert score(fight(dummy(attack=35), hp=30, held="block potion")) >= 35
    assert score(fight(dummy(10, attack=4), hp=72, held="energy potion")) == 0
    assert score(fight(dummy(10, attack=4), hp=72, held="berserk")) == 0


# R3: what potions do to a fight.


@pytest.mark.parametrize("name", ["healing potion", "strawberry"])
@pytest.mark.parametrize("hp", [70, 75])
def test_r3_healing_stops_at_the_most_hp(name: str, hp: int) -> None:
    s = fight(dummy(), hp=hp, held=name)
    then = use(s, name)
    assert (then.player_hp, then.potions_used) == (80, 1)
    assert (s.player_hp, s.potions_used) == (hp, 0)


def test_r3_healing_below_the_most_hp() -> None:
    assert use(fight(dummy(), hp=40, held="healing potion"), "healing potion").player_hp == 50


def test_r3_fire_on_a_monster_with_45_hp() -> None:
    then = use(fight(dummy(45), held="fire potion"), "fire potion", 0)
    assert (then.monsters[0].hp, then.potions_used) == (25, 1)


def test_r3_block_on_top_of_8_block() -> None:
    assert use(fight(dummy(), held="block potion", block=8), "block potion").player_block == 20


def test_r3_strength_counts_for_the_strike_after_it() -> None:
    held = ["strength potion"]
    table = Table("strike", dummy(45), powers={"Strength": 3}, potions=held)
    assert table.fight.player_strength == 3
    table.play("strength potion")
    assert table.fight.player_strength == 5
    table.play("strike")
    assert table.fight.monsters[0].hp == 45 - 11


def test_r3_debuffs_are_applied() -> None:
    table = Table("strike", dummy(45), potions=["vulnerable potion"]).play("fear potion", "strike")
    assert (table.power("Vulnerable", 1), table.lost()) == (3, 9)


# R4: targets.


def test_r4_damage_goes_to_the_threat() -> None:
    s = fight(dummy(40, attack=18), dummy(15, attack=8), held="fire potion")
    assert uses_of(s) == ["fire potion > 1"]


def test_r4_explosive_hits_every_living_monster() -> None:
    gone = dummy(30)
    gone.alive = False
    s = fight(dummy(12), gone, dummy(30), held="explosive potion")
    assert uses_of(s) == ["explosive potion"]
    assert [each.hp for each in use(s, "explosive potion").monsters] == [2, 30, 20]


@pytest.mark.parametrize("name", ["fear potion", "vulnerable potion", "weak potion"])
def test_r4_debuffs_go_to_the_most_hp(name: str) -> None:
    s = fight(dummy(50, attack=12), dummy(20, attack=15), held=name)
    assert uses_of(s)[0].endswith("> 1")


@pytest.mark.parametrize(
    "name", ["berserk potion", "strength potion", "smoke bomb", "healing potion"]
)
def test_r4_potions_for_oneself_have_no_target(name: str) -> None:
    assert uses_of(fight(dummy(), dummy(), held=name)) == [name]


def test_r4_unknown_damage_goes_to_the_threat() -> None:
    document = message(
        potion("mymod:Bomb", effect_type="damage", effect_value=20, target_type="monster")
    )
    worm = combat(document)["monsters"][0]
    combat(document)["monsters"] = [
        {**worm, "id": "A", "move_base_damage": 8, "move_id": 1, "current_hp": 15},
        {**worm, "id": "B", "move_base_damage": 18, "move_id": 1, "current_hp": 40},
    ]
    assert uses_of(GAME.read_position(document)) == ["unknown damage potion > 2"]


# R5: without a plan.


def test_r5_fallback_knows_what_a_message_says() -> None:
    tonic = {"effect_type": "block", "effect_value": 15, "target_type": "self"}
    held = [potion("BloodPotion", can_use=False), potion("mymod:Tonic", **tonic)]
    view = read(*held, room="MonsterRoomElite")
    view.hp = 20
    assert fallback_wanted(view)
    assert str(use_next_potion(view)) == "unknown block potion"
    assert not fallback_wanted(read(potion("BloodPotion", can_use=False), room="MonsterRoomElite"))


# R7: conservation.


def test_r7_easy_fight() -> None:
    s = fight(dummy(40, attack=4), hp=72, held="fire potion")
    (only,) = potion_uses(s)
    assert danger(s) == pytest.approx(0.2)
    assert potion_score(s, only) == 15
    assert net_score(s, only) <= 10


def test_r7_25_percent_of_the_hp_and_a_lethal_attack() -> None:
    s = fight(dummy(40, attack=40), hp=20, held="healing potion")
    (only,) = potion_uses(s)
    assert potion_score(s, only) == 50
    assert net_score(s, only) >= 45


def test_r7_elite_with_three_monsters() -> None:
    three = [dummy(20, attack=4), dummy(20, attack=4), dummy(20, attack=4)]
    table = Table("2 strike, 2 defend", *three, potions=["fire potion"], room=ELITE)
    (only,) = potion_uses(table.fight)
    assert potion_score(table.fight, only) == 65
    assert net_score(table.fight, only) >= 60
    found = advice(GAME.view(table.fight, 0))
    assert str(found.move) == "fire potion > 1"


# R8: the numbers under debuffs.


def test_r8_10_damage_on_vulnerable_is_15() -> None:
    table = Table("strike", dummy(40, Vulnerable=2), powers={"Strength": 4}).play("strike")
    assert table.lost() == 15


def test_r8_12_damage_of_a_weak_monster_is_9() -> None:
    table = Table("", dummy(40, attack=12, Weakened=3)).play("end")
    assert table.fight.player_hp == 71


def test_r8_8_block_under_frail_is_6() -> None:
    powers = {"Frail": 1, "Dexterity": 3}
    assert Table("defend", dummy(), powers=powers).play("defend").fight.player_block == 6


# Scenario 55: whatever a message names, the advice is a legal move.


def unknown_message() -> dict[str, Any]:
    document = sample("unknown")
    document["game_state"]["potions"][0].update(
        effect_type="damage", effect_value=15, target_type="monster", requires_target=True
    )
    return document


def strange(document: dict[str, Any], what: str) -> None:
    """Gives things of a message names that nobody knows."""
    state, fight = document["game_state"], combat(document)
    if what == "cards":
        for pile in ("hand", "draw_pile", "discard_pile"):
            for card in fight[pile]:
                card["id"] = f"mod:{card['id']}"
    elif what == "monsters":
        for monster in fight["monsters"]:
            monster.update(id="mod:Thing", move_id=200, move_base_damage=7, move_hits=3)
    elif what == "powers":
        fight["player"]["powers"] = [{"id": "mod:Power", "amount": 3}]
    elif what == "relics":
        state["relics"] = [{"id": "mod:Relic", "counter": 3}]
    else:
        state["potions"] = [potion("mod:Potion"), potion("mod:Other", effect_type="heal")]


@pytest.mark.parametrize("agent", [OptimizedAgent(2, 300), SimpleAgent()])
@pytest.mark.parametrize("name", ["first_turn", "boss", "unknown"])
@pytest.mark.parametrize("what", ["cards", "monsters", "powers", "relics", "potions"])
def test_scenario_55_unknown_things_are_planned_around(
    agent: OptimizedAgent | SimpleAgent, name: str, what: str
) -> None:
    document = copy.deepcopy(sample(name))
    strange(document, what)
    view = GAME.read_position(document)
    found = agent.advise(observation_of(GAME, view, 0, seeded("strange")))
    assert found.move in GAME.legal(view)
    assert "failed" not in found.trace


def test_scenario_55_attacks_of_an_unknown_monster_are_blocked() -> None:
    document = sample()
    strange(document, "monsters")
    view = GAME.read_position(document)
    view.hp = 22
    state = view.clone()
    found = advice(view)
    for move in (found.move, *found.plan):
        GAME.play(state, move)
    assert state.block == 10


def test_scenario_55_whole_fight_with_unknown_things_is_played() -> None:
    game, agent = Spire(), OptimizedAgent(1, 200)
    state = game.sample(game.read_position(unknown_message()), seeded("world"))
    for _ in range(40):
        if state.over:
            break
        seen = observation_of(game, game.view(state, 0), 0, seeded("agent"))
        found = agent.advise(seen)
        assert found.move in game.legal(state)
        assert "failed" not in found.trace
        game.play(state, found.move)
    assert state.turn > 1 or state.over
