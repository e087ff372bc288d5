"""Stories of gains: fights with their rewards, and changes to the deck."""

from collections.abc import Sequence
from typing import Final

from kibitz.communicationmod.host import screens
from kibitz.communicationmod.host.combat import Combat
from kibitz.communicationmod.host.run import COMBAT, COMPLETE, POTION_STEP, Died, Run
from kibitz.communicationmod.host.screens import Grid, Reward, Story
from kibitz.communicationmod.host.stock import Held
from kibitz.games.spire.cards import upgrade
from kibitz.games.spire.state import FLED, LOST

# The gold of fights, from and to.
MONSTER_GOLD: Final = (10, 20)
ELITE_GOLD: Final = (25, 35)
BOSS_GOLD: Final = (95, 105)
# How likely a card is rare and uncommon, in percent.
MONSTER_ODDS: Final = (3, 37)
ELITE_ODDS: Final = (10, 40)
BOSS_ODDS: Final = (100, 0)
CARDS_OFFERED: Final = 3
BOWL_HP: Final = 2


# Fights.


def fight(run: Run, encounter: str) -> Story[Combat | None]:
    """Plays a fight and returns it; None if the player fled. Raises `Died` if it was lost."""
    run.phase = COMBAT
    run.combat = combat = Combat(run, encounter)
    if not combat.fight.over:
        yield combat
    if combat.fight.reason == LOST:
        raise Died
    run.combat = None
    run.phase = COMPLETE
    if combat.fight.reason == FLED:
        yield screens.complete()
        return None
    return combat


def spoils(run: Run, gold: tuple[int, int], odds: tuple[int, int], stolen: int) -> list[Reward]:
    """Rolls what a fight gives: gold, perhaps a potion, and cards."""
    won = run.dice.between(*gold)
    found = [Reward("GOLD", gold=won * 5 // 4 if run.has("Golden Idol") else won)]
    if stolen:
        found.append(Reward("STOLEN_GOLD", gold=stolen))
    if run.has("White Beast Statue") or run.dice.below(100) < run.potion_chance:
        found.append(Reward("POTION", potion=run.roll_potion()))
        run.potion_chance -= POTION_STEP
    else:
        run.potion_chance += POTION_STEP
    found.append(Reward("CARD", cards=offer_cards(run, odds)))
    return found


def offer_cards(run: Run, odds: tuple[int, int]) -> list[Held]:
    """Rolls the cards of a reward."""
    count = CARDS_OFFERED + run.has("Question Card") - 2 * run.has("Busted Crown")
    return run.roll_cards(max(1, count), *odds)


def win(
    run: Run,
    encounter: str,
    gold: tuple[int, int] = MONSTER_GOLD,
    odds: tuple[int, int] = MONSTER_ODDS,
    more: Sequence[Reward] = (),
) -> Story[bool]:
    """Plays a fight and hands out its rewards; tells whether it was won."""
    combat = yield from fight(run, encounter)
    if combat is None:
        return False
    yield from collect(run, [*spoils(run, gold, odds, combat.stolen()), *more])
    return True


# Rewards.


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
            taken = take_reward(run, reward)
        if taken:
            rewards.remove(reward)
            if reward.relic is not None:  # a key and the relic it is linked to
                rewards[:] = [other for other in rewards if other.relic is not reward.relic]


def take_reward(run: Run, reward: Reward) -> bool:
    """Takes a reward; tells whether it is gone. A full belt takes no potion, without a word."""
    if reward.potion >= 0:
        return run.gain_potion(reward.potion)
    if reward.type.endswith("_KEY"):
        run.keys[reward.type.removesuffix("_KEY").lower()] = True
    elif reward.relic is not None:
        run.gain_relic(reward.relic)
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
        run.deck.append(cards[answer])
    return True


# The deck.


def pick_cards(
    cards: Sequence[Held], count: int, purpose: str, can_cancel: bool = False
) -> Story[list[Held]]:
    """Lets the player choose cards of the deck; none if that is cancelled or there are none."""
    if not cards:
        return []
    screen = Grid(cards, count, purpose, can_cancel)
    answer = yield screen
    return [] if answer == screens.LEAVE else screen.selected


def remove_cards(run: Run, count: int = 1, can_cancel: bool = False) -> Story[bool]:
    """Removes cards that the player chooses; tells whether it was done."""
    chosen = yield from pick_cards(run.removable(), count, screens.PURGE, can_cancel)
    for card in chosen:
        run.remove(card)
    return bool(chosen)


def transform_cards(run: Run, count: int = 1) -> Story[None]:
    """Transforms cards that the player chooses."""
    for card in (yield from pick_cards(run.removable(), count, screens.TRANSFORM)):
        run.transform(card)


def upgrade_card(run: Run, can_cancel: bool = False) -> Story[bool]:
    """Upgrades a card that the player chooses; tells whether it was done."""
    chosen = yield from pick_cards(run.upgradable(), 1, screens.UPGRADE, can_cancel)
    for card in chosen:
        card.number = upgrade(card.number)
    return bool(chosen)


def found_relic(run: Run) -> Reward:
    """Rolls a relic as a reward."""
    return Reward("RELIC", relic=run.found_relic())
