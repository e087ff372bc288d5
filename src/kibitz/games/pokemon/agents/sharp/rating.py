"""The rating of the sharp player: a weighted sum of numbers, at the end of a turn.

A match is looked at between two turns: one player has just finished a turn, the other is about to
begin one. All numbers are for the player who has finished, `own`; the other one is `foe`. A judge
plays a turn to its end, every way the coins can fall.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from kibitz.games.pokemon import cards, state
from kibitz.games.pokemon.moves import END_MOVE, Bench, list_attacks, list_moves
from kibitz.games.pokemon.rules.attacks import can_mirror, forecast
from kibitz.games.pokemon.rules.in_play import paid_units, units_of
from kibitz.games.pokemon.rules.turn import can_pay_retreat
from kibitz.games.pokemon.state import Pokemon, PokemonGame, PokemonMove, PokemonState

DAMAGE: Final = 0.3  # a point of damage to the Defending Pokémon
# What an attack does besides damage.
STEP_WORTH: Final = {
    "asleep": 5.0,
    "confused": 5.0,
    "paralyzed": 8.0,
    "poisoned": 6.0,
    "discard_energy": 6.0,
    "heal": 3.0,
    "leech": 2.0,
    "shield": 6.0,
    "harden": 5.0,
    "barrier": 7.0,
    "lure": 3.0,
    "whirlwind": 2.0,
    "disable": 3.0,
    "blind": 5.0,
    "bond": 3.0,
    "change_weakness": 0.5,
    "change_resistance": 0.5,
}
WORTH_OF_STEP: Final[list[float]] = [STEP_WORTH.get(name, 0.0) for name in cards.STEP_NAMES]


def reliability(s: PokemonState, user: Pokemon) -> float:
    """Returns how likely an attack works at all: confusion and Sand-attack flip a coin."""
    blind = user.blind_turn > 0 and user.blind_turn >= s.turn - 1
    return 0.5 if blind or user.condition == state.CONFUSED else 1.0


def usual_damage(attack: cards.Attack) -> float:
    """Returns about how much damage an attack does, effects included."""
    extra = 0.0
    for step in attack.after:
        extra += WORTH_OF_STEP[step.code] * (1.0 if step.coin == cards.ALWAYS else 0.5)
    return attack.damage + extra / DAMAGE * 0.5


USUAL_DAMAGE: Final[list[float]] = [usual_damage(attack) for attack in cards.ATTACKS]


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
# Their names, and what they are about where nobody looks closer.
ABOUT: Final = {
    "result": "how the match ends",
    "Prizes": "Prizes that are left",
    "Pokémon": "Pokémon in play",
    "Energy": "Energy in play",
    "Bench": "Pokémon on the Bench",
    "conditions": "special conditions",
    "danger": "what the opponent can do next turn",
    "next attack": "what the Active Pokémon can do next turn",
    "hand": "cards in hand",
    "deck": "cards in the deck",
}
TERMS: Final = tuple(ABOUT)


class Feature(NamedTuple):
    """One number of the rating.

    Attributes:
        name: the option of the player that sets its weight.
        guess: the weight as it was guessed at first, in points.
        weight: the weight that was found by playing.
        term: the reason that it is part of.
        meaning: what it counts.
        low: where the range begins in which it is tuned by default; 0 if it is not.
        high: where that range ends.
    """

    name: str
    guess: float
    weight: float
    term: int
    meaning: str
    low: float = 0.0
    high: float = 0.0


# In the order in which `features` lists them. The weights were found by varying all of them in
# matches against the generator; the script was not kept, and `kibitz tune pokemon sharp --against
# generator` tunes the same numbers.
FEATURES: Final = (
    Feature("victory", 200.0, 200.0, VICTORY, "the match is won"),
    Feature("prize", 18.0, 21.0, RACE, "each Prize that is ahead of the opponent's", 8.0, 50.0),
    Feature("close", 10.0, 11.2, RACE, "one Prize left, half of it with two left"),
    Feature("active_hp", 8.0, 19.0, TABLE, "100 HP left on the Active Pokémon", 6.0, 60.0),
    Feature("bench_hp", 4.0, 20.0, TABLE, "100 HP left on the Bench", 6.0, 60.0),
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
        1.0,
        10.0,
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
    Feature(
        "knock", 10.0, 10.1, ATTACK, "the Active Pokémon can knock out in its next turn", 3.0, 30.0
    ),
    Feature("knock_match", 20.0, 14.0, ATTACK, "and wins the match by it"),
    Feature(
        "hit", 6.0, 14.0, ATTACK, "100 damage in the next turn, short of a knock out", 4.0, 50.0
    ),
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
        for card in range(1, len(cards.CARD_ATTACKS))
        if cards.EVOLVES_FROM[card] > 0 and cards.EVOLVES_FROM[card] == cards.NAME[kind]
        for number in cards.CARD_ATTACKS[card]
    ]
    for kind in range(len(cards.CARD_ATTACKS))
]
LATER: Final = 0.6
MOST_PROMISE: Final[list[float]] = [
    max([USUAL_DAMAGE[number] for number in attacks], default=0.0) for attacks in cards.CARD_ATTACKS
]


def result(s: PokemonState, own: int) -> list[float]:
    """Returns the numbers of a finished match."""
    found = [0.0] * COUNT
    if s.winner >= 0:
        found[VICTORY] = 1.0 if s.winner == own else -1.0
    return found


def features(s: PokemonState, own: int) -> list[float]:
    """Returns the numbers of a match between two turns; `own` has just finished one."""
    foe = 1 - own
    found: list[float] = [0.0]
    own_left, foe_left = (
        len(state.pile(s, state.PRIZES, own)),
        len(state.pile(s, state.PRIZES, foe)),
    )
    found.append(float(foe_left - own_left))
    found.append(closeness(own_left) - closeness(foe_left))
    a, b = side(s, own), side(s, foe)
    for at in range(len(a)):
        found.append(a[at] - b[at])
    add_strikes(s, own, found)
    add_hand(s, own, found)
    found.append(float(min(10, len(state.pile(s, state.HAND, foe)))))
    found.append(lacking(s, own) - lacking(s, foe))
    return found


def closeness(left: int) -> float:
    """Returns how close a player is to victory, by the number of Prizes left."""
    return 1.0 if left <= 1 else 0.5 if left == 2 else 0.0


def lacking(s: PokemonState, seat: int) -> float:
    """Counts the cards that a deck lacks to one that lasts."""
    return float(max(0, LOW_DECK - len(state.pile(s, state.DECK, seat))))


# The table.


def side(s: PokemonState, seat: int) -> list[float]:
    """Returns the numbers of one side of the table, from `active_hp` to `poisoned`."""
    hp = promise = active_hp = ready = first = second = 0.0
    evolved = energy = 0
    own = state.pokemon_of(s, seat)
    fronted = state.has_active(s, seat)
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
    found.append(1.0 if condition == state.ASLEEP else 0.0)
    found.append(1.0 if condition == state.CONFUSED else 0.0)
    found.append(1.0 if condition == state.PARALYZED else 0.0)
    found.append(own[0].poison / 10 if fronted else 0.0)
    return found


@lru_cache(maxsize=8192)
def prepared(kind: int, energy: tuple[int, ...]) -> tuple[float, int]:
    """Returns the damage that Energy is enough for, wholly or in part, and how much of it helps.

    Attacks of the next stage count, too, but their damage only in part.
    """
    units = count_units(energy)
    best, useful = 0.0, 0
    for number in cards.CARD_ATTACKS[kind]:
        paid = paid_units(units, cards.ATTACKS[number])
        useful = max(useful, paid)
        best = max(best, USUAL_DAMAGE[number] * square(paid, cards.ATTACKS[number].size))
    for number in LATER_ATTACKS[kind]:
        paid = paid_units(units, cards.ATTACKS[number])
        useful = max(useful, paid)
        share = square(paid, cards.ATTACKS[number].size)
        best = max(best, LATER * USUAL_DAMAGE[number] * share)
    return (best, useful)


def count_units(energy: tuple[int, ...]) -> list[int]:
    """Counts the units of each type that Energy cards provide."""
    counts = [0] * (cards.COLORLESS + 1)
    for each in energy:
        counts[cards.energy_element(each)] += cards.energy_units(each)
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


def threat_of(s: PokemonState, seat: int) -> Threat:
    """Returns what a seat threatens, by attacks that lack no more than one Energy."""
    found = Threat()
    if not state.has_active(s, seat) or not state.has_active(s, 1 - seat):
        return found
    user, target = s.rows[seat * 2][0], s.rows[2 - seat * 2][0]
    works = reliability(s, user)
    if user.condition == state.PARALYZED and seat == s.active:
        works = 0.0
    elif user.condition == state.ASLEEP:
        works = 0.0 if seat == s.active else AWAKE
    if works == 0.0:
        return found
    units = units_of(s, user)
    left = target.left()
    for number in cards.CARD_ATTACKS[user.kind]:
        attack = cards.ATTACKS[number]
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


def usable(s: PokemonState, user: Pokemon, target: Pokemon, attack: cards.Attack) -> bool:
    """Tells whether an attack can be used, apart from its Energy."""
    if attack.copies or (attack.mirrors and not can_mirror(s, user)):
        return False
    if attack.needs_asleep and target.condition != state.ASLEEP:
        return False
    if attack.needs_unused and user.used:
        return False
    return user.disabled != attack.number + 1


def strike(s: PokemonState, seat: int, attack: cards.Attack, left: int) -> tuple[float, float]:
    """Returns how likely an attack knocks out, and the damage to expect if it does not."""
    knock = damage = 0.0
    for chance, amount in forecast(s, seat, attack):
        if amount >= left:
            knock += chance
        else:
            damage += chance * amount
    return (knock, damage / 100)


def supply(s: PokemonState, seat: int, units: list[int], attack: cards.Attack) -> float:
    """Returns how likely the last Energy for an attack comes; only the own hand is known."""
    if seat == s.active:
        return RARE_ENERGY if len(state.pile(s, state.HAND, seat)) < SMALL_HAND else USUAL_ENERGY
    short = -1
    for element in range(cards.COLORLESS):
        if units[element] < attack.cost[element]:
            short = element
    for card in state.pile(s, state.HAND, seat):
        if cards.IS_ENERGY[card] and (short < 0 or cards.PROVIDES[card][short]):
            return 1.0
    return RARE_ENERGY


def reserve(s: PokemonState, seat: int) -> float:
    """Returns how likely the Bench of a seat knocks out, if its Active Pokémon retreats for it."""
    row, benched = s.rows[seat * 2], s.rows[seat * 2 + 1]
    if not row or not benched or not state.has_active(s, 1 - seat):
        return 0.0
    front = row[0]
    if front.condition in (state.ASLEEP, state.PARALYZED) or not can_pay_retreat(front):
        return 0.0
    best = 0.0
    left = s.rows[2 - seat * 2][0].left()
    for pokemon in benched:
        if not pokemon.energy:
            continue
        row[0] = pokemon
        for number in cards.CARD_ATTACKS[pokemon.kind]:
            attack = cards.ATTACKS[number]
            if attack.size == paid_units(units_of(s, pokemon), attack) and not attack.copies:
                best = max(best, strike(s, seat, attack, left)[0])
    row[0] = front
    return best


def add_strikes(s: PokemonState, own: int, found: list[float]) -> None:
    """Adds the numbers from `lost` to `hit`."""
    foe = 1 - own
    danger = threat_of(s, foe)
    lost = danger.soon
    behind = max(0.0, reserve(s, foe) - lost) if lost < 1.0 else 0.0
    front = s.rows[own * 2][0] if state.has_active(s, own) else None
    attached = 0 if front is None else len(front.energy) + len(front.under)
    last = not state.bench(s, own) or len(state.pile(s, state.PRIZES, foe)) == 1
    found += [danger.now, lost - danger.now, behind, lost * attached, lost if last else 0.0]
    found.append(danger.damage)
    attack = threat_of(s, own)
    stays = 1.0 - lost
    knock = attack.soon * stays
    last = not state.bench(s, foe) or len(state.pile(s, state.PRIZES, own)) == 1
    found += [knock, knock if last else 0.0, attack.damage * stays]


# The hand.


def add_hand(s: PokemonState, own: int, found: list[float]) -> None:
    """Adds the numbers from `hand_energy` to `hand_trainer`."""
    energy = basics = fitting = others = trainers = 0
    names = [cards.NAME[pokemon.kind] for pokemon in state.pokemon_of(s, own)]
    for card in state.pile(s, state.HAND, own):
        if cards.IS_ENERGY[card]:
            energy += 1
        elif cards.IS_BASIC[card]:
            basics += 1
        elif not cards.IS_EVOLUTION[card]:
            trainers += 1
        elif cards.EVOLVES_FROM[card] in names:
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


# How a turn ends.

# No attack flips more coins that matter.
MOST_COINS: Final = 6
# How many answers to a question are compared.
MOST_ANSWERS: Final = 6


def outcomes(
    game: PokemonGame, s: PokemonState, move: PokemonMove
) -> list[tuple[float, PokemonState]]:
    """Plays a move with every way the coins can fall; returns how likely each state is."""
    found: list[tuple[float, PokemonState]] = []
    ways: list[list[int]] = [[]]
    while ways:
        way = ways.pop()
        twin = s.clone()
        twin.board.flips = way + [1] * MOST_COINS
        game.play(twin, move)
        twin.board.flips = []
        coins = twin.board.coins
        for at in range(len(way), min(len(coins), MOST_COINS)):
            ways.append([*coins[:at], 0])
        found.append((0.5 ** min(len(coins), MOST_COINS), twin))
    return found


class Judge:
    """Rates states for one seat by what they lead to at the end of the turn.

    Attributes:
        game: the rules.
        seat: for whom.
        weights: what each number of the rating counts.
    """

    def __init__(self, game: PokemonGame, seat: int, weights: list[float]) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.weights: Final = weights

    def value(self, found: list[float]) -> float:
        """Returns the rating for the seat."""
        return add_up(self.weights, found)

    def after(self, s: PokemonState, move: PokemonMove, choose: bool = True) -> list[float]:
        """Returns the numbers after a move, on average of how the coins fall."""
        found = [0.0] * COUNT
        for chance, twin in outcomes(self.game, s, move):
            later = self.ahead(twin, choose)
            for at in range(COUNT):
                found[at] += chance * later[at]
        return found

    def ahead(self, s: PokemonState, choose: bool = True) -> list[float]:
        """Returns the numbers of a state at the beginning of the next turn; changes the state.

        The answers to the first question are compared, later ones get their first answer.
        """
        while not s.over:
            if s.stack:
                moves = list_moves(s)
                if choose and len(moves) > 1:
                    return self.best(s, moves[:MOST_ANSWERS], s.seat == self.seat)
                self.game.play(s, moves[0])
            elif s.phase == state.DRAW:
                return self.between(s)
            elif s.phase <= state.CHOOSE_BENCH:
                self.game.play(s, setup_move(s))
            elif s.phase == state.MAIN and s.active == self.seat:
                return self.ending(s)[1]
            elif sleeps(s):
                return self.after(s, END_MOVE, choose)
            else:
                self.game.play(s, END_MOVE)
        return result(s, self.seat)

    def between(self, s: PokemonState) -> list[float]:
        """Returns the numbers of a state between turns; the opponent's are turned round."""
        found = features(s, 1 - s.active)
        return found if s.active != self.seat else [-number for number in found]

    def best(self, s: PokemonState, moves: list[PokemonMove], own: bool) -> list[float]:
        """Returns the numbers after the best answer, for the seat or for its opponent."""
        found = [self.after(s, move, False) for move in moves]
        values = [self.value(each) for each in found]
        return found[values.index(max(values) if own else min(values))]

    def ending(self, s: PokemonState) -> tuple[PokemonMove, list[float]]:
        """Returns the best way to end the turn of the seat, and the numbers after it."""
        moves = ways_to_end(s)
        found = [self.after(s, move) for move in moves]
        values = [self.value(each) for each in found]
        at = values.index(max(values))
        return (moves[at], found[at])


def sleeps(s: PokemonState) -> bool:
    """Tells whether coins are flipped at the end of the turn."""
    return any(
        state.has_active(s, seat) and state.active(s, seat).condition == state.ASLEEP
        for seat in (0, 1)
    )


def ways_to_end(s: PokemonState) -> list[PokemonMove]:
    """Lists the attacks, and the end of the turn without one."""
    moves: list[PokemonMove] = []
    list_attacks(s, s.active, moves)
    return [*moves, END_MOVE]


def setup_move(s: PokemonState) -> PokemonMove:
    """Returns what is played before the first turn: all Basic Pokémon go on the Bench."""
    moves = list_moves(s)
    if s.phase == state.CHOOSE_BENCH:
        for move in moves:
            if isinstance(move, Bench):
                return move
    return moves[0] if s.phase != state.CHOOSE_BENCH else moves[-1]
