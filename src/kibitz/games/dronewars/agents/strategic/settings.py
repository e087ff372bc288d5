"""The numbers of the strategic AI, with what each means, in one place.

`kibitz games dronewars --weights strategic` prints them. The defaults are those of the description
(4.5, 4.6). Confidences come in pairs where it matters whether a card says Go Again.
"""

from dataclasses import dataclass
from typing import Final

from kibitz.core.ranges import Range, Real
from kibitz.games.dronewars.agents.tactical import Weights as TacticalWeights

# What a path is good for; the base value of each is a weight of the same name (E1).
IMMEDIATE_WIN: Final = 0
ENABLES_WIN_NEXT_TURN: Final = 1
FULL_DEFENSE: Final = 2
EFFICIENT_DEFENSE: Final = 3
DEPLOY_BLOCKER: Final = 4
SECTION_LOST: Final = 5
EFFICIENT_SETUP: Final = 6
PARTIAL_DEFENSE: Final = 7
SIGNIFICANT_DAMAGE_BOOST: Final = 8
FIND_SOLUTION: Final = 9
FIND_DEFENSIVE_SOLUTION: Final = 10
EFFICIENT_TRADE: Final = 11
APPLY_PRESSURE: Final = 12
FIND_EFFICIENT_ANSWER: Final = 13
MINOR_BUFF: Final = 14
BREAKTHROUGH_PROGRESS: Final = 15
MINOR_READY: Final = 16
MINOR_POSITIONING: Final = 17
SETUP: Final = 18
CHIP_DAMAGE: Final = 19
PROGRESS_VALUE: Final = 20
OTHER_VALUE: Final = 21
SINGLE_ACTION: Final = 22
VALUES: Final = (
    *("IMMEDIATE_WIN", "ENABLES_WIN_NEXT_TURN", "FULL_DEFENSE", "EFFICIENT_DEFENSE"),
    *("DEPLOY_BLOCKER", "SECTION_LOST", "EFFICIENT_SETUP", "PARTIAL_DEFENSE"),
    *("SIGNIFICANT_DAMAGE_BOOST", "FIND_SOLUTION", "FIND_DEFENSIVE_SOLUTION", "EFFICIENT_TRADE"),
    *("APPLY_PRESSURE", "FIND_EFFICIENT_ANSWER", "MINOR_BUFF", "BREAKTHROUGH_PROGRESS"),
    *("MINOR_READY", "MINOR_POSITIONING", "SETUP", "CHIP_DAMAGE", "PROGRESS", "OTHER"),
    "SINGLE_ACTION",
)
# The same in words, for players.
VALUE_WORDS: Final = (
    *("wins now", "can win next turn", "full defence", "efficient defence"),
    *("blocker", "takes a section", "efficient set-up", "partial defence"),
    *("strong boost", "may draw an answer", "may draw a defence", "efficient trade"),
    *("pressure", "may draw a good card", "small boost", "breakthrough"),
    *("readies a drone", "moves a drone", "set-up", "wears it down", "progress", "no plan"),
    "single action",
)


@dataclass
class Weights:
    """The weights of the strategic AI; the defaults are the described ones."""

    # Base values (E1).
    immediate_win: float = 1500.0
    enables_win_next_turn: float = 1200.0
    full_defense: float = 1000.0
    efficient_defense: float = 900.0
    deploy_blocker: float = 850.0
    section_lost: float = 800.0
    efficient_setup: float = 700.0
    partial_defense: float = 600.0
    significant_damage_boost: float = 500.0
    find_solution: float = 400.0
    find_defensive_solution: float = 400.0
    efficient_trade: float = 350.0
    apply_pressure: float = 300.0
    find_efficient_answer: float = 300.0
    minor_buff: float = 250.0
    breakthrough_progress: float = 250.0
    minor_ready: float = 240.0
    minor_positioning: float = 200.0
    setup: float = 200.0
    chip_damage: float = 150.0
    progress: float = 100.0
    other: float = 50.0

    # The other terms (E2 to E8).
    complexity: float = 10.0
    complexity_attack: float = 1.0
    complexity_go_again: float = 2.0
    complexity_card: float = 3.0
    complexity_deploy: float = 2.0
    complexity_unknown: float = 4.0
    complexity_missing: float = 5.0
    card_cost: float = 5.0
    go_again_combo: float = 200.0
    damage: float = 25.0
    step: float = 25.0
    most_steps: int = 3

    # What the mode and the strategy of a race add (E6).
    aggressive_win: float = 500.0
    aggressive_enables: float = 300.0
    defensive_full: float = 400.0
    defensive_efficient: float = 300.0
    defensive_blocker: float = 350.0
    race_offense: float = 300.0
    race_survive: float = 300.0
    race_all_in: float = 500.0
    race_all_in_defense: float = -200.0
    race_build: float = 100.0

    # Confidences (4.5): with Go Again, and without.
    direct_attack: float = 1.0
    breakthrough_attack: float = 0.7
    chip_attack: float = 0.6
    kill_guardian: float = 0.9
    remove_guardian: float = 1.0
    buff_guardian_again: float = 0.95
    buff_guardian: float = 0.8
    ready_guardian_again: float = 1.0
    ready_guardian: float = 0.85
    move_guardian_again: float = 0.95
    move_guardian: float = 0.8
    buff_win_again: float = 1.0
    buff_win: float = 0.85
    ready_win_again: float = 1.0
    ready_win: float = 0.85
    move_win_again: float = 0.95
    move_win: float = 0.85
    boost: float = 0.7
    minor: float = 0.5
    kill_interceptor: float = 0.9
    remove_interceptor: float = 1.0
    eliminate: float = 0.85
    buff_eliminate_again: float = 1.0
    buff_eliminate: float = 0.85
    ready_eliminate_again: float = 1.0
    ready_eliminate: float = 0.85
    remove_threat: float = 1.0
    pressure: float = 0.8
    buff_trade_again: float = 0.9
    buff_trade: float = 0.75
    remove_trade: float = 1.0
    ready_trade_again: float = 0.85
    ready_trade: float = 0.7
    deploy_guardian: float = 0.9

    # Thresholds.
    draw_above: float = 0.15
    high_threat: int = 3
    trade_attack: int = 4
    trade_ship: int = 3
    most_paths: int = 30

    # Options that are off in the description.
    tactics: float = 0.0
    single_action: float = 0.0
    no_kill: float = 0.0
    shields_by_need: bool = False
    tactical_support: bool = False
    support_base: float = 300.0
    passing: bool = False
    pass_least: float = 100.0
    pass_urgency: float = 50.0
    pass_reactive: float = 20.0
    pass_energy: float = 5.0


def base_values(w: Weights) -> list[float]:
    """Returns the base values, in the order of `VALUES`."""
    return [
        *(w.immediate_win, w.enables_win_next_turn, w.full_defense, w.efficient_defense),
        *(w.deploy_blocker, w.section_lost, w.efficient_setup, w.partial_defense),
        *(w.significant_damage_boost, w.find_solution, w.find_defensive_solution),
        *(w.efficient_trade, w.apply_pressure, w.find_efficient_answer, w.minor_buff),
        *(w.breakthrough_progress, w.minor_ready, w.minor_positioning, w.setup),
        *(w.chip_damage, w.progress, w.other, w.single_action),
    ]


DESCRIBED: Final = Weights()
# Where no plan decides; interception is by impact (4.13b).
DESCRIBED_TACTICS: Final = TacticalWeights(enhanced_interception=True)

# Stronger; what differs was found in the arena, see the page of the strategic AI.
COMMANDER: Final = Weights(
    tactics=0.7,
    single_action=270.0,
    apply_pressure=150.0,
    breakthrough_progress=200.0,
    efficient_defense=550.0,
    partial_defense=580.0,
    no_kill=-60.0,
    shields_by_need=True,
)
COMMANDER_TACTICS: Final = TacticalWeights(
    enhanced_interception=True,
    card_cost=2.0,
    guardian_attack=-200.0,
    section_damaged=-200.0,
    section_critical=-200.0,
    press=-60.0,
    overkill_above=-60.0,
)

RANGES: Final[dict[str, Range]] = {
    "efficient_trade": Real(50.0, 900.0, log=True),
    "apply_pressure": Real(50.0, 900.0, log=True),
    "breakthrough_progress": Real(50.0, 900.0, log=True),
    "chip_damage": Real(50.0, 900.0, log=True),
    "partial_defense": Real(100.0, 1500.0, log=True),
    "minor": Real(0.0, 1.0),
    "card_cost": Real(0.0, 40.0),
    "damage": Real(0.0, 80.0),
}

MEANINGS: Final[dict[str, str]] = {
    "immediate_win": "base: the game is won in this turn",
    "enables_win_next_turn": "base: the game can be won in the next turn",
    "full_defense": "base: the section is no longer under threat",
    "efficient_defense": "base: a card takes care of a threat",
    "deploy_blocker": "base: a Guardian is deployed before the section",
    "section_lost": "base: the enemy loses a section, but not the last",
    "efficient_setup": "base: a card prepares an attack",
    "partial_defense": "base: some of the threats are gone",
    "significant_damage_boost": "base: a Go Again card makes an attack much stronger",
    "find_solution": "base: cards drawn may help the attack",
    "find_defensive_solution": "base: cards drawn may help the defence",
    "efficient_trade": "base: a card is well used",
    "apply_pressure": "base: an attack on a section while all three stand",
    "find_efficient_answer": "base: cards drawn may help while all three sections stand",
    "minor_buff": "base: a card makes a drone stronger",
    "breakthrough_progress": "base: the attackers of the lane get through the shields",
    "minor_ready": "base: a card readies a drone",
    "minor_positioning": "base: a card moves a drone",
    "setup": "base: an attack prepares another",
    "chip_damage": "base: an attack on shields",
    "progress": "base: progress of any other kind",
    "other": "base: anything else",
    "complexity": "what each point of complexity of the first step costs",
    "complexity_attack": "complexity of an attack",
    "complexity_go_again": "complexity of a Go Again card",
    "complexity_card": "complexity of any other card",
    "complexity_deploy": "complexity of a deployment",
    "complexity_unknown": "complexity of any other step",
    "complexity_missing": "complexity of a path without steps",
    "card_cost": "what each energy of the first step costs",
    "go_again_combo": "the first step is a Go Again card that prepares the others",
    "damage": "each point of damage that the path counts",
    "step": "each step after the first",
    "most_steps": "no more steps after the first count",
    "aggressive_win": "attacking: the path wins",
    "aggressive_enables": "attacking: the path enables a win",
    "defensive_full": "defending: a full defence",
    "defensive_efficient": "defending: an efficient defence",
    "defensive_blocker": "defending: a Guardian is deployed",
    "race_offense": "racing, attack before the enemy does: the path leads to a win",
    "race_survive": "racing, survive first: the path defends",
    "race_all_in": "racing, attack with everything: the path leads to a win",
    "race_all_in_defense": "racing, attack with everything: the path defends",
    "race_build": "racing, build up an attack: the path attacks",
    "direct_attack": "confidence: an attack that finishes the section",
    "breakthrough_attack": "confidence: an attack that gets through the shields",
    "chip_attack": "confidence: an attack on shields",
    "kill_guardian": "confidence: an attack on a Guardian",
    "remove_guardian": "confidence: a card removes a Guardian",
    "buff_guardian_again": "confidence: a stronger drone kills a Guardian, with Go Again",
    "buff_guardian": "confidence: the same without it",
    "ready_guardian_again": "confidence: a readied drone kills a Guardian, with Go Again",
    "ready_guardian": "confidence: the same without it",
    "move_guardian_again": "confidence: a moved drone kills a Guardian, with Go Again",
    "move_guardian": "confidence: the same without it",
    "buff_win_again": "confidence: a stronger drone finishes the section, with Go Again",
    "buff_win": "confidence: the same without it",
    "ready_win_again": "confidence: a readied drone finishes the section, with Go Again",
    "ready_win": "confidence: the same without it",
    "move_win_again": "confidence: a moved drone finishes the section, with Go Again",
    "move_win": "confidence: the same without it",
    "boost": "confidence: a Go Again card that makes an attack much stronger",
    "minor": "confidence: a card that helps an attack a little",
    "kill_interceptor": "confidence: an attack on an interceptor",
    "remove_interceptor": "confidence: a card removes an interceptor",
    "eliminate": "confidence: attacks on threats",
    "buff_eliminate_again": "confidence: a stronger drone kills a threat, with Go Again",
    "buff_eliminate": "confidence: the same without it",
    "ready_eliminate_again": "confidence: a readied drone kills a threat, with Go Again",
    "ready_eliminate": "confidence: the same without it",
    "remove_threat": "confidence: a card removes a threat",
    "pressure": "confidence: an attack on a section while all three stand",
    "buff_trade_again": "confidence: a stronger drone gets through the shields, with Go Again",
    "buff_trade": "confidence: the same without it",
    "remove_trade": "confidence: a card removes the strongest enemy of a lane",
    "ready_trade_again": "confidence: a readied drone attacks, with Go Again",
    "ready_trade": "confidence: the same without it",
    "deploy_guardian": "confidence: a Guardian is deployed",
    "draw_above": "cards are drawn if an answer comes with a probability above this",
    "high_threat": "the damage to a section that makes an enemy a high threat",
    "trade_attack": "the attack that makes an enemy worth a removal card",
    "trade_ship": "the damage to a section for which a drone is readied",
    "most_paths": "no more paths are evaluated",
    "tactics": "what each tactical point of a first step counts; above 0, single actions compete",
    "single_action": "base: an action that belongs to no plan, where tactics count",
    "no_kill": "a single action that attacks a drone without destroying it",
    "shields_by_need": "whether new shields go to standing sections, the most threatened first",
    "tactical_support": "whether the tactical AI decides where no path has a high base value",
    "support_base": "the base value that is not high",
    "passing": "whether it may pass to keep its drones ready",
    "pass_least": "passing: the least value for which it passes",
    "pass_urgency": "passing: each point of urgency that the enemy is ahead",
    "pass_reactive": "passing: each own drone that can intercept",
    "pass_energy": "passing: each energy kept",
}
