"""Shops: what a merchant has, and what it costs."""

from functools import partial
from typing import Final

from kibitz.communicationmod.host import screens, stock
from kibitz.communicationmod.host.deck import remove_cards
from kibitz.communicationmod.host.rewards import gain_relic
from kibitz.communicationmod.host.run import COMPLETE, Run
from kibitz.communicationmod.host.screens import Back, Story, Ware
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.gear import USED_UP

# Prices, before a few percent up or down.
CARD_PRICES: Final = {stock.COMMON: 50, stock.UNCOMMON: 75, stock.RARE: 150}
RELIC_PRICES: Final = {stock.COMMON: 150, stock.UNCOMMON: 250, stock.RARE: 300, stock.SHOP: 150}
POTION_PRICES: Final = {stock.COMMON: 50, stock.UNCOMMON: 75, stock.RARE: 100}
COLORLESS_FACTOR: Final = 1.2
PURGE_PRICE: Final = 75
PURGE_STEP: Final = 25
DEAR_FROM: Final = 16
DEAR_FACTOR: Final = 1.1
MEMBER_PERCENT: Final = 50
SMILING_PRICE: Final = 50
MEAL_HP: Final = 15
SHOP_TYPES: Final = (
    catalogue.ATTACK,
    catalogue.ATTACK,
    catalogue.SKILL,
    catalogue.SKILL,
    catalogue.POWER,
)


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
        dear = DEAR_FACTOR if self.run.ascension >= DEAR_FROM else 1.0
        if self.run.has("Membership Card"):
            dear *= MEMBER_PERCENT / 100
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
        card = self.run.card(self.run.dice.pick(fitting))
        self.run.hatch(card)
        self.wares.append(Ware(price, card=card))

    def buy(self, ware: Ware) -> Story[None]:
        """Sells something; a full belt takes no potion."""
        if ware.potion >= 0 and not self.run.gain_potion(ware.potion):
            return
        self.pay(ware.price)
        self.wares.remove(ware)
        if ware.card is not None:
            self.run.obtain(ware.card)
        elif ware.relic is not None:
            yield from gain_relic(self.run, ware.relic)
            if ware.relic.name == "Membership Card":
                self.wares[:] = [ware.at(ware.price * MEMBER_PERCENT // 100) for ware in self.wares]

    def pay(self, price: int) -> None:
        """Takes the price; a bank that was spent from is used up."""
        self.run.gold -= price
        bank = self.run.relic("Maw Bank")
        if bank is not None and price > 0:
            bank.counter = USED_UP

    def purge_price(self) -> int:
        """Returns the price of the removal of a card."""
        if self.run.has("Smiling Mask"):
            return SMILING_PRICE
        price = PURGE_PRICE + PURGE_STEP * self.run.purges
        return price * MEMBER_PERCENT // 100 if self.run.has("Membership Card") else price


def roll_rarity(run: Run) -> str:
    """Rolls the rarity of a card in a shop."""
    roll = run.dice.below(100)
    if roll < 9:
        return stock.RARE
    return stock.UNCOMMON if roll < 46 else stock.COMMON


def merchant(run: Run) -> Back:
    """Prepares a shop."""
    run.phase = COMPLETE
    if run.has("Meal Ticket"):
        run.heal(MEAL_HP)
    return partial(browse, run, Shop(run))


def browse(run: Run, shop: Shop) -> Story[None]:
    """Lets the player talk to the merchant until they go on."""
    while (yield screens.shop_room()) != screens.PROCEED:
        yield from trade(run, shop)


def trade(run: Run, shop: Shop) -> Story[None]:
    """Lets the player buy."""
    while True:
        purge = Ware(shop.purge_price())
        everything = [purge, *shop.wares] if shop.purge_left else shop.wares
        offers = [ware for ware in everything if ware.price <= run.gold]
        answer = yield screens.shop_screen(shop.wares, offers, purge, shop.purge_left)
        if answer == screens.LEAVE:
            return
        ware = offers[answer]
        if ware is not purge:
            yield from shop.buy(ware)
        elif (yield from remove_cards(run, can_cancel=True)):
            shop.pay(purge.price)
            run.purges += 1
            shop.purge_left = False
