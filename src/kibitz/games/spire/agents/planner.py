"""The planner: a beam search over the rest of the turn, with at most one potion.

A line is worth what it has done and what the monsters do after it, in sampled worlds. Cards that a
line draws are not planned with: nobody knows them yet. Potions come first in a line or not at all,
and the line with the best one must be clearly better than the best without.
"""

import time
from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.agents.beam import CLOCK, BeamAgent, Line, Planner, check_bounds, forced
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.ranges import Range, Real
from kibitz.core.value import Json
from kibitz.games.spire.agents.danger import (
    best_targets,
    by_threat,
    danger,
    plays_by_card,
    unblocked,
)
from kibitz.games.spire.agents.potions import (
    PotionScorer,
    best_potion,
    fallback_wanted,
    net_score,
    penalty,
    potion_uses,
    use_next_potion,
)
from kibitz.games.spire.agents.weights import DESCRIBED, TINY, Weights
from kibitz.games.spire.agents.worth import incoming
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers
from kibitz.games.spire.cards.catalogue import FACE_MASK
from kibitz.games.spire.cards.monsters import BOSS, ELITE
from kibitz.games.spire.cards.potions import FAIRY, POTIONS
from kibitz.games.spire.moves import END, Play, UsePotion, card_word, list_moves
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.state import LOST, WON, Fight

# How many moves are simulated after 0, 1, ... moves of a line, as described.
EXPAND: Final = (12, 10, 7, 5, 4)
# The width of the beam in act 1, as described.
WIDTH: Final = 15
# The longest lines, as described; what a card asks for comes on top.
MOST_CARDS: Final = 5
USUAL_CARDS: Final = 3
USUAL_ENERGY: Final = 3
ANSWERS: Final = 4
# Lines try a second target after so few moves, and among so few monsters.
TWO_TARGETS_UNTIL: Final = 1
TWO_TARGETS_AMONG: Final = 3

# What there is to tune: the weights that decide most between attack, block and potions.
PLANNER_RANGES: Final[dict[str, Range]] = {
    "kill": Real(10.0, 200.0, log=True),
    "damage": Real(0.5, 8.0, log=True),
    "block": Real(0.0, 4.0),
    "next_loss": Real(2.0, 16.0, log=True),
    "drawn": Real(0.0, 12.0),
    "gain": Real(0.0, 60.0),
}
# What a search that fails can raise; the player then goes on without a plan.
FAILURES: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)

DEATH: Final = "death"
USED: Final = "used"
KEPT: Final = "kept"
# The player's powers that count for each turn to come, beside Strength.
VALUED: Final = (
    powers.DEXTERITY,
    powers.DEMON_FORM,
    powers.METALLICIZE,
    powers.FEEL_NO_PAIN,
    powers.DARK_EMBRACE,
    powers.BARRICADE,
)


# Cards.


def quick_score(s: Fight, card: int, weights: Weights = DESCRIBED, eager: bool = False) -> float:
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
            damage += max(0, op.n) * (op.hits if op.hits > 0 else s.energy)
        blocks = blocks or op.code == cards.BLOCK
    low = s.hp < weights.quick_block_below
    if blocks and (low or (eager and incoming(s) > s.block)):
        score += weights.quick_block
    return score + weights.quick_damage * damage


def aimed_plays(s: Fight, depth: int, weights: Weights = DESCRIBED) -> list[Move[Fight]]:
    """Lists the plays of cards, each on the best target and early in a line on one more."""
    several = depth <= TWO_TARGETS_UNTIL and s.living() <= TWO_TARGETS_AMONG
    found: list[Move[Fight]] = []
    for card, plays in plays_by_card(s).items():
        if len(plays) == 1:
            found.append(plays[0])
            continue
        codes = [op.code for op in cards.EFFECTS[card & FACE_MASK]]
        rank = best_targets if cards.DAMAGE in codes else by_threat
        ranked = rank(s, plays, weights)
        found.extend(ranked[: 2 if several else 1])
    return found


def longest_line(s: Fight) -> int:
    """Returns how many cards a line plays at most."""
    playable = free = 0
    plays = plays_by_card(s)
    for card in s.hand:
        if card in plays:
            playable += 1
            free += cost_of(s, card) == 0
    extra = max(0, s.energy - USUAL_ENERGY)
    return min(playable, USUAL_CARDS + extra + free // 2, MOST_CARDS)


# Signatures.


def signature(s: Fight) -> dict[str, Json]:
    """Writes what must be as predicted for a plan to go on without a new search."""
    return {
        "hand": [card_word(card) for card in s.hand],
        "energy": s.energy,
        "monsters": [[each.hp, each.block, each.move, each.alive] for each in s.monsters],
        "turn": s.turn,
    }


def has_drawn(before: Fight, now: Fight) -> bool:
    """Tells whether cards were drawn or shuffled since an earlier moment of the turn."""
    return len(now.draw) < len(before.draw) or len(now.discard) < len(before.discard)


# The planner.


class TurnPlan(Planner[Fight, Fight]):
    """Plans the rest of one turn.

    Attributes:
        start: what the player sees now; lines are compared with it.
        weights: the weights.
        scorer: scores potions.
        longest: how many cards a line plays at most.
        turns: how many turns the fight is likely to last.
    """

    def __init__(
        self, start: Fight, weights: Weights = DESCRIBED, scorer: PotionScorer | None = None
    ) -> None:
        super().__init__()
        self.start: Final = start
        self.weights: Final = weights
        self.scorer: Final = scorer
        self.longest: Final = longest_line(start)
        hp = 0
        for monster in start.monsters:
            if monster.alive:
                hp += monster.hp
        turns = 1 + int(hp / weights.damage_a_turn)
        self.turns: Final = min(turns, weights.most_turns)

    def candidates(
        self, game: Game[Fight, Fight], state: Fight, seat: int, depth: int
    ) -> list[Move[Fight]]:
        """Lists the best plays of known cards; the first move may be a potion or end the turn."""
        if state.choice:
            return list_moves(state)
        if state.cards_played - self.start.cards_played >= self.longest and depth > 0:
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

    def known(self, state: Fight, moves: list[Move[Fight]]) -> list[Move[Fight]]:
        """Keeps the plays of cards that the player had when the line began."""
        if not has_drawn(self.start, state):
            return moves
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
        return best_potion(state, self.weights, self.scorer)

    def quick(
        self, game: Game[Fight, Fight], state: Fight, moves: list[Move[Fight]], seat: int
    ) -> list[float]:
        """Scores cards by what is printed on them, potions by their net score."""
        found: list[float] = []
        for move in moves:
            score = 0.0
            if isinstance(move, Play):
                score = quick_score(state, move.number, self.weights)
            elif isinstance(move, UsePotion):
                potion = self.potion(state)
                score = 0.0 if potion is None else potion[1]
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
        done = self.start if ended else state
        later = state if ended or state.over else end_of_turn(state)
        found = self.progress(done, later)
        found += self.health(done, later)
        found += self.prospects(done)
        return [reason for reason in found if reason.amount]

    def progress(self, done: Fight, later: Fight) -> list[Reason]:
        """Lists what the line has done to the monsters, and what it has used for that."""
        w, start = self.weights, self.start
        kills = damage = 0
        for before, now in zip(start.monsters, done.monsters[: len(start.monsters)], strict=True):
            if before.alive:
                kills += not now.alive
                damage += before.hp - (now.hp if now.alive else 0)
        found = [
            Reason("kills", w.kill * kills, "monsters killed"),
            Reason("damage", w.damage * damage, "damage to the monsters' HP"),
        ]
        if later.reason == WON:
            found.append(Reason("win", w.win + w.win_hp * later.hp, "wins the fight"))
            return found
        block = min(max(0, done.block - start.block), incoming(done))
        spent = start.energy - done.energy
        found.append(Reason("block", w.block * block, "block that meets an attack"))
        found.append(Reason("energy", w.energy * max(0, spent), "energy spent"))
        found.append(Reason("energy gained", w.energy_gained * max(0, -spent), "energy gained"))
        return found

    def health(self, done: Fight, later: Fight) -> list[Reason]:
        """Lists what the line and the monsters' turn after it do to the player's HP."""
        w, start = self.weights, self.start
        lost = done.hp - later.hp
        if later.choice and later.turn == start.turn:  # the turn cannot be ended yet
            lost = unblocked(later)
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
        if left < w.low_hp_below:
            found.append(Reason("low HP", -w.low_hp, f"below {w.low_hp_below} HP"))
        if dead or left <= 0:
            found.append(Reason(DEATH, -w.death, "the player dies"))
        return found

    def prospects(self, done: Fight) -> list[Reason]:
        """Lists what the line has set in motion: powers, debuffs, exhausted and drawn cards."""
        w, start, turns = self.weights, self.start, self.turns
        own, before = done.powers, start.powers
        strength = own[powers.STRENGTH] - own[powers.FLEX]
        strength -= before[powers.STRENGTH] - before[powers.FLEX]
        power = w.strength * strength
        worth = (
            w.dexterity,
            w.demon_form,
            w.metallicize,
            w.feel_no_pain,
            w.dark_embrace,
            w.barricade,
        )
        for number, each in zip(VALUED, worth, strict=True):
            power += each * (own[number] - before[number])
        exhausted = max(0, len(done.exhaust) - len(start.exhaust))
        each_exhausted = w.exhaust_for_block * (own[powers.FEEL_NO_PAIN] > 0)
        each_exhausted += w.exhaust_for_cards * (own[powers.DARK_EMBRACE] > 0)
        drawn = max(0, len(start.draw) - len(done.draw))
        found = [
            Reason("powers", power * turns, f"powers, for {turns} turns"),
            Reason("exhausted", each_exhausted * exhausted, "cards exhausted"),
            Reason("drawn", w.drawn * drawn, "cards drawn"),
        ]
        return found + self.afflictions(done)

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


# The players.


def potion_ratio(s: Fight, weights: Weights = DESCRIBED) -> float:
    """Returns how much of a potion's gain counts in this room."""
    if s.room == BOSS:
        return weights.ratio_boss
    if s.room == ELITE:
        return weights.ratio_elite
    risky = danger(s, weights) > weights.dangerous + TINY
    return weights.ratio_dangerous if risky else weights.ratio_normal


def dies(line: Line[Fight], weights: Weights) -> bool:
    """Tells whether the player dies after a line, in half of the worlds or more."""
    for reason in line.reasons:
        if reason.term == DEATH:
            return reason.amount <= -weights.death / 2
    return False


def potion_verdict(
    s: Fight, net: float, without: Line[Fight], used: Line[Fight], weights: Weights = DESCRIBED
) -> Reason:
    """Says whether the line that opens with a potion is worth it: above 0 if it is, and why."""
    if dies(used, weights):
        return Reason(KEPT, -1.0, "kept: you die even with it")
    if dies(without, weights):
        return Reason(USED, 1.0, "used: without it you die")
    if net < weights.gain - TINY:
        text = f"kept: its net score of {net:.4g} is below {weights.gain:.4g}"
        return Reason(KEPT, -1.0, text)
    gain = potion_ratio(s, weights) * (used.score - without.score) - penalty(s, weights)
    if gain > weights.gain + TINY:
        return Reason(USED, gain, f"used: the plan gains {gain:.4g} by it, more than it costs")
    text = f"kept: the plan gains {gain:.4g} by it, not more than {weights.gain:.4g}"
    return Reason(KEPT, -1.0, text)


def potion_notes(
    s: Fight, weights: Weights = DESCRIBED, scorer: PotionScorer | None = None
) -> dict[str, Json]:
    """Says of each potion in the belt why it is not tried, or what its net score is."""
    notes: dict[str, Json] = {}
    for number in s.potions:
        if number >= 0:
            notes[POTIONS[number].name.lower()] = "kept: it cannot be used now"
    score = net_score if scorer is None else scorer
    for use in potion_uses(s, weights):
        notes[use.potion] = f"kept: net score {score(s, use, weights):.4g}, and another is better"
        if s.potions_used >= weights.potions_a_turn:
            notes[use.potion] = "kept: one potion a turn is enough"
    return notes


@mypyc_attr(allow_interpreted_subclasses=True)
class OptimizedAgent:
    """Plans the rest of the turn and plays its first move; keeps nothing between decisions."""

    def __init__(
        self,
        worlds: int = 4,
        nodes: int = 1500,
        ms: int = 0,
        weights: Weights = DESCRIBED,
        scorer: PotionScorer | None = None,
    ) -> None:
        """Sets the bounds of the search.

        Args:
            worlds: how many worlds are sampled.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.
            weights: the weights.
            scorer: scores potions; by default by their net score.

        Raises:
            ValueError: if one of the bounds is out of range.
        """
        check_bounds(WIDTH, EXPAND, MOST_CARDS, worlds, nodes, ms)
        self.worlds: Final = worlds
        self.nodes: Final = nodes
        self.ms: Final = ms
        self.weights: Final = weights
        self.scorer: Final = scorer
        self.simple: Final = SimpleAgent(weights)

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Plans; where that fails, uses a potion if one is called for, or plays as `simple`."""
        if len(seen.moves) == 1:
            return forced(seen.moves[0])
        try:
            return self.plan(seen)
        except FAILURES as error:
            found = self.simple.advise(seen)
            found.trace["failed"] = f"{type(error).__name__}: {error}"
            return found

    def plan(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Plans in sampled worlds and decides whether the potion is worth its line."""
        began = time.perf_counter()
        planner = TurnPlan(seen.view, self.weights, self.scorer)
        depth = planner.longest + 1 + ANSWERS
        expand = [count + 1 for count in EXPAND]  # the end of the turn is no card
        if seen.view.choice:
            expand[0] = len(seen.moves)
        search = BeamAgent(planner, WIDTH, expand, depth, self.worlds, self.nodes, self.ms).search(
            seen
        )
        lines = search.run()
        trace = search.trace()
        if search.stopped == CLOCK and search.depth <= 1:
            use = self.simple.potion(first_world(seen))
            if use is not None:
                return plain_advice(use, Reason("fallback", 0.0, "out of time"), trace)
        lines = self.settle_potion(seen, planner, lines, trace)
        best = lines[0]
        states, draws_at = certain_part(seen, best)
        trace["signature"] = signature(states[0])
        trace["replan_after"] = draws_at
        options = [Option(line.move, line.score, tuple(line.reasons)) for line in lines]
        plan = best.plan[: len(states) - 1]
        spent = time.perf_counter() - began
        return Advice(best.move, best.score, tuple(options), plan, trace, spent)

    def settle_potion(
        self,
        seen: Observation[Fight, Fight],
        planner: TurnPlan,
        lines: list[Line[Fight]],
        trace: dict[str, Json],
    ) -> list[Line[Fight]]:
        """Puts the line with the potion first or last, and notes why, for each potion."""
        world = first_world(seen)
        notes = potion_notes(world, self.weights, planner.scorer)
        trace["potions"] = notes
        used = [line for line in lines if isinstance(line.move, UsePotion)]
        others = [line for line in lines if not isinstance(line.move, UsePotion)]
        potion = planner.potion(world)
        if potion is None or not used or not others:
            return lines
        verdict = potion_verdict(seen.view, potion[1], others[0], used[0], self.weights)
        notes[potion[0].potion] = verdict.text
        return used + others if verdict.amount > 0 else others + used


def first_world(seen: Observation[Fight, Fight]) -> Fight:
    """Returns the first of the worlds that the search samples."""
    return seen.game.sample(seen.view, seen.rng.child("world 0"))


def certain_part(
    seen: Observation[Fight, Fight], line: Line[Fight]
) -> tuple[list[Fight], int | None]:
    """Plays a line in the first world up to the first draw.

    Returns:
        The fights after its moves, and the number of the move that draws; None for no draw.
    """
    state = first_world(seen)
    found: list[Fight] = []
    for move in [line.move, *line.plan]:
        if move not in seen.game.legal(state):  # planned in another world
            break
        state = state.clone()
        seen.game.play(state, move)
        found.append(state)
        if state.over or state.turn != seen.view.turn:
            return found, None
        if has_drawn(seen.view, state):
            return found, len(found)
    return found, None


class SimpleAgent:
    """Searches nothing: uses a potion in a dangerous fight, and else plays the best card."""

    def __init__(self, weights: Weights = DESCRIBED) -> None:
        self.weights: Final = weights

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Picks a potion, or the card with the best quick score, or ends the turn."""
        state = first_world(seen)
        if state.choice:
            return plain_advice(seen.moves[0], Reason("choice", 0.0, "the first in the list"), {})
        use = self.potion(state)
        if use is not None:
            rank = POTIONS[use.number].priority
            return plain_advice(use, Reason("potion", rank, "a dangerous fight"), {})
        best, most = seen.moves[-1], 0.0
        for move in aimed_plays(state, TWO_TARGETS_UNTIL + 1, self.weights):
            if isinstance(move, Play):
                score = quick_score(state, move.number, self.weights, eager=True)
                if score > most:
                    best, most = move, score
        text = "nothing worth playing" if most == 0.0 else "by what is printed on it"
        return plain_advice(best, Reason("quick score", most, text), {})

    def potion(self, state: Fight) -> UsePotion | None:
        """Picks a potion where one is called for."""
        if not fallback_wanted(state, self.weights):
            return None
        return use_next_potion(state, self.weights)


def plain_advice(move: Move[Fight], reason: Reason, trace: dict[str, Json]) -> Advice[Fight]:
    """Advises one move for one reason."""
    return Advice(move, reason.amount, (Option(move, reason.amount, (reason,)),), trace=trace)


def make_planner(
    worlds: int = 4,
    nodes: int = 1500,
    ms: int = 0,
    kill: float = DESCRIBED.kill,
    damage: float = DESCRIBED.damage,
    block: float = DESCRIBED.block,
    next_loss: float = DESCRIBED.next_loss,
    drawn: float = DESCRIBED.drawn,
    gain: float = DESCRIBED.gain,
) -> OptimizedAgent:
    """Makes the player that plans its turn and uses potions.

    Args:
        worlds: how many worlds are sampled.
        nodes: how many moves are simulated at most, in all worlds together.
        ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.
        kill: what a killed monster counts.
        damage: what each HP counts that a monster loses.
        block: what each point of block counts that meets an attack.
        next_loss: what each HP costs that is lost until the next turn; healing counts as much.
        drawn: what each card counts that is drawn.
        gain: by how much a potion must improve the plan.

    Raises:
        ValueError: if one of the bounds is out of range.
    """
    weights = Weights(
        kill=kill,
        damage=damage,
        block=block,
        next_loss=next_loss,
        healed=next_loss,
        drawn=drawn,
        gain=gain,
    )
    return OptimizedAgent(worlds, nodes, ms, weights)


def make_simple() -> SimpleAgent:
    """Makes the player that plays by rules of thumb."""
    return SimpleAgent()
