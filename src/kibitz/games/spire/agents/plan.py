"""The planner: a beam search over the rest of the turn, with at most one potion.

A line is worth what it has done and what the monsters do after it, in sampled worlds. Cards that a
line draws are not planned with: nobody knows them yet. Potions come first in a line or not at all,
and the line with the best one must be clearly better than the best without.

Lines can also be compared by playing the fight to its end after them, again and again, in sampled
worlds. The HP that are kept on average tell more about a plan than any count of damage and block.
"""

import time
from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.agents.beam import Line, Planner, add_up
from kibitz.core.agent import Observation, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.spire import cards, powers
from kibitz.games.spire.agents import danger, policy
from kibitz.games.spire.agents.danger import PotionScorer, Weights
from kibitz.games.spire.agents.policy import TUNED_RATING, Rating
from kibitz.games.spire.cards import FACE_MASK, SILENT, Op
from kibitz.games.spire.gear import FAIRY
from kibitz.games.spire.monsters import AWAKENED_ONE
from kibitz.games.spire.moves import END, Choose, End, Play, UsePotion, card_word, list_moves
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.rules.playing import can_be_played
from kibitz.games.spire.state import LOST, TO_RETAIN, WON, Fight, Monster

# The powers that count for each turn to come.
LASTING: Final = (
    powers.AFTER_IMAGE,
    powers.THOUSAND_CUTS,
    powers.NOXIOUS_FUMES,
    powers.INFINITE_BLADES,
    powers.ACCURACY,
    powers.ENVENOM,
    powers.TOOLS_OF_THE_TRADE,
    powers.RETAIN_CARDS,
    powers.WRAITH_FORM,  # its amount is below 0
)


def shivs_in(pile: list[int]) -> int:
    """Counts the Shivs of a pile."""
    count = 0
    for card in pile:
        count += card & FACE_MASK & ~1 == cards.SHIV
    return count


def poison_kills(start: Fight, done: Fight) -> int:
    """Counts the monsters of the start that live after a line and die before they act."""
    blast = policy.explosion(done)
    count = 0
    for before, now in zip(start.monsters, done.monsters[: len(start.monsters)], strict=True):
        count += before.alive and now.alive and policy.falls(now, blast)
    return count


def poison_reasons(start: Fight, done: Fight, turns: int, w: Weights) -> list[Reason]:
    """Lists what poison is going to take after a line, beyond what it would have taken anyway."""
    lost = 0
    for before, now in zip(start.monsters, done.monsters[: len(start.monsters)], strict=True):
        lost += policy.poison_loss(now, turns) - policy.poison_loss(before, turns)
    exploded = policy.corpse_loss(done) - policy.corpse_loss(start)
    return [
        Reason("poison", w.poison * lost, "HP that poison is going to take"),
        Reason("explosion", w.corpse_explosion * exploded, "HP that a corpse can take"),
    ]


def lasting_worth(start: Fight, done: Fight, w: Weights) -> float:
    """Returns what the powers that a line has added are worth in each turn to come."""
    own, before = done.powers, start.powers
    worth = (
        w.after_image,
        w.thousand_cuts,
        w.noxious_fumes * max(1, done.living()),
        w.infinite_blades,
        w.accuracy,
        w.envenom,
        w.tools,
        w.well_laid_plans,
        w.wraith_form,
    )
    total = 0.0
    for power, each in zip(LASTING, worth, strict=True):
        total += each * (own[power] - before[power])
    if done.character == SILENT:  # others have Thorns, too, and their weights know nothing of it
        total += w.thorns * (own[powers.THORNS] - before[powers.THORNS])
    return total


def next_turn_reasons(start: Fight, done: Fight, later: Fight, w: Weights) -> list[Reason]:
    """Lists what a line has prepared for the next turn; only for the Silent."""
    if done.character != SILENT:
        return []
    own, old = done.powers, start.powers
    intangible = max(0, own[powers.INTANGIBLE] - 1) - max(0, old[powers.INTANGIBLE] - 1)
    block = own[powers.NEXT_TURN_BLOCK] - old[powers.NEXT_TURN_BLOCK]
    if own[powers.BLUR] and later.turn != done.turn:
        block = later.block - old[powers.NEXT_TURN_BLOCK]
    energy = own[powers.ENERGIZED] - old[powers.ENERGIZED]
    draws = own[powers.DRAW_CARD] - old[powers.DRAW_CARD]
    double = own[powers.PHANTASMAL] - old[powers.PHANTASMAL]
    return [
        Reason("intangible", w.intangible * intangible, "turns of losing 1 HP a hit"),
        Reason("next block", w.next_block * block, "block in the next turn"),
        Reason("next energy", w.energized * energy, "energy in the next turn"),
        Reason("next cards", w.next_draw * draws, "cards in the next turn"),
        Reason("double damage", w.phantasmal * double, "turns of double damage"),
        *chosen_reasons(start, done, later, w),
    ]


def chosen_reasons(start: Fight, done: Fight, later: Fight, w: Weights) -> list[Reason]:
    """Lists what the cards are worth that were chosen for the next turn."""
    copies = set_up = kept = 0.0
    for card in done.nightmares[len(start.nightmares) :]:
        copies += policy.repeating(card)
    known = len(done.draw) - done.known_top
    for place in range(known, len(done.draw)):
        card = done.draw[place]
        if card & cards.FREE_ONCE and done.known_top > start.known_top:
            set_up += policy.setting_up(card)
    if start.choice == TO_RETAIN and later.turn != start.turn:
        for card in later.hand:
            kept += policy.retaining(card)
    return [
        Reason("copies", w.nightmare * copies, "copies of a card in the next turn"),
        Reason("set up", w.set_up * set_up, "a card that costs nothing in the next turn"),
        Reason("kept", w.kept_cards * kept, "what the next hand is good for"),
    ]


# How many moves are simulated after 0, 1, ... moves of a line, as described.
EXPAND: Final = (12, 10, 7, 5, 4)
# The longest lines, as described; what a card asks for comes on top.
MOST_CARDS: Final = 5
USUAL_CARDS: Final = 3
USUAL_ENERGY: Final = 3
# How many moves a line has at most when its next move is tried on more than one target.
MORE_TARGETS_UNTIL: Final = 1

# The act after which no more HP are few.
LAST_ACT: Final = 3
DEATH: Final = "death"
# The quick score of ending a turn that wins the fight.
WINS: Final = 1000.0
# The player's powers that count for each turn to come, beside Strength.
VALUED: Final = (
    powers.DEXTERITY, powers.DEMON_FORM, powers.METALLICIZE, powers.FEEL_NO_PAIN,
    powers.DARK_EMBRACE, powers.BARRICADE,
)  # fmt: skip


# Cards.


def quick_score(
    s: Fight, card: int, weights: Weights = danger.DESCRIBED, eager: bool = False
) -> float:
    """Scores a card without playing it.

    Args:
        s: the fight.
        card: the card.
        weights: the weights.
        eager: whether block counts as soon as there is damage to block, not only at few HP.
    """
    side = card & FACE_MASK
    score = weights.quick_free * (cost_of(s, card) == 0)
    score += weights.quick_attack * (cards.KINDS[side] == cards.ATTACK and s.living() > 0)
    damage = 0
    blocks = False
    for op in cards.EFFECTS[side]:
        if op.code == cards.DAMAGE:
            damage += max(0, op.n) * printed_hits(s, op)
        elif op.code == cards.APPLY and op.power == powers.POISON and op.base == cards.FIXED:
            score += weights.quick_poison * max(0, op.n) * op.hits
        elif op.code == cards.ADD_CARD and op.card & ~1 == cards.SHIV:
            score += weights.quick_shiv * (op.n if op.n > 0 else len(s.hand) - 1)
        blocks = blocks or op.code == cards.BLOCK
    low = s.hp < weights.quick_block_below
    if blocks and (low or (eager and policy.incoming(s) > s.block)):
        score += weights.quick_block
    return score + weights.quick_damage * damage


def printed_hits(s: Fight, op: Op) -> int:
    """Returns how often a card hits; a number that is not printed is counted in the fight."""
    if op.hits == cards.BY_ATTACKS_BEFORE:
        return s.attacks_played
    if op.hits == cards.BY_SKILLS_IN_HAND:
        return len([card for card in s.hand if cards.KINDS[card & FACE_MASK] == cards.SKILL])
    return op.hits if op.hits > 0 else s.energy


def aimed_plays(s: Fight, depth: int, weights: Weights = danger.DESCRIBED) -> list[Move[Fight]]:
    """Lists the plays of cards, each on the best target and early in a line on some more."""
    several = depth <= MORE_TARGETS_UNTIL and s.living() <= weights.targets_among
    found: list[Move[Fight]] = []
    for card, plays in danger.plays_by_card(s).items():
        if len(plays) == 1:
            found.append(plays[0])
            continue
        ops = cards.EFFECTS[card & FACE_MASK]
        if cards.DAMAGE in [op.code for op in ops]:
            ranked = danger.best_targets(s, plays, weights)
        elif cards.BY_POWER in [op.base for op in ops]:  # Catalyst
            ranked = danger.most_poisoned(s, plays)
        else:
            ranked = danger.by_threat(s, plays, weights)
        found.extend(ranked[: weights.targets if several else 1])
    return found


def longest_line(s: Fight) -> int:
    """Returns how many cards a line plays at most."""
    playable = free = 0
    plays = danger.plays_by_card(s)
    asked = policy.is_ranked(s)  # the turn goes on after the choice
    for card in s.hand:
        if card in plays or (asked and can_be_played(s, card)):
            playable += 1
            free += cost_of(s, card) == 0
    extra = max(0, s.energy - USUAL_ENERGY)
    return min(playable, USUAL_CARDS + extra + free // 2, MOST_CARDS)


# Signatures.


def signature(s: Fight) -> dict[str, Json]:
    """Writes what must be as predicted for a plan to go on without a new search."""
    found: dict[str, Json] = {
        "hand": [card_word(card) for card in s.hand],
        "energy": s.energy,
        "monsters": [[each.hp, each.block, each.move, each.alive] for each in s.monsters],
        "turn": s.turn,
    }
    poison: list[Json] = [each.powers[powers.POISON] for each in s.monsters]
    if any(poison):
        found["poison"] = poison
    return found


def has_drawn(before: Fight, now: Fight) -> bool:
    """Tells whether cards have come from the draw pile since an earlier moment of the turn."""
    if now.cards_drawn > before.cards_drawn or len(now.draw) < len(before.draw):
        return True
    # Tools of the Trade asks before the count begins; what its discard draws may need a shuffle.
    return now.cards_drawn < before.cards_drawn and len(now.discard) < len(before.discard)


def cards_drawn(before: Fight, now: Fight) -> int:
    """Returns how many cards were drawn since an earlier moment of the turn."""
    if now.cards_drawn < before.cards_drawn:  # the count has begun after Tools of the Trade
        return max(0, len(before.draw) - len(now.draw))
    return now.cards_drawn - before.cards_drawn


def warp(s: Fight) -> int:
    """Returns how far Time Warp has counted; it begins anew when it has ended a turn."""
    count = 0
    for monster in s.monsters:
        count = max(count, monster.powers[powers.TIME_WARP])
    return count


# The planner.


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnPlan(Planner[Fight, Fight]):
    """Plans the rest of one turn.

    Attributes:
        start: what the player sees now; lines are compared with it.
        weights: the weights.
        scorer: scores potions.
        first: the only first move to try; None for the best ones.
        longest: how many cards a line plays at most.
        shivs: how many Shivs are in the exhaust pile.
        turns: how many turns the fight is likely to last.
        poison_turns: how many of them count for poison.
    """

    def __init__(
        self,
        start: Fight,
        weights: Weights = danger.DESCRIBED,
        scorer: PotionScorer | None = None,
        first: Move[Fight] | None = None,
    ) -> None:
        super().__init__()
        self.start: Final = start
        self.first: Final = first
        self.weights: Final = weights
        self.scorer: Final = scorer
        self.longest: Final = longest_line(start)
        self.shivs: Final = shivs_in(start.exhaust)
        hp = 0
        for monster in start.monsters:
            if monster.alive:
                hp += monster.hp
        turns = 1 + int(hp / weights.damage_a_turn)
        self.turns: Final = min(turns, weights.most_turns)
        self.poison_turns: Final = min(turns, weights.poison_turns)

    def candidates(
        self, game: Game[Fight, Fight], state: Fight, seat: int, depth: int
    ) -> list[Move[Fight]]:
        """Lists the best plays of known cards; the first move may be a potion or end the turn."""
        if depth == 0 and self.first is not None:
            return [self.first]
        if state.choice:
            return list_moves(state)
        if depth > 0 and self.cards_of_line(state) >= self.longest:
            return []
        moves = aimed_plays(state, depth, self.weights)
        if depth > 0:
            moves = self.known(state, moves)
        scores = self.quick(game, state, moves, seat)
        order = sorted(range(len(moves)), key=lambda index: -scores[index])
        potion = self.potion(state) if depth == 0 else None
        keep = EXPAND[min(depth, len(EXPAND) - 1)] - (potion is not None)
        found = [moves[index] for index in order[:keep]]
        if potion is not None:
            found.append(potion[0])
        if depth == 0:
            found.append(END)
        return found

    def cards_of_line(self, state: Fight) -> int:
        """Counts the cards that a line has played; the Silent's Shivs come on top of its length."""
        played = state.cards_played - self.start.cards_played
        if state.character == SILENT:
            played -= shivs_in(state.exhaust) - self.shivs
        return played

    def known(self, state: Fight, moves: list[Move[Fight]]) -> list[Move[Fight]]:
        """Keeps the plays of cards that the player had when the line began."""
        if not has_drawn(self.start, state):
            return moves
        # What a discard draws is no reason to leave the rest of the hand out of the plan.
        if self.weights.stop_at_draw and not policy.is_ranked(self.start):
            return []
        if len(state.discard) < len(self.start.discard):  # shuffled: any card may have come
            return []
        found: list[Move[Fight]] = []
        for move in moves:
            if isinstance(move, Play):
                card = move.number
                drawn = max(0, self.start.draw.count(card) - state.draw.count(card))
                if state.hand.count(card) > drawn:
                    found.append(move)
        return found

    def potion(self, state: Fight) -> tuple[UsePotion, float] | None:
        """Returns the potion to try, with its net score."""
        return danger.best_potion(state, self.weights, self.scorer)

    def net_score(self, state: Fight, use: UsePotion) -> float:
        """Returns the net score of a use of a potion."""
        score = danger.net_score if self.scorer is None else self.scorer
        return score(state, use, self.weights)

    def quick(
        self, game: Game[Fight, Fight], state: Fight, moves: list[Move[Fight]], seat: int
    ) -> list[float]:
        """Scores cards by what is printed on them, potions by their net score.

        Cards to discard or to retain are scored by what they are good for.
        """
        found: list[float] = []
        for move in moves:
            score = 0.0
            if isinstance(move, Play):
                score = quick_score(state, move.number, self.weights)
            elif isinstance(move, UsePotion):
                potion = self.potion(state)
                score = 0.0 if potion is None else potion[1]
            elif isinstance(move, Choose) and policy.is_ranked(state):
                score = policy.choice_worth(state, move)
            elif isinstance(move, End) and policy.all_fall(state):
                score = WINS
            found.append(score)
        return found

    def key(self, state: Fight) -> object:
        """Returns a key that does not depend on the order of hand, discard and exhaust pile."""
        copy = state.clone()
        copy.hand.sort()
        copy.discard.sort()
        copy.exhaust.sort()
        if not copy.choice:  # else they belong to the card in play
            copy.dealt = copy.exhausted = copy.growth = 0
            copy.killed = False
        return super().key(copy)

    def stops(self, game: Game[Fight, Fight], start: Fight, state: Fight, seat: int) -> bool:
        """Tells whether the turn is over."""
        return state.turn != start.turn

    def rests(self, game: Game[Fight, Fight], state: Fight, seat: int) -> bool:
        """Tells whether the turn can be ended here."""
        return not state.choice

    def evaluate(
        self,
        game: Game[Fight, Fight],
        state: Fight,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        """Says what a line is worth if the turn is ended after it."""
        ended = state.turn != self.start.turn
        done = self.before_end(state) if ended else state
        later = state if ended or state.over else end_of_turn(state)
        found = self.progress(done, later)
        found += self.health(done, later)
        found += self.prospects(done)
        found += next_turn_reasons(self.start, done, later, self.weights)
        return [reason for reason in found if reason.amount]

    def before_end(self, later: Fight) -> Fight:
        """Returns how the fight stood before the turn ended, as far as that can be told afterwards.

        A line that is ended by choice has done nothing. Of a card that ended the turn itself, the
        12th against Time Warp, what it did to the monsters and the powers it gave can be seen.
        """
        if warp(later) >= warp(self.start):
            return self.start
        done = self.start.clone()
        done.monsters = [monster.clone() for monster in later.monsters]
        done.powers = later.powers.copy()
        return done

    def progress(self, done: Fight, later: Fight) -> list[Reason]:
        """Lists what the line has done to the monsters, and what it has used for that."""
        w, start = self.weights, self.start
        kills = damage = 0
        for before, now in zip(start.monsters, done.monsters[: len(start.monsters)], strict=True):
            if before.alive:
                kills += not now.alive
                damage += before.hp - (now.hp if now.alive else 0)
        kills += poison_kills(start, done)
        found = [
            Reason("kills", w.kill * kills, "monsters killed"),
            Reason("damage", w.damage * damage, "damage to the monsters' HP"),
            *poison_reasons(start, done, self.poison_turns, w),
        ]
        if later.reason == WON:
            found.append(Reason("win", w.win + w.win_hp * later.hp, "wins the fight"))
            return found
        block = min(max(0, done.block - start.block), policy.incoming(done))
        gained = done.energy_gained - start.energy_gained
        spent = start.energy + gained - done.energy
        found.append(Reason("block", w.block * block, "block that meets an attack"))
        found.append(Reason("energy", w.energy * spent, "energy spent"))
        return found

    def health(self, done: Fight, later: Fight) -> list[Reason]:
        """Lists what the line and the monsters' turn after it do to the player's HP."""
        w, start = self.weights, self.start
        lost = done.hp - later.hp
        if later.choice and later.turn == start.turn:  # the turn cannot be ended yet
            lost = danger.unblocked(later)
        if later.potions.count(FAIRY) < done.potions.count(FAIRY):
            lost = done.hp
        own = start.hp - done.hp
        left = done.hp - lost
        healed = 0 if later.reason == WON else max(0, -own) + max(0, -lost)
        dead = later.reason == LOST or (later.hp <= 0 and later.over)
        found = [
            Reason("own loss", -w.own_loss * max(0, own), "HP lost by own cards"),
            Reason("next loss", -w.next_loss * max(0, lost), "HP lost until the next turn"),
            Reason("healed", w.healed * healed, "HP healed"),
        ]
        low = w.low_hp_least + w.low_hp_act * min(start.act, LAST_ACT)
        if left < low:
            found.append(Reason("low HP", -w.low_hp, f"below {low} HP"))
        if dead or left <= 0:
            found.append(Reason(DEATH, -w.death, "you die"))
        return found

    def prospects(self, done: Fight) -> list[Reason]:
        """Lists what the line has set in motion: powers, debuffs, exhausted and drawn cards."""
        w, start, turns = self.weights, self.start, self.turns
        own, before = done.powers, start.powers
        strength = own[powers.STRENGTH] - own[powers.FLEX]
        strength -= before[powers.STRENGTH] - before[powers.FLEX]
        power = w.strength * strength
        worth = (
            w.dexterity, w.demon_form, w.metallicize, w.feel_no_pain, w.dark_embrace, w.barricade,
        )  # fmt: skip
        for number, each in zip(VALUED, worth, strict=True):
            power += each * (own[number] - before[number])
        power += lasting_worth(start, done, w)
        found = [Reason("powers", power * turns, f"powers, for {turns} turns")]
        return found + self.counts(done) + self.afflictions(done)

    def counts(self, done: Fight) -> list[Reason]:
        """Lists what the line has counted up: cards exhausted and drawn, energy, hits."""
        w, start, own = self.weights, self.start, done.powers
        each_exhausted = w.exhaust_for_block * (own[powers.FEEL_NO_PAIN] > 0)
        each_exhausted += w.exhaust_for_cards * (own[powers.DARK_EMBRACE] > 0)
        exhausted = done.cards_exhausted - start.cards_exhausted
        drawn = cards_drawn(start, done)
        gained = done.energy_gained - start.energy_gained
        saved = done.energy_saved - start.energy_saved
        attacks = done.attacks_played - start.attacks_played
        skills = done.skills_played - start.skills_played
        hits = done.damage_instances - start.damage_instances
        return [
            Reason("exhausted", each_exhausted * exhausted, "cards exhausted"),
            Reason("drawn", w.drawn * drawn, "cards drawn"),
            Reason("energy gained", w.energy_gained * gained, "energy gained"),
            Reason("energy saved", w.energy_saved * saved, "cards that cost less"),
            Reason("attacks", w.attacks * attacks, "attacks played"),
            Reason("skills", w.skills * skills, "skills played"),
            Reason("hits", w.hits * hits, "times that monsters were hit"),
        ]

    def afflictions(self, done: Fight) -> list[Reason]:
        """Lists what the line has done to the monsters that lasts."""
        w, turns = self.weights, self.turns
        vulnerable = weak = strength = 0
        for before, now in zip(
            self.start.monsters, done.monsters[: len(self.start.monsters)], strict=True
        ):
            if now.alive:
                own, old = now.powers, before.powers
                vulnerable += min(own[powers.VULNERABLE], turns)
                vulnerable -= min(old[powers.VULNERABLE], turns)
                weak += min(own[powers.WEAK], turns) - min(old[powers.WEAK], turns)
                strength += own[powers.STRENGTH] - old[powers.STRENGTH]
        # The coming attack is simulated, so only those after it count.
        fed = max(0, strength) * (turns - 1)
        return [
            Reason("vulnerable", w.vulnerable * vulnerable, "turns that monsters are vulnerable"),
            Reason("weak", w.weak * weak, "turns that monsters are weak"),
            Reason("monsters' strength", -w.monster_strength * fed, "damage of later turns"),
        ]


def end_of_turn(s: Fight) -> Fight:
    """Returns the fight after the monsters' turn; as it is if something is asked for."""
    later = s.clone()
    turn = later.turn
    if not later.choice:
        END.apply(later, 0)
    while later.choice and not later.over and later.turn == turn and not s.choice:
        list_moves(later)[-1].apply(later, 0)
    return later


# A fight that goes on for longer counts as it stands.
MOST_MOVES: Final = 400
# What a defeat counts more than any other if the monsters have next to no HP left.
NEAR_VICTORY: Final = 0.5
LOWEST: Final = -1e18
PLAYED_ON: Final = "played on"


def best_move(s: Fight, rating: Rating) -> Move[Fight]:
    """Returns the move that changes most for the better; ending the turn changes nothing.

    Potions stay in the belt: a plan that uses one is compared with a fight without it.
    """
    moves = [move for move in list_moves(s) if not isinstance(move, UsePotion)]
    if len(moves) == 1:
        return moves[0]
    if policy.is_ranked(s):
        return policy.best_choice(s, moves)
    before = policy.balance(s, rating)
    best, most = moves[-1], LOWEST
    for move in moves:
        value = 0.0
        if not isinstance(move, End):
            after = s.clone()
            move.apply(after, 0)
            other = policy.compared(s, after)
            value = policy.balance(after, rating)
            value -= before if other is s else policy.balance(other, rating)
        if value > most:
            best, most = move, value
    return best


def is_late(deadline: float | None) -> bool:
    """Tells whether a time on the clock of `time.monotonic` has come; None never does."""
    return deadline is not None and time.monotonic() >= deadline


def play_on(s: Fight, rating: Rating = TUNED_RATING, deadline: float | None = None) -> float | None:
    """Plays a fight to its end, in place.

    Returns:
        The share of HP that is kept. A defeat is -1, and less bad the more HP the monsters lost:
        where most fights are lost, that tells the better plan. None if time ran out.
    """
    moves = 0
    while not s.over and moves < MOST_MOVES:
        if is_late(deadline):
            return None
        best_move(s, rating).apply(s, 0)
        moves += 1
    if s.reason == WON:
        return s.hp / s.max_hp
    if s.reason == LOST:
        return -1.0 + NEAR_VICTORY * damage_share(s)
    return 0.0 if s.over else policy.standing(s)


def to_return(monster: Monster) -> int:
    """Returns the HP with which a monster is going to come back; 0 if it dies for good."""
    if monster.kind == AWAKENED_ONE:
        return monster.max_hp if monster.half_dead or monster.powers[powers.UNAWAKENED] else 0
    return monster.max_hp // 2 if monster.half_dead else 0


def damage_share(s: Fight) -> float:
    """Returns the share of their HP that the monsters have lost; some come back with more."""
    left = total = 0
    for monster in s.monsters:
        total += monster.max_hp * (2 if monster.kind == AWAKENED_ONE else 1)
        left += (monster.hp if monster.alive else 0) + to_return(monster)
    return max(0.0, 1.0 - left / max(1, total))


class Outlook:
    """Compares the lines of a plan by the fights played on after them.

    All lines meet the same worlds. Half of them drop out after each round, so that most fights are
    played for the few that are hard to tell apart. One more line can go along: it is played on in
    every world, and no line drops out for it. A world that time does not suffice for counts for
    no line.

    Attributes:
        seen: the decision.
        lines: the lines, the best first.
        worth: what all HP count, beside the other reasons of a line.
        deadline: when to stop, on the clock of `time.monotonic`; None for never.
        beside: the line that goes along, such as one with a potion; None for none.
        results: what each line has kept of the HP, one number a world.
        kept_beside: the same for the line that goes along.
        fights: how many fights were played.
    """

    def __init__(
        self,
        seen: Observation[Fight, Fight],
        lines: list[Line[Fight]],
        worth: float,
        deadline: float | None = None,
        beside: Line[Fight] | None = None,
    ) -> None:
        self.seen: Final = seen
        self.lines: Final = lines
        self.worth: Final = worth
        self.deadline: Final = deadline
        self.beside: Final = beside
        self.results: Final[list[list[float]]] = [[] for _ in lines]
        self.kept_beside: Final[list[float]] = []
        self.fights = 0

    def run(self, worlds: int) -> list[int]:
        """Plays on after each line in a number of worlds, and in twice as many in each later round.

        Returns:
            The lines by their indices, the best first.
        """
        left = list(range(len(self.lines)))
        out: list[int] = []
        done = 0
        while len(left) > 1 or done == 0:
            in_time = self.play_round(left, done, done + worlds)
            left.sort(key=lambda index: -self.score(index))
            if not in_time:
                break
            done += worlds
            worlds *= 2
            half = (len(left) + 1) // 2
            out = left[half:] + out
            left = left[:half]
        return left + out

    def mean(self, index: int, worlds: int) -> float:
        """Returns what a line has kept on average of the first worlds; 0 before it was played."""
        return mean(self.results[index][:worlds])

    def score(self, index: int) -> float:
        """Returns the score of a line with what playing on has brought so far."""
        kept = self.mean(index, len(self.results[index]))
        return self.lines[index].score + self.worth * kept

    def score_beside(self, index: int, best: int) -> float:
        """Returns the score of the best line, less what another fell behind in the same worlds."""
        worlds = len(self.results[index])
        behind = self.mean(best, worlds) - self.mean(index, worlds)
        gap = self.lines[best].score - self.lines[index].score + self.worth * behind
        return self.score(best) - max(0.0, gap)

    def judged(self, order: list[int]) -> list[Line[Fight]]:
        """Returns the lines, the best first, with the reason that makes up their scores."""
        found: list[Line[Fight]] = []
        for index in order:
            text = outlook_text(len(self.results[index]))
            score = self.score_beside(index, order[0])
            found.append(rescored(self.lines[index], score, PLAYED_ON, text))
        return found

    def play_round(self, left: list[int], first: int, last: int) -> bool:
        """Plays on after some lines in some worlds; returns whether there was time for it."""
        lines = [self.lines[index] for index in left]
        if self.beside is not None:
            lines.append(self.beside)
        for number in range(first, last):
            kept = self.play_world(number, lines)
            if kept is None:
                return False
            for place, index in enumerate(left):
                self.results[index].append(kept[place])
            if self.beside is not None:
                self.kept_beside.append(kept[-1])
        return True

    def play_world(self, number: int, lines: list[Line[Fight]]) -> list[float] | None:
        """Plays on after some lines in one world; None if there was no time for all of them."""
        if is_late(self.deadline):
            return None
        world = self.world(number)
        found: list[float] = []
        for line in lines:
            kept = self.follow(world, line, self.deadline)
            if kept is None:
                return None
            found.append(kept)
        return found

    def world(self, number: int) -> Fight:
        """Samples a world; asked again it is the same one, because named streams are."""
        rng = self.seen.rng.child(f"played on {number}")
        return self.seen.game.sample(self.seen.view, rng)

    def follow(self, world: Fight, line: Line[Fight], deadline: float | None) -> float | None:
        """Plays a line as far as it was planned for sure, and then on; None if time ran out."""
        s = world.clone()
        line.move.apply(s, 0)
        for move in line.plan:
            if s.over or s.turn != world.turn or has_drawn(world, s) or move not in list_moves(s):
                break
            move.apply(s, 0)
        self.fights += 1
        return play_on(s, deadline=deadline)

    def kept_with(self, line: Line[Fight], worlds: int, deadline: float | None) -> list[float]:
        """Returns what one more line keeps, one number for each of the first worlds in time."""
        found: list[float] = []
        while len(found) < worlds and not is_late(deadline):
            kept = self.follow(self.world(len(found)), line, deadline)
            if kept is None:
                break
            found.append(kept)
        return found


def mean(results: list[float]) -> float:
    """Returns the mean of what fights keep; 0 for none."""
    return add_up(results) / len(results) if results else 0.0


def outlook_text(fights: int) -> str:
    """Says where the reason of an outlook comes from."""
    return f"what {fights} fights played on keep of your HP"


def rescored(line: Line[Fight], score: float, term: str, text: str) -> Line[Fight]:
    """Returns a line with one reason more, which makes up another score."""
    return Line(line.move, line.plan, [*line.reasons, Reason(term, score - line.score, text)])
