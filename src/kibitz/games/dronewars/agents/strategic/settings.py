"""The numbers of the strategic AI, with what each means, in one place.

`kibitz games dronewars --weights strategic` prints them. The defaults are those of the description
(4.5, 4.6). Confidences come in pairs where it matters whether a card says Go Again.
"""

from dataclasses import dataclass
from typing import Final

from kibitz.agents.weights import weight
from kibitz.core.ranges import Real
from kibitz.games.dronewars.agents.tactical import Weights as TacticalWeights

# What a path is good for; the base value of each is the weight of the same name (E1).
IMMEDIATE_WIN: Final = "IMMEDIATE_WIN"
ENABLES_WIN_NEXT_TURN: Final = "ENABLES_WIN_NEXT_TURN"
FULL_DEFENSE: Final = "FULL_DEFENSE"
EFFICIENT_DEFENSE: Final = "EFFICIENT_DEFENSE"
DEPLOY_BLOCKER: Final = "DEPLOY_BLOCKER"
SECTION_LOST: Final = "SECTION_LOST"
EFFICIENT_SETUP: Final = "EFFICIENT_SETUP"
PARTIAL_DEFENSE: Final = "PARTIAL_DEFENSE"
SIGNIFICANT_DAMAGE_BOOST: Final = "SIGNIFICANT_DAMAGE_BOOST"
FIND_SOLUTION: Final = "FIND_SOLUTION"
FIND_DEFENSIVE_SOLUTION: Final = "FIND_DEFENSIVE_SOLUTION"
EFFICIENT_TRADE: Final = "EFFICIENT_TRADE"
APPLY_PRESSURE: Final = "APPLY_PRESSURE"
FIND_EFFICIENT_ANSWER: Final = "FIND_EFFICIENT_ANSWER"
MINOR_BUFF: Final = "MINOR_BUFF"
BREAKTHROUGH_PROGRESS: Final = "BREAKTHROUGH_PROGRESS"
MINOR_READY: Final = "MINOR_READY"
MINOR_POSITIONING: Final = "MINOR_POSITIONING"
SETUP: Final = "SETUP"
CHIP_DAMAGE: Final = "CHIP_DAMAGE"
PROGRESS_VALUE: Final = "PROGRESS"
OTHER_VALUE: Final = "OTHER"
SINGLE_ACTION: Final = "SINGLE_ACTION"
# The same in words, for players.
VALUE_WORDS: Final = {
    IMMEDIATE_WIN: "wins now",
    ENABLES_WIN_NEXT_TURN: "can win next turn",
    FULL_DEFENSE: "full defence",
    EFFICIENT_DEFENSE: "efficient defence",
    DEPLOY_BLOCKER: "blocker",
    SECTION_LOST: "takes a section",
    EFFICIENT_SETUP: "efficient set-up",
    PARTIAL_DEFENSE: "partial defence",
    SIGNIFICANT_DAMAGE_BOOST: "strong boost",
    FIND_SOLUTION: "may draw an answer",
    FIND_DEFENSIVE_SOLUTION: "may draw a defence",
    EFFICIENT_TRADE: "efficient trade",
    APPLY_PRESSURE: "pressure",
    FIND_EFFICIENT_ANSWER: "may draw a good card",
    MINOR_BUFF: "small boost",
    BREAKTHROUGH_PROGRESS: "breakthrough",
    MINOR_READY: "readies a drone",
    MINOR_POSITIONING: "moves a drone",
    SETUP: "set-up",
    CHIP_DAMAGE: "wears it down",
    PROGRESS_VALUE: "progress",
    OTHER_VALUE: "no plan",
    SINGLE_ACTION: "single action",
}


@dataclass
class Weights:
    """The weights of the strategic AI; the defaults are the described ones."""

    # Base values (E1).
    immediate_win: float = weight(1500.0, "base: the game is won in this turn")
    enables_win_next_turn: float = weight(1200.0, "base: the game can be won in the next turn")
    full_defense: float = weight(1000.0, "base: the section is no longer under threat")
    efficient_defense: float = weight(900.0, "base: a card takes care of a threat")
    deploy_blocker: float = weight(850.0, "base: a Guardian is deployed before the section")
    section_lost: float = weight(800.0, "base: the enemy loses a section, but not the last")
    efficient_setup: float = weight(700.0, "base: a card prepares an attack")
    partial_defense: float = weight(
        600.0, "base: some of the threats are gone", Real(100.0, 1500.0, log=True)
    )
    significant_damage_boost: float = weight(
        500.0, "base: a Go Again card makes an attack much stronger"
    )
    find_solution: float = weight(400.0, "base: cards drawn may help the attack")
    find_defensive_solution: float = weight(400.0, "base: cards drawn may help the defence")
    efficient_trade: float = weight(350.0, "base: a card is well used", Real(50.0, 900.0, log=True))
    apply_pressure: float = weight(
        300.0, "base: an attack on a section while all three stand", Real(50.0, 900.0, log=True)
    )
    find_efficient_answer: float = weight(
        300.0, "base: cards drawn may help while all three sections stand"
    )
    minor_buff: float = weight(250.0, "base: a card makes a drone stronger")
    breakthrough_progress: float = weight(
        250.0,
        "base: the attackers of the lane get through the shields",
        Real(50.0, 900.0, log=True),
    )
    minor_ready: float = weight(240.0, "base: a card readies a drone")
    minor_positioning: float = weight(200.0, "base: a card moves a drone")
    setup: float = weight(200.0, "base: an attack prepares another")
    chip_damage: float = weight(150.0, "base: an attack on shields", Real(50.0, 900.0, log=True))
    progress: float = weight(100.0, "base: progress of any other kind")
    other: float = weight(50.0, "base: anything else")

    # The other terms (E2 to E8).
    complexity: float = weight(10.0, "what each point of complexity of the first step costs")
    complexity_attack: float = weight(1.0, "complexity of an attack")
    complexity_go_again: float = weight(2.0, "complexity of a Go Again card")
    complexity_card: float = weight(3.0, "complexity of any other card")
    complexity_deploy: float = weight(2.0, "complexity of a deployment")
    complexity_unknown: float = weight(4.0, "complexity of any other step")
    complexity_missing: float = weight(5.0, "complexity of a path without steps")
    card_cost: float = weight(5.0, "what each energy of the first step costs", Real(0.0, 40.0))
    go_again_combo: float = weight(
        200.0, "the first step is a Go Again card that prepares the others"
    )
    damage: float = weight(25.0, "each point of damage that the path counts", Real(0.0, 80.0))
    step: float = weight(25.0, "each step after the first")
    most_steps: int = weight(3, "no more steps after the first count")

    # What the mode and the strategy of a race add (E6).
    aggressive_win: float = weight(500.0, "attacking: the path wins")
    aggressive_enables: float = weight(300.0, "attacking: the path enables a win")
    defensive_full: float = weight(400.0, "defending: a full defence")
    defensive_efficient: float = weight(300.0, "defending: an efficient defence")
    defensive_blocker: float = weight(350.0, "defending: a Guardian is deployed")
    race_offense: float = weight(
        300.0, "racing, attack before the enemy does: the path leads to a win"
    )
    race_survive: float = weight(300.0, "racing, survive first: the path defends")
    race_all_in: float = weight(500.0, "racing, attack with everything: the path leads to a win")
    race_all_in_defense: float = weight(-200.0, "racing, attack with everything: the path defends")
    race_build: float = weight(100.0, "racing, build up an attack: the path attacks")

    # Confidences (4.5): with Go Again, and without.
    direct_attack: float = weight(1.0, "confidence: an attack that finishes the section")
    breakthrough_attack: float = weight(0.7, "confidence: an attack that gets through the shields")
    chip_attack: float = weight(0.6, "confidence: an attack on shields")
    kill_guardian: float = weight(0.9, "confidence: an attack on a Guardian")
    remove_guardian: float = weight(1.0, "confidence: a card removes a Guardian")
    buff_guardian_again: float = weight(
        0.95, "confidence: a stronger drone kills a Guardian, with Go Again"
    )
    buff_guardian: float = weight(0.8, "confidence: the same without it")
    ready_guardian_again: float = weight(
        1.0, "confidence: a readied drone kills a Guardian, with Go Again"
    )
    ready_guardian: float = weight(0.85, "confidence: the same without it")
    move_guardian_again: float = weight(
        0.95, "confidence: a moved drone kills a Guardian, with Go Again"
    )
    move_guardian: float = weight(0.8, "confidence: the same without it")
    buff_win_again: float = weight(
        1.0, "confidence: a stronger drone finishes the section, with Go Again"
    )
    buff_win: float = weight(0.85, "confidence: the same without it")
    ready_win_again: float = weight(
        1.0, "confidence: a readied drone finishes the section, with Go Again"
    )
    ready_win: float = weight(0.85, "confidence: the same without it")
    move_win_again: float = weight(
        0.95, "confidence: a moved drone finishes the section, with Go Again"
    )
    move_win: float = weight(0.85, "confidence: the same without it")
    boost: float = weight(0.7, "confidence: a Go Again card that makes an attack much stronger")
    minor: float = weight(0.5, "confidence: a card that helps an attack a little", Real(0.0, 1.0))
    kill_interceptor: float = weight(0.9, "confidence: an attack on an interceptor")
    remove_interceptor: float = weight(1.0, "confidence: a card removes an interceptor")
    eliminate: float = weight(0.85, "confidence: attacks on threats")
    buff_eliminate_again: float = weight(
        1.0, "confidence: a stronger drone kills a threat, with Go Again"
    )
    buff_eliminate: float = weight(0.85, "confidence: the same without it")
    ready_eliminate_again: float = weight(
        1.0, "confidence: a readied drone kills a threat, with Go Again"
    )
    ready_eliminate: float = weight(0.85, "confidence: the same without it")
    remove_threat: float = weight(1.0, "confidence: a card removes a threat")
    pressure: float = weight(0.8, "confidence: an attack on a section while all three stand")
    buff_trade_again: float = weight(
        0.9, "confidence: a stronger drone gets through the shields, with Go Again"
    )
    buff_trade: float = weight(0.75, "confidence: the same without it")
    remove_trade: float = weight(1.0, "confidence: a card removes the strongest enemy of a lane")
    ready_trade_again: float = weight(0.85, "confidence: a readied drone attacks, with Go Again")
    ready_trade: float = weight(0.7, "confidence: the same without it")
    deploy_guardian: float = weight(0.9, "confidence: a Guardian is deployed")

    # Thresholds.
    draw_above: float = weight(
        0.15, "cards are drawn if an answer comes with a probability above this"
    )
    high_threat: int = weight(3, "the damage to a section that makes an enemy a high threat")
    trade_attack: int = weight(4, "the attack that makes an enemy worth a removal card")
    trade_ship: int = weight(3, "the damage to a section for which a drone is readied")
    most_paths: int = weight(30, "no more paths are evaluated")

    # Options that are off in the description.
    tactics: float = weight(
        0.0, "what each tactical point of a first step counts; above 0, single actions compete"
    )
    single_action: float = weight(
        0.0, "base: an action that belongs to no plan, where tactics count"
    )
    no_kill: float = weight(0.0, "a single action that attacks a drone without destroying it")
    shields_by_need: bool = weight(
        False, "whether new shields go to standing sections, the most threatened first"
    )
    tactical_support: bool = weight(
        False, "whether the tactical AI decides where no path has a high base value"
    )
    support_base: float = weight(300.0, "the base value that is not high")
    passing: bool = weight(False, "whether it may pass to keep its drones ready")
    pass_least: float = weight(100.0, "passing: the least value for which it passes")
    pass_urgency: float = weight(50.0, "passing: each point of urgency that the enemy is ahead")
    pass_reactive: float = weight(20.0, "passing: each own drone that can intercept")
    pass_energy: float = weight(5.0, "passing: each energy kept")


def base_values(w: Weights) -> dict[str, float]:
    """Returns what paths are worth by what they are good for."""
    return {value: getattr(w, value.lower()) for value in VALUE_WORDS}


DESCRIBED: Final = Weights()
# Where no plan decides; interception is by impact (4.13b).
DESCRIBED_TACTICS: Final = TacticalWeights(enhanced_interception=True)

# Stronger; the numbers from `tactics` to `partial_defense` were found by `kibitz tune dronewars
# commander ... --seed tune1`, whose whole command is on the page of the strategic AI. The others
# are guesses that were tried in the arena.
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
