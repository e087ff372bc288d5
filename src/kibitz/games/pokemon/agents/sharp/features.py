"""What counts in a match, as numbers: the rating of the sharp player is a weighted sum of them.

A match is looked at between two turns: one player has just finished a turn, the other is about to
begin one. All numbers are for the player who has finished, `own`; the other one is `foe`.
"""

from functools import lru_cache
from typing import Final

from kibitz.games.pokemon.agents.worth import USUAL_DAMAGE, paid_units, reliability
from kibitz.games.pokemon.cards.catalogue import (
    ATTACKS,
    CARD_ATTACKS,
    COLORLESS,
    EVOLVES_FROM,
    IS_BASIC,
    IS_ENERGY,
    IS_EVOLUTION,
    NAME,
    PROVIDES,
    energy_element,
    energy_units,
)
from kibitz.games.pokemon.cards.catalogue import Attack as AttackCard
from kibitz.games.pokemon.rules.attacks import can_mirror
from kibitz.games.pokemon.rules.damage import forecast
from kibitz.games.pokemon.rules.energy import units_of
from kibitz.games.pokemon.rules.turn import can_pay_retreat
from kibitz.games.pokemon.state import (
    ASLEEP,
    CONFUSED,
    DECK,
    HAND,
    PARALYZED,
    PRIZES,
    Fight,
    Pokemon,
    bench,
    has_active,
    pile,
    pokemon_of,
)

# Terms: what a player would name as a reason.
VICTORY: Final = 0
RACE: Final = 1
TABLE: Final = 2
ENERGY: Final = 3
BENCH: Final = 4
CONDITION: Final = 5
DANGER: Final = 6
ATTACK: Final = 7
CARDS: Final = 8
LIBRARY: Final = 9
TERMS: Final = (
    "result",
    "Prizes",
    "Pokémon",
    "Energy",
    "Bench",
    "conditions",
    "danger",
    "next attack",
    "hand",
    "deck",
)


class Feature:
    """One number of the rating.

    Attributes:
        name: the option of the player that sets its weight.
        guess: the weight as it was guessed at first, in points.
        weight: the weight that was found by playing.
        term: the reason that it is part of.
        meaning: what it counts.
    """

    def __init__(self, name: str, guess: float, weight: float, term: int, meaning: str) -> None:
        self.name: Final = name
        self.guess: Final = guess
        self.weight: Final = weight
        self.term: Final = term
        self.meaning: Final = meaning


# In the order in which `features` lists them.
FEATURES: Final = (
    Feature("victory", 200.0, 200.0, VICTORY, "the match is won"),
    Feature("prize", 18.0, 21.0, RACE, "each Prize that is ahead of the opponent's"),
    Feature("close", 10.0, 11.2, RACE, "one Prize left, half of it with two left"),
    Feature("active_hp", 8.0, 19.0, TABLE, "100 HP left on the Active Pokémon"),
    Feature("bench_hp", 4.0, 20.0, TABLE, "100 HP left on the Bench"),
    Feature("evolved", 4.0, 5.0, TABLE, "each Evolution card in play"),
    Feature("promise", 1.0, 1.0, TABLE, "100 damage that attacks in play could do with Energy"),
    Feature("ready", 1.0, 1.2, ENERGY, "10 damage that the Active Pokémon has the Energy for"),
    Feature("ready_bench", 0.7, 0.9, ENERGY, "the same for the two best on the Bench"),
    Feature(
        "energy",
        1.0,
        3.5,
        ENERGY,
        "each Energy in play that an attack needs, also one of the next stage",
    ),
    Feature("bench_one", 8.0, 9.5, BENCH, "a Pokémon on the Bench"),
    Feature("bench_two", 4.0, 4.0, BENCH, "a second one"),
    Feature("bench_more", 1.0, 0.0, BENCH, "each one more"),
    Feature("asleep", -5.0, -4.9, CONDITION, "the Active Pokémon is asleep"),
    Feature("confused", -5.0, -7.5, CONDITION, "the Active Pokémon is confused"),
    Feature("paralyzed", -5.0, -4.2, CONDITION, "the Active Pokémon is paralyzed"),
    Feature("poisoned", -3.0, -8.2, CONDITION, "each 10 damage of poison"),
    Feature("lost", -15.0, -3.7, DANGER, "the opponent knocks the Active Pokémon out next turn"),
    Feature("lost_energy", -12.0, -4.0, DANGER, "the same, if an Energy card is attached first"),
    Feature("lost_reserve", -6.0, -1.0, DANGER, "the same, with a Pokémon of its Bench"),
    Feature("lost_cards", -2.0, -2.5, DANGER, "each Energy and Evolution card knocked out with it"),
    Feature("lost_match", -40.0, -40.0, DANGER, "the match is lost by it"),
    Feature("hurt", -8.0, -30.0, DANGER, "100 damage next turn, short of a knock out"),
    Feature("knock", 10.0, 10.1, ATTACK, "the Active Pokémon can knock out in its next turn"),
    Feature("knock_match", 20.0, 14.0, ATTACK, "and wins the match by it"),
    Feature("hit", 6.0, 14.0, ATTACK, "100 damage in the next turn, short of a knock out"),
    Feature("hand_energy", 1.0, 1.0, CARDS, "each Energy card in hand, up to three"),
    Feature("hand_basic", 0.8, 0.8, CARDS, "each Basic Pokémon in hand, up to two"),
    Feature(
        "hand_fits", 2.5, 2.5, CARDS, "each Evolution card in hand that goes on a Pokémon in play"
    ),
    Feature("hand_other", 0.3, 0.3, CARDS, "each other Evolution card in hand, up to three"),
    Feature("hand_trainer", 1.2, 1.2, CARDS, "each Trainer in hand, up to four"),
    Feature("foe_hand", -0.6, -0.6, CARDS, "each card in the opponent's hand, up to ten"),
    Feature("low_deck", -3.0, -5.0, LIBRARY, "each card that the deck lacks to eight"),
)
COUNT: Final = len(FEATURES)
TERM_OF: Final[list[int]] = [feature.term for feature in FEATURES]
GUESSED: Final[list[float]] = [feature.guess for feature in FEATURES]
TUNED: Final[list[float]] = [feature.weight for feature in FEATURES]
PLACE: Final[dict[str, int]] = {feature.name: at for at, feature in enumerate(FEATURES)}

LOW_DECK: Final = 8
# How likely a player attaches the Energy that an attack lacks: from a hand that is not known, and
# from a small one or one without it.
USUAL_ENERGY: Final = 0.7
RARE_ENERGY: Final = 0.4
SMALL_HAND: Final = 3
# How likely a Pokémon that is asleep attacks in its next turn but one.
AWAKE: Final = 0.6
# The attacks of the next stage, and what they count compared with those of today.
LATER_ATTACKS: Final[list[list[int]]] = [
    [
        number
        for card in range(1, len(CARD_ATTACKS))
        if EVOLVES_FROM[card] > 0 and EVOLVES_FROM[card] == NAME[kind]
        for number in CARD_ATTACKS[card]
    ]
    for kind in range(len(CARD_ATTACKS))
]
LATER: Final = 0.6
MOST_PROMISE: Final[list[float]] = [
    max([USUAL_DAMAGE[number] for number in attacks], default=0.0) for attacks in CARD_ATTACKS
]


def result(s: Fight, own: int) -> list[float]:
    """Returns the numbers of a finished match."""
    found = [0.0] * COUNT
    if s.winner >= 0:
        found[VICTORY] = 1.0 if s.winner == own else -1.0
    return found


def features(s: Fight, own: int) -> list[float]:
    """Returns the numbers of a match between two turns; `own` has just finished one."""
    foe = 1 - own
    found: list[float] = [0.0]
    own_left, foe_left = len(pile(s, PRIZES, own)), len(pile(s, PRIZES, foe))
    found.append(float(foe_left - own_left))
    found.append(closeness(own_left) - closeness(foe_left))
    a, b = side(s, own), side(s, foe)
    for at in range(len(a)):
        found.append(a[at] - b[at])
    add_strikes(s, own, found)
    add_hand(s, own, found)
    found.append(float(min(10, len(pile(s, HAND, foe)))))
    found.append(lacking(s, own) - lacking(s, foe))
    return found


def closeness(left: int) -> float:
    """Returns how close a player with so many Prizes left is to victory."""
    return 1.0 if left <= 1 else 0.5 if left == 2 else 0.0


def lacking(s: Fight, seat: int) -> float:
    """Counts the cards that a deck lacks to one that lasts."""
    return float(max(0, LOW_DECK - len(pile(s, DECK, seat))))


# The table.


def side(s: Fight, seat: int) -> list[float]:
    """Returns the numbers of one side of the table, from `active_hp` to `poisoned`."""
    hp = promise = active_hp = ready = first = second = 0.0
    evolved = energy = 0
    own = pokemon_of(s, seat)
    fronted = has_active(s, seat)
    for at, pokemon in enumerate(own):
        left = pokemon.left()
        evolved += len(pokemon.under)
        promise += MOST_PROMISE[pokemon.kind]
        damage = 0.0
        if pokemon.energy:
            damage, useful = prepared(pokemon.kind, tuple(pokemon.energy))
            energy += useful
        if at == 0 and fronted:
            active_hp, ready = float(left), damage
            continue
        hp += left
        if damage > first:
            first, second = damage, first
        elif damage > second:
            second = damage
    benched = len(own) - 1 if fronted else len(own)
    found = [active_hp / 100, hp / 100, float(evolved), promise / 100, ready / 10]
    found += [(first + 0.5 * second) / 10, float(energy)]
    found += [
        1.0 if benched else 0.0,
        1.0 if benched > 1 else 0.0,
        float(max(0, benched - 2)),
    ]
    condition = own[0].condition if fronted else 0
    found.append(1.0 if condition == ASLEEP else 0.0)
    found.append(1.0 if condition == CONFUSED else 0.0)
    found.append(1.0 if condition == PARALYZED else 0.0)
    found.append(own[0].poison / 10 if fronted else 0.0)
    return found


@lru_cache(maxsize=8192)
def prepared(kind: int, energy: tuple[int, ...]) -> tuple[float, int]:
    """Returns the damage that Energy is enough for, wholly or in part, and how much of it helps.

    Attacks of the next stage count, too, but their damage only in part.
    """
    units = count_units(energy)
    best, useful = 0.0, 0
    for number in CARD_ATTACKS[kind]:
        paid = paid_units(units, ATTACKS[number])
        useful = max(useful, paid)
        best = max(best, USUAL_DAMAGE[number] * square(paid, ATTACKS[number].size))
    for number in LATER_ATTACKS[kind]:
        paid = paid_units(units, ATTACKS[number])
        useful = max(useful, paid)
        share = square(paid, ATTACKS[number].size)
        best = max(best, LATER * USUAL_DAMAGE[number] * share)
    return (best, useful)


def count_units(energy: tuple[int, ...]) -> list[int]:
    """Counts the units of each type that Energy cards provide."""
    counts = [0] * (COLORLESS + 1)
    for each in energy:
        counts[energy_element(each)] += energy_units(each)
    return counts


def square(paid: int, size: int) -> float:
    """Returns how much a cost counts that is paid in part."""
    return 1.0 if size == 0 else paid * paid / (size * size)


# What can be knocked out next.


class Threat:
    """What the Active Pokémon of a seat can do to the other one in its next turn.

    Attributes:
        now: how likely it knocks out with the Energy it has.
        soon: the same, if it may attach an Energy card first.
        damage: the damage to expect where it does not knock out, in hundreds.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.soon = 0.0
        self.damage = 0.0


def threat_of(s: Fight, seat: int) -> Threat:
    """Returns what a seat threatens, by attacks that lack no more than one Energy."""
    found = Threat()
    if not has_active(s, seat) or not has_active(s, 1 - seat):
        return found
    user, target = s.rows[seat * 2][0], s.rows[2 - seat * 2][0]
    works = reliability(s, user)
    if user.condition == PARALYZED and seat == s.active:
        works = 0.0
    elif user.condition == ASLEEP:
        works = 0.0 if seat == s.active else AWAKE
    if works == 0.0:
        return found
    units = units_of(s, user)
    left = target.left()
    for number in CARD_ATTACKS[user.kind]:
        attack = ATTACKS[number]
        missing = attack.size - paid_units(units, attack)
        if missing > 1 or not usable(s, user, target, attack):
            continue
        share = works if missing == 0 else works * supply(s, seat, units, attack)
        knock, damage = strike(s, seat, attack, left)
        if missing == 0:
            found.now = max(found.now, knock * share)
        found.soon = max(found.soon, knock * share)
        found.damage = max(found.damage, damage * share)
    return found


def usable(s: Fight, user: Pokemon, target: Pokemon, attack: AttackCard) -> bool:
    """Tells whether an attack can be used, but for its Energy."""
    if attack.copies or (attack.mirrors and not can_mirror(s, user)):
        return False
    if attack.needs_asleep and target.condition != ASLEEP:
        return False
    if attack.needs_unused and user.used:
        return False
    return user.disabled != attack.number + 1


def strike(s: Fight, seat: int, attack: AttackCard, left: int) -> tuple[float, float]:
    """Returns how likely an attack knocks out, and the damage to expect if it does not."""
    knock = damage = 0.0
    for chance, amount in forecast(s, seat, attack):
        if amount >= left:
            knock += chance
        else:
            damage += chance * amount
    return (knock, damage / 100)


def supply(s: Fight, seat: int, units: list[int], attack: AttackCard) -> float:
    """Returns how likely the last Energy for an attack comes; only the own hand is known."""
    if seat == s.active:
        return RARE_ENERGY if len(pile(s, HAND, seat)) < SMALL_HAND else USUAL_ENERGY
    short = -1
    for element in range(COLORLESS):
        if units[element] < attack.cost[element]:
            short = element
    for card in pile(s, HAND, seat):
        if IS_ENERGY[card] and (short < 0 or PROVIDES[card][short]):
            return 1.0
    return RARE_ENERGY


def reserve(s: Fight, seat: int) -> float:
    """Returns how likely the Bench of a seat knocks out, if its Active Pokémon retreats for it."""
    row, benched = s.rows[seat * 2], s.rows[seat * 2 + 1]
    if not row or not benched or not has_active(s, 1 - seat):
        return 0.0
    front = row[0]
    if front.condition in (ASLEEP, PARALYZED) or not can_pay_retreat(front):
        return 0.0
    best = 0.0
    left = s.rows[2 - seat * 2][0].left()
    for pokemon in benched:
        if not pokemon.energy:
            continue
        row[0] = pokemon
        for number in CARD_ATTACKS[pokemon.kind]:
            attack = ATTACKS[number]
            if attack.size == paid_units(units_of(s, pokemon), attack) and not attack.copies:
                best = max(best, strike(s, seat, attack, left)[0])
    row[0] = front
    return best


def add_strikes(s: Fight, own: int, found: list[float]) -> None:
    """Adds the numbers from `lost` to `hit`."""
    foe = 1 - own
    danger = threat_of(s, foe)
    lost = danger.soon
    behind = max(0.0, reserve(s, foe) - lost) if lost < 1.0 else 0.0
    front = s.rows[own * 2][0] if has_active(s, own) else None
    cards = 0 if front is None else len(front.energy) + len(front.under)
    last = not bench(s, own) or len(pile(s, PRIZES, foe)) == 1
    found += [danger.now, lost - danger.now, behind, lost * cards, lost if last else 0.0]
    found.append(danger.damage)
    attack = threat_of(s, own)
    stays = 1.0 - lost
    knock = attack.soon * stays
    last = not bench(s, foe) or len(pile(s, PRIZES, own)) == 1
    found += [knock, knock if last else 0.0, attack.damage * stays]


# The hand.


def add_hand(s: Fight, own: int, found: list[float]) -> None:
    """Adds the numbers from `hand_energy` to `hand_trainer`."""
    energy = basics = fitting = others = trainers = 0
    names = [NAME[pokemon.kind] for pokemon in pokemon_of(s, own)]
    for card in pile(s, HAND, own):
        if IS_ENERGY[card]:
            energy += 1
        elif IS_BASIC[card]:
            basics += 1
        elif not IS_EVOLUTION[card]:
            trainers += 1
        elif EVOLVES_FROM[card] in names:
            fitting += 1
        else:
            others += 1
    found += [float(min(3, energy)), float(min(2, basics)), float(min(3, fitting))]
    found += [float(min(3, others)), float(min(4, trainers))]


def add_up(weights: list[float], found: list[float]) -> float:
    """Returns the rating: the weighted sum of the numbers."""
    total = 0.0
    for at in range(COUNT):
        total += weights[at] * found[at]
    return total
