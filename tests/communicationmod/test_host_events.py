"""The events of the host: every option of each leads somewhere, and does what it says."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from kibitz.communicationmod.host.combat import Combat
from kibitz.communicationmod.host.events import EVENTS, pick_event, shrines
from kibitz.communicationmod.host.events.event import OWN, SHRINE
from kibitz.communicationmod.host.journey import to_the_end
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.stock import make_relic
from tests.communicationmod.messages import check_message
from tests.communicationmod.random_client import Message, legal_commands

# What the player has, so that every option can be taken by some run.
RICH = RunSetup(
    deck="5 strike, 4 defend, bash, regret, bludgeon, inflame",
    relics="burning blood, blood vial",
    potions="fruit juice",
)


def start_event(
    name: str, seed: int = 1, setup: RunSetup = RICH, relics: tuple[str, ...] = ()
) -> tuple[Mod, Message]:
    """Starts an event in its first act, with some gold."""
    event = EVENTS[name]
    mod, run = Mod(seed), Run(seed, setup)
    run.act = run.make_act(event.acts[0])
    run.floor, run.gold, run.room = 17 * event.acts[0] - 12, 200, "EventRoom"
    for relic in relics:
        run.add_relic(make_relic(relic))
    mod.begin(run, to_the_end(run, event.story(event, run)))
    return mod, mod.message()


def explore(name: str, seed: int, relics: tuple[str, ...]) -> Counter[str]:
    """Takes an event through the options of each page; returns how often each was chosen.

    A page that comes back is followed three times.
    """
    chosen: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    paths: list[list[int]] = [[]]
    while paths:
        path = paths.pop()
        mod, message = start_event(name, seed, relics=relics)
        for place in path:
            message = mod.answer(f"choose {place}")
        check_message(message)
        if not message["in_game"]:
            continue
        state = message["game_state"]
        names = state.get("choice_list", [""])
        page = f"{len(names)} of {names[0].rstrip('0123456789')}"
        if state["screen_type"] == "EVENT" and pages[page] < 3:
            pages[page] += 1
            chosen.update(state["choice_list"])
            paths.extend([*path, place] for place in range(len(state["choice_list"])))
        else:
            finish(mod, message)
    return chosen


def finish(mod: Mod, message: Message) -> None:
    """Plays on by random commands to the end of the event."""
    dice = random.Random(0)
    for _ in range(2000):
        if not message["in_game"]:
            return
        words = [word for word in legal_commands(message) if "discard" not in word]
        message = mod.answer(dice.choice(words))
        assert "error" not in message
    raise AssertionError("the event does not end")


OPTIONS: Mapping[str, set[str]] = {
    "Big Fish": {"banana", "donut", "box", "leave"},
    "The Cleric": {"heal", "purify", "leave"},
    "Dead Adventurer": {"search", "fight", "leave"},
    "Golden Idol": {"take", "outrun", "smash", "hide", "leave"},
    "Golden Wing": {"pray", "destroy", "leave"},
    "World of Goop": {"gather", "leave it", "leave"},
    "Liars Game": {"agree", "disagree", "leave"},
    "Living Wall": {"forget", "change", "grow"},
    "Mushrooms": {"stomp", "eat", "fight", "leave"},
    "Scrap Ooze": {"reach inside", "leave"},
    "Shining Light": {"enter", "leave"},
    "Golden Shrine": {"pray", "desecrate", "leave"},
    "Transmorgrifier": {"pray", "leave"},
    "Purifier": {"pray", "leave"},
    "Upgrade Shrine": {"pray", "leave"},
    "Lab": {"search"},
    "The Woman in Blue": {"buy 1", "buy 2", "buy 3", "leave"},
    "Addict": {"offer gold", "rob", "leave"},
    "Back to Basics": {"elegance", "simplicity", "leave"},
    "Beggar": {"offer gold", "continue", "leave"},
    "Colosseum": {"proceed", "fight"},
    "Cursed Tome": {"read", "continue", "take", "stop", "leave"},
    "Drug Dealer": {"test j.a.x.", "become test subject", "ingest mutagens", "leave"},
    "Forgotten Altar": {"offer", "sacrifice", "desecrate", "leave"},
    "Ghosts": {"accept", "refuse", "leave"},
    "Masked Bandits": {"pay", "fight!", "leave"},
    "Nest": {"continue", "smash and grab", "stay in line", "leave"},
    "The Library": {"read", "sleep", "leave"},
    "The Mausoleum": {"open coffin", "leave"},
    "Vampires": {"accept", "give vial", "refuse", "leave"},
    "Falling": {"continue", "land", "channel", "strike", "leave"},
    "MindBloom": {"i am war", "i am awake", "i am rich", "fight", "leave"},
    "The Moai Head": {"jump inside", "offer", "leave"},
    "Mysterious Sphere": {"open sphere", "fight", "leave"},
    "SensoryStone": {"focus", "recall 1", "recall 2", "recall 3"},
    "Tomb of Lord Red Mask": {"don the red mask", "offer gold", "leave"},
    "Winding Halls": {"proceed", "embrace madness", "press on", "retrace your steps", "leave"},
    "Match and Keep!": {
        "continue", "play", "leave", *(f"card{place}" for place in range(12)),
    },
    "Wheel of Change": {"play", "spin", "leave"},
    "Accursed Blacksmith": {"forge", "rummage", "leave"},
    "Bonfire Elementals": {"approach", "offer", "leave"},
    "Designer": {"proceed", "adjustments", "clean up", "full service", "punch", "leave"},
    "Duplicator": {"pray", "leave"},
    "FaceTrader": {"continue", "touch", "trade", "leave"},
    "Fountain of Cleansing": {"drink", "leave"},
    "Knowing Skull": {
        "approach", "a pick me up?", "riches?", "success?", "how do i leave?", "leave",
    },
    "N'loth": {
        "offer burning blood", "offer blood vial", "offer golden idol", "offer red mask", "leave",
    },
    "NoteForYourself": {"continue", "take", "ignore", "leave"},
    "The Joust": {"continue", "murderer", "owner", "leave"},
    "WeMeetAgain": {"give potion", "give gold", "give card", "attack", "leave"},
}  # fmt: skip


@pytest.mark.parametrize("name", EVENTS)
def test_every_option_of_an_event_can_be_taken(name: str) -> None:
    chosen: Counter[str] = Counter()
    for seed in range(4):
        chosen += explore(name, seed, ("Golden Idol", "Red Mask") if seed % 2 else ())
    assert set(chosen) == OPTIONS[name]


def outcome(name: str, *choices: str, relics: tuple[str, ...] = ()) -> Run:
    """Chooses options of an event and what they lead to; returns the run after that."""
    mod, _ = start_event(name, relics=relics)
    run = mod.run
    assert run is not None
    for command in choices:
        message = mod.answer(command)
        assert "error" not in message, message
    return run


def test_events_change_the_run() -> None:
    assert outcome("Big Fish", "choose donut").max_hp == 85
    assert outcome("Liars Game", "choose agree").gold == 375
    assert outcome("World of Goop", "choose gather").hp == 69
    assert len(outcome("Purifier", "choose pray", "choose 0", "confirm").deck) == 12
    upgraded = outcome("Upgrade Shrine", "choose pray", "choose bash", "confirm").deck
    assert "Bash+" in [card.name for card in upgraded]
    assert outcome("Golden Idol", "choose take").has("Golden Idol")
    cursed = outcome("Golden Idol", "choose take", "choose outrun")
    assert cursed.deck[-1].name == "Injury"


def names(run: Run) -> list[str]:
    return [card.name for card in run.deck]


def test_events_of_act_2_change_the_run() -> None:
    paid = outcome("Addict", "choose offer gold")
    assert (paid.gold, len(paid.relics)) == (115, 3)
    assert names(outcome("Addict", "choose rob"))[-1] == "Shame"
    better = names(outcome("Back to Basics", "choose simplicity"))
    assert (better.count("Strike+"), better.count("Defend+"), better.count("Bash+")) == (5, 4, 0)
    begged = outcome("Beggar", "choose offer gold", "choose continue", "choose bash", "confirm")
    assert (begged.gold, "Bash" in names(begged)) == (125, False)
    book = outcome("Cursed Tome", "choose read", *["choose continue"] * 3, "choose take")
    assert book.hp == 80 - 6 - 10
    assert book.relics[-1].name in ("Necronomicon", "Enchiridion", "Nilry's Codex")
    assert outcome("Cursed Tome", "choose read", *["choose continue"] * 3, "choose stop").hp == 71
    assert names(outcome("Drug Dealer", "choose test j.a.x."))[-1] == "J.A.X."
    assert outcome("Drug Dealer", "choose ingest mutagens").has("Mutagenic Strength")
    idol = outcome("Forgotten Altar", "choose offer", relics=("Golden Idol",))
    assert (idol.has("Golden Idol"), idol.has("Bloody Idol")) == (False, True)
    bled = outcome("Forgotten Altar", "choose sacrifice")
    assert (bled.max_hp, bled.hp) == (85, 65)
    ghosts = outcome("Ghosts", "choose accept")
    assert (ghosts.max_hp, names(ghosts).count("Apparition")) == (40, 5)
    assert outcome("Masked Bandits", "choose pay").gold == 0
    assert outcome("Nest", "choose continue", "choose smash and grab").gold == 299
    dagger = outcome("Nest", "choose continue", "choose stay in line")
    assert (dagger.hp, names(dagger)[-1]) == (74, "Ritual Dagger")
    assert len(outcome("The Library", "choose read", "choose 7").deck) == 14
    bitten = outcome("Vampires", "choose accept")
    assert (bitten.max_hp, names(bitten).count("Bite"), names(bitten).count("Strike")) == (56, 5, 0)
    given = outcome("Vampires", "choose give vial")
    assert (given.max_hp, given.has("Blood Vial")) == (80, False)


def test_events_of_act_3_change_the_run() -> None:
    fallen = outcome("Falling", "choose continue", "choose channel")
    assert "Inflame" not in names(fallen)
    bloom = outcome("MindBloom", "choose i am awake")
    assert all(not card.type < 3 or card.name.endswith("+") for card in bloom.deck)
    assert bloom.has("Mark of the Bloom")
    bloom.hp = 10
    bloom.heal(20)
    assert bloom.hp == 10
    rich = outcome("MindBloom", "choose i am rich")
    assert (rich.gold, names(rich).count("Normality")) == (1199, 2)
    well = outcome_late("choose i am healthy")
    assert (well.hp, names(well)[-1]) == (80, "Doubt")
    assert outcome("The Moai Head", "choose jump inside").max_hp == 70
    sold = outcome("The Moai Head", "choose offer", relics=("Golden Idol",))
    assert (sold.gold, sold.has("Golden Idol")) == (533, False)
    assert outcome("SensoryStone", "choose focus", "choose recall 3").hp == 70
    don = outcome("Tomb of Lord Red Mask", "choose don the red mask", relics=("Red Mask",))
    assert don.gold == 422
    mad = outcome("Winding Halls", "choose proceed", "choose embrace madness")
    assert (mad.hp, names(mad).count("Madness")) == (70, 2)
    assert outcome("Winding Halls", "choose proceed", "choose retrace your steps").max_hp == 76


def test_shrines_and_one_time_events_change_the_run() -> None:
    assert names(outcome("Accursed Blacksmith", "choose rummage"))[-1] == "Pain"
    burnt = outcome(
        "Bonfire Elementals", "choose approach", "choose offer", "choose bludgeon", "confirm"
    )
    assert burnt.max_hp == 90
    cursed = outcome(
        "Bonfire Elementals", "choose approach", "choose offer", "choose regret", "confirm"
    )
    assert cursed.has("Spirit Poop")
    assert names(outcome("Duplicator", "choose pray", "choose bludgeon")).count("Bludgeon") == 2
    touched = outcome("FaceTrader", "choose continue", "choose touch")
    assert (touched.hp, touched.gold) == (72, 275)
    traded = outcome("FaceTrader", "choose continue", "choose trade")
    assert traded.relics[-1].name in shrines.FACES
    assert "Regret" not in names(outcome("Fountain of Cleansing", "choose drink"))
    skull = outcome("Knowing Skull", "choose approach", *["choose riches?"] * 2)
    assert (skull.gold, skull.hp) == (380, 67)
    note = outcome("NoteForYourself", "choose continue", "choose take", "choose regret")
    assert ("Iron Wave" in names(note), "Regret" in names(note)) == (True, False)
    bets = {outcome_of_bet(seed) for seed in range(12)}
    assert bets == {150, 400}
    given = outcome("WeMeetAgain", "choose give potion")
    assert (given.potions.count(given.potions[0]), len(given.relics)) == (3, 3)
    matched = outcome("Match and Keep!", "choose continue", "choose play")
    assert len(matched.deck) == 13


def test_a_potion_that_is_gone_cannot_be_given() -> None:
    gone = outcome("WeMeetAgain", "potion discard 0", "choose give potion")
    assert len(gone.relics) == 2


def outcome_late(command: str) -> Run:
    """Chooses in Mind Bloom on a late floor, with few HP."""
    run = Run(1, RICH)
    run.floor, run.hp = 45, 5
    mod = Mod(1)
    event = EVENTS["MindBloom"]
    mod.begin(run, to_the_end(run, event.story(event, run)))
    assert "error" not in mod.answer(command)
    return run


def outcome_of_bet(seed: int) -> int:
    mod, _ = start_event("The Joust", seed)
    run = mod.run
    assert run is not None
    for command in ("choose continue", "choose owner", "choose continue"):
        mod.answer(command)
    return run.gold


def test_a_pair_that_is_found_is_kept() -> None:
    for seed in range(40):
        mod, _ = start_event("Match and Keep!", seed)
        run = mod.run
        assert run is not None
        for command in ("continue", "play", "card0", "card1"):
            message: Any = mod.answer(f"choose {command}")
        if len(run.deck) == 14:
            assert len(message["game_state"]["choice_list"]) == 10
            return
        assert len(message["game_state"]["choice_list"]) == 12
    raise AssertionError("no pair lies side by side")


@pytest.mark.parametrize(
    ("name", "choices", "monsters"),
    [
        ("Masked Bandits", ["fight!"], ["BanditChild", "BanditLeader", "BanditBear"]),
        ("Colosseum", ["proceed", "fight"], ["SlaverBlue", "SlaverRed"]),
        ("Mysterious Sphere", ["open sphere", "fight"], ["Orb Walker", "Orb Walker"]),
    ],
)
def test_some_events_lead_to_fights(name: str, choices: list[str], monsters: list[str]) -> None:
    mod, _ = start_event(name)
    for choice in choices:
        state: Any = mod.answer(f"choose {choice}")["game_state"]
    assert (state["room_type"], state["room_phase"]) == ("EventRoom", "COMBAT")
    assert [monster["id"] for monster in state["combat_state"]["monsters"]] == monsters


def test_the_second_fight_of_the_colosseum_is_optional_and_pays() -> None:
    for choice, screen in (("cowardice", "GAME_OVER"), ("victory", "NONE")):
        setup = RunSetup(deck="20 bludgeon+", relics="neow's lament=9")
        mod, _ = start_event("Colosseum", setup=setup)
        for word in ("proceed", "fight"):
            mod.answer(f"choose {word}")
        beat(mod)
        assert mod.screen.type == "EVENT"
        state: Any = mod.answer(f"choose {choice}")["game_state"]
        assert state["screen_type"] == screen
    monsters = [monster["id"] for monster in state["combat_state"]["monsters"]]
    assert monsters == ["SlaverBoss", "GremlinNob"]
    beat(mod)
    rewards = [*mod.screen.names]
    assert rewards.count("relic") == 2
    assert rewards[0] == "gold"


def beat(mod: Mod) -> None:
    """Plays a fight by random commands to its end, and shows what comes after it."""
    dice = random.Random(1)
    while mod.screen.type == "NONE":
        words = [word for word in legal_commands(mod.message()) if word != "end"]
        mod.answer(dice.choice(words or ["end"]))
    if mod.screen.type == "COMPLETE":
        mod.answer("proceed")


def test_the_mind_fights_a_boss_of_act_1() -> None:
    mod, _ = start_event("MindBloom")
    mod.answer("choose i am war")
    state: Any = mod.answer("choose fight")["game_state"]
    bosses = {"TheGuardian", "Hexaghost", "SlimeBoss"}
    assert {monster["id"] for monster in state["combat_state"]["monsters"]} <= bosses


def test_events_are_worse_from_ascension_15_on() -> None:
    for ascension, gold in ((14, 299), (15, 250)):
        mod, _ = start_event("Nest", setup=RunSetup(ascension=ascension))
        run = mod.run
        assert run is not None
        for word in ("continue", "smash and grab"):
            mod.answer(f"choose {word}")
        assert run.gold == gold


# Which event comes.


def test_events_come_in_their_acts_and_only_once() -> None:
    for seed in range(10):
        run = Run(seed, RICH)
        once: list[str] = []
        for number in (1, 2, 3):
            run.act = run.make_act(number)
            run.gold = 300
            here: list[str] = []
            for _ in range(12):
                event = pick_event(run)
                event.note(run)
                here.append(event.id)
                assert number in event.acts
                assert event.can_happen(run)
                if event.kind not in (OWN, SHRINE):
                    once.append(event.id)
            assert len(here) == len(set(here))
        assert len(once) == len(set(once))


def test_a_quarter_of_the_events_is_not_of_the_act() -> None:
    others = sum(pick_event(Run(seed, RICH)).kind != OWN for seed in range(400))
    assert 70 < others < 130


def test_an_event_that_kills_ends_the_run() -> None:
    mod, _ = start_event("Scrap Ooze", 1)
    assert mod.run is not None
    mod.run.hp = 3
    state: Any = mod.answer("choose reach inside")["game_state"]
    assert state["screen_type"] == "GAME_OVER"
    assert state["screen_state"]["victory"] is False
    assert "combat_state" not in state


def test_the_mushrooms_fight_in_an_event_room() -> None:
    mod, _ = start_event("Mushrooms", 1)
    mod.answer("choose stomp")
    state: Any = mod.answer("choose fight")["game_state"]
    assert (state["room_type"], state["room_phase"]) == ("EventRoom", "COMBAT")
    assert [monster["id"] for monster in state["combat_state"]["monsters"]] == ["FungiBeast"] * 3
    assert isinstance(mod.screen, Combat)
