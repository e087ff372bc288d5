"""The numbers and readings of the tactical AI, with what each means, in one place.

`kibitz games dronewars --weights tactical` prints them. A profile is a set of them: `BUILD`, the
default; `REF`, as the original game scored, mistakes included; and `PLUS`, the changes that the
original's author made a day later.
"""

from dataclasses import dataclass
from typing import Final

from kibitz.core.ranges import Range, Real


@dataclass
class Weights:
    """The weights of the tactical AI; the defaults are those of the profile `BUILD`."""

    # What a lane is worth (3.1).
    attack: float = 4.0
    drone_class: float = 2.0
    durability: float = 0.5
    speed: float = 8.0
    own_damaged: float = -20.0
    own_critical: float = -40.0
    enemy_damaged: float = 15.0
    enemy_critical: float = 30.0

    # Deployment (3.2).
    losing_below: float = -15.0
    winning_above: float = 15.0
    fast_speed: int = 4
    fast_help: float = 15.0
    guardian_help: float = 20.0
    strong_attack: int = 4
    strong_help: float = 15.0
    bomber_help: float = 20.0
    cheap_class: int = 1
    cheap_help: float = 10.0
    swing_least: int = 10
    swing_most: int = 30
    dominate_above: float = 20.0
    overkill: float = -150.0
    overkill_above: float = 5.0
    deploy_least: float = 5.0

    # Cards (3.4).
    card_cost: float = 4.0
    destroy: float = 8.0
    destroy_filtered: float = 8.0
    destroy_lane: float = 4.0
    destroy_ready: float = 1.5
    destroyed_class: float = 5.0
    damage: float = 8.0
    kill: float = 50.0
    kill_class: float = 15.0
    damage_filtered: float = 10.0
    damage_several: float = 15.0
    ready: float = 12.0
    energy: float = 60.0
    energy_cost: float = 5.0
    draw: float = 10.0
    energy_left: float = 2.0
    search_keep: float = 12.0
    search_card: float = 2.0
    search_most: int = 10
    heal_shields: float = 5.0
    heal_section: float = 80.0
    repeat: float = 25.0
    jammers: float = 30.0
    jammers_class: float = 5.0
    jammers_big: float = 15.0
    go_again: float = 40.0
    buff_lane: float = 1.5
    buff_drone: float = 10.0
    attack_up_class: float = 10.0
    attack_up: float = 8.0
    attack_down: float = 8.0
    speed_up_wins: float = 60.0
    speed_up: float = 20.0
    other_change: float = 10.0
    permanent: float = 1.5
    move_gains_attack: float = 15.0
    move_gains_speed: float = 10.0

    # Cards for which the original has no formula (3.9).
    heal_drone: float = 8.0
    upgrade_attack: float = 40.0
    upgrade_speed: float = 35.0
    upgrade_shields: float = 30.0
    upgrade_limit: float = 50.0
    upgrade_cost: float = 45.0
    upgrade_keyword: float = 60.0
    upgrade_class: float = 8.0
    upgrade_drone: float = 15.0
    upgrade_unused: float = -30.0
    sabotage: float = 0.5

    # Attacks (3.5).
    target_class: float = 10.0
    trade_up: float = 20.0
    target_ready: float = 10.0
    bomber_on_drone: float = -40.0
    pierced_drone: float = 8.0
    lane_share: float = 0.5
    section_damage: float = 8.0
    section_damaged: float = 15.0
    section_critical: float = 30.0
    section_bare: float = 40.0
    section_broken: float = 35.0
    hard_hit: float = 10.0
    hard_hit_from: int = 3
    pierced_section: float = 10.0

    # Moves (3.6).
    move: float = -10.0
    reinforce: float = 25.0
    press: float = 20.0
    press_critical: float = -150.0

    # The passes (3.7, 3.8).
    small_on_jammer: float = 30.0
    small_attack: int = 2
    slow: float = -80.0
    unchecked: float = 100.0
    guard_two: float = -10.0
    guard_three: float = -40.0
    guard_four: float = -120.0

    # The choice (3.9).
    window: float = 20.0

    # Readings that can be switched (3.12).
    shared_stats: bool = False
    stats_by_name: bool = False
    fresh_shields: bool = True
    moving_auras: bool = True
    negative_attack: bool = False
    exhausted_protect: bool = False
    equal_speed: bool = False
    beats_fastest: bool = False
    counts_early: bool = False
    ship_bonus: bool = True
    lethal_shields: bool = True
    counts_repeats: bool = True
    jammed_damage: bool = True
    harmless_attacks: bool = False
    printed_speed: bool = False
    only_freed: bool = True
    extra_cards: bool = True

    # "Tactical+" (the end of 3.12).
    guardian_attack: float = 0.0
    guard_impact: float = 0.0
    ready_by_use: bool = False
    ready_damage: float = 8.0
    ready_guard: float = 20.0
    ready_defender: float = 40.0
    ready_guardian: float = 30.0
    enhanced_interception: bool = False


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

# What there is to tune by default: what decides most between attacks, cards and deployment. All
# others are options, too.
RANGES: Final[dict[str, Range]] = {
    "attack": Real(1.0, 12.0, log=True),
    "speed": Real(1.0, 20.0, log=True),
    "card_cost": Real(0.0, 12.0),
    "kill": Real(0.0, 150.0),
    "section_damage": Real(2.0, 30.0, log=True),
    "unchecked": Real(0.0, 200.0),
    "guard_four": Real(-240.0, 0.0),
    "window": Real(0.0, 40.0),
}

MEANINGS: Final[dict[str, str]] = {
    "attack": "lane: each point of attack and ship bonus of a drone",
    "drone_class": "lane: the class of a drone",
    "durability": "lane: each point of hull and shields of a drone",
    "speed": "lane: each point of speed that the fastest own drone is ahead",
    "own_damaged": "lane: the own section is damaged",
    "own_critical": "lane: the own section is critical",
    "enemy_damaged": "lane: the enemy section is damaged",
    "enemy_critical": "lane: the enemy section is critical",
    "losing_below": "deployment: a lane with a score below this is being lost",
    "winning_above": "deployment: a lane with a score above this is being won",
    "fast_speed": "deployment: the printed speed that is fast",
    "fast_help": "deployment: a fast drone for a lane that is being lost",
    "guardian_help": "deployment: a Guardian for a lane that is being lost",
    "strong_attack": "deployment: the printed attack that is strong",
    "strong_help": "deployment: a strong drone for a lane that is being won",
    "bomber_help": "deployment: a ship bonus for a lane that is being won",
    "cheap_class": "deployment: the highest class that is cheap",
    "cheap_help": "deployment: a cheap drone for a lane that is even",
    "swing_least": "deployment: the least that stabilising or dominating a lane counts",
    "swing_most": "deployment: the most that it counts; the number between them is random",
    "dominate_above": "deployment: a lane with a score above this is dominated",
    "overkill": "deployment: the enemy section of the lane is damaged and the lane won already",
    "overkill_above": "deployment: the lane score that is enough against such a section",
    "deploy_least": "deployment: the least score for which a drone is deployed",
    "card_cost": "card: each energy that it costs",
    "destroy": "card: each point of hull and shields of a drone destroyed",
    "destroy_filtered": "card: the same, and classes, of the drones of a lane",
    "destroy_lane": "card: the same for both sides of a lane, the enemy's minus the own",
    "destroy_ready": "card: how much more a ready drone counts in that",
    "destroyed_class": "card: how many points of hull a class counts in that",
    "damage": "card: each point of damage to one drone",
    "kill": "card: the damage destroys the drone",
    "kill_class": "card: and for each class of that drone",
    "damage_filtered": "card: each point of damage to each drone of a lane",
    "damage_several": "card: and for each of several drones",
    "ready": "card: each class of the drone that becomes ready",
    "energy": "card: the energy pays for a card that is too expensive now",
    "energy_cost": "card: and for each energy that this card costs",
    "draw": "card: cards drawn with energy left",
    "energy_left": "card: each energy left for cards drawn or searched",
    "search_keep": "card: each card kept of a search",
    "search_card": "card: each card looked at",
    "search_most": "card: no more cards looked at count",
    "heal_shields": "card: each shield of a drone that comes back",
    "heal_section": "card: hull of a section that comes back",
    "repeat": "card: each time that Desperate Measures draws and gains energy",
    "jammers": "card: Jammers in all lanes",
    "jammers_class": "card: each class of own drones that they protect",
    "jammers_big": "card: each own drone of class 3 or more",
    "go_again": "card: another turn, for changes and movement",
    "buff_lane": "card: each point of lane score that a change of a lane brings",
    "buff_drone": "card: each ready drone in that lane",
    "attack_up_class": "card: each class of the drone that gains attack",
    "attack_up": "card: each point of attack that it gains",
    "attack_down": "card: each point of attack of a drone that loses attack",
    "speed_up_wins": "card: a drone becomes faster than all enemies of its lane",
    "speed_up": "card: a drone becomes faster",
    "other_change": "card: any other change of a drone",
    "permanent": "card: how much more a change that stays counts",
    "move_gains_attack": "move: each attack that the drone gains by moving",
    "move_gains_speed": "move: each speed that the drone gains by moving",
    "heal_drone": "card: each hull of a drone that comes back",
    "upgrade_attack": "upgrade: attack",
    "upgrade_speed": "upgrade: speed",
    "upgrade_shields": "upgrade: shields",
    "upgrade_limit": "upgrade: limit",
    "upgrade_cost": "upgrade: cost",
    "upgrade_keyword": "upgrade: a keyword",
    "upgrade_class": "upgrade: each class of the drone",
    "upgrade_drone": "upgrade: each such drone on the board",
    "upgrade_unused": "upgrade: there is no such drone on the board",
    "sabotage": "the share of its value that an upgrade of the enemy counts",
    "target_class": "attack: each class of the drone attacked",
    "trade_up": "attack: the target is of a higher class",
    "target_ready": "attack: the target is ready",
    "bomber_on_drone": "attack: a drone with a ship bonus attacks a drone",
    "pierced_drone": "attack: each shield of a drone that PIERCING ignores",
    "lane_share": "attack: the share of the lane score that counts without the target",
    "section_damage": "attack: each point of damage to a section",
    "section_damaged": "attack: the section is damaged",
    "section_critical": "attack: the section is critical",
    "section_bare": "attack: the section has no shields",
    "section_broken": "attack: the damage is enough for all shields",
    "hard_hit": "attack: a hard hit on a section",
    "hard_hit_from": "attack: the damage that makes a hard hit",
    "pierced_section": "attack: each shield of a section that PIERCING ignores",
    "move": "move: any move",
    "reinforce": "move: to a lane that is being lost, with a damaged own section",
    "press": "move: to a lane that is being won, with a damaged enemy section",
    "press_critical": "move: the same with a critical enemy section",
    "small_on_jammer": "passes: a weak drone removes a Jammer",
    "small_attack": "passes: the most attack that is weak",
    "slow": "passes: an attack on a section that a faster enemy can intercept",
    "unchecked": "passes: an attack on a section that no enemy can intercept",
    "guard_two": "passes: a guard against attack 2 attacks a drone",
    "guard_three": "passes: a guard against attack 3 attacks a drone",
    "guard_four": "passes: a guard against attack 4 or more attacks a drone",
    "window": "choice: how far below the best score an action may be chosen",
    "shared_stats": "whether all types deployed to a lane count with the stats of the first (TF1)",
    "stats_by_name": "whether own drones that the enemy has, too, count as the enemy's (TF3)",
    "fresh_shields": "whether a drone to deploy counts with its shields (TF2)",
    "moving_auras": "whether shields from auras come and go where drones do",
    "negative_attack": "whether an attack below 0 counts as such",
    "exhausted_protect": "whether exhausted Guardians and Jammers count like ready ones",
    "equal_speed": "whether an enemy of equal speed can intercept an attack on a section (TF4)",
    "beats_fastest": "whether an interceptor must beat the fastest own drone (TF5)",
    "counts_early": "whether removal counts attacks listed later as 80 too high (TF6)",
    "ship_bonus": "whether the ship bonus counts in attacks on sections (TF7)",
    "lethal_shields": "whether shields count where damage may kill (TF9)",
    "counts_repeats": "whether damaged sections count for Desperate Measures (TF10)",
    "jammed_damage": "whether damage cards count that a Jammer blocks (TF13)",
    "harmless_attacks": "whether drones without attack may attack (TF15)",
    "printed_speed": "whether the printed speed counts for drones destroyed by speed (TF16)",
    "only_freed": "whether removal counts only attacks that nobody else intercepts (TF17)",
    "extra_cards": "whether it plays cards for which the original has no formula (3.9)",
    "guardian_attack": "Tactical+: a Guardian attacks while ready enemies share its lane",
    "guard_impact": "Tactical+: each point of impact of the enemies held in check; 0 for off",
    "ready_by_use": "Tactical+: whether a drone is readied for what it can do then",
    "ready_damage": "Tactical+: each point of damage that it can do",
    "ready_guard": "Tactical+: each ready enemy that it can intercept",
    "ready_defender": "Tactical+: it has DEFENDER",
    "ready_guardian": "Tactical+: it has GUARDIAN",
    "enhanced_interception": "Tactical+: whether it intercepts by impact instead of class",
}
