"""Layer 2: the mode, and the goal that follows from it (4.3, 4.4)."""

from typing import Final

from kibitz.games.dronewars.agents.strategic.assessment import (
    Assessment,
    EnemySection,
    OwnSection,
)
from kibitz.games.dronewars.agents.strategic.combat import (
    Combat,
    Fighter,
    Target,
    guardians,
    ready_with,
    total_ship,
)
from kibitz.games.dronewars.cards.catalogue import JAMMER

# Modes.
RACE: Final = "RACE"
AGGRESSIVE: Final = "AGGRESSIVE"
DEFENSIVE: Final = "DEFENSIVE"
BALANCED: Final = "BALANCED"

# Priorities.
WIN_FASTER: Final = "WIN_FASTER"
WIN_NOW: Final = "WIN_NOW"
SURVIVE_NOW: Final = "SURVIVE_NOW"
PROTECT: Final = "PROTECT"
PRESSURE: Final = "APPLY_PRESSURE"
STABILIZE: Final = "STABILIZE"
BUILD_ADVANTAGE: Final = "BUILD_ADVANTAGE"

# Emergencies; "" for none.
CALM: Final = ""
HIGH: Final = "HIGH"
CRITICAL: Final = "CRITICAL"

# Goals, and what they are for.
DAMAGE_SECTION: Final = "DAMAGE_SECTION"
PREVENT_DAMAGE: Final = "PREVENT_DAMAGE"
ADVANTAGE: Final = "BUILD_ADVANTAGE"
OUTCOMES: Final = {
    DAMAGE_SECTION: "WIN_CONDITION",
    PREVENT_DAMAGE: "SURVIVE_TURN",
    ADVANTAGE: "POSITION_FOR_WIN",
}
APPROACH: Final = "SPREAD_PRESSURE"

# Strategies of a race.
ALL_IN_OFFENSE: Final = "ALL_IN_OFFENSE"
SURVIVE_THEN_COUNTER: Final = "SURVIVE_THEN_COUNTER"
RACE_OFFENSE_BIAS: Final = "RACE_OFFENSE_BIAS"
BUILD_OFFENSE: Final = "BUILD_OFFENSE"
CONFIDENCES: Final = {
    ALL_IN_OFFENSE: "HIGH",
    SURVIVE_THEN_COUNTER: "MEDIUM",
    RACE_OFFENSE_BIAS: "MEDIUM",
    BUILD_OFFENSE: "LOW",
}


# The same in words, for players: a mode and a priority begin a sentence, a strategy ends one.
MODE_WORDS: Final = {
    RACE: "racing",
    AGGRESSIVE: "attacking",
    DEFENSIVE: "defending",
    BALANCED: "playing",
}
PRIORITY_WORDS: Final = {
    WIN_FASTER: "to win first",
    WIN_NOW: "to win now",
    SURVIVE_NOW: "to survive this turn",
    PROTECT: "to protect the last section",
    PRESSURE: "to keep up the pressure",
    STABILIZE: "to hold what is left",
    BUILD_ADVANTAGE: "for an advantage",
}
STRATEGY_WORDS: Final = {
    ALL_IN_OFFENSE: "attack with everything",
    SURVIVE_THEN_COUNTER: "survive first, then attack",
    RACE_OFFENSE_BIAS: "attack before the enemy does",
    BUILD_OFFENSE: "build up an attack",
}


class Mode:
    """The mode of a decision (4.3).

    Attributes:
        name: `RACE`, `AGGRESSIVE`, `DEFENSIVE` or `BALANCED`.
        priority: what matters most in it.
        text: one line for people.
        focus: the enemy sections that are attacked.
        protect: the own sections that are defended.
        emergency: `CRITICAL`, `HIGH` or `CALM`.
    """

    def __init__(
        self,
        name: str,
        priority: str,
        text: str,
        focus: list[EnemySection],
        protect: list[OwnSection],
        emergency: str = CALM,
    ) -> None:
        self.name: Final = name
        self.priority: Final = priority
        self.text: Final = text
        self.focus: Final = focus
        self.protect: Final = protect
        self.emergency: Final = emergency


def choose_mode(found: Assessment) -> Mode:
    """Returns the mode: the first row of 4.3 that fits."""
    own, enemy = len(found.own), len(found.enemy)
    if own == 1 and enemy == 1:
        text = "both ships are down to one section"
        return Mode(RACE, WIN_FASTER, text, found.enemy, found.own)
    if enemy == 1:
        return Mode(AGGRESSIVE, WIN_NOW, "the enemy is down to one section", found.enemy, [])
    if own == 1:
        text = "your ship is down to one section"
        if found.own[0].under_threat:
            return Mode(DEFENSIVE, SURVIVE_NOW, f"{text} and may lose it", [], found.own, CRITICAL)
        return Mode(DEFENSIVE, PROTECT, text, [], found.own, HIGH)
    if enemy == 2:
        return Mode(AGGRESSIVE, PRESSURE, "the enemy has lost a section", found.enemy, [])
    if own == 2:
        return Mode(DEFENSIVE, STABILIZE, "your ship has lost a section", [], found.own, HIGH)
    text = "all sections of both ships stand"
    return Mode(BALANCED, BUILD_ADVANTAGE, text, found.enemy, [])


class Offence:
    """The goal to damage a section (G1).

    Attributes:
        target: the section.
        attackers: the ready attackers of the lane.
        avail: their damage together.
        guardians: the ready enemy Guardians of the lane.
        jammers: the ready enemy Jammers of the lane.
        finishes: whether the attackers finish the section in this turn.
        can_win: whether that wins the game.
        last: whether it is the last standing section of the enemy.
    """

    def __init__(self, combat: Combat, target: Target, last: bool) -> None:
        foes = combat.foes(target.lane)
        self.target: Final = target
        self.attackers: Final = combat.attackers(target.lane)
        self.avail: Final = total_ship(self.attackers)
        self.guardians: Final = guardians(foes)
        self.jammers: Final = ready_with(foes, JAMMER)
        self.finishes: Final = not self.guardians and combat.finishes(self.attackers, target)
        self.can_win: Final = self.finishes and last
        self.last: Final = last

    def gap(self) -> int:
        """Returns the damage that is missing."""
        return self.target.need - self.avail


class Defence:
    """The goal to prevent damage to an own section (G2).

    Attributes:
        section: the section.
        threats: the ready enemies of the lane that can damage it, the strongest first.
    """

    def __init__(self, section: OwnSection, threats: list[Fighter]) -> None:
        self.section: Final = section
        self.threats: Final = threats


class Goal:
    """What a decision is for; a race has an offence and a defence.

    Attributes:
        kind: `DAMAGE_SECTION`, `PREVENT_DAMAGE` or `ADVANTAGE`; that of the primary part.
        offence: the section to attack, if there is one.
        defence: the section to defend, if there is one.
        strategy: the strategy of a race; "" for none.
        sections: the enemy sections to press on, for `ADVANTAGE`.
    """

    def __init__(
        self,
        kind: str,
        offence: Offence | None = None,
        defence: Defence | None = None,
        strategy: str = "",
        sections: list[Offence] | None = None,
    ) -> None:
        self.kind: Final = kind
        self.offence: Final = offence
        self.defence: Final = defence
        self.strategy: Final = strategy
        self.sections: Final[list[Offence]] = [] if sections is None else sections

    def can_lose(self) -> bool:
        """Tells whether the section that is defended may be lost."""
        return self.defence is not None and self.defence.section.under_threat


def choose_goal(combat: Combat, mode: Mode) -> Goal | None:
    """Returns the goal of a mode; None if there is nothing to attack or to defend."""
    if mode.name == RACE:
        return race_goal(combat, mode)
    if mode.name == DEFENSIVE:
        defence = choose_defence(combat, mode.protect)
        return None if defence is None else Goal(PREVENT_DAMAGE, None, defence)
    if mode.name == AGGRESSIVE:
        offence = choose_offence(combat, mode.focus)
        return None if offence is None else Goal(DAMAGE_SECTION, offence)
    if not mode.focus:
        return None
    sections = [Offence(combat, combat.target(each.lane), False) for each in mode.focus]
    return Goal(ADVANTAGE, sections=sections)


def choose_offence(combat: Combat, sections: list[EnemySection]) -> Offence | None:
    """Picks the section for which the least damage is missing, then the lower lane (G1)."""
    best: Offence | None = None
    for section in sections:
        found = Offence(combat, combat.target(section.lane), len(sections) == 1)
        if best is None or found.gap() < best.gap():
            best = found
    return best


def choose_defence(combat: Combat, sections: list[OwnSection]) -> Defence | None:
    """Picks the section that can lose the most hull, then the lower lane (G2)."""
    if not sections:
        return None
    worst = sections[0]
    for section in sections[1:]:
        if section.potential > worst.potential:
            worst = section
    # Sorting is stable and makes a new list, so board order and the row stay as they are.
    threats = [foe for foe in combat.foes(worst.lane) if foe.ready and foe.ship > 0]
    return Defence(worst, sorted(threats, key=lambda foe: -foe.ship))


def race_goal(combat: Combat, mode: Mode) -> Goal | None:
    """Returns both goals of a race, and its strategy (G3)."""
    offence = choose_offence(combat, mode.focus)
    defence = choose_defence(combat, mode.protect)
    if offence is None or defence is None:
        return None
    if defence.section.under_threat:
        if offence.can_win:
            return Goal(DAMAGE_SECTION, offence, defence, RACE_OFFENSE_BIAS)
        return Goal(PREVENT_DAMAGE, offence, defence, SURVIVE_THEN_COUNTER)
    if offence.can_win:
        return Goal(DAMAGE_SECTION, offence, None, ALL_IN_OFFENSE)
    return Goal(DAMAGE_SECTION, offence, defence, BUILD_OFFENSE)
