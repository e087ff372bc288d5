"""The numbers of the players: every weight and threshold, with what it means, in one place.

`kibitz games spire --weights planner` prints them.
"""

from dataclasses import dataclass
from typing import Final


# The defaults are the numbers of the planner's description. Those marked as guesses are not
# described.
@dataclass
class Weights:
    """The weights of the planner; the defaults are the described ones."""

    # What a line is worth where it ends.
    kill: float = 100.0
    damage: float = 2.0
    block: float = 1.5
    energy: float = 3.0
    own_loss: float = 10.0
    next_loss: float = 8.0
    healed: float = 8.0
    low_hp: float = 50.0
    low_hp_least: int = 15
    low_hp_act: int = 5
    win: float = 1000.0
    win_hp: float = 10.0
    death: float = 1_000_000.0

    # What a line sets in motion.
    exhaust_for_block: float = 3.0
    exhaust_for_cards: float = 2.0
    drawn: float = 3.0
    energy_gained: float = 4.0
    energy_saved: float = 4.0
    attacks: float = 0.0
    skills: float = 0.0
    hits: float = 0.0
    strength: float = 4.0
    dexterity: float = 3.0
    demon_form: float = 8.0
    metallicize: float = 4.0
    feel_no_pain: float = 3.0
    dark_embrace: float = 3.0
    barricade: float = 6.0
    vulnerable: float = 4.0
    weak: float = 3.0
    monster_strength: float = 8.0  # a guess: a point costs one HP a turn, see `next_loss`
    most_turns: int = 5
    damage_a_turn: float = 15.0  # a guess
    stop_at_draw: bool = True

    # What the Silent sets in motion. None of it is described; the numbers follow from those above.
    poison: float = 2.0
    poison_turns: int = 8
    corpse_explosion: float = 0.5
    after_image: float = 5.0
    thousand_cuts: float = 6.0
    noxious_fumes: float = 6.0
    infinite_blades: float = 6.0
    accuracy: float = 2.0
    envenom: float = 6.0
    thorns: float = 1.5
    tools: float = 5.0
    well_laid_plans: float = 3.0
    wraith_form: float = 5.0
    intangible: float = 30.0
    energized: float = 6.0
    next_draw: float = 3.0
    next_block: float = 0.75
    phantasmal: float = 20.0
    set_up: float = 1.5
    nightmare: float = 2.0
    kept_cards: float = 1.0

    # Quick scores of cards.
    quick_free: float = 20.0
    quick_attack: float = 10.0
    quick_block: float = 15.0
    quick_damage: float = 2.0
    quick_block_below: int = 30
    quick_poison: float = 4.0
    quick_shiv: float = 8.0

    # How dangerous a fight is, from 0 to 1.
    danger_monster: float = 0.15
    danger_share: float = 0.4
    danger_hurt: float = 0.3
    danger_hurt_below: float = 0.3
    danger_room: float = 0.2
    danger_lethal: float = 0.7
    dangerous: float = 0.6
    harmless: float = 0.3

    # Who is the most dangerous, and whom to hit.
    threat_debuff: float = 10.0
    threat_scales: float = 15.0
    threat_helps: float = 8.0
    kill_ratio: float = 0.45
    targets: int = 2
    targets_among: int = 3

    # What a potion scores.
    heal_urgent: float = 50.0
    heal_useful: float = 30.0
    heal_urgent_below: float = 0.3
    heal_useful_below: float = 0.5
    high_incoming: float = 0.3
    damage_room: float = 40.0
    damage_several: float = 25.0
    damage_lethal: float = 20.0
    damage_least: float = 15.0
    block_much: float = 35.0
    block_some: float = 25.0
    block_share: float = 0.4
    other: float = 20.0
    room_elite: float = 15.0
    room_boss: float = 25.0
    saves_life: float = 60.0
    penalty_least: float = 5.0
    penalty_most: float = 10.0
    heal_worth_regen: int = 15

    # When a potion is used.
    potions_a_turn: int = 1
    gain: float = 15.0
    ratio_normal: float = 0.3
    ratio_dangerous: float = 1.0
    ratio_elite: float = 1.3
    ratio_boss: float = 2.0
    heal_up_to: float = 0.7

    # Fights played on; the description asks for no more than one turn of it, and only if there is
    # time, so they are off.
    follow: int = 0
    follow_lines: int = 4
    follow_worth: float = 1000.0
    price_normal: float = 0.0
    price_elite: float = 0.0
    price_boss: float = 0.0


@dataclass
class Rating:
    """What a fight is rated by for the greedy player and fights played on, in HP of the player.

    The defaults were found by evolution; see the page of the planner.
    """

    monster_hp: float = 0.35
    monster_alive: float = 11.2
    to_come: float = 0.58
    spare_block: float = 0.2
    vulnerable: float = 3.1
    weak: float = 0.85
    strength: float = 7.0
    dexterity: float = 4.5
    power: float = 11.0
    hand: float = 0.38
    energy: float = 0.27
    potion: float = 9.0
    monster_strength: float = 0.27
    poison: float = 0.28
    poison_turns: int = 6
    corpse_explosion: float = 0.1
    after_image: float = 11.0
    thousand_cuts: float = 9.0
    noxious_fumes: float = 5.0
    infinite_blades: float = 9.0
    accuracy: float = 2.0
    envenom: float = 9.0
    tools: float = 8.0
    well_laid_plans: float = 6.0
    wraith_form: float = 5.0
    energized: float = 2.0
    next_draw: float = 1.0
    next_block: float = 0.3
    phantasmal: float = 4.0
    burst: float = 3.0
    choked: float = 0.4
    shiv: float = 0.6
    nightmare: float = 0.3
    set_up: float = 0.3
    victory: float = 60.0
    death: float = 500.0


MEANINGS: Final[dict[str, str]] = {
    "kill": "each monster killed",
    "damage": "each HP that a monster loses",
    "block": "each point of block that meets an attack",
    "energy": "each energy spent",
    "own_loss": "each HP that own cards cost",
    "next_loss": "each HP lost until the next turn",
    "healed": "each HP healed",
    "low_hp": "few HP are left",
    "low_hp_least": "how few HP are few, before the acts count",
    "low_hp_act": "how many more are few, for each act",
    "win": "the fight is won",
    "win_hp": "each HP left after a victory",
    "death": "the player dies: more than all the rest together",
    "exhaust_for_block": "each card exhausted, with Feel No Pain",
    "exhaust_for_cards": "each card exhausted, with Dark Embrace",
    "drawn": "each card drawn",
    "energy_gained": "each energy gained",
    "energy_saved": "each energy that a card costs less than printed",
    "attacks": "each attack played",
    "skills": "each skill played",
    "hits": "each time that a monster is hit",
    "strength": "each Strength, for each turn to come",
    "dexterity": "each Dexterity, for each turn to come",
    "demon_form": "each Demon Form, for each turn to come",
    "metallicize": "each Metallicize, for each turn to come",
    "feel_no_pain": "each Feel No Pain, for each turn to come",
    "dark_embrace": "each Dark Embrace, for each turn to come",
    "barricade": "Barricade, for each turn to come",
    "vulnerable": "each turn that a monster is vulnerable",
    "weak": "each turn that a monster is weak",
    "monster_strength": "each Strength of a monster, for each turn after the next",
    "most_turns": "no more turns to come are counted",
    "damage_a_turn": "the damage of a usual turn, which tells how many are to come",
    "stop_at_draw": "whether a line ends with a card that draws",
    "poison": "each HP that poison is going to take",
    "poison_turns": "no more turns of poison are counted",
    "corpse_explosion": "each HP that exploding corpses can take from other monsters",
    "after_image": "each After Image, for each turn to come",
    "thousand_cuts": "each A Thousand Cuts, for each turn to come",
    "noxious_fumes": "each Noxious Fumes, for each turn to come",
    "infinite_blades": "each Infinite Blades, for each turn to come",
    "accuracy": "each Accuracy, for each turn to come",
    "envenom": "each Envenom, for each turn to come",
    "thorns": "each Thorns of the Silent, for each turn to come",
    "tools": "each Tools of the Trade, for each turn to come",
    "well_laid_plans": "each Well-Laid Plans, for each turn to come",
    "wraith_form": "what each Wraith Form costs, for each turn to come",
    "intangible": "each turn after the next that the Silent is intangible",
    "energized": "each energy more in the next turn",
    "next_draw": "each card more in the next turn",
    "next_block": "each point of block that there is in the next turn",
    "phantasmal": "each turn to come of double damage",
    "set_up": "each point that a card set up is worth",
    "nightmare": "each point that a card copied by Nightmare is worth",
    "kept_cards": "each point that the next hand is worth where cards are retained",
    "quick_poison": "quick score: each point of printed poison",
    "quick_shiv": "quick score: each Shiv that a card makes",
    "quick_free": "quick score: a card that costs nothing",
    "quick_attack": "quick score: an attack",
    "quick_block": "quick score: a card that blocks",
    "quick_damage": "quick score: each point of printed damage",
    "quick_block_below": "block scores below so many HP",
    "danger_monster": "danger of each monster",
    "danger_share": "most danger of the monsters' number, and of the damage to come",
    "danger_hurt": "danger of few HP",
    "danger_hurt_below": "the share of HP that is few",
    "danger_room": "danger of an elite or boss",
    "danger_lethal": "least danger if the attack announced kills",
    "dangerous": "a fight above this is dangerous",
    "harmless": "a fight below this is harmless",
    "threat_debuff": "threat of a debuff announced",
    "threat_scales": "threat of a monster that grows stronger",
    "threat_helps": "threat of help for other monsters",
    "kill_ratio": "how much of the highest threat makes a kill better",
    "targets": "how many targets of a card are tried early in a line",
    "targets_among": "only one target is tried among more monsters",
    "heal_urgent": "potion that heals: very few HP",
    "heal_useful": "potion that heals: few HP and a strong attack",
    "heal_urgent_below": "the share of HP that is very few",
    "heal_useful_below": "the share of HP that is few",
    "high_incoming": "the share of the HP that makes an attack strong",
    "damage_room": "potion that hits: an elite or boss",
    "damage_several": "potion that hits: several monsters",
    "damage_lethal": "potion that hits: it is what is missing to win",
    "damage_least": "potion that hits: no less than this",
    "block_much": "potion that blocks: against very much damage",
    "block_some": "potion that blocks: against much damage",
    "block_share": "the share of the HP that is much damage",
    "other": "other potions, in a dangerous fight",
    "room_elite": "any other potion against an elite",
    "room_boss": "any other potion against a boss",
    "saves_life": "the potion alone saves the life",
    "penalty_least": "what a potion costs in a fight that matters",
    "penalty_most": "what a potion costs in a harmless fight",
    "heal_worth_regen": "how much a Regen Potion heals in all",
    "potions_a_turn": "no more potions in one turn",
    "gain": "the net score of a potion must reach it, its gain exceed it",
    "ratio_normal": "how much of a potion's gain counts in a normal fight",
    "ratio_dangerous": "the same in a dangerous one",
    "ratio_elite": "the same against an elite",
    "ratio_boss": "the same against a boss",
    "heal_up_to": "above this share of HP, a player without a plan keeps potions that heal",
    "follow": "in how many worlds each line is played on at first; 0 for none",
    "follow_lines": "how many lines are played on",
    "follow_worth": "all HP that are kept when a fight is played on",
    "price_normal": "what a potion costs in a fight played on, as a share of all HP",
    "price_elite": "the same against an elite",
    "price_boss": "the same against a boss",
    "monster_hp": "each HP of a monster",
    "monster_alive": "each living monster",
    "to_come": "each HP of damage announced that is not blocked yet",
    "spare_block": "each point of block above that",
    "power": "each power that goes on working",
    "hand": "each card in hand",
    "potion": "each potion in the belt",
    "burst": "each skill that Burst is going to repeat",
    "choked": "each HP that a choked monster loses with a card",
    "shiv": "each Shiv in hand",
    "victory": "the fight is won",
}

DESCRIBED: Final = Weights()
# Found with `kibitz tune` in elite fights; see the page of the planner.
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
TUNED_RATING: Final = Rating()
# Differences that are smaller are rounding: 0.4 + 0.2 is not above 0.6.
TINY: Final = 1e-9
