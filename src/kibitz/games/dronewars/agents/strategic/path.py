"""Paths: a first step that is played, and further ones that are only context (4.5)."""

from typing import Final

from kibitz.core.agent import Reason
from kibitz.core.move import Move
from kibitz.games.dronewars.agents.strategic.cards import Playable
from kibitz.games.dronewars.agents.strategic.combat import Fighter
from kibitz.games.dronewars.cards.catalogue import CARD_WORDS
from kibitz.games.dronewars.moves import SECTION_CODE, attack_move, play_move
from kibitz.games.dronewars.state import Battle

# Types of paths.
DIRECT_ATTACK: Final = "DIRECT_ATTACK"
CHIP_ATTACK: Final = "CHIP_ATTACK"
REMOVE_GUARDIAN: Final = "REMOVE_GUARDIAN_THEN_ATTACK"
CARD_REMOVAL: Final = "CARD_REMOVAL_THEN_ATTACK"
BUFF_KILL_GUARDIAN: Final = "BUFF_KILL_GUARDIAN_THEN_ATTACK"
READY_KILL_GUARDIAN: Final = "READY_KILL_GUARDIAN_THEN_ATTACK"
BUFF_THEN_ATTACK: Final = "BUFF_THEN_ATTACK"
READY_THEN_ATTACK: Final = "READY_THEN_ATTACK"
MOVE_KILL_GUARDIAN: Final = "MOVE_KILL_GUARDIAN_THEN_ATTACK"
MOVE_THEN_ATTACK: Final = "MOVE_THEN_ATTACK"
DRAW_FOR_ANSWERS: Final = "DRAW_FOR_ANSWERS"
REMOVE_INTERCEPTOR: Final = "REMOVE_INTERCEPTOR_THEN_ATTACK"
CARD_REMOVE_INTERCEPTOR: Final = "CARD_REMOVE_INTERCEPTOR_THEN_ATTACK"
ELIMINATE_THREATS: Final = "ELIMINATE_THREATS"
BUFF_ELIMINATE: Final = "BUFF_ELIMINATE_THREAT"
READY_ELIMINATE: Final = "READY_ELIMINATE_THREAT"
CARD_REMOVAL_THREAT: Final = "CARD_REMOVAL_THREAT"
DRAW_FOR_DEFENCE: Final = "DRAW_FOR_DEFENSIVE_ANSWERS"
ATTACK_PRISTINE: Final = "ATTACK_PRISTINE"
BUFF_FOR_EFFICIENCY: Final = "BUFF_FOR_EFFICIENCY"
BALANCED_REMOVAL: Final = "BALANCED_THREAT_REMOVAL"
READY_FOR_EFFICIENCY: Final = "READY_FOR_EFFICIENCY"
DRAW_FOR_EFFICIENCY: Final = "DRAW_FOR_EFFICIENCY"
DEPLOY_GUARDIAN: Final = "DEPLOY_GUARDIAN"
SINGLE_ACTION: Final = "SINGLE_ACTION"
STRATEGIC_PASS: Final = "STRATEGIC_PASS"

# The same in words, for players.
KIND_WORDS: Final = {
    DIRECT_ATTACK: "finish the section",
    CHIP_ATTACK: "wear the section down",
    REMOVE_GUARDIAN: "kill the Guardian, then attack the section",
    CARD_REMOVAL: "remove the Guardian with a card, then attack the section",
    BUFF_KILL_GUARDIAN: "make a drone strong enough to kill the Guardian, then attack",
    READY_KILL_GUARDIAN: "ready a drone to kill the Guardian, then attack the section",
    BUFF_THEN_ATTACK: "make a drone stronger, then attack the section",
    READY_THEN_ATTACK: "ready a drone, then attack the section",
    MOVE_KILL_GUARDIAN: "move a drone in to kill the Guardian, then attack the section",
    MOVE_THEN_ATTACK: "move a drone in, then attack the section",
    DRAW_FOR_ANSWERS: "draw cards for the attack",
    REMOVE_INTERCEPTOR: "kill the interceptor, then attack the section",
    CARD_REMOVE_INTERCEPTOR: "remove the interceptor with a card, then attack the section",
    ELIMINATE_THREATS: "kill the drones that threaten the section",
    BUFF_ELIMINATE: "make a drone strong enough to kill a threat",
    READY_ELIMINATE: "ready a drone to kill a threat",
    CARD_REMOVAL_THREAT: "remove the strongest threat with a card",
    DRAW_FOR_DEFENCE: "draw cards for the defence",
    ATTACK_PRISTINE: "attack a section",
    BUFF_FOR_EFFICIENCY: "make a drone strong enough for the shields",
    BALANCED_REMOVAL: "remove a strong enemy with a card",
    READY_FOR_EFFICIENCY: "ready a drone for another attack",
    DRAW_FOR_EFFICIENCY: "draw cards",
    DEPLOY_GUARDIAN: "deploy a Guardian before the section",
    SINGLE_ACTION: "a single action, worth more than any plan",
    STRATEGIC_PASS: "pass and keep the drones ready",
}

# Outcomes.
WIN: Final = "WIN"
WIN_SETUP: Final = "WIN_SETUP"
PROGRESS: Final = "PROGRESS"
PROBABILISTIC_PROGRESS: Final = "PROBABILISTIC_PROGRESS"
SURVIVE: Final = "SURVIVE"
PROBABILISTIC_DEFENSE: Final = "PROBABILISTIC_DEFENSE"
SETUP_OUTCOME: Final = "SETUP"
WAIT: Final = "WAIT"
NO_OUTCOME: Final = ""

# What is special about the first step.
ORDINARY: Final = ""
GO_AGAIN_COMBO: Final = "GO_AGAIN_COMBO"
GO_AGAIN_DRAW: Final = "GO_AGAIN_DRAW"

# Kinds of steps.
ATTACK_STEP: Final = 0
AGAIN_STEP: Final = 1
CARD_STEP: Final = 2
DEPLOY_STEP: Final = 3
OTHER_STEP: Final = 4

# When a step is taken.
NOW: Final = "executed now"
SAME_TURN: Final = "same turn through Go Again"
LATER: Final = "context for a later turn"


class Step:
    """One step of a path.

    Attributes:
        kind: `ATTACK_STEP`, `AGAIN_STEP`, `CARD_STEP`, `DEPLOY_STEP` or `OTHER_STEP`.
        text: what is done.
        move: the move; None for context that no move of this moment can say.
        lane: the lane of the attacker, or of the target of a card; -1 for none.
        on_section: whether it attacks a section.
        foe: the enemy drone that it is about, if any.
        drone: the own drone that acts or gains, if any.
    """

    def __init__(
        self,
        kind: int,
        text: str,
        move: Move[Battle] | None = None,
        lane: int = -1,
        on_section: bool = False,
        foe: Fighter | None = None,
        drone: Fighter | None = None,
    ) -> None:
        self.kind: Final = kind
        self.text: Final = text
        self.move: Final = move
        self.lane: Final = lane
        self.on_section: Final = on_section
        self.foe: Final = foe
        self.drone: Final = drone


class Path:
    """A plan.

    Attributes:
        kind: its type, such as `DIRECT_ATTACK`.
        value: what it is good for, a number of `VALUES`.
        outcome: what it leads to.
        confidence: how likely it is to work.
        steps: the steps; only the first is played.
        damage: the damage that counts (E7).
        cost: the energy of the first step.
        special: `GO_AGAIN_COMBO`, `GO_AGAIN_DRAW` or `ORDINARY`.
        text: the plan in words, with its figures.
        score: its score, once it is evaluated.
        reasons: the terms of its score.
    """

    def __init__(
        self,
        kind: str,
        value: int,
        outcome: str,
        confidence: float,
        steps: list[Step],
        text: str,
        damage: int = 0,
        cost: int = 0,
        special: str = ORDINARY,
    ) -> None:
        self.kind: Final = kind
        self.value: Final = value
        self.outcome: Final = outcome
        self.confidence: Final = confidence
        self.steps: Final = steps
        self.text: Final = text
        self.damage: Final = damage
        self.cost: Final = cost
        self.special: Final = special
        self.score = 0.0
        self.reasons: Final[list[Reason]] = []

    def notes(self) -> list[str]:
        """Says of each step when it is taken."""
        again = bool(self.steps) and self.steps[0].kind == AGAIN_STEP
        found: list[str] = []
        for place in range(len(self.steps)):
            if place == 0:
                found.append(NOW)
            else:
                found.append(SAME_TURN if again and place == 1 else LATER)
        return found


# Steps in words and moves.


def hit_section(fighter: Fighter) -> Step:
    """Returns an attack on the section of a lane."""
    text = f"{fighter.word()} attacks the section"
    move = attack_move(fighter.code, SECTION_CODE)
    return Step(ATTACK_STEP, text, move, fighter.lane, True, None, fighter)


def hit_drone(fighter: Fighter, foe: Fighter) -> Step:
    """Returns an attack on an enemy drone."""
    text = f"{fighter.word()} attacks {foe.word()}"
    move = attack_move(fighter.code, foe.code)
    return Step(ATTACK_STEP, text, move, fighter.lane, False, foe, fighter)


def play_on_foe(card: Playable, foe: Fighter) -> Step:
    """Returns a card that is played on an enemy drone."""
    text = f"play {CARD_WORDS[card.card]} on {foe.word()}"
    move = play_move(card.card, foe.code)
    return Step(kind_of(card), text, move, foe.lane, False, foe)


def play_on_own(card: Playable, fighter: Fighter) -> Step:
    """Returns a card that is played on an own drone."""
    text = f"play {CARD_WORDS[card.card]} on {fighter.word()}"
    move = play_move(card.card, fighter.code)
    return Step(kind_of(card), text, move, fighter.lane, False, None, fighter)


def play_alone(card: Playable) -> Step:
    """Returns a card that is played on nothing."""
    return Step(kind_of(card), f"play {CARD_WORDS[card.card]}", play_move(card.card, 0))


def kind_of(card: Playable) -> int:
    """Returns the kind of step that playing a card is."""
    return AGAIN_STEP if card.again else CARD_STEP


def context(text: str) -> Step:
    """Returns a step that only tells what would come later."""
    return Step(OTHER_STEP, text)
