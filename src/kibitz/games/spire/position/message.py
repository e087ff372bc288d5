"""The messages of CommunicationMod: their fields, and what they name that is not in the tables.

The client must never fail, whatever the game sends, so `Fields` reads what is missing or of another
type as a default. A position must be complete, so `CheckedFields` reads the same and notes every
problem with its place.
"""

import json
import math
import re
from collections.abc import Sequence
from typing import Final

from kibitz.core.document import Document, read_json
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json
from kibitz.games.spire import powers
from kibitz.games.spire.cards import HIGHEST_COST, UNPLAYABLE
from kibitz.games.spire.gear import NO_COUNTER, USED_UP
from kibitz.games.spire.monsters import ASCENSIONS, NO_MOVE
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.rules.turn import LAST_TURN

# Screens on which cards are chosen during a fight, and none.
HAND_SELECT: Final = "HAND_SELECT"
GRID: Final = "GRID"
CARD_REWARD: Final = "CARD_REWARD"
NO_SCREEN: Final = "NONE"
# The phase of a room in which there is a fight.
COMBAT: Final = "COMBAT"
# The id of an empty slot, in the form in which ids are compared.
NO_POTION: Final = "potionslot"
# The powers of a single amount, which messages give as -1.
STACKLESS: Final = (
    powers.BARRICADE,
    powers.CORRUPTION,
    powers.CONFUSION,
    powers.NO_DRAW,
    powers.MINION,
    powers.SPLIT,
    powers.PAINFUL_STABS,
    powers.STASIS,
    powers.UNAWAKENED,
    powers.SHIFTING,
    powers.REGROW,
    powers.REACTIVE,
    powers.BACK_ATTACK,
    powers.SURROUNDED,
)
# Names of the right-hand and of the left-hand button of a screen; those of a button mean the same.
PROCEED: Final = ("proceed", "confirm")
RETURN: Final = ("return", "skip", "cancel", "leave")

# Bounds that no fight comes near.
MOST: Final = 9999
MOST_ENERGY: Final = 99
MOST_HITS: Final = 99
# No number of the game is larger; the client takes larger ones as this.
LARGEST: Final = 1_000_000
# The numbers of a fight: the default, the least and the greatest.
NUMBERS: Final[dict[str, tuple[int, int, int]]] = {
    "act": (0, 0, MOST),
    "amount": (1, -MOST, MOST),
    "ascension_level": (0, 0, ASCENSIONS - 1),
    "block": (0, 0, MOST),
    "cards_discarded_this_turn": (0, 0, MOST),
    "cost": (1, UNPLAYABLE, HIGHEST_COST),
    "counter": (NO_COUNTER, USED_UP, MOST),
    "current_hp": (0, 0, MOST),
    "damage": (0, 0, MOST),
    "energy": (0, 0, MOST_ENERGY),
    "evoke_amount": (6, 0, MOST),
    "max_cards": (1, 1, 99),
    "max_hp": (0, 1, MOST),
    "misc": (0, 0, MOST),
    "move_adjusted_damage": (NO_MOVE, -MOST, MOST),
    "move_base_damage": (NO_MOVE, -MOST, MOST),
    "move_hits": (1, 0, MOST_HITS),
    "num_cards": (1, 1, 99),
    "times_damaged": (0, 0, MOST),
    "turn": (1, 1, LAST_TURN),
    "upgrades": (0, 0, MOST),
}
ANY_NUMBER: Final = (0, -LARGEST, LARGEST)
Span = tuple[int, int]
# What a position must say.
NEEDED: Final = frozenset(
    [
        "card", "cards", "card_in_play", "combat_state", "current_hp", "discard_pile", "draw_pile",
        "hand", "id", "max_hp", "monsters", "player", "screen_state",
    ]
)  # fmt: skip


class Fields:
    """A JSON object of a message; fields that are missing or of another type read as defaults.

    Attributes:
        value: the object; empty if something else was there.
    """

    def __init__(self, value: object) -> None:
        self.value: Final[dict[str, object]] = value if isinstance(value, dict) else {}

    def number(self, name: str, default: int | None = None, span: Span | None = None) -> int:
        """Returns a whole number, with the default and the span of the field if none are given."""
        value = self.value.get(name)
        if isinstance(value, float) and math.isfinite(value):
            value = int(max(-LARGEST, min(LARGEST, value)))
        if isinstance(value, int) and not isinstance(value, bool):
            return max(-LARGEST, min(LARGEST, value))
        return NUMBERS.get(name, ANY_NUMBER)[0] if default is None else default

    def text(self, name: str, default: str = "") -> str:
        value = self.value.get(name)
        return value if isinstance(value, str) else default

    def id(self) -> str:
        """Returns the id in the form in which ids are compared."""
        return plain_id(self.text("id"))

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.value.get(name)
        return value if isinstance(value, bool) else default

    def child(self, name: str) -> "Fields":
        """Returns an object; an empty one if there is none."""
        return Fields(self.value.get(name))

    def children(self, name: str) -> Sequence["Fields"]:
        """Returns a list of objects; entries that are something else read as empty objects.

        Their places count in commands, so no entry is left out.
        """
        value = self.value.get(name)
        return [Fields(item) for item in value] if isinstance(value, list) else []

    def texts(self, name: str) -> list[str]:
        """Returns a list of texts; entries that are something else read as empty texts."""
        value = self.value.get(name)
        if not isinstance(value, list):
            return []
        return [item if isinstance(item, str) else "" for item in value]

    def has(self, name: str) -> bool:
        """Tells whether there is such a field, whatever it holds."""
        return name in self.value


class CheckedFields(Fields):
    """The same, but what is missing, of another type or out of bounds is noted.

    Attributes:
        place: where the object is in the document.
    """

    def __init__(self, place: Document) -> None:
        super().__init__(place.value)
        self.place: Final = place

    def field(self, name: str, default: object) -> Document:
        """Returns a field; one that is needed must be there."""
        return self.place.field(name) if name in NEEDED else self.place.optional(name, default)

    def number(self, name: str, default: int | None = None, span: Span | None = None) -> int:
        usual, *bounds = NUMBERS.get(name, ANY_NUMBER)
        low, high = bounds if span is None else span
        return self.field(name, usual if default is None else default).integer(low, high)

    def text(self, name: str, default: str = "") -> str:
        return self.field(name, default).text()

    def flag(self, name: str, default: bool = False) -> bool:
        return self.field(name, default).flag()

    def child(self, name: str) -> "CheckedFields":
        return CheckedFields(self.field(name, {}))

    def children(self, name: str) -> Sequence["CheckedFields"]:
        return [CheckedFields(item) for item in self.field(name, []).items()]

    def note(self, problem: str) -> None:
        """Notes a problem with this object."""
        self.place.note(problem)


class Message:
    """One line of the mod.

    Attributes:
        raw: all of it.
        problem: why it is not a message; empty for one that can be read.
        error: the error that it reports; empty for a state.
        ready: whether the game waits for a command.
        in_game: whether a run is under way.
        commands: the verbs that are legal now, in small letters.
        game: the state of the run.
        screen: the kind of screen.
        detail: what the screen shows.
        combat: the state of the fight; empty if there is none.
    """

    def __init__(self, raw: Fields, problem: str = "") -> None:
        self.raw: Final = raw
        self.problem: Final = problem
        unsaid = "an error without a text" if raw.has("error") else ""
        self.error: Final = raw.text("error") or unsaid
        self.ready: Final = raw.flag("ready_for_command")
        self.commands: Final = frozenset(
            [word.lower() for word in raw.texts("available_commands") if word]
        )
        self.game: Final = raw.child("game_state")
        self.in_game: Final = raw.flag("in_game", bool(self.game.value))
        self.screen: Final = self.game.text("screen_type", NO_SCREEN).upper()
        self.detail: Final = self.game.child("screen_state")
        self.combat: Final = self.game.child("combat_state")

    @property
    def in_combat(self) -> bool:
        """Whether a fight is under way."""
        return self.game.text("room_phase").upper() == COMBAT and self.game.has("combat_state")

    @property
    def character(self) -> str:
        """The class that plays, as `start` calls it; empty if the message does not say."""
        return self.game.text("class").lower().removeprefix("the_")

    @property
    def health(self) -> float:
        """The share of HP that is left, from 0 to 1."""
        most = self.game.number("max_hp")
        return max(0.0, min(1.0, self.game.number("current_hp") / most)) if most > 0 else 1.0

    def listed(self, verbs: tuple[str, ...]) -> str:
        """Returns the first of some verbs that is legal now; empty if none is."""
        return next((verb for verb in verbs if verb in self.commands), "")

    def allows(self, command: str) -> bool:
        """Tells whether the verb of a command is legal now, by the list of commands."""
        verb = command.partition(" ")[0]
        if verb == "state" or verb in self.commands:
            return True
        return any(verb in verbs and self.listed(verbs) for verbs in (PROCEED, RETURN))


class UnreadableLine(KibitzError):
    """A line that is not a message."""


def read_line(line: str) -> Message:
    """Reads a line; one that is not a message has a problem."""
    try:
        found = read_json(line, UnreadableLine, "the line")
    except UnreadableLine as error:
        return Message(Fields(None), str(error))
    if not isinstance(found, dict):
        return Message(Fields(None), f"the line is not a JSON object but {type(found).__name__}")
    raw = Fields(found)
    if raw.has("error") or raw.has("available_commands"):
        return Message(raw)
    return Message(raw, "the message has neither available_commands nor an error")


# What is not in the tables.

# Whose powers they are: the player's, or those of a monster by its place.
PLAYER: Final = "player"
# Where the words of an id such as `BronzeOrb` begin.
NEXT_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# What people read behind the name of something that is not in the tables.
NOT_SIMULATED: Final = "(not simulated)"


class Unknown:
    """What a message names that is not in the tables.

    It is not simulated, but a position must not lose it. A fight keeps all of it as one text, which
    costs nothing to copy.

    Attributes:
        cards: the ids of cards; a card's growth is the place of its id.
        monsters: the ids of monsters; a monster's kind is the number of kinds plus this place.
        relics: relics, as in the message.
        powers: powers as in the message, by owner.
        names: the names of cards, monsters and relics by id, where the id does not tell them.
    """

    def __init__(self, text: str = "") -> None:
        found = json.loads(text) if text else {}
        self.cards: Final[list[str]] = found.get("cards", [])
        self.monsters: Final[list[str]] = found.get("monsters", [])
        self.relics: Final[list[dict[str, Json]]] = found.get("relics", [])
        self.powers: Final[dict[str, list[dict[str, Json]]]] = found.get("powers", {})
        self.names: Final[dict[str, str]] = found.get("names", {})

    def text(self) -> str:
        """Writes everything as JSON text; empty if there is nothing."""
        document: dict[str, object] = {
            "cards": self.cards,
            "monsters": self.monsters,
            "relics": self.relics,
            "powers": self.powers,
            "names": self.names,
        }
        found = {name: value for name, value in document.items() if value}
        return json.dumps(found, sort_keys=True) if found else ""

    def set_name(self, unknown_id: str, name: str) -> None:
        """Remembers a name that differs from what the id tells."""
        if name.strip() and name not in (unknown_id, spaced(unknown_id)):
            self.names[unknown_id] = name

    def name(self, unknown_id: str) -> str:
        """Returns the name that people read for an id."""
        return self.names.get(unknown_id, spaced(unknown_id))

    def __str__(self) -> str:
        """Lists everything in one line, for people."""
        return ", ".join(self.listed())

    def listed(self) -> list[str]:
        """Lists everything in words, for people."""
        found = [f"the card {self.name(each)}" for each in self.cards]
        found.extend([f"the monster {self.name(each)}" for each in self.monsters])
        found.extend([f"the relic {self.name(str(each['id']))}" for each in self.relics])
        for owned in self.powers.values():
            found.extend([f"the power {unknown_power(each)}" for each in owned])
        return [*dict.fromkeys(found)]


def spaced(unknown_id: str) -> str:
    """Writes an id as words: `BronzeOrb` is a Bronze Orb, and so is `somemod:Bronze_Orb`."""
    own = unknown_id.rpartition(":")[2] or unknown_id
    return " ".join(NEXT_WORD.sub(" ", own.replace("_", " ")).split()) or "?"


def unknown_power(item: dict[str, Json]) -> str:
    """Returns the name of a power that is not in the tables, as in its message."""
    name, power_id = str(item.get("name", "")), str(item.get("id", ""))
    return name if name.strip() and name != power_id else spaced(power_id)
