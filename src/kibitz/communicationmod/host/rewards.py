"""What the player takes: rewards, cards and relics, with what relics give as they are found."""

from collections.abc import Callable, Sequence
from typing import Final

from kibitz.communicationmod.host import screens, stock
from kibitz.communicationmod.host.deck import (
    copy_card,
    remove_cards,
    transform_cards,
    upgrade_random,
)
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Reward, Story
from kibitz.communicationmod.host.stock import Held, Relic
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire import gear

# How likely a card is rare and uncommon, in percent.
MONSTER_ODDS: Final = (3, 37)
ELITE_ODDS: Final = (10, 40)
BOSS_ODDS: Final = (100, 0)
CARDS_OFFERED: Final = 3
BOWL_HP: Final = 2


def offer_cards(run: Run, odds: tuple[int, int] = MONSTER_ODDS) -> Reward:
    """Rolls the cards of a reward."""
    count = CARDS_OFFERED + run.has("Question Card") - 2 * run.has("Busted Crown")
    return Reward("CARD", cards=run.roll_cards(max(1, count), *odds))


def found_relic(run: Run) -> Reward:
    """Rolls a relic as a reward."""
    return Reward("RELIC", relic=run.found_relic())


def found_potions(run: Run, count: int) -> list[Reward]:
    """Rolls potions as rewards."""
    return [Reward("POTION", potion=run.roll_potion()) for _ in range(count)]


def collect(run: Run, rewards: list[Reward]) -> Story[None]:
    """Lets the player take rewards until they go on."""
    while True:
        answer = yield screens.combat_reward(rewards)
        if answer == screens.PROCEED:
            return
        reward = rewards[answer]
        if reward.type == "CARD":
            taken = yield from take_card(run, reward.cards)
        else:
            taken = yield from take_reward(run, reward)
        if taken:
            rewards.remove(reward)
            if reward.relic is not None:  # a key and the relic it is linked to
                rewards[:] = [other for other in rewards if other.relic is not reward.relic]


def take_reward(run: Run, reward: Reward) -> Story[bool]:
    """Takes a reward; tells whether it is gone. A full belt takes no potion, without a word."""
    if reward.potion >= 0:
        return run.gain_potion(reward.potion)
    if reward.type.endswith("_KEY"):
        run.keys[reward.type.removesuffix("_KEY").lower()] = True
    elif reward.relic is not None:
        yield from gain_relic(run, reward.relic)
    else:
        run.gain_gold(reward.gold)
    return True


def take_card(run: Run, cards: Sequence[Held]) -> Story[bool]:
    """Lets the player take one of several cards; tells whether they did."""
    answer = yield screens.card_reward(cards, run.has("Singing Bowl"))
    if answer == screens.LEAVE:
        return False
    if answer == len(cards):
        run.change_max_hp(BOWL_HP)
    else:
        run.obtain(cards[answer])
    return True


# Relics.


def gain_relic(run: Run, relic: Relic) -> Story[None]:
    """Adds a relic, with what it gives at once."""
    found = run.add_relic(relic)
    if found.name in AT_ONCE:
        yield from AT_ONCE[found.name](run)


def gain_named(run: Run, name: str) -> Story[None]:
    """Adds a relic by its name."""
    yield from gain_relic(run, stock.make_relic(name))


def gain_found(run: Run) -> Story[None]:
    """Adds a random relic."""
    yield from gain_relic(run, run.found_relic())


def at_once(change: Callable[[Run], object]) -> Callable[[Run], Story[None]]:
    """Makes a story of a change that asks for nothing."""

    def story(run: Run) -> Story[None]:
        change(run)
        yield from ()

    return story


def more_hp(amount: int) -> Callable[[Run], Story[None]]:
    """Returns what a relic gives that raises the most HP."""
    return at_once(lambda run: run.change_max_hp(amount))


def eat_waffle(run: Run) -> None:
    """Raises the most HP and heals everything."""
    run.change_max_hp(7)
    run.heal(run.max_hp)


def open_pandora(run: Run) -> None:
    """Transforms all cards with which the class begins that are called Strike or Defend."""
    for card in [*run.deck]:
        if stock.is_basic(card.number):
            run.transform(card)


def ring_bell(run: Run) -> Story[None]:
    """Gives a curse that cannot be removed, and three relics."""
    run.gain_card(catalogue.face("CurseOfTheBell"))
    tiers = (stock.COMMON, stock.UNCOMMON, stock.RARE)
    yield from collect(run, [Reward("RELIC", relic=run.next_relic(tier)) for tier in tiers])


def enter_tiny_house(run: Run) -> Story[None]:
    """Gives a little of everything."""
    upgrade_random(run, 1)
    run.change_max_hp(5)
    gold = Reward("GOLD", gold=50)
    yield from collect(run, [gold, *found_potions(run, 1), offer_cards(run)])


def brew(run: Run) -> Story[None]:
    """Gives five potions."""
    yield from collect(run, found_potions(run, 5))


def choose_five(run: Run) -> Story[None]:
    """Gives five choices of cards."""
    yield from collect(run, [offer_cards(run) for _ in range(5)])


def empty_cage(run: Run) -> Story[None]:
    """Removes two cards."""
    yield from remove_cards(run, 2)


def astrolabe(run: Run) -> Story[None]:
    """Transforms three cards, and upgrades what they become."""
    yield from transform_cards(run, 3, better=True)


def necronomicon(run: Run) -> None:
    """Comes with its curse."""
    run.gain_card(catalogue.NECRONOMICURSE)


# What relics give as they are found.
AT_ONCE: Final[dict[str, Callable[[Run], Story[None]]]] = {
    "Strawberry": more_hp(7),
    "Pear": more_hp(10),
    "Mango": more_hp(14),
    "Lee's Waffle": at_once(eat_waffle),
    "Old Coin": at_once(lambda run: run.gain_gold(300)),
    "Potion Belt": at_once(lambda run: run.potions.extend([gear.EMPTY_SLOT] * gear.BELT_SLOTS)),
    "War Paint": at_once(lambda run: upgrade_random(run, 2, catalogue.SKILL)),
    "Whetstone": at_once(lambda run: upgrade_random(run, 2, catalogue.ATTACK)),
    "Pandora's Box": at_once(open_pandora),
    "Necronomicon": at_once(necronomicon),
    "Astrolabe": astrolabe,
    "Calling Bell": ring_bell,
    "Cauldron": brew,
    "Dolly's Mirror": copy_card,
    "Empty Cage": empty_cage,
    "Orrery": choose_five,
    "Tiny House": enter_tiny_house,
}
