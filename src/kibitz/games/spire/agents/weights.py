"""The numbers of the planner: every weight and threshold, in one place."""

from dataclasses import dataclass
from typing import Final


# "Described" are the numbers of the planner's description; nobody has tuned them here.
@dataclass(frozen=True)
class Weights:
    """The weights of the planner; the defaults are the described ones unless a comment says so."""

    # What a line is worth where it ends.
    kill: float = 100.0  # described
    damage: float = 2.0  # described: each HP that a monster loses
    block: float = 1.5  # described: each point of block that meets an attack
    energy: float = 3.0  # described: each energy that was spent
    own_loss: float = 10.0  # described: each HP that the player's own cards cost
    next_loss: float = 8.0  # described: each HP that is lost until the next turn
    healed: float = 8.0  # described: each HP healed, so that it counts as one not lost
    low_hp: float = 50.0  # described: the HP left are below `low_hp_below`
    low_hp_least: int = 15  # described: `low_hp` counts below this, and more in later acts
    low_hp_act: int = 5  # described: so much more for each act
    win: float = 1000.0  # described
    win_hp: float = 10.0  # described: each HP left after a victory
    death: float = 1_000_000.0  # described: more than all the rest together

    # What a line sets in motion.
    exhaust_for_block: float = 3.0  # described: each exhausted card, with Feel No Pain
    exhaust_for_cards: float = 2.0  # described: each exhausted card, with Dark Embrace
    drawn: float = 3.0  # described: each card drawn
    energy_gained: float = 4.0  # described
    energy_saved: float = 4.0  # described
    attacks: float = 0.0  # counted, as the next two; the description gives no number
    skills: float = 0.0
    hits: float = 0.0
    strength: float = 4.0  # described, as the next ones: each point, for each turn to come
    dexterity: float = 3.0
    demon_form: float = 8.0
    metallicize: float = 4.0
    feel_no_pain: float = 3.0
    dark_embrace: float = 3.0
    barricade: float = 6.0
    vulnerable: float = 4.0  # described; a stack lasts one turn, so it counts for one
    weak: float = 3.0  # the same
    monster_strength: float = 8.0  # a guess: a point costs one HP a turn, see `next_loss`
    most_turns: int = 5  # described: no more turns to come are counted
    damage_a_turn: float = 15.0  # a guess: how fast a usual deck wins

    stop_at_draw: bool = True  # described: no card is planned after one that draws

    # Quick scores of cards.
    quick_free: float = 20.0  # described, as the next ones
    quick_attack: float = 10.0
    quick_block: float = 15.0
    quick_damage: float = 2.0
    quick_block_below: int = 30  # described: block cards count below so many HP

    # How dangerous a fight is, from 0 to 1.
    danger_monster: float = 0.15  # described, as the next ones
    danger_share: float = 0.4  # no more for monsters, and no more for the damage to come
    danger_hurt: float = 0.3
    danger_hurt_below: float = 0.3
    danger_room: float = 0.2
    danger_lethal: float = 0.7  # described: at least this if the attack announced kills
    dangerous: float = 0.6
    harmless: float = 0.3

    # Who is the most dangerous, and whom to hit.
    threat_debuff: float = 10.0  # described, as the next ones
    threat_scales: float = 15.0
    threat_helps: float = 8.0
    kill_ratio: float = 0.45  # described: it fits all four published examples

    # What a potion scores.
    heal_urgent: float = 50.0  # described, as the next ones
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
    heal_worth_regen: int = 15  # described: what a Regen Potion heals in all

    # When a potion is used.
    potions_a_turn: int = 1  # described
    gain: float = 15.0  # described: the net score must reach it, the gain exceed it
    ratio_normal: float = 0.3  # described, as the next ones
    ratio_dangerous: float = 1.0
    ratio_elite: float = 1.3
    ratio_boss: float = 2.0
    heal_up_to: float = 0.7  # described: above, a player without a plan heals no more


@dataclass(frozen=True)
class Rating:
    """What greedy players and playouts rate a fight by, in HP of the player."""

    monster_hp: float = 0.55  # a point of damage now saves about half a point later
    monster_alive: float = 6.0  # every living monster attacks again
    to_come: float = 1.0  # announced damage that is not blocked yet
    spare_block: float = 0.02
    vulnerable: float = 2.0  # each turn
    weak: float = 1.2  # each turn
    strength: float = 3.0
    dexterity: float = 2.5
    power: float = 5.0  # each that goes on working
    hand: float = 0.6  # each card
    energy: float = 0.9
    potion: float = 9.0
    victory: float = 60.0
    death: float = 500.0
    monster_strength: float = 0.0


DESCRIBED: Final = Weights()
TUNED_RATING: Final = Rating(
    monster_hp=0.35,
    monster_alive=11.2,
    to_come=0.58,
    spare_block=0.2,
    vulnerable=3.1,
    weak=0.85,
    strength=7.0,
    dexterity=4.5,
    power=11.0,
    hand=0.38,
    energy=0.27,
    monster_strength=0.27,
)
# Differences that are smaller are rounding: 0.4 + 0.2 is not above 0.6.
TINY: Final = 1e-9
