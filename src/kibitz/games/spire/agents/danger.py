"""How dangerous a fight is, which monster to hit, and when a potion is worth using.

`kibitz games spire --weights planner` prints the weights of the planner.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kibitz.agents.weights import weight
from kibitz.core.move import Move
from kibitz.core.ranges import Real
from kibitz.games.spire import gear, monsters, powers
from kibitz.games.spire.agents.policy import announced, dies_of_poison, incoming, poison_loss
from kibitz.games.spire.monsters import MONSTER_KINDS, Effect
from kibitz.games.spire.moves import End, Play, UsePotion, list_moves, list_potions
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.state import Fight, Monster


def numbers_of(ids: Sequence[str], numbers: Mapping[str, int]) -> frozenset[int]:
    """Returns the numbers of those ids that are in a table."""
    return frozenset([numbers[plain_id(each)] for each in ids if plain_id(each) in numbers])


@dataclass
class Weights:
    """The weights of the planner; the defaults are the numbers of its description.

    By default, those are tuned that decide most between attack, block and potions.
    """

    # What a line is worth where it ends.
    kill: float = weight(100.0, "each monster killed", Real(10.0, 200.0, log=True))
    damage: float = weight(2.0, "each HP that a monster loses", Real(0.5, 8.0, log=True))
    block: float = weight(1.5, "each point of block that meets an attack", Real(0.0, 4.0))
    energy: float = weight(3.0, "each energy spent")
    own_loss: float = weight(10.0, "each HP that own cards cost")
    next_loss: float = weight(8.0, "each HP lost until the next turn", Real(2.0, 16.0, log=True))
    healed: float = weight(8.0, "each HP healed")
    low_hp: float = weight(50.0, "few HP are left")
    low_hp_least: int = weight(15, "how few HP are few, before the acts count")
    low_hp_act: int = weight(5, "how many more are few, for each act")
    win: float = weight(1000.0, "the fight is won")
    win_hp: float = weight(10.0, "each HP left after a victory")
    death: float = weight(1_000_000.0, "the player dies: more than all the rest together")

    # What a line sets in motion.
    exhaust_for_block: float = weight(3.0, "each card exhausted, with Feel No Pain")
    exhaust_for_cards: float = weight(2.0, "each card exhausted, with Dark Embrace")
    drawn: float = weight(3.0, "each card drawn", Real(0.0, 12.0))
    energy_gained: float = weight(4.0, "each energy gained")
    energy_saved: float = weight(4.0, "each energy that a card costs less than printed")
    attacks: float = weight(0.0, "each attack played")
    skills: float = weight(0.0, "each skill played")
    hits: float = weight(0.0, "each time that a monster is hit")
    strength: float = weight(4.0, "each Strength, for each turn to come")
    dexterity: float = weight(3.0, "each Dexterity, for each turn to come")
    demon_form: float = weight(8.0, "each Demon Form, for each turn to come")
    metallicize: float = weight(4.0, "each Metallicize, for each turn to come")
    feel_no_pain: float = weight(3.0, "each Feel No Pain, for each turn to come")
    dark_embrace: float = weight(3.0, "each Dark Embrace, for each turn to come")
    barricade: float = weight(6.0, "Barricade, for each turn to come")
    vulnerable: float = weight(4.0, "each turn that a monster is vulnerable")
    weak: float = weight(3.0, "each turn that a monster is weak")
    monster_strength: float = weight(
        8.0,
        "each Strength of a monster, for each turn after the next",
        origin="a guess: a point costs one HP a turn, see `next_loss`",
    )
    most_turns: int = weight(5, "no more turns to come are counted")
    damage_a_turn: float = weight(
        15.0, "the damage of a usual turn, which tells how many are to come", origin="a guess"
    )
    stop_at_draw: bool = weight(True, "whether a line ends with a card that draws")

    # What the Silent sets in motion. None of it is described; the numbers follow from those above.
    poison: float = weight(2.0, "each HP that poison is going to take")
    poison_turns: int = weight(8, "no more turns of poison are counted")
    corpse_explosion: float = weight(
        0.5, "each HP that exploding corpses can take from other monsters"
    )
    after_image: float = weight(5.0, "each After Image, for each turn to come")
    thousand_cuts: float = weight(6.0, "each A Thousand Cuts, for each turn to come")
    noxious_fumes: float = weight(6.0, "each Noxious Fumes, for each turn to come")
    infinite_blades: float = weight(6.0, "each Infinite Blades, for each turn to come")
    accuracy: float = weight(2.0, "each Accuracy, for each turn to come")
    envenom: float = weight(6.0, "each Envenom, for each turn to come")
    thorns: float = weight(1.5, "each Thorns of the Silent, for each turn to come")
    tools: float = weight(5.0, "each Tools of the Trade, for each turn to come")
    well_laid_plans: float = weight(3.0, "each Well-Laid Plans, for each turn to come")
    wraith_form: float = weight(5.0, "what each Wraith Form costs, for each turn to come")
    intangible: float = weight(30.0, "each turn after the next that the Silent is intangible")
    energized: float = weight(6.0, "each energy more in the next turn")
    next_draw: float = weight(3.0, "each card more in the next turn")
    next_block: float = weight(0.75, "each point of block that there is in the next turn")
    phantasmal: float = weight(20.0, "each turn to come of double damage")
    set_up: float = weight(1.5, "each point that a card set up is worth")
    nightmare: float = weight(2.0, "each point that a card copied by Nightmare is worth")
    kept_cards: float = weight(
        1.0, "each point that the next hand is worth where cards are retained"
    )

    # Quick scores of cards.
    quick_free: float = weight(20.0, "quick score: a card that costs nothing")
    quick_attack: float = weight(10.0, "quick score: an attack")
    quick_block: float = weight(15.0, "quick score: a card that blocks")
    quick_damage: float = weight(2.0, "quick score: each point of printed damage")
    quick_block_below: int = weight(30, "the HP below which block scores")
    quick_poison: float = weight(4.0, "quick score: each point of printed poison")
    quick_shiv: float = weight(8.0, "quick score: each Shiv that a card makes")

    # How dangerous a fight is, from 0 to 1.
    danger_monster: float = weight(0.15, "danger of each monster")
    danger_share: float = weight(
        0.4, "most danger of the monsters' number, and of the damage to come"
    )
    danger_hurt: float = weight(0.3, "danger of few HP")
    danger_hurt_below: float = weight(0.3, "the share of HP that is few")
    danger_room: float = weight(0.2, "danger of an elite or boss")
    danger_lethal: float = weight(0.7, "least danger if the attack announced kills")
    dangerous: float = weight(0.6, "a fight above this is dangerous")
    harmless: float = weight(0.3, "a fight below this is harmless")

    # Who is the most dangerous, and whom to hit.
    threat_debuff: float = weight(10.0, "threat of a debuff announced")
    threat_scales: float = weight(15.0, "threat of a monster that grows stronger")
    threat_helps: float = weight(8.0, "threat of help for other monsters")
    kill_ratio: float = weight(0.45, "how much of the highest threat makes a kill better")
    targets: int = weight(2, "how many targets of a card are tried early in a line")
    targets_among: int = weight(3, "only one target is tried among more monsters")

    # What a potion scores.
    heal_urgent: float = weight(50.0, "potion that heals: very few HP")
    heal_useful: float = weight(30.0, "potion that heals: few HP and a strong attack")
    heal_urgent_below: float = weight(0.3, "the share of HP that is very few")
    heal_useful_below: float = weight(0.5, "the share of HP that is few")
    high_incoming: float = weight(0.3, "the share of the HP that makes an attack strong")
    damage_room: float = weight(40.0, "potion that hits: an elite or boss")
    damage_several: float = weight(25.0, "potion that hits: several monsters")
    damage_lethal: float = weight(20.0, "potion that hits: it is what is missing to win")
    damage_least: float = weight(15.0, "potion that hits: no less than this")
    block_much: float = weight(35.0, "potion that blocks: against very much damage")
    block_some: float = weight(25.0, "potion that blocks: against much damage")
    block_share: float = weight(0.4, "the share of the HP that is much damage")
    other: float = weight(20.0, "other potions, in a dangerous fight")
    room_elite: float = weight(15.0, "any other potion against an elite")
    room_boss: float = weight(25.0, "any other potion against a boss")
    saves_life: float = weight(60.0, "the potion alone saves the life")
    penalty_least: float = weight(5.0, "what a potion costs in a fight that matters")
    penalty_most: float = weight(10.0, "what a potion costs in a harmless fight")
    heal_worth_regen: int = weight(15, "how much a Regen Potion heals in all")

    # When a potion is used.
    potions_a_turn: int = weight(1, "no more potions in one turn")
    gain: float = weight(
        15.0, "the net score of a potion must reach it, its gain exceed it", Real(0.0, 60.0)
    )
    ratio_normal: float = weight(0.3, "how much of a potion's gain counts in a normal fight")
    ratio_dangerous: float = weight(1.0, "the same in a dangerous one")
    ratio_elite: float = weight(1.3, "the same against an elite")
    ratio_boss: float = weight(2.0, "the same against a boss")
    heal_up_to: float = weight(
        0.7, "above this share of HP, a player without a plan keeps potions that heal"
    )

    # Fights played on; the description asks for no more than one turn of it, and only if there is
    # time, so they are off.
    follow: int = weight(0, "in how many worlds each line is played on at first; 0 for none")
    follow_lines: int = weight(4, "how many lines are played on")
    follow_worth: float = weight(1000.0, "all HP that are kept when a fight is played on")
    price_normal: float = weight(
        0.0, "what a potion costs in a fight played on, as a share of all HP"
    )
    price_elite: float = weight(0.0, "the same against an elite")
    price_boss: float = weight(0.0, "the same against a boss")


DESCRIBED: Final[Weights] = Weights()
# Found in elite fights by `kibitz tune spire planner ... --seed 5 -o encounter=elite`, rounded; the
# whole command is on the page of the planner. Prices of potions were set by hand. Where `targets`
# and `follow` come from was not written down.
TUNED: Final = Weights(
    kill=90.0,
    damage=3.0,
    block=1.4,
    next_loss=2.3,
    healed=1.4,
    low_hp=55.0,
    drawn=4.8,
    vulnerable=2.4,
    monster_strength=2.4,
    stop_at_draw=False,
    targets=3,
    targets_among=5,
    follow=6,
    follow_lines=6,
    price_normal=0.14,
    price_elite=0.12,
    price_boss=0.05,
)
# Differences that are smaller are rounding: 0.4 + 0.2 is not above 0.6.
TINY: Final = 1e-9

# Monsters that grow stronger the longer a fight lasts, whatever they do next, by their ids. Those
# that the tables lack are not among the kinds, and threaten by their attack.
SCALER_IDS: Final = (
    "GremlinNob", "JawWorm", "FungiBeast", "FuzzyLouseNormal", "Hexaghost", "TheGuardian",
    "BookOfStabbing", "GremlinLeader", "Champ", "Orb Walker", "Maw", "GiantHead", "TimeEater",
    "AwakenedOne",
)  # fmt: skip
SCALERS: Final = numbers_of(SCALER_IDS, monsters.MONSTER_NUMBERS)
# Powers by which a monster grows stronger; Malleable grows with every hit.
SCALING_IDS: Final = (
    "Ritual", "Anger", "Angry", "Generic Strength Up Power", "Curiosity", "Malleable",
)  # fmt: skip
SCALING_POWERS: Final = numbers_of(SCALING_IDS, powers.POWER_NUMBERS)
# The intents of unknown monsters that debuff the player.
DEBUFFING: Final = frozenset(
    [place for place, intent in enumerate(monsters.INTENTS) if "DEBUFF" in intent]
)
# Moves that raise one of these make their monster stronger for good.
RAISED: Final = (powers.STRENGTH, powers.RITUAL, powers.ENRAGE, powers.ANGRY)
# Whom help for other monsters is for.
HELPED: Final = (monsters.ALLY, monsters.ALL, monsters.OTHERS, monsters.LEADER)
HELPING: Final = (monsters.APPLY, monsters.BLOCK, monsters.HEAL)


# Danger.


def unblocked(s: Fight) -> int:
    """Returns how much of the announced damage the block does not stop."""
    return max(0, incoming(s) - s.block)


def danger(s: Fight, weights: Weights = DESCRIBED) -> float:
    """Returns how dangerous a fight is, from 0 to 1."""
    w = weights
    found = min(w.danger_monster * s.living(), w.danger_share)
    found += min(incoming(s) / s.max_hp, w.danger_share)
    if s.hp < w.danger_hurt_below * s.max_hp:
        found += w.danger_hurt
    if s.room != monsters.NORMAL:
        found += w.danger_room
    if unblocked(s) >= s.hp:
        found = max(found, w.danger_lethal)
    return min(1.0, found)


# Threat.


def shown_effects(s: Fight, monster: Monster) -> list[Effect]:
    """Lists what the announced move does besides attacking."""
    if monster.kind >= len(MONSTER_KINDS) or monster.move < 0:
        return []
    move = MONSTER_KINDS[monster.kind].moves[monster.move]
    return [effect for effect in move.before + move.effects if effect.least <= s.ascension]


def threat(s: Fight, monster: Monster, weights: Weights = DESCRIBED) -> float:
    """Returns how much a monster threatens: its attack, debuffs, growth, and help for others.

    One that dies of poison before it acts does not threaten.
    """
    if not monster.alive or dies_of_poison(monster):
        return 0.0
    helps = False
    others = s.living() > 1
    weakens = monster.kind >= len(MONSTER_KINDS) and monster.move in DEBUFFING
    scales = monster.kind in SCALERS
    for power in SCALING_POWERS:
        scales = scales or monster.powers[power] > 0
    for effect in shown_effects(s, monster):
        applies = effect.code == monsters.APPLY
        weakens = weakens or (applies and effect.to == monsters.PLAYER)
        own = effect.to in (monsters.SELF, monsters.ALL)
        scales = scales or (applies and own and effect.power in RAISED)
        helps = helps or (others and effect.code in HELPING and effect.to in HELPED)
    return (
        announced(s, monster)
        + weights.threat_debuff * weakens
        + weights.threat_scales * scales
        + weights.threat_helps * helps
    )


# Targets.


def plays_by_card(s: Fight) -> dict[int, list[Move[Fight]]]:
    """Lists the legal plays of each card."""
    found: dict[int, list[Move[Fight]]] = {}
    for move in list_moves(s):
        if isinstance(move, Play):
            found.setdefault(move.number, []).append(move)
    return found


def target_of(move: Move[Fight]) -> int:
    """Returns the place of the monster that a move aims at; -1 for none."""
    return move.target if isinstance(move, (Play, UsePotion)) else -1


def after(s: Fight, move: Move[Fight]) -> Fight:
    """Returns the fight after a legal move; the one given stays as it is."""
    trial = s.clone()
    move.apply(trial, 0)
    return trial


def kills(s: Fight, move: Move[Fight]) -> bool:
    """Tells whether a move leaves its target dead, or dead of poison before it acts."""
    target = after(s, move).monsters[target_of(move)]
    return not target.alive or dies_of_poison(target)


def most_poisoned(s: Fight, uses: Sequence[Move[Fight]]) -> list[Move[Fight]]:
    """Sorts uses of one thing on different monsters, the most poison that does not kill first."""
    keys: list[tuple[int, int]] = []
    for index, use in enumerate(uses):
        monster = s.monsters[target_of(use)]
        poison = 0 if dies_of_poison(monster) else monster.powers[powers.POISON]
        keys.append((-poison, index))
    return [uses[key[1]] for key in sorted(keys)]


def by_threat(
    s: Fight, uses: Sequence[Move[Fight]], weights: Weights = DESCRIBED
) -> list[Move[Fight]]:
    """Sorts uses of one thing on different monsters, the most threatening monster first."""
    keys: list[tuple[float, int, int, int]] = []
    for index, use in enumerate(uses):
        monster = s.monsters[target_of(use)]
        left = monster.hp + monster.block
        keys.append((-threat(s, monster, weights), left, target_of(use), index))
    return [uses[key[3]] for key in sorted(keys)]


def best_targets(
    s: Fight, uses: Sequence[Move[Fight]], weights: Weights = DESCRIBED
) -> list[Move[Fight]]:
    """Picks the best of the uses of one damaging card or potion, and two alternatives to it.

    The best hits the monster that threatens most, or one that it kills and that threatens nearly
    as much. The first alternative is the best kill, or else the next in threat; the second hits
    the monster that threatens most for its HP.
    """
    ranked = by_threat(s, uses, weights)
    if len(ranked) < 2:
        return ranked
    best, other = ranked[0], ranked[1]
    most = threat(s, s.monsters[target_of(best)], weights)
    for use in ranked:
        if kills(s, use):
            if threat(s, s.monsters[target_of(use)], weights) >= weights.kill_ratio * most:
                best, other = use, ranked[1] if use is ranked[0] else ranked[0]
            else:
                other = use
            break
    rest = [use for use in ranked if use is not best and use is not other]
    rest.sort(key=lambda use: -threat_for_hp(s, s.monsters[target_of(use)], weights))
    return [best, other, *rest[:1]]


def threat_for_hp(s: Fight, monster: Monster, weights: Weights) -> float:
    """Returns how much a monster threatens for each HP that it takes to kill it."""
    return threat(s, monster, weights) / max(1, monster.hp + monster.block)


def healthiest(s: Fight, uses: Sequence[Move[Fight]]) -> Move[Fight]:
    """Picks the use on the monster with the most HP; among equals that with less block."""
    best = uses[0]
    for use in uses[1:]:
        monster, other = s.monsters[target_of(use)], s.monsters[target_of(best)]
        if (monster.hp, -monster.block) > (other.hp, -other.block):
            best = use
    return best


def debuff_target(s: Fight, uses: Sequence[Move[Fight]]) -> Move[Fight]:
    """Picks the use of a debuffing potion: on the most HP, but it saves the player's life first."""
    if unblocked(s) >= s.hp:
        saving: list[Move[Fight]] = []
        for use in uses:
            trial = after(s, use)
            if unblocked(trial) < trial.hp:
                saving.append(use)
        if saving:
            return healthiest(s, saving)
    return healthiest(s, uses)


# Close to lethal.


def left_to_kill(s: Fight) -> int:
    """Returns the HP and block of all living monsters, without what poison takes this turn.

    Minions leave with the others, so they count only where nobody else is left.
    """
    total = minions = 0
    led = False
    for monster in s.monsters:
        if monster.alive:
            left = monster.hp - poison_loss(monster, 1) + monster.block
            if dies_of_poison(monster):
                left = 0
            if monster.powers[powers.MINION]:
                minions += left
            else:
                led = True
                total += left
    return total if led else minions


def dealt_by(s: Fight, uses: Sequence[Move[Fight]]) -> int:
    """Returns how much the best of some uses takes from the monsters."""
    before = left_to_kill(s)
    most = 0
    for use in uses:
        most = max(most, before - left_to_kill(after(s, use)))
    return most


def hand_damage(s: Fight) -> int:
    """Returns the damage of the best cards that the energy pays for, each as played alone."""
    dealt: dict[int, int] = {}
    for card, plays in plays_by_card(s).items():
        dealt[card] = dealt_by(s, plays)
    # The most damage for each amount of energy.
    best = [0] * (s.energy + 1)
    for card in s.hand:
        damage = dealt.get(card, 0)
        cost = cost_of(s, card)
        if cost < 0:  # X: all there is
            cost = s.energy
        if damage > 0:
            for energy in range(s.energy, cost - 1, -1):
                best[energy] = max(best[energy], best[energy - cost] + damage)
    return best[s.energy]


def close_to_lethal(s: Fight, uses: Sequence[Move[Fight]]) -> bool:
    """Tells whether the hand alone does not kill all monsters, but does with one of the uses."""
    missing = left_to_kill(s) - hand_damage(s)
    return 0 < missing <= dealt_by(s, uses)


BLOOD_POTION: Final = gear.POTION_NUMBERS["bloodpotion"]
REGEN_POTION: Final = gear.POTION_NUMBERS["regenpotion"]
WEAK_POTION: Final = gear.POTION_NUMBERS["weakpotion"]

# Scores a use of a potion in a fight.
PotionScorer = Callable[[Fight, UsePotion, Weights], float]


# What potions do, in a word.


def facts_of(s: Fight, potion: int) -> gear.Metadata:
    """Returns what the next potion of a kind does, by what a message has said or by the table."""
    label = s.label(s.slot_of(potion))
    return gear.POTIONS[potion].facts if label is None else label.facts


# Uses.


def potion_uses(s: Fight, weights: Weights = DESCRIBED) -> list[UsePotion]:
    """Lists one use of each potion that can be used now, in the order of the slots."""
    if s.over or s.choice:
        return []
    moves: list[Move[Fight]] = []
    list_potions(s, moves)
    by_potion: dict[int, list[Move[Fight]]] = {}
    for move in moves:
        if isinstance(move, UsePotion):
            by_potion.setdefault(move.number, []).append(move)
    found: list[UsePotion] = []
    for number, uses in by_potion.items():
        best = uses[0]
        if len(uses) > 1 and facts_of(s, number).effect_type == gear.DAMAGE:
            best = best_targets(s, uses, weights)[0]
        elif len(uses) > 1:
            best = debuff_target(s, uses)
        if isinstance(best, UsePotion):
            found.append(best)
    return found


def best_potion(
    s: Fight, weights: Weights = DESCRIBED, scorer: PotionScorer | None = None
) -> tuple[UsePotion, float] | None:
    """Returns the use of a potion with the highest net score; None if there is none, or no more.

    Among equals it is that of the lower slot.
    """
    if s.potions_used >= weights.potions_a_turn:
        return None
    score = net_score if scorer is None else scorer
    best: tuple[UsePotion, float] | None = None
    for use in potion_uses(s, weights):
        found = score(s, use, weights)
        if best is None or found > best[1] + TINY:
            best = (use, found)
    return best


# Scores.


def net_score(s: Fight, use: UsePotion, weights: Weights = DESCRIBED) -> float:
    """Returns the score of a potion less what using it up costs."""
    return potion_score(s, use, weights) - penalty(s, weights)


def potion_score(s: Fight, use: UsePotion, weights: Weights = DESCRIBED) -> float:
    """Returns how much the situation calls for a potion."""
    kind = facts_of(s, use.number).effect_type
    if kind == gear.DAMAGE:
        score = damage_score(s, use, weights)
    else:
        score = room_bonus(s, use, weights)
        if kind == gear.HEALING:
            score += heal_score(s, weights)
        elif kind == gear.BLOCK:
            score += block_score(s, weights)
        elif is_dangerous(s, weights):
            score += weights.other
    return score + weights.saves_life * saves_life(s, use)


def damage_score(s: Fight, use: UsePotion, weights: Weights) -> float:
    """Scores a potion that deals damage."""
    score = weights.damage_room * (s.room != monsters.NORMAL)
    score += weights.damage_several * (s.living() >= 2)
    score += weights.damage_lethal * close_to_lethal(s, [use])
    return score or weights.damage_least


def heal_score(s: Fight, weights: Weights) -> float:
    """Scores a potion that heals."""
    if s.hp < weights.heal_urgent_below * s.max_hp:
        return weights.heal_urgent
    high = incoming(s) > weights.high_incoming * s.hp
    return weights.heal_useful if high and s.hp < weights.heal_useful_below * s.max_hp else 0.0


def block_score(s: Fight, weights: Weights) -> float:
    """Scores a potion that gives block."""
    left = unblocked(s)
    if left >= s.hp or left > weights.block_share * s.max_hp:
        return weights.block_much
    return weights.block_some if left > weights.block_share * s.hp else 0.0


def is_dangerous(s: Fight, weights: Weights) -> bool:
    """Tells whether a fight calls for potions that do neither damage nor block nor heal."""
    if danger(s, weights) > weights.dangerous + TINY:
        return True
    return incoming(s) > weights.high_incoming * s.hp


def room_bonus(s: Fight, use: UsePotion, weights: Weights) -> float:
    """Scores the room; a potion that mostly heals what is not missing gets nothing."""
    if facts_of(s, use.number).effect_type == gear.HEALING:
        worth = heal_worth(s, use.number, weights)
        if 2 * min(worth, s.max_hp - s.hp) < worth:
            return 0.0
    return {monsters.ELITE: weights.room_elite, monsters.BOSS: weights.room_boss}.get(s.room, 0.0)


def heal_worth(s: Fight, number: int, weights: Weights) -> int:
    """Returns how much a potion heals if nothing is wasted."""
    facts = facts_of(s, number)
    amount = int(facts.effect_value)
    if facts != gear.POTIONS[number].facts:
        return amount
    times = 2 if s.has(gear.SACRED_BARK) else 1
    if number == BLOOD_POTION:
        return s.max_hp * amount * times // 100
    if number == REGEN_POTION:
        return weights.heal_worth_regen * times
    return amount * times


def saves_life(s: Fight, use: UsePotion) -> bool:
    """Tells whether the announced attack kills, but not if the potion alone is used."""
    if unblocked(s) < s.hp:
        return False
    trial = after(s, use)
    if trial.choice:
        return False
    if not trial.over:
        End().apply(trial, 0)
    return trial.hp > 0 and trial.potions.count(gear.FAIRY) == s.potions.count(gear.FAIRY)


def penalty(s: Fight, weights: Weights = DESCRIBED) -> float:
    """Returns what using a potion up costs: less in a fight that matters."""
    found = danger(s, weights)
    low, high = weights.harmless, weights.dangerous
    if s.room != monsters.NORMAL or found >= high:
        return weights.penalty_least
    if found <= low:
        return weights.penalty_most
    share = (found - low) / (high - low)
    return weights.penalty_most + share * (weights.penalty_least - weights.penalty_most)


# Without a plan.


def fallback_wanted(s: Fight, weights: Weights = DESCRIBED) -> bool:
    """Tells whether a player without a plan had better use a potion."""
    if not potion_uses(s, weights):
        return False
    return s.room != monsters.NORMAL or danger(s, weights) > weights.dangerous + TINY


def use_next_potion(s: Fight, weights: Weights = DESCRIBED) -> UsePotion | None:
    """Picks the potion that a player without a plan uses; None if there is none to use.

    Block, healing and Weak that save the player's life come first, then the priorities of the
    table. Healing is kept above 70 % of the HP, Fruit Juice for after the fight.
    """
    if s.potions_used >= weights.potions_a_turn:
        return None
    best: UsePotion | None = None
    highest = (False, 0)
    for use in potion_uses(s, weights):
        rank = use_rank(s, use, weights)
        if rank is not None and rank > highest:
            best, highest = use, rank
    return best


def use_rank(s: Fight, use: UsePotion, weights: Weights = DESCRIBED) -> tuple[bool, int] | None:
    """Says whether a use saves the player's life, and its priority; None for one to keep."""
    kind = facts_of(s, use.number).effect_type
    heals = kind == gear.HEALING
    if use.number == gear.FRUIT_JUICE or (heals and s.hp > weights.heal_up_to * s.max_hp):
        return None
    first = heals or kind == gear.BLOCK or use.number == WEAK_POTION
    return first and saves_life(s, use), gear.POTIONS[use.number].priority
