"""Advice while a person plays: what the client would do, and what was done instead.

The person can act at any time, so every state is looked at by itself. What the person did is told
from two states: the card that has left the hand, the potion that is gone, what is new in the deck
or among the relics, the room, HP at a rest site. Where that is not clear, as in events, nothing is
said.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.player import Player, describe_end
from kibitz.communicationmod.client.screens import name_of
from kibitz.games.spire.position.message import NO_POTION, NO_SCREEN, RETURN, Fields, Message

# The rooms that each symbol of the map can lead to, and how people call them.
ROOMS: Final = {
    "M": ("MonsterRoom",),
    "E": ("MonsterRoomElite",),
    "R": ("RestRoom",),
    "T": ("TreasureRoom",),
    "$": ("ShopRoom",),
    "?": ("EventRoom", "MonsterRoom", "MonsterRoomElite", "TreasureRoom", "ShopRoom"),
}
ROOM_NAMES: Final = {
    "M": "a fight",
    "E": "an elite",
    "R": "a rest site",
    "T": "a chest",
    "$": "a shop",
    "?": "an unknown room",
}


class Deed(NamedTuple):
    """What is done in a state.

    Attributes:
        kind: what kind of thing.
        thing: what it is done with; empty if that does not matter.
        words: the same for people.
    """

    kind: str
    thing: str
    words: str


END: Final = Deed("end", "", "the turn was ended")
SKIP: Final = Deed("take", "", "no card was taken")


class Adviser(Player):
    """Says what it would do, and sends nothing.

    Attributes:
        instead: what the person did rather than what was advised; empty if it was that, or if
            nobody can tell.
    """

    before: Message | None = None
    hp_before = 0
    advised: Deed | None = None
    instead: str = ""

    def advise(self, message: Message) -> Decision | None:
        """Returns what to do in a state; None if there is nothing to do, or nothing new."""
        self.instead = ""
        if message.problem or message.error or not message.ready:
            return None
        if not message.in_game:
            self.leave_run()
            return None
        if self.before is not None and message.game.value == self.before.game.value:
            return None
        self.look_back(message)
        self.before, self.advised = message, None
        if message.screen == "GAME_OVER":
            if self.in_run:
                self.finish_run(describe_end(message))
            return None
        self.in_run = True
        self.note_unknown(message)
        self.note_character(message)
        used = self.fighter.potions_used
        found = self.choose(message, set())
        # Only what the person really uses counts.
        self.fighter.potions_used = used
        if found is not None:
            self.advised = deed_of(message, found.command)
        return found

    def leave_run(self) -> None:
        """Forgets the last run, if there was one."""
        if self.in_run:
            self.finish_run("left")
        self.forget()
        self.before = self.advised = None

    def look_back(self, message: Message) -> None:
        """Tells what was done since the last state."""
        if message.in_combat and (self.before is None or not self.before.in_combat):
            self.hp_before = message.game.number("current_hp")
        if self.before is None:
            return
        if self.before.in_combat and not message.in_combat and message.screen != "GAME_OVER":
            game = message.game
            hp = f"{game.number('current_hp')} of {game.number('max_hp')} HP"
            self.notes.append(f"the fight is over with {hp}; it began with {self.hp_before}")
        done = deed_between(self.before, message)
        if done is None:
            return
        if done.kind == "use" and message.in_combat:
            self.fighter.potions_used += 1
        if self.advised is not None and done[:2] != self.advised[:2]:
            self.instead = done.words

    def withdraw(self) -> None:
        """Takes the last advice back: the game has gone on, and nobody looked at each step."""
        self.advised = None


def deed_of(message: Message, command: str) -> Deed | None:
    """Returns what a command does, as far as it could be told afterwards; None if it could not."""
    verb, *rest = command.split()
    place = int(rest[0]) if rest and rest[0].isdecimal() else -1
    if message.in_combat and message.screen == NO_SCREEN:
        if verb == "end":
            return END
        hand = message.combat.children("hand")
        if verb == "play" and 0 < place <= len(hand):
            return playing(hand[place - 1])
        held = message.game.children("potions")
        slot = int(rest[1]) if verb == "potion" and rest[0] == "use" else -1
        return using(held[slot]) if 0 <= slot < len(held) else None
    if message.in_combat:
        return None
    if message.screen == "CARD_REWARD":
        if verb in RETURN:
            return SKIP
        cards = message.detail.children("cards")
        return taking(cards[place]) if 0 <= place < len(cards) else None
    return deed_on_screen(message, place)


def deed_on_screen(message: Message, place: int) -> Deed | None:
    """Returns what the choice at a place of a screen does, where it can be told afterwards."""
    detail = message.detail
    if message.screen == "MAP":
        nodes = detail.children("next_nodes")
        return entering(nodes[place].text("symbol")) if 0 <= place < len(nodes) else None
    if message.screen == "REST":
        options = detail.texts("rest_options")
        return resting(options[place]) if 0 <= place < len(options) else None
    if message.screen == "BOSS_REWARD":
        relics = detail.children("relics")
        return taking(relics[place]) if 0 <= place < len(relics) else None
    if message.screen == "SHOP_SCREEN":
        names = message.game.texts("choice_list")
        return buying(names[place]) if 0 <= place < len(names) else None
    return None


def deed_between(before: Message, after: Message) -> Deed | None:
    """Returns what was done between two states; None if that is not clear."""
    if before.in_combat and before.screen == NO_SCREEN:
        return deed_in_fight(before, after)
    if before.in_combat:
        return None
    if before.screen == "CARD_REWARD":
        new = missing(after.game.children("deck"), before.game.children("deck"))
        if len(new) > 1 or after.screen == before.screen:
            return None
        return taking(new[0]) if new else SKIP
    if before.screen == "MAP":
        return deed_on_map(before, after)
    if before.screen == "REST":
        return deed_at_rest(before, after)
    new = new_things(before, after)
    if len(new) != 1:
        return None
    if before.screen == "BOSS_REWARD":
        return taking(new[0])
    spent = after.game.number("gold") < before.game.number("gold")
    return buying(name_of(new[0])) if before.screen == "SHOP_SCREEN" and spent else None


def deed_on_map(before: Message, after: Message) -> Deed | None:
    """Returns which room was entered, if only one symbol of the next rooms can lead there."""
    if after.game.number("floor") <= before.game.number("floor"):
        return None
    room = after.game.text("room_type")
    symbols = {node.text("symbol") for node in before.detail.children("next_nodes")}
    fitting = [symbol for symbol in symbols if room in ROOMS.get(symbol, ())]
    return entering(fitting[0]) if len(fitting) == 1 else None


def deed_at_rest(before: Message, after: Message) -> Deed | None:
    """Returns what was done at a rest site: the key, the choice of an upgrade, or more HP."""
    key = after.game.child("keys").flag("ruby") and not before.game.child("keys").flag("ruby")
    if key:
        return resting("recall")
    if after.screen == "GRID" and after.detail.flag("for_upgrade"):
        return resting("smith")
    healed = after.game.number("current_hp") > before.game.number("current_hp")
    drunk = missing(before.game.children("potions"), after.game.children("potions"))
    return resting("rest") if healed and not drunk else None


def new_things(before: Message, after: Message) -> list[Fields]:
    """Lists the cards, relics and potions that the player did not have before."""
    found: list[Fields] = []
    for name in ("deck", "relics", "potions"):
        found += missing(after.game.children(name), before.game.children(name))
    return [thing for thing in found if thing.id() != NO_POTION]


def deed_in_fight(before: Message, after: Message) -> Deed | None:
    """Returns what was done in a fight between two states; None if that is not clear."""
    gone = missing(before.game.children("potions"), after.game.children("potions"))
    used = [potion for potion in gone if potion.id() != NO_POTION]
    if used:
        return using(used[0]) if len(used) == 1 else None
    if not after.in_combat:
        return None
    if after.combat.number("turn") != before.combat.number("turn"):
        return END
    played = missing(before.combat.children("hand"), after.combat.children("hand"))
    return playing(played[0]) if len(played) == 1 else None


def missing(some: Sequence[Fields], others: Sequence[Fields]) -> list[Fields]:
    """Lists the things of a list that another one does not have, by their uuids or else ids."""
    left = Counter(identity(each) for each in others)
    found: list[Fields] = []
    for each in some:
        if left[identity(each)] > 0:
            left[identity(each)] -= 1
        else:
            found.append(each)
    return found


def identity(thing: Fields) -> str:
    """Returns what tells a thing from others."""
    return thing.text("uuid") or thing.id()


def playing(card: Fields) -> Deed:
    """Returns the deed of playing a card; equal cards do not differ."""
    return Deed("play", f"{card.id()} {card.number('upgrades')}", f"{name_of(card)} was played")


def using(potion: Fields) -> Deed:
    """Returns the deed of using a potion."""
    return Deed("use", potion.id(), f"{name_of(potion)} was used")


def taking(card: Fields) -> Deed:
    """Returns the deed of taking a card."""
    return Deed("take", card.id(), f"{name_of(card)} was taken")


def buying(name: str) -> Deed:
    """Returns the deed of buying something, by its name."""
    return Deed("buy", name.lower(), f"{name} was bought")


def resting(option: str) -> Deed:
    """Returns the deed of choosing an option at a rest site."""
    return Deed("camp", option.lower(), f"{option.lower()} was chosen")


def entering(symbol: str) -> Deed | None:
    """Returns the deed of going to a room; None for one that is not known."""
    name = ROOM_NAMES.get(symbol)
    return Deed("enter", symbol, f"{name} was chosen") if name else None
