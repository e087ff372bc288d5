"""The policy for every screen outside the plain fight: one function for each type of screen.

What a screen offers is in the message, so most choices need no memory. The exceptions are things
that a screen shows again after they were turned down: cards of a reward, and the shop.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from kibitz.communicationmod.client import Decision, rated, ratings, unrated
from kibitz.communicationmod.client.ratings import (
    card_worth,
    potion_worth,
    read_tables,
    relic_worth,
)
from kibitz.games.spire.cards import UNPLAYABLE
from kibitz.games.spire.position.message import NO_POTION, PROCEED, RETURN, Fields, Message
from kibitz.games.spire.powers import plain_id

SOZU: Final = "sozu"
# Rest below this share of HP; before a boss already below the second.
REST_BELOW: Final = 0.5
REST_BEFORE_BOSS: Final = 0.75
BOSS_ROW: Final = 15
FLOORS_OF_ACT: Final = 17
REST_ORDER: Final = ("smith", "dig", "lift", "toke", "recall", "rest")
# What a shop must offer: worth for gold.
WANTED_CARD: Final = 62
WANTED_RELIC: Final = 52
WANTED_POTION: Final = 50
POTIONS_UP_TO: Final = 60
PURGE: Final = 66
# Cards that are worth less than this are removed for gold.
BURDEN: Final = 10
# A potion replaces another one that is worth this much less.
BETTER: Final = 15
# Events in which a card is given away, on a grid that does not say so.
GIVEN_AWAY: Final = ("bonfire", "nloth", "wemeetagain", "falling")
# Actions that take a good card, on screens that the simulator does not know.
GOOD_FOR: Final = (
    "Retain", "DualWield", "Armaments", "Nightmare", "Setup", "ToHand", "TopOfDeck", "Exhume",
)  # fmt: skip
# Cards that do something when they are discarded.
BEST_DISCARDED: Final = ("tactician", "reflex")


class ScreenPolicy:
    """Decides on every screen by plain rules.

    Attributes:
        skipped: how many card rewards were turned down on this floor.
        shopped: whether the shop of this floor was visited.
        event: the last event.
    """

    def __init__(self) -> None:
        self.floor = -1
        self.skipped = 0
        self.shopped = False
        self.event = ""
        self.screens: Final[dict[str, Callable[[Message, Collection[str]], Decision | None]]] = {
            "EVENT": self.at_event,
            "CHEST": self.at_chest,
            "SHOP_ROOM": self.at_shop_room,
            "SHOP_SCREEN": self.at_shop,
            "REST": self.at_rest,
            "CARD_REWARD": self.at_card_reward,
            "COMBAT_REWARD": self.at_rewards,
            "MAP": self.at_map,
            "BOSS_REWARD": self.at_boss_relics,
            "GRID": self.at_grid,
            "HAND_SELECT": self.at_hand_select,
        }

    def decide(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Decides on a screen; None if the policy has no answer that was not refused."""
        floor = message.game.number("floor")
        if floor != self.floor:
            self.floor, self.skipped, self.shopped = floor, 0, False
        if not message.in_combat:
            drink = drink_juice(message, refused)
            if drink is not None:
                return drink
        at_screen = self.screens.get(message.screen)
        found = None if at_screen is None else at_screen(message, refused)
        if found is not None and found.command not in refused and message.allows(found.command):
            return found
        return go_on(message, refused)

    # Rooms.

    def at_event(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Chooses an option of an event."""
        self.event = message.detail.text("event_id").lower().replace(" ", "")
        return decide_event(message, refused)

    def at_chest(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Opens the chest."""
        if message.detail.flag("chest_open"):
            return None
        return Decision("choose 0", "open the chest", "chest")

    def at_shop_room(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Visits the merchant once."""
        if self.shopped:
            return None
        self.shopped = True
        return Decision("choose 0", "see what the merchant has", "shop")

    def at_shop(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Buys the best thing that is worth its price, or leaves."""
        offers = [offer for offer in shop_offers(message) if offer[2] not in refused]
        leave = message.listed(RETURN)
        if offers:
            _, name, command = max(offers, key=lambda offer: offer[0])
            known = [(command, bought(name), worth) for worth, name, command in offers]
            options = rated([*known, (leave, "leave", 0.0)] if leave else known)
            return Decision(command, bought(name), "shop", options)
        return Decision(leave, "nothing else is worth its price", "shop") if leave else None

    def at_rest(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Rests if HP are few, or else upgrades a card."""
        if message.detail.flag("has_rested"):
            return None
        options = message.detail.texts("rest_options") or message.game.texts("choice_list")
        names = [name.lower() for name in options]
        order: list[str] = list(REST_ORDER)
        limit = REST_BEFORE_BOSS if is_before_boss(message) else REST_BELOW
        if message.health < limit:
            order.insert(0, "rest")
        if not any(ratings.upgrade_worth(card) > 0 for card in message.game.children("deck")):
            order.remove("smith")
        for name in [*order, *names]:
            if name in names and f"choose {names.index(name)}" not in refused:
                why = f"{name} at {round(100 * message.health)} % of all HP"
                listed = unrated(zip(commands(names), names, strict=True))
                return Decision(f"choose {names.index(name)}", why, "rest", listed)
        return None

    def at_map(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes the path that is worth most."""
        if message.detail.flag("boss_available"):
            return Decision("choose 0", "on to the boss", "map")
        worths = ratings.rate_paths(message)
        place = best(worths, refused)
        if place < 0:
            return None
        nodes = message.detail.children("next_nodes")
        rooms = [ratings.room_name(node.text("symbol")) for node in nodes]
        shown = ", ".join(f"{worth:.1f}" for worth in worths)
        why = f"{rooms[place]}: the best of the paths worth {shown}"
        options = rated(
            (f"choose {at}", f"{rooms[at]}, column {nodes[at].number('x') + 1}", worth)
            for at, worth in enumerate(worths)
        )
        return Decision(f"choose {place}", why, "map", options)

    # Rewards.

    def at_rewards(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes what lies there, one thing at a time."""
        cards = 0
        for place, reward in enumerate(message.detail.children("rewards")):
            kind = reward.text("reward_type").upper()
            cards += kind == "CARD"
            if f"choose {place}" in refused or not self.is_wanted(message, kind, reward, cards):
                continue
            if kind == "POTION" and not has_free_slot(message):
                swap = make_room(message, reward.child("potion"), refused)
                if swap is None:
                    continue
                return swap
            return Decision(
                f"choose {place}", f"take the {kind.lower().replace('_', ' ')}", "reward"
            )
        return None

    def is_wanted(self, message: Message, kind: str, reward: Fields, cards: int) -> bool:
        """Tells whether a reward is taken; `cards` counts the card rewards up to this one."""
        if kind == "CARD":
            return cards > self.skipped
        if kind == "POTION":
            return not owns(message, SOZU)
        # The key lies beside a relic, and only one of the two can be taken.
        return kind != "SAPPHIRE_KEY"

    def at_card_reward(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes the best card if it improves the deck."""
        offered = message.detail.children("cards")
        deck = message.game.children("deck")
        worths = [ratings.new_card_worth(card, deck) for card in offered]
        place = best(worths, refused)
        skip = message.listed(RETURN)
        cards = zip(commands(worths), [name_of(card) for card in offered], worths, strict=True)
        options = rated([*cards, (skip, "skip", ratings.WANTED)] if skip else cards)
        if place >= 0 and (worths[place] >= ratings.WANTED or not skip or message.in_combat):
            why = f"{name_of(offered[place])} is worth {worths[place]:g}"
            return Decision(f"choose {place}", why, "cards", options)
        if not skip:
            return None
        self.skipped += 1
        bowl = bowl_choice(message)
        if bowl and bowl not in refused:
            return Decision(bowl, "max HP rather than one of these cards", "cards", options)
        return Decision(skip, "none of the cards makes the deck better", "cards", options)

    def at_boss_relics(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes the best relic of a boss."""
        relics = message.detail.children("relics")
        worths = [relic_worth(relic) for relic in relics]
        place = best(worths, refused)
        if place < 0:
            return None
        why = f"{name_of(relics[place])} is worth {worths[place]:g}"
        names = [name_of(relic) for relic in relics]
        options = rated(zip(commands(names), names, worths, strict=True))
        return Decision(f"choose {place}", why, "relics", options)

    # Choices of cards.

    def at_grid(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Chooses cards of a grid: to upgrade, to remove, to transform, or to keep."""
        detail = message.detail
        chosen = detail.children("selected_cards")
        done = detail.flag("confirm_up") or len(chosen) >= detail.number("num_cards")
        free = detail.flag("any_number") and not message.in_combat
        if done or free or "choose" not in message.commands:
            return confirm(message, "the cards are chosen", "grid")
        return choose_card(detail.children("cards"), chosen, self.grid_worth(message), refused)

    def grid_worth(self, message: Message) -> Callable[[Fields], float]:
        """Returns how cards are rated on a grid; the highest is chosen."""
        detail = message.detail
        if detail.flag("for_upgrade"):
            return ratings.upgrade_worth
        away = any(name in self.event for name in GIVEN_AWAY) and not message.in_combat
        if detail.flag("for_purge") or detail.flag("for_transform") or away:
            return lambda card: -card_worth(card)
        return card_worth

    def at_hand_select(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Chooses cards of the hand: the best to keep or copy, the worst to give away."""
        detail = message.detail
        chosen = detail.children("selected")
        full = len(chosen) >= detail.number("max_cards")
        action = message.game.text("current_action")
        good = any(word in action for word in GOOD_FOR)
        if full or "choose" not in message.commands or (detail.flag("can_pick_zero") and not good):
            found = confirm(message, "the cards are chosen", "hand")
            if found is not None and found.command not in refused:
                return found
        rate = card_worth if good else discarded if "Discard" in action else give_away
        return choose_card(detail.children("hand"), chosen, rate, refused)


# Parts of screens.


def best(worths: Sequence[float], refused: Collection[str]) -> int:
    """Returns the place of the choice that is worth most and was not refused; -1 for none."""
    places = [place for place in range(len(worths)) if f"choose {place}" not in refused]
    return max(places, key=lambda place: worths[place], default=-1)


def commands(options: Sequence[object]) -> list[str]:
    """Returns the commands that choose each of the options."""
    return [f"choose {place}" for place in range(len(options))]


def go_on(message: Message, refused: Collection[str]) -> Decision | None:
    """Leaves a screen by its button; None if there is none."""
    for verbs in (PROCEED, RETURN):
        verb = message.listed(verbs)
        if verb and verb not in refused:
            return Decision(verb, "go on", "screen")
    return None


def confirm(message: Message, why: str, by: str) -> Decision | None:
    """Confirms what is chosen."""
    verb = message.listed(PROCEED)
    return Decision(verb, why, by) if verb else None


def choose_card(
    cards: Sequence[Fields],
    chosen: Sequence[Fields],
    rate: Callable[[Fields], float],
    refused: Collection[str],
) -> Decision | None:
    """Chooses the card with the highest rate that is not chosen yet."""
    taken = {card.text("uuid") for card in chosen} - {""}
    barred = [f"choose {at}" for at, card in enumerate(cards) if card.text("uuid") in taken]
    worths = [rate(card) for card in cards]
    place = best(worths, {*refused, *barred})
    if place < 0:
        return None
    options = zip(commands(cards), [name_of(card) for card in cards], worths, strict=True)
    left = [option for option in options if option[0] not in barred]
    return Decision(f"choose {place}", name_of(cards[place]), "choice", rated(left))


def give_away(card: Fields) -> float:
    """Rates a card of the hand to discard or exhaust: cards that cannot be played go first."""
    return 100.0 if card.number("cost") == UNPLAYABLE else -card_worth(card)


def discarded(card: Fields) -> float:
    """Rates a card of the hand to discard: those that are made for it go first."""
    return 200.0 if card.id() in BEST_DISCARDED else give_away(card)


def name_of(thing: Fields) -> str:
    """Returns the name of a thing for people."""
    return thing.text("name") or thing.text("id") or "unknown"


def owns(message: Message, relic: str) -> bool:
    """Tells whether the player has a relic."""
    return any(each.id() == relic for each in message.game.children("relics"))


def is_before_boss(message: Message) -> bool:
    """Tells whether the next room is that of the boss."""
    return message.game.number("floor") % FLOORS_OF_ACT == BOSS_ROW


def bowl_choice(message: Message) -> str:
    """Returns the command that takes max HP from a Singing Bowl; empty if there is none."""
    names = [name.lower() for name in message.game.texts("choice_list")]
    found = message.detail.flag("bowl_available") and "bowl" in names
    return f"choose {names.index('bowl')}" if found else ""


# Potions.


def has_free_slot(message: Message) -> bool:
    """Tells whether there is room for a potion."""
    return any(potion.id() == NO_POTION for potion in message.game.children("potions"))


def make_room(message: Message, potion: Fields, refused: Collection[str]) -> Decision | None:
    """Throws away the potion that is worth least, if the new one is worth clearly more."""
    held = message.game.children("potions")
    droppable = [slot for slot, each in enumerate(held) if each.flag("can_discard")]
    if not droppable:
        return None
    slot = min(droppable, key=lambda slot: potion_worth(held[slot]))
    command = f"potion discard {slot}"
    better = potion_worth(potion) >= potion_worth(held[slot]) + BETTER
    if not better or command in refused or not message.allows(command):
        return None
    return Decision(command, f"{name_of(potion)} is better than {name_of(held[slot])}", "reward")


def drink_juice(message: Message, refused: Collection[str]) -> Decision | None:
    """Drinks what raises max HP as soon as it is there."""
    if "potion" not in message.commands:
        return None
    for slot, potion in enumerate(message.game.children("potions")):
        command = f"potion use {slot}"
        if ratings.is_fruit_juice(potion) and potion.flag("can_use") and command not in refused:
            return Decision(command, "more max HP", "potion")
    return None


# The shop.


def shop_offers(message: Message) -> list[tuple[float, str, str]]:
    """Lists what is worth its price: by how much, the name, and the command."""
    names = [name.lower() for name in message.game.texts("choice_list")]
    gold = message.game.number("gold")
    deck = message.game.children("deck")
    detail = message.detail
    wishes: list[tuple[float, str]] = []
    burden = min([card_worth(card) for card in deck], default=100.0)
    if detail.flag("purge_available") and detail.number("purge_cost") <= gold and burden < BURDEN:
        wishes.append((PURGE - WANTED_RELIC - burden / 4, "purge"))
    for card in detail.children("cards"):
        wishes.append((ratings.new_card_worth(card, deck) - WANTED_CARD, affordable(card, gold)))
    for relic in detail.children("relics"):
        wishes.append((relic_worth(relic) - WANTED_RELIC, affordable(relic, gold)))
    if has_free_slot(message) and not owns(message, SOZU):
        for potion in detail.children("potions"):
            cheap = potion.number("price") <= POTIONS_UP_TO
            name = affordable(potion, gold) if cheap else ""
            wishes.append((potion_worth(potion) - WANTED_POTION, name))
    return [
        (worth, name, f"choose {names.index(name)}")
        for worth, name in wishes
        if worth >= 0 and name in names and name
    ]


def bought(name: str) -> str:
    """Says what a shop is asked for."""
    return "remove a card" if name == "purge" else f"buy {name}"


def affordable(thing: Fields, gold: int) -> str:
    """Returns the name under which a thing can be chosen; empty if it costs too much."""
    return thing.text("name").lower() if 0 <= thing.number("price") <= gold else ""


# Events: what to choose in those that are known, and a safe choice in all others. For each event
# there are wishes in order, the first one that is offered and fits is taken. A wish is a word of
# the option, and when it is wanted. The results of events are those of the game as players know
# them; conditions are set by hand.

NEOW: Final = "neowevent"
# Cards that are worth less than this are gladly removed.
BAD_CARD: Final = 10
EVENT_TABLES: Final = read_tables("events.json")
# The wishes of each event, best first: a word of the option, and the condition or nothing.
EVENTS: Final[dict[str, list[tuple[str, str]]]] = {
    name: [(word, condition) for word, _, condition in [wish.partition(" if ") for wish in wishes]]
    for name, wishes in EVENT_TABLES["events"].items()
}
# What Neow offers, best first, and what she asks for it.
BLESSINGS: Final[dict[str, int]] = EVENT_TABLES["blessings"]
PRICES: Final[dict[str, int]] = EVENT_TABLES["prices"]
# Options that lead out of an event without a consequence.
WAYS_OUT: Final[list[str]] = EVENT_TABLES["ways_out"]


def holds(condition: str, message: Message) -> bool:
    """Tells whether the condition of a wish holds: an empty one always does."""
    kind, _, number = condition.partition(" ")
    if kind == "healthy":
        return message.health >= float(number)
    if kind == "hurt":
        return message.health < float(number)
    if kind == "rich":
        return message.game.number("gold") >= int(number)
    if kind == "burdened":
        return any(card_worth(card) < BAD_CARD for card in message.game.children("deck"))
    return True


class EventOption:
    """An option of an event that can be chosen.

    Attributes:
        index: what `choose` calls it.
        words: its label and text, in small letters.
        label: how it is shown.
    """

    def __init__(self, index: int, fields: Fields) -> None:
        label, text = fields.text("label"), fields.text("text")
        self.index: Final = index
        self.label: Final = label or text or f"option {index + 1}"
        self.words: Final = f"{label} | {text}".lower()


def open_options(message: Message) -> list[EventOption]:
    """Lists the options that can be chosen; those that are disabled have no index."""
    found: list[EventOption] = []
    for fields in message.detail.children("options"):
        if not fields.flag("disabled"):
            found.append(EventOption(fields.number("choice_index", len(found)), fields))
    if not found:
        for index, text in enumerate(message.game.texts("choice_list")):
            found.append(EventOption(index, Fields({"label": text})))
    return found


def decide_event(message: Message, refused: Collection[str]) -> Decision | None:
    """Chooses an option; None if there is none."""
    options = [each for each in open_options(message) if f"choose {each.index}" not in refused]
    if not options:
        return None
    event = plain_id(message.detail.text("event_id") or message.detail.text("event_name"))
    option, why = pick(event, options, message)
    listed = unrated((f"choose {each.index}", each.label) for each in options)
    return Decision(f"choose {option.index}", f"{option.label}: {why}", "event", listed)


def pick(event: str, options: Sequence[EventOption], message: Message) -> tuple[EventOption, str]:
    """Picks an option, and says why."""
    if len(options) == 1:
        return options[0], "the only option"
    if event == NEOW:
        return max(options, key=lambda option: blessing(option.words)), "the best blessing"
    for word, condition in EVENTS.get(event, ()):
        for option in options:
            if word in option.words and holds(condition, message):
                return option, "by the table of events"
    for word in WAYS_OUT:
        for option in options:
            if word in option.words:
                return option, "the safe choice"
    return options[-1], "the last option is mostly the safe one"


def blessing(words: str) -> int:
    """Rates what Neow offers."""
    gain = next((worth for word, worth in BLESSINGS.items() if word in words), 25)
    price = max([worth for word, worth in PRICES.items() if word in words], default=0)
    return gain - price
