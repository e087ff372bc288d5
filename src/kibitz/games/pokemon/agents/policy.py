"""What moves are worth: the greedy player, and what searches are told.

An attack is worth the damage that it can be expected to do, the chance of a knock out, and what
else it does. Any other move is worth what it changes on the table, plus the best attack after it:
so everything useful is done before the attack, which ends the turn. Values are in points; a Prize
counts 40 of them.
"""

import math
from typing import Final

from kibitz.agents.greedy import GreedyAgent, Scorer, name_changes
from kibitz.core.agent import Observation, Policy, Reason
from kibitz.core.randomness import Rng
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.agents.sharp.rating import (
    DAMAGE,
    TUNED,
    USUAL_DAMAGE,
    WORTH_OF_STEP,
    Judge,
    reliability,
)
from kibitz.games.pokemon.moves import (
    Active,
    Attach,
    Attack,
    Bench,
    Done,
    End,
    Evolve,
    PlayTrainer,
    Retreat,
    UsePower,
    asked_of,
    list_moves,
)
from kibitz.games.pokemon.rules.attacks import EXPECTED, can_attack, can_use, estimate, forecast
from kibitz.games.pokemon.rules.in_play import can_pay, paid_units, units_of
from kibitz.games.pokemon.state import (
    ASLEEP,
    CHOOSE_BENCH,
    DECK,
    FACE_DOWN,
    HAND,
    HEALTHY,
    MAIN,
    PARALYZED,
    PRIZES,
    Pokemon,
    PokemonGame,
    PokemonMove,
    PokemonState,
    active,
    bench,
    has_active,
    pile,
    pokemon_of,
)

# Guesses, tried out in the arena with theme decks.
VICTORY: Final = 1000.0
PRIZE: Final = 40.0
OWN_HP: Final = 0.12  # a point of HP in play
EVOLVED: Final = 8.0  # an Evolution card in play
POTENTIAL: Final = 0.25  # a point of damage that a Pokémon has the Energy for
BENCHED: Final = 0.6  # the same on the Bench
ENERGY: Final = 0.6  # Energy in play that no attack needs yet
CARD: Final = 0.8
MOST_CARDS: Final = 9
# Pokémon on the Bench: without any, one knock out loses the match.
PLACES: Final[list[float]] = [0.0, 14.0, 20.0, 23.0, 24.0, 24.5]
THREAT: Final = 0.5  # what an attack of the opponent counts, compared with one's own
NEXT_ENERGY: Final = 0.6  # how likely the Energy is attached that an attack lacks
CONDITION_COST: Final[list[float]] = [0.0, 5.0, 4.0, 6.0]
POISON: Final = 0.6  # a point of poison
SELF_DAMAGE: Final = 0.2
PAID_ENERGY: Final = 2.0
# Before the first turn: how many Energy cards of the hand count for an attack of the first Active,
# and what each Energy of its retreat cost takes off.
FIRST_TURNS: Final = 2
HEAVY: Final = 1.0
# The deck must last for the rest of the match.
LOW_DECK: Final = 10
DECK_CARD: Final = 2.0
HURT_SELF: Final = cards.STEP_NAMES.index("hurt_self")
HURT_BENCH: Final = cards.STEP_NAMES.index("hurt_bench")

# What a table is rated by, in the order of `rate`: what it means if a term rises, and if it falls.
TERM_WORDS: Final = {
    "victory": ("you win", "you lose"),
    "Prizes": ("you are ahead by more Prizes", "you are behind by more Prizes"),
    "HP in play": (
        "your side gains on HP in play",
        "your side falls behind on HP in play",
    ),
    "evolution": ("your Pokémon evolve", "you fall behind on Evolution cards in play"),
    "energy": ("more Energy for your attacks", "less Energy for your attacks"),
    "bench": ("more Pokémon on your Bench", "fewer Pokémon on your Bench"),
    "conditions": (
        "Special Conditions turn in your favour",
        "Special Conditions turn against you",
    ),
    "threat": (
        "the opponent's best attack gets weaker",
        "the opponent's best attack gets stronger",
    ),
    "cards": ("more cards in your hand", "fewer cards in your hand"),
    "deck": ("your deck lasts longer", "your deck runs out sooner"),
}
TERMS: Final = tuple(TERM_WORDS)
# A move that changes nothing is worse than none; else two Pokémon could retreat for ever.
EFFORT: Final = 0.1
# How many questions of a card are answered to see what it does.
ANSWERS: Final = 8


# Attacks.


def side_effects(s: PokemonState, seat: int, attack: cards.Attack) -> float:
    """Returns what an attack is worth besides its damage."""
    value = 0.0
    for step in attack.after:
        chance = 1.0 if step.coin == cards.ALWAYS else 0.5
        if step.code == HURT_SELF:
            own = active(s, seat)
            value -= chance * SELF_DAMAGE * step.amount
            if step.amount >= own.left():
                value -= chance * PRIZE
        elif step.code == HURT_BENCH:
            value -= SELF_DAMAGE * step.amount * len(bench(s, seat)) * 0.5
        else:
            value += chance * step_worth(s, seat, step)
    if attack.pay is not None:
        count = attack.pay.amount or len(active(s, seat).energy)
        value -= PAID_ENERGY * count
    return value


def step_worth(s: PokemonState, seat: int, step: cards.Step) -> float:
    """Returns what one step is worth; what the Defending Pokémon has already, nothing."""
    target = active(s, 1 - seat)
    name = cards.STEP_NAMES[step.code]
    if name in ("asleep", "confused", "paralyzed") and target.condition != HEALTHY:
        return 1.0
    if name == "poisoned" and target.poison:
        return 0.5
    if name == "discard_energy" and not target.energy:
        return 0.0
    if name in ("heal", "leech"):
        amount = min(active(s, seat).damage, step.amount or active(s, seat).damage)
        return OWN_HP * 2.0 * amount
    return WORTH_OF_STEP[step.code]


def attack_worth(s: PokemonState, seat: int, attack: cards.Attack) -> list[float]:
    """Rates an attack of the Active Pokémon: its damage, knock outs, and everything else."""
    target = active(s, 1 - seat)
    left = target.left()
    damage = knock_out = 0.0
    if attack.copies:
        return [DAMAGE * copied_damage(s, seat), 0.0, 0.0]
    for chance, amount in forecast(s, seat, attack):
        damage += chance * DAMAGE * min(amount, left)
        if amount >= left:
            knock_out += chance * knock_out_worth(s, seat, target)
    effects = side_effects(s, seat, attack)
    if reliability(s, active(s, seat)) < 1.0:
        damage, knock_out, effects = damage * 0.5, knock_out * 0.5, effects * 0.5
        effects -= DAMAGE * 10.0
    return [damage, knock_out, effects]


def copied_damage(s: PokemonState, seat: int) -> float:
    """Returns the most damage that Metronome can be expected to do."""
    best = 0.0
    for number in cards.CARD_ATTACKS[active(s, 1 - seat).kind]:
        if not cards.ATTACKS[number].copies:
            best = max(best, estimate(s, seat, cards.ATTACKS[number], EXPECTED))
    return best


def knock_out_worth(s: PokemonState, seat: int, target: Pokemon) -> float:
    """Returns what it is worth to knock the other Active Pokémon out."""
    if not bench(s, 1 - seat) or len(pile(s, PRIZES, seat)) <= 1:
        return VICTORY
    if cards.IS_DOLL[target.kind]:
        return 0.0
    return PRIZE + ENERGY * 3.0 * len(target.energy) + 3.0 * len(target.under)


def total(amounts: list[float]) -> float:
    """Adds amounts up."""
    value = 0.0
    for amount in amounts:
        value += amount
    return value


def best_attack(s: PokemonState, seat: int) -> tuple[float, int]:
    """Returns what the best attack of a seat is worth now, and its number; 0 and -1 for none."""
    if not has_active(s, seat) or not has_active(s, 1 - seat) or not can_attack(s, seat):
        return (0.0, -1)
    best, found = 0.0, -1
    for number in cards.CARD_ATTACKS[active(s, seat).kind]:
        if can_use(s, seat, number):
            value = total(attack_worth(s, seat, cards.ATTACKS[number]))
            if value > best:
                best, found = value, number
    return (best, found)


def threat(s: PokemonState, seat: int) -> float:
    """Rates what the Active Pokémon of a seat can do in its next turn."""
    if not has_active(s, seat) or not has_active(s, 1 - seat):
        return 0.0
    user = active(s, seat)
    best = 0.0
    for number in cards.CARD_ATTACKS[user.kind]:
        attack = cards.ATTACKS[number]
        missing = attack.size - paid_units(units_of(s, user), attack)
        if missing <= 1:
            worth = attack_worth(s, seat, attack)
            value = worth[0] + worth[1]
            best = max(best, value if missing == 0 else NEXT_ENERGY * value)
    if user.condition == PARALYZED:
        return 0.0
    return best * 0.4 if user.condition == ASLEEP else best


def potential(s: PokemonState, pokemon: Pokemon) -> float:
    """Rates the Energy on a Pokémon: the damage that it is enough for, wholly or in part."""
    units = units_of(s, pokemon)
    best = 0.0
    for number in cards.CARD_ATTACKS[pokemon.kind]:
        attack = cards.ATTACKS[number]
        share = 1.0 if attack.size == 0 else paid_units(units, attack) / attack.size
        best = max(best, USUAL_DAMAGE[number] * share * share)
    return POTENTIAL * best


def rate_side(s: PokemonState, seat: int) -> list[float]:
    """Rates what a seat has: HP, evolution, Energy, Bench, conditions, cards, deck."""
    hp = evolved = energy = 0.0
    own = pokemon_of(s, seat)
    for at, pokemon in enumerate(own):
        hp += OWN_HP * max(0, pokemon.left())
        evolved += EVOLVED * len(pokemon.under)
        energy += potential(s, pokemon) * (1.0 if at == 0 else BENCHED)
        energy += ENERGY * len(pokemon.energy)
    conditions = 0.0
    if has_active(s, seat):
        front = active(s, seat)
        conditions = -CONDITION_COST[front.condition] - POISON * front.poison
    places = PLACES[min(len(bench(s, seat)), len(PLACES) - 1)]
    hand = CARD * min(len(pile(s, HAND, seat)), MOST_CARDS)
    deck = -DECK_CARD * max(0, LOW_DECK - len(pile(s, DECK, seat)))
    return [hp, evolved, energy, places, conditions, hand, deck]


def rate(s: PokemonState, seat: int) -> list[float]:
    """Rates a table for a seat, term by term."""
    if s.over:
        won = VICTORY if s.winner == seat else -VICTORY if s.winner >= 0 else 0.0
        return [won] + [0.0] * (len(TERMS) - 1)
    own, other = rate_side(s, seat), rate_side(s, 1 - seat)
    ahead = len(pile(s, PRIZES, 1 - seat)) - len(pile(s, PRIZES, seat))
    return [
        0.0,
        PRIZE * ahead,
        own[0] - other[0],
        own[1] - other[1],
        own[2] - other[2],
        own[3] - other[3],
        own[4] - other[4],
        -THREAT * threat(s, 1 - seat),
        own[5] - 0.5 * other[5],
        own[6] - other[6],
    ]


# Moves.


class Worth(Scorer[PokemonState, PokemonState]):
    """Adds up what a move changes, and the best attack after it.

    Attributes:
        worlds: how many worlds that look the same to the player a move is tried in.
    """

    def __init__(self, worlds: int = 2) -> None:
        if worlds < 1:
            raise ValueError(f"invalid worlds={worlds}: expected 1 or more")
        self.worlds: Final = worlds

    def reasons(
        self, seen: Observation[PokemonState, PokemonState], move: PokemonMove
    ) -> list[Reason]:
        """Lists everything that speaks for or against a move; ending the turn counts 0."""
        if isinstance(move, End):
            return [Reason("end", 0.0, "ends the turn")]
        if isinstance(move, Attack):
            return attack_reasons(seen.view, seen.seat, move)
        if seen.view.phase <= CHOOSE_BENCH and isinstance(move, (Active, Bench, Done)):
            return opening_reasons(seen.view, seen.seat, move)
        changes = [0.0] * len(TERMS)
        then, name = 0.0, ""
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            state = seen.game.sample(seen.view, seen.rng.child(f"world {index}"))
            before = rate(state, seen.seat)
            seen.game.play(state, move)
            answer_all(seen.game, state, seen.seat)
            after = rate(state, seen.seat)
            for term in range(len(TERMS)):
                changes[term] += (after[term] - before[term]) / self.worlds
            value, number = next_attack(state, seen.seat)
            then += value / self.worlds
            name = cards.ATTACKS[number].name if number >= 0 else name
        found = name_changes(TERMS, tuple(TERM_WORDS.values()), changes)
        if then:
            found.append(Reason("then", then, f"and after that {name}"))
        return [*found, Reason("effort", -EFFORT, "not worth it if it changes nothing")]

    def unit(self, game: PokemonGame) -> str:
        return f"points (a Prize is {PRIZE:g})"


def opening_reasons(view: PokemonState, seat: int, move: Active | Bench | Done) -> list[Reason]:
    """Lists what a choice before the first turn is worth; choosing no more counts 0."""
    if isinstance(move, Done):
        return [Reason("end", 0.0, "puts no more Pokémon on the Bench")]
    card = move.number
    found = [Reason("HP in play", OWN_HP * cards.HP[card], f"it has {cards.HP[card]} HP")]
    if isinstance(move, Bench):
        benched = min(len(pile(view, FACE_DOWN, seat)) - 1, len(PLACES) - 2)
        gain = PLACES[benched + 1] - PLACES[benched]
        return [*found, Reason("bench", gain, "a knock out loses the match without a Bench")]
    attack, number = opening_attack(pile(view, HAND, seat), card)
    if attack:
        text = f"the hand has Energy for {cards.ATTACKS[number].name}"
        found.append(Reason("energy", attack, text))
    if cards.RETREAT[card]:
        text = f"a retreat costs {cards.RETREAT[card]} Energy"
        found.append(Reason("retreat", -HEAVY * cards.RETREAT[card], text))
    return found


def opening_attack(hand: list[int], card: int) -> tuple[float, int]:
    """Rates the best attack that the Energy of a hand is for in the first turns; 0 and -1 for none.

    An attack that it pays for in part counts less, as in `potential`.
    """
    units = [0] * (cards.COLORLESS + 1)
    for held in hand:
        for element in range(cards.COLORLESS + 1):
            units[element] += cards.PROVIDES[held][element]
    best, found = 0.0, -1
    for number in cards.CARD_ATTACKS[card]:
        attack = cards.ATTACKS[number]
        share = min(paid_units(units, attack), FIRST_TURNS) / max(1, attack.size)
        value = POTENTIAL * USUAL_DAMAGE[number] * share * share
        if value > best:
            best, found = value, number
    return (best, found)


def attack_reasons(view: PokemonState, seat: int, move: Attack) -> list[Reason]:
    """Lists what an attack is worth."""
    number = cards.CARD_ATTACKS[active(view, seat).kind][move.index(view, seat)]
    damage, knock_out, effects = attack_worth(view, seat, cards.ATTACKS[number])
    expected = estimate(view, seat, cards.ATTACKS[number], EXPECTED)
    found = [Reason("damage", damage, f"{expected:.3g} damage expected")]
    if knock_out:
        found.append(Reason("knock out", knock_out, "can knock the Defending Pokémon out"))
    if effects:
        found.append(Reason("effects", effects, "what else the attack does"))
    return found


def next_attack(s: PokemonState, seat: int) -> tuple[float, int]:
    """Returns what the best attack is worth that a seat can still make, and its number."""
    if s.over or (s.active == seat and s.phase > MAIN):
        return (0.0, -1)
    value, number = best_attack(s, seat)
    return (value, number) if s.active == seat else (value * THREAT, number)


def answer_all(game: PokemonGame, s: PokemonState, seat: int) -> None:
    """Answers the questions that a card goes on to ask, with the first answer."""
    for _ in range(ANSWERS):
        if s.over or asked_of(s, seat) is None:
            return
        game.play(s, list_moves(s)[0])


def make_greedy(worlds: int = 2) -> GreedyAgent[PokemonState, PokemonState]:
    """Makes the greedy player."""
    return GreedyAgent(Worth(worlds))


# What searches are told.

# Playouts of 12 moves before the rating made no difference that 80 games could show.
HORIZON: Final = 0
# How many points of the rating make a match all but won, and how many the player who has just ended
# a turn has too many. Both fit the results of 160 matches of the sharp player against itself.
ALL_BUT_WON: Final = 80.0
HEAD_START: Final = 10.0
# No turn is ended quickly with more moves.
QUICK_MOVES: Final = 8
# How much of the result a Prize, 100 HP in play and an Energy card in play decide.
PRIZE_SHARE: Final = 0.14
HP_SHARE: Final = 0.08
ENERGY_SHARE: Final = 0.02
NO_BENCH: Final = 0.1
# How often a playout plays a Trainer or Power, and how often it retreats, in percent.
CARD_RATE: Final = 50
RETREAT_RATE: Final = 8


class Instinct(Policy[PokemonState]):
    """What searches are told: sensible moves for playouts, and what moves change."""

    def __init__(self, game: PokemonGame) -> None:
        self.game: Final = game

    def choose(self, state: PokemonState, rng: Rng) -> PokemonMove | None:
        """Evolves, fills the Bench, attaches Energy where it helps, plays cards, then attacks."""
        if state.phase != MAIN or state.stack:
            return None
        moves = list_moves(state)
        others: list[PokemonMove] = []
        for move in moves:
            if isinstance(move, (Evolve, Bench)):
                return move
            if isinstance(move, (PlayTrainer, UsePower)):
                if rng.below(100) < CARD_RATE and is_wise(state, move):
                    others.append(move)
            elif isinstance(move, Retreat) and rng.below(100) < RETREAT_RATE:
                others.append(move)
        attach = choose_attachment(state, moves, rng)
        if attach is not None:
            return attach
        if others and rng.below(2):
            return others[rng.below(len(others))]
        return choose_attack(state, moves)

    def weigh(self, state: PokemonState, moves: list[PokemonMove]) -> list[float]:
        """Returns what each move leads to at the end of the turn, as the sharp player rates it."""
        judge = Judge(self.game, state.seat, TUNED)
        return [judge.value(judge.after(state, move, False)) for move in moves]

    def horizon(self) -> int:
        return HORIZON

    def estimate(self, state: PokemonState) -> list[float]:
        """Returns how the match stands at the end of this turn, by the rating of the sharp player.

        The turn is ended quickly first: the middle of a turn cannot be compared with its end.
        """
        state = state.clone()
        for _ in range(QUICK_MOVES):
            move = quick_move(state)
            if move is None:
                break
            self.game.play(state, move)
        judge = Judge(self.game, state.active, TUNED)
        points = judge.value(judge.ahead(state)) - HEAD_START
        share = 0.95 * math.tanh(points / ALL_BUT_WON)
        return [share, -share] if judge.seat == 0 else [-share, share]


def quick_move(s: PokemonState) -> PokemonMove | None:
    """Returns a move that hardly ever hurts: an evolution, a Pokémon for the Bench, Energy."""
    if s.phase != MAIN or s.stack or s.over:
        return None
    attach: PokemonMove | None = None
    for move in list_moves(s):
        if isinstance(move, (Evolve, Bench)):
            return move
        if isinstance(move, Attach) and attach is None:
            attach = move
    return attach


def is_wise(s: PokemonState, move: PokemonMove) -> bool:
    """Tells whether a playout may play a card: none that empties the deck."""
    return len(pile(s, DECK, s.seat)) > LOW_DECK or isinstance(move, UsePower)


def choose_attachment(s: PokemonState, moves: list[PokemonMove], rng: Rng) -> PokemonMove | None:
    """Picks an attachment: to the Active if one of its attacks lacks Energy, else any."""
    found: list[PokemonMove] = []
    front: list[PokemonMove] = []
    for move in moves:
        if isinstance(move, Attach):
            found.append(move)
            if move.spot == 0:
                front.append(move)
    if not found:
        return None
    for number in cards.CARD_ATTACKS[active(s, s.seat).kind]:
        if not can_pay(s, active(s, s.seat), cards.ATTACKS[number]):
            return front[rng.below(len(front))]
    return found[rng.below(len(found))]


def choose_attack(s: PokemonState, moves: list[PokemonMove]) -> PokemonMove:
    """Picks the attack with the most damage; ends the turn if there is none."""
    best = moves[-1]
    most = -1.0
    for move in moves:
        if isinstance(move, Attack):
            number = cards.CARD_ATTACKS[active(s, s.seat).kind][move.index(s, s.seat)]
            value = estimate(s, s.seat, cards.ATTACKS[number], EXPECTED)
            if value > most:
                best, most = move, value
    return best


def expectation(s: PokemonState) -> float:
    """Estimates what seat 0 can expect, from -1 to 1."""
    value = 0.0
    for seat in (0, 1):
        sign = 1.0 if seat == 0 else -1.0
        hp = energy = 0
        for pokemon in pokemon_of(s, seat):
            hp += max(0, cards.HP[pokemon.kind] - pokemon.damage)
            energy += len(pokemon.energy)
        value += sign * (HP_SHARE * hp / 100.0 + ENERGY_SHARE * energy)
        value -= sign * PRIZE_SHARE * len(pile(s, PRIZES, seat))
        if not bench(s, seat):
            value -= sign * NO_BENCH
    return max(-0.95, min(0.95, value))
