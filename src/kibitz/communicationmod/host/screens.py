"""The screens outside of fights: what they show, and which choices and buttons they have.

A run is a story: a generator that yields the screen to show and gets back what the player decided
on it. That is the place of a choice, or `PROCEED` or `LEAVE` for the buttons.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

from kibitz.communicationmod.host.map import Node
from kibitz.communicationmod.host.stock import Held, Relic
from kibitz.core.value import Json
from kibitz.games.spire.position.message import NO_SCREEN
from kibitz.games.spire.position.writing import write_grid, write_offer, write_potion

# Answers that are no choices: the right-hand and the left-hand button.
PROCEED: Final = -1
LEAVE: Final = -2

# The names of screens in `screen_name`; others lie in the room itself and count as none.
SCREEN_NAMES: Final = {
    "MAP": "MAP",
    "COMBAT_REWARD": "COMBAT_REWARD",
    "CARD_REWARD": "CARD_REWARD",
    "BOSS_REWARD": "BOSS_REWARD",
    "SHOP_SCREEN": "SHOP",
    "GRID": "GRID",
    "HAND_SELECT": "HAND_SELECT",
    "GAME_OVER": "DEATH",
}

T = TypeVar("T")
Story: TypeAlias = Generator["Screen", int, T]
# What the player sees again when they return from the map.
Back: TypeAlias = Callable[[], Story[None]]


class Screen:
    """One screen.

    Most screens stay as they are until the player decides. Those that change override methods.

    Attributes:
        type: the `screen_type` of messages.
        right: the word of the right-hand button; empty if there is none.
        left: the word of the left-hand button; empty if there is none.
        names: the names of the choices.
        fields: the `screen_state`.
    """

    def __init__(
        self,
        type: str,
        right: str = "",
        left: str = "",
        names: Sequence[str] = (),
        fields: Mapping[str, Json] | None = None,
    ) -> None:
        self.type = type
        self.right = right
        self.left = left
        self.names: Final = [name.lower() for name in names]
        self.fields: Final[dict[str, Json]] = dict(fields or {})

    def name(self) -> str:
        """Returns the `screen_name`."""
        if self.fields.get("victory"):
            return "VICTORY"
        return SCREEN_NAMES.get(self.type, NO_SCREEN)

    def choices(self) -> list[str]:
        """Lists the names of the choices."""
        return self.names

    def state(self) -> dict[str, Json]:
        """Writes the `screen_state`."""
        return self.fields

    def choose(self, place: int) -> int | None:
        """Takes a choice; returns the answer for the story, or None to stay on this screen."""
        return place

    def proceed(self) -> int | None:
        """Presses the right-hand button."""
        return PROCEED

    def leave(self) -> int | None:
        """Presses the left-hand button."""
        return LEAVE


def complete() -> Screen:
    """Shows a room in which nothing is left to do."""
    return Screen("COMPLETE", right="proceed")


def game_over(score: int, victory: bool) -> Screen:
    """Shows the end of a run."""
    return Screen("GAME_OVER", right="proceed", fields={"score": score, "victory": victory})


@dataclass(frozen=True, eq=False)
class Option:
    """One option of an event.

    Attributes:
        label: its name.
        text: what it does, in words.
        usable: whether it can be chosen.
    """

    label: str
    text: str = ""
    usable: bool = True


def event_page(event_id: str, name: str, body: str, options: Sequence[Option]) -> Screen:
    """Shows a page of an event; only the options that can be used are choices."""
    usable = [option for option in options if option.usable]
    items: list[Json] = []
    for option in options:
        item: dict[str, Json] = {
            "text": f"[{option.label}] {option.text}".rstrip(),
            "label": option.label,
            "disabled": not option.usable,
        }
        if option.usable:
            item["choice_index"] = usable.index(option)
        items.append(item)
    fields: dict[str, Json] = {
        "event_id": event_id,
        "event_name": name,
        "body_text": body,
        "options": items,
    }
    return Screen("EVENT", names=[option.label for option in usable], fields=fields)


def map_screen(current: Node | None, nodes: Sequence[Node], can_return: bool) -> Screen:
    """Shows the map; without a next room, the boss is next."""
    beside: dict[str, Json] = {"x": 0, "y": -1, "symbol": ""}  # where Neow is
    fields: dict[str, Json] = {
        "current_node": beside if current is None else current.short(),
        "next_nodes": [node.short() for node in nodes],
        "first_node_chosen": current is not None,
        "boss_available": not nodes,
    }
    names = [f"x={node.x}" for node in nodes] or ["boss"]
    return Screen("MAP", left="return" if can_return else "", names=names, fields=fields)


# What the cards of a grid are chosen for.
UPGRADE: Final = "for_upgrade"
TRANSFORM: Final = "for_transform"
PURGE: Final = "for_purge"
PURPOSES: Final = (UPGRADE, TRANSFORM, PURGE)


class Grid(Screen):
    """A choice of cards in a grid; the cards chosen are in `selected` when it is confirmed.

    Choosing a card again takes it back. A grid for an upgrade, a transformation or a removal shows
    the result and asks for a confirmation; any other closes with the last card.
    """

    def __init__(
        self, cards: Sequence[Held], count: int = 1, purpose: str = "", can_cancel: bool = False
    ) -> None:
        super().__init__("GRID", left="cancel" if can_cancel else "")
        self.cards: Final = cards
        self.count: Final = min(count, len(cards))
        self.purpose: Final = purpose
        self.can_cancel: Final = can_cancel
        self.selected: Final[list[Held]] = []
        self.confirming = False

    def choices(self) -> list[str]:
        """Lists the cards, until the result is shown."""
        return [] if self.confirming else [card.name.lower() for card in self.cards]

    def choose(self, place: int) -> int | None:
        """Takes a card, or takes it back; the last one may close the screen."""
        card = self.cards[place]
        if card in self.selected:
            self.selected.remove(card)
        else:
            self.selected.append(card)
        if len(self.selected) == self.count:
            if not self.purpose:
                return PROCEED
            self.show_result(True)
        return None

    def show_result(self, shown: bool) -> None:
        """Shows what would become of the chosen cards, or goes back to choosing."""
        self.confirming = shown
        self.right = "confirm" if shown else ""
        self.left = "cancel" if shown or self.can_cancel else ""

    def leave(self) -> int | None:
        """Goes back to choosing, or leaves."""
        if not self.confirming:
            return LEAVE
        self.selected.clear()
        self.show_result(False)
        return None

    def state(self) -> dict[str, Json]:
        """Writes the `screen_state`."""
        cards: list[Json] = [card.write() for card in self.cards]
        selected: list[Json] = [card.write() for card in self.selected]
        return {
            **write_grid(cards, selected, self.count, optional=False),
            **{purpose: self.purpose == purpose for purpose in PURPOSES},
            "confirm_up": self.confirming,
        }


def card_reward(cards: Sequence[Held], bowl: bool) -> Screen:
    """Shows cards of which one can be taken; the choice after them is the Singing Bowl."""
    offer = write_offer([card.write() for card in cards], optional=True)
    names = [card.name for card in cards] + ["bowl"] * bowl
    return Screen("CARD_REWARD", left="skip", names=names, fields={**offer, "bowl_available": bowl})


@dataclass(frozen=True, eq=False)
class Reward:
    """One entry of a reward screen.

    Attributes:
        type: the `reward_type`.
        gold: the amount, for gold.
        relic: the relic, for a relic, and for a key the relic that it takes the place of.
        potion: the number of the potion, for a potion.
        cards: the cards to choose from, for cards.
    """

    type: str
    gold: int = 0
    relic: Relic | None = None
    potion: int = -1
    cards: Sequence[Held] = ()

    def write(self) -> dict[str, Json]:
        """Writes the entry."""
        item: dict[str, Json] = {"reward_type": self.type}
        if self.gold:
            item["gold"] = self.gold
        if self.relic is not None:
            item["link" if self.type == "SAPPHIRE_KEY" else "relic"] = self.relic.write()
        if self.potion >= 0:
            item["potion"] = write_potion(self.potion, False)
        return item


def combat_reward(rewards: Sequence[Reward]) -> Screen:
    """Shows what was won in a fight or found in a chest."""
    fields: dict[str, Json] = {"rewards": [reward.write() for reward in rewards]}
    names = [reward.type for reward in rewards]
    return Screen("COMBAT_REWARD", right="proceed", names=names, fields=fields)


def boss_reward(relics: Sequence[Relic]) -> Screen:
    """Shows the relics of a boss, of which one can be taken."""
    fields: dict[str, Json] = {"relics": [relic.write() for relic in relics]}
    names = [relic.name for relic in relics]
    return Screen("BOSS_REWARD", left="skip", names=names, fields=fields)


def chest(kind: str, is_open: bool) -> Screen:
    """Shows a room with a chest."""
    fields: dict[str, Json] = {"chest_type": kind, "chest_open": is_open}
    return Screen("CHEST", right="proceed", names=[] if is_open else ["open"], fields=fields)


def rest_room(options: Sequence[str], has_rested: bool) -> Screen:
    """Shows a rest site; it can be left once something is done or nothing can be."""
    fields: dict[str, Json] = {"has_rested": has_rested, "rest_options": [*options]}
    return Screen("REST", right="" if options else "proceed", names=options, fields=fields)


def shop_room() -> Screen:
    """Shows a room with a merchant."""
    return Screen("SHOP_ROOM", right="proceed", names=["shop"])


@dataclass(frozen=True, eq=False)
class Ware:
    """Something that a merchant sells: a card, a relic, a potion, or the removal of a card."""

    price: int
    card: Held | None = None
    relic: Relic | None = None
    potion: int = -1

    @property
    def name(self) -> str:
        """Its name among the choices."""
        purge = self.card is None and self.relic is None and self.potion < 0
        return "purge" if purge else str(self.write()["name"])

    def at(self, price: int) -> "Ware":
        """Returns the same at another price."""
        return replace(self, price=price)

    def write(self) -> dict[str, Json]:
        """Writes it with its price."""
        thing = self.card or self.relic
        item = write_potion(self.potion, False) if thing is None else thing.write()
        return {**item, "price": self.price}


def shop_screen(wares: Sequence[Ware], offers: Sequence[Ware], purge: Ware, left: bool) -> Screen:
    """Shows what a merchant sells.

    Args:
        wares: the cards, relics and potions.
        offers: everything that the player can pay for, which are the choices.
        purge: the removal of a card.
        left: whether a card can still be removed.
    """
    fields: dict[str, Json] = {
        "cards": [ware.write() for ware in wares if ware.card is not None],
        "relics": [ware.write() for ware in wares if ware.relic is not None],
        "potions": [ware.write() for ware in wares if ware.potion >= 0],
        "purge_available": left,
        "purge_cost": purge.price,
    }
    return Screen("SHOP_SCREEN", left="leave", names=[ware.name for ware in offers], fields=fields)


# Refusals: the texts with which the mod refuses commands. Clients match parts of them.

NEEDS_TARGET: Final = "Selected card requires an enemy target."
WRONG_TARGET: Final = "Selected card cannot be played with the selected target."
NO_SUCH_SLOT: Final = "Potion index out of bounds."
EMPTY_SLOT: Final = "No potion in the selected slot."
CANNOT_USE: Final = "Selected potion cannot be used."
CANNOT_DISCARD: Final = "Selected potion cannot be discarded."
NOT_IMPLEMENTED: Final = "The command is not implemented on this screen."


class Refused(Exception):
    """A command cannot be executed; the text is that of the error message."""


def unavailable(command: str, possible: Sequence[str]) -> Refused:
    """Refuses a command that is not available."""
    return Refused(f"Invalid command: {command}. Possible commands: [{', '.join(possible)}]")


def missing(words: Sequence[str]) -> Refused:
    """Refuses a command that lacks an argument."""
    return Refused(f'Argument missing in command: "{" ".join(words)}"')


def invalid(word: str, words: Sequence[str]) -> Refused:
    """Refuses an argument that cannot be read."""
    return Refused(f'Invalid argument {word} in command: "{" ".join(words)}"')


def out_of_bounds(word: str, words: Sequence[str]) -> Refused:
    """Refuses an index that does not exist."""
    return Refused(f'Index {word} out of bounds in command: "{" ".join(words)}"')
