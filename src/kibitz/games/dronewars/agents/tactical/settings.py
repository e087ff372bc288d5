"""The numbers and readings of the tactical AI, with what each means, in one place.

`kibitz games dronewars --weights tactical` prints them. A profile is a set of them: `BUILD`, the
default; `REF`, as the original game scored, mistakes included; and `PLUS`, the changes that the
original's author made a day later. Weights with a range are tuned by default: they decide most
between attacks, cards and deployment.
"""

from dataclasses import dataclass
from typing import Final

from kibitz.agents.weights import weight
from kibitz.core.ranges import Real


@dataclass
class Weights:
    """The weights of the tactical AI; the defaults are those of the profile `BUILD`."""

    # What a lane is worth (3.1).
    attack: float = weight(
        4.0, "lane: each point of attack and ship bonus of a drone", Real(1.0, 12.0, log=True)
    )
    drone_class: float = weight(2.0, "lane: the class of a drone")
    durability: float = weight(0.5, "lane: each point of hull and shields of a drone")
    speed: float = weight(
        8.0,
        "lane: each point of speed that the fastest own drone is ahead",
        Real(1.0, 20.0, log=True),
    )
    own_damaged: float = weight(-20.0, "lane: the own section is damaged")
    own_critical: float = weight(-40.0, "lane: the own section is critical")
    enemy_damaged: float = weight(15.0, "lane: the enemy section is damaged")
    enemy_critical: float = weight(30.0, "lane: the enemy section is critical")

    # Deployment (3.2).
    losing_below: float = weight(-15.0, "deployment: a lane with a score below this is being lost")
    winning_above: float = weight(15.0, "deployment: a lane with a score above this is being won")
    fast_speed: int = weight(4, "deployment: the printed speed that is fast")
    fast_help: float = weight(15.0, "deployment: a fast drone for a lane that is being lost")
    guardian_help: float = weight(20.0, "deployment: a Guardian for a lane that is being lost")
    strong_attack: int = weight(4, "deployment: the printed attack that is strong")
    strong_help: float = weight(15.0, "deployment: a strong drone for a lane that is being won")
    bomber_help: float = weight(20.0, "deployment: a ship bonus for a lane that is being won")
    cheap_class: int = weight(1, "deployment: the highest class that is cheap")
    cheap_help: float = weight(10.0, "deployment: a cheap drone for a lane that is even")
    swing_least: int = weight(
        10, "deployment: the least that stabilising or dominating a lane counts"
    )
    swing_most: int = weight(
        30, "deployment: the most that it counts; the number between them is random"
    )
    dominate_above: float = weight(20.0, "deployment: a lane with a score above this is dominated")
    overkill: float = weight(
        -150.0, "deployment: the enemy section of the lane is damaged and the lane won already"
    )
    overkill_above: float = weight(
        5.0, "deployment: the lane score that is enough against such a section"
    )
    deploy_least: float = weight(5.0, "deployment: the least score for which a drone is deployed")

    # Cards (3.4).
    card_cost: float = weight(4.0, "card: each energy that it costs", Real(0.0, 12.0))
    destroy: float = weight(8.0, "card: each point of hull and shields of a drone destroyed")
    destroy_filtered: float = weight(8.0, "card: the same, and classes, of the drones of a lane")
    destroy_lane: float = weight(
        4.0, "card: the same for both sides of a lane, the enemy's minus the own"
    )
    destroy_ready: float = weight(1.5, "card: how much more a ready drone counts in that")
    destroyed_class: float = weight(5.0, "card: how many points of hull a class counts in that")
    damage: float = weight(8.0, "card: each point of damage to one drone")
    kill: float = weight(50.0, "card: the damage destroys the drone", Real(0.0, 150.0))
    kill_class: float = weight(15.0, "card: and for each class of that drone")
    damage_filtered: float = weight(10.0, "card: each point of damage to each drone of a lane")
    damage_several: float = weight(15.0, "card: and for each of several drones")
    ready: float = weight(12.0, "card: each class of the drone that becomes ready")
    energy: float = weight(60.0, "card: the energy pays for a card that is too expensive now")
    energy_cost: float = weight(5.0, "card: and for each energy that this card costs")
    draw: float = weight(10.0, "card: cards drawn with energy left")
    energy_left: float = weight(2.0, "card: each energy left for cards drawn or searched")
    search_keep: float = weight(12.0, "card: each card kept of a search")
    search_card: float = weight(2.0, "card: each card looked at")
    search_most: int = weight(10, "card: no more cards looked at count")
    heal_shields: float = weight(5.0, "card: each shield of a drone that comes back")
    heal_section: float = weight(80.0, "card: hull of a section that comes back")
    repeat: float = weight(25.0, "card: each time that Desperate Measures draws and gains energy")
    jammers: float = weight(30.0, "card: Jammers in all lanes")
    jammers_class: float = weight(5.0, "card: each class of own drones that they protect")
    jammers_big: float = weight(15.0, "card: each own drone of class 3 or more")
    go_again: float = weight(40.0, "card: another turn, for changes and movement")
    buff_lane: float = weight(1.5, "card: each point of lane score that a change of a lane brings")
    buff_drone: float = weight(10.0, "card: each ready drone in that lane")
    attack_up_class: float = weight(10.0, "card: each class of the drone that gains attack")
    attack_up: float = weight(8.0, "card: each point of attack that it gains")
    attack_down: float = weight(8.0, "card: each point of attack of a drone that loses attack")
    speed_up_wins: float = weight(60.0, "card: a drone becomes faster than all enemies of its lane")
    speed_up: float = weight(20.0, "card: a drone becomes faster")
    other_change: float = weight(10.0, "card: any other change of a drone")
    permanent: float = weight(1.5, "card: how much more a change that stays counts")
    move_gains_attack: float = weight(15.0, "move: each attack that the drone gains by moving")
    move_gains_speed: float = weight(10.0, "move: each speed that the drone gains by moving")

    # Cards for which the original has no formula (3.9).
    heal_drone: float = weight(8.0, "card: each hull of a drone that comes back")
    upgrade_attack: float = weight(40.0, "upgrade: attack")
    upgrade_speed: float = weight(35.0, "upgrade: speed")
    upgrade_shields: float = weight(30.0, "upgrade: shields")
    upgrade_limit: float = weight(50.0, "upgrade: limit")
    upgrade_cost: float = weight(45.0, "upgrade: cost")
    upgrade_keyword: float = weight(60.0, "upgrade: a keyword")
    upgrade_class: float = weight(8.0, "upgrade: each class of the drone")
    upgrade_drone: float = weight(15.0, "upgrade: each such drone on the board")
    upgrade_unused: float = weight(-30.0, "upgrade: there is no such drone on the board")
    sabotage: float = weight(0.5, "the share of its value that an upgrade of the enemy counts")

    # Attacks (3.5).
    target_class: float = weight(10.0, "attack: each class of the drone attacked")
    trade_up: float = weight(20.0, "attack: the target is of a higher class")
    target_ready: float = weight(10.0, "attack: the target is ready")
    bomber_on_drone: float = weight(-40.0, "attack: a drone with a ship bonus attacks a drone")
    pierced_drone: float = weight(8.0, "attack: each shield of a drone that PIERCING ignores")
    lane_share: float = weight(
        0.5, "attack: the share of the lane score that counts without the target"
    )
    section_damage: float = weight(
        8.0, "attack: each point of damage to a section", Real(2.0, 30.0, log=True)
    )
    section_damaged: float = weight(15.0, "attack: the section is damaged")
    section_critical: float = weight(30.0, "attack: the section is critical")
    section_bare: float = weight(40.0, "attack: the section has no shields")
    section_broken: float = weight(35.0, "attack: the damage is enough for all shields")
    hard_hit: float = weight(10.0, "attack: a hard hit on a section")
    hard_hit_from: int = weight(3, "attack: the damage that makes a hard hit")
    pierced_section: float = weight(10.0, "attack: each shield of a section that PIERCING ignores")

    # Moves (3.6).
    move: float = weight(-10.0, "move: any move")
    reinforce: float = weight(
        25.0, "move: to a lane that is being lost, with a damaged own section"
    )
    press: float = weight(20.0, "move: to a lane that is being won, with a damaged enemy section")
    press_critical: float = weight(-150.0, "move: the same with a critical enemy section")

    # The passes (3.7, 3.8).
    small_on_jammer: float = weight(30.0, "passes: a weak drone removes a Jammer")
    small_attack: int = weight(2, "passes: the most attack that is weak")
    slow: float = weight(-80.0, "passes: an attack on a section that a faster enemy can intercept")
    unchecked: float = weight(
        100.0, "passes: an attack on a section that no enemy can intercept", Real(0.0, 200.0)
    )
    guard_two: float = weight(-10.0, "passes: a guard against attack 2 attacks a drone")
    guard_three: float = weight(-40.0, "passes: a guard against attack 3 attacks a drone")
    guard_four: float = weight(
        -120.0, "passes: a guard against attack 4 or more attacks a drone", Real(-240.0, 0.0)
    )

    # The choice (3.9).
    window: float = weight(
        20.0, "choice: how far below the best score an action may be chosen", Real(0.0, 40.0)
    )

    # Readings that can be switched (3.12).
    shared_stats: bool = weight(
        False, "whether all types deployed to a lane count with the stats of the first (TF1)"
    )
    stats_by_name: bool = weight(
        False, "whether own drones that the enemy has, too, count as the enemy's (TF3)"
    )
    fresh_shields: bool = weight(True, "whether a drone to deploy counts with its shields (TF2)")
    moving_auras: bool = weight(True, "whether shields from auras come and go where drones do")
    negative_attack: bool = weight(False, "whether an attack below 0 counts as such")
    exhausted_protect: bool = weight(
        False, "whether exhausted Guardians and Jammers count like ready ones"
    )
    equal_speed: bool = weight(
        False, "whether an enemy of equal speed can intercept an attack on a section (TF4)"
    )
    beats_fastest: bool = weight(
        False, "whether an interceptor must beat the fastest own drone (TF5)"
    )
    counts_early: bool = weight(
        False, "whether removal counts attacks listed later as 80 too high (TF6)"
    )
    ship_bonus: bool = weight(True, "whether the ship bonus counts in attacks on sections (TF7)")
    lethal_shields: bool = weight(True, "whether shields count where damage may kill (TF9)")
    counts_repeats: bool = weight(
        True, "whether damaged sections count for Desperate Measures (TF10)"
    )
    jammed_damage: bool = weight(True, "whether damage cards count that a Jammer blocks (TF13)")
    harmless_attacks: bool = weight(False, "whether drones without attack may attack (TF15)")
    printed_speed: bool = weight(
        False, "whether the printed speed counts for drones destroyed by speed (TF16)"
    )
    only_freed: bool = weight(
        True, "whether removal counts only attacks that nobody else intercepts (TF17)"
    )
    extra_cards: bool = weight(
        True, "whether it plays cards for which the original has no formula (3.9)"
    )

    # "Tactical+" (the end of 3.12).
    guardian_attack: float = weight(
        0.0, "Tactical+: a Guardian attacks while ready enemies share its lane"
    )
    guard_impact: float = weight(
        0.0, "Tactical+: each point of impact of the enemies held in check; 0 for off"
    )
    ready_by_use: bool = weight(
        False, "Tactical+: whether a drone is readied for what it can do then"
    )
    ready_damage: float = weight(8.0, "Tactical+: each point of damage that it can do")
    ready_guard: float = weight(20.0, "Tactical+: each ready enemy that it can intercept")
    ready_defender: float = weight(40.0, "Tactical+: it has DEFENDER")
    ready_guardian: float = weight(30.0, "Tactical+: it has GUARDIAN")
    enhanced_interception: bool = weight(
        False, "Tactical+: whether it intercepts by impact instead of class"
    )


BUILD: Final = Weights()
# The original of 12 October 2025.
REF: Final = Weights(
    shared_stats=True,
    stats_by_name=True,
    fresh_shields=False,
    moving_auras=False,
    negative_attack=True,
    exhausted_protect=True,
    equal_speed=True,
    beats_fastest=True,
    counts_early=True,
    ship_bonus=False,
    pierced_drone=0.0,
    pierced_section=0.0,
    lethal_shields=False,
    counts_repeats=False,
    heal_shields=0.0,
    search_most=999,
    jammed_damage=False,
    harmless_attacks=True,
    printed_speed=True,
    only_freed=False,
    extra_cards=False,
)
# The changes of 13 October.
PLUS: Final = Weights(
    guardian_attack=-200.0,
    guard_impact=-12.0,
    ready_by_use=True,
    enhanced_interception=True,
)
PROFILES: Final[dict[str, Weights]] = {"build": BUILD, "ref": REF, "plus": PLUS}
