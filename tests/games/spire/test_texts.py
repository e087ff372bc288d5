"""Every text of Slay the Spire that people read: no raw ids, no slips of the pen."""

import copy
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from kibitz.agents.registry import make_agent
from kibitz.cli.spire import describe_monsters
from kibitz.communicationmod.client.screens import ScreenPolicy
from kibitz.communicationmod.scenes import ROOMS, describe_room
from kibitz.core import RuleEngine, seeded
from kibitz.core.agent import Advice, Observation
from kibitz.games.spire import Spire, cards
from kibitz.games.spire.gear import POTION_NUMBERS, POTIONS, RELICS
from kibitz.games.spire.monsters import INTENTS, MONSTER_KINDS
from kibitz.games.spire.moves import CARD_FACES, Choose, card_word
from kibitz.games.spire.position.message import Fields, Message, Unknown
from kibitz.games.spire.powers import MONSTER_POWERS, POWER_IDS
from kibitz.games.spire.state import CHOICES, Fight
from tests.communicationmod.client_messages import state
from tests.games.spire.table import GAME, Table, dummy, real
from tests.games.spire.test_position import combat, read, sample
from tests.games.spire.words import rough_spots

AGENTS = ["expert:follow=1,nodes=80,worlds=2", "planner:nodes=100,worlds=2", "simple", "greedy"]


def check(*texts: str, table: bool = False) -> None:
    """Fails for texts that nobody should have to read."""
    found = [spot for text in texts for spot in rough_spots(text, table)]
    assert found == []


def check_advice(game: Spire, view: Fight, advice: Advice[Fight]) -> None:
    """Checks everything that is printed of advice."""
    check(*game.explain(view, advice))
    for option in advice.options:
        check(game.describe(view, option.move))
        for reason in option.reasons:
            check(reason.term, reason.text)


def check_fight(s: Fight) -> None:
    """Checks the table, and all moves that are legal."""
    view = GAME.view(s, 0)
    check(*GAME.render(view).splitlines(), table=True)
    check(*[GAME.describe(view, move) for move in GAME.legal(s)])


# The tables.


def test_the_checker_finds_what_it_should() -> None:
    for text in (
        "the The Guardian", "strong_debuff", "BronzeOrb attacks", "Byrd DEBUG", "a card ()",
        "two  spaces", "mymod:Tonic", "costs None", "Bash , then", "ends..", "dies (-1000000)",
    ):  # fmt: skip
        assert rough_spots(text), text
    for text in ("You lose 6 HP (64 of 80 left).", "[X] Whirlwind", "rampage {+5}", "J.A.X."):
        assert rough_spots(text) == []


@pytest.mark.parametrize("character", ["ironclad", "silent"])
def test_every_card_is_drawn_and_described(character: str) -> None:
    faces = [face for face in CARD_FACES.values() if face < cards.FIRST_UNKNOWN]
    for at in range(0, len(faces), 8):
        pair = [dummy(40, attack=9), real("TheGuardian", 200, "WHIRLWIND", Mode_Shift=30)]
        table = Table("", *pair, energy=9, draw="5 strike", character=character)
        table.fight.hand = faces[at : at + 8]
        table.fight.discard = faces[at : at + 8]
        check_fight(table.fight)
        for card in table.fight.hand:
            check(GAME.describe(table.fight, Choose(card_word(card))))


def test_every_potion_is_drawn_and_described() -> None:
    for potion in POTIONS:
        table = Table("strike", dummy(), dummy(), potions=["fire potion"])
        table.fight.potions[1] = potion.number
        check_fight(table.fight)


def test_every_relic_power_and_monster_is_drawn() -> None:
    table = Table("strike", dummy())
    for relic in range(RELICS):
        table.fight.relics = [-1 if each == relic else -3 for each in range(RELICS)]
        check(*GAME.render(table.fight).splitlines(), table=True)
    table = Table("strike", dummy())
    for power in range(len(POWER_IDS)):
        table.fight.powers[power] = 2
        if power < MONSTER_POWERS:
            table.monster().powers[power] = 1
        check(*GAME.render(table.fight).splitlines(), table=True)
    for kind in MONSTER_KINDS:
        for move in kind.places:
            check_fight(Table("strike", real(kind.id, 30, move)).fight)
    for intent in range(-1, len(INTENTS)):
        for damage in (-1, 8):
            table = Table("strike", dummy(attack=damage))
            table.monster().move = intent
            check_fight(table.fight)


def test_every_choice_is_asked_for_in_words() -> None:
    for choice in range(1, CHOICES):
        table = Table("strike, defend", dummy())
        table.fight.choice, table.fight.picks = choice, 1
        check_fight(table.fight)


def test_lists_options_and_coverage_are_in_words() -> None:
    check(*GAME.option_help().values())
    for name, values in GAME.lists().items():
        check(name, *[value for value in values if name != "pools"])
    for section, names in GAME.coverage().items():
        check(section, *names)
    for agent, weights in GAME.agent_weights().items():
        check(agent, *[meaning for _, meaning in weights.values()])


# Fights.


FIGHTS = [
    Spire(encounter="the guardian", potions="fire potion, block potion", deck="mid act"),
    Spire(encounter="gremlin gang", potions="blood potion, smoke bomb", hp=30, deck="exhaust"),
    Spire(encounter="looter", hp=25, relics="starter, pen nib=9, runic dome"),
    Spire(encounter="slime boss", deck="strength", ascension=20),
    Spire("silent", "discard", potions="poison potion, fairy in a bottle", encounter="3 sentries"),
    Spire("silent", "poison", encounter="hexaghost", relics="starter, toolbox, nilry's codex"),
    Spire("silent", "shivs", encounter="lots of slimes", hp=15, potions="elixir, snecko oil"),
]


def positions(game: Spire, moves: int) -> Iterator[RuleEngine[Fight, Fight]]:
    """Plays at random; potions are used early, and turns are not ended at once."""
    engine = RuleEngine(game, seed=11)
    rng = seeded("texts")
    while not engine.state.over and engine.ply < moves:
        yield engine
        engine.play(game.random_move(engine.state, rng))
    yield engine


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.options["encounter"])
def test_fights_are_told_in_words(game: Spire) -> None:
    agents = [make_agent(game, spec) for spec in AGENTS]
    before = None
    for engine in positions(game, 45):
        view = engine.view(0)
        check(*game.render(view).splitlines(), table=True)
        legal = engine.legal_moves()
        check(*[game.describe(view, move) for move in legal])
        if before is not None:
            check(*game.news(before, view))
        before = view
        if legal:
            agent = agents[engine.ply % len(agents)]
            check_advice(game, view, agent.advise(engine.observe(wanted=legal)))


# Messages with things that are not in the tables.


STRANGE_MONSTERS = (
    "Gatekeeper", "Old Wizard", "Swamp Thing", "The Warden", "Spire Wasp", "Mirror Knight",
    "Deep Crawler", "Ash Golem", "Pale Twin",
)  # fmt: skip
STRANGE_POWERS = ("Slow Burn", "Hive Mind", "Iron Skin", "Countdown")


def strangers() -> Iterator[dict[str, Any]]:
    """Makes messages with monsters and powers of other mods, by ids as the game has them."""
    for place, name in enumerate(STRANGE_MONSTERS):
        message = sample()
        message["game_state"]["act"] = 2 + place % 2
        monster_id = name.replace(" ", "") + ("_S" if place % 5 == 0 else "")
        first = {"id": monster_id, "current_hp": 20, "max_hp": 40, "intent": INTENTS[place % 15]}
        if place % 3:
            first["name"] = name
        power = STRANGE_POWERS[place % len(STRANGE_POWERS)]
        first["powers"] = [{"id": power.replace(" ", ""), "amount": place - 1}]
        combat(message)["monsters"].append(first)
        combat(message)["hand"].append({"id": "somemod:BigHit_X", "cost": 1, "has_target": True})
        message["game_state"]["relics"].append({"id": "FrozenCore", "counter": -1})
        message["game_state"]["potions"] = [{"id": "mymod:MyTonic", "can_use": True}]
        yield message
    yield copy.deepcopy(sample())


def test_things_that_are_not_in_the_tables_are_told_in_words() -> None:
    for place, message in enumerate(strangers()):
        view = GAME.read_position(message)
        check_fight(view)
        legal = GAME.legal(view)
        seen = Observation(GAME, view, 0, legal, seeded(place), wanted=tuple(legal[:3]))
        check_advice(GAME, view, make_agent(GAME, AGENTS[place % 3]).advise(seen))
        check(str(Unknown(view.unknown)))
    view = read("unknown")
    check_fight(view)
    seen = Observation(GAME, view, 0, GAME.legal(view), seeded(1))
    check_advice(GAME, view, make_agent(GAME, AGENTS[1]).advise(seen))


# What `kibitz spire` prints.


def test_the_log_of_a_session_names_rooms_and_intents_in_words() -> None:
    rooms = [*ROOMS, "SomethingNewRoom", ""]
    check(*[describe_room(room) for room in rooms])
    for intent in [*INTENTS, "DEBUG", "NONE", ""]:
        monster = {"id": "SnakePlant", "current_hp": 9, "intent": intent}
        told = describe_monsters(Fields({"monsters": [monster]}))
        check(told)
        assert told.startswith("Snake Plant 9 HP ")
    assert describe_monsters(Fields({"monsters": [{"name": "Byrd", "current_hp": 9}]})) == (
        "Byrd 9 HP shows no intent"
    )


def test_rewards_are_named_in_words() -> None:
    for kind in ("CARD", "GOLD", "RELIC", "STOLEN_GOLD", "EMERALD_KEY"):
        detail = {"rewards": [{"reward_type": kind, "gold": 20}]}
        message = state("COMBAT_REWARD", detail, ["choose", "proceed"])
        found = ScreenPolicy(keys=True).decide(Message(Fields(message)), ())
        assert found is not None
        assert found.command == "choose 0"
        check(found.why)


# News.


def test_the_end_of_a_fight_is_told_with_its_count() -> None:
    game = Spire(potions="fire potion, block potion", hp=70)
    table = Table("strike", dummy(20, attack=9), hp=70, potions=["fire potion", "block potion"])
    before = GAME.view(table.fight, 0)
    table.play("end")
    after = GAME.view(table.fight, 0)
    assert game.news(before, after) == ["You lose 9 HP (61 of 80 left)."]
    table.play("fire potion > 1")
    assert game.news(after, GAME.view(table.fight, 0)) == [
        "The Monster dies.",
        "The fight is won after 2 turns: 9 HP lost (61 of 80 left), 1 potion used.",
    ]
    assert game.news(GAME.view(table.fight, 0), GAME.view(table.fight, 0)) == []


def test_defeat_flight_gold_and_healing_are_told() -> None:
    lost = Table("", dummy(attack=90), hp=7)
    before = GAME.view(lost.fight, 0)
    assert GAME.news(before, GAME.view(lost.play("end").fight, 0)) == [
        "The fight is lost after 1 turn: 80 HP lost (0 of 80 left)."
    ]
    fled = Table("", dummy(attack=9), potions=["smoke bomb"])
    before = GAME.view(fled.fight, 0)
    assert Spire(potions="smoke bomb").news(
        before, GAME.view(fled.play("smoke bomb").fight, 0)
    ) == ["The fight is fled after 1 turn: no HP lost (80 of 80 left), 1 potion used."]
    looter = real("Looter", 44, "ESCAPE", memory=30, thievery=15)
    thief = Table("", looter, hp=70, relics=["burning blood"])
    thief.fight.gold = -30
    before = GAME.view(thief.fight, 0)
    assert Spire(hp=70).news(before, GAME.view(thief.play("end").fight, 0)) == [
        "The Looter escapes with 30 gold.",
        "The fight is won after 1 turn: no HP lost (76 of 80 left), 30 gold stolen.",
    ]
    healed = Table("", dummy(), hp=40, potions=["blood potion"])
    before = GAME.view(healed.fight, 0)
    assert GAME.news(before, GAME.view(healed.play("blood potion").fight, 0)) == [
        "You heal 16 HP (to 56 of 80)."
    ]


def test_splits_minions_and_revivals_are_told() -> None:
    split = Table(
        "", real("SlimeBoss", 60, "SPLIT", max_hp=140, Split=1), dummy(9), draw="5 strike"
    )
    before = GAME.view(split.fight, 0)
    assert GAME.news(before, GAME.view(split.play("end").fight, 0)) == ["The Slime Boss splits."]
    leader = Table("strike", dummy(9, minion=1), dummy(6))
    before = GAME.view(leader.fight, 0)
    told = GAME.news(before, GAME.view(leader.play("strike > 2").fight, 0))
    assert told[:2] == ["The Monster (1) leaves.", "The Monster (2) dies."]
    fairy = Table("", dummy(attack=90), potions=["fairy in a bottle"], draw="5 strike")
    before = GAME.view(fairy.fight, 0)
    assert GAME.news(before, GAME.view(fairy.play("end").fight, 0)) == [
        "The Fairy in a Bottle revives you.",
        "You lose 56 HP (24 of 80 left).",
    ]
    tail = Table("", dummy(attack=90), relics=["lizard tail"], draw="5 strike")
    before = GAME.view(tail.fight, 0)
    assert GAME.news(before, GAME.view(tail.play("end").fight, 0))[0] == (
        "The Lizard Tail revives you."
    )


def test_a_split_is_expected_in_words_and_moves_no_other_monster() -> None:
    boss = real("SlimeBoss", 60, "SPLIT", max_hp=140, Split=1)
    table = Table("defend", boss, real("JawWorm", 30, "BELLOW"), draw="5 strike")
    view = GAME.view(table.fight, 0)
    seen = Observation(GAME, view, 0, GAME.legal(table.fight), seeded(1))
    text = " ".join(GAME.explain(view, make_agent(GAME, AGENTS[1]).advise(seen)))
    assert "the Slime Boss splits" in text
    assert "Jaw Worm is left" not in text
    thief = Table("defend", real("Looter", 30, "ESCAPE"), real("JawWorm", 30, "BELLOW"))
    view = GAME.view(thief.fight, 0)
    seen = Observation(GAME, view, 0, GAME.legal(thief.fight), seeded(1))
    text = " ".join(GAME.explain(view, make_agent(GAME, AGENTS[1]).advise(seen)))
    assert "the Looter leaves" in text


# The rules.


def test_the_page_of_the_rules_is_short_plain_and_true() -> None:
    page = files("kibitz.games.spire").joinpath("data/rules.md").read_text(encoding="utf-8")
    lines = page.splitlines()
    assert 40 <= len(lines) <= 76
    assert max(map(len, lines)) <= 78
    assert not [line for line in lines if line.startswith(("#", "|")) and line[:3] != "## "]
    check(*[line.strip() for line in lines if line])
    # What it tells the reader to type is read.
    table = Table("strike, defend, bash", real("JawWorm", 40, "CHOMP"), dummy(), energy=3)
    table.fight.potions[0] = POTION_NUMBERS["firepotion"]
    for typed in ("strike > 2", "strike jaw worm", "defend", "fire potion > 1", "end"):
        assert typed in page.replace("\n", " ")
        assert GAME.parse(table.fight, typed) in GAME.legal(table.fight)
