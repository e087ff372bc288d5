"""The policy for every screen outside the plain fight: one function for each type of screen.

What a screen offers is in the message, so most choices need no memory. The exceptions are things
that a screen shows again after they were turned down: cards of a reward, and the shop.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from kibitz.communicationmod.client import Decision, paths, rated, ratings, tables, unrated
from kibitz.communicationmod.client.ratings import card_worth, potion_entry, relic_entry
from kibitz.communicationmod.client.tables import EVENTS, SHOP, Entry, Wish, event_of
from kibitz.core.agent import Reason
from kibitz.games.spire.cards import UNPLAYABLE
from kibitz.games.spire.position.message import NO_POTION, PROCEED, RETURN, Fields, Message

SOZU: Final = "sozu"
# The room before that of the boss, counted from the start of an act.
BOSS_ROW: Final = 15
FLOORS_OF_ACT: Final = 17
# What a rest counts when it is needed: more than anything else.
NEEDED: Final = 100.0
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
        keys: whether the keys to act 4 are collected.
        skipped: how many card rewards were turned down on this floor.
        shopped: whether the shop of this floor was visited.
        event: the last event.
    """

    def __init__(self, keys: bool = False) -> None:
        self.keys: Final = keys
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
        offers = [offer for offer in shop_offers(message) if offer.command not in refused]
        leave = message.listed(RETURN)
        if offers:
            first = max(offers, key=lambda offer: offer.margin)
            known = [(each.command, bought(each.name), each.reasons) for each in offers]
            nothing = [Reason("gold", 0.0, "gold is kept for later")]
            options = rated([*known, (leave, "leave", nothing)] if leave else known)
            why = f"{bought(first.name)}: {first.reasons[0].text}"
            return Decision(first.command, why, "shop", options)
        return Decision(leave, "nothing else is worth its price", "shop") if leave else None

    def at_rest(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Does what is worth most: rests if HP are few, upgrades a card, and so on."""
        if message.detail.flag("has_rested"):
            return None
        options = message.detail.texts("rest_options") or message.game.texts("choice_list")
        names = [name.lower() for name in options]
        entries = [self.rest_entry(message, name) for name in names]
        place = best([entry.worth for entry in entries], refused)
        if place < 0:
            return None
        why = f"{names[place]} at {message.health:.0%} of all HP: {entries[place].reason}"
        return Decision(f"choose {place}", why, "rest", rated(listing(names, entries)))

    def rest_entry(self, message: Message, name: str) -> Entry:
        """Returns what an option of a rest site is worth now, and why."""
        known = tables.REST_OPTIONS.get(name, Entry(0.0, "not in the tables"))
        deck = message.game.children("deck")
        if name == "rest":
            act = tables.RESTS[tables.within(message.game.number("act"), tables.RESTS)]
            limit = act.before_boss if is_before_boss(message) else act.below
            enough = message.health >= limit
            return known if enough else Entry(NEEDED, f"below {limit:.0%}, HP come first")
        if name == "smith":
            upgrades = [(ratings.upgrade_worth(card), name_of(card)) for card in deck]
            worth, card = max(upgrades, default=(-1.0, ""))
            return Entry(worth, f"{known.reason} of {card}") if worth > 0 else NOTHING
        if name == "toke":
            return known if any(map(ratings.is_burden, deck)) else NOTHING
        if name == "recall" and self.keys:
            return key_entry(message, "ruby")
        return known

    def at_map(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes the path that is worth most."""
        if message.detail.flag("boss_available"):
            return Decision("choose 0", "on to the boss", "map")
        worths = paths.rate_paths(message)
        place = best(worths, refused)
        if place < 0:
            return None
        nodes = message.detail.children("next_nodes")
        act = message.game.number("act")
        rooms = [paths.room_of(node.text("symbol"), act) for node in nodes]
        names = [paths.room_name(node.text("symbol")) for node in nodes]
        shown = ", ".join(f"{worth:.1f}" for worth in worths)
        why = f"{names[place]}, {rooms[place].reason}: the best of the paths worth {shown}"
        options = rated(
            (
                f"choose {at}",
                f"{names[at]}, column {nodes[at].number('x') + 1}",
                [
                    Reason("room", rooms[at].worth, rooms[at].reason),
                    Reason("path", worth - rooms[at].worth, "the best way on, and the HP it costs"),
                ],
            )
            for at, worth in enumerate(worths)
        )
        return Decision(f"choose {place}", why, "map", options)

    # Rewards.

    def at_rewards(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes what lies there, one thing at a time; a key before the relic that excludes it."""
        cards = 0
        rewards = [
            (place, reward.text("reward_type").upper(), reward)
            for place, reward in enumerate(message.detail.children("rewards"))
        ]
        for place, kind, reward in sorted(rewards, key=lambda each: each[1] not in KEY_REWARDS):
            cards += kind == "CARD"
            if f"choose {place}" in refused or not self.is_wanted(message, kind, reward, cards):
                continue
            if kind == "POTION" and not has_free_slot(message):
                swap = make_room(message, reward.child("potion"), refused)
                if swap is None:
                    continue
                return swap
            return Decision(f"choose {place}", describe_reward(kind, reward), "reward")
        return None

    def is_wanted(self, message: Message, kind: str, reward: Fields, cards: int) -> bool:
        """Tells whether a reward is taken; `cards` counts the card rewards up to this one."""
        if kind == "CARD":
            return cards > self.skipped
        if kind == "POTION":
            return not owns(message, SOZU)
        if kind in KEY_REWARDS:
            return self.keys and wants_key(message, KEY_REWARDS[kind], reward)
        return True

    def at_card_reward(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes the best card if it improves the deck."""
        offered = message.detail.children("cards")
        deck = ratings.deck_of(message)
        reasons = [deck.rate(card) for card in offered]
        worths = [ratings.total(each) for each in reasons]
        limit = ratings.wanted(message)
        place = best(worths, refused)
        skip = message.listed(RETURN)
        names = [name_of(card) for card in offered]
        cards = zip(commands(names), names, reasons, strict=True)
        skipped = (skip, "skip", [Reason("skip", limit.worth, limit.reason)])
        options = rated([*cards, skipped] if skip else cards)
        if place >= 0 and (worths[place] >= limit.worth or not skip or message.in_combat):
            why = f"{names[place]} is worth {worths[place]:g}: {ratings.explain(reasons[place])}"
            return Decision(f"choose {place}", why, "cards", options)
        if not skip:
            return None
        self.skipped += 1
        why = f"no card is worth {limit.worth:g}: {limit.reason}"
        bowl = bowl_choice(message)
        if bowl and bowl not in refused:
            return Decision(bowl, f"max HP, because {why}", "cards", options)
        return Decision(skip, why, "cards", options)

    def at_boss_relics(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Takes the best relic of a boss."""
        relics = message.detail.children("relics")
        act = message.game.number("act")
        entries = [ratings.boss_relic_entry(relic, act) for relic in relics]
        place = best([entry.worth for entry in entries], refused)
        if place < 0:
            return None
        names = [name_of(relic) for relic in relics]
        why = f"{names[place]} is worth {entries[place].worth:g}: {entries[place].reason}"
        return Decision(f"choose {place}", why, "relics", rated(listing(names, entries)))

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
            return removed
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

NOTHING: Final = Entry(-1.0, "there is nothing to do it with")
# The keys, by the type of the reward.
KEY_REWARDS: Final = {"SAPPHIRE_KEY": "sapphire", "EMERALD_KEY": "emerald"}


def listing(names: Sequence[str], entries: Sequence[Entry]) -> list[tuple[str, str, list[Reason]]]:
    """Lists options by command, words and reasons, for the log."""
    return [
        (f"choose {place}", name, [Reason("table", entry.worth, entry.reason)])
        for place, (name, entry) in enumerate(zip(names, entries, strict=True))
    ]


def key_entry(message: Message, key: str) -> Entry:
    """Returns what a key is worth, and why: the last one of three is worth more."""
    found = message.game.child("keys")
    had = sum(found.flag(name) for name in ("ruby", "emerald", "sapphire"))
    entry, last = tables.KEYS[key], tables.KEYS["last"]
    if had < 2:
        return entry
    return Entry(entry.worth + last.worth, f"{entry.reason}; {last.reason}")


def wants_key(message: Message, key: str, reward: Fields) -> bool:
    """Tells whether a key is taken: instead of the sapphire key, there is a relic."""
    price = relic_entry(reward.child("link")).worth if key == "sapphire" else 0.0
    return key_entry(message, key).worth >= price


def describe_reward(kind: str, reward: Fields) -> str:
    """Says what is taken, and why where a table tells."""
    if kind in KEY_REWARDS:
        return f"take the {KEY_REWARDS[kind]} key: {tables.KEYS[KEY_REWARDS[kind]].reason}"
    for thing, entry in (("relic", relic_entry), ("potion", potion_entry)):
        if reward.has(thing):
            found = reward.child(thing)
            return f"take {name_of(found)}: {entry(found).reason}"
    return f"take the {kind.lower().replace('_', ' ')}"


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
    options = [
        (f"choose {at}", name_of(card), [Reason("choice", worth, ratings.facts_of(card).reason)])
        for at, (card, worth) in enumerate(zip(cards, worths, strict=True))
    ]
    left = [option for option in options if option[0] not in barred]
    return Decision(f"choose {place}", name_of(cards[place]), "choice", rated(left))


def removed(card: Fields) -> float:
    """Rates a card to remove or transform: the worst first, but none that stays anyway."""
    return -NEEDED if ratings.facts_of(card).stays else -card_worth(card)


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
    slot = min(droppable, key=lambda slot: potion_entry(held[slot]).worth)
    command = f"potion discard {slot}"
    better = potion_entry(potion).worth >= potion_entry(held[slot]).worth + BETTER
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


class Offer(NamedTuple):
    """Something in a shop that is worth its price.

    Attributes:
        margin: by how much.
        name: how it is called in commands.
        command: how it is bought.
        reasons: why; they add up to the margin.
    """

    margin: float
    name: str
    command: str
    reasons: list[Reason]


def shop_offers(message: Message) -> list[Offer]:
    """Lists what is worth its price."""
    names = [name.lower() for name in message.game.texts("choice_list")]
    gold = message.game.number("gold")
    cards = message.game.children("deck")
    deck = ratings.deck_of(message)
    detail = message.detail
    # The reasons of each thing, what it must be worth, and its name.
    wishes: list[tuple[list[Reason], Entry, str]] = []
    burdens = [card_worth(card) for card in cards if ratings.is_burden(card)]
    if detail.flag("purge_available") and detail.number("purge_cost") <= gold and burdens:
        worth = SHOP["purge"].worth - min(burdens) / 4
        wishes.append(([Reason("purge", worth, SHOP["purge"].reason)], SHOP["relic"], "purge"))
    for card in detail.children("cards"):
        wishes.append((deck.rate(card), SHOP["card"], affordable(card, gold)))
    for relic in detail.children("relics"):
        entry = relic_entry(relic)
        reasons = [Reason("relic", entry.worth, entry.reason)]
        wishes.append((reasons, SHOP["relic"], affordable(relic, gold)))
    if has_free_slot(message) and not owns(message, SOZU):
        for potion in detail.children("potions"):
            entry = potion_entry(potion)
            cheap = potion.number("price") <= SHOP["potion price"].worth
            name = affordable(potion, gold) if cheap else ""
            wishes.append(([Reason("potion", entry.worth, entry.reason)], SHOP["potion"], name))
    found: list[Offer] = []
    for reasons, limit, name in wishes:
        margin = ratings.total(reasons) - limit.worth
        if margin >= 0 and name and name in names:
            price = Reason("price", -limit.worth, limit.reason)
            found.append(Offer(margin, name, f"choose {names.index(name)}", [*reasons, price]))
    return found


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

NEOW: Final = EVENTS["neowevent"]
AND: Final = " and "
# What an option of Neow's is worth that the tables do not know.
UNKNOWN_BLESSING: Final = Entry(25.0, "not in the tables")


def holds(conditions: str, message: Message) -> bool:
    """Tells whether the conditions of a wish hold: if there are none, they do."""
    return all(is_met(each, message) for each in conditions.split(AND))


def is_met(condition: str, message: Message) -> bool:
    """Tells whether one condition holds; an empty one always does."""
    kind, _, words = condition.partition(" ")
    number = float(words or 0)
    deck = message.game.children("deck")
    gold = message.game.number("gold")
    conditions: dict[str, Callable[[], bool]] = {
        "": lambda: True,
        "healthy": lambda: message.health >= number,
        "hurt": lambda: message.health < number,
        "rich": lambda: gold >= number,
        "poor": lambda: gold < number,
        "burdened": lambda: any(map(ratings.is_burden, deck)),
        "basics": lambda: sum(card.id() in ratings.BASICS for card in deck) >= number,
        "upgrades": lambda: any(ratings.upgrade_worth(card) >= number for card in deck),
    }
    return conditions[kind]()


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
    names = (message.detail.text("event_id"), message.detail.text("event_name"))
    known = next((found for found in map(event_of, names) if found is not None), None)
    if known is NEOW and len(options) > 1:
        return choose_blessing(options)
    option, why = pick(() if known is None else known.wishes, options, message)
    listed = unrated((f"choose {each.index}", each.label) for each in options)
    return Decision(f"choose {option.index}", f"{option.label}: {why}", "event", listed)


def pick(
    wishes: Sequence[Wish], options: Sequence[EventOption], message: Message
) -> tuple[EventOption, str]:
    """Picks an option, and says why."""
    if len(options) == 1:
        return options[0], "the only option"
    for wish in wishes:
        for option in options:
            if wish.option in option.words and holds(wish.when, message):
                return option, wish.reason
    for word in tables.WAYS_OUT:
        for option in options:
            if word in option.words:
                return option, tables.SAFE
    return options[-1], "the last option is mostly the safe one"


def choose_blessing(options: Sequence[EventOption]) -> Decision:
    """Takes the best of what Neow offers."""
    reasons = {option.index: rate_blessing(option.words) for option in options}
    option = max(options, key=lambda each: ratings.total(reasons[each.index]))
    known = [(f"choose {each.index}", each.label, reasons[each.index]) for each in options]
    why = f"{option.label}: {reasons[option.index][0].text}"
    return Decision(f"choose {option.index}", why, "event", rated(known))


def rate_blessing(words: str) -> list[Reason]:
    """Lists what an option of Neow's gives, and what it costs."""
    found = (entry for word, entry in tables.BLESSINGS.items() if word in words)
    gain = next(found, UNKNOWN_BLESSING)
    prices = [entry for word, entry in tables.PRICES.items() if word in words]
    reasons = [Reason("gain", gain.worth, gain.reason)]
    if prices:
        price = max(prices, key=lambda entry: entry.worth)
        reasons.append(Reason("price", -price.worth, price.reason))
    return reasons
