"""Layer 3: the paths that lead to a goal (4.5, 4.8, 4.9), in the order of the tables.

A path is a first step that is played, and further ones that are only context. Each function makes
the paths of one or a few rows of a table; the ids of the rows (P1 to P18) stand beside them.
"""

from typing import Final

from kibitz.core.agent import Reason
from kibitz.core.move import Move
from kibitz.games.dronewars import cards
from kibitz.games.dronewars.agents.strategic import assessment, settings
from kibitz.games.dronewars.agents.strategic.settings import Weights
from kibitz.games.dronewars.agents.tactical.scores import reserve_of
from kibitz.games.dronewars.moves import DEPLOYS, attack_move, play_move
from kibitz.games.dronewars.rules.drones import can_control, can_deploy, can_enter, cost, has_space
from kibitz.games.dronewars.rules.targets import SECTION_CODE
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
        foe: assessment.Fighter | None = None,
        drone: assessment.Fighter | None = None,
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
        value: what it is good for, such as `IMMEDIATE_WIN`.
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
        value: str,
        outcome: str,
        confidence: float,
        steps: list[Step],
        text: str,
        damage: int = 0,
        cost: int = 0,
        special: str = ORDINARY,
    ) -> None:
        self.kind: Final = kind
        self.value = value
        self.outcome = outcome
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


def hit_section(fighter: assessment.Fighter) -> Step:
    """Returns an attack on the section of a lane."""
    text = f"{fighter.word()} attacks the section"
    move = attack_move(fighter.code, SECTION_CODE)
    return Step(ATTACK_STEP, text, move, fighter.lane, True, None, fighter)


def hit_drone(fighter: assessment.Fighter, foe: assessment.Fighter) -> Step:
    """Returns an attack on an enemy drone."""
    text = f"{fighter.word()} attacks {foe.word()}"
    move = attack_move(fighter.code, foe.code)
    return Step(ATTACK_STEP, text, move, fighter.lane, False, foe, fighter)


def play_on_foe(card: assessment.Playable, foe: assessment.Fighter) -> Step:
    """Returns a card that is played on an enemy drone."""
    text = f"play {cards.CARD_WORDS[card.card]} on {foe.word()}"
    move = play_move(card.card, foe.code)
    return Step(kind_of(card), text, move, foe.lane, False, foe)


def play_on_own(card: assessment.Playable, fighter: assessment.Fighter) -> Step:
    """Returns a card that is played on an own drone."""
    text = f"play {cards.CARD_WORDS[card.card]} on {fighter.word()}"
    move = play_move(card.card, fighter.code)
    return Step(kind_of(card), text, move, fighter.lane, False, None, fighter)


def play_alone(card: assessment.Playable) -> Step:
    """Returns a card that is played on nothing."""
    return Step(kind_of(card), f"play {cards.CARD_WORDS[card.card]}", play_move(card.card, 0))


def kind_of(card: assessment.Playable) -> int:
    """Returns the kind of step that playing a card is."""
    return AGAIN_STEP if card.again else CARD_STEP


def context(text: str) -> Step:
    """Returns a step that only tells what would come later."""
    return Step(OTHER_STEP, text)


# Layer 3.


class Paths:
    """Makes the paths of one decision.

    Attributes:
        combat: the board.
        cards: the hand.
        w: the weights.
        found: the paths so far.
    """

    def __init__(self, combat: assessment.Combat, w: Weights) -> None:
        self.combat: Final = combat
        self.cards: Final = assessment.Cards(combat.s, combat.seat)
        self.w: Final = w
        self.found: Final[list[Path]] = []

    def add(self, path: Path, pressing: bool = False) -> None:
        """Adds a path; where the enemy has two sections, none of them wins (APPLY_PRESSURE)."""
        if pressing and path.value == settings.IMMEDIATE_WIN:
            path.value, path.outcome = settings.SECTION_LOST, PROGRESS
        elif pressing and path.value == settings.ENABLES_WIN_NEXT_TURN:
            path.value, path.outcome = settings.EFFICIENT_SETUP, PROGRESS
        self.found.append(path)


def find_paths(combat: assessment.Combat, goal: assessment.Goal, w: Weights) -> list[Path]:
    """Returns the paths of a goal in the action phase; those of the primary part come first."""
    paths = Paths(combat, w)
    if goal.sections:
        for section in goal.sections:
            add_balanced(paths, section)
    elif goal.kind == assessment.DAMAGE_SECTION:
        if goal.offence is not None:
            add_offensive(paths, goal.offence)
        if goal.defence is not None:
            add_defensive(paths, goal.defence)
    else:
        if goal.defence is not None:
            add_defensive(paths, goal.defence)
        if goal.offence is not None:
            add_offensive(paths, goal.offence)
    return paths.found


def card_path(
    kind: str,
    value: str,
    outcome: str,
    sure: float,
    steps: list[Step],
    text: str,
    card: assessment.Playable,
    damage: int = 0,
) -> Path:
    """Returns a path that begins with a card."""
    special = GO_AGAIN_COMBO if card.again else ORDINARY
    return Path(kind, value, outcome, sure, steps, text, damage, card.cost, special)


def figures(goal: assessment.Offence, damage: int) -> str:
    """Says how much damage there is and how much is needed."""
    lane = goal.target.lane + 1
    return f"{damage} damage for the section in lane {lane}, which needs {goal.target.need}"


# Offensive (4.5.1).


def add_offensive(paths: Paths, goal: assessment.Offence) -> None:
    """Adds P1 to P7."""
    if goal.attackers and not goal.guardians:
        add_attack(paths, goal)
    for guardian in goal.guardians:
        add_guardian_kill(paths, goal, guardian)
    for guardian in goal.guardians:
        add_guardian_removal(paths, goal, guardian)
    for guardian in goal.guardians:
        add_guardian_buff(paths, goal, guardian)
    for guardian in goal.guardians:
        add_guardian_ready(paths, goal, guardian)
    if goal.attackers:
        add_buffs(paths, goal)
    add_readies(paths, goal)
    add_moves(paths, goal)
    if goal.guardians or goal.avail < goal.target.need:
        add_draws(paths, goal)
    if goal.attackers and not goal.guardians:
        add_interceptor_removal(paths, goal)


def add_attack(paths: Paths, goal: assessment.Offence) -> None:
    """Adds the attack on the section: it finishes, breaks through, or only chips (P1)."""
    w, target, avail = paths.w, goal.target, goal.avail
    best = assessment.best_attacker(goal.attackers)
    value, kind, sure = settings.CHIP_DAMAGE, CHIP_ATTACK, w.chip_attack
    outcome = PROGRESS
    if goal.finishes:
        value, kind, sure = settings.IMMEDIATE_WIN, DIRECT_ATTACK, w.direct_attack
        outcome = WIN
        combat = paths.combat
        alone = [each for each in goal.attackers if combat.finishes_alone(each, target)]
        best = assessment.best_attacker(alone) if alone else best
    elif avail >= target.shields + 1:
        value, sure = settings.BREAKTHROUGH_PROGRESS, w.breakthrough_attack
    text = f"{best.word()} attacks the section: {figures(goal, avail)}"
    paths.add(Path(kind, value, outcome, sure, [hit_section(best)], text, avail), not goal.last)


def then_attack(others: list[assessment.Fighter]) -> Step:
    """Returns the attack that follows, by the best of some drones; it may be nobody's."""
    if not others:
        return context("the section is open")
    return hit_section(assessment.best_attacker(others))


def set_up(
    paths: Paths,
    goal: assessment.Offence,
    others: list[assessment.Fighter],
    gone: assessment.Fighter,
    less: str,
) -> str:
    """Returns the value of a path that removes a drone so that others can attack the section."""
    if len(goal.guardians) < 2 and paths.combat.finishes(others, goal.target, gone):
        return settings.ENABLES_WIN_NEXT_TURN
    return less


def outcome_of(value: str) -> str:
    """Returns the outcome of a path that prepares an attack."""
    return WIN_SETUP if value == settings.ENABLES_WIN_NEXT_TURN else PROGRESS


def add_guardian_kill(paths: Paths, goal: assessment.Offence, guardian: assessment.Fighter) -> None:
    """Adds the attack on a Guardian by the cheapest drone that kills it (P2a)."""
    killer = assessment.cheapest_killer(goal.attackers, guardian)
    if killer is None:
        return
    others = assessment.without(goal.attackers, killer)
    value = set_up(paths, goal, others, guardian, settings.SETUP)
    steps = [hit_drone(killer, guardian), then_attack(others)]
    then = "then the others attack" if others else "and nobody is left to attack"
    text = f"{killer.word()} kills {guardian.word()}, {then}"
    sure = paths.w.kill_guardian
    path = Path(REMOVE_GUARDIAN, value, outcome_of(value), sure, steps, text)
    paths.add(path, not goal.last)


def add_guardian_removal(
    paths: Paths, goal: assessment.Offence, guardian: assessment.Fighter
) -> None:
    """Adds the cards that remove a Guardian (P2b)."""
    for card in paths.cards.removals_of(guardian):
        value = set_up(paths, goal, goal.attackers, guardian, settings.SETUP)
        steps = [play_on_foe(card, guardian), then_attack(goal.attackers)]
        text = (
            f"{cards.CARD_WORDS[card.card]} removes {guardian.word()}: {figures(goal, goal.avail)}"
        )
        sure, outcome = paths.w.remove_guardian, outcome_of(value)
        path = card_path(CARD_REMOVAL, value, outcome, sure, steps, text, card, goal.avail)
        paths.add(path, not goal.last)


def add_guardian_buff(paths: Paths, goal: assessment.Offence, guardian: assessment.Fighter) -> None:
    """Adds buffs with which a drone kills a Guardian that it could not kill before (P2c)."""
    for card in paths.cards.buffs:
        for drone in buffable(paths, card, goal.target.lane, guardian):
            others = assessment.without(goal.attackers, drone)
            value = set_up(paths, goal, others, guardian, settings.EFFICIENT_SETUP)
            kill = hit_drone(drone, guardian)
            steps = [play_on_own(card, drone), kill, then_attack(others)]
            text = f"{cards.CARD_WORDS[card.card]} lets {drone.word()} kill {guardian.word()}"
            sure = paths.w.buff_guardian_again if card.again else paths.w.buff_guardian
            outcome = outcome_of(value)
            path = card_path(BUFF_KILL_GUARDIAN, value, outcome, sure, steps, text, card)
            paths.add(path, not goal.last)


def buffable(
    paths: Paths, card: assessment.Playable, lane: int, victim: assessment.Fighter
) -> list[assessment.Fighter]:
    """Lists the ready own drones of a lane that kill an enemy only with a buff."""
    combat = paths.combat
    return [
        each
        for each in combat.own(lane)
        if each.ready
        and not each.kills(victim)
        and each.code in card.codes
        and combat.buffed(each, card.amount).kills(victim)
    ]


def add_guardian_ready(
    paths: Paths, goal: assessment.Offence, guardian: assessment.Fighter
) -> None:
    """Adds cards that ready a drone which kills a Guardian (P2d)."""
    for card in paths.cards.readies:
        for drone in exhausted(paths, card, goal.target.lane):
            if drone.kills(guardian):
                value = set_up(paths, goal, goal.attackers, guardian, settings.EFFICIENT_SETUP)
                kill = hit_drone(drone, guardian)
                steps = [play_on_own(card, drone), kill, then_attack(goal.attackers)]
                text = f"{cards.CARD_WORDS[card.card]} lets {drone.word()} kill {guardian.word()}"
                sure = paths.w.ready_guardian_again if card.again else paths.w.ready_guardian
                outcome = outcome_of(value)
                path = card_path(READY_KILL_GUARDIAN, value, outcome, sure, steps, text, card)
                paths.add(path, not goal.last)


def exhausted(paths: Paths, card: assessment.Playable, lane: int) -> list[assessment.Fighter]:
    """Lists the exhausted own drones of a lane that a card can ready for an attack."""
    return [
        each
        for each in paths.combat.own(lane)
        if not each.ready and each.can_attack() and each.code in card.codes
    ]


def add_buffs(paths: Paths, goal: assessment.Offence) -> None:
    """Adds buffs of the best attacker (P3)."""
    combat, best = paths.combat, assessment.best_attacker(goal.attackers)
    for card in paths.cards.buffs:
        if best.code not in card.codes:
            continue
        stronger = combat.buffed(best, card.amount)
        members = [stronger if each is best else each for each in goal.attackers]
        wins = not goal.guardians and combat.finishes(members, goal.target)
        strong = card.again and card.amount >= goal.target.shields
        steps = [play_on_own(card, best), hit_section(best)]
        less, damage = settings.MINOR_BUFF, goal.avail + card.amount
        sure = paths.w.buff_win_again if card.again else paths.w.buff_win
        kind = BUFF_THEN_ATTACK
        add_boost(paths, goal, kind, card, steps, damage, wins, strong, less, sure)


def add_boost(
    paths: Paths,
    goal: assessment.Offence,
    kind: str,
    card: assessment.Playable,
    steps: list[Step],
    damage: int,
    wins: bool,
    strong: bool,
    less: str,
    sure: float,
) -> None:
    """Adds a path that begins with a card which makes an attack stronger (P3 to P5).

    Args:
        paths: where it is added.
        goal: what is attacked.
        kind: its type.
        card: the card.
        steps: its steps.
        damage: the damage of the attack.
        wins: whether the attack finishes the section.
        strong: whether the card makes it much stronger.
        less: the value if it does neither.
        sure: the confidence of a win.
    """
    value, outcome = less, PROGRESS
    if wins:
        value = settings.IMMEDIATE_WIN if card.again else settings.ENABLES_WIN_NEXT_TURN
        outcome = WIN
    elif strong:
        value, sure = settings.SIGNIFICANT_DAMAGE_BOOST, paths.w.boost
    else:
        sure = paths.w.minor
    text = f"{steps[0].text}, then attack: {figures(goal, damage)}"
    paths.add(card_path(kind, value, outcome, sure, steps, text, card, damage), not goal.last)


def add_readies(paths: Paths, goal: assessment.Offence) -> None:
    """Adds cards that ready a drone for an attack (P4)."""
    combat, shields = paths.combat, goal.target.shields
    for card in paths.cards.readies:
        for drone in exhausted(paths, card, goal.target.lane):
            damage = goal.avail + drone.ship
            members = [*goal.attackers, drone]
            wins = not goal.guardians and combat.finishes(members, goal.target)
            strong = card.again and damage >= shields
            steps = [play_on_own(card, drone), hit_section(drone)]
            less, kind = settings.MINOR_READY, READY_THEN_ATTACK
            sure = paths.w.ready_win_again if card.again else paths.w.ready_win
            add_boost(paths, goal, kind, card, steps, damage, wins, strong, less, sure)


# Moves into the lane (P5).


def add_moves(paths: Paths, goal: assessment.Offence) -> None:
    """Adds moves into the lane: to kill a Guardian (P5a), or to attack (P5b to P5d)."""
    for card in paths.cards.moves:
        movers = movers_of(paths, card, goal.target.lane)
        for guardian in goal.guardians:
            for fighter, step in movers:
                if fighter.kills(guardian):
                    add_moved_kill(paths, goal, guardian, card, fighter, step)
        if not goal.guardians:
            for fighter, step in movers:
                add_moved_attack(paths, goal, card, fighter, step)


def movers_of(
    paths: Paths, card: assessment.Playable, to: int
) -> list[tuple[assessment.Fighter, Step]]:
    """Lists drones beside a lane that a card can move in to attack, and the play of the card.

    A drone has the numbers that it would have in the lane.
    """
    combat = paths.combat
    found: list[tuple[assessment.Fighter, Step]] = []
    for lane in (to - 1, to + 1):
        if not 0 <= lane < cards.LANES:
            continue
        for each in combat.own(lane):
            if not each.ready or not can_enter(combat.s, combat.seat, each.drone, lane, to):
                continue
            many = cards.CARDS[card.card].effect == cards.MOVE_MANY
            code = lane * cards.LANES + to if many else each.code * cards.LANES + to
            fighter = combat.moved(each, to)
            if fighter.can_attack() and code in card.codes:
                text = f"play {cards.CARD_WORDS[card.card]}: {each.word()} goes to lane {to + 1}"
                kind = kind_of(card)
                step = Step(kind, text, play_move(card.card, code), to, False, None, fighter)
                found.append((fighter, step))
    return found


def add_moved_kill(
    paths: Paths,
    goal: assessment.Offence,
    guardian: assessment.Fighter,
    card: assessment.Playable,
    mover: assessment.Fighter,
    step: Step,
) -> None:
    """Adds a move into the lane by a drone that kills a Guardian (P5a)."""
    value = set_up(paths, goal, goal.attackers, guardian, settings.EFFICIENT_SETUP)
    word = mover.word()
    kill = context(f"{word} attacks {guardian.word()}")
    steps = [step, kill, then_attack(goal.attackers)]
    text = f"{cards.CARD_WORDS[card.card]} lets {word} kill {guardian.word()}"
    sure = paths.w.move_guardian_again if card.again else paths.w.move_guardian
    path = card_path(MOVE_KILL_GUARDIAN, value, outcome_of(value), sure, steps, text, card)
    paths.add(path, not goal.last)


def add_moved_attack(
    paths: Paths,
    goal: assessment.Offence,
    card: assessment.Playable,
    one: assessment.Fighter,
    step: Step,
) -> None:
    """Adds a move into the lane by a drone that attacks the section (P5b to P5d)."""
    w = paths.w
    wins = paths.combat.finishes([*goal.attackers, one], goal.target)
    strong = card.again and one.ship >= goal.target.shields
    steps = [step, context(f"{one.word()} attacks the section")]
    less, damage = settings.MINOR_POSITIONING, goal.avail + one.ship
    sure = w.move_win_again if card.again else w.move_win
    add_boost(paths, goal, MOVE_THEN_ATTACK, card, steps, damage, wins, strong, less, sure)


# Draws and interceptors.


def add_draws(paths: Paths, goal: assessment.Offence) -> None:
    """Adds Go Again cards that may draw an answer (P6)."""
    s, seat = paths.combat.s, paths.combat.seat
    if not paths.cards.draws:
        return
    deck = assessment.deck_of(s, seat)
    useful = assessment.useful_offence(s, deck, len(goal.guardians) > 0, goal.gap())
    value, outcome = settings.FIND_SOLUTION, PROBABILISTIC_PROGRESS
    for card in paths.cards.draws:
        add_draw(paths, DRAW_FOR_ANSWERS, value, outcome, card, len(deck), useful)


def add_draw(
    paths: Paths,
    kind: str,
    value: str,
    outcome: str,
    card: assessment.Playable,
    deck: int,
    useful: int,
) -> None:
    """Adds a card that draws, if an answer is likely enough."""
    likely = assessment.chance(deck, useful, card.amount)
    if likely > paths.w.draw_above:
        answer = "the only answer" if useful == 1 else f"one of {useful} answers"
        text = f"{cards.CARD_WORDS[card.card]} draws {answer} with a chance of {likely:.0%}"
        steps = [play_alone(card)]
        paths.add(Path(kind, value, outcome, likely, steps, text, 0, card.cost, GO_AGAIN_DRAW))


def add_interceptor_removal(paths: Paths, goal: assessment.Offence) -> None:
    """Adds the removal of the only enemy that can intercept the best attacker (P7, P7c)."""
    combat, target = paths.combat, goal.target
    best = assessment.best_attacker(goal.attackers)
    in_the_way = combat.interceptors(best)
    if len(in_the_way) != 1:
        return
    foe = in_the_way[0]
    enough = best.ship >= (target.to_lose if best.piercing else target.need)
    value = settings.ENABLES_WIN_NEXT_TURN if enough else settings.SETUP
    outcome, then = outcome_of(value), hit_section(best)
    others = assessment.without(goal.attackers, best)
    killers = [each for each in others if not combat.interceptable(each, foe)]
    killer = assessment.cheapest_killer(killers, foe)
    if killer is not None:
        text = f"{killer.word()} kills {foe.word()}, then {best.word()} attacks"
        steps = [hit_drone(killer, foe), then]
        sure = paths.w.kill_interceptor
        paths.add(Path(REMOVE_INTERCEPTOR, value, outcome, sure, steps, text), not goal.last)
    for card in paths.cards.removals_of(foe):
        text = f"{cards.CARD_WORDS[card.card]} removes {foe.word()}, then {best.word()} attacks"
        steps = [play_on_foe(card, foe), then]
        kind, sure = CARD_REMOVE_INTERCEPTOR, paths.w.remove_interceptor
        path = card_path(kind, value, outcome, sure, steps, text, card, goal.avail)
        paths.add(path, not goal.last)


# Defensive (4.5.2).


def add_defensive(paths: Paths, goal: assessment.Defence) -> None:
    """Adds P8 to P12; a section that cannot lose hull needs no defence."""
    if goal.section.potential == 0 or not goal.threats:
        return
    walked = walked_threats(goal, paths.w)
    start = len(paths.found)
    add_eliminations(paths, goal, walked)
    add_buffed_eliminations(paths, goal, walked)
    add_readied_eliminations(paths, goal, walked)
    strongest = goal.threats[0]
    for card in paths.cards.removals_of(strongest):
        text = f"{cards.CARD_WORDS[card.card]} removes {strongest.word()}"
        steps = [play_on_foe(card, strongest)]
        add_card_defence(paths, CARD_REMOVAL_THREAT, paths.w.remove_threat, steps, text, card)
    answers = (settings.FULL_DEFENSE, settings.EFFICIENT_DEFENSE)
    if not [each for each in paths.found[start:] if each.value in answers]:
        add_defensive_draws(paths, goal)


def walked_threats(goal: assessment.Defence, w: Weights) -> list[assessment.Fighter]:
    """Returns the high threats, or all if none is high; the strongest first."""
    high = [each for each in goal.threats if each.ship >= w.high_threat]
    return high or goal.threats


def add_eliminations(
    paths: Paths, goal: assessment.Defence, walked: list[assessment.Fighter]
) -> None:
    """Adds the attacks on threats, each by the cheapest drone that is still free (P8)."""
    free = [each for each in paths.combat.own(goal.section.lane) if each.ready]
    steps: list[Step] = []
    killed: list[assessment.Fighter] = []
    for threat in walked:
        killer = assessment.cheapest_killer(free, threat)
        if killer is not None:
            free = assessment.without(free, killer)
            killed.append(threat)
            steps.append(hit_drone(killer, threat))
    if not steps:
        return
    left = [each for each in goal.threats if each not in killed]
    safe = assessment.potential_damage(left, goal.section.shields) < goal.section.to_lose
    full = goal.section.under_threat and len(killed) == len(walked) and safe
    value = settings.FULL_DEFENSE if full else settings.PARTIAL_DEFENSE
    lane = f"lane {goal.section.lane + 1}"
    text = f"kill {len(killed)} of {len(walked)} threats in {lane}"
    if len(killed) == len(walked):
        text = f"kill {'the threat' if len(walked) == 1 else 'all threats'} in {lane}"
    paths.add(Path(ELIMINATE_THREATS, value, SURVIVE, paths.w.eliminate, steps, text))


def add_card_defence(
    paths: Paths, kind: str, sure: float, steps: list[Step], text: str, card: assessment.Playable
) -> None:
    """Adds a path that begins with a card against a threat."""
    value = settings.EFFICIENT_DEFENSE
    paths.add(card_path(kind, value, SURVIVE, sure, steps, text, card))


def add_buffed_eliminations(
    paths: Paths, goal: assessment.Defence, walked: list[assessment.Fighter]
) -> None:
    """Adds buffs with which a drone kills a threat that it could not kill before (P9)."""
    for card in paths.cards.buffs:
        sure = paths.w.buff_eliminate_again if card.again else paths.w.buff_eliminate
        for threat in walked:
            for drone in buffable(paths, card, goal.section.lane, threat):
                steps = [play_on_own(card, drone), hit_drone(drone, threat)]
                text = f"{cards.CARD_WORDS[card.card]} lets {drone.word()} kill {threat.word()}"
                add_card_defence(paths, BUFF_ELIMINATE, sure, steps, text, card)


def add_readied_eliminations(
    paths: Paths, goal: assessment.Defence, walked: list[assessment.Fighter]
) -> None:
    """Adds cards that ready a drone which kills a threat (P10)."""
    for card in paths.cards.readies:
        sure = paths.w.ready_eliminate_again if card.again else paths.w.ready_eliminate
        for threat in walked:
            for drone in exhausted(paths, card, goal.section.lane):
                if drone.kills(threat):
                    steps = [play_on_own(card, drone), hit_drone(drone, threat)]
                    text = f"{cards.CARD_WORDS[card.card]} lets {drone.word()} kill {threat.word()}"
                    add_card_defence(paths, READY_ELIMINATE, sure, steps, text, card)


def add_defensive_draws(paths: Paths, goal: assessment.Defence) -> None:
    """Adds Go Again cards that may draw a defence (P12)."""
    if not paths.cards.draws:
        return
    deck = assessment.deck_of(paths.combat.s, paths.combat.seat)
    useful = assessment.useful_defence(paths.combat, deck, goal.threats)
    value, outcome = settings.FIND_DEFENSIVE_SOLUTION, PROBABILISTIC_DEFENSE
    for card in paths.cards.draws:
        add_draw(paths, DRAW_FOR_DEFENCE, value, outcome, card, len(deck), useful)


# Balanced (4.5.3).


def add_balanced(paths: Paths, goal: assessment.Offence) -> None:
    """Adds P13 to P17 for one enemy section."""
    enough = goal.target.shields + 1
    for each in goal.attackers:
        text = f"{each.word()} attacks the section: {each.ship} damage"
        steps = [hit_section(each)]
        value, sure = settings.APPLY_PRESSURE, paths.w.pressure
        paths.add(Path(ATTACK_PRISTINE, value, PROGRESS, sure, steps, text))
    add_trade_buffs(paths, goal, enough)
    add_trade_removals(paths, goal)
    add_trade_readies(paths, goal, enough)
    if goal.avail < enough and paths.cards.draws:
        s = paths.combat.s
        deck = assessment.deck_of(s, paths.combat.seat)
        useful = assessment.useful_offence(s, deck, False, enough - goal.avail)
        value, outcome = settings.FIND_EFFICIENT_ANSWER, SETUP_OUTCOME
        for card in paths.cards.draws:
            add_draw(paths, DRAW_FOR_EFFICIENCY, value, outcome, card, len(deck), useful)


def add_trade(
    paths: Paths,
    kind: str,
    sure: float,
    steps: list[Step],
    text: str,
    damage: int,
    card: assessment.Playable,
) -> None:
    """Adds a path that begins with a card that is well used."""
    value = settings.EFFICIENT_TRADE
    paths.add(card_path(kind, value, PROGRESS, sure, steps, text, card, damage))


def add_trade_buffs(paths: Paths, goal: assessment.Offence, enough: int) -> None:
    """Adds buffs with which the lane gets through the shields (P14)."""
    if not 0 < goal.avail < enough:
        return
    best = assessment.best_attacker(goal.attackers)
    for card in paths.cards.buffs:
        damage = goal.avail + card.amount
        if damage >= enough and best.code in card.codes:
            steps = [play_on_own(card, best), hit_section(best)]
            shields = cards.counted(enough - 1, "shield")
            text = f"{steps[0].text}, then attack: {damage} damage against {shields}"
            sure = paths.w.buff_trade_again if card.again else paths.w.buff_trade
            add_trade(paths, BUFF_FOR_EFFICIENCY, sure, steps, text, damage, card)


def add_trade_removals(paths: Paths, goal: assessment.Offence) -> None:
    """Adds cards that remove the strongest enemy of the lane, if it is strong (P15)."""
    strongest: assessment.Fighter | None = None
    for foe in paths.combat.foes(goal.target.lane):
        if strongest is None or foe.attack > strongest.attack:
            strongest = foe
    if strongest is None or strongest.attack < paths.w.trade_attack:
        return
    for card in paths.cards.removals_of(strongest):
        steps = [play_on_foe(card, strongest)]
        text = f"{cards.CARD_WORDS[card.card]} removes {strongest.word()}"
        add_trade(paths, BALANCED_REMOVAL, paths.w.remove_trade, steps, text, 0, card)


def add_trade_readies(paths: Paths, goal: assessment.Offence, enough: int) -> None:
    """Adds cards that ready a drone for an attack that is worth it (P16)."""
    for card in paths.cards.readies:
        sure = paths.w.ready_trade_again if card.again else paths.w.ready_trade
        for drone in exhausted(paths, card, goal.target.lane):
            damage = goal.avail + drone.ship
            if damage >= enough or drone.ship >= paths.w.trade_ship:
                steps = [play_on_own(card, drone), hit_section(drone)]
                text = f"{steps[0].text}, then attack: {damage} damage"
                add_trade(paths, READY_FOR_EFFICIENCY, sure, steps, text, damage, card)


# Deployment (4.9).


def find_deployments(
    combat: assessment.Combat, mode: assessment.Mode, goal: assessment.Goal, w: Weights
) -> list[Path]:
    """Returns the Guardians that can be deployed before a section in danger (P18)."""
    found: list[Path] = []
    if goal.defence is None or not wants_guardian(combat, mode, goal.defence):
        return found
    s, seat, lane = combat.s, combat.seat, goal.defence.section.lane
    if not can_control(s, seat):
        return found
    for kind in s.board.pools[seat]:
        if not cards.DRONES[kind].keywords & cards.GUARDIAN or not can_deploy(s, seat, kind):
            continue
        if not has_space(s, seat, lane, kind) or not affordable(combat, mode, kind):
            continue
        text = f"deploy {cards.DRONES[kind].word} to lane {lane + 1}"
        step = Step(DEPLOY_STEP, text, DEPLOYS[kind][lane], lane)
        text = f"{text}, because {goal.defence.section.threat} damage threatens the section"
        value, sure = settings.DEPLOY_BLOCKER, w.deploy_guardian
        found.append(Path(DEPLOY_GUARDIAN, value, SURVIVE, sure, [step], text))
    return found


def wants_guardian(
    combat: assessment.Combat, mode: assessment.Mode, defence: assessment.Defence
) -> bool:
    """Tells whether the section in danger needs a Guardian."""
    section = defence.section
    if assessment.guardians(combat.own(section.lane)):
        return False
    return section.under_threat or (mode.priority == assessment.PROTECT and section.threat > 0)


def affordable(combat: assessment.Combat, mode: assessment.Mode, kind: int) -> bool:
    """Tells whether a deployment keeps the energy reserve, or need not."""
    if mode.priority not in (assessment.STABILIZE, assessment.PROTECT):
        return True
    board, seat = combat.s.board, combat.seat
    price = cost(combat.s, seat, kind)
    left = board.energy[seat] - max(0, price - board.budget[seat])
    return left >= reserve_of(combat.s, seat)
