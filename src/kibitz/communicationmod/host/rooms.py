"""The story of a run: the way up the map, and what happens in each kind of room."""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Final

from kibitz.communicationmod.host import map as places
from kibitz.communicationmod.host import screens, stock
from kibitz.communicationmod.host.events import enter_event, meet_neow
from kibitz.communicationmod.host.map import Node
from kibitz.communicationmod.host.rewards import (
    BOSS_GOLD,
    BOSS_ODDS,
    ELITE_GOLD,
    ELITE_ODDS,
    collect,
    found_relic,
    remove_cards,
    upgrade_card,
    win,
)
from kibitz.communicationmod.host.run import COMPLETE, EVENT, INCOMPLETE, Died, Run
from kibitz.communicationmod.host.screens import Reward, Story, Ware
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.gear import USED_UP

# What the player sees again when they return from the map.
Back = Callable[[], Story[None]]

# What a question mark is: chances of the other rooms, in percent; all else is an event. Each chance
# grows by itself until it comes true.
UNKNOWN: Final = {places.MONSTER: 10, places.SHOP: 3, places.TREASURE: 2}

# Chests: how likely they are, and the chance and amount of gold, in percent.
CHESTS: Final = (
    ("SmallChest", 50, 50, 25),
    ("MediumChest", 33, 35, 50),
    ("LargeChest", 17, 50, 75),
)
BOSS_RELICS: Final = 3

# Prices, before a few percent up or down.
CARD_PRICES: Final = {stock.COMMON: 50, stock.UNCOMMON: 75, stock.RARE: 150}
RELIC_PRICES: Final = {stock.COMMON: 150, stock.UNCOMMON: 250, stock.RARE: 300, stock.SHOP: 150}
POTION_PRICES: Final = {stock.COMMON: 50, stock.UNCOMMON: 75, stock.RARE: 100}
COLORLESS_FACTOR: Final = 1.2
PURGE_PRICE: Final = 75
PURGE_STEP: Final = 25
DEAR_FROM: Final = 16
DEAR_FACTOR: Final = 1.1
SHOP_TYPES: Final = (
    catalogue.ATTACK,
    catalogue.ATTACK,
    catalogue.SKILL,
    catalogue.SKILL,
    catalogue.POWER,
)

MOST_LIFTS: Final = 3


def play_act(run: Run) -> Story[None]:
    """Plays a whole run: Neow, the map, the boss and its chest."""
    yield from to_the_end(run, climb(run))


def to_the_end(run: Run, story: Story[None]) -> Story[None]:
    """Plays a story, and ends the run after it or when the player dies."""
    with contextlib.suppress(Died):
        yield from story
    yield screens.game_over(run.score, run.victory)


def climb(run: Run) -> Story[None]:
    """Plays everything before the end."""
    yield from meet_neow(run)
    back: Back | None = None
    while True:
        node = yield from travel(run, back)
        run.node = node
        run.floor += 1
        if node is None:
            break
        back = yield from enter(run, node)
    yield from meet_boss(run)
    run.victory = True


def travel(run: Run, back: Back | None) -> Story[Node | None]:
    """Lets the player choose the next room; None for the boss."""
    run.phase = COMPLETE
    while True:
        nodes = run.next_nodes()
        answer = yield screens.map_screen(run.node, nodes, back is not None)
        if answer != screens.LEAVE:
            return nodes[answer] if nodes else None
        if back is not None:
            yield from back()


def idle() -> Story[None]:
    """Shows a room in which nothing is left to do."""
    yield screens.complete()


# Rooms.


def enter(run: Run, node: Node) -> Story[Back]:
    """Plays a room; returns what the player sees when they return from the map."""
    symbol = look_closer(run) if node.symbol == places.EVENT else node.symbol
    run.room = ROOM_TYPES[symbol]
    if symbol == places.ELITE:
        yield from meet_elite(run, node)
    elif symbol == places.MONSTER:
        yield from win(run, run.next_encounter())
    elif symbol == places.EVENT:
        run.phase = EVENT
        yield from enter_event(run)
    else:
        back = ROOMS[symbol](run)
        yield from back()
        return back
    return idle


ROOM_TYPES: Final = {
    places.MONSTER: "MonsterRoom",
    places.ELITE: "MonsterRoomElite",
    places.EVENT: "EventRoom",
    places.REST: "RestRoom",
    places.SHOP: "ShopRoom",
    places.TREASURE: "TreasureRoom",
}


def look_closer(run: Run) -> str:
    """Decides what a question mark is."""
    roll = run.dice.below(100)
    for symbol, step in UNKNOWN.items():
        chance = run.unknown.get(symbol, step)
        roll -= chance
        if roll < 0:
            run.unknown[symbol] = step
            return symbol
        run.unknown[symbol] = chance + step
    return places.EVENT


def meet_elite(run: Run, node: Node) -> Story[None]:
    """Plays the fight with an elite, who has a relic and perhaps the emerald key."""
    more = [found_relic(run)]
    if node.burning:
        more.append(Reward("EMERALD_KEY"))
    if (yield from win(run, run.next_elite(), ELITE_GOLD, ELITE_ODDS, more)):
        run.elites_killed += 1


def meet_boss(run: Run) -> Story[None]:
    """Plays the boss and opens its chest."""
    run.room = "MonsterRoomBoss"
    yield from win(run, run.boss, BOSS_GOLD, BOSS_ODDS)
    run.floor += 1
    run.room = "TreasureRoomBoss"
    relics = [run.next_relic(stock.BOSS) for _ in range(BOSS_RELICS)]
    is_open = False
    while (yield screens.chest("BossChest", is_open)) != screens.PROCEED:
        is_open = True
        answer = yield screens.boss_reward(relics)
        if answer != screens.LEAVE:
            run.gain_relic(relics[answer])


def rest_site(run: Run) -> Back:
    """Prepares a rest site."""
    run.phase = INCOMPLETE
    tea = run.relic("Ancient Tea Set")
    if tea is not None:
        tea.counter = USED_UP  # which means: it works in the next fight
    done = [False]

    def stay() -> Story[None]:
        while True:
            options = [] if done[0] else rest_options(run)
            answer = yield screens.rest_room(options, done[0])
            if answer == screens.PROCEED:
                return
            done[0] = yield from rest(run, options[answer])
            if done[0]:
                run.phase = COMPLETE

    return stay


def rest_options(run: Run) -> list[str]:
    """Lists what can be done at a rest site."""
    girya = run.relic("Girya")
    found = {
        "rest": not run.has("Coffee Dripper"),
        "smith": not run.has("Fusion Hammer") and bool(run.upgradable()),
        "lift": girya is not None and girya.counter < MOST_LIFTS,
        "toke": run.has("Peace Pipe") and bool(run.removable()),
        "dig": run.has("Shovel"),
        "recall": not run.keys["ruby"],
    }
    return [name for name, offered in found.items() if offered]


def rest(run: Run, option: str) -> Story[bool]:
    """Does one thing at a rest site; tells whether it was done."""
    if option == "smith":
        return (yield from upgrade_card(run, can_cancel=True))
    if option == "toke":
        return (yield from remove_cards(run, can_cancel=True))
    if option == "rest":
        run.heal(run.max_hp * 30 // 100)
    elif option == "dig":
        yield from collect(run, [found_relic(run)])
    elif option == "recall":
        run.keys["ruby"] = True
    else:
        girya = run.relic("Girya")
        assert girya is not None
        girya.counter += 1
    return True


def treasure(run: Run) -> Back:
    """Prepares a chest."""
    run.phase = COMPLETE
    roll = run.dice.below(100)
    kind, _, chance, gold = CHESTS[0]
    for kind, share, chance, gold in CHESTS:  # noqa: B007 - used after the loop
        roll -= share
        if roll < 0:
            break
    rewards = [found_relic(run)]
    if run.dice.below(100) < chance:
        rewards.insert(0, Reward("GOLD", gold=run.dice.between(gold * 9 // 10, gold * 11 // 10)))
    if not run.keys["sapphire"]:
        rewards.append(Reward("SAPPHIRE_KEY", relic=rewards[-1].relic))
    is_open = [False]

    def stay() -> Story[None]:
        while (yield screens.chest(kind, is_open[0])) != screens.PROCEED:
            is_open[0] = True
            if run.has("Cursed Key"):
                run.gain_card(run.dice.pick(stock.CURSES))
            yield from collect(run, rewards)

    return stay


# The shop.


class Shop:
    """What a merchant has left."""

    def __init__(self, run: Run) -> None:
        self.run: Final = run
        self.wares: Final[list[Ware]] = []
        self.purge_left = True
        sale = run.dice.below(len(SHOP_TYPES))
        for place, kind in enumerate(SHOP_TYPES):
            self.add_card(run.color, roll_rarity(run), kind, 0.5 if place == sale else 1)
        for rarity in (stock.UNCOMMON, stock.RARE):
            self.add_card("colorless", rarity, catalogue.ANY_TYPE, COLORLESS_FACTOR)
        for tier in (stock.pick_tier(run.dice), stock.pick_tier(run.dice), stock.SHOP):
            price = self.price(RELIC_PRICES[tier], 5)
            self.wares.append(Ware(price, relic=run.next_relic(tier)))
        for _ in range(3):
            potion = run.roll_potion()
            price = self.price(POTION_PRICES[stock.rarity_of_potion(potion)], 5)
            self.wares.append(Ware(price, potion=potion))

    def price(self, base: float, spread: int) -> int:
        """Rolls a price, some percent up or down."""
        dear = DEAR_FACTOR if self.run.ascension >= DEAR_FROM else 1
        return int(base * dear * self.run.dice.between(100 - spread, 100 + spread) / 100)

    def add_card(self, color: str, rarity: str, kind: int, factor: float) -> None:
        """Adds a card that is not there yet."""
        there = [ware.card.number for ware in self.wares if ware.card is not None]
        fitting = [
            number
            for number in stock.cards_of(color, rarity)
            if kind in (catalogue.ANY_TYPE, stock.card_type(number)) and number not in there
        ]
        if not fitting:  # there is no common power
            self.add_card(color, stock.UNCOMMON, kind, factor)
            return
        price = self.price(CARD_PRICES[rarity] * factor, 10)
        self.wares.append(Ware(price, card=self.run.card(self.run.dice.pick(fitting))))

    def buy(self, ware: Ware) -> bool:
        """Sells something; tells whether it was sold. A full belt takes no potion."""
        if ware.card is not None:
            self.run.deck.append(ware.card)
        elif ware.relic is not None:
            self.run.gain_relic(ware.relic)
        elif not self.run.gain_potion(ware.potion):
            return False
        self.run.gold -= ware.price
        self.wares.remove(ware)
        return True


def roll_rarity(run: Run) -> str:
    """Rolls the rarity of a card in a shop."""
    roll = run.dice.below(100)
    if roll < 9:
        return stock.RARE
    return stock.UNCOMMON if roll < 46 else stock.COMMON


def merchant(run: Run) -> Back:
    """Prepares a shop."""
    run.phase = COMPLETE
    return partial(browse, run, Shop(run))


def browse(run: Run, shop: Shop) -> Story[None]:
    """Lets the player talk to the merchant until they go on."""
    while (yield screens.shop_room()) != screens.PROCEED:
        yield from trade(run, shop)


def trade(run: Run, shop: Shop) -> Story[None]:
    """Lets the player buy."""
    while True:
        purge = Ware(PURGE_PRICE + PURGE_STEP * run.purges)
        everything = [purge, *shop.wares] if shop.purge_left else shop.wares
        offers = [ware for ware in everything if ware.price <= run.gold]
        answer = yield screens.shop_screen(shop.wares, offers, purge, shop.purge_left)
        if answer == screens.LEAVE:
            return
        ware = offers[answer]
        if ware is not purge:
            shop.buy(ware)
        elif (yield from remove_cards(run, can_cancel=True)):
            run.gold -= purge.price
            run.purges += 1
            shop.purge_left = False


ROOMS: Final[dict[str, Callable[[Run], Back]]] = {
    places.REST: rest_site,
    places.SHOP: merchant,
    places.TREASURE: treasure,
}
