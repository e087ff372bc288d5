"""What a move is worth in a fight, by what it changes.

The greedy player plays the best move by these values, and they guide the searches. Values are in
HP of the player: a point of unblocked damage counts 1.
"""

from typing import Final

from kibitz.agents.beam import BeamAgent, Planner
from kibitz.agents.greedy import GreedyAgent, Scorer, name_changes
from kibitz.agents.weights import changed, with_options
from kibitz.core.agent import Observation, Policy, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Range, Real
from kibitz.games.spire.agents.choices import (
    best_choice,
    choice_worth,
    is_ranked,
    repeating,
    setting_up,
)
from kibitz.games.spire.agents.poison import (
    all_fall,
    corpse_loss,
    dies_of_poison,
    explosion,
    falls,
    loses_move,
    poison_loss,
)
from kibitz.games.spire.agents.weights import TUNED_RATING, Rating
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers
from kibitz.games.spire.cards.catalogue import SILENT
from kibitz.games.spire.cards.monsters import FROM_MEMORY, MONSTER_KINDS
from kibitz.games.spire.cards.potions import EMPTY_SLOT
from kibitz.games.spire.moves import End, Play
from kibitz.games.spire.rules.combat import cost_of, monster_damage
from kibitz.games.spire.state import HIDDEN, WON, Fight, Monster

# No more turns of a debuff count.
TURNS_THAT_COUNT: Final = 3

# What a fight is rated by, in the order of `rate`.
TERMS: Final = (
    "victory",
    "your HP",
    "damage to come",
    "monsters' HP",
    "monsters alive",
    "vulnerable",
    "weak",
    "strength",
    "powers",
    "spare block",
    "cards and energy",
    "potions",
    "monsters' strength",
    "poison",
    "next turn",
)
# What each term means if it rises, and if it falls.
WORDS: Final = (
    ("you win", "you die"),
    ("you heal", "you lose HP"),
    ("less damage gets through this turn", "more damage gets through this turn"),
    ("the monsters lose HP or block", "the monsters gain HP or block"),
    ("fewer monsters are left", "more monsters are left"),
    ("the monsters are Vulnerable for longer", "the monsters are Vulnerable for less long"),
    ("the monsters are Weak for longer", "the monsters are Weak for less long"),
    ("you gain Strength or Dexterity", "you lose Strength or Dexterity"),
    ("a power works for you from now on", "a power stops working for you"),
    ("you have block to spare", "you have less block to spare"),
    ("more cards and energy to use", "it takes cards and energy"),
    ("you gain a potion", "you use up a potion"),
    ("the monsters lose Strength", "the monsters gain Strength"),
    ("poison will take more HP", "poison will take less HP"),
    ("the next turn is prepared", "less is prepared for the next turn"),
)
# Powers that go on working in every turn.
LASTING: Final = (
    powers.METALLICIZE,
    powers.PLATED_ARMOR,
    powers.BARRICADE,
    powers.DEMON_FORM,
    powers.FEEL_NO_PAIN,
    powers.DARK_EMBRACE,
    powers.CORRUPTION,
    powers.BRUTALITY,
    powers.BERSERK,
    powers.EVOLVE,
    powers.FIRE_BREATHING,
    powers.COMBUST,
    powers.JUGGERNAUT,
    powers.RUPTURE,
    powers.PANACHE,
    powers.SADISTIC,
    powers.MAGNETISM,
    powers.MAYHEM,
    powers.THE_BOMB,
    powers.RITUAL,
    powers.REGENERATION,
    powers.ARTIFACT,
    powers.BUFFER,
    powers.THORNS,
    powers.INTANGIBLE,
)


# What is going to happen.


def announced(s: Fight, monster: Monster) -> int:
    """Returns the damage that a monster has announced, before block.

    A monster that poison keeps from its move does no damage.
    """
    if not monster.alive or loses_move(monster):
        return 0
    base, hits = monster.damage, monster.hits
    if monster.kind < len(MONSTER_KINDS) and monster.move >= 0:
        move = MONSTER_KINDS[monster.kind].moves[monster.move]
        base, hits = move.damage[s.ascension], move.hits
        if base == FROM_MEMORY:
            base = 6 if monster.memory == HIDDEN else monster.memory
    return 0 if base < 0 else hits * monster_damage(s, monster, base)


def incoming(s: Fight) -> int:
    """Returns the damage that all monsters have announced, before block."""
    total = 0
    blast = explosion(s)
    for monster in s.monsters:
        if not blast or not falls(monster, blast):
            total += announced(s, monster)
    return total


# Rating.


def rate(s: Fight, r: Rating = TUNED_RATING) -> list[float]:
    """Rates a fight for the player, term by term."""
    hp = alive = vulnerable = weak = strong = poisoned = 0
    for monster in s.monsters:
        if monster.alive:
            hp += monster.hp + monster.block
            alive += 1
            own = monster.powers
            vulnerable += min(own[powers.VULNERABLE], TURNS_THAT_COUNT)
            weak += min(own[powers.WEAK], TURNS_THAT_COUNT)
            strong += own[powers.STRENGTH]
            if own[powers.POISON]:
                poisoned += poison_loss(monster, r.poison_turns)
                alive -= dies_of_poison(monster)
    attack = 0 if s.over else incoming(s)
    wins = s.reason == WON or (poisoned > 0 and all_fall(s))
    won = r.victory if wins else -r.death if s.over and s.hp <= 0 else 0.0
    lasting = 0
    for power in LASTING:
        if s.powers[power]:
            lasting += 1
    belt = 0
    for potion in s.potions:
        if potion != EMPTY_SLOT:
            belt += 1
    return [
        won,
        float(s.hp),
        -to_come(s, attack, r),
        -r.monster_hp * hp,
        -r.monster_alive * alive,
        r.vulnerable * vulnerable,
        r.weak * weak,
        r.strength * s.powers[powers.STRENGTH] + r.dexterity * s.powers[powers.DEXTERITY],
        r.power * lasting + silent_powers(s, r),
        r.spare_block * max(0, s.block - attack),
        r.hand * len(s.hand) + r.energy * s.energy + this_turn(s, r),
        r.potion * belt,
        -r.monster_strength * strong,
        r.poison * poisoned + r.corpse_explosion * corpse_loss(s),
        next_turn(s, attack, r),
    ]


def silent_powers(s: Fight, r: Rating) -> float:
    """Rates the powers of the Silent that go on working in every turn, stack by stack."""
    own = s.powers
    return (
        r.after_image * own[powers.AFTER_IMAGE]
        + r.thousand_cuts * own[powers.THOUSAND_CUTS]
        + r.noxious_fumes * own[powers.NOXIOUS_FUMES]
        + r.infinite_blades * own[powers.INFINITE_BLADES]
        + r.accuracy * own[powers.ACCURACY]
        + r.envenom * own[powers.ENVENOM]
        + r.tools * own[powers.TOOLS_OF_THE_TRADE]
        + r.well_laid_plans * own[powers.RETAIN_CARDS]
        + r.wraith_form * own[powers.WRAITH_FORM]  # its amount is below 0
    )


def this_turn(s: Fight, r: Rating) -> float:
    """Rates what the Silent can still use in this turn: Shivs, Burst, a choked monster."""
    if s.character != SILENT:  # the rating of the Ironclad was tuned without it
        return 0.0
    shivs = skills = 0
    for card in s.hand:
        side = card & cards.FACE_MASK
        shivs += side & ~1 == cards.SHIV
        skills += cards.KINDS[side] == cards.SKILL and cost_of(s, card) <= s.energy
    found = r.shiv * shivs + r.burst * min(skills, s.powers[powers.BURST])
    for monster in s.monsters:
        if monster.alive and monster.powers[powers.CHOKED]:
            found += r.choked * monster.powers[powers.CHOKED] * min(len(s.hand), s.energy + shivs)
    return found


def next_turn(s: Fight, attack: int, r: Rating) -> float:
    """Rates what the Silent has prepared for the next turn."""
    if s.character != SILENT:
        return 0.0
    own = s.powers
    block = own[powers.NEXT_TURN_BLOCK]
    if own[powers.BLUR]:
        block += max(0, s.block - attack)
    found = (
        r.energized * own[powers.ENERGIZED]
        + r.next_draw * own[powers.DRAW_CARD]
        + r.next_block * block
        + r.phantasmal * own[powers.PHANTASMAL]
    )
    for card in s.nightmares:
        found += r.nightmare * repeating(card)
    if s.known_top and s.draw[-1] & cards.FREE_ONCE:
        found += r.set_up * setting_up(s.draw[-1])
    return found


def to_come(s: Fight, attack: int, r: Rating) -> float:
    """Rates the damage to come: what the block leaves of it, and death if that is too much."""
    left = max(0, attack - s.block)
    return r.to_come * left + (r.death / 2 if left >= s.hp and not s.over else 0.0)


def balance(s: Fight, r: Rating = TUNED_RATING) -> float:
    """Rates a fight for the player."""
    total = 0.0
    for amount in rate(s, r):
        total += amount
    return total


class Worth(Scorer[Fight, Fight]):
    """Adds up what a move changes, in fights that look the same to the player.

    Attributes:
        worlds: how many of them to try; more than one matters for draws and dice.
    """

    def __init__(self, worlds: int = 4, rating: Rating = TUNED_RATING) -> None:
        if worlds < 1:
            raise ValueError(f"invalid worlds={worlds}: expected 1 or more")
        self.worlds: Final = worlds
        self.rating: Final = rating

    def reasons(self, seen: Observation[Fight, Fight], move: Move[Fight]) -> list[Reason]:
        """Lists every term that the move changes; ending the turn counts 0."""
        if isinstance(move, End):
            return [Reason("wait", 0.0, "ends the turn")]
        if is_ranked(seen.view):
            return [Reason("choice", choice_worth(seen.view, move), "by what the card is good for")]
        changes = [0.0] * len(TERMS)
        for index in range(self.worlds):
            # Named streams leave `seen.rng` as it is: every move meets the same worlds.
            state = seen.game.sample(seen.view, seen.rng.child(f"world {index}"))
            before = rate(state, self.rating)
            seen.game.play(state, move)
            after = rate(state, self.rating)
            for term in range(len(TERMS)):
                changes[term] += (after[term] - before[term]) / self.worlds
        return name_changes(TERMS, WORDS, changes)

    def unit(self, game: Game[Fight, Fight]) -> str:
        """Returns that a point of HP counts 1."""
        return "HP"


class GreedyMaker:
    """Makes greedy players; every weight of the rating is an option beside the worlds."""

    def __init__(self) -> None:
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({"worlds": 4}, TUNED_RATING)

    def __call__(self, worlds: int = 4, **weights: object) -> GreedyAgent[Fight, Fight]:
        """Makes a greedy player.

        Args:
            worlds: in how many worlds each move is tried.
            weights: the weights that differ from the usual ones.
        """
        return GreedyAgent(Worth(worlds, changed(TUNED_RATING, weights)))


# What there is to tune in the greedy player; the fights that `expert` plays on use the same rating.
GREEDY_RANGES: Final[dict[str, Range]] = {
    "monster_hp": Real(0.1, 2.0, log=True),
    "monster_alive": Real(1.0, 40.0, log=True),
    "to_come": Real(0.2, 2.0, log=True),
    "spare_block": Real(0.0, 0.5),
    "vulnerable": Real(0.5, 8.0, log=True),
    "weak": Real(0.2, 5.0, log=True),
    "strength": Real(1.0, 20.0, log=True),
    "dexterity": Real(1.0, 20.0, log=True),
    "power": Real(1.0, 30.0, log=True),
    "hand": Real(0.1, 2.0, log=True),
    "energy": Real(0.1, 2.0, log=True),
    "monster_strength": Real(0.0, 3.0),
}


# Searches.


class Instinct(Policy[Fight]):
    """What searches are told: sensible moves for playouts, and what moves change."""

    def __init__(self, game: Game[Fight, Fight]) -> None:
        self.game: Final = game

    def choose(self, state: Fight, rng: Rng) -> Move[Fight] | None:
        """Picks a random card that can be played; block only where there is damage to block.

        A card is worth more than an end of turn, and potions are left to the search. What to
        discard or to retain is picked by what the cards are good for.
        """
        if state.choice:
            return best_choice(state, self.game.legal(state)) if is_ranked(state) else None
        moves = self.game.legal(state)
        need = state.block < incoming(state)
        found: list[Move[Fight]] = []
        for move in moves:
            if isinstance(move, Play):
                side = move.number & cards.FACE_MASK
                if need or cards.KINDS[side] != cards.SKILL or not only_blocks(side):
                    found.append(move)
        return found[rng.below(len(found))] if found else moves[-1]

    def weigh(self, state: Fight, moves: list[Move[Fight]]) -> list[float]:
        """Returns what each move changes; ending the turn counts 0."""
        if is_ranked(state):
            return [choice_worth(state, move) for move in moves]
        before = balance(state)
        values: list[float] = []
        for move in moves:
            value = 0.0
            if not isinstance(move, End):
                after = state.clone()
                self.game.play(after, move)
                value = balance(after) - before
            values.append(value)
        return values

    def horizon(self) -> int:
        """Stops playouts after some turns."""
        return HORIZON

    def estimate(self, state: Fight) -> list[float]:
        """Returns how the fight stands."""
        return [standing(state)]


HORIZON: Final = 24
# What a turn of the player does to the monsters, and what they do to the player, for `standing`.
DAMAGE_A_TURN: Final = 13.0
LOSS_A_TURN: Final = 4.5
MORE_MONSTERS: Final = 2.0
# How many turns of poison count for `standing`.
POISON_TURNS: Final = 5


def only_blocks(side: int) -> bool:
    """Tells whether a card does nothing but block."""
    for op in cards.EFFECTS[side]:
        if op.code != cards.BLOCK:
            return False
    return len(cards.EFFECTS[side]) > 0


def standing(s: Fight) -> float:
    """Estimates the share of HP that the player is going to keep; below 0 for a likely defeat."""
    hp = alive = 0
    for monster in s.monsters:
        if monster.alive:
            hp += monster.hp + monster.block - poison_loss(monster, POISON_TURNS)
            alive += 1
    strength = s.powers[powers.STRENGTH]
    turns = hp / max(4.0, DAMAGE_A_TURN + 2.0 * strength)
    loss = max(0, incoming(s) - s.block) + turns * (LOSS_A_TURN + MORE_MONSTERS * (alive - 1))
    return max(-1.0, min(1.0, (s.hp - loss) / s.max_hp))


class TurnPlanner(Planner[Fight, Fight]):
    """Plans the rest of the turn, up to the monsters' moves."""

    def unit(self, game: Game[Fight, Fight]) -> str:
        """Returns that a point of HP counts 1."""
        return "HP"

    def stops(self, game: Game[Fight, Fight], start: Fight, state: Fight, seat: int) -> bool:
        """Tells whether the turn is over."""
        return state.turn != start.turn

    def evaluate(
        self,
        game: Game[Fight, Fight],
        state: Fight,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        """Rates the fight, term by term."""
        return [
            Reason(term, amount, "")
            for term, amount in zip(TERMS, rate(state), strict=True)
            if amount
        ]


def make_beam(
    width: int = 8, depth: int = 6, worlds: int = 6, nodes: int = 3000, ms: int | None = None
) -> BeamAgent[Fight, Fight]:
    """Makes the player that plans its turn."""
    return BeamAgent(TurnPlanner(), width, (12, 10, 7, 5, 4), depth, worlds, nodes, ms)
