"""Events: what to choose in those that are known, and a safe choice in all others.

For each event there are wishes in order, the first one that is offered and fits is taken. A wish is
a word of the option, and when it is wanted. The results of events are those of the game as players
know them; conditions are set by hand.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from kibitz.games.spire.cards.powers import plain_id
from kibitz.live.client.message import Decision, Fields, Message
from kibitz.live.client.worth import card_worth

BY: Final = "event"
NEOW: Final = "neowevent"
# Cards that are worth less than this are gladly removed.
BAD_CARD: Final = 10

Wish = tuple[str, Callable[[Message], bool]]


def healthy(share: float) -> Callable[[Message], bool]:
    """Wants an option if so much of all HP is left."""
    return lambda message: message.health >= share


def hurt(share: float) -> Callable[[Message], bool]:
    """Wants an option if less than so much of all HP is left."""
    return lambda message: message.health < share


def rich(gold: int) -> Callable[[Message], bool]:
    """Wants an option if there is so much gold."""
    return lambda message: message.game.number("gold") >= gold


def burdened(message: Message) -> bool:
    """Wants an option if there is a card to get rid of."""
    return any(card_worth(card) < BAD_CARD for card in message.game.children("deck"))


always: Final = healthy(0.0)
LEAVE: Final[Wish] = ("leave", always)

EVENTS: Final[dict[str, Sequence[Wish]]] = {
    # Act 1.
    "bigfish": [("banana", hurt(0.6)), ("donut", always)],
    "thecleric": [("heal", hurt(0.5)), ("purify", burdened), ("heal", hurt(0.75)), LEAVE],
    "deadadventurer": [("escape", always), LEAVE],
    "goldenidol": [
        ("smash", healthy(0.7)),
        ("hide", always),
        ("take", healthy(0.6)),
        LEAVE,
    ],
    "goldenwing": [("destroy", always), ("pray", healthy(0.6)), LEAVE],
    "worldofgoop": [("gather", healthy(0.6)), LEAVE],
    "liarsgame": [("disagree", always)],
    "livingwall": [("forget", burdened), ("grow", always)],
    "mushrooms": [("stomp", healthy(0.6)), ("eat", always)],
    "scrapooze": [("reach", healthy(0.7)), LEAVE],
    "shininglight": [("enter", healthy(0.75)), LEAVE],
    # Shrines.
    "accursedblacksmith": [("forge", always)],
    "bonfireelementals": [("offer", always)],
    "designer": [("clean", rich(110)), LEAVE, ("punch", always)],
    "duplicator": [("pray", always)],
    "facetrader": [LEAVE],
    "fountainofcleansing": [("drink", always)],
    "goldenshrine": [("pray", always)],
    "knowingskull": [LEAVE],
    "lab": [("search", always)],
    "matchandkeep!": [("play", always)],
    "nloth": [LEAVE],
    "noteforyourself": [("ignore", always)],
    "purifier": [("pray", burdened), LEAVE],
    "secretportal": [LEAVE],
    "thejoust": [("murderer", always)],
    "thewomaninblue": [("buy 1", rich(60)), LEAVE],
    "transmorgrifier": [("pray", burdened), LEAVE],
    "upgradeshrine": [("pray", always)],
    "wemeetagain!": [("give gold", rich(150)), ("attack", always)],
    "wheelofchange": [("play", always), ("spin", always)],
    # Act 2.
    "addict": [("offer gold", rich(160)), LEAVE],
    "backtobasics": [("simplicity", always)],
    "beggar": [("offer gold", rich(150)), ("donate", rich(150)), LEAVE],
    "colosseum": [("cowardice", always)],
    "cursedtome": [LEAVE],
    "drugdealer": [("inject", always), ("ingest", always)],
    "forgottenaltar": [("offer", always), ("sacrifice", healthy(0.7)), ("desecrate", always)],
    "ghosts": [("refuse", always)],
    "maskedbandits": [("fight", healthy(0.6)), ("pay", always)],
    "nest": [("smash", always)],
    "thelibrary": [("sleep", hurt(0.6)), ("read", always)],
    "themausoleum": [LEAVE],
    "vampires": [("refuse", always)],
    # Act 3.
    "mindbloom": [("healthy", hurt(0.5)), ("war", always)],
    "themoaihead": [("jump", hurt(0.4)), ("offer", always), LEAVE],
    "mysterioussphere": [LEAVE],
    "tomboflordredmask": [("don", always), LEAVE],
    "windinghalls": [("retrace", always), ("embrace", always)],
}
# What Neow offers, best first, and what she asks for it.
BLESSINGS: Final = (
    ("next three", 60),
    ("1 hp", 60),
    ("rare relic", 58),
    ("common relic", 52),
    ("random relic", 52),
    ("rare card", 46),
    ("250 gold", 50),
    ("remove", 44),
    ("100 gold", 40),
    ("max hp +", 38),
    ("gain max hp", 38),
    ("upgrade", 36),
    ("potions", 34),
    ("transform", 32),
    ("colorless", 30),
    ("card", 28),
    ("boss relic", 20),
    ("relic", 40),
    ("gold", 38),
    ("max hp", 36),
)
PRICES: Final = (
    ("curse", 40),
    ("cursed", 40),
    ("lose all gold", 12),
    ("lose your starting relic", 30),
    ("swap", 30),
    ("take damage", 18),
    ("take ", 14),
    ("lose max hp", 16),
    ("max hp -", 16),
    ("lose", 14),
)
# Options that lead out of an event without a consequence.
WAYS_OUT: Final = (
    "leave",
    "ignore",
    "refuse",
    "decline",
    "escape",
    "flee",
    "walk away",
    "disagree",
    "proceed",
    "continue",
    "skip",
    "return",
)


class Option:
    """An option of an event that can be chosen.

    Attributes:
        index: what `choose` calls it.
        words: its label and text, in small letters.
        label: how it is shown.
    """

    def __init__(self, index: int, fields: Fields) -> None:
        self.index: Final = index
        self.label: Final = fields.text("label") or fields.text("text") or f"option {index + 1}"
        self.words: Final = f"{fields.text('label')} | {fields.text('text')}".lower()


def open_options(message: Message) -> list[Option]:
    """Lists the options that can be chosen; those that are disabled have no index."""
    found: list[Option] = []
    for fields in message.detail.children("options"):
        if not fields.flag("disabled"):
            found.append(Option(fields.number("choice_index", len(found)), fields))
    if not found:
        for index, text in enumerate(message.game.texts("choice_list")):
            found.append(Option(index, Fields({"label": text})))
    return found


def decide_event(message: Message, refused: Collection[str]) -> Decision | None:
    """Chooses an option; None if there is none."""
    options = [each for each in open_options(message) if f"choose {each.index}" not in refused]
    if not options:
        return None
    event = plain_id(message.detail.text("event_id") or message.detail.text("event_name"))
    option, why = pick(event, options, message)
    return Decision(f"choose {option.index}", f"{option.label}: {why}", BY)


def pick(event: str, options: Sequence[Option], message: Message) -> tuple[Option, str]:
    """Picks an option, and says why."""
    if len(options) == 1:
        return options[0], "the only option"
    if event == NEOW:
        return max(options, key=lambda option: blessing(option.words)), "the best blessing"
    for word, wanted in EVENTS.get(event, ()):
        for option in options:
            if word in option.words and wanted(message):
                return option, "by the table of events"
    for word in WAYS_OUT:
        for option in options:
            if word in option.words:
                return option, "the safe choice"
    return options[-1], "the last option is mostly the safe one"


def blessing(words: str) -> int:
    """Rates what Neow offers."""
    gain = next((worth for word, worth in BLESSINGS if word in words), 25)
    price = max([worth for word, worth in PRICES if word in words], default=0)
    return gain - price
