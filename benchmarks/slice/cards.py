"""The cards of the slice: what is printed on them, and the two decks."""

from typing import Final

from kibitz import kit

# Conditions of a Pokémon. The first three exclude each other, poison comes on top.
CONDITIONS: Final = ("", "asleep", "confused", "paralyzed", "poisoned")
ASLEEP: Final = 1
CONFUSED: Final = 2
PARALYZED: Final = 3
POISONED: Final = 4
# Elements, as the letters of a cost: colourless is what any energy pays for.
COLORLESS: Final = "C"
ELEMENTS: Final = ("", COLORLESS, "F", "G", "L", "P", "R", "W")


class Attack:
    """One attack of a Pokémon."""

    def __init__(self, row: kit.Row) -> None:
        cost = row.text("cost")
        own = cost.replace(COLORLESS, "")
        self.name: Final[str] = row.text("name")
        # The units of energy that it takes, how many of them of one element, and of which.
        self.units: Final[int] = len(cost)
        self.typed: Final[int] = len(own)
        self.element: Final[int] = ELEMENTS.index(own[:1])
        self.damage: Final[int] = row.whole("damage")
        # What a coin adds: conditions, damage, and damage to the attacker itself.
        self.heads: Final[int] = row.choice("heads", CONDITIONS, "")
        self.tails: Final[int] = row.choice("tails", CONDITIONS, "")
        self.plus: Final[int] = row.whole("plus", 0)
        self.hurt_tails: Final[int] = row.whole("hurt_tails", 0)
        self.flips: Final[bool] = bool(self.heads or self.tails or self.plus or self.hurt_tails)
        self.hurt: Final[int] = row.whole("hurt", 0)


class SliceCard(kit.Card):
    """What is printed on a card."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.hp: Final[int] = row.whole("hp", 0)
        self.element: Final[int] = row.choice("element", ELEMENTS, "")
        self.weak: Final[int] = row.choice("weak", ELEMENTS, "")
        self.resist: Final[int] = row.choice("resist", ELEMENTS, "")
        self.retreat: Final[int] = row.whole("retreat", 0)
        self.evolves: Final[int] = row.card("evolves")
        self.attacks: Final[list[Attack]] = row.list("attacks", Attack)
        provides = row.text("provides", "")
        # The units of energy that it gives, and of which element.
        self.units: Final[int] = len(provides)
        self.provides: Final[int] = ELEMENTS.index(provides[:1])


CATALOGUE: Final[kit.Catalogue[SliceCard]] = kit.load_catalogue(
    "benchmarks.slice", "cards.json", SliceCard
)
CARDS: Final[list[SliceCard]] = CATALOGUE.cards
BASIC: Final = CATALOGUE.where(lambda card: card.type == "pokemon" and not card.evolves)
EVOLUTION: Final = CATALOGUE.where(lambda card: card.evolves > 0)
ENERGY: Final = CATALOGUE.where(lambda card: card.type == "energy")
TRAINER: Final = CATALOGUE.where(lambda card: card.type == "trainer")
BILL: Final = CATALOGUE.number("bill")
SEARCH: Final = CATALOGUE.number("search")
GUST: Final = CATALOGUE.number("gust")
SWITCH: Final = CATALOGUE.number("switch")
POTION: Final = CATALOGUE.number("potion")

TRAINERS: Final = {"bill": 4, "search": 2, "gust": 3, "switch": 3, "potion": 4}
LIGHTNING_DECK: Final = {"pikachu": 4, "raichu": 3, "electabuzz": 4, "rattata": 4, "vulpix": 2}
FIGHTING_DECK: Final = {
    "machop": 4,
    "machoke": 3,
    "hitmonchan": 4,
    "diglett": 4,
    "dugtrio": 2,
    "koffing": 2,
}


def deck_of(counts: dict[str, int]) -> list[int]:
    """Lists the cards of a deck."""
    return [CATALOGUE.number(word) for word, count in counts.items() for _ in range(count)]


# The deck of each seat.
DECKS: Final[list[list[int]]] = [
    deck_of({**LIGHTNING_DECK, **TRAINERS, "lightning": 23, "double": 4}),
    deck_of({**FIGHTING_DECK, **TRAINERS, "fighting": 25}),
]
# Rules: cards of an opening hand, prizes, Pokémon on a bench.
HAND_SIZE: Final = 7
PRIZE_COUNT: Final = 6
BENCH_SIZE: Final = 5


def has_basic(cards: list[int]) -> bool:
    """Tells whether there is a Basic among some cards."""
    for card in cards:  # noqa: SIM110 - a loop is faster than a generator
        if BASIC[card]:
            return True
    return False


def can_pay(energy: list[int], attack: Attack) -> bool:
    """Tells whether the attached energy is enough for an attack."""
    if energy_units(energy) < attack.units:
        return False
    needed = attack.typed
    for card in energy:
        if CARDS[card].provides == attack.element:
            needed -= 1
    return needed <= 0


def energy_units(energy: list[int]) -> int:
    """Counts the units that the attached energy gives."""
    total = 0
    for card in energy:
        total += CARDS[card].units
    return total


def damage_to(foe: int, attacker: int, damage: int) -> int:
    """Returns the damage of an attack after weakness and resistance."""
    card = CARDS[foe]
    if card.weak == CARDS[attacker].element:
        damage *= 2
    if card.resist == CARDS[attacker].element:
        damage = max(0, damage - 30)
    return damage
