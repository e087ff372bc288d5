"""What cards, relics and potions are worth outside a fight.

The numbers and their reasons are in the tables. What a card adds to a deck is a sum of reasons: the
card itself, what the deck still needs of it for the floors to come, cards that it works with, and
how many copies and other cards there are already.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kibitz.communicationmod.client import tables
from kibitz.communicationmod.client.tables import CARDS, CardFacts, Entry, Need
from kibitz.core.agent import Reason
from kibitz.games.spire.gear import FRUIT_JUICE, POTION_NUMBERS
from kibitz.games.spire.position.message import Fields, Message

WITHOUT_UPGRADE: Final = ("CURSE", "STATUS")
# Cards that are worth less than this are gladly removed.
BURDEN: Final = 10.0
# The cards of the first deck that are replaced in the course of a run.
BASICS: Final = ("striker", "defendr", "strikeg", "defendg", "strikeb", "defendb", "strikep",
                 "defendp")  # fmt: skip
# In an explanation, further reasons of this weight are named.
NOTABLE: Final = 5.0


def is_upgraded(card: Fields) -> bool:
    """Tells whether a card is upgraded."""
    return card.number("upgrades") > 0


def facts_of(card: Fields) -> CardFacts:
    """Returns what is known about a card; a guess by type and rarity for one of another mod."""
    known = CARDS.get(card.id())
    if known is not None:
        return known
    kinds = tables.UNKNOWN_CARDS
    kind, rarity = card.text("type").upper(), card.text("rarity").upper()
    found = kinds.get(kind, kinds.get(rarity, kinds["other"]))
    return CardFacts(found.worth, found.reason, int(kinds["upgrade"].worth))


def card_worth(card: Fields) -> float:
    """Returns what a card is worth in any deck."""
    facts = facts_of(card)
    return facts.worth + tables.UPGRADED.worth * facts.upgrade * is_upgraded(card)


def upgrade_worth(card: Fields) -> float:
    """Returns what the upgrade of a card is worth; below 0 if it cannot be upgraded."""
    facts = facts_of(card)
    done = is_upgraded(card) and card.id() != "searingblow"
    if facts.upgrade == 0 or done or card.text("type").upper() in WITHOUT_UPGRADE:
        return -1.0
    return float(facts.upgrade)


def is_burden(card: Fields) -> bool:
    """Tells whether the deck is better without a card, and it can be removed."""
    return card_worth(card) < BURDEN and not facts_of(card).stays


def relic_entry(relic: Fields) -> Entry:
    """Returns what a relic is worth, and why."""
    key = relic.id()
    return tables.RELICS.get(key) or tables.BOSS_RELICS.get(key, tables.UNKNOWN_RELIC)


def boss_relic_entry(relic: Fields, act: int) -> Entry:
    """Returns what a relic of a boss is worth after the boss of an act, and why."""
    known = tables.BOSS_RELICS if act <= 1 else tables.LATE_BOSS_RELICS
    return known.get(relic.id()) or relic_entry(relic)


def potion_entry(potion: Fields) -> Entry:
    """Returns what a potion is worth, and why."""
    return tables.POTIONS.get(potion.id(), tables.UNKNOWN_POTION)


def is_fruit_juice(potion: Fields) -> bool:
    """Tells whether a potion should be drunk at once, outside a fight."""
    return POTION_NUMBERS.get(potion.id(), -1) == FRUIT_JUICE


# The deck.


class Deck:
    """What a deck has, and what a card adds to it.

    Attributes:
        size: how many cards it has.
        floor: the floor of the run.
        copies: how many it has of each card.
        has: how much it has of what decks need.
        brings: how many of its cards bring what others gain from.
        wants: how many of its cards gain from something.
    """

    def __init__(self, cards: Sequence[Fields], floor: int) -> None:
        self.size: Final = len(cards)
        self.floor: Final = floor
        self.copies: Final[Counter[str]] = Counter()
        self.has: Final[Counter[str]] = Counter()
        self.brings: Final[Counter[str]] = Counter()
        self.wants: Final[Counter[str]] = Counter()
        for card in cards:
            facts = facts_of(card)
            self.copies[card.id()] += 1
            self.has.update(facts.gives)
            self.brings.update(facts.brings)
            self.wants.update(facts.wants)

    def need(self, name: str) -> Need:
        """Returns how much of something is needed on this floor."""
        needs = tables.NEEDS[name]
        return [need for need in needs if need.floor <= max(self.floor, needs[0].floor)][-1]

    def rate(self, card: Fields) -> list[Reason]:
        """Lists what a card adds to the deck, as a sum; the first reason is the card itself."""
        facts = facts_of(card)
        found = [Reason("card", facts.worth, facts.reason)]
        if is_upgraded(card):
            upgraded = tables.UPGRADED
            found.append(Reason("upgraded", upgraded.worth * facts.upgrade, upgraded.reason))
        for name, gives in facts.gives.items():
            need = self.need(name)
            missing = max(0, need.deck - self.has[name])
            found.append(Reason(name, need.worth * min(gives, missing), need.reason))
        for names, others in ((facts.wants, self.brings), (facts.brings, self.wants)):
            for name in names:
                synergy = tables.SYNERGIES[name]
                amount = synergy.worth * min(others[name], synergy.most)
                found.append(Reason(name, amount, synergy.reason))
        copies = self.copies[card.id()]
        found.append(Reason("copies", -tables.COPIES.worth * copies, tables.COPIES.reason))
        excess = max(0, copies + 1 - facts.most)
        found.append(Reason("copies", -tables.TOO_MANY.worth * excess, tables.TOO_MANY.reason))
        for size, entry in tables.SIZES.items():
            found.append(Reason("size", -entry.worth * max(0, self.size - size), entry.reason))
        return [found[0], *[reason for reason in found[1:] if reason.amount]]


def deck_of(message: Message) -> Deck:
    """Returns the deck of a run."""
    return Deck(message.game.children("deck"), message.game.number("floor"))


def total(reasons: Sequence[Reason]) -> float:
    """Adds up reasons."""
    return sum(reason.amount for reason in reasons)


def wanted(message: Message) -> Entry:
    """Returns what a card must be worth to be taken, and why."""
    return tables.WANTED[tables.within(message.game.number("act"), tables.WANTED)]


def explain(reasons: Sequence[Reason]) -> str:
    """Explains a sum in one line: the thing itself, and the heaviest of the other reasons."""
    first, *others = reasons
    other = max(others, key=lambda reason: abs(reason.amount), default=None)
    if other is None or abs(other.amount) < NOTABLE:
        return first.text
    return f"{first.text}; {other.text} ({other.amount:+g})"
