"""Relics outside of fights, and what fights, chests and shops give by act."""

import random
from typing import Any

import pytest

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.fights import win
from kibitz.communicationmod.host.journey import meet_boss, to_the_end
from kibitz.communicationmod.host.map import ELITE, Node
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.rewards import gain_named
from kibitz.communicationmod.host.rooms import ROOMS, enter, rest, rest_options, treasure
from kibitz.communicationmod.host.run import Died, Run, RunSetup
from kibitz.communicationmod.host.screens import Story
from kibitz.communicationmod.host.shop import Shop
from kibitz.games.spire import gear
from kibitz.games.spire.cards import face, grown
from kibitz.games.spire.rules.act3 import IMPLANT
from tests.communicationmod.messages import check_message
from tests.communicationmod.random_client import legal_commands

KNOWN = [name for owner in stock.RELICS.values() for tier in owner.values() for name in tier]


def played(run: Run, story: Story[Any], *commands: str) -> Mod:
    """Plays a story by commands."""
    mod = Mod(1)
    mod.begin(run, to_the_end(run, story))
    for command in commands:
        answer = mod.answer(command)
        assert "error" not in answer, (command, answer)
        check_message(answer)
    return mod


def with_relic(name: str, *commands: str, deck: str = "starter") -> Run:
    """Returns a run that has found a relic, and answered what it asks."""
    run = Run(1, RunSetup(deck=deck))
    run.hp = 40
    played(run, gain_named(run, name), *commands)
    return run


def names(run: Run) -> list[str]:
    return [card.name for card in run.deck]


def test_no_relic_is_in_two_tiers() -> None:
    assert len(KNOWN) == len(set(KNOWN))


@pytest.mark.parametrize("name", KNOWN)
def test_every_relic_can_be_found_and_leaves_a_run_that_goes_on(name: str) -> None:
    run = Run(1, RunSetup(deck="5 strike, 4 defend, bash, regret"))
    mod = played(run, gain_named(run, name))
    dice = random.Random(1)
    while mod.screen.type != "GAME_OVER":
        check_message(mod.message())
        words = [word for word in legal_commands(mod.message()) if "potion" not in word]
        assert "error" not in mod.answer(dice.choice(words))
    assert run.has(name)


# What relics give as they are found.


def test_relics_that_change_the_deck() -> None:
    assert not {"Strike", "Defend"} & set(names(with_relic("Pandora's Box")))
    assert len(with_relic("Pandora's Box").deck) == 10
    cage = with_relic("Empty Cage", "choose 0", "choose 0", "choose 1", "choose 0", "confirm")
    assert len(cage.deck) == 8
    lens = with_relic("Astrolabe", "choose 0", "choose 1", "choose 2", "confirm")
    assert names(lens)[:7] == ["Strike", "Strike", "Defend", "Defend", "Defend", "Defend", "Bash"]
    assert all(card.number & 1 for card in lens.deck[7:])
    mirror = with_relic("Dolly's Mirror", "choose bash")
    assert names(mirror).count("Bash") == 2
    assert sum(name.endswith("+") for name in names(with_relic("War Paint"))) == 2
    assert sum(name.endswith("+") for name in names(with_relic("Whetstone"))) == 2


def test_relics_that_give_hp_and_gold() -> None:
    assert (with_relic("Pear").max_hp, with_relic("Pear").hp) == (90, 50)
    assert with_relic("Lee's Waffle").hp == 87
    assert with_relic("Old Coin").gold == 399
    house = with_relic("Tiny House", "choose gold", "proceed")
    assert (house.max_hp, house.gold) == (85, 149)
    assert sum(name.endswith("+") for name in names(house)) == 1


def test_the_calling_bell_gives_a_curse_and_three_relics() -> None:
    run = Run(1, RunSetup())
    mod = played(run, gain_named(run, "Calling Bell"))
    assert names(run)[-1] == "Curse of the Bell"
    assert run.deck[-1] not in run.removable()
    assert mod.screen.names == ["relic"] * 3


def test_the_necronomicon_comes_with_its_curse() -> None:
    run = with_relic("Necronomicon")
    assert names(run)[-1] == "Necronomicurse"
    assert run.deck[-1] not in run.removable()


# What relics do later.


def test_relics_that_forbid() -> None:
    run = with_relic("Ectoplasm")
    run.gain_gold(50)
    assert run.gold == 99
    assert not with_relic("Sozu").gain_potion(gear.FRUIT_JUICE)
    assert "rest" not in rest_options(with_relic("Coffee Dripper"))
    assert "smith" not in rest_options(with_relic("Fusion Hammer"))
    run = Run(1, RunSetup())
    run.enter_act()
    assert not run.can_find("Ectoplasm")


def test_relics_about_cards_that_are_gained() -> None:
    run = with_relic("Omamori")
    for count in (0, 0, 1):
        run.gain_card(face("Regret"))
        assert names(run).count("Regret") == count
    run = with_relic("Darkstone Periapt")
    run.gain_card(face("Regret"))
    assert run.max_hp == 86
    run = with_relic("Ceramic Fish")
    run.gain_card(face("Anger"))
    assert run.gold == 108
    for egg, card in (
        ("Molten Egg", "Anger"),
        ("Toxic Egg", "Armaments"),
        ("Frozen Egg", "Inflame"),
    ):
        run = with_relic(egg)
        for name in ("Anger", "Armaments", "Inflame"):
            run.gain_card(face(name))
        assert [name for name in names(run) if name.endswith("+")] == [f"{card}+"]


def test_the_cursed_key_puts_a_curse_on_chests() -> None:
    run = with_relic("Cursed Key")
    played(run, treasure(run)(), "choose open")
    assert names(run)[-1] in ["Clumsy", "Decay", "Doubt", "Injury", "Normality", "Pain",
                              "Parasite", "Regret", "Shame", "Writhe"]  # fmt: skip


def test_matryoshka_adds_a_relic_to_two_chests() -> None:
    run = with_relic("Matryoshka")
    for count in (2, 2, 1):
        mod = played(run, treasure(run)(), "choose open")
        assert mod.screen.names.count("relic") == count


def test_rest_sites_know_their_relics() -> None:
    run = with_relic("Regal Pillow")
    assert [*rest(run, "rest")] == []
    assert run.hp == 40 + 24 + 15
    run = with_relic("Dream Catcher")
    assert next(rest(run, "rest")).type == "COMBAT_REWARD"
    run = with_relic("Eternal Feather")
    ROOMS["R"](run)
    assert run.hp == 46


def test_shops_know_their_relics() -> None:
    plain, member = Shop(Run(1, RunSetup())), Shop(with_relic("Membership Card"))
    assert max(ware.price for ware in member.wares) < max(ware.price for ware in plain.wares)
    assert (plain.purge_price(), member.purge_price()) == (75, 37)
    assert Shop(with_relic("Smiling Mask")).purge_price() == 50
    run = with_relic("Maw Bank")
    Shop(run).pay(30)
    bank = run.relic("Maw Bank")
    assert (run.gold, bank.counter if bank else 0) == (69, gear.USED_UP)
    run = with_relic("Meal Ticket")
    ROOMS["$"](run)
    assert run.hp == 55


@pytest.mark.parametrize(("ascension", "dearest"), [(15, 315), (16, 346)])
def test_shops_are_dearer_from_ascension_16_on(ascension: int, dearest: int) -> None:
    prices = [
        ware.price
        for seed in range(30)
        for ware in Shop(Run(seed, RunSetup(ascension=ascension))).wares
    ]
    assert dearest - 20 < max(prices) <= dearest


def test_what_saves_a_life_also_does_outside_of_fights() -> None:
    run = Run(1, RunSetup(potions="fairy in a bottle", relics="lizard tail"))
    for hp in (24, 40):
        run.lose_hp(500)
        assert run.hp == hp
    with pytest.raises(Died):
        run.lose_hp(500)


def test_tungsten_takes_one_off_every_loss() -> None:
    run = with_relic("Tungsten Rod")
    run.lose_hp(5)
    assert run.hp == 36


# Fights.


def rewards_of(run: Run, story: Story[Any]) -> list[dict[str, Any]]:
    """Plays a fight and returns the rewards on its screen."""
    mod = played(run, story)
    dice = random.Random(1)
    while mod.screen.type == "NONE":
        words = [word for word in legal_commands(mod.message()) if word != "end"]
        mod.answer(dice.choice(words or ["end"]))
    state: Any = mod.message()["game_state"]
    rewards: list[dict[str, Any]] = state["screen_state"].get("rewards", [])
    return rewards


STRONG = "20 bludgeon+"


def strong_run(ascension: int = 0, act: int = 1) -> Run:
    run = Run(2, RunSetup(deck=STRONG, relics="neow's lament=99", ascension=ascension))
    for _ in range(act - 1):
        run.enter_act()
    return run


@pytest.mark.parametrize(("ascension", "low", "high"), [(12, 95, 105), (13, 71, 78)])
def test_bosses_give_less_gold_from_ascension_13_on(ascension: int, low: int, high: int) -> None:
    run = strong_run(ascension)
    rewards = rewards_of(run, meet_boss(run, "The Guardian"))
    assert low <= rewards[0]["gold"] <= high


def test_the_last_bosses_give_nothing() -> None:
    run = strong_run(act=3)
    assert rewards_of(run, meet_boss(run, run.boss)) == []


@pytest.mark.parametrize(("ascension", "share"), [(0, 0.5), (12, 0.25)])
def test_later_acts_offer_upgraded_cards(ascension: int, share: float) -> None:
    found = {}
    for act in (1, 3):
        run = strong_run(ascension, act)
        cards = [card for _ in range(300) for card in run.roll_cards(3, 0, 37)]
        found[act] = sum(card.number & 1 for card in cards) / len(cards)
    assert found[1] == 0
    assert abs(found[3] - share) < 0.06


def test_a_burning_elite_is_stronger() -> None:
    changes = set()
    for seed in range(30):
        plain, burning = (fought(seed, burning) for burning in (False, True))
        assert len(plain) == len(burning)
        if plain != burning:
            changes.add(tuple(sorted(set(burning[0]) - set(plain[0]))))
    powers = {change[0] for change in changes if not change[0].startswith("HP")}
    assert powers == {"Strength 2", "Metallicize 4", "Regenerate 3"}
    assert len(changes) > len(powers)


def fought(seed: int, burning: bool) -> list[tuple[str, ...]]:
    """Starts a fight; returns what can be seen of each monster."""
    run = Run(seed, RunSetup())
    mod = played(run, win(run, "Gremlin Nob", burning=burning))
    state: Any = mod.message()["game_state"]
    return [
        (
            *(f"{power['id']} {power['amount']}" for power in monster["powers"]),
            f"HP {monster['max_hp']}" if not burning else f"HP {monster['current_hp']}",
        )
        for monster in state["combat_state"]["monsters"]
    ]


def test_a_black_star_gives_elites_a_second_relic() -> None:
    for names_of, count in (((), 1), (("Black Star",), 2)):
        run = strong_run()
        for name in names_of:
            run.add_relic(stock.make_relic(name))
        node = Node(0, 6)
        node.symbol = ELITE
        rewards = rewards_of(run, enter(run, node))
        assert [reward["reward_type"] for reward in rewards].count("RELIC") == count


def test_stolen_gold_of_both_thieves_comes_back() -> None:
    run = Run(1, RunSetup(deck="10 defend"))
    run.gold = 60
    mod = played(run, win(run, "2 Thieves"), "end", "end")
    combat = run.combat
    assert combat is not None
    assert run.gold == 0
    for thief in combat.fight.monsters:
        assert thief.memory == 30
        thief.alive, thief.hp = False, 0
    assert combat.stolen() == 60
    assert mod.screen is combat


def test_a_ritual_dagger_keeps_what_it_has_grown_by() -> None:
    run = Run(1, RunSetup(deck="ritual dagger, 9 bludgeon", relics="neow's lament=9"))
    run.deck[0].number = grown(run.deck[0].number, 6)
    mod = played(run, win(run, "Cultist"))
    state: Any = mod.message()["game_state"]
    cards = [*state["combat_state"]["hand"], *state["combat_state"]["draw_pile"]]
    assert [card["misc"] for card in cards if card["id"] == "RitualDagger"] == [21]
    assert state["deck"][0]["misc"] == 21


@pytest.mark.parametrize(
    ("relics", "curses", "max_hp"),
    [((), 1, 80), (("Omamori",), 0, 80), (("Darkstone Periapt",), 1, 86)],
)
def test_what_a_writhing_mass_implants_stays_in_the_deck(
    relics: tuple[str, ...], curses: int, max_hp: int
) -> None:
    run = Run(1, RunSetup(deck="10 strike", relics="neow's lament"))
    for name in relics:
        run.add_relic(stock.make_relic(name))
    mod = played(run, win(run, "Writhing Mass"))
    combat = run.combat
    assert combat is not None
    (mass,) = combat.fight.monsters
    mass.move = IMPLANT
    assert "error" not in mod.answer("end")
    assert names(run).count("Parasite") == 0
    end: Any = mod.answer("play 1 0")
    check_message(end)
    assert end["game_state"]["room_phase"] == "COMPLETE"
    assert names(run).count("Parasite") == curses
    assert run.max_hp == max_hp
