"""What happens in each kind of room."""

from collections.abc import Callable
from typing import Final, NamedTuple

from kibitz.communicationmod.host import map as places
from kibitz.communicationmod.host import screens, stock
from kibitz.communicationmod.host.deck import remove_cards, upgrade_card
from kibitz.communicationmod.host.events import enter_event
from kibitz.communicationmod.host.fights import ELITE_GOLD, win
from kibitz.communicationmod.host.map import Node
from kibitz.communicationmod.host.rewards import ELITE_ODDS, collect, found_relic, offer_cards
from kibitz.communicationmod.host.run import COMPLETE, EVENT, INCOMPLETE, Run
from kibitz.communicationmod.host.screens import Back, Reward, Story
from kibitz.communicationmod.host.shop import merchant
from kibitz.games.spire.gear import USED_UP

# What a question mark is: chances of the other rooms, in percent; all else is an event. Each chance
# grows by itself until it comes true, and is as at first in every act.
UNKNOWN: Final = {places.MONSTER: 10, places.SHOP: 3, places.TREASURE: 2}
# With Tiny Chest, every fourth question mark is a chest.
TINY_CHEST: Final = 4
SNAKE_GOLD: Final = 50
BANK_GOLD: Final = 12


class Chest(NamedTuple):
    """A kind of chest.

    Attributes:
        kind: its name in messages.
        share: how likely it is, in percent.
        tiers: how likely the tiers of its relic are, from common to rare, in percent.
        chance: how likely it has gold, in percent.
        gold: how much, before a tenth up or down.
    """

    kind: str
    share: int
    tiers: tuple[int, int, int]
    chance: int
    gold: int


CHESTS: Final = (
    Chest("SmallChest", 50, (75, 25, 0), 50, 25),
    Chest("MediumChest", 33, (35, 50, 15), 35, 50),
    Chest("LargeChest", 17, (0, 75, 25), 50, 75),
)

FEATHER_HP: Final = 3
FEATHER_CARDS: Final = 5
PILLOW_HP: Final = 15
MOST_LIFTS: Final = 3


def idle() -> Story[None]:
    """Shows a room in which nothing is left to do."""
    yield screens.complete()


def enter(run: Run, node: Node) -> Story[Back]:
    """Plays a room; returns what the player sees when they return from the map."""
    bank = run.relic("Maw Bank")
    if bank is not None and bank.counter != USED_UP:
        run.gain_gold(BANK_GOLD)
    symbol = look_closer(run) if node.symbol == places.EVENT else node.symbol
    run.room = ROOM_TYPES[symbol]
    if symbol == places.ELITE:
        yield from meet_elite(run, node)
    elif symbol == places.MONSTER:
        yield from win(run, run.act.next_encounter(run.dice))
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
    """Decides what a question mark is; no shop follows another one."""
    if run.has("Ssserpent Head"):
        run.gain_gold(SNAKE_GOLD)
    grown = run.act.unknown
    chances = {symbol: grown.get(symbol, step) for symbol, step in UNKNOWN.items()}
    if run.room == ROOM_TYPES[places.SHOP]:
        chances[places.SHOP] = 0
    tiny = run.relic("Tiny Chest")
    if tiny is not None:
        tiny.counter = (tiny.counter + 1) % TINY_CHEST
        if tiny.counter == 0:
            return places.TREASURE
    roll = run.dice.below(100)
    found = places.EVENT
    for symbol, step in UNKNOWN.items():
        if 0 <= roll < chances[symbol]:
            found = symbol
            grown[symbol] = step
        else:
            grown[symbol] = grown.get(symbol, step) + step
        roll -= chances[symbol]
    if found == places.MONSTER and run.has("Juzu Bracelet"):
        return places.EVENT
    return found


def meet_elite(run: Run, node: Node) -> Story[None]:
    """Plays the fight with an elite, who has a relic and perhaps the emerald key."""
    more = [found_relic(run) for _ in range(2 if run.has("Black Star") else 1)]
    if node.burning:
        more.append(Reward("EMERALD_KEY"))
    elite = run.act.next_elite(run.dice)
    if (yield from win(run, elite, ELITE_GOLD, ELITE_ODDS, more, burning=node.burning)):
        run.elites_killed += 1


def rest_site(run: Run) -> Back:
    """Prepares a rest site."""
    run.phase = INCOMPLETE
    tea = run.relic("Ancient Tea Set")
    if tea is not None:
        tea.counter = USED_UP  # which means: it works in the next fight
    if run.has("Eternal Feather"):
        run.heal(FEATHER_HP * (len(run.deck) // FEATHER_CARDS))
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
        return bool((yield from remove_cards(run, can_cancel=True)))
    if option == "rest":
        run.heal(run.max_hp * 30 // 100 + PILLOW_HP * run.has("Regal Pillow"))
        if run.has("Dream Catcher"):
            yield from collect(run, [offer_cards(run)])
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
    chest = pick_chest(run)
    rewards = [Reward("RELIC", relic=run.next_relic(stock.pick_tier(run.dice, chest.tiers)))]
    matryoshka, mask = run.relic("Matryoshka"), run.relic("N'loth's Hungry Face")
    if matryoshka is not None and matryoshka.counter > 0:
        matryoshka.counter -= 1
        rewards.insert(0, Reward("RELIC", relic=run.next_relic(doll_tier(run))))
    if run.dice.below(100) < chest.chance:
        gold = run.dice.between(chest.gold * 9 // 10, chest.gold * 11 // 10)
        rewards.insert(0, Reward("GOLD", gold=gold))
    if not run.keys["sapphire"]:
        rewards.append(Reward("SAPPHIRE_KEY", relic=rewards[-1].relic))
    if mask is not None and mask.counter > 0:
        mask.counter = USED_UP
        rewards.clear()
    is_open = [False]

    def stay() -> Story[None]:
        while (yield screens.chest(chest.kind, is_open[0])) != screens.PROCEED:
            is_open[0] = True
            if run.has("Cursed Key"):
                run.gain_card(run.dice.pick(stock.CURSES))
            yield from collect(run, rewards)

    return stay


def pick_chest(run: Run) -> Chest:
    """Picks the size of a chest."""
    roll = run.dice.below(100)
    for chest in CHESTS:
        roll -= chest.share
        if roll < 0:
            return chest
    return CHESTS[-1]


def doll_tier(run: Run) -> str:
    """Picks the tier of the relic that Matryoshka adds."""
    return stock.COMMON if run.dice.below(100) < 75 else stock.UNCOMMON


ROOMS: Final[dict[str, Callable[[Run], Back]]] = {
    places.REST: rest_site,
    places.SHOP: merchant,
    places.TREASURE: treasure,
}
