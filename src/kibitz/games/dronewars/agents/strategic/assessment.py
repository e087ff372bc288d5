"""Layers 1 and 2: how things stand, and the goal that follows from it (4.1 to 4.4).

A `Fighter` is a drone with its numbers of this moment, or with those it would have if it were
buffed, readied or moved. Nothing here changes the board.
"""

from typing import Final

from kibitz.games.dronewars import cards, state
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules.drones import attack, has_keyword, speed
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat, standing
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, add_targets, code_at, is_drone_target
from kibitz.games.dronewars.state import Battle, Drone

# What drones can do to drones and sections (4.1).


class Fighter:
    """A drone with the numbers that plans are made with.

    Attributes:
        drone: the drone on the board.
        lane: its lane, or the one that it would move to.
        index: its index in its own lane; board order.
        code: how moves name it.
        attack: its attack.
        ship: its damage to a section.
        speed: its speed.
        piercing: whether its attacks ignore shields.
        keywords: its printed keywords.
        ready: whether it is ready.
    """

    def __init__(
        self,
        drone: Drone,
        lane: int,
        index: int,
        code: int,
        attack: int,
        speed: int,
        piercing: bool,
    ) -> None:
        printed = cards.DRONES[drone.kind]
        self.drone: Final = drone
        self.lane: Final = lane
        self.index: Final = index
        self.code: Final = code
        self.attack: Final = attack
        self.ship: Final = attack + printed.ship_bonus
        self.speed: Final = speed
        self.piercing: Final = piercing
        self.keywords: Final = printed.keywords
        self.ready: Final = drone.ready

    def hp(self) -> int:
        """Returns its hull and shields."""
        return self.drone.hull + self.drone.shields

    def kills(self, other: "Fighter") -> bool:
        """Tells whether its attack destroys another drone."""
        return self.attack >= (other.drone.hull if self.piercing else other.hp())

    def can_attack(self) -> bool:
        """Tells whether it can damage a section when it is ready."""
        return self.ship > 0 and not self.keywords & cards.JAMMER

    def word(self) -> str:
        """Names it, with the lane in which it stands."""
        return BOARD_WORDS[self.code]


class Target:
    """A section that is attacked.

    Attributes:
        lane: its lane.
        shields: its shields.
        to_lose: the hull that it can lose before it is lost.
        need: the damage for that, shields included.
    """

    def __init__(self, lane: int, shields: int, to_lose: int) -> None:
        self.lane: Final = lane
        self.shields: Final = shields
        self.to_lose: Final = to_lose
        self.need: Final = shields + to_lose


class Combat:
    """The board of one decision as fighters, by seat and lane as in `Battle.rows`.

    Attributes:
        s: what the seat sees.
        seat: who decides.
        foe: the other seat.
        rows: the fighters.
        passed: whether the enemy has passed in this action phase.
    """

    def __init__(self, s: Battle, seat: int) -> None:
        self.s: Final = s
        self.seat: Final = seat
        self.foe: Final = 1 - seat
        self.passed: Final = s.phase == state.ACTION and state.has_passed(s, 1 - seat)
        self.rows: Final[list[list[Fighter]]] = []
        for at, row in enumerate(s.rows):
            side, lane = at // LANES, at % LANES
            self.rows.append(
                [
                    fighter_of(s, side, lane, drone, index, code_at(s, side, lane, index))
                    for index, drone in enumerate(row)
                ]
            )

    def own(self, lane: int) -> list[Fighter]:
        """Returns the own drones of a lane."""
        return self.rows[self.seat * LANES + lane]

    def foes(self, lane: int) -> list[Fighter]:
        """Returns the enemy drones of a lane."""
        return self.rows[self.foe * LANES + lane]

    def target(self, lane: int) -> Target:
        """Returns the enemy section of a lane as a target."""
        return self.section(self.foe, lane)

    def section(self, seat: int, lane: int) -> Target:
        """Returns the section of a seat in a lane as a target."""
        board, at = self.s.board, seat * LANES + lane
        return Target(lane, board.shields[at], board.hull[at] - board.rules.loss_hull)

    def attackers(self, lane: int) -> list[Fighter]:
        """Lists the ready attackers of a lane."""
        return [each for each in self.own(lane) if each.ready and each.can_attack()]

    # Drones as they would be.

    def buffed(self, fighter: Fighter, amount: int) -> Fighter:
        """Returns a fighter with more attack."""
        drone = fighter.drone.clone()
        drone.attack_boost += amount
        return fighter_of(self.s, self.seat, fighter.lane, drone, fighter.index, fighter.code)

    def moved(self, fighter: Fighter, to: int) -> Fighter:
        """Returns a fighter as it would be in another lane; it gains what it gains by moving."""
        drone = fighter.drone.clone()
        printed = cards.DRONES[drone.kind]
        drone.attack_up += printed.move_gains_attack
        drone.speed_up += printed.move_gains_speed
        return fighter_of(self.s, self.seat, to, drone, fighter.index, fighter.code)

    # Interception and finishing a section.

    def interceptors(self, fighter: Fighter) -> list[Fighter]:
        """Lists the ready enemies of its lane that can intercept a fighter."""
        return [
            foe
            for foe in self.foes(fighter.lane)
            if foe.ready and (foe.speed > fighter.speed or foe.keywords & cards.ALWAYS_INTERCEPTS)
        ]

    def interceptable(self, fighter: Fighter, gone: Fighter | None = None) -> bool:
        """Tells whether an enemy other than the one that is gone can intercept a fighter."""
        return any(foe is not gone for foe in self.interceptors(fighter))

    def finishes_alone(self, one: Fighter, target: Target, gone: Fighter | None = None) -> bool:
        """Tells whether one attack costs the enemy the section, whatever the enemy does."""
        needed = target.to_lose if one.piercing else target.need
        return one.ship >= needed and not self.interceptable(one, gone)

    def finishes(self, members: list[Fighter], target: Target, gone: Fighter | None = None) -> bool:
        """Tells whether drones, all taken as ready, finish a section.

        One alone does, or all together if the enemy has passed and can intercept none of them.
        """
        if any(self.finishes_alone(each, target, gone) for each in members):
            return True
        if not self.passed or any(self.interceptable(each, gone) for each in members):
            return False
        return potential_damage(members, target.shields) >= target.to_lose


def fighter_of(s: Battle, seat: int, lane: int, drone: Drone, index: int, code: int) -> Fighter:
    """Returns a drone as a fighter in a lane."""
    return Fighter(
        drone,
        lane,
        index,
        code,
        attack(s, seat, lane, drone),
        speed(s, seat, lane, drone),
        has_keyword(s, seat, drone, cards.PIERCING),
    )


# Choosing among fighters.


def total_ship(members: list[Fighter]) -> int:
    """Adds up the damage of drones to a section."""
    total = 0
    for each in members:
        total += each.ship
    return total


def ready_with(members: list[Fighter], keyword: int) -> list[Fighter]:
    """Lists the ready drones with a printed keyword, such as `GUARDIAN`."""
    return [each for each in members if each.ready and each.keywords & keyword]


def guardians(members: list[Fighter]) -> list[Fighter]:
    """Lists the ready Guardians."""
    return ready_with(members, cards.GUARDIAN)


def best_attacker(members: list[Fighter]) -> Fighter:
    """Returns the highest damage to a section, then the lowest class, then board order."""
    best = members[0]
    for each in members[1:]:
        if each.ship > best.ship or (each.ship == best.ship and klass(each) < klass(best)):
            best = each
    return best


def cheapest_killer(members: list[Fighter], victim: Fighter) -> Fighter | None:
    """Returns the drone with the lowest attack that kills; None if none does.

    Then the lowest damage to a section counts, then the lowest class, then board order.
    """
    best: Fighter | None = None
    for each in members:
        if each.kills(victim) and (best is None or killer_key(each) < killer_key(best)):
            best = each
    return best


def killer_key(each: Fighter) -> tuple[int, int, int]:
    """Returns what killers are compared by."""
    return (each.attack, each.ship, klass(each))


def klass(each: Fighter) -> int:
    """Returns the class of a drone."""
    return cards.DRONES[each.drone.kind].cost


def without(members: list[Fighter], one: Fighter) -> list[Fighter]:
    """Returns drones without one of them."""
    return [each for each in members if each.code != one.code]


# The cards that plans are made with (4.5), and the chance to draw one (4.5.4).

# With a gap of more damage than this, no buff helps (4.5.4).
MOST_GAP: Final = 3
# The damage that is taken as enough for a Guardian (4.5.4).
GUARDIAN_DAMAGE: Final = 3


class Playable:
    """A card of the hand that can be paid for.

    Attributes:
        card: its number.
        cost: its cost.
        amount: how much it does.
        again: whether it says Go Again.
        codes: what it can be played on.
    """

    def __init__(self, s: Battle, seat: int, card: int) -> None:
        self.card: Final = card
        self.cost: Final = state.book(s).cost[card]
        self.amount: Final = state.book(s).amount[card]
        self.again: Final = cards.CARDS[card].go_again
        self.codes: Final[list[int]] = []
        add_targets(s, seat, card, self.codes)


class Cards:
    """The hand of one decision, sorted by use; in hand order, equal cards once.

    Attributes:
        removals: cards that destroy or damage one drone.
        buffs: cards that give one drone attack.
        readies: cards that ready a drone.
        moves: cards that move a ready drone and keep it ready.
        draws: Go Again cards that draw.
    """

    def __init__(self, s: Battle, seat: int) -> None:
        self.removals: Final[list[Playable]] = []
        self.buffs: Final[list[Playable]] = []
        self.readies: Final[list[Playable]] = []
        self.moves: Final[list[Playable]] = []
        self.draws: Final[list[Playable]] = []
        costs, energy = state.book(s).cost, s.board.energy[seat]
        for card in state.unique(state.pile(s, state.HAND, seat)):
            if costs[card] <= energy:
                found = self.group_of(card)
                if found is not None:
                    found.append(Playable(s, seat, card))

    def group_of(self, card: int) -> list[Playable] | None:
        """Returns the group that a card belongs to; None if no plan uses it."""
        printed = cards.CARDS[card]
        effect, single = printed.effect, is_drone_target(printed.target)
        if effect in (cards.DESTROY, cards.DAMAGE) and single:
            return self.removals
        if single and is_buff(card):
            return self.buffs
        if effect == cards.READY:
            return self.readies
        if effect in (cards.MOVE_ONE, cards.MOVE_MANY):
            return self.moves
        return self.draws if effect == cards.DRAW and printed.go_again else None

    def removals_of(self, foe: Fighter) -> list[Playable]:
        """Lists the cards that destroy an enemy drone now."""
        return [each for each in self.removals if removes(each, foe) and foe.code in each.codes]


def removes(each: Playable, foe: Fighter) -> bool:
    """Tells whether a removal card destroys a drone."""
    printed = cards.CARDS[each.card]
    return printed.effect == cards.DESTROY or kills_some([foe], each.amount, printed.piercing)


# The chance to draw an answer.


def deck_of(s: Battle, seat: int) -> list[int]:
    """Lists the cards of a seat's own deck, in no order that means anything."""
    at = s.index(state.DECK, seat)
    known = [card for card in s.cards[at] if card]
    if len(known) == len(s.cards[at]):
        return known
    groups = len(s.layout.pools)
    return known + (s.pools[groups + at] or s.pools[s.layout.group[at]])


def chance(deck: int, useful: int, drawn: int) -> float:
    """Returns the probability to draw a useful card."""
    if deck == 0 or useful == 0:
        return 0.0
    missed = 1.0
    for i in range(min(drawn, deck)):
        missed *= max(0, deck - useful - i) / (deck - i)
    return 1.0 - missed


def useful_offence(s: Battle, deck: list[int], guarded: bool, gap: int) -> int:
    """Counts the cards of a deck that would help an attack."""
    amounts = state.book(s).amount
    found = 0
    for card in deck:
        effect = cards.CARDS[card].effect
        if effect == cards.DESTROY or (effect == cards.DAMAGE and amounts[card] >= GUARDIAN_DAMAGE):
            helps = guarded
        else:
            helps = is_buff(card) and 1 <= gap <= MOST_GAP and amounts[card] >= gap
        if helps:
            found += 1
    return found


def useful_defence(combat: Combat, deck: list[int], threats: list[Fighter]) -> int:
    """Counts the cards of a deck that would help against threats."""
    amounts = state.book(combat.s).amount
    found = 0
    for card in deck:
        printed = cards.CARDS[card]
        if printed.effect == cards.DESTROY:
            helps = is_drone_target(printed.target)
        elif printed.effect == cards.DAMAGE:
            helps = kills_some(threats, amounts[card], printed.piercing)
        else:
            helps = printed.effect == cards.READY or is_buff(card)
        if helps:
            found += 1
    return found


def kills_some(threats: list[Fighter], amount: int, piercing: bool) -> bool:
    """Tells whether damage destroys one of some drones."""
    return any(amount >= (each.drone.hull if piercing else each.hp()) for each in threats)


def is_buff(card: int) -> bool:
    """Tells whether a card gives attack."""
    printed = cards.CARDS[card]
    return printed.effect == cards.MODIFY and printed.stat == cards.ATTACK and printed.amount > 0


# Layer 1: counts, threats and tempo, without a judgement (4.2).

# The rounds of a side that cannot win as the lanes stand.
NEVER: Final = 0


class EnemySection:
    """A standing enemy section (A2).

    Attributes:
        lane: its lane.
        drones: how many own drones there are in the lane.
    """

    def __init__(self, lane: int, drones: int) -> None:
        self.lane: Final = lane
        self.drones: Final = drones


class OwnSection:
    """A standing own section (A3).

    Attributes:
        lane: its lane.
        shields: its shields.
        to_lose: the hull that it can lose before it is lost.
        threat: the damage that ready enemies could do to it; 0 behind a ready Guardian.
        potential: how much of that would reach the hull.
        under_threat: whether that is enough to lose the section.
    """

    def __init__(self, lane: int, shields: int, to_lose: int, threats: list[Fighter]) -> None:
        self.lane: Final = lane
        self.shields: Final = shields
        self.to_lose: Final = to_lose
        self.threat: Final = total_ship(threats)
        self.potential: Final = potential_damage(threats, shields)
        self.under_threat: Final = self.potential >= to_lose


class Assessment:
    """How things stand for a seat.

    Attributes:
        own: the own standing sections, in lane order.
        enemy: the standing enemy sections, in lane order.
        own_shields: the own shields per round.
        enemy_shields: those of the enemy.
        own_rounds: rounds to win as the lanes stand; `NEVER` if they are not enough.
        enemy_rounds: the same for the enemy.
    """

    def __init__(self, combat: Combat) -> None:
        s, seat, foe = combat.s, combat.seat, combat.foe
        self.own: Final[list[OwnSection]] = []
        self.enemy: Final[list[EnemySection]] = []
        for lane in range(LANES):
            if standing(s, foe, lane):
                self.enemy.append(EnemySection(lane, len(combat.own(lane))))
            if standing(s, seat, lane):
                self.own.append(own_section(combat, lane))
        self.own_shields: Final = ship_stat(s, seat, cards.SHIELDS_PER_ROUND)
        self.enemy_shields: Final = ship_stat(s, foe, cards.SHIELDS_PER_ROUND)
        self.own_rounds: Final = rounds_to_win(combat, seat)
        self.enemy_rounds: Final = rounds_to_win(combat, foe)

    def tempo(self) -> int | None:
        """Returns how many rounds the enemy is behind; None if one side cannot win as it is."""
        if self.own_rounds == NEVER or self.enemy_rounds == NEVER:
            return None
        return self.enemy_rounds - self.own_rounds


def own_section(combat: Combat, lane: int) -> OwnSection:
    """Assesses an own standing section."""
    target = combat.section(combat.seat, lane)
    guarded = guardians(combat.own(lane))
    threats = [] if guarded else [foe for foe in combat.foes(lane) if foe.ready]
    return OwnSection(lane, target.shields, target.to_lose, threats)


def potential_damage(threats: list[Fighter], shields: int) -> int:
    """Returns how much damage reaches the hull if all drones attack a section."""
    piercing = blunt = 0
    for each in threats:
        if each.piercing:
            piercing += each.ship
        else:
            blunt += each.ship
    return piercing + max(0, blunt - shields)


# Tempo (A5).


def rounds_to_win(combat: Combat, seat: int) -> int:
    """Returns in how many rounds a seat wins as the lanes stand; `NEVER` if it does not."""
    most = 0
    for lane in range(LANES):
        if standing(combat.s, 1 - seat, lane):
            target = combat.section(1 - seat, lane)
            damage = total_ship(combat.rows[seat * LANES + lane])
            rounds = rounds_for(target.need, damage, regained(combat.s, 1 - seat, lane))
            if rounds == NEVER:
                return NEVER
            most = max(most, rounds)
    return most


def regained(s: Battle, seat: int, lane: int) -> int:
    """Returns the shields that a section can regain each round."""
    return min(ship_stat(s, seat, cards.SHIELDS_PER_ROUND), shield_cap(s, seat, lane))


def rounds_for(need: int, damage: int, regain: int) -> int:
    """Returns the smallest n with n * damage >= need + (n - 1) * regain; `NEVER` if none."""
    if damage >= need:
        return 1
    if damage <= regain:
        return NEVER
    # n * (damage - regain) >= need - regain, rounded up.
    return -(-(need - regain) // (damage - regain))


# Layer 2: the mode, and the goal that follows from it (4.3, 4.4).

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
        self.jammers: Final = ready_with(foes, cards.JAMMER)
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
