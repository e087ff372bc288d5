"""What a move is worth in a fight, by what it changes.

The greedy player plays the best move by these values, and they guide the searches. Values are in
HP of the player: a point of unblocked damage counts 1.

What poison is going to do counts at once. The choices that the Silent is asked for, which cards to
discard, retain, set up or repeat, are ranked by what the cards are good for: a look ahead does not
tell them apart.
"""

from dataclasses import dataclass
from typing import Final

from kibitz.agents.beam import BeamAgent, Planner
from kibitz.agents.greedy import GreedyAgent, Scorer, name_changes
from kibitz.agents.weights import changed, weight, with_options
from kibitz.core.agent import Observation, Policy, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import declare_types
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Real
from kibitz.games.spire import cards, powers
from kibitz.games.spire.cards import FACE_MASK, SILENT, Op
from kibitz.games.spire.gear import EMPTY_SLOT
from kibitz.games.spire.monsters import FROM_MEMORY, MONSTER_KINDS, THE_GUARDIAN
from kibitz.games.spire.moves import END, Choose, End, Play
from kibitz.games.spire.rules.combat import EXPLOSION, cost_of, monster_damage
from kibitz.games.spire.rules.playing import WARP_CARDS, can_be_played
from kibitz.games.spire.state import (
    HIDDEN,
    TO_DISCARD,
    TO_DRAW_TOP,
    TO_REPEAT,
    TO_RETAIN,
    WON,
    Fight,
    Monster,
)


@dataclass
class Rating:
    """What a fight is rated by for the greedy player and fights played on, in HP of the player.

    The defaults were found by an evolution whose script was not kept; `kibitz tune spire greedy`
    tunes the same numbers. Those for the Silent, from `poison` to `set_up`, were set by hand. See
    the page of the planner.
    """

    monster_hp: float = weight(0.35, "each HP of a monster", Real(0.1, 2.0, log=True))
    monster_alive: float = weight(11.2, "each living monster", Real(1.0, 40.0, log=True))
    to_come: float = weight(
        0.58, "each HP of damage announced that is not blocked yet", Real(0.2, 2.0, log=True)
    )
    spare_block: float = weight(0.2, "each point of block above that", Real(0.0, 0.5))
    vulnerable: float = weight(
        3.1, "each turn that a monster is vulnerable", Real(0.5, 8.0, log=True)
    )
    weak: float = weight(0.85, "each turn that a monster is weak", Real(0.2, 5.0, log=True))
    strength: float = weight(7.0, "each Strength, for each turn to come", Real(1.0, 20.0, log=True))
    dexterity: float = weight(
        4.5, "each Dexterity, for each turn to come", Real(1.0, 20.0, log=True)
    )
    power: float = weight(11.0, "each power that goes on working", Real(1.0, 30.0, log=True))
    hand: float = weight(0.38, "each card in hand", Real(0.1, 2.0, log=True))
    energy: float = weight(0.27, "each energy spent", Real(0.1, 2.0, log=True))
    potion: float = weight(9.0, "each potion in the belt")
    monster_strength: float = weight(
        0.27, "each Strength of a monster, for each turn after the next", Real(0.0, 3.0)
    )
    time_warp: float = weight(
        8.0, "a turn that Time Warp is going to end; each card played brings it closer"
    )
    poison: float = weight(0.28, "each HP that poison is going to take")
    poison_turns: int = weight(6, "no more turns of poison are counted")
    corpse_explosion: float = weight(
        0.1, "each HP that exploding corpses can take from other monsters"
    )
    after_image: float = weight(11.0, "each After Image, for each turn to come")
    thousand_cuts: float = weight(9.0, "each A Thousand Cuts, for each turn to come")
    noxious_fumes: float = weight(5.0, "each Noxious Fumes, for each turn to come")
    infinite_blades: float = weight(9.0, "each Infinite Blades, for each turn to come")
    accuracy: float = weight(2.0, "each Accuracy, for each turn to come")
    envenom: float = weight(9.0, "each Envenom, for each turn to come")
    tools: float = weight(8.0, "each Tools of the Trade, for each turn to come")
    well_laid_plans: float = weight(6.0, "each Well-Laid Plans, for each turn to come")
    wraith_form: float = weight(5.0, "what each Wraith Form costs, for each turn to come")
    energized: float = weight(2.0, "each energy more in the next turn")
    next_draw: float = weight(1.0, "each card more in the next turn")
    next_block: float = weight(0.3, "each point of block that there is in the next turn")
    phantasmal: float = weight(4.0, "each turn to come of double damage")
    burst: float = weight(3.0, "each skill that Burst is going to repeat")
    choked: float = weight(0.4, "each HP that a choked monster loses with a card")
    shiv: float = weight(0.6, "each Shiv in hand")
    nightmare: float = weight(0.3, "each point that a card copied by Nightmare is worth")
    set_up: float = weight(0.3, "each point that a card set up is worth")
    victory: float = weight(60.0, "the fight is won")
    death: float = weight(500.0, "the player dies: more than all the rest together")


TUNED_RATING: Final = Rating()


# Poison.


def poison_loss(monster: Monster, turns: int) -> int:
    """Returns the HP that a monster loses to its poison within a number of turns.

    Poison takes as many HP as there is of it, and then one less every turn.
    """
    amount = monster.powers[powers.POISON]
    if amount <= 0 or not monster.alive:
        return 0
    ticks = min(amount, turns)
    if monster.powers[powers.INTANGIBLE]:
        return min(ticks, monster.hp)
    return min(ticks * amount - ticks * (ticks - 1) // 2, monster.hp)


def dies_of_poison(monster: Monster) -> bool:
    """Tells whether poison kills a living monster at the start of the monsters' next turn."""
    return poison_loss(monster, 1) >= monster.hp > 0


def loses_move(monster: Monster) -> bool:
    """Tells whether poison keeps a monster from the move that it has announced.

    It dies first, or it loses so many HP that it splits or, like the Guardian, closes up.
    """
    own = monster.powers
    if not own[powers.POISON]:
        return False
    lost = poison_loss(monster, 1)
    if lost >= monster.hp:
        return True
    if own[powers.SPLIT]:
        return 2 * (monster.hp - lost) <= monster.max_hp
    return monster.kind == THE_GUARDIAN and 0 < own[powers.MODE_SHIFT] <= lost


def explosion(s: Fight) -> int:
    """Returns the damage of the corpses that explode when poison kills their monsters."""
    total = 0
    for monster in s.monsters:
        if monster.alive and monster.powers[powers.CORPSE_EXPLOSION] and dies_of_poison(monster):
            total += monster.max_hp * monster.powers[powers.CORPSE_EXPLOSION]
    return total


def falls(monster: Monster, blast: int) -> bool:
    """Tells whether a living monster dies before it acts: of its poison, or with the explosion."""
    if dies_of_poison(monster):
        return True
    # Block is gone by then, unless Barricade keeps it.
    block = monster.block if monster.powers[powers.BARRICADE] else 0
    return blast > 0 and monster.hp - poison_loss(monster, 1) + block <= blast


def all_fall(s: Fight) -> bool:
    """Tells whether the fight is won by ending the turn: every living monster dies of poison.

    Minions leave with the others.
    """
    if s.over:
        return False
    poisoned = False
    for monster in s.monsters:
        poisoned = poisoned or (monster.alive and dies_of_poison(monster))
    if not poisoned:
        return False
    blast = explosion(s)
    living = [each for each in s.monsters if each.alive]
    leaders = [each for each in living if not each.powers[powers.MINION]]
    return not [each for each in leaders or living if not falls(each, blast)]


def corpse_loss(s: Fight) -> int:
    """Returns the HP that exploding corpses can take from other monsters, now or later."""
    total = 0
    for place, monster in enumerate(s.monsters):
        times = monster.powers[powers.CORPSE_EXPLOSION]
        if monster.alive and times:
            for other, each in enumerate(s.monsters):
                if each.alive and other != place:
                    total += min(each.hp, monster.max_hp * times)
    return total


# What a card is worth by the steps printed on it.
A_HIT_OF_ALL: Final = 1.5
A_POISON: Final = 2.0
A_DEBUFF: Final = 3.0
A_DRAW: Final = 3.0
AN_ENERGY: Final = 4.0
A_SHIV: Final = 4.0
A_POWER: Final = 12.0
# A number that is known only when the card is played.
SOME: Final = 2
MOST_STACKS: Final = 3
# Keeping a card that only clogs the hand, or that wants to be discarded.
TROUBLE: Final = -10.0
WANTS_OUT: Final = -20.0
# Keeping a card that leaves by itself, or that cannot be played in this turn.
LEAVES: Final = 0.5
STUCK: Final = 1.0
# How much of its worth counts for a card that cannot be played now.
LITTLE: Final = 0.01
# Copies that cost nothing are all played, those that cost 2 or more are not.
REPEATED_FREE: Final = 1.5
REPEATED_DEAR: Final = 0.6


def amount_of(number: int) -> int:
    """Returns a number of a step, or a guess where it is known only in play."""
    return SOME if number <= cards.KNOWN_LATER else max(0, number)


def step_worth(op: Op) -> float:
    """Returns what a step of a card is worth."""
    n = amount_of(op.n)
    if op.code == cards.DAMAGE:
        hits = amount_of(op.hits)
        return n * hits * (A_HIT_OF_ALL if op.to == cards.AT_ALL else 1.0)
    if op.code == cards.BLOCK:
        return float(n)
    if op.code == cards.DRAW:
        return A_DRAW * n
    if op.code == cards.ENERGY:
        return AN_ENERGY * n
    if op.code == cards.ADD_CARD:
        return A_SHIV * n
    if op.code == cards.APPLY and op.to != cards.AT_SELF:
        if op.power == powers.POISON:
            return A_POISON * n * amount_of(op.hits)
        return A_DEBUFF * min(n, MOST_STACKS)
    return 0.0


def printed_worth(side: int) -> float:
    """Returns what playing a card is worth, by what is printed on it."""
    total = A_POWER if cards.KINDS[side] == cards.POWER else 0.0
    for op in cards.EFFECTS[side]:
        total += step_worth(op)
    return total


# By face.
WORTH: Final = [printed_worth(side) for side in range(len(cards.NAMES))]


def is_trouble(card: int) -> bool:
    """Tells whether a card is a curse or a status."""
    return cards.KINDS[card & FACE_MASK] >= cards.STATUS


def is_playable(s: Fight, card: int) -> bool:
    """Tells whether a card of the hand can be played with the energy that is left."""
    return cost_of(s, card) <= s.energy and can_be_played(s, card)


def keeping(s: Fight, card: int) -> float:
    """Returns what it is worth to keep a card in this turn instead of discarding it."""
    side = card & FACE_MASK
    if cards.ACTS_WHEN_DISCARDED[side]:
        return WANTS_OUT
    if is_trouble(card):
        return LEAVES if cards.FLAGS[side] & cards.ETHEREAL else TROUBLE
    if not is_playable(s, card):
        return STUCK + LITTLE * WORTH[side]
    return STUCK + WORTH[side]


def retaining(card: int) -> float:
    """Returns what it is worth to have a card in the next hand, too."""
    return TROUBLE if is_trouble(card) else WORTH[card & FACE_MASK]


def repeating(card: int) -> float:
    """Returns what it is worth to have copies of a card in the next turn."""
    side = card & FACE_MASK
    if is_trouble(card) or cards.COSTS[side] == cards.UNPLAYABLE:
        return TROUBLE
    if cards.card_cost(card) == 0:
        return REPEATED_FREE * WORTH[side]
    return WORTH[side] * (REPEATED_DEAR if cards.card_cost(card) > 1 else 1.0)


def setting_up(card: int) -> float:
    """Returns what it is worth to draw a card next turn that costs nothing then."""
    side = card & FACE_MASK
    if is_trouble(card) or cards.COSTS[side] == cards.UNPLAYABLE:
        return TROUBLE
    return AN_ENERGY * max(0, cards.card_cost(card & ~cards.FREE_ONCE)) + LITTLE * WORTH[side]


def is_ranked(s: Fight) -> bool:
    """Tells whether the choice that is asked for is one of those ranked here."""
    if s.choice == TO_DRAW_TOP:  # Setup; Warcry and Headbutt are left to the search
        return s.lasts == cards.UNTIL_PLAYED
    return s.choice in (TO_DISCARD, TO_RETAIN, TO_REPEAT)


def choice_worth(s: Fight, move: Move[Fight]) -> float:
    """Returns what an answer to a ranked choice is worth; choosing no more is worth 0."""
    if not isinstance(move, Choose):
        return 0.0
    card = move.number
    if s.choice == TO_DISCARD:
        return -keeping(s, card)
    if s.choice == TO_RETAIN:
        return retaining(card)
    if s.choice == TO_REPEAT:
        return repeating(card)
    return setting_up(card) - (keeping(s, card) if is_playable(s, card) else 0.0)


def best_choice(s: Fight, moves: list[Move[Fight]]) -> Move[Fight]:
    """Returns the best answer to a ranked choice; among equals the first."""
    best, most = moves[0], choice_worth(s, moves[0])
    for move in moves[1:]:
        worth = choice_worth(s, move)
        if worth > most:
            best, most = move, worth
    return best


# No more turns of a debuff count.
TURNS_THAT_COUNT: Final = 3

# What a fight is rated by, in the order of `rate`, and what it means if a term rises or falls.
RATED: Final = (
    ("victory", "you win", "you die"),
    ("your HP", "you heal", "you lose HP"),
    ("damage to come", "less damage gets through this turn", "more damage gets through this turn"),
    ("monsters' HP", "the monsters lose HP or block", "the monsters gain HP or block"),
    ("monsters alive", "fewer monsters are left", "more monsters are left"),
    (
        "vulnerable",
        "the monsters are Vulnerable for longer",
        "the monsters are Vulnerable for less long",
    ),
    ("weak", "the monsters are Weak for longer", "the monsters are Weak for less long"),
    ("strength", "you gain Strength or Dexterity", "you lose Strength or Dexterity"),
    ("powers", "a power works for you from now on", "a power stops working for you"),
    ("spare block", "you have block to spare", "you have less block to spare"),
    ("cards and energy", "more cards and energy to use", "it takes cards and energy"),
    ("potions", "you gain a potion", "you use up a potion"),
    ("monsters' strength", "the monsters lose Strength", "the monsters gain Strength"),
    ("poison", "poison will take more HP", "poison will take less HP"),
    ("next turn", "the next turn is prepared", "less is prepared for the next turn"),
    ("time warp", "Time Warp counts anew", "Time Warp is closer to ending a turn"),
)
TERMS: Final = [term for term, _, _ in RATED]
WORDS: Final = [(more, less) for _, more, less in RATED]
# Powers that go on working in every turn.
LASTING: Final = (
    powers.METALLICIZE, powers.PLATED_ARMOR, powers.BARRICADE, powers.DEMON_FORM,
    powers.FEEL_NO_PAIN, powers.DARK_EMBRACE, powers.CORRUPTION, powers.BRUTALITY, powers.BERSERK,
    powers.EVOLVE, powers.FIRE_BREATHING, powers.COMBUST, powers.JUGGERNAUT, powers.RUPTURE,
    powers.PANACHE, powers.SADISTIC, powers.MAGNETISM, powers.MAYHEM, powers.THE_BOMB,
    powers.RITUAL, powers.REGENERATION, powers.ARTIFACT, powers.BUFFER, powers.THORNS,
    powers.INTANGIBLE,
)  # fmt: skip


# What is going to happen.


def announced(s: Fight, monster: Monster) -> int:
    """Returns the damage that a monster has announced, before block.

    An explosion counts when Explosive has counted down to it. A monster that poison keeps from its
    move does no damage.
    """
    if not monster.alive or loses_move(monster):
        return 0
    base, hits = monster.damage, monster.hits
    if monster.kind < len(MONSTER_KINDS) and monster.move >= 0:
        move = MONSTER_KINDS[monster.kind].moves[monster.move]
        base, hits = move.damage[s.ascension], monster.remembered(move.hits[s.ascension])
        if base == FROM_MEMORY:
            base = 6 if monster.memory == HIDDEN else monster.memory
    exploding = EXPLOSION if monster.powers[powers.EXPLOSIVE] == 1 else 0
    return exploding + (0 if base < 0 else hits * monster_damage(s, monster, base))


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
    hp = alive = vulnerable = weak = strong = poisoned = warp = 0
    for monster in s.monsters:
        if monster.alive:
            hp += monster.hp + monster.block
            alive += 1
            own = monster.powers
            vulnerable += min(own[powers.VULNERABLE], TURNS_THAT_COUNT)
            weak += min(own[powers.WEAK], TURNS_THAT_COUNT)
            strong += own[powers.STRENGTH]
            warp += max(0, own[powers.TIME_WARP] - 1)
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
        -r.time_warp * warp / WARP_CARDS,
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


def compared(s: Fight, after: Fight) -> Fight:
    """Returns the fight that the one after a move is compared with, where ending the turn counts 0.

    It is the fight before. But if the move ended the turn, as the 12th card does against Time Warp,
    it is the fight after ending the turn without it: the monsters would have moved anyway.
    """
    died = after.over and after.hp <= 0
    if s.choice or (after.turn == s.turn and not died):
        return s
    ended = s.clone()
    END.apply(ended, 0)
    return ended


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
            later = state.clone()
            seen.game.play(later, move)
            before = rate(compared(state, later), self.rating)
            after = rate(later, self.rating)
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


GREEDY: Final = GreedyMaker()


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
                other = compared(state, after)
                value = balance(after) - (before if other is state else balance(other))
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


declare_types(make_beam, ms="int | None")
